"""9.2 Combat tactics: cards, wild cards and the bonus of army activations, and what each of them does at once."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple, Self

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.words import say
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.parts.rules.reaction import Window
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.cards import Tactic, TacticInfo, TacticLine
from ardennes.titles.enemy_action_ardennes.box.fields import Card
from ardennes.titles.enemy_action_ardennes.rules import battle, improved, joining
from ardennes.titles.enemy_action_ardennes.rules.deck import NOT_IN_HAND, discard, held
from ardennes.titles.enemy_action_ardennes.state import SUPPLIED, Occasion, State

#: The bonus tactic of 9.23 is no card.
BONUS = -1
#: EA-ET.15 The tactics that need an attacker on foot.
_ON_FOOT = 1 << Tactic.INFANTRY_INFILTRATION


# ---- which tactics a side has ------------------------------------------------------------------------------


class Support(NamedTuple):
    """9.0c What is asked of a tactic: whose it is, his part in the combat, and the lines it may come from."""

    side: Side
    attacking: bool
    lines: tuple[TacticLine, ...]

    def info(self, g: State, tactic: int) -> TacticInfo:
        """What is known of this side's tactic."""
        return g.box.tactics[self.side, Tactic(tactic)]

    def listed(self) -> int:
        """The tactics of the lines, today's or not."""
        return board_of(line.tactic for line in self.lines)

    def today(self, g: State) -> int:
        """9.22a The tactics of the lines that are for today."""
        return board_of(line.tactic for line in self.lines if line.days >> g.day & 1)


def _on_foot(g: State) -> bool:
    """EA-ET.15 Whether a non-mechanized unit attacks."""
    return any(not g.face(unit).kind.mechanized for unit in battle.under_way(g).attack.units)


#: 9.2b What keeps a tactic from being played in the combat under way.
TACTICS = Rungs(
    lambda g, support, tactic: {"tactic": support.info(g, tactic).name},
    Rung("EA-9.2b", "{tactic} is not for today", lambda g, support, left: left & ~support.today(g)),
    Rung(
        "EA-9.2b",
        "{tactic} is no tactic for an attack",
        lambda g, support, left: left & ~g.box.attack_tactics[support.side] if support.attacking else 0,
    ),
    Rung(
        "EA-9.2b",
        "{tactic} is no tactic for defence",
        lambda g, support, left: 0 if support.attacking else left & ~g.box.defence_tactics[support.side],
    ),
    Rung(
        "EA-ET.15",
        "{tactic} needs an attacker on foot",
        lambda g, support, left: left & _ON_FOOT if left & _ON_FOOT and not _on_foot(g) else 0,
    ),
)


def valid(g: State, side: Side, attacking: bool) -> list[int]:
    """The tactics a side may play today in its part of this combat, as far as the combat allows them."""
    support = Support(side, attacking, g.box.any_tactic[side])
    return cells(TACTICS.free(g, support, support.listed()))


def of_card(g: State, card: int, side: Side, attacking: bool) -> list[int]:
    """9.22 The tactics a card may be played as now: its own lines, or any for a wild one."""
    support = _of(g, side, attacking, card)
    return cells(TACTICS.free(g, support, support.listed()))


def _of(g: State, side: Side, attacking: bool, card: int) -> Support:
    return Support(side, attacking, g.box.cards[card].supports)


#: 9.2b What keeps a card in hand from being played as a tactic, in attack and in defence.
ATTACKING = Rungs(
    lambda g, step, card: {},
    Rung(
        "EA-9.2b",
        "the card lists no tactic for an attack today",
        each(lambda g, step, card: not of_card(g, card, step.side, True)),
    ),
)
DEFENDING = Rungs(
    lambda g, step, card: {},
    Rung(
        "EA-9.2b",
        "the card lists no tactic for a defence today",
        each(lambda g, step, card: not of_card(g, card, step.side, False)),
    ),
)

#: 9.2a, 9.24, 10.21 What keeps a unit from being helped by a tactic.
HELPED = Rungs(
    lambda g, side, unit: {},
    Rung(
        "EA-4.11d",
        "no Allied card may be played in the surprise impulses",
        lambda g, side, left: left if side is Side.ALLIED and g.surprise() else 0,
    ),
    Rung("EA-9.24", "no tactic helps von der Heydte", lambda g, side, left: left & 1 << g.box.vdh),
    Rung(
        "EA-10.21",
        "a tactic helps nobody who is not in supply",
        each(lambda g, side, unit: g.supply[unit] != SUPPLIED),
    ),
    Rung(
        "EA-9.2a",
        "a tactic helps nobody who is dispersed",
        lambda g, side, left: left & g.dispersed,
    ),
)


def why_not(g: State, side: Side, attacking: bool) -> Reason | None:
    """9.2a, 4.11d Why a side may play no tactic at all in this combat: none of its units could be helped."""
    attack = battle.under_way(g).attack
    units = attack.units if attacking else attack.defenders
    return None if HELPED.free(g, side, board_of(units) & g.mapped) else HELPED.why_not(g, side, units[0])


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
    elif tactic is Tactic.REINFORCE_BATTLE:
        joining.reinforce(g, side, attacking)
    elif tactic is Tactic.ASSAULT_COORDINATION:
        joining.coordinate(g, side)


