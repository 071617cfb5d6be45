"""What a combat is worth to the side that attacks, over the six faces of the die and exactly by the results table."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Side
from ardennes.titles.bitter_woods.box import OFF_MAP
from ardennes.titles.bitter_woods.box.tables import Result
from ardennes.titles.bitter_woods.mind import valuation
from ardennes.titles.bitter_woods.rules import artillery
from ardennes.titles.bitter_woods.rules.combat import nerve, routes, stand, strengths
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.state import State

DICE = range(1, 7)
#: What it is worth to be told to counterattack, to stay engaged, and to fall back a hex; in strength points.
UNDER_PRESSURE, ENGAGED, PUSHED = 1.0, -0.3, -0.5
#: What it costs beyond the losses that nobody is left to stand.
NOBODY_LEFT = 9.0
#: 24 What a leader is worth, in strength points.
LEADER = 12.0
#: 23 The share of what a cleared hex is worth that mechanized units have of passing it by so many hexes, unless known.
PASSED = (0.0, 0.3, 0.5, 0.65, 0.75)


class Appraisal(NamedTuple):
    """An attack weighed: what it is worth, how likely the hex is cleared, and the strength both sides may lose."""

    attack: Attack
    worth: float
    cleared: float
    own_loss: float
    enemy_loss: float
    column: int


def loss(g: State, unit: int, steps: int = 2) -> float:
    """What losing steps of a unit costs its side; a unit that is gone counts as a loss by the victory conditions."""
    units = g.box.units
    if g.box.leader_units >> unit & 1:
        return LEADER * valuation.per_strength(g.box)
    full, reduced = units.strengths[unit]
    here = g.strength(unit)
    gone = steps > 1 or bool(g.reduced >> unit & 1) or not reduced
    price = valuation.per_strength(g.box) * (here if gone else full - reduced)
    if not gone:
        return price
    if unit >= units.first_allied:
        return price + valuation.allied_loss(g)
    if units.mechanized[unit]:
        counts = g.box.tables.victory.panzer_counts if g.box.armor >> unit & 1 else 1
        return price + counts * valuation.mechanized_loss(g)
    return price


def cheapest(g: State, units: tuple[int, ...]) -> int:
    """9.6 The unit that can best spare a step."""
    return min(units, key=lambda unit: (loss(g, unit, 1), unit))


def likely_support(g: State, cell: int, side: Side) -> tuple[int, ...]:
    """10.2 The gun the defender is likely to add: the strongest that can fire."""
    guns = cells(artillery.COVER.free(g, Attack(side.enemy, cell, ()), artillery.guns(g, side)))
    return (max(guns, key=lambda gun: (g.strength(gun), -gun)),) if guns else ()


def appraise(g: State, attack: Attack, gain: float) -> Appraisal:
    """Weigh an attack as it stands. `gain` is what the attacker has of a defender gone from the hex, losses apart."""
    defenders = g.fighters_at(attack.hex)
    struck = tuple(u for u in attack.units if g.box.units.fights[u])
    known: dict[Result, tuple[float, float, float, float]] = {}
    total = cleared = own = enemy = 0.0
    column = 0
    for possible, weight in nerve.worlds(g, attack):
        odds = strengths.odds(g, possible)
        column, among = odds.column, 36 / weight
        for die in DICE:
            result = strengths.result(g, odds, die)
            if result not in known:
                known[result] = _outcome(g, result, defenders, struck, gain)
            worth, gone, mine, theirs = known[result]
            total += worth / among
            cleared += gone / among
            own += mine / among
            enemy += theirs / among
    return Appraisal(attack, total, cleared, own, enemy, column)


def _outcome(
    g: State, result: Result, defenders: tuple[int, ...], attackers: tuple[int, ...], gain: float
) -> tuple[float, float, float, float]:
    """A result's worth, whether the hex is cleared, and the strength lost by the attacker and by the defender."""
    point = valuation.per_strength(g.box)
    kind = result.kind
    if kind == "DE":
        return gain + sum([loss(g, u) for u in defenders]), 1.0, 0.0, _strength(g, defenders)
    if kind == "AE":
        return -sum([loss(g, u) for u in attackers]), 0.0, _strength(g, attackers), 0.0
    if kind == "D":
        return _driven_back(g, result, defenders, gain)
    if kind == "ADV":
        return gain * PASSED[result.hexes], 0.0, 0.0, 0.0
    if kind == "A":
        return _repulse(g, result, attackers)
    if kind == "FF":
        mine, theirs = cheapest(g, attackers), cheapest(g, defenders)
        alone = len(defenders) == 1 and bool(g.reduced >> theirs & 1)
        worth = loss(g, theirs, 1) - loss(g, mine, 1) + (gain if alone else 0.0)
        return worth, float(alone), _step(g, mine), _step(g, theirs)
    return point * {"CA": UNDER_PRESSURE, "ENG": ENGAGED}.get(kind, 0.0) * len(attackers), 0.0, 0.0, 0.0


def _repulse(g: State, result: Result, attackers: tuple[int, ...]) -> tuple[float, float, float, float]:
    """9.7 An attacker thrown back loses ground, a prize it came from, and every unit that has no way back."""
    prizes = valuation.prizes(g.box)
    worth = -0.5 * sum([prizes.get(cell, 0.0) for cell in {g.place[unit] for unit in attackers}])
    lost = 0.0
    hit = cheapest(g, attackers) if result.loss else -1
    for unit in attackers:
        if routes.lost(g, unit, result.hexes):
            worth -= loss(g, unit)
            lost += g.strength(unit)
            continue
        worth += PUSHED * valuation.per_strength(g.box) * result.hexes
        if unit == hit:
            worth -= loss(g, unit, 1)
            lost += _step(g, unit)
    return worth, 0.0, lost, 0.0


