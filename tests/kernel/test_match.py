"""Matches: history, and the way back."""

from typing import ClassVar

import pytest

from ardennes.kernel import (
    Action,
    Choice,
    Game,
    IllegalAction,
    Match,
    NoWayBack,
    Reason,
    ScriptedChance,
    Side,
    State,
    commitment,
    saves,
)
from tests.kernel.toy import ACCEPT, POACHERS, SHOW, TRADE, WHET, WHISTLES, Shown, Taken, take


@pytest.fixture
def match() -> Match:
    return Match(Game.of(POACHERS), seed=1944, opening=[2])


def test_a_match_keeps_who_did_what_and_what_chance_answered(match):
    assert (match.opening.side, match.opening.chance) == (Side.CHANCE, (2,))
    move = match.play(take(2))
    assert (move.side, move.action, move.chance, move.events) == (Side.GERMAN, take(2), (), (Taken(Side.GERMAN, 2),))
    move = match.play(WHISTLES, [1])
    assert (move.side, move.chance) == (Side.ALLIED, (1,))
    assert [m.action for m in match.moves] == [take(2), WHISTLES]
    assert match.commitment == commitment(1944)


LIFT, CAST = Action("lift"), Action("cast")


class Casting(Choice[State], frozen=True):
    """A rod in hand."""

    def prompt(self, g):
        return "Cast, or put the rod down"

    def choices(self, g):
        return {"cast": [None], "lay": [None]}

    def why_not(self, g, action):
        return None if action.verb in ("cast", "lay") else Reason("", "a rod is in hand")

    def cast(self, g):
        g.pop()
        g.tell(Taken, g.side, 1)

    def lay(self, g):
        g.pop()


class Fishing(Choice[State], frozen=True):
    lifts: ClassVar[frozenset[str]] = frozenset({"lift"})

    def prompt(self, g):
        return "Fish"

    def choices(self, g):
        return {"lift": [None], "wait": [None]}

    def why_not(self, g, action):
        return None if action.verb in ("lift", "wait") else Reason("", "take up the rod first")

    def lift(self, g):
        g.push(Casting(self.side))

    def wait(self, g):
        pass


@pytest.fixture
def fishing(match: Match) -> Match:
    match.state.push(Fishing(Side.GERMAN))
    match.state._choices = match.state.memo = None
    return match


def test_what_is_taken_up_is_one_move_with_what_is_done_with_it(fishing):
    move = fishing.play(CAST, led=[LIFT])
    assert (move.led, move.action, move.answers) == ((LIFT,), CAST, (LIFT, CAST))
    assert len(move.events) == 1
    assert fishing.can_undo == 1
    assert fishing.undo() == move
    assert type(fishing.state.stack[-1]) is Fishing


def test_only_what_takes_something_up_leads_to_a_move(fishing):
    with pytest.raises(IllegalAction, match="takes nothing up"):
        fishing.play(LIFT, led=[Action("wait")])
    with pytest.raises(IllegalAction, match="take up the rod first"):
        fishing.play(LIFT, led=[CAST])
    with pytest.raises(IllegalAction, match="a rod is in hand"):
        fishing.play(LIFT, led=[LIFT])
    assert fishing.moves == []
    assert type(fishing.state.stack[-1]) is Fishing


def test_a_sight_can_hold_something_and_nothing_else_changes(fishing):
    sight = fishing.state.sight(Side.GERMAN)
    assert sight.holding([LIFT]).choices() == {"cast": [None], "lay": [None]}
    assert sight.holding([Action("wait")]) is sight
    assert fishing.state.sight(Side.ALLIED).holding([LIFT]).choices() == {}
    assert type(fishing.state.stack[-1]) is Fishing


def test_undo_is_closed_by_a_change_of_player(match):
    match.play(take(2))
    assert match.state.side is Side.ALLIED
    assert match.can_undo == 0
    with pytest.raises(NoWayBack):
        match.undo()


def test_undo_is_closed_by_chance(match):
    match.play(WHISTLES, [0])
    assert match.state.side is Side.GERMAN, "the same player goes on"
    assert match.can_undo == 0
    with pytest.raises(NoWayBack):
        match.undo()


def test_undo_is_closed_by_a_reveal(match):
    move = match.play(SHOW)
    assert move.events == (Shown(2),)
    assert match.state.side is Side.GERMAN
    assert match.can_undo == 0


def test_undo_brings_the_position_back_and_play_goes_on_from_there(match):
    positions = [saves.position(match.state)]
    for _ in range(2):
        match.play(WHET)
        positions.append(saves.position(match.state))
    assert len(set(positions)) == 3
    assert match.can_undo == 2
    assert match.undo().action == WHET
    assert saves.position(match.state) == positions[1]
    match.play(WHET)
    assert saves.position(match.state) == positions[2]
    assert match.undo_all() == 2
    assert saves.position(match.state) == positions[0]
    assert match.moves == []
    assert match.undo_all() == 0


@pytest.mark.parametrize("barrier", [(WHISTLES, [0]), (SHOW, [])])
def test_a_barrier_closes_the_way_to_everything_before_it(match, barrier):
    match.play(WHET)
    match.play(*barrier)
    match.play(WHET)
    assert match.can_undo == 1
    assert match.undo_all() == 1
    assert [move.action for move in match.moves] == [WHET, barrier[0]]


@pytest.mark.parametrize("action", [take(5), TRADE, ACCEPT, Action("nonsense", 3)])
def test_an_illegal_action_leaves_everything_as_it_was(match, action):
    before, state = saves.position(match.state), match.state
    with pytest.raises(IllegalAction):
        match.play(action)
    assert match.state is state
    assert saves.position(match.state) == before
    assert match.moves == []


@pytest.mark.parametrize("dice", [[], [0, 0], [7]])
def test_dice_that_do_not_fit_leave_everything_as_it_was(match, dice):
    before = saves.position(match.state)
    with pytest.raises(ScriptedChance):
        match.play(WHISTLES, dice)
    assert saves.position(match.state) == before
    assert match.moves == []


def test_nothing_is_played_after_the_end(match):
    for number in (3, 3, 1):
        match.play(take(number))
    with pytest.raises(IllegalAction, match="the game is over"):
        match.play(take(1))


def test_the_opening_may_be_scripted_wrongly():
    with pytest.raises(ScriptedChance):
        Match(Game.of(POACHERS), opening=[4])


def test_put_back_forgets_what_was_tried_and_brings_back_what_was_taken_back(match):
    match.play(WHISTLES, [0])
    match.play(WHET)
    match.play(WHET)
    stood, moves = match.state, [*match.moves]
    mark = match.mark()
    match.undo()
    match.play(WHISTLES, [0])  # nothing of it could be undone
    for _ in range(2):  # one can go back to a mark as often as one likes
        match.put_back(mark)
        assert (match.state, match.moves, match.can_undo) == (stood, moves, 2)
        match.undo()
        match.undo()
