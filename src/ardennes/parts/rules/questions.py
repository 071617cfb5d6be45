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
Answers that may be given beside many questions are written once, as functions of a step; questions that take them name
them as their `asides`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from typing import Any, ClassVar, NamedTuple, TypeVar, cast

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Action, Choice, Choices, Reason, State
from ardennes.kernel.fields import called
from ardennes.kernel.rungs import Judged, Rungs, judged
from ardennes.kernel.words import say

G = TypeVar("G", bound=State)
Deed = TypeVar("Deed", bound=Callable[..., None])

#: What may be named now, given the step and the position: numbers, or a set as an integer.
Offered = Callable[[Any, Any], int | Sequence[int]]
#: Whether a button is there.
When = Callable[[Any, Any], object]
#: Why something is not offered: a rule and its sentence, which may name fields and facts as the question does, or
#: whatever finds them, given the step, the position and it.
Why = Reason | tuple[str, str] | Callable[[Any, Any, Any], Reason | None]
#: Which rungs decide, where that depends on what is going on.
Which = Callable[[Any, Any], Rungs]
#: Whether an answer has a place in a game at all, given its box.
Only = Callable[[Any], object]
#: A target in words.
Label = Callable[[Any, Any, int], str]
#: The only target of a button.
_PRESSED: list[int | None] = [None]


class Ruled(NamedTuple):
    """What rungs decide: which ones, of which targets, and what they are asked about."""

    which: Which
    those: Offered
    about: Callable[[Any, Any], Any]
    #: Whether the list is worked out without them, for speed.
    quick: bool


class Answer(NamedTuple):
    """One verb of a question."""

    #: What is offered now, as it is found: targets, a set of them as an integer, or whether a button is there; and
    #: whether one target is, without a list of the others.
    offered: Callable[[Any, Any], Any]
    offers: Callable[[Any, Any, Any], object]
    why: Why | None = None
    ruled: Ruled | None = None
    says: str = ""
    label: Label | None = None
    #: Taken without asking where nothing else can be done.
    alone: bool = False
    targets: bool = False
    #: It only takes something up: what is asked changes, and nothing on the table.
    lifts: bool = False
    #: It changes nothing that other answers hang on.
    harmless: bool = False
    #: Without its option it is not even asked for.
    only: Only | None = None

    def reason(self, step: Any, g: Any, target: int | None) -> Reason | None:
        """Why a target is not offered; None where the question's own reason is the one."""
        if (target is not None) is not self.targets:
            return None
        ruled, one = self.ruled, target or 0
        if ruled is not None and (self.why is None or _has(ruled.those(step, g), one)):
            return ruled.which(step, g).why_not(g, ruled.about(step, g), one)
        if self.why is None:
            return None
        if callable(self.why):
            return self.why(step, g, target)
        return self.why if isinstance(self.why, Reason) else Reason(self.why[0], step.named(g, self.why[1]))


def button(
    says: str = "",
    why: Why | None = None,
    *,
    when: When | None = None,
    by: Rungs | Which | None = None,
    about: Callable[[Any, Any], Any] = lambda step, g: step,
    alone: bool = False,
    stays: bool = False,
    only: Only | None = None,
) -> Callable[[Deed], Deed]:
    """An answer without target: the words on its button, why it is not there, and when it is.

    In games whose box `only` turns down it is never there: an option that is off costs nothing.

    Without `when` it is there unless a function given as `why` finds a reason, or a rung (`by`) keeps it out: then the
    condition is said once.
    """
    if by is not None:
        ruled, offered = Ruled(_which(by), lambda step, g: 1, about, False), _passes(by, about)
    else:
        ruled, offered = None, when if when is not None else _unless(why) if callable(why) else _always
    return _answer(
        Answer(offered, lambda step, g, target: offered(step, g), why, ruled, says, None, alone, only=only), stays
    )


def pick(
    those: Offered,
    why: Why | None = None,
    *,
    by: Rungs | Which | None = None,
    about: Callable[[Any, Any], Any] = lambda step, g: step,
    quick: Offered | None = None,
    label: Label | None = None,
    alone: bool = False,
    stays: bool = False,
    lifts: bool = False,
    harmless: bool = False,
    only: Only | None = None,
) -> Callable[[Deed], Deed]:
    """An answer with a target: what is offered, and why nothing else is.

    One that `lifts` only takes something up (`Choice.lifts`), one that is `harmless` changes nothing that others hang
    on (`Choice.harmless`); `only` is as for buttons.

    With rungs (`by`, or those that it finds; asked about the step or about what `about` finds) they say which of
    `those` are offered, in the order of those, and why the others are not; `why` is left for what is not among `those`.
    A list worked out without them is `quick`.
    """
    ruled = None if by is None else Ruled(_which(by), those, about, quick is not None)
    if by is not None and ruled is not None and quick is None:
        offered, offers = _let_through(ruled, by), _lets_through(ruled)
    else:
        offered, offers = quick or those, _lists(quick or those)
    return _answer(Answer(offered, offers, why, ruled, "", label, alone, True, lifts, harmless, only), stays)


