"""The commands as a user types them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ardennes.kernel import Match, conformance, saves
from ardennes.lab import coverage
from ardennes.titles import find

PLAY = ["play", "--title", "tigers_in_the_mist", "--scenario", "seventh_army", "--seed", "1944"]


def run(*args: str, given: str = "", home: Path | None = None, **spoken: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from ardennes.cli import main; main()", *args],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        env={
            "PATH": "/usr/bin:/bin",
            "ARDENNES_HOME": str(home or Path.cwd()),
            "PYTHONPATH": ":".join(sys.path),
            **spoken,
        },
    )


def test_orders_from_a_pipe(tmp_path: Path) -> None:
    orders = "move 212VG Irrel Echternach\nwhy move 276VG Nusbaum Diekirch\nundo\nhelp 8.27\nlog\nquit\n"
    done = run(*PLAY, "--german", "human", "--allied", "human", given=orders, home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "212 VG foot, 212 VG foot and 212 VG foot move from Irrel to Echternach for 4 MP" in done.stdout
    assert "No: Diekirch costs 10 MP, and the stack has 5 (TM-8.38)" in done.stdout
    assert "TM-8.27" in done.stdout
    assert "The game is kept" in done.stdout


def test_a_refused_order_names_the_rule_and_changes_nothing(tmp_path: Path) -> None:
    done = run(*PLAY, "--german", "human", "--allied", "human", given="move 276VG Nusbaum Luxembourg\n", home=tmp_path)
    assert "from Nusbaum to Luxembourg runs into enemy units first (TM-8.22)" in done.stdout
    [kept] = (tmp_path / "games").glob("*.txt")
    assert saves.load(kept.read_text(), find).moves == []


def test_an_interrupted_game_is_offered_again(tmp_path: Path) -> None:
    run(*PLAY, "--german", "human", "--allied", "human", given="move 212VG Irrel Echternach\n", home=tmp_path)
    done = run("play", "--german", "human", "--allied", "human", given="1\nlog\nquit\n", home=tmp_path)
    assert "Unfinished games" in done.stdout
    assert "move from Irrel to Echternach" in done.stdout


def test_a_whole_game_between_two_random_players(tmp_path: Path) -> None:
    done = run(*PLAY, "--german", "random", "--allied", "random", home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.rstrip().endswith("score 0")


def test_odds_are_shown_before_a_battle(tmp_path: Path) -> None:
    orders = "odds move 276VG Nusbaum Beaufort\nquit\n"
    done = run(*PLAY, "--german", "human", "--allied", "random", given=orders, home=tmp_path)
    assert "the area is cleared" in done.stdout
    assert "(TM-9.71c)" in done.stdout


def test_save_refuses_to_overwrite_what_is_not_a_save(tmp_path: Path) -> None:
    precious = tmp_path / "letter.txt"
    precious.write_text("dear reader")
    orders = f"save {precious}\nsave {tmp_path / 'game.txt'}\nquit\n"
    done = run(*PLAY, "--german", "human", "--allied", "random", given=orders, home=tmp_path)
    assert "is left alone" in done.stdout
    assert precious.read_text() == "dear reader"
    assert saves.load((tmp_path / "game.txt").read_text(), find).game.scenario == "seventh_army"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["play", "--title", "chess"], "unknown title 'chess'; there are: tigers_in_the_mist"),
        ([*PLAY[:3], "--scenario", "x"], "unknown scenario 'x'; there are: seventh_army, fifth_panzer"),
        ([*PLAY, "--option", "weather=on"], "unknown option 'weather'; there are: errata, handicap"),
        ([*PLAY, "--option", "handicap=99"], "option handicap: expected -20 to 20, got 99"),
        ([*PLAY, "--german", "deep"], "unknown player 'deep'; there are: human, recruit"),
        (["rules", "chess"], "unknown title 'chess'"),
        (["fuzz", "chess"], "unknown title 'chess'"),
        (["bench", "kitchen"], "No such command 'kitchen'"),
        (["replay", "nowhere.txt"], "nowhere.txt"),
    ],
)
def test_bad_input_gets_one_line_that_says_what_exists(args: list[str], message: str, tmp_path: Path) -> None:
    done = run(*args, home=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_replay_shows_the_log_and_stops_where_asked(tmp_path: Path) -> None:
    match = conformance.random_game(find_game(), 7)
    file = tmp_path / "game.txt"
    file.write_text(saves.dump(match))
    whole = run("replay", str(file), home=tmp_path)
    assert f"{len(match.moves)} actions, position {saves.position(match.state)}" in whole.stdout
    part = run("replay", str(file), "--to", "5", home=tmp_path)
    assert "5 actions" in part.stdout
    assert "to decide" in part.stdout


def test_replay_of_a_damaged_save_names_the_line(tmp_path: Path) -> None:
    match = Match(find_game(), 7)
    file = tmp_path / "game.txt"
    file.write_text(saves.dump(match).replace("moves\n", "moves\nunit G999\n"))
    done = run("replay", str(file), home=tmp_path)
    assert done.returncode == 2
    assert "line 10: unknown unit 'G999'" in done.stderr


def test_fuzz_counts_games_and_outcomes(tmp_path: Path) -> None:
    done = run(
        "fuzz", "tigers_in_the_mist", "--workers", "1", "--games", "3", "--scenario", "seventh_army", home=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("3 games, ")
    assert "seventh_army: " in done.stdout


def test_rules_as_json(tmp_path: Path) -> None:
    rows = json.loads(run("rules", "tigers_in_the_mist", "--json", home=tmp_path).stdout)
    assert len(rows) == len(coverage.ledger("tigers_in_the_mist")) > 320
    assert set(rows[0]) == {"id", "kind", "status", "tests", "reason"}
    assert {row["status"] for row in rows} <= {"covered", "open"}


def find_game():  # type: ignore[no-untyped-def]
    import ardennes

    return ardennes.game("tigers_in_the_mist", "seventh_army")


def test_stalls_are_measured_alone_and_in_company() -> None:
    done = run("bench", "stall", "--games", "3", "--seconds", "1", "--json")
    found = json.loads(done.stdout)
    assert found["alone"]["moves"] > 0
    assert found["in_company"]["moves"] > 0
    assert found["done"]["lists"] > 0
    assert found["done"].get("refused", 0) == 0


def test_floods_are_measured_by_what_others_wait() -> None:
    done = run("bench", "flood", "--rows", "40", "--seconds", "1", "--json")
    assert done.returncode == 0, done.stderr
    found = {row["kind"]: row for row in json.loads(done.stdout)}
    assert list(found)[:2] == ["nothing", "stale answers"]
    assert found["stale answers"]["messages"] > 0
    assert all(row["others"]["moves"] > 0 for row in found.values())


def test_the_server_can_be_put_under_load() -> None:
    done = run("bench", "server", "--games", "12", "--seconds", "0.5", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["games"], found["refused"]) == (12, 0)
    assert found["actions"] > 0


def test_a_title_with_hidden_hands_in_the_terminal(tmp_path: Path) -> None:
    play = [
        "play",
        "--title",
        "crossroads",
        "--scenario",
        "long",
        "--seed",
        "7",
        "--german",
        "human",
        "--allied",
        "staff",
    ]
    done = run(*play, given=f"stay\nlog 90\nstay\nlog 90\nsave {tmp_path / 'here.txt'}\nquit\n", home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "here.txt").exists()
    assert "German draws Ambush" in done.stdout or "German draws Scouts" in done.stdout
    assert "Allied draws 2 cards." in done.stdout
    assert "Allied draws Ambush" not in done.stdout
    assert "Allied draws Scouts" not in done.stdout
    whole = run(*play[:-3], "random", "--allied", "staff", "--overwrite", home=tmp_path)
    assert whole.returncode == 0, whole.stderr
    assert "score" in whole.stdout


def test_fuzz_looks_at_what_each_side_is_told(tmp_path: Path) -> None:
    done = run("fuzz", "crossroads", "--workers", "1", "--sight", "--positions", "120", "--ways", "2", home=tmp_path)
    assert done.returncode == 0, done.stderr
    told = "120 positions, and 720 more shuffles of their sights: no side is told what it may not know\n"
    assert done.stdout == told


def test_fuzz_with_a_preset_and_an_option_on_top(tmp_path: Path) -> None:
    args = ("fuzz", "bitter_woods", "--games", "1", "--scenario", "six_turn", "--preset")
    done = run(*args, "tournament", "--option", "handicap=2", home=tmp_path)
    assert "1 games" in done.stdout
    assert "no broken invariant" in done.stdout
    done = run(*args, "chess", home=tmp_path)
    assert done.returncode == 2
    assert "unknown preset 'chess'; there are: basic, tournament, everything, own" in " ".join(done.stderr.split())


def test_presets_are_offered_with_their_sentence(tmp_path: Path) -> None:
    start = ("play", "--title", "bitter_woods", "--german", "human", "--allied", "random", "--seed", "1")
    done = run(*start, home=tmp_path, given=f"six_turn\ntournament\nsave {tmp_path}/game.txt\nquit\n")
    assert "Tournament. What tournament games use" in " ".join(done.stdout.split())
    assert "option leaders on" in (tmp_path / "game.txt").read_text()


def test_the_terminal_speaks_german_if_it_is_asked_to_or_the_environment_says_so(tmp_path: Path) -> None:
    orders = "why move 276VG Nusbaum Diekirch\nmove 2Pz Nusbaum\nundo\nmove 212VG Irrel Echternach\nsave\nhelp\nquit\n"
    both = ["--german", "human", "--allied", "human"]
    done = run(*PLAY, *both, "--language", "de", given=orders, home=tmp_path)
    assert done.returncode == 0, done.stderr
    for told in (
        "Deutsche, Bewegung: wähle eine Einheit",
        "Nein: Diekirch kostet 10 BP, und der Stapel hat 5 (TM-8.38)",
        "! keine Einheit heißt",
        "! nichts lässt sich zurücknehmen",
        "ziehen von Irrel nach Echternach für 4",
        "! save braucht einen Dateinamen",
        "quit            aufhören",
        "Das Spiel bleibt erhalten",
    ):
        assert told in done.stdout, told
    again = run("play", given="", home=tmp_path, LANGUAGE="fr:de")
    assert "Angefangene Spiele" in again.stdout
    assert "Unfinished games" in run("play", "--language", "en", given="", home=tmp_path, LANG="de_DE.UTF-8").stdout
    refused = run("play", "--language", "klingon")
    assert refused.returncode == 2
    assert "expected one of en, de" in " ".join(refused.stderr.split())
    (tmp_path / "bad.txt").write_text("no save\n")
    assert "ardennes: Zeile 1: kein Spielstand" in run("replay", str(tmp_path / "bad.txt"), LC_ALL="de_AT").stderr
