"""Whatever a client sends, the game and the connection come to no harm."""

from __future__ import annotations

import json
import logging
import random
import socket

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.server.club import Club


def unharmed(club: Club, token: str, at: int = 0) -> None:
    """A game that goes on as if nothing had happened."""
    seat = club.sit(token)
    assert seat.at == at
    seat.move()
    assert seat.at == at + 1


def test_a_thousand_junk_messages(club: Club) -> None:
    made = club.start()
    token = made["seats"][0]["token"]
    german = club.sit(token)
    rng = random.Random(7)
    good = {"t": "act", "at": 0, "verb": "unit", "target": 3}
    for _ in range(1000):
        kind = rng.randrange(6)
        if kind == 0:
            junk = "".join(chr(rng.randrange(32, 0x2FF)) for _ in range(rng.randrange(1, 200)))
        elif kind == 1:
            junk = json.dumps(good)[: rng.randrange(1, 30)]
        elif kind == 2:
            junk = json.dumps({**good, rng.choice(list(good)): rng.choice([None, [], {}, -1, 1e300, "x" * 300, True])})
        elif kind == 3:
            junk = json.dumps({"t": rng.choice(["act", "acts", "undo", "why", "odds", "shade", "hints", "nothing"])})
        elif kind == 4:
            junk = "[" * rng.randrange(1, 1500)
        else:
            junk = json.dumps(
                {**good, "target": rng.randrange(-(10**12), 10**12), "verb": rng.choice(["unit", "area"])}
            )
        german.socket.send(junk)
    german.say("hints", answers=[])
    while german.hear()["t"] != "hints":
        pass
    assert german.look["choices"]
    german.close()
    status, _ = club.call("GET", "/api/menu")
    assert status == 200
    assert club.sit(token).at <= 1000  # what was legal among the junk was played, nothing else


def test_binary_and_empty_frames(club: Club) -> None:
    token = club.start()["seats"][0]["token"]
    german = club.sit(token)
    for frame in (b"\xff\xfe\x00", b"", "", b"null", "null", "0", '"act"'):
        german.socket.send(frame)
        assert german.expect("bad")["text"]
    unharmed(club, token)


def test_unknown_ids(club: Club) -> None:
    token = club.start()["seats"][0]["token"]
    german = club.sit(token)
    for verb in (
        "unit",
        "area",
        "via",
        "shift",
        "bridge",
        "special",
        "entrench",
        "firer",
        "__class__",
        "copy",
        "",
        "x",
    ):
        for target in (-1, 10**9, 255, None):
            if (verb, target) not in (("done", None),):
                assert german.ask("act", "refused", verb=verb, target=target)["text"]
                assert german.ask("why", verbs=[verb], target=target)["text"]
    unharmed(club, token)


def test_too_long_messages(club: Club) -> None:
    token = club.start()["seats"][0]["token"]
    german = club.sit(token)
    german.socket.send(json.dumps({"t": "act", "at": 0, "verb": "x" * 5000}))
    assert "too long" in german.expect("bad")["text"]
    german.socket.send("x" * 1_000_000)
    with pytest.raises(ConnectionClosed):
        german.expect("nothing but the end of the line")
    unharmed(club, token)


def test_another_seats_token_opens_only_that_seat(club: Club) -> None:
    first, second = club.start(), club.start()
    german = club.sit(first["seats"][0]["token"])
    other = club.sit(second["seats"][0]["token"])
    assert german.welcome["game"] != other.welcome["game"]
    allied = club.sit(first["seats"][1]["token"])
    assert allied.ask("act", "refused", verb="unit", target=german.look["choices"]["unit"][0])["text"]


def test_an_unknown_token_opens_nothing(club: Club) -> None:
    for token in ("x", "", "../../etc/passwd", "a" * 500):
        with connect(f"ws://127.0.0.1:{club.port}/play/{token}") as page:
            assert json.loads(page.recv())["t"] == "bad"
            with pytest.raises(ConnectionClosed):
                page.recv()


