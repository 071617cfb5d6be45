"""9 Combat, what follows: tactics that bring units, hits in the rulebook's examples, retreats and advances in detail.

The plain around 0326 is clear; 0424 lies across a river from 0524, without a bridge unless one is built.
"""

from __future__ import annotations

import pytest

from ardennes.kernel import Side
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.cards import Event, Tactic
from ardennes.titles.enemy_action_ardennes.box.chits import Situation
from ardennes.titles.enemy_action_ardennes.rules import advances, battle, retreats
from ardennes.titles.enemy_action_ardennes.rules.combat import Combat
from tests.titles.enemy_action_ardennes.combats import (
    A1D1_CLEAR,
    A1D1_CLEAR_2,
    D1_CLEAR,
    D1_CLEAR_2,
    D1_CLEAR_3,
    NOTHING,
    NOTHING_2,
    PLAIN,
    applies,
    attack_of,
    declare,
    driven_off,
    next_hexes,
    no_more,
    priorities,
    proposed,
    table,
    ways,
)
from tests.titles.enemy_action_ardennes.table import ALLIED, GERMAN, Table


def card_with(tactic: Tactic, side: Side) -> int:
    """A card that lists a tactic on any day."""
    box = table(PLAIN).box
    return next(
        card.number
        for card in box.cards
        if card.side is side and not card.wild and any(line.tactic is tactic for line in card.tactics)
    )


# ---- tactics -----------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-2.21g")
def test_a_bracketed_unit_does_not_attack_alone():
    box = table(PLAIN).box
    unit, lost = next(
        (unit, lost)
        for unit in box.units.of[GERMAN]
        for lost, face in enumerate(box.units.faces[unit])
        if face.bracketed and lost < 2 and unit != box.vdh
    )
    mark = ", reduced" if lost else ""
    t = table(f"a: {box.units.rows[unit].id} at 0325{mark}; b: German infantry at 0325; d: Allied infantry at 0326")
    t.do("hex", "0326")
    t.do("unit", "a")
    assert t.refused("done") == "EA-2.21g"
    t.do("unit", "b")
    assert not t.refused("done")
    others = "b: German infantry at 1108; e: Allied infantry at 1109"
    alone = table(f"a: {box.units.rows[unit].id} at 0325{mark}; d: Allied infantry at 0326; {others}")
    assert alone.refused("hex", "0326") == "EA-2.21g"


@pytest.mark.rule("EA-4.13c")
def test_no_allied_artillery_on_the_first_day_but_corps_artillery():
    t = table(
        "a: German infantry at 0325; d: Allied infantry at 0326",
        "D16 German combat",
        hands={GERMAN: [], ALLIED: [19, 26]},
    )
    declare(t, "0326", "a")
    assert t.offers("card") == {19}


@pytest.mark.rule("EA-9.22", "EA-9.0c")
def test_who_takes_back_his_last_card_is_still_asked():
    wild = next(card.number for card in table(PLAIN).box.cards if card.side is ALLIED and card.wild)
    t = table(PLAIN + "; b: German infantry at 0325; e: Allied infantry at 0324", hands={GERMAN: [], ALLIED: [wild]})
    t.do("decline")  # roadblocks
    declare(t, "0326", "a")
    t.do("card", wild)
    assert t.step == "NameTactic"
    t.do("back")
    assert t.step == "DefenderTactics"
    t.do("card", wild)
    t.do("tactic", "airpower", (NOTHING, NOTHING_2))
    assert [told.tactic for told in t.told(events.TacticPlayed)] == ["Airpower"]
    assert t.step == "AttackPhase"  # it was his last card: he is not asked again


