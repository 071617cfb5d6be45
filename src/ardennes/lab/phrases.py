"""Every text that a catalogue may have: found in the code, in the data of the titles and in the browser client.

In the code a text is what `say`, `several` and `phrase` are given, and whatever stands where fixed texts always stand:
the lists below say where that is. In the data it is what a game shows: names of units and places are left out.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ardennes.atlas.sheet import KINDS
from ardennes.board.hexmap import HexMap
from ardennes.kernel import Game
from ardennes.kernel.languages import CLIENT
from ardennes.kernel.notes import noting
from ardennes.parts.eye.learning import learning
from ardennes.parts.eye.spoken import ONLY_IN, TEXTS
from ardennes.parts.title import Title
from ardennes.titles import KEYS, find

SOURCES = Path(__file__).parent.parent
#: The catalogue of what belongs to no title.
HOUSE = "ardennes"
#: The rooms of the house whose words players hear.
ROOMS = ("kernel", "parts", "atlas", "agents", "server", "cli")

#: The arguments of calls that are texts, by number or by name. `several` has two in one.
CALLS: dict[str, tuple[int | str, ...]] = {
    "say": (0,),
    "phrase": (0,),
    "button": (0, "says"),
    "Reason": (1, "text"),
    "Rung": (1, "says"),
    "Unknown": (0,),
    "BadOrder": (0,),
    "Verb": (1, 4, "name", "hint"),
    "Mark": (2, "name"),
    "Overlay": (1, 2),
    "Fact": (0, "text"),
    "Badge": (2, "note"),
    "Chance": (0, "text"),
    "_named": (0,),
    "_play": (1,),
    "begin": (3,),
    "Modifier": (1, "text"),
    "ModifierLine": (1, "text"),
    "ResultLine": (3, "note"),
    "Service": (1,),
    "SideInfo": (1, 2),
    "Option": (1, 2),
    "StandingOption": (1,),
    "Course": (0, 1),
    "_attack_course": (1,),
    "Tactic": (0, 1),
    "Order": (0, "tactic"),
    "Argument": (0, "text"),
    "Tray": (0, 2, "name", "note"),
    "Pile": (0, "name", "note"),
    "Track": (1,),
    "Token": (2,),
    "Stop": (3, "note"),
    "Level": (0,),
    "Outcome": (1, "level"),
    "CardLine": (0, "text"),
    "Use": ("text", "why"),
    "Held": ("note",),
    "Laid": ("note",),
    "Chit": ("name", "note"),
    "Chits": ("note",),
    "Draw": ("when", "note"),
    "Cup": (0, "name"),
    "Space": (0, 1, 2, "name", "note", "group"),
    "Marker": ("text",),
    "Scene": ("score_name", "strength_name", "limits"),
    "Forecast": ("strength_name",),
}
#: Attributes, tables and variables whose texts are for people; large and small letters are one.
ATTRIBUTES = frozenset(
    (
        "says",
        "asks",
        "phase",
        "buttons",
        "question",
        "assumption",
        "legend",
        "meanings",
        "text",
        "texts",
        "words",
        "tactic",
        "note",
        "english",
    )
)
#: Tables and constants that are for machines: file formats, fonts, the terms that valuations are fitted on.
MACHINES = frozenset(
    (
        "CHANCE_NAMES",
        "ENGLISH",
        "FIRST_LINE",
        "GROUPS",
        "MORE_OR_LESS",
        "NOT_DECIDING",
        "REGIONS",
        "SANS",
        "SERIF",
        "STEPS",
    )
)
#: Functions that say something: all they return is texts.
FUNCTIONS = frozenset(("prompt", "label", "button", "under_way", "words", "sentence"))


class Phrase(NamedTuple):
    """A text, its plural if it has one, and where it stands."""

    text: str
    plural: str
    where: str


# ---- code --------------------------------------------------------------------------------------------------


def in_code(folder: Path) -> Iterator[Phrase]:
    """The texts of all modules below a folder. Tables of the server are for machines; a mind has arguments."""
    tables = folder.name != "server"
    for file in sorted(folder.rglob("*.py")):
        where = file.relative_to(SOURCES.parent).as_posix()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            for text, plural in _said(node, tables):
                yield Phrase(text, plural, where)
            if file.parent.name == "mind" or file.stem == "sketch":
                yield from (Phrase(text, "", where) for text in _arguments(node))


def _said(node: ast.AST, tables: bool) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name == "tell":
            yield from ((text, "") for argument in node.args[1:] for text in _texts(argument))
        if name == "several":
            one, many = (_texts(argument) for argument in node.args[:2])
            yield from zip(one, many, strict=True)
        given: dict[int | str, ast.expr] = dict(enumerate(node.args))
        given |= {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
        for place in CALLS.get(name, ()):
            if place in given:
                yield from ((text, "") for text in _texts(given[place]))
    elif isinstance(node, ast.AnnAssign | ast.Assign):
        targets = [node.target] if isinstance(node, ast.AnnAssign) else node.targets
        called = {getattr(target, "id", getattr(target, "attr", "")) for target in targets}
        names = {name.lower().strip("_") for name in called - MACHINES}
        if node.value is not None and names & ATTRIBUTES:
            yield from _worded(node.value, "says" in names)
    elif isinstance(node, ast.Module) and tables:
        yield from ((text, "") for text in _tables(node))
    elif isinstance(node, ast.ClassDef):
        yield from ((text, "") for text in _members(node))
    elif isinstance(node, ast.Tuple) and node.elts and _is_rule(node.elts[0]):
        yield from ((text, "") for value in node.elts[1:] for text in _texts(value))
    elif isinstance(node, ast.FunctionDef) and node.name in FUNCTIONS:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Return | ast.Assign) and inner.value is not None:
                yield from _worded(inner.value, node.name == "words")


def _arguments(node: ast.AST) -> list[str]:
    """What speaks for and against an order: a text and its weight."""
    if isinstance(node, ast.Tuple) and len(node.elts) == 2 and not _texts(node.elts[1]):
        return _texts(node.elts[0])
    return []


def _tables(module: ast.Module) -> Iterator[str]:
    """The texts of a module's tables, which have capital names: all that are more than a word, and all names."""
    for node in module.body:
        if isinstance(node, ast.AnnAssign | ast.Assign) and node.value is not None:
            targets = [node.target] if isinstance(node, ast.AnnAssign) else node.targets
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            if any(name.isupper() and name not in MACHINES for name in names):
                every = any(name.endswith("NAMES") for name in names)
                yield from (text for text in _texts(node.value) if every or " " in text)


