"""What a newcomer is shown: a briefing for every scenario, guided games and lessons.

A title keeps them in `data/learning.toml`, in the words of its map, counters and verbs. They are resolved here to what
a client can point at, and a word that means nothing is an error that names the entry. A guided game is an ordinary game
with sentences beside it; a lesson is a described position (`Mind.pose`) with something to do in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

import msgspec

from ardennes.kernel import Action, Game, Match, Seed, State, Unknown
from ardennes.parts.data.tables import DataError, DataFolder
from ardennes.parts.eye.scenery import Place, Scene
from ardennes.parts.mind.mind import Posed
from ardennes.parts.title import Title

FILE = "learning.toml"

# ---- as it is written --------------------------------------------------------------------------------------


class Brief(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario told before it begins. `places` are where it happens: the map is fitted to them."""

    german: str
    allied: str
    wins: str
    tips: list[str]
    places: list[str]


class StepRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One sentence of a guided game, what it points at, and what it waits for."""

    say: str
    ring: list[str] = []
    until: str = "next"


class GuideRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guided game: who plays what, and its steps."""

    key: str
    name: str
    note: str
    scenario: str
    side: Literal["german", "allied"]
    opponent: str
    seed: int
    step: list[StepRow]


class LessonRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position with something to do: `do` are the answers that do it, `accept` others as good as the last of them.

    `before` are answers given before the lesson begins, with the dice they roll. `refused` is what one might try, and
    `refusal` the rule that forbids it.
    """

    key: str
    chapter: str
    rule: str
    name: str
    say: str
    why: str
    do: list[str]
    position: dict[str, object]
    accept: list[str] = []
    before: list[str] = []
    dice: list[int] = []
    refused: str = ""
    refusal: str = ""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    briefing: dict[str, Brief] = {}
    guide: list[GuideRow] = []
    lesson: list[LessonRow] = []


# ---- as a client gets it -----------------------------------------------------------------------------------


class Briefing(msgspec.Struct, frozen=True):
    """A scenario told before it begins: who wants what, what wins, three tips, and where it happens."""

    german: str
    allied: str
    wins: str
    tips: list[str]
    places: list[int]


class Ring(msgspec.Struct, frozen=True):
    """Something to point at: a piece, a place or a card by number, a button by its verb."""

    kind: Literal["piece", "place", "card", "button"]
    id: int = -1
    verb: str = ""


class Goal(msgspec.Struct, frozen=True):
    """What a step waits for.

    `next`: a click on "Go on"; `did`: an answer with one of the targets, with any if none is named; `picked`: all these
    pieces taken up; `log`: an event of the kind that `verb` names; `turn`: one's own decision after another's; `over`:
    the end.
    """

    kind: Literal["next", "did", "picked", "log", "turn", "over"]
    verb: str = ""
    targets: list[int] = []


class GuideStep(msgspec.Struct, frozen=True):
    """One sentence of a guided game, what it points at, and what it waits for."""

    say: str
    rings: list[Ring]
    goal: Goal


class Guide(msgspec.Struct, frozen=True):
    """A guided game."""

    key: str
    name: str
    note: str
    scenario: str
    seats: list[str]
    seed: int
    steps: list[GuideStep]


class Lesson(msgspec.Struct, frozen=True):
    """A lesson: what to do, the answers that do it, those that count as done, and why."""

    key: str
    chapter: str
    rule: str
    name: str
    say: str
    why: str
    do: list[tuple[str, int | None]]
    goals: list[tuple[str, int | None]]


class Learning(msgspec.Struct, frozen=True):
    """All that a title has for newcomers; briefings by scenario."""

    title: str
    name: str
    briefings: dict[str, Briefing]
    guides: list[Guide]
    lessons: list[Lesson]


def rows(title: Title) -> _File:
    """What a title's file has; nothing where there is none."""
    if title.rule_texts or not (title.data / FILE).is_file():  # a small title has no folder of data
        return _File()
    return DataFolder(title.data).table(FILE, _File)


@lru_cache(maxsize=8)
def learning(title: Title) -> Learning:
    """All that a title has for newcomers. `DataError` names an entry that does not fit the title."""
    found = rows(title)
    return Learning(
        title.key,
        title.name,
        {key: _briefing(title, key, brief) for key, brief in found.briefing.items()},
        [_guide(title, row) for row in found.guide],
        [_lesson(title, row) for row in found.lesson],
    )