@pytest.mark.rule("EA-9.24")
def test_no_tactic_helps_von_der_heydte():
    box = table(PLAIN).box
    vdh = box.units.rows[box.vdh].id
    t = table(
        f"a: Allied infantry at 0325; d: {vdh} at 0326",
        "D18 Allied combat",
        hands={GERMAN: [39], ALLIED: []},
    )
    steps = t.g.steps_left(box.vdh)
    declare(t, "0326", "a", dice=(NOTHING, NOTHING_2)[:steps])
    assert t.g.hands[GERMAN] == (38,)


@pytest.mark.rule("EA-9.0d", "EA-ET.12", "EA-6.5e")
def test_reinforce_battle_brings_a_unit_that_counts():
    card = card_with(Tactic.REINFORCE_BATTLE, GERMAN)
    t = table(
        "a: German infantry at 0325; r: German infantry at 0323; d: Allied infantry at 0326",
        hands={GERMAN: [card], ALLIED: []},
        activated=["a"],
    )
    declare(t, "0326", "a")
    before = battle.maximum(t.g, attack_of(t))
    t.do("card", card)
    if t.offers("tactic"):
        t.do("tactic", "reinforce_battle")
    assert t.offers("unit") == {"r"}
    t.do("unit", "r")
    if t.offers("hex"):
        t.do("hex", sorted(t.offers("hex"))[0])
    assert t.unit("r") in attack_of(t).units
    assert battle.maximum(t.g, attack_of(t)) >= before + 1
    assert not t.g.active >> t.unit("r") & 1


@pytest.mark.rule("EA-ET.13")
def test_reinforce_battle_in_defence_raises_the_minimum():
    card = card_with(Tactic.REINFORCE_BATTLE, ALLIED)
    t = table(
        "a: German infantry at 0325; r: Allied infantry at 0328; d: Allied infantry at 0326",
        hands={GERMAN: [], ALLIED: [card, 19]},
    )
    declare(t, "0326", "a")
    before = battle.minimum(t.g, attack_of(t))
    t.do("card", card)
    if t.offers("tactic"):
        t.do("tactic", "reinforce_battle")
    t.do("unit", "r")
    assert t.where("r") == "0326"
    assert battle.minimum(t.g, attack_of(t)) == before + t.g.steps_left(t.unit("r"))


@pytest.mark.rule("EA-ET.14", "EA-6.5e")
def test_assault_coordination_takes_two_units_already_there():
    card = card_with(Tactic.ASSAULT_COORDINATION, GERMAN)
    others = "; ".join(f"r{n}: German infantry at 0425" for n in range(3))
    t = table(
        f"a: German infantry at 0325; {others}; d: Allied infantry at 0326",
        hands={GERMAN: [card], ALLIED: []},
        activated=["a"],
    )
    declare(t, "0326", "a")
    t.do("card", card)
    if t.offers("tactic"):
        t.do("tactic", "assault_coordination")
    t.do("unit", "r0")
    t.do("unit", "r1")
    assert len(attack_of(t).units) == 3
    assert t.step == "AttackerTactics"
    assert not t.g.active >> t.unit("r0") & 1


@pytest.mark.rule("EA-ET.15")
def test_infiltration_needs_somebody_on_foot():
    card = card_with(Tactic.INFANTRY_INFILTRATION, GERMAN)
    t = table(PLAIN, hands={GERMAN: [card], ALLIED: []})
    declare(t, "0326", "a")
    t.do("card", card) if card in t.offers("card") else None
    assert "infantry_infiltration" not in t.offers("tactic")
    assert Tactic.INFANTRY_INFILTRATION not in attack_of(t).tactics
    t = table(PLAIN.replace("armor", "infantry"), hands={GERMAN: [card], ALLIED: []})
    declare(t, "0326", "a")
    assert card in t.offers("card")


@pytest.mark.rule("EA-12.31c")
def test_engineers_put_a_position_under_the_defenders():
    card = card_with(Tactic.ENGINEERS, ALLIED)
    t = table(PLAIN, "D18 German combat", hands={GERMAN: [], ALLIED: [card, 19]})
    if t.offers("decline"):
        t.do("decline")  # roadblocks
    declare(t, "0326", "a")
    t.do("card", card)
    if t.offers("tactic"):
        t.do("tactic", "engineers")
    assert t.g.improved >> t.hex("0326") & 1
    assert battle.adjusted(t.g, attack_of(t), 0, 2) == (0, 1)


