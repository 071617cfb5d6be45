"""The staff officer: courses that lead where he says, never round in circles, and no reproach for his own advice."""

from __future__ import annotations

import pytest

import ardennes
from ardennes.agents import officer
from ardennes.kernel import Action, saves
from ardennes.titles import KEYS, find
from ardennes.titles.tigers_in_the_mist.events import BattleJoined, ImpulseBegan

#: Courses that are followed from an opening.
FOLLOWED = 6
OPENINGS = [(key, scenario.key) for key in KEYS for scenario in find(key).scenarios]


@pytest.mark.parametrize(("title", "scenario"), OPENINGS)
def test_following_him_leads_on_and_earns_no_reproach(title: str, scenario: str):
    state = ardennes.game(title, scenario).start("officer")
    side, seen = state.side, {saves.position(state)}
    for _ in range(FOLLOWED):
        own, *others = officer.courses(state.sight(side).imagine(0))
        assert own.text
        assert own.actions not in [other.actions for other in others]
        before = state.copy()
        for action in own.actions:
            state.play(action)
        assert saves.position(state) not in seen, own.text
        seen.add(saves.position(state))
        found = officer.opinion([before], own.actions)
        assert found is None or found.difference >= 0
        if state.side is not side:
            break


@pytest.mark.parametrize("scenario", ["seventh_army", "fifth_panzer"])
def test_the_attacks_he_names_are_fought(scenario: str):
    state = ardennes.game("tigers_in_the_mist", scenario).start("officer")
    side, named, fought, begun = state.side, set(), set(), False
    names = state.box.map.names
    while not begun:
        advised = state.side is side
        own = officer.courses(state.sight(state.side).imagine(0))[0]
        if advised and own.text.startswith("attack ") and own.cleared is None:
            named.add(own.text.removeprefix("attack ").split(" with ")[0])
        for action in own.actions:
            for event in state.apply(action):
                fought |= {names[event.area]} if isinstance(event, BattleJoined) else set()
                begun |= isinstance(event, ImpulseBegan)
    assert named
    assert named <= fought


def test_a_course_carried_out_is_one_order_and_none_to_be_sorry_for_when_movement_has_ended():
    state = ardennes.game("tigers_in_the_mist", "seventh_army").start("officer")
    own = officer.courses(state.sight(state.side).imagine(0))[0]
    actions = [*own.actions, Action("done")]
    earlier = []
    for action in actions:
        earlier.append(state.copy())
        state.play(action)
    found = officer.opinion(earlier, actions)
    assert found is not None
    assert (found.mine.text, found.difference) == (own.text, 0)
    assert officer.opinion(earlier[:1], actions[:1]) is None  # a unit taken up is no order


def test_nobody_is_advised_when_the_game_is_over():
    state = ardennes.game("crossroads").start(1)
    while state.side is not None:
        state.play(state.actions()[0])
    assert officer.courses(state) == []
