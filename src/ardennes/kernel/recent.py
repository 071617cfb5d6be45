"""Answers worked out lately, shared by all games and threads of a process."""

from __future__ import annotations

from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """A bounded table of answers that nobody changes once they are kept.

    Each step is one operation on one dictionary, and a full table is replaced, not emptied: whoever looks meanwhile
    finds a whole answer or none, and works it out again.
    """

    __slots__ = ("_known", "room")

    def __init__(self, room: int) -> None:
        self.room = room
        self._known: dict[K, V] = {}

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
