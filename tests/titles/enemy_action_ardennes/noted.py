"""Positions in which rule tests were refused something: each rung that was the reason, with one position of it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from ardennes.kernel import Reason
from ardennes.kernel.biting import Named
from ardennes.titles.enemy_action_ardennes.state import State
from tests.titles.enemy_action_ardennes.table import Table

HERE = Path(__file__).parent


def rule_tests() -> Iterator[Callable[[], None]]:
    """The tests of chapters that take nothing."""
    for file in sorted(HERE.glob("test_*.py")):
        if not (file.stem[5:7].isdigit() or file.stem in ("test_read_once_more", "test_where_chapters_meet")):
            continue
        module = import_module(f"{__package__}.{file.stem}")
        for name, test in vars(module).items():
            if name.startswith("test_") and callable(test) and not inspect.signature(test).parameters:
                yield test


def refusals() -> dict[Named, State]:
    """Every rung that was the reason for a refusal in a rule test, with the first position where it was."""
    found: dict[Named, State] = {}
    why = Table.why

    def noted(t: Table, verb: str, target: str | int | None = None) -> Reason | None:
        reason = why(t, verb, target)
        if reason is not None and target is not None:
            for named in _rungs(t.g, verb, t.target(verb, target)):
                if named not in found:
                    found[named] = t.g.copy()
        return reason

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "why", noted)
        for test in rule_tests():
            test()
    return found


def _rungs(g: State, verb: str, one: int | None) -> Iterator[Named]:
    assert one is not None
    for asked in g.stack[-1].judged(g):
        if asked.name.partition(".")[2].split()[0] == verb and asked.those >> one & 1:
            rung = asked.rungs.first(g, asked.about, one)
            if rung is not None:
                yield Named(asked.name, rung.rule, rung.says)
