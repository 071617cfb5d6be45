"""A change put into a program that is already loaded: the code of the functions it lies in is exchanged.

What runs while the program is loaded cannot be changed so, for its results are there already.
"""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

from tests.breaking.changes import Change


class Place(NamedTuple):
    """Where a function is written."""

    path: str
    line: int
    name: str


def place_of(code: CodeType) -> Place:
    """Where a function of this code is written."""
    return Place(code.co_filename, code.co_firstlineno, code.co_qualname)


def _inner(code: CodeType) -> list[CodeType]:
    return [const for const in code.co_consts if isinstance(const, CodeType)]


def _own(code: CodeType) -> tuple[object, ...]:
    """What a piece of code does itself, what is written inside it left out."""
    plain = [(type(const), const) for const in code.co_consts if not isinstance(const, CodeType)]
    return code.co_code, plain, code.co_names, code.co_exceptiontable


def exchanges(change: Change) -> list[tuple[CodeType, CodeType]] | None:
    """The functions that a change alters, old and new; None where it alters what runs while the module is loaded."""
    text = Path(change.path).read_text(encoding="utf-8")
    found: list[tuple[CodeType, CodeType]] = []
    todo = [(compile(text, change.path, "exec"), compile(change.made(text), change.path, "exec"))]
    while todo:
        old, new = todo.pop()
        before, after = _inner(old), _inner(new)
        if _own(old) != _own(new) or len(before) != len(after):
            return None
        for one, other in zip(before, after, strict=True):
            if one != other:
                is_class = not one.co_flags & 2  # no code of its own locals: the body of a class
                (todo if is_class else found).append((one, other))
    return found


def functions() -> dict[Place, list[FunctionType]]:
    """All functions of the rules that are loaded."""
    found = defaultdict(list)
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and "/rules/" in thing.__code__.co_filename:
            found[place_of(thing.__code__)].append(thing)
    return found


def mend(change: Change, loaded: dict[Place, list[FunctionType]]) -> bool:
    """Put a change into the loaded program; False where that cannot be done."""
    for old, new in exchanges(change) or ():
        same = list(_same(old, loaded.get(place_of(old), [])))
        if not same:
            return False
        for function in same:
            function.__code__ = new
    return True


def _same(code: CodeType, written: list[FunctionType]) -> Iterator[FunctionType]:
    return (function for function in written if function.__code__ == code)
