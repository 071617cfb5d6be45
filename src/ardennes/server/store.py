"""Where games are kept: one SQLite file, an append-only row for every action, a snapshot now and then."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

#: The side of a seat that plays for whoever decides.
TABLE = -1

metadata = sa.MetaData()

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("title", sa.String, nullable=False),
    sa.Column("scenario", sa.String, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
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
    sqlite_with_rowid=False,
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


class SeatRow(NamedTuple):
    """A row of `seats`."""

    token: str
    game: int
    side: int | None
    kind: str


class Store:
    """The file. Every method is one transaction; the journal writes actions on a connection of its own."""

    def __init__(self, path: Path | None) -> None:
        """Open or create the file; None keeps everything in memory, for tests."""
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        url = "sqlite://" if path is None else f"sqlite:///{path}"
        self.path = path
        shared = {"poolclass": sa.pool.StaticPool} if path is None else {}
        self.engine = sa.create_engine(url, connect_args={"check_same_thread": False}, **shared)
        sa.event.listen(self.engine, "connect", _set_up_connection)
        metadata.create_all(self.engine)
        self._catch_up()

    def _catch_up(self) -> None:
        """A file of an older version gets the columns it lacks."""
        with self.engine.begin() as db:
            if all(column["name"] != "data" for column in sa.inspect(db).get_columns("games")):
                db.execute(sa.text("ALTER TABLE games ADD COLUMN data VARCHAR NOT NULL DEFAULT ''"))

    def close(self) -> None:
        """Let go of the file."""
        self.engine.dispose()

    # ---- games ---------------------------------------------------------------------------------------------

    def add_game(self, row: GameRow, tokens: Sequence[SeatRow], moves: Sequence[ActionRow] = ()) -> int:
        """A new game with its seats and, for a save that was opened, what has been played of it."""
        with self.engine.begin() as db:
            fields = {k: v for k, v in row._asdict().items() if k != "id"}
            key = db.execute(games.insert().values(fields)).inserted_primary_key
            assert key is not None
            id_ = int(key[0])
            db.execute(seats.insert(), [{**seat._asdict(), "game": id_} for seat in tokens])
            if moves:
                db.execute(actions.insert(), [{**move._asdict(), "game": id_} for move in moves])
        return id_

    def game(self, id_: int) -> GameRow | None:
        """One game."""
        with self.engine.connect() as db:
            row = db.execute(games.select().where(games.c.id == id_)).first()
        return None if row is None else GameRow(*row)

    def all_games(self) -> list[GameRow]:
        """Every game, the last touched first."""
        with self.engine.connect() as db:
            return [GameRow(*row) for row in db.execute(games.select().order_by(games.c.touched.desc()))]

    def remove_game(self, id_: int) -> None:
        """Forget a game with all that belongs to it."""
        with self.engine.begin() as db:
            for table in (actions, snapshots, orders, seats):
                db.execute(table.delete().where(table.c.game == id_))
            db.execute(games.delete().where(games.c.id == id_))

    def note_standing(self, id_: int, standing: str, over: bool) -> None:
        """Where a game stands, for the list."""
        with self.engine.begin() as db:
            change = {"standing": standing, "over": over, "touched": time.time()}
            db.execute(games.update().where(games.c.id == id_).values(change))

    # ---- seats ---------------------------------------------------------------------------------------------

    def seat(self, token: str) -> SeatRow | None:
        """The seat a secret link opens."""
        with self.engine.connect() as db:
            row = db.execute(seats.select().where(seats.c.token == token)).first()
        return None if row is None else SeatRow(*row)

    def seats_of(self, id_: int) -> list[SeatRow]:
        """All seats of a game."""
        with self.engine.connect() as db:
            return [SeatRow(*row) for row in db.execute(seats.select().where(seats.c.game == id_))]

    def all_seats(self) -> list[SeatRow]:
        """All seats of all games."""
        with self.engine.connect() as db:
            return [SeatRow(*row) for row in db.execute(seats.select())]

    # ---- what was played -----------------------------------------------------------------------------------

    def moves(self, id_: int) -> list[ActionRow]:
        """Everything that was played, in order."""
        query = actions.select().where(actions.c.game == id_).order_by(actions.c.number)
        with self.engine.connect() as db:
            return [ActionRow(*row) for row in db.execute(query)]

    def orders(self, id_: int) -> list[OrderRow]:
        """What the computers of a game wrote down."""
        query = orders.select().where(orders.c.game == id_).order_by(orders.c.number)
        with self.engine.connect() as db:
            return [OrderRow(*row) for row in db.execute(query)]

    def last_snapshot(self, id_: int) -> SnapshotRow | None:
        """The newest snapshot of a game."""
        query = snapshots.select().where(snapshots.c.game == id_).order_by(snapshots.c.number.desc()).limit(1)
        with self.engine.connect() as db:
            row = db.execute(query).first()
        return None if row is None else SnapshotRow(*row)


def _set_up_connection(connection: Any, _record: Any) -> None:
    """Write-ahead log with full durability: what was acknowledged survives a crash of program and machine."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.close()
