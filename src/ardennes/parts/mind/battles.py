"""What battles are worth by their exact forecasts: attacks that can be begun, and support for one under way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ardennes.kernel import Action, Side
from ardennes.parts.mind.declaration import Declaration, G
from ardennes.parts.mind.land import Aim
from ardennes.parts.mind.sketch import LEAST
from ardennes.parts.mind.weighing import Weighed
from ardennes.parts.odds import Forecast, mean


def worth(mind: Declaration[G], forecast: Forecast, aims: Sequence[Aim]) -> float:
    """What an attack is worth to the side that makes it, from its exact odds."""
    own = sum(unit.strength - mean(unit.left) for unit in forecast.attackers)
    theirs = sum(unit.strength - mean(unit.left) for unit in forecast.defenders)
    cleared = forecast.headlines[0].chance if forecast.headlines else forecast.defenders_left[0]
    aim = next((aim for aim in aims if aim.place == forecast.place), None)
    return mind.price * (theirs - own) + cleared * (mind.breach + (aim.worth if aim else 0.0))


def attacks(mind: Declaration[G], g: G, actions: Iterable[Action]) -> tuple[list[Weighed], list[Action]]:
    """Attacks that can be begun, each by its forecast; and those that the title has no forecast of."""
    assert g.side is not None
    sign = 1.0 if g.side is Side.GERMAN else -1.0
    now, aims = mind.value(g), mind.aims(g, g.side)
    found, unknown = [], []
    for action in actions:
        forecast = mind.foreseen(g, action)
        if forecast is None:
            unknown.append(action)
        else:
            found.append(Weighed(action, now + sign * (worth(mind, forecast, aims) - LEAST)))
    return found, unknown


def promise(mind: Declaration[G], g: G, actions: Iterable[Action]) -> float:
    """What attacks that can be begun are worth together, the best first: nobody takes part in two of them."""
    assert g.side is not None
    aims, spent, total = mind.aims(g, g.side), set[int](), 0.0
    forecasts = [forecast for action in actions if (forecast := mind.foreseen(g, action)) is not None]
    told = [(worth(mind, forecast, aims) - LEAST, forecast) for forecast in forecasts]
    for gain, forecast in sorted(told, key=lambda row: (-row[0], row[1].place)):
        units = {line.unit for line in forecast.attackers}
        if gain > 0 and spent.isdisjoint(units):
            spent |= units
            total += gain
    return total


def support(mind: Declaration[G], g: G, actions: Iterable[Action]) -> list[Weighed]:
    """Support and the like by the forecast with it and without; empty where the title has none."""
    now, germans = mind.value(g), mind.pieces(g, Side.GERMAN)
    found = []
    for action in actions:
        if action.verb in mind.backs:
            found.append(Weighed(action, now))
        elif action.target is not None or action.verb in (*mind.commits, *mind.ends):
            forecast = mind.foreseen(g, None if action.target is None else action)
            if forecast is None:
                return []
            german = any(line.unit in germans for line in forecast.attackers)
            side, sign = (Side.GERMAN, 1.0) if german else (Side.ALLIED, -1.0)
            spent = LEAST * mind.spends(action) if action.target is not None else 0.0
            spent = spent if g.side is Side.GERMAN else -spent
            found.append(Weighed(action, now + sign * worth(mind, forecast, mind.aims(g, side)) - spent))
    return found
