"""The map of the rooms in docs/architecture.md is written from the code, and every path that documents name exists.

`python -m tests.test_rooms` writes it anew.
"""

import ast
import re
import tomllib
from pathlib import Path

import pytest

import ardennes
from ardennes.atlas.plan import TITLES as PLANS
from ardennes.titles import EXAMPLES, KEYS, find

TITLES = (*KEYS, *EXAMPLES)
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
    "doubts": "what its balance owes to reconstructed numbers",
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


def shared() -> list[Path]:
    """The rooms of what titles share."""
    return sorted(path.parent for path in HOUSE.glob("parts/*/__init__.py"))


def drawn() -> str:
    """The map as it stands in the page."""
    layers = [layer.removeprefix("ardennes.") for layer in contract("The rooms of the house")["layers"]]
    lines = ["| room | what is in it |", "|---|---|"]
    lines += [f"| `{layer}` | {says(layer).replace('|', chr(92) + '|')} |" for layer in layers]
    lines += ["| `web/` | the browser client: it draws what titles describe and knows no rules |", ""]
    lines += ["| room of `parts` | what is in it |", "|---|---|"]
    lines += [f"| `{room.name}` | {says(f'parts/{room.name}')} |" for room in shared()]
    lines += ["", "| room of a title | what is in it |", "|---|---|"]
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


@pytest.mark.parametrize("title", TITLES)
def test_the_declaration_of_a_title_fits_on_a_page(title):
    declaration = HOUSE / "titles" / title / "__init__.py"
    assert len(declaration.read_text(encoding="utf-8").splitlines()) <= 60


def test_every_package_of_a_title_is_in_the_one_list():
    assert {path.parent.name for path in HOUSE.glob("titles/*/__init__.py")} == set(TITLES)


def test_the_contracts_hold_every_title():
    packages = {f"ardennes.titles.{title}" for title in TITLES}
    rooms, declaration = contract("The rooms of a title"), contract("Nothing in a title imports its declaration")
    assert missing(rooms["containers"], packages) == set()
    assert missing(declaration["forbidden_modules"], packages) == set()
    assert missing(declaration["source_modules"], {name for name in modules() if name.count(".") > 2}) == set()


def test_the_atlas_has_a_plan_for_every_title_with_a_hex_map():
    assert {title for title in KEYS if (HOUSE / "titles" / title / "data" / "map.toml").is_file()} == set(PLANS)


def test_no_title_is_named_outside_its_package():
    """Titles are listed in `titles.KEYS` and nowhere else: neither by key nor by name, docstrings apart."""
    names = {*TITLES, *(find(key).name for key in KEYS)}
    of_title = re.compile("|".join(map(re.escape, sorted(names))))
    found = {}
    for path in HOUSE.rglob("*.py"):
        inside = path.relative_to(HOUSE).parts
        if inside[0] == "titles" and (len(inside) == 2 or inside[1] in TITLES):
            continue
        for word in words_of(path):
            if of_title.search(word):
                found.setdefault("/".join(inside), set()).add(word[:60])
    assert found == {}


def missing(patterns: list[str], modules: set[str]) -> set[str]:
    """The modules that no pattern of the import linter means; `*` is one name."""
    ways = [re.compile(re.escape(pattern).replace(r"\*", r"[^.]+")) for pattern in patterns]
    return {module for module in modules if not any(way.fullmatch(module) for way in ways)}


def modules() -> set[str]:
    """Every module of a title, by its full name."""
    paths = [path.relative_to(HOUSE.parent).with_suffix("").parts for path in HOUSE.glob("titles/*/**/*.py")]
    return {".".join(part for part in path if part != "__init__") for path in paths}


def words_of(path: Path) -> list[str]:
    """The texts and imports of a module; docstrings, which may give examples, left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    described = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        if node.body and isinstance(node.body[0], ast.Expr)
    }
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in described:
            found.append(node.value)
        elif isinstance(node, ast.ImportFrom):
            found.append(node.module or "")
        elif isinstance(node, ast.Import):
            found += [name.name for name in node.names]
    return found


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
