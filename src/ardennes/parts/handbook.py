"""The rules help: the ledger's obligations in our own words, chapter by chapter."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from ardennes.parts.scenery import Chapter, Handbook, RuleText
from ardennes.parts.tables import DataFolder


class LedgerRow(msgspec.Struct, frozen=True):
    """A row of `ledger.csv`."""

    id: str
    section: str
    kind: str
    obligation: str
    given_when_then: str = ""


class ChapterRow(msgspec.Struct, frozen=True):
    """A table of `chapters.toml`."""

    key: str
    name: str
    intro: str


class Chapters(msgspec.Struct, frozen=True):
    """The file `chapters.toml`."""

    chapter: list[ChapterRow]


def chapter_of(section: str) -> str:
    """The chapter a section belongs to: "8" for 8.33, "SC1", "EX" for all examples."""
    return "EX" if section.startswith("EX") else section.split(".", maxsplit=1)[0]


@lru_cache(maxsize=8)
def handbook(title: str, name: str, data: Path) -> Handbook:
    """Every rule of a title's data folder under its chapter."""
    folder = DataFolder(data)
    by_chapter: dict[str, list[RuleText]] = {}
    for row in folder.rows("ledger.csv", LedgerRow):
        rule = RuleText(row.id, row.section, row.obligation, row.given_when_then)
        by_chapter.setdefault(chapter_of(row.section), []).append(rule)
    chapters = folder.table("chapters.toml", Chapters).chapter
    return Handbook(title, name, [Chapter(c.key, c.name, c.intro, by_chapter.get(c.key, [])) for c in chapters])
