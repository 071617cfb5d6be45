"""11.0 Reserves: who may come, and where he may be placed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Action, Choices, Reason, Side
from ardennes.kernel.words import say
from ardennes.parts.phases import Asking, OneByOne
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.cards import Card
from ardennes.titles.enemy_action_ardennes.box.counters import ARMIES, CORPS, CORPS_OF
from ardennes.titles.enemy_action_ardennes.rules import areas, entering, stacking, supply, travel
from ardennes.titles.enemy_action_ardennes.state import ISOLATED, OFF_MAP, OKW_BOX, OUT, RESERVE, State

_FIRST_ARMY = tuple(CORPS.index(corps) for corps in CORPS_OF["1A"])
_FIRST, _OKW = ARMIES.index("1A"), ARMIES.index("OKW")


def waiting(g: State, units: int) -> int:
    """The units of a set that are in the Reserve Units box."""
    known = g.remember()
    if "reserve" not in known:
        known["reserve"] = board_of(unit for unit, place in enumerate(g.place) if place == RESERVE)
    found: int = known["reserve"]
    return found & units


def of_card(g: State, card: Card, line: str) -> int:
    """5.2b - 5.5b, 11.1, 11.41a The reserves a line of a card may deploy."""
    units, box = 0, g.box.units
    if line == "formations":
        for number in card.formations:
            units |= box.formations[number].board
    elif line in ("one_of_corps", "corps"):
        units = box.in_corps[card.corps]
    elif line == "army":
        units = box.in_army[card.army]
    else:
        units = box.all_of[card.side]
    return waiting(g, units)


# ---- where ------------------------------------------------------------------------------------------------


def near_enemy(g: State, side: Side, distance: int) -> int:
    """11.1d, 10.23e The hexes closer than a distance to an enemy town or a unit that is not isolated."""
    known = g.remember()
    key = ("near", side, distance)
    if key not in known:
        seeds = g.towns_of(side.enemy)
        for unit in cells(g.box.units.all_of[side.enemy] & g.mapped):
            if g.supply[unit] != ISOLATED:
                seeds |= 1 << g.place[unit]
        known[key] = g.box.grid.within(seeds, distance - 1)
    found: int = known[key]
    return found


def _far_enough(g: State, side: Side, inland: int, at_edge: int) -> int:
    edge = g.box.grid.edge
    return ~near_enemy(g, side, inland) & ~edge | ~near_enemy(g, side, at_edge) & edge


def _near(g: State, units: int) -> int:
    """11.1e Hexes within three hexes of units of a set on the map."""
    there = 0
    for unit in cells(units):
        if g.place[unit] < OFF_MAP:
            there |= 1 << g.place[unit]
    return g.box.grid.within(there, g.box.numbers.reserves.to_friends)


def _by_nearness(g: State, unit: int, board: int) -> int:
    """11.1e, 11.1m Near the division if that is possible, else near the corps, else near the army; where every hex is
    full it is not possible."""
    side = g.side_of(unit)
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


def strategic(g: State, unit: int) -> bool:
    """11.1f Whether an Allied reserve may use the alternate method: marked S, or late."""
    return bool(g.box.strategic >> unit & 1) or g.box.date[unit] < g.day


def hexes(g: State, unit: int) -> int:
    """11.1 - 11.5 Where a reserve unit may be placed now, stacking left aside."""
    box, side, numbers = g.box, g.side_of(unit), g.box.numbers.reserves
    heads = supply.heads(g, side)
    if box.british >> unit & 1 and not g.over_meuse:
        return _british(g, unit)
    far = _far_enough(g, side, numbers.from_enemy, numbers.from_enemy_at_edge)
    if side is Side.GERMAN:
        if box.units.army[unit] == _OKW:
            return heads & _okw(g, unit)
        return _by_nearness(g, unit, heads & far & areas.army_area(g, unit))
    area = _corps_area(g, unit)
    found = _by_nearness(g, unit, heads & far & area)
    if strategic(g, unit):
        found |= heads & area & _far_enough(g, side, numbers.strategic_from_enemy, numbers.strategic_from_enemy_at_edge)
    return found


def _corps_area(g: State, unit: int) -> int:
    """11.1b The corps area; for XXX Corps over the Meuse that of any corps of 1st Army (11.51e)."""
    box = g.box
    if not box.british >> unit & 1:
        return box.corps_areas[box.units.corps[unit]]
    board = 0
    for corps in _FIRST_ARMY:
        board |= box.corps_areas[corps]
    return board


def _okw(g: State, unit: int) -> int:
    """11.41b, 11.41c Three hexes from the enemy, and near an OKW unit, or near any German for the first division."""
    far = ~near_enemy(g, Side.GERMAN, g.box.numbers.reserves.from_enemy)
    placed = any(g.place[other] < OFF_MAP for other in cells(g.box.okw))
    friends = g.box.okw if placed else g.box.units.all_of[Side.GERMAN]
    return far & _near(g, friends & ~(1 << unit))


def _british(g: State, unit: int) -> int:
    """11.51 Behind the Meuse, in supply, two hexes from the enemy, near units of its division or else of its corps;
    29A also in Dinant."""
    box = g.box
    fed = supply.traceable(g, Side.ALLIED) & box.map.road_hexes & ~g.occupied[Side.GERMAN]
    far = ~near_enemy(g, Side.ALLIED, box.numbers.reserves.british_from_enemy)
    board = box.ground.across_meuse | ((unit == box.dinant_unit) << box.dinant)
    board &= fed & far
    formation = box.units.formations[box.units.formation[unit]].board & ~(1 << unit)
    for friends in (formation, box.british & ~(1 << unit)):
        if any(g.place[other] < OFF_MAP for other in cells(friends)):
            return board & _near(g, friends)
    return board


def placements(g: State, unit: int) -> int:
    """11.2a, 11.2c, 11.2f The hexes open to a unit: with room, and with units of its division placed in this impulse; a
    whole airborne division of four goes into two adjacent hexes."""
    board = hexes(g, unit) & ~entering.closed(g, entering.going(g, unit, entering.PLACE))
    mates = _placed(g, unit) if g.moved else ()
    if mates:
        board &= g.box.grid.within(sum({1 << g.place[mate] for mate in mates}), 1)
    board &= ~stacking.full(g, (unit,), board)
    if not mates:
        return board
    there = sum({1 << g.place[mate] for mate in mates})
    if there.bit_count() == 1 and whole(g, unit):
        near = board & g.box.grid.around(there)
        if not board & there:
            return near  # it is full: the rest goes next door
        if len(mates) > 1:
            return board & there | _with_room_for_the_last(g, unit, there, near)
    return board & there


def _placed(g: State, unit: int) -> list[int]:
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


# ---- steps ------------------------------------------------------------------------------------------------


def _split(g: State, unit: int) -> bool:
    """11.2f Whether a unit is the last of a division of which some have been placed in two hexes."""
    return len({g.place[mate] for mate in _placed(g, unit)}) > 1


class Deployment(OneByOne[State], frozen=True):
    """11.1a The player places any of the reserves a card, or two days' waiting, lets him place."""

    rule: ClassVar[str] = "EA-11.1a"
    phase: ClassVar[str] = "reserves"
    otherwise: ClassVar[Reason] = Reason("EA-11.1a", "place reserves, or go on")
    #: How many more units may come: one where the card says so (5.2c).
    left: int = 99

    def prompt(self, g: State) -> str:
        return "Choose a reserve unit to deploy, or go on"

    def offered(self, g: State) -> Sequence[int]:
        if not self.left:
            return ()
        return [unit for unit in cells(waiting(g, g.active)) if placements(g, unit)]

    def also(self, g: State) -> Mapping[str, Sequence[int | None]]:
        """11.2f A division placed in two hexes is placed as a whole."""
        split = g.moved and any(_split(g, unit) and placements(g, unit) for unit in cells(waiting(g, g.active)))
        return {} if split and self.left else {"done": [None]}

    def refusal(self, g: State, action: Action) -> Reason:
        if action.verb == "done":
            return Reason("EA-11.2f", "a division that is placed in two hexes is placed as a whole")
        return super().refusal(g, action)

    def why_not_pick(self, g: State, target: int) -> Reason:
        if not g.active >> target & 1:
            return Reason("EA-11.1a", say("{target} is no reserve that may be deployed now", target=g.name(target)))
        if not self.left:
            return Reason("EA-5.2c", "only one unit may be deployed")
        return Reason("EA-11.1l", say("no hex satisfies the rules of placement for {target}", target=g.name(target)))

    def unit(self, g: State, unit: int) -> None:
        g.push(Placement(self.side, unit))

    def done(self, g: State) -> None:
        g.active = g.moved = 0
        g.pop()


