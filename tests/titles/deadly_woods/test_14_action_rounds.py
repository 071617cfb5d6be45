"""5.0, 14.0, 17.0 Initiative, the cup, and what each chit permits."""

import pytest

from ardennes.titles.deadly_woods.box.tables import Chit, Round
from ardennes.titles.deadly_woods.events import ChitPlayed, HeldToCup
from ardennes.titles.deadly_woods.rules import action_rounds
from tests.titles.deadly_woods.table import ALLIED, GERMAN, Table

#: A unit of each side, far apart, so that every round stops for movement and none for combat.
QUIET = "u: A-28-110 at 1410; c: A-7Arm-A at 1411; g: G-26-a at 3909; p: G-2Pz-a at 3808; s: G-12SS-a at 3805"
M, R = "german_move_combat", "allied_reinforcement"


def kinds(t: Table) -> list[str]:
    return [Chit(chit).name.lower() for chit, _ in t.g.rounds]


# ---- 5.0, 4.3 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-4.3a", "DW-5.1b", "DW-2.2.2a")
def test_the_initiative_player_chooses_the_first_chit():
    t = Table("T2 chits", QUIET)
    assert (t.step, t.g.side) == ("FirstChit", GERMAN)
    assert t.refused("chit", "allied_move_combat") == "DW-5.1a"
    t.do("chit", "all_german")
    assert kinds(t) == ["all_german"]
    german = sum(t.g.cup[chit] for chit in Chit if chit <= Chit.SUPPLY_CHECK)
    assert (german, t.g.cup[Chit.SUPPLY_CHECK], sum(t.g.cup) - german) == (9, 2, 3)
    assert t.told(ChitPlayed)[0].number == 1


@pytest.mark.rule("DW-5.1a", "DW-14.1")
def test_any_own_chit_will_do_but_no_supply_check():
    t = Table("T8 chits", QUIET)
    assert t.g.side is ALLIED
    assert t.offers("chit") == {"allied_move_combat", "patton_monty"}
    assert t.refused("chit", "supply_check") == "DW-5.1a"
    held = Table("T7 chits", QUIET)
    assert "allied_reinforcement" in held.offers("chit")
    held.do("chit", "allied_reinforcement")
    assert not any(held.g.hand)


@pytest.mark.rule("DW-14.1", "DW-17.0c", "DW-17.0x")
def test_every_cup_is_the_chart_less_the_first_chit():
    for turn in range(2, 13):
        t = Table(f"T{turn} chits", QUIET)
        if t.step == "PanzerChit":
            t.do("chit", "fifth_panzer")
        before, hand = list(t.g.cup), list(t.g.hand)
        first = t.g.choices()["chit"][0]
        t.do("chit", first)
        before[first] -= 1
        row = t.box.turn(turn)
        extra = [0] * 12
        extra[Chit.FIFTH_PANZER] = row.panzer_choice
        assert list(t.g.cup) == before
        assert [a + (n == first) for n, a in enumerate(t.g.cup)] == [a + b for a, b in zip(row.cup, extra, strict=True)]
        assert hand == list(row.hand)


@pytest.mark.rule("DW-5.2b", "DW-15.0e", "DW-2.6a")
def test_initiative_on_turn_6_needs_three_supplied_vp_hexes():
    three = ["St. Vith", "Bastogne", "Houffalize"]
    t = Table("T5 end", QUIET, german=three)
    assert (t.g.turn, t.g.initiative) == (6, GERMAN)
    assert Table("T5 end", QUIET, german=three[:2]).g.initiative is ALLIED
    assert Table("T4 end", QUIET).g.initiative is GERMAN
    assert Table("T6 end", QUIET, german=["St. Vith", "Bastogne", "Houffalize", "Arlon"]).g.initiative is ALLIED


@pytest.mark.rule("DW-4.3b")
def test_rounds_go_on_until_the_cup_is_empty():
    t = Table("T9 draw", QUIET, cup={M: 1}, dice=[0])
    assert t.step == "MoveOrCombat"
    t.do("move")
    t.end()
    assert t.g.turn == 10


# ---- 14.2 --------------------------------------------------------------------------------------------------------

