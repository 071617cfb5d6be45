"""The computer's Enemy Action: declared aims and distances, cards by what they open, a rule of thumb."""

import random

import numpy as np
import pytest

from ardennes.agents import find, general
from ardennes.board.cells import cells as cells_of
from ardennes.board.reach import Way, reach
from ardennes.kernel import Action, Game, Match, Side
from ardennes.kernel.recent import Recent
from ardennes.parts.mind.mind import Temper
from ardennes.titles.enemy_action_ardennes import TITLE
from ardennes.titles.enemy_action_ardennes.mind import cards, fights, front, mind
from ardennes.titles.enemy_action_ardennes.mind.distances import turns_to
from ardennes.titles.enemy_action_ardennes.mind.mind import MIND, VICTORY
from ardennes.titles.enemy_action_ardennes.mind.naive import naive
from ardennes.titles.enemy_action_ardennes.rules import activations, battle, commands, exits, victory
from ardennes.titles.enemy_action_ardennes.rules.commands import Command
from ardennes.titles.enemy_action_ardennes.rules.fuel import Shortage
from tests.titles.enemy_action_ardennes.record import bold_action
from tests.titles.enemy_action_ardennes.table import Table
from tests.titles.enemy_action_ardennes.test_where_chapters_meet import UP

GAME = Game.of(TITLE, "allies_surprised")


def played(german, allied, seed):
    """A short game to its end."""
    match = Match(Game.of(TITLE, "initial_assault"), seed)
    agents = [find(german, 1), find(allied, 2)]
    while (side := match.state.side) is not None:
        match.play(agents[side].choose(match.state.sight(side)))
    return match.state


def test_the_staff_takes_more_from_a_random_player_than_he_from_it():
    assert MIND.outcome(played("staff", "random", 1)) > MIND.outcome(played("random", "staff", 1)) + VICTORY


def test_the_naive_player_plays_to_the_end():
    assert played("naive", "naive", "n").outcome() is not None


def test_the_naive_answer_is_always_legal():
    g, rng = GAME.start(3), random.Random(3)
    for _ in range(200):
        action = naive(g, rng)
        assert g.allows(action)
        g.play(action)


def test_distances_grow_from_the_town():
    box = GAME.data
    bastogne, clervaux, wiltz = (box.map.place(name) for name in ("Bastogne", "Clervaux", "Wiltz"))
    field = turns_to(box, bastogne)
    assert field[bastogne] == 0 < field[wiltz]
    assert field[clervaux] > 0


def test_a_town_taken_counts_what_it_is_worth():
    g = GAME.start(1)
    before, bastogne = MIND.score(g), g.box.map.place("Bastogne")
    g.german_towns |= 1 << bastogne
    assert MIND.score(g) - before == g.box.worth[bastogne] == 5


@pytest.mark.parametrize(("handicap", "winner"), [(0, Side.GERMAN), (1, Side.ALLIED), (-1, Side.GERMAN)])
def test_a_handicap_counts_against_the_german_points(handicap, winner):
    """A level that is just reached is missed with one point more to get."""
    g = Game.of(TITLE, "initial_assault", {"handicap": handicap}).start(1)
    needed = g.box.scenario.levels[0][0]
    for cell in [cell for cell, worth in g.box.worth.items() if worth == 1][:needed]:
        g.german_towns |= 1 << cell
    victory.check(g)
    assert (g.result.winner, g.result.score) == (winner, needed)
    assert MIND.outcome(g) == needed + (VICTORY if winner is Side.GERMAN else -VICTORY)


def test_the_staff_plays_a_card_and_then_a_line_of_it():
    t = Table("D18 German command", "a: German armor at 1108", hands={Side.GERMAN: [39, 50]})
    action = MIND.answer(t.g)
    assert action.verb == "card"
    t.g.play(action)
    line = MIND.answer(t.g)
    assert line.verb != "back"
    assert t.g.allows(line)


def test_a_card_that_a_shortage_shows_lies_in_every_imagined_hand():
    g, rng = Game.of(TITLE, "battle_of_the_bulge", {"handicap": -20}).start(1), random.Random(1)
    found = 0
    while g.stack and found < 3:
        if isinstance(g.stack[-1], Shortage):
            found += 1
            for side in (Side.GERMAN, Side.ALLIED, None):
                for seed in range(5):
                    assert g.stack[-1].card in g.sight(side).imagine(seed).hands[Side.GERMAN]
        g.play(bold_action(g, rng))
    assert found


