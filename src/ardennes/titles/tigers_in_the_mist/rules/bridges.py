"""10.0 Bridges: demolition while the enemy moves, construction at the end of one's own impulse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol, runtime_checkable

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Chance, Chances, Reason, Side, die
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.words import say
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.tigers_in_the_mist.box.fields import Bridge, Unit
from ardennes.titles.tigers_in_the_mist.box.pieces import UnitType
from ardennes.titles.tigers_in_the_mist.events import ConstructionRolled, DemolitionRolled
from ardennes.titles.tigers_in_the_mist.rules import supply
from ardennes.titles.tigers_in_the_mist.rules.special_forces import BRIDGE_INTERFERENCE
from ardennes.titles.tigers_in_the_mist.state import ATTACKED, HELD, MOVED, State

D10 = die(10)


# ---- 10.2 demolition ---------------------------------------------------------------------------------------


#: 10.21 - 10.26, 13.24 What keeps a unit from blowing a bridge that an enemy is about to cross.
BLOWERS = Rungs(
    lambda g, step, unit: {"unit": g.name(unit)},
    Rung(
        "TM-10.26",
        "the Allies may not blow bridges on December 16",
        lambda g, step, left: left if step.side is Side.ALLIED and g.day == 16 else 0,
    ),
    Rung(
        "TM-10.25b",
        "this bridge was already tried this impulse",
        lambda g, step, left: left if g.tried >> step.bridge & 1 else 0,
    ),
    Rung(
        "TM-10.21",
        "only a unit of the side that is not moving may try",
        each(lambda g, step, unit: unit not in g.box.units.of[step.side] or not g.on_map(unit)),
    ),
    Rung("TM-10.22a", "{unit}: armor cannot blow bridges", each(lambda g, step, unit: not g.box.units.infantry[unit])),
    Rung(
        "TM-10.22b",
        "{unit} is not in an area at either end of the bridge",
        each(lambda g, step, unit: g.place[unit] not in g.box.map.crossings[step.bridge]),
    ),
    Rung(
        "TM-10.24a",
        "enemy units began this impulse in the area of {unit}",
        each(lambda g, step, unit: g.began >> g.place[unit] & 1),
    ),
    Rung("TM-10.23b", "{unit} has tried two bridges this impulse", lambda g, step, left: left & g.tried_twice),
    Rung("TM-13.24", "{unit} is out of supply", each(lambda g, step, unit: not supply.in_supply(g, unit))),
)


def demolition_number(g: State, unit: int) -> int:
    """10.29, 14.23 The highest roll that blows a bridge."""
    table = g.box.tables.bridges
    interfered = g.special.effect == BRIDGE_INTERFERENCE and g.place[unit] == g.special.area
    if interfered and unit >= g.box.units.first_allied:
        return table.demolition_under_interference
    moved = g.status[unit] & MOVED
    if g.box.units.type[unit] is UnitType.ENGINEER:
        return table.demolition_engineer_moved if moved else table.demolition_engineer
    return table.demolition_infantry_moved if moved else table.demolition_infantry


@runtime_checkable
class OnItsWay(Protocol):
    """A stack that an attempt to blow a bridge interrupts; see `movement.phase.March`."""

    units: tuple[int, ...]
    path: tuple[int, ...]


def _on_its_way(g: State) -> OnItsWay | None:
    return next((step for step in reversed(g.stack) if isinstance(step, OnItsWay)), None)


class Demolition(Question[State], frozen=True):
    """8.41, 10.21 An enemy stack is about to cross: try to blow the bridge, or let it pass."""

    rule: ClassVar[str] = "TM-10.21"
    phase: ClassVar[str] = "bridge demolition"
    asks: ClassVar[str] = "The enemy is about to cross the bridge {bridge}: blow it?"
    otherwise: ClassVar[tuple[str, str]] = ("TM-10.21", "name the unit that shall blow the bridge, or decline")
    bridge: Bridge

    def taken_up(self, g: State) -> Sequence[int]:
        stack = _on_its_way(g)
        return () if stack is None else stack.units

    def focus(self, g: State) -> int | None:
        stack = _on_its_way(g)
        return None if stack is None else stack.path[0]

    def blowers(self, g: State) -> list[int]:
        """10.2 The units of the non-moving side that may try to blow this bridge now, end by end."""
        held = g.occupied[self.side]
        ends = [end for end in g.box.map.crossings[self.bridge] if held >> end & 1]
        near = [unit for end in ends for unit in g.units_at(end, self.side)]
        free = BLOWERS.free(g, self, board_of(near)) if near else 0
        return [unit for unit in near if free >> unit & 1]

    @pick(
        lambda step, g: range(len(g.box.units)),
        by=BLOWERS,
        quick=lambda step, g: step.blowers(g),
        label=lambda step, g, unit: say(
            "{unit} blows the bridge on 1-{number}", unit=g.described(unit), number=demolition_number(g, unit)
        ),
    )
    def unit(self, g: State, unit: int) -> None:
        """10.23, 10.25 It tries."""
        g.tried |= 1 << self.bridge
        if g.tried_once >> unit & 1:
            g.tried_twice |= 1 << unit
        g.tried_once |= 1 << unit
        g.push(DemolitionRoll(unit, self.bridge))

    @button()
    def decline(self, g: State) -> None:
        """8.41 The stack crosses."""


class DemolitionRoll(Chance[State], frozen=True):
    """10.29 The Demolition Dieroll."""

    rule: ClassVar[str] = "TM-10.29a"
    unit: Unit
    bridge: Bridge

    def chances(self, g: State) -> Chances:
        return D10

    def resolve(self, g: State, outcome: int) -> None:
        needed = demolition_number(g, self.unit)
        blown = outcome <= needed
        g.tell(DemolitionRolled, self.unit, self.bridge, outcome, needed, blown)
        if blown:
            g.blown |= 1 << self.bridge
        g.pop()


# ---- 10.1 construction -------------------------------------------------------------------------------------


def engineers_at_work(g: State, side: Side) -> list[int]:
    """10.11 The side's engineers that stand beside a blown bridge."""
    return [unit for unit in g.box.engineers[side] if _beside(g, unit)]


