"""4.0 The sequence of play, Dec 16, and 5.0 draw piles and hands."""

import pytest

from ardennes.kernel import Action, Game
from ardennes.titles.enemy_action_ardennes import TITLE, events
from ardennes.titles.enemy_action_ardennes.rules import commands, deck, sequence

from .table import ALLIED, GERMAN, Table

ON_MAP = "g: German infantry LXVII at 0205; a: Allied infantry V at 0506"


def started(scenario="battle_of_the_bulge", seed=1):
    return Game.of(TITLE, scenario).start(seed)


def activating(g):
    """A line that activates something, and its card."""
    for card in g.choices()["card"]:
        for verb, targets in commands.lines(g, card).items():
            if verb in ("formation", "corps", "unit"):
                return Action(verb, targets[0]), card
    raise AssertionError("no card activates anything")


@pytest.mark.rule("EA-4.0a")
@pytest.mark.rule("EA-4.0h")
def test_the_phases_of_a_day_come_in_order_and_supply_from_dec_17():
    names = [phase.__qualname__ for phase in sequence.DAY]
    order = ["arrive", "enter", "check", "_command", "check", "_clean_up"]
    assert [name for name in names if name in order] == [*order[:2], "check", *order[2:]]
    assert [phase for phase in sequence.DAY if phase not in sequence.FIRST_DAY] == [*sequence._SUPPLY]
    g = started()
    assert g.day == 16
    assert type(g.stack[-1]).__name__ == "Command"


@pytest.mark.rule("EA-3.0b")
@pytest.mark.rule("EA-3.0c")
@pytest.mark.rule("EA-5.0b")
@pytest.mark.rule("EA-4.0g")
def test_the_first_hands_and_piles():
    g = started()
    assert [len(g.hands[side]) for side in (0, 1)] == [7, 4]
    assert len(g.piles[ALLIED]) == 3
    assert len(g.available[ALLIED]) == 5
    assert len(g.piles[GERMAN]) == 9
    assert len(g.available[GERMAN]) == 9
    assert len(g.entering[GERMAN]) == 12
    assert len(g.entering[ALLIED]) == 22


@pytest.mark.rule("EA-4.0c")
@pytest.mark.rule("EA-4.0d")
@pytest.mark.rule("EA-4.0e")
@pytest.mark.rule("EA-4.0f")
@pytest.mark.rule("EA-5.0a")
@pytest.mark.rule("EA-5.0c")
def test_dec_17_draws_from_rested_and_new_supplementals():
    g = Game.of(TITLE, "battle_of_the_bulge").unstarted(3)
    g.settle()
    used = [*g.hands[ALLIED], *g.piles[ALLIED]]
    for place in ("hands", "piles"):
        getattr(g, place)[ALLIED] = ()
    g.discards[ALLIED] = tuple(used)
    for place in ("hands", "piles"):
        g.discards[GERMAN] += getattr(g, place)[GERMAN]
        getattr(g, place)[GERMAN] = ()
    g.day, g.stack = 17, (sequence.Day(5),)
    g._choices = None
    g.settle()
    primaries = [card for card in (*g.hands[ALLIED], *g.piles[ALLIED]) if g.box.cards[card].primary]
    assert len(primaries) == 4
    assert len(g.hands[ALLIED]) == 5
    assert len(g.hands[ALLIED]) + len(g.piles[ALLIED]) == 9
    rested = [card for card in used if not g.box.cards[card].primary]
    assert set(rested) <= set(g.available[ALLIED])
    assert len(g.available[ALLIED]) == 12 - 5
    assert len(g.piles[GERMAN]) + len(g.hands[GERMAN]) == 7 + 7
    assert not g.discards[ALLIED]


