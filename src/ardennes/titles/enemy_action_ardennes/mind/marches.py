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
#: Up to this budget only half as many places are looked at.
GLANCED = 3000
#: What a position looked at on the map costs of the budget, which counts positions on paper.
DEAR = 12


def orders(g: State, sketch: Sketch, misjudge: Misjudge | None, budget: int) -> Iterator[Proposal]:
    """Attacks first, then unit by unit, the strongest first, each on the map as those before have left it."""
    step = g.stack[-1]
    if not isinstance(step, Movement):
        return
    paper = _Paper(g.copy(), sketch, step.side, misjudge, PLACES if budget > GLANCED else PLACES // 2)
    refused: set[int] = set()
    while sketch.evaluated < budget:
        attack = _likeliest([order for t in sketch.targets if t not in refused and (order := sketch.mass(t))], misjudge)
        if attack is None:
            break
        if not paper.prefers(attack):
            refused.add(attack.place)
            continue
        paper.commit(attack)
        yield attack
    for unit in sorted(sketch.free, key=lambda u: (-sketch.own[u].attack, u)):
        if sketch.evaluated >= budget:
            return
        found = paper.best(unit)
        if found is not None:
            paper.commit(found)
            yield found


def _likeliest(attacks: list[Proposal], misjudge: Misjudge | None) -> Proposal | None:
    seen = [(order.payoff + (misjudge() if misjudge else 0.0), -order.place, order) for order in attacks]
    best = max(seen, default=None, key=lambda row: row[:2])
    return best[2] if best is not None and best[0] > LEAST else None


class _Paper:
    """Orders as they are made: the paper, and the map as it would look."""

    def __init__(self, trial: State, sketch: Sketch, side: Side, misjudge: Misjudge | None, places: int) -> None:
        self.trial, self.sketch, self.side, self.misjudge, self.places = trial, sketch, side, misjudge, places
        self.sign = 1.0 if side is Side.GERMAN else -1.0
        #: The best move of each unit as long as nothing is committed, and what was looked at to find it.
        self._known: dict[int, tuple[Proposal | None, int]] = {}
        #: How the front looks as things are.
        self._now = outlook(trial)

    def commit(self, order: Proposal) -> None:
        """Take an order into the paper and carry it out on the map."""
        self._known.clear()
        self.sketch.commit(order)
        if order.actions:
            self.trial = carried_out(self.trial, order.actions)
            self._now = outlook(self.trial)

    def front(self, begun: State, actions: tuple[Action, ...]) -> float:
        """What some moves make of the front, the first of them perhaps begun."""
        self.sketch.evaluated += DEAR
        return self.sign * (outlook(carried_out(begun, actions)) - self._now)

    def prefers(self, attack: Proposal) -> bool:
        """Whether an attack is worth more than what those who would make it could do by themselves."""
        fight = sum(worth for why, worth in attack.reasons if why == "the attack")
        rest = PAPER * (attack.payoff - fight) + (self.front(self.trial, attack.actions) if attack.actions else 0.0)
        others = [self.best(unit) for unit, to in attack.moves if to != self.sketch.own[unit].place]
        return fight + rest >= sum(order.payoff for order in others if order is not None)

    def best(self, unit: int) -> Proposal | None:
        """The best move of one unit; looked at once, counted every time it is asked for."""
        if unit not in self._known or self.misjudge:
            before = self.sketch.evaluated
            found = self._best(unit)
            self._known[unit] = found, self.sketch.evaluated - before
            return found
        self.sketch.evaluated += self._known[unit][1]
        return self._known[unit][0]

    def _best(self, unit: int) -> Proposal | None:
        """The best move of one unit: how the front would look, with what the paper says of it."""
        best: Proposal | None = None
        begun: State | None = None
        for place in _places(self.trial, self.sketch, self.side, unit, self.places):
            told = self.sketch.told("Move", unit, place)
            if begun is None:
                if not self.trial.allows(told.actions[0]):
                    return None
                begun = carried_out(self.trial, told.actions[:1])
                begun.choices()
            front = self.front(begun, told.actions[1:])
            reasons = [("the front", front), *[(why, PAPER * worth) for why, worth in told.reasons]]
            payoff = sum(worth for _, worth in reasons) + (self.misjudge() if self.misjudge else 0.0)
            if payoff > LEAST and (best is None or payoff > best.payoff):
                best = told._replace(payoff=payoff, reasons=tuple(reasons))
        return best


def _places(trial: State, sketch: Sketch, side: Side, unit: int, most: int) -> list[int]:
    """The places of a unit worth a look: towns, the Westwall, hexes next to the enemy, and those that pull."""
    box = trial.box
    open_to = [place for place in sketch.reach[unit] if len(sketch.here[place]) < 3 and place not in sketch.there]
    prized = box.ground.towns & (trial.towns_of(side.enemy) | box.grid.around(trial.occupied[side.enemy]))
    prized |= box.ground.westwall if trial.box.last_day >= box.numbers.dates.westwall_points_from else 0
    near = box.grid.around(trial.occupied[side.enemy])

    def pull(place: int) -> tuple[float, int]:
        return -sketch.pull(unit, place), place

    first = sorted([place for place in open_to if prized >> place & 1], key=pull)[: most // 2]
    contact = sorted([place for place in open_to if near >> place & 1 and place not in first], key=pull)
    rest = sorted([place for place in open_to if not near >> place & 1 and place not in first], key=pull)
    room = most - len(first)
    return [*first, *contact[: room // 2], *rest[: room - min(room // 2, len(contact))]]


def carried_out(g: State, actions: tuple[Action, ...]) -> State:
    """The position after some answers; nobody reacts to them."""
    after = g.copy()
    if g.memo is not None:  # the same position: what was worked out for it holds until the first answer
        after.memo = dict(g.memo)
    for action in actions:
        if not after.stack or not after.allows(action):
            break
        after.act(action)
        after.advance()
        while after.stack and isinstance(after.stack[-1], Window):
            after.act(Action("decline"))
            after.advance()
    return after
