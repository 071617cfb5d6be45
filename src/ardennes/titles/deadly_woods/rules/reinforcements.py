"""14.8 Reinforcement chits: who enters, where, and what is blocked, diverted or conditional."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.board.cells import board_of, union
from ardennes.kernel import Reason, Side
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.kernel.words import say
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.deadly_woods import events
from ardennes.titles.deadly_woods.box.fields import Units
from ardennes.titles.deadly_woods.box.tables import Chit, Round
from ardennes.titles.deadly_woods.rules import entering, rounds, travel
from ardennes.titles.deadly_woods.rules.assets import AirDrop, may_drop
from ardennes.titles.deadly_woods.rules.zones import zone
from ardennes.titles.deadly_woods.state import NOBODY, OUT, TRACK, State


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


def _entry_hexes(g: State, unit: int) -> int:
    side = g.side_of(unit)
    return union(area.board for area in g.box.entry_areas if area.side is side)


def _elsewhere(g: State, unit: int, cell: int) -> Reason:
    """14.8d The entry area that is open to a unit now, if any is."""
    name, open_ = g.name(unit), board_of(open_entries(g, unit))
    letter = next((area.letter for area in g.box.entry_areas if area.board & open_), "")
    if letter:
        return Reason("DW-14.8d", say("{name} enters at area {letter} now", name=name, letter=letter))
    rule = "DW-14.8f" if g.side_of(unit) is Side.GERMAN else "DW-14.8l"
    return Reason(rule, say("no entry area is open to {name}", name=name))


#: 14.8 Where a unit may not enter.
ENTRIES = Rungs(
    lambda g, unit, cell: {"name": g.name(unit), "where": g.hex_name(cell)},
    Rung(
        "DW-14.8i",
        "{where} is no entry hex of this side",
        lambda g, unit, left: left & ~_entry_hexes(g, unit),
        finer=True,
    ),
    Rung(
        "DW-14.8i",
        "enemy units are in {where}",
        lambda g, unit, left: left & g.occupied[g.side_of(unit).enemy],
        finer=True,
    ),
    Rung(
        "DW-14.8i",
        "{where} is in an enemy zone of control",
        lambda g, unit, left: left & zone(g, g.side_of(unit).enemy),
        finer=True,
    ),
    Rung(
        "DW-14.8k",
        "{name} may not leave the British area",
        lambda g, unit, left: left & ~entering.put_down(g, unit, leashed=False),
        finer=True,
    ),
    Rung("DW-14.8d", "", lambda g, unit, left: left & ~board_of(open_entries(g, unit)), reason=_elsewhere),
)


def begin(g: State, side: Side) -> None:
    """14.8 A Reinforcement chit is played: conditions, diversion, then entry."""
    g.push(Entry(side, tuple(_conditional(g, arriving(g, side)))))
    if side is Side.ALLIED:
        if may_drop(g):
            g.push(AirDrop(side))
        if divertible(g):
            g.push(Divert(side))


def _conditional(g: State, units: list[int]) -> list[int]:
    """14.8.3 10th SS and 11th Panzer come only if the Germans hold their town now, or never."""
    barred = [u for u in units if g.box.entry_needs[u] >= 0 and not g.controls(Side.GERMAN, g.box.entry_needs[u])]
    for unit in barred:
        g.remove(unit)
    if barred:
        g.tell(events.NeverCame, tuple(barred), "DW-14.8.3a")
    return [unit for unit in units if unit not in barred]


def divertible(g: State) -> list[int]:
    """14.8.1 The units of III Corps that are due now and may enter at D, one chit later."""
    now = (g.turn, box_now(g, Side.ALLIED))
    if now not in g.box.detours:
        return []
    corps = g.box.units.corps["III"] & ~g.diverted
    return [unit for unit in arriving(g, Side.ALLIED) if corps >> unit & 1 and due(g, unit) == now]


def _not_divertible(step: Divert, g: State, unit: int) -> Reason:
    """14.8.1 Whether it is the corps or the time."""
    name = g.name(unit)
    if not g.box.units.corps["III"] >> unit & 1:
        return Reason("DW-14.8.1a", say("{name} is not of III Corps", name=name))
    if g.diverted >> unit & 1:
        return Reason("DW-14.8.1a", say("{name} enters at D already", name=name))
    return Reason("DW-14.8.1a", say("{name} is not due with this chit", name=name))


class Divert(Question[State], frozen=True):
    """14.8.1 The Allied player says which units of III Corps wait, to enter at D with the next chit."""

    rule: ClassVar[str] = "DW-14.8.1a"
    phase: ClassVar[str] = "Reinforcements"
    asks: ClassVar[str] = "III Corps: choose units that enter at D with the next chit instead, or go on"
    otherwise: ClassVar[tuple[str, str]] = ("DW-14.8.1a", "only units of III Corps due now may enter at D instead")

    @pick(lambda step, g: divertible(g), _not_divertible, stays=True)
    def unit(self, g: State, unit: int) -> None:
        """14.8.1 It does not enter now; when there are no more the question ends."""
        g.diverted |= 1 << unit
        g.tell(events.Diverted, unit)
        entry = next(step for step in g.stack if isinstance(step, Entry))
        left = Entry(entry.side, tuple(other for other in entry.units if other != unit))
        g.stack = tuple([left if step is entry else step for step in g.stack])
        if not divertible(g):
            g.pop()

    @button()
    def done(self, g: State) -> None:
        """14.8.1 The others enter now."""


class Entry(Question[State], frozen=True):
    """14.8 The units of the box are placed one by one; where there is one hex only, that is where they go."""

    rule: ClassVar[str] = "DW-14.8i"
    phase: ClassVar[str] = "Reinforcements"
    otherwise: ClassVar[tuple[str, str]] = ("DW-14.8j", "reinforcements may not be held back: choose an entry hex")
    units: Units

    def prompt(self, g: State) -> str:
        """Two sentences: when all are placed the round is only to be begun."""
        return (
            say("{units} enters: choose its hex", units=g.name(self.units[0])) if self.units else "All units are placed"
        )

    def taken_up(self, g: State) -> Sequence[int]:
        return self.units[:1]

    def ways_in(self, g: State) -> list[int]:
        """14.8d, 14.8i Where the unit at hand may enter; nowhere when all are placed."""
        return open_entries(g, self.units[0]) if self.units else []

    @pick(
        lambda step, g: g.box.grid.board if step.units else 0,
        by=ENTRIES,
        about=lambda step, g: step.units[0] if step.units else NOBODY,
        quick=lambda step, g: step.ways_in(g),
        alone=True,
    )
    def hex(self, g: State, cell: int) -> None:
        """14.8 It enters there; the next is asked about."""
        unit = self.units[0]
        g.push(Entry(self.side, self.units[1:]))
        travel.enter(g, unit, self.side, cell)
        g.put(unit, cell)
        travel.watch_trucks(g, unit, (cell,))
        g.entered |= 1 << unit
        leash = g.box.leash.get(unit)
        if leash is not None and leash.limit == "near_entry_j" and not leash.board >> cell & 1:
            g.unleashed |= 1 << unit  # 10.6.4h
        g.tell(events.Arrived, unit, cell)

    @button(when=lambda step, g: not step.ways_in(g), alone=True)
    def done(self, g: State) -> None:
        """14.8f Every way in is blocked: Germans never come, Allies try again. When all are placed they move."""
        if not self.units:
            rounds.begin(g, self.side, Round.REINFORCEMENT, g.entered)
            return
        unit = self.units[0]
        if self.side is Side.GERMAN:
            g.put(unit, OUT)
            g.tell(events.NeverCame, (unit,), "DW-14.8f")
        g.push(Entry(self.side, self.units[1:]))
