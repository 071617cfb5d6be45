"""The maps without a game: looked at, corrected, and taken home as a data pack."""

from __future__ import annotations

import io
import tempfile
import zipfile
from functools import lru_cache
from pathlib import Path
from threading import Lock

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, RawBody

from ardennes.atlas.plan import TITLES
from ardennes.atlas.sheet import map_page
from ardennes.atlas.write import files_of, write
from ardennes.board.hexmap import HexMap, MapError
from ardennes.board.map_rows import Rows
from ardennes.kernel import Game
from ardennes.parts.data.map_files import map_of
from ardennes.parts.data.tables import DataError
from ardennes.parts.eye.scenery import MapPage, Scene, Sheet
from ardennes.server.api import Refusal, Request_, only_at_home, packed_json, told_as
from ardennes.titles import KEYS, find, pack_of

README = """\
A data pack for Ardennes, made with the editor of the map page.
Unpack it into a folder of its own and start with it:  ardennes serve --data FOLDER
"""
#: Earliest date a zip file can bear, so that the same map gives the same bytes.
DATED = (1980, 1, 1, 0, 0, 0)


#: Maps are read for the first time one after the other: shapes of rows that several threads make known to msgspec at
#: once have brought the process down.
_READING = Lock()


@lru_cache(maxsize=8)
def _page(title: str, pack: Path | None) -> bytes:
    if title in TITLES:
        return msgspec.json.encode(map_page(title, map_of(title, pack)))
    found = find(title)
    game = Game.of(found, found.scenarios[-1].key)
    scene: Scene = found.scene(game)
    sheet = msgspec.json.decode(found.sheet(game), type=Sheet)
    return msgspec.json.encode(
        MapPage(title, scene.name, "", scene.sides, scene.places, scene.links, aliases={}, sheet=sheet)
    )


@get("/api/maps/{title:str}", sync_to_thread=True, responses=told_as(MapPage))
def look_at_map(title: FromPath[str]) -> Response[bytes]:
    """A map without a game (`MapPage`)."""
    if title not in KEYS:
        raise Refusal(status_code=404, detail=f"unknown title {title!r}; there are: {', '.join(KEYS)}")
    with _READING:
        page = _page(title, pack_of(title))
    return packed_json(page)


@post("/api/maps/{title:str}/drawn", status_code=200, sync_to_thread=True, responses=told_as(MapPage))
def draw_map(request: Request_, title: FromPath[str], body: RawBody) -> Response[bytes]:
    """A map somebody has changed (`Rows`), checked and drawn (`MapPage`)."""
    only_at_home(request)
    return packed_json(msgspec.json.encode(map_page(title, _checked(title, body))))


@post("/api/maps/{title:str}/pack", status_code=200, sync_to_thread=True, responses=told_as(bytes, "application/zip"))
def pack_map(request: Request_, title: FromPath[str], body: RawBody) -> Response[bytes]:
    """A map somebody has changed (`Rows`), checked, as a data pack: those of its files that differ from ours."""
    only_at_home(request)
    ours = files_of(map_of(title).rows) if title in TITLES else {}
    changed = {name: text for name, text in files_of(_checked(title, body).rows).items() if ours[name] != text}
    if not changed:
        raise Refusal(status_code=400, detail="nothing differs from our map")
    _read_back(title, changed)
    headers = {"content-disposition": f'attachment; filename="{title}.zip"'}
    return Response(_zipped(title, changed), media_type="application/zip", headers=headers)


def _checked(title: str, body: bytes) -> HexMap:
    if title not in TITLES:
        raise Refusal(status_code=404, detail=f"{title!r} has no hex map; there are: {', '.join(TITLES)}")
    try:
        return HexMap(msgspec.json.decode(body, type=Rows))
    except (MapError, msgspec.DecodeError) as error:
        raise Refusal(status_code=400, detail=str(error)) from None


def _read_back(title: str, files: dict[str, str]) -> None:
    """Read the files as a player would with --data, so that nobody takes home what cannot be used."""
    with tempfile.TemporaryDirectory() as folder:
        write(files, Path(folder))
        try:
            map_of(title, Path(folder))
        except DataError as error:
            raise Refusal(status_code=400, detail=str(error)) from None


def _zipped(title: str, files: dict[str, str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, text in ({"README.txt": README} | {f"{title}/{name}": text for name, text in files.items()}).items():
            pack.writestr(zipfile.ZipInfo(name, DATED), text)
    return buffer.getvalue()


ROUTES = [look_at_map, draw_map, pack_map]
