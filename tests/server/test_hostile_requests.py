"""Requests nobody should send: answered in words or cut off, never with a 500 or a traceback, and the games go on."""

from __future__ import annotations

import contextlib
import json
import logging
import random
import socket
import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from ardennes.kernel import saves
from ardennes.server import limits
from ardennes.titles import find
from tests.patience import PATIENCE
from tests.server.club import TITLE, Club
from tests.server.mutations import JUNK, TIMES, deep_json, frames, garbled, mutated
from tests.server.test_hostile_saves import older, played, with_table

JSON = {"content-type": "application/json"}


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Nothing in here may leave an error or a traceback in the log."""
    monkeypatch.setattr(limits, "GUESSES", 10**9)
    caplog.set_level(logging.WARNING)
    yield
    wrong = [r for r in caplog.get_records("call") if r.levelno >= logging.ERROR or r.exc_info]
    assert wrong == [], wrong[0].getMessage()


def raw(club: Club, data: bytes, hang_up: bool = False) -> bytes:
    """Bytes over a plain connection, and whatever comes back until we hang up or the server does."""
    with socket.create_connection(("127.0.0.1", club.port), timeout=PATIENCE) as line:
        line.sendall(data)
        if hang_up:
            line.shutdown(socket.SHUT_WR)
        answer = b""
        try:
            while part := line.recv(65536):
                answer += part
        except ConnectionError:
            pass
        return answer


def status(answer: bytes) -> int:
    """The status of a raw answer; 0 for none."""
    return int(answer.split(b" ")[1]) if answer.startswith(b"HTTP/1.1 ") else 0


@pytest.mark.parametrize("depth", [10, 900, 980, 10_000])
def test_nested_options_break_nothing(club: Club, depth: int) -> None:
    for options in (deep_json(depth), f'{{"errata": {deep_json(depth)}}}', '{"x":' * depth + "1" + "}" * depth):
        wish = f'{{"title":"{TITLE}","scenario":"campaign","seats":["you","you"],"options":{options}}}'
        found, problem = club.call("POST", "/api/games", wish.encode(), **JSON)
        assert (found, bool(problem["text"])) == (400, True)
        found, problem = club.call("POST", "/api/maps/bitter_woods/drawn", options.encode(), **JSON)
        assert (found, bool(problem["text"])) == (400, True)
        save = saves.dump(played(TITLE, 1, 5)).replace("\noption errata ", f"\noption errata {options}", 1)
        for path in ("/api/games/open", "/api/replays"):
            found, problem = club.call("POST", path, save.encode())
            assert (found, problem["text"][:5]) == (400, "line ")
    assert club.get("/api/games") == []


def head(path: bytes = b"/", host: bytes = b"localhost", more: bytes = b"", method: bytes = b"GET") -> bytes:
    return method + b" " + path + b" HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n" + more + b"\r\n"


CASES = [
    (head(host=b"["), 421),
    (head(host=b""), 421),
    (head(host=b"[::1"), 421),
    (head(more=b"Origin: http://[\r\n"), 403),
    (head(more=b"Origin: \xff\r\n"), 403),
    (head(b"/%00"), 404),
    (head(b"/a%00b"), 404),
    (head(b"/" + b"a" * 5000), 404),
    (head(b"/" + b"a/" * 2000), 404),
    (head(b"/" + b"a" * 50_000), 404),
    (head(b"/%ff%fe"), 404),
    (head(b"/..%2f..%2fapp.py"), 404),
    (head(b"//etc/passwd"), 404),
    (head(b"/assets/%2e%2e/%2e%2e/app.py"), 404),
    (head(b"/api/"), 404),
    (head(b"/api/%00"), 404),
    (head(b"/api/scenes/tigers_in_the_mist/campaign?options=[1]"), 404),
    (head(b"/api/scenes/tigers_in_the_mist/campaign?options=%22x%22"), 404),
    (head(b"/api/scenes/tigers_in_the_mist/campaign?options={%22handicap%22:1e400}"), 404),
    (head(b"/api/scenes/tigers_in_the_mist/campaign?options={%22handicap%22:" + b"9" * 1500 + b"}"), 404),
    (head(b"/api/scenes/tigers_in_the_mist/campaign?options=" + b"[" * 1900), 404),
    (head(b"/api/scenes/tigers_in_the_mist/campaign?options=" + b"[" * 2900), 400),
    (head(b"/api/scenes/tigers_in_the_mist/x"), 404),
    (head(b"/api/scenes/x/x"), 404),
    (head(b"/api/sheets/tigers_in_the_mist/x"), 404),
    (head(b"/api/rules/%00"), 404),
    (head(b"/api/maps/%00"), 404),
    (head(b"/api/seats/%00/save"), 404),
    (head(b"/api/games/" + b"9" * 23, method=b"DELETE"), 404),
    (head(b"/api/games/" + b"9" * 5000, method=b"DELETE"), 404),
    (head(b"/api/games/0", method=b"DELETE"), 404),
    (head(b"/api/games/-1", method=b"DELETE"), 404),
    (head(b"/api/menu", method=b"BREW"), 405),
    (head(b"/", method=b"POST"), 405),
    (head(b"/play/x"), 404),
    (head(b"/api/menu", more=b"X: " + b"x" * 30_000 + b"\r\n"), 200),
    (head(b"/api/menu", more=b"x\r\n"), 400),
    (head(b"/api/menu", more=b"Content-Length: x\r\n"), 400),
    (head(b"/api/menu", more=b"Host: localhost\r\n"), 400),
    (head(b"/api/menu", more=b"Upgrade: websocket\r\n"), 200),
    (head(b"/play/x", more=b"Upgrade: websocket\r\nConnection: Upgrade\r\n"), 400),
    (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),
    (b"GET / HTTP/9.9\r\nConnection: close\r\n\r\n", 421),
    (b"GET /\r\n\r\n", 400),
    (b"\r\n\r\n\r\n", 400),
]


def test_requests_by_hand(club: Club) -> None:
    found = [(status(raw(club, data)), expected, data[:80]) for data, expected in CASES]
    assert [(got, expected, data) for got, expected, data in found if got != expected] == []


@pytest.mark.parametrize(
    "body",
    [
        deep_json(100_000),
        '{"options":' * 30_000,
        '{"title":"tigers_in_the_mist","scenario":"campaign","seats":["you","you"],"options":{"errata":[[[]]]}}',
        '{"title":"tigers_in_the_mist","scenario":"campaign","seats":["you","you"],"options":{"handicap":1e400}}',
        '{"title":"tigers_in_the_mist","scenario":"campaign","seats":["you","you"],"seed":' + "9" * 300 + "}",
        '{"title":"tigers_in_the_mist","scenario":"campaign","seats":["you","you"],"seed":' + "9" * 5000 + "}",
        '{"title":"tigers_in_the_mist","scenario":"campaign","seats":["you","you"],"name":"\\ud800"}',
        '{"title":"\\u0000","scenario":"","seats":[]}',
        "null",
        '"x"',
    ],
    ids=range(10),
)
def test_games_nobody_could_start(club: Club, body: str) -> None:
    answered, answer = club.call("POST", "/api/games", body.encode(), **JSON)
    assert answered == 400
    assert answer["text"]
    assert club.get("/api/games") == []


def test_mutated_requests(club: Club) -> None:
    token = club.start()["seats"][0]["token"]
    rng = random.Random(3)
    paths = ["/", "/api/menu", "/api/games", f"/api/seats/{token}/save", f"/api/seats/{token}/orders"]
    paths += [f"/api/scenes/{TITLE}/campaign?options=" + quote("{}"), f"/api/sheets/{TITLE}/x", f"/api/rules/{TITLE}"]
    paths += ["/api/games/open?german=you&allied=you&name=x", "/api/replays", "/api/schema", "/api/games/7777"]
    wish = {"title": TITLE, "scenario": "seventh_army", "seats": ["you", "person"], "options": {"errata": True}}
    seen: set[int] = set()
    for _ in range(1000 * TIMES):
        path = bytearray(rng.choice(paths).encode())
        for _ in range(rng.randrange(4)):
            spot = rng.randrange(1, len(path) + 1)
            path[spot:spot] = rng.choice((b"%00", b"%ff", b"/", b"..", b"%2e", b"[", b"?", b"&", b"=", b"9" * 30, b"#"))
        method = rng.choice((b"GET", b"GET", b"POST", b"DELETE", b"HEAD", b"PUT", b"OPTIONS", b"PATCH"))
        body = json.dumps(mutated(wish, rng)).encode() if rng.random() < 0.7 else rng.randbytes(rng.randrange(99))
        if rng.random() < 0.1:
            body = deep_json(rng.randrange(5000)).encode()
        names = (b"Accept-Encoding", b"Origin", b"Cookie", b"Range", b"If-None-Match", b"Content-Encoding", b"Accept")
        more = b"Content-Type: application/json\r\nContent-Length: %d\r\n" % len(body)
        if rng.random() < 0.3:
            junk = str(rng.choice(JUNK)).encode("latin-1", "replace").replace(b"\x00", b"")[:200]
            more += rng.choice(names) + b": " + junk + b"\r\n"
        answer = raw(club, head(bytes(path), more=more, method=method) + body)
        seen.add(status(answer))
        assert status(answer) < 500, (method, path, body[:200], answer[:500])
        if status(answer):
            assert b"x-content-type-options: nosniff" in answer or status(answer) == 400, answer[:300]
    assert {200, 400, 404, 405} <= seen
    assert club.sit(token).at == 0


def test_mutated_frames(club: Club) -> None:
    token = club.start()["seats"][0]["token"]
    rng = random.Random(5)
    seat = club.sit(token)
    for _ in range(1500 * TIMES):
        seat.socket.send(frames(rng, seat.at))
        with contextlib.suppress(TimeoutError):
            seat.socket.recv(timeout=0)
    seat.close()
    again = club.sit(token)
    assert again.look["choices"]
    club.get("/api/menu")


def test_frames_that_are_no_text(club: Club) -> None:
    token = club.start()["seats"][0]["token"]
    for payload in (b"\xff\xfe", b'{"t":"\xc3\x28"}', b"\x80" * 100):
        with connect(f"ws://127.0.0.1:{club.port}/play/{token}") as page:
            page.recv()
            page.socket.sendall(Frame(Opcode.TEXT, payload).serialize(mask=True))
            with pytest.raises(ConnectionClosed) as caught:
                _ = [page.recv(timeout=PATIENCE) for _ in range(9)]
            assert caught.value.rcvd is not None
            assert caught.value.rcvd.code == 1007
    assert club.sit(token).at == 0


def test_bytes_that_are_no_frames(club: Club) -> None:
    token = club.start()["seats"][0]["token"]
    rng = random.Random(6)
    upgrade = b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    for _ in range(100 * TIMES):
        request = head(f"/play/{token}".encode(), more=upgrade).replace(b"Connection: close", b"Connection: Upgrade")
        answer = raw(club, request + rng.randbytes(rng.randrange(1, 300)), hang_up=True)
        assert status(answer) in (0, 101)
    assert club.sit(token).at == 0


def test_mutated_uploads(club: Club) -> None:
    rng = random.Random(8)
    match = played(TITLE, 1, 40)
    text, old = saves.dump(match), older(match)
    table = msgspec.json.decode(msgspec.json.encode(match.state.table()))
    for number in range(120 * TIMES):
        upload = garbled(text, rng) if number % 2 else with_table(old, mutated(table, rng))
        path = "/api/replays" if number % 3 else "/api/games/open"
        answered, answer = club.call("POST", path, upload.encode("utf-8", "replace"), **{"content-type": "text/plain"})
        assert answered in (200, 201, 400), (answered, answer)
    for game in club.get("/api/games"):
        assert club.sit(game["seats"][0]["token"]).look is not None


def test_mutated_rows(tmp_path: Path) -> None:
    """Whatever a row of the store holds, the list has all games, and each opens or says why not."""
    path = tmp_path / "games.sqlite3"
    first = Club(path)
    games = [first.start(name=f"game {n}") for n in range(24)]
    for game in games:
        seat = first.sit(game["seats"][0]["token"])
        for _ in range(3):
            verb, targets = next(iter(seat.look["choices"].items()))
            seat.act(verb, targets[0])
            if seat.hand:
                verb, targets = next(
                    (verb, targets) for verb, targets in seat.held["choices"].items() if verb != "unit"
                )
                seat.act(verb, targets[0])
        seat.close()
    first.close()
    rng = random.Random(4)
    values = [None, "", "²", "x", "9" * 5000, "[]", "{", '{"x":1}', "null", -1, 2**62, 0.5, b"\xff", "[" * 5000]
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        columns = {
            "games": ("title", "scenario", "options", "rules", "seed", "opening", "standing", "data"),
            "actions": ("words", "chance", "side", "number"),
        }
        for game in games[1:]:
            kind = rng.choice(list(columns))
            column = rng.choice(columns[kind])
            where = f"id = {game['id']}" if kind == "games" else f"game = {game['id']} AND number = 2"
            try:
                db.execute(f"UPDATE {kind} SET {column} = ? WHERE {where}", (rng.choice(values),))
            except sqlite3.IntegrityError:
                db.execute(f"UPDATE {kind} SET {column} = 'x' WHERE {where}")
    second = Club(path)
    try:
        listed = second.get("/api/games")
        assert {game["id"] for game in listed} == {game["id"] for game in games}
        opened = 0
        for game in games:
            token = game["seats"][0]["token"]
            with connect(f"ws://127.0.0.1:{second.port}/play/{token}", max_size=None) as page:
                heard = json.loads(page.recv(timeout=PATIENCE))
            assert heard["t"] in ("welcome", "bad")
            opened += heard["t"] == "welcome"
            answered, _ = second.call("GET", f"/api/seats/{token}/save")
            assert answered in (200, 404, 409)
        assert opened >= 1
        assert second.sit(games[0]["seats"][0]["token"]).at == 3
    finally:
        second.close()


# ---- answers -----------------------------------------------------------------------------------------------


def test_every_answer_says_what_it_is(club: Club) -> None:
    token = club.start()["seats"][0]["token"]
    for path in ("/", "/x", "/api/menu", "/api/x", f"/api/seats/{token}/save", "/api/scenes/x/y", "/api/schema"):
        answer = raw(club, head(path.encode())).partition(b"\r\n\r\n")[0].lower()
        for line in (b"x-content-type-options: nosniff", b"referrer-policy: no-referrer", b"content-security-policy: "):
            assert line in answer, (path, answer)
        assert b"\r\nserver:" not in answer
    assert b"cache-control: no-store" in raw(club, head(f"/api/seats/{token}/save".encode())).lower()


@pytest.mark.parametrize("title", ["tigers_in_the_mist", "bitter_woods"])
def test_a_drawn_map_is_kept_only_under_its_own_key(club: Club, title: str) -> None:
    scenario = find(title).scenarios[0].key
    key = club.get(f"/api/scenes/{title}/{scenario}")["sheet"]
    good = raw(club, head(f"/api/sheets/{title}/{key}".encode())).partition(b"\r\n\r\n")[0]
    assert status(good) == 200
    assert b"immutable" in good
    bad = raw(club, head(f"/api/sheets/{title}/{key}0".encode()))
    assert status(bad) == 404
    assert b"immutable" not in bad
    assert key.encode() in bad
