"""Many games on the workers of a Dask cluster.

A worker that dies costs only its game: another plays it again, and it is given up when it has killed several.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import count
from typing import Any, Self

from distributed import Client, KilledWorker, Worker, WorkerPlugin, as_completed

from ardennes.lab.crew import Crew, Item, Result, Setting, code_mark

#: Seconds to wait for the first worker of a cluster.
PATIENCE = 60
#: On a worker: what the games of each run have in common.
_settings: dict[str, Any] = {}


class Briefing(WorkerPlugin):
    """Tells every worker what the games of a run have in common, once: those too that join later or start again."""

    def __init__(self, name: str, setting: object) -> None:
        self.name, self.setting = name, setting

    def setup(self, worker: Worker) -> None:
        """The run begins, or the worker does."""
        _settings[self.name] = self.setting

    def teardown(self, worker: Worker) -> None:
        """The run is over."""
        _settings.pop(self.name, None)


def _done(play: Callable[[Any, Any], Any], name: str, item: Any) -> Any:
    return play(_settings[name], item)


def _code() -> str:
    return code_mark()


class Cluster(Crew):
    """The workers of the scheduler at an address."""

    def __init__(self, scheduler: str) -> None:
        super().__init__()
        self.scheduler = scheduler
        self._open = ExitStack()
        self._runs = count(1)

    def __enter__(self) -> Self:
        try:
            self.client = self._open.enter_context(Client(self.scheduler))
            self.client.wait_for_workers(1, timeout=PATIENCE)
            self._have_this_code()
        except BaseException:
            self._open.close()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self._open.close()

    def _have_this_code(self) -> None:
        """Workers elsewhere must have the code and the data that are here."""
        others = [worker for worker, mark in self.client.run(_code).items() if mark != code_mark()]
        if others:
            raise ValueError(
                f"scheduler {self.scheduler}: expected workers with this very version, {', '.join(others)} have another"
            )

    def each(
        self, play: Callable[[Setting, Item], Result], setting: Setting, work: Sequence[Item]
    ) -> Iterator[tuple[Item, Result]]:
        """All the work, as it is done."""
        name = f"{self.client.id} {next(self._runs)}"
        self.client.register_plugin(Briefing(name, setting))
        items = list(work)
        futures = self.client.map(_done, [play] * len(items), [name] * len(items), items, pure=False)
        asked = {future.key: item for future, item in zip(futures, items, strict=True)}
        coming = as_completed(futures, self.client.loop, with_results=True, raise_errors=False)
        # a result that is here is let go there: it must not be made again when that worker dies
        del futures
        try:
            for future, result in coming:
                item = asked.pop(future.key)
                failed = future.status == "error"
                future.release()
                if not failed:
                    yield item, result
                elif isinstance(result[1], KilledWorker):
                    self.lost.append(item)
                else:
                    raise result[1].with_traceback(result[2])
        finally:
            coming.clear()
            self.client.unregister_worker_plugin(name)
