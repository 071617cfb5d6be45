"""One worker: a process of low priority and bounded memory that does one job after another.

Where the system can fork, workers are forked from a process that has imported `nursery`, so the titles and their data
are in memory once, and a worker that had to be stopped is replaced at once.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import traceback
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from ardennes.agents import haste
from ardennes.kernel import Game
from ardennes.server import jobs
from ardennes.server.recovery import Damaged
from ardennes.titles import KEYS, find, use_data

#: How an answer begins.
DONE, UNFIT, BROKEN, FULL = b"+", b"-", b"!", b"m"
#: Said before a job is begun: until then it may as well be given to another.
BEGUN = b"?"

#: A worker may hold so much data, and steps back this far for the loop that serves the players.
MEMORY = 1 << 30
NICE = 10


def preload() -> None:
    """Read every scenario of every title."""
    for key in KEYS:
        title = find(key)
        for scenario in title.scenarios:
            Game.of(title, scenario.key)


def work(line: Connection, pack: Path | None, memory: int, bell: Any) -> None:
    """Do jobs until nobody is at the other end. The bell is rung by one who wants the best answer so far."""
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    haste.listen(lambda: bool(bell.value))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which lets us go
    use_data(pack)
    preload()
    _step_back(memory)
    while True:
        try:
            data = line.recv_bytes()
            line.send_bytes(BEGUN)
        except (EOFError, OSError):
            return
        answer = answered(data)
        try:
            line.send_bytes(answer)
        except OSError:
            return
        if answer[:1] == FULL:
            return  # what is left of the memory is nobody's friend


def _end_with_the_server() -> None:
    """Nobody waits for the answer any more when the server has died, which may be in the midst of a long thought."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def _step_back(memory: int) -> None:
    if hasattr(os, "nice"):
        os.nice(NICE)
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - there is none on Windows

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))


def answered(data: bytes) -> bytes:
    """The answer to a job, whatever happens."""
    try:
        return DONE + jobs.read(data).done()
    except (jobs.Unfit, Damaged) as error:
        return UNFIT + str(error).encode()
    except MemoryError:
        return FULL
    except Exception:
        return BROKEN + traceback.format_exc().encode()
