"""36.0 The Peiper Alternative: three battalions that keep together, and what they become together."""

import pytest

import ardennes
from ardennes.kernel import Game, Side
from ardennes.titles.bitter_woods import TITLE
from ardennes.titles.bitter_woods.box import EXITED, UNUSED
from ardennes.titles.bitter_woods.events import CombatRolled, NerveRolled, Reduced, Regrouped
from ardennes.titles.bitter_woods.rules import kampfgruppe, leaders, release, victory
from ardennes.titles.bitter_woods.rules.combat import duties
from ardennes.titles.bitter_woods.rules.combat.results import Aftermath, Loss
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.rules.quick import movers
from ardennes.titles.bitter_woods.state import Duty
from ardennes.titles.bitter_woods.table import markers
from tests.titles.bitter_woods.table import Table

THREE = ("PA/1SSPz", "PA/501", "PA/3-2")
#: The three battalions in one hex of open ground.
GROUP = "PA/1SSPz at 3813; PA/501 at 3813; PA/3-2 at 3813"


def table(units: str = GROUP, date: str = "20AM German", **more: object) -> Table:
    options = ("peiper_alternative", *more.pop("also", ()))  # type: ignore[misc]
    return Table(date, units, **{"air": (0, 0), "options": options} | more)  # type: ignore[arg-type]


def at(one: str, two: str, three: str) -> str:
    return f"PA/1SSPz at {one}; PA/501 at {two}; PA/3-2 at {three}"


# ---- the counters ------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-36a")
def test_three_battalions_begin_in_place_of_the_kampfgruppe():
    game = ardennes.game("bitter_woods", "campaign", {"peiper_alternative": True})
    g = game.start(1)
    units = g.box.units
    three = [units.unit(name) for name in THREE]
    assert sum(units.strengths[unit][0] for unit in three) == 15
    assert {g.values(unit).split("-", 1)[1] for unit in three} == {"6-5"}
    assert {g.hex_name(g.place[unit]) for unit in three} == {"Hallschlag 0413"}
    assert g.place[units.unit("1SS/Peiper")] == UNUSED
    basic = ardennes.game("bitter_woods", "campaign").start(1)
    assert basic.on_map(units.unit("1SS/Peiper"))
    assert not any(basic.on_map(unit) for unit in three)


@pytest.mark.rule("BW-36b")
def test_the_eight_turn_tournament_game_does_without_it():
    assert TITLE.preset("tournament", "six_turn")["peiper_alternative"]
    assert not TITLE.preset("tournament", "eight_turn").get("peiper_alternative")
    with pytest.raises(ValueError, match="belongs to six_turn, campaign"):
        Game.of(TITLE, "eight_turn", {"peiper_alternative": True})


@pytest.mark.rule("BW-36c")
def test_the_battalions_ignore_zones_on_17am():
    units = f"{GROUP}; d: Allied infantry at 3711; e: Allied infantry at 3911"
    for date, beyond in (("17AM German", True), ("17PM German", False)):
        t = table(units, date, also=("peiper_and_skorzeny",))
        t.g.freed |= t.box.thirds
        assert "3811" in t.zone(Side.ALLIED)
        assert ("3810" in t.reach("PA/1SSPz")) is beyond


@pytest.mark.rule("BW-36c")
def test_a_group_broken_down_in_exploitation_still_attacks_afterwards():
    units = "1SS/Peiper at 3813, reserve; d: Allied infantry at 3810"
    for first in ("breakdown", ""):
        t = table(units, "17AM German", phase="exploitation", also=("peiper_and_skorzeny",))
        t.g.freed |= t.box.kampfgruppe
        t.move("1SS/Peiper", "3811")
        if first:
            t.do(first)
        t.do("done")
        asked = []
        while t.step == "Lunge":
            asked.append(t.name(t.g.stack[-1].mover))
            t.do("done")
        assert sorted(asked) == (sorted(THREE) if first else ["1SS/Peiper"])


# ---- 36.1, 36.2 keeping together ---------------------------------------------------------------------------


@pytest.mark.rule("BW-36.1a")
def test_a_battalion_too_far_off_keeps_the_phase_open_until_others_follow():
    t = table()
    t.move("PA/501", "3810")
    assert t.refused("done") == "BW-36.1a"
    t.move("PA/1SSPz", "3811")
    t.move("PA/3-2", "3812")
    assert t.refused("done") == ""


