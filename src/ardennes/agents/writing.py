"""The battles that an order leads to, with the chance that will be fought: the same plan, carried out on paper.

Nothing is estimated for the words: the orders are played in the engine with luck of the writer's own, and what is said
of a battle is the title's exact forecast just before its first die.
"""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.agents.contract import AgentOptions
from ardennes.agents.staff import Staff
from ardennes.kernel import Side, State
from ardennes.kernel.words import listed, say
from ardennes.parts.mind import Order
from ardennes.parts.odds import Forecast
from ardennes.parts.title import title_of


def battles_ahead(state: State, side: Side, orders: Sequence[Order]) -> list[Forecast]:
    """The battles of a phase in their sequence, each as it stands before its dice."""
    title = title_of(state.game)
    mind = title.mind
    played = state.sight(side).imagine("in writing")
    staffs = (Staff(AgentOptions()), Staff(AgentOptions()))
    staffs[side].take_orders(played, orders)
    begun = mind.phase(played)
    found: list[Forecast] = []
    pending: Forecast | None = None
    while (mover := played.side) is not None and not (mind.is_planned(played) and mind.phase(played) != begun):
        action, drawn = staffs[mover].act((played,)), played.drawn
        if mover is side and isinstance(played.stack[-1], mind.attacks):
            pending = title.forecast(played.sight(side), action) if action.verb == mind.strike else None
        elif pending is not None:
            pending = title.forecast(played.sight(side), None) or pending
        played.play(action)
        if pending is not None and played.drawn != drawn:
            found.append(pending)
            pending = None
    return found


def in_words(state: State, battle: Forecast) -> str:
    """A battle of an order in writing: who, where, at what column, with what chance."""
    title, game = title_of(state.game), state.game
    mind = title.mind
    units = listed([title.name_of(game, mind.pick, line.unit) for line in battle.attackers])
    chances = [(headline.text, f"{headline.chance:.0%}") for headline in battle.headlines[:1]]
    what, chance = chances[0] if chances else ("the place is cleared", f"{battle.defenders_left[0]:.0%}")
    place = title.name_of(game, mind.strike, battle.place)
    if battle.column:
        return say(
            "Battle of {place}: {units}, column {column}; {what}: {chance}.",
            place=place,
            units=units,
            column=battle.column,
            what=what,
            chance=chance,
        )
    return say("Battle of {place}: {units}; {what}: {chance}.", place=place, units=units, what=what, chance=chance)
