"""The drawn sheets: well formed, with everything on them."""

import xml.etree.ElementTree as ET

import pytest
from typer.testing import CliRunner

from ardennes.atlas.draw import png, svg
from ardennes.atlas.plan import TITLES
from ardennes.cli.maps import app
from tests.map_words import words

pytestmark = pytest.mark.xdist_group("drawing")  # a sheet is drawn once
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", params=TITLES)
def sheet(request):
    hexmap = words(request.param).map
    return hexmap, ET.fromstring(svg(hexmap))


def texts(root: ET.Element, group: str) -> list[str]:
    (found,) = [g for g in root.iter(f"{SVG}g") if g.get("id") == group]
    return [t.text or "" for t in found.iter(f"{SVG}text")]


def test_every_hex_bears_its_number(sheet):
    hexmap, root = sheet
    assert texts(root, "numbers") == [hexmap.grid.number(cell) for cell in hexmap.grid.cells]


def test_every_shown_place_bears_its_name(sheet):
    hexmap, root = sheet
    shown = {row.name.partition(" (")[0] for row in hexmap.rows.places if row.shown}
    assert set(texts(root, "names")) == shown


def test_layers_lie_in_order(sheet):
    _, root = sheet
    order = [group.get("id") for group in root if group.tag == f"{SVG}g"]
    assert order == [
        "ground", "grid", "rivers", "cliffs", "boundaries", "roads", "bridges", "towns", "numbers", "marks", "names",
        "frame", "foot",
    ]  # fmt: skip


def test_the_sheet_gives_credit(sheet):
    _, root = sheet
    assert any("GeoNames" in words and "Natural Earth" in words for words in texts(root, "foot"))


def test_a_picture_where_the_renderer_is_there():
    pytest.importorskip("resvg_py")
    picture = png(words("enemy_action_ardennes").map, zoom=0.2)
    assert picture.startswith(b"\x89PNG")


def test_draw_writes_a_file(tmp_path):
    target = tmp_path / "map.svg"
    result = CliRunner().invoke(app, ["draw", "enemy_action_ardennes", "--svg", str(target)])
    assert result.exit_code == 0, result.output
    assert target.read_text(encoding="utf-8").startswith("<svg")


def test_draw_tells_what_is_wrong_with_a_pack(tmp_path):
    (tmp_path / "enemy_action_ardennes").mkdir()
    (tmp_path / "enemy_action_ardennes" / "map_hexes.csv").write_text("hex,terrain\n0101,mud\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["draw", "enemy_action_ardennes", "--data", str(tmp_path)])
    assert result.exit_code == 1
    assert "map_hexes.csv row 2: unknown terrain 'mud'" in result.output


def test_build_checks_and_builds(tmp_path):
    runner = CliRunner()
    assert runner.invoke(app, ["build", "enemy_action_ardennes", "--check"]).exit_code == 0
    stale = runner.invoke(app, ["build", "enemy_action_ardennes", "--check", "--to", str(tmp_path)])
    assert stale.exit_code == 1
    assert "map.toml: missing" in stale.output
    assert runner.invoke(app, ["build", "waterloo"]).exit_code == 2