def outcome(g: State, result: Result, defenders: tuple[int, ...], attackers: tuple[int, ...], gain: float) -> float:
    """What a result is worth to the attacker."""
    return _outcome(g, result, defenders, attackers, gain)[0] if attackers and defenders else 0.0


def _driven_back(
    g: State, result: Result, defenders: tuple[int, ...], gain: float
) -> tuple[float, float, float, float]:
    """9.7, 24.4 A retreat, or steps lost by defenders who can stand, whichever the attacker has less of."""
    gone = _retreat(g, result, defenders, gain)
    if not g.box.leaders or not defenders or not _may_stand(g, defenders, result.hexes):
        return gone
    price, lost = stand_price(g, defenders, result.hexes)
    if result.loss:
        price += loss(g, cheapest(g, defenders), 1)
    return min(gone, (price, 0.0, 0.0, lost))


def _may_stand(g: State, units: tuple[int, ...], hexes: int) -> bool:
    box, here, side = g.box, g.place[units[0]], g.box.units.side(units[0])
    near = board_of(
        leader
        for leader in box.commanders[side]
        if g.place[leader] < OFF_MAP and box.map.grid.distance(g.place[leader], here) <= box.units.rows[leader].range
    )
    return bool(near and stand.STANDS.free(g, stand.Stand(side, units, hexes), near))


def stand_price(g: State, units: tuple[int, ...], steps: int) -> tuple[float, float]:
    """24.4 What so many steps cost their side, each taken where it hurts least, and the strength lost with them."""
    trial = g.copy()
    price = lost = 0.0
    left = units
    for _ in range(steps):
        if not left:
            break
        unit = cheapest(trial, left)
        price += loss(trial, unit, 1)
        lost += _step(trial, unit)
        trial.lose_step(unit, "BW-24.4a")
        left = tuple(other for other in left if trial.on_map(other))
    return (price if any(g.box.units.fights[unit] for unit in left) else price + NOBODY_LEFT), lost


def _retreat(g: State, result: Result, defenders: tuple[int, ...], gain: float) -> tuple[float, float, float, float]:
    """9.7 A retreat is worth the hex, and more the farther it goes; units without a way out are lost."""
    worth = gain * (1.0 + 0.08 * (result.hexes - 1))
    lost = 0.0
    hit = cheapest(g, defenders) if result.loss else -1
    for unit in defenders:
        if routes.lost(g, unit, result.hexes):
            worth += loss(g, unit)
            lost += g.strength(unit)
        elif unit == hit:
            worth += loss(g, unit, 1)
            lost += _step(g, unit)
    return worth, 1.0, 0.0, lost


def _strength(g: State, units: tuple[int, ...]) -> float:
    return float(sum([g.strength(unit) for unit in units]))


def _step(g: State, unit: int) -> float:
    """The strength a unit loses with its next step."""
    full, reduced = g.box.units.strengths[unit]
    return float(g.strength(unit) if g.reduced >> unit & 1 or not reduced else full - reduced)


# ---- putting an attack together ----------------------------------------------------------------------------


def best_attack(
    g: State, side: Side, cell: int, strikers: list[int], guns: list[int], air: bool, gain: float, bound: frozenset[int]
) -> Appraisal | None:
    """9.1, 9.2 The best attack on a hex with units already beside it.

    Units join strongest first, then guns, then aircraft, each only where it makes the attack better by more than the
    use it could be elsewhere. Those `bound` to fight join in any case.
    """
    support = likely_support(g, cell, side.enemy)
    chosen = tuple(sorted(u for u in strikers if u in bound))
    best = appraise(g, Attack(side, cell, chosen, support=support), gain) if chosen else None
    tried = chosen
    for unit in sorted((u for u in strikers if u not in bound), key=lambda u: (-_punch(g, u), u)):
        tried = tuple(sorted((*tried, unit)))
        found = appraise(g, Attack(side, cell, tried, support=support), gain)
        if best is None or found.worth > best.worth + _price(g, tried, best.attack.units):
            best = found
    if best is None:
        return None
    return _with_support(g, best, guns, air, gain)


def _punch(g: State, unit: int) -> float:
    """Strength in attack; of equals the one with the better rating leads."""
    return strengths.attack_strength(g, unit) + g.rating(unit) / 10


def _price(g: State, now: tuple[int, ...], before: tuple[int, ...]) -> float:
    """What it costs to tie more units down."""
    more = _strength(g, now) - _strength(g, before)
    return 0.03 * valuation.per_strength(g.box) * max(more, 0.0)


def _with_support(g: State, best: Appraisal, guns: list[int], air: bool, gain: float) -> Appraisal:
    """Guns and aircraft, as far as they move the odds."""
    attack = best.attack
    fighting = [unit for unit in attack.units if not g.box.units.artillery[unit]]
    guns = cells(artillery.COMPANY.free(g, fighting, board_of(guns)))  # 28.4, 37.2
    added: tuple[int, ...] = ()
    for gun in sorted(guns, key=lambda n: (-g.strength(n), n)):
        added = tuple(sorted((*added, gun)))
        near = tuple(n for n in added if g.box.map.grid.adjacent(g.place[n], attack.hex))
        far = tuple(n for n in added if n not in near)
        units = tuple(sorted({*attack.units, *near}))
        found = appraise(g, Attack(attack.side, attack.hex, units, far, support=attack.support), gain)
        if found.worth > best.worth + 0.004 * len(added):
            best = found
    if air:
        a = best.attack
        found = appraise(g, Attack(a.side, a.hex, a.units, a.guns, True, a.support), gain)
        if found.worth > best.worth + 0.02:
            best = found
    return best
