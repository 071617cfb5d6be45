"""What lies beside the map: a hand of cards, a cup of chits, trays of counters, tracks, standing answers.

A title that uses one of these gives its printed part in the scene and what changes of it in every look. A look is one
side's: it holds that side's own hand and never the enemy's; of what is hidden it gives a number and no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ardennes.kernel import Side
from ardennes.parts.odds import Chance
from ardennes.parts.rules.reaction import says_never


class CardLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line printed on a card."""

    text: str
    rule: str = ""


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card as it is printed. `id` is its place in `Scene.cards`."""

    id: int
    title: str
    lines: list[CardLine] = []
    #: The words in its band ("Army card"), and the service that lends the band its colours.
    kind: str = ""
    service: str = ""
    #: A number or a few letters in its corner.
    corner: str = ""
    side: int | None = None
    note: str = ""


class Use(msgspec.Struct, frozen=True, omit_defaults=True):
    """One use of a card that is held: an answer that may be given now, or the reason why not.

    The answer's verb has the gesture `panel`, so that it is given on the card and not by a button of the prompt.
    """

    #: The line of the card that it belongs to; -1 for a use that any card has, as to discard it.
    line: int
    verb: str = ""
    target: int | None = None
    #: Words of the button; without them it has those of the line.
    text: str = ""
    #: Why it cannot be used now; the use is grey then and `verb` is not needed.
    why: str = ""
    rule: str = ""


class Held(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card in the hand, with all its uses in the order of its lines."""

    card: int
    uses: list[Use] = []
    #: It is being used just now.
    picked: bool = False
    #: A few words about this copy: "new today", "resting".
    note: str = ""


class Laid(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card that lies open on the table, who laid it, and what it does there."""

    card: int
    side: int
    note: str = ""


class Pile(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards of which only the number is known, and the one that lies open on top, if any."""

    name: str
    count: int
    side: int | None = None
    top: int | None = None
    note: str = ""


class Chit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chit as it is printed. `id` is its place in `Scene.chits`; `note` says in plain words what it permits."""

    id: int
    name: str
    letters: str
    side: int | None = None
    service: str = ""
    note: str = ""
    rule: str = ""


class Chits(msgspec.Struct, frozen=True, omit_defaults=True):
    """So many chits of a kind, and why they lie where they do."""

    chit: int
    count: int = 1
    note: str = ""


class Draw(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chit that was drawn: in which round, whether it counted, and why or why not."""

    chit: int
    when: str = ""
    counts: bool = True
    #: The one that is being carried out.
    now: bool = False
    note: str = ""


class Cup(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a side knows of a cup: what is still in it, what was drawn and when, what was held back."""

    name: str
    inside: list[Chits]
    drawn: list[Draw] = []
    aside: list[Chits] = []
    #: Chits in the cup of which the side knows only that they are there.
    hidden: int = 0
    #: "the next round is mine", and how likely.
    odds: list[Chance] = []
    rule: str = ""


class Tray(msgspec.Struct, frozen=True, omit_defaults=True):
    """Counters off the map that belong together; those that are choices are chosen by a click."""

    name: str
    pieces: list[int]
    note: str = ""
    side: int | None = None
    rule: str = ""


class StandingOption(msgspec.Struct, frozen=True):
    """One standing answer: the target of the verb that sets it, and its words."""

    target: int
    text: str


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question that comes again and again, and the answer that is given to it until another is set.

    It is set by `verb` (gesture `panel`) wherever the side decides; elsewhere it is only shown.
    """

    verb: str
    question: str
    options: list[StandingOption]
    now: int
    #: It is being asked: the prompt offers the standing answers too.
    asked: bool = False
    rule: str = ""


class Space(msgspec.Struct, frozen=True, omit_defaults=True):
    """A space of a track. Neighbours of one group stand under one heading; `side` is whom it favours."""

    name: str
    note: str = ""
    group: str = ""
    side: int | None = None


class Track(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row of spaces on which markers move: victory points, the calendar, fuel."""

    key: str
    name: str
    spaces: list[Space]
    rule: str = ""


class Marker(msgspec.Struct, frozen=True, omit_defaults=True):
    """A marker on a track: the numbers of the track in `Scene.tracks` and of the space, and a few words."""

    track: int
    at: int
    side: int | None = None
    text: str = ""


def shown_standing(g: Any, side: Side | None, questions: Mapping[str, str], verb: str = "standing") -> list[Standing]:
    """The panel of standing answers in a side's look: the questions in words, by rule."""
    if side is None:
        return []
    rows = enumerate(questions.items())
    return [
        Standing(
            verb,
            text,
            [StandingOption(2 * n, "Ask me"), StandingOption(2 * n + 1, "Never")],
            2 * n + says_never(g, side, n),
            rule=rule,
        )
        for n, (rule, text) in rows
    ]
