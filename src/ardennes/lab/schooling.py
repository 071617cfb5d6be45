"""A whole course of training: generations of games, a net after each, and the match that decides whether it is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from ardennes.lab import ladder, train
from ardennes.lab.calibrate import data_of
from ardennes.parts import net
from ardennes.parts.net import Made
from ardennes.titles import find

#: One game in so many is kept from training to check the net on.
UNSEEN = 10
#: The share of pairs against the staff from which a net is kept.
ENOUGH = 0.5
#: Told after every batch of games and every pair: what is going on, how much is done, and of how much.
Told = Callable[[str, int, int], None]


class Course(NamedTuple):
    """What to do: games of the staff, then games of a searching agent with the net learned so far, and so on."""

    title: str
    scenario: str
    games: Sequence[int]
    seed: int
    agent: str
    pairs: int
    gate: str
    hidden: tuple[int, ...] = (64, 32)
    nets: int = 3
    epochs: int = 12

    @property
    def command(self) -> str:
        """The command that does it again."""
        games = ",".join(str(count) for count in self.games)
        agent = f" --agent {self.agent}" if len(self.games) > 1 else ""
        return (
            f"ardennes train {self.title} --scenario {self.scenario} --games {games} --seed {self.seed}{agent} "
            f"--pairs {self.pairs} --gate {self.gate}"
        )


def run(course: Course, jobs: int, told: Told, keep: Path | None = None) -> Made:
    """Play, learn, and put the net of the last generation to the test; the one before comes back where it fails.

    The games of a generation found in the folder `keep` are not played again.
    """
    if not find(course.title).mind.can_learn:
        raise ValueError(f"{course.title} declares no features to learn from")
    path = data_of(course.title) / net.file_name(course.scenario)
    before = path.read_bytes() if path.is_file() else None
    kept = False
    try:
        made = _generations(course, jobs, told, path, keep)
        won = _gate(course, jobs, told)
        made = msgspec.structs.replace(made, gate=course.gate, pairs=course.pairs, won=won)
        kept = won > ENOUGH * course.pairs or not course.pairs
        if kept:
            found = net.read(path)
            assert found is not None
            net.write(path, found[0], made)
    finally:
        if not kept:
            _put_back(path, before)
        net.read.cache_clear()
    return made


def _generations(course: Course, jobs: int, told: Told, path: Path, keep: Path | None) -> Made:
    """Every generation plays with the net of the one before and learns from all games so far."""
    starts = np.cumsum([course.seed, *course.games]).tolist()
    rows: list[train.Rows] = []
    made: Made | None = None
    for number, (start, stop) in enumerate(pairwise(starts)):
        rows.append(_games(course, number, range(start, stop), jobs, told, keep))
        everything = train.joined(rows)
        unseen = everything.game % UNSEEN == 0
        learned = train.learn(
            train.Rows(*[column[~unseen] for column in everything]),
            course.seed + number,
            course.nets,
            course.hidden,
            course.epochs,
            jobs,
        )
        seen = train.checked(learned, train.Rows(*[column[unseen] for column in everything]))
        rules = find(course.title).rules_version
        made = Made(course.command, rules, course.seed, sum(course.games), len(everything.game), *seen)
        net.write(path, learned, made)
        net.read.cache_clear()
        told(f"generation {number}: error {seen.error} of {seen.spread}, Brier {seen.brier} of {seen.base_brier}", 1, 1)
    assert made is not None
    return made


def _games(course: Course, number: int, seeds: range, jobs: int, told: Told, keep: Path | None) -> train.Rows:
    """The games of a generation: the staff's in the first, the agent's in all others."""
    agent = course.agent if number else "staff"
    path: Path | None = None
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        rules = find(course.title).rules_version
        path = keep / f"{course.title}-{rules}-{course.scenario}-{number}-{seeds.start}-{seeds.stop}.npz"
        if path.is_file():
            with np.load(path) as found:
                return train.Rows(*[found[name] for name in train.Rows._fields])
    parts = []
    for some in train.gather(course.title, course.scenario, agent, seeds, jobs):
        parts.append(some)
        told(f"games of {agent}", int(some.game[-1]) + 1 - seeds.start, len(seeds))
    rows = train.joined(parts)
    if path is not None:
        np.savez(path, **rows._asdict())
    return rows


def _gate(course: Course, jobs: int, told: Told) -> float:
    """Pairs won against the staff."""
    won = 0.0
    names = [course.gate, "staff"]
    if course.pairs:
        runs = ladder.run(course.title, course.scenario, names, course.pairs, course.seed, jobs)
        for number, pair in enumerate(runs):
            won += pair.won
            told(f"pairs against the staff, {won:g} won", number + 1, course.pairs)
    return won


def _put_back(path: Path, before: bytes | None) -> None:
    if before is None:
        path.unlink(missing_ok=True)
    else:
        path.write_bytes(before)
