"""A whole course of training: generations of games, a net after each, and the match that decides whether it is kept."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from ardennes.lab import ladder, train
from ardennes.lab.calibrate import data_of
from ardennes.lab.crew import Crew
from ardennes.lab.games import NONE, Setting
from ardennes.parts.mind import net
from ardennes.parts.mind.net import Made
from ardennes.parts.mind.win_chance import unusual
from ardennes.titles import find

#: One game in so many is kept from training to check the net on.
UNSEEN = 10
#: The share of pairs against the staff from which a net is kept.
ENOUGH = 0.5
#: Games played are written down after so many seconds, and at the end.
OFTEN = 300.0
#: Told after every game and every pair: what is going on, how much is done, and of how much.
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
    steps: int = train.STEPS
    options: Mapping[str, bool | int] = NONE
    #: Options as they were asked for, in the words of a command line.
    asked: str = ""

    @property
    def setting(self) -> Setting:
        """What its games have in common."""
        return Setting(self.title, self.scenario, self.options)

    @property
    def command(self) -> str:
        """The command that does it again."""
        games = ",".join(str(count) for count in self.games)
        agent = f" --agent {self.agent}" if len(self.games) > 1 else ""
        return (
            f"ardennes train {self.title} --scenario {self.scenario} --games {games} --seed {self.seed}{agent} "
            f"--pairs {self.pairs} --gate {self.gate}{self.asked}"
        )


def can_learn(title: str) -> None:
    """`ValueError` for a title that says nothing to learn from."""
    if not find(title).mind.can_learn:
        raise ValueError(f"{title} declares no features to learn from")


def run(course: Course, crew: Crew, told: Told, keep: Path | None = None) -> Made:
    """Play, learn, and put the net of the last generation to the test; nothing changes where it fails.

    Games found in the folder `keep` are not played again.
    """
    can_learn(course.title)
    try:
        learned, made = _generations(course, crew, told, keep)
        won = _gate(course, net.written(learned, made), crew, told)
    finally:
        course.setting.game()  # what was on trial in this process is so no more
    made = msgspec.structs.replace(
        made, gate=course.gate, pairs=course.pairs, won=won, options=unusual(course.setting.game())
    )
    if won > ENOUGH * course.pairs or not course.pairs:
        net.write(data_of(course.title) / net.file_name(course.scenario), learned, made)
    return made


def _generations(course: Course, crew: Crew, told: Told, keep: Path | None) -> tuple[net.Net, Made]:
    """Every generation plays with the net of the one before and learns from all games so far."""
    starts = np.cumsum([course.seed, *course.games]).tolist()
    rows: list[train.Rows] = []
    found: tuple[net.Net, Made] | None = None
    for number, (start, stop) in enumerate(pairwise(starts)):
        value = net.written(*found) if found is not None else None
        rows.append(_games(course, range(start, stop), value, crew, told, keep))
        everything = train.joined(rows)
        unseen = everything.game % UNSEEN == 0
        learned = train.learn(
            train.Rows(*[column[~unseen] for column in everything]),
            course.seed + number,
            course.nets,
            course.hidden,
            course.steps,
        )
        fresh = train.Rows(*[column[unseen] for column in everything])
        seen, mix = train.checked(learned, fresh), train.mixed(learned, fresh)
        rules = find(course.title).rules_version
        games = len(np.unique(everything.game))
        found = learned, Made(course.command, rules, course.seed, games, len(everything.game), *seen, mix)
        told(f"generation {number}: error {seen.error} of {seen.spread}, Brier {seen.brier} of {seen.base_brier}", 1, 1)
    assert found is not None
    return found


def _games(course: Course, seeds: range, value: bytes | None, crew: Crew, told: Told, keep: Path | None) -> train.Rows:
    """The games of a generation: the staff's in the first, in all others the agent's with the value learned so far."""
    agent = "staff" if value is None else course.agent
    setting = course.setting._replace(value=value)
    path = None if keep is None else _path(keep, setting, agent)
    parts = _found(path)
    missing = [seed for seed in seeds if seed not in parts]
    written = time.monotonic()
    try:
        for rows in train.gather(crew, setting, agent, missing):
            parts[int(rows.game[0])] = rows
            told(f"games of {agent}", len(parts.keys() & seeds), len(seeds))
            if time.monotonic() > written + OFTEN:
                _keep(path, parts)
                written = time.monotonic()
    finally:
        if missing:
            _keep(path, parts)
    return train.joined([parts[seed] for seed in seeds if seed in parts])


def _path(keep: Path, setting: Setting, agent: str) -> Path:
    """The file for games with these rules, options, agent and value."""
    keep.mkdir(parents=True, exist_ok=True)
    told = repr((sorted(setting.options.items()), agent, setting.value, train.RAIDS, train.Rows._fields)).encode()
    mark = hashlib.sha256(told).hexdigest()[:8]
    return keep / f"{setting.title}-{find(setting.title).rules_version}-{setting.scenario}-{mark}.npz"


def _found(path: Path | None) -> dict[int, train.Rows]:
    """The games in a file, by their seeds."""
    if path is None or not path.is_file():
        return {}
    with np.load(path) as file:
        rows = train.Rows(*[file[name] for name in train.Rows._fields])
    seeds, starts = np.unique(rows.game, return_index=True)
    order = np.argsort(starts)
    parts = [np.split(column, starts[order][1:]) for column in rows]
    return {int(seeds[n]): train.Rows(*each) for n, each in zip(order, zip(*parts, strict=True), strict=True)}


def _keep(path: Path | None, parts: Mapping[int, train.Rows]) -> None:
    """Write games down, whole or not at all."""
    if path is not None and parts:
        part = path.with_suffix(".part.npz")
        np.savez(part, **train.joined(list(parts.values()))._asdict())
        part.replace(path)


def _gate(course: Course, value: bytes, crew: Crew, told: Told) -> float:
    """Pairs won against the staff with what was learned."""
    won = 0.0
    if course.pairs:
        seeds = range(course.seed, course.seed + course.pairs)
        names = [course.gate, "staff"]
        for number, pair in enumerate(ladder.run(crew, course.setting._replace(value=value), names, seeds)):
            won += pair.won
            told(f"pairs against the staff, {won:g} won", number + 1, course.pairs)
    return won
