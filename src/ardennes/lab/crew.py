"""Who plays many games: this process alone, workers of this machine (`lab.company`) or of a cluster (`lab.cluster`).

A game depends on its setting, its seed and the code, and on nothing else, so results are the same whoever plays.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Self, TypeVar

Setting = TypeVar("Setting")
Item = TypeVar("Item")
Result = TypeVar("Result")

#: The rooms that decide how a game goes.
ROOMS = ("agents", "board", "kernel", "lab", "odds", "parts", "titles")


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@lru_cache(maxsize=1)
def code_mark() -> str:
    """What tells this code and its data apart from other versions, whose games are not the same games."""
    home, mark = Path(__file__).parents[1], hashlib.sha256()
    for room in ROOMS:
        for path in sorted((home / room).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                mark.update(f"{path.relative_to(home)}\n".encode())
                mark.update(path.read_bytes())
    return mark.hexdigest()[:16]


class Crew:
    """Those who play the games of a command: this process, one game after another."""

    def __init__(self) -> None:
        #: Work given up because workers died of it again and again.
        self.lost: list[Any] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def each(
        self, play: Callable[[Setting, Item], Result], setting: Setting, work: Sequence[Item]
    ) -> Iterator[tuple[Item, Result]]:
        """All the work, piece by piece as it is done; a company does it in no particular order.

        What goes wrong in a game is raised here. Whoever stops listening calls off what has not begun.
        """
        for item in work:
            yield item, play(setting, item)


def crew(workers: int | None, scheduler: str | None, games: int) -> Crew:
    """Workers for so many games: those of a cluster, else processes of this machine, by default one for each core."""
    count = min(workers if workers is not None else cores(), games)
    if scheduler is None and count < 2:
        return Crew()
    if scheduler is None:
        from ardennes.lab.company import Company  # noqa: PLC0415 - it is a crew itself

        return Company(count)
    try:
        from ardennes.lab.cluster import Cluster  # noqa: PLC0415 - Dask is an extra
    except ImportError:
        raise ValueError("the workers of a cluster are reached by Dask: pip install 'ardennes[lab]'") from None
    return Cluster(scheduler)
