"""The German tactics: break through, drive for the exits and the towns that pay, free the reserves."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.board.cells import cells
from ardennes.board.flow import UNCUTTABLE, smallest_cut
from ardennes.kernel import Action, Side
from ardennes.titles.tigers_in_the_mist.box.pieces import UnitType
from ardennes.titles.tigers_in_the_mist.mind import distances, front, valuation
from ardennes.titles.tigers_in_the_mist.mind.common_tactics import (
    anywhere,
    attacks_where,
    dig_in,
    in_pocket,
    makes_hole,
    paying,
    release_area,
    release_value,
    trade,
    weak,
)
from ardennes.titles.tigers_in_the_mist.mind.staffwork import Attack, Staffwork
from ardennes.titles.tigers_in_the_mist.mind.tactics import Order, Tactic, exposure, front_distance, move_order
from ardennes.titles.tigers_in_the_mist.rules import special_forces

# ---- attacks -----------------------------------------------------------------------------------------------


def _bridgehead(work: Staffwork, attack: Attack) -> bool:
    g = work.g
    return bool(g.box.map.crossings_at[attack.area]) and any(
        g.box.map.crossing(g.place[unit], attack.area) >= 0 for unit in attack.units
    )


def _release_bonus(work: Staffwork, attack: Attack) -> float:
    return attack.cleared * release_value(work, attack.area)


def _supply_road(work: Staffwork, attack: Attack) -> bool:
    return attack.success - attack.failure > 0.3 and len(cells(work.g.box.map.neighbours[attack.area])) >= 4


# ---- moves -------------------------------------------------------------------------------------------------


def _exit_gain(work: Staffwork, unit: int, place: int) -> float:
    """How much nearer to the best exit a move brings a mobile unit, in points to be expected."""
    g, fields = work.g, work.fields
    if g.box.units.type[unit] is UnitType.FOOT or g.box.scenario.victory == "towns":
        return 0.0
    # Having moved, the unit has one march less to get out.
    before, after = valuation.exit_worth(distances.days_left(g) + 1), valuation.exit_worth(distances.days_left(g))
    here = fields.to_exit[g.place[unit]] + fields.hold[g.place[unit]]
    return g.strength[unit] * (after[min(fields.to_exit[place], distances.NEVER)] - before[min(here, distances.NEVER)])


def _advance(work: Staffwork) -> Iterator[Order]:
    """Mobile units that can get measurably nearer to the exits."""
    empty = ~work.g.occupied[Side.ALLIED]
    for unit in work.free():
        least = work.move_at
        best: tuple[float, int, float] | None = None
        for place in cells(work.can_reach[unit] & empty):
            gain = _exit_gain(work, unit, place)
            if gain < least or not work.has_room(place, (unit,)):
                continue
            risk = exposure(work, (unit,), place)
            if best is None or gain + risk > best[0]:
                best = (gain + risk, place, risk)
        if best is not None and best[0] - work.abandoned((unit,)) >= least:
            yield move_order(
                work,
                "exploit the gap",
                [unit],
                best[1],
                [("nearer to the exits", best[0] - best[2]), ("exposure", best[2])],
            )


def _seize(work: Staffwork) -> Iterator[Order]:
    """Empty victory point areas and towns that can be walked into."""
    g = work.g
    wanted = [a for a in g.box.map.vp if not g.control >> a & 1] if g.box.scenario.victory == "points" else []
    wanted += [t for t in g.box.scenario.towns if not g.occupied[Side.GERMAN] >> t & 1]
    for place in wanted:
        if g.occupied[Side.ALLIED] >> place & 1:
            continue
        units = [u for u in work.free() if work.can_reach[u] >> place & 1]
        if units:
            stack = work.fill(units, place)
            gain = work.worth(work.moved(stack, place)) - work.base
            yield move_order(
                work,
                "seize the town",
                stack,
                place,
                [("points and position", gain), ("exposure", exposure(work, stack, place))],
            )


def _leave_the_map(work: Staffwork) -> Iterator[Order]:
    """Units that can cross into a victory point zone when it pays more than staying."""
    g = work.g
    days = distances.days_left(g)
    last = (g.day, g.impulse) == (g.box.last_day, g.box.last_impulse)
    for zone, factor in g.box.map.multiplier.items():
        units = [u for u in work.free() if work.can_reach[u] >> zone & 1]
        beyond = factor * valuation.BEYOND[days] * _road_kept(work, zone) if units else 0.0
        for unit in units:
            stay = 0.0 if last else valuation.exit_worth(days + 1)[work.fields.to_exit[g.place[unit]]]
            gain = g.strength[unit] * (beyond - stay) - 0.3 * days - work.abandoned((unit,))
            yield move_order(work, "cross the edge", [unit], zone, [("points for strength beyond the edge", gain)])


#: The chance that strength beyond the edge keeps its supply to the end, by how many places the Allies must take to cut
#: it off.
KEPT = (0.0, 0.05, 0.2, 0.4, 0.6, 0.8)


def _road_kept(work: Staffwork, zone: int) -> float:
    """12.24 How likely the road back from a zone stays open; strength that is cut off there scores nothing."""
    g = work.g
    if g.box.last_side is Side.GERMAN and distances.days_left(g) == 0:
        return 1.0  # the game is over before the Allies can move again
    board = g.box.map
    capacity = [
        0 if g.occupied[Side.ALLIED] >> place & 1 else 1 if work.threat[place] > 0 else UNCUTTABLE
        for place in range(board.places)
    ]
    for edge in cells(board.all_zones):
        capacity[edge] = UNCUTTABLE if edge == zone or g.box.sources[Side.GERMAN] >> edge & 1 else 0
    cut, _, _ = smallest_cut(front.roads(g), capacity, cells(g.box.sources[Side.GERMAN]), {zone: UNCUTTABLE})
    return 1.0 if cut >= UNCUTTABLE else KEPT[min(cut, len(KEPT) - 1)]


def _release(work: Staffwork) -> Iterator[Order]:
    """11.3 Occupy a release area that nobody holds."""
    g = work.g
    areas = 0
    for number, release in enumerate(g.box.releases):
        if not g.released >> number & 1:
            areas |= release.areas
    for place in cells(areas & ~g.occupied[0] & ~g.occupied[1]):
        units = [u for u in work.free() if work.can_reach[u] >> place & 1]
        gain = release_value(work, place)
        if units and gain > 0:
            unit = min(units, key=lambda u: (work.price(u), -g.strength[u]))
            gains = [("reserves set free", gain), ("exposure", exposure(work, (unit,), place))]
            yield move_order(work, "free the reserves", [unit], place, gains)


def _bring_up(work: Staffwork) -> Iterator[Order]:
    """Units with nothing to do close up to the front at the end of the day."""
    g = work.g
    if g.impulse < 3 and g.day < 22:
        return
    depth = front_distance(work)
    close = work.style.closing_up / distances.DAY
    clear = ~g.occupied[work.enemy]
    for unit in work.free():
        if work.builds(unit) or work.abandoned((unit,)):
            continue
        best: tuple[float, int] | None = None
        for place in cells(work.can_reach[unit] & clear & g.box.map.all_areas):
            gain = close * g.strength[unit] * (depth[g.place[unit]] - depth[place]) + 0.25 * _exit_gain(
                work, unit, place
            )
            if best is not None and gain <= best[0]:
                continue
            if work.has_room(place, (unit,)):
                risk = exposure(work, (unit,), place)
                if best is None or gain + risk > best[0]:
                    best = (gain + risk, place)
        if best is not None and best[0] >= 0.02:
            yield move_order(work, "close up to the front", [unit], best[1], [("nearer to the front", best[0])])


def _bridge_the_river(work: Staffwork) -> Iterator[Order]:
    """10.1 Engineers go to a blown bridge on the way of the advance, to build from tomorrow on."""
    g = work.g
    if g.impulse < 3:
        return
    board = g.box.map
    engineers = [u for u in g.box.units.of[work.side] if g.box.units.type[u] is UnitType.ENGINEER and g.on_map(u)]
    busy = {unit for unit in engineers if work.builds(unit)}
    tended = {bridge for unit in busy for bridge in cells(board.crossings_at[g.place[unit]] & g.blown)}
    for bridge in set(cells(g.blown)) - tended:
        for near, far in (board.crossings[bridge], board.crossings[bridge][::-1]):
            if not g.occupied[work.side] >> far & 1 or g.occupied[work.enemy] >> near & 1:
                continue
            able = [u for u in engineers if u in work.can_reach and work.can_reach[u] >> near & 1 and u not in busy]
            able = [u for u in able if u in work.free() and work.has_room(near, (u,))]
            if able:
                busy.add(able[0])
                yield move_order(work, "bridge the river", [able[0]], near, [("a bridge tomorrow", 0.3)])
                break


def _hold_what_we_have(work: Staffwork) -> Iterator[Order]:
    """A unit in a town that pays stays there and digs in rather than leave it to be walked into."""
    g = work.g
    if g.impulse < 3:
        return
    for unit in work.diggers:
        place = g.place[unit]
        paying = g.box.map.vp.get(place, 0) or place in g.box.scenario.towns
        if unit not in work.used and paying and g.control >> place & 1 and work.threat[place] > 0:
            gain = 0.2 + 0.1 * g.strength[unit]
            yield Order(
                "garrison the prize", gain, (Action("entrench", unit),), (unit,), place, (("holding it", gain),)
            )


# ---- special forces ----------------------------------------------------------------------------------------


def _special(work: Staffwork) -> Iterator[Order]:
    """14.0 Confusion goes to the fight that matters, the others where Allied moves or demolitions would hurt most."""
    g = work.g
    effects = special_forces.effects(g, Side.GERMAN)
    if not effects:
        return
    allowed = special_forces.target_areas(g)
    if special_forces.BATTLEFIELD_CONFUSION in effects:
        for area in cells(work.ordered_attacks & allowed):
            gain = 0.1 * g.strength_at(area, Side.ALLIED) + 0.2
            yield _special_order(special_forces.BATTLEFIELD_CONFUSION, area, gain)
    if special_forces.BRIDGE_INTERFERENCE in effects and g.impulse == 1:
        for area in cells(work.ordered_attacks & allowed):
            if g.box.map.crossings_at[area] & ~g.blown:
                yield _special_order(special_forces.BRIDGE_INTERFERENCE, area, 0.25)
    if special_forces.RESTRICT_MOBILITY in effects and g.impulse == 2 and g.day >= 18:
        crossroads = max(cells(allowed & g.box.map.all_areas), key=lambda a: _traffic(work, a))
        yield _special_order(special_forces.RESTRICT_MOBILITY, crossroads, 0.2)


def _special_order(effect: int, area: int, gain: float) -> Order:
    name = "special forces"
    actions = (Action("special", effect), Action("area", area))
    return Order(name, gain, actions, (), area, ((special_forces.EFFECTS[effect], gain),))


def _traffic(work: Staffwork, area: int) -> float:
    """How much Allied strength would like to pass through an area."""
    g = work.g
    if not g.box.inside >> area & 1:
        return -1.0
    near = g.box.map.neighbours[area]
    waiting = sum(g.strength_at(place, Side.ALLIED) for place in cells(near))
    return waiting - 0.25 * abs(work.fields.arrival[area] - 24)


# ---- the list ----------------------------------------------------------------------------------------------


GERMAN: tuple[Tactic, ...] = (
    Tactic(
        "break the line",
        "attack where a cleared area opens the way",
        attacks_where("break the line", makes_hole, trade),
    ),
    Tactic("storm the town", "attack a town that pays", attacks_where("storm the town", paying, trade)),
    Tactic("crush the weak", "destroy what can hardly defend itself", attacks_where("crush the weak", weak, trade)),
    Tactic("force a crossing", "win the far bank", attacks_where("force a crossing", _bridgehead, trade)),
    Tactic("reduce the pocket", "attack units out of supply", attacks_where("reduce the pocket", in_pocket, trade)),
    Tactic(
        "fight for the reserves",
        "attack in a release area",
        attacks_where("fight for the reserves", release_area, _release_bonus),
    ),
    Tactic(
        "cut the supply road",
        "take the crossroads behind the line",
        attacks_where("cut the supply road", _supply_road, trade),
    ),
    Tactic("wear them down", "attack where the exchange is good", attacks_where("wear them down", anywhere, trade)),
    Tactic("exploit the gap", "mobile units drive on where nobody stands", _advance, routine=True),
    Tactic("seize the town", "walk into towns that pay", _seize),
    Tactic("cross the edge", "bring strength beyond the Meuse", _leave_the_map, routine=True),
    Tactic("free the reserves", "occupy release areas", _release),
    Tactic("bridge the river", "engineers to the blown bridges", _bridge_the_river, routine=True),
    Tactic("close up to the front", "nobody idles in the rear at night", _bring_up, routine=True),
    Tactic("garrison the prize", "dig in where points are earned", _hold_what_we_have, routine=True),
    Tactic("dig in", "hold ground within the enemy's reach", dig_in, routine=True),
    Tactic("special forces", "Greif teams where they hurt most", _special),
)