@pytest.mark.rule("EA-ET.5")
def test_fury_of_bastogne_drives_attacks_on_the_prizes():
    t = table(PLAIN + "; b: German armor at 0425; c: German armor at 0327", "D25 German combat")
    attack = proposed(t, "0326", "a", "b", "c")
    before, least = battle.maximum(t.g, attack), battle.minimum(t.g, attack)
    t.g.special |= 1 << Event.FURY_OF_BASTOGNE
    assert battle.maximum(t.g, attack) == max(before - 2, least)
    prize = t.box.grid.number(next(iter(t.box.vp)))
    near = next(n for n in t.box.grid.cells if t.box.grid.adjacent(n, t.hex(prize)))
    t = table(f"a: German armor at {t.box.grid.number(near)}; d: Allied infantry at {prize}", "D25 German combat")
    attack = proposed(t, prize, "a")
    t.g.special |= 1 << Event.FURY_OF_BASTOGNE
    elite = t.g.face(t.unit("a")).quality == 2
    large = t.g.steps_left(t.unit("a")) >= 3
    assert battle.maximum(t.g, attack) == max(1 + elite + large + 2, battle.minimum(t.g, attack))


# ---- chits and hits ----------------------------------------------------------------------------------------


@pytest.mark.rule("EA-9.3j")
def test_five_attackers_with_two_tactics():
    units = "; ".join(f"a{n}: German infantry at {cell}" for n, cell in enumerate(("0325", "0325", "0425", "0225")))
    t = table(f"{units}; d: Allied infantry at 0326")
    names = tuple(f"a{n}" for n in range(4))
    tactics = (int(Tactic.ARTILLERY), int(Tactic.PANZER_BATTALION))
    plain = battle.maximum(t.g, proposed(t, "0326", *names))
    assert battle.minimum(t.g, proposed(t, "0326", *names)) == 2
    assert battle.maximum(t.g, proposed(t, "0326", *names, tactics=tactics)) == plain + 2


@pytest.mark.rule("EA-9.41b")
def test_all_chits_return_at_the_end_of_the_day():
    t = Table(
        "D18 end", "a: German armor at 1108; d: Allied infantry at 1110", columns={"cup": 1, "aside": 6}, dice=None
    )
    assert t.g.cup == (1 << 60) - 1
    assert not t.g.aside


@pytest.mark.rule("EA-9.5b")
def test_three_chits_make_two_hits_each():
    t = table(PLAIN)
    attack = proposed(t, "0326", "a", drawn=(A1D1_CLEAR, A1D1_CLEAR_2, NOTHING))
    assert battle.chit_hits(t.g, attack) == (2, 2)


@pytest.mark.rule("EA-9.5c")
def test_subtractions_count():
    t = table("a: German infantry at 0325; b: Allied infantry at 0327; d: Allied infantry at 0326")
    less = 51  # Defender Adjacent: D-1
    attack = proposed(t, "0326", "a", drawn=(A1D1_CLEAR, D1_CLEAR, D1_CLEAR_2, D1_CLEAR_3))
    ours, theirs = battle.chit_hits(t.g, attack)
    fifth = proposed(t, "0326", "a", drawn=(*attack.drawn, less))
    assert battle.chit_hits(t.g, fifth) == (ours, theirs - 1)


