"""9.6, 9.7 The circumstances of a battle and what they make of every die."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from ardennes.kernel import Side, die
from ardennes.parts.eye.scenery import Battle as Panel
from ardennes.titles.tigers_in_the_mist.box.fields import Area, Units
from ardennes.titles.tigers_in_the_mist.rules import supply
from ardennes.titles.tigers_in_the_mist.rules.special_forces import BATTLEFIELD_CONFUSION
from ardennes.titles.tigers_in_the_mist.state import ENTERED, ENTRENCHED, OVER_RIVER, State

D10 = die(10)

#: 9.3 The steps of a battle in a few words each.
BATTLE_STEPS = [
    "Artillery calls",
    "Defending artillery",
    "Defending fire",
    "Attacking artillery",
    "Attacking fire",
]


class Circumstances(msgspec.Struct, frozen=True):
    """What holds for a whole battle, whoever falls in it; steps store it as `facts`."""

    attacker: Side
    area: Area
    attackers: Units
    river: bool
    confusion: bool
    combined: bool = False


class Modifier(NamedTuple):
    """One die roll modifier of 9.7."""

    rule: str
    text: str
    value: int


def circumstances(g: State, side: Side, area: int, attackers: tuple[int, ...]) -> Circumstances:
    """The circumstances of a battle that is about to be fought; combined arms is settled with the artillery (9.6)."""
    return Circumstances(side, area, attackers, over_river(g, area, attackers), confused(g, area))


def over_river(g: State, area: int, attackers: tuple[int, ...]) -> bool:
    """9.71 - 9.73 Whether every attacker came over a river this impulse and no friend of theirs began it here."""
    crossed = ENTERED | OVER_RIVER
    return not g.began >> area & 1 and all(g.status[unit] & crossed == crossed for unit in attackers)


def confused(g: State, area: int) -> bool:
    """14.24 Whether this is the battle that Special Forces confuse."""
    return g.special.effect == BATTLEFIELD_CONFUSION and g.special.area == area


def attackers_of(g: State, facts: Circumstances) -> list[int]:
    """The attackers still in the battle."""
    return [unit for unit in facts.attackers if g.place[unit] == facts.area]


def defenders_of(g: State, facts: Circumstances) -> list[int]:
    """8.23 Every enemy unit in the area defends."""
    return g.units_at(facts.area, facts.attacker.enemy)


def fighters(g: State, facts: Circumstances, side: Side) -> list[int]:
    """The units of one side still in the battle."""
    return attackers_of(g, facts) if side is facts.attacker else defenders_of(g, facts)


def stands_by(g: State, facts: Circumstances, side: Side, unit: int) -> bool:
    """9.14 Whether a unit of a side is in the area and not in the battle."""
    return unit in g.units_at(facts.area, side) and unit not in fighters(g, facts, side)


def panel(
    g: State, facts: Circumstances, step: int, aims: list[tuple[int, int]], aiming: int | None, shots: int = 0
) -> Panel:
    """9.3 A battle under way as it is shown: who is left in it, its step, and what has been aimed at what."""
    attacker = facts.attacker
    sides = fighters(g, facts, attacker), fighters(g, facts, attacker.enemy)
    return Panel(facts.area, attacker, *sides, step, BATTLE_STEPS, aims, aiming, shots)


def is_combined(g: State, attackers: tuple[int, ...], shots: int) -> bool:
    """9.6 Infantry types, armor and artillery together in the attack."""
    infantry = [g.box.units.infantry[unit] for unit in attackers]
    return shots > 0 and any(infantry) and not all(infantry)


def common_modifier(facts: Circumstances, side: Side) -> int:
    """9.71, 14.24 The modifiers that apply to all fire of a side: the defender's chances, and Allied confusion."""
    total = 0
    if side is not facts.attacker:
        total -= facts.river + (not facts.combined)
    if facts.confusion and side is Side.ALLIED:
        total += 1
    return total


def shell_number(g: State, facts: Circumstances, side: Side, target: int) -> int:
    """9.48, 9.49 The highest roll with which an artillery shot hits."""
    attack, defense, _ = g.box.tables.factors.artillery
    if side is facts.attacker:
        return attack - common_modifier(facts, side) - (g.status[target] & ENTRENCHED)
    return defense - common_modifier(facts, side)


def fire_number(g: State, facts: Circumstances, firer: int, target: int) -> int:
    """4.18, 9.21, 9.71 The highest roll with which a unit's die hits."""
    side = g.box.units.side(firer)
    kind = g.box.units.type[firer]
    modifier = common_modifier(facts, side) + (not supply.in_supply(g, firer))
    if side is facts.attacker:
        return g.box.attack[kind] - modifier - (g.status[target] & ENTRENCHED)
    return g.box.defense[kind] - modifier


def modifiers(g: State, facts: Circumstances, side: Side, firer: int | None, target: int) -> list[Modifier]:
    """9.7 Every modifier of one shot with its rule, for those who want to see the sum. `firer` None is artillery."""
    found = []
    if side is facts.attacker and g.status[target] & ENTRENCHED:
        found.append(Modifier("TM-9.71a", "target is entrenched", 1))
    if firer is not None and not supply.in_supply(g, firer):
        found.append(Modifier("TM-9.71b", "firing unit is out of supply", 1))
    if side is not facts.attacker and not facts.combined:
        found.append(Modifier("TM-9.6b", "attack without combined arms", -1))
    if side is not facts.attacker and facts.river:
        found.append(Modifier("TM-9.71c", "attack over a river", -1))
    if facts.confusion and side is Side.ALLIED:
        found.append(Modifier("TM-14.24a", "battlefield confusion", 1))
    return found
