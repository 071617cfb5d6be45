"""14.1 Who may be placed in reserve, to wait for the exploitation phase."""

from __future__ import annotations

from ardennes.kernel import Choice, Side
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.parts.rules.questions import pick
from ardennes.titles.bitter_woods.events import Reserved
from ardennes.titles.bitter_woods.rules.improved_positions import occupied_elsewhere
from ardennes.titles.bitter_woods.rules.judging import BEFORE_COMBAT, each_there, every_unit, next_to_enemy, off_map
from ardennes.titles.bitter_woods.rules.movement import boundaries
from ardennes.titles.bitter_woods.rules.surprise import HELD
from ardennes.titles.bitter_woods.state import State, laws


def _who(g: State, about: object, unit: int) -> dict[str, object]:
    return {"name": g.name(unit), "unit": g.name(unit)}


#: 14.1, 14.3, 15.7 What keeps a unit from being placed in reserve by a side, asked about a step of that side.
WAITERS = Rungs(
    _who,
    Rung(
        "BW-4d",
        "only units of the moving side go into reserve",
        lambda g, step, left: left & ~g.box.units.all_of[step.side],
    ),
    Rung(
        "BW-15.7b",
        "no German unit goes into reserve on 16AM",
        lambda g, step, left: left if step.side is Side.GERMAN and g.surprised else 0,
    ),
    Rung("BW-14.1a", "{name} is not mechanized", lambda g, step, left: left & ~g.box.units.all_mechanized),
    Rung("BW-14.1a", "{name} is in reserve already", lambda g, step, left: left & g.reserve),
    Rung("BW-14.1a", "{name} is out of supply", lambda g, step, left: left & g.unsupplied),
    Rung("BW-14.1a", "{name} is not on the map", off_map),
    Rung("BW-14.3b", "an enemy unit is next to {name}", next_to_enemy),
    *HELD,
    Rung(
        "BW-5.4h",
        "{name} must return to its own army's sector first",
        each_there(lambda g, step, unit: boundaries.strayed(g, unit)),
    ),
)


def place(g: State, unit: int) -> None:
    """14.1 A unit is placed in reserve."""
    g.reserve |= 1 << unit
    g.waiting[g.box.units.side(unit)] = laws.NOWHERE
    g.tell(Reserved, unit)


# ---- the setting: reserve markers at any time of the movement phase -----------------------------------------

#: 14.1 The same while others move; who waits has done nothing yet.
LATE_WAITERS = Rungs(
    _who,
    BEFORE_COMBAT,
    *WAITERS,
    *occupied_elsewhere("BW-14.1c"),
)


@pick(
    lambda step, g: every_unit(step, g) if g.box.reserves_any_time else 0,
    ("BW-14.1c", "reserve markers are placed in the reserve phase; a setting allows them later"),
    by=LATE_WAITERS,
    stays=True,
    only=lambda box: box.reserves_any_time,
)
def reserve(step: Choice[State], g: State, unit: int) -> None:
    """14.1 Beside the question: a unit is placed in reserve."""
    place(g, unit)
