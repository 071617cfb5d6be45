"""Single lines of the rules broken on purpose: does a rule test notice?

    python -m tests.breaking deadly_woods --lines 120 --seed 7

draws lines of a title's rules modules by seed, changes one thing in each, and runs the tests that carry ledger rows,
each change in a process of its own. What is only said or shown is no rule and is left alone. Nothing is written to
disk: the changed text is what the import system is given. Tests that went through the line come first; what they do
not notice, all rule tests of the title are asked. A survivor is a line whose rule nobody proves, or a change that makes
no difference to any answer or position: look at each and say which.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

import coverage
import pytest

import ardennes
from ardennes.lab.ladder import wilson

ROOT = Path(__file__).parents[1]
PACKAGE = Path(ardennes.__file__).parent
#: Seconds after which a changed game that does not come to an end counts as noticed.
PATIENCE = 300

#: What these methods of a step answer is shown and decides nothing.
SHOWN = {"prompt", "label", "button", "focus", "taken_up", "facts", "way"}
#: Modules of the rules that hold no rule: checks of positions.
CHECKS = {"invariants.py"}

_COMPARED: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
_RECKONED: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
}


class Change(NamedTuple):
    """One thing changed in a line of a file: what stood from one column to another, and what stands there now."""

    path: str
    line: int
    start: int
    end: int
    new: str

    def made(self, text: str) -> str:
        """The file's text with the change in it; columns count bytes, as the parser does."""
        lines = text.encode().splitlines(keepends=True)
        row = lines[self.line - 1]
        lines[self.line - 1] = row[: self.start] + self.new.encode() + row[self.end :]
        return b"".join(lines).decode()

    def told(self) -> str:
        """The place and the line as it was changed."""
        text = Path(self.path).read_text(encoding="utf-8")
        line = self.made(text).splitlines()[self.line - 1].strip()
        return f"{Path(self.path).relative_to(PACKAGE)}:{self.line}: {line}"


def changes(path: Path) -> Iterator[Change]:
    """Everything that could be changed in a file, one thing at a time, within one line."""
    text = path.read_text(encoding="utf-8")
    rows = text.encode().splitlines()
    for node in _spoken(ast.parse(text)):
        for line, start, end, new in _of(node, rows):
            yield Change(str(path), line, start, end, new)


