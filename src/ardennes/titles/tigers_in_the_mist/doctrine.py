"""Doctrine: named tactics for each side, each a recogniser, a payoff and an order.

A tactic looks at the staff's papers and proposes orders with their payoff in victory points. The staff takes the best,
marks its units as used, and asks again. Orders are whole: every unit that shares in an attack, from wherever it comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ardennes.board.cells import cells
from ardennes.kernel import Action, Side
from ardennes.parts.advice import Posture
from ardennes.titles.tigers_in_the_mist import insight, line, special_forces, supply
from ardennes.titles.tigers_in_the_mist.pieces import UnitType
from ardennes.titles.tigers_in_the_mist.staffwork import Attack, Staffwork
from ardennes.titles.tigers_in_the_mist.state import ENTRENCHED, MOVED, WAITING


class Order(NamedTuple):
    """What a tactic proposes: the actions that carry it out, who takes part, and why."""

    tactic: str
    payoff: float
    actions: tuple[Action, ...]
    units: tuple[int, ...]
    place: int
    #: The payoff's parts, in victory points, for those who ask why.
    reasons: tuple[tuple[str, float], ...] = ()
    #: For attacks, the chance to clear the area.
    cleared: float | None = None
    #: For orders to several places, who goes where.
    moves: tuple[tuple[int, int], ...] = ()


class Tactic(NamedTuple):
    """A tactic: its name, the idea in a sentence, and what it proposes on a position.

    The orders of a `routine` tactic hardly touch each other: they are asked for once, when all else is settled.
    """

    name: str
    idea: str
    propose: Callable[[Staffwork], Iterator[Order]]
    routine: bool = False


# ---- making orders -----------------------------------------------------------------------------------------


def march(units: Sequence[int], place: int) -> tuple[Action, ...]:
    """The actions that move units to a place, one after another: each goes its own cheapest way."""
    actions: list[Action] = []
    for unit in units:
        actions += [Action("unit", unit), Action("area", place)]
    return tuple(actions)


def attack_order(work: Staffwork, name: str, attack: Attack, bonus: float = 0.0) -> Order:
    """An order to attack. Units already in the area join when the battle is fought."""
    moving = [unit for unit in attack.units if work.g.place[unit] != attack.area]
    reasons = [
        ("if the area is cleared", attack.cleared * attack.success),
        ("if it is not", (1 - attack.cleared) * attack.failure),
    ]
    if bonus:
        reasons.append((name, bonus))
    price = commitment(work, attack.units)
    if price:
        reasons.append(("reserves committed", price))
    payoff = attack.worth + bonus + price
    return Order(name, payoff, march(moving, attack.area), attack.units, attack.area, tuple(reasons), attack.cleared)


def commitment(work: Staffwork, units: Sequence[int]) -> float:
    """8.25 Units act once a day: what is committed now cannot exploit or seal what happens later."""
    if work.posture(units, Posture.ASSAULT) or work.posture(units, Posture.EXPLOIT):
        return 0.0
    impulse = work.g.impulse - 1
    mobile, others = work.style.mobile_in_hand[impulse], work.style.others_in_hand[impulse]
    kinds = work.g.box.units.type
    return -sum((others if kinds[u] is UnitType.FOOT else mobile) * work.g.strength[u] for u in units)


def move_order(
    work: Staffwork, name: str, units: Sequence[int], place: int, gains: Sequence[tuple[str, float]]
) -> Order:
    """An order to move, with the parts of its payoff."""
    return Order(name, sum(gain for _, gain in gains), march(units, place), tuple(units), place, tuple(gains))


# ---- attacks, for both sides -------------------------------------------------------------------------------


def attacks(work: Staffwork) -> list[Attack]:
    """Every attack worth a look, kept until one of its units is used otherwise."""
    kept: dict[int, Attack | None] = work.__dict__.setdefault("_attacks", {})
    found = []
    for area in work.targets():
        known = kept.get(area)
        if area not in kept or (known is not None and any(unit in work.used for unit in known.units)):
            known = kept[area] = work.attack(area)
        if known is not None and not any(unit in work.used for unit in known.units):
            found.append(known)
    return found


def _attacks_where(
    name: str, wanted: Callable[[Staffwork, Attack], bool], bonus: Callable[[Staffwork, Attack], float]
) -> Callable[[Staffwork], Iterator[Order]]:
    def propose(work: Staffwork) -> Iterator[Order]:
        for attack in attacks(work):
            if wanted(work, attack):
                order = attack_order(work, name, attack, bonus(work, attack))
                bold = work.posture(attack.units, Posture.ASSAULT)
                if order.payoff >= (-0.25 if bold else work.attack_at):
                    yield order

    return propose


def _nothing(work: Staffwork, attack: Attack) -> float:
    return 0.0


def _trade(work: Staffwork, attack: Attack) -> float:
    """What the exchange of losses is worth beyond the strength points themselves."""
    return work.style.trade * (attack.enemy_loss - attack.own_loss)


def _cut_off(work: Staffwork, area: int) -> bool:
    """Whether the enemy in an area is out of supply."""
    return not all(supply.in_supply(work.g, unit) for unit in work.g.units_at(area, work.enemy))


def _release_value(work: Staffwork, area: int) -> float:
    """11.3 What German superiority in an area would set free."""
    g = work.g
    total = 0.0
    for number, release in enumerate(g.box.releases):
        if not g.released >> number & 1 and release.areas >> area & 1:
            days = g.box.last_day - max(g.day, release.not_before[0])
            waiting = [unit for unit in release.units if g.place[unit] == 0]
            total += 0.12 * sum(g.box.units.rows[unit].strength for unit in waiting) * max(days, 0) / 3
    return total


def _makes_hole(work: Staffwork, attack: Attack) -> bool:
    return attack.success - attack.failure > 0.5


# ---- German moves ------------------------------------------------------------------------------------------


def _exit_gain(work: Staffwork, unit: int, place: int) -> float:
    """How much nearer to the best exit a move brings a mobile unit, in points to be expected."""
    g, fields = work.g, work.fields
    if g.box.units.type[unit] is UnitType.FOOT or g.box.scenario.victory == "towns":
        return 0.0
    # Having moved, the unit has one march less to get out.
    before, after = insight.exit_worth(insight.days_left(g) + 1), insight.exit_worth(insight.days_left(g))
    here = fields.to_exit[g.place[unit]] + fields.hold[g.place[unit]]
    return g.strength[unit] * (after[min(fields.to_exit[place], insight.NEVER)] - before[min(here, insight.NEVER)])


def _front_distance(work: Staffwork) -> list[int]:
    """Ticks from each place to the nearest enemy-held area, along roads."""
    known = work.__dict__.get("_front")
    if known is None:
        known = work.__dict__["_front"] = insight.distance_to(work.g, work.g.occupied[work.enemy])
    return list(known)


def _exposure(work: Staffwork, units: Sequence[int], place: int) -> float:
    """What the enemy's best reply against a place would cost."""
    g = work.g
    if g.box.map.is_zone(place):
        return 0.0
    own = sum(g.strength[u] for u in units)
    own += sum(g.strength[u] for u in g.units_at(place, work.side) if u not in units)
    threat = work.threat[place]
    if threat <= 0 or own <= 0:
        return 0.0
    lost = insight.clear_chance(threat, own) * own
    return -work.style.exposure * lost


