"""Single lines of the rules broken on purpose: does a rule test notice?

    python -m tests.breaking deadly_woods --lines 120 --seed 7

draws lines of a title's rules modules by seed, changes one thing in each, and runs the tests that carry ledger rows,
each change in a process of its own. Asked are the tests that go through the line, the quickest first; about lines that
run while the program is loaded all are asked. A survivor is a line whose rule nobody proves, or a change that makes no
difference to any answer or position: look at each and say which. Lines that no rule test goes through are told apart;
nobody needs to be asked about them. `--all-tests` asks every test about every line and imports every change, which
takes longer and must give the same.
"""

from __future__ import annotations

import argparse

from ardennes.lab.ladder import wilson
from tests.breaking.asking import Question, asked, walked
from tests.breaking.changes import Change, drawn


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Break single lines of a title's rules; do rule tests notice?")
    parser.add_argument("title")
    parser.add_argument("--lines", type=int, default=120)
    parser.add_argument("--seed", required=True, help="a number or any word, such as a commit")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--all-tests", action="store_true", help="ask all tests about every line")
    wanted = parser.parse_args()
    ways = walked(wanted.title)
    sample = drawn(wanted.title, wanted.lines, wanted.seed)
    number = {change: place for place, change in enumerate(sample, 1)}
    survivors = []

    def survived(change: Change, how: str) -> None:
        survivors.append(change)
        print(f"{number[change]:4} {how:14}  {change.told()}", flush=True)

    questions = []
    for change in sample:
        through = ways.through(change)
        if through or wanted.all_tests:
            everybody = wanted.all_tests or "" in through
            questions.append(Question(change, ways.seconds if everybody else through))
        else:
            survived(change, "walked by none")
    for change, noticed in asked(questions, ways, wanted.workers, wanted.all_tests):
        if not noticed:
            survived(change, "not noticed")
    found = len(sample) - len(survivors)
    low, high = wilson(found, len(sample))
    print(f"{wanted.title}, seed {wanted.seed}: {found} of {len(sample)} noticed ({low:.0%} to {high:.0%})")


if __name__ == "__main__":
    main()
