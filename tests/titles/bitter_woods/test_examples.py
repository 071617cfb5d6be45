"""The examples of play at the end of the rulebook, with the hexes and numbers they give.

What an example needs of optional rules is switched on, or left out where its test says so.
"""

import pytest

import ardennes
from ardennes.titles.bitter_woods.box.tables import COLUMNS
from ardennes.titles.bitter_woods.events import Advanced, BridgeRebuilt, CombatRolled
from ardennes.titles.bitter_woods.rules import kampfgruppe
from ardennes.titles.bitter_woods.rules.combat.angriff import AngriffAdvance
from ardennes.titles.bitter_woods.rules.combat.ways import Going
from tests.titles.bitter_woods.table import Table


@pytest.mark.rule("BW-EX.1")
def test_example_1_eupen():
    """12SS attacks 2/9 in Eupen over the Vesdre; 9/39 holds 1401 next to a third German unit.

    The bonus for a flanking attack (rule 18) is left out: an ER advantage gives the same -1 here. The official answers
    say that the retreat may end in 1601 as well as in 1501.
    """
    units = "12SS/12 at 1403; 12SS/25 at 1603; 12SS/26 at 1403; x: German infantry at 1302; 2/9 at Eupen; 9/39 at 1401"
    t = Table("20AM German", units, phase="combat", air=(0, 0))
    found = t.odds("Eupen", "12SS/12", "12SS/25", "12SS/26")
    assert (found.attack, found.defense) == (24, 10)
    assert (COLUMNS[found.base], COLUMNS[found.column]) == ("2-1", "1-1")
    assert [(line.rule, line.value) for line in found.shifts] == [("BW-9.4f", -1)]
    assert t.box.results.result(found.column, 0).text == "D2"
    assert t.supplied("9/39")  # it cancels the German zone of control in its own hex
    t.retreating(2, "2/9")
    assert t.offers("hex") == {"1501", "1601"}
    assert t.refused("hex", "1401") == "BW-9.7n"


@pytest.fixture
def south() -> Table:
    """4/12 on the road to the southern edge, two hexes before it ends, and a German on the road behind it."""
    return Table("20AM German", "4/12 at 1835; a: German infantry at 1735", phase="combat", air=(0, 0))


@pytest.mark.rule("BW-EX.3a")
def test_example_3_two_hexes_along_the_road_and_one_beside_it(south):
    assert south.box.results.result(COLUMNS.index("4-1"), 3).text == "D3"
    assert south.retreats("4/12", 2) == {"2035"}
    south.retreating(3, "4/12")
    assert south.offers("hex") == {"2034", "2135"}
    assert south.refused("exit", "south") == "BW-9.7j"


@pytest.mark.rule("BW-EX.3b")
def test_example_3_with_four_hexes(south):
    """By the official answers the retreat has to end on the other supply road, not merely near one."""
    assert south.box.results.result(COLUMNS.index("4-1"), 2).text == "D4"
    assert south.retreats("4/12", 4) == {"2032", "2133", "2233"}


@pytest.mark.rule("BW-EX.4")
def test_example_4_past_the_1st_division_to_francorchamps():
    """Panzer Brigade 150 has slipped into 1812; with Peiper's battalions it attacks 1/16 in 1712 on the move.

    The example speaks of 4-1 and of an infantry unit that stays: 1SS/1 stands for it here.
    """
    group = "PA/1SSPz at 1711; PA/501 at 1811; PA/3-2 at 1811; 1SS/1 at 1811; PzB150 at 1812, moved; 1/16 at 1712"
    options = ("angriff", "peiper_and_skorzeny", "peiper_alternative")
    t = Table("17PM German", group, phase="combat", air=(0, 0), options=options, sneaked=True)
    t.plan("1712", "PA/1SSPz", "PA/501", "PA/3-2", "1SS/1", "PzB150")
    t.do("angriff")
    t.do("fight", dice=[4])
    rolled = t.told(CombatRolled)[-1]
    assert (rolled.column, rolled.modifier, rolled.result) == ("Angriff 4-1", -1, "Adv 2")
    step = t.g.stack[-1]
    assert isinstance(step, AngriffAdvance)
    brigade = Going(step, t.unit("PzB150"))
    river, woods = (step.ends.why_not(t.g, brigade, t.hex(cell)) for cell in ("1912", "1913"))
    assert river is not None
    assert river.rule == "BW-23.2e"
    assert woods is not None
    assert woods.rule == "BW-23.3c"
    assert {"1810", "1809"} <= t.advances("PA/3-2")
    t.do("unit", "PA/3-2")
    t.do("hex", "1809")
    assert t.told(Advanced)[-1].path == tuple(map(t.hex, ("1811", "1810", "1809")))
    assert not kampfgruppe.scattered(t.g)


