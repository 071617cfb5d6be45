"""9.8 Advances hex by hex: the rulebook's illustrations, and every rule by the hex it closes."""

from __future__ import annotations

import pytest

from tests.titles.enemy_action_ardennes.combats import (
    table,
    won,
)
from tests.titles.enemy_action_ardennes.table import ALLIED

# ---- 9.8 advances ----------------------------------------------------------------------------------------------

HILLS = "a: German armor at 1709; b: German infantry at 1708; d: Allied infantry at 1608"


@pytest.mark.rule("EA-9.8c", "EA-9.81a", "EA-9.81c")
def test_illustration_a_three_hexes_ahead_1509_among_them():
    t = won(table(f"{HILLS}; z: Allied infantry at 1409"), "1608", "ab", gone="d")
    assert "1509" in t.zone(ALLIED)
    assert "1608" not in t.zone(ALLIED)
    t.do("unit", "b")
    assert t.where("b") == "1608"
    assert t.step == "Advance"  # on foot nobody goes on
    t.do("unit", "a")
    assert t.offers("hex") - {"1708", "1709"} == {"1508", "1509", "1609"}
    assert t.refused("hex", "1607") == "EA-9.81c"  # over the river
    t.do("hex", "1509")
    assert t.where("a") == "1509"


@pytest.mark.rule("EA-9.81c")
def test_off_the_path_nobody_goes_from_control_to_control():
    t = won(table(f"{HILLS}; z: Allied infantry at 1609"), "1608", "ab", gone="d")
    t.do("unit", "a")
    assert {"1509", "1608"} <= t.zone(ALLIED)
    assert t.refused("hex", "1509") == "EA-9.81c"
    assert t.offers("hex") - {"1708", "1709"} == {"1508"}


@pytest.mark.rule("EA-9.81d")
def test_along_the_path_of_retreat_control_and_forest_do_not_matter():
    gone = won(
        table(f"{HILLS.replace('at 1608', 'at 1409')}; z: Allied infantry at 1609"), "1608", "ab", ("1509", "1409")
    )
    gone.do("unit", "a")
    assert {"1509", "1608"} <= gone.zone(ALLIED)
    assert "1509" in gone.offers("hex")
    units = "a: German armor at 1612; d: Allied infantry at 1609"
    off = won(table(units), "1611", "a", ("1511", "1510"))
    off.do("unit", "a")
    assert off.refused("hex", "1610") == "EA-9.81c"  # forest without a road
    along = won(table(units), "1611", "a", ("1610", "1609"))
    along.do("unit", "a")
    assert "1610" in along.offers("hex")


@pytest.mark.rule("EA-9.81b", "EA-9.81e")
def test_what_closes_a_second_hex():
    full = "; ".join(f"{name}: German infantry at 0327, reduced" for name in "xyz")
    t = table(f"a: German armor at 0325; e: Allied infantry at 0425; d: Allied infantry at 0326; {full}")
    won(t, "0326", "a", gone="d")
    t.do("unit", "a")
    assert t.refused("hex", "0425") == "EA-9.81b"  # enemies
    assert t.refused("hex", "0328") == "EA-9.81b"  # too far
    assert t.refused("hex", "0327") == "EA-9.81e"  # no room
    assert t.offers("hex") == {"0225", "0226"}  # the others are controlled, as the attacked hex is


@pytest.mark.rule("EA-9.8a")
def test_an_advance_needs_room_a_living_unit_and_an_empty_hex():
    units = "a: German armor at 0325; b: German armor at 0425; d: Allied infantry at 0326"
    t = won(table(units + "; c: German armor at 0327; e: German armor at 0226"), "0326", "abce", gone="db")
    assert t.offers("unit") == {"a", "c", "e"}
    for name in "ac":
        t.do("unit", name)
        t.do("stop")
    t.do("unit", "e")
    assert t.where("e") == "0326"
    held = won(table(units), "0326", "ab")
    assert held.step == "AttackPhase"  # the defenders are still there


@pytest.mark.rule("EA-9.8a")
def test_no_room_for_a_fourth_unit():
    near = "; ".join(
        f"{name}: German infantry at {hex_}, second"
        for name, hex_ in zip("abce", ("0325", "0425", "0226", "0327"), strict=True)
    )
    t = won(table(f"{near}; d: Allied infantry at 0326"), "0326", "abce", gone="d")
    for name in "abc":
        t.do("unit", name)
    assert t.where("e") == "0327"
    assert t.step == "BuildPositions"  # nobody is left who could advance


@pytest.mark.rule("EA-9.8b")
def test_dispersed_attackers_do_not_advance():
    t = table("a: German armor at 0325; b: German armor at 0425; d: Allied infantry at 0326")
    t.g.disperse([t.unit("a")])
    won(t, "0326", "ab", gone="d")
    assert t.offers("unit") == {"b"}
    assert t.refused("unit", "a") == "EA-9.8b"
    both = table(
        "a: German armor at 0325; d: Allied infantry at 0326; z: Allied infantry at 0425; b: German infantry at 0424"
    )
    both.g.disperse([both.unit("a")])
    assert won(both, "0326", "a", gone="d").step == "AttackPhase"


# ---- 9.82 rivers -----------------------------------------------------------------------------------------------

RIVER = "a: German armor at 0524; b: German armor at 0524; d: Allied infantry at 0424"


@pytest.mark.rule("EA-9.82d", "EA-9.82e")
def test_over_an_unbridged_hexside_one_unit_goes_and_stops():
    t = won(table(RIVER), "0424", "ab", gone="d")
    assert t.offers("unit") == {"a", "b"}
    t.do("unit", "a")
    assert t.where("a") == "0424"
    assert t.step == "BuildPositions"  # neither goes on: one has to stop, the other may not follow
    assert t.where("b") == "0524"
    bridged = won(table(RIVER, built=["0524/0424"]), "0424", "ab", gone="d")
    bridged.do("unit", "a")
    assert bridged.step == "AdvanceOn"


@pytest.mark.rule("EA-9.82e", "EA-9.8f")
def test_each_unbridged_hexside_takes_one_unit():
    t = table(f"{RIVER}; c: German armor at 0525")
    won(t, "0424", "abc", gone="d")
    t.do("unit", "a")
    assert t.refused("unit", "b") == "EA-9.82e"
    t.do("unit", "c")  # dry-shod from 0525
    assert t.step == "AdvanceOn"
    assert t.refused("hex", "0524") == "EA-9.81c"
    along = table("a: German armor at 0324; d: Allied infantry at 0523")
    won(along, "0424", "a", ("0524", "0523"))
    along.do("unit", "a")
    assert "0524" in along.offers("hex")  # on the path of retreat, over the river
    along.do("hex", "0524")
    assert along.where("a") == "0524"


@pytest.mark.rule("EA-9.82b", "EA-9.82e")
def test_a_second_hex_over_a_used_hexside_is_closed():
    t = table("a: German armor at 0324; b: German armor at 0325; d: Allied infantry at 0523")
    won(t, "0424", "ab", ("0524", "0523"))
    t.do("unit", "a")
    t.do("hex", "0524")
    t.do("unit", "b")
    assert t.refused("hex", "0524") == "EA-9.82e"


@pytest.mark.rule("EA-9.82b")
def test_one_unit_by_a_bridge_into_control_even_to_a_friend():
    t = won(table(f"{RIVER}; z: Allied infantry at 0324", built=["0524/0424"]), "0424", "ab", gone="d")
    t.do("unit", "a")
    assert t.where("a") == "0424"
    assert "b" not in t.offers("unit")
    assert t.where("b") == "0524"
