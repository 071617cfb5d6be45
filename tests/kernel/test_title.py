"""Titles, scenarios and options: what does not exist is refused with what does."""

import pytest

import ardennes
from ardennes.kernel import Game, Option, Unknown
from tests.kernel.toy import POACHERS, Poachers, take


def test_the_first_scenario_and_the_default_options_are_taken_unless_others_are_named():
    game = Game.of(POACHERS)
    assert (game.scenario, game.options) == ("copse", {"fog": False, "bonus": 0})
    game = Game.of(POACHERS, "forest", {"fog": "on", "bonus": "3"})
    assert (game.scenario, game.options) == ("forest", {"fog": True, "bonus": 3})
    assert game.start().table()["hares"] == 30


def test_an_unknown_scenario_lists_those_there_are():
    with pytest.raises(Unknown, match="unknown scenario 'desert'; there are: copse, forest"):
        Game.of(POACHERS, "desert")


def test_an_unknown_option_lists_those_there_are():
    with pytest.raises(Unknown, match="unknown option 'rain'; there are: fog, bonus"):
        Game.of(POACHERS, options={"rain": True})


def test_an_unknown_title_lists_those_there_are():
    with pytest.raises(Unknown, match=r"unknown title 'chess'; there are: .*tigers_in_the_mist"):
        ardennes.game("chess")


@pytest.mark.parametrize("word", ["on", "yes", "TRUE", True])
def test_a_switch_is_read_from_words(word):
    assert Game.of(POACHERS, options={"fog": word}).options["fog"] is True


@pytest.mark.parametrize(
    ("option", "value", "text"),
    [
        ("fog", "perhaps", "option fog: expected on or off, got 'perhaps'"),
        ("bonus", "many", "option bonus: expected a whole number, got 'many'"),
        ("bonus", None, "option bonus: expected a whole number, got None"),
        ("bonus", 6, "option bonus: expected 0 to 5, got 6"),
        ("bonus", -1, "option bonus: expected 0 to 5, got -1"),
    ],
)
def test_a_value_that_does_not_fit_says_what_was_expected(option, value, text):
    with pytest.raises(ValueError, match=text):
        Game.of(POACHERS, options={option: value})


def test_options_matter():
    game = Game.of(POACHERS, options={"bonus": 5})
    state = game.unstarted(1)
    state.settle([1])
    for number in (3, 3, 1):
        state.apply(take(number))
    assert state.outcome().score == 4 + 1 + 5 - 3


class Choosy(Poachers):
    """Options that depend on each other and on the scenario."""

    options = (
        Option("fog", "Fog", "", False),
        Option("lamp", "Lamp", "", False, needs=("fog",)),
        Option("sun", "Sun", "", False, excludes=("fog",)),
        Option("path", "Path", "", False, scenarios=("forest",)),
    )


@pytest.mark.parametrize(
    ("scenario", "options", "text"),
    [
        ("copse", {"lamp": True}, "option lamp needs option fog"),
        ("copse", {"sun": True, "fog": True}, "option sun cannot be used with option fog"),
        ("copse", {"path": True}, "option path belongs to forest, not to copse"),
    ],
)
def test_options_that_do_not_go_together_are_refused(scenario, options, text):
    with pytest.raises(ValueError, match=text):
        Game.of(Choosy(), scenario, options)


def test_options_that_go_together_are_taken():
    assert Game.of(Choosy(), "copse", {"fog": True, "lamp": True}).options["lamp"]
    assert Game.of(Choosy(), "forest", {"path": True, "sun": True}).options["path"]
    assert not Game.of(Choosy(), "copse").options["path"]
