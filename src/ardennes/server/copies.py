"""Copies of a whole store: made while games are played, brought back, and saved from a damaged file."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from ardennes.kernel.words import say
from ardennes.server.claim import Claim
from ardennes.server.store import Store, Unreadable

#: The tables of a store, each after those it refers to.
TABLES = ("games", "seats", "actions", "snapshots", "orders", "set_aside")

#: The first bytes of every store that we write: what the file is, pages of 4096 bytes, a log ahead of the writes.
_MAGIC = b"SQLite format 3\0\x10\x00\x02\x02\x00\x40\x20\x20"
_PAGE = 4096


def connected(path: Path) -> sqlite3.Connection:
    """A connection that waits for its turn."""
    return sqlite3.connect(path, timeout=10)


def faults_of(path: Path) -> list[str]:
    """What SQLite itself finds wrong with a file."""
    try:
        with closing(connected(path)) as db:
            return [str(text) for (text,) in db.execute("PRAGMA quick_check(20)") if text != "ok"]
    except sqlite3.Error as error:
        return [str(error)]


def backup(path: Path, target: Path, overwrite: bool = False) -> int:
    """Copy a store into one file, also while a server plays; returns how many games are in it."""
    if not path.is_file():
        raise Unreadable(f"{path}: there is no store of games here")
    if target.exists() and not overwrite:
        raise FileExistsError(f"{target} exists: choose another name, or say --overwrite")
    if faults := faults_of(path):
        raise Unreadable(f"{path} is damaged ({faults[0]}): `ardennes store repair` saves what can be read")
    part = target.with_name(target.name + ".part")
    _copy(path, part)
    os.replace(part, target)
    _reach_the_disk(target.parent)
    return games_in(target)


class Restored(NamedTuple):
    """How many games were brought back, where the store they replace is now, and what of the file was left behind."""

    games: int
    aside: Path | None
    left: list[str]


def restore(path: Path, source: Path) -> Restored:
    """Put the games of a copy in the place of a store: rows of our own tables, and nothing else that is in the file."""
    if not source.is_file():
        raise Unreadable(f"{source}: there is no such file")
    if faults := faults_of(source):
        raise Unreadable(f"{source} is damaged itself ({faults[0]})")
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    claim = Claim(path)
    try:
        part = path.with_name(path.name + ".part")
        left = _rows_copied(source, part)
        aside = _put_aside(path, "before-restore") if path.exists() else None
        os.replace(part, path)
        _reach_the_disk(path.parent)
    finally:
        claim.drop()
    return Restored(games_in(path), aside, left)


def games_in(path: Path) -> int:
    """How many games a store has; `Unreadable` if it is none."""
    try:
        with closing(connected(path)) as db:
            db.execute("SELECT 1 FROM actions LIMIT 1").fetchall()
            return int(db.execute("SELECT count(*) FROM games").fetchone()[0])
    except sqlite3.Error as error:
        raise Unreadable(f"{path} is no store of games ({error})") from None


def _copy(source: Path, target: Path) -> None:
    """All of a database as it is at one moment, in one file that only its owner reads."""
    target.unlink(missing_ok=True)
    os.close(os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    with closing(connected(source)) as old, closing(connected(target)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")
    _synced(target)


def _synced(file: Path) -> None:
    with file.open("rb") as opened:
        os.fsync(opened.fileno())


def _removed(path: Path) -> None:
    for name in ("", "-wal", "-shm"):
        path.with_name(path.name + name).unlink(missing_ok=True)


def _rows_copied(source: Path, target: Path) -> list[str]:
    """A store of our own making with the rows of another file; returns what else there was, such as triggers."""
    _removed(target)
    Store(target).close()
    try:
        with closing(connected(target)) as db:
            db.execute("PRAGMA journal_mode=DELETE")
            db.execute("ATTACH ? AS other", (str(source),))
            db.execute("PRAGMA trusted_schema=OFF")
            with db:
                db.execute("BEGIN")
                there = db.execute("SELECT type, name, sql FROM other.sqlite_master").fetchall()
                for table in TABLES:
                    if not any(_plain(table, *row) for row in there):
                        if any(name == table for _, name, _ in there) or table in ("games", "seats", "actions"):
                            raise Unreadable(
                                say("{file} is no store of games: it has no table {table}", file=source, table=table)
                            )
                        continue  # an older file
                    have = {row[1] for row in db.execute(f"PRAGMA other.table_info({table})")}
                    ours = [row[1] for row in db.execute(f"PRAGMA main.table_info({table})") if row[1] in have]
                    names = ", ".join(ours)
                    db.execute(f"INSERT INTO main.{table} ({names}) SELECT {names} FROM other.{table}")
                own = {name for (name,) in db.execute("SELECT name FROM main.sqlite_master")}
    except Unreadable:
        _removed(target)
        raise
    except sqlite3.Error as error:
        _removed(target)
        raise Unreadable(say("{file} cannot be brought back: {error}", file=source, error=error)) from None
    finally:
        target.with_name(target.name + ".lock").unlink(missing_ok=True)
    _synced(target)
    return [f"{kind} {name[:80]!r}" for kind, name, _ in there if name not in own and not name.startswith("sqlite_")]


def _plain(table: str, kind: str, name: str, sql: str | None) -> bool:
    """Whether an entry of a schema is this table, with nothing that works when it is read."""
    return (kind, name) == ("table", table) and re.match(r"(?i)\s*CREATE\s+TABLE\b", sql or "") is not None


def _put_aside(path: Path, why: str) -> Path:
    """Move a store with its log files out of the way, under a name that nothing has yet."""
    stamp, number = time.strftime("%Y%m%d-%H%M%S"), 0
    while (aside := path.with_name(f"{path.name}.{why}-{stamp}{f'-{number}' if number else ''}")).exists():
        number += 1
    for name in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            os.rename(path.with_name(path.name + name), aside.with_name(aside.name + name))
    return aside


def _reach_the_disk(folder: Path) -> None:
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# ---- a damaged file ----------------------------------------------------------------------------------------


def salvage(path: Path) -> Path:
    """Rebuild a damaged file from the rows that can still be read; returns where the damaged one is now."""
    claim = Claim(path)
    work, part = path.with_name(path.name + ".salvage"), path.with_name(path.name + ".part")
    try:
        for name in ("", "-wal"):
            if path.with_name(path.name + name).exists():
                shutil.copyfile(path.with_name(path.name + name), work.with_name(work.name + name))
        if not _reads(work):
            _new_header(work)
        part.unlink(missing_ok=True)
        Store(part).close()
        with closing(connected(work)) as old, closing(connected(part)) as new:
            saved = sum(_rows_saved(old, new, table) for table in TABLES)
            new.execute("PRAGMA journal_mode=DELETE")
        if not saved:
            raise Unreadable(
                f"nothing can be read from {path}: bring back a copy with `ardennes store restore FILE`, or move the "
                f"file away to begin with an empty store"
            )
        aside = _put_aside(path, "damaged")
        os.replace(part, path)
        _reach_the_disk(path.parent)
        return aside
    finally:
        for left in (work, part):
            for name in ("", "-wal", "-shm", ".lock"):
                left.with_name(left.name + name).unlink(missing_ok=True)
        claim.drop()


def _reads(path: Path) -> bool:
    try:
        with closing(connected(path)) as db:
            return bool(db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    except sqlite3.Error:
        return False


def _new_header(path: Path) -> None:
    """Write the first hundred bytes of a database anew: they say nothing that cannot be told from its size."""
    pages = path.stat().st_size // _PAGE
    one, four = (1).to_bytes(4, "big"), (4).to_bytes(4, "big")
    header = _MAGIC + one + pages.to_bytes(4, "big") + bytes(8) + one + four + bytes(8) + one
    header += bytes(92 - len(header)) + one + (3_040_000).to_bytes(4, "big")
    with path.open("r+b") as file:
        file.write(header)


def _rows_saved(old: sqlite3.Connection, new: sqlite3.Connection, table: str) -> int:
    """Copy what can be read of a table; a page that cannot be read costs only the rows of one game after it."""
    try:
        have = {row[1] for row in old.execute(f"PRAGMA table_info({table})")}
    except sqlite3.Error:
        return 0
    columns = [row[1] for row in new.execute(f"PRAGMA table_info({table})") if row[1] in have]
    if not columns:
        return 0
    names, marks = ", ".join(columns), ", ".join("?" for _ in columns)
    saved = 0
    for row in _readable(old, new, table, names):
        with suppress(sqlite3.Error):
            saved += new.execute(f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({marks})", row).rowcount
    new.commit()
    return saved


def _readable(old: sqlite3.Connection, new: sqlite3.Connection, table: str, names: str) -> Iterator[tuple[object, ...]]:
    queries: list[tuple[str, tuple[object, ...]]]
    if table == "games":
        queries = [(f"SELECT {names} FROM games", ()), (f"SELECT {names} FROM games ORDER BY id DESC", ())]
    else:
        games = [(id_,) for (id_,) in new.execute("SELECT id FROM games").fetchall()]
        queries = [(f"SELECT {names} FROM {table} WHERE game = ?", id_) for id_ in games]
    for query, values in queries:
        with suppress(sqlite3.Error):
            yield from old.execute(query, values)
