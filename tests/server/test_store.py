"""The store under everything that can befall it: locks, lost and changed rows, a second server, a damaged file."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import sqlite3
import stat
import sys
import threading
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from ardennes.cli import main
from ardennes.server import copies, upkeep
from ardennes.server.claim import Claim, Taken
from ardennes.server.house import SEED_BITS
from ardennes.server.journal import Journal
from ardennes.server.listing import listing
from ardennes.server.store import Store, Unreadable, metadata
from tests.patience import soon
from tests.server.club import Club, Seat
from tests.server.mutations import deep_json
from tests.server.test_keeping import start_process
from tests.server.test_play import play_on

FILE = "games.sqlite3"


def played(path: Path, moves: int = 60, scenario: str = "seventh_army") -> tuple[Any, int]:
    """A store with one game that was played a while; the game and its last row."""
    club = Club(path)
    made = club.start(scenario, seats=("you", "you"))
    seats = [club.sit(seat["token"]) for seat in made["seats"][:2]]
    play_on(seats, random.Random(3), moves)
    at = seats[0].at
    club.close()
    return made, at


def change(path: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(path) as db:
        db.execute(statement, values)
    db.close()


class Done(NamedTuple):
    """What a command gave back."""

    returncode: int
    stdout: str
    stderr: str


def cli(*args: str) -> Done:
    """A command as a user types it, in this process."""
    out, err = StringIO(), StringIO()
    code: Any = 0
    with pytest.MonkeyPatch.context() as patched, redirect_stdout(out), redirect_stderr(err):
        patched.setattr(sys, "argv", ["ardennes", *args])
        try:
            main()
        except SystemExit as end:
            code = end.code
    return Done(int(code or 0), out.getvalue(), err.getvalue())


# ---- a write that fails ------------------------------------------------------------------------------------


def test_a_game_goes_on_from_its_last_row_when_the_file_was_locked(tmp_path: Path) -> None:
    club = Club(tmp_path / FILE, patience=0.3)
    made = club.start(seats=("you", "you"))
    german = club.sit(made["seats"][0]["token"])
    german.move()
    at, look = german.at, german.look
    lock = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    german.say("act", verb="done")
    told = german.expect("bad")
    assert "could not be saved (database is locked)" in told["text"]
    assert "reload" not in told["text"]
    fresh = german.expect("position")
    assert (fresh["at"], fresh["fresh"], german.look) == (at, True, look)
    lock.execute("ROLLBACK")
    lock.close()
    # The same page plays on, and no row is missing.
    german.move()
    assert german.at == at + 1
    club.close()
    [found] = upkeep.check(Store(tmp_path / FILE, write=False))
    assert (found.rows, found.problem) == (at + 1, "")


def test_a_game_that_cannot_be_kept_is_refused_in_words(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    club = Club(tmp_path / FILE, patience=0.1)
    made = club.start()
    lock = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    wish = b'{"title": "tigers_in_the_mist", "scenario": "campaign", "seats": ["you", "you"]}'
    for asked in (("POST", "/api/games", wish), ("DELETE", f"/api/games/{made['id']}", None)):
        status, problem = club.call(*asked, **{"content-type": "application/json"})
        assert (status, problem["text"]) == (409, "the store cannot be written just now: database is locked")
    lock.execute("ROLLBACK")
    lock.close()
    assert club.call("POST", "/api/games", wish, **{"content-type": "application/json"})[0] == 201
    assert not [record for record in caplog.records if record.exc_info]
    club.close()


def test_rows_queued_behind_a_failed_one_are_not_written(tmp_path: Path) -> None:
    """A hole is impossible: what was in the queue when the first write failed goes with it."""

    async def run() -> tuple[list[Exception | None], list[int]]:
        store = Store(tmp_path / FILE, patience=0.1)
        journal = Journal(store, asyncio.get_running_loop())
        with store.engine.begin() as db:
            db.exec_driver_sql("INSERT INTO games VALUES (1, 't', 's', '{}', 1, '1', '', 'n', 0, 0, '', 0, '', '', '')")
        lock = sqlite3.connect(tmp_path / FILE, isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        book = journal.book(1)
        answers: list[Exception | None] = []
        book.record(1, "a", "", 0, answers.append)
        await soon(lambda: not (journal._gathered or journal._waiting))  # it is being written when the second comes
        book.record(2, "b", "", 0, answers.append)
        await soon(lambda: answers)  # on a busy machine both are refused by now
        lock.execute("ROLLBACK")
        lock.close()
        book.record(3, "c", "", 0, answers.append)
        await soon(lambda: len(answers) == 3)
        with store.engine.connect() as db:
            rows = [number for (number,) in db.exec_driver_sql("SELECT number FROM actions")]
        await asyncio.to_thread(journal.close)
        store.close()
        return answers, rows

    answers, rows = asyncio.run(run())
    assert all(answers)
    assert rows == []


def test_each_game_fails_alone(tmp_path: Path) -> None:
    """A row that one game may not write does not cost the others theirs, though they share its transaction."""

    async def run() -> list[str | None]:
        store = Store(tmp_path / FILE)
        journal = Journal(store, asyncio.get_running_loop())
        with store.engine.begin() as db:
            for id_ in (1, 2, 3):
                db.exec_driver_sql(
                    f"INSERT INTO games VALUES ({id_}, 't', 's', '{{}}', 1, '1', '', 'n', 0, 0, '', 0, '', '', '')"
                )
            db.exec_driver_sql("DELETE FROM games WHERE id = 2")
        answers: dict[int, str | None] = {}

        def keep(id_: int) -> Callable[[Exception | None], None]:
            return lambda error: answers.update({id_: error and str(error)})

        for id_ in (1, 2, 3):
            journal.book(id_).record(1, "a", "", 0, keep(id_))
        await soon(lambda: len(answers) == 3)
        await asyncio.to_thread(journal.close)
        store.close()
        return [answers[id_] for id_ in (1, 2, 3)]

    assert asyncio.run(run()) == [None, "FOREIGN KEY constraint failed", None]


def test_removing_games_disturbs_nobody(club: Club) -> None:
    made = club.start("campaign", seats=("you", "you"))
    seats = [club.sit(seat["token"]) for seat in made["seats"][:2]]
    others = [club.start(seats=("you", "you")) for _ in range(12)]
    pages = [club.sit(other["seats"][0]["token"]) for other in others]
    stop = threading.Event()

    def play_and_remove() -> None:
        for other, page in zip(others, pages, strict=True):
            page.say("act", verb="done")
            assert club.call("DELETE", f"/api/games/{other['id']}")[0] == 204
        stop.set()

    thread = threading.Thread(target=play_and_remove)
    thread.start()
    rng, count = random.Random(4), 0
    while not stop.is_set() or count < 40:
        count += play_on(seats, rng, 10)
    thread.join()
    assert [game["id"] for game in club.get("/api/games")] == [made["id"]]


# ---- one writer --------------------------------------------------------------------------------------------


def test_a_second_server_says_who_has_the_file(tmp_path: Path) -> None:
    club = Club(tmp_path / FILE)
    done = cli("serve", "--port", "0", "--store", str(tmp_path / FILE))
    assert done.returncode == 2
    assert done.stdout == ""
    assert f"is in use by process {os.getpid()} since " in done.stderr
    assert "--store FILE" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert "is in use by" in cli("store", "repair", "--store", str(tmp_path / FILE)).stderr
    assert cli("store", "check", "--store", str(tmp_path / FILE)).returncode == 0
    club.close()
    Store(tmp_path / FILE).close()


def test_a_claim_ends_with_its_holder(tmp_path: Path) -> None:
    claim = Claim(tmp_path / FILE)
    with pytest.raises(Taken, match=f"process {os.getpid()} since"):
        Claim(tmp_path / FILE)
    claim.drop()
    Claim(tmp_path / FILE).drop()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs kill -9")
def test_kill_again_and_again_loses_no_answer(tmp_path: Path) -> None:
    made: Any = None
    told = 0
    rng = random.Random(6)
    for _ in range(3):
        server, port = start_process(tmp_path / FILE)
        club = Club.__new__(Club)
        club.port, club.address = port, f"http://127.0.0.1:{port}"
        made = made or club.start("campaign", seats=("you", "you"))
        seats = [club.sit(seat["token"]) for seat in made["seats"][:2]]
        assert seats[0].at == told
        play_on(seats, rng, 25)
        told = seats[0].at
        os.kill(server.pid, signal.SIGKILL)
        server.wait()
    [found] = upkeep.check(Store(tmp_path / FILE, write=False))
    assert (found.rows, found.problem) == (told, "")


# ---- damaged rows ------------------------------------------------------------------------------------------


def reopened(path: Path, made: Any) -> tuple[Club, list[Seat]]:
    club = Club(path)
    return club, [club.sit(seat["token"]) for seat in made["seats"][:2]]


def test_a_deleted_row_opens_the_game_up_to_it(tmp_path: Path) -> None:
    made, at = played(tmp_path / FILE)
    change(tmp_path / FILE, "DELETE FROM actions WHERE number = 17")
    club = Club(tmp_path / FILE)
    [listed] = club.get("/api/games")
    assert "some of its rows are missing" in listed["problem"]
    seats = [club.sit(seat["token"]) for seat in made["seats"][:2]]
    assert seats[0].at == 16
    problem = f"row 17 is missing: the game goes on from row 16; {at - 17} later rows are set aside"
    assert seats[0].welcome["problem"] == problem
    assert club.get("/api/games")[0]["problem"] == problem
    # Only what is played now makes room for itself; nothing is thrown away.
    play_on(seats, random.Random(4), 5)
    club.close()
    with sqlite3.connect(tmp_path / FILE) as db:
        assert db.execute("SELECT count(*) FROM set_aside").fetchone()[0] == at - 17
    club, seats = reopened(tmp_path / FILE, made)
    assert (seats[0].at, seats[0].welcome["problem"]) == (21, "")
    club.close()


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("UPDATE actions SET words = 'done' WHERE number = 9", "row 9 is not as it was written"),
        ("UPDATE actions SET side = 1 - side WHERE number = 9", "row 9 is not as it was written"),
        ("UPDATE actions SET chance = '6' WHERE number = 9", "row 9 is not as it was written"),
        ("UPDATE actions SET words = 'unit A999', mark = '' WHERE number = 9", "row 9 cannot be played"),
        ("DELETE FROM actions WHERE number BETWEEN 9 AND 11", "rows 9 to 11 are missing"),
    ],
)
def test_a_changed_row_opens_the_game_up_to_it(tmp_path: Path, statement: str, says: str) -> None:
    made, _ = played(tmp_path / FILE, 30)
    change(tmp_path / FILE, statement)
    club, seats = reopened(tmp_path / FILE, made)
    assert says in seats[0].welcome["problem"]
    assert seats[0].at == 8
    assert play_on(seats, random.Random(4), 5) == 5
    club.close()


def test_a_row_lost_before_a_snapshot_costs_only_history(tmp_path: Path) -> None:
    made, at = played(tmp_path / FILE, 270, "fifth_panzer")
    club, seats = reopened(tmp_path / FILE, made)
    look = seats[0].look
    club.close()
    change(tmp_path / FILE, "DELETE FROM actions WHERE number = 40")
    club, seats = reopened(tmp_path / FILE, made)
    assert (seats[0].at, seats[0].look) == (at, look)
    assert f"the game goes on from row {at}, but its history" in seats[0].welcome["problem"]
    assert play_on(seats, random.Random(4), 5) == 5
    saved = club.open(club.get(f"/api/seats/{made['seats'][0]['token']}/save"), ("you", "you"))
    assert club.sit(saved["seats"][0]["token"]).look == seats[0].look
    assert club.call("DELETE", f"/api/games/{saved['id']}")[0] == 204
    club.close()
    [mended] = upkeep.repair(tmp_path / FILE)
    assert mended.mended
    club, seats = reopened(tmp_path / FILE, made)
    assert (seats[0].at, seats[0].welcome["problem"]) == (at + 5, "")
    club.close()


def test_a_position_that_is_not_the_snapshots_is_noticed(tmp_path: Path) -> None:
    """Rows of older files have no marks: a change that plays on is told by the snapshot, and the snapshot holds."""
    made, at = played(tmp_path / FILE, 270, "fifth_panzer")
    club, seats = reopened(tmp_path / FILE, made)
    look = seats[0].look
    club.close()
    change(tmp_path / FILE, "UPDATE actions SET mark = ''")
    with sqlite3.connect(tmp_path / FILE) as db:
        last = db.execute("SELECT max(number) FROM snapshots").fetchone()[0]
        # Take back the row before the snapshot: it plays, and leads elsewhere.
        db.execute("UPDATE actions SET words = '', chance = '' WHERE number = ?", (last,))
    club, seats = reopened(tmp_path / FILE, made)
    assert seats[0].welcome["problem"]
    assert (seats[0].at, seats[0].look) == (at, look)
    club.close()


def test_a_damaged_snapshot_costs_nothing_while_the_rows_are_sound(tmp_path: Path) -> None:
    made, at = played(tmp_path / FILE, 270, "fifth_panzer")
    change(tmp_path / FILE, "UPDATE snapshots SET position = 'x', board = x'00'")
    club, seats = reopened(tmp_path / FILE, made)
    assert (seats[0].at, seats[0].welcome["problem"]) == (at, "")
    club.close()


# ---- games that cannot be read -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("UPDATE games SET title = 'chess' WHERE id = 1", "unknown title 'chess'"),
        *(
            (f"UPDATE games SET options = '{options}' WHERE id = 1", "its options cannot be read")
            for depth in (10, 900, 980, 10_000)
            for options in (deep_json(depth), f'{{"errata": {deep_json(depth)}}}')
        ),
        ("UPDATE games SET options = '{broken' WHERE id = 1", "its options cannot be read"),
        ("UPDATE games SET options = '{\"weather\": 3}' WHERE id = 1", "unknown option 'weather'"),
        ("UPDATE games SET scenario = x'ff00' WHERE id = 1", "a row of it cannot be read"),
        ("UPDATE games SET touched = 'yesterday', rules = 'x' WHERE id = 1", "a row of it cannot be read"),
    ],
)
def test_one_bad_game_hides_no_other(tmp_path: Path, statement: str, says: str) -> None:
    club = Club(tmp_path / FILE)
    bad, good = club.start(), club.start()
    club.close()
    change(tmp_path / FILE, statement)
    club = Club(tmp_path / FILE)
    listed = {game["id"]: game["problem"] for game in club.get("/api/games")}
    assert set(listed) == {bad["id"], good["id"]}
    assert says in listed[bad["id"]]
    assert "✕ removes it" in listed[bad["id"]]
    assert listed[good["id"]] == ""
    assert club.sit(good["seats"][0]["token"]).look["choices"]
    assert club.call("DELETE", f"/api/games/{bad['id']}")[0] == 204
    assert [game["id"] for game in club.get("/api/games")] == [good["id"]]
    club.close()


#: What a column may hold in a file that somebody damaged or made.
ODD = ("x'ff00'", "CAST(x'c328ff' AS TEXT)", "'x'", "''", "-1", "9e999", "9223372036854775807", "char(0)")


def test_whatever_a_row_holds_hides_no_other_game(tmp_path: Path) -> None:
    club = Club(tmp_path / "whole")
    bad, good = (club.start("fifth_panzer", seats=("you", "you")) for _ in range(2))
    play_on([club.sit(seat["token"]) for seat in bad["seats"][:2]], random.Random(3), 260)
    club.close()
    odd = [*ODD, f"'{deep_json(980)}'", f"'{deep_json(100_000)}'"]
    columns = [(table, column.name) for table in copies.TABLES for column in metadata.tables[table].columns]
    for table, column in columns:
        for value in odd:
            shutil.copy(tmp_path / "whole", tmp_path / FILE)
            key = "id" if table == "games" else "game"
            last = "AND number = (SELECT max(number) FROM snapshots)" if table == "snapshots" else ""
            last = last or ("AND number = 7" if table == "actions" else "")
            with suppress(sqlite3.IntegrityError):
                change(tmp_path / FILE, f"UPDATE {table} SET {column} = {value} WHERE {key} = {bad['id']} {last}")
            store = Store(tmp_path / FILE)
            listed = {line.id: line for line in listing(store, store.gaps())}
            assert listed[good["id"]].problem == "", (table, column, value)
            assert len(listed) == 2
            assert msgspec.json.encode(list(listed.values()))
            if value in (odd[0], odd[1], odd[-2]):
                found = {finding.game: finding for finding in upkeep.check(store)}
                assert (len(found), found[good["id"]].problem) == (2, ""), (table, column, value)
            store.close()


def test_the_list_is_read_without_writing(tmp_path: Path) -> None:
    club = Club(tmp_path / FILE)
    made = club.start()
    page = club.sit(made["seats"][0]["token"])
    lock = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")  # nobody can write now
    before = club.get("/api/games")
    lock.execute("ROLLBACK")
    lock.close()
    page.move()
    [after] = club.get("/api/games")
    assert after["standing"] == before[0]["standing"] == page.look["phase"]
    assert after["touched"] > before[0]["touched"]
    club.close()


def test_the_standing_is_written_with_the_move_that_changed_it(tmp_path: Path) -> None:
    club = Club(tmp_path / FILE)
    made = club.start(seats=("you", "you"))
    seats = [club.sit(seat["token"]) for seat in made["seats"][:2]]
    play_on(seats, random.Random(9), 2000)
    [listed] = club.get("/api/games")
    assert listed["over"]
    assert listed["standing"].startswith(seats[0].look["ending"]["level"])
    club.close()


# ---- a damaged file, copies --------------------------------------------------------------------------------


def test_a_damaged_header_gets_one_sentence_and_a_way_out(tmp_path: Path) -> None:
    made, at = played(tmp_path / FILE)
    with (tmp_path / FILE).open("r+b") as file:
        file.write(b"\xde\xad" * 32)
    done = cli("serve", "--port", "0", "--store", str(tmp_path / FILE))
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert "ardennes store restore FILE" in done.stderr
    done = cli("store", "repair", "--store", str(tmp_path / FILE))
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 game checked, 0 not sound" in done.stdout
    assert len(list(tmp_path.glob(f"{FILE}.damaged-*"))) >= 1
    club, seats = reopened(tmp_path / FILE, made)
    assert (seats[0].at, seats[0].welcome["problem"]) == (at, "")
    club.close()


def test_a_file_that_is_no_store_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"dear reader" * 1000)
    done = cli("store", "repair", "--store", str(tmp_path / FILE))
    assert done.returncode == 2
    assert "nothing can be read from" in done.stderr
    assert (tmp_path / FILE).read_bytes() == b"dear reader" * 1000
    assert sorted(path.name for path in tmp_path.iterdir()) == [FILE, FILE + ".lock"]
    assert "there is no store of games here" in cli("store", "check", "--store", str(tmp_path / "none")).stderr


def test_check_and_repair_from_the_command_line(tmp_path: Path) -> None:
    made, at = played(tmp_path / FILE)
    assert cli("store", "check", "--store", str(tmp_path / FILE)).stdout == "1 game checked, 0 not sound\n"
    change(tmp_path / FILE, "DELETE FROM actions WHERE number = 17")
    done = cli("store", "check", "--store", str(tmp_path / FILE))
    assert done.returncode == 1
    assert "row 17 is missing" in done.stdout
    done = cli("store", "repair", "--store", str(tmp_path / FILE))
    assert done.returncode == 0
    assert "mended: it goes on from row 16" in done.stdout
    assert cli("store", "check", "--store", str(tmp_path / FILE)).returncode == 0
    with sqlite3.connect(tmp_path / FILE) as db:
        assert db.execute("SELECT count(*), min(number) FROM set_aside").fetchone() == (at - 17, 18)
    assert made


def test_a_copy_is_made_while_games_are_played_and_brought_back(tmp_path: Path) -> None:
    club = Club(tmp_path / FILE)
    made = club.start("campaign", seats=("you", "you"))
    seats = [club.sit(seat["token"]) for seat in made["seats"][:2]]
    play_on(seats, random.Random(3), 20)
    copied: list[Path] = []

    def copy() -> None:
        for n in range(4):
            copies.backup(tmp_path / FILE, tmp_path / f"copy{n}")
            copied.append(tmp_path / f"copy{n}")

    thread = threading.Thread(target=copy)
    thread.start()
    while thread.is_alive():
        play_on(seats, random.Random(4), 5)
    thread.join()
    assert len(copied) == 4
    played_on = seats[0].at
    with pytest.raises(Taken):
        copies.restore(tmp_path / FILE, copied[-1])
    club.close()
    with pytest.raises(FileExistsError, match="--overwrite"):
        copies.backup(tmp_path / FILE, copied[0])
    for path in copied:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        with Store(path, write=False).engine.connect() as db:
            assert db.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
    count, aside, left = copies.restore(tmp_path / FILE, copied[0])
    assert (count, left) == (1, [])
    assert aside is not None
    assert rows_in(tmp_path / FILE) == rows_in(copied[0])
    [old] = upkeep.check(Store(aside, write=False))
    assert (old.rows, old.problem) == (played_on, "")
    club, seats = reopened(tmp_path / FILE, made)
    assert 20 <= seats[0].at <= played_on
    assert seats[0].welcome["problem"] == ""
    club.close()


def rows_in(path: Path) -> dict[str, list[Any]]:
    """Every row of a store, with the kinds of its values."""
    with sqlite3.connect(path) as db:
        return {table: sorted(map(repr, db.execute(f"SELECT * FROM {table}"))) for table in copies.TABLES}


#: What a file may have that works when it is used.
WORKING = """
CREATE TRIGGER bomb AFTER INSERT ON actions BEGIN DELETE FROM games WHERE id != NEW.game; END;
CREATE VIEW spy AS SELECT token FROM seats;
CREATE TABLE hoard (x);
CREATE INDEX odd ON actions (words);
CREATE TRIGGER slow AFTER UPDATE ON games BEGIN DELETE FROM orders; END;
"""


def test_only_rows_come_back_with_a_copy(tmp_path: Path) -> None:
    made, at = played(tmp_path / FILE, 20)
    club = Club(tmp_path / FILE)
    other = club.start(seats=("you", "you"))
    club.close()
    change(tmp_path / FILE, "INSERT INTO set_aside VALUES (1, 99, 'x', '', 0, 0.5, '')")
    change(tmp_path / FILE, "INSERT INTO orders VALUES (1, 3, 1, 0, 'onward')")
    copies.backup(tmp_path / FILE, tmp_path / "copy")
    whole = rows_in(tmp_path / "copy")
    with sqlite3.connect(tmp_path / "copy") as db:
        db.executescript(WORKING)
    done = cli("store", "restore", str(tmp_path / "copy"), "--store", str(tmp_path / "new"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 games brought back" in done.stdout
    names = "trigger 'bomb', view 'spy', table 'hoard', index 'odd', trigger 'slow'"
    assert f"left behind, for it is nothing of ours: {names}" in done.stdout
    assert rows_in(tmp_path / "new") == whole
    Store(tmp_path / "fresh").close()
    with sqlite3.connect(tmp_path / "new") as db, sqlite3.connect(tmp_path / "fresh") as ours:
        schema = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name"
        assert db.execute(schema).fetchall() == ours.execute(schema).fetchall()
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o600
    club, seats = reopened(tmp_path / "new", made)
    assert play_on(seats, random.Random(1), 2) == 2
    assert {game["id"] for game in club.get("/api/games")} == {made["id"], other["id"]}
    assert seats[0].at == at + 2
    club.close()


@pytest.mark.parametrize(
    "schema",
    [
        "DROP TABLE games; CREATE VIEW games AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
        "SELECT x AS id FROM n LIMIT 3",
        "DROP TABLE orders; CREATE VIRTUAL TABLE orders USING fts5(game, number, line, side, text)",
        "DROP TABLE actions; CREATE TABLE actions AS SELECT NULL AS game, 1 AS number",
    ],
)
def test_a_copy_whose_tables_are_none_is_not_brought_back(tmp_path: Path, schema: str) -> None:
    played(tmp_path / FILE, 5)
    copies.backup(tmp_path / FILE, tmp_path / "copy")
    before = rows_in(tmp_path / FILE)
    with sqlite3.connect(tmp_path / "copy") as db:
        db.executescript(schema)
    done = cli("store", "restore", str(tmp_path / "copy"), "--store", str(tmp_path / FILE))
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert rows_in(tmp_path / FILE) == before
    assert not list(tmp_path.glob("*.part*"))


def test_what_is_no_copy_is_not_brought_back(tmp_path: Path) -> None:
    played(tmp_path / FILE, 5)
    (tmp_path / "letter").write_text("dear reader")
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(Unreadable):
        copies.restore(tmp_path / FILE, tmp_path / "letter")
    sqlite3.connect(tmp_path / "other").execute("CREATE TABLE t (x)").connection.close()
    with pytest.raises(Unreadable, match="no store of games"):
        copies.restore(tmp_path / FILE, tmp_path / "other")
    assert (tmp_path / FILE).read_bytes() == before


# ---- secrets, older files ----------------------------------------------------------------------------------


def test_only_the_owner_reads_the_files(tmp_path: Path) -> None:
    (tmp_path / FILE).touch(mode=0o644)  # as older versions made it
    club = Club(tmp_path / FILE)
    club.sit(club.start()["seats"][0]["token"])
    for name in ("", "-wal", "-shm", ".lock"):
        assert stat.S_IMODE((tmp_path / (FILE + name)).stat().st_mode) == 0o600, name
    club.close()


def test_seeds_cannot_be_guessed(tmp_path: Path) -> None:
    club = Club(tmp_path / FILE)
    for _ in range(8):
        club.start(seed=None)
    club.close()
    with sqlite3.connect(tmp_path / FILE) as db:
        seeds = [int(seed) for (seed,) in db.execute("SELECT seed FROM games")]
    assert SEED_BITS == 128
    assert max(seeds).bit_length() > 120


#: The tables as version 0.1.0 wrote them before rows had marks.
OLD = """
CREATE TABLE games (id INTEGER NOT NULL, title VARCHAR NOT NULL, scenario VARCHAR NOT NULL, options JSON NOT NULL,
  rules INTEGER NOT NULL, seed VARCHAR NOT NULL, opening VARCHAR NOT NULL, name VARCHAR NOT NULL, made FLOAT NOT NULL,
  touched FLOAT NOT NULL, standing VARCHAR NOT NULL, over BOOLEAN NOT NULL, data VARCHAR DEFAULT '' NOT NULL,
  PRIMARY KEY (id));
