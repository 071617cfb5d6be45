"""Positions for rule tests, and short ways to play on them; how they are written is said in `positions`.

    t = Table("T4 German move", "a: German armor at 2418; d: Allied infantry at 2518")
    t.move("a", "2417")
    assert t.why_move("a", "2416") == "DW-10.2.1d"

Dice are scripted; where none are given the game must not roll any. A chit drawn counts as a die: its number in `Chit`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ardennes.kernel import Action, Choice, Event, Reason, Side, Title
from ardennes.titles.deadly_woods import TITLE
from ardennes.titles.deadly_woods import state as s
from ardennes.titles.deadly_woods.box.tables import Chit
from ardennes.titles.deadly_woods.positions import Position
from ardennes.titles.deadly_woods.rules import paces, paths, supply, zones
from tests.titles.agreeing import agree

GERMAN, ALLIED = Side.GERMAN, Side.ALLIED
_PLACES = {s.ELIMINATED: "eliminated", s.TRACK: "track", s.OUT: "out", s.BOX: "box"}


class Table(Position):
    """A position and short ways to play on it."""

    def __init__(self, when: str, units: str = "", title: Title = TITLE, **more: Any) -> None:
        super().__init__(title, when, units, **more)
        self.events: list[Event] = []

    # ---- play ----------------------------------------------------------------------------------------------

    def target(self, verb: str, word: str | int | None) -> int | None:
        """What a word of a test means for a verb."""
        if word is None or isinstance(word, int):
            return word
        if verb == "unit":
            return self.unit(word)
        if verb in ("hex", "via", "door"):
            return self.hex(word)
        if verb == "bridge":
            return self.bridge(word)
        if verb == "chit":
            return Chit[word.upper()]
        return self.game.title.target(self.game, verb, word)

    def do(self, verb: str, target: str | int | None = None, dice: Iterable[int] = ()) -> list[Event]:
        """Answer the pending decision; whatever else could have been answered, lists and reasons agree on it."""
        agree(self.g)
        events = self.g.apply(Action(verb, self.target(verb, target)), list(dice))
        self.events += events
        return events

    def why(self, verb: str, target: str | int | None = None) -> Reason | None:
        return self.g.why_not(Action(verb, self.target(verb, target)))

    def refused(self, verb: str, target: str | int | None = None) -> str:
        """The rule an answer is refused by; empty if it is allowed."""
        reason = self.why(verb, target)
        return "" if reason is None else reason.rule

    def offers(self, verb: str) -> set[Any]:
        """What the pending decision offers for a verb, in the words of this test."""
        return {self._word(verb, target) for target in self.g.choices().get(verb, ())}

    def _word(self, verb: str, target: int | None) -> str | None:
        if target is None:
            return None
        if verb == "unit":
            return self.name(target)
        return self.game.title.word(self.game, verb, target)

    def name(self, unit: int) -> str:
        """A unit by its name in this test, or by its id."""
        return next((name for name, number in self.names.items() if number == unit), self.box.units.rows[unit].id)

    def trial(self) -> Table:
        """A copy of the position to try something on."""
        other = object.__new__(Table)
        other.__dict__ = dict(self.__dict__)
        other.g, other.events = self.g.copy(), []
        return other

    def move(self, name: str, *to: str) -> list[Event]:
        """Pick a unit up and move it, through all but the last hex."""
        told = self.do("unit", name)
        for hex_ in to[:-1]:
            told += self.do("via", hex_)
        return told + self.do("hex", to[-1])

    def why_move(self, name: str, to: str) -> str:
        """The rule by which a unit may not be picked up and moved somewhere; empty if it may."""
        if rule := self.refused("unit", name):
            return rule
        other = self.trial()
        other.do("unit", name)
        return other.refused("hex", to)

    def reach(self, name: str) -> set[str]:
        """Where a unit's move may end; nothing if it may not move."""
        if self.refused("unit", name):
            return set()
        other = self.trial()
        other.do("unit", name)
        return other.offers("hex")

    def cost(self, name: str, to: str) -> str:
        """What it costs a unit to go somewhere, in movement points."""
        found = paths.reachable(self.g.copy(), self.unit(name))
        assert found.board >> self.hex(to) & 1, f"{to} is out of reach"
        return paces.points(found.cost(self.hex(to)))

    def end(self, dice: Iterable[int] = ()) -> list[Event]:
        """End the pending phase."""
        return self.do("done", None, dice)

    # ---- questions -----------------------------------------------------------------------------------------

    @property
    def step(self) -> str:
        """The name of the pending step."""
        top = self.g.stack[-1]
        assert isinstance(top, Choice)
        return type(top).__name__

    def where(self, name: str) -> str:
        place = self.g.place[self.unit(name)]
        return _PLACES.get(place) or self.box.grid.number(place)

    def asset_at(self, word: str) -> str:
        """Where an asset is: a hex, box, track or out."""
        place = self.g.asset[self.asset(word)]
        return _PLACES.get(place) or self.box.grid.number(place)

    def has(self, name: str, column: str) -> bool:
        """Whether a unit is in a set such as `hungry` or `moved`."""
        return bool(getattr(self.g, column) >> self.unit(name) & 1)

    def zone(self, side: Side) -> set[str]:
        return set(self.box.grid.numbers(zones.zone(self.g, side)))

    def supplied(self, name: str) -> bool:
        """Whether a unit is in supply now."""
        return supply.in_supply(self.g, self.unit(name))

    def traces(self, name: str) -> bool:
        """Whether a unit could trace a line of supply now."""
        return supply.traces(self.g, self.unit(name))

    def blown(self) -> set[str]:
        return {self.game.title.word(self.game, "bridge", n) for n in range(100) if self.g.blown >> n & 1}

    def told(self, kind: type[Event]) -> list[Any]:
        """The events of one kind so far."""
        return [event for event in self.events if isinstance(event, kind)]
