"""A title's map from the gazetteer: towns, rivers, roads, terrain, then what the rulebook says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from ardennes.atlas import facts as rulebook
from ardennes.atlas.gazetteer import SIZES, Gazetteer, gazetteer
from ardennes.atlas.georeference import Georeference
from ardennes.atlas.ground import shares, terrain_of
from ardennes.atlas.plan import Brief
from ardennes.atlas.rivers import Chain, Corners, Terms, on_map_runs, snapped
from ardennes.atlas.roads import Course, Network, Road, clipped, edge_left, fords, pruned
from ardennes.atlas.shapes import Outline, densified
from ardennes.atlas.towns import Spot, banks, move_to_bank, shown, sides_of_chain, spots, wrong_bank
from ardennes.board.hexes import HexGrid
from ardennes.board.layout import HexLayout, Point
from ardennes.board.numbering import Numbering

Tell = Callable[[str], None]


@dataclass
class Draft:
    """A map while it is being drawn."""

    brief: Brief
    gazetteer: Gazetteer
    grid: HexGrid
    layout: HexLayout
    geo: Georeference
    spots: dict[str, Spot] = field(default_factory=dict)
    #: River -> its on-map pieces, as real courses on the plane and as chains of hexsides.
    courses: dict[str, list[list[Point]]] = field(default_factory=dict)
    chains: dict[str, list[Chain]] = field(default_factory=dict)
    roads: list[Road] = field(default_factory=list)
    terrain: dict[int, str] = field(default_factory=dict)
    features: dict[int, set[str]] = field(default_factory=dict)
    sources: dict[int, str] = field(default_factory=dict)

    @cached_property
    def river_at(self) -> dict[frozenset[int], str]:
        """Which river runs along a hexside."""
        return {
            frozenset(side): name for name, chains in self.chains.items() for chain in chains for side in chain.sides
        }


def draft_of(brief: Brief, tell: Tell = lambda _: None) -> Draft:
    """Draw a title's map, step by step; `tell` hears the name of each step."""
    grid = HexGrid(brief.plan.columns, brief.plan.rows, Numbering(brief.plan.numbering))
    layout = HexLayout(grid)
    draft = Draft(brief, gazetteer(), grid, layout, Georeference(layout, brief.plan.fit))
    for name, step in STEPS:
        tell(name)
        step(draft)
    return draft


def place_towns(draft: Draft) -> None:
    """Every place in its hex."""
    draft.spots = spots(draft.gazetteer, draft.geo, draft.brief.towns)


def lay_rivers(draft: Draft) -> None:
    """Rivers along hexsides, tributaries after the rivers they flow into; then places on their banks."""
    plan = draft.brief.plan
    corners = Corners(draft.layout)
    pins = rulebook.river_pins(draft.brief.facts, draft.grid)
    for name in plan.rivers:
        course = [draft.geo.point(where) for where in densified(draft.gazetteer.rivers[name].course, 0.01)]
        runs = on_map_runs(draft.layout, course)
        draft.courses[name] = runs[-1:] if name in plan.last_piece else runs
        mouth = plan.mouths.get(name, "")
        draft.chains[name] = [
            rulebook.amended(
                snapped(corners, run, _terms(draft, name, run, mouth, pins.get(name, []))),
                name,
                draft.brief.facts,
                draft.grid,
            )
            for run in draft.courses[name]
        ]
    _to_their_banks(draft)


def _terms(draft: Draft, name: str, run: list[Point], mouth: str, pins: list[frozenset[int]]) -> Terms:
    laid = [chain for river, chains in draft.chains.items() if river != name for chain in chains]
    target = list(draft.chains.get(mouth, []))
    return Terms(
        banks=banks(draft.spots.values(), run, draft.layout),
        pins=pins,
        taken=frozenset(frozenset(side) for chain in laid for side in chain.sides),
        mouth=frozenset(corner for chain in target for corner in chain.corners),
        touched=frozenset(corner for chain in laid if chain not in target for corner in chain.corners),
    )


def _to_their_banks(draft: Draft) -> None:
    courses = [
        (run, sides_of_chain(chain))
        for name, runs in draft.courses.items()
        for run, chain in zip(runs, draft.chains[name], strict=True)
    ]
    taken = {spot.cell for spot in draft.spots.values() if spot.pinned}
    for spot in sorted(draft.spots.values(), key=lambda s: (not s.kind, -SIZES.index(s.size), s.name)):
        if not spot.pinned and any(wrong_bank(spot, run, chain) for run, chain in courses):
            move_to_bank(spot, courses, draft.layout, taken)


def lay_roads(draft: Draft) -> None:
    """Rulebook roads, main roads, lesser ones where the way round would be long, and a way to every town."""
    plan, facts = draft.brief.plan.roads, draft.brief.facts
    network = Network(draft.layout, draft.river_at, rulebook.closed_to_roads(facts, draft.grid, draft.river_at))
    for road in rulebook.given_roads(facts, draft.grid):
        network.add(road)
    courses = [
        course
        for course in _courses(draft)
        if not (_named(course, plan.without) or network.sealed(course.first) or network.sealed(course.last))
    ]
    main = [course for course in courses if course.grade == "main" or _named(course, plan.raised)]
    for course in main:
        limit = len_of(draft.grid, course) + plan.spare
        if course.leaves or network.steps_between(course.first, course.last, limit) > limit:
            network.add(_road(network, course._replace(grade="main")))
    rest = sorted((c for c in courses if c not in main), key=lambda c: (len_of(draft.grid, c), c.name))
    for course in rest:
        direct = len_of(draft.grid, course)
        limit = int(direct * plan.detour)
        long_way = direct >= plan.shortest and network.steps_between(course.first, course.last, limit) > limit
        if long_way or _named(course, plan.with_):
            network.add(_road(network, course))
    for course in _missing(draft, network, courses):
        network.add(_road(network, course))
    draft.roads = pruned(network.roads, _road_ends(draft))