def _advance(work: Staffwork) -> Iterator[Order]:
    """Mobile units that can get measurably nearer to the exits."""
    empty = ~work.g.occupied[Side.ALLIED]
    for unit in work.free():
        least = 0.02 if work.posture((unit,), Posture.EXPLOIT) else work.move_at
        best: tuple[float, int, float] | None = None
        for place in cells(work.can_reach[unit] & empty):
            gain = _exit_gain(work, unit, place)
            if gain < least or not work.has_room(place, (unit,)):
                continue
            risk = _exposure(work, (unit,), place)
            if best is None or gain + risk > best[0]:
                best = (gain + risk, place, risk)
        if best is not None and best[0] >= least:
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
                [("points and position", gain), ("exposure", _exposure(work, stack, place))],
            )


def _leave_the_map(work: Staffwork) -> Iterator[Order]:
    """Units that can cross into a victory point zone when it pays more than staying."""
    g = work.g
    for zone, factor in g.box.map.multiplier.items():
        units = [u for u in work.free() if work.can_reach[u] >> zone & 1]
        for unit in units:
            days = insight.days_left(g)
            stay = insight.exit_worth(days + 1)[work.fields.to_exit[g.place[unit]]]
            gain = g.strength[unit] * (factor * insight.BEYOND[days] - stay) - 0.3 * days
            yield move_order(work, "cross the edge", [unit], zone, [("points for strength beyond the edge", gain)])


def _release(work: Staffwork) -> Iterator[Order]:
    """11.3 Occupy a release area that nobody holds."""
    g = work.g
    areas = 0
    for number, release in enumerate(g.box.releases):
        if not g.released >> number & 1:
            areas |= release.areas
    for place in cells(areas & ~g.occupied[0] & ~g.occupied[1]):
        units = [u for u in work.free() if work.can_reach[u] >> place & 1]
        gain = _release_value(work, place)
        if units and gain > 0:
            unit = min(units, key=lambda u: (work.price(u), -g.strength[u]))
            gains = [("reserves set free", gain), ("exposure", _exposure(work, (unit,), place))]
            yield move_order(work, "free the reserves", [unit], place, gains)


