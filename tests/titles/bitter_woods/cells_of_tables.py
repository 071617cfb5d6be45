"""What the two tables of cells share."""

import csv
from pathlib import Path

from tests.titles.bitter_woods.table import Table

HERE = Path(__file__).parent
BRIDGE = "1912/1913"


def rows(name: str) -> list[dict[str, str]]:
    """The cells of a table."""
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


STATES, WAYS = rows("states_and_acts.csv"), rows("hindrances_and_ways.csv")


def rule_of(reason) -> str:
    """The rule of a refusal; empty if there is none."""
    return "" if reason is None else reason.rule


def forget(t: Table) -> None:
    """What was worked out before the position was changed by hand is out of date."""
    t.g.memo = t.g.ready = t.g._choices = None
