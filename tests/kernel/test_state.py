"""States: decisions, refusals, forced answers, scripted chance, steps as data."""

import msgspec
import pytest

from ardennes.kernel import Action, Game, IllegalAction, ScriptedChance, Side, decode_stack, encode_stack
from ardennes.kernel.decisions import Decision
from tests.kernel.toy import (
    ACCEPT,
    DECLINE,
    POACHERS,
    SHOW,
    TRADE,
    WHET,
    WHISTLES,
    After,
    Offer,
    Shown,
    Taken,
    Turn,
    Wood,
    take,
)

GAME = Game.of(POACHERS)


@pytest.fixture
def wood() -> Wood:
    state = GAME.unstarted(1)
    state.settle([2])
    assert isinstance(state, Wood)
    return state


def test_exactly_one_decision_is_pending(wood):
    decision = wood.decision()
    assert isinstance(decision, Decision)
    assert (decision.side, decision.prompt, decision.rule) == (Side.GERMAN, "German: 7 hares are left", "P-2")
    assert decision.choices == {"take": [1, 2, 3], "whistle": [None], "show": [None], "whet": [None]}
    assert decision.actions() == [take(1), take(2), take(3), WHISTLES, SHOW, WHET] == wood.actions()


def test_applying_an_answer_tells_what_happened(wood):
    assert wood.apply(take(3)) == [Taken(Side.GERMAN, 3)]
    assert wood.apply(SHOW) == [Shown(2)]
    assert (wood.hares, list(wood.bags), wood.side) == (4, [3, 0], Side.ALLIED)


def test_playing_without_listeners_comes_to_the_same_position(wood):
    other = wood.copy()
    for action in (take(3), SHOW, take(2)):
        wood.apply(action)
        other.play(action)
    assert wood.table() == other.table()


def test_events_carry_their_rule():
    assert (Taken(Side.GERMAN, 1).rule, Shown(2).rule) == ("P-2", "P-5")


@pytest.mark.parametrize(
    ("action", "rule"),
    [(take(4), "P-2a"), (TRADE, "P-4"), (ACCEPT, "P-2"), (Action("take", None), ""), (Action("fly", 1), "P-2")],
)
def test_an_illegal_answer_is_refused_with_a_reason_and_changes_nothing(wood, action, rule):
    before = wood.table()
    assert wood.why_not(action).rule == rule
    with pytest.raises(IllegalAction) as caught:
        wood.apply(action)
    assert caught.value.reason == wood.why_not(action)
    assert caught.value.action == action
    assert rule in str(caught.value)
    assert wood.table() == before


def test_a_legal_answer_has_no_reason_against_it(wood):
    assert wood.why_not(take(1)) is None


def test_a_nested_decision_interrupts_and_then_goes_on(wood):
    wood.apply(take(3))
    wood.apply(take(1))
    wood.apply(TRADE)
    assert wood.decision().prompt == "Allied: trade bags?"
    assert wood.side is Side.ALLIED
    assert wood.stack == (After(Side.GERMAN), Offer(Side.ALLIED))
    wood.apply(ACCEPT)
    assert list(wood.bags) == [1, 3]
    assert wood.side is Side.ALLIED


def test_a_single_answer_is_taken_alone_only_if_the_step_says_so(wood):
    wood.apply(take(1))
    wood.hares = 0  # nothing to take: the Allied player has "whistle" and "show" left and is asked
    assert wood.side is Side.ALLIED
    wood.hares = 6
    wood.apply(take(1))
    wood.bags[1] = 0
    wood.apply(TRADE)  # the Allied player has nothing to lose and is not asked
    assert wood.stack == (Turn(Side.ALLIED),)
    assert list(wood.bags) == [0, 1]


def test_the_end(wood):
    for action in (take(3), take(3)):
        wood.apply(action)
    assert wood.outcome() is None
    wood.apply(take(1))
    assert wood.outcome() == (Side.GERMAN, "bag", 3 + 1 + 2 - 3)
    assert (wood.side, wood.decision(), dict(wood.choices())) == (None, None, {})
    assert wood.why_not(take(1)).rule == "over"
    with pytest.raises(IllegalAction):
        wood.apply(take(1))


