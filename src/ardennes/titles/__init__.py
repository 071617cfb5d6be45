"""The published games, one package each. A title is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from ardennes.kernel import Game, Unknown
from ardennes.parts.data.tables import DataError
from ardennes.parts.title import Title, laid_over

#: Titles that can be played, in the order they are offered.
KEYS = ("tigers_in_the_mist", "bitter_woods", "deadly_woods", "enemy_action_ardennes")
#: Small made-up games that prove the house and show how a title is written; found by name, offered by no menu.
EXAMPLES = ("crossroads", "parkers_crossroads")
#: The longest of them: what is heavy is measured on it, what is quick on the first.
LONGEST = "bitter_woods"
#: The data pack of this process per title, and the titles laid out with it.
_packs: dict[str, Path] = {}
_packed: dict[str, Title] = {}


def find(key: str) -> Title:
    """The title with this key, with the data pack in use; `Unknown` lists the keys there are."""
    if key not in (*KEYS, *EXAMPLES):
        raise Unknown("title", key, KEYS)
    return _packed[key] if key in _packed else _own(key)


def pack_of(key: str) -> Path | None:
    """The folder of the data pack in use that holds files for a title."""
    return _packs.get(key)


def use_data(folder: Path | None) -> None:
    """Lay a player's data pack over the titles, from now on and for the whole process; None goes back to our data.

    Every file is read and checked at once: `DataError` names the file, the row and what was expected.
    """
    _packs.clear()
    _packed.clear()
    if folder is None:
        return
    try:
        _lay(folder)
    except DataError:
        _packs.clear()
        _packed.clear()
        raise


def _lay(folder: Path) -> None:
    if not folder.is_dir():
        raise DataError(f"data pack {folder}: there is no such folder")
    found = [path for path in sorted(folder.iterdir()) if path.is_dir() and path.name in KEYS]
    if not found:
        raise DataError(f"data pack {folder}: expected a folder for at least one of {', '.join(KEYS)} in it")
    for path in found:
        key = path.name
        _packs[key] = path
        title = laid_over(type(_own(key)), path)
        for scenario in title.scenarios:
            Game.of(title, scenario.key)
        _packed[key] = title


def _own(key: str) -> Title:
    title = import_module(f"ardennes.titles.{key}").TITLE
    assert isinstance(title, Title)
    return title
