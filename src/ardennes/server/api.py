"""The HTTP part: menus, games, saves, replays, scenes and rules."""

from __future__ import annotations

import asyncio
import gzip
import logging
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

import msgspec
from litestar import MediaType, Request, Response, delete, get, post
from litestar.exceptions import HTTPException, InternalServerException
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter, RawBody

from ardennes import __version__, agents
from ardennes.kernel import BadSave, Game, Option, Scenario, Side, Unknown, notes, saves
from ardennes.kernel.languages import client_words, languages
from ardennes.kernel.words import kept_by_language, say
from ardennes.parts.eye.learning import Learning, learning
from ardennes.parts.eye.scenery import Handbook, Scene, Sheet
from ardennes.parts.eye.spoken import spoken
from ardennes.parts.eye.stage import sheet_key
from ardennes.parts.title import Title
from ardennes.server.door import Visitor
from ardennes.server.house import BadRequest, House, NoSuchSeat
from ardennes.server.jobs import ReplayGame, ReplaySave, ReviewGame, Unfit
from ardennes.server.limits import Gate
from ardennes.server.listing import line_of, listing
from ardennes.server.messages import (
    BalanceInfo,
    Computer,
    GameInfo,
    Menu,
    NewGame,
    OptionInfo,
    PresetInfo,
    Problem,
    Replay,
    Review,
    ScenarioInfo,
    TitleInfo,
    WrittenOrder,
)
from ardennes.server.recovery import Damaged
from ardennes.server.store import TABLE, SeatRow, Unreadable
from ardennes.server.workers import Busy, Overran, Undone
from ardennes.titles import KEYS, find

log = logging.getLogger("ardennes.server")

Request_ = Request[Any, Any, Any]

#: One more than the highest number a game can have in the store, and than a seed can be.
LAST_GAME = 2**63
LAST_SEED = 2**128
#: The longest save that is read, in bytes.
LONGEST_SAVE = 4_000_000


#: How work that was not done is answered.
UNDONE: dict[type[Exception], int] = {Unfit: 400, Busy: 429, Overran: 422, Undone: 500}


def told_as(shape: Any, media: MediaType | str = MediaType.JSON) -> dict[int, ResponseSpec]:
    """For the description of this interface: the shape of an answer that goes out as bytes, ready made."""
    return {200: ResponseSpec(shape, generate_examples=False, description="The answer", media_type=media)}


class Refusal(HTTPException):
    """A request that is turned down in words."""


def house_of(request: Request_) -> House:
    """The house that serves this request."""
    house = request.app.state.house
    assert isinstance(house, House)
    return house


def gate_of(request: Request_) -> Gate:
    """What this server has open and was asked for."""
    gate = request.app.state.gate
    assert isinstance(gate, Gate)
    return gate


def visitor_of(request: Request_) -> Visitor:
    """Who sent a request."""
    visitor = request.scope["visitor"]  # type: ignore[typeddict-item]
    assert isinstance(visitor, Visitor)
    return visitor


def at_home(request: Request_) -> bool:
    """Whether the request comes from this machine: only there are games listed and started."""
    return visitor_of(request).at_home


def only_at_home(request: Request_) -> None:
    """Refuse guests."""
    if not at_home(request):
        raise Refusal(status_code=403, detail=say("games are listed and started only on the machine that serves them"))


# ---- menus -------------------------------------------------------------------------------------------------


def _scenario_info(title: Title, s: Scenario) -> ScenarioInfo:
    known = title.balance(s.key)
    balance = None if known is None else BalanceInfo(known.agent, known.games, known.german_wins, known.handicap)
    return ScenarioInfo(s.key, s.name, s.length, s.note, s.made_for, balance)


def _computer(key: str) -> Computer:
    return Computer(key, agents.NOTES[key], key in agents.RANKS)


def _option_info(option: Option) -> OptionInfo:
    o = option
    return OptionInfo(o.key, o.name, o.note, o.default, o.low, o.high, [*o.needs], [*o.excludes], [*o.scenarios])