TWO_GERMAN = [("fifth_panzer", "fifth_panzer"), ("sixth_panzer", "sixth_panzer")]


@pytest.mark.rule("DW-14.2a", "DW-14.2b", "DW-2.1c")
def test_no_third_round_in_a_row():
    t = Table("T9 draw", QUIET, cup={M: 2, "allied_move_combat": 1}, track=TWO_GERMAN, dice=[8])
    assert action_rounds.cup(t.g).counts[0] == 2
    before = Table("T9 German move", QUIET, cup={M: 2, "allied_move_combat": 1}, track=TWO_GERMAN[:1])
    cup = action_rounds.cup(before.g)
    assert cup.barred is GERMAN
    assert [kind for _, kind in cup.drawable()] == [Chit.ALLIED_MOVE_COMBAT]


@pytest.mark.rule("DW-14.2c")
def test_unless_only_that_side_has_chits_left():
    t = Table("T9 draw", QUIET, cup={M: 1, "three_formations": 1}, track=TWO_GERMAN, dice=[5])
    assert t.step == "ThreeFormations"


@pytest.mark.rule("DW-14.2d", "DW-14.2e")
def test_supply_checks_neither_count_nor_break_a_run():
    track = [("german_move_combat", "move"), ("supply_check", "supply_check"), ("german_move_combat", "combat")]
    t = Table("T9 Allied move", QUIET, cup={"three_formations": 1, "allied_move_combat": 1, "supply_check": 1})
    t.g.rounds = tuple((Chit[c.upper()], Round[k.upper()]) for c, k in track)
    cup = action_rounds.cup(t.g)
    assert (cup.last, cup.run) == (GERMAN, 2)
    assert [kind for _, kind in cup.drawable()] == [Chit.SUPPLY_CHECK, Chit.ALLIED_MOVE_COMBAT]


@pytest.mark.rule("DW-14.2f", "DW-14.2g")
def test_the_rulebooks_run_of_chits():
    t = Table(
        "T2 draw",
        "u: A-28-110 at 1410; g: G-26-a at 3909",
        cup={"supply_check": 2, M: 2, "fifth_panzer": 1, R: 1, "allied_move_combat": 2, "sixth_panzer": 1},
        dice=[7, 0],
    )
    t.do("move")
    t.end([Chit.FIFTH_PANZER])
    t.end([Chit.ALLIED_REINFORCEMENT])
    t.end([Chit.SUPPLY_CHECK, Chit.ALLIED_MOVE_COMBAT])
    t.do("move")
    assert action_rounds.cup(t.g).barred is ALLIED
    assert all(Chit(kind).side is not ALLIED for _, kind in action_rounds.cup(t.g).drawable())
    assert kinds(t) == ["supply_check", M, "fifth_panzer", R, "supply_check", "allied_move_combat"]


# ---- 14.3 turn 1 -------------------------------------------------------------------------------------------------


def opened(units: str = QUIET) -> Table:
    """Turn 1 from its beginning, with few units."""
    t = Table("T1 German combat", units)
    from ardennes.titles.deadly_woods.rules.sequence import Turn

    t.g.rounds = ()
    t.g.stack = (Turn(0),)
    t.g.settle([])
    return t


@pytest.mark.rule("DW-14.3a", "DW-14.3b", "DW-14.3d", "DW-12.8a", "DW-12.7a", "DW-17.0a", "DW-17.0b")
def test_the_opening():
    t = opened("u: A-28-110 at 1410; g: G-26-a at 3909; p: G-2Pz-a at 3808; q: G-Lehr-a at 3910; x: A-1-16 at 3709")
    assert (t.step, t.g.side, t.g.round) == ("AttackPhase", GERMAN, Round.COMBAT)  # no one-hex step of armor
    t.end()
    assert (t.step, t.g.round) == ("Movement", Round.MOVE)
    t.end()
    assert (t.step, t.g.side) == ("Marker", ALLIED)  # unmoved armor next to the enemy did not get to attack
    t.do("hex", "3608")
    assert (t.step, t.g.side, t.g.round) == ("Movement", ALLIED, Round.FIRST_REACTION)
    t.end()
    assert t.step == "Heydte"
    assert (
        sum(t.g.cup),
        t.g.cup[Chit.FIFTH_PANZER],
        t.g.cup[Chit.SIXTH_PANZER],
        t.g.cup[Chit.ALLIED_REINFORCEMENT],
    ) == (4, 1, 1, 2)
    assert t.g.hand[Chit.REACTION] == 1
    t.do("hex", "3207", dice=[1, Chit.FIFTH_PANZER])
    assert t.g.round is Round.FIFTH_PANZER


