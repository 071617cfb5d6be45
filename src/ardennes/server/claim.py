"""One writer for a store: a lock that the system takes back when its holder ends, however he ends.

It lies beside the store. SQLite's own exclusive mode would keep out readers too, and with them copies and checks while
games are played.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

#: Where the locked byte lies: beyond the text, so that others can read who holds it.
_BEYOND = 1 << 20


class Taken(OSError):
    """Somebody else writes to this store; the message says who."""


class Claim:
    """The right to write to a store, until `drop` or the end of the process."""

    def __init__(self, store: Path) -> None:
        """`Taken` names the process that holds it and since when."""
        self._file = os.open(store.with_name(store.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._file)
        except OSError:
            os.lseek(self._file, 0, os.SEEK_SET)
            holder = os.read(self._file, 200).decode("utf-8", "replace").strip() or "another process"
            os.close(self._file)
            raise Taken(
                f"{store} is in use by {holder}: stop that server first, or keep games in another file (--store FILE)"
            ) from None
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, f"process {os.getpid()} since {time.strftime('%Y-%m-%d %H:%M:%S')}\n".encode())

    def drop(self) -> None:
        """Let others write."""
        if self._file >= 0:
            os.ftruncate(self._file, 0)
            os.close(self._file)  # which unlocks it
            self._file = -1


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        os.lseek(file, _BEYOND, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
