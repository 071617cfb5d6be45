"""What travels over the wire. The browser's types are written from these by `typescript`."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from ardennes.kernel import Action
from ardennes.lab.luck import Report
from ardennes.parts.eye.scenery import Fact, Picture
from ardennes.parts.mind.advice import Comparison, Course

#: The longest message a player's client has any reason to send.
LONGEST = 2048


# ---- from a client -----------------------------------------------------------------------------------------


class Act(msgspec.Struct, frozen=True, tag_field="t", tag="act", forbid_unknown_fields=True):
    """Answer the pending decision. `at` is the position the player was looking at.

    An answer that only takes something up (`lifts`) is no move alone: it goes with what follows it, in `acts`.
    """

    at: int
    verb: str
    target: int | None = None


#: The most answers that travel in one message.
MOST = 64
Answers = Annotated[list[tuple[str, int | None]], msgspec.Meta(max_length=MOST)]
#: The most units that go as one group in one message, and the most answers for each.
MOST_PARTS = 16
Part = Annotated[list[tuple[str, int | None]], msgspec.Meta(max_length=6)]


class Acts(msgspec.Struct, frozen=True, tag_field="t", tag="acts", forbid_unknown_fields=True):
    """Several answers in a row, as far as they are taken, as one step: a stack gathered, advice carried out.

    With `back` the last action is taken back first; with `skip` answers that are no choice are passed over.
    """

    at: int
    answers: Answers
    back: bool = False
    skip: bool = False


class Group(msgspec.Struct, frozen=True, tag_field="t", tag="group", forbid_unknown_fields=True):
    """Units that do the same one after the other, as one step. Each part is played whole or not at all."""

    at: int
    parts: Annotated[list[Part], msgspec.Meta(max_length=MOST_PARTS)]


class Undo(msgspec.Struct, frozen=True, tag_field="t", tag="undo", forbid_unknown_fields=True):
    """Take back the last action, several that were one gesture, or everything that can be."""

    at: int
    all: bool = False
    count: Annotated[int, msgspec.Meta(ge=1, le=8 * MOST)] = 1


class Peek(msgspec.Struct, frozen=True, tag_field="t", tag="peek", forbid_unknown_fields=True):
    """Ask what the table looks like with something taken up, without doing it: nobody else is told.

    `hand` are answers that only take something up; others are passed over. Questions that have a `hand` are asked as if
    that were taken up, and `acts` with these answers before another makes one move of them all.
    """

    at: int
    hand: Answers


class WhyNot(msgspec.Struct, frozen=True, tag_field="t", tag="why", forbid_unknown_fields=True):
    """Ask why an answer would be refused. Of several ways to answer with the same click, the first reason counts."""

    at: int
    target: int | None
    verbs: list[str]
    hand: Answers = []


class Hints(msgspec.Struct, frozen=True, tag_field="t", tag="hints", forbid_unknown_fields=True):
    """Ask what some choices mean: those the player points at, or those he sees as words."""

    at: int
    answers: Answers
    hand: Answers = []


class Odds(msgspec.Struct, frozen=True, tag_field="t", tag="odds", forbid_unknown_fields=True):
    """Ask for the exact odds of the battle in progress, or of the one a choice leads to."""

    at: int
    verb: str | None = None
    target: int | None = None
    hand: Answers = []


class Shade(msgspec.Struct, frozen=True, tag_field="t", tag="shade", forbid_unknown_fields=True):
    """Ask for an overlay."""

    at: int
    overlay: str


class Inspect(msgspec.Struct, frozen=True, tag_field="t", tag="inspect", forbid_unknown_fields=True):
    """Ask what there is to know of a place: the one the player points at."""

    at: int
    place: int
    hand: Answers = []


class Since(msgspec.Struct, frozen=True, tag_field="t", tag="since", forbid_unknown_fields=True):
    """Ask for what happened since this seat last acted, as frames of a replay."""

    at: int


class Advise(msgspec.Struct, frozen=True, tag_field="t", tag="advise", forbid_unknown_fields=True):
    """Ask the staff officer what he would do, and what he thinks of the last move."""

    at: int


class Hurry(msgspec.Struct, frozen=True, tag_field="t", tag="hurry", forbid_unknown_fields=True):
    """Let the computer that is thinking play the best it has found so far."""

    at: int


class Say(msgspec.Struct, frozen=True, tag_field="t", tag="say", forbid_unknown_fields=True):
    """A word to the others at the table, under the name the player goes by."""

    at: int
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
    name: Annotated[str, msgspec.Meta(max_length=24)] = ""


FromClient = Act | Acts | Group | Undo | Peek | WhyNot | Hints | Odds | Shade | Inspect | Since | Advise | Hurry | Say


# ---- to a client -------------------------------------------------------------------------------------------


class SeatLink(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of a game. Its token is told only to whom it belongs."""

    side: int | None
    kind: str
    token: str = ""


