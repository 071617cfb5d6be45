"""13.0 Bridges: demolition, and rebuilding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Action, Automatic, Chance, Chances, Choice, Choices, Reason, Side, die
from ardennes.kernel.words import phrase, say
from ardennes.parts.phases import OneByOne
from ardennes.titles.bitter_woods.events import BlownAtOnce, BridgeBegun, BridgeRebuilt, Crossed, DemolitionRolled
from ardennes.titles.bitter_woods.rules import dumps, fortunes, improved_positions, random_events, surprise
from ardennes.titles.bitter_woods.rules.combat import duties
from ardennes.titles.bitter_woods.rules.movement import boundaries, travel
from ardennes.titles.bitter_woods.rules.stacking import why_not_stop
from ardennes.titles.bitter_woods.state import State

D6 = die(6)


def ends(g: State, bridge: int) -> tuple[int, int]:
    """The hexes on the two banks."""
    found = g.box.map.bridges[bridge]
    return found.cell, found.other


# ---- 13.1 demolition ---------------------------------------------------------------------------------------


def sappers(g: State, side: Side) -> int:
    """13.1 The hexes that hold a unit able to blow a bridge: supplied, and neither artillery nor a leader."""
    return board_of(
        g.place[unit]
        for unit in g.box.players[side]
        if g.on_map(unit) and g.box.units.fights[unit] and not g.unsupplied >> unit & 1
    )


def needed(g: State, side: Side, bridge: int) -> int:
    """13.1 The highest die that blows a bridge: less with the enemy at its far end; 0 with no enemy near."""
    numbers, enemy = g.box.tables.bridges, g.occupied[side.enemy]
    both = board_of(ends(g, bridge))
    if both & enemy:
        return numbers.enemy_across
    return numbers.enemy_near if g.box.map.grid.around(both) & enemy else 0


def may_demolish(g: State, side: Side) -> bool:
    """13.1, 15.4 Not the Allies on 16AM and 16PM."""
    return side is Side.GERMAN or g.turn > g.box.no_allied_demolition_until


def targets(g: State, side: Side) -> list[int]:
    """13.1 The bridges a side may try to blow now."""
    if not may_demolish(g, side):
        return []
    ready = sappers(g, side)
    near = g.box.map.grid.within(g.occupied[side.enemy], 1)
    down = g.blown | g.tried | fortunes.held_bridges(g, side)
    # An enemy one hex from the bridge is on, or next to, one of the two banks.
    return [
        bridge.number
        for bridge in g.box.map.bridges
        if (ready >> bridge.cell & 1 or ready >> bridge.other & 1)
        and (near >> bridge.cell & 1 or near >> bridge.other & 1)
        and not down >> bridge.number & 1
    ]


class DemolitionBegins(Automatic[State], frozen=True):
    """4 A.5 Combat is over; bridges may be blown now."""

    rule: ClassVar[str] = "BW-4i"
    side: Side

    def run(self, g: State) -> None:
        g.tried = 0
        g.pop()
        if targets(g, self.side):
            g.push(Demolition(self.side))
        if self.side is Side.ALLIED and g.box.fuel_dumps:
            dumps.allied_combat_over(g)


class Demolition(OneByOne[State], frozen=True):
    """13.1 The player tries to blow bridges, each once."""

    rule: ClassVar[str] = "BW-13.1a"
    phase: ClassVar[str] = "bridge demolition"
    buttons: ClassVar[Mapping[str, str]] = {"done": "No more demolitions"}
    verb: ClassVar[str] = "bridge"
    otherwise: ClassVar[Reason] = Reason("BW-4i", "all combat is over: bridges may be blown now")

    def prompt(self, g: State) -> str:
        return "Combat is over: try to blow a bridge, or go on"

    def offered(self, g: State) -> Sequence[int]:
        return targets(g, self.side)

    def also(self, g: State) -> Mapping[str, Sequence[int | None]]:
        found = super().also(g)
        return {"engineers": [None], **found} if fortunes.engineers(g, self.side) and self.offered(g) else found

    def refusal(self, g: State, action: Action) -> Reason:
        if action.verb == "engineers":
            return Reason("BW-38.1g", "nobody blows a bridge without a die but the Allied engineers, once, by event 8")
        return super().refusal(g, action)

    def why_not_pick(self, g: State, target: int) -> Reason:
        return why_not_blow(g, self.side, target) or self.otherwise

    def bridge(self, g: State, bridge: int) -> None:
        g.tried |= 1 << bridge
        g.push(Charge(self.side, bridge))

    def engineers(self, g: State) -> None:
        """38.1 The engineers are sent: which bridge is said next."""
        g.push(Engineers(self.side))


class Engineers(OneByOne[State], frozen=True):
    """38.1 Once in the game the Allies blow a bridge without a die."""

    rule: ClassVar[str] = "BW-38.1g"
    phase: ClassVar[str] = "bridge demolition"
    buttons: ClassVar[Mapping[str, str]] = {"done": "Call the engineers back"}
    verb: ClassVar[str] = "bridge"
    otherwise: ClassVar[Reason] = Reason("BW-38.1g", "the engineers are on their way: name the bridge they blow")

    def prompt(self, g: State) -> str:
        return "Engineers: choose the bridge they blow without a die, or call them back"

    def offered(self, g: State) -> Sequence[int]:
        return targets(g, self.side)

    def why_not_pick(self, g: State, target: int) -> Reason:
        return why_not_blow(g, self.side, target) or self.otherwise

    def bridge(self, g: State, bridge: int) -> None:
        g.pop()
        g.engineers_used = True
        g.blown |= 1 << bridge
        g.tell(BlownAtOnce, bridge)


def why_not_blow(g: State, side: Side, bridge: int) -> Reason | None:
    """13.1 Why a side may not try to blow a bridge."""
    if not 0 <= bridge < len(g.box.map.bridges):
        return Reason("BW-13.1a", "there is no such bridge")
    if not may_demolish(g, side):
        return Reason("BW-15.4", "the Allies blow no bridges on 16AM and 16PM")
    if (reason := fortunes.why_not_blow(g, side, bridge)) is not None:
        return reason
    where = g.box.bridge_name(bridge)
    if g.blown >> bridge & 1:
        return Reason("BW-13.2a", say("the bridge {where} is blown already", where=where))
    if g.tried >> bridge & 1:
        return Reason("BW-13.1a", say("the bridge {where} was tried in this phase", where=where))
    if not needed(g, side, bridge):
        return Reason("BW-13.1b", say("no enemy unit is near the bridge {where}", where=where))
    here = [unit for cell in ends(g, bridge) if g.holds(side, cell) for unit in g.units_at(cell)]
    if not here:
        return Reason("BW-13.1b", say("no friendly unit stands at the bridge {where}", where=where))
    if not any(g.box.units.fights[unit] for unit in here):
        return Reason("BW-13.1c", "artillery and leaders blow no bridges")
    if not any(g.box.units.fights[unit] and g.in_supply(unit) for unit in here):
        return Reason("BW-12.4g", "units out of supply blow no bridges")
    return None


class Charge(Chance[State], frozen=True):
    """13.1 The roll on the Bridge Demolition Table."""

    rule: ClassVar[str] = "BW-13.1d"
    side: Side
    bridge: int

    def chances(self, g: State) -> Chances:
        return D6

    def resolve(self, g: State, outcome: int) -> None:
        least = needed(g, self.side, self.bridge)
        g.tell(DemolitionRolled, self.side, self.bridge, outcome, least)
        if outcome <= least:
            g.blown |= 1 << self.bridge
        g.pop()


# ---- 13.3 rebuilding ---------------------------------------------------------------------------------------


def sites(g: State, cell: int) -> list[int]:
    """The blown bridges at a hex."""
    return cells(g.box.ground.bridges_at(cell) & g.blown)


def repairers(g: State, units: list[int]) -> list[int]:
    """13.3 Of supplied units on the map those at a blown bridge that are neither artillery nor leaders."""
    if not g.blown:
        return []
    at, fights, place = g.box.ground.bridges_at, g.box.units.fights, g.place
    return [unit for unit in units if fights[unit] and at(place[unit]) & g.blown]


def limit_reached(g: State, side: Side) -> bool:
    """13.4 The Germans rebuild eight bridges at most; those under construction count."""
    return side is Side.GERMAN and g.rebuilt + len(g.builders) >= g.box.tables.bridges.german_limit


def may_repair(g: State, unit: int) -> bool:
    """13.3 Whether one of these units that has not moved or worked since still may."""
    side = g.box.units.side(unit)
    if limit_reached(g, side) or (g.builders and not free_sites(g, unit)) or surprise.held(g, unit):
        return False
    return not g.duties or not _bound(g, unit, side)


def _bound(g: State, unit: int, side: Side) -> bool:
    """9.5 Whether a unit is bound to fight."""
    return bool(duties.engaged(g) >> unit & 1) or duties.counter_duty(g, side, g.place[unit]) is not None


def free_sites(g: State, unit: int) -> list[int]:
    """13.3 The blown bridges at a unit's hex that nobody rebuilds yet."""
    begun = {bridge for _, bridge in g.builders}
    return [bridge for bridge in sites(g, g.place[unit]) if bridge not in begun]


