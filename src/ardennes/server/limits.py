"""How much anybody may ask for: connections, guesses of links, messages, rows. Beyond that he is told so in words."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Hashable

from ardennes.kernel.words import say
from ardennes.server.door import Door

#: Open connections in all; the rest of the files a process may open belong to the store.
CONNECTIONS = 1500
#: Open connections of one address other than this machine's: a club behind one router has a few dozen.
PER_ADDRESS = 150
#: Pages open at one player's seat, and by one spectators' link.
PAGES, WATCHERS = 12, 200
#: Links that open nothing which one address may try in a minute.
GUESSES = 30
#: Scenes with options nobody has asked for yet, which have to be worked out, for one address in a minute.
SCENES = 60
#: Messages a second over one socket, and how many may come at once.
MESSAGES, AT_ONCE = 200, 2000
#: Seconds of our work a second that the pages of one seat may cost, and how many at once: the loop is everybody's.
WORK, WORK_AT_ONCE = 0.5, 1.0
#: Words a second from one seat, and how many may come at once.
TALK, TALK_AT_ONCE = 1, 10
#: Actions taken back since the last roll or reply; more would only fill the disk.
TAKEN_BACK = 500
#: Actions since the last roll or reply; from then on there is one a second.
ACTIONS = 3000
#: Seconds to send a request's head, and its body.
HEAD_SECONDS, BODY_SECONDS = 20.0, 60.0

Clock = Callable[[], float]


class Meter:
    """So many times in so many seconds, for each key."""

    #: Keys remembered; beyond that the oldest are forgotten.
    ROOM = 10_000

    def __init__(self, most: int, seconds: float = 60.0, clock: Clock = time.monotonic) -> None:
        self.most = most
        self.seconds = seconds
        self._clock = clock
        self._times: dict[Hashable, deque[float]] = {}

    def full(self, key: Hashable) -> bool:
        """Whether a key has had all it may have for now."""
        times = self._times.get(key)
        if times is None:
            return False
        since = self._clock() - self.seconds
        while times and times[0] <= since:
            times.popleft()
        return len(times) >= self.most

    def note(self, key: Hashable) -> None:
        """Once more."""
        times = self._times.pop(key, None) or deque(maxlen=self.most)
        times.append(self._clock())
        self._times[key] = times
        while len(self._times) > self.ROOM:
            del self._times[next(iter(self._times))]


class Pace:
    """So many a second, with some in reserve. Says how long to wait before the next."""

    __slots__ = ("_clock", "_left", "_most", "_rate", "_seen")

    def __init__(self, rate: float, most: float, clock: Clock = time.monotonic) -> None:
        self._rate, self._most, self._clock = rate, most, clock
        self._left = most
        self._seen = clock()

    def wait(self, cost: float = 1.0) -> float:
        """Take one, or as much as it costs; the seconds until it is due."""
        self._catch_up()
        self._left -= cost
        return max(0.0, -self._left / self._rate)

    def take(self) -> bool:
        """Take one if there is one; nothing otherwise."""
        self._catch_up()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def _catch_up(self) -> None:
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._seen) * self._rate)
        self._seen = now


class Paces:
    """A pace for each seat of a game, by its link."""

    def __init__(self, rate: float, most: float, clock: Clock = time.monotonic) -> None:
        self._rate, self._most, self._clock = rate, most, clock
        self._of: dict[str, Pace] = {}

    def of(self, token: str) -> Pace:
        """The pace of a seat."""
        if token not in self._of:
            self._of[token] = Pace(self._rate, self._most, self._clock)
        return self._of[token]


class Thrift:
    """How much was written of a game since the last roll or reply: all of it could be taken back and done again."""

    __slots__ = ("_clock", "_last", "back", "rows")

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._last = 0.0
        self.rows = self.back = 0

    def why_not(self, back: bool) -> str | None:
        """Why a player may not act now, or take back."""
        if back and self.back >= TAKEN_BACK:
            return say(
                "{number} actions were taken back since the last roll or reply; the next one stands",
                number=TAKEN_BACK,
            )
        if self.rows >= ACTIONS and self._clock() < self._last + 1:
            return say(
                "{number} actions were made since the last roll or reply; from here on there is one a second",
                number=ACTIONS,
            )
        return None

    def note(self, rows: int, back: int, firm: bool) -> None:
        """Rows were written, some of them for actions taken back; `firm` if none of it can be taken back any more."""
        self._last = self._clock()
        self.rows, self.back = (0, 0) if firm else (self.rows + rows, self.back + back)


class Gate:
    """What is open and what was tried, for the whole server."""

    def __init__(self, door: Door, connections: int = CONNECTIONS) -> None:
        self.door = door
        self.most = connections
        self.guesses = Meter(GUESSES)
        self.scenes = Meter(SCENES)
        self._open: Counter[str] = Counter()
        self._sockets: Counter[str] = Counter()

    def connect(self, address: str) -> str | None:
        """Count a new connection, or say why it cannot be had."""
        if self._open.total() >= self.most:
            return say(
                "{most} connections are open here, and that is all there are; come back in a while", most=self.most
            )
        if self.door.counted(address) and self._open[address] >= PER_ADDRESS:
            return say("your address has {number} connections open; close some pages first", number=PER_ADDRESS)
        self._open[address] += 1
        return None

    def disconnect(self, address: str) -> None:
        """A counted connection is gone."""
        _less(self._open, address)

    def sit(self, address: str) -> str | None:
        """Count a socket of a visitor, who may come through a proxy, or say why it cannot be had."""
        if self.door.counted(address) and self._sockets[address] >= PER_ADDRESS:
            return say("your address has {number} games open; close some pages first", number=PER_ADDRESS)
        self._sockets[address] += 1
        return None

    def leave(self, address: str) -> None:
        """A counted socket is gone."""
        _less(self._sockets, address)

    def guessed(self, address: str) -> str | None:
        """Note a link that opens nothing; says so when an address has tried too many. Right links are never counted."""
        if self.guesses.full(address):
            return say("{number} links that open nothing were tried from your address; wait a minute", number=GUESSES)
        self.guesses.note(address)
        return None


def _less(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]
