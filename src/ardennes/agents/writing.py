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
from ardennes.parts.mind.mind import Order
from ardennes.parts.odds import Forecast
from ardennes.parts.title import title_of

#: How often the orders are carried out on paper if a die on the march may have stopped some of those who attack, and
#: after how many times without another battle no more are expected.
LUCKS, QUIET = 6, 2


def battles_ahead(state: State, side: Side, orders: Sequence[Order]) -> list[Forecast]:
    """The battles of a phase in their sequence, each as it stands before its dice.

    A die on the march (a bridge blown) may keep a battle from being fought: then others are tried, so that no attack of
    the order goes without its chance.
    """
    found: dict[int, Forecast] = {}
    quiet = 0
    for luck in range(LUCKS):
        battles, stopped = _carried_out(state, side, orders, f"in writing {luck}" if luck else "in writing")
        quiet = quiet + 1 if luck and all(battle.place in found for battle in battles) else 0
        for battle in battles:
            found.setdefault(battle.place, battle)
        if not stopped or quiet == QUIET:
            break
    return list(found.values())


def _carried_out(state: State, side: Side, orders: Sequence[Order], luck: str) -> tuple[list[Forecast], bool]:
    """The battles with some luck, and whether dice fell before the first of them."""
    title = title_of(state.game)
    mind = title.mind
    played = state.sight(side).imagine(luck)
    staffs = (Staff(AgentOptions()), Staff(AgentOptions()))
    staffs[side].take_orders(played, orders)
    begun = mind.phase(played)
    found: list[Forecast] = []
    pending: Forecast | None = None
    stopped = False
    while (mover := played.side) is not None and not (mind.is_planned(played) and mind.phase(played) != begun):
        action, drawn = staffs[mover].act((played,)), played.drawn
        if mover is side and isinstance(played.stack[-1], mind.attacks):
            pending = title.forecast(played.sight(side), action) if action.verb == mind.strike else None
        elif pending is not None:
            pending = title.forecast(played.sight(side), None) or pending
        played.play(action)
        if played.drawn == drawn:
            continue
        if pending is not None:
            found.append(pending)
        stopped = stopped or not found
        pending = None
    return found, stopped


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
