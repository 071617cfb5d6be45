"""11.0 Where a reserve unit may be placed: near its own, far from the enemy, and together with its division."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from enum import IntEnum

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Side
from ardennes.kernel.rungs import KeepsOut, Rung, Rungs
from ardennes.titles.enemy_action_ardennes.box.counters import ARMIES, CORPS, CORPS_OF
from ardennes.titles.enemy_action_ardennes.rules import areas, entering, stacking, supply
from ardennes.titles.enemy_action_ardennes.state import ISOLATED, RESERVE, State

_FIRST_ARMY = tuple(CORPS.index(corps) for corps in CORPS_OF["1A"])
_IN_RESERVE = array("H", [RESERVE]).tobytes()
_FIRST, _OKW = ARMIES.index("1A"), ARMIES.index("OKW")


def waiting(g: State, units: int) -> int:
    """The units of a set that are in the Reserve Units box; every card is asked about them, so they are looked for as
    bytes."""
    known = g.remember()
    if "reserve" not in known:
        places = g.place.tobytes()
        if g.in_reserve[0] != places:
            g.in_reserve = (places, _in_reserve(places))
        known["reserve"] = g.in_reserve[1]
    there: int = known["reserve"]
    return there & units


def _in_reserve(places: bytes) -> int:
    found, at = 0, places.find(_IN_RESERVE)
    while at >= 0:
        if not at % len(_IN_RESERVE):
            found |= 1 << at // len(_IN_RESERVE)
        at = places.find(_IN_RESERVE, at + 1)
    return found


def near_enemy(g: State, side: Side, distance: int) -> int:
    """11.1d, 10.23e The hexes closer than a distance to an enemy town or a unit that is not isolated."""
    known = g.remember()
    key = ("near", side, distance)
    if key not in known:
        seeds = g.towns_of(side.enemy)
        if ISOLATED in g.supply:
            for unit in cells(g.box.units.all_of[side.enemy] & g.mapped):
                if g.supply[unit] != ISOLATED:
                    seeds |= 1 << g.place[unit]
        else:
            seeds |= g.occupied[side.enemy]
        known[key] = g.box.grid.within(seeds, distance - 1)
    found: int = known[key]
    return found


def _far_enough(g: State, side: Side, inland: int, at_edge: int) -> int:
    """11.1d, 11.1g The hexes as far from the enemy as inland hexes and those at the edge of the map must be."""
    known = g.remember()
    key = ("far", side, inland, at_edge)
    if key not in known:
        edge = g.box.grid.edge
        known[key] = ~near_enemy(g, side, inland) & ~edge | ~near_enemy(g, side, at_edge) & edge
    found: int = known[key]
    return found


def _near(g: State, units: int) -> int:
    """11.1e Hexes within three hexes of units of a set on the map; reserves of a division ask for the same ones."""
    known, there = g.remember(), units & g.mapped
    key = ("beside", there)
    if key not in known:
        board = board_of([g.place[unit] for unit in cells(there)])
        known[key] = g.box.grid.within(board, g.box.numbers.reserves.to_friends)
    found: int = known[key]
    return found


class Method(IntEnum):
    """How a unit is placed."""

    #: 11.1 Near the enemy nobody, near its own if possible; Allied units also by the alternate method.
    STANDARD = 0
    #: 11.41 The OKW Reserve.
    OKW = 1
    #: 11.51 XXX Corps before a German has crossed the Meuse.
    BEHIND_MEUSE = 2


def method(g: State, unit: int) -> Method:
    """How a unit is placed now."""
    if g.box.british >> unit & 1 and not g.over_meuse:
        return Method.BEHIND_MEUSE
    return Method.OKW if g.box.units.army[unit] == _OKW else Method.STANDARD


# ---- 11.1 the standard method ------------------------------------------------------------------------------


def _heads(g: State, unit: int) -> int:
    """11.1c The supply heads of a unit's side."""
    known = g.remember()
    key = ("heads", g.side_of(unit))
    if key not in known:
        known[key] = supply.heads(g, g.side_of(unit))
    found: int = known[key]
    return found


def _area(g: State, unit: int) -> int:
    """11.1b The army area of a German unit, the corps area of an Allied one."""
    return areas.army_area(g, unit) if g.side_of(unit) is Side.GERMAN else _corps_area(g, unit)


