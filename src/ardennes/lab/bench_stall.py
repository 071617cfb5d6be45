"""How long a player waits for his own move while others keep the house busy: from the click to the new position.

A real server with its workers runs on two cores where the system lets us say so. One player makes random moves at the
pace of a hand, first alone, then while a second process does all at once and without pause: replays of long saves and
of long games, the list of 200 games, long saves opened and removed, advice, a spectator's "what did I miss", and six
generals at war. What all of them got done is told beside the waits, so that nobody can shine by refusing to work.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import ardennes
from ardennes.kernel import Match, saves
from ardennes.kernel.conformance import random_action
from ardennes.lab import gestures
from ardennes.titles import KEYS, LONGEST

#: Between an answer and the next click, in seconds.
PACE = 0.02
#: Games on the list, and generals that think.
GAMES = 200
GENERALS = 6
#: What is asked of the waits in the company of others, in ms.
WANTED = {"p95": 50.0, "p99": 150.0}


class Waits(msgspec.Struct, frozen=True):
    """Waits for one's own move, in ms."""

    moves: int
    p50: float
    p95: float
    p99: float
    longest: float


class Result(msgspec.Struct, frozen=True):
    """What a run measured: waits alone and in company, and what the company got done meanwhile."""

    cores: int
    seconds: float
    alone: Waits
    in_company: Waits
    done: dict[str, int]


