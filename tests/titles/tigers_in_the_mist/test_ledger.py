"""The ledger, the tests that prove it, and the rules that cite it name the same ids."""

import csv
import re
from pathlib import Path

from ardennes.titles import tigers_in_the_mist
from ardennes.titles.tigers_in_the_mist.box.components import DATA

ID = re.compile(r"TM-(?:\d+\.\d+|SC\d|EX\d)(?:[a-z]\d?)?")


def ledger() -> list[str]:
    with (DATA / "ledger.csv").open(encoding="utf-8", newline="") as file:
        return [row["id"] for row in csv.DictReader(file)]


def marked() -> set[str]:
    """Every id in a rule mark of these tests."""
    here = Path(__file__).parent
    marks = [re.findall(r"mark\.rule\(([^)]*)\)", path.read_text(encoding="utf-8")) for path in here.glob("test_*.py")]
    return {rule for found in marks for mark in found for rule in ID.findall(mark)}


def test_the_ledger_lists_each_obligation_once():
    ids = ledger()
    assert len(ids) == len(set(ids)) == 378
    assert all(ID.fullmatch(rule) for rule in ids)


def test_every_row_of_the_ledger_has_a_test():
    assert set(ledger()) - marked() == set()


def test_every_mark_names_a_row_of_the_ledger():
    assert marked() - set(ledger()) == set()


def test_every_rule_the_game_cites_is_in_the_ledger():
    code = Path(tigers_in_the_mist.__file__).parent
    cited = {rule for path in code.rglob("*.py") for rule in ID.findall(path.read_text(encoding="utf-8"))}
    assert len(cited) > 50
    assert cited - set(ledger()) == set()
