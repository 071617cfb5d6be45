"""Recovery: a game rebuilt from the rows that were kept of it. Nothing here touches the disk or the event loop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from ardennes.kernel import Game, Match, Seed, State, Title, saves
from ardennes.kernel.notes import noting, read
from ardennes.kernel.words import say, several
from ardennes.server.store import ActionRow, GameRow, SnapshotRow, mark_of
from ardennes.titles import find


class Damaged(ValueError):
    """A stored game that cannot be opened."""


class Recovered(NamedTuple):
    """A game as it was: `base` is where its moves begin if that is not the start, `number` its last sound row."""

    match: Match
    base: State | None
    number: int
    #: The mark of the last row.
    mark: str = ""
    #: What could not be brought back, in a sentence for its players.
    problem: str = ""
    #: How many rows after the last sound one cannot be used.
    lost: int = 0
    #: The row after which its moves begin: 0, or the number of the snapshot they go on from.
    begins: int = 0


def recovered(row: GameRow, rows: Sequence[ActionRow], snapshots: Sequence[SnapshotRow]) -> Recovered:
    """Every recorded action played again, and checked: the rows follow each other, and positions agree with snapshots.

    Where they do not, the game goes on from a later snapshot, or else from its last sound row. `Damaged` if it cannot
    be opened at all.
    """
    title, game = _game(row)
    seed = saves.read_seed(row.seed)
    found = _from_its_beginning(game, seed, row, rows, snapshots)
    if found.fault:
        later = _from_later(game, seed, rows, [one for one in snapshots if one.number > found.number])
        if later is not None:
            return _told(row, title, found, later, rows)
        if found.differs:  # no snapshot can be read: they are damaged, not the rows
            found = _from_its_beginning(game, seed, row, rows, [])
    return _told(row, title, found, found, rows)


class _Attempt(NamedTuple):
    """How far the rows can be played, and what stopped them."""

    match: Match
    base: State | None
    number: int
    mark: str
    fault: str = ""
    #: Whether it was a snapshot that did not agree.
    differs: bool = False
    begins: int = 0


def _told(row: GameRow, title: Title, first: _Attempt, used: _Attempt, rows: Sequence[ActionRow]) -> Recovered:
    """What an attempt gave, with what its players should know."""
    lost = sum(1 for one in rows if one.number > used.number)
    other_rules = row.rules != title.rules_version
    if other_rules and used.fault:
        text = say(
            "game {game} was played by other rules (version {rules}) and cannot go on: {fault}",
            game=row.id,
            rules=row.rules,
            fault=read(used.fault),
        )
        raise Damaged(text)
    problem = "" if other_rules or not first.fault else _problem(first, used, lost)
    return Recovered(used.match, used.base, used.number, used.mark, problem, lost, used.begins)


def _problem(first: _Attempt, used: _Attempt, lost: int) -> str:
    """A note, for it is kept and read by many."""
    with noting():
        if used is first:
            text = say("{fault}: the game goes on from row {row}", fault=first.fault, row=used.number)
        else:
            text = say(
                "{fault}: the game goes on from row {row}, but its history cannot be shown whole",
                fault=first.fault,
                row=used.number,
            )
            text += f" ({used.fault})" if used.fault else ""
        if lost:
            text += several("; {number} later row is set aside", "; {number} later rows are set aside", lost)
    return text


def _game(row: GameRow) -> tuple[Title, Game]:
    try:
        title = find(row.title)
        saves.same_data(title, row.data)
        return title, Game.of(title, row.scenario, row.options)
    except ValueError as error:
        raise Damaged(say("game {game} cannot be opened: {error}", game=row.id, error=error)) from None


def _from_its_beginning(
    game: Game, seed: Seed, row: GameRow, rows: Sequence[ActionRow], snapshots: Sequence[SnapshotRow]
) -> _Attempt:
    """From the first decision, or from the table that the recorded moves begin with."""
    before = rows[0].number - 1 if rows else max((snapshot.number for snapshot in snapshots), default=0)
    origin = next((snapshot for snapshot in snapshots if snapshot.number == before), None)
    if origin is not None:
        found = _from_snapshot(game, seed, rows, origin)
        if found is None:
            raise Damaged(say("game {game}: the table it began with does not fit this version", game=row.id))
        return found
    try:
        match = Match(game, seed, [int(word) for word in row.opening.split()])
    except ValueError as error:
        with noting():
            fault = say("the first dice do not fit: {error}", error=error)
        return _Attempt(Match(game, seed), None, 0, "", fault)
    return _played(match, None, 0, rows, snapshots)


def _from_later(game: Game, seed: Seed, rows: Sequence[ActionRow], snapshots: Sequence[SnapshotRow]) -> _Attempt | None:
    """As far as any of the snapshots leads: an undo that reaches back beyond the newest needs an older one."""
    best: _Attempt | None = None
    for snapshot in reversed(snapshots):
        found = _from_snapshot(game, seed, rows, snapshot)
        if found is not None and (best is None or found.number > best.number):
            best = found
        if best is not None and not best.fault:
            break
    return best


def _from_snapshot(game: Game, seed: Seed, rows: Sequence[ActionRow], snapshot: SnapshotRow) -> _Attempt | None:
    """On from a snapshot; None if it cannot be read or is not what was written."""
    match = Match(game, seed)
    try:
        board = msgspec.json.decode(snapshot.board, type=dict[str, Any])
        match.begin_at(saves.restored(game, board, seed, snapshot.drawn))
    except (ValueError, KeyError, TypeError, IndexError, RecursionError, msgspec.DecodeError):
        return None
    if snapshot.rules == game.title.rules_version and saves.position(match.state) != snapshot.position:
        return None
    before = [row for row in rows if row.number <= snapshot.number]
    mark = before[-1].mark if before and before[-1].number == snapshot.number else ""
    later = [row for row in rows if row.number > snapshot.number]
    return _played(match, match.base, snapshot.number, later, [], mark)._replace(begins=snapshot.number)


def _played(
    match: Match,
    base: State | None,
    number: int,
    rows: Sequence[ActionRow],
    snapshots: Sequence[SnapshotRow],
    mark: str = "",
) -> _Attempt:
    """Rows played one after the other, up to the first that is missing, changed or refused."""
    positions = {snapshot.number: snapshot.position for snapshot in snapshots}
    for row in rows:
        if row.number != number + 1:
            return _Attempt(match, base, number, mark, _missing(number + 1, row.number - 1))
        # The mark of the row before may be missing with it; then only the chain from here on can be checked.
        if row.mark and (mark or number == 0) and row.mark != mark_of(mark, *row[1:5]):
            return _Attempt(match, base, number, mark, _changed(row.number))
        try:
            if row.words:
                *led, action = saves.read_move(match.game, row.words)
                match.play(action, [int(word) for word in row.chance.split()], led)
            else:
                match.undo()
        except Exception as error:  # whatever a damaged row brings about in the rules
            return _Attempt(match, base, number, mark, _refused(row.number, error))
        if row.number in positions and saves.position(match.state) != positions[row.number]:
            return _Attempt(match, base, number, mark, _differs(row.number), True)
        number, mark = row.number, row.mark or mark
    if positions and max(positions) > number:
        return _Attempt(match, base, number, mark, _cut_off(number))
    return _Attempt(match, base, number, mark)


# ---- what is wrong, as notes ---------------------------------------------------------------------------------


def _missing(first: int, last: int) -> str:
    with noting():
        if first == last:
            return say("row {row} is missing", row=first)
        return say("rows {first} to {last} are missing", first=first, last=last)


def _changed(row: int) -> str:
    with noting():
        return say("row {row} is not as it was written", row=row)


def _refused(row: int, error: Exception) -> str:
    with noting():
        return say("row {row} cannot be played ({error})", row=row, error=error)


def _differs(row: int) -> str:
    with noting():
        return say("the snapshot of row {row} does not agree", row=row)


def _cut_off(row: int) -> str:
    with noting():
        return say("the rows after row {row} are missing", row=row)
