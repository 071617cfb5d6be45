"""The value of any point of a game, dice pending or not: what the luck ledger compares before and after a die.

Between battles it is the value of the position. Within one it is built from the exact odds of what is left of it: the
chance to clear the area and the strength each unit is expected to keep. Both change only by dice and by choices, so
what a die does to them is its luck and nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.box.pieces import UnitType
from ardennes.titles.tigers_in_the_mist.mind import distances, valuation
from ardennes.titles.tigers_in_the_mist.odds import exact, forecasts
from ardennes.titles.tigers_in_the_mist.rules.bridges import (
    ConstructionRoll,
    DemolitionRoll,
    construction_number,
    demolition_number,
)
from ardennes.titles.tigers_in_the_mist.rules.combat.artillery import ArtilleryCalls, Shells, availability
from ardennes.titles.tigers_in_the_mist.rules.combat.circumstances import (
    attackers_of,
    defenders_of,
    fire_number,
    shell_number,
)
from ardennes.titles.tigers_in_the_mist.rules.combat.fire import Volleys
from ardennes.titles.tigers_in_the_mist.rules.combat.phase import Battle
from ardennes.titles.tigers_in_the_mist.state import State


class Stakes(NamedTuple):
    """What a battle is about, fixed when it begins."""

    key: tuple[int, int, int, int]
    #: The value if nothing happens, and what clearing the area adds beyond the losses themselves.
    start: float
    cleared: float
    #: What a strength point of each unit is worth to the German, and how many there were.
    worth: dict[int, float]
    strength: dict[int, int]


def needed(g: State) -> int | None:
    """The number that decides the pending die: that or less, or more. None if every face counts by itself."""
    top = g.stack[-1]
    if isinstance(top, ArtilleryCalls):
        return availability(g, top.circumstances.area, top.side)
    if isinstance(top, Shells):
        return shell_number(g, top.circumstances, top.side, top.targets[0])
    if isinstance(top, Volleys):
        return fire_number(g, top.circumstances, *top.aims[0])
    if isinstance(top, DemolitionRoll):
        return demolition_number(g, top.unit)
    if isinstance(top, ConstructionRoll):
        return construction_number(g, top.bridge)
    return None


class NodeValue:
    """Values along one game. Keeps the stakes of the battle under way."""

    def __init__(self) -> None:
        self.stakes: Stakes | None = None

    def __call__(self, g: State) -> float:
        """The German points to be expected here."""
        battle = next((step for step in reversed(g.stack) if isinstance(step, Battle)), None)
        if battle is None:
            self.stakes = None
            return valuation.value(g)
        stakes = self._stakes(g, battle)
        found = forecasts.in_progress(g)
        assert found is not None
        result = exact.resolve_kept(*found)
        total = stakes.start + result.cleared * stakes.cleared
        setting = found[0]
        left = {f.unit: _mean(d) for f, d in zip(setting.attackers, result.attackers, strict=True)}
        left |= {f.unit: _mean(d) for f, d in zip(setting.defenders, result.defenders, strict=True)}
        for unit, strength in stakes.strength.items():
            total += stakes.worth[unit] * (left.get(unit, 0.0) - strength)
        return total

    def _stakes(self, g: State, battle: Battle) -> Stakes:
        facts = battle.circumstances
        key = (g.day, g.impulse, int(facts.attacker), facts.area)
        if self.stakes is None or self.stakes.key != key:
            self.stakes = _stakes(g, battle, key)
        return self.stakes


def _stakes(g: State, battle: Battle, key: tuple[int, int, int, int]) -> Stakes:
    facts = battle.circumstances
    units = [*attackers_of(g, facts), *defenders_of(g, facts)]
    points = {unit: strength_point(g, unit) for unit in units}
    start = valuation.value(g)
    won = g.copy()
    for unit in defenders_of(g, facts):
        won.eliminate(unit, "")
    bit = 1 << facts.area
    won.control = won.control | bit if facts.attacker is Side.GERMAN else won.control & ~bit
    material = sum(points[unit] * g.strength[unit] for unit in defenders_of(g, facts))
    cleared = valuation.value(won) - start + material
    return Stakes(key, start, cleared, points, {unit: g.strength[unit] for unit in units})


def strength_point(g: State, unit: int) -> float:
    """What a strength point of a unit is worth, from the weights of the strength features."""
    weights = valuation.weights_of(g.box, "values.csv")[distances.days_left(g)]
    if unit < g.box.units.first_allied:
        name = "german foot" if g.box.units.type[unit] is UnitType.FOOT else "german mobile"
    else:
        name = "allied infantry" if g.box.units.infantry[unit] else "allied armor"
    return weights[valuation.NAMES.index(name)]


def _mean(distribution: tuple[float, ...]) -> float:
    return sum(k * p for k, p in enumerate(distribution))