def test_the_outlook_depends_on_who_stands_where_and_on_nothing_seen_before():
    t = Table("D17 German command", "p: 2.2P.XLVII at 1009; i: 62.LXVI at 1503")
    before = front.outlook(t.g)
    other = t.g.copy()
    for name, where in (("p", "1503"), ("i", "1009")):
        other.put(t.unit(name), t.hex(where))
    assert other.occupied == t.g.occupied
    assert front.outlook(other) != before
    assert front.outlook(t.g) == before


def test_who_is_near_an_exit_may_leave_until_the_other_flank_was_used():
    t = Table("D18 German command", "i: 276.LXXX at 2604; p: 12.12SS.ISS at 0214", scenario="allies_surprised")
    far = Table("D18 German command", "i: 276.LXXX at 2204; p: 12.12SS.ISS at 0604", scenario="allies_surprised")
    both = front._leaving(t.g, 1.0)
    assert both > front._leaving(far.g, 1.0)
    found = []
    for edge in ("north", "south"):
        t.g.exits_used = 0
        exits.note(t.g, edge)
        found.append(front._leaving(t.g, 1.0))
    assert min(found) > 0
    assert both == max(found)


def test_an_exit_under_control_promises_less():
    t = Table("D18 German command", "i: 276.LXXX at 2604", scenario="allies_surprised")
    guard = "i: 276.LXXX at 2604; d: Allied infantry XII at 2606"
    guarded = Table("D18 German command", guard, scenario="allies_surprised")
    assert front._leaving(guarded.g, 1.0) < front._leaving(t.g, 1.0)


def test_hits_cost_the_defender_what_the_cheapest_answer_costs():
    ground = fights.Prize(ground=3.0, theirs=0.1, own=0.1, steps=2, units=1)
    assert fights.suffered(ground, 1) == pytest.approx(0.1 + fights.UNIT / 6)  # he stands and loses a step
    field = ground._replace(ground=0.0)
    assert fights.suffered(field, 1) == 0  # he goes
    assert fights.suffered(field._replace(trapped=True), 2) > fights.suffered(field, 2)


def test_a_town_is_not_left_at_the_first_hit_while_there_are_cards_to_come():
    units = "a: 3.2P.XLVII at 1813; d: 110.28.VIII at 1814"
    hands = {Side.GERMAN: [41], Side.ALLIED: []}
    t = Table("D17 German combat", units, scenario="allies_surprised", hands=hands)
    for verb, target, dice in (("hex", "1814", []), ("unit", "a", []), ("done", None, []), ("done", None, [5, 6])):
        t.do(verb, target, dice)
    assert MIND.answer(t.g) == Action("retreat", 0)


def _across(grid, one, other):
    """Whether two hexes around a third lie opposite each other: they have but that one neighbour in common."""
    return (grid.neighbours[one] & grid.neighbours[other]).bit_count() == 1


def test_whoever_is_hedged_in_is_trapped():
    t = Table("D18 German combat", "a: 2.2P.XLVII at 1507; b: 3.2P.XLVII at 1507; d: Allied infantry VIII at 1711")
    grid, here = t.g.box.grid, t.hex("1711")
    one, *others = cells_of(grid.neighbours[here])
    t.g.put(t.unit("a"), one)
    assert not fights.trapped(t.g, here, Side.GERMAN)
    t.g.put(t.unit("b"), next(cell for cell in others if _across(grid, one, cell)))
    assert fights.trapped(t.g, here, Side.GERMAN)


def test_strength_counts_less_when_the_last_cards_are_played():
    none = {Side.GERMAN: [], Side.ALLIED: []}
    t = Table("D18 German command", "i: 276.LXXX at 2604", scenario="allies_surprised", hands=none)
    assert front.counts(t.g) < front.counts(GAME.start(1)) == 1.0


def test_a_kampfgruppe_is_formed_where_most_of_the_army_stands():
    units = "a: 2.2P.XLVII at 1708; b: 3.2P.XLVII at 1708; c: 304.2P.XLVII at 1608; d: 18.LXVI at 1004"
    t = Table("D18 German command", units, hands={Side.GERMAN: [36], Side.ALLIED: []})
    offered = [cell for cell in commands.lines(t.g, 36)["hex"] if cell is not None]
    best = cards._groups(t.g, 36, offered)[0]
    assert activations.kampfgruppe_units(t.g, t.g.box.cards[36], best).bit_count() == 3


def ways_past(hedge, g, entry):
    """What the walk knows, as ways of the shared search: by road, across country, through rivers."""
    box = g.box
    sides, board = box.ground.between(g.blown, g.built), box.grid.board & ~hedge.hard & ~hedge.stops
    country = [*hedge.fought]
    for cost, cells in entry:
        country += [(cost, cells & board), (cost + front.STOPPED, cells & hedge.stops)]
    road = [(1, board), (1 + front.STOPPED, hedge.stops), *hedge.fought]
    return (
        Way(box.grid, road, sides.road),
        Way(box.grid, country, sides.open),
        Way(box.grid, [(cost + front.WADED, cells) for cost, cells in country], sides.river),
    )


