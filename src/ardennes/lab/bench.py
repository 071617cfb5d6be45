"""What must stay fast, measured beside a peer in alternating slices of one run.

The peer for a whole game is python-chess: the best-known rules library in Python, full legal move lists, pure Python.
Both sides of a row do the same kind of work with dice of their own and take turns for a slice each. Slices are counted
in processor time; the ratio is the median of the ratios of neighbouring slices. How many choices a decision offers is
told for both sides: a list twice as long is not the same work.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from importlib.util import find_spec

import msgspec

from ardennes.kernel import Game, Match, conformance, saves
from ardennes.titles import KEYS, find

SLICE = 0.5


class BenchRow(msgspec.Struct, frozen=True):
    """One line of the table. `ratio` is how many times better we are than the peer: above 1 is faster."""

    name: str
    unit: str
    ours: float
    peer: str | None
    peer_value: float | None
    ratio: float | None
    #: Choices a decision, where they are listed.
    listed: float | None = None
    peer_listed: float | None = None


#: Runs for about a slice of seconds and returns (work done, seconds used).
Slice = Callable[[float], tuple[int, float]]


def compare(
    name: str,
    unit: str,
    ours: Slice,
    peer: tuple[str, Slice] | None,
    rounds: int,
    listed: tuple[float, float | None] | None = None,
) -> BenchRow:
    """Alternate slices of ours and the peer's; report medians of work per second (or seconds per piece of work)."""
    mine: list[float] = []
    theirs: list[float] = []
    for _ in range(rounds):
        mine.append(_rate(ours))
        if peer is not None:
            theirs.append(_rate(peer[1]))
    per_piece = unit == "us"
    ours_value = statistics.median(mine)
    peer_value = statistics.median(theirs) if theirs else None
    ratio = statistics.median(a / b for a, b in zip(mine, theirs, strict=True)) if theirs else None
    return BenchRow(
        name,
        unit,
        round(1e6 / ours_value if per_piece else ours_value, 2),
        None if peer is None else peer[0],
        None if peer_value is None else round(1e6 / peer_value if per_piece else peer_value, 2),
        None if ratio is None else round(ratio, 2),
        *(listed or ()),
    )


def _rate(work: Slice) -> float:
    done, seconds = work(SLICE)
    return done / seconds


def repeat(action: Callable[[], int]) -> Slice:
    """A slice made of one action repeated; the action returns how much work it did."""

    def run(seconds: float) -> tuple[int, float]:
        done = 0
        start = time.process_time()
        while (used := time.process_time() - start) < seconds or not done:
            done += action()
        return done, used

    return run


# ---- ours --------------------------------------------------------------------------------------------------


def _random_play(game: Game, rng: random.Random) -> Callable[[], int]:
    def play() -> int:
        state = game.start(rng.getrandbits(32))
        decisions = 0
        while state.stack:
            state.play(conformance.random_action(state, rng))
            decisions += 1
        return decisions

    return play


def _choices_listed(game: Game, games: int = 2) -> float:
    """Choices a decision in random play."""
    rng = random.Random("listed")
    decisions = choices = 0
    for _ in range(games):
        state = game.start(rng.getrandbits(32))
        while state.stack:
            choices += sum(map(len, state.choices().values()))
            decisions += 1
            state.play(conformance.random_action(state, rng))
    return round(choices / decisions, 1)


def _sample_states(game: Game, count: int) -> list[Match]:
    """Matches stopped at random points of random games."""
    rng = random.Random(16)
    found = []
    for seed in range(count):
        match = Match(game, seed)
        for _ in range(rng.randrange(20, 400)):
            if match.state.stack:
                match.play(conformance.random_action(match.state, rng))
        found.append(match)
    return found


def _legal_sets(game: Game) -> Callable[[], int]:
    going_on = [match for match in _sample_states(game, 12) if match.state.stack]
    tables = [(msgspec.json.decode(msgspec.json.encode(m.state.table())), m.seed) for m in going_on]

    def list_all() -> int:
        # A restored state has nothing worked out yet, so this is the whole cost of one list of choices.
        states = [game.restore(table, seed) for table, seed in tables]
        start = time.process_time()
        for state in states:
            state.choices()
        list_all.used += time.process_time() - start  # type: ignore[attr-defined]
        return len(states)

    list_all.used = 0.0  # type: ignore[attr-defined]
    return list_all


