"""This version beside another checkout: the same work in two processes that take turns for a slice each.

Both play the same seeds at random, so as long as the rules are the same, so are the games; how many were is told.
Slices are counted in processor time. The ratio is the median of the slices' ratios, its interval the one between the
ranks that hold the median 95 times in 100, whatever the ratios are spread like.

Run as a program it is the end that works: it uses only what every checkout has, and whatever `ardennes` is on the path.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

#: Seconds of processor time of a slice: some games of most scenarios.
SLICE = 0.3
#: Positions kept of a game whose lists are timed.
KEPT = 40
#: Games whose answers are compared in full.
COMPARED = 3
HERE = Path(__file__).resolve().parents[3]


class Slice(NamedTuple):
    """What one end did: games, pieces of work, seconds."""

    games: int
    work: int
    seconds: float


class Paired(NamedTuple):
    """Two versions at the same work; the ratio is ours to theirs, above 1 is faster.

    What they list is choices a decision, and how far their games are alike is seen in games that are compared in full.
    """

    what: str
    slices: int
    ours: float
    theirs: float
    ratio: float
    low: float
    high: float
    listed: float
    listed_theirs: float
    compared: int
    alike: int


class End:
    """A process with the code of a checkout."""

    def __init__(self, folder: str | Path, title: str, scenario: str, options: dict[str, Any]) -> None:
        source = Path(folder).resolve() / "src"
        if not (source / "ardennes").is_dir():
            raise ValueError(f"expected a checkout with src/ardennes in {folder}")
        command = [sys.executable, str(Path(__file__).resolve()), json.dumps([title, scenario, options])]
        #: Its own `ardennes` comes first, and nothing is written into the other checkout.
        room = {**os.environ, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=room, text=True)

    def do(self, *order: object) -> list[Any]:
        """What it answers to an order."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise ValueError("the other checkout gave no answer; does it have this title, scenario and these options?")
        found: list[Any] = json.loads(line)
        return found

    def close(self) -> None:
        """No more work."""
        self._process.communicate()


def paired(
    other: str,
    title: str,
    scenario: str,
    options: dict[str, Any],
    *,
    what: str = "play",
    slices: int = 60,
    compared: int = COMPARED,
) -> Paired:
    """Alternate slices of `play` or `list` with another checkout, which begins every second time."""
    ours, theirs = End(HERE, title, scenario, options), End(other, title, scenario, options)
    try:
        games = [(ours.do("same", number), theirs.do("same", number)) for number in range(compared)]
        pairs = [_pair(ours, theirs, what, number) for number in range(slices)]
    finally:
        ours.close()
        theirs.close()
    ratios = sorted(_rate(a) / _rate(b) for a, b in pairs)
    reach = min(int(0.98 * slices**0.5 + 1), (slices - 1) // 2)  # ranks off the middle one
    middle, low, high = statistics.median(ratios), ratios[(slices - 1) // 2 - reach], ratios[slices // 2 + reach]
    decisions, listed = ([sum(game[end][part] for game in games) for end in (0, 1)] for part in (0, 1))
    return Paired(
        what,
        slices,
        round(statistics.median(_rate(a) for a, _ in pairs)),
        round(statistics.median(_rate(b) for _, b in pairs)),
        round(middle, 3),
        round(low, 3),
        round(high, 3),
        round(listed[0] / decisions[0], 1),
        round(listed[1] / decisions[1], 1),
        compared,
        sum(one == other for one, other in games),
    )


def _pair(ours: End, theirs: End, what: str, number: int) -> tuple[Slice, Slice]:
    """One slice of each: the first works until its time is over, the second does as many games."""
    ends = (ours, theirs) if number % 2 else (theirs, ours)
    first = Slice(*ends[0].do(what, number, SLICE, 0))
    second = Slice(*ends[1].do(what, number, SLICE, first.games))
    return (first, second) if number % 2 else (second, first)


def _rate(done: Slice) -> float:
    return done.work / done.seconds


# ---- the end that works ------------------------------------------------------------------------------------


def _play(game: Any, seed: str) -> tuple[int, float]:
    """One random game: decisions, seconds."""
    from ardennes.kernel import conformance  # noqa: PLC0415 - of the checkout on the path

    rng = random.Random(seed)
    decisions = 0
    start = time.process_time()
    state = game.start(rng.getrandbits(32))
    while state.stack:
        state.play(conformance.random_action(state, rng))
        decisions += 1
    return decisions, time.process_time() - start


def _lists(game: Any, seed: str) -> tuple[int, float]:
    """Lists of all choices in positions of a random game that were read back, so that nothing is worked out yet."""
    rng = random.Random(seed)
    tables: list[dict[str, Any]] = []
    for number, state in enumerate(_positions(game, seed)):
        if len(tables) < KEPT:
            tables.append(state.table())
        elif (place := rng.randrange(number + 1)) < KEPT:
            tables[place] = state.table()
    states = [game.restore(json.loads(json.dumps(table)), 0) for table in tables]
    start = time.process_time()
    for state in states:
        state.choices()
    return len(states), time.process_time() - start


def _same(game: Any, seed: str) -> list[Any]:
    """A random game: decisions, choices listed, and a digest of every list and of the luck used."""
    found = hashlib.sha256()
    decisions = listed = 0
    for state in _positions(game, seed):
        choices = {verb: list(targets) for verb, targets in state.choices().items()}
        decisions += 1
        listed += sum(map(len, choices.values()))
        found.update(json.dumps([choices, state.drawn]).encode())
    return [decisions, listed, found.hexdigest()]


def _positions(game: Any, seed: str) -> Any:
    """Every decision of a random game, as one position that goes on."""
    from ardennes.kernel import conformance  # noqa: PLC0415

    rng = random.Random(seed)
    state = game.start(rng.getrandbits(32))
    while state.stack:
        yield state
        state.play(conformance.random_action(state, rng))


def work() -> None:
    """Do what comes in, until nothing more does."""
    from ardennes.kernel import Game  # noqa: PLC0415
    from ardennes.titles import find  # noqa: PLC0415

    title, scenario, options = json.loads(sys.argv[1])
    game = Game.of(find(title), scenario, options)
    for line in sys.stdin:
        what, number, *limits = json.loads(line)
        done = _same(game, f"same {number}") if what == "same" else _slice(game, what, number, *limits)
        print(json.dumps(done), flush=True)


def _slice(game: Any, what: str, number: int, seconds: float, games: int) -> list[Any]:
    """So many games, or as many as fit into so many seconds."""
    do = {"play": _play, "list": _lists}[what]
    played, done, used = 0, 0, 0.0
    while played < games if games else used < seconds:
        more, took = do(game, f"{what} {number} {played}")
        played, done, used = played + 1, done + more, used + took
    return [played, done, used]


if __name__ == "__main__":
    work()
