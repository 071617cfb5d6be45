"""Play over WebSocket: one connection is one seat at one game."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import msgspec

from ardennes.kernel import Action, Reason, Unknown
from ardennes.kernel.words import say
from ardennes.parts.eye.spoken import encoded
from ardennes.server import questions
from ardennes.server.connection import Connection
from ardennes.server.door import TurnedAway, Visitor
from ardennes.server.house import House, NoSuchSeat
from ardennes.server.jobs import Job, Unfit
from ardennes.server.limits import AT_ONCE, MESSAGES, PAGES, WATCHERS, Gate, Pace
from ardennes.server.live import OUR_FAULT, LiveGame
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
    Peek,
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

#: Seconds to say goodbye.
CLOSING = 1.0
#: Bad messages of one connection that are written to the server's log; the rest are counted.
LOGGED = 5


async def attend(house: House, gate: Gate, visitor: Visitor, token: str, receive: Receive, send: Send) -> None:
    """Serve one connection until it closes."""
    await receive()  # websocket.connect
    await send({"type": "websocket.accept"})
    try:
        seat, game = await _admitted(house, gate, visitor, token)
    except TurnedAway as error:
        await send({"type": "websocket.send", "text": encoded(Bad(str(error))).decode()})
        reason = "no game" if error.status == 404 else "too many"
        await send({"type": "websocket.close", "code": 4000 + error.status, "reason": reason})
        return
    talking = asyncio.current_task()
    assert talking is not None

    def cut_off() -> None:
        if asyncio.current_task() is not talking:  # which would notice by itself
            talking.cancel()

    connection = Connection(seat, game, send, cut_off, house.backlog)
    talk = _Talk(house, game, connection, receive)
    try:
        await talk.go_on()
    except asyncio.CancelledError:
        if not connection.closed:
            raise  # the server is being stopped
        talking.uncancel()
    finally:
        game.telling.leave(connection)
        was_cut_off = connection.closed
        connection.end()
        if talk.bad > LOGGED:
            log.warning("game %s, seat %s: %d bad messages in all", game.row.id, seat.side, talk.bad)
        if was_cut_off:
            await _close(send)


class _Talk:
    """What one page asks and is answered, message by message."""

    def __init__(self, house: House, game: LiveGame, connection: Connection, receive: Receive) -> None:
        self.house = house
        self.game = game
        self.connection = connection
        self.receive = receive
        #: Messages that could not be read, or asked for what does not exist.
        self.bad = 0
        self._number = Pace(MESSAGES, AT_ONCE)
        self._work = game.work.of(connection.seat.token)

    async def go_on(self) -> None:
        """Welcome the page and answer it until it is closed.

        After every message it is the others' turn, and a seat that has cost much waits: what is sent meanwhile waits
        on the sender's side.
        """
        await asyncio.sleep(self._work.wait(0.0))
        with self.game.counted(self.connection.seat.token):
            self.game.telling.join(self.connection)
            self.house.wake(self.game)
        while not self.connection.closed:
            await asyncio.sleep(max(self._number.wait(), self._work.wait(0.0)))
            message = await self.receive()
            if message["type"] == "websocket.disconnect":
                return
            asked = _read(message.get("text") or message.get("bytes") or b"")
            if isinstance(asked, Inspect):  # for the first in a game that takes a while, and only he has to wait
                await asyncio.to_thread(questions.places, self.game.match.game)
            with self.game.counted(self.connection.seat.token):
                self._take(asked)

    def _take(self, asked: FromClient | str) -> None:
        game, connection = self.game, self.connection
        if isinstance(asked, Advise | Since):
            job = _job(game, connection, asked)
            if job is not None:
                self.house.later(_worked_out(self.house, game, connection, job))
            return
        if isinstance(asked, Hurry) and connection.side is not None:
            self.house.hurry(game)
            return
        fault = asked if isinstance(asked, str) else _answered(game, connection, asked)
        if fault is not None:
            self.bad += 1
            if self.bad <= LOGGED:
                log.warning("game %s, seat %s: %r", game.row.id, connection.seat.side, fault)
            connection.push(encoded(Bad(fault)))


async def _admitted(house: House, gate: Gate, visitor: Visitor, token: str) -> tuple[SeatRow, LiveGame]:
    """The seat a link opens, and its game; `TurnedAway` says why there is none."""
    try:
        seat = house.seat(token)
        game = await house.game(seat.game)
    except NoSuchSeat as error:
        refusal = gate.guessed(visitor.address)
        raise (TurnedAway(404, str(error)) if refusal is None else TurnedAway(429, refusal)) from None
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
        async with asyncio.timeout(CLOSING):  # whoever does not read does not read this either
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
        connection.push(encoded(Bad(OUR_FAULT)))
        return None


def _job(game: LiveGame, connection: Connection, message: Advise | Since) -> Job | None:
    """What takes a worker a while; None where there is nothing to be worked out, which the page has been told."""
    try:
        job = game.missed(connection.side) if isinstance(message, Since) else game.counsel(connection.side)
    except Exception:
        log.exception("game %s, position %s: %s broke a rule", game.row.id, game.number, message)
        connection.push(encoded(Bad(OUR_FAULT)))
        return None
    if job is None:
        connection.push(encoded(Advice(game.number, [], None)))
    return job


async def _worked_out(house: House, game: LiveGame, connection: Connection, job: Job) -> None:
    """Have a worker do it; this player and all others play on meanwhile."""
    try:
        answer = await house.workers.do(job, seat=connection.seat.token)
    except (Undone, Unfit) as error:
        answer = encoded(Bad(str(error)))
    except Exception:
        log.exception("game %s, position %s: %s could not be done", game.row.id, game.number, type(job).__name__)
        answer = encoded(Bad(OUR_FAULT))
    connection.push(answer)


def _take(game: LiveGame, connection: Connection, message: FromClient) -> str | None:
    """One message. Returns what is wrong with it, if it asks for what does not exist."""
    if isinstance(message, Say):
        return _said(game, connection, message)
    game.telling.make_up(connection)
    if message.at != game.number and not isinstance(message, Act | Acts | Group | Undo):
        return None  # a question about a position that has passed: the answer would only confuse
    side = connection.side
    try:
        if isinstance(message, Act | Acts | Group | Undo):
            _play(game, connection, message)
        elif isinstance(message, Peek):
            connection.push(questions.peek(game, side, message.hand))
        elif isinstance(message, WhyNot):
            connection.push(questions.why_not(game, side, message.verbs, message.target, message.hand))
        elif isinstance(message, Hints):
            connection.push(questions.hints(game, side, message.answers, message.hand))
        elif isinstance(message, Odds):
            connection.push(questions.odds(game, side, message.verb, message.target, message.hand))
        elif isinstance(message, Shade):
            connection.push(questions.shade(game, side, message.overlay))
        elif isinstance(message, Inspect):
            connection.push(questions.inspect(game, side, message.place, message.hand))
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
    return game.say(connection.seat, side, message.name, message.text)


def _play(game: LiveGame, connection: Connection, message: Act | Acts | Group | Undo) -> None:
    """An action, several, or an undo, from a player, about the position as it is."""
    verb, target = (message.verb, message.target) if isinstance(message, Act) else ("", None)
    side = connection.side
    if side is None:
        connection.push(encoded(game.refused(Reason("", "spectators only watch"), verb, target)))
        return
    if message.at != game.number:
        late = Reason("", "the position has changed since you clicked; here it is as it stands now")
        connection.push(encoded(game.refused(late, verb, target)))
        game.telling.refresh(connection)
        return
    taking_back = isinstance(message, Undo) or (isinstance(message, Acts) and bool(message.back))
    if (enough := game.thrift.why_not(taking_back)) is not None:
        connection.push(encoded(game.refused(Reason("", enough), verb, target)))
        return
    if isinstance(message, Act):
        reason = game.act(side, Action(message.verb, message.target))
    elif isinstance(message, Acts):
        actions = [Action(*answer) for answer in message.answers]
        reason = game.act(side, *actions, back=int(message.back), skip=message.skip)
    elif isinstance(message, Group):
        left = game.march(side, [[Action(*answer) for answer in part] for part in message.parts])
        if not isinstance(left, Reason):
            connection.push(encoded(Behind(game.number, left)))
        reason = left if isinstance(left, Reason) else None
    else:
        reason = game.undo(side, message.all, message.count)
    if reason is not None:
        connection.push(encoded(game.refused(reason, verb, target)))
