"""Rules that bite in more than one chapter: isolation in retreats, bridges in advances, roadblocks, positions."""

from __future__ import annotations

import msgspec
import pytest

from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.rules import advances, battle, entering, losses
from ardennes.titles.enemy_action_ardennes.rules.combat import Combat
from ardennes.titles.enemy_action_ardennes.rules.losses import TakeLoss
from ardennes.titles.enemy_action_ardennes.rules.retreats import Withdraw
from tests.titles.enemy_action_ardennes.combats import (
    ALLIED_ATTACK,
    costs,
    priorities,
    proposed,
    struck,
    table,
    ways,
    won,
)
from tests.titles.enemy_action_ardennes.table import ALLIED, GERMAN, Table

PLAIN = "a: German armor at 0325; d: Allied infantry at 0326"

# ---- 10.23 isolated units in retreat -----------------------------------------------------------------------------


@pytest.mark.rule("EA-10.23a", "EA-10.23g")
@pytest.mark.rule("EA-10.23a2")
def test_isolated_infantry_retreats_one_hex():
    t = battle_question(table(f"{PLAIN}, isolated"), 2)
    assert t.offers("retreat") == {"0", "1"}
    assert t.refused("retreat", 2) == "EA-10.23a"
    fresh = struck(table(PLAIN), "0326", "a", 2)
    assert fresh.offers("retreat") == {"0", "1", "2"}


@pytest.mark.rule("EA-10.23b", "EA-10.23g")
@pytest.mark.rule("EA-10.23b2")
def test_an_isolated_mechanized_unit_does_not_retreat():
    stack = table("a: German armor at 0325; d: Allied combined_arms at 0326, isolated; e: Allied infantry at 0326")
    found = battle_question(stack, 2)
    assert found.offers("retreat") == {"0"}
    assert found.refused("retreat", 1) == "EA-10.23b"
    oos = battle_question(table("a: German armor at 0325; d: Allied combined_arms at 0326, oos"), 1)
    assert oos.offers("retreat") == {"0", "1"}


@pytest.mark.rule("EA-10.23g")
def test_a_stack_is_held_to_the_worst_of_its_units():
    t = struck(table(f"{PLAIN}, isolated; e: Allied infantry at 0326"), "0326", "a", 2)
    assert t.offers("retreat") == {"0", "1"}
    assert t.refused("retreat", 2) == "EA-10.23a"


def battle_question(t: Table, hits: int) -> Table:
    """The defender in 0326 is asked how far he retreats, though standing is all that is left to him."""

    attack = proposed(t, "0326", "a", hits=(0, hits))
    t.g.push(Combat(attack, 6))
    t.g.push(losses.MeetHits(attack.side.enemy, hits))
    t.g._choices = None
    return t


@pytest.mark.rule("EA-10.23c")
def test_the_one_hex_leads_out_of_control_all_the_same():
    t = table(f"{PLAIN}, isolated")
    assert "0326" in t.zone(GERMAN)
    assert ways(t, "d")


@pytest.mark.rule("EA-10.23d")
@pytest.mark.rule("EA-10.23d2")
def test_no_isolated_unit_retreats_over_an_enemy_bridge():
    units = "a: Allied combined_arms at 0911; d: German infantry at 0811"
    open_ = table(units, ALLIED_ATTACK, german=["0812"])
    assert "0812" in priorities(open_, "d")
    held = table(units + ", isolated", ALLIED_ATTACK, german=["0812"])
    assert "0812" not in priorities(held, "d")
    own = table(units + ", isolated", ALLIED_ATTACK, german=["0812"], german_bridges=["0811/0812"])
    assert "0812" in priorities(own, "d")
    who = entering.going(held.g, held.unit("d"), entering.RETREAT)
    found = entering.why_not(held.g, who, held.hex("0811"), held.hex("0812"))
    assert found is not None
    assert found.rule == "EA-10.23d"


@pytest.mark.rule("EA-10.23f")
def test_no_isolated_ally_moves_or_retreats_into_an_empty_westwall_hex():
    t = Table("D21 Allied activate", "d: Allied infantry at 1608, isolated")
    assert t.why_move("d", "1607") == "EA-10.23f"
    friend = Table("D21 Allied activate", "d: Allied infantry at 1608, isolated; f: Allied infantry at 1607")
    assert friend.why_move("d", "1607") == ""


