"""A fresh server, asked for everything by many at once: nothing it shares may be torn."""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from ardennes.board import cells as sets
from ardennes.kernel import Game, Match
from ardennes.titles import KEYS, find
from tests.patience import PATIENCE
from tests.server.club import Club
from tests.server.test_keeping import start_process


def everything() -> list[tuple[str, str, bytes | None]]:
    """Every map, scene, sheet and rules page, and a new game of every scenario."""
    asked: list[tuple[str, str, bytes | None]] = [("GET", f"/api/maps/{title}", None) for title in KEYS]
    for key in KEYS:
        asked.append(("GET", f"/api/rules/{key}", None))
        for scenario in find(key).scenarios:
            asked.append(("GET", f"/api/scenes/{key}/{scenario.key}?options={quote('{}')}", None))
            wish = {"title": key, "scenario": scenario.key, "seats": ["you", "person"]}
            asked.append(("POST", "/api/games", json.dumps(wish).encode()))
        scene = find(key).scene(Game.of(find(key)))
        asked.append(("GET", f"/api/sheets/{key}/{scene.sheet}", None))
    return asked


def at_once(club: Club, asked: list[tuple[str, str, bytes | None]]) -> list[tuple[str, int, Any]]:
    """Path, status and answer of requests that are all made at the same moment."""
    answers: list[tuple[str, int, Any]] = []
    start = threading.Barrier(len(asked))

    def ask(method: str, path: str, body: bytes | None) -> None:
        start.wait()
        status, answer = club.call(method, path, body, **({"content-type": "application/json"} if body else {}))
        answers.append((path, status, answer))

    threads = [threading.Thread(target=ask, args=one) for one in asked]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_a_fresh_server_answers_everything_at_once(tmp_path: Path) -> None:
    server, port = start_process(tmp_path / "games.sqlite3", ask=False)
    club = Club.__new__(Club)
    club.port, club.address = port, f"http://127.0.0.1:{port}"
    maps = [one for one in everything() if "/maps/" in one[1]]
    try:
        answers = []
        # What is built on first use is asked for first; then all the rest with it.
        for asked in (maps * 4, everything() * 2):
            answers = at_once(club, asked)
            assert len(answers) == len(asked)
            assert [(path, status) for path, status, _ in answers if status not in (200, 201)] == []
        made = [answer for path, _, answer in answers if path == "/api/games"]
        assert all(club.sit(game["seats"][0]["token"]).look["prompt"] for game in made)
    finally:
        server.terminate()
        server.wait(PATIENCE)


def test_the_table_of_bytes_grows_under_many_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    board = (1 << 4000) - 1
    found: list[list[int]] = []
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(5):
            monkeypatch.setattr(sets, "_BYTES", [])
            found.clear()
            threads = [threading.Thread(target=lambda: found.append(sets.cells(board))) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert found == [list(range(4000))] * 8
    finally:
        sys.setswitchinterval(0.005)


@pytest.mark.parametrize("title", KEYS)
def test_a_copy_has_answers_of_its_own(title: str) -> None:
    match = Match(Game.of(find(title)), 1944)
    state = match.state
    state.remember()["asked"] = 1
    assert state.copy().memo is None
    assert state.veiled(state.side).memo is None
    before = dict(state.remember())
    match.play(state.actions()[0])
    assert state.memo == {**before, **state.remember()}
    assert match.state.memo is None
