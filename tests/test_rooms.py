"""The map of the rooms in docs/architecture.md is that of the code."""

import importlib
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
HOUSE = next(contract["layers"] for contract in CONTRACTS if contract["name"].startswith("The rooms of the house"))
TITLE = next(contract for contract in CONTRACTS if contract["name"].startswith("The rooms of a title"))
DOCS = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def told(package: str) -> str:
    """A room with what its docstring says first."""
    text = importlib.import_module(package).__doc__ or ""
    return f"| `{package.removeprefix('ardennes.')}` | {text.strip().splitlines()[0]} |"


def test_the_map_of_the_house_is_made_of_the_layers_and_their_docstrings():
    expected = "\n".join(["| room | what is in it |", "|---|---|", *map(told, HOUSE)])
    assert expected in DOCS, f"docs/architecture.md should say:\n{expected}"


def test_the_rooms_of_a_title_are_told_from_the_top():
    section = DOCS.split("## The rooms of a title")[1].split("\n## ")[0]
    rooms = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
    layers = [room for layer in TITLE["layers"] for room in re.findall(r"\w+", layer)]
    assert rooms == ["__init__", *layers, "data"]


@pytest.mark.parametrize("title", TITLE["containers"])
def test_the_declaration_of_a_title_fits_on_a_page(title):
    declaration = Path(importlib.import_module(title).__file__ or "")
    assert len(declaration.read_text(encoding="utf-8").splitlines()) <= 60