def _members(kind: ast.ClassDef) -> Iterator[str]:
    """What the members of an enumeration are called, where that is their name in small letters."""
    if re.search(r"self\.name\..*lower\(\)", ast.unparse(kind)):
        for node in kind.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                yield node.targets[0].id.lower().replace("_", " ")


def _is_rule(node: ast.expr) -> bool:
    """Whether a tuple begins with the id of a rule: what stands beside it is its text."""
    ids = _texts(node)
    return bool(ids) and all(re.match(r"[A-Z]{2}-", text) for text in ids)


def _worded(node: ast.expr, pair: bool) -> Iterator[tuple[str, str]]:
    """The texts of an expression; where an event speaks, two in a tuple are one thing and several."""
    if pair and isinstance(node, ast.Tuple):
        one, many = _texts(node)
        yield one, many
    else:
        yield from ((text, "") for text in _texts(node))


def _texts(node: ast.expr) -> list[str]:
    """The texts an expression may come to: itself, either branch, every entry of a table, never a key."""
    match node:
        case ast.Constant(value=str(text)):
            return [text] if re.search(r"[^\W\d_]", text) else []
        case ast.IfExp(body=one, orelse=other):
            return _texts(one) + _texts(other)
        case ast.BoolOp(values=values) | ast.List(elts=values) | ast.Tuple(elts=values) | ast.Dict(values=values):
            return [text for value in values for text in _texts(value)]
        case ast.Subscript(value=inner):
            return _texts(inner)
        case ast.Call(func=ast.Attribute(value=ast.Dict() as table, attr="get"), args=args):
            return _texts(table) + [text for argument in args[1:] for text in _texts(argument)]
    return []


# ---- data --------------------------------------------------------------------------------------------------

#: Names, which are the same in every language, and words that a translator has under another heading.
NAMES = {
    *(("Piece", "name"), ("Place", "name"), ("Crossing", "name"), ("Label", "text"), ("Reserve", "name")),
    *(("Piece", "release"), ("Scene", "name"), ("Handbook", "name"), ("Learning", "name"), ("Badge", "text")),
}


