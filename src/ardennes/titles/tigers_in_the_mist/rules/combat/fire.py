"""9.5 Combat Between Units: who must shoot at whom, and the shooting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

import msgspec

from ardennes.board.cells import board_of
from ardennes.kernel import Chance, Chances, Reason
from ardennes.kernel.rungs import Facts, KeepsOut, Rung, Rungs, each
from ardennes.kernel.words import say
from ardennes.parts.eye.scenery import Battle as Panel
from ardennes.parts.rules.questions import Question, pick
from ardennes.titles.tigers_in_the_mist.box.fields import Aims, AimsIfAny, Dice, Picked
from ardennes.titles.tigers_in_the_mist.events import Fired, Wasted
from ardennes.titles.tigers_in_the_mist.rules import supply
from ardennes.titles.tigers_in_the_mist.rules.combat.circumstances import (
    D10,
    Circumstances,
    fighters,
    fire_number,
    panel,
    stands_by,
)
from ardennes.titles.tigers_in_the_mist.rules.quick.aiming import fire_targets
from ardennes.titles.tigers_in_the_mist.state import State

# ---- 9.52 - 9.57 the duties of a firing unit ---------------------------------------------------------------


def _behind(g: State, step: AimFire) -> tuple[int, list[int]]:
    """9.55 The fewest firers that a target has, and the targets with no more."""
    covered = step.covered(g)
    level = min(covered.values())
    return level, [unit for unit, count in covered.items() if count == level]


def _covered_before(g: State, step: AimFire, target: int) -> bool:
    """9.54, 9.55 Whether a target has more firers than others."""
    return target in step.targets(g) and target not in _behind(g, step)[1]


def _to_cover(g: State, step: AimFire, target: int) -> Reason:
    """9.54, 9.55 The rule that asks for fire at those who have fewer firers than others."""
    level, behind = _behind(g, step)
    text = say(
        "{target} has {number} firing at it while {others} has {level}",
        target=g.name(target),
        number=step.covered(g)[target],
        others=", ".join(g.name(unit) for unit in behind),
        level=level,
    )
    if level:
        return Reason("TM-9.55b", text)
    if all(step.passable(g, unit) for unit in behind):
        return Reason("TM-9.54c", text)
    return Reason("TM-9.55a" if len(step.targets(g)) <= len(step.firers(g)) else "TM-9.55c", text)


def _binding(g: State, step: AimFire, target: int) -> list[int]:
    """9.53, 9.56 The other targets nobody fires at yet: quality counts for these, if a defender may not pass over."""
    level, behind = _behind(g, step)
    return [] if level else [unit for unit in behind if unit != target and not step.passable(g, unit)]


def _first(g: State, step: AimFire, target: int, fits: Callable[[int, int, int], bool]) -> int | None:
    """The first binding target that fits, given its kind, the firer's and the target's."""
    kinds, firer = g.box.units.type, step.candidates(g)[0]
    return next((u for u in _binding(g, step, target) if fits(kinds[u], kinds[firer], kinds[target])), None)


def _while(alone: bool, fits: Callable[[int, int, int], bool], name: str = "other") -> tuple[KeepsOut, Facts]:
    """9.52, 9.57 What a target waits for: one that fits a lone firer, or one of several, better; how it is named."""

    def waits(g: State, step: AimFire, target: int) -> bool:
        return (len(step.firers(g)) == 1) is alone and _first(g, step, target, fits) is not None

    def facts(g: State, step: AimFire, target: int) -> dict[str, object]:
        found = _first(g, step, target, fits)
        assert found is not None
        return {"firer": g.name(step.candidates(g)[0]), name: g.name(found)}

    return each(waits), facts


#: 9.52 - 9.57 What keeps a firer from a target.
TARGETS = Rungs(
    lambda g, step, target: {"target": g.name(target)},
    Rung(
        "TM-9.57a",
        "first choose which of the equal units is allotted",
        lambda g, step, left: left if len(step.candidates(g)) > 1 else 0,
    ),
    Rung(
        "TM-9.14c",
        "{target} stands by and is not in this battle",
        each(lambda g, step, target: stands_by(g, step.circumstances, step.side.enemy, target)),
        finer=True,
    ),
    Rung(
        "TM-9.52a",
        "{target} is not an enemy",
        each(lambda g, step, target: target in g.box.units.of[step.side]),
        finer=True,
    ),
    Rung("TM-9.52a", "{target} is not in this battle", lambda g, step, left: left & ~board_of(step.targets(g))),
    Rung("TM-9.55a", "", each(_covered_before), reason=_to_cover),
    Rung(
        "TM-9.52a",
        "{target} outranks {firer}, and a target that does not is there",
        *_while(True, lambda other, mine, its: other <= mine < its),
    ),
    Rung(
        "TM-9.52b",
        "all targets outrank {firer}: it must take the lowest of them",
        *_while(True, lambda other, mine, its: mine < other < its),
    ),
    Rung(
        "TM-9.57b",
        "{firer} must fire at {equal}, its equal",
        *_while(False, lambda other, mine, its: its != mine == other, "equal"),
    ),
    Rung(
        "TM-9.57c",
        "{firer} must fire at {better}, the best below it",
        *_while(False, lambda other, mine, its: its < other <= mine, "better"),
    ),
    Rung(
        "TM-9.57c",
        "{target} outranks {firer} while {lower} is uncovered",
        *_while(False, lambda other, mine, its: other <= mine < its, "lower"),
    ),
    Rung(
        "TM-9.57d",
        "{target} outranks {firer} while {lower} is uncovered",
        *_while(False, lambda other, mine, its: mine < other < its, "lower"),
    ),
)


class AimFire(Question[State], frozen=True):
    """9.33, 9.36, 9.57 The firing player allots his units to targets, best quality first, before any die is rolled."""

    rule: ClassVar[str] = "TM-9.57a"
    phase: ClassVar[str] = "combat"
    otherwise: ClassVar[tuple[str, str]] = ("TM-9.59", "all fire is allotted before any is resolved")
    circumstances: Circumstances = msgspec.field(name="facts")
    aims: AimsIfAny = ()
    #: The unit picked among several of the same quality; -1 before it is.
    picked: Picked = -1

    def prompt(self, g: State) -> str:
        """Two sentences: for which unit is allotted next, and for its target."""
        where = g.box.map.names[self.circumstances.area]
        candidates = self.candidates(g)
        if len(candidates) > 1:
            return say("Fire in {where}: choose which unit is allotted next", where=where)
        return say("Fire in {where}: choose the target of {firer}", where=where, firer=g.name(candidates[0]))

    def taken_up(self, g: State) -> Sequence[int]:
        return () if self.picked < 0 else (self.picked,)

    def focus(self, g: State) -> int:
        return self.circumstances.area

    def battle(self, g: State) -> Panel:
        """The battle with the fire that is allotted so far."""
        candidates = self.candidates(g)
        step = 4 if self.side is self.circumstances.attacker else 2
        return panel(g, self.circumstances, step, [*self.aims], candidates[0] if len(candidates) == 1 else None)

    def firers(self, g: State) -> list[int]:
        """The units that fire."""
        return fighters(g, self.circumstances, self.side)

    def targets(self, g: State) -> list[int]:
        """The units that are fired at."""
        return fighters(g, self.circumstances, self.side.enemy)

    def covered(self, g: State) -> dict[int, int]:
        """9.55 How many firers each target has already."""
        aimed = [target for _, target in self.aims]
        return {unit: aimed.count(unit) for unit in self.targets(g)}

    def passable(self, g: State, unit: int) -> bool:
        """9.53 Whether a defender may pass over a target."""
        return self.side is not self.circumstances.attacker and g.strength[unit] == 1

    def candidates(self, g: State) -> list[int]:
        """9.57 The units that may be allotted next; just one if the choice between them means nothing."""
        if self.picked >= 0:
            return [self.picked]
        allotted = {firer for firer, _ in self.aims}
        left = [unit for unit in self.firers(g) if unit not in allotted]
        kinds = g.box.units.type
        best = max(kinds[unit] for unit in left)
        equals = [unit for unit in left if kinds[unit] is best]
        if len(equals) == 1:
            return equals
        alike = {(g.strength[unit], supply.in_supply(g, unit)) for unit in equals}
        return equals if len(alike) > 1 and len(self.targets(g)) > 1 else equals[:1]

    def open_targets(self, g: State) -> list[int]:
        """9.52 - 9.57 The targets of the unit that is allotted now, as forecasts work them out too."""
        candidates = self.candidates(g)
        if len(candidates) > 1:
            return []
        covered = self.covered(g)
        targets = [*covered]
        legal = fire_targets(
            g.box.units.type[candidates[0]],
            len(self.firers(g)) == 1,
            self.side is not self.circumstances.attacker,
            [g.box.units.type[unit] for unit in targets],
            [g.strength[unit] for unit in targets],
            [*covered.values()],
        )
        return [targets[position] for position in legal]

    def why_not_next(self, g: State, unit: int) -> Reason:
        """9.57 Why a unit is not allotted next."""
        candidates = self.candidates(g)
        if len(candidates) == 1:
            return Reason("TM-9.57a", say("{candidates} is allotted now", candidates=g.name(candidates[0])))
        return Reason("TM-9.57a", "firing units are allotted from the highest quality to the lowest")

    @pick(
        lambda step, g: found if len(found := step.candidates(g)) > 1 else (),
        lambda step, g, unit: step.why_not_next(g, unit),
        alone=True,
    )
    def firer(self, g: State, unit: int) -> None:
        """9.57 It is allotted next."""
        g.push(msgspec.structs.replace(self, picked=unit))

    @pick(lambda step, g: range(len(g.box.units)), by=TARGETS, quick=lambda step, g: step.open_targets(g), alone=True)
    def unit(self, g: State, unit: int) -> None:
        """9.57 It is fired at; when all are allotted they fire."""
        aims = (*self.aims, (self.candidates(g)[0], unit))
        if len(aims) < len(self.firers(g)):
            g.push(AimFire(self.side, self.circumstances, aims))
        else:
            g.push(Volleys(self.circumstances, aims))


class Volleys(Chance[State], frozen=True):
    """9.21, 9.34, 9.37 Units fire in turn, a die for each strength point."""

    rule: ClassVar[str] = "TM-9.21a"
    circumstances: Circumstances = msgspec.field(name="facts")
    aims: Aims
    dice: Dice = ()

    def chances(self, g: State) -> Chances:
        return D10

    def resolve(self, g: State, outcome: int) -> None:
        firer, target = self.aims[0]
        dice = (*self.dice, outcome)
        if len(dice) < g.strength[firer]:
            g.replace(Volleys(self.circumstances, self.aims, dice))
            return
        needed = fire_number(g, self.circumstances, firer, target)
        hits = sum(roll <= needed for roll in dice)
        g.tell(Fired, firer, target, dice, needed, hits)
        if hits:
            g.lose(target, hits, "TM-9.21c")
        rest = list(self.aims[1:])
        while rest and not g.strength[rest[0][1]]:
            g.tell(Wasted, *rest.pop(0))
        if rest:
            g.replace(Volleys(self.circumstances, tuple(rest)))
        else:
            g.pop()
