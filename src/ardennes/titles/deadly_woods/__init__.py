"""The Deadly Woods (Ted Raicer, Revolution Games): the Bulge by regiments and battle groups, moved by chits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ardennes.kernel import Game, Option, Scenario, Step
from ardennes.parts.title import Title
from ardennes.titles.deadly_woods.box import Box, open_box
from ardennes.titles.deadly_woods.box.numbers import menu
from ardennes.titles.deadly_woods.rules.setup import set_up
from ardennes.titles.deadly_woods.rules.steps import STEPS
from ardennes.titles.deadly_woods.state import State
from ardennes.titles.deadly_woods.verbs import VERBS


class TheDeadlyWoods(Title):
    """The title: what it is made of, and who knows what."""

    key = "deadly_woods"
    name = "The Deadly Woods"
    rules_version = 1
    options = (
        Option(
            "plus_two",
            "German +2 Combat",
            "16.1 The Germans add 2 to one combat die on each of turns 1 and 2; KG Peiper has no +1 on turn 1.",
            False,
        ),
    )
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


TITLE = TheDeadlyWoods()
