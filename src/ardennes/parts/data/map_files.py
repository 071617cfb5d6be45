"""A title's map from its data folder, with a player's data pack laid over it file by file."""

from __future__ import annotations

from pathlib import Path

from ardennes.board.hexmap import HexMap, MapError
from ardennes.board.map_rows import BoundaryRow, BridgeRow, FeatureRow, Head, HexRow, PlaceRow, RoadRow, Rows, SideRow
from ardennes.parts.data.tables import DataError, DataFolder

#: The files of a map, in the order in which they build on each other.
FILES = (
    "map.toml",
    "map_hexes.csv",
    "map_places.csv",
    "map_sides.csv",
    "map_roads.csv",
    "map_bridges.csv",
    "map_features.csv",
    "map_boundaries.csv",
)


def read_map(folder: DataFolder) -> HexMap:
    """The map in a data folder; `DataError` names the file, the row and what was expected."""
    rows = Rows(
        folder.table("map.toml", Head),
        folder.rows("map_hexes.csv", HexRow),
        folder.rows("map_places.csv", PlaceRow),
        folder.rows("map_sides.csv", SideRow),
        folder.rows("map_roads.csv", RoadRow),
        folder.rows("map_bridges.csv", BridgeRow),
        folder.rows("map_features.csv", FeatureRow),
        folder.rows("map_boundaries.csv", BoundaryRow),
    )
    try:
        return HexMap(rows)
    except MapError as error:
        raise DataError(str(error)) from None


def map_of(title: str, pack: Path | None = None) -> HexMap:
    """The map of a title by its key."""
    own = Path(__file__).parents[2] / "titles" / title / "data"
    if not (own / "map.toml").is_file():
        raise DataError(f"{title} has no hex map")
    return read_map(DataFolder(own, pack))
