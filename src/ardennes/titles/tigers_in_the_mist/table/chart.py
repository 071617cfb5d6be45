"""The drawn map as data: outlines, roads, rivers, woods, names. `ardennes map chart` makes the file; this reads it."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from ardennes.atlas.area_chart.board import Chart
from ardennes.kernel import Game
from ardennes.titles.tigers_in_the_mist.box import DATA

FILE = DATA / "chart.json"


@lru_cache(maxsize=1)
def chart() -> Chart:
    """The chart that comes with the title."""
    return msgspec.json.decode(FILE.read_bytes(), type=Chart)


def sheet(game: Game) -> bytes:
    """The drawn map of a game: all have the same."""
    return sheet_bytes()


@lru_cache(maxsize=1)
def sheet_bytes() -> bytes:
    """The drawn map as a client loads it."""
    return msgspec.json.encode(chart().sheet)
