"""Whether rungs bite: each is left out in turn, for every single thing that a question of a position could name.

Whatever a rung gave as its reason must then be offered or have another rung's reason, and nothing else may change. That
fails where a rule is said a second time beside the rungs, where a reason is given that no rung stands for, and where a
list or an answer is kept from before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container
from typing import Any, NamedTuple

from ardennes.kernel import recent
from ardennes.kernel.decisions import Reason
from ardennes.kernel.rungs import Judged, Rung
from ardennes.kernel.state import State
from ardennes.kernel.steps import Choice

#: Reasons of things that a rung does not keep out are compared for so many of them.
OTHERS = 25


class Named(NamedTuple):
    """A rung of a question, as a test names it."""

    question: str
    rule: str
    says: str


class Bites:
    """The rungs met in positions, and how often each was the reason for a refusal."""

    def __init__(self, ledger: Container[str] | None = None) -> None:
        self._ledger = ledger
        self.met: dict[Named, int] = {}

    @property
    def idle(self) -> list[Named]:
        """The rungs that were never a reason: rule tests have to show that they are needed."""
        return [rung for rung, count in self.met.items() if not count]

    def faults(self, state: State, only: Collection[Named] | None = None) -> list[str]:
        """What is wrong with the rungs of a position; with `only` some of them are left out in turn, and no others."""
        top = state.stack[-1] if state.stack else None
        if not isinstance(top, Choice):
            return []
        found = []
        for asked in top.judged(state):
            if only is not None and all(rung.question != asked.name for rung in only):
                continue
            found += [f"{type(top).__name__}, {asked.name}: {fault}" for fault in self._of(state, asked, only)]
        return found

    def _of(self, state: State, asked: Judged, only: Collection[Named] | None) -> list[str]:
        table = state.table()

        def fresh() -> State:
            """The same position with nothing remembered."""
            recent.forget()
            return state.game.restore(table, 0, 0)

        biting = _firsts(state, asked)
        for rung in asked.rungs:
            name = Named(asked.name, rung.rule, rung.says)
            self.met[name] = self.met.get(name, 0) + sum(1 for first in biting.values() if first is rung)
        found = [*self._unwritten(state, asked, biting), *_disagreements(fresh(), asked, biting)]
        for rung in [*asked.rungs]:
            if only is not None and Named(asked.name, rung.rule, rung.says) not in only:
                continue
            with asked.rungs.without(rung):
                found += _left_out(fresh, asked, biting, rung)
        recent.forget()
        return found

    def _unwritten(self, state: State, asked: Judged, biting: dict[int, Rung | None]) -> list[str]:
        """The ids that are in no ledger: those rungs are declared with, and those their reasons give here."""
        if self._ledger is None:
            return []
        given = {asked.rungs.reason(first, state, asked.about, one).rule for one, first in biting.items() if first}
        given |= {rung.rule for rung in asked.rungs if rung.reason is None}
        return [f"{rule} is not in the ledger" for rule in sorted(given) if rule not in self._ledger]


def _things(those: int) -> list[int]:
    return [one for one in range(those.bit_length()) if those >> one & 1]


def _firsts(state: State, asked: Judged) -> dict[int, Rung | None]:
    """The rung that keeps each thing out; a finer one only where another one does too."""
    rungs, about = asked.rungs, asked.about
    return {
        one: rungs.first(state, about, one) if not rungs.free(state, about, 1 << one) else None
        for one in _things(asked.those)
    }


def _offered(first: dict[int, Rung | None]) -> int:
    return sum(1 << one for one, rung in first.items() if rung is None)


def _disagreements(state: State, asked: Judged, biting: dict[int, Rung | None]) -> list[str]:
    """Whether list, reasons and rungs say the same of each thing, and whether finer rungs only say more exactly."""
    found = []
    free, listed = asked.rungs.free(state, asked.about, asked.those), asked.offered(state)
    for one, kept in biting.items():
        first = asked.rungs.first(state, asked.about, one)
        if first is not kept:
            found.append(f"{one} is kept out by {first and first.rule}, which is no finer word for another rung")
        if bool(free >> one & 1) is not (kept is None):
            found.append(f"{one} is judged otherwise by itself than among others")
    for one in _things((listed ^ free) & asked.those):
        found.append(f"{one} is {'offered' if listed >> one & 1 else 'not offered'}, the rungs say otherwise")
    for one, rung in biting.items():
        said = asked.why_not(state, one)
        if (wanted := _reason(state, asked, one, rung)) != said:
            found.append(f"{one}: told {said}, its rung is {wanted}")
    return found


def _reason(state: State, asked: Judged, one: int, rung: Rung | None) -> Reason | None:
    return None if rung is None else asked.rungs.reason(rung, state, asked.about, one)


def _left_out(fresh: Callable[[], Any], asked: Judged, before: dict[int, Rung | None], rung: Rung) -> list[str]:
    """What is wrong when a rung is left out: `before` is which rung kept what out when it was there."""
    state, found = fresh(), []
    bitten = [one for one, first in before.items() if first is rung]
    after = _firsts(state, asked)
    wrong = f"without {rung.rule} ({rung.says}) "
    if not asked.quick:
        for one in _things((asked.offered(state) ^ _offered(after)) & asked.those):
            what = (
                "is not offered, and no other rung keeps it out"
                if after[one] is None
                else "is offered against another rung"
            )
            found.append(wrong + f"{one} {what}")
    others = [one for one in before if before[one] is not rung]
    for one in bitten + others[:: max(1, len(others) // OTHERS)]:
        if asked.quick and after[one] is None:
            continue
        wanted, said = _reason(state, asked, one, after[one]), asked.why_not(state, one)
        if said != wanted:
            found.append(wrong + f"{one} is told {said}, its rung is {wanted}")
    return found
