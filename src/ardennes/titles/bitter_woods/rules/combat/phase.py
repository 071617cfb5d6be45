"""9.1, 9.2 Combat: the combat phase, participants and support, and the roll."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Action, Automatic, Chance, Chances, Choice, Choices, Reason, Side, die
from ardennes.kernel.words import say
from ardennes.parts.scenery import Battle
from ardennes.titles.bitter_woods.events import AttackDeclared, CombatRolled, NerveRolled
from ardennes.titles.bitter_woods.rules import artillery, kampfgruppe
from ardennes.titles.bitter_woods.rules.combat import angriff, bombardment, duties, nerve, participants, strengths
from ardennes.titles.bitter_woods.rules.combat.results import Aftermath
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.rules.kampfgruppe import Regrouping
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
        if participants.targets(g, self.side):
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


class Combat(Regrouping, frozen=True):
    """9.1 The phasing player attacks in any order, as often as he has units."""

    rule: ClassVar[str] = "BW-9.1b"
    phase: ClassVar[str] = "combat"
    buttons: ClassVar[Mapping[str, str]] = {"done": "End combat"}

    def prompt(self, g: State) -> str:
        must = open_duties(g, self.side)
        if must:
            return say(
                "Choose a hex to attack; {hex} has an order to fight from {kind}",
                hex=g.hex_name(must[0].hex),
                kind=must[0].kind,
            )
        return "Choose a hex to attack, or end combat"

    def choices(self, g: State) -> Choices:
        found: dict[str, Sequence[int | None]] = {}
        if hexes := participants.targets(g, self.side):
            found["hex"] = cells(hexes)
        if not open_duties(g, self.side):
            found["done"] = [None]
        if g.box.thirds:
            found |= kampfgruppe.offers(g, self.side)
        return found

    def allows(self, g: State, action: Action) -> bool:
        return self.why_not(g, action) is None

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, cell = action
        if verb == "done" and cell is None:
            for duty in open_duties(g, self.side):
                rule, text = ("BW-9.5g", "counterattack") if duty.kind == "CA" else ("BW-9.5t", "fight again")
                return Reason(rule, say("the units at {hex} must {text}", hex=g.hex_name(duty.hex), text=text))
            return None
        if verb in ("breakdown", "combine"):
            return kampfgruppe.why_not_regroup(g, self.side, verb)
        if verb != "hex" or cell is None:
            return Reason("BW-4d", "this is the combat phase: attack a hex, or end combat")
        return participants.why_not_attack(g, cell, self.side)

    def hex(self, g: State, cell: int) -> None:
        g.push(ChooseAttackers(self.side, Attack(self.side, cell, ())))

    def done(self, g: State) -> None:
        duties.end_phase(g, self.side)
        g.pop()


class _Declaring(Choice[State], frozen=True):
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
        if verb == "bombard":
            return "Bombard with the guns chosen"
        if verb == "angriff":
            return "Attack by the ordinary rules" if self.attack.angriff else "Make it an Angriff"
        return "Fight the battle"

    def label(self, g: State, verb: str, target: int) -> str:
        return say("leave {describe} out", describe=g.describe(target)) if target in self.taken_up(g) else ""

    def focus(self, g: State) -> int:
        return self.attack.hex

    def battle(self, g: State) -> Battle:
        """The combat as far as it is known."""
        attack = self.attack
        attackers, defenders = [*attack.units, *attack.guns], [*g.units_at(attack.hex), *attack.support]
        chosen = {*attackers, *defenders}
        able = [unit for unit in g.choices().get("unit", ()) if unit is not None and unit not in chosen]
        return Battle(attack.hex, attack.side, attackers, defenders, -1, [], [], None, 0, able)

    def allows(self, g: State, action: Action) -> bool:
        return self.why_not(g, action) is None


def _why_not_fly(g: State, side: Side, attack: Attack) -> Reason | None:
    """11.1, 11.2, 23.2 Why a side may commit no aircraft to an attack."""
    if attack.angriff:
        return Reason("BW-23.2d", "no aircraft takes part in an Angriff")
    if g.flown[side] >> attack.hex & 1:
        where = g.hex_name(attack.hex)
        return Reason("BW-11.2e", say("one aircraft of your side was over {where} in this phase", where=where))
    return None if g.air[side] else Reason("BW-11.1b", "no aircraft is left")


class ChooseAttackers(_Declaring, frozen=True):
    """9.2 (1) The attacker names units, artillery and aircraft; the attack is declared with `fight`."""

    def flies(self) -> bool:
        return self.attack.air

    def taken_up(self, g: State) -> Sequence[int]:
        return [*self.attack.units, *self.attack.guns]

    def prompt(self, g: State) -> str:
        if self.attack.alone:
            return say(
                "{units} attacks {hex} alone", units=g.name(self.attack.units[0]), hex=g.hex_name(self.attack.hex)
            )
        return say("Attack on {hex}: choose units, artillery and aircraft, then fight", hex=g.hex_name(self.attack.hex))

    def choices(self, g: State) -> Choices:
        if self.attack.alone:
            return {"fight": [None]}
        cell = self.attack.hex
        if g.joining is None or g.joining[0] is not self:
            strikers, guns = participants.strikers(g, cell, self.side), participants.supporters(g, cell, self.side)
            g.joining = (self, (*strikers, *guns))
        found: dict[str, Sequence[int | None]] = {"unit": g.joining[1]}
        if _why_not_fly(g, self.side, self.attack) is None:
            found["air"] = [None]
        if g.box.bombardments and bombardment.offered(g, self.attack):
            found["bombard"] = [None]
        if g.box.angriff and (self.attack.angriff or angriff.why_not_angriff(g, self.attack) is None):
            found["angriff"] = [None]
        if self._why_not_fight(g) is None:
            found["fight"] = [None]
        return found

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, unit = action
        if verb == "fight" and unit is None:
            return self._why_not_fight(g)
        if self.attack.alone:
            return Reason(
                "BW-27.1c",
                say("{units} attacks alone, without artillery and aircraft", units=g.name(self.attack.units[0])),
            )
        if verb == "air" and unit is None:
            return _why_not_fly(g, self.side, self.attack)
        if verb == "bombard" and unit is None:
            return bombardment.why_not_bombard(g, self.attack)
        if verb == "angriff" and unit is None:
            return None if self.attack.angriff else angriff.why_not_angriff(g, self.attack)
        if verb == "unit" and unit is not None:
            return participants.why_not_join(g, unit, self.attack.hex, self.side)
        if g.bombarded >> self.attack.hex & 1:
            return Reason(
                "BW-21.2e", say("{hex} was bombarded and must be attacked now", hex=g.hex_name(self.attack.hex))
            )
        return Reason("BW-9.1e", "an attack is under way and cannot be called off: choose who takes part, then fight")

    def _why_not_fight(self, g: State) -> Reason | None:
        chosen = self.attack.units
        if not any(g.box.units.fights[unit] for unit in chosen):
            rule, text = ("BW-10.2c", "artillery") if chosen or self.attack.guns else ("BW-11.2c", "aircraft")
            return Reason(rule, say("{text} attacks only together with a unit next to the enemy", text=text))
        if (reason := self._why_not_support(g)) is not None:
            return reason
        if self.attack.angriff and (reason := angriff.why_not_angriff(g, self.attack)) is not None:
            return reason
        if g.duties:
            for duty in duties.counters(g, self.side):
                bound = participants.bound_to_counter(g, duty)
                missing = [unit for unit in bound if unit not in chosen]
                if len(missing) < len(bound) and missing and participants.counter_targets(g, duty):
                    rule = "BW-9.5j" if missing[0] in duty.joined else "BW-9.5h"
                    return Reason(rule, say("{missing} has to join the counterattack", missing=g.name(missing[0])))
        return None

    def _why_not_support(self, g: State) -> Reason | None:
        """28.4, 37.2 Why a gun that was chosen may not support the units that were."""
        if not g.box.inter_allied and not g.box.artillery_command:
            return None
        gun = g.box.units.artillery
        fighting = [unit for unit in self.attack.units if not gun[unit]]
        guns = [unit for unit in (*self.attack.units, *self.attack.guns) if gun[unit]]
        return next((reason for one in guns if (reason := artillery.why_not_join(g, one, fighting)) is not None), None)

    def unit(self, g: State, unit: int) -> None:
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

    def air(self, g: State) -> None:
        self._declare(g, air=not self.attack.air)

    def bombard(self, g: State) -> None:
        attack = self.attack
        gun = g.box.units.artillery
        near = tuple(unit for unit in attack.units if not gun[unit])
        g.replace(ChooseAttackers(self.side, msgspec.structs.replace(attack, units=near, guns=())))
        bombardment.open_fire(g, attack)

    def angriff(self, g: State) -> None:
        self._declare(g, angriff=not self.attack.angriff)

    def fight(self, g: State) -> None:
        attack = self.attack
        engaged = attack.units
        met = [d for d in duties.counters(g, self.side) if {*engaged} & {*d.defenders, *d.joined}]
        g.duties = tuple(duty for duty in g.duties if duty not in met)
        duties.break_engagements(g, (*engaged, *g.units_at(attack.hex)))
        g.attacked |= board_of((*attack.units, *attack.guns))
        g.fired |= board_of((*attack.units, *attack.guns)) & g.box.units.all_artillery
        g.air[self.side] -= attack.air
        g.flown[self.side] |= attack.air << attack.hex
        g.replace(ChooseSupport(self.side.enemy, attack))


class ChooseSupport(_Declaring, frozen=True):
    """9.2 (1) The defender names supporting artillery and aircraft."""

    taken_alone: ClassVar[frozenset[str]] = frozenset({"fight"})

    def flies(self) -> bool:
        return self.attack.cover

    def taken_up(self, g: State) -> Sequence[int]:
        return [*self.attack.support]

    def prompt(self, g: State) -> str:
        return say(
            "{hex} is attacked: choose artillery and aircraft in support, then fight", hex=g.hex_name(self.attack.hex)
        )

    def choices(self, g: State) -> Choices:
        found: dict[str, Sequence[int | None]] = {}
        cell = self.attack.hex
        guns = [u for u in g.box.guns[self.side] if artillery.may_support_defense(g, u, cell, self.side)]
        if guns:
            found["unit"] = guns
        if _why_not_fly(g, self.side, self.attack) is None:
            found["air"] = [None]
        found["fight"] = [None]
        return found

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, unit = action
        if verb == "fight" and unit is None:
            return None
        if verb == "air" and unit is None:
            return _why_not_fly(g, self.side, self.attack)
        if verb != "unit" or unit is None:
            return Reason("BW-9.1e", "a declared attack cannot be called off: the defender chooses his support")
        if not 0 <= unit < len(g.place) or unit not in g.box.units.of[self.side]:
            return Reason("BW-9.2a", "the attacker has committed his forces; the defender chooses now")
        if not g.box.units.artillery[unit]:
            return Reason("BW-9.2a", say("{unit} is no artillery and cannot support another hex", unit=g.name(unit)))
        return artillery.why_not_support_defense(g, unit, self.attack.hex, self.side)

    def unit(self, g: State, unit: int) -> None:
        chosen = tuple(sorted({*self.attack.support} ^ {unit}))
        g.replace(ChooseSupport(self.side, msgspec.structs.replace(self.attack, support=chosen)))

    def air(self, g: State) -> None:
        g.replace(ChooseSupport(self.side, msgspec.structs.replace(self.attack, cover=not self.attack.cover)))

    def fight(self, g: State) -> None:
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
        g.replace(NerveRoll(attack) if nerve.needed(g, attack) else CombatRoll(attack))


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
