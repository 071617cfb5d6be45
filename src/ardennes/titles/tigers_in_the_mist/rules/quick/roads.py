"""8.2, 8.3 Where roads lead and what they cost: the search behind every move, in sets of places.

Where a stack gets to, `movement.roads.ways` says too, road by road; conformance compares what is offered with that.
"""

from __future__ import annotations

from ardennes.board.areas import Link
from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.box.map import MAJOR
from ardennes.titles.tigers_in_the_mist.rules import supply
from ardennes.titles.tigers_in_the_mist.rules.movement.roads import may_leave, slack
from ardennes.titles.tigers_in_the_mist.rules.special_forces import RESTRICT_MOBILITY
from ardennes.titles.tigers_in_the_mist.state import State


class Reach:
    """Everything a stack can get to from where it stands, as sets of places by movement points spent.

    `dry[n]` holds the places whose cheapest dry way costs n; `wet[n]` those reached for n after wading a river, which
    binds the stack to the pace of foot (8.34). A place already reached dry for no more is not listed as wet.
    """

    __slots__ = ("dry", "foot", "one_area", "own", "reached", "start", "terms", "waded", "wet")

    def __init__(self, start: int, own: int, foot: int, one_area: bool, terms: Terms) -> None:
        self.start = start
        self.own = own
        self.foot = foot
        self.one_area = one_area
        self.terms = terms
        size = max(own, 0) + 7  # the dearest step reaches this far beyond the last layer that is walked
        self.dry = [0] * size
        self.wet = [0] * size
        #: The layers taken together, without the start.
        self.reached = self.waded = 0

    def places(self) -> int:
        """Every place reached, as a set."""
        return self.reached | self.waded

    def unfinished(self) -> int:
        """The places reached with movement points to spare."""
        return self.reached & ~self.dry[self.own] | self.waded & ~(self.wet[self.foot] | self.reached)

    def way(self, place: int) -> tuple[int, bool]:
        """Cost of the way the stack would take to a place it reaches, and whether it wades: dry if it can."""
        bit = 1 << place
        for layers, budget, waded in ((self.dry, self.own, False), (self.wet, self.foot, True)):
            for spent in range(1, budget + 1):
                if layers[spent] & bit:
                    return spent, waded
        raise ValueError(f"place {place} is not reached")

    def cost(self, place: int) -> int:
        """MP to a place that is reached."""
        return self.way(place)[0]

    def path(self, place: int) -> tuple[int, ...]:
        """The places on the way, the start left out.

        Of ways that cost the same, one whose last step crosses no river is taken: defenders profit from it (9.71).
        """
        spent, waded = self.way(place)
        path = [place]
        while True:
            spent, waded, before = self._before(path[-1], spent, waded)
            if before == self.start:
                return tuple(reversed(path))
            path.append(before)

    def _before_on_dry_roads(self, place: int, spent: int) -> tuple[int, bool, int] | None:
        """The usual step back, all in sets: no bridge down here, no Special Forces, and not the first step."""
        terms, board = self.terms, self.terms.board
        if terms.restricted or terms.net.cut[place]:
            return None
        enter = terms.table.enter_occupied if terms.taken >> place & 1 else 0
        dry_land = ~board.over_river[place]
        best = None
        for kind, road in enumerate((terms.table.minor, terms.table.major)):
            before = spent - road - enter
            if before <= 0:
                continue
            candidates = self.dry[before] & board.by_kind[kind][place] & terms.goes_on
            if preferred := candidates & dry_land:
                return before, False, preferred.bit_length() - 1
            if candidates:
                best = before, False, candidates.bit_length() - 1
        return best if best is not None and not self.dry[0] & board.neighbours[place] else None

    def _before(self, place: int, spent: int, waded: bool) -> tuple[int, bool, int]:
        """One step back along the way: MP spent before it, whether the stack had waded, and the place."""
        if not waded and (found := self._before_on_dry_roads(place, spent)) is not None:
            return found
        terms = self.terms
        second_best = None
        for link in terms.board.links[place]:
            before = link.to
            cost = terms.step(before, place, link)
            if cost is None or cost > spent or (before != self.start and not terms.goes_on >> before & 1):
                continue
            down = bool(link.crossing_bit & terms.blown)
            for was_wet in (True, False) if waded else (False,):
                if (down and not waded) or (waded and not down and not was_wet):
                    continue
                if (self.wet if was_wet else self.dry)[spent - cost] >> before & 1:
                    found = (spent - cost, was_wet, before)
                    if not link.crossing_bit:
                        return found
                    second_best = second_best or found
        assert second_best is not None, "a place that is reached has a way to it"
        return second_best


