"""The builder reproduces the committed maps, and keeps what geography and the rulebooks demand."""

from __future__ import annotations

import itertools
from functools import cache

import pytest

from ardennes.atlas.build import Draft, draft_of
from ardennes.atlas.facts import of_kind, sides
from ardennes.atlas.finish import rows_of
from ardennes.atlas.plan import TITLES, brief
from ardennes.atlas.shapes import foot
from ardennes.atlas.towns import NEAR, sides_of_chain, wrong_bank
from ardennes.atlas.write import differences, files_of, write
from ardennes.cli.maps import data_folder
from tests.map_words import words

pytestmark = pytest.mark.xdist_group("builder")  # a map is drafted once


@cache
def draft(title: str) -> Draft:
    return draft_of(brief(title))


@pytest.fixture(scope="module", params=TITLES)
def title(request) -> str:
    return str(request.param)


def test_the_committed_files_are_what_the_builder_makes(title):
    assert differences(files_of(rows_of(draft(title))), data_folder(title)) == []


def test_no_place_stands_on_the_wrong_bank(title):
    """Printed places near a river are in a hex on their own bank of it; where two rivers meet in one hex, on the
    banks that one hex can have."""
    made = draft(title)
    printed = {row.name for row in words(title).map.rows.places if row.shown}
    wrong = []
    for name, runs in made.courses.items():
        for run, chain in zip(runs, made.chains[name], strict=True):
            along = sides_of_chain(chain)
            wrong += [
                (spot.name, name)
                for spot in made.spots.values()
                if spot.name in printed and wrong_bank(spot, run, along)
            ]
    assert wrong == ALLOWED[title]


#: Places a rulebook or a neighbouring river puts into a hex on the other bank of a lesser river.
ALLOWED: dict[str, list[tuple[str, str]]] = {"bitter_woods": [], "enemy_action_ardennes": [], "deadly_woods": []}


def test_rivers_are_chains_without_gaps(title):
    """Consecutive hexsides of a river touch, and a tributary ends on the river it flows into."""
    made = draft(title)
    layout = made.layout
    for name, chains in made.chains.items():
        for chain in chains:
            ends = [{layout.key(end) for end in layout.side(a, made.grid.direction(a, b))} for a, b in chain.sides]
            for one, two in itertools.pairwise(ends):
                assert one & two, name
            mouth = made.brief.plan.mouths.get(name)
            if mouth and mouth in made.chains and chain is chains[-1]:
                corners = {corner for other in made.chains[mouth] for corner in other.corners}
                assert chain.corners[-1] in corners, f"{name} does not reach the {mouth}"


def test_rivers_stay_near_their_courses(title):
    made = draft(title)
    for name, runs in made.courses.items():
        for run, chain in zip(runs, made.chains[name], strict=True):
            far = [foot(made.layout.middle(a, made.grid.direction(a, b)), run).distance for a, b in chain.sides]
            assert sum(far) / len(far) < 0.55, name


def test_roads_cross_rivers_only_at_bridges(title):
    found = words(title)
    wet = [pair for sides in found.map.sides.values() for pair in found.grid.pairs(sides)]
    crossed = {found.map.hexside(a, b) for a, b in wet if found.grid.has_side(found.map.road, a, b)}
    assert crossed <= {found.hexside(bridge) for bridge in found.map.bridges}


def test_every_road_reaches_where_its_link_says(title):
    """A road named after two places begins in the hex of the one and ends in the hex of the other."""
    found = words(title)
    for row in found.map.rows.roads:
        if row.source != "reconstructed" or " - " not in row.name:
            continue
        first, last = row.name.split(" - ", 1)
        path, edge = found.map.road_path(row.path)
        assert found.map.names[first] == path[0], row.name
        if not edge:
            assert found.map.names[last] == path[-1], row.name


def test_no_road_piece_is_isolated(title):
    found = words(title)
    assert len(found.grid.networks(found.map.road)) == 1


def test_roads_end_at_places_or_edges(title):
    """A road ends where something is: a place, a map edge, or where a rulebook says that it ends."""
    found = words(title)
    stated = {number for row in found.map.rows.roads if row.source != "reconstructed" for number in row.path.split()}
    for number in found.numbers(found.map.road_hexes):
        cell = found.grid.cell(number)
        off = any(board >> cell & 1 for board in found.map.off_map.values())
        if len(found.roads_of(number)) == 1 and not off:
            assert found.name(number) or number in stated, number


def test_towns_lie_on_roads(title):
    found = words(title)
    towns = found.map.features["town"] | found.map.terrain.get("city", 0)
    assert towns & ~found.map.road_hexes == 0


