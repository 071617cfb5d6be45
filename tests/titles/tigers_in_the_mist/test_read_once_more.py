"""Obligations found when the rulebook was read once more beside the ledger."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.box.pieces import UnitType
from ardennes.titles.tigers_in_the_mist.events import DemolitionRolled, Eliminated
from ardennes.titles.tigers_in_the_mist.rules import reinforcements
from ardennes.titles.tigers_in_the_mist.rules.movement import roads
from ardennes.titles.tigers_in_the_mist.rules.sequence import AttritionPhase
from tests.titles.tigers_in_the_mist.table import Table, rolls
from tests.titles.tigers_in_the_mist.test_10_bridges import DOWN, WORKER
from tests.titles.tigers_in_the_mist.test_scenarios import fifth, scored, three_days

# ---- 1, 3, 4: the box ----------------------------------------------------------------------------------------


@pytest.mark.rule("TM-1.0c", "TM-4.16", "TM-4.11c", "TM-3.26")
def test_what_the_notes_say_of_the_counters_and_the_map():
    box = Table("16-1 German").g.box
    assert box.tables.components.counters == 352
    for name, counters, points in (("2 Inf", 4, 12), ("99 Inf", 2, 6)):
        rows = [row for row in box.units.rows if row.name == name]
        assert (len(rows), sum(row.strength for row in rows)) == (counters, points)
    for unit, row in enumerate(box.units.rows):
        if row.name.split()[-1] in ("TD", "JgPz", "PzJgr", "Stg", "Tnk"):
            assert box.units.type[unit] is UnitType.ARMOR, row.name
        if "Flak" in row.name or row.name.endswith("Arm Inf"):
            assert box.units.type[unit] is UnitType.MECHANIZED, row.name
    for town in ("Aachen", "Luxembourg", "Arlon"):
        assert box.map.vp[box.map.names.index(town)] > 0


# ---- 5, 8: moving and digging --------------------------------------------------------------------------------


@pytest.mark.rule("TM-5.24b1", "TM-5.24")
def test_the_restraints_of_the_first_impulse_are_on_moving_only():
    t = Table("16-1 German", set_up=True)
    units = t.g.box.units
    red = [
        unit
        for unit in units.of[Side.GERMAN]
        if units.rows[unit].triangle == "red" and units.infantry[unit] and t.g.on_map(unit)
    ]
    assert red
    for unit in red:
        assert t.why("unit", unit).rule == "TM-5.24"
        if not t.g.holds(Side.ALLIED, t.g.place[unit]):
            assert t.why("entrench", unit) is None


@pytest.mark.rule("TM-5.24b2")
@pytest.mark.parametrize(
    ("when", "units"),
    [
        ("16-1 German", "e: {red} in Dasburg; f: German foot 1 in Marnach"),
        ("16-1 Allied", "e: {plain} in Marnach; f: Allied motorized 1 in Dasburg"),
    ],
)
def test_engineers_that_may_not_move_build_in_the_first_impulse(when, units):
    rows = Table("16-1 German", set_up=True).g.box.units.rows
    red = next((row.id for row in rows if row.type == "engineer" and row.triangle == "red"), "German engineer 1")
    plain = next(row.id for row in rows if row.type == "engineer" and row.id[0] == "A" and row.triangle != "white")
    t = Table(when, units.format(red=red, plain=plain), blown=["51-70"])
    t.end_movement()
    if t.step == "Battles":
        t.do("done")
    assert t.step == "BridgeBuilding"
    assert t.why("unit", "e") is None


@pytest.mark.rule("TM-8.27b")
def test_from_a_contested_area_a_german_goes_into_a_zone_with_allies_but_not_into_another_contested_area():
    units = "a: German armor 2 in Henri-Chapelle; x: A001 in Henri-Chapelle; d: A002 in E"
    assert Table("18-1 German", units).why_move("a", "E") is None
    names = ("Eupen", "Verviers", "Aachen", "Herve")
    ring = ";".join(f"y{n}: Allied infantry 1 in {area}" for n, area in enumerate(names))
    beset = Table("18-1 German", f"{units}; {ring}")
    assert "Eupen" not in beset.destinations("a")


@pytest.mark.rule("TM-8.36d")
def test_leaving_a_zone_with_enemies_costs_no_more():
    free = Table("18-1 Allied", "u: A041 in G, waiting")
    beset = Table("18-1 Allied", "u: A041 in G, waiting; x: A043 in G")
    for t in (free, beset):
        t.move("u", "Huy")
        assert t.spent("u") == 1


@pytest.mark.rule("TM-8.41")
def test_the_second_bridge_of_one_march_is_asked_for_too():
    """Vielsalm - over the Salm to Trois Ponts - over the Ambleve to Stavelot, each bridge watched by a unit of its
    own: the first is declined, and the second is asked for before the stack steps onto it."""
    units = "a: German armor 2 in Vielsalm; x: Allied infantry 1 in Stavelot; y: Allied infantry 1 in Trois Ponts"
    both = Table("17-1 German", units.replace("y: Allied infantry 1 in Trois Ponts", "y: Allied infantry 1 in Baraque"))
    both.pick("a")
    both.do("via", "Trois Ponts") if "Trois Ponts" in both.offers("via") else both.do("area", "Stavelot")
    while both.step == "Demolition" and both.where("a") == "Vielsalm":
        both.do("decline")
    if both.step == "Marching":
        both.do("area", "Stavelot")
    assert (both.step, both.where("a")) == ("Demolition", "Trois Ponts")
    both.do("unit", "x", [1])
    assert both.where("a") == "Trois Ponts"
    assert len(both.blown()) == 1


@pytest.mark.rule("TM-8.41")
def test_one_march_over_two_guarded_bridges_asks_twice():
    t = Table(
        "17-1 German",
        "a: German armor 2 in Butgenbach; d: Allied infantry 1 in Malmedy; e: Allied infantry 1 in Stavelot",
    )
    asked = []
    t.move("a", "Malmedy")
    while t.step == "Demolition":
        asked.append(t.where("a"))
        t.do("decline")
    assert asked
    assert t.where("a") == "Malmedy"


@pytest.mark.rule("TM-8.51d1", "TM-8.51c", "TM-9.13a")
def test_a_unit_that_dug_in_may_attack_in_place_but_not_move():
    t = Table("17-1 German", "u: German foot 2 in Prum; d: Allied infantry 1 in Olzheim")
    t.do("entrench", "u")
    t.wait_until("17-1 Allied")
    t.move("d", "Prum")
    t.end_movement()
    t.fight("Prum", rolls(calls=[9], fire=[10, 10], attacker_fire=[10]))
    t.wait_until("17-2 German")
    assert t.why("unit", "u").rule == "TM-8.51c"
    t.end_movement()
    assert t.offers("area") == {"Prum"}
    t.fight("Prum", rolls(calls=[9], fire=[10], attacker_fire=[10, 10]), also=["u"])
    assert not t.has("u", "entrenched")  # 8.59
    t.wait_until("17-3 German")
    t.end_movement()
    assert t.side is Side.ALLIED  # 9.11 once a turn


@pytest.mark.rule("TM-8.51d2", "TM-9.14b")
def test_a_unit_that_dug_in_and_stood_by_does_not_attack_later():
    t = Table(
        "17-1 German",
        "u: German foot 2 in Prum; d: Allied infantry 2 in Olzheim; b: German foot 1 in Pronsfeld",
    )
    t.do("entrench", "u")
    t.wait_until("17-1 Allied")
    t.move("d", "Prum")
    t.end_movement()
    t.fight("Prum", 10)
    t.wait_until("17-2 German")
    t.move("b", "Prum")
    t.end_movement()
    t.fight("Prum", 10)
    t.wait_until("17-3 German")
    assert t.why("unit", "u").rule == "TM-9.14b"
    t.end_movement()
    assert t.side is Side.ALLIED


@pytest.mark.rule("TM-8.51e")
def test_nobody_digs_in_in_a_zone():
    t = Table("17-1 Allied", "e: Allied engineer 1 in P, waiting; f: Allied engineer 1 in Arlon")
    assert t.why("entrench", "e").rule == "TM-8.51a"
    assert t.why("entrench", "f") is None


# ---- 9: combat -----------------------------------------------------------------------------------------------


@pytest.mark.rule("TM-9.16b1")
@pytest.mark.parametrize("kind", ["engineer", "foot"])
def test_who_attacked_in_place_may_dig_in_when_the_area_is_clear(kind):
    t = Table("17-1 German", f"e: German {kind} 1 in Prum; d: Allied infantry 1 in Prum")
    t.end_movement()
    t.fight("Prum", rolls(calls=[9], fire=[10], attacker_fire=[1]), also=["e"])
    t.wait_until("17-2 German")
    assert t.why("unit", "e").rule == "TM-9.16"
    assert "e" in t.offers("entrench")
    t.do("entrench", "e")
    assert t.has("e", "entrenched")


@pytest.mark.rule("TM-9.16b2", "TM-8.53")
def test_foot_that_attacked_on_entering_has_moved_and_does_not_dig_in():
    t = Table("17-1 German", "a: German foot 1 in Prum; d: Allied infantry 1 in Pronsfeld")
    t.move("a", "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[9], fire=[10], attacker_fire=[1]))
    t.wait_until("17-2 German")
    assert t.why("entrench", "a").rule == "TM-8.53"
    assert t.offers("entrench") == set()


@pytest.mark.rule("TM-9.16b3")
@pytest.mark.parametrize(("spent", "rule"), [(4, ""), (5, "TM-8.52")])
def test_an_engineer_that_attacked_on_entering_digs_in_with_four_points(spent, rule):
    t = Table("17-1 German", "a: German engineer 1 in Prum; d: Allied infantry 1 in Pronsfeld")
    t.move("a", "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[9], fire=[10], attacker_fire=[1]))
    t.wait_until("17-2 German")
    t.g.spent[t.unit("a")] = spent
    t.g._choices = t.g.memo = t.g.ready = None
    reason = t.why("entrench", "a")
    assert ("" if reason is None else reason.rule) == rule


@pytest.mark.rule("TM-9.14d1")
def test_an_engineer_that_stood_by_neither_digs_nor_builds_that_day():
    t = Table(
        "18-1 German",
        "b: German foot 1 in Prum; r: German engineer 1 in Pronsfeld; d: Allied infantry 1 in Pronsfeld",
    )
    t.move("b", "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", rolls(calls=[9], fire=[10], attacker_fire=[1]))
    t.wait_until("18-2 German")
    assert t.why("entrench", "r").rule == "TM-9.14b"
    t.wait_until("19-1 German")
    assert t.why("entrench", "r") is None


@pytest.mark.rule("TM-9.14d2")
def test_nor_does_it_build_a_bridge_before_the_next_day():
    units = "e: German engineer 1 in Dasburg; d: Allied infantry 1 in Dasburg; b: German foot 1 in Daleiden"
    t = Table("17-1 German", f"{WORKER}{units}; friend: German foot 1 in Marnach", blown=DOWN)
    t.move("b", "Dasburg")
    t.end_movement()
    t.fight("Dasburg", rolls(calls=[9], fire=[10], attacker_fire=[1]))
    t.wait_until("17-2 German")
    t.end_movement()
    assert t.step == "BridgeBuilding"
    assert t.why("unit", "e").rule == "TM-10.14a"
    t.wait_until("18-1 German")
    t.end_movement()
    assert t.why("unit", "e") is None


@pytest.mark.rule("TM-9.21e")
def test_every_unit_fires_though_all_attackers_have_one_point():
    t = Table("17-1 German", "a: German foot 1 in Prum; b: German foot 1 in Prum; d: Allied infantry 1 in Pronsfeld")
    t.move(["a", "b"], "Pronsfeld")
    t.end_movement()
    t.do("area", "Pronsfeld", 9)
    assert "decline" not in t.g.choices()
    assert "done" not in t.g.choices()
    assert t.side is Side.ALLIED
    assert len(next(iter(t.g.choices().values()))) == 2


@pytest.mark.rule("TM-10.29d")
def test_who_stood_by_or_was_halted_in_his_area_has_not_moved():
    units = (
        "r: Allied engineer 1 in Malmedy; g: German foot 1 in Malmedy; b: Allied infantry 1 in Spa; "
        "a: German armor 2 in Waimes"
    )
    t = Table("17-1 Allied", units)
    t.move("b", "Malmedy")
    t.end_movement()
    t.fight("Malmedy", rolls(calls=[9], fire=[10], attacker_fire=[1]))
    assert t.has("r", "held")
    t.wait_until("17-2 German")
    t.move("a", "Malmedy")
    t.do("unit", "r", [8])
    assert t.told(DemolitionRolled)[0].needed == 8


# ---- 11: reinforcements --------------------------------------------------------------------------------------


@pytest.mark.rule("TM-11.14d")
def test_the_zones_next_to_a_zone_are_those_of_the_own_side():
    german = Table("17-1 German", "a: German armor 2 in A, waiting; c: German armor 2 in C, waiting")
    for name, near in (("a", {"Zone B"}), ("c", {"Zone B"})):
        trial = german
        trial.pick(name)
        assert trial.offers("shift") == near
        trial.do("unit", name)
    allied = Table("17-1 Allied", "d: Allied armor 2 in D, waiting; p: Allied armor 2 in P, waiting")
    for name, near in (("d", {"Zone E"}), ("p", {"Zone N"})):
        allied.pick(name)
        assert allied.offers("shift") == near
        allied.do("unit", name)


@pytest.mark.rule("TM-11.14b")
def test_a_second_shift_in_the_same_impulse_is_refused():
    t = Table("17-1 Allied", "u: A043 in E, waiting")
    t.pick("u")
    t.do("shift", "F")
    assert t.why("unit", "u").rule == "TM-11.14a"
    group = Table("17-1 Allied", "u: A043 in E, waiting; v: A041 in E, waiting")
    group.pick("u")
    group.do("shift", "F")
    assert group.offers("unit") >= {"v"}
    assert "u" not in group.offers("unit")
    found = reinforcements.SHIFTS.why_not(
        group.g, roads.Waiting((group.unit("u"),), Side.ALLIED), group.g.box.map.names.index("Zone G")
    )
    assert found is not None
    assert found.rule == "TM-11.14b"


@pytest.mark.rule("TM-11.14e")
def test_who_has_waited_goes_round_without_waiting_again():
    """Due on 17-1: one impulse later he may enter by the next zone, and two later by the one beyond."""
    t = Table("17-2 Allied", "u: A043 in E, waiting")
    t.pick("u")
    t.do("shift", "F")
    t.move("u", "Liege")
    assert t.spent("u") == 3
    far = Table("17-2 Allied", "u: A043 in E, waiting")
    far.pick("u")
    far.do("shift", "F")
    far.pick("u")
    far.do("shift", "G")
    assert far.why("unit", "u").rule == "TM-11.14a"  # two zones, one impulse waited
    far.wait_until("17-3 Allied")
    far.move("u", "Huy")
    assert far.spent("u") == 5


@pytest.mark.rule("TM-11.14f")
def test_who_goes_round_stands_in_the_new_zone_at_once():
    t = three_days("18-3 Allied", "u: Allied infantry 3 in G, waiting", open_exits=("Namur",))
    t.pick("u")
    t.do("shift", "H")
    assert t.where("u") == "Zone H"
    assert scored(t).holes == 0  # the open route leads to zone H


@pytest.mark.rule("TM-11.21c1", "TM-11.21c2")
def test_allies_may_leave_the_map_and_come_back_but_not_past_germans():
    t = Table("17-1 Allied", "u: Allied infantry 2 in Huy")
    t.move("u", "G")
    t.wait_until("18-1 Allied")
    assert t.why_move("u", "Huy") is None
    held = Table("18-1 Allied", "u: Allied infantry 2 in G; g: German armor 1 in G")
    assert held.why_move("u", "Huy").rule == "TM-11.21a"
    into = Table("18-1 Allied", "u: Allied infantry 2 in Huy; g: German armor 1 in G")
    assert into.why_move("u", "G") is None


# ---- 12, 13, 14 ----------------------------------------------------------------------------------------------


@pytest.mark.rule("TM-12.23c")
def test_allies_in_a_zone_do_not_lessen_what_germans_score_there():
    t = Table("22-1 Allied", "a: German armor 3 in F; d: Allied infantry 3 in F")
    t.wait_for_the_end()
    assert t.g.vp == 9


@pytest.mark.rule("TM-13.24b1")
def test_supply_for_demolition_is_that_of_before_the_enemys_moves():
    """The engineer of Malmedy is cut off by this very impulse's moves, and may try all the same."""
    t = Table(
        "17-1 German",
        "a: German armor 1 in Waimes; eng: Allied engineer 1 in Malmedy; b: German foot 1 in Hoffrai;"
        "c: German foot 1 in Stavelot; d: German foot 1 in Ligneuville; e: German armor 1 in Stavelot",
    )
    assert t.supplied("eng")
    t.move("e", "Francorchamps")
    t.move("a", "Malmedy")
    assert t.step == "Demolition"
    assert t.offers("unit") == {"eng"}


