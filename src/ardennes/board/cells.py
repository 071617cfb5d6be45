"""Sets of cells as integers: bit n stands for cell n."""

from __future__ import annotations

from collections.abc import Iterable


def cells(board: int) -> list[int]:
    """The cells of a set, in ascending order.

    >>> cells(0b1010)
    [1, 3]
    """
    found = []
    while board:
        low = board & -board
        found.append(low.bit_length() - 1)
        board ^= low
    return found


def board_of(members: Iterable[int]) -> int:
    """The set that holds these cells."""
    board = 0
    for cell in members:
        board |= 1 << cell
    return board


def union(boards: Iterable[int]) -> int:
    """The cells that are in any of the sets."""
    found = 0
    for board in boards:
        found |= board
    return found
