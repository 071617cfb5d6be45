"""Many games: the same on any number of workers, whoever dies, and never played twice."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import typer
from distributed import LocalCluster

from ardennes.cli import many
from ardennes.lab import balance, cluster, company, crew, fuzz, ladder
from ardennes.lab.cluster import Cluster
from ardennes.lab.company import Company
from ardennes.lab.crew import Crew
from ardennes.lab.games import Setting, packed
from ardennes.lab.kept import Kept
from ardennes.parts.mind import net
from ardennes.parts.title import title_of
from ardennes.titles import pack_of

pytestmark = pytest.mark.xdist_group("crew")  # one company of workers for all
SETTING = Setting("tigers_in_the_mist", "seventh_army")


@pytest.fixture(scope="module")
def two():
    """Two worker processes, for all tests of this file."""
    with Company(2) as found:
        yield found


@pytest.fixture(scope="module")
def cluster_of_one():
    """The address of a cluster with one worker."""
    with LocalCluster(n_workers=1, threads_per_worker=1, memory_limit=0, dashboard_address="127.0.0.1:0") as found:
        yield found.scheduler_address


def noted(folder, number):
    """Work that leaves a mark for every time it is done. A worker dies of 4, and of 3 the first time when told to."""
    marks = Path(folder) / str(number)
    with marks.open("a") as file:
        file.write("x")
    first = number == 3 and marks.stat().st_size == 1
    if first:
        (Path(folder) / "die").read_text()  # a pipe: this waits until somebody writes
    if number == 4 or first:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def failing(setting, number):
    if number == 2:
        raise ValueError("the second game went wrong")
    return number


def threads(setting, number):
    return os.environ["OMP_NUM_THREADS"], os.getpid()


def endless(setting, number):
    """Work that ends for 0 only."""
    while number:
        threading.Event().wait()
    return number


EMPLOYER = """
if __name__ == "__main__":
    from ardennes.lab.company import Company
    from tests.lab.test_crew import endless
    with Company(1) as those:
        list(those.each(endless, None, [0]))
        print("at work", flush=True)
        list(those.each(endless, None, [1]))
"""


def saved(setting, number):
    """The save of a game with the setting's data, and the strength of a unit in it."""
    played = balance.played(setting, ("naive", number))
    return played.save


def worth(setting, seed):
    """What a position is worth by the value in use."""
    state = setting.game().start(seed)
    return title_of(state.game).mind.estimates([state])[0]


def test_a_pair_is_the_same_whoever_plays_it(two):
    here, there = (
        {pair.seed: pair for pair in ladder.run(those, SETTING, ["staff", "random"], range(4, 8))}
        for those in (Crew(), two)
    )
    assert here.keys() == there.keys() == {4, 5, 6, 7}
    for seed, pair in here.items():
        assert (pair.first.save, pair.second.save) == (there[seed].first.save, there[seed].second.save)


def test_random_games_are_the_same_whoever_plays_them(two):
    here, there = (sorted(fuzz.fuzz(those, [SETTING], 4, 1), key=lambda game: game.seed) for those in (Crew(), two))
    assert here == there
    looking = fuzz.Looking([Setting("crossroads", "night")], None)
    assert sum(look.positions for look in fuzz.look(two, looking, 230, 1)) == 230
    assert sum(look.minds for look in fuzz.look(two, looking, 230, 1, choices=5)) == 5


def test_a_worker_that_dies_costs_only_its_game(two, tmp_path):
    work = [number for number in range(12) if number != 4]
    os.mkfifo(tmp_path / "die")
    found = {}
    for number, result in two.each(noted, str(tmp_path), work):
        found[number] = result
        if len(found) == 5:
            (tmp_path / "die").write_text("now")
    assert found == {number: number * number for number in work}
    played = {number: (tmp_path / str(number)).stat().st_size for number in work}
    assert played[3] == 2
    assert [played[number] for number in list(found)[:3]] == [1, 1, 1], "what is done is not done again"


def test_a_game_that_kills_its_workers_is_given_up_and_named(two, tmp_path, monkeypatch):
    monkeypatch.setattr(two, "lost", [])
    assert dict(two.each(noted, str(tmp_path), [4, 5])) == {5: 25}
    assert two.lost == [4]
    assert (tmp_path / "4").stat().st_size == company.DEATHS
    assert dict(two.each(failing, None, [0, 1])) == {0: 0, 1: 1}, "there are workers again"


def test_what_goes_wrong_in_a_game_is_raised(two):
    with pytest.raises(ValueError, match="the second game went wrong"):
        list(two.each(failing, None, range(5)))
    assert dict(two.each(failing, None, [0, 1])) == {0: 0, 1: 1}


def test_a_worker_keeps_to_one_thread_and_is_another_process(two):
    for _, (count, process) in two.each(threads, None, range(4)):
        assert count == "1"
        assert process != os.getpid()


