"""What tests of rungs share: rungs that sampled positions never needed must have a rule test."""

from __future__ import annotations

import random
from collections import Counter

from ardennes.kernel import Match, conformance
from ardennes.kernel.biting import Bites
from ardennes.lab.coverage import ledger, marked_tests, tests_folder


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


def without_test(bites: Bites) -> list[str]:
    """The rungs that were never the reason, and that no rule test proves either."""
    folder = tests_folder()
    assert folder is not None
    marked = marked_tests(folder)
    return [f"{rung.question}: {rung.rule} {rung.says}" for rung in bites.idle if rung.rule not in marked]
