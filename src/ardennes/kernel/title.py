"""A published game as the kernel sees it, and one set-up of it."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self

import msgspec

from ardennes.kernel import columns, fields
from ardennes.kernel.chance import Seed, key_of
from ardennes.kernel.decisions import Unknown, shown
from ardennes.kernel.shapes import Kind, Number
from ardennes.kernel.sight import Sight
from ardennes.kernel.state import State
from ardennes.kernel.steps import Step
from ardennes.kernel.verbs import Verbs
from ardennes.kernel.words import say

#: More dice than any game can have rolled.
MOST_DRAWN = 10**9


class Scenario(msgspec.Struct, frozen=True):
    """What a menu needs to know about a scenario."""

    key: str
    name: str
    length: str
    note: str
    #: The preset of options it was made for; empty where the title has none.
    made_for: str = ""


class Preset(msgspec.Struct, frozen=True):
    """A choice of options with a name, and for every scenario the values it sets; others keep their defaults."""

    key: str
    name: str
    note: str
    source: str
    values: dict[str, dict[str, bool | int]]


class Option(msgspec.Struct, frozen=True):
    """A rule or handicap the players may switch before the game."""

    key: str
    name: str
    note: str
    default: bool | int
    low: int = 0
    high: int = 0
    #: Options that must be on, and options that must be off, where this one is on.
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    #: The scenarios it belongs to; none named means all.
    scenarios: tuple[str, ...] = ()

    def why_not(self, scenario: str, chosen: Mapping[str, bool | int]) -> str | None:
        """Why the option cannot be on beside these in a scenario, or None."""
        if self.scenarios and scenario not in self.scenarios:
            return say(
                "option {key} belongs to {names}, not to {scenario}",
                key=self.key,
                names=", ".join(self.scenarios),
                scenario=scenario,
            )
        for other in self.needs:
            if not chosen[other]:
                return say("option {key} needs option {other}", key=self.key, other=other)
        for other in self.excludes:
            if chosen[other]:
                return say("option {key} cannot be used with option {other}", key=self.key, other=other)
        return None

    def read(self, value: object) -> bool | int:
        """A valid value, from a value or its text; ValueError says what was expected."""
        if isinstance(self.default, bool):
            words = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
            if isinstance(value, bool):
                return value
            if isinstance(value, str) and value.lower() in words:
                return words[value.lower()]
            raise ValueError(say("option {key}: expected on or off, got {value}", key=self.key, value=shown(value)))
        try:
            number = int(value)  # type: ignore[call-overload]
        except (TypeError, ValueError, OverflowError):
            text = say("option {key}: expected a whole number, got {value}", key=self.key, value=shown(value))
            raise ValueError(text) from None
        if not self.low <= number <= self.high:
            text = say(
                "option {key}: expected {low} to {high}, got {value}",
                key=self.key,
                low=self.low,
                high=self.high,
                value=shown(number),
            )
            raise ValueError(text)
        return int(number)


class Title:
    """One published game, as far as its rules go. What players see and hear of it is added in `parts.title`."""

    key: str
    name: str
    #: Raised whenever a change of rules or data would make an old game replay differently.
    rules_version: int
    options: tuple[Option, ...] = ()
    #: A player's own data files, laid over the title's by file name, and what tells them from others. A game replays
    #: only on the data it was played with.
    pack: Path | None = None
    data_key: str = ""
    #: Every step class by name, so that a saved stack can be read back.
    steps: ClassVar[Mapping[str, type[Step]]]
    #: What is on the table of this title.
    state: ClassVar[type[State]]
    verbs: ClassVar[Verbs]

    def __reduce__(self) -> str | tuple[Any, ...]:
        """For pickle: the name under which the title's package declares it."""
        return "TITLE"

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The scenarios in the rulebook's order."""
        raise NotImplementedError

    @property
    def presets(self) -> tuple[Preset, ...]:
        """Choices of options a player may start from; none where a title has few options."""
        return ()

    def preset(self, key: str, scenario: str) -> dict[str, bool | int]:
        """The options that a preset sets in a scenario; `Unknown` lists the presets there are."""
        found = {preset.key: preset for preset in self.presets}
        if key not in found:
            raise Unknown("preset", key, list(found))
        return dict(found[key].values.get(scenario, {}))

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
        """The typed data of a scenario, its box: map, units, tables."""
        raise NotImplementedError

    def set_up(self, game: Game) -> State:
        """The position before the first step of the sequence of play."""
        raise NotImplementedError

    def restore(self, game: Game, table: Mapping[str, Any]) -> State:
        """The position that `State.table` described. `BadTable` if it does not fit the game."""
        state = self.state(game)
        state.restore(table)
        return state

    def stack_shape(self, box: Any) -> Kind | None:
        """What a stored stack may be: by what the fields of steps declare (`kernel.fields`)."""
        return fields.stack_shape(self.steps, box)

    def domain(self, game: Game) -> Mapping[str, Sequence[int | None]]:
        """Every verb of the title with every target one could name, legal or not."""
        return self.verbs.domain(game.data)

    def word(self, game: Game, verb: str, target: int) -> str:
        """A target as it is written in saves: short, stable, readable."""
        return self.verbs.word(game.data, verb, target)

    def target(self, game: Game, verb: str, word: str) -> int:
        """The target that a word means; `Unknown` if there is none."""
        return self.verbs.target(game.data, verb, word)

    def show(self, sight: Sight) -> None:
        """Work out what is shown of a position; raises whatever a made-up one brings about."""

    def broken(self, state: State) -> list[str]:
        """Invariants that do not hold; empty for every position legal play can reach."""
        return columns.broken(state)

    def amiss(self, state: State) -> list[str]:
        """What is wrong with a position that play from a set-up has led to; a posed one need not have come about so."""
        return self.broken(state)


