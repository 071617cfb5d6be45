"""The results of the Combat Results Table in words."""

from __future__ import annotations

from ardennes.kernel.words import say


def meaning(attacker_steps: int, defender_steps: int, retreat: int) -> str:
    """11.3.3 A result in short."""
    if attacker_steps and defender_steps:
        return say("both sides lose a step")
    if attacker_steps:
        return say("the attacker loses a step")
    if defender_steps:
        return say("the defender loses a step and retreats {hexes}", hexes=retreat)
    return say("the defender retreats {hexes}", hexes=retreat)