@pytest.mark.rule("EA-5.0d")
@pytest.mark.rule("EA-5.1h")
def test_hands_are_their_owners_and_piles_nobodys():
    g = started()
    for side in (GERMAN, ALLIED):
        seen = g.sight(side).state
        assert seen.hands[side] == g.hands[side]
        assert set(seen.hands[side.enemy]) == {-1}
        assert len(seen.hands[side.enemy]) == len(g.hands[side.enemy])
        assert set(seen.piles[side]) == {-1}
        assert set(seen.available[side]) == {-1}
        assert seen.entering == g.entering


@pytest.mark.rule("EA-4.0b")
def test_units_of_the_day_go_into_reserve():
    t = Table("D18 reserve", ON_MAP, waiting=True, dice=None)
    assert t.where("505.82.XVIII") == "reserve"
    assert t.where("CCA.3A.VII") == "D19"


@pytest.mark.rule("EA-4.0m")
@pytest.mark.rule("EA-5.1e")
def test_the_german_passes_only_with_the_smaller_hand_and_no_pile():
    t = Table("D18 German command", ON_MAP, hands={GERMAN: [46, 47], ALLIED: [19, 20, 21]})
    assert t.refused("skip") == ""
    t = Table("D18 German command", ON_MAP, hands={GERMAN: [46, 47, 48], ALLIED: [19, 20, 21]})
    assert t.refused("skip") == "EA-5.1e"
    t = Table("D18 German command", ON_MAP, hands={GERMAN: [46, 47], ALLIED: [19, 20, 21]}, piles_={GERMAN: [48]})
    assert t.refused("skip") == "EA-5.1e"


@pytest.mark.rule("EA-5.1f")
@pytest.mark.rule("EA-4.0u")
def test_of_equal_hands_the_allied_one_may_pass():
    t = Table("D18 Allied command", ON_MAP, hands={GERMAN: [46, 47], ALLIED: [19, 20]})
    assert t.refused("skip") == ""
    assert not deck.may_pass(t.g, GERMAN)
    t = Table("D18 Allied command", ON_MAP, hands={GERMAN: [46], ALLIED: [19, 20]})
    assert t.refused("skip") == "EA-5.1f"
    assert deck.may_pass(t.g, GERMAN)


@pytest.mark.rule("EA-5.1g")
@pytest.mark.rule("EA-4.0l")
def test_who_passed_may_play_later():
    t = Table("D18 Allied command", ON_MAP, hands={GERMAN: [53, 54], ALLIED: [19, 20]})
    t.do("skip")
    assert t.g.stack[-1].side is GERMAN
    t.play(53, "formation", "272_VG")
    while t.g.stack[-1].side is GERMAN:
        t.end()
    assert t.g.stack[-1].side is ALLIED
    assert t.refused("card", 19) == ""
    assert [event.side for event in t.told(events.ImpulseBegan)] == [GERMAN, ALLIED]


@pytest.mark.rule("EA-4.0o")
def test_the_hand_is_refilled_after_the_command_as_far_as_the_pile_goes():
    t = Table("D18 German command", ON_MAP, hands={GERMAN: [53, 46, 47, 48]}, piles_={GERMAN: [54, 55]})
    t.play(53, "formation", "272_VG")
    t.end()
    t.end(dice=[53, 54])
    assert t.hand(GERMAN) == [46, 47, 48, 54, 55]
    assert t.pile("discards", GERMAN) == [53]
    assert not t.g.piles[GERMAN]


@pytest.mark.rule("EA-4.0t")
def test_a_useless_card_is_discarded():
    useless = {GERMAN: [60], ALLIED: [11]}
    t = Table("D18 German command", ON_MAP, hands=useless, columns={"lone": 1})
    assert t.refused("card", 60) == "EA-4.0t"
    assert t.offers("discard") == {60}
    t.do("discard", 60)
    assert t.pile("discards", GERMAN) == [60]
    t = Table("D18 German command", ON_MAP, hands=useless)
    assert t.refused("discard", 60) == "EA-4.0t"


