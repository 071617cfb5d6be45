"""What a title wants of its map: grid, georeference, terrain, towns, facts. One folder per title in `data`."""

from __future__ import annotations

from pathlib import Path

import msgspec

from ardennes.atlas.gazetteer import DATA
from ardennes.atlas.georeference import Fit
from ardennes.atlas.ground import GroundPlan
from ardennes.board.map_rows import BoundaryRow, FeatureRow
from ardennes.parts.data.tables import DataFolder

#: Titles with a hex map: those the atlas has a plan for, by the alphabet.
TITLES = tuple(sorted(path.parent.name for path in DATA.glob("*/plan.toml")))


class RoadPlan(msgspec.Struct, frozen=True):
    """Which of the real roads a map shows."""

    #: A lesser road is drawn only if the way round by roads already drawn is this many times longer.
    detour: float
    #: A main road is left out if roads already drawn make its way with at most so many hexes more.
    spare: int = 0
    #: Lesser roads shorter than this many hexes are drawn only to reach a town.
    shortest: int = 1
    #: Links left out ("Foy - Bizory"), for what the title's rules say or for clarity.
    without: tuple[str, ...] = ()
    #: Links drawn whatever the detour.
    with_: tuple[str, ...] = msgspec.field(default=(), name="with")
    #: Links drawn as main roads though they were lesser ones.
    raised: tuple[str, ...] = ()


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """`plan.toml` of a title."""

    title: str
    numbering: str
    columns: int
    rows: int
    km_per_hex: float
    credits: str
    terrain: dict[str, str]
    features: dict[str, str]
    sides: dict[str, str]
    grades: dict[str, str]
    areas: dict[str, str]
    aliases: dict[str, str] = {}
    fit: Fit
    ground: GroundPlan
    #: River -> kind of hexside, in the order in which they are laid (a river before its tributaries).
    rivers: dict[str, str]
    #: River -> the river it flows into.
    mouths: dict[str, str]
    #: Rivers of which only the last piece on the map is drawn.
    last_piece: tuple[str, ...] = ()
    roads: RoadPlan
    #: Smallest size of a place whose name is printed though the title has no list of it.
    names_from: str
    #: Owner of a bridge nobody says anything about.
    bridge_owner: str = ""


class TownRow(msgspec.Struct, frozen=True):
    """`places.csv`: a place the map must show, and what it is there. Without a hex the georeference places it."""

    name: str
    kind: str
    hex: str = ""
    source: str = "reconstructed"


class FactRow(msgspec.Struct, frozen=True):
    """`facts.csv`: a statement about hexes or hexsides that beats geography."""

    kind: str
    where: str
    value: str = ""
    source: str = "reconstructed"
    note: str = ""


class AreaRow(msgspec.Struct, frozen=True):
    """`areas.csv`: hexes of an area, by ranges of rows and columns or by the side of a boundary."""

    area: str
    where: str
    source: str = "reconstructed"


class Brief(msgspec.Struct, frozen=True):
    """Everything the builder needs to know about a title."""

    key: str
    plan: Plan
    towns: list[TownRow]
    facts: list[FactRow]
    areas: list[AreaRow]
    features: list[FeatureRow]
    boundaries: list[BoundaryRow]


def brief(title: str, folder: Path | None = None) -> Brief:
    """The brief of a title from the package's data."""
    if title not in TITLES:
        raise KeyError(f"unknown title {title!r}; there are: {', '.join(TITLES)}")
    data = DataFolder(folder or DATA / title)
    return Brief(
        title,
        data.table("plan.toml", Plan),
        data.rows("places.csv", TownRow),
        data.rows("facts.csv", FactRow),
        data.rows("areas.csv", AreaRow),
        data.rows("features.csv", FeatureRow),
        data.rows("boundaries.csv", BoundaryRow),
    )
