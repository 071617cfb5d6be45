"""A published game as the kernel sees it, and one set-up of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import msgspec

from ardennes.kernel.chance import Seed, key_of
from ardennes.kernel.columns import Number, shown
from ardennes.kernel.decisions import Action, Side
from ardennes.kernel.events import Event
from ardennes.kernel.state import State
from ardennes.kernel.steps import Step

#: More dice than any game can have rolled.
MOST_DRAWN = 10**9


class Survey(NamedTuple):
    """The table as text: sectors with lines of (place, German units, Allied units), and what the marks mean."""

    sectors: list[tuple[str, list[tuple[str, str, str]]]]
    legend: str


class Unknown(ValueError):
    """A name that does not exist; the message lists those that do."""

    def __init__(self, what: str, name: object, known: Sequence[str]) -> None:
        super().__init__(f"unknown {what} {shown(name)}; there are: {', '.join(known) or 'none'}")


class Scenario(msgspec.Struct, frozen=True):
    """What a menu needs to know about a scenario."""

    key: str
    name: str
    length: str
    note: str


class Option(msgspec.Struct, frozen=True):
    """A rule or handicap the players may switch before the game."""

    key: str
    name: str
    note: str
    default: bool | int
    low: int = 0
    high: int = 0

    def read(self, value: object) -> bool | int:
        """A valid value, from a value or its text; ValueError says what was expected."""
        if isinstance(self.default, bool):
            words = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
            if isinstance(value, bool):
                return value
            if isinstance(value, str) and value.lower() in words:
                return words[value.lower()]
            raise ValueError(f"option {self.key}: expected on or off, got {shown(value)}")
        try:
            number = int(value)  # type: ignore[call-overload]
        except (TypeError, ValueError, OverflowError):
            raise ValueError(f"option {self.key}: expected a whole number, got {shown(value)}") from None
        if not self.low <= number <= self.high:
            raise ValueError(f"option {self.key}: expected {self.low} to {self.high}, got {shown(number)}")
        return int(number)


class Title:
    """One published game. A title fills in the attributes and methods; the rest of the house uses only these."""

    key: str
    name: str
    #: Raised whenever a change of rules or data would make an old game replay differently.
    rules_version: int
    options: tuple[Option, ...] = ()
    #: A player's own data files, laid over the title's by file name, and what tells them from others. A game replays
    #: only on the data it was played with.
    pack: Path | None = None
    data_key: str = ""
    #: How orders are typed, for the terminal's help; empty where the general page will do.
    order_help: str = ""
    #: Every step class by name, so that a saved stack can be read back.
    steps: ClassVar[dict[str, type[Step]]]

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The scenarios in the rulebook's order."""
        raise NotImplementedError

    def choose(self, options: Mapping[str, object]) -> dict[str, bool | int]:
        """Every option with its value, from those that were named; ValueError where that cannot be."""
        known = {option.key: option for option in self.options}
        chosen = {option.key: option.default for option in self.options}
        for key, value in options.items():
            if key not in known:
                raise Unknown("option", key, list(known))
            chosen[key] = known[key].read(value)
        return chosen

    def load(self, scenario: str, options: Mapping[str, bool | int]) -> Any:
        """The typed data of a scenario: map, units, tables."""
        raise NotImplementedError

    def set_up(self, game: Game) -> State:
        """The position before the first step of the sequence of play."""
        raise NotImplementedError

    def restore(self, game: Game, table: Mapping[str, Any]) -> State:
        """The position that `State.table` described. ValueError if it does not fit the game."""
        raise NotImplementedError

    def domain(self, game: Game) -> Mapping[str, Sequence[int | None]]:
        """Every verb of the title with every target one could name, legal or not."""
        raise NotImplementedError

    def word(self, game: Game, verb: str, target: int) -> str:
        """A target as it is written in saves: short, stable, readable."""
        raise NotImplementedError

    def target(self, game: Game, verb: str, word: str) -> int:
        """The target that a word means; `Unknown` if there is none."""
        raise NotImplementedError

    def label(self, state: State, verb: str, target: int | None) -> str:
        """A choice in plain words for menus and buttons."""
        raise NotImplementedError

    def name_of(self, game: Game, kind: str, number: int) -> str:
        """The name of something that prose marks, such as `{unit:17}`."""
        raise NotImplementedError

    def prose(self, game: Game, event: Event) -> str:
        """An event as a sentence. `{unit:17}` and `{area:41}` mark what a client may link."""
        raise NotImplementedError

    def forecast(self, state: State, action: Action | None = None) -> Any:
        """The exact odds of the battle in progress or of the one an action leads to; None where there is none."""
        return None

    # ---- what a client draws; the shapes stand in `ardennes.parts.scenery` ----------------------------------

    def scene(self, game: Game) -> Any:
        """What stays the same while a game is played: places, links, pieces, verbs, tracks, texts."""
        raise NotImplementedError

    def sheet(self, game: Game) -> bytes:
        """The drawn map as JSON; its key is in the scene."""
        raise NotImplementedError

    def look(self, state: State, side: Side | None) -> dict[str, Any]:
        """What a side (None: a spectator) sees of a position: small, flat and quick to encode."""
        raise NotImplementedError

    def hint(self, state: State, action: Action) -> Any:
        """What a legal choice means: its words, and for a move its cost and way."""
        raise NotImplementedError

    def picture(self, game: Game, event: Event) -> Any:
        """An event for the log and for animation."""
        raise NotImplementedError

    def shade(self, state: State, side: Side | None, overlay: str) -> Any:
        """One of the overlays the scene lists, worked out for a position."""
        raise Unknown("overlay", overlay, ())

    def handbook(self) -> Any:
        """The rules in our own words, chapter by chapter."""
        raise NotImplementedError

    def read_order(self, state: State, text: str) -> list[Action]:
        """The actions a typed order stands for; ValueError says what was expected."""
        raise NotImplementedError

    def completions(self, state: State, text: str) -> list[str]:
        """Words that could come next in a typed order."""
        return []

    def headline(self, state: State) -> str:
        """Date, score and the like in one line."""
        raise NotImplementedError

    def survey(self, state: State) -> Survey:
        """The table as text, sector by sector."""
        raise NotImplementedError

    def insight(self) -> Any:
        """What agents may ask about positions of this title; see `agents`."""
        raise NotImplementedError

    def clock(self, state: State) -> str:
        """Where the game stands in its sequence of play, in a few words."""
        raise NotImplementedError

    def broken(self, state: State) -> list[str]:
        """Invariants that do not hold; empty for every position legal play can reach."""
        raise NotImplementedError