@pytest.mark.rule("DW-14.3c")
def test_the_opening_reaction_is_an_allied_round():
    t = Table("T1 Allied first_reaction", QUIET, cup={R: 1, "fifth_panzer": 1})
    cup = action_rounds.cup(t.g)
    assert (cup.last, cup.run) == (ALLIED, 1)
    assert cup.drawn(Chit.ALLIED_REINFORCEMENT).barred is ALLIED


@pytest.mark.rule("DW-14.3.1a", "DW-14.3.1b")
def test_the_first_reaction_moves_three_units():
    units = (
        "a: A-28-110 at 1410; b: A-28-109 at 1510; c: A-7Arm-A at 1310; d: A-7Arm-B at 1210; "
        "n: A-99-395 at 1111; g: G-26-a at 3909"
    )
    t = Table("T1 Allied first_reaction", units, cup={"fifth_panzer": 1})
    assert t.refused("unit", "n") == "DW-14.3.1b"
    for name, to in (("a", "1411"), ("b", "1511"), ("c", "1309")):
        t.move(name, to)
    assert t.refused("unit", "d") == "DW-14.3.1a"
    t.end([Chit.FIFTH_PANZER])
    assert t.g.side is GERMAN  # no combat


@pytest.mark.rule("DW-14.3.1c", "DW-14.3.1e")
def test_when_the_held_reaction_may_be_played():
    hand = {"reaction": 1}
    after = Table("T1 German sixth_panzer", QUIET, cup={R: 1}, hand=hand)
    after.end()
    assert after.step == "React"
    after.do("react")
    assert (after.g.round, after.g.side) == (Round.SECOND_REACTION, ALLIED)
    other = Table("T1 Allied reinforcement", QUIET, cup={"fifth_panzer": 1}, hand=hand, activated=["c"])
    other.end([Chit.FIFTH_PANZER])
    assert other.step == "Movement"  # not asked after an Allied round with chits left
    last = Table("T1 Allied reinforcement", QUIET, hand=hand, activated=["c"])
    last.end()
    assert last.step == "React"
    track = [(R, "reinforcement")]
    third = Table("T1 Allied reinforcement", QUIET, cup={"fifth_panzer": 1}, hand=hand, track=track, activated=["c"])
    assert not action_rounds.may_react(third.g)


@pytest.mark.rule("DW-14.3.1d")
def test_the_second_reaction():
    units = "a: A-7Arm-A at 1410; b: A-99-395 at 1310; i: A-28-110 at 1311; g: G-26-a at 1411"
    t = Table("T1 Allied second_reaction", units)
    assert t.refused("unit", "b") == ""
    t.end()
    assert t.step == "AttackPhase"
    assert t.g.active == 1 << t.unit("a")  # armor that did not move; the infantry may not attack
    armor = "a: A-7Arm-A at 1410; b: A-7Arm-B at 1311; c: A-7Arm-R at 1312; i: A-28-110 at 1109; g: G-26-a at 1411"
    four = Table("T1 Allied second_reaction", armor)
    four.move("i", "1110")
    four.end()
    assert four.step == "PickArmor"  # one of the three has moved, so two of the three may attack
    four.do("unit", "a")
    four.do("unit", "c")
    assert four.step == "AttackPhase"
    assert four.g.active == 1 << four.unit("a") | 1 << four.unit("c")
    both = Table("T1 Allied second_reaction", armor.replace("; c: A-7Arm-R at 1312", ""))
    both.move("i", "1110")
    both.end()
    assert both.step == "AttackPhase"  # there are two, and two may: nothing is to be picked


