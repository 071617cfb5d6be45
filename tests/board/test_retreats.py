"""Ways back on a plain grid."""

from ardennes.board.hexes import HexGrid
from ardennes.board.numbering import Numbering
from ardennes.board.retreats import ways_back

GRID = HexGrid(9, 9, Numbering.COLUMNS_WEST)
START = GRID.cell("0505")


def around(cell: int) -> int:
    return GRID.neighbours[cell]


def numbers(ways: dict[int, tuple[int, ...]]) -> set[str]:
    return {GRID.number(cell) for cell in ways}


def test_every_hex_leads_away():
    ways = ways_back(GRID, START, 2, around, GRID.board)
    assert len(ways) == 12
    for cell, path in ways.items():
        assert [GRID.distance(START, step) for step in path] == [0, 1, 2]
        assert path[-1] == cell


def test_it_goes_on_to_the_first_hex_it_may_end_in():
    ring = GRID.within(1 << START, 2)
    ways = ways_back(GRID, START, 2, around, GRID.board & ~ring)
    assert {len(path) for path in ways.values()} == {4}
    assert all(GRID.distance(START, cell) == 3 for cell in ways)
    one = GRID.cell("0503")
    ways = ways_back(GRID, START, 2, around, GRID.board & ~(1 << one))
    assert numbers(ways) >= {"0502"}
    assert one not in ways


def test_closed_steps():
    shut = GRID.cells_of("0504", "0404", "0405", "0605", "0604")
    ways = ways_back(GRID, START, 2, lambda cell: GRID.neighbours[cell] & ~shut, GRID.board)
    assert all(path[1] == GRID.cell("0506") for path in ways.values())
    assert ways_back(GRID, START, 2, lambda cell: 0, GRID.board) == {}
    assert ways_back(GRID, START, 2, around, 0) == {}
