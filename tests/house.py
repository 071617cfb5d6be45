"""The figures of the house, read from its sources: `python -m tests.house [CHECKOUT]` prints them as a table.

With `--twice` it lists the conditions that seem to stand twice, each with the function that may say it again.

They are comparisons with what stood before, not promises: nothing here is asserted of the house, and no line is worth
squeezing for them. What they were is kept in docs/log/house.md.
"""

from __future__ import annotations

import ast
import csv
import re
import statistics
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

#: The ledger rows of each title when figures were first taken: rows have been split since, so lines go by these.
ROWS = {"tigers_in_the_mist": 335, "bitter_woods": 545, "deadly_woods": 479, "enemy_action_ardennes": 515}
#: The title that has optional rules.
OPTIONAL = "bitter_woods"
#: What code calls an optional rule: attributes of box and state, and modules that are its own.
OPTIONS = {
    "36, by its flag": ({"thirds"}, set()),
    "36, by any name": ({"thirds", "in_thirds", "all_group", "remade", "battalions"}, {"kampfgruppe"}),
    "24": ({"leaders", "lonely", "led"}, {"leaders"}),
    "25": ({"dumps", "open_dumps"}, {"dumps"}),
}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
#: Methods of a decision that are not what an answer does.
FORM = re.compile(
    r"_.*|why_not.*|prompt|label|button|taken_up|focus|way|under_way|battle|choices|offered|also|allows|refusal|seen_by"
    r"|keeps|found|range|facts|judged|named|unlisted|out_of_place"
)
#: Names that say nothing about a condition, because nearly every function has them.
WORDS = """
    g self unit cell side box units place target verb action None grid map kind found reason Reason enemy len any all
    not other step name where ground bool cells Side GERMAN ALLIED OFF_MAP on_map u a tables numbers range max tuple
    place stack next each each_there told_by left about one board_of int lambda min State Action Any object List list
"""
COMMON = frozenset(WORDS.split())


class Module(NamedTuple):
    """A module as it is written."""

    path: Path
    text: str
    tree: ast.Module

    @property
    def functions(self) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
        return [node for node in ast.walk(self.tree) if isinstance(node, FUNCTIONS)]


@cache
def modules(folder: Path) -> tuple[Module, ...]:
    """The modules of a folder, or of a module that is not a folder yet."""
    single = folder.with_suffix(".py")
    paths = [single] if single.is_file() else sorted(folder.rglob("*.py"))
    texts = [path.read_text(encoding="utf-8") for path in paths]
    return tuple([Module(path, text, ast.parse(text)) for path, text in zip(paths, texts, strict=True)])


def span(node: ast.stmt) -> range:
    """The lines of a statement, with what decorates it."""
    above = [one.lineno for one in getattr(node, "decorator_list", [])]
    return range(min([node.lineno, *above]), (node.end_lineno or node.lineno) + 1)


# Lines of code