def _bring_up(work: Staffwork) -> Iterator[Order]:
    """Units with nothing to do close up to the front at the end of the day."""
    g = work.g
    if g.impulse < 3 and g.day < 22:
        return
    front = _front_distance(work)
    close = work.style.closing_up / insight.DAY
    clear = ~g.occupied[work.enemy]
    for unit in work.free():
        if _is_building(work, unit):
            continue
        best: tuple[float, int] | None = None
        for place in cells(work.can_reach[unit] & clear & g.box.map.all_areas):
            gain = close * g.strength[unit] * (front[g.place[unit]] - front[place]) + 0.25 * _exit_gain(
                work, unit, place
            )
            if best is not None and gain <= best[0]:
                continue
            if work.has_room(place, (unit,)):
                risk = _exposure(work, (unit,), place)
                if best is None or gain + risk > best[0]:
                    best = (gain + risk, place)
        if best is not None and best[0] >= 0.02:
            yield move_order(work, "close up to the front", [unit], best[1], [("nearer to the front", best[0])])


def _is_building(work: Staffwork, unit: int) -> bool:
    """10.12 An engineer beside a blown bridge is better left where it is."""
    g = work.g
    return (
        g.box.units.type[unit] is UnitType.ENGINEER
        and bool(g.box.map.crossings_at[g.place[unit]] & g.blown)
        and not g.occupied[work.enemy] >> g.place[unit] & 1
    )


def _bridge_the_river(work: Staffwork) -> Iterator[Order]:
    """10.1 Engineers go to a blown bridge on the way of the advance, to build from tomorrow on."""
    g = work.g
    if g.impulse < 3:
        return
    board = g.box.map
    for unit in work.free():
        if g.box.units.type[unit] is not UnitType.ENGINEER or _is_building(work, unit):
            continue
        for bridge in cells(g.blown):
            for near, far in (board.crossings[bridge], board.crossings[bridge][::-1]):
                there = g.occupied[work.side] >> far & 1 and work.can_reach[unit] >> near & 1
                if there and not g.occupied[work.enemy] >> near & 1 and work.has_room(near, (unit,)):
                    yield move_order(work, "bridge the river", [unit], near, [("a bridge tomorrow", 0.3)])


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


def _dig_in(work: Staffwork) -> Iterator[Order]:
    """Infantry types that stay within the enemy's reach dig in when the day is nearly over."""
    g = work.g
    if g.impulse < 3 and work.side is Side.GERMAN:
        return
    for unit in work.diggers:
        place = g.place[unit]
        if unit in work.used or work.threat[place] <= 0 or g.status[unit] & ENTRENCHED:
            continue
        own = g.strength_at(place, work.side)
        gain = 0.12 * g.strength[unit] * insight.clear_chance(work.threat[place], own) + 0.03
        if work.side is Side.ALLIED:
            behind = work.weak_places().get(place, 0.0)
            more = own + (insight.DUG_IN - 1.0) * g.strength[unit]
            gain += behind * (
                insight.clear_chance(work.threat[place], own) - insight.clear_chance(work.threat[place], more)
            )
        if gain >= work.move_at * 0.4:
            yield Order("dig in", gain, (Action("entrench", unit),), (unit,), place, (("harder to clear", gain),))


# ---- Allied moves ------------------------------------------------------------------------------------------


def _hold_the_line(work: Staffwork) -> Iterator[Order]:
    """Close every gap at once: the cheapest line of areas between the Germans and what they want.

    One unit in one of two gaps changes nothing, so the line is ordered whole: the places where a cut of the road net
    costs least, given who can get where and how likely each would be to hold.
    """
    if work.__dict__.setdefault("_lined", False):
        return
    work.__dict__["_lined"] = True
    found = line.cheapest(work)
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
        before = insight.clear_chance(work.threat[place], here) if here else 1.0
        if before * behind < least:
            continue
        units = [u for u in work.free() if work.can_reach[u] >> place & 1 and work.has_room(place, (u,))]
        for unit in sorted(units, key=lambda u: (work.leaving_cost(u) - 0.08 * g.strength[u], u))[:2]:
            after = insight.clear_chance(work.threat[place], here + g.strength[unit])
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
    """8.4 Engineers go where a German advance must cross a bridge, to blow it under him."""
    g = work.g
    board = g.box.map
    for unit in work.free():
        if g.box.units.type[unit] is not UnitType.ENGINEER:
            continue
        for place in cells(work.can_reach[unit] & ~g.occupied[Side.GERMAN] & board.all_areas):
            coming = [
                link
                for link in board.links[place]
                if link.crossing >= 0
                and not link.crossing_bit & g.blown
                and work.fields.arrival[link.to] < work.fields.arrival[place]
                and work.fields.arrival[place] < 32
            ]
            if coming and work.has_room(place, (unit,)):
                gain = 0.35 * len(coming) + (0.2 if place == g.place[unit] else 0.0)
                if gain >= work.move_at and place != g.place[unit]:
                    yield move_order(work, "cover the bridge", [unit], place, [("bridges to blow", gain)])


