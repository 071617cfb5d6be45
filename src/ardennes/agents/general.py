"""The general: weighs whole plans of a phase by what comes out of them.

Plans come from the title's staff in several moods and from changing the better ones (`agents.plans`). Each is played to
the end of the phase with dice of its own that are the same for every plan; the learned value says what the outcome is
worth. The worse half is dropped, the rest is played in twice as many futures, and so on (sequential halving). The last
few are compared once more with the enemy's answers, if these are wanted. One who is pressed (`agents.haste`) stops
there and takes the best plan so far.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from math import inf
from statistics import fmean, pstdev

from ardennes.agents import haste, plans
from ardennes.agents.contract import AgentOptions
from ardennes.agents.futures import Remembering, before_dice, to_next_phase
from ardennes.agents.staff import Staff
from ardennes.kernel import Action, Side, State
from ardennes.kernel.chance import key_of
from ardennes.parts.mind.mind import Misjudge, Papers, Worlds
from ardennes.parts.title import title_of

#: Futures that every plan is tried in at first.
FIRST = 2
#: Futures that the last plans are first tried in with the enemy's answers.
SECOND = 4
#: Whims, in points (`Mind.whim` scales them): small ones swap orders that are as good as each other, large ones break
#: with the doctrine.
WHIMS = (0.2, 0.6, 2.0)
#: The ways to fight that plans are asked for in: the common one, and what was found to be better in a scenario.
STYLES = ("", "studied")
#: Of the plans to begin with, so many in a hundred come from the staff, the others from changing those.
FROM_STAFF = 50
#: So many hidden parts are made up for the futures, where anything is hidden: plans should not count on one hand of
#: cards that the enemy may not have.
HIDDEN_PARTS = 4
#: After so many ideas in a row that were not new, no more are asked for.
MISSES = 8


#: What a general compares where nothing limits it.
USUAL = AgentOptions()


def _at_most(part: float, asked: int, usual: int) -> int:
    """As many as were asked for, but no more than this part of the usual, or of what was asked for beyond it."""
    return min(asked, max(1, round(part * max(asked, usual))))


@dataclass
class Candidate:
    """A plan and what it brought in each future so far, for the side that plans."""

    papers: Papers
    #: How much better it looks than it is, as a part of what plans differ by; and that in the measure of values.
    luck: float = 0.0
    error: float = 0.0
    values: list[float] = field(default_factory=list)
    #: For every world, the plan carried out as far as no dice are needed, and the staff that goes on from there.
    begun: dict[int, tuple[State, Staff]] = field(default_factory=dict)
    #: For every future, the position in which the next phase is planned.
    met: dict[int, State] = field(default_factory=dict)

    @property
    def worth(self) -> float:
        """The mean of what it brought, as this general judges it; a plan not yet tried comes after all others."""
        return fmean(self.values) + self.error if self.values else -inf


class General(Staff):
    """Searches over the plans of each phase."""

    def __init__(self, options: AgentOptions) -> None:
        super().__init__(options)
        self._memory: dict[Hashable, Papers] = {}
        self._limits = options
        #: How closely staffs look in futures.
        self._ahead = options.budget
        #: Where units may go in the position planned for, and the plans thought of.
        self._reach = plans.Reach("", "", {})
        self._seen: set[tuple[tuple[Action, ...], ...]] = set()

    def __getstate__(self) -> Mapping[str, object]:
        """What it carries on: not what it thought while it searched."""
        return {**super().__getstate__(), "_memory": {}, "_seen": set()}

    def papers(self, worlds: Worlds, side: Side) -> Papers:
        """The orders of the best plan found."""
        self._memory.clear()
        mind = title_of(worlds[0].game).mind
        first = self._from_staff(worlds, side, self.misjudge(mind))
        self._limits = self._scaled(worlds[0])
        self._ahead = mind.ahead or self.options.budget
        if self._limits.candidates < 2:
            return first
        pool = self._bred(worlds, side, self._first_plans(worlds, side, first))
        if self.options.replies:
            pool = self._answered(worlds, side, pool[: self._limits.finalists])
        return self._written(worlds, side, pool[0].papers)

    def _scaled(self, state: State) -> AgentOptions:
        """The options with as many plans and futures as the scenario allows; one plan where a search does not pay."""
        mind, options = title_of(state.game).mind, self.options
        if options.candidates < 2 or not mind.searches(state.game.title, state.game.scenario):
            return options._replace(candidates=1)
        part = mind.breadth(state)
        return options._replace(
            candidates=max(2, _at_most(part, options.candidates, USUAL.candidates)),
            futures=_at_most(part, options.futures, USUAL.futures),
            finalists=_at_most(part, options.finalists, USUAL.finalists),
        )

    def _bred(self, worlds: Worlds, side: Side, pool: list[Candidate]) -> list[Candidate]:
        """The better plans and what was made of them, best first.

        The worse half is dropped, some new plans come from the others, and all are played in twice as many futures.
        """
        futures = min(FIRST, self._limits.futures)
        while True:
            self._play(worlds, side, pool, futures, 0)
            self._misjudged(pool)
            pool.sort(key=lambda candidate: -candidate.worth)
            enough = self._limits.finalists if self.options.replies else 1
            if len(pool) <= enough or futures >= self._limits.futures or haste.pressed():
                return pool
            pool = pool[: max((len(pool) + 1) // 2, enough)]
            futures = min(2 * futures, self._limits.futures)
            if 2 * futures < self._limits.futures:
                pool += self._changed(pool, (len(pool) + 1) // 2)

    def _answered(self, worlds: Worlds, side: Side, pool: list[Candidate]) -> list[Candidate]:
        """The last plans compared with the enemy's answers, best first; the worse half is dropped again and again."""
        if haste.pressed():
            return pool
        before = pool[:]
        for candidate in pool:
            candidate.values.clear()
        futures = min(SECOND, self._limits.futures)
        while True:
            self._play(worlds, side, pool, futures, self.options.replies)
            if not all(candidate.values for candidate in pool):
                return before  # some were not compared: what was known without answers holds
            pool.sort(key=lambda candidate: -candidate.worth)
            if len(pool) == 1 or futures >= self._limits.futures or haste.pressed():
                return pool
            pool = pool[: (len(pool) + 1) // 2]
            futures = min(2 * futures, self._limits.futures)

    def _written(self, worlds: Worlds, side: Side, papers: Papers) -> Papers:
        """Papers with their order in writing, which is worded when somebody asks."""
        mind = title_of(worlds[0].game).mind
        return papers._replace(words=lambda: mind.written(worlds, side, papers.orders))

    # ---- where plans come from -----------------------------------------------------------------------------

    def _first_plans(self, worlds: Worlds, side: Side, first: Papers) -> list[Candidate]:
        self._seen = {plans.key(first.orders)}
        self._reach = plans.reach(worlds[0])
        pool = [self._candidate(first)]
        misses, scale = 0, title_of(worlds[0].game).mind.whim
        while len(pool) < self._limits.candidates * FROM_STAFF // 100 and misses < MISSES and not haste.pressed():
            whim, style = self._whim(scale * self.rng.choice(WHIMS)), self.rng.choice(STYLES)
            found = self._from_staff(worlds, side, whim, style)
            misses = 0 if self._add(pool, found) else misses + 1
        return pool + self._changed(pool, self._limits.candidates - len(pool))

    def _candidate(self, papers: Papers) -> Candidate:
        noise = self.options.noise
        return Candidate(papers, self.rng.gauss(0.0, noise) if noise else 0.0)

    def _misjudged(self, pool: list[Candidate]) -> None:
        """Err by as much as the plans differ, whatever the measure of a title's values."""
        if self.options.noise:
            spread = pstdev([fmean(candidate.values) for candidate in pool if candidate.values] or [0.0])
            for candidate in pool:
                candidate.error = candidate.luck * spread

    def _add(self, pool: list[Candidate], papers: Papers) -> bool:
        """Take a plan in if it is new."""
        name = plans.key(papers.orders)
        if name in self._seen:
            return False
        self._seen.add(name)
        pool.append(self._candidate(papers))
        return True

    def _from_staff(self, worlds: Worlds, side: Side, misjudge: Misjudge | None, style: str = "") -> Papers:
        """What the title's staff orders in a mood."""
        temper = self.temper(misjudge)._replace(style=style)
        found = title_of(worlds[0].game).mind.papers(worlds, side, {}, temper)
        self.evaluated += found.evaluated
        return found

    def _whim(self, size: float) -> Misjudge:
        """A mood in which orders look better or worse than they are."""
        return lambda: self.rng.gauss(0.0, size)

    def _changed(self, pool: list[Candidate], count: int) -> list[Candidate]:
        """New plans that differ a little from others."""
        known = [tuple(candidate.papers.orders) for candidate in pool]
        found: list[Candidate] = []
        misses = 0
        while len(found) < count and misses < MISSES:
            orders = known[min(int(self.rng.expovariate(4.0 / len(known))), len(known) - 1)]
            for _ in range(self.rng.choice((1, 1, 2, 3))):
                orders = plans.mutated(orders, known, self._reach, self.rng)
            misses = 0 if self._add(found, Papers(orders, 0)) else misses + 1
        return found

    # ---- what they bring -----------------------------------------------------------------------------------

    def _play(self, worlds: Worlds, side: Side, pool: list[Candidate], futures: int, replies: int) -> None:
        """Play every plan in as many futures as are asked for."""
        ends: list[State] = []
        owners: list[Candidate] = []
        for candidate in pool:
            for future in range(len(candidate.values), futures):
                if haste.pressed():
                    break
                ends.append(self._end(worlds, side, candidate, future, replies))
                owners.append(candidate)
        for candidate, value in zip(owners, self._worths(side, ends), strict=True):
            candidate.values.append(value)

    def _end(self, worlds: Worlds, side: Side, candidate: Candidate, future: int, replies: int) -> State:
        """What comes of a plan in one future, and of so many phases after it."""
        if future not in candidate.met:
            candidate.met[future] = self._future(worlds, side, candidate, future)
        played = candidate.met[future]
        if not replies:
            return played
        played, staffs = played.copy(), self._staffs()
        for _ in range(replies):
            played = to_next_phase(played, staffs, title_of(played.game).mind.phase(played))
        return played

    def _future(self, worlds: Worlds, side: Side, candidate: Candidate, future: int) -> State:
        """What comes of a plan in one future: the position in which the next phase is planned."""
        number = future % max(len(worlds), HIDDEN_PARTS if worlds[0].secretive else 1)
        if number not in candidate.begun:
            played = worlds[number % len(worlds)].sight(side).imagine(self._dice(number))
            staffs = self._staffs()
            staffs[side].take_orders(played, candidate.papers.orders)
            candidate.begun[number] = before_dice(played, staffs, side)
        start, left = candidate.begun[number]
        played = start.copy()
        played.key = key_of(self._dice(future))
        staffs = self._staffs()
        staffs[side].go_on_with(left)
        return to_next_phase(played, staffs, title_of(start.game).mind.phase(worlds[0]))

    def _worths(self, side: Side, ends: list[State]) -> list[float]:
        """What positions are worth to a side."""
        self.evaluated += len(ends)
        sign = 1.0 if side is Side.GERMAN else -1.0
        return [sign * value for value in title_of(ends[0].game).mind.estimates(ends)] if ends else []

    def _dice(self, future: int) -> str:
        """The dice of a future: the same for everything compared, and never the game's own."""
        return f"future {self.options.seed} {self._asked} {future}"

    def _staffs(self) -> tuple[Staff, Staff]:
        calm = self.options._replace(noise=0.0, budget=self._ahead)
        return Remembering(calm, self._memory), Remembering(calm, self._memory)
