"""5.1 - 5.3 Movement: allowances, roads, terrain, rivers."""

import itertools

import pytest

from tests.titles.bitter_woods.table import Table

# North of 4306 lie five clear hexes without a road; about 3814 it is clear too, about 4430 light woods,
# about 0410 forest.


@pytest.mark.rule("BW-5.1a")
def test_any_number_of_units_may_move():
    t = Table("17AM German", "a: German infantry at 3814; b: German infantry at 3714")
    t.end_movement()
    assert (t.where("a"), t.where("b")) == ("3814", "3714")
    t = Table("17AM German", "a: German infantry at 3814; b: German infantry at 3714")
    t.move("a", "3813")
    t.move("b", "3713")
    assert t.offers("unit") == set()
    assert t.refused("done") == ""


@pytest.mark.rule("BW-5.1b")
def test_a_move_is_a_chain_of_adjacent_hexes():
    t = Table("20AM Allied", "d: Allied infantry 5-4-4 at 4306")
    assert t.why_move("d", "4301") == "BW-5.2a"  # five hexes off: one would have to be skipped
    t.do("unit", "d")
    path = t.do("hex", "4303")[0].path
    assert [t.grid.number(cell) for cell in path] == ["4306", "4305", "4304", "4303"]
    assert all(t.grid.adjacent(a, b) for a, b in itertools.pairwise(path))


@pytest.mark.rule("BW-5.1c", "BW-6.3")
def test_no_unit_enters_or_passes_an_enemy():
    t = Table("17AM German", "a: German infantry at 3814; g: Allied artillery at 3813")
    assert t.why_move("a", "3813") == "BW-5.1c"
    t.do("unit", "a")
    assert t.offers("hex") & {"3713", "3913"} == {"3713", "3913"}  # round it: artillery stops nobody
    t = Table("17AM German", "a: German infantry 5-4-3 at 4306; g: Allied artillery at 4305")
    assert t.why_move("a", "4303") == "BW-5.2a"  # three hexes straight on, but four round the gun


@pytest.mark.rule("BW-5.2a")
def test_the_allowance_is_the_limit():
    t = Table("20AM Allied", "d: Allied infantry 5-4-4 at 4306")
    assert t.cost("d", "4302") == "4"
    assert t.why_move("d", "4301") == "BW-5.2a"


@pytest.mark.rule("BW-5.2b")
def test_points_left_over_are_lost():
    t = Table("18PM Allied", "d: Allied infantry 5-4-4 at 4307; e: Allied infantry 5-4-4 at 4406")
    t.move("d", "4306")
    assert t.refused("unit", "d") == "BW-5.2b"
    t.end_turn()
    while t.side is t.side.GERMAN or t.step != "Movement":
        t.do("done")
    assert t.g.date == "19AM"
    assert t.cost("d", "4302") == "4"
    assert t.why_move("d", "4301") == "BW-5.2a"


@pytest.mark.rule("BW-5.2c", "BW-5.3c")
def test_fractions_add_up_exactly():
    t = Table("19AM German", "a: German infantry 5-4-3 at 1116")
    assert t.cost("a", "1415") == "1"
    assert t.cost("a", "2016") == "3"  # nine road hexes
    assert t.why_move("a", "2117") == "BW-5.2a"  # the tenth


@pytest.mark.rule("BW-5.2d")
def test_one_hex_is_always_possible():
    """On 16AM Allied artillery has one movement point; forest costs two."""
    t = Table("16AM Allied", "g: Allied artillery at 4734")
    assert t.step_cost("g", "4634") == "2"
    assert t.why_move("g", "4634") == ""
    t.move("g", "4634")
    assert t.where("g") == "4634"
    assert t.refused("unit", "g") == "BW-5.2b"
    t = Table("20AM German", "a: German infantry 5-4-3 at 4433, unsupplied")  # half of 3 is 2
    assert t.step_cost("a", "4432") == "3"
    assert t.why_move("a", "4432") == ""
    assert t.why_move("a", "4431") == "BW-5.2a"


@pytest.mark.rule("BW-5.2e", "BW-5.3g")
def test_the_guarantee_opens_no_closed_terrain():
    t = Table("17AM German", "a: German 6PA armor at 0211, unsupplied")
    assert t.why_move("a", "0311") == "BW-5.3g"