class Placement(Asking[State], frozen=True):
    """11.1 A reserve unit is picked: say where it comes."""

    rule: ClassVar[str] = "EA-11.1a"
    phase: ClassVar[str] = "reserves"
    reserve: int

    def prompt(self, g: State) -> str:
        return say("Choose a hex for {reserve}", reserve=g.name(self.reserve))

    def taken_up(self, g: State) -> Sequence[int]:
        return (self.reserve,)

    def choices(self, g: State) -> Choices:
        return {"hex": cells(placements(g, self.reserve)), "unit": [self.reserve]}

    def refusal(self, g: State, action: Action) -> Reason:
        if action.verb != "hex" or action.target is None:
            return Reason(self.rule, "choose a hex for the unit, or put it back")
        return why_not_place(g, self.reserve, action.target)

    def unit(self, g: State, unit: int) -> None:
        g.pop()

    def hex(self, g: State, cell: int) -> None:
        unit = self.reserve
        g.pop()
        below = g.stack[-1]
        if isinstance(below, Deployment):
            g.replace(Deployment(below.side, below.left - 1))
        g.moved |= 1 << unit
        g.put(unit, cell)
        travel.enter(g, unit, self.side, cell)
        if unit == g.box.dinant_unit and cell == g.box.dinant:
            g.dinant = True
        g.tell(events.Placed, unit, cell)


