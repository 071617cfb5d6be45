"""Shapes of phases that titles share: the outline of a turn, a choice that gives its own reasons, one thing by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from msgspec.structs import replace

from ardennes.kernel import Action, Automatic, Choice, Choices, Reason, State, Step

G = TypeVar("G", bound=State)
#: A phase of a turn: a step, or what does its work or pushes the steps that ask for it.
Phase = Step | Callable[[Any], None]


class Outline(Automatic[G], frozen=True):
    """The bottom of a title's stack: one phase after the other, and when the outline is done, the next turn.

    The outline may differ from turn to turn (an opening of its own, supply from the second turn on); it is asked for
    afresh at every stage, so it may depend on the turn but not on what happens within it. The title declares the field
    that counts the phases.
    """

    bottom: ClassVar[bool] = True
    common: ClassVar[bool] = True
    #: The field with the number of the phase that comes next.
    counter: ClassVar[str] = "stage"

    def phases(self, g: G) -> Sequence[Phase]:
        """The phases of this turn, in order."""
        raise NotImplementedError

    def run(self, g: G) -> None:
        phases = self.phases(g)
        stage = getattr(self, self.counter) % len(phases)  # a made-up position may count further
        g.replace(replace(self, **{self.counter: (stage + 1) % len(phases)}))
        phase = phases[stage]
        if isinstance(phase, Step):
            g.push(phase)
        else:
            phase(g)


class Asking(Choice[G], frozen=True):
    """A choice whose refusals are looked for only when something is not offered, so the two can never disagree."""

    def why_not(self, g: G, action: Action) -> Reason | None:
        if action.target in g.choices().get(action.verb, ()) or self.unlisted(g, action):
            return None
        return self.refusal(g, action)

    def refusal(self, g: G, action: Action) -> Reason:
        """The first rule that forbids an answer which is not offered."""
        raise NotImplementedError


class OneByOne(Asking[G], frozen=True):
    """The player picks one thing after another until he is done; the verb is a method of the same name."""

    #: The verb with which things are picked.
    verb: ClassVar[str] = "unit"
    #: What is said to an answer that has no place here.
    otherwise: ClassVar[Reason]

    def offered(self, g: G) -> Sequence[int]:
        """What may be picked now."""
        raise NotImplementedError

    def also(self, g: G) -> Mapping[str, Sequence[int | None]]:
        """Answers beside picking; being done is the usual one."""
        return {"done": [None]}

    def choices(self, g: G) -> Choices:
        found: dict[str, Sequence[int | None]] = {}
        if offered := self.offered(g):
            found[self.verb] = offered
        found |= self.also(g)
        return found

    def refusal(self, g: G, action: Action) -> Reason:
        if action.verb == self.verb and action.target is not None:
            return self.why_not_pick(g, action.target)
        return self.otherwise

    def why_not_pick(self, g: G, target: int) -> Reason:
        """Why something that is not offered may not be picked."""
        return self.otherwise

    def done(self, g: G) -> None:
        """Nothing more is picked."""
        g.pop()
