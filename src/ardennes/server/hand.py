"""One worker process as the server holds it: started when it is first needed, asked, stopped, started again."""

from __future__ import annotations

import ctypes
import threading
import time
from pathlib import Path
from typing import Any

from ardennes.server import forking, worker


class NotBegun(Exception):
    """There was no worker to begin a job, or it was dead before it did; the job is none the worse for it."""


class Hand:
    """One worker process, started when it is first needed. Its methods block: they are called on threads."""

    def __init__(self, pack: Path | None, memory: int) -> None:
        self.pack = pack
        self.memory = memory
        self._process: Any = None
        self._line: Any = None
        #: Seen by the process as well, without a lock: one that is stopped in the midst of looking leaves none held.
        self._bell: Any = None
        #: A process is not stopped while it is being started.
        self._starting = threading.Lock()
        #: When the process began what it was given to do; None until then.
        self.begun: float | None = None

    def ready(self) -> bool:
        """Start the process unless it runs; whether it was started now. `NotBegun` if it cannot be."""
        with self._starting:
            if self._process is not None:
                return False
            try:
                self._start()
            except (EOFError, OSError) as error:
                self._process = self._line = None
                raise NotBegun(f"no worker can be started: {type(error).__name__} {error}") from None
            return True

    def _start(self) -> None:
        context = forking.context()
        self._line, theirs = context.Pipe()
        try:
            self._bell = context.RawValue(ctypes.c_bool, False)
            self._process = context.Process(
                target=worker.work,
                args=(theirs, self.pack, self.memory, self._bell),
                daemon=True,
                name="ardennes worker",
            )
            self._process.start()
        finally:
            theirs.close()

    def ask(self, data: bytes) -> bytes:
        """Have a job done. `NotBegun` if the process was dead before it; EOFError or OSError if it dies over it."""
        line = self._line
        try:
            line.send_bytes(data)
            line.recv_bytes()
        except (EOFError, OSError) as error:
            raise NotBegun(f"a worker was dead: {type(error).__name__}") from None
        self.begun = time.monotonic()
        answer: bytes = line.recv_bytes()
        return answer

    def ring(self, hurry: bool) -> None:
        """Have the process take the best answer so far, or all the time it wants."""
        if self._bell is not None:
            self._bell.value = hurry

    def break_off(self) -> None:
        """End what the process is doing; whoever asked for it hears that it died."""
        process = self._process
        if process is not None:
            process.kill()

    def stop(self) -> None:
        """End the process, whatever it is doing; the next job starts another."""
        with self._starting:
            process, line = self._process, self._line
            self._process = self._line = None
        if process is not None and process.pid is not None:  # one that was never started has nothing to end
            process.kill()
            process.join(5)
        if line is not None:
            line.close()