@pytest.mark.rule("DW-14.3.1f")
def test_reaction_chits_are_gone_after_turn_1():
    t = Table("T1 end", QUIET, hand={"reaction": 1})
    while t.step != "FirstChit":
        t.end()
    assert t.g.hand[Chit.REACTION] == 0


# ---- 14.4 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-14.4a", "DW-14.4b", "DW-14.4c")
def test_move_or_combat():
    t = Table("T5 draw", QUIET, cup={M: 2}, dice=[0])
    assert t.refused("move") == t.refused("combat") == ""
    t.do("combat")
    while t.step != "Movement" or t.g.round is Round.COMBAT:
        t.end([0] if t.step == "Movement" else ())
        if t.g.round is Round.MOVE:
            break
    assert t.g.round is Round.MOVE  # the second one was not asked for
    allied = Table("T5 draw", QUIET, cup={"allied_move_combat": 1}, track=[("allied_move_combat", "move")], dice=[8])
    assert allied.refused("move") == allied.refused("combat") == ""


@pytest.mark.rule("DW-14.4d", "DW-14.4e1", "DW-14.4e2", "DW-14.4e3")
def test_a_move_round():
    units = "p: G-2Pz-a at 1410; q: G-2Pz-b at 1310; i: G-26-a at 1311; d: A-28-110 at 1411"
    t = Table("T4 German move", f"{units}; far: G-18-a at 3909")
    assert t.offers("unit") == {"p", "q", "i", "far"}
    t.move("q", "1410")
    t.end()
    assert t.step == "AttackPhase"
    assert t.g.active == 1 << t.unit("p")
    first = Table("T1 German move", units)
    first.end()
    assert first.g.turn == 2  # no attack on turn 1


@pytest.mark.rule("DW-14.4f", "DW-14.4g")
def test_a_combat_round():
    units = (
        "p: G-2Pz-a at 1409; q: G-2Pz-b at 1310; h: G-506 at 1210, hungry; i: G-26-a at 1311; "
        "a: G-Lehr-a at 1410; d: A-28-110 at 1411"
    )
    t = Table("T4 German combat", units)
    assert t.offers("unit") == {"p", "q"}  # not the adjacent, not the one out of supply, not infantry
    assert {t.refused("unit", name) for name in "ahi"} == {"DW-14.4g"}
    assert t.reach("p") == {"1408", "1509", "1510", "1309", "1310", "1410"}
    assert t.why_move("p", "1407") == "DW-14.4g"
    t.move("p", "1510")
    t.end()
    assert t.step == "AttackPhase"
    assert t.g.active >> t.unit("i") & 1
    assert t.g.active >> t.unit("p") & 1


@pytest.mark.rule("DW-14.4g")
def test_nobody_moves_in_the_combat_round_of_turn_1():
    units = "p: G-2Pz-a at 1409; d: A-28-110 at 1411"
    assert Table("T4 German combat", units).offers("unit") == {"p"}
    first = Table("T1 German combat", units)
    assert first.step != "Movement" or first.offers("unit") == set()


@pytest.mark.rule("DW-14.5b1", "DW-14.5b2")
def test_armor_of_the_area_attacks_though_it_moved():
    units = "a: G-2Pz-a at 3108; m: G-3PG-8 at 3008; i: G-26-a at 3008; d: A-28-110 at 3007"
    t = Table("T4 German sixth_panzer", units)
    t.move("a", "3008" if "3008" in t.reach("a") else "3107")
    t.end()
    assert t.step == "AttackPhase"
    assert t.g.active & 1 << t.unit("a")
    assert t.g.active == 1 << t.unit("a")
    t.do("hex", "3007")
    assert t.offers("unit") == {"a"}
    assert {t.refused("unit", name) for name in "mi"} == {"DW-14.5b2"}


# ---- 14.5 - 14.7, 14.9 -------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-14.5a", "DW-14.5d")
def test_an_army_chit_moves_what_stands_in_its_area():
    units = "a: G-2Pz-a at 3009; b: G-12SS-a at 1410; m: G-3PG-8 at 3110; i: G-26-a at 3008; d: A-28-110 at 3007"
    t = Table("T4 German sixth_panzer", units)
    assert t.offers("unit") == {"a", "m", "i"}
    t.move("a", "2908") if "2908" in t.reach("a") else t.move("a", "3109")
    t.end()
    if t.g.stack and t.step == "AttackPhase":
        assert t.g.active & ~(1 << t.unit("a")) == 0
    fifth = Table("T4 German fifth_panzer", units)
    assert fifth.offers("unit") == {"b"}
    assert fifth.refused("unit", "a") == "DW-14.5a"