def in_data(title: Title) -> Iterator[Phrase]:
    """The texts that games of a title show and that stand in its data, the rules help apart."""
    with noting():
        shown: list[Any] = [learning(title), *title.scenarios, *title.options, *title.presets]
        shown += [title.scene(Game.of(title, scenario.key)) for scenario in title.scenarios]
        within = [*_map_words(title)]
        within += [text for scenario in title.scenarios for text in title.texts(Game.of(title, scenario.key))]
    where = f"ardennes/titles/{title.key}/data"
    yield from (Phrase(text, "", where) for text in within if text)
    for thing in shown:
        yield from (Phrase(text, "", where) for text in _shown(thing))


def _map_words(title: Title) -> Iterator[str]:
    """What grounds, hexsides and roads are called on a map of hexes, and what places and features are."""
    board = getattr(Game.of(title).data, "map", None)
    if isinstance(board, HexMap):
        head = board.rows.head
        for table in (head.terrain, head.features, head.sides, head.roads, head.areas):
            yield from table.values()
        yield from dict.fromkeys(row.size for row in board.rows.places)
        for row in board.rows.features:
            yield from (KINDS.get(row.kind, row.kind.replace("_", " ")), row.value, row.name)


def in_rules(title: Title) -> Iterator[Phrase]:
    """The texts of a title's rules help."""
    where = f"ardennes/titles/{title.key}/data"
    yield from (Phrase(text, "", where) for text in _shown(title.handbook()))


def _shown(thing: Any) -> Iterator[str]:
    if isinstance(thing, msgspec.Struct):
        kind = type(thing).__name__
        for field in thing.__struct_fields__:
            if (kind, field) not in NAMES:
                value = getattr(thing, field)
                yield from _words(value) if field in TEXTS or field in ONLY_IN.get(kind, ()) else _shown(value)
    elif isinstance(thing, list | tuple):
        for one in thing:
            yield from _shown(one) if not isinstance(one, str) else ()
    elif isinstance(thing, dict):
        for one in thing.values():
            yield from _shown(one) if not isinstance(one, str) else ()


def _words(value: Any) -> Iterator[str]:
    """The texts of a field that is words; a note was found in the code."""
    if isinstance(value, str):
        if re.search(r"[^\W\d_]{2}", value) and "\x1e" not in value:
            yield value
    elif isinstance(value, list | tuple) and value and isinstance(value[0], str):
        for text in value:
            yield from _words(text)
    elif isinstance(value, dict):
        for text in value.values():
            yield from _words(text)
    else:
        yield from _shown(value)


# ---- the client --------------------------------------------------------------------------------------------

_STRING = r'"(?:[^"\\\n]|\\.)*"'
_ONE = re.compile(rf"\bt\(\s*({_STRING})")
_SEVERAL = re.compile(rf"\bseveral\(\s*({_STRING}),\s*({_STRING})")


def in_client(folder: Path) -> Iterator[Phrase]:
    """What `t("…")` and `several("one", "many", …)` are given in the sources of the browser client."""
    files = sorted(file for kind in ("*.ts", "*.svelte") for file in folder.rglob(kind))
    for file in files:
        if file.name.endswith(".test.ts"):
            continue
        where = file.relative_to(folder.parent.parent).as_posix()
        source = file.read_text(encoding="utf-8")
        yield from (Phrase(json.loads(found), "", where) for found in _ONE.findall(source))
        yield from (Phrase(json.loads(one), json.loads(many), where) for one, many in _SEVERAL.findall(source))


# ---- all of it ---------------------------------------------------------------------------------------------


def domains(client: Path) -> dict[str, list[Phrase]]:
    """Every text under the catalogue it belongs to, in the order of its places, each once."""
    found: dict[str, Iterable[Phrase]] = {HOUSE: (phrase for room in ROOMS for phrase in in_code(SOURCES / room))}
    for key in KEYS:
        title = find(key)
        code = [*in_code(SOURCES / "titles" / key)]
        found[key] = [*code, *in_data(title)]
        found[f"{key}_rules"] = [*in_rules(title)]
    found[CLIENT] = in_client(client)
    house: set[str] = set()
    told: dict[str, list[Phrase]] = {}
    for name, phrases in found.items():
        kept: dict[str, Phrase] = {}
        for phrase in phrases:
            known = kept.setdefault(phrase.text, phrase)
            if phrase.plural and not known.plural:
                kept[phrase.text] = phrase
        told[name] = [phrase for text, phrase in kept.items() if name == CLIENT or text not in house]
        if name == HOUSE:
            house = {*kept}
    return told
