"""11.0 Reinforcements."""

import pytest

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.events import Arrived, BattleJoined, Released
from tests.titles.tigers_in_the_mist.table import Table

# ---- 11.1 placement and movement -----------------------------------------------------------------------------


@pytest.mark.rule("TM-11.11")
def test_a_reinforcement_is_placed_in_the_zone_of_its_card():
    t = Table("16-3 Allied", reserves=True)
    t.wait_until("17-1 German")
    assert (t.where("G071"), t.where("G074"), t.where("A041")) == ("Zone C", "Zone A", "Zone P")
    assert t.strength("A041") == 2
    assert t.told(Arrived)


@pytest.mark.rule("TM-11.11")
def test_a_unit_whose_card_names_several_zones_goes_where_its_owner_wants():
    t = Table("16-3 Allied", reserves=True)
    t.end_movement()
    assert (t.step, t.side) == ("ChooseZone", Side.ALLIED)
    assert t.offers("area") == {"Zone D", "Zone E"}  # 1 Inf
    assert t.why("area", "F").rule == "TM-11.11"
    t.do("area", "E")
    assert t.where("A043") == "Zone E"


@pytest.mark.rule("TM-11.11")
def test_each_of_several_units_is_asked_about_by_itself():
    t = Table("17-1 Allied", reserves=True)
    t.end_movement()
    chosen = {}
    while t.step == "ChooseZone":
        unit = t.g.stack[-1].units[0]
        chosen[t.g.box.units.rows[unit].id] = zone = ("D", "E")[len(chosen) % 2]
        t.do("area", zone)
    assert chosen == {"A050": "D", "A051": "E"}
    assert [t.where(unit) for unit in chosen] == ["Zone D", "Zone E"]


@pytest.mark.rule("TM-11.12")
def test_a_reinforcement_may_move_in_the_impulse_it_arrives():
    t = Table("16-3 Allied", reserves=True)
    t.wait_until("17-1 German")
    t.move("G071", "Bitburg")
    assert t.where("G071") == "Bitburg"


@pytest.mark.rule("TM-11.13")
def test_the_road_from_a_zone_is_a_major_one():
    t = Table(
        "17-1 German", "u: German armor 1 in C, waiting; v: German armor 1 in A, waiting; x: German foot 1 in Schleiden"
    )
    t.move("u", "Bitburg")
    t.move("v", "Schleiden")
    assert (t.spent("u"), t.spent("v")) == (1, 2)
    board = t.g.box.map
    assert all(row.grade == "major" for row in board.roads if row.from_ in "ABCDEFGHIJKLMNP")


@pytest.mark.rule("TM-11.14a")
def test_a_reinforcement_may_go_round_to_the_next_zone():
    t = Table("17-1 Allied", "u: Allied infantry 3 in E, waiting")
    t.pick("u")
    assert t.offers("shift") == {"Zone D", "Zone F"}
    assert t.why("shift", "G").rule == "TM-11.14a"
    t.do("shift", "F")
    assert t.where("u") == "Zone F"
    assert t.why("unit", "u").rule == "TM-11.14a"
    assert "u" not in t.offers("unit")
    t.wait_until("17-2 Allied")
    t.move("u", "Liege")
    assert t.spent("u") == 3  # two for the zone, one for the road


@pytest.mark.rule("TM-11.14a")
def test_units_that_have_been_on_the_map_do_not_go_round():
    t = Table("17-1 Allied", "u: Allied infantry 3 in E")
    t.pick("u")
    assert t.offers("shift") == set()
    assert t.why("shift", "F").rule == "TM-11.14a"


@pytest.mark.rule("TM-11.14a")
def test_germans_go_round_among_their_own_zones():
    t = Table("17-1 German", "u: German armor 1 in C, waiting")
    t.pick("u")
    assert t.offers("shift") == {"Zone B"}


