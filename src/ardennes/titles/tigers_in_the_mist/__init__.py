"""Tigers in the Mist (Ray Freeman, GMT Games 1999): the first week of the Bulge on areas and roads.

One module per chapter of the rulebook: components (1), map (3), pieces (4), setup (5), sequence (6), occupation (7),
movement and roads (8), combat, battle, artillery and fire (9), bridges (10), reinforcements (11), victory (12 and the
scenarios), supply (13), special_forces (14).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ardennes.kernel import Action, Event, Game, Option, Scenario, Side, State, Step, Survey, Title
from ardennes.parts.handbook import handbook
from ardennes.parts.odds import Forecast
from ardennes.parts.scenery import Handbook, Hint, Picture, Scene, Shading
from ardennes.titles.tigers_in_the_mist import (
    artillery,
    bridges,
    combat,
    fire,
    forecasts,
    look,
    movement,
    occupation,
    orders,
    reinforcements,
    scene,
    sequence,
    setup,
    special_forces,
    state,
    survey,
    victory,
    words,
)
from ardennes.titles.tigers_in_the_mist.brain import INSIGHT
from ardennes.titles.tigers_in_the_mist.chart import sheet_bytes
from ardennes.titles.tigers_in_the_mist.components import DATA, Box, open_box, scenario_menu
from ardennes.titles.tigers_in_the_mist.pictures import picture
from ardennes.titles.tigers_in_the_mist.prose import prose

_CHAPTERS = (
    artillery,
    bridges,
    combat,
    fire,
    movement,
    occupation,
    reinforcements,
    sequence,
    special_forces,
    victory,
)


class TigersInTheMist(Title):
    """The title as the kernel sees it."""

    key = "tigers_in_the_mist"
    name = "Tigers in the Mist"
    rules_version = 1
    options = (
        Option(
            "errata",
            "Published errata",
            "The corrections of 2002: a VP area with German units pays only if one of them is in supply, and units out "
            "of supply win no release.",
            False,
        ),
        Option(
            "handicap",
            "VP handicap",
            "Victory points the German must score beyond the scenario's levels; negative favours the German.",
            0,
            -20,
            20,
        ),
    )
    steps: ClassVar[dict[str, type[Step]]] = {
        name: step
        for chapter in _CHAPTERS
        for name, step in vars(chapter).items()
        if isinstance(step, type) and issubclass(step, Step) and step.__module__ == chapter.__name__
    }

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        return scenario_menu(self.pack)

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
        return sheet_bytes()

    def look(self, state: State, side: Side | None) -> dict[str, Any]:
        return look.look(words.own(state), side)

    def hint(self, state: State, action: Action) -> Hint:
        return look.hint(words.own(state), action)

    def picture(self, game: Game, event: Event) -> Picture:
        return picture(event)

    def shade(self, state: State, side: Side | None, overlay: str) -> Shading:
        return look.shade(words.own(state), side, overlay)

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

    def insight(self) -> Any:
        return INSIGHT

    def clock(self, state: State) -> str:
        return words.clock(words.own(state))

    def broken(self, state: State) -> list[str]:
        return words.broken(words.own(state))


TITLE = TigersInTheMist()

__all__ = ["TITLE", "Side", "TigersInTheMist"]