@pytest.mark.rule("BW-5.2f", "BW-7.4c")
def test_the_guarantee_does_not_lead_from_zone_to_zone_of_one_unit():
    t = Table("19AM German", "a: German armored infantry at 3813, unsupplied; d: Allied infantry at 3713")
    assert t.why_move("a", "3812") == "BW-7.4c"  # two points, and in the mud each hex costs two
    assert t.why_move("a", "3714") == "BW-7.4c"
    assert t.why_move("a", "3814") == ""


# ---- roads -------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-5.3a")
def test_the_road_rate_is_a_quarter_whatever_the_ground():
    t = Table("17AM Allied", "c: Allied cavalry at 2317; d: Allied infantry at 2417; g: Allied artillery at 2418")
    assert t.cost("c", "2417") == "1/4"  # forest
    assert t.cost("d", "2317") == "1/4"
    assert t.cost("g", "2417") == "1/4"
    t = Table("17AM German", "a: German 5PA armored infantry at 2317", freed=(1 << 228) - 1)
    assert t.cost("a", "2417") == "1/4"


@pytest.mark.rule("BW-5.3b")
def test_without_a_linking_road_terrain_counts():
    """1014 and 1015 are both road hexes, but no road crosses between them."""
    t = Table("17AM Allied", "d: Allied infantry at 1014")
    assert t.step_cost("d", "0915") == "1/4"
    assert t.step_cost("d", "1015") == "1"


@pytest.mark.rule("BW-5.3c", "BW-5.3d", "BW-5.3e")
def test_german_infantry_rockets_and_corps_artillery_are_slower_on_roads():
    t = Table("19AM German", "a: German infantry at 1116; r: German rocket at 1116; g: German artillery at 1116")
    assert t.cost("a", "1415") == "1"  # three hexes
    assert t.cost("r", "1715") == "2"  # six
    assert t.cost("g", "1316") == "1"  # two
    assert t.cost("g", "1215") == "1/2"
    t = Table("19AM German", "p: German 5PA armored infantry at 1116")
    assert t.cost("p", "1516") == "1"  # panzergrenadiers: four


# ---- terrain -----------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-5.3f")
def test_forest_costs_two():
    t = Table("20AM Allied", "d: Allied infantry 5-4-4 at 0410; c: Allied cavalry at 0410")
    assert t.cost("d", "0310") == "2"
    assert t.cost("d", "0411") == "2"
    assert t.cost("c", "0411") == "2"  # no silhouette
    t = Table("20AM Allied", "d: Allied infantry 5-4-4 at 0409")
    assert t.cost("d", "0411") == "4"


@pytest.mark.rule("BW-5.3g")
def test_armor_enters_forest_by_road_only():
    t = Table("17AM Allied", "d: Allied armor at 0218; e: Allied armor at 2316; f: Allied infantry at 0218")
    assert t.why_move("d", "0219") == "BW-5.3g"
    assert t.why_move("f", "0219") == ""
    assert t.cost("e", "2317") == "1/4"


@pytest.mark.rule("BW-5.3h")
def test_armor_leaves_forest_by_road_only():
    t = Table("17AM Allied", "d: Allied armor at 0304; e: Allied infantry at 0304; f: Allied armor at 2417")
    assert t.why_move("d", "0204") == "BW-5.3h"
    assert t.why_move("e", "0204") == ""
    assert t.step_cost("f", "2416") == ""
    assert t.step_cost("f", "2518") == "1/4"


@pytest.mark.rule("BW-5.3i")
def test_armor_in_0812_leaves_for_0912_only():
    t = Table("17AM German", "a: German 6PA heavy armor 12-5-4 at 0812; b: German 6PA light armor at 0812")
    around = t.grid.numbers(t.grid.neighbours[t.hex("0812")])
    for name in ("a", "b"):
        assert [number for number in around if t.step_cost(name, number)] == ["0912"]


@pytest.mark.rule("BW-5.3j")
def test_broken_costs_two():
    t = Table("20AM Allied", "d: Allied infantry at 1229; c: Allied armor at 1229; g: Allied artillery at 1229")
    for name in "dcg":
        assert t.step_cost(name, "1330") == "2"
        assert t.step_cost(name, "1329") == "1/4"  # broken too, but by road


@pytest.mark.rule("BW-5.3k")
def test_a_town_costs_one_even_in_mud():
    t = Table("18AM Allied", "d: Allied armor at 1229; e: Allied infantry at 1229")
    assert t.step_cost("d", "1129") == "1"
    assert t.step_cost("e", "1129") == "1"


