"""Orders for a movement phase, and answers to every other decision.

Answers are quick judgements on the position as it stands, in the same measure as the doctrine's payoffs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Action, Side, Step
from ardennes.kernel.recent import Recent
from ardennes.kernel.words import SPEAKER
from ardennes.parts.mind.weighing import Scales
from ardennes.titles.bitter_woods.mind import (
    combat_judgement,
    command,
    desk,
    front,
    rear_area,
    tactics,
    valuation,
)
from ardennes.titles.bitter_woods.mind.staffwork import Order, Staffwork
from ardennes.titles.bitter_woods.rules import kampfgruppe, leaders
from ardennes.titles.bitter_woods.rules.aircraft import Interdiction
from ardennes.titles.bitter_woods.rules.bridges import ChooseSite, Construction, Demolition, Engineers
from ardennes.titles.bitter_woods.rules.combat import duties
from ardennes.titles.bitter_woods.rules.combat.results import Loss
from ardennes.titles.bitter_woods.rules.combat.retreat import Retreat, RetreatTo
from ardennes.titles.bitter_woods.rules.combat.stand import StandLoss
from ardennes.titles.bitter_woods.rules.dumps import Burn
from ardennes.titles.bitter_woods.rules.movement import boundaries, destinations
from ardennes.titles.bitter_woods.rules.movement.phase import Attach, Movement, Moving
from ardennes.titles.bitter_woods.rules.quick import movers
from ardennes.titles.bitter_woods.rules.random_events import Bombed, Commandos, Deception, DropZone
from ardennes.titles.bitter_woods.rules.reserves import Reserves
from ardennes.titles.bitter_woods.rules.supply import AirDrops
from ardennes.titles.bitter_woods.state import State, own

#: Orders given lately without any posture or error, by side and table, and the positions evaluated for them: whoever
#: chooses reserves has planned the movement that follows, and where he chose none his orders stand.
_GIVEN: Recent[Hashable, tuple[list[Order], int]] = Recent(16)


def given(g: State, side: Side) -> tuple[list[Order], int]:
    """The orders of the doctrine for a movement phase, and the positions evaluated to find them."""
    key = _asked(g, side)
    found = _GIVEN.get(key)
    if found is None:
        work = Staffwork(g, side)
        found = _GIVEN.keep(key, (orders(work), work.evaluated))
    return found


def _asked(g: State, side: Side) -> Hashable:
    """What tells the orders that are kept apart: the table, and the language their reasons are told in."""
    return side, desk.table(g), g.dumps[side], SPEAKER.get()


def orders(work: Staffwork) -> list[Order]:
    """The orders for a movement phase; the papers show the position afterwards, before any combat."""
    found = tactics.meet_counterattacks(work)
    if work.side is Side.GERMAN:
        found += tactics.garrisons(work)
        found += tactics.leave_map(work)
        found += tactics.seize_prizes(work)
        found += tactics.attacks(work)
        found += tactics.drive(work)
    else:
        found += tactics.garrison_prizes(work)
        found += tactics.attacks(work)
        found += hold_line(work)
    if work.g.box.leaders:
        found += command.place_leaders(work)
    found += rear_area.move_guns(work)
    found += rear_area.dig_in(work)
    return [command.with_armies(work, order) for order in found] if work.g.box.leaders else found


def hold_line(work: Staffwork) -> list[Order]:
    """The Allied line as orders."""
    found = []
    for post in front.posts(work):
        reasons = (("the Germans are held up", post.delays), ("danger to the unit", -post.danger))
        tactic = "hold the line" if post.delays > 0.01 else "fall back"
        found.append(Order(tactic, post.payoff, ((post.unit, post.cell),), post.cell, reasons))
    return found


def in_sequence(g: State, found: list[Order]) -> list[Order]:
    """Orders in a sequence that stacking allows: who has to make room goes first (6.1), no leader is left alone."""
    trial = g.copy()
    waiting, given = list(found), []
    while waiting:
        late = []
        for order in waiting:
            if all(not _crowded(trial, unit, cell) for unit, cell in order.moves) and not _abandons(
                trial, order, waiting
            ):
                for unit, cell in order.moves:
                    trial.put(unit, cell)
                trial.memo = None
                given.append(order)
            else:
                late.append(order)
        if len(late) == len(waiting):
            return given + late
        waiting = late
    return given


def _abandons(g: State, order: Order, waiting: list[Order]) -> bool:
    """24.3 Whether an order leaves a leader alone next to the enemy who has an order to go elsewhere himself."""
    if not g.box.leaders:
        return False
    going = {unit for other in waiting for unit, _ in other.moves if other is not order}
    return any(leader in going for unit, _ in order.moves for leader in leaders.left_behind(g, unit))


def _crowded(g: State, unit: int, cell: int) -> bool:
    if leaders.is_leader(g, unit):
        return bool(leaders.no_room(g, unit) >> cell & 1)
    return bool(g.full[unit >= g.box.units.first_allied] >> cell & 1) and g.place[unit] != cell


def is_planned(g: State) -> bool:
    """Whether orders are made for the pending decision: a movement phase."""
    top = g.stack[-1]
    return isinstance(top, Movement) and not top.exploiting and not regrouping(g, top.side)


def is_prelude(g: State) -> bool:
    """14.1 Whether reserves are chosen, and nothing lies between that and the planning of movement."""
    top = g.stack[-1]
    return isinstance(top, Reserves) and not regrouping(g, top.side)


# ---- answers (those in combat are in `combat_judgement`) -------------------------------------------------------------


def answer(g: State) -> Action:
    """An answer to any decision but the planning of movement."""
    top = g.stack[-1]
    judge = _JUDGES.get(type(top))
    if judge is not None:
        return judge(g, top)
    if isinstance(top, BY_VALUE):
        return _best(g, [action for action in g.answers() if action.verb not in REGROUPING])
    choices = g.choices()
    return Action("done") if "done" in choices else g.actions()[0]


def _best(g: State, actions: list[Action]) -> Action:
    """The answer after which the position is worth most to its side, its dice counted; to leave it where nothing is."""
    if len(actions) == 1:
        return actions[0]
    sign = 1.0 if g.side is Side.GERMAN else -1.0
    scales = Scales(lambda state: valuation.plain(own(state)), phases=(Step,))
    found = [(sign * value, action) for action, value in scales.all([g], actions)]
    top = max(value for value, _ in found)
    best = [action for value, action in found if value >= top - 1e-9]
    return next((action for action in best if action.verb in ("done", "decline")), best[0])


def regrouping(g: State, side: Side) -> str:
    """36.11 Break down where the group would be tied to a town it holds alone; combine where it holds none."""
    if not g.box.thirds or side is not Side.GERMAN:
        return ""
    prizes = valuation.prizes(g.box)
    whole, three = g.box.whole, g.box.battalions
    if g.on_map(whole) and not g.moved >> whole & 1 and not g.reserve >> whole & 1:
        alone = [unit for unit in g.fighters_at(g.place[whole]) if g.box.units.fights[unit]] == [whole]
        if g.place[whole] in prizes and alone and kampfgruppe.BREAKDOWN.free(g, side, 1):
            return "breakdown"
    together = [unit for unit in three if g.on_map(unit) and not g.moved >> unit & 1]
    if len(together) == len(three) and g.place[three[0]] not in prizes:
        return "combine" if kampfgruppe.COMBINE.free(g, side, 1) else ""
    return ""


def _movement(g: State, top: Movement) -> Action:
    """Exploitation, and what must still be done before a movement phase may end."""
    choices = g.choices()
    units = [u for u in choices.get("unit", ()) if u is not None]
    if not top.exploiting and (verb := regrouping(g, top.side)) in choices:
        return Action(verb)
    if top.exploiting:
        for unit in sorted(units, key=lambda u: (-g.strength(u), u)):
            if _exploit_to(g, unit, top.side) is not None:
                return Action("unit", unit)
    if "done" in choices or not units:
        return Action("done") if "done" in choices else g.actions()[0]
    bound = must_move(g, top.side)
    return Action("unit", next((unit for unit in units if unit in bound or _could_join(g, unit)), units[0]))


def must_move(g: State, side: Side) -> set[int]:
    """9.5, 5.4 Units that must leave a hex being given up or another army's sector."""
    leaving = {
        u for duty in duties.counters(g, side) if duty.chosen == duties.WITHDRAWING for u in g.units_at(duty.hex)
    }
    if side is Side.ALLIED:
        return leaving
    return leaving | set(boundaries.strays(g))


