"""Questions, each answer said once: when it is offered, why not, its words and its deed stand together.

    class Site(Question[State], frozen=True):
        \"\"\"12.4.1c Where an Engineer is deployed.\"\"\"

        rule: ClassVar[str] = "DW-12.4.1c1"
        phase: ClassVar[str] = "Assets"
        asks: ClassVar[str] = "{engineer}: choose a village or town, or nobody"
        engineer: Asset

        @pick(lambda step, g: g.box.grid.board, by=SITES)
        def hex(self, g: State, cell: int) -> None:
            put_down(g, self.engineer, cell)

        @button("Nobody")
        def done(self, g: State) -> None:
            \"\"\"Go on.\"\"\"

Prompt, choices, reasons, buttons and labels follow. Answers are offered in the order in which they are written, those
of the base first. An answer ends its question before it is carried out; one that `stays` does not. What several rules
forbid takes rungs (`kernel.rungs`): the list and the reason come from the same ones, and conformance leaves each out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from typing import Any, ClassVar, NamedTuple, TypeVar, cast

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Action, Choices, Reason, State
from ardennes.kernel.fields import called
from ardennes.kernel.rungs import Judged, Rungs, judged
from ardennes.kernel.words import say
from ardennes.parts.phases import Asking

G = TypeVar("G", bound=State)
Deed = TypeVar("Deed", bound=Callable[..., None])

#: What may be named now, given the step and the position: numbers, or a set as an integer.
Offered = Callable[[Any, Any], int | Sequence[int]]
#: Whether a button is there.
When = Callable[[Any, Any], object]
#: Why something is not offered: a rule and its sentence, which may name fields and facts as the question does, or
#: whatever finds them, given the step, the position and it.
Why = Reason | tuple[str, str] | Callable[[Any, Any, Any], Reason | None]
#: A target in words.
Label = Callable[[Any, Any, int], str]
#: The only target of a button.
_PRESSED: list[int | None] = [None]


class Ruled(NamedTuple):
    """What rungs decide: of which targets, and what they are asked about."""

    rungs: Rungs
    those: Offered
    about: Callable[[Any, Any], Any]
    #: Whether the list is worked out without them, for speed.
    quick: bool


class Answer(NamedTuple):
    """One verb of a question."""

    #: The targets that are offered now, and whether one is, without a list of the others.
    offered: Callable[[Any, Any], Sequence[int | None]]
    offers: Callable[[Any, Any, Any], object]
    why: Why | None = None
    ruled: Ruled | None = None
    says: str = ""
    label: Label | None = None
    #: Taken without asking where nothing else can be done.
    alone: bool = False
    targets: bool = False

    def reason(self, step: Any, g: Any, target: int | None) -> Reason | None:
        """Why a target is not offered; None where the question's own reason is the one."""
        if (target is not None) is not self.targets:
            return None
        ruled = self.ruled
        if ruled is not None and target is not None and (self.why is None or _has(ruled.those(step, g), target)):
            return ruled.rungs.why_not(g, ruled.about(step, g), target)
        if self.why is None:
            return None
        if callable(self.why):
            return self.why(step, g, target)
        return self.why if isinstance(self.why, Reason) else Reason(self.why[0], step.named(g, self.why[1]))


def button(
    says: str = "", why: Why | None = None, *, when: When | None = None, alone: bool = False, stays: bool = False
) -> Callable[[Deed], Deed]:
    """An answer without target: the words on its button, why it is not there, and when it is.

    Without `when` it is there unless a function given as `why` finds a reason: then the condition is said once.
    """
    offered = _when(when) if when is not None else _unless(why) if callable(why) else _always
    return _answer(Answer(offered, lambda step, g, target: offered(step, g), why, None, says, None, alone), stays)


def pick(
    those: Offered,
    why: Why | None = None,
    *,
    by: Rungs | None = None,
    about: Callable[[Any, Any], Any] = lambda step, g: step,
    quick: Offered | None = None,
    label: Label | None = None,
    alone: bool = False,
    stays: bool = False,
) -> Callable[[Deed], Deed]:
    """An answer with a target: what is offered, and why nothing else is.

    With rungs (`by`, asked about the step or about what `about` finds) they say which of `those` are offered, in the
    order of those, and why the others are not; `why` is left for what is not among `those`. A list worked out without
    them is `quick`.
    """
    ruled = None if by is None else Ruled(by, those, about, quick is not None)
    if ruled is not None and quick is None:
        offered, offers = _let_through(ruled), _lets_through(ruled)
    else:
        offered, offers = _listed(quick or those), _lists(quick or those)
    return _answer(Answer(offered, offers, why, ruled, "", label, alone, True), stays)