@get("/api/menu", sync_to_thread=False)
def menu(request: Request_) -> Menu:
    """Everything one can start."""
    titles = [find(key) for key in KEYS]
    return spoken(
        Menu(
            __version__,
            [
                TitleInfo(
                    title.key,
                    title.name,
                    [str(side) for side in (Side.GERMAN, Side.ALLIED)],
                    [_scenario_info(title, scenario) for scenario in title.scenarios],
                    [_option_info(option) for option in title.options],
                    [PresetInfo(p.key, p.name, p.note, p.values) for p in title.presets],
                )
                for title in titles
            ],
            [_computer(key) for key in (*agents.RANKS, *agents.AGENTS)],
            {title.key: title.name for title in titles},
            at_home(request),
            [*languages()],
        )
    )


@get("/api/games", responses=told_as(list[GameInfo]))
async def list_games(request: Request_) -> Response[bytes]:
    """Your games (a list of `GameInfo`), the last touched first."""
    only_at_home(request)
    house = house_of(request)
    # There may be many, and players would wait for them.
    return await asyncio.to_thread(lambda: packed_json(_words(listing(house.store, house.gaps)), "no-store"))


# ---- games -------------------------------------------------------------------------------------------------


@post("/api/games")
async def start_game(request: Request_, data: JSONBody[NewGame]) -> GameInfo:
    """Start a game."""
    only_at_home(request)
    if data.seed is not None and not -LAST_SEED < data.seed < LAST_SEED:
        raise Refusal(status_code=400, detail="seed: expected a number below 2 to the power of 128")
    try:
        game = await house_of(request).start(data)
    except BadRequest as error:
        raise Refusal(status_code=400, detail=str(error)) from None
    return line_of(game.row, game.seats)


@post("/api/learning/{title:str}/{lesson:str}")
async def start_lesson(request: Request_, title: FromPath[str], lesson: FromPath[str]) -> GameInfo:
    """Start a lesson."""
    only_at_home(request)
    _title(title)
    try:
        game = await house_of(request).lesson(title, lesson)
    except BadRequest as error:
        raise Refusal(status_code=404, detail=str(error)) from None
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
        game = await house_of(request).open_save(_checked(body), (german, allied), name, visitor_of(request).address)
    except BadRequest as error:
        raise Refusal(status_code=400, detail=str(error)) from None
    return line_of(game.row, game.seats)


@delete("/api/games/{game_id:int}")
async def remove_game(request: Request_, game_id: FromPath[int]) -> None:
    """Forget a game."""
    only_at_home(request)
    if not 0 < game_id < LAST_GAME:
        raise Refusal(status_code=404, detail=say("there is no such game"))
    await house_of(request).remove(game_id)


@get("/api/seats/{token:str}/save", responses=told_as(str, MediaType.TEXT))
async def save_game(request: Request_, token: FromPath[str]) -> Response[str]:
    """The game as a save, as far as this seat may know it. Its secrets are told when the game is over."""
    seat = _seat(request, token)
    game = await house_of(request).game(seat.game)
    async with game.due(token):
        if seat.side == TABLE:  # both hands are his
            text = saves.dump(game.match, reveal_seed=game.match.state.result is not None)
        else:
            text = saves.dump_for(game.match, None if seat.side is None else Side(seat.side))
    file = f"{game.row.title}-{game.row.scenario}-{game.number}.ardennes"
    headers = {"content-disposition": f'attachment; filename="{file}"'}
    return Response(text, media_type="text/plain", headers=headers)


@get("/api/seats/{token:str}/replay", responses=told_as(Replay))
async def replay_game(request: Request_, token: FromPath[str]) -> Response[bytes]:
    """The game from its beginning, as this seat saw it (`Replay`)."""
    seat = _seat(request, token)
    house = house_of(request)
    game = await house.game(seat.game)
    side = Side(seat.side) if seat.side in (0, 1) else None
    job = ReplayGame(game.record(), side, game.name)
    return _json(await house.workers.do(job, token, visitor_of(request).address), "no-store")


