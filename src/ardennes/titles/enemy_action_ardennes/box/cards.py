"""2.3, 5 The command cards with every line on them, and the events and tactics these name."""

from __future__ import annotations

from enum import IntEnum
from typing import Literal, NamedTuple, TypeVar

import msgspec

from ardennes.board.cells import board_of
from ardennes.kernel import Side, Unknown
from ardennes.parts.data.tables import DataError, DataFolder
from ardennes.titles.enemy_action_ardennes.box.counters import ARMIES, CORPS, CORPS_OF, GERMAN_ARMIES, Units
from ardennes.titles.enemy_action_ardennes.box.dates import ALL, FIRST, LAST, days

Name = TypeVar("Name", bound=IntEnum)


class Event(IntEnum):
    """5.2 Command and special events and reactions; each has a row in `events.csv`."""

    BRIDGE_ENGINEERS = 0
    COMMANDOS = 1
    FUEL_PRIORITY = 2
    VON_DER_HEYDTE = 3
    EISENHOWER_HESITATES = 4
    MANTEUFFEL_DIRECTS_TRAFFIC = 5
    ALLIED_COMMAND_CRISIS = 6
    GROUND_FREEZE = 7
    FURY_OF_BASTOGNE = 8
    OPERATION_GREIF = 9
    ENGINEERS = 10
    AIRPOWER = 11
    RAISE_THE_ALARM = 12
    ALLIES_ALERT = 13
    ENGINEERS_REACTION = 14


class Tactic(IntEnum):
    """9.2 Combat tactics; each has a row in `tactics.csv` for every side that has it."""

    ARTILLERY = 0
    CORPS_ARTILLERY = 1
    FIXED_ARTILLERY = 2
    AIRPOWER = 3
    ENGINEERS = 4
    COMBAT_ENGINEERS = 5
    REINFORCE_BATTLE = 6
    ASSAULT_COORDINATION = 7
    INFANTRY_INFILTRATION = 8
    SCREEN = 9
    TANK_BATTALION = 10
    PANZER_BATTALION = 11


class CardKind(IntEnum):
    """5.2 - 5.6 Kinds of cards."""

    DIVISION = 0
    CORPS = 1
    ARMY = 2
    ARMY_GROUP = 3
    NO_COMMAND = 4

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


class EventRow(msgspec.Struct, frozen=True):
    """A row of `events.csv`; no days means any day (a card may narrow it)."""

    event: str
    name: str
    side: Literal["German", "Allied"]
    kind: Literal["command", "special", "reaction"]
    when: str
    effect: str
    source: str
    days: str = ""
    needs: str = ""
    limit: str = ""


class TacticRow(msgspec.Struct, frozen=True):
    """A row of `tactics.csv`."""

    tactic: str
    name: str
    side: Literal["German", "Allied"]
    attack: bool
    defence: bool
    effect: str
    source: str
    days: str = ""


class CardRow(msgspec.Struct, frozen=True):
    """A row of `cards.csv`. Lists are separated by semicolons, days follow the name they narrow."""

    number: int
    side: Literal["German", "Allied"]
    name: str
    kind: Literal["division", "corps", "army", "army_group", "no_command"]
    deck: Literal["primary", "supplemental"]
    entry: str
    source: str
    formations: str = ""
    corps: str = ""
    army: str = ""
    deploys: str = ""
    one_unit: bool = False
    kampfgruppe: bool = False
    rp: int = 0
    wild: bool = False
    events: str = ""
    special: str = ""
    reactions: str = ""
    tactics: str = ""
    tactic_returns: str = ""
    ignores_zoc: str = ""
    no_fuel: str = ""
    #: Lines of the solitaire games, of no use to two players (2.3).
    solo: str = ""


class EventLine(NamedTuple):
    """An event or reaction on a card, and the days it may be played."""

    event: Event
    days: int


class TacticLine(NamedTuple):
    """A tactic on a card, and the days it may be played."""

    tactic: Tactic
    days: int


class EventInfo(NamedTuple):
    """What is known of an event."""

    name: str
    side: Side
    kind: str
    days: int
    effect: str


class TacticInfo(NamedTuple):
    """What is known of a side's tactic."""

    name: str
    attack: bool
    defence: bool
    days: int
    effect: str


