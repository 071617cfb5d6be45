"""12.2, 12.31b Engineers: bridges repaired, built and blown, units dug in, by card or in the Supply Phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from ardennes.kernel import Reason, Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.words import say
from ardennes.parts.rules.questions import Question, pick
from ardennes.parts.rules.reaction import Window
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.cards import Event
from ardennes.titles.enemy_action_ardennes.rules import bridges, improved
from ardennes.titles.enemy_action_ardennes.rules.deck import NOT_IN_HAND, discard, held, todays_events
from ardennes.titles.enemy_action_ardennes.state import SUPPLIED, Occasion, State

# ---- their works -------------------------------------------------------------------------------------------

#: 12.22 What is said of a river hexside where they work otherwise.
_NO_ROAD = ("EA-12.22", "no road crosses there: a bridge is built, and none repaired")
_ROAD = ("EA-12.22", "a road crosses there: its bridge is repaired, and none built")
_NOT_BLOWN = ("EA-12.21b", "these engineers build and repair: only Engineers of an Allied impulse blow a bridge")


def _not_dug_in(step: BridgeWork, g: State, unit: int) -> Reason:
    """12.31b What is said of a unit that no engineers dig in."""
    if not step.all_works:
        return Reason("EA-12.31b", "these engineers build and repair: only Engineers of an Allied impulse dig in")
    return Reason("EA-12.31b", say("{name} is no Allied unit", name=g.name(unit)))


#: 12.31b, 12.31d What keeps an Allied unit from being dug in by engineers.
DIGGERS = Rungs(
    lambda g, step, unit: {"name": g.name(unit)},
    Rung("EA-12.31b", "{name} is not on the map", lambda g, step, left: left & ~g.mapped),
    Rung("EA-12.31b", "{name} is not in supply", each(lambda g, step, unit: g.supply[unit] != SUPPLIED)),
    Rung("EA-12.31d2", "{name} is dispersed", lambda g, step, left: left & g.dispersed),
    *improved.NO_PLACE,
)


class BridgeWork(Question[State], frozen=True):
    """12.21, 12.22 Engineers repair or build a bridge; in an Allied impulse they may also blow one or dig in."""

    rule: ClassVar[str] = "EA-12.21a"
    phase: ClassVar[str] = "engineers"
    asks: ClassVar[str] = "Engineers: choose a bridge to repair, a river hexside to bridge{more}"
    otherwise: ClassVar[tuple[str, str]] = ("EA-12.21a", "the engineers have other work")
    #: Whether this is the Engineers event of an Allied impulse.
    all_works: bool = False

    def facts(self, g: State) -> dict[str, object]:
        return {"more": say(", blow one, or dig a unit in") if self.all_works else ""}

    @pick(
        lambda step, g: g.box.ground.rivers_on_road,
        _NO_ROAD,
        by=lambda step, g: bridges.WORKS[step.side],
        about=lambda step, g: step.side,
    )
    def repair(self, g: State, river: int) -> None:
        """12.21a A blown bridge."""
        bridges.restore(g, self.side, river)

    @pick(
        lambda step, g: g.box.ground.all_rivers & ~g.box.ground.rivers_on_road,
        _ROAD,
        by=lambda step, g: bridges.WORKS[step.side],
        about=lambda step, g: step.side,
    )
    def build(self, g: State, river: int) -> None:
        """12.22 A new one."""
        bridges.restore(g, self.side, river)

    @pick(lambda step, g: g.box.ground.all_rivers if step.all_works else 0, _NOT_BLOWN, by=bridges.BLOWN)
    def blow(self, g: State, river: int) -> None:
        """12.21b A bridge is blown."""
        bridges.blow(g, river)

    @pick(lambda step, g: g.box.units.all_of[Side.ALLIED] if step.all_works else 0, _not_dug_in, by=DIGGERS)
    def unit(self, g: State, unit: int) -> None:
        """12.31b A unit digs in."""
        improved.place(g, g.place[unit])


def has_work(g: State, side: Side, all_works: bool = False) -> bool:
    """Whether a side's engineers can do anything now."""
    known = g.remember()
    key = ("work", side, all_works)
    if key not in known:
        rivers = g.box.ground.all_rivers
        found = bridges.WORKS[side].any_free(g, side, rivers)
        if all_works and not found:
            found = bridges.BLOWN.any_free(g, None, rivers) or DIGGERS.any_free(g, None, g.box.units.all_of[side])
        known[key] = found
    works: bool = known[key]
    return works


# ---- the Supply Phase --------------------------------------------------------------------------------------


def playing(rule: str, event: Callable[[Any], Event]) -> Rungs:
    """What keeps a card in hand from being played for an event in the Supply Phase."""
    return Rungs(
        lambda g, step, card: {"card": g.box.cards[card].name, "event": g.box.events[event(step)].name},
        Rung(rule, "{card} does not list {event}", each(lambda g, step, card: event(step) not in _events(g, card))),
        Rung(
            rule,
            "{event} cannot be played today",
            each(lambda g, step, card: not todays_events(g, g.box.cards[card]) >> event(step) & 1),
        ),
    )


def _events(g: State, card: int) -> set[Event]:
    """The events of a card, today's or not."""
    return {line.event for line in g.box.cards[card].commands}


WORKERS = playing("EA-4.0i", lambda step: step.event)


class SupplyEngineers(Window[State], frozen=True):
    """4.0i, 5.1a In the Supply Phase engineers may work before supply is judged, as often as there are cards."""

    rule: ClassVar[str] = "EA-4.0i"
    question: ClassVar[int] = Occasion.SUPPLY_PHASE
    phase: ClassVar[str] = "supply"
    asks: ClassVar[str] = "Supply Phase: play a card for engineers to repair or build a bridge?"

    @property
    def event(self) -> Event:
        """The event that counts."""
        return Event.BRIDGE_ENGINEERS if self.side is Side.GERMAN else Event.ENGINEERS

    def possible(self, g: State) -> bool:
        return bool(g.hands[self.side]) and has_work(g, self.side)

    @pick(lambda step, g: held(g, step.side), NOT_IN_HAND, by=WORKERS)
    def card(self, g: State, card: int) -> None:
        """4.0w It is played, and he is asked once more when the work is done."""
        discard(g, card)
        g.tell(events.CardPlayed, self.side, card, g.box.events[self.event].name)
        SupplyEngineers(self.side).ask(g)
        g.push(BridgeWork(self.side))
