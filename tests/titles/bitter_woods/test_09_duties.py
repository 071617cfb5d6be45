"""9.5 What CA and ENG results leave to do."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.bitter_woods.events import CombatRolled, DutyLifted, Eliminated
from ardennes.titles.bitter_woods.rules.combat import participants
from ardennes.titles.bitter_woods.state import Duty
from tests.titles.bitter_woods.table import Table


def after(units: str, die: int, *attackers: str, date: str = "19AM", target: str = "3814") -> Table:
    """A German attack, and then the Allied movement phase."""
    t = Table(f"{date} German", units, phase="combat", air=(0, 0))
    t.attack(target, *attackers, dice=[die])
    while t.side is Side.GERMAN and t.g.mover is Side.GERMAN:
        t.do("done")
    while t.step != "Movement":
        t.do("done")
    return t


def result(t: Table) -> str:
    return t.told(CombatRolled)[-1].result


#: 9 against 5, ER 5 against 4: 1-1, the die counts one less. 3 is CA, 4 FF, 5 ENG, 6 SU.
DUEL = "a: German 5PA armor 9-5-4 at 3813; d: Allied infantry 5-4-4 at 3814"
#: The same between infantry of equal ER: 2 is CA, 3 FF, 4 ENG, 5 SU.
INFANTRY = "a: German infantry 5-4-3 at 3813; d: Allied infantry 5-4-4 at 3814"


# ---- CA ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-9.5g")
def test_ca_must_be_met_by_withdrawal_or_counterattack():
    t = after(INFANTRY, 2, "a")
    assert result(t) == "CA"
    other = t.trial()
    other.do("done")
    assert other.step == "Combat"
    assert other.refused("done") == "BW-9.5g"
    other.attack("3813", "d", dice=[5])
    assert other.refused("done") == ""
    t.move("d", "3816")
    t.do("done")
    assert t.step != "Combat"


@pytest.mark.rule("BW-9.5g")
def test_the_duty_ends_with_the_turn():
    t = after(INFANTRY, 2, "a")
    t.move("d", "3816")
    t.end_turn()
    assert t.g.duties == ()


THREE = "a: German 5PA armor 9-5-4 at 3813; b: German 5PA armor 8-5-4 at 3813; d: Allied infantry 5-4-4 at 3814; " \
        "e: Allied infantry 5-4-4 at 3814; f: Allied infantry 5-4-4 at 3814"  # fmt: skip


@pytest.mark.rule("BW-9.5h")
def test_all_original_defenders_counterattack_together():
    t = after(THREE, 3, "a", "b")
    assert result(t) == "CA"  # 17 against 15, die 3 - 1
    t.do("done")
    t.do("hex", "3813")
    t.do("unit", "d")
    t.do("unit", "e")
    assert t.refused("fight") == "BW-9.5h"
    t.do("unit", "f")
    assert t.refused("fight") == ""


@pytest.mark.rule("BW-9.5h")
def test_the_counterattack_goes_against_an_original_attacker():
    t = after(f"{INFANTRY}; x: German infantry at 3815", 2, "a")
    t.do("done")
    assert t.refused("hex", "3815") == "BW-9.5h"
    assert t.refused("hex", "3813") == ""


@pytest.mark.rule("BW-9.5i")
def test_others_may_join_the_counterattack():
    t = after(f"{INFANTRY}; e: Allied infantry at 3912; f: Allied infantry at 3714", 2, "a")
    t.do("done")
    t.do("hex", "3813")
    assert {"d", "f"} <= t.offers("unit")
    t.do("unit", "d")
    t.do("unit", "f")
    assert t.refused("fight") == ""


@pytest.mark.rule("BW-9.5j")
def test_who_moves_in_must_join_and_nobody_leaves_then():
    t = after(f"{INFANTRY}; e: Allied infantry 5-4-4 at 3816", 2, "a")
    t.move("e", "3814")
    assert t.refused("unit", "d") == "BW-9.5j"
    t.do("done")
    t.do("hex", "3813")
    t.do("unit", "d")
    assert t.refused("fight") == "BW-9.5j"
    t.do("unit", "e")
    assert t.refused("fight") == ""


@pytest.mark.rule("BW-9.5k")
def test_a_withdrawal_empties_the_hex_and_closes_it():
    t = after(f"{THREE}; x: Allied infantry at 3816", 3, "a", "b")
    t.move("d", "3916")
    assert t.refused("done") == "BW-9.5k"
    assert t.why_move("x", "3814") == "BW-9.5k"
    t.move("e", "3916")
    t.move("f", "3916")
    assert t.refused("done") == ""
    assert t.why_move("x", "3814") == "BW-9.5k"


@pytest.mark.rule("BW-9.5k")
def test_the_hex_opens_again_with_the_next_game_turn():
    t = after(f"{INFANTRY}; x: Allied infantry at 3816", 2, "a")
    t.move("d", "3916")
    t.end_turn()
    while not (t.side is Side.ALLIED and t.step == "Movement"):
        t.do("done")
    assert t.why_move("x", "3814") == ""


@pytest.mark.rule("BW-9.5l")
def test_who_cannot_leave_must_counterattack():
    ring = "x: German infantry 4-3-3 at 3715; y: German infantry 4-3-3 at 3915"
    t = after(f"{INFANTRY}; {ring}", 2, "a")
    assert t.refused("unit", "d") == "BW-5.2d"  # every step leads from zone to zone of one unit
    t.do("done")
    assert t.refused("done") == "BW-9.5g"


@pytest.mark.rule("BW-9.5l")
def test_one_who_cannot_leave_holds_the_others():
    t = after(THREE, 3, "a", "b")
    t.g.dug |= 1 << t.unit("f")  # as if f could not move
    assert t.refused("unit", "d") == "BW-9.5l"


@pytest.mark.rule("BW-9.5m", "BW-9.5n", "BW-9.5o")
def test_artillery_left_alone_is_eliminated_at_the_start_of_the_combat_phase():
    units = "a: German infantry 5-4-3 at 3813; g: Allied artillery 6-4-4 at 3814"
    t = after(units, 2, "a")
    assert result(t) == "CA"  # 5 against half of 6, equal ER
    t.do("done")
    assert t.where("g") == "gone"
    assert t.told(Eliminated)[-1].why == "BW-9.5m"
    assert t.step != "Advance"
    assert t.where("a") == "3813"


@pytest.mark.rule("BW-9.5m")
def test_artillery_is_safe_with_a_friend():
    units = "a: German infantry 5-4-3 at 3813; g: Allied artillery 6-4-4 at 3814; e: Allied infantry 5-4-4 at 3816"
    t = after(units, 2, "a")
    assert result(t) == "CA"
    t.move("e", "3814")
    t.do("done")
    assert t.where("g") == "3814"
    assert t.refused("done") == "BW-9.5g"
    t.attack("3813", "e", dice=[5])
    assert t.refused("done") == ""


@pytest.mark.rule("BW-9.5n")
def test_artillery_may_withdraw():
    units = "a: German infantry 5-4-3 at 3813; g: Allied artillery 6-4-4 at 3814"
    t = after(units, 2, "a")
    t.move("g", "3815")
    t.do("done")
    assert t.where("g") == "3815"


@pytest.mark.rule("BW-9.5p")
def test_ca_lapses_when_the_attackers_are_gone():
    t = after(INFANTRY, 2, "a")
    other = t.trial()
    a = other.unit("a")
    other.g.put(a, other.hex("3810"))  # as if it had exploited away
    other.do("done")
    assert other.step != "Combat"
    # Driven off by somebody else's attack first.
    t = after(f"{INFANTRY}; e: Allied armor 9-5-4 at 3714", 2, "a")
    t.do("done")
    assert t.refused("done") == "BW-9.5g"
    t.attack("3813", "e", dice=[1])  # 9 against 5 and the better ER: D2
    t.fall_back()
    t.do("done")
    assert t.refused("done") == ""
    assert [event.kind for event in t.told(DutyLifted)] == ["CA"]


# ---- ENG ---------------------------------------------------------------------------------------------------


def again(t: Table) -> None:
    """Go on to the German movement phase of the next game-turn."""
    while not (t.side is Side.GERMAN and t.step == "Movement"):
        t.do("done")


@pytest.mark.rule("BW-9.5s")
def test_eng_locks_infantry_of_both_sides():
    t = after(INFANTRY, 4, "a")
    assert result(t) == "ENG"
    assert (t.where("a"), t.where("d")) == ("3813", "3814")
    assert t.refused("unit", "d") == "BW-9.5s"
    again(t)
    assert t.refused("unit", "a") == "BW-9.5s"


@pytest.mark.rule("BW-9.5t")
def test_the_attacker_must_fight_again():
    t = after(INFANTRY, 4, "a")
    again(t)
    t.do("done")
    assert t.step == "Combat"
    assert t.refused("done") == "BW-9.5t"
    t.attack("3814", "a", dice=[5])  # SU
    assert t.refused("done") == ""


@pytest.mark.rule("BW-9.5u")
def test_both_sides_may_reinforce_an_engagement():
    t = after(f"{INFANTRY}; b: German infantry 5-4-3 at 3811; e: Allied infantry 5-4-4 at 3817", 4, "a")
    t.move("e", "3814")
    again(t)
    t.move("b", "3813")
    t.do("done")
    t.plan("3814", "a", "b")
    t.do("fight", None, dice=[5])
    assert t.told(CombatRolled)[-1].attack == 10
    assert t.told(CombatRolled)[-1].defense == 10


@pytest.mark.rule("BW-9.5v")
def test_an_engagement_is_broken_when_an_engaged_unit_attacks_or_is_attacked():
    t = after(f"{INFANTRY}; x: German infantry 5-4-3 at 3815", 4, "a")
    t.do("done")
    t.attack("3815", "d", dice=[5])  # SU, and a third unit at that
    assert t.g.duties == ()
    again(t)
    assert t.refused("unit", "a") == ""
    t.do("done")
    assert t.refused("done") == ""
    t = after(f"{INFANTRY}; e: Allied infantry 5-4-4 at 3714", 4, "a")
    t.do("done")
    t.attack("3813", "e", dice=[5])  # the engaged attacker is attacked
    assert t.g.duties == ()


@pytest.mark.rule("BW-9.5w")
def test_an_engagement_ends_when_the_defenders_have_left():
    t = after(
        "a: German infantry 5-4-3 at 3813; d: Allied cavalry 3-4-5 at 3814; e: Allied cavalry 3-4-5 at 3814", 1, "a"
    )
    assert result(t) == "ENG"  # 5 against 6, 1-2
    t.move("d", "3916")
    assert [duty.kind for duty in t.g.duties] == ["ENG"]
    t.move("e", "3916")
    assert t.g.duties == ()
    again(t)
    assert t.refused("unit", "a") == ""


@pytest.mark.rule("BW-9.5w")
def test_engaged_infantry_may_not_leave():
    t = after(INFANTRY, 4, "a")
    assert t.refused("unit", "d") == "BW-9.5s"


@pytest.mark.rule("BW-9.5x")
def test_armor_cavalry_and_artillery_ignore_engagements():
    t = after("a: German 5PA armor 9-5-4 at 3813; d: Allied armor 5-4-5 at 3814", 5, "a")
    assert result(t) == "ENG"
    assert t.refused("unit", "d") == ""
    again(t)
    assert t.refused("unit", "a") == ""
    t.do("done")
    assert t.refused("done") == ""  # nor does it have to attack again


@pytest.mark.rule("BW-9.5t", "BW-9.5x")
def test_infantry_engaged_beside_armor_must_fight_again_all_the_same():
    units = "a: German 5PA armor 9-5-4 at 3813; b: German infantry 5-4-3 at 3813"
    t = after(f"{units}; d: Allied infantry 5-4-4 at 3814; e: Allied infantry 5-4-4 at 3814", 5, "a", "b")
    assert result(t) == "ENG"  # 14 against 10, die 5 - 1
    again(t)
    assert (t.refused("unit", "a"), t.refused("unit", "b")) == ("", "BW-9.5s")
    t.do("done")
    assert t.refused("done") == "BW-9.5t"
    t.attack("3814", "b", dice=[1])  # 5 against 10: ENG once more
    assert t.refused("done") == ""


PAIR = "a: German infantry 5-4-3 at 3813; b: German infantry 5-4-3 at 3813; d: Allied infantry 5-4-4 at 3814; " \
       "e: Allied infantry 5-4-4 at 3814; x: Allied infantry 5-4-4 at 3812"  # fmt: skip


@pytest.mark.rule("BW-9.5ta")
def test_one_engaged_unit_that_attacks_is_enough():
    """Whatever it attacks breaks the engagement for all, in the attacker's own turn as well."""
    t = after(PAIR, 4, "a", "b")
    assert result(t) == "ENG"
    again(t)
    t.do("done")
    assert t.refused("done") == "BW-9.5t"
    for target in ("3814", "3812"):
        other = t.trial()
        other.attack(target, "a", dice=[4])
        other.fall_back()
        while other.step == "Advance":
            other.do("done")
        assert other.step == "Combat"
        assert not [duty for duty in other.g.duties if duty.active]
        assert other.refused("done") == ""  # b need not attack
        assert "3814" in other.offers("hex")  # but may


