"""The planner: searches over whole plans, each valued after the enemy's quick reply."""

from __future__ import annotations

from statistics import fmean, stdev
from typing import Any

from ardennes.agents.staff import Staff
from ardennes.kernel import Side, State

Plan = dict[str, str]

#: How much better a plan must look, in standard errors over the futures both were tried in: a plan that is only lucky
#: on paper is no improvement.
SURE = 1.0
#: Plans for the opening that differ by less, in points, are as good as each other.
ALIKE = 0.5


class Planner(Staff):
    """Evolves a posture for every formation by mutation; carries out the best plan as the staff would."""

    _opened = False

    def orders(self, state: State, side: Side) -> list[Any]:
        """The orders of the best plan found within the budget."""
        insight = state.game.title.insight()
        names = list(insight.formations(state, side))
        self.evaluated = 0
        best_plan: Plan = {}
        best = insight.decode(state, side, best_plan, self.misjudge())
        standing = self._values(state, best, side)
        tried: set[frozenset[tuple[str, str]]] = {frozenset()}
        most = len(names) * len(insight.postures())
        misses = 0
        opening, self._opened = not self._opened, True
        while names and self.evaluated < self.options.budget and misses < most:
            plan = self._mutate(best_plan, names, insight.postures())
            key = frozenset(plan.items())
            if key in tried:
                misses += 1
                continue
            tried.add(key)
            decoded = insight.decode(state, side, plan, self._whim if opening else self.misjudge())
            values = self._values(state, decoded, side)
            if is_better(values, standing) or (opening and self._varies(values, standing)):
                best_plan, best, standing = plan, decoded, values
        self.plan = best_plan
        return list(best.orders)

    def _whim(self) -> float:
        """A taste in openings: how much better or worse an order looks to this planner."""
        return self.rng.gauss(0.0, ALIKE)

    def _varies(self, values: list[float], standing: list[float]) -> bool:
        """Whether to open with a plan that is about as good, so that games do not all begin alike."""
        return self.rng.random() < 0.5 and fmean(values) > fmean(standing) - ALIKE

    def _values(self, state: State, decoded: Any, side: Side) -> list[float]:
        values, evaluated = state.game.title.insight().after_reply(decoded, side)
        self.evaluated += decoded.evaluated + evaluated
        return list(values)

    def _mutate(self, plan: Plan, names: list[str], postures: tuple[str, ...]) -> Plan:
        changed = dict(plan)
        name = self.rng.choice(names)
        told = self.rng.choice([p for p in postures if p != plan.get(name, postures[0])])
        if told == postures[0]:
            changed.pop(name, None)
        else:
            changed[name] = told
        return changed


def is_better(values: list[float], standing: list[float]) -> bool:
    """Whether a plan beats another surely enough, future by future.

    >>> is_better([2.0, 2.1, 1.9, 2.0], [1.0, 1.0, 1.0, 1.0]), is_better([9.0, 1.0, 1.0, 1.0], [1.0, 1.1, 2.0, 1.1])
    (True, False)
    """
    gains = [new - old for new, old in zip(values, standing, strict=True)]
    error = stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else 0.0
    return fmean(gains) > SURE * error
