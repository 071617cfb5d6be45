"""Every way to install, in fresh environments: `python -m tests.installs`.

The source archive with the lowest version of everything it asks for, extras too, and the wheel with the newest: both
have to play a first evening (`tests/smoke.py`, and `tests/extras.py` for the extras). The wheel does so on every other
Python that is meant to have it and can be found here; the rest are named. Pythons are looked for in `ARDENNES_PYTHONS`
(programs, separated as in `PATH`) and by their usual names. What is sent to a package index has to pass its strict
check.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from tests.packages import ROOT, environment, install, packed

#: The Pythons that a player may have.
PYTHONS = ((3, 11), (3, 12), (3, 13), (3, 14))
#: The extras of players and experimenters; `dev` is for this tree.
EXTRAS = ("lab", "bench", "maps")

Version = tuple[int, int]


def project() -> dict[str, Any]:
    """What the package says of itself."""
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return found


def lowest(asked: list[str]) -> list[str]:
    """The lowest version of everything that is asked for."""
    return [line.partition(";")[0].replace(">=", "==") for line in asked]


def version_of(program: str) -> Version | None:
    """The version of a Python; None if the program is none that runs."""
    say = "import sys; print(*sys.version_info[:2])"
    try:
        done = subprocess.run([program, "-I", "-c", say], capture_output=True, text=True, check=True, timeout=60)
        major, minor = map(int, done.stdout.split())
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return major, minor


def pythons(named: str, own: Version = sys.version_info[:2]) -> dict[Version, str]:
    """The Pythons that are here beside this one, by version: those that are named first, then by their usual names."""
    usual = [f"python{major}.{minor}" for major, minor in PYTHONS]
    found: dict[Version, str] = {}
    for name in [*filter(None, named.split(os.pathsep)), *usual]:
        program = shutil.which(name)
        version = None if program is None else version_of(program)
        if program is not None and version in PYTHONS and version != own:
            found.setdefault(version, program)
    return found


def tried(python: Path, program: str = "smoke.py") -> None:
    """A first evening, away from the tree."""
    command = [python, ROOT / "tests" / program]
    subprocess.run(command, cwd=python.parent, env={}, check=True, timeout=600)


def with_the_lowest(sdist: Path, folder: Path) -> None:
    """Extras come last, for the evening has to do without them."""
    about = project()
    extras = [line for name in EXTRAS for line in lowest(about["optional-dependencies"][name])]
    constraints = folder / "lowest.txt"
    constraints.write_text("\n".join([*lowest(about["dependencies"]), *extras]), encoding="utf-8")
    print("The source archive, with the lowest versions:", flush=True)
    python = environment(folder / "lowest")
    install(python, sdist, "--constraint", constraints)
    tried(python)
    print("The extras, with the lowest versions:", flush=True)
    install(python, *extras, "--constraint", constraints)
    tried(python, "extras.py")


def with_the_newest(sdist: Path, wheel: Path, folder: Path) -> None:
    print("The wheel, with the newest versions:", flush=True)
    python = environment(folder / "newest")
    install(python, wheel, "twine")
    tried(python)
    command = [python, "-m", "twine", "--no-color", "check", "--strict", sdist, wheel]
    subprocess.run(command, check=True, timeout=120)


def on_other_pythons(wheel: Path, folder: Path) -> None:
    here = pythons(os.environ.get("ARDENNES_PYTHONS", ""))
    for (major, minor), program in sorted(here.items()):
        print(f"The wheel, with Python {major}.{minor}:", flush=True)
        python = environment(folder / f"{major}.{minor}", program)
        install(python, wheel)
        tried(python)
    missing = [f"{major}.{minor}" for major, minor in PYTHONS if (major, minor) not in (*here, sys.version_info[:2])]
    if missing:
        print(f"NOT tried, because they are not here (ARDENNES_PYTHONS names programs): {', '.join(missing)}")


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="ardennes-installs-") as name:
        folder = Path(name)
        sdist, wheel = (packed(ROOT, kind, folder / "dist") for kind in ("sdist", "wheel"))
        with_the_lowest(sdist, folder)
        with_the_newest(sdist, wheel, folder)
        on_other_pythons(wheel, folder)


if __name__ == "__main__":
    sys.exit(main())
