"""9.1 - 9.4 Combat: who attacks, odds, endurance, terrain."""

import pytest

from ardennes.kernel import IllegalAction, Side
from ardennes.parts.odds import ModifierLine
from ardennes.titles.bitter_woods.box.tables import COLUMNS
from ardennes.titles.bitter_woods.events import CombatRolled
from ardennes.titles.bitter_woods.rules.combat import strengths
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack, Odds
from tests.titles.bitter_woods.table import Table


def odds(t: Table, target: str, *names: str, guns: tuple[str, ...] = (), air: bool = False, **defense: object) -> Odds:
    units = tuple(sorted(t.unit(name) for name in names))
    support = tuple(t.unit(name) for name in defense.get("support", ()))  # type: ignore[attr-defined]
    attack = Attack(
        t.g.mover, t.hex(target), units, tuple(t.unit(name) for name in guns), air, support, bool(defense.get("cover"))
    )
    return strengths.odds(t.g, attack)


def column(t: Table, target: str, *names: str, **more: object) -> str:
    return COLUMNS[odds(t, target, *names, **more).column]  # type: ignore[arg-type]


# ---- 9.1 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-9.1a")
def test_the_phasing_player_attacks():
    units = "a: German infantry at 3813; d: Allied infantry at 3814"
    t = Table("19AM Allied", units, phase="combat")
    assert (t.step, t.side) == ("Combat", Side.ALLIED)
    t.do("hex", "3813")
    assert t.refused("unit", "a") == "BW-9.1a"
    t.do("unit", "d")
    t.do("fight")
    assert (t.step, t.side) == ("ChooseSupport", Side.GERMAN)  # a German aircraft could help


@pytest.mark.rule("BW-9.1b")
def test_attacks_are_voluntary_and_on_adjacent_units_only():
    units = "a: German infantry at 3813; d: Allied infantry at 3814; e: Allied infantry at 3816"
    t = Table("19AM German", units, phase="combat")
    assert t.offers("hex") == {"3814"}
    assert t.refused("hex", "3816") == "BW-9.1b"
    assert t.refused("hex", "3812") == "BW-9.1b"
    assert t.refused("done") == ""


@pytest.mark.rule("BW-9.1c1", "BW-9.1c2", "BW-10.3a")
def test_corps_artillery_supports_only_away_from_enemies_and_rockets_only_beside_them():
    units = (
        "a: German infantry at 3813; d: Allied infantry at 3814; "
        "g: German artillery at 3712; h: German artillery at 3714"
    )
    t = Table("19AM German", f"{units}; r: German rocket at 3713; s: German rocket at 3913", phase="combat")
    t.do("hex", "3814")
    assert t.refused("unit", "g") == ""
    assert t.refused("unit", "h") == "BW-9.1c1"
    assert t.refused("unit", "r") == "BW-10.1c"
    assert t.refused("unit", "s") == "BW-10.1c"
    t = Table("19AM German", f"{units}; r: German rocket at 3714", phase="combat")
    t.do("hex", "3814")
    assert t.refused("unit", "r") == ""


@pytest.mark.rule("BW-9.1d")
def test_support_is_judged_when_the_combat_is_declared():
    """The gun in 3714 stands beside 3715; once that enemy is driven off it may fire on 3812."""
    units = "a: German armor 9-5-4 at 3716; b: German infantry at 3813; g: German artillery at 3714"
    t = Table("20AM German", f"{units}; d: Allied infantry 5-3-4 at 3715; f: Allied infantry at 3812", phase="combat")
    other = t.trial()
    other.do("hex", "3812")
    assert other.refused("unit", "g") == "BW-9.1c1"
    t.attack("3715", "a", dice=[1])  # D2
    t.fall_back()
    t.do("done")
    t.do("hex", "3812")
    assert t.refused("unit", "g") == ""


@pytest.mark.rule("BW-9.1e")
def test_a_declared_attack_is_not_called_off():
    t = Table("19AM German", "a: German infantry at 3813; d: Allied infantry at 3814", phase="combat")
    t.do("hex", "3814")
    assert t.refused("done") == "BW-9.1e"
    assert t.refused("hex", "3814") == "BW-9.1e"
    t.do("unit", "a")
    t.do("fight")
    assert t.step == "ChooseSupport"
    assert t.refused("done") == "BW-9.1e"
    assert t.refused("hex", "3814") == "BW-9.1e"


