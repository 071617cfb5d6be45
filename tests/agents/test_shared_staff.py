"""The shared staff: legal, honest, repeatable and better than chance from a declaration alone."""

import pytest

from ardennes.agents import AgentOptions, Staff, find
from ardennes.agents.staff import WORLDS, imagined
from ardennes.kernel import Action, Game, Match, Side
from ardennes.lab import luck
from ardennes.lab.games import play
from ardennes.parts.mind import briefing
from ardennes.parts.mind.ground import Expected
from ardennes.parts.mind.land import Aim, Piece
from ardennes.parts.mind.mind import Mind, Temper
from ardennes.parts.mind.sketch import Sketch
from ardennes.parts.mind.weighing import Scales
from tests.agents import thin
from tests.kernel.toy import Wood

FOREST = Game.of(thin.POACHERS, "forest")
SEVENTH = Game.of(thin.TIGERS, "seventh_army")


def pair_won(game, seed):
    """Whether the staff does better than the random player from both sides with the same dice."""
    first = play(game, f"pair {seed}", find("staff", seed), find("random", seed))
    second = play(game, f"pair {seed}", find("random", seed), find("staff", seed))
    return first.worth > second.worth


def test_a_score_alone_is_enough_to_play_and_to_win():
    assert sum(pair_won(FOREST, seed) for seed in range(12)) >= 9


def test_a_thin_declaration_beats_the_random_player_in_an_area_game():
    assert all(pair_won(SEVENTH, seed) for seed in range(4))


def test_a_thin_declaration_beats_the_random_player_in_a_hex_game():
    assert pair_won(Game.of(thin.WOODS, "six_turn"), 1)


def test_the_same_seed_gives_the_same_game():
    first, second = (play(SEVENTH, "again", find("staff", 5), find("staff", 6)).save for _ in range(2))
    assert first == second


def test_several_hidden_parts_are_imagined_where_there_are_secrets():
    state = FOREST.start("hidden")
    assert len(imagined(SEVENTH.start("open").sight(Side.GERMAN), "")) == 1
    assert len(imagined(state.sight(Side.ALLIED), "x")) == WORLDS
    cards = {world.card for n in range(9) for world in imagined(state.sight(Side.ALLIED), f"x{n}")}
    assert cards == {1, 2, 3}
    assert {world.card for world in imagined(state.sight(Side.GERMAN), "x")} == {state.card}


def test_honesty_a_hidden_card_changes_no_choice():
    state = FOREST.start("honest")
    state.play(Action("take", 1))
    assert state.side is Side.ALLIED
    for number in range(5):
        answers = set()
        for card in (1, 2, 3):
            twin = state.copy()
            twin.card = card
            answers.add(find("staff", number).choose(twin.sight(Side.ALLIED)))
        assert len(answers) == 1


def test_worlds_that_disagree_are_settled_by_the_most():
    class Fickle(Mind[Wood]):
        def answer(self, state):
            return Action("take", 2) if state.card == 3 else Action("take", 1)

    worlds = []
    for card in (3, 1, 2):
        world = FOREST.start("worlds")
        world.card = card
        worlds.append(world)
    assert Fickle().decide(worlds, Temper()) == Action("take", 1)


def test_an_answer_is_worth_its_exact_chances():
    """The whistle brings 0, 1 or 2 hares with weights 3, 2, 1; valued by the hares in the wood."""
    state = FOREST.start("exact")
    scales = Scales(lambda g: float(g.hares))
    assert scales.weigh([state], Action("whistle")) == pytest.approx(30 + (0 * 3 + 1 * 2 + 2 * 1) / 6)
    assert scales.evaluated == 3


def test_what_may_be_looked_at_is_bounded():
    state = FOREST.start("bounded")
    scales = Scales(lambda g: 0.0, budget=2)
    assert len(scales.all([state], state.actions())) < len(state.actions())
    assert scales.evaluated <= 4


def test_a_staff_that_goes_round_in_circles_ends_all_the_same():
    class Stubborn(Mind[Wood]):
        def answer(self, state):
            whistle = Action("whistle")  # the hares never get fewer
            return whistle if state.allows(whistle) else state.actions()[0]

    stubborn = Game.of(thin.played_by(type(thin.POACHERS).__mro__[1], Stubborn()), "copse")
    assert play(stubborn, "round", Staff(AgentOptions(seed=1)), Staff(AgentOptions(seed=2))).decisions < 500


# ---- the paper ---------------------------------------------------------------------------------------------


class Row:
    """Places 0 to 9 in a row."""

    price = 0.1
    breach = 0.0
    prompt = 1.0
    raided = ()

    def near(self, place):
        return [p for p in (place - 1, place + 1) if 0 <= p < 10]

    within = near

    def cover(self, place):
        return 1.0

    def fits(self, place, there, unit):
        return len(there) < 2

    def expects(self, odds):
        return Expected(*(min(odds / 4, 1.0), min(odds / 5, 1.0), 0.1))

    def moved(self, unit, place):
        return (Action("unit", unit), Action("hex", place))


def paper(own, enemy, aim, reach, held=False, postures=None):
    field = [abs(place - aim) / 2 for place in range(10)]
    aims = [Aim("there", aim, 1.0, held)]
    pieces = {n: Piece(place, strength, strength) for n, (place, strength) in enumerate(own)}
    return Sketch(Row(), pieces, [Piece(*row) for row in enemy], aims, [field], reach, postures or {})