class Question(Asking[G], frozen=True):
    """A choice put together from its answers, in the order in which they are written."""

    #: What the player is asked; the fields of the step, and its `facts`, by name.
    asks: ClassVar[str] = ""
    #: What is said to an answer that has no place here; without it what is asked.
    otherwise: ClassVar[Reason | tuple[str, str] | None] = None
    #: The same for verbs of other questions, where those are told something of their own.
    elsewhere: ClassVar[Mapping[str, tuple[str, str]]] = {}
    answers: ClassVar[Mapping[str, Answer]] = {}

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        own = {name: what.answer for name, what in vars(cls).items() if hasattr(what, "answer")}
        cls.answers = {**cls.answers, **own}
        cls.taken_alone = cls.taken_alone | {verb for verb, answer in own.items() if answer.alone}

    def facts(self, g: G) -> Mapping[str, object]:
        """What the question and its reasons speak of beside the fields of the step."""
        return {}

    def named(self, g: G, text: str) -> str:
        """A text about this step in words: its fields and its facts filled in."""
        own, known = called(type(self)), self.facts(g)
        words: dict[str, object] = {}
        for name in _names(text):
            if name not in known:
                value = getattr(self, name)
                words[name] = own[name](g, value) if name in own else value
        return say(text, **words, **known)

    def prompt(self, g: G) -> str:
        return self.named(g, self.asks)

    def button(self, g: G, verb: str) -> str:
        answer = self.answers.get(verb)
        return answer.says if answer is not None and answer.says else super().button(g, verb)

    def label(self, g: G, verb: str, target: int) -> str:
        answer = self.answers.get(verb)
        return "" if answer is None or answer.label is None else answer.label(self, g, target)

    def choices(self, g: G) -> Choices:
        found: dict[str, Sequence[int | None]] = {}
        for verb, answer in self.answers.items():
            if targets := answer.offered(self, g):
                found[verb] = targets
        return found

    def allows(self, g: G, action: Action) -> bool:
        if type(self).choices is not Question.choices:
            return super().allows(g, action)
        verb, target = action
        answer = self.answers.get(verb)  # neither the other answers nor other targets need be listed
        if answer is not None and (target is not None) is answer.targets and answer.offers(self, g, target):
            return True
        return self.unlisted(g, action)

    def judged(self, g: G) -> Sequence[Judged]:
        return [
            judged(
                f"{type(self).__name__}.{verb}",
                verb,
                ruled.rungs,
                ruled.about(self, g),
                _board(ruled.those(self, g)),
                ruled.quick,
            )
            for verb, answer in self.answers.items()
            if (ruled := answer.ruled) is not None
        ]

    def refusal(self, g: G, action: Action) -> Reason:
        answer = self.answers.get(action.verb)
        if answer is None and action.verb in self.elsewhere:
            rule, text = self.elsewhere[action.verb]
            return Reason(rule, self.named(g, text))
        reason = None if answer is None else answer.reason(self, g, action.target)
        return reason or self.out_of_place(g)

    def out_of_place(self, g: G) -> Reason:
        """What is said to an answer that has no place here."""
        rule, text = self.otherwise or (self.rule, self.asks)
        return Reason(rule, self.named(g, text))


@cache
def _names(text: str) -> frozenset[str]:
    """What a text names."""
    return frozenset(re.findall(r"\{(\w+)", text))


def _answer(answer: Answer, stays: bool) -> Callable[[Deed], Deed]:
    def marked(deed: Deed) -> Deed:
        @wraps(deed)
        def carried_out(step: Any, g: Any, *target: int) -> None:
            g.pop()
            deed(step, g, *target)

        given = deed if stays else cast(Deed, carried_out)
        setattr(given, "answer", answer)  # noqa: B010 - functions have no such attribute of their own
        return given

    return marked


def _always(step: Any, g: Any) -> Sequence[int | None]:
    return _PRESSED


def _when(when: When) -> Callable[[Any, Any], Sequence[int | None]]:
    return lambda step, g: _PRESSED if when(step, g) else ()


def _unless(why: Callable[[Any, Any, Any], Reason | None]) -> Callable[[Any, Any], Sequence[int | None]]:
    return lambda step, g: _PRESSED if why(step, g, None) is None else ()


def _listed(offered: Offered) -> Callable[[Any, Any], Sequence[int | None]]:
    def targets(step: Any, g: Any) -> Sequence[int | None]:
        found = offered(step, g)
        return cells(found) if isinstance(found, int) else found

    return targets


def _lists(offered: Offered) -> Callable[[Any, Any, int], object]:
    return lambda step, g, target: _has(offered(step, g), target)


def _let_through(ruled: Ruled) -> Callable[[Any, Any], Sequence[int | None]]:
    rungs, those, about, _ = ruled

    def targets(step: Any, g: Any) -> Sequence[int | None]:
        named = those(step, g)
        if not named:
            return ()
        free = rungs.free(g, about(step, g), _board(named))
        return cells(free) if isinstance(named, int) else [one for one in named if free >> one & 1]

    return targets


def _lets_through(ruled: Ruled) -> Callable[[Any, Any, int], object]:
    rungs, those, about, _ = ruled
    return lambda step, g, target: _has(those(step, g), target) and rungs.free(g, about(step, g), 1 << target)


def _has(those: int | Sequence[int], target: int) -> bool:
    return target >= 0 and bool(those >> target & 1) if isinstance(those, int) else target in those


def _board(those: int | Sequence[int]) -> int:
    return those if isinstance(those, int) else board_of(those)