@pytest.mark.rule("TM-14.12d1", "TM-14.12d2")
def test_special_forces_do_not_come_while_a_demolition_is_decided():
    units = "a: German armor 2 in Butgenbach; d: Allied infantry 1 in Malmedy"
    t = Table("17-1 German", units)
    t.move("a", "Malmedy")
    assert t.step == "Demolition"
    assert t.why("special", "interference") is not None
    assert not t.offers("special")
    early = Table("17-1 German", units)
    early.pick("a")
    early.do("via", "Waimes")
    assert "interference" in early.offers("special")


@pytest.mark.rule("TM-14.24c")
def test_confusion_takes_hold_in_the_first_battle_of_its_area():
    t = Table("17-1 German", "g: German foot 1 in Prum; d: Allied infantry 1 in Pronsfeld")
    t.do("special", "confusion")
    t.do("area", "Pronsfeld")
    t.move("g", "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", 10)
    assert t.hit_number("d") == 4  # 5 but for confusion
    t.wait_until("17-1 Allied")
    t.end_movement()
    t.fight("Pronsfeld", 10, also=["d"])
    assert t.hit_number("d") == 3


# ---- the scenarios -------------------------------------------------------------------------------------------


@pytest.mark.rule("TM-SC2q", "TM-SC2g")
def test_a_formation_released_later_has_its_first_day_when_it_is_placed():
    t = fifth("19-3 Allied", "late: German armor 2 in A; old: German armor 2 in Prum")
    g = t.g
    unit = g.box.releases[0].units[0]
    g.place[unit] = 0
    outside = next(area for area in range(1, g.box.map.places) if not g.box.inside >> area & 1)
    g.put(unit, outside)
    g.strength[unit] = 2
    g.dawn = bytes(outside if other == unit else place for other, place in enumerate(g.dawn))
    g.events = []
    g.push(AttritionPhase())
    g.stack[-1].run(g)
    assert unit in [event.unit for event in g.events if isinstance(event, Eliminated) and event.under == "TM-SC2g"]


