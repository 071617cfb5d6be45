"""Balance: one agent against itself, over fresh dice, with numbers of the data changed for the trial.

A change is `FILE:ROW:COLUMN=VALUE`: a table of the title, rows by the first column or by the first two with a slash
between (`*` and `?` stand for anything), and what goes into a column of each. Changes make a data pack of their own,
so the data is checked as a player's is.
"""

from __future__ import annotations

import csv
import io
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from fnmatch import fnmatchcase
from pathlib import Path

import msgspec

from ardennes import agents
from ardennes.kernel import Game
from ardennes.lab.games import Played, play
from ardennes.lab.ladder import wilson
from ardennes.titles import find, use_data


class Balance(msgspec.Struct, frozen=True):
    """What games between equals say of a scenario: the German share (draws half) with its 95 % band, and the score."""

    title: str
    scenario: str
    agent: str
    games: int
    german_wins: float
    low95: float
    high95: float
    score: float
    deviation: float
    quartiles: list[float]
    levels: dict[str, int]
    p95_s: float


def changed(text: str, change: str) -> str:
    """A table with some values changed.

    >>> changed("unit,strength\\na,3\\nb,4\\n", "u.csv:b:strength=5")
    'unit,strength\\na,3\\nb,5\\n'
    """
    _, rows, told = _parts(change)
    column, value = told.split("=", 1)
    table = list(csv.reader(io.StringIO(text)))
    if column not in table[0]:
        raise ValueError(f"{change}: expected one of the columns {', '.join(table[0])}, got {column!r}")
    at, found = table[0].index(column), 0
    for row in table[1:]:
        if fnmatchcase(row[0], rows) or fnmatchcase("/".join(row[:2]), rows):
            row[at], found = value, found + 1
    if not found:
        raise ValueError(f"{change}: no row begins with {rows!r}")
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(table)
    return out.getvalue()


def _parts(change: str) -> tuple[str, str, str]:
    parts = change.split(":", 2)
    if len(parts) != 3 or "=" not in parts[2]:
        raise ValueError(f"{change!r}: expected FILE:ROW:COLUMN=VALUE, e.g. units.csv:a*:movement=6")
    return parts[0], parts[1], parts[2]


def pack(title: str, changes: Sequence[str], folder: Path) -> Path:
    """A data pack with changes to the title's own tables."""
    home, made = Path(__file__).parents[1] / "titles" / title / "data", folder / title
    made.mkdir(parents=True, exist_ok=True)
    for change in changes:
        name = _parts(change)[0]
        source = made / name if (made / name).exists() else home / name
        if not source.exists():
            raise ValueError(f"{change}: {title} has no table {name}")
        (made / name).write_text(changed(source.read_text(encoding="utf-8"), change), encoding="utf-8")
    return folder


def played(title: str, scenario: str, agent: str, seed: int, data: Path | None, options: Mapping[str, int]) -> Played:
    """One game of an agent against itself, from scratch, so that it can run on any process."""
    use_data(data)
    game = Game.of(find(title), scenario, dict(options))
    return play(game, f"balance {seed}", agents.find(agent, seed), agents.find(agent, seed + 1))


def run(
    title: str, scenario: str, agent: str, seeds: range, jobs: int, data: Path | None, options: Mapping[str, int]
) -> Iterator[Played]:
    """Games on so many seeds, in their order."""
    told = [(title, scenario, agent, seed, data, options) for seed in seeds]
    if jobs == 1:
        yield from (played(*one) for one in told)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(played, *zip(*told, strict=True))


def summary(title: str, scenario: str, agent: str, games: Sequence[Played]) -> Balance:
    """The games together."""
    wins = sum(0.5 if game.winner == "nobody" else float(game.winner == "German") for game in games)
    low, high = wilson(wins, len(games))
    scores = sorted(game.score for game in games)
    thought = sorted([second for game in games for second in (*game.german_seconds, *game.allied_seconds)])
    return Balance(
        title,
        scenario,
        agent,
        len(games),
        round(wins / len(games), 4),
        round(low, 4),
        round(high, 4),
        round(statistics.fmean(scores), 2),
        round(statistics.stdev(scores), 2) if len(scores) > 1 else 0.0,
        [float(scores[len(scores) * quarter // 4]) for quarter in (1, 2, 3)],
        dict(Counter(game.level for game in games).most_common()),
        round(thought[int(len(thought) * 0.95)], 3),
    )