@pytest.mark.rule("BW-36.1a")
def test_nobody_goes_where_the_others_cannot_follow():
    t = table(at("3813", "3813", "3813"))
    t.move("PA/1SSPz", "3814")
    t.move("PA/3-2", "3813" if t.where("PA/3-2") != "3813" else "3814")
    assert t.why_move("PA/501", "3810") == "BW-36.1a"
    assert t.why_move("PA/501", "3812") == ""


@pytest.mark.rule("BW-36.1a")
def test_of_two_nobody_steps_away_from_the_one_that_has_moved():
    """Only 3816 is open to PA/501, three hexes from the other, and a zone of control ends the move there."""
    guns = "; ".join(f"g{n}: Allied artillery at {c}" for n, c in enumerate(("3814", "3715", "3915", "3716", "3916")))
    t = table(f"PA/1SSPz at 3813, moved; PA/501 at 3815; {guns}; d: Allied infantry at 3817")
    assert t.refused("unit", "PA/501") != ""


@pytest.mark.rule("BW-36.1a")
def test_enemies_between_do_not_matter():
    t = table(at("3812", "3814", "3814") + "; d: 28/110 at 3813")
    assert not kampfgruppe.scattered(t.g)
    assert t.refused("done") == ""


@pytest.mark.rule("BW-36.1a")
def test_an_advance_keeps_them_together():
    t = table(at("3813", "3813", "3715"), phase="combat")
    t.may_advance("3812", 3, "PA/501")
    assert t.why_advance("PA/501", "3812") == ""
    assert t.why_advance("PA/501", "3810") == "BW-36.1a"
    t = table(at("3813", "3813", "3715"), phase="combat")
    t.may_advance("3812", 3, "PA/501", "PA/1SSPz", "PA/3-2")
    assert t.why_advance("PA/501", "3811") == ""


@pytest.mark.rule("BW-36.1b")
def test_the_leader_is_no_battalion():
    t = table(at("3813", "3809", "3809"))
    t.g.put(t.box.units.unit("Peiper"), t.hex("3813"))
    assert kampfgruppe.scattered(t.g) == 1 << t.unit("PA/1SSPz")


def test_a_last_battalion_is_free():
    t = table("PA/501 at 3813")
    assert not kampfgruppe.scattered(t.g)
    t.move("PA/501", "3810")
    assert t.refused("done") == ""


@pytest.mark.rule("BW-36.2")
def test_a_retreat_ends_near_another_battalion_if_it_can():
    t = table(at("1514", "1316", "1316") + "; d: Allied infantry at 1614", phase="combat")
    alone = table("PA/1SSPz at 1514; d: Allied infantry at 1614", phase="combat").retreats("PA/1SSPz", 2)
    together = t.retreats("PA/1SSPz", 2)
    near = set(t.grid.numbers(kampfgruppe.near(t.g, 1 << t.hex("1316"))))
    assert together
    assert together <= near
    assert alone - together or alone <= near


@pytest.mark.rule("BW-36.2")
def test_parted_battalions_come_together_in_the_next_german_turn():
    t = table(at("3813", "3809", "3809"))
    t.g.parted = 1 << t.unit("PA/1SSPz")
    assert t.refused("done") == "BW-36.2"
    t.move("PA/1SSPz", "3811")
    assert t.refused("done") == ""


@pytest.mark.rule("BW-36.2")
def test_with_a_reserve_they_have_until_exploitation_is_over():
    t = table(at("3813", "3809", "3809"))
    t.g.parted = 1 << t.unit("PA/1SSPz")
    t.g.reserve = 1 << t.unit("PA/1SSPz")
    assert t.refused("done") == ""
    t.do("done")
    while t.step != "Movement":
        t.do("done")
    assert t.refused("done") == "BW-36.2"
    t.move("PA/1SSPz", "3811")
    assert t.refused("done") == ""


@pytest.mark.rule("BW-36.2")
def test_a_retreat_that_parts_them_is_remembered():
    t = table(at("3813", "3809", "3809"), phase="combat")
    kampfgruppe.after_combat(t.g)
    assert t.g.parted == 1 << t.unit("PA/1SSPz")


