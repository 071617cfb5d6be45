"""The documents: every link in them leads somewhere, and every page is found from another."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.packages import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/ardennes/titles/*/*.md")])
#: A link in Markdown; addresses elsewhere are not ours to check.
LINK = re.compile(r"\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)")
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