def _beside(g: State, unit: int) -> int:
    """The blown bridges at the place of a unit."""
    return g.box.map.crossings_at[g.place[unit]] & g.blown if g.on_map(unit) else 0


def _far_end(g: State, step: ChooseSite, bridge: int) -> int:
    one, other = g.box.map.crossings[bridge]
    return one if other == g.place[step.builder] else other


def _spent(g: State, unit: int) -> bool:
    """10.14 Whether a unit has used its movement points for anything but another bridge."""
    return bool(g.status[unit] & HELD and not g.builders >> unit & 1)


#: 10.12 - 10.17, 13.24 What keeps an engineer from building a bridge.
SITES = Rungs(
    lambda g, step, bridge: {"name": g.name(step.builder)},
    Rung("TM-10.15b", "the bridge is intact", lambda g, step, left: left & ~g.blown),
    Rung(
        "TM-10.12a",
        "{name} is not beside this bridge",
        lambda g, step, left: left & ~g.box.map.crossings_at[g.place[step.builder]],
    ),
    Rung(
        "TM-10.12a",
        "{name} did not begin the day beside this bridge",
        lambda g, step, left: left if g.dawn[step.builder] != g.place[step.builder] else 0,
    ),
    Rung(
        "TM-10.14a",
        "{name} has already moved today",
        lambda g, step, left: left if g.status[step.builder] & MOVED else 0,
    ),
    Rung("TM-10.14a", "{name} attacked today", lambda g, step, left: left if g.status[step.builder] & ATTACKED else 0),
    Rung(
        "TM-10.14a",
        "{name} has spent its movement points today",
        lambda g, step, left: left if _spent(g, step.builder) else 0,
    ),
    Rung(
        "TM-10.14b",
        "a battle was fought in the area of {name} this impulse",
        lambda g, step, left: left if g.fought >> g.place[step.builder] & 1 else 0,
    ),
    Rung(
        "TM-10.13a",
        "enemy units are in the area of {name}",
        lambda g, step, left: left if g.holds(step.side.enemy, g.place[step.builder]) else 0,
    ),
    Rung(
        "TM-10.12b1",
        "no friendly unit is at the other end, in {far}",
        each(lambda g, step, bridge: not g.holds(step.side, _far_end(g, step, bridge))),
        lambda g, step, bridge: {"far": g.box.map.names[_far_end(g, step, bridge)]},
    ),
    Rung("TM-10.17", "this bridge was already tried this impulse", lambda g, step, left: left & g.sites),
    Rung(
        "TM-10.16a",
        "{name} has already tried a bridge this impulse",
        lambda g, step, left: left if g.worked >> step.builder & 1 else 0,
    ),
    Rung(
        "TM-13.24",
        "{name} is out of supply",
        lambda g, step, left: 0 if supply.in_supply(g, step.builder) else left,
    ),
)


