"""9.1, 9.2 Combat: the combat phase, participants and support, and the roll."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

import msgspec

from ardennes.board.cells import board_of
from ardennes.kernel import Automatic, Chance, Chances, Reason, Side, die
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.kernel.words import say
from ardennes.parts.questions import Question, button, pick
from ardennes.parts.scenery import Battle
from ardennes.titles.bitter_woods.events import AttackDeclared, CombatRolled, NerveRolled
from ardennes.titles.bitter_woods.rules import artillery
from ardennes.titles.bitter_woods.rules.asides import AT_ANY_TIME
from ardennes.titles.bitter_woods.rules.combat import angriff, bombardment, duties, nerve, participants, strengths
from ardennes.titles.bitter_woods.rules.combat.results import Aftermath
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.rules.quick.targets import targets
from ardennes.titles.bitter_woods.state import Duty, State

D6 = die(6)


class CombatBegins(Automatic[State], frozen=True):
    """4 A.5 The combat phase opens; artillery left alone under a CA result is lost at once (9.5)."""

    rule: ClassVar[str] = "BW-9.5n"
    side: Side

    def run(self, g: State) -> None:
        g.pop()
        g.attacked = g.bombarded = 0
        g.flown = [0, 0]
        for duty in duties.counters(g, self.side):
            stack = g.fighters_at(duty.hex)
            if stack and all(g.box.units.artillery[unit] for unit in stack):
                for unit in stack:
                    g.eliminate(unit, "BW-9.5m")
        duties.review(g)
        if targets(g, self.side):
            g.push(Combat(self.side))
        else:
            duties.end_phase(g, self.side)


def feasible(g: State, duty: Duty) -> int:
    """The hexes by attacking which a duty can be met now; 0 if it asks nothing any more."""
    if duty.kind == "CA":
        return participants.counter_targets(g, duty)
    fresh = [unit for unit in duties.still_beside(g, duty) if g.box.engages[unit]]
    met = any(participants.may_strike(g, unit, duty.hex, duty.side) for unit in fresh)
    return (1 << duty.hex) & g.occupied[duty.side.enemy] if met else 0


def open_duties(g: State, side: Side) -> list[Duty]:
    """9.5 What the side still has to attack before its combat phase may end."""
    if not g.duties:
        return []
    return [duty for duty in (*duties.counters(g, side), *duties.repeats(g, side)) if feasible(g, duty)]


class Combat(Question[State], frozen=True):
    """9.1 The phasing player attacks in any order, as often as he has units."""

    rule: ClassVar[str] = "BW-9.1b"
    phase: ClassVar[str] = "combat"
    otherwise: ClassVar[tuple[str, str]] = ("BW-4d", "this is the combat phase: attack a hex, or end combat")
    asides = AT_ANY_TIME

    def prompt(self, g: State) -> str:
        """Two sentences: 9.5 what must be fought, or 9.1 what may be."""
        must = open_duties(g, self.side)
        if must:
            return say(
                "Choose a hex to attack; {hex} has an order to fight from {kind}",
                hex=g.hex_name(must[0].hex),
                kind=must[0].kind,
            )
        return "Choose a hex to attack, or end combat"

    @pick(
        lambda step, g: g.box.map.grid.board,
        ("BW-9.1b", "there is no such hex"),
        by=participants.TARGETS,
        about=lambda step, g: step.side,
        quick=lambda step, g: targets(g, step.side),
        stays=True,
    )
    def hex(self, g: State, cell: int) -> None:
        """9.2 It is asked who attacks."""
        g.push(ChooseAttackers(self.side, Attack(self.side, cell, ())))

    @button("End combat", why=lambda step, g, target: step.duty(g))
    def done(self, g: State) -> None:
        """9.5 The phase is over, and with it what was due in it."""
        duties.end_phase(g, self.side)

    def duty(self, g: State) -> Reason | None:
        """9.5 What is to be fought before combat may end."""
        for duty in open_duties(g, self.side):
            rule, text = ("BW-9.5g", "counterattack") if duty.kind == "CA" else ("BW-9.5t", "fight again")
            return Reason(rule, say("the units at {hex} must {text}", hex=g.hex_name(duty.hex), text=text))
        return None


def _left_out(step: _Declaring, g: State, unit: int) -> str:
    """A unit that takes part already."""
    return say("leave {describe} out", describe=g.describe(unit)) if unit in step.taken_up(g) else ""


class _Declaring(Question[State], frozen=True):
    """9.2 (1) A combat is put together; whatever is chosen can be left out again."""

    rule: ClassVar[str] = "BW-9.2a"
    phase: ClassVar[str] = "combat"
    attack: Attack

    def flies(self) -> bool:
        """Whether the side that chooses has committed an aircraft."""
        raise NotImplementedError

    def button(self, g: State, verb: str) -> str:
        if verb == "air":
            return "Call the aircraft back" if self.flies() else "Commit an aircraft"
        if verb == "angriff" and self.attack.angriff:
            return "Attack by the ordinary rules"
        return super().button(g, verb)

    def focus(self, g: State) -> int:
        return self.attack.hex

    def battle(self, g: State) -> Battle:
        """The combat as far as it is known."""
        attack = self.attack
        attackers, defenders = [*attack.units, *attack.guns], [*g.units_at(attack.hex), *attack.support]
        chosen = {*attackers, *defenders}
        able = [unit for unit in g.choices().get("unit", ()) if unit is not None and unit not in chosen]
        return Battle(attack.hex, attack.side, attackers, defenders, -1, [], [], None, 0, able)


def _why_not_fly(g: State, side: Side, attack: Attack) -> Reason | None:
    """11.1, 11.2, 23.2 Why a side may commit no aircraft to an attack."""
    if attack.angriff:
        return Reason("BW-23.2d", "no aircraft takes part in an Angriff")
    if g.flown[side] >> attack.hex & 1:
        where = g.hex_name(attack.hex)
        return Reason("BW-11.2e", say("one aircraft of your side was over {where} in this phase", where=where))
    return None if g.air[side] else Reason("BW-11.1b", "no aircraft is left")


def _joint(why: Callable[[State, Attack], Reason | None]) -> Callable[[ChooseAttackers, State, None], Reason | None]:
    """27.1 Nothing is added to an attack that is made alone; to others what nothing else forbids."""
    return lambda step, g, target: step.alone(g) or why(g, step.attack)


class ChooseAttackers(_Declaring, frozen=True):
    """9.2 (1) The attacker names units, artillery and aircraft; the attack is declared with `fight`."""

    def flies(self) -> bool:
        return self.attack.air

    def taken_up(self, g: State) -> Sequence[int]:
        return [*self.attack.units, *self.attack.guns]

    def prompt(self, g: State) -> str:
        """Two sentences: 27.1 an attack that is made alone, or 9.2 any other."""
        if self.attack.alone:
            return say(
                "{units} attacks {hex} alone", units=g.name(self.attack.units[0]), hex=g.hex_name(self.attack.hex)
            )
        return say("Attack on {hex}: choose units, artillery and aircraft, then fight", hex=g.hex_name(self.attack.hex))

    def alone(self, g: State) -> Reason | None:
        """27.1 Why nobody joins, if nobody does."""
        return participants.ATTACKERS.why_not(g, self.attack, self.attack.units[0]) if self.attack.alone else None

    def out_of_place(self, g: State) -> Reason:
        """21.2, 27.1, 9.1 An attack under way is not called off."""
        if self.attack.alone and (reason := self.alone(g)) is not None:
            return reason
        if g.bombarded >> self.attack.hex & 1:
            return Reason(
                "BW-21.2e", say("{hex} was bombarded and must be attacked now", hex=g.hex_name(self.attack.hex))
            )
        return Reason("BW-9.1e", "an attack is under way and cannot be called off: choose who takes part, then fight")

    def joining(self, g: State) -> Sequence[int]:
        """9.2 Who may take part, kept while the attack is put together: the same ones then."""
        if g.joining is None or g.joining[0] is not self:
            where = (self.attack.hex, self.side)
            able = () if self.attack.alone else (*participants.strikers(g, *where), *participants.supporters(g, *where))
            g.joining = (self, able)
        return g.joining[1]

    @pick(
        lambda step, g: g.box.units.every,
        by=participants.ATTACKERS,
        about=lambda step, g: step.attack,
        quick=lambda step, g: step.joining(g),
        label=_left_out,
        stays=True,
    )
    def unit(self, g: State, unit: int) -> None:
        """9.2 It takes part, or stays out after all."""
        near = g.box.map.grid.adjacent(g.place[unit], self.attack.hex)
        old = self.attack.units if near else self.attack.guns
        new = tuple(sorted({*old} ^ {unit}))
        self._declare(g, **{"units" if near else "guns": new})

    def _declare(self, g: State, **changes: object) -> None:
        """The attack as it is now; who may join it is the same as before."""
        step = ChooseAttackers(self.side, msgspec.structs.replace(self.attack, **changes))
        if g.joining is not None and g.joining[0] is self:
            g.joining = (step, g.joining[1])
        g.replace(step)

    @button(why=_joint(lambda g, attack: _why_not_fly(g, attack.side, attack)), stays=True)
    def air(self, g: State) -> None:
        """11.2 An aircraft takes part, or is called back."""
        self._declare(g, air=not self.attack.air)

    @button("Bombard with the guns chosen", why=_joint(bombardment.why_not_bombard))
    def bombard(self, g: State) -> None:
        """21.1 The guns chosen fire first."""
        attack = self.attack
        gun = g.box.units.artillery
        near = tuple(unit for unit in attack.units if not gun[unit])
        g.push(ChooseAttackers(self.side, msgspec.structs.replace(attack, units=near, guns=())))
        bombardment.open_fire(g, attack)

    @button("Make it an Angriff", why=_joint(angriff.why_not_turn), stays=True)
    def angriff(self, g: State) -> None:
        """23.1 It is an Angriff, or an ordinary attack again."""
        self._declare(g, angriff=not self.attack.angriff)

    @button("Fight the battle", why=lambda step, g, target: _why_not_fight(g, step.attack))
    def fight(self, g: State) -> None:
        """9.2 The attack is declared."""
        attack = self.attack
        engaged = attack.units
        met = [d for d in duties.counters(g, self.side) if {*engaged} & {*d.defenders, *d.joined}]
        g.duties = tuple(duty for duty in g.duties if duty not in met)
        duties.break_engagements(g, (*engaged, *g.units_at(attack.hex)))
        g.attacked |= board_of((*attack.units, *attack.guns))
        g.fired |= board_of((*attack.units, *attack.guns)) & g.box.units.all_artillery
        g.air[self.side] -= attack.air
        g.flown[self.side] |= attack.air << attack.hex
        g.push(ChooseSupport(self.side.enemy, attack))


def _why_not_fight(g: State, attack: Attack) -> Reason | None:
    """9.5, 10.2, 11.2, 23.1, 28.4, 37.2 Why an attack cannot be declared as it is put together."""
    chosen = attack.units
    if not any(g.box.units.fights[unit] for unit in chosen):
        rule, text = ("BW-10.2c", "artillery") if chosen or attack.guns else ("BW-11.2c", "aircraft")
        return Reason(rule, say("{text} attacks only together with a unit next to the enemy", text=text))
    if (reason := _why_not_support(g, attack)) is not None:
        return reason
    if attack.angriff and (reason := angriff.why_not_angriff(g, attack)) is not None:
        return reason
    for duty in duties.counters(g, attack.side) if g.duties else ():
        bound = participants.bound_to_counter(g, duty)
        missing = [unit for unit in bound if unit not in chosen]
        if len(missing) < len(bound) and missing and participants.counter_targets(g, duty):
            rule = "BW-9.5j" if missing[0] in duty.joined else "BW-9.5h"
            return Reason(rule, say("{missing} has to join the counterattack", missing=g.name(missing[0])))
    return None


def _why_not_support(g: State, attack: Attack) -> Reason | None:
    """28.4, 37.2 Why a gun that was chosen may not support the units that were."""
    gun = g.box.units.artillery
    fighting = [unit for unit in attack.units if not gun[unit]]
    guns = [unit for unit in (*attack.units, *attack.guns) if gun[unit]]
    reasons = [artillery.COMPANY.why_not(g, fighting, one) for one in guns]
    return next((reason for reason in reasons if reason is not None), None)


#: 9.2, 10.2 What keeps a unit from being named in support of a defence.
SUPPORTERS = Rungs(
    lambda g, attack, unit: {
        "unit": g.name(unit),
        "gun": g.name(unit),
        "name": g.name(unit),
        "cell": g.hex_name(attack.hex),
    },
    Rung(
        "BW-9.2a",
        "the attacker has committed his forces; the defender chooses now",
        lambda g, attack, left: left & ~g.box.units.all_of[attack.side.enemy],
    ),
    Rung(
        "BW-9.2a",
        "{unit} is no artillery and cannot support another hex",
        lambda g, attack, left: left & ~g.box.units.all_artillery,
    ),
    *artillery.COVER,
)


class ChooseSupport(_Declaring, frozen=True):
    """9.2 (1) The defender names supporting artillery and aircraft."""

    asks: ClassVar[str] = "{hex} is attacked: choose artillery and aircraft in support, then fight"
    otherwise: ClassVar[tuple[str, str]] = (
        "BW-9.1e",
        "a declared attack cannot be called off: the defender chooses his support",
    )

    def flies(self) -> bool:
        return self.attack.cover

    def taken_up(self, g: State) -> Sequence[int]:
        return [*self.attack.support]

    def facts(self, g: State) -> dict[str, object]:
        return {"hex": g.hex_name(self.attack.hex)}

    @pick(
        lambda step, g: g.box.units.every,
        by=SUPPORTERS,
        about=lambda step, g: step.attack,
        label=_left_out,
        stays=True,
    )
    def unit(self, g: State, unit: int) -> None:
        """9.2 It supports the defence, or does not after all."""
        chosen = tuple(sorted({*self.attack.support} ^ {unit}))
        g.replace(ChooseSupport(self.side, msgspec.structs.replace(self.attack, support=chosen)))

    @button(why=lambda step, g, target: _why_not_fly(g, step.side, step.attack), stays=True)
    def air(self, g: State) -> None:
        """11.2 An aircraft covers the hex, or is called back."""
        g.replace(ChooseSupport(self.side, msgspec.structs.replace(self.attack, cover=not self.attack.cover)))

    @button("Fight the battle", alone=True)
    def fight(self, g: State) -> None:
        """9.2 All is known, and the dice follow."""
        attack = self.attack
        g.fired |= board_of(attack.support)
        g.air[self.side] -= attack.cover
        g.flown[self.side] |= attack.cover << attack.hex
        g.tell(
            AttackDeclared,
            attack.side,
            attack.hex,
            attack.units,
            attack.guns,
            attack.air,
            g.units_at(attack.hex),
            attack.support,
            attack.cover,
            attack.angriff,
        )
        g.push(NerveRoll(attack) if nerve.needed(g, attack) else CombatRoll(attack))


class NerveRoll(Chance[State], frozen=True):
    """19, 31 Before the attacker rolls he may have to find out whether the defender is unnerved."""

    rule: ClassVar[str] = "BW-19b"
    attack: Attack

    def chances(self, g: State) -> Chances:
        return D6

    def resolve(self, g: State, outcome: int) -> None:
        least = nerve.needed(g, self.attack)
        g.tell(NerveRolled, self.attack.hex, outcome, least, g.surprised)
        g.replace(CombatRoll(msgspec.structs.replace(self.attack, unnerved=outcome >= least)))


class CombatRoll(Chance[State], frozen=True):
    """9.2 (3) The attacker rolls."""

    rule: ClassVar[str] = "BW-9.2h"
    attack: Attack

    def chances(self, g: State) -> Chances:
        return D6

    def resolve(self, g: State, outcome: int) -> None:
        odds = strengths.odds(g, self.attack)
        result = strengths.result(g, odds, outcome)
        g.tell(CombatRolled, self.attack.hex, odds.attack, odds.defense, odds.name, odds.modifier, outcome, result.text)
        g.replace(Aftermath(self.attack, result.text, g.units_at(self.attack.hex)))
