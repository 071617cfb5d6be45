"""What the inspector says of a place, in every title: ground, cost, battle, rivers, holder, with rules that exist."""

from __future__ import annotations

import re

import pytest

import ardennes
from ardennes.kernel import Action, Match, Sight
from ardennes.parts.eye.scenery import Fact
from ardennes.parts.title import title_of

CAMPAIGNS = {
    "tigers_in_the_mist": "campaign",
    "bitter_woods": "campaign",
    "deadly_woods": "campaign",
    "enemy_action_ardennes": "battle_of_the_bulge",
}


def told(match: Match, name: str) -> list[Fact]:
    """What is said of the place of a name."""
    scene = title_of(match.game).scene(match.game)
    place = next(place for place in scene.places if re.match(rf"{name}\b", place.name))
    return title_of(match.game).inspect(match.state.sight(match.state.side), place.id)


def lines(match: Match, name: str) -> list[str]:
    """The same as texts, without those that only say where a fact is known from."""
    return [fact.text for fact in told(match, name) if not fact.source]


def begun(title: str) -> Match:
    return Match(ardennes.game(title, CAMPAIGNS[title]), 1)


@pytest.mark.parametrize("title", CAMPAIGNS)
def test_every_place_is_told_and_its_rules_exist(title: str) -> None:
    match = begun(title)
    rules = {rule.id for chapter in title_of(match.game).handbook().chapters for rule in chapter.rules}
    for place in title_of(match.game).scene(match.game).places:
        facts = title_of(match.game).inspect(match.state.sight(None), place.id)
        assert facts, place.name
        assert {fact.rule for fact in facts if fact.rule} <= rules, place.name


def test_a_town_of_bitter_woods() -> None:
    found = lines(begun("bitter_woods"), "Clervaux")
    assert found[:2] == ["broken, town, permanent fortification", "To enter: 1 MP on foot, 1 MP mechanized"]
    assert "Defenders are doubled; across rivers one column left as well" in found
    assert "Clerf: to the north-west and south-west" in found
    assert "Bridge to Eselborn in the north-west: intact" in found


def test_armor_that_is_taken_up_is_told_its_own_cost() -> None:
    match = begun("bitter_woods")
    box = match.game.data
    unit = next(u for u in match.state.choices()["unit"] if box.units.profiles[box.units.profile[u]].silhouette)
    match.play(Action("unit", unit))
    name = box.units.name(unit)
    assert f"{name} enters for 2 MP" in lines(match, "Marnach")
    forest = next(cell for cell in box.map.grid.cells if box.ground.forest >> cell & 1)
    sight: Sight = match.state.sight(match.state.side)
    assert f"{name} enters by road only" in [fact.text for fact in title_of(match.game).inspect(sight, forest)]


def test_a_river_town_of_the_deadly_woods() -> None:
    found = lines(begun("deadly_woods"), "Vianden")
    assert {"To enter: 2 MP on foot", "Motorized: 3 MP", "Attacks here: one column left"} <= set(found)
    assert "Our: to the north, north-east and south-east" in found
    assert "Bridge to Roth an der Our in the north-east: blown" in found
    assert "Held by the Allies" in found


def test_a_city_of_enemy_action() -> None:
    found = lines(begun("enemy_action_ardennes"), "Bastogne")
    assert "Owned by the Allies" in found
    assert "Defenders take one hit less" in found
    assert any(re.fullmatch(r"Worth \d+ victory points?", line) for line in found)


def test_an_area_of_tigers() -> None:
    found = lines(begun("tigers_in_the_mist"), "Wallendorf")
    assert found[0] == "Allied control"
    assert "Minor roads (2 MP): Nusbaum, Beaufort, Korperich and Diekirch" in found
    assert "Artillery answers Germans on 1-6, Allies on 1-8" in found
    assert "Allied 1 of 4 units, 1 of 10 strength points" in found


def test_a_step_of_the_unit_that_is_taken_up_is_told_with_its_cost() -> None:
    match = begun("tigers_in_the_mist")
    box = match.game.data
    unit = next(u for u in match.state.choices()["unit"] if box.map.names[match.state.place[u]] == "Nusbaum")
    match.play(Action("unit", unit))
    assert "From Nusbaum: 3 MP" in lines(match, "Wallendorf")


def test_where_a_hex_is_known_from_stands_behind_the_rest() -> None:
    facts = told(begun("bitter_woods"), "Bastogne")
    assert facts[-1].source
    assert any(fact.text.startswith("road") for fact in facts if fact.source)