def kinds(module: Module) -> dict[str, int]:
    """The lines of a module by what they are: code, blank, doc, import, comment."""
    doc = {line for node in ast.walk(module.tree) for line in docstring(node)}
    imports = [node for node in ast.walk(module.tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    imported = {line for node in imports for line in span(node)}
    count = dict.fromkeys(("code", "blank", "doc", "import", "comment"), 0)
    for number, line in enumerate(module.text.splitlines(), 1):
        bare = line.strip()
        if number in doc:
            count["doc"] += 1
        elif not bare:
            count["blank"] += 1
        elif bare.startswith("#"):
            count["comment"] += 1
        else:
            count["import" if number in imported else "code"] += 1
    return count


def docstring(node: ast.AST) -> Iterable[int]:
    """The lines of what describes a module, class or function."""
    if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) or not node.body:
        return ()
    first = node.body[0]
    described = (
        isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    )
    return span(first) if described else ()


def code_of(title: Path) -> int:
    """Lines of code of a title without its mind."""
    rooms = [module for module in modules(title) if module.path.relative_to(title).parts[0] not in {"mind", "mind.py"}]
    return sum(kinds(module)["code"] for module in rooms)


# Conditions said twice


class Twice(NamedTuple):
    """The conditions of reasons, and those whose names all stand in a function that is no reason of the same module."""

    conditions: int
    twice: list[str]


def said_twice(module: Module) -> Twice:
    """Conditions of rungs and of `if …: return Reason(…)`, each looked for in the functions that list something.

    A function that a rung names is a part of that rung, and no list beside it.
    """
    rungs = [node for node in ast.walk(module.tree) if called(node) == "Rung"]
    theirs = {name.id for rung in rungs for name in ast.walk(rung) if isinstance(name, ast.Name)}
    lists = [node for node in module.functions if lists_something(node) and node.name not in theirs]
    found, twice = 0, []
    for owner, condition in conditions(module):
        found += 1
        named = names(condition) - parameters(owner) - parameters(condition)
        where = next((one.name for one in lists if one is not owner and named and named <= names(one)), None)
        if where is not None:
            told = ast.unparse(condition)[:80] if not isinstance(condition, ast.Module) else getattr(owner, "name", "")
            twice.append(f"{module.path.name}: {told} / {where}")
    return Twice(found, twice)


def conditions(module: Module) -> Iterator[tuple[ast.AST | None, ast.AST]]:
    """Every condition of a reason, with the function it is written in where that is one of its own."""
    by_name = {node.name: node for node in module.tree.body if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and called(node) == "Rung":
            given = [*node.args[2:3], *(one.value for one in node.keywords if one.arg == "keeps_out")]
            if given:
                owner = by_name.get(ast.unparse(bare(given[0])))
                yield owner, given[0] if owner is None else ast.Module(owner.body, [])
    for function in filter(tells_reasons, module.functions):
        for node in ast.walk(function):
            if isinstance(node, ast.If) and any(
                called(one) == "Reason" for body in node.body for one in ast.walk(body)
            ):
                yield function, node.test


def bare(condition: ast.expr) -> ast.expr:
    """A condition without what asks it thing by thing."""
    while isinstance(condition, ast.Call) and called(condition) in {"each", "each_there"} and condition.args:
        condition = condition.args[0]
    return condition


def tells_reasons(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function answers with a reason."""
    returned = "" if node.returns is None else ast.unparse(node.returns)
    return "Reason" in returned or node.name.startswith(("why_not", "_why", "why_"))


def lists_something(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function may hold a list or a yes or no: it is no reason, no deed and no sentence."""
    returned = "" if node.returns is None else ast.unparse(node.returns)
    return not tells_reasons(node) and not returned.startswith(("None", "str", "dict", "Mapping"))


def parameters(node: ast.AST | None) -> frozenset[str]:
    """What a condition calls what it is asked about: any name would do."""
    found = [one for one in ast.walk(node) if isinstance(one, ast.arg)] if node is not None else []
    return frozenset([one.arg for one in found])


def called(node: ast.AST) -> str:
    """What a call calls, where that is a plain name."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


@cache
def names(node: ast.AST) -> frozenset[str]:
    """The telling names in a piece of code."""
    found = {one.attr if isinstance(one, ast.Attribute) else getattr(one, "id", "") for one in ast.walk(node)}
    return frozenset(found) - COMMON - {""}


# What an optional rule touches


def touched(title: Path, attributes: set[str], own: set[str]) -> set[str]:
    """The modules outside its own that know an optional rule."""
    found = set()
    for module in modules(title):
        inside = module.path.relative_to(title)
        if module.path.stem in own or inside.parts[0] == "mind":
            continue
        if any(knows(node, attributes, own) for node in ast.walk(module.tree)):
            found.add(inside.as_posix())
    return found


def knows(node: ast.AST, attributes: set[str], own: set[str]) -> bool:
    """Whether a piece of code names an optional rule."""
    if isinstance(node, ast.Attribute):
        return node.attr in attributes and isinstance(node.value, ast.Name | ast.Attribute)
    return isinstance(node, ast.ImportFrom) and (
        (node.module or "").rpartition(".")[2] in own or any(name.name in own for name in node.names)
    )


# Where a section leads


def places(title: Path) -> list[int]:
    """How many functions, classes and tables name the section of each ledger row whose own id the rules never name."""
    with (title / "data" / "ledger.csv").open(encoding="utf-8", newline="") as file:
        ids = [row[0] for row in list(csv.reader(file))[1:]]
    blocks = [
        "\n".join(module.text.splitlines()[node.lineno - 1 : node.end_lineno])
        for module in modules(title / "rules")
        for node in module.tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign)
    ]
    found = []
    for one in ids:
        section = re.match(r"[0-9.]+", re.sub(r"^[A-Z]+-", "", one))
        if section is None or any(re.search(re.escape(one) + r"(?![0-9a-z])", block) for block in blocks):
            continue
        asked = re.compile(r"(?<![0-9.])" + re.escape(section[0].rstrip(".")) + r"(?![0-9])")
        hits = sum(bool(asked.search(block)) for block in blocks)
        if hits:
            found.append(hits)
    return sorted(found)


# The form of decisions


class Form(NamedTuple):
    """Lines of decision steps: all of them, those of what answers do, and the rungs written outside of classes."""

    steps: int
    deeds: int
    rungs: int

    @property
    def form(self) -> int:
        return self.steps - self.deeds


def form_of(module: Module) -> Form:
    """The decision steps of a module: classes with a prompt, a question or an answer of their own."""
    steps = [node for node in module.tree.body if isinstance(node, ast.ClassDef) and decides(node)]
    lines = sum(len(span(node)) for node in steps)
    deeds = sum((one.end_lineno or 0) - one.lineno + 1 for node in steps for one in deeds_of(node))
    tables = [node for node in module.tree.body if isinstance(node, ast.Assign | ast.AnnAssign) and holds_rungs(node)]
    return Form(lines, deeds, sum(len(span(node)) for node in tables))


def decides(node: ast.ClassDef) -> bool:
    """Whether a class asks a player something."""
    asks = any(ast.unparse(one.target) == "asks" for one in node.body if isinstance(one, ast.AnnAssign))
    return asks or any(one.name == "prompt" or answers(one) for one in node.body if isinstance(one, ast.FunctionDef))


def deeds_of(node: ast.ClassDef) -> list[ast.FunctionDef]:
    """What the answers of a decision do. Where nothing is decorated, every method of a player's verb."""
    methods = [one for one in node.body if isinstance(one, ast.FunctionDef)]
    decorated = [one for one in methods if answers(one)]
    return decorated or [one for one in methods if not FORM.fullmatch(one.name)]


def answers(node: ast.FunctionDef) -> bool:
    """Whether a method is an answer that says itself when it is offered."""
    return any(called(one) in {"button", "pick"} for one in node.decorator_list)


def holds_rungs(node: ast.AST) -> bool:
    """Whether a statement makes rungs."""
    return any(called(one) in {"Rung", "Rungs"} for one in ast.walk(node))


# Size


def long_functions(house: Path) -> tuple[list[str], list[str]]:
    """Functions above 40 lines: those that do something, and those that are one table."""
    doing, tables = [], []
    for module in modules(house):
        for node in module.functions:
            lines = (node.end_lineno or 0) - node.lineno + 1
            if lines > 40:
                told = f"{module.path.relative_to(house).as_posix()}:{node.name} {lines}"
                (tables if is_table(node) else doing).append(told)
    return sorted(doing), sorted(tables)


def is_table(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function is nothing but one value that is written down."""
    body = [one for one in node.body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
    return len(body) == 1 and isinstance(body[0], ast.Return)


def long_modules(house: Path) -> list[str]:
    """Modules above 400 lines."""
    sizes = [(len(module.text.splitlines()), module.path.relative_to(house).as_posix()) for module in modules(house)]
    return [f"{name} {lines}" for lines, name in sorted(sizes, reverse=True) if lines > 400]


# The table


def report(checkout: Path) -> Iterator[str]:
    """The figures of a checkout, a line each."""
    house = checkout / "src" / "ardennes"
    titles = {key: house / "titles" / key for key in ROWS}
    yield "| figure | value |\n|---|---|"
    per_row = ", ".join(f"{key} {code_of(path) / ROWS[key]:.1f}" for key, path in titles.items())
    yield f"| code lines a ledger row, without the mind | {per_row} |"
    yield f"| conditions said twice | {twice_in_words(titles)} |"
    files = [f"{rule}: {len(touched(titles[OPTIONAL], *by))}" for rule, by in OPTIONS.items()]
    yield f"| modules outside its own that know an optional rule (mind apart) | {'; '.join(files)} |"
    found = places(titles[OPTIONAL])
    middle, worst = statistics.median(found), found[int(0.9 * len(found))]
    yield f"| places a section leads to, median and worst tenth | {middle:g}, {worst} |"
    forms = [form_of(module) for path in titles.values() for module in modules(path / "rules")]
    steps, deeds, rungs = (sum(column) for column in zip(*forms, strict=True))
    yield f"| form lines of decision steps | {steps - deeds} of {steps}; rungs beside them {rungs} |"
    doing, tables = long_functions(house)
    yield f"| functions above 40 lines | {len(doing)}, and {len(tables)} tables: {', '.join(doing)} |"
    long = long_modules(house)
    yield f"| modules above 400 lines | {len(long)}: {', '.join(long)} |"


def ruled(title: Path) -> Iterator[Twice]:
    """The conditions of a title's rules; what is kept for speed stands apart and is compared with the rungs."""
    return (said_twice(module) for module in modules(title / "rules") if "quick" not in module.path.parts)


def twice_in_words(titles: dict[str, Path]) -> str:
    """How many conditions stand twice, in all and by title."""
    told, of_all, all_twice = [], 0, 0
    for key, path in titles.items():
        found = [*ruled(path)]
        conditions, twice = sum(one.conditions for one in found), sum(len(one.twice) for one in found)
        of_all, all_twice = of_all + conditions, all_twice + twice
        told.append(f"{key} {twice} of {conditions}")
    return f"{100 * all_twice / of_all:.0f} % ({', '.join(told)})"


def listed(checkout: Path) -> Iterator[str]:
    """Every condition that seems to stand twice."""
    for key in ROWS:
        for one in ruled(checkout / "src" / "ardennes" / "titles" / key):
            yield from (f"{key} {told}" for told in one.twice)


if __name__ == "__main__":
    asked = [word for word in sys.argv[1:] if word != "--twice"]
    where = Path(asked[0]) if asked else Path(__file__).parents[1]
    for line in listed(where) if "--twice" in sys.argv else report(where):
        print(line)
