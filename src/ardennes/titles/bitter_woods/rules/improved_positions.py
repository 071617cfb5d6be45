"""8.0 Improved Positions and Fortifications."""

from __future__ import annotations

from ardennes.board.cells import board_of
from ardennes.kernel import Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.titles.bitter_woods.events import FortBuilt, PositionBuilt
from ardennes.titles.bitter_woods.rules.judging import (
    BEFORE_COMBAT,
    OWN_BUILDERS,
    each_there,
    next_to_enemy,
    no_fighter,
    off_map,
)
from ardennes.titles.bitter_woods.state import State


def fortified(g: State, cell: int) -> bool:
    """8.2 Whether a hex is a fortification, permanent or built."""
    return bool((g.box.permanent | g.forts) >> cell & 1)


def shelters(g: State, cell: int) -> bool:
    """8.1, 8.2 Whether units in a hex cancel an attacker's ER advantage."""
    return bool((g.box.permanent | g.forts | g.improved) >> cell & 1)


def busy(g: State) -> int:
    """The units that have moved, built or begun a bridge in this player turn."""
    found = g.moved | g.dug
    for unit, _ in g.builders:
        found |= 1 << unit
    return found


def occupied_elsewhere(rule: str) -> tuple[Rung, Rung, Rung]:
    """8.1, 13.3, 14.1 What keeps units that have done something this turn from work, under the rule that says so."""
    return (
        Rung(rule, "{name} has moved this turn", lambda g, step, left: left & g.moved, _who),
        Rung(rule, "{name} has built this turn", lambda g, step, left: left & g.dug, _who),
        Rung(
            rule, "{name} is building a bridge", lambda g, step, left: left & board_of([u for u, _ in g.builders]), _who
        ),
    )


def _who(g: State, step: object, unit: int) -> dict[str, object]:
    return {"name": g.name(unit)}


def _where(g: State, step: object, unit: int) -> dict[str, object]:
    return {"cell": g.hex_name(g.place[unit])}


_DIGGERS = (
    BEFORE_COMBAT,
    OWN_BUILDERS,
    Rung("BW-8.1c", "{name} is not on the map", off_map),
    Rung(
        "BW-8.1f",
        "{name} is {what} and builds nothing",
        each(lambda g, step, unit: not g.box.units.fights[unit]),
        no_fighter,
    ),
    *occupied_elsewhere("BW-8.1c"),
    Rung("BW-12.4f", "{name} is out of supply and builds nothing", lambda g, step, left: left & g.unsupplied),
    Rung("BW-8.1c", "an enemy unit is next to {name}", next_to_enemy),
)

#: 8.1 What keeps a unit from building an improved position where it stands.
IMPROVERS = Rungs(
    _who,
    *_DIGGERS,
    Rung(
        "BW-8.1e", "{cell} is a town", each_there(lambda g, step, unit: g.box.ground.town >> g.place[unit] & 1), _where
    ),
    Rung(
        "BW-8.1c",
        "{cell} has an improved position already",
        each_there(lambda g, step, unit: g.improved >> g.place[unit] & 1),
        _where,
    ),
)

#: 8.2 What keeps a unit from fortifying the town it stands in.
FORTIFIERS = Rungs(
    _who,
    Rung(
        "BW-4h",
        "only the Allied player builds fortifications",
        lambda g, step, left: left if step.side is Side.GERMAN else 0,
    ),
    *_DIGGERS,
    Rung(
        "BW-8.2d",
        "{cell} is not St. Vith, Bastogne or Marche",
        each_there(lambda g, step, unit: not g.box.fortifiable >> g.place[unit] & 1),
        _where,
    ),
    Rung(
        "BW-8.2d", "{cell} is fortified already", each_there(lambda g, step, unit: g.forts >> g.place[unit] & 1), _where
    ),
)


def improve(g: State, unit: int) -> None:
    """8.1 The unit digs in, and stays where it is for the rest of the player turn."""
    cell = g.place[unit]
    g.improved |= 1 << cell
    g.dug |= 1 << unit
    g.tell(PositionBuilt, unit, cell)


def fortify(g: State, unit: int) -> None:
    """8.2 The unit fortifies the town."""
    cell = g.place[unit]
    g.forts |= 1 << cell
    g.dug |= 1 << unit
    g.tell(FortBuilt, unit, cell)
