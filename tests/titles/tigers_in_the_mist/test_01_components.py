"""1.0 Components and 2.0 Object."""

import pytest

from ardennes.kernel import ScriptedChance, Side
from ardennes.titles.tigers_in_the_mist.rules.combat.circumstances import D10
from tests.titles.tigers_in_the_mist.table import Table, rolls


@pytest.mark.rule("TM-1.0a")
def test_the_box_holds_what_the_rulebook_lists():
    box = Table("16-1 German").g.box.tables.components
    assert box.map_inches == (22, 34)
    assert (box.map_sheets, box.rulebooks, box.counter_sheets) == (1, 1, 2)
    assert (box.ten_sided_dice, box.scenario_cards, box.player_aid_cards) == (4, 5, 1)


@pytest.mark.rule("TM-1.0b")
def test_a_die_shows_one_to_ten_and_each_face_comes_up_as_often():
    assert D10.pairs == tuple((1, face) for face in range(1, 11))
    assert D10.total == 10


@pytest.mark.rule("TM-1.0b")
def test_the_face_printed_zero_is_a_ten_and_misses():
    t = Table("17-1 German", "a: German foot 1 in Prum; d: Allied infantry 2 in Pronsfeld")
    t.move("a", "Pronsfeld")
    t.end_movement()
    # With -1 for want of combined arms the defender hits on 1-5: a nought read as 0 would hit, read as 10 it misses.
    t.fight("Pronsfeld", rolls(calls=[10], fire=[10, 10], attacker_fire=[10]))
    assert (t.strength("a"), t.strength("d")) == (1, 2)


@pytest.mark.rule("TM-1.0b")
def test_no_die_can_show_nought():
    t = Table("17-1 German", "a: German foot 1 in Prum; d: Allied infantry 2 in Pronsfeld")
    t.move("a", "Pronsfeld")
    t.end_movement()
    with pytest.raises(ScriptedChance, match="0 cannot come up"):
        t.fight("Pronsfeld", [0])


@pytest.mark.rule("TM-2.0")
def test_there_are_two_sides_and_every_counter_belongs_to_one():
    units = Table("16-1 German").g.box.units
    services = {(row.side, row.service) for row in units.rows}
    assert services == {
        ("German", "SS"),
        ("German", "Wehrmacht"),
        ("German", "Luftwaffe"),
        ("Allied", "American"),
        ("Allied", "British"),
        ("Allied", "garrison"),
    }
    assert {units.side(unit) for unit in range(len(units))} == {Side.GERMAN, Side.ALLIED}


@pytest.mark.rule("TM-2.0")
def test_british_americans_and_garrisons_stack_and_fight_together():
    t = Table(
        "18-1 Allied", "us: A023 in Marche; uk: A076 in Marche; belgians: A016 in Marche; g: German foot 1 in Hotton"
    )
    t.move(["us", "uk", "belgians"], "Hotton")
    t.end_movement()
    t.fight("Hotton", [9, 9, 9])  # the German call, then two calls for 2 + 3 + 1 Allied strength points
    assert t.g.occupied[Side.ALLIED] == 1 << t.place("Hotton")
    assert t.step == "AimFire", "the lone defender must choose among three attackers"
