"""What the fields of steps may hold in a stored position, one line each."""

from __future__ import annotations

from collections.abc import Mapping

from ardennes.kernel.fields import declared
from ardennes.kernel.shapes import SIDE, Cell, Fields, Flag, Kind, Listed, Number, Row, Stack, Word
from ardennes.kernel.steps import Step
from ardennes.titles.enemy_action_ardennes.box import Box
from ardennes.titles.enemy_action_ardennes.box.cards import Tactic
from ardennes.titles.enemy_action_ardennes.box.counters import CORPS
from ardennes.titles.enemy_action_ardennes.rules.paths import Pace


def stack_shape(steps: Mapping[str, type[Step]], box: Box) -> Stack:
    """The steps a game can be in the middle of: fields as they are declared, the others as the table below says."""
    table = _fields(box)

    def kinds(step: type[Step]) -> dict[str, Kind]:
        return {
            field: table.get(f"{step.__name__}.{field}") or table[field] if fits is None else fits(box)
            for field, fits in declared(step).items()
        }

    return Stack(steps, kinds, "Day")


def _fields(box: Box) -> dict[str, Kind]:
    """The fields of steps, one line each; those of an attack first."""
    units, cell, chits = len(box.units), Cell(box.grid.board), len(box.chits.all)
    unit, some_units = Number(0, units - 1), Listed(Number(0, units - 1), 0, units)
    rivers, cards = len(box.ground.river_sides), len(box.cards)
    hexes, tactics = Listed(cell, 0, 99), Listed(Number(0, len(Tactic) - 1), 0, 99)
    attack: dict[str, Kind] = {
        "side": SIDE,
        "hex": cell,
        "units": some_units,
        "hexes": hexes,
        "defenders": some_units,
        "tactics": tactics,
        "defence": tactics,
        "bonus": Flag(),
        "drawn": Listed(Number(0, chits - 1), 0, chits, distinct=True),
        "total": Number(0, chits),
        "hits": Row((Number(-99, 99), Number(-99, 99))),
        "retreat": hexes,
    }
    return {
        "attack": Fields(attack),
        "side": SIDE,
        "stage": Number(0, 20),
        "attacks": Flag(),
        "bonus": Flag(),
        "zones": Flag(),
        "far": Flag(),
        "used": Listed(Number(0, rivers - 1), 0, rivers),
        "bridged": Listed(Number(0, rivers - 1), 0, rivers),
        "waded": Listed(Number(0, rivers - 1), 0, rivers),
        "shut": Listed(Number(0, rivers - 1), 0, rivers),
        "SetOut.bridged": Flag(),
        "on": Flag(),
        "retreat": Number(0, 2),
        "went": some_units,
        "unit": unit,
        "mover": unit,
        "reserve": unit,
        "units": some_units,
        "taken": some_units,
        "cell": cell,
        "path": hexes,
        "least": Number(0, chits),
        "most": Number(0, chits),
        "all_works": Flag(),
        "left": Number(0, 999),
        "picked": Number(0, cards - 1),
        "card": Number(-1, cards - 1),
        "formation": Number(0, len(box.units.formations) - 1),
        "under": Word(),
        "hits": Number(0, 99),
        "alarm": Flag(),
        "Movement.alarm": Number(0, 2),
        "spent": Number(0, 99),
        "by_road": Number(-1, 99),
        "pace": Number(-1, len(Pace) - 1),
        "costs": Listed(Number(0, 99), 0, 99),
        "goes_on": Flag(),
        "river": Number(0, rivers - 1),
        "corps": Number(0, len(CORPS) - 1),
        "hexes": Number(0, 2),
        "attacking": Flag(),
        "chosen": Number(-1, units - 1),
    }
