"""Whether rungs bite: each is left out in turn, for every single thing that a question of a position could name.

Whatever a rung gave as its reason must then be offered or have another rung's reason, and nothing else may change. That
fails where a rule is said a second time beside the rungs, where a reason is given that no rung stands for, and where a
list or an answer is kept from before. A list that is worked out without the rungs, for speed, cannot change with them:
with all rungs in it is compared with the slow one, thing by thing; with one left out the slow one is looked at. So such
a list is known to heed a rule where that rule alone kept something out, and `decided` counts that.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any, NamedTuple

from ardennes.kernel import recent
from ardennes.kernel.decisions import Action, Reason
from ardennes.kernel.rungs import Judged, Rung
from ardennes.kernel.state import State
from ardennes.kernel.steps import Choice

#: Reasons of things that a rung does not keep out are compared for so many of them.
OTHERS = 25
#: So many that are offered, and so many that are not, are asked for by themselves.
ALONE = 6


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
        #: How often each was the only one that kept something out.
        self.decided: dict[Named, int] = {}

    @property
    def idle(self) -> list[Named]:
        """The rungs that were never a reason: rule tests have to show that they are needed."""
        return [rung for rung, count in self.met.items() if not count]

    def faults(self, state: State) -> list[str]:
        """What is wrong with the rungs of a position."""
        top = state.stack[-1] if state.stack else None
        if not isinstance(top, Choice):
            return []
        found = []
        for asked in top.judged(state):
            found += [f"{type(top).__name__}, {asked.name}: {fault}" for fault in self._of(state, asked)]
        return found

    def single(self, state: State, action: Action) -> list[str]:
        """What is wrong with the rung that refuses one thing, left out for that thing alone."""
        asked, one = _asked(state, action), action.target or 0
        if asked is None or not asked.those >> one & 1:
            return []
        rung = asked.rungs.first(state, asked.about, one)
        if rung is None:
            return [f"{asked.name}: {one} is refused, and no rung keeps it out"]
        return self._alone(state, asked, rung, one)

    def unmet(self, state: State) -> list[str]:
        """The same for one thing each that a rung keeps out which has kept out nothing yet."""
        top, found = state.stack[-1] if state.stack else None, []
        for asked in top.judged(state) if isinstance(top, Choice) else ():
            names = {rung: Named(asked.name, rung.rule, rung.says) for rung in asked.rungs}
            if all(self.met.get(name) for name in names.values()):
                continue
            left = asked.those
            for rung, name in names.items():
                out = rung.keeps_out(state, asked.about, left) & left
                if not self.met.setdefault(name, 0) and (one := _first_of(state, asked, rung, out)) is not None:
                    found += self._alone(state, asked, rung, one)
                left &= ~out if not rung.finer else -1
                if not left:
                    break
        return found

    def _alone(self, state: State, asked: Judged, rung: Rung, one: int) -> list[str]:
        for other in asked.rungs:
            _count(self.met, asked, other, other is rung)
        recent.forget()
        fresh = state.game.restore(state.table(), 0, 0)
        with asked.rungs.without(rung):
            again = _again(fresh, asked)
            after = {one: again.rungs.first(fresh, again.about, one)}
            if after[one] is None:
                _count(self.decided, asked, rung)
            found = _told_without(fresh, again._replace(those=1 << one), after, [one])
        recent.forget()
        return [f"{asked.name}, without {rung.rule} ({rung.says}): {fault}" for fault in found]

    def _of(self, state: State, asked: Judged) -> list[str]:
        table = state.table()

        def fresh() -> State:
            """The same position with nothing remembered."""
            recent.forget()
            return state.game.restore(table, 0, 0)

        biting = _firsts(state, asked)
        for rung in asked.rungs:
            _count(self.met, asked, rung, sum(1 for first in biting.values() if first is rung))
        found = [*self._unwritten(state, asked, biting), *_disagreements(fresh, asked, biting)]
        for rung in [*asked.rungs]:
            with asked.rungs.without(rung):
                found += self._left_out(fresh(), asked, biting, rung)
        recent.forget()
        return found

    def _unwritten(self, state: State, asked: Judged, biting: dict[int, Rung | None]) -> list[str]:
        """The ids that are in no ledger: those rungs are declared with, and those their reasons give here."""
        if self._ledger is None:
            return []
        given = {asked.rungs.reason(first, state, asked.about, one).rule for one, first in biting.items() if first}
        given |= {rung.rule for rung in asked.rungs if rung.reason is None}
        return [f"{rule} is not in the ledger" for rule in sorted(given) if rule not in self._ledger]

    def _left_out(self, state: State, asked: Judged, before: dict[int, Rung | None], rung: Rung) -> list[str]:
        """What is wrong when a rung is left out: `before` is which rung kept what out when it was there."""
        asked = _again(state, asked)
        after = _firsts(state, asked)
        bitten = [one for one, first in before.items() if first is rung]
        _count(self.decided, asked, rung, sum(1 for one in bitten if after[one] is None))
        others = [one for one in before if before[one] is not rung]
        found = _told_without(state, asked, after, bitten + others[:: max(1, len(others) // OTHERS)])
        return [f"without {rung.rule} ({rung.says}) {fault}" for fault in found]


def _count(numbers: dict[Named, int], asked: Judged, rung: Rung, more: int = 1) -> None:
    name = Named(asked.name, rung.rule, rung.says)
    numbers[name] = numbers.get(name, 0) + more


def _asked(state: State, action: Action) -> Judged | None:
    """The question that an answer belongs to, if rungs decide it."""
    top = state.stack[-1]
    name = f"{type(top).__name__}.{action.verb}"
    judged = top.judged(state) if isinstance(top, Choice) else ()
    return next((asked for asked in judged if asked.name == name), None)


def _again(state: State, asked: Judged) -> Judged:
    """The same question of another position: what it is about may hold what was found out with all rungs in."""
    top = state.stack[-1]
    assert isinstance(top, Choice)
    again = next(other for other in top.judged(state) if other.name == asked.name)
    return again._replace(those=asked.those)


def _first_of(state: State, asked: Judged, rung: Rung, out: int) -> int | None:
    """One of some things that a rung is the first to keep out; a finer one does so only where another one does too."""
    for one in _things(out)[:ALONE]:
        if not asked.rungs.free(state, asked.about, 1 << one) and asked.rungs.first(state, asked.about, one) is rung:
            return one
    return None


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


def _disagreements(fresh: Callable[[], Any], asked: Judged, biting: dict[int, Rung | None]) -> list[str]:
    """Whether list, reasons and rungs say the same of each thing, and whether finer rungs only say more exactly."""
    state, found = fresh(), []
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
    return found + _single_picks(fresh(), asked, biting)


def _single_picks(state: State, asked: Judged, biting: dict[int, Rung | None]) -> list[str]:
    """Whether one thing is allowed as it is listed, asked for without any list."""
    if asked.allows is None:
        return []
    free, kept = [one for one in biting if biting[one] is None], [one for one in biting if biting[one] is not None]
    asked_for = free[:: max(1, len(free) // ALONE)] + kept[:: max(1, len(kept) // ALONE)]
    return [
        f"{one} by itself is {'refused' if biting[one] is None else 'allowed'}, the rungs say otherwise"
        for one in asked_for
        if asked.allows(state, one) is not (biting[one] is None)
    ]


def _reason(state: State, asked: Judged, one: int, rung: Rung | None) -> Reason | None:
    return None if rung is None else asked.rungs.reason(rung, state, asked.about, one)


def _told_without(state: State, asked: Judged, after: dict[int, Rung | None], those: list[int]) -> list[str]:
    """Whether things are offered, and told, as the rungs that are left say."""
    found = []
    offered = asked.rungs.free(state, asked.about, asked.those) if asked.quick else asked.offered(state)
    for one in _things((offered ^ _offered(after)) & asked.those):
        free = after[one] is None
        found.append(
            f"{one} is {'not offered, and no other rung keeps it out' if free else 'offered against another rung'}"
        )
    for one in those:
        if asked.quick and after[one] is None:
            continue
        wanted, said = _reason(state, asked, one, after[one]), asked.why_not(state, one)
        if said != wanted:
            found.append(f"{one} is told {said}, its rung is {wanted}")
    return found
