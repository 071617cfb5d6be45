"""Play over WebSocket: one connection is one seat at one game."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import msgspec

from ardennes.kernel import Action, Reason, Unknown
from ardennes.kernel.words import say
from ardennes.server.connection import Connection
from ardennes.server.door import TurnedAway, Visitor
from ardennes.server.house import House, NoSuchSeat
from ardennes.server.jobs import Job, Unfit
from ardennes.server.limits import AT_ONCE, MESSAGES, PAGES, WATCHERS, Gate, Pace
from ardennes.server.live import OUR_FAULT, LiveGame, encode
from ardennes.server.messages import (
    LONGEST,
    Act,
    Acts,
    Advice,
    Advise,
    Bad,
    Behind,
    FromClient,
    Group,
    Hints,
    Hurry,
    Inspect,
    Odds,
    Say,
    Shade,
    Since,
    Undo,
    WhyNot,
)
from ardennes.server.recovery import Damaged
from ardennes.server.store import SeatRow, Unreadable
from ardennes.server.workers import Undone

log = logging.getLogger("ardennes.server")

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]

_decode = msgspec.json.Decoder(FromClient).decode

#: Bad messages of one connection that are written to the server's log; the rest are counted.
LOGGED = 5


async def attend(house: House, gate: Gate, visitor: Visitor, token: str, receive: Receive, send: Send) -> None:
    """Serve one connection until it closes."""
    await receive()  # websocket.connect
    await send({"type": "websocket.accept"})
    try:
        seat, game = await _admitted(house, gate, visitor, token)
    except TurnedAway as error:
        await send({"type": "websocket.send", "text": encode(Bad(str(error))).decode()})
        reason = "no game" if error.status == 404 else "too many"
        await send({"type": "websocket.close", "code": 4000 + error.status, "reason": reason})
        return
    connection = Connection(seat, game, send)
    try:
        game.join(connection)
    except Exception:
        log.exception("game %s, position %s: it cannot be shown to seat %s", game.row.id, game.number, seat.side)
        connection.push(encode(Bad(OUR_FAULT)))
        connection.closed = True
    house.wake(game)
    bad = 0
    pace = Pace(MESSAGES, AT_ONCE)
    try:
        while not connection.closed:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                break
            if wait := pace.wait():
                await asyncio.sleep(wait)  # what he sends meanwhile waits on his side
            asked = _read(message.get("text") or message.get("bytes") or b"")
            if isinstance(asked, Advise | Since):
                house.later(_worked_out(house, game, connection, asked))
                continue
            if isinstance(asked, Hurry) and connection.side is not None:
                house.hurry(game)
                continue
            fault = asked if isinstance(asked, str) else _answered(game, connection, asked)
            if fault is not None:
                bad += 1
                if bad <= LOGGED:
                    log.warning("game %s, seat %s: %s", game.row.id, seat.side, fault)
                connection.push(encode(Bad(fault)))
    finally:
        game.leave(connection)
        if bad > LOGGED:
            log.warning("game %s, seat %s: %d bad messages in all", game.row.id, seat.side, bad)
        if connection.closed:
            await _close(send)


async def _admitted(house: House, gate: Gate, visitor: Visitor, token: str) -> tuple[SeatRow, LiveGame]:
    """The seat a link opens, and its game; `TurnedAway` says why there is none."""
    refusal = gate.why_not_try(visitor.address)
    if refusal is not None:
        raise TurnedAway(429, refusal)
    try:
        seat = house.seat(token)
        game = await house.game(seat.game)
    except NoSuchSeat as error:
        gate.guesses.note(visitor.address)
        raise TurnedAway(404, str(error)) from None
    except (Damaged, Unreadable, Unfit, Undone) as error:
        log.warning("a game could not be opened: %s", error)
        raise TurnedAway(404, str(error)) from None
    except Exception:
        log.exception("a game could not be opened")
        raise TurnedAway(404, OUR_FAULT) from None
    most = PAGES if seat.side is not None else WATCHERS
    if sum(other.seat == seat for other in game.connections) >= most:
        text = say("this link is open in {most} pages, and that is all it may be; close some first", most=most)
        raise TurnedAway(429, text)
    return seat, game


async def _close(send: Send) -> None:
    try:
        await send({"type": "websocket.close", "code": 4408, "reason": "reload"})
    except Exception:  # it was gone already, which is what we wanted
        log.debug("the connection was closed already")


def _read(text: str | bytes) -> FromClient | str:
    """A message, or what is wrong with it."""
    if len(text) > LONGEST:
        return f"a message of {len(text)} characters is too long; at most {LONGEST} are read"
    try:
        message: FromClient = _decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return f"the message cannot be read: {error}"
    return message


def _answered(game: LiveGame, connection: Connection, message: FromClient) -> str | None:
    """One message. A rule that breaks down over a question costs that answer and nothing else."""
    try:
        return _take(game, connection, message)
    except Exception:
        log.exception("game %s, position %s: %s broke a rule", game.row.id, game.number, message)
        connection.push(encode(Bad(OUR_FAULT)))
        return None


async def _worked_out(house: House, game: LiveGame, connection: Connection, message: Advise | Since) -> None:
    """What takes a worker a while; this player and all others play on meanwhile."""
    try:
        if isinstance(message, Since):
            job: Job | None = game.missed(connection.side)
        else:
            job = game.counsel(connection.side)
        answer = (
            encode(Advice(game.number, [], None))
            if job is None
            else await house.workers.do(job, seat=connection.seat.token)
        )
    except (Undone, Unfit) as error:
        answer = encode(Bad(str(error)))
    except Exception:
        log.exception("game %s, position %s: %s broke a rule", game.row.id, game.number, message)
        answer = encode(Bad(OUR_FAULT))
    connection.push(answer)


def _take(game: LiveGame, connection: Connection, message: FromClient) -> str | None:
    """One message. Returns what is wrong with it, if it asks for what does not exist."""
    if isinstance(message, Say):
        return _said(game, connection, message)
    if message.at != game.number and not isinstance(message, Act | Acts | Group | Undo):
        return None  # a question about a position that has passed: the answer would only confuse
    if isinstance(message, Act | Acts | Group | Undo):
        _play(game, connection, message)
    elif isinstance(message, WhyNot):
        connection.push(encode(game.why_not(connection.side, message.verbs, message.target)))
    elif isinstance(message, Hints):
        connection.push(encode(game.hints(connection.side, message.answers)))
    elif isinstance(message, Odds):
        connection.push(encode(game.odds(connection.side, message.verb, message.target)))
    elif isinstance(message, Shade | Inspect):
        try:
            told = (
                game.shade(connection.side, message.overlay)
                if isinstance(message, Shade)
                else game.inspect(connection.side, message.place)
            )
            connection.push(encode(told))
        except Unknown as error:
            return str(error)
    return None


def _said(game: LiveGame, connection: Connection, message: Say) -> str | None:
    """A word at the table, from those who play."""
    side = connection.side
    if side is None:
        return say("spectators only watch")
    if not message.text.strip():
        return say("there is nothing in what you said")
    return game.say(side, message.name, message.text)


def _play(game: LiveGame, connection: Connection, message: Act | Acts | Group | Undo) -> None:
    """An action, several, or an undo, from a player, about the position as it is."""
    verb, target = (message.verb, message.target) if isinstance(message, Act) else ("", None)
    side = connection.side
    if side is None:
        connection.push(encode(game.refused(Reason("", "spectators only watch"), verb, target)))
        return
    if message.at != game.number:
        late = Reason("", "the position has changed since you clicked; here it is as it stands now")
        connection.push(encode(game.refused(late, verb, target)))
        game.refresh(connection)
        return
    taking_back = isinstance(message, Undo) or (isinstance(message, Acts) and bool(message.back))
    if (enough := game.thrift.why_not(taking_back)) is not None:
        connection.push(encode(game.refused(Reason("", enough), verb, target)))
        return
    if isinstance(message, Act):
        reason = game.act(side, Action(message.verb, message.target))
    elif isinstance(message, Acts):
        actions = [Action(*answer) for answer in message.answers]
        reason = game.act(side, *actions, back=int(message.back), skip=message.skip)
    elif isinstance(message, Group):
        left = game.march(side, [[Action(*answer) for answer in part] for part in message.parts])
        if not isinstance(left, Reason):
            connection.push(encode(Behind(game.number, left)))
        reason = left if isinstance(left, Reason) else None
    else:
        reason = game.undo(side, message.all, message.count)
    if reason is not None:
        connection.push(encode(game.refused(reason, verb, target)))
