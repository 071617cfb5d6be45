"""One game between two agents, with everything worth knowing about it afterwards."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Hashable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from ardennes.agents import Agent
from ardennes.kernel import Game, Match, Side, saves
from ardennes.parts.mind import net
from ardennes.parts.title import title_of
from ardennes.titles import find, pack_of, use_data

#: No options but the defaults.
NONE: Mapping[str, bool | int] = {}
#: A data pack as it travels: the path of every file in it, and what it says.
Pack = tuple[tuple[str, bytes], ...]


class Setting(NamedTuple):
    """What the games of a run have in common, whole, so that any machine can play them."""

    title: str
    scenario: str
    options: Mapping[str, bool | int] = NONE
    data: Pack = ()
    #: A learned value on trial, as its file; None for the one that is kept.
    value: bytes | None = None

    def game(self) -> Game:
        """The game, with its data pack and its value in use from now on and for the whole process."""
        folder = unpacked(self.data) if self.data else None
        if pack_of(self.title) != (folder and folder / self.title):
            use_data(folder)
        title = find(self.title)
        if title.mind.data is not None:
            net.lend(title.mind.data / net.file_name(self.scenario), self.value)
        return Game.of(title, self.scenario, dict(self.options))


def packed(folder: Path | None) -> Pack:
    """A data pack from its folder."""
    if folder is None:
        return ()
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return tuple((path.relative_to(folder).as_posix(), path.read_bytes()) for path in files)


@cache
def unpacked(data: Pack) -> Path:
    """A folder with a data pack in it, for as long as this process lives."""
    folder = tempfile.TemporaryDirectory(prefix="ardennes-data-")
    _folders.append(folder)
    for name, text in data:
        path = Path(folder.name) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
    return Path(folder.name)


_folders: list[tempfile.TemporaryDirectory[str]] = []


class Played(msgspec.Struct, frozen=True):
    """A finished game: its score in victory points and in the measure of values, and how long each side thought."""

    winner: str
    level: str
    score: int
    worth: float
    decisions: int
    #: Seconds of thought for each phase of decisions, by side.
    german_seconds: list[float]
    allied_seconds: list[float]
    save: str


def play(game: Game, seed: str, german: Agent, allied: Agent) -> Played:
    """Play a game to its end."""
    match = Match(game, seed)
    mind = title_of(game).mind
    agents = {Side.GERMAN: german, Side.ALLIED: allied}
    seconds: dict[Side, dict[Hashable, float]] = {Side.GERMAN: {}, Side.ALLIED: {}}
    while (side := match.state.side) is not None:
        phase = mind.phase(match.state)
        start = time.perf_counter()
        action = agents[side].choose(match.state.sight(side))
        used = seconds[side]
        used[phase] = used.get(phase, 0.0) + time.perf_counter() - start
        match.play(action)
    outcome = match.state.outcome()
    assert outcome is not None
    return Played(
        "nobody" if outcome.winner is None else str(outcome.winner),
        outcome.level,
        outcome.score,
        mind.outcome(match.state),
        len(match.moves),
        list(seconds[Side.GERMAN].values()),
        list(seconds[Side.ALLIED].values()),
        saves.dump(match),
    )
