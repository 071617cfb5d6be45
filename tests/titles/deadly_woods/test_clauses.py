"""Rules of several clauses, and rules that meet others: each clause with its refusal and its permission."""

import pytest

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.titles.deadly_woods import TITLE
from ardennes.titles.deadly_woods.box.tables import Chit
from ardennes.titles.deadly_woods.rules import (
    action_rounds,
    assets,
    heydte,
    paces,
    reinforcements,
    supply,
    support,
    victory,
)
from ardennes.titles.deadly_woods.rules.retreat import routes
from ardennes.titles.deadly_woods.state import BOX as IN_BOX
from ardennes.titles.deadly_woods.state import TRACK
from tests.titles.deadly_woods.battle import attack_of, declare, fight, go_on, suffer
from tests.titles.deadly_woods.table import GERMAN, Table
from tests.titles.deadly_woods.test_08_supply import FRAME, NO_GERMAN_SUPPLY, NOTHING
from tests.titles.deadly_woods.test_12_assets import QUIET, at_delay
from tests.titles.deadly_woods.test_13_replacements import BOTH, RING, with_lost

BOX = TITLE.load("campaign", {"plus_two": False})
TITLE_START = Table("T1 German combat", QUIET).game.unstarted(1)


# ---- 6.1 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-6.1c", "DW-6.1d")
def test_units_without_a_corps_and_engineers():
    for owner in ("V", "VIII"):
        t = Table("T4 Allied move", "p: A-101-501 at 2319", assets={f"A-ENG-{owner}-1": "2418"})
        assert t.why_move("p", "2418") == ""
    t = Table("T4 Allied move", "p: A-101-501 at 2319; v: A-28-110 at 2418", assets={"A-ENG-V-1": "2318"})
    assert t.why_move("p", "2418") == ""
    mixed = Table("T4 Allied move", "p: A-101-501 at 2418; v: A-28-110 at 2319", assets={"A-ENG-V-1": "2418"})
    assert mixed.why_move("v", "2418") == "DW-6.1c"
    british = Table("T9 Allied move", "b: A-29AB at 1310", assets={"A-ENG-V-1": "1410"}, columns={"meuse": 1})
    assert british.why_move("b", "1410") == "DW-6.1c"


# ---- 8 -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-8.3m", "DW-8.3k")
def test_one_hungry_unit_silences_the_guns_of_its_hex():
    def offered(mark: str) -> set[str]:
        t = Table(
            "T4 Allied combat", f"a: A-2Arm-A at 1411; b: A-2Arm-B at 1411; g: G-26-a at 1511; h: G-26-b at 1511{mark}"
        )
        declare(t, "1511", "a", "b", die=1)
        if t.step == "AttackerSupport":
            go_on(t, "done", die=1)
        return t.offers("asset") if t.step == "DefenderSupport" else set()

    assert "G-ART-5Pz-1" in offered("")
    assert offered(", hungry") == set()


@pytest.mark.rule("DW-8.6g", "DW-10.3c")
def test_a_withdrawal_under_air_supply():
    pinned = "u: A-28-110 at 0114; k: A-28-109 at 0115; a: G-26-a at 0113; b: G-26-b at 0214"
    for marker, opened in (("0115", True), ("2418", False)):
        t = Table("T9 Allied move", f"{NOTHING}; {pinned}", assets={"A-AIR": marker})
        assert t.supplied("k") is opened
        t.do("unit", "u")
        assert t.offers("hex") == set()
        assert (t.offers("door") == {"0115"}) is opened


@pytest.mark.rule("DW-10.3h")
def test_the_delay_asset_holds_no_door():
    units = "u: A-28-110 at 1410; {} at 1510; a: G-26-a at 1409; b: G-26-b at 1411; c: G-18-a at 1312"
    t = Table("T4 Allied move", units.format("k: A-28-109"))
    t.do("unit", "u")
    assert t.offers("door") == {"1510"}
    delay = Table("T4 Allied move", units.format("A-DELAY"))
    assert _picked(delay, "u").refused("door", "1510") == "DW-10.3h"


