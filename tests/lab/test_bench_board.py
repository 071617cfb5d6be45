"""The benchmark of the board measures two programs that give the same answers."""

from ardennes.lab.bench_board import Scene, bench_board, tasks


def test_rows_have_what_a_table_needs():
    rows = bench_board(rounds=1)
    assert [row["name"] for row in rows] == [name for name, _, _ in tasks(Scene())]
    for row in rows:
        assert set(row) == {"name", "unit", "ours", "peer", "peer_value", "ratio"}
        assert row["ours"] > 0
