"""What a counter could do is asked for without taking it up: nobody else hears of it, and nothing is written down."""

from __future__ import annotations

from tests.server.club import Club, Seat


def sat_down(club: Club, **more: str) -> tuple[Seat, Seat, str]:
    made = club.start(**more)
    german, allied = (club.sit(seat["token"]) for seat in made["seats"][:2])
    return german, allied, made["seats"][0]["token"]


def test_a_peek_shows_what_taking_up_shows_and_changes_nothing(club: Club) -> None:
    german, allied, token = sat_down(club)
    unit = german.look["choices"]["unit"][0]
    before = dict(german.look)
    told = german.ask("peek", hand=[["unit", unit]])
    assert (told["at"], told["hand"]) == (0, [["unit", unit]])
    held = {**german.look, **told["look"]}
    assert held["picked"] == [unit]
    fresh = club.sit(token)
    assert (fresh.at, fresh.look) == (0, before)
    german.act("unit", unit)
    assert german.look == held  # the very same as if it had been taken up
    assert allied.expect("position")["at"] == 1  # and this is the first that the other hears


def test_only_what_takes_something_up_can_be_in_hand(club: Club) -> None:
    german, allied, _ = sat_down(club)
    unit = german.look["choices"]["unit"][0]
    area = german.ask("peek", hand=[["unit", unit]])["look"]["choices"]["area"][0]
    for hand in (
        [["unit", unit], ["area", area]],
        [["unit", 10_000], ["unit", unit]],
        [["done", None], ["unit", unit]],
    ):
        assert german.ask("peek", hand=hand)["hand"] == [["unit", unit]]
    assert german.ask("peek", hand=[["no such verb", 1]])["look"] == {}
    # Nor for whoever is not asked.
    assert allied.ask("peek", hand=[["unit", unit]]) == {"t": "peek", "at": 0, "hand": [], "look": {}}


def test_questions_are_asked_as_if_it_were_taken_up(club: Club) -> None:
    german, allied, _ = sat_down(club)
    unit = german.look["choices"]["unit"][0]
    hand = [["unit", unit]]
    area = german.ask("peek", hand=hand)["look"]["choices"]["area"][0]
    assert german.ask("hints", answers=[["area", area]])["hints"] == []
    assert german.ask("hints", answers=[["area", area]], hand=hand)["hints"][0]["cost"]
    assert german.ask("why", verbs=["area"], target=area)["text"]
    assert german.ask("why", verbs=["area"], target=area, hand=hand)["text"] == ""
    assert allied.ask("why", verbs=["area"], target=area, hand=hand)["text"].startswith("it is the German")
    marcher = next(one for one in german.look["choices"]["unit"] if german.look["place"][one] > 0)
    hand = [["unit", marcher]]
    areas = german.ask("peek", hand=hand)["look"]["choices"]["area"]
    assert any(german.ask("inspect", place=one, hand=hand) != german.ask("inspect", place=one) for one in areas)


def test_unit_and_place_are_one_move_one_row_and_one_undo(club: Club) -> None:
    german, allied, token = sat_down(club)
    unit = german.look["choices"]["unit"][0]
    area = german.ask("peek", hand=[["unit", unit]])["look"]["choices"]["area"][0]
    home = german.look["place"][unit]
    told = german.ask("acts", "position", answers=[["unit", unit], ["area", area]])
    assert (told["at"], told["undo"]) == (1, 1)
    assert allied.expect("position")["at"] == 1
    save = club.get(f"/api/seats/{token}/save")
    assert next(line for line in save.splitlines() if line.startswith("unit ")).count(" then area ") == 1
    german.ask("undo", "position")
    assert german.look["place"][unit] == home