@get("/api/seats/{token:str}/orders")
async def written_orders(request: Request_, token: FromPath[str]) -> list[WrittenOrder]:
    """What the computers of the game meant to do, phase by phase.

    Told at any time: a game with a computer has one human player at most, who may look if he likes. Where a computer
    holds cards its orders would tell them, so they are told when the game is over.
    """
    seat, house = _seat(request, token), house_of(request)
    if (await house.game(seat.game)).secret:
        return []
    return await asyncio.to_thread(_orders, house, seat.game)


def _orders(house: House, id_: int) -> list[WrittenOrder]:
    rows = house.store.orders(id_)
    return [WrittenOrder(row.number, row.line, row.side, notes.read(row.text).split("\n")) for row in rows]


@get("/api/seats/{token:str}/review", responses=told_as(Review))
async def review_game(request: Request_, token: FromPath[str]) -> Response[bytes]:
    """A finished game (`Review`): luck and skill, turning points, win chance, computers' orders, the dice checked."""
    house = house_of(request)
    game = await house.game(_seat(request, token).game)
    if game.match.state.result is None:
        raise Refusal(status_code=409, detail=say("the game is not over yet"))
    if game.base is not None:
        raise Refusal(status_code=409, detail=say("the game began from a table, so its dice cannot all be told"))
    job = ReviewGame(game.record(), game.name, await asyncio.to_thread(_orders, house, game.row.id))
    return _json(await house.workers.do(job, token, visitor_of(request).address), "no-store")


@post("/api/replays", status_code=200, responses=told_as(Replay))
async def replay_save(request: Request_, body: RawBody) -> Response[bytes]:
    """A saved game as a replay (`Replay`); the request's body is its text, and nothing is kept."""
    job, address = ReplaySave(_checked(body)), visitor_of(request).address
    return _json(await house_of(request).workers.do(job, address=address, guest=_guest(request)), "no-store")


def _guest(request: Request_) -> str | None:
    """Whose seconds of work a request takes: nobody's at home, no one address's where it cannot be told."""
    visitor = visitor_of(request)
    if visitor.at_home:
        return None
    return visitor.address if gate_of(request).door.counted(visitor.address) else ""


def _checked(body: bytes) -> str:
    """The text of a save, if it is one; what is longer than `LONGEST_SAVE` has not come as far as this."""
    try:
        return saves.text_of(body)
    except BadSave as error:
        raise Refusal(status_code=400, detail=str(error)) from None


def _seat(request: Request_, token: str) -> SeatRow:
    try:
        return house_of(request).seat(token)
    except NoSuchSeat as error:
        refusal = gate_of(request).guessed(visitor_of(request).address)
        if refusal is not None:
            raise Refusal(status_code=429, detail=refusal) from None
        raise Refusal(status_code=404, detail=str(error)) from None


# ---- what a client draws -----------------------------------------------------------------------------------


def _words(answer: Any) -> bytes:
    """An answer as JSON, in the language of whoever asked."""
    return msgspec.json.encode(spoken(answer))


@kept_by_language(64)
def _packed_scene(title: Title, scenario: str, options: tuple[tuple[str, bool | int], ...]) -> bytes:
    game = Game.of(title, scenario, dict(options))
    return gzip.compress(_words(title.scene(game)), 6)


class Drawn(NamedTuple):
    """A drawn map, and the key it has in scenes."""

    key: str
    body: bytes


@lru_cache(maxsize=8)
def _packed_sheet(title: Title) -> Drawn:
    body = title.sheet(Game.of(title))
    return Drawn(sheet_key(body), gzip.compress(body, 9))


@kept_by_language(8)
def _packed_handbook(title: Title) -> bytes:
    return gzip.compress(_words(title.handbook()), 9)


def packed_json(body: bytes, keep: str = "no-cache") -> Response[bytes]:
    """JSON that a client should ask for again each time."""
    return _json(gzip.compress(body, 6), keep)


def _json(body: bytes, keep: str) -> Response[bytes]:
    headers = {"content-encoding": "gzip", "cache-control": keep, "vary": "accept-encoding, accept-language"}
    return Response(body, media_type="application/json", headers=headers)


