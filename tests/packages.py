"""The packages of this tree, and the programs of its documents: for the tests here and for `tests.installs`."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: What packages are made from. The browser client is built into `src` before.
SOURCES = ("src", "tests", "docs")
FILES = ("pyproject.toml", "hatch_build.py", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE")
#: A whole program in a document; pieces of one are named by the file they belong to.
PROGRAM = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
#: A link in Markdown that leads to a file beside the page.
RELATIVE = re.compile(r"\]\((?![a-z]+:|#)")


def copy_of_the_tree(folder: Path) -> Path:
    """The tree without the client's sources, but with a folder in it whose name is that of ours: `web/src`."""
    for name in SOURCES:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy(ROOT / name, folder)
    (folder / "web" / "src").mkdir(parents=True)
    (folder / "web" / "src" / "main.ts").touch()
    return folder


def packed(tree: Path, kind: str, to: Path) -> Path:
    """A `wheel` or an `sdist` of a tree, by the build backend that is here."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(to)]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return next(path for path in to.iterdir() if (path.suffix == ".whl") == (kind == "wheel"))


def unpacked(archive: Path, to: Path) -> Path:
    """The tree in a source archive."""
    with tarfile.open(archive) as opened:
        opened.extractall(to, filter="data")
    return next(to.iterdir())


def environment(folder: Path, python: str = sys.executable) -> Path:
    """The Python of a fresh environment, made by one that is here."""
    subprocess.run([python, "-m", "venv", "--without-pip", folder], check=True, timeout=120)
    return folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"


def install(python: Path, *wanted: str | Path) -> None:
    """Put packages into an environment."""
    pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run([*pip, *wanted], check=True, timeout=600)


def programs() -> Iterator[tuple[str, str]]:
    """The programs of the README and of the other documents."""
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        for number, program in enumerate(PROGRAM.findall(page.read_text(encoding="utf-8"))):
            yield f"{page.stem.lower().replace('-', '_')}_{number}.py", program