class Question(Choice[G], frozen=True):
    """A choice put together from its answers, in the order in which they are written.

    Reasons are looked for only when something is not offered, so the two can never disagree.
    """

    #: What the player is asked; the fields of the step, and its `facts`, by name.
    asks: ClassVar[str] = ""
    #: What is said to an answer that has no place here; without it what is asked.
    otherwise: ClassVar[Reason | tuple[str, str] | None] = None
    #: The same for verbs of other questions, where those are told something of their own.
    elsewhere: ClassVar[Mapping[str, tuple[str, str]]] = {}
    #: Answers beside the question, which options bring: written elsewhere, taken here too, and offered last.
    asides: ClassVar[Sequence[Callable[..., None]]] = ()
    answers: ClassVar[Mapping[str, Answer]] = {}
    #: What lists the choices, made from the answers.
    listing: ClassVar[Callable[[Any, Any], Choices]]

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        beside = {deed.__name__: deed for deed in cls.asides}
        for verb, deed in beside.items():
            setattr(cls, verb, deed)
        own = {name: what.answer for name, what in vars(cls).items() if hasattr(what, "answer")}
        cls.answers = {**{verb: answer for verb, answer in cls.answers.items() if verb not in beside}, **own}
        cls.listing = _by_game(cls.answers) if any([a.only for a in cls.answers.values()]) else _listing(cls.answers)
        cls.taken_alone = cls.taken_alone | {verb for verb, answer in own.items() if answer.alone}
        cls.lifts = cls.lifts | {verb for verb, answer in own.items() if answer.lifts}
        cls.harmless = cls.harmless | {verb for verb, answer in own.items() if answer.harmless}

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
        return self.listing(g)

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
                ruled.which(self, g),
                ruled.about(self, g),
                _board(ruled.those(self, g)) if answer.targets else None,
                ruled.quick or (answer.only is not None and not answer.only(g.box)),
            )
            for verb, answer in self.answers.items()
            if (ruled := answer.ruled) is not None
        ]

    def why_not(self, g: G, action: Action) -> Reason | None:
        if action.target in g.choices().get(action.verb, ()) or self.unlisted(g, action):
            return None
        return self.refusal(g, action)

    def refusal(self, g: G, action: Action) -> Reason:
        """The first rule that forbids an answer which is not offered."""
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


def _listing(answers: Mapping[str, Answer]) -> Callable[[Any, Any], Choices]:
    """Code that lists the choices, as if written by hand: random play and minds do little else."""
    space: dict[str, Any] = {"cells": cells, "PRESSED": _PRESSED}
    lines = ["def listing(step, g):", "    found = {}"]
    for number, (verb, answer) in enumerate(answers.items()):
        space[f"offered{number}"] = answer.offered
        named = "cells(named) if isinstance(named, int) else named" if answer.targets else "PRESSED"
        lines += [f"    if named := offered{number}(step, g):", f"        found[{verb!r}] = {named}"]
    exec("\n".join([*lines, "    return found"]), space)
    listing: Callable[[Any, Any], Choices] = space["listing"]
    return listing


def _by_game(answers: Mapping[str, Answer]) -> Callable[[Any, Any], Choices]:
    """The same where some answers have a place only in some games."""

    def listing(step: Any, g: Any) -> Choices:
        kept: dict[Any, Callable[[Any, Any], Choices]] = g.game.kept
        found = kept.get(listing)
        if found is None:
            box = g.box
            found = kept[listing] = _listing({v: a for v, a in answers.items() if a.only is None or a.only(box)})
        return found(step, g)

    return listing


def _answer(answer: Answer, stays: bool) -> Callable[[Deed], Deed]:
    def marked(deed: Deed) -> Deed:
        given = deed if stays else cast(Deed, _ending(deed) if answer.targets else _pressed(deed))
        setattr(given, "answer", answer)  # noqa: B010 - functions have no such attribute of their own
        return given

    return marked


def _ending(deed: Deed) -> Callable[[Any, Any, int], None]:
    """What is done with a target, after the question has ended; `pop` is written out, since it happens all the time."""

    @wraps(deed)
    def carried_out(step: Any, g: Any, target: int) -> None:
        g.stack = g.stack[:-1]
        deed(step, g, target)

    return carried_out


def _pressed(deed: Deed) -> Callable[[Any, Any], None]:
    """The same without a target."""

    @wraps(deed)
    def carried_out(step: Any, g: Any) -> None:
        g.stack = g.stack[:-1]
        deed(step, g)

    return carried_out


def _always(step: Any, g: Any) -> object:
    return True


def _unless(why: Callable[[Any, Any, Any], Reason | None]) -> When:
    return lambda step, g: why(step, g, None) is None


def _lists(offered: Offered) -> Callable[[Any, Any, int], object]:
    return lambda step, g, target: _has(offered(step, g), target)


def _which(by: Rungs | Which) -> Which:
    return by if callable(by) else lambda step, g: by


def _let_through(ruled: Ruled, by: Rungs | Which) -> Offered:
    which, those, about, _ = ruled
    one_and_all = None if callable(by) else by.free

    def targets(step: Any, g: Any) -> int | Sequence[int]:
        named = those(step, g)
        if not named:
            return 0
        judge = one_and_all or which(step, g).free
        if isinstance(named, int):
            return judge(g, about(step, g), named)
        free = judge(g, about(step, g), board_of(named))
        return [one for one in named if free >> one & 1] if free else 0

    return targets


def _lets_through(ruled: Ruled) -> Callable[[Any, Any, int], object]:
    which, those, about, _ = ruled
    return lambda step, g, target: _has(those(step, g), target) and which(step, g).free(g, about(step, g), 1 << target)


def _passes(by: Rungs | Which, about: Callable[[Any, Any], Any]) -> When:
    if callable(by):
        return lambda step, g: by(step, g).free(g, about(step, g), 1)
    free = by.free  # asked at every list of such a question
    return lambda step, g: free(g, about(step, g), 1)


def _has(those: int | Sequence[int], target: int) -> bool:
    return target >= 0 and bool(those >> target & 1) if isinstance(those, int) else target in those


def _board(those: int | Sequence[int]) -> int:
    return those if isinstance(those, int) else board_of(those)
