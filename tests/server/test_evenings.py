"""Whole evenings: every scenario of every title from its first to its last decision, through the server."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from ardennes.kernel import saves
from tests.server.club import Club
from tests.server.evenings import EVENINGS, Evening, alone, played


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """One server for all evenings of this process."""
    store: Path = tmp_path_factory.mktemp("evenings") / "games.sqlite3"
    club = Club(store)
    yield club
    club.close()


@pytest.mark.parametrize("evening", EVENINGS, ids=str)
def test_an_evening_is_played_to_its_end(house: Club, evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
    """Nothing breaks, everybody is told the same game, and it is the engine's game."""
    caplog.set_level(logging.WARNING)
    company = played(house, evening)
    assert company.mover is None
    for seat in company.seats:
        assert seat.look["ending"]["why"]
        assert seat.look["choices"] == {}
    assert len({seat.look["ending"]["score"] for seat in company.seats}) == 1
    company.ask()
    company.shade_all()
    company.open_anew()
    assert house.get(f"/api/seats/{company.tokens[0]}/save") == saves.dump(alone(evening).match)
    (listed,) = [game for game in house.get("/api/games") if game["id"] == company.seats[0].welcome["game"]]
    assert listed["over"]
    assert company.left_in_english == []
    company.close()
    assert [record.getMessage() for record in caplog.records] == []
