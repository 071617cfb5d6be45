"""12.0 Assets: the asset phase, Engineers, Greif, Motorized, Traffic, von der Heydte, Delay, the SS withdrawal."""

import pytest

from ardennes.titles.deadly_woods.box.tables import AssetKind
from ardennes.titles.deadly_woods.rules import heydte, victory
from ardennes.titles.deadly_woods.state import BOX, NOBODY, OUT
from tests.titles.deadly_woods.table import ALLIED, GERMAN, Table

#: One unit each, far apart.
QUIET = "u: A-28-110 at 2319; g: G-26-a at 3909"


def steps_of_phase(t: Table) -> list[str]:
    found = []
    while t.step in ("Engineers", "Marker", "Trucks", "Delay"):
        found.append(t.step)
        t.end()
    return found


# ---- 4.1, 12.1 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-4.1a", "DW-12.1a", "DW-2.4")
def test_what_is_due_is_there_before_anything_is_placed():
    t = Table("T4 German move", QUIET)
    engineer = t.asset("A-ENG-VIII-1")
    t.g.asset[engineer], t.g.back[engineer] = 0xFFFE, 5
    t.end()
    assert t.g.turn == 5
    assert t.step == "Engineers"
    assert t.asset_at("A-ENG-VIII-1") == "box"
    assert "A-ENG-VIII-1" in t.offers("asset")
    start = Table("T2 assets", QUIET)
    for number, asset in enumerate(start.box.assets):
        due = not asset.on_track or asset.turn <= 2
        assert (start.g.asset[number] == BOX) == (due and asset.start < 0 and asset.kind is not AssetKind.PLUS_TWO)


@pytest.mark.rule("DW-12.9")
def test_special_reinforcements_come_without_a_chit():
    t = Table("T2 assets", QUIET)
    assert t.asset_at("A-ART-VIII-2") == "box"
    assert t.asset_at("A-ART-VII-1") == "track"
    assert t.asset_at("A-ART-XXX-1") == "track"
    assert all(a.turn > 1 for a in t.box.assets if a.owner == "XXX")


@pytest.mark.rule("DW-4.1b")
def test_the_order_of_placing():
    t = Table("T2 assets", QUIET, reserves=True)
    t.g.put(t.box.delay, BOX)
    assert steps_of_phase(t) == ["Engineers", "Marker", "Trucks", "Marker", "Delay"]


@pytest.mark.rule("DW-4.1c", "DW-12.4.1a", "DW-12.4.1b")
def test_nothing_is_placed_in_the_asset_phase_of_turn_1():
    game = Table("T1 German combat", QUIET).game
    state = game.start(1)
    assert type(state.stack[-1]).__name__ == "AttackPhase"
    second = Table("T2 assets", "u: A-2-9 at 3306; v: A-28-110 at 2319", assets={"A-ENG-V-1": "3306"})
    assert {"A-ENG-V-1", "A-ENG-VIII-1"} <= second.offers("asset")
    assert second.box.assets[second.asset("A-ENG-V-1")].start == second.hex("Elsenborn")


@pytest.mark.rule("DW-4.0")
def test_each_thing_in_its_phase():
    t = Table("T4 replacements", "u: A-28-110 at 2319, reduced; g: G-26-a at 3909, reduced")
    assert t.refused("asset", "A-ENG-VIII-1") == "DW-4.0"
    assert t.refused("hex", "2320") == "DW-4.0"


@pytest.mark.rule("DW-12.1b", "DW-12.5d")
def test_greif_comes_back_until_turn_4():
    t = Table("T2 end", QUIET, assets={"G-GREIF": "3110"})
    assert t.asset_at("G-GREIF") == "box"
    t.end()
    assert t.step == "Marker"
    assert Table("T4 end", QUIET, assets={"G-GREIF": "3110"}).asset_at("G-GREIF") == "out"


@pytest.mark.rule("DW-12.1c", "DW-12.8c")
def test_traffic_comes_back_until_turn_3():
    t = Table("T2 end", QUIET, assets={"A-TRAFFIC": "3007"})
    assert t.asset_at("A-TRAFFIC") == "box"
    t.end()
    t.end()
    t.end()
    assert t.step == "Marker"
    assert t.refused("hex", "3008") == ""
    assert Table("T3 end", QUIET, assets={"A-TRAFFIC": "3007"}).asset_at("A-TRAFFIC") == "out"