@dataclass(frozen=True)
class Game:
    """A title with its scenario and options chosen: all that stays the same while it is played."""

    title: Title
    scenario: str
    options: Mapping[str, bool | int]
    data: Any

    @classmethod
    def of(cls, title: Title, scenario: str | None = None, options: Mapping[str, object] | None = None) -> Game:
        """Choose a scenario (default: the title's first) and options; `Unknown` lists what exists."""
        names = [s.key for s in title.scenarios]
        scenario = names[0] if scenario is None else scenario
        if scenario not in names:
            raise Unknown("scenario", scenario, names)
        chosen = title.choose(options or {})
        return cls(title, scenario, chosen, title.load(scenario, chosen))

    def start(self, seed: Seed = 0) -> State:
        """A new game, ready for its first decision."""
        state = self.unstarted(seed)
        state.settle()
        return state

    def unstarted(self, seed: Seed) -> State:
        """A new game before anything happened, not even opening chance."""
        state = self.title.set_up(self)
        state.key = key_of(seed)
        return state

    def restore(self, table: Mapping[str, Any], seed: Seed = 0, drawn: int = 0) -> State:
        """A position from its table, with its own luck to come. ValueError where it does not fit."""
        Number(0, MOST_DRAWN).check("drawn", drawn)
        state = self.title.restore(self, table)
        state.key = key_of(seed)
        state.drawn = drawn
        return state
