"""9.2 - 9.4 Strengths, odds, column shifts and the modifier of one combat, each circumstance with its rule."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from ardennes.kernel import Side
from ardennes.kernel.words import say
from ardennes.parts.odds import ModifierLine
from ardennes.titles.bitter_woods.box.counters import Kind
from ardennes.titles.bitter_woods.box.fields import Hex, Units
from ardennes.titles.bitter_woods.box.tables import (
    ANGRIFF_FIRST,
    ANGRIFF_LAST,
    COLUMNS,
    HIGHEST_ROW,
    LADDER,
    LOWEST_ROW,
    Result,
)
from ardennes.titles.bitter_woods.rules import allies, fortunes
from ardennes.titles.bitter_woods.rules.combat import integrity
from ardennes.titles.bitter_woods.rules.improved_positions import shelters
from ardennes.titles.bitter_woods.state import State


class Attack(msgspec.Struct, frozen=True):
    """9.2 One combat: the units next to the hex, the artillery farther off, aircraft, and what the defender adds."""

    side: Side
    hex: Hex
    units: Units
    guns: Units = ()
    air: bool = False
    support: Units = ()
    cover: bool = False
    angriff: bool = False
    #: 27.1 Kampfgruppe Peiper after its exploitation: nobody joins it, and its advance may become a march.
    alone: bool = False
    #: 19, 31 Whether the roll before the roll found the defender unnerved.
    unnerved: bool = False


class Odds(NamedTuple):
    """9.2 What the die is rolled on."""

    attack: int
    defense: int
    base: int  # column before shifts
    column: int
    modifier: int
    shifts: tuple[ModifierLine, ...]
    modifiers: tuple[ModifierLine, ...]
    angriff: bool = False  # whether the Angriff table is used

    @property
    def name(self) -> str:
        """The column as players call it."""
        return say("Angriff {column}", column=COLUMNS[self.column]) if self.angriff else COLUMNS[self.column]

    def row(self, die: int) -> int:
        """The row of a die roll."""
        return min(max(die + self.modifier, LOWEST_ROW), HIGHEST_ROW)


def result(g: State, odds: Odds, die: int) -> Result:
    """9.5, 23.2 What a die roll comes to."""
    table = g.box.angriff_results if odds.angriff else g.box.results
    return table.result(odds.column, odds.row(die))


def ratio(attack: int, defense: int) -> int:
    """9.2 The column of two strengths, rounded in favour of the defender.

    >>> LADDER.columns[ratio(17, 6)]
    '2-1'
    """
    return LADDER.held(LADDER.column(attack, defense))


def able_strength(g: State, unit: int) -> int:
    """21.3 A unit's strength, halved while it is shocked."""
    strength = g.strength(unit)
    return (strength + 1) // 2 if g.shocked >> unit & 1 else strength


