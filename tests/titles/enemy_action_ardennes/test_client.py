"""What players see of Enemy Action: the scene, looks, the hand, hints, overlays, the table as text, typed orders."""

from __future__ import annotations

import random

import msgspec
import pytest

from ardennes.kernel import Action, Game, Match, Side, Unknown, conformance
from ardennes.parts.eye.scenery import Look
from ardennes.titles.enemy_action_ardennes import TITLE
from tests.titles.enemy_action_ardennes.table import ALLIED, GERMAN, Table

GAME = Game.of(TITLE, "allies_surprised")
SCENE = TITLE.scene(GAME)


def positions(seed: int, every: int, most: int):
    """Positions of a random game, one in so many."""
    match, rng = Match(GAME, seed), random.Random(seed)
    for number in range(most):
        if not match.state.stack:
            return
        if number % every == 0:
            yield match
        match.play(conformance.random_action(match.state, rng))


def test_the_scene_knows_every_piece_card_and_verb():
    assert len(SCENE.pieces) == len(GAME.data.units)
    assert len(SCENE.cards) == 71
    assert len(SCENE.chits) == 60
    assert {verb.key for verb in SCENE.verbs} == set(TITLE.domain(GAME))
    assert {piece.service for piece in SCENE.pieces} <= {service.key for service in SCENE.services}
    assert all(card.lines for card in SCENE.cards)
    assert SCENE.levels


def test_a_unit_that_is_not_in_the_scenario_is_not_lost():
    look = TITLE.look(GAME.start(1).sight(None))
    playing = [piece for piece in SCENE.pieces if piece.playing]
    assert 0 < len(playing) < len(SCENE.pieces)
    assert all(look["place"][piece.id] != SCENE.gone for piece in playing)


def test_every_look_has_its_shape():
    for match in positions(1, 7, 700):
        for side in (GERMAN, ALLIED, None):
            told = msgspec.json.encode(TITLE.look(match.state.sight(side)))
            msgspec.json.decode(told, type=Look)


def test_a_hand_is_its_owners():
    state = GAME.start(3)
    own = TITLE.look(state.sight(GERMAN))
    assert [held.card for held in own["hand"]] == sorted(state.hands[GERMAN])
    assert TITLE.look(state.sight(None))["hand"] == []
    theirs = TITLE.look(state.sight(ALLIED))
    pile = next(p for p in theirs["piles"] if p.name == "Hand" and p.side == GERMAN)
    assert pile.count == len(state.hands[GERMAN])
    assert not pile.note


def greyed(t: Table, side: Side) -> dict[int, tuple[str, str]]:
    """The cards of a hand that cannot be chosen now, by number, with the reason and its rule."""
    hand = TITLE.look(t.g.sight(side))["hand"]
    return {held.card + 1: (use.why, use.rule) for held in hand for use in held.uses if use.why}


def test_a_card_that_is_no_tactic_says_so():
    t = Table("D21 German combat", "a: German armor at 0325; d: Allied infantry at 0326", hands={GERMAN: [39, 43]})
    while t.step == "Roadblocks":
        t.do("decline")
    t.do("hex", "0326")
    t.do("unit", "a")
    t.do("done")
    assert t.offers("card") == {39}
    assert greyed(t, GERMAN) == {43: ("the card lists no tactic for an attack today", "EA-9.2b")}
    assert t.why("card", 50).text == "that card is not in your hand"
    assert not greyed(t, ALLIED)  # he is not asked


def test_a_card_that_is_no_reaction_says_so():
    t = Table("D18 German activate", "a: 1.1SS.ISS at 0710", hands={ALLIED: [11, 19], GERMAN: [56, 53]})
    assert t.step == "Roadblocks"
    assert greyed(t, ALLIED) == {19: ("2 Inf / 99 Inf does not list Engineers as a reaction", "EA-7.9a")}
    t.do("decline")
    t.move("a", "0812")
    assert greyed(t, ALLIED) == {19: ("2 Inf / 99 Inf does not list Engineers as a reaction", "EA-7.33a")}
    t.do("card", 11)
    assert greyed(t, GERMAN) == {
        53: ("272 VG / 326 VG / 277 VG does not list Operation Greif as a reaction", "EA-7.33c")
    }


def test_a_card_to_be_played_is_never_greyed_without_a_reason():
    for match in positions(6, 13, 400):
        side = match.state.side
        for held in TITLE.look(match.state.sight(side))["hand"]:
            assert held.uses
            assert all(bool(use.verb) is not bool(use.why) for use in held.uses)
            assert all(use.rule.startswith("EA-") for use in held.uses if use.why)


def test_hints_and_labels_for_every_choice():
    for match in positions(2, 23, 500):
        sight = match.state.sight(match.state.side)
        for action in sight.actions()[:40]:
            assert TITLE.hint(sight, action).label


@pytest.mark.parametrize("overlay", [overlay.key for overlay in SCENE.overlays])
def test_overlays(overlay: str):
    found = TITLE.shade(GAME.start(1).sight(None), overlay)
    assert found.places
    assert {*found.places.values()} <= {*found.legend}


def test_an_unknown_overlay_names_those_there_are():
    with pytest.raises(Unknown, match="zones, supply, towns, armies"):
        TITLE.shade(GAME.start(1).sight(None), "weather")


def test_the_table_as_text():
    sight = GAME.start(1).sight(GERMAN)
    assert "December 16" in TITLE.headline(sight)
    found = TITLE.survey(sight)
    assert found.sectors[0][0] == "Map"
    assert any("hand" in row for _, rows in found.sectors for row in rows)