# ---- 9.9e, 9.7n --------------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-9.9e", "EA-9.9b")
def test_a_dispersed_unit_that_takes_no_part_holds_the_defenders_to_one_hex():
    t = table(f"{PLAIN}; f: Allied infantry at 0326, dispersed, defended")
    declare_only(t, "d")
    assert t.offers("retreat") == {"0", "1"}
    assert t.refused("retreat", 2) == "EA-9.9b"


def declare_only(t: Table, *defenders: str) -> None:
    """An attack by `a` that only some of the units in 0326 defend against, with two hits."""

    attack = proposed(t, "0326", "a", hits=(0, 2))
    attack = msgspec.structs.replace(attack, defenders=tuple(t.unit(name) for name in defenders))
    t.g.push(Combat(attack, 6))
    t.g.push(losses.MeetHits(ALLIED, 2))
    t.g._choices = None


SQUEEZE = (
    "a: German armor at 0325; b: German infantry at 0226; c: German infantry at 0426; e: German infantry at 0225; "
    "g: German infantry at 0425; d: Allied infantry at 0326, reduced; h: Allied infantry at 0326; "
    "x: Allied infantry at 0327; y: Allied infantry at 0327"
)


@pytest.mark.rule("EA-9.7n", "EA-9.7g")
def test_losses_taken_first_make_room_for_the_retreat():
    """One step and two in 0326 cannot both go to 0327, where two units stand; the two of them alone can."""
    t = table(SQUEEZE)
    assert [t.g.steps_left(t.unit(name)) for name in "dhxy"] == [1, 2, 2, 2]
    assert not ways(t, "d") ^ {("0327",)}
    one = struck(t.trial(), "0326", "a", 1)
    assert one.step == "TakeLoss"  # one hit: nobody is lost before they go, and four units have no room
    two = struck(t, "0326", "a", 2)
    assert "1" in two.offers("retreat")
    two.do("retreat", 1)
    assert two.where("d") == "eliminated"  # who would be left must have room: the choice was no choice
    assert two.where("h") == "0327"


@pytest.mark.rule("EA-9.7n")
def test_whoever_is_to_retreat_takes_his_losses_so_that_he_can():
    t = battle_question(table(SQUEEZE), 2)
    t.g.pop()

    defenders = battle.under_way(t.g).attack.defenders
    t.g.push(Withdraw(ALLIED, 1))
    t.g.push(TakeLoss(ALLIED, 1, defenders, "EA-9.6", retreat=1))
    t.g._choices = None
    assert t.offers("unit") == {"d"}
    assert t.refused("unit", "h") == "EA-9.7n"


# ---- 4.12, 7.33, 7.9c: advances -----------------------------------------------------------------------------------

JAM = "a: German armor at 0811; b: German armor at 0811; c: German armor at 0811; d: Allied infantry at 0812"


@pytest.mark.rule("EA-4.12", "EA-4.12a", "EA-9.82d")
def test_on_dec_16_the_second_advance_over_a_bridge_wades_and_the_third_stays():
    t = won(table(JAM, "D16 German combat"), "0812", "abc", gone="d")
    t.do("unit", "a")
    assert t.step == "AdvanceOn"  # by the bridge
    t.do("stop")
    t.do("unit", "b")
    assert t.step != "AdvanceOn"  # as through a river: it stops in the hex beyond
    assert t.where("b") == "0812"
    assert t.refused("unit", "c") == "EA-9.82e" if t.g.stack and t.step == "Advance" else t.where("c") == "0811"
    later = won(table(JAM, "D18 German combat"), "0812", "abc", gone="d")
    for name in "abc":
        later.do("unit", name)
        assert later.step == "AdvanceOn"
        later.do("stop")


@pytest.mark.rule("EA-4.12", "EA-4.12a")
def test_on_dec_16_a_used_bridge_is_a_river_for_the_second_hex_too():
    """0812 is entered from 0911's side by land; the bridge to 0712 has been used in this activation."""
    units = "a: German armor at 0912; d: Allied infantry at 0812"
    free = won(table(units, "D16 German combat"), "0812", "a", gone="d")
    free.do("unit", "a")
    assert free.refused("hex", "0712") == ""
    used = table(units, "D16 German combat")
    used.g.jammed |= 1 << used.river("0712/0812")
    won(used, "0812", "a", gone="d")
    used.do("unit", "a")
    assert used.refused("hex", "0712") == "EA-4.12"