def test_a_data_pack_travels_with_the_games(two, tmp_path):
    pack = packed(balance.pack(SETTING.title, ["units.csv:*:strength=9"], tmp_path / "pack"))
    for path in sorted((tmp_path / "pack").rglob("*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()
    changed = SETTING._replace(data=pack)
    try:
        here = saved(changed, 1)
    finally:
        SETTING.game()
    assert pack_of(SETTING.title) is None
    (_, there), *_ = two.each(saved, changed, [1])
    (_, plain), *_ = two.each(saved, SETTING, [1])
    assert here == there
    assert plain != there


def test_workers_of_a_cluster_play_by_its_address(cluster_of_one, monkeypatch):
    with Cluster(cluster_of_one) as far:
        assert dict(far.each(failing, None, [0, 1])) == {0: 0, 1: 1}
        here, there = (
            [pair.first.save for pair in ladder.run(those, SETTING, ["naive", "random"], range(1, 3))]
            for those in (Crew(), far)
        )
        assert sorted(here) == sorted(there)
    monkeypatch.setattr(cluster, "code_mark", lambda: "another version")
    with pytest.raises(ValueError, match="expected workers with this very version"), Cluster(cluster_of_one):
        pass


def test_games_that_are_called_off_keep_nobody_waiting():
    """Whoever is at work is sent away, and nobody is left behind."""
    before = set(multiprocessing.active_children())
    with Company(2) as those:
        assert next(those.each(endless, None, [0, 1, 2])) == (0, 0)
    assert set(multiprocessing.active_children()) == before


def test_workers_end_with_their_employer():
    """Also when he is killed and can tell them nothing."""
    command = [sys.executable, "-c", EMPLOYER]
    employer = subprocess.Popen(command, cwd=Path(__file__).parents[2], stdout=subprocess.PIPE, text=True)
    assert employer.stdout.readline() == "at work\n"
    employer.kill()
    # the workers hold the other end of the pipe: it is closed when the last of them has ended
    assert employer.communicate(timeout=60)[0] == ""


def test_a_value_on_trial_is_used_by_the_games_it_comes_with(two):
    path = SETTING.game().title.mind.data / net.file_name(SETTING.scenario)
    kept = net.read(path)
    other = net.Net(kept[0].scale, [(w * 0, c * 0) for w, c in kept[0].layers], 5.0, 1.0)
    trial = SETTING._replace(value=net.written(other, kept[1]))
    (_, learned), *_ = two.each(worth, SETTING, [1])
    (_, blank), *_ = two.each(worth, trial, [1])
    (_, again), *_ = two.each(worth, SETTING, [1])
    assert blank == 5.0
    assert learned == again != blank


def test_one_worker_is_this_process_and_never_more_than_there_are_games():
    assert type(crew.crew(1, None, 50)) is Crew
    assert type(crew.crew(8, None, 1)) is Crew
    assert crew.crew(8, None, 3).workers == 3
    assert crew.crew(None, None, 10_000).workers == crew.cores() if crew.cores() > 1 else True


def test_without_dask_this_machine_plays_and_a_cluster_is_told_what_is_missing():
    """With the brackets that pip wants, which a terminal might take for its own."""
    program = "import sys; sys.modules['distributed'] = None; from ardennes.cli import main; main()"
    words = ["ladder", SETTING.title, "--scenario", SETTING.scenario, "--agents", "random,naive", "--pairs", "1"]
    command = [sys.executable, "-c", program, *words, "--workers", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    command += ["--scheduler", "tcp://somewhere"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 2
    assert "pip install 'ardennes[lab]'" in done.stderr


def test_a_ladder_goes_on_where_it_was_stopped(tmp_path, monkeypatch):
    names = ["staff", "naive"]
    first = list(ladder.run(Crew(), SETTING, names, range(1, 3), tmp_path))
    path = next(tmp_path.iterdir())
    path.write_bytes(path.read_bytes() + b'["staff naive 3", {"a"')  # the power went
    asked = []
    whole = ladder.pair_of
    monkeypatch.setattr(ladder, "pair_of", lambda setting, told: asked.append(told[2]) or whole(setting, told))
    again = list(ladder.run(Crew(), SETTING, names, range(1, 5), tmp_path))
    assert asked == [3, 4]
    assert again[:2] == first
    assert len(list(ladder.run(Crew(), SETTING, names, range(1, 5), tmp_path))) == 4
    assert asked == [3, 4]
    list(ladder.run(Crew(), SETTING._replace(options={"handicap": 1}), names, range(1, 2), tmp_path))
    assert asked == [3, 4, 1], "other options are other games"


def test_a_file_that_holds_something_else_is_refused(tmp_path):
    kept = Kept(tmp_path, "x", SETTING.title, SETTING.scenario, int)
    kept.add("a", 1)
    assert Kept(tmp_path, "x", SETTING.title, SETTING.scenario, int).found == {"a": 1}
    with pytest.raises(ValueError, match="line 1: expected a game"):
        Kept(tmp_path, "x", SETTING.title, SETTING.scenario, str)


def stopped(numbers):
    yield from numbers
    raise KeyboardInterrupt


def test_a_run_that_is_stopped_says_what_is_done(capsys):
    assert many.watched(stopped([5, 1, 2, 9]), "games", 12, lambda number: number) == [1, 2, 5, 9]
    assert "stopped: 4 of 12 games are done, seeds 1 to 2, 5, 9" in capsys.readouterr().err
    with pytest.raises(typer.Exit):
        many.watched(stopped([]), "games", 12, lambda number: number)


def test_a_polite_request_to_end_stops_a_run_too(capsys):
    def run():
        yield 1
        os.kill(os.getpid(), signal.SIGTERM)
        yield 2

    before = signal.getsignal(signal.SIGTERM)
    with many.crew(1, None, 2):
        assert many.watched(run(), "games", 2, lambda number: number) == [1]
    assert signal.getsignal(signal.SIGTERM) is before