def test_units_mass_on_a_target_and_are_ordered_together():
    sketch = paper([(0, 4), (1, 4)], [(5, 2, 2)], 5, {0: [0, 2, 4], 1: [3, 4]})
    [order, *_] = sketch.orders(None, 1000)
    assert (order.name, order.place, sorted(order.moves)) == ("Attack", 5, [(0, 4), (1, 4)])
    assert order.odds == pytest.approx(4.0)


def test_a_unit_goes_nearer_to_what_it_is_after():
    [order] = paper([(0, 4)], [], 9, {0: [1, 2, 3]}).orders(None, 1000)
    assert (order.moves, order.actions) == (((0, 3),), (Action("unit", 0), Action("hex", 3)))


def test_orders_of_different_kinds_are_offered_and_moves_are_weighed_together():
    sketch = paper([(0, 4), (1, 4)], [], 9, {0: [1, 2, 3], 1: [2, 3]})
    far, near = (sketch.told("Move", 0, place) for place in (3, 1))
    other = near._replace(name="Dig in", payoff=near.payoff / 2)
    last = [near._replace(payoff=near.payoff / points) for points in (3, 4)]
    assert briefing.offered([near, far, other, *last]) == [far, near, other]
    assert briefing.offered([*last, other]) == [other, *last]
    both = sketch.together([(0, 3), (1, 3)])
    assert both.payoff == pytest.approx(far.payoff + sketch.told("Move", 1, 3).payoff)
    assert both.moves == ((0, 3), (1, 3))


def test_a_garrison_stays_where_the_enemy_is_near():
    sketch = paper([(5, 2)], [(6, 5, 5)], 5, {0: [2, 3]}, held=True)
    assert list(sketch.orders(None, 1000)) == []


def test_what_stands_open_is_taken_before_anybody_masses_elsewhere():
    sketch = paper([(4, 4), (4, 4)], [(2, 2, 2)], 6, {0: [3, 5, 6], 1: [3, 5]})
    [order, *_] = sketch.orders(None, 1000)
    assert (order.name, order.moves) == ("Take", ((0, 6),))
    assert ("takes it", 1.0) in order.reasons


def test_a_place_is_taken_once():
    orders = list(paper([(4, 4), (4, 4)], [], 6, {0: [6], 1: [6]}).orders(None, 1000))
    assert [("takes it", 1.0) in order.reasons for order in orders] == [True, False]


@pytest.mark.parametrize(("raided", "moves"), [((), [((0, 9),)]), ((5,), [])])
def test_a_place_that_a_raid_could_reach_is_not_left_empty(monkeypatch, raided, moves):
    monkeypatch.setattr(Row, "raided", raided)
    aims = [Aim("here", 5, 1.0, True, draw=0.1), Aim("there", 9, 0.3, False)]
    fields = [[abs(place - aim.place) / 2 for place in range(10)] for aim in aims]
    sketch = Sketch(Row(), {0: Piece(5, 2, 2)}, [], aims, fields, {0: [9]}, {})
    assert [order.moves for order in sketch.orders(None, 1000)] == moves


def test_an_attack_that_waits_for_another_phase_counts_less(monkeypatch):
    sketch = paper([(4, 4)], [(5, 2, 2)], 5, {0: [3]})
    now = sketch.gain(5, 4.0)[0]
    monkeypatch.setattr(Row, "prompt", 0.5)
    assert sketch.gain(5, 4.0)[0] == pytest.approx(now / 2)


def test_a_place_takes_no_more_than_there_is_room_for():
    orders = list(paper([(0, 4), (0, 4), (0, 4)], [], 9, {n: [3] for n in range(3)}).orders(None, 1000))
    assert len(orders) == 2


def test_nothing_is_ordered_beyond_the_budget():
    assert list(paper([(0, 4)], [], 9, {0: [1, 2, 3]}).orders(None, 0)) == []


# ---- words -------------------------------------------------------------------------------------------------


def test_advice_is_legal_and_says_why():
    state = SEVENTH.start("advice")
    courses = SEVENTH.title.mind.courses(state)
    assert 1 <= len(courses) <= 3
    assert courses[0].points >= courses[-1].points
    for course in courses:
        trial = state.copy()
        trial.play(course.actions[0])
        assert course.text
        assert course.reasons
    mine = SEVENTH.title.mind.why_not_mine(state, courses[-1].actions)
    assert mine is not None
    assert mine.best == courses[0]


def test_the_order_of_a_phase_is_written_down():
    staff = find("staff")
    staff.choose(SEVENTH.start("order").sight(Side.GERMAN))
    lines = staff.written_order()
    assert lines[0].startswith("German order for ")
    assert lines[1].startswith(("Main effort: ", "Intent: "))


def test_luck_and_skill_of_a_declared_title_add_up_to_the_result(monkeypatch):
    monkeypatch.setattr(type(thin.POACHERS), "clock", lambda self, sight: "", raising=False)
    match = Match(FOREST, "luck")
    agents = {side: find("random", side) for side in (Side.GERMAN, Side.ALLIED)}
    while (side := match.state.side) is not None:
        match.play(agents[side].choose(match.state.sight(side)))
    found = luck.report(match)
    assert found.luck + found.skill_german - found.skill_allied == pytest.approx(found.result)
    assert found.dice["d3"].rolled == 1  # the card that was dealt
