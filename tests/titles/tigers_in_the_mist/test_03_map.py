"""3.0 The Map."""

from itertools import pairwise

import pytest

from ardennes.board.cells import cells
from ardennes.titles.tigers_in_the_mist.box.map import MAJOR
from tests.titles.tigers_in_the_mist.table import Table, rolls


@pytest.fixture(scope="module")
def board():
    return Table("16-1 German").g.box.map


@pytest.mark.rule("TM-3.21")
def test_perimeter_zones_are_lettered_a_to_p_without_o_and_are_no_areas(board):
    letters = [row.letter for row in board.zones]
    assert letters == list("ABCDEFGHIJKLMNP")
    assert all(board.is_zone(board.place(letter)) for letter in letters)
    assert not any(board.is_zone(row.number) for row in board.areas)
    assert not board.all_zones & board.all_areas


@pytest.mark.rule("TM-3.21")
def test_every_zone_is_an_entry_point_or_a_supply_source():
    t = Table("16-1 German")
    german, allied = t.g.box.sources
    assert [t.g.box.map.words[zone] for zone in cells(german)] == list("ABC")
    assert [t.g.box.map.words[zone] for zone in cells(allied)] == list("DEFGHIJKLMNP")
    entries = {zone for zones in t.g.box.entry_zones for zone in zones}
    assert entries
    assert all(t.g.box.map.is_zone(zone) for zone in entries)


@pytest.mark.rule("TM-3.22a")
def test_areas_have_a_name_and_a_number_of_their_own(board):
    numbers = [row.number for row in board.areas]
    names = [row.name for row in board.areas]
    assert len(set(numbers)) == len(numbers) == 143
    assert all(names)
    assert len(set(names)) == len(names)


@pytest.mark.rule("TM-3.22a")
def test_every_road_is_major_or_minor(board):
    assert {row.grade for row in board.roads} == {"major", "minor"}
    assert board.link(board.place("6"), board.place("27")).kind == MAJOR
    assert board.link(board.place("27"), board.place("28")).kind != MAJOR


#: Consecutive areas that share a border but no road.
NO_ROAD = {(18, 19), (55, 56)}


@pytest.mark.rule("TM-3.22b")
def test_consecutive_numbers_lie_side_by_side(board):
    joined = {tuple(sorted((a, link.to))) for a, links in enumerate(board.links) for link in links}
    for a, b in pairwise(row.number for row in board.areas):
        assert (a, b) in joined or (a, b) in NO_ROAD
        near, far = board.areas[a - 1], board.areas[b - 1]
        assert (near.x - far.x) ** 2 + (near.y - far.y) ** 2 < 30**2, f"{near.name} and {far.name} are far apart"
    assert {74, 76} <= {link.to for link in board.links[75]}


@pytest.mark.rule("TM-3.23")
def test_a_road_over_a_river_has_one_bridge_with_a_state():
    t = Table("17-1 German", blown=["51-70"])
    rivers = [row for row in t.g.box.map.roads if row.river]
    bridges = t.g.box.map.crossings
    assert len(set(bridges)) == len(bridges) == len(rivers)
    for row, ends in zip(rivers, bridges, strict=True):
        assert ends == (t.place(row.from_), t.place(row.to))
    assert t.blown() == {"Dasburg-Marnach"}
    assert t.g.box.map.crossing(t.place("Prum"), t.place("Pronsfeld")) == -1


@pytest.mark.rule("TM-3.24")
def test_country_and_landscape_cost_nothing():
    # Prum-Pronsfeld lies in the Eifel woods, Marche-Ciney in open Belgian fields, Luxembourg-Mamer in a third country.
    t = Table("17-1 German", "a: German armor 3 in Prum; b: German armor 3 in Marche; c: German armor 3 in Luxembourg")
    t.move("a", "Pronsfeld")
    t.move("b", "Ciney")
    t.move("c", "Mamer")
    assert t.spent("a") == t.spent("b") == t.spent("c") == 1


@pytest.mark.rule("TM-3.25")
def test_the_front_line_on_the_map_is_the_one_german_artillery_uses(board):
    drawn = [row.number for row in board.areas if row.front_line]
    assert drawn == cells(board.front_line)
    assert {board.names[area] for area in drawn} == {
        *("Echternach", "Osweiler", "Berdorf", "Beaufort", "Wallendorf", "Simmerath", "Monschau", "Rocherath"),
        *(
            "Losheimergraben",
            "Manderfeld",
            "Auw",
            "Bleialf",
            "Habscheid",
            "Lutzkampen",
            "Vianden",
            "Holzthum",
            "Marnach",
        ),
    }
    # 3.25 and 9.44: the same roll of 6 brings German guns in a ringed area only.
    for area, start, shells in (("Habscheid", "Sellerich", 1), ("Winterspelt", "Habscheid", 0)):
        t = Table("17-1 German", f"a: German foot 3 in {start}; d: Allied infantry 1 in {area}")
        t.move("a", area)
        t.end_movement()
        t.fight(
            area, rolls(calls=[9], attacker_calls=[6], fire=[10], attacker_guns=[10] * shells, attacker_fire=[10] * 3)
        )


@pytest.mark.rule("TM-3.28")
def test_zone_points_wait_for_the_end_of_the_game():
    t = Table("20-3 Allied", "a: German armor 3 in E")
    t.wait_until("21-1 German")
    assert t.g.vp == 0
    t.wait_for_the_end()
    assert t.g.vp == 6  # 3 strength points in a x2 zone
