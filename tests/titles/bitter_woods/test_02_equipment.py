"""2.0 Game Equipment."""

import pytest

import ardennes
from ardennes.kernel import Side
from ardennes.kernel.chance import Chances
from ardennes.titles.bitter_woods.box import Box
from ardennes.titles.bitter_woods.box.counters import SIZES, Kind
from ardennes.titles.bitter_woods.rules.combat.declaring import D6


@pytest.fixture(scope="module")
def box() -> Box:
    return ardennes.game("bitter_woods", "campaign").data


@pytest.mark.rule("BW-2")
def test_dice_have_six_sides():
    assert [outcome for _, outcome in D6.pairs] == [1, 2, 3, 4, 5, 6]
    assert {weight for weight, _ in D6.pairs} == {1}
    two = Chances((1, a + b) for a in range(1, 7) for b in range(1, 7))
    assert {outcome for _, outcome in two.pairs} == set(range(2, 13))


@pytest.mark.rule("BW-2.1")
def test_the_map_sheet_carries_its_four_tables(box):
    assert box.map.grid.number(box.map.grid.cell("1424")) == "1424"
    assert set(box.terrain) == {"clear", "light_woods", "forest", "broken", "town"}
    assert len(box.track) == 22
    assert [row.die for row in box.shortage] == [1, 2, 3, 4, 5, 6]
    assert (box.tables.bridges.enemy_across, box.tables.bridges.enemy_near) == (3, 4)


@pytest.mark.rule("BW-2.2", "BW-ESCc")
def test_counters_record_seven_things(box):
    for unit in (*box.players[0], *box.players[1]):
        row = box.units.rows[unit]
        assert all((row.service, row.id, row.size, row.type, row.strength, row.er, row.ma))
    peiper = box.units.rows[box.units.unit("1SS/Peiper")]
    assert (peiper.strength, peiper.er, peiper.ma) == (15, 6, 5)
    printed = {(row.strength, row.er, row.ma) for row in box.units.rows}
    assert {(5, 4, 4), (9, 5, 4)} <= printed


@pytest.mark.rule("BW-2.3")
def test_sizes(box):
    assert SIZES == {"II": "battalion", "III": "regiment", "X": "brigade", "XXXX": "army"}
    assert SIZES[box.units.rows[box.units.unit("Patton")].size] == "army"
    assert SIZES[box.units.rows[box.units.unit("28/110")].size] == "regiment"
    assert SIZES[box.units.rows[box.units.unit("PzB150")].size] == "brigade"


@pytest.mark.rule("BW-2.4a")
def test_allied_colours(box):
    for unit in box.units.of[Side.ALLIED]:
        row = box.units.rows[unit]
        assert (row.service, row.army) in {("American", "US1"), ("American", "US3"), ("British", "BR")}
    for name in ("4A/CCA", "2Cav", "6A/CCR", "193", "404"):
        assert box.units.rows[box.units.unit(name)].army == "US3"
    assert box.units.rows[box.units.unit("28/110")].army == "US1"


@pytest.mark.rule("BW-2.4b")
def test_german_colours(box):
    for unit in box.players[Side.GERMAN]:
        row = box.units.rows[unit]
        assert row.army in ("6PA", "5PA", "7A")
        if row.service == "SS":
            assert row.army == "6PA"
        if row.service == "Luftwaffe":
            assert row.army in ("6PA", "7A")


@pytest.mark.rule("BW-2.5a")
def test_mechanized_units(box):
    for name, kind in (
        ("2Pz/3", Kind.ARMOR),
        ("7A/CCB", Kind.ARMOR),
        ("14Cav", Kind.ARMORED_CAVALRY),
        ("2Pz/2", Kind.ARMORED_INFANTRY),
    ):
        unit = box.units.unit(name)
        assert box.units.kind[unit] is kind
        assert box.units.mechanized[unit]
        assert (box.units.rows[unit].silhouette != "none") == (kind is Kind.ARMOR)


@pytest.mark.rule("BW-2.5b")
def test_the_other_categories(box):
    kinds = {name: box.units.kind[box.units.unit(name)] for name in ("388", "9R", "ArmyArt/A6", "Patton", "12VG/27")}
    assert kinds["388"].artillery
    assert kinds["9R"].artillery
    assert kinds["ArmyArt/A6"].artillery
    assert kinds["Patton"] is Kind.LEADER
    assert not any((kinds["12VG/27"].artillery, kinds["12VG/27"].mechanized))
    assert kinds["12VG/27"].foot
    assert box.units.kind[box.units.unit("101/327G")].foot


@pytest.mark.rule("BW-2.5c")
def test_heavy_silhouettes(box):
    heavy = {
        box.units.rows[unit].silhouette for unit in box.units.of[0] if box.units.profiles[box.units.profile[unit]].heavy
    }
    assert heavy == {"panther", "tiger", "jagdtiger"}
    light = box.units.profiles[box.units.profile[box.units.unit("PzB150")]]
    assert light.silhouette
    assert not light.heavy


@pytest.mark.rule("BW-2.7")
def test_markers(box):
    assert set(box.tables.markers) - {"source"} == {
        "Ford", "Improved Position", "Fortification", "Out of Supply", "Air Supply", "Blown Bridge",
        "Bridge Construction", "Reserve", "Shock", "Aircraft", "Moved",
    }  # fmt: skip
    assert box.tables.markers["Moved"] == 3


@pytest.mark.rule("BW-17b")
def test_objectives_are_known_to_the_rules(box):
    number = box.map.grid.number
    assert number(box.map.place("Vireux")) == "5223"
    assert number(box.map.place("Ramet")) == "3204"
    towns = (box.bastogne, box.st_vith, box.marche, box.houffalize)
    assert [number(town) for town in towns] == ["2526", "1316", "3518", "2221"]


@pytest.mark.rule("BW-8.2c")
def test_the_hexes_of_four_cities_are_permanent_fortifications(box):
    assert box.permanent == box.map.features["fortification"]
    assert box.liege & box.permanent == box.liege
    assert box.liege.bit_count() == 3


@pytest.mark.rule("BW-ESCb")
def test_dates(box):
    grounds = {row.turn: row.ground for row in box.track}
    assert [turn for turn, ground in grounds.items() if ground == "mud"] == ["18AM", "18PM", "19AM", "19PM"]
    assert next(turn for turn, ground in grounds.items() if ground == "freeze") == "23AM"
    assert grounds["26PM"] == "freeze"
    dates = box.tables.dates
    assert dates.shortage_from == "20AM"
    assert dates.boundaries_until == "18PM"
    assert dates.german_supply_until == "17PM"
    assert dates.no_allied_demolition_until == "16PM"
    assert (dates.attrition_from, dates.surrender_from) == ("21AM", "17AM")


@pytest.mark.rule("BW-ESCa")
def test_hexes_of_special_rules_are_tagged(box):
    tagged = {kind: box.map.grid.numbers(sum(s.board for s in found)) for kind, found in box.map.special.items()}
    assert tagged["event_bridge"] == ["1630"]
    assert tagged["dump"] == ["1809", "2719"]
    assert {"0335", "1134"} <= set(tagged["garrison"])