# ---- 36.3 - 36.6, 36.10 in combat --------------------------------------------------------------------------

FIGHT = f"{GROUP}; d: Allied infantry 5-4-4 at 3814"


@pytest.mark.rule("BW-36.3")
@pytest.mark.parametrize(
    ("names", "rolls"), [(("PA/1SSPz", "PA/501"), 1), (("PA/501",), 1), (("PA/1SSPz",), 1), (("PA/3-2",), 0)]
)
def test_only_the_panzer_battalions_frighten(names, rolls):
    t = table(FIGHT, "17AM German", phase="combat", also=("panzer_scare",))
    t.attack("3814", *names, dice=[1] * (rolls + 1))
    assert len(t.told(NerveRolled)) == rolls


@pytest.mark.rule("BW-36.4")
def test_the_division_is_whole_with_both_regiments_and_two_battalions():
    units = "1SS/1 at 3813; 1SS/2 at 3715; PA/1SSPz at 3915; PA/3-2 at 3915; PA/501 at 3915; d: 28/110 at 3814"
    t = table(units, phase="combat", also=("divisional_integrity",))
    four = ("1SS/1", "1SS/2", "PA/1SSPz", "PA/3-2")

    def bonus(*names: str) -> int:
        lines = t.odds("3814", *names).modifiers
        return sum(line.value for line in lines if line.rule.startswith("BW-18"))

    assert bonus(*four) == -1
    assert bonus(*four, "PA/501") == -1
    for missing in four:
        assert bonus(*(name for name in four if name != missing), "PA/501") == 0
    t = table("1SS/1 at 3813; 1SS/2 at 3715; 1SS/Peiper at 3915; d: 28/110 at 3814", also=("divisional_integrity",))
    assert bonus("1SS/1", "1SS/2", "1SS/Peiper") == -1


@pytest.mark.rule("BW-36.5")
@pytest.mark.parametrize(
    ("names", "bonus"),
    [
        (("PA/501", "PA/3-2"), 0),
        (("PA/501", "i"), 1),
        (("PA/1SSPz", "i"), 1),
        (("PA/3-2", "i"), 0),
    ],
)
def test_combined_arms_need_a_regiment_of_infantry(names, bonus):
    units = f"{FIGHT}; i: German infantry at 3915; g: German artillery at 3711"
    t = table(units, phase="combat", also=("combined_arms",))
    lines = t.odds("3814", *names, guns=["g"]).shifts
    assert sum(line.value for line in lines if line.rule == "BW-32a") == bonus


@pytest.mark.rule("BW-36.6")
def test_no_battalion_is_held_by_an_engagement():
    t = table(FIGHT)
    three = tuple(t.unit(name) for name in THREE)
    t.g.duties = (Duty("ENG", Side.GERMAN, t.hex("3814"), three, (t.unit("d"),), active=True),)
    assert not duties.engaged(t.g) & t.box.thirds
    assert t.refused("unit", "PA/3-2") == ""
    assert duties.repeats(t.g, Side.GERMAN) == []


@pytest.mark.rule("BW-36.10")
def test_one_battalion_has_the_endurance_of_all():
    t = table(FIGHT.replace("PA/1SSPz at 3813; PA/501 at 3813; ", ""), phase="combat")
    assert [line.text for line in t.odds("3814", "PA/3-2").modifiers] == ["attacker's ER 6 against 4"]


@pytest.mark.rule("BW-36.9")
def test_a_lone_battalion_may_attack_though_it_has_no_zone():
    t = table("PA/501 at 3813; d: Allied infantry 5-4-4 at 3814", phase="combat")
    assert t.refused("hex", "3814") == ""
    t.attack("3814", "PA/501", dice=[6])
    assert t.told(CombatRolled)


# ---- 36.7, 36.8 thirds -------------------------------------------------------------------------------------


@pytest.mark.rule("BW-36.7")
def test_three_battalions_stack_like_one_unit():
    t = table(f"{at('3812', '3812', '3812')}; a: German infantry at 3813; b: German infantry at 3813")
    for name in THREE:
        t.move(name, "3813")
    assert [t.where(name) for name in THREE] == ["3813"] * 3
    t = table(f"{GROUP}; a: German infantry at 3813; b: German infantry at 3813; c: German infantry at 3812")
    assert t.why_move("c", "3813") == "BW-6.1a"