def test_what_a_player_sends_forges_no_line_of_the_log(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    german = club.sit(club.start()["seats"][0]["token"])
    with caplog.at_level(logging.WARNING):
        german.socket.send(json.dumps({"t": "act\nERROR all is lost"}))
        assert "ERROR all is lost" in german.expect("bad")["text"]
    [line] = [message for message in caplog.messages if "all is lost" in message]
    assert "\n" not in line


def test_an_old_message_sent_again_is_refused(club: Club) -> None:
    token = club.start()["seats"][0]["token"]
    german = club.sit(token)
    german.act("unit", german.look["choices"]["unit"][0])
    area = german.look["choices"]["area"][0]
    old = json.dumps({"t": "acts", "at": 0, "answers": [*german.hand, ("area", area)]})
    german.socket.send(old)
    german.expect("position")
    for again in range(3):
        german.socket.send(old)
        assert "has changed" in german.expect("refused")["text"]
        if not again:
            german.expect("position")  # which is shown once more, and only once
    assert german.ask("odds")["at"] == 1


def test_pages_of_other_sites_are_turned_away(club: Club) -> None:
    token = club.start()["seats"][0]["token"]
    with pytest.raises(InvalidStatus):
        connect(f"ws://127.0.0.1:{club.port}/play/{token}", origin="http://elsewhere.example")
    assert club.call("POST", "/api/games", b"{}", origin="http://elsewhere.example")[0] == 403
    assert club.call("GET", "/api/menu", host="elsewhere.example")[0] == 421


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", ""),
        (b"{", ""),
        (b'{"title":"chess","scenario":"x","seats":["you","you"]}', "unknown title"),
        (b'{"title":"tigers_in_the_mist","scenario":"x","seats":["you","you"]}', "unknown scenario"),
        (b'{"title":"tigers_in_the_mist","scenario":"campaign","seats":["you"]}', "two seats"),
        (b'{"title":"tigers_in_the_mist","scenario":"campaign","seats":["you","me"]}', "unknown seat"),
        (b'{"title":"tigers_in_the_mist","scenario":"campaign","seats":["you","computer deep"]}', "unknown computer"),
        (
            b'{"title":"tigers_in_the_mist","scenario":"campaign","seats":["you","you"],"options":{"x":1}}',
            "unknown option",
        ),
        (b'{"title":"tigers_in_the_mist","scenario":"campaign","seats":["you","you"],"more":1}', ""),
    ],
)
def test_games_that_cannot_be_started(club: Club, body: bytes, says: str) -> None:
    status, answer = club.call("POST", "/api/games", body, **{"content-type": "application/json"})
    assert status == 400
    assert says in answer["text"]
    assert club.get("/api/games") == []


@pytest.mark.parametrize(
    "text", [b"", b"not a save", b"ardennes save 1\n", b"\xff\xfe", b"ardennes save 1\ntitle x\nmoves\n"]
)
def test_saves_that_cannot_be_opened(club: Club, text: bytes) -> None:
    for path in ("/api/games/open", "/api/replays"):
        status, answer = club.call("POST", path, text, **{"content-type": "text/plain"})
        assert status == 400, path
        assert answer["text"]


def test_files_outside_the_pages_are_not_served(club: Club) -> None:
    with socket.create_connection(("127.0.0.1", club.port)) as raw:
        raw.sendall(b"GET /../app.py HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        answer = b"".join(iter(lambda: raw.recv(4096), b""))
    assert b" 404 " in answer.splitlines()[0]
    assert club.call("GET", "/%2e%2e/app.py")[0] == 404
    assert club.call("GET", "/api/scenes/chess/x")[0] == 404
    assert club.call("GET", "/api/seats/nothing/save")[0] == 404
    assert club.call("DELETE", "/")[0] == 405
