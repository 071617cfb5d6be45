"""5.1, 7.33, 7.9 Reactions: Engineers lay roadblocks or blow a bridge in the German impulse, Greif answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Action, Choices, Reason, Side
from ardennes.kernel.words import say
from ardennes.parts.phases import Asking
from ardennes.parts.reaction import Window
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.cards import Event
from ardennes.titles.enemy_action_ardennes.box.counters import ARMIES
from ardennes.titles.enemy_action_ardennes.rules import bridges, supply, travel
from ardennes.titles.enemy_action_ardennes.rules.deck import discard
from ardennes.titles.enemy_action_ardennes.state import OFF_MAP, Occasion, State

_FIFTH = ARMIES.index("5PA")
_NO_ENGINEERS = "the card lists no Engineers reaction today"


def holds(g: State, side: Side, reaction: Event) -> list[int]:
    """The cards in a hand that list a reaction valid today."""
    return [card for card in g.hands[side] if _lists(g, card, reaction)]


def _lists(g: State, card: int, reaction: Event) -> bool:
    if card < 0:
        return False
    return any(line.event is reaction and line.days >> g.day & 1 for line in g.box.cards[card].reactions)


def could_hold(g: State, side: Side, reaction: Event) -> bool:
    """Whether a side could hold such a card as far as both know: it has a hand, and one of them lies nowhere open."""
    if not g.hands[side]:
        return False
    lying = {*g.discards[side], *g.entering[side], *g.unused[side]}
    return any(card not in lying and _lists(g, card, reaction) for card in g.box.cards_of[side])


# ---- 7.9 roadblocks ----------------------------------------------------------------------------------------


def roadblock_hexes(g: State) -> int:
    """7.9a, 7.9k, 7.9m Road hexes in Allied supply without units, towns or roadblocks; while Manteuffel directs traffic
    not near units of his army."""
    box = g.box
    board = box.map.road_hexes & supply.traceable(g, Side.ALLIED) & ~box.ground.towns & ~g.roadblocks
    board &= ~g.occupied[Side.GERMAN] & ~g.occupied[Side.ALLIED]
    if g.played(Event.MANTEUFFEL_DIRECTS_TRAFFIC):
        near = 0
        for unit in cells(box.units.in_army[_FIFTH]):
            if g.place[unit] < OFF_MAP:
                near |= 1 << g.place[unit]
        board &= ~box.grid.within(near, box.numbers.activation.manteuffel_hexes)
    return board


class Roadblocks(Window[State], frozen=True):
    """7.9a When a German activation begins, Engineers may lay two roadblocks."""

    rule: ClassVar[str] = "EA-7.9a"
    question: ClassVar[int] = Occasion.ROADBLOCKS
    not_this: ClassVar[str] = _NO_ENGINEERS

    def prompt(self, g: State) -> str:
        return "A German activation begins: play Engineers to lay two roadblocks?"

    def possible(self, g: State) -> bool:
        return not g.surprise() and could_hold(g, self.side, Event.ENGINEERS_REACTION) and bool(roadblock_hexes(g))

    def reactions(self, g: State) -> dict[str, Sequence[int | None]]:
        return {"card": holds(g, self.side, Event.ENGINEERS_REACTION)}

    def card(self, g: State, card: int) -> None:
        g.replace(LayRoadblocks(self.side, g.box.numbers.activation.roadblocks))
        discard(g, card)
        g.tell(events.CardPlayed, self.side, card, "Engineers lay roadblocks")


class LayRoadblocks(Asking[State], frozen=True):
    """7.9m The roadblocks of one reaction go into different hexes."""

    rule: ClassVar[str] = "EA-7.9m"
    phase: ClassVar[str] = "roadblocks"
    left: int

    def prompt(self, g: State) -> str:
        return say("Choose a hex for a roadblock ({left} left)", left=self.left)

    def choices(self, g: State) -> Choices:
        board = roadblock_hexes(g)
        return {"hex": cells(board)} if board else {"done": [None]}

    def refusal(self, g: State, action: Action) -> Reason:
        cell = action.target
        if action.verb != "hex" or cell is None:
            return Reason(self.rule, "choose a hex for the roadblock")
        if not supply.traceable(g, Side.ALLIED) >> cell & 1:
            return Reason("EA-7.9a", say("{cell} is not in Allied supply", cell=g.hex_name(cell)))
        if g.played(Event.MANTEUFFEL_DIRECTS_TRAFFIC) and not g.roadblocks >> cell & 1:
            return Reason("EA-7.9k", "Manteuffel directs traffic within four hexes, or it is no empty road hex")
        return Reason(self.rule, "a roadblock goes on a road, without units, towns or another roadblock")

    def hex(self, g: State, cell: int) -> None:
        g.roadblocks |= 1 << cell
        g.tell(events.Roadblock, cell, True)
        if self.left > 1:
            g.replace(LayRoadblocks(self.side, self.left - 1))
        else:
            g.pop()

    def done(self, g: State) -> None:
        g.pop()


# ---- 7.33 demolition ---------------------------------------------------------------------------------------


def can_be_blown(g: State, river: int) -> bool:
    """7.33a, 4.13b An Allied bridge, one hex of which is in Allied supply, after Dec 16."""
    if g.day == g.box.numbers.surprise.day or not travel.standing_bridge(g, river):
        return False
    cell, other = g.box.ground.river_sides[river]
    fed = supply.traceable(g, Side.ALLIED) & (1 << cell | 1 << other)
    return bool(fed) and travel.owner(g, river) is Side.ALLIED


def threatened(g: State, cell: int) -> list[int]:
    """5.1, 7.33a The bridges that may be blown in a German impulse when a German unit that moves or advances is in a
    hex."""
    if g.turn is Side.ALLIED or g.day == g.box.numbers.surprise.day:
        return []
    beside = bridges.beside(g, cell)
    if not beside or not could_hold(g, Side.ALLIED, Event.ENGINEERS_REACTION):
        return []
    return [river for river in beside if can_be_blown(g, river)]


def interrupt(g: State, cell: int) -> None:
    """7.33a, 7.33e Ask about every bridge of a hex that a German unit has just entered, or is about to leave."""
    for river in threatened(g, cell):
        Demolition(Side.ALLIED, river).ask(g)


class Demolition(Window[State], frozen=True):
    """7.33a A German unit is next to an Allied bridge: Engineers may blow it."""

    rule: ClassVar[str] = "EA-7.33a"
    question: ClassVar[int] = Occasion.DEMOLITION
    not_this: ClassVar[str] = _NO_ENGINEERS
    river: int

    def prompt(self, g: State) -> str:
        name = g.box.map.hexside(*g.box.ground.river_sides[self.river])
        return say("A German unit is next to the bridge {name}: play Engineers to blow it?", name=name)

    def focus(self, g: State) -> int:
        return g.box.ground.river_sides[self.river][0]

    def possible(self, g: State) -> bool:
        return could_hold(g, self.side, Event.ENGINEERS_REACTION) and can_be_blown(g, self.river)

    def reactions(self, g: State) -> dict[str, Sequence[int | None]]:
        return {"card": holds(g, self.side, Event.ENGINEERS_REACTION)}

    def card(self, g: State, card: int) -> None:
        g.pop()
        discard(g, card)
        g.tell(events.CardPlayed, self.side, card, "Engineers blow a bridge")
        if not Greif(Side.GERMAN, self.river).ask(g):
            bridges.blow(g, self.river)


class Greif(Window[State], frozen=True):
    """7.33c Operation Greif, only as an answer to a demolition."""

    rule: ClassVar[str] = "EA-7.33c"
    question: ClassVar[int] = Occasion.GREIF
    not_this: ClassVar[str] = "the card is not Operation Greif, or not today"
    river: int

    def prompt(self, g: State) -> str:
        name = g.box.map.hexside(*g.box.ground.river_sides[self.river])
        return say("Engineers are about to blow the bridge {name}: play Operation Greif?", name=name)

    def possible(self, g: State) -> bool:
        return could_hold(g, self.side, Event.OPERATION_GREIF)

    def reactions(self, g: State) -> dict[str, Sequence[int | None]]:
        return {"card": holds(g, self.side, Event.OPERATION_GREIF)}

    def card(self, g: State, card: int) -> None:
        g.pop()
        discard(g, card)
        g.tell(events.CardPlayed, self.side, card, "Operation Greif")
        g.tell(events.BridgeSaved, self.river)

    def declined(self, g: State) -> None:
        bridges.blow(g, self.river)
