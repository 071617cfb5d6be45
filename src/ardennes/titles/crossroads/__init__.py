"""Crossroads, a made-up game: a hidden hand, a cup and a reaction. The worked example of docs/add-a-title.md."""

from collections.abc import Mapping

from ardennes.kernel import Game, Scenario
from ardennes.kernel.steps import steps_below
from ardennes.parts.title import Title
from ardennes.titles.crossroads import rules, table
from ardennes.titles.crossroads.box import RULES, Box
from ardennes.titles.crossroads.mind import CrossroadsMind
from ardennes.titles.crossroads.state import State


class Crossroads(Title):
    """The title: what it is made of, and who knows what."""

    key = "crossroads"
    name = "Crossroads"
    rules_version = 1
    rule_texts = RULES
    state = State
    verbs = table.VERBS
    steps = steps_below(rules)
    scenarios = (Scenario("night", "A Night", "short", "6 chits"), Scenario("long", "A Long Night", "", "20 chits"))
    mind = CrossroadsMind()

    def load(self, scenario: str, options: Mapping[str, bool | int]) -> Box:
        return Box(3 if scenario == "night" else 10)

    def sheet(self, game: Game) -> bytes:
        return table.SHEET

    set_up = staticmethod(rules.set_up)
    scene = staticmethod(table.scene)
    laid = staticmethod(table.laid)
    clock = staticmethod(table.clock)


TITLE = Crossroads()
