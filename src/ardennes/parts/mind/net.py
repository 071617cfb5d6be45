"""Learned values: a few small nets over a title's declared features, averaged; numpy is all they need to play.

`ardennes train` makes one for a scenario and keeps it with the title as `value_SCENARIO.npz`: the weights, and in the
same file how they were made (`Made`).
"""

from __future__ import annotations

import io
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from ardennes.parts.data.tables import DataError
from ardennes.parts.mind.win_chance import Check, Fitted

Array = NDArray[np.float32]

#: The slope of the logistic curve that is nearest to the normal one with a standard deviation of 1.
STEEP = 1.7
#: Rows worked out at once. With more the matrix library starts threads, which wait for each other on a busy machine:
#: a hundred rows took 240 ms in one piece where they take 0.3 ms in three.
TOGETHER = 32


class Made(msgspec.Struct, frozen=True):
    """How a net was made, and how it did: errors on games that it has not seen, and the match that it had to win."""

    command: str
    rules: int
    seed: int
    games: int
    positions: int
    #: The spread of final scores and the error of the net's, as standard deviations over unseen games.
    spread: float
    error: float
    #: Brier scores of the win chance and of the base rate of these very games.
    brier: float
    base_brier: float
    #: How the net's score and the title's own value foretell a score together: a constant and the weight of each, as
    #: games say that the net has not seen. Empty where the net alone does as well.
    mix: list[float] = []
    #: The match against the staff that it was kept after: its agent, pairs played and pairs won.
    gate: str = ""
    pairs: int = 0
    won: float = 0.0
    #: The options of its games that are not the default.
    options: dict[str, bool | int] = {}
    #: How the win chance that is shown follows from what the net says: weights of a constant, the logit of its chance
    #: and, for a chance of points, its score, as `ardennes calibrate --fit` found them on games between equal staffs.
    chance: Fitted | None = None

    @property
    def fit(self) -> Fitted:
        """Where the win chance comes from: the fit, or without one the net's chance as it is."""
        if self.chance is not None:
            return self.chance
        check = Check(self.seed, self.games, self.positions, self.brier, self.base_brier, 0.0)
        return Fitted(self.command, self.rules, 0, 0, check, [self.as_it_is(None)], None, self.options)

    def as_it_is(self, at_least: int | None) -> list[float]:
        """The weights that say what the net says: its chance of winning, or that of points by its score and error.

        Where the values of a title count more than points it takes a fit to mend that.
        """
        if at_least is None:
            return [0.0, 1.0]
        slope = STEEP / max(self.error, 0.1)
        return [-(at_least - 0.5) * slope, 0.0, slope]


class Net:
    """Several nets of the same shape. Features in, German score and German chance of winning out."""

    def __init__(self, scale: Array, layers: list[tuple[Array, Array]], middle: float, spread: float) -> None:
        #: What every feature is divided by.
        self.scale = scale
        #: Weights (nets, inputs, outputs) and constants (nets, 1, outputs) of every layer.
        self.layers = layers
        #: The score that an output of 0 stands for, and what an output of 1 adds.
        self.middle, self.spread = middle, spread

    @property
    def width(self) -> int:
        """How many features it wants."""
        return len(self.scale)

    def __call__(self, features: Array) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The scores and chances of positions, a row of features each."""
        if len(features) > TOGETHER:
            parts = [self(features[first : first + TOGETHER]) for first in range(0, len(features), TOGETHER)]
            return np.concatenate([scores for scores, _ in parts]), np.concatenate([chances for _, chances in parts])
        found = features / self.scale
        for weights, constants in self.layers[:-1]:
            found = np.maximum(found @ weights + constants, 0.0)
        weights, constants = self.layers[-1]
        out = (found @ weights + constants).astype(np.float64)
        chances = 1.0 / (1.0 + np.exp(-np.clip(out[..., 1], -30.0, 30.0)))
        return out[..., 0].mean(axis=0) * self.spread + self.middle, chances.mean(axis=0)


def file_name(scenario: str) -> str:
    """Where the net of a scenario lies among a title's data."""
    return f"value_{scenario}.npz"


def written(net: Net, made: Made) -> bytes:
    """A net as its file; weights are rounded to half precision."""
    arrays: dict[str, Any] = {"scale": net.scale, "score": np.array([net.middle, net.spread])}
    for number, (weights, constants) in enumerate(net.layers):
        arrays[f"weights{number}"] = weights.astype(np.float16)
        arrays[f"constants{number}"] = constants.astype(np.float16)
    arrays["made"] = np.frombuffer(msgspec.json.encode(made), dtype=np.uint8)
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def write(path: Path, net: Net, made: Made) -> None:
    """Keep a net."""
    path.write_bytes(written(net, made))
    _kept.cache_clear()


def read(path: Path) -> tuple[Net, Made] | None:
    """A net and how it was made, or what is on trial in its place; None if there is none."""
    return _lent[path] if path in _lent else _kept(path)


#: Values on trial: what is read in place of a file, in this process.
_lent: dict[Path, tuple[Net, Made]] = {}


def lend(path: Path, value: bytes | None) -> None:
    """Put a net in the place of a file for a trial; None brings back what is kept."""
    if value is None:
        _lent.pop(path, None)
    else:
        _lent[path] = _unpacked(value, path.name)


@lru_cache(maxsize=16)
def _kept(path: Path) -> tuple[Net, Made] | None:
    return _unpacked(path.read_bytes(), path.name) if path.is_file() else None


@lru_cache(maxsize=4)
def _unpacked(value: bytes, name: str) -> tuple[Net, Made]:
    """A net from its file; `DataError` for a file that is something else."""
    try:
        with np.load(io.BytesIO(value), allow_pickle=False) as found:
            count = sum(name.startswith("weights") for name in found.files)
            layers = [
                (found[f"weights{n}"].astype(np.float32), found[f"constants{n}"].astype(np.float32))
                for n in range(count)
            ]
            middle, spread = found["score"]
            net = Net(found["scale"].astype(np.float32), layers, float(middle), float(spread))
            return net, msgspec.json.decode(found["made"].tobytes(), type=Made)
    except (KeyError, ValueError, OSError) as error:
        raise DataError(f"{name}: expected a learned value; {error}") from None
