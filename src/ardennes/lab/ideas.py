"""Ideas for a phase beside the staff's orders: to cut somebody off, to run for what counts.

Sides raid in games for training, and bots of the laboratory live by them. They need a title that says how its land
lies (`Mind.land`, `Mind.fed`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from ardennes.agents.plans import March, Reach, reach
from ardennes.kernel import Action, Side, State
from ardennes.parts.mind.land import Land
from ardennes.parts.mind.mind import Order, Papers
from ardennes.parts.title import title_of

#: Units that go somewhere, in sequence.
Moves = list[tuple[int, int]]
#: Who goes where by an idea.
Idea = Callable[[State, Side, Land, Reach], Moves]
#: Units that raid in a phase, and the places each looks at: the widest ranging, the deepest.
RAIDERS, DEEPEST = 12, 6
#: By how much a turn away lowers what a place is worth to those who run for it.
FADING = 0.6


def marches(idea: Idea, state: State, side: Side) -> list[Order]:
    """The orders of an idea; none where a title does not say how its land lies."""
    land = title_of(state.game).mind.land(state, side)
    if land is None:
        return []
    within = reach(state)
    moves = idea(state, side, land, within)
    return [March((Action(within.pick, unit), Action(within.go, place))) for unit, place in moves]


def before(first: Sequence[Order], usual: Papers) -> Papers:
    """Orders that come before the usual ones; units that have one get no other."""
    if not first:
        return usual
    busy = {order.actions[0] for order in first}
    return usual._replace(orders=[*first, *[order for order in usual.orders if not busy.intersection(order.actions)]])


def occupied(land: Land) -> dict[int, float]:
    """The enemy's places, and what defends each."""
    found: dict[int, float] = defaultdict(float)
    for piece in land.enemy.values():
        found[piece.place] += piece.defence
    return found


def nearest(places: Sequence[int], field: Sequence[float], here: int) -> int:
    """The place with the least to go, or where one stands if none is better."""
    best = min(places, key=lambda place: (field[place], place), default=here)
    return best if field[best] < field[here] else here


def run(state: State, side: Side, land: Land, within: Reach) -> Moves:
    """Everybody to what is worth most so near, one after another."""
    wanted = [aim for aim in land.aims if not aim.held] or list(land.aims)
    fields = [land.turns(aim.place) for aim in wanted]
    there = occupied(land)
    sent: Counter[int] = Counter()
    found: Moves = []
    for unit, places in within.places.items():
        if unit not in land.own or not wanted:
            continue
        here = land.own[unit].place
        worth = [
            aim.worth * FADING ** field[here] / (1 + sent[number])
            for number, (aim, field) in enumerate(zip(wanted, fields, strict=True))
        ]
        best = max(range(len(wanted)), key=worth.__getitem__)
        sent[best] += 1
        to = nearest([place for place in places if place not in there], fields[best], here)
        if to != here:
            found.append((unit, to))
    return found


def raid(state: State, side: Side, land: Land, within: Reach) -> Moves:
    """The widest ranging units go where they cut off somebody more, one after another."""
    there = occupied(land)
    if not land.own or not there:
        return []
    depth = land.turns(_rear(land))
    units = sorted(within.places, key=lambda unit: (-len(within.places[unit]), unit))[:RAIDERS]
    found: Moves = []
    trial, cut = state, _cut_off(state, side, there)
    for unit in [unit for unit in units if unit in land.own]:
        places = [place for place in within.places[unit] if place not in there]
        for place in sorted(places, key=lambda place: (-depth[place], place))[:DEEPEST]:
            after = _moved(trial, within, unit, place)
            if after is not None and (more := _cut_off(after, side, there)) > cut:
                found.append((unit, place))
                trial, cut = after, more
                break
    return found


def _rear(land: Land) -> int:
    """Where the side stands farthest from the enemy."""
    enemy = next(iter(land.enemy.values())).place
    away = land.turns(enemy)
    return max({piece.place for piece in land.own.values()}, key=lambda place: (away[place], place))


def _moved(state: State, within: Reach, unit: int, place: int) -> State | None:
    """The position with a unit moved, as far as no die is needed; None where the rules do not have it."""
    after = state.copy()
    for action in (Action(within.pick, unit), Action(within.go, place)):
        if not after.stack or after.drawn != state.drawn or not after.allows(action):
            return None
        after.act(action)
        if after.advance() is not None:
            return None
    return after


def _cut_off(state: State, side: Side, there: dict[int, float]) -> float:
    """The enemy's strength that could trace no supply; nobody of his moves in the other side's phase."""
    fed = title_of(state.game).mind.fed(state, side.enemy)
    return sum([strength for place, strength in there.items() if not fed >> place & 1])