def test_every_offered_choice_can_be_typed():
    for match in positions(4, 31, 600):
        sight = match.state.sight(match.state.side)
        for action in sight.actions()[:25]:
            word = "" if action.target is None else TITLE.word(GAME, action.verb, action.target)
            assert TITLE.read_order(sight, f"{action.verb} {word}".strip()) == [action]


def test_an_order_that_is_not_understood_says_what_was_expected():
    sight = GAME.start(1).sight(GERMAN)
    with pytest.raises(ValueError, match="unknown order 'dance'"):
        TITLE.read_order(sight, "dance")
    with pytest.raises(ValueError, match="expected: card"):
        TITLE.read_order(sight, "card")
    assert TITLE.completions(sight, "car") == ["card"]
    assert Action("done") == TITLE.read_order(sight, "done")[0]
    assert Side.GERMAN is GERMAN


def lines_of(t: Table, side: Side, card: int) -> dict[str, list[tuple[str, str, str]]]:
    """The printed lines of a held card by text, each with the words, the verb and the reason of its uses."""
    held = next(one for one in TITLE.look(t.g.sight(side))["hand"] if one.card == card - 1)
    printed = TITLE.scene(t.g.game).cards[card - 1].lines
    found: dict[str, list[tuple[str, str, str]]] = {line.text: [] for line in printed}
    for use in held.uses:
        if use.line >= 0:
            found[printed[use.line].text].append((use.text, use.verb, use.why))
    return found


NOT_IN_RESERVE = ("", "", "none of these units is in reserve")


def test_every_line_of_a_card_says_why_it_cannot_be_used():
    t = Table("D18 Allied command", "a: 9.2.V at 0508", hands={ALLIED: [1, 19, 11]})
    assert lines_of(t, ALLIED, 1) == {
        "Activate a corps: V": [],
        "Or any one unit, once a day": [],
        "Deploy the corps' reserves": [NOT_IN_RESERVE],
        "2 replacements": [("", "", "replacements come from Dec 20, and not in every scenario")],
        "Special event: Allies Alert (16)": [("", "", "Allies Alert cannot be played today")],
        "Tactic: Reinforce Battle": [],
    }
    assert lines_of(t, ALLIED, 11)["Event: Airpower (21-29)"] == [("", "", "Airpower cannot be played today")]
    assert lines_of(t, ALLIED, 11)["Event: Engineers (16-20)"] == []


def test_a_picked_card_has_its_uses_on_its_lines():
    t = Table("D18 Allied command", "a: 9.2.V at 0508", hands={ALLIED: [1, 19]})
    t.do("card", 19)
    assert lines_of(t, ALLIED, 19) == {
        "Activate 2 Inf or 99 Inf": [("2 Inf", "formation", ""), ("99 Inf", "", "none of its units is on the map")],
        "Or any one unit, once a day": [],  # on the map
        "Deploy one reserve unit of its corps": [NOT_IN_RESERVE],
        "Tactic: Corps Artillery": [("", "", "a tactic is played in a combat")],
    }
    assert not any(lines_of(t, ALLIED, 1).values())


@pytest.mark.parametrize(
    ("when", "card", "columns", "line", "why"),
    [
        ("D18", 1, {"lone": 0b10}, "Or any one unit, once a day", "a single unit has been activated today"),
        ("D21", 1, {}, "2 replacements", "no reduced unit of the corps is in supply"),
        ("D16", 1, {"special": 1 << 13}, "Special event: Allies Alert (16)", "Allies Alert has been played"),
        ("D16", 4, {}, "Activate a corps: of 1A", ""),
    ],
)
def test_a_greyed_line_gives_its_own_reason(when: str, card: int, columns: dict[str, int], line: str, why: str):
    t = Table(f"{when} Allied command", "a: 9.2.V at 0508", hands={ALLIED: [card]}, columns=columns)
    assert [told for _, _, told in lines_of(t, ALLIED, card)[line]] == ([why] if why else [])


def test_a_wild_card_offers_what_it_may_copy_now():
    t = Table("D18 German command", "a: 1.1SS.ISS at 0803", hands={GERMAN: [36], ALLIED: [11]})
    t.do("card", 36)
    told = lines_of(t, GERMAN, 36)
    assert told["Activate a corps: of 6PA"] == [("I SS Corps", "corps", "")]
    copied = [("Bridge Engineers", "event", ""), ("Commandos", "event", "")]
    assert told["Any event or tactic of its side"] == copied
    late = Table("D29 Allied command", "a: 9.2.V at 0508, isolated", hands={ALLIED: [4]}, columns={"blown": 0})
    assert [why for _, _, why in lines_of(late, ALLIED, 4)["Activate a corps: of 1A"]] == []


def test_a_tactic_that_does_not_fit_the_combat_is_grey():
    t = Table(
        "D18 German combat", "a: German armor at 0325; d: Allied infantry at 0326", hands={GERMAN: [43], ALLIED: [11]}
    )
    while t.step == "Roadblocks":
        t.do("decline")
    for verb, word in (("hex", "0326"), ("unit", "a"), ("done", None)):
        t.do(verb, word)
    needs_foot = ("", "", "Infantry Infiltration needs an attacker on foot")
    assert lines_of(t, GERMAN, 43)["Tactic: Infantry Infiltration"] == [needs_foot]
    t.do("done")
    assert t.step == "DefenderTactics"
    told = lines_of(t, ALLIED, 11)
    assert told["Tactic: Airpower (21-29)"] == [("", "", "Airpower is not for today")]
    assert told["Tactic: Engineers (16-20)"] == []
