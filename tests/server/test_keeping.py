"""What was acknowledged is kept: through restarts, crashes and changes of the rules."""

from __future__ import annotations

import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from ardennes.server.store import Store
from tests.patience import PATIENCE
from tests.server.club import Club, Seat
from tests.server.test_play import choose, play_on


def test_games_are_there_after_a_restart(tmp_path: Path) -> None:
    first = Club(tmp_path / "games.sqlite3")
    made = first.start(seats=("you", "you"))
    tokens = [seat["token"] for seat in made["seats"]]
    seats = [first.sit(token) for token in tokens[:2]]
    play_on(seats, random.Random(5), 80)
    seats[0].say("undo", all=True)
    before, at = seats[0].look, seats[0].at
    first.close()

    second = Club(tmp_path / "games.sqlite3")
    again = [second.sit(token) for token in tokens[:2]]
    assert again[0].at >= at
    assert [game["id"] for game in second.get("/api/games")] == [made["id"]]
    if again[0].at == at:
        assert again[0].look == before
    assert play_on(again, random.Random(6), 30) == 30
    second.close()


def test_undo_is_as_free_after_a_restart_as_before(tmp_path: Path) -> None:
    first = Club(tmp_path / "games.sqlite3")
    token = first.start()["seats"][0]["token"]
    german = first.sit(token)
    start = german.look
    german.move()
    german.move()
    first.close()
    second = Club(tmp_path / "games.sqlite3")
    german = second.sit(token)
    assert german.welcome["undo"] == 2
    german.ask("undo", "position", all=True)
    assert german.look == start
    second.close()


