"""The Deadly Woods (Ted Raicer, Revolution Games): the Bulge by regiments and battle groups, moved by chits."""

from __future__ import annotations

from collections.abc import Mapping

from ardennes.kernel import Option, Scenario
from ardennes.kernel.steps import steps_below
from ardennes.parts.title import Title
from ardennes.titles.deadly_woods import odds, rules
from ardennes.titles.deadly_woods.box import Box, open_box
from ardennes.titles.deadly_woods.box.numbers import DATA, menu
from ardennes.titles.deadly_woods.mind.mind import MIND
from ardennes.titles.deadly_woods.rules import invariants, setup
from ardennes.titles.deadly_woods.state import State
from ardennes.titles.deadly_woods.table import inspection, look, orders, overlays, scene, survey, verdict, words
from ardennes.titles.deadly_woods.verbs import VERBS

_PLUS_TWO = "16.1 The Germans add 2 to one combat die on each of turns 1 and 2; KG Peiper has no +1 on turn 1."
_HANDICAP = "VP hexes the Germans need beyond the scenario's; negative favours them."


class TheDeadlyWoods(Title):
    """The declaration of the title: which room answers what the house asks."""

    key, name, rules_version = "deadly_woods", "The Deadly Woods", 2
    options = (
        Option("plus_two", "German +2 Combat", _PLUS_TWO, False),
        Option("handicap", "VP handicap", _HANDICAP, 0, -3, 3),
    )
    data, state, verbs, mind, order_help = DATA, State, VERBS, MIND, orders.HELP
    steps = steps_below(rules)

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        return menu(self.pack)

    def load(self, scenario: str, options: Mapping[str, bool | int]) -> Box:
        return open_box(scenario, options, self.pack)

    texts = staticmethod(words.texts)
    set_up = staticmethod(setup.set_up)
    broken = staticmethod(invariants.broken)
    describe = staticmethod(words.describe)
    clock = staticmethod(look.clock)
    phase = staticmethod(look.phase)
    sheet = staticmethod(scene.drawn)
    scene = staticmethod(scene.scene)
    laid = staticmethod(look.laid)
    shade = staticmethod(overlays.shade)
    inspect = staticmethod(inspection.inspect)
    verdict = staticmethod(verdict.verdict)
    forecast = staticmethod(odds.forecast)
    read_order = staticmethod(orders.read_order)
    completions = staticmethod(orders.completions)
    headline = staticmethod(survey.headline)
    survey = staticmethod(survey.survey)


TITLE = TheDeadlyWoods()
