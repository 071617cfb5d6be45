"""5.0 Preparing For Play."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.box.components import scenario_menu
from tests.titles.tigers_in_the_mist.table import Table, rolls

START = {
    "Irrel-Echternach",
    "Nusbaum-Beaufort",
    "Wahlerscheid-Monschau",
    "Dasburg-Marnach",
    "Gemund-Holzthum",
}


@pytest.mark.rule("TM-5.1")
def test_five_bridges_are_down_at_the_start_and_no_other():
    t = Table("16-1 German", set_up=True)
    assert t.blown() == START
    for pair in ("40-41", "51-70", "55-69", "19-20", "10-11"):
        assert t.g.blown >> t.bridge(pair) & 1


@pytest.mark.rule("TM-5.21")
@pytest.mark.parametrize("scenario", [menu.key for menu in scenario_menu()])
def test_every_starting_unit_stands_where_its_card_says(scenario):
    t = Table("16-1 German", scenario=scenario, set_up=True)
    for unit, row in enumerate(t.g.box.units.rows):
        on_map_now = scenario in row.scenarios.split() and row.setup
        assert t.g.place[unit] == (row.setup if on_map_now else 0), row
        assert t.g.strength[unit] == (row.strength if on_map_now else 0), row


@pytest.mark.rule("TM-5.21")
def test_second_panzer_starts_at_dasburg():
    t = Table("16-1 German", set_up=True)
    assert [t.where(counter) for counter in ("G045", "G046", "G047", "G048")] == ["Dasburg"] * 4


@pytest.mark.rule("TM-5.22")
def test_units_marked_on_the_card_begin_entrenched_and_others_do_not():
    t = Table("16-1 German", set_up=True)
    assert t.has("A023", "entrenched")  # 28 Inf at Marnach
    assert not t.has("A025", "entrenched")  # 28 Inf at Hoscheid
    for unit, row in enumerate(t.g.box.units.rows):
        assert t.has(row.id, "entrenched") == (row.entrenched == "yes")
        if row.entrenched:
            assert t.g.box.units.infantry[unit]


@pytest.mark.rule("TM-5.23a")
def test_only_white_triangle_allies_move_in_the_first_impulse():
    t = Table("16-1 Allied", set_up=True)
    assert t.g.box.units.rows[t.unit("A006")].triangle == "white"
    assert t.why("unit", "A006") is None
    assert t.why("unit", "A004").rule == "TM-5.23a"
    t.wait_until("16-2 Allied")
    assert t.why("unit", "A006") is None
    assert t.why("unit", "A004") is None


@pytest.mark.rule("TM-5.23a")
def test_a_unit_without_triangle_cannot_be_taken_along_either():
    t = Table("16-1 Allied", "fresh: A006 in Elsenborn; tired: A004 in Elsenborn")
    t.pick("fresh")
    assert t.why("unit", "tired").rule == "TM-5.23a"


@pytest.mark.rule("TM-5.23b1", "TM-5.23b2")
def test_any_allied_infantry_may_dig_in_in_the_first_impulse():
    t = Table(
        "16-1 Allied",
        "plain: A004 in Rocherath; beside: A025 in Hoscheid; tanks: A028 in Weiswampach; g: G053 in Hoscheid",
    )
    assert t.why("entrench", "plain") is None
    assert t.why("entrench", "beside").rule == "TM-8.55"
    assert t.why("entrench", "tanks").rule == "TM-8.54"
    assert t.offers("entrench") == {"plain"}
    t.do("entrench", "plain")
    assert t.has("plain", "entrenched")


@pytest.mark.rule("TM-5.23c")
def test_an_ally_without_triangle_may_still_attack_in_place():
    t = Table("16-1 Allied", "d: A004 in Rocherath; g: G007 in Rocherath")
    assert t.why("unit", "d").rule == "TM-5.23a"
    t.end_movement()
    assert t.offers("area") == {"Rocherath"}
    t.fight("Rocherath", rolls(calls=[9], attacker_calls=[9], fire=[10] * 3, attacker_fire=[1, 10, 10]), also=["d"])
    assert t.strength("g") == 2


@pytest.mark.rule("TM-5.24")
def test_red_triangle_germans_wait_for_the_second_impulse():
    t = Table("16-1 German", set_up=True)
    assert t.g.box.units.rows[t.unit("G017")].triangle == "red"
    assert t.why("unit", "G017").rule == "TM-5.24"
    assert "G017" not in t.offers("unit")
    assert t.why("unit", "G046") is None
    t.wait_until("16-2 German")
    assert t.why("unit", "G017") is None


@pytest.mark.rule("TM-5.24")
def test_a_red_triangle_unit_cannot_be_taken_along_in_the_first_impulse():
    t = Table("16-1 German", "flak: G041 in Neuerburg; lehr: G043 in Neuerburg")
    t.pick("flak")
    assert t.why("unit", "lehr").rule == "TM-5.24"


@pytest.mark.rule("TM-5.31")
@pytest.mark.parametrize("scenario", [menu.key for menu in scenario_menu()])
def test_play_begins_on_16_1_with_the_germans(scenario):
    t = Table("16-1 German", scenario=scenario, set_up=True)
    fresh = t.game.start(seed=1)
    assert (t.game.title.clock(fresh.sight(fresh.side)), fresh.side) == ("16-1", Side.GERMAN)


@pytest.mark.rule("TM-5.32")
@pytest.mark.parametrize("scenario", [menu.key for menu in scenario_menu()])
def test_the_score_begins_at_nought(scenario):
    fresh = Table("16-1 German", scenario=scenario, set_up=True).game.start(seed=1)
    assert fresh.table()["vp"] == 0


@pytest.mark.rule("TM-5.24")
def test_the_units_that_bear_a_red_triangle():
    t = Table("16-1 German", set_up=True)
    red = [row.name for row in t.g.box.units.rows if row.triangle == "red"]
    assert red == [
        *("902 Stg", "1SS Pz", "1SS Pz", "501SS Pz", "1SS Pz", "150 Pz", "150 Pz", "12SS Pz", "12SS Pz", "12SS Pz"),
        *("560 JgPz", "2 Flak", "Lehr", "Lehr", "Lehr"),
    ]
    assert t.why("unit", "G006").rule == "TM-5.24", "902 Stg, in Dreiborn"