def _corps_area(g: State, unit: int) -> int:
    """11.1b The corps area; for XXX Corps over the Meuse that of any corps of 1st Army (11.51e)."""
    box = g.box
    if not box.british >> unit & 1:
        return box.corps_areas[box.units.corps[unit]]
    board = 0
    for corps in _FIRST_ARMY:
        board |= box.corps_areas[corps]
    return board


def strategic(g: State, unit: int) -> bool:
    """11.1f Whether an Allied reserve may use the alternate method: marked S, or late."""
    return bool(g.box.strategic >> unit & 1) or g.box.date[unit] < g.day


def _far(g: State, unit: int) -> int:
    """11.1d The hexes far enough from the enemy."""
    numbers = g.box.numbers.reserves
    return _far_enough(g, g.side_of(unit), numbers.from_enemy, numbers.from_enemy_at_edge)


def _very_far(g: State, unit: int) -> int:
    """11.1f, 11.1g The hexes so far from the enemy that no friends need be near, for those who may be placed so."""
    side, numbers = g.side_of(unit), g.box.numbers.reserves
    if side is Side.GERMAN or not strategic(g, unit):
        return 0
    return _far_enough(g, side, numbers.strategic_from_enemy, numbers.strategic_from_enemy_at_edge)


def _beside_friends(g: State, unit: int) -> int:
    """11.1e, 11.1m Of all hexes that will do otherwise those near the division, if that is possible, else near the
    corps, else near the army; where every hex is full it is not possible."""
    side = g.side_of(unit)
    board = _heads(g, unit) & _area(g, unit) & _far(g, unit)
    for friends in _circles(g, unit):
        found = board & _near(g, friends & ~(1 << unit))
        if found & ~g.occupied[side] or found & ~stacking.full(g, (unit,), found):
            return found
    return 0


def _circles(g: State, unit: int) -> list[int]:
    """11.1e Division, corps and army of a unit; 11.51e for XXX Corps over the Meuse that is First Army."""
    units = g.box.units
    army = units.in_army[units.army[unit]]
    if g.box.british >> unit & 1:
        army |= units.in_army[_FIRST]
    return [units.formations[units.formation[unit]].board, units.in_corps[units.corps[unit]], army]


# ---- 11.41 the OKW Reserve, 11.51 XXX Corps -----------------------------------------------------------------


def _beside_okw(g: State, unit: int) -> int:
    """11.41b, 11.41c The hexes near an OKW unit, or near any German for the first division."""
    placed = g.box.okw & g.mapped
    friends = g.box.okw if placed else g.box.units.all_of[Side.GERMAN]
    return _near(g, friends & ~(1 << unit))


def _far_bank(g: State, unit: int) -> int:
    """11.51a, 11.51b The hexes behind the Meuse; for 29A also Dinant."""
    box = g.box
    return box.ground.across_meuse | ((unit == box.dinant_unit) << box.dinant)


def _beside_british(g: State, unit: int) -> int:
    """11.51c Road hexes in supply, near units of its division or else of its corps."""
    box = g.box
    board = supply.traceable(g, Side.ALLIED) & box.map.road_hexes & ~g.occupied[Side.GERMAN]
    formation = box.units.formations[box.units.formation[unit]].board & ~(1 << unit)
    for friends in (formation, box.british & ~(1 << unit)):
        if friends & g.mapped:
            return board & _near(g, friends)
    return board


# ---- where a unit may be placed ----------------------------------------------------------------------------


def _outside(allowed: Callable[[State, int], int]) -> KeepsOut:
    """What keeps out the hexes that are not in a set."""
    return lambda g, unit, left: left & ~allowed(g, unit)


