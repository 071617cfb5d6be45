"""10.0 Bridges."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.events import ConstructionRolled, DemolitionRolled
from tests.titles.tigers_in_the_mist.table import Table, rolls

#: An engineer at Irrel who can always work on the bridge to Echternach, so that bridge building is not passed over.
WORKER = "worker: German engineer 1 in Irrel; mate: German foot 1 in Echternach;"
DOWN = ["10-11", "51-70"]


def building(
    units: str, *, when: str = "17-1 German", blown: list[str] = DOWN, moves: tuple[tuple[str, str], ...] = ()
) -> Table:
    """The bridge building of a German impulse after the given moves; battles, if any, are left to the test."""
    t = Table(when, WORKER + units, blown=blown)
    for unit, to in moves:
        t.move(unit, to)
    t.end_movement()
    return t


# ---- 10.1 construction ---------------------------------------------------------------------------------------


@pytest.mark.rule("TM-10.11")
@pytest.mark.parametrize("kind", ["mechanized", "foot", "armor"])
def test_only_engineers_build(kind):
    t = building(f"u: German {kind} 2 in Dasburg; friend: German foot 1 in Marnach")
    assert t.step == "BridgeBuilding"
    assert t.why("unit", "u").rule == "TM-10.11"
    assert t.offers("unit") == {"worker"}


@pytest.mark.rule("TM-10.12a")
def test_the_engineer_must_have_begun_the_day_beside_the_bridge():
    t = building("late: German engineer 1 in Daleiden; friend: German foot 1 in Marnach", moves=(("late", "Dasburg"),))
    for impulse in (1, 2, 3):
        assert (t.clock, t.step) == (f"17-{impulse}", "BridgeBuilding")
        assert t.why("unit", "late").rule == "TM-10.12a"
        t.do("done")
        t.wait_until("18-1 German" if impulse == 3 else f"17-{impulse + 1} German")
        t.end_movement()
    assert t.why("unit", "late") is None


@pytest.mark.rule("TM-10.12a", "TM-10.14a")
def test_an_engineer_that_left_and_came_back_does_not_build():
    t = Table("17-1 German", WORKER + "e: German engineer 1 in Dasburg; friend: German foot 1 in Marnach", blown=DOWN)
    t.pick("e")
    t.do("via", "Daleiden")
    t.do("area", "Dasburg")
    t.end_movement()
    assert (t.where("e"), t.step) == ("Dasburg", "BridgeBuilding")
    assert t.why("unit", "e").rule == "TM-10.14a"
    assert t.offers("unit") == {"worker"}


@pytest.mark.rule("TM-10.12a")
def test_an_engineer_works_on_bridges_beside_it_only():
    t = building("far: German engineer 1 in Daleiden; friend: German foot 1 in Marnach")
    assert t.why("unit", "far") is not None
    assert t.offers("unit") == {"worker"}


@pytest.mark.rule("TM-10.12b1")
def test_a_friend_must_stand_at_the_other_end():
    t = building("e: German engineer 1 in Dasburg")
    assert t.why("unit", "e").rule == "TM-10.12b1"


@pytest.mark.rule("TM-10.12b2")
def test_the_friend_may_have_crossed_in_this_impulse():
    t = building("e: German engineer 1 in Dasburg; friend: German foot 1 in Dasburg", moves=(("friend", "Marnach"),))
    assert t.why("unit", "e") is None
    t.do("unit", "e", [1])
    assert t.blown() == {"Irrel-Echternach"}


@pytest.mark.rule("TM-10.13a")
def test_no_engineer_builds_beside_the_enemy():
    t = building("e: German engineer 1 in Dasburg; friend: German foot 1 in Marnach; d: Allied infantry 1 in Dasburg")
    t.do("done")  # no attack in Dasburg
    assert t.why("unit", "e").rule == "TM-10.13a"


@pytest.mark.rule("TM-10.13b")
def test_enemies_at_the_other_end_do_not_matter():
    t = building("e: German engineer 1 in Dasburg; friend: German foot 1 in Marnach; d: Allied infantry 1 in Marnach")
    t.do("done")
    assert t.why("unit", "e") is None


@pytest.mark.rule("TM-10.14a")
def test_an_engineer_that_tried_to_build_neither_moves_nor_attacks_that_day():
    t = building("d: Allied infantry 1 in Bitburg")
    t.do("unit", "worker", [10])
    t.wait_until("17-1 Allied")
    t.move("d", "Irrel")
    t.end_movement()
    t.fight("Irrel", 10)
    t.wait_until("17-2 German")
    assert t.why("unit", "worker").rule == "TM-10.14a"
    assert t.why("entrench", "worker").rule == "TM-10.14a"
    t.end_movement()
    assert t.side is Side.ALLIED, "it may not attack the enemy beside it"


@pytest.mark.rule("TM-10.14a")
def test_an_engineer_that_attacked_does_not_build_that_day():
    t = building("e: German engineer 1 in Dasburg, attacked; friend: German foot 1 in Marnach", when="17-2 German")
    assert t.why("unit", "e").rule == "TM-10.14a"


@pytest.mark.rule("TM-10.14a")
def test_an_engineer_that_dug_in_has_no_points_left_to_build():
    t = Table("17-1 German", WORKER + "e: German engineer 1 in Dasburg; friend: German foot 1 in Marnach", blown=DOWN)
    t.do("entrench", "e")
    t.end_movement()
    assert t.why("unit", "e").rule == "TM-10.14a"


@pytest.mark.rule("TM-10.14a")
def test_having_built_yesterday_does_not_help_an_engineer_that_dug_in_today():
    t = building("e: German engineer 1 in Dasburg; friend: German foot 1 in Marnach")
    t.do("unit", "e", [10])
    t.do("done")
    t.wait_until("18-1 German")
    t.do("entrench", "e")
    t.end_movement()
    assert t.why("unit", "e").rule == "TM-10.14a"
    assert t.offers("unit") == {"worker"}


@pytest.mark.rule("TM-10.14b")
def test_no_engineer_builds_where_a_battle_was_fought_this_impulse():
    t = building(
        "e: German engineer 1 in Dasburg; other: German foot 1 in Dasburg; friend: German foot 1 in Marnach;"
        "d: Allied infantry 1 in Dasburg"
    )
    t.fight("Dasburg", rolls(calls=[9], fire=[10], attacker_fire=[1]), also=["other"])
    assert t.where("d") == "gone"
    assert t.why("unit", "e").rule == "TM-10.14b"
    t.do("done")
    t.wait_until("17-2 German")
    t.end_movement()
    assert t.why("unit", "e") is None, "the next impulse is another matter"


@pytest.mark.rule("TM-10.15a")
@pytest.mark.parametrize(("roll", "down"), [(4, set()), (5, {"Irrel-Echternach"})])
def test_the_first_attempt_succeeds_on_one_to_four(roll, down):
    t = building("", blown=["10-11"])
    t.do("unit", "worker", [roll])
    assert t.blown() == down


@pytest.mark.rule("TM-10.15b")
def test_success_takes_the_markers_away_and_the_count_begins_anew():
    t = building("", blown=["10-11"])
    for impulse in (1, 2):
        t.do("unit", "worker", [10])
        t.wait_until(f"17-{impulse + 1} German")
        t.end_movement()
    assert t.g.repair[t.bridge("10-11")] == 2
    t.do("unit", "worker", [6])
    assert t.blown() == set()
    assert t.g.repair[t.bridge("10-11")] == 0


@pytest.mark.rule("TM-10.15b")
def test_an_intact_bridge_needs_no_building():
    t = building("e: German engineer 1 in Dasburg; friend: German foot 1 in Marnach", blown=["10-11"])
    assert t.why("unit", "e").rule == "TM-10.15b"


@pytest.mark.rule("TM-10.16a")
def test_an_engineer_may_try_again_in_every_impulse():
    t = building("", blown=["10-11"])
    for later in ("17-2", "17-3", "18-1"):
        t.do("unit", "worker", [10])
        assert t.side is Side.ALLIED, "one attempt an impulse"
        t.wait_until(f"{later} German")
        t.end_movement()
        assert t.why("unit", "worker") is None
    assert len(t.told(ConstructionRolled)) == 3


@pytest.mark.rule("TM-10.16a")
def test_an_engineer_between_two_blown_bridges_tries_one_of_them_an_impulse():
    t = Table(
        "17-1 German",
        WORKER + "e: German engineer 1 in Winterspelt; x: German foot 1 in St. Vith; y: German foot 1 in Schonberg",
        blown=["10-11", "73-75", "73-74"],
    )
    t.end_movement()
    t.do("unit", "e")
    assert t.offers("bridge") == {"Winterspelt-St. Vith", "Winterspelt-Schonberg"}
    assert t.why("bridge", "10-11").rule == "TM-10.12a"
    t.do("bridge", "73-74", [10])
    assert t.why("unit", "e") is not None
    assert t.offers("unit") == {"worker"}


@pytest.mark.rule("TM-10.16b")
@pytest.mark.parametrize(("failures", "best"), [(0, 4), (1, 5), (2, 6), (3, 7)])
def test_every_failure_makes_the_next_attempt_easier(failures, best):
    for roll, built in ((best, True), (best + 1, False)):
        t = building("", blown=["10-11"])
        for _ in range(failures):
            t.do("unit", "worker", [10])
            t.end_impulse()  # the Allies
            t.end_movement()
        t.do("unit", "worker", [roll])
        assert t.told(ConstructionRolled)[-1].built is built


@pytest.mark.rule("TM-10.16c")
def test_the_modifier_stays_with_the_bridge():
    t = building("second: German engineer 1 in Echternach", blown=["10-11"])
    t.do("unit", "worker", [10])
    t.wait_until("18-1 German")
    t.move("worker", "Bitburg")
    t.move("mate", "Irrel")
    t.end_movement()
    t.do("unit", "second", [5])
    assert t.blown() == set()


@pytest.mark.rule("TM-10.17")
def test_a_bridge_is_tried_once_an_impulse_and_a_second_engineer_does_not_help():
    t = building(
        "second: German engineer 1 in Irrel; e: German engineer 1 in Dasburg; friend: German foot 1 in Marnach"
    )
    assert t.offers("unit") == {"worker", "second", "e"}
    t.do("unit", "worker", [5])
    assert not t.told(ConstructionRolled)[0].built, "two engineers hit no better than one"
    assert t.why("unit", "second").rule == "TM-10.17"
    assert t.offers("unit") == {"e"}


# ---- 10.2 demolition -----------------------------------------------------------------------------------------


def crossing(units: str, *, when: str = "17-1 German", to: str = "Malmedy", blown: tuple[str, ...] = ()) -> Table:
    """A German stack in Waimes sets out over the bridge to Malmedy."""
    t = Table(when, "a: German armor 2 in Waimes;" + units, blown=blown)
    t.move("a", to)
    return t


@pytest.mark.rule("TM-10.21")
def test_a_bridge_is_blown_only_when_an_enemy_is_about_to_cross_it():
    t = Table(
        "17-1 Allied", "d: Allied engineer 1 in Malmedy; g: German armor 2 in Waimes; e: German engineer 1 in Amel"
    )
    assert t.why("bridge", "79-80").rule == "TM-6.0e", "not in one's own movement"
    t.wait_until("17-2 German")
    t.move("g", "Butgenbach")  # away from the bridge
    assert (t.step, t.side) == ("Movement", Side.GERMAN), "no prompt appears"


@pytest.mark.rule("TM-10.21")
def test_only_the_side_that_is_not_moving_is_asked():
    t = crossing("d: Allied infantry 1 in Malmedy; own: German engineer 1 in Waimes")
    assert (t.step, t.side) == ("Demolition", Side.ALLIED)
    assert t.why("unit", "own").rule == "TM-10.21"
    assert t.why("done").rule == "TM-10.21"


@pytest.mark.rule("TM-10.22a")
@pytest.mark.parametrize("kind", ["engineer", "mechanized", "motorized", "foot"])
def test_infantry_of_every_type_may_blow_a_bridge(kind):
    t = crossing(f"d: Allied {kind} 1 in Malmedy")
    assert t.step == "Demolition"
    assert t.offers("unit") == {"d"}


@pytest.mark.rule("TM-10.22a")
def test_armor_cannot_blow_a_bridge():
    t = crossing("tanks: Allied armor 2 in Malmedy")
    assert t.step == "Movement", "no prompt appears"
    t = crossing("tanks: Allied armor 2 in Malmedy; d: Allied infantry 1 in Malmedy")
    assert t.why("unit", "tanks").rule == "TM-10.22a"


@pytest.mark.rule("TM-10.22b")
def test_the_unit_must_be_at_one_end_of_the_bridge():
    t = crossing("near: Allied engineer 1 in Stavelot")
    assert t.step == "Movement", "no prompt appears"
    t = crossing("near: Allied engineer 1 in Stavelot; d: Allied infantry 1 in Malmedy")
    assert t.why("unit", "near").rule == "TM-10.22b"


@pytest.mark.rule("TM-10.23a")
def test_a_unit_may_try_in_every_enemy_impulse():
    t = crossing("b: German armor 1 in Ligneuville; d: Allied infantry 3 in Malmedy")
    t.do("unit", "d", [4])
    t.do("stop")
    t.wait_until("17-2 German")
    t.move("b", "Malmedy")
    t.do("unit", "d", [4])
    assert t.blown() == {"Waimes-Malmedy", "Malmedy-Ligneuville"}


@pytest.mark.rule("TM-10.23a", "TM-10.25b")
def test_what_was_tried_in_one_impulse_does_not_count_in_the_next():
    t = Table(
        "17-1 German",
        "a: German armor 1 in Stavelot; b: German armor 1 in Vielsalm; c: German armor 1 in Werbomont;"
        "again: German armor 1 in Stavelot; d: Allied infantry 3 in Trois Ponts",
    )
    for unit in ("a", "b"):  # two bridges tried in vain
        t.move(unit, "Trois Ponts")
        t.do("unit", "d", [10])
        t.take_off(unit)
    t.move("c", "Trois Ponts")
    assert (t.step, t.where("c")) == ("Movement", "Trois Ponts"), "d has tried two"
    t.take_off("c")
    t.wait_until("17-2 German")
    t.move("again", "Trois Ponts")
    assert t.offers("unit") == {"d"}
    t.do("unit", "d", [4])
    assert t.blown() == {"Stavelot-Trois Ponts"}, "the bridge it failed at before"


@pytest.mark.rule("TM-10.23b")
def test_a_unit_tries_two_bridges_an_impulse_and_no_more():
    # Trois Ponts has bridges to Stavelot, Vielsalm, Werbomont and Stoumont.
    t = Table(
        "17-1 German",
        "a: German armor 1 in Stavelot; b: German armor 1 in Vielsalm; c: German armor 1 in Werbomont;"
        "d: Allied infantry 3 in Trois Ponts; e: Allied infantry 1 in Trois Ponts",
    )
    t.move("a", "Trois Ponts")
    t.do("unit", "d", [10])
    t.move("b", "Trois Ponts")
    t.do("unit", "d", [10])
    t.move("c", "Trois Ponts")
    assert t.offers("unit") == {"e"}
    assert t.why("unit", "d").rule == "TM-10.23b"


@pytest.mark.rule("TM-10.23c")
def test_trying_is_not_moving():
    t = crossing("d: Allied engineer 1 in Malmedy")
    t.do("unit", "d", [8])
    t.do("stop")
    t.wait_until("17-1 Allied")
    assert t.mp_left("d") == 8
    t.move("d", "Spa")
    assert t.where("d") == "Spa"


@pytest.mark.rule("TM-10.24a")
def test_a_unit_with_enemies_in_its_area_since_the_impulse_began_cannot_try():
    t = crossing("d: Allied engineer 2 in Malmedy; g: German foot 1 in Malmedy")
    assert t.step == "Movement", "no prompt appears"
    assert t.where("a") == "Malmedy"


@pytest.mark.rule("TM-10.24b")
def test_enemies_that_came_in_this_impulse_do_not_stop_it():
    t = Table(
        "17-1 German",
        "a: German armor 2 in Waimes; b: German foot 1 in Hoffrai; d: Allied infantry 1 in Malmedy",
    )
    t.move("b", "Malmedy")
    t.move("a", "Malmedy")
    assert (t.step, t.offers("unit")) == ("Demolition", {"d"})


@pytest.mark.rule("TM-10.25a", "TM-10.25b")
def test_a_bridge_is_tried_once_an_impulse_whoever_tries():
    t = crossing("b: German armor 1 in Waimes; d: Allied infantry 1 in Malmedy; e: Allied infantry 1 in Malmedy")
    assert t.offers("unit") == {"d", "e"}
    t.do("unit", "d", [10])
    assert t.step == "Movement", "e is not asked after d has failed"
    t.move("b", "Malmedy")
    assert t.step == "Movement", "and nobody is asked about the second stack"
    assert t.where("b") == "Malmedy"
    assert len(t.told(DemolitionRolled)) == 1


@pytest.mark.rule("TM-10.25b")
def test_a_bridge_that_was_spared_may_still_be_tried_against_the_next_stack():
    t = crossing("b: German armor 1 in Waimes; d: Allied infantry 1 in Malmedy")
    t.do("decline")
    t.move("b", "Malmedy")
    assert t.step == "Demolition"


@pytest.mark.rule("TM-10.26")
def test_the_allies_blow_no_bridges_on_december_16():
    t = crossing("d: Allied engineer 1 in Malmedy", when="16-3 German")
    assert t.step == "Movement", "no prompt appears"
    t = crossing("d: Allied engineer 1 in Malmedy", when="17-1 German")
    assert t.step == "Demolition"


@pytest.mark.rule("TM-10.27")
@pytest.mark.parametrize(("roll", "blown"), [(8, True), (9, False)])
def test_digging_in_does_not_make_demolition_harder(roll, blown):
    t = Table("17-1 Allied", "d: Allied engineer 1 in Malmedy; a: German armor 2 in Waimes")
    t.do("entrench", "d")
    t.wait_until("17-2 German")
    t.move("a", "Malmedy")
    t.do("unit", "d", [roll])
    assert ("Waimes-Malmedy" in t.blown()) is blown


@pytest.mark.rule("TM-10.28")
def test_the_number_of_blown_bridges_has_no_limit():
    board = Table("17-1 German").g.box.map
    others = tuple(f"{a}-{b}" for a, b in board.crossings if {board.names[a], board.names[b]} != {"Waimes", "Malmedy"})
    assert len(others) > 50
    t = crossing("d: Allied engineer 1 in Malmedy", blown=others)
    t.do("unit", "d", [8])
    assert len(t.blown()) == len(others) + 1 == len(board.crossings)


CHANCES = [
    ("engineer 1 in Malmedy", 8),
    ("engineer 1 in Malmedy, moved", 4),
    ("motorized 1 in Malmedy", 4),
    ("mechanized 1 in Malmedy", 4),
    ("foot 1 in Malmedy", 4),
    ("motorized 1 in Malmedy, moved", 2),
    ("foot 1 in Malmedy, moved", 2),
]


@pytest.mark.rule("TM-10.29a")
@pytest.mark.parametrize(("unit", "best"), CHANCES)
def test_the_chance_of_a_demolition(unit, best):
    for roll in (best, best + 1):
        t = crossing(f"d: Allied {unit}", when="17-2 German")
        t.do("unit", "d", [roll])
        assert ("Waimes-Malmedy" in t.blown()) is (roll == best)


@pytest.mark.rule("TM-10.29b")
@pytest.mark.parametrize(("roll", "blown"), [(4, True), (5, False)])
def test_attacking_in_place_is_not_moving(roll, blown):
    t = Table(
        "17-1 Allied", "d: Allied infantry 1 in Malmedy; g: German foot 1 in Malmedy; a: German armor 2 in Waimes"
    )
    t.end_movement()
    t.fight("Malmedy", rolls(calls=[9], fire=[10], attacker_fire=[1]), also=["d"])
    t.wait_until("17-2 German")
    t.move("a", "Malmedy")
    t.do("unit", "d", [roll])
    assert ("Waimes-Malmedy" in t.blown()) is blown


@pytest.mark.rule("TM-10.29b")
def test_a_unit_that_changed_its_area_has_moved():
    t = Table("17-1 Allied", "d: Allied infantry 1 in Stavelot; a: German armor 2 in Waimes")
    t.move("d", "Malmedy")
    t.wait_until("17-2 German")
    t.move("a", "Malmedy")
    t.do("unit", "d", [3])
    assert t.told(DemolitionRolled)[0].needed == 2
    assert t.blown() == set()


@pytest.mark.rule("TM-10.29c")
def test_the_bridge_is_gone_before_the_stack_steps_on_it():
    t = crossing("d: Allied infantry 1 in Malmedy; b: German armor 1 in Waimes")
    t.do("unit", "d", [1])
    assert (t.where("a"), t.blown()) == ("Waimes", {"Waimes-Malmedy"})
    t.do("stop")
    t.pick("b")
    t.do("area", "Malmedy")  # later stacks have to go round
    assert t.where("b") == "Ligneuville"
    assert t.step == "Demolition", "and the next bridge is another bridge"
