"""14.0 German Special Forces."""

import pytest

from ardennes.kernel import Action, Side
from ardennes.titles.tigers_in_the_mist.events import BattleJoined, DemolitionRolled, SpecialForcesLeft
from tests.titles.tigers_in_the_mist.table import Table, rolls


def send(t: Table, effect: str, area: str) -> None:
    """Place the Special Forces."""
    t.do("special", effect)
    t.do("area", area)


# ---- 14.1 availability and placement -------------------------------------------------------------------------


@pytest.mark.rule("TM-14.11")
@pytest.mark.parametrize(
    ("day", "offered"), [(16, False), (17, True), (18, True), (19, True), (20, False), (21, False)]
)
def test_special_forces_come_on_the_17th_18th_and_19th(day, offered):
    t = Table(f"{day}-1 German")
    assert t.offers("special") == ({"mobility", "interference", "confusion"} if offered else set())
    if not offered:
        assert t.why("special", "confusion").rule == "TM-14.11"


@pytest.mark.rule("TM-14.11")
def test_they_come_once_a_day():
    t = Table("17-1 German")
    send(t, "mobility", "Wiltz")
    assert t.why("special", "confusion").rule == "TM-14.11"
    t.wait_until("17-2 German")
    assert t.why("special", "confusion").rule == "TM-14.11"
    t.wait_until("18-1 German")
    assert t.why("special", "confusion") is None


@pytest.mark.rule("TM-14.11")
def test_a_day_without_them_is_lost():
    t = Table("17-1 German")
    t.wait_until("18-1 German")
    send(t, "mobility", "Wiltz")
    assert t.offers("special") == set()
    t.wait_until("18-3 German")
    assert t.offers("special") == set()
    t.wait_until("19-3 German")
    assert t.offers("special") == {"interference", "confusion"}


@pytest.mark.rule("TM-14.11")
def test_the_allies_have_none():
    t = Table("17-1 Allied")
    assert t.offers("special") == set()
    assert t.why("special", "mobility").rule == "TM-14.11"


@pytest.mark.rule("TM-14.21")
@pytest.mark.parametrize("effect", [0, 4])
def test_the_effects_are_numbered_1_to_3(effect):
    """A player may name others, on the days of Special Forces and on any day."""
    for opening in ("17-1 German", "16-1 German"):
        reason = Table(opening).g.why_not(Action("special", effect))
        assert (reason.rule, reason.text) == ("TM-14.21", "the effects are numbered 1 to 3")


@pytest.mark.rule("TM-14.12a")
def test_they_may_be_placed_between_the_moves_of_an_impulse():
    t = Table("17-1 German", "a: German foot 1 in Prum; b: German foot 1 in Bitburg; c: German foot 1 in Olzheim")
    t.move("a", "Pronsfeld")
    t.move("b", "Irrel")
    send(t, "mobility", "Wiltz")
    t.move("c", "Prum")
    assert t.g.special.area == t.place("Wiltz")


@pytest.mark.rule("TM-14.12a")
def test_they_may_not_be_placed_during_combat():
    t = Table("17-1 German", "a: German foot 1 in Prum; d: Allied infantry 1 in Prum")
    t.end_movement()
    assert t.step == "Battles"
    assert t.why("special", "confusion").rule == "TM-14.12a"
    assert t.offers("special") == set()


@pytest.mark.rule("TM-14.12a")
def test_they_are_not_placed_in_the_rest_of_the_impulse_or_while_the_enemy_decides():
    t = Table(
        "17-1 German",
        "e: German engineer 1 in Dasburg; m: German foot 1 in Marnach; a: German armor 1 in Waimes; d: A002 in Malmedy",
        blown=["51-70"],
    )
    t.move("a", "Malmedy")
    assert (t.step, t.why("special", "confusion").rule) == ("Demolition", "TM-10.21")
    t.do("decline")
    t.end_movement()
    t.do("area", "Malmedy", 10)
    assert (t.step, t.why("special", "confusion").rule) == ("BridgeBuilding", "TM-6.0e")
    t.do("done")
    assert (t.side, t.why("special", "confusion").rule) == (Side.ALLIED, "TM-14.11")


