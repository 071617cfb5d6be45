"""The documents: every link in them leads somewhere, and every page is found from another."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.packages import ROOT

HOUSE = ROOT / "src" / "ardennes"
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/ardennes/titles/*/*.md")])
#: A link in Markdown; addresses elsewhere are not ours to check.
LINK = re.compile(r"\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)")
#: A name with its way from one of the rooms: `kernel.rungs.Rung`.
ROOMS = "|".join(path.parent.name for path in HOUSE.glob("*/__init__.py"))
NAME = re.compile(rf"`(?:ardennes\.)?((?:{ROOMS})(?:\.\w+)+)")
FENCED = re.compile(r"^```.*?^```$", re.S | re.M)


def links(page: Path) -> list[tuple[str, str]]:
    """The links of a page: path, and heading."""
    return LINK.findall(FENCED.sub("", page.read_text(encoding="utf-8")))


@cache
def headings(page: Path) -> set[str]:
    """What headings of a page are called in links, as sites that show Markdown make them."""
    found = re.findall(r"^#+ (.+)$", FENCED.sub("", page.read_text(encoding="utf-8")), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_to_a_file_and_a_heading(page):
    for path, heading in links(page):
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), path
        if heading:
            assert heading in headings(target), f"{path}#{heading}"


def test_every_document_is_linked_from_another():
    linked = {(page.parent / path).resolve() for page in PAGES for path, _ in links(page) if path}
    assert {page.name for page in ROOT.glob("docs/*.md")} <= {page.name for page in linked}


def is_there(name: str) -> bool:
    """Whether a name of a room leads to a module, or to something that its module speaks of."""
    way = name.split(".")
    for length in range(len(way), 0, -1):
        path = HOUSE.joinpath(*way[:length])
        module = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        if module.is_file():
            text = module.read_text(encoding="utf-8")
            return all(re.search(rf"\b{word}\b", text) for word in way[length:])
    return False


def test_every_name_that_documents_and_modules_give_exists():
    """Diaries may speak of what is gone; pages and docstrings may not."""
    told = [page for page in PAGES if page.parent.name != "log"] + sorted(HOUSE.rglob("*.py"))
    named = {(page, name) for page in told for name in NAME.findall(page.read_text(encoding="utf-8"))}
    assert [f"{page.relative_to(ROOT)}: {name}" for page, name in sorted(named) if not is_there(name)] == []
