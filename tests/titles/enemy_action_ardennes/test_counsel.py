"""The staff officer on cards: which to play, for what, and what that opens."""

from ardennes.agents import find, officer
from ardennes.kernel import Action, Game
from ardennes.titles.enemy_action_ardennes import TITLE
from ardennes.titles.enemy_action_ardennes.mind.mind import MIND
from ardennes.titles.enemy_action_ardennes.rules.commands import Command, PlayCard


def test_the_first_card_advised_is_the_one_the_staff_would_play_with_its_line_and_what_it_opens():
    g = Game.of(TITLE, "allies_surprised").start(11)
    assert isinstance(g.stack[-1], Command)
    courses = MIND.courses(g)
    assert len({course.actions[1] for course in courses}) == 3  # no two of them do the same
    assert officer.courses(g) == courses  # nothing is said twice
    staff = find("staff", 1)
    for action in courses[0].actions:
        assert staff.choose(g.sight(g.side)) == action
        g.play(action)
    assert courses[0].text.count(": ") == 1
    assert courses[0].reasons[0].text.startswith("then: attack ")


def test_a_card_in_the_hand_is_advised_by_its_lines():
    g = Game.of(TITLE, "allies_surprised").start(11)
    first = MIND.courses(g)[0]
    g.play(first.actions[0])
    assert isinstance(g.stack[-1], PlayCard)
    assert [course.actions for course in MIND.courses(g)] == [[Action(*first.actions[1])]]
