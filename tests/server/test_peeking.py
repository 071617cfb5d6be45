"""What a counter could do is asked for without taking it up: nobody else hears of it, and nothing is written down."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

from ardennes import game
from ardennes.kernel import Action, Side, Sight
from ardennes.server.computers import decide
from ardennes.server.playing import HOVERING
from ardennes.server.store import mark_of
from tests.server.club import Club, Seat
from tests.server.test_play import play_on


def sat_down(club: Club, **more: str) -> tuple[Seat, Seat, str]:
    made = club.start(**more)
    german, allied = (club.sit(seat["token"]) for seat in made["seats"][:2])
    return german, allied, made["seats"][0]["token"]


def test_a_peek_shows_what_taking_up_shows_and_changes_nothing(club: Club) -> None:
    german, allied, token = sat_down(club)
    unit = german.look["choices"]["unit"][0]
    before = german.look
    told = german.ask("peek", hand=[["unit", unit]])
    assert (told["at"], told["hand"]) == (0, [["unit", unit]])
    assert told["look"]["picked"] == [unit]
    fresh = club.sit(token)
    assert (fresh.at, fresh.look) == (0, before)
    german.move(unit)
    assert allied.expect("position")["at"] == 1  # this is the first that the other hears


def test_a_pick_up_alone_is_no_move(club: Club) -> None:
    german, allied, _ = sat_down(club)
    unit = german.look["choices"]["unit"][0]
    area = german.ask("peek", hand=[["unit", unit]])["look"]["choices"]["area"][0]
    before = german.look
    assert german.ask("act", "refused", verb="unit", target=unit)["text"] == HOVERING.text
    assert german.ask("acts", "refused", answers=[["unit", unit]])["text"] == HOVERING.text
    (left,) = german.ask("group", "behind", parts=[[["unit", unit]]])["left"]
    assert (left["part"], left["text"]) == (0, HOVERING.text)
    assert (german.at, german.look) == (0, before)
    german.say("acts", answers=[["unit", unit], ["area", area], ["unit", unit]])
    assert {german.expect_any("refused", "position")["t"] for _ in range(2)} == {"refused", "position"}
    assert (allied.expect("position")["at"], german.look["picked"]) == (1, [])


def test_a_computer_that_only_takes_things_up_is_helped_on() -> None:
    class Undecided:
        def choose(self, sight: Sight) -> Action:
            return Action("unit", sight.choices()["unit"][0])

    sight = game("tigers_in_the_mist", "seventh_army").start(1).sight(Side.GERMAN)
    *led, last = decide(Undecided(), sight)[0]
    assert not sight.holding(led).state.only_lifts(last)


def write_as_of_old(file: Path) -> int:
    """Write the game of a store as it was when every pick-up was a move, and leave out where the last one led.

    Returns how many rows it has now.
    """
    apart: list[tuple[str, str, int]] = []
    with sqlite3.connect(file) as db:
        for words, chance, side in db.execute("select words, chance, side from actions order by number"):
            *led, last = words.split(" then ")
            apart += [(answer, "", side) for answer in led] + [(last, chance, side)]
        db.execute("delete from actions")
        db.execute("delete from snapshots")
        mark = ""
        for number, row in enumerate(apart[:-1], 1):
            mark = mark_of(mark, number, *row)
            db.execute("insert into actions values (1, ?, ?, ?, ?, 0, ?)", (number, *row, mark))
    return len(apart) - 1


def test_an_old_store_with_pick_ups_of_their_own_opens_and_plays_on(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    club = Club(file)
    tokens = [seat["token"] for seat in club.start()["seats"][:2]]
    seats = [club.sit(token) for token in tokens]
    play_on(seats, random.Random(3), 60)
    while "unit" not in set(seats[(mover := seats[0].look["side"])].look["choices"]) & {*seats[0].look["lifts"]}:
        play_on(seats, random.Random(3), 1)
    places = seats[mover].look["place"]
    seats[mover].move()
    moved = next(unit for unit, place in enumerate(seats[mover].look["place"]) if places[unit] != place)
    goal, at = seats[mover].look["place"][moved], seats[mover].at
    club.close()
    rows = write_as_of_old(file)
    assert rows > at
    club = Club(file)
    seats = [club.sit(token) for token in tokens]
    assert (seats[mover].at, seats[mover].look["picked"]) == (rows, [moved])  # he left with a unit in hand
    assert not seats[mover].welcome["problem"]
    seats[mover].act("area", goal)
    assert (seats[mover].at, seats[mover].look["place"][moved]) == (rows + 1, goal)
    seats[mover].ask("undo", "position", count=2)  # the way and the pick-up, which were two moves then
    assert (seats[mover].look["picked"], seats[mover].look["place"][moved]) == ([], places[moved])
    for seat in seats:
        seat.close()
    seats = [club.sit(token) for token in tokens]
    play_on(seats, random.Random(5), 40)
    club.close()


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
