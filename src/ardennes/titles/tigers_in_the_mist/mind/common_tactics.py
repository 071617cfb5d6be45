"""Tactics of both sides: attacks of every kind, digging in, and raids on the supply roads."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ardennes.kernel import Action, Side
from ardennes.titles.tigers_in_the_mist.mind import distances
from ardennes.titles.tigers_in_the_mist.mind.staffwork import Attack, Staffwork
from ardennes.titles.tigers_in_the_mist.mind.tactics import Order, attack_order
from ardennes.titles.tigers_in_the_mist.rules import supply
from ardennes.titles.tigers_in_the_mist.state import ENTRENCHED

# ---- attacks -----------------------------------------------------------------------------------------------


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


def attacks_where(
    name: str, wanted: Callable[[Staffwork, Attack], bool], bonus: Callable[[Staffwork, Attack], float]
) -> Callable[[Staffwork], Iterator[Order]]:
    """The attacks of a kind, with what they are worth beyond the fight itself."""

    def propose(work: Staffwork) -> Iterator[Order]:
        for attack in attacks(work):
            if wanted(work, attack):
                order = attack_order(work, name, attack, bonus(work, attack))
                if order.payoff >= work.attack_at:
                    yield order

    return propose


def trade(work: Staffwork, attack: Attack) -> float:
    """What the exchange of losses is worth beyond the strength points themselves."""
    return work.style.trade * (attack.enemy_loss - attack.own_loss)


# ---- which attacks -----------------------------------------------------------------------------------------


def makes_hole(work: Staffwork, attack: Attack) -> bool:
    """Much hangs on whether the area is cleared."""
    return attack.success - attack.failure > 0.5


def paying(work: Staffwork, attack: Attack) -> bool:
    """The area scores or decides the scenario."""
    g = work.g
    return attack.area in g.box.map.vp or attack.area in g.box.scenario.towns


def weak(work: Staffwork, attack: Attack) -> bool:
    """The enemy there will hardly stand."""
    return attack.cleared >= 0.8


def in_pocket(work: Staffwork, attack: Attack) -> bool:
    """Some of the enemy there is out of supply."""
    return not all(supply.in_supply(work.g, unit) for unit in work.g.units_at(attack.area, work.enemy))


def release_area(work: Staffwork, attack: Attack) -> bool:
    """11.3 Reserves hang on the area."""
    return release_value(work, attack.area) > 0


def release_value(work: Staffwork, area: int) -> float:
    """11.3 What German superiority in an area would set free."""
    g = work.g
    total = 0.0
    for number, release in enumerate(g.box.releases):
        if not g.released >> number & 1 and release.areas >> area & 1:
            days = g.box.last_day - max(g.day, release.not_before[0])
            waiting = [unit for unit in release.units if g.place[unit] == 0]
            total += 0.12 * sum(g.box.units.rows[unit].strength for unit in waiting) * max(days, 0) / 3
    return total


def anywhere(work: Staffwork, attack: Attack) -> bool:
    """Every attack will do."""
    return True


# ---- moves -------------------------------------------------------------------------------------------------


def dig_in(work: Staffwork) -> Iterator[Order]:
    """Infantry types that stay within the enemy's reach dig in when the day is nearly over."""
    g = work.g
    if g.impulse < 3 and work.side is Side.GERMAN:
        return
    for unit in work.diggers:
        place = g.place[unit]
        if unit in work.used or work.threat[place] <= 0 or g.status[unit] & ENTRENCHED:
            continue
        own = g.strength_at(place, work.side)
        gain = 0.12 * g.strength[unit] * distances.clear_chance(work.threat[place], own) + 0.03
        if work.side is Side.ALLIED:
            behind = work.weak_places().get(place, 0.0)
            more = own + (distances.DUG_IN - 1.0) * g.strength[unit]
            gain += behind * (
                distances.clear_chance(work.threat[place], own) - distances.clear_chance(work.threat[place], more)
            )
        if gain >= work.move_at * 0.4:
            yield Order("dig in", gain, (Action("entrench", unit),), (unit,), place, (("harder to clear", gain),))
