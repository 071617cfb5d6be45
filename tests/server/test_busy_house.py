"""What the house gives to its workers, as players meet it: nobody waits for it, and nothing is lost with it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sqlite3
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ardennes import agents, game
from ardennes.kernel import Action, Match, Side, saves
from ardennes.server import computers
from ardennes.server import house as houses
from ardennes.server.hand import Hand
from ardennes.server.house import House
from ardennes.server.jobs import Counsel, Decide
from ardennes.server.live import MOST_MISSED
from ardennes.server.records import record_of
from ardennes.server.workers import Broke, Workers
from ardennes.titles import find
from tests import patience
from tests.server.club import Club, Seat
from tests.server.mutations import deep_json
from tests.server.test_hostile_saves import older
from tests.server.test_workers import long_game, pids, played


def house_of(club: Club) -> House:
    house = club.app.api.state.house
    assert isinstance(house, House)
    return house


def until(seat: Seat, kind: str) -> dict[str, Any]:
    while (message := seat.hear())["t"] != kind:
        pass
    return message


def test_a_long_game_is_opened_by_a_worker_as_it_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(moves=300)
    while match.can_undo < 2 or match.state.side is None:
        match.play(match.state.actions()[0])
    first = Club(tmp_path / "games.sqlite3")
    seats = first.open(saves.dump(match), seats=("you", "you"))["seats"]
    before = first.sit(seats[3]["token"])
    missed = before.ask("since")
    replay = first.get(f"/api/seats/{seats[3]['token']}/replay")
    before.close()
    first.close()
    asked: list[object] = []
    do = Workers.do

    async def noted(self: Workers, job: Any, *args: Any, **more: Any) -> bytes:
        asked.append(type(job).__name__)
        return await do(self, job, *args, **more)

    monkeypatch.setattr(Workers, "do", noted)
    second = Club(tmp_path / "games.sqlite3")
    try:
        again = second.sit(seats[3]["token"])
        assert asked == ["OpenGame"]
        assert (again.look, again.log, again.at) == (before.look, before.log, before.at)
        assert {k: v for k, v in again.welcome.items() if k != "present"} == {
            k: v for k, v in before.welcome.items() if k != "present"
        }
        assert again.ask("since") == missed
        assert second.get(f"/api/seats/{seats[3]['token']}/replay") == replay
        again.ask("undo", "position")
        assert house_of(second).live(1).match.state.stack == match.earlier[-1].stack  # type: ignore[union-attr]
        assert len(again.log) < len(before.log) or match.moves[-1].events == ()
    finally:
        second.close()


def test_ones_own_moves_do_not_wait_for_ones_questions(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    do = Workers.do
    told = asyncio.Event()

    async def slow(self: Workers, job: Any, *args: Any, **more: Any) -> bytes:
        if isinstance(job, Counsel):
            await told.wait()
        return await do(self, job, *args, **more)

    monkeypatch.setattr(Workers, "do", slow)
    seat = club.sit(club.start(seats=("you", "you"))["seats"][0]["token"])
    seat.say("advise")
    assert seat.move()["at"] == 1
    club.server.servers[0].get_loop().call_soon_threadsafe(told.set)
    assert until(seat, "advice")["courses"]


def test_a_seat_that_asks_for_more_is_told_to_wait(club: Club) -> None:
    seats = club.open(saves.dump(long_game()))["seats"]
    watching = club.sit(seats[2]["token"])
    for _ in range(6):
        watching.say("since")
    heard: list[str] = []
    while len(heard) < 6:
        if (kind := watching.hear()["t"]) != "present":
            heard.append(kind)
    assert sorted(heard) == ["bad"] * 3 + ["since"] * 3


def test_what_was_missed_is_shown_up_to_a_point(club: Club) -> None:
    token = club.open(saves.dump(long_game()))["seats"][2]["token"]
    assert len(long_game().moves) > MOST_MISSED
    seat = club.sit(token)
    missed = seat.ask("since")
    assert len(missed["frames"]) == MOST_MISSED
    look = missed["look"]
    for frame in missed["frames"]:
        look |= frame["look"]
    assert look == seat.look


def test_a_worker_killed_while_a_computer_thinks_costs_time_only(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    ask, asked = Hand.ask, 0

    def deadly(self: Hand, data: bytes) -> bytes:
        nonlocal asked
        asked += 1
        if asked in (1, 4, 6):
            os.kill(self._process.pid, signal.SIGKILL)
        return ask(self, data)

    monkeypatch.setattr(Hand, "ask", deadly)
    monkeypatch.setattr(houses.secrets, "token_hex", lambda _: "17" * 16)  # an impulse of six moves
    seat = club.sit(club.start(seats=("computer sergeant", "you"), seed=1946)["seats"][1]["token"])
    while seat.look["side"] != 1:
        seat.hear()
    live = house_of(club).live(1)
    assert live is not None
    assert asked == len(live.match.moves) + 3
    at_home, computer = Match(live.match.game, 1946), agents.find("sergeant")
    assert isinstance(computer, agents.Staff)
    while at_home.state.side is Side.GERMAN:
        computer.draw_from(computers.seed_at(live.row.computers, Side.GERMAN, len(at_home.moves)))
        *led, action = computers.decide(computer, at_home.state.sight(Side.GERMAN))[0]
        at_home.play(action, led=led)
    assert at_home.moves == live.match.moves


def test_a_computer_without_an_answer_says_so_and_tries_again(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:

        async def broken(self: Workers, job: Any, *_: Any, **__: Any) -> bytes:
            assert isinstance(job, Decide)
            raise Broke("the program that worked on this died over it; nothing is lost")

        patch.setattr(Workers, "do", broken)
        token = club.start(seats=("computer recruit", "you"))["seats"][1]["token"]
        seat = club.sit(token)
        text = until(seat, "bad")["text"]
        assert "the computer has no answer" in text
        assert "nothing is lost" in text
        seat.close()
    again = club.sit(token)
    assert until(again, "position")["at"] == 1


def test_uploads_that_cannot_be_read_are_answered_in_words(club: Club) -> None:
    head, _, _ = older(played(moves=20)).partition("table ")
    deep, line = f"{head}table 3 {deep_json(5000)}".encode(), head.count("\n") + 1
    bad = {
        deep: f"line {line}: the table is damaged: it is nested too deeply",
        b"ardennes save 1\nrules \xff": "line 2: not an Ardennes save: expected UTF-8 text, got the byte 0xff",
        b"ardennes save 1\n" + b"[" * 30_000: "line 2: the line has 30000 characters; expected at most 20000",
    }
    for path in ("/api/replays", "/api/games/open"):
        for text, said in bad.items():
            status, problem = club.call("POST", path, text)
            assert (status, problem["text"]) == (400, said)
    assert house_of(club).workers._asked == {}


def test_stopping_the_house_does_not_wait_for_its_workers(tmp_path: Path) -> None:
    club = Club(tmp_path / "games.sqlite3")
    token = club.start("campaign", seats=("computer general", "computer general"))["seats"][2]["token"]
    seat = club.sit(token)
    until(seat, "position")
    busy = pids(house_of(club).workers)
    club.close()
    assert not club.thread.is_alive()
    patience.until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in busy), "the end of the workers")


def test_short_games_are_not_worth_a_worker(club: Club) -> None:
    assert houses.SHORT >= 100
    club.sit(club.start()["seats"][0]["token"])
    assert pids(house_of(club).workers) == set()


def test_nobody_can_compute_a_computer(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """It draws from a secret of its game, which a chosen seed does not tell and nothing that is sent has in it."""
    seeds: list[int] = []
    do = Workers.do

    async def noted(self: Workers, job: Any, *args: Any, **more: Any) -> bytes:
        if isinstance(job, Decide):
            seeds.append(job.seed)
        return await do(self, job, *args, **more)

    monkeypatch.setattr(Workers, "do", noted)
    known = set()
    for _ in range(3):
        made = club.start(seats=("computer random", "person"), seed=1)
        watch = club.sit(made["seats"][2]["token"])
        while not watch.at:
            watch.expect("position")
        live = house_of(club).live(made["id"])
        assert live is not None
        secret = live.row.computers
        assert re.fullmatch("[0-9a-f]{32}", secret)
        first = computers.seed_at(secret, Side.GERMAN, 0)
        assert first in seeds
        save = club.get(f"/api/seats/{made['seats'][1]['token']}/save")
        for told in (json.dumps(made), json.dumps(watch.welcome), save, saves.dump(live.match)):
            assert secret not in told
            assert str(first) not in told
        known.add(secret)
        watch.close()
    assert len(known) == 3
    person = club.start(seats=("you", "person"))
    club.sit(person["seats"][0]["token"])
    assert house_of(club).live(person["id"]).row.computers == "", "no computer, no secret"  # type: ignore[union-attr]


class Interrupted(NamedTuple):
    """A game that two computers played for a while."""

    moves: list[tuple[Action, ...]]
    recalled: int


def watched(path: Path, secret: str, players: tuple[str, str], moves: int, often: int) -> Interrupted:
    """Two computers watched for so many moves; the house closes and opens again after every `often` moves."""
    asked: list[str] = []
    do = Workers.do

    async def noted(self: Workers, job: Any, *args: Any, **more: Any) -> bytes:
        asked.append(type(job).__name__)
        return await do(self, job, *args, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(houses.secrets, "token_hex", lambda _: secret)
        patch.setattr(Workers, "do", noted)
        club = Club(path)
        token = club.start("seventh_army", players)["seats"][2]["token"]
        done = 0
        while True:
            watch = club.sit(token)
            while watch.at < min(moves, done + often):
                watch.expect("position")
            done = watch.at
            watch.close()
            live = house_of(club).live(1)
            assert live is not None
            if done >= moves:
                played = [move.answers for move in live.match.moves[:moves]]
                club.close()
                return Interrupted(played, asked.count("Recall"))
            club.close()
            club = Club(path)


@pytest.mark.parametrize("players", [("computer random", "computer naive"), ("computer sergeant", "computer recruit")])
def test_a_computer_goes_on_after_a_restart_as_without_one(tmp_path: Path, players: tuple[str, str]) -> None:
    """In the midst of its orders too: they are found again. Without that, sergeants err anew and play another game."""
    whole = watched(tmp_path / "whole", "0f" * 16, players, 60, 1000)
    again = watched(tmp_path / "again", "0f" * 16, players, 60, 7)
    assert again.moves == whole.moves
    assert whole.recalled == 0
    assert bool(again.recalled) is ("computer sergeant" in players)
    other = watched(tmp_path / "other", "f0" * 16, players, 60, 1000)
    assert other.moves != whole.moves


def test_who_was_told_to_hurry_plans_afresh_after_a_restart() -> None:
    """Its orders cannot be found by asking it again, and what it would say now is not what it did."""
    match = Match(game("tigers_in_the_mist", "seventh_army"), 1)
    captain = agents.find("captain")
    for _ in range(4):
        *led, action = computers.decide(captain, match.state.sight(Side.GERMAN))[0]
        match.play(action, led=led)
    record = record_of(match, None)
    assert computers.recalled(record, Side.GERMAN, "captain", "secret") is not None
    assert computers.recalled(record, Side.GERMAN, "recruit", "secret") is None
    nothing = computers.recalled(record, Side.ALLIED, "captain", "secret")
    assert nothing is None, "it has not been asked yet"


def test_the_computers_of_older_games_draw_from_the_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Club(tmp_path / "games.sqlite3")
    made = first.start(seats=("you", "computer random"), seed=12)
    german = first.sit(made["seats"][0]["token"])
    first.close()
    with sqlite3.connect(tmp_path / "games.sqlite3") as db:
        db.execute("ALTER TABLE games DROP COLUMN computers")
    seeds: list[int] = []
    do = Workers.do

    async def noted(self: Workers, job: Any, *args: Any, **more: Any) -> bytes:
        if isinstance(job, Decide):
            seeds.append(job.seed)
        return await do(self, job, *args, **more)

    monkeypatch.setattr(Workers, "do", noted)
    second = Club(tmp_path / "games.sqlite3")
    german = second.sit(made["seats"][0]["token"])
    german.act("done")
    while german.look["side"] != 0:
        german.expect("position")
    live = house_of(second).live(made["id"])
    assert live is not None
    first_asked = next(n for n, move in enumerate(live.match.moves) if move.side is Side.ALLIED)
    assert seeds[0] == computers.seed_at("12", Side.ALLIED, first_asked)
    second.close()


def test_what_computers_drew_from_is_told_after_the_end(tmp_path: Path) -> None:
    """With it their moves can be found again by anybody, dice and report as well; and the save opens as it was."""
    club = Club(tmp_path / "games.sqlite3")
    made = club.start(seats=("computer random", "computer random"))
    watch = club.sit(made["seats"][2]["token"])
    while watch.look["side"] is not None:
        watch.expect("position")
    live = house_of(club).live(made["id"])
    assert live is not None
    text = club.get(f"/api/seats/{made['seats'][2]['token']}/save")
    assert f"\nseed 1944\ncomputers {live.row.computers}\n" in text
    told = saves.load(text, find)
    again = Match(told.game, told.seed)
    while (side := again.state.side) is not None:
        computer = agents.find("random", computers.seed_at(told.computers, side, len(again.moves)))
        *led, action = computers.decide(computer, again.state.sight(side))[0]
        again.play(action, led=led)
    assert again.moves == told.moves
    assert saves.verify(text, find).wrong is None
    assert club.get(f"/api/seats/{made['seats'][2]['token']}/review")["dice"].startswith("all ")
    opened = club.open(text)
    assert club.get(f"/api/seats/{opened['seats'][2]['token']}/save") == text
    club.close()
    club = Club(tmp_path / "games.sqlite3")
    assert club.get(f"/api/seats/{opened['seats'][2]['token']}/save") == text
    club.close()


def test_a_save_cannot_choose_what_computers_draw_from(club: Club) -> None:
    text = saves.dump(played(moves=20))
    chosen = text.replace("\nmoves", f"\ncomputers {'0f' * 16}\nmoves")
    made = club.open(chosen, seats=("computer random", "you"))
    assert house_of(club).live(made["id"]).row.computers not in ("", "0f" * 16)  # type: ignore[union-attr]
    status, problem = club.call("POST", "/api/games/open", chosen.replace("0f0f", "word").encode())
    assert status == 400
    assert "computers: expected 32 hexadecimal digits" in problem["text"]
