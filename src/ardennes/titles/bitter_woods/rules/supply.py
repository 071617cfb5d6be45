"""12.0 Supply."""

from __future__ import annotations

from typing import Annotated, ClassVar

from ardennes.board import trace
from ardennes.board.cells import board_of, cells
from ardennes.kernel import Automatic, Chance, Chances, Side, die
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.kernel.shapes import Number
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.bitter_woods.events import AirDropped, ShortageIgnored, ShortageRolled, SupplyChecked
from ardennes.titles.bitter_woods.rules import surrender, victory
from ardennes.titles.bitter_woods.rules.zones import zone
from ardennes.titles.bitter_woods.state import State

D6 = die(6)
#: Supply lines of a few positions are kept; the same ones are asked for again and again.
_KEPT = 8


def clear(g: State, side: Side) -> int:
    """12.2 The hexes a supply path may use: no enemy, and no enemy zone of control unless a friend stands there."""
    return g.box.map.grid.board & ~g.occupied[side.enemy] & (~zone(g, side.enemy) | g.occupied[side])


def sources(g: State, side: Side) -> int:
    """12.3 Roads off the friendly edges, and Liège: the hexes Germans occupy, or those the Allies control."""
    if side is Side.GERMAN:  # a leader alone is no combat unit
        return g.box.sources[side] | g.box.liege & g.occupied[side] & ~g.lonely[side]
    return g.box.sources[side] | g.box.liege & ~g.liege


def roads(g: State, side: Side) -> int:
    """12.2 The supply roads: road hexes from which an open road leads to a source."""
    alone = g.lonely[Side.GERMAN] & g.box.liege
    key = (side, g.blown, g.occupied[0], g.occupied[1], g.exerting[side.enemy], g.liege, alone)
    found = g.lines.get(key)
    if found is None:
        free = clear(g, side)
        found = trace.along(g.box.map.grid, sources(g, side), free, g.box.roads(g.blown))
        # A new dictionary, because copies of this position share the old one.
        g.lines = {key: found} if len(g.lines) >= _KEPT else {**g.lines, key: found}
    return found


def supplied(g: State, side: Side) -> int:
    """12.2 The hexes where a unit of the side is in supply: within four hexes of a supply road, terrain regardless."""
    board, free = roads(g, side), clear(g, side)
    grid = g.box.map.grid
    for _ in range(g.box.tables.supply.hexes_to_road):
        board |= grid.around(board) & free
    return board


def determine(g: State) -> None:
    """12.1, 12.5, 12.6, 15.6 Find out which units of both sides are out of supply."""
    hungry = 0
    for side in (Side.GERMAN, Side.ALLIED):
        fed = supplied(g, side)
        if side is Side.ALLIED:
            fed |= g.dropped
        elif g.turn <= g.box.german_supply_until:
            continue
        for unit in g.box.players[side]:
            if g.on_map(unit) and not fed >> g.place[unit] & 1:
                hungry |= 1 << unit
    for unit in cells(g.short):
        if g.on_map(unit):
            hungry |= 1 << unit
    if g.event17 or g.event19:
        hungry &= ~_from_the_air(g)
    g.unsupplied = hungry


def _from_the_air(g: State) -> int:
    """38.1, 38.2 Units that an event keeps in supply: the 106th Division east of the Our, Kampfgruppe Peiper."""
    found = 0
    if (fate := g.fate("air_supply")) is not None:
        found |= board_of(u for u in cells(fate.units) if g.on_map(u) and g.box.east_of_our >> g.place[u] & 1)
    if (fate := g.fate("peiper")) is not None:
        found |= fate.units
    return found


