"""The win chance beside what happened: Brier scores and reliability on fresh games, and the fit that it comes from.

For every number of turns left there is a logistic curve, pulled towards one curve for the whole scenario where games
are few: over the chance and the score that a net says where a value was learned (it has learned from games in which
sides deviate and raid, so what it says is off between equals), and else over a title's few features. A game counts once
for each number of turns left, however many of its positions were looked at. The fit is written with its command and
checked on games that it has not seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from ardennes.kernel import Game
from ardennes.lab.values import Sample
from ardennes.parts.mind import net
from ardennes.parts.mind.win_chance import FILE, Check, Fits, Fitted, of, read, unusual
from ardennes.parts.title import title_of
from ardennes.titles import find

Array = NDArray[np.float64]

#: How strongly weights are held back: those of the whole scenario to nothing, those of a turn to the scenario's, where
#: the constant is nearly free.
HELD, PULLED, FREE = 1.0, 4.0, 0.05
#: How strongly both are held to the chance that a net says: with 24 games (7th Army, 5th Panzer Army, three days) Brier
#: scores became 0.593, 0.661 and 0.931 of the base rate's instead of 0.596, 0.687 and 0.998; with 100 0.579, 0.645 and
#: 0.908 instead of 0.574, 0.647 and 0.913.
TRUSTED = 30.0
#: Into so many parts games are divided where every game is foretold by the fit of the other parts.
PARTS = 8
#: Where a check without a seed begins, far from where fits do.
FRESH = 1_000_001
#: From such a share on one side wins nearly always.
ONE_SIDED = 0.9
NOT_CHECKED = Check(0, 0, 0, 1.0, 0.0, 0.0)


class Tenth(msgspec.Struct, frozen=True):
    """Positions whose chance was said to lie in one tenth: of how many games, what was said, and what came."""

    low: float
    positions: int
    games: int
    said: float
    came: float


class Calibration(msgspec.Struct, frozen=True):
    """What was said beside what happened; of at least so many points where that is the chance."""

    title: str
    scenario: str
    check: Check
    better: bool
    base_rate: float
    tenths: list[Tenth]
    at_least: int | None = None


# ---- fitting -----------------------------------------------------------------------------------------------


def fit(samples: Sequence[Sample], turns: int, prior: Sequence[float] | None = None) -> list[list[float]]:
    """Weights by turns left; turns never seen get those of the whole scenario.

    Of all features, or of those that a net says: as many as have prior weights, which hold where games are few.
    """
    x: Array = np.array([s.chances[: len(prior) if prior else None] for s in samples], dtype=np.float64)
    y: Array = np.array([s.won for s in samples], dtype=np.float64)
    left = np.array([s.days for s in samples])
    share = _shares(samples)
    middle, scale = x.mean(axis=0), x.std(axis=0)
    middle[0], scale[0] = 0.0, 1.0
    scale[scale == 0] = 1.0
    z = (x - middle) / scale
    held, pulled = (np.full(x.shape[1], TRUSTED if prior else strength) for strength in (HELD, PULLED))
    before = np.zeros(x.shape[1])
    if prior:
        before = np.array(prior) * scale
        before[0] += float((np.array(prior) * middle).sum())
    else:
        held[0], pulled[0] = FREE * HELD, FREE * PULLED
    whole = _logistic(z, y, share, before, held)
    found = []
    for turn in range(turns):
        rows = left == turn
        weights = _logistic(z[rows], y[rows], share[rows], whole, pulled) if rows.any() else whole
        plain = weights / scale
        plain[0] = weights[0] - float((weights[1:] * middle[1:] / scale[1:]).sum())
        found.append([round(float(w), 5) for w in plain])
    return found


def _shares(samples: Sequence[Sample]) -> Array:
    """What a position counts: those of one game with the same turns left count as one observation together."""
    count: dict[tuple[int, int], int] = {}
    for s in samples:
        count[s.game, s.days] = count.get((s.game, s.days), 0) + 1
    return np.array([1.0 / count[s.game, s.days] for s in samples])


def _logistic(x: Array, y: Array, share: Array, prior: Array, penalty: Array) -> Array:
    """The likeliest weights by Newton, with a penalty for straying from prior ones."""
    weights = prior.copy()
    for _ in range(50):
        said = 1.0 / (1.0 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (share * (said - y)) + penalty * (weights - prior)
        bend = (x.T * (share * said * (1.0 - said))) @ x + np.diag(penalty)
        step = np.linalg.solve(bend, slope)
        weights -= step
        if float(np.abs(step).max()) < 1e-8:
            break
    return weights


# ---- checking ----------------------------------------------------------------------------------------------


def decided(samples: Sequence[Sample]) -> int | None:
    """The points whose chance is worth more than that of winning, as one side wins nearly always; else None."""
    won = {s.game: s.won for s in samples}
    rate = sum(won.values()) / len(won)
    if 1 - ONE_SIDED <= rate <= ONE_SIDED:
        return None
    points = sorted({s.game: s.points for s in samples}.values())
    return min(set(points), key=lambda k: (abs(sum(each >= k for each in points) / len(points) - 0.5), k))


def event(samples: Sequence[Sample], at_least: int | None) -> Sequence[Sample]:
    """The samples with what the chance is of as their result."""
    if at_least is None:
        return samples
    return [msgspec.structs.replace(s, won=float(s.points >= at_least)) for s in samples]


def calibration(title: str, scenario: str, seed: int, samples: Sequence[Sample], weights: Fitted) -> Calibration:
    """What a fit says of positions beside what their games came to."""
    said = np.array([of(weights, s.days, s.chances) for s in samples])
    return _beside(title, scenario, seed, samples, said, weights.at_least)


def by_parts(
    title: str, scenario: str, seed: int, samples: Sequence[Sample], weights: Fitted, prior: Sequence[float] | None
) -> Calibration:
    """The same where games are too dear to check a fit on others: each is foretold by the fit of the other parts."""
    said = np.zeros(len(samples))
    turns = len(weights.weights)
    for part in range(PARTS):
        others = [s for s in samples if s.game % PARTS != part]
        fold = msgspec.structs.replace(weights, weights=fit(event(others, weights.at_least), turns, prior))
        for n, s in enumerate(samples):
            if s.game % PARTS == part:
                said[n] = of(fold, s.days, s.chances)
    return _beside(title, scenario, seed, samples, said, weights.at_least)


def chosen(
    samples: Sequence[Sample],
    unseen: Sequence[Sample],
    where: tuple[str, str],
    fitted: Fitted,
    prior: list[float] | None,
) -> tuple[Fitted, Calibration]:
    """The fit that is kept, with its check: on other games, or part by part where there are none.

    A fit that foretells no more than its net is not: then it is what the net says as it is.
    """
    first = min(s.game for s in unseen or samples)
    if unseen:
        found = calibration(*where, first, unseen, fitted)
    else:
        found = by_parts(*where, first, samples, fitted, prior)
    if prior:
        plain = msgspec.structs.replace(fitted, weights=[prior])
        other = calibration(*where, first, unseen or samples, plain)
        if other.check.brier <= found.check.brier:
            fitted, found = plain, other
    return msgspec.structs.replace(fitted, check=found.check), found


def _beside(
    title: str, scenario: str, seed: int, samples: Sequence[Sample], said: Array, at_least: int | None
) -> Calibration:
    came = np.array([s.won for s in event(samples, at_least)])
    games = np.array([s.game for s in samples])
    check = checked(seed, said, came, games)
    base = round(float(came.mean()), 4)
    return Calibration(title, scenario, check, check.better, base, tenths(said, came, games), at_least)


def checked(seed: int, said: Array, came: Array, games: NDArray[np.int_]) -> Check:
    """Brier scores of chances and of the share of these very games, and the error of their difference."""
    brier, base = (said - came) ** 2, (came.mean() - came) ** 2
    keys = np.unique(games)
    gains = np.array([(base - brier)[games == key].sum() for key in keys])
    spread = float(gains.std(ddof=1)) if len(keys) > 1 else float("inf")
    error = spread * sqrt(len(keys)) / len(said) if len(keys) > 1 else 1.0
    return Check(
        seed,
        len(keys),
        len(said),
        round(float(brier.mean()), 4),
        round(float(base.mean()), 4),
        round(error, 4),
    )


def tenths(said: Array, came: Array, games: NDArray[np.int_]) -> list[Tenth]:
    """Reliability: of what was said in each tenth, what came of it."""
    found = []
    bins = np.minimum((said * 10).astype(int), 9)
    for tenth in range(10):
        rows = bins == tenth
        if rows.any():
            different = len(np.unique(games[rows]))
            mean, share = round(float(said[rows].mean()), 3), round(float(came[rows].mean()), 3)
            found.append(Tenth(tenth / 10, int(rows.sum()), different, mean, share))
    return found


# ---- keeping -----------------------------------------------------------------------------------------------


def data_of(title: str) -> Path:
    """Where the files of a title lie."""
    return Path(__file__).parents[1] / "titles" / find(title).key / "data"


def fitted(game: Game) -> Fitted:
    """The fit kept for a game, or what its net says as it is; `ValueError` says how to make one."""
    title, scenario, mind = game.title.key, game.scenario, title_of(game).mind
    learned = mind.chance_net(game)
    if learned is not None:
        return learned[1].fit
    found = read(data_of(title), mind.chance_names()).scenarios.get(scenario)
    if found is None:
        raise ValueError(
            f"no win chance is fitted for {title} {scenario}: ardennes calibrate {title} --scenario {scenario} --fit"
        )
    if found.options != unusual(game):
        raise ValueError(f"fitted on games with other options: {found.command}")
    return found


def fresh(weights: Fitted, seeds: range) -> None:
    """`ValueError` for games that the fit was made from."""
    if seeds.start < weights.seed + weights.games and weights.seed < seeds.stop:
        last = weights.seed + weights.games - 1
        raise ValueError(
            f"the games {seeds.start} to {seeds.stop - 1} are not fresh: fitted on {weights.seed} to {last}"
        )


def keep(game: Game, found: Fitted) -> None:
    """Write a fit into the title's data: to the net of its scenario, or beside the fits of other scenarios."""
    mind, folder = title_of(game).mind, data_of(game.title.key)
    learned = mind.chance_net(game)
    if learned is not None:
        value, made = learned
        net.write(folder / net.file_name(game.scenario), value, msgspec.structs.replace(made, chance=found))
        return
    names = mind.chance_names()
    others = read(folder, names).scenarios
    fits = Fits(list(names), dict(sorted({**others, game.scenario: found}.items())))
    (folder / FILE).write_bytes(msgspec.json.format(msgspec.json.encode(fits), indent=1) + b"\n")
    read.cache_clear()