def _picked(t: Table, name: str) -> Table:
    other = t.trial()
    other.do("unit", name)
    return other


@pytest.mark.rule("DW-8.5a1")
def test_the_dump_lies_in_one_hex_and_is_peipers():
    for start, via, end, taken in (("3508", "3407", "3307", 1), ("3709", "3608", "3508", 0)):
        t = Table("T1 German move", f"p: G-1SS-Peiper at {start}")
        t.move("p", via, end)
        assert t.g.fuel == taken
    assert BOX.grid.number(BOX.bullingen) == "3407"
    other = Table("T1 German move", "q: G-1SS-b at 3508")
    other.move("q", "3407", "3307")
    assert other.g.fuel == 0


@pytest.mark.rule("DW-8.5a2", "DW-8.5b")
def test_the_dump_feeds_peiper_only_if_taken_in_that_round():
    for fuel, hungry in ((1, False), (2, True)):
        t = Table("T2 German move", f"p: G-1SS-Peiper at 3407; {NO_GERMAN_SUPPLY}", columns={"fuel": fuel})
        supply.check(t.g)
        assert t.has("p", "hungry") is hungry
    late = Table("T1 German sixth_panzer", "p: G-1SS-Peiper at 3508", columns={"fuel": 2})
    late.move("p", "3407")
    assert late.g.fuel == 2


@pytest.mark.rule("DW-8.3c1", "DW-8.3c2")
def test_armor_out_of_supply_loses_its_bonus_on_either_side():
    from tests.titles.deadly_woods.battle import shifts

    for marks, there in (("", True), (", hungry", False)):
        german = Table("T4 Allied combat", f"a: A-28-110 at 1411; p: G-2Pz-a at 1511{marks}")
        assert ("DW-11.3.2p" in shifts(german, "1511", "a")) is there
    for frame, there in (("", True), (f"{NOTHING}; ", False)):
        allied = Table("T4 German combat", f"{frame}g: G-26-a at 0113; c: A-7Arm-A at 0112")
        assert allied.supplied("c") is there
        assert ("DW-11.3.2p" in shifts(allied, "0112", "g")) is (
            there and bool(BOX.ground.armor_ground >> BOX.map.cell("0112") & 1)
        )


# ---- 9.2.1 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-9.2.1a2", "DW-9.2.1a1")
def test_the_northern_line_stays_lifted_when_st_vith_is_lost():
    t = Table("T3 German move", "p: G-12SS-a at 3009; u: A-1-16 at 3211", columns={"st_vith": 1})
    assert not t.g.controls(GERMAN, t.box.st_vith)
    assert t.why_move("p", "3010") == ""


@pytest.mark.rule("DW-9.2.1a3")
def test_no_other_town_lifts_it():
    for start, to in (("3006", "3007"), ("2516", "2515"), ("3309", "3308")):
        t = Table("T1 German move", f"g: G-18-a at {start}")
        if to in t.reach("g"):
            t.move("g", to)
        assert t.g.st_vith == 0
    taken = Table("T2 German move", "p: G-12SS-a at 3009", german=["Malmédy", "Houffalize", "Bastogne"])
    assert taken.why_move("p", "3010") == "DW-9.2a"


# ---- 10.6 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-10.6.1i", "DW-10.6.1a")
def test_a_bridge_is_as_near_as_its_nearer_end():
    bridge = BOX.map.bridge(BOX.map.cell("1315"), BOX.map.cell("1316"))
    assert bridge is not None
    grid = BOX.grid
    for far, offered in ((3, True), (4, False)):
        place = next(
            cell
            for cell in grid.cells
            if sorted((grid.distance(cell, bridge.cell), grid.distance(cell, bridge.other))) == [far, far + 1]
        )
        t = Table("T4 Allied move", "u: A-28-110 at 1315", blown=[], assets={"A-ENG-VIII-1": grid.number(place)})
        ready = t.refused("asset", "A-ENG-VIII-1") == ""
        if ready:
            t.do("asset", "A-ENG-VIII-1")
        assert (ready and "1315/1316" in t.offers("bridge")) is offered