@pytest.mark.rule("DW-14.5c")
def test_activated_units_end_in_any_area_when_lines_are_lifted():
    t = Table("T4 German fifth_panzer", "p: G-2Pz-a at 2220")
    t.move("p", "2221")
    assert t.box.army_of(t.g.place[t.unit("p")]) == 2


@pytest.mark.rule("DW-14.6a")
def test_all_german():
    t = Table("T2 German all_german", "i: G-26-a at 1310; p: G-12SS-a at 3009; d: A-28-110 at 1411")
    assert t.offers("unit") == {"i", "p"}
    t.move("i", "1311")
    t.end()
    assert t.step == "AttackPhase"
    assert t.g.active >> t.unit("i") & 1
    assert all(turn.cup[Chit.ALL_GERMAN] == (turn.number == 2) for turn in t.box.turns)


@pytest.mark.rule("DW-14.6b")
def test_one_army():
    t = Table("T3 draw", "a: G-26-a at 2221; b: G-18-a at 2220; d: A-28-110 at 2222", cup={"one_army": 1}, dice=[4])
    assert t.offers("army") == {"6PA", "5PA", "7A"}
    t.do("army", "7A")
    assert t.offers("unit") == {"a"}
    assert t.refused("unit", "b") == "DW-14.6b"
    t.end()
    assert t.step == "AttackPhase"
    assert t.g.active == 1 << t.unit("a")
    assert all(turn.cup[Chit.ONE_ARMY] == (turn.number == 3) for turn in t.box.turns)


@pytest.mark.rule("DW-14.7a", "DW-14.7b", "DW-14.7c")
def test_three_formations():
    units = (
        "a: G-2Pz-a at 1410; b: G-2Pz-b at 1310; f: G-FG at 1210; i: G-26-a at 1311; "
        "x: G-Lehr-a at 1111; d: A-28-110 at 1411"
    )
    t = Table("T4 draw", units, cup={"three_formations": 1}, dice=[5])
    t.do("formation", "2 Pz")
    assert t.refused("formation", "Pz Lehr") == "DW-14.7a"
    t.do("formation", "Führer Grenadier Bde")
    t.do("formation", "26 VG")
    assert t.offers("unit") == {"a", "b", "f", "i"}
    assert t.refused("unit", "x") == "DW-14.7a"
    t.end()
    assert t.g.active == sum(1 << t.unit(n) for n in "abfi")
    without = Table("T4 draw", "a: G-2Pz-a at 1410; i: G-26-a at 1311", cup={"three_formations": 1}, dice=[5])
    without.do("formation", "2 Pz")
    without.do("formation", "26 VG")
    assert without.offers("unit") == {"a", "i"}


PATTON = (
    "t: A-26-101 at 1410; e: A-28-110 at 1310; b: A-29AB at 1111; v: A-84-333 at 1212; "
    "g: G-26-a at 1411; h: G-26-b at 1213"
)


@pytest.mark.rule("DW-14.9a", "DW-14.9b")
def test_patton():
    t = Table("T9 draw", PATTON, cup={"patton_monty": 1}, dice=[11])
    assert {"patton", "monty_move", "monty_combat"} == set(t.g.choices())
    t.do("patton")
    assert t.offers("unit") == {"t"}
    t.move("t", "1311")
    t.end()
    assert t.step == "AttackPhase"
    assert t.g.active == 1 << t.unit("t")


@pytest.mark.rule("DW-14.9c")
def test_monty_moves_or_attacks():
    t = Table("T9 draw", PATTON, cup={"patton_monty": 1, "supply_check": 1}, dice=[11])
    fights = t.trial()
    t.do("monty_move")
    assert t.offers("unit") == {"b", "v"}
    assert t.refused("unit", "t") == "DW-14.9c"
    t.end([7])
    assert t.g.turn == 10 or t.step != "AttackPhase"
    fights.do("monty_combat")
    assert fights.step == "AttackPhase"
    assert fights.g.active == 1 << fights.unit("b") | 1 << fights.unit("v")


