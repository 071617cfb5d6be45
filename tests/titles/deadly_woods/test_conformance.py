"""What any title must keep true, on random games of The Deadly Woods."""

import pytest

from ardennes.kernel import Game
from ardennes.kernel import conformance as c
from ardennes.titles import find
from ardennes.titles.deadly_woods import TITLE
from tests.titles.deadly_woods.record import bold_game
from tests.titles.whole_games import every


@pytest.mark.parametrize("scenario", ["german_attack", "campaign"])
def test_random_games_keep_the_invariants(scenario):
    game = Game.of(TITLE, scenario)
    for seed in range(2):
        assert c.random_game(game, seed, every(200)).state.result is not None


def test_random_positions_conform():
    game = Game.of(TITLE, "campaign", {"plus_two": True})

    def check(match):
        if len(match.moves) % 97 == 0:
            for thorough in c.THOROUGH:
                thorough(match)

    c.random_game(game, 7, check)


@pytest.mark.parametrize("scenario", ["german_attack", "campaign"])
def test_games_with_much_fighting_keep_the_invariants(scenario):
    checks = every(
        60,
        c.undo_round_trip,
        c.table_round_trip,
        c.copies_are_independent,
        c.refusal_changes_nothing,
        c.sights_hide_luck,
        invariants=0.1,
    )
    match = bold_game(Game.of(TITLE, scenario), 2, checks)
    assert match.state.outcome() is not None
    c.save_round_trip(match, find)


def test_the_choices_and_the_reasons_agree():
    checks = every(250, c.refusals_agree, c.single_answers_agree, invariants=0.1)
    assert bold_game(Game.of(TITLE, "campaign"), 4, checks).state.outcome() is not None


def test_every_field_of_every_step_has_a_shape():
    game = Game.of(TITLE)
    shape = TITLE.stack_shape(game.data)
    for name in TITLE.steps:
        if not name.startswith("_"):
            shape.of(name)


@pytest.mark.parametrize(
    ("column", "value", "word"),
    [
        ("active", [1], "not on the map"),
        ("hungry", [100], "hungry"),
        ("german", [40], "control"),
        ("cup", [9] * 12, "to come"),
        ("trucks", 100, "trucks"),
    ],
)
def test_a_position_that_cannot_be_is_named(column, value, word):
    game = Game.of(TITLE)
    table = game.start(1).table() | {column: value}
    if column == "active":
        table["place"][1] = 0xFFFF
    assert any(word in fault for fault in TITLE.broken(game.restore(table)))
