"""2.9, 1.3 - 1.5 The scenarios the rulebook names, and which of its extras each of them allows."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from ardennes.kernel import Scenario as ScenarioInfo
from ardennes.parts.data.tables import DataError, DataFolder
from ardennes.titles.bitter_woods.box import turns

DATA = Path(__file__).parents[1] / "data"


class Points(msgspec.Struct, frozen=True):
    """What the tournament games score, with a source for every number."""

    needed: int
    needed_source: str
    mechanized_losses_below: int
    mechanized_source: str
    allied_losses_from: int
    allied_source: str
    towns: list[str]
    towns_source: str
    #: 25 Whether a captured fuel dump is worth a point.
    fuel_dump: bool = False
    fuel_dump_source: str = ""


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of `scenarios.toml`. Without a last turn it is known by name only and cannot be played."""

    name: str
    source: str
    peiper_alternative: bool
    army_artillery: bool
    additional_events: bool
    length: str = ""
    note: str = ""
    #: The preset of options it was made for.
    made_for: str = "basic"
    first: str = ""
    last: str = ""
    #: Of a scenario that cannot be played: what an owner of the handbook would have to enter in a data pack.
    missing: str = ""
    victory: Literal["levels", "points", ""] = ""
    points: Points | None = None

    @property
    def playable(self) -> bool:
        """Whether we know enough to play it."""
        return bool(self.last)


class Scenarios(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `scenarios.toml`."""

    six_turn: Scenario
    eight_turn: Scenario
    campaign: Scenario
    extended_campaign: Scenario
    plan_martin: Scenario
    patton: Scenario
    erasing_the_bulge: Scenario
    southern_shoulder: Scenario
    early_offensive: Scenario


def read_scenarios(folder: DataFolder) -> dict[str, Scenario]:
    """Every scenario by key, those we cannot play included."""
    read = folder.table("scenarios.toml", Scenarios)
    found = {key: getattr(read, key) for key in Scenarios.__struct_fields__}
    for key, scenario in found.items():
        try:
            if scenario.playable and turns.number(scenario.first) > turns.number(scenario.last):
                raise ValueError(f"{scenario.first} comes after {scenario.last}")
        except ValueError as error:
            raise DataError(f"scenarios.toml {key}: {error}") from None
        if scenario.playable and scenario.missing:
            raise DataError(f"scenarios.toml {key}: expected either a last turn or what is missing, got both")
        if (scenario.victory == "points") != (scenario.points is not None):
            raise DataError(f"scenarios.toml {key}: expected a table of points exactly where points decide")
    return found


@lru_cache(maxsize=8)
def registry(pack: Path | None = None) -> dict[str, Scenario]:
    """2.9 All scenarios."""
    return read_scenarios(DataFolder(DATA, pack))


@lru_cache(maxsize=8)
def menu(pack: Path | None = None) -> tuple[ScenarioInfo, ...]:
    """The scenarios one can play, the shortest first."""
    return tuple(
        ScenarioInfo(key, s.name, s.length, s.note, s.made_for) for key, s in registry(pack).items() if s.playable
    )
