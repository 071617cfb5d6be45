"""9.2 Combat tactics: cards, wild cards and the bonus of army activations, and what each of them does at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

import msgspec

from ardennes.board.cells import cells
from ardennes.kernel import Action, Automatic, Choices, Reason, Side
from ardennes.kernel.words import say
from ardennes.parts.phases import Asking, OneByOne
from ardennes.parts.reaction import Window
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.cards import Tactic, TacticLine
from ardennes.titles.enemy_action_ardennes.rules import battle, bridges, improved, paths, reactions, stacking, travel
from ardennes.titles.enemy_action_ardennes.rules.deck import discard
from ardennes.titles.enemy_action_ardennes.state import SUPPLIED, Occasion, State

#: The bonus tactic of 9.23 is no card.
BONUS = -1
#: EA-ET.14 Units that Assault Coordination may bring in.
COORDINATED = 2


# ---- which tactics a side has ------------------------------------------------------------------------------


def valid(g: State, side: Side, attacking: bool) -> list[Tactic]:
    """The tactics a side may play today in its part of this combat, as far as the combat allows them."""
    found = [
        tactic
        for (whose, tactic), info in g.box.tactics.items()
        if whose is side and info.days >> g.day & 1 and (info.attack if attacking else info.defence)
    ]
    if Tactic.INFANTRY_INFILTRATION in found and not _on_foot(g):
        found.remove(Tactic.INFANTRY_INFILTRATION)
    return sorted(found)


def _on_foot(g: State) -> bool:
    """EA-ET.15 Infiltration needs a non-mechanized attacker."""
    return any(not g.face(unit).kind.mechanized for unit in battle.under_way(g).attack.units)


def of_card(g: State, card: int, side: Side, attacking: bool) -> list[Tactic]:
    """9.22 The tactics a card may be played as: its own lines, or any for a wild one."""
    if card < 0:
        return []
    printed = g.box.cards[card]
    listed = {line.tactic for line in printed.tactics if line.days >> g.day & 1}
    return [tactic for tactic in valid(g, side, attacking) if printed.wild or tactic in listed]


def why_not_line(g: State, line: TacticLine, side: Side, attacking: bool) -> Reason | None:
    """9.2b Why a tactic that stands on a card may not be played in this combat; None if it may."""
    info = g.box.tactics[side, line.tactic]
    if not line.days >> g.day & 1:
        return Reason("EA-9.2b", say("{tactic} is not for today", tactic=info.name))
    if not (info.attack if attacking else info.defence):
        words = "{tactic} is no tactic for an attack" if attacking else "{tactic} is no tactic for defence"
        return Reason("EA-9.2b", say(words, tactic=info.name))
    if line.tactic not in valid(g, side, attacking):
        return Reason("EA-ET.15", say("{tactic} needs an attacker on foot", tactic=info.name))
    return None


def cards(g: State, side: Side, attacking: bool) -> list[int]:
    """The cards of a hand that may be played as tactics now."""
    return [card for card in g.hands[side] if of_card(g, card, side, attacking)]


def _units(g: State, attacking: bool) -> tuple[int, ...]:
    attack = battle.under_way(g).attack
    return attack.units if attacking else attack.defenders


def why_not(g: State, side: Side, attacking: bool) -> Reason | None:
    """9.2a, 9.24, 4.11d Why a side may play no tactic at all in this combat."""
    if side is Side.ALLIED and g.surprise():
        return Reason("EA-4.11d", "no Allied card may be played in the surprise impulses")
    if battle.may_use_tactics(g, _units(g, attacking)):
        return None
    if all(unit == g.box.vdh for unit in _units(g, attacking)):
        return Reason("EA-9.24", "no tactic helps von der Heydte")
    low = all(g.supply[unit] != SUPPLIED for unit in _units(g, attacking))
    return Reason("EA-10.21" if low else "EA-9.2a", "a tactic needs a unit that is in supply and not dispersed")


# ---- playing one -------------------------------------------------------------------------------------------


def play(g: State, side: Side, card: int, tactic: Tactic, attacking: bool) -> None:
    """9.2 A tactic is played: the card is spent, and what it does at once is done."""
    attack = battle.under_way(g).attack
    g.tell(events.TacticPlayed, side, card, g.box.tactics[side, tactic].name)
    if card >= 0:
        returns = tactic is Tactic.ARTILLERY and g.box.cards[card].tactic_returns >> g.day & 1
        discard(g, card, "piles" if returns else "discards")  # 5.7c
    if attacking:
        battle.change(g, tactics=(*attack.tactics, int(tactic)), bonus=attack.bonus and card >= 0)
    else:
        battle.change(g, defence=(*attack.defence, int(tactic)))
        if not g.hands[side]:  # his last card: nothing is left to ask
            g.pop()
    if tactic in battle.PIONEERS:
        _dig(g, attack.hex, attacking)
    elif tactic is Tactic.REINFORCE_BATTLE and reinforcements(g, side, attacking):
        g.push(Reinforce(side, attacking))
    elif tactic is Tactic.ASSAULT_COORDINATION and coordinated(g, side):
        g.push(Coordinate(side, COORDINATED))


def _dig(g: State, cell: int, attacking: bool) -> None:
    """12.31c, 12.34b Engineers clear an improved position in attack, and put one up in defence unless the attacker's
    own engineers are there."""
    if attacking:
        if g.improved >> cell & 1:
            remove_position(g, cell, "EA-12.34b")
    elif improved.possible_at(g, cell) and not {*battle.under_way(g).attack.tactics} & {*battle.PIONEERS}:
        improved.place(g, cell)


def remove_position(g: State, cell: int, rule: str) -> None:
    """12.34 An improved position is taken away."""
    g.improved &= ~(1 << cell)
    g.tell(events.PositionRemoved, cell, rule)


class AttackerTactics(Asking[State], frozen=True):
    """9.0c The attacker commits as many tactics as he likes."""

    rule: ClassVar[str] = "EA-9.0c"
    phase: ClassVar[str] = "tactics"

    def prompt(self, g: State) -> str:
        attack = battle.under_way(g).attack
        text = say("Attack on {hex}: play cards as tactics, or go on", hex=g.hex_name(attack.hex))
        return text + (" (one tactic is free)" if attack.bonus else "")

    def focus(self, g: State) -> int:
        return battle.under_way(g).attack.hex

    def taken_up(self, g: State) -> tuple[int, ...]:
        return battle.under_way(g).attack.units

    def choices(self, g: State) -> Choices:
        found: dict[str, Sequence[int | None]] = {}
        if held := cards(g, self.side, True):
            found["card"] = held
        if battle.under_way(g).attack.bonus:
            found["tactic"] = [int(tactic) for tactic in valid(g, self.side, True)]
        return {**found, "done": [None]}

    def refusal(self, g: State, action: Action) -> Reason:
        if action.verb == "card":
            if action.target not in g.hands[self.side]:
                return Reason("EA-9.2b", "the card is not in the hand")
            return Reason("EA-9.2b", "the card lists no tactic for an attack today")
        if action.verb == "tactic":
            return Reason("EA-9.23a", "only units activated by an Allied army card have a free tactic, once an attack")
        return Reason(self.rule, "the attacker plays tactics now, or goes on")

    def card(self, g: State, card: int) -> None:
        _choose(g, self.side, card, True)

    def tactic(self, g: State, tactic: int) -> None:
        play(g, self.side, BONUS, Tactic(tactic), True)

    def done(self, g: State) -> None:
        g.pop()


def _choose(g: State, side: Side, card: int, attacking: bool) -> None:
    """A card with one tactic is played as that; with several its owner says which."""
    found = of_card(g, card, side, attacking)
    if len(found) == 1:
        play(g, side, card, found[0], attacking)
    else:
        g.replace(NameTactic(side, card, attacking))


class NameTactic(Asking[State], frozen=True):
    """9.22 A wild card, or one with several lines: its owner names the tactic, or puts it back. It stands in the place
    of the window it was picked in, and the others see that window still."""

    rule: ClassVar[str] = "EA-9.22"
    phase: ClassVar[str] = "tactics"
    card: int
    attacking: bool

    @property
    def window(self) -> AttackerTactics | DefenderTactics:
        """Where the card was picked."""
        return AttackerTactics(self.side) if self.attacking else DefenderTactics(self.side)

    def seen_by(self, side: Side | None) -> Self:
        seen: Any = self if side is self.side else self.window
        found: Self = seen
        return found

    def prompt(self, g: State) -> str:
        return "Name the tactic this card is played as"

    def focus(self, g: State) -> int:
        return battle.under_way(g).attack.hex

    def choices(self, g: State) -> Choices:
        found = [int(tactic) for tactic in of_card(g, self.card, self.side, self.attacking)]
        return {"tactic": found, "back": [None]}

    def refusal(self, g: State, action: Action) -> Reason:
        return Reason(self.rule, "the card cannot be played as that tactic by this side, today or in this combat")

    def tactic(self, g: State, tactic: int) -> None:
        g.replace(self.window)
        play(g, self.side, self.card, Tactic(tactic), self.attacking)

    def back(self, g: State) -> None:
        g.replace(self.window)


class DefenderTactics(Window[State], frozen=True):
    """9.0c Then the defender commits his; he is asked whenever he might, whatever he holds."""

    rule: ClassVar[str] = "EA-9.0c"
    phase: ClassVar[str] = "tactics"
    question: ClassVar[int] = Occasion.TACTICS
    not_this: ClassVar[str] = "the card lists no tactic for a defence today"

    def prompt(self, g: State) -> str:
        return say("{hex} is attacked: play cards as tactics?", hex=g.hex_name(battle.under_way(g).attack.hex))

    def focus(self, g: State) -> int:
        return battle.under_way(g).attack.hex

    def possible(self, g: State) -> bool:
        return bool(g.hands[self.side]) and why_not(g, self.side, False) is None

    def reactions(self, g: State) -> dict[str, Sequence[int | None]]:
        return {"card": cards(g, self.side, False)}

    def card(self, g: State, card: int) -> None:
        _choose(g, self.side, card, False)


# ---- units brought in --------------------------------------------------------------------------------------


def reinforcements(g: State, side: Side, attacking: bool) -> dict[int, int]:
    """EA-ET.12, EA-ET.13 The units that may be brought in, each with the hexes it could go to."""
    attack = battle.under_way(g).attack
    goal = _goal(g, attacking)
    zone, used = g.zone(side.enemy), g.attacked | g.defended | g.moved | g.dispersed | g.unfuelled
    found = {}
    distance, movement = g.box.grid.distance, g.box.units.movement
    for unit in cells(g.box.units.all_of[side] & g.mapped & ~used):
        if g.supply[unit] != SUPPLIED or zone >> g.place[unit] & 1:
            continue
        if distance(g.place[unit], attack.hex) > movement[unit] + 1:  # a hex costs a point at least
            continue
        board = _way_in(g, unit).board & goal
        for cell in cells(board & g.occupied[side]):
            if not stacking.room(g, (unit,), cell):
                board &= ~(1 << cell)
        if board:
            found[unit] = board
    return found


class Reinforce(Asking[State], frozen=True):
    """EA-ET.12, EA-ET.13 Reinforce Battle: a unit comes up and takes part."""

    rule: ClassVar[str] = "EA-ET.12"
    phase: ClassVar[str] = "tactics"
    attacking: bool
    chosen: int = -1

    def prompt(self, g: State) -> str:
        if self.chosen < 0:
            return "Reinforce Battle: choose a unit to bring in, or nobody"
        return say("Reinforce Battle: where does {chosen} attack from?", chosen=g.name(self.chosen))

    def taken_up(self, g: State) -> tuple[int, ...]:
        return () if self.chosen < 0 else (self.chosen,)

    def choices(self, g: State) -> Choices:
        found = reinforcements(g, self.side, self.attacking)
        if self.chosen < 0:
            return {"unit": [*found], "done": [None]}
        return {"hex": cells(found[self.chosen]), "back": [None]}

    def refusal(self, g: State, action: Action) -> Reason:
        rule = "EA-ET.12" if self.attacking else "EA-ET.13"
        return Reason(rule, "a supplied, undispersed, unused unit outside enemy control comes within its allowance")

    def unit(self, g: State, unit: int) -> None:
        found = reinforcements(g, self.side, self.attacking)[unit]
        if found.bit_count() == 1:
            self._bring(g, unit, found.bit_length() - 1)
        else:
            g.replace(Reinforce(self.side, self.attacking, unit))

    def hex(self, g: State, cell: int) -> None:
        self._bring(g, self.chosen, cell)

    def back(self, g: State) -> None:
        g.replace(Reinforce(self.side, self.attacking))

    def done(self, g: State) -> None:
        g.pop()

    def _bring(self, g: State, unit: int, cell: int) -> None:
        g.pop()
        g.moved |= 1 << unit
        _come(g, unit, self.attacking, _way_in(g, unit), cell)


def _come(g: State, unit: int, attacking: bool, found: paths.Range, cell: int) -> None:
    """A unit comes to the combat: at once, or hex by hex where Engineers may interrupt it."""
    path, leg, side = found.path(cell), found.best(cell)[1], g.side_of(unit)
    if side is Side.GERMAN and any(reactions.threatened(g, way) for way in path):
        costs = (found.budget,) if leg is None else tuple([leg.cost(way) for way in path[1:]])
        g.push(BringUp(side, unit, attacking, tuple(path), costs, bridges.on_the_way(g, path)))
        reactions.interrupt(g, path[0])
        return
    travel.go(g, unit, path)
    if g.stack:
        join(g, unit, attacking, path)


class BringUp(Automatic[State], frozen=True):
    """EA-ET.12, EA-ET.13, 7.33d The unit comes up hex by hex, like any that moves, and then takes part."""

    rule: ClassVar[str] = "EA-ET.12"
    side: Side
    mover: int
    attacking: bool
    path: tuple[int, ...]
    costs: tuple[int, ...]
    bridged: tuple[int, ...]
    spent: int = 0

    def run(self, g: State) -> None:
        if not self.costs:
            g.pop()
            join(g, self.mover, self.attacking, self.path)
            return
        before, cell = self.path[:2]
        river = g.box.ground.river_side(before, cell)
        if river in self.bridged and not travel.standing_bridge(g, river):
            g.replace(Detour(self.side, self.mover, self.attacking, self.spent, (river,)))
            return
        g.replace(msgspec.structs.replace(self, path=self.path[1:], costs=self.costs[1:], spent=self.costs[0]))
        g.tell(events.Moved, self.mover, (before, cell))
        travel.go(g, self.mover, (before, cell))
        if g.stack and self.side is Side.GERMAN:
            reactions.interrupt(g, cell)


class Detour(Asking[State], frozen=True):
    """7.33b The bridge ahead of a unit that was coming up is gone: it comes another way, or stays out of the combat."""

    rule: ClassVar[str] = "EA-7.33b"
    phase: ClassVar[str] = "tactics"
    mover: int
    attacking: bool
    spent: int
    shut: tuple[int, ...]

    def prompt(self, g: State) -> str:
        return say("The bridge is blown: {unit} goes on another way, or stops", unit=g.name(self.mover))

    def taken_up(self, g: State) -> tuple[int, ...]:
        return (self.mover,)

    def focus(self, g: State) -> int:
        return g.place[self.mover]

    def choices(self, g: State) -> Choices:
        found = _way_in(g, self.mover, self.spent, self.shut)
        ends = found.board & _goal(g, self.attacking)
        board = cells(ends & ~stacking.full(g, (self.mover,), ends))
        return {"hex": board, "stop": [None]} if board else {"stop": [None]}

    def refusal(self, g: State, action: Action) -> Reason:
        return Reason(self.rule, "the bridge is blown: the unit comes to the combat another way, or stops")

    def hex(self, g: State, cell: int) -> None:
        g.pop()
        _come(g, self.mover, self.attacking, _way_in(g, self.mover, self.spent, self.shut), cell)

    def stop(self, g: State) -> None:
        g.pop()


def _goal(g: State, attacking: bool) -> int:
    """Where a unit that is brought in may take part: next to the target, or in the attacked hex."""
    cell = battle.under_way(g).attack.hex
    return g.box.grid.neighbours[cell] if attacking else 1 << cell


def _way_in(g: State, unit: int, spent: int = 0, shut: Sequence[int] = ()) -> paths.Range:
    """How a unit that is brought in may move: at the ordinary pace, on Dec 16 too (4.13a)."""
    pace = paths.Pace.ORDINARY if spent else None
    blown = sum(1 << river for river in shut)
    return paths.reachable(g, unit, spent, pace, strategic=False, alarm=True, shut=blown)


def join(g: State, unit: int, attacking: bool, path: Sequence[int]) -> None:
    """9.0d A unit takes part from now on; 12.34e if all of its hex attack now, their position goes."""
    attack, here = battle.under_way(g).attack, g.place[unit]
    g.tell(events.UnitJoined, unit, tuple(path))
    if attacking:
        battle.change(g, units=(*attack.units, unit), hexes=(*attack.hexes, here))
        g.attacked |= 1 << unit
        leave_positions(g)
    else:
        battle.change(g, defenders=(*attack.defenders, unit))
        g.defended |= 1 << unit


def leave_positions(g: State) -> None:
    """12.34c, 12.34e Where all units of a hex attack together their position is taken away."""
    attack = battle.under_way(g).attack
    units = {*attack.units}
    for here in sorted({*attack.hexes}):
        if g.improved >> here & 1 and {*g.units_at(here)} <= units:
            remove_position(g, here, "EA-12.34c")


def coordinated(g: State, side: Side) -> list[int]:
    """EA-ET.14 Inactive supplied units already next to the target."""
    attack = battle.under_way(g).attack
    return [
        unit
        for unit in battle.beside(g, attack.hex, side)
        if unit not in attack.units and not g.active >> unit & 1 and g.supply[unit] == SUPPLIED and battle.able(g, unit)
    ]


class Coordinate(OneByOne[State], frozen=True):
    """EA-ET.14 Assault Coordination: units already there join."""

    rule: ClassVar[str] = "EA-ET.14"
    phase: ClassVar[str] = "tactics"
    otherwise: ClassVar[Reason] = Reason("EA-ET.14", "inactive supplied units next to the target may join now")
    left: int

    def prompt(self, g: State) -> str:
        return say("Assault Coordination: choose a unit that joins ({left} left), or go on", left=self.left)

    def offered(self, g: State) -> Sequence[int]:
        return coordinated(g, self.side)

    def unit(self, g: State, unit: int) -> None:
        join(g, unit, True, (g.place[unit],))
        if self.left > 1 and coordinated(g, self.side):
            g.replace(Coordinate(self.side, self.left - 1))
        else:
            g.pop()
