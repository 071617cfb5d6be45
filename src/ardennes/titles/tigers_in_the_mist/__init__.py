"""Tigers in the Mist (Ray Freeman, GMT Games 1999): the first week of the Bulge on areas and roads.

One module per chapter of the rulebook: components (1), map (3), pieces (4), setup (5), sequence (6), occupation (7),
movement and roads (8), combat, battle, artillery and fire (9), bridges (10), reinforcements (11), victory (12 and the
scenarios), supply (13), special_forces (14).
"""

from __future__ import annotations

from collections.abc import Mapping

from ardennes.kernel import Game, Option, Scenario, Side, Sight
from ardennes.parts.modular import ModularTitle, Modules, steps_in
from ardennes.parts.scenery import Shading
from ardennes.titles.tigers_in_the_mist import (
    artillery,
    bridges,
    columns,
    combat,
    fire,
    forecasts,
    look,
    movement,
    occupation,
    orders,
    reinforcements,
    scene,
    sequence,
    setup,
    special_forces,
    survey,
    victory,
    words,
)
from ardennes.titles.tigers_in_the_mist.brain import INSIGHT
from ardennes.titles.tigers_in_the_mist.chart import sheet_bytes
from ardennes.titles.tigers_in_the_mist.components import DATA, Box, open_box, scenario_menu
from ardennes.titles.tigers_in_the_mist.pictures import picture
from ardennes.titles.tigers_in_the_mist.prose import prose

_CHAPTERS = (
    artillery,
    bridges,
    combat,
    fire,
    movement,
    occupation,
    reinforcements,
    sequence,
    special_forces,
    victory,
)


class TigersInTheMist(ModularTitle):
    """The title as the kernel sees it."""

    key = "tigers_in_the_mist"
    name = "Tigers in the Mist"
    rules_version = 2
    options = (
        Option(
            "errata",
            "Published errata",
            "The corrections of 2002: a VP area with German units pays only if one of them is in supply, and units out "
            "of supply win no release.",
            False,
        ),
        Option(
            "handicap",
            "VP handicap",
            "Victory points the German must score beyond the scenario's levels; negative favours the German.",
            0,
            -20,
            20,
        ),
    )
    steps = steps_in(*_CHAPTERS)
    modules = Modules(
        set_up=setup.set_up,
        restore=columns.restore,
        words=words,
        prose=prose,
        picture=picture,
        scene=scene.scene,
        look=look,
        orders=orders,
        survey=survey,
        forecast=forecasts.forecast,
        broken=words.broken,
        insight=INSIGHT,
        data=DATA,
    )

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        return scenario_menu(self.pack)

    def load(self, scenario: str, options: Mapping[str, bool | int]) -> Box:
        return open_box(scenario, options, self.pack)

    def sheet(self, game: Game) -> bytes:
        return sheet_bytes()

    def shade(self, sight: Sight, overlay: str) -> Shading:
        return look.shade(words.own(sight.state), sight.side, overlay)


TITLE = TigersInTheMist()

__all__ = ["TITLE", "Side", "TigersInTheMist"]
