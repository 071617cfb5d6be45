"""5.1, 7.33, 7.9 Reactions: Engineers lay roadblocks or blow a bridge in the German impulse, Greif answers."""

from __future__ import annotations

from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.parts.rules.reaction import Window
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.cards import Event
from ardennes.titles.enemy_action_ardennes.box.counters import ARMIES
from ardennes.titles.enemy_action_ardennes.box.fields import Left, River
from ardennes.titles.enemy_action_ardennes.rules import bridges, supply, travel
from ardennes.titles.enemy_action_ardennes.rules.deck import NOT_IN_HAND, discard, held
from ardennes.titles.enemy_action_ardennes.state import OFF_MAP, Occasion, State

_FIFTH = ARMIES.index("5PA")


def _days(g: State, card: int, reaction: Event) -> int:
    """The days on which a card may be played as a reaction, as a set; nothing if it does not list it."""
    found = 0
    for line in g.box.cards[card].reactions:
        found |= line.days if line.event is reaction else 0
    return found


def _reacting(reaction: Event, rule: str) -> Rungs:
    """What keeps a card in hand from being played as a reaction."""
    return Rungs(
        lambda g, step, card: {"card": g.box.cards[card].name, "event": g.box.events[reaction].name},
        Rung(
            rule, "{card} does not list {event} as a reaction", each(lambda g, step, card: not _days(g, card, reaction))
        ),
        Rung(
            rule,
            "{event} cannot be played as a reaction today",
            each(lambda g, step, card: not _days(g, card, reaction) >> g.day & 1),
        ),
    )


def could_hold(g: State, side: Side, reaction: Event) -> bool:
    """Whether a side could hold such a card as far as both know: it has a hand, and one of them lies nowhere open."""
    if not g.hands[side]:
        return False
    lying = (g.discards[side], g.entering[side], g.unused[side])
    return any(
        days >> g.day & 1 and not any(card in cards for cards in lying) for card, days in g.box.reacting[reaction]
    )


# ---- 7.9 roadblocks ----------------------------------------------------------------------------------------


def _directed(g: State) -> int:
    """7.9k The hexes near units of Manteuffel's army, while he directs traffic."""
    if not g.played(Event.MANTEUFFEL_DIRECTS_TRAFFIC):
        return 0
    near = 0
    for unit in cells(g.box.units.in_army[_FIFTH]):
        if g.place[unit] < OFF_MAP:
            near |= 1 << g.place[unit]
    return g.box.grid.within(near, g.box.numbers.activation.manteuffel_hexes)


#: 7.9 Where no roadblock is laid.
SITES = Rungs(
    lambda g, step, cell: {"cell": g.hex_name(cell)},
    Rung(
        "EA-7.9a",
        "{cell} is not in Allied supply",
        lambda g, step, left: left & ~supply.traceable(g, Side.ALLIED),
    ),
    Rung("EA-7.9k", "Manteuffel directs traffic within four hexes", lambda g, step, left: left & _directed(g)),
    Rung("EA-7.9m", "no road leads through {cell}", lambda g, step, left: left & ~g.box.map.road_hexes),
    Rung("EA-7.9m", "{cell} is a town or city", lambda g, step, left: left & g.box.ground.towns),
    Rung("EA-7.9m", "a roadblock is in {cell}", lambda g, step, left: left & g.roadblocks),
    Rung("EA-7.9m", "units are in {cell}", lambda g, step, left: left & _taken(g)),
)


def _taken(g: State) -> int:
    """7.9m The hexes with units."""
    return g.occupied[Side.GERMAN] | g.occupied[Side.ALLIED]


def roadblock_hexes(g: State) -> int:
    """7.9 Where a roadblock may be laid."""
    return SITES.free(g, None, g.box.grid.board)


