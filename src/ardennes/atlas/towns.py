"""Places on the grid: where each one falls, which ones are shown, and that each stays on its bank."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from ardennes.atlas.gazetteer import SIZES, Gazetteer, Place
from ardennes.atlas.georeference import Georeference
from ardennes.atlas.plan import TownRow
from ardennes.atlas.rivers import Bank, Chain
from ardennes.atlas.shapes import foot
from ardennes.board.layout import HexLayout, Point

#: What it costs a river to leave a place of this size on the wrong bank.
PRICE = {"hamlet": 0.5, "village": 1.5, "town": 8.0, "city": 16.0}
PINNED_PRICE = 40.0
#: How near a river (in hexes) a place must be for its bank to matter.
NEAR = 0.9


@dataclass
class Spot:
    """A place on the grid."""

    name: str
    aliases: tuple[str, ...]
    size: str
    point: Point
    cell: int
    #: What the title makes of it: city, town, village, or nothing in particular.
    kind: str
    #: Whether its hex is given and may not change.
    pinned: bool
    source: str


def spots(gazetteer: Gazetteer, geo: Georeference, towns: Iterable[TownRow]) -> dict[str, Spot]:
    """Every place that lies on the map, those the title lists included wherever it puts them."""
    layout, grid = geo.layout, geo.layout.grid
    listed = {_known_name(gazetteer, row.name): row for row in towns}
    found: dict[str, Spot] = {}
    for name, place in gazetteer.places.items():
        point = geo.point(place.where)
        row = listed.pop(name, None)
        cell = grid.cell(row.hex) if row and row.hex else layout.hex_at(point)
        if cell >= 0:
            found[name] = _spot(place, row, point, cell)
    for name, row in listed.items():
        cell = grid.cell(row.hex)
        found[name] = Spot(name, (), "village", layout.centre(cell), cell, row.kind, True, row.source)
    return found


def _known_name(gazetteer: Gazetteer, name: str) -> str:
    try:
        return gazetteer.place(name).name
    except KeyError:
        return name


def _spot(place: Place, row: TownRow | None, point: Point, cell: int) -> Spot:
    name, aliases = place.name, place.aliases
    if row is None:
        return Spot(name, aliases, place.size, point, cell, "", False, "reconstructed")
    if row.name != name:  # the title's spelling is the one on its map
        name, aliases = row.name, (place.name, *(alias for alias in aliases if alias != row.name))
    return Spot(name, aliases, place.size, point, cell, row.kind, bool(row.hex), row.source)


def banks(places: Iterable[Spot], course: Sequence[Point], layout: HexLayout) -> list[Bank]:
    """The places near a course with the bank each must keep."""
    found = []
    xs, ys = zip(*course, strict=True)
    left, top, right, bottom = min(xs) - 3, min(ys) - 3, max(xs) + 3, max(ys) + 3
    for spot in places:
        if not (left < spot.point[0] < right and top < spot.point[1] < bottom):
            continue
        near = foot(spot.point, course)
        x, y = layout.centre(spot.cell)
        moved = hypot(x - spot.point[0], y - spot.point[1])
        if near.distance <= (NEAR + moved if spot.pinned else NEAR):
            price = PINNED_PRICE if spot.pinned else PRICE[spot.size] * (4 if spot.kind else 1)
            found.append(Bank(spot.cell, near.bank, price))
    return found


def sides_of_chain(chain: Chain) -> dict[int, int]:
    """The hexes along a chain with their bank: +1 right, -1 left, 0 for one the river bends around."""
    found: dict[int, int] = {}
    for left, right in chain.sides:
        for cell, bank in ((left, -1), (right, 1)):
            found[cell] = bank if found.get(cell, bank) == bank else 0
    return found


def wrong_bank(spot: Spot, course: Sequence[Point], chain: Mapping[int, int]) -> bool:
    """Whether a place near a river stands in a hex on the other bank."""
    there = chain.get(spot.cell, 0)
    if there == 0:  # not beside the river, or the river bends around it
        return False
    near = foot(spot.point, course)
    return near.distance <= NEAR and near.bank != there


def move_to_bank(
    spot: Spot, courses: Sequence[tuple[Sequence[Point], Mapping[int, int]]], layout: HexLayout, taken: set[int]
) -> bool:
    """Put a place that came to lie on the wrong bank into the nearest hex on the right one."""
    grid = layout.grid
    home = spot.cell

    def distance(cell: int) -> float:
        x, y = layout.centre(cell)
        return hypot(x - spot.point[0], y - spot.point[1])

    choices = [grid.neighbour(home, direction) for direction in range(6)]
    for cell in sorted((c for c in choices if c >= 0 and c not in taken), key=distance):
        spot.cell = cell
        if distance(cell) <= 1.1 and not any(wrong_bank(spot, course, chain) for course, chain in courses):
            return True
    spot.cell = home
    return False


def shown(places: Iterable[Spot], names_from: str) -> set[str]:
    """The names to print: the title's own list, then the largest place of each remaining hex."""
    taken: set[int] = set()
    found: set[str] = set()
    least = SIZES.index(names_from) if names_from in SIZES else len(SIZES)
    ranked = sorted(places, key=lambda spot: (not spot.kind, -SIZES.index(spot.size), spot.name))
    for spot in ranked:
        if spot.cell not in taken and (spot.kind or SIZES.index(spot.size) >= least):
            taken.add(spot.cell)
            found.add(spot.name)
    return found
