"""Bitter Woods (Randy Heller, Compass Games, Designer Edition): the Bulge by regiments, hexes and half days."""

from __future__ import annotations

from collections.abc import Mapping

from ardennes.kernel import Scenario
from ardennes.kernel.steps import steps_below
from ardennes.parts.title import Title
from ardennes.titles.bitter_woods import doubts, odds, rules
from ardennes.titles.bitter_woods.box import Box, open_box
from ardennes.titles.bitter_woods.box.optional import OPTIONS
from ardennes.titles.bitter_woods.box.scenarios import DATA, menu
from ardennes.titles.bitter_woods.mind.mind import MIND
from ardennes.titles.bitter_woods.rules import invariants, setup
from ardennes.titles.bitter_woods.state import State
from ardennes.titles.bitter_woods.table import inspection, look, orders, overlays, scene, survey, verdict, words
from ardennes.titles.bitter_woods.table.happenings import texts as happening_texts
from ardennes.titles.bitter_woods.verbs import VERBS


class BitterWoods(Title):
    """The declaration of the title: which room answers what the house asks."""

    key, name, rules_version = "bitter_woods", "Bitter Woods", 5
    options, order_help, doubts = OPTIONS, orders.HELP, doubts.DOUBTS
    data, state, verbs, steps, mind = DATA, State, VERBS, steps_below(rules), MIND

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        return menu(self.pack)

    def load(self, scenario: str, options: Mapping[str, bool | int]) -> Box:
        return open_box(scenario, options, self.pack)

    set_up = staticmethod(setup.set_up)
    broken = staticmethod(invariants.broken)
    describe = staticmethod(words.describe)
    clock = staticmethod(words.clock)
    date = staticmethod(words.date)
    forecast = staticmethod(odds.forecast)
    sheet = staticmethod(scene.drawn_map)
    scene = staticmethod(scene.scene)
    laid = staticmethod(look.laid)
    phase = staticmethod(look.phase)
    shade = staticmethod(overlays.shade)
    inspect = staticmethod(inspection.inspect)
    verdict = staticmethod(verdict.verdict)
    read_order = staticmethod(orders.read_order)
    completions = staticmethod(orders.completions)
    texts = staticmethod(happening_texts)
    headline = staticmethod(survey.headline)
    survey = staticmethod(survey.survey)


TITLE = BitterWoods()