def _reinforce(work: Staffwork) -> Iterator[Order]:
    """Units far from the fighting come up behind the threatened sector."""
    g = work.g
    if g.impulse < 3 and g.day < 22:
        return
    front = _front_distance(work)
    close = 1.2 * work.style.closing_up / insight.DAY
    for unit in work.free():
        here = g.place[unit]
        best: tuple[float, int] | None = None
        for place in cells(work.can_reach[unit] & ~g.occupied[Side.GERMAN] & g.box.map.all_areas):
            if front[place] < 4:
                continue
            gain = close * g.strength[unit] * (front[here] - front[place])
            if (best is None or gain > best[0]) and work.has_room(place, (unit,)):
                best = (gain, place)
        if best is not None and best[0] >= 0.15:
            yield move_order(work, "bring up reserves", [unit], best[1], [("nearer to the front", best[0])])


def _withdraw(work: Staffwork) -> Iterator[Order]:
    """Units about to be cut off or crushed trade space for time."""
    g = work.g
    for unit in work.free():
        here = g.place[unit]
        own = g.strength_at(here, work.side)
        if g.box.map.is_zone(here) or insight.clear_chance(work.threat[here], own) < 0.6:
            continue
        doomed = 0.14 * g.strength[unit] * insight.clear_chance(work.threat[here], own)
        for place in cells(work.can_reach[unit] & ~g.occupied[work.enemy] & g.box.map.all_areas):
            if work.fields.arrival[place] > work.fields.arrival[here] + 4 and work.has_room(place, (unit,)):
                gain = work.worth(work.moved((unit,), place)) - work.base + doomed + _exposure(work, (unit,), place)
                if gain >= work.move_at / 2:
                    yield move_order(
                        work,
                        "trade space",
                        [unit],
                        place,
                        [("saved from destruction", doomed), ("position", gain - doomed)],
                    )
                    break


def _raid(work: Staffwork) -> Iterator[Order]:
    """Stand on the enemy's supply road: mobile units go where most of him would be cut off."""
    if not work.style.raiding:
        return
    g = work.g
    for unit in work.free():
        if g.box.units.type[unit] is UnitType.FOOT:
            continue
        best: tuple[float, int] | None = None
        for place in cells(work.can_reach[unit] & ~g.occupied[work.enemy] & g.box.map.all_areas):
            after = work.moved((unit,), place)
            _, infantry = supply.supplied_places(after, work.enemy)
            lost = sum(
                g.strength[u] for p in cells(after.occupied[work.enemy] & ~infantry) for u in g.units_at(p, work.enemy)
            )
            if lost and (best is None or lost > best[0]):
                best = (lost, place)
        if best is not None:
            gain = work.style.raiding * best[0] + _exposure(work, (unit,), best[1])
            yield move_order(work, "cut the supply road", [unit], best[1], [("enemy cut off", gain)])


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


# ---- the lists ---------------------------------------------------------------------------------------------


def _paying(work: Staffwork, attack: Attack) -> bool:
    g = work.g
    return attack.area in g.box.map.vp or attack.area in g.box.scenario.towns


def _weak(work: Staffwork, attack: Attack) -> bool:
    return attack.cleared >= 0.8


def _bridgehead(work: Staffwork, attack: Attack) -> bool:
    g = work.g
    return bool(g.box.map.crossings_at[attack.area]) and any(
        g.box.map.crossing(g.place[unit], attack.area) >= 0 for unit in attack.units
    )


def _in_pocket(work: Staffwork, attack: Attack) -> bool:
    return _cut_off(work, attack.area)


def _any(work: Staffwork, attack: Attack) -> bool:
    return True


def _release_area(work: Staffwork, attack: Attack) -> bool:
    return _release_value(work, attack.area) > 0


def _release_bonus(work: Staffwork, attack: Attack) -> float:
    return attack.cleared * _release_value(work, attack.area)


