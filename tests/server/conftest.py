from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.club import Club


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    club = Club(tmp_path / "games.sqlite3")
    yield club
    club.close()
