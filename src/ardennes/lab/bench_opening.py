"""How long a player waits for his long game to open while strangers send the dearest saves there are.

A real server with its workers runs on two cores where the system lets us say so, behind a proxy that is us. Guests at
eight addresses each send, twice a minute, a save that is sound and costs all the time a worker may take: one unit taken
up and put down again as often as lines allow. Meanwhile games that nobody has in memory are opened one after the other.
"""

from __future__ import annotations

import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from pathlib import Path

import msgspec

import ardennes
from ardennes.kernel import Action, Match, saves
from ardennes.lab import bench_stall
from ardennes.lab.bench_stall import Waits, long_save, token, waits
from ardennes.titles import KEYS

#: Addresses of guests, and seconds between the uploads of each.
GUESTS = 8
PAUSE = 30.0
#: Times that a unit is taken up and put down: as many as fit into the lines of a save.
TIMES = 29_000
#: The title of the games that are opened.
TITLE = KEYS[0]


class Result(msgspec.Struct, frozen=True):
    """What a run measured: waits for a game to open, alone and beside the guests, and what became of their saves."""

    workers: int
    rows: int
    seconds: float
    alone: Waits
    beside_guests: Waits
    #: How often a save was answered with each status.
    answers: dict[str, int]


def run(seconds: float = 60.0, games: int = 20, workers: int = 2) -> Result:
    """Fill a store, start it anew, open half of its games alone and the other half, evenly, beside the guests."""
    text = long_save(TITLE)
    with tempfile.TemporaryDirectory(prefix="ardennes-bench-") as folder:
        store = Path(folder) / "bench.sqlite3"
        links = _filled(store, text, 2 * games)
        server, address = bench_stall.start(store, "--proxy", "127.0.0.1", "--workers", str(workers))
        try:
            _opened(address, links.pop())
            alone = [_opened(address, links.pop()) for _ in range(games)]
            guests = Guests(address, dear_save().encode())
            guests.come()
            beside = []
            while links:
                time.sleep(seconds / games)
                beside.append(_opened(address, links.pop()))
            rows = text.count("\n")
            return Result(workers, rows, seconds, waits(alone), waits(beside), dict(sorted(guests.answers.items())))
        finally:
            server.terminate()
            server.wait(60)


def dear_save() -> str:
    """A sound save that takes as long as any: one unit taken up and put down again, thousands of times."""
    match = Match(ardennes.game(TITLE, "campaign"), 1944)
    for action in _there_and_back(match):
        match.play(action)
    head, moves, end = _parted(saves.dump(match))
    return "\n".join([*head, *moves * TIMES, *end]) + "\n"


def _there_and_back(match: Match) -> tuple[Action, Action]:
    """Two actions after which everything is as it was."""
    before = saves.position(match.state)
    for there in match.state.actions():
        after = match.state.copy()
        after.play(there)
        for back in after.actions():
            again = after.copy()
            again.play(back)
            if saves.position(again) == before:
                return there, back
    raise ValueError("nothing can be taken up and put down")


def _parted(text: str) -> tuple[list[str], list[str], list[str]]:
    """A save's lines up to its moves, its moves, and the rest."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    first = next(n for n, line in enumerate(lines) if line.startswith("moves")) + 1
    last = next(n for n, line in enumerate(lines) if line.startswith("position "))
    return lines[:first], lines[first:last], lines[last:]


def _filled(store: Path, text: str, games: int) -> list[str]:
    """The links of games that a server kept and nobody has in memory any more, one more than asked for."""
    server, address = bench_stall.start(store)
    try:
        path = "/api/games/open?german=person&allied=person"
        made = [bench_stall.ask(address, "POST", path, text.encode()) for _ in range(games + 1)]
    finally:
        server.terminate()
        server.wait(60)
    return [token(game, None) for game in made]


def _opened(address: str, link: str) -> float:
    """Seconds until a game is on the table."""
    asked = time.perf_counter()
    with bench_stall.line(address, link) as socket:
        heard = msgspec.json.decode(socket.recv(timeout=120))
    if heard["t"] != "welcome":
        raise RuntimeError(f"a game was not opened: {heard}")
    return time.perf_counter() - asked


class Guests:
    """Strangers with long saves."""

    def __init__(self, address: str, save: bytes) -> None:
        self.address = address
        self.save = save
        self.answers: Counter[str] = Counter()

    def come(self) -> None:
        """All of them begin."""
        for number in range(GUESTS):
            threading.Thread(target=self._send_on, args=(f"203.0.113.{number + 1}",), daemon=True).start()

    def _send_on(self, origin: str) -> None:
        while True:
            threading.Thread(target=self._send, args=(origin,), daemon=True).start()
            time.sleep(PAUSE)

    def _send(self, origin: str) -> None:
        headers = {"content-type": "text/plain", "x-forwarded-for": origin}
        request = urllib.request.Request(f"{self.address}/api/replays", self.save, headers, method="POST")
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:
                answer.read()
                self.answers[str(answer.status)] += 1
        except urllib.error.HTTPError as error:
            self.answers[str(error.code)] += 1
        except OSError:
            self.answers["none"] += 1
