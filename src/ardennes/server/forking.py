"""How processes are started: where the system can, forked from one that has read all titles (`nursery`)."""

from __future__ import annotations

import multiprocessing
from contextlib import suppress
from typing import Any


def context() -> Any:
    """What workers are started with."""
    if not _can_fork():
        return multiprocessing.get_context("spawn")
    found = multiprocessing.get_context("forkserver")
    found.set_forkserver_preload(["ardennes.server.nursery"])
    return found


def begin() -> None:
    """Have the nursery begin to read, long before the first worker is wanted; this returns at once.

    Nothing is lost if it cannot be started now: the first worker tries again.
    """
    if _can_fork():
        from multiprocessing import forkserver  # noqa: PLC0415 - there is none on Windows

        context()
        with suppress(OSError):
            forkserver.ensure_running()


def _can_fork() -> bool:
    return "forkserver" in multiprocessing.get_all_start_methods()