class Said(msgspec.Struct, frozen=True, tag_field="t", tag="said"):
    """A word at the table: who said it, and when (seconds since 1970)."""

    side: int
    name: str
    text: str
    when: float


class Welcome(msgspec.Struct, frozen=True, tag_field="t", tag="welcome"):
    """The first message: who you are at which game, and the whole view."""

    game: int
    name: str
    title: str
    scenario: str
    options: dict[str, Any]
    side: int | None
    seats: list[SeatLink]
    at: int
    look: dict[str, Any]
    log: list[Picture]
    undo: int
    undo_reaches: str
    commitment: str
    #: How many positions passed since this seat last acted.
    since: int
    present: list[int | None]
    #: What could not be brought back of a damaged game; empty if all is well.
    problem: str = ""
    #: The last words at the table. They are not kept with the game.
    talk: list[Said] = []


class Position(msgspec.Struct, frozen=True, tag_field="t", tag="position"):
    """A new position: what changed in the view, and what happened. With `fresh` the view is whole."""

    at: int
    look: dict[str, Any]
    #: How many lines of the log stay before the new ones; fewer than before when something was taken back.
    keep: int
    log: list[Picture]
    undo: int
    undo_reaches: str
    #: Who acted.
    by: int | None
    fresh: bool = False


class Refused(msgspec.Struct, frozen=True, tag_field="t", tag="refused"):
    """An answer was refused, with the rule. The position is as it was."""

    at: int
    rule: str
    text: str
    verb: str
    target: int | None


