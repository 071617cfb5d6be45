"""Kept games of the terminal: nothing is written over unasked, and one bad file hides no other."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from ardennes.cli import main, store
from ardennes.kernel import Match, saves
from ardennes.titles import find

PLAY = ["play", "--title", "tigers_in_the_mist", "--scenario", "seventh_army", "--seed", "1944"]
HUMANS = ["--german", "human", "--allied", "human"]
MOVE = "move 212VG Irrel Echternach\n"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ARDENNES_HOME", str(tmp_path))
    return tmp_path / "games"


def run(*args: str, given: str = "") -> tuple[int, str]:
    """A command with lines from a pipe: its exit code, and all it said."""
    out = StringIO()
    code: object = 0
    with pytest.MonkeyPatch.context() as patched, redirect_stdout(out), redirect_stderr(out):
        patched.setattr(sys, "argv", ["ardennes", *args])
        patched.setattr(sys, "stdin", StringIO(given))
        try:
            main()
        except SystemExit as end:
            code = end.code
    return int(str(code or 0)), out.getvalue()


def kept(path: Path) -> Match:
    return saves.load(path.read_text(), find)


def test_the_same_dice_again_do_not_overwrite(home: Path) -> None:
    run(*PLAY, *HUMANS, given=MOVE)
    [path] = home.glob("*.txt")
    text = path.read_text()
    assert len(kept(path).moves) > 0
    code, said = run(*PLAY, *HUMANS, given=MOVE)
    assert code == 2
    assert "a game with these dice is kept already" in " ".join(said.split())
    assert "--overwrite" in said
    assert path.read_text() == text
    code, _ = run(*PLAY, *HUMANS, "--overwrite")
    assert code == 0
    assert kept(path).moves == []
    # A game nobody has moved in yet may begin again.
    assert run(*PLAY, *HUMANS)[0] == 0
    assert list(home.iterdir()) == [path]


def test_at_a_keyboard_the_player_is_asked(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("ardennes.cli.play")  # the package has a command of that name
    run(*PLAY, *HUMANS, given=MOVE)
    [path] = home.glob("*.txt")
    answers = iter(["beside", "quit"])
    monkeypatch.setattr(module._Reader, "ask", lambda self, console, prompt: next(answers))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    original = module._Reader.__init__

    def at_a_keyboard(self: Any) -> None:
        original(self)
        self.interactive = True

    monkeypatch.setattr(module._Reader, "__init__", at_a_keyboard)
    code, said = run(*PLAY, *HUMANS)
    assert code == 0
    assert "go on with the kept one" in said
    assert sorted(len(kept(file).moves) for file in home.glob("*.txt")) == [0, len(kept(path).moves)]
    answers = iter(["continue", "log", "quit"])
    _, said = run(*PLAY, *HUMANS)
    assert "move from Irrel to Echternach" in said


def test_a_loaded_game_does_not_overwrite_the_kept_one(home: Path, tmp_path: Path) -> None:
    early = tmp_path / "early.txt"
    run(*PLAY, *HUMANS, given=f"save {early}\n{MOVE}")
    [path] = home.glob("*.txt")
    moves = len(kept(path).moves)
    assert moves > 0
    run("play", "--load", str(early), *HUMANS, given="move 276VG Nusbaum Beaufort\n")
    assert len(kept(path).moves) == moves
    [other] = [file for file in home.glob("*.txt") if file != path]
    assert kept(other).moves[0] != kept(path).moves[0]
    # A game that goes further than the kept one takes its place: nothing is lost.
    late = tmp_path / "late.txt"
    late.write_text(path.read_text())
    run("play", "--load", str(late), *HUMANS, given="move 276VG Nusbaum Beaufort\n")
    assert len(kept(path).moves) > moves
    # And one of the kept files is gone on with in place.
    run("play", "--load", str(other), *HUMANS, given="undo all\n")
    assert kept(other).moves == []


def test_a_game_gone_on_with_stays_in_its_file(home: Path, tmp_path: Path) -> None:
    run(*PLAY, *HUMANS, given=MOVE)
    [path] = home.glob("*.txt")
    path.rename(home / "mine.txt")
    _, said = run("play", *HUMANS, given="1\nundo all\n")
    assert "Unfinished games" in said
    assert [file.name for file in home.glob("*.txt")] == ["mine.txt"]
    assert kept(home / "mine.txt").moves == []


def test_save_destroys_nothing_beside_its_file(tmp_path: Path) -> None:
    (tmp_path / "diary.new").write_text("dear diary")
    target = tmp_path / "diary.txt"
    run(*PLAY, *HUMANS, given=f"save {target}\n")
    assert (tmp_path / "diary.new").read_text() == "dear diary"
    assert kept(target).moves == []
    assert sorted(file.name for file in tmp_path.iterdir()) == ["diary.new", "diary.txt", "games"]


def test_save_asks_before_it_replaces_another_game(home: Path, tmp_path: Path) -> None:
    target = tmp_path / "diary.txt"
    run(*PLAY, *HUMANS, given=f"{MOVE}save {target}\nmove 276VG Nusbaum Beaufort\nsave {target}\n")
    moves = len(kept(target).moves)
    assert moves > 3  # saved twice in one sitting
    other = [*PLAY[:-1], "7", *HUMANS]
    _, said = run(*other, given=f"save {target}\n")
    assert "exists; take another name, or say: save --overwrite" in " ".join(said.split())
    assert len(kept(target).moves) == moves
    run(*other, "--overwrite", given=f"save --overwrite {target}\n")
    assert kept(target).moves == []


def test_one_bad_file_hides_no_other(home: Path) -> None:
    run(*PLAY, *HUMANS, given=MOVE)
    (home / "bad.txt").write_bytes(saves.FIRST_LINE.encode() + b"\n\xff\xfe")
    (home / "cut.txt").write_text(saves.FIRST_LINE + "\ntitle tigers_in_the_mist\n")
    code, said = run("play", *HUMANS, given="1\nlog\nquit\n")
    assert code == 0
    assert "bad.txt cannot be read" in said
    assert "cut.txt cannot be read: line 2" in said
    assert "move from Irrel to Echternach" in said


def test_saves_reach_the_disk_and_are_their_owners(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []
    real = os.fsync

    def fsync(handle: int) -> None:
        synced.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    run(*PLAY, *HUMANS)
    [path] = home.glob("*.txt")
    assert synced == ["file", "folder"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(home.iterdir()) == [path]


def test_a_write_that_fails_leaves_the_old_save(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(*PLAY, *HUMANS)
    [path] = home.glob("*.txt")
    text = path.read_text()

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    match = kept(path)
    match.play(match.state.actions()[0])
    with pytest.raises(OSError, match="No space left"):
        store.write(path, match)
    assert path.read_text() == text
    assert list(home.iterdir()) == [path]
