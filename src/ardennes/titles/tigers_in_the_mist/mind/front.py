"""The Allied line: where to stand so that no road is open."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.board.cells import cells
from ardennes.board.flow import UNCUTTABLE, smallest_cut
from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.mind import distances
from ardennes.titles.tigers_in_the_mist.mind.staffwork import Staffwork
from ardennes.titles.tigers_in_the_mist.state import State


class Line(NamedTuple):
    """A line: the areas that make it, and who must go where to man it."""

    areas: tuple[int, ...]
    moves: tuple[tuple[int, int], ...]
    cost: float


def cheapest(work: Staffwork) -> Line | None:
    """The cheapest line that can be manned this impulse; None if there is nothing to close.

    A line that turns out not to be manned is drawn again without the places nobody could go to.
    """
    barred: set[int] = set()
    for _ in range(5):
        cost, areas = _cut(work, barred)
        moves, unmanned = _man(work, areas)
        if not unmanned:
            return Line(tuple(areas), tuple(moves), cost)
        barred |= unmanned
    return None


def _cut(work: Staffwork, barred: set[int]) -> tuple[float, list[int]]:
    """Where a cut of the road net costs least, in hundredths of the price of one unit on the spot."""
    g = work.g
    board = g.box.map
    free = work.free()
    within = 0
    for unit in free:
        within |= work.can_reach[unit]
    capacity = []
    for place in range(board.places):
        held = g.occupied[Side.ALLIED] >> place & 1
        if not 0 < place < board.first_zone or not g.box.inside >> place & 1:
            capacity.append(UNCUTTABLE if place else 0)
        elif held:
            capacity.append(15 + round(90 * distances.clear_chance(work.threat[place], _held_by(work, place))))
        elif g.occupied[Side.GERMAN] >> place & 1 or not within >> place & 1 or place in barred:
            capacity.append(UNCUTTABLE)
        else:
            capacity.append(110 + round(60 * distances.clear_chance(work.threat[place], 3.0)) - _river(work, place))
    sources = cells(g.occupied[Side.GERMAN] & board.all_areas & ~g.occupied[Side.ALLIED])
    sources += cells(g.occupied[Side.GERMAN] & ~board.all_areas & ~g.box.one_way)
    cost, closed, _ = smallest_cut(roads(work.g), capacity, sources, _prizes(work))
    return cost / 100, [place for place in closed if capacity[place] < UNCUTTABLE]


def road_back(work: Staffwork, zone: int, within: int) -> list[int]:
    """The fewest empty places among those within reach that close every way from the German zones to another zone."""
    g = work.g
    board = g.box.map
    open_to_us = within & board.all_areas & ~g.occupied[Side.GERMAN]
    capacity = [1 if open_to_us >> place & 1 else UNCUTTABLE for place in range(board.places)]
    for place in cells(g.occupied[Side.ALLIED] | board.all_zones & ~(g.box.sources[Side.GERMAN] | 1 << zone)):
        capacity[place] = 0
    cut, closed, _ = smallest_cut(roads(work.g), capacity, cells(g.box.sources[Side.GERMAN]), {zone: UNCUTTABLE})
    return [place for place in closed if capacity[place]] if cut < UNCUTTABLE else []


def roads(g: State) -> list[list[int]]:
    """The places that roads lead to from each place, inside the scenario's lines."""
    return [[link.to for link in links if g.box.inside >> link.to & 1] for links in g.box.map.links]


def _held_by(work: Staffwork, place: int) -> float:
    return work.g.strength_at(place, Side.ALLIED) * 1.1


def _river(work: Staffwork, place: int) -> int:
    """A place whose roads from the Germans all cross a river is easier to hold."""
    fields = work.fields
    coming = [link for link in work.g.box.map.links[place] if fields.arrival[link.to] < fields.arrival[place]]
    return 15 if coming and all(link.crossing >= 0 for link in coming) else 0


def _prizes(work: Staffwork) -> dict[int, int]:
    """What it costs to let the Germans have each thing they want."""
    g = work.g
    prizes: dict[int, int] = {}
    scenario = g.box.scenario
    if scenario.victory == "points":
        days = g.box.last_day - g.day + 1
        for area, points in g.box.map.vp.items():
            if g.box.inside >> area & 1 and not g.control >> area & 1:
                prizes[area] = 80 * points * days
    for town in scenario.towns:
        prizes[town] = 700 if scenario.victory == "towns" else 180
    if scenario.victory != "towns":
        for zone, factor in g.box.map.multiplier.items():
            if g.box.inside >> zone & 1:
                prizes[zone] = 1500 * factor
    return prizes


def _man(work: Staffwork, areas: list[int]) -> tuple[list[tuple[int, int]], set[int]]:
    """Who goes to the areas of a line that nobody holds: the hardest to reach first, the least missed unit each."""
    g = work.g
    empty = [area for area in areas if not g.occupied[Side.ALLIED] >> area & 1]
    able = {area: [u for u in work.free() if work.can_reach[u] >> area & 1] for area in empty}
    moves: list[tuple[int, int]] = []
    taken: set[int] = set()
    left = {place: len(g.units_at(place, Side.ALLIED)) for place in areas}
    unmanned: set[int] = set()
    for area in sorted(empty, key=lambda place: len(able[place])):
        best: tuple[float, int] | None = None
        for unit in able[area]:
            here = g.place[unit]
            if unit in taken or (here in areas and left.get(here, 0) <= 1):
                continue
            price = work.leaving_cost(unit) - 0.15 * min(g.strength[unit], 4) + (0.2 if here in areas else 0.0)
            if best is None or price < best[0]:
                best = (price, unit)
        if best is None:
            unmanned.add(area)
            continue
        taken.add(best[1])
        left[g.place[best[1]]] = left.get(g.place[best[1]], 1) - 1
        moves.append((best[1], area))
    return moves, unmanned
