"""The results of the Combat Results Table in words."""

from __future__ import annotations

from ardennes.kernel.words import several
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
    hexes = result.hexes
    if result.kind in MEANINGS:
        means = MEANINGS[result.kind]
        return several("{means}, up to a hex", "{means}, up to {number} hexes", hexes, means=means) if hexes else means
    if result.kind == "D":
        if result.loss:
            return several(
                "the defender loses a step and retreats a hex",
                "the defender loses a step and retreats {number} hexes",
                hexes,
            )
        return several("the defender retreats a hex", "the defender retreats {number} hexes", hexes)
    if result.loss:
        return several(
            "the attacker loses a step and retreats a hex",
            "the attacker loses a step and retreats {number} hexes",
            hexes,
        )
    return several("the attacker retreats a hex", "the attacker retreats {number} hexes", hexes)
