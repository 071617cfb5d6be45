"""8.0 Improved Positions and Fortifications."""

import pytest

from ardennes.titles.bitter_woods.events import CombatRolled
from ardennes.titles.bitter_woods.rules import improved_positions
from ardennes.titles.bitter_woods.rules.combat import strengths
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from tests.titles.bitter_woods.table import Table


def modifier(t: Table, target: str, *names: str) -> int:
    attack = Attack(t.side, t.hex(target), tuple(sorted(t.unit(name) for name in names)))
    return strengths.odds(t.g, attack).modifier


@pytest.mark.rule("BW-8.1a")
def test_an_improved_position_cancels_the_attackers_advantage():
    units = "a: German 5PA armor 9-5-4 at 3813; d: Allied infantry 5-4-4 at 3814"
    assert modifier(Table("19AM German", units, phase="combat"), "3814", "a") == -1
    assert modifier(Table("19AM German", f"{units}, improved", phase="combat"), "3814", "a") == 0


@pytest.mark.rule("BW-8.1b")
def test_it_gives_the_defender_no_bonus_of_its_own():
    units = "a: German infantry 5-4-3 at 3813; d: Allied infantry {} at 3814, improved"
    assert modifier(Table("19AM German", units.format("5-4-4"), phase="combat"), "3814", "a") == 0
    assert modifier(Table("19AM German", units.format("5-5-4"), phase="combat"), "3814", "a") == 1


@pytest.mark.rule("BW-8.1h")
def test_the_rulebooks_example():
    units = (
        "a: German armor 9-5-4 at 3813; b: German infantry 5-4-3 at 3715; d: Allied infantry 5-4-4 at 3814, improved"
    )
    t = Table("19AM German", units, phase="combat")
    assert modifier(t, "3814", "a") == 0
    assert modifier(t, "3814", "b") == 0


@pytest.mark.rule("BW-8.1c")
def test_who_builds():
    units = (
        "d: Allied infantry at 3814; e: Allied armor at 4306; f: Allied infantry at 4802; a: German artillery at 4803"
    )
    t = Table("19AM Allied", units)
    assert t.refused("improve", "d") == ""
    assert t.refused("improve", "e") == ""
    assert t.refused("improve", "f") == "BW-8.1c"  # even artillery next door
    t.do("improve", "d")
    assert t.marked("improved", "3814")
    t.move("e", "4305")
    assert t.refused("improve", "e") == "BW-8.1c"


@pytest.mark.rule("BW-8.1d")
def test_the_builder_stays_for_the_whole_player_turn():
    t = Table("19AM German", "a: German armor at 3814, reserve; b: German armor at 4306, reserve")
    t.do("improve", "a")
    assert t.refused("unit", "a") in ("BW-14.1b", "BW-8.1d")
    t.end_movement()
    assert t.step == "Movement"
    assert t.refused("unit", "a") == "BW-8.1d"
    assert t.refused("unit", "b") == ""


@pytest.mark.rule("BW-8.1d")
def test_a_builder_does_not_move_in_the_same_phase():
    t = Table("19AM Allied", "d: Allied infantry at 3814")
    t.do("improve", "d")
    assert t.refused("unit", "d") == "BW-8.1d"


@pytest.mark.rule("BW-8.1e")
def test_none_in_towns():
    t = Table("19AM Allied", "d: Allied infantry at Bastogne")
    assert t.refused("improve", "d") == "BW-8.1e"


@pytest.mark.rule("BW-8.1f")
def test_artillery_does_not_build():
    t = Table("19AM Allied", "g: Allied artillery at 3814")
    assert t.refused("improve", "g") == "BW-8.1f"
    assert t.refused("fortify", "g") == "BW-8.1f"


@pytest.mark.rule("BW-8.1g")
def test_the_marker_goes_with_the_last_unit():
    t = Table("19AM Allied", "d: Allied infantry at 3814, improved; e: Allied infantry at 3814")
    t.move("d", "3813")
    assert t.marked("improved", "3814")
    t.move("e", "3813")
    assert not t.marked("improved", "3814")


@pytest.mark.rule("BW-8.1g")
def test_combat_removes_it_too():
    units = "a: German armor 9-5-4 at 3813; d: Allied infantry 5-4-4 at 3814, improved"
    t = Table("20AM German", units, phase="combat")
    t.attack("3814", "a", dice=[1])
    t.fall_back()
    assert t.where("d") != "3814"
    assert not t.marked("improved", "3814")


@pytest.mark.rule("BW-8.2a")
def test_a_fortification_cancels_the_advantage_too():
    units = "a: 1SS/Peiper at 2525; d: Allied infantry 5-4-4 at Bastogne"
    assert modifier(Table("19AM German", units, phase="combat"), "Bastogne", "a") == -1
    assert modifier(Table("19AM German", units, phase="combat", forts=["Bastogne"]), "Bastogne", "a") == 0
    units = "a: 1SS/Peiper at 1724; d: Allied infantry 5-4-4 at Clervaux"
    assert modifier(Table("19AM German", units, phase="combat"), "Clervaux", "a") == 0


