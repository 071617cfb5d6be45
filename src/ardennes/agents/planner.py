"""The planner: searches over whole plans, each rehearsed against the staff's best answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import copysign, inf
from statistics import fmean, stdev

from ardennes.agents.rehearsal import rehearse
from ardennes.agents.staff import Staff
from ardennes.kernel import Action, Side
from ardennes.parts.mind import Misjudge, Papers, Worlds
from ardennes.parts.title import title_of

Plan = dict[str, str]

#: Futures in which a plan is rehearsed before it replaces another, and after how many a worse one is dropped.
FUTURES = 20
LOOKS = (4, 8, 12)
#: How much better it must have done by then, in standard errors: a plan that was only lucky is no improvement.
SURE = 1.0
#: What will do in the opening, and how many phases that lasts.
ALIKE = -0.4
OPENING = 3
#: After so many ideas that were not new, no more are asked for.
MISSES = 12
#: Whims, in points: small ones swap orders that are as good as each other, large ones break with the doctrine.
WHIMS = (0.2, 0.6, 2.0)


@dataclass
class Candidate:
    """A plan, the orders it comes to, and what it brought in each future so far."""

    plan: Plan
    papers: Papers
    values: list[float] = field(default_factory=list)

    @property
    def key(self) -> tuple[tuple[Action, ...], ...]:
        """What tells it apart from other plans."""
        return tuple(order.actions for order in self.papers.orders)


class Planner(Staff):
    """Evolves a plan by mutation: a posture for a formation, or other orders of about the same worth."""

    #: Phases planned so far.
    _phases = 0

    def papers(self, worlds: Worlds, side: Side) -> Papers:
        """The orders of the best plan found within the budget.

        In the opening a plan that did about as well will do, so that games do not all begin alike.
        """
        self.evaluated = 0
        self._phases += 1
        best = self._decoded(worlds, side, {}, self.misjudge())
        seen = {best.key}
        names = self._worth_trying(worlds, side, best)
        misses = 0
        while names and self.evaluated < self.options.budget and misses < MISSES:
            rival = self._mutated(worlds, side, best, names)
            if rival.key in seen:
                misses += 1
                continue
            seen.add(rival.key)
            if self._is_better(worlds, side, rival, best):
                best = rival
        self.plan = best.plan
        return best.papers

    def _worth_trying(self, worlds: Worlds, side: Side, best: Candidate) -> list[str]:
        """The formations to try other plans with: none if the budget would be spent before two could be compared."""
        state = worlds[0]
        mind = title_of(state.game).mind
        if not mind.rehearses(state):
            return []
        self._rehearse(worlds, side, best)
        affordable = 2 * LOOKS[1] * self.evaluated <= self.options.budget
        return list(mind.formations(state, side)) if affordable else []

    def _decoded(self, worlds: Worlds, side: Side, plan: Plan, misjudge: Misjudge | None) -> Candidate:
        """What the doctrine makes of a plan, as this planner sees it."""
        papers = title_of(worlds[0].game).mind.papers(worlds, side, plan, self.temper(misjudge))
        self.evaluated += papers.evaluated
        return Candidate(plan, papers)

    def _whim(self, size: float) -> Misjudge:
        """A mood in which orders look better or worse than they are."""
        return lambda: self.rng.gauss(0.0, size)

    def _mutated(self, worlds: Worlds, side: Side, best: Candidate, names: list[str]) -> Candidate:
        """A plan that differs from another in a whim, or after the opening in the posture of one formation."""
        if self._phases <= OPENING or self.rng.random() < 0.5:
            return self._decoded(worlds, side, best.plan, self._whim(self.rng.choice(WHIMS)))
        first, *others = title_of(worlds[0].game).mind.postures()
        plan = dict(best.plan)
        name = self.rng.choice(names)
        plan[name] = self.rng.choice([told for told in (first, *others) if told != plan.get(name, first)])
        if plan[name] == first:
            del plan[name]
        return self._decoded(worlds, side, plan, self.misjudge())

    def _is_better(self, worlds: Worlds, side: Side, rival: Candidate, best: Candidate) -> bool:
        """Rehearse two plans in the same futures, no longer than the rival deserves."""
        wanted = SURE if self._phases > OPENING else ALIKE
        while len(rival.values) < FUTURES and self.evaluated < self.options.budget:
            for candidate in (best, rival):
                if len(candidate.values) <= len(rival.values):
                    self._rehearse(worlds, side, candidate)
            if len(rival.values) in LOOKS and lead(rival.values, best.values) <= min(wanted, 0.0):
                return False
        return len(rival.values) >= LOOKS[1] and lead(rival.values, best.values) > wanted

    def _rehearse(self, worlds: Worlds, side: Side, candidate: Candidate) -> None:
        options = self.options._replace(noise=0.0)
        future = len(candidate.values)
        world = worlds[future % len(worlds)]
        value, evaluated = rehearse(world, side, candidate.papers.orders, future, options)
        candidate.values.append(value)
        self.evaluated += evaluated


def lead(values: list[float], others: list[float]) -> float:
    """By how many standard errors a plan did better than another in the futures both have seen.

    >>> lead([2.0, 3.0, 2.0, 3.0], [1.0, 2.5, 1.0, 2.5, 9.0]) > 3
    True
    >>> lead([9.0, 1.0, 1.0, 1.0], [1.0, 1.1, 2.0, 1.1]) < 1
    True
    """
    gains = [new - old for new, old in zip(values, others, strict=False)]
    gain = fmean(gains)
    error = stdev(gains) / len(gains) ** 0.5
    return gain / error if error else copysign(inf, gain) if gain else 0.0
