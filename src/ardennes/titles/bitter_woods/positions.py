"""Positions described in a line or two, as a player would: for rule tests and for the tactical suite.

    Position(title, "17AM German", "a: German armor 9-5-4 at 1324; d: Allied infantry at 1424, improved")

A unit is any counter of the wanted side and kind (with the wanted values, if some are given), or a counter by its id:
"28/110 at 1424". All others are out of the game, so nothing arrives unasked unless `reserves` is set. Everybody is in
supply unless marked otherwise. Play begins with the movement phase of the player turn, or with the phase that is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ardennes.board.cells import board_of
from ardennes.kernel import Action, Choice, Event, Game, Side, Title, Unknown
from ardennes.titles.bitter_woods.box import EDGES, GONE, OFF_MAP, turns
from ardennes.titles.bitter_woods.box.counters import GERMAN_ARMIES, HEAVY
from ardennes.titles.bitter_woods.rules.combat.declaring import ChooseAttackers
from ardennes.titles.bitter_woods.rules.combat.phase import Combat
from ardennes.titles.bitter_woods.rules.movement.phase import Movement
from ardennes.titles.bitter_woods.rules.sequence import OUTLINE, PlayerTurnBegins, Turn
from ardennes.titles.bitter_woods.state import State

KINDS = {
    "infantry": ("infantry", "any"),
    "parachute": ("parachute_infantry", "any"),
    "glider": ("glider_infantry", "any"),
    "armored infantry": ("armored_infantry", "any"),
    "cavalry": ("armored_cavalry", "any"),
    "light armor": ("armor", "light"),
    "armor": ("armor", "any"),
    "heavy armor": ("armor", "heavy"),
    "artillery": ("corps_artillery", "any"),
    "rocket": ("rocket", "any"),
}
UNIT = re.compile(
    r"(?:(?P<name>[\w ]+):\s*)?"
    r"(?:(?P<side>German|Allied)\s+(?:(?P<army>6PA|5PA|7A|US1|US3|BR)\s+)?(?P<kind>[a-z ]+?)"
    r"(?:\s+(?P<values>\d+-\d+-\d+))?|(?P<id>[\w/-]+))"
    r"\s+at\s+(?P<place>[^,]+)(?P<flags>(,[^,]+)*)"
)
SETS = {
    "reduced": "reduced",
    "unsupplied": "unsupplied",
    "reserve": "reserve",
    "moved": "moved",
    "fired": "fired",
    "shocked": "shocked",
}
PHASES = {
    "turn": "PlayerTurnBegins",
    "supply": "SupplyPhase",
    "interdiction": "InterdictionPhase",
    "reserve": "ReservePhase",
    "movement": "Movement",
    "combat": "CombatBegins",
    "demolition": "DemolitionBegins",
    "exploitation": "Exploitation",
    "construction": "ConstructionBegins",
}
UNIT_VERBS = ("unit", "improve", "fortify", "repair", "reserve", "stand")


class Position:
    """A described position with the names its description gave."""

    def __init__(
        self,
        title: Title,
        when: str,
        units: str = "",
        *,
        phase: str = "movement",
        scenario: str = "campaign",
        blown: Sequence[str] = (),
        forts: Sequence[str] = (),
        air: Sequence[int] | None = None,
        reserves: bool = False,
        dice: Iterable[int] = (),
        columns: Mapping[str, Any] | None = None,
        options: Sequence[str] = (),
    ) -> None:
        self.game = Game.of(title, scenario, dict.fromkeys(options, True))
        state = title.set_up(self.game)
        assert isinstance(state, State)
        self.g = state
        self.box = state.box
        self.grid = self.box.map.grid
        self.events: list[Event] = []
        self.names: dict[str, int] = {}
        for unit in self.box.players[0] + self.box.players[1]:
            if state.on_map(unit) or not reserves:
                state.put(unit, GONE)
        state.front = state.improved = 0
        state.blown = board_of(self.bridge(pair) for pair in blown)
        state.forts = board_of(self.hex(name) for name in forts)
        date, _, side = when.partition(" ")
        state.turn = turns.number(date)
        self._begin(Side[side.upper()], units, phase, air, columns or {}, list(dice))

    def _begin(
        self,
        side: Side,
        units: str,
        phase: str,
        air: Sequence[int] | None,
        columns: Mapping[str, Any],
        dice: list[int],
    ) -> None:
        g = self.g
        begins = PlayerTurnBegins(side)
        g.stack = (begins,)
        g.mover = side
        track = g.box.track[g.turn]
        g.air = [track.german_air, track.allied_air]
        begins.run(g)
        for line in filter(None, (part.strip() for part in units.split(";"))):
            self._place(line)
        g.stayed = board_of(leader for leader in g.box.commanders[side] if g.on_map(leader))
        if air is not None:
            g.air = list(air)
        for column, value in columns.items():
            assert hasattr(g, column), column
            setattr(g, column, value)
        steps = [type(step).__name__ for step in OUTLINE]
        first = 0 if side is Side.GERMAN else steps.index("PlayerTurnBegins", 1)
        if phase not in PHASES:
            raise Unknown("phase", phase, list(PHASES))
        at = steps.index(PHASES[phase], first)
        g.stack = (Turn(at),)
        g.events = self.events
        g.settle(dice)
        g.events = None

    def _place(self, line: str) -> None:
        found = UNIT.fullmatch(line)
        if found is None:
            raise ValueError(f"{line!r}: expected a unit such as 'a: German armor 9-5-4 at 1324, reduced'")
        unit = self.box.units.unit(found["id"]) if found["id"] else self._pick(found)
        self.names[found["name"] or found["id"]] = unit
        self.g.put(unit, self.hex(found["place"].strip()))
        for flag in filter(None, (text.strip() for text in found["flags"].split(","))):
            if flag == "improved":
                self.g.improved |= 1 << self.g.place[unit]
            elif flag in SETS:
                setattr(self.g, SETS[flag], getattr(self.g, SETS[flag]) | 1 << unit)
            else:
                raise Unknown("marker", flag, ["improved", *SETS])

    def _pick(self, found: re.Match[str]) -> int:
        side = Side[found["side"].upper()]
        if found["kind"] not in KINDS:
            raise Unknown("kind of unit", found["kind"], list(KINDS))
        kind, weight = KINDS[found["kind"]]
        rows = self.box.units.rows
        for unit in self.box.players[side]:
            row = rows[unit]
            fits = weight == "any" or (weight == "heavy") == (row.silhouette in HEAVY)
            if row.type != kind or unit in self.names.values() or not fits:
                continue
            if found["army"] and row.army != found["army"]:
                continue
            if found["values"] and found["values"] != f"{row.strength}-{row.er}-{row.ma}":
                continue
            return unit
        raise ValueError(f"no such counter is left: {found[0]!r}")

    # ---- names ---------------------------------------------------------------------------------------------

    def hex(self, name: str | int) -> int:
        """A hex by number or name."""
        if isinstance(name, int):
            return name
        return self.grid.cell(name) if re.fullmatch(r"\d{4}", name) else self.box.map.place(name)

    def bridge(self, pair: str) -> int:
        """A bridge such as "1324/1424"."""
        a, b = (self.hex(end) for end in pair.split("/"))
        found = self.box.map.bridge(a, b)
        if found is None:
            raise ValueError(f"there is no bridge {pair}")
        return int(found.number)

    def unit(self, name: str) -> int:
        """A unit by its name in this description, else by its id."""
        return self.names[name] if name in self.names else self.box.units.unit(name)

    def target(self, verb: str, name: str | int | None) -> int | None:
        """The target of a verb by name."""
        if name is None or isinstance(name, int):
            return name
        if verb in UNIT_VERBS:
            return self.unit(name)
        if verb == "exit":
            return EDGES.index(name)
        if verb == "attach":
            return GERMAN_ARMIES.index(name)
        return self.bridge(name) if verb == "bridge" else self.hex(name)

    def action(self, text: str) -> Action:
        """An action in words, such as "unit a", "hex 1424" or "done"."""
        verb, _, name = text.partition(" ")
        return Action(verb, self.target(verb, name or None))

    # ---- questions of the tactical suite -------------------------------------------------------------------

    def is_answered(self, asked: Choice[Any]) -> bool:
        """Whether a player is through with what was asked: the whole movement, an attack declared, else one choice."""
        top = self.g.stack[-1] if self.g.stack else None
        if isinstance(asked, Combat):
            return top is not asked and not isinstance(top, ChooseAttackers)
        return not isinstance(asked, Movement) or asked not in self.g.stack

    def holds(self, condition: str, side: Side, done: Sequence[Action]) -> bool:
        """Whether a condition of the suite holds after a player's actions.

        "a at X", "a off X", "nobody at X", "somebody at X", "two at X", "a within 3 of X", "a beside X",
        "did verb target", "not did verb target".
        """
        words = condition.split()
        if words[0] in ("did", "not"):
            return (self.action(" ".join(words[1 + (words[0] == "not") :])) in done) is (words[0] == "did")
        if words[0] in ("nobody", "somebody", "two"):
            cell = self.hex(" ".join(words[2:]))
            there = len(self.g.units_at(cell)) if self.g.holds(side, cell) else 0
            return {"nobody": there == 0, "somebody": there > 0, "two": there > 1}[words[0]]
        here = self.g.place[self.unit(words[0])]
        if words[1] == "at":
            return here == self.hex(" ".join(words[2:]))
        if words[1] == "off":
            return here != self.hex(" ".join(words[2:]))
        if words[1] == "beside":
            return here < OFF_MAP and self.grid.distance(here, self.hex(" ".join(words[2:]))) == 1
        if words[1] == "within":
            return here < OFF_MAP and self.grid.distance(here, self.hex(" ".join(words[4:]))) <= int(words[2])
        raise ValueError(f"{condition!r}: expected a condition such as 'a at Bastogne', 'nobody at 1424' or 'did done'")
