"""Two versions are compared at the same work."""

from pathlib import Path

import pytest

from ardennes.lab import bench_paired

HERE = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("what", ["play", "list"])
def test_a_version_beside_itself_plays_the_same_games(monkeypatch, what):
    monkeypatch.setattr(bench_paired, "SLICE", 0.01)
    found = bench_paired.paired(str(HERE), "crossroads", "night", {}, what=what, slices=3, compared=2)
    assert (found.what, found.slices, found.compared, found.alike) == (what, 3, 2, 2)
    assert found.listed == found.listed_theirs > 1
    assert 0 < found.low <= found.ratio <= found.high
    assert found.ours > 0 < found.theirs


def test_another_scenario_is_told_apart():
    one = bench_paired.End(HERE, "crossroads", "night", {})
    other = bench_paired.End(HERE, "tigers_in_the_mist", "seventh_army", {})
    try:
        assert one.do("same", 1) == one.do("same", 1) != other.do("same", 1)
    finally:
        one.close()
        other.close()


def test_what_is_no_checkout_is_told(tmp_path):
    with pytest.raises(ValueError, match="expected a checkout"):
        bench_paired.paired(str(tmp_path), "crossroads", "night", {}, slices=1)
