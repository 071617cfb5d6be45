"""The computer's The Deadly Woods: declared aims and odds, a rule of thumb, and a staff that plays by them."""

import random

from ardennes.agents import find
from ardennes.kernel import Game, Match, Side
from ardennes.titles.deadly_woods import TITLE
from ardennes.titles.deadly_woods.mind.distances import turns_to
from ardennes.titles.deadly_woods.mind.mind import MIND

GAME = Game.of(TITLE, "german_attack")


def played(german, allied, seed, upto=5000):
    match = Match(GAME, seed)
    agents = [find(german, 1), find(allied, 2)]
    while (side := match.state.side) is not None and len(match.moves) < upto:
        match.play(agents[side].choose(match.state.sight(side)))
    return match.state


def test_the_staff_takes_victory_points_from_a_random_player_and_gives_him_none():
    assert MIND.outcome(played("staff", "random", "a")) > MIND.outcome(played("random", "staff", "a"))


def test_the_naive_player_plays_to_the_end():
    assert played("naive", "naive", "n").outcome() is not None


def test_distances_grow_from_the_aim_and_run_along_the_roads():
    box = GAME.data
    field = turns_to(box, box.bastogne)
    assert field[box.bastogne] == 0
    assert field[box.st_vith] > field[box.map.place("Houffalize")] > 0


def test_odds_bring_more_the_better_they_are():
    g = GAME.start(1)
    told = [MIND.expects(g, odds) for odds in (0.3, 0.5, 1.0, 2.0, 3.5, 6.0, 9.0)]
    assert [e.cleared for e in told] == sorted(e.cleared for e in told)
    assert [e.own_loss for e in told] == sorted((e.own_loss for e in told), reverse=True)


def test_a_victory_point_hex_taken_is_worth_about_one():
    g = GAME.start(1)
    before = MIND.score(g)
    g.german |= 1 << g.box.st_vith
    assert MIND.score(g) - before == 1.0
    assert not next(aim for aim in MIND.aims(g, Side.ALLIED) if aim.place == g.box.st_vith).held


def test_the_naive_answer_is_always_legal():
    g, rng = GAME.start(3), random.Random(3)
    for _ in range(200):
        action = MIND.naive(g, rng)
        assert g.allows(action)
        g.play(action)
