"""8.0 Activation and Movement: the movement part of an impulse, marches along roads, entrenching."""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel import Action, Automatic, Choice, Choices, Reason, Side
from ardennes.titles.tigers_in_the_mist import bridges, occupation, reinforcements, special_forces, supply
from ardennes.titles.tigers_in_the_mist.events import Entrenched, Halted, Moved
from ardennes.titles.tigers_in_the_mist.pieces import UnitType
from ardennes.titles.tigers_in_the_mist.roads import Reach, reach, step_cost, why_not_reach
from ardennes.titles.tigers_in_the_mist.state import (
    ATTACKED,
    DONE,
    ENTERED,
    ENTRENCHED,
    FOOT_PACE,
    HELD,
    MOVED,
    OVER_RIVER,
    WAITING,
    State,
)

# ---- who may move ------------------------------------------------------------------------------------------


def movers(g: State, side: Side) -> list[int]:
    """8.1 The units a player may pick up to move."""
    place, status = g.place, g.status
    last = g.box.map.places
    return [
        unit
        for unit in g.box.units.of[side]
        if not status[unit] & DONE and 0 < place[unit] < last and _free(g, unit, side) and _has_way(g, unit, side)
    ]


def _free(g: State, unit: int, side: Side) -> bool:
    """5.23, 5.24, 12.25 Not kept in place by the first impulse or by a one-way zone."""
    if g.day == 16 and g.impulse == 1:
        triangle = g.box.units.rows[unit].triangle
        if triangle != "white" if side is Side.ALLIED else triangle == "red":
            return False
    return not (g.shifted >> unit & 1 or (side is Side.GERMAN and g.box.one_way >> g.place[unit] & 1))


def _has_way(g: State, unit: int, side: Side) -> bool:
    """Whether the unit can go anywhere at all. The neighbours settle it nearly always."""
    here = g.place[unit]
    board = g.box.map
    easy = not (g.blown & board.crossings_at[here] or g.debt[unit] or g.spent[unit] or g.special_effect)
    if easy and here < board.first_zone and g.day > 16:
        near = board.neighbours[here] & g.box.inside & ~g.box.closed[side]
        if supply.in_supply(g, unit):
            near &= g.supply[2 * side + g.box.units.infantry[unit]]
        if g.occupied[side.enemy] >> here & 1:
            near &= ~g.occupied[side.enemy] | board.all_zones
        if near:
            return True
    return bool(destinations(g, (unit,), side)) or bool(reinforcements.shifts(g, (unit,), side))


def why_not_move(g: State, unit: int, side: Side) -> Reason | None:
    """Why a unit may not be picked up to move."""
    reason = _why_not_active(g, unit, side)
    if reason is not None:
        return reason
    name = g.name(unit)
    if g.day == 16 and g.impulse == 1:
        triangle = g.box.units.rows[unit].triangle
        if side is Side.ALLIED and triangle != "white":
            return Reason("TM-5.23a", f"{name} may not move in the first impulse of December 16")
        if side is Side.GERMAN and triangle == "red":
            return Reason("TM-5.24", f"{name} may not move before 16-2")
    if side is Side.GERMAN and g.box.one_way >> g.place[unit] & 1:
        return Reason("TM-12.25", f"{name} has left the map and may not come back")
    if g.shifted >> unit & 1:
        return Reason("TM-11.14a", f"{name} is on its way to another zone and may enter next impulse")
    if not destinations(g, (unit,), side) and not reinforcements.shifts(g, (unit,), side):
        return Reason("TM-8.38", f"{name} cannot reach any place where it may stop")
    return None