def _could_join(g: State, unit: int) -> bool:
    """36.1, 36.L4 Whether a unit could bring Kampfgruppe Peiper, or its leader to it, together again."""
    if not g.box.thirds or not g.box.all_group >> unit & 1:
        return False
    return bool(_joining(g, unit, destinations.ends(g, unit, destinations.reachable(g, unit))))


def _joining(g: State, unit: int, hexes: int) -> int:
    """36.1, 36.L4 Of some hexes, those where a unit brings Kampfgruppe Peiper together that is not; 0 for others."""
    if unit == g.box.peiper:
        near = kampfgruppe.near(g, board_of([g.place[other] for other in kampfgruppe.men(g)]))
        return 0 if near >> g.place[unit] & 1 else hexes & near
    if not g.box.thirds >> unit & 1 or not kampfgruppe.scattered(g):
        return 0
    others = [other for other in kampfgruppe.battalions(g) if other != unit]
    at_once = kampfgruppe.in_touch(g, hexes, [1 << g.place[other] for other in others])
    return at_once or kampfgruppe.in_touch(g, hexes, [destinations.follows(g, other) for other in others])


def _exploit_to(g: State, unit: int, side: Side) -> int | None:
    """14.2, 24.5 Where a reserve unit, or the leader who released it, goes now; None to keep it where it is."""
    if leaders.is_leader(g, unit):
        work = desk.papers(g, side)
        return command.best_post(work, unit, cells(work.options(unit)))[0]
    return tactics.best_exploit(desk.papers(g, side), unit)


