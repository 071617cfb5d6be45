"""The results of the Combat Results Table in words."""

from __future__ import annotations

from ardennes.kernel.words import say
from ardennes.titles.bitter_woods.box.tables import Result

MEANINGS = {
    "DE": "all defenders are eliminated, advance 1",
    "AE": "all attackers next to the enemy are eliminated",
    "CA": "the defender must counterattack or withdraw in his turn",
    "SU": "nothing happens",
    "ENG": "both sides are locked; the attacker must attack again",
    "FF": "both sides lose a step",
    "ADV": "mechanized attackers may pass the defender by",
}


def meaning(result: Result) -> str:
    """A result in short."""
    if result.kind in MEANINGS:
        means = MEANINGS[result.kind]
        return say("{means}, up to {hexes}", means=means, hexes=result.hexes) if result.hexes else means
    hexes = result.hexes
    if result.kind == "D":
        words = "the defender loses a step and retreats {hexes}" if result.loss else "the defender retreats {hexes}"
    else:
        words = "the attacker loses a step and retreats {hexes}" if result.loss else "the attacker retreats {hexes}"
    return say(words, hexes=hexes)
