"""The staff: makes orders for a whole phase from the title's doctrine, then carries them out."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from typing import Any

from ardennes.agents.contract import AgentOptions
from ardennes.kernel import Action, Side, Sight, State
from ardennes.parts.title import title_of


class Staff:
    """One-ply over whole orders, valued with exact odds. Orders are made once and checked before each step."""

    def __init__(self, options: AgentOptions) -> None:
        self.options = options
        self.rng = random.Random(f"staff {options.seed}")
        self.evaluated = 0
        self._orders: deque[tuple[Action, ...]] = deque()
        self._actions: deque[Action] = deque()
        self._made_for: object = None
        self._made_on: State | None = None
        self._found: list[Any] = []
        self._side: Side | None = None
        #: What formations were told, where a plan told them anything.
        self.plan: dict[str, str] = {}

    def __getstate__(self) -> dict[str, Any]:
        """What a staff carries from one decision to the next. The map it planned on is for the written order only."""
        return {**self.__dict__, "_made_on": None, "_found": []}

    def choose(self, sight: Sight) -> Action:
        """The next step of the orders, or a judgement where none apply."""
        return self.act(sight.imagine(0))

    def act(self, state: State) -> Action:
        """The same on a position that is nobody's secret, such as one of a rehearsal."""
        insight = title_of(state.game).mind
        if not insight.is_planned(state):
            return self._answer(state)
        self._plan(state)
        while self._orders:
            self._actions = deque(self._orders.popleft())
            action = self._next(state)
            if action is not None:
                return action
        done = Action("done")
        # Where something must still be done before the phase may end, that is for judgement.
        return done if state.allows(done) else self._answer(state)

    def misjudge(self) -> Callable[[], float] | None:
        """An error of judgement as large as the options ask for."""
        noise = self.options.noise
        return (lambda: self.rng.gauss(0.0, noise)) if noise else None

    def _answer(self, state: State) -> Action:
        """Go on with an order under way if it still stands, else judge."""
        action = self._next(state)
        if action is not None:
            return action
        self._actions.clear()
        answer: Action = title_of(state.game).mind.answer(state)
        return answer

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

    def _plan(self, state: State) -> None:
        """Make orders when a new phase begins."""
        if title_of(state.game).mind.phase(state) == self._made_for:
            if self._actions:
                self._orders.appendleft(tuple(self._actions))
                self._actions.clear()
            return
        assert state.side is not None
        self.take_orders(state, self.orders(state, state.side))

    def take_orders(self, state: State, orders: list[Any]) -> None:
        """Carry these out in the phase that begins with a position."""
        self._made_for = title_of(state.game).mind.phase(state)
        self._side = state.side
        self._actions.clear()
        self._orders = deque(order.actions for order in orders)
        self._made_on, self._found = state.copy(), orders

    @property
    def planned_on(self) -> State | None:
        """The position the orders under way were made for; another one with every new plan."""
        return self._made_on

    def written_order(self) -> list[str]:
        """The order of the phase under way in writing: intent, main effort, tasks, fears. Empty before the first."""
        if self._made_on is None or self._side is None:
            return []
        insight = title_of(self._made_on.game).mind
        lines: list[str] = insight.operation_order(self._made_on, self._side, self._found, self.plan)
        return lines

    @property
    def under_way(self) -> bool:
        """Whether orders are left to carry out."""
        return bool(self._orders or self._actions)

    def orders(self, state: State, side: Side) -> list[Any]:
        """The doctrine's orders for the phase."""
        found, evaluated = title_of(state.game).mind.orders(state, side, self.misjudge(), self.options.style)
        self.evaluated += evaluated
        return list(found)
