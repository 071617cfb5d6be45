"""The Allied tactics: hold a line, thicken it where it would break, trade space, strike back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.box.pieces import UnitType
from ardennes.titles.tigers_in_the_mist.mind import distances, front
from ardennes.titles.tigers_in_the_mist.mind.common_tactics import (
    anywhere,
    attacks_where,
    dig_in,
    in_pocket,
    makes_hole,
    paying,
    release_area,
    trade,
    weak,
)
from ardennes.titles.tigers_in_the_mist.mind.staffwork import Attack, Staffwork
from ardennes.titles.tigers_in_the_mist.mind.tactics import Order, Tactic, exposure, front_distance, march, move_order
from ardennes.titles.tigers_in_the_mist.rules import supply
from ardennes.titles.tigers_in_the_mist.state import ENTRENCHED, MOVED, WAITING, State

# ---- attacks -----------------------------------------------------------------------------------------------


def _spearhead(work: Staffwork, attack: Attack) -> bool:
    """The foremost Germans: nobody of theirs is nearer to an exit."""
    g = work.g
    if g.box.scenario.victory == "towns":
        return False
    nearest = min(work.fields.to_exit[p] for p in cells(g.occupied[Side.GERMAN] & g.box.map.all_areas))
    return work.fields.to_exit[attack.area] <= nearest + 6


# ---- moves -------------------------------------------------------------------------------------------------


def _hold_the_line(work: Staffwork) -> Iterator[Order]:
    """Close every gap at once: the cheapest line of areas between the Germans and what they want.

    One unit in one of two gaps changes nothing, so the line is ordered whole: the places where a cut of the road net
    costs least, given who can get where and how likely each would be to hold.
    """
    if work.__dict__.setdefault("_lined", False):
        return
    work.__dict__["_lined"] = True
    found = front.cheapest(work)
    if found is None or not found.moves:
        return
    g = work.g.copy()
    for unit, place in found.moves:
        g.put(unit, place)
        g.status[unit] = g.status[unit] & ~ENTRENCHED | MOVED
    gain = work.worth(g) - work.base
    if gain < work.move_at / 2:
        return
    actions = tuple(action for unit, place in found.moves for action in march([unit], place))
    units = tuple(unit for unit, _ in found.moves)
    yield Order(
        "hold the line", gain, actions, units, found.moves[0][1], (("no way through", gain),), None, found.moves
    )


def _blocks(name: str) -> Callable[[Staffwork], Iterator[Order]]:
    """The blocking orders that go by this name."""

    def propose(work: Staffwork) -> Iterator[Order]:
        for order in _all_blocks(work):
            if order.tactic == name:
                yield order

    return propose


def _all_blocks(work: Staffwork) -> list[Order]:
    """Thicken the line where it is likely to break and much lies behind it."""
    kept: tuple[int, list[Order]] | None = work.__dict__.get("_blocks")
    if kept is not None and kept[0] == len(work.used):
        return kept[1]
    found = []
    least = work.move_at
    g = work.g
    for place, behind in work.weak_places().items():
        here = g.strength_at(place, Side.ALLIED) * 1.15
        before = distances.clear_chance(work.threat[place], here) if here else 1.0
        if before * behind < least:
            continue
        units = [u for u in work.free() if work.can_reach[u] >> place & 1 and work.has_room(place, (u,))]
        for unit in sorted(units, key=lambda u: (work.leaving_cost(u) - 0.08 * g.strength[u], u))[:2]:
            after = distances.clear_chance(work.threat[place], here + g.strength[unit])
            gain = (before - after) * behind - work.leaving_cost(unit)
            if gain >= least:
                reasons = [
                    ("less likely to break", gain + work.leaving_cost(unit)),
                    ("left behind", -work.leaving_cost(unit)),
                ]
                found.append(move_order(work, _block_name(work, unit, place), [unit], place, reasons))
    work.__dict__["_blocks"] = (len(work.used), found)
    return found


def _block_name(work: Staffwork, unit: int, place: int) -> str:
    g = work.g
    if place in g.box.map.vp or place in g.box.scenario.towns:
        return "guard the town"
    if g.status[unit] & WAITING:
        return "commit the reserve"
    if g.occupied[Side.ALLIED] >> place & 1:
        return "thicken the line"
    near = g.box.map.neighbours[place]
    if near & g.occupied[Side.GERMAN]:
        return "plug the gap"
    return "roadblock" if g.strength[unit] <= 2 else "refuse the flank"


def _cover_bridge(work: Staffwork) -> Iterator[Order]:
    """8.4 Engineers go where a German advance must cross a bridge, to blow it under him.

    10.29 An engineer that stays is twice as likely to blow it as one that moves, and a second one adds little.
    """
    g = work.g
    engineers = [u for u in g.box.units.of[work.side] if g.box.units.type[u] is UnitType.ENGINEER and g.on_map(u)]
    covered = {g.place[unit] for unit in engineers if unit not in work.free()}
    ideas: list[tuple[float, int, int]] = []
    for unit in set(engineers) & set(work.free()):
        here = g.place[unit]
        staying = 0.7 * _bridges_coming(work, here)
        ideas.append((staying, unit, here))
        for place in cells(work.can_reach[unit] & ~g.occupied[Side.GERMAN] & g.box.map.all_areas):
            gain = 0.35 * _bridges_coming(work, place)
            if gain - staying >= work.move_at and work.has_room(place, (unit,)):
                gain += exposure(work, (unit,), place) - work.leaving_cost(unit)
                ideas.append((gain, unit, place))
    sent: set[int] = set()
    for gain, unit, place in sorted(ideas, key=lambda idea: (-idea[0], idea[1:])):
        if unit in sent or place in covered:
            continue
        sent.add(unit)
        covered.add(place)
        if place != g.place[unit] and gain >= work.move_at:
            yield move_order(work, "cover the bridge", [unit], place, [("bridges to blow", gain)])


def _bridges_coming(work: Staffwork, place: int) -> int:
    """The bridges over which the Germans would come to a place soon."""
    g, arrival = work.g, work.fields.arrival
    if arrival[place] >= 32:
        return 0
    return sum(
        link.crossing >= 0 and not link.crossing_bit & g.blown and arrival[link.to] < arrival[place]
        for link in g.box.map.links[place]
    )


def _reinforce(work: Staffwork) -> Iterator[Order]:
    """Units far from the fighting come up behind the threatened sector."""
    g = work.g
    if g.impulse < 3 and g.day < 22:
        return
    depth = front_distance(work)
    close = 1.2 * work.style.closing_up / distances.DAY
    for unit in work.free():
        here = g.place[unit]
        best: tuple[float, int] | None = None
        for place in cells(work.can_reach[unit] & ~g.occupied[Side.GERMAN] & g.box.map.all_areas):
            if depth[place] < 4:
                continue
            gain = close * g.strength[unit] * (depth[here] - depth[place])
            if (best is None or gain > best[0]) and work.has_room(place, (unit,)):
                best = (gain, place)
        if best is not None and best[0] >= 0.02 and best[0] > work.leaving_cost(unit):
            yield move_order(work, "bring up reserves", [unit], best[1], [("nearer to the front", best[0])])


def _withdraw(work: Staffwork) -> Iterator[Order]:
    """Units about to be cut off or crushed trade space for time."""
    g = work.g
    for unit in work.free():
        here = g.place[unit]
        own = g.strength_at(here, work.side)
        if g.box.map.is_zone(here) or distances.clear_chance(work.threat[here], own) < 0.6:
            continue
        doomed = 0.14 * g.strength[unit] * distances.clear_chance(work.threat[here], own)
        for place in cells(work.can_reach[unit] & ~g.occupied[work.enemy] & g.box.map.all_areas):
            if work.fields.arrival[place] > work.fields.arrival[here] + 4 and work.has_room(place, (unit,)):
                gain = work.worth(work.moved((unit,), place)) - work.base + doomed + exposure(work, (unit,), place)
                if gain >= work.move_at / 2:
                    yield move_order(
                        work,
                        "trade space",
                        [unit],
                        place,
                        [("saved from destruction", doomed), ("position", gain - doomed)],
                    )
                    break


def _cut_the_road(work: Staffwork) -> Iterator[Order]:
    """12.24 Germans beyond the edge score nothing without supply: stand on their road, or on all of them at once."""
    g = work.g
    beyond = [zone for zone in g.box.map.multiplier if g.occupied[Side.GERMAN] >> zone & 1]
    within = 0
    for unit in work.free() if beyond else ():
        within |= work.can_reach[unit]
    if not within:
        return
    now = _scored_beyond(g, beyond)
    share = 1.0 if distances.days_left(g) == 0 else 0.3
    for place in cells(within & g.box.map.all_areas & ~g.occupied[Side.ALLIED]):
        held = bool(g.occupied[Side.GERMAN] >> place & 1)
        units = work.force(place) if held else _least_missed(work, place, ())
        gain = share * (now - _scored_beyond(work.moved(units, place), beyond)) if units else 0.0
        if gain >= work.move_at:
            gain *= 0.8 if held else 1.0
            yield move_order(work, "cut the road", units, place, [("strength beyond the edge cut off", gain)])
    for zone in beyond:
        moves: list[tuple[int, int]] = []
        for place in front.road_back(work, zone, within):
            moves += [(unit, place) for unit in _least_missed(work, place, [unit for unit, _ in moves])]
        after = g.copy()
        for unit, place in moves:
            after.put(unit, place)
        gain = share * (now - _scored_beyond(after, beyond)) if len(moves) > 1 else 0.0
        if gain >= work.move_at:
            actions = tuple(action for unit, place in moves for action in march([unit], place))
            units = tuple(unit for unit, _ in moves)
            reasons = (("strength beyond the edge cut off", gain),)
            yield Order("cut the road", gain, actions, units, moves[0][1], reasons, None, tuple(moves))


def _least_missed(work: Staffwork, place: int, taken: Sequence[int]) -> tuple[int, ...]:
    """The unit that can go to a place and is missed least where it is; nobody if none can."""
    units = [u for u in work.free() if work.can_reach[u] >> place & 1 and u not in taken]
    units = [u for u in units if work.has_room(place, (u,))]
    return tuple(sorted(units, key=lambda u: (work.leaving_cost(u), work.g.strength[u], u))[:1])


def _scored_beyond(g: State, zones: list[int]) -> float:
    """12.23, 12.24 What German strength in zones would score if supply stayed as it is."""
    armor, infantry = supply.supplied_places(g, Side.GERMAN)
    total = 0.0
    for zone in zones:
        for unit in g.units_at(zone, Side.GERMAN):
            if (infantry if g.box.units.infantry[unit] else armor) >> zone & 1:
                total += g.box.map.multiplier[zone] * g.strength[unit]
    return total


# ---- the list ----------------------------------------------------------------------------------------------


ALLIED: tuple[Tactic, ...] = (
    Tactic("hold the line", "close every gap at once", _hold_the_line),
    Tactic("cut the road", "cut off those who left the map", _cut_the_road),
    Tactic("plug the gap", "stand in the open road", _blocks("plug the gap")),
    Tactic("cover the bridge", "engineers to bridges the Germans need", _cover_bridge, routine=True),
    Tactic("dig in", "the shovel is the best weapon", dig_in, routine=True),
    Tactic("trade space", "fall back before being crushed", _withdraw, routine=True),
    Tactic("bring up reserves", "nobody idles in the rear at night", _reinforce, routine=True),
    Tactic(
        "cut off the spearhead", "hit the foremost Germans", attacks_where("cut off the spearhead", _spearhead, trade)
    ),
    Tactic("retake the town", "attack in a town that pays", attacks_where("retake the town", paying, trade)),
    Tactic("reduce the pocket", "attack Germans out of supply", attacks_where("reduce the pocket", in_pocket, trade)),
    Tactic("crush the weak", "destroy what can hardly defend itself", attacks_where("crush the weak", weak, trade)),
    Tactic("deny the reserves", "contest release areas", attacks_where("deny the reserves", release_area, trade)),
    Tactic(
        "close the breach",
        "attack where a cleared area mends the line",
        attacks_where("close the breach", makes_hole, trade),
    ),
    Tactic("counterattack", "attack where the exchange is good", attacks_where("counterattack", anywhere, trade)),
    Tactic("guard the town", "garrison what pays", _blocks("guard the town")),
    Tactic("thicken the line", "make weak places strong", _blocks("thicken the line")),
    Tactic("refuse the flank", "extend the line", _blocks("refuse the flank")),
    Tactic("roadblock", "a small unit on the crossroads", _blocks("roadblock")),
    Tactic("commit the reserve", "reinforcements straight into the line", _blocks("commit the reserve")),
)