class Card(NamedTuple):
    """5 A command card. Formations, corps and armies are numbers (-1: none), days are sets."""

    number: int
    side: Side
    name: str
    kind: CardKind
    primary: bool
    #: The day it enters play; 0 for the cards of the OKW Reserve (11.4).
    entry: int
    #: What it may activate: one formation of a division card, a corps, a corps of an army.
    formations: tuple[int, ...]
    corps: int
    army: int
    #: Deployment lines: formations, one_of_corps, corps, army, all.
    deploys: frozenset[str]
    one_unit: bool
    kampfgruppe: bool
    replacements: int
    #: 5.4, 9.22 Army and army group cards: any command event, any tactic of the side.
    wild: bool
    events: tuple[EventLine, ...]
    special: tuple[EventLine, ...]
    reactions: tuple[EventLine, ...]
    tactics: tuple[TacticLine, ...]
    #: Days on which the card goes back to the draw pile after use as a tactic.
    tactic_returns: int
    #: 5.21 (formation, days) it moves without regard to enemy zones of control.
    ignores_zoc: tuple[tuple[int, int], ...]
    #: 10.4 (formation, days) without fuel.
    no_fuel: tuple[tuple[int, int], ...]
    #: 5.2d, EA-ET.19 All events it may be played for, copied ones too; 9.22 all tactics it may be played as.
    commands: tuple[EventLine, ...]
    supports: tuple[TacticLine, ...]
    #: 5.2a Its formations, and 5.3 - 5.5 the corps it may activate but for the OKW Reserve, as sets.
    named: int
    listed: int


def read_events(folder: DataFolder) -> tuple[EventInfo, ...]:
    """The events, indexed by `Event`."""
    rows = folder.rows("events.csv", EventRow)
    expected = [event.name.lower() for event in Event]
    if [row.event for row in rows] != expected:
        raise DataError(f"events.csv: expected the rows {', '.join(expected)}, in this order")
    return tuple(
        EventInfo(row.name, Side[row.side.upper()], row.kind, _days("events.csv", n, row.event, row.days), row.effect)
        for n, row in enumerate(rows, 2)
    )


def read_tactics(folder: DataFolder) -> dict[tuple[Side, Tactic], TacticInfo]:
    """The tactics of each side."""
    found = {}
    for number, row in enumerate(folder.rows("tactics.csv", TacticRow), 2):
        if row.tactic.upper() not in Tactic.__members__:
            known = ", ".join(tactic.name.lower() for tactic in Tactic)
            raise DataError(f"tactics.csv row {number}: unknown tactic {row.tactic!r}; expected one of {known}")
        when = _days("tactics.csv", number, row.tactic, row.days)
        key = (Side[row.side.upper()], Tactic[row.tactic.upper()])
        found[key] = TacticInfo(row.name, row.attack, row.defence, when, row.effect)
    missing = [tactic.name.lower() for tactic in Tactic if not any(key[1] is tactic for key in found)]
    if missing:
        raise DataError(f"tactics.csv: expected a row for {', '.join(missing)}")
    return found


def any_tactic(side: Side, tactics: dict[tuple[Side, Tactic], TacticInfo]) -> tuple[TacticLine, ...]:
    """9.22, 9.22a The tactics of a side, each on its own days."""
    return tuple(TacticLine(tactic, info.days) for (whose, tactic), info in tactics.items() if whose is side)


def _days(file: str, number: int, name: str, text: str) -> int:
    try:
        return days(text)
    except ValueError as error:
        raise DataError(f"{file} row {number} ({name}): days: {error}") from None


