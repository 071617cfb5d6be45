"""9.8 How far an advance after combat may go: its first hex, and the hexes beyond."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ardennes.board.cells import board_of, cells
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.titles.bitter_woods.box.counters import Profile
from ardennes.titles.bitter_woods.rules import allies, fortunes, leaders
from ardennes.titles.bitter_woods.rules.movement import boundaries
from ardennes.titles.bitter_woods.rules.zones import zone
from ardennes.titles.bitter_woods.state import State

if TYPE_CHECKING:
    from ardennes.titles.bitter_woods.rules.combat.advance import Advance

Path = tuple[int, ...]


class Going(NamedTuple):
    """A unit that advances, and the advance it takes part in."""

    step: Advance
    unit: int


def allowance(g: State, unit: int) -> int:
    """9.8, 15.2, 15.7 Movement points that limit an advance: on 16AM less for German mechanized units only."""
    points = g.printed_allowance(unit)
    if g.surprised and unit < g.box.units.first_allied and g.box.units.mechanized[unit]:
        points -= g.box.tables.surprise.traffic_jam
    if g.event17 or g.event19:
        points = fortunes.allowance(g, unit, points)
    return (points + 1) // 2 if g.unsupplied >> unit & 1 else points


def limit(g: State, step: Advance, unit: int) -> tuple[int, int]:
    """8.3, 9.8, 15.7 How many hexes a unit may advance, and how many if it keeps to the road."""
    hexes = step.hexes
    if g.box.clervaux >> step.first[0] & 1:
        hexes = (hexes + 1) // 2
        return hexes, hexes
    jammed = g.surprised and unit < g.box.units.first_allied
    if not step.bonus or jammed or not (g.box.units.mechanized[unit] or leaders.is_leader(g, unit)):
        return hexes, hexes
    times, per = g.box.tables.combat.road_bonus
    return hexes, -(-hexes * times // per)


# ---- the hexes that are open -------------------------------------------------------------------------------

#: 9.8 What closes a hex to a unit that advances.
OPEN = Rungs(
    lambda g, going, cell: {"name": g.name(going.unit), "where": g.hex_name(cell)},
    Rung(
        "BW-9.8i",
        "an enemy unit is in {where}",
        lambda g, going, left: left & g.occupied[g.box.units.side(going.unit).enemy],
    ),
    Rung(
        "BW-9.8t",
        "{where} lies beyond the boundary of {name}'s army",
        lambda g, going, left: left & ~boundaries.sector(g, going.unit),
    ),
    Rung(
        "BW-9.5k",
        "{where} was given up under a counterattack result this turn",
        lambda g, going, left: left & g.vacated[g.box.units.side(going.unit)],
    ),
    Rung(
        "BW-28.1",
        "{name} is British and does not cross the Meuse",
        lambda g, going, left: left & ~allies.bank(g, going.unit),
    ),
)


def _over_meuse(g: State, going: Going, left: int) -> int:
    """9.8 Hexes on the other bank of the Meuse, for a unit that only crosses by a bridge."""
    return 0 if _profile(g, going.unit).wades else left & g.box.ground.around(g.place[going.unit], g.blown).meuse


def _over_river(g: State, going: Going, left: int) -> int:
    """9.8 Hexes beyond a river, for a unit that never fords."""
    return left & g.box.ground.around(g.place[going.unit], g.blown).river if _profile(g, going.unit).heavy else 0


def _shut_off(g: State, going: Going, left: int) -> int:
    """9.8 Hexes beyond a cliff, and for armor those into or out of woods off the road."""
    ground, start = g.box.ground, g.place[going.unit]
    road, dry, river, meuse = ground.around(start, g.blown)
    if _profile(g, going.unit).silhouette:
        open_ground = 0 if ground.forest >> start & 1 else ~ground.forest
        dry, river = dry & open_ground, river & open_ground
    return left & ~(road | dry | river | meuse)


def _profile(g: State, unit: int) -> Profile:
    return g.box.units.profiles[g.box.units.profile[unit]]


#: 9.8 What closes the first hex of an advance to a unit.
FIRST = Rungs(
    lambda g, going, cell: {"name": g.name(going.unit), "where": g.hex_name(cell)},
    Rung(
        "BW-9.8k",
        "{name} is not next to a vacated hex",
        lambda g, going, left: left & ~g.box.map.grid.neighbours[g.place[going.unit]],
    ),
    *OPEN,
    Rung("BW-9.8r", "{name} crosses the Meuse only over an intact bridge", _over_meuse),
    Rung("BW-9.8q", "{name} never crosses a river without a bridge", _over_river),
    Rung("BW-9.8i", "{where} is closed to {name}", _shut_off),
)


def first_hexes(g: State, going: Going) -> int:
    """9.8 The hexes with which a unit may begin its advance."""
    return FIRST.free(g, going, board_of(going.step.first))


def stops_at(g: State, unit: int, cell: int) -> bool:
    """9.8 Whether an advance that begins with a hex ends there: over the Meuse, or a river that is hard to ford."""
    around = g.box.ground.around(g.place[unit], g.blown)
    if around.river >> cell & 1:
        return not _profile(g, unit).wades or bool(g.moved >> unit & 1)
    return bool(around.meuse >> cell & 1)


def _first_cost(g: State, unit: int, cell: int) -> int:
    """9.8 What the first hex costs."""
    ground, profile = g.box.ground, _profile(g, unit)
    around = ground.around(g.place[unit], g.blown)
    if around.road >> cell & 1:
        return 1
    price = ground.price(cell, profile.foot, g.ground) * profile.road
    forded = around.river >> cell & 1 and profile.wades and ground.rough >> cell & 1
    return price + g.box.tables.rivers.into_rough * profile.road if forded else price


# ---- the ways ----------------------------------------------------------------------------------------------


def ways(g: State, going: Going) -> dict[int, Path]:
    """9.8 The hexes that a unit gets to by the usual rules, each with its route, whether it may end there or not."""
    step, unit = going
    hexes, by_road = limit(g, step, unit)
    found: dict[int, tuple[int, Path]] = {}
    open_first = first_hexes(g, going)
    for first in step.first:
        if not open_first >> first & 1:
            continue
        begun: dict[int, tuple[int, Path]] = {first: (_first_cost(g, unit, first), (g.place[unit], first))}
        found |= begun
        if stops_at(g, unit, first):
            continue
        if hexes > 1:
            found |= _spread(g, going, begun, hexes - 1, False)
        if by_road > 1 and g.box.ground.around(g.place[unit], g.blown).road >> first & 1:
            more = _spread(g, going, {first: (1, begun[first][1])}, by_road - 1, True)
            found |= {cell: way for cell, way in more.items() if cell not in found}
        if step.marches:
            more = _march(g, going, begun, hexes)
            found |= {cell: way for cell, way in more.items() if cell not in found}
    return {cell: path for cell, (_, path) in found.items()}


def _spread(
    g: State, going: Going, begun: dict[int, tuple[int, Path]], hexes: int, road: bool
) -> dict[int, tuple[int, Path]]:
    """The hexes beyond the first: no river without a bridge, within the allowance, no farther than a second zone."""
    unit, ground = going.unit, g.box.ground
    budget = allowance(g, unit) * _profile(g, unit).road
    free = OPEN.free(g, going, g.box.map.grid.board & ~(1 << g.place[unit]))
    watched = zone(g, g.box.units.side(unit).enemy)
    front = {cell: way for cell, way in begun.items() if way[0] < budget}
    found: dict[int, tuple[int, Path]] = {}
    for _ in range(hexes):
        nearer: dict[int, tuple[int, Path]] = {}
        for cell, (spent, path) in front.items():
            around = ground.around(cell, g.blown)
            for there in cells((around.road | (0 if road else around.dry)) & free):
                cost = spent + _price(g, unit, cell, there, around.road)
                before = min((way[0] for way in (nearer.get(there), found.get(there)) if way), default=budget + 1)
                if spent < cost < before and there not in path:
                    nearer[there] = (cost, (*path, there))
        found |= nearer
        front = {cell: way for cell, way in nearer.items() if not watched >> cell & 1 and way[0] < budget}
    return found


def _march(g: State, going: Going, begun: dict[int, tuple[int, Path]], hexes: int) -> dict[int, tuple[int, Path]]:
    """27.1 After each hex of an advance those that are left may be turned into movement points for roads."""
    rate = _profile(g, going.unit).road
    watched = zone(g, g.box.units.side(going.unit).enemy)
    found: dict[int, tuple[int, Path]] = {}
    for used in range(1, hexes):
        on_foot = begun if used == 1 else _spread(g, going, begun, used - 1, False)
        ends = {cell: way for cell, way in on_foot.items() if used == 1 or not watched >> cell & 1}
        found |= {c: way for c, way in _spread(g, going, ends, (hexes - used) * rate, True).items() if c not in found}
    return found


def _price(g: State, unit: int, cell: int, there: int, road: int) -> int:
    """What a step of an advance costs; 0 if woods close it to the unit. Interdiction does not count (11.3)."""
    ground, profile = g.box.ground, _profile(g, unit)
    if road >> there & 1:
        return 1
    if profile.silhouette and (ground.forest >> cell | ground.forest >> there) & 1:
        return 0
    return ground.price(there, profile.foot, g.ground) * profile.road
