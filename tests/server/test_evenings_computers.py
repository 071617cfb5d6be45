"""A game of each title between two computers, watched to its end."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from ardennes.titles import KEYS, find
from tests.server.club import Club

#: Who plays: two ranks where they are quick, else the staff they are built on.
PLAYERS = ("computer recruit", "computer sergeant")
QUICK = {"deadly_woods": ("computer staff", "computer staff")}


@pytest.mark.parametrize("title", KEYS)
def test_two_computers_play_to_the_end_and_somebody_watches(
    tmp_path: Path, title: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The title's first scenario is its shortest. A second spectator comes late and reads German."""
    caplog.set_level(logging.WARNING)
    club = Club(tmp_path / "games.sqlite3")
    scenario = find(title).scenarios[0].key
    made = club.start(scenario, QUICK.get(title, PLAYERS), title=title)
    watch = club.sit(made["seats"][2]["token"])
    while watch.look["side"] is not None:
        watch.expect("position")
        assert watch.look["choices"] == {}
    assert watch.look["ending"]["why"]
    late, fresh = (club.sit(made["seats"][2]["token"], language) for language in ("de", "en"))
    assert (fresh.at, fresh.look, fresh.log) == (watch.at, watch.look, watch.log)
    assert late.look["prompt"] != watch.look["prompt"]
    assert len(late.log) == len(watch.log)
    assert any(said["text"] != heard["text"] for said, heard in zip(late.log, watch.log, strict=True))
    (listed,) = club.get("/api/games")
    assert listed["over"]
    for seat in (watch, late, fresh):
        seat.close()
    club.close()
    assert [record.getMessage() for record in caplog.records] == []