class Left(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a group that was not played, and why; or that `waits` until the other side has decided."""

    part: int
    rule: str
    text: str
    waits: bool = False


class Behind(msgspec.Struct, frozen=True, tag_field="t", tag="behind"):
    """What became of a group: the parts that were not played."""

    at: int
    left: list[Left]


class Peeked(msgspec.Struct, frozen=True, tag_field="t", tag="peek"):
    """What changes in the view with this taken up. The position is as it was."""

    at: int
    hand: list[Action]
    look: dict[str, Any]


class Because(msgspec.Struct, frozen=True, tag_field="t", tag="why"):
    """Why not; without a rule nothing speaks against it."""

    at: int
    target: int | None
    rule: str
    text: str


class Meaning(msgspec.Struct, frozen=True, tag_field="t", tag="hints"):
    """What the choices asked about mean."""

    at: int
    hints: list[Any]


class Forecast(msgspec.Struct, frozen=True, tag_field="t", tag="odds"):
    """The odds asked for, or null where there is no battle."""

    at: int
    verb: str | None
    target: int | None
    forecast: Any


class Shaded(msgspec.Struct, frozen=True, tag_field="t", tag="shade"):
    """The overlay asked for."""

    at: int
    shading: Any


class Inspected(msgspec.Struct, frozen=True, tag_field="t", tag="inspect"):
    """What there is to know of a place."""

    at: int
    place: int
    facts: list[Fact]


class Advice(msgspec.Struct, frozen=True, tag_field="t", tag="advice"):
    """Up to three courses for the pending decision, best first, and the last move that can still be taken back."""

    at: int
    courses: list[Course]
    mine: Comparison | None


class Frame(msgspec.Struct, frozen=True):
    """One step of a replay: what changed in the view, and what happened."""

    look: dict[str, Any]
    log: list[Picture]
    by: int | None


class Frames(msgspec.Struct, frozen=True, tag_field="t", tag="since"):
    """What happened since: the view at the start, then frames up to `at`."""

    at: int
    look: dict[str, Any]
    frames: list[Frame]


class Present(msgspec.Struct, frozen=True, tag_field="t", tag="present"):
    """Who is at the table; null for spectators."""

    present: list[int | None]


class Bad(msgspec.Struct, frozen=True, tag_field="t", tag="bad"):
    """A message that cannot be read or that asks for what does not exist."""

    text: str


ToClient = (
    Welcome
    | Position
    | Refused
    | Behind
    | Peeked
    | Because
    | Meaning
    | Forecast
    | Shaded
    | Inspected
    | Advice
    | Frames
    | Present
    | Said
    | Bad
)


# ---- over HTTP ---------------------------------------------------------------------------------------------


class BalanceInfo(msgspec.Struct, frozen=True):
    """How a scenario goes between two computers of a kind, and the handicap that about evens it."""

    agent: str
    games: int
    german_wins: float
    handicap: int


class ScenarioInfo(msgspec.Struct, frozen=True):
    """A scenario on the menu."""

    key: str
    name: str
    length: str
    note: str
    #: The preset it was made for; empty where the title has none.
    made_for: str
    #: How it goes between equals; None where that was not measured.
    balance: BalanceInfo | None


class PresetInfo(msgspec.Struct, frozen=True):
    """A choice of options with a name; `values` has by scenario what it sets, the others keep their defaults."""

    key: str
    name: str
    note: str
    values: dict[str, dict[str, bool | int]]


class OptionInfo(msgspec.Struct, frozen=True):
    """An option on the menu; `low` and `high` bound a number. It needs some others on and excludes some.

    It belongs to some scenarios, or to all where none are named.
    """

    key: str
    name: str
    note: str
    default: bool | int
    low: int
    high: int
    needs: list[str]
    excludes: list[str]
    scenarios: list[str]


class TitleInfo(msgspec.Struct, frozen=True):
    """A title on the menu."""

    key: str
    name: str
    sides: list[str]
    scenarios: list[ScenarioInfo]
    options: list[OptionInfo]
    presets: list[PresetInfo]


class Computer(msgspec.Struct, frozen=True):
    """A program to play against; the five ranks are for players, the others for the curious."""

    key: str
    note: str
    rank: bool


class Menu(msgspec.Struct, frozen=True):
    """Everything one can start."""

    version: str
    titles: list[TitleInfo]
    computers: list[Computer]
    #: Titles whose map can be looked at, with their names.
    maps: dict[str, str]
    #: Whether this browser may list and start games here, or only use seat links.
    at_home: bool
    #: The languages one can choose, English first.
    languages: list[str]


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to be started. Seats are "you", "person" or "computer NAME", one per side."""

    title: str
    scenario: str
    seats: list[str]
    options: dict[str, bool | int] = {}
    name: str = ""
    seed: int | None = None


class GameInfo(msgspec.Struct, frozen=True):
    """A game on the list."""

    id: int
    name: str
    title: str
    title_name: str
    scenario: str
    scenario_name: str
    standing: str
    over: bool
    touched: float
    seats: list[SeatLink]
    #: What is wrong with a game that cannot be opened, or not whole, and what can be done.
    problem: str = ""


class Jump(msgspec.Struct, frozen=True):
    """A place in a replay worth jumping to."""

    frame: int
    kind: str
    text: str


class Replay(msgspec.Struct, frozen=True):
    """A whole game, step by step."""

    title: str
    scenario: str
    options: dict[str, Any]
    name: str
    commitment: str
    look: dict[str, Any]
    log: list[Picture]
    frames: list[Frame]
    jumps: list[Jump]


class WrittenOrder(msgspec.Struct, frozen=True):
    """What a computer meant to do: the order of one phase. `line` is the length of the log when it was given."""

    number: int
    line: int
    side: int
    lines: list[str]


class Review(msgspec.Struct, frozen=True):
    """A finished game looked at again."""

    title: str
    scenario: str
    options: dict[str, Any]
    name: str
    report: Report
    orders: list[WrittenOrder]
    #: What a check of every die against the seed found.
    dice: str


class Problem(msgspec.Struct, frozen=True):
    """Why a request failed."""

    text: str
