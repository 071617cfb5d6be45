"""5.1 - 5.4, 7.4, 9.7, 9.8, 16.4 Entering a hex: whether a unit may step in, what it costs, and whether it must stop.

Every way of coming into a hex asks here and names its `Manner`: marches whole and in parts, exploitation,
reinforcements, leaders, retreats, advances, Angriff and crossings with a bridge builder. What keeps a unit out are
`rungs`, the same for all; `quick.steps` adds them up for whole walks and is compared with them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from ardennes.board.cells import board_of, cells, union
from ardennes.board.reach import Way
from ardennes.kernel import Reason, Side
from ardennes.kernel.rungs import KeepsOut, Rung, Rungs
from ardennes.kernel.words import phrase
from ardennes.titles.bitter_woods.box.counters import Profile
from ardennes.titles.bitter_woods.rules import allies, fortunes
from ardennes.titles.bitter_woods.rules.manners import (
    AIR,
    ARMY,
    BANK,
    IN_HAND,
    MARCH,
    ONWARD,
    RIVERS,
    SAME_ZONE,
    TROUBLE,
    WATCHED,
    WATER,
    WOODS,
    ZONES,
    Manner,
    usual,
)
from ardennes.titles.bitter_woods.rules.movement import boundaries
from ardennes.titles.bitter_woods.rules.points import allowance
from ardennes.titles.bitter_woods.rules.quick.steps import beside
from ardennes.titles.bitter_woods.rules.zones import watched_by_same, zone
from ardennes.titles.bitter_woods.state import State

#: What hexes cost to step into, the hexes, and whether the move ends there whatever is left.
Step = tuple[int, int, bool]


def profile_of(g: State, unit: int) -> Profile:
    """What its movement costs depend on."""
    units = g.box.units
    return units.profiles[units.profile[unit]]


# ---- what it costs -----------------------------------------------------------------------------------------


def steps(g: State, unit: int, cell: int, free: int, manner: Manner = MARCH) -> list[Step]:
    """5.2, 5.3, 9.8 What a unit may step into from a hex, at which cost in parts of a movement point."""
    ground, profile = g.box.ground, profile_of(g, unit)
    parts = profile.road
    road, dry, river, meuse = beside(g, unit, cell, free, manner)
    found: list[Step] = [(1, road, False)] if road else []
    if dry or river:
        wades = profile.wades and not (manner.tires and g.moved >> unit & 1)
        for points, board in ground.classes(profile.foot, g.ground):
            if here := dry & board:
                found.append((points * parts, here, False))
            if here := river & board:
                found += _ford(g, wades, here, points, parts)
    if meuse:
        found.append((parts * allowance(g, unit), meuse, True))
    harmed, more = dearer(g, unit, manner)
    if not harmed:
        return found
    found = _harmed(found, harmed, more * parts)
    return _in_hand(g, unit, found) if g.companies and unit >= g.box.units.first_allied else found


def _ford(g: State, wades: bool, board: int, points: int, parts: int) -> list[Step]:
    """5.3 Crossing a river without a bridge: infantry goes on, everybody else stops on the far bank."""
    if not wades:
        return [(points * parts, board, True)]
    rough = board & g.box.ground.rough
    more = (points + g.box.tables.rivers.into_rough) * parts
    return [step for step in ((points * parts, board ^ rough, False), (more, rough, False)) if step[1]]


def _harmed(found: list[Step], harmed: int, more: int) -> list[Step]:
    parted = []
    for cost, board, halt in found:
        if free := board & ~harmed:
            parted.append((cost, free, halt))
        if struck := board & harmed:
            parted.append((cost + more, struck, halt))
    return parted


def _in_hand(g: State, unit: int, found: list[Step]) -> list[Step]:
    """29.1 A unit needs the point that paratroopers may cost before it enters their hex."""
    budget = allowance(g, unit) * profile_of(g, unit).road
    closed = fortunes.trouble(g) & ~g.deceived
    left = [(cost, board & ~closed if cost > budget else board, halt) for cost, board, halt in found]
    return [step for step in left if step[1]]


def prices(g: State, unit: int, cell: int, free: int, manner: Manner) -> list[tuple[int, int]]:
    """The neighbours of a hex that a unit may step into, each with the least it costs."""
    found: dict[int, int] = {}
    for cost, board, _ in steps(g, unit, cell, free, manner):
        for there in cells(board):
            if there not in found or cost < found[there]:
                found[there] = cost
    return sorted(found.items())


def dearer(g: State, unit: int, manner: Manner = MARCH) -> tuple[int, int]:
    """11.3, 29.1 The hexes that cost more to enter than their ground, and the movement points they cost more."""
    if g.companies and unit >= g.box.units.first_allied and manner.bars & IN_HAND:
        return board_of(g.companies), g.box.tables.events.more
    return g.interdicted if manner.bars & AIR else 0, g.box.ground.harm(profile_of(g, unit))


def from_off_map(g: State, unit: int, entries: int) -> list[Step]:
    """16.4 What entering the map costs: the first hex at least a whole movement point."""
    ground, profile = g.box.ground, profile_of(g, unit)
    harmed, more = dearer(g, unit)
    found = []
    for cell in cells(entries):
        cost = 1 if g.box.roads_off >> cell & 1 else ground.price(cell, profile.foot, g.ground) * profile.road
        if harmed >> cell & 1:
            cost += more * profile.road
        found.append((max(cost, profile.road), 1 << cell, False))
    return found


def edge(g: State, unit: int) -> int:
    """16.2, 5.3 The hexes of the map edge whose ground is open to a unit that comes from off the map."""
    board = g.box.map.grid.edge
    return board & (~g.box.ground.forest | g.box.roads_off) if profile_of(g, unit).silhouette else board


def ways(g: State, unit: int, manner: Manner = ONWARD) -> tuple[Way, ...]:
    """5.3 By road and across country: how a march goes on after its first step."""
    units, ground = g.box.units, g.box.ground
    if manner.bars & (WOODS | RIVERS) != WOODS | RIVERS:
        profile = profile_of(g, unit)._replace(silhouette=False)
        return ground.loose_ways(profile, g.ground, g.blown, not manner.bars & RIVERS)
    return ground.ways(units.profile[unit], g.ground, g.blown, *dearer(g, unit, manner))


# ---- whether it may ----------------------------------------------------------------------------------------


def next_to(g: State, unit: int, cell: int, free: int, manner: Manner = MARCH) -> int:
    """The hexes of `steps` without what they cost."""
    if g.companies and manner.bars & IN_HAND:  # 29.1 the cost may be too high
        return union(board for _, board, _ in steps(g, unit, cell, free, manner))
    road, dry, river, meuse = beside(g, unit, cell, free, manner)
    return road | dry | river | meuse


# ---- whether it must stop ----------------------------------------------------------------------------------


def halting(g: State, unit: int) -> int:
    """7.4 The enemy zones of control that stop a unit."""
    return zone(g, _enemy(g, unit)) if usual(g, unit).bars & ZONES else 0


def stops(g: State, unit: int, manner: Manner) -> int:
    """7.4, 22.1, 29 The hexes where a move ends, or may go on from by way of them only."""
    bars, allied = manner.bars, unit >= g.box.units.first_allied
    board = zone(g, Side.GERMAN if allied else Side.ALLIED) if bars & ZONES else 0
    if g.box.interdiction_challenge and bars & AIR:
        board |= struck(g, unit)
    return board | fortunes.trouble(g) if allied and g.event18 and bars & TROUBLE else board


def struck(g: State, unit: int) -> int:
    """22.1 The interdicted forest roads where a German mechanized unit stops, unless it challenges the aircraft."""
    if not g.box.interdiction_challenge or not g.interdicted or not g.box.columns >> unit & 1:
        return 0
    return g.interdicted & g.box.ground.forest & g.box.map.road_hexes if usual(g, unit).bars & AIR else 0


def halts(g: State, unit: int, cell: int, there: int, manner: Manner) -> bool:
    """5.3, 9.8 Whether a unit that steps from a hex into the next must stop there because of the water it crossed."""
    return any(halt for _, board, halt in steps(g, unit, cell, 1 << there, manner) if board >> there & 1)


# ---- why not -----------------------------------------------------------------------------------------------


class Stepping(NamedTuple):
    """A unit about to step from a hex into one of those next to it."""

    unit: int
    here: int
    manner: Manner
    #: The hexes that are asked about.
    near: int = 0


def _enemy(g: State, unit: int) -> Side:
    return g.box.units.side(unit).enemy


def _off_road(g: State, step: Stepping) -> int:
    """Those of the hexes that no road leads to."""
    return step.near & ~g.box.ground.around(step.here, g.blown).road


def _cliff(g: State, step: Stepping) -> int:
    grid, cliff = g.box.map.grid, g.box.ground.cliff
    return board_of([cell for cell in cells(_off_road(g, step)) if grid.has_side(cliff, step.here, cell)])


def _meuse(g: State, step: Stepping) -> int:
    return 0 if profile_of(g, step.unit).wades else step.near & g.box.ground.around(step.here, g.blown).meuse


def _river(g: State, step: Stepping) -> int:
    return step.near & g.box.ground.around(step.here, g.blown).river if profile_of(g, step.unit).heavy else 0


def _water(g: State, step: Stepping) -> int:
    around = g.box.ground.around(step.here, g.blown)
    return step.near & (around.river | around.meuse)


def _same_zone(g: State, step: Stepping) -> int:
    return step.near & watched_by_same(g, _enemy(g, step.unit), step.here)


def _wooded(g: State, step: Stepping) -> int:
    """5.3, 9.7 The hexes that ask armor for a road."""
    if not profile_of(g, step.unit).silhouette:
        return 0
    near = _off_road(g, step)
    if near and step.manner.along_roads:
        near &= ~(g.box.ground.around(step.here, g.blown).river & g.box.ground.road_to(step.here))
    return near


def _out_of_forest(g: State, step: Stepping) -> int:
    return _wooded(g, step) if g.box.ground.forest >> step.here & 1 else 0


def _into_forest(g: State, step: Stepping) -> int:
    return _wooded(g, step) & g.box.ground.forest


def _no_point_in_hand(g: State, step: Stepping) -> int:
    near = step.near & fortunes.trouble(g) if g.companies else 0
    return near & ~next_to(g, step.unit, step.here, near, step.manner) if near else 0


_BY_ROAD = phrase("{name} enters and leaves forest by road only")


class Bar(NamedTuple):
    """What closes a step: the rules it belongs to, 0 for always, its id in a march, what is said, and the hexes."""

    bars: int
    rule: str
    says: str
    hexes: Callable[[State, Stepping], int]


_BARS = (
    Bar(0, "BW-5.3x", phrase("a cliff lies between"), _cliff),
    Bar(RIVERS, "BW-5.3v", phrase("{name} crosses the Meuse only over an intact bridge"), _meuse),
    Bar(RIVERS, "BW-5.3u", phrase("{name} never crosses a river without a bridge"), _river),
    Bar(WATER, "BW-5.3q", phrase("a river without a bridge is crossed by the first step only"), _water),
    Bar(
        SAME_ZONE,
        "BW-7.4c",
        phrase("both hexes are in the zone of control of the same enemy unit, so {where} is closed"),
        _same_zone,
    ),
    Bar(WOODS, "BW-5.3h", _BY_ROAD, _out_of_forest),
    Bar(WOODS, "BW-5.3g", _BY_ROAD, _into_forest),
    Bar(IN_HAND, "BW-29.1b", phrase("{name} needs a point in hand for the paratroopers in {where}"), _no_point_in_hand),
)
#: The ids that rules of a march have in other manners.
_RULES = {
    "retreat": {"BW-5.1c": "BW-9.7n", "BW-5.3x": "BW-9.7r", "BW-5.3v": "BW-9.7q", "BW-5.3u": "BW-9.7p"},
    "advance": {
        "BW-5.1c": "BW-9.8i",
        "BW-5.4b": "BW-9.8t",
        "BW-5.3x": "BW-9.8i",
        "BW-5.3v": "BW-9.8r",
        "BW-5.3u": "BW-9.8q",
        "BW-5.3q": "BW-9.8m",
        "BW-5.3h": "BW-9.8s",
        "BW-5.3g": "BW-9.8s",
    },
}
#: Position, what a question is about, and the hexes left: the step it means, with those of the hexes it is asked for.
Meant = Callable[[State, Any, int], Stepping]


def closed(manner: Manner, finer: bool = False) -> tuple[Rung, ...]:
    """5.1, 5.4, 9.5, 9.7, 28.1 What closes a hex to a unit, wherever it comes from; the question has a unit."""
    rules = _RULES.get(manner.name, {})

    def rule(number: str) -> str:
        return rules.get(number, number)

    found = [
        Rung(
            rule("BW-5.1c"),
            "an enemy unit is in {where}",
            lambda g, about, left: left & g.occupied[_enemy(g, about.unit)],
            finer=finer,
        ),
        Rung(
            rule("BW-9.7n"),
            "{where} is in an enemy zone of control",
            lambda g, about, left: left & zone(g, _enemy(g, about.unit)),
            finer=finer,
        ),
        Rung(
            rule("BW-9.5k"),
            "{where} was given up under a counterattack result this turn",
            lambda g, about, left: left & g.vacated[g.box.units.side(about.unit)],
            finer=finer,
        ),
        Rung(
            rule("BW-28.1"),
            "{name} is British and does not cross the Meuse",
            lambda g, about, left: left & ~allies.bank(g, about.unit),
            finer=finer,
        ),
        _beyond_boundary(rule("BW-5.4b"), manner, finer),
    ]
    bars = (0, WATCHED, 0, BANK, ARMY)
    return tuple([rung for rung, bar in zip(found, bars, strict=True) if not bar or manner.bars & bar])


def _beyond_boundary(rule: str, manner: Manner, finer: bool) -> Rung:
    """5.4 Hexes in another army's sector; in a march the rule is that of the boundary."""
    leaves = boundaries.open_to if manner.homeward else boundaries.sector
    if manner.name == "advance":
        says = "{where} lies beyond the boundary of {name}'s army"
        return Rung(rule, says, lambda g, about, left: left & ~leaves(g, about.unit), finer=finer)
    return Rung(
        rule,
        "",
        lambda g, about, left: left & ~leaves(g, about.unit),
        finer=finer,
        reason=lambda g, about, cell: boundaries.rule_of(g, about.unit, cell),
    )


