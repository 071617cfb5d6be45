"""Many games on this machine: worker processes of the standard library's executor.

When a worker dies, the executor gives all its work up without saying whose game it was. So whatever was in hand is
played again, each game alone, until it is known which one kills.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ardennes.lab.crew import Crew, Item, Result, Setting

#: So many workers die of a game before it is given up.
DEATHS = 4
#: A game for every worker, and one that waits for him: nobody is idle while a result is looked at.
IN_HAND = 2
#: The most processes that Windows can wait for at once.
MOST = 61
#: A run: the file of what its games have in common, and how one is played.
Run = tuple[Path, Callable[[Any, Any], Any]]
#: Libraries that would use all cores in every worker.
THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")

#: On a worker: what the games of the run have in common, by its file.
_setting: dict[Path, Any] = {}


def _begin() -> None:
    """A worker begins. Ctrl-C in a terminal is for whoever listens there; and a worker ends with its employer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_employer, daemon=True).start()


def _end_with_employer() -> None:
    employer = multiprocessing.parent_process()
    assert employer is not None
    employer.join()
    os._exit(1)


def _done(setting: Path, play: Callable[[Any, Any], Any], item: Any) -> Any:
    """One game. The setting is read for the first of a run."""
    if setting not in _setting:
        _setting.clear()
        _setting[setting] = pickle.loads(setting.read_bytes())
    return play(_setting[setting], item)


def _succeeded(future: Future[Any]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


@contextmanager
def _one_thread() -> Iterator[None]:
    """Workers that start within this keep to one thread each."""
    before = {name: os.environ.get(name) for name in THREADS}
    os.environ.update(dict.fromkeys(THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


class Company(Crew):
    """Worker processes of this machine. They start afresh, as on every system, and read what they need."""

    def __init__(self, workers: int) -> None:
        super().__init__()
        self.workers = min(workers, MOST) if sys.platform == "win32" else workers
        self._pool: ProcessPoolExecutor | None = None
        self._others: set[Any] = set()

    def __exit__(self, *error: object) -> None:
        self._dismiss()

    def _hired(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._others = set(multiprocessing.active_children())
            afresh = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.workers, mp_context=afresh, initializer=_begin)
        return self._pool

    def _dismiss(self) -> None:
        """Let all workers go, whatever they have in hand: nobody waits for a game that is called off."""
        if self._pool is None:
            return
        pool, self._pool = self._pool, None
        for worker in set(multiprocessing.active_children()) - self._others:
            worker.terminate()
        pool.shutdown(cancel_futures=True)

    def each(
        self, play: Callable[[Setting, Item], Result], setting: Setting, work: Sequence[Item]
    ) -> Iterator[tuple[Item, Result]]:
        """All the work, as it is done."""
        with tempfile.TemporaryDirectory(prefix="ardennes-run-") as folder:
            path = Path(folder) / "setting"
            path.write_bytes(pickle.dumps(setting))
            yield from self._each((path, play), deque(work))

    def _each(self, run: Run, to_do: deque[Item]) -> Iterator[tuple[Item, Any]]:
        in_hand: dict[Future[Any], Item] = {}
        try:
            while to_do or in_hand:
                self._give(run, to_do, in_hand)
                suspects = []
                for future in wait(in_hand, return_when=FIRST_COMPLETED).done:
                    item = in_hand.pop(future)
                    if isinstance(future.exception(), BrokenProcessPool):
                        suspects.append(item)
                    else:
                        yield item, future.result()
                if suspects:
                    self._dismiss()
                    for future, item in in_hand.items():
                        if _succeeded(future):
                            yield item, future.result()
                        else:
                            suspects.append(item)
                    in_hand.clear()
                    for item in suspects:
                        yield from self._alone(run, item)
        finally:
            for future in in_hand:
                future.cancel()

    def _give(self, run: Run, to_do: deque[Item], in_hand: dict[Future[Any], Item]) -> None:
        """Hand out work, until everybody has enough or somebody dies."""
        while to_do and len(in_hand) < self.workers * IN_HAND:
            try:
                future = self._submit(run, to_do[0])
            except BrokenProcessPool:
                self._dismiss()
                if in_hand:
                    return
            else:
                in_hand[future] = to_do.popleft()

    def _submit(self, run: Run, item: Any) -> Future[Any]:
        with _one_thread():
            return self._hired().submit(_done, *run, item)

    def _alone(self, run: Run, item: Item) -> Iterator[tuple[Item, Any]]:
        """A game that may have killed a worker, by itself. If it does so again and again it is given up."""
        for _ in range(DEATHS - 1):
            try:
                result = self._submit(run, item).result()
            except BrokenProcessPool:
                self._dismiss()
            else:
                yield item, result
                return
        self.lost.append(item)
