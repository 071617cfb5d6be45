"""10.0 Movement: a round's movement, one unit after the other, and the emergency withdrawal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Action, Choices, Reason, Side
from ardennes.kernel.rungs import Judged, judged
from ardennes.kernel.steps import Way
from ardennes.kernel.words import say
from ardennes.parts.phases import Asking
from ardennes.titles.deadly_woods import events
from ardennes.titles.deadly_woods.box.tables import Round
from ardennes.titles.deadly_woods.rules import bridges, obstacles, paces, paths, stacking, travel, withdrawal
from ardennes.titles.deadly_woods.rules.paces import Mode, Setting
from ardennes.titles.deadly_woods.rules.paths import Range
from ardennes.titles.deadly_woods.rules.zones import zone
from ardennes.titles.deadly_woods.state import State

#: 14.3.1 How many units a Reaction chit lets act is counted in the step; other rounds have no such limit.
ANY = 999


def movers(g: State, side: Side) -> list[int]:
    """10.1 The activated units that have not moved and could leave their hex."""
    return cells(obstacles.MOVERS.free(g, side, g.box.units.all))


class Movement(Asking[State], frozen=True):
    """10.2 The player moves as many or as few of the activated units as he likes; Engineers may blow bridges."""

    rule: ClassVar[str] = "DW-10.2.1c"
    phase: ClassVar[str] = "Movement"
    buttons: ClassVar[dict[str, str]] = {"done": "End movement"}
    marching: ClassVar[bool] = True
    lifts: ClassVar[frozenset[str]] = frozenset({"unit"})
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
            return obstacles.MOVERS.why_not(g, self.side, target) or self._otherwise()
        if verb == "asset" and target is not None:
            return bridges.why_not_ready(g, target, self.side)
        return self._otherwise()

    def _otherwise(self) -> Reason:
        return Reason("DW-10.2.1c", "this is movement: move a unit, or end movement")

    def judged(self, g: State) -> Iterable[Judged]:
        if self.left:
            yield judged("movers", "unit", obstacles.MOVERS, self.side, g.box.units.all)

    def unit(self, g: State, unit: int) -> None:
        g.push(Moving(self.side, unit, one_hex=self.one_hex))

    def asset(self, g: State, asset: int) -> None:
        g.push(bridges.Demolition(self.side, asset))

    def done(self, g: State) -> None:
        g.pop()


class Moving(Asking[State], frozen=True):
    """10.2 A unit is picked up: say where it goes. `via` halts on the way and goes on; `door` withdraws (10.3).

    Only hexes where it matters are listed for `via`; a player may name any on his way.
    """

    rule: ClassVar[str] = "DW-10.2a"
    phase: ClassVar[str] = "Movement"
    mover: int
    spent: int = 0
    mode: int = -1
    one_hex: bool = False
    #: Under way: the paces at which it may go on, each with what was spent and the allowance of the start (8.1).
    settings: tuple[tuple[int, int, int], ...] = ()

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
            return paths.one_hex(g, self.mover)
        return paths.reachable(g, self.mover, self._under_way(g))

    def _under_way(self, g: State) -> tuple[Setting, ...]:
        if self.spent and not self.settings and self.mode >= 0:  # a position of older rules
            return (Setting(self.mode, self.spent, paces.allowance(g, self.mover, Mode(self.mode))),)
        return tuple([Setting(*setting) for setting in self.settings])

    def way(self, g: State, verb: str, target: int) -> Way | None:
        if verb not in ("hex", "via"):
            return None
        found = self.range(g)
        return Way(paces.points(paths.price(g, self.mover, found, target)), paths.way_to(g, self.mover, found, target))

    def label(self, g: State, verb: str, target: int) -> str:
        if verb == "unit":
            return say("Put {unit} back", unit=g.name(target))
        if verb == "door":
            return say("Slip away through {hex}", hex=g.hex_name(target))
        words = "{hex} for {cost} MP, then go on" if verb == "via" else "{hex} for {cost} MP"
        return say(words, hex=g.hex_name(target), cost=paces.points(paths.price(g, self.mover, self.range(g), target)))

    def choices(self, g: State) -> Choices:
        found = self.range(g)
        offer: dict[str, Sequence[int | None]] = {}
        if ends := found.board & ~stacking.barred(g, self.mover, found.board):
            offer["hex"] = cells(ends)
        if not self.one_hex and (on := self._waypoints(g, found)):
            offer["via"] = on
        if self.spent:
            if not ends or stacking.why_not_stop(g, self.mover, g.place[self.mover]) is None:
                offer["stop"] = [None]
            return offer
        if not found.board and not self.one_hex and (doors := withdrawal.doors_of(g, self.mover)):
            offer["door"] = cells(doors)
        offer["unit"] = [self.mover]
        return offer

    def _waypoints(self, g: State, found: Range) -> list[int]:
        """Hexes where it matters to come through, and from which the unit can go on."""
        if not (board := found.board & travel.notable(g, self.side) & ~found.slips):
            return []
        board &= self._halting(g, found)
        barred = stacking.barred(g, self.mover, board)
        return [cell for cell in cells(board) if not barred >> cell & 1 or self._may_halt(g, found, cell)]

    def _halting(self, g: State, found: Range) -> int:
        """7.3e, 10.2.1b The hexes of a range from which a move may go on, for the 150th also enemy zones."""
        board = found.board & found.short & ~found.halts
        if self.mover == g.box.brigade_150 and paths.may_slip(g):
            return board
        return board & ~zone(g, self.side.enemy)

    def _may_halt(self, g: State, found: Range, cell: int) -> bool:
        """6.1 Where a unit may not stop it halts only if it can go on to where it may."""
        if not stacking.barred(g, self.mover, 1 << cell):
            return True
        on = paths.goes_on(g, self.mover, found, cell)
        return bool(on & ~stacking.barred(g, self.mover, on))

    def unlisted(self, g: State, action: Action) -> bool:
        verb, target = action
        if verb != "via" or target is None or target < 0 or self.one_hex:
            return False
        found = self.range(g)
        return bool(self._halting(g, found) >> target & 1) and self._may_halt(g, found, target)

    def refusal(self, g: State, action: Action) -> Reason:
        verb, target = action
        name = g.name(self.mover)
        if verb == "hex" and target is not None:
            return obstacles.why_not_go(g, self.mover, self.range(g), target)
        if verb == "via" and target is not None:
            return self._why_not_via(g, target)
        if verb == "door":
            return withdrawal.why_no_door(g, self.mover, target)
        if verb == "stop" and self.spent:
            return stacking.why_not_stop(g, self.mover, g.place[self.mover]) or self._first(name)
        return self._first(name)

    def _first(self, name: str) -> Reason:
        return Reason("DW-10.2.1c", say("{name} is picked up: its move comes first", name=name))

    def _why_not_via(self, g: State, cell: int) -> Reason:
        found, name, where = self.range(g), g.name(self.mover), g.hex_name(cell)
        if self.one_hex:
            return Reason("DW-14.4g", say("{name} moves one hex only", name=name))
        if not found.board >> cell & 1:
            return obstacles.why_not_go(g, self.mover, found, cell)
        if found.halts >> cell & 1:
            return Reason("DW-12.4.4a", say("entering {where} takes the whole allowance", where=where))
        if not self._halting(g, found) >> cell & 1:
            if zone(g, self.side.enemy) >> cell & 1:
                return Reason(
                    "DW-7.3a", say("{name} must stop in the enemy zone of control in {where}", name=name, where=where)
                )
            return Reason("DW-10.2a", say("{name} has no points left in {where}", name=name, where=where))
        return stacking.why_not_stop(g, self.mover, cell) or self._first(name)

    def unit(self, g: State, unit: int) -> None:
        g.pop()

    def hex(self, g: State, cell: int) -> None:
        found = self.range(g)
        g.pop()
        self._go(g, found, cell)

    def via(self, g: State, cell: int) -> None:
        found = self.range(g)
        settings = paths.come(g, self.mover, found, cell)
        cost = found.cost(cell)
        g.replace(Moving(self.side, self.mover, cost, settings[0].mode if settings else -1, settings=settings))
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
            path = paths.way_to(g, unit, found, cell)
            g.tell(events.Moved, unit, tuple(path), paces.points(paths.price(g, unit, found, cell) - self.spent))
        else:
            path = [found.start, cell]
        travel.go(g, unit, path)


def begin(g: State, unit: int) -> None:
    """A unit sets out: it has moved, a Reaction counts it, and armor out of supply leaves its tanks (8.3f)."""
    if paces.abandons(g, unit):
        g.set_lost(unit, 2)
        g.tell(events.Abandoned, unit)
    g.moved |= 1 << unit
    below = g.stack[-1] if isinstance(g.stack[-1], Movement) else g.stack[-2]
    if isinstance(below, Movement) and below.left < ANY:
        counted = Movement(below.side, below.left - 1, below.one_hex)
        g.stack = tuple([counted if step is below else step for step in g.stack])


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
        return {"hex": cells(withdrawal.ways_out(g, self.mover, self.door)), "unit": [self.mover]}

    def refusal(self, g: State, action: Action) -> Reason:
        verb, target = action
        if verb == "hex" and target is not None:
            return withdrawal.why_not_out(g, self.mover, self.door, target)
        return Reason("DW-10.3a", say("{name} withdraws: choose where it ends", name=g.name(self.mover)))

    def unit(self, g: State, unit: int) -> None:
        g.replace(Moving(self.side, unit))

    def hex(self, g: State, cell: int) -> None:
        unit = self.mover
        keeper = withdrawal.doorkeeper(g, unit, self.door)
        assert keeper is not None
        g.pop()
        begin(g, unit)
        g.holding |= 1 << keeper
        path = (g.place[unit], self.door, cell)
        g.tell(events.Withdrew, unit, path, "")
        travel.go(g, unit, path)