@get("/api/scenes/{title:str}/{scenario:str}", sync_to_thread=True, raises=[Refusal], responses=told_as(Scene))
def scene(
    request: Request_,
    title: FromPath[str],
    scenario: FromPath[str],
    options: Annotated[str, QueryParameter(description="options as a JSON object", max_length=2000)] = "{}",
) -> Response[bytes]:
    """Everything of a game that stays the same while it is played (`Scene`)."""
    found = _title(title)
    try:
        chosen = found.choose(msgspec.json.decode(options, type=dict[str, bool | int]))
    except (ValueError, RecursionError) as error:
        raise Refusal(status_code=404, detail=f"options: {error}") from None
    if chosen != found.choose({}):
        _not_too_many_scenes(request)
    try:
        return _json(_packed_scene(found, scenario, tuple(chosen.items())), "no-cache")
    except ValueError as error:
        raise Refusal(status_code=404, detail=str(error)) from None


def _not_too_many_scenes(request: Request_) -> None:
    """Every set of options has a scene of its own, which takes a while to work out."""
    gate, address = gate_of(request), visitor_of(request).address
    if gate.scenes.full(address):
        raise Refusal(status_code=429, detail=say("many maps were asked for from your address; wait a minute"))
    gate.scenes.note(address)


@get("/api/sheets/{title:str}/{key:str}", sync_to_thread=True, responses=told_as(Sheet))
def sheet(title: FromPath[str], key: FromPath[str]) -> Response[bytes]:
    """The drawn map (`Sheet`); it never changes under its key."""
    drawn = _packed_sheet(_title(title))
    if key != drawn.key:
        raise Refusal(status_code=404, detail=f"no drawn map has this key any more; the map of {title} has {drawn.key}")
    return _json(drawn.body, "public, max-age=31536000, immutable")


@get("/api/rules/{title:str}", sync_to_thread=True, responses=told_as(Handbook))
def rules(title: FromPath[str]) -> Response[bytes]:
    """The rules in our own words (`Handbook`)."""
    return _json(_packed_handbook(_title(title)), "no-cache")


@kept_by_language(8)
def _packed_learning(title: Title) -> bytes:
    return gzip.compress(_words(learning(title)), 9)


@get("/api/learning/{title:str}", sync_to_thread=True, responses=told_as(Learning))
def learn(title: FromPath[str]) -> Response[bytes]:
    """Briefings, guided games and lessons (`Learning`)."""
    return _json(_packed_learning(_title(title)), "no-cache")


@get("/api/words/{language:str}", sync_to_thread=True, responses=told_as(dict[str, str | list[str]]))
def words(language: FromPath[str]) -> Response[bytes]:
    """What the pages of the client say in a language: by the English text one text, or one for each plural."""
    if language not in languages():
        known = ", ".join(languages())
        text = say("there is no catalogue of {language}; there are: {known}", language=language, known=known)
        raise Refusal(status_code=404, detail=text)
    return packed_json(msgspec.json.encode(client_words(language)))


def _title(key: str) -> Title:
    try:
        return find(key)
    except Unknown as error:
        raise Refusal(status_code=404, detail=str(error)) from None


def problem(_request: Request_, error: Exception) -> Response[Problem]:
    """Any failure, in words. What is not foreseen here is a fault of ours, and the log has its traceback."""
    if isinstance(error, HTTPException) and error.status_code < 500:
        status, text = error.status_code, str(error.detail)
    elif isinstance(error, NoSuchSeat):
        status, text = 404, str(error)
    elif isinstance(error, Damaged | Unreadable):
        status, text = 409, str(error)
    elif isinstance(error, Unfit | Undone):
        status, text = next(code for kind, code in UNDONE.items() if isinstance(error, kind)), str(error)
    elif isinstance(error, RecursionError):
        status, text = 400, say("the request is nested too deeply")
    elif isinstance(error, InternalServerException) and "disconnected" in error.detail:
        status, text = 408, say("the request ended before it was complete")
    else:
        status, text = 500, say("something broke; the server's log says what")
        log.error("a request failed", exc_info=error)
    return Response(spoken(Problem(text)), status_code=status)


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
    words,
    learn,
    start_lesson,
]
