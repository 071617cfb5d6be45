"""How scenarios go between equals: the file `balance.csv` of a title, a row for each scenario that was measured.

    scenario,agent,games,german_wins,handicap,source
    german_attack,general,30,0.4,-1,"ardennes balance … --games 30, 2026-11-17"

Draws count half. `handicap` is what about evens it, 0 where nothing is needed or nobody knows better.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import msgspec

from ardennes.parts.data.tables import DataError, DataFolder

FILE = "balance.csv"
#: The option that a handicap is set by.
HANDICAP = "handicap"


class Balance(msgspec.Struct, frozen=True):
    """Games of an agent against itself: how many, the German share, and the handicap that about evens it."""

    scenario: str
    agent: str
    games: int
    german_wins: float
    handicap: int
    source: str


@lru_cache(maxsize=32)
def read_balance(data: Path, scenarios: tuple[str, ...]) -> Mapping[str, Balance]:
    """What is known, by scenario; `DataError` names a row about a scenario that there is not, or an impossible one."""
    folder = DataFolder(data)
    if not folder.path(FILE).exists():
        return {}
    found = {}
    for row in folder.rows(FILE, Balance):
        if row.scenario not in scenarios or row.scenario in found:
            raise DataError(f"{FILE} {row.scenario}: expected one row for each of {', '.join(scenarios)} at most")
        if row.games < 1 or not 0.0 <= row.german_wins <= 1.0:
            raise DataError(f"{FILE} {row.scenario}: expected games and a share of them from 0 to 1")
        found[row.scenario] = row
    return found
