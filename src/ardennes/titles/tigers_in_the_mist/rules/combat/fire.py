"""9.5 Combat Between Units: who must shoot at whom, and the shooting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from ardennes.kernel import Action, Chance, Chances, Choice, Choices, Reason
from ardennes.kernel.words import say
from ardennes.parts.scenery import Battle as Panel
from ardennes.titles.tigers_in_the_mist.events import Fired, Wasted
from ardennes.titles.tigers_in_the_mist.rules import supply
from ardennes.titles.tigers_in_the_mist.rules.combat.circumstances import (
    D10,
    Circumstances,
    fighters,
    fire_number,
    panel,
)
from ardennes.titles.tigers_in_the_mist.state import State

# ---- 9.52 - 9.57 the duties of a firing unit ---------------------------------------------------------------


def by_quality(kind: int, targets: Sequence[int], kinds: Sequence[int], alone: bool) -> list[int]:
    """9.52, 9.57 The targets (by position) that quality allows a firer of this kind.

    A lone unit takes any target of its own or lower quality; one of several takes an equal, else the best below it.
    Both fall back on the lowest above. Kinds are ordered by quality.
    """
    below = [kinds[p] for p in targets if kinds[p] <= kind]
    if not below:
        wanted = min(kinds[p] for p in targets)
        return [p for p in targets if kinds[p] == wanted]
    if alone:
        return [p for p in targets if kinds[p] <= kind]
    wanted = max(below)
    return [p for p in targets if kinds[p] == wanted]


def fire_targets(
    kind: int, alone: bool, defending: bool, kinds: Sequence[int], strengths: Sequence[int], covered: Sequence[int]
) -> list[int]:
    """9.52 - 9.57 Which enemy units (by position) a firer may aim at; `covered` counts the firers each has already.

    Every target is covered once before any is covered twice (9.55), and quality decides only the first cover (9.56).
    Defenders may pass over attackers of one strength point (9.53), but not out of that duty to cover (9.54).
    """
    level = min(covered)
    open_targets = [p for p, count in enumerate(covered) if count == level]
    if level:
        return open_targets
    if not defending:
        return by_quality(kind, open_targets, kinds, alone)
    strong = [p for p in open_targets if strengths[p] > 1]
    legal = by_quality(kind, strong, kinds, alone) if strong else []
    for p in open_targets:
        if strengths[p] == 1 and p in by_quality(kind, [*strong, p], kinds, alone):
            legal.append(p)
    return sorted(legal)


class AimFire(Choice[State], frozen=True):
    """9.33, 9.36, 9.57 The firing player allots his units to targets, best quality first, before any die is rolled."""

    rule: ClassVar[str] = "TM-9.57a"
    phase: ClassVar[str] = "combat"
    taken_alone: ClassVar[frozenset[str]] = frozenset({"unit", "firer"})
    facts: Circumstances
    aims: tuple[tuple[int, int], ...] = ()
    #: The unit picked among several of the same quality; -1 before it is.
    picked: int = -1

    def prompt(self, g: State) -> str:
        where = g.box.map.names[self.facts.area]
        candidates = self.candidates(g)
        if len(candidates) > 1:
            return say("Fire in {where}: choose which unit is allotted next", where=where)
        return say("Fire in {where}: choose the target of {firer}", where=where, firer=g.name(candidates[0]))

    def taken_up(self, g: State) -> Sequence[int]:
        return () if self.picked < 0 else (self.picked,)

    def focus(self, g: State) -> int:
        return self.facts.area

    def battle(self, g: State) -> Panel:
        """The battle with the fire that is allotted so far."""
        candidates = self.candidates(g)
        step = 4 if self.side is self.facts.attacker else 2
        return panel(g, self.facts, step, [*self.aims], candidates[0] if len(candidates) == 1 else None)

    def _firers(self, g: State) -> list[int]:
        return fighters(g, self.facts, self.side)

    def _targets(self, g: State) -> list[int]:
        return fighters(g, self.facts, self.side.enemy)

    def candidates(self, g: State) -> list[int]:
        """9.57 The units that may be allotted next; just one if the choice between them means nothing."""
        if self.picked >= 0:
            return [self.picked]
        allotted = {firer for firer, _ in self.aims}
        left = [unit for unit in self._firers(g) if unit not in allotted]
        kinds = g.box.units.type
        best = max(kinds[unit] for unit in left)
        equals = [unit for unit in left if kinds[unit] is best]
        alike = {(g.strength[unit], supply.in_supply(g, unit)) for unit in equals}
        return equals if len(alike) > 1 and len(self._targets(g)) > 1 else equals[:1]

    def _covered(self, targets: list[int]) -> list[int]:
        aimed = [target for _, target in self.aims]
        return [aimed.count(unit) for unit in targets]

    def choices(self, g: State) -> Choices:
        candidates = self.candidates(g)
        if len(candidates) > 1:
            return {"firer": candidates}
        targets = self._targets(g)
        legal = fire_targets(
            g.box.units.type[candidates[0]],
            len(self._firers(g)) == 1,
            self.side is not self.facts.attacker,
            [g.box.units.type[unit] for unit in targets],
            [g.strength[unit] for unit in targets],
            self._covered(targets),
        )
        return {"unit": [targets[position] for position in legal]}

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, unit = action
        candidates = self.candidates(g)
        if unit is None or verb not in ("unit", "firer"):
            return Reason("TM-9.59", "all fire is allotted before any is resolved")
        if verb == "firer":
            if len(candidates) == 1:
                return Reason("TM-9.57a", say("{candidates} is allotted now", candidates=g.name(candidates[0])))
            if unit in candidates:
                return None
            return Reason("TM-9.57a", "firing units are allotted from the highest quality to the lowest")
        if len(candidates) > 1:
            return Reason("TM-9.57a", "first choose which of the equal units is allotted")
        return self._why_not_target(g, candidates[0], unit)

    def _why_not_target(self, g: State, firer: int, target: int) -> Reason | None:
        targets = self._targets(g)
        if target not in targets:
            if target in g.units_at(self.facts.area, self.side.enemy):
                return Reason("TM-9.14c", say("{target} stands by and is not in this battle", target=g.name(target)))
            return Reason("TM-9.52a", "fire is directed at enemy units in this battle")
        covered = dict(zip(targets, self._covered(targets), strict=True))
        level = min(covered.values())
        if covered[target] > level:
            behind = [u for u in targets if covered[u] == level]
            others = ", ".join(g.name(u) for u in behind)
            text = say(
                "{target} has {number} firing at it while {others} has {level}",
                target=g.name(target),
                number=covered[target],
                others=others,
                level=level,
            )
            return Reason(self._duty_to_cover(g, len(targets), level, behind), text)
        if level:
            return None
        kinds = g.box.units.type
        # 9.53 what a defender may pass over does not bind him
        binding = [u for u in targets if covered[u] == 0 and u != target and not self._passable(g, u)]
        mine, its = kinds[firer], kinds[target]
        if len(self._firers(g)) == 1:
            return self._why_not_alone(g, firer, target, binding)
        equal = [u for u in binding if kinds[u] == mine]
        if its != mine and equal:
            return Reason(
                "TM-9.57b", say("{firer} must fire at {equal}, its equal", firer=g.name(firer), equal=g.name(equal[0]))
            )
        better = [u for u in binding if its < kinds[u] <= mine]
        if its < mine and better:
            return Reason(
                "TM-9.57c",
                say("{firer} must fire at {better}, the best below it", firer=g.name(firer), better=g.name(better[0])),
            )
        lower = [u for u in binding if kinds[u] < its]
        if its > mine and lower:
            rule = "TM-9.57d" if min(kinds[u] for u in lower) > mine else "TM-9.57c"
            return Reason(
                rule,
                say(
                    "{target} outranks {firer} while {lower} is uncovered",
                    target=g.name(target),
                    firer=g.name(firer),
                    lower=g.name(lower[0]),
                ),
            )
        return None

    def _duty_to_cover(self, g: State, targets: int, level: int, behind: list[int]) -> str:
        """9.54, 9.55 The rule that asks for fire at those who have fewer firers than others."""
        if level:
            return "TM-9.55b"
        if all(self._passable(g, unit) for unit in behind):
            return "TM-9.54c"
        return "TM-9.55a" if targets <= len(self._firers(g)) else "TM-9.55c"

    def _passable(self, g: State, unit: int) -> bool:
        return self.side is not self.facts.attacker and g.strength[unit] == 1

    def _why_not_alone(self, g: State, firer: int, target: int, binding: list[int]) -> Reason | None:
        kinds = g.box.units.type
        mine, its = kinds[firer], kinds[target]
        if its <= mine:
            return None
        if any(kinds[u] <= mine for u in binding):
            return Reason(
                "TM-9.52a",
                say(
                    "{target} outranks {firer}, and a target that does not is there",
                    target=g.name(target),
                    firer=g.name(firer),
                ),
            )
        if any(kinds[u] < its for u in binding):
            return Reason(
                "TM-9.52b", say("all targets outrank {firer}: it must take the lowest of them", firer=g.name(firer))
            )
        return None

    def firer(self, g: State, unit: int) -> None:
        g.replace(msgspec.structs.replace(self, picked=unit))

    def unit(self, g: State, unit: int) -> None:
        aims = (*self.aims, (self.candidates(g)[0], unit))
        if len(aims) < len(self._firers(g)):
            g.replace(AimFire(self.side, self.facts, aims))
        else:
            g.replace(Volleys(self.facts, aims))


class Volleys(Chance[State], frozen=True):
    """9.21, 9.34, 9.37 Units fire in turn, a die for each strength point."""

    rule: ClassVar[str] = "TM-9.21a"
    facts: Circumstances
    aims: tuple[tuple[int, int], ...]
    dice: tuple[int, ...] = ()

    def chances(self, g: State) -> Chances:
        return D10

    def resolve(self, g: State, outcome: int) -> None:
        firer, target = self.aims[0]
        dice = (*self.dice, outcome)
        if len(dice) < g.strength[firer]:
            g.replace(Volleys(self.facts, self.aims, dice))
            return
        needed = fire_number(g, self.facts, firer, target)
        hits = sum(roll <= needed for roll in dice)
        g.tell(Fired, firer, target, dice, needed, hits)
        if hits:
            g.lose(target, hits, "TM-9.21c")
        rest = list(self.aims[1:])
        while rest and not g.strength[rest[0][1]]:
            g.tell(Wasted, *rest.pop(0))
        if rest:
            g.replace(Volleys(self.facts, tuple(rest)))
        else:
            g.pop()
