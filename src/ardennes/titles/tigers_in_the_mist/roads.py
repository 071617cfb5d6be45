"""8.2, 8.3 Where roads lead and what they cost: the search behind every move."""

from __future__ import annotations

import heapq

from ardennes.kernel import Reason, Side
from ardennes.titles.tigers_in_the_mist import supply
from ardennes.titles.tigers_in_the_mist.map import MAJOR
from ardennes.titles.tigers_in_the_mist.special_forces import RESTRICT_MOBILITY
from ardennes.titles.tigers_in_the_mist.state import WAITING, State

#: A place reached after wading a river is this much further along the search's tables.
WADED = 256


def slack(g: State, units: tuple[int, ...]) -> tuple[int, int]:
    """8.21, 8.34 What a stack can still spend at its own pace, and as foot (-1 with armor in it).

    Every member pays for itself, so the one with the least left decides.
    """
    foot_allowance = g.box.movement[0]
    own = foot = 99
    for unit in units:
        used = g.spent[unit] + (g.debt[unit] if g.status[unit] & WAITING else 0)
        own = min(own, g.allowance(unit) - used)
        foot = min(foot, foot_allowance - used if g.box.units.infantry[unit] else -1)
    return own, foot


def step_cost(g: State, side: Side, a: int, b: int) -> int:
    """8.33, 8.36, 14.22 The movement points of one step along a road."""
    board = g.box.map
    costs = g.box.tables.movement
    link = board.link(a, b)
    assert link is not None, "a step follows a road"
    if link.crossing_bit & g.blown:
        cost = costs.unbridged
    else:
        cost = costs.major if link.kind == MAJOR else costs.minor
    if not board.is_zone(b) and (g.occupied[0] | g.occupied[1]) >> b & 1:
        cost += costs.enter_occupied
    if not board.is_zone(a) and g.occupied[side.enemy] >> a & 1:
        cost += costs.leave_enemy
    if side is Side.ALLIED and g.special_effect == RESTRICT_MOBILITY:
        cost += (a == g.special_area) + (b == g.special_area)
    return cost


class Reach:
    """Everything a stack can get to from where it stands."""

    __slots__ = ("best", "came", "foot", "one_area", "own", "start")

    def __init__(self, start: int, own: int, foot: int, one_area: bool) -> None:
        self.start = start
        self.own = own
        self.foot = foot
        self.one_area = one_area
        #: Cost of the cheapest way to each node: places as they are, and again from WADED on for ways that wade.
        self.best = {start: 0}
        self.came: dict[int, int] = {}

    def places(self) -> list[int]:
        """Every place reached, in ascending order."""
        return sorted({node % WADED for node in self.came})

    def node(self, place: int) -> int:
        """The way the stack would take: dry if it can, else wading."""
        return place if place in self.came else place + WADED

    def cost(self, place: int) -> int:
        """MP to a place that is reached."""
        return self.best[self.node(place)]

    def left(self, place: int) -> int:
        """MP left on arrival."""
        node = self.node(place)
        return (self.foot if node >= WADED else self.own) - self.best[node]

    def path(self, place: int) -> tuple[int, ...]:
        """The places on the way, the start left out."""
        node = self.node(place)
        path = []
        while node != self.start:
            path.append(node % WADED)
            node = self.came[node]
        return tuple(reversed(path))


def reach(g: State, units: tuple[int, ...], side: Side) -> Reach:
    """8.2, 8.3 The cheapest way to every place a stack can pay for.

    Entering an enemy-occupied area or a zone ends a move (8.22), a stack out of supply goes one area (8.29), and
    nobody goes straight from one enemy-occupied area to another (8.27). Of ways that cost the same, one whose last
    step crosses no river is preferred: the defender would profit from the crossing (9.71).
    """
    board = g.box.map
    start = g.place[units[0]]
    own, foot = slack(g, units)
    found = Reach(start, own, foot, not all([supply.in_supply(g, unit) for unit in units]))
    limit = max(own, foot)
    if limit <= 0 or not _may_leave(g, start, side):
        return found
    enemy = g.occupied[side.enemy]
    zones = board.all_zones
    occupied = (g.occupied[0] | g.occupied[1]) & ~zones
    ends = enemy | zones
    barred = g.box.closed[side] | 1 << start
    if g.box.inside >> start & 1:
        barred |= ~g.box.inside
    leaving = 0
    first_barred = barred
    if enemy >> start & 1 and start < board.first_zone:
        leaving = g.box.tables.movement.leave_enemy
        first_barred |= enemy & ~zones
    restricted = g.special_area if side is Side.ALLIED and g.special_effect == RESTRICT_MOBILITY else -1
    road = (g.box.tables.movement.minor, g.box.tables.movement.major)
    wade = g.box.tables.movement.unbridged
    enter_occupied = g.box.tables.movement.enter_occupied
    blown = g.blown
    best, came, links = found.best, found.came, board.links
    buckets: list[list[int]] = [[] for _ in range(limit + 1)]
    buckets[0].append(start)
    for spent, bucket in enumerate(buckets):
        for node in bucket:
            if best[node] != spent:
                continue
            waded = node & WADED
            place = node ^ waded
            extra = 0
            no_entry = barred
            if node == start:
                extra = leaving
                no_entry = first_barred
            elif ends >> place & 1 or found.one_area:
                continue
            if place == restricted:
                extra += 1
            for to, kind, _, to_bit, crossing_bit in links[place]:
                if to_bit & no_entry:
                    continue
                if crossing_bit & blown:
                    total = spent + extra + wade
                    nxt = to | WADED
                    budget = foot
                else:
                    total = spent + extra + road[kind]
                    nxt = to | waded
                    budget = foot if waded else own
                if to_bit & occupied:
                    total += enter_occupied
                if to == restricted:
                    total += 1
                if total > budget:
                    continue
                known = best.get(nxt, 99)
                if total < known:
                    best[nxt] = total
                    came[nxt] = node
                    buckets[total].append(nxt)
                elif total == known and not crossing_bit and board.crossing(came[nxt] % WADED, to) >= 0:
                    came[nxt] = node
    return found


