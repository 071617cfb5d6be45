"""Bitter Woods (Randy Heller, Compass Games, Designer Edition): the Bulge by regiments, hexes and half days.

One module per chapter of the rulebook: equipment with counters, tables and turns (2), setup (3), sequence (4),
movement with activation, destinations, paths, ground, boundaries and exits (5), stacking (6), zones (7), positions (8),
combat with participants, strengths, results, duties, retreat, routes and advance (9), artillery (10), aircraft (11),
supply (12), bridges (13), reserves (14), surprise (15), reinforcements (16), victory (17). The places of rules 18 to
38 are marked in `optional`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ardennes.kernel import Action, Event, Game, Scenario, Side, State, Step, Survey, Title
from ardennes.parts.handbook import handbook
from ardennes.parts.odds import Forecast
from ardennes.parts.scenery import Handbook, Hint, Picture, Scene, Shading
from ardennes.titles.bitter_woods import (
    advance,
    aircraft,
    bridges,
    combat,
    forecasts,
    invariants,
    look,
    movement,
    orders,
    reserves,
    results,
    retreat,
    scenarios,
    scene,
    sequence,
    setup,
    state,
    supply,
    survey,
    words,
)
from ardennes.titles.bitter_woods.brain import INSIGHT
from ardennes.titles.bitter_woods.equipment import Box, open_box
from ardennes.titles.bitter_woods.pictures import picture
from ardennes.titles.bitter_woods.prose import prose
from ardennes.titles.bitter_woods.scenarios import DATA

_CHAPTERS = (advance, aircraft, bridges, combat, movement, reserves, results, retreat, sequence, supply)


class BitterWoods(Title):
    """The title as the kernel sees it."""

    key = "bitter_woods"
    name = "Bitter Woods"
    rules_version = 1
    order_help = orders.HELP
    steps: ClassVar[dict[str, type[Step]]] = {
        name: step
        for chapter in _CHAPTERS
        for name, step in vars(chapter).items()
        if isinstance(step, type) and issubclass(step, Step) and step.__module__ == chapter.__name__
    }

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        return scenarios.menu(self.pack)

    def load(self, scenario: str, options: Mapping[str, bool | int]) -> Box:
        return open_box(scenario, options, self.pack)

    def set_up(self, game: Game) -> State:
        return setup.set_up(game)

    def restore(self, game: Game, table: Mapping[str, Any]) -> State:
        return state.restore(game, table)

    def domain(self, game: Game) -> Mapping[str, Sequence[int | None]]:
        return words.domain(game.data)

    def word(self, game: Game, verb: str, target: int) -> str:
        return words.word(game.data, verb, target)

    def target(self, game: Game, verb: str, word: str) -> int:
        return words.target(game.data, verb, word)

    def label(self, state: State, verb: str, target: int | None) -> str:
        return words.label(words.own(state), verb, target)

    def name_of(self, game: Game, kind: str, number: int) -> str:
        return words.name(game.data, kind, number)

    def prose(self, game: Game, event: Event) -> str:
        return prose(event)

    def forecast(self, state: State, action: Action | None = None) -> Forecast | None:
        return forecasts.forecast(words.own(state), action)

    def scene(self, game: Game) -> Scene:
        return scene.scene(game)

    def sheet(self, game: Game) -> bytes:
        return scene.sheet_bytes(game.data.map)

    def look(self, state: State, side: Side | None) -> dict[str, Any]:
        return look.look(words.own(state), side)

    def hint(self, state: State, action: Action) -> Hint:
        return look.hint(words.own(state), action)

    def picture(self, game: Game, event: Event) -> Picture:
        return picture(event)

    def shade(self, state: State, side: Side | None, overlay: str) -> Shading:
        return look.shade(words.own(state), overlay)

    def handbook(self) -> Handbook:
        return handbook(self.key, self.name, DATA)

    def read_order(self, state: State, text: str) -> list[Action]:
        return orders.read_order(words.own(state), text)

    def completions(self, state: State, text: str) -> list[str]:
        return orders.completions(words.own(state), text)

    def headline(self, state: State) -> str:
        return survey.headline(words.own(state))

    def survey(self, state: State) -> Survey:
        return Survey(survey.survey(words.own(state)), survey.LEGEND)

    def clock(self, state: State) -> str:
        return words.clock(words.own(state))

    def insight(self) -> Any:
        return INSIGHT

    def broken(self, state: State) -> list[str]:
        return invariants.broken(words.own(state))


TITLE = BitterWoods()

__all__ = ["TITLE", "BitterWoods"]
