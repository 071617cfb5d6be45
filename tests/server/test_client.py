"""What the browser client is built from agrees with the server, and travels in the package."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from ardennes.kernel import Game
from ardennes.server import reference, typescript
from ardennes.titles import find
from tests.server.club import Club

ROOT = Path(__file__).parents[2]


def test_the_clients_types_are_the_servers() -> None:
    kept = (ROOT / "web" / "src" / "wire" / "types.ts").read_text(encoding="utf-8")
    assert kept == typescript.types(), "run: python -m ardennes.server.typescript > web/src/wire/types.ts"


def test_the_page_of_the_interface_is_the_servers() -> None:
    kept = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    assert kept == reference.page(), "run: python -m ardennes.server.reference > docs/api.md"


def test_every_answer_has_a_shape(club: Club) -> None:
    """In the description that a running server gives of itself."""
    described = json.loads(club.get("/api/schema/openapi.json"))
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            assert operation["description"], path
            for status, answer in operation["responses"].items():
                for kind, content in answer.get("content", {}).items():
                    shaped = kind != "application/json" or content["schema"].keys() & {"$ref", "items", "properties"}
                    assert shaped or "additionalProperties" in content["schema"], (method, path, status)


@pytest.mark.parametrize("scenario", [s.key for s in find("tigers_in_the_mist").scenarios])
def test_every_counter_has_its_symbol_drawn(scenario: str) -> None:
    game = Game.of(find("tigers_in_the_mist"), scenario)
    drawn = set(json.loads((ROOT / "web" / "symbols.json").read_text(encoding="utf-8")))
    wanted = {piece.symbol[4:10] for piece in game.title.scene(game).pieces}
    assert wanted <= drawn


def _package(folder: Path, path: str) -> subprocess.CompletedProcess[str]:
    """Build a wheel of a small copy of the project, with these programs on the path."""
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "CHANGELOG.md"):
        shutil.copy(ROOT / name, folder)
    package = folder / "src" / "ardennes" / "server"
    package.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "src" / "ardennes" / "__init__.py", package.parent)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "dist")]
    env = {"PATH": path}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=120)


def test_a_wheel_carries_the_built_client(tmp_path: Path) -> None:
    """It is built, not kept, so git does not know it; and without Node a client that is there is taken as it is."""
    page = tmp_path / "src" / "ardennes" / "server" / "static" / "index.html"
    page.parent.mkdir(parents=True)
    page.write_text("<title>Ardennes</title>")
    (tmp_path / ".gitignore").write_text("/src/ardennes/server/static/\n")
    done = _package(tmp_path, path="")
    assert done.returncode == 0, done.stderr
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    assert "ardennes/server/static/index.html" in zipfile.ZipFile(wheel).namelist()


def test_a_wheel_build_runs_the_clients_own_build(tmp_path: Path) -> None:
    """With sources and no built client, npm is called; here it is a script that leaves a page behind."""
    web = tmp_path / "web" / "src"
    web.mkdir(parents=True)
    for name in ("index.html", "package.json", "package-lock.json", "vite.config.ts"):
        (web.parent / name).write_text("")
    bin_ = tmp_path / "bin"
    bin_.mkdir()
    (bin_ / "npm").write_text(
        "#!/bin/sh\nmkdir -p ../src/ardennes/server/static\necho $* >> ../src/ardennes/server/static/index.html\n"
    )
    (bin_ / "node").write_text("#!/bin/sh\necho v24.0.0\n")
    for program in bin_.iterdir():
        program.chmod(0o755)
    done = _package(tmp_path, path=f"{bin_}:/usr/bin:/bin")
    assert done.returncode == 0, done.stderr
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    assert zipfile.ZipFile(wheel).read("ardennes/server/static/index.html") == b"ci\nrun build\n"


def test_the_menu_says_how_scenarios_go_between_equals(
    club: Club, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def told() -> dict[str, Any]:
        (woods,) = [t for t in club.get("/api/menu")["titles"] if t["key"] == "bitter_woods"]
        (six,) = [s for s in woods["scenarios"] if s["key"] == "six_turn"]
        found: dict[str, Any] = six["balance"]
        return found

    assert told()["german_wins"] > 0.9
    assert told()["handicap"] > 0
    assert told()["games"] > 0
    monkeypatch.setattr(find("bitter_woods"), "pack", tmp_path)
    assert told() is None, "nobody measured a player's own data"