@pytest.mark.rule("BW-9.5x")
def test_an_engagement_that_armor_ignores_ends_with_the_phase():
    t = after(DUEL, 5, "a")
    assert result(t) == "ENG"
    assert t.refused("unit", "d") == "BW-9.5s"
    again(t)
    t.do("done")
    assert [duty.kind for duty in t.g.duties] == ["ENG"]
    t.do("done")
    assert t.g.duties == ()
    while not (t.side is Side.ALLIED and t.step == "Movement"):
        t.do("done")
    assert t.refused("unit", "d") == ""


@pytest.mark.rule("BW-9.5ha")
def test_a_counterattack_that_not_all_can_make_is_not_asked_for():
    """12SS/25 of 6th Panzer Army may not attack onto the boundary road, where the Allied attacker stands."""
    units = "12SS/25 at 1014; 12VG/27 at 1014; d: Allied armor 9-5-4 at 1015"
    t = Table("17AM Allied", units, phase="combat", air=(0, 0))
    t.g.duties = (
        Duty("CA", Side.GERMAN, t.hex("1014"), (t.unit("d"),), (t.unit("12SS/25"), t.unit("12VG/27"))),
    )  # as after an attack out of 1015
    again(t)
    t.do("done")
    assert t.step == "Combat"
    assert t.refused("done") == ""
    t.do("hex", "1015")
    assert t.refused("unit", "12SS/25") == "BW-5.4b"
    t.do("unit", "12VG/27")
    assert t.refused("fight") == ""


@pytest.mark.rule("BW-9.5ha")
def test_a_rocket_that_may_strike_binds_whatever_others_have_done():
    """Only its own attack, or its own bridge, would free those that have to counterattack with it."""
    units = "a: German infantry 5-4-3 at 3813; r: German rocket at 3813; x: Allied infantry at 3814"
    t = Table("20AM German", f"{units}; y: Allied infantry at 3713", phase="combat", air=(0, 0))
    a, rocket = t.unit("a"), t.unit("r")
    t.g.duties = (Duty("CA", Side.GERMAN, t.hex("3813"), (t.unit("x"),), (a, rocket), active=True),)
    t.g.attacked = t.box.units.all_of[Side.GERMAN] & ~(1 << a | 1 << rocket)
    assert t.refused("hex", "3713") == "BW-9.5h"
    assert t.refused("hex", "3814") == ""
    t.g.attacked |= 1 << rocket
    assert participants.counter_binding(t.g, a, Side.GERMAN) is None