@pytest.mark.rule("EA-9.5l")
def test_the_three_ways_to_meet_three_hits():
    units = "; ".join(f"a{n}: German infantry at {cell}" for n, cell in enumerate(("0325", "0425")))
    left = []
    for hexes in (0, 1, 2):
        t = table(f"{units}; d: Allied infantry at 0326; e: Allied infantry at 0326, reduced")
        declare(t, "0326", "a0", "a1", dice=(D1_CLEAR, D1_CLEAR_2, D1_CLEAR_3))
        t.do("retreat", hexes)
        while t.g.side is ALLIED:
            verb = "hex" if t.offers("hex") else "unit"
            # the stronger unit takes what is left to take
            words = sorted(t.offers(verb))
            t.do(verb, "d" if verb == "unit" and "d" in words else words[0])
        left.append(sum(t.g.on_map(t.unit(name)) for name in "de"))
    assert left == [0, 1, 2]


@pytest.mark.rule("EA-10.2")
def test_a_neighbour_in_low_supply_is_unsupplied():
    t = table(PLAIN + "; e: Allied infantry at 0327, low")
    assert not applies(t, Situation.DEFENDER_ADJACENT, proposed(t, "0326", "a"))


# ---- retreats ----------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-7.61b")
def test_no_advance_over_the_armys_boundary():
    box = table(PLAIN).box
    army = box.units.army[table("a: German infantry LXVI at 0325").unit("a")]
    area = box.army_areas[army]
    here, there = next(
        (cell, other)
        for cell in box.grid.cells
        for other in box.grid.cells
        if area >> cell & 1
        and not area >> other & 1
        and box.grid.adjacent(cell, other)
        and box.ground.river_side(cell, other) < 0
        and not (box.ground.towns | box.ground.westwall) >> other & 1
    )
    words = box.grid.number(here), box.grid.number(there)
    t = table(f"a: German infantry LXVI at {words[0]}; d: Allied infantry at {words[1]}", "D17 German combat")
    assert words[1] in t.offers("hex")  # the attack itself is legal
    t.g.push(Combat(proposed(t, words[1], "a"), 9))
    t.g.eliminate(t.unit("d"), "EA-9.6")
    found = advances.ENTRANTS.why_not(t.g, advances.Crossed(), t.unit("a"))
    assert found is not None
    assert found.rule == "EA-7.61b"


@pytest.mark.rule("EA-9.7f")
def test_hexes_without_supply_come_last_and_cost_a_step():
    ring = "; ".join(f"a{n}: German armor at {cell}" for n, cell in enumerate(("0325", "0226", "0426")))
    t = table(f"{ring}; d: Allied infantry at 0326; f: Allied infantry at 0327, reduced, low")
    found = retreats.routes(t.g, (t.unit("d"),), 1)
    assert found
    assert all(route.costs == (True,) for route in found)
    assert priorities(t, "d")["0327"] == 4


@pytest.mark.rule("EA-9.7j", "EA-9.73")
def test_the_second_hex_is_chosen_among_equals_and_all_go_together():
    t = table("a: German armor at 0325; d: Allied infantry at 0326; e: Allied infantry at 0326, reduced")
    declare(t, "0326", "a", dice=(D1_CLEAR, D1_CLEAR_2, NOTHING))
    t.do("retreat", 2)
    first = sorted(t.offers("hex"))[-1]
    t.do("hex", first)
    assert len(t.offers("hex")) > 1
    t.do("hex", sorted(t.offers("hex"))[-1])
    assert t.where("d") == t.where("e")
    assert t.g.dispersed >> t.unit("d") & 1


@pytest.mark.rule("EA-9.7k")
def test_a_full_hex_is_left_out_and_a_controlled_one_costs_a_step():
    t = table(
        "a0: German armor at 0325; a1: German armor at 0226; a2: German armor at 0426; "
        "d: Allied infantry at 0326; e: Allied infantry at 0326; f: Allied infantry at 0327; h: Allied infantry at 0327"
    )
    found = retreats.routes(t.g, (t.unit("d"), t.unit("e")), 1)
    assert found
    assert all(t.hex("0327") not in route.path for route in found)
    assert all(route.costs == (True,) for route in found)


