"""9.5 The Combat Results Table, cell by cell."""

from collections import Counter

import pytest

import ardennes
from ardennes.titles.bitter_woods.box.tables import COLUMNS, read_result
from ardennes.titles.bitter_woods.rules.combat.strengths import ratio

PRINTED = {
    "1-6": "A2 A2 1A2 1A3 AE AE AE AE AE AE",
    "1-5": "A1 A2 A2 1A2 1A3 AE AE AE AE AE",
    "1-4": "A1 A1 A2 A2 1A2 1A3 AE AE AE AE",
    "1-3": "ENG SU A1 A2 A2 1A2 1A3 AE AE AE",
    "1-2": "D1* CA ENG SU A1 A2 1A2 1A3 AE AE",
    "1-1": "D3 D2 D1* CA FF ENG SU A1 A2 1A2",
    "2-1": "D4 D3 D2 D1* CA FF ENG SU A1 A2",
    "3-1": "1D1 D4 D3 D2 D1* CA FF ENG SU A1",
    "4-1": "1D3 1D2 1D1 D4 D3 D2 D1* CA FF ENG",
    "5-1": "1D4 1D3 1D2 1D1 D4 D3 D2 D1* CA FF",
    "6-1": "DE 1D4 1D3 1D2 1D1 D4 D3 D2 D1* CA",
    "7-1": "DE DE 1D4 1D3 1D2 1D1 D4 D3 D2 D1*",
}


@pytest.fixture(scope="module")
def table():
    return ardennes.game("bitter_woods", "campaign").data.results


@pytest.mark.rule("BW-CRTa", "BW-CRTb", "BW-CRTc", "BW-CRTd", "BW-CRTe", "BW-CRTf")
@pytest.mark.rule("BW-CRTg", "BW-CRTh", "BW-CRTi", "BW-CRTj", "BW-CRTk", "BW-CRTl")
@pytest.mark.parametrize("column", list(PRINTED))
def test_every_column(table, column):
    found = [table.result(COLUMNS.index(column), row).text for row in range(-1, 9)]
    assert found == PRINTED[column].split()


@pytest.mark.rule("BW-CRTm")
def test_size_and_tally(table):
    cells = [result.text for row in table.cells for result in row]
    assert (len(table.cells), len(table.cells[0]), len(cells)) == (10, 12, 120)
    assert Counter(cells) == {
        "DE": 3, "1D4": 3, "1D3": 4, "1D2": 4, "1D1": 5, "D4": 6, "D3": 7, "D2": 7, "D1*": 8, "CA": 7, "FF": 5,
        "ENG": 6, "SU": 5, "A1": 8, "A2": 11, "1A2": 6, "1A3": 5, "AE": 20,
    }  # fmt: skip


@pytest.mark.rule("BW-CRTn")
def test_stars_stand_on_d1_only(table):
    starred = {(COLUMNS[c], r - 1) for r, row in enumerate(table.cells) for c, cell in enumerate(row) if cell.starred}
    assert starred == {
        ("1-2", -1), ("1-1", 1), ("2-1", 2), ("3-1", 3), ("4-1", 5), ("5-1", 6), ("6-1", 7), ("7-1", 8),
    }  # fmt: skip
    assert all(cell.text == "D1*" for row in table.cells for cell in row if cell.starred)


@pytest.mark.rule("BW-CRTo")
def test_neighbouring_columns():
    assert [COLUMNS.index(name) for name in ("1-2", "1-1", "2-1")] == [4, 5, 6]
    assert (COLUMNS[0], COLUMNS[-1]) == ("1-6", "7-1")


@pytest.mark.rule("BW-9.2c", "BW-9.2d", "BW-9.2e")
@pytest.mark.parametrize(
    ("attack", "defense", "column"),
    [
        (17, 6, "2-1"), (11, 4, "2-1"), (5, 6, "1-2"), (6, 6, "1-1"), (12, 6, "2-1"), (2, 20, "1-6"), (40, 2, "7-1"),
        (1, 6, "1-6"), (1, 5, "1-5"), (5, 26, "1-6"), (9, 8, "1-1"), (7, 1, "7-1"), (13, 2, "6-1"),
    ],
)  # fmt: skip
def test_odds_are_rounded_in_favour_of_the_defender(attack, defense, column):
    assert COLUMNS[ratio(attack, defense)] == column


def test_results_are_read():
    assert read_result("1D3") == ("1D3", "D", True, 3, False)
    assert read_result("D1*") == ("D1*", "D", False, 1, True)
    assert read_result("ENG").kind == "ENG"
    with pytest.raises(ValueError, match="expected a result"):
        read_result("D9")