@pytest.mark.rule("BW-36.7")
def test_a_lone_battalion_is_a_third_of_a_unit():
    two = "a: German infantry at 3813; b: German infantry at 3813; c: German infantry at 3812"
    assert table(f"PA/501 at 3813; {two}").why_move("c", "3813") == "BW-6.1a"
    assert table(two).why_move("c", "3813") == ""
    full = "a: German infantry at 3813; b: German infantry at 3813; c: German infantry at 3813"
    assert table(f"PA/501 at 3812; {full}").why_move("PA/501", "3813") == "BW-6.1a"


@pytest.mark.rule("BW-36.8")
def test_three_battalions_leave_the_map_as_one_unit():
    t = table("a: German infantry at 3813", date="24AM German")
    west = next(cell for cell in t.grid.numbers(t.box.ways_out[3]))
    for name in THREE:
        t.g.put(t.unit(name), t.hex(west))
    counted = []
    for name in THREE:
        t.do("unit", name)
        t.do("exit", "west")
        counted.append(t.g.exits)
    assert counted == [(0, 0), (0, 0), (1, 1)]
    assert t.g.place[t.unit("PA/501")] == EXITED


@pytest.mark.rule("BW-36.8")
def test_battalions_beyond_the_meuse_count_together():
    t = table("a: German infantry at 3813", date="24AM German")
    across = victory.banks(t.box.map).across
    west = t.grid.numbers(across)[0]
    for number, name in enumerate(THREE):
        t.g.put(t.unit(name), t.hex(west))
        assert len(victory.supplied_mechanized(t.g, across)) == (number == 2)


@pytest.mark.rule("BW-36.8")
def test_others_beyond_the_meuse_count_one_by_one():
    t = table("2Pz/3 at 3813; 2Pz/2 at 3813; 2Pz/304 at 3812", date="24AM German")
    across = victory.banks(t.box.map).across
    west = t.grid.numbers(across)[0]
    for number, name in enumerate(("2Pz/3", "2Pz/2", "2Pz/304"), 1):
        t.g.put(t.unit(name), t.hex(west))
        assert len(victory.supplied_mechanized(t.g, across)) == number


# ---- 36.9, 7.3 zones of control ----------------------------------------------------------------------------


@pytest.mark.rule("BW-36.9", "BW-7.3b")
def test_a_zone_of_control_needs_the_third_battalion_and_another():
    assert table("PA/3-2 at 3813").zone(Side.GERMAN) == set()
    assert table("PA/501 at 3813; PA/1SSPz at 3813").zone(Side.GERMAN) == set()
    full = table("PA/501 at 3813; PA/3-2 at 3813").zone(Side.GERMAN)
    assert full == {"3812", "3814", "3713", "3714", "3913", "3914"}
    t = table("PA/501 at 3813; PA/3-2 at 3813")
    t.move("PA/3-2", "3812")
    assert t.zone(Side.GERMAN) == set()
    t = table("PA/501 at 3813; a: German infantry at 3813")
    assert t.zone(Side.GERMAN) == full
    t.move("a", "3815")
    assert "3812" not in t.zone(Side.GERMAN)


@pytest.mark.rule("BW-7.3b")
def test_enemies_pass_a_lone_battalion():
    t = table("PA/501 at 3813; d: Allied armor at 3815", "20AM Allied")
    assert "3811" in t.reach("d")
    t = table("PA/501 at 3813; PA/3-2 at 3813; d: Allied armor at 3815", "20AM Allied")
    assert "3811" not in t.reach("d")


# ---- 36.11, 36.12 exchanges --------------------------------------------------------------------------------


@pytest.mark.rule("BW-36.11a")
def test_they_combine_and_break_down_at_any_time():
    t = table(FIGHT)
    t.do("combine")
    assert t.where("1SS/Peiper") == "3813"
    assert t.g.place[t.unit("PA/501")] == UNUSED
    t.end_movement()
    assert t.step == "Combat"
    t.do("breakdown")
    assert [t.where(name) for name in THREE] == ["3813"] * 3
    assert [event.combined for event in t.told(Regrouped)] == [True, False]


