"""What commands that play many games have in common: who plays them, a bar, and what to say when they are stopped."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import Annotated, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ardennes.lab.crew import Crew
from ardennes.lab.crew import crew as hired

Found = TypeVar("Found")
err = Console(stderr=True, markup=False)

WorkersOption = Annotated[
    int | None,
    typer.Option("--workers", min=1, help="processes, one a core if left out; results do not depend on them"),
]
SchedulerOption = Annotated[
    str | None, typer.Option("--scheduler", help="address of a Dask scheduler, whose workers play instead")
]
KeepOption = Annotated[
    Path | None, typer.Option("--keep", help="folder of games played; these are not played again by the same code")
]


def progress() -> Progress:
    """A bar that says how much is done and how long the rest will take."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=err, transient=True)


@contextmanager
def crew(workers: int | None, scheduler: str | None, games: int) -> Iterator[Crew]:
    """Those who play, for as long as they are needed; a polite request to end stops them as Ctrl-C does."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        with hired(workers, scheduler, games) as found:
            yield found
            if found.lost:
                lost = ", ".join(map(str, found.lost))
                err.print(f"given up, because workers died of it: {lost}", style="yellow", highlight=False)
    finally:
        signal.signal(signal.SIGTERM, before)


def watched(run: Iterable[Found], what: str, total: int, seed: Callable[[Found], int]) -> list[Found]:
    """All that comes of a run, with a bar, by seed. When it is stopped, what there is, and which seeds that are."""
    found: list[Found] = []
    try:
        with progress() as bar:
            task = bar.add_task(what, total=total)
            for one in run:
                found.append(one)
                bar.advance(task)
    except KeyboardInterrupt:
        done = spans(sorted({seed(one) for one in found}))
        err.print(f"stopped: {len(found)} of {total} {what} are done, seeds {done}", style="yellow", highlight=False)
        if not found:
            raise typer.Exit(130) from None
    return sorted(found, key=seed)


def spans(numbers: Sequence[int]) -> str:
    """Numbers in order, in few words.

    >>> spans([1, 2, 3, 7, 9, 10])
    '1 to 3, 7, 9 to 10'
    """
    if not numbers:
        return "none"
    runs = [[n for _, n in run] for _, run in groupby(enumerate(numbers), lambda each: each[1] - each[0])]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)
