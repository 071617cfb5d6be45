"""Exact odds of an attack: it is fought by the rules themselves, once for each face of the die, on copies."""

from collections.abc import Callable, Sequence

from ardennes.kernel import Action, Sight
from ardennes.parts.odds import Chance, Distribution, Forecast, UnitForecast
from ardennes.parts.rules.crt import results_by_die
from ardennes.titles.parkers_crossroads.box import LADDER, RESULTS, TABLE
from ardennes.titles.parkers_crossroads.rules.combat import Advance, Attack, Combat, Roll, odds, strikers
from ardennes.titles.parkers_crossroads.state import State


def forecast(sight: Sight, action: Action | None = None) -> Forecast | None:
    """The attack that is put together, or the one that an action would begin; None where there is none."""
    g, top = sight.state, sight.state.stack[-1] if sight.state.stack else None
    assert isinstance(g, State)
    if isinstance(top, Roll):
        return _forecast(g, top)
    if isinstance(top, Combat) and action is not None and action.verb == "hex" and g.allows(action):
        cell = action.target or 0
        return _forecast(g, Roll(top.side, cell, strikers(g, top.side, cell)))
    if not isinstance(top, Attack):
        return None
    changed = {action.target or 0} if action is not None and action.verb == "unit" and g.allows(action) else set()
    units = tuple(sorted({*top.units} ^ changed))
    return _forecast(g, Roll(top.side, top.cell, units)) if units else None


def fought(g: State, roll: Roll) -> list[State]:
    """The position after each face of the die, before anybody is asked where he goes."""
    found = []
    for face in range(1, 7):
        after = g.copy()
        after.push(roll)
        roll.resolve(after, face)
        found.append(after)
    return found


def _forecast(g: State, roll: Roll) -> Forecast:
    here, there, after = roll.units, g.units_at(roll.cell), fought(g, roll)
    column, shifts = odds(g, here, roll.cell)
    cleared = sum(isinstance(step, Advance) for each in after for step in each.stack) / len(after)
    hurt = sum(any(each.lost[u] > g.lost[u] or not each.on_map(u) for u in here) for each in after) / len(after)

    def left(strength: Callable[[State, int], int], units: Sequence[int]) -> Distribution:
        totals = [sum([strength(each, unit) for unit in units if each.on_map(unit)]) for each in after]
        return tuple([totals.count(n) / len(totals) for n in range(sum([strength(g, unit) for unit in units]) + 1)])

    return Forecast(
        roll.cell,
        [Chance("the hex is cleared", cleared), Chance("the attacker loses a step", hurt)],
        [UnitForecast(unit, g.attack(unit), left(State.attack, [unit])) for unit in here],
        [UnitForecast(unit, g.defense(unit), left(State.defense, [unit])) for unit in there],
        shifts,
        left(State.attack, here),
        left(State.defense, there),
        column=LADDER.columns[column],
        outcomes=results_by_die(TABLE[column], lambda name: RESULTS[name].means),
    )