def _dig(g: State, cell: int, attacking: bool) -> None:
    """12.31c, 12.34b Engineers clear an improved position in attack, and put one up in defence unless the attacker's
    own engineers are there."""
    if attacking:
        if g.improved >> cell & 1:
            improved.remove(g, cell, "EA-12.34b")
    elif improved.possible_at(g, cell) and not {*battle.under_way(g).attack.tactics} & {*battle.PIONEERS}:
        improved.place(g, cell)


class AttackerTactics(Question[State], frozen=True):
    """9.0c The attacker commits as many tactics as he likes."""

    rule: ClassVar[str] = "EA-9.0c"
    phase: ClassVar[str] = "tactics"
    asks: ClassVar[str] = "Attack on {hex}: play cards as tactics, or go on"
    otherwise: ClassVar[tuple[str, str]] = ("EA-9.0c", "the attacker plays tactics now, or goes on")

    def facts(self, g: State) -> dict[str, object]:
        return {"hex": g.hex_name(self.focus(g))}

    def prompt(self, g: State) -> str:
        """9.23 Two sentences: whether one tactic is free."""
        text = super().prompt(g)
        return say("{text} (one tactic is free)", text=text) if battle.under_way(g).attack.bonus else text

    def focus(self, g: State) -> int:
        return battle.under_way(g).attack.hex

    def taken_up(self, g: State) -> tuple[int, ...]:
        return battle.under_way(g).attack.units

    @pick(lambda step, g: held(g, step.side), NOT_IN_HAND, by=ATTACKING, stays=True)
    def card(self, g: State, card: int) -> None:
        """9.2b A card."""
        _choose(g, self.side, card, True)

    @pick(
        lambda step, g: step.free(g).listed() if battle.under_way(g).attack.bonus else 0,
        ("EA-9.23a", "only units activated by an Allied army card have a free tactic, once an attack"),
        by=TACTICS,
        about=lambda step, g: step.free(g),
        stays=True,
    )
    def tactic(self, g: State, tactic: int) -> None:
        """9.23a The free one."""
        play(g, self.side, BONUS, Tactic(tactic), True)

    def free(self, g: State) -> Support:
        """9.23a Any tactic of the side."""
        return Support(self.side, True, g.box.any_tactic[self.side])

    @button()
    def done(self, g: State) -> None:
        """9.0c Enough."""


def _choose(g: State, side: Side, card: int, attacking: bool) -> None:
    """A card with one tactic is played as that; with several its owner says which."""
    found = of_card(g, card, side, attacking)
    if len(found) == 1:
        play(g, side, card, Tactic(found[0]), attacking)
    else:
        g.replace(NameTactic(side, card, attacking))


class NameTactic(Question[State], frozen=True):
    """9.22 A wild card, or one with several lines: its owner names the tactic, or puts it back. It stands in the place
    of the window it was picked in, and the others see that window still."""

    rule: ClassVar[str] = "EA-9.22"
    phase: ClassVar[str] = "tactics"
    asks: ClassVar[str] = "Name the tactic this card is played as"
    card: Card
    attacking: bool

    @property
    def window(self) -> AttackerTactics | DefenderTactics:
        """Where the card was picked."""
        return AttackerTactics(self.side) if self.attacking else DefenderTactics(self.side)

    def seen_by(self, side: Side | None) -> Self:
        seen: Any = self if side is self.side else self.window
        found: Self = seen
        return found

    def focus(self, g: State) -> int:
        return battle.under_way(g).attack.hex

    def support(self, g: State) -> Support:
        """9.22 What the card may be played as."""
        return _of(g, self.side, self.attacking, self.card)

    @pick(
        lambda step, g: step.support(g).listed(),
        lambda step, g, tactic: Reason("EA-9.22", say("{card} does not list it", card=g.box.cards[step.card].name)),
        by=TACTICS,
        about=lambda step, g: step.support(g),
    )
    def tactic(self, g: State, tactic: int) -> None:
        """9.22 The card is that tactic."""
        g.push(self.window)
        play(g, self.side, self.card, Tactic(tactic), self.attacking)

    @button()
    def back(self, g: State) -> None:
        """9.22b The card was only looked at."""
        g.push(self.window)


class DefenderTactics(Window[State], frozen=True):
    """9.0c Then the defender commits his; he is asked whenever he might, whatever he holds."""

    rule: ClassVar[str] = "EA-9.0c"
    phase: ClassVar[str] = "tactics"
    question: ClassVar[int] = Occasion.TACTICS
    asks: ClassVar[str] = "{hex} is attacked: play cards as tactics?"

    def facts(self, g: State) -> dict[str, object]:
        return {"hex": g.hex_name(self.focus(g))}

    def focus(self, g: State) -> int:
        return battle.under_way(g).attack.hex

    def possible(self, g: State) -> bool:
        return bool(g.hands[self.side]) and why_not(g, self.side, False) is None

    @pick(lambda step, g: held(g, step.side), NOT_IN_HAND, by=DEFENDING, stays=True)
    def card(self, g: State, card: int) -> None:
        """9.2b A card."""
        _choose(g, self.side, card, False)
