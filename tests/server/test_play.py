"""Play over the wire: both seats see the same game, and nobody can do what the rules or his seat do not allow."""

from __future__ import annotations

import random
from typing import Any

import ardennes
from ardennes.kernel import Match, saves
from ardennes.titles import find
from tests.server.club import Club, Seat


def choose(seat: Seat, rng: random.Random) -> tuple[str, int | None]:
    flat = [(verb, target) for verb, targets in seat.look["choices"].items() for target in targets]
    return rng.choice(flat)


def play_on(seats: list[Seat], rng: random.Random, actions: int) -> int:
    """Random play by both sides; returns how many moves were played before the game ended."""
    for played in range(actions):
        mover = seats[0].look["side"]
        if mover is None:
            return played
        while seats[mover].act(*choose(seats[mover], rng))["t"] == "peek":
            pass
        for seat in seats:
            if seat is not seats[mover]:
                seat.expect("position")
    return actions


def test_both_seats_and_a_spectator_see_one_game(club: Club) -> None:
    made = club.start()
    seats = [club.sit(seat["token"]) for seat in made["seats"]]
    play_on(seats, random.Random(1), 60)
    german, allied, watch = seats
    assert german.at == allied.at == watch.at == 60
    for key in german.look:
        if key not in ("choices", "labels"):
            assert german.look[key] == allied.look[key] == watch.look[key]
    assert german.log == allied.log == watch.log
    mover = seats[german.look["side"]]
    assert mover.look["choices"]
    assert not any(seat.look["choices"] for seat in seats if seat is not mover)


def test_the_server_plays_the_engines_game(club: Club) -> None:
    """The same actions with the same seed come to the same save."""
    made = club.start(seats=("you", "you"))
    seats = [club.sit(seat["token"]) for seat in made["seats"][:2]]
    play_on(seats, random.Random(2), 400)
    text = club.get(f"/api/seats/{made['seats'][0]['token']}/save")
    loaded = saves.load(text, find, new_seed=lambda: 0)
    again = Match(ardennes.game("tigers_in_the_mist", "seventh_army"), 1944)
    for move in loaded.moves:
        again.play(move.action, led=move.led)
    assert saves.position(again.state) == saves.position(loaded.state)


def test_a_refusal_names_the_rule_and_changes_nothing(club: Club) -> None:
    german = club.sit(club.start()["seats"][0]["token"])
    before = german.look
    refused = german.ask("act", "refused", verb="area", target=15)
    assert refused["rule"] == "TM-6.0e"
    assert refused["text"]
    assert german.ask("why", verbs=["unit"], target=150)["rule"] == "TM-6.0d"
    assert german.look == before


def test_the_other_side_must_wait(club: Club) -> None:
    allied = club.sit(club.start()["seats"][1]["token"])
    refused = allied.ask("act", "refused", verb="done", target=None)
    assert refused["text"] == "it is the German player's decision"


def test_a_spectator_only_watches(club: Club) -> None:
    watch = club.sit(club.start()["seats"][2]["token"])
    assert watch.ask("act", "refused", verb="done", target=None)["text"] == "spectators only watch"
    assert watch.ask("undo", "refused")["text"] == "spectators only watch"
    assert watch.ask("hints", answers=[["done", None]])["hints"] == []


def test_nobody_is_told_another_seats_link(club: Club) -> None:
    made = club.start()
    secrets = {seat["token"] for seat in made["seats"]}
    for seat in made["seats"]:
        told = str(club.sit(seat["token"]).welcome)
        assert not any(secret in told for secret in secrets)


def test_a_stale_click_is_refused_and_the_view_refreshed(club: Club) -> None:
    made = club.start()
    german, second = club.sit(made["seats"][0]["token"]), club.sit(made["seats"][0]["token"])
    unit = german.look["choices"]["unit"][0]
    german.move(unit)
    second.at = 0
    second.socket.recv()  # presence
    second.table, second.log = {}, []
    second.say("act", verb="unit", target=unit)
    kinds = [second.hear()["t"] for _ in range(3)]
    assert "refused" in kinds
    assert second.at == 1
    assert second.look == german.look


def test_undo_takes_back_one_or_all(club: Club) -> None:
    made = club.start()
    german, allied = (club.sit(seat["token"]) for seat in made["seats"][:2])
    start = german.look
    german.move()
    german.move()
    told: dict[str, Any] = german.move()
    assert told["undo"] == 3
    assert told["undo_reaches"] == "the start of the impulse"
    german.ask("undo", "position")
    assert german.ask("undo", "position", all=True)["at"] == 6  # two moves taken back as one
    assert german.look == start
    for _ in range(5):
        allied.expect("position")
    assert {**allied.look, "choices": {}, "labels": {}} == {**start, "choices": {}, "labels": {}}
    assert allied.log == german.log
    assert german.ask("undo", "refused")["text"].startswith("nothing can be taken back")


def test_hints_name_cost_and_way_of_what_is_pointed_at(club: Club) -> None:
    german = club.sit(club.start()["seats"][0]["token"])
    german.act("unit", german.look["choices"]["unit"][0])
    area = german.look["choices"]["area"][0]
    asked = [["area", area], ["area", 0], ["no such verb", 3]]
    (go,) = german.ask("hints", answers=asked, hand=german.hand)["hints"]
    assert (go["verb"], go["target"]) == ("area", area)
    assert go["path"][0] == german.look["focus"]
    assert go["path"][-1] == go["target"]
    assert go["cost"] > 0


