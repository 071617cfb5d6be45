"""9.5 - 9.9 What comes of a combat: hits, losses, retreats and advances, with chits drawn."""

from __future__ import annotations

import msgspec
import pytest

from ardennes.titles.enemy_action_ardennes.box.cards import Tactic
from ardennes.titles.enemy_action_ardennes.rules import battle, losses, retreats
from ardennes.titles.enemy_action_ardennes.rules.combat import Combat
from tests.titles.enemy_action_ardennes.combats import (
    A1_ONE_HEX,
    A1_ONE_HEX_2,
    A1D1_CLEAR,
    A1D1_CLEAR_2,
    D1_CLEAR,
    D1_CLEAR_2,
    D1_CLEAR_3,
    NOTHING,
    PLAIN,
    attack_of,
    declare,
    driven_off,
    proposed,
    table,
    ways,
)
from tests.titles.enemy_action_ardennes.table import ALLIED, GERMAN

# ---- 9.5 hits ----------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-9.5a", "EA-9.5d", "EA-9.4a", "EA-9.4b")
def test_hits_are_added_for_the_side_that_counts():
    t = table(PLAIN, "D22 German combat")
    attack = proposed(t, "0326", "a", drawn=(D1_CLEAR, A1D1_CLEAR, NOTHING, 37), defence=(int(Tactic.AIRPOWER),))
    assert battle.chit_hits(t.g, attack) == (2, 2)  # G1 strikes the German attacker
    allied = table("a: Allied combined_arms at 0325; d: German infantry at 0326", "D22 Allied combat")
    attack = proposed(allied, "0326", "a", drawn=(37,), tactics=(int(Tactic.AIRPOWER),))
    assert battle.chit_hits(allied.g, attack) == (0, 1)


@pytest.mark.rule("EA-9.5e", "EA-12.34a", "EA-9.5h")
def test_shelter_takes_one_hit_and_a_position_goes_with_it():
    t = table(PLAIN, improved=["0326"])
    attack = proposed(t, "0326", "a", drawn=(D1_CLEAR, D1_CLEAR_2))
    assert battle.hits(t.g, attack)[1] == 1
    assert battle.shelters(t.g, attack)
    none = msgspec.structs.replace(attack, drawn=(NOTHING,))
    assert battle.hits(t.g, none) == (0, 0)
    assert not battle.shelters(t.g, none)
    declare(t, "0326", "a", dice=(D1_CLEAR, NOTHING))
    assert not t.g.improved
    assert t.where("d") == "0326"


@pytest.mark.rule("EA-9.5f", "EA-9.5g")
@pytest.mark.parametrize(("mark", "hits"), [("low", 2), ("dispersed", 1), ("oos", 1), ("isolated", 0)])
def test_weak_defenders_strike_less(mark: str, hits: int):
    t = table(PLAIN.replace("0326", f"0326, {mark}"))
    attack = proposed(t, "0326", "a", drawn=(A1_ONE_HEX, A1_ONE_HEX_2))
    assert battle.hits(t.g, attack)[0] == hits


@pytest.mark.rule("EA-9.5i", "EA-9.5k", "EA-9.5n", "EA-9.0e")
def test_the_defender_meets_hits_by_retreat_or_steps():
    t = table(
        "a: German infantry at 0325; b: German infantry at 0425; "
        "d: Allied infantry at 0326; e: Allied infantry at 0326, reduced"
    )
    steps = t.g.steps_left(t.unit("d")) + 1
    declare(t, "0326", "a", "b", dice=(D1_CLEAR, D1_CLEAR_2, D1_CLEAR_3)[:steps])
    assert t.offers("retreat") >= {"0", "1", "2"}
    assert t.refused("retreat", 3) == "EA-9.5i"
    t.do("retreat", 2)
    if t.offers("unit"):
        t.do("unit", "d")
    assert t.offers("hex")


@pytest.mark.rule("EA-9.5j", "EA-9.5m", "EA-9.7a", "EA-9.8b")
def test_the_attacker_loses_a_step_first_and_may_disperse_for_the_rest():
    t = table("a: German infantry at 0325; b: German infantry at 0325; d: Allied infantry at 0326")
    declare(t, "0326", "a", "b", dice=(A1_ONE_HEX, A1_ONE_HEX_2))
    assert t.refused("retreat", 1) == "EA-9.7a"
    before = sum(t.g.steps_left(t.unit(name)) for name in "ab")
    t.do("disperse")
    t.do("unit", "a")
    assert sum(t.g.steps_left(t.unit(name)) for name in "ab" if t.g.on_map(t.unit(name))) == before - 1
    assert t.g.dispersed >> t.unit("b") & 1


# ---- 9.6 step losses ---------------------------------------------------------------------------------------


@pytest.mark.rule("EA-9.6", "EA-9.61a", "EA-9.61b")
def test_losses_are_spread_over_units_and_hexes():
    units = "a: German infantry at 0325; b: German infantry at 0325; c: German infantry at 0425"
    t = table(f"{units}; d: Allied infantry at 0326")
    declare(t, "0326", "a", "b", "c", dice=(A1D1_CLEAR, A1D1_CLEAR_2))
    t.do("retreat", 0)
    t.do("done")
    assert t.step == "TakeLoss"
    t.do("unit", "a")
    assert t.where("d") == "eliminated"
    assert t.g.lost[t.unit("c")] == 1  # the only unit of a hex that had lost nothing: it is not asked for
    three = table(f"{units}; e: German infantry at 0425; d: Allied infantry at 0326")
    three.g.push(losses.TakeLoss(GERMAN, 3, tuple(three.unit(n) for n in "abce"), "EA-9.6"))
    three.g.stack = (*three.g.stack[:-1], Combat(proposed(three, "0326", "a", "b", "c", "e"), 9), three.g.stack[-1])
    three.g._choices = None
    three.do("unit", "a")
    assert three.refused("unit", "b") == "EA-9.61b"
    three.do("unit", "c")
    assert three.refused("unit", "a") == "EA-9.61a"


