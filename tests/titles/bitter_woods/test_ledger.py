"""The ledger, the tests that prove it, and the rules that cite it name the same ids."""

import csv
import re
from pathlib import Path

from ardennes.lab import coverage
from ardennes.titles import bitter_woods

CODE = Path(bitter_woods.__file__).parent
ID = re.compile(r"BW-(?:\d+(?:\.L?\d+)?[a-z]{0,2}\d?|(?:CRT|ESC|ANG)[a-z0-9]*|EX\.\d[a-z]?)")


def rows() -> list[coverage.LedgerRow]:
    return coverage.ledger("bitter_woods")


def open_ids() -> set[str]:
    return {row.id for row in coverage.status("bitter_woods") if row.status == "open"}


def reasons() -> dict[str, str]:
    with (CODE / "data" / "open_rows.csv").open(encoding="utf-8", newline="") as file:
        return {row["id"]: row["reason"] for row in csv.DictReader(file)}


def basic(row: coverage.LedgerRow) -> bool:
    """Rows of the basic game, sections 1 to 17, with the tables and examples that belong to it."""
    return row.kind not in ("optional", "variant", "event") and (
        not row.section[0].isdigit() or int(row.section.split(".")[0]) <= 17
    )


def test_the_ledger_lists_each_obligation_once():
    ids = [row.id for row in rows()]
    assert len(ids) == len(set(ids)) == 620


def test_the_basic_game_is_covered():
    assert {row.id for row in rows() if basic(row)} & open_ids() == set()


def test_every_open_row_says_why_and_no_other():
    assert set(reasons()) == open_ids()
    assert all(len(reason) > 20 for reason in reasons().values())


def test_every_mark_names_a_row_of_the_ledger():
    here = Path(__file__).parent
    marked = set(coverage.marked_tests(here))
    assert len(marked) > 300
    assert marked - {row.id for row in rows()} == set()


def test_every_rule_the_game_cites_is_in_the_ledger():
    cited = {rule for path in CODE.rglob("*.py") for rule in ID.findall(path.read_text(encoding="utf-8"))}
    assert len(cited) > 100
    assert cited - {row.id for row in rows()} == set()
