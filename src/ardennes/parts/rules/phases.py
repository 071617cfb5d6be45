"""The outline of a turn: one phase after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeVar

from msgspec.structs import replace

from ardennes.kernel import Automatic, State, Step

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
