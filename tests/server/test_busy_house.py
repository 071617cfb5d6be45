"""What the house gives to its workers, as players meet it: nobody waits for it, and nothing is lost with it."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from ardennes import agents
from ardennes.kernel import Match, Side, saves
from ardennes.kernel.chance import offshoot
from ardennes.server import house as houses
from ardennes.server import jobs
from ardennes.server.hand import Hand
from ardennes.server.house import House
from ardennes.server.jobs import Counsel, Decide
from ardennes.server.live import MOST_MISSED
from ardennes.server.workers import Broke, Workers
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
    seat = club.sit(club.start(seats=("computer sergeant", "you"), seed=1946)["seats"][1]["token"])
    while seat.look["side"] != 1:
        seat.hear()
    live = house_of(club).live(1)
    assert live is not None
    assert asked == len(live.match.moves) + 3
    at_home, computer = Match(live.match.game, 1946), agents.find("sergeant", offshoot(1946, "computer 0"))
    while at_home.state.side is Side.GERMAN:
        *led, action = jobs.decide(computer, at_home.state.sight(Side.GERMAN))[0]
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
    """Its random numbers come from the secret seed of the game, and not from anything that is told."""
    seeds: list[int] = []
    do = Workers.do

    async def noted(self: Workers, job: Any, *args: Any, **more: Any) -> bytes:
        if isinstance(job, Decide):
            seeds.append(job.seed)
        return await do(self, job, *args, **more)

    monkeypatch.setattr(Workers, "do", noted)
    for seed in (1, 2, 1):
        made = club.start(seats=("computer random", "person"), seed=seed)
        watch = club.sit(made["seats"][2]["token"])
        while not watch.at:
            watch.expect("position")
        live = house_of(club).live(made["id"])
        assert live is not None
        assert str(seeds[-1]) not in saves.dump(live.match, reveal_seed=False)
        watch.close()
        seeds[:] = [*dict.fromkeys(seeds)]
    # The same seed gives the same computer again: a recovered game and a report can be checked. Others differ.
    assert seeds == [offshoot(1, "computer 0"), offshoot(2, "computer 0")]
