"""9.5, 9.6 Combat results, carried out step by step: the defender's part first, then the attacker's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, ClassVar

import msgspec

from ardennes.board.cells import board_of
from ardennes.kernel import Automatic, Side
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.kernel.shapes import Number
from ardennes.parts.rules.questions import Question, pick
from ardennes.titles.bitter_woods.box.fields import CombatResult, Origins, SomeUnits, Units
from ardennes.titles.bitter_woods.box.tables import Result, read_result
from ardennes.titles.bitter_woods.rules import leaders
from ardennes.titles.bitter_woods.rules.combat import duties
from ardennes.titles.bitter_woods.rules.combat.advance import Advance
from ardennes.titles.bitter_woods.rules.combat.angriff import AngriffAdvance
from ardennes.titles.bitter_woods.rules.combat.stand import fall_back
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.rules.improved_positions import fortified
from ardennes.titles.bitter_woods.rules.judging import every_unit
from ardennes.titles.bitter_woods.rules.options import AFTER_COMBAT, AT_ANY_TIME
from ardennes.titles.bitter_woods.rules.zones import in_zone
from ardennes.titles.bitter_woods.state import State, laws

result_of = lru_cache(maxsize=64)(read_result)


def exposed(g: State, attack: Attack) -> tuple[int, ...]:
    """10.2 The attackers a result can hit: those next to the enemy; rockets only in an enemy zone of control."""
    enemy, gun = attack.side.enemy, g.box.units.artillery
    return tuple(
        unit for unit in attack.units if g.on_map(unit) and (not gun[unit] or in_zone(g, enemy, g.place[unit]))
    )


def ground_lost(g: State, attack: Attack, defenders: Sequence[int], side: Side, hexes: int) -> int:
    """30 How far a side goes after a combat: the Germans one hex less on 16AM against the Schnee Eifel regiments."""
    if not g.box.schnee_eifel or not g.surprised or side is not Side.GERMAN:
        return hexes
    met = board_of((*attack.units, *defenders)) & g.box.schnee
    return hexes - 1 if met and hexes else hexes


def worn_out(g: State, attack: Attack) -> tuple[int, ...]:
    """20 The attackers that attrition can hit: mechanized, at full strength, and long enough in play."""
    if not g.box.attrition or g.turn < g.box.attrition_from:
        return ()
    fresh = g.box.units.all_mechanized & ~g.reduced
    return tuple(
        unit
        for unit in attack.units
        if fresh >> unit & 1 and g.on_map(unit) and g.turn - g.arrived[unit] >= g.box.tables.attrition.turns
    )


def _left_alone(g: State, units: tuple[int, ...]) -> tuple[int, ...]:
    """24.3 The leaders who go back with retreating units, because nobody else stays with them."""
    if not g.box.leaders:
        return ()
    alone = [u for u in leaders.with_units(g, units) if not set(g.fighters_at(g.place[u])) - set(units)]
    return tuple(alone)


class Aftermath(Automatic[State], frozen=True):
    """9.5 A result being carried out. `from_where` are the hexes the attackers stood in when the die fell."""

    rule: ClassVar[str] = "BW-9.2i"
    attack: Attack
    result: CombatResult
    defenders: Units
    stage: Annotated[int, Number(0, 3)] = 0
    from_where: Origins = ()

    def run(self, g: State) -> None:
        found = result_of(self.result)
        step = self
        laws.uphold(g)
        if self.stage == 0:
            step = msgspec.structs.replace(self, from_where=tuple(sorted({g.place[u] for u in self.attack.units})))
        g.replace(msgspec.structs.replace(step, stage=self.stage + 1))
        carry_out = _ORDER[found.kind]
        if self.stage < len(carry_out):
            carry_out[self.stage](step, g, found)
        else:
            g.pop()
            duties.review(g)
            for settle in AFTER_COMBAT:
                settle(g)

    # -- who is concerned ---------------------------------------------------------------------------------------------

    def attackers(self, g: State) -> tuple[int, ...]:
        """The attackers that are left and can be hit."""
        return exposed(g, self.attack)

    def standing(self, g: State) -> tuple[int, ...]:
        """The defenders that are left. Artillery in the attacked hex is one of them (10.3)."""
        return tuple(unit for unit in self.defenders if g.on_map(unit))

    # -- the parts of results -----------------------------------------------------------------------------------------

    def defender_eliminated(self, g: State, found: Result) -> None:
        for unit in self.standing(g):
            g.eliminate(unit, "BW-9.5a")

    def attacker_eliminated(self, g: State, found: Result) -> None:
        for unit in self.attackers(g):
            g.eliminate(unit, "BW-9.5b")

    def defender_loses(self, g: State, found: Result) -> None:
        if found.loss or found.kind == "FF":
            units = tuple(unit for unit in self.standing(g) if leaders.expendable(g, unit))
            g.push(Loss(self.attack.side.enemy, units, found.text))

    def attacker_loses(self, g: State, found: Result) -> None:
        if (found.loss or found.kind == "FF") and (units := self.attackers(g)):
            if g.box.leaders:  # 24.3
                units += tuple(u for u in leaders.with_units(g, units) if leaders.expendable(g, u))
            g.push(Loss(self.attack.side, units, found.text))

    def defender_retreats(self, g: State, found: Result) -> None:
        hexes = ground_lost(g, self.attack, self.defenders, self.attack.side.enemy, found.hexes)
        if hexes and (units := self.standing(g)):
            fall_back(g, self.attack.side.enemy, units, hexes)

    def attacker_retreats(self, g: State, found: Result) -> None:
        hexes = ground_lost(g, self.attack, self.defenders, self.attack.side, found.hexes)
        if hexes and (units := self.attackers(g)):
            fall_back(g, self.attack.side, (*units, *_left_alone(g, units)), hexes)
        self.wear_out(g, found)  # on the Angriff table retreats of the attacker have stars

    def attacker_advances(self, g: State, found: Result) -> None:
        """9.8 As many hexes as the defender had to retreat; one after DE; only into the vacated hex after FF."""
        hexes = found.hexes if found.kind == "D" else 1
        hexes = ground_lost(g, self.attack, self.defenders, self.attack.side, hexes)
        units = tuple(unit for unit in self.attack.units if g.on_map(unit))
        if g.box.leaders:  # 24.3
            units += leaders.with_units(g, units)
        if hexes and units and not g.occupied[self.attack.side.enemy] >> self.attack.hex & 1:
            bonus, marches = found.kind != "FF", self.attack.alone
            g.push(Advance(self.attack.side, units, (self.attack.hex,), hexes, bonus, marches))
        self.wear_out(g, found)

    def wear_out(self, g: State, found: Result) -> None:
        """20 A starred result wears tired attackers out, before anybody advances or goes back."""
        if found.starred and (tired := worn_out(g, self.attack)):
            g.push(Attrition(self.attack.side, tired, found.text))

    def defender_advances(self, g: State, found: Result) -> None:
        """9.8 One hex, into a hex the attackers have left."""
        left = tuple(cell for cell in self.from_where if not g.occupied[self.attack.side] >> cell & 1)
        units = tuple(unit for unit in self.standing(g) if not g.box.leader_units >> unit & 1)  # 24.3
        hexes = ground_lost(g, self.attack, self.defenders, self.attack.side.enemy, 1)
        if left and units and hexes:
            g.push(Advance(self.attack.side.enemy, units, left, hexes, bonus=False))

    def leaves_duty(self, g: State, found: Result) -> None:
        """9.5 CA and ENG; units in a fortification may ignore CA (8.2), and always do."""
        if found.kind == "ENG" or not fortified(g, self.attack.hex):
            duties.lay(g, found.kind, self.attack.side, self.attack.hex, self.attack.units)

    def mechanized_pass(self, g: State, found: Result) -> None:
        """23.3 The mechanized attackers may advance past the defender, who stays where he is."""
        units = tuple(unit for unit in self.attack.units if g.on_map(unit))
        if g.box.leaders:  # 24.3
            units += leaders.with_units(g, units)
        attack = self.attack
        g.push(AngriffAdvance(attack.side, units, (attack.hex,), found.hexes, False, attackers=attack.units))
        self.wear_out(g, found)

    def nothing(self, g: State, found: Result) -> None:
        """9.5 SU: both sides stay where they are."""


_ORDER = {
    "DE": (Aftermath.defender_eliminated, Aftermath.attacker_advances),
    "AE": (Aftermath.attacker_eliminated, Aftermath.defender_advances),
    "D": (Aftermath.defender_loses, Aftermath.defender_retreats, Aftermath.attacker_advances),
    "A": (Aftermath.attacker_loses, Aftermath.attacker_retreats, Aftermath.defender_advances),
    "FF": (Aftermath.defender_loses, Aftermath.attacker_loses, Aftermath.attacker_advances),
    "CA": (Aftermath.leaves_duty,),
    "ENG": (Aftermath.leaves_duty,),
    "SU": (Aftermath.nothing,),
    "ADV": (Aftermath.mechanized_pass,),
}


#: 9.6 Who takes no combat loss.
SPARED = Rungs(
    lambda g, step, unit: {"unit": g.name(unit)},
    Rung(
        "BW-10.2f",
        "{unit} gave support from afar and suffers nothing",
        lambda g, step, left: left & g.box.units.all_artillery & g.box.units.all_of[step.side] & ~board_of(step.units),
        finer=True,
    ),
    Rung(
        "BW-9.6c",
        "only units involved in the combat can take the loss",
        lambda g, step, left: left & ~board_of(step.units),
    ),
)


class Loss(Question[State], frozen=True):
    """9.6 The player who suffers a combat loss takes it from any unit of his in that combat."""

    rule: ClassVar[str] = "BW-9.6c"
    phase: ClassVar[str] = "combat"
    asks: ClassVar[str] = "{result}: choose the unit that takes the combat loss"
    otherwise: ClassVar[tuple[str, str]] = (
        "BW-9.2i",
        "the combat result comes first: choose the unit that takes the loss",
    )
    asides = AT_ANY_TIME
    units: SomeUnits
    result: CombatResult

    @pick(every_unit, by=SPARED, quick=lambda step, g: step.units, alone=True)
    def unit(self, g: State, unit: int) -> None:
        """9.6 It loses a step."""
        g.lose_step(unit, "BW-9.6b")


class Attrition(Loss, frozen=True):
    """20 A starred result costs the attacker a step of a mechanized unit that has been in play for long."""

    rule: ClassVar[str] = "BW-20a"
    asks: ClassVar[str] = "{result}: choose the tired unit that loses a step"

    @pick(
        lambda step, g: step.units,
        ("BW-20b", "attrition falls on full-strength mechanized attackers that were long in play"),
        alone=True,
    )
    def unit(self, g: State, unit: int) -> None:
        """20 It loses a step."""
        g.lose_step(unit, "BW-9.6b")
