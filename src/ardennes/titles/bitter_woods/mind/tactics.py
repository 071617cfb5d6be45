"""Tactics: each finds what it knows how to do on the staff's papers, gives the orders and says why.

A movement phase is planned from the most to the least binding: duties and garrisons, prizes for the taking, attacks,
then the drive for objectives on one side and the line on the other; `rear_area` does the rest.
"""

from __future__ import annotations

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Side
from ardennes.kernel.words import say
from ardennes.titles.bitter_woods.box import OFF_MAP
from ardennes.titles.bitter_woods.mind import appraisal, front, valuation
from ardennes.titles.bitter_woods.mind.appraisal import Appraisal
from ardennes.titles.bitter_woods.mind.staffwork import ATTACK_AT, CAUTION, MARCH, Order, Staffwork
from ardennes.titles.bitter_woods.mind.valuation import Objective
from ardennes.titles.bitter_woods.rules import leaders
from ardennes.titles.bitter_woods.rules.combat import duties, participants, strengths
from ardennes.titles.bitter_woods.rules.movement import destinations, exits
from ardennes.titles.bitter_woods.rules.stacking import no_room
from ardennes.titles.bitter_woods.state import State

#: An attack that pays, who moves where for it, and its worth after everything else is counted.
_Weighed = tuple[Appraisal, tuple[tuple[int, int], ...], float]


#: The part of what may attack a prize next turn that its garrison should defend with.
GARRISON = 0.4


# ---- what is bound -----------------------------------------------------------------------------------------


def meet_counterattacks(work: Staffwork) -> list[Order]:
    """9.5 Units told to counterattack fight where that is not hopeless, else they all leave."""
    g, found = work.g, []
    for duty in duties.counters(g, work.side):
        stack = g.units_at(duty.hex)
        if _fights(work, duty.hex) or any(unit not in work.movers for unit in stack):
            work.used.update(stack)
            continue
        moves = []
        for unit in stack:
            cell = safest(work, unit)
            if cell is not None:
                work.send(unit, cell)
                moves.append((unit, cell))
        found.append(Order("withdraw", 0.0, tuple(moves), duty.hex, (("a counterattack would be hopeless", 0.0),)))
    return found


def _fights(work: Staffwork, cell: int) -> bool:
    """Whether a counterattack from a hex is better than leaving it."""
    g = work.g
    duty = duties.counter_duty(g, work.side, cell)
    if duty is None:
        return True
    bound = frozenset(participants.bound_to_counter(g, duty))
    best = -9.0
    for target in cells(participants.counter_targets(g, duty)):
        strikers = participants.strikers(g, target, work.side)
        guns = participants.supporters(g, target, work.side)
        found = appraisal.best_attack(g, work.side, target, strikers, guns, False, work.gain(target), bound)
        best = max(best, found.worth if found is not None else -9.0)
    prize = sum(o.worth for o in work.objectives if o.board == 1 << cell)
    return best > -0.04 - 0.3 * prize


def safest(work: Staffwork, unit: int) -> int | None:
    """The hex a unit falls back to: out of danger, and still in the way."""
    board = work.options(unit)
    if not board:
        return None
    weight = front.importance(work) if work.side is Side.ALLIED else None
    near = sorted(cells(board), key=lambda c: (work.threat[c], c))[:40]
    return min(near, key=lambda c: (work.danger(c, unit) - (0.2 * weight[c] if weight else 0.0), work.threat[c], c))


def garrisons(work: Staffwork) -> list[Order]:
    """As many stay in every prize the Germans hold as it takes: first those that have least to gain elsewhere."""
    g = work.g
    short: list[tuple[float, int]] = []
    for cell in valuation.prizes(g.box):
        if not g.holds(Side.GERMAN, cell):
            continue
        stack = [u for u in g.fighters_at(cell) if g.box.units.fights[u]] or list(g.fighters_at(cell))
        doubled = bool(g.box.ground.doubled >> cell & 1)
        held = 0.0
        for unit in sorted(stack, key=lambda u: (g.box.units.mechanized[u], g.strength(u), u)):
            if held == 0.0 or held < GARRISON * work.threat[cell]:
                work.used.add(unit)
                held += strengths.defense_strength(g, unit, doubled)
        short.append((GARRISON * work.threat[cell] - held, cell))
    if g.box.scenario.victory == "points":
        return []  # there is no time to lose them again
    return [order for missing, cell in sorted(short, reverse=True) for order in _reinforced(work, cell, missing)]


