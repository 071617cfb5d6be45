"""Tigers in the Mist (Ray Freeman, GMT Games 1999): the first week of the Bulge on areas and roads."""

from __future__ import annotations

from collections.abc import Mapping

from ardennes.kernel import Game, Option, Scenario, Sight
from ardennes.kernel.shapes import Stack
from ardennes.parts.modular import ModularTitle, Modules
from ardennes.parts.scenery import Shading
from ardennes.titles.tigers_in_the_mist import odds
from ardennes.titles.tigers_in_the_mist.box import DATA, Box, open_box, scenario_menu
from ardennes.titles.tigers_in_the_mist.mind.mind import MIND
from ardennes.titles.tigers_in_the_mist.rules import invariants, setup, shapes
from ardennes.titles.tigers_in_the_mist.rules.steps import STEPS
from ardennes.titles.tigers_in_the_mist.state import State, own
from ardennes.titles.tigers_in_the_mist.table import chart, look, orders, scene, survey, words
from ardennes.titles.tigers_in_the_mist.table.pictures import picture
from ardennes.titles.tigers_in_the_mist.table.prose import prose

_ERRATA = (
    "The corrections of 2002: a VP area with German units pays only if one of them is in supply, and units out "
    "of supply win no release."
)
_HANDICAP = "Victory points the German must score beyond the scenario's levels; negative favours the German."


class TigersInTheMist(ModularTitle):
    """The declaration of the title: which room answers what the house asks."""

    key = "tigers_in_the_mist"
    name = "Tigers in the Mist"
    rules_version = 2
    options = (
        Option("errata", "Published errata", _ERRATA, False),
        Option("handicap", "VP handicap", _HANDICAP, 0, -20, 20),
    )
    state = State
    steps = STEPS
    modules = Modules(
        set_up=setup.set_up,
        words=words,
        prose=prose,
        picture=picture,
        scene=scene.scene,
        look=look,
        orders=orders,
        survey=survey,
        forecast=odds.forecast,
        broken=invariants.broken,
        insight=MIND,
        data=DATA,
    )

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        return scenario_menu(self.pack)

    def load(self, scenario: str, options: Mapping[str, bool | int]) -> Box:
        return open_box(scenario, options, self.pack)

    def stack_shape(self, box: Box) -> Stack:
        return shapes.stack_shape(box)

    def sheet(self, game: Game) -> bytes:
        return chart.sheet_bytes()

    def shade(self, sight: Sight, overlay: str) -> Shading:
        return look.shade(own(sight.state), sight.side, overlay)


TITLE = TigersInTheMist()
