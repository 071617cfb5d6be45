"""The exact odds of battles.

`exact` works them out, `aiming` is how sensible players aim, `forecasts` finds the battle that is asked about.
"""

from ardennes.titles.tigers_in_the_mist.odds.forecasts import forecast

__all__ = ["forecast"]
