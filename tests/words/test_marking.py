"""Texts are marked so that a catalogue can have them, and every sentence gets the facts it names."""

from __future__ import annotations

import ast
import re
import string
from functools import cache
from pathlib import Path

from ardennes.kernel.languages import LOCALE
from ardennes.kernel.words import SPEAKER
from ardennes.lab import catalogues, phrases

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


def _made(node: ast.AST) -> bool:
    """Whether a text is put together."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add))


def test_what_an_event_says_is_never_put_together() -> None:
    """No catalogue has a sentence that is made of pieces."""
    wrong = []
    for file in MODULES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name == "words":
                wrong += [f"{file.name}:{inner.lineno}" for inner in ast.walk(node) if _made(inner)]
    assert wrong == []


def test_a_reason_is_no_f_string() -> None:
    """No catalogue would find it."""
    wrong = []
    for file in MODULES:
        source = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if "Reason(" in source else ():
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reason":
                found = [inner for inner in ast.walk(node) if isinstance(inner, ast.JoinedStr) and _letters(inner)]
                wrong += [f"{file.name}:{inner.lineno}" for inner in found]
    assert wrong == []


def _letters(text: ast.JoinedStr) -> bool:
    """Whether words stand beside what is filled in."""
    return any(isinstance(part, ast.Constant) and re.search("[a-z]", str(part.value)) for part in text.values)


def test_english_is_spoken_unless_something_else_is() -> None:
    assert SPEAKER.get() is None


#: What is counted, where a number stands before it.
COUNTED = re.compile(
    r"\{(\w+)\} (?:[\w-]+ ){0,2}?(?:actions|bridges|cards|chits|connections|draws|games|hexes|hits|lines|links|"
    r"moves|pages|points|replacements|rolls|rows|seconds|shots|steps|turns|units)\b"
)
#: Facts that are no numbers, or never one: limits of the house and of the rules, sums of whole sides, averages.
# fmt: off
NEVER_ONE = frozenset((
    "across", "allied", "allied_losses_from", "allied_lost", "attacker", "attacker_strength", "count", "defender",
    "defender_strength", "enemy", "exits", "german_limit", "guns", "hex", "initiative_hexes", "least", "lost",
    "mechanized_losses_below", "most", "name", "nation", "needed", "seconds", "side", "steps", "strength",
    "sudden_steps", "target", "threat", "total", "unit", "units", "vp", "wanted", "who", "worst",
))
# fmt: on
#: Limits of the server and of files, which are large.
LARGE = re.compile(r"^(the file has|the line has|your address has|\{number\} (actions|links))|^\{points\} points for")


def test_what_is_counted_has_a_singular() -> None:
    """`several` and not `say`, for other languages have more forms than one and many."""
    wrong = []
    for file in sorted(set(LOCALE.glob("*.pot")) - set(LOCALE.glob("*_rules.pot"))):
        for text in (message.id for message in catalogues.read(file)):
            found = COUNTED.search(text) if isinstance(text, str) and not LARGE.match(text) else None
            if found is not None and found[1] not in NEVER_ONE:
                wrong.append(text)
    assert wrong == []