@pytest.mark.rule("BW-5.3l")
def test_light_woods():
    t = Table("20AM Allied", "d: Allied infantry at 4430; c: Allied cavalry at 4430; g: Allied artillery at 4430")
    assert t.cost("d", "4429") == "1"
    assert t.cost("c", "4429") == "2"
    assert t.cost("g", "4429") == "2"


@pytest.mark.rule("BW-5.3m")
def test_from_23am_frozen_light_woods_cost_one():
    for date, cost in (("22PM", "2"), ("23AM", "1"), ("26PM", "1")):
        t = Table(f"{date} Allied", "d: Allied armor at 4430; g: Allied artillery at 4430")
        assert (t.cost("d", "4429"), t.cost("g", "4429")) == (cost, cost)


@pytest.mark.rule("BW-5.3n")
def test_clear_costs_one_outside_mud():
    t = Table("17PM Allied", "g: Allied artillery at 3814; d: Allied infantry at 3814; c: Allied armor at 3814")
    assert [t.cost(name, "3813") for name in "gdc"] == ["1", "1", "1"]


@pytest.mark.rule("BW-5.3o")
def test_mud():
    for date, cost in (("17PM", "1"), ("18AM", "2"), ("18PM", "2"), ("19AM", "2"), ("19PM", "2"), ("20AM", "1")):
        t = Table(f"{date} Allied", "c: Allied armor at 3814; d: Allied infantry at 3814; g: Allied artillery at 3814")
        assert (t.cost("c", "3813"), t.cost("g", "3813"), t.cost("d", "3813")) == (cost, cost, "1")


@pytest.mark.rule("BW-5.3p")
def test_mud_leaves_roads_alone():
    t = Table("19AM Allied", "c: Allied armor at 0814")
    assert t.cost("c", "0915") == "1/4"


# ---- rivers ------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-5.3q")
def test_a_river_is_crossed_with_the_first_step_or_not_at_all():
    t = Table("20AM Allied", "d: Allied infantry 5-4-4 at 4433; e: Allied infantry 5-4-4 at 4434")
    assert t.why_move("d", "4432") == ""
    assert t.why_move("e", "4432") == "BW-5.3q"


@pytest.mark.rule("BW-5.3r")
def test_infantry_wades_into_open_ground_and_goes_on():
    t = Table("20AM Allied", "d: Allied infantry 5-4-4 at 0526")
    assert t.cost("d", "0425") == "1"
    assert t.cost("d", "0424") == "2"  # it goes on from the far bank
    t = Table("20AM Allied", "d: Allied infantry 5-4-4 at 1204")
    assert t.cost("d", "1105") == "1"
    t = Table("20AM German", "a: German 6PA armored infantry at 0526")
    assert t.cost("a", "0425") == "1"
    assert t.why_move("a", "0424") == ""


@pytest.mark.rule("BW-5.3s")
def test_infantry_wading_into_rough_ground_pays_one_more_and_goes_on():
    t = Table("20AM Allied", "d: Allied infantry 5-4-4 at 4433")
    assert t.cost("d", "4432") == "3"
    assert t.cost("d", "4431") == "4"
    t = Table("20AM Allied", "d: Allied infantry 5-4-4 at 0425")
    assert t.cost("d", "0526") == "3"


@pytest.mark.rule("BW-5.3z")
def test_what_crossing_costs_by_the_ground_beyond():
    crossings = {
        ("0526", "0425"): "1",  # clear
        ("3821", "3820"): "1",  # town
        ("1204", "1105"): "1",  # light woods
        ("0425", "0526"): "3",  # broken
        ("4433", "4432"): "3",  # forest
    }
    for (start, to), cost in crossings.items():
        t = Table("20AM Allied", f"d: Allied infantry at {start}")
        assert t.step_cost("d", to) == cost, (start, to)


@pytest.mark.rule("BW-5.3t")
def test_armor_cavalry_and_artillery_stop_on_the_far_bank():
    t = Table("20AM Allied", "c: Allied cavalry at 0526; k: Allied armor at 0526; g: Allied artillery at 4433")
    for name, bank, beyond in (("c", "0425", "0424"), ("k", "0425", "0424"), ("g", "4432", "4431")):
        assert t.why_move(name, bank) == ""
        assert t.why_move(name, beyond) == "BW-5.3q"