def why_not_repair(g: State, unit: int, side: Side) -> Reason | None:
    """13.3 Why a unit may not begin to rebuild a bridge."""
    if not 0 <= unit < len(g.place) or unit not in g.box.units.of[side]:
        return Reason("BW-4d", "only units of the moving side may build")
    who = g.name(unit)
    if not g.on_map(unit):
        return Reason("BW-13.3b", say("{who} is not on the map", who=who))
    if not g.box.units.fights[unit]:
        what = "artillery" if g.box.units.artillery[unit] else phrase("a leader")
        return Reason("BW-13.3b", say("{who} is {what} and builds no bridges", who=who, what=what))
    if improved_positions.busy(g) >> unit & 1:
        return Reason("BW-13.3b", say("{who} has moved or worked this turn", who=who))
    if g.unsupplied >> unit & 1:
        return Reason("BW-12.4g", say("{who} is out of supply and builds no bridges", who=who))
    if (reason := _why_held(g, unit)) is not None:
        return reason
    if not sites(g, g.place[unit]):
        return Reason("BW-13.3a", say("no blown bridge is at {unit}", unit=g.hex_name(g.place[unit])))
    if not free_sites(g, unit):
        return Reason("BW-13.3b", "another unit rebuilds that bridge already")
    if limit_reached(g, side):
        return Reason(
            "BW-13.4",
            say(
                "the Germans rebuild no more than {german_limit} bridges",
                german_limit=g.box.tables.bridges.german_limit,
            ),
        )
    if g.duties and _bound(g, unit, side):
        return Reason("BW-13.3c", say("{who} is bound to fight, and builders do not", who=who))
    return None