@pytest.mark.rule("TM-SC2r", "TM-SC2f")
def test_in_a_scenario_on_part_of_the_map_special_forces_come_inside_it():
    t = fifth("17-1 German")
    t.do("special", "mobility")
    for area in ("Malmedy", "Eupen"):
        assert t.why("area", area) is not None
    assert t.why("area", "Wiltz") is None


@pytest.mark.rule("TM-SC3m")
def test_three_days_ends_without_attrition():
    units = "a: German foot 1 in Bastogne; x: Allied infantry 1 in Noville; y: Allied infantry 1 in Martelange"
    ring = "; z: Allied infantry 1 in Longvilly; w: Allied infantry 1 in Nives; v: Allied infantry 1 in Moiricy"
    t = three_days("18-3 Allied", units + ring.replace("Longvilly", "Wiltz"))
    event = scored(t)
    assert t.where("a") == "Bastogne"
    assert event.total >= 2


@pytest.mark.rule("TM-SC3n")
def test_three_days_a_waiting_reinforcement_in_the_exit_zone_is_no_hole():
    open_ = three_days("18-3 Allied", open_exits=("Namur",))
    assert scored(open_).holes == 1
    for place in ("d: A041 in H, waiting", "d: Allied infantry 1 in H"):
        assert scored(three_days("18-3 Allied", place, open_exits=("Namur",))).holes == 0


@pytest.mark.rule("TM-EX8")
def test_an_empty_road_carries_far_and_a_full_minor_one_two_areas():
    t = Table("17-1 Allied", "u: Allied mechanized 2 in Luxembourg")
    assert "Transinne" in t.destinations("u")
    t.move("u", "Transinne")
    assert t.spent("u") <= 8
