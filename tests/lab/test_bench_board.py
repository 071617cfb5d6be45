"""The benchmark of the board measures two programs that give the same answers."""

from ardennes.lab import bench
from ardennes.lab.bench_board import Scene, bench_board, tasks


def test_rows_have_what_a_table_needs(monkeypatch):
    monkeypatch.setattr(bench, "SLICE", 0.001)
    rows = bench_board(rounds=1)
    assert [row.name for row in rows] == [name for name, _, _ in tasks(Scene())]
    assert all(row.ours > 0 and row.ratio is not None for row in rows)
