"""Crossroads, a made-up game: a hidden hand, a cup and a reaction. The worked example of docs/add-a-title.md."""

from collections.abc import Mapping

from ardennes.kernel import Game, Scenario, Sight
from ardennes.kernel.steps import steps_below
from ardennes.parts.scenery import Scene
from ardennes.parts.title import Looks, Title
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

    def set_up(self, game: Game) -> State:
        return rules.set_up(game)

    def scene(self, game: Game) -> Scene:
        return table.scene(game)

    def sheet(self, game: Game) -> bytes:
        return table.SHEET

    def laid(self, sight: Sight) -> Looks:
        return table.laid(sight)

    def clock(self, sight: Sight) -> str:
        return table.clock(sight)


TITLE = Crossroads()
