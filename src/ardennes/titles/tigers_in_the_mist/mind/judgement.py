"""Answers to the smaller decisions: battles, targets, bridges, arrivals, overfull areas.

Each is a quick judgement on the position as it stands, in the same measure as the doctrine's payoffs.
"""

from __future__ import annotations

from collections.abc import Callable

from ardennes.board.cells import cells
from ardennes.kernel import Action, Side
from ardennes.parts.mind import marches
from ardennes.parts.odds import mean
from ardennes.titles.tigers_in_the_mist.mind import distances
from ardennes.titles.tigers_in_the_mist.mind.allied_tactics import ALLIED
from ardennes.titles.tigers_in_the_mist.mind.german_tactics import GERMAN
from ardennes.titles.tigers_in_the_mist.mind.staffwork import Staffwork, move
from ardennes.titles.tigers_in_the_mist.mind.tactics import Order, Tactic
from ardennes.titles.tigers_in_the_mist.odds import aiming
from ardennes.titles.tigers_in_the_mist.rules.bridges import BridgeBuilding, ChooseSite, Demolition, demolition_number
from ardennes.titles.tigers_in_the_mist.rules.combat.artillery import AimArtillery
from ardennes.titles.tigers_in_the_mist.rules.combat.fire import AimFire
from ardennes.titles.tigers_in_the_mist.rules.combat.phase import (
    Battles,
    ChooseAttackers,
    entered,
    must_fight,
    residents,
)
from ardennes.titles.tigers_in_the_mist.rules.movement.phase import Marching, Movement
from ardennes.titles.tigers_in_the_mist.rules.occupation import TrimStack, over_limit
from ardennes.titles.tigers_in_the_mist.rules.quick.readiness import may_pick
from ardennes.titles.tigers_in_the_mist.rules.quick.ways import destinations
from ardennes.titles.tigers_in_the_mist.rules.reinforcements import ChooseZone
from ardennes.titles.tigers_in_the_mist.rules.special_forces import PlaceSpecialForces
from ardennes.titles.tigers_in_the_mist.state import ENTRENCHED, MOVED, State

#: The named tactics of each side, each a recogniser, a payoff and an order.
DOCTRINE: dict[Side, tuple[Tactic, ...]] = {Side.GERMAN: GERMAN, Side.ALLIED: ALLIED}


def orders(work: Staffwork, misjudge: Callable[[], float] | None = None) -> list[Order]:
    """The orders for a movement phase; the papers show the position to be expected afterwards.

    First what hangs together, best first and everything weighed again after each order; then the routine. `misjudge`
    is added to each payoff: weaker players see things wrong, they do not play by other rules.
    """
    given: list[Order] = []
    while len(given) < MOST:
        best: Order | None = None
        for tactic in DOCTRINE[work.side]:
            if not tactic.routine:
                for order in tactic.propose(work):
                    if misjudge is not None:
                        order = order._replace(payoff=order.payoff + misjudge())  # noqa: PLW2901
                    if best is None or order.payoff > best.payoff:
                        best = order
        if best is None or best.payoff <= LEAST:
            break
        if not work.march(marches.read(best.actions, "unit", "area")):
            continue
        given.append(best)
        commit(work, best)
    for tactic in DOCTRINE[work.side]:
        if tactic.routine and len(given) < MOST:
            given += _routine(work, tactic)
    return given


#: What looks worse than this is not ordered, even by those who misjudge it.
LEAST = -0.25
#: Nobody gives more orders than this in an impulse.
MOST = 60
#: How often a routine tactic is asked for other orders in place of those that cannot be carried out.
ROUNDS = 4


def _routine(work: Staffwork, tactic: Tactic) -> list[Order]:
    """A routine tactic's orders, as far as their units are still free, get where they go and fit in there.

    Those who do not are asked for another idea.
    """
    found: list[Order] = []
    for _ in range(ROUNDS):
        refused = False
        for order in sorted(tactic.propose(work), key=lambda order: -order.payoff):
            left = work.abandoned(order.units) if order.actions[0].verb == "unit" else 0.0
            if order.payoff <= left or any(unit in work.used for unit in order.units):
                continue
            if not work.march(marches.read(order.actions, "unit", "area")):
                refused = True
                continue
            work.used.update(order.units)
            work.g = work.g.copy()
            carry_out(work.g, work.side, order)
            found.append(order)
        if not refused:
            break
    return found


def commit(work: Staffwork, order: Order) -> None:
    """Take an order into the papers."""
    g = work.g
    if order.cleared is not None:
        result = work.odds(order.place, order.units)
        own = sum(g.strength[u] for u in order.units) - mean(result.attackers_left)
        theirs = g.strength_at(order.place, work.enemy) - mean(result.defenders_left)
        work.ordered_attacks |= 1 << order.place
        work.take(order.units, work.after(order.place, order.units, own, theirs))
        return
    changed = g.copy()
    carry_out(changed, work.side, order)
    work.take(order.units, changed)


def carry_out(g: State, side: Side, order: Order) -> None:
    """An order that is no attack, on paper."""
    if order.moves:
        for unit, place in order.moves:
            move(g, side, (unit,), place)
    elif not order.actions:
        return
    elif order.actions[0].verb == "unit":
        move(g, side, order.units, order.place)
    elif order.actions[0].verb == "entrench":
        for unit in order.units:
            g.status[unit] |= ENTRENCHED | MOVED
    elif order.tactic == "special forces":
        g.special = g.special._replace(day=g.day)


def is_planned(g: State) -> bool:
    """Whether the pending decision is one that orders are made for."""
    return isinstance(g.stack[-1], Movement)