class ChooseSite(Choice[State], frozen=True):
    """13.3 The bridge a unit begins to rebuild, where there are several."""

    rule: ClassVar[str] = "BW-13.3a"
    phase: ClassVar[str] = "movement"
    taken_alone: ClassVar[frozenset[str]] = frozenset({"bridge"})
    builder: int

    def prompt(self, g: State) -> str:
        return say("{builder}: choose the bridge to rebuild", builder=g.name(self.builder))

    def taken_up(self, g: State) -> Sequence[int]:
        return [self.builder]

    def focus(self, g: State) -> int | None:
        return g.stands(self.builder)

    def choices(self, g: State) -> Choices:
        return {"bridge": [*free_sites(g, self.builder)]}

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, bridge = action
        if verb != "bridge" or bridge is None:
            return Reason("BW-13.3a", "choose the bridge to rebuild")
        if bridge not in free_sites(g, self.builder):
            return Reason("BW-13.3a", "that is no blown bridge at the hex of the unit")
        return None

    def bridge(self, g: State, bridge: int) -> None:
        g.builders = (*g.builders, (self.builder, bridge))
        g.tell(BridgeBegun, self.builder, bridge)
        g.pop()


def far_bank(g: State, unit: int, bridge: int) -> int:
    """The hex on the other side of a bridge, or -1 if the unit is not at it."""
    near, far = ends(g, bridge)
    return {near: far, far: near}.get(g.place[unit], -1)


def finishable(g: State, side: Side) -> list[int]:
    """13.3 The bridges that can be completed now."""
    return [bridge for unit, bridge in g.builders if why_not_finish(g, side, bridge, unit) is None]


def why_not_finish(g: State, side: Side, bridge: int, unit: int | None = None) -> Reason | None:
    """13.3 Why a bridge cannot be completed now."""
    if unit is None:
        unit = next((u for u, b in g.builders if b == bridge), None)
    if unit is None:
        return Reason("BW-13.3b", "nobody has begun to rebuild that bridge")
    far = far_bank(g, unit, bridge)
    if far < 0:
        return Reason("BW-13.3d", say("{unit} is no longer at the bridge", unit=g.name(unit)))
    if g.holds(side.enemy, far):
        return Reason("BW-13.3d", say("an enemy unit is in {far} on the other bank", far=g.hex_name(far)))
    return why_not_cross(g, unit, far)


def _why_held(g: State, unit: int) -> Reason | None:
    """15.5, 16.1, 37.1 Why a unit that may not move yet, or never, goes over no bridge either."""
    reason = surprise.why_held(g, unit)
    if reason is None:
        return None
    rules = {"BW-15.5": "BW-15.5b", "BW-37.1b": "BW-37.1d"}
    return Reason(rules.get(reason.rule, reason.rule), reason.text)