@pytest.mark.rule("BW-36.11a")
def test_a_battalion_takes_the_loss_of_a_firefight():
    t = table("1SS/Peiper at 3813; d: Allied infantry at 3814", phase="combat")
    t.g.push(Loss(Side.GERMAN, (t.unit("1SS/Peiper"),), "FF"))
    assert t.refused("breakdown") == ""
    t.do("breakdown")
    assert t.offers("unit") == {*THREE}
    t.do("unit", "PA/3-2")
    assert [event.unit for event in t.told(Reduced)] == [t.unit("PA/3-2")]
    assert not t.has("PA/501", "reduced")


@pytest.mark.rule("BW-36.11a")
def test_a_group_that_stands_may_break_down_before_and_after_it_is_decided():
    t = led("1SS/Peiper at 3813; Dietrich at 3812; d: Allied armor at 3814", "20AM Allied", phase="combat")
    t.g.push(Aftermath(Attack(Side.ALLIED, t.hex("3813"), (t.unit("d"),)), "D2", (t.unit("1SS/Peiper"),)))
    t.g.settle([])
    late = t.trial()
    t.do("breakdown")
    t.do("stand", "Dietrich")
    assert t.offers("unit") == {*THREE}
    late.do("stand", "Dietrich")
    late.do("breakdown")
    late.do("unit", "PA/3-2")
    late.do("unit", "PA/501")
    assert [late.has(name, "reduced") for name in THREE] == [False, True, True]
    assert late.where("PA/1SSPz") == "3813"


@pytest.mark.rule("BW-36.11a")
def test_they_break_down_to_advance_apart():
    t = table("1SS/Peiper at 3813", phase="combat")
    t.may_advance("3812", 2, "1SS/Peiper")
    t.do("breakdown")
    assert t.offers("unit") == {*THREE}
    t.do("unit", "PA/501")
    t.do("hex", "3812")
    assert t.refused("combine") == "BW-36.11a"
    assert t.where("PA/3-2") == "3813"


@pytest.mark.rule("BW-36.11a")
def test_markers_go_with_an_exchange():
    t = table(GROUP)
    t.g.unsupplied = t.g.attacked = 1 << t.unit("PA/501")
    t.do("combine")
    assert t.has("1SS/Peiper", "unsupplied")
    assert t.has("1SS/Peiper", "attacked")
    assert not t.has("PA/501", "unsupplied")
    t = table(GROUP)
    t.g.reserve = 1 << t.unit("PA/501")
    assert t.refused("combine") == "BW-36.11a"


@pytest.mark.rule("BW-36.11a")
@pytest.mark.parametrize(("freed", "whole"), [(THREE, True), (THREE[:2], False)])
def test_the_whole_is_free_of_boundaries_only_if_all_of_it_is(freed, whole):
    t = table(GROUP)
    for name in freed:
        t.g.freed |= 1 << t.unit(name)
    t.do("combine")
    assert t.has("1SS/Peiper", "freed") is whole


@pytest.mark.rule("BW-36.11a")
def test_a_position_is_not_lost_by_an_exchange():
    t = table("1SS/Peiper at 3813, improved")
    t.do("breakdown")
    assert t.marked("improved", "3813")


@pytest.mark.rule("BW-36.11a")
def test_only_the_german_regroups_and_only_by_the_variant():
    t = table(FIGHT, "20AM Allied")
    assert t.refused("combine") == "BW-36.11a"
    basic = Table("20AM German", "1SS/Peiper at 3813", air=(0, 0))
    assert basic.refused("breakdown") == "BW-36a"


@pytest.mark.rule("BW-36.11b")
def test_what_is_left_is_the_least_left_to_any():
    t = table(at("3812", "3811", "3810"))
    for name in THREE:
        t.move(name, "3813")
    t.do("combine")
    assert t.refused("unit", "1SS/Peiper") == ""
    assert kampfgruppe.spent(t.g, t.unit("1SS/Peiper")) == 6  # two hexes of road and one across country
    t.do("unit", "1SS/Peiper")
    fresh = table("1SS/Peiper at 3813").reach("1SS/Peiper")
    assert t.offers("hex") < fresh
    t.do("hex", "3816")
    assert t.refused("unit", "1SS/Peiper") == "BW-5.2b"


