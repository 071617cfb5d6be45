"""Learning what positions are worth: games with deviations, a few small nets, a match that the result has to win.

Every position at the start of a phase is a row and what its game came to is what is learned. In one phase of five a
side deviates from its orders at random: a net that has seen only good play knows nothing about mistakes, and a search
that trusts it makes them. One side in five raids. Plain numpy: the nets are so small that nothing else is faster.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ardennes import agents
from ardennes.agents import Staff, plans
from ardennes.kernel import Side, State
from ardennes.lab import ideas
from ardennes.lab.crew import Crew
from ardennes.lab.games import Setting
from ardennes.parts.mind.mind import Papers, Temper
from ardennes.parts.mind.net import Array, Net
from ardennes.parts.mind.win_chance import came_to
from ardennes.parts.title import title_of

#: How often a side deviates in a phase: drawn for each side of each game.
DEVIATIONS = (0.0, 0.1, 0.2, 0.5)
#: How many sides of games in a hundred raid: they go behind the enemy in every phase. A net that has seen only staffs,
#: which do not, does not know what it costs to be cut off.
RAIDS = 20
#: The whims of a deviating staff, in points.
WHIMS = (0.3, 1.0, 3.0)
#: How strongly weights may be pulled to nothing in every step, as a part of the rate: the fewer the games, the more
#: it takes. What is best for some games is found on one in ten of them, kept apart.
DECAYS = (0.02, 0.3, 3.0, 10.0)
APART = 10
#: Unseen games are divided into so many parts to find whether a title's own value helps; it does where the squared
#: error falls below this part of what it was.
PARTS, WORTH_IT = 8, 0.97
#: Every net is moved so often, by so many rows at a time. Going through the rows twelve times left nets of few games
#: behind what a linear fit knew.
STEPS = 6000
BATCH = 512


class Rows(NamedTuple):
    """Positions: their games, features, what these came to, and what the title's own value said."""

    game: NDArray[np.int32]
    features: NDArray[np.float16]
    score: Array
    won: Array
    own: Array


# ---- games -------------------------------------------------------------------------------------------------


def play(setting: Setting, told: tuple[str, int]) -> Rows:
    """One game of an agent against itself, with deviations."""
    agent, seed = told
    rng = random.Random(f"train {seed}")
    state = setting.game().start(f"train {seed}")
    mind = title_of(state.game).mind
    players = [agents.find(agent, seed), agents.find(agent, seed + 1)]
    often = [rng.choice(DEVIATIONS) for _ in players]
    luck = random.Random(f"raids {seed}")
    raids = [luck.randrange(100) < RAIDS for _ in players]
    seen: list[NDArray[np.float32]] = []
    own: list[float] = []
    phase: object = None
    while (side := state.side) is not None:
        if mind.is_planned(state) and mind.phase(state) != phase:
            phase = mind.phase(state)
            seen.append(mind.features(state))
            own.append(mind.value(state) if mind.own_value_compares else 0.0)
            player = players[side]
            deviates = rng.random() < often[side]
            if (deviates or raids[side]) and isinstance(player, Staff):
                orders = deviating(state, side, rng) if deviates else ()
                player.take_orders(state, raiding(state, side, orders) if raids[side] else orders)
        state.play(players[side].choose(state.sight(side)))
    outcome = state.outcome()
    assert outcome is not None
    count = len(seen)
    return Rows(
        np.full(count, seed, dtype=np.int32),
        np.stack(seen).astype(np.float16),
        np.full(count, mind.outcome(state), dtype=np.float32),
        np.full(count, came_to(outcome), dtype=np.float32),
        np.array(own, dtype=np.float32),
    )


def deviating(state: State, side: Side, rng: random.Random) -> plans.Orders:
    """Orders as another might give them: in an odd mood, or with some of them changed at random."""
    mind = title_of(state.game).mind
    size = mind.whim * rng.choice(WHIMS)
    world = state.sight(side).imagine("deviation")
    papers: Papers = mind.papers((world,), side, {}, Temper(lambda: rng.gauss(0.0, size)))
    orders = tuple(papers.orders)
    if rng.random() < 0.6:
        within = plans.reach(world)
        for _ in range(rng.choice((1, 2, 4))):
            orders = plans.mutated(orders, (), within, rng)
    return orders


def raiding(state: State, side: Side, orders: plans.Orders) -> plans.Orders:
    """Orders with raids before them; those of the staff where there are none yet."""
    world = state.sight(side).imagine("raid")
    usual = Papers(orders, 0) if orders else title_of(state.game).mind.papers((world,), side, {}, Temper())
    return tuple(ideas.before(ideas.marches(ideas.raid, world, side), usual).orders)


def joined(parts: Sequence[Rows]) -> Rows:
    """Rows of several games together."""
    return Rows(*[np.concatenate(column) for column in zip(*parts, strict=True)])


def gather(crew: Crew, setting: Setting, agent: str, seeds: Sequence[int]) -> Iterator[Rows]:
    """Many games, as they are done."""
    for _, rows in crew.each(play, setting, [(agent, seed) for seed in seeds]):
        yield rows


# ---- nets --------------------------------------------------------------------------------------------------


