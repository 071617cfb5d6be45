"""Exact odds: for any battle in progress or proposed, the whole distribution of its results, computed, not sampled.

>>> import ardennes
>>> from ardennes import odds
>>> state = ardennes.game("tigers_in_the_mist", "seventh_army").start(1944)
>>> odds.forecast(state) is None    # nobody is fighting yet
True
"""

from __future__ import annotations

from ardennes.kernel import Action, State
from ardennes.parts.odds import Chance, Forecast, ModifierLine, UnitForecast
from ardennes.parts.title import title_of

__all__ = ["Chance", "Forecast", "ModifierLine", "UnitForecast", "forecast"]


def forecast(state: State, action: Action | None = None) -> Forecast | None:
    """The odds of the battle in progress, or of the battle that an answer to the pending decision leads to.

    They are those of the side that decides: what it may not know is not in them.
    """
    return title_of(state.game).forecast(state.sight(state.side), action)
