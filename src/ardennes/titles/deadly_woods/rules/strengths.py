"""11.2.1, 11.3.2 Strengths, column shifts and die modifiers of one combat, each circumstance with its rule."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from ardennes.kernel import Side
from ardennes.kernel.words import say
from ardennes.parts.odds import ModifierLine
from ardennes.titles.deadly_woods.box.fields import Assets, Doubled, Hex, Units
from ardennes.titles.deadly_woods.box.tables import LADDER, AssetKind, MeaningRow
from ardennes.titles.deadly_woods.rules import supply
from ardennes.titles.deadly_woods.state import NOBODY, State

#: 11.3.2 Left of the table: the attacker loses a step without a roll.
NO_ROLL = -1


class Attack(msgspec.Struct, frozen=True):
    """11.3.1 One combat: the attacking units, the assets either side adds, and the Nebelwerfer that fires double."""

    side: Side
    hex: Hex
    units: Units
    assets: Assets = ()
    doubled: Doubled = NOBODY
    support: Assets = ()


def with_asset(attack: Attack, side: Side, asset: int, doubled: bool = False) -> Attack:
    """An attack with one more asset of a side."""
    if side is not attack.side:
        return msgspec.structs.replace(attack, support=(*attack.support, asset))
    assets = (*attack.assets, asset)
    return msgspec.structs.replace(attack, assets=assets, doubled=asset if doubled else attack.doubled)


class Odds(NamedTuple):
    """11.3.2 What the die is rolled on; `column` is NO_ROLL if it is not."""

    attack: int
    defense: int
    base: int
    column: int
    modifier: int
    shifts: list[ModifierLine]
    modifiers: list[ModifierLine]


def column_name(odds: Odds) -> str:
    """The column as players call it."""
    return say("below {columns}", columns=LADDER.columns[0]) if odds.column == NO_ROLL else LADDER.columns[odds.column]


def odds(g: State, attack: Attack) -> Odds:
    """11.3.2 Column and die modifier of a combat: all shifts count together, the ends of the table limit the sum."""
    own, theirs = attack_strength(g, attack), defense_strength(g, attack)
    shifts, modifiers = [*_left(g, attack), *_right(g, attack)], _modifiers(g, attack)
    base = max(LADDER.capped(LADDER.column(own, theirs)), NO_ROLL)
    column = NO_ROLL
    if base != NO_ROLL:
        column = max(LADDER.capped(base + sum([line.value for line in shifts])), NO_ROLL)
    return Odds(own, theirs, base, column, sum([line.value for line in modifiers]), shifts, modifiers)


def result(g: State, odds: Odds, die: int) -> MeaningRow:
    """11.3.3 What a die roll comes to."""
    return g.box.results.result(odds.column, die + odds.modifier)


def without_roll(g: State) -> MeaningRow:
    """11.3.2c, 11.3.2f The result of an attack too weak for the table."""
    return g.box.results.meanings[g.box.results.names.index("AL1")]


# ---- strengths ---------------------------------------------------------------------------------------------


def attack_strength(g: State, attack: Attack) -> int:
    """11.3.2a, 12.2b All attackers and their support."""
    units = sum([g.face(unit).attack for unit in attack.units])
    return units + sum([asset_strength(g, asset, attack.hex, asset == attack.doubled) for asset in attack.assets])


def asset_strength(g: State, asset: int, cell: int, doubled: bool = False) -> int:
    """12.2 What an asset adds: a Nebelwerfer suffers from the defenders' terrain, and may fire double after that."""
    row = g.box.assets[asset]
    if row.kind is AssetKind.NEBELWERFER:
        return max(row.strength + g.box.ground.nebelwerfer[cell], 0) * (2 if doubled else 1)
    return row.strength if row.kind is AssetKind.ARTILLERY else 0


