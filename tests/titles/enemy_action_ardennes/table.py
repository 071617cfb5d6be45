"""Positions for rule tests, and short ways to play on them; how they are written is said in `positions`.

    t = Table("D18 German activate", "a: German armor at 1108; d: Allied infantry at 1110")
    t.move("a", "1109")
    assert t.why_move("a", "1110") == "EA-7.1d"

Dice are scripted; where none are given the game must not roll any. A card or chit drawn counts as a die: its number.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ardennes.kernel import Action, Choice, Event, Reason, Side, Title
from ardennes.titles.enemy_action_ardennes import TITLE
from ardennes.titles.enemy_action_ardennes import state as s
from ardennes.titles.enemy_action_ardennes.positions import Position
from ardennes.titles.enemy_action_ardennes.rules import paths, supply, victory
from tests.titles.agreeing import agree

GERMAN, ALLIED = Side.GERMAN, Side.ALLIED
_PLACES = {
    s.ELIMINATED: "eliminated",
    s.RESERVE: "reserve",
    s.OUT: "out",
    s.OKW_BOX: "okw",
    s.VDH_BOX: "vdh",
    s.EXITED: "exited",
}


class Table(Position):
    """A position and short ways to play on it."""

    def __init__(self, when: str, units: str = "", title: Title = TITLE, **more: Any) -> None:
        super().__init__(title, when, units, **more)
        self.events: list[Event] = []

    # ---- play ----------------------------------------------------------------------------------------------

    def target(self, verb: str, word: str | int | None) -> int | None:
        """What a word of a test means for a verb; cards are given by their printed number."""
        if verb in ("card", "discard", "priority") and isinstance(word, int):
            return word - 1
        if word is None or isinstance(word, int):
            return word
        if verb == "unit":
            return self.unit(word)
        if verb in ("hex", "via", "exit"):
            return self.hex(word)
        if verb in ("repair", "build", "blow"):
            return self.river(word)
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

    def _word(self, verb: str, target: int | None) -> Any:
        if target is None:
            return None
        if verb == "unit":
            return self.name(target)
        if verb in ("card", "discard", "priority"):
            return target + 1
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

    def play(self, card: int, verb: str, target: str | int | None = None, dice: Iterable[int] = ()) -> list[Event]:
        """Pick a card and play it for something."""
        return self.do("card", card) + self.do(verb, target, dice)

    def uses(self, card: int, verb: str) -> set[Any]:
        """What a card offers for a verb."""
        other = self.trial()
        if other.refused("card", card):
            return set()
        other.do("card", card)
        return other.offers(verb)

    def why_play(self, card: int, verb: str, target: str | int | None = None) -> str:
        """The rule by which a card in hand may not be played for something; empty if it may."""
        other = self.trial()
        if other.refused("card", card):
            return other.refused("card", card)
        other.do("card", card)
        return other.refused(verb, target)

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

    def cost(self, name: str, to: str, **how: bool) -> int:
        """What it costs a unit to go somewhere, in movement points."""
        found = paths.reachable(self.g.copy(), self.unit(name), **how)
        assert found.board >> self.hex(to) & 1, f"{to} is out of reach"
        return found.best(self.hex(to))[0]

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
        if s.OFF_MAP <= place < s.RESERVE:
            return f"D{place - s.OFF_MAP}"
        return _PLACES.get(place) or self.box.grid.number(place)

    def has(self, name: str, column: str) -> bool:
        """Whether a unit is in a set such as `dispersed` or `moved`."""
        return bool(getattr(self.g, column) >> self.unit(name) & 1)

    def zone(self, side: Side) -> set[str]:
        return set(self.box.grid.numbers(self.g.zone(side)))

    def traces(self, name: str) -> bool:
        """Whether a unit could trace supply now."""
        return supply.traces(self.g, self.unit(name))

    def state_of(self, name: str) -> int:
        """A unit's state of supply."""
        return self.g.supply[self.unit(name)]

    def hand(self, side: Side) -> list[int]:
        """The printed numbers of a hand."""
        return sorted(card + 1 for card in self.g.hands[side])

    def pile(self, where: str, side: Side) -> list[int]:
        return sorted(card + 1 for card in getattr(self.g, where)[side])

    @property
    def points(self) -> int:
        return victory.points(self.g)

    def told(self, kind: type[Event]) -> list[Any]:
        """The events of one kind so far."""
        return [event for event in self.events if isinstance(event, kind)]
