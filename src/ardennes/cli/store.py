"""Where games are kept between sittings: one readable save per game, rewritten after every action."""

from __future__ import annotations

import os
from pathlib import Path

from ardennes.kernel import BadSave, Match, saves
from ardennes.parts.title import title_of
from ardennes.titles import find


def folder() -> Path:
    """The folder of kept games: ARDENNES_HOME, or the user's data folder."""
    home = os.environ.get("ARDENNES_HOME")
    base = Path(home) if home else Path(os.environ.get("XDG_DATA_HOME", "~/.local/share")).expanduser() / "ardennes"
    return base / "games"


def path_of(match: Match) -> Path:
    """The file of a match: its title, its scenario and a mark of its dice."""
    mark = match.commitment.partition(":")[2][:10]
    return folder() / f"{match.game.title.key}-{match.game.scenario}-{mark}.txt"


def write(path: Path, match: Match) -> None:
    """Replace a save whole, so that a crash leaves either the old or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(saves.dump(match), encoding="utf-8")
    fresh.replace(path)


def is_save(path: Path) -> bool:
    """Whether a file looks like one of our saves."""
    try:
        with path.open(encoding="utf-8") as file:
            return file.readline().strip() == saves.FIRST_LINE
    except (OSError, UnicodeDecodeError):
        return False


def open_game(path: Path) -> Match:
    """Read a kept game."""
    return saves.load(path.read_text(encoding="utf-8"), find)


def unfinished() -> list[Path]:
    """Kept games that are not over, the last played first."""
    found = sorted(folder().glob("*.txt"), key=lambda path: path.stat().st_mtime, reverse=True)
    return [path for path in found if is_save(path) and _goes_on(path)]


def _goes_on(path: Path) -> bool:
    try:
        return bool(open_game(path).state.stack)
    except BadSave:
        return False


def describe(path: Path) -> str:
    """A kept game in one line."""
    match = open_game(path)
    name = next(s.name for s in match.game.title.scenarios if s.key == match.game.scenario)
    headline = title_of(match.game).headline(match.state.sight(match.state.side))
    return f"{match.game.title.name}, {name}: {headline}, {len(match.moves)} actions"