def test_facts_are_applied(title):
    """Every statement of facts.csv holds on the finished map, and carries its rule."""
    found = words(title)
    facts = brief(title).facts
    for fact in facts:
        assert fact.source, fact
    for fact in of_kind(facts, "river"):
        for side in sides(found.grid, fact.where):
            a, b = sorted(side)
            assert found.wet(found.map.hexside(a, b)), fact
    for fact in of_kind(facts, "dry", "no road", "cliff"):
        for side in sides(found.grid, fact.where):
            a, b = sorted(side)
            text = found.map.hexside(a, b)
            assert not (found.wet(text) if fact.kind == "dry" else found.road(text)), fact
    for fact in of_kind(facts, "road"):
        path, edge = found.map.road_path(fact.where)
        assert all(found.grid.has_side(found.map.road, a, b) for a, b in itertools.pairwise(path))
        assert not edge or found.map.off_map[edge] >> path[-1] & 1
    for fact in of_kind(facts, "only roads"):
        assert found.roads_of(fact.where) <= set(fact.value.split()), fact
    for fact in of_kind(facts, "only bridges"):
        allowed = {found.map.hexside(*sorted(side)) for side in sides(found.grid, fact.where)}
        assert {found.hexside(b) for b in found.map.bridges if b.river == fact.value} <= allowed, fact
    for fact in of_kind(facts, "terrain"):
        assert all(found.terrain(number) == fact.value for number in fact.where.split())
    for fact in of_kind(facts, "feature"):
        assert all(found.has(fact.value, number) for number in fact.where.split())
    for fact in of_kind(facts, "no feature"):
        assert not any(found.has(fact.value, number) for number in fact.where.split())


def test_terrain_is_a_mixture(title):
    """No class of terrain swallows the map or is missing."""
    found = words(title)
    total = found.grid.board.bit_count()
    for terrain, board in found.map.terrain.items():
        assert board, terrain
        assert board.bit_count() < 0.6 * total, terrain


@pytest.mark.parametrize(
    ("place", "kinds"),
    [
        ("Bastogne", {"clear"}), ("Marche", {"clear"}), ("Ciney", {"clear"}), ("Bitburg", {"clear"}),
        ("Clervaux", {"broken", "rough", "woods"}),
    ],
)  # fmt: skip
def test_terrain_of_known_places(title, place, kinds):
    """The plateau of Bastogne is open, the Famenne too; Clervaux lies in a gorge."""
    found = words(title)
    assert found.terrain(found.hex_of(place)) in kinds


def test_the_great_woods_are_woods(title):
    """Schnee Eifel, Hürtgen or Hertogenwald, Freyr: their middles are forest or woods."""
    made, found = draft(title), words(title)
    for name in ("Schnee Eifel crest", "Hertogenwald (Eupen forest)", "Forêt de Saint-Hubert and Freyr"):
        (shape,) = [ground for ground in made.gazetteer.ground if ground.name == name]
        points = [made.geo.point(where) for where in shape.outline[:-1]]
        middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
        cell = made.layout.hex_at(middle)
        assert found.map.terrain_at(cell) in ("forest", "woods"), name


@pytest.mark.parametrize("key", ["enemy_action_ardennes", "deadly_woods"])
def test_the_westwall_follows_the_real_line(key):
    """Hex by hex within a hex or two of the Westwall of the gazetteer, and behind the front of 15 December."""
    made, found = draft(key), words(key)
    (line,) = [line for line in made.gazetteer.lines if line.kind == "westwall"]
    course = [made.geo.point(where) for where in line.course]
    away = [
        foot(made.layout.centre(found.grid.cell(n)), course).distance
        for n in found.numbers(found.map.features["westwall"])
    ]
    assert max(away) < 2.5
    assert sum(away) / len(away) < 1.0


def test_the_boundary_of_the_panzer_armies_follows_the_real_one():
    """Bitter Woods' boundary road runs where the armies' boundary ran."""
    made, found = draft("bitter_woods"), words("bitter_woods")
    (line,) = [line for line in made.gazetteer.lines if line.name.startswith("6th Panzer Army / 5th Panzer Army")]
    course = [made.geo.point(where) for where in line.course]
    path = found.map.boundaries["6th/5th Panzer Army"]
    away = [foot(made.layout.centre(cell), course).distance for cell in path]
    assert sum(away) / len(away) < 1.5


def test_a_changed_file_is_found(tmp_path):
    files = {"map.toml": "a = 1\n", "map_hexes.csv": "hex\n0101\n"}
    write(files, tmp_path)
    assert differences(files, tmp_path) == []
    (tmp_path / "map_hexes.csv").write_text("hex\n0102\n", encoding="utf-8")
    (tmp_path / "map.toml").unlink()
    assert differences(files, tmp_path) == ["map.toml: missing", "map_hexes.csv: differs in row 2"]


def test_near_is_less_than_a_hex():
    assert 0.5 < NEAR < 1