@pytest.mark.rule("EA-9.71b")
def test_the_westwall_is_closed_to_allied_retreats():
    box = table(PLAIN).box
    cell, wall = next(
        (cell, other)
        for cell in box.grid.cells
        for other in box.grid.cells
        if box.ground.westwall >> other & 1
        and not (box.ground.westwall | box.ground.towns) >> cell & 1
        and box.grid.adjacent(cell, other)
        and not box.ground.towns >> other & 1
    )
    here, there = box.grid.number(cell), box.grid.number(wall)
    t = table(f"d: Allied infantry at {here}", "D21 Allied combat", dice=None)
    assert (there,) not in ways(t, "d")
    t = table(f"d: Allied infantry at {here}; f: Allied infantry at {there}, reduced", "D21 Allied combat", dice=None)
    assert there in next_hexes(t, "d")


# ---- advances ----------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-9.81e")
def test_two_units_may_end_in_different_hexes():
    t = table("a: German armor at 0325; b: German armor at 0425; d: Allied infantry at 0326")
    driven_off(t, ("a", "b"), (D1_CLEAR, D1_CLEAR_2), 2)
    t.do("unit", "a")
    first = sorted(t.offers("hex"))[0]
    t.do("hex", first)
    t.do("unit", "b")
    second = sorted(t.offers("hex") - {first})[0]
    t.do("hex", second)
    assert (t.where("a"), t.where("b")) == (first, second)


def over_the_river(*, built: bool, guard: str = "") -> Table:
    """Two tanks in 0524 and 0525 have driven a unit out of 0424 across the river between 0524 and 0424."""
    units = "a: German armor at 0524; b: German armor at 0524; d: Allied infantry at 0424"
    t = table(f"{units}{guard}", built=["0524/0424"] if built else [])
    t.g.push(Combat(proposed(t, "0424", "a", "b"), 8))
    t.g.eliminate(t.unit("d"), "EA-9.6")
    t.g._choices = None
    t.g.settle([])
    return t


@pytest.mark.rule("EA-9.82a", "EA-9.8d")
def test_any_number_advances_over_a_bridge_and_may_go_on():
    t = over_the_river(built=True)
    t.do("unit", "a")
    assert t.offers("hex")
    t.do("stop")
    t.do("unit", "b")
    t.do("stop")
    assert (t.where("a"), t.where("b")) == ("0424", "0424")


@pytest.mark.rule("EA-9.82b", "EA-9.8e")
def test_one_unit_by_a_bridge_into_enemy_control():
    t = over_the_river(built=True, guard="; z: Allied infantry at 0324")
    found = advances.ENTRANTS.why_not(t.g, advances.Crossed(bridged=(t.river("0524/0424"),)), t.unit("b"))
    assert found is not None
    assert found.rule == "EA-9.82b"
    t.do("unit", "a")
    if t.offers("stop"):
        t.do("stop")
    assert t.where("b") == "0524"
    assert "b" not in t.offers("unit")


@pytest.mark.rule("EA-9.82c", "EA-9.8f")
def test_a_river_without_bridge_off_the_path_is_not_crossed():
    t = over_the_river(built=False)
    found = advances.ENTRANTS.why_not(t.g, advances.Crossed(waded=(t.river("0524/0424"),)), t.unit("b"))
    assert found is not None
    assert found.rule == "EA-9.82e"
    t.do("unit", "a")
    assert (t.where("a"), t.where("b")) == ("0424", "0524")
    assert not t.offers("stop")  # it stops beyond the river by itself
    other = table("a: German armor at 0325; d: Allied infantry at 0424")
    other.g.push(Combat(proposed(other, "0424", "a"), 8))
    other.g.eliminate(other.unit("d"), "EA-9.6")
    other.g._choices = None
    other.g.settle([])
    other.do("unit", "a")
    assert other.refused("hex", "0524") == "EA-9.81c"
    no_more(other)
