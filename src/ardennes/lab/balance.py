"""Balance: one agent against itself, over fresh dice, with numbers of the data changed for the trial.

A change is `FILE:ROW:COLUMN=VALUE`: a table of the title, rows by the first column or by the first two with a slash
between (`*` and `?` stand for anything), and what goes into a column of each. Changes make a data pack of their own,
so the data is checked as a player's is.
"""

from __future__ import annotations

import csv
import hashlib
import io
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

import msgspec

from ardennes.lab import bots
from ardennes.lab.crew import Crew
from ardennes.lab.games import Played, Setting, play
from ardennes.lab.kept import Kept
from ardennes.lab.ladder import wilson


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


def played(setting: Setting, told: tuple[str, int]) -> Played:
    """One game of an agent against itself, from scratch, so that any worker can play it."""
    agent, seed = told
    return play(setting.game(), f"balance {seed}", bots.find(agent, seed), bots.find(agent, seed + 1))


def run(
    crew: Crew, setting: Setting, agent: str, seeds: range, keep: Path | None = None
) -> Iterator[tuple[int, Played]]:
    """Games on so many seeds, as they are done; those kept in a folder come at once."""
    bots.find(agent)  # a wrong name is refused before any game is played
    kept = Kept(keep, f"balance-{_mark(setting)}", setting.title, setting.scenario, Played)
    known = [seed for seed in seeds if f"{agent} {seed}" in kept.found]
    yield from [(seed, kept.found[f"{agent} {seed}"]) for seed in known]
    work = [(agent, seed) for seed in seeds if seed not in known]
    for (_, seed), game in crew.each(played, setting, work):
        kept.add(f"{agent} {seed}", game)
        yield seed, game


def _mark(setting: Setting) -> str:
    """What tells the options and changes of a trial apart from others."""
    return hashlib.sha256(repr((sorted(setting.options.items()), setting.data)).encode()).hexdigest()[:8]


def summary(title: str, scenario: str, agent: str, games: Sequence[Played]) -> Balance:
    """The games together, in whatever order."""
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
