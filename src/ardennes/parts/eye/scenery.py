"""What a client draws: the description of a game that stays the same while it is played, and the view that changes.

A title fills these in; the browser client knows nothing else of it. `ardennes.server.typescript` writes the same
shapes as TypeScript, so both ends always agree.

Coordinates are map units, x to the right and y down, as in SVG; outlines and lines are SVG path data.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ardennes.board.cells import cells
from ardennes.board.map_rows import Rows
from ardennes.parts.eye.sideboard import Card, Chit, Cup, Draw, Held, Laid, Marker, Pile, Standing, Track, Tray

Point = tuple[float, float]


def two_sided(german: int, allied: int) -> dict[int, str]:
    """The tints of an overlay that shows what both sides have: cells of one of them, and cells of both."""
    both = german & allied
    tints = (("german", german & ~both), ("allied", allied & ~both), ("both", both))
    return {cell: tint for tint, board in tints for cell in cells(board)}


class Fact(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line about a place or a piece, with where it is known from."""

    text: str
    source: str = ""
    rule: str = ""


class SideInfo(msgspec.Struct, frozen=True):
    """One of the players."""

    key: str
    name: str
    adjective: str


class Service(msgspec.Struct, frozen=True):
    """A nationality or arm, with the colours of its counters."""

    key: str
    name: str
    fill: str
    ink: str
    accent: str