# ---- 9.7 retreats ------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-9.7c")
def test_a_retreat_avoids_enemy_control():
    t = table(PLAIN)
    zone = t.zone(GERMAN)
    assert ways(t, "d")
    assert not {path[0] for path in ways(t, "d")} & zone


@pytest.mark.rule("EA-9.7d", "EA-9.7e")
def test_supplied_friends_come_before_empty_controlled_hexes():
    ring = "; ".join(f"a{n}: German armor at {cell}" for n, cell in enumerate(("0325", "0226", "0426")))
    t = table(f"{ring}; d: Allied infantry at 0326; f: Allied infantry at 0327, reduced")
    assert ways(t, "d") == {("0327",)}
    t = table(f"{ring}; d: Allied infantry at 0326")
    found = retreats.routes(t.g, (t.unit("d"),), 1)
    assert found
    assert all(route.costs == (True,) for route in found)


@pytest.mark.rule("EA-9.7b")
def test_units_without_fuel_do_not_retreat():
    t = table("a: Allied combined_arms at 0325; d: German armor at 0326, unfuelled", "D21 Allied combat")
    found = retreats.RETREATS.why_not(t.g, (t.unit("d"),), 1)
    assert found is not None
    assert found.rule == "EA-9.7b"


@pytest.mark.rule("EA-9.9b", "EA-9.75a")
def test_dispersed_units_retreat_one_hex_at_most():
    t = table(PLAIN.replace("0326", "0326, dispersed"))
    found = retreats.RETREATS.why_not(t.g, (t.unit("d"),), 2)
    assert found is not None
    assert found.rule == "EA-9.9b"
    assert retreats.RETREATS.why_not(t.g, (t.unit("d"),), 1) is None


@pytest.mark.rule("EA-9.75a", "EA-9.75b")
def test_a_two_hex_retreat_ends_two_hexes_away():
    t = table(PLAIN)
    grid, start = t.box.grid, t.hex("0326")
    found = ways(t, "d", 2)
    assert found
    assert all(grid.distance(t.hex(path[-1]), start) == 2 for path in found)


@pytest.mark.rule("EA-9.7m")
def test_a_surrounded_unit_cannot_retreat():
    ring = "; ".join(
        f"a{n}: German infantry at {cell}" for n, cell in enumerate(("0325", "0226", "0426", "0225", "0425", "0327"))
    )
    t = table(f"{ring}; d: Allied infantry at 0326")
    found = retreats.RETREATS.why_not(t.g, (t.unit("d"),), 1)
    assert found is not None
    assert found.rule == "EA-9.7m"


@pytest.mark.rule("EA-9.71a")
def test_empty_enemy_towns_are_closed():
    t = table("a: Allied combined_arms at 0713; d: German infantry at 0811", "D21 Allied combat")
    assert ("0812",) not in ways(t, "d")


@pytest.mark.rule("EA-9.7g")
def test_a_retreat_needs_room_at_its_end():
    t = table(PLAIN + "; f: Allied infantry at 0327; h: Allied infantry at 0327; i: Allied infantry at 0327, reduced")
    assert ("0327",) not in ways(t, "d")


@pytest.mark.rule("EA-9.74a", "EA-9.74b")
def test_a_unit_that_retreated_counts_for_nothing_and_goes_with_the_others():
    t = table(PLAIN + "; b: German armor at 0425; f: Allied infantry at 0326, reduced", columns={})
    t.g.defended |= 1 << t.unit("d")
    t.g.retreated |= 1 << t.unit("d")
    t.g._choices = None
    declare(t, "0326", "a", dice=(D1_CLEAR,))
    assert attack_of(t).defenders == (t.unit("f"),)
    t.do("retreat", 1)
    while t.offers("hex") and t.g.side is ALLIED:
        t.do("hex", sorted(t.offers("hex"))[0])
    assert t.where("d") == "eliminated"


# ---- 9.8 advances ------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-9.8a", "EA-9.81a", "EA-9.81b")
def test_attackers_advance_and_mechanized_units_go_on():
    t = table("a: German armor at 0325; b: German infantry at 0425; d: Allied infantry at 0326")
    driven_off(t, ("a", "b"), (D1_CLEAR, D1_CLEAR_2), 2)
    assert t.offers("unit") == {"a", "b"}
    assert t.refused("hex", "0327") == "EA-9.81b"
    t.do("unit", "b")
    assert t.where("b") == "0326"
    t.do("unit", "a")
    assert t.offers("hex")
    t.do("stop")
    assert t.where("a") == "0326"


@pytest.mark.rule("EA-9.81a")
def test_after_one_hex_of_retreat_nobody_goes_two():
    t = table("a: German armor at 0325; d: Allied infantry at 0326")
    driven_off(t, ("a",), (D1_CLEAR, NOTHING), 1)
    t.do("unit", "a")
    assert t.where("a") == "0326"
    assert not t.offers("stop")


@pytest.mark.rule("EA-9.9a", "EA-9.75a")
def test_two_hexes_of_retreat_disperse():
    t = table(PLAIN)
    driven_off(t, ("a",), (D1_CLEAR, D1_CLEAR_2), 2)
    assert t.g.dispersed >> t.unit("d") & 1
    assert t.box.grid.distance(t.g.place[t.unit("d")], t.hex("0326")) == 2
