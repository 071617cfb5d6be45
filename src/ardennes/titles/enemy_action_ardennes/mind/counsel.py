"""What the staff says of cards: which to play, for what, and what that opens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ardennes.kernel import Action, Side
from ardennes.kernel.words import listed, say
from ardennes.parts.mind import briefing
from ardennes.parts.mind.advice import Course, Reason
from ardennes.parts.mind.sketch import Proposal
from ardennes.parts.title import title_of
from ardennes.titles.enemy_action_ardennes.mind import cards, fights
from ardennes.titles.enemy_action_ardennes.rules.combat import AttackPhase
from ardennes.titles.enemy_action_ardennes.rules.commands import Command
from ardennes.titles.enemy_action_ardennes.rules.movement import Movement
from ardennes.titles.enemy_action_ardennes.state import State

#: Attacks of a use that are named.
NAMED = 3


def courses(
    g: State,
    side: Side,
    hand: Sequence[int | None],
    worth: Callable[[State], float],
    orders: Callable[[State], Iterable[Proposal]],
) -> list[Course]:
    """The best cards, each with its best line; `worth` says what a use opens, `orders` what a march would be."""
    uses = [use for card in hand if (use := cards.best_use(g, [card], worth)) is not None]
    lines: dict[Action, cards.Use] = {}
    for use in sorted(uses, key=lambda use: (-use.worth, fights.card_worth(g, use.card))):
        lines.setdefault(use.line, use)  # of two cards for the same use the one that is missed least
    return [_course(g, side, use, orders) for use in [*lines.values()][: briefing.OFFERED]]


def _course(g: State, side: Side, use: cards.Use, orders: Callable[[State], Iterable[Proposal]]) -> Course:
    title, card = title_of(g.game), Action("card", use.card)
    if isinstance(g.stack[-1], Command):
        picked = g.copy()
        picked.act(card)
        facts = {"card": title.label(g.sight(side), *card), "line": title.label(picked.sight(side), *use.line)}
        text, actions = say("{card}: {line}", **facts), [card, use.line]
    else:
        text, actions = title.label(g.sight(side), *use.line), [use.line]
    opened = _opens(cards.played(g, use.card, use.line), side, orders)
    reasons = [Reason(opened, round(use.worth, 3))] if opened and use.worth >= 0.001 else []
    return Course("answer", text, actions, round(use.worth, 3), reasons)


def _opens(after: State, side: Side, orders: Callable[[State], Iterable[Proposal]]) -> str:
    """What comes next, in a few words: the best march, or the attacks that are worth it."""
    top = after.stack[-1] if after.stack else None
    if isinstance(top, Movement):
        best = max(orders(after), key=lambda order: order.payoff, default=None)
        return "" if best is None or best.payoff <= 0 else say("then: {order}", order=briefing.sentence(after, best))
    if isinstance(top, AttackPhase):
        worth = {
            cell: fights.attack_worth(after, side, cell) for cell in after.choices().get("hex", ()) if cell is not None
        }
        best_first = sorted((cell for cell in worth if worth[cell] > 0), key=lambda cell: -worth[cell])
        names = [after.hex_name(cell) for cell in best_first[:NAMED]]
        return say("then: attack {places}", places=listed(names)) if names else ""
    return ""