@pytest.mark.rule("TM-11.14b")
def test_every_zone_costs_an_impulse_and_two_points():
    t = Table("17-1 Allied", "u: Allied armor 3 in D, waiting; foot: Allied foot 1 in D, waiting")
    for impulse, zone in ((1, "E"), (2, "F")):
        t.wait_until(f"17-{impulse} Allied")
        for unit in ("u", "foot"):
            t.pick(unit)
            t.do("shift", zone)
            assert t.why("unit", unit).rule == "TM-11.14a"
    t.wait_until("17-3 Allied")
    t.pick("foot")
    assert t.why("shift", "G").rule == "TM-11.14b", "it would have no point left to enter with"
    assert t.offers("area") == {"Liege"}  # one point left
    t.do("area", "Liege")
    assert t.mp_left("foot") == 0
    t.pick("u")
    t.do("area", "Huy")  # Liege is occupied now: 2, and 1 to Huy, of 4
    assert t.mp_left("u") == 1


@pytest.mark.rule("TM-11.14b", "TM-8.38")
def test_a_unit_with_one_point_left_enters_only_an_empty_area():
    t = Table(
        "17-1 German",
        "u: German foot 1 in C, waiting; x: German foot 1 in Schleiden; y: German foot 1 in Schmidtheim",
    )
    for impulse, zone in ((1, "B"), (2, "A")):
        t.wait_until(f"17-{impulse} German")
        t.pick("u")
        t.do("shift", zone)
    t.wait_until("17-3 German")
    assert t.why("unit", "u").rule == "TM-8.38"
    assert t.offers("unit") == {"x", "y"}
    t.move("x", "Dreiborn")  # makes room
    assert t.offers("unit") == {"u", "y"}
    t.move("u", "Schleiden")
    assert t.mp_left("u") == 0


@pytest.mark.rule("TM-11.14a")
def test_a_group_goes_round_together_and_every_unit_pays():
    t = Table("17-1 Allied", "u: Allied infantry 3 in E, waiting; v: Allied armor 2 in E, waiting")
    t.pick("u", "v")
    t.do("shift", "F")
    assert (t.where("u"), t.where("v")) == ("Zone F", "Zone F")
    for unit in ("u", "v"):
        assert t.why("unit", unit).rule == "TM-11.14a"
    t.wait_until("17-2 Allied")
    t.move(["u", "v"], "Liege")
    assert (t.spent("u"), t.spent("v")) == (3, 3)


@pytest.mark.rule("TM-11.14b")
def test_a_unit_of_eight_points_goes_round_three_zones_and_not_a_fourth():
    t = Table("17-1 Allied", "u: Allied armor 3 in D, waiting")
    for impulse, zone in ((1, "E"), (2, "F"), (3, "G")):
        t.wait_until(f"17-{impulse} Allied")
        t.pick("u")
        t.do("shift", zone)
    t.wait_until("18-1 Allied")
    t.pick("u")
    assert t.offers("shift") == set()
    assert t.why("shift", "H").rule == "TM-11.14b"
    t.do("area", "Huy")
    assert t.mp_left("u") == 1


@pytest.mark.rule("TM-11.14c")
def test_the_points_of_going_round_are_paid_on_the_day_of_entry():
    t = Table("17-3 Allied", "u: Allied armor 3 in E, waiting")
    t.pick("u")
    t.do("shift", "F")
    assert t.spent("u") == 0
    t.wait_until("18-2 Allied")
    t.pick("u")
    t.do("via", "Liege")
    assert t.mp_left("u") == 8 - 2 - 1
    t.do("stop")
    t.wait_until("19-1 Allied")
    assert t.mp_left("u") == 8
    t.move("u", "Huy")
    assert t.spent("u") == 1


@pytest.mark.rule("TM-11.12", "TM-SC2i")
def test_a_reinforcement_that_has_entered_waits_no_longer():
    t = Table(
        "17-1 Allied",
        "u: A041 in P, waiting; x: German foot 1 in Vianden; y: German armor 1 in Wiltz",
        scenario="fifth_panzer",
    )
    assert t.has("u", "waiting")
    assert t.supplied("u")
    t.move("u", "Ettelbruck")
    assert not t.has("u", "waiting")
    t.wait_until("17-2 German")
    t.move("x", "Diekirch")
    t.move("y", "Eschdorf")
    assert not t.supplied("u"), "the grace of its entry zone is over"


