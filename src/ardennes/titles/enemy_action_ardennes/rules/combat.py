"""9.0 Combat: attacks are declared and resolved one at a time.

`AttackPhase` is pushed after movement when an active unit is next to an enemy. The active units are `g.active`; those
that attack join `g.attacked`, those attacked `g.defended`, those that retreat `g.retreated`; all three are cleared when
the activation ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

import msgspec

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Chance, Chances, Reason, Side
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.kernel.words import phrase, say
from ardennes.parts.eye.scenery import Battle as Panel
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.fields import ChitCount, Hex, Units
from ardennes.titles.enemy_action_ardennes.rules import advances, battle, improved, joining, losses, stacking, tactics
from ardennes.titles.enemy_action_ardennes.rules.battle import Attack, Battle
from ardennes.titles.enemy_action_ardennes.state import State

#: 9.1 What a unit must be to attack at all.
_READY = (
    Rung("EA-9.1b", "{unit} is not active", lambda g, about, left: left & ~g.active),
    *battle.UNFIT,
)
_ABLE = Rungs(lambda g, about, unit: {"unit": g.name(unit)}, *_READY)
#: 9.1 Which units may not take part in an attack: asked about the side and the hex.
ATTACKERS = Rungs(
    lambda g, about, unit: {"unit": g.name(unit), "cell": g.hex_name(about[1])},
    Rung(
        "EA-9.0b",
        "only the active player's units on the map attack",
        lambda g, about, left: left & ~(g.box.units.all_of[about[0]] & g.mapped),
    ),
    Rung(
        "EA-9.0b",
        "{unit} is not next to {cell}",
        lambda g, about, left: left & ~board_of(battle.beside(g, about[1], about[0])),
    ),
    *_READY,
)


def attackers(g: State, cell: int, side: Side) -> list[int]:
    """9.1 The units that may attack a hex."""
    return cells(ATTACKERS.free(g, (side, cell), g.active))


def _beside_some(g: State) -> tuple[int, int]:
    """2.21g The hexes next to somebody who may attack by himself or with another, and next to anybody who may."""
    around = g.box.grid.neighbours
    near, alone = 0, 0
    for unit in cells(_ABLE.free(g, None, g.active)):
        beside = around[g.place[unit]]
        if g.face(unit).bracketed:
            near |= alone & beside
            alone |= beside
        else:
            near |= beside
    return near, near | alone


def _attacked(g: State, side: Side, left: int) -> int:
    """9.1d The hexes where all have been attacked."""
    found = 0
    for unit in cells(g.defended & g.mapped):
        cell = g.place[unit]
        if left >> cell & 1 and not battle.fresh(g, cell):
            found |= 1 << cell
    return found


#: 9.0b, 9.1 Which hexes may not be attacked: asked about the side.
TARGETS = Rungs(
    lambda g, side, cell: {"cell": g.hex_name(cell)},
    Rung("EA-9.0b", "there is no enemy in {cell}", lambda g, side, left: left & ~g.occupied[side.enemy]),
    Rung("EA-9.1d", "the units there have been attacked in this activation", _attacked),
    Rung(
        "EA-9.0b",
        "no active unit that may attack is next to it",
        lambda g, side, left: left & ~_beside_some(g)[1],
        finer=True,
    ),
    Rung(
        "EA-2.21g",
        "a unit with bracketed strength does not attack alone",
        lambda g, side, left: left & ~_beside_some(g)[0],
    ),
)


def may_attack(g: State, side: Side) -> bool:
    """9.1 Whether any hex may be attacked."""
    return bool(TARGETS.free(g, side, g.occupied[side.enemy]))


class AttackPhase(Question[State], frozen=True):
    """9.0a The player declares one attack after the other."""

    rule: ClassVar[str] = "EA-9.0a"
    phase: ClassVar[str] = "combat"
    asks: ClassVar[str] = "Choose a hex to attack, or end combat"
    otherwise: ClassVar[tuple[str, str]] = ("EA-9.0a", "this is combat: attack a hex, or end it")
    bonus: bool = False

    @pick(lambda step, g: g.box.grid.board, by=TARGETS, about=lambda step, g: step.side, stays=True)
    def hex(self, g: State, cell: int) -> None:
        """9.0b Who takes part is asked next."""
        g.push(ChooseAttackers(self.side, cell, self.bonus))

    @button(alone=True)
    def done(self, g: State) -> None:
        """9.1a Nobody is obliged to attack."""


def _alone(step: ChooseAttackers, g: State, target: None) -> Reason | None:
    """2.21g What is said to whoever has chosen somebody, and may not declare."""
    return Reason("EA-2.21g", "a unit with bracketed strength does not attack alone") if step.units else None


class ChooseAttackers(Question[State], frozen=True):
    """9.0b Step 1: the attacker names the units that take part."""

    rule: ClassVar[str] = "EA-9.0b"
    phase: ClassVar[str] = "combat"
    asks: ClassVar[str] = "Attack on {cell}: choose units, then declare it"
    otherwise: ClassVar[tuple[str, str]] = ("EA-9.0b", "choose the units that attack, then declare the attack")
    elsewhere: ClassVar[Mapping[str, tuple[str, str]]] = {
        "hex": ("EA-9.0b", "one combat is against one hex: resolve this one first, or go back"),
    }
    cell: Hex
    bonus: bool
    units: Units = ()

    def focus(self, g: State) -> int:
        return self.cell

    def taken_up(self, g: State) -> tuple[int, ...]:
        return self.units

    def battle(self, g: State) -> Panel:
        """The combat as it is put together."""
        able = [unit for unit in attackers(g, self.cell, self.side) if unit not in self.units]
        return Panel(self.cell, self.side, [*self.units], [*battle.fresh(g, self.cell)], -1, [], [], None, 0, able)

    def enough(self, g: State) -> bool:
        """2.21g A bracketed unit does not attack alone."""
        return len(self.units) > 1 or any(not g.face(unit).bracketed for unit in self.units)

    @pick(
        lambda step, g: g.box.units.all,
        by=ATTACKERS,
        about=lambda step, g: (step.side, step.cell),
        label=lambda step, g, unit: say("leave {target} out", target=g.name(unit)) if unit in step.units else "",
    )
    def unit(self, g: State, unit: int) -> None:
        """9.0b It takes part, or not after all."""
        g.push(msgspec.structs.replace(self, units=tuple(sorted({*self.units} ^ {unit}))))

    @button()
    def back(self, g: State) -> None:
        """9.0b Another hex is chosen."""

    @button("Attack", _alone, when=lambda step, g: step.enough(g))
    def done(self, g: State) -> None:
        """9.0b The attack is declared."""
        defenders = battle.fresh(g, self.cell)
        hexes = tuple(g.place[unit] for unit in self.units)
        g.attacked |= board_of(self.units)
        g.defended |= board_of(defenders)
        g.tell(events.AttackDeclared, self.side, self.cell, self.units, defenders)
        g.push(Combat(Attack(self.side, self.cell, self.units, hexes, defenders, bonus=self.bonus)))
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


def _so_many(step: Announce, g: State, total: int) -> str:
    """A number of chits, and how many more that is."""
    more = total - step.least
    return say("draw {more} more, {target} in all", more=more, target=total) if more else say("draw no more")


def _not_so_many(step: Announce, g: State, total: int) -> Reason:
    """9.3c Too few, or too many."""
    if total < step.least:
        return Reason("EA-9.3c", step.named(g, phrase("{least} chits have been drawn: there cannot be fewer")))
    return Reason("EA-9.3c", step.named(g, phrase("{most} chits are the most that may be drawn here")))


class Announce(Question[State], frozen=True):
    """9.3c Stop at the least, or say how many are drawn in all."""

    rule: ClassVar[str] = "EA-9.3c"
    phase: ClassVar[str] = "combat"
    asks: ClassVar[str] = "{least} chits are drawn: say how many in all, {most} at most"
    otherwise: ClassVar[tuple[str, str]] = (
        "EA-9.3c",
        "say how many chits are drawn in all: from {least} to {most}",
    )
    least: ChitCount
    most: ChitCount

    def focus(self, g: State) -> int:
        return battle.under_way(g).attack.hex

    @pick(lambda step, g: [*range(step.least, step.most + 1)], _not_so_many, label=_so_many)
    def draw(self, g: State, total: int) -> None:
        """9.3c So many are drawn."""
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
