"""The staff: makes orders for a whole phase from the title's doctrine, then carries them out."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Hashable, Mapping, Sequence

from ardennes.agents.contract import AgentOptions
from ardennes.kernel import Action, Side, Sight, State, Step
from ardennes.parts.mind.mind import Mind, Misjudge, Order, Papers, Temper, Worlds
from ardennes.parts.title import title_of

#: In so many worlds a staff imagines what is hidden from it, at most.
WORLDS = 4
#: How often the same answer is given to the same step of a phase. From then on any legal one will do, so that nobody
#: goes round in circles (picking something up and putting it down again) for ever.
MOST = 5


def imagined(sight: Sight, seed: str) -> Worlds:
    """Positions as they may be: several where something beside luck is hidden, each with a hidden part of its own."""
    if not sight.state.secretive:
        return (sight.imagine(0),)
    worlds = min(title_of(sight.game).mind.worlds, WORLDS)
    return tuple([sight.imagine(f"{seed} {number}") for number in range(worlds)])


class Staff:
    """One-ply over whole orders, valued with exact odds. Orders are made once and checked before each step."""

    def __init__(self, options: AgentOptions) -> None:
        self.options = options
        self.rng = random.Random(f"staff {options.seed}")
        self.evaluated = 0
        self._orders: deque[tuple[Action, ...]] = deque()
        self._actions: deque[Action] = deque()
        self._made_for: object = None
        self._papers: Papers | None = None
        #: The position that the papers were made for.
        self._planned_in: State | None = None
        self._side: Side | None = None
        #: How often it was asked, and which answers it gave lately: in the phase under way.
        self._asked = 0
        self._lately: tuple[Hashable, dict[tuple[Step, Action], int]] = (None, {})

    def __getstate__(self) -> Mapping[str, object]:
        """What a staff carries from one decision to the next. Its papers are for the written order only."""
        return {**self.__dict__, "_papers": None, "_planned_in": None}

    def choose(self, sight: Sight) -> Action:
        """The next step of the orders, or a judgement where none apply."""
        return self.act(imagined(sight, f"{self.options.seed} {self._asked}"))

    def act(self, worlds: Worlds) -> Action:
        """The same from positions as they may be; one where nothing is a secret, as in a future."""
        self._asked += 1
        state = worlds[0]
        mind = title_of(state.game).mind
        action = self._next_action(worlds)
        if self._too_often(mind.phase(state), state.stack[-1], action):
            self._actions.clear()
            return self.rng.choice(state.answers())
        return action

    def _next_action(self, worlds: Worlds) -> Action:
        """The next step of the orders of a planned phase, else a judgement."""
        state = worlds[0]
        if not title_of(state.game).mind.is_planned(state):
            return self._answer(worlds)
        self._plan(worlds)
        while self._orders:
            self._actions = deque(self._orders.popleft())
            action = self._next(state)
            if action is not None:
                return action
        return self._answer(worlds)

    def _too_often(self, phase: Hashable, step: Step, action: Action) -> bool:
        """Whether the same answer to the same step has been given again and again in one phase."""
        known, counts = self._lately
        if known != phase:
            counts = {}
        counts[step, action] = counts.get((step, action), 0) + 1
        self._lately = (phase, counts)
        return counts[step, action] > MOST

    def draw_from(self, seed: int) -> None:
        """Take random numbers from another seed from here on, whatever was drawn before; its orders stay."""
        self.options = self.options._replace(seed=seed)
        self.rng = random.Random(f"staff {seed}")
        self._asked = 0

    def misjudge(self, mind: Mind[State]) -> Misjudge | None:
        """An error of judgement as large as the options ask for, in the measure of the title's orders."""
        noise = self.options.noise * mind.whim
        return (lambda: self.rng.gauss(0.0, noise)) if noise else None

    def temper(self, misjudge: Misjudge | None) -> Temper:
        """How it judges with such errors."""
        return Temper(misjudge, budget=self.options.budget, seed=self.options.seed * 1_000_003 + self._asked)

    def _answer(self, worlds: Worlds) -> Action:
        """Go on with an order under way if it still stands, else judge."""
        action = self._next(worlds[0])
        if action is not None:
            return action
        self._actions.clear()
        mind = title_of(worlds[0].game).mind
        return mind.decide(worlds, self.temper(self.misjudge(mind)))

    def _next(self, state: State) -> Action | None:
        """The next action of the order under way, if the rules still allow it."""
        if not self._actions or state.side is not self._side:
            return None
        action = self._actions[0]
        if not state.allows(action):
            self._actions.clear()
            return None
        self._actions.popleft()
        return action

    def _plan(self, worlds: Worlds) -> None:
        """Make orders when a new phase begins."""
        state = worlds[0]
        if title_of(state.game).mind.phase(state) == self._made_for:
            if self._actions:
                self._orders.appendleft(tuple(self._actions))
                self._actions.clear()
            return
        assert state.side is not None
        papers = self.papers(worlds, state.side)
        self.take_orders(state, papers.orders)
        self._papers, self._planned_in = papers, state

    def take_orders(self, state: State, orders: Sequence[Order]) -> None:
        """Carry these out in the phase that begins with a position."""
        self._made_for = title_of(state.game).mind.phase(state)
        self._side = state.side
        self._actions.clear()
        self._orders = deque([order.actions for order in orders])

    def go_on_with(self, other: Staff) -> None:
        """Carry out what is left of another staff's orders."""
        self._made_for, self._side = other._made_for, other._side
        self._orders, self._actions = other._orders.copy(), other._actions.copy()

    @property
    def planned(self) -> Papers | None:
        """The papers of the phase under way; others with every new plan."""
        return self._papers

    def written_order(self) -> list[str]:
        """The order of the phase under way in writing: intent, tasks, battles, fears. Empty before the first."""
        from ardennes.agents import writing  # noqa: PLC0415 - it carries orders out with staffs

        state = self._planned_in
        if self._papers is None or state is None or state.side is None:
            return []
        battles = writing.battles_ahead(state, state.side, self._papers.orders)
        return [*self._papers.words(), *[writing.in_words(state, battle) for battle in battles]]

    @property
    def amid_order(self) -> bool:
        """Whether the order under way has steps left."""
        return bool(self._actions)

    @property
    def under_way(self) -> bool:
        """Whether orders are left to carry out."""
        return bool(self._orders or self._actions)

    def papers(self, worlds: Worlds, side: Side) -> Papers:
        """The doctrine's orders for the phase."""
        mind = title_of(worlds[0].game).mind
        found = mind.papers(worlds, side, {}, self.temper(self.misjudge(mind)))
        self.evaluated += found.evaluated
        return found