if TYPE_CHECKING:
    from typing_extensions import TypeVar  # one with a default, which Python itself has from 3.13 on

    TitleT_co = TypeVar("TitleT_co", bound=Title, default=Title, covariant=True)
else:
    from typing import TypeVar

    TitleT_co = TypeVar("TitleT_co", bound=Title, covariant=True)
Known = TypeVar("Known", bound=Title)


@dataclass(frozen=True)
class Game(Generic[TitleT_co]):
    """A title with its scenario and options chosen: all that stays the same while it is played."""

    title: TitleT_co
    scenario: str
    options: Mapping[str, bool | int]
    data: Any

    @classmethod
    def of(cls, title: Known, scenario: str | None = None, options: Mapping[str, object] | None = None) -> Game[Known]:
        """Choose a scenario (default: the title's first) and options; `Unknown` lists what exists."""
        names = [s.key for s in title.scenarios]
        scenario = names[0] if scenario is None else scenario
        if scenario not in names:
            raise Unknown("scenario", scenario, names)
        chosen = title.choose(options or {})
        for option in title.options:
            if chosen[option.key] and (fault := option.why_not(scenario, chosen)):
                raise ValueError(fault)
        return Game(title, scenario, chosen, title.load(scenario, chosen))

    def __copy__(self) -> Self:
        """The same: nothing of it ever changes."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: what was chosen; the box is opened again."""
        return _chosen, (self.title, self.scenario, tuple(self.options.items()))

    @cached_property
    def named(self) -> Mapping[str, Container[int | None]]:
        """Every verb with everything it can name, legal or not."""
        return {verb: frozenset(targets) for verb, targets in self.title.domain(self).items()}

    @cached_property
    def kept(self) -> dict[Any, Any]:
        """A place for what holds as long as the game's scenario and options do."""
        return {}

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


@lru_cache(maxsize=64)
def _chosen(title: Title, scenario: str, options: tuple[tuple[str, bool | int], ...]) -> Game:
    """One game for all the positions that come back from pickles of it."""
    return Game.of(title, scenario, dict(options))
