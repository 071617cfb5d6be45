"""Positions that games rarely lead to, each for a rung that would not be needed elsewhere (`tests.titles.test_bitten`).

Where a question is not asked at all when a rule forbids all its answers, it is put here as if it were.
"""

import pytest

from ardennes.kernel import Action, Side
from ardennes.titles.bitter_woods.rules.bridges import Construction, Crossing, Demolition
from ardennes.titles.bitter_woods.rules.combat.advance import AdvanceTo
from ardennes.titles.bitter_woods.rules.combat.declaring import ChooseAttackers
from ardennes.titles.bitter_woods.rules.combat.retreat import RetreatTo
from ardennes.titles.bitter_woods.rules.combat.stand import Stand
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.rules.dumps import Burn
from ardennes.titles.bitter_woods.rules.movement.phase import Movement
from ardennes.titles.bitter_woods.rules.reserves import Reserves
from tests.titles.bitter_woods.table import Table
from tests.titles.bitter_woods.test_09_advance import table as advance
from tests.titles.bitter_woods.test_09_duties import INFANTRY, after
from tests.titles.bitter_woods.test_22_challenge import road
from tests.titles.bitter_woods.test_23_angriff import OPEN, passing

THREE = ("PA/1SSPz", "PA/501", "PA/3-2")


def asked(t: Table, step) -> Table:
    """The question that the rules would not ask."""
    t.g.push(step)
    t.g._choices = t.g.memo = None
    return t


@pytest.mark.rule("BW-13.3d")
def test_what_stops_a_bridge_that_was_begun():
    t = Table("20AM German", "a: German infantry at 1912; x: Allied infantry at 1913", blown=["1912/1913"])
    t.g.builders = ((t.unit("a"), t.bridge("1912/1913")),)
    assert asked(t, Construction(Side.GERMAN)).refused("bridge", "1912/1913") == "BW-13.3d"
    t = Table("20AM German", "a: German infantry at 1910", blown=["1912/1913"])
    t.g.builders = ((t.unit("a"), t.bridge("1912/1913")),)
    assert asked(t, Construction(Side.GERMAN)).refused("bridge", "1912/1913") == "BW-13.3d"


@pytest.mark.rule("BW-9.5k")
def test_nobody_crosses_into_a_hex_given_up():
    t = Table("20AM German", "a: German infantry at 1913; b: German infantry at 1912")
    t.g.vacated = [1 << t.hex("1913"), 0]
    assert asked(t, Crossing(Side.GERMAN, t.hex("1912"), t.hex("1913"))).refused("unit", "b") == "BW-9.5k"


@pytest.mark.rule("BW-14.1c")
@pytest.mark.parametrize("work", ["dug", "builders"])
def test_who_works_waits_for_nothing(work):
    t = Table("20AM German", "a: German armor at 3814; b: German armor at 3711", options=("reserves_any_time",))
    assert t.refused("reserve", "a") == ""
    setattr(t.g, work, 1 << t.unit("a") if work == "dug" else ((t.unit("a"), 0),))
    t.g._choices = t.g.memo = None
    assert t.refused("reserve", "a") == "BW-14.1c"


@pytest.mark.rule("BW-15.4", "BW-15.7b")
def test_what_is_not_done_on_16am():
    t = Table("16AM German", "a: German armor at 1912; d: Allied infantry at 1913")
    assert asked(t, Demolition(Side.ALLIED)).refused("bridge", "1912/1913") == "BW-15.4"
    assert asked(t, Reserves(Side.GERMAN)).refused("unit", "a") == "BW-15.7b"


@pytest.mark.rule("BW-16.4")
def test_a_reinforcement_is_told_what_it_has_to_go_on():
    t = Table("16PM Allied", reserves=True)
    t.g.apply(Action("unit", next(unit for unit in t.g.choices()["unit"] if not t.g.on_map(unit))), [])
    reason = t.why("hex", "3814")
    assert reason.rule == t.refused("hex", "3814") == "BW-16.4"
    assert "costs more than its" in reason.text