def defense_strength(g: State, attack: Attack) -> int:
    """11.3.2h - k All defenders, a village, and their support; the Westwall doubles German infantry alone."""
    box, cell = g.box, attack.hex
    walled = box.ground.westwall >> cell & 1 and attack.side is Side.ALLIED
    total = box.numbers.combat.village if box.ground.village >> cell & 1 else 0
    for unit in g.units_at(cell):
        face = g.face(unit)
        total += face.defense * (box.numbers.combat.westwall if walled and face.kind.infantry else 1)
    return total + sum([asset_strength(g, asset, cell) for asset in attack.support])


# ---- circumstances -----------------------------------------------------------------------------------------


def across_river(g: State, attack: Attack, unit: int) -> bool:
    """11.3.2n Whether a unit attacks across a river, bridged or not."""
    return g.box.ground.crosses_river(g.place[unit], attack.hex)


def alone(g: State, unit: int) -> bool:
    """11.2.1 Whether a unit of a division has no other unit of it within three hexes."""
    formation = g.box.formation_of(unit)
    if not formation.integrity:
        return False
    near = g.box.together[g.place[unit]]
    return not any(other != unit and g.on_map(other) and near >> g.place[other] & 1 for other in formation.members)


def _left(g: State, attack: Attack) -> list[ModifierLine]:
    """What shifts to the left, for the defender."""
    ground, cell, found = g.box.ground, attack.hex, []
    defenders = g.units_at(cell)
    if ground.shift_infantry >> cell & 1 and any(g.face(unit).kind.infantry for unit in defenders):
        found.append(("DW-11.3.2l", "infantry in town, woods or forest"))
    if ground.shift_any >> cell & 1:
        found.append(("DW-11.3.2m", "defenders in rough"))
    if all(across_river(g, attack, unit) for unit in attack.units):
        found.append(("DW-11.3.2n", "all attackers across a river"))
    tanks = [unit for unit in defenders if g.is_armor(unit) and supply.in_supply(g, unit)]  # 8.3c
    if tanks and ground.armor_ground >> cell & 1 and not any(map(g.is_armor, attack.units)):
        found.append(("DW-11.3.2p", "armor in the open against none"))
    if any(alone(g, unit) for unit in attack.units):
        found.append(("DW-11.2.1c", "an attacker far from its division"))
    if any(g.box.assets[asset].kind is AssetKind.ENGINEER for asset in attack.support):
        found.append(("DW-12.4.2a", "Engineers"))
    return [ModifierLine(rule, text, -1, "defender") for rule, text in found]


def _right(g: State, attack: Attack) -> list[ModifierLine]:
    """What shifts to the right, for the attacker."""
    cell, found = attack.hex, []
    defenders = g.units_at(cell)
    tanks = [unit for unit in attack.units if g.is_armor(unit) and not across_river(g, attack, unit)]
    if tanks and g.box.ground.armor_ground >> cell & 1 and not any(map(g.is_armor, defenders)):
        found.append(("DW-11.3.2q", "armor against none in the open"))
    if not all(supply.in_supply(g, unit) for unit in defenders):
        found.append(("DW-11.3.2s", "defenders out of supply"))
    if attack.side is Side.GERMAN and any(alone(g, unit) for unit in defenders):
        found.append(("DW-11.2.1a", "a defender far from its division"))
    return [ModifierLine(rule, text, 1, "attacker") for rule, text in found]


def _modifiers(g: State, attack: Attack) -> list[ModifierLine]:
    """11.3.2t, 16.1 What is added to the die."""
    peiper = g.box.numbers.peiper
    found = [
        ModifierLine("DW-16.1a", asset.name, asset.strength, "attacker")
        for asset in map(g.box.assets.__getitem__, attack.assets)
        if asset.kind is AssetKind.PLUS_TWO
    ]
    if g.box.peiper in attack.units and g.turn <= peiper.die_until and not g.game.options["plus_two"]:
        found.append(ModifierLine("DW-11.3.2t", "KG Peiper", peiper.die, "attacker"))
    return found