def _reinforced(work: Staffwork, cell: int, missing: float) -> list[Order]:
    """Units sent to a prize whose garrison is too weak: those on foot first, then the strongest."""
    g, found = work.g, []
    doubled = bool(g.box.ground.doubled >> cell & 1)
    able = [unit for unit in work.free() if work.options(unit) >> cell & 1 and g.box.units.fights[unit]]
    for unit in sorted(able, key=lambda u: (g.box.units.mechanized[u], -g.strength(u), u)):
        if missing <= 0 or not work.options(unit) >> cell & 1:
            break
        work.send(unit, cell)
        missing -= strengths.defense_strength(g, unit, doubled)
        payoff = 0.1 * valuation.prizes(g.box)[cell]
        reasons = ((say("{objective} holds longer", objective=g.hex_name(cell)), payoff),)
        found.append(Order("garrison", payoff, ((unit, cell),), cell, reasons))
    return found


def garrison_prizes(work: Staffwork) -> list[Order]:
    """The Allies man what the Germans want: two units in a town hold longer than one in each of two."""
    found: list[Order] = []
    g = work.g
    for objective in work.objectives:
        if g.occupied[Side.ALLIED] & objective.board and objective.board.bit_count() == 1:
            work.used.update(u for u in g.units_at(cells(objective.board)[0]) if not g.box.units.artillery[u])
    while True:
        plans = [plan for objective in work.objectives if (plan := _garrison(work, objective)) is not None]
        best = max(plans, key=lambda plan: plan.payoff / len(plan.moves), default=None)
        if best is None or best.payoff < 0.06 * len(best.moves):
            return found
        for unit, cell in best.moves:
            work.send(unit, cell)
        found.append(best)


def _garrison(work: Staffwork, objective: Objective) -> Order | None:
    """The best garrison that can be brought to an objective this turn, payoff per unit."""
    g = work.g
    if objective.board.bit_count() > 1 or valuation.held_by_germans(g, objective):
        return None
    cell = cells(objective.board)[0]
    able = [u for u in work.free() if work.options(u) >> cell & 1 and not g.box.units.artillery[u]]
    if not able:
        return None
    weight = front.importance(work)
    able.sort(key=lambda u: (_missed(work, u, weight) - 0.02 * g.strength(u), u))
    before = work.outlook
    trial = g.copy()
    best: Order | None = None
    moves: list[tuple[int, int]] = []
    for unit in able:
        if no_room(trial, unit) >> cell & 1:
            break
        trial.put(unit, cell)
        trial.memo = None
        moves.append((unit, cell))
        work.evaluated += 1
        payoff = before - valuation.outlook(trial) + work.whim(MARCH)
        if best is None or payoff / len(moves) > best.payoff / len(best.moves):
            reasons = ((say("{objective} holds longer", objective=objective.name), payoff),)
            best = Order("garrison", payoff, tuple(moves), cell, reasons)
    return best


def _missed(work: Staffwork, unit: int, weight: list[float]) -> float:
    place = work.g.place[unit]
    return weight[place] if place < OFF_MAP else 0.0


# ---- prizes and attacks ------------------------------------------------------------------------------------


def leave_map(work: Staffwork) -> list[Order]:
    """17.1 As soon as what is missing of a panzer corps can leave the map while the three towns are held, it does."""
    g, numbers = work.g, work.g.box.tables.victory
    if not work.towns_held:
        return []
    able = [(unit, over[0]) for unit in work.free() if g.in_supply(unit) and (over := _ways_out(g, unit))]
    armor = [pair for pair in able if g.box.armor >> pair[0] & 1]
    short, short_armor = numbers.exits - g.exits[0], numbers.exits_armor - g.exits[1]
    if len(able) < short or len(armor) < short_armor:
        return []
    going = armor[: max(short_armor, 0)]
    going += [pair for pair in able if pair not in going][: short - len(going)]
    work.used.update(unit for unit, _ in going)
    reasons = (("a panzer corps off the map wins the game", 2.0),)
    return [Order("leave the map", 2.0, (), g.place[going[0][0]], reasons, leaves=tuple(going))]