def waits(found: list[float]) -> Waits:
    """The waits of a run, given in seconds.

    >>> waits([n / 1000 for n in range(1, 101)])
    Waits(moves=100, p50=50.0, p95=95.0, p99=99.0, longest=100.0)
    """
    if not found:
        return Waits(0, 0.0, 0.0, 0.0, 0.0)
    found = sorted(found)

    def at(share: int) -> float:
        return round(found[max(0, -(-len(found) * share // 100) - 1)] * 1000, 1)

    return Waits(len(found), at(50), at(95), at(99), at(100))


def run(seconds: float = 30.0, games: int = GAMES, generals: int = GENERALS) -> Result:
    """Start a server, measure alone and in company, stop."""
    with tempfile.TemporaryDirectory(prefix="ardennes-bench-") as folder:
        long = Path(folder) / "long.ardennes"
        long.write_text(long_save(LONGEST), encoding="utf-8")
        server, address = start(Path(folder) / "bench.sqlite3")
        try:
            with Hand(address) as hand:
                hand.play(min(2.0, seconds))
                alone = hand.play(seconds)
                company = _company(address, long, games, generals)
                try:
                    in_company = hand.play(seconds)
                finally:
                    done = _end(company)
            return Result(_cores(), seconds, waits(alone), waits(in_company), done)
        finally:
            server.terminate()
            server.wait(30)


def long_save(title: str, seed: int = 1944) -> str:
    """A whole campaign played at random."""
    match, rng = Match(ardennes.game(title, "campaign"), seed), random.Random(seed)
    while match.state.stack:
        match.play(random_action(match.state, rng))
    return saves.dump(match)


def start(store: Path, *more: str) -> tuple[subprocess.Popen[str], str]:
    """A server with its workers on two cores, and its address."""
    command = [sys.executable, "-m", "ardennes", "serve", "--port", "0", "--store", str(store), *more]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(server.pid, set(sorted(os.sched_getaffinity(0))[:2]))
    assert server.stdout is not None
    line = server.stdout.readline()
    address = next(word for word in line.split() if word.startswith("http://")).rstrip("/")
    for _ in range(1200):
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"{address}/api/menu", timeout=5).read()
            return server, address
        time.sleep(0.05)
    server.kill()
    raise RuntimeError(f"the server at {address} does not answer")


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def ask(address: str, method: str, path: str, body: bytes | None = None) -> Any:
    """An HTTP request; its answer's bytes, decoded if it is plain JSON."""
    kind = "application/json" if body is not None and body[:1] == b"{" else "text/plain"
    request = urllib.request.Request(address + path, body, {"content-type": kind}, method=method)
    with urllib.request.urlopen(request, timeout=120) as answer:
        data = answer.read()
        plain = answer.headers.get("content-encoding") != "gzip"
        return msgspec.json.decode(data) if plain and data else data


def new_game(address: str, scenario: str, seats: tuple[str, str], title: str = KEYS[0]) -> dict[str, Any]:
    """A fresh game; its tokens by side, None for a spectator."""
    wish = {"title": title, "scenario": scenario, "seats": seats}
    made: dict[str, Any] = ask(address, "POST", "/api/games", msgspec.json.encode(wish))
    return made


def token(made: dict[str, Any], side: int | None) -> str:
    """The link of a seat."""
    return str(next(seat["token"] for seat in made["seats"] if seat["side"] == side))


def line(address: str, link: str) -> ClientConnection:
    """A page open at a seat."""
    return connect(f"{address.replace('http', 'ws', 1)}/play/{link}", max_size=None, compression=None)


class Hand:
    """A player at a table of his own, both sides in one hand."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.rng = random.Random(1944)
        self._sit()

    def __enter__(self) -> Hand:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def _sit(self) -> None:
        made = new_game(self.address, "campaign", ("you", "you"))
        self.socket = line(self.address, token(made, -1))
        self.look: dict[str, Any] = {}
        self._hear("welcome")

    def _hear(self, *kinds: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = msgspec.json.decode(self.socket.recv(timeout=120))
            if message["t"] in ("refused", "bad"):
                raise RuntimeError(f"a move was refused: {message['text']}")
            if message["t"] in kinds:
                if message["t"] != "peek":
                    self.at = message["at"]
                    self.look |= message["look"]
                return message

    def play(self, seconds: float) -> list[float]:
        """Random moves for a while, at least one, and how long each was waited for."""
        found: list[float] = []
        end = time.perf_counter() + seconds
        while not found or time.perf_counter() < end:
            if not self.look["choices"]:
                self.socket.close()
                self._sit()
                continue
            asked = time.perf_counter()
            self._move()
            found.append(time.perf_counter() - asked)
            time.sleep(PACE)
        return found

    def _move(self) -> None:
        """One gesture: what it takes up is looked at first."""
        look, hand = self.look, list[gestures.Answer]()
        while True:
            answer = gestures.drawn(self.rng, look["choices"], look["lifts"], len(hand))
            message = gestures.message(self.at, hand, answer, look["lifts"])
            self.socket.send(msgspec.json.encode(message).decode())
            told = self._hear("peek", "position")
            if told["t"] == "position":
                return
            look, hand = {**self.look, **told["look"]}, told["hand"]


# ---- the others --------------------------------------------------------------------------------------------


def _company(address: str, long: Path, games: int, generals: int) -> subprocess.Popen[str]:
    """The others, in a process of their own; back when all of them are at it."""
    command = [sys.executable, "-m", __name__, address, str(long), str(games), str(generals)]
    company = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert company.stdout is not None
    if company.stdout.readline().strip() != "busy":
        raise RuntimeError("the company did not come")
    return company


def _end(company: subprocess.Popen[str]) -> dict[str, int]:
    out, _ = company.communicate("", timeout=180)
    done: dict[str, int] = msgspec.json.decode(out.splitlines()[-1])
    return done


class Company:
    """Everybody else. Each one does the same thing again and again until it is over."""

    def __init__(self, address: str, long: bytes) -> None:
        self.address = address
        self.long = long
        self.done: Counter[str] = Counter()
        self.over = threading.Event()

    def come(self, games: int, generals: int) -> None:
        """Set the tables and begin."""
        for _ in range(games):
            new_game(self.address, "seventh_army", ("person", "person"))
        opened = self._open()
        spectator = token(opened, None)
        advised = new_game(self.address, "campaign", ("you", "person"))
        for work in (
            lambda: self._ask("replays of saves", "POST", "/api/replays", self.long),
            lambda: self._ask("replays of saves", "POST", "/api/replays", self.long),
            lambda: self._ask("replays of games", "GET", f"/api/seats/{spectator}/replay"),
            lambda: self._ask("lists", "GET", "/api/games"),
            self._open_and_remove,
        ):
            self._begin(lambda work=work: self._again(work))  # type: ignore[misc]
        self._begin(lambda: self._questions("advice", token(advised, 0), {"t": "advise", "at": 0}, "advice"))
        self._begin(lambda: self._questions("what was missed", spectator, {"t": "since", "at": 0}, "since"))
        for _ in range(generals):
            made = new_game(self.address, "campaign", ("computer general", "computer general"))
            watched = token(made, None)
            self._begin(lambda link=watched: self._watch(link))  # type: ignore[misc]

    def _begin(self, work: Callable[[], None]) -> None:
        threading.Thread(target=work, daemon=True).start()

    def _again(self, work: Callable[[], object]) -> None:
        while not self.over.is_set():
            try:
                work()
            except (urllib.error.HTTPError, OSError):
                self.done["refused"] += 1
                time.sleep(0.5)

    def _ask(self, what: str, method: str, path: str, body: bytes | None = None) -> None:
        ask(self.address, method, path, body)
        self.done[what] += 1

    def _open(self) -> dict[str, Any]:
        made: dict[str, Any] = ask(self.address, "POST", "/api/games/open?german=person&allied=person", self.long)
        return made

    def _open_and_remove(self) -> None:
        made = self._open()
        ask(self.address, "DELETE", f"/api/games/{made['id']}")
        self.done["saves opened"] += 1

    def _questions(self, what: str, link: str, question: dict[str, Any], answer: str) -> None:
        with line(self.address, link) as socket:
            socket.send(msgspec.json.encode(question).decode())
            with contextlib.suppress(ConnectionClosed):
                for text in socket:
                    kind = msgspec.json.decode(text)["t"]
                    if kind in (answer, "bad"):
                        self.done[what if kind == answer else "refused"] += 1
                        socket.send(msgspec.json.encode(question).decode())

    def _watch(self, link: str) -> None:
        with line(self.address, link) as socket, contextlib.suppress(ConnectionClosed):
            for text in socket:
                self.done["generals' moves"] += b'"t":"position"' in (
                    text if isinstance(text, bytes) else text.encode()
                )


def main() -> None:
    """Be the company until standard input ends; then tell what was done."""
    address, long, games, generals = sys.argv[1:]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)  # where there are no more than two cores, the server's come first
    company = Company(address, Path(long).read_bytes())
    company.come(int(games), int(generals))
    company.done.clear()
    print("busy", flush=True)
    sys.stdin.read()
    company.over.set()
    print(msgspec.json.encode(dict(sorted(company.done.items()))).decode(), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