def _may_leave(g: State, start: int, side: Side) -> bool:
    """11.21, 12.25 Whether units in a zone may come onto the map."""
    if start < g.box.map.first_zone:
        return True
    if side is Side.GERMAN:
        return not g.box.one_way >> start & 1
    return not g.occupied[Side.GERMAN] >> start & 1


# ---- why not -----------------------------------------------------------------------------------------------


def why_not_reach(g: State, units: tuple[int, ...], side: Side, place: int) -> Reason | None:
    """8.2, 8.3 Why a stack cannot get to a place: worked out step by step, apart from `reach`."""
    start = g.place[units[0]]
    names = g.box.map.names
    if not _may_leave(g, start, side):
        if side is Side.GERMAN:
            return Reason("TM-12.25", "units that left the map may not come back")
        return Reason("TM-11.21a", f"German units hold {names[start]}: no Allied unit may enter the map there")
    oos = not all(supply.in_supply(g, unit) for unit in units)
    own, foot = slack(g, units)
    if _cheapest(g, units, side, place, own, foot) is not None:
        return None
    link = g.box.map.link(start, place)
    if link is None and oos:
        return Reason("TM-8.29a", f"a stack out of supply moves one area only, and {names[place]} is further")
    if link is not None and (reason := _why_not_step(g, side, units, start, start, place)) is not None:
        return reason
    rich = _cheapest(g, units, side, place, 99, 99 if foot >= 0 else -1)
    if rich is None:
        return Reason("TM-8.22" if g.box.map.neighbours[place] else "TM-8.2", _no_way(g, side, start, place))
    need, waded = rich
    have = foot if waded else own
    pace = " on foot over a blown bridge" if waded else ""
    return Reason("TM-8.38", f"{names[place]} costs {need} MP{pace}, and the stack has {max(have, 0)}")


def _no_way(g: State, side: Side, start: int, place: int) -> str:
    names = g.box.map.names
    if g.box.map.link(start, place) is None and g.holds(side.enemy, start) and g.holds(side.enemy, place):
        return f"no open road leads to {names[place]}: every way there meets enemy units first"
    return f"no road open to this stack leads from {names[start]} to {names[place]}"


def _cheapest(
    g: State, units: tuple[int, ...], side: Side, place: int, own: int, foot: int
) -> tuple[int, bool] | None:
    """Cost and wading of the cheapest affordable way, by plain search with a heap."""
    start = g.place[units[0]]
    oos = not all(supply.in_supply(g, unit) for unit in units)
    todo = [(0, start, False)]
    done: set[tuple[int, bool]] = set()
    while todo:
        spent, here, waded = heapq.heappop(todo)
        if (here, waded) in done:
            continue
        done.add((here, waded))
        if here == place:
            return spent, waded
        if here != start and (oos or g.holds(side.enemy, here) or g.box.map.is_zone(here)):
            continue
        for link in g.box.map.links[here]:
            if link.to == start or _why_not_step(g, side, units, start, here, link.to) is not None:
                continue
            wet = waded or bool(link.crossing_bit & g.blown)
            total = spent + step_cost(g, side, here, link.to)
            if total <= (foot if wet else own):
                heapq.heappush(todo, (total, link.to, wet))
    return None


def _why_not_step(g: State, side: Side, units: tuple[int, ...], start: int, a: int, b: int) -> Reason | None:
    """Why a stack may not take one step along a road, whatever it costs."""
    board = g.box.map
    link = board.link(a, b)
    assert link is not None
    if g.box.closed[side] >> b & 1:
        return Reason("TM-11.22" if side is Side.GERMAN else "TM-11.23", f"{side} units may not enter {board.names[b]}")
    if g.box.inside >> start & 1 and not g.box.inside >> b & 1:
        return Reason("TM-SC2a", f"{board.names[b]} is outside the scenario's map")
    if link.crossing_bit & g.blown and not all(g.box.units.infantry[unit] for unit in units):
        return Reason("TM-8.33c", f"the bridge to {board.names[b]} is blown, and armor cannot cross")
    both_areas = not board.is_zone(a) and not board.is_zone(b)
    if both_areas and g.holds(side.enemy, a) and g.holds(side.enemy, b):
        return Reason("TM-8.27", "units may not go straight from one enemy-occupied area to another")
    return None
