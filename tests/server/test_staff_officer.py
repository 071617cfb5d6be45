"""What the server passes on of agents: ranks to play against, advice, written orders, the review of a game."""

from __future__ import annotations

import pytest

from ardennes import agents
from tests.server.club import Club


def test_every_rank_is_on_the_menu(club: Club) -> None:
    offered = club.get("/api/menu")["computers"]
    assert [one["key"] for one in offered if one["rank"]] == list(agents.RANKS)
    assert {one["key"] for one in offered} == {*agents.RANKS, *agents.AGENTS}
    assert all(one["note"] for one in offered)


def test_the_staff_officer_gives_courses_that_can_be_played(club: Club) -> None:
    seat = club.sit(club.start(seats=("you", "you"))["seats"][0]["token"])
    advice = seat.ask("advise", "advice")
    assert 1 <= len(advice["courses"]) <= 3
    assert [c["points"] for c in advice["courses"]] == sorted((c["points"] for c in advice["courses"]), reverse=True)
    assert advice["mine"] is None
    for verb, target in advice["courses"][0]["actions"]:
        seat.act(verb, target)


def test_he_compares_the_move_just_made(club: Club) -> None:
    seat = club.sit(club.start(seats=("you", "you"))["seats"][0]["token"])
    seat.move(59, 20)
    mine = seat.ask("advise", "advice")["mine"]
    assert "Beaufort" in mine["mine"]["text"]
    assert mine["difference"] == pytest.approx(mine["mine"]["points"] - mine["best"]["points"], abs=0.011)


def test_only_the_side_that_decides_is_advised(club: Club) -> None:
    seats = club.start()["seats"]
    for n in (1, 2):  # the other side, and a spectator
        assert club.sit(seats[n]["token"]).ask("advise", "advice")["courses"] == []


def test_a_computers_orders_are_kept(club: Club) -> None:
    made = club.start(seats=("computer sergeant", "you"))
    token = made["seats"][1]["token"]
    seat = club.sit(token)
    while seat.look["side"] != 1:
        seat.hear()
    orders = club.get(f"/api/seats/{token}/orders")
    assert orders[0]["side"] == 0
    assert orders[0]["lines"][0].startswith("German order for 16-1")
    assert orders[0]["line"] <= len(seat.log)


def test_a_finished_game_is_reviewed_and_its_dice_checked(club: Club) -> None:
    made = club.start(seats=("computer recruit", "computer random"))
    token = made["seats"][2]["token"]
    status, problem = club.call("GET", f"/api/seats/{token}/review")
    assert (status, problem["text"]) == (409, "the game is not over yet")
    seat = club.sit(token)
    while seat.look["ending"] is None:
        seat.hear()
    review = club.get(f"/api/seats/{token}/review")
    report = review["report"]
    told = report["luck"] + report["skill_german"] - report["skill_allied"]
    assert told == pytest.approx(report["end"] - report["start"])
    assert report["level"] == seat.look["ending"]["level"]
    assert len(report["turning_points"]) == 3
    assert (report["chance_of"], report["chance_note"][:10]) == ("winning", "Checked on")
    assert "came from the seed" in review["dice"]
    assert review["orders"]
