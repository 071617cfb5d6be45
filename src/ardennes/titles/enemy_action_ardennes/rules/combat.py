"""9.0 Combat: attacks are declared and resolved one at a time.

`AttackPhase` is pushed after movement when an active unit is next to an enemy. The active units are `g.active`; those
that attack join `g.attacked`, those attacked `g.defended`, those that retreat `g.retreated`; all three are cleared when
the activation ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

import msgspec

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Action, Chance, Chances, Choices, Reason, Side
from ardennes.kernel.words import say
from ardennes.parts.phases import Asking
from ardennes.parts.scenery import Battle as Panel
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.rules import advances, battle, improved, joining, losses, stacking, tactics
from ardennes.titles.enemy_action_ardennes.rules.battle import Attack, Battle
from ardennes.titles.enemy_action_ardennes.state import State


def may_attack(g: State, side: Side) -> bool:
    """9.1 Whether any active unit that could attack stands next to an enemy."""
    return bool(targets(g, side))


def targets(g: State, side: Side) -> int:
    """9.0b, 9.1d The enemy hexes that an active unit may attack and that hold somebody not attacked yet."""
    around = g.box.grid.neighbours
    near, alone = 0, 0  # next to somebody who may attack by himself; next to one who needs another (2.21g)
    for unit in cells(g.active):
        if battle.able(g, unit):
            beside = around[g.place[unit]]
            if g.face(unit).bracketed:
                near |= alone & beside
                alone |= beside
            else:
                near |= beside
    board = near & g.occupied[side.enemy]
    for cell in cells(board):
        if not battle.fresh(g, cell):
            board &= ~(1 << cell)
    return board


def attackers(g: State, cell: int, side: Side) -> list[int]:
    """9.1 The active units next to a hex that may attack it."""
    return [unit for unit in battle.beside(g, cell, side) if g.active >> unit & 1 and battle.able(g, unit)]


def why_not_attack(g: State, unit: int, cell: int, side: Side) -> Reason:
    """9.1 Why a unit may not take part in an attack on a hex."""
    if not 0 <= unit < len(g.place) or g.side_of(unit) is not side or not g.on_map(unit):
        return Reason("EA-9.0b", "only the active player's units on the map attack")
    if not g.box.grid.adjacent(g.place[unit], cell):
        return Reason("EA-9.0b", say("{unit} is not next to {cell}", unit=g.name(unit), cell=g.hex_name(cell)))
    if g.attacked >> unit & 1:
        return Reason("EA-9.1c", say("{unit} has attacked in this activation", unit=g.name(unit)))
    if not g.active >> unit & 1:
        return Reason("EA-9.1b", say("{unit} is not active", unit=g.name(unit)))
    return Reason("EA-9.1e", say("{unit} is dispersed, out of supply or out of fuel", unit=g.name(unit)))


class AttackPhase(Asking[State], frozen=True):
    """9.0a The player declares one attack after the other."""

    rule: ClassVar[str] = "EA-9.0a"
    phase: ClassVar[str] = "combat"
    taken_alone: ClassVar[frozenset[str]] = frozenset({"done"})
    bonus: bool = False

    def prompt(self, g: State) -> str:
        return "Choose a hex to attack, or end combat"

    def choices(self, g: State) -> Choices:
        found = targets(g, self.side)
        return {"hex": cells(found), "done": [None]} if found else {"done": [None]}

    def refusal(self, g: State, action: Action) -> Reason:
        cell = action.target
        if action.verb != "hex" or cell is None:
            return Reason(self.rule, "this is combat: attack a hex, or end it")
        if not g.occupied[self.side.enemy] >> cell & 1:
            return Reason("EA-9.0b", say("there is no enemy in {cell}", cell=g.hex_name(cell)))
        if not battle.fresh(g, cell):
            return Reason("EA-9.1d", "the units there have been attacked in this activation")
        if attackers(g, cell, self.side):
            return Reason("EA-2.21g", "a unit with bracketed strength does not attack alone")
        return Reason("EA-9.0b", "no active unit that may attack is next to it")

    def hex(self, g: State, cell: int) -> None:
        g.push(ChooseAttackers(self.side, cell, self.bonus))

    def done(self, g: State) -> None:
        g.pop()


class ChooseAttackers(Asking[State], frozen=True):
    """9.0b Step 1: the attacker names the units that take part."""

    rule: ClassVar[str] = "EA-9.0b"
    phase: ClassVar[str] = "combat"
    cell: int
    bonus: bool
    units: tuple[int, ...] = ()

    def prompt(self, g: State) -> str:
        return say("Attack on {cell}: choose units, then declare it", cell=g.hex_name(self.cell))

    def focus(self, g: State) -> int:
        return self.cell

    def taken_up(self, g: State) -> tuple[int, ...]:
        return self.units

    def battle(self, g: State) -> Panel:
        """The combat as it is put together."""
        able = [unit for unit in attackers(g, self.cell, self.side) if unit not in self.units]
        return Panel(self.cell, self.side, [*self.units], [*battle.fresh(g, self.cell)], -1, [], [], None, 0, able)

    def label(self, g: State, verb: str, target: int) -> str:
        return say("leave {target} out", target=g.name(target)) if target in self.units else ""

    def button(self, g: State, verb: str) -> str:
        return "Attack" if verb == "done" else super().button(g, verb)

    def choices(self, g: State) -> Choices:
        found: dict[str, Sequence[int | None]] = {"unit": attackers(g, self.cell, self.side), "back": [None]}
        return {**found, "done": [None]} if self._enough(g) else found

    def _enough(self, g: State) -> bool:
        """2.21g A bracketed unit does not attack alone."""
        return len(self.units) > 1 or any(not g.face(unit).bracketed for unit in self.units)

    def refusal(self, g: State, action: Action) -> Reason:
        if action.verb == "unit" and action.target is not None:
            return why_not_attack(g, action.target, self.cell, self.side)
        if action.verb == "hex":
            return Reason("EA-9.0b", "one combat is against one hex: resolve this one first, or go back")
        if action.verb == "done" and self.units:
            return Reason("EA-2.21g", "a unit with bracketed strength does not attack alone")
        return Reason(self.rule, "choose the units that attack, then declare the attack")

    def unit(self, g: State, unit: int) -> None:
        g.replace(msgspec.structs.replace(self, units=tuple(sorted({*self.units} ^ {unit}))))

    def back(self, g: State) -> None:
        g.pop()

    def done(self, g: State) -> None:
        defenders = battle.fresh(g, self.cell)
        hexes = tuple(g.place[unit] for unit in self.units)
        attack = Attack(self.side, self.cell, self.units, hexes, defenders, bonus=self.bonus)
        g.attacked |= board_of(self.units)
        g.defended |= board_of(defenders)
        g.tell(events.AttackDeclared, self.side, self.cell, self.units, defenders)
        g.replace(Combat(attack))
        joining.leave_positions(g)


class Combat(Battle, frozen=True):
    """9.0 The steps of a combat, in the rulebook's order."""

    rule: ClassVar[str] = "EA-9.0a"

    def run(self, g: State) -> None:
        g.replace(Combat(self.attack, self.stage + 1))
        _STAGES[self.stage](g)