def _why_not_active(g: State, unit: int, side: Side) -> Reason | None:
    """8.25, 9.16 Why a unit may do nothing more today."""
    if not 0 <= unit < len(g.place) or unit not in g.box.units.of[side]:
        return Reason("TM-6.0d", "only units of the moving side may be moved")
    name = g.name(unit)
    if not g.on_map(unit):
        return Reason("TM-6.0b", f"{name} is not in play")
    if g.status[unit] & MOVED:
        return Reason("TM-8.25a", f"{name} has already moved today")
    if g.status[unit] & ATTACKED:
        return Reason("TM-9.16", f"{name} has attacked today")
    if g.status[unit] & HELD:
        if g.builders >> unit & 1:
            return Reason("TM-10.14a", f"{name} has worked on a bridge today")
        if g.status[unit] & ENTRENCHED:
            return Reason("TM-8.51c", f"{name} has dug in today")
        return Reason("TM-9.14b", f"{name} has completed its activity for the day")
    return None


# ---- where a stack may go ----------------------------------------------------------------------------------


def stops(g: State, units: tuple[int, ...], side: Side) -> int:
    """8.28, 11.22, 11.23 The places where a stack may end its move."""
    places = g.box.inside if g.box.inside >> g.place[units[0]] & 1 else -2
    places &= ~g.box.closed[side]
    for unit in units:
        if supply.in_supply(g, unit):
            places &= g.supply[2 * side + g.box.units.infantry[unit]]
    return places


def destinations(g: State, units: tuple[int, ...], side: Side, found: Reach | None = None) -> list[int]:
    """8.2 Every place a stack can reach and stop in."""
    found = found or reach(g, units, side)
    may_stop = stops(g, units, side)
    places = [place for place in found.places() if may_stop >> place & 1]
    if side is Side.GERMAN and g.day == 16:
        places = [place for place in places if not occupation.over_limit(g, place, side, units)]
    return places


def waypoints(g: State, side: Side, found: Reach, ends: list[int]) -> list[int]:
    """Places from which a stack could go on: a player who cares for the route names them one by one."""
    if found.one_area:
        return []
    barred = g.occupied[side.enemy] | g.box.map.all_zones
    return [place for place in ends if not barred >> place & 1 and found.left(place) > 0]


def why_not_go(g: State, units: tuple[int, ...], side: Side, place: int) -> Reason | None:
    """Why a stack may not move to a place and stop there."""
    board = g.box.map
    here = g.place[units[0]]
    if not 0 < place < board.places:
        return Reason("TM-8.2", "there is no such place")
    name = board.names[place]
    if place == here:
        return Reason("TM-8.2", f"the stack is in {name} already")
    inside = g.box.inside
    if inside >> here & 1 and not inside >> place & 1:
        return Reason(f"TM-{'SC1a' if g.box.key == 'seventh_army' else 'SC2a'}", f"{name} is outside the scenario's map")
    if g.box.closed[side] >> place & 1:
        return Reason("TM-11.22" if side is Side.GERMAN else "TM-11.23", f"{side} units may not enter {name}")
    reason = why_not_reach(g, units, side, place)
    if reason is not None:
        return reason
    for unit in units:
        if supply.in_supply(g, unit) and not g.supply[2 * side + g.box.units.infantry[unit]] >> place & 1:
            return Reason("TM-8.28", f"{g.name(unit)} would be out of supply in {name}")
    if occupation.refuses(g, place, side, units):
        return Reason("TM-7.1g", f"{name} would hold more than 4 units or 10 strength points, refused on December 16")
    return None


# ---- the movement part of an impulse -----------------------------------------------------------------------


