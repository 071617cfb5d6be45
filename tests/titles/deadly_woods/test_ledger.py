"""The ledger, the tests that prove it, and the rules that cite it name the same ids."""

import re
from pathlib import Path

from ardennes.lab import coverage
from ardennes.titles import deadly_woods

CODE = Path(deadly_woods.__file__).parent
ID = re.compile(r"DW-\d+(?:\.\d+)*[a-z]?\d*")


def rows() -> list[coverage.LedgerRow]:
    return coverage.ledger("deadly_woods")


def test_the_ledger_lists_each_obligation_once():
    ids = [row.id for row in rows()]
    assert len(ids) == len(set(ids)) == 533


def test_every_row_is_covered():
    assert [row.id for row in coverage.status("deadly_woods") if row.status == "open"] == []


def test_every_mark_names_a_row_of_the_ledger():
    marked = set(coverage.marked_tests(Path(__file__).parent))
    assert marked - {row.id for row in rows()} == set()


def test_every_rule_the_game_cites_is_in_the_ledger():
    cited = {rule for path in CODE.rglob("*.py") for rule in ID.findall(path.read_text(encoding="utf-8"))}
    assert len(cited) > 100
    assert cited - {row.id for row in rows()} == set()
