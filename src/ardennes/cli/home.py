"""Where a player's data lies: one folder for the saves of the terminal and the file of the server.

ARDENNES_HOME names it, else the system says where programs keep their data. What an earlier version kept elsewhere is
found and used where it lies, as long as there is nothing in the new place.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import typer
from platformdirs import user_data_path

from ardennes.kernel.words import say

NAME = "ardennes"
SAVES, STORE = "games", "games.sqlite3"
#: Old places that were spoken of; once is enough.
_told: set[Path] = set()


def home() -> Path:
    """The folder of this user's data. An empty variable names none."""
    named = os.environ.get("ARDENNES_HOME")
    return Path(named).expanduser() if named else _system() / NAME


def saves_folder() -> Path:
    """The folder of the terminal's games."""
    return _place(SAVES, _earlier_saves)


def store_file() -> Path:
    """The file of the server's games."""
    return _place(STORE, _earlier_store)


def _system() -> Path:
    """Where this system keeps the data of programs."""
    return user_data_path()


def _place(name: str, earlier: Callable[[], Path]) -> Path:
    """The place in the one home, or an earlier one where only that holds anything."""
    place, before = home() / name, earlier()
    if place.exists() or not before.exists():
        return place
    if before not in _told:
        _told.add(before)
        text = say("Games are kept in {old}, as before; move it to {new} if you like", old=before, new=place)
        typer.echo(text, err=True)
    return before


def _earlier_saves() -> Path:
    """Version 0.1 kept the terminal's games here on every system, unless ARDENNES_HOME was set."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share").expanduser() / NAME / SAVES


def _earlier_store() -> Path:
    """Version 0.1 kept the server's file here, whatever ARDENNES_HOME said."""
    if sys.platform == "win32":
        root = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        root = Path.home() / "Library" / "Application Support"
    else:
        root = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return root / NAME / STORE