@pytest.mark.rule("TM-14.12a")
def test_after_they_are_placed_movement_goes_on_where_it_was():
    t = Table("17-2 German", "a: German foot 1 in Prum; b: German foot 1 in Prum")
    t.pick("a", "b")
    send(t, "mobility", "Wiltz")
    assert t.step == "Marching"
    t.do("area", "Pronsfeld")
    assert (t.where("a"), t.where("b"), t.step) == ("Pronsfeld", "Pronsfeld", "Movement")


@pytest.mark.rule("TM-14.12b1", "TM-14.12b2")
def test_they_go_to_any_area_without_victory_points_and_to_no_zone():
    t = Table("17-1 German", "d: Allied infantry 3 in Wiltz; own: German foot 1 in Prum")
    t.do("special", "mobility")
    for area in ("Wiltz", "Prum", "Hotton"):
        assert t.why("area", area) is None
    for area in ("Bastogne", "Malmedy", "G", "B"):
        assert t.why("area", area).rule == "TM-14.12b2"
    assert len(t.offers("area")) == 143 - 12
    assert t.why("done").rule == "TM-14.12b2"


@pytest.mark.rule("TM-14.12c")
def test_the_counter_is_no_unit_and_takes_no_control():
    t = Table("17-1 German", "d: Allied armor 1 in Hotton")
    send(t, "confusion", "Erezee")
    assert not t.g.holds(Side.GERMAN, t.place("Erezee"))
    t.end_impulse()
    assert not t.controlled_by_germans("Erezee")
    t.move("d", "Erezee")
    assert t.spent("d") == 1
    t.end_movement()
    assert t.told(BattleJoined) == []


@pytest.mark.rule("TM-14.12c")
def test_the_counter_blocks_neither_roads_nor_supply():
    t = Table(
        "17-1 German",
        "d: Allied armor 1 in Bertrix; a: German foot 1 in Recogne; b: German foot 1 in Paliseul; c: G028 in Prum",
    )
    t.move("c", "Pronsfeld")  # so that supply is worked out anew
    send(t, "confusion", "Bouillon")  # Bertrix's only way home, to zone K
    assert t.supplied("d")
    t.wait_until("17-1 Allied")
    assert t.g.in_supply(t.unit("d")), "as determined with the counter there"
    t.move("d", "K")  # through the counter, two major roads
    assert (t.where("d"), t.spent("d")) == ("Zone K", 2)


# ---- 14.2 effects --------------------------------------------------------------------------------------------


@pytest.mark.rule("TM-14.21")
def test_each_effect_is_used_once_a_game():
    t = Table("17-1 German")
    send(t, "interference", "Wiltz")
    t.wait_until("18-1 German")
    assert t.why("special", "interference").rule == "TM-14.21"
    assert t.offers("special") == {"mobility", "confusion"}
    send(t, "confusion", "Wiltz")
    t.wait_until("19-1 German")
    assert t.offers("special") == {"mobility"}


@pytest.mark.rule("TM-14.22a")
def test_restricted_mobility_does_not_concern_germans():
    t = Table("17-1 German", "x: German armor 1 in Grandmenil")
    send(t, "mobility", "Erezee")
    t.move("x", "Hotton")  # through Erezee
    assert t.spent("x") == 2


@pytest.mark.rule("TM-14.22a")
def test_entering_and_leaving_both_cost_when_passing_through():
    t = Table("17-1 German", "d: Allied armor 1 in Hotton; e: Allied armor 1 in Durbuy")
    send(t, "mobility", "Erezee")
    t.wait_until("17-1 Allied")
    t.pick("d")
    t.do("via", "Erezee")
    assert t.spent("d") == 2
    t.do("area", "Grandmenil")
    assert t.spent("d") == 4
    t.move("e", "Erezee")  # a minor road
    assert t.spent("e") == 3


