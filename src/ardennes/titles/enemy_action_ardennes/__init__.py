"""Enemy Action: Ardennes (John Butterfield, Compass Games): the Bulge by cards, the game for two players."""

from __future__ import annotations

from collections.abc import Mapping

from ardennes.kernel import Option, Scenario
from ardennes.kernel.steps import steps_below
from ardennes.parts.title import Title
from ardennes.titles.enemy_action_ardennes import odds, rules
from ardennes.titles.enemy_action_ardennes.box import Box, open_box
from ardennes.titles.enemy_action_ardennes.box.numbers import DATA, menu
from ardennes.titles.enemy_action_ardennes.mind.mind import MIND
from ardennes.titles.enemy_action_ardennes.rules import invariants, setup
from ardennes.titles.enemy_action_ardennes.state import State
from ardennes.titles.enemy_action_ardennes.table import inspection, look, orders, overlays, scene, survey, words
from ardennes.titles.enemy_action_ardennes.table.verdict import verdict
from ardennes.titles.enemy_action_ardennes.verbs import VERBS

_HANDICAP = "Victory points the Germans need beyond the scenario's; negative favours them."


class EnemyActionArdennes(Title):
    """The title: what it is made of, and who knows what."""

    key, name, rules_version = "enemy_action_ardennes", "Enemy Action: Ardennes", 3
    options = (Option("handicap", "VP handicap", _HANDICAP, 0, -20, 20),)
    order_help = orders.HELP
    data, state, verbs, mind = DATA, State, VERBS, MIND
    steps = steps_below(rules)

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        return menu(self.pack)

    def load(self, scenario: str, options: Mapping[str, bool | int]) -> Box:
        return open_box(scenario, options, self.pack)

    texts = staticmethod(words.texts)
    set_up = staticmethod(setup.set_up)
    broken = staticmethod(invariants.misplaced)
    amiss = staticmethod(invariants.broken)
    forecast = staticmethod(odds.forecast)
    describe = staticmethod(words.describe)
    clock = staticmethod(words.clock)
    phase = staticmethod(look.phase)
    sheet = staticmethod(scene.drawn)
    scene = staticmethod(scene.scene)
    laid = staticmethod(look.laid)
    shade = staticmethod(overlays.shade)
    inspect = staticmethod(inspection.inspect)
    verdict = staticmethod(verdict)
    read_order = staticmethod(orders.read_order)
    completions = staticmethod(orders.completions)
    headline = staticmethod(survey.headline)
    survey = staticmethod(survey.survey)


TITLE = EnemyActionArdennes()
