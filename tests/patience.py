"""How tests wait: for what must come, as long as it takes. Nothing here says how fast anything is."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

#: Seconds after which what has not come never will; on no machine does a test come near.
PATIENCE = 300.0


def until(true: Callable[[], T], what: str = "what was waited for") -> T:
    """Ask until the answer is yes, and return it."""
    end = time.monotonic() + PATIENCE
    while not (found := true()):
        assert time.monotonic() < end, f"{what} never came"
        time.sleep(0.01)
    return found


async def soon(true: Callable[[], T], what: str = "what was waited for") -> T:
    """The same beside other tasks of an event loop."""
    end = time.monotonic() + PATIENCE
    while not (found := true()):
        assert time.monotonic() < end, f"{what} never came"
        await asyncio.sleep(0.005)
    return found