@pytest.mark.rule("BW-4g")
def test_nobody_enters_in_exploitation():
    t = Table("17PM German", reserves=True)
    assert asked(t, Movement(Side.GERMAN, True)).refused("unit", "FuhEs") == "BW-4g"


@pytest.mark.rule("BW-24.4b", "BW-24.4c", "BW-24.5g")
@pytest.mark.parametrize(
    ("defender", "leader", "hexes", "rule"),
    [
        ("d: Allied US1 infantry at 3814", "Hodges", 1, ""),
        ("d: Allied US1 infantry at 3814, reduced", "Hodges", 2, "BW-24.4b"),
        ("d: Allied US1 infantry at 3814, shocked", "Hodges", 1, "BW-24.4c"),
        ("d: 43/129 at 3814", "Hodges", 1, "BW-24.5g"),
    ],
)
def test_with_whom_nobody_stands(defender, leader, hexes, rule):
    units = f"{defender}; {leader} at 3816; a: German armor at 3813"
    t = Table("22AM German", units, phase="combat", options=("leaders",))
    assert (
        asked(t, Stand(Side.ALLIED, (t.unit(defender.partition(" at")[0].partition(":")[0]),), hexes)).refused(
            "stand", leader
        )
        == rule
    )


@pytest.mark.rule("BW-25.3b")
def test_a_dump_tried_has_to_wait():
    units = "a: 1SS/1 at 1810; d: Allied infantry at 1809"
    t = Table("18AM German", units, options=("fuel_dumps",), open_dumps=0)
    dump = t.hex("1809")
    t.g.open_dumps, t.g.burn_tried = 1 << dump, 1 << dump
    assert asked(t, Burn(Side.ALLIED, (t.hex("3001"),))).refused("burn", "1809") == "BW-25.3b"


@pytest.mark.rule("BW-13.3c")
def test_a_battalion_that_builds_is_not_combined():
    units = "; ".join(f"{name} at 3813" for name in THREE)
    t = Table("20AM German", units, options=("peiper_alternative",))
    assert t.refused("combine") == ""
    t.g.builders = ((t.unit(THREE[0]), 0),)
    t.g._choices = t.g.memo = None
    assert t.refused("combine") == "BW-13.3c"


@pytest.mark.rule("BW-36.2")
def test_a_battalion_can_and_must_end_near_another():
    units = f"{THREE[0]} at 1514; {THREE[1]} at 1316; {THREE[2]} at 1316; d: Allied infantry at 1614"
    t = Table("20AM German", units, phase="combat", options=("peiper_alternative",))
    alone = Table("20AM German", f"{THREE[0]} at 1514; d: Allied infantry at 1614", phase="combat")
    far = sorted(alone.retreats(THREE[0], 2) - t.retreats(THREE[0], 2))
    asked(t, RetreatTo(Side.GERMAN, t.unit(THREE[0]), 2))
    assert "BW-36.2" in {t.refused("hex", cell) for cell in far}


@pytest.mark.rule("BW-36.L3")
def test_nobody_is_there_to_release_a_battalion():
    t = Table("20AM German", f"{THREE[1]} at 3813, reserve", options=("peiper_alternative", "leaders"))
    assert asked(t, Movement(Side.GERMAN, True)).refused("unit", THREE[1]) == "BW-36.L3"


@pytest.mark.rule("BW-5.4h")
def test_a_unit_beyond_its_boundary_does_not_wait():
    t = Table("17AM German", "12SS/12 at 1016; b: 12SS/25 at 1016")
    assert asked(t, Reserves(Side.GERMAN)).refused("unit", "12SS/12") == "BW-5.4h"


