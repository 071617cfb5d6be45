"""Orders for an activation: attacks are massed for on paper, and everybody else goes where the front is best for it."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.kernel import Action, Side
from ardennes.parts.mind import Misjudge
from ardennes.parts.reaction import Window
from ardennes.parts.sketch import LEAST, Proposal, Sketch
from ardennes.titles.enemy_action_ardennes.mind.front import outlook
from ardennes.titles.enemy_action_ardennes.rules.movement import Movement
from ardennes.titles.enemy_action_ardennes.state import State

#: Places looked at for one unit, and how much the paper's pull and fears count beside the front.
PLACES, PAPER = 14, 0.5
#: What a position looked at on the map costs of the budget, which counts positions on paper.
DEAR = 12


def orders(g: State, sketch: Sketch, misjudge: Misjudge | None, budget: int) -> Iterator[Proposal]:
    """Attacks first, then unit by unit, the strongest first, each on the map as those before have left it."""
    step = g.stack[-1]
    if not isinstance(step, Movement):
        return
    trial = g.copy()
    for order in sketch.massing(misjudge, budget):
        trial = carried_out(trial, order.actions)
        yield order
    for unit in sorted(sketch.free, key=lambda u: (-sketch.own[u].attack, u)):
        if sketch.evaluated >= budget:
            return
        found = _best(trial, sketch, step.side, unit, misjudge)
        if found is not None:
            sketch.commit(found)
            trial = carried_out(trial, found.actions)
            yield found


def _best(trial: State, sketch: Sketch, side: Side, unit: int, misjudge: Misjudge | None) -> Proposal | None:
    """The best move of one unit: how the front would look, with what the paper says of it."""
    sign = 1.0 if side is Side.GERMAN else -1.0
    now = outlook(trial)
    best: Proposal | None = None
    for place in _places(trial, sketch, side, unit):
        told = sketch.told("move", unit, place)
        if not trial.allows(told.actions[0]):
            return None
        after = carried_out(trial, told.actions)
        sketch.evaluated += DEAR
        reasons = [("the front", sign * (outlook(after) - now)), *[(why, PAPER * worth) for why, worth in told.reasons]]
        payoff = sum(worth for _, worth in reasons) + (misjudge() if misjudge else 0.0)
        if payoff > LEAST and (best is None or payoff > best.payoff):
            best = told._replace(payoff=payoff, reasons=tuple(reasons))
    return best


def _places(trial: State, sketch: Sketch, side: Side, unit: int) -> list[int]:
    """The places of a unit worth a look: towns, the Westwall, hexes next to the enemy, and those that pull."""
    box = trial.box
    open_to = [place for place in sketch.reach[unit] if len(sketch.here[place]) < 3 and place not in sketch.there]
    prized = box.ground.towns & (trial.towns_of(side.enemy) | box.grid.around(trial.occupied[side.enemy]))
    prized |= box.ground.westwall if trial.box.last_day >= box.numbers.dates.westwall_points_from else 0
    near = box.grid.around(trial.occupied[side.enemy])

    def pull(place: int) -> tuple[float, int]:
        return -sketch.pull(unit, place), place

    first = sorted([place for place in open_to if prized >> place & 1], key=pull)[: PLACES // 2]
    contact = sorted([place for place in open_to if near >> place & 1 and place not in first], key=pull)
    rest = sorted([place for place in open_to if not near >> place & 1 and place not in first], key=pull)
    room = PLACES - len(first)
    return [*first, *contact[: room // 2], *rest[: room - min(room // 2, len(contact))]]


def carried_out(g: State, actions: tuple[Action, ...]) -> State:
    """The position after some answers; nobody reacts to them."""
    after = g.copy()
    for action in actions:
        if not after.stack or not after.allows(action):
            break
        after.act(action)
        after.advance()
        while after.stack and isinstance(after.stack[-1], Window):
            after.act(Action("decline"))
            after.advance()
    return after
