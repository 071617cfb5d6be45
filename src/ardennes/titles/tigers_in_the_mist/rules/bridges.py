"""10.0 Bridges: demolition while the enemy moves, construction at the end of one's own impulse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Protocol, runtime_checkable

from ardennes.board.cells import cells
from ardennes.kernel import Action, Chance, Chances, Choice, Choices, Reason, Side, die
from ardennes.kernel.words import say
from ardennes.titles.tigers_in_the_mist.box.pieces import UnitType
from ardennes.titles.tigers_in_the_mist.events import ConstructionRolled, DemolitionRolled
from ardennes.titles.tigers_in_the_mist.rules import supply
from ardennes.titles.tigers_in_the_mist.rules.special_forces import BRIDGE_INTERFERENCE
from ardennes.titles.tigers_in_the_mist.state import ATTACKED, HELD, MOVED, State

D10 = die(10)


# ---- 10.2 demolition ---------------------------------------------------------------------------------------


def demolishers(g: State, bridge: int, side: Side) -> list[int]:
    """10.2 The units of the non-moving side that may try to blow this bridge now."""
    if g.tried >> bridge & 1 or (side is Side.ALLIED and g.day == 16):
        return []
    units = []
    for end in g.box.map.crossings[bridge]:
        if g.occupied[side] >> end & 1 and not g.began >> end & 1:
            units += [unit for unit in g.units_at(end, side) if _may_demolish(g, unit)]
    return units


def _may_demolish(g: State, unit: int) -> bool:
    return bool(g.box.units.infantry[unit] and not g.tried_twice >> unit & 1 and supply.in_supply(g, unit))


def why_not_demolish(g: State, unit: int, bridge: int, side: Side) -> Reason | None:
    """10.21 - 10.26, 13.24 Why a unit may not try to blow a bridge that an enemy is about to cross."""
    if side is Side.ALLIED and g.day == 16:
        return Reason("TM-10.26", "the Allies may not blow bridges on December 16")
    if g.tried >> bridge & 1:
        return Reason("TM-10.25b", "this bridge was already tried this impulse")
    if unit not in g.box.units.of[side] or not g.on_map(unit):
        return Reason("TM-10.21", "only a unit of the side that is not moving may try")
    if not g.box.units.infantry[unit]:
        return Reason("TM-10.22a", say("{unit}: armor cannot blow bridges", unit=g.name(unit)))
    if g.place[unit] not in g.box.map.crossings[bridge]:
        return Reason("TM-10.22b", say("{unit} is not in an area at either end of the bridge", unit=g.name(unit)))
    if g.began >> g.place[unit] & 1:
        return Reason("TM-10.24a", say("enemy units began this impulse in the area of {unit}", unit=g.name(unit)))
    if g.tried_twice >> unit & 1:
        return Reason("TM-10.23b", say("{unit} has tried two bridges this impulse", unit=g.name(unit)))
    if not supply.in_supply(g, unit):
        return Reason("TM-13.24", say("{unit} is out of supply", unit=g.name(unit)))
    return None


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


class Demolition(Choice[State], frozen=True):
    """8.41, 10.21 An enemy stack is about to cross: try to blow the bridge, or let it pass."""

    rule: ClassVar[str] = "TM-10.21"
    phase: ClassVar[str] = "bridge demolition"
    bridge: int

    def prompt(self, g: State) -> str:
        return say(
            "The enemy is about to cross the bridge {bridge}: blow it?", bridge=g.box.map.bridge_name(self.bridge)
        )

    def taken_up(self, g: State) -> Sequence[int]:
        stack = _on_its_way(g)
        return () if stack is None else stack.units

    def focus(self, g: State) -> int | None:
        stack = _on_its_way(g)
        return None if stack is None else stack.path[0]

    def label(self, g: State, verb: str, target: int) -> str:
        return say(
            "{unit} blows the bridge on 1-{number}",
            unit=g.described(target),
            number=demolition_number(g, target),
        )

    def choices(self, g: State) -> Choices:
        return {"unit": demolishers(g, self.bridge, self.side), "decline": [None]}

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, unit = action
        if verb == "decline" and unit is None:
            return None
        if verb != "unit" or unit is None:
            return Reason("TM-10.21", "name the unit that shall blow the bridge, or decline")
        return why_not_demolish(g, unit, self.bridge, self.side)

    def unit(self, g: State, unit: int) -> None:
        g.tried |= 1 << self.bridge
        if g.tried_once >> unit & 1:
            g.tried_twice |= 1 << unit
        g.tried_once |= 1 << unit
        g.replace(DemolitionRoll(unit, self.bridge))

    def decline(self, g: State) -> None:
        g.pop()


class DemolitionRoll(Chance[State], frozen=True):
    """10.29 The Demolition Dieroll."""

    rule: ClassVar[str] = "TM-10.29a"
    unit: int
    bridge: int

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


def sites(g: State, unit: int, side: Side) -> list[int]:
    """10.1 The blown bridges an engineer may try to build now."""
    beside = cells(g.box.map.crossings_at[g.place[unit]] & g.blown)
    return [bridge for bridge in beside if why_not_build(g, unit, bridge, side) is None]


def engineers_at_work(g: State, side: Side) -> list[int]:
    """10.11 The side's engineers that stand beside a blown bridge."""
    at, blown, place = g.box.map.crossings_at, g.blown, g.place
    return [unit for unit in g.box.engineers[side] if g.on_map(unit) and at[place[unit]] & blown]


