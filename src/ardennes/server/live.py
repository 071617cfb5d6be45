"""A game in memory: its match, its seats, and those who look at it."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, TypeVar

import msgspec

from ardennes.kernel import Action, Match, Reason, Side, State, Unknown, notes, saves
from ardennes.kernel.languages import speaking
from ardennes.kernel.words import phrase, say, several
from ardennes.parts.spoken import encoded
from ardennes.parts.title import title_of
from ardennes.server import frames
from ardennes.server.chronicle import Chronicle
from ardennes.server.connection import Connection
from ardennes.server.jobs import CarryOn, Counsel, Decide, SinceLast
from ardennes.server.journal import Book
from ardennes.server.limits import TALK, TALK_AT_ONCE, Pace, Thrift
from ardennes.server.messages import (
    Bad,
    Because,
    Forecast,
    Inspected,
    Left,
    Meaning,
    Position,
    Present,
    Refused,
    Said,
    SeatLink,
    Shaded,
    Welcome,
)
from ardennes.server.playing import NO_SUCH_THING, Hand
from ardennes.server.records import Opened, Record, record_of, start_of
from ardennes.server.store import TABLE, GameRow, OrderRow, SeatRow, SnapshotRow, StandingRow

#: An action is followed by a snapshot every so many rows.
SNAPSHOT_EVERY = 250

#: What players hear of a fault that is ours. It must be true: a move either stands whole or not at all.
OUR_FAULT = phrase(
    "something broke in the program: it is our fault, not yours. Nothing is lost, and the game stands as it was; "
    "the server's log says what happened"
)
NOT_NOW = Reason("", "the game is being read from the disk again; try once more in a moment")

#: So many words at the table are told to one who comes.
REMEMBERED = 50
#: So many moves are shown at most to one who asks what he missed.
MOST_MISSED = 500

_SIDES = tuple(Side)

log = logging.getLogger("ardennes.server")

_json = msgspec.json.Encoder().encode

#: A kind of seat, and the language that is spoken there.
Audience = tuple[int | None, str]

T = TypeVar("T")


def encode(message: msgspec.Struct) -> bytes:
    """A message to a player, in his language."""
    return encoded(message)


def standing_of(match: Match) -> str:
    """Where a match stands, in a line that everybody may read, as a note."""
    result = match.state.result
    with notes.noting():
        if result is not None:
            return say("{level} ({score})", level=say(result.level), score=result.score)
        return title_of(match.game).phase(match.state.sight(None))


class LiveGame:
    """A game being played here. Everything happens on the event loop; rows are on disk before anybody is told."""

    def __init__(
        self,
        row: GameRow,
        seats: list[SeatRow],
        match: Match,
        number: int,
        book: Book,
        base: State | None = None,
        papers: Opened | None = None,
    ) -> None:
        """A match to be played on. `papers` come with one that a worker has read: its log is in them."""
        self.row = row
        self.seats = seats
        self.match = match
        #: The position's number: how many rows the journal has of this game.
        self.number = number
        #: Where its rows are written.
        self.book = book
        #: Where the recorded moves begin, if that is not the start of the game.
        self.base = match.base = base  # saves begin where the moves do
        self.connections: set[Connection] = set()
        self.pending = 0
        self.failed = False
        self.touched = time.monotonic()
        self.after_commit: Callable[[LiveGame], None] | None = None
        self.after_failure: Callable[[LiveGame], None] | None = None
        self._stood = row.standing
        self.thrift = Thrift()
        self._domain = match.game.title.domain(match.game)
        self._talk: deque[Said] = deque(maxlen=REMEMBERED)
        self._talking = Pace(TALK, TALK_AT_ONCE)
        #: The last look that each kind of seat was told.
        self._looks: dict[Audience, dict[str, Any]] = {}
        self.chronicle = Chronicle(match, None if papers is None else papers.logs)

    def side_of(self, seat: int | None) -> Side | None:
        """The side that a seat stands for now."""
        if seat == TABLE:
            return self.match.state.side
        return None if seat is None else _SIDES[seat]

    # ---- playing -------------------------------------------------------------------------------------------

    def act(self, side: Side, *actions: Action, back: int = 0, skip: bool = False) -> Reason | None:
        """Take back some actions of a side and play others, as far as they are taken; says why they were not.

        With `skip` answers that are no choice are passed over.
        """
        what = ", ".join(map(str, actions)) or "an undo"
        return self._together(side, back, what, lambda hand: hand.row(actions, skip))

    def march(self, side: Side, parts: Sequence[Sequence[Action]]) -> Reason | list[Left]:
        """Play parts, each whole or not at all; says which were not, or why none could be."""
        return self._together(side, 0, f"a group of {len(parts)}", lambda hand: hand.parts(parts))

    def _together(self, side: Side, back: int, what: str, play: Callable[[Hand], T]) -> T | Reason:
        """Take back some actions of a side, then let it play.

        Everything done reaches the disk together and is told as one position once it is there.
        """
        if self.failed:
            return NOT_NOW
        if self.match.state.side is not side:
            return self._not_yours(side)
        if back > (possible := self.match.can_undo):
            return Reason("", _no_way_back(possible))
        mark = self.match.mark()
        undone = [self.match.undo() for _ in range(back)]
        cut = self.chronicle.cut(back)
        written = self.chronicle.moves
        rows = [("", "")] * back
        try:
            answer = play(Hand(self.match, self.chronicle, side, self.knows, rows))
            told = self._messages(side, written, len(rows)) if rows else []
        except Exception:
            self.match.put_back(mark)
            self.match.moves[mark[1] - back :] = reversed(undone)
            self.chronicle.put_back(cut, written)
            self._our_fault(f"{what} of the {side} player")
            return Reason("", OUR_FAULT)
        if rows:
            self.thrift.note(len(rows), back, firm=len(rows) > back and not self.match.can_undo)
            self._advance(side, rows, told)
        return answer

    def knows(self, action: Action) -> bool:
        """Whether an answer names a verb and a target that the title has at all, legal or not."""
        return action.target in self._domain.get(action.verb, ())

    def _our_fault(self, what: str) -> None:
        """A rule broke down: keep the traceback, and tell everybody at this table. The other games go on."""
        log.exception("game %s, position %s: %s broke a rule", self.row.id, self.number, what)
        self.tell(OUR_FAULT)

    def tell(self, text: str) -> None:
        """A word of the house, fixed or as a note, to everybody at the table."""
        for connection in self.connections:
            with speaking(connection.language):
                connection.push(encode(Bad(notes.read(text))))

    def say(self, side: Side, name: str, text: str) -> str | None:
        """A player's word to everybody at the table; returns why it was not passed on."""
        if self._talking.wait():
            return say("too many words at once; wait a moment")
        said = Said(int(side), " ".join(name.split()), " ".join(text.split()), time.time())
        self._talk.append(said)
        data = _json(said)
        for connection in self.connections:
            connection.push(data)
        return None

    def undo(self, side: Side, everything: bool, count: int = 1) -> Reason | None:
        """Take back the last actions of a side, or all it can."""
        return self.act(side, back=max(self.match.can_undo, 1) if everything else count)

    def _not_yours(self, side: Side) -> Reason:
        waits_for = self.match.state.side
        if waits_for is None:
            return Reason("", "the game is over")
        return Reason("", say("it is the {side} player's decision", side=waits_for))

    def _advance(self, side: Side, rows: list[tuple[str, str]], told: list[tuple[Audience, bytes]]) -> None:
        """Number and record what was done, in words and dice, and have it told when it is durable."""
        before = self.number
        self.number += len(rows)
        self.pending += 1
        self.touched = time.monotonic()
        book = self.book

        def durable(error: Exception | None) -> None:
            if book is not self.book:
                return  # the game has been opened anew since
            self.pending -= 1
            if error is not None:
                self._fail(error)
                return
            for audience, data in told:
                for connection in self.connections:
                    if connection.audience == audience:
                        connection.push(data)
            if self.after_commit is not None:
                self.after_commit(self)

        for number, (words, chance) in enumerate(rows, before + 1):
            book.record(number, words, chance, int(side), durable if number == self.number else None)
        over = self.match.state.result is not None
        if (standing := self.standing()) != self._stood:
            self._stood = standing
            book.append(StandingRow(standing, over, self.row.id))
        if self.number // SNAPSHOT_EVERY != before // SNAPSHOT_EVERY or over:
            book.append(self.snapshot())

    def _messages(self, by: Side, written: int, rows: int) -> list[tuple[Audience, bytes]]:
        """The position about to be numbered, for every side that is looking, as what changed since it last looked.

        Of the log they have the moves that were `written` before.
        """
        title, state = title_of(self.match.game), self.match.state
        found = []
        looks = dict(self._looks)
        decides = state.side
        undo, reaches = self._undo_for(decides)
        for audience in {connection.audience for connection in self.connections}:
            seat, language = audience
            side = self.side_of(seat)
            mine = side is not None and side is decides
            log = self.chronicle.of(seat)
            keep = log.ends[written - 1]
            with speaking(language):
                look = title.look(state.sight(side))
                message = Position(
                    self.number + rows,
                    frames.change(self._looks.get(audience), look),
                    keep,
                    log.read(keep),
                    undo if mine else 0,
                    reaches if mine else "",
                    by,
                )
                found.append((audience, encode(message)))
            looks[audience] = look
        self._looks = looks
        return found

    def _undo_for(self, side: Side | None) -> tuple[int, str]:
        """How many actions can be taken back, and to where that leads."""
        count = self.match.can_undo
        if not count or side is None:
            return 0, ""
        began = self.chronicle.of(side).impulses[-1 - count] == side
        return count, phrase("the start of the impulse") if began else phrase("the last roll or reply")

    def _fail(self, error: Exception) -> None:
        """The disk refused: this copy of the game is ahead of it and must not be played on."""
        if self.failed:
            return
        self.failed = True
        with notes.noting():
            text = say(
                "the last move could not be saved ({error}); the game goes on from the last one that was", error=error
            )
        self.tell(text)
        if self.after_failure is not None:
            self.after_failure(self)

    def go_on_as(self, other: LiveGame) -> None:
        """Stand where a copy just read from the disk stands, and show that to everybody at the table."""
        self.row, self.match, self.number, self.base, self.book = (
            other.row,
            other.match,
            other.number,
            other.base,
            other.book,
        )
        self.chronicle = other.chronicle
        self._stood = other._stood
        self._looks.clear()
        self.pending, self.failed = 0, False
        for connection in self.connections:
            self.refresh(connection)

    def dismiss(self, text: str) -> None:
        """Send everybody away: the game cannot be shown any more."""
        self.failed = True
        self.book.close()
        self.tell(text)
        for connection in self.connections:
            connection.closed = True

    def snapshot(self) -> SnapshotRow:
        """The whole table as it is now."""
        state = self.match.state
        board = _json(state.table())
        rules = self.match.game.title.rules_version
        return SnapshotRow(self.row.id, self.number, rules, saves.position(state), state.drawn, board)

    # ---- looking -------------------------------------------------------------------------------------------

    def join(self, connection: Connection) -> None:
        """Somebody opens the game: everything he may see, and word to the others."""
        side = connection.side
        look = title_of(self.match.game).look(self.match.state.sight(side))
        self._looks[connection.audience] = look
        self.connections.add(connection)
        undo, reaches = self._undo_for(self.match.state.side) if side is self.match.state.side else (0, "")
        since = (
            0 if connection.seat.side in (None, TABLE) else len(self.match.moves) - frames.moves_since(self.match, side)
        )
        game = self.match.game
        connection.push(
            encode(
                Welcome(
                    self.row.id,
                    self.row.name,
                    game.title.key,
                    game.scenario,
                    dict(game.options),
                    connection.seat.side,
                    [SeatLink(seat.side, seat.kind) for seat in self.seats if seat.kind not in ("watch", "table")],
                    self.number,
                    look,
                    self.chronicle.of(connection.seat.side).read(),
                    undo,
                    reaches,
                    self.match.commitment,
                    since,
                    self.present(),
                    notes.read(self.row.problem),
                    list(self._talk),
                )
            )
        )
        self._tell_presence()

    def leave(self, connection: Connection) -> None:
        """Somebody closes the page."""
        self.connections.discard(connection)
        if not any(other.audience == connection.audience for other in self.connections):
            self._looks.pop(connection.audience, None)
        self._tell_presence()

    def present(self) -> list[int | None]:
        """The sides that are looking."""
        sides = {connection.seat.side for connection in self.connections}
        return sorted(sides, key=lambda side: (side is None, side))

    def _tell_presence(self) -> None:
        data = _json(Present(self.present()))
        for connection in self.connections:
            connection.push(data)

    def refresh(self, connection: Connection) -> None:
        """The whole view once more, for a client that fell out of step."""
        side = connection.side
        undo, reaches = self._undo_for(self.match.state.side) if side is self.match.state.side else (0, "")
        with speaking(connection.language):
            look = title_of(self.match.game).look(self.match.state.sight(side))
            lines = self.chronicle.of(connection.seat.side).read()
            connection.push(encode(Position(self.number, look, 0, lines, undo, reaches, None, True)))

    # ---- questions -----------------------------------------------------------------------------------------

    def why_not(self, side: Side | None, verbs: list[str], target: int | None) -> Because:
        """The first reason against any of these answers."""
        state = self.match.state
        if side is None:
            return Because(self.number, target, "", "spectators only watch")
        if state.side is not side:
            reason = self._not_yours(side)
            return Because(self.number, target, reason.rule, reason.text)
        first: Reason | None = None
        sight = state.sight(side)
        for verb in verbs[:8]:
            action = Action(verb, target)
            reason_or_none = sight.why_not(action) if self.knows(action) else NO_SUCH_THING
            if reason_or_none is None:
                return Because(self.number, target, "", "")
            first = first or reason_or_none
        if first is None:
            return Because(self.number, target, "", "nothing was asked")
        return Because(self.number, target, first.rule, first.text)

    def hints(self, side: Side | None, answers: Iterable[tuple[str, int | None]]) -> Meaning:
        """What some choices mean; nothing for a side that is not asked, nor for what is no choice."""
        state, title = self.match.state, title_of(self.match.game)
        if side is None or side is not state.side:
            return Meaning(self.number, [])
        asked = [Action(*answer) for answer in answers]
        sight = state.sight(side)
        return Meaning(self.number, [title.hint(sight, a) for a in asked if self.knows(a) and state.allows(a)])

    def odds(self, side: Side | None, verb: str | None, target: int | None) -> Forecast:
        """The exact odds of the battle in progress, or of the one a choice of this side leads to."""
        state = self.match.state
        action = None if verb is None else Action(verb, target)
        legal = action is None or (state.side is side and self.knows(action) and state.allows(action))
        forecast = title_of(self.match.game).forecast(state.sight(side), action) if legal else None
        return Forecast(self.number, verb, target, forecast)

    def shade(self, side: Side | None, overlay: str) -> Shaded:
        """An overlay."""
        return Shaded(self.number, title_of(self.match.game).shade(self.match.state.sight(side), overlay))

    def inspect(self, side: Side | None, place: int) -> Inspected:
        """What there is to know of a place."""
        if place not in self._places:
            raise Unknown("place", str(place), ())
        return Inspected(self.number, place, title_of(self.match.game).inspect(self.match.state.sight(side), place))

    @cached_property
    def _places(self) -> frozenset[int]:
        return frozenset(place.id for place in title_of(self.match.game).scene(self.match.game).places)

    # ---- work for others -----------------------------------------------------------------------------------

    def counsel(self, side: Side | None) -> Counsel | None:
        """What to ask the staff officer for the side that decides: all he is told is what that side can see."""
        state, earlier = self.match.state, self.match.earlier
        if side is None or side is not state.side:
            return None
        actions = [move.action for move in self.match.moves[len(self.match.moves) - len(earlier) :]]
        table = _json((earlier[0] if earlier else state).sight(side).table())
        return Counsel(start_of(self.match.game), side, table, actions, self.number)

    def missed(self, side: Side | None) -> SinceLast:
        """What happened since a side last acted. More than a sitting of it is for the replay."""
        skip = max(frames.moves_since(self.match, side), len(self.match.moves) - MOST_MISSED)
        return SinceLast(self.record(), skip, side, self.number)

    def decision(self, agent: str, seed: int, mind: bytes, under_way: bool) -> Decide:
        """What a computer has to decide, from what its side can see."""
        state = self.match.state
        assert state.side is not None
        sight = state.sight(state.side)
        quick = under_way or not title_of(self.match.game).mind.is_planned(sight.state)
        table = _json(sight.table())
        return (CarryOn if quick else Decide)(start_of(self.match.game), state.side, table, agent, seed, mind)

    def record(self) -> Record:
        """The whole game as it travels."""
        return record_of(self.match, self.base)

    def note_order(self, side: Side, lines: list[str]) -> None:
        """Keep what a computer means to do."""
        line = len(self.chronicle.of(None).lines)
        self.book.append(OrderRow(self.row.id, self.number, line, int(side), "\n".join(lines)))

    def refused(self, reason: Reason, verb: str, target: int | None) -> Refused:
        """A refusal for the wire."""
        return Refused(self.number, reason.rule, reason.text, verb, target)

    def standing(self) -> str:
        """Where the game stands, in a line, as a note."""
        return standing_of(self.match)

    @property
    def secret(self) -> bool:
        """Whether somebody knows something here that others may not, and the game is not over."""
        return self.match.state.secretive and self.match.state.result is None


def _no_way_back(possible: int) -> str:
    if not possible:
        return say("nothing can be taken back: dice were rolled or the other side came in since")
    return several(
        "only the last action can be taken back: dice were rolled or the other side came in since",
        "only the last {number} actions can be taken back: dice were rolled or the other side came in since",
        possible,
    )
