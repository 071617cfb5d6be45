"""What the fields of steps may hold in a stored position, one line each."""

from __future__ import annotations

from functools import lru_cache

from ardennes.kernel.shapes import SIDE, Fields, Flag, Kind, Listed, Number, Row, Stack
from ardennes.titles.tigers_in_the_mist.box import Box
from ardennes.titles.tigers_in_the_mist.rules.steps import STEPS


@lru_cache(maxsize=8)
def stack_shape(box: Box) -> Stack:
    """The steps a game can be in the middle of."""
    return Stack(STEPS, _fields(box), "Turn")


def _fields(box: Box) -> dict[str, Kind]:
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