def builders(g: State, side: Side) -> list[int]:
    """10.1 The engineers that may try to build a bridge now."""
    return [unit for unit in engineers_at_work(g, side) if sites(g, unit, side)]


def why_not_build(g: State, unit: int, bridge: int, side: Side) -> Reason | None:
    """10.11 - 10.17, 13.24 Why a unit may not try to build a bridge."""
    if not 0 <= unit < len(g.place) or unit not in g.box.units.of[side] or not g.on_map(unit):
        return Reason("TM-6.0f", "only engineers of the moving side build bridges")
    name = g.name(unit)
    if g.box.units.type[unit] is not UnitType.ENGINEER:
        return Reason("TM-10.11", say("{name}: only engineers build bridges", name=name))
    if not 0 <= bridge < len(g.box.map.crossings) or not g.blown >> bridge & 1:
        return Reason("TM-10.15b", "the bridge is intact")
    here = g.place[unit]
    ends = g.box.map.crossings[bridge]
    if here not in ends:
        return Reason("TM-10.12a", say("{name} is not beside this bridge", name=name))
    if g.dawn[unit] != here or g.status[unit] & MOVED:
        return Reason("TM-10.12a", say("{name} did not begin the day beside this bridge", name=name))
    if g.status[unit] & ATTACKED:
        return Reason("TM-10.14a", say("{name} attacked today", name=name))
    if g.status[unit] & HELD and not g.builders >> unit & 1:
        return Reason("TM-10.14a", say("{name} has spent its movement points today", name=name))
    if g.fought >> here & 1:
        return Reason("TM-10.14b", say("a battle was fought in the area of {name} this impulse", name=name))
    if g.holds(side.enemy, here):
        return Reason("TM-10.13a", say("enemy units are in the area of {name}", name=name))
    far = ends[0] if ends[1] == here else ends[1]
    if not g.holds(side, far):
        return Reason("TM-10.12b", say("no friendly unit is at the other end, in {far}", far=g.box.map.names[far]))
    if g.sites >> bridge & 1:
        return Reason("TM-10.17", "this bridge was already tried this impulse")
    if g.worked >> unit & 1:
        return Reason("TM-10.16a", say("{name} has already tried a bridge this impulse", name=name))
    if not supply.in_supply(g, unit):
        return Reason("TM-13.24", say("{name} is out of supply", name=name))
    return None


class BridgeBuilding(Choice[State], frozen=True):
    """6.0 (4), 10.1 At the end of an impulse engineers of the moving side may try to build bridges."""

    rule: ClassVar[str] = "TM-10.12a"
    phase: ClassVar[str] = "bridge building"
    buttons: ClassVar[Mapping[str, str]] = {"done": "End the impulse"}
    taken_alone: ClassVar[frozenset[str]] = frozenset({"done"})

    def prompt(self, g: State) -> str:
        return "Choose an engineer to build a bridge, or end the impulse"

    def choices(self, g: State) -> Choices:
        found = builders(g, self.side)
        return {"unit": found, "done": [None]} if found else {"done": [None]}

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, unit = action
        if verb == "done" and unit is None:
            return None
        if verb != "unit" or unit is None:
            return Reason("TM-6.0e", "the impulse has come to bridge building")
        if not 0 <= unit < len(g.place) or not g.on_map(unit):
            return Reason("TM-6.0f", "only engineers of the moving side build bridges")
        blown = cells(g.box.map.crossings_at[g.place[unit]] & g.blown) or [-1]
        reasons = [why_not_build(g, unit, bridge, self.side) for bridge in blown]
        return None if None in reasons else reasons[0]

    def unit(self, g: State, unit: int) -> None:
        g.push(ChooseSite(self.side, unit))

    def done(self, g: State) -> None:
        g.pop()


class ChooseSite(Choice[State], frozen=True):
    """10.12 An engineer between several blown bridges names the one it works on."""

    rule: ClassVar[str] = "TM-10.12a"
    phase: ClassVar[str] = "bridge building"
    taken_alone: ClassVar[frozenset[str]] = frozenset({"bridge"})
    builder: int

    def prompt(self, g: State) -> str:
        return say("{builder}: which bridge?", builder=g.name(self.builder))

    def taken_up(self, g: State) -> Sequence[int]:
        return (self.builder,)

    def focus(self, g: State) -> int:
        return g.place[self.builder]

    def choices(self, g: State) -> Choices:
        return {"bridge": sites(g, self.builder, self.side)}

    def why_not(self, g: State, action: Action) -> Reason | None:
        if action.verb != "bridge" or action.target is None:
            return Reason("TM-10.12a", "name the bridge to build")
        return why_not_build(g, self.builder, action.target, self.side)

    def bridge(self, g: State, bridge: int) -> None:
        g.sites |= 1 << bridge
        g.worked |= 1 << self.builder
        g.builders |= 1 << self.builder
        g.status[self.builder] |= HELD
        g.spent[self.builder] = g.allowance(self.builder)
        g.replace(ConstructionRoll(self.builder, bridge))


def construction_number(g: State, bridge: int) -> int:
    """10.15, 10.16 The highest roll that builds a bridge."""
    return g.box.tables.bridges.construction + g.repair[bridge]


class ConstructionRoll(Chance[State], frozen=True):
    """10.15 The construction roll."""

    rule: ClassVar[str] = "TM-10.15a"
    unit: int
    bridge: int

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
