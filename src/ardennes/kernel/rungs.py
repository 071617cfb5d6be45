"""Rules that forbid, each said once: the same rungs give the set of what is allowed and the reason for all the rest.

    STRIKERS = Rungs(
        named,
        Rung("DW-11.2b", "{unit} has attacked this round", lambda g, about, left: left & g.attacked),
        Rung("DW-11.2a", "{unit} has no attack strength", each(lambda g, about, unit: not g.face(unit).attack)),
    )

    STRIKERS.free(g, about, units)      # those of a set that no rung keeps out
    STRIKERS.why_not(g, about, unit)    # the first rung that keeps one out, as a reason; None if none does

A rung is asked which of the things still left it keeps out, so a rule that is a set costs one operation on integers,
and one that has to look closely (`each`) looks only at what the rungs before it let through. A rung judges each thing
by itself: what it says of one may not hang on which others are left. Sets are integers: bit n stands for thing n, be it
a unit, a cell, a bridge or an asset.

A step names the questions that rungs decide in it (`Choice.judged`), and `conformance.rungs_bite` leaves each rung out
in turn and looks what that changes. So what rungs say may be kept with the position (`State.memo`) or in a `Recent`,
and nowhere else. A list that is kept some other way for speed is marked `quick` and is compared with the rungs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from ardennes.kernel.decisions import Action, Reason
from ardennes.kernel.words import say

#: Position, what the question is about (an attack, a retreat, a unit), and the things left: those kept out, as a set.
KeepsOut = Callable[[Any, Any, int], int]
#: Position, what the question is about, and one thing: what the sentences name.
Facts = Callable[[Any, Any, int], Mapping[str, object]]


#: Every eighth thing.
SOME = int.from_bytes(b"\x01" * 64, "little")


class Rung(NamedTuple):
    """A rule: its id, what is said to whoever it keeps out, and whom it keeps out."""

    rule: str
    says: str
    keeps_out: KeepsOut
    #: What its own sentence names besides what all sentences of the question may name.
    facts: Facts | None = None
    #: It only says more exactly what another rung forbids anyway: asked for reasons, never for the set.
    finer: bool = False
    #: Where the rule or its sentence depends on more than one sentence can say: the whole reason.
    reason: Callable[[Any, Any, int], Reason] | None = None


def each(stops: Callable[[Any, Any, int], object]) -> KeepsOut:
    """A rule that has to be asked thing by thing."""

    def keeps_out(g: Any, about: Any, left: int) -> int:
        found = 0
        while left:
            one = left & -left
            if stops(g, about, one.bit_length() - 1):
                found |= one
            left ^= one
        return found

    return keeps_out


def told_by(rule: str, why_not: Callable[[Any, Any, int], Reason | None], finer: bool = False) -> Rung:
    """Rules that are said elsewhere for other questions too: whatever that finds a reason for is kept out."""

    def reason(g: Any, about: Any, one: int) -> Reason:
        found = why_not(g, about, one)
        assert found is not None
        return found

    return Rung(rule, "", each(why_not), finer=finer, reason=reason)


class Rungs:
    """What forbids the answers to one question, in the order in which it is told."""

    __slots__ = ("_all", "_named", "_tests")

    def __init__(self, named: Facts, *rungs: Rung) -> None:
        self._named = named
        self._set(rungs)

    def _set(self, rungs: tuple[Rung, ...]) -> None:
        self._all = rungs
        self._tests = tuple([rung.keeps_out for rung in rungs if not rung.finer])

    def __iter__(self) -> Iterator[Rung]:
        return iter(self._all)

    def free(self, g: Any, about: Any, left: int) -> int:
        """Those of a set that no rung keeps out."""
        for keeps_out in self._tests:
            if out := keeps_out(g, about, left):  # most keep nothing out, and sets are long
                left &= ~out
                if not left:
                    break
        return left

    def any_free(self, g: Any, about: Any, left: int) -> bool:
        """Whether there is one of a set that no rung keeps out: a few of them are tried before all."""
        few = left & SOME
        return bool((few and self.free(g, about, few)) or self.free(g, about, left & ~SOME))

    def first(self, g: Any, about: Any, one: int) -> Rung | None:
        """The first rung that keeps one thing out; None if none does."""
        bit = 1 << one
        for rung in self._all:
            if rung.keeps_out(g, about, bit) & bit:
                return rung
        return None

    def why_not(self, g: Any, about: Any, one: int) -> Reason | None:
        """What keeps one thing out, in words; None if nothing does."""
        rung = self.first(g, about, one)
        return None if rung is None else self.reason(rung, g, about, one)

    def reason(self, rung: Rung, g: Any, about: Any, one: int) -> Reason:
        """What a rung says to a thing that it keeps out."""
        if rung.reason is not None:
            return rung.reason(g, about, one)
        facts = dict(self._named(g, about, one))
        if rung.facts is not None:
            facts.update(rung.facts(g, about, one))
        return Reason(rung.rule, say(rung.says, **facts))

    @contextmanager
    def without(self, rung: Rung) -> Iterator[None]:
        """As if a rung were not there; for whoever proves that it is needed."""
        rungs = self._all
        self._set(tuple([other for other in rungs if other is not rung]))
        try:
            yield
        finally:
            self._set(rungs)


class Judged(NamedTuple):
    """A question of a position whose single answers rungs decide, and the two ways in which the title answers it."""

    name: str
    rungs: Rungs
    about: Any
    #: The things that could be asked for, as a set.
    those: int
    #: What the title offers of them, and why it does not offer one.
    offered: Callable[[Any], int]
    why_not: Callable[[Any, int], Reason | None]
    #: The list is worked out without the rungs, for speed: it is compared with them and cannot change with them.
    quick: bool = False
    #: Whether the title allows one without listing the others.
    allows: Callable[[Any, int], bool] | None = None


def judged(name: str, verb: str, rungs: Rungs, about: Any, those: int | None = None, quick: bool = False) -> Judged:
    """The question of a decision which things may be named with a verb; without any, whether the verb may be given.

    Thing 0 then stands for the verb.
    """

    def offered(g: Any) -> int:
        targets = g.choices().get(verb, ())
        if those is None:
            return len(targets)
        found: int = sum(1 << target for target in targets if target is not None)
        return found & those

    def why_not(g: Any, one: int) -> Reason | None:
        reason: Reason | None = g.why_not(Action(verb, None if those is None else one))
        return reason

    def allows(g: Any, one: int) -> bool:
        found: bool = g.allows(Action(verb, None if those is None else one))
        return found

    return Judged(name, rungs, about, 1 if those is None else those, offered, why_not, quick, allows)