class Movement(Choice):
    """6.0 (1), 8.2 The moving player moves as many or as few of his units as he wishes."""

    rule: ClassVar[str] = "TM-6.0d"

    def prompt(self, g: State) -> str:
        return f"{self.side} movement: choose a unit to move, or end movement"

    def choices(self, g: State) -> Choices:
        found: dict[str, list[int | None]] = {}
        if units := movers(g, self.side):
            found["unit"] = [*units]
        if units := diggers(g, self.side):
            found["entrench"] = [*units]
        if self.side is Side.GERMAN and (effects := special_forces.effects(g, self.side)):
            found["special"] = [*effects]
        found["done"] = [None]
        return found

    def allows(self, g: State, action: Action) -> bool:
        verb, target = action
        if target is None:
            return verb == "done"
        if not 0 <= target < len(g.place):
            return False
        if verb == "unit":
            return self._may_pick(g, target)
        if verb == "entrench":
            return target in g.box.units.of[self.side] and g.on_map(target) and _may_dig(g, target, self.side)
        return verb == "special" and target in special_forces.effects(g, self.side)

    def _may_pick(self, g: State, unit: int) -> bool:
        ready = unit in g.box.units.of[self.side] and g.on_map(unit) and not g.status[unit] & DONE
        return ready and _free(g, unit, self.side) and _has_way(g, unit, self.side)

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, target = action
        if verb == "done" and target is None:
            return None
        if target is None:
            return Reason("TM-6.0d", "movement is under way: move a unit, dig in, or end movement")
        if verb == "unit":
            return why_not_move(g, target, self.side)
        if verb == "entrench":
            return why_not_entrench(g, target, self.side)
        if verb == "special":
            return special_forces.why_not_use(g, self.side, target)
        return Reason("TM-6.0e", "this part of the impulse is for movement; battles and bridges follow")

    def unit(self, g: State, unit: int) -> None:
        g.push(Marching(self.side, (unit,)))

    def entrench(self, g: State, unit: int) -> None:
        entrench(g, unit)

    def special(self, g: State, effect: int) -> None:
        g.push(special_forces.PlaceSpecialForces(self.side, effect))

    def done(self, g: State) -> None:
        g.pop()


class Marching(Choice):
    """8.21 A unit or stack is picked up: add units that began the day with it, then say where it goes.

    `area` moves there and ends the move; `via` moves there and goes on. `halted` is a stack under way: stopped at a
    blown bridge (8.42) or at a waypoint.
    """

    rule: ClassVar[str] = "TM-8.21a"
    units: tuple[int, ...]
    halted: bool = False

    def prompt(self, g: State) -> str:
        names = ", ".join(g.name(unit) for unit in self.units)
        where = g.box.map.names[g.place[self.units[0]]]
        if self.halted:
            return f"{names} in {where}: move on or stop"
        return f"{names} in {where}: choose where to go, or more units to take along"

    def choices(self, g: State) -> Choices:
        found = reach(g, self.units, self.side)
        ends = destinations(g, self.units, self.side, found)
        offer: dict[str, list[int | None]] = {}
        if not self.halted:
            offer["unit"] = [*self.units, *joiners(g, self.units, self.side)]
        if ends:
            offer["area"] = [*ends]
        if between := waypoints(g, self.side, found, ends):
            offer["via"] = [*between]
        if not self.halted and (zones := reinforcements.shifts(g, self.units, self.side)):
            offer["shift"] = [*zones]
        if self.halted:
            offer["stop"] = [None]
        return offer

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, target = action
        if verb == "stop" and target is None and self.halted:
            return None
        if target is None:
            return Reason("TM-8.21a", "a stack is picked up: say where it goes, or put it down")
        if verb == "unit" and not self.halted:
            return None if target in self.units else why_not_join(g, self.units, target, self.side)
        if verb == "area":
            return why_not_go(g, self.units, self.side, target)
        if verb == "via":
            return self._why_not_via(g, target)
        if verb == "shift" and not self.halted:
            return reinforcements.why_not_shift(g, self.units, target, self.side)
        return Reason("TM-8.24", "a stack is moving: its move comes first")

    def _why_not_via(self, g: State, place: int) -> Reason | None:
        reason = why_not_go(g, self.units, self.side, place)
        if reason is not None:
            return reason
        if g.holds(self.side.enemy, place) or g.box.map.is_zone(place):
            return Reason("TM-8.22", f"a move ends in {g.box.map.names[place]}")
        found = reach(g, self.units, self.side)
        if found.one_area:
            return Reason("TM-8.29a", "a stack out of supply moves one area only")
        return None if found.left(place) > 0 else Reason("TM-8.38", "no movement points would be left to go on")

    def unit(self, g: State, unit: int) -> None:
        if unit not in self.units:
            g.replace(Marching(self.side, tuple(sorted((*self.units, unit)))))
        elif len(self.units) > 1:
            g.replace(Marching(self.side, tuple(u for u in self.units if u != unit)))
        else:
            g.pop()

    def area(self, g: State, place: int) -> None:
        self._set_out(g, place, False)

    def via(self, g: State, place: int) -> None:
        self._set_out(g, place, True)

    def _set_out(self, g: State, place: int, go_on: bool) -> None:
        path = reach(g, self.units, self.side).path(place)
        g.replace(March(self.side, self.units, path, go_on))

    def shift(self, g: State, zone: int) -> None:
        reinforcements.shift(g, self.units, zone)
        g.pop()

    def stop(self, g: State) -> None:
        for unit in self.units:
            g.status[unit] |= HELD
        g.pop()


