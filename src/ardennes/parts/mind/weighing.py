"""One ply over the choices with the exact chances: what an answer leads to on average, bounded in positions looked at.

An answer is played on a copy. Dice that follow are not rolled but taken each with its weight, as long as a position
has a fair share of what may be looked at; below that the value of the position before the die stands for all of them.
What else is asked until the matter is settled (who is lost, where to retreat, who advances) is answered at once by
whoever is asked, for the best value that he sees before him.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from ardennes.kernel import Action, Side, State, Step

#: Choices looked at in a matter that is followed up: of more than these every nth.
GLANCED = 8
#: Answers followed up in one line before it is taken as it stands.
DEEPEST = 14
#: A chance node with less than this part of the whole behind it is not divided further.
LEAST_SHARE = 0.01


class Weighed(NamedTuple):
    """An answer and the German score to be expected after it."""

    action: Action
    value: float


class _Asked(NamedTuple):
    """The decision that is weighed: how high it stands on the stack, and the step itself."""

    height: int
    step: Step


class Scales:
    """Weighs answers by a title's value.

    `commits` are verbs that go through with what was begun, such as an attack; `ends` are verbs that leave it at that.
    `battle` are steps of one matter that take each other's place; `phases` are matters of their own.
    """

    def __init__(
        self,
        value: Callable[[State], float],
        commits: Collection[str] = (),
        ends: Collection[str] = (),
        battle: tuple[type[Step], ...] = (),
        phases: tuple[type[Step], ...] = (),
        budget: int = 6000,
    ) -> None:
        self._value = value
        self._commits = commits
        self._ends = ends
        self._battle = battle
        self._phases = phases
        self.budget = budget
        self.evaluated = 0

    def value(self, state: State) -> float:
        """The German score to be expected."""
        self.evaluated += 1
        return self._value(state)

    def weigh(self, worlds: Sequence[State], action: Action) -> float:
        """What an answer leads to, on average over the dice and over what may be hidden."""
        total = 0.0
        for state in worlds:
            after = state.copy()
            after.act(action)
            asked = _Asked(len(state.stack), state.stack[-1])
            # Whoever leaves the decision behind is done with it: what the turn brings next is another matter.
            left = len(after.stack) < asked.height
            total += self.value(after) if left else self._expected(after, asked, 1.0, 0)
        return total / len(worlds)

    def all(self, worlds: Sequence[State], actions: Sequence[Action]) -> list[Weighed]:
        """Every answer weighed, those that cannot be afforded left out."""
        found: list[Weighed] = []
        for action in actions:
            if found and self.evaluated >= self.budget:
                break
            found.append(Weighed(action, self.weigh(worlds, action)))
        return found

    def _expected(self, state: State, asked: _Asked, share: float, depth: int) -> float:
        """The value of a position with dice pending or a matter to settle."""
        chances = state.advance()
        if chances is not None:
            if share < LEAST_SHARE or self.evaluated >= self.budget:
                return self.value(state)
            total = 0.0
            for weight, outcome in chances.pairs:
                child = state.copy()
                child.resolve(outcome)
                part = weight / chances.total
                total += part * self._expected(child, asked, share * part, depth)
            return total
        if self._is_settled(state, asked) or depth >= DEEPEST or self.evaluated >= self.budget:
            return self.value(state)
        state = state.copy()
        state.act(self.follow(state))
        return self._expected(state, asked, share, depth + 1)

    def _is_settled(self, state: State, asked: _Asked) -> bool:
        """Whether all that an answer led to has been dealt with."""
        if len(state.stack) < asked.height:
            return True
        top = state.stack[-1]
        if len(state.stack) > asked.height:
            return isinstance(top, self._phases)
        return top == asked.step or not isinstance(top, self._battle)

    def follow(self, state: State) -> Action:
        """A quick answer within a matter that is being followed up."""
        actions = state.answers()
        for action in actions:
            if action.verb in self._commits:
                return action
        if len(actions) > GLANCED:
            stride = -(-len(actions) // GLANCED)
            actions = actions[::stride]
        if len(actions) == 1:
            return actions[0]
        sign = 1.0 if state.side is Side.GERMAN else -1.0
        actions.sort(key=lambda action: action.verb not in self._ends)  # what changes nothing is not begun
        best, found = actions[0], -1e9
        for action in actions:
            after = state.copy()
            after.act(action)
            if (value := sign * self.value(after)) > found:
                best, found = action, value
        return best
