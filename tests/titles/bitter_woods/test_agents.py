"""The players that are programs: honest, repeatable, and better the more they know."""

from __future__ import annotations

import pytest

import ardennes
from ardennes import agents
from ardennes.kernel import Game, Match, Side, State
from ardennes.kernel.chance import key_of
from ardennes.lab import ladder, luck
from ardennes.lab.games import play
from ardennes.titles.bitter_woods.mind import judgement
from ardennes.titles.bitter_woods.state import Duty
from ardennes.titles.bitter_woods.state import State as WoodsState

from .table import Table

KINDS = ("random", "naive", "staff", "search:candidates=2,futures=1,finalists=1")


def six_turn() -> Game:
    return ardennes.game("bitter_woods", "six_turn")


def opening(moves: int, german: str = "staff", allied: str = "staff") -> list[State]:
    """The positions of the first decisions of a game."""
    game = six_turn()
    state = game.start("opening")
    players = {Side.GERMAN: agents.find(german, 1), Side.ALLIED: agents.find(allied, 1)}
    found = []
    while len(found) < moves and (side := state.side) is not None:
        found.append(state.copy())
        state.play(players[side].choose(state.sight(side)))
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_the_dice_to_come_do_not_change_a_choice(kind: str) -> None:
    """Everything else lies open in this title, so the dice are all there is to be dishonest about."""
    asked = 0
    for state in opening(60)[::10]:
        side = state.side
        assert side is not None
        answers = set()
        for seed in ("one", "another", "a third"):
            redrawn = state.copy()
            redrawn.key, redrawn.drawn = key_of(seed), 7
            answers.add(agents.find(kind, 5).choose(redrawn.sight(side)))
        assert len(answers) == 1
        asked += 1
    assert asked >= 5


@pytest.mark.parametrize("kind", KINDS[:3])
def test_the_same_seed_plays_the_same_game(kind: str) -> None:
    def table() -> object:
        return opening(120, kind, "random")[-1].table()

    assert table() == table()


def test_another_seed_plays_another_game() -> None:
    first = play(six_turn(), "twice", agents.find("random", 3), agents.find("random", 3)).save
    second = play(six_turn(), "twice", agents.find("random", 4), agents.find("random", 4)).save
    assert first != second


@pytest.mark.parametrize(("scenario", "from_turn"), [("six_turn", 16), ("eight_turn", 18), ("campaign", 25)])
def test_staff_plays_every_scenario_to_its_end(scenario: str, from_turn: int) -> None:
    """The longer ones from a later date, with all that has arrived by then still to come on."""
    state = ardennes.game("bitter_woods", scenario).start("end")
    assert isinstance(state, WoodsState)
    state.turn = 2 * (from_turn - 16)
    players = {Side.GERMAN: agents.find("staff", 1), Side.ALLIED: agents.find("staff", 1)}
    while (side := state.side) is not None:
        state.play(players[side].choose(state.sight(side)))
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.level
    assert not state.game.title.broken(state)


@pytest.mark.parametrize("weaker", ["random", "naive"])
def test_staff_gets_more_out_of_either_side_than_weaker_players(weaker: str) -> None:
    pair = ladder.play_pair("bitter_woods", "six_turn", "staff", weaker, 1)
    assert pair.won == 1.0, (pair.first.score, pair.second.score)


def test_the_general_writes_an_order() -> None:
    state = six_turn().start("plan")
    general = agents.find("search:candidates=8,futures=1,finalists=1", 1)
    assert state.allows(general.choose(state.sight(Side.GERMAN)))
    lines = general.written_order()  # type: ignore[attr-defined]
    assert lines[0] == "German order for 16AM."
    assert lines[1].startswith("Main effort: ")


def test_staff_officer_gives_courses_and_compares_a_players_move() -> None:
    game = six_turn()
    state = game.start("advice")
    officer = game.title.mind
    courses = officer.courses(state)
    assert 1 <= len(courses) <= 3
    assert [course.points for course in courses] == sorted((c.points for c in courses), reverse=True)
    assert any(course.text.startswith("Attack") for course in courses)
    attack = next(course for course in courses if course.actions)
    assert officer.why_not_mine(state, attack.actions[:2]) is not None
    assert officer.why_not_mine(state, []) is None


def test_every_answer_is_allowed() -> None:
    for state in opening(200, "staff", "staff")[::7]:
        assert isinstance(state, WoodsState)
        if not judgement.is_planned(state):
            assert state.allows(judgement.answer(state))


def test_units_bound_to_fight_join_and_the_attack_is_fought() -> None:
    """A rocket unit under a CA result has to join, though the staff would not have asked it to."""
    t = Table(
        "17AM German",
        "a: German 5PA infantry at 2425; r: German 5PA rocket at 2425; "
        "d: Allied infantry at 2525; e: Allied infantry at 2525",
        phase="combat",
    )
    cell, other = t.hex("2425"), t.hex("2525")
    both = (t.unit("a"), t.unit("r"))
    t.g.duties = (Duty("CA", Side.GERMAN, cell, (t.unit("d"), t.unit("e")), both, True, 2),)
    t.g.memo = t.g._choices = None
    staff = agents.find("staff", 1)
    verbs = []
    while t.g.side is Side.GERMAN and len(verbs) < 20 and "fight" not in verbs:
        action = staff.choose(t.g.sight(Side.GERMAN))
        verbs.append(action.verb)
        t.g.play(action)
    assert verbs == ["hex", "unit", "unit", "fight"]
    assert not t.g.holds(Side.ALLIED, other) or t.g.attacked


def test_luck_and_skill_add_up_to_the_result() -> None:
    match = Match(six_turn(), "ledger")
    players = {Side.GERMAN: agents.find("staff", 1), Side.ALLIED: agents.find("naive", 1)}
    while (side := match.state.side) is not None:
        match.play(players[side].choose(match.state.sight(side)))
    found = luck.report(match)
    assert found.luck + found.skill_german - found.skill_allied == pytest.approx(found.result)
    assert found.end == match.state.outcome().score  # type: ignore[union-attr]
    assert len(found.turning_points) == 3
    assert max(abs(battle.luck) for battle in found.battles) > 0.05  # what a die decides is carried out after it
    assert found.dice["d6"].rolled == sum(len(move.chance) for move in match.moves)
    assert all(point.win is None or 0.0 <= point.win <= 1.0 for point in found.timeline)


def test_later_turns_are_searched_less_broadly() -> None:
    game = ardennes.game("bitter_woods", "eight_turn")
    early, late = game.start(1), game.start(1)
    late.turn = 6
    assert 0 < game.title.mind.breadth(late) < game.title.mind.breadth(early) < 1
