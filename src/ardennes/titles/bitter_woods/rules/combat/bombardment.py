"""21 Bombardments: guns fire before an attack, in the hope of shocking the defenders.

A bombardment belongs to the attack that follows it: the guns are chosen with the attack, fire, and are spent.
"""

from __future__ import annotations

from typing import ClassVar

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Chance, Chances, die
from ardennes.kernel.rungs import Rung
from ardennes.kernel.words import say
from ardennes.parts.odds import ModifierLine
from ardennes.titles.bitter_woods.box.counters import Kind
from ardennes.titles.bitter_woods.box.fields import Hex, SomeUnits, Units
from ardennes.titles.bitter_woods.events import Bombarded, Recovered, ShockRolled
from ardennes.titles.bitter_woods.rules import artillery
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.rules.improved_positions import fortified
from ardennes.titles.bitter_woods.state import State

D6 = die(6)


def battery(g: State, attack: Attack) -> tuple[int, ...]:
    """The artillery chosen for an attack, whether next to the enemy or farther off."""
    gun = g.box.units.artillery
    return tuple(unit for unit in (*attack.units, *attack.guns) if gun[unit])


def _too_few(g: State, attack: Attack) -> bool:
    """21.2 Whether neither enough corps artillery nor enough rockets are chosen."""
    guns, rockets, least = board_of(battery(g, attack)), g.box.units.all_rockets, g.box.tables.bombardment.least
    return (guns & rockets).bit_count() < least and (guns & ~rockets).bit_count() < least


def _out_of_command(g: State, attack: Attack) -> int | None:
    """37.2 A gun of German corps artillery that has no unit of its own army beside the target."""
    guns = [gun for gun in battery(g, attack) if artillery.commanded(g, gun)]
    near = g.box.map.grid.neighbours[attack.hex] & g.occupied[attack.side] if guns else 0
    armies = {g.army(unit) for cell in cells(near) for unit in g.units_at(cell)}
    return next((gun for gun in guns if g.army(gun) not in armies), None)


#: 21.1, 21.2 What keeps the guns chosen from bombarding the hex that is attacked.
TERMS = (
    Rung(
        "BW-21.1a",
        "bombardments are not played in this game",
        lambda g, attack, left: 0 if g.box.bombardments else left,
    ),
    Rung(
        "BW-23.2c",
        "an Angriff does without a bombardment",
        lambda g, attack, left: left if attack.angriff else 0,
    ),
    Rung(
        "BW-21.2f",
        "{hex} has been bombarded in this phase",
        lambda g, attack, left: left if g.bombarded >> attack.hex & 1 else 0,
    ),
    Rung(
        "BW-37.2c",
        "{gun} bombards only next to units of its own army until 18PM",
        lambda g, attack, left: left if _out_of_command(g, attack) is not None else 0,
        facts=lambda g, attack, one: {"gun": g.name(_out_of_command(g, attack))},
    ),
    Rung(
        "BW-21.2a",
        "choose {least} corps artillery units or {least} rocket units to bombard with",
        lambda g, attack, left: left if _too_few(g, attack) else 0,
        facts=lambda g, attack, one: {"least": g.box.tables.bombardment.least},
    ),
)


def modifiers(g: State, cell: int, guns: int) -> tuple[ModifierLine, ...]:
    """21.2 What changes the die of a bombardment with so many guns."""
    found = []
    if guns >= g.box.tables.bombardment.many:
        found.append(ModifierLine("BW-21.2c", say("{guns} artillery units", guns=guns), 1))
    if fortified(g, cell):
        found.append(ModifierLine("BW-21.2d", "a fortification", -1))
    return tuple(found)


def targets(g: State, cell: int) -> tuple[int, ...]:
    """21.2, 21.3 The units a die is rolled for: all in the hex but leaders."""
    return tuple(unit for unit in g.units_at(cell) if g.box.units.kind[unit] is not Kind.LEADER)


def open_fire(g: State, attack: Attack) -> None:
    """21.1 The guns fire, and are spent; the dice are to come."""
    guns = battery(g, attack)
    g.fired |= board_of(guns)
    g.bombarded |= 1 << attack.hex
    g.tell(Bombarded, attack.side, attack.hex, guns)
    if units := targets(g, attack.hex):
        g.push(BombardmentRoll(attack.hex, units, guns))


class BombardmentRoll(Chance[State], frozen=True):
    """21.2 One die for each unit in the hex; it is shocked by more than its endurance rating."""

    rule: ClassVar[str] = "BW-21.2b"
    hex: Hex
    units: SomeUnits
    guns: Units

    def chances(self, g: State) -> Chances:
        return D6

    def resolve(self, g: State, outcome: int) -> None:
        unit, *rest = self.units
        modifier = sum(line.value for line in modifiers(g, self.hex, len(self.guns)))
        rating = g.rating(unit)
        shocked = outcome + modifier > rating
        g.tell(ShockRolled, unit, outcome, modifier, rating, shocked)
        if shocked:
            g.shocked |= 1 << unit
        if rest:
            g.replace(BombardmentRoll(self.hex, tuple(rest), self.guns))
        else:
            g.pop()


def recover(g: State) -> None:
    """21.3 A player turn begins: the other side's turn is over, and with it the shock of its units."""
    over = tuple(cells(g.shocked & ~g.box.units.all_of[g.mover]))
    g.shocked &= g.box.units.all_of[g.mover]
    if over:
        g.tell(Recovered, over)