def _attacker_tactics(g: State) -> None:
    attack = battle.under_way(g).attack
    if tactics.why_not(g, attack.side, True) is None and (g.hands[attack.side] or attack.bonus):
        g.push(tactics.AttackerTactics(attack.side))


def _defender_tactics(g: State) -> None:
    tactics.DefenderTactics(battle.under_way(g).attack.side.enemy).ask(g)


def _minimum(g: State) -> None:
    """9.3a The least that must be drawn."""
    battle.change(g, total=battle.minimum(g, battle.under_way(g).attack))
    _draw(g)


def _announce(g: State) -> None:
    """9.3c Then the attacker says how many he draws in all."""
    attack = battle.under_way(g).attack
    most = battle.maximum(g, attack)
    if most > attack.total and len(attack.drawn) == attack.total:
        g.push(Announce(attack.side, attack.total, most))


def _draw(g: State) -> None:
    attack = battle.under_way(g).attack
    if len(attack.drawn) < attack.total and (g.cup or g.aside):
        g.push(DrawChit())


def _hits(g: State) -> None:
    """9.0e, 12.34a The defender applies his hits before the attacker does."""
    attack = battle.under_way(g).attack
    ours, theirs = battle.hits(g, attack)
    g.tell(events.HitsCounted, attack.hex, ours, theirs)
    if battle.shelters(g, attack):
        improved.remove(g, attack.hex, "EA-12.34a")
    battle.change(g, hits=(ours, theirs))
    if theirs:
        g.push(losses.MeetHits(attack.side.enemy, theirs))


