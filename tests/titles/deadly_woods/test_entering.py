"""What hinders a unit, crossed with its ways of entering a hex: every cell of `entering.csv` tried on a position.

The cells were written from the rulebook; an empty cell does not arise. "yes" is a direct step, "no" none, each with the
rule that decides it.
"""

import csv
from pathlib import Path

import pytest

from ardennes.titles.deadly_woods.rules import entering, stacking
from ardennes.titles.deadly_woods.rules.advance import ADVANCERS
from tests.titles.deadly_woods.battle import attack_of
from tests.titles.deadly_woods.table import Table

with Path(__file__).with_name("entering.csv").open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file))
WAYS = [f"{how} {kind}" for how in ("march", "halt", "one hex", "retreat", "advance") for kind in ("foot", "motor")]


def at(row: dict[str, str], kind: str, round_: str, place: str) -> Table:
    """The position of a row with its unit, x, in a hex."""
    assets = {"A-ENG-VIII-1": "out", "A-ENG-VIII-2": "out", "A-ENG-V-1": "out"}
    assets |= dict(pair.split("=") for pair in filter(None, row["assets"].split("; ")))
    units = "; ".join(filter(None, (f"x: {row[kind]} at {place}", row["others"])))
    return Table(f"{row['when']} {round_}", units, assets=assets, blown=row["blown"].split())


def goes(t: Table, to: str) -> tuple[bool, str]:
    """Whether the unit that is picked up steps straight into a hex, and else by which rule not."""
    if rule := t.refused("hex", to):
        return False, rule
    found = t.g.stack[-1].range(t.g)
    straight = found.halts | entering.affordable(t.g, t.unit("x"), found.settings)
    return bool(straight >> t.hex(to) & 1), ""


def tried(row: dict[str, str], way: str) -> tuple[bool, str]:
    """Whether the engine lets the unit of a row into its hex that way, and the rule it gives if not."""
    how, kind = way.rsplit(" ", 1)
    start, to = row["start"], row["to"]
    if how == "march":
        t = at(row, kind, "move", start)
        if rule := t.refused("unit", "x"):
            return False, rule
        t.do("unit", "x")
        return goes(t, to)
    if how == "halt":
        t = at(row, kind, "move", row["back"])
        t.do("unit", "x")
        t.do("via", start)
        return goes(t, to)
    if how == "one hex":
        t = at(row, kind, "combat", start)
        if t.step != "Movement" or t.refused("unit", "x"):
            return False, ""
        t.do("unit", "x")
        return goes(t, to)
    t = at(row, kind, "move", start)
    if how == "retreat":
        steps = entering.steps(t.g, t.unit("x"), t.hex(start), entering.RETREAT)
        return bool(steps >> t.hex(to) & 1), ""
    reason = ADVANCERS.why_not(t.g, attack_of(t, to, "x"), t.unit("x"))
    return reason is None, "" if reason is None else reason.rule


@pytest.mark.rule  # every cell names its row
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["hindrance"])
def test_every_cell(row, way):
    if not row[way]:
        return
    said, rule = row[way].split()
    allowed, given = tried(row, way)
    assert allowed is (said == "yes"), f"{row['hindrance']}, {way}: the rulebook says {row[way]}, the engine {given}"
    assert not given or given == rule


def test_the_table_is_whole():
    assert sum(bool(row[way]) for row in ROWS for way in WAYS) >= 150


@pytest.mark.rule("DW-6.2f", "DW-6.1b", "DW-6.1c")
def test_a_hex_one_may_pass_is_no_end_of_a_retreat():
    for row in ROWS:
        if row["retreat foot"].endswith("DW-6.2f"):
            t = at(row, "foot", "combat", row["start"])
            assert stacking.barred(t.g, t.unit("x"), 1 << t.hex(row["to"]))