def why_not_cross(g: State, unit: int, far: int) -> Reason | None:
    """13.3, 6.1, 5.4, 8.1 Why a unit may not go over to the far bank."""
    if (reason := _why_held(g, unit)) is not None:
        return reason
    if g.dug >> unit & 1:
        return Reason("BW-8.1d", say("{name} has built and stays where it is this turn", name=g.name(unit)))
    reason = why_not_stop(g, unit, far)
    if reason is not None:
        return Reason("BW-13.3e", reason.text)
    side = g.box.units.side(unit)
    if g.vacated[side] >> far & 1:
        return Reason("BW-9.5k", say("{far} was given up under a counterattack result this turn", far=g.hex_name(far)))
    if not boundaries.sector(g, unit) >> far & 1:
        return boundaries.rule_of(g, unit, far)
    if g.duties and duties.engaged(g) >> unit & 1:
        return Reason("BW-9.5s", say("{unit} is engaged and must stay in place", unit=g.name(unit)))
    return None


class ConstructionBegins(Automatic[State], frozen=True):
    """4 A.7 Bridges begun in this turn may be completed."""

    rule: ClassVar[str] = "BW-13.3d"
    side: Side

    def run(self, g: State) -> None:
        g.pop()
        if self.side is Side.GERMAN:
            random_events.end_german_turn(g)
        if finishable(g, self.side):
            g.push(Construction(self.side))


class Construction(OneByOne[State], frozen=True):
    """13.3 The player completes bridges, or leaves them."""

    rule: ClassVar[str] = "BW-13.3d"
    phase: ClassVar[str] = "bridge construction"
    buttons: ClassVar[Mapping[str, str]] = {"done": "End the turn"}
    verb: ClassVar[str] = "bridge"
    otherwise: ClassVar[Reason] = Reason("BW-4d", "this is the bridge construction phase")

    def prompt(self, g: State) -> str:
        return "Bridge construction: complete a bridge by crossing it, or end the turn"

    def offered(self, g: State) -> Sequence[int]:
        return finishable(g, self.side)

    def why_not_pick(self, g: State, target: int) -> Reason:
        return why_not_finish(g, self.side, target) or self.otherwise

    def bridge(self, g: State, bridge: int) -> None:
        unit = next(unit for unit, site in g.builders if site == bridge)
        near, far = g.place[unit], far_bank(g, unit, bridge)
        g.builders = tuple(pair for pair in g.builders if pair[1] != bridge)
        g.blown &= ~(1 << bridge)
        g.rebuilt += self.side is Side.GERMAN
        g.tell(BridgeRebuilt, unit, bridge, g.rebuilt)
        _cross(g, unit, far)
        if g.result is None and _companions(g, near, far):
            g.push(Crossing(self.side, near, far))


def _cross(g: State, unit: int, far: int) -> None:
    before = g.place[unit]
    g.moved |= 1 << unit
    g.reserve &= ~(1 << unit)
    travel.go(g, unit, (before, far))


def _companions(g: State, near: int, far: int) -> list[int]:
    """13.3 The units in the construction hex that may cross with the builder."""
    builders = {unit for unit, _ in g.builders}
    return [u for u in g.units_at(near) if u not in builders and why_not_cross(g, u, far) is None]


class Crossing(OneByOne[State], frozen=True):
    """13.3 Other units in the construction hex may cross with the builder."""

    rule: ClassVar[str] = "BW-13.3e"
    phase: ClassVar[str] = "bridge construction"
    buttons: ClassVar[Mapping[str, str]] = {"done": "Nobody else crosses"}
    otherwise: ClassVar[Reason] = Reason("BW-13.3e", "choose units to cross with the builder, or go on")
    parting: ClassVar[bool] = True
    near: int
    far: int

    def prompt(self, g: State) -> str:
        return say(
            "Choose units in {near} to cross to {far} with the builder",
            near=g.hex_name(self.near),
            far=g.hex_name(self.far),
        )

    def focus(self, g: State) -> int:
        return self.near

    def offered(self, g: State) -> Sequence[int]:
        return _companions(g, self.near, self.far)

    def why_not_pick(self, g: State, target: int) -> Reason:
        if target not in g.units_at(self.near):
            return Reason("BW-13.3e", "only units in the construction hex may cross")
        if any(target == builder for builder, _ in g.builders):
            return Reason("BW-13.3c", say("{target} is building another bridge", target=g.name(target)))
        return why_not_cross(g, target, self.far) or self.otherwise

    def unit(self, g: State, unit: int) -> None:
        g.tell(Crossed, unit, self.far)
        _cross(g, unit, self.far)
