"""What each field of a stored position may hold, and the way back from a table to the position."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from ardennes import kernel
from ardennes.board.cells import board_of
from ardennes.kernel import Game, Outcome, Side, Title
from ardennes.kernel.decisions import shown
from ardennes.kernel.shapes import (
    RESULT,
    SIDE,
    Cell,
    Column,
    Fields,
    Flag,
    Kind,
    Listed,
    Number,
    Row,
    Stack,
    Word,
    check,
)
from ardennes.titles.bitter_woods.box import EDGES, Box
from ardennes.titles.bitter_woods.rules.sequence import OUTLINE
from ardennes.titles.bitter_woods.state import AWAY, EXITED, GONE, HEX_SETS, UNIT_SETS, UNUSED, WAITING, Duty, State

#: Where a unit may be when it is in no hex.
OFF = (GONE, WAITING, EXITED, UNUSED, *(AWAY + edge for edge in range(len(EDGES))))
#: 9.5 Every result a cell of the table can have.
RESULTS = frozenset({"DE", "AE", "CA", "SU", "ENG", "FF"}) | {
    f"{loss}{who}{hexes}{star}" for loss in ("", "1") for who in "AD" for hexes in "1234" for star in ("", "*")
}


@lru_cache(maxsize=8)
def columns(title: Title, box: Box) -> tuple[Column, ...]:
    """The fields of a table, one line each."""
    units, bridges, board = len(box.units), len(box.map.bridges), box.map.grid.board
    unit, bridge = Number(0, units - 1), Number(0, bridges - 1)
    some_units = Listed(unit, 0, units, distinct=True)
    some_hexes = Listed(Cell(board), 0, board.bit_count(), distinct=True)
    some_bridges = Listed(bridge, 0, bridges, distinct=True)
    return (
        Column("bridges", Number(bridges, bridges)),
        Column("place", Listed(Cell(board, OFF, "a hex, or a place off the map"), units, units)),
        Column("due", Listed(Number(0, 255), units, units)),
        Column("reduced", some_units),
        Column("moved", some_units),
        Column("attacked", some_units),
        Column("fired", some_units),
        Column("reserve", some_units),
        Column("unsupplied", some_units),
        Column("short", some_units),
        Column("freed", some_units),
        Column("dug", some_units),
        Column("front", some_units),
        Column("improved", some_hexes),
        Column("forts", some_hexes),
        Column("interdicted", some_hexes),
        Column("dropped", some_hexes),
        Column("liege", some_hexes),
        Column("blown", some_bridges),
        Column("tried", some_bridges),
        Column("vacated", Listed(some_hexes, 2, 2)),
        Column("rebuilt", Number(0, box.tables.bridges.german_limit)),
        Column("builders", Listed(Row((unit, bridge)), 0, units)),
        Column("turn", Number(box.first_turn, box.last_turn)),
        Column("mover", SIDE),
        Column("air", Listed(Number(0, 100), 2, 2)),
        Column("lost", Listed(Number(0, 1000), 2, 2)),
        Column("exits", Listed(Number(0, units), 2, 2)),
        Column("duties", Listed(Fields(duty_fields(box)), 0, 200)),
        Column("stack", Stack(title.steps, step_fields(box), "Turn")),
        Column("result", RESULT),
    )


def duty_fields(box: Box) -> dict[str, Kind]:
    """9.5 The fields of a duty, one line each."""
    some_units = Listed(Number(0, len(box.units) - 1), 0, len(box.units), distinct=True)
    return {
        "kind": Word(frozenset({"CA", "ENG"})),
        "side": SIDE,
        "hex": Cell(box.map.grid.board),
        "attackers": some_units,
        "defenders": some_units,
        "active": Flag(),
        "chosen": Number(0, 2),
        "joined": some_units,
    }


def step_fields(box: Box) -> dict[str, Kind]:
    """The fields of steps, one line each; those of an attack first."""
    units, cell = len(box.units), Cell(box.map.grid.board)
    unit = Number(0, units - 1)
    some_units = Listed(unit, 0, units, distinct=True)
    attack: dict[str, Kind] = {
        "side": SIDE,
        "hex": cell,
        "units": some_units,
        "guns": some_units,
        "air": Flag(),
        "support": some_units,
        "cover": Flag(),
    }
    return {
        "attack": Fields(attack),
        "side": SIDE,
        "done": Number(0, len(OUTLINE) - 1),
        "stage": Number(0, 3),
        "units": some_units,
        "Loss.units": Listed(unit, 1, units, distinct=True),
        "Retreat.units": Listed(unit, 1, units, distinct=True),
        "defenders": some_units,
        "builder": unit,
        "mover": unit,
        "advancing": unit,
        "retreating": unit,
        "bridge": Number(0, len(box.map.bridges) - 1),
        "near": cell,
        "far": cell,
        "first": Listed(cell, 1, 10),
        "Shortage.first": Number(0, 6),
        "from_where": Listed(Cell(box.map.grid.board, OFF), 0, 10),
        "hexes": Number(0, 4),
        "result": Word(RESULTS),
        "spent": Number(0, 1000),
        "bonus": Flag(),
        "exploiting": Flag(),
    }


def restore(game: Game, table: Mapping[str, Any]) -> State:
    """The position a table describes; ValueError, naming the field, where it does not fit the game."""
    _same_map(table, len(game.data.map.bridges))
    check(table, columns(game.title, game.data))
    state = State(game)
    for unit, place in enumerate(table["place"]):
        state.put(unit, place)
    state.due = bytes(table["due"])
    for name in (*UNIT_SETS, *HEX_SETS):
        setattr(state, name, board_of(table[name]))
    state.vacated = [board_of(board) for board in table["vacated"]]
    state.rebuilt = table["rebuilt"]
    state.builders = tuple((unit, bridge) for unit, bridge in table["builders"])
    state.turn, state.mover = table["turn"], Side(table["mover"])
    state.air, state.lost = list(table["air"]), list(table["lost"])
    mechanized, armor = table["exits"]
    state.exits = (mechanized, armor)
    state.duties = msgspec.convert(table["duties"], tuple[Duty, ...])
    state.stack = kernel.decode_stack(table["stack"], game.title.steps)
    if table["result"] is not None:
        winner, level, score = msgspec.convert(table["result"], tuple[int | None, str, int])
        state.result = Outcome(None if winner is None else Side(winner), level, score)
    return state


def _same_map(table: Any, bridges: int) -> None:
    """Blown bridges are kept by number, so a table of another map would blow other bridges."""
    if isinstance(table, Mapping) and table.get("bridges") != bridges:
        known = shown(table["bridges"]) if "bridges" in table else "no number of them"
        raise ValueError(f"the game was played on another map: expected {bridges} bridges, got {known}")
