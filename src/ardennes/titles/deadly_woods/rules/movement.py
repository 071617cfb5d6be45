"""10.0 Movement: a round's movement, one unit after the other, and the emergency withdrawal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

from ardennes.kernel import Action, Reason
from ardennes.kernel.shapes import Listed, Number, Row
from ardennes.kernel.steps import Way
from ardennes.kernel.words import say
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.deadly_woods import events
from ardennes.titles.deadly_woods.box.fields import Hex, Unit
from ardennes.titles.deadly_woods.box.tables import Round
from ardennes.titles.deadly_woods.rules import bridges, paces, paths, stacking, travel, withdrawal
from ardennes.titles.deadly_woods.rules.obstacles import ENDS, HALTS, MOVERS
from ardennes.titles.deadly_woods.rules.paces import Mode, Setting
from ardennes.titles.deadly_woods.rules.paths import Range
from ardennes.titles.deadly_woods.state import State

#: 14.3.1 How many units a Reaction chit lets act is counted in the step; other rounds have no such limit.
ANY = 999
Left = Annotated[int, Number(0, ANY)]
#: Half points, none or those of the longest move.
_HALVES = Number(0, 24)
Spent = Annotated[int, _HALVES]
#: A pace, or none yet.
Pace = Annotated[int, Number(-1, len(Mode) - 1)]
Settings = Annotated[
    tuple[tuple[int, int, int], ...], Listed(Row((Number(0, len(Mode) - 1), _HALVES, _HALVES)), 0, len(Mode))
]


class Movement(Question[State], frozen=True):
    """10.2 The player moves as many or as few of the activated units as he likes; Engineers may blow bridges."""

    rule: ClassVar[str] = "DW-10.2.1c"
    phase: ClassVar[str] = "Movement"
    otherwise: ClassVar[tuple[str, str]] = ("DW-10.2.1c", "this is movement: move a unit, or end movement")
    marching: ClassVar[bool] = True
    #: How many more units may move: three in a Reaction round.
    left: Left = ANY
    #: 14.4g The one hex of armor in a Combat round.
    one_hex: bool = False

    def prompt(self, g: State) -> str:
        """Three sentences: 14.4g before combat, 14.3.1a with a number of units, or without."""
        if self.one_hex:
            return "Armor may move one hex before combat: choose a unit, or go on to combat"
        now = str(Round(g.round))
        if self.left < ANY:
            return say("{round}: choose a unit to move ({left} left), or end movement", round=now, left=self.left)
        return say("{round}: choose a unit to move, or end movement", round=now)

    @pick(lambda step, g: g.box.units.all, by=MOVERS, stays=True, lifts=True)
    def unit(self, g: State, unit: int) -> None:
        """10.2a It is picked up."""
        g.push(Moving(self.side, unit, one_hex=self.one_hex))

    @pick(lambda step, g: g.box.all_assets, by=bridges.SAPPERS, about=lambda step, g: step.side, stays=True)
    def asset(self, g: State, asset: int) -> None:
        """10.6.1a It is asked which bridge goes."""
        g.push(bridges.Demolition(self.side, asset))

    @button("End movement")
    def done(self, g: State) -> None:
        """10.2.1c Nobody has to move."""


def _price(step: Moving, g: State, cell: int) -> dict[str, object]:
    """A hex with what it costs to go there."""
    return {"hex": g.hex_name(cell), "cost": paces.points(paths.price(g, step.mover, step.range(g), cell))}


class Moving(Question[State], frozen=True):
    """10.2 A unit is picked up: say where it goes. `via` halts on the way and goes on; `door` withdraws (10.3).

    Only hexes where it matters are listed for `via`; a player may name any on his way.
    """

    rule: ClassVar[str] = "DW-10.2a"
    phase: ClassVar[str] = "Movement"
    otherwise: ClassVar[tuple[str, str]] = ("DW-10.2.1c", "{name} is picked up: its move comes first")
    mover: Unit
    spent: Spent = 0
    mode: Pace = -1
    one_hex: bool = False
    #: Under way: the paces at which it may go on, each with what was spent and the allowance of the start (8.1).
    settings: Settings = ()

    def prompt(self, g: State) -> str:
        """Two sentences: it sets out, or is under way."""
        where = g.hex_name(g.place[self.mover])
        words = "{unit} in {where}: move on, or stop" if self.spent else "{unit} in {where}: choose where it goes"
        return say(words, unit=g.name(self.mover), where=where)

    def facts(self, g: State) -> dict[str, object]:
        return {"name": g.name(self.mover)}

    def taken_up(self, g: State) -> Sequence[int]:
        return (self.mover,)

    def focus(self, g: State) -> int:
        return g.place[self.mover]

    def way(self, g: State, verb: str, target: int) -> Way | None:
        if verb not in ("hex", "via"):
            return None
        found = self.range(g)
        return Way(paces.points(paths.price(g, self.mover, found, target)), paths.way_to(g, self.mover, found, target))

    def range(self, g: State) -> Range:
        """Where the unit can go from here; every answer asks for it."""
        memo = g.memo if g.memo is not None else g.remember()
        kept: tuple[Moving, Range] | None = memo.get("moving")
        if kept is None or kept[0] is not self:
            under_way = self._under_way(g) if self.spent else ()
            found = paths.one_hex(g, self.mover) if self.one_hex else paths.reachable(g, self.mover, under_way)
            kept = memo["moving"] = (self, found)
        return kept[1]

    def _under_way(self, g: State) -> tuple[Setting, ...]:
        if not self.settings and self.mode >= 0:  # a position of older rules
            return (Setting(self.mode, self.spent, paces.allowance(g, self.mover, Mode(self.mode))),)
        return tuple([Setting(*setting) for setting in self.settings])

    @pick(
        lambda step, g: g.box.grid.board,
        by=ENDS,
        about=range,
        label=lambda step, g, cell: say("{hex} for {cost} MP", **_price(step, g, cell)),
    )
    def hex(self, g: State, cell: int) -> None:
        """10.2a It goes there, and its move is over."""
        self._go(g, self.range(g), cell)

    def on_the_way(self, g: State) -> int:
        """The hexes of its range where it matters to come through."""
        found = self.range(g)
        return found.board & ~found.slips & travel.notable(g, self.side)

    @pick(
        on_the_way,
        by=HALTS,
        about=range,
        label=lambda step, g, cell: say("{hex} for {cost} MP, then go on", **_price(step, g, cell)),
    )
    def via(self, g: State, cell: int) -> None:
        """10.2.1b It goes there, and may go on."""
        found = self.range(g)
        settings = paths.come(g, self.mover, found, cell)
        cost = found.cost(cell)
        g.push(Moving(self.side, self.mover, cost, settings[0].mode if settings else -1, settings=settings))
        self._go(g, found, cell)

    def unlisted(self, g: State, action: Action) -> bool:
        """Any other hex on its way."""
        verb, target = action
        if verb != "via" or target is None or target < 0 or not self.range(g).board >> target & 1:
            return False
        return bool(HALTS.free(g, self.range(g), 1 << target))

    @button(why=lambda step, g, target: step.bad_company(g), when=lambda step, g: step.may_stop(g))
    def stop(self, g: State) -> None:
        """10.2a Its move is over where it is."""

    def bad_company(self, g: State) -> Reason | None:
        """6.1 Why it may not end its move where it has halted."""
        return stacking.why_not_stop(g, self.mover, g.place[self.mover]) if self.spent else None

    def may_stop(self, g: State) -> bool:
        """6.1 Where it may not it does all the same if there is no other place for it."""
        return bool(self.spent) and (self.bad_company(g) is None or not ENDS.free(g, self.range(g), g.box.grid.board))

    def held_fast(self, g: State) -> int:
        """10.3a All hexes if enemy zones hold it where it sets out."""
        if self.spent or self.range(g).board or not withdrawal.held_by_zones(g, self.mover):
            return 0
        return g.box.grid.board

    @pick(
        held_fast,
        ("DW-10.3a", "{name} is not held by enemy zones of control"),
        by=withdrawal.DOORS,
        about=lambda step, g: step.mover,
        label=lambda step, g, cell: say("Slip away through {hex}", hex=g.hex_name(cell)),
    )
    def door(self, g: State, cell: int) -> None:
        """10.3 It withdraws; it is asked where it ends."""
        g.push(EmergencyWithdrawal(self.side, self.mover, cell))

    @pick(
        lambda step, g: () if step.spent else (step.mover,),
        label=lambda step, g, unit: say("Put {unit} back", unit=g.name(unit)),
    )
    def unit(self, g: State, unit: int) -> None:
        """10.2.1c It is put back."""

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


class EmergencyWithdrawal(Question[State], frozen=True):
    """10.3 The second hex of the withdrawal."""

    rule: ClassVar[str] = "DW-10.3c"
    phase: ClassVar[str] = "Movement"
    asks: ClassVar[str] = "{mover} withdraws through {door}: choose where it ends"
    mover: Unit
    door: Hex

    def taken_up(self, g: State) -> Sequence[int]:
        return (self.mover,)

    @pick(
        lambda step, g: g.box.grid.board,
        by=withdrawal.BEYOND,
        about=lambda step, g: withdrawal.Exit(step.mover, step.door),
    )
    def hex(self, g: State, cell: int) -> None:
        """10.3c, 10.3e It is there, and whoever held the door may not move this round."""
        unit = self.mover
        keeper = withdrawal.doorkeeper(g, unit, self.door)
        assert keeper is not None
        begin(g, unit)
        g.holding |= 1 << keeper
        path = (g.place[unit], self.door, cell)
        g.tell(events.Withdrew, unit, path, "")
        travel.go(g, unit, path)

    @pick(lambda step, g: (step.mover,))
    def unit(self, g: State, unit: int) -> None:
        """10.3 It looks for another door."""
        g.push(Moving(self.side, unit))
