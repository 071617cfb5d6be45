"""What is on the table, and nothing else.

Units and hexes are numbers; sets of either are integers with one bit each. Where a unit stands is a column by unit
and, the other way round, a stack by hex; `put` keeps both and all that follows from them.
"""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple, Self

import msgspec

from ardennes import kernel
from ardennes.board.cells import cells
from ardennes.kernel import Game, Side
from ardennes.titles.bitter_woods.box import Box, turns
from ardennes.titles.bitter_woods.events import Eliminated, PositionLost, Reduced

# Places that are no hex.
OFF_MAP = 0xFF00
GONE = 0xFFFF  # eliminated
WAITING = 0xFFFE  # a reinforcement to come (16)
EXITED = 0xFFFD  # a German unit that left for good (5.5)
AWAY = 0xFFF0  # an Allied unit off the map that may return; the edge is added (5.5)
UNUSED = 0xFFFC  # a counter of a rule not in use


def own(state: kernel.State) -> State:
    """A state known to be one of this title's."""
    assert isinstance(state, State)
    return state


class Duty(msgspec.Struct, frozen=True):
    """9.5 What a CA or ENG result leaves to do. `side` is who must do it, `active` once its player turn has come.

    `chosen` is how a counterattack is met: 0 open, 1 by withdrawing, 2 by fighting; `joined` moved in to help.
    """

    kind: str
    side: Side
    hex: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    active: bool = False
    chosen: int = 0
    joined: tuple[int, ...] = ()


class Ready(NamedTuple):
    """What was found out about the units of the moving side; see `movement.known`."""

    #: What it depends on.
    decides: tuple[int, ...]
    #: The units that could act when it was first asked, each with the neighbouring hexes it may step to.
    near: dict[int, int]
    #: Units that may build an improved position, a fortification or a bridge where they stand.
    diggers: tuple[int, ...]
    fortifiers: tuple[int, ...]
    repairers: tuple[int, ...]
    #: 5.4 Units in another army's sector.
    strays: tuple[int, ...]


