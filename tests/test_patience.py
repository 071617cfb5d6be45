"""No test sleeps: what is waited for is asked for (`tests.patience`). And none says how long anything takes."""

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.patience import soon, until

TESTS = Path(__file__).parent


def sleeps(text: str) -> list[int]:
    """The lines where a program sleeps; giving others their turn (`asyncio.sleep(0)`) is no sleep."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        if ast.unparse(node.func) in ("time.sleep", "sleep", "asyncio.sleep")
        if ast.unparse(node).partition("(")[2] != "0)"
    ]


#: Clocks of this machine.
CLOCKS = {"monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time", "thread_time", "timeit"}


def times(text: str) -> list[int]:
    """The lines where a program asserts how long something took."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Assert)
        if any(
            isinstance(part, ast.Call) and ast.unparse(part.func).split(".")[-1] in CLOCKS for part in ast.walk(node)
        )
    ]


@pytest.mark.parametrize("faults", [sleeps, times])
def test_no_test_sleeps_or_asserts_a_time(faults: Callable[[str], list[int]]) -> None:
    found = {
        f"{path.relative_to(TESTS)}:{line}"
        for path in TESTS.rglob("*.py")
        if path.name != "patience.py"
        for line in faults(path.read_text(encoding="utf-8"))
    }
    assert found == set()


def test_what_sleeps_or_asserts_a_time_is_seen() -> None:
    assert sleeps("time.sleep(1)\nawait asyncio.sleep(0)") == [1]
    assert sleeps("await asyncio.sleep(n)") == [1]
    assert sleeps("sleep(secs=1)") == [1]
    assert times("began = time.monotonic()\nassert time.monotonic() - began < 3\nassert began") == [2]


def test_what_comes_is_waited_for_and_what_never_comes_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import asyncio

    numbers = iter((0, 0, 3))
    assert until(lambda: next(numbers)) == 3
    assert asyncio.run(soon(lambda: "yes")) == "yes"
    monkeypatch.setattr("tests.patience.PATIENCE", 0.0)
    with pytest.raises(AssertionError, match="the tide never came"):
        until(lambda: False, "the tide")
