"""1.1 Game-turns: half days, counted from 0 (16AM) to 21 (26PM)."""

from __future__ import annotations

from ardennes.kernel.words import phrase

FIRST_DAY, LAST_DAY = 16, 26
COUNT = 2 * (LAST_DAY - FIRST_DAY + 1)
#: Every game-turn by name, in order: 16AM, 16PM, 17AM, …
NAMES = tuple(f"{FIRST_DAY + number // 2}{'PM' if number % 2 else 'AM'}" for number in range(COUNT))


def name(turn: int) -> str:
    """A turn as the rules write it.

    >>> name(3)
    '17PM'
    """
    return NAMES[turn] if turn < COUNT else phrase("the end")


def number(text: str) -> int:
    """The turn a word such as "17PM" means; ValueError lists the first and the last."""
    if text not in NAMES:
        raise ValueError(f"{text!r}: expected a game-turn from {NAMES[0]} to {NAMES[-1]}")
    return NAMES.index(text)
