"""What a player is asked, what he answers, and why an answer may be refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from ardennes.kernel.words import fixed, say


class Side(IntEnum):
    """Who decides. All our titles are played by two sides; chance is the third player."""

    #: The other player; a plain attribute, since rules ask for it all the time.
    enemy: Side

    GERMAN = 0
    ALLIED = 1
    CHANCE = 2

    def __str__(self) -> str:
        return _SIDE_NAMES[self]


for _side in Side:
    _side.enemy = Side.ALLIED if _side is Side.GERMAN else Side.GERMAN

_SIDE_NAMES = ("German", "Allied", "Chance")


class Action(NamedTuple):
    """One answer to the pending decision: a small verb and, for most verbs, an integer target."""

    verb: str
    target: int | None = None


class Reason(NamedTuple):
    """Why something is refused: the rule's id in the ledger and one plain sentence."""

    rule: str
    text: str

    def __str__(self) -> str:
        return f"{fixed(self.text)} ({self.rule})"


#: What is said to an answer that names nothing of its title.
NO_SUCH_THING = Reason("", "there is no such thing on the map")


def shown(value: object) -> str:
    """A value for an error message, short whatever it is."""
    if isinstance(value, list | tuple):
        return say("a list of {number}", number=len(value))
    if isinstance(value, Mapping):
        return say("a table of {number}", number=len(value))
    if isinstance(value, int) and not -(10**18) < value < 10**18:
        return say("a very long number")
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


class Unknown(ValueError):
    """A name that does not exist; the message lists those that do."""

    def __init__(self, what: str, name: object, known: Sequence[str]) -> None:
        listed = ", ".join(known) or say("none")
        super().__init__(say("unknown {what} {name}; there are: {known}", what=what, name=shown(name), known=listed))


class IllegalAction(ValueError):
    """Raised by `State.apply` for an action that is not among the choices. Carries the `Reason`."""

    def __init__(self, action: Action, reason: Reason) -> None:
        super().__init__(f"{action.verb} {'' if action.target is None else action.target}".strip() + f": {reason}")
        self.action = action
        self.reason = reason


#: Every legal answer, by verb. A verb without a target lists `None`.
Choices = Mapping[str, Sequence[int | None]]


class Decision(NamedTuple):
    """The one decision a game waits for."""

    side: Side
    prompt: str
    rule: str
    choices: Choices

    def actions(self) -> list[Action]:
        """The choices as a flat list."""
        return flat(self.choices)


class _OfVerb(dict[int | None, Action]):
    """The actions of one verb, each made once: lists of choices repeat the same ones all the time."""

    def __init__(self, verb: str) -> None:
        self.verb = verb

    def __missing__(self, target: int | None) -> Action:
        action = self[target] = Action(self.verb, target)
        return action


class _Made(dict[str, _OfVerb]):
    """The same by verb."""

    def __missing__(self, verb: str) -> _OfVerb:
        made = self[verb] = _OfVerb(verb)
        return made


#: The actions of choices, by verb and target. Two threads may both make one; either is kept, and they are equal.
MADE = _Made()


def flat(choices: Choices) -> list[Action]:
    """Every choice as an action, verb by verb."""
    found: list[Action] = []
    for verb, targets in choices.items():
        made = MADE[verb]
        found += [made[target] for target in targets]
    return found


class Outcome(NamedTuple):
    """How a game ended. `winner` is None for a draw and for games both sides lose."""

    winner: Side | None
    level: str
    score: int
