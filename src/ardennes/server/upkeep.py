"""Looking after a store: every game checked, and mended where it can be."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from ardennes.kernel import notes
from ardennes.kernel.words import say
from ardennes.server.claim import Taken
from ardennes.server.copies import connected, faults_of, salvage
from ardennes.server.journal import SET_ASIDE
from ardennes.server.recovery import Damaged, Recovered, recovered
from ardennes.server.store import Store, Unreadable


class Finding(NamedTuple):
    """What was found of one game: how many rows it has, and what is wrong with it."""

    game: int
    name: str
    rows: int
    problem: str = ""
    #: Whether it can be played in spite of that.
    opens: bool = True
    #: What was done about it.
    mended: str = ""


def open_to_read(path: Path) -> Store:
    """A store to look at, whether or not a server has it; one of an older version is brought up if it is free."""
    if not path.is_file():
        raise Unreadable(say("{path}: there is no store of games here", path=path))
    try:
        return Store(path)
    except Taken:
        return Store(path, write=False)


def check(store: Store) -> Iterator[Finding]:
    """Every game replayed from its rows, one after the other."""
    for raw in store.game_rows():
        yield _look_at(store, raw[0], str(raw[7]))[0]


def _look_at(store: Store, id_: int, name: str) -> tuple[Finding, Recovered | None]:
    try:
        kept = store.papers(id_)
        if kept is None:
            return Finding(id_, name, 0), None  # removed just now
        found = recovered(kept.row, kept.rows, kept.snapshots)
    except (Damaged, Unreadable) as error:
        return Finding(id_, name, 0, str(error), opens=False), None
    return Finding(id_, name, len(kept.rows), notes.read(found.problem)), found


def repair(path: Path) -> Iterator[Finding]:
    """Mend every game that can be mended; rows that are of no use any more are set aside, not thrown away.

    A file that SQLite finds damaged is first copied row by row, as far as it can be read. `Taken` if a server has it.
    """
    if not path.is_file():
        raise Unreadable(say("{path}: there is no store of games here", path=path))
    if faults_of(path):
        salvage(path)
    with closing(Store(path)) as store:
        for raw in store.game_rows():
            finding, found = _look_at(store, raw[0], str(raw[7]))
            if found is not None and finding.problem:
                _mend(path, finding.game, found)
                finding = finding._replace(mended=say("it goes on from row {row}", row=found.number))
            yield finding


def _mend(path: Path, game: int, found: Recovered) -> None:
    """Leave only sound rows: those after the last sound one go, and those before the snapshot the game goes on from."""
    with closing(connected(path)) as db, db:
        for statement in SET_ASIDE:
            db.execute(statement, (game, found.number))
        if found.base is not None:
            db.execute(SET_ASIDE[0].replace("number >", "number <="), (game, found.begins))
            db.execute("DELETE FROM actions WHERE game = ? AND number <= ?", (game, found.begins))
            db.execute("DELETE FROM snapshots WHERE game = ? AND number < ?", (game, found.begins))
        db.execute("UPDATE games SET problem = '' WHERE id = ?", (game,))
