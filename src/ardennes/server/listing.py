"""The list of games: a line for each, whatever state it is in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ardennes.kernel import Game, notes, saves
from ardennes.kernel.words import fixed, say
from ardennes.server.messages import GameInfo, SeatLink
from ardennes.server.store import GameRow, SeatRow, Store, read_game
from ardennes.server.writing import visible
from ardennes.titles import find


def listing(store: Store, gaps: Mapping[int, str]) -> list[GameInfo]:
    """Every game, the last touched first; one that cannot be read says so and hides no other."""
    seats: dict[Any, list[SeatRow]] = {}
    for seat in store.all_seats():
        seats.setdefault(seat.game, []).append(seat)
    return [_line(row, seats.get(row[0], []), gaps.get(row[0], "")) for row in store.game_rows()]


def _line(raw: tuple[Any, ...], seats: Sequence[SeatRow], gap: str) -> GameInfo:
    try:
        row = read_game(raw)
        title = find(row.title)
        saves.same_data(title, row.data)
        Game.of(title, row.scenario, row.options)
        return line_of(row._replace(problem=row.problem or gap), seats)
    except ValueError as error:
        fields = dict(zip(GameRow._fields, raw, strict=True))
        name, title_, scenario, standing = (
            visible(str(fields[key])[:80]) for key in ("name", "title", "scenario", "standing")
        )
        touched = fields["touched"] if isinstance(fields["touched"], float | int) else 0.0
        problem = say(
            "This game cannot be opened: {error}. It is left as it is: `ardennes store check` says more, "
            "and ✕ removes it.",
            error=error,
        )
        over = bool(fields["over"])
        return GameInfo(
            raw[0], name, title_, title_, scenario, scenario, standing, over, touched, _links(seats), problem
        )


def line_of(row: GameRow, seats: Sequence[SeatRow]) -> GameInfo:
    """A line of the list, with the links of every seat."""
    title = find(row.title)
    scenario = next((s.name for s in title.scenarios if s.key == row.scenario), row.scenario)
    return GameInfo(
        row.id,
        name_of(row),
        row.title,
        title.name,
        row.scenario,
        scenario,
        notes.read(row.standing),
        row.over,
        row.touched,
        _links(seats),
        notes.read(row.problem),
    )


def name_of(row: GameRow) -> str:
    """The name of a game: its scenario's in the language of whoever reads, or what a player wrote."""
    scenario = next((s.name for s in find(row.title).scenarios if s.key == row.scenario), "")
    return fixed(scenario) if row.name == scenario else visible(row.name)


def _links(seats: Sequence[SeatRow]) -> list[SeatLink]:
    return [SeatLink(seat.side, seat.kind, seat.token) for seat in seats]
