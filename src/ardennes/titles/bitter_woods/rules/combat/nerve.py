"""19, 31 The roll before the roll: an SS panzer regiment, or surprise, may unnerve the defender."""

from __future__ import annotations

import msgspec

from ardennes.kernel import Side
from ardennes.titles.bitter_woods.box.counters import Kind
from ardennes.titles.bitter_woods.rules.combat import strengths
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.state import State

#: 31 The rating a German mechanized unit must have to achieve surprise.
ELITE = 5


def needed(g: State, attack: Attack) -> int:
    """The least die that shifts an attack one to the right; 0 where none is rolled."""
    if attack.side is not Side.GERMAN:
        return 0
    units = g.box.units
    if g.surprised:
        if g.box.variable_surprise and any(units.mechanized[u] and g.rating(u) >= ELITE for u in attack.units):
            return _best(g, attack) + 1
    elif g.box.panzer_scare and g.turn in g.box.scare and any(_fearsome(g, unit) for unit in attack.units):
        return _best(g, attack)
    return 0


def _fearsome(g: State, unit: int) -> bool:
    """19 SS panzers."""
    return g.box.units.kind[unit] is Kind.ARMOR and g.box.units.rows[unit].service == "SS"


def _best(g: State, attack: Attack) -> int:
    """The highest endurance rating of the defence, supporting artillery included."""
    return strengths.best_rating(g, (*g.units_at(attack.hex), *attack.support))


def worlds(g: State, attack: Attack) -> list[tuple[Attack, int]]:
    """An attack as the roll before it may leave it, each with how many of six dice do."""
    least = needed(g, attack)
    luck = max(7 - max(least, 1), 0) if least else 0
    if not luck or attack.unnerved:
        return [(attack, 6)]
    shifted = msgspec.structs.replace(attack, unnerved=True)
    return [(attack, 6 - luck), (shifted, luck)] if luck < 6 else [(shifted, 6)]
