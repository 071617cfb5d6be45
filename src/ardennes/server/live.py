"""A game in memory: its match, its seats, and those who look at it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import TypeVar

import msgspec

from ardennes.kernel import Action, Match, Reason, Side, State, notes, saves
from ardennes.kernel.words import phrase, say, several
from ardennes.parts.title import title_of
from ardennes.server import frames
from ardennes.server.chronicle import Chronicle
from ardennes.server.connection import Connection
from ardennes.server.jobs import CarryOn, Counsel, Decide, SinceLast
from ardennes.server.journal import Book
from ardennes.server.limits import TALK, TALK_AT_ONCE, WORK, WORK_AT_ONCE, Paces, Thrift
from ardennes.server.listing import name_of
from ardennes.server.messages import Left, Refused, Said
from ardennes.server.playing import Hand, row_of
from ardennes.server.records import Opened, Record, record_of, start_of
from ardennes.server.store import TABLE, GameRow, OrderRow, SeatRow, SnapshotRow, StandingRow
from ardennes.server.telling import Audience, Telling
from ardennes.server.writing import plain, visible

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
#: So many answers to questions about a position are kept while it stands.
ANSWERS = 256
#: So many moves are shown at most to one who asks what he missed.
MOST_MISSED = 500

_SIDES = tuple(Side)

log = logging.getLogger("ardennes.server")

_json = msgspec.json.Encoder().encode

T = TypeVar("T")


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
        match.computers = row.computers
        self.pending = 0
        self.failed = False
        self.touched = time.monotonic()
        self.after_commit: Callable[[LiveGame], None] | None = None
        self.after_failure: Callable[[LiveGame], None] | None = None
        self._stood = row.standing
        self.thrift = Thrift()
        self._talk: deque[Said] = deque(maxlen=REMEMBERED)
        self._talking = Paces(TALK, TALK_AT_ONCE)
        #: What the pages of each seat may cost.
        self.work = Paces(WORK, WORK_AT_ONCE)
        self._requests: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.telling = Telling(self)
        self._answers: dict[Hashable, bytes] = {}
        self._answered = -1
        self.chronicle = Chronicle(match, None if papers is None else papers.logs)

    @property
    def name(self) -> str:
        """The name of the game, as it may be shown."""
        return name_of(self.row)

    @property
    def connections(self) -> set[Connection]:
        """The pages at this game."""
        return self.telling.connections

    def side_of(self, seat: int | None) -> Side | None:
        """The side that a seat stands for now."""
        if seat == TABLE:
            return self.match.state.side
        return None if seat is None else _SIDES[seat]

    # ---- what a seat may cost ------------------------------------------------------------------------------

    @contextmanager
    def counted(self, token: str) -> Iterator[None]:
        """Count our work for a seat. Time in which the processor was with somebody else does not count."""
        began = time.thread_time()
        try:
            yield
        finally:
            self.work.of(token).wait(time.thread_time() - began)

    @asynccontextmanager
    async def due(self, token: str) -> AsyncIterator[None]:
        """Work for one request of a seat that may send many at once: one after the other, each when it is due."""
        async with self._requests[token]:
            await asyncio.sleep(self.work.of(token).wait(0.0))
            with self.counted(token):
                yield

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
            return self.not_yours()
        if back > (possible := self.match.can_undo):
            return Reason("", _no_way_back(possible))
        mark = self.match.mark()
        try:
            for _ in range(back):
                self.match.undo()
            before = len(self.match.moves)
            answer = play(Hand(self.match, side, self.knows))
            rows = [("", "")] * back + [row_of(self.match.game, move) for move in self.match.moves[before:]]
        except Exception:
            self.match.put_back(mark)
            self._our_fault(f"{what} of the {side} player")
            return Reason("", OUR_FAULT)
        if rows:
            kept = self.chronicle.follow()
            self.thrift.note(len(rows), back, firm=len(rows) > back and not self.match.can_undo)
            self._advance(side, rows, self.telling.positions(side, kept, self.number + len(rows)))
        return answer

    def knows(self, action: Action) -> bool:
        """Whether an answer names a verb and a target that the title has at all, legal or not."""
        return action.target in self.match.game.named.get(action.verb, ())

    def known(self, answers: Iterable[tuple[str, int | None]]) -> list[Action]:
        """Those of some answers that the title has, legal or not."""
        return [action for answer in answers if self.knows(action := Action(*answer))]

    def _our_fault(self, what: str) -> None:
        """A rule broke down: keep the traceback, and tell everybody at this table. The other games go on."""
        log.exception("game %s, position %s: %s broke a rule", self.row.id, self.number, what)
        self.telling.words(OUR_FAULT)

    def say(self, seat: SeatRow, side: Side, name: str, text: str) -> str | None:
        """A player's word to everybody at the table; returns why it was not passed on."""
        name = " ".join(name.split())
        if not plain(name):
            return say("a name is written in letters, digits and signs that can be seen")
        if not self._talking.of(seat.token).take():
            return say("too many words at once; wait a moment")
        said = Said(int(side), name, visible(" ".join(text.split())), time.time())
        self._talk.append(said)
        self.telling.everybody(_json(said))
        return None

    def talk(self) -> list[Said]:
        """The last words at the table."""
        return [*self._talk]

    def undo(self, side: Side, everything: bool, count: int = 1) -> Reason | None:
        """Take back the last actions of a side, or all it can."""
        return self.act(side, back=max(self.match.can_undo, 1) if everything else count)

    def not_yours(self) -> Reason:
        """Why another side may not answer now."""
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
            try:
                self._kept(error, told)
            except Exception:  # rows of other games were written with this one, and their players wait
                log.exception("game %s, position %s: it could not be told", self.row.id, self.number)

        for number, (words, chance) in enumerate(rows, before + 1):
            book.record(number, words, chance, int(side), durable if number == self.number else None)
        over = self.match.state.result is not None
        if (standing := self.standing()) != self._stood:
            self._stood = standing
            book.append(StandingRow(standing, over, self.row.id))
        if self.number // SNAPSHOT_EVERY != before // SNAPSHOT_EVERY or over:
            try:
                book.append(self.snapshot())
            except Exception:  # the rows are enough to open the game again
                log.exception("game %s, position %s: no snapshot could be made", self.row.id, self.number)

    def _kept(self, error: Exception | None, told: list[tuple[Audience, bytes]]) -> None:
        """What was done is on the disk, or is not."""
        if error is not None:
            self._fail(error)
            return
        self.telling.send(told)
        if self.after_commit is not None:
            self.after_commit(self)

    def undo_for(self, side: Side | None) -> tuple[int, str]:
        """How many actions a side can take back, and to where that leads."""
        count = self.match.can_undo
        if not count or side is None or side is not self.match.state.side:
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
        self.telling.words(text)
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
        self.pending, self.failed = 0, False
        self.forget_answers()
        self.telling.show_all()

    def dismiss(self, text: str) -> None:
        """Send everybody away: the game cannot be shown any more."""
        self.failed = True
        self.book.close()
        self.telling.words(text)
        for connection in self.connections:
            connection.closed = True

    def snapshot(self) -> SnapshotRow:
        """The whole table as it is now."""
        state = self.match.state
        board = _json(state.table())
        rules = self.match.game.title.rules_version
        return SnapshotRow(self.row.id, self.number, rules, saves.position(state), state.drawn, board)

    # ---- work for others -----------------------------------------------------------------------------------

    def counsel(self, side: Side | None) -> Counsel | None:
        """What to ask the staff officer for the side that decides: all he is told is what that side can see."""
        state, earlier = self.match.state, self.match.earlier
        if side is None or side is not state.side:
            return None
        moves = self.match.moves[len(self.match.moves) - len(earlier) :]
        actions = [action for move in moves for action in move.answers]
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
        """Where the game stands, in a line, as a note; where it stood, if that cannot be told."""
        try:
            return standing_of(self.match)
        except Exception:
            log.exception("game %s, position %s: where it stands cannot be told", self.row.id, self.number)
            return self._stood

    def answer(self, question: Hashable, work: Callable[[], bytes]) -> bytes:
        """The answer to a question that many may ask, worked out once in a position."""
        if self._answered != self.number or len(self._answers) >= ANSWERS:
            self.forget_answers()
        if question not in self._answers:
            self._answers[question] = work()
        return self._answers[question]

    def forget_answers(self) -> None:
        """The position is another one."""
        self._answers.clear()
        self._answered = self.number

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