def why_not_place(g: State, unit: int, cell: int) -> Reason:
    """Why a reserve unit may not be placed in a hex."""
    board, side, box = hexes(g, unit), g.side_of(unit), g.box
    if board >> cell & 1:
        if stacking.full(g, (unit,), 1 << cell):
            return Reason("EA-11.2c", "the hex has no room for the unit")
        return Reason("EA-11.2a", "units of a division that come together share a hex")
    if box.british >> unit & 1 and not g.over_meuse:
        return _why_not_british(g, cell)
    if not supply.heads(g, side) >> cell & 1:
        return Reason("EA-11.1c", "the hex is no friendly supply head on a road")
    if box.units.army[unit] == _OKW:
        near = near_enemy(g, side, box.numbers.reserves.from_enemy)
        return Reason("EA-11.41b" if near >> cell & 1 else "EA-11.41c", "too near the enemy, or too far from friends")
    area = areas.army_area(g, unit) if side is Side.GERMAN else _corps_area(g, unit)
    if not area >> cell & 1:
        return Reason("EA-11.1b", "the hex is outside the unit's area")
    far = _far_enough(g, side, box.numbers.reserves.from_enemy, box.numbers.reserves.from_enemy_at_edge)
    if not far >> cell & 1:
        return Reason("EA-11.1d", "the hex is too near an enemy unit or town")
    return Reason("EA-11.1e", "the unit comes near its division, else its corps, else its army")


def _why_not_british(g: State, cell: int) -> Reason:
    if not g.box.ground.across_meuse >> cell & 1:
        return Reason("EA-11.51a", "until a German has crossed the Meuse, XXX Corps comes behind it")
    if near_enemy(g, Side.ALLIED, g.box.numbers.reserves.british_from_enemy) >> cell & 1:
        return Reason("EA-11.51d", "the hex is too near a German unit or town")
    return Reason("EA-11.51c", "XXX Corps comes on roads in supply, near its own units")


# ---- the Reserve Phase ------------------------------------------------------------------------------------


def arrive(g: State) -> None:
    """4.0b The units of today's calendar space go to the Reserve Units boxes."""
    found = [unit for unit, place in enumerate(g.place) if place == OFF_MAP + g.day]
    for unit in found:
        g.put(unit, RESERVE)
    if found:
        g.tell(events.InReserve, tuple(found))


def delayed(side: Side) -> Callable[[State], None]:
    """11.3 A phase: units two days late or more may be deployed without a card."""

    def phase(g: State) -> None:
        if g.day < g.box.numbers.dates.delayed_reserves_from:
            return
        late = g.day - g.box.numbers.reserves.delayed_days
        units = 0
        for unit in cells(waiting(g, g.box.units.all_of[side])):
            units |= (0 < g.box.date[unit] <= late) << unit
        g.moved, g.active = 0, units
        if units and any(placements(g, unit) for unit in cells(units)):
            g.push(Deployment(side))
        else:
            g.active = 0

    return phase


def release_okw(g: State) -> None:
    """11.4b A German unit in supply beside or beyond the Meuse brings the OKW Reserve to the next day's space."""
    box = g.box
    if not any(g.place[unit] == OKW_BOX for unit in cells(box.okw)):
        return
    at_meuse = g.occupied[Side.GERMAN] & (box.ground.beside_meuse | box.ground.across_meuse)
    if at_meuse & supply.traceable(g, Side.GERMAN):
        for unit in cells(box.okw):
            g.put(unit, OFF_MAP + g.day + 1 if g.day < box.last_day else OUT)
        g.tell(events.OkwReleased)
