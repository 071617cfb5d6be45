"""9.4 Artillery: calls, targets and shots."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from ardennes.board.cells import board_of
from ardennes.kernel import Chance, Chances, Reason, Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.words import say
from ardennes.parts.eye.scenery import Battle as Panel
from ardennes.parts.rules.questions import Question, pick
from ardennes.titles.tigers_in_the_mist.box.fields import Calls, Dice, Shelled, ShelledIfAny, Shots
from ardennes.titles.tigers_in_the_mist.box.pieces import UnitType
from ardennes.titles.tigers_in_the_mist.events import ArtilleryCalled, ShellFell, Wasted
from ardennes.titles.tigers_in_the_mist.rules import supply
from ardennes.titles.tigers_in_the_mist.rules.combat.circumstances import (
    D10,
    Circumstances,
    fighters,
    panel,
    shell_number,
    stands_by,
)
from ardennes.titles.tigers_in_the_mist.rules.quick.aiming import shell_targets
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
    circumstances: Circumstances = msgspec.field(name="facts")
    calls: Calls
    dice: Dice = ()

    def chances(self, g: State) -> Chances:
        return D10

    def resolve(self, g: State, outcome: int) -> None:
        dice = (*self.dice, outcome)
        if len(dice) < self.calls:
            g.replace(msgspec.structs.replace(self, dice=dice))
            return
        needed = availability(g, self.circumstances.area, self.side)
        shots = sum(roll <= needed for roll in dice)
        g.tell(ArtilleryCalled, self.side, dice, needed, shots)
        g.pop()
        # The battle waits below; it learns here how many shots the side has.
        mine = "attacker_shots" if self.side is self.circumstances.attacker else "defender_shots"
        g.replace(msgspec.structs.replace(g.stack[-1], **{mine: shots}))


# ---- 9.46 targets ------------------------------------------------------------------------------------------


def _not_yet_shot_at(g: State, step: AimArtillery) -> dict[UnitType, int]:
    """9.46 The strength of each enemy type that holds no shot of this round."""
    found: dict[UnitType, int] = {}
    earlier = step.round(g)
    for unit in step.enemy(g):
        if unit not in earlier:
            kind = g.box.units.type[unit]
            found[kind] = found.get(kind, 0) + g.strength[unit]
    return found


def _outweighed(g: State, step: AimArtillery, unit: int) -> bool:
    left = _not_yet_shot_at(g, step)
    return left.get(g.box.units.type[unit], 0) in range(1, max(left.values()))


def _heavier(g: State, step: AimArtillery, unit: int) -> Reason:
    """9.46 The type that has most to be shot at; from the second shot on that is another duty."""
    left, mine = _not_yet_shot_at(g, step), g.box.units.type[unit]
    best = max(left, key=lambda kind: left[kind])
    text = say(
        "{best} has {most} strength points not yet shot at, {mine} only {fewer}",
        best=str(best),
        most=left[best],
        mine=str(mine),
        fewer=left[mine],
    )
    return Reason("TM-9.46d" if step.round(g) else "TM-9.46b", text)


#: 9.46 What keeps a shot from being aimed at a unit.
SHELLED = Rungs(
    lambda g, step, unit: {"unit": g.name(unit)},
    Rung(
        "TM-9.14c",
        "{unit} stands by and is not in this battle",
        each(lambda g, step, unit: stands_by(g, step.circumstances, step.side.enemy, unit)),
        finer=True,
    ),
    Rung(
        "TM-9.46b",
        "artillery is aimed at enemy units in this battle",
        lambda g, step, left: left & ~board_of(step.enemy(g)),
    ),
    Rung(
        "TM-9.46f",
        "{unit} holds a shot already, and others hold none",
        lambda g, step, left: left & board_of(step.round(g)),
    ),
    Rung("TM-9.46b", "", each(_outweighed), reason=_heavier),
)


class AimArtillery(Question[State], frozen=True):
    """9.46, 9.47 The firing player assigns his shots one by one before any is rolled."""

    rule: ClassVar[str] = "TM-9.46b"
    phase: ClassVar[str] = "combat"
    otherwise: ClassVar[tuple[str, str]] = ("TM-9.47a", "all artillery shots are aimed before any is fired")
    circumstances: Circumstances = msgspec.field(name="facts")
    shots: Shots
    aimed: ShelledIfAny = ()

    def prompt(self, g: State) -> str:
        """Two sentences: a single shot has no number."""
        area = g.box.map.names[self.circumstances.area]
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
        return self.circumstances.area

    def battle(self, g: State) -> Panel:
        """The battle with the shots that are aimed so far."""
        step = 3 if self.side is self.circumstances.attacker else 1
        return panel(
            g, self.circumstances, step, [(-1, target) for target in self.aimed], -1, self.shots - len(self.aimed)
        )

    def enemy(self, g: State) -> list[int]:
        """The units that can be shot at."""
        return fighters(g, self.circumstances, self.side.enemy)

    def round(self, g: State) -> tuple[int, ...]:
        """9.46 The units that hold a shot of the round under way."""
        return self.aimed[len(self.aimed) - len(self.aimed) % len(self.enemy(g)) :]

    def targets(self, g: State) -> list[int]:
        """9.46 The units the next shot may be aimed at, as forecasts work them out too."""
        enemy = self.enemy(g)
        kinds = [g.box.units.type[unit] for unit in enemy]
        strengths = [g.strength[unit] for unit in enemy]
        legal = shell_targets(kinds, strengths, [enemy.index(unit) for unit in self.aimed])
        return [enemy[position] for position in legal]

    @pick(lambda step, g: range(len(g.box.units)), by=SHELLED, quick=lambda step, g: step.targets(g), alone=True)
    def unit(self, g: State, unit: int) -> None:
        """9.47 It is aimed at; with the last one all are fired."""
        aimed = (*self.aimed, unit)
        if len(aimed) < self.shots:
            g.push(msgspec.structs.replace(self, aimed=aimed))
        else:
            g.push(Shells(self.side, self.circumstances, aimed))


class Shells(Chance[State], frozen=True):
    """9.47 - 9.49 The shots fall one after another; those on a unit already destroyed are lost."""

    rule: ClassVar[str] = "TM-9.48"
    side: Side
    circumstances: Circumstances = msgspec.field(name="facts")
    targets: Shelled

    def chances(self, g: State) -> Chances:
        return D10

    def resolve(self, g: State, outcome: int) -> None:
        target, *rest = self.targets
        needed = shell_number(g, self.circumstances, self.side, target)
        hit = outcome <= needed
        g.tell(ShellFell, self.side, target, outcome, needed, hit)
        if hit:
            g.lose(target, 1, "TM-9.21c")
        while rest and not g.strength[rest[0]]:
            g.tell(Wasted, -1, rest.pop(0))
        if rest:
            g.replace(Shells(self.side, self.circumstances, tuple(rest)))
        else:
            g.pop()
