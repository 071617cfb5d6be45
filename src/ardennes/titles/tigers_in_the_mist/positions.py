"""Positions described in a line or two, as a player would: for rule tests and for the tactical suite.

    Position("17-1 German", "a: German armor 3 in Dasburg; d: Allied infantry 2 in Marnach, entrenched")

Units are any counters of the wanted side and type under a name of the description's own, or a counter by its id
("x: A064 in K", at full strength if none is given); "infantry" is the commonest kind of a side. All others are out of
the game, so nothing arrives unasked unless `reserves` is set. `set_up` leaves the scenario as it begins; counters are
then called by their ids. `german_line` and `allied_line` are areas held by four points dug in that have acted today, so
that a front has an end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ardennes.board.cells import board_of
from ardennes.kernel import Action, Choice, Game, Side, Title, Unknown
from ardennes.titles.tigers_in_the_mist import state as s
from ardennes.titles.tigers_in_the_mist.rules import supply
from ardennes.titles.tigers_in_the_mist.rules.movement.phase import Movement
from ardennes.titles.tigers_in_the_mist.rules.sequence import ImpulseBegins, Turn, outline
from ardennes.titles.tigers_in_the_mist.verbs import BRIDGE, EFFECT, UNIT, VERBS

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
LINE = re.compile(
    r"(?P<name>[\w/. -]+):\s*"
    r"((?P<side>German|Allied)\s+(?P<kind>infantry|foot|motorized|mechanized|armor|engineer)|(?P<id>[AG]\d{3}))"
    r"(\s+(?P<strength>\d+))?\s+in\s+(?P<place>[^,]+)(?P<flags>(,[^,]+)*)"
)


class Position:
    """A described position with the names its description gave."""

    def __init__(
        self,
        title: Title,
        when: str,
        units: str = "",
        *,
        scenario: str = "campaign",
        blown: Sequence[str] = (),
        german_control: Sequence[str] = (),
        german_line: Sequence[str] = (),
        allied_line: Sequence[str] = (),
        reserves: bool = False,
        set_up: bool = False,
        options: Mapping[str, object] | None = None,
    ) -> None:
        self.game = Game.of(title, scenario, options)
        state = title.set_up(self.game)
        assert isinstance(state, s.State)
        self.g = state
        self.names: dict[str, int] = {}
        if not set_up:
            self._clear(reserves)
            state.blown = 0
        state.blown |= board_of(self.bridge(pair) for pair in blown)
        for line in filter(None, (part.strip() for part in units.split(";"))):
            self._place(line)
        for side, front in (("German", german_line), ("Allied", allied_line)):
            for area in front:
                self._place(f"{side} at {area}: {side} infantry 4 in {area}, entrenched, moved")
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
        found = LINE.fullmatch(line)
        if found is None:
            raise ValueError(f"{line!r}: expected a unit such as 'a: German armor 3 in Dasburg, moved'")
        unit = self._counter(found)
        self.names[found["name"]] = unit
        self.g.put(unit, self.place(found["place"].strip()))
        self.g.strength[unit] = int(found["strength"] or self.g.box.units.rows[unit].strength)
        for flag in filter(None, (text.strip() for text in found["flags"].split(","))):
            if flag not in FLAGS:
                raise Unknown("marker", flag, list(FLAGS))
            self.g.status[unit] |= FLAGS[flag]

    def _counter(self, found: re.Match[str]) -> int:
        if found["id"]:
            return self.g.box.units.unit(found["id"])
        units = self.g.box.units
        kind = INFANTRY[found["side"]] if found["kind"] == "infantry" else found["kind"]
        for unit in units.of[Side[found["side"].upper()]]:
            if units.rows[unit].type == kind and unit not in self.names.values() and self.g.box.playing[unit]:
                return unit
        raise ValueError(f"no {found['side']} {kind} counter is left for {found['name']}")

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
        if bridge < 0:
            raise ValueError(f"there is no bridge {pair}")
        return bridge

    def unit(self, name: str) -> int:
        """A unit by its name in this description, else by its id."""
        return self.names[name] if name in self.names else self.g.box.units.unit(name)

    def unit_name(self, unit: int) -> str:
        """A unit's name in this description, else its id."""
        return next((name for name, u in self.names.items() if u == unit), self.g.box.units.rows[unit].id)

    def target(self, verb: str, name: str | int | None) -> int | None:
        """The target of a verb by name."""
        if name is None or isinstance(name, int):
            return name
        kind = VERBS.by_key[verb].kind
        if kind is UNIT:
            return self.unit(name)
        if kind is EFFECT:
            return EFFECTS[name]
        return self.bridge(name) if kind is BRIDGE else self.place(name)

    def action(self, text: str) -> Action:
        """An action in words, such as "unit a", "area Marnach" or "done"."""
        verb, _, name = text.partition(" ")
        return Action(verb, self.target(verb, name or None))

    # ---- questions of the tactical suite -------------------------------------------------------------------

    def is_answered(self, asked: Choice[Any]) -> bool:
        """Whether a player is through with what was asked: the whole movement, else one choice."""
        return not isinstance(asked, Movement) or asked not in self.g.stack

    def holds(self, condition: str, side: Side, done: Sequence[Action]) -> bool:
        """Whether a condition of the suite holds after a player's actions.

        "a in X", "a out of X", "nobody in X", "somebody in X", "attack X", "attack X with 7", "no attack",
        "a ready" (has not acted), "did verb target", "not did verb target".
        """
        words = condition.split()
        if condition == "no attack":
            return not self._attacked(side)
        if words[0] == "attack":
            return self._attacks(words[1:], side)
        if words[0] in ("did", "not"):
            return (self.action(" ".join(words[1 + (words[0] == "not") :])) in done) is (words[0] == "did")
        if words[0] in ("nobody", "somebody"):
            there = self.g.occupied[side] >> self.place(" ".join(words[2:])) & 1
            return bool(there) is (words[0] == "somebody")
        if words[1] == "ready":
            return not self.g.status[self.unit(words[0])] & s.DONE
        if words[1] == "in":
            return self.g.place[self.unit(words[0])] == self.place(" ".join(words[2:]))
        if words[1:3] == ["out", "of"]:
            return self.g.place[self.unit(words[0])] != self.place(" ".join(words[3:]))
        raise ValueError(f"{condition!r}: expected a condition such as 'a in Bastogne', 'attack Wiltz' or 'no attack'")

    def _attacked(self, side: Side) -> dict[int, int]:
        """Areas that units have entered against an enemy, with the strength brought there."""
        found: dict[int, int] = {}
        for unit in self.g.box.units.of[side]:
            place = self.g.place[unit]
            if self.g.on_map(unit) and self.g.status[unit] & s.ENTERED and self.g.occupied[side.enemy] >> place & 1:
                found[place] = found.get(place, 0) + self.g.strength[unit]
        return found

    def _attacks(self, words: Sequence[str], side: Side) -> bool:
        name, _, least = " ".join(words).partition(" with ")
        return self._attacked(side).get(self.place(name), 0) >= int(least or 1)
