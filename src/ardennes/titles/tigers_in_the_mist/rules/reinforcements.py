"""11.0 Reinforcements: arrivals, entry by another zone, and contingent releases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Automatic, Side
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.parts.rules.questions import Question, pick
from ardennes.titles.tigers_in_the_mist.box.fields import Impulse, Units
from ardennes.titles.tigers_in_the_mist.events import Arrived, Released, Shifted
from ardennes.titles.tigers_in_the_mist.rules import supply
from ardennes.titles.tigers_in_the_mist.rules.movement.roads import OUTSIDE, Group
from ardennes.titles.tigers_in_the_mist.state import WAITING, State

#: 8.1 The impulses of each side in a day.
IMPULSES = 3


class Arrivals(Automatic[State], frozen=True):
    """6.0 I, 11.11 Units due this impulse, and formations released before it, go to their entry zones."""

    rule: ClassVar[str] = "TM-6.0b"
    impulse: Impulse

    def run(self, g: State) -> None:
        g.impulse = self.impulse
        g.pop()
        due = [*g.box.arrivals.get((g.day, self.impulse), ())]
        for number in cells(g.released):
            release = g.box.releases[number]
            if release.not_before <= (g.day, self.impulse):
                due += release.units
        undecided = []
        for unit in due:
            if g.place[unit]:
                continue
            zones = g.box.entry_zones[unit]
            if len(zones) == 1:
                arrive(g, unit, zones[0])
            else:
                undecided.append(unit)
        for side in (Side.ALLIED, Side.GERMAN):  # the last pushed is asked first
            if units := tuple(unit for unit in undecided if g.box.units.side(unit) is side):
                g.push(ChooseZone(side, units))


def arrive(g: State, unit: int, zone: int) -> None:
    """11.11 Place a reinforcement in its entry zone."""
    g.put(unit, zone)
    g.strength[unit] = g.box.units.rows[unit].strength
    g.status[unit] = WAITING
    dawn = bytearray(g.dawn)
    dawn[unit] = zone
    g.dawn = bytes(dawn)
    g.tell(Arrived, unit, zone)


class ChooseZone(Question[State], frozen=True):
    """11.11 A unit whose card names several zones is placed in the one its owner chooses."""

    rule: ClassVar[str] = "TM-11.11"
    phase: ClassVar[str] = "reinforcements"
    asks: ClassVar[str] = "{unit} arrives: choose its entry zone"
    otherwise: ClassVar[tuple[str, str]] = ("TM-11.11", "{unit} arrives in {names}")
    units: Units

    def facts(self, g: State) -> dict[str, object]:
        names = " or ".join(g.box.map.names[zone] for zone in g.box.entry_zones[self.units[0]])
        return {"unit": g.name(self.units[0]), "names": names}

    def taken_up(self, g: State) -> Sequence[int]:
        return self.units[:1]

    @pick(lambda step, g: g.box.entry_zones[step.units[0]])
    def area(self, g: State, zone: int) -> None:
        """11.11 It is placed there; the next is asked about."""
        arrive(g, self.units[0], zone)
        if rest := self.units[1:]:
            g.push(ChooseZone(self.side, rest))


# ---- 11.14 entering by another zone ------------------------------------------------------------------------


def _next_zones(g: State, group: Group) -> int:
    """11.14a The zones beside the one a group is in, along its side's edge of the map."""
    row, here = g.box.zone_rows[group.side], g.place[group.units[0]]
    if here not in row:
        return 0
    at = row.index(here)
    return board_of((*row[max(at - 1, 0) : at], *row[at + 1 : at + 2]))


def _on_its_way(g: State, group: Group) -> list[int]:
    return [unit for unit in group.units if g.shifted >> unit & 1]


def _too_poor(g: State, group: Group) -> list[int]:
    price = g.box.tables.movement.zone_shift
    return [unit for unit in group.units if g.debt[unit] + price >= g.allowance(unit)]


#: 11.14 What keeps a group of reinforcements from going round to a zone.
SHIFTS = Rungs(
    lambda g, group, zone: {"here": g.box.map.names[g.place[group.units[0]]]},
    Rung(
        "TM-11.14a",
        "only reinforcements that have not entered the map go round to another zone",
        lambda g, group, left: 0 if _next_zones(g, group) and all(g.status[u] & WAITING for u in group.units) else left,
    ),
    Rung("TM-11.14a", "that is not a zone next to {here}", lambda g, group, left: left & ~_next_zones(g, group)),
    OUTSIDE,
    Rung(
        "TM-11.14b",
        "{unit} is already on its way; each zone takes an impulse",
        lambda g, group, left: left if _on_its_way(g, group) else 0,
        lambda g, group, zone: {"unit": g.name(_on_its_way(g, group)[0])},
    ),
    Rung(
        "TM-11.14b",
        "{unit} would have no MP left to enter the map",
        lambda g, group, left: left if _too_poor(g, group) else 0,
        lambda g, group, zone: {"unit": g.name(_too_poor(g, group)[0])},
    ),
)


def shifts(g: State, group: Group) -> list[int]:
    """11.14 The neighbouring zones a group of waiting reinforcements may go round to."""
    near = _next_zones(g, group)
    return cells(SHIFTS.free(g, group, near)) if near else []


def shift(g: State, units: tuple[int, ...], zone: int) -> None:
    """11.14 Go round to the next zone: one impulse later than due for every zone, and 2 MP dearer."""
    debt = bytearray(g.debt)
    dawn = bytearray(g.dawn)
    price = g.box.tables.movement.zone_shift
    for unit in units:
        g.put(unit, zone)
        debt[unit] += price
        if _waited(g, unit) * price < debt[unit]:
            g.shifted |= 1 << unit
        dawn[unit] = zone
    g.debt = bytes(debt)
    g.dawn = bytes(dawn)
    g.tell(Shifted, units, zone)


def _waited(g: State, unit: int) -> int:
    """11.14e The impulses since a reinforcement was due; none for one that comes by release, without a date."""
    due = g.box.units.arrival[unit]
    if not due:
        return 0
    return (g.day - due[0]) * IMPULSES + g.impulse - due[1]


def pay_debt(g: State, units: tuple[int, ...]) -> None:
    """11.14 Units that enter the map pay what they owe for going round."""
    debt = bytearray(g.debt)
    for unit in units:
        g.spent[unit] += debt[unit]
        debt[unit] = 0
    g.debt = bytes(debt)


# ---- 11.3 contingent reinforcements ------------------------------------------------------------------------


def check_releases(g: State) -> None:
    """11.3 At the end of an Allied impulse, German superiority in a release area frees its formations for good."""
    for number, release in enumerate(g.box.releases):
        if g.released >> number & 1:
            continue
        for area in cells(release.areas):
            if has_superiority(g, area):
                g.released |= 1 << number
                g.tell(Released, release.formation, area)
                break


def has_superiority(g: State, area: int) -> bool:
    """11.3 More German than Allied strength points in an area.

    With the published errata in force, units out of supply win no release.
    """
    german = g.strength_at(area, Side.GERMAN)
    if german <= g.strength_at(area, Side.ALLIED):
        return False
    if g.box.errata:
        supply.determine(g)
        return any(supply.in_supply(g, unit) for unit in g.units_at(area, Side.GERMAN))
    return True
