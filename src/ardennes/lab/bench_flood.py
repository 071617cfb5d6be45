"""One seat asks for as much as it can at once: how long others wait for their own moves, and how the server grows.

A campaign of Bitter Woods is opened far into it, and from one of its seats come answers to a position that has passed,
groups that cannot march, questions about choices and overlays, each kind as one burst; once more from a page that does
not read what it is told. Meanwhile four players play at tables of their own, each at the pace of a hand.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import random
import socket as sockets
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed

import ardennes
from ardennes.kernel import Action, Match, State, saves
from ardennes.kernel.conformance import random_action
from ardennes.lab import bench_stall
from ardennes.lab.bench_stall import Hand, Waits, ask, line, token, waits
from ardennes.titles import LONGEST

#: Rows of the campaign, messages of a burst, and players elsewhere.
ROWS = 6_000
MESSAGES = 2_000
PLAYERS = 4


class Flood(msgspec.Struct, frozen=True):
    """What others waited during one burst, how long it took to be answered, and what the server grew by, in MiB."""

    kind: str
    messages: int
    seconds: float
    others: Waits
    grown: float


def run(rows: int = ROWS, messages: int = MESSAGES, seconds: float = 10.0) -> list[Flood]:
    """Start a server, open the campaign, and measure burst after burst."""
    with tempfile.TemporaryDirectory(prefix="ardennes-bench-") as folder:
        server, address = bench_stall.start(Path(folder) / "bench.sqlite3")
        try:
            match = long_match(rows)
            path = "/api/games/open?german=you&allied=person"
            made = ask(address, "POST", path, saves.dump(match).encode())
            side = match.state.side
            assert side is not None
            seat = token(made, int(side))
            with contextlib.ExitStack() as tables:
                hands = [tables.enter_context(Hand(address)) for _ in range(PLAYERS)]
                _play(hands, 1.0)
                return [
                    Flood("nothing", 0, 0.0, waits(_play(hands, seconds)), 0.0),
                    *(
                        _burst(address, seat, server.pid, hands, kind, [text] * messages, seconds)
                        for kind, text in _texts(match).items()
                    ),
                    _burst(address, seat, server.pid, hands, UNREAD, [_texts(match)[STALE]] * messages, seconds),
                ]
        finally:
            server.terminate()
            server.wait(30)


STALE, UNREAD = "stale answers", "stale answers, not read"


def long_match(rows: int, seed: int = 1) -> Match:
    """A campaign played at random by people who are slow to end their phases, up to where a unit can be chosen."""
    match, rng = Match(ardennes.game(LONGEST, "campaign"), seed), random.Random(seed)
    while match.state.stack and not (len(match.moves) >= rows and "unit" in match.state.choices()):
        match.play(_slowly(match.state, rng))
    return match


def _slowly(state: State, rng: random.Random) -> Action:
    action = random_action(state, rng)
    return action if action.verb != "done" else random_action(state, rng)


def _texts(match: Match) -> dict[str, bytes]:
    """What is asked, by kind. No unit can go to its own hex."""
    at, choices = len(match.moves), match.state.choices()
    units = [unit for unit in choices["unit"] if unit is not None]
    answers = [(verb, target) for verb, targets in choices.items() for target in targets][:64]
    parts = [[("unit", units[number % len(units)]), ("hex", 5)] for number in range(16)]
    wishes: dict[str, dict[str, Any]] = {
        STALE: {"t": "act", "at": 1, "verb": "unit", "target": units[0]},
        "groups that stay": {"t": "group", "at": at, "parts": parts},
        "64 hints": {"t": "hints", "at": at, "answers": answers},
        "overlays": {"t": "shade", "at": at, "overlay": "supply"},
    }
    return {kind: msgspec.json.encode(wish) for kind, wish in wishes.items()}


def _play(hands: Sequence[Hand], seconds: float) -> list[float]:
    """All play for a while, each in a thread of his own; what each move was waited for."""
    found: list[float] = []
    threads = [threading.Thread(target=lambda hand=hand: found.extend(hand.play(seconds))) for hand in hands]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def _burst(
    address: str, seat: str, pid: int, hands: Sequence[Hand], kind: str, texts: Sequence[bytes], seconds: float
) -> Flood:
    """All of it at once from one page, in a process of its own, while others play."""
    before = resident(pid)
    most = [before]
    over = threading.Event()

    def watch() -> None:
        while not over.wait(0.05):
            most.append(resident(pid))

    context = multiprocessing.get_context("spawn")
    told = context.SimpleQueue()
    page = context.Process(target=_flood, args=(address, seat, kind == UNREAD, texts, seconds, told))
    page.start()
    told.get()  # it is there
    watching = threading.Thread(target=watch)
    watching.start()
    found = _play(hands, seconds)
    answered, took = told.get()
    over.set()
    watching.join()
    page.join(10)
    return Flood(kind, answered, round(took, 1), waits(found), round(max(most) - before, 1))


def _flood(address: str, seat: str, unread: bool, texts: Sequence[bytes], seconds: float, told: Any) -> None:
    """The page: says when it is there, then how many answers it got and how long that took."""
    answered, took = 0, 0.0
    with line(address, seat) as page:
        page.recv()
        told.put(True)
        began = time.perf_counter()
        if unread:
            _shout(page.socket, texts)
            time.sleep(seconds)
        else:
            threading.Thread(target=_say, args=(page, texts), daemon=True).start()
        with contextlib.suppress(ConnectionClosed):  # who reads more slowly than he asks is cut off
            while not unread and answered < len(texts) and time.perf_counter() < began + seconds:
                with contextlib.suppress(TimeoutError):
                    answered += msgspec.json.decode(page.recv(timeout=0.5))["t"] not in ("position", "present")
                    took = time.perf_counter() - began
        told.put((answered, took))
    os._exit(0)


def _say(page: Any, texts: Sequence[bytes]) -> None:
    with contextlib.suppress(ConnectionClosed, OSError):
        for text in texts:
            page.send(text.decode())


def _shout(line: sockets.socket, texts: Sequence[bytes]) -> None:
    """Write whole frames by hand, as a page does that never looks for an answer."""
    line.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    for text in texts:
        size = bytes((0x80 | len(text),)) if len(text) < 126 else bytes((0x80 | 126,)) + len(text).to_bytes(2, "big")
        line.sendall(b"\x81" + size + b"\0\0\0\0" + text)


def resident(pid: int) -> float:
    """The memory of a process in MiB; 0 where the system does not say."""
    try:
        text = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    return int(text.split("VmRSS:")[1].split()[0]) / 1024