@pytest.mark.rule("BW-8.2b")
def test_units_in_a_fortification_ignore_ca():
    units = "a: German armor 9-5-4 at 2525; d: Allied infantry 4-5-4 at Bastogne"
    t = Table("20AM German", units.replace("infantry", "parachute"), phase="combat", forts=["Bastogne"])
    t.attack("Bastogne", "a", dice=[2])  # 9 against 8: 1-1, CA
    assert t.g.duties == ()
    t = Table("20AM German", units.replace("infantry", "parachute"), phase="combat")
    t.attack("Bastogne", "a", dice=[2])
    assert [duty.kind for duty in t.g.duties] == ["CA"]


@pytest.mark.rule("BW-8.2c")
def test_permanent_fortifications_serve_whoever_holds_them():
    t = Table("19AM German", "a: German infantry at 4617; d: Allied infantry at Givet")
    assert improved_positions.fortified(t.g, t.hex("Dinant"))
    t.move("a", "Dinant")
    assert improved_positions.fortified(t.g, t.hex("Dinant"))
    for name in ("Clervaux", "Namur", "Liège"):
        assert improved_positions.fortified(t.g, t.hex(name))


@pytest.mark.rule("BW-8.2d")
def test_where_fortifications_are_built():
    units = (
        "d: Allied infantry at Houffalize; e: Allied infantry at Marche; "
        "f: Allied armor at 1316; g: Allied infantry at 2526"
    )
    t = Table("19AM Allied", units)
    assert t.refused("fortify", "d") == "BW-8.2d"
    for name, town in (("e", "Marche"), ("f", "St. Vith"), ("g", "Bastogne")):
        assert t.refused("fortify", name) == ""
        t.do("fortify", name)
        assert t.marked("forts", town)
    assert t.refused("unit", "e") == "BW-8.1d"


@pytest.mark.rule("BW-8.2e")
def test_a_fortification_stays_when_its_garrison_leaves():
    t = Table("19AM Allied", "d: Allied infantry at Bastogne", forts=["Bastogne"])
    t.move("d", "2625")
    assert t.marked("forts", "Bastogne")


@pytest.mark.rule("BW-8.2f")
def test_a_german_unit_that_enters_removes_it():
    t = Table("19AM German", "a: German infantry at 3517; b: German infantry at 2525", forts=["Marche", "Bastogne"])
    t.move("a", "Marche")
    assert not t.marked("forts", "Marche")
    assert t.marked("forts", "Bastogne")
    t.move("b", "2625")
    # Coming through is enough.
    t = Table("19AM German", "b: German infantry at 2425", forts=["Bastogne"])
    t.do("unit", "b")
    t.do("via", "Bastogne")
    assert not t.marked("forts", "Bastogne")


@pytest.mark.rule("BW-8.2f")
def test_an_advance_removes_it_too():
    t = Table("20AM German", "a: German armor 9-5-4 at 3517; d: Allied artillery 5-4-4 at Marche", phase="combat",
              forts=["Marche"])  # fmt: skip
    t.attack("Marche", "a", dice=[1])
    t.fall_back()
    t.do("unit", "a")
    t.do("hex", "Marche")
    assert not t.marked("forts", "Marche")


def clervaux(result: int, units: str = "") -> Table:
    """An attack on Clervaux from Eselborn and Marnach by 30 strength points."""
    defender = "d: Allied parachute 4-5-4 at Clervaux"
    t = Table("20AM German", f"{units or 'a: 1SS/Peiper at 1724; b: 12SS/12 at 1524'}; {defender}", phase="combat")
    t.attack("Clervaux", *[name for name in t.names if name != "d"], dice=[result])
    t.fall_back()
    return t


@pytest.mark.rule("BW-8.3c", "BW-8.3a")
def test_clervaux_halves_advances():
    """27 against 8 is 3-1; a 1 gives D3, and two hexes of advance."""
    t = clervaux(1)
    assert t.told(CombatRolled)[-1].result == "D3"
    t.do("unit", "b")
    away = {t.grid.distance(t.hex("1624"), t.hex(number)) for number in t.offers("hex")}
    assert away == {0, 1}
    assert t.refused("hex", "1825") == "BW-8.3a"


@pytest.mark.rule("BW-8.3a")
def test_a_retreat_of_four_means_two_at_clervaux():
    t = clervaux(1, "a: 1SS/Peiper at 1724; b: 12SS/12 at 1524; c: 9SS/9 at 1524; e: 2SS/2 at 1725")
    assert t.told(CombatRolled)[-1].result == "1D2"  # 46 against 8
    t.do("unit", "a")
    assert max(t.grid.distance(t.hex("1624"), t.hex(number)) for number in t.offers("hex")) <= 1


@pytest.mark.rule("BW-8.3b")
def test_no_road_bonus_at_clervaux():
    t = clervaux(2)  # D2: one hex, whatever the road
    t.do("unit", "b")
    assert t.offers("hex") == {"1624"}