@pytest.mark.rule("DW-10.6.4e")
def test_an_allied_attack_over_the_meuse_frees_nobody():
    t = Table("T4 Allied combat", "b: A-43-129 at 0607; c: A-43-130 at 0607; g: G-26-a at 0708", blown=[])
    declare(t, "0708", "b", "c", die=1)
    while t.step in ("AttackerSupport", "DefenderSupport"):
        t.do("done", dice=[1])
    assert not t.g.meuse
    german = Table("T4 German combat", "a: G-26-a at 0708; b: G-26-b at 0708; u: A-43-129 at 0607", blown=[])
    declare(german, "0607", "a", "b", die=1)
    assert german.g.meuse


@pytest.mark.rule("DW-10.6.4j")
def test_a_returning_unit_is_leashed_like_any():
    t = with_lost("A-11Arm-A", turn=6)
    t.do("unit", "A-11Arm-A")
    assert t.refused("hex", "2418") == "DW-10.6.4j"
    assert t.refused("hex", "0607") == ""
    assert all(t.box.across_meuse >> t.hex(number) & 1 for number in t.offers("hex"))
    free = with_lost("A-11Arm-A", turn=8)
    free.do("unit", "A-11Arm-A")
    assert free.refused("hex", "2418") == ""
    fifth = with_lost("A-5Arm-A", turn=6)
    assert _picked(fifth, "A-5Arm-A").refused("hex", "2102") == "DW-10.6.4j"
    assert _picked(fifth, "A-5Arm-A").refused("hex", "2902") == ""
    loose = with_lost("A-5Arm-A", turn=6)
    loose.g.unleashed |= 1 << loose.unit("A-5Arm-A")
    loose.g._choices = None
    assert _picked(loose, "A-5Arm-A").refused("hex", "2102") == ""


# ---- 11 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-11.4l", "DW-11.4h")
def test_who_can_go_farther_goes():
    """Enemies without a zone next to every second hex west of 1411, but not to every third one."""
    lone = "x: G-2Pz-a at 1111, third; y: G-Lehr-a at 1113, third; w: G-9Pz-a at 1109, third"
    t = Table("T4 German combat", f"a: G-26-a at 1511; b: G-26-b at 1511; d: A-28-110 at 1411; {lone}")
    ways = routes(t.g, t.unit("d")).ways
    assert any(len(path) > 3 for path in ways.values())
    suffer(t, "1411", "a", "b", result="DR")
    assert t.step == "Retreat"
    assert set(t.g.choices()) == {"hex"}
    assert t.g.lost[t.unit("d")] == 0


@pytest.mark.rule("DW-11.2f", "DW-11.2c", "DW-11.2e")
def test_an_empty_hex_that_a_retreated_stack_entered_is_no_target():
    units = "a: G-2Pz-a at 1511; b: G-2Pz-b at 1511; d: A-28-110 at 1411; x: G-18-a at 1210"
    t = Table("T4 German combat", units)
    fight(t, "1411", "a", "b", die=5)
    while t.step in ("Losses", "Retreat", "Advance"):
        if t.step == "Retreat":
            end = next(iter(t.g.choices()["hex"]))
            t.do("hex", end)
        else:
            t.do("unit", t.g.choices()["unit"][0]) if t.step == "Losses" else t.end()
    place = t.where("d")
    assert place != "1411"
    assert t.refused("hex", place) == "DW-11.2c"


@pytest.mark.rule("DW-11.3.3c")
@pytest.mark.parametrize(("result", "asked"), [("AL1", False), ("BL1", False), ("DR", True), ("DR*", True)])
def test_only_a_retreat_is_exchanged(result, asked):
    t = Table("T1 German combat", "a: G-2Pz-a at 1511; b: G-2Pz-b at 1511; d: A-28-110 at 1411; e: A-28-109 at 1209")
    suffer(t, "1411", "a", "b", result=result)
    assert (t.step == "Exchange") is asked
    later = Table(
        "T2 German combat", "a: G-2Pz-a at 1511; b: G-2Pz-b at 1511; d: A-28-110 at 1411; e: A-28-109 at 1209"
    )
    suffer(later, "1411", "a", "b", result=result)
    assert later.step != "Exchange"


