"""Sets of cells as integers: bit n stands for cell n."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import compress
from operator import itemgetter
from threading import Lock

#: The eight cells of each byte of a set; grown to the largest set seen, by one thread at a time.
_BYTES: list[tuple[int, ...]] = []
_GROWING = Lock()


def _grow(size: int) -> None:
    """Make the tables for sets of so many bytes. Only ever appended to: the tables others read meanwhile stay put."""
    with _GROWING:
        while len(_BYTES) < size:
            first = 8 * len(_BYTES)
            _BYTES.append(tuple(range(first, first + 8)))


def _pick(value: int) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    """What takes the cells of a byte value out of the eight."""
    bits = [bit for bit in range(8) if value >> bit & 1]
    if len(bits) > 1:
        return itemgetter(*bits)
    return itemgetter(slice(bits[0], bits[0] + 1) if bits else slice(0))


_PICKS = tuple(_pick(value) for value in range(256))


def cells(board: int) -> list[int]:
    """The cells of a set, in ascending order.

    >>> cells(0b1010)
    [1, 3]
    """
    found: list[int] = []
    if board.bit_count() < 20:  # few cells: picking them off one by one is quicker than looking at every byte
        while board:
            highest = board.bit_length() - 1
            found.append(highest)
            board ^= 1 << highest
        found.reverse()
        return found
    empty = ((board & -board).bit_length() - 1) >> 3  # bytes below the first cell
    size = (board.bit_length() + 7) >> 3
    data = (board >> 8 * empty).to_bytes(size - empty, "little")
    if len(_BYTES) < size:
        _grow(size)
    for eight, value in zip(compress(_BYTES[empty:size], data), filter(None, data), strict=True):
        found += _PICKS[value](eight)
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