@pytest.mark.rule("BW-5.3u")
def test_panthers_and_tigers_never_ford():
    t = Table("20AM German", "a: German 5PA heavy armor at 0105, unsupplied; b: German light armor at 0105")
    assert t.why_move("a", "0106") == "BW-5.3u"  # not even as the one hex every unit may move
    assert t.why_move("b", "0106") == ""
    t = Table("20AM German", "a: German 5PA heavy armor at 1324; b: German light armor at 1324", blown=["1324/1424"])
    assert (t.step_cost("a", "1424"), t.step_cost("b", "1424")) == ("", "2")
    t = Table("20AM German", "a: German 5PA heavy armor at 1324")
    assert t.step_cost("a", "1424") == "1/4"


@pytest.mark.rule("BW-5.3v")
def test_the_meuse_is_crossed_by_bridge():
    t = Table("20AM Allied", "c: Allied cavalry at 5133; k: Allied armor at 5133; g: Allied artillery at 5133")
    for name in "ckg":
        assert t.why_move(name, "5132") == "BW-5.3v"
    t = Table("20AM Allied", "c: Allied cavalry at 3204; k: Allied armor at 3204; g: Allied artillery at 3204")
    for name in "ckg":
        assert (t.step_cost(name, "3203"), t.step_cost(name, "3304")) == ("", "1/4")  # the bridge of Flémalle


@pytest.mark.rule("BW-5.3w")
def test_infantry_takes_a_whole_move_to_cross_the_meuse():
    t = Table("20AM Allied", "d: Allied infantry 5-4-4 at 5133")
    assert t.step_cost("d", "5132") == "4"
    assert t.why_move("d", "5132") == ""
    assert t.why_move("d", "5131") == "BW-5.3q"
    assert t.why_move("d", "5231") == "BW-5.3q"


@pytest.mark.rule("BW-5.3x")
def test_cliffs_are_closed():
    """The Meuse at Monthermé: not even the one hex every unit may move leads over."""
    t = Table("20AM German", "a: German infantry at 5132, unsupplied")
    assert t.why_move("a", "5031") == "BW-5.3x"
    assert t.why_move("a", "5032") == ""  # the Meuse without a cliff


@pytest.mark.rule("BW-5.3y")
def test_no_attack_over_a_cliff_but_guns_fire_over_it():
    units = "a: German 7A infantry at 1128; b: German 7A infantry at 1029; g: German artillery at 1027"
    t = Table("17AM German", f"{units}; d: Allied infantry at 1129", phase="combat")
    t.do("hex", "1129")
    assert t.refused("unit", "a") == "BW-5.3y"
    assert t.refused("unit", "b") == ""
    assert t.refused("unit", "g") == ""  # two hexes off, over the cliff
    t = Table("17AM German", "a: German 7A infantry at 1128; d: Allied infantry at 1129", phase="combat")
    assert t.step != "Combat"


def test_a_move_goes_by_the_cheapest_route():
    t = Table("20AM Allied", "d: Allied infantry 5-4-4 at 1116")
    assert t.cost("d", "1516") == "1"
    events = t.move("d", "1516")
    assert [t.grid.number(cell) for cell in events[0].path] == ["1116", "1215", "1316", "1415", "1516"]


def test_a_unit_may_be_put_back():
    t = Table("20AM Allied", "d: Allied infantry at 3814")
    t.do("unit", "d")
    t.do("unit", "d")
    assert t.step == "Movement"
    assert not t.has("d", "moved")


def test_by_way_of_a_hex_that_matters():
    """Coming through the end of a boundary frees a unit, so one may insist on the way through."""
    t = Table("18AM German", "a: German 6PA armor 12-5-4 at 2316")
    t.do("unit", "a")
    assert t.offers("via") == {"2417"}
    assert "2518" not in t.offers("hex")  # beyond the boundary, and the way through 2417 is another move
    t = Table("18AM German", "p: German 5PA armor 8-5-4 at 2418")
    t.do("unit", "p")
    assert t.offers("via") == {"2417"}
    t.do("via", "2417")
    assert t.where("p") == "2417"
    assert t.has("p", "freed")
    assert "2316" in t.offers("hex")
    assert t.refused("stop") == ""
    t.do("hex", "2316")
    assert t.where("p") == "2316"


@pytest.mark.rule("BW-5.1b")
def test_nobody_moves_to_where_it_stands():
    t = Table("20AM German", "a: German infantry 5-4-3 at 3813; d: Allied infantry at 3001")
    t.do("unit", "a")
    assert t.refused("hex", "3813") == "BW-5.1b"
