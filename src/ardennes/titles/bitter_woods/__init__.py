"""Bitter Woods (Randy Heller, Compass Games, Designer Edition): the Bulge by regiments, hexes and half days.

One module per chapter of the rulebook: equipment with counters, tables and turns (2), setup (3), sequence (4),
movement with activation, destinations, paths, ground, boundaries and exits (5), stacking (6), zones (7), positions (8),
combat with participants, strengths, results, duties, retreat, routes and advance (9), artillery (10), aircraft (11),
supply (12), bridges (13), reserves (14), surprise (15), reinforcements (16), victory (17). The places of rules 18 to
38 are marked in `optional`.
"""

from __future__ import annotations

from collections.abc import Mapping

from ardennes.kernel import Game, Option, Scenario, Sight
from ardennes.parts.modular import ModularTitle, Modules, steps_in
from ardennes.parts.scenery import Shading
from ardennes.titles.bitter_woods import (
    advance,
    aircraft,
    bridges,
    columns,
    combat,
    forecasts,
    invariants,
    look,
    movement,
    orders,
    reserves,
    results,
    retreat,
    scenarios,
    scene,
    sequence,
    setup,
    supply,
    survey,
    words,
)
from ardennes.titles.bitter_woods.brain import INSIGHT
from ardennes.titles.bitter_woods.equipment import Box, open_box
from ardennes.titles.bitter_woods.pictures import picture
from ardennes.titles.bitter_woods.prose import prose
from ardennes.titles.bitter_woods.scenarios import DATA

_CHAPTERS = (advance, aircraft, bridges, combat, movement, reserves, results, retreat, sequence, supply)


class BitterWoods(ModularTitle):
    """The title as the kernel sees it."""

    key = "bitter_woods"
    name = "Bitter Woods"
    rules_version = 3
    options = (
        Option(
            "handicap",
            "VP handicap",
            "Victory points the Germans need in a tournament game beyond the scenario's; negative favours them.",
            0,
            -3,
            8,
        ),
    )
    order_help = orders.HELP
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
        broken=invariants.broken,
        insight=INSIGHT,
        data=DATA,
    )

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        return scenarios.menu(self.pack)

    def load(self, scenario: str, options: Mapping[str, bool | int]) -> Box:
        return open_box(scenario, options, self.pack)

    def sheet(self, game: Game) -> bytes:
        return scene.sheet_bytes(game.data.map)

    def shade(self, sight: Sight, overlay: str) -> Shading:
        return look.shade(words.own(sight.state), overlay)


TITLE = BitterWoods()

__all__ = ["TITLE", "BitterWoods"]