CREATE TABLE seats (token VARCHAR NOT NULL, game INTEGER NOT NULL, side INTEGER, kind VARCHAR NOT NULL,
  PRIMARY KEY (token), FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE);
CREATE TABLE actions (game INTEGER NOT NULL, number INTEGER NOT NULL, words VARCHAR NOT NULL, chance VARCHAR NOT NULL,
  side INTEGER NOT NULL, made FLOAT NOT NULL, PRIMARY KEY (game, number),
  FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE) WITHOUT ROWID;
CREATE TABLE snapshots (game INTEGER NOT NULL, number INTEGER NOT NULL, rules INTEGER NOT NULL,
  position VARCHAR NOT NULL, drawn INTEGER NOT NULL, board BLOB NOT NULL, PRIMARY KEY (game, number),
  FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE);
CREATE TABLE orders (game INTEGER NOT NULL, number INTEGER NOT NULL, line INTEGER NOT NULL, side INTEGER NOT NULL,
  text VARCHAR NOT NULL, PRIMARY KEY (game, number), FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE);
"""


def test_games_of_an_older_file_open_and_go_on(tmp_path: Path) -> None:
    made, at = played(tmp_path / "new", 270, "fifth_panzer")
    old = sqlite3.connect(tmp_path / FILE)
    old.executescript(OLD)
    old.execute("ATTACH ? AS new", (str(tmp_path / "new"),))
    for table in ("games", "seats", "actions", "snapshots", "orders"):
        names = ", ".join(row[1] for row in old.execute(f"PRAGMA table_info({table})"))
        old.execute(f"INSERT INTO main.{table} ({names}) SELECT {names} FROM new.{table}")
    old.commit()
    old.close()
    club, seats = reopened(tmp_path / FILE, made)
    assert (seats[0].at, seats[0].welcome["problem"]) == (at, "")
    assert play_on(seats, random.Random(4), 5) == 5
    club.close()
    club, seats = reopened(tmp_path / FILE, made)
    assert (seats[0].at, seats[0].welcome["problem"]) == (at + 5, "")
    club.close()
    with sqlite3.connect(tmp_path / FILE) as db:
        marks = [mark for (mark,) in db.execute("SELECT mark FROM actions ORDER BY number")]
    assert set(marks[:at]) == {""}
    assert all(marks[at:])
