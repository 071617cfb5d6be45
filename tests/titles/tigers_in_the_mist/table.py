"""Positions for rule tests, set up in a line or two as a player would describe them.

    t = Table("17-1 German", "a: German armor 3 in Dasburg; d: Allied foot 2 in Marnach, entrenched")
    t.move("a", "Marnach")
    t.end_movement()
    t.fight("Marnach", dice=[…])
    assert t.strength("d") == 1

Units are any counters of the wanted side and type, renamed for the test; all others are out of the game, so nothing
arrives unasked unless `reserves=True`. Dice are scripted; where none are given the game must not roll any.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import ardennes
from ardennes.board.cells import board_of, cells
from ardennes.kernel import Action, Choice, Event, Reason, Side
from ardennes.titles.tigers_in_the_mist import state as s
from ardennes.titles.tigers_in_the_mist import supply
from ardennes.titles.tigers_in_the_mist.sequence import ImpulseBegins, Turn, outline

FLAGS = {
    "entrenched": s.ENTRENCHED,
    "moved": s.MOVED,
    "attacked": s.ATTACKED,
    "held": s.HELD,
    "waiting": s.WAITING,
    "on foot": s.FOOT_PACE,
}
UNIT = re.compile(
    r"(?P<name>[\w/ -]+):\s*(?P<side>German|Allied)\s+(?P<kind>foot|motorized|mechanized|armor|engineer)"
    r"\s+(?P<strength>\d+)\s+in\s+(?P<place>[^,]+)(?P<flags>(,[^,]+)*)"
)


class Table:
    """A position and short ways to play on it."""

    def __init__(
        self,
        when: str,
        units: str = "",
        *,
        scenario: str = "campaign",
        blown: Sequence[str] = (),
        german_control: Sequence[str] = (),
        reserves: bool = False,
        options: dict[str, object] | None = None,
    ) -> None:
        self.game = ardennes.game("tigers_in_the_mist", scenario, options)
        state = self.game.title.set_up(self.game)
        assert isinstance(state, s.State)
        self.g = state
        self.events: list[Event] = []
        self.names: dict[str, int] = {}
        for unit in range(len(state.place)):
            if state.on_map(unit) or not reserves:
                state.put(unit, s.GONE)
                state.strength[unit] = state.status[unit] = 0
        state.blown = board_of(self.bridge(pair) for pair in blown)
        for line in filter(None, (part.strip() for part in units.split(";"))):
            self._place(line)
        for area in german_control:
            state.control |= 1 << self.place(area)
        self._begin(when)

    def _place(self, line: str) -> None:
        found = UNIT.fullmatch(line)
        assert found, f"cannot read {line!r}"
        side = Side[found["side"].upper()]
        rows = self.g.box.units.rows
        unit = next(
            u
            for u in self.g.box.units.of[side]
            if rows[u].type == found["kind"] and u not in self.names.values() and self.g.box.playing[u]
        )
        self.names[found["name"]] = unit
        self.g.put(unit, self.place(found["place"].strip()))
        self.g.strength[unit] = int(found["strength"])
        for flag in filter(None, (text.strip() for text in found["flags"].split(","))):
            self.g.status[unit] |= FLAGS[flag]

    def _begin(self, when: str) -> None:
        """Begin at a player impulse such as "17-2 Allied"."""
        clock, _, side = when.partition(" ")
        day, impulse = map(int, clock.split("-"))
        self.g.day, self.g.impulse = day, impulse
        self.g.dawn = bytes(self.g.place)
        steps = outline(day)
        wanted = ImpulseBegins(Side[side.upper()])
        at = [n for n, step in enumerate(steps) if step == wanted][impulse - 1]
        self.g.stack = (Turn(day, at),)
        self.g.supply_for = None
        supply.determine(self.g)
        self.g.settle([])

    # ---- names ---------------------------------------------------------------------------------------------

    def place(self, name: str) -> int:
        """An area by name or number, a zone by letter."""
        board = self.g.box.map
        return board.names.index(name) if name in board.names else board.place(name)

    def bridge(self, pair: str) -> int:
        """A bridge such as "51-70" or "Dasburg-Marnach"."""
        a, b = (self.place(end) for end in pair.split("-"))
        return self.g.box.map.crossing(a, b)

    def unit(self, name: str) -> int:
        return self.names[name]

    def _target(self, verb: str, name: str | int | None) -> int | None:
        if name is None or isinstance(name, int):
            return name
        if verb in ("unit", "entrench", "firer"):
            return self.unit(name)
        return self.bridge(name) if verb == "bridge" else self.place(name)

    # ---- play ----------------------------------------------------------------------------------------------

    def do(self, verb: str, target: str | int | None = None, dice: Iterable[int] = ()) -> list[Event]:
        """Answer the pending decision."""
        events = self.g.apply(Action(verb, self._target(verb, target)), list(dice))
        self.events += events
        return events

    def why(self, verb: str, target: str | int | None = None) -> Reason | None:
        """Why an answer is refused, or None."""
        return self.g.why_not(Action(verb, self._target(verb, target)))

    def offers(self, verb: str) -> set[str | int | None]:
        """What the pending decision offers for a verb, by the names of this test where there are any."""
        names = {unit: name for name, unit in self.names.items()}
        found: set[str | int | None] = set()
        for target in self.g.choices().get(verb, ()):
            if verb in ("unit", "entrench", "firer"):
                found.add(names.get(target, target))  # type: ignore[arg-type]
            elif verb in ("area", "via", "shift"):
                assert target is not None
                found.add(self.g.box.map.names[target])
            else:
                found.add(target)
        return found

    def pick(self, *names: str) -> None:
        """Pick up a stack."""
        for name in names:
            self.do("unit", name)

    def move(self, names: str | Sequence[str], to: str, dice: Iterable[int] = ()) -> list[Event]:
        """Pick up units and move them."""
        self.pick(*([names] if isinstance(names, str) else names))
        return self.do("area", to, dice)

    def why_move(self, names: str | Sequence[str], to: str) -> Reason | None:
        """Why units may not be picked up and moved somewhere; the position is as before afterwards."""
        kept = self.g
        self.g = kept.copy()
        try:
            for name in [names] if isinstance(names, str) else names:
                if (reason := self.why("unit", name)) is not None:
                    return reason
                self.do("unit", name)
            return self.why("area", to)
        finally:
            self.g = kept

    def end_movement(self, dice: Iterable[int] = ()) -> list[Event]:
        return self.do("done", None, dice)

    def fight(self, area: str, dice: Iterable[int] = (), also: Sequence[str] = ()) -> list[Event]:
        """Fight the battle of an area with everybody who must, and `also` units already there.

        Goes on through forced choices; stops where somebody must choose a target.
        """
        needs_choice = bool(self.g.units_at(self.place(area), self.side)) and any(
            not self.g.status[u] & s.DONE for u in self.g.units_at(self.place(area), self.side)
        )
        if not needs_choice:
            return self.do("area", area, dice)
        events = self.do("area", area)
        for name in also:
            events += self.do("unit", name)
        return events + self.do("fight", None, dice)

    def end_impulse(self) -> None:
        """Pass everything that is left of the impulse; no dice may be needed."""
        side = self.side
        while self.g.stack and self.side is side and "done" in self.g.choices():
            self.do("done")

    # ---- questions -----------------------------------------------------------------------------------------

    @property
    def side(self) -> Side:
        side = self.g.side
        assert side is not None
        return side

    @property
    def step(self) -> str:
        """The name of the pending step."""
        top = self.g.stack[-1]
        assert isinstance(top, Choice)
        return type(top).__name__

    def strength(self, name: str) -> int:
        return self.g.strength[self.unit(name)]

    def where(self, name: str) -> str:
        place = self.g.place[self.unit(name)]
        return "gone" if place == s.GONE else self.g.box.map.names[place]

    def has(self, name: str, flag: str) -> bool:
        return bool(self.g.status[self.unit(name)] & FLAGS[flag])

    def spent(self, name: str) -> int:
        return self.g.spent[self.unit(name)]

    def supplied(self, name: str) -> bool:
        """Whether a unit is in supply on the position as it stands."""
        supply.determine(self.g)
        return supply.in_supply(self.g, self.unit(name))

    def blown(self) -> set[str]:
        """The bridges that are down, by name."""
        return {self.g.box.map.bridge_name(bridge) for bridge in cells(self.g.blown)}

    def told(self, kind: type[Event]) -> list[Event]:
        """The events of one kind so far."""
        return [event for event in self.events if isinstance(event, kind)]
