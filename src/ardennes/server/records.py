"""A game as it travels between the house and its workers: small, plain, and enough to play it all again."""

from __future__ import annotations

from typing import Any

import msgspec

from ardennes.kernel import Action, Game, Match, Move, Seed, Side, State, saves
from ardennes.server.chronicle import Chronicle, Log
from ardennes.server.store import ActionRow, marked
from ardennes.titles import find


class Table(msgspec.Struct, frozen=True, array_like=True):
    """A position, with as much of its luck as has been used."""

    data: bytes
    drawn: int


class Played(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One move: who, what, what chance answered."""

    side: Side
    action: Action
    chance: tuple[int, ...]
    #: What was taken up for it.
    led: tuple[Action, ...] = ()


class Start(msgspec.Struct, frozen=True, array_like=True):
    """What a game is played with."""

    title: str
    scenario: str
    options: dict[str, bool | int]

    def game(self) -> Game:
        """The game itself."""
        return Game.of(find(self.title), self.scenario, self.options)


class Record(msgspec.Struct, frozen=True, array_like=True):
    """A whole game: how it began and every move. `base` is where the moves begin if that is not the start."""

    start: Start
    seed: str
    opening: tuple[int, ...]
    moves: list[Played]
    base: Table | None = None
    computers: str = ""

    def begun(self) -> Match:
        """The match before its first move."""
        game = self.start.game()
        match = Match(game, read_seed(self.seed), self.opening)
        match.computers = self.computers
        if self.base is not None:
            match.begin_at(state_of(game, self.base, match.seed))
        return match

    def match(self) -> Match:
        """The match after all its moves."""
        match = self.begun()
        for move in self.moves:
            match.play(move.action, move.chance, move.led)
        return match


class Opened(msgspec.Struct, frozen=True, array_like=True):
    """A game read by a worker, ready to be played on without replaying it.

    `stands` is the position before the last `tail` moves, those that can be taken back; `position` the mark of the
    one after them. The logs are those of a `Chronicle`.
    """

    record: Record
    number: int
    stands: Table
    tail: int
    position: str
    logs: list[Log]
    #: As in `recovery.Recovered`.
    mark: str = ""
    problem: str = ""
    lost: int = 0
    #: The rows to keep of a save that is not kept yet.
    rows: list[ActionRow] = []


def start_of(game: Game) -> Start:
    """What a game is played with, as it travels."""
    return Start(game.title.key, game.scenario, dict(game.options))


def record_of(match: Match, base: State | None) -> Record:
    """A whole match, as it travels."""
    moves = [Played(move.side, move.action, move.chance, move.led) for move in match.moves]
    table = None if base is None else table_of(base)
    return Record(start_of(match.game), str(match.seed), match.opening.chance, moves, table, match.computers)


def table_of(state: State) -> Table:
    """A position, as it travels."""
    return Table(msgspec.json.encode(state.table()), state.drawn)


def state_of(game: Game, table: Table, seed: Seed = 0) -> State:
    """The position that travelled."""
    return game.restore(msgspec.json.decode(table.data, type=dict[str, Any]), seed, table.drawn)


def read_seed(text: str) -> Seed:
    """A seed as rows and records write it."""
    return saves.read_seed(text)


def opened(match: Match, base: State | None, number: int, mark: str = "", problem: str = "", lost: int = 0) -> Opened:
    """A match that was replayed, packed up for whoever plays it on."""
    tail = match.can_undo
    stands = table_of(match.earlier[0] if tail else match.state)
    return Opened(
        record_of(match, base),
        number,
        stands,
        tail,
        saves.position(match.state),
        Chronicle(match).logs,
        mark,
        problem,
        lost,
    )


def rows_of(match: Match, made: float) -> list[ActionRow]:
    """A match as the store keeps it; the game gets its number there."""
    words = saves.move_words
    return marked(
        [
            ActionRow(0, n, words(match.game, move.answers), " ".join(map(str, move.chance)), int(move.side), made)
            for n, move in enumerate(match.moves, 1)
        ]
    )


def resumed(found: Opened) -> tuple[Match, State | None]:
    """The match and its base, without replaying it. Its moves carry no events: the log has them in words."""
    record = found.record
    match = record.begun()
    base = None if record.base is None else match.state
    moves = [Move(move.side, move.action, move.chance, (), move.led) for move in record.moves]
    first = len(moves) - found.tail
    match.resume(moves[:first], state_of(match.game, found.stands, match.seed))
    for move in moves[first:]:
        match.play(move.action, move.chance, move.led)
    if (reached := saves.position(match.state)) != found.position:
        raise ValueError(f"the game stands at {reached}, a worker found {found.position}")
    return match, base
