"""Many evenings at once: hundreds of games of all titles for minutes, at the pace of quick players, and what breaks.

A real server runs as a process of its own with its file on disk. Both seats of every game have a page open over a real
socket and answer at random about twice a second; where a game ends the next begins. Counted are answers that were
refused or called bad, tracebacks in the server's log, and how long a player waits for his own move. Loopback only.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from ardennes.lab import gestures
from ardennes.lab.bench_stall import Waits, waits
from ardennes.titles import KEYS, find

#: Seconds between an answer and the next of the same game, on average.
PACE = 0.5
#: What is asked of a quiet machine: the 99th percentile of the waits, in ms.
WANTED = 200.0
#: A position that has not come by then never will.
PATIENCE = 60.0


class Look(msgspec.Struct):
    """The part of a view that decides what to answer."""

    side: int | msgspec.UnsetType | None = msgspec.UNSET
    choices: dict[str, list[int | None]] | msgspec.UnsetType = msgspec.UNSET
    lifts: list[str] | msgspec.UnsetType = msgspec.UNSET


class Told(msgspec.Struct):
    """The part of a message that matters here."""

    t: str
    at: int = 0
    look: Look | None = None
    text: str = ""
    hand: list[gestures.Answer] = []


_told = msgspec.json.Decoder(Told).decode


class Result(msgspec.Struct, frozen=True):
    """What a run found."""

    games: int
    seconds: float
    actions: int
    #: Games played to their end, each followed by another.
    ended: int
    waits: Waits
    #: Answers refused or bad, sockets dropped and positions that never came, by title and text.
    faults: dict[str, int]
    #: Tracebacks in the server's log, and its other lines.
    tracebacks: int
    log_lines: int
    mib_before: float
    mib_after: float

    @property
    def sound(self) -> bool:
        """Whether nothing broke."""
        return not self.faults and not self.tracebacks


class Soak:
    """All games of a run, and what was counted."""

    def __init__(self, address: str, seconds: float, seed: int) -> None:
        self.address = address
        self.rng = random.Random(seed)
        self.until = time.perf_counter() + seconds
        self.actions = self.ended = 0
        self.waits: list[float] = []
        self.faults: Counter[str] = Counter()
        scenarios = [[(key, scenario.key) for scenario in find(key).scenarios] for key in KEYS]
        self._next = itertools.cycle([kind for row in itertools.zip_longest(*scenarios) for kind in row if kind])

    @property
    def over(self) -> bool:
        return time.perf_counter() >= self.until

    async def table(self) -> None:
        """One table: game after game until time is up. It sits down some time within the first seconds."""
        await asyncio.sleep(self.rng.random() * 10 * PACE)
        while not self.over:
            title, scenario = next(self._next)
            wish = {"title": title, "scenario": scenario, "seats": ["person", "person"]}
            made = await asyncio.to_thread(_post, f"{self.address}/api/games", msgspec.json.encode(wish))
            try:
                await self._evening([seat["token"] for seat in made["seats"][:2]], title)
            except TimeoutError:
                self.faults[f"{title} {scenario}: no position within {PATIENCE:g} s"] += 1
            except Exception as error:  # whatever ends a game before its time is what we look for
                self.faults[f"{title} {scenario}: {type(error).__name__} {error}"] += 1

    async def _evening(self, tokens: list[str], title: str) -> None:
        host = self.address.replace("http", "ws", 1)
        async with contextlib.AsyncExitStack() as stack:
            pages = [
                Page(await stack.enter_async_context(connect(f"{host}/play/{token}", max_size=None)))
                for token in tokens
            ]
            for page in pages:
                await page.position()
            while (side := pages[0].side) is not None and not self.over:
                await asyncio.sleep(PACE * (0.5 + self.rng.random()))
                begun = time.perf_counter()
                told = await pages[side].move(self.rng)
                self.waits.append(time.perf_counter() - begun)
                if told.t != "position":
                    self.faults[f"{title}: {told.text}"] += 1
                    return
                self.actions += 1
                await pages[1 - side].position()
            self.ended += pages[0].side is None


class Page:
    """A player's page: what it was told last."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.at = 0
        self.side: int | None = None
        self.choices: dict[str, list[int | None]] = {}
        self.lifts: list[str] = []

    async def position(self) -> Told:
        """The next position, or the refusal that came instead."""
        async with asyncio.timeout(PATIENCE):
            while (told := _told(await self.socket.recv())).t == "present":
                pass
        if told.look is not None and told.t != "peek":
            self.at = told.at
            if told.look.side is not msgspec.UNSET:
                self.side = told.look.side
            if told.look.choices is not msgspec.UNSET:
                self.choices = told.look.choices
            if told.look.lifts is not msgspec.UNSET:
                self.lifts = told.look.lifts
        return told

    async def move(self, rng: random.Random) -> Told:
        """One gesture, what it takes up looked at first; the position that follows, or the refusal."""
        choices, lifts, hand = self.choices, self.lifts, list[gestures.Answer]()
        while True:
            answer = gestures.drawn(rng, choices, lifts, len(hand))
            await self.socket.send(msgspec.json.encode(gestures.message(self.at, hand, answer, lifts)).decode())
            told = await self.position()
            if told.t != "peek" or told.look is None:
                return told
            hand = told.hand
            choices = self.choices if told.look.choices is msgspec.UNSET else told.look.choices
            lifts = self.lifts if told.look.lifts is msgspec.UNSET else told.look.lifts


def run(games: int = 200, seconds: float = 300.0, seed: int = 1944) -> Result:
    """Start a server, play, count, stop."""
    with tempfile.TemporaryDirectory(prefix="ardennes-bench-") as folder:
        log = Path(folder) / "server.log"
        with log.open("w", encoding="utf-8") as lines:
            server, address = _start(Path(folder) / "bench.sqlite3", lines)
            try:
                before = _mib(server.pid)
                soak = Soak(address, seconds, seed)
                asyncio.run(_play(soak, games))
                after = _mib(server.pid)
            finally:
                server.terminate()
                server.wait(30)
        text = log.read_text(encoding="utf-8")
    return Result(
        games,
        seconds,
        soak.actions,
        soak.ended,
        waits(soak.waits),
        dict(soak.faults),
        text.count("Traceback (most recent call last)"),
        len(text.splitlines()),
        before,
        after,
    )


async def _play(soak: Soak, games: int) -> None:
    await asyncio.gather(*(soak.table() for _ in range(games)))


def _start(store: Path, log: Any) -> tuple[subprocess.Popen[str], str]:
    """A server whose log goes to a file, and its address."""
    command = [sys.executable, "-m", "ardennes", "serve", "--port", "0", "--store", str(store)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    assert server.stdout is not None
    line = server.stdout.readline()
    address = next(word for word in line.split() if word.startswith("http://")).rstrip("/")
    for _ in range(200):
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"{address}/api/menu", timeout=30).read()
            break
        time.sleep(0.05)
    return server, address


def _post(url: str, body: bytes) -> dict[str, Any]:
    request = urllib.request.Request(url, body, {"content-type": "application/json"})
    made: dict[str, Any] = msgspec.json.decode(urllib.request.urlopen(request, timeout=PATIENCE).read())
    return made


def _mib(process: int) -> float:
    """Memory of the server itself; 0 where the system does not tell."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                return round(int(line.split()[1]) / 1024, 1)
    return 0.0