@pytest.mark.rule("TM-11.15")
def test_a_reinforcement_may_wait_as_long_as_its_owner_likes():
    t = Table("17-1 German", "u: German armor 1 in C, waiting")
    t.wait_until("19-2 German")
    t.move("u", "Bitburg")
    assert t.spent("u") == 1


# ---- 11.2 restrictions ---------------------------------------------------------------------------------------


@pytest.mark.rule("TM-11.21a")
def test_allies_do_not_enter_through_a_zone_held_by_germans():
    t = Table("18-1 Allied", "u: Allied infantry 3 in H, waiting; g: German armor 1 in H")
    t.pick("u")
    assert t.offers("area") == set()
    assert t.why("area", "Namur").rule == "TM-11.21a"
    assert t.offers("shift") == {"Zone G", "Zone I"}


@pytest.mark.rule("TM-11.21b")
def test_germans_may_enter_a_zone_held_by_allies():
    t = Table("18-1 German", "a: German armor 2 in Huy; d: Allied infantry 1 in G")
    t.move("a", "G")
    assert (t.where("a"), t.spent("a")) == ("Zone G", 1)
    t.end_movement()
    assert t.told(BattleJoined) == []
    assert t.side is Side.ALLIED


@pytest.mark.rule("TM-11.21b", "TM-8.27")
def test_germans_may_go_from_a_contested_area_into_a_zone_held_by_allies():
    # The other road to zone E, by Herve, keeps it in supply.
    t = Table("18-1 German", "a: German armor 2 in Henri-Chapelle; x: A001 in Henri-Chapelle; d: A002 in E")
    t.move("a", "E")
    assert (t.where("a"), t.spent("a")) == ("Zone E", 2)  # leaving the enemy costs one more


@pytest.mark.rule("TM-11.22")
@pytest.mark.parametrize(("area", "zone"), [("Habay", "L"), ("Arlon", "M"), ("Mamer", "N"), ("Luxembourg", "P")])
def test_germans_may_not_enter_the_southern_zones(area, zone):
    t = Table("18-1 German", f"a: German armor 2 in {area}")
    assert t.why_move("a", zone).rule == "TM-11.22"
    assert f"Zone {zone}" not in t.destinations("a")


@pytest.mark.rule("TM-11.22")
@pytest.mark.parametrize(
    ("area", "zone"),
    [
        *(("Aachen", "D"), ("Herve", "E"), ("Liege", "F"), ("Huy", "G")),
        *(("Namur", "H"), ("Dinant", "I"), ("Givet", "J"), ("Bouillon", "K")),
    ],
)
def test_germans_may_enter_the_zones_that_score(area, zone):
    t = Table("18-1 German", f"a: German armor 2 in {area}")
    assert t.why_move("a", zone) is None


@pytest.mark.rule("TM-11.23")
@pytest.mark.parametrize(("area", "zone"), [("Schleiden", "A"), ("Prum", "B"), ("Bitburg", "C")])
def test_allies_may_not_enter_the_german_zones(area, zone):
    t = Table("18-1 Allied", f"a: Allied armor 2 in {area}")
    assert t.why_move("a", zone).rule == "TM-11.23"
    assert f"Zone {zone}" not in t.destinations("a")


# ---- 11.3 contingent reinforcements --------------------------------------------------------------------------


@pytest.mark.rule("TM-11.3a")
@pytest.mark.parametrize(("allied", "released"), [(3, True), (4, False)])
def test_superiority_at_the_end_of_an_allied_impulse_releases_a_reserve(allied, released):
    t = Table("17-1 Allied", f"g: German foot 4 in St. Vith; d: Allied infantry {allied} in St. Vith", reserves=True)
    t.end_movement()
    t.do("done")  # no attack
    assert [event.formation for event in t.told(Released)] == (["FBB"] if released else [])
    t.wait_until("17-2 German")
    assert t.where("G083") == ("Zone B" if released else "nowhere")


@pytest.mark.rule("TM-11.3a")
def test_superiority_at_the_end_of_a_german_impulse_releases_nobody():
    t = Table(
        "17-1 German",
        "g: German foot 4 in St. Vith; d: Allied infantry 3 in St. Vith; help: Allied infantry 1 in Recht",
        reserves=True,
    )
    t.end_movement()
    t.do("done")
    assert t.told(Released) == []
    t.move("help", "St. Vith")
    t.end_movement()
    t.fight("St. Vith", 10)
    assert t.told(Released) == [], "4 against 4 is no superiority"