def attack_strength(g: State, unit: int) -> int:
    """12.4, 9.1 A unit's strength in attack: halved out of supply, and never less than 1."""
    strength = able_strength(g, unit)
    return max((strength + 1) // 2 if g.unsupplied >> unit & 1 else strength, 1)


def defense_strength(g: State, unit: int, doubled: bool) -> int:
    """9.4, 10.3, 10.4 A unit's strength in its own hex: artillery is halved, rockets count 1, neither is doubled."""
    kind = g.box.units.kind[unit]
    if kind is Kind.ROCKET:
        return 1
    strength = able_strength(g, unit)
    if g.box.units.artillery[unit]:
        return max((strength + 1) // 2, 1)
    return max(strength, 1) * (2 if doubled else 1)


def over_river(g: State, attack: Attack) -> bool:
    """9.4 Whether all attacking units strike across a river, bridged or not. Distant artillery does not count."""
    grid, wet = g.box.map.grid, g.box.ground.wet
    return all([grid.has_side(wet, g.place[unit], attack.hex) for unit in attack.units])


def defense_doubled(g: State, attack: Attack) -> bool:
    """9.4 By a town, or because all attackers come over a river; never twice."""
    return bool(g.box.ground.doubled >> attack.hex & 1) or over_river(g, attack)


def odds(g: State, attack: Attack) -> Odds:
    """9.2 The column and the modifier of a combat."""
    own = sum([attack_strength(g, unit) for unit in (*attack.units, *attack.guns)])
    doubled = defense_doubled(g, attack)
    theirs = sum([defense_strength(g, unit, doubled) for unit in g.fighters_at(attack.hex)])
    theirs += sum([able_strength(g, gun) for gun in attack.support])
    base = ratio(own, theirs)
    right, left = _right(g, attack), _left(g, attack)
    modifiers = _modifiers(g, attack)
    limits = g.box.tables.combat
    angriff = attack.angriff and base >= ANGRIFF_FIRST  # 23.1 before any shift, the defender's support counted
    last = ANGRIFF_LAST if angriff else LADDER.last
    column = shifted(base, total(right, limits.most_shifts), total(left, limits.most_shifts), last)
    angriff = angriff and column >= ANGRIFF_FIRST  # the Angriff table has nothing below
    modifier = total(modifiers, limits.most_modifiers)
    return Odds(own, theirs, base, column, modifier, (*right, *left), modifiers, angriff)


def total(lines: tuple[ModifierLine, ...], most: int) -> int:
    """9.1 What some circumstances come to, within the limit for one combat."""
    return min(max(sum([line.value for line in lines]), -most), most)


def shifted(base: int, right: int, left: int, last: int = LADDER.last) -> int:
    """9.2, 23.2 The attacker's shifts come first, and the edge of the table limits each step."""
    return LADDER.held(min(max(min(base, last) + right, 0), last) + left)


def _right(g: State, attack: Attack) -> tuple[ModifierLine, ...]:
    """The attacker's shifts."""
    found = []
    if attack.unnerved:
        rule, text = ("BW-31a", "variable surprise") if g.surprised else ("BW-19a", "SS panzer scare")
        found.append(ModifierLine(rule, text, 1))
    elif attack.side is Side.GERMAN and g.surprised and not g.box.variable_surprise:
        found.append(ModifierLine("BW-15.1", "surprise", g.box.tables.surprise.shift))
    if attack.air:
        if attack.cover:
            found.append(ModifierLine("BW-9.2b", "aircraft on both sides cancel out", 0))
        else:
            found.append(ModifierLine("BW-11.2a", "attacking aircraft", 1))
    if (
        g.box.inter_allied
        and attack.side is Side.GERMAN
        and allies.mixed(g, (*g.units_at(attack.hex), *attack.support))
    ):
        found.append(ModifierLine("BW-28.3", "Americans and British defend together", 1))
    if g.box.combined_arms and (bonus := combined_arms(g, attack)) is not None:
        found.append(bonus)
    return tuple(found)


def combined_arms(g: State, attack: Attack) -> ModifierLine | None:
    """32 Armor, infantry and artillery together against a defender in the open, unless he is dug in."""
    if not g.box.ground.open >> attack.hex & 1:
        return None
    # 36.5 The battalion of armored infantry counts for nothing here.
    kinds = {g.box.units.kind[unit] for unit in attack.units if unit != g.box.binding}
    if Kind.ARMOR not in kinds or not any(kind.wades for kind in kinds):
        return None
    shaken = g.bombarded >> attack.hex & 1 and any(g.shocked >> unit & 1 for unit in g.units_at(attack.hex))
    if not attack.guns and not any(kind.artillery for kind in kinds) and not shaken:
        return None
    if shelters(g, attack.hex):
        what = "an improved position" if g.improved >> attack.hex & 1 else "a fortification"
        return ModifierLine("BW-32c", say("combined arms, cancelled by {what}", what=what), 0)
    return ModifierLine("BW-32a", "combined arms", 1)


def _left(g: State, attack: Attack) -> tuple[ModifierLine, ...]:
    """The defender's shifts."""
    found = []
    ground, cell = g.box.ground, attack.hex
    if ground.shifted >> cell & 1:
        forest = ground.forest >> cell & 1
        rule, text = ("BW-9.4b", "defender in forest") if forest else ("BW-9.4d", "defender in broken terrain")
        found.append(ModifierLine(rule, text, -1))
    if ground.doubled >> cell & 1 and over_river(g, attack):
        found.append(ModifierLine("BW-9.4f", "a town attacked wholly across a river", -1))
    if attack.cover and not attack.air:
        found.append(ModifierLine("BW-11.2a", "defending aircraft", -1))
    if g.box.inter_allied and attack.side is Side.ALLIED and allies.mixed(g, (*attack.units, *attack.guns)):
        found.append(ModifierLine("BW-28.3", "Americans and British attack together", -1))
    return tuple(found)


def best_rating(g: State, units: tuple[int, ...]) -> int:
    """9.3 The single highest endurance rating."""
    return max([g.rating(unit) for unit in units])


def _modifiers(g: State, attack: Attack) -> tuple[ModifierLine, ...]:
    """What is added to the die: by endurance, by divisional integrity (18), and by events (29.2)."""
    found = _endurance(g, attack)
    if g.box.divisional_integrity:
        found = (*found, *integrity.modifiers(g, attack.hex, attack.units))
    if g.event18 and attack.side is Side.GERMAN and (more := fortunes.modifier(g, (*attack.units, *attack.guns))):
        found = (*found, ModifierLine("BW-29.2", "SS atrocities have become known", more))
    return found


def _endurance(g: State, attack: Attack) -> tuple[ModifierLine, ...]:
    """9.3 The ER bonus; improved positions and fortifications cancel an attacker's (8.1, 8.2)."""
    own = best_rating(g, (*attack.units, *attack.guns))
    theirs = best_rating(g, (*g.fighters_at(attack.hex), *attack.support))
    if own > theirs:
        if shelters(g, attack.hex):
            built = g.improved >> attack.hex & 1
            rule, what = ("BW-8.1a", "an improved position") if built else ("BW-8.2a", "a fortification")
            return (
                ModifierLine(
                    rule, say("ER {own} against {theirs}, cancelled by {what}", own=own, theirs=theirs, what=what), 0
                ),
            )
        return (ModifierLine("BW-9.3b", say("attacker's ER {own} against {theirs}", own=own, theirs=theirs), -1),)
    if theirs > own:
        return (ModifierLine("BW-9.3c", say("defender's ER {theirs} against {own}", theirs=theirs, own=own), 1),)
    return ()
