"""One use of everything that an extra brings along: `python tests/extras.py`, with the Python that has them.

As `tests/smoke.py`, it knows nothing of this folder: what it runs is the package it finds.
"""

from __future__ import annotations

import importlib
import re
import sys
import tempfile
from importlib import metadata
from pathlib import Path

import numpy as np
from distributed import LocalCluster
from typer.testing import CliRunner

from ardennes.atlas.area_chart.plane import lay_out
from ardennes.atlas.area_chart.relief import ground_between
from ardennes.atlas.area_chart.roads import draw_roads
from ardennes.cli import app
from ardennes.lab import bench
from ardennes.lab.cluster import Cluster
from ardennes.parts.data.tables import DataFolder
from ardennes.titles.tigers_in_the_mist.box import DATA
from ardennes.titles.tigers_in_the_mist.box.map import read_map

EXTRAS = ("bench", "lab", "maps")


def doubled(setting: int, item: int) -> int:
    return setting * item


def the_lab_plays_on_a_cluster() -> None:
    """In threads of this process, which is cluster enough to be told apart from the pool."""
    one = {"n_workers": 1, "threads_per_worker": 1, "processes": False, "dashboard_address": None}
    with LocalCluster(**one) as cluster, Cluster(cluster.scheduler_address) as crew:
        assert dict(crew.each(doubled, 2, [1, 2, 3])) == {1: 2, 2: 4, 3: 6}


def the_peer_plays_chess() -> None:
    assert 15 < bench._moves_listed(1) < 60


def maps_are_drawn(folder: Path) -> None:
    """A picture, and of the area map what takes no minute: its plane, its roads, a line of height."""
    picture = folder / "map.png"
    said = CliRunner().invoke(app, ["map", "draw", "deadly_woods", "--png", str(picture), "--zoom", "0.2"])
    assert said.exit_code == 0, said.output
    assert picture.read_bytes().startswith(b"\x89PNG")
    board = read_map(DataFolder(DATA))
    assert len(draw_roads(board, lay_out(board))) > 100
    contourpy = importlib.import_module("contourpy")
    hill = 100.0 - np.hypot(*np.meshgrid(np.arange(-50.0, 51.0), np.arange(-50.0, 51.0)))
    drawn = contourpy.contour_generator(z=hill, fill_type=contourpy.FillType.OuterOffset)
    (top,) = ground_between(drawn, 80.0, 200.0, 10.0)
    assert 1200 < top.area < 1300, "a circle of twenty"


def versions() -> str:
    """What is installed here of what extras ask for."""
    extra = re.compile(f"""extra == .({"|".join(EXTRAS)})""")
    names = [re.split(r"[^\w-]", line)[0] for line in metadata.requires("ardennes") or () if extra.search(line)]
    return ", ".join(f"{name} {metadata.version(name)}" for name in names)


def main() -> None:
    print(f"Python {sys.version.split()[0]}, {versions()}", flush=True)
    the_lab_plays_on_a_cluster()
    the_peer_plays_chess()
    with tempfile.TemporaryDirectory() as folder:
        maps_are_drawn(Path(folder))
    print("all well")


if __name__ == "__main__":
    main()