# ---- 12.4 Engineers --------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-12.4.1d", "DW-12.4.1e")
def test_engineers_stay_until_taken_off():
    t = Table("T3 end", QUIET, assets={"A-ENG-VIII-1": "2320"})
    assert t.g.turn == 4
    assert t.asset_at("A-ENG-VIII-1") == "2320"
    t.do("asset", "A-ENG-VIII-1")
    assert t.asset_at("A-ENG-VIII-1") == "track"
    assert t.g.back[t.asset("A-ENG-VIII-1")] == 5
    assert t.refused("asset", "A-ENG-VIII-1") == "DW-12.4.1b"


@pytest.mark.rule("DW-12.4.4a")
def test_entering_their_hex_takes_the_whole_allowance():
    engineers = {"A-ENG-VIII-1": "1409"}
    near = Table("T3 German move", "g: G-26-a at 1410", assets=engineers)
    assert near.cost("g", "1409") == "3"
    assert "1409" in near.reach("g")
    far = Table("T3 German move", "g: G-26-a at 1411; p: G-2Pz-a at 1109", assets=engineers)
    assert far.why_move("g", "1409") == "DW-12.4.4a"
    assert far.why_move("p", "1409") == "DW-12.4.4a"


@pytest.mark.rule("DW-12.4.4b", "DW-12.4.4d")
def test_and_sends_them_away_for_two_turns():
    t = Table("T3 German move", "g: G-26-a at 1410", assets={"A-ENG-VIII-1": "1409"})
    t.move("g", "1409")
    assert t.asset_at("A-ENG-VIII-1") == "track"
    assert t.g.back[t.asset("A-ENG-VIII-1")] == 5
    step = Table("T3 German combat", "p: G-2Pz-a at 1410", assets={"A-ENG-VIII-1": "1409"})
    step.move("p", "1409")
    assert step.g.back[step.asset("A-ENG-VIII-1")] == 5


# ---- 12.5 - 12.8 -------------------------------------------------------------------------------------------------


def at_greif(turn: int, units: str = QUIET) -> Table:
    t = Table(f"T{turn} assets", units, assets={"A-ENG-V-1": "3306"})
    t.end()
    assert t.step == "Marker"
    return t


@pytest.mark.rule("DW-12.5a", "DW-12.5b")
def test_where_greif_goes():
    t = at_greif(2)
    assert t.refused("hex", "2519") == "DW-12.5b"
    assert t.refused("hex", "3206") == "DW-12.5a"  # next to the Engineers in Elsenborn
    assert t.refused("hex", "3008") == ""
    later = at_greif(3)
    assert later.refused("hex", "2519") == ""
    assert later.refused("hex", "2318") == "DW-12.5a"  # next to the 110th
    assert later.refused("hex", "2319") == "DW-12.5a"


@pytest.mark.rule("DW-12.5c")
def test_greif_slows_allies_on_the_road():
    t = Table("T3 Allied move", "c: A-7Arm-A at 1009; d: A-7Arm-B at 1108", assets={"G-GREIF": "1109"})
    assert t.cost("c", "1109") == "1"  # across country it is a clear hex
    armor = Table("T3 Allied move", "c: A-7Arm-A at 2717", assets={"G-GREIF": "2716"})
    assert armor.cost("c", "2716") == "2½"  # forest: only the road leads in


@pytest.mark.rule("DW-12.6a1", "DW-12.6a2", "DW-12.6a3", "DW-12.6b", "DW-12.7d")
def test_who_may_be_motorized():
    units = (
        "r: G-26-a at 3909; o: G-26-b at 3904; h: G-18-a at 3808, hungry; p: G-2Pz-a at 3805; "
        "n: G-12-a at 1409; u: A-28-110 at 1310"
    )
    t = Table("T3 assets", f"{units}; G-VdH at 3906")
    t.end()
    t.end()
    assert t.step == "Trucks"
    assert t.offers("unit") == {"r"}
    assert t.refused("unit", "o") == "DW-12.6a3"
    assert t.refused("unit", "h") == "DW-12.6a1"
    assert t.refused("unit", "p") == "DW-12.6a2"
    assert t.refused("unit", "n") == "DW-12.6b"
    assert t.refused("unit", "G-VdH") == "DW-12.7d"
    t.do("unit", "r")
    assert t.g.trucks == t.unit("r")


