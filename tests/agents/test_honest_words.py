"""Orders and advice say no number that does not mean what it says."""

import re

import pytest
from rich.console import Console

import ardennes
from ardennes.agents import find
from ardennes.cli.screen import show_comparison, show_courses
from ardennes.parts.title import title_of
from ardennes.titles.tigers_in_the_mist.rules.combat.phase import Battles

pytestmark = pytest.mark.xdist_group("honest words")  # the games are played once
GAMES = (("tigers_in_the_mist", "seventh_army"), ("tigers_in_the_mist", "campaign"), ("bitter_woods", "six_turn"))
#: What a written order may count: its date, units and strength points.
COUNTED = re.compile(r"order for [^:.]*|\(\d+ units?\)|up to \d+ strength points")


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: game[1])
def played(request):
    """The start of a game, the orders that both staffs wrote for it, and a battle about to be fought."""
    game = ardennes.game(*request.param)
    state = game.start("honest")
    agents = [find("staff", 1), find("staff", 1)]
    orders, positions, seen = [], [], [None, None]
    insight = title_of(game).mind
    while state.side is not None and len(orders) < 4:
        side = state.side
        if insight.is_planned(state):
            positions.append(state.copy())
        action = agents[side].choose(state.sight(side))
        if agents[side].planned is not seen[side]:
            seen[side] = agents[side].planned
            orders.append(agents[side].written_order())
        if isinstance(state.stack[-1], Battles):
            positions.append(state.copy())
        state.play(action)
    return game, orders, positions


def test_written_orders_name_no_worth_and_chances_only_with_the_battles_they_lead_to(played):
    _, orders, _ = played
    assert any("ttack" in line for order in orders for line in order)
    assert any(line.startswith("Battle of ") and "%" in line for order in orders for line in order)
    for line in (line for order in orders for line in order if not line.startswith("Battle of ")):
        told = COUNTED.sub("", line)
        assert "%" not in told
        assert "column" not in told
        assert not re.search(r"[+−]\d|\d\.\d", told), line
        assert "points" not in told, line


def test_courses_give_odds_only_where_they_are_those_of_the_map(played):
    game, _, positions = played
    for state in positions:
        for course in title_of(game).mind.courses(state):
            if course.cleared is not None:
                exact = title_of(game).forecast(state.sight(state.side), course.actions[0])
                assert course.cleared == pytest.approx(exact.headlines[0].chance, abs=1e-4)
                assert isinstance(state.stack[-1], Battles)


def test_the_lost_strength_of_a_battle_is_that_of_its_forecast():
    game = ardennes.game("tigers_in_the_mist", "seventh_army")
    state = game.start("honest")
    agents = [find("staff", 1), find("staff", 1)]
    while not isinstance(state.stack[-1], Battles):
        state.play(agents[state.side].choose(state.sight(state.side)))
    course = next(c for c in title_of(game).mind.courses(state) if c.cleared is not None)
    exact = title_of(game).forecast(state.sight(state.side), course.actions[0])
    left = sum(points * chance for points, chance in enumerate(exact.attackers_left))
    units = [row.unit for row in exact.attackers]
    assert course.own_loss == pytest.approx(sum(state.strength[unit] for unit in units) - left, abs=0.01)


def test_the_terminal_ranks_reasons_and_does_not_weigh_them_for_the_player(played):
    game, _, positions = played
    insight = title_of(game).mind
    console = Console(record=True, width=160)
    show_courses(console, insight.courses(positions[0]))
    best = insight.courses(positions[0])[0]
    found = insight.why_not_mine(positions[0], best.actions)
    if found is not None:
        show_comparison(console, found)
    text = console.export_text()
    assert "for " in text
    assert not re.search(r"[+-]\d", text), text