_SUPPLY_HEAD = Rung("EA-11.1c", "the hex is no friendly supply head on a road", _outside(_heads))
#: 11.1, 11.41, 11.51 Where a unit may not be placed, stacking left aside, by the method; asked about the unit.
_LIMITS = {
    Method.STANDARD: (
        _SUPPLY_HEAD,
        Rung("EA-11.1b", "the hex is outside the unit's area", _outside(_area)),
        Rung(
            "EA-11.1d",
            "the hex is too near an enemy unit or town",
            _outside(lambda g, unit: _far(g, unit) | _very_far(g, unit)),
        ),
        Rung(
            "EA-11.1e",
            "the unit comes near its division, else its corps, else its army",
            _outside(lambda g, unit: _beside_friends(g, unit) | _very_far(g, unit)),
        ),
    ),
    Method.OKW: (
        _SUPPLY_HEAD,
        Rung(
            "EA-11.41b",
            "the hex is too near an enemy unit or town",
            lambda g, unit, left: left & near_enemy(g, Side.GERMAN, g.box.numbers.reserves.from_enemy),
        ),
        Rung(
            "EA-11.41c",
            "the OKW Reserve comes near its own units, its first division near any German",
            _outside(_beside_okw),
        ),
    ),
    Method.BEHIND_MEUSE: (
        Rung("EA-11.51a", "until a German has crossed the Meuse, XXX Corps comes behind it", _outside(_far_bank)),
        Rung(
            "EA-11.51d",
            "the hex is too near a German unit or town",
            lambda g, unit, left: left & near_enemy(g, Side.ALLIED, g.box.numbers.reserves.british_from_enemy),
        ),
        Rung("EA-11.51c", "XXX Corps comes on roads in supply, near its own units", _outside(_beside_british)),
    ),
}
_ROOM = Rung(
    "EA-11.2c", "the hex has no room for the unit", lambda g, unit, left: left & stacking.full(g, (unit,), left)
)
_APART = Rung(
    "EA-11.2a",
    "units of a division that come together share a hex",
    lambda g, unit, left: left & ~_together(g, unit) if g.moved else 0,
)


def _bound(rung: Rung, how: Method) -> Rung:
    """A rung for units of one method among those of all."""
    return rung._replace(keeps_out=lambda g, unit, left: rung.keeps_out(g, unit, left) if method(g, unit) is how else 0)


def _rungs(*rungs: Rung) -> Rungs:
    return Rungs(lambda g, unit, cell: {}, *rungs)


_HEXES = {how: _rungs(*limits) for how, limits in _LIMITS.items()}
_WITH_ROOM = {how: _rungs(*limits, _ROOM) for how, limits in _LIMITS.items()}
_PLACES = {how: _rungs(*limits, _ROOM, _APART) for how, limits in _LIMITS.items()}
#: 11.0 Where a unit may not be placed, whatever its method; those of its own alone are quicker.
PLACES = _rungs(
    *entering.stepping(
        (entering.PLACE,),
        lambda g, unit: (entering.going(g, unit, entering.PLACE),),
        lambda g, unit: 0,
        lambda g, unit: g.box.grid.board,
        finer=True,
    ),
    *[_bound(rung, how) for how, limits in _LIMITS.items() for rung in limits],
    _ROOM,
    _APART,
)


def hexes(g: State, unit: int) -> int:
    """11.1 - 11.5 Where a reserve unit may be placed now, stacking left aside."""
    return _HEXES[method(g, unit)].free(g, unit, g.box.grid.board)


def placements(g: State, unit: int) -> int:
    """11.0 The hexes open to a unit."""
    return _PLACES[method(g, unit)].free(g, unit, g.box.grid.board)


def _together(g: State, unit: int) -> int:
    """11.2a, 11.2f Where units of the division placed in this impulse are; a whole airborne division of four goes into
    two adjacent hexes."""
    mates = placed(g, unit)
    if not mates:
        return g.box.grid.board
    there = board_of(g.place[mate] for mate in mates)
    if there.bit_count() > 1 or not whole(g, unit):
        return there
    board = _WITH_ROOM[method(g, unit)].free(g, unit, g.box.grid.within(there, 1))
    near = board & ~there
    if not board & there:
        return near  # it is full: the rest goes next door
    return there | _with_room_for_the_last(g, unit, there, near) if len(mates) > 1 else there


def placed(g: State, unit: int) -> list[int]:
    """The units of a unit's division that were placed in this impulse."""
    division = g.box.units.formations[g.box.units.formation[unit]]
    return cells(g.moved & division.board & ~(1 << unit))


def whole(g: State, unit: int) -> bool:
    """11.2f Whether a division too large for a hex comes as a whole: all its units are placed now, or still to be."""
    division = g.box.units.formations[g.box.units.formation[unit]]
    large = len(division.members) > g.box.numbers.stacking.units
    return large and not division.board & ~(g.moved | waiting(g, g.active))


def _with_room_for_the_last(g: State, unit: int, there: int, near: int) -> int:
    """11.2f The hexes next door where the third unit may stand so that the fourth finds room with it or the others."""
    division = g.box.units.formations[g.box.units.formation[unit]]
    (last,) = cells(division.board & ~g.moved & ~(1 << unit))
    beside = near & ~stacking.full(g, (unit, last), near)
    return beside if stacking.full(g, (last,), there) else near
