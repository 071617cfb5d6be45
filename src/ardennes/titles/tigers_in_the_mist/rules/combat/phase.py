"""9.0 Combat: which battles are fought, by whom, and the seven steps of a battle (9.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec

from ardennes.board.cells import cells
from ardennes.kernel import Action, Automatic, Choice, Choices, Reason, Side
from ardennes.kernel.words import say
from ardennes.parts.scenery import Battle as Panel
from ardennes.titles.tigers_in_the_mist.events import BattleEnded, BattleJoined, CombinedArms, StoodBy
from ardennes.titles.tigers_in_the_mist.rules import special_forces, supply
from ardennes.titles.tigers_in_the_mist.rules.combat import artillery, fire
from ardennes.titles.tigers_in_the_mist.rules.combat.circumstances import (
    BATTLE_STEPS,
    Circumstances,
    attackers_of,
    circumstances,
    defenders_of,
    fighters,
    is_combined,
)
from ardennes.titles.tigers_in_the_mist.rules.movement import activation, entrenching
from ardennes.titles.tigers_in_the_mist.state import ATTACKED, DONE, ENTERED, ENTRENCHED, HELD, MOVED, OVER_RIVER, State

# ---- which battles -----------------------------------------------------------------------------------------


def open_areas(g: State) -> list[int]:
    """9.17, 9.38 Contested areas, never zones, where no battle was fought this impulse."""
    return cells(g.occupied[0] & g.occupied[1] & g.box.map.all_areas & ~g.fought)


def must_fight(g: State, side: Side) -> list[int]:
    """9.12 Areas that units of the moving side entered this impulse and where enemies are."""
    return [area for area in open_areas(g) if entered(g, area, side)]


def may_fight(g: State, side: Side) -> list[int]:
    """9.12, 9.13 Areas where a battle can be fought: units entered, or some that stood there may attack in place."""
    return [area for area in open_areas(g) if entered(g, area, side) or residents(g, area, side)]


def entered(g: State, area: int, side: Side) -> tuple[int, ...]:
    """9.12 The units that came into an area this impulse and must attack."""
    return tuple(unit for unit in g.units_at(area, side) if g.status[unit] & ENTERED)


def residents(g: State, area: int, side: Side) -> tuple[int, ...]:
    """9.13, 8.51d The units already in an area that are free to attack; to have dug in today is no move."""
    return tuple(unit for unit in g.units_at(area, side) if not g.status[unit] & DONE or entrenching.dug_today(g, unit))


class Battles(Choice[State], frozen=True):
    """9.0 The moving player fights the battles of the impulse in any order."""

    rule: ClassVar[str] = "TM-9.0"
    phase: ClassVar[str] = "combat"
    buttons: ClassVar[Mapping[str, str]] = {"done": "End combat"}
    taken_alone: ClassVar[frozenset[str]] = frozenset({"done"})

    def prompt(self, g: State) -> str:
        if must_fight(g, self.side):
            return "Choose the next battle"
        return "Attack in place where you stand beside the enemy, or end combat"

    def choices(self, g: State) -> Choices:
        areas = may_fight(g, self.side)
        if not areas:
            return {"done": [None]}
        return {"area": areas} if must_fight(g, self.side) else {"area": areas, "done": [None]}

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, area = action
        if verb == "done" and area is None:
            if must := must_fight(g, self.side):
                names = ", ".join(g.box.map.names[area] for area in must)
                return Reason("TM-9.12", say("units that entered must attack: {names}", names=names))
            return None
        if verb == "special":
            return Reason("TM-14.12a", "Special Forces are placed during movement, and that is over")
        if verb != "area" or area is None:
            return Reason("TM-6.0e", "movement is over: battles are fought now")
        return why_not_fight(g, area, self.side)

    def area(self, g: State, area: int) -> None:
        g.push(ChooseAttackers(self.side, area, entered(g, area, self.side)))

    def done(self, g: State) -> None:
        g.pop()


def why_not_fight(g: State, area: int, side: Side) -> Reason | None:
    """Why no battle may be fought in an area now."""
    if not 0 < area < g.box.map.places:
        return Reason("TM-9.0", "there is no such area")
    name = g.box.map.names[area]
    if g.box.map.is_zone(area):
        return Reason("TM-9.17", "no battles are fought in perimeter zones")
    if not g.contested(area):
        return Reason("TM-9.12", say("{name} does not hold units of both sides", name=name))
    if g.fought >> area & 1:
        return Reason("TM-9.38", say("the battle in {name} has been fought for this impulse", name=name))
    if not entered(g, area, side) and not residents(g, area, side):
        return why_not_attack(g, g.units_at(area, side)[0])
    return None


def why_not_attack(g: State, unit: int) -> Reason | None:
    """8.25, 8.51d, 9.11, 9.14, 10.14 Why a unit beside the enemy may not attack in place; having dug in is no move."""
    if entrenching.dug_today(g, unit):
        return None
    name = g.name(unit)
    if g.status[unit] & ATTACKED:
        return Reason("TM-9.11a", say("{name} has attacked today", name=name))
    if g.status[unit] & MOVED:
        return Reason("TM-8.25b", say("{name} has moved today and cannot attack", name=name))
    return activation.why_not_active(g, unit, g.box.units.side(unit))


class ChooseAttackers(Choice[State], frozen=True):
    """9.13, 9.14 Units that were beside the enemy already join the attack or stay out of it."""

    rule: ClassVar[str] = "TM-9.13a"
    phase: ClassVar[str] = "combat"
    buttons: ClassVar[Mapping[str, str]] = {"fight": "Fight the battle"}
    taken_alone: ClassVar[frozenset[str]] = frozenset({"fight"})
    area: int
    attackers: tuple[int, ...]

    def prompt(self, g: State) -> str:
        return say("Battle of {area}: choose who joins the attack, then fight", area=g.box.map.names[self.area])

    def taken_up(self, g: State) -> Sequence[int]:
        return self.attackers

    def focus(self, g: State) -> int:
        return self.area

    def battle(self, g: State) -> Panel:
        """The battle as it would be fought."""
        defenders = g.units_at(self.area, self.side.enemy)
        return Panel(self.area, self.side, [*self.attackers], defenders, -1, BATTLE_STEPS, [], None, 0)

    def choices(self, g: State) -> Choices:
        offer: dict[str, list[int | None]] = {}
        if units := residents(g, self.area, self.side):
            offer["unit"] = [*units]
        if self.attackers:
            offer["fight"] = [None]
        return offer

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, unit = action
        if verb == "fight" and unit is None:
            return None if self.attackers else Reason("TM-9.13a", "nobody is chosen to attack")
        if verb != "unit" or unit is None:
            return Reason("TM-9.13a", "choose attackers, then fight")
        if unit not in g.units_at(self.area, self.side):
            return Reason(
                "TM-9.13a", say("only your units in {area} can attack there", area=g.box.map.names[self.area])
            )
        if g.status[unit] & ENTERED:
            return Reason("TM-9.12", say("{unit} entered this impulse and has to attack", unit=g.name(unit)))
        return why_not_attack(g, unit)

    def unit(self, g: State, unit: int) -> None:
        chosen = set(self.attackers) ^ {unit}
        g.replace(ChooseAttackers(self.side, self.area, tuple(sorted(chosen))))

    def fight(self, g: State) -> None:
        idle = tuple(unit for unit in residents(g, self.area, self.side) if unit not in self.attackers)
        if idle and entered(g, self.area, self.side):
            for unit in idle:
                g.status[unit] |= HELD
                g.spent[unit] = 0  # it stood by, whether it had dug in before or not: that alone is told of it now
            g.tell(StoodBy, idle)
        g.replace(open_battle(g, self.side, self.area, self.attackers))


def open_battle(g: State, side: Side, area: int, attackers: tuple[int, ...]) -> Battle:
    """8.59 The battle as it stands before anybody calls for artillery; attackers give up their entrenchments."""
    facts = circumstances(g, side, area, attackers)
    for unit in attackers:
        g.status[unit] = g.status[unit] & ~ENTRENCHED | ATTACKED
    g.tell(BattleJoined, area, side, attackers, tuple(defenders_of(g, facts)), facts.river, facts.confusion)
    return Battle(facts)


# ---- 9.3 the combat sequence -------------------------------------------------------------------------------


class Battle(Automatic[State], frozen=True):
    """9.3 A battle under way: each run does the next of the rulebook's steps."""

    rule: ClassVar[str] = "TM-9.31"
    facts: Circumstances
    stage: int = 0
    attacker_shots: int = 0
    defender_shots: int = 0

    def run(self, g: State) -> None:
        facts = self.facts
        attacker, defender = facts.attacker, facts.attacker.enemy
        g.replace(msgspec.structs.replace(self, stage=self.stage + 1))
        if self.stage == 0:  # 9.31 availability for both sides
            self._call(g, defender)
        elif self.stage == 1:
            self._call(g, attacker)
        elif self.stage == 2:  # 9.6 known as soon as the calls are
            combined = is_combined(g, facts.attackers, self.attacker_shots)
            g.tell(CombinedArms, combined)
            g.replace(msgspec.structs.replace(self, stage=3, facts=msgspec.structs.replace(facts, combined=combined)))
        elif self.stage == 3:  # 9.32
            self._shell(g, defender, self.defender_shots)
        elif self.stage == 4:  # 9.33, 9.34
            self._fire(g, defender)
        elif self.stage == 5:  # 9.35
            self._shell(g, attacker, self.attacker_shots)
        elif self.stage == 6:  # 9.36, 9.37
            self._fire(g, attacker)
        else:  # 9.38
            self._end(g)

    def _call(self, g: State, side: Side) -> None:
        if number := artillery.calls_of(g, self.facts, side):
            g.push(artillery.ArtilleryCalls(side, self.facts, number))

    def _shell(self, g: State, side: Side, shots: int) -> None:
        if shots and fighters(g, self.facts, side.enemy):
            g.push(artillery.AimArtillery(side, self.facts, shots))

    def _fire(self, g: State, side: Side) -> None:
        if fighters(g, self.facts, side) and fighters(g, self.facts, side.enemy):
            g.push(fire.AimFire(side, self.facts))

    def _end(self, g: State) -> None:
        facts = self.facts
        area = facts.area
        g.fought |= 1 << area
        for unit in attackers_of(g, facts):
            g.status[unit] &= ~(ENTERED | OVER_RIVER)
        if facts.confusion:
            g.special = g.special._replace(effect=special_forces.SPENT)
        attack = sum(g.strength[unit] for unit in attackers_of(g, facts))
        g.tell(BattleEnded, area, attack, g.strength_at(area, facts.attacker.enemy))
        g.pop()


class CombatBegins(Automatic[State], frozen=True):
    """13.16 Movement is over: supply for combat is determined once for all battles of the impulse."""

    rule: ClassVar[str] = "TM-13.16"

    def run(self, g: State) -> None:
        if g.occupied[0] & g.occupied[1]:
            supply.determine(g)
        g.pop()
