"""Rules that bite outside their own chapter: each in the position where it was once forgotten."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.bitter_woods import TITLE
from ardennes.titles.bitter_woods.events import AttackDeclared, CombatRolled, DumpBurned, Eliminated
from ardennes.titles.bitter_woods.state import Duty
from tests.titles.bitter_woods.table import Table

# ---- 23.1 what an Angriff is judged by -----------------------------------------------------------------------

#: 12 against 5, and 12 against 11 with the gun.
SCARE = "t: 12SS/12 at 3813; d: 2/9 at 3814; g: Allied artillery 6-4-4 at 3817"


@pytest.mark.rule("BW-23.1e", "BW-23.1b")
@pytest.mark.parametrize("support", [False, True])
def test_support_below_two_to_one_ends_the_angriff_though_a_shift_leads_back(support):
    """The scare brings 1-1 back to the column 2-1, and the ordinary table is read."""
    t = Table("17AM German", SCARE, phase="combat", air=(0, 0), options=("angriff", "panzer_scare"))
    t.plan("3814", "t")
    t.do("angriff")
    t.do("fight")
    if support:
        t.do("unit", "g")
    t.do("fight", dice=[6, 1])
    rolled = t.told(CombatRolled)[-1]
    assert t.told(AttackDeclared)[-1].angriff
    if support:
        assert (rolled.column, rolled.attack, rolled.defense) == ("2-1", 12, 11)
        assert rolled.result == "D2"
    else:
        assert rolled.column == "Angriff 3-1"
        assert rolled.result.startswith("Adv")


# ---- 24.3 a leader alone -------------------------------------------------------------------------------------

RING = "a: German infantry at 3714; b: German infantry at 3915"


@pytest.mark.rule("BW-24.3i", "BW-26d")
@pytest.mark.parametrize("die", [5, 6])
def test_a_leader_is_lost_when_his_last_companion_surrenders(die):
    t = Table(
        "18AM Allied",
        f"d: 106/422 at 3814, reduced; Middleton at 3814; {RING}",
        phase="supply",
        options=("surrender", "leaders"),
        dice=[die],
        air=(0, 0),
    )
    assert (t.where("d") == "gone") is (die == 6)
    assert (t.where("Middleton") == "gone") is (die == 6)
    if die == 6:
        assert t.told(Eliminated)[-1].rule == "BW-24.3e"


#: Stavelot is being bridged from 1912; an enemy looks on from behind.
BUILDING = "a: German infantry at 1912; Manteuffel at 1912; d: Allied infantry at 1811"


def bridged(units: str, *options: str, date: str = "20AM German", dug: str = "") -> Table:
    t = Table(date, units, blown=["1912/1913"], air=(0, 0), options=options)
    if dug:
        t.g.dug |= 1 << t.unit(dug)
    t.do("repair", "a")
    while t.step != "Construction":
        t.do("done")
    t.do("bridge", "1912/1913")
    return t


@pytest.mark.rule("BW-24.3i")
@pytest.mark.parametrize("crosses", [False, True])
def test_a_leader_left_behind_by_a_bridge_builder_is_lost_unless_he_crosses_too(crosses):
    t = bridged(BUILDING, "leaders")
    assert t.step == "Crossing"
    assert t.where("Manteuffel") == "1912"
    if crosses:
        t.do("unit", "Manteuffel")
    else:
        t.do("done")
    assert t.where("Manteuffel") == ("1913" if crosses else "gone")


@pytest.mark.rule("BW-24.3i", "BW-9.5oa", "BW-9.5n")
@pytest.mark.parametrize("gun", ["Allied artillery", "German rocket"])
def test_guns_alone_under_a_counterattack_are_lost_rockets_too_and_a_leader_with_them(gun):
    own, enemy = ("Allied", "German") if gun.startswith("Allied") else ("German", "Allied")
    leader = "Middleton" if own == "Allied" else "Manteuffel"
    units = f"r: {gun} at 3814; {leader} at 3814; a: {enemy} armor 9-5-4 at 3813; x: {own} infantry at 2101"
    t = Table(f"19AM {own}", units, options=("leaders",), air=(0, 0))
    t.g.duties = (Duty("CA", t.g.mover, t.hex("3814"), (t.unit("a"),), (t.unit("r"),), active=True),)
    t.do("done")
    assert t.where("r") == t.where(leader) == "gone"


@pytest.mark.rule("BW-24.3f")
def test_a_leader_alone_is_lost_next_to_a_unit_whatever_its_zone():
    """Over the Meuse, where no zone reaches; and next to a lone battalion, which has none."""
    t = Table(
        "20AM German", "a: German infantry at 2603; Hodges at 2701; d: Allied infantry at 3801", options=("leaders",)
    )
    meuse = t.box.map.sides["meuse"]
    assert t.grid.has_side(meuse, t.hex("2601"), t.hex("2701"))
    t.move("a", "2602")
    assert t.where("Hodges") == "2701"
    t = Table(
        "20AM German", "a: German infantry at 2501; Hodges at 2701; d: Allied infantry at 3801", options=("leaders",)
    )
    t.move("a", "2601")
    assert t.where("Hodges") == "gone"
    t = Table(
        "20AM German",
        "PA/501 at 3812; PA/1SSPz at 3812; PA/3-2 at 3812; Middleton at 3815; d: Allied infantry at 2101",
        options=("leaders", "peiper_alternative"),
    )
    assert t.zone(Side.GERMAN)
    t.move("PA/501", "3814")
    assert "3815" not in t.zone(Side.GERMAN)
    assert t.where("Middleton") == "gone"


# ---- 25.3 who burns a dump -----------------------------------------------------------------------------------


@pytest.mark.rule("BW-25.3d")
@pytest.mark.parametrize(("german", "asked"), [("German artillery", True), ("German infantry", False)])
def test_a_leader_alone_may_burn_a_dump_as_long_as_he_lives(german, asked):
    t = Table(
        "18AM German",
        f"a: {german} at 1711; Middleton at 1809; d: Allied infantry at 3001",
        options=("fuel_dumps", "leaders"),
        air=(0, 0),
    )
    t.g.dumps = [(), (t.hex("1809"), t.hex("2719"))]
    t.move("a", "1810")
    assert (t.step == "Burn") is asked
    assert (t.where("Middleton") == "gone") is not asked
    if asked:
        t.do("burn", "1809", dice=[3])
        assert t.told(DumpBurned)


# ---- 37.1, 15.5, 8.1 whoever may not move goes over no bridge and does not advance ---------------------------


@pytest.mark.rule("BW-37.1d")
def test_army_artillery_does_not_cross_with_a_bridge_builder():
    t = bridged("a: German infantry at 1912; b: German infantry at 1912; ArmyArt/A6 at 1912", "army_artillery")
    assert t.refused("unit", "b") == ""
    assert t.refused("unit", "ArmyArt/A6") == "BW-37.1d"


@pytest.mark.rule("BW-15.5b")
def test_who_may_not_move_on_16am_neither_begins_a_bridge_nor_crosses_one():
    for when, rule in (("16AM German", "BW-15.5b"), ("16PM German", "")):
        t = Table(when, "b: PzB150 at 1912; a: German infantry at 1912", blown=["1912/1913"])
        assert t.refused("repair", "b") == rule
        t = bridged("a: German infantry at 1912; b: PzB150 at 1912; c: German infantry at 1912", date=when)
        assert t.refused("unit", "b") == rule
        assert t.refused("unit", "c") == ""


@pytest.mark.rule("BW-15.5c")
def test_nor_does_it_advance():
    for when, rule in (("16AM Allied", "BW-15.5"), ("16PM Allied", "")):
        t = Table(when, "b: 12SS/12 at 3814; a: German infantry at 3814; d: Allied infantry at 2101")
        t.may_advance("3813", 1, "b", "a", bonus=False)
        assert t.why_advance("b", "3813") == rule
        assert t.why_advance("a", "3813") == ""


@pytest.mark.rule("BW-8.1i", "BW-8.1d")
def test_who_has_built_stays_where_it_is_in_that_player_turn():
    units = "a: German infantry at 1912; b: German infantry at 1912; c: German infantry at 1912"
    t = bridged(units, dug="b")
    assert t.refused("unit", "b") == "BW-8.1d"
    assert t.refused("unit", "c") == ""
    for when, rule in (("20AM German", "BW-8.1d"), ("20AM Allied", "")):
        t = Table(when, "b: German infantry at 3813; a: German infantry at 3813; d: Allied infantry at 2101")
        t.g.dug |= 1 << t.unit("b")
        t.may_advance("3814", 1, "b", "a")
        assert t.why_advance("b", "3814") == rule  # in the enemy's turn its own is over
        assert t.why_advance("a", "3814") == ""


# ---- 11.2 one aircraft over a hex ----------------------------------------------------------------------------

TWICE = "a: German armor 9-5-4 at 3813; b: German armor 9-5-4 at 3714; c: German armor 9-5-4 at 3813"


@pytest.mark.rule("BW-11.2e")
def test_a_side_has_one_aircraft_over_a_hex_in_a_phase():
    strong = "d: Allied infantry 5-4-4 at 3814; e: Allied infantry 5-4-4 at 3814; f: Allied infantry 5-4-4 at 3814"
    t = Table("17AM German", f"{TWICE}; {strong}; g: Allied artillery at 3817", phase="combat", air=(2, 2))
    t.plan("3814", "a", air=True)
    t.do("fight")
    t.do("air")
    t.do("fight", dice=[3])
    assert t.told(CombatRolled)[-1].result == "SU"
    t.plan("3814", "b")
    assert t.refused("air") == "BW-11.2e"
    t.do("fight")
    assert (t.step, t.side) == ("ChooseSupport", Side.ALLIED)
    assert t.refused("air") == "BW-11.2e"
    assert t.g.air == [1, 1]


@pytest.mark.rule("BW-11.2e")
def test_the_next_phase_or_another_hex_has_room_for_another_aircraft():
    units = f"{TWICE}; d: Allied infantry at 3814; h: Allied infantry at 3614"
    t = Table("17AM German", units, phase="combat", air=(2, 2))
    t.g.flown = [1 << t.hex("3814"), 0]
    for target, rule in (("3814", "BW-11.2e"), ("3614", "")):
        other = t.trial()
        other.plan(target, "b")
        assert other.refused("air") == rule
    full = [t.box.map.grid.board] * 2
    t = Table("17AM German", units, phase="combat", air=(2, 2), flown=full)
    assert t.g.flown == [0, 0]


# ---- 17.6 what counts as lost --------------------------------------------------------------------------------


@pytest.mark.rule("BW-17.6e")
def test_the_kampfgruppe_never_counts_more_in_battalions_than_whole():
    t = Table("20AM German", "PA/501 at 3812; PA/1SSPz at 3812; PA/3-2 at 3812", options=("peiper_alternative",))
    counted = []
    for name in ("PA/501", "PA/1SSPz", "PA/3-2"):
        t.g.eliminate(t.unit(name), "BW-9.5a")
        counted.append(t.g.lost[0])
        t.g.memo = None
        said = TITLE.headline(t.g.sight(Side.GERMAN))
        assert ("they count 2 when all are lost" in said) is (name != "PA/3-2")
    assert counted == [0, 0, 2]
    t = Table("20AM German", "1SS/Peiper at 3812; 2Pz/3 at 3813", options=("peiper_alternative",))
    t.g.eliminate(t.unit("1SS/Peiper"), "BW-9.5a")
    assert t.g.lost[0] == 2
    t.g.eliminate(t.unit("2Pz/3"), "BW-9.5a")
    assert t.g.lost[0] == 4


@pytest.mark.rule("BW-17.6f")
def test_an_allied_leader_is_an_allied_unit_lost():
    t = Table("20AM German", "a: German armor at 3812; Middleton at 3815; Dietrich at 3818", options=("leaders",))
    t.move("a", "3814")
    assert t.where("Middleton") == "gone"
    assert t.g.lost == [0, 1]
    t.g.eliminate(t.unit("Dietrich"), "BW-24.3e")
    assert t.g.lost == [0, 1]  # a German leader is not mechanized
