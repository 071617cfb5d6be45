"""Rulebook facts: statements about hexes and hexsides that beat geography, each with the rule it comes from.

| kind | where | value |
|---|---|---|
| river | hexsides | name of the river that must run there |
| dry | hexsides | no river there |
| upstream | hexsides, downstream, left bank first | river to which they are added at its upper end |
| road | path of hexes, maybe with a map edge | grade |
| no road | hexsides no road may cross | |
| only roads | a hex | the hexes to which its roads lead, no others |
| only bridges | hexsides | river: roads cross it nowhere else |
| cliff | hexsides | |
| terrain | hexes | terrain |
| feature | hexes | feature to add |
| no feature | hexes | feature to take away |
| bridge | a hexside | state, owner (`blown German`); the bridge must exist |
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ardennes.atlas.plan import FactRow
from ardennes.atlas.rivers import Chain
from ardennes.atlas.roads import Road
from ardennes.board.hexes import HexGrid

if TYPE_CHECKING:
    from ardennes.atlas.build import Draft

Side = frozenset[int]
COMPASS = ("north", "east", "south", "west")


def sides(grid: HexGrid, words: str) -> list[Side]:
    """`1324/1424 1324/1423` as pairs of cells."""
    found = []
    for word in words.split():
        cell, other = (grid.cell(number) for number in word.split("/"))
        if not grid.adjacent(cell, other):
            raise ValueError(f"{word}: these hexes are not adjacent")
        found.append(frozenset((cell, other)))
    return found


def of_kind(facts: Iterable[FactRow], *kinds: str) -> list[FactRow]:
    """The facts of some kinds."""
    return [fact for fact in facts if fact.kind in kinds]


def river_pins(facts: Iterable[FactRow], grid: HexGrid) -> dict[str, list[Side]]:
    """River -> hexsides it must run along."""
    found: dict[str, list[Side]] = {}
    for fact in of_kind(facts, "river"):
        found.setdefault(fact.value, []).extend(sides(grid, fact.where))
    return found


def dry_sides(facts: Iterable[FactRow], grid: HexGrid) -> set[Side]:
    """Hexsides that must not carry a river."""
    return {side for fact in of_kind(facts, "dry") for side in sides(grid, fact.where)}


def amended(chain: Chain, river: str, facts: Sequence[FactRow], grid: HexGrid) -> Chain:
    """A chain less the hexsides that must stay dry, and with those the rulebook adds at its upper end."""
    dry = dry_sides(facts, grid)
    kept = [side for side in chain.sides if frozenset(side) not in dry]
    for fact in of_kind(facts, "upstream"):
        if fact.value == river:
            words = [word.split("/") for word in fact.where.split()]
            kept = [(grid.cell(left), grid.cell(right)) for left, right in words] + kept
    return chain._replace(sides=tuple(kept))


def closed_to_roads(facts: Sequence[FactRow], grid: HexGrid, rivers: Mapping[Side, str]) -> frozenset[Side]:
    """Hexsides without a road by the rulebook (or by a cliff)."""
    closed = {side for fact in of_kind(facts, "no road", "cliff") for side in sides(grid, fact.where)}
    for fact in of_kind(facts, "only roads"):
        here = grid.cell(fact.where)
        allowed = {grid.cell(number) for number in fact.value.split()}
        for direction in range(6):
            there = grid.neighbour(here, direction)
            if there >= 0 and there not in allowed:
                closed.add(frozenset((here, there)))
    for fact in of_kind(facts, "only bridges"):
        open_sides = set(sides(grid, fact.where))
        closed |= {side for side, river in rivers.items() if river == fact.value and side not in open_sides}
    return frozenset(closed)


def given_roads(facts: Iterable[FactRow], grid: HexGrid) -> list[Road]:
    """Roads the rulebook states hex by hex."""
    found = []
    for fact in of_kind(facts, "road"):
        words = fact.where.split()
        leaves = words.pop() if words[-1] in COMPASS else ""
        path = tuple(grid.cell(word) for word in words)
        for a, b in itertools.pairwise(path):
            if not grid.adjacent(a, b):
                raise ValueError(f"road {fact.where}: {grid.number(a)} and {grid.number(b)} are not adjacent")
        source = "reconstructed by hand" if fact.source == "reconstructed" else fact.source
        found.append(Road(fact.note or source, fact.value, path, leaves, source))
    return found


def apply(draft: Draft) -> None:
    """Terrain and features by the book."""
    plan, grid = draft.brief.plan, draft.grid
    for fact in of_kind(draft.brief.facts, "terrain", "feature", "no feature"):
        for number in fact.where.split():
            cell = grid.cell(number)
            if fact.kind == "terrain":
                if fact.value not in plan.terrain:
                    raise ValueError(f"facts.csv {fact.where}: unknown terrain {fact.value}")
                draft.terrain[cell] = fact.value
            elif fact.kind == "feature":
                draft.features.setdefault(cell, set()).add(fact.value)
            else:
                draft.features.get(cell, set()).discard(fact.value)
            if fact.source != "reconstructed":
                draft.sources[cell] = fact.source
