"""Bitter Woods (Randy Heller, Compass Games, Designer Edition): the Bulge by regiments, hexes and half days."""

from __future__ import annotations

from collections.abc import Mapping

from ardennes.kernel import Option, Scenario
from ardennes.parts.handbook import handbook
from ardennes.parts.scenery import Handbook
from ardennes.parts.title import Title, told
from ardennes.titles.bitter_woods import odds
from ardennes.titles.bitter_woods.box import Box, open_box, scenarios
from ardennes.titles.bitter_woods.mind.mind import MIND
from ardennes.titles.bitter_woods.rules import invariants, setup, shapes
from ardennes.titles.bitter_woods.rules.steps import STEPS
from ardennes.titles.bitter_woods.state import State
from ardennes.titles.bitter_woods.table import look, orders, overlays, scene, survey, words
from ardennes.titles.bitter_woods.verbs import VERBS

_HANDICAP = "Victory points the Germans need in a tournament game beyond the scenario's; negative favours them."


class BitterWoods(Title):
    """The declaration of the title: what it is made of, and who answers what the house asks."""

    key = "bitter_woods"
    name = "Bitter Woods"
    rules_version = 3
    options = (Option("handicap", "VP handicap", _HANDICAP, 0, -3, 8),)
    state, verbs, steps, mind = State, VERBS, STEPS, MIND
    set_up = staticmethod(setup.set_up)
    stack_shape = staticmethod(shapes.stack_shape)
    broken = staticmethod(invariants.broken)
    forecast = told(odds.forecast)
    describe, clock = told(words.describe), told(words.clock)
    laid, phase, shade = told(look.laid), told(look.phase), told(overlays.shade)
    headline, survey = told(survey.headline), told(survey.survey)
    read_order, completions, order_help = told(orders.read_order), told(orders.completions), orders.HELP
    scene, sheet = staticmethod(scene.scene), staticmethod(scene.drawn_map)

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        return scenarios.menu(self.pack)

    def load(self, scenario: str, options: Mapping[str, bool | int]) -> Box:
        return open_box(scenario, options, self.pack)

    def handbook(self) -> Handbook:
        return handbook(self.key, self.name, scenarios.DATA)


TITLE = BitterWoods()
