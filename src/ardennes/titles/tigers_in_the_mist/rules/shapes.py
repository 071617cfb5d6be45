"""What each field of a stored position may hold, and the way back from a table to the position."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from ardennes import kernel
from ardennes.board.cells import board_of
from ardennes.kernel import Game, Outcome, Side, Title
from ardennes.kernel.shapes import RESULT, SIDE, Column, Fields, Flag, Kind, Listed, Number, Row, Sparse, Stack, check
from ardennes.titles.tigers_in_the_mist.box.components import Box
from ardennes.titles.tigers_in_the_mist.box.pieces import STRONGEST
from ardennes.titles.tigers_in_the_mist.state import GONE, State


@lru_cache(maxsize=8)
def columns(title: Title, box: Box) -> tuple[Column, ...]:
    """The fields of a table, one line each."""
    units, places, bridges, releases = len(box.units), box.map.places, len(box.map.crossings), len(box.releases)
    place, area = Number(0, places - 1, (GONE,)), Number(0, places - 1)
    areas = Listed(area, 0, places, distinct=True)
    some_units = Listed(Number(0, units - 1), 0, units, distinct=True)
    some_bridges = Listed(Number(0, bridges - 1), 0, bridges, distinct=True)
    return (
        Column("place", Listed(place, units, units)),
        Column("strength", Listed(Number(0, STRONGEST), units, units)),
        Column("status", Listed(Number(0, 255), units, units)),
        Column("spent", Listed(Number(0, 100), units, units)),
        Column("dawn", Listed(place, units, units)),
        Column("debt", Sparse(units, Number(0, 100))),
        Column("control", areas),
        Column("blown", some_bridges),
        Column("repair", Sparse(bridges, Number(0, 100))),
        Column("day", Number(16, box.last_day)),
        Column("impulse", Number(1, 3)),
        Column("vp", Number(0, 1000)),
        Column("released", Listed(Number(0, releases - 1), 0, releases, distinct=True)),
        Column("supply", Listed(areas, 4, 4)),
        Column("began", areas),
        Column("fought", areas),
        Column("tried", some_bridges),
        Column("tried_once", some_units),
        Column("tried_twice", some_units),
        Column("sites", some_bridges),
        Column("worked", some_units),
        Column("shifted", some_units),
        Column("builders", some_units),
        Column("special", Row((area, Number(0, 4), Number(0, 15), Number(0, 22)))),
        Column("stack", Stack(title.steps, step_fields(box), "Turn")),
        Column("result", RESULT),
    )


def step_fields(box: Box) -> dict[str, Kind]:
    """The fields of steps, one line each; those of a battle's circumstances first."""
    units, places, bridges = len(box.units), box.map.places, len(box.map.crossings)
    unit, area, shots = Number(0, units - 1), Number(1, places - 1), Number(0, 100)
    facts: dict[str, Kind] = {
        "attacker": SIDE,
        "area": area,
        "attackers": Listed(unit, 1, units, distinct=True),
        "river": Flag(),
        "confusion": Flag(),
        "combined": Flag(),
    }
    return {
        "facts": Fields(facts),
        "side": SIDE,
        "day": Number(16, box.last_day),
        "done": Number(0, 60),
        "impulse": Number(1, 3),
        "stage": Number(0, 7),
        "area": area,
        "path": Listed(area, 1, places),
        "bridge": Number(0, bridges - 1),
        "unit": unit,
        "builder": unit,
        "units": Listed(unit, 1, units, distinct=True),
        "attackers": Listed(unit, 0, units, distinct=True),
        "aims": Listed(Row((unit, unit)), 0, units),
        "Volleys.aims": Listed(Row((unit, unit)), 1, units),
        "picked": Number(-1, units - 1),
        "targets": Listed(unit, 1, 100),
        "aimed": Listed(unit, 0, 100),
        "shots": shots,
        "attacker_shots": shots,
        "defender_shots": shots,
        "calls": Number(1, 100),
        "dice": Listed(Number(1, 10), 0, 100),
        "effect": Number(1, 3),
        "halted": Flag(),
        "at_waypoint": Flag(),
        "go_on": Flag(),
        "asked": Flag(),
    }


def restore(game: Game, table: Mapping[str, Any]) -> State:
    """The position a table describes; ValueError, naming the field, where it does not fit the game."""
    check(table, columns(game.title, game.data))
    state = State(game)
    for column in ("place", "strength", "status", "spent"):
        setattr(state, column, bytearray(table[column]))
    state.dawn = bytes(table["dawn"])
    state.debt = _dense(table["debt"], len(state.debt))
    state.repair = _dense(table["repair"], len(state.repair))
    for board in ("control", "blown", "released", "began", "fought", "tried", "tried_once", "tried_twice"):
        setattr(state, board, board_of(table[board]))
    for board in ("sites", "worked", "shifted", "builders"):
        setattr(state, board, board_of(table[board]))
    state.day, state.impulse, state.vp = table["day"], table["impulse"], table["vp"]
    armor, infantry, allied_armor, allied_infantry = (board_of(places) for places in table["supply"])
    state.supply = (armor, infantry, allied_armor, allied_infantry)
    state.special_area, state.special_effect, state.special_used, state.special_day = table["special"]
    for side, span in enumerate(state.box.units.of):
        state.occupied[side] = board_of({p for p in state.place[span.start : span.stop] if 0 < p < GONE})
    state.stack = kernel.decode_stack(table["stack"], game.title.steps)
    if table["result"] is not None:
        winner, level, score = msgspec.convert(table["result"], tuple[int | None, str, int])
        state.result = Outcome(None if winner is None else Side(winner), level, score)
    return state


def _dense(data: Mapping[str, int], count: int) -> bytes:
    column = bytearray(count)
    for index, value in data.items():
        column[int(index)] = value
    return bytes(column)
