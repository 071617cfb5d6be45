"""A hex map as integers: every hex is a cell, every set of hexes one integer with a bit per cell.

Cells are laid out askew (each line slides half a hex against the one before, with room to spare), so that a step in
one of the six directions adds the same constant everywhere. A step of a whole set is then a shift and a mask, and
nothing can wrap around the map's edge.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from ardennes.board.cells import board_of, cells, union
from ardennes.board.numbering import Numbering, join, split

#: Hexsides as six sets of cells, one per direction: cell c is in `sides[d]` when its side towards d has the feature.
Sides = tuple[int, int, int, int, int, int]


class HexGrid:
    """Columns and rows of hexes under one of the three numbering schemes."""

    def __init__(self, columns: int, rows: int, numbering: Numbering) -> None:
        self.columns = columns
        self.rows = rows
        self.numbering = numbering
        #: A line is a column of flat-topped hexes or a row of pointed ones; a place counts along it.
        self.lines, self.places = (columns, rows) if numbering.flat else (rows, columns)
        self._skew = (self.lines - 1) // 2
        self.stride = self.places + self._skew + 1
        #: What a step in each direction adds to a cell.
        self.steps: tuple[int, ...] = tuple(line * self.stride + (half - line) // 2 for line, half in numbering.steps)
        self._order = (1, self.stride, self.stride - 1, -1, -self.stride, 1 - self.stride)
        #: Every cell in the order of the printed numbers.
        self.cells: tuple[int, ...] = tuple(
            self._at(line, place) for line in range(self.lines) for place in range(self.places)
        )
        #: Every cell as a set, and how many bits such a set takes.
        self.board = board_of(self.cells)
        self.size = self.board.bit_length()
        #: Neighbours of each cell as a set. Bits that are no cell have none.
        self.neighbours: tuple[int, ...] = tuple(
            self._around_one(cell) if self.board >> cell & 1 else 0 for cell in range(self.size)
        )

    def __repr__(self) -> str:
        return f"HexGrid({self.columns}, {self.rows}, {self.numbering})"

    def _at(self, line: int, place: int) -> int:
        return line * self.stride + place - line // 2 + self._skew

    def _around_one(self, cell: int) -> int:
        return board_of(cell + step for step in self.steps if cell + step >= 0) & self.board

    # -- numbers ------------------------------------------------------------------------------------------------------

    def cell(self, number: str | int) -> int:
        """The cell with a printed number; ValueError says which numbers there are."""
        line, place = split(number)
        if not (1 <= line <= self.lines and 1 <= place <= self.places):
            last = join(self.lines, self.places)
            raise ValueError(f"hex {number} is not on the map; numbers run from 0101 to {last}")
        return self._at(line - 1, place - 1)

    def number(self, cell: int) -> str:
        """The printed number of a cell."""
        line, place = self.line_and_place(cell)
        return join(line + 1, place + 1)

    def line_and_place(self, cell: int) -> tuple[int, int]:
        """Line and place of a cell, counted from 0."""
        line, askew = divmod(cell, self.stride)
        return line, askew + line // 2 - self._skew

    def cells_of(self, *numbers: str | int) -> int:
        """The set of the cells with these numbers."""
        return board_of(self.cell(number) for number in numbers)

    def numbers(self, board: int) -> list[str]:
        """The printed numbers of a set of cells, in order."""
        return [self.number(cell) for cell in cells(board)]

    # -- single cells -------------------------------------------------------------------------------------------------

    def neighbour(self, cell: int, direction: int) -> int:
        """The cell next to a cell in a direction (0 to 5, clockwise from north), or -1 past the map's edge."""
        there = cell + self.steps[direction]
        return there if there >= 0 and self.board >> there & 1 else -1

    def direction(self, cell: int, other: int) -> int:
        """In which direction an adjacent cell lies, or -1 if it is not adjacent."""
        if not self.neighbours[cell] >> other & 1:
            return -1
        return self.steps.index(other - cell)

    def adjacent(self, cell: int, other: int) -> bool:
        """Whether two cells share a hexside."""
        return bool(self.neighbours[cell] >> other & 1)

    def distance(self, cell: int, other: int) -> int:
        """The fewest steps between two cells."""
        line, askew = divmod(cell, self.stride)
        other_line, other_askew = divmod(other, self.stride)
        across, along = other_line - line, other_askew - askew
        return max(abs(across), abs(along), abs(across + along))

    def line(self, cell: int, other: int) -> list[int]:
        """The straight line from one cell to another, both included. Where it runs along a hexside it keeps to one
        side of it, the one that is on the map."""
        steps = self.distance(cell, other)
        line, askew = divmod(cell, self.stride)
        other_line, other_askew = divmod(other, self.stride)
        found = [cell]
        for n in range(1, steps + 1):
            point = (line * (steps - n) + other_line * n, askew * (steps - n) + other_askew * n)
            here = self._nearest(*point, steps, 1)
            on_map = here >= 0 and self.board >> here & 1
            found.append(here if on_map else self._nearest(*point, steps, -1))
        return found

    def _nearest(self, line: int, askew: int, scale: int, nudge: int) -> int:
        """The cell of a point between cells (both coordinates times `scale`), nudged a hair off the hexsides."""
        fine = 16
        parts = (line * fine + nudge, askew * fine + 2 * nudge, -(line + askew) * fine - 3 * nudge)
        rounded = [(2 * part + scale * fine) // (2 * scale * fine) for part in parts]
        errors = [abs(whole * scale * fine - part) for whole, part in zip(rounded, parts, strict=True)]
        rounded[errors.index(max(errors))] -= sum(rounded)
        return rounded[0] * self.stride + rounded[1]

    # -- the map's edges ----------------------------------------------------------------------------------------------

    @cached_property
    def edges(self) -> dict[str, int]:
        """The outermost hexes per compass point: `edges["north"]` and so on."""
        ends = {
            "first line": board_of(self._at(0, place) for place in range(self.places)),
            "last line": board_of(self._at(self.lines - 1, place) for place in range(self.places)),
            "first place": board_of(self._at(line, 0) for line in range(self.lines)),
            "last place": board_of(self._at(line, self.places - 1) for line in range(self.lines)),
        }
        names = {
            Numbering.COLUMNS_WEST: ("first place", "first line", "last place", "last line"),
            Numbering.COLUMNS_EAST: ("first place", "last line", "last place", "first line"),
            Numbering.ROWS_WEST: ("first line", "first place", "last line", "last place"),
        }[self.numbering]
        return {point: ends[name] for point, name in zip(("north", "east", "south", "west"), names, strict=True)}

    @cached_property
    def edge(self) -> int:
        """Every hex at any edge of the map."""
        return board_of(cell for cell in self.cells if self.neighbours[cell].bit_count() < 6)

    # -- sets of cells ------------------------------------------------------------------------------------------------

    def around(self, board: int) -> int:
        """Every cell next to a cell of the set (cells of the set only if they have a neighbour in it)."""
        up, down, stride = board << 1, board >> 1, self.stride
        return (up | down | (board | down) << stride | (board | up) >> stride) & self.board

    def within(self, board: int, steps: int) -> int:
        """Every cell at most so many steps from the set, the set included."""
        for _ in range(steps):
            board |= self.around(board)
        return board

    def by_step(self, sides: Sides) -> Sides:
        """The six sets of hexsides in the order `stepped` wants them, to be sorted once and used often."""
        found = [sides[self.steps.index(step)] for step in self._order]
        return (found[0], found[1], found[2], found[3], found[4], found[5])

    def doors(self, sorted_sides: Sides) -> Sides:
        """Hexsides sorted with `by_step`, seen from the cells they lead into instead of those they lead out of."""
        found = [
            side << step if step > 0 else side >> -step for side, step in zip(sorted_sides, self._order, strict=True)
        ]
        return (found[0], found[1], found[2], found[3], found[4], found[5])

    def stepped(self, board: int, sorted_sides: Sides) -> int:
        """Every cell that can be stepped into from the set through hexsides sorted with `by_step`."""
        ahead, across, aside, back, recross, reside = sorted_sides
        stride, less = self.stride, self.stride - 1
        return (
            (board & ahead) << 1
            | (board & across) << stride
            | (board & aside) << less
            | (board & back) >> 1
            | (board & recross) >> stride
            | (board & reside) >> less
        )

    def through(self, board: int, sides: Sides) -> int:
        """Every cell that can be stepped into from the set through the given hexsides."""
        return self.stepped(board, self.by_step(sides))

    def flood(self, seeds: int, free: int, sides: Sides | None = None) -> int:
        """Every cell that can be reached from the seeds through free cells, seeds included.

        With `sides` the flood crosses only those hexsides (roads, or everything but unbridged rivers).
        """
        if sides is not None:
            return self._flood_through(seeds, free, sides)
        stride = self.stride
        todo = start = free & self.board & ~seeds
        front = seeds
        while front:
            up, down = front << 1, front >> 1
            front = (up | down | (front | down) << stride | (front | up) >> stride) & todo
            todo ^= front
        return start ^ todo | seeds

    def _flood_through(self, seeds: int, free: int, sides: Sides) -> int:
        ahead, across, aside, back, recross, reside = self.by_step(sides)
        stride, less = self.stride, self.stride - 1
        free = free & self.board | seeds
        reached, before = seeds, 0
        # Each direction works on all that is reached so far, so one round follows a winding road several hexes.
        while reached != before:
            before = reached
            reached |= (reached & ahead) << 1 & free
            reached |= (reached & across) << stride & free
            reached |= (reached & aside) << less & free
            reached |= (reached & back) >> 1 & free
            reached |= (reached & recross) >> stride & free
            reached |= (reached & reside) >> less & free
        return reached

    def networks(self, sides: Sides) -> list[int]:
        """The connected pieces that hexsides make of the cells they touch, the largest first."""
        left = union(sides)
        pieces = []
        while left:
            piece = self._flood_through(left & -left, self.board, sides)
            pieces.append(piece)
            left &= ~piece
        return sorted(pieces, key=int.bit_count, reverse=True)

    # -- hexsides -----------------------------------------------------------------------------------------------------

    def sides(self, pairs: Iterable[tuple[int, int]]) -> Sides:
        """The hexsides between pairs of adjacent cells, seen from both cells."""
        found = [0] * 6
        for cell, other in pairs:
            direction = self.direction(cell, other)
            if direction < 0:
                raise ValueError(f"hexes {self.number(cell)} and {self.number(other)} are not adjacent")
            found[direction] |= 1 << cell
            found[(direction + 3) % 6] |= 1 << other
        return (found[0], found[1], found[2], found[3], found[4], found[5])

    def pairs(self, sides: Sides) -> list[tuple[int, int]]:
        """The hexsides as pairs of cells, each once, the lower cell first."""
        return sorted(
            (cell, cell + step)
            for step, side in zip(self.steps, sides, strict=True)
            if step > 0
            for cell in cells(side)
        )

    @cached_property
    def every_side(self) -> Sides:
        """All hexsides between two cells of the map."""
        return self.sides((cell, cell + step) for step in self.steps if step > 0 for cell in self._with(step))

    @cached_property
    def sorted_every_side(self) -> Sides:
        """All hexsides, sorted with `by_step`."""
        return self.by_step(self.every_side)

    def _with(self, step: int) -> list[int]:
        return cells(self.board & self.board >> step)

    def has_side(self, sides: Sides, cell: int, other: int) -> bool:
        """Whether the hexside between two cells is among the given ones."""
        direction = self.direction(cell, other)
        return direction >= 0 and bool(sides[direction] >> cell & 1)


NO_SIDES: Sides = (0, 0, 0, 0, 0, 0)


def joined(first: Sides, *more: Sides) -> Sides:
    """The hexsides that are in any of the sets."""
    found = list(first)
    for sides in more:
        for direction, side in enumerate(sides):
            found[direction] |= side
    return (found[0], found[1], found[2], found[3], found[4], found[5])


def less(first: Sides, taken: Sides) -> Sides:
    """The hexsides of the first set that are not in the second."""
    left = [side & ~gone for side, gone in zip(first, taken, strict=True)]
    return (left[0], left[1], left[2], left[3], left[4], left[5])


def shared(first: Sides, second: Sides) -> Sides:
    """The hexsides that are in both sets."""
    both = [side & other for side, other in zip(first, second, strict=True)]
    return (both[0], both[1], both[2], both[3], both[4], both[5])