@pytest.mark.rule("BW-36.11b")
def test_a_group_that_breaks_down_on_the_march_goes_on():
    t = table("1SS/Peiper at 3813")
    t.move("1SS/Peiper", "3814")
    t.do("breakdown")
    assert t.refused("unit", "PA/501") == ""
    assert kampfgruppe.spent(t.g, t.unit("PA/501")) == 4
    t.do("unit", "PA/501")
    t.do("hex", "3815")
    assert t.refused("unit", "PA/501") == "BW-5.2b"


@pytest.mark.rule("BW-36.11b")
def test_a_battalion_that_stops_after_the_exchange_is_done():
    t = table("1SS/Peiper at 3813")
    t.move("1SS/Peiper", "3814")
    t.do("breakdown")
    t.do("unit", "PA/501")
    t.do("stop")
    assert t.refused("unit", "PA/501") == "BW-5.2b"
    assert t.refused("unit", "PA/1SSPz") == t.refused("unit", "PA/3-2") == ""


@pytest.mark.rule("BW-36.11c")
def test_the_example_of_two_three_and_five_points():
    t = table(GROUP)
    for unit, points in zip(("PA/3-2", "PA/1SSPz", "PA/501"), (2, 3, 5), strict=True):
        kampfgruppe.spend(t.g, t.unit(unit), points * 4)
        t.g.moved |= 1 << t.unit(unit)
    t.do("combine")
    assert t.refused("unit", "1SS/Peiper") == "BW-5.2b"


@pytest.mark.rule("BW-36.12")
def test_a_battalion_reduced_or_lost_ends_it():
    t = table(GROUP.replace("PA/501 at 3813", "PA/501 at 3813, reduced"))
    assert t.refused("combine") == "BW-36.12"
    t = table("PA/1SSPz at 3813; PA/3-2 at 3813")
    assert t.refused("combine") == "BW-36.12"
    t = table("1SS/Peiper at 3813, reduced")
    assert t.refused("breakdown") == "BW-36.12"


# ---- Peiper himself ----------------------------------------------------------------------------------------


def led(units: str, date: str = "20AM German", **more: object) -> Table:
    return table(units, date, also=("leaders", *more.pop("also", ())), **more)  # type: ignore[misc]


@pytest.mark.rule("BW-36a")
def test_peiper_comes_with_his_battalions_where_leaders_are_played():
    options = {"peiper_alternative": True, "leaders": True}
    g = ardennes.game("bitter_woods", "campaign", options).start(1)
    peiper, men = (g.place[g.box.units.unit(name)] for name in ("Peiper", "PA/501"))
    assert peiper == men
    without = ardennes.game("bitter_woods", "campaign", {"leaders": True}).start(1)
    assert not without.on_map(without.box.units.unit("Peiper"))


@pytest.mark.rule("BW-36.L1")
def test_peiper_lets_nobody_stand_but_his_own():
    t = led("PA/501 at 3813; 1SS/1 at 3813; Peiper at 3813; d: Allied armor at 3814", "20AM Allied", phase="combat")
    attack = Attack(Side.ALLIED, t.hex("3813"), (t.unit("d"),))
    t.g.push(Aftermath(attack, "D1*", t.g.units_at(t.hex("3813"))))
    t.g.settle([])
    assert t.step == "Stand"
    t.do("stand", "Peiper")
    assert t.offers("unit") == {"PA/501", "Peiper"}
    t.do("unit", "PA/501")
    t.fall_back()
    assert t.where("PA/501") == "3813"
    assert t.where("1SS/1") != "3813"


@pytest.mark.rule("BW-36.L1")
def test_peiper_is_lost_only_with_his_own():
    for men, offered in (("PA/501", True), ("12SS/25", False)):
        t = led(f"{men} at 3813; Peiper at 3813; d: Allied armor at 3814", "20AM Allied", phase="combat")
        t.g.push(Aftermath(Attack(Side.ALLIED, t.hex("3813"), (t.unit("d"),)), "FF", t.g.units_at(t.hex("3813"))))
        t.g.settle([])
        if offered:
            assert t.offers("unit") == {men, "Peiper"}
        else:
            assert t.has(men, "reduced")