def _ways_out(g: State, unit: int) -> list[int]:
    """5.5 The edges over which a whole unit on the map can leave it this turn."""
    whole = g.on_map(unit) and not g.box.thirds >> unit & 1
    return exits.exits(g, destinations.picked_up(g, unit)) if whole else []


def seize_prizes(work: Staffwork) -> list[Order]:
    """Objectives that can be entered now without a fight are entered, by who can hold them and is least missed."""
    g, found = work.g, []
    for objective in work.objectives:
        if objective.board.bit_count() > 1 or valuation.held_by_germans(g, objective):
            continue
        cell = cells(objective.board)[0]
        able = [u for u in work.free() if work.options(u) >> cell & 1 and not g.box.units.artillery[u]]
        if not able:
            continue
        unit = min(able, key=lambda u: (work.danger(cell, u) - 0.01 * g.strength(u), u))
        work.send(unit, cell)
        payoff = objective.worth * 0.8
        found.append(
            Order(
                "seize prize",
                payoff,
                ((unit, cell),),
                cell,
                ((say("{objective} is open", objective=objective.name), payoff),),
            )
        )
    return found


def attacks(work: Staffwork, most: int = 24) -> list[Order]:
    """Attacks that pay, the best first; each is weighed again when units or guns have been promised elsewhere."""
    g, grid = work.g, work.g.box.map.grid
    found: list[Order] = []
    enemies = g.occupied[work.side.enemy] & ~leaders.lone(g, work.side.enemy)
    targets = set(cells(enemies & grid.within(_within(work), 1)))
    known: dict[int, _Weighed | None] = {}
    while targets and len(found) < most:
        for cell in sorted(targets):
            if cell not in known:
                known[cell] = _weigh(work, cell)
        able = {cell: weighed for cell in targets if (weighed := known[cell]) is not None}
        if not able:
            break
        cell = max(able, key=lambda c: (able[c][2], -c))
        plan, moves, worth = able[cell]
        targets.discard(cell)
        for unit, place in moves:
            work.send(unit, place)
        work.used.update(plan.attack.units)
        work.guns_used.update(plan.attack.guns)
        work.attacked[cell] = plan
        found.append(_attack_order(work, plan, moves, worth))
        taken = {*plan.attack.units, *plan.attack.guns}
        crowded = 0
        for _, place in moves:
            crowded |= 1 << place
        for other in targets:
            if (kept := known[other]) is not None:
                theirs = kept[0].attack
                beside = grid.neighbours[other] & crowded
                if taken & {*theirs.units, *theirs.guns} or beside:
                    del known[other]
    return found


def _within(work: Staffwork) -> int:
    """Every hex a unit of the side can be in."""
    board = work.g.occupied[work.side]
    for unit in work.free():
        board |= work.reach(unit)
    return board


def _weigh(work: Staffwork, cell: int) -> _Weighed | None:
    planned = work.plan_attack(cell)
    if planned is None:
        return None
    found, moves = planned
    worth = found.worth + work.whim()
    if work.side is Side.ALLIED:
        worth -= _gap(work, found, moves)
    return (found, moves, worth) if worth > ATTACK_AT else None


def _gap(work: Staffwork, found: Appraisal, moves: tuple[tuple[int, int], ...]) -> float:
    """What the Germans gain by units leaving their posts for an attack, and what those units risk where they go."""
    if found.worth <= ATTACK_AT:
        return 0.0
    g = work.g
    after = g.copy()
    danger = 0.0
    for unit, cell in moves:
        here = g.place[unit]
        danger += work.danger(cell, unit) - work.home(cell)
        if here < OFF_MAP:
            danger -= work.danger(here, unit) - work.home(here)
        after.put(unit, cell)
    work.evaluated += 1
    return max(valuation.outlook(after) - work.outlook, 0.0) + max(danger, 0.0)


def _attack_order(work: Staffwork, plan: Appraisal, moves: tuple[tuple[int, int], ...], worth: float) -> Order:
    gain = work.gain(plan.attack.hex)
    reasons = (
        (say("the hex is cleared in {cleared} of throws", cleared=f"{plan.cleared:.0%}"), gain * plan.cleared),
        ("enemy strength destroyed", plan.enemy_loss * valuation.per_strength(work.g.box)),
        ("own strength lost", -plan.own_loss * valuation.per_strength(work.g.box)),
    )
    tactic = "encircle" if plan.enemy_loss > 0.6 * valuation.strength_at(work.g, plan.attack.hex) else "assault"
    return Order(tactic, worth, moves, plan.attack.hex, reasons, plan)


