"""Tests asked whether they notice a broken line, each line in a child of its own.

Most children are forks of a process that has collected the tests already, and the change is put into the loaded program
(`mending`). Where that cannot be, they are forks of one that has everything but the title in it, and the changed text
is what the import system is given. Nothing is written to disk.
"""

from __future__ import annotations

import os
import pickle
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

import pytest

from tests.breaking.changes import Change
from tests.breaking.mending import exchanges, functions, mend, place_of
from tests.breaking.watching import PLAIN, Ways, watched

ROOT = Path(__file__).parents[2]
#: A changed game that does not come to an end counts as noticed: processor seconds beyond what its tests take, bytes.
PATIENCE = 15
ROOM = 6 << 30
#: What every child needs and no title is part of.
COMMON = ("hypothesis", "ardennes.kernel.conformance", "ardennes.lab.coverage", "ardennes.parts.eye.outlets")
#: What a child answers.
SILENT, NOTICED, UNABLE = 0, 1, 4


class Question(NamedTuple):
    """A change, and the tests that are asked about it."""

    change: Change
    tests: Collection[str]


# ---- a change that is imported ------------------------------------------------------------------------------


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


class _Chosen:
    """Of the tests collected only these, the quickest first."""

    def __init__(self, tests: Collection[str], seconds: dict[str, float]) -> None:
        self.tests, self.seconds = tests, seconds

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = _in_turn(items, self.tests, self.seconds)


def _in_turn(items: Sequence[pytest.Item], tests: Collection[str], seconds: dict[str, float]) -> list[pytest.Item]:
    wanted = frozenset(tests)
    chosen = (item for item in items if not wanted.isdisjoint((item.nodeid, item.nodeid.partition("::")[0])))
    return sorted(chosen, key=lambda item: seconds.get(item.nodeid, 0.0))


def _imported(question: Question, seconds: dict[str, float]) -> int:
    """In a child that knows nothing of the title: import the change and ask the tests."""
    _bound(question, seconds)
    sys.meta_path.insert(0, _Finder(question.change))
    files = sorted({test.partition("::")[0] for test in question.tests})
    failed = pytest.main([*PLAIN, *files], plugins=[_Chosen(question.tests, seconds)])
    return NOTICED if failed else SILENT


# ---- a change that is put in --------------------------------------------------------------------------------


class _House:
    """Asks questions once the tests are collected, instead of running them, and passes the answers on."""

    def __init__(self, questions: Sequence[Question], seconds: dict[str, float], workers: int, out: int) -> None:
        self.questions, self.seconds, self.workers, self.out = questions, seconds, workers, out

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        loaded = functions()

        def ask(question: Question) -> int:
            _bound(question, self.seconds)
            if not mend(question.change, loaded):
                return UNABLE
            items = _in_turn(session.items, question.tests, self.seconds)
            for item, following in zip(items, [*items[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if session.testsfailed:
                    return NOTICED
            return SILENT

        for number, answer in _answers(self.questions, ask, self.workers):
            os.write(self.out, bytes((number >> 8, number & 255, answer)))
        return True


# ---- children -----------------------------------------------------------------------------------------------


def _fork(work: Callable[[], int]) -> int:
    """A child that is quiet, leaves nothing behind and answers with its exit status."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    answer = 3
    try:
        os.chdir(ROOT)
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        answer = work()
    finally:
        os._exit(answer)


def _bound(question: Question, seconds: dict[str, float]) -> None:
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime + PATIENCE + sum(seconds.get(test, 1.0) for test in question.tests))
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 5))
    resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))


def _answers(questions: Sequence[Question], ask: Callable[[Question], int], workers: int) -> Iterator[tuple[int, int]]:
    """The numbers of questions as they are answered; a child that does not come to an answer has noticed."""
    running: dict[int, int] = {}
    waiting = iter(enumerate(questions))
    following = next(waiting, None)
    while following or running:
        while following and len(running) < workers:
            number, question = following
            running[_fork(lambda question=question: ask(question))] = number
            following = next(waiting, None)
        child, status = os.wait()
        code = os.waitstatus_to_exitcode(status)
        yield running.pop(child), code if code in (SILENT, UNABLE) else NOTICED


def ready() -> None:
    """Import what all children need, so that none of them has to."""
    for name in COMMON:
        import_module(name)
    loaded = [name for name in sys.modules if name.startswith("ardennes.titles.")]
    assert not loaded, f"a title that is already imported cannot be broken: {loaded[0]}"


def walked(title: str) -> Ways:
    """Which rule tests of a title go through which lines."""
    ready()
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "ways"

        def watch() -> int:
            ways = watched(title)
            if ways is not None:
                kept.write_bytes(pickle.dumps(ways))
            return 0

        os.waitpid(_fork(watch), 0)
        if not kept.exists():
            sys.exit("the rule tests must pass before lines are broken")
        ways: Ways = pickle.loads(kept.read_bytes())
        return ways


def _can_be_put_in(change: Change, ways: Ways) -> bool:
    found = exchanges(change)
    return found is not None and not any(place_of(old) in ways.loading for old, _ in found)


def asked(
    questions: Sequence[Question], ways: Ways, workers: int = 1, slowly: bool = False
) -> Iterator[tuple[Change, bool]]:
    """Changes as they are answered, and whether one of the tests named with it noticed."""
    quick = [question for question in questions if not slowly and _can_be_put_in(question.change, ways)]
    slow = [question for question in questions if question not in quick]
    if quick:
        files = sorted({test.partition("::")[0] for question in quick for test in question.tests})
        answers, out = os.pipe()
        child = _fork(lambda: int(pytest.main([*PLAIN, *files], plugins=[_House(quick, ways.seconds, workers, out)])))
        os.close(out)
        with os.fdopen(answers, "rb") as told:
            while word := told.read(3):
                question = quick[word[0] << 8 | word[1]]
                if word[2] == UNABLE:
                    slow.append(question)
                else:
                    yield question.change, word[2] == NOTICED
        os.waitpid(child, 0)
    for number, answer in _answers(slow, lambda question: _imported(question, ways.seconds), workers):
        yield slow[number].change, answer == NOTICED


def noticed(change: Change, tests: Collection[str]) -> bool:
    """Whether any of these tests fails once the line is changed: asked by a process that has no title in it."""
    asked_for = pickle.dumps((change, [*tests]))
    call = "from tests.breaking.asking import _answer; _answer()"
    done = subprocess.run([sys.executable, "-c", call], input=asked_for, cwd=ROOT, capture_output=True, check=True)
    return done.stdout.endswith(b"True\n")


def _answer() -> None:
    """In that process: read the question, and write the answer."""
    change, tests = pickle.load(sys.stdin.buffer)
    ready()
    ((_, answer),) = _answers([Question(change, tests)], lambda question: _imported(question, {}), 1)
    print(answer == NOTICED)