@pytest.mark.rule("EA-4.0q")
def test_who_has_no_card_has_no_impulse():
    t = Table("D18 Allied command", ON_MAP, hands={GERMAN: [], ALLIED: [19, 1]})
    t.play(1, "corps", "v")
    t.end()
    t.end()
    assert t.g.stack[-1].side is ALLIED
    assert t.hand(ALLIED) == [19]


@pytest.mark.rule("EA-4.11a")
@pytest.mark.rule("EA-4.11f")
def test_three_german_impulses_come_first():
    g = started()
    sides = []
    while len(sides) < 6:
        step = g.stack[-1]
        if type(step).__name__ == "Command":
            sides.append(step.side)
            line, card = activating(g)
            g.play(Action("card", card))
            g.play(line)
        else:
            g.play(Action("done" if "done" in g.choices() else "decline"))
        if sides == [GERMAN] and type(g.stack[-1]).__name__ == "Command":
            assert len(g.hands[GERMAN]) == 7
    assert sides == [GERMAN, GERMAN, GERMAN, ALLIED, GERMAN, ALLIED]


@pytest.mark.rule("EA-4.11b")
@pytest.mark.rule("EA-4.11e")
def test_surprise_impulses_activate_different_corps_and_nothing_else():
    units = "p: Peiper.1SS.ISS at 0704; q: 12.12SS.ISS at 0804; k: 18.LXVI at 0905; r: 2.2P.XLVII at 1606"
    surprised = {"impulses": bytearray([0, 0]), "barred": [1, 0]}
    t = Table("D16 German command", units, hands={GERMAN: [51, 35, 49]}, columns=surprised)
    assert t.why_play(35, "corps", "i_ss") == "EA-4.11b"
    assert t.why_play(35, "corps", "lxvi") == ""
    assert t.why_play(35, "hex", "0905") == "EA-4.11b"
    assert t.why_play(35, "hex", "1606") == ""
    assert t.refused("card", 51) == "EA-4.0t"
    assert t.why_play(49, "event", "commandos") == "EA-4.11e"
    assert t.why_play(49, "unit", "k") == "EA-4.11b"


@pytest.mark.rule("EA-4.0r")
@pytest.mark.rule("EA-4.0s")
def test_the_end_of_the_day_checks_victory_first_and_cleans_up():
    g = started("crisis_at_the_meuse")
    g.exit_points, g.stack = 40, (sequence.Day(len(sequence.CRISIS_DAY) - 2),)
    g._choices = None
    g.settle()
    assert g.result is not None
    assert g.day == 22
    g = started("crisis_at_the_meuse")
    unit = g.box.units.unit("Peiper.1SS.ISS")
    g.disperse([unit])
    g.unfuelled = 1 << unit
    g.cup = 5
    sequence._clean_up(g)
    assert not g.dispersed
    assert not g.unfuelled
    assert g.supply[unit] == 1
    assert g.day == 23
    assert g.cup.bit_count() == 60


@pytest.mark.rule("EA-4.11b")
def test_a_corps_of_the_first_surprise_impulse_is_barred_in_the_third():
    t = Table(
        "D16 German command", ON_MAP, columns={"impulses": bytearray([1, 0]), "barred": [0b001, 0], "roused": 0b100}
    )
    sequence.Impulse(GERMAN, 1)._end(t.g)
    assert t.g.surprise()
    assert t.g.barred[GERMAN] == 0b101
    t.g.roused = 0b010
    sequence.Impulse(GERMAN, 1)._end(t.g)
    assert not t.g.surprise()
    assert t.g.barred[GERMAN] == 0b010


@pytest.mark.rule("EA-7.31b", "EA-7.32b", "EA-4.12")
def test_crossings_are_free_again_in_the_next_impulse():
    t = Table("D16 German command", ON_MAP, columns={"forded": 1, "squeezed": 2, "jammed": 4})
    sequence.Impulse(GERMAN, 1)._end(t.g)
    assert (t.g.forded, t.g.squeezed, t.g.jammed) == (0, 0, 0)