@pytest.mark.rule("TM-11.3b")
def test_a_release_is_for_good():
    # The 2SS may not come before 18-1. Its release is won on 17-1, and Vielsalm is empty again on 17-2.
    t = Table("17-1 Allied", "g: German foot 1 in Vielsalm", reserves=True)
    t.end_impulse()
    assert [event.formation for event in t.told(Released)] == ["2SS Pz"]
    t.wait_until("17-2 German")
    t.move("g", "Recht")
    assert t.where("G085") == "nowhere"
    t.wait_until("18-1 German")
    assert [t.where(unit) for unit in ("G085", "G086", "G087")] == ["Zone B"] * 3
    assert len(t.told(Released)) == 1


@pytest.mark.rule("TM-11.3b")
def test_a_released_unit_arrives_once():
    # Both FBB units come on 17-2; what becomes of them is not undone by later reinforcement steps.
    t = Table("17-1 Allied", "g: German foot 4 in St. Vith", reserves=True)
    t.wait_until("17-2 German")
    t.move("G083", "Prum")
    t.g.lose(t.unit("G083"), 1, "TM-9.21c")
    t.take_off("G084")
    t.wait_until("18-1 German")
    assert (t.where("G083"), t.strength("G083"), t.where("G084")) == ("Prum", 2, "gone")
    assert sum(event.unit == t.unit("G083") for event in t.told(Arrived)) == 1


@pytest.mark.rule("TM-11.31")
def test_every_contingent_unit_has_release_areas_and_no_date():
    box = Table("17-1 German").g.box
    waiting = [unit for unit, row in enumerate(box.units.rows) if row.release]
    assert sorted(unit for release in box.releases for unit in release.units) == waiting
    assert all(box.units.arrival[unit] is None and not box.units.rows[unit].setup for unit in waiting)
    assert all(release.areas for release in box.releases)
    assert [release.formation for release in box.releases] == [
        "FBB",
        "2SS Pz",
        "9SS Pz",
        "Fuh Gren",
        "11 Pz",
        "10SS Pz",
    ]


@pytest.mark.rule("TM-11.32")
def test_the_release_areas_on_the_map_are_those_of_the_cards():
    t = Table("17-1 German")
    box = t.g.box
    marked = {box.map.names[area] for release in box.releases for area in cells(release.areas)}
    assert marked == {
        *("St. Vith", "Houffalize", "Malmedy", "Vielsalm", "Eupen", "Stavelot", "Ettelbruck", "Wiltz", "Martelange"),
        *("Luxembourg", "Bastogne", "Arlon", "Baraque", "Trois Ponts", "Marche"),
    }
    silhouettes = {
        place.name for place in t.game.title.scene(t.game).places if "release" in [badge.kind for badge in place.badges]
    }
    assert silhouettes == marked, "the map shows what the cards say, and nothing else"


@pytest.mark.rule("TM-11.32")
def test_superiority_elsewhere_releases_nobody():
    t = Table("17-1 Allied", "g: German foot 4 in Recht; h: German foot 4 in Spa", reserves=True)
    t.end_impulse()
    assert t.told(Released) == []


@pytest.mark.rule("TM-11.11")
def test_the_101st_airborne_comes_to_zone_k_on_the_18th():
    rows = [row for row in Table("17-1 German").g.box.units.rows if row.name == "101 Abn"]
    assert [(row.arrives, row.zones, row.strength) for row in rows] == [
        *(("18-2", "K", 3), ("18-2", "K", 3), ("18-3", "K", 3), ("18-3", "K", 2))
    ]
    t = Table("18-1 Allied", reserves=True)
    ids = [row.id for row in rows]
    t.wait_until("18-2 German")
    assert [t.where(unit) for unit in ids] == ["Zone K", "Zone K", "nowhere", "nowhere"]
    t.wait_until("18-3 German")
    assert [t.where(unit) for unit in ids] == ["Zone K"] * 4
