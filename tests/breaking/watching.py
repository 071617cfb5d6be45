"""Which rule tests of a title go through which lines of its rules, and how long each of them takes.

A line can be noticed only by a test that goes through it: tests depend on nothing but themselves. What a process keeps
from one test to the next is forgotten between them while they are watched, so that every test walks all of its own way;
lines that run while tests are collected, or for several tests at once, belong to all of them.
"""

from __future__ import annotations

import ast
import functools
import gc
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import coverage
import pytest

from ardennes.kernel import recent
from tests.breaking.changes import PACKAGE, Change
from tests.breaking.mending import Place, place_of

#: What pytest is told in every child.
PLAIN = ("-q", "-x", "-m", "rule", "-p", "no:cacheprovider", "-p", "no:xdist")


class Ways(NamedTuple):
    """The lines each test goes through, an empty name for all tests; seconds each takes; functions run in loading."""

    lines: dict[tuple[str, int], frozenset[str]]
    seconds: dict[str, float]
    loading: frozenset[Place]

    def through(self, change: Change) -> frozenset[str]:
        """The tests that go through the statement a change is made in."""
        first, last = extent(change.path, change.line)
        return frozenset().union(*(self.lines.get((change.path, line), ()) for line in range(first, last + 1)))


@cache
def _statements(path: str) -> list[tuple[int, int]]:
    """First and last line of every statement, of one with a body only its head."""
    found = []
    for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.stmt | ast.match_case | ast.excepthandler):
            body = getattr(node, "body", None)
            first = node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno
            last = max(first, body[0].lineno - 1) if body else getattr(node, "end_lineno", None) or first
            found.append((first, last))
    return found


def extent(path: str, line: int) -> tuple[int, int]:
    """The lines of the statement that a line belongs to: what runs is counted at some of them only."""
    around = [(first, last) for first, last in _statements(path) if first <= line <= last]
    return min(around, key=lambda lines: lines[1] - lines[0], default=(line, line))


class _Watch:
    """Tells the measuring which test runs, and forgets what was kept before each."""

    def __init__(self, measure: coverage.Coverage) -> None:
        self.measure = measure
        self.seconds: dict[str, float] = {}
        self.loading: set[Place] = set()
        self._kept: list[functools._lru_cache_wrapper[object]] = []

    def pytest_sessionstart(self) -> None:
        sys.setprofile(self._called)

    def _called(self, frame: FrameType, event: str, _arg: object) -> None:
        if event == "call" and "/rules/" in frame.f_code.co_filename:
            self.loading.add(place_of(frame.f_code))

    def pytest_collection_finish(self) -> None:
        sys.setprofile(None)
        self._kept = [
            kept
            for kept in gc.get_objects()
            if isinstance(kept, functools._lru_cache_wrapper) and ".rules" in kept.__module__
        ]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        recent.forget()
        for kept in self._kept:
            kept.cache_clear()
        self.measure.switch_context(item.nodeid)
        begun = time.process_time()
        yield
        self.seconds[item.nodeid] = time.process_time() - begun
        self.measure.switch_context("")

    @pytest.hookimpl(hookwrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
    ) -> Iterator[None]:
        if fixturedef.scope != "function":
            self.measure.switch_context("")
        yield
        if fixturedef.scope != "function":
            self.measure.switch_context(request.node.nodeid if isinstance(request.node, pytest.Item) else "")


def watched(title: str) -> Ways | None:
    """Run all rule tests of a title in this process; None where one of them fails."""
    rules = PACKAGE / "titles" / title / "rules"
    measure = coverage.Coverage(data_file=None, source=[str(rules)], messages=False)
    watch = _Watch(measure)
    measure.start()
    measure.switch_context("")
    answer = pytest.main([*PLAIN, f"tests/titles/{title}"], plugins=[watch])
    measure.stop()
    if answer:
        return None
    found = measure.get_data()
    lines = {
        (path, line): frozenset(tests)
        for path in found.measured_files()
        for line, tests in found.contexts_by_lineno(path).items()
    }
    return Ways(lines, watch.seconds, frozenset(watch.loading))
