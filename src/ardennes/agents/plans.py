"""Plans as lists of orders, and other plans made from them.

A plan is the orders of a whole phase. Others come from the title's staff in another mood, from leaving orders out,
from joining the orders of two plans, and from sending units somewhere together.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ardennes.kernel import Action, State
from ardennes.parts.mind.mind import Order
from ardennes.parts.title import title_of

Orders = tuple[Order, ...]
#: The most units sent to a place together.
TOGETHER = 4


class Reach(NamedTuple):
    """The verbs that pick a unit up and send it somewhere, and the places each unit may go to."""

    pick: str
    go: str
    places: Mapping[int, Sequence[int]]


class March(NamedTuple):
    """An order that no tactic thought of: units go somewhere together."""

    actions: tuple[Action, ...]
    payoff: float = 0.0


def key(orders: Sequence[Order]) -> tuple[tuple[Action, ...], ...]:
    """What tells a plan apart from others."""
    return tuple([order.actions for order in orders])


def reach(state: State) -> Reach:
    """Where every unit may go that can be picked up now, as the rules offer it."""
    mind = title_of(state.game).mind
    units = [unit for unit in state.choices().get(mind.pick, ()) if unit is not None]
    reached = {unit: mind.reach(state, unit) for unit in units}
    return Reach(mind.pick, mind.go, {unit: places for unit, places in reached.items() if places})


def mutated(orders: Orders, others: Sequence[Orders], within: Reach, rng: random.Random) -> Orders:
    """A plan that differs from another in a few orders."""
    kind = rng.random()
    if kind < 0.3 and orders:
        return _without(orders, rng)
    if kind < 0.5 and others:
        return _joined(_without(orders, rng) if orders else orders, rng.choice(others), rng)
    if not within.places:
        return orders
    changed = _without(orders, rng) if orders and rng.random() < 0.3 else orders
    return _with_march(changed, within, rng)


def _without(orders: Orders, rng: random.Random) -> Orders:
    """Leave an order out, or several."""
    gone = {rng.randrange(len(orders)) for _ in range(rng.choice((1, 1, 2, 4)))}
    return tuple([order for number, order in enumerate(orders) if number not in gone])


def _joined(orders: Orders, others: Orders, rng: random.Random) -> Orders:
    """Some orders of another plan first, then those of this one whose units are still free."""
    taken = tuple([order for order in others if rng.random() < 0.4])
    busy = {action for order in taken for action in order.actions}
    return taken + tuple([order for order in orders if not busy.intersection(order.actions)])


def _with_march(orders: Orders, within: Reach, rng: random.Random) -> Orders:
    """Send a unit somewhere, perhaps with others that can get there too; their earlier orders are void."""
    pick, go, reached = within
    unit = rng.choice(list(reached))
    place = rng.choice(reached[unit])
    friends = [other for other, places in reached.items() if other != unit and place in places]
    rng.shuffle(friends)
    units = [unit, *friends[: rng.randrange(TOGETHER)]]
    picks = {Action(pick, each) for each in units}
    march = March(tuple([step for each in units for step in (Action(pick, each), Action(go, place))]))
    kept = tuple([order for order in orders if not picks.intersection(order.actions)])
    return (march, *kept) if rng.random() < 0.5 else (*kept, march)