def test_the_words_of_buttons_come_with_the_position(club: Club) -> None:
    seats = [club.sit(seat["token"]) for seat in club.start()["seats"]]
    german, allied, watch = seats
    plain = [verb for verb, targets in german.look["choices"].items() if targets == [None]]
    assert list(german.look["labels"]) == plain == ["done"]
    assert german.look["labels"]["done"]
    assert allied.look["labels"] == watch.look["labels"] == {}


def test_several_answers_are_one_step(club: Club) -> None:
    made = club.start()
    german, allied = (club.sit(seat["token"]) for seat in made["seats"][:2])
    unit = german.look["choices"]["unit"][0]
    area = german.ask("peek", hand=[["unit", unit]])["look"]["choices"]["area"][0]
    before = len(german.log)
    told = german.ask("acts", "position", answers=[["unit", unit], ["area", area]])
    assert (told["at"], told["undo"]) == (1, 1)  # taken up and put down: one move
    assert allied.expect("position")["at"] == 1
    assert german.look["place"][unit] == area
    assert allied.log == german.log
    assert len(german.log) > before
    assert german.ask("undo", "position", all=True)["at"] == 2
    assert len(german.log) == before


def test_answers_are_taken_as_far_as_they_go(club: Club) -> None:
    german = club.sit(club.start()["seats"][0]["token"])
    unit = german.look["choices"]["unit"][0]
    assert german.ask("acts", "refused", answers=[["unit", unit], ["area", 0], ["done", None]])["text"]
    assert (german.at, german.look["picked"]) == (0, [])  # what was taken up for nothing lies where it lay
    area = german.ask("peek", "peek", hand=[["unit", unit]])["look"]["choices"]["area"][0]
    german.say("acts", answers=[["unit", unit], ["area", area], ["area", 0], ["done", None]])
    kinds = {message["t"]: message for message in (german.expect_any("refused", "position") for _ in range(2))}
    assert kinds["position"]["at"] == 1
    assert kinds["refused"]["text"]
    german.ask("acts", "position", answers=[["unit", unit], ["area", area]], back=True)
    assert (german.at, german.look["place"][unit]) == (3, area)
    german.ask("acts", "position", answers=[["area", 0], ["unit", unit], ["area", 0], ["done", None]], skip=True)
    assert (german.at, german.look["picked"]) == (4, [])  # what is no choice is passed over
    assert german.ask("acts", "refused", answers=[["area", 0]])["text"]
    assert german.ask("acts", "bad", answers=[["unit", unit]] * 65)["text"].startswith("the message cannot be read")


def test_answers_stop_where_the_other_side_decides(club: Club) -> None:
    seats = [club.sit(seat["token"]) for seat in club.start()["seats"][:2]]
    seats[0].ask("acts", "position", answers=[["done", None], ["done", None], ["done", None]])
    assert seats[0].look["side"] == 1
    assert seats[0].at == 1


def test_odds_are_given_before_commitment(club: Club) -> None:
    german = club.sit(club.start()["seats"][0]["token"])
    found = None
    for unit in german.look["choices"]["unit"]:
        german.act("unit", unit)
        for area in german.look["choices"].get("area", ()):
            found = found or german.ask("odds", verb="area", target=area, hand=german.hand)["forecast"]
        german.act("unit", unit)  # put back
    assert found is not None
    assert found["headlines"]
    assert german.ask("odds")["forecast"] is None


def test_overlays(club: Club) -> None:
    german = club.sit(club.start()["seats"][0]["token"])
    for overlay in ("supply", "control", "threat"):
        shading = german.ask("shade", overlay=overlay)["shading"]
        assert shading["key"] == overlay
        assert set(shading["places"].values()) <= set(shading["legend"])


def test_a_place_is_told(club: Club) -> None:
    german = club.sit(club.start()["seats"][0]["token"])
    told = german.ask("inspect", place=21)
    assert told["place"] == 21
    assert any("roads" in fact["text"] for fact in told["facts"])
    assert german.ask("inspect", "bad", place=9999)["text"]


def test_a_computer_answers_by_itself(club: Club) -> None:
    made = club.start(seats=("you", "computer random"))
    german = club.sit(made["seats"][0]["token"])
    german.act("done")
    while german.look["side"] != 0:
        german.expect("position")
    assert german.look["turn"] >= 1 or german.look["phase"].endswith("combat")


def test_what_happened_since_my_last_move(club: Club) -> None:
    made = club.start(seats=("you", "you"))
    seats = [club.sit(seat["token"]) for seat in made["seats"][:2]]
    rng = random.Random(4)
    while seats[0].look["side"] != 1:
        play_on(seats, rng, 1)
    play_on(seats, rng, 1)
    back = club.sit(made["seats"][0]["token"])
    assert back.welcome["since"] >= 1
    told = back.ask("since")
    look = told["look"]
    for frame in told["frames"]:
        look = {**look, **frame["look"]}
    assert {**look, "choices": {}} == {**back.look, "choices": {}}


def test_one_player_may_play_both_sides_from_one_seat(club: Club) -> None:
    made = club.start(seats=("you", "you"))
    table = club.sit(made["seats"][3]["token"])
    assert table.welcome["side"] == -1
    rng = random.Random(13)
    sides = set()
    for _ in range(60):
        sides.add(table.look["side"])
        table.act(*choose(table, rng))
    assert sides == {0, 1}
