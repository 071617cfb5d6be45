"""6.0 Sequence of Play."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.events import (
    Arrived,
    Attrition,
    BattleJoined,
    ConstructionRolled,
    DemolitionRolled,
    GameOver,
    ImpulseBegan,
    Moved,
    PointsScored,
)
from tests.titles.tigers_in_the_mist.table import Table, rolls

#: A German cut off at Hollerath by Allies all round, who loses a strength point every evening.
POCKET = (
    "cut off: German foot 3 in Hollerath;"
    "n: Allied infantry 1 in Udenbreth; w: Allied infantry 1 in Hellenthal; s: Allied infantry 1 in Rocherath"
)


@pytest.mark.rule("TM-6.0a", "TM-6.0j")
def test_a_day_has_three_impulses_for_each_side_then_attrition_then_victory():
    t = Table("17-1 German", POCKET)
    clock = [t.clock]
    while t.clock != "18-1":
        t.do("done")
        if t.clock != clock[-1]:
            clock.append(t.clock)
    phases = [event for event in t.events if isinstance(event, (ImpulseBegan, Attrition, PointsScored))]
    assert [(event.impulse, event.side) if isinstance(event, ImpulseBegan) else type(event) for event in phases] == [
        # the first German impulse of the day had begun when the test did
        (1, Side.ALLIED),
        (2, Side.GERMAN),
        (2, Side.ALLIED),
        (3, Side.GERMAN),
        (3, Side.ALLIED),
        Attrition,
        PointsScored,
        (1, Side.GERMAN),
    ]
    assert clock == ["17-1", "17-2", "17-3", "18-1"]


@pytest.mark.rule("TM-6.0j")
def test_the_marker_stays_until_both_sides_have_moved():
    t = Table("17-1 German")
    t.end_impulse()
    assert (t.clock, t.side) == ("17-1", Side.ALLIED)
    t.end_impulse()
    assert (t.clock, t.side) == ("17-2", Side.GERMAN)


@pytest.mark.rule("TM-6.0b", "TM-11.11")
def test_reinforcements_of_both_sides_stand_in_their_zones_before_the_german_moves():
    t = Table("17-1 German", reserves=True)
    assert t.where("G076") == t.where("A047") == "nowhere"  # both are due on 17-2
    assert t.why("unit", "G076").rule == "TM-6.0b"
    t.end_impulse()
    assert t.where("A047") == "nowhere"
    t.do("done")
    while t.step == "ChooseZone":
        t.do("area", "D")
    assert (t.clock, t.side, t.step) == ("17-2", Side.GERMAN, "Movement")
    assert (t.where("G076"), t.where("A047")) == ("Zone A", "Zone D")
    assert "G076" in t.offers("unit")


@pytest.mark.rule("TM-6.0c")
def test_nobody_gets_replacements():
    t = Table("16-3 Allied", "worn: G050 1 in Prum", reserves=True)
    t.do("done")
    while t.step == "ChooseZone":
        t.do("area", "D")
    assert t.clock == "17-1"
    assert t.told(Arrived)
    assert t.strength("worn") == 1


@pytest.mark.rule("TM-6.0d")
def test_a_player_may_move_nobody():
    t = Table("17-1 German", "a: German foot 2 in Prum; b: Allied infantry 1 in Bastogne")
    t.end_movement()
    assert t.side is Side.ALLIED
    assert t.where("a") == "Prum"


@pytest.mark.rule("TM-6.0d")
def test_a_player_may_move_everybody_reinforcements_included():
    t = Table("17-1 German", "a: German foot 2 in Prum; b: German foot 2 in Bitburg; new: German armor 1 in A, waiting")
    t.move("a", "Pronsfeld")
    t.move("b", "Irrel")
    t.move("new", "Schleiden")
    assert [t.where(name) for name in ("a", "b", "new")] == ["Pronsfeld", "Irrel", "Schleiden"]
    assert t.offers("unit") == set()


@pytest.mark.rule("TM-6.0d")
def test_only_the_moving_side_moves():
    t = Table("17-1 German", "a: German foot 2 in Prum; b: Allied infantry 1 in Bastogne")
    assert t.why("unit", "b").rule == "TM-6.0d"


@pytest.mark.rule("TM-6.0e")
def test_movement_with_demolition_comes_first_then_battles_then_bridges():
    t = Table(
        "17-1 German",
        "eng: German engineer 1 in Dasburg; m: German mechanized 3 in Dasburg; a: German armor 2 in Waimes;"
        "d: Allied infantry 1 in Marnach; e: Allied infantry 1 in Malmedy",
        blown=["51-70"],
    )
    t.move("m", "Marnach")
    t.move("a", "Malmedy")
    assert t.why("area", "Marnach").rule == "TM-10.21", "the enemy is asked about his bridge first"
    t.do("unit", "e", [10])
    assert t.why("area", "Marnach").rule == "TM-6.0e", "no battle before all movement is over"
    t.end_movement()
    assert t.step == "Battles"
    assert t.why("unit", "m").rule == "TM-6.0e", "no movement after it"
    t.fight("Marnach", rolls(calls=[9], attacker_calls=[9], fire=[10], attacker_fire=[10] * 3))
    assert t.why("unit", "eng").rule == "TM-6.0e", "no bridge before all battles are fought"
    t.fight("Malmedy", rolls(calls=[9], fire=[10], attacker_fire=[10] * 2))
    assert t.step == "BridgeBuilding"
    assert t.why("area", "Malmedy").rule == "TM-6.0e"
    t.do("unit", "eng", [10])
    order = [type(e) for e in t.events if isinstance(e, (Moved, DemolitionRolled, BattleJoined, ConstructionRolled))]
    assert order == [Moved, DemolitionRolled, Moved, BattleJoined, BattleJoined, ConstructionRolled]


@pytest.mark.rule("TM-6.0f")
def test_only_engineers_of_the_moving_side_build():
    t = Table(
        "17-1 Allied",
        "us: Allied engineer 1 in Malmedy; friend: Allied infantry 1 in Waimes;"
        "eng: German engineer 1 in Dasburg; m: German mechanized 3 in Marnach",
        blown=["51-70", "79-80"],
    )
    t.end_movement()
    assert t.step == "BridgeBuilding"
    assert t.offers("unit") == {"us"}
    assert t.why("unit", "eng").rule == "TM-6.0f"


@pytest.mark.rule("TM-6.0f")
def test_nobody_builds_while_units_move():
    t = Table("17-1 German", "eng: German engineer 1 in Dasburg; m: German foot 3 in Marnach", blown=["51-70"])
    assert t.step == "Movement"
    assert t.why("bridge", "51-70").rule == "TM-6.0e"
    t.end_movement()
    assert t.step == "BridgeBuilding"
    assert t.why("unit", "eng") is None


@pytest.mark.rule("TM-6.0g")
def test_germans_may_blow_bridges_on_december_16():
    t = Table("16-2 Allied", "a: Allied armor 2 in Malmedy; g: German foot 1 in Waimes")
    t.move("a", "Waimes")
    assert (t.step, t.side) == ("Demolition", Side.GERMAN)
    t.do("unit", "g", [4])
    assert t.blown() == {"Waimes-Malmedy"}


@pytest.mark.rule("TM-6.0h")
def test_december_22_has_one_impulse_for_each_side():
    t = Table("21-3 Allied", POCKET)
    t.wait_until("22-1 German")
    t.end_impulse()
    assert (t.clock, t.side) == ("22-1", Side.ALLIED)
    t.events.clear()
    t.end_impulse()
    assert [type(event) for event in t.events][:2] == [Attrition, PointsScored]
    assert t.told(GameOver)
    assert t.g.outcome() is not None


@pytest.mark.rule("TM-6.0i")
def test_attrition_comes_before_points():
    # Allies on both roads to zone E starve the Germans there on the last evening.
    t = Table(
        "22-1 Allied",
        "z: German armor 2 in E; n: Allied infantry 1 in Henri-Chapelle; s: Allied infantry 1 in Herve",
    )
    t.end_impulse()
    order = [type(event) for event in t.events if isinstance(event, (Attrition, PointsScored))]
    assert order == [Attrition, PointsScored]
    assert t.strength("z") == 1
