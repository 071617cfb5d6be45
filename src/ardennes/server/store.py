"""Where games are kept: one SQLite file, an append-only row for every action, a snapshot now and then."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa

from ardennes.kernel.words import phrase, say
from ardennes.server.claim import Claim

Row = TypeVar("Row")

#: The side of a seat that plays for whoever decides.
TABLE = -1

metadata = sa.MetaData()

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("title", sa.String, nullable=False),
    sa.Column("scenario", sa.String, nullable=False),
    #: A JSON object; read game by game, so that one that cannot be read hides no other.
    sa.Column("options", sa.String, nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("seed", sa.String, nullable=False),
    #: What chance did before the first decision.
    sa.Column("opening", sa.String, nullable=False),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("touched", sa.Float, nullable=False),
    #: A line for the list of games: where it stands, or how it ended.
    sa.Column("standing", sa.String, nullable=False, default=""),
    sa.Column("over", sa.Boolean, nullable=False, default=False),
    #: The mark of the data pack the game is played with; empty for our own data.
    sa.Column("data", sa.String, nullable=False, server_default=""),
    #: What is wrong with the rows of the game, as found when it was last opened.
    sa.Column("problem", sa.String, nullable=False, server_default=""),
    #: What its computers draw from; empty where there are none, and in older games, whose computers draw from the seed.
    sa.Column("computers", sa.String, nullable=False, server_default=""),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("token", sa.String, primary_key=True),
    sa.Column("game", sa.Integer, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    #: The side that plays from this seat; null for spectators, `TABLE` for one who plays both sides.
    sa.Column("side", sa.Integer),
    #: "you", "person", "watch", "table" or "computer NAME".
    sa.Column("kind", sa.String, nullable=False),
)

#: One row per action and per action taken back, in the order they happened.
actions = sa.Table(
    "actions",
    metadata,
    sa.Column("game", sa.Integer, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    #: The action as saves write it; empty for one taken back.
    sa.Column("words", sa.String, nullable=False),
    sa.Column("chance", sa.String, nullable=False),
    sa.Column("side", sa.Integer, nullable=False),
    sa.Column("made", sa.Float, nullable=False),
    #: A hash of this row and the mark before it, so that a lost or changed row is noticed; empty in older files.
    sa.Column("mark", sa.String, nullable=False, server_default=""),
    sqlite_with_rowid=False,
)

#: Rows that cannot be used any more, kept for whoever wants to look at them.
set_aside = sa.Table(
    "set_aside",
    metadata,
    sa.Column("game", sa.Integer, nullable=False, index=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("words", sa.String, nullable=False),
    sa.Column("chance", sa.String, nullable=False),
    sa.Column("side", sa.Integer, nullable=False),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("mark", sa.String, nullable=False),
)

snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("game", sa.Integer, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("position", sa.String, nullable=False),
    sa.Column("drawn", sa.Integer, nullable=False),
    sa.Column("board", sa.LargeBinary, nullable=False),
)


#: What computers wrote down before they acted.
orders = sa.Table(
    "orders",
    metadata,
    sa.Column("game", sa.Integer, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("line", sa.Integer, nullable=False),
    sa.Column("side", sa.Integer, nullable=False),
    sa.Column("text", sa.String, nullable=False),
)


class OrderRow(NamedTuple):
    """A row of `orders`: made at position `number`, when the log had `line` lines."""

    game: int
    number: int
    line: int
    side: int
    text: str


class ActionRow(NamedTuple):
    """A row of `actions`."""

    game: int
    number: int
    words: str
    chance: str
    side: int
    made: float
    mark: str = ""


class StandingRow(NamedTuple):
    """Where a game stands, for the list; written with the row that changed it."""

    standing: str
    over: bool
    game: int


class SnapshotRow(NamedTuple):
    """A row of `snapshots`: the whole table at one moment."""

    game: int
    number: int
    rules: int
    position: str
    drawn: int
    board: bytes


class GameRow(NamedTuple):
    """A row of `games`."""

    id: int
    title: str
    scenario: str
    options: dict[str, Any]
    rules: int
    seed: str
    opening: str
    name: str
    made: float
    touched: float
    standing: str
    over: bool
    data: str = ""
    problem: str = ""
    computers: str = ""


class SeatRow(NamedTuple):
    """A row of `seats`."""

    token: str
    game: int
    side: int | None
    kind: str


class Papers(NamedTuple):
    """All that is kept of a game's play, as of one moment."""

    row: GameRow
    rows: list[ActionRow]
    snapshots: list[SnapshotRow]
    seats: list[SeatRow]


