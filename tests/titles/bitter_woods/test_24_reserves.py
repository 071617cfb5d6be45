"""24.5 Reserves with leaders, 24.6 German leader restrictions."""

from typing import Any

import pytest

from ardennes.kernel import Side
from ardennes.titles.bitter_woods.events import Attached, Released, StoodDown
from ardennes.titles.bitter_woods.rules import release, supply
from ardennes.titles.bitter_woods.rules.combat import stand
from ardennes.titles.bitter_woods.rules.combat.declaring import ChooseAttackers
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.rules.movement import attachment
from tests.titles.bitter_woods.table import Table


def table(when: str, units: str, *more: str, phase: str = "exploitation", **columns: Any) -> Table:
    return Table(when, units, phase=phase, options=("leaders", *more), air=(0, 0), **columns)


# ---- 24.5 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-24")
def test_without_a_leader_in_its_hex_a_reserve_unit_is_not_released():
    both = "2Pz/3 at 3420, reserve; 2Pz/2 at 3423, reserve; Manteuffel at 3423"
    t = table("20AM German", both)
    assert t.refused("unit", "2Pz/3") == "BW-24"
    assert t.refused("unit", "2Pz/2") == ""
    t = table("20AM German", "2Pz/3 at 3420, reserve; d: Allied infantry at 4420")
    assert (t.step, t.g.mover) != ("Movement", Side.GERMAN)  # nobody is released, and the phase is over
    t = Table("20AM German", "2Pz/3 at 3420, reserve", phase="exploitation")
    assert t.refused("unit", "2Pz/3") == ""  # 14.2, without leaders


@pytest.mark.rule("BW-24.5a1", "BW-24.5a2", "BW-24.5a3", "BW-24.5a4")
def test_supplied_mechanized_units_go_into_reserve_and_stand_by():
    units = "p: German armor 9-5-4 at 3420; q: German armor 8-5-4 at 3421, unsupplied; i: German infantry at 3422"
    t = table("20AM German", f"{units}; Manteuffel at 3420", phase="reserve")
    assert t.refused("unit", "q") == "BW-14.1a"
    assert t.refused("unit", "i") == "BW-14.1a"
    assert t.refused("unit", "Manteuffel") == "BW-14.1a"
    t.do("unit", "p")
    t.do("done")
    assert t.refused("unit", "p") == "BW-14.1b"
    t.g.put(t.box.units.unit("28/110"), t.hex("3520"))
    t.g.settle([])  # whatever happens next: an enemy is next to it
    assert not t.has("p", "reserve")
    fight = table(
        "20AM German", "p: German armor 9-5-4 at 3420, reserve; Manteuffel at 3420; d: 28/110 at 3521", phase="combat"
    )
    fight.g.reserve |= 1 << fight.unit("p")
    attack = Attack(Side.GERMAN, fight.hex("3521"), ())
    fight.g.push(ChooseAttackers(Side.GERMAN, attack))
    fight.g._choices = fight.g.memo = None
    assert fight.refused("unit", "p") == "BW-14.1b"


@pytest.mark.rule("BW-24.5b")
def test_manteuffel_patton_and_collins_release_even_after_a_move():
    for leader, unit, side in (("Manteuffel", "2Pz/3", "German"), ("Patton", "4A/CCA", "Allied")):
        t = table(f"22AM {side}", f"{unit} at 3420, reserve; {leader} at 3518; x: 26VG/78 at 1010", phase="movement")
        t.move(leader, "3420")
        t.do("done")
        while t.step != "Movement":
            t.do("done")
        assert t.refused("unit", unit) == ""
        assert t.told(Released)[-1].units == (t.unit(unit),)
    t = table("22AM Allied", "2A/CCA at 3420, reserve; Collins at 3420, moved")
    assert t.refused("unit", "2A/CCA") == ""


@pytest.mark.rule("BW-24.5c")
def test_other_leaders_release_only_where_they_began_the_turn():
    t = table(
        "20AM Allied",
        "9A/CCB at 3420, reserve; Middleton at 3518; x: 7A/CCB at 3714, reserve; Hodges at 3714",
        phase="movement",
    )
    t.move("Middleton", "3420")
    t.do("done")
    assert t.refused("unit", "9A/CCB") == "BW-24.5c"
    assert t.refused("unit", "x") == ""  # Hodges has been there all the time


