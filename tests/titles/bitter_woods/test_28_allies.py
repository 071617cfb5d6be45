"""28 Inter-Allied cooperation. The Meuse is bridged between 3806 and Huy 3807, and at Dinant 4717."""

import pytest

from tests.titles.bitter_woods.table import Table

ON = ("inter_allied",)


@pytest.mark.rule("BW-28.1")
def test_the_british_stay_behind_the_meuse():
    units = "Gds/32 at 3806; 11/29 at 3806"
    t = Table("22AM Allied", units, options=ON)
    assert t.why_move("Gds/32", "3807") == "BW-28.1"
    assert t.why_move("11/29", "3807") == ""
    assert Table("22AM Allied", units).why_move("Gds/32", "3807") == ""
    assert t.reach("Gds/32"), "it moves on its own bank"


@pytest.mark.rule("BW-28.1")
def test_nor_do_they_advance_or_retreat_over_it():
    t = Table("22AM Allied", "Gds/32 at 3806; a: 11/29 at 3806", options=ON)
    t.may_advance("3807", 1, "Gds/32", "a")
    assert t.why_advance("Gds/32", "3807") == "BW-28.1"
    assert t.why_advance("a", "3807") == ""
    back = Table("22AM German", "Gds/32 at 3807; x: German infantry at 3808", options=ON)
    west = back.box.map.areas["west"]
    assert not any(west >> back.hex(cell) & 1 for cell in back.retreats("Gds/32", 1) if cell.isdigit())


@pytest.mark.rule("BW-28.1")
@pytest.mark.parametrize(("options", "told"), [(ON, "BW-28.1"), ((), "")])
def test_nor_do_they_cross_it_beside_a_builder(options, told):
    t = Table(
        "22AM Allied",
        "a: 11/29 at 2903; Gds/5 at 2903",
        blown=["2802/2903"],
        air=(0, 0),
        options=options,
    )
    t.do("repair", "a")
    while t.step != "Construction":
        t.do("done")
    t.do("bridge", "2802/2903")
    assert t.where("a") == "2802"
    assert (t.step == "Crossing" and t.offers("unit") == {"Gds/5"}) is (told == "")


@pytest.mark.rule("BW-28.2")
def test_americans_and_british_do_not_stack_of_their_own_will():
    units = "11/29 at 3813; u: Allied infantry 5-4-4 at 3814"
    t = Table("22AM Allied", units, options=ON)
    assert t.why_move("11/29", "3814") == "BW-28.2"
    assert t.why_move("u", "3813") == "BW-28.2"
    assert Table("22AM Allied", units).why_move("11/29", "3814") == ""
    t = Table("22AM Allied", units, options=ON)
    t.may_advance("3814", 1, "11/29")
    assert t.why_advance("11/29", "3814") == "BW-28.2"


@pytest.mark.rule("BW-28.2")
def test_a_retreat_may_bring_them_together():
    """Every free hex around holds an American."""
    t = Table("22AM German", "11/29 at 3814; a: German infantry at 3813", options=ON)
    ways = t.retreats("11/29", 1)
    assert ways
    for n, cell in enumerate(sorted(ways)):
        t.g.put(t.box.units.unit(("30/117", "30/119", "30/120", "75/289", "75/290")[n]), t.hex(cell))
    assert t.retreats("11/29", 1) == ways


@pytest.mark.rule("BW-28.3")
def test_a_joint_combat_shifts_one_column_for_the_germans():
    attack = "11/29 at 3813; u: Allied armor at 3714; x: German infantry 5-4-3 at 3814"
    t = Table("22AM Allied", attack, options=ON)
    plain = Table("22AM Allied", attack)
    both, one = (t.odds("3814", "11/29", "u"), plain.odds("3814", "11/29", "u"))
    assert both.column == one.column - 1
    assert t.odds("3814", "u").column == plain.odds("3814", "u").column
    assert t.odds("3814", "11/29").column == plain.odds("3814", "11/29").column
    defence = "11/29 at 3814; u: Allied infantry 5-4-4 at 3814; a: 1SS/Peiper at 3813"
    t, plain = Table("22AM German", defence, options=ON), Table("22AM German", defence)
    assert t.odds("3814", "a").column == plain.odds("3814", "a").column + 1


@pytest.mark.rule("BW-28.4")
def test_artillery_supports_combats_of_its_own_nation():
    units = "11/29 at 3813; u: Allied armor at 3714; XXX at 3810; x: German infantry 5-4-3 at 3814"
    t = Table("22AM Allied", units, phase="combat", options=ON)
    t.plan("3814", "u", "XXX")
    assert t.refused("fight") == "BW-28.4"
    assert t.g.air[1] == 0 or t.refused("air") == ""
    t.do("unit", "11/29")
    assert t.refused("fight") == ""
    units = "a: German armor at 3813; u: Allied infantry at 3814; XXX at 3818"
    t = Table("22AM German", units, phase="combat", air=(0, 0), options=ON)
    t.plan("3814", "a")
    t.do("fight", None, [1])
    assert t.step != "ChooseSupport", "the British guns have nothing to say"
