"""Many evenings at once, for a moment: games of all titles on a real server, and nothing breaks."""

from ardennes.lab import bench_soak


def test_a_soak_counts_what_is_played_and_finds_no_faults():
    found = bench_soak.run(games=14, seconds=3)
    assert found.actions > 0
    assert found.waits.moves == found.actions
    assert found.faults == {}
    assert found.tracebacks == 0
    assert found.sound


def test_a_fault_or_a_traceback_is_not_sound():
    found = bench_soak.Result(1, 1.0, 1, 0, bench_soak.waits([0.1]), {}, 0, 0, 1.0, 1.0)
    assert found.sound
    for faults, tracebacks in (({"deadly_woods: something broke": 1}, 0), ({}, 1)):
        broken = bench_soak.Result(1, 1.0, 1, 0, found.waits, faults, tracebacks, 0, 1.0, 1.0)
        assert not broken.sound
