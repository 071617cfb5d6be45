"""Tigers in the Mist (Ray Freeman, GMT Games 1999): the first week of the Bulge on areas and roads."""

from __future__ import annotations

from collections.abc import Mapping

from ardennes.kernel import Option, Scenario
from ardennes.kernel.steps import steps_below
from ardennes.parts.title import Title
from ardennes.titles.tigers_in_the_mist import odds, rules
from ardennes.titles.tigers_in_the_mist.box import DATA, Box, open_box, scenario_menu
from ardennes.titles.tigers_in_the_mist.mind.mind import MIND
from ardennes.titles.tigers_in_the_mist.rules import invariants, setup
from ardennes.titles.tigers_in_the_mist.state import State
from ardennes.titles.tigers_in_the_mist.table import chart, inspection, look, orders, overlays, scene, survey, words
from ardennes.titles.tigers_in_the_mist.table.verdict import verdict
from ardennes.titles.tigers_in_the_mist.verbs import VERBS

_ERRATA = (
    "The corrections of 2002: a VP area with German units pays only if one of them is in supply, and units out "
    "of supply win no release."
)
_VP = "Victory points the German must score beyond the scenario's levels; negative favours the German."


class TigersInTheMist(Title):
    """The declaration of the title: which room answers what the house asks."""

    key, name, rules_version = "tigers_in_the_mist", "Tigers in the Mist", 3
    options = (Option("errata", "Published errata", _ERRATA, False), Option("handicap", "VP handicap", _VP, 0, -20, 20))
    data, state, verbs, steps, mind = DATA, State, VERBS, steps_below(rules), MIND

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        return scenario_menu(self.pack)

    def load(self, scenario: str, options: Mapping[str, bool | int]) -> Box:
        return open_box(scenario, options, self.pack)

    set_up = staticmethod(setup.set_up)
    broken = staticmethod(invariants.misplaced)
    amiss = staticmethod(invariants.broken)
    describe = staticmethod(words.describe)
    clock = staticmethod(words.clock)
    date = staticmethod(words.date)
    forecast = staticmethod(odds.forecast)
    scene = staticmethod(scene.scene)
    sheet = staticmethod(chart.sheet)
    laid = staticmethod(look.laid)
    shade = staticmethod(overlays.shade)
    inspect = staticmethod(inspection.inspect)
    verdict = staticmethod(verdict)
    read_order = staticmethod(orders.read_order)
    completions = staticmethod(orders.completions)
    headline = staticmethod(survey.headline)
    survey = staticmethod(survey.survey)


TITLE = TigersInTheMist()
