"""What is on the table, and nothing else.

Units, hexes, assets and bridges are numbers; sets of them are integers with one bit each. Where a unit stands is a
column by unit and, the other way round, a stack by hex; `put` keeps both and all that follows from them.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Any

from ardennes import kernel
from ardennes.kernel import Side, columns
from ardennes.parts.rules.roster import ELIMINATED, NOBODY, OFF_MAP, OUT, TRACK, Roster
from ardennes.titles.deadly_woods import events
from ardennes.titles.deadly_woods.box import Box
from ardennes.titles.deadly_woods.box.counters import Face, Kind
from ardennes.titles.deadly_woods.box.tables import AssetKind, Chit, Round

__all__ = ("BOX", "ELIMINATED", "NOBODY", "OFF_MAP", "OUT", "TRACK", "State", "own")
#: A place that is no hex: the Assets Box, for assets, the Delay asset, von der Heydte before he jumps. Eliminated
#: Americans may come back (13.2.2); an asset on the track does so on turn `back`.
BOX = 0xFFFC


def _units(box: Box) -> int:
    return len(box.units)


def _assets(box: Box) -> int:
    return len(box.assets)


def _hexes(box: Box) -> int:
    return box.grid.size


def _bridges(box: Box) -> int:
    return len(box.map.bridges)


class State(Roster):
    """A position of The Deadly Woods; where units are and what they have lost stands in `Roster`."""

    box: Box

    # -- sets of units
    active: int = columns.bits(_units)  # may act in this step of the round
    moved: int = columns.bits(_units)  # this round
    attacked: int = columns.bits(_units)  # have attacked this round
    defended: int = columns.bits(_units)  # have been attacked this round
    entered: int = columns.bits(_units)  # came in with this round's Reinforcement chit
    holding: int = columns.bits(_units)  # 10.3 hold a door open this round
    hungry: int = columns.bits(_units)  # 8.1 Germans out of supply by the last check
    diverted: int = columns.bits(_units)  # 14.8.1 III Corps units that enter at D instead
    unleashed: int = columns.bits(_units)  # 10.6.4 free for good although their leash still runs
    returned: int = columns.bits(_units)  # 13.2.2 back from elimination this turn
    # -- assets: a hex, BOX, TRACK or OUT; those on the track come back on turn `back`
    asset: array[int] = columns.numbers(_assets, high=0xFFFF, start=BOX)
    back: bytearray = columns.numbers(_assets, high=99)
    used: int = columns.bits(_assets)
    blasted: int = columns.bits(_assets)  # Engineers that blew a bridge this round
    trucks: int = columns.number(0, NOBODY, NOBODY)  # 12.6 the motorized infantry unit
    rumor: int = columns.number(0, NOBODY, NOBODY)  # 12.7 hex of von der Heydte's face-down marker
    # -- map
    blown: int = columns.bits(_bridges)
    built: int = columns.bits(3)  # 10.6.2 armies that rebuilt a bridge this turn
    german: int = columns.bits(_hexes)  # 3.5 VP hexes, towns and villages the Germans control
    # -- time, chits, score
    turn: int = columns.number(1, 13, 1)
    initiative: Side = columns.value(Side, Side.GERMAN)
    cup: bytes = columns.numbers(len(Chit), high=9, frozen=True)
    hand: bytes = columns.numbers(len(Chit), high=9, frozen=True)
    rounds: tuple[tuple[int, int], ...] = columns.value(  # the track: (chit, what it was played as)
        tuple[tuple[int, int], ...],
        (),
        lambda rows, box: None if all(_is_round(row) for row in rows) else "expected pairs of chit and round",
    )
    vp: int = columns.number(0, 99)
    st_vith: int = columns.number(0, 13)  # 9.2.1 the turn a German unit first entered it
    meuse: int = columns.number(0, 1)  # 10.6.4 the Germans have crossed or attacked across it
    slipped: int = columns.number(0, 1)  # 7.3 the 150th Brigade has used its exception
    fuel: int = columns.number(0, 2)  # 8.5 the dump: 0 in Büllingen, 1 with Peiper, 2 gone
    withdrawal: int = columns.number(0, 2)  # 12.10: 0 not yet, 1 carried out, 2 the units stayed
    # -- worked out
    #: 7.2 Hexes that exert a zone, by how far it goes: per side all hexes, not into the Westwall, armor's.
    exerting: list[int] = columns.worked_out(lambda: [0] * 6, "{}[:]")
    zones: list[tuple[Any, int]] = columns.worked_out(lambda: [(None, 0), (None, 0)], "{}[:]")
    lines: dict[Any, int] = columns.worked_out(dict)  # supply lately worked out; replaced, never changed

    # ---- questions in the rulebook's words -----------------------------------------------------------------

    def face(self, unit: int) -> Face:
        """The side of the counter that is up: strengths, allowance, zone and kind."""
        return self.box.units.faces[unit][self.lost[unit]]

    def is_armor(self, unit: int) -> bool:
        """Whether a unit is armor now; on its third step it no longer is (8.3)."""
        return self.face(unit).kind is Kind.ARMOR

    def controls(self, side: Side, cell: int) -> bool:
        """3.5 Whether a side controls a VP hex, town or village."""
        return bool(self.german >> cell & 1) is (side is Side.GERMAN)

    def find_asset(self, kind: AssetKind) -> int:
        """The number of an asset of which there is only one."""
        return self.box.the_asset[kind]

    def engineer_hexes(self) -> int:
        """12.4 The hexes with a US Engineer asset."""
        board = 0
        for asset in self.box.engineers:
            if self.asset[asset] < OFF_MAP:
                board |= 1 << self.asset[asset]
        return board

    @property
    def round(self) -> Round:
        """The round that is being played."""
        return Round(self.rounds[-1][1])

    def name(self, unit: int) -> str:
        """A unit as players call it."""
        return self.box.units.name(unit)

    def hex_name(self, cell: int) -> str:
        """A hex as players call it: its number, and its name where it has one."""
        number, label = self.box.grid.number(cell), self.box.map.name(cell)
        return f"{label} {number}" if label else number

    # ---- changes -------------------------------------------------------------------------------------------

    def stood(self, cell: int, side: int) -> None:
        """7.1, 7.2 How far the zone of a hex goes: a stack has the best zone of its units."""
        faces, lost = self.box.units.faces, self.lost
        best = 3
        for unit in self.stacks.get(cell, ()):
            face = faces[unit][lost[unit]]
            if face.zoc:
                reach = 2 if face.kind is Kind.ARMOR else 1 if side and not face.kind.infantry else 0
                best = min(best, reach)
        bit, first = 1 << cell, 3 * side
        for reach in range(3):
            if reach == best:
                self.exerting[first + reach] |= bit
            else:
                self.exerting[first + reach] &= ~bit

    def lose_step(self, unit: int, rule: str) -> None:
        """2.3.1.1 A unit loses a step, and with the last one goes to the Eliminated Units Box."""
        if unit == self.box.delay:
            self.to_box(unit, rule)
        elif self.steps_left(unit) > 1:
            self.set_lost(unit, self.lost[unit] + 1)
            self.tell(events.StepLost, unit, self.steps_left(unit), rule)
        else:
            self.eliminate(unit, rule)

    def eliminate(self, unit: int, rule: str) -> None:
        """Take a unit off the map to the Eliminated Units Box; the Delay asset goes back to its box (12.9.1)."""
        if unit == self.box.delay:
            self.to_box(unit, rule)
            return
        self.tell(events.Eliminated, unit, self.place[unit], rule)
        self.put(unit, ELIMINATED)
        self._forget(unit)

    def remove(self, unit: int) -> None:
        """Take a unit out of the game for good."""
        self.put(unit, OUT)
        self._forget(unit)

    def to_box(self, unit: int, rule: str) -> None:
        """6.3.1, 12.9.1 The Delay asset goes back to the Assets Box."""
        self.tell(events.DelayBack, self.place[unit], rule)
        self.put(unit, BOX)
        self._forget(unit)

    def _forget(self, unit: int) -> None:
        """Markers do not follow a unit off the map."""
        keep = ~(1 << unit)
        self.hungry &= keep
        self.active &= keep
        if self.trucks == unit:
            self.trucks = NOBODY

    def restore(self, table: Mapping[str, Any]) -> None:
        super().restore(table)
        if self.trucks != NOBODY and self.trucks >= len(self.place):
            raise columns.BadTable(f"trucks: expected the number of a unit, got {self.trucks}")
        if self.rumor != NOBODY and not self.box.grid.board >> self.rumor & 1:
            raise columns.BadTable(f"rumor: expected a hex of the map, got {self.rumor}")
        for number, place in enumerate(self.asset):
            if place < OFF_MAP and not self.box.grid.board >> place & 1:
                raise columns.BadTable(f"asset[{number}]: expected a hex of the map, got {place}")


def own(state: kernel.State) -> State:
    """A state of the house as this title's."""
    assert isinstance(state, State)
    return state


def _is_round(row: tuple[int, int]) -> bool:
    return 0 <= row[0] < len(Chit) and 0 <= row[1] < len(Round)