# ---- 12.3 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-12.3b2", "DW-12.3h")
def test_british_guns_and_american_airborne_troops():
    boxes = {"A-ART-XXX-1": "box", "A-ART-VIII-1": "box"}
    units = "a: G-26-a at {0}; b: G-26-b at {0}; j: {1} at {2}; k: {3} at {4}"
    inside = "1411"
    assert BOX.british_area >> BOX.map.cell(inside) & 1

    def refused(jumper: str, friend: str, place: str = "1209", gun: str = "A-ART-XXX-1") -> str:
        t = Table(
            "T9 German combat", units.format("1511", jumper, inside, friend, place), assets=boxes, columns={"meuse": 1}
        )
        call = support.Call(Side.ALLIED, attack_of(t, inside, "a", "b"))
        reason = support.DEFENDERS.why_not(t.g, call, t.asset(gun))
        return "" if reason is None else reason.rule

    assert refused("A-82-504", "A-43-129") == ""
    assert refused("A-82-504", "A-43-129", "0907") == "DW-12.3c"  # too far
    assert refused("A-28-110", "A-43-129") == "DW-12.3b2"  # no airborne troops
    assert refused("A-43-129", "A-43-130") == ""
    assert refused("A-43-129", "A-43-130", gun="A-ART-VIII-1") == "DW-12.3b2"
    far = Table("T9 German combat", "a: G-26-a at 2417; j: A-82-504 at 2418; k: A-43-129 at 1411", assets=boxes)
    call = support.Call(Side.ALLIED, attack_of(far, "2418", "a"))
    reason = support.DEFENDERS.why_not(far.g, call, far.asset("A-ART-XXX-1"))
    assert reason is not None
    assert reason.rule == "DW-9.3c"


# ---- 12.4 Engineers ------------------------------------------------------------------------------------------


def engineers(units: str, **more: object) -> Table:
    assets = {"A-ENG-VIII-1": "out", "A-ENG-VIII-2": "box", "A-ENG-V-1": "out", "G-GREIF": "out"}
    return Table("T4 assets", units, assets=assets, **more)


@pytest.mark.rule("DW-12.4.1c1", "DW-12.4.1c2", "DW-12.4.1c3", "DW-12.4.1c4")
def test_where_engineers_deploy():
    t = engineers("u: A-28-110 at 2319")
    t.do("asset", "A-ENG-VIII-2")
    assert t.refused("hex", "2418") == t.refused("hex", "2317") == ""
    assert t.refused("hex", "2318") == "DW-12.4.1c3"
    assert t.refused("hex", "2515") == "DW-12.4.1c4"  # four hexes off
    german = engineers("u: A-28-110 at 2319", german=["2317"])
    german.do("asset", "A-ENG-VIII-2")
    assert german.refused("hex", "2317") == "DW-12.4.1c1"
    hungry = engineers(f"{NOTHING}; u: A-28-110 at 2319")
    assert hungry.step != "Engineers" or hungry.refused("asset", "A-ENG-VIII-2") == "DW-12.4.1c4"


@pytest.mark.rule("DW-12.4.1c2")
def test_engineers_deploy_in_supplied_places_only():
    """The regiment keeps its own hex in supply; the village beyond the German zone has no line."""
    t = engineers(f"{FRAME}; u: A-28-110 at 0112; g: G-26-a at 0214")
    t.do("asset", "A-ENG-VIII-2")
    unsupplied = [
        number
        for number in BOX.grid.numbers((BOX.ground.town | BOX.ground.village) & BOX.ground.near[BOX.map.cell("0112")])
        if not supply.traceable(t.g, Side.ALLIED) >> BOX.map.cell(number) & 1
    ]
    assert unsupplied
    for number in unsupplied:
        if not t.g.occupied[GERMAN] >> BOX.map.cell(number) & 1:
            assert t.refused("hex", number) == "DW-12.4.1c2"


