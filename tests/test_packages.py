"""What is put on a package index: the source archive, the wheel made from it, and what stands beside them there."""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import NamedTuple

import hatch_build
import pytest

from ardennes import __version__
from tests.packages import RELATIVE, ROOT, copy_of_the_tree, environment, install, packed, programs, unpacked

pytestmark = pytest.mark.xdist_group("packages")  # built once
STATIC = ROOT / "src" / "ardennes" / "server" / "static"


class Built(NamedTuple):
    """The two packages, and a Python that has the wheel; its libraries are those of the tests."""

    sdist: Path
    wheel: Path
    python: Path

    def metadata(self) -> Message:
        with zipfile.ZipFile(self.wheel) as opened:
            (name,) = [name for name in opened.namelist() if name.endswith(".dist-info/METADATA")]
            return message_from_bytes(opened.read(name))


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """As somebody else would do it: the source archive, the wheel from that, and an environment with the wheel."""
    folder = tmp_path_factory.mktemp("packages")
    sdist = packed(copy_of_the_tree(folder / "tree"), "sdist", folder / "dist")
    wheel = packed(unpacked(sdist, folder / "sources"), "wheel", folder / "dist")
    python = environment(folder / "environment")
    install(python, "--no-deps", "--no-index", wheel)
    # A path that is added so brings no editable installations along: our code comes from the wheel.
    (site,) = folder.glob("environment/[Ll]ib/**/site-packages")
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return Built(sdist, wheel, python)


def test_the_source_archive_holds_the_package_and_nothing_of_the_clients_sources(built: Built) -> None:
    with tarfile.open(built.sdist) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    assert {"pyproject.toml", "hatch_build.py", "README.md", "docs/club.md", "src/ardennes/py.typed"} <= names
    assert not [name for name in names if name.startswith("web")]


def test_the_wheel_holds_what_is_needed_to_play(built: Built) -> None:
    names = zipfile.ZipFile(built.wheel).namelist()
    assert "ardennes/server/static/index.html" in names
    assert any(name.endswith(".mo") for name in names)
    assert not [name for name in names if name.endswith((".po", ".pot", ".ts", ".svelte"))]


def test_an_installed_wheel_serves_and_plays(built: Built, tmp_path: Path) -> None:
    """A first evening, in a folder where no file of ours lies."""
    command = [built.python, ROOT / "tests" / "smoke.py"]
    done = subprocess.run(command, cwd=tmp_path, env={}, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert str(built.python.parents[1]) in done.stdout.splitlines()[0], "it was the wheel that was tried"


@pytest.mark.parametrize(("name", "program"), [*programs()], ids=[name for name, _ in programs()])
def test_the_programs_of_the_documents_run(built: Built, tmp_path: Path, name: str, program: str) -> None:
    (tmp_path / name).write_text(program, encoding="utf-8")
    command = [built.python, "-W", "error", tmp_path / name]
    done = subprocess.run(command, cwd=tmp_path, env={}, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr


def test_the_programs_of_the_documents_are_well_typed(built: Built, tmp_path: Path) -> None:
    """By what the installed wheel says of its types, as in anybody's editor."""
    for name, program in programs():
        (tmp_path / name).write_text(program, encoding="utf-8")
    options = ["--strict", "--python-executable", built.python, "--cache-dir", tmp_path / "cache", "--config-file", ""]
    command = [sys.executable, "-m", "mypy", *options, *sorted(tmp_path.glob("*.py"))]
    done = subprocess.run(command, cwd=tmp_path, env={}, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_version_stands_in_one_place(built: Built) -> None:
    assert built.metadata()["Version"] == __version__
    written = re.compile(rf"(version[^\n]{{0,4}}|ardennes-){re.escape(__version__)}")
    for name in ("pyproject.toml", "hatch_build.py", "web/package.json", "README.md"):
        assert not written.search((ROOT / name).read_text(encoding="utf-8")), name


def test_the_description_leads_nowhere_that_an_index_has_not(built: Built) -> None:
    text = built.metadata().get_payload()
    assert isinstance(text, str)
    assert "## Play" in text
    assert not RELATIVE.search(text)
    assert "docs/many-games.md" in text, "the paths are told"


def test_with_an_address_the_description_leads_there() -> None:
    page = "[how](docs/club.md)\n\n![A map](docs/map.jpg)\n\n[elsewhere](https://example.org) [here](#play)\n"
    assert hatch_build.described(page, "https://example.org/ardennes") == (
        "[how](https://example.org/ardennes/blob/main/docs/club.md)\n\n"
        "![A map](https://example.org/ardennes/raw/main/docs/map.jpg)\n\n"
        "[elsewhere](https://example.org) [here](#play)\n"
    )
    assert hatch_build.described(page, "").startswith("how, docs/club.md\n\n[elsewhere](https://example.org) [here]")
    assert hatch_build.addresses("https://example.org/ardennes")["Issues"] == "https://example.org/ardennes/issues"
    assert hatch_build.addresses("") == {}
