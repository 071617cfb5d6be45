"""A map from its files: what it answers, what it refuses, its courses to be drawn."""

import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from ardennes.atlas.plan import TITLES
from ardennes.board.cells import cells
from ardennes.board.courses import along_sides, single_grade
from ardennes.board.layout import HexLayout
from ardennes.parts.data.map_files import FILES, map_of
from ardennes.parts.data.tables import DataError
from tests.map_words import words


@pytest.fixture(params=TITLES)
def hexmap(request):
    return words(request.param).map


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A data pack: an empty folder a player may put files into."""
    return tmp_path


def own(title: str, name: str) -> Path:
    return Path(map_of.__code__.co_filename).parents[2] / "titles" / title / "data" / name


def amended(pack: Path, name: str, old: str, new: str) -> None:
    """A copy of our file in the pack with one thing changed."""
    text = own("bitter_woods", name).read_text(encoding="utf-8")
    assert old in text
    (pack / name).write_text(text.replace(old, new, 1), encoding="utf-8")


def test_every_hex_has_terrain_and_a_source(hexmap):
    for cell in hexmap.grid.cells:
        assert hexmap.terrain[hexmap.terrain_at(cell)] >> cell & 1
        assert hexmap.source(cell)


def test_every_row_has_a_source(hexmap):
    rows = hexmap.rows
    for table in (rows.hexes, rows.places, rows.sides, rows.roads, rows.bridges, rows.features, rows.boundaries):
        assert all(row.source for row in table)


def test_names_find_hexes(hexmap):
    bastogne = hexmap.place("Bastogne")
    assert hexmap.name(bastogne) == "Bastogne"
    with pytest.raises(KeyError, match="Atlantis is not on the map of"):
        hexmap.place("Atlantis")


def test_blown_bridges_cut_roads(hexmap):
    bridge = hexmap.bridges[0]
    assert hexmap.bridge(bridge.cell, bridge.other) == bridge
    assert hexmap.grid.has_side(hexmap.open_roads(0), bridge.cell, bridge.other)
    assert not hexmap.grid.has_side(hexmap.open_roads(1), bridge.cell, bridge.other)
    kinds = [kind for kind in hexmap.sides if kind != "cliff"]
    assert not hexmap.grid.has_side(hexmap.unbridged(0, *kinds), bridge.cell, bridge.other)
    assert hexmap.grid.has_side(hexmap.unbridged(1, *kinds), bridge.cell, bridge.other)
    assert cells(hexmap.blown_at_start) == [b.number for b in hexmap.bridges if b.blown]


def test_every_stretch_of_road_has_one_grade(hexmap):
    stretches = [pair for sides in single_grade(hexmap).values() for pair in hexmap.grid.pairs(sides)]
    assert len(stretches) == len(set(stretches)) == len(hexmap.grid.pairs(hexmap.road))


def test_rivers_are_told_as_lines_through_corners(hexmap):
    layout = hexmap.layout
    corners = {layout.key(corner) for cell in hexmap.grid.cells for corner in layout.corners(cell)}
    for river in hexmap.rows.sides:
        if river.kind == "cliff":
            continue
        line = along_sides(hexmap, river.path)
        keys = [layout.key(point) for point in line]
        assert set(keys) <= corners
        assert len(keys) == len(river.path.split()) + 1, river.name
        for (ax, ay), (bx, by) in pairwise(line):
            assert (ax - bx) ** 2 + (ay - by) ** 2 == pytest.approx(1 / 3, abs=0.01)


def test_layout_finds_the_hex_of_a_point(hexmap):
    layout = HexLayout(hexmap.grid)
    for cell in hexmap.grid.cells[::17]:
        x, y = layout.centre(cell)
        assert layout.hex_at((x, y)) == cell
        assert layout.hex_at((x + 0.3, y - 0.2)) == cell
        for direction in range(6):
            other = hexmap.grid.neighbour(cell, direction)
            if other >= 0:
                a, b = layout.middle(cell, direction), layout.middle(other, (direction + 3) % 6)
                assert a == pytest.approx(b)
    assert layout.hex_at((-5, -5)) == -1


# -- data packs -------------------------------------------------------------------------------------------------------


def test_a_data_pack_replaces_a_file(pack):
    amended(pack, "map_hexes.csv", "\n0101,clear,", "\n0101,broken,")
    assert map_of("bitter_woods", pack).terrain_at(map_of("bitter_woods").grid.cell("0101")) == "broken"


def test_a_whole_map_may_come_from_a_pack(pack):
    for name in FILES:
        shutil.copy(own("bitter_woods", name), pack / name)
    assert map_of("bitter_woods", pack).rows == map_of("bitter_woods").rows


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("map_hexes.csv", "\n0101,clear,", "\n0101,swamp,", "map_hexes.csv row 2: unknown terrain 'swamp'"),
        ("map_hexes.csv", "\n0102,", "\n0101,", "map_hexes.csv row 3: hex 0101 stands twice"),
        ("map_hexes.csv", "\n0102,", "\n9902,", "hex 9902 is not on the map"),
        ("map_roads.csv", "0613 0714", "0613 0814", "hexes 0613 and 0814 are not adjacent"),
        ("map_roads.csv", "1401 north", "1401 south", "hex 1401 is not on the south edge"),
        ("map_bridges.csv", "\n1324/1424,", "\n1424/1524,", "there is no river along 1424/1524"),
        ("map_bridges.csv", ",blown,", ",wobbly,", "state 'wobbly': expected intact or blown"),
        ("map_sides.csv", "\nriver,", "\ncreek,", "unknown kind of hexside 'creek'; there are: meuse, river, cliff"),
        ("map_sides.csv", "1324/1424", "13241424", "expected a hexside such as 1324/1424"),
        ("map_features.csv", "entry,0335", "entry,0336", "hex 0336 is not on the map"),
        ("map_places.csv", "name,hex,", "nome,hex,", "map_places.csv row 1: the header lacks the column name"),
        ("map.toml", '"columns west"', '"sideways"', "map.toml: 'sideways' is not a valid Numbering"),
        ("map.toml", "columns = 53", 'columns = "many"', "map.toml: Expected `int`, got `str`"),
        ("map_boundaries.csv", "0613 0714", "0613 0914", "map_boundaries.csv row 2: hexes 0613 and 0914"),
    ],
)
def test_errors_name_the_file_the_row_and_the_expectation(pack, name, old, new, message):
    amended(pack, name, old, new)
    with pytest.raises(DataError) as caught:
        map_of("bitter_woods", pack)
    assert message in str(caught.value)


def test_a_road_over_a_river_needs_a_bridge(pack):
    text = own("bitter_woods", "map_bridges.csv").read_text(encoding="utf-8").splitlines()
    (pack / "map_bridges.csv").write_text("\n".join([text[0], *text[2:]]) + "\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"map_roads\.csv: a road crosses the river at \d{4}/\d{4} without a bridge"):
        map_of("bitter_woods", pack)


def test_a_hex_must_not_be_forgotten(pack):
    text = own("bitter_woods", "map_hexes.csv").read_text(encoding="utf-8").splitlines()
    (pack / "map_hexes.csv").write_text("\n".join(text[:-1]) + "\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"map_hexes\.csv: 1 hexes have no row, the first is 5335"):
        map_of("bitter_woods", pack)


def test_a_pack_must_be_a_folder(tmp_path):
    with pytest.raises(DataError, match="there is no such folder"):
        map_of("bitter_woods", tmp_path / "nowhere")


def test_a_title_without_hexes_is_told_so():
    with pytest.raises(DataError, match="tigers_in_the_mist has no hex map"):
        map_of("tigers_in_the_mist")