def _spoken(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes that rules consist of: annotations, docstrings, imports, decorators and what is only shown are none."""
    for field, value in ast.iter_fields(tree):
        if field in ("annotation", "returns", "decorator_list", "bases"):
            continue
        if field == "keywords" and isinstance(tree, ast.ClassDef):
            continue
        for node in value if isinstance(value, list) else [value]:
            if isinstance(node, ast.AST) and not _is_no_rule(node):
                yield node
                yield from _spoken(node)


def _is_no_rule(node: ast.AST) -> bool:
    """Imports, words put together, functions that only say or show something, and telling what happened."""
    if isinstance(node, ast.FunctionDef):
        return node.name in SHOWN
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        called = node.value.func
        return isinstance(called, ast.Attribute) and called.attr == "tell"
    return isinstance(node, ast.Import | ast.ImportFrom | ast.JoinedStr)


def _of(node: ast.AST, rows: Sequence[bytes]) -> Iterator[tuple[int, int, int, str]]:
    """What could stand in a node's place: line, first and last column, new text."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        old, new = _COMPARED[type(node.ops[0])]
        yield from _between(node.left, node.comparators[0], old, new, rows)
    elif isinstance(node, ast.BoolOp):
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        yield from _between(node.values[0], node.values[1], old, new, rows)
    elif isinstance(node, ast.BinOp) and type(node.op) in _RECKONED:
        yield from _between(node.left, node.right, *_RECKONED[type(node.op)], rows)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.lineno, node.col_offset, node.operand.col_offset, ""
    elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
        new = str(not node.value if isinstance(node.value, bool) else node.value + 1)
        yield node.lineno, node.col_offset, node.end_col_offset or 0, new
    elif isinstance(node, ast.If | ast.IfExp | ast.While) and node.test.lineno == node.test.end_lineno:
        yield node.test.lineno, node.test.col_offset, node.test.end_col_offset or 0, "False"
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and node.lineno == node.end_lineno:
        yield node.lineno, node.col_offset, node.end_col_offset or 0, "pass"


def _between(
    left: ast.expr, right: ast.expr, old: str, new: str, rows: Sequence[bytes]
) -> Iterator[tuple[int, int, int, str]]:
    """An operator exchanged, where it stands in one line with what is left and right of it."""
    if left.end_lineno == right.lineno and left.end_col_offset is not None:
        at = rows[right.lineno - 1].find(old.encode(), left.end_col_offset, right.col_offset)
        if at >= 0:
            yield right.lineno, at, at + len(old), new


def drawn(title: str, count: int, seed: int) -> list[Change]:
    """So many lines of a title's rules, each with one change; the same for the same seed and code."""
    by_line: dict[tuple[str, int], list[Change]] = {}
    for path in sorted((PACKAGE / "titles" / title / "rules").rglob("*.py")):
        if path.name in CHECKS:
            continue
        for change in changes(path):
            by_line.setdefault((change.path, change.line), []).append(change)
    rng = random.Random(f"breaking {title} {seed}")
    return [rng.choice(by_line[line]) for line in rng.sample(sorted(by_line), min(count, len(by_line)))]


# ---- one broken line, in a process of its own ---------------------------------------------------------------


class _Broken(SourceFileLoader):
    """Reads one module with a change in it."""

    change: Change

    def source_to_code(self, data: Any, path: Any, *, _optimize: int = -1) -> CodeType:
        code: CodeType = compile(self.change.made(bytes(data).decode()), path, "exec")
        return code

    def get_code(self, fullname: str) -> CodeType | None:  # never from a cache, and never into one
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


class _Finder(MetaPathFinder):
    def __init__(self, change: Change) -> None:
        self.change = change

    def find_spec(self, name: str, path: Any = None, target: ModuleType | None = None) -> ModuleSpec | None:
        found = PathFinder.find_spec(name, path, target) if name.startswith("ardennes.titles.") else None
        if found is None or found.origin != self.change.path:
            return None
        found.loader = _Broken(name, self.change.path)
        found.loader.change = self.change
        return found


def _try(change: Change, tests: list[str]) -> int:
    """In the child: run tests with the changed line; 0 where none of them notices."""
    sys.meta_path.insert(0, _Finder(change))
    return int(pytest.main(["-q", "-x", "-m", "rule", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]))


def noticed(change: Change, tests: Sequence[str]) -> bool:
    """Whether any of these tests fails once the line is changed."""
    asked = json.dumps([change, list(tests)])
    command = [sys.executable, "-m", "tests.breaking", "--child"]
    try:
        done = subprocess.run(
            command, input=asked, text=True, cwd=ROOT, capture_output=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


# ---- which tests go through a line --------------------------------------------------------------------------


class _Watch:
    """Tells the measuring which test runs."""

    def __init__(self, measure: coverage.Coverage) -> None:
        self.measure = measure

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.measure.switch_context(item.nodeid)
        yield


def _watch(title: str, where: str) -> int:
    """In a child: run all rule tests of a title and keep which lines each goes through."""
    rules = PACKAGE / "titles" / title / "rules"
    measure = coverage.Coverage(data_file=where, source=[str(rules)], messages=False)
    measure.start()
    answer = pytest.main(
        ["-q", "-x", "-m", "rule", "-p", "no:cacheprovider", "-p", "no:xdist", f"tests/titles/{title}"],
        plugins=[_Watch(measure)],
    )
    measure.stop()
    measure.save()
    return int(answer)


def walked(title: str) -> coverage.CoverageData:
    """Which rule tests of a title go through which lines."""
    with tempfile.TemporaryDirectory() as folder:
        where = str(Path(folder) / "lines")
        done = subprocess.run([sys.executable, "-m", "tests.breaking", "--watch", title, where], cwd=ROOT, check=False)
        if done.returncode:
            sys.exit("the rule tests must pass before lines are broken")
        found = coverage.CoverageData(where)
        found.read()
        kept = coverage.CoverageData(no_disk=True)
        kept.update(found)
        return kept


def survives(change: Change, lines: coverage.CoverageData, title: str) -> bool:
    """Whether no rule test of a title notices a change: first those that go through the line are asked, then all."""
    through = lines.contexts_by_lineno(change.path).get(change.line, [])
    tests = sorted({test for test in through if test})
    return not (tests and noticed(change, tests)) and not noticed(change, [f"tests/titles/{title}"])


def main() -> None:
    """The command."""
    if sys.argv[1:2] == ["--child"]:
        change, tests = json.load(sys.stdin)
        sys.exit(_try(Change(*change), tests))
    if sys.argv[1:2] == ["--watch"]:
        sys.exit(_watch(*sys.argv[2:]))
    parser = argparse.ArgumentParser(description="Break single lines of a title's rules; do rule tests notice?")
    parser.add_argument("title")
    parser.add_argument("--lines", type=int, default=120)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    lines = walked(asked.title)
    sample = drawn(asked.title, asked.lines, asked.seed)
    survivors = 0
    with ThreadPoolExecutor(asked.workers) as several:
        answers = several.map(lambda change: survives(change, lines, asked.title), sample)
        for number, (change, survived) in enumerate(zip(sample, answers, strict=True), 1):
            if survived:
                survivors += 1
                print(f"{number:4} not noticed  {change.told()}", flush=True)
    found = len(sample) - survivors
    low, high = wilson(found, len(sample))
    print(f"{asked.title}, seed {asked.seed}: {found} of {len(sample)} noticed ({low:.0%} to {high:.0%})")


if __name__ == "__main__":
    main()
