"""Presets of options: the file `presets.toml` of a title, one table for each.

    [tournament]
    name = "Tournament"
    note = "What tournament games use."
    source = "published: …"
    options.leaders = { source = "published: …" }
    options.peiper = { source = "rulebook §36", scenarios = ["six_turn"] }

`everything = true` stands for every option that a scenario permits, but for those it names, which stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from ardennes.kernel import Option, Preset
from ardennes.parts.data.tables import DataError, DataFolder

FILE = "presets.toml"


class Chosen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An option that a preset sets, and where that is known from; without scenarios, in all of them."""

    source: str
    value: bool | int = True
    scenarios: tuple[str, ...] = ()


class PresetTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of `presets.toml`."""

    name: str
    note: str
    source: str
    everything: bool = False
    options: dict[str, Chosen] = {}


@lru_cache(maxsize=32)
def read_presets(
    data: Path, pack: Path | None, options: tuple[Option, ...], scenarios: tuple[str, ...]
) -> tuple[Preset, ...]:
    """The presets of a title in the order of their file; `DataError` names one that no game can be made with."""
    folder = DataFolder(data, pack)
    if not folder.path(FILE).exists():
        return ()
    tables = folder.mapping(FILE, PresetTable)
    known = {option.key: option for option in options}
    found = []
    for key, table in tables.items():
        try:
            for named, chosen in table.options.items():
                if named not in known:
                    raise ValueError(f"unknown option {named}; there are: {', '.join(known)}")
                known[named].read(chosen.value)
                if strange := {*chosen.scenarios} - {*scenarios}:
                    raise ValueError(f"option {named}: unknown scenario {min(strange)}")
            values = {scenario: _values(table, options, scenario) for scenario in scenarios}
        except ValueError as error:
            raise DataError(f"{FILE} {key}: {error}") from None
        found.append(Preset(key, table.name, table.note, table.source, values))
    return tuple(found)


def _values(table: PresetTable, options: Sequence[Option], scenario: str) -> dict[str, bool | int]:
    """What a preset sets in a scenario; ValueError where that is no game."""
    if table.everything:
        return _all_permitted([o for o in options if o.key not in table.options], scenario)
    values = {
        key: chosen.value
        for key, chosen in table.options.items()
        if not chosen.scenarios or scenario in chosen.scenarios
    }
    full = {option.key: option.default for option in options} | values
    for option in options:
        if full[option.key] and (fault := option.why_not(scenario, full)):
            raise ValueError(f"scenario {scenario}: {fault}")
    return values


def _all_permitted(options: Sequence[Option], scenario: str) -> dict[str, bool | int]:
    """Every switch that can be on in a scenario; of two that exclude each other the first."""
    on: dict[str, bool | int] = {}
    off = {option.key: option.default for option in options}
    left = [option for option in options if isinstance(option.default, bool)]
    while ready := [option for option in left if option.why_not(scenario, off | on) is None]:
        left.remove(ready[0])
        if not any(ready[0].key in option.excludes for option in options if on.get(option.key)):
            on[ready[0].key] = True
    return on
