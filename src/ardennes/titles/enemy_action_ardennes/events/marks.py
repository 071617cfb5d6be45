"""How events name units, hexes and river hexsides, for a reader or a client to put words to."""

from __future__ import annotations

from ardennes.kernel.words import mark, say

SUPPLY_NAMES = ("in supply", "in low supply", "out of supply", "isolated")


def unit(number: int) -> str:
    """A unit as a mark."""
    return mark("unit", number)


def place(cell: int) -> str:
    """A hex as a mark."""
    return mark("hex", cell)


def river(side: int) -> str:
    """A river hexside as a mark."""
    return mark("river", side)


def named(what: str) -> str:
    """Whom a card is played for: a corps by its number, in whatever language; other names are the same everywhere."""
    number, corps, rest = what.partition(" Corps")
    return say("{corps} Corps", corps=number) if corps and not rest else what
