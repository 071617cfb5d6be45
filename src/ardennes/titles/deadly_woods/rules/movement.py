"""10.0 Movement: a round's movement, one unit after the other, and the emergency withdrawal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Action, Choices, Reason, Side
from ardennes.kernel.steps import Way
from ardennes.kernel.words import say
from ardennes.parts.phases import Asking
from ardennes.titles.deadly_woods import events
from ardennes.titles.deadly_woods.box.tables import Round
from ardennes.titles.deadly_woods.rules import areas, bridges, paths, stacking, supply, travel
from ardennes.titles.deadly_woods.rules.paths import Mode, Range
from ardennes.titles.deadly_woods.rules.zones import zone
from ardennes.titles.deadly_woods.state import State

#: 14.3.1 How many units a Reaction chit lets act is counted in the step; other rounds have no such limit.
ANY = 999


def movers(g: State, side: Side) -> list[int]:
    """10.1 The activated units that have not moved and could leave their hex."""
    enemy = side.enemy
    free = g.box.grid.board & ~g.occupied[enemy]
    zoned = zone(g, enemy)
    out, pinned_out = g.box.grid.around(free), g.box.grid.around(free & ~zoned | g.occupied[side])
    leavable = out & ~zoned | pinned_out & zoned
    if side is Side.GERMAN and paths.may_slip(g):
        leavable |= 1 << g.place[g.box.brigade_150] if g.on_map(g.box.brigade_150) else 0
    able = g.active & ~g.moved & ~g.holding & ~g.box.units.immobile & ~(g.hungry & g.box.units.heavy)
    for cell in cells(g.occupied[side] & ~leavable):
        for unit in g.stacks[cell]:
            able &= ~(1 << unit)
    return cells(able)


def why_not_move(g: State, unit: int, side: Side) -> Reason:
    """Why a unit that is not offered may not be picked up."""
    if unit not in g.box.units.of[side]:
        return Reason("DW-10.1a", say("this is {side} movement", side=side))
    name = g.name(unit)
    if not g.on_map(unit):
        return Reason("DW-10.1a", say("{name} is not on the map", name=name))
    if not g.face(unit).movement:
        return Reason("DW-10.1a", say("{name} has no movement allowance", name=name))
    if g.moved >> unit & 1:
        return Reason("DW-10.2.1d", say("{name} has moved this round", name=name))
    if g.holding >> unit & 1:
        return Reason("DW-10.3e", say("{name} holds the door open and may not move this round", name=name))
    if not g.active >> unit & 1:
        return Reason(
            "DW-14.1",
            say(
                "this round does not activate {name}: {permits}",
                name=name,
                permits=g.box.rounds[g.round].permits(g.turn),
            ),
        )
    if paths.abandons(g, unit):
        return Reason("DW-8.3g", say("{name} is out of supply and has no crew unit to go on with", name=name))
    return Reason("DW-7.3b", say("{name} has nowhere to go", name=name))


class Movement(Asking[State], frozen=True):
    """10.2 The player moves as many or as few of the activated units as he likes; Engineers may blow bridges."""

    rule: ClassVar[str] = "DW-10.2.1c"
    phase: ClassVar[str] = "Movement"
    buttons: ClassVar[dict[str, str]] = {"done": "End movement"}
    marching: ClassVar[bool] = True
    #: How many more units may move: three in a Reaction round.
    left: int = ANY
    #: 14.4g The one hex of armor in a Combat round.
    one_hex: bool = False

    def prompt(self, g: State) -> str:
        if self.one_hex:
            return "Armor may move one hex before combat: choose a unit, or go on to combat"
        now = str(Round(g.round))
        if self.left < ANY:
            return say("{round}: choose a unit to move ({left} left), or end movement", round=now, left=self.left)
        return say("{round}: choose a unit to move, or end movement", round=now)

    def choices(self, g: State) -> Choices:
        found: dict[str, Sequence[int | None]] = {}
        if self.left and (units := movers(g, self.side)):
            found["unit"] = units
        if not self.one_hex and g.box.rounds[g.round].blows and (sappers := bridges.ready(g, self.side)):
            found["asset"] = sappers
        found["done"] = [None]
        return found

    def refusal(self, g: State, action: Action) -> Reason:
        verb, target = action
        if verb == "unit" and target is not None:
            if not self.left:
                return Reason("DW-14.3.1a", "three units have moved")
            return why_not_move(g, target, self.side)
        if verb == "asset" and target is not None:
            return bridges.why_not_ready(g, target, self.side)
        return Reason("DW-10.2.1c", "this is movement: move a unit, or end movement")

    def unit(self, g: State, unit: int) -> None:
        g.push(Moving(self.side, unit, one_hex=self.one_hex))

    def asset(self, g: State, asset: int) -> None:
        g.push(bridges.Demolition(self.side, asset))

    def done(self, g: State) -> None:
        g.pop()


class Moving(Asking[State], frozen=True):
    """10.2 A unit is picked up: say where it goes. `via` goes on from a hex that matters; `door` withdraws (10.3)."""

    rule: ClassVar[str] = "DW-10.2a"
    phase: ClassVar[str] = "Movement"
    mover: int
    spent: int = 0
    mode: int = -1
    one_hex: bool = False

    def prompt(self, g: State) -> str:
        where = g.hex_name(g.place[self.mover])
        words = "{unit} in {where}: move on, or stop" if self.spent else "{unit} in {where}: choose where it goes"
        return say(words, unit=g.name(self.mover), where=where)

    def taken_up(self, g: State) -> Sequence[int]:
        return (self.mover,)

    def focus(self, g: State) -> int:
        return g.place[self.mover]

    def range(self, g: State) -> Range:
        """Where the unit can go from here."""
        if self.one_hex:
            return _one_hex(g, self.mover)
        return paths.reachable(g, self.mover, self.spent, None if self.mode < 0 else Mode(self.mode))

    def way(self, g: State, verb: str, target: int) -> Way | None:
        if verb not in ("hex", "via"):
            return None
        found = self.range(g)
        return Way(paths.points(found.cost(target)), found.path(target))

    def label(self, g: State, verb: str, target: int) -> str:
        if verb == "unit":
            return say("Put {unit} back", unit=g.name(target))
        if verb == "door":
            return say("Slip away through {hex}", hex=g.hex_name(target))
        words = "{hex} for {cost} MP, then go on" if verb == "via" else "{hex} for {cost} MP"
        return say(words, hex=g.hex_name(target), cost=paths.points(self.range(g).cost(target)))

    def choices(self, g: State) -> Choices:
        found = self.range(g)
        offer: dict[str, Sequence[int | None]] = {}
        if ends := found.board & ~stacking.barred(g, self.mover, found.board):
            offer["hex"] = cells(ends)
        if not self.one_hex and (on := self._waypoints(g, found)):
            offer["via"] = on
        if self.spent:
            offer["stop"] = [None]
            return offer
        if not found.board and not self.one_hex and (doors := doors_of(g, self.mover)):
            offer["door"] = cells(doors)
        offer["unit"] = [self.mover]
        return offer

    def _waypoints(self, g: State, found: Range) -> list[int]:
        """Hexes where it matters to come through, and from which the unit can go on."""
        board = found.board & ~found.halts & ~found.slips & travel.notable(g, self.side)
        board &= ~zone(g, self.side.enemy)
        return cells(board & found.short) if board else []

    def refusal(self, g: State, action: Action) -> Reason:
        verb, target = action
        name = g.name(self.mover)
        if verb == "hex" and target is not None:
            return why_not_go(g, self.mover, self.range(g), target)
        if verb == "via":
            return Reason("DW-10.2a", say("{name} cannot go on from there, or nothing happens on the way", name=name))
        if verb == "door":
            return why_no_door(g, self.mover, target)
        return Reason("DW-10.2.1c", say("{name} is picked up: its move comes first", name=name))

    def unit(self, g: State, unit: int) -> None:
        g.pop()

    def hex(self, g: State, cell: int) -> None:
        found = self.range(g)
        g.pop()
        self._go(g, found, cell)

    def via(self, g: State, cell: int) -> None:
        found = self.range(g)
        cost, leg = found.best(cell)
        assert leg is not None
        g.replace(Moving(self.side, self.mover, cost, leg.mode))
        self._go(g, found, cell)

    def stop(self, g: State) -> None:
        g.pop()

    def door(self, g: State, cell: int) -> None:
        g.replace(EmergencyWithdrawal(self.side, self.mover, cell))

    def _go(self, g: State, found: Range, cell: int) -> None:
        unit = self.mover
        if not g.moved >> unit & 1:
            begin(g, unit)
        if found.slips >> cell & 1:
            g.slipped = 1
            g.tell(events.Slipped, unit)
        matters = travel.notable(g, self.side) | g.engineer_hexes() & found.halts
        if g.events is not None or matters & found.board:
            path = found.path(cell)
            g.tell(events.Moved, unit, tuple(path), paths.points(found.cost(cell) - self.spent))
        else:
            path = [found.start, cell]
        travel.go(g, unit, path)


def begin(g: State, unit: int) -> None:
    """A unit sets out: it has moved, a Reaction counts it, and armor out of supply leaves its tanks (8.3f)."""
    if paths.abandons(g, unit):
        g.set_lost(unit, 2)
        g.tell(events.Abandoned, unit)
    g.moved |= 1 << unit
    below = g.stack[-1] if isinstance(g.stack[-1], Movement) else g.stack[-2]
    if isinstance(below, Movement) and below.left < ANY:
        counted = Movement(below.side, below.left - 1, below.one_hex)
        g.stack = tuple([counted if step is below else step for step in g.stack])


def _one_hex(g: State, unit: int) -> Range:
    """14.4g One hex, under all the rules of movement."""
    return Range(g.place[unit], 0, [], paths.first_steps(g, unit))


def why_not_go(g: State, unit: int, found: Range, cell: int) -> Reason:
    """Why a unit may not move to a hex."""
    name, where, side = g.name(unit), g.hex_name(cell), g.side_of(unit)
    if cell == g.place[unit]:
        return Reason("DW-10.2a", say("{name} is there already", name=name))
    if g.occupied[side.enemy] >> cell & 1:
        return Reason("DW-10.2a", say("enemy units are in {where}", where=where))
    if not areas.allowed(g, unit, g.place[unit]) >> cell & 1:
        return areas.why_not(g, unit, cell)
    if found.board >> cell & 1:
        return stacking.why_not_stop(g, unit, cell) or Reason(
            "DW-6.1b", say("{name} may not stop in {where}", name=name, where=where)
        )
    if zone(g, side.enemy) >> g.place[unit] & 1 and paths.first_steps(g, unit, zones=False) >> cell & 1:
        return Reason("DW-7.3b", say("{name} may not go straight from one enemy zone of control to another", name=name))
    if side is Side.GERMAN and g.engineer_hexes() >> cell & 1:
        return Reason(
            "DW-12.4.4a",
            say("entering {where} takes the whole allowance of {name}: only from next to it", where=where, name=name),
        )
    return Reason("DW-10.2a", say("{name} cannot reach {where}", name=name, where=where))


# ---- 10.3 emergency withdrawal -----------------------------------------------------------------------------


def doors_of(g: State, unit: int) -> int:
    """10.3 The hexes through which a unit that zones of control hold fast may withdraw."""
    steps = paths.first_steps(g, unit, zones=False)
    if not steps or paths.first_steps(g, unit):
        return 0
    near = paths.first_steps(g, unit, zones=False, budget=99) & g.occupied[g.side_of(unit)]
    found = 0
    for cell in cells(near):
        if doorkeeper(g, unit, cell) is not None and ways_out(g, unit, cell):
            found |= 1 << cell
    return found


def doorkeeper(g: State, unit: int, cell: int) -> int | None:
    """10.3b, 10.3e The unit that holds a door: supplied, not yet moved; one that could not move anyway comes first."""
    able = [
        other
        for other in g.units_at(cell)
        if other != g.box.delay and not g.moved >> other & 1 and supply.in_supply(g, other)
    ]
    return min(able, key=lambda other: (g.active >> other & 1, g.face(other).attack, other), default=None)


def ways_out(g: State, unit: int, door: int) -> int:
    """10.3c, 10.3d The hexes beyond a door: in supply, not adjacent to an enemy, and of terrain the unit can enter."""
    side, start = g.side_of(unit), g.place[unit]
    board = paths.steps_between(g, unit, door) & paths.open_hexes(g, unit) & ~(1 << start)
    board &= supply.traceable(g, side) & ~g.box.grid.around(g.occupied[side.enemy])
    if side is Side.GERMAN:
        board &= ~g.engineer_hexes()
    return board & ~stacking.barred(g, unit, board)


def why_no_door(g: State, unit: int, cell: int | None) -> Reason:
    """Why a unit may not withdraw through a hex."""
    name = g.name(unit)
    if paths.first_steps(g, unit) or not paths.first_steps(g, unit, zones=False):
        return Reason("DW-10.3a", say("{name} is not held by enemy zones of control", name=name))
    if cell is None or not paths.first_steps(g, unit, zones=False, budget=99) >> cell & 1:
        return Reason("DW-10.3d", say("{name} could not move there", name=name))
    if doorkeeper(g, unit, cell) is None:
        return Reason("DW-10.3b", say("no supplied unit that has not moved is in {cell}", cell=g.hex_name(cell)))
    return Reason("DW-10.3c", "no hex beyond is in supply and away from the enemy")


class EmergencyWithdrawal(Asking[State], frozen=True):
    """10.3 The second hex of the withdrawal."""

    rule: ClassVar[str] = "DW-10.3c"
    phase: ClassVar[str] = "Movement"
    mover: int
    door: int

    def prompt(self, g: State) -> str:
        return say(
            "{mover} withdraws through {door}: choose where it ends",
            mover=g.name(self.mover),
            door=g.hex_name(self.door),
        )

    def taken_up(self, g: State) -> Sequence[int]:
        return (self.mover,)

    def choices(self, g: State) -> Choices:
        return {"hex": cells(ways_out(g, self.mover, self.door)), "unit": [self.mover]}

    def refusal(self, g: State, action: Action) -> Reason:
        return Reason("DW-10.3c", "the second hex must be in supply, not adjacent to an enemy, and open to the unit")

    def unit(self, g: State, unit: int) -> None:
        g.replace(Moving(self.side, unit))

    def hex(self, g: State, cell: int) -> None:
        unit = self.mover
        keeper = doorkeeper(g, unit, self.door)
        assert keeper is not None
        g.pop()
        begin(g, unit)
        g.holding |= 1 << keeper
        path = (g.place[unit], self.door, cell)
        g.tell(events.Withdrew, unit, path, "")
        travel.go(g, unit, path)
