"""Reactions: a chance to interrupt what the other side does, which must not tell what one holds.

Whoever could react *as far as the other side knows* is asked, whether he holds the card or not; so being asked tells
nothing, and neither does the time it takes. Who does not want to be asked sets a standing answer.

    class Demolition(Window[State], frozen=True):
        question: ClassVar[int] = ENGINEERS
        bridge: int

        def possible(self, g):            # only what both sides know
            return bool(g.hands[self.side])

        @pick(lambda step, g: [card for card in g.hands[step.side] if card in ENGINEERS_CARDS])
        def card(self, g, card): ...      # what the asked side may really do, from its own hand, and what comes of it

    Demolition(Side.ALLIED, bridge).ask(g)

A standing answer is a column, not a setting of the server: it is given by an action of its owner, so it is saved,
replayed and taken back like any other, and it holds in a terminal and in a ladder as well. It is his move made in
advance; the other side learns of it no sooner than of a move, when it is carried out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from ardennes.kernel import Action, Choices, Reason, Side, State, Verb, columns
from ardennes.kernel.columns import Audience, Size
from ardennes.kernel.verbs import Kind, kind_of
from ardennes.kernel.words import phrase
from ardennes.parts.rules.questions import Question

G = TypeVar("G", bound=State)
#: What is said of a standing answer that would change nothing.
ANSWERED_SO = phrase("that is answered so already")


class StandingAnswers(columns.Several):
    """For each side the set of questions that it answers with "no" unasked; its own secret.

    It is an intention like the next move and no part of the hidden position: conformance does not shuffle it.
    """

    foretold = True

    def __init__(self, questions: Size) -> None:
        super().__init__(columns.bits(questions), 2, Audience.OWNER, frozen=False)


def standing_answers(questions: Size) -> Any:
    """The column `standing` of a state: so many questions that may be answered in advance."""
    return StandingAnswers(questions)


def standing_verb(questions: Sequence[str], key: str = "standing") -> Verb:
    """The verb that sets standing answers: two targets a question, to be asked and never to react."""
    words = [f"{question}-{answer}" for question in questions for answer in ("ask", "never")]
    kind: Kind = kind_of(phrase("standing answer"), "number", lambda box: words)
    return Verb(key, "Standing answers", kind, "panel", aside=True)


def standing_choices(g: Any, side: Side, questions: int) -> list[int]:
    """The targets of the verb that would change something; for the choices of every step where the side decides."""
    return [2 * question + (not says_never(g, side, question)) for question in range(questions)]


def says_never(g: Any, side: Side, question: int) -> bool:
    """Whether a side has said that it will not react here."""
    return bool(g.standing[side] >> question & 1)


def set_standing(g: Any, side: Side, target: int) -> None:
    """Set one standing answer: the whole of the verb's method."""
    question, never = divmod(target, 2)
    g.standing[side] = g.standing[side] & ~(1 << question) | never << question


class Window(Question[G], frozen=True):
    """A side is asked whether it reacts. Open it with `ask`; `side` is the one that is asked.

    To decline is never taken alone: that would tell that there is nothing else to do.
    """

    #: The number of its standing question; -1 where it has none.
    question: ClassVar[int] = -1
    phase: ClassVar[str] = "reaction"
    buttons: ClassVar[Mapping[str, str]] = {"decline": "Do not react"}

    def possible(self, g: G) -> bool:
        """Whether the side could react as far as the other one knows. It may look at what both know and no more."""
        raise NotImplementedError

    def reactions(self, g: G) -> dict[str, Sequence[int | None]]:
        """What the side can really do: its answers."""
        return dict(super().choices(g))

    def declined(self, g: G) -> None:
        """What follows when there is no reaction; this step is gone by then."""

    def ask(self, g: G) -> bool:
        """Ask, if a reaction is possible, or answer as the side has said it would; False where it is not possible."""
        if not self.possible(g):
            return False
        g.push(self)
        if self.question >= 0 and says_never(g, self.side, self.question):
            self.decline(g)
        return True

    def choices(self, g: G) -> Choices:
        found = {verb: targets for verb, targets in self.reactions(g).items() if targets}
        if self.question >= 0:
            found["standing"] = [2 * self.question + 1]
        return {**found, "decline": [None]}

    def out_of_place(self, g: G) -> Reason:
        return Reason(self.rule, "this is the time to react or to let it pass")

    def refusal(self, g: G, action: Action) -> Reason:
        if action.verb == "standing":
            return Reason(self.rule, "this question may be answered with never from now on, and no other")
        return super().refusal(g, action)

    def decline(self, g: G) -> None:
        """Let it pass."""
        g.pop()
        self.declined(g)

    def standing(self, g: G, target: int) -> None:
        """Never react from now on, here neither."""
        set_standing(g, self.side, target)
        self.decline(g)
