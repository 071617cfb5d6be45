"""What a staff does with its hand: a command for the impulse, tactics in battle, answers in the enemy's impulse."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ardennes.kernel import Action
from ardennes.parts.reaction import Window
from ardennes.titles.enemy_action_ardennes.odds import hits_applied
from ardennes.titles.enemy_action_ardennes.rules import battle
from ardennes.titles.enemy_action_ardennes.rules.combat import Announce
from ardennes.titles.enemy_action_ardennes.rules.commands import Command, lines
from ardennes.titles.enemy_action_ardennes.state import State

#: Kampfgruppe hexes and single units of one card that are looked at.
LOOKED_AT = 3
#: What a use is worth that puts nobody in motion, in the measure of the score.
USES = {"deploy": 0.3, "replace": 0.15, "event": 0.1}
#: What passing is worth: less than any use.
NOTHING = -0.05
#: Cards that a hand keeps for commands: tactics are played from what is beyond them.
KEPT = 2


def uses(g: State, card: int) -> Iterator[Action]:
    """The lines of a card worth a look."""
    for verb, targets in lines(g, card).items():
        few = targets[:: max(1, len(targets) // LOOKED_AT)][:LOOKED_AT] if verb in ("hex", "unit") else targets
        for target in few:
            yield Action(verb, target)


def best_use(g: State, hand: Sequence[int | None], worth: Callable[[State], float]) -> tuple[float, int, Action] | None:
    """The best card and its best line; `worth` says what an activation opens for the side that makes it."""
    best: tuple[float, int, Action] | None = None
    for card in hand:
        for use in uses(g, card) if card is not None else ():
            assert card is not None
            value = USES.get(use.verb)
            if value is None:
                value = worth(_played(g, card, use))
            if best is None or value > best[0]:
                best = (value, card, use)
    return best


def _played(g: State, card: int, use: Action) -> State:
    """The position after a use of a card; who is asked to react on the way does not."""
    after = g.copy()
    if isinstance(after.stack[-1], Command):
        after.act(Action("card", card))
    after.act(use)
    after.advance()
    while after.stack and isinstance(after.stack[-1], Window):
        after.act(Action("decline"))
        after.advance()
    return after


def tactic(g: State) -> Action:
    """A tactic while the hand has cards to spare, else on with the battle."""
    choices = g.choices()
    assert g.side is not None
    if "tactic" in choices:
        return Action("tactic", choices["tactic"][0])
    if choices.get("card") and len(g.hands[g.side]) > KEPT:
        return Action("card", choices["card"][0])
    return Action("decline" if "decline" in choices else "done" if "done" in choices else "back")


def announced(g: State, step: Announce) -> Action:
    """9.3c The number of chits with the best balance of hits, the defender's against the attacker's own."""
    attack = battle.under_way(g).attack

    def balance(total: int) -> float:
        return float(sum((theirs - ours) * chance for (ours, theirs), chance in hits_applied(g, attack, total).items()))

    return Action("draw", max(range(step.least, step.most + 1), key=balance))


def reaction(g: State) -> Action:
    """A card where the enemy's impulse offers a use for one, else nothing."""
    choices = g.choices()
    return Action("card", choices["card"][0]) if choices.get("card") else Action("decline")
