"""Orders drafted on positions: by exact odds, within the rules, and judged by what the enemy would find."""

import pytest

from ardennes.agents import AgentOptions, Staff, find
from ardennes.kernel import Action, Game, Side
from ardennes.lab.games import play
from ardennes.parts.drafts import Drafting
from ardennes.parts.mind import Temper
from ardennes.titles.tigers_in_the_mist import TigersInTheMist
from ardennes.titles.tigers_in_the_mist.mind.declared import DECLARED
from ardennes.titles.tigers_in_the_mist.positions import Position
from tests.agents.thin import played_by

TIGERS = played_by(TigersInTheMist, DECLARED)
SEVENTH = Game.of(TIGERS, "seventh_army")


def drafting(g):
    return Drafting(DECLARED, g, g.side, {})


@pytest.fixture
def morning():
    return SEVENTH.start("morning")


def test_the_outcomes_of_an_attack_keep_its_exact_odds(morning):
    attacks = list(drafting(morning).attacks())
    assert attacks
    for attack in attacks:
        theirs = morning.strength_at(attack.place, Side.ALLIED)
        left = [(chance, g.strength_at(attack.place, Side.ALLIED)) for chance, g in attack.outcomes]
        assert sum(chance for chance, _ in left) == pytest.approx(1.0)
        cleared = sum(chance for chance, points in left if not points)
        assert cleared == pytest.approx(attack.fight.cleared, abs=0.03)
        assert theirs - sum(chance * points for chance, points in left) == pytest.approx(
            attack.fight.enemy_loss, abs=0.55
        )


def test_orders_use_every_unit_once_and_leave_no_place_overfull(morning):
    drafts = drafting(morning)
    orders = list(drafts.orders(None, 6000))
    units = [unit for order in orders for unit in order.units]
    assert len(units) == len(set(units)) > 3
    limits = morning.box.tables.limits
    for place in {order.place for order in orders if not morning.box.map.is_zone(order.place)}:
        there = drafts.g.units_at(place, Side.GERMAN)
        assert len(there) <= limits.units
        assert sum(drafts.g.strength[unit] for unit in there) <= limits.strength


def test_every_drafted_order_is_carried_out(morning):
    staff = Staff(AgentOptions())
    papers = DECLARED.papers([morning], Side.GERMAN, {}, Temper())
    wanted = [action for order in papers.orders for action in order.actions]
    done = []
    while morning.side is Side.GERMAN and DECLARED.phase(morning) == (16, 1, Side.GERMAN):
        done.append(staff.act((morning,)))
        morning.play(done[-1])
    assert wanted
    assert done[: len(wanted)] == wanted


@pytest.mark.parametrize("impulses", [1, 2, 5, 6])
def test_a_position_handed_over_is_the_one_that_the_enemy_finds(morning, impulses):
    for _ in range(impulses - 1):
        _stand_fast(morning)
    side = morning.side
    paper = DECLARED.handed_over(morning, side)
    _stand_fast(morning)
    assert (paper.side, paper.day, paper.impulse) == (morning.side, morning.day, morning.impulse)
    assert list(DECLARED.features(paper)) == list(DECLARED.features(morning))


def _stand_fast(g):
    side = g.side
    while g.side is side:
        g.play(Action("done"))


def test_an_attack_where_units_stand_is_made_for_what_it_brings():
    weak = "a: German armor 5 in Bastogne; b: German infantry 4 in Bastogne; d: Allied infantry 1 in Bastogne, moved"
    strong = "a: German infantry 1 in Bastogne; d: Allied armor 5 in Bastogne, entrenched, moved"
    for units, wanted in ((weak, "area"), (strong, "done")):
        g = Position(TIGERS, "18-1 German", units).g
        g.play(Action("done"))
        assert DECLARED.answer(g).verb == wanted


def test_courses_say_what_an_attack_brings_and_a_worse_idea_is_worth_less(morning):
    courses = DECLARED.courses(morning)
    attack = next(course for course in courses if course.cleared is not None)
    assert f"{attack.cleared:.0%}" in attack.text
    assert courses[0].points == max(course.points for course in courses)
    unit, places = next((unit, places) for unit, places in DECLARED.ready(morning, Side.GERMAN).items() if places)
    idea = DECLARED.why_not_mine(morning, [Action("unit", unit), Action("area", places[-1])])
    assert idea.best.points >= idea.mine.points
    assert idea.difference == pytest.approx(idea.mine.points - idea.best.points, abs=0.002)


def test_formations_told_to_hold_stay_where_they_are(morning):
    plan = dict.fromkeys(DECLARED.formations(morning, Side.GERMAN), "hold")
    assert not [
        order
        for order in DECLARED.papers([morning], Side.GERMAN, plan, Temper()).orders
        if order.actions[0].verb == "unit"
    ]


def test_the_same_seed_gives_the_same_game_and_beats_chance():
    games = [play(SEVENTH, "again", find("staff", 5), find("random", 6)) for _ in range(2)]
    assert games[0].save == games[1].save
    assert games[0].worth > play(SEVENTH, "again", find("random", 6), find("staff", 5)).worth


def test_a_captain_compares_plans_and_one_plan_is_the_staffs(morning):
    alone = DECLARED.considered([morning], Side.GERMAN, Temper(seed=3), 1)
    staff = DECLARED.papers([morning], Side.GERMAN, {}, Temper())
    assert [order.actions for order in alone.orders] == [order.actions for order in staff.orders]
    captain = find("captain", 3)
    captain.choose(morning.sight(Side.GERMAN))
    assert captain.planned.evaluated > 3 * staff.evaluated
    again = [DECLARED.considered([morning], Side.GERMAN, Temper(seed=3), 4).orders for _ in range(2)]
    assert again[0] == again[1]


def test_luck_on_paper_clears_a_place_as_often_as_the_odds_say(morning):
    attack = next(a for a in drafting(morning).attacks() if 0.3 < a.fight.cleared < 0.95)
    after = [DECLARED._carried_out(morning, Side.GERMAN, attack, f"luck {n // 2}", n % 2) for n in range(200)]
    cleared = [not g.holds(Side.ALLIED, attack.place) for g in after]
    assert sum(cleared) / 200 == pytest.approx(attack.fight.cleared, abs=0.08)


def test_a_whim_makes_no_order_of_what_is_worth_nothing(morning):
    orders = list(drafting(morning).orders(lambda: 5.0, 6000))
    moves = [order for order in orders if order.fight is None]
    assert moves
    assert all(order.payoff > 5.0 for order in moves)
