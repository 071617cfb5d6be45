"""Whole games of every scenario, with everything checked that must hold of any position."""

import pytest

import ardennes
from ardennes.kernel import conformance
from ardennes.titles import find
from tests.titles.tigers_in_the_mist.record import SCENARIOS, bold_game
from tests.titles.whole_games import every


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_games_keep_the_invariants_and_come_to_an_end(scenario, seed):
    game = ardennes.game("tigers_in_the_mist", scenario)
    match = conformance.random_game(game, seed, every(20, conformance.undo_round_trip, conformance.table_round_trip))
    conformance.save_round_trip(match, find)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", [1, 2])
def test_games_with_much_fighting_keep_the_invariants(scenario, seed):
    checks = every(
        20,
        conformance.undo_round_trip,
        conformance.table_round_trip,
        conformance.copies_are_independent,
        conformance.refusal_changes_nothing,
        conformance.sights_hide_luck,
    )
    match = bold_game(ardennes.game("tigers_in_the_mist", scenario), seed, checks)
    assert match.state.outcome() is not None
    conformance.save_round_trip(match, find)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_choices_and_the_reasons_agree(scenario):
    checks = every(60, conformance.refusals_agree, conformance.single_answers_agree)
    for seed in (11, 12):
        bold_game(ardennes.game("tigers_in_the_mist", scenario), seed, checks)
