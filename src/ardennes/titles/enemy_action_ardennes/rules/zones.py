"""8.0 Zones of control: what they do to movement stands in `paths`, to supply in `supply`."""

from __future__ import annotations

from ardennes.kernel import Side
from ardennes.titles.enemy_action_ardennes.state import State


def hindering(g: State, side: Side) -> int:
    """8.1, 10.1b The enemy-controlled hexes that no line of a side may pass: those without a friendly unit."""
    return g.zone(side.enemy) & ~g.occupied[side]
