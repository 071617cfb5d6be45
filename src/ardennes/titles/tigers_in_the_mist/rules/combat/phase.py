"""9.0 Combat: which battles are fought, by whom, and the seven steps of a battle (9.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

import msgspec

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Action, Automatic, Reason, Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.shapes import Number
from ardennes.kernel.words import say
from ardennes.parts.eye.scenery import Battle as Panel
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.tigers_in_the_mist.box.fields import Area, Shots, UnitsIfAny
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
from ardennes.titles.tigers_in_the_mist.rules.movement import entrenching
from ardennes.titles.tigers_in_the_mist.rules.movement.activation import DONE_TODAY, marked, named
from ardennes.titles.tigers_in_the_mist.state import ATTACKED, DONE, ENTERED, ENTRENCHED, HELD, MOVED, OVER_RIVER, State

# ---- which battles -----------------------------------------------------------------------------------------


def entered(g: State, area: int, side: Side) -> tuple[int, ...]:
    """9.12 The units that came into an area this impulse and must attack."""
    return tuple(unit for unit in g.units_at(area, side) if g.status[unit] & ENTERED)


def residents(g: State, area: int, side: Side) -> tuple[int, ...]:
    """9.13 The units already in an area that are free to attack."""
    return tuple(unit for unit in g.units_at(area, side) if not has_acted(g, unit))


def has_acted(g: State, unit: int) -> bool:
    """8.51d, 9.14 Whether a unit beside the enemy has done today what keeps it from attacking; to dig in is no move."""
    return bool(g.status[unit] & DONE) and not entrenching.dug_today(g, unit)


def _unless_it_dug_in(rung: Rung) -> Rung:
    """8.51d What is held against units that did more today than dig in."""

    def keeps_out(g: State, about: object, left: int) -> int:
        return board_of(unit for unit in cells(rung.keeps_out(g, about, left)) if not entrenching.dug_today(g, unit))

    return rung._replace(keeps_out=keeps_out)


def _all_have_acted(g: State, side: Side, area: int) -> bool:
    """9.13 Whether those of a side in an area are there, and none of them must or may attack."""
    return g.holds(side, area) and not entered(g, area, side) and not residents(g, area, side)


def _nobody(g: State, side: Side, area: int) -> Reason:
    """9.13 What keeps the first of those who stand beside the enemy from attacking."""
    reason = ATTACKERS.why_not(g, ChooseAttackers(side, area, ()), g.units_at(area, side)[0])
    assert reason is not None
    return reason


#: 9.0 What keeps a side from fighting a battle in a place.
BATTLES = Rungs(
    lambda g, side, area: {"name": g.box.map.names[area]},
    Rung("TM-9.17", "no battles are fought in perimeter zones", lambda g, side, left: left & g.box.map.all_zones),
    Rung(
        "TM-9.12",
        "{name} does not hold units of both sides",
        lambda g, side, left: left & ~(g.occupied[0] & g.occupied[1]),
    ),
    Rung("TM-9.38", "the battle in {name} has been fought for this impulse", lambda g, side, left: left & g.fought),
    Rung(
        "TM-9.13a",
        "",
        each(_all_have_acted),
        reason=_nobody,
    ),
)


def may_fight(g: State, side: Side) -> list[int]:
    """9.12, 9.13 Areas where a battle can be fought: units entered, or some that stood there may attack in place."""
    return cells(BATTLES.free(g, side, g.box.map.board))


def must_fight(g: State, side: Side) -> list[int]:
    """9.12 Areas that units of the moving side entered this impulse and where enemies are."""
    return [area for area in may_fight(g, side) if entered(g, area, side)]


class Battles(Question[State], frozen=True):
    """9.0 The moving player fights the battles of the impulse in any order."""

    rule: ClassVar[str] = "TM-9.0"
    phase: ClassVar[str] = "combat"
    otherwise: ClassVar[tuple[str, str]] = ("TM-6.0e", "movement is over: battles are fought now")

    def prompt(self, g: State) -> str:
        """Two sentences: 9.12 a battle that must be fought, or 9.13 those that may be."""
        if must_fight(g, self.side):
            return "Choose the next battle"
        return "Attack in place where you stand beside the enemy, or end combat"

    @pick(lambda step, g: g.box.map.board, by=BATTLES, about=lambda step, g: step.side, stays=True)
    def area(self, g: State, area: int) -> None:
        """9.13 It is asked who attacks."""
        g.push(ChooseAttackers(self.side, area, entered(g, area, self.side)))

    @button("End combat", why=lambda step, g, target: step.duty(g), alone=True)
    def done(self, g: State) -> None:
        """9.0 Combat is over."""

    def duty(self, g: State) -> Reason | None:
        """9.12 What is to be fought before combat may end."""
        if not (must := must_fight(g, self.side)):
            return None
        names = ", ".join(g.box.map.names[area] for area in must)
        return Reason("TM-9.12", say("units that entered must attack: {names}", names=names))

    def refusal(self, g: State, action: Action) -> Reason:
        """14.12 Special Forces too have had their time."""
        if action.verb == "special":
            return Reason("TM-14.12a", "Special Forces are placed during movement, and that is over")
        return super().refusal(g, action)


#: 9.12 - 9.14 What keeps a unit from being taken into an attack, or out of it.
ATTACKERS = Rungs(
    lambda g, step, unit: {"area": g.box.map.names[step.area], **named(g, step, unit)},
    Rung(
        "TM-9.13a",
        "{unit} is not yours to attack with",
        each(lambda g, step, unit: unit not in g.box.units.of[step.side]),
    ),
    Rung("TM-9.13a", "{unit} is not in {area}", each(lambda g, step, unit: g.place[unit] != step.area)),
    Rung(
        "TM-9.12",
        "{unit} entered this impulse and has to attack",
        each(lambda g, step, unit: g.status[unit] & ENTERED),
        finer=True,
    ),
    Rung("TM-9.11a", "{name} has attacked today", marked(ATTACKED)),
    Rung("TM-8.25b", "{name} has moved today and cannot attack", marked(MOVED)),
    *map(_unless_it_dug_in, DONE_TODAY),
)


class ChooseAttackers(Question[State], frozen=True):
    """9.13, 9.14 Units that were beside the enemy already join the attack or stay out of it."""

    rule: ClassVar[str] = "TM-9.13a"
    phase: ClassVar[str] = "combat"
    asks: ClassVar[str] = "Battle of {area}: choose who joins the attack, then fight"
    otherwise: ClassVar[tuple[str, str]] = ("TM-9.13a", "choose attackers, then fight")
    area: Area
    attackers: UnitsIfAny

    def taken_up(self, g: State) -> Sequence[int]:
        return self.attackers

    def focus(self, g: State) -> int:
        return self.area

    def battle(self, g: State) -> Panel:
        """The battle as it would be fought."""
        defenders = g.units_at(self.area, self.side.enemy)
        return Panel(self.area, self.side, [*self.attackers], defenders, -1, BATTLE_STEPS, [], None, 0)

    @pick(
        lambda step, g: range(len(g.box.units)),
        by=ATTACKERS,
        quick=lambda step, g: residents(g, step.area, step.side),
    )
    def unit(self, g: State, unit: int) -> None:
        """9.13 It joins, or stays out after all."""
        chosen = set(self.attackers) ^ {unit}
        g.push(ChooseAttackers(self.side, self.area, tuple(sorted(chosen))))

    @button(
        "Fight the battle",
        ("TM-9.13a", "nobody is chosen to attack"),
        when=lambda step, g: step.attackers,
        alone=True,
    )
    def fight(self, g: State) -> None:
        """9.14 Whoever could have attacked beside units that entered stands by; 9.3 the battle begins."""
        idle = tuple(unit for unit in residents(g, self.area, self.side) if unit not in self.attackers)
        if idle and entered(g, self.area, self.side):
            for unit in idle:
                g.status[unit] |= HELD
                g.spent[unit] = 0  # it stood by, whether it had dug in before or not: that alone is told of it now
            g.tell(StoodBy, idle)
        g.push(open_battle(g, self.side, self.area, self.attackers))


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
    circumstances: Circumstances = msgspec.field(name="facts")
    stage: Annotated[int, Number(0, 7)] = 0
    attacker_shots: Shots = 0
    defender_shots: Shots = 0

    def run(self, g: State) -> None:
        facts = self.circumstances
        attacker, defender = facts.attacker, facts.attacker.enemy
        g.replace(msgspec.structs.replace(self, stage=self.stage + 1))
        if self.stage == 0:  # 9.31 availability for both sides
            self._call(g, defender)
        elif self.stage == 1:
            self._call(g, attacker)
        elif self.stage == 2:  # 9.6 known as soon as the calls are
            combined = is_combined(g, facts.attackers, self.attacker_shots)
            g.tell(CombinedArms, combined)
            g.replace(
                msgspec.structs.replace(self, stage=3, circumstances=msgspec.structs.replace(facts, combined=combined))
            )
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
        if number := artillery.calls_of(g, self.circumstances, side):
            g.push(artillery.ArtilleryCalls(side, self.circumstances, number))

    def _shell(self, g: State, side: Side, shots: int) -> None:
        if shots and fighters(g, self.circumstances, side.enemy):
            g.push(artillery.AimArtillery(side, self.circumstances, shots))

    def _fire(self, g: State, side: Side) -> None:
        if fighters(g, self.circumstances, side) and fighters(g, self.circumstances, side.enemy):
            g.push(fire.AimFire(side, self.circumstances))

    def _end(self, g: State) -> None:
        facts = self.circumstances
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
