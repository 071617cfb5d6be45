"""The workers of a house: a queue, a few processes, limits, and deadlines. The event loop only plays."""

from __future__ import annotations

import asyncio
import ctypes
import heapq
import itertools
import logging
import multiprocessing
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

from ardennes.kernel.languages import spoken_now
from ardennes.kernel.words import phrase, say
from ardennes.server import worker
from ardennes.server.jobs import Job, Unfit

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

    __slots__ = ("answer", "came", "data", "hand", "hurried", "job", "tried", "who")

    def __init__(self, job: Job, who: tuple[str, ...], answer: asyncio.Future[bytes]) -> None:
        self.job = job
        self.data = _encode(job)
        self.who = who
        self.answer = answer
        self.came = time.monotonic()
        self.tried = 0
        #: The worker that has begun it, and whether somebody wants the best answer so far.
        self.hand: _Hand | None = None
        self.hurried = False


class _Hand:
    """One worker process, started when it is first needed. Its methods block: they are called on threads."""

    def __init__(self, pack: Path | None, memory: int) -> None:
        self.pack = pack
        self.memory = memory
        self._process: Any = None
        self._line: Any = None
        #: Seen by the process as well, without a lock: one that is stopped in the midst of looking leaves none held.
        self._bell: Any = None

    def ready(self) -> None:
        """Start the process unless it runs."""
        if self._process is not None:
            return
        context = _context()
        self._line, theirs = context.Pipe()
        self._bell = context.RawValue(ctypes.c_bool, False)
        self._process = context.Process(
            target=worker.work, args=(theirs, self.pack, self.memory, self._bell), daemon=True, name="ardennes worker"
        )
        self._process.start()
        theirs.close()

    def ask(self, data: bytes) -> bytes:
        """Have a job done. EOFError or OSError if the process dies over it."""
        self._line.send_bytes(data)
        answer: bytes = self._line.recv_bytes()
        return answer

    def ring(self, hurry: bool) -> None:
        """Have the process take the best answer so far, or all the time it wants."""
        if self._bell is not None:
            self._bell.value = hurry

    def stop(self) -> None:
        """End the process, whatever it is doing; the next job starts another."""
        process, line = self._process, self._line
        self._process = self._line = None
        if process is not None and process.pid is not None:  # one that was never started has nothing to end
            process.kill()
            process.join(5)
        if line is not None:
            line.close()


