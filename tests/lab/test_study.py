"""Studies: numbers moved at random, and what that did to the result."""

import random

import pytest

import ardennes
from ardennes.agents import AgentOptions, Staff
from ardennes.kernel import Side, Unknown
from ardennes.lab import study
from ardennes.lab.crew import Crew
from ardennes.lab.games import Setting
from ardennes.titles.tigers_in_the_mist.mind import styles


def test_a_trial_is_the_same_on_any_process():
    first, again = (study.trial(Setting("tigers_in_the_mist", "seventh_army"), 7) for _ in range(2))
    assert first == again
    assert first.german != first.allied


def test_a_number_that_decides_shows_in_the_slopes():
    rng = random.Random(1)
    trials = []
    for _ in range(200):
        german, allied = ({"held": rng.gauss(0, 1), "trade": rng.gauss(0, 1)} for _ in range(2))
        trials.append(study.Trial(2.0 * german["held"] - allied["trade"] + rng.gauss(0, 0.5), german, allied))
    found = study.summary("a title", "a scenario", trials)
    assert [(slope.side, slope.number) for slope in found.slopes[:2]] == [("german", "held"), ("allied", "trade")]
    assert found.slopes[0].gain == pytest.approx(2.0, abs=0.4)
    assert found.slopes[1].gain == pytest.approx(1.0, abs=0.4)


def test_drawn_numbers_are_spelled_out_around_the_studied_ones():
    text, steps = styles.drawn(random.Random(3), "seventh_army", Side.GERMAN)
    centre, moved = styles.studied("seventh_army", Side.GERMAN), styles.style(text, "seventh_army", Side.GERMAN)
    assert moved.trade == pytest.approx(centre.trade * styles.STEP ** steps["trade"], rel=1e-3)
    assert moved.attack_at[2] == pytest.approx(centre.attack_at[2] + styles.STEP_UP * steps["attack_at 3"], abs=1e-3)
    assert dict(moved.tastes)["held"] == pytest.approx(
        dict(centre.tastes)["held"] * styles.STEP ** steps["held"], rel=1e-3
    )


def test_a_spelled_style_is_played_and_a_wrong_name_refused():
    state = ardennes.game("tigers_in_the_mist", "seventh_army").start("style")
    assert Staff(AgentOptions(style="attack_at 1=9;move_at 1=9")).papers([state], Side.GERMAN).orders == ()
    with pytest.raises(Unknown, match="courage"):
        Staff(AgentOptions(style="courage=2")).papers([state], Side.GERMAN)


def test_a_title_without_numbers_to_study_says_so():
    with pytest.raises(Unknown, match="bitter_woods"):
        next(study.run(Crew(), "bitter_woods", "six_turn", range(1, 2)))
