"""How scenarios go between equals, as a table says it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ardennes.parts.data.balance import HANDICAP, read_balance
from ardennes.parts.data.tables import DataError
from ardennes.titles import KEYS, find

HEAD = "scenario,agent,games,german_wins,handicap,source\n"


def rows(folder: Path, *lines: str) -> Path:
    """A folder with such a table."""
    read_balance.cache_clear()
    (folder / "balance.csv").write_text(HEAD + "".join(f"{line}\n" for line in lines), encoding="utf-8")
    return folder


def test_a_row_for_each_scenario_that_was_measured(tmp_path: Path) -> None:
    known = read_balance(rows(tmp_path, "long,general,30,0.4,-1,measured"), ("short", "long"))
    assert list(known) == ["long"]
    assert (known["long"].games, known["long"].german_wins, known["long"].handicap) == (30, 0.4, -1)


def test_a_title_without_the_table_says_nothing(tmp_path: Path) -> None:
    assert read_balance(tmp_path, ("short",)) == {}


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        (["middle,general,30,0.4,0,x"], "balance.csv middle: expected one row for each of short, long"),
        (["long,general,30,0.4,0,x", "long,general,30,0.4,0,x"], "balance.csv long: expected one row"),
        (["long,general,30,40,0,x"], "balance.csv long: expected games and a share"),
        (["long,general,0,0.5,0,x"], "balance.csv long: expected games and a share"),
        (["long,general,many,0.5,0,x"], "balance.csv row 2"),
    ],
)
def test_a_wrong_row_is_named(tmp_path: Path, lines: list[str], names: str) -> None:
    with pytest.raises(DataError, match=names):
        read_balance(rows(tmp_path, *lines), ("short", "long"))


@pytest.mark.parametrize("key", KEYS)
def test_every_scenario_is_measured_and_its_handicap_can_be_set(key: str) -> None:
    title = find(key)
    option = next(option for option in title.options if option.key == HANDICAP)
    for scenario in title.scenarios:
        known = title.balance(scenario.key)
        assert known is not None
        assert option.low <= known.handicap <= option.high
        assert "ardennes " in known.source
