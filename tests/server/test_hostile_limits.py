"""How much anybody may ask for, and what he hears beyond that."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ardennes.kernel import Game, Match, saves
from ardennes.server import effort, guarded, limits
from ardennes.server.door import Door
from ardennes.server.effort import EACH, LATELY, Effort
from ardennes.server.limits import Gate, Meter, Pace, Paces, Thrift
from ardennes.titles import find
from tests.patience import PATIENCE, until
from tests.server.club import Club


class Clock:
    """Time that passes when told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_meter_forgets() -> None:
    clock = Clock()
    meter = Meter(3, 60, clock)
    for _ in range(3):
        assert not meter.full("a")
        meter.note("a")
        clock.now += 10
    assert meter.full("a")
    assert not meter.full("b")
    clock.now = 160
    assert not meter.full("a")


def test_a_meter_has_room_for_so_many() -> None:
    meter = Meter(1)
    for number in range(2 * Meter.ROOM):
        meter.note(number)
    assert len(meter._times) == Meter.ROOM
    assert meter.full(2 * Meter.ROOM - 1)


def test_a_pace_lets_some_through_and_then_slows() -> None:
    clock = Clock()
    pace = Pace(10, 5, clock)
    assert [pace.wait() for _ in range(5)] == [0, 0, 0, 0, 0]
    assert pace.wait() == pytest.approx(0.1)
    assert pace.wait() == pytest.approx(0.2)
    clock.now += 1
    assert pace.wait() == 0


def test_work_for_guests_is_counted_in_seconds() -> None:
    clock = Clock()
    spent = Effort(clock)
    for _ in range(2):
        assert spent.why_not("a") is None
        spent.charge("a", EACH / 2)
        clock.now += 100
    assert "from your address took 60 seconds" in (spent.why_not("a") or "")
    assert spent.why_not("b") is None
    for n in range(4):
        spent.charge(str(n), EACH)
    assert "by guests took 300 seconds of work within 10 minutes" in (spent.why_not("b") or "")
    assert "by guests" in (spent.why_not("") or "")  # one whose address cannot be told
    clock.now += LATELY - 200
    assert spent.why_not("b") is None
    assert spent.why_not("a") is None
    clock.now += LATELY
    assert spent.why_not("a") is None
    assert not spent._spent


def test_uploads_of_guests_are_metered_over_http(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "EACH", 1e-9)
    text = saves.dump(Match(Game.of(find("tigers_in_the_mist")), 1)).encode()
    club = Club(tmp_path / "games.sqlite3", Door((), ["127.0.0.1"]))

    def send(address: str) -> tuple[int, str]:
        status, answer = club.call("POST", "/api/replays", text, **{"x-forwarded-for": address})
        return status, answer.get("text", "")

    assert send("2001:db8:1:2::3")[0] == 200
    status, said = send("2001:db8:1:2::4")  # the same household
    assert status == 429
    assert "from your address took" in said
    assert [send("2001:db8:1:3::3")[0], send("127.0.0.1")[0], send("127.0.0.1")[0]] == [200, 200, 200]
    club.close()


def test_a_pace_can_be_paid_in_time() -> None:
    clock = Clock()
    work = Paces(0.5, 1.0, clock)
    assert work.of("one").wait(0.8) == 0
    assert work.of("one").wait(0.7) == pytest.approx(1.0)  # half a second too much, at half a second a second
    assert work.of("one").wait(0.0) == pytest.approx(1.0)
    assert work.of("other").wait(0.5) == 0
    clock.now += 1
    assert work.of("one").wait(0.0) == 0


def test_a_refusal_takes_nothing() -> None:
    clock = Clock()
    talking = Pace(1, 2, clock)
    assert [talking.take() for _ in range(1000)].count(True) == 2
    clock.now += 1
    assert talking.take()


def test_thrift_ends_with_a_roll_or_reply() -> None:
    clock = Clock()
    thrift = Thrift(clock)
    thrift.note(limits.TAKEN_BACK, limits.TAKEN_BACK, firm=False)
    assert "taken back" in (thrift.why_not(back=True) or "")
    assert thrift.why_not(back=False) is None
    thrift.note(limits.ACTIONS, 0, firm=False)
    assert "one a second" in (thrift.why_not(back=False) or "")
    clock.now += 1
    assert thrift.why_not(back=False) is None
    thrift.note(1, 0, firm=True)
    assert thrift.why_not(back=True) is None


def test_connections_are_counted_by_address_and_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PER_ADDRESS", 3)
    gate = Gate(Door((), ["10.0.0.1"]), connections=10)
    for _ in range(3):
        assert gate.connect("203.0.113.9") is None
    assert "your address" in (gate.connect("203.0.113.9") or "")
    for _ in range(4):
        assert gate.connect("127.0.0.1") is None  # this machine
    for _ in range(3):
        assert gate.connect("10.0.0.1") is None  # a proxy, behind which are many
    assert "that is all" in (gate.connect("198.51.100.1") or "")
    gate.disconnect("203.0.113.9")
    assert gate.connect("203.0.113.9") is None
    for _ in range(3):
        assert gate.sit("203.0.113.9") is None
    assert "your address" in (gate.sit("203.0.113.9") or "")
    gate.leave("203.0.113.9")
    assert gate.sit("203.0.113.9") is None


