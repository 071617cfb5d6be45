"""The win chance as it was fitted on games: weights by scenario and turns left, with what a check on other games found.

`ardennes calibrate TITLE --fit` writes them: for a scenario with a learned value into the file of its net, fitted on
its chance and score, and else into the title's own file, fitted on the title's few features. A chance that was
not clearly better than the base rate on games it had not seen is not shown. Where one side wins nearly always it is
the chance of at least so many points instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import log
from pathlib import Path

import msgspec

from ardennes.kernel import Game, Outcome, Side
from ardennes.parts.data.tables import DataError
from ardennes.parts.mind.advice import chance

FILE = "win_chance.json"
#: Chances are never surer than this before they are fitted.
SURE = 1e-4
#: A check must speak for the fit by so many standard errors.
CLEARLY = 2.0


class Check(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a check on fresh games found. Scores are Brier's: the mean square of chance less result."""

    seed: int
    games: int
    positions: int
    brier: float
    #: The score of saying the share of these very games at every position.
    base_brier: float
    #: The standard error of the difference, with the positions of a game taken as one observation.
    error: float

    @property
    def better(self) -> bool:
        """Whether the fit is clearly better than the base rate."""
        return self.base_brier - self.brier > CLEARLY * self.error

    @property
    def part(self) -> float:
        """Its score as a part of the base rate's."""
        return self.brier / self.base_brier if self.base_brier else 1.0


class Fitted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fit of a scenario: the command that made it, its games, its check, and the weights by turns left."""

    command: str
    #: The version of the rules that its games were played by; under others it is not shown.
    rules: int
    seed: int
    games: int
    check: Check
    weights: list[list[float]]
    #: The points whose chance it is; None where it is that of a German victory.
    at_least: int | None = None
    #: The options of its games that are not the default; with others it is not shown.
    options: dict[str, bool | int] = {}

    @property
    def is_checked(self) -> bool:
        """Whether it has games between equals behind it; else it is what a net says, as it is."""
        return self.games > 0


class Fits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file of a title."""

    features: list[str]
    scenarios: dict[str, Fitted]


@lru_cache(maxsize=8)
def read(own: Path, names: tuple[str, ...]) -> Fits:
    """The fits kept with a title; none if there is no file or if it was made for other features."""
    try:
        body = (own / FILE).read_bytes()
    except FileNotFoundError:
        return Fits(list(names), {})
    try:
        found = msgspec.json.decode(body, type=Fits)
    except msgspec.DecodeError as error:
        raise DataError(f"{FILE}: {error}") from None
    for key, fit in found.scenarios.items():
        if any(len(row) != len(found.features) for row in fit.weights):
            raise DataError(f"{FILE} scenario {key}: expected {len(found.features)} weights for every number of turns")
    return found if tuple(found.features) == names else Fits(list(names), {})


def shown(game: Game, own: Path, names: tuple[str, ...]) -> Fitted | None:
    """The fit to be shown for a game: its check spoke for it, and rules, data and options are those of its games."""
    fit = read(own, names).scenarios.get(game.scenario)
    return fit if fit is not None and fit.check.better and applies(game, fit.rules, fit.options) else None


def unusual(game: Game) -> dict[str, bool | int]:
    """The options of a game that are not the default."""
    usual = {option.key: option.default for option in game.title.options}
    return {key: value for key, value in game.options.items() if value != usual[key]}


def applies(game: Game, rules: int, options: Mapping[str, bool | int]) -> bool:
    """Whether a game has the rules, data and options of those that something was learned from."""
    return unusual(game) == options and game.title.pack is None and rules == game.title.rules_version


def of(fit: Fitted, left: int, features: Sequence[float]) -> float:
    """The chance with so many turns left, by as many of the features as have weights."""
    weights = fit.weights[min(left, len(fit.weights) - 1)]
    return chance(sum([w * x for w, x in zip(weights, features, strict=False)]))


def came_to(outcome: Outcome, at_least: int | None = None) -> float:
    """A result as a chance: 1 for a German victory, a half for a draw; or 1 for so many points and more."""
    if at_least is not None:
        return float(outcome.score >= at_least)
    return 0.5 if outcome.winner is None else float(outcome.winner is Side.GERMAN)


def logit(share: float) -> float:
    """What the logistic curve makes that chance of."""
    share = min(max(share, SURE), 1.0 - SURE)
    return log(share / (1.0 - share))
