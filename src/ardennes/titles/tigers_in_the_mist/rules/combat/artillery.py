"""9.4 Artillery: calls, targets and shots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from ardennes.kernel import Action, Chance, Chances, Choice, Choices, Reason, Side
from ardennes.kernel.words import say
from ardennes.parts.scenery import Battle as Panel
from ardennes.titles.tigers_in_the_mist.events import ArtilleryCalled, ShellFell, Wasted
from ardennes.titles.tigers_in_the_mist.rules import supply
from ardennes.titles.tigers_in_the_mist.rules.combat.circumstances import (
    D10,
    Circumstances,
    fighters,
    panel,
    shell_number,
)
from ardennes.titles.tigers_in_the_mist.state import State

# ---- 9.42 - 9.45 calls -------------------------------------------------------------------------------------


def calls(strength_in_supply: int, defending: bool, per_call: int = 3) -> int:
    """9.42, 13.22 One call for each full 3 strength points in supply; a defender in supply has at least one."""
    if not strength_in_supply:
        return 0
    return max(strength_in_supply // per_call, int(defending))


def calls_of(g: State, facts: Circumstances, side: Side) -> int:
    """9.42 The calls of a side, counted before any fire."""
    strength = sum(g.strength[unit] for unit in fighters(g, facts, side) if supply.in_supply(g, unit))
    return calls(strength, side is not facts.attacker, g.box.tables.artillery.strength_per_call)


def availability(g: State, area: int, side: Side) -> int:
    """9.43 - 9.45 The highest roll with which a call succeeds."""
    table = g.box.tables.artillery
    if side is Side.ALLIED:
        return table.allied
    return table.german_front_line if g.box.map.front_line >> area & 1 else table.german_elsewhere


class ArtilleryCalls(Chance[State], frozen=True):
    """9.31 One side's calls, a die for each."""

    rule: ClassVar[str] = "TM-9.31"
    side: Side
    facts: Circumstances
    calls: int
    dice: tuple[int, ...] = ()

    def chances(self, g: State) -> Chances:
        return D10

    def resolve(self, g: State, outcome: int) -> None:
        dice = (*self.dice, outcome)
        if len(dice) < self.calls:
            g.replace(msgspec.structs.replace(self, dice=dice))
            return
        needed = availability(g, self.facts.area, self.side)
        shots = sum(roll <= needed for roll in dice)
        g.tell(ArtilleryCalled, self.side, dice, needed, shots)
        g.pop()
        # The battle waits below; it learns here how many shots the side has.
        mine = "attacker_shots" if self.side is self.facts.attacker else "defender_shots"
        g.replace(msgspec.structs.replace(g.stack[-1], **{mine: shots}))


# ---- 9.46 targets ------------------------------------------------------------------------------------------


def shell_targets(kinds: Sequence[int], strengths: Sequence[int], aimed: Sequence[int]) -> list[int]:
    """9.46 Which of the enemy units (by position) the next shot may be aimed at, after those in `aimed`.

    The type with the most strength not yet shot at this round; a round ends when every unit holds a shot.
    """
    in_round = len(aimed) % len(kinds)
    held = set(aimed[len(aimed) - in_round :])
    totals: dict[int, int] = {}
    for position, kind in enumerate(kinds):
        if position not in held:
            totals[kind] = totals.get(kind, 0) + strengths[position]
    most = max(totals.values())
    return [p for p, kind in enumerate(kinds) if p not in held and totals[kind] == most]


class AimArtillery(Choice[State], frozen=True):
    """9.46, 9.47 The firing player assigns his shots one by one before any is rolled."""

    rule: ClassVar[str] = "TM-9.46b"
    phase: ClassVar[str] = "combat"
    taken_alone: ClassVar[frozenset[str]] = frozenset({"unit"})
    facts: Circumstances
    shots: int
    aimed: tuple[int, ...] = ()

    def prompt(self, g: State) -> str:
        area = g.box.map.names[self.facts.area]
        if self.shots == 1:
            return say("Artillery shot in {area}: choose its target", area=area)
        number = len(self.aimed) + 1
        return say(
            "Artillery shot {number} of {shots} in {area}: choose its target",
            number=number,
            shots=self.shots,
            area=area,
        )

    def focus(self, g: State) -> int:
        return self.facts.area

    def battle(self, g: State) -> Panel:
        """The battle with the shots that are aimed so far."""
        step = 3 if self.side is self.facts.attacker else 1
        return panel(g, self.facts, step, [(-1, target) for target in self.aimed], -1, self.shots - len(self.aimed))

    def _targets(self, g: State) -> list[int]:
        return fighters(g, self.facts, self.side.enemy)

    def choices(self, g: State) -> Choices:
        enemy = self._targets(g)
        kinds = [g.box.units.type[unit] for unit in enemy]
        strengths = [g.strength[unit] for unit in enemy]
        legal = shell_targets(kinds, strengths, [enemy.index(unit) for unit in self.aimed])
        return {"unit": [enemy[position] for position in legal]}

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, unit = action
        enemy = self._targets(g)
        if verb != "unit" or unit is None:
            return Reason("TM-9.47a", "all artillery shots are aimed before any is fired")
        if unit not in enemy:
            if unit in g.units_at(self.facts.area, self.side.enemy):
                return Reason("TM-9.14c", say("{unit} stands by and is not in this battle", unit=g.name(unit)))
            return Reason("TM-9.46b", "artillery is aimed at enemy units in this battle")
        earlier = self.aimed[len(self.aimed) - len(self.aimed) % len(enemy) :]
        if unit in earlier:
            return Reason("TM-9.46f", say("{unit} holds a shot already, and others hold none", unit=g.name(unit)))
        left: dict[int, int] = {}
        for other in enemy:
            if other not in earlier:
                kind = g.box.units.type[other]
                left[kind] = left.get(kind, 0) + g.strength[other]
        mine = g.box.units.type[unit]
        best = max(left, key=lambda kind: left[kind])
        if left[mine] < left[best]:
            text = say(
                "{best} has {most} strength points not yet shot at, {mine} only {fewer}",
                best=str(best),
                most=left[best],
                mine=str(mine),
                fewer=left[mine],
            )
            return Reason("TM-9.46b" if not earlier else "TM-9.46d", text)
        return None

    def unit(self, g: State, unit: int) -> None:
        aimed = (*self.aimed, unit)
        if len(aimed) < self.shots:
            g.replace(msgspec.structs.replace(self, aimed=aimed))
        else:
            g.replace(Shells(self.side, self.facts, aimed))


class Shells(Chance[State], frozen=True):
    """9.47 - 9.49 The shots fall one after another; those on a unit already destroyed are lost."""

    rule: ClassVar[str] = "TM-9.48"
    side: Side
    facts: Circumstances
    targets: tuple[int, ...]

    def chances(self, g: State) -> Chances:
        return D10

    def resolve(self, g: State, outcome: int) -> None:
        target, *rest = self.targets
        needed = shell_number(g, self.facts, self.side, target)
        hit = outcome <= needed
        g.tell(ShellFell, self.side, target, outcome, needed, hit)
        if hit:
            g.lose(target, 1, "TM-9.21c")
        while rest and not g.strength[rest[0]]:
            g.tell(Wasted, -1, rest.pop(0))
        if rest:
            g.replace(Shells(self.side, self.facts, tuple(rest)))
        else:
            g.pop()
