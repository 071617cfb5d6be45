"""The three numbering schemes, by the neighbours the rulebooks state."""

import pytest

from ardennes.board.hexes import HexGrid
from ardennes.board.numbering import Numbering, join, split


@pytest.fixture(scope="module")
def grids() -> dict[Numbering, HexGrid]:
    return {
        Numbering.COLUMNS_WEST: HexGrid(53, 35, Numbering.COLUMNS_WEST),
        Numbering.ROWS_WEST: HexGrid(29, 26, Numbering.ROWS_WEST),
        Numbering.COLUMNS_EAST: HexGrid(42, 30, Numbering.COLUMNS_EAST),
    }


def compass(grid: HexGrid, number: str) -> dict[str, str | None]:
    """The neighbours of a hex by direction."""
    here = grid.cell(number)
    found = {}
    for direction, name in enumerate(grid.numbering.directions):
        there = grid.neighbour(here, direction)
        found[name] = grid.number(there) if there >= 0 else None
    return found


def test_columns_grow_west(grids):
    assert compass(grids[Numbering.COLUMNS_WEST], "1809") == {
        "N": "1808", "NE": "1709", "SE": "1710", "S": "1810", "SW": "1910", "NW": "1909",
    }  # fmt: skip


def test_rows_count_first_and_columns_grow_west(grids):
    assert compass(grids[Numbering.ROWS_WEST], "1321") == {
        "NE": "1220", "E": "1320", "SE": "1420", "SW": "1421", "W": "1322", "NW": "1221",
    }  # fmt: skip


def test_columns_grow_east(grids):
    assert compass(grids[Numbering.COLUMNS_EAST], "4025") == {
        "N": "4024", "NE": "4125", "SE": "4126", "S": "4026", "SW": "3926", "NW": "3925",
    }  # fmt: skip


def test_past_the_edge_there_is_nothing(grids):
    assert compass(grids[Numbering.COLUMNS_WEST], "2035") == {
        "N": "2034", "NE": "1935", "SE": None, "S": None, "SW": None, "NW": "2135",
    }  # fmt: skip


def test_edges_by_compass_point(grids):
    for numbering, corners in {
        Numbering.COLUMNS_WEST: {"north": ("0101", "5301"), "east": ("0101", "0135"), "west": ("5301", "5335")},
        Numbering.ROWS_WEST: {"north": ("0101", "0129"), "east": ("0101", "2601"), "west": ("0129", "2629")},
        Numbering.COLUMNS_EAST: {"north": ("0101", "4201"), "east": ("4201", "4230"), "west": ("0101", "0130")},
    }.items():
        grid = grids[numbering]
        for point, (first, last) in corners.items():
            numbers = grid.numbers(grid.edges[point])
            assert (numbers[0], numbers[-1]) == (first, last)


def test_a_number_is_four_digits():
    assert split("0305") == (3, 5)
    assert split(305) == (3, 5)
    assert join(3, 5) == "0305"
    with pytest.raises(ValueError, match="four digits"):
        split("18-9")


def test_a_number_off_the_map_is_refused_with_the_range(grids):
    with pytest.raises(ValueError, match="hex 5407 is not on the map; numbers run from 0101 to 5335"):
        grids[Numbering.COLUMNS_WEST].cell("5407")