# ---- 12.6 Motorized ------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-12.6a4", "DW-12.6a1")
def test_the_marker_goes_where_a_line_leads_now():
    for cut, rule in (("", ""), (f"; {NO_GERMAN_SUPPLY}", "DW-12.6a4")):
        t = Table("T3 assets", f"r: G-26-a at 3909; x: G-26-b at 3910{cut}")
        while t.step not in ("Trucks", "FirstChit", "Replacements"):
            t.end()
        assert t.step == "Trucks" or cut
        if t.step == "Trucks":
            assert t.refused("unit", "r") == rule
    t = Table("T3 German move", f"r: G-26-a at 3909; {NO_GERMAN_SUPPLY}")
    reason = assets.MOTORIZED.why_not(t.g, None, t.unit("r"))
    assert reason is not None
    assert reason.rule == "DW-12.6a4"


@pytest.mark.rule("DW-12.6e", "DW-12.9.1h")
def test_the_delay_asset_takes_the_marker_off_its_neighbour():
    for place, left in (("2417", False), ("2415", True)):
        t = at_delay(3, f"g: G-26-a at {place}; u: A-28-110 at 1410")
        t.g.trucks = t.unit("g")
        t.do("hex", "2418")
        assert (t.g.trucks == t.unit("g")) is left


# ---- 12.7 von der Heydte --------------------------------------------------------------------------------------


@pytest.mark.rule("DW-12.7g")
def test_von_der_heydte_lands_with_germans_where_there_is_room():
    for crowd, rule in (("G-12-a at 3207", ""), ("G-12-a at 3207; G-12-b at 3207; G-301 at 3207", "DW-12.7g")):
        t = Table("T1 Allied first_reaction", f"u: A-1-16 at 3007; {crowd}")
        t.g.push(heydte.Heydte(GERMAN))
        t.g._choices = None
        assert t.refused("hex", "3207") == rule


# ---- 12.9.1 Delay --------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-12.9.1b1", "DW-12.9")
def test_the_delay_asset_arrives_on_turn_2():
    arrived = Table("T1 German sixth_panzer", QUIET)
    arrived.g.place[arrived.box.delay] = TRACK
    arrived.end()
    assert arrived.g.turn == 2
    assert arrived.g.place[arrived.box.delay] == IN_BOX
    while arrived.step != "Delay":
        arrived.end()
    assert arrived.refused("hex", "2418") == ""
    assert TITLE_START.place[TITLE_START.box.delay] == TRACK


@pytest.mark.rule("DW-12.9.1b2", "DW-12.1e")
def test_it_is_placed_with_german_initiative_only():
    assert at_delay(5, QUIET).refused("hex", "2418") == ""
    t = Table("T7 assets", f"{QUIET}; A-DELAY at 2317")
    while t.step not in ("FirstChit", "Replacements"):
        assert t.step != "Delay" or t.refused("hex", "2418") == "DW-12.1e"
        t.end()
    assert t.where("A-DELAY") == "box"


@pytest.mark.rule("DW-12.9.1b3", "DW-12.9.1b4", "DW-12.9.1b5", "DW-12.9.1b6")
def test_where_it_is_placed():
    t = at_delay(3, f"{QUIET}; w: A-28-109 at 2418", german=["2221"])
    assert t.refused("hex", "2221") == "DW-12.9.1b3"
    assert t.refused("hex", "2319") == "DW-12.9.1b5"
    assert t.refused("hex", "2418") == "DW-12.9.1b6"
    assert t.refused("hex", "2320") == ""
    cut = at_delay(3, f"{QUIET}; {RING.replace('third', 'third')}")
    assert cut.refused("hex", "2418") == "DW-12.9.1b4"


