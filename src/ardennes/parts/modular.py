"""A title made of modules: answers what the kernel asks by passing it on to the module that knows.

Modules work on the title's own state and box; `words.own` tells that a state is one of the title's. The protocols here
say what each module has to offer, and the type checker holds the modules to them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Protocol

from ardennes.kernel import Action, Event, Game, Side, Sight, State
from ardennes.parts.handbook import handbook
from ardennes.parts.mind import Mind
from ardennes.parts.odds import Forecast
from ardennes.parts.scenery import Handbook, Hint, Picture, Scene
from ardennes.parts.title import Survey, Title


class Words(Protocol):
    """What a player can point at, and how it is called."""

    def own(self, state: State, /) -> Any: ...
    def domain(self, box: Any, /) -> Mapping[str, Sequence[int | None]]: ...
    def word(self, box: Any, verb: str, target: int, /) -> str: ...
    def target(self, box: Any, verb: str, text: str, /) -> int: ...
    def name(self, box: Any, kind: str, number: int, /) -> str: ...
    def label(self, g: Any, verb: str, target: int | None, /) -> str: ...
    def clock(self, g: Any, /) -> str: ...


class Looks(Protocol):
    """A position as a client draws it."""

    def look(self, g: Any, side: Side | None, /) -> dict[str, Any]: ...
    def hint(self, g: Any, action: Action, /) -> Hint: ...


class Orders(Protocol):
    """Typed orders."""

    def read_order(self, g: Any, text: str, /) -> list[Action]: ...
    def completions(self, g: Any, text: str, /) -> list[str]: ...


class Surveys(Protocol):
    """The table as text."""

    LEGEND: str

    def headline(self, g: Any, /) -> str: ...
    def survey(self, g: Any, /) -> list[tuple[str, list[tuple[str, str, str]]]]: ...


@dataclass(frozen=True)
class Modules:
    """The modules of a title; where only one function of a module is asked, that function."""

    set_up: Callable[[Game], State]
    words: Words
    prose: Callable[[Event], str]
    picture: Callable[[Event], Picture]
    scene: Callable[[Game], Scene]
    look: Looks
    orders: Orders
    survey: Surveys
    forecast: Callable[[Any, Action | None], Forecast | None]
    broken: Callable[[Any], list[str]]
    insight: Mind[State]
    #: The folder of the title's data.
    data: Path
    #: For a title whose state does not declare its columns yet.
    restore: Callable[[Game, Mapping[str, Any]], State] | None = None


class ModularTitle(Title):
    """A title that names its modules; scenarios, data, the drawn map and the overlays are left to it."""

    modules: ClassVar[Modules]

    def set_up(self, game: Game) -> State:
        return self.modules.set_up(game)

    def restore(self, game: Game, table: Mapping[str, Any]) -> State:
        restore = self.modules.restore
        return super().restore(game, table) if restore is None else restore(game, table)

    def domain(self, game: Game) -> Mapping[str, Sequence[int | None]]:
        return self.modules.words.domain(game.data)

    def word(self, game: Game, verb: str, target: int) -> str:
        return self.modules.words.word(game.data, verb, target)

    def target(self, game: Game, verb: str, word: str) -> int:
        return self.modules.words.target(game.data, verb, word)

    def label(self, sight: Sight, verb: str, target: int | None) -> str:
        return self.modules.words.label(self.own(sight.state), verb, target)

    def name_of(self, game: Game, kind: str, number: int) -> str:
        return self.modules.words.name(game.data, kind, number)

    def prose(self, game: Game, event: Event) -> str:
        return self.modules.prose(event)

    def forecast(self, sight: Sight, action: Action | None = None) -> Forecast | None:
        return self.modules.forecast(self.own(sight.state), action)

    def scene(self, game: Game) -> Scene:
        return self.modules.scene(game)

    def look(self, sight: Sight) -> dict[str, Any]:
        g = self.own(sight.state)
        found = self.modules.look.look(g, sight.side)
        label = self.modules.words.label
        found["labels"] = {v: label(g, v, None) for v, targets in found["choices"].items() if targets[0] is None}
        return found

    def hint(self, sight: Sight, action: Action) -> Hint:
        return self.modules.look.hint(self.own(sight.state), action)

    def picture(self, game: Game, event: Event) -> Picture:
        return self.modules.picture(event)

    def handbook(self) -> Handbook:
        return handbook(self.key, self.name, self.modules.data)

    def read_order(self, sight: Sight, text: str) -> list[Action]:
        return self.modules.orders.read_order(self.own(sight.state), text)

    def completions(self, sight: Sight, text: str) -> list[str]:
        return self.modules.orders.completions(self.own(sight.state), text)

    def headline(self, sight: Sight) -> str:
        return self.modules.survey.headline(self.own(sight.state))

    def survey(self, sight: Sight) -> Survey:
        survey = self.modules.survey
        return Survey(survey.survey(self.own(sight.state)), survey.LEGEND)

    def clock(self, sight: Sight) -> str:
        return self.modules.words.clock(self.own(sight.state))

    @property
    def mind(self) -> Mind[State]:
        return self.modules.insight

    def broken(self, state: State) -> list[str]:
        return self.modules.broken(self.own(state))

    def own(self, state: State) -> Any:
        """A state as the title's modules know it."""
        return self.modules.words.own(state)
