"""What decided a game that is over, line by line."""

from __future__ import annotations

from ardennes.board.cells import cells
from ardennes.kernel import Sight
from ardennes.kernel.words import listed, say
from ardennes.titles.deadly_woods.rules import victory
from ardennes.titles.deadly_woods.state import own


def verdict(sight: Sight) -> list[str]:
    """3.4 The VP hexes that the Germans hold in supply, how many they needed, and who is over the Meuse."""
    g = own(sight.state)
    held = [g.box.map.name(cell) for cell in cells(victory.vp_hexes(g))]
    wanted = victory.needed(g.box, g.withdrawal == victory.STAYED)
    towns = (
        say("German and in supply: {places}", places=listed(held)) if held else say("No VP hex is German and in supply")
    )
    lines = [
        towns,
        say(
            "VP hexes: {vp}; {wanted} win at the end, {sudden} at once",
            vp=len(held),
            wanted=wanted,
            sudden=victory.sudden_hexes(g.box),
        ),
    ]
    if steps := victory.steps_over_meuse(g):
        lines.append(say("Steps over the Meuse: {steps}", steps=steps))
    return lines
