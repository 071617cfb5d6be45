"""The gazetteer hangs together: names, links, rivers, bridges, outlines."""

import pytest

from ardennes.atlas.gazetteer import SIZES, gazetteer
from ardennes.atlas.shapes import crossings


@pytest.fixture(scope="module")
def country():
    return gazetteer()


def test_places_are_in_the_ardennes(country):
    assert len(country.places) > 780
    for place in country.places.values():
        assert 49.3 < place.where[0] < 51.1, place.name
        assert 4.2 < place.where[1] < 7.1, place.name
        assert place.size in SIZES
        assert place.source


def test_a_place_is_found_by_an_alias(country):
    assert country.place("Marche-en-Famenne").name == "Marche"
    with pytest.raises(KeyError, match="Atlantis is not in the gazetteer"):
        country.place("Atlantis")


def test_links_join_known_places_once(country):
    seen = set()
    for link in country.links:
        assert link.first in country.places
        assert link.last in country.places
        assert link.grade in ("main", "secondary")
        assert frozenset((link.first, link.last)) not in seen, (link.first, link.last)
        seen.add(frozenset((link.first, link.last)))


def test_the_road_net_is_one_piece(country):
    """Every place with a road can be reached from Bastogne."""
    beside = {}
    for link in country.links:
        beside.setdefault(link.first, []).append(link.last)
        beside.setdefault(link.last, []).append(link.first)
    seen, todo = {"Bastogne"}, ["Bastogne"]
    while todo:
        for there in beside[todo.pop()]:
            if there not in seen:
                seen.add(there)
                todo.append(there)
    assert set(beside) == seen


def test_bastogne_has_its_seven_main_and_lesser_roads(country):
    roads = [link for link in country.links if "Bastogne" in (link.first, link.last)]
    assert len(roads) >= 7
    assert sum(link.grade == "main" for link in roads) >= 5


def test_bridges_lie_where_a_road_meets_its_river(country):
    for bridge in country.crossings:
        assert bridge.river in country.rivers, bridge
        course = [(lon, lat) for lat, lon in country.rivers[bridge.river].course]
        near = min((x - bridge.where[1]) ** 2 + (y - bridge.where[0]) ** 2 for x, y in course)
        assert near < 0.03**2, bridge


def test_great_rivers_are_crossed_at_their_towns(country):
    meuse = country.rivers["Meuse"].course
    for first, last in (("Dinant", "Bouvignes"), ("Namur", "Jambes")):
        links = [li for li in country.links if {li.first, li.last} == {first, last}]
        assert links
        assert len(crossings(links[0].course, meuse)) % 2 == 1


def test_rivers_flow_into_each_other(country):
    """The last point of a tributary lies on the river it joins."""
    for name, parent in {"Ourthe": "Meuse", "Amblève": "Ourthe", "Salm": "Amblève", "Our": "Sauer", "Lesse": "Meuse",
                         "Wiltz": "Sauer", "Clerf": "Wiltz", "Prüm": "Sauer", "Sambre": "Meuse"}.items():  # fmt: skip
        lat, lon = country.rivers[name].course[-1]
        near = min((lat - a) ** 2 + (lon - b) ** 2 for a, b in country.rivers[parent].course)
        assert near < 0.02**2, name


def test_ground_is_closed_and_named(country):
    kinds = {ground.kind for ground in country.ground}
    assert kinds == {"forest", "woods", "rough", "clear", "marsh", "region"}
    for ground in country.ground:
        assert ground.outline[0] == ground.outline[-1], ground.name
        assert len(ground.outline) >= 5
        assert ground.name
    assert len({ground.name for ground in country.ground}) == len(country.ground)


def test_lines(country):
    kinds = {line.kind for line in country.lines}
    assert {"westwall", "front", "army_boundary", "corps_boundary", "border"} == kinds
