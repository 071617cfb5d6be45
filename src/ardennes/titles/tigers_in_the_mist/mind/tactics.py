"""What a tactic is, what it proposes, and how its orders are made.

A tactic looks at the staff's papers and proposes orders with their payoff in victory points. The staff takes the best,
marks its units as used, and asks again. Orders are whole: every unit that shares in an attack, from wherever it comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ardennes.kernel import Action
from ardennes.titles.tigers_in_the_mist.box.pieces import UnitType
from ardennes.titles.tigers_in_the_mist.mind import distances
from ardennes.titles.tigers_in_the_mist.mind.staffwork import Attack, Staffwork


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
    """An order to attack. Units already in the area join when the battle is fought.

    Those who come over a bridge go first: if it is blown, the others need not go in alone.
    """
    moving = [unit for unit in attack.units if work.g.place[unit] != attack.area]
    moving.sort(key=lambda unit: not work.comes_over_river(unit, attack.area))
    reasons = [
        ("the gain, as often as the area is cleared", attack.cleared * attack.success),
        ("what follows as often as it is not", (1 - attack.cleared) * attack.failure),
    ]
    if bonus:
        reasons.append((name, bonus))
    price = commitment(work, attack.units)
    if price:
        reasons.append(("reserves committed", price))
    left = -0.5 * work.abandoned(attack.units)
    if left:
        reasons.append(("towns left behind", left))
    payoff = attack.worth + bonus + price + left
    return Order(name, payoff, march(moving, attack.area), attack.units, attack.area, tuple(reasons), attack.cleared)


def commitment(work: Staffwork, units: Sequence[int]) -> float:
    """8.25 Units act once a day: what is committed now cannot exploit or seal what happens later."""
    impulse = work.g.impulse - 1
    mobile, others = work.style.mobile_in_hand[impulse], work.style.others_in_hand[impulse]
    kinds = work.g.box.units.type
    return -sum((others if kinds[u] is UnitType.FOOT else mobile) * work.g.strength[u] for u in units)


def move_order(
    work: Staffwork, name: str, units: Sequence[int], place: int, gains: Sequence[tuple[str, float]]
) -> Order:
    """An order to move, with the parts of its payoff."""
    return Order(name, sum(gain for _, gain in gains), march(units, place), tuple(units), place, tuple(gains))


# ---- what tactics weigh ------------------------------------------------------------------------------------


def front_distance(work: Staffwork) -> list[int]:
    """Ticks from each place to the nearest enemy-held area, along roads. A pocket behind the lines is no front."""
    known = work.__dict__.get("_front")
    if known is None:
        held = work.g.occupied[work.enemy]
        fed = held & work.g.supply[2 * work.enemy + 1]
        known = work.__dict__["_front"] = distances.distance_to(work.g.box, fed or held)
    return list(known)


def exposure(work: Staffwork, units: Sequence[int], place: int) -> float:
    """What the enemy's best reply against a place would cost."""
    g = work.g
    if g.box.map.is_zone(place):
        return 0.0
    own = sum(g.strength[u] for u in units)
    own += sum(g.strength[u] for u in g.units_at(place, work.side) if u not in units)
    threat = work.threat[place]
    if threat <= 0 or own <= 0:
        return 0.0
    lost = distances.clear_chance(threat, own) * own
    return -work.style.exposure * lost
