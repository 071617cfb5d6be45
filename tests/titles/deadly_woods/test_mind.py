"""The computer's The Deadly Woods: declared aims and odds, a rule of thumb, and a staff that plays by them."""

import random

from rich.console import Console

from ardennes.agents import find
from ardennes.cli.screen import show_courses
from ardennes.kernel import Action, Game, Match, Side
from ardennes.lab import luck
from ardennes.parts.mind.mind import Temper
from ardennes.titles.deadly_woods import TITLE
from ardennes.titles.deadly_woods.mind.distances import turns_past, turns_to
from ardennes.titles.deadly_woods.mind.mind import MIND
from ardennes.titles.deadly_woods.positions import Position
from ardennes.titles.deadly_woods.rules.results import Retreat
from ardennes.titles.deadly_woods.state import BOX
from tests.titles.deadly_woods.battle import fight
from tests.titles.deadly_woods.table import Table

GAME = Game.of(TITLE, "german_attack")
REAR = ["Houffalize", "St. Vith", "Malmédy"]


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


def posed(when, units, **more):
    return Position(TITLE, when, units, scenario="german_attack", **more)


def test_the_way_past_an_enemy_is_longer_and_waits_at_an_army_boundary():
    free = posed("T2 German move", "a: G-2Pz-a at Longvilly")
    held = posed("T2 German move", "a: G-2Pz-a at Longvilly; d: A-101-501 at 2519; e: A-101-502 at 2618")
    start, aim = free.hex("Longvilly"), free.hex("Bastogne")
    open_way, past = turns_past(free.g, Side.GERMAN, aim), turns_past(held.g, Side.GERMAN, aim)
    assert open_way[start] == turns_to(free.box, aim)[start] < past[start]
    # Whoever stands in an enemy zone has paid for it: he is no nearer a hex farther back.
    assert past[start] <= past[held.hex("2817")]
    north = free.hex("Malmédy")
    assert turns_past(free.g, Side.GERMAN, north)[start] == turns_to(free.box, north)[start] + 2  # free on turn 4
    late = posed("T4 German move", "a: G-2Pz-a at Longvilly")
    assert turns_past(late.g, Side.GERMAN, north)[start] == turns_to(free.box, north)[start]


def test_engineers_are_worth_most_right_before_the_germans():
    """12.4.4 They are deployed on the Germans' way and not taken off again at once."""
    t = posed("T2 German move", "a: G-2Pz-a at Longvilly")
    engineer, values = t.box.engineers[0], []
    for place in (BOX, t.hex("Namur"), t.hex("Bastogne")):
        t.g.asset[engineer] = place
        values.append(MIND.value(t.g))
    assert values[0] > values[1] > values[2]


def test_a_retreat_is_not_exchanged_for_steps():
    """11.3.3c The hex that opens is worth more than a step of the cavalry."""
    units = "a: G-1SS-Peiper at 3709; b: G-1SS-b at 3709; c: G-3FJ-9 at 3710; d: A-14Cav at 3609; e: A-106-422 at 3610"
    t = Table("T1 German combat", units, scenario="german_attack")
    fight(t, "3609", "a", "b", "c", die=6)
    assert t.step == "Exchange"
    assert MIND.decide([t.g], Temper()) == Action("keep")


def test_units_stand_together_as_divisions_and_corps_do():
    at = posed("T2 Allied move", "a: A-82-505 at 2419; b: A-82-508 at 2419; c: A-101-501 at 2419; d: A-101-502 at 2419")
    a, b, c, d = map(at.unit, "abcd")
    cell = at.hex("Bastogne")
    assert MIND.fits(at.g, cell, (a, b), c)
    assert not MIND.fits(at.g, cell, (a, b, c), d)
    assert not MIND.fits(at.g, cell, (at.unit("A-99-393"),), at.unit("A-28-110"))


def test_an_over_stacked_hex_is_worth_less_to_its_owner():
    units = "a: G-2Pz-a at 2519; b: G-116-a at 2519; c: G-Lehr-a at {}"
    crowded, loose = (posed("T4 German move", units.format(cell)).g for cell in ("2519", "2619"))
    assert MIND.value(crowded) < MIND.value(loose)


def test_the_win_chance_counts_hexes_in_supply_cut_off_and_open():
    told = posed(
        "T6 German move", "a: G-26-a at Bastogne; b: G-2Pz-a at Champlon; d: A-4Arm-A at 2420", german=["Bastogne"]
    )
    names = dict(zip(MIND.chance_names(), MIND.chance_features(told.g), strict=True))
    assert names["hexes beyond the needed"] == -3
    assert names["open to Germans"] >= 2  # Marche and Houffalize
    assert names["open to Allies"] == 0  # Bastogne is held


def test_the_paper_counts_an_attack_less_in_a_round_of_movement():
    units = "a: G-26-a at 2617; d: A-14Cav at 2517"
    kinds = {kind: MIND.prompt(posed(f"T3 German {kind}", units).g) for kind in ("move", "all_german", "combat")}
    assert kinds["move"] < kinds["all_german"] == kinds["combat"] == 1.0


def test_a_die_counts_with_what_it_decides_before_that_is_carried_out():
    at = posed(
        "T4 German combat", "a: G-2Pz-a at 2519; b: G-2Pz-b at 2519; c: G-Lehr-b at 2519; d: A-28-109 at Bastogne"
    )
    g = at.g
    g.act(at.action("hex Bastogne"))
    g.act(at.action("attack"))
    while g.advance() is None:
        g.act(at.action("done"))  # no support
    worth = []
    for die in (1, 6):
        after = g.copy()
        after.resolve(die)
        after.advance()
        worth.append(MIND.node_value()(after))
    assert worth[1] > worth[0] + 0.5  # the town falls on a six, though nobody has retreated yet


def test_the_cup_has_its_own_luck():
    g = posed("T4 German move", "a: G-2Pz-a at Longvilly; d: A-28-109 at Bastogne").g
    allied = posed("T4 Allied move", "a: G-2Pz-a at Longvilly; d: A-28-109 at Bastogne").g
    assert MIND.tempo(g) == -MIND.tempo(allied) > 0
    match = Match(GAME, "cup")
    agents = [find("naive", 1), find("naive", 2)]
    while (side := match.state.side) is not None and len(match.moves) < 300:
        match.play(agents[side].choose(match.state.sight(side)))
    found = luck.report(match)
    assert found.draws["cup"].luck != 0
    assert found.luck != found.draws["cup"].luck  # the dice have theirs


def test_advice_says_what_speaks_against_an_attack_and_can_be_printed(capsys):
    at = posed("T3 German all_german", "a: G-2Pz-a at 2617; b: G-2Pz-b at 2718; d: A-28-110 at Bastogne", german=REAR)
    courses = MIND.courses(at.g)
    assert courses[0].text.startswith("Attack Bastogne 2418 with 2 Pz KG")
    show_courses(Console(), courses)
    printed = capsys.readouterr().out
    assert "against it less safe" in printed
    assert all(reason.text != "safer" for course in courses for reason in course.reasons if reason.points < 0)


def test_who_retreats_first_is_asked_once():
    """The staff once took one unit in hand after the other and put each back."""
    state, staffs = GAME.start("often 0"), [find("staff", 0), find("staff", 1)]
    while not (isinstance(state.stack[-1], Retreat) and {"unit", "hex"} <= state.choices().keys()):
        state.play(staffs[state.side].choose(state.sight(state.side)))
    assert MIND.decide([state], Temper()).verb == "hex"
