"""One home for a player's data, and what was kept elsewhere before is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from ardennes.cli import home


@pytest.fixture
def user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A user's folder with nothing in it, and no variable that says otherwise."""
    for name in ("ARDENNES_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "AppData" / "Local"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_terminal_and_the_server_share_a_home(user: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert home.saves_folder().parent == home.store_file().parent == home.home()
    assert user in home.home().parents
    monkeypatch.setenv("ARDENNES_HOME", str(user / "mine"))
    assert home.saves_folder() == user / "mine" / "games"
    assert home.store_file() == user / "mine" / "games.sqlite3"


def test_the_systems_variable_names_it(user: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(user / "data"))
    assert home.home() == user / "data" / "ardennes"


@pytest.mark.parametrize("variable", ["ARDENNES_HOME", "XDG_DATA_HOME"])
def test_an_empty_variable_is_no_folder(user: Path, monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    usual = home.home()
    monkeypatch.setenv(variable, "")
    assert home.home() == usual
    assert home.saves_folder().is_absolute()
    assert home.store_file().is_absolute()


def test_what_is_kept_in_an_earlier_place_is_used_there_and_said(
    user: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The server's file did not follow ARDENNES_HOME before."""
    before = home.store_file()
    before.parent.mkdir(parents=True)
    before.touch()
    monkeypatch.setenv("ARDENNES_HOME", str(user / "mine"))
    assert home.store_file() == home.store_file() == before
    assert capsys.readouterr().err.count(str(before)) == 1
    (user / "mine").mkdir()
    (user / "mine" / "games.sqlite3").touch()
    assert home.store_file() == user / "mine" / "games.sqlite3"
    assert capsys.readouterr().err == ""