def test_a_copy_lives_its_own_life(wood):
    copy = wood.copy()
    before = wood.table()
    copy.apply(take(2))
    assert wood.table() == before
    assert copy.table() != before


def test_a_fingerprint_tells_positions_apart_and_not_the_luck_to_come(wood):
    copy = wood.copy()
    copy.key, copy.drawn = bytes(32), 7
    assert copy.fingerprint() == wood.fingerprint()
    copy.apply(take(2))
    assert copy.fingerprint() != wood.fingerprint()


# ---- chance ------------------------------------------------------------------------------------------------


def test_scripted_chance_is_used_and_recorded(wood):
    rolled: list[int] = []
    wood.apply(WHISTLES, [2], rolled)
    assert (wood.hares, rolled, wood.drawn) == (9, [2], 2)


def test_chance_without_a_script_comes_from_the_seed():
    games = []
    for seed in (5, 5, 6):
        state = GAME.start(seed)
        rolled: list[int] = []
        for _ in range(12):
            state.apply(WHISTLES, None, rolled)
        games.append((state.table()["card"], rolled))
    assert games[0] == games[1]
    assert games[0] != games[2]


@pytest.mark.parametrize(
    ("dice", "text"),
    [([], "more dice than were given"), ([1, 2, 0], "2 more dice were given"), ([3], "3 cannot come up here")],
)
def test_a_script_must_fit(wood, dice, text):
    with pytest.raises(ScriptedChance, match=text):
        wood.apply(WHISTLES, dice)


def test_analysis_stops_at_chance_and_enumerates(wood):
    wood.act(WHISTLES)
    chances = wood.advance()
    assert chances.pairs == ((3, 0), (2, 1), (1, 2))
    assert wood.side is Side.CHANCE
    after = []
    for _, outcome in chances.pairs:
        branch = wood.copy()
        branch.resolve(outcome)
        after.append(branch.hares)
    assert after == [7, 8, 9]
    assert wood.hares == 7


def test_the_hidden_card_is_seen_by_its_owner_until_it_is_shown(wood):
    assert wood.sight(Side.GERMAN).table()["card"] == 2
    assert wood.sight(Side.ALLIED).table()["card"] == 0
    assert wood.sight(None).table()["card"] == 0
    wood.apply(SHOW)
    assert wood.sight(Side.ALLIED).table()["card"] == 2


def test_what_is_hidden_is_imagined_in_every_way_it_may_be(wood):
    sight = wood.sight(Side.ALLIED)
    assert {sight.imagine(seed).card for seed in range(30)} == {1, 2, 3}
    assert {wood.sight(Side.GERMAN).imagine(seed).card for seed in range(9)} == {2}


# ---- steps as data -----------------------------------------------------------------------------------------


def test_a_stack_becomes_json_and_comes_back():
    stack = (After(Side.GERMAN), Offer(Side.ALLIED))
    data = msgspec.json.decode(msgspec.json.encode(encode_stack(stack)))
    assert data == [["After", {"side": 0}], ["Offer", {"side": 1}]]
    assert decode_stack(data, POACHERS.steps) == stack


def test_an_unknown_step_names_those_there_are():
    with pytest.raises(ValueError, match=r"unknown step 'Dance'; known: After, Deal, Offer, Turn, Whistle"):
        decode_stack([["Dance", {}]], POACHERS.steps)


@pytest.mark.parametrize("fields", [{}, {"side": "left"}, {"side": 7}])
def test_fields_that_do_not_fit_a_step_are_refused(fields):
    with pytest.raises(ValueError, match="side"):
        decode_stack([["Offer", fields]], POACHERS.steps)


def test_declining_keeps_the_bags(wood):
    for action in (take(3), take(1), TRADE, DECLINE):
        wood.apply(action)
    assert list(wood.bags) == [3, 1]
