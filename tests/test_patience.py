"""No test sleeps: what is waited for is asked for (`tests.patience`)."""

import ast
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
        if not (isinstance(node.args[0], ast.Constant) and node.args[0].value == 0)
    ]


def test_no_test_sleeps() -> None:
    found = {
        f"{path.relative_to(TESTS)}:{line}"
        for path in TESTS.rglob("*.py")
        if path.name != "patience.py"
        for line in sleeps(path.read_text(encoding="utf-8"))
    }
    assert found == set()


def test_what_sleeps_is_seen() -> None:
    assert sleeps("import time\ntime.sleep(1)\nawait asyncio.sleep(0)\nawait asyncio.sleep(n)") == [2, 4]


def test_what_comes_is_waited_for_and_what_never_comes_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import asyncio

    numbers = iter((0, 0, 3))
    assert until(lambda: next(numbers)) == 3
    assert asyncio.run(soon(lambda: "yes")) == "yes"
    monkeypatch.setattr("tests.patience.PATIENCE", 0.0)
    with pytest.raises(AssertionError, match="the tide never came"):
        until(lambda: False, "the tide")
