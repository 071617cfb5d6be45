"""What must stay fast, measured beside a peer in alternating slices of one run.

The peer for a whole game is python-chess: the best-known rules library in Python, full legal move lists, pure Python.
Both sides of a row do the same kind of work, take turns for a slice each, and the medians are compared.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from importlib.util import find_spec

import msgspec

from ardennes.kernel import Game, Match, conformance, saves
from ardennes.titles import find

SLICE = 0.5


class BenchRow(msgspec.Struct, frozen=True):
    """One line of the table. `ratio` is how many times better we are than the peer: above 1 is faster."""

    name: str
    unit: str
    ours: float
    peer: str | None
    peer_value: float | None
    ratio: float | None


#: Runs for about a slice of seconds and returns (work done, seconds used).
Slice = Callable[[float], tuple[int, float]]


def compare(name: str, unit: str, ours: Slice, peer: tuple[str, Slice] | None, rounds: int) -> BenchRow:
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


def _random_play(game: Game, rng: random.Random, count_games: bool) -> Callable[[], int]:
    def play() -> int:
        state = game.start(rng.getrandbits(32))
        decisions = 0
        while state.stack:
            state.play(conformance.random_action(state, rng))
            decisions += 1
        return 1 if count_games else decisions

    return play


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
    tables = [(match.state.table(), match.seed) for match in _sample_states(game, 12)]

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


def _chess_play(rng: random.Random, count_games: bool) -> Callable[[], int]:
    import chess  # noqa: PLC0415 - an optional dependency, needed for comparison only

    def play() -> int:
        board = chess.Board()
        moves = 0
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            moves += 1
        return 1 if count_games else moves

    return play


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


def _chess_pgn() -> tuple[str, int, Callable[[], int], Callable[[], int]]:
    """A long random game as PGN: what writing and reading it costs."""
    import io  # noqa: PLC0415

    import chess  # noqa: PLC0415
    import chess.pgn  # noqa: PLC0415

    rng = random.Random(5)
    board = chess.Board()
    while not board.is_game_over() and len(board.move_stack) < 300:
        board.push(rng.choice(list(board.legal_moves)))
    moves = len(board.move_stack)
    game = chess.pgn.Game.from_board(board)
    text = str(game)

    def write() -> int:
        str(game)
        return moves

    def read() -> int:
        chess.pgn.read_game(io.StringIO(text))
        return moves

    return text, moves, write, read


# ---- the table ---------------------------------------------------------------------------------------------


def bench(title: str = "tigers_in_the_mist", scenario: str = "campaign", rounds: int = 5) -> list[BenchRow]:
    """Every row of the engine's table."""
    game = Game.of(find(title), scenario)
    chess = find_spec("chess") is not None
    peer = "python-chess"
    rng = random.Random(1)
    finished = _finished(game)
    text = saves.dump(finished)
    moves = len(finished.moves)

    def beside(make: Callable[[], Callable[[], int]]) -> tuple[str, Slice] | None:
        return (peer, repeat(make())) if chess else None

    def write() -> int:
        saves.dump(finished)
        return moves

    def read() -> int:
        saves.load(text, find)
        return moves

    name = f"{title} {scenario}"
    return [
        compare(
            f"random play, {name}",
            "decisions/s",
            repeat(_random_play(game, rng, False)),
            beside(lambda: _chess_play(rng, False)),
            rounds,
        ),
        compare(
            f"random games, {name}",
            "games/s",
            repeat(_random_play(game, rng, True)),
            beside(lambda: _chess_play(rng, True)),
            rounds,
        ),
        compare("list of all choices", "us", _legal_slice(game), beside(_chess_legal), rounds),
        compare("copy of a position", "us", repeat(_copies(game)), beside(_chess_copies), rounds),
        compare("save a game", "actions/s", repeat(write), beside(lambda: _chess_pgn()[2]), rounds),
        compare("load and replay a game", "actions/s", repeat(read), beside(lambda: _chess_pgn()[3]), rounds),
    ]