def _moving(g: State, top: Moving) -> Action:
    """Where a unit goes that no order tells: through a gap, back to its army, or out of a hex to be emptied."""
    choices = g.choices()
    hexes = [c for c in choices.get("hex", ()) if c is not None]
    below = g.stack[-2]
    if isinstance(below, Movement) and below.exploiting and not top.spent:
        before = g.copy()
        before.stack = g.stack[:-1]
        cell = _exploit_to(before, top.mover, top.side)
        if cell in hexes:
            return Action("hex", cell)
    close = _joining(g, top.mover, board_of(hexes))
    if "unit" in choices and not close and top.mover not in must_move(g, top.side):
        return Action("unit", top.mover)  # an order that cannot be carried out any more
    if not hexes:
        return g.actions()[0]
    work = desk.papers(g, top.side)
    return Action("hex", min(hexes, key=lambda c: (not close >> c & 1, work.danger(c, top.mover), work.threat[c], c)))


def _attach(g: State, top: Attach) -> Action:
    """24.6 A reinforcement goes to the army of its colour where that has a way for it."""
    army = command.army_for(g, top.entering)
    return Action("unit", top.entering) if army is None else Action("attach", army)


def _reserves(g: State, top: Reserves) -> Action:
    """14.1 Who waits for a gap, found by planning the phase that follows; the Allies have no use for it."""
    able = [u for u in g.choices().get("unit", ()) if u is not None]
    if not able or top.side is Side.ALLIED:
        return Action("done")
    chosen = [unit for unit in _waiting(g, top.side) if unit in able]
    return Action("unit", chosen[0]) if chosen else Action("done")


#: The reserves planned lately, by the position they were planned on: each unit is asked for in a decision of its own.
_PLANNED: Recent[tuple[object, ...], tuple[int, ...]] = Recent(64)