@pytest.mark.parametrize("side", [Side.GERMAN, Side.ALLIED])
def test_the_walk_past_the_enemy_costs_what_the_shared_search_says(side):
    g = GAME.start("walk")
    rng = random.Random("walk")
    for _ in range(150):
        g.play(naive(g, rng))
    hedge, box = front._hedge(g, side), g.box
    for starts, entry in zip(front._starts(g, side), front._entries(box), strict=True):
        found = reach(box.grid, starts, ways_past(hedge, g, entry), 20, box.grid.board).layers
        walked = dict(front._walked(box.grid, hedge, entry, starts, 20, box.grid.board))
        assert [walked.get(cost, 0) for cost in range(21)] == found


def test_what_is_learned_from_shows_towns_and_numbers_of_cards_and_nothing_hidden():
    g = GAME.start("seen")
    seen = MIND.features(g)
    for side in (Side.GERMAN, Side.ALLIED):
        assert np.array_equal(MIND.features(g.sight(side).imagine("other cards")), seen)
    fewer = g.copy()
    fewer.hands[Side.ALLIED] = fewer.hands[Side.ALLIED][1:]
    assert np.count_nonzero(MIND.features(fewer) != seen) == 1
    taken = g.copy()
    taken.german_towns |= 1 << next(
        cell for cell, worth in g.box.worth.items() if worth > 1 and not g.german_towns >> cell & 1
    )
    assert np.count_nonzero(MIND.features(taken) != seen) == 2  # who has it, and the score
    taken.put(min(g.box.units.of[Side.GERMAN], key=lambda unit: g.place[unit]), next(iter(g.box.worth)))
    assert np.count_nonzero(MIND.features(taken) != seen) > 10


def test_in_a_future_cards_are_chosen_by_the_paper(monkeypatch):
    g = GAME.start("glance")
    staff = find("staff", 1)
    while not isinstance(g.stack[-1], Command):
        g.play(staff.choose(g.sight(g.side)))
    looked = []
    monkeypatch.setattr(type(MIND), "_promise", lambda mind, after, side, closely: looked.append(closely) or 0.0)
    monkeypatch.setattr(mind, "_PROMISES", Recent(400))
    assert g.allows(MIND.decide([g], Temper(budget=MIND.ahead)))
    assert {*looked} == {False}
    assert g.allows(MIND.decide([g], Temper()))
    assert {*looked} == {False, True}


def test_a_general_counts_on_no_single_hand_and_lets_staffs_look_less_closely(monkeypatch):
    g = GAME.start("ahead")
    staff = find("staff", 1)
    while not MIND.is_planned(g):
        g.play(staff.choose(g.sight(g.side)))
    monkeypatch.setattr(type(MIND), "searches", lambda mind, title, scenario: True)
    hands = []
    played = general.before_dice
    monkeypatch.setattr(general, "before_dice", lambda g, *staffs: hands.append(tuple(g.hands)) or played(g, *staffs))
    searcher = find("search:candidates=8,futures=8,replies=0", 1)
    assert g.allows(searcher.choose(g.sight(g.side)))
    assert {hand[g.side] for hand in hands} == {g.hands[g.side]}
    assert len({hand[g.side.enemy] for hand in hands}) > 1
    assert [each.options.budget for each in searcher._staffs()] == [MIND.ahead, MIND.ahead]
    assert searcher.options.budget > MIND.ahead


def test_long_scenarios_are_searched_less_broadly():
    short, long = (Game.of(TITLE, key).start(1) for key in ("allies_surprised", "german_breakout"))
    assert 0 < MIND.breadth(long) < MIND.breadth(short) < 1


def test_a_unit_that_would_be_brought_up_past_a_bridge_is_foreseen():
    """It comes hex by hex, because Engineers may interrupt it; the mind looks through that to the combat."""
    hands = {Side.GERMAN: [57], Side.ALLIED: [11]}
    t = Table("D18 German combat", UP, hands=hands, activated=["a"])
    if t.step == "Roadblocks":
        t.do("decline")
    t.do("hex", "0913")
    t.do("unit", "a")
    t.do("done")
    seen = [fights._with(t.g, card, tactic) for card, tactic in fights.playable(t.g, Side.GERMAN, True)]
    assert any(t.unit("r") in battle.under_way(after).attack.units for after in seen)
