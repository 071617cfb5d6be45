"""10.1 - 10.5 How far a unit gets, and by which way. Costs are in half movement points.

A move is a walk (`board.walk`) over the steps of `entering`. A move in parts is the move at once: it goes on at every
pace at which it could have come, with what each had spent, within the allowance it set out with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ardennes.board.cells import union
from ardennes.board.reach import reach
from ardennes.board.walk import Leg, walk
from ardennes.kernel import Side
from ardennes.titles.deadly_woods.rules import entering, travel
from ardennes.titles.deadly_woods.rules.entering import Steps
from ardennes.titles.deadly_woods.rules.paces import CHAIN, Setting, modes
from ardennes.titles.deadly_woods.rules.zones import zone
from ardennes.titles.deadly_woods.state import State


class Range:
    """Where a unit can go: by legs, and to hexes next to it that end the move at once (`halts`)."""

    __slots__ = (
        *("_paths", "board", "budget", "halts", "legs", "one_hex", "settings", "side", "slipping", "slips", "start"),
        *("under_way", "unit"),
    )

    def __init__(
        self,
        g: State,
        unit: int,
        start: int,
        settings: Sequence[Setting],
        legs: list[Leg],
        halts: int = 0,
        under_way: Sequence[Setting] = (),
        one_hex: bool = False,
    ) -> None:
        self.side, self.unit, self.one_hex = g.side_of(unit), unit, one_hex
        self.start, self.settings, self.legs, self.halts, self.under_way = start, settings, legs, halts, under_way
        self.budget = max([setting.allowance for setting in settings], default=0)
        board = halts
        for leg in legs:
            for layer in leg.found.layers:
                board |= layer
        self.board = board & ~(1 << start)
        #: 7.3 The legs of the 150th Brigade's exception, and the hexes that only it opens.
        self.slipping: list[Leg] = []
        self.slips = 0
        self._paths: dict[int, list[int]] = {}

    @property
    def short(self) -> int:
        """The hexes from which there is something left to go on with."""
        return union(layer for leg in (*self.legs, *self.slipping) for layer in leg.found.layers[: leg.budget])

    def arrivals(self, cell: int) -> list[tuple[int, Leg]]:
        """The ways to come to a hex, the cheapest first: what has been spent, and the leg."""
        legs = self.slipping if self.slips >> cell & 1 else self.legs
        found = [(cost, n) for n, leg in enumerate(legs) if (cost := leg.found.cost(cell)) >= 0]
        return [(cost, legs[n]) for cost, n in sorted(found)]

    def cost(self, cell: int) -> int:
        """What it costs to get to a hex of the range; where no leg leads there, all there is."""
        return min((cost for cost, _ in self.arrivals(cell)), default=self.budget)

    def path(self, cell: int) -> list[int]:
        """A cheapest path to a hex of the range, both ends included."""
        if cell not in self._paths:
            found = self.arrivals(cell)
            self._paths[cell] = found[0][1].path(cell) if found else [self.start, cell]
        return self._paths[cell]


# ---- how far ------------------------------------------------------------------------------------------------


def reachable(g: State, unit: int, under_way: Sequence[Setting] = ()) -> Range:
    """Every hex a unit's move may lead to; under way it goes on at the paces at which it came."""
    known = g.memo if g.memo is not None else g.remember()
    key = ("range", unit, under_way)
    found: Range | None = known.get(key)
    if found is None:
        found = known[key] = search(g, unit, under_way)
    return found