def _legal_slice(game: Game) -> Slice:
    list_all = _legal_sets(game)

    def run(seconds: float) -> tuple[int, float]:
        list_all.used = 0.0  # type: ignore[attr-defined]
        done = 0
        while list_all.used < seconds / 2:  # type: ignore[attr-defined]
            done += list_all()
        return done, list_all.used  # type: ignore[attr-defined]

    return run


def _copies(game: Game) -> Callable[[], int]:
    states = [match.state for match in _sample_states(game, 8)]

    def copy_all() -> int:
        for state in states:
            for _ in range(100):
                state.copy()
        return 100 * len(states)

    return copy_all


def _finished(game: Game) -> Match:
    return conformance.random_game(game, 1944)


# ---- python-chess ------------------------------------------------------------------------------------------


def _chess_play(rng: random.Random) -> Callable[[], int]:
    """Random games with each list of moves made once; what ends a game beside an empty list is asked without one."""
    import chess  # noqa: PLC0415 - an optional dependency, needed for comparison only

    def play() -> int:
        board = chess.Board()
        plies = 0
        while moves := list(board.legal_moves):
            if board.halfmove_clock >= 150 or board.is_insufficient_material() or board.is_fivefold_repetition():
                break
            board.push(rng.choice(moves))
            plies += 1
        return plies

    return play


def _moves_listed(games: int = 20) -> float:
    """Moves a decision in random chess."""
    import chess  # noqa: PLC0415

    rng = random.Random("listed")
    plies = moves = 0
    for _ in range(games):
        board = chess.Board()
        while legal := list(board.legal_moves):
            if board.halfmove_clock >= 150 or board.is_insufficient_material() or board.is_fivefold_repetition():
                break
            moves += len(legal)
            plies += 1
            board.push(rng.choice(legal))
    return round(moves / plies, 1)


def _chess_boards(count: int) -> list[object]:
    import chess  # noqa: PLC0415

    rng = random.Random(16)
    boards = []
    for _ in range(count):
        board = chess.Board()
        for _ in range(rng.randrange(10, 80)):
            moves = list(board.legal_moves)
            if moves:
                board.push(rng.choice(moves))
        boards.append(board)
    return list(boards)


def _chess_legal() -> Callable[[], int]:
    boards = _chess_boards(12)

    def list_all() -> int:
        for board in boards:
            list(board.legal_moves)  # type: ignore[attr-defined]
        return len(boards)

    return list_all


def _chess_copies() -> Callable[[], int]:
    boards = _chess_boards(8)

    def copy_all() -> int:
        for board in boards:
            for _ in range(100):
                board.copy(stack=False)  # type: ignore[attr-defined]
        return 100 * len(boards)

    return copy_all


def _chess_pgn() -> Callable[[], int]:
    """Reading a long random game from PGN: every move is found in the list of legal ones, as ours are."""
    import io  # noqa: PLC0415

    import chess  # noqa: PLC0415
    import chess.pgn  # noqa: PLC0415

    rng = random.Random(5)
    board = chess.Board()
    while (moves := list(board.legal_moves)) and len(board.move_stack) < 300:
        board.push(rng.choice(moves))
    plies = len(board.move_stack)
    text = str(chess.pgn.Game.from_board(board))

    def read() -> int:
        chess.pgn.read_game(io.StringIO(text))
        return plies

    return read


# ---- the table ---------------------------------------------------------------------------------------------


def bench(title: str = KEYS[0], scenario: str = "campaign", rounds: int = 5) -> list[BenchRow]:
    """Every row of the engine's table."""
    game = Game.of(find(title), scenario)
    chess = find_spec("chess") is not None
    finished = _finished(game)
    text = saves.dump(finished)
    moves = len(finished.moves)

    def beside(make: Callable[[], Callable[[], int]]) -> tuple[str, Slice] | None:
        return ("python-chess", repeat(make())) if chess else None

    def read() -> int:
        saves.load(text, find)
        return moves

    listed = _choices_listed(game), _moves_listed() if chess else None
    play = beside(lambda: _chess_play(random.Random("theirs")))
    ours = repeat(_random_play(game, random.Random("ours")))
    return [
        compare(f"random play, {title} {scenario}", "decisions/s", ours, play, rounds, listed),
        compare("list of all choices", "us", _legal_slice(game), beside(_chess_legal), rounds),
        compare("copy of a position", "us", repeat(_copies(game)), beside(_chess_copies), rounds),
        compare("load and replay a game", "actions/s", repeat(read), beside(_chess_pgn), rounds),
    ]
