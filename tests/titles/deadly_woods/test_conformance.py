"""What any title must keep true, on random games of The Deadly Woods."""

import pytest

from ardennes.kernel import Game
from ardennes.kernel import conformance as c
from ardennes.titles import find
from ardennes.titles.deadly_woods import TITLE
from tests.titles.deadly_woods.record import bold_game
from tests.titles.deadly_woods.table import Table
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


def _faults(t: Table) -> str:
    return "; ".join(TITLE.broken(t.g))


def test_markers_and_stacks_that_cannot_be_are_named():
    delay = Table("T4 chits", "A-DELAY at 2418; u: A-28-110 at 2418; g: G-26-a at 3909")
    assert "Delay asset is not alone" in _faults(delay)
    crowd = "; ".join(f"G-{unit} at 1410" for unit in ("26-a", "26-b", "301", "506"))
    assert "over-stacked between rounds" in _faults(Table("T4 chits", f"{crowd}; u: A-28-110 at 2418"))
    assert "over-stacked" not in _faults(Table("T4 German move", f"{crowd}; u: A-28-110 at 2418"))
    mixed = Table("T4 chits", "u: A-28-110 at 2418; v: A-2-9 at 2418; g: G-26-a at 3909")
    assert "over-stacked between rounds" in _faults(mixed)
    air = Table("T6 chits", "g: G-26-a at 3909; u: A-28-110 at 2319", assets={"A-AIR": "2418"}, german=["2418"])
    assert "Air Supply" in _faults(air)
    trucks = Table("T4 German move", "g: G-26-a at 2417; u: A-28-110 at 2418")
    trucks.g.trucks = trucks.unit("g")
    assert "Motorized marker" in _faults(trucks)
    assert "turn 1" in _faults(Table("T1 German move", "g: G-26-a at 2417, hungry; u: A-28-110 at 2518"))
    late = Table("T5 chits", "g: G-26-a at 3909; u: A-28-110 at 2319")
    late.g.asset[late.asset("G-GREIF")] = late.hex("2418")
    assert "after turn 4" in _faults(late)


def test_supply_just_checked_agrees_with_a_fresh_judgement():
    check = {"cup": {"supply_check": 1, "german_move_combat": 1}, "dice": [7, 0]}
    t = Table("T4 draw", "a: G-26-a at 1410; u: A-28-110 at 2319", **check)
    assert _faults(t) == ""
    t.g.hungry = 1 << t.unit("a")
    assert "just made" in _faults(t)


@pytest.mark.parametrize(
    ("column", "value", "word"),
    [
        ("active", [1], "not on the map"),
        ("hungry", [100], "hungry"),
        ("german", [40], "control"),
        ("cup", [9] * 12, "to come"),
        ("trucks", 100, "trucks"),
        ("rumor", 500, "outlasted"),
    ],
)
def test_a_position_that_cannot_be_is_named(column, value, word):
    game = Game.of(TITLE)
    table = game.start(1).table() | {column: value}
    if column == "rumor":
        table |= {"turn": 3, column: game.data.map.cell("1410")}
    if column == "active":
        table["place"][1] = 0xFFFF
    assert any(word in fault for fault in TITLE.broken(game.restore(table)))