def search(
    g: State,
    unit: int,
    under_way: Sequence[Setting] = (),
    start: int = -1,
    avoid: int = 0,
    cross: bool = True,
    zones: bool = True,
    budget: int = 0,
) -> Range:
    """The same, asked otherwise: from another hex, not by way of some hexes or over destroyed bridges, without zones,
    or with more points to spend."""
    start = g.place[unit] if start < 0 else start
    settings = under_way or modes(g, unit)
    steps = Steps(g, unit, start, avoid, cross, zones)
    legs: list[Leg] = []
    for mode, spent, allowance in settings:
        legs += walk(steps, mode, [0] * spent + [1 << start], budget or allowance)
    halts = 0
    if not under_way and g.side_of(unit) is Side.GERMAN:
        # 12.4.4 Entering an Engineer's hex takes the whole allowance, whatever the ground costs.
        halts = g.engineer_hexes() & g.box.grid.neighbours[start]
        halts = halts and halts & _at_any_price(g, unit)
    found = Range(g, unit, start, settings, legs, halts, under_way)
    if unit == g.box.brigade_150 and may_slip(g) and settings:
        _slip(g, found, steps, bool(under_way))
    return found


def _at_any_price(g: State, unit: int) -> int:
    """The neighbouring hexes that a move could begin with, whatever they cost."""
    found = entering.affordable(g, unit, price=entering.ANY_PRICE) & entering.open_hexes(g, unit)
    held = zone(g, g.side_of(unit).enemy)
    return found & ~held if held >> g.place[unit] & 1 else found


def one_hex(g: State, unit: int) -> Range:
    """14.4g One hex, under all the rules of movement."""
    known = g.remember()
    key = ("one hex", unit)
    if key not in known:
        known[key] = _one_hex(g, unit)
    found: Range = known[key]
    return found


def _one_hex(g: State, unit: int) -> Range:
    start = g.place[unit]
    found = Range(g, unit, start, modes(g, unit), [], entering.steps(g, unit, start), one_hex=True)
    if g.side_of(unit) is Side.GERMAN:  # 12.4.4b
        engineers = g.engineer_hexes() & g.box.grid.neighbours[found.start]
        found.halts |= engineers and engineers & _at_any_price(g, unit)
        found.board |= found.halts
    return found


def price(g: State, unit: int, found: Range, cell: int) -> int:
    """What it costs to get to a hex of a range: an Engineer's takes the whole allowance (12.4.4)."""
    if not found.halts >> cell & 1 or g.engineer_hexes() >> cell & 1:
        return found.cost(cell)
    return entering.step_price(g, unit, found.start, cell, found.settings)[0]


# ---- the 150th Panzer Brigade ------------------------------------------------------------------------------


def may_slip(g: State) -> bool:
    """7.3d, 7.3e Whether the 150th Panzer Brigade may still use its exception."""
    return not g.slipped and g.turn <= g.box.numbers.brigade.until


def _slip(g: State, found: Range, steps: Steps, under_way: bool) -> None:
    """7.3 From one zone straight into another and stop; or on through a zone, if the next hex is outside."""
    start, held = found.start, steps.held
    if under_way and held >> start & 1:  # it has halted in the zone it slips through
        found.slipping, found.legs, found.slips = found.legs, [], found.board
        return
    legs: list[Leg] = []
    for leg in found.legs:
        within = [layer & held & ~(1 << start) for layer in leg.found.layers]
        while within and not within[-1]:
            within.pop()
        if within:
            legs += walk(steps, leg.pace, within, leg.budget, leg)
    if held >> start & 1:
        legs += _straight(found, steps)
    found.slipping = legs
    found.slips = union(union(leg.found.layers) for leg in legs) & ~found.board & ~(1 << start)
    found.board |= found.slips


def _straight(found: Range, steps: Steps) -> Iterator[Leg]:
    """7.3d One step from zone to zone."""
    for begun, spent, allowance in found.settings:
        for mode in CHAIN[begun]:
            ways, free, _ = steps.pace(mode)
            starts = [0] * spent + [1 << found.start]
            yield Leg(mode, allowance, reach(steps.grid, starts, ways, allowance, free & steps.held, -1), None)


# ---- by which way -------------------------------------------------------------------------------------------


def quietest(g: State, unit: int, found: Range, cell: int) -> Range:
    """A range whose path to a hex is a cheapest one and, of those, one that disturbs nothing of its owner's.

    6.3.1 His Delay asset, 12.6 the Motorized marker, 10.6.2 the one bridge an army may rebuild in a turn.
    """
    avoid, cross = _own(g, unit, found.path(cell))
    if not avoid and cross:
        return found
    price = found.cost(cell)
    for hexes, bridges in ((avoid, cross), (avoid, True), (0, cross)):
        other = search(g, unit, found.under_way, avoid=hexes, cross=bridges)
        if other.board >> cell & 1 and other.cost(cell) == price and not other.slips >> cell & 1:
            return other
    return found


