"""The Deadly Woods (Ted Raicer, Revolution Games): the Bulge by regiments and battle groups, moved by chits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ardennes.kernel import Action, Game, Option, Scenario, Sight, Step
from ardennes.parts.handbook import handbook
from ardennes.parts.scenery import Handbook, Scene, Shading
from ardennes.parts.title import Looks, Survey, Title
from ardennes.titles.deadly_woods.box import Box, open_box
from ardennes.titles.deadly_woods.box.numbers import DATA, menu
from ardennes.titles.deadly_woods.rules.setup import set_up
from ardennes.titles.deadly_woods.rules.steps import STEPS
from ardennes.titles.deadly_woods.state import State, own
from ardennes.titles.deadly_woods.table import laid, orders, overlays, scene, survey, words
from ardennes.titles.deadly_woods.verbs import VERBS

_PLUS_TWO = "16.1 The Germans add 2 to one combat die on each of turns 1 and 2; KG Peiper has no +1 on turn 1."
_HANDICAP = "VP hexes the Germans need beyond the scenario's; negative favours them."


class TheDeadlyWoods(Title):
    """The title: what it is made of, and who knows what."""

    key = "deadly_woods"
    name = "The Deadly Woods"
    rules_version = 1
    options = (
        Option("plus_two", "German +2 Combat", _PLUS_TWO, False),
        Option("handicap", "VP handicap", _HANDICAP, 0, -1, 3),
    )
    order_help = orders.HELP
    state = State
    verbs = VERBS
    steps: ClassVar[Mapping[str, type[Step]]] = STEPS

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        return menu(self.pack)

    def load(self, scenario: str, options: Mapping[str, bool | int]) -> Box:
        return open_box(scenario, options, self.pack)

    def set_up(self, game: Game) -> State:
        return set_up(game)

    def scene(self, game: Game) -> Scene:
        return scene.scene(game)

    def sheet(self, game: Game) -> bytes:
        return scene.sheet_bytes(game.data.map)

    def laid(self, sight: Sight) -> Looks:
        return laid.laid(own(sight.state))

    def phase(self, sight: Sight) -> str:
        return laid.phase(own(sight.state))

    def clock(self, sight: Sight) -> str:
        return laid.clock(own(sight.state))

    def describe(self, sight: Sight, verb: str, target: int) -> str:
        return words.describe(own(sight.state), verb, target)

    def shade(self, sight: Sight, overlay: str) -> Shading:
        return overlays.shade(own(sight.state), overlay)

    def handbook(self) -> Handbook:
        return handbook(self.key, self.name, DATA)

    def read_order(self, sight: Sight, text: str) -> list[Action]:
        return orders.read_order(own(sight.state), text)

    def completions(self, sight: Sight, text: str) -> list[str]:
        return orders.completions(own(sight.state), text)

    def headline(self, sight: Sight) -> str:
        return survey.headline(own(sight.state))

    def survey(self, sight: Sight) -> Survey:
        return survey.survey(own(sight.state))


TITLE = TheDeadlyWoods()