class SupplyPhase(Automatic[State], frozen=True):
    """4 A.1, B.1 Both players check the supply of all their units; Germans may run short, Allies may get air drops."""

    rule: ClassVar[str] = "BW-12.1"
    side: Side
    stage: Annotated[int, Number(0, 3)] = 0

    def run(self, g: State) -> None:
        if self.stage == 0:
            if self.side is Side.GERMAN:
                g.short = g.dropped = 0
            g.replace(SupplyPhase(self.side, 1))
            if self.side is Side.GERMAN and g.turn >= g.box.shortage_from and not never_short(g):
                g.push(Shortage())
        elif self.stage == 1:
            determine(g)
            g.tell(SupplyChecked, tuple(cells(g.unsupplied)))
            g.replace(SupplyPhase(self.side, 2))
            if self.side is Side.GERMAN and g.air[Side.ALLIED]:
                g.push(AirDrops(Side.ALLIED))
        else:
            g.pop()
            if g.box.surrender and g.turn >= g.box.surrender_from and (hexes := surrender.cut_off(g, self.side)):
                g.push(surrender.Surrender(hexes))
            victory.check_strategic(g)


def shortened(g: State, die: int) -> int:
    """12.6, 24.6 The units a row of the table names: some divisions, or all mechanized units of an army."""
    row = g.box.shortage[die - 1]
    if row.divisions or not g.box.leaders:
        return g.box.short[die - 1]
    mechanized = cells(g.box.units.all_mechanized & g.box.units.all_of[Side.GERMAN])
    return board_of(unit for unit in mechanized if g.army(unit) == row.army)


def never_short(g: State) -> bool:
    """25.2, 38.2 Whether no roll for shortage is made any more: both dumps captured, or supplies laid up in time."""
    if g.fuelled:
        return True
    return bool(g.event19) and g.fate("prepared") is not None


def _fuelled(g: State, army: str) -> bool:
    """25.2 Whether an army lives on a captured dump: that of Francorchamps the 6th Panzer Army, of Samrée the 5th."""
    return army in ("6PA", "5PA") and g.has_dump(("6PA", "5PA").index(army))


class Shortage(Chance[State], frozen=True):
    """12.6 The German roll for supply shortage: 1 and 2 are harmless, else the table is rolled on."""

    rule: ClassVar[str] = "BW-12.6a"
    first: Annotated[int, Number(0, 6)] = 0

    def chances(self, g: State) -> Chances:
        return D6

    def resolve(self, g: State, outcome: int) -> None:
        if not self.first and outcome > g.box.tables.supply.enough:
            g.replace(Shortage(outcome))
            return
        g.pop()
        if not self.first:
            g.tell(ShortageRolled, outcome, 0, "", ())
            return
        row = g.box.shortage[outcome - 1]
        if g.taken_dumps and _fuelled(g, row.army):
            g.tell(ShortageIgnored, self.first, outcome, row.text)
            return
        g.short = shortened(g, outcome) & ~g.called
        units = tuple(unit for unit in cells(g.short) if g.on_map(unit))
        g.tell(ShortageRolled, self.first, outcome, row.text, units)


#: 12.5 What keeps a hex from being supplied from the air.
DROPS = Rungs(
    lambda g, step, cell: {"target": g.hex_name(cell)},
    Rung("BW-12.5a", "no aircraft is left for another air drop", lambda g, step, left: 0 if g.air[step.side] else left),
    Rung("BW-12.5a", "{target} is supplied from the air already", lambda g, step, left: left & g.dropped),
)


class AirDrops(Question[State], frozen=True):
    """12.5 The Allied player supplies hexes from the air, one with each aircraft."""

    rule: ClassVar[str] = "BW-12.5a"
    phase: ClassVar[str] = "supply"
    asks: ClassVar[str] = "Air drops: choose a hex to supply ({number} aircraft left), or go on"
    otherwise: ClassVar[tuple[str, str]] = ("BW-4d", "this is the supply phase: choose hexes for air drops, or go on")

    def facts(self, g: State) -> dict[str, object]:
        return {"number": g.air[self.side]}

    @pick(lambda step, g: g.box.map.grid.board, ("BW-12.5c", "there is no such hex"), by=DROPS, stays=True)
    def hex(self, g: State, cell: int) -> None:
        """12.5 An aircraft supplies the hex and who is in it."""
        g.air[self.side] -= 1
        g.dropped |= 1 << cell
        units = g.units_at(cell) if g.holds(self.side, cell) else ()
        for unit in units:
            g.unsupplied &= ~(1 << unit)
        g.tell(AirDropped, cell, units)

    @button("No more air drops")
    def done(self, g: State) -> None:
        """4 A.1 The phase goes on."""
