"""Work for guests is metered by the seconds it takes: so much for each address, and no more than so much for all."""

from __future__ import annotations

import time
from collections import defaultdict, deque

from ardennes.kernel.words import say
from ardennes.server.limits import Clock

#: Seconds of work that the saves of one address may take, and those of all guests together, in how many seconds.
EACH, TOGETHER, LATELY = 60.0, 300.0, 600.0


class Effort:
    """What guests were given lately. An address that cannot be told pays into the common purse only."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._given: deque[tuple[float, str, float]] = deque()
        self._spent: defaultdict[str, float] = defaultdict(float)
        self._all = 0.0

    def why_not(self, guest: str) -> str | None:
        """Why a guest gets no more work done for now."""
        self._forget()
        minutes = f"{LATELY / 60:.0f}"
        if guest and self._spent.get(guest, 0.0) >= EACH:
            return say(
                "the saves sent from your address took {seconds} seconds of work within {minutes} minutes, which is "
                "all there is for one address; try again in a few minutes",
                seconds=f"{EACH:.0f}",
                minutes=minutes,
            )
        if self._all >= TOGETHER:
            return say(
                "the saves sent by guests took {seconds} seconds of work within {minutes} minutes, which is all there "
                "is for them; try again in a few minutes",
                seconds=f"{TOGETHER:.0f}",
                minutes=minutes,
            )
        return None

    def charge(self, guest: str, seconds: float) -> None:
        """So much was done for a guest."""
        self._forget()
        self._given.append((self._clock(), guest, seconds))
        self._spent[guest] += seconds
        self._all += seconds

    def _forget(self) -> None:
        since = self._clock() - LATELY
        while self._given and self._given[0][0] <= since:
            _, guest, seconds = self._given.popleft()
            self._spent[guest] -= seconds
            self._all -= seconds
            if self._spent[guest] < 0.001:
                del self._spent[guest]
