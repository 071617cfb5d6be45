"""The planner: searches over whole plans, each valued after the enemy's quick reply."""

from __future__ import annotations

from typing import Any

from ardennes.agents.staff import Staff
from ardennes.kernel import Side, State

Plan = dict[str, str]


class Planner(Staff):
    """Evolves a posture for every formation by mutation; carries out the best plan as the staff would."""

    def orders(self, state: State, side: Side) -> list[Any]:
        """The orders of the best plan found within the budget."""
        insight = state.game.title.insight()
        names = list(insight.formations(state, side))
        self.evaluated = 0
        best_plan: Plan = {}
        best = insight.decode(state, side, best_plan)
        best_value = self._value(state, best, side)
        tried: set[tuple[tuple[str, str], ...]] = {()}
        while names and self.evaluated < self.options.budget:
            plan = self._mutate(best_plan, names, insight.postures())
            key = tuple(sorted(plan.items()))
            if key in tried:
                if len(tried) >= len(names) * len(insight.postures()):
                    break
                tried.add((("again", str(len(tried))),))
                continue
            tried.add(key)
            decoded = insight.decode(state, side, plan)
            value = self._value(state, decoded, side)
            if value > best_value:
                best_plan, best, best_value = plan, decoded, value
        self.plan = best_plan
        return list(best.orders)

    def _value(self, state: State, decoded: Any, side: Side) -> float:
        value, evaluated = state.game.title.insight().after_reply(decoded, side)
        self.evaluated += decoded.evaluated + evaluated
        return float(value)

    def _mutate(self, plan: Plan, names: list[str], postures: tuple[str, ...]) -> Plan:
        changed = dict(plan)
        name = self.rng.choice(names)
        told = self.rng.choice([p for p in postures if p != plan.get(name, postures[0])])
        if told == postures[0]:
            changed.pop(name, None)
        else:
            changed[name] = told
        return changed