class Unreadable(ValueError):
    """A file or a row that cannot be read; the message says what can be done."""


def mark_of(before: str, number: int, words: str, chance: str, side: int) -> str:
    """The mark of a row that follows the row with the mark `before`."""
    return blake2b(f"{before}|{number}|{words}|{chance}|{side}".encode(), digest_size=8).hexdigest()


def marked(rows: Sequence[ActionRow]) -> list[ActionRow]:
    """Rows from the first one on, with their marks."""
    found, mark = [], ""
    for row in rows:
        mark = mark_of(mark, row.number, row.words, row.chance, row.side)
        found.append(row._replace(mark=mark))
    return found


#: A game was last touched when its last row was made; finding that row is one step in the index.
_GAMES = "SELECT {} FROM games".format(", ".join(GameRow._fields)).replace(
    "touched",
    "max(touched, coalesce((SELECT made FROM actions WHERE game = games.id ORDER BY number DESC LIMIT 1), 0))",
)


class Store:
    """The file. Every method is one transaction; the journal writes actions on a connection of its own."""

    def __init__(self, path: Path | None, patience: float = 5.0, write: bool = True) -> None:
        """Open the file, or create it. None keeps everything in memory, for tests.

        Who means to write holds the file alone (`Taken` says who has it); anybody may read. `patience` is how many
        seconds a write waits for another program that has locked the file. `Unreadable` if it is no store.
        """
        self.path = path
        self._claim: Claim | None = None
        if path is not None:
            if write:
                path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                self._claim = Claim(path)
                _for_the_owner_only(path)
            elif not path.is_file():
                raise Unreadable(say("{path}: there is no store of games here", path=path))
        url = "sqlite://" if path is None else f"sqlite:///{path}"
        shared = {"poolclass": sa.pool.StaticPool} if path is None else {}
        arguments = {"check_same_thread": False, "timeout": patience}
        self.engine = sa.create_engine(url, connect_args=arguments, **shared)
        sa.event.listen(self.engine, "connect", _set_up_connection)
        try:
            if write:
                metadata.create_all(self.engine)
                self._catch_up()
            with self.engine.connect() as db:
                db.exec_driver_sql(f"{_GAMES} LIMIT 1").all()
                db.execute(seats.select()).all()
        except (sa.exc.DBAPIError, sqlite3.Error) as error:
            self.close()
            text = say(
                "{path} cannot be read as a store of games ({error}): bring back a copy with "
                "`ardennes store restore FILE`, or save what can be read with `ardennes store repair`",
                path=path,
                error=getattr(error, "orig", error),
            )
            raise Unreadable(text) from None

    def _catch_up(self) -> None:
        """A file of an older version gets the columns it lacks."""
        with self.engine.begin() as db:
            for table, column in (("games", "data"), ("games", "problem"), ("games", "computers"), ("actions", "mark")):
                if all(known["name"] != column for known in sa.inspect(db).get_columns(table)):
                    db.execute(sa.text(f"ALTER TABLE {table} ADD COLUMN {column} VARCHAR NOT NULL DEFAULT ''"))

    def close(self) -> None:
        """Let go of the file."""
        self.engine.dispose()
        if self._claim is not None:
            self._claim.drop()

    # ---- games ---------------------------------------------------------------------------------------------

    def add_game(self, row: GameRow, tokens: Sequence[SeatRow], moves: Sequence[ActionRow] = ()) -> int:
        """A new game with its seats and, for a save that was opened, what has been played of it."""
        with self._writing() as db:
            fields = {k: v for k, v in row._asdict().items() if k != "id"}
            fields["options"] = msgspec.json.encode(row.options).decode()
            key = db.execute(games.insert().values(fields)).inserted_primary_key
            assert key is not None
            id_ = int(key[0])
            db.execute(seats.insert(), [{**seat._asdict(), "game": id_} for seat in tokens])
            if moves:
                db.execute(actions.insert(), [{**move._asdict(), "game": id_} for move in moves])
        return id_

    def game_rows(self) -> list[tuple[Any, ...]]:
        """Every game as it is written, the last touched first; `read_game` makes sense of a row."""
        with self._reading() as db:
            rows = [tuple(row) for row in db.exec_driver_sql(_GAMES)]
        return sorted(rows, key=lambda row: row[9] if isinstance(row[9], float | int) else 0.0, reverse=True)

    def remove_game(self, id_: int) -> None:
        """Forget a game with all that belongs to it."""
        with self._writing() as db:
            for table in (actions, snapshots, orders, seats, set_aside):
                db.execute(table.delete().where(table.c.game == id_))
            db.execute(games.delete().where(games.c.id == id_))

    def note_problem(self, id_: int, problem: str) -> None:
        """What was found to be wrong with a game, for the list; nothing if all is well."""
        with self._writing() as db:
            db.execute(games.update().where(games.c.id == id_).values(problem=problem))

    def gaps(self) -> dict[int, str]:
        """Games whose rows are not whole, told by counting them."""
        query = (
            "SELECT game, sum(typeof(number) = 'integer'), count(*), min(number + 0), max(number + 0) "
            "FROM actions GROUP BY game"
        )
        with self._reading() as db:
            found = db.exec_driver_sql(query).all()
            begun = {tuple(row) for row in db.execute(sa.select(snapshots.c.game, snapshots.c.number))}
        return {
            game: phrase("some of its rows are missing; it opens as far as it can be read")
            for game, numbered, count, first, last in found
            if numbered != count or count != last - first + 1 or (first != 1 and (game, first - 1) not in begun)
        }

    # ---- seats ---------------------------------------------------------------------------------------------

    def all_seats(self) -> list[SeatRow]:
        """All seats of all games."""
        with self._reading() as db:
            return [SeatRow(*row) for row in db.execute(seats.select())]

    # ---- what was played -----------------------------------------------------------------------------------

    def papers(self, id_: int) -> Papers | None:
        """All that is kept of a game, read at one moment. `Unreadable` if its rows cannot be read."""
        with self._reading() as db:
            db.exec_driver_sql("BEGIN")
            row = db.exec_driver_sql(f"{_GAMES} WHERE id = ?", (id_,)).first()
            if row is None:
                return None
            moves = actions.select().where(actions.c.game == id_).order_by(actions.c.number)
            shots = snapshots.select().where(snapshots.c.game == id_).order_by(snapshots.c.number)
            chairs = seats.select().where(seats.c.game == id_)
            return Papers(
                read_game(tuple(row)),
                [_converted(ActionRow, row) for row in db.execute(moves)],
                [_converted(SnapshotRow, row) for row in db.execute(shots)],
                [_converted(SeatRow, row) for row in db.execute(chairs)],
            )

    def orders(self, id_: int) -> list[OrderRow]:
        """What the computers of a game wrote down."""
        query = orders.select().where(orders.c.game == id_).order_by(orders.c.number)
        with self._reading() as db:
            return [OrderRow(*row) for row in db.execute(query)]

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        try:
            with self.engine.connect() as db:
                yield db
        except (sa.exc.DBAPIError, sqlite3.Error) as error:
            text = say("the store cannot be read just now: {error}", error=getattr(error, "orig", error))
            raise Unreadable(text) from None

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        try:
            with self.engine.begin() as db:
                yield db
        except (sa.exc.DBAPIError, sqlite3.Error) as error:
            text = say("the store cannot be written just now: {error}", error=getattr(error, "orig", error))
            raise Unreadable(text) from None