@pytest.mark.rule("BW-9.5h")
def test_who_must_counterattack_attacks_nobody_else():
    t = after(f"{INFANTRY}; x: German infantry at 3815", 2, "a")
    t.do("done")
    asked(t, ChooseAttackers(Side.ALLIED, Attack(Side.ALLIED, t.hex("3815"), ())))
    assert t.refused("unit", "d") == "BW-9.5h"


@pytest.mark.rule("BW-22.1")
def test_a_column_does_not_go_on_through_a_fortification_under_aircraft():
    t = road()
    t.g.forts = 1 << t.hex("2113")
    t.g._choices = t.g.memo = None
    t.do("unit", "a")
    assert t.refused("via", "2113") == "BW-22.1"


@pytest.mark.rule("BW-27.2b")
def test_a_zone_out_of_reach_is_not_slipped_through():
    units = "s: PzB150 at 1210; d: 2/23 at 1410; e: Allied infantry at 3001"
    t = Table("17AM German", units, options=("peiper_and_skorzeny",))
    t.do("unit", "s")
    assert {t.refused("sneak", cell) for cell in t.zone(Side.ALLIED) - t.offers("sneak")} == {"BW-27.2b"}


@pytest.mark.rule("BW-9.8t")
def test_there_is_no_room_beside_an_angriff():
    friends = "; ".join(f"{name}: German armor at 3812" for name in "xyz")
    t = passing(f"{OPEN}; {friends}", 2, "3814", "t", "i")
    assert t.why_advance("t", "3812") == "BW-9.8t"


@pytest.mark.rule("BW-9.8q", "BW-9.8r")
@pytest.mark.parametrize(
    ("date", "unit", "first", "beyond", "rule"),
    [
        ("20AM Allied", "a: Allied armor at 3808", "3807", "3806", "BW-9.8r"),
        ("20AM German", "a: German heavy armor at 1911", "1912", "1913", "BW-9.8q"),
    ],
)
def test_over_what_nobody_advances_farther(date, unit, first, beyond, rule):
    t = advance(unit, first, 2, date=date, blown=[f"{first}/{beyond}"])
    t.g.push(AdvanceTo(t.box.units.side(t.unit("a")), t.unit("a")))
    t.g._choices = t.g.memo = None
    assert t.refused("hex", first) == ""
    assert t.refused("hex", beyond) == rule


@pytest.mark.rule("BW-9.7p", "BW-9.7q", "BW-9.7r", "BW-5.5h")
@pytest.mark.parametrize(
    ("units", "blown", "verb", "to", "rule"),
    [
        ("a: German heavy armor at 1912; x: Allied infantry at 1811", "1912/1913", "hex", "1913", "BW-9.7p"),
        ("a: Allied armor at 3807; x: German infantry at 3708", "3807/3806", "hex", "3806", "BW-9.7q"),
        ("a: Allied infantry at 4709; x: German infantry at 4708", "", "hex", "4609", "BW-9.7r"),
        (
            "a: Allied infantry at 3801; " + "; ".join(f"x{c}: German infantry at {c}" for c in (3802, 3701, 3901)),
            *("", "exit", "north", "BW-5.5h"),
        ),
    ],
)
def test_over_what_nobody_retreats(units, blown, verb, to, rule):
    t = Table("20AM German", units, phase="combat", blown=[blown] if blown else [])
    t.retreating(1, "a")
    assert t.refused(verb, to) == rule


@pytest.mark.rule("BW-5.3t", "BW-5.3w")
@pytest.mark.parametrize(
    ("unit", "to", "blown", "rule"),
    [
        ("a: German light armor at 1324", "1424", ["1324/1424"], "BW-5.3t"),
        ("a: German infantry at 5133", "5132", [], "BW-5.3w"),
    ],
)
def test_behind_the_water_nobody_goes_on(unit, to, blown, rule):
    t = Table("20AM German", unit, blown=blown)
    t.g.forts = 1 << t.hex(to)
    t.g._choices = t.g.memo = None
    t.do("unit", "a")
    assert to in t.offers("hex")
    assert t.refused("via", to) == rule
