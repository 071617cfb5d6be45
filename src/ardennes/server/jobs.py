"""What workers do: everything that takes long. A job carries all it needs and gives back bytes ready to be sent.

Nothing here touches the disk, the event loop or a game in play, so a job that fails costs only itself.
"""

from __future__ import annotations

import gzip
import re
import time
from typing import Any, ClassVar

import msgspec

from ardennes.agents import officer
from ardennes.kernel import Action, BadSave, Match, Side, Sight, saves
from ardennes.kernel.languages import ENGLISH, speaking
from ardennes.kernel.words import fixed, say
from ardennes.lab import luck
from ardennes.parts.eye.spoken import spoken
from ardennes.server import computers, frames
from ardennes.server.messages import Advice, Frames, Review, WrittenOrder
from ardennes.server.records import Record, Start, opened, read_seed, rows_of
from ardennes.server.recovery import recovered
from ardennes.server.store import ActionRow, GameRow, SnapshotRow
from ardennes.titles import find

#: A save is refused unread beyond these: lines, digits of one number.
MOST_LINES = 60_000
MOST_DIGITS = 60
_LONG_NUMBER = re.compile(rf"\d{{{MOST_DIGITS + 1}}}")

#: Lanes: computers and advice, what players want to see of their games, what strangers sent, games to be opened.
THINKING, READING, SENT, OPENING = "thinking", "reading", "sent", "opening"

_pack = msgspec.msgpack.encode


class Unfit(ValueError):
    """What was asked for cannot be, in words for the asker."""


class Job(msgspec.Struct, frozen=True, tag_field="job", kw_only=True):
    """A piece of work, and the terms on which it is done."""

    #: Jobs are begun in the order of when they came plus this many seconds.
    patience: ClassVar[float] = 5.0
    #: After so many seconds a worker is stopped.
    limit: ClassVar[float] = 30.0
    #: What the job keeps a worker busy with; no one lane may take all workers. "" is for what is over at once.
    lane: ClassVar[str] = READING
    #: Lanes that make way for it: where no worker is free, one of theirs is stopped and its job begun again later.
    presses: ClassVar[tuple[str, ...]] = (SENT,)
    #: For so many seconds one of theirs may go on, so that what is short is not begun in vain.
    grace: ClassVar[float] = 1.0
    #: Whether it is tried again when a worker dies over it: not what a stranger sent.
    again: ClassVar[bool] = True

    #: The language of whoever asked.
    language: str = ENGLISH

    def done(self) -> bytes:
        """The answer, in the language of whoever asked."""
        with speaking(self.language):
            return self.run()

    def run(self) -> bytes:
        """Do it."""
        raise NotImplementedError


class Decided(msgspec.Struct, frozen=True, array_like=True):
    """A computer's answers, its new order in writing if it made one, and what it bears in mind.

    All but the last only take something up. `under_way` says that its next answer is likely to come at once.
    """

    actions: list[Action]
    order: list[str]
    mind: bytes
    under_way: bool


class Decide(Job, frozen=True, tag="decide"):
    """A computer's answer from what its side can see. Its mind travels with it, so any worker can take the next."""

    patience = 0.5
    limit = 120.0
    lane = THINKING

    start: Start
    side: Side
    table: bytes
    agent: str
    seed: int
    mind: bytes

    def run(self) -> bytes:
        """Wake the computer, ask, and put it to sleep again."""
        agent = computers.awake(self.agent, self.seed, self.mind)
        sight = Sight.of_table(self.start.game(), self.side, msgspec.json.decode(self.table, type=dict[str, Any]))
        actions, order = computers.decide(agent, sight)
        return _pack(Decided(actions, order, computers.asleep(agent), computers.is_quick(agent)))


class CarryOn(Decide, frozen=True, tag="carry on"):
    """The same where no plan has to be made: it is over at once and need not wait behind those that are made."""

    patience = 0.0
    lane = ""


class Recall(Job, frozen=True, tag="recall"):
    """What a computer bore in mind when its game was put away: it is asked once more for what it planned last."""

    patience = 0.5
    limit = 120.0
    lane = THINKING

    record: Record
    side: Side
    agent: str
    secret: str

    def run(self) -> bytes:
        """Its mind, without an answer."""
        agent = computers.recalled(self.record, self.side, self.agent, self.secret)
        if agent is None:
            return _pack(Decided([], [], b"", False))
        return _pack(Decided([], [], computers.asleep(agent), computers.is_quick(agent)))


class Counsel(Job, frozen=True, tag="counsel"):
    """The staff officer's advice on a position: `table` is the oldest one that can be gone back to."""

    patience = 2.0
    limit = 30.0
    lane = THINKING

    start: Start
    side: Side
    table: bytes
    actions: list[Action]
    at: int

    def run(self) -> bytes:
        """Courses for the position reached, and a word on the last order given."""
        sight = Sight.of_table(self.start.game(), self.side, msgspec.json.decode(self.table, type=dict[str, Any]))
        positions = [sight.imagine(0)]
        for action in self.actions:
            after = positions[-1].copy()
            after.play(action)
            positions.append(after)
        *earlier, now = positions
        return _json(Advice(self.at, officer.courses(now), officer.opinion(earlier, self.actions)))


