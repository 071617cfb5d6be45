"""Where games are kept between sittings: one readable save per game, rewritten after every action."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import NamedTuple

from ardennes.cli.home import saves_folder
from ardennes.kernel import Match, saves
from ardennes.kernel.words import fixed, several
from ardennes.parts.title import title_of
from ardennes.titles import find


class Kept(NamedTuple):
    """A kept file: the game in it, or why it cannot be read."""

    path: Path
    match: Match | None
    problem: str = ""


def path_of(match: Match) -> Path:
    """The file of a match: its title, its scenario and a mark of its dice."""
    mark = match.commitment.partition(":")[2][:10]
    return saves_folder() / f"{match.game.title.key}-{match.game.scenario}-{mark}.txt"


def free_path(match: Match) -> Path:
    """A file for a match that overwrites nothing: its own name, or the next one that is free or holds less of it."""
    path, number = path_of(match), 1
    while not loses_nothing(path, match):
        number += 1
        path = path_of(match).with_stem(f"{path_of(match).stem}-{number}")
    return path


def loses_nothing(path: Path, match: Match) -> bool:
    """Whether a match can be written to a file without losing a move of what is there."""
    if not path.exists():
        return True
    kept = read(path).match
    if kept is None or _game_of(kept) != _game_of(match):
        return False
    old = [(move.answers, move.chance) for move in kept.moves]
    return old == [(move.answers, move.chance) for move in match.moves[: len(old)]]


def _game_of(match: Match) -> tuple[object, ...]:
    """What two matches have in common if one goes on from the other."""
    game = match.game
    began = None if match.base is None else saves.position(match.base)
    return game.title.key, game.scenario, dict(game.options), match.commitment, began


def write(path: Path, match: Match) -> None:
    """Replace a save whole, so that a crash of program or machine leaves either the old or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, fresh = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # readable by its owner only
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(saves.dump(match))
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
    except BaseException:
        Path(fresh).unlink(missing_ok=True)
        raise
    if os.name == "posix":
        opened = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def is_save(path: Path) -> bool:
    """Whether a file looks like one of our saves."""
    try:
        with path.open(encoding="utf-8") as file:
            return file.readline().strip() == saves.FIRST_LINE
    except (OSError, UnicodeDecodeError):
        return False


def read(path: Path) -> Kept:
    """A kept game, or why there is none in the file."""
    try:
        return Kept(path, saves.load(saves.text_of(path.read_bytes()), find))
    except (OSError, ValueError) as error:
        return Kept(path, None, str(error))


def unfinished() -> list[Kept]:
    """Kept games that are not over, the last played first, and files that cannot be read."""
    found = sorted(saves_folder().glob("*.txt"), key=lambda path: path.stat().st_mtime, reverse=True)
    return [kept for kept in map(read, found) if kept.match is None or kept.match.state.stack]


def describe(match: Match) -> str:
    """A kept game in one line."""
    name = next(s.name for s in match.game.title.scenarios if s.key == match.game.scenario)
    headline = title_of(match.game).headline(match.state.sight(match.state.side))
    actions = several("{number} action", "{number} actions", len(match.moves))
    return f"{match.game.title.name}, {fixed(name)}: {fixed(headline)}, {actions}"