class Terms:
    """What a march costs from one start on one position: the search and its way back read the same."""

    __slots__ = (
        "blown",
        "board",
        "first_open",
        "goes_on",
        "leaving",
        "net",
        "open",
        "restricted",
        "start",
        "table",
        "taken",
    )

    def __init__(self, g: State, side: Side, start: int, one_area: bool) -> None:
        board = self.board = g.box.map
        enemy = g.occupied[1 - side]
        self.table = g.box.tables.movement
        self.start = start
        self.blown = g.blown
        self.net = board.net(g.blown)
        #: 8.36 Areas that cost more to enter because somebody is there.
        self.taken = (g.occupied[0] | g.occupied[1]) & board.all_areas
        #: Where the stack may step at all, and where its first step may lead.
        self.open = (g.box.inside if g.box.inside >> start & 1 else board.board) & ~(g.box.closed[side] | 1 << start)
        self.first_open, self.leaving = self.open, 0
        if enemy >> start & 1 and start < board.first_zone:  # 8.27, 8.36
            self.first_open &= ~enemy | board.all_zones
            self.leaving = self.table.leave_enemy
        #: 8.22, 8.29 Where a move need not end.
        self.goes_on = 0 if one_area else board.all_areas & ~enemy
        #: 14.22 The area where Special Forces hinder the Allies, as a set.
        hindered = side is Side.ALLIED and g.special.effect == RESTRICT_MOBILITY
        self.restricted = 1 << g.special.area if hindered else 0

    def step(self, a: int, b: int, link: Link) -> int | None:
        """The cost of one step from a to b, or None if it is barred."""
        bit = 1 << b
        if not bit & (self.first_open if a == self.start else self.open):
            return None
        if link.crossing_bit & self.blown:
            cost = self.table.unbridged
        else:
            cost = self.table.major if link.kind == MAJOR else self.table.minor
        cost += self.table.enter_occupied if self.taken & bit else 0
        cost += self.leaving if a == self.start else 0
        return cost + (self.restricted >> a & 1) + (self.restricted >> b & 1)


def reach(g: State, units: tuple[int, ...], side: Side) -> Reach:
    """8.2, 8.3 The cheapest way to every place a stack can pay for; kept while the position stands."""
    memo = g.remember()
    found: Reach | None = memo.get(units)
    if found is None:
        found = memo[units] = search(g, units, side)
    return found


def search(g: State, units: tuple[int, ...], side: Side) -> Reach:
    """The search behind `reach`: layer by layer of equal cost, each layer one set of places.

    A place is settled by the first layer it appears in. Entering an enemy-occupied area or a zone ends a move (8.22),
    a stack out of supply goes one area (8.29), and nobody goes from one enemy-occupied area to another (8.27).
    """
    start = g.place[units[0]]
    own, foot = slack(g, units)
    one_area = not all([supply.for_movement(g, unit) for unit in units])
    terms = Terms(g, side, start, one_area)
    found = Reach(start, own, foot, one_area, terms)
    if own <= 0 or not may_leave(g, start, side):
        return found
    dry, wet = found.dry, found.wet
    dry[0] = 1 << start
    todo = todo_wet = terms.board.board
    for spent in range(own + 1):
        layer = dry[spent] = dry[spent] & todo
        todo ^= layer
        if spent:
            layer &= terms.goes_on
        if layer and spent < own:
            _expand(terms, layer, spent, dry, wet)
        if wet[spent] and spent <= foot:
            layer = wet[spent] = wet[spent] & todo & todo_wet
            todo_wet ^= layer
            if spent < foot:
                _expand(terms, layer & terms.goes_on, spent, wet, wet)
    found.reached = terms.board.board ^ todo ^ dry[0]
    found.waded = terms.board.board ^ todo_wet
    return found


def _expand(terms: Terms, layer: int, spent: int, layers: list[int], wet: list[int]) -> None:
    """Enter everything next to a layer of places that were reached for the same cost, wading where bridges are down."""
    if terms.restricted:
        _expand_link_by_link(terms, layer, spent, layers, wet)
        return
    table, open_places = terms.table, terms.open
    if not spent:
        spent, open_places = terms.leaving, terms.first_open
    by_minor, by_major = terms.net.by_kind
    cut = terms.net.cut
    major = minor = fords = 0
    while layer:  # `cells` written out: most of the time of a search is spent here
        place = layer.bit_length() - 1
        layer ^= 1 << place
        major |= by_major[place]
        minor |= by_minor[place]
        fords |= cut[place]
    taken, more = open_places & terms.taken, table.enter_occupied
    free = open_places ^ taken
    cost = spent + table.major
    layers[cost] |= major & free
    layers[cost + more] |= major & taken
    if minor:
        cost = spent + table.minor
        layers[cost] |= minor & free
        layers[cost + more] |= minor & taken
    if fords:
        cost = spent + table.unbridged
        wet[cost] |= fords & free
        wet[cost + more] |= fords & taken


def _expand_link_by_link(terms: Terms, layer: int, spent: int, layers: list[int], wet: list[int]) -> None:
    """14.22 The same where Special Forces make some links dearer than others of their kind."""
    for place in cells(layer):
        for link in terms.board.links[place]:
            cost = terms.step(place, link.to, link)
            if cost is not None:
                (wet if link.crossing_bit & terms.blown else layers)[spent + cost] |= link.to_bit