def barred(manner: Manner, meant: Meant, finer: bool = False) -> tuple[Rung, ...]:
    """5.3, 7.4, 29.1 What closes a step into a hex next to a unit to it."""
    rules = _RULES.get(manner.name, {})
    return tuple(
        [
            Rung(rules.get(bar.rule, bar.rule), bar.says, _keeps(bar, meant), finer=finer)
            for bar in _BARS
            if not bar.bars or manner.bars & bar.bars
        ]
    )


def _keeps(bar: Bar, meant: Meant) -> KeepsOut:
    def keeps_out(g: State, about: Any, left: int) -> int:
        step = meant(g, about, left)
        if not step.near or (bar.bars and not step.manner.bars & bar.bars):
            return 0
        return bar.hexes(g, step)

    return keeps_out


def _asked(g: State, step: Stepping, left: int) -> Stepping:
    return step._replace(near=left)


def _names(g: State, about: Any, cell: int) -> dict[str, object]:
    return {"name": g.name(about.unit), "where": g.hex_name(cell)}


@cache
def ladder(manner: Manner) -> Rungs:
    """All that keeps a unit from stepping from a hex into the next in a manner; asked about a `Stepping`."""
    return Rungs(_names, *closed(manner), *barred(manner, _asked))


def why_not(g: State, unit: int, here: int, there: int, manner: Manner = MARCH) -> Reason | None:
    """Why a unit may not step from a hex into the next; None if it may."""
    return ladder(manner).why_not(g, Stepping(unit, here, manner), there)