@pytest.mark.rule("BW-9.1e")
def test_combats_come_in_any_order():
    units = (
        "a: German infantry at 3813; b: German infantry at 4303; d: Allied infantry at 3814; e: Allied infantry at 4302"
    )
    for order in (("3814", "4302"), ("4302", "3814")):
        t = Table("20AM German", units, phase="combat")
        for target in order:
            t.attack(target, "a" if target == "3814" else "b", dice=[4])  # 1-1 with +1: SU
        assert t.step == "Combat"


@pytest.mark.rule("BW-9.1f", "BW-9.1g")
def test_a_unit_attacks_once_with_all_it_has():
    units = (
        "a: German armor 9-5-4 at 3813; b: German infantry at 3715; "
        "d: Allied infantry at 3814; e: Allied infantry at 3812"
    )
    t = Table("20AM German", units, phase="combat")
    t.attack("3814", "a", "b", dice=[6])
    assert odds(t, "3814", "a").attack == 9
    while t.step != "Combat":
        t.fall_back()
        if t.step == "Advance":
            t.do("done")
    assert t.refused("hex", "3812") == "BW-9.1f"


@pytest.mark.rule("BW-9.1h")
def test_a_stack_defends_as_one():
    units = "a: German armor 9-5-4 at 3813; d: Allied infantry 5-4-4 at 3814; e: Allied cavalry 3-4-5 at 3814"
    t = Table("20AM German", units, phase="combat")
    assert odds(t, "3814", "a").defense == 8


@pytest.mark.rule("BW-9.1i")
def test_units_of_one_stack_may_attack_different_hexes():
    stack = "a: German infantry at 3813; b: German infantry at 3813; c: German infantry at 3813"
    t = Table("20AM German", f"{stack}; d: Allied infantry at 3814; e: Allied infantry at 3812", phase="combat")
    t.attack("3814", "a", "b", dice=[4])
    t.fall_back()
    while t.step != "Combat":
        t.do("done")
    t.attack("3812", "c", dice=[2])
    assert [t.grid.number(event.hex) for event in t.told(CombatRolled)] == ["3814", "3812"]


@pytest.mark.rule("BW-9.1j")
def test_the_modifier_is_limited_to_two():
    t = Table("20AM German", "a: German armor 9-5-4 at 3813; d: Allied infantry 5-4-4 at 3814", phase="combat")
    assert t.box.tables.combat.most_modifiers == 2
    found = odds(t, "3814", "a")
    assert found.modifier == -1
    # No two modifiers meet in the basic game, but the limit stands.
    for values, limited in (((1, 1, 1), 2), ((-1, -1, -1), -2), ((1, 1, -1), 1), ((-1,), -1)):
        assert strengths.total(tuple(ModifierLine("BW-9.3b", "", value) for value in values), 2) == limited
    assert [found._replace(modifier=m).row(die) for m, die in ((-2, 1), (2, 6), (-2, 6), (2, 1))] == [-1, 8, 4, 3]


@pytest.mark.rule("BW-9.1k")
def test_shifts_are_limited_to_two_each_way_the_attackers_first():
    units = "a: German 6PA infantry 5-4-3 at 0610; d: 99/393 at 0710"
    t = Table("16AM German", units, phase="combat", air=(1, 0))
    found = odds(t, "0710", "a", air=True)  # surprise and aircraft right, forest left
    assert [line.value for line in found.shifts] == [1, 1, -1]
    assert found.column - found.base == 1
    assert t.box.tables.combat.most_shifts == 2
    assert strengths.total((*found.shifts[:2], found.shifts[0]), 2) == 2  # a third one does not count
    # At the edge of the table the attacker's shift is lost, and then the defender's counts.
    assert COLUMNS[strengths.shifted(COLUMNS.index("7-1"), 1, -1)] == "6-1"


@pytest.mark.rule("BW-9.1l")
def test_no_strength_falls_below_one():
    t = Table(
        "20AM German",
        "a: German infantry 3-3-3 at 3813, unsupplied, reduced; d: Allied infantry at 3814",
        phase="combat",
    )
    assert strengths.attack_strength(t.g, t.unit("a")) == 1


