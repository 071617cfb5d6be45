"""Steps: what a game is in the middle of.

A state holds a stack of steps. The top step is the one thing going on; what it interrupted waits below. Steps are
immutable values, so copies of a state share them, and a half-finished retreat can be saved like anything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, Self, TypeVar

import msgspec

from ardennes.kernel.decisions import Action, Choices, Reason, Side

if TYPE_CHECKING:
    from ardennes.kernel.chance import Chances
    from ardennes.kernel.rungs import Judged

#: The state of the title that a step belongs to: `class Combat(Choice[State])`.
G = TypeVar("G")


def steps_below(rules: ModuleType) -> dict[str, type[Step]]:
    """Every step class in a title's rules, by name: in the module itself, or in all modules of the package."""
    if not hasattr(rules, "__path__"):
        return steps_in(rules)
    found = walk_packages(rules.__path__, f"{rules.__name__}.")
    return steps_in(*[import_module(name) for name in sorted(module.name for module in found)])


def steps_in(*chapters: ModuleType) -> dict[str, type[Step]]:
    """Every step class that is written in these modules, by name, those apart that are only common ground."""
    return {
        name: step
        for chapter in chapters
        for name, step in vars(chapter).items()
        if isinstance(step, type) and issubclass(step, Step) and step.__module__ == chapter.__name__
        if not name.startswith("_") and "common" not in vars(step)
    }


class Way(NamedTuple):
    """What a choice would cost, in the title's own measure, and the places on the way."""

    cost: int | str | None
    path: Sequence[int]


class Step(msgspec.Struct, frozen=True):
    """Something going on. Use one of the three kinds below."""

    rule: ClassVar[str] = ""
    #: The step that lies below all others and nowhere else.
    bottom: ClassVar[bool] = False
    #: Said by a class that is only common ground of others: no game is ever in the middle of it.
    common: ClassVar[bool] = False

    def seen_by(self, side: Side | None) -> Self:
        """The step as a side (None: a spectator) may know it; override where a field is secret."""
        return self


class Choice(Step, Generic[G], frozen=True):
    """A player decides. Each verb offered by `choices` is a method of the same name.

    A step owns all that is said and shown of it: its prompt, the words on its buttons and choices, what is taken up,
    and where the eye should go. All of that is asked of a sight's state, never of the true one.

    A single choice whose verb is in `taken_alone` is taken without asking. Other single choices wait for the player,
    so that ending a phase is a deliberate act and what came before it can still be taken back.
    """

    taken_alone: ClassVar[frozenset[str]] = frozenset()
    #: What the game is at, in a word or two.
    phase: ClassVar[str] = ""
    #: Words on the buttons of verbs, where they differ from the verb's own name.
    buttons: ClassVar[Mapping[str, str]] = {}
    #: Verbs that only take something up: they change what is asked, and nothing on the table.
    lifts: ClassVar[frozenset[str]] = frozenset()
    #: Verbs that change nothing any other answer hangs on, such as what is answered in advance: what was worked out for
    #: the position holds on.
    harmless: ClassVar[frozenset[str]] = frozenset()
    #: Pieces are taken up to go where the player likes, each for itself: nobody is asked for all of them.
    marching: ClassVar[bool] = False

    side: Side

    def under_way(self) -> str:
        """What the game is at, where that depends on more than the kind of step."""
        return self.phase

    def keeps(self, g: G) -> bool:
        """Whether pieces that are not used before this decision ends can be used afterwards: ending wastes nothing."""
        return False

    def button(self, g: G, verb: str) -> str:
        """The words on the button of a verb without target; "" for the verb's own name."""
        return self.buttons.get(verb, "")

    def label(self, g: G, verb: str, target: int) -> str:
        """A choice in plain words; "" where the title's words for the target will do."""
        return ""

    def taken_up(self, g: G) -> Sequence[int]:
        """The pieces taken up for this decision."""
        return ()

    def focus(self, g: G) -> int | None:
        """The place this decision is about."""
        return None

    def way(self, g: G, verb: str, target: int) -> Way | None:
        """What a choice would cost and which way it goes; None where that is not the question."""
        return None

    def prompt(self, g: G) -> str:
        """What the player is asked, in plain words."""
        raise NotImplementedError

    def choices(self, g: G) -> Choices:
        """Every legal answer. Computed fast: random play and agents live on it."""
        raise NotImplementedError

    def allows(self, g: G, action: Action) -> bool:
        """Whether one answer is legal. Override where that is cheaper than listing all of them."""
        return action.target in self.choices(g).get(action.verb, ()) or self.unlisted(g, action)

    def unlisted(self, g: G, action: Action) -> bool:
        """Whether an answer is legal although `choices` does not list it, since listed ones come to the same.

        A way that a player names because he wants it so is such an answer.
        """
        return False

    def why_not(self, g: G, action: Action) -> Reason | None:
        """The first rule that forbids the answer, or None. Must agree with `choices`."""
        raise NotImplementedError

    def judged(self, g: G) -> Iterable[Judged]:
        """The questions of this decision that rungs decide (`kernel.rungs`), for whoever proves that they do."""
        return ()


class Chance(Step, Generic[G], frozen=True):
    """A die is rolled or a chit is drawn."""

    #: Whose luck it is: dice, or a draw from somewhere ("cup", "deck"). Reports count each kind by itself.
    luck: ClassVar[str] = "dice"

    def chances(self, g: G) -> Chances:
        """What may happen, with weights."""
        raise NotImplementedError

    def resolve(self, g: G, outcome: int) -> None:
        """Carry out one outcome."""
        raise NotImplementedError

    def shown_to(self, g: G, side: Side | None) -> bool:
        """Whether a side (None: a spectator) sees what comes; override where cards are drawn face down."""
        return True


class Automatic(Step, Generic[G], frozen=True):
    """Nobody decides: the rules go on by themselves."""

    def run(self, g: G) -> None:
        """Do the work, and pop or replace this step or push others."""
        raise NotImplementedError
