"""20 Attrition, 26 surrender, 30 Schnee Eifel, 33 Monschau, 35 garrison."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.bitter_woods.events import GarrisonChecked, Retreated, SurrenderRolled
from ardennes.titles.bitter_woods.odds import forecast
from ardennes.titles.bitter_woods.rules import surrender
from ardennes.titles.bitter_woods.rules.combat.results import ground_lost, worn_out
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.rules.movement.phase import Movement
from ardennes.titles.bitter_woods.rules.points import allowance
from tests.titles.bitter_woods.table import Table

TIRED = ("attrition",)
STARRED = "a: German armor 9-5-4 at 3813; b: German infantry 5-4-3 at 3813; d: Allied infantry 5-4-4 at 3814"


def starred(when, units=STARRED, names=("a", "b"), options=TIRED, **columns):
    """14 to 5 is 2-1, and with the better ER a die of 3 gives D1*."""
    t = Table(f"{when} German", units, phase="combat", options=options, **columns)
    t.attack("3814", *names, dice=[3])
    t.fall_back()
    return t


@pytest.mark.rule("BW-20a")
def test_a_starred_result_costs_a_tired_attacker_a_step():
    t = starred("21AM")
    assert t.has("a", "reduced")
    assert not t.has("b", "reduced")
    assert t.where("a") == "3813", "the loss comes before the advance"
    assert not starred("20PM").has("a", "reduced")
    assert not starred("21AM", options=()).has("a", "reduced")


@pytest.mark.rule("BW-20a")
def test_the_owner_chooses_among_tired_units():
    units = STARRED.replace("b: German infantry 5-4-3", "b: German armored infantry 6-5-4")
    t = Table("21AM German", units, phase="combat", options=TIRED)
    t.plan("3814", "a", "b")
    found = forecast(t.g.sight(t.side), None)
    t.do("fight", None, [4])
    t.fall_back()
    assert t.step == "Attrition"
    assert t.offers("unit") == {"a", "b"}
    assert t.refused("unit", "d") == "BW-20b"
    t.do("unit", "b")
    assert t.has("b", "reduced")
    assert found.attackers_left[15] < 1, "the odds shown know of the loss"


@pytest.mark.rule("BW-20b")
def test_attrition_passes_over_reduced_foot_and_fresh_units():
    t = Table("21AM German", STARRED + "; c: German armored infantry 6-5-4 at 3813, reduced", options=TIRED)
    attack = Attack(Side.GERMAN, t.hex("3814"), tuple(sorted(t.unit(name) for name in "abc")))
    assert worn_out(t.g, attack) == (t.unit("a"),)
    foot = "b: German infantry 5-4-3 at 3813; c: German infantry 5-4-3 at 3813; d: Allied infantry 5-4-4 at 3814"
    t = Table("21AM German", foot, phase="combat", options=TIRED)
    t.attack("3814", "b", "c", dice=[2])
    assert not t.has("b", "reduced")
    assert not t.has("c", "reduced")
    t = Table("21AM German", STARRED, phase="combat", options=TIRED)
    arrived = bytearray(t.g.arrived)
    arrived[t.unit("a")] = 1
    t.g.arrived = bytes(arrived)
    t.attack("3814", "a", "b", dice=[3])
    t.fall_back()
    assert not t.has("a", "reduced"), "nine turns in play"


@pytest.mark.rule("BW-20a")
def test_the_turn_of_entry_is_remembered():
    t = Table("17PM Allied", reserves=True, options=TIRED)
    t.do("unit", "7A/CCR")
    t.do("hex", "1401")
    assert t.g.arrived[t.unit("7A/CCR")] == t.g.turn == 3


# ---- 26 ----------------------------------------------------------------------------------------------------

SURROUNDED = "d: 106/422 at 3814; {}a: German infantry at 3714; b: German infantry at 3915"


def cut_off(when="18AM Allied", more="", dice=(), **columns):
    return Table(
        when, SURROUNDED.format(more), phase="supply", options=("surrender",), dice=dice, air=(0, 0), **columns
    )


@pytest.mark.rule("BW-26a")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_six_makes_units_that_are_cut_off_give_up_a_step(die):
    t = cut_off(dice=[die])
    assert t.g.box.units.ratings[t.unit("d")][0] == 3
    assert t.has("d", "reduced") is (die == 6)
    assert [event.die for event in t.told(SurrenderRolled)] == [die]


@pytest.mark.rule("BW-26a")
def test_a_reduced_unit_is_removed_and_its_side_rolls_in_its_own_turn_only():
    t = Table(
        "18AM Allied",
        SURROUNDED.format("").replace("3814;", "3814, reduced;"),
        phase="supply",
        options=("surrender",),
        dice=[6],
        air=(0, 0),
    )
    assert t.where("d") == "gone"
    assert not cut_off("18AM German").told(SurrenderRolled)
    assert not cut_off("16PM Allied").told(SurrenderRolled)


@pytest.mark.rule("BW-26b")
def test_a_better_unit_keeps_the_others_at_it():
    assert not cut_off(more="e: Allied infantry 5-4-4 at 3814; ").told(SurrenderRolled)


@pytest.mark.rule("BW-26a")
def test_an_open_hex_or_supply_saves_them():
    t = Table("18AM Allied", "106/422 at 3814; a: German infantry at 3714", phase="supply", options=("surrender",))
    assert not t.told(SurrenderRolled)
    t = Table("18AM Allied", SURROUNDED.format(""), phase="supply", air=(0, 0))
    assert not t.told(SurrenderRolled), "the rule is off"
    t = Table("18AM Allied", SURROUNDED.format(""), options=("surrender",))
    t.g.unsupplied = 1 << t.unit("d")
    assert surrender.cut_off(t.g, Side.ALLIED) == (t.hex("3814"),)
    t.g.put(t.unit("b"), t.hex("3818"))
    assert surrender.cut_off(t.g, Side.ALLIED) == ()


@pytest.mark.rule("BW-26a")
def test_surrounded_units_in_supply_are_not_rolled_for():
    t = Table("18AM Allied", SURROUNDED.format(""), options=("surrender",))
    assert not t.g.unsupplied
    assert surrender.cut_off(t.g, Side.ALLIED) == ()


# ---- 30 ----------------------------------------------------------------------------------------------------


def schnee(unit, dice, options=("schnee_eifel",), when="16AM German", a="German 5PA infantry 5-4-3"):
    t = Table(when, f"a: {a} at 3813; {unit} at 3814, reduced", phase="combat", options=options)
    t.attack("3814", "a", dice=dice)
    t.fall_back()
    return t


@pytest.mark.rule("BW-30")
def test_germans_advance_one_hex_less_from_the_schnee_eifel():
    free, held = schnee("106/422", [2], ()), schnee("106/422", [2])
    assert len(free.told(Retreated)[0].path) == len(held.told(Retreated)[0].path) == 3, "the regiment goes as far"
    assert held.advances("a") == {"3814"} < free.advances("a")
    assert schnee("106/424", [2]).advances("a") == free.advances("a")
    assert schnee("106/422", [3], ()).step == "Advance"
    assert schnee("106/422", [3]).step == "Combat", "D1 leaves nothing"


@pytest.mark.rule("BW-30")
def test_one_hex_less_may_be_none_and_a_german_retreat_is_shorter_too():
    t = Table("16AM German", "a: German infantry 5-4-3 at 3813; 106/422 at 3814", options=("schnee_eifel",))
    attack = Attack(t.side, t.hex("3814"), (t.unit("a"),))
    there = (t.unit("106/422"),)
    assert t.side is Side.GERMAN
    assert [ground_lost(t.g, attack, there, t.side, hexes) for hexes in (0, 1, 2)] == [0, 0, 1]
    assert ground_lost(t.g, attack, there, t.side.enemy, 2) == 2
    t.g.turn += 1
    assert ground_lost(t.g, attack, there, t.side, 2) == 2


# ---- 33 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-33")
def test_no_german_artillery_against_monschau_on_16am():
    units = "a: German 6PA infantry at 0905; r: German 6PA rocket at 0905; 102Cav at 1005"

    def refused(when, options, units=units, town="1005"):
        t = Table(when, units, phase="combat", options=options)
        t.do("hex", town)
        return t.refused("unit", "r")

    assert refused("16AM German", ("monschau",)) == "BW-33"
    elsewhere = units.replace("0905", "0906").replace("1005", "1006")
    assert refused("16AM German", ("monschau",), elsewhere, "1006") == ""
    assert refused("16AM German", ()) == ""
    assert refused("16PM German", ("monschau",)) == ""


# ---- 35 ----------------------------------------------------------------------------------------------------

GARRISON = ("1435", "0734", "1134", "0335")


def south(when, held=GARRISON, options=("garrison",), phase="turn"):
    units = "; ".join(f"g{n}: German 7A infantry at {place}" for n, place in enumerate(held))
    dice = [1] if when >= "20AM" else []
    return Table(
        when, "m: FuhGd at 2025; n: German 5PA infantry at 2027; " + units, phase=phase, options=options, dice=dice
    )


@pytest.mark.rule("BW-35a")
@pytest.mark.parametrize(("when", "slow"), [("17PM", False), ("18AM", True), ("21PM", True), ("22AM", False)])
def test_an_open_flank_slows_the_seventh_army(when, slow):
    t = south(f"{when} German", GARRISON[:3])
    printed = t.g.printed_allowance(t.unit("m"))
    assert allowance(t.g, t.unit("m")) == printed - slow
    assert allowance(t.g, t.unit("n")) == t.g.printed_allowance(t.unit("n"))
    assert bool(t.told(GarrisonChecked)) is slow
    held = south(f"{when} German")
    assert allowance(held.g, held.unit("m")) == printed


@pytest.mark.rule("BW-35b")
def test_with_an_open_flank_its_mechanized_units_do_not_exploit():
    for held, rule in ((GARRISON, ""), (GARRISON[:3], "BW-35b")):
        t = south("19AM German", held, phase="turn")
        t.g.reserve |= 1 << t.unit("m")
        t.g.push(Movement(Side.GERMAN, True))
        assert t.refused("unit", "m") == rule
