"""How a printed map numbers its hexes: four digits, and which way each pair of digits grows."""

from __future__ import annotations

from enum import Enum


class Numbering(Enum):
    """The three schemes of our hex titles.

    The first two digits count *lines* of hexes that share flat sides, the last two count along the line. On all three
    maps every second line (02, 04, …) is shifted half a hex towards the higher numbers.
    """

    #: Columns counted from east to west, rows from north to south; flat-topped hexes (Bitter Woods).
    COLUMNS_WEST = "columns west"
    #: Columns counted from west to east, rows from north to south; flat-topped hexes (The Deadly Woods).
    COLUMNS_EAST = "columns east"
    #: Rows counted from north to south, columns from east to west; pointed hexes (Enemy Action: Ardennes).
    ROWS_WEST = "rows west"

    @property
    def flat(self) -> bool:
        """Whether hexes have a flat top, so that lines are columns."""
        return self is not Numbering.ROWS_WEST

    @property
    def directions(self) -> tuple[str, ...]:
        """The six directions clockwise, beginning at or just after north."""
        return ("N", "NE", "SE", "S", "SW", "NW") if self.flat else ("NE", "E", "SE", "SW", "W", "NW")

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """Per direction: how many lines, and how many half hexes along the line, a step goes."""
        if self is Numbering.ROWS_WEST:
            return ((-1, -1), (0, -2), (1, -1), (1, 1), (0, 2), (-1, 1))
        east = 1 if self is Numbering.COLUMNS_EAST else -1
        return ((0, -2), (east, -1), (east, 1), (0, 2), (-east, 1), (-east, -1))


def split(number: str | int) -> tuple[int, int]:
    """Line and place of a four-digit hex number.

    >>> split("1809")
    (18, 9)
    """
    text = f"{number:04d}" if isinstance(number, int) else number
    if len(text) != 4 or not text.isdecimal():
        raise ValueError(f"hex {number}: expected a number of four digits")
    return int(text[:2]), int(text[2:])


def join(line: int, place: int) -> str:
    """The four-digit number of a hex.

    >>> join(18, 9)
    '1809'
    """
    return f"{line:02d}{place:02d}"
