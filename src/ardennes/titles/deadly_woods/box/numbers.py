"""Numbers the rules name (`tables.toml`) and the scenarios (`scenarios.toml`), one struct per table of the files."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from ardennes.kernel import Scenario as ScenarioInfo
from ardennes.parts.data.tables import DataError, DataFolder
from ardennes.titles.deadly_woods.box.tables import TURNS

DATA = Path(__file__).parents[1] / "data"


class Stacking(msgspec.Struct, frozen=True):
    """6.0 Units of one division, and others with them."""

    source: str
    division: int
    others: int


class Supply(msgspec.Struct, frozen=True):
    """8.2, 8.3 How far a road may be, and the allowance of motorized units without supply."""

    source: str
    hexes_to_road: int
    allowance: int


class Surrender(msgspec.Struct, frozen=True):
    """8.3 The division that surrenders out of supply, at the end of which turn."""

    source: str
    formation: str
    turn: int


class Peiper(msgspec.Struct, frozen=True):
    """8.5, 11.3.2"""

    source: str
    unit: str
    die: int
    die_until: int
    fuel_turn: int


class Brigade(msgspec.Struct, frozen=True):
    """7.3 The 150th Panzer Brigade's single exception to zones of control."""

    source: str
    unit: str
    until: int


class AirSupply(msgspec.Struct, frozen=True):
    """8.6"""

    source: str
    turn: int
    hexes: int


class Areas(msgspec.Struct, frozen=True):
    """9.2 The last turn of the army boundaries; turns from St. Vith's fall to the end of the northern one."""

    source: str
    until: int
    st_vith_after: int


class Movement(msgspec.Struct, frozen=True):
    """10.5, 14.8.4 Allowances in movement points."""

    source: str
    motorized_infantry: int
    airborne_entry: int
    airborne_entry_turn: int
    airborne_divisions: list[str]


class BridgeNumbers(msgspec.Struct, frozen=True):
    """10.6"""

    source: str
    engineers_reach: int
    retreat_blows_on: int
    ouren_until: int


class CombatNumbers(msgspec.Struct, frozen=True):
    """11.2.1, 11.3.2, 11.4 `westwall` multiplies, `village` is added."""

    source: str
    integrity_hexes: int
    village: int
    westwall: int
    retreat: int


class AssetNumbers(msgspec.Struct, frozen=True):
    """12 Costs are movement points; `..._return` are turns until the asset is back."""

    source: str
    german_artillery: int
    german_nebelwerfer: int
    allied_artillery: int
    corps_hexes: int
    nebelwerfer_returns: int
    engineers_entered_return: int
    engineers_removed_return: int
    greif_cost: int
    greif_area_until: int
    traffic_cost: int
    vdh_cost: int
    vdh_real_on: int
    vdh_marker_until: int
    delay_from: int
    no_artillery_on_first_turn: list[str]


class Reaction(msgspec.Struct, frozen=True):
    """14.3.1"""

    source: str
    units: int
    not_first: list[str]


class Withdrawal(msgspec.Struct, frozen=True):
    """12.10"""

    source: str
    turn: int
    steps: int


class Victory(msgspec.Struct, frozen=True):
    """3.4, 5.2"""

    source: str
    sudden_steps: int
    sudden_hexes: int
    initiative_hexes: int


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `tables.toml`."""

    stacking: Stacking
    supply: Supply
    surrender: Surrender
    peiper: Peiper
    brigade: Brigade
    air_supply: AirSupply
    areas: Areas
    movement: Movement
    bridges: BridgeNumbers
    combat: CombatNumbers
    assets: AssetNumbers
    reaction: Reaction
    withdrawal: Withdrawal
    victory: Victory
    markers: dict[str, int | str]


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """3.1, 3.4 A table of `scenarios.toml`: the last turn, and the VP hexes the Germans need when it ends."""

    name: str
    length: str
    note: str
    source: str
    last: int
    needed: int
    #: 3.4 If the withdrawal of turn 11 was cancelled.
    needed_if_cancelled: int


class Scenarios(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `scenarios.toml`."""

    german_attack: Scenario
    campaign: Scenario


def read_scenarios(folder: DataFolder) -> dict[str, Scenario]:
    """The scenarios by key."""
    read = folder.table("scenarios.toml", Scenarios)
    found: dict[str, Scenario] = {key: getattr(read, key) for key in Scenarios.__struct_fields__}
    for key, scenario in found.items():
        if not 1 <= scenario.last <= TURNS:
            raise DataError(f"scenarios.toml {key}: last turn {scenario.last}: expected 1 to {TURNS}")
    return found


@lru_cache(maxsize=8)
def menu(pack: Path | None = None) -> tuple[ScenarioInfo, ...]:
    """The scenarios as a menu shows them, the shorter first."""
    found = read_scenarios(DataFolder(DATA, pack))
    return tuple(ScenarioInfo(key, scenario.name, scenario.length, scenario.note) for key, scenario in found.items())
