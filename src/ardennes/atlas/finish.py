"""From a finished draft to the rows of a title's data files."""

from __future__ import annotations

from math import hypot

from ardennes.atlas.areas import Sheet, area_hexes, beyond
from ardennes.atlas.build import Draft, names_shown
from ardennes.atlas.facts import of_kind, sides
from ardennes.atlas.gazetteer import SIZES
from ardennes.atlas.plan import FactRow
from ardennes.atlas.roads import Road
from ardennes.atlas.towns import Spot
from ardennes.board.map_rows import BridgeRow, Head, HexRow, PlaceRow, RoadRow, Rows, SideRow


def rows_of(draft: Draft) -> Rows:
    """Every row of every file."""
    roads = _kept(draft)
    return Rows(
        _head(draft),
        _hexes(draft),
        _places(draft),
        _rivers(draft) + _cliffs(draft),
        [_road_row(draft, road) for road in roads],
        _bridges(draft, roads),
        draft.brief.features,
        draft.brief.boundaries,
    )


def _head(draft: Draft) -> Head:
    plan = draft.brief.plan
    return Head(
        title=plan.title,
        numbering=plan.numbering,
        columns=plan.columns,
        rows=plan.rows,
        km_per_hex=plan.km_per_hex,
        terrain=plan.terrain,
        features=plan.features,
        sides=plan.sides,
        roads=plan.grades,
        areas=plan.areas,
        aliases=plan.aliases,
        credits=plan.credits,
    )


def _hexes(draft: Draft) -> list[HexRow]:
    grid, brief = draft.grid, draft.brief
    boundaries = {row.name: [grid.cell(number) for number in row.path.split()] for row in brief.boundaries}
    cut_off = {
        name: beyond(grid, (side for chain in chains for side in chain.sides)) for name, chains in draft.chains.items()
    }
    areas = area_hexes(brief.areas, Sheet(draft.layout, boundaries, cut_off))
    order = list(brief.plan.features)
    return [
        HexRow(
            grid.number(cell),
            draft.terrain[cell],
            " ".join(sorted(draft.features.get(cell, ()), key=order.index)),
            " ".join(areas[cell]),
            draft.sources[cell],
        )
        for cell in grid.cells
    ]


def _places(draft: Draft) -> list[PlaceRow]:
    printed = names_shown(draft)

    def rank(spot: Spot) -> tuple[str, bool, int, str]:
        return draft.grid.number(spot.cell), spot.name not in printed, -SIZES.index(spot.size), spot.name

    return [
        PlaceRow(
            spot.name,
            draft.grid.number(spot.cell),
            spot.kind or _modest(spot.size),
            spot.name in printed,
            ";".join(spot.aliases),
            spot.source,
        )
        for spot in sorted(draft.spots.values(), key=rank)
    ]


def _modest(size: str) -> str:
    """A place the title does not list is at most a village, so that no town is drawn where none counts."""
    return size if size == "hamlet" else "village"


def _rivers(draft: Draft) -> list[SideRow]:
    grid, brief = draft.grid, draft.brief
    given = {side: fact for fact in of_kind(brief.facts, "river") for side in sides(grid, fact.where)}
    found = []
    for name, chains in draft.chains.items():
        for chain in chains:
            if not chain.sides:
                continue
            words = " ".join("/".join(sorted(map(grid.number, side))) for side in chain.sides)
            named = sorted({given[frozenset(side)].source for side in chain.sides if frozenset(side) in given})
            found.append(SideRow(brief.plan.rivers[name], name, words, _source(named)))
    return found


def _cliffs(draft: Draft) -> list[SideRow]:
    return [
        SideRow("cliff", fact.value or fact.note, fact.where, fact.source)
        for fact in of_kind(draft.brief.facts, "cliff")
    ]


def _source(given: list[str]) -> str:
    given = [source for source in given if source != "reconstructed"]
    return f"reconstructed; {', '.join(given)}" if given else "reconstructed"


def _kept(draft: Draft) -> list[Road]:
    """The roads without those that lie wholly on others already listed."""
    seen: set[frozenset[int]] = set()
    exits: set[tuple[int, str]] = set()
    kept = []
    for road in draft.roads:
        stretches = {frozenset(pair) for pair in zip(road.cells, road.cells[1:], strict=False)}
        leaves = (road.cells[-1], road.leaves) if road.leaves else None
        if stretches <= seen and (leaves is None or leaves in exits):
            continue
        seen |= stretches
        if leaves:
            exits.add(leaves)
        kept.append(road)
    return kept


def _road_row(draft: Draft, road: Road) -> RoadRow:
    path = [draft.grid.number(cell) for cell in road.cells]
    if road.leaves:
        path.append(road.leaves)
    return RoadRow(road.grade, road.name, " ".join(path), road.source)


def _bridges(draft: Draft, roads: list[Road]) -> list[BridgeRow]:
    grid = draft.grid
    stated = {sides(grid, fact.where)[0]: fact for fact in of_kind(draft.brief.facts, "bridge")}
    crossed = {
        frozenset(pair): road
        for road in reversed(roads)
        for pair in zip(road.cells, road.cells[1:], strict=False)
        if frozenset(pair) in draft.river_at
    }
    for side, fact in stated.items():
        if side not in draft.river_at:
            raise ValueError(f"facts.csv: there is no river at the bridge {fact.where}")
    ordered = sorted(set(crossed) | set(stated), key=lambda side: sorted(map(grid.number, side)))
    return [_bridge(draft, side, stated.get(side), side in crossed) for side in ordered]


def _bridge(draft: Draft, side: frozenset[int], fact: FactRow | None, road: bool) -> BridgeRow:
    first, second = sorted(map(draft.grid.number, side))
    state, _, owner = (fact.value if fact else "intact").partition(" ")
    return BridgeRow(
        f"{first}/{second}",
        draft.river_at[side],
        (fact.note if fact else "") or _bridge_name(draft, side),
        state,
        owner or draft.brief.plan.bridge_owner,
        road,
        fact.source if fact else "reconstructed",
    )


def _bridge_name(draft: Draft, side: frozenset[int]) -> str:
    """The name of the nearest real bridge over this river, if it is near; else of the largest place beside it."""
    cell, other = sorted(side)
    x, y = draft.layout.middle(cell, draft.grid.direction(cell, other))
    near = []
    for crossing in draft.gazetteer.crossings:
        if crossing.river == draft.river_at[side]:
            a, b = draft.geo.point(crossing.where)
            near.append((hypot(a - x, b - y), crossing.place))
    if near and min(near)[0] < 0.8:
        return min(near)[1]
    beside = [spot for spot in draft.spots.values() if spot.cell in side]
    return max(beside, key=lambda s: (bool(s.kind), SIZES.index(s.size), s.name)).name if beside else ""
