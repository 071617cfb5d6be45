"""Every way to install, in fresh environments: `python -m tests.installs`.

The source archive with the lowest version of everything it asks for, and the wheel with the newest: both have to play a
first evening (`tests/smoke.py`). What is sent to a package index has to pass its strict check.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from tests.packages import ROOT, environment, install, packed


def lowest() -> list[str]:
    """The lowest version of everything that the package asks for."""
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    return [line.partition(";")[0].replace(">=", "==") for line in asked]


def tried(python: Path) -> None:
    """A first evening, away from the tree."""
    command = [python, ROOT / "tests" / "smoke.py"]
    subprocess.run(command, cwd=python.parent, env={}, check=True, timeout=600)


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="ardennes-installs-") as name:
        folder = Path(name)
        sdist, wheel = (packed(ROOT, kind, folder / "dist") for kind in ("sdist", "wheel"))
        constraints = folder / "lowest.txt"
        constraints.write_text("\n".join(lowest()), encoding="utf-8")
        print("The source archive, with the lowest versions:", flush=True)
        python = environment(folder / "lowest")
        install(python, sdist, "--constraint", constraints)
        tried(python)
        print("The wheel, with the newest versions:", flush=True)
        python = environment(folder / "newest")
        install(python, wheel, "twine")
        tried(python)
        command = [python, "-m", "twine", "--no-color", "check", "--strict", sdist, wheel]
        subprocess.run(command, check=True, timeout=120)


if __name__ == "__main__":
    sys.exit(main())
