"""2.0 Dates on cards and rules: a set of December days is an integer with a bit per day."""

from __future__ import annotations

import re

FIRST, LAST = 16, 29
#: Every day of the game.
ALL = sum(1 << day for day in range(FIRST, LAST + 1))


def days(text: str) -> int:
    """`18`, `18+`, `18-23` or several of them as a set of days; nothing means every day.

    >>> days("28+") == 1 << 28 | 1 << 29
    True
    """
    if not text.strip():
        return ALL
    found = 0
    for word in text.split():
        read = re.fullmatch(r"(\d\d)(?:(\+)|-(\d\d))?", word)
        if read is None:
            raise ValueError(f"{word!r}: expected days such as 18, 18+ or 18-23")
        first = int(read[1])
        last = LAST if read[2] else int(read[3] or first)
        if not FIRST <= first <= last <= LAST:
            raise ValueError(f"{word!r}: expected days from {FIRST} to {LAST}")
        found |= sum(1 << day for day in range(first, last + 1))
    return found