class _Words:
    """The words of a scene: pieces and places by what is printed on them."""

    def __init__(self, title: Title, scenario: str, where: str) -> None:
        self.title, self.game, self.where = title, Game.of(title, scenario), where
        scene: Scene = title.scene(self.game)
        self.pieces = {word: piece.id for piece in scene.pieces for word in (piece.name, piece.word)}
        self.places = {word: place.id for place in scene.places for word in (place.name, place.word, _bare(place))}
        self.verbs = {verb.key: verb for verb in scene.verbs}

    def number(self, kind: str, word: str) -> int:
        """The piece or place that a word means."""
        known: Mapping[str, int] = self.pieces if kind == "piece" else self.places
        if word not in known:
            raise DataError(f"{FILE}: {self.where}: there is no {kind} {word!r} in its scenario")
        return known[word]

    def verb(self, key: str) -> str:
        """A verb of the title."""
        if key not in self.verbs:
            raise DataError(f"{FILE}: {self.where}: there is no verb {key!r}; expected one of {', '.join(self.verbs)}")
        return key

    def ring(self, text: str) -> Ring:
        """ "piece G047", "place Wallendorf", "card 41", "button done" or "button draw 4", one of several."""
        kind, _, word = text.partition(" ")
        match kind:
            case "piece" | "place":
                return Ring(kind, self.number(kind, word))
            case "card":
                return Ring(kind, self.target("card", word))
            case "button":
                verb, _, number = word.partition(" ")
                return Ring(kind, int(number) if number.isdigit() else -1, self.verb(verb))
        raise DataError(f"{FILE}: {self.where}: expected a piece, place, card or button to ring, got {text!r}")

    def goal(self, text: str) -> Goal:
        """ "next", "did unit G047", "did card 41", "did done", "picked G047, G048", "log move", "turn" or "over"."""
        kind, _, rest = text.partition(" ")
        match kind:
            case "next" | "turn" | "over":
                return Goal(kind)
            case "log":
                return Goal(kind, rest)
            case "picked":
                return Goal(kind, targets=[self.number("piece", word) for word in rest.split(", ")])
            case "did":
                return self._did(rest)
        raise DataError(f"{FILE}: {self.where}: nothing can be waited for as {text!r}")

    def _did(self, text: str) -> Goal:
        key, _, word = text.partition(" ")
        verb = self.verbs[self.verb(key)]
        if not word:
            return Goal("did", key)
        if verb.target not in ("piece", "place"):
            return Goal("did", key, [self.target(key, one) for one in word.split(", ")])
        return Goal("did", key, [self.number(verb.target, one) - verb.first for one in word.split(", ")])

    def target(self, key: str, word: str) -> int:
        """What a word means to a verb that is given no piece and no place: a card, a corps, a number."""
        try:
            return self.title.target(self.game, self.verb(key), word)
        except Unknown as error:
            raise DataError(f"{FILE}: {self.where}: {error}") from None


def _bare(place: Place) -> str:
    """The name of a place without the number that hexes carry behind it."""
    return place.name.removesuffix(place.word).strip() or place.word


def _briefing(title: Title, scenario: str, brief: Brief) -> Briefing:
    words = _Words(title, scenario, f"briefing {scenario}")
    places = [words.number("place", name) for name in brief.places]
    return Briefing(brief.german, brief.allied, brief.wins, brief.tips, places)


def _guide(title: Title, row: GuideRow) -> Guide:
    words = _Words(title, row.scenario, f"guide {row.key}")
    steps = [GuideStep(step.say, [words.ring(text) for text in step.ring], words.goal(step.until)) for step in row.step]
    computer = f"computer {row.opponent}"
    seats = ["you", computer] if row.side == "german" else [computer, "you"]
    return Guide(row.key, row.name, row.note, row.scenario, seats, row.seed, steps)


def _lesson(title: Title, row: LessonRow) -> Lesson:
    posed = posed_for(title, row)
    done = [_plain(posed.action(text)) for text in row.do]
    goals = [_plain(posed.action(text)) for text in row.accept]
    return Lesson(row.key, row.chapter, row.rule, row.name, row.say, row.why, done, [*done[-1:], *goals])


def _plain(action: Action) -> tuple[str, int | None]:
    return action.verb, action.target


def posed_for(title: Title, row: LessonRow) -> Posed:
    """The position of a lesson as it begins."""
    posed = title.mind.pose(title, row.position)
    for left, text in enumerate(row.before, 1 - len(row.before)):
        posed.g.apply(posed.action(text), row.dice if left == 0 else [])
    return posed


def begun(title: Title, key: str, seed: Seed) -> tuple[Match, LessonRow]:
    """A match that begins at the position of a lesson, and the lesson. `Unknown` where there is none of that name."""
    known = {row.key: row for row in rows(title).lesson}
    if key not in known:
        raise Unknown("lesson", key, list(known))
    state: State = posed_for(title, known[key]).g
    match = Match(state.game, seed)
    match.begin_at(state.game.restore(state.table(), seed))
    return match, known[key]