@pytest.mark.rule("EA-4.12b")
def test_on_dec_16_several_germans_do_not_retreat_over_one_bridge_dry():
    """Of two that retreat together one would have to wade, which is the last resort; one alone takes the bridge."""
    near = "a: Allied combined_arms at 0711; d: German infantry at 0811"
    alone = table(near, "D16 Allied combat", german=["0812"])
    both = table(f"{near}; e: German infantry at 0811, reduced", "D16 Allied combat", german=["0812"])
    later = table(f"{near}; e: German infantry at 0811, reduced", "D18 Allied combat", german=["0812"])
    assert ("0812",) in ways(alone, "d")
    assert ("0812",) not in costs(both, "de", 1)
    assert ("0812",) in costs(later, "de", 1)


@pytest.mark.rule("EA-7.9c", "EA-7.9n")
@pytest.mark.rule("EA-7.9c2", "EA-7.9b3")
def test_a_roadblock_at_the_end_of_the_road_stops_an_advance():
    """A road leads from 0326 to 0426 and none to 0327."""
    t = won(table(PLAIN, roadblocks=["0426"]), "0326", "a", gone="d")
    t.do("unit", "a")
    assert t.where("a") == "0326"
    assert "hex" not in t.g.choices() if t.g.stack else True
    aside = won(table(PLAIN, roadblocks=["0327"]), "0326", "a", gone="d")
    aside.do("unit", "a")
    assert aside.step == "AdvanceOn"
    assert "0226" in aside.offers("hex")
    assert aside.refused("hex", "0327") == "EA-7.9b"


@pytest.mark.rule("EA-7.9c", "EA-7.9n")
def test_the_roadblock_gives_its_reason():
    t = table(PLAIN, roadblocks=["0426"])

    t.g.push(Combat(proposed(t, "0326", "a"), 9))
    found = advances.BEYOND.why_not(t.g, advances.Onward(t.unit("a")), t.hex("0226"))
    assert found is not None
    assert found.rule == "EA-7.9c"


ENGINEERS = {"hands": {GERMAN: [], ALLIED: [11]}}


@pytest.mark.rule("EA-7.33b")
@pytest.mark.rule("EA-7.33a2")
def test_an_advance_does_not_follow_over_the_bridge_blown_before_it():
    """The defender of 0712 has gone back over the bridge to 0812 and on; the tank comes to 0712."""
    units = "a: German armor at 0711; d: Allied infantry at 0913"
    t = won(table(units, "D18 German combat", **ENGINEERS, german=["0711"]), "0712", "a", path=("0812", "0913"))
    t.do("unit", "a")
    while t.step == "Demolition" and t.where("a") == "0711":
        t.do("decline")
    assert (t.step, t.where("a")) == ("Demolition", "0712")
    saved, blown = t.trial(), t
    saved.do("decline")
    assert saved.refused("hex", "0812") == ""
    blown.do("card", 11)
    assert blown.told(events.BridgeBlown)
    assert blown.refused("hex", "0812") == "EA-7.33b"
    assert blown.refused("hex", "0612") != "EA-7.33b"


@pytest.mark.rule("EA-7.33e")
def test_engineers_are_asked_before_an_advance_crosses_the_bridge_it_begins_beside():
    units = "a: German armor at 0811; b: German armor at 0811; d: Allied infantry at 0812"
    t = won(table(units, "D18 German combat", **ENGINEERS), "0812", "ab", gone="d")
    t.do("unit", "a")
    assert (t.step, t.where("a")) == ("Demolition", "0811")
    kept = t.trial()
    while kept.step == "Demolition":
        kept.do("decline")
    assert kept.where("a") == "0812"
    t.do("card", 11)
    assert t.where("a") == "0811"  # it does not cross in this advance, not even through the river
    assert "a" not in t.offers("unit")
    t.do("unit", "b")  # another attacked across that hexside, and may wade
    assert t.where("b") == "0812"


@pytest.mark.rule("EA-7.33e", "EA-7.33b")
def test_engineers_are_asked_before_a_move_leaves_the_bridge_it_begins_beside():
    t = Table("D18 German activate", "a: 1.1SS.ISS at 0811; d: Allied infantry at 0812", hands={ALLIED: [11]})
    t.do("decline")  # no roadblocks
    t.move("a", "0810")
    assert (t.step, t.where("a")) == ("Demolition", "0811")
    t.do("card", 11)
    assert t.where("a") == "0810"


@pytest.mark.rule("EA-7.33f", "EA-12.2d")
def test_a_bridge_seized_when_the_activation_begins_is_not_blown():
    t = Table("D18 German activate", "a: 1.1SS.ISS at 0811", hands={ALLIED: [11]})
    t.do("decline")
    t.move("a", "0812")
    assert t.where("a") == "0812" if t.step != "Demolition" else t.river("0811/0812") != t.g.stack[-1].river


