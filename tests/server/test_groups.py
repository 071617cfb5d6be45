"""Groups: units that do the same one after the other are one step, and who cannot go is named with the reason."""

from __future__ import annotations

from typing import Any

import pytest

import ardennes
from ardennes.kernel import Action, Match, Side
from ardennes.server.messages import Left
from ardennes.server.playing import Hand
from tests.server.club import Club, Seat

#: A scenario with a stack on the map at its start, and the verb that says where a unit goes.
WOODS = {"title": "bitter_woods", "scenario": "six_turn"}


def goals(seat: Seat, unit: int) -> list[int]:
    """Where a unit could go."""
    found: list[int] = seat.ask("peek", hand=[("unit", unit)])["look"]["choices"]["hex"]
    return found


def marched(seat: Seat, parts: list[list[tuple[str, int | None]]]) -> list[dict[str, Any]]:
    """Send a group on its way; who was left behind."""
    seat.say("group", parts=parts)
    heard = {message["t"]: message for message in (seat.expect_any("behind", "position") for _ in range(2))}
    left: list[dict[str, Any]] = heard["behind"]["left"]
    return left


def test_a_group_is_one_step_and_is_taken_back_as_one(club: Club) -> None:
    made = club.start(**WOODS)
    german, allied = (club.sit(seat["token"]) for seat in made["seats"][:2])
    places = german.look["place"]
    assert places[8] == places[9]
    goal = next(hex_ for hex_ in goals(german, 8) if hex_ != places[8])
    at, lines = german.at, len(german.log)
    assert marched(german, [[("unit", unit), ("hex", goal)] for unit in (8, 9)]) == []
    assert [german.look["place"][unit] for unit in (8, 9)] == [goal, goal]
    told = allied.expect("position")
    assert (told["at"], german.at) == (at + 2, at + 2)  # one message to the other, two rows on the disk
    german.ask("undo", "position", count=2)
    assert german.look["place"] == places
    assert len(german.log) == lines
    assert german.ask("undo", "refused", count=1)["text"].startswith("nothing can be taken back")


def test_who_cannot_go_along_stays_and_is_named_with_the_rule(club: Club) -> None:
    german = club.sit(club.start(**WOODS)["seats"][0]["token"])
    goal = next(hex_ for hex_ in goals(german, 8) if hex_ != german.look["place"][8])
    far = next(unit for unit in german.look["choices"]["unit"] if goal not in goals(german, unit))
    before = german.look["place"][far]
    left = marched(german, [[("unit", unit), ("hex", goal)] for unit in (8, far, 9)])
    assert [(one["part"], bool(one["rule"]), bool(one["text"])) for one in left] == [(1, True, True)]
    assert [german.look["place"][unit] for unit in (8, far, 9)] == [goal, before, goal]
    assert german.look["picked"] == []  # he who stays is put down again
    assert german.ask("group", "bad", parts=[[("unit", 8)]] * 17)["text"].startswith("the message cannot be read")


def hand(match: Match, side: Side) -> Hand:
    return Hand(match, side, lambda _action: True)


def test_parts_wait_while_the_other_side_decides() -> None:
    match = Match(ardennes.game("tigers_in_the_mist", "seventh_army"), 1944)
    unit = match.state.choices()["unit"][0]
    left = hand(match, Side.GERMAN).parts([[Action("done", None)], [Action("unit", unit)]])
    assert match.state.side is Side.ALLIED
    assert [(one.part, one.waits) for one in left] == [(1, True)]


def fought(seed: int) -> tuple[Match, list[Left]]:
    """An attack as a part of a group, between two that cannot be."""
    match = Match(ardennes.game("bitter_woods", "six_turn"), seed)
    match.play(Action("done", None))
    match.play(Action("hex", 723))  # no gun can help the defender there: dice are rolled at once
    units = [unit for unit in match.state.choices()["unit"] if unit is not None]
    attack = [*(Action("unit", unit) for unit in units), Action("fight", None), Action("hex", 0)]
    return match, hand(match, Side.GERMAN).parts([[Action("hex", 0)], attack, [Action("done", None)]])


def test_a_part_in_which_dice_fell_stays_and_none_is_begun_after_it() -> None:
    found = (fought(seed) for seed in range(30))
    match, left = next(one for one in found if one[0].state.side is Side.GERMAN)
    assert [(one.part, one.waits) for one in left] == [(0, False), (1, False), (2, True)]
    assert len(match.moves) > 2
    assert match.moves[-1].chance


@pytest.mark.parametrize("count", [0, -1, 100_000])
def test_a_silly_count_is_refused(club: Club, count: int) -> None:
    german = club.sit(club.start()["seats"][0]["token"])
    assert german.ask("undo", "bad", count=count)["text"].startswith("the message cannot be read")
