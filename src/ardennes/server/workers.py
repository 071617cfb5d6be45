"""The workers of a house: a queue, a few processes, limits, and deadlines. The event loop only plays."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import logging
import textwrap
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

from ardennes.kernel.languages import spoken_now
from ardennes.kernel.words import phrase, say
from ardennes.server import worker
from ardennes.server.effort import Effort
from ardennes.server.hand import Hand, NotBegun
from ardennes.server.jobs import READING, SENT, Job, Unfit

log = logging.getLogger("ardennes.server")

#: Workers, unless said otherwise.
WORKERS = 2
#: Jobs that one seat and one address may have waiting or being done, and all of them together, with their size.
EACH_SEAT = 3
EACH_ADDRESS = 8
ALL = 200
ALL_BYTES = 64_000_000
#: A job that has not been begun after so many seconds is given up.
LONGEST_WAIT = 45.0
#: Seconds before a worker that could not be started is tried again.
REST = 1.0

OUR_FAULT = phrase(
    "something broke in the program: it is our fault, not yours, and nothing is lost; the server's log says what"
)

_encode = msgspec.msgpack.encode


class Undone(Exception):
    """Work that was not done. The text is for whoever asked."""


class Busy(Undone):
    """There is too much to do."""


class Overran(Undone):
    """It took longer than it may."""


class Broke(Undone):
    """It failed, and that is our fault."""


class _Task:
    """A job on its way."""

    __slots__ = ("answer", "came", "data", "guest", "hand", "hurried", "job", "makes_way", "since", "tried")

    def __init__(self, job: Job, guest: str | None, answer: asyncio.Future[bytes]) -> None:
        self.job = job
        self.data = _encode(job)
        #: The address whose seconds of work it takes, if any.
        self.guest = guest
        self.answer = answer
        self.came = time.monotonic()
        self.tried = 0
        #: The worker that has it and since when, and whether somebody wants the best answer so far.
        self.hand: Hand | None = None
        self.since = 0.0
        self.hurried = False
        #: Whether its worker was stopped for a more pressing job.
        self.makes_way = False

    def makes_way_for(self, job: Job) -> bool:
        """Whether it can be stopped now for one that is more pressing."""
        can = self.hand is not None and not self.makes_way and self.job.lane in job.presses
        return can and time.monotonic() >= self.since + job.grace

    @property
    def late(self) -> bool:
        """Whether it has waited as long as a job may."""
        return time.monotonic() > self.came + LONGEST_WAIT + self.job.patience


class Workers:
    """Gives jobs to processes: the most pressing first, one at a time to each.

    Processes and not threads, because thinking would hold the interpreter lock while players click; processes of our
    own and not an executor's, because one that overruns is stopped and one that dies costs its job alone.
    """

    def __init__(self, count: int = WORKERS, pack: Path | None = None, memory: int = worker.MEMORY) -> None:
        self.count = count
        self._free = [Hand(pack, memory) for _ in range(count)]
        self._hands = tuple(self._free)
        self._queue: list[tuple[float, int, _Task]] = []
        self._numbers = itertools.count()
        self._lanes: Counter[str] = Counter()
        self._asked: Counter[str] = Counter()
        # A thread may still wait for a process that is being stopped while the next job has begun.
        self._threads = ThreadPoolExecutor(2 * count, thread_name_prefix="worker line")
        self._running: set[asyncio.Task[None]] = set()
        self._tasks: list[_Task] = []
        #: What workers have: also work that nobody waits for any more.
        self._held: list[_Task] = []
        self._effort = Effort()
        self._closed = False

    async def warm_up(self) -> None:
        """Start the processes before anybody waits for them."""
        loop = asyncio.get_running_loop()
        for hand in list(self._free):
            if hand in self._free:
                self._free.remove(hand)
                try:
                    await loop.run_in_executor(self._threads, hand.ready)
                except NotBegun as error:  # the next job tries again
                    log.warning("%s", error)
                finally:
                    self._give_back(hand)

    async def close(self) -> None:
        """Let all processes go. What they were doing is not waited for."""
        self._closed = True
        for _, _, task in self._queue:
            _fail(task, Busy("the server is being stopped"))
        for running in list(self._running):
            running.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        await asyncio.gather(*(asyncio.to_thread(hand.stop) for hand in self._hands))
        self._threads.shutdown(wait=False)

    async def do(self, job: Job, seat: str = "", address: str = "", guest: str | None = None) -> bytes:
        """Have a job done for a seat and an address, where there is one; for a guest it is metered (`effort`).

        `Unfit` says what is wrong with what was asked for, `Undone` why there is no answer.
        """
        who = tuple(f"{kind} {name}" for kind, name in (("seat", seat), ("address", address)) if name)
        self._admit(who, guest)
        loop = asyncio.get_running_loop()
        if (language := spoken_now()) != job.language:
            job = msgspec.structs.replace(job, language=language)
        task = _Task(job, guest, loop.create_future())
        self._asked.update(who)
        timer = loop.call_later(LONGEST_WAIT + job.patience, self._give_up, task)
        self._tasks.append(task)
        try:
            self._put(task)
            return await task.answer
        finally:
            timer.cancel()
            self._tasks.remove(task)
            self._asked.subtract(who)
            self._asked += Counter()  # forget who has nothing waiting

    def hurry(self, job: Job) -> None:
        """Have a job that is waiting or being done give the best answer so far."""
        for task in self._tasks:
            if task.job is job:
                task.hurried = True
                if task.hand is not None:
                    task.hand.ring(True)

    def _admit(self, who: tuple[str, ...], guest: str | None) -> None:
        if self._closed:
            raise Busy("the server is being stopped")
        if guest is not None and (spent := self._effort.why_not(guest)) is not None:
            raise Busy(spent)
        for one in who:
            most = EACH_SEAT if one.startswith("seat") else EACH_ADDRESS
            if self._asked[one] >= most:
                kind = one.partition(" ")[0]
                raise Busy(_waiting(kind, most))
        if who and (len(self._queue) >= ALL or sum(len(task.data) for *_, task in self._queue) > ALL_BYTES):
            raise Busy(_too_much())

    def _put(self, task: _Task, came: float | None = None) -> None:
        heapq.heappush(self._queue, ((came or task.came) + task.job.patience, next(self._numbers), task))
        self._begin()

    def _put_back(self, task: _Task) -> None:
        """A job that was not done through no fault of its own waits again, behind what was more pressing."""
        if task.late or self._closed:
            _fail(task, Busy(_too_much()))
        else:
            self._put(task, time.monotonic() if task.makes_way else None)

    def _give_up(self, task: _Task) -> None:
        """Too late to begin: whoever asked is told, and the job leaves the queue."""
        waiting = [entry for entry in self._queue if entry[2] is not task]
        if len(waiting) < len(self._queue):
            heapq.heapify(waiting)
            self._queue = waiting
            _fail(task, Busy(_too_much()))

    def _begin(self) -> None:
        """Give the most pressing jobs to the workers that are free."""
        while self._free and (task := self._next()) is not None:
            self._lanes[task.job.lane] += 1
            running = asyncio.get_running_loop().create_task(self._run(self._free.pop(), task))
            self._running.add(running)
            running.add_done_callback(self._running.discard)
        self._make_way()

    def _next(self) -> _Task | None:
        """Take the next job out of the queue: nothing goes before what it would have to make way for."""
        self._queue = [entry for entry in sorted(self._queue) if not entry[2].answer.done()]
        can = [entry for entry in self._queue if not self._full(entry[2].job.lane, self._lanes)]
        pressed = {lane for *_, task in can for lane in task.job.presses}
        for entry in can:
            task = entry[2]
            if task.job.lane not in pressed:
                self._queue.remove(entry)  # what is left is sorted, so it is a heap
                return self._next() if self._is_spent(task) else task
        return None

    def _is_spent(self, task: _Task) -> bool:
        """Whether a guest's work was used up while his job waited; then he is told."""
        spent = None if task.guest is None else self._effort.why_not(task.guest)
        if spent is not None:
            _fail(task, Busy(spent))
        return spent is not None

    def _full(self, lane: str, lanes: Counter[str]) -> bool:
        """Strangers get one worker at most, and no lane gets all."""
        most = 1 if lane == SENT else max(1, self.count - 1)
        return lane != "" and lanes[lane] >= most

    def _make_way(self) -> None:
        """Stop a job that can wait for each one that is more pressing and has no worker; the last begun first."""
        if self._free:
            return
        stopped = sum(task.makes_way for task in self._held)
        for job in self._pressing()[stopped:]:
            found = [task for task in self._held if task.makes_way_for(job)]
            if found:
                task = max(found, key=lambda task: (job.presses[0] == task.job.lane, task.since))
                task.makes_way = True
                assert task.hand is not None
                task.hand.break_off()

    def _pressing(self) -> list[Job]:
        """Jobs that others make way for, as many as could be begun if there were workers."""
        lanes, found = Counter(self._lanes), []
        for *_, task in sorted(self._queue):
            job = task.job
            if job.presses and not task.answer.done() and not self._full(job.lane, lanes):
                lanes[job.lane] += 1
                found.append(job)
        return found

    async def _run(self, hand: Hand, task: _Task) -> None:
        """One job on one worker."""
        loop = asyncio.get_running_loop()
        name = type(task.job).__name__
        fresh, rest, hand.begun = True, 0.0, None
        try:
            fresh = await loop.run_in_executor(self._threads, hand.ready)
            hand.ring(task.hurried)
            task.hand, task.since, task.makes_way = hand, time.monotonic(), False
            self._held.append(task)
            if task.job.lane in (SENT, READING):
                loop.call_soon(self._make_way)
                loop.call_later(Job.grace + 0.01, self._make_way)
            asked = loop.run_in_executor(self._threads, hand.ask, task.data)
            raw = await asyncio.wait_for(asked, task.job.limit)
        except TimeoutError:
            log.error("a worker was stopped: %s took more than %s seconds", name, task.job.limit)
            await asyncio.to_thread(hand.stop)
            _fail(task, Overran(_too_long(task)))
        except NotBegun as error:
            log.warning("%s is given to another worker: %s", name, error)
            await asyncio.to_thread(hand.stop)
            rest = REST if fresh and not task.makes_way else 0.0
            self._put_back(task)
        except (EOFError, OSError):
            await asyncio.to_thread(hand.stop)
            if task.makes_way:
                log.info("%s makes way for something more pressing and is begun again later", name)
                self._put_back(task)
            else:
                log.error("a worker died over %s", name)
                self._try_again(task)
        except Exception:
            log.exception("%s could not be given to a worker", name)
            _broke(task, OUR_FAULT)
        else:
            await self._take(hand, task, raw)
        finally:
            if task.hand is not None:
                self._held.remove(task)
            task.hand = None
            if task.guest is not None and hand.begun is not None:
                self._effort.charge(task.guest, time.monotonic() - hand.begun)
            self._lanes[task.job.lane] -= 1
            if rest and not self._closed:
                loop.call_later(rest, self._give_back, hand)
            else:
                self._give_back(hand)

    def _give_back(self, hand: Hand) -> None:
        """A worker has nothing to do."""
        self._free.append(hand)
        if not self._closed:
            self._begin()

    def _try_again(self, task: _Task) -> None:
        task.tried += 1
        if task.job.again and task.tried < 2 and not self._closed:
            self._put(task)
        else:
            _broke(task, say("the program that worked on this died over it; nothing is lost"))

    async def _take(self, hand: Hand, task: _Task, raw: bytes) -> None:
        kind, rest = raw[:1], raw[1:]
        if kind == worker.DONE:
            if not task.answer.done():
                task.answer.set_result(rest)
        elif kind == worker.UNFIT:
            _fail(task, Unfit(rest.decode()))
        elif kind == worker.FULL:
            log.error("a worker ran out of memory over %s", type(task.job).__name__)
            await asyncio.to_thread(hand.stop)
            _fail(task, Overran(say("this takes more memory than it may and was given up; nothing is lost")))
        else:
            # What somebody sent may be quoted in there: it is set in, so that it cannot pass for a line of the log.
            told = textwrap.indent(rest.decode(), "  | ", lambda _: True)
            log.error("%s broke down in a worker:\n%s", type(task.job).__name__, told)
            _broke(task, OUR_FAULT)


def _too_much() -> str:
    return say("the server has too much to do just now; try again in a minute")


def _waiting(kind: str, most: int) -> str:
    if kind == "seat":
        return say("this seat has {most} requests waiting already; wait for one of them", most=most)
    return say("this address has {most} requests waiting already; wait for one of them", most=most)


def _too_long(task: _Task) -> str:
    seconds = f"{task.job.limit:.0f}"
    return say("this took more than {seconds} seconds and was given up; nothing is lost", seconds=seconds)


def _broke(task: _Task, text: str) -> None:
    """A fault of ours; but what a stranger sent to break us is no more than bad input."""
    _fail(
        task, Broke(text) if task.job.again else Unfit(say("this save cannot be read: our reader breaks down over it"))
    )


def _fail(task: _Task, error: Exception) -> None:
    if not task.answer.done():
        task.answer.set_exception(error)