class March(Automatic):
    """8.2 A stack on its way. The enemy may interrupt it at every bridge (8.41)."""

    rule: ClassVar[str] = "TM-8.2"
    side: Side
    units: tuple[int, ...]
    path: tuple[int, ...]
    go_on: bool
    asked: bool = False

    def run(self, g: State) -> None:
        here = g.place[self.units[0]]
        legs = [here]
        for place in self.path:
            bridge = g.box.map.crossing(here, place)
            if bridge >= 0:
                # A crossing that was asked about and is blown now was blown under this stack's wheels.
                asked = self.asked and len(legs) == 1
                if asked and g.blown >> bridge & 1:
                    self._halt(g, here)
                    return
                if not asked and not g.blown >> bridge & 1 and bridges.demolishers(g, bridge, self.side.enemy):
                    rest = self.path[len(legs) - 1 :]
                    self._go(g, legs)
                    g.replace(March(self.side, self.units, rest, self.go_on, True))
                    g.push(bridges.Demolition(self.side.enemy, bridge))
                    return
            legs.append(place)
            here = place
        self._go(g, legs)
        if self.go_on:
            g.replace(Marching(self.side, self.units, True))
        else:
            g.pop()

    def _go(self, g: State, legs: list[int]) -> None:
        """Move along legs that nobody interrupts, and pay for them."""
        if len(legs) == 1:
            return
        cost = 0
        waded = False
        for a, b in zip(legs, legs[1:], strict=False):
            cost += step_cost(g, self.side, a, b)
            bridge = g.box.map.crossing(a, b)
            waded |= bridge >= 0 and bool(g.blown >> bridge & 1)
        to = legs[-1]
        flags = MOVED
        if g.occupied[self.side.enemy] >> to & 1 and not g.box.map.is_zone(to):
            flags |= ENTERED
        if g.box.map.crossing(legs[-2], to) >= 0:
            flags |= OVER_RIVER
        for unit in self.units:
            g.put(unit, to)
            g.spent[unit] += cost + g.debt[unit] * bool(g.status[unit] & WAITING)
            pace = FOOT_PACE if waded and g.box.units.type[unit] is not UnitType.FOOT else 0
            # 8.58 an entrenchment is left behind; what the last leg crossed replaces what an earlier one did
            g.status[unit] = g.status[unit] & ~(ENTRENCHED | WAITING | OVER_RIVER) | flags | pace
        g.tell(Moved, self.units, tuple(legs), cost, waded)

    def _halt(self, g: State, here: int) -> None:
        """8.42 The bridge is gone: the stack stays on the near bank, pays 1 MP and may go on elsewhere."""
        for unit in self.units:
            g.spent[unit] += g.box.tables.movement.bridge_blown
        g.tell(Halted, self.units, here)
        g.replace(Marching(self.side, self.units, True))


