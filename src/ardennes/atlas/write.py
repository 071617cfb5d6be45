"""Map rows as files: CSV with one line per row, TOML for the head. The same rows give the same bytes."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

import msgspec

from ardennes.board.map_rows import (
    BoundaryRow,
    BridgeRow,
    FeatureRow,
    Head,
    HexRow,
    PlaceRow,
    RoadRow,
    Rows,
    SideRow,
)


def files_of(rows: Rows) -> dict[str, str]:
    """File name -> text, for every file of a map."""
    return {
        "map.toml": _head(rows.head),
        "map_hexes.csv": _table(HexRow, rows.hexes),
        "map_places.csv": _table(PlaceRow, rows.places),
        "map_sides.csv": _table(SideRow, rows.sides),
        "map_roads.csv": _table(RoadRow, rows.roads),
        "map_bridges.csv": _table(BridgeRow, rows.bridges),
        "map_features.csv": _table(FeatureRow, rows.features),
        "map_boundaries.csv": _table(BoundaryRow, rows.boundaries),
    }


def write(files: dict[str, str], folder: Path) -> None:
    """Put the files into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def differences(files: dict[str, str], folder: Path) -> list[str]:
    """The files that are missing in the folder or differ from what was built."""
    found = []
    for name, text in files.items():
        path = folder / name
        if not path.is_file():
            found.append(f"{name}: missing")
        elif path.read_bytes() != text.encode():
            found.append(f"{name}: differs in {_first_difference(path.read_text(encoding='utf-8'), text)}")
    return found


def _first_difference(old: str, new: str) -> str:
    before, after = old.splitlines(), new.splitlines()
    for number, (a, b) in enumerate(zip(before, after, strict=False), 1):
        if a != b:
            return f"row {number}"
    return f"length ({len(before)} rows, built {len(after)})"


def _table(row: type[msgspec.Struct], rows: Sequence[msgspec.Struct]) -> str:
    names = [field.name for field in msgspec.structs.fields(row)]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    for entry in rows:
        writer.writerow([_cell(getattr(entry, name)) for name in names])
    return text.getvalue()


def _cell(value: object) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _head(head: Head) -> str:
    lines = ["# Built by `ardennes map build`; see docs/maps.md before you correct anything here."]
    tables = []
    for field in msgspec.structs.fields(Head):
        value = getattr(head, field.name)
        if isinstance(value, dict):
            tables.append(f"\n[{field.name}]")
            tables += [f"{_quoted(key)} = {_quoted(text)}" for key, text in value.items()]
        else:
            lines.append(f"{field.name} = {_quoted(value) if isinstance(value, str) else value}")
    return "\n".join([*lines, *tables]) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
