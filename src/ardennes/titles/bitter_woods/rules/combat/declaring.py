"""9.2 (1) An attack is put together: who takes part, with what support, and how; then the dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

import msgspec

from ardennes.board.cells import board_of
from ardennes.kernel import Chance, Chances, Reason, Side, die
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.kernel.words import phrase, say
from ardennes.parts.eye.scenery import Battle
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.bitter_woods.events import AttackDeclared, CombatRolled, NerveRolled
from ardennes.titles.bitter_woods.rules import artillery
from ardennes.titles.bitter_woods.rules.combat import angriff, bombardment, duties, nerve, participants, strengths
from ardennes.titles.bitter_woods.rules.combat.participants import ALONE, ATTACKERS, named
from ardennes.titles.bitter_woods.rules.combat.results import Aftermath
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.rules.judging import every_unit
from ardennes.titles.bitter_woods.state import Duty, State

D6 = die(6)

# ---- aircraft ----------------------------------------------------------------------------------------------


def _flights(side: Callable[[Attack], Side]) -> tuple[Rung, ...]:
    """11.1, 11.2, 23.2 What keeps the aircraft of a side away from an attack."""
    return (
        Rung("BW-23.2d", "no aircraft takes part in an Angriff", lambda g, a, left: left if a.angriff else 0),
        Rung(
            "BW-11.2e",
            "one aircraft of your side was over {where} in this phase",
            lambda g, a, left: left if g.flown[side(a)] >> a.hex & 1 else 0,
        ),
        Rung("BW-11.1b", "no aircraft is left", lambda g, a, left: 0 if g.air[side(a)] else left),
    )


#: 11.2 For the attacker, and for the defender.
STRIKE_FLIGHTS = Rungs(named, ALONE, *_flights(lambda attack: attack.side))
COVER_FLIGHTS = Rungs(named, *_flights(lambda attack: attack.side.enemy))

# ---- whether it can be fought ------------------------------------------------------------------------------


def _stranger(g: State, attack: Attack) -> Reason | None:
    """28.4, 37.2 Why one of the guns chosen may not support the units chosen, if one may not."""
    gun = g.box.units.artillery
    guns = [unit for unit in (*attack.units, *attack.guns) if gun[unit]]
    if not guns:
        return None
    fighting = [unit for unit in attack.units if not gun[unit]]
    able = artillery.COMPANY.free(g, fighting, board_of(guns))
    return next((artillery.COMPANY.why_not(g, fighting, one) for one in guns if not able >> one & 1), None)


def _missing(g: State, attack: Attack) -> tuple[Duty, int] | None:
    """9.5 A counterattack that some take part in, and the first of those who have to join it."""
    for duty in duties.counters(g, attack.side) if g.duties else ():
        bound = participants.bound_to_counter(g, duty)
        missing = [unit for unit in bound if unit not in attack.units]
        if len(missing) < len(bound) and missing and participants.counter_targets(g, duty):
            return duty, missing[0]
    return None


def _not_joined(g: State, attack: Attack, one: int) -> Reason:
    """9.5 Who has to join, as one who was there or who came to help."""
    found = _missing(g, attack)
    assert found is not None
    duty, unit = found
    rule = "BW-9.5j" if unit in duty.joined else "BW-9.5h"
    return Reason(rule, say("{missing} has to join the counterattack", missing=g.name(unit)))


def _support_alone(g: State, attack: Attack, left: int) -> int:
    """10.2, 11.2 Artillery and aircraft do not attack by themselves."""
    return 0 if any(g.box.units.fights[unit] for unit in attack.units) else left


#: 9.2 What keeps an attack from being declared as it is put together.
DECLARED = Rungs(
    named,
    Rung(
        "BW-10.2c",
        "{text} attacks only together with a unit next to the enemy",
        lambda g, attack, left: _support_alone(g, attack, left) if attack.units or attack.guns else 0,
        facts=lambda g, attack, one: {"text": phrase("artillery")},
    ),
    Rung(
        "BW-11.2c",
        "{text} attacks only together with a unit next to the enemy",
        _support_alone,
        facts=lambda g, attack, one: {"text": phrase("aircraft")},
    ),
    Rung(
        "BW-28.4",
        "",
        lambda g, attack, left: left if _stranger(g, attack) else 0,
        reason=lambda g, attack, one: _said(_stranger(g, attack)),
    ),
    Rung(
        "BW-23.1a",
        "",
        lambda g, attack, left: left if attack.angriff and not angriff.TERMS.free(g, attack, 1) else 0,
        reason=lambda g, attack, one: _said(angriff.TERMS.why_not(g, attack, 0)),
    ),
    Rung("BW-9.5h", "", lambda g, attack, left: left if _missing(g, attack) else 0, reason=_not_joined),
)


def _said(reason: Reason | None) -> Reason:
    assert reason is not None
    return reason


# ---- the attacker ------------------------------------------------------------------------------------------


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


#: 21.2, 23.1, 27.1 What keeps an attack from being preceded by a bombardment, and from being made an Angriff; one that
#: is an Angriff may always become an ordinary attack again.
BOMBARDS = Rungs(named, ALONE, *bombardment.TERMS)
TURNED = Rungs(named, ALONE, *angriff.TERMS)
UNDONE = Rungs(named)


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

    def out_of_place(self, g: State) -> Reason:
        """21.2, 27.1, 9.1 An attack under way is not called off."""
        if self.attack.alone:
            return ATTACKERS.reason(ALONE, g, self.attack, self.attack.units[0])
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
        every_unit,
        by=ATTACKERS,
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

    @button(by=STRIKE_FLIGHTS, about=lambda step, g: step.attack, stays=True)
    def air(self, g: State) -> None:
        """11.2 An aircraft takes part, or is called back."""
        self._declare(g, air=not self.attack.air)

    @button(
        "Bombard with the guns chosen",
        by=BOMBARDS,
        about=lambda step, g: step.attack,
        only=lambda box: box.bombardments,
    )
    def bombard(self, g: State) -> None:
        """21.1 The guns chosen fire first."""
        attack = self.attack
        gun = g.box.units.artillery
        near = tuple(unit for unit in attack.units if not gun[unit])
        g.push(ChooseAttackers(self.side, msgspec.structs.replace(attack, units=near, guns=())))
        bombardment.open_fire(g, attack)

    @button(
        "Make it an Angriff",
        by=lambda step, g: UNDONE if step.attack.angriff else TURNED,
        about=lambda step, g: step.attack,
        stays=True,
        only=lambda box: box.angriff,
    )
    def angriff(self, g: State) -> None:
        """23.1 It is an Angriff, or an ordinary attack again."""
        self._declare(g, angriff=not self.attack.angriff)

    @button("Fight the battle", by=DECLARED, about=lambda step, g: step.attack)
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


# ---- the defender ------------------------------------------------------------------------------------------

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
        every_unit,
        by=SUPPORTERS,
        about=lambda step, g: step.attack,
        label=_left_out,
        stays=True,
    )
    def unit(self, g: State, unit: int) -> None:
        """9.2 It supports the defence, or does not after all."""
        chosen = tuple(sorted({*self.attack.support} ^ {unit}))
        g.replace(ChooseSupport(self.side, msgspec.structs.replace(self.attack, support=chosen)))

    @button(by=COVER_FLIGHTS, about=lambda step, g: step.attack, stays=True)
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
