"""Rungs, and what leaving them out tells: on hares that are taken, and on tables that go wrong on purpose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

import pytest

from ardennes.kernel import Action, Choice, Choices, Game, Reason, Side, conformance
from ardennes.kernel.biting import Bites
from ardennes.kernel.match import Match
from ardennes.kernel.recent import Recent
from ardennes.kernel.rungs import Judged, Rung, Rungs, each, judged
from tests.kernel import toy

#: What has been kept of a wood with so many hares, as a title should not do, and as it may.
KEPT: dict[int, list[int]] = {}
LATELY: Recent[int, list[int]] = Recent(10)

BUSHELS = Rungs(
    lambda g, step, hares: {"hares": hares, "left": g.hares},
    Rung("P-2a", "nobody takes none", lambda g, step, left: left & 1),
    Rung("P-2b", "not {hares}: there are none", each(lambda g, step, hares: hares and not g.hares), finer=True),
    Rung("P-2b", "not {hares}: there are {left}", each(lambda g, step, hares: hares > g.hares)),
    Rung("P-2c", "", lambda g, step, left: left & 1 << 7, reason=lambda g, step, hares: Reason("P-2c", "7 is unlucky")),
)


def rungs(*more: Rung) -> Rungs:
    return Rungs(lambda g, step, hares: {"hares": hares, "left": g.hares}, *BUSHELS, *more)


class Bushel(Choice[toy.Wood], frozen=True):
    """Up to eight hares at once."""

    BUSHELS: ClassVar[Rungs] = BUSHELS

    def offered(self, g: toy.Wood) -> Sequence[int]:
        free = self.BUSHELS.free(g, self, 0x1FF)
        return [n for n in range(9) if free >> n & 1]

    def choices(self, g: toy.Wood) -> Choices:
        return {"take": self.offered(g)}

    def why_not(self, g: toy.Wood, action: Action) -> Reason | None:
        if action.target in g.choices()["take"]:
            return None
        return self.BUSHELS.why_not(g, self, action.target or 0) or Reason("P-2", "take some")

    def judged(self, g: toy.Wood) -> Iterable[Judged]:
        yield judged(f"{type(self).__name__}.take", "take", self.BUSHELS, self, 0x1FF)


class Second(Bushel, frozen=True):
    """A rule is said once more beside the rungs."""

    def offered(self, g: toy.Wood) -> Sequence[int]:
        return [n for n in super().offered(g) if n <= g.hares]


class Kept(Bushel, frozen=True):
    def offered(self, g: toy.Wood) -> Sequence[int]:
        return KEPT.setdefault(g.hares, [*super().offered(g)])


class Lately(Bushel, frozen=True):
    def offered(self, g: toy.Wood) -> Sequence[int]:
        known = LATELY.get(g.hares)
        return LATELY.keep(g.hares, [*super().offered(g)]) if known is None else known


class Otherwise(Bushel, frozen=True):
    """A reason that no rung stands for."""

    def why_not(self, g: toy.Wood, action: Action) -> Reason | None:
        return Reason("P-2", "not that many") if action.target == 8 else super().why_not(g, action)


class Finer(Bushel, frozen=True):
    BUSHELS: ClassVar[Rungs] = rungs(Rung("P-2d", "{hares} is even", lambda g, step, left: left & 0b10100, finer=True))


class Together(Bushel, frozen=True):
    """A rung that says "only if no fewer"."""

    BUSHELS: ClassVar[Rungs] = rungs(Rung("P-2d", "fewer, not {hares}", lambda g, step, left: left & (left - 1)))


class Quick(Bushel, frozen=True):
    """The list is written down beside the rungs."""

    def offered(self, g: toy.Wood) -> Sequence[int]:
        return [n for n in range(1, 9) if n <= g.hares and n != 7]

    def judged(self, g: toy.Wood) -> Iterable[Judged]:
        yield judged(f"{type(self).__name__}.take", "take", self.BUSHELS, self, 0x1FF, quick=True)


class Slow(Quick, frozen=True):
    def offered(self, g: toy.Wood) -> Sequence[int]:
        return [n for n in range(1, 9) if n < g.hares and n != 7]


class Alone(Bushel, frozen=True):
    """What is asked for by itself is not judged as it is listed."""

    def allows(self, g: toy.Wood, action: Action) -> bool:
        return action.target == 8 or super().allows(g, action)


class Held(Quick, frozen=True):
    """A rung asks the list that is written down beside them, and so says once more what the others say."""

    BUSHELS: ClassVar[Rungs] = rungs(
        Rung("P-2d", "{hares} is not listed", lambda g, step, left: left & ~sum(1 << n for n in step.offered(g)))
    )


STEPS = (Bushel, Second, Kept, Lately, Otherwise, Finer, Together, Quick, Slow, Alone, Held)


class Poachers(toy.Poachers):
    steps: ClassVar[dict[str, Any]] = {**toy.Poachers.steps, **{step.__name__: step for step in STEPS}}


def asked(step: type[Bushel], hares: int = 5) -> Match:
    match = Match(Game.of(Poachers()), 1)
    assert isinstance(match.state, toy.Wood)
    match.state.hares = hares
    match.state.stack = (step(Side.GERMAN),)
    match.state._choices = None
    return match


def test_the_same_rungs_give_the_list_and_the_reasons():
    g = asked(Bushel).state
    assert g.choices() == {"take": [1, 2, 3, 4, 5]}
    assert [str(g.why_not(Action("take", n))) for n in (0, 5, 6, 7)] == [
        "nobody takes none (P-2a)",
        "None",
        "not 6: there are 5 (P-2b)",
        "not 7: there are 5 (P-2b)",
    ]
    assert str(asked(Bushel, 9).state.why_not(Action("take", 7))) == "7 is unlucky (P-2c)"
    assert str(asked(Bushel, 0).state.why_not(Action("take", 2))) == "not 2: there are none (P-2b)"


@pytest.mark.parametrize("step", [Bushel, Lately, Quick])
@pytest.mark.parametrize("hares", [0, 5, 9])
def test_rungs_that_bite_are_in_order(step, hares):
    conformance.rungs_bite(asked(step, hares))
    assert asked(step, hares).state.choices() == asked(Bushel, hares).state.choices()


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (Second, "without P-2b (not {hares}: there are {left}) 6 is not offered, and no other rung keeps it out"),
        (Kept, "without P-2a (nobody takes none) 0 is not offered"),
        (Otherwise, "8: told not that many (P-2), its rung is not 8: there are 5 (P-2b)"),
        (Finer, "2 is kept out by P-2d, which is no finer word for another rung"),
        (Together, "2 is judged otherwise by itself than among others"),
        (Slow, "5 is not offered, the rungs say otherwise"),
        (Alone, "8 by itself is allowed, the rungs say otherwise"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_is_wrong_with_rungs_is_named(step, words):
    with pytest.raises(conformance.Broken) as broken:
        conformance.rungs_bite(asked(step))
    assert words in str(broken.value)


def test_every_id_is_in_the_ledger():
    bites = Bites({"P-2a", "P-2b"})
    conformance.rungs_bite(asked(Bushel), bites)  # P-2c is only what a reason says, and none says it here
    with pytest.raises(conformance.Broken, match="P-2c is not in the ledger"):
        conformance.rungs_bite(asked(Bushel, 9), bites)
    with pytest.raises(conformance.Broken, match="P-2b is not in the ledger"):
        conformance.rungs_bite(asked(Bushel), Bites({"P-2a"}))


def test_a_rung_that_was_never_the_reason_is_named():
    bites = Bites()
    conformance.rungs_bite(asked(Bushel), bites)
    assert [(rung.question, rung.rule, rung.says) for rung in bites.idle] == [
        ("Bushel.take", "P-2b", "not {hares}: there are none"),
        ("Bushel.take", "P-2c", ""),
    ]
    for hares in (0, 9):
        conformance.rungs_bite(asked(Bushel, hares), bites)
    assert not bites.idle


def test_a_decision_without_rungs_has_nothing_to_show():
    match, bites = Match(Game.of(toy.Poachers()), 1), Bites()
    conformance.rungs_bite(match, bites)
    assert not bites.met


def test_a_rung_is_left_out_for_one_thing_alone():
    bites = Bites()
    assert bites.single(asked(Bushel).state, Action("take", 6)) == []
    assert bites.single(asked(Bushel).state, Action("take", 9)) == []  # nothing that rungs decide
    assert [rung[1:] for rung, count in bites.met.items() if count] == [("P-2b", "not {hares}: there are {left}")]
    assert bites.met == {**dict.fromkeys(bites.met, 0), **bites.decided}
    assert bites.single(asked(Second).state, Action("take", 6)) == [
        "Second.take, without P-2b (not {hares}: there are {left}): 6 is not offered, and no other rung keeps it out",
        "Second.take, without P-2b (not {hares}: there are {left}): 6 is told take some (P-2), its rung is None",
    ]


def test_a_rung_that_another_one_repeats_decides_nothing():
    bites = Bites()
    conformance.rungs_bite(asked(Held), bites)
    assert not any(bites.decided[rung] for rung in bites.decided if rung.rule != "P-2d")
    alone = Bites()
    conformance.rungs_bite(asked(Quick), alone)
    assert any(alone.decided.values())


def test_what_kept_out_nothing_so_far_is_looked_for():
    bites = Bites()
    assert bites.unmet(asked(Bushel).state) == []
    assert {rung.rule for rung, count in bites.met.items() if count} == {"P-2a", "P-2b"}
    assert bites.unmet(asked(Bushel, 9).state) == []
    assert bites.unmet(asked(Bushel, 0).state) == []
    assert not bites.idle
    assert "6 is not offered" in " ".join(Bites().unmet(asked(Second).state))
