"""What a staff does with its hand: a command for the impulse, and answers in the enemy's impulse."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ardennes.board.cells import cells
from ardennes.kernel import Action
from ardennes.parts.reaction import Window
from ardennes.titles.enemy_action_ardennes.mind import fights
from ardennes.titles.enemy_action_ardennes.mind.front import outlook
from ardennes.titles.enemy_action_ardennes.rules import bridges
from ardennes.titles.enemy_action_ardennes.rules.command_events import Interdiction
from ardennes.titles.enemy_action_ardennes.rules.commands import Command, lines
from ardennes.titles.enemy_action_ardennes.rules.reactions import Demolition, Greif, Roadblocks, roadblock_hexes
from ardennes.titles.enemy_action_ardennes.state import OFF_MAP, State

#: Kampfgruppe hexes and single units of one card that are looked at.
LOOKED_AT = 3
#: What a use is worth that puts nobody in motion, in the measure of the score.
USES = {"replace": 0.15, "event": 0.06}
#: What passing is worth: the card may still help in a battle.
NOTHING = 0.04
#: Roadblocks are thought of so near to the Germans who are activated; so many hexes are looked at.
ROADS, ROAD_HEXES = 7, 24
#: What must be won with roadblocks and bridges for a card.
ENGINEERS = 0.6


def uses(g: State, card: int) -> Iterator[Action]:
    """The lines of a card worth a look."""
    for verb, targets in lines(g, card).items():
        few = targets[:: max(1, len(targets) // LOOKED_AT)][:LOOKED_AT] if verb in ("hex", "unit") else targets
        for target in few:
            yield Action(verb, target)


class Use(NamedTuple):
    """A card with one of its lines, and what that opens for the side that plays it."""

    worth: float
    card: int
    line: Action


def best_use(g: State, hand: Sequence[int | None], worth: Callable[[State], float]) -> Use | None:
    """The best card and its best line; `worth` says what a use opens. Of two cards for the same use the one goes that
    is missed least."""
    found: dict[Action, Use] = {}
    for card in sorted([card for card in hand if card is not None], key=lambda card: fights.card_worth(g, card)):
        for use in uses(g, card):
            if use in found:
                continue
            if use.verb == "unit" and any(other.worth > NOTHING for other in found.values()):
                continue  # one unit that may not attack: only where there is nothing else
            found[use] = Use(USES[use.verb] if use.verb in USES else worth(played(g, card, use)), card, use)
    return max(found.values(), key=lambda use: use.worth, default=None)


def played(g: State, card: int, use: Action) -> State:
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


# ---- answers in the enemy's impulse ------------------------------------------------------------------------


def reaction(g: State) -> Action:
    """A card where it wins more than it is worth, else nothing."""
    top, choices = g.stack[-1], g.choices()
    held = choices.get("card", ())
    if not held:
        return Action("decline")
    card = min([card for card in held if card is not None], key=lambda card: (fights.card_worth(g, card), card))
    if isinstance(top, Roadblocks):
        won = _blocked(g)[0]
    elif isinstance(top, Demolition | Greif):
        after = g.copy()
        bridges.blow(after, top.river)
        won = outlook(g) - outlook(after) + (0.15 if isinstance(top, Greif) else 0.0)
    else:
        won = 1.0 if isinstance(top, Interdiction) else 0.0
    return Action("card", card) if won > max(fights.card_worth(g, card), ENGINEERS) else Action("decline")


def _blocked(g: State) -> tuple[float, int]:
    """What the best roadblock takes from the Germans, and where it is laid."""
    now = outlook(g)
    best = (0.0, -1)
    for cell in _roads(g):
        after = g.copy()
        after.roadblocks |= 1 << cell
        best = max(best, (now - outlook(after), cell))
    return best


def _roads(g: State) -> list[int]:
    """The road hexes before the Germans that are activated, the nearest first."""
    there = 0
    for unit in cells(g.active):
        if g.place[unit] < OFF_MAP and g.face(unit).kind.mechanized:
            there |= 1 << g.place[unit]
    found: list[int] = []
    board, grid = roadblock_hexes(g), g.box.grid
    for far in range(1, ROADS + 1) if there else ():
        ring = grid.within(there, far) & board & ~grid.within(there, far - 1)
        found += cells(ring)
    return found[:ROAD_HEXES]


def roadblock(g: State) -> Action:
    """7.9m Where a roadblock hurts most."""
    choices = g.choices()
    if "hex" not in choices:
        return Action("done")
    cell = _blocked(g)[1]
    return Action("hex", cell if cell in choices["hex"] else choices["hex"][0])
