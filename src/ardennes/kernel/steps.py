"""Steps: what a game is in the middle of.

A state holds a stack of steps. The top step is the one thing going on; what it interrupted waits below. Steps are
immutable values, so copies of a state share them, and a half-finished retreat can be saved like anything else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from ardennes.kernel.decisions import Action, Choices, Reason, Side

if TYPE_CHECKING:
    from ardennes.kernel.chance import Chances


class Step(msgspec.Struct, frozen=True):
    """Something going on. Use one of the three kinds below."""

    rule: ClassVar[str] = ""


class Choice(Step, frozen=True):
    """A player decides. Each verb offered by `choices` is a method of the same name.

    A single choice whose verb is in `taken_alone` is taken without asking. Other single choices wait for the player,
    so that ending a phase is a deliberate act and what came before it can still be taken back.
    """

    taken_alone: ClassVar[frozenset[str]] = frozenset()

    side: Side

    def prompt(self, g: Any) -> str:
        """What the player is asked, in plain words."""
        raise NotImplementedError

    def choices(self, g: Any) -> Choices:
        """Every legal answer. Computed fast: random play and agents live on it."""
        raise NotImplementedError

    def allows(self, g: Any, action: Action) -> bool:
        """Whether one answer is legal. Override where that is cheaper than listing all of them."""
        return action.target in self.choices(g).get(action.verb, ())

    def why_not(self, g: Any, action: Action) -> Reason | None:
        """The first rule that forbids the answer, or None. Must agree with `choices`."""
        raise NotImplementedError


class Chance(Step, frozen=True):
    """A die is rolled or a chit is drawn."""

    def chances(self, g: Any) -> Chances:
        """What may happen, with weights."""
        raise NotImplementedError

    def resolve(self, g: Any, outcome: int) -> None:
        """Carry out one outcome."""
        raise NotImplementedError


class Automatic(Step, frozen=True):
    """Nobody decides: the rules go on by themselves."""

    def run(self, g: Any) -> None:
        """Do the work, and pop or replace this step or push others."""
        raise NotImplementedError