# ---- 9.2 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-9.2a", "BW-11.2d")
def test_the_attacker_commits_first_then_the_defender():
    units = (
        "a: German infantry at 3813; g: German artillery at 3712; "
        "d: Allied infantry at 3814; h: Allied artillery at 3816"
    )
    t = Table("19AM German", units, phase="combat", air=(1, 1))
    t.plan("3814", "a")
    t.do("fight")
    assert (t.step, t.side) == ("ChooseSupport", Side.ALLIED)
    assert t.refused("unit", "g") == "BW-9.2a"
    assert t.offers("unit") == {"h"}
    t.do("unit", "h")
    t.do("air")
    t.do("fight", None, dice=[5])
    assert t.told(CombatRolled)[-1].defense > 6
    assert t.g.air == [1, 0]


@pytest.mark.rule("BW-9.2b")
def test_aircraft_on_both_sides_cancel_out():
    t = Table("20AM German", "a: German armor 9-5-4 at 3813; d: Allied infantry 5-4-4 at 3814", phase="combat")
    assert column(t, "3814", "a") == "1-1"
    assert column(t, "3814", "a", air=True) == "2-1"
    assert column(t, "3814", "a", cover=True) == "1-2"
    found = odds(t, "3814", "a", air=True, cover=True)
    assert COLUMNS[found.column] == "1-1"
    assert [line.rule for line in found.shifts] == ["BW-9.2b"]


@pytest.mark.rule("BW-9.2f")
def test_the_edge_of_the_table_limits_each_step():
    strong = "a: 1SS/Peiper at 3813; b: 12SS/12 at 3813; c: 2SS/2 at 3715"
    t = Table("20AM German", f"{strong}; d: Allied cavalry 3-4-5 at 3814", phase="combat")
    assert column(t, "3814", "a", "b", "c") == "7-1"
    assert column(t, "3814", "a", "b", "c", air=True) == "7-1"
    across = strong.replace("3813", "4928").replace("3715", "5029")
    t = Table("20AM German", f"{across}; d: Allied cavalry 3-4-5 at 4929", phase="combat")
    found = odds(t, "4929", "a", "b", "c", air=True)
    assert (COLUMNS[found.base], COLUMNS[found.column]) == ("7-1", "6-1")


@pytest.mark.rule("BW-9.2g")
def test_nothing_exceeds_6_1_in_forest_or_broken_terrain():
    strong = "a: 1SS/Peiper at 0611; b: 12SS/12 at 0611; c: 3FJ/5 at 0611"
    t = Table("16AM German", f"{strong}; d: 102Cav at 0712, reduced", phase="combat", air=(1, 0))
    found = odds(t, "0712", "a", "b", "c", air=True)
    assert COLUMNS[found.base] == "7-1"
    assert [line.value for line in found.shifts] == [1, 1, -1]
    assert COLUMNS[found.column] == "6-1"


@pytest.mark.rule("BW-9.2h")
def test_the_die_is_modified_and_read_from_minus_one_to_eight():
    units = "a: German armor 9-5-4 at 3813; d: Allied infantry 5-4-4 at 3814"
    t = Table("20AM German", units, phase="combat")
    t.attack("3814", "a", dice=[1])
    rolled = t.told(CombatRolled)[-1]
    assert (rolled.column, rolled.die, rolled.modifier, rolled.result) == ("1-1", 1, -1, "D2")


@pytest.mark.rule("BW-9.2i")
def test_a_result_is_carried_out_before_the_next_combat():
    units = (
        "a: German armor 9-5-4 at 3813; b: German infantry at 4303; "
        "d: Allied infantry 5-4-4 at 3814; e: Allied infantry at 4302"
    )
    t = Table("20AM German", units, phase="combat")
    t.attack("3814", "a", dice=[1])
    assert t.step == "RetreatTo"
    assert t.why("done").rule == "BW-9.2i"
    t.fall_back()
    assert t.step == "Advance"
    assert t.refused("hex", "4302") == "BW-9.2i"
    t.do("done")
    assert t.refused("hex", "4302") == ""


@pytest.mark.rule("BW-9.2j")
def test_the_defender_applies_his_part_first():
    units = (
        "a: German armor 9-5-4 at 3813; b: German infantry at 3813; "
        "d: Allied infantry 5-4-4 at 3814; e: Allied infantry 5-4-4 at 3814"
    )
    t = Table("20AM German", units, phase="combat")
    t.attack("3814", "a", "b", dice=[4])  # 14 against 10 with -1: FF
    assert t.told(CombatRolled)[-1].result == "FF"
    assert (t.step, t.side) == ("Loss", Side.ALLIED)
    t.do("unit", "d")
    assert (t.step, t.side) == ("Loss", Side.GERMAN)


