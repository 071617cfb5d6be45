"""What tests of rungs share: every one of them must bite somewhere, in a rule test or in a game."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

from ardennes.kernel import Match, conformance
from ardennes.kernel.biting import Bites, Named
from ardennes.lab.coverage import ledger, tests_folder
from ardennes.parts.rules.questions import Question
from ardennes.titles import find
from tests.titles import reasons


def bites_of(title: str) -> Bites:
    """Rungs as they are met, held against a title's ledger."""
    return Bites({row.id for row in ledger(title)})


def sampled(bites: Bites, number: int) -> conformance.Check:
    """Rungs are left out at about one decision in so many where there are any; every kind of decision counts alike."""
    rng = random.Random(number)

    def check(match: Match) -> None:
        if match.state.stack and rng.random() * number < 1:
            conformance.rungs_bite(match, bites)

    return check


def spread(bites: Bites, factor: int = 4) -> conformance.Check:
    """The same at the first decision of every kind, and then ever more seldom: the fourth, the sixteenth and so on."""
    met, due = Counter[str](), dict[str, int]()

    def check(match: Match) -> None:
        if not match.state.stack:
            return
        kind = type(match.state.stack[-1]).__name__
        met[kind] += 1
        if met[kind] == due.get(kind, 1):
            due[kind] = met[kind] * factor
            conformance.rungs_bite(match, bites)

    return check


def ruled(title: str) -> list[list[str]]:
    """The answers that rungs decide, as the questions of a title declare them; one that several have stands once."""
    found: dict[int, list[str]] = {}
    for step in find(title).steps.values():
        if issubclass(step, Question):
            for verb, answer in step.answers.items():
                if answer.ruled is not None:
                    found.setdefault(id(answer), []).append(f"{step.__name__}.{verb}")
    return list(found.values())


def bitten_in_rule_tests(title: str, file: Path) -> tuple[Bites, dict[str, list[str]]]:
    """What the refusals of a title's rule tests met, each with its rung left out, and what was wrong in which test."""
    folder = tests_folder()
    assert folder is not None
    watched = ["-p", "tests.titles.bitten", f"--bitten={file}", "-p", "no:cacheprovider", "-p", "no:xdist", "-q"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *watched, str(folder / "titles" / title), "-m", "rule"],
        cwd=folder.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stdout[-2000:] + done.stderr[-2000:]
    written = json.loads(file.read_text(encoding="utf-8"))
    bites = Bites()
    for question, rule, says, count, decided in written["met"]:
        bites.met[Named(question, rule, says)] = count
        bites.decided[Named(question, rule, says)] = decided
    return bites, written["faults"]


def bitten_in_games(title: str, bites: Bites, count: int, seed: int) -> list[str]:
    """The same in positions of games, for one thing each that a rung keeps out which no rule test needed."""
    return [fault for g in reasons.positions(title, count, seed) for fault in bites.unmet(g)]


def idle(bites: Bites) -> list[str]:
    """The rungs that never were a reason; one that several questions have counts once."""
    needed = {rung[1:] for rung, count in bites.met.items() if count}
    return sorted({f"{rung.rule} {rung.says}" for rung in bites.met if rung[1:] not in needed})
