"""A word at the table: from those who play, to everybody there, and not too many."""

from __future__ import annotations

from tests.server.club import Club


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