@pytest.mark.rule("DW-12.9.1b4", "DW-8.4a")
def test_it_stays_in_a_place_that_is_cut_off_later():
    t = at_delay(3, f"{RING}; {QUIET}; A-DELAY at 2418")
    t.end()
    assert t.where("A-DELAY") == "2418"
    assert t.supplied("A-DELAY")


@pytest.mark.rule("DW-12.9.1c2", "DW-11.2a")
def test_it_does_not_attack():
    t = Table("T4 Allied combat", "A-DELAY at 1410; c: A-28-110 at 1411; g: G-26-a at 1511")
    t.do("hex", "1511")
    assert t.offers("unit") == {"c"}


@pytest.mark.rule("DW-12.9.1i")
def test_it_is_not_taken_off_without_a_new_hex():
    t = at_delay(3, f"{QUIET}; A-DELAY at 2317")
    assert t.refused("unit", "A-DELAY") == "DW-12.9.1i"
    assert t.refused("hex", "2418") == ""
    t.end()
    assert t.where("A-DELAY") == "2317"


# ---- 12.10 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-12.10i", "DW-12.10a")
def test_a_doubled_nebelwerfer_counts_and_leaves():
    units = "a: G-1SS-Peiper at 3808; b: G-1SS-b at 3809; c: G-FB at 3909, reduced"
    t = Table("T10 German move", units)
    neb = t.asset("G-NEB-6Pz-1")
    t.g.asset[neb], t.g.back[neb] = 0xFFFE, 12
    assert victory.withdrawal_steps(t.g) == 12
    victory.withdraw(t.g)
    assert t.asset_at("G-NEB-6Pz-1") == "out"


# ---- 13 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-13.2.1d", "DW-13.2.1b")
def test_two_points_may_go_to_one_german_unit():
    from ardennes.titles.deadly_woods.rules.replacements import Replacements

    t = Table("T4 replacements", "p: G-2Pz-a at 3909, third; g: G-26-a at 3910, reduced; u: A-28-110 at 2319, reduced")
    t.g.push(Replacements(GERMAN, 0, 2))
    t.g._choices = None
    t.do("unit", "p")
    t.do("unit", "p")
    assert t.g.steps_left(t.unit("p")) == 3


@pytest.mark.rule("DW-6.3.1c")
def test_nobody_returns_to_the_delay_assets_town():
    t = with_lost("A-28-112", units=f"{BOTH}; A-DELAY at 2418")
    t.do("unit", "A-28-112")
    assert t.refused("hex", "2418") == "DW-6.3.1c"
    free = with_lost("A-28-112", units=f"{BOTH}; A-DELAY at 2515")
    free.do("unit", "A-28-112")
    assert free.refused("hex", "2418") == ""


@pytest.mark.rule("DW-13.2.2h")
def test_a_returning_unit_finds_room():
    full = "x: A-106-422 at 2418; y: A-106-423 at 2418; v: A-4-12 at 2418"
    t = with_lost("A-28-112", units=f"{BOTH}; {full}")
    t.do("unit", "A-28-112")
    assert t.refused("hex", "2418") == "DW-13.2.2h"
    sister = with_lost("A-106-424", units=f"{BOTH}; {full}")
    sister.do("unit", "A-106-424")
    assert sister.refused("hex", "2418") == ""


@pytest.mark.rule("DW-13.2.2i")
def test_a_returning_unit_needs_a_town_of_its_own():
    t = with_lost("A-28-112")
    t.g.german |= 1 << t.hex("2515")
    t.g._choices = None
    t.do("unit", "A-28-112")
    assert t.refused("hex", "2515") == "DW-13.2.2i"
    assert t.refused("hex", "2418") == ""