# ---- stacks ------------------------------------------------------------------------------------------------


def joiners(g: State, units: tuple[int, ...], side: Side) -> list[int]:
    """8.21 The units that may be added to a stack."""
    return [
        unit for unit in g.units_at(g.place[units[0]], side) if unit not in units and _may_join(g, units, unit, side)
    ]


def _may_join(g: State, units: tuple[int, ...], unit: int, side: Side) -> bool:
    together = g.dawn[unit] == g.dawn[units[0]] and not g.status[unit] & DONE
    return together and _free(g, unit, side)


def why_not_join(g: State, units: tuple[int, ...], unit: int, side: Side) -> Reason | None:
    """8.21 Why a unit may not be added to a stack."""
    reason = _why_not_active(g, unit, side)
    if reason is not None:
        return reason
    if g.place[unit] != g.place[units[0]]:
        return Reason("TM-8.21b", f"{g.name(unit)} is not in the same place as the stack")
    if g.dawn[unit] != g.dawn[units[0]]:
        return Reason("TM-8.21b", f"{g.name(unit)} did not begin the day together with the stack")
    if not _free(g, unit, side):
        return why_not_move(g, unit, side) or Reason("TM-5.24", f"{g.name(unit)} may not move now")
    return None


# ---- 8.5 entrenching ---------------------------------------------------------------------------------------


def diggers(g: State, side: Side) -> list[int]:
    """8.5 The units that may dig in."""
    return [unit for unit in g.box.units.of[side] if g.on_map(unit) and _may_dig(g, unit, side)]


def _may_dig(g: State, unit: int, side: Side) -> bool:
    status = g.status[unit]
    here = g.place[unit]
    if status & (ENTRENCHED | HELD | ATTACKED) or here >= g.box.map.first_zone or g.occupied[side.enemy] >> here & 1:
        return False
    kind = g.box.units.type[unit]
    if kind is UnitType.ENGINEER:
        return g.spent[unit] + g.box.tables.movement.entrench_engineer <= g.allowance(unit)
    return kind is not UnitType.ARMOR and not status & MOVED and not g.spent[unit]


def why_not_entrench(g: State, unit: int, side: Side) -> Reason | None:
    """8.51 - 8.55 Why a unit may not dig in."""
    reason = _why_not_active(g, unit, side)
    if reason is not None and reason.rule != "TM-8.25a":
        return reason
    name = g.name(unit)
    here = g.place[unit]
    if g.box.map.is_zone(here):
        return Reason("TM-8.51a", f"{name} is not in an area")
    if g.box.units.type[unit] is UnitType.ARMOR:
        return Reason("TM-8.54", f"{name}: armor cannot dig in")
    if g.status[unit] & ENTRENCHED:
        return Reason("TM-8.51b", f"{name} is dug in already")
    if g.holds(side.enemy, here):
        return Reason("TM-8.55", f"enemy units are in the area of {name}")
    if g.box.units.type[unit] is UnitType.ENGINEER:
        need = g.box.tables.movement.entrench_engineer
        if g.spent[unit] + need > g.allowance(unit):
            return Reason("TM-8.52", f"{name} has fewer than the {need} MP that digging in costs an engineer")
    elif g.spent[unit] or g.status[unit] & MOVED:
        return Reason("TM-8.53", f"{name} has moved, and digging in takes its whole allowance")
    return None


def entrench(g: State, unit: int) -> None:
    """8.51 - 8.53 A unit digs in; engineers pay 4 MP, others all they have."""
    engineer = g.box.units.type[unit] is UnitType.ENGINEER
    g.spent[unit] = g.spent[unit] + g.box.tables.movement.entrench_engineer if engineer else g.allowance(unit)
    g.status[unit] |= ENTRENCHED | HELD
    g.tell(Entrenched, unit)