def _first_site(g: State, step: BridgeBuilding, unit: int) -> Reason:
    """What keeps an engineer from the first bridge beside it."""
    reason = SITES.why_not(g, ChooseSite(step.side, unit), cells(_beside(g, unit))[0])
    assert reason is not None
    return reason


#: 10.11, 10.12 Who builds bridges.
BUILDERS = Rungs(
    lambda g, step, unit: {"name": g.name(unit)},
    Rung(
        "TM-6.0f",
        "only engineers of the moving side build bridges",
        each(lambda g, step, unit: unit not in g.box.units.of[step.side] or not g.on_map(unit)),
    ),
    Rung(
        "TM-10.11",
        "{name}: only engineers build bridges",
        each(lambda g, step, unit: g.box.units.type[unit] is not UnitType.ENGINEER),
    ),
    Rung("TM-10.15b", "the bridge is intact", each(lambda g, step, unit: not _beside(g, unit))),
    Rung(
        "TM-10.12a",
        "",
        each(lambda g, step, unit: _beside(g, unit) and not ChooseSite(step.side, unit).sites(g)),
        reason=_first_site,
    ),
)


class BridgeBuilding(Question[State], frozen=True):
    """6.0 (4), 10.1 At the end of an impulse engineers of the moving side may try to build bridges."""

    rule: ClassVar[str] = "TM-10.12a"
    phase: ClassVar[str] = "bridge building"
    asks: ClassVar[str] = "Choose an engineer to build a bridge, or end the impulse"
    otherwise: ClassVar[tuple[str, str]] = ("TM-6.0e", "the impulse has come to bridge building")

    def builders(self, g: State) -> list[int]:
        """10.1 The engineers that may try to build a bridge now."""
        return [unit for unit in engineers_at_work(g, self.side) if ChooseSite(self.side, unit).sites(g)]

    @pick(lambda step, g: range(len(g.box.units)), by=BUILDERS, quick=lambda step, g: step.builders(g), stays=True)
    def unit(self, g: State, unit: int) -> None:
        """10.12 It is asked which one."""
        g.push(ChooseSite(self.side, unit))

    @button("End the impulse", alone=True)
    def done(self, g: State) -> None:
        """6.0 (4) The impulse ends."""


class ChooseSite(Question[State], frozen=True):
    """10.12 An engineer between several blown bridges names the one it works on."""

    rule: ClassVar[str] = "TM-10.12a"
    phase: ClassVar[str] = "bridge building"
    asks: ClassVar[str] = "{builder}: which bridge?"
    otherwise: ClassVar[tuple[str, str]] = ("TM-10.12a", "name the bridge to build")
    builder: Unit

    def taken_up(self, g: State) -> Sequence[int]:
        return (self.builder,)

    def focus(self, g: State) -> int:
        return g.place[self.builder]

    def sites(self, g: State) -> int:
        """10.1 The blown bridges it may try to build now, as a set."""
        return SITES.free(g, self, _beside(g, self.builder))

    @pick(lambda step, g: range(len(g.box.map.crossings)), by=SITES, alone=True)
    def bridge(self, g: State, bridge: int) -> None:
        """10.14, 10.15 It works on it and does nothing else today."""
        g.sites |= 1 << bridge
        g.worked |= 1 << self.builder
        g.builders |= 1 << self.builder
        g.status[self.builder] |= HELD
        g.spent[self.builder] = g.allowance(self.builder)
        g.push(ConstructionRoll(self.builder, bridge))


def construction_number(g: State, bridge: int) -> int:
    """10.15, 10.16 The highest roll that builds a bridge."""
    return g.box.tables.bridges.construction + g.repair[bridge]


class ConstructionRoll(Chance[State], frozen=True):
    """10.15 The construction roll."""

    rule: ClassVar[str] = "TM-10.15a"
    unit: Unit
    bridge: Bridge

    def chances(self, g: State) -> Chances:
        return D10

    def resolve(self, g: State, outcome: int) -> None:
        needed = construction_number(g, self.bridge)
        built = outcome <= needed
        repair = bytearray(g.repair)
        if built:
            g.blown &= ~(1 << self.bridge)
            repair[self.bridge] = 0
        else:
            repair[self.bridge] += 1
        g.repair = bytes(repair)
        g.tell(ConstructionRolled, self.unit, self.bridge, outcome, needed, built)
        g.pop()