# ---- Reinforce Battle ---------------------------------------------------------------------------------------------

UP = "a: German armor at 1013; r: German armor at 0810; d: Allied infantry at 0913"


def reinforced(day: str = "D18", **more) -> Table:
    """`a` attacks 0913, and Reinforce Battle is played: `r` may come over the bridge 0811/0812."""
    hands = {GERMAN: [57], ALLIED: [11]}
    t = Table(f"{day} German combat", UP, **({"hands": hands, "activated": ["a"]} | more))
    if t.step == "Roadblocks":
        t.do("decline")
    t.do("hex", "0913")
    t.do("unit", "a")
    t.do("done")
    t.do("card", 57)
    t.do("unit", "r")
    if t.step == "Reinforce":
        t.do("hex", "0812")
    return t


@pytest.mark.rule("EA-7.33d", "EA-7.33a")
def test_a_unit_brought_up_is_interrupted_at_the_bridge_it_passes():
    t = reinforced()
    assert (t.step, t.where("r")) == ("Demolition", "0811")
    kept = t.trial()
    while kept.step == "Demolition":
        kept.do("decline")
    assert kept.where("r") == "0812"
    assert kept.unit("r") in battle.under_way(kept.g).attack.units
    t.do("card", 11)
    assert t.step in ("Detour", "AttackerTactics")
    if t.step == "Detour":
        assert t.refused("hex", "0812") == "EA-7.33b"
        t.do("stop")
    assert t.where("r") == "0811"
    assert t.unit("r") not in battle.under_way(t.g).attack.units
    assert t.has("r", "moved")


@pytest.mark.rule("EA-7.33d", "EA-4.13b")
def test_on_dec_16_a_unit_is_brought_up_over_the_bridge_undisturbed():
    t = reinforced("D16")
    assert t.where("r") == "0812"


@pytest.mark.rule("EA-5.1j")
def test_in_an_allied_impulse_no_bridge_is_blown_before_a_german_reinforcement():
    units = "a: Allied combined_arms at 1013; r: German armor at 0811; d: German infantry at 0913"
    t = Table("D18 Allied combat", units, hands={GERMAN: [57, 50], ALLIED: [11]}, german=["0812"])
    t.do("hex", "0913")
    t.do("unit", "a")
    t.do("done")
    while t.step != "DefenderTactics":
        t.do("done")
    t.do("card", 57)
    assert t.step == "Reinforce"
    t.do("unit", "r")
    assert t.where("r") == "0913"
    assert not t.told(events.BridgeBlown)


# ---- 12.34e, 12.31d ------------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-12.34c", "EA-12.34e")
def test_a_position_goes_when_its_last_unit_joins_by_assault_coordination():
    units = "a: German infantry at 0325; b: German infantry at 0325; d: Allied infantry at 0326"
    more = {"hands": {GERMAN: [46], ALLIED: []}, "improved": ["0325"], "activated": ["a"]}
    t = table(units, **more)
    t.do("hex", "0326")
    t.do("unit", "a")
    t.do("done")
    assert t.g.improved >> t.hex("0325") & 1  # `b` stays behind in it
    t.do("card", 46)
    t.do("unit", "b")
    assert not t.g.improved >> t.hex("0325") & 1


@pytest.mark.rule("EA-12.34e")
def test_a_position_goes_when_its_last_idle_unit_is_brought_into_the_battle():
    """`b` leaves the position by Reinforce Battle for 0225; `a`, who stays in it, attacks, so all of the hex do."""
    units = "a: German infantry at 0325; b: German infantry at 0325; d: Allied infantry at 0326, dispersed"
    t = table(units, hands={GERMAN: [57], ALLIED: []}, improved=["0325"], activated=["a"])
    t.do("hex", "0326")
    t.do("unit", "a")
    t.do("done")
    t.do("card", 57)
    assert t.g.improved >> t.hex("0325") & 1
    t.do("unit", "b")
    t.do("hex", "0225")
    assert not t.g.improved >> t.hex("0325") & 1


@pytest.mark.rule("EA-12.31d", "EA-12.31b")
@pytest.mark.rule("EA-12.31d2")
def test_engineers_dig_nobody_in_who_is_dispersed():
    units = "d: Allied infantry at 0326, dispersed; e: Allied infantry at 0322"
    t = Table("D20 Allied command", units, hands={ALLIED: [11]})
    t.play(11, "event", "engineers")
    assert t.refused("unit", "d") == "EA-12.31b"
    assert t.refused("unit", "e") == ""
