"""What a staff does with its hand: a command for the impulse, and answers in the enemy's impulse."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ardennes.board.cells import cells
from ardennes.kernel import Action
from ardennes.parts.rules.reaction import Window
from ardennes.titles.enemy_action_ardennes.mind import fights
from ardennes.titles.enemy_action_ardennes.mind.distances import turns_to
from ardennes.titles.enemy_action_ardennes.mind.front import outlook
from ardennes.titles.enemy_action_ardennes.rules import activations, bridges
from ardennes.titles.enemy_action_ardennes.rules.command_events import Interdiction
from ardennes.titles.enemy_action_ardennes.rules.commands import Command, lines
from ardennes.titles.enemy_action_ardennes.rules.reactions import Demolition, Greif, Roadblocks, roadblock_hexes
from ardennes.titles.enemy_action_ardennes.state import OFF_MAP, State

#: Kampfgruppe hexes and single units of one card that are looked at.
LOOKED_AT, RAIDERS = 3, 2
#: What a use is worth that puts nobody in motion, in the measure of the score.
USES = {"replace": 0.15, "event": 0.06}
#: The part that counts of what one unit alone would do: it may not attack, and once a day only one goes.
ALONE = 0.5
#: What passing is worth: the card may still help in a battle.
NOTHING = 0.04
#: Roadblocks are thought of so near to the Germans who are activated; so many hexes are looked at.
ROADS, ROAD_HEXES = 7, 24
#: What must be won with roadblocks and bridges for a card.
ENGINEERS = 0.6


def uses(g: State, card: int) -> Iterator[Action]:
    """The lines of a card worth a look."""
    for verb, targets in lines(g, card).items():
        found = [target for target in targets if target is not None]
        if verb == "hex":
            found = _groups(g, card, found)
        elif verb == "unit":
            found = _raiders(g, found)
        for target in found or targets[:1]:
            yield Action(verb, target)


def _groups(g: State, card: int, hexes: Sequence[int]) -> list[int]:
    """6.4 The hexes whose Kampfgruppen are strongest, none of them mostly the same as another."""
    known: dict[int, int] = {}
    for cell in hexes:
        known.setdefault(activations.kampfgruppe_units(g, g.box.cards[card], cell) & ~g.dispersed, cell)
    strength = {units: sum(g.face(unit).strength for unit in cells(units)) for units in known}
    found: list[int] = []
    for units in sorted(known, key=lambda board: (-strength[board], board)):
        if all((units & other).bit_count() * 2 <= units.bit_count() for other in found):
            found.append(units)
        if len(found) == LOOKED_AT:
            break
    return [known[units] for units in found]


def _raiders(g: State, units: Sequence[int]) -> list[int]:
    """6.3 The units that could go furthest for towns of the enemy that nobody holds, by their worth and how near they
    are; of others any."""
    assert g.side is not None
    enemy = g.side.enemy
    wanted = cells(g.box.prized & g.towns_of(enemy) & ~g.occupied[enemy])
    fields = [(g.box.worth[town], turns_to(g.box, town)) for town in wanted]

    def lure(unit: int) -> float:
        pace = 1.0 if g.face(unit).kind.mechanized else 2.0
        return max([worth / (0.5 + pace * field[g.place[unit]]) for worth, field in fields], default=0.0)

    return sorted(units, key=lambda unit: (-lure(unit), unit))[:RAIDERS]


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
            opened = USES[use.verb] if use.verb in USES else worth(played(g, card, use))
            found[use] = Use(opened * ALONE if use.verb == "unit" else opened, card, use)
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