@pytest.mark.rule("BW-36.L1", "BW-36.L2", "BW-36.L3")
def test_peiper_moves_and_releases_his_own_and_only_them():
    t = led("PA/501 at 3813, reserve; 12SS/12 at 3813, reserve; Peiper at 3812")
    t.move("Peiper", "3813")
    t.do("done")
    while t.step != "Movement":
        t.do("done")
    assert t.refused("unit", "PA/501") == ""
    assert t.refused("unit", "12SS/12") == "BW-36.L1"


@pytest.mark.rule("BW-36.L3")
@pytest.mark.parametrize(("leader", "released"), [("Peiper", True), ("Dietrich", True), ("Manteuffel", False)])
@pytest.mark.parametrize("unit", ["PA/501", "1SS/Peiper"])
def test_the_kampfgruppe_needs_peiper_or_dietrich(leader, released, unit):
    t = led(f"{unit} at 3813, reserve; {leader} at 3813")
    t.g.stayed |= 1 << t.unit(leader)
    release.release(t.g, Side.GERMAN)
    assert bool(t.g.released >> t.unit(unit) & 1) is released
    alone = led("1SS/Peiper at 3813, reserve")
    release.release(alone.g, Side.GERMAN)
    assert not alone.g.released
    basic = Table("20AM German", "1SS/Peiper at 3813, reserve", air=(0, 0), options=("leaders",))
    release.release(basic.g, Side.GERMAN)
    assert basic.g.released


@pytest.mark.rule("BW-36.L4")
def test_peiper_stays_near_his_men():
    t = led("PA/501 at 3813; Peiper at 3813")
    t.move("PA/501", "3814")
    assert t.why_move("Peiper", "3811") == "BW-36.L4"
    assert t.why_move("Peiper", "3812") == ""
    t = led("PA/501 at 3813; Peiper at 3810")
    assert t.refused("done") == "BW-36.L4"
    t.move("Peiper", "3811")
    assert t.refused("done") == ""


@pytest.mark.rule("BW-36.L4")
def test_at_the_end_of_exploitation_peiper_is_back():
    t = led("PA/501 at 3813, reserve; Peiper at 3813")
    t.do("done")
    while t.step != "Movement":
        t.do("done")
    t.move("PA/501", "3810")
    assert t.refused("done") == "BW-36.L4"
    t.move("Peiper", "3811")
    assert t.refused("done") == ""


@pytest.mark.rule("BW-36.L5")
def test_after_the_atrocities_peiper_shows_his_other_face_and_is_the_same():
    t = led("PA/501 at 3813; Peiper at 3813", "18AM German")
    peiper = t.unit("Peiper")
    shown = [mark for mark in markers.MARKS if mark.key == "alternate"]
    before = (t.reach("Peiper"), leaders.influence_left(t.g, peiper), leaders.reach(t.g, peiper))
    assert not markers.marks(t.g)[peiper] & shown[0].bit
    t.g.event18 = 2
    assert markers.marks(t.g)[peiper] & shown[0].bit
    t.g.turn += 5  # for the rest of the game
    assert markers.marks(t.g)[peiper] & shown[0].bit
    t.g.turn -= 5
    assert before == (t.reach("Peiper"), leaders.influence_left(t.g, peiper), leaders.reach(t.g, peiper))


@pytest.mark.rule("BW-36.L6")
def test_peiper_shares_a_hex_with_other_leaders():
    t = led("PA/501 at 3813; Peiper at 3812; Dietrich at 3813; Manteuffel at 3811")
    assert t.why_move("Peiper", "3813") == ""
    assert t.why_move("Manteuffel", "3813") == "BW-24.3b"


@pytest.mark.rule("BW-36.L1")
def test_with_peiper_only_his_own_reserves_are_lost_and_they_may_move_at_once():
    t = led("PA/501 at 3813, reserve; 12SS/12 at 3811, reserve; Peiper at 3815")
    assert not movers.may_move(t.g, t.unit("PA/501"), Side.GERMAN, False)
    t.g.eliminate(t.unit("Peiper"), "BW-24.3e")
    assert t.refused("unit", "PA/501") == ""
    assert t.refused("unit", "12SS/12") == "BW-14.1b"
