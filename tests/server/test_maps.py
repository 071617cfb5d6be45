"""The maps without a game: all four, drawn and told; corrected, checked, and taken home as a data pack."""

import io
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ardennes import titles
from ardennes.board.map_rows import Rows
from ardennes.kernel import Game
from ardennes.parts.data.map_files import map_of
from ardennes.parts.eye.scenery import MapPage
from ardennes.server.store import Store
from ardennes.titles import KEYS, find, pack_of, use_data
from tests.server.club import Club


def page(club: Club, title: str) -> MapPage:
    return msgspec.convert(club.get(f"/api/maps/{title}"), MapPage)


def post(club: Club, path: str, body: bytes) -> tuple[int, Any]:
    return club.call("POST", f"/api/maps/{path}", body, **{"content-type": "application/json"})


@pytest.mark.parametrize("title", KEYS)
def test_every_title_has_a_map_page(club, title):
    found = page(club, title)
    assert (found.title, found.name) == (title, find(title).name)
    bastogne = [place for place in found.places if place.name.startswith("Bastogne")]
    assert len(bastogne) == 1
    assert any(fact.source for fact in bastogne[0].facts)
    assert found.sheet.drawing or found.sheet.layers


def test_a_hex_tells_its_ground_and_its_sources(club):
    found = page(club, "bitter_woods")
    marnach = next(place for place in found.places if place.word == "1424")
    assert ("broken, 5th Panzer Army (until 18PM)", "rulebook BW-EX.5a") in [(f.text, f.source) for f in marnach.facts]
    assert all(any(f"{number}" in fact.text for fact in marnach.facts) for number in ("road, main", "Marnach"))


def test_an_unknown_map_is_refused_with_the_known_ones(club):
    status, answer = club.call("GET", "/api/maps/waterloo")
    assert status == 404
    assert "there are: tigers_in_the_mist" in answer["text"]


def corrected(rows: Rows, terrain: str) -> bytes:
    first = rows.hexes[0]
    hexes = [msgspec.structs.replace(first, terrain=terrain, source="own map"), *rows.hexes[1:]]
    return msgspec.json.encode(msgspec.structs.replace(rows, hexes=hexes))


def test_a_corrected_map_is_drawn_and_becomes_a_data_pack(club, tmp_path):
    rows = page(club, "bitter_woods").rows
    assert rows is not None
    body = corrected(rows, "broken")
    fresh = msgspec.convert(post(club, "bitter_woods/drawn", body)[1], MapPage)
    assert fresh.places[0].facts[0].text.startswith("broken")
    status, packed = post(club, "bitter_woods/pack", body)
    assert status == 200
    with zipfile.ZipFile(io.BytesIO(packed)) as pack:
        assert pack.namelist() == ["README.txt", "bitter_woods/map_hexes.csv"]
        pack.extractall(tmp_path)
    try:
        use_data(tmp_path)
        cell = map_of("bitter_woods").grid.cell(rows.hexes[0].hex)
        assert Game.of(find("bitter_woods")).data.map.terrain_at(cell) == "broken"
        assert map_of("bitter_woods", pack_of("bitter_woods")).source(cell) == "own map"
        assert page(club, "bitter_woods").places[0].facts[0].text.startswith("broken")
    finally:
        use_data(None)


def test_a_correction_that_cannot_be_is_told_with_file_and_row(club):
    rows = page(club, "bitter_woods").rows
    assert rows is not None
    for route in ("drawn", "pack"):
        status, answer = post(club, f"bitter_woods/{route}", corrected(rows, "mud"))
        assert status == 400
        assert "map_hexes.csv row 2: unknown terrain 'mud'" in answer["text"]
    assert post(club, "bitter_woods/pack", msgspec.json.encode(rows)) == (400, {"text": "nothing differs from our map"})
    assert post(club, "bitter_woods/drawn", b"{}")[0] == 400
    nameless = msgspec.structs.replace(rows.roads[0], name="")
    unnamed = msgspec.json.encode(msgspec.structs.replace(rows, roads=[nameless, *rows.roads[1:]]))
    assert "map_roads.csv row 2" in post(club, "bitter_woods/pack", unnamed)[1]["text"]
    assert post(club, "tigers_in_the_mist/drawn", msgspec.json.encode(rows))[0] == 404


def test_a_game_opens_only_with_the_data_it_was_played_with(tmp_path):
    units = Path(titles.__file__).parent / "tigers_in_the_mist" / "data" / "tables.toml"
    mine = tmp_path / "pack" / "tigers_in_the_mist"
    mine.mkdir(parents=True)
    (mine / "tables.toml").write_text("# mine\n" + units.read_text(encoding="utf-8"), encoding="utf-8")
    try:
        use_data(tmp_path / "pack")
        first = Club(tmp_path / "games.sqlite3")
        token = first.start()["seats"][0]["token"]
        first.close()
        use_data(None)
        second = Club(tmp_path / "games.sqlite3")
        status, answer = second.call("GET", f"/api/seats/{token}/save")
        assert status == 409
        assert "played with the data pack" in answer["text"]
        second.close()
    finally:
        use_data(None)


def test_a_store_of_an_older_version_is_brought_up(tmp_path):
    path = tmp_path / "games.sqlite3"
    Store(path).close()
    with sqlite3.connect(path) as db:
        db.execute("ALTER TABLE games DROP COLUMN data")
    club = Club(path)
    assert club.start()["title"] == "tigers_in_the_mist"
    club.close()