def test_a_connection_too_many_is_told_so(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = club.app.gate
    token = club.start()["seats"][0]["token"]
    monkeypatch.setattr(gate, "most", 4)
    seats = [club.sit(token) for _ in range(4)]
    with socket.create_connection(("127.0.0.1", club.port), timeout=PATIENCE) as line:
        answer = line.recv(4096)
    assert answer.startswith(b"HTTP/1.1 429 ")
    assert b"4 connections are open here" in answer
    for seat in seats:
        seat.close()
    until(lambda: not gate._open.total(), "the end of all connections")
    assert club.call("GET", "/api/menu")[0] == 200


def test_half_a_request_is_not_waited_for(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarded, "HEAD_SECONDS", 0.1)
    monkeypatch.setattr(guarded, "BODY_SECONDS", 0.1)
    monkeypatch.setattr(guarded, "GRACE", 0.05)
    start = b"GET /api/menu HTTP/1.1\r\nHost: localhost\r\n"
    body = b"POST /api/replays HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nabc"
    again = start + b"\r\n"
    for sent, says in ((start, b"the head of the request took too long"), (body, b"the body of the request took")):
        with socket.create_connection(("127.0.0.1", club.port), timeout=PATIENCE) as line:
            line.sendall(sent)
            answer = b"".join(iter(lambda line=line: line.recv(4096), b""))  # type: ignore[misc]
        assert answer.startswith(b"HTTP/1.1 408 "), answer
        assert says in answer
    with socket.create_connection(("127.0.0.1", club.port), timeout=PATIENCE) as line:
        assert line.recv(4096) == b""  # nothing was asked, so nothing is said
    with socket.create_connection(("127.0.0.1", club.port), timeout=PATIENCE) as line:
        line.sendall(again)
        assert line.recv(65536).startswith(b"HTTP/1.1 200 ")
        line.sendall(start)  # a second request on the same line, and only half of it
        while line.recv(65536):
            pass


def test_guesses_of_links(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    made = club.start()
    monkeypatch.setattr(club.app.gate.guesses, "most", 5)
    found = [club.call("GET", f"/api/seats/guess{n}/save") for n in range(7)]
    assert [status for status, _ in found] == [404] * 5 + [429] * 2
    assert "wait a minute" in found[-1][1]["text"]
    with connect(f"ws://127.0.0.1:{club.port}/play/guess") as page:
        assert "wait a minute" in json.loads(page.recv())["text"]
        with pytest.raises(ConnectionClosed) as caught:
            page.recv()
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == 4429
    # Others behind the same router have right links.
    assert club.call("GET", f"/api/seats/{made['seats'][0]['token']}/save")[0] == 200
    assert club.sit(made["seats"][0]["token"]).at == 0


def test_pages_at_one_seat(club: Club) -> None:
    token = club.start()["seats"][0]["token"]
    seats = [club.sit(token) for _ in range(limits.PAGES)]
    with connect(f"ws://127.0.0.1:{club.port}/play/{token}", max_size=None) as page:
        assert f"open in {limits.PAGES} pages" in json.loads(page.recv())["text"]
    seats.pop().close()

    def welcomed() -> bool:
        with connect(f"ws://127.0.0.1:{club.port}/play/{token}", max_size=None) as page:
            return bool(json.loads(page.recv())["t"] == "welcome")

    until(welcomed, "room for one more")


def test_moves_made_and_taken_back(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TAKEN_BACK", 3)
    german = club.sit(club.start()["seats"][0]["token"])
    unit = german.look["choices"]["unit"][0]
    for _ in range(3):
        german.move(unit)
        german.ask("undo", "position")
    german.move(unit)
    assert "3 actions were taken back" in german.ask("undo", "refused")["text"]
    assert german.at == 7
    monkeypatch.setattr(limits, "ACTIONS", 7)
    refused = german.ask("act", "refused", verb="unit", target=unit)
    assert "one a second" in refused["text"]


def test_many_messages_are_slowed_down_and_none_is_lost(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    class Noted(Pace):
        def wait(self, cost: float = 1.0) -> float:
            waited.append(super().wait(cost))
            return waited[-1]

    monkeypatch.setattr("ardennes.server.socket.Pace", lambda *_: Noted(1000, 20, Clock()))
    german = club.sit(club.start()["seats"][0]["token"])
    for _ in range(60):
        german.say("odds")
    for _ in range(60):
        german.expect("odds")
    assert waited[:60] == pytest.approx([0.0] * 20 + [number / 1000 for number in range(1, 41)])


def test_scenes_with_options_of_ones_own(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(club.app.gate.scenes, "most", 2)
    path = "/api/scenes/tigers_in_the_mist/campaign?options=%7B%22handicap%22:1%7D"
    assert [club.call("GET", path)[0] for _ in range(3)] == [200, 200, 429]
    assert club.call("GET", "/api/scenes/tigers_in_the_mist/campaign")[0] == 200