def _vacated(g: State) -> None:
    """9.74b Units that had retreated into the hex go with its defenders."""
    attack = battle.under_way(g).attack
    if not any(g.place[unit] == attack.hex for unit in attack.defenders):
        for unit in g.units_at(attack.hex):
            g.eliminate(unit, "EA-9.74b")


def _attacker_hits(g: State) -> None:
    attack = battle.under_way(g).attack
    ours = attack.hits[0]
    if ours > 1:
        g.push(losses.Scatter(attack.side, ours))
    elif ours:
        losses.lose(g, attack.side, ours, attack.units, "EA-9.6")


def _advance(g: State) -> None:
    """9.8 The attackers follow into a hex that was vacated."""
    attack = battle.under_way(g).attack
    far = len(attack.retreat) == 2 or not any(g.on_map(unit) for unit in attack.defenders)
    if advances.able(g):
        g.push(advances.Advance(attack.side, far))


def _clean_up(g: State) -> None:
    """9.0f The chits drawn are set aside; stacks are looked at (7.4b)."""
    attack = battle.under_way(g).attack
    g.aside |= board_of(attack.drawn)
    g.pop()
    for side in (attack.side, attack.side.enemy):
        stacking.check(g, side)


_STAGES: tuple[Callable[[State], None], ...] = (
    _attacker_tactics,
    _defender_tactics,
    _minimum,
    _announce,
    _draw,
    _hits,
    _vacated,
    _attacker_hits,
    _advance,
    _clean_up,
)


class Announce(Asking[State], frozen=True):
    """9.3c Stop at the least, or say how many are drawn in all."""

    rule: ClassVar[str] = "EA-9.3c"
    phase: ClassVar[str] = "combat"
    least: int
    most: int

    def prompt(self, g: State) -> str:
        return say("{least} chits are drawn: say how many in all, {most} at most", least=self.least, most=self.most)

    def focus(self, g: State) -> int:
        return battle.under_way(g).attack.hex

    def label(self, g: State, verb: str, target: int) -> str:
        more = target - self.least
        return "draw no more" if not more else say("draw {more} more, {target} in all", more=more, target=target)

    def choices(self, g: State) -> Choices:
        return {"draw": [*range(self.least, self.most + 1)]}

    def refusal(self, g: State, action: Action) -> Reason:
        return Reason(
            self.rule,
            say("say how many chits are drawn in all: from {least} to {most}", least=self.least, most=self.most),
        )

    def draw(self, g: State, total: int) -> None:
        g.pop()
        battle.change(g, total=total)


class DrawChit(Chance[State], frozen=True):
    """9.3, 9.41 A chit is drawn; a blue one sends the chits of earlier combats back to the cup."""

    rule: ClassVar[str] = "EA-9.41a"
    luck: ClassVar[str] = "cup"

    def chances(self, g: State) -> Chances:
        return Chances((1, chit) for chit in cells(g.cup or g.aside))

    def resolve(self, g: State, outcome: int) -> None:
        if not g.cup:  # 9.3k
            g.cup, g.aside = g.aside, 0
        attack = battle.under_way(g).attack
        chit = g.box.chits.all[outcome]
        g.cup &= ~(1 << outcome)
        if chit.blue:
            g.cup |= g.aside
            g.aside = 0
        battle.change(g, drawn=(*attack.drawn, outcome))
        now = battle.under_way(g).attack
        side = chit.counted(battle.situations(g, now))
        g.tell(events.ChitDrawn, attack.hex, chit.number, side.text if side is not None else "", chit.blue)
        if len(now.drawn) >= now.total or not (g.cup or g.aside):
            g.pop()