@pytest.mark.rule("BW-24.5d")
def test_the_peiper_regiment_and_the_fuhrer_escort_brigade_need_no_leader():
    t = table("20AM German", "1SS/Peiper at 3420, reserve; FuhEs at 3619, reserve; 2Pz/3 at 3714, reserve")
    assert t.refused("unit", "1SS/Peiper") == ""
    assert t.refused("unit", "FuhEs") == ""
    assert t.refused("unit", "2Pz/3") == "BW-24"


@pytest.mark.rule("BW-24.5e")
def test_unit_and_leader_exploit_separately_the_leader_only_if_he_has_not_moved():
    t = table("20AM German", "2Pz/3 at 3518, reserve; Manteuffel at 3518; Dietrich at 3714")
    assert t.offers("unit") == {"2Pz/3", "Manteuffel"}
    assert t.refused("unit", "Dietrich") == "BW-24.5e"
    t.move("Manteuffel", "3516")
    t.move("2Pz/3", "3619")
    assert (t.where("Manteuffel"), t.where("2Pz/3")) == ("3516", "3619")
    t = table("20AM German", "2Pz/3 at 3518, reserve; Manteuffel at 3518, moved")
    assert t.offers("unit") == {"2Pz/3"}
    t.move("2Pz/3", "3619")
    t.do("done")
    assert t.g.mover is Side.ALLIED  # no combat comes after it


@pytest.mark.rule("BW-24.5f")
def test_with_a_german_leader_his_army_loses_its_reserves():
    units = "2Pz/3 at 3420, reserve; 12SS/12 at 3423, reserve; Manteuffel at 3815; a: Allied armor at 3812"
    t = table("20AM Allied", units, phase="movement")
    t.move("a", "3814")
    assert t.where("Manteuffel") == "gone"
    assert not t.has("2Pz/3", "reserve")
    assert t.has("12SS/12", "reserve")
    assert t.told(StoodDown)[-1].units == (t.unit("2Pz/3"),)


@pytest.mark.rule("BW-24.5f")
def test_an_allied_leader_takes_no_reserves_with_him():
    units = "4A/CCA at 3420, reserve; Patton at 3815; a: German armor at 3812"
    t = table("22AM German", units, phase="movement")
    t.move("a", "3814")
    assert t.where("Patton") == "gone"
    assert t.has("4A/CCA", "reserve")


@pytest.mark.rule("BW-24.5g")
def test_montgomery_commands_both_nationalities_and_other_allied_leaders_their_own():
    t = table("22AM Allied", "11/29 at 3420, reserve; Patton at 3420; 4A/CCA at 3714, reserve; Montgomery at 3714")
    assert t.refused("unit", "11/29") == "BW-24.5g"
    assert t.refused("unit", "4A/CCA") == ""
    t = table("22AM German", "43/129 at 3814; Patton at 3816; a: German armor at 3813", phase="combat")
    units = (t.unit("43/129"),)
    reason = stand.STANDS.why_not(t.g, stand.Stand(Side.ALLIED, units, 1), t.unit("Patton"))
    assert reason is not None
    assert reason.rule == "BW-24.5g"
    t = table("22AM German", "28/110 at 3814; Montgomery at 3816; a: German armor at 3813", phase="combat")
    asked = stand.Stand(Side.ALLIED, (t.unit("28/110"),), 1)
    assert stand.STANDS.why_not(t.g, asked, t.unit("Montgomery")) is None


# ---- 24.6 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-24.6a")
def test_a_german_leader_releases_his_own_army_but_affects_any_battle():
    t = table(
        "20AM German",
        "2Pz/3 at 3420, reserve; Dietrich at 3420; 12SS/12 at 3714, reserve; Manteuffel at 3714; "
        "FuhEs at 4020, reserve",
    )
    assert t.refused("unit", "2Pz/3") == "BW-24.6a"
    assert t.refused("unit", "12SS/12") == "BW-24.6a"
    asked = stand.Stand(Side.GERMAN, (t.unit("2Pz/3"),), 1)
    assert stand.STANDS.why_not(t.g, asked, t.unit("Dietrich")) is None