@pytest.mark.rule("DW-12.6c")
def test_the_marker_comes_off_next_to_an_allied_unit():
    t = Table("T3 German move", "g: G-26-a at 1409; u: A-28-110 at 1512")
    t.g.trucks = t.unit("g")
    t.move("g", "1410")
    assert t.g.trucks == t.unit("g")
    other = Table("T3 German move", "g: G-26-a at 1409; u: A-28-110 at 1511")
    other.g.trucks = other.unit("g")
    other.move("g", "1410")
    assert other.g.trucks == NOBODY
    allied = Table("T3 Allied move", "g: G-26-a at 1409; u: A-28-110 at 1411")
    allied.g.trucks = allied.unit("g")
    allied.move("u", "1410")
    assert allied.g.trucks == NOBODY
    passing = Table("T3 Allied move", "g: G-26-a at 0811; u: A-28-110 at 0713")  # by 0712, over the river
    passing.g.trucks = passing.unit("g")
    passing.move("u", "0611")
    assert passing.g.trucks == NOBODY


@pytest.mark.rule("DW-12.8a")
def test_traffic_goes_on_a_road():
    t = Table("T2 assets", QUIET, assets={"A-ENG-V-1": "3306"})
    for _ in range(3):
        t.end()
    assert t.refused("hex", "2319") == "DW-12.8a"
    assert t.refused("hex", "2318") == ""
    late = Table("T4 assets", QUIET)
    assert "Marker" not in steps_of_phase(late)[2:]


@pytest.mark.rule("DW-12.8b")
def test_traffic_slows_germans_on_the_road():
    t = Table("T3 German move", "p: G-2Pz-a at 2717; g: G-26-a at 2815", assets={"A-TRAFFIC": "2716"})
    assert t.cost("p", "2716") == "2½"
    foot = Table("T3 German move", "g: G-26-a at 2717", assets={"A-TRAFFIC": "2716"})
    assert foot.cost("g", "2716") == "3"  # the road's price and two: on its road infantry has no other


# ---- 12.7 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-12.7a", "DW-12.7b", "DW-12.7c", "DW-12.7e", "DW-12.7f")
def test_von_der_heydte():
    t = Table("T1 Allied first_reaction", "u: A-1-16 at 3007")
    t.g.push(heydte.Heydte(GERMAN))
    assert t.refused("hex", "3107") == "DW-12.7b"  # rough, a village
    assert t.refused("hex", "3210") == "DW-12.7b"  # woods, and the 5th Panzer's
    assert t.refused("hex", "3111") == "DW-12.7b"  # clear, but in the 5th Panzer area
    assert t.refused("hex", "3006") == "DW-12.7b"  # in the zone of the 16th
    assert t.refused("hex", "3207") == ""
    real = t.trial()
    real.do("hex", "3207", dice=[2])
    assert real.where("G-VdH") == "3207"
    assert real.zone(GERMAN) == set()
    assert real.g.face(real.box.vdh).movement == 0
    t.g.put(t.box.vdh, BOX)  # where it waits
    t.do("hex", "3207", dice=[3])
    assert t.where("G-VdH") == "out"
    assert t.where("G-VdH") == "out"
    assert t.g.rumor == t.hex("3207")
    slow = Table("T2 Allied move", "u: A-28-110 at 3206", columns={"rumor": t.hex("3106")})
    assert slow.cost("u", "3106") == "2½"  # by truck half a point, and two more
    gone = Table("T2 end", "G-VdH at 3207", columns={"rumor": t.hex("3106")})
    assert gone.g.rumor == NOBODY
    assert gone.where("G-VdH") == "3207"


# ---- 12.9.1 Delay ------------------------------------------------------------------------------------------------


def at_delay(turn: int, units: str, **more) -> Table:
    t = Table(f"T{turn} assets", units, **more)
    t.g.put(t.box.delay, BOX) if not t.g.on_map(t.box.delay) else None
    while t.step != "Delay":
        t.end()
    return t


@pytest.mark.rule("DW-12.9.1b3", "DW-12.9.1b5", "DW-12.9.1h")
def test_where_the_delay_asset_goes():
    t = at_delay(3, f"{QUIET}; A-DELAY at 2317", german=["2221"])
    assert t.refused("hex", "2221") == "DW-12.9.1b3"  # German
    assert t.refused("hex", "2319") == "DW-12.9.1b5"  # no village
    t.do("hex", "2418")  # it may be picked up and placed anew
    assert t.where("A-DELAY") == "2418"