class State(kernel.State):
    """A position of Bitter Woods."""

    box: Box

    __slots__ = (
        "air",
        "attacked",
        "blown",
        "builders",
        "dropped",
        "due",
        "dug",
        "duties",
        "exerting",
        "exits",
        "fired",
        "forts",
        "freed",
        "front",
        "full",
        "improved",
        "interdicted",
        "liege",
        "lines",
        "lost",
        "moved",
        "mover",
        "occupied",
        "place",
        "ready",
        "rebuilt",
        "reduced",
        "reserve",
        "short",
        "stacks",
        "tried",
        "turn",
        "unsupplied",
        "vacated",
        "zones",
    )

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        box = game.data
        assert isinstance(box, Box)
        self.box = box
        # -- units
        self.place = array("H", [WAITING if box.playing >> n & 1 else UNUSED for n in range(len(box.units))])
        self.stacks: dict[int, tuple[int, ...]] = {}
        self.due = bytes(box.due)  # the turn from which a unit off the map may enter
        # -- sets of units
        self.reduced = 0
        self.moved = 0  # in their side's movement or exploitation phase of this player turn
        self.attacked = 0  # in this combat phase
        self.fired = 0  # artillery that has used its strength (10.1)
        self.reserve = 0
        self.unsupplied = 0
        self.short = 0  # 12.6 out of supply for the whole game-turn
        self.freed = 0  # 5.4 from army boundaries
        self.dug = 0  # built where they stand, and stay there this player turn (8.1)
        self.front = 0  # 15.2 Allied units that began the game in a German zone of control
        # -- sets of hexes
        self.occupied = [0, 0]
        self.exerting = [0, 0]  # hexes with units that have a zone of control around them
        self.full = [0, 0]  # hexes where another unit may not stop (6.1)
        self.improved = 0
        self.forts = 0  # built in St. Vith, Bastogne and Marche
        self.interdicted = 0
        self.dropped = 0  # air drops
        self.vacated = [0, 0]  # 9.5 left under a CA result; closed to the side this game-turn
        self.liege = 0  # Liège hexes the Germans were the last to hold
        # -- bridges
        self.blown = 0
        self.tried = 0  # demolition attempts of this combat phase
        self.rebuilt = 0  # by the Germans
        self.builders: tuple[tuple[int, int], ...] = ()  # (unit, bridge)
        # -- time, aircraft and score
        self.turn = box.first_turn
        self.mover = Side.GERMAN
        self.air = [0, 0]
        self.lost = [0, 0]  # German mechanized losses as counted by 17.6, Allied units lost
        self.exits = (0, 0)  # supplied mechanized units that left, armor among them
        self.duties: tuple[Duty, ...] = ()
        # -- worked out, not on the table
        self.zones: list[tuple[int, int]] = [(0, 0), (0, 0)]
        self.ready: Ready | None = None
        self.lines: dict[Any, int] = {}

    def copy(self) -> Self:
        new = self.copy_kernel(object.__new__(type(self)))
        new.box = self.box
        new.place = self.place[:]
        new.stacks = self.stacks.copy()
        new.due = self.due
        new.reduced = self.reduced
        new.moved = self.moved
        new.attacked = self.attacked
        new.fired = self.fired
        new.reserve = self.reserve
        new.unsupplied = self.unsupplied
        new.short = self.short
        new.freed = self.freed
        new.dug = self.dug
        new.front = self.front
        new.occupied = self.occupied[:]
        new.exerting = self.exerting[:]
        new.full = self.full[:]
        new.improved = self.improved
        new.forts = self.forts
        new.interdicted = self.interdicted
        new.dropped = self.dropped
        new.vacated = self.vacated[:]
        new.liege = self.liege
        new.blown = self.blown
        new.tried = self.tried
        new.rebuilt = self.rebuilt
        new.builders = self.builders
        new.turn = self.turn
        new.mover = self.mover
        new.air = self.air[:]
        new.lost = self.lost[:]
        new.exits = self.exits
        new.duties = self.duties
        new.zones = self.zones[:]
        new.ready = self.ready
        new.lines = self.lines
        return new

    # ---- questions in the rulebook's words -----------------------------------------------------------------

    def units_at(self, cell: int) -> tuple[int, ...]:
        """The units in a hex; they are all of one side."""
        return self.stacks.get(cell, ())

    def on_map(self, unit: int) -> bool:
        """Whether a unit stands in a hex."""
        return self.place[unit] < OFF_MAP

    def holds(self, side: Side, cell: int) -> bool:
        """Whether a side has units in a hex."""
        return bool(self.occupied[side] >> cell & 1)

    def in_supply(self, unit: int) -> bool:
        """12.1 Whether a unit was in supply when that was last checked."""
        return not self.unsupplied >> unit & 1

    def next_to(self, side: Side, cell: int) -> bool:
        """Whether a hex is adjacent to a unit of a side, whatever lies between."""
        return bool(self.box.map.grid.neighbours[cell] & self.occupied[side])

    def strength(self, unit: int) -> int:
        """The combat strength on the side of the counter that is up."""
        return self.box.units.strengths[unit][self.reduced >> unit & 1]

    def printed_allowance(self, unit: int) -> int:
        """The movement allowance on the side of the counter that is up."""
        return self.box.units.allowances[unit][self.reduced >> unit & 1]

    def rating(self, unit: int) -> int:
        """9.3, 12.4 A unit's endurance rating, one less out of supply."""
        return self.box.units.ratings[unit][self.reduced >> unit & 1] - (self.unsupplied >> unit & 1)

    @property
    def ground(self) -> str:
        """5.3 The state of the ground this turn: normal, mud or freeze."""
        return self.box.track[self.turn].ground

    @property
    def surprised(self) -> bool:
        """15 Whether the rules of initial surprise are in force."""
        return self.turn <= self.box.surprise_until

    def name(self, unit: int) -> str:
        """A unit as players call it."""
        return self.box.units.name(unit)

    def hex_name(self, cell: int) -> str:
        """A hex as players call it: its number, and its name where it has one."""
        label = self.box.map.name(cell)
        number = self.box.map.grid.number(cell)
        return f"{label} {number}" if label else number

    @property
    def date(self) -> str:
        """The turn by name, such as 17PM."""
        return turns.name(self.turn)

    # ---- changes -------------------------------------------------------------------------------------------

    def put(self, unit: int, place: int) -> None:
        """Put a unit somewhere, keeping every set of hexes true."""
        side = unit >= self.box.units.first_allied
        before = self.place[unit]
        self.place[unit] = place
        if before < OFF_MAP:
            self._lift(unit, before, side)
        if place < OFF_MAP:
            self._set_down(unit, place, side)

    def _lift(self, unit: int, cell: int, side: bool) -> None:
        rest = tuple(other for other in self.stacks[cell] if other != unit)
        bit = 1 << cell
        if rest:
            self.stacks[cell] = rest
            exerts = self.box.units.exerts
            if exerts[unit] and not any([exerts[other] for other in rest]):
                self.exerting[side] ^= bit
            if self.full[side] & bit and not self._is_full(rest):
                self.full[side] ^= bit
        else:
            del self.stacks[cell]
            self.occupied[side] ^= bit
            self.exerting[side] &= ~bit
            self.full[side] &= ~bit
            if self.improved & bit:  # 8.1 the position goes with the last unit
                self.improved ^= bit
                self.tell(PositionLost, cell)

    def _set_down(self, unit: int, cell: int, side: bool) -> None:
        bit = 1 << cell
        stack = self.stacks.get(cell)
        self.stacks[cell] = stack = (unit,) if stack is None else tuple(sorted((*stack, unit)))
        self.occupied[side] |= bit
        if self.box.units.exerts[unit]:
            self.exerting[side] |= bit
        if len(stack) >= self.box.tables.stacking.units and self._is_full(stack):
            self.full[side] |= bit

    def _is_full(self, stack: tuple[int, ...]) -> bool:
        free = self.box.stack_free
        return len([unit for unit in stack if not free >> unit & 1]) >= self.box.tables.stacking.units

    def eliminate(self, unit: int, rule: str) -> None:
        """Remove a unit for good, and count the loss (17.6)."""
        self.tell(Eliminated, unit, self.place[unit], rule)
        self.put(unit, GONE)
        self._forget(unit)
        units = self.box.units
        if unit >= units.first_allied:
            self.lost[1] += 1
        elif units.mechanized[unit]:
            self.lost[0] += self.box.tables.victory.panzer_counts if self.box.armor >> unit & 1 else 1

    def lose_step(self, unit: int, rule: str) -> None:
        """9.6 A full-strength unit is flipped; a reduced one, and artillery, is eliminated."""
        if self.reduced >> unit & 1 or not self.box.units.strengths[unit][1]:
            self.eliminate(unit, rule)
        else:
            self.reduced |= 1 << unit
            self.tell(Reduced, unit)

    def send_off(self, unit: int, place: int) -> None:
        """Take a unit off the map alive."""
        self.put(unit, place)
        self._forget(unit)

    def _forget(self, unit: int) -> None:
        """Markers do not follow a unit off the map."""
        keep = ~(1 << unit)
        self.reserve &= keep
        self.unsupplied &= keep
        self.dug &= keep
        self.builders = tuple(pair for pair in self.builders if pair[0] != unit)

    # ---- as data -------------------------------------------------------------------------------------------

    def table(self) -> dict[str, Any]:
        found: dict[str, Any] = {"place": list(self.place), "due": list(self.due)}
        for name in UNIT_SETS:
            found[name] = cells(getattr(self, name))
        for name in HEX_SETS:
            found[name] = cells(getattr(self, name))
        return found | {
            "bridges": len(self.box.map.bridges),
            "vacated": [cells(board) for board in self.vacated],
            "rebuilt": self.rebuilt,
            "builders": [list(pair) for pair in self.builders],
            "turn": self.turn,
            "mover": int(self.mover),
            "air": list(self.air),
            "lost": list(self.lost),
            "exits": list(self.exits),
            "duties": msgspec.to_builtins(self.duties),
            "stack": kernel.encode_stack(self.stack),
            "result": None if self.result is None else list(self.result),
        }


UNIT_SETS = (
    "reduced",
    "moved",
    "attacked",
    "fired",
    "reserve",
    "unsupplied",
    "short",
    "freed",
    "dug",
    "front",
)
HEX_SETS = ("improved", "forts", "interdicted", "dropped", "liege", "blown", "tried")
