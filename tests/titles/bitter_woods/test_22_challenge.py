"""22 Challenging air interdiction. A road runs from 2012 through the forest hexes 2113 and 2213 to 2313."""

import pytest

from ardennes.board.cells import board_of
from ardennes.titles.bitter_woods.events import InterdictionChallenged, Moved
from tests.titles.bitter_woods.table import Table

ON = ("interdiction_challenge",)
ARMOR = "a: German armor 9-5-4 at 2012"


def road(units=ARMOR, struck=("2113",), options=ON, **more):
    t = Table("20AM German", units, options=options, **more)
    t.g.interdicted = board_of(t.hex(cell) for cell in struck)
    return t


@pytest.mark.rule("BW-22.1")
def test_german_columns_stop_on_an_interdicted_forest_road():
    t = road()
    assert t.why_move("a", "2113") == ""
    assert t.why_move("a", "2213") == "BW-22.1"
    assert t.cost("a", "2113") == "2 1/4"
    basic = road(options=())
    assert basic.why_move("a", "2213") == "", "without the rule it pays and goes on"
    t.do("unit", "a")
    assert t.refused("via", "2113") in ("BW-5.1b", "BW-22.1")


@pytest.mark.rule("BW-22.1")
def test_others_pay_and_go_on_and_only_forest_roads_are_concerned():
    foot = road("a: German infantry 5-4-3 at 2012")
    assert foot.why_move("a", "2213") == ""
    assert road(struck=("2012",), units="a: German armor 9-5-4 at 2011").box.ground.forest >> foot.hex("2012") & 1 == 0
    allied = Table("20AM Allied", "a: Allied armor at 2012", options=ON)
    allied.g.interdicted = 1 << allied.hex("2113")
    allied.do("unit", "a")
    assert allied.refused("challenge", "2113") == "BW-22.1"
    assert "2213" in allied.offers("hex")


@pytest.mark.rule("BW-22.2a")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_die_of_a_challenge(die):
    t = road()
    t.do("unit", "a")
    assert t.offers("challenge") == {"2113"}
    t.do("challenge", "2113", [die])
    assert t.where("a") == "2113"
    assert t.has("a", "reduced") is (die <= 2)
    assert (t.step == "Moving") is (die >= 5)
    assert [event.die for event in t.told(InterdictionChallenged)] == [die]
    if die >= 5:
        t.do("hex", "2313")
        assert t.where("a") == "2313"
        assert t.told(InterdictionChallenged)
    assert t.refused("unit", "a") == "BW-5.2b"


@pytest.mark.rule("BW-22.2a")
def test_it_pays_the_road_rate_and_may_challenge_again():
    t = road(struck=("2113", "2213"))
    t.do("unit", "a")
    t.do("challenge", "2113", [6])
    step = t.g.stack[-1]
    assert step.spent == 1
    assert t.offers("challenge") == {"2213"}
    t.do("challenge", "2213", [5])
    assert t.g.stack[-1].spent == 2
    assert [event.cost for event in t.told(Moved)] == ["1/4", "1/4"], "each leg is told by itself"


@pytest.mark.rule("BW-22.2a")
def test_a_reduced_unit_that_is_hit_is_lost():
    t = road(ARMOR + ", reduced; b: German infantry at 2010")
    t.do("unit", "a")
    t.do("challenge", "2113", [1])
    assert t.where("a") == "gone"
    assert t.step == "Movement"


@pytest.mark.rule("BW-22.2a")
def test_a_zone_of_control_stops_even_a_challenger_who_gets_through():
    t = road(ARMOR + "; d: Allied infantry at 2114")
    t.do("unit", "a")
    t.do("challenge", "2113", [6])
    assert t.where("a") == "2113"
    assert t.step != "Moving"


FULL = ARMOR + "; " + "; ".join(f"f{n}: German infantry 5-4-3 at 2113" for n in range(3))


@pytest.mark.rule("BW-22.2b")
def test_a_challenger_without_room_is_lost_when_the_phase_ends():
    t = road(FULL)
    t.do("unit", "a")
    assert "2113" not in t.offers("hex")
    t.do("challenge", "2113", [3])
    assert t.where("a") == "2113"
    assert t.game.title.broken(t.g) == []
    t.end_movement()
    assert t.where("a") == "gone"
    assert t.where("f0") == "2113"
    assert not t.g.challenged


@pytest.mark.rule("BW-22.2b")
def test_it_is_saved_if_somebody_makes_room_and_does_not_stop_there_of_its_own_will():
    t = road(FULL)
    t.do("unit", "a")
    t.do("challenge", "2113", [3])
    t.move("f0", "2012")
    t.end_movement()
    assert t.where("a") == "2113"
    t = road(FULL)
    t.do("unit", "a")
    t.do("challenge", "2113", [6])
    assert t.refused("stop") == "BW-22.2b"
    t.do("hex", "2213")
    t.end_movement()
    assert t.where("a") == "2213"


@pytest.mark.rule("BW-22.2b")
def test_a_challenger_lost_on_the_road_is_lost_once():
    t = road(ARMOR + ", reduced; b: German infantry at 2010")
    t.do("unit", "a")
    t.do("challenge", "2113", [1])
    lost = t.g.lost[:]
    assert lost[0] > 0
    t.end_movement()
    assert t.g.lost == lost


@pytest.mark.rule("BW-36.1a")
@pytest.mark.parametrize(("others", "offered"), [("2012", {"2113"}), ("2010", set())])
def test_a_battalion_challenges_only_where_the_others_are_near(others, offered):
    units = f"PA/501 at 2012; PA/1SSPz at {others}, moved; PA/3-2 at {others}, moved"
    t = road(units, options=(*ON, "peiper_alternative"))
    t.do("unit", "PA/501")
    assert t.offers("challenge") == offered


def test_a_typed_challenge():
    t = road()
    sight = t.g.sight(t.side)
    actions = t.game.title.read_order(sight, "challenge " + t.g.name(t.unit("a")) + " 2113")
    assert [action.verb for action in actions] == ["unit", "challenge"]
