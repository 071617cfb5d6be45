"""Chance as a player: listed weights, and a counter-based generator that anyone can check.

A draw is a pure function of the game's key and of how many draws went before, so a position needs two values
to carry its whole future luck, and a revealed seed lets anybody recompute every die.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b, sha256

Seed = int | str


class Chances:
    """What may happen, and how often: `(weight, outcome)` pairs with their total weight.

    >>> Chances([(3, 1), (7, 0)]).pick(2)
    1
    """

    __slots__ = ("_by_number", "pairs", "total")

    def __init__(self, pairs: Iterable[tuple[int, int]]) -> None:
        self.pairs = tuple(pairs)
        self._by_number = tuple(outcome for weight, outcome in self.pairs for _ in range(weight))
        self.total = len(self._by_number)
        if not self.total:
            raise ValueError("chance needs at least one outcome with a weight")

    def pick(self, number: int) -> int:
        """The outcome that a number in `range(total)` stands for."""
        return self._by_number[number]

    def possible(self, outcome: int) -> bool:
        """Whether this outcome can happen at all."""
        return outcome in self._by_number


def die(faces: int) -> Chances:
    """A fair die numbered from 1."""
    return Chances((1, face) for face in range(1, faces + 1))


def key_of(seed: Seed) -> bytes:
    """The generator's key for a seed."""
    return blake2b(f"ardennes/{seed}".encode(), digest_size=32).digest()


def commitment(seed: Seed) -> str:
    """A hash shown when a game starts; whoever learns the seed afterwards can check that it was this one."""
    return "sha256:" + sha256(f"ardennes-seed/{seed}".encode()).hexdigest()


def offshoot(seed: Seed, purpose: str) -> int:
    """A seed for something else than the dice of a game, as secret as its own: neither leads to the other.

    >>> offshoot(1944, "computer 0") == offshoot(1944, "computer 1")
    False
    """
    return int.from_bytes(blake2b(f"ardennes-{purpose}/{seed}".encode(), digest_size=7).digest(), "little")


def draw(key: bytes, number: int, total: int) -> int:
    """Draw `number` of the game with this key: an integer in `range(total)`.

    64 random bits are scaled, not reduced modulo, so the bias is below `total / 2**64`.
    """
    word = blake2b(number.to_bytes(8, "little"), digest_size=8, key=key).digest()
    return int.from_bytes(word, "little") * total >> 64
