"""Bitter Woods (Randy Heller, Compass Games, Designer Edition): the Bulge by regiments, hexes and half days."""

from __future__ import annotations

from collections.abc import Mapping

from ardennes.kernel import Game, Option, Scenario, Sight
from ardennes.kernel.shapes import Stack
from ardennes.parts.modular import ModularTitle, Modules
from ardennes.parts.scenery import Shading
from ardennes.titles.bitter_woods import odds
from ardennes.titles.bitter_woods.box import Box, open_box, scenarios
from ardennes.titles.bitter_woods.mind.mind import MIND
from ardennes.titles.bitter_woods.rules import invariants, setup, shapes
from ardennes.titles.bitter_woods.rules.steps import STEPS
from ardennes.titles.bitter_woods.state import State, own
from ardennes.titles.bitter_woods.table import look, orders, overlays, scene, survey, words
from ardennes.titles.bitter_woods.table.pictures import picture
from ardennes.titles.bitter_woods.table.prose import prose

_HANDICAP = "Victory points the Germans need in a tournament game beyond the scenario's; negative favours them."


class BitterWoods(ModularTitle):
    """The declaration of the title: which room answers what the house asks."""

    key = "bitter_woods"
    name = "Bitter Woods"
    rules_version = 3
    options = (Option("handicap", "VP handicap", _HANDICAP, 0, -3, 8),)
    order_help = orders.HELP
    steps = STEPS
    state = State
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
        data=scenarios.DATA,
    )

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        return scenarios.menu(self.pack)

    def load(self, scenario: str, options: Mapping[str, bool | int]) -> Box:
        return open_box(scenario, options, self.pack)

    def stack_shape(self, box: Box) -> Stack:
        return shapes.stack_shape(box)

    def sheet(self, game: Game) -> bytes:
        return scene.sheet_bytes(game.data.map)

    def shade(self, sight: Sight, overlay: str) -> Shading:
        return overlays.shade(own(sight.state), overlay)


TITLE = BitterWoods()
