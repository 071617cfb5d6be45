"""Units on cells: stacks and sets stay true, and a table that cannot be is refused."""

from types import SimpleNamespace

import pytest

from ardennes.board.hexes import HexGrid
from ardennes.board.numbering import Numbering
from ardennes.kernel import Game, Side
from ardennes.kernel.columns import BadTable
from ardennes.parts.rules.roster import ELIMINATED, TRACK, Roster


class Units(list):
    first_allied = 2
    steps = (3, 2, 2, 1)


class Table(Roster):
    """Four units, two a side; it counts how often a cell changed."""

    def stood(self, cell: int, side: int) -> None:
        changed.append((cell, side))


changed: list[tuple[int, int]] = []
GRID = HexGrid(6, 6, Numbering.COLUMNS_EAST)
HERE, NEXT = GRID.cell("0303"), GRID.cell("0304")


@pytest.fixture
def g() -> Table:
    box = SimpleNamespace(units=Units(range(4)), grid=GRID)
    title = SimpleNamespace(steps={}, stack_shape=lambda box: None)
    changed.clear()
    return Table(Game(title, "", {}, box))  # type: ignore[arg-type]


def test_stacks_follow_the_units(g):
    g.put(1, HERE)
    g.put(0, HERE)
    g.put(2, NEXT)
    assert g.units_at(HERE) == (0, 1)
    assert g.occupied == [1 << HERE, 1 << NEXT]
    assert g.next_to(Side.ALLIED, HERE)
    assert g.holds(Side.GERMAN, HERE)
    g.put(0, ELIMINATED)
    g.put(1, NEXT + 1)
    assert not g.units_at(HERE)
    assert not g.on_map(0)
    assert g.misplaced() == []
    assert changed[:3] == [(HERE, 0), (HERE, 0), (NEXT, 1)]


def test_steps(g):
    g.put(0, HERE)
    g.set_lost(0, 2)
    assert g.steps_left(0) == 1
    assert changed[-1] == (HERE, 0)


def test_copies_and_tables(g):
    g.put(0, HERE)
    g.put(2, NEXT)
    other = g.copy()
    other.put(2, TRACK)
    assert g.occupied[1] == 1 << NEXT
    again = Table(g.game)
    again.restore(g.table())
    assert (again.stacks, again.occupied) == (g.stacks, g.occupied)
    with pytest.raises(BadTable, match="place"):
        again.restore(g.table() | {"place": [0, 0, 0, 0]})
    with pytest.raises(BadTable, match="lost"):
        again.restore(g.table() | {"lost": [3, 0, 0, 0]})


def test_what_does_not_agree_is_named(g):
    g.put(0, HERE)
    g.place[0] = NEXT
    g.occupied[1] = 5
    assert len(g.misplaced()) == 3