@pytest.mark.rule("TM-14.22a")
def test_a_long_march_through_special_forces_falls_two_points_short():
    # From zone K every road runs through Bouillon; Arlon is seven major roads away and Habay six.
    t = Table("17-1 Allied", "d: Allied armor 1 in K")
    t.move("d", "Arlon")
    assert t.spent("d") == 7
    t = Table("17-1 German", "d: Allied armor 1 in K")
    send(t, "mobility", "Bouillon")
    t.wait_until("17-1 Allied")
    assert t.why_move("d", "Arlon").rule == "TM-8.38"
    t.move("d", "Habay")
    assert t.spent("d") == 8


@pytest.mark.rule("TM-14.22a")
def test_surcharges_add_to_those_of_special_forces():
    t = Table("17-1 German", "d: Allied armor 1 in Erezee; g: German foot 1 in Erezee; f: Allied armor 1 in Hotton")
    send(t, "mobility", "Erezee")
    t.wait_until("17-1 Allied")
    t.move("d", "Grandmenil")  # 1, leaving the enemy 1, leaving Special Forces 1
    t.move("f", "Erezee")  # 1, occupied 1, Special Forces 1
    assert (t.spent("d"), t.spent("f")) == (3, 3)


@pytest.mark.rule("TM-14.22a")
def test_wading_out_of_special_forces_costs_one_more():
    t = Table("17-1 German", "d: Allied infantry 1 in Echternach", blown=["10-11"])
    send(t, "mobility", "Echternach")
    t.wait_until("17-1 Allied")
    t.move("d", "Irrel")
    assert t.spent("d") == 4


@pytest.mark.rule("TM-14.22a")
def test_wading_into_special_forces_costs_one_more():
    t = Table(
        "17-1 German",
        "d: Allied infantry 1 in Irrel; x: German foot 1 in Berdorf; y: German foot 1 in Consdorf",
        blown=["10-11"],
    )
    send(t, "mobility", "Echternach")
    t.wait_until("17-1 Allied")
    t.move("d", "Echternach")
    assert t.spent("d") == 4


@pytest.mark.rule("TM-14.22b")
def test_mobility_is_not_restricted_in_the_third_impulse():
    assert Table("18-2 German").why("special", "mobility") is None
    t = Table("18-3 German")
    assert t.why("special", "mobility").rule == "TM-14.22b"
    assert t.offers("special") == {"interference", "confusion"}


@pytest.mark.rule("TM-14.23a")
@pytest.mark.parametrize(("roll", "blown"), [(1, True), (2, False)])
@pytest.mark.parametrize("kind", ["engineer", "motorized"])
def test_under_interference_only_a_one_blows_a_bridge(kind, roll, blown):
    t = Table(
        "17-1 German", f"a: German armor 1 in Waimes; d: Allied {kind} 1 in Malmedy; b: German armor 1 in Vielsalm"
    )
    t.do("special", "interference")
    assert t.why("area", "Malmedy").rule == "TM-14.12b2"  # a victory point area
    t = Table("17-1 German", f"a: German armor 1 in Vielsalm; d: Allied {kind} 1 in Trois Ponts")
    send(t, "interference", "Trois Ponts")
    t.move("a", "Trois Ponts")
    t.do("unit", "d", [roll])
    assert bool(t.blown()) is blown


@pytest.mark.rule("TM-14.23a")
def test_units_elsewhere_are_not_interfered_with():
    t = Table("17-1 German", "a: German armor 1 in Vielsalm; d: Allied engineer 1 in Trois Ponts")
    send(t, "interference", "Stavelot")
    t.move("a", "Trois Ponts")
    t.do("unit", "d", [8])
    assert t.blown() == {"Vielsalm-Trois Ponts"}


