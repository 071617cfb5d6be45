"""Rule tests under watch: whatever they are refused, the rung that refuses it is left out in their own position.

    python -m pytest -p tests.titles.bitten --bitten FILE tests/titles/bitter_woods -m rule

Each refusal that a test asks for is asked again, of the same position read back from its table, with the one rung left
out that gave the reason: the thing must now be offered, or be told what another rung has to say. What was met and what
was wrong is written to the file, as data.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ardennes.kernel import Action, Choice, Reason, State
from ardennes.kernel.biting import Bites


class Watch:
    """What refusals of rule tests met."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._asking = False
        self._bites = Bites()
        self._test = ""
        self._faults: dict[str, list[str]] = {}
        self._tests: dict[Any, Counter[str]] = {}

    def pytest_configure(self, config: pytest.Config) -> None:
        """Refusals are listened to from now on."""
        why_not = State.why_not
        watch = self

        def watched(state: State, action: Action) -> Reason | None:
            reason = why_not(state, action)
            if reason is not None and not watch._asking:
                watch._look(state, action)
            return reason

        State.why_not = watched  # type: ignore[method-assign,assignment]

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Whose refusals come now."""
        self._test = item.nodeid

    def _look(self, state: State, action: Action) -> None:
        top = state.stack[-1] if state.stack else None
        if not isinstance(top, Choice):
            return
        self._asking = True
        try:
            found = self._bites.single(state, Action(*action))
        finally:
            self._asking = False
        if found:
            self._faults.setdefault(self._test, []).extend(found)

    def pytest_sessionfinish(self) -> None:
        """It is written down."""
        met = [[*rung, count, self._bites.decided.get(rung, 0)] for rung, count in self._bites.met.items()]
        self._file.write_text(json.dumps({"met": met, "faults": self._faults}), encoding="utf-8")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Where to write."""
    parser.addoption("--bitten", required=True, type=Path)


def pytest_configure(config: pytest.Config) -> None:
    """The watch begins."""
    watch = Watch(config.getoption("--bitten"))
    config.pluginmanager.register(watch)