def _spearhead(work: Staffwork, attack: Attack) -> bool:
    """The foremost Germans: nobody of theirs is nearer to an exit."""
    g = work.g
    if g.box.scenario.victory == "towns":
        return False
    nearest = min(work.fields.to_exit[p] for p in cells(g.occupied[Side.GERMAN] & g.box.map.all_areas))
    return work.fields.to_exit[attack.area] <= nearest + 6


def _supply_road(work: Staffwork, attack: Attack) -> bool:
    return attack.success - attack.failure > 0.3 and len(cells(work.g.box.map.neighbours[attack.area])) >= 4


GERMAN: tuple[Tactic, ...] = (
    Tactic(
        "break the line",
        "attack where a cleared area opens the way",
        _attacks_where("break the line", _makes_hole, _trade),
    ),
    Tactic("storm the town", "attack a town that pays", _attacks_where("storm the town", _paying, _trade)),
    Tactic("crush the weak", "destroy what can hardly defend itself", _attacks_where("crush the weak", _weak, _trade)),
    Tactic("force a crossing", "win the far bank", _attacks_where("force a crossing", _bridgehead, _trade)),
    Tactic("reduce the pocket", "attack units out of supply", _attacks_where("reduce the pocket", _in_pocket, _trade)),
    Tactic(
        "fight for the reserves",
        "attack in a release area",
        _attacks_where("fight for the reserves", _release_area, _release_bonus),
    ),
    Tactic(
        "cut the supply road",
        "take the crossroads behind the line",
        _attacks_where("cut the supply road", _supply_road, _trade),
    ),
    Tactic("wear them down", "attack where the exchange is good", _attacks_where("wear them down", _any, _trade)),
    Tactic("exploit the gap", "mobile units drive on where nobody stands", _advance, routine=True),
    Tactic("seize the town", "walk into towns that pay", _seize),
    Tactic("cross the edge", "bring strength beyond the Meuse", _leave_the_map, routine=True),
    Tactic("free the reserves", "occupy release areas", _release),
    Tactic("bridge the river", "engineers to the blown bridges", _bridge_the_river, routine=True),
    Tactic("close up to the front", "nobody idles in the rear at night", _bring_up, routine=True),
    Tactic("garrison the prize", "dig in where points are earned", _hold_what_we_have, routine=True),
    Tactic("dig in", "hold ground within the enemy's reach", _dig_in, routine=True),
    Tactic("raid", "stand on the enemy's supply road", _raid),
    Tactic("special forces", "Greif teams where they hurt most", _special),
)

ALLIED: tuple[Tactic, ...] = (
    Tactic("hold the line", "close every gap at once", _hold_the_line),
    Tactic("plug the gap", "stand in the open road", _blocks("plug the gap")),
    Tactic("raid", "stand on the enemy's supply road", _raid),
    Tactic("cover the bridge", "engineers to bridges the Germans need", _cover_bridge, routine=True),
    Tactic("dig in", "the shovel is the best weapon", _dig_in, routine=True),
    Tactic("trade space", "fall back before being crushed", _withdraw, routine=True),
    Tactic("bring up reserves", "nobody idles in the rear at night", _reinforce, routine=True),
    Tactic(
        "cut off the spearhead", "hit the foremost Germans", _attacks_where("cut off the spearhead", _spearhead, _trade)
    ),
    Tactic("retake the town", "attack in a town that pays", _attacks_where("retake the town", _paying, _trade)),
    Tactic(
        "reduce the pocket", "attack Germans out of supply", _attacks_where("reduce the pocket", _in_pocket, _trade)
    ),
    Tactic("crush the weak", "destroy what can hardly defend itself", _attacks_where("crush the weak", _weak, _trade)),
    Tactic("deny the reserves", "contest release areas", _attacks_where("deny the reserves", _release_area, _trade)),
    Tactic(
        "close the breach",
        "attack where a cleared area mends the line",
        _attacks_where("close the breach", _makes_hole, _trade),
    ),
    Tactic("counterattack", "attack where the exchange is good", _attacks_where("counterattack", _any, _trade)),
    Tactic("guard the town", "garrison what pays", _blocks("guard the town")),
    Tactic("thicken the line", "make weak places strong", _blocks("thicken the line")),
    Tactic("refuse the flank", "extend the line", _blocks("refuse the flank")),
    Tactic("roadblock", "a small unit on the crossroads", _blocks("roadblock")),
    Tactic("commit the reserve", "reinforcements straight into the line", _blocks("commit the reserve")),
)

DOCTRINE: dict[Side, tuple[Tactic, ...]] = {Side.GERMAN: GERMAN, Side.ALLIED: ALLIED}