def _own(g: State, unit: int, path: Sequence[int]) -> tuple[int, bool]:
    """What a path would disturb of its owner's: hexes on it to be avoided, and whether it may cross what it crosses."""
    on_way = union(1 << cell for cell in path[1:-1])
    if g.side_of(unit) is Side.ALLIED:
        delay = g.place[g.box.delay]
        return (1 << delay if g.on_map(g.box.delay) and on_way >> delay & 1 else 0), True
    close = g.box.grid.around(g.occupied[Side.ALLIED]) & ~(1 << path[-1]) if unit == g.trucks else 0
    spends = any(travel.down(g, a, b) is not None and not g.built >> g.box.army_of(b) & 1 for a, b in pairwise(path))
    return (close if close & on_way else 0), not spends


def way_to(g: State, unit: int, found: Range, cell: int) -> list[int]:
    """The path that a unit takes to a hex of its range, both ends included."""
    return quietest(g, unit, found, cell).path(cell)


def come(g: State, unit: int, found: Range, cell: int) -> tuple[Setting, ...]:
    """The paces at which a move that halts in a hex may go on: all at which it could have come by a path that brings
    about the same as the one it takes."""
    quiet = quietest(g, unit, found, cell)
    steps, taken, best = Steps(g, unit, found.start), quiet.arrivals(cell), dict[int, tuple[Setting, Leg]]()
    for cost, leg in taken:
        ended = steps.pace(leg.pace).stop & ~steps.held
        if leg.pace not in best and not ended >> cell & 1:
            best[leg.pace] = Setting(leg.pace, cost, leg.budget), leg
    settings = [setting for setting, _ in best.values()]
    if any(leg is not taken[0][1] for _, leg in best.values()):
        settings = list(_bringing(g, unit, found, quiet.path(cell), list(best.values())))
    return tuple([s for s in settings if not any(_covers(other, s) for other in settings)])


def _bringing(
    g: State, unit: int, found: Range, path: Sequence[int], best: Sequence[tuple[Setting, Leg]]
) -> Iterator[Setting]:
    """Of the cheapest arrivals at each pace those that bring about the same as a path, or the next that do."""
    cell, brings, same = path[-1], travel.brings(g, unit, path), None
    for setting, leg in best:
        if travel.brings(g, unit, leg.path(cell)) == brings:
            yield setting
            continue
        same = same or _besides(g, unit, found, path)
        for cost, other in same.arrivals(cell):
            if other.pace == leg.pace and travel.brings(g, unit, other.path(cell)) == brings:
                yield Setting(leg.pace, cost, leg.budget)
                break


def _besides(g: State, unit: int, found: Range, path: Sequence[int]) -> Range:
    """A range by ways that bring about no more than a path does."""
    side, on_way = g.side_of(unit), union(1 << cell for cell in path)
    close = g.box.grid.around(g.occupied[Side.ALLIED]) if unit == g.trucks else 0
    avoid = travel.marked(g, side) & ~on_way | (0 if close & on_way else close)
    crosses = any(travel.down(g, a, b) is not None for a, b in pairwise(path))
    return search(g, unit, found.under_way, avoid=avoid, cross=crosses)


def _covers(other: Setting, setting: Setting) -> bool:
    """Whether a pace can turn into another where it stands, at no greater cost."""
    later = CHAIN[other.mode][1:]
    return setting.mode in later and other.spent <= setting.spent and other.allowance == setting.allowance


def goes_on(g: State, unit: int, found: Range, cell: int) -> int:
    """The hexes to which a move that halts in a hex could go on, as the table lies now."""
    settings = come(g, unit, found, cell)
    return search(g, unit, settings, cell).board if settings else 0
