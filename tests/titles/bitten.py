"""Rule tests under watch: in their positions rungs are left out, one at a time.

    python -m pytest -p tests.titles.bitten --bitten FILE tests/titles/bitter_woods -m rule

Whatever a test is refused is asked again, of the same position read back from its table, with the one rung left out
that gave the reason: it must now be offered, or be told what another rung has to say. In every position in which a test
acts the same is done for one thing each that a rung keeps out which has kept out nothing so far. What was met and what
was wrong is written to the file, as data.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

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

    def pytest_configure(self, config: pytest.Config) -> None:
        """Refusals are listened to from now on."""
        why_not, act = State.why_not, State.act
        watch = self

        def watched(state: State, action: Action) -> Reason | None:
            reason = why_not(state, action)
            if reason is not None:
                watch._look(state, lambda bites: bites.single(state, Action(*action)))
            return reason

        def acted(state: State, action: Action) -> None:
            watch._look(state, lambda bites: bites.unmet(state))
            act(state, action)

        State.act = acted  # type: ignore[method-assign,assignment]
        State.why_not = watched  # type: ignore[method-assign,assignment]

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Whose refusals come now."""
        self._test = item.nodeid

    def _look(self, state: State, faults: Callable[[Bites], list[str]]) -> None:
        if self._asking or not state.stack or not isinstance(state.stack[-1], Choice):
            return
        self._asking = True
        try:
            found = faults(self._bites)
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