# ---- 9.3 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-9.3a")
def test_the_best_rating_counts_and_supporting_artillery_with_it():
    units = "a: German infantry 5-4-3 at 3813; d: Allied infantry 5-3-4 at 3814; h: Allied artillery 5-4-4 at 3816"
    t = Table("20AM German", f"{units}; b: German infantry 4-2-3 at 3813", phase="combat")
    assert odds(t, "3814", "a", "b").modifier == -1
    assert odds(t, "3814", "b").modifier == 1
    assert odds(t, "3814", "a", support=("h",)).modifier == 0
    t = Table("20AM German", f"{units.replace('5-4-3', '4-2-3')}; g: German artillery 6-4-3 at 3712", phase="combat")
    assert odds(t, "3814", "a").modifier == 1
    assert odds(t, "3814", "a", guns=("g",)).modifier == -1


@pytest.mark.rule("BW-9.3b", "BW-9.3c", "BW-9.3d")
@pytest.mark.parametrize(
    ("german", "allied", "expected"),
    [("9-5-4", "5-4-4", -1), ("5-4-3", "5-5-4", 1), ("15-6-5", "5-3-4", -1), ("5-4-3", "5-4-4", 0)],
)
def test_the_bonus_is_one_point_whatever_the_difference(german, allied, expected):
    kind = "infantry" if german == "5-4-3" else "armor"
    units = f"a: German {kind} {german} at 3813; d: Allied infantry {allied} at 3814"
    assert odds(Table("20AM German", units, phase="combat"), "3814", "a").modifier == expected


@pytest.mark.rule("BW-9.3e")
def test_supply_counts_in_the_comparison():
    units = "a: German armor 9-5-4 at 3813, unsupplied; d: Allied infantry 5-4-4 at 3814"
    assert odds(Table("20AM German", units, phase="combat"), "3814", "a").modifier == 0


# ---- 9.4 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-9.4a")
def test_clear_and_light_woods_help_nobody():
    for at, target in (("3813", "3814"), ("4429", "4430")):
        units = f"a: German infantry 6-4-3 at {at}; d: Allied cavalry 3-4-5 at {target}"
        found = odds(Table("20AM German", units, phase="combat"), target, "a")
        assert (found.defense, COLUMNS[found.column], found.shifts) == (3, "2-1", ())


@pytest.mark.rule("BW-9.4b", "BW-9.4d")
def test_forest_and_broken_terrain_shift_one_column():
    for at, target, rule in (("0409", "0410", "BW-9.4b"), ("1229", "1330", "BW-9.4d")):
        units = f"a: German armor 9-5-4 at {at}; d: Allied cavalry 3-4-5 at {target}"
        found = odds(Table("20AM German", units, phase="combat"), target, "a")
        assert (COLUMNS[found.base], COLUMNS[found.column]) == ("3-1", "2-1")
        assert [line.rule for line in found.shifts] == [rule]


@pytest.mark.rule("BW-9.4c")
def test_armor_attacks_into_roadless_forest():
    t = Table("20AM German", "a: German armor at 0312; d: Allied infantry at 0311", phase="combat")
    t.do("hex", "0311")
    assert t.refused("unit", "a") == ""


@pytest.mark.rule("BW-9.4e")
def test_towns_double_all_but_artillery():
    units = "a: German armor 9-5-4 at 2525; d: Allied infantry 5-4-4 at Bastogne; g: Allied artillery 6-4-4 at Bastogne"
    assert odds(Table("20AM German", units, phase="combat"), "Bastogne", "a").defense == 13


@pytest.mark.rule("BW-9.4f")
def test_a_town_attacked_wholly_across_a_river_gets_a_shift_too():
    """Rochefort 3820 from 3821 and 3721, both beyond the Lomme."""
    units = "a: German armor 9-5-4 at 3821; b: German infantry at 3721; d: Allied infantry 5-4-4 at Rochefort"
    found = odds(Table("20AM German", units, phase="combat"), "Rochefort", "a", "b")
    assert found.defense == 10
    assert [line.rule for line in found.shifts] == ["BW-9.4f"]
    t = Table("20AM German", f"{units}; c: German infantry at 3720", phase="combat")
    found = odds(t, "Rochefort", "a", "b", "c")
    assert (found.defense, found.shifts) == (10, ())


