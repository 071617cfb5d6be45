"""Answers worked out lately, shared by all games and threads of a process."""

from __future__ import annotations

from typing import Any, Generic, TypeVar
from weakref import WeakSet

K = TypeVar("K")
V = TypeVar("V")
#: All tables that are in use.
_TABLES: WeakSet[Recent[Any, Any]] = WeakSet()


class Recent(Generic[K, V]):
    """A bounded table of answers that nobody changes once they are kept.

    Each step is one operation on one dictionary, and a full table is replaced, not emptied: whoever looks meanwhile
    finds a whole answer or none, and works it out again.
    """

    __slots__ = ("__weakref__", "_known", "room")

    def __init__(self, room: int) -> None:
        self.room = room
        self._known: dict[K, V] = {}
        _TABLES.add(self)

    def get(self, key: K) -> V | None:
        """What is known for a key."""
        return self._known.get(key)

    def keep(self, key: K, answer: V) -> V:
        """Keep an answer, and give it back."""
        if len(self._known) >= self.room:
            self._known = {}
        self._known[key] = answer
        return answer

    def __len__(self) -> int:
        return len(self._known)

    def forget(self) -> None:
        """Begin anew."""
        self._known = {}


def forget() -> None:
    """Everything that is kept is worked out again; for whoever proves what it hangs on."""
    for table in list(_TABLES):
        table.forget()