def answer(g: State) -> Action:
    """An answer to any decision but the planning of movement."""
    top = g.stack[-1]
    if isinstance(top, (AimArtillery, AimFire)):
        action = aiming.doctrine(g)
        assert action is not None
        return action
    if isinstance(top, Battles):
        return _next_battle(g, top)
    if isinstance(top, ChooseAttackers):
        return _join(g, top)
    if isinstance(top, Demolition):
        return _demolish(g, top)
    if isinstance(top, BridgeBuilding):
        return _build(g, top)
    if isinstance(top, TrimStack):
        return Action("unit", min(g.units_at(top.area, top.side), key=lambda u: (g.strength[u], u)))
    if isinstance(top, ChooseZone):
        return _zone(g, top)
    if isinstance(top, Marching):
        return _under_way(g, top)
    if isinstance(top, Movement):
        return _relieve(g, top)
    if isinstance(top, (ChooseSite, PlaceSpecialForces)):
        return g.actions()[0]
    return Action("done") if "done" in g.choices() else g.actions()[0]


def _next_battle(g: State, top: Battles) -> Action:
    """Mandatory battles first; then attacks in place that are worth their losses."""
    areas = must_fight(g, top.side)
    if areas:
        return Action("area", areas[0])
    open_to_attack = g.choices().get("area", ())
    if not open_to_attack:
        return Action("done")
    work = Staffwork(g, top.side)
    best: tuple[float, int] | None = None
    for area in open_to_attack:
        assert area is not None
        attack = work.attack(area, residents(g, area, top.side))
        if attack is not None:
            gain = attack.worth + work.style.trade * (attack.enemy_loss - attack.own_loss)
            if gain > 0.03 and (best is None or gain > best[0]):
                best = (gain, area)
    return Action("done") if best is None else Action("area", best[1])


def _join(g: State, top: ChooseAttackers) -> Action:
    """Those who stand there already join: they would lose their day by standing by."""
    free = [unit for unit in residents(g, top.area, top.side) if unit not in top.attackers]
    if free and (entered(g, top.area, top.side) or not top.attackers):
        return Action("unit", free[0])
    waiting = [unit for unit in free if unit not in top.attackers]
    return Action("unit", waiting[0]) if waiting else Action("fight")


def _demolish(g: State, top: Demolition) -> Action:
    """Blow the bridge with the unit most likely to do it; Germans on the attack keep theirs."""
    units = [unit for unit in g.choices()["unit"] if unit is not None]
    if top.side is Side.GERMAN:
        fields = distances.Fields(g)
        a, b = g.box.map.crossings[top.bridge]
        if min(fields.arrival[a], fields.arrival[b]) < distances.IMPULSE and distances.days_left(g) > 0:
            return Action("decline")
    return Action("unit", max(units, key=lambda u: (demolition_number(g, u), -g.strength[u], -u)))


def _build(g: State, top: BridgeBuilding) -> Action:
    """Engineers that can build do; an Allied engineer leaves bridges down that only Germans want."""
    units = [unit for unit in g.choices().get("unit", ()) if unit is not None]
    if not units or top.side is Side.ALLIED:
        return Action("done")
    return Action("unit", units[0])


def _zone(g: State, top: ChooseZone) -> Action:
    """Enter where the Germans are nearest to something they want."""
    fields = distances.Fields(g)
    goal = distances.distance_to(g.box, g.occupied[Side.GERMAN])
    zones = [zone for zone in g.choices()["area"] if zone is not None]
    free = [zone for zone in zones if not g.occupied[Side.GERMAN] >> zone & 1] or zones
    return Action("area", min(free, key=lambda zone: (goal[zone] + 0.2 * fields.to_exit[zone], zone)))


def _relieve(g: State, top: Movement) -> Action:
    """7.2 When all orders are carried out: whoever can still leave an overfull area does, rather than be eliminated.

    A bridge blown on the way keeps units where others were sent.
    """
    for place in cells(g.occupied[top.side] & g.box.map.all_areas):
        if over_limit(g, place, top.side):
            for unit in sorted(g.units_at(place, top.side), key=lambda u: g.strength[u]):
                if may_pick(g, unit, top.side) and _aside(g, unit, top.side):
                    return Action("unit", unit)
    return Action("done")


def _aside(g: State, unit: int, side: Side) -> int:
    """The place with room nearest to the front that a unit can go to without a fight; 0 if there is none."""
    front = distances.distance_to(g.box, g.occupied[side.enemy])
    quiet = cells(destinations(g, (unit,), side) & ~g.occupied[side.enemy] & g.box.map.all_areas)
    return min([p for p in quiet if not over_limit(g, p, side, (unit,))], key=lambda p: (front[p], p), default=0)


def _under_way(g: State, top: Marching) -> Action:
    """A stack halted at a blown bridge or a waypoint: stop if that is allowed, else go on.

    A unit that was picked up and cannot go where it was sent is put back, unless there are too many where it stands.
    """
    choices = g.choices()
    if "stop" in choices:
        return Action("stop")
    if top.halted and choices.get("area"):
        front = distances.distance_to(g.box, g.occupied[top.side.enemy])
        places = [place for place in choices["area"] if place is not None]
        quiet = [place for place in places if not g.occupied[top.side.enemy] >> place & 1]
        if quiet:
            return Action("area", min(quiet, key=lambda place: (front[place], place)))
        return Action("area", places[0])
    unit = top.units[0]
    aside = over_limit(g, g.place[unit], top.side) and _aside(g, unit, top.side)
    return Action("area", aside) if aside else Action("unit", unit)