# ---- the drive ---------------------------------------------------------------------------------------------


def drive(work: Staffwork) -> list[Order]:
    """Units go where they can still get to most; the more are on their way to a prize, the less it draws others."""
    found = []
    g = work.g
    for unit in sorted(work.free(), key=lambda u: (-g.printed_allowance(u), -g.strength(u), u)):
        if g.box.units.artillery[unit]:
            continue
        cell, payoff = _best_hex(work, unit, cells(work.options(unit)))
        if cell is None:
            continue
        goal = _nearest(work, cell)
        work.claims[goal] += 0.6
        entering = g.place[unit] >= OFF_MAP
        work.send(unit, cell)
        tactic = "bring up reinforcements" if entering else "drive" if g.box.units.mechanized[unit] else "follow up"
        name = work.objectives[goal].name
        found.append(Order(tactic, payoff, ((unit, cell),), cell, ((say("on the way to {name}", name=name), payoff),)))
    return found


def _nearest(work: Staffwork, cell: int) -> int:
    ticks = work.ticks[:, cell].tolist()
    return min(range(len(work.objectives)), key=lambda n: (ticks[n] / max(work.objectives[n].worth, 0.1), n))


def _best_hex(work: Staffwork, unit: int, options: list[int]) -> tuple[int | None, float]:
    """Where a unit is best sent, and how much better that is than staying; None to stay."""
    g = work.g
    here = g.place[unit]
    if not options:
        return None, 0.0
    pull = work.pull(unit)
    scored = [(drawn + work.prize(cell), cell) for drawn, cell in zip(pull.at(options), options, strict=True)]
    scored.sort(key=lambda pair: (-pair[0], pair[1]))
    liked = [(s - CAUTION * work.danger(c, unit) + work.whim(MARCH), c) for s, c in scored[:12]]
    best = max(liked, key=lambda pair: (pair[0], -pair[1]))
    if here >= OFF_MAP:
        return best[1], best[0]
    stay = pull(here) - CAUTION * work.danger(here, unit)
    return (best[1], best[0] - stay) if best[0] > stay + 0.002 else (None, 0.0)


def best_exploit(work: Staffwork, unit: int) -> int | None:
    """14.2 Where a reserve unit drives in the exploitation phase; None to keep it where it is."""
    if _holds_alone(work, unit):
        return None
    if work.side is Side.GERMAN:
        return _best_hex(work, unit, cells(work.options(unit)))[0]
    post = front.best_post(work, unit, front.importance(work))
    return None if post is None else post.cell


def best_advance(work: Staffwork, unit: int, able: list[int]) -> int | None:
    """9.8 Where a unit advances to after combat; None to stay. Nobody leaves a prize that he alone holds."""
    if _holds_alone(work, unit):
        return None
    if work.side is Side.GERMAN:
        return _best_hex(work, unit, able)[0]
    post = front.best_of(work, unit, able[:6], work.relief(unit))
    return None if post is None or post.payoff <= 0.03 else post.cell


def _holds_alone(work: Staffwork, unit: int) -> bool:
    """Whether a unit is all that stands in a prize."""
    here = work.g.place[unit]
    return len(work.g.fighters_at(here)) == 1 and any([o.board == 1 << here for o in work.objectives])


# ---- reserves ----------------------------------------------------------------------------------------------


def reserve_candidates(work: Staffwork, able: list[int], before: State) -> list[int]:
    """14.1 Mechanized units that wait for a gap: near an attack that is likely to open one, and not needed for it.

    `work` has the orders of the phase in it, `before` is the position they were made on.
    """
    g = work.g
    likely = [cell for cell, plan in work.attacked.items() if plan.cleared >= 0.5]
    if not likely:
        return []
    near = g.box.map.grid.within(board_of(likely), 5)
    fighting = {unit for plan in work.attacked.values() for unit in plan.attack.units}
    prizes = {unit for unit, cell in work.moves if work.prize_at(cell)}
    return [u for u in able if u not in fighting and u not in prizes and near >> before.place[u] & 1]