class SinceLast(Job, frozen=True, tag="since"):
    """What a side missed: frames from the move it last made."""

    patience = 2.0

    record: Record
    skip: int
    side: Side | None
    at: int

    def run(self) -> bytes:
        """The frames."""
        look, steps = frames.since(self.record.begun(), self.record.moves, self.skip, self.side)
        return _json(Frames(self.at, look, steps))


class ReplayGame(Job, frozen=True, tag="replay"):
    """A game of this house from its beginning, as a side saw it; compressed JSON."""

    record: Record
    side: Side | None
    name: str

    def run(self) -> bytes:
        """The replay."""
        return _packed(frames.replay(self.record.begun(), self.record.moves, self.side, self.name))


class ReviewGame(Job, frozen=True, tag="review"):
    """A finished game looked at again; compressed JSON."""

    # The win chance around great moments is found by playing on, which takes its time on a busy machine.
    limit = 180.0

    record: Record
    name: str
    orders: list[WrittenOrder]

    def run(self) -> bytes:
        """Luck and skill, and every die drawn again."""
        match = self.record.match()
        start = self.record.start
        dice = checked_dice(saves.dump(match, reveal_seed=True))
        return _packed(
            Review(start.title, start.scenario, start.options, self.name, luck.report(match), self.orders, dice)
        )


class ReadSave(Job, frozen=True, tag="read"):
    """A save somebody sent, to be played on. `seed` is for a save without one."""

    patience = 3.0
    again = False

    text: str
    seed: str

    def run(self) -> bytes:
        """The game, ready to be played."""
        match = loaded(self.text, self.seed)
        if match.base is not None:  # rows begin with the table of such a game, so its earlier moves stay in the file
            match.begin_at(match.state)
        found = opened(match, match.base, len(match.moves))
        return _pack(msgspec.structs.replace(found, rows=rows_of(match, time.time())))


class ReplaySave(Job, frozen=True, tag="show"):
    """A save somebody sent, to be looked at; compressed JSON."""

    lane = SENT
    presses = ()
    again = False

    text: str

    def run(self) -> bytes:
        """The replay."""
        match = loaded(self.text, "0")
        begun = Match(match.game, match.seed, match.opening.chance)
        if match.base is not None:
            begun.begin_at(match.base)
        name = fixed(next(s.name for s in match.game.title.scenarios if s.key == match.game.scenario))
        return _packed(frames.replay(begun, match.moves, None, name))


class OpenGame(Job, frozen=True, tag="open"):
    """A stored game, from its rows. Nobody who wants to play waits for what others want to look at."""

    patience = 0.0
    limit = 120.0
    lane = OPENING
    presses = (SENT, READING)
    grace = 0.0

    row: GameRow
    rows: list[ActionRow]
    snapshots: list[SnapshotRow]

    def run(self) -> bytes:
        """The game, ready to be played."""
        found = recovered(self.row, self.rows, self.snapshots)
        return _pack(opened(found.match, found.base, found.number, found.mark, found.problem, found.lost))


AnyJob = Decide | CarryOn | Recall | Counsel | SinceLast | ReplayGame | ReviewGame | ReadSave | ReplaySave | OpenGame

_read_job = msgspec.msgpack.Decoder(AnyJob).decode


def read(data: bytes) -> Job:
    """A job as it travels."""
    job: Job = _read_job(data)
    return job


def _json(answer: msgspec.Struct) -> bytes:
    return msgspec.json.encode(spoken(answer))


def _packed(answer: msgspec.Struct) -> bytes:
    return gzip.compress(_json(answer), 5)


def checked_dice(text: str) -> str:
    """Every die of a finished game drawn again from its seed."""
    try:
        found = saves.verify(text, find)
    except BadSave as error:
        return say("the dice cannot be checked: {error}", error=error)
    if found.wrong is not None:
        line, recorded, drawn = found.wrong
        return say(
            "line {line} of the save has a {recorded} where the seed gives {drawn}",
            line=line,
            recorded=recorded,
            drawn=drawn,
        )
    return say(
        "all {dice} dice came from the seed {seed}, whose hash was fixed before the first roll",
        dice=found.dice,
        seed=found.seed,
    )


def loaded(text: str, seed: str) -> Match:
    """The match of a save from outside. `Unfit` says what is wrong with it."""
    try:
        _within_bounds(text.splitlines())
        return saves.load(text, find, new_seed=lambda: read_seed(seed))
    except BadSave as error:
        raise Unfit(str(error)) from None


def _within_bounds(lines: list[str]) -> None:
    """`BadSave` unless the lines are few and plain enough to be read at all."""
    if len(lines) > MOST_LINES:
        text = say("the file has {number} lines; at most {most} are read", number=len(lines), most=MOST_LINES)
        raise BadSave(MOST_LINES + 1, text)
    for number, line in enumerate(lines, 1):
        if _LONG_NUMBER.search(line):
            raise BadSave(number, say("expected numbers of at most {most} digits, got a longer one", most=MOST_DIGITS))
