"""14.8 Reinforcement chits: who enters, where, and what is blocked, diverted or conditional."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.kernel import Reason, Side
from ardennes.kernel.words import say
from ardennes.parts.phases import OneByOne
from ardennes.titles.deadly_woods import events
from ardennes.titles.deadly_woods.box.tables import Chit, Round
from ardennes.titles.deadly_woods.rules import entering, rounds, travel
from ardennes.titles.deadly_woods.rules.assets import AirDrop, may_drop
from ardennes.titles.deadly_woods.rules.zones import zone
from ardennes.titles.deadly_woods.state import OUT, TRACK, State


def due(g: State, unit: int) -> tuple[int, int]:
    """14.8.1 The turn and box with which a unit comes, later if it was diverted to D."""
    when = (g.box.due[unit], g.box.due_box[unit])
    return g.box.detours[when] if g.diverted >> unit & 1 else when


def box_now(g: State, side: Side) -> int:
    """14.8a The box the present Reinforcement chit brings: the first of the turn brings the First box."""
    chit = Chit.GERMAN_REINFORCEMENT if side is Side.GERMAN else Chit.ALLIED_REINFORCEMENT
    return sum(played == chit for played, _ in g.rounds) - 1


def arriving(g: State, side: Side) -> list[int]:
    """14.8a The units that enter with the present chit; Allies who found every way blocked try again."""
    now = (g.turn, box_now(g, side))
    waiting = [unit for unit in g.box.units.of[side] if g.place[unit] == TRACK and g.box.entry[unit] >= 0]
    return [unit for unit in waiting if due(g, unit) == now or (side is Side.ALLIED and due(g, unit) < now)]


def open_entries(g: State, unit: int) -> list[int]:
    """14.8d, 14.8i The hexes where a unit may enter now: of its own area, or of the next one that is not blocked."""
    box, side = g.box, g.side_of(unit)
    british = bool(box.units.british >> unit & 1)
    own = box.entry_d if g.diverted >> unit & 1 else box.entry[unit]
    free = entering.put_down(g, unit, leashed=False) & ~zone(g, side.enemy)
    area = box.entry_areas[own]
    for number in (own, *(area.british if british else area.american)):
        found = [cell for cell in box.entry_areas[number].cells if free >> cell & 1]
        if found:
            return found
    return []


def why_not_enter(g: State, unit: int, cell: int) -> Reason:
    """Why a unit may not enter in a hex."""
    side, where, name = g.side_of(unit), g.hex_name(cell), g.name(unit)
    if not any(area.side is side and cell in area.cells for area in g.box.entry_areas):
        return Reason("DW-14.8i", say("{where} is no entry hex of this side", where=where))
    if g.occupied[side.enemy] >> cell & 1:
        return Reason("DW-14.8i", say("enemy units are in {where}", where=where))
    if zone(g, side.enemy) >> cell & 1:
        return Reason("DW-14.8i", say("{where} is in an enemy zone of control", where=where))
    if not entering.put_down(g, unit, leashed=False) >> cell & 1:
        return Reason("DW-14.8k", say("{name} may not leave the British area", name=name))
    text = say("{name} enters at another area, or at the next one that is not blocked", name=name)
    return Reason("DW-14.8d" if side is Side.ALLIED else "DW-14.8f", text)


def begin(g: State, side: Side) -> None:
    """14.8 A Reinforcement chit is played: conditions, diversion, then entry."""
    units = arriving(g, side)
    units = _conditional(g, units)
    g.push(Entry(side, tuple(units)))
    if side is Side.ALLIED:
        if may_drop(g):
            g.push(AirDrop(side))
        if any(g.box.units.corps["III"] >> unit & 1 and may_divert(g, unit) for unit in units):
            g.push(Divert(side))


def _conditional(g: State, units: list[int]) -> list[int]:
    """14.8.3 10th SS and 11th Panzer come only if the Germans hold their town now, or never."""
    barred = [u for u in units if g.box.entry_needs[u] >= 0 and not g.controls(Side.GERMAN, g.box.entry_needs[u])]
    for unit in barred:
        g.remove(unit)
    if barred:
        g.tell(events.NeverCame, tuple(barred), "DW-14.8.3a")
    return [unit for unit in units if unit not in barred]


def may_divert(g: State, unit: int) -> bool:
    """14.8.1 Whether a unit of III Corps may enter at D, one chit later."""
    key = (g.box.due[unit], g.box.due_box[unit])
    corps = g.box.units.corps["III"] >> unit & 1
    return (
        bool(corps)
        and not g.diverted >> unit & 1
        and key in g.box.detours
        and due(g, unit)
        == (
            g.turn,
            box_now(g, Side.ALLIED),
        )
    )


class Divert(OneByOne[State], frozen=True):
    """14.8.1 The Allied player says which units of III Corps wait, to enter at D with the next chit."""

    rule: ClassVar[str] = "DW-14.8.1a"
    phase: ClassVar[str] = "Reinforcements"
    otherwise: ClassVar[Reason] = Reason("DW-14.8.1a", "only units of III Corps due now may enter at D instead")

    def prompt(self, g: State) -> str:
        return "III Corps: choose units that enter at D with the next chit instead, or go on"

    def offered(self, g: State) -> Sequence[int]:
        return [unit for unit in arriving(g, self.side) if may_divert(g, unit)]

    def unit(self, g: State, unit: int) -> None:
        g.diverted |= 1 << unit
        g.tell(events.Diverted, unit)
        entry = next(step for step in g.stack if isinstance(step, Entry))
        left = Entry(entry.side, tuple(other for other in entry.units if other != unit))
        g.stack = tuple([left if step is entry else step for step in g.stack])
        if not self.offered(g):
            g.pop()


class Entry(OneByOne[State], frozen=True):
    """14.8 The units of the box are placed one by one; where there is one hex only, that is where they go."""

    rule: ClassVar[str] = "DW-14.8i"
    phase: ClassVar[str] = "Reinforcements"
    taken_alone: ClassVar[frozenset[str]] = frozenset({"hex", "done"})
    verb: ClassVar[str] = "hex"
    otherwise: ClassVar[Reason] = Reason("DW-14.8j", "reinforcements may not be held back: choose an entry hex")
    units: tuple[int, ...]

    def prompt(self, g: State) -> str:
        return (
            say("{units} enters: choose its hex", units=g.name(self.units[0])) if self.units else "All units are placed"
        )

    def taken_up(self, g: State) -> Sequence[int]:
        return self.units[:1]

    def offered(self, g: State) -> Sequence[int]:
        return open_entries(g, self.units[0]) if self.units else ()

    def also(self, g: State) -> dict[str, Sequence[int | None]]:
        return {} if self.offered(g) else {"done": [None]}

    def why_not_pick(self, g: State, target: int) -> Reason:
        return why_not_enter(g, self.units[0], target) if self.units else self.otherwise

    def hex(self, g: State, cell: int) -> None:
        unit = self.units[0]
        g.replace(Entry(self.side, self.units[1:]))
        travel.enter(g, unit, self.side, cell)
        g.put(unit, cell)
        travel.watch_trucks(g, unit, (cell,))
        g.entered |= 1 << unit
        leash = g.box.leash.get(unit)
        if leash is not None and leash.limit == "near_entry_j" and not leash.board >> cell & 1:
            g.unleashed |= 1 << unit  # 10.6.4h
        g.tell(events.Arrived, unit, cell)

    def done(self, g: State) -> None:
        if self.units:  # every way in is blocked
            unit = self.units[0]
            if self.side is Side.GERMAN:
                g.put(unit, OUT)
                g.tell(events.NeverCame, (unit,), "DW-14.8f")
            g.replace(Entry(self.side, self.units[1:]))
            return
        g.pop()
        rounds.begin(g, self.side, Round.REINFORCEMENT, g.entered)