def read_game(row: tuple[Any, ...]) -> GameRow:
    """A row of `games` in its types; `Unreadable` names the field that does not fit."""
    fields = dict(zip(GameRow._fields, row, strict=True))
    try:
        # In their types at once: what is nested, however deeply, is refused where it begins.
        fields["options"] = msgspec.json.decode(fields["options"], type=dict[str, bool | int])
    except (msgspec.DecodeError, TypeError) as error:
        raise Unreadable(say("its options cannot be read: {error}", error=error)) from None
    fields["over"] = bool(fields["over"])
    return _converted(GameRow, tuple(fields.values()))


def _converted(kind: type[Row], row: Any) -> Row:
    try:
        return msgspec.convert(tuple(row), kind)
    except msgspec.ValidationError as error:
        raise Unreadable(say("a row of it cannot be read: {error}", error=error)) from None


def _for_the_owner_only(path: Path) -> None:
    """Seeds and seat links are in here: nobody else on this machine may read them. The log files take over the mode."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for name in ("", "-wal", "-shm"):
        file = path.with_name(path.name + name)
        if file.exists() and file.stat().st_mode & 0o077:
            file.chmod(0o600)


def _set_up_connection(connection: sqlite3.Connection, _record: Any) -> None:
    """Write-ahead log with full durability: what was acknowledged survives a crash of program and machine."""
    connection.text_factory = _text
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _text(data: bytes) -> str:
    """A damaged text is a wrong text, which its row's mark tells, and hides no other row."""
    return data.decode("utf-8", "replace")
