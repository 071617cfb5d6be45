"""Zones of control and supply lines on a bare grid."""

from ardennes.board.cells import cells
from ardennes.board.hexes import HexGrid, less
from ardennes.board.numbering import Numbering
from ardennes.board.trace import along, spread
from ardennes.board.zones import controlled

GRID = HexGrid(12, 8, Numbering.COLUMNS_EAST)
ALL = GRID.sorted_every_side


def hexes(*numbers: str) -> int:
    return GRID.cells_of(*numbers)


def test_a_zone_is_the_hexes_around_less_what_it_does_not_cross():
    river = GRID.sides([(GRID.cell("0404"), GRID.cell("0403"))])
    dry = GRID.by_step(less(GRID.every_side, river))
    assert controlled(GRID, [(hexes("0404"), ALL)]) == GRID.neighbours[GRID.cell("0404")]
    assert controlled(GRID, [(hexes("0404"), dry)]) == GRID.neighbours[GRID.cell("0404")] & ~hexes("0403")
    both = controlled(GRID, [(hexes("0404"), dry), (hexes("0402"), ALL)])
    assert both & hexes("0403")


def test_a_line_follows_the_road_and_then_a_few_hexes():
    road = GRID.sides([(GRID.cell(f"{c:02}04"), GRID.cell(f"{c + 1:02}04")) for c in (1, 3)])
    road = tuple(a | b for a, b in zip(road, GRID.sides([(GRID.cell("0204"), GRID.cell("0304"))]), strict=True))
    line = along(GRID, hexes("0104"), GRID.board, road)  # type: ignore[arg-type]
    assert line == hexes("0104", "0204", "0304", "0404")
    cut = along(GRID, hexes("0104"), GRID.board & ~hexes("0304"), road)  # type: ignore[arg-type]
    assert cut == hexes("0104", "0204")
    fed = spread(GRID, line, 2, GRID.board, ALL)
    assert fed & hexes("0604")
    assert not fed & hexes("0704")


def test_where_a_line_begins_does_not_matter_but_what_it_passes_does():
    seeds = hexes("0104")
    blocked = GRID.board & ~GRID.neighbours[GRID.cell("0104")]
    assert spread(GRID, seeds, 3, blocked, ALL) == seeds | GRID.neighbours[GRID.cell("0104")]
    nowhere = (0, 0, 0, 0, 0, 0)
    wild = GRID.neighbours[GRID.cell("0104")]
    assert spread(GRID, seeds, 3, GRID.board, ALL, wild, nowhere) == seeds | wild
    assert len(cells(spread(GRID, seeds, 3, GRID.board, ALL, wild, ALL))) > 10
