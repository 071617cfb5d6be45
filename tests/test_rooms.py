"""The map of the rooms in docs/architecture.md is written from the code, and every path that documents name exists.

`python -m tests.test_rooms` writes it anew.
"""

import ast
import re
import tomllib
from pathlib import Path

import pytest

import ardennes

ROOT = Path(__file__).parents[1]
HOUSE = Path(ardennes.__file__).parent
PAGE = ROOT / "docs" / "architecture.md"
MAP = re.compile(r"(<!-- rooms: .*? -->\n).*?(<!-- end of rooms -->)", re.S)
#: The rooms of a title, in the order of their imports.
ROOMS = {
    "box": "what is in the box: units, map, tables, scenarios",
    "verbs": "the answers players can give",
    "events": "what happens: rule, sentence, picture, who is told",
    "state": "what is on the table",
    "rules": "one module a chapter, and the sequence of play",
    "odds": "exact forecasts",
    "positions": "positions in a line of words, for tests and the tactical suite",
    "table": "what the eye needs and no rule decides",
    "mind": "what agents may ask",
}
#: Beside the rooms: the declaration, and what is no code.
BESIDE = {"__init__", "data", "rules_status"}
DOCUMENTS = ["docs/architecture.md", "docs/add-a-title.md", "CONTRIBUTING.md"]


def contract(name: str) -> dict[str, list[str]]:
    """A contract of the import linter, by the beginning of its name."""
    found = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    return next(one for one in found if one["name"].startswith(name))


def says(package: str) -> str:
    """The first sentences of a package's or module's own description."""
    path = HOUSE / package
    text = (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]


def drawn() -> str:
    """The map as it stands in the page."""
    layers = [layer.removeprefix("ardennes.") for layer in contract("The rooms of the house")["layers"]]
    lines = ["| room | what is in it |", "|---|---|"]
    lines += [f"| `{layer}` | {says(layer).replace('|', chr(92) + '|')} |" for layer in layers]
    lines += ["| `web/` | the browser client: it draws what titles describe and knows no rules |", ""]
    lines += ["| room of a title | what is in it |", "|---|---|"]
    lines += [f"| `{room}` | {what} |" for room, what in reversed(ROOMS.items())]
    return "\n".join(lines) + "\n"


def test_the_map_is_drawn_from_the_code():
    found = MAP.search(PAGE.read_text(encoding="utf-8"))
    assert found is not None
    assert found[0] == found[1] + drawn() + found[2], "python -m tests.test_rooms writes it anew"


def test_every_package_of_the_house_is_on_the_map():
    layers = {layer.removeprefix("ardennes.") for layer in contract("The rooms of the house")["layers"]}
    found = {path.parent.name for path in HOUSE.glob("*/__init__.py")}
    assert found <= layers


def test_a_title_has_these_rooms_and_no_others():
    order = re.findall(r"[a-z_]+", " ".join(reversed(contract("The rooms of a title")["layers"])))
    assert set(order) == set(ROOMS)
    for title in (path.parent for path in HOUSE.glob("titles/*/__init__.py")):
        found = {path.stem for path in title.iterdir() if not path.name.startswith(("__py", "."))}
        assert found - BESIDE <= set(ROOMS), title.name


@pytest.mark.parametrize("title", contract("The rooms of a title")["containers"])
def test_the_declaration_of_a_title_fits_on_a_page(title):
    declaration = HOUSE / "titles" / title.rpartition(".")[2] / "__init__.py"
    assert len(declaration.read_text(encoding="utf-8").splitlines()) <= 60


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_path_a_document_names_exists(name):
    named = re.findall(r"`([a-z_<>/-]+/[a-z_<>/.-]*)`|\]\(([a-z_/.-]+)\)", (ROOT / name).read_text(encoding="utf-8"))
    titles = [path.parent for path in HOUSE.glob("titles/*/data/")]
    tops = [ROOT, HOUSE, ROOT / "docs", *titles]
    for path in {one or other for one, other in named if not one.startswith("/")}:
        ways = [path.replace("<t>", title.name) for title in titles]
        assert any((top / way).exists() or (top / f"{way}.py").exists() for top in tops for way in ways), path


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(MAP.sub(lambda found: found[1] + drawn() + found[2], page), encoding="utf-8")
