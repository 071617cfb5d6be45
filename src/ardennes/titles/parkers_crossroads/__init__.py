"""Parker's Crossroads, a made-up hex game: movement, zones, odds and retreats. The second example of add-a-title.md."""

from collections.abc import Mapping

from ardennes.kernel import Game, Scenario
from ardennes.kernel.steps import steps_below
from ardennes.parts.title import Title
from ardennes.titles.parkers_crossroads import odds, rules, state, table
from ardennes.titles.parkers_crossroads.box import DATA, Box, opened
from ardennes.titles.parkers_crossroads.mind import ParkersMind
from ardennes.titles.parkers_crossroads.rules import sequence
from ardennes.titles.parkers_crossroads.verbs import VERBS


class ParkersCrossroads(Title):
    """The title: which room answers what the house asks."""

    key = "parkers_crossroads"
    name = "Parker's Crossroads"
    rules_version = 1
    data = DATA
    state = state.State
    verbs = VERBS
    steps = steps_below(rules)
    scenarios = (Scenario("crossroads", "Parker's Crossroads", "short", "6 turns"),)
    mind = ParkersMind()

    def load(self, scenario: str, options: Mapping[str, bool | int]) -> Box:
        return opened()

    def sheet(self, game: Game) -> bytes:
        return table.drawn(game.data)

    broken = staticmethod(sequence.broken)
    set_up = staticmethod(sequence.set_up)
    scene = staticmethod(table.scene)
    laid = staticmethod(table.laid)
    clock = staticmethod(table.clock)
    forecast = staticmethod(odds.forecast)


TITLE = ParkersCrossroads()