def _waiting(g: State, side: Side) -> tuple[int, ...]:
    """The units to be placed in reserve, whether some of them are already or not."""
    marks = (g.reduced, g.unsupplied, g.blown, g.improved, g.forts, g.freed, g.interdicted, g.fired)
    key = (g.box, g.turn, side, g.place.tobytes(), marks, g.duties, tuple(g.lost), tuple(g.vacated), g.exits)
    found = _PLANNED.get(key)
    if found is None:
        before = g.copy()
        before.ready = None
        before.reserve &= ~g.box.units.all_of[side]
        work = Staffwork(before, side)
        _GIVEN.keep(_asked(before, side), (orders(work), work.evaluated))
        able = command.releasable(before, side, movers.waiters(before, side))
        chosen = tactics.reserve_candidates(work, able, before)
        found = _PLANNED.keep(key, tuple(chosen))
    return found


# -- aircraft, supply, bridges -------------------------------------------------------------------------------


def _interdict(g: State, top: Interdiction) -> Action:
    """11.3 Where an aircraft costs the drive most time; one is kept to cover a combat_judgement."""
    if g.air[Side.ALLIED] < 2:
        return Action("done")
    work = desk.papers(g, Side.ALLIED)
    weight = front.importance(work)
    road = g.box.map.road_hexes & ~g.occupied[Side.ALLIED] & ~g.interdicted
    tried = sorted(cells(road), key=lambda c: (-weight[c], c))[:8]
    now = valuation.prospects(g)
    best: tuple[float, int] | None = None
    for cell in tried:
        other = g.copy()
        other.interdicted |= 1 << cell
        saved = now - valuation.prospects(other)
        if best is None or saved > best[0]:
            best = (saved, cell)
    return Action("hex", best[1]) if best is not None and best[0] > 0.04 else Action("done")


def _air_drop(g: State, top: AirDrops) -> Action:
    """12.5 Supply from the air goes to the strongest stack that is cut off."""

    def hungry(cell: int) -> int:
        return sum([g.strength(u) for u in g.units_at(cell) if g.unsupplied >> u & 1])

    hexes = [c for c in g.choices().get("hex", ()) if c is not None and hungry(c) >= 5]
    return Action("hex", max(hexes, key=lambda c: (hungry(c), -c))) if hexes else Action("done")


def _demolish(g: State, top: Demolition) -> Action:
    """13.1 The Allies blow what the Germans miss most; Germans keep bridges whole as long as they mean to come."""
    bridges = [action for action in g.answers() if action.verb == "bridge"]
    return _best(g, bridges) if bridges and top.side is Side.ALLIED else Action("done")


def _junction(g: State, top: DropZone | Deception) -> Action:
    """29.1, 29.4 Where most roads meet that Allied units are near."""
    grid, roads = g.box.map.grid, g.box.map.road_hexes & ~g.occupied[Side.GERMAN]

    def worth(cell: int) -> int:
        near = grid.within(1 << cell, 4) & g.occupied[Side.ALLIED]
        allies = sum([g.strength(unit) for place in cells(near) for unit in g.units_at(place)])
        return (grid.within(1 << cell, 1) & roads).bit_count() * min(allies, 30)

    hexes = [cell for cell in g.choices()["hex"] if cell is not None]
    return Action("hex", max(hexes, key=lambda cell: (worth(cell), -cell)))


#: 36.11 Exchanges lie beside every question of the Germans; they are made when they move.
REGROUPING = ("breakdown", "combine")
#: Decisions answered by the value of the position after each answer.
BY_VALUE = (
    Loss,
    StandLoss,
    Retreat,
    RetreatTo,
    Engineers,
    Construction,
    ChooseSite,
    Burn,
    Commandos,
    Bombed,
)

_JUDGES: dict[type, Callable[..., Action]] = {
    **combat_judgement.JUDGES,
    Movement: _movement,
    Moving: _moving,
    Attach: _attach,
    Reserves: _reserves,
    Interdiction: _interdict,
    AirDrops: _air_drop,
    Demolition: _demolish,
    DropZone: _junction,
    Deception: _junction,
}
