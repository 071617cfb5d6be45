"""Texts are marked so that a catalogue can have them, and every sentence gets the facts it names."""

from __future__ import annotations

import ast
import string
from functools import cache
from pathlib import Path

from ardennes.kernel.words import SPEAKER
from ardennes.lab import phrases

MODULES = sorted(phrases.SOURCES.rglob("*.py"))


def named(text: str) -> set[str]:
    """The facts a text names; a mark such as `{unit:17}` is none."""
    return {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}


@cache
def calls(file: Path) -> list[tuple[ast.Call, list[str], int]]:
    """Every call of `say` and `several` that is given its texts in place, and how many arguments are texts."""
    source = file.read_text(encoding="utf-8")
    found = []
    for node in ast.walk(ast.parse(source)) if "kernel.words" in source else ():
        name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and name in ("say", "several"):
            count = 1 if name == "say" else 2
            found.append((node, [text for argument in node.args[:count] for text in phrases._texts(argument)], count))
    return found


def test_every_sentence_is_given_the_facts_it_names() -> None:
    wrong = []
    for file in MODULES:
        for node, texts, count in calls(file):
            if any(keyword.arg is None for keyword in node.keywords):
                continue  # facts that were put together before
            given = {keyword.arg for keyword in node.keywords} | ({"number"} if count == 2 else set())
            wrong += [f"{file.name}:{node.lineno}: {text}" for text in texts if not named(text) <= given]
    assert wrong == []


def test_texts_are_no_f_strings_and_fill_in_plainly() -> None:
    """An f-string is another text every time; a format belongs to the fact, for a note has only texts."""
    wrong = []
    for file in MODULES:
        for node, texts, _ in calls(file):
            if any(isinstance(argument, ast.JoinedStr) for argument in node.args):
                wrong.append(f"{file.name}:{node.lineno}: an f-string")
            formats = [
                spec for text in texts for _, _, spec, turned in string.Formatter().parse(text) if spec or turned
            ]
            wrong += [f"{file.name}:{node.lineno}: {spec}" for spec in formats]
    assert wrong == []


def test_english_is_spoken_unless_something_else_is() -> None:
    assert SPEAKER.get() is None
