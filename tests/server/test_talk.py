"""A word at the table: from those who play, to everybody there, and not too many."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest

from ardennes.server import limits
from ardennes.server.listing import line_of
from ardennes.server.store import GameRow
from tests.server.club import TITLE, Club, Seat


def test_a_word_reaches_everybody_and_is_there_for_who_comes_later(club: Club) -> None:
    german, allied, watch = (club.sit(seat["token"]) for seat in club.start()["seats"][:3])
    german.say("say", text="  Good   luck ", name="Erika")
    for seat in (german, allied, watch):
        said = seat.expect("said")
        assert (said["side"], said["name"], said["text"]) == (0, "Erika", "Good luck")
    late = club.sit(club.get("/api/games")[0]["seats"][1]["token"])
    assert [word["text"] for word in late.welcome["talk"]] == ["Good luck"]


def test_spectators_and_floods_are_told_why_not(club: Club) -> None:
    seats = club.start()["seats"]
    watch = club.sit(seats[2]["token"])
    assert watch.ask("say", "bad", text="hello")["text"] == "spectators only watch"
    german = club.sit(seats[0]["token"])
    assert "nothing in what you said" in german.ask("say", "bad", text="   ")["text"]
    assert "cannot be read" in german.ask("say", "bad", text="x" * 301)["text"]
    for number in range(10):
        german.ask("say", "said", text=f"word {number}")
    assert "too many words" in german.ask("say", "bad", text="one more")["text"]


def test_one_who_shouts_silences_only_himself(club: Club) -> None:
    german, allied = (club.sit(seat["token"]) for seat in club.start()["seats"][:2])
    second = club.sit(club.get("/api/games")[0]["seats"][0]["token"])
    for number in range(100):
        german.say("say", text=f"word {number}")
    heard = [german.expect_any("said", "bad")["t"] for _ in range(100)]
    assert heard.count("bad") >= 100 - 2 * limits.TALK_AT_ONCE
    assert second.expect("said")["text"] == "word 0"
    while allied.hear().get("text") != f"word {limits.TALK_AT_ONCE - 1}":
        pass
    allied.say("say", text="a word of my own")
    while (told := allied.expect("said"))["side"] == 0:
        pass
    assert told["text"] == "a word of my own"


def test_what_is_said_is_seen_as_it_is(club: Club) -> None:
    german, allied = (club.sit(seat["token"]) for seat in club.start()["seats"][:2])
    german.say("say", text="one\ntwo \u202ethree\x00\x08four", name="Erika")
    assert allied.expect("said")["text"] == "one two \\u202ethree\\x00\\x08four"
    german.expect("said")
    german.say("say", text="hello", name="\u202eakirE")
    assert "can be seen" in german.expect("bad")["text"]


def test_what_players_write_is_never_translated(club: Club) -> None:
    """ "Supply" is a word of ours too, and has a German one."""
    made = club.start(name="Supply")
    seats = [seat["token"] for seat in made["seats"]]
    club.sit(seats[0]).ask("say", "said", text="Supply", name="Supply")
    late = Seat(f"ws://127.0.0.1:{club.port}/play/{seats[1]}?lang=de")
    assert late.look["prompt"] != club.sit(seats[1]).look["prompt"]
    assert late.welcome["name"] == "Supply"
    assert [(said["name"], said["text"]) for said in late.welcome["talk"]] == [("Supply", "Supply")]
    german = {"accept-language": "de"}
    assert club.call("GET", "/api/games", **german)[1][0]["name"] == "Supply"
    assert club.call("GET", f"/api/seats/{seats[1]}/replay", **german)[1]["name"] == "Supply"
    # A game that nobody named bears the name of its scenario, in the language of whoever reads.
    club.start(scenario="campaign")
    assert club.call("GET", "/api/games", **german)[1][0]["name"] != club.get("/api/games")[0]["name"]


@pytest.mark.parametrize("name", ["a\nb", "\u202eeman", "\x1eSupply\x1c", "\u2028"])
def test_a_game_has_a_name_that_can_be_seen(club: Club, name: str) -> None:
    wish = {"title": TITLE, "scenario": "seventh_army", "seats": ["you", "you"], "name": name}
    status, told = club.call("POST", "/api/games", json.dumps(wish).encode(), **{"content-type": "application/json"})
    assert (status, "can be seen" in told["text"]) == (400, True)
    token = club.start()["seats"][0]["token"]
    save = club.call("GET", f"/api/seats/{token}/save")[1]
    status, told = club.call("POST", f"/api/games/open?name={quote(name)}", save.encode())
    assert (status, "can be seen" in told["text"]) == (400, True)


def test_a_name_of_an_older_version_is_shown_as_it_is() -> None:
    row = GameRow(1, TITLE, "seventh_army", {}, 1, "1", "", "a\nb", 0.0, 0.0, "", False)
    assert line_of(row, []).name == "a\\nb"
