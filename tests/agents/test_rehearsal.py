"""Rehearsals and the plans that are chosen by them."""

from math import inf

import pytest

import ardennes
from ardennes.agents import AgentOptions, find
from ardennes.agents.planner import lead
from ardennes.agents.rehearsal import rehearse
from ardennes.kernel import Side
from ardennes.parts.mind import Temper
from ardennes.parts.tables import DataError
from ardennes.titles.tigers_in_the_mist.mind import planning, styles, valuation

SHORT = ardennes.game("tigers_in_the_mist", "seventh_army")
LONG = ardennes.game("tigers_in_the_mist", "fifth_panzer")


def doctrine(state, side=Side.GERMAN):
    return list(state.game.title.mind.papers([state], side, {}, Temper()).orders)


def test_a_rehearsal_leaves_the_game_alone_and_can_be_repeated():
    state = SHORT.start("rehearsal")
    before = state.table()
    first, again = (rehearse(state, Side.GERMAN, doctrine(state), 3, AgentOptions()) for _ in range(2))
    assert first == again
    assert state.table() == before
    assert state.drawn == 0


def test_futures_differ_and_agents_do_not_share_them():
    state = SHORT.start("futures")
    orders = doctrine(state)
    ours = [rehearse(state, Side.GERMAN, orders, future, AgentOptions(seed=1))[0] for future in range(6)]
    theirs = [rehearse(state, Side.GERMAN, orders, future, AgentOptions(seed=2))[0] for future in range(6)]
    assert len(set(ours)) > 1
    assert ours != theirs


def test_a_rehearsal_counts_for_the_side_that_plans():
    state = SHORT.start("sides")
    staff, officer = find("staff"), SHORT.title.mind
    as_german, evaluated = rehearse(state, Side.GERMAN, doctrine(state), 0, AgentOptions())
    while state.side is not Side.ALLIED or not officer.is_planned(state):
        state.play(staff.choose(state.sight(state.side)))
    as_allied, _ = rehearse(state, Side.ALLIED, doctrine(state, Side.ALLIED), 0, AgentOptions())
    assert 0.0 <= as_german <= 12.0
    assert -12.0 <= as_allied <= 0.0
    assert evaluated > 10


def test_plans_are_rehearsed_when_the_end_is_near():
    state = LONG.start("far")
    planner, staff = find("planner:budget=200"), find("staff")
    officer = LONG.title.mind
    planner.choose(state.sight(Side.GERMAN))
    far = planner.evaluated
    assert not planning.rehearses(state)
    while state.day < 20 or not officer.is_planned(state):
        state.play(staff.choose(state.sight(state.side)))
    assert planning.rehearses(state)
    planner.choose(state.sight(state.side))
    assert far < 200 <= planner.evaluated
    assert planning.rehearses(SHORT.start("short"))


def test_plans_that_cannot_be_compared_within_the_budget_are_not_begun():
    state = SHORT.start("dear")
    spent = []
    for budget in (1, 300, 5000):
        planner = find(f"planner:budget={budget}")
        planner.choose(state.sight(Side.GERMAN))
        spent.append(planner.evaluated)
    assert spent[0] == spent[1] < spent[2]


def test_a_lead_counts_in_standard_errors_over_the_futures_both_have_seen():
    assert lead([3.0, 3.0], [1.0, 1.0, 50.0]) == inf
    assert lead([1.0, 1.0], [1.0, 1.0]) == 0.0
    assert lead([0.0, 2.0, 4.0], [0.0, 0.0, 0.0]) == pytest.approx(2.0 / (2.0 / 3**0.5))


def test_each_side_of_a_scenario_has_been_studied_by_itself():
    german, allied = (styles.studied("seventh_army", side) for side in (Side.GERMAN, Side.ALLIED))
    assert german != allied
    assert german.tastes
    plain = valuation.weights_of(SHORT.data, "worth.csv")
    keen = valuation.weights_of(SHORT.data, "worth.csv", german.tastes)
    held = valuation.NAMES.index("held")
    assert keen[0][held] == pytest.approx(plain[0][held] * dict(german.tastes)["held"])


def test_a_study_of_something_unknown_is_refused_with_its_row(tmp_path, monkeypatch):
    (tmp_path / "studies.csv").write_text(
        "scenario,side,what,impulse,value,source\nseventh_army,german,courage,,2.0,guess\n"
    )
    monkeypatch.setattr(styles, "DATA", tmp_path)
    styles.studied.cache_clear()
    with pytest.raises(DataError, match="row 2: expected a number of a style or a feature, got 'courage'"):
        styles.studied("seventh_army", Side.GERMAN)
    styles.studied.cache_clear()