class Workers:
    """Gives jobs to processes: the most pressing first, one at a time to each.

    Processes and not threads, because thinking would hold the interpreter lock while players click; processes of our
    own and not an executor's, because one that overruns is stopped and one that dies costs its job alone.
    """

    def __init__(self, count: int = WORKERS, pack: Path | None = None, memory: int = worker.MEMORY) -> None:
        self.count = count
        self._free = [_Hand(pack, memory) for _ in range(count)]
        self._hands = tuple(self._free)
        self._queue: list[tuple[float, int, _Task]] = []
        self._numbers = itertools.count()
        self._lanes: Counter[str] = Counter()
        self._asked: Counter[str] = Counter()
        # A thread may still wait for a process that is being stopped while the next job has begun.
        self._threads = ThreadPoolExecutor(2 * count, thread_name_prefix="worker line")
        self._running: set[asyncio.Task[None]] = set()
        self._tasks: list[_Task] = []
        self._closed = False

    async def warm_up(self) -> None:
        """Start the processes before anybody waits for them."""
        loop = asyncio.get_running_loop()
        for hand in list(self._free):
            if hand in self._free:
                self._free.remove(hand)
                await loop.run_in_executor(self._threads, hand.ready)
                self._free.append(hand)
                self._begin()

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

    async def do(self, job: Job, seat: str = "", address: str = "") -> bytes:
        """Have a job done for a seat and an address, where there is one.

        `Unfit` says what is wrong with what was asked for, `Undone` why there is no answer.
        """
        who = tuple(f"{kind} {name}" for kind, name in (("seat", seat), ("address", address)) if name)
        self._admit(who)
        loop = asyncio.get_running_loop()
        if (language := spoken_now()) != job.language:
            job = msgspec.structs.replace(job, language=language)
        task = _Task(job, who, loop.create_future())
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

    def _admit(self, who: tuple[str, ...]) -> None:
        if self._closed:
            raise Busy("the server is being stopped")
        for one in who:
            most = EACH_SEAT if one.startswith("seat") else EACH_ADDRESS
            if self._asked[one] >= most:
                kind = one.partition(" ")[0]
                raise Busy(_waiting(kind, most))
        if who and (len(self._queue) >= ALL or sum(len(task.data) for *_, task in self._queue) > ALL_BYTES):
            raise Busy(say("the server has too much to do just now; try again in a minute"))

    def _put(self, task: _Task) -> None:
        heapq.heappush(self._queue, (task.came + task.job.patience, next(self._numbers), task))
        self._begin()

    def _give_up(self, task: _Task) -> None:
        """Too late to begin: whoever asked is told, and the job leaves the queue."""
        waiting = [entry for entry in self._queue if entry[2] is not task]
        if len(waiting) < len(self._queue):
            heapq.heapify(waiting)
            self._queue = waiting
            _fail(task, Busy("the server has too much to do just now; try again in a minute"))

    def _begin(self) -> None:
        """Give the most pressing jobs to the workers that are free."""
        put_off = []
        most = max(1, self.count - 1)
        while self._free and self._queue:
            entry = heapq.heappop(self._queue)
            task = entry[2]
            if task.answer.done():
                continue
            lane = task.job.lane
            if lane and self._lanes[lane] >= most:
                put_off.append(entry)
                continue
            self._lanes[lane] += 1
            running = asyncio.get_running_loop().create_task(self._run(self._free.pop(), task))
            self._running.add(running)
            running.add_done_callback(self._running.discard)
        for entry in put_off:
            heapq.heappush(self._queue, entry)

    async def _run(self, hand: _Hand, task: _Task) -> None:
        """One job on one worker."""
        loop = asyncio.get_running_loop()
        name = type(task.job).__name__
        try:
            await loop.run_in_executor(self._threads, hand.ready)
            hand.ring(task.hurried)
            task.hand = hand
            asked = loop.run_in_executor(self._threads, hand.ask, task.data)
            raw = await asyncio.wait_for(asked, task.job.limit)
        except TimeoutError:
            log.error("a worker was stopped: %s took more than %s seconds", name, task.job.limit)
            await asyncio.to_thread(hand.stop)
            _fail(task, Overran(_too_long(task)))
        except (EOFError, OSError):
            log.error("a worker died over %s", name)
            await asyncio.to_thread(hand.stop)
            self._try_again(task)
        except Exception:
            log.exception("%s could not be given to a worker", name)
            _broke(task, OUR_FAULT)
        else:
            await self._take(hand, task, raw)
        finally:
            task.hand = None
            self._lanes[task.job.lane] -= 1
            self._free.append(hand)
            if not self._closed:
                self._begin()

    def _try_again(self, task: _Task) -> None:
        task.tried += 1
        if task.job.again and task.tried < 2 and not self._closed:
            heapq.heappush(self._queue, (task.came, next(self._numbers), task))
        else:
            _broke(task, say("the program that worked on this died over it; nothing is lost"))

    async def _take(self, hand: _Hand, task: _Task, raw: bytes) -> None:
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
            log.error("%s broke down in a worker:\n%s", type(task.job).__name__, rest.decode())
            _broke(task, OUR_FAULT)


def _waiting(kind: str, most: int) -> str:
    if kind == "seat":
        return say("this seat has {most} requests waiting already; wait for one of them", most=most)
    return say("this address has {most} requests waiting already; wait for one of them", most=most)


def _too_long(task: _Task) -> str:
    seconds = f"{task.job.limit:.0f}"
    return say("this took more than {seconds} seconds and was given up; nothing is lost", seconds=seconds)


def _context() -> Any:
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["ardennes.server.nursery"])
    return context


def _broke(task: _Task, text: str) -> None:
    """A fault of ours; but what a stranger sent to break us is no more than bad input."""
    _fail(
        task, Broke(text) if task.job.again else Unfit(say("this save cannot be read: our reader breaks down over it"))
    )


def _fail(task: _Task, error: Exception) -> None:
    if not task.answer.done():
        task.answer.set_exception(error)
