"""One of these, or done: the shape of every phase in which a player picks things one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.kernel import Action, Choice, Choices, Reason
from ardennes.titles.bitter_woods.state import State


class OneByOne(Choice[State], frozen=True):
    """The player picks one thing after another until he is done; the verb is a method of the same name."""

    #: The verb with which things are picked.
    verb: ClassVar[str]
    #: What is said to any other answer.
    otherwise: ClassVar[Reason]

    def offered(self, g: State) -> Sequence[int]:
        """What may be picked now."""
        raise NotImplementedError

    def why_not_pick(self, g: State, target: int) -> Reason | None:
        """Why something may not be picked now. Must agree with `offered`."""
        raise NotImplementedError

    def choices(self, g: State) -> Choices:
        found: dict[str, Sequence[int | None]] = {}
        if offered := self.offered(g):
            found[self.verb] = offered
        found["done"] = [None]
        return found

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, target = action
        if verb == "done" and target is None:
            return None
        if verb != self.verb or target is None:
            return self.otherwise
        return self.why_not_pick(g, target)

    def done(self, g: State) -> None:
        """Nothing more is picked."""
        g.pop()
