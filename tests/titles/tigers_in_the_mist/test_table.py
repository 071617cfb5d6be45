"""What is shown and said: steps with phase, buttons, pieces taken up, focus and battle; events with their words."""

import pytest

from ardennes.kernel import Action, Side
from ardennes.titles.tigers_in_the_mist import TITLE, events
from tests.titles.tigers_in_the_mist.table import Table


def look(t):
    return TITLE.look(t.g.sight(t.g.side))


def hint(t, verb, target):
    return TITLE.hint(t.g.sight(t.g.side), Action(verb, t.target(verb, target)))


def both_in_pronsfeld(allied, german):
    """Germans about to choose who attacks the Allied units beside them."""
    t = Table("17-1 German", f"{german}; {allied}")
    t.end_movement()
    t.do("area", "Pronsfeld")
    return t


def test_movement_says_what_is_asked_and_how_it_ends():
    shown = look(Table("17-2 German", "a: German foot 2 in Irrel"))
    assert shown["phase"] == "December 17, impulse 2: German movement"
    assert shown["labels"] == {"done": "End movement"}
    assert (shown["rule"], shown["picked"], shown["focus"], shown["battle"]) == ("TM-6.0d", [], None, None)
    assert shown["turn"] == 4


def test_only_the_side_that_decides_sees_the_choices():
    t = Table("17-1 German", "a: German foot 2 in Irrel")
    assert look(t)["choices"] == t.g.choices()
    for side in (Side.ALLIED, None):
        seen = TITLE.look(t.g.sight(side))
        assert (seen["choices"], seen["labels"], seen["prompt"]) == ({}, {}, look(t)["prompt"])


def test_a_stack_is_taken_up_and_its_ways_are_told():
    t = Table("17-1 German", "a: German mechanized 2 in Irrel", blown=["10-11"])
    t.pick("a")
    shown = look(t)
    assert (shown["picked"], shown["focus"]) == ([t.unit("a")], t.place("Irrel"))
    found = hint(t, "area", "Bitburg")
    assert (found.label, found.cost, found.path) == ("Bitburg for 1 MP", 1, [t.place("Irrel"), t.place("Bitburg")])
    ford = hint(t, "wade", "Echternach")
    assert (ford.cost, ford.path) == (3, [t.place("Irrel"), t.place("Echternach")])
    t.do("via", "Bitburg")
    assert look(t)["labels"] == {"stop": "Stop here"}


def test_a_demolition_shows_the_stack_that_is_about_to_cross():
    t = Table("17-1 German", "a: German armor 2 in Waimes; d: Allied engineer 1 in Malmedy")
    t.move("a", "Malmedy")
    shown = look(t)
    assert shown["phase"].endswith("Allied bridge demolition")
    assert (shown["picked"], shown["focus"]) == ([t.unit("a")], t.place("Malmedy"))
    assert shown["labels"] == {"decline": "Let them cross"}
    assert hint(t, "unit", "d").label.endswith("blows the bridge on 1-8")


def test_a_battle_is_shown_from_the_choice_of_attackers_to_the_last_fire():
    allied = "d: Allied infantry 2 in Pronsfeld; e: Allied infantry 1 in Pronsfeld"
    german = "a: German foot 3 in Pronsfeld; b: German foot 1 in Pronsfeld"
    t = both_in_pronsfeld(allied, german)
    t.do("unit", "a")
    shown = look(t)
    area, a, d, e = t.place("Pronsfeld"), *map(t.unit, "ade")
    assert (shown["picked"], shown["focus"], shown["labels"]) == ([a], area, {"fight": "Fight the battle"})
    assert (shown["battle"].attackers, shown["battle"].defenders, shown["battle"].stage) == ([a], sorted([d, e]), -1)
    t.do("unit", "b")
    t.do("fight", None, [1, 1])  # both sides' artillery comes
    steps = []
    while t.step in ("AimArtillery", "AimFire"):
        battle = look(t)["battle"]
        steps.append((t.side, battle.stage, battle.steps[battle.stage]))
        verb = next(iter(t.g.choices()))
        t.do(verb, t.g.choices()[verb][0], 10)
    assert list(dict.fromkeys(steps)) == [
        (Side.ALLIED, 1, "Defending artillery"),
        (Side.ALLIED, 2, "Defending fire"),
        (Side.GERMAN, 3, "Attacking artillery"),
        (Side.GERMAN, 4, "Attacking fire"),
    ]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (events.Moved((3,), (10, 11), 3, True), "moves from {area:10} to {area:11} for 3 MP, wading where the bridge"),
        (events.Moved((3, 4), (10, 11), 2, False), "{unit:3} and {unit:4} move from {area:10} to {area:11} for 2 MP."),
        (events.DemolitionRolled(3, 7, 2, 6, True), "blow {bridge:7}: rolls 2, needs 6, and the bridge goes up."),
        (events.DemolitionRolled(3, 7, 9, 6, False), "blow {bridge:7}: rolls 9, needs 6, but the charge fails."),
        (events.ConstructionRolled(3, 7, 9, 2, False), "works on {bridge:7}: rolls 9, needs 2, not yet."),
        (events.BattleJoined(5, Side.GERMAN, (1,), (2,), True, True), "{unit:2}, over the river, in confusion."),
        (events.ArtilleryCalled(Side.ALLIED, (3, 9), 8, 1), "Allied artillery calls roll 3, 9, need 8: 1 shot."),
        (events.Fired(1, 2, (3, 9), 4, 0), "{unit:1} fires at {unit:2}: 3, 9, needs 4, no hits."),
        (events.Wasted(-1, 2), "An artillery shot at {unit:2} is wasted."),
        (events.SpecialForces(5, 3), "Special Forces appear in {area:5} to spread battlefield confusion."),
        (events.PointsScored(17, ((5, 2),), 9), "End of December 17: {area:5} 2; the German total is 9 VP."),
        (events.ThreeDaysScored((), 1, 3), "Towns: none. Holes in the Allied line: 1. The German total is 3 VP."),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, events.Event) else "",
)
def test_events_are_told_in_a_sentence(event, sentence):
    assert event.sentence().endswith(sentence) or sentence in event.sentence()


def test_a_die_for_a_bridge_is_drawn_with_the_number_it_needed():
    picture = events.DemolitionRolled(3, 7, 2, 6, True).picture()
    assert (picture.kind, picture.pieces, picture.crossing, picture.dice, picture.need) == ("bridge", [3], 7, [2], 6)
