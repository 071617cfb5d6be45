"""11.0 Reinforcements: arrivals, entry by another zone, and contingent releases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Action, Automatic, Choice, Choices, Reason, Side
from ardennes.kernel.words import say
from ardennes.titles.tigers_in_the_mist.events import Arrived, Released, Shifted
from ardennes.titles.tigers_in_the_mist.rules import supply
from ardennes.titles.tigers_in_the_mist.state import WAITING, State

#: 8.1 The impulses of each side in a day.
IMPULSES = 3


class Arrivals(Automatic[State], frozen=True):
    """6.0 I, 11.11 Units due this impulse, and formations released before it, go to their entry zones."""

    rule: ClassVar[str] = "TM-6.0b"
    impulse: int

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


class ChooseZone(Choice[State], frozen=True):
    """11.11 A unit whose card names several zones is placed in the one its owner chooses."""

    rule: ClassVar[str] = "TM-11.11"
    phase: ClassVar[str] = "reinforcements"
    units: tuple[int, ...]

    def prompt(self, g: State) -> str:
        return say("{unit} arrives: choose its entry zone", unit=g.name(self.units[0]))

    def taken_up(self, g: State) -> Sequence[int]:
        return self.units[:1]

    def choices(self, g: State) -> Choices:
        return {"area": [*g.box.entry_zones[self.units[0]]]}

    def why_not(self, g: State, action: Action) -> Reason | None:
        zones = g.box.entry_zones[self.units[0]]
        if action.verb != "area" or action.target not in zones:
            names = " or ".join(g.box.map.names[zone] for zone in zones)
            return Reason("TM-11.11", say("{unit} arrives in {names}", unit=g.name(self.units[0]), names=names))
        return None

    def area(self, g: State, zone: int) -> None:
        arrive(g, self.units[0], zone)
        rest = self.units[1:]
        if rest:
            g.replace(ChooseZone(self.side, rest))
        else:
            g.pop()


# ---- 11.14 entering by another zone ------------------------------------------------------------------------


def shifts(g: State, units: tuple[int, ...], side: Side) -> list[int]:
    """11.14 The neighbouring zones a group of waiting reinforcements may go round to."""
    here = g.place[units[0]]
    if not g.box.map.is_zone(here) or not all(g.status[unit] & WAITING for unit in units):
        return []
    row = g.box.zone_rows[side]
    if here not in row:
        return []
    at = row.index(here)
    near = [*row[max(at - 1, 0) : at], *row[at + 1 : at + 2]]
    return [zone for zone in near if why_not_shift(g, units, zone, side) is None]


def why_not_shift(g: State, units: tuple[int, ...], zone: int, side: Side) -> Reason | None:
    """11.14 Why reinforcements may not go round to a zone."""
    row = g.box.zone_rows[side]
    here = g.place[units[0]]
    if not all(g.status[unit] & WAITING for unit in units) or here not in row:
        return Reason("TM-11.14a", "only reinforcements that have not entered the map go round to another zone")
    if zone not in row or abs(row.index(zone) - row.index(here)) != 1:
        return Reason("TM-11.14a", say("that is not a zone next to {here}", here=g.box.map.names[here]))
    if g.box.inside >> here & 1 and not g.box.inside >> zone & 1:
        return Reason(g.box.edge_rule, say("{zone} is outside the scenario's map", zone=g.box.map.names[zone]))
    price = g.box.tables.movement.zone_shift
    for unit in units:
        if g.shifted >> unit & 1:
            return Reason(
                "TM-11.14b", say("{unit} is already on its way; each zone takes an impulse", unit=g.name(unit))
            )
        if g.debt[unit] + price >= g.allowance(unit):
            return Reason("TM-11.14b", say("{unit} would have no MP left to enter the map", unit=g.name(unit)))
    return None


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