@pytest.mark.rule("BW-9.4g")
def test_a_river_doubles_if_all_attack_across_it():
    """0425 is clear; the Prüm lies between it and 0526, none between it and 0424."""
    units = (
        "a: German armor 9-5-4 at 0526; b: German infantry at 0526; "
        "c: German infantry at 0424; d: Allied infantry 5-4-4 at 0425"
    )
    t = Table("20AM German", f"{units}; g: German artillery at 0428", phase="combat")
    assert odds(t, "0425", "a", "b").defense == 10
    assert odds(t, "0425", "a", "b", "c").defense == 5
    assert odds(t, "0425", "a", "b", guns=("g",)).defense == 10  # distant guns do not count


@pytest.mark.rule("BW-9.4g")
def test_a_bridge_does_not_make_it_dry():
    t = Table("20AM German", "a: German armor 9-5-4 at 1324; d: Allied infantry 5-4-4 at 1424", phase="combat")
    assert odds(t, "1424", "a").defense == 10


@pytest.mark.rule("BW-9.4h")
def test_who_cannot_cross_may_still_attack():
    t = Table("20AM German", "a: German 5PA heavy armor at 0526; d: Allied infantry at 0425", phase="combat")
    t.do("hex", "0425")
    assert t.refused("unit", "a") == ""


@pytest.mark.rule("BW-9.4i")
def test_benefits_add_up_but_nobody_is_doubled_twice():
    t = Table("20AM German", "a: German armor 9-5-4 at 1324; d: Allied infantry 5-4-4 at 1424", phase="combat")
    found = odds(t, "1424", "a")
    assert (found.defense, [line.rule for line in found.shifts]) == (10, ["BW-9.4d"])
    t = Table("20AM German", "a: German armor 9-5-4 at 3821; d: Allied infantry 5-4-4 at Rochefort", phase="combat")
    assert odds(t, "Rochefort", "a").defense == 10


@pytest.mark.rule("BW-9.4j")
def test_the_best_terrain_of_a_hex_counts():
    """Eupen stands on broken ground: the town counts, as in example 1, and the ground adds nothing."""
    t = Table("20AM German", "a: German armor 9-5-4 at 1502; d: Allied infantry 5-4-4 at Eupen", phase="combat")
    found = odds(t, "Eupen", "a")
    assert (found.defense, found.shifts) == (10, ())
    assert t.box.map.terrain_at(t.hex("Eupen")) == "broken"


def test_an_attack_needs_somebody():
    t = Table("20AM German", "a: German infantry at 3813; d: Allied infantry at 3814", phase="combat")
    t.do("hex", "3814")
    with pytest.raises(IllegalAction):
        t.do("fight")


# ---- the river figure --------------------------------------------------------------------------------------


@pytest.mark.rule("BW-9.4k")
def test_attack_a_of_the_river_figure():
    """9 against 8 with a shift for broken terrain: 1-2. A strength of 4 is doubled across the Our."""
    t = Table("20AM German", "a: German armor 9-5-4 at 1324; d: Allied parachute 4-5-4 at 1424", phase="combat")
    found = odds(t, "1424", "a")
    assert (found.attack, found.defense, COLUMNS[found.base], COLUMNS[found.column]) == (9, 8, "1-1", "1-2")


@pytest.mark.rule("BW-9.4l")
def test_attack_b_of_the_river_figure():
    """10 against 3 on a town struck across the river: artillery counts half and is not doubled; 3-1 becomes 2-1."""
    units = "a: German infantry 5-4-3 at 3821; b: German infantry 5-4-3 at 3721; g: Allied artillery 6-4-4 at Rochefort"
    found = odds(Table("20AM German", units, phase="combat"), "Rochefort", "a", "b")
    assert (found.attack, found.defense) == (10, 3)
    assert (COLUMNS[found.base], COLUMNS[found.column]) == ("3-1", "2-1")
    assert [line.rule for line in found.shifts] == ["BW-9.4f"]


@pytest.mark.rule("BW-9.4m")
def test_attack_c_of_the_river_figure():
    """12 against 4, one shift for broken, +1 for the glider infantry's ER; not all attackers come over the river."""
    units = "a: German infantry 6-4-3 at 1324; b: German infantry 6-4-3 at 1423; d: Allied glider 4-5-4 at 1424"
    found = odds(Table("20AM German", units, phase="combat"), "1424", "a", "b")
    assert (found.attack, found.defense, COLUMNS[found.column], found.modifier) == (12, 4, "2-1", 1)
