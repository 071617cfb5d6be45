"""Whole games of every scenario, with everything checked that must hold of any position."""

import pytest

import ardennes
from ardennes.kernel import conformance
from ardennes.titles import find
from tests.titles.bitter_woods.record import SCENARIOS, bold_game, with_preset
from tests.titles.whole_games import every


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_keep_the_invariants_and_come_to_an_end(scenario):
    game = ardennes.game("bitter_woods", scenario)
    match = conformance.random_game(
        game, 1, every(40, conformance.undo_round_trip, conformance.table_round_trip, invariants=0.1)
    )
    assert match.state.outcome() is not None
    conformance.save_round_trip(match, find)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_games_with_much_fighting_keep_the_invariants(scenario):
    checks = every(
        40,
        conformance.undo_round_trip,
        conformance.table_round_trip,
        conformance.copies_are_independent,
        conformance.refusal_changes_nothing,
        conformance.sights_hide_luck,
        invariants=0.1,
    )
    match = bold_game(ardennes.game("bitter_woods", scenario), 2, checks)
    assert match.state.outcome() is not None
    conformance.save_round_trip(match, find)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_choices_and_the_reasons_agree(scenario):
    checks = every(250, conformance.refusals_agree, conformance.single_answers_agree, invariants=0.1)
    assert bold_game(ardennes.game("bitter_woods", scenario), 3, checks).state.outcome() is not None


@pytest.mark.parametrize(("scenario", "preset"), [("six_turn", "tournament"), ("eight_turn", "everything")])
def test_games_with_presets_keep_the_invariants(scenario, preset):
    checks = every(
        60,
        conformance.undo_round_trip,
        conformance.table_round_trip,
        conformance.copies_are_independent,
        conformance.refusal_changes_nothing,
        conformance.refusals_agree,
        conformance.single_answers_agree,
        invariants=0.1,
    )
    match = bold_game(with_preset(scenario, preset), 5, checks)
    assert match.state.outcome() is not None
    conformance.save_round_trip(match, find)