# ---- 14.8.2 the held chit ----------------------------------------------------------------------------------------

HELD = {"hand": {R: 1}}


@pytest.mark.rule("DW-14.8.2a", "DW-14.8.2d")
def test_the_held_chit_may_replace_an_allied_one():
    t = Table("T3 draw", QUIET, cup={"allied_move_combat": 1, "supply_check": 1}, dice=[8], **HELD)
    assert t.step == "Swap"
    t.do("swap")
    assert t.g.round is Round.REINFORCEMENT
    assert t.g.cup[Chit.ALLIED_MOVE_COMBAT] == 1
    assert t.g.hand[Chit.ALLIED_REINFORCEMENT] == 0
    t.end([8])
    assert t.step == "MoveOrCombat"  # it comes later, and the units that entered can move with it
    assert all(turn.hand[Chit.ALLIED_REINFORCEMENT] == (2 <= turn.number <= 7) for turn in t.box.turns)


@pytest.mark.rule("DW-14.8.2b")
def test_it_goes_into_the_cup_with_the_last_allied_chit():
    t = Table("T3 draw", QUIET, cup={"allied_move_combat": 1, "supply_check": 1}, dice=[8], **HELD)
    t.do("keep")
    assert t.g.cup[Chit.ALLIED_REINFORCEMENT] == 1
    assert not any(t.g.hand)
    assert t.told(HeldToCup)


@pytest.mark.rule("DW-14.8.2c")
def test_not_on_german_chits_or_supply_checks():
    t = Table("T3 draw", QUIET, cup={"supply_check": 1, M: 1, "allied_move_combat": 1}, dice=[7, 0], **HELD)
    assert t.step == "MoveOrCombat"
    assert t.refused("swap") == "DW-14.4a"
    swapped = Table("T3 draw", QUIET, cup={"allied_move_combat": 1, M: 1}, dice=[8], **HELD)
    swapped.do("swap")
    assert action_rounds.cup(swapped.g).last is ALLIED


@pytest.mark.rule("DW-14.8.2e", "DW-14.8a")
def test_swapping_a_reinforcement_for_the_held_one():
    t = Table("T4 draw", QUIET, cup={R: 1, "supply_check": 1}, dice=[10], reserves=True, **HELD)
    assert t.step == "Swap"
    t.do("swap")
    assert t.g.cup[Chit.ALLIED_REINFORCEMENT] == 1
    from ardennes.titles.deadly_woods.rules import reinforcements

    assert reinforcements.box_now(t.g, ALLIED) == 0


# ---- 17.0 --------------------------------------------------------------------------------------------------------

TOWNS = ["St. Vith", "Bastogne"]


@pytest.mark.rule("DW-17.0z", "DW-17.0g", "DW-17.0i", "DW-17.0k", "DW-17.0y")
@pytest.mark.parametrize(("turn", "towns", "asked", "chits"), [
    (4, [], True, 8), (4, TOWNS[:1], True, 8), (4, TOWNS, False, 9),
    (5, TOWNS[:1], False, 7), (5, TOWNS, True, 8), (6, TOWNS[:1], False, 7), (6, TOWNS, True, 8),
])  # fmt: skip
def test_the_panzer_chits_of_turns_4_to_6(turn, towns, asked, chits):
    t = Table(f"T{turn} chits", QUIET, german=towns)
    assert (t.step == "PanzerChit") is asked
    if asked:
        assert t.offers("chit") == {"fifth_panzer", "sixth_panzer"}
        t.do("chit", "sixth_panzer")
        assert t.g.cup[Chit.SIXTH_PANZER] == 1
    assert sum(t.g.cup[chit] for chit in Chit if chit <= Chit.SUPPLY_CHECK) == chits
    t.g.german |= 1 << t.box.bastogne  # taken during the turn: the cup stays as it is
    assert sum(t.g.cup[chit] for chit in Chit if chit <= Chit.SUPPLY_CHECK) == chits
