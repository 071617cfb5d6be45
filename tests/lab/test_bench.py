"""The engine's benchmark compares like with like."""

import random

import chess

import ardennes
from ardennes.lab import bench


def test_the_ratio_is_the_median_of_neighbouring_slices():
    ours = iter([(10, 1.0), (100, 1.0), (40, 1.0)])
    theirs = iter([(10, 1.0), (50, 1.0), (10, 1.0)])
    row = bench.compare("x", "decisions/s", lambda _: next(ours), ("peer", lambda _: next(theirs)), 3, (40.0, 20.0))
    assert (row.ours, row.peer_value, row.ratio) == (40.0, 10.0, 2.0)
    assert (row.listed, row.peer_listed) == (40.0, 20.0)


def test_the_lean_loop_plays_the_same_games_of_chess():
    """It lists moves once a ply and still stops where the library says that a game is over."""
    for seed in range(3):
        plain, rng = 0, random.Random(seed)
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            plain += 1
        assert bench._chess_play(random.Random(seed))() == plain


def test_both_lists_are_counted():
    assert 18 < bench._moves_listed(2) < 30
    assert 5 < bench._choices_listed(ardennes.game("tigers_in_the_mist", "seventh_army"), 1) < 60


def test_every_row_has_a_peer(monkeypatch):
    monkeypatch.setattr(bench, "SLICE", 0.01)
    rows = bench.bench("tigers_in_the_mist", "seventh_army", rounds=1)
    assert [row.unit for row in rows] == ["decisions/s", "us", "us", "actions/s"]
    assert all(row.ratio is not None and row.ratio > 0 for row in rows)
    assert rows[0].listed is not None
    assert rows[0].peer_listed is not None