class CardReader:
    """Turns rows of `cards.csv` into cards, with the units, events and tactics of the same box."""

    def __init__(
        self, units: Units, events: tuple[EventInfo, ...], tactics: dict[tuple[Side, Tactic], TacticInfo]
    ) -> None:
        self.units = units
        self.events = events
        self.tactics = tactics

    def read(self, folder: DataFolder) -> tuple[Card, ...]:
        """Every card; card number n is at n - 1."""
        found = []
        for number, row in enumerate(folder.rows("cards.csv", CardRow), 2):
            try:
                if row.number != number - 1:
                    raise ValueError(f"number: expected {number - 1}, cards stand in the order of their numbers")
                found.append(self._card(row))
            except (ValueError, Unknown) as error:
                raise DataError(f"cards.csv row {number} (card {row.number}): {error}") from None
        return tuple(found)

    def _card(self, row: CardRow) -> Card:
        kind, side = CardKind[row.kind.upper()], Side[row.side.upper()]
        for what, given, wanted in (
            ("formations", bool(row.formations), kind is CardKind.DIVISION),
            ("corps", bool(row.corps), kind in (CardKind.DIVISION, CardKind.CORPS)),
            ("army", bool(row.army), kind is CardKind.ARMY),
            ("wild", row.wild, kind in (CardKind.ARMY, CardKind.ARMY_GROUP)),
        ):
            if given != wanted:
                raise ValueError(f"{what}: {'expected' if wanted else 'unexpected'} on a card of kind {kind}")
        formations = tuple(self._formation(side, word) for word in _words(row.formations))
        events = self._events(side, row.events, "command")
        special = self._events(side, row.special, "special")
        tactics = self._tactics(side, row.tactics)
        return Card(
            row.number,
            side,
            row.name,
            kind,
            row.deck == "primary",
            _entry(row.entry),
            formations,
            _index("corps", row.corps, CORPS),
            _index("army", row.army, ARMIES),
            _deploys(row.deploys),
            row.one_unit,
            row.kampfgruppe,
            row.rp,
            row.wild,
            events,
            special,
            self._events(side, row.reactions, "reaction"),
            tactics,
            days(row.tactic_returns) if row.tactic_returns else 0,
            self._dated(side, row.ignores_zoc),
            self._dated(side, row.no_fuel),
            (*events, *special, *(self._copied(side) if row.wild else ())),
            any_tactic(side, self.tactics) if row.wild else tactics,
            board_of(formations),
            board_of(CORPS.index(name) for name in _corps_of(side, kind, row)),
        )

    def _copied(self, side: Side) -> list[EventLine]:
        """EA-ET.19 The command events of a side, which its wild cards copy."""
        return [
            EventLine(event, info.days)
            for event, info in zip(Event, self.events, strict=True)
            if info.side is side and info.kind == "command"
        ]

    def _formation(self, side: Side, name: str) -> int:
        found = self.units.formation_of(name)
        if self.units.formations[found].side is not side:
            raise ValueError(f"{name} is no formation of the {side} side")
        return found

    def _dated(self, side: Side, text: str) -> tuple[tuple[int, int], ...]:
        """`2 Pz: 21 24; Pz Lehr: 22 27`"""
        found = []
        for word in _words(text):
            name, colon, when = word.partition(":")
            if not colon:
                raise ValueError(f"{word!r}: expected a formation and days such as 2 Pz: 21 24")
            found.append((self._formation(side, name.strip()), days(when)))
        return tuple(found)

    def _events(self, side: Side, text: str, kind: str) -> tuple[EventLine, ...]:
        found = []
        for event, when in _lines(text, Event, "event"):
            info = self.events[event]
            if info.side is not side or info.kind != kind:
                raise ValueError(f"{event.name.lower()} is no {kind} event of the {side} side")
            found.append(EventLine(event, when & info.days))
        return tuple(found)

    def _tactics(self, side: Side, text: str) -> tuple[TacticLine, ...]:
        found = []
        for tactic, when in _lines(text, Tactic, "tactic"):
            if (side, tactic) not in self.tactics:
                raise ValueError(f"{tactic.name.lower()} is no tactic of the {side} side")
            found.append(TacticLine(tactic, when & self.tactics[side, tactic].days))
        return tuple(found)


def _corps_of(side: Side, kind: CardKind, row: CardRow) -> list[str]:
    """5.3 - 5.5 The corps that a card may activate: its own, those of its army, or all of its side."""
    if kind is CardKind.ARMY_GROUP:
        return [
            corps for army in ARMIES if (army in GERMAN_ARMIES) is (side is Side.GERMAN) for corps in CORPS_OF[army]
        ]
    return [row.corps] if kind is CardKind.CORPS else list(CORPS_OF[row.army]) if kind is CardKind.ARMY else []


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(";") if word.strip()]


def _lines(text: str, names: type[Name], what: str) -> list[tuple[Name, int]]:
    """`engineers 16-20; airpower 21+`"""
    found = []
    for word in _words(text):
        name, _, when = word.partition(" ")
        if name.upper() not in names.__members__:
            known = ", ".join(member.lower() for member in names.__members__)
            raise ValueError(f"unknown {what} {name!r}; expected one of {known}")
        found.append((names[name.upper()], days(when) if when else ALL))
    return found


def _entry(text: str) -> int:
    if text == "OKW":
        return 0
    if not text.isdigit() or not FIRST <= int(text) <= LAST:
        raise ValueError(f"entry: {text!r}: expected a day from {FIRST} to {LAST}, or OKW")
    return int(text)


def _index(what: str, text: str, known: tuple[str, ...]) -> int:
    if not text:
        return -1
    if text not in known:
        raise ValueError(f"{what}: unknown {text!r}; expected one of {', '.join(known)}")
    return known.index(text)


def _deploys(text: str) -> frozenset[str]:
    known = ("formations", "one_of_corps", "corps", "army", "all")
    for word in text.split():
        if word not in known:
            raise ValueError(f"deploys: unknown {word!r}; expected some of {', '.join(known)}")
    return frozenset(text.split())