def learn(rows: Rows, seed: int, nets: int = 3, hidden: Sequence[int] = (64, 32), steps: int = STEPS) -> Net:
    """Train nets on rows, each with a shuffle of its own, and put them together."""
    scale = np.maximum(rows.features.astype(np.float32).std(axis=0), 0.05)
    middle, spread = float(rows.score.mean()), max(float(rows.score.std()), 1e-3)
    y = np.stack([(rows.score - middle) / spread, rows.won], axis=1).astype(np.float32)
    x: Array = rows.features.astype(np.float32) / scale
    shape = tuple(hidden)
    decay = _best_decay(x, y, rows.game % APART == APART // 2, shape, steps, seed)
    trained = [_trained(x, y, shape, steps, (seed, number), decay) for number in range(nets)]
    layers = [
        (np.stack([net[n][0] for net in trained]), np.stack([net[n][1] for net in trained])[:, None, :])
        for n in range(len(hidden) + 1)
    ]
    return Net(scale, layers, middle, spread)


def _best_decay(x: Array, y: Array, apart: NDArray[np.bool_], hidden: tuple[int, ...], steps: int, seed: int) -> float:
    """The decay whose net does best on games kept apart from it."""
    if not apart.any() or apart.all():
        return DECAYS[0]
    losses = []
    for decay in DECAYS:
        values = [each for layer in _trained(x[~apart], y[~apart], hidden, steps, (seed, 0), decay) for each in layer]
        losses.append(_loss(_out(values, x[apart])[-1], y[apart]))
    return DECAYS[int(np.argmin(losses))]


def _trained(
    x: Array, y: Array, hidden: tuple[int, ...], steps: int, seed: tuple[int, int], decay: float
) -> list[tuple[Array, Array]]:
    """One net by Adam, with a falling rate and some decay of the weights."""
    rng = np.random.default_rng(seed)
    sizes = [x.shape[1], *hidden, y.shape[1]]
    values: list[Array] = []
    for inputs, outputs in pairwise(sizes):
        values += [
            rng.normal(0.0, (2.0 / inputs) ** 0.5, (inputs, outputs)).astype(np.float32),
            np.zeros(outputs, dtype=np.float32),
        ]
    first = [np.zeros_like(value) for value in values]
    second = [np.zeros_like(value) for value in values]
    batch = min(BATCH, len(x))
    order = rng.permutation(len(x))
    at = 0
    for step in range(1, steps + 1):
        if at + batch > len(x):
            order, at = rng.permutation(len(x)), 0
        some = order[at : at + batch]
        at += batch
        slopes = _slopes(values, x[some], y[some])
        rate = 2e-3 * (1.0 - (step - 1) / steps)
        for n, slope in enumerate(slopes):
            first[n] += 0.1 * (slope - first[n])
            second[n] += 0.001 * (slope * slope - second[n])
            up, down = 1.0 - 0.9**step, 1.0 - 0.999**step
            values[n] -= rate * ((first[n] / up) / (np.sqrt(second[n] / down) + 1e-8) + decay * values[n])
    return list(zip(values[::2], values[1::2], strict=True))


def _out(values: list[Array], x: Array) -> list[Array]:
    """What goes into every layer of a net, and what comes out of the last."""
    seen = [x]
    for weights, constants in zip(values[:-2:2], values[1:-2:2], strict=True):
        seen.append(np.maximum(seen[-1] @ weights + constants, 0.0))
    return [*seen, seen[-1] @ values[-2] + values[-1]]


def _loss(out: Array, y: Array) -> float:
    """Squared error of the score plus log loss of the win chance, each halved."""
    said = 1.0 / (1.0 + np.exp(-np.clip(out[:, 1], -30, 30)))
    log = y[:, 1] * np.log(said + 1e-7) + (1 - y[:, 1]) * np.log(1 - said + 1e-7)
    return float((0.5 * (out[:, 0] - y[:, 0]) ** 2 - 0.5 * log).mean())


def _slopes(values: list[Array], x: Array, y: Array) -> list[Array]:
    """The slopes of the loss."""
    *seen, out = _out(values, x)
    error = np.empty_like(out)
    error[:, 0] = out[:, 0] - y[:, 0]
    error[:, 1] = 0.5 * (1.0 / (1.0 + np.exp(-np.clip(out[:, 1], -30, 30))) - y[:, 1])
    error /= len(x)
    found: list[Array] = []
    for n in range(len(values) - 2, -1, -2):
        below = seen[n // 2]
        found[:0] = [below.T @ error, error.sum(axis=0)]
        if n:
            error = (error @ values[n].T) * (below > 0)
    return found


def mixed(net: Net, rows: Rows) -> list[float]:
    """How the net and the title's own value go together, by games the net has not seen; empty where it needs no help.

    Every game is foretold by a fit of the others, with and without the own value.
    """
    score, _ = net(rows.features.astype(np.float32))
    told = np.column_stack([np.ones(len(score)), score, rows.own])
    games, number = np.unique(rows.game, return_inverse=True)
    if len(games) < PARTS or not rows.own.any():
        return []
    parts = number % PARTS
    errors = []
    for columns in (told[:, :2], told):
        said = np.empty(len(score))
        for part in range(PARTS):
            there = parts == part
            said[there] = columns[there] @ _fit(columns[~there], rows.score[~there])
        errors.append(float(((said - rows.score) ** 2).mean()))
    return [round(float(each), 4) for each in _fit(told, rows.score)] if errors[1] < WORTH_IT * errors[0] else []


def _fit(columns: NDArray[np.float64], score: Array) -> NDArray[np.float64]:
    found: NDArray[np.float64] = np.linalg.lstsq(columns, score.astype(np.float64), rcond=None)[0].astype(np.float64)
    return found


class Seen(NamedTuple):
    """How a net did on games it has not seen."""

    spread: float
    error: float
    brier: float
    base_brier: float


def checked(net: Net, rows: Rows) -> Seen:
    """Scores and chances beside what happened."""
    score, chance = net(rows.features.astype(np.float32))
    base = float(((rows.won - rows.won.mean()) ** 2).mean())
    return Seen(
        round(float(rows.score.std()), 3),
        round(float(((score - rows.score) ** 2).mean() ** 0.5), 3),
        round(float(((chance - rows.won) ** 2).mean()), 4),
        round(base, 4),
    )
