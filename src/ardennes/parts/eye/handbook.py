"""The rules help: the ledger's obligations in our own words, chapter by chapter.

The ledger also says how each rule is shown to hold: given a position, when something is done, then something follows.
Players get that as a case: the position, what is done, and what comes of it, without the three words.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import msgspec

from ardennes.parts.data.tables import DataFolder
from ardennes.parts.eye.scenery import Chapter, Handbook, RuleText


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


# ---- cases -------------------------------------------------------------------------------------------------

#: What is done is not worth a word where the answer is only looked at: "when checked", "when read".
_LOOKED_AT = re.compile(
    "adjusted|applied|asked|checked|classed|combined|compared|computed|costed|counted|decoded|displayed|enforced|evaluated"
    "|examined|(it is )?loaded|listed|logged|parsed|queried|read|resolved|scored|set up|shifted|summed|tested|totalled"
    "|traced|tried|validated"
)
#: The `then` that ends a condition is the last one that does not go on with a list: "first, then armor and then foot".
_THEN = re.compile(r"(?<!,)(?<!\band)\s+then\s+")


def told(text: str) -> str:
    """A row's "given X when Y then Z" as a case: "X. Y: Z."."""
    plain = text.strip().rstrip(".").replace("then and only then", "then only")
    if not plain:
        return ""
    cases = _marked(plain) if re.search(r"; then\b", plain) else _flowing(plain)
    return " ".join(_capital(case) + "." for case in cases)


def _marked(text: str) -> list[str]:
    """Cases whose parts are set off by semicolons; a part without a word is a condition if a result follows it."""
    parts = [re.sub(r"^(given|when|then)\b[, ]*", "", part, flags=re.I) for part in re.split(r";\s+", text)]
    words = [part.split(maxsplit=1)[0].lower() for part in re.split(r";\s+", text)]
    cases: list[str] = []
    given = done = ""
    for number, (word, part) in enumerate(zip(words, parts, strict=True)):
        if word == "then":
            cases.append(_case(given, done, part))
            given = done = ""
        elif word == "when":
            done = part
        elif word == "given" or "then" in words[number + 1 : number + 2]:
            given = part
        else:
            cases[-1] += f"; {part}"
    return cases


def _flowing(text: str) -> list[str]:
    """Cases that run on: "Given X when Y then Z; when V then W"."""
    text = re.sub(r"(?<= then )([^;]*?), when (?=[^;]* then )", r"\1; when ", text)
    text = re.sub(r"(?<= then )([^;]*?), (?:and )?(?!when |then )([^,;]{1,60}?)(?<!and) then ", r"\1; \2 then ", text)
    cases: list[str] = []
    for part in re.split(r";\s+", text):
        found = [*_THEN.finditer(part)] or [*re.finditer(r",?\s+then\s+", part)]
        if found:
            before, after = part[: found[-1].start()], part[found[-1].end() :]
            given, _, done = f" {before}".rpartition(" when ")
            cases.append(_case(given or done, done if given else "", after))
        elif cases:
            cases[-1] += f"; {part}"
        else:
            cases.append(part)
    return cases


def _case(given: str, done: str, result: str) -> str:
    given = re.sub(r"^\s*given\s+", "", given, flags=re.I).strip(" ,")
    if not done or _LOOKED_AT.fullmatch(done):
        return f"{given or done}: {result}"
    return f"{given}. {_capital(done)}: {result}" if given else f"{done}: {result}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@lru_cache(maxsize=8)
def handbook(title: str, name: str, data: Path) -> Handbook:
    """Every rule of a title's data folder under its chapter."""
    folder = DataFolder(data)
    by_chapter: dict[str, list[RuleText]] = {}
    for row in folder.rows("ledger.csv", LedgerRow):
        rule = RuleText(row.id, row.section, row.obligation, told(row.given_when_then))
        by_chapter.setdefault(chapter_of(row.section), []).append(rule)
    chapters = folder.table("chapters.toml", Chapters).chapter
    return Handbook(title, name, [Chapter(c.key, c.name, c.intro, by_chapter.get(c.key, [])) for c in chapters])