def _road_ends(draft: Draft) -> set[int]:
    """Hexes where a road may end: a place is shown there."""
    printed = names_shown(draft)
    return {spot.cell for spot in draft.spots.values() if spot.name in printed}


def _missing(draft: Draft, network: Network, courses: list[Course]) -> list[Course]:
    """The courses that bring every listed town to the network, by the shortest way through the real roads."""
    leaving: dict[int, list[Course]] = {}
    for course in courses:
        if not course.leaves:
            leaving.setdefault(course.first, []).append(course)
            leaving.setdefault(course.last, []).append(course)
    linked = network.largest()
    found: list[Course] = []
    for spot in sorted(draft.spots.values(), key=lambda s: s.name):
        if spot.kind and not linked >> spot.cell & 1:
            way = _way_to(spot.cell, leaving, linked, draft.grid)
            found += [course for course in way if course not in found]
    return found


def _way_to(start: int, leaving: dict[int, list[Course]], linked: int, grid: HexGrid) -> list[Course]:
    best: dict[int, tuple[int, list[Course]]] = {start: (0, [])}
    todo = [(0, start)]
    while todo:
        cost, here = todo.pop(0)
        if linked >> here & 1:
            return best[here][1]
        for course in leaving.get(here, []):
            there = course.last if course.first == here else course.first
            total = cost + len_of(grid, course) + 1
            if there not in best or total < best[there][0]:
                best[there] = (total, [*best[here][1], course])
                todo.append((total, there))
        todo.sort()
    return []


def len_of(grid: HexGrid, course: Course) -> int:
    """Hexes between the ends of a course as the crow flies."""
    return grid.distance(course.first, course.last)


def _named(course: Course, names: tuple[str, ...]) -> bool:
    first, _, last = course.name.partition(" - ")
    return course.name in names or f"{last} - {first}" in names


def _courses(draft: Draft) -> list[Course]:
    """Every link that touches the map, as a course on the plane."""
    found = []
    for link in draft.gazetteer.links:
        points = [draft.geo.point(where) for where in densified(link.course, 0.03)]
        ends = [draft.spots.get(link.first), draft.spots.get(link.last)]
        names = [spot.name if spot else place for spot, place in zip(ends, (link.first, link.last), strict=True)]
        if ends[0] is None:
            ends.reverse()
            names.reverse()
            points.reverse()
        if ends[0] is None:
            continue
        first, last, leaves = ends[0].cell, ends[1].cell if ends[1] else -1, ""
        if ends[1] is None:
            kept, last = clipped(draft.layout, points)
            if last < 0:
                continue
            ahead = points[min(len(kept), len(points) - 1)]
            back = points[max(0, len(kept) - 8)]
            leaves = edge_left(draft.grid, last, (ahead[0] - back[0], ahead[1] - back[1]))
            points = kept if len(kept) > 1 else points[:2]
        if first == last and not leaves:
            continue
        crossed = fords(points, draft.courses)
        found.append(Course(" - ".join(names), link.grade, tuple(points), first, last, leaves, crossed))
    return found


def _road(network: Network, course: Course) -> Road:
    return Road(course.name, course.grade, network.walk(course), course.leaves, "reconstructed")


def colour_ground(draft: Draft) -> None:
    """Terrain by area share."""
    plan = draft.brief.plan.ground
    shapes: dict[str, list[Outline]] = {}
    for ground in draft.gazetteer.ground:
        kind = f"region {ground.default}" if ground.kind == "region" else ground.kind
        points = [draft.geo.point(where) for where in densified(ground.outline, 0.05)]
        shapes.setdefault(kind, []).append(Outline(points))
    for cell, covered in shares(draft.layout, shapes).items():
        draft.terrain[cell] = terrain_of(plan, covered)
        draft.sources[cell] = "reconstructed"


def mark_towns(draft: Draft) -> None:
    """Towns as features of their hexes; a city is a terrain of its own, a feature, or as good as a town."""
    plan = draft.brief.plan
    for spot in draft.spots.values():
        if spot.kind in plan.terrain:
            draft.terrain[spot.cell] = spot.kind
            draft.sources[spot.cell] = spot.source
        feature = "town" if spot.kind == "city" and "city" not in plan.features else spot.kind
        if feature in plan.features and spot.kind not in plan.terrain:
            draft.features.setdefault(spot.cell, set()).add(feature)


def apply_facts(draft: Draft) -> None:
    """What the rulebook says about hexes, last of all."""
    rulebook.apply(draft)


def names_shown(draft: Draft) -> set[str]:
    """The names printed on the map."""
    return shown(draft.spots.values(), draft.brief.plan.names_from)


STEPS: tuple[tuple[str, Callable[[Draft], None]], ...] = (
    ("towns", place_towns),
    ("rivers", lay_rivers),
    ("roads", lay_roads),
    ("terrain", colour_ground),
    ("features", mark_towns),
    ("rulebook facts", apply_facts),
)