@pytest.mark.rule("DW-12.1e")
def test_it_serves_only_with_german_initiative():
    t = Table("T7 assets", f"{QUIET}; A-DELAY at 2317")
    while t.step in ("Engineers", "Trucks"):
        t.end()
    assert t.where("A-DELAY") == "box"
    assert t.step != "Delay"


@pytest.mark.rule("DW-12.9.1a", "DW-3.2e")
def test_what_it_is():
    t = Table("T4 Allied move", "A-DELAY at 2317")
    face = t.g.face(t.box.delay)
    assert (face.attack, face.defense, face.movement, face.zoc) == (0, 1, 0, False)
    state = t.game.unstarted(1)
    assert state.place[t.box.delay] == 0xFFFE
    assert t.box.numbers.assets.delay_from == 2


# ---- 12.10 the SS withdrawal -------------------------------------------------------------------------------------

GUNS = ("G-ART-6Pz-1", "G-ART-6Pz-2", "G-NEB-6Pz-1", "G-NEB-6Pz-2")
SS = "a: G-1SS-Peiper at 3808; b: G-1SS-b at 3809"
MORE = "; c: G-FB at 3909, reduced"


@pytest.mark.rule("DW-12.10a", "DW-12.10d", "DW-12.1d")
def test_twelve_steps_are_withdrawn():
    t = Table("T11 assets", f"{SS}{MORE}; x: G-10SS-a at 3908")
    assert t.g.withdrawal == 1
    assert [t.where(n) for n in "abcx"] == ["out", "out", "out", "3908"]
    assert {t.asset_at(gun) for gun in GUNS} == {"out"}
    count = Table("T10 German move", f"{SS}{MORE}; x: G-10SS-a at 3908")
    assert victory.withdrawal_steps(count.g) == 12


@pytest.mark.rule("DW-12.10b")
def test_fewer_and_no_three_points_lose_the_game():
    t = Table("T11 assets", f"{SS}; c: G-FB at 3909, third", columns={"vp": 2})
    assert t.g.result is not None
    assert t.g.result.winner is ALLIED


@pytest.mark.rule("DW-12.10c")
def test_fewer_but_three_points_and_they_stay():
    t = Table("T11 assets", f"{SS}; c: G-FB at 3909, third", columns={"vp": 3})
    assert t.g.withdrawal == 2
    assert t.where("a") == "3808"
    assert t.asset_at(GUNS[0]) == "box"


@pytest.mark.rule("DW-12.10e", "DW-12.10h")
def test_units_out_of_supply_by_their_last_check_stay():
    """8.1 A German's supply is that of his last check, whatever could be traced now."""
    cut = "A-1-16 at 4207; A-1-18 at 4212; A-1-26 at 4219"
    open_again = Table("T11 assets", f"{SS}, hungry{MORE}")
    assert open_again.g.withdrawal == 1
    assert [open_again.where(n) for n in "abc"] == ["out", "3809", "out"]
    cut_since = Table("T11 assets", f"{SS}{MORE}; {cut}")
    assert [cut_since.where(n) for n in "abc"] == ["out", "out", "out"]


@pytest.mark.rule("DW-12.10f", "DW-12.1d")
def test_three_points_may_cancel_it():
    t = Table("T11 assets", f"{SS}{MORE}", columns={"vp": 3})
    assert t.step == "SSWithdrawal"
    stay = t.trial()
    stay.do("cancel")
    assert (stay.g.withdrawal, stay.where("a"), stay.asset_at(GUNS[0])) == (2, "3808", "box")
    t.do("withdraw")
    assert (t.g.withdrawal, t.where("a")) == (1, "out")


@pytest.mark.rule("DW-12.10g")
def test_who_is_bound_to_withdraw():
    t = Table("T10 German move", "G-26-a at 1410")
    names = {t.box.units.rows[unit].formation for unit in range(66) if t.box.units.withdrawing >> unit & 1}
    assert names == {"1 SS Pz", "2 SS Pz", "9 SS Pz", "12 SS Pz", "Führer Begleit Bde"}
    assert {t.box.assets[n].id for n in range(30) if t.box.assets[n].withdrawal} == set(GUNS)
    assert OUT != BOX
