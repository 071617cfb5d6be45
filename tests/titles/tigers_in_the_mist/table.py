"""Positions for rule tests, set up in a line or two as a player would describe them.

    t = Table("17-1 German", "a: German armor 3 in Dasburg; d: Allied infantry 2 in Marnach, entrenched")
    t.move("a", "Marnach")
    t.end_movement()
    t.fight("Marnach", rolls(calls=[9], attacker_calls=[9], fire=[5, 10], attacker_fire=[1, 1, 8]))
    assert t.strength("d") == 0

Units are any counters of the wanted side and type, renamed for the test, or a counter by its id ("x: A064 in K", at
full strength if none is given); "infantry" is the commonest kind of a side. All others are out of the game, so nothing
arrives unasked unless `reserves=True`. `set_up=True` leaves the scenario as it begins; counters are then called by
their ids. Dice are scripted: a list says what comes up, a single number shows on every die, and where nothing is given
the game must not roll.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import ardennes
from ardennes.board.cells import board_of, cells
from ardennes.kernel import Action, Choice, Event, Reason, ScriptedChance, Side
from ardennes.titles.tigers_in_the_mist import state as s
from ardennes.titles.tigers_in_the_mist import supply
from ardennes.titles.tigers_in_the_mist.events import Fired, ShellFell
from ardennes.titles.tigers_in_the_mist.sequence import ImpulseBegins, Turn, outline

Dice = Iterable[int] | int

FLAGS = {
    "entrenched": s.ENTRENCHED,
    "moved": s.MOVED,
    "attacked": s.ATTACKED,
    "held": s.HELD,
    "waiting": s.WAITING,
    "on foot": s.FOOT_PACE,
    "combat pending": s.ENTERED,
    "over river": s.OVER_RIVER,
}
EFFECTS = {"mobility": 1, "interference": 2, "confusion": 3}
#: What "infantry" means where the type does not matter: both attack on 3 and defend on 4.
INFANTRY = {"German": "foot", "Allied": "motorized"}
UNIT_VERBS = ("unit", "entrench", "firer")
UNIT = re.compile(
    r"(?P<name>[\w/ -]+):\s*"
    r"((?P<side>German|Allied)\s+(?P<kind>infantry|foot|motorized|mechanized|armor|engineer)|(?P<id>[AG]\d{3}))"
    r"(\s+(?P<strength>\d+))?\s+in\s+(?P<place>[^,]+)(?P<flags>(,[^,]+)*)"
)


def rolls(
    *,
    calls: Sequence[int] = (),
    attacker_calls: Sequence[int] = (),
    guns: Sequence[int] = (),
    fire: Sequence[int] = (),
    attacker_guns: Sequence[int] = (),
    attacker_fire: Sequence[int] = (),
) -> list[int]:
    """The dice of a battle in the order of 9.3: what is not marked as the attacker's is the defender's."""
    return [*calls, *attacker_calls, *guns, *fire, *attacker_guns, *attacker_fire]


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
        set_up: bool = False,
        options: dict[str, object] | None = None,
    ) -> None:
        self.game = ardennes.game("tigers_in_the_mist", scenario, options)
        state = self.game.title.set_up(self.game)
        assert isinstance(state, s.State)
        self.g = state
        self.events: list[Event] = []
        self.names: dict[str, int] = {}
        if not set_up:
            self._clear(reserves)
            state.blown = 0
        state.blown |= board_of(self.bridge(pair) for pair in blown)
        for line in filter(None, (part.strip() for part in units.split(";"))):
            self._place(line)
        for area in german_control:
            state.control |= 1 << self.place(area)
        self._begin(when)

    def _clear(self, reserves: bool) -> None:
        """Take the counters off, and out of the game unless the reserves are wanted."""
        for unit in range(len(self.g.place)):
            if self.g.on_map(unit) or not reserves:
                self.g.put(unit, s.GONE)
                self.g.strength[unit] = self.g.status[unit] = 0

    def _place(self, line: str) -> None:
        found = UNIT.fullmatch(line)
        assert found, f"cannot read {line!r}"
        unit = self._counter(found)
        self.names[found["name"]] = unit
        self.g.put(unit, self.place(found["place"].strip()))
        self.g.strength[unit] = int(found["strength"] or self.g.box.units.rows[unit].strength)
        for flag in filter(None, (text.strip() for text in found["flags"].split(","))):
            self.g.status[unit] |= FLAGS[flag]

    def _counter(self, found: re.Match[str]) -> int:
        if found["id"]:
            return self.g.box.units.unit(found["id"])
        units = self.g.box.units
        kind = INFANTRY[found["side"]] if found["kind"] == "infantry" else found["kind"]
        for unit in units.of[Side[found["side"].upper()]]:
            if units.rows[unit].type == kind and unit not in self.names.values() and self.g.box.playing[unit]:
                return unit
        raise AssertionError(f"no {found['side']} {kind} counter is left for {found['name']}")

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
        if (day, impulse) != (16, 1):
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
        bridge = self.g.box.map.crossing(a, b)
        assert bridge >= 0, f"there is no bridge {pair}"
        return bridge

    def unit(self, name: str) -> int:
        """A unit by its name in this test, else by its id."""
        return self.names[name] if name in self.names else self.g.box.units.unit(name)

    def unit_name(self, unit: int) -> str:
        """A unit's name in this test, else its id."""
        return next((name for name, u in self.names.items() if u == unit), self.g.box.units.rows[unit].id)

    def _target(self, verb: str, name: str | int | None) -> int | None:
        if name is None or isinstance(name, int):
            return name
        if verb in UNIT_VERBS:
            return self.unit(name)
        if verb == "special":
            return EFFECTS[name]
        return self.bridge(name) if verb == "bridge" else self.place(name)

    # ---- play ----------------------------------------------------------------------------------------------

    def do(self, verb: str, target: str | int | None = None, dice: Dice = ()) -> list[Event]:
        """Answer the pending decision."""
        action = Action(verb, self._target(verb, target))
        assert self.why(verb, target) is None, self.why(verb, target)
        events = self.g.apply(action, self._all(dice, action) if isinstance(dice, int) else list(dice))
        self.events += events
        return events

    def _all(self, face: int, action: Action) -> list[int]:
        """As many dice as an action needs, all showing the same face."""
        dice: list[int] = []
        while True:
            try:
                self.g.copy().apply(action, dice)
            except ScriptedChance:
                dice.append(face)
            else:
                return dice

    def why(self, verb: str, target: str | int | None = None) -> Reason | None:
        """Why an answer is refused, or None. The list of choices and the quick answer must say the same."""
        action = Action(verb, self._target(verb, target))
        reason = self.g.why_not(action)
        listed = action.target in self.g.copy().choices().get(verb, ())
        assert (reason is None) == listed, f"choices and reasons disagree about {action}: {reason}"
        top = self.g.stack[-1] if self.g.stack else None
        if isinstance(top, Choice):
            assert top.allows(self.g.copy(), action) == listed, f"the quick answer about {action} is wrong"
        return reason

    def offers(self, verb: str) -> set[str]:
        """What the pending decision offers for a verb, by the names of this test where there are any."""
        for target in self.g.choices().get(verb, ()):
            assert self.g.why_not(Action(verb, target)) is None, f"{verb} {target} is offered and refused"
        return {self._name(verb, target) for target in self.g.choices().get(verb, ())}

    def _name(self, verb: str, target: int | None) -> str:
        if target is None:
            return ""
        if verb in UNIT_VERBS:
            return self.unit_name(target)
        if verb == "special":
            return next(name for name, effect in EFFECTS.items() if effect == target)
        return self.g.box.map.bridge_name(target) if verb == "bridge" else self.g.box.map.names[target]

    def pick(self, *names: str) -> None:
        """Pick up a stack."""
        for name in names:
            self.do("unit", name)

    def move(self, names: str | Sequence[str], to: str, dice: Dice = ()) -> list[Event]:
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
                self.g.apply(Action("unit", self.unit(name)), [])
            return self.why("area", to)
        finally:
            self.g = kept

    def destinations(self, *names: str) -> set[str]:
        """Where a stack may go, by name; the position is as before afterwards."""
        kept = self.g
        self.g = kept.copy()
        try:
            for name in names:
                self.g.apply(Action("unit", self.unit(name)), [])
            return self.offers("area")
        finally:
            self.g = kept

    def end_movement(self, dice: Dice = ()) -> list[Event]:
        """End the movement part of the impulse."""
        assert self.step == "Movement"
        return self.do("done", None, dice)

    def fight(self, area: str, dice: Dice = (), also: Sequence[str] = ()) -> list[Event]:
        """Fight the battle of an area with everybody who must, and `also` units already there.

        Goes on through forced choices; stops where somebody must choose a target.
        """
        residents = self.g.units_at(self.place(area), self.side)
        if all(self.g.status[u] & s.DONE for u in residents):
            return self.do("area", area, dice)
        events = self.do("area", area)
        for name in also:
            events += self.do("unit", name)
        return events + self.do("fight", None, dice)

    def end_impulse(self) -> None:
        """Pass everything that is left of the player impulse; no dice may be needed."""
        side, at = self.side, self.clock
        while self.g.stack and (self.side, self.clock) == (side, at):
            self.do("done")

    def wait_until(self, when: str) -> None:
        """Pass until the movement of a player impulse such as "18-1 German"; no dice may be needed.

        Reinforcements with a choice of zones go to the first.
        """
        while (self.clock, str(self.side), self.step) != (*when.split(), "Movement"):
            self._pass()

    def wait_for_the_end(self) -> None:
        """Pass until the game is over."""
        while self.g.stack:
            self._pass()

    def _pass(self) -> None:
        if self.step == "ChooseZone":
            self.do("area", self.g.choices()["area"][0])
        else:
            self.do("done")

    # ---- questions -----------------------------------------------------------------------------------------

    @property
    def side(self) -> Side:
        """Who decides."""
        side = self.g.side
        assert side is not None, "the game is over"
        return side

    @property
    def clock(self) -> str:
        """The turn marker, such as "17-2"."""
        return self.game.title.clock(self.g)

    @property
    def step(self) -> str:
        """The name of the pending step."""
        top = self.g.stack[-1]
        assert isinstance(top, Choice)
        return type(top).__name__

    def strength(self, name: str) -> int:
        """A unit's strength points."""
        return self.g.strength[self.unit(name)]

    def where(self, name: str) -> str:
        """The place of a unit, "gone" if it is out of the game, "nowhere" if it has not arrived."""
        place = self.g.place[self.unit(name)]
        return "gone" if place == s.GONE else self.g.box.map.names[place]

    def has(self, name: str, flag: str) -> bool:
        """Whether a unit bears a marker."""
        return bool(self.g.status[self.unit(name)] & FLAGS[flag])

    def spent(self, name: str) -> int:
        """MP a unit has spent today."""
        return self.g.spent[self.unit(name)]

    def mp_left(self, name: str) -> int:
        """MP a unit has left today."""
        return self.g.allowance(self.unit(name)) - self.spent(name)

    def supplied(self, name: str) -> bool:
        """Whether a unit is in supply on the position as it stands, whatever was determined for the impulse."""
        now = self.g.copy()
        supply.determine(now)
        return supply.in_supply(now, self.unit(name))

    def blown(self) -> set[str]:
        """The bridges that are down, by name."""
        return {self.g.box.map.bridge_name(bridge) for bridge in cells(self.g.blown)}

    def controlled_by_germans(self, area: str) -> bool:
        """Whether the Germans control an area."""
        return bool(self.g.control >> self.place(area) & 1)

    def hit_number(self, name: str) -> int:
        """The highest roll with which a unit hit when it last fired."""
        return [event.needed for event in self.events if isinstance(event, Fired) and event.unit == self.unit(name)][-1]

    def gun_number(self, side: str) -> int:
        """The highest roll with which a side's artillery hit when it last fired."""
        shells = [event for event in self.events if isinstance(event, ShellFell) and str(event.side) == side]
        return shells[-1].needed

    def told(self, kind: type[Event]) -> list[Event]:
        """The events of one kind so far."""
        return [event for event in self.events if isinstance(event, kind)]
