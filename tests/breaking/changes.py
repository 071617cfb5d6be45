"""What can be changed in a line of the rules, one thing at a time.

What is only said or shown is no rule and is left alone.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import ardennes

PACKAGE = Path(ardennes.__file__).parent
#: What these methods of a step answer is shown, or told to whoever proves the rungs, and decides nothing.
SHOWN = {"prompt", "label", "button", "focus", "taken_up", "facts", "way", "judged"}
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
    """Imports, words put together, functions that only say or show something, and telling what happened.

    That a rung is a finer word for another one (`kernel.rungs`) saves time and decides nothing.
    """
    if isinstance(node, ast.keyword):
        return node.arg == "finer"
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
        yield node.lineno, node.col_offset, node.col_offset + len("not "), ""
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


def drawn(title: str, count: int, seed: int | str) -> list[Change]:
    """So many lines of a title's rules, each with one change; the same for the same seed and code."""
    by_line: dict[tuple[str, int], list[Change]] = {}
    for path in sorted((PACKAGE / "titles" / title / "rules").rglob("*.py")):
        if path.name in CHECKS:
            continue
        for change in changes(path):
            by_line.setdefault((change.path, change.line), []).append(change)
    rng = random.Random(f"breaking {title} {seed}")
    return [rng.choice(by_line[line]) for line in rng.sample(sorted(by_line), min(count, len(by_line)))]
