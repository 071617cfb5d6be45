"""The HTTP part: menus, games, saves, replays, scenes and rules."""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.exceptions import HTTPException
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter, RawBody

from ardennes import __version__, agents
from ardennes.kernel import Game, Side, Unknown, saves
from ardennes.parts.scenery import Handbook, Scene, Sheet
from ardennes.server.house import BadRequest, House, NoSuchSeat
from ardennes.server.jobs import ReplayGame, ReplaySave, ReviewGame, Unfit
from ardennes.server.listing import line_of, listing
from ardennes.server.messages import (
    Computer,
    GameInfo,
    Menu,
    NewGame,
    OptionInfo,
    Problem,
    ScenarioInfo,
    TitleInfo,
    WrittenOrder,
)
from ardennes.server.recovery import Damaged
from ardennes.server.store import SeatRow, Unreadable
from ardennes.server.workers import Busy, Overran, Undone
from ardennes.titles import KEYS, MAPS, find

Request_ = Request[Any, Any, Any]

#: The longest save that is read, in bytes.
LONGEST_SAVE = 4_000_000


#: How work that was not done is answered.
UNDONE: dict[type[Exception], int] = {Unfit: 400, Busy: 429, Overran: 422, Undone: 500}


class Refusal(HTTPException):
    """A request that is turned down in words."""


def house_of(request: Request_) -> House:
    """The house that serves this request."""
    house = request.app.state.house
    assert isinstance(house, House)
    return house


def at_home(request: Request_) -> bool:
    """Whether the request comes from this machine: only there are games listed and started.

    Behind a proxy every request comes from this machine, so one that was forwarded does not count.
    """
    client = request.client
    forwarded = "x-forwarded-for" in request.headers or "forwarded" in request.headers
    return client is not None and client.host in ("127.0.0.1", "::1", "testclient") and not forwarded


def only_at_home(request: Request_) -> None:
    """Refuse guests."""
    if not at_home(request):
        raise Refusal(status_code=403, detail="games are listed and started only on the machine that serves them")


# ---- menus -------------------------------------------------------------------------------------------------


@get("/api/menu", sync_to_thread=False)
def menu(request: Request_) -> Menu:
    """Everything one can start."""
    titles = [find(key) for key in KEYS]
    return Menu(
        __version__,
        [
            TitleInfo(
                title.key,
                title.name,
                [str(side) for side in (Side.GERMAN, Side.ALLIED)],
                [ScenarioInfo(s.key, s.name, s.length, s.note) for s in title.scenarios],
                [OptionInfo(o.key, o.name, o.note, o.default, o.low, o.high) for o in title.options],
            )
            for title in titles
        ],
        [Computer(key, agents.NOTES[key], key in agents.RANKS) for key in (*agents.RANKS, *agents.AGENTS)],
        MAPS,
        at_home(request),
    )


@get("/api/games", sync_to_thread=False)
def list_games(request: Request_) -> list[GameInfo]:
    """Your games, the last touched first."""
    only_at_home(request)
    house = house_of(request)
    return listing(house.store, house.gaps)


# ---- games -------------------------------------------------------------------------------------------------


@post("/api/games")
async def start_game(request: Request_, data: JSONBody[NewGame]) -> GameInfo:
    """Start a game."""
    only_at_home(request)
    try:
        game = await house_of(request).start(data)
    except BadRequest as error:
        raise Refusal(status_code=400, detail=str(error)) from None
    return line_of(game.row, game.seats)


@post("/api/games/open")
async def open_save(
    request: Request_,
    body: RawBody,
    german: FromQuery[str] = "you",
    allied: FromQuery[str] = "you",
    name: FromQuery[str] = "",
) -> GameInfo:
    """Go on with a saved game; the request's body is its text."""
    only_at_home(request)
    try:
        game = await house_of(request).open_save(_checked(body), (german, allied), name, _address(request))
    except BadRequest as error:
        raise Refusal(status_code=400, detail=str(error)) from None
    return line_of(game.row, game.seats)


@delete("/api/games/{game_id:int}")
async def remove_game(request: Request_, game_id: FromPath[int]) -> None:
    """Forget a game."""
    only_at_home(request)
    await house_of(request).remove(game_id)


@get("/api/seats/{token:str}/save")
async def save_game(request: Request_, token: FromPath[str]) -> Response[str]:
    """The game as a save. Its seed is told when the game is over."""
    game = await house_of(request).game(_seat(request, token).game)
    text = saves.dump(game.match, reveal_seed=game.match.state.result is not None)
    file = f"{game.row.title}-{game.row.scenario}-{game.number}.ardennes"
    headers = {"content-disposition": f'attachment; filename="{file}"'}
    return Response(text, media_type="text/plain", headers=headers)


@get("/api/seats/{token:str}/replay")
async def replay_game(request: Request_, token: FromPath[str]) -> Response[bytes]:
    """The game from its beginning, as this seat saw it (`Replay`)."""
    seat = _seat(request, token)
    house = house_of(request)
    game = await house.game(seat.game)
    side = Side(seat.side) if seat.side in (0, 1) else None
    job = ReplayGame(game.record(), side, game.row.name)
    return _json(await house.workers.do(job, token, _address(request)), "no-cache")


@get("/api/seats/{token:str}/orders", sync_to_thread=False)
def written_orders(request: Request_, token: FromPath[str]) -> list[WrittenOrder]:
    """What the computers of the game meant to do, phase by phase.

    Told at any time: a game with a computer has one human player at most, who may look if he likes.
    """
    return _orders(house_of(request), _seat(request, token).game)