@pytest.mark.rule("TM-14.23a")
def test_german_demolition_is_not_interfered_with():
    t = Table("17-1 German", "d: German engineer 1 in Trois Ponts; a: Allied armor 1 in Vielsalm")
    send(t, "interference", "Trois Ponts")
    t.wait_until("17-1 Allied")
    t.move("a", "Trois Ponts")
    t.do("unit", "d", [8])
    assert t.blown() == {"Vielsalm-Trois Ponts"}


@pytest.mark.rule("TM-14.23b")
def test_interference_covers_every_bridge_of_the_area_each_with_its_own_die():
    t = Table(
        "17-1 German",
        "a: German armor 1 in Vielsalm; b: German armor 1 in Werbomont; d: Allied engineer 1 in Trois Ponts",
    )
    send(t, "interference", "Trois Ponts")
    t.move("a", "Trois Ponts")
    t.do("unit", "d", [2])
    t.move("b", "Trois Ponts")
    t.do("unit", "d", [1])
    assert [(event.needed, event.die) for event in t.told(DemolitionRolled)] == [(1, 2), (1, 1)]
    assert t.blown() == {"Werbomont-Trois Ponts"}


@pytest.mark.rule("TM-14.24a")
def test_confusion_spoils_all_allied_fire_and_no_german_fire():
    # Combined arms, so that there are no other modifiers: Allied guns 5, Allied infantry 4, German foot 3.
    t = Table("17-1 German", "a: German armor 2 in Prum; i: German foot 3 in Prum; d: Allied infantry 2 in Pronsfeld")
    send(t, "confusion", "Pronsfeld")
    t.move(["a", "i"], "Pronsfeld")
    t.end_movement()
    t.fight(
        "Pronsfeld",
        rolls(
            calls=[8], attacker_calls=[4], guns=[5], fire=[4, 3], attacker_guns=[10], attacker_fire=[10] * 2 + [3, 10]
        ),
    )
    assert (t.gun_number("Allied"), t.hit_number("d"), t.hit_number("i"), t.gun_number("German")) == (4, 3, 3, 3)
    assert (t.strength("i"), t.strength("d")) == (2, 1)


@pytest.mark.rule("TM-14.24b")
def test_confusion_strikes_one_battle_only():
    t = Table(
        "17-1 German",
        "a: German foot 1 in Prum; b: German foot 1 in Bitburg; d: Allied infantry 1 in Pronsfeld;"
        "e: Allied infantry 1 in Irrel",
    )
    send(t, "confusion", "Pronsfeld")
    t.move("a", "Pronsfeld")
    t.move("b", "Irrel")
    t.end_movement()
    t.fight("Irrel", 10)
    t.fight("Pronsfeld", 10)
    assert (t.hit_number("e"), t.hit_number("d")) == (5, 4)
    t.wait_until("17-1 Allied")
    t.end_movement()
    t.fight("Pronsfeld", 10, also=["d"])
    assert t.hit_number("d") == 3, "the Allied counterattack in the same area is another battle"


@pytest.mark.rule("TM-14.24b")
def test_confusion_may_wait_for_the_allied_half_of_its_impulse():
    t = Table("17-1 German", "g: German foot 1 in Pronsfeld; d: Allied infantry 1 in Prum")
    send(t, "confusion", "Pronsfeld")
    t.wait_until("17-1 Allied")
    t.move("d", "Pronsfeld")
    t.end_movement()
    t.fight("Pronsfeld", 10)
    assert t.hit_number("d") == 2


# ---- 14.3 removal --------------------------------------------------------------------------------------------


@pytest.mark.rule("TM-14.3")
def test_the_counter_leaves_when_the_allied_half_of_its_impulse_is_over():
    t = Table("17-1 German", "d: Allied armor 1 in Hotton")
    send(t, "mobility", "Erezee")
    t.end_impulse()
    assert (t.side, t.g.special.area) == (Side.ALLIED, t.place("Erezee"))
    t.end_impulse()
    assert t.told(SpecialForcesLeft)
    assert t.g.special.area == 0
    t.wait_until("17-2 Allied")
    t.move("d", "Erezee")
    assert t.spent("d") == 1