def start_process(store: Path, ask: bool = True) -> tuple[subprocess.Popen[str], int]:
    """A server of its own; with `ask` it has answered once."""
    command = [sys.executable, "-m", "ardennes", "serve", "--port", "0", "--store", str(store)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    port = int(server.stdout.readline().split("/")[2].split(":")[1])
    urllib.request.urlopen(f"http://127.0.0.1:{port}/{'api/menu' if ask else ''}", timeout=PATIENCE).read()
    return server, port


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs kill -9")
def test_kill_in_the_middle_of_a_battle_loses_nothing(tmp_path: Path) -> None:
    server, port = start_process(tmp_path / "games.sqlite3")
    club = Club.__new__(Club)
    club.port, club.address = port, f"http://127.0.0.1:{port}"
    tokens = [seat["token"] for seat in club.start("campaign")["seats"]]
    seats = [club.sit(token) for token in tokens[:2]]
    rng = random.Random(8)
    for _ in range(2000):
        if seats[0].look["battle"] is not None and seats[0].look["battle"]["stage"] > 0:
            break
        assert play_on(seats, rng, 1) == 1
    assert seats[0].look["battle"] is not None
    seen, at = [seat.look for seat in seats], seats[0].at
    os.kill(server.pid, signal.SIGKILL)
    server.wait()

    server, club.port = start_process(tmp_path / "games.sqlite3")
    club.address = f"http://127.0.0.1:{club.port}"
    try:
        again = [club.sit(token) for token in tokens[:2]]
        assert [seat.look for seat in again] == seen
        assert again[0].at == at
        assert play_on(again, rng, 20) == 20
    finally:
        server.terminate()
        server.wait(PATIENCE)


def test_a_save_replays_to_the_live_position(club: Club) -> None:
    made = club.start(seats=("you", "you"))
    seats = [club.sit(seat["token"]) for seat in made["seats"][:2]]
    play_on(seats, random.Random(9), 2000)
    assert seats[0].look["ending"] is not None
    text = club.get(f"/api/seats/{made['seats'][2]['token']}/save")
    assert "\nseed 1944\n" in text  # the game is over: the dice can be checked
    status, replay = club.call("POST", "/api/replays", text.encode(), **{"content-type": "text/plain"})
    assert status == 200
    look = replay["look"]
    log = list(replay["log"])
    for frame in replay["frames"]:
        look = {**look, **frame["look"]}
        log += frame["log"]
    assert {**look, "choices": {}} == {**seats[0].look, "choices": {}}
    assert log == seats[0].log
    assert {jump["kind"] for jump in replay["jumps"]} == {"impulse", "battle"}
    assert club.get(f"/api/seats/{made['seats'][2]['token']}/replay")["frames"] == replay["frames"]


def test_an_unfinished_game_keeps_its_seed_secret(club: Club) -> None:
    made = club.start()
    assert "\nseed " not in club.get(f"/api/seats/{made['seats'][0]['token']}/save")


def test_an_opened_save_goes_on(club: Club) -> None:
    made = club.start(seats=("you", "you"))
    seats = [club.sit(seat["token"]) for seat in made["seats"][:2]]
    play_on(seats, random.Random(10), 50)
    text = club.get(f"/api/seats/{made['seats'][0]['token']}/save")
    opened = club.open(text, ("you", "you"))
    again = [club.sit(seat["token"]) for seat in opened["seats"][:2]]
    assert [seat.look for seat in again] == [seat.look for seat in seats]
    assert play_on(again, random.Random(11), 20) == 20


def test_a_save_of_older_rules_played_on_can_be_saved_and_opened_again(club: Club) -> None:
    made = club.start(seats=("you", "you"))
    play_on([club.sit(seat["token"]) for seat in made["seats"][:2]], random.Random(10), 50)
    text = club.get(f"/api/seats/{made['seats'][0]['token']}/save")
    text = re.sub(r"\nrules \d+\n", "\nrules 0\n", text).replace("\nmoves\n", "\nmoves\nunheard of\n")
    opened = club.open(text, ("you", "you"))
    seats = [club.sit(seat["token"]) for seat in opened["seats"][:2]]
    play_on(seats, random.Random(11), 20)
    text = club.get(f"/api/seats/{opened['seats'][0]['token']}/save")
    assert "\nfrom " in text
    again = club.open(text, ("you", "you"))
    assert [club.sit(seat["token"]).look for seat in again["seats"][:2]] == [seat.look for seat in seats]


def test_a_game_of_older_rules_goes_on_from_its_snapshot(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    first = Club(file)
    token = first.start("fifth_panzer")
    seats = [first.sit(seat["token"]) for seat in token["seats"][:2]]
    play_on(seats, random.Random(12), 260)
    at, look = seats[0].at, seats[0].look
    first.close()
    with sqlite3.connect(file) as db:
        assert db.execute("select count(*) from snapshots").fetchone()[0] >= 1
        # Old rules: an early action that today's engine would refuse.
        db.execute("update actions set words = 'done' where number = 2")
        db.execute("update games set rules = 0")
    second = Club(file)
    again: list[Seat] = [second.sit(seat["token"]) for seat in token["seats"][:2]]
    assert again[0].at == at
    assert {**again[0].look} == look
    if again[0].look["side"] is not None:
        mover = again[again[0].look["side"]]
        mover.act(*choose(mover, random.Random(1)))
    replay = second.get(f"/api/seats/{token['seats'][0]['token']}/replay")
    assert replay["frames"]
    second.close()


def test_a_damaged_game_says_so_and_others_live_on(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    first = Club(file)
    broken, sound = first.start(), first.start()
    seat = first.sit(broken["seats"][0]["token"])
    seat.move()
    first.close()
    with sqlite3.connect(file) as db:
        db.execute("update actions set words = 'unit A999'")
    second = Club(file)
    seat = second.sit(broken["seats"][0]["token"])
    assert "row 1 is not as it was written" in seat.welcome["problem"]
    assert seat.at == 0
    listed = {game["id"]: game["problem"] for game in second.get("/api/games")}
    assert listed == {broken["id"]: seat.welcome["problem"], sound["id"]: ""}
    assert second.sit(sound["seats"][0]["token"]).look["choices"]
    second.close()


def test_a_removed_game_is_gone(club: Club) -> None:
    made = club.start()
    assert club.call("DELETE", f"/api/games/{made['id']}")[0] == 204
    assert club.get("/api/games") == []
    assert club.call("GET", f"/api/seats/{made['seats'][0]['token']}/save")[0] == 404


def test_a_write_is_acknowledged_only_when_it_is_in_the_file(tmp_path: Path) -> None:
    club = Club(tmp_path / "games.sqlite3")
    german = club.sit(club.start()["seats"][0]["token"])
    for _ in range(5):
        german.move()
        with Store(tmp_path / "games.sqlite3", write=False).engine.connect() as db:
            rows = db.exec_driver_sql("select max(number) from actions").scalar()
        assert rows == german.at
    club.close()