class Badge(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something printed in a place: a VP value, a release symbol, a multiplier, the front line."""

    kind: str
    text: str = ""
    note: str = ""
    rule: str = ""


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where pieces can be: an area, a zone, a hex, a box. `id` is the target of place verbs."""

    id: int
    word: str
    name: str
    kind: str
    #: The town or centre that roads run to.
    at: Point
    #: Where counters lie.
    stack: Point
    #: The middle of the line on which its number and badges are drawn.
    print: Point
    size: str = ""
    outline: str = ""
    side: int | None = None
    inside: bool = True
    badges: list[Badge] = []
    facts: list[Fact] = []


class Link(msgspec.Struct, frozen=True, omit_defaults=True):
    """A way between two places, drawn from a to b."""

    a: int
    b: int
    kind: str
    path: str = ""
    crossing: int | None = None


class Crossing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bridge: where it lies and how it is turned (degrees)."""

    id: int
    name: str
    river: str
    at: Point
    angle: float
    #: The map shows no bridge here: it is drawn when one was built, or may be. While there is none it is down.
    bare: bool = False


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter. `symbol` is a MIL-STD-2525 code."""

    id: int
    word: str
    name: str
    side: int
    service: str
    kind: str
    symbol: str
    strength: int
    playing: bool = True
    factors: str = ""
    #: What is printed in place of the strength, on the full side and on the reduced one. With more than two the
    #: strength is steps, and each step has its face.
    faces: list[str] = []
    setup: int | None = None
    arrives: str = ""
    zones: list[int] = []
    release: str = ""
    facts: list[Fact] = []


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """A marker a piece may carry: one bit of its `marks` column."""

    bit: int
    key: str
    name: str
    rule: str = ""


class Verb(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an answer is given: what its target is, and the gesture that gives it.

    `click` answers by clicking the target, `shift` with the shift key held; `button` shows a button; `panel` is for
    answers that a panel of their own offers: the uses of a card, standing answers.
    """

    key: str
    target: Literal["piece", "place", "crossing", "number", "none"]
    gesture: Literal["click", "shift", "button", "panel"]
    name: str
    #: Shown on pieces or places that can take this answer, where several verbs compete for a click.
    hint: str = ""
    #: The piece that target 0 is, and how many pieces are its targets (0: all), where pieces of several sorts lie on
    #: the table and each has a verb of its own.
    first: int = 0
    count: int = 0
    #: A letter on the keyboard that gives an answer without a target.
    letter: str = ""


class Stop(msgspec.Struct, frozen=True):
    """A space of the turn track; the note tells of weather and the like."""

    key: str
    name: str
    group: str
    note: str = ""


class Level(msgspec.Struct, frozen=True):
    """A level of victory and the lowest score that earns it."""

    name: str
    low: int
    side: int | None


class Overlay(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something a player may have drawn over the map on request."""

    key: str
    name: str
    note: str
    rule: str = ""


class Reserve(msgspec.Struct, frozen=True):
    """Pieces that come only when something has happened; `Look.freed` lists those it has happened for."""

    id: int
    name: str
    condition: str
    rule: str
    places: list[int]
    pieces: list[int]


class ResultTable(msgspec.Struct, frozen=True):
    """A table that dice are rolled on. `Forecast.column` names the column a battle uses."""

    name: str
    rule: str
    columns: list[str]
    #: The die, modified, and the result in every column.
    rows: list[tuple[str, list[str]]]


class Scene(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything about a game that stays the same while it is played."""

    title: str
    name: str
    scenario: str
    scenario_name: str
    length: str
    note: str
    victory: list[Fact]
    options: dict[str, Any]
    #: Address-safe key of the drawn map; several scenarios share one.
    sheet: str
    sides: list[SideInfo]
    services: list[Service]
    places: list[Place]
    links: list[Link]
    crossings: list[Crossing]
    pieces: list[Piece]
    reserves: list[Reserve]
    marks: list[Mark]
    verbs: list[Verb]
    overlays: list[Overlay]
    turns: list[Stop]
    score_name: str
    levels: list[Level]
    limits: str
    #: The number in the place column of a piece that is out of the game for good.
    gone: int
    tables: list[ResultTable] = []
    #: What lies beside the map, as it is printed.
    cards: list[Card] = []
    chits: list[Chit] = []
    tracks: list[Track] = []
    #: What the strength of a piece counts.
    strength_name: str = "strength points"


# ---- the drawn map -----------------------------------------------------------------------------------------


class Layer(msgspec.Struct, frozen=True, omit_defaults=True):
    """One ink of the map: path data of a kind that the client's style sheet knows."""

    kind: str
    paths: list[str]


class Label(msgspec.Struct, frozen=True, omit_defaults=True):
    """Words on the map. With a `path` they follow it, otherwise they stand at `at`."""

    text: str
    kind: str
    at: Point = (0.0, 0.0)
    anchor: Literal["start", "middle", "end"] = "middle"
    path: str = ""
    angle: float = 0.0
    #: The place it names, where that is not the one of the same name.
    place: int | None = None


class Sheet(msgspec.Struct, frozen=True):
    """A drawn map: inks for the client's pens, the lowest first, or a finished drawing."""

    width: float
    height: float
    #: Size of a counter's side in map units.
    counter: float
    layers: list[Layer]
    labels: list[Label]
    credits: list[str]
    #: Where the title, the legend and the compass stand, in empty corners.
    corners: dict[str, Point]
    #: SVG elements in map units that show the whole sheet but its labels; there are no layers and corners then.
    drawing: str = ""


class MapPage(msgspec.Struct, frozen=True):
    """A map without a game: what lies where, and how it is drawn."""

    title: str
    name: str
    #: A line below the name.
    scenario_name: str
    sides: list[SideInfo]
    places: list[Place]
    links: list[Link]
    #: Other names by which a place may be sought.
    aliases: dict[str, int]
    sheet: Sheet
    #: The rows of the map's files, for an editor; None where the map has no hexes.
    rows: Rows | None = None


# ---- the view ----------------------------------------------------------------------------------------------


class Battle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battle in progress, as its panel shows it."""

    place: int
    attacker: int
    attackers: list[int]
    defenders: list[int]
    #: What is going on, in words, and how far the battle has come (the steps are in `steps`).
    stage: int
    steps: list[str]
    #: Fire already allotted: (firer or -1 for artillery, target).
    aims: list[tuple[int, int]]
    #: The unit that is choosing its target; -1 for artillery; None when nobody is.
    aiming: int | None
    #: Artillery shots still to aim.
    shots: int
    #: Pieces that could take part and do not yet.
    able: list[int] = []
    #: Chits drawn for it so far, in order.
    drawn: list[Draw] = []


class Token(msgspec.Struct, frozen=True):
    """A marker that lies in a place, with the few letters on it."""

    place: int
    kind: str
    text: str
    label: str


class Ending(msgspec.Struct, frozen=True):
    """How the game ended."""

    winner: int | None
    level: str
    score: int
    #: What decided it, line by line.
    why: list[str]


class Look(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one side sees of a position. Only what changed since the last look travels to a client.

    A title gives those of the fields with a default that it uses, and gives them in every look.
    """

    #: Who decides; None when the game is over.
    side: int | None
    prompt: str
    rule: str
    phase: str
    turn: int
    score: int
    #: Piece columns: place (0 not in play yet, `Scene.gone` out of the game), strength, bits of `Scene.marks`, movement
    #: points spent.
    place: list[int]
    strength: list[int]
    marks: list[int]
    spent: list[int]
    #: The places that side 0 controls.
    control: list[int]
    #: Crossings that are down, with the modifier of their repair.
    down: list[tuple[int, int]]
    tokens: list[Token]
    #: Reserves that are free to come.
    freed: list[int]
    #: Pieces taken up for the pending decision.
    picked: list[int]
    #: The place the pending decision is about.
    focus: int | None
    battle: Battle | None
    choices: dict[str, list[int | None]]
    #: The words of choices that have no target.
    labels: dict[str, str]
    ending: Ending | None
    #: Beside the map: the side's own hand, cards that lie open, piles.
    hand: list[Held] = []
    laid: list[Laid] = []
    piles: list[Pile] = []
    cup: Cup | None = None
    trays: list[Tray] = []
    standing: list[Standing] = []
    #: Where the markers of `Scene.tracks` stand.
    markers: list[Marker] = []
    #: Pieces may be taken up to go where the player likes; those left out now can still be used later.
    marching: bool = False
    #: Verbs that only take something up.
    lifts: list[str] = []
    keeps: bool = False


class Hint(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one choice means: its words, and for a move its cost and the places on the way."""

    verb: str
    target: int | None
    label: str
    #: Movement points, as a number or in the words of a title that counts fractions.
    cost: int | str | None = None
    path: list[int] = []


class Picture(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An event for the log and for animation."""

    kind: str
    text: str
    rule: str
    pieces: list[int] = []
    path: list[int] = []
    place: int | None = None
    crossing: int | None = None
    #: Dice as they fell; those of `need` or less succeeded.
    dice: list[int] = []
    need: int | None = None
    target: int | None = None
    side: int | None = None


class Shading(msgspec.Struct, frozen=True):
    """An overlay drawn: a tint class and words for each place."""

    key: str
    places: dict[int, str]
    notes: dict[int, str]
    legend: dict[str, str]


class RuleText(msgspec.Struct, frozen=True):
    """One rule in our own words."""

    id: str
    section: str
    text: str
    example: str


class Chapter(msgspec.Struct, frozen=True):
    """A chapter of the rules help with its introduction."""

    key: str
    name: str
    intro: str
    rules: list[RuleText]


class Handbook(msgspec.Struct, frozen=True):
    """The rules help of a title."""

    title: str
    name: str
    chapters: list[Chapter]
