"""Games kept in a file, a line each, so that a run that was stopped goes on and blocks of seeds add up."""

from __future__ import annotations

from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from ardennes.lab.crew import code_mark
from ardennes.titles import find

Game = TypeVar("Game")


class Kept(Generic[Game]):
    """The games of one kind, title and scenario that were played by this very code, by what tells them apart.

    Without a folder nothing is kept and nothing found.
    """

    def __init__(self, folder: Path | None, name: str, title: str, scenario: str, kind: type[Game]) -> None:
        self.found: dict[str, Game] = {}
        self._path: Path | None = None
        if folder is None:
            return
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / f"{name}-{title}-{find(title).rules_version}-{scenario}-{code_mark()}.jsonl"
        if not self._path.is_file():
            return
        lines = self._path.read_bytes().splitlines(keepends=True)
        if lines and not lines[-1].endswith(b"\n"):  # cut off in the middle of writing
            self._path.write_bytes(b"".join(lines[:-1]))
            lines.pop()
        for number, line in enumerate(lines, 1):
            try:
                key, game = msgspec.json.decode(line, type=tuple[str, msgspec.Raw])
                self.found[key] = msgspec.json.decode(game, type=kind)
            except msgspec.DecodeError as error:
                raise ValueError(f"{self._path}, line {number}: expected a game; {error}") from None

    def add(self, key: str, game: Game) -> None:
        """Keep one more."""
        self.found[key] = game
        if self._path is not None:
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode((key, game)) + b"\n")
