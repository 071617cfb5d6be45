"""The exact odds of battles.

`exact` works them out, `aiming` is how sensible players aim, `forecasts` finds the battle that is asked about.
"""

from ardennes.kernel import Action, Sight
from ardennes.parts.odds import Forecast
from ardennes.titles.tigers_in_the_mist.odds import forecasts
from ardennes.titles.tigers_in_the_mist.state import own


def forecast(sight: Sight, action: Action | None = None) -> Forecast | None:
    """The exact odds of the battle in progress, or of the battle an action leads to; None where there is none."""
    return forecasts.forecast(own(sight.state), action)