@pytest.mark.rule("BW-24.6b")
def test_mechanized_reinforcements_are_attached_to_an_army_as_they_arrive():
    t = table("23AM German", "Brandenberger at 0327", phase="movement", reserves=True)
    t.do("unit", "9Pz/33")
    assert t.step == "Attach"
    assert t.refused("hex", "0118") == "BW-24.6b"
    assert t.offers("attach") == {"6PA", "5PA", "7A"}
    t.do("attach", "7A")
    assert t.told(Attached)[-1].army == "7A"
    assert t.step == "Moving"
    t.do("unit", "9Pz/33")  # put back: the choice is open again
    t.do("unit", "9Pz/33")
    assert t.step == "Attach"
    t.do("attach", "7A")
    t.do("hex", "0118")
    assert t.g.army(t.unit("9Pz/33")) == "7A"
    assert t.g.army(t.unit("9Pz/10")) == "5PA"  # not here yet
    t.g.put(t.unit("Brandenberger"), t.hex("0118"))
    t.g.reserve |= 1 << t.unit("9Pz/33")

    t.g.stayed |= 1 << t.unit("Brandenberger")
    assert release.may_release(t.g, t.unit("Brandenberger"), t.unit("9Pz/33"))


@pytest.mark.rule("BW-24.6b")
def test_infantry_and_guns_are_not_attached_and_nobody_is_without_leaders():
    t = Table("23AM German", phase="movement", reserves=True)
    t.do("unit", "9Pz/33")
    assert t.step == "Moving"


@pytest.mark.rule("BW-24.6b")
def test_an_attached_unit_keeps_to_the_boundaries_of_its_new_army():
    t = table("18PM German", phase="movement", units="", reserves=True)
    t.do("unit", "9SS/9")
    assert t.offers("attach") == {"6PA", "5PA"}  # 0113 lies behind the line between them
    assert t.refused("attach", "7A") == "BW-24.6b"
    t.do("attach", "5PA")
    inside = {number for number in t.offers("hex") if t.box.sectors["5PA"] >> t.hex(number) & 1}
    assert t.offers("hex") == inside
    t.do("unit", "9SS/9")
    t.do("unit", "9SS/9")
    t.do("attach", "6PA")
    assert not t.offers("hex") <= inside


@pytest.mark.rule("BW-24.6b")
def test_an_attached_unit_runs_short_of_fuel_with_its_new_army():
    t = table("23AM German", "9Pz/33 at 3420", phase="movement")
    whole_armies = {row.army: row.die for row in t.box.shortage if not row.divisions}
    assert supply.shortened(t.g, whole_armies["5PA"]) >> t.unit("9Pz/33") & 1
    attachment.declare(t.g, t.unit("9Pz/33"), 0)
    assert supply.shortened(t.g, whole_armies["6PA"]) >> t.unit("9Pz/33") & 1
    assert not supply.shortened(t.g, whole_armies["5PA"]) >> t.unit("9Pz/33") & 1


@pytest.mark.rule("BW-24.6c")
def test_german_leaders_keep_to_the_boundaries_of_their_army():
    t = table("17AM German", "Dietrich at 0913; Manteuffel at 1224", phase="movement")
    south = t.box.map.areas["5PA"] & ~t.box.sectors["6PA"]
    t.do("unit", "Dietrich")
    assert not any(south >> t.hex(number) & 1 for number in t.offers("hex"))
    t = table("19AM German", "Dietrich at 0913", phase="movement")
    t.do("unit", "Dietrich")
    assert any(south >> t.hex(number) & 1 for number in t.offers("hex"))


def test_reserves_stood_down_in_the_middle_of_movement_may_still_move():
    units = "2Pz/3 at 3420, reserve; 2Pz/2 at 3422; Manteuffel at 3423; d: Allied infantry at 4420"
    t = table("20AM German", units, phase="movement")
    assert t.refused("unit", "2Pz/3") == "BW-14.1b"
    t.g.eliminate(t.unit("Manteuffel"), "BW-24.3e")
    t.g.memo = t.g._choices = None
    assert t.refused("unit", "2Pz/3") == ""
