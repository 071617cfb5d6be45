"""How much of a title's balance hangs on reconstructed numbers (`parts.data.doubts`): trials on the same dice."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path

import msgspec

from ardennes import agents, kernel
from ardennes.kernel import Match, Side
from ardennes.lab.crew import Crew
from ardennes.lab.games import Setting
from ardennes.parts.data.doubts import Doubts, Ended, Trial
from ardennes.titles import find


class Row(msgspec.Struct, frozen=True):
    """One trial: German wins and points, and what changed against the first one on the same dice."""

    trial: str
    games: int
    wins: int
    points: float
    change: float
    error: float


def doubts_of(title: str) -> Doubts[kernel.State, Ended]:
    """What a title is not sure of; ValueError if it has no doubts."""
    found = find(title).doubts
    if found is None:
        raise ValueError(f"{title} doubts nothing")
    return found


def pack(folder: Path, title: str, trial: Trial) -> Path:
    """A data pack with the files of a trial."""
    made = folder / title
    made.mkdir(parents=True)
    for name, text in trial.files.items():
        (made / name).write_text(text, encoding="utf-8")
    return folder


def ended(setting: Setting, told: tuple[str, int]) -> Ended:
    """One game of an agent against itself, from scratch, so that any worker can play it."""
    agent, seed = told
    match = Match(setting.game(), f"balance {seed}")
    players = {Side.GERMAN: agents.find(agent, seed), Side.ALLIED: agents.find(agent, seed + 1)}
    while (side := match.state.side) is not None:
        match.play(players[side].choose(match.state.sight(side)))
    return doubts_of(setting.title).ended(seed, match.state)


def run(crew: Crew, setting: Setting, agent: str, seeds: Sequence[int]) -> list[Ended]:
    """Games on some seeds, in their order."""
    found = [game for _, game in crew.each(ended, setting, [(agent, seed) for seed in seeds])]
    return sorted(found, key=lambda game: game.seed)


def row(trial: str, found: Sequence[Ended], first: Sequence[Ended]) -> Row:
    """A trial beside the first one, game by game."""
    before = {game.seed: len(game.points) for game in first}
    changes = [len(game.points) - before[game.seed] for game in found if game.seed in before]
    error = 1.96 * statistics.stdev(changes) / len(changes) ** 0.5 if len(changes) > 1 else 0.0
    points = statistics.fmean(len(game.points) for game in found)
    return Row(
        trial,
        len(found),
        sum(game.won for game in found),
        round(points, 2),
        round(statistics.fmean(changes), 2),
        round(error, 2),
    )