@pytest.fixture
def dasburg() -> Table:
    """The German movement of 16AM at Dasburg: 26/78 builds the bridge, and Lehr comes up beside 2nd Panzer."""
    g = ardennes.game("bitter_woods", "campaign").start(1)
    names = ("28/110", "2Pz/3", "2Pz/2", "26VG/78", "2Pz/304", "Lehr/130", "Lehr/Recon", "766", "401", "402")
    places = {name: g.box.map.grid.number(g.place[g.box.units.unit(name)]) for name in names}
    assert [places[name] for name in ("28/110", "2Pz/3", "2Pz/2", "26VG/78")] == ["1424", "1324", "1324", "1324"]
    places |= {"2Pz/304": "1325", "Lehr/130": "1325", "Lehr/Recon": "1325", "401": "1224", "402": "1822"}
    units = "; ".join(f"{name} at {place}" for name, place in places.items())
    t = Table("16AM German", units.replace("28/110 at 1424", "28/110 at 1424, improved"), blown=["1324/1424"])
    t.do("repair", "26VG/78")
    t.do("done")
    return t


ATTACKERS = ("2Pz/3", "2Pz/2", "2Pz/304", "Lehr/130", "Lehr/Recon")


@pytest.mark.rule("BW-EX.5a")
def test_example_5_the_attack_on_the_110th(dasburg):
    """The surprise shift stands for the variable one of rule 31, which succeeds in the example."""
    t = dasburg
    found = t.odds("1424", *ATTACKERS, guns=["766", "401"])
    assert (found.attack, found.defense) == (45, 10)
    assert (COLUMNS[found.base], COLUMNS[found.column]) == ("4-1", "4-1")
    assert [(line.rule, line.value) for line in found.shifts] == [("BW-15.1", 1), ("BW-9.4d", -1)]
    assert found.modifier == 0
    assert [line.rule for line in found.modifiers] == ["BW-8.1a"]
    fought(t)
    assert t.told(CombatRolled)[-1].result == "D4"
    assert t.where("28/110") == "1824"  # the only way, so nobody is asked


def fought(t: Table) -> None:
    """The attack, its result and the retreat."""
    t.plan("1424", *ATTACKERS, "766", "401")
    t.do("fight")
    t.do("fight", None, dice=[2])
    assert t.step == "Advance"


@pytest.mark.rule("BW-EX.5b")
def test_example_5_panzer_grenadiers_get_no_farther_than_the_vacated_hex(dasburg):
    fought(dasburg)
    assert dasburg.advances("2Pz/2") == {"1424"}


@pytest.mark.rule("BW-EX.5c")
def test_example_5_the_bridge_is_built(dasburg):
    t = dasburg
    fought(t)
    t.do("unit", "Lehr/Recon")
    assert t.offers("hex") == {"1424"}
    t.do("hex", "1424")
    while t.step != "Construction":
        t.do("done")
    t.do("bridge", "1324/1424")
    assert t.step == "Crossing"
    t.do("unit", "2Pz/3")
    assert {t.g.name(unit) for unit in t.g.units_at(t.hex("1424"))} == {"Lehr/Recon", "26VG/78", "2Pz/3"}
    assert "1324/1424" not in t.blown()
    assert t.told(BridgeRebuilt)
    assert t.refused("unit", "2Pz/2") == "BW-13.3e"  # three units are there now
