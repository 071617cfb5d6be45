"""Data files for people: CSV rows and TOML tables, typed and checked when they are read.

A title's files lie in its `data` folder. A player's own data pack is a folder with a folder per title and in it files
of the same names; a file found there is used instead of ours.
"""

from __future__ import annotations

import csv
import tomllib
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec

Row = TypeVar("Row", bound=msgspec.Struct)

#: Data files that no pack replaces: the ledger, the texts of the rules help, what agents have learned.
FIXED = frozenset({"ledger.csv", "chapters.toml", "values.csv", "worth.csv", "balance.csv"})


class DataError(ValueError):
    """A data file that cannot be used; the message names the file, the row and what was expected."""


class DataFolder:
    """The files of a title, with a data pack laid over them."""

    def __init__(self, own: Path, pack: Path | None = None) -> None:
        self.own = own
        self.pack = pack
        if pack is not None and not pack.is_dir():
            raise DataError(f"data pack {pack}: there is no such folder")

    def path(self, name: str) -> Path:
        """Where a file lies: in the pack if it has one, else with the title."""
        if self.pack is not None and (self.pack / name).is_file():
            return self.pack / name
        return self.own / name

    def rows(self, name: str, row: type[Row]) -> list[Row]:
        """A CSV file as typed rows. Empty cells take the column's default."""
        path = self.path(name)
        text = _read(path)
        reader = csv.DictReader(text.splitlines())
        fields = {field.encode_name: field for field in msgspec.structs.fields(row)}
        missing = [f for f, info in fields.items() if info.required and f not in (reader.fieldnames or ())]
        if missing:
            raise DataError(f"{path.name} row 1: the header lacks the column {', '.join(missing)}")
        unknown = [f for f in reader.fieldnames or () if f not in fields]
        if unknown:
            raise DataError(f"{path.name} row 1: unknown column {', '.join(unknown)}; there are: {', '.join(fields)}")
        return [_typed_row(path, reader.line_num, cells, row) for cells in reader]

    def table(self, name: str, shape: type[Row]) -> Row:
        """A TOML file as one typed value."""
        return cast(Row, self._toml(name, shape))

    def mapping(self, name: str, shape: type[Row]) -> dict[str, Row]:
        """A TOML file as typed tables by name."""
        return cast(dict[str, Row], self._toml(name, dict[str, shape]))  # type: ignore[valid-type]

    def _toml(self, name: str, shape: Any) -> Any:
        path = self.path(name)
        try:
            return msgspec.convert(tomllib.loads(_read(path)), shape)
        except tomllib.TOMLDecodeError as error:
            raise DataError(f"{path.name}: {error}") from None
        except msgspec.ValidationError as error:
            raise DataError(f"{path.name}: {error}") from None


def fingerprint(pack: Path, own: Path) -> str:
    """What tells the files of a pack from others. `DataError` for a file that replaces none of ours."""
    known = sorted(path.name for path in own.iterdir() if path.suffix in (".csv", ".toml") and path.name not in FIXED)
    found = blake2b(digest_size=8)
    for path in sorted(pack.iterdir()):
        if path.name not in known:
            raise DataError(f"data pack {pack}: {path.name} replaces no file of ours; there are: {', '.join(known)}")
        body = path.read_bytes().replace(b"\r\n", b"\n")
        found.update(f"{path.name} {len(body)}\n".encode() + body)
    return found.hexdigest()


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise DataError(f"{path.name}: the file is missing") from None
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path.name}: cannot be read: {error}") from None


def _typed_row(path: Path, line: int, cells: dict[str | None, str | list[str] | None], row: type[Row]) -> Row:
    given = {key: value for key, value in cells.items() if value not in ("", None)}
    if None in cells:
        raise DataError(f"{path.name} row {line}: more cells than the header has columns")
    try:
        return msgspec.convert(given, row, strict=False)
    except msgspec.ValidationError as error:
        first = next(iter(given.values()), "")
        raise DataError(f"{path.name} row {line} ({first}): {error}") from None
