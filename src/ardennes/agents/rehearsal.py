"""Rehearsals: a plan is tried out by letting both staffs play on from it, with dice of its own."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.agents.contract import AgentOptions
from ardennes.agents.staff import Staff
from ardennes.kernel import Side, State
from ardennes.parts.mind import Order
from ardennes.parts.title import title_of


def rehearse(
    state: State, side: Side, orders: Sequence[Order], future: int, options: AgentOptions
) -> tuple[float, int]:
    """What a side has in one future if it gives these orders now, and the positions evaluated to find out.

    The dice are drawn from the agent's seed and the number of the future: the same for every plan, others for another
    agent, so that not all of them open alike, and never the game's own.
    """
    mind = title_of(state.game).mind
    played = state.sight(side).imagine(f"rehearsal {options.seed} {future}")
    staffs = [Staff(options), Staff(options)]
    staffs[side].take_orders(played, orders)
    while (mover := played.side) is not None and not mind.far_enough(state, played):
        played.play(staffs[mover].act((played,)))
    sign = 1.0 if side is Side.GERMAN else -1.0
    return sign * mind.outlook(played), sum(staff.evaluated for staff in staffs) + 1