# ---- 14 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-14.8l")
def test_allies_without_an_open_area_try_again():
    t = Table("T4 Allied move", QUIET, reserves=True)
    box = t.box
    waiting = [u for u in box.units.of[Side.ALLIED] if t.g.place[u] == TRACK and box.entry[u] >= 0]
    unit = waiting[0]
    step = reinforcements.Entry(Side.ALLIED, (unit,))
    blockers = iter(u for u in box.units.of[GERMAN] if u not in (box.vdh,))
    for area in box.entry_areas:
        if area.side is Side.ALLIED:
            for cell in area.cells:
                t.g.put(next(blockers), cell)
    assert reinforcements.open_entries(t.g, unit) == []
    t.g.push(step)
    t.g._choices = t.g.memo = None
    t.do("done")
    assert t.g.place[unit] == TRACK
    t.g.turn += 1
    t.g.rounds = ((Chit.ALLIED_REINFORCEMENT, 0),)
    assert unit in reinforcements.arriving(t.g, Side.ALLIED)


@pytest.mark.rule("DW-14.8.4a")
def test_only_the_82nd_and_101st_race_in_on_turn_2():
    units = "a: A-82-504 at 0830; b: A-84-333 at 0830; c: A-101-501 at 0727; d: A-517 at 0927"
    t = Table("T2 Allied reinforcement", units, activated=list("abcd"))
    ride = {name: paces.modes(t.g, t.unit(name))[-1].allowance for name in "abcd"}
    assert ride == {"a": 24, "b": 12, "c": 24, "d": 12}
    third = Table("T3 Allied reinforcement", units, activated=list("abcd"))
    assert paces.modes(third.g, third.unit("a"))[-1].allowance == 12


@pytest.mark.rule("DW-14.2e", "DW-14.3.1e")
def test_the_first_chit_and_a_reaction_count_in_the_run():
    t = Table(
        "T3 draw",
        QUIET,
        cup={"german_move_combat": 2, "allied_move_combat": 1},
        track=[("one_army", "one_army")],
        dice=[0],
    )
    t.do("move")
    assert action_rounds.cup(t.g).barred is GERMAN
    one = Table("T1 Allied second_reaction", QUIET, cup={"fifth_panzer": 1, "allied_reinforcement": 1})
    one.g.rounds = ((Chit.ALLIED_REINFORCEMENT, 10), *one.g.rounds)
    cup = action_rounds.cup(one.g)
    assert (cup.last, cup.run) == (Side.ALLIED, 2)
    assert cup.barred is Side.ALLIED


@pytest.mark.rule("DW-2.1c")
def test_nobody_sees_or_picks_the_next_chit():
    t = Table("T9 German move", QUIET, cup={"german_move_combat": 1, "allied_move_combat": 1})
    for side in (GERMAN, Side.ALLIED, None):
        assert "key" not in t.g.sight(side).table()
    assert "chit" not in t.g.choices()


@pytest.mark.rule("DW-5.2a")
@pytest.mark.parametrize("turn", range(1, 6))
def test_germans_have_the_initiative_until_turn_5(turn):
    assert BOX.turn(turn).initiative == "German"
    if turn > 1:
        assert Table(f"T{turn - 1} end", QUIET).g.initiative is GERMAN


@pytest.mark.rule("DW-14.8.2d")
def test_a_swapped_chit_lets_the_entered_units_move_with_the_next():
    t = Table(
        "T2 draw", QUIET, reserves=True, cup={"allied_move_combat": 1, "german_move_combat": 1},
        hand={"allied_reinforcement": 1}, dice=[Chit.ALLIED_MOVE_COMBAT],
    )  # fmt: skip
    assert t.step == "Swap"
    t.do("swap")
    while t.step in ("Divert", "AirDrop", "Entry"):
        t.do("hex", t.g.choices()["hex"][0]) if t.step == "Entry" else t.end()
    entered = cells(t.g.entered)
    assert entered
    go_on(t, "done", die=Chit.ALLIED_MOVE_COMBAT)
    while t.step == "Overstack":
        go_on(t, "unit", t.g.choices()["unit"][0], die=Chit.ALLIED_MOVE_COMBAT)
    t.do("move")
    assert any(t.g.on_map(unit) and t.g.active >> unit & 1 for unit in entered)