class Roadblocks(Window[State], frozen=True):
    """7.9a When a German activation begins, Engineers may lay two roadblocks."""

    rule: ClassVar[str] = "EA-7.9a"
    question: ClassVar[int] = Occasion.ROADBLOCKS
    asks: ClassVar[str] = "A German activation begins: play Engineers to lay two roadblocks?"

    def possible(self, g: State) -> bool:
        return not g.surprise() and could_hold(g, self.side, Event.ENGINEERS_REACTION) and bool(roadblock_hexes(g))

    @pick(
        lambda step, g: held(g, step.side),
        NOT_IN_HAND,
        by=_reacting(Event.ENGINEERS_REACTION, "EA-7.9a"),
    )
    def card(self, g: State, card: int) -> None:
        """7.9a It is played: the hexes come next."""
        discard(g, card)
        g.tell(events.CardPlayed, self.side, card, "Engineers lay roadblocks")
        g.push(LayRoadblocks(self.side, g.box.numbers.activation.roadblocks))


class LayRoadblocks(Question[State], frozen=True):
    """7.9m The roadblocks of one reaction go into different hexes."""

    rule: ClassVar[str] = "EA-7.9m"
    phase: ClassVar[str] = "roadblocks"
    asks: ClassVar[str] = "Choose a hex for a roadblock ({left} left)"
    otherwise: ClassVar[tuple[str, str]] = ("EA-7.9m", "choose a hex for the roadblock")
    left: Left

    @pick(lambda step, g: g.box.grid.board, by=SITES)
    def hex(self, g: State, cell: int) -> None:
        """7.9m It is laid; the next is asked about."""
        g.roadblocks |= 1 << cell
        g.tell(events.Roadblock, cell, True)
        if self.left > 1:
            g.push(LayRoadblocks(self.side, self.left - 1))

    @button(when=lambda step, g: not roadblock_hexes(g))
    def done(self, g: State) -> None:
        """7.9m No hex is left."""


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


def _bridge(g: State, river: int) -> dict[str, object]:
    return {"name": g.box.map.hexside(*g.box.ground.river_sides[river])}


class Demolition(Window[State], frozen=True):
    """7.33a A German unit is next to an Allied bridge: Engineers may blow it."""

    rule: ClassVar[str] = "EA-7.33a"
    question: ClassVar[int] = Occasion.DEMOLITION
    asks: ClassVar[str] = "A German unit is next to the bridge {name}: play Engineers to blow it?"
    river: River

    def facts(self, g: State) -> dict[str, object]:
        return _bridge(g, self.river)

    def focus(self, g: State) -> int:
        return g.box.ground.river_sides[self.river][0]

    def possible(self, g: State) -> bool:
        return could_hold(g, self.side, Event.ENGINEERS_REACTION) and can_be_blown(g, self.river)

    @pick(
        lambda step, g: held(g, step.side),
        NOT_IN_HAND,
        by=_reacting(Event.ENGINEERS_REACTION, "EA-7.33a"),
    )
    def card(self, g: State, card: int) -> None:
        """7.33a, 7.33c It is played; Greif may answer."""
        discard(g, card)
        g.tell(events.CardPlayed, self.side, card, "Engineers blow a bridge")
        if not Greif(Side.GERMAN, self.river).ask(g):
            bridges.blow(g, self.river)


class Greif(Window[State], frozen=True):
    """7.33c Operation Greif, only as an answer to a demolition."""

    rule: ClassVar[str] = "EA-7.33c"
    question: ClassVar[int] = Occasion.GREIF
    asks: ClassVar[str] = "Engineers are about to blow the bridge {name}: play Operation Greif?"
    river: River

    def facts(self, g: State) -> dict[str, object]:
        return _bridge(g, self.river)

    def possible(self, g: State) -> bool:
        return could_hold(g, self.side, Event.OPERATION_GREIF)

    @pick(
        lambda step, g: held(g, step.side),
        NOT_IN_HAND,
        by=_reacting(Event.OPERATION_GREIF, "EA-7.33c"),
    )
    def card(self, g: State, card: int) -> None:
        """7.33c The bridge stands."""
        discard(g, card)
        g.tell(events.CardPlayed, self.side, card, "Operation Greif")
        g.tell(events.BridgeSaved, self.river)

    def declined(self, g: State) -> None:
        bridges.blow(g, self.river)