def _orders(house: House, id_: int) -> list[WrittenOrder]:
    rows = house.store.orders(id_)
    return [WrittenOrder(row.number, row.line, row.side, row.text.split("\n")) for row in rows]


@get("/api/seats/{token:str}/review")
async def review_game(request: Request_, token: FromPath[str]) -> Response[bytes]:
    """A finished game (`Review`): luck and skill, turning points, win chance, computers' orders, the dice checked."""
    house = house_of(request)
    game = await house.game(_seat(request, token).game)
    if game.match.state.result is None:
        raise Refusal(status_code=409, detail="the game is not over yet")
    if game.base is not None:
        raise Refusal(status_code=409, detail="the game began from a table, so its dice cannot all be told")
    job = ReviewGame(game.record(), game.row.name, _orders(house, game.row.id))
    return _json(await house.workers.do(job, token, _address(request)), "no-cache")


@post("/api/replays", status_code=200)
async def replay_save(request: Request_, body: RawBody) -> Response[bytes]:
    """A saved game as a replay (`Replay`); the request's body is its text, and nothing is kept."""
    job = ReplaySave(_checked(body))
    return _json(await house_of(request).workers.do(job, address=_address(request)), "no-cache")


def _address(request: Request_) -> str:
    """Where a request comes from, for the limits on work."""
    return request.client.host if request.client is not None else "unknown"


def _checked(body: bytes) -> str:
    if len(body) > LONGEST_SAVE:
        raise Refusal(status_code=413, detail=f"a save of {len(body)} bytes is too long")
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise Refusal(status_code=400, detail=f"not an Ardennes save: {error}") from None


def _seat(request: Request_, token: str) -> SeatRow:
    try:
        return house_of(request).seat(token)
    except NoSuchSeat as error:
        raise Refusal(status_code=404, detail=str(error)) from None


# ---- what a client draws -----------------------------------------------------------------------------------


class Packed(NamedTuple):
    """A JSON body, compressed once."""

    body: bytes


@lru_cache(maxsize=64)
def _packed_scene(title: str, scenario: str, options: str) -> bytes:
    game = Game.of(find(title), scenario, msgspec.json.decode(options))
    return gzip.compress(msgspec.json.encode(game.title.scene(game)), 6)


@lru_cache(maxsize=8)
def _packed_sheet(title: str) -> bytes:
    found = find(title)
    return gzip.compress(found.sheet(Game.of(found)), 9)


@lru_cache(maxsize=8)
def _packed_handbook(title: str) -> bytes:
    return gzip.compress(msgspec.json.encode(find(title).handbook()), 9)


def packed_json(body: bytes) -> Response[bytes]:
    """JSON that a client should ask for again each time."""
    return _json(gzip.compress(body, 6), "no-cache")


def _json(body: bytes, keep: str) -> Response[bytes]:
    headers = {"content-encoding": "gzip", "cache-control": keep, "vary": "accept-encoding"}
    return Response(body, media_type="application/json", headers=headers)


@get("/api/scenes/{title:str}/{scenario:str}", sync_to_thread=False, raises=[Refusal])
def scene(
    title: FromPath[str],
    scenario: FromPath[str],
    options: Annotated[str, QueryParameter(description="options as a JSON object", max_length=2000)] = "{}",
) -> Response[bytes]:
    """Everything of a game that stays the same while it is played (`Scene`)."""
    try:
        return _json(_packed_scene(title, scenario, options), "no-cache")
    except (Unknown, ValueError) as error:
        raise Refusal(status_code=404, detail=str(error)) from None


@get("/api/sheets/{title:str}/{key:str}", sync_to_thread=False)
def sheet(title: FromPath[str], key: FromPath[str]) -> Response[bytes]:
    """The drawn map (`Sheet`); it never changes under its key."""
    try:
        return _json(_packed_sheet(title), "public, max-age=31536000, immutable")
    except Unknown as error:
        raise Refusal(status_code=404, detail=str(error)) from None


@get("/api/rules/{title:str}", sync_to_thread=False)
def rules(title: FromPath[str]) -> Response[bytes]:
    """The rules in our own words (`Handbook`)."""
    try:
        return _json(_packed_handbook(title), "no-cache")
    except Unknown as error:
        raise Refusal(status_code=404, detail=str(error)) from None


def problem(_request: Request_, error: Exception) -> Response[Problem]:
    """Any failure, in words."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    text = str(error.detail) if isinstance(error, HTTPException) else "something broke; the server's log says what"
    if isinstance(error, NoSuchSeat):
        status, text = 404, str(error)
    if isinstance(error, Damaged | Unreadable):
        status, text = 500, str(error)
    if isinstance(error, Unfit | Undone):
        status, text = next(code for kind, code in UNDONE.items() if isinstance(error, kind)), str(error)
    if status == 500 and not isinstance(error, Damaged | Undone | Unreadable):
        import logging  # noqa: PLC0415

        logging.getLogger("ardennes.server").exception("a request failed", exc_info=error)
    return Response(Problem(text), status_code=status)


ROUTES = [
    menu,
    list_games,
    start_game,
    open_save,
    remove_game,
    save_game,
    replay_game,
    written_orders,
    review_game,
    replay_save,
    scene,
    sheet,
    rules,
]

#: Shapes that travel as ready-made bytes; named here so that the client's types include them.
SHAPES = (Scene, Sheet, Handbook)
