"""13.0 Bridges: demolition, and rebuilding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Automatic, Chance, Chances, Reason, Side, die
from ardennes.kernel.rungs import Rung, Rungs, each, told_by
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.bitter_woods.box.fields import Bridge, Hex, Unit
from ardennes.titles.bitter_woods.events import BlownAtOnce, BridgeBegun, BridgeRebuilt, Crossed, DemolitionRolled
from ardennes.titles.bitter_woods.rules import dumps, entering, fortunes, random_events
from ardennes.titles.bitter_woods.rules.combat import duties
from ardennes.titles.bitter_woods.rules.improved_positions import occupied_elsewhere
from ardennes.titles.bitter_woods.rules.judging import BEFORE_COMBAT, OWN_BUILDERS, each_there, no_fighter, off_map
from ardennes.titles.bitter_woods.rules.manners import CROSS
from ardennes.titles.bitter_woods.rules.movement import travel
from ardennes.titles.bitter_woods.rules.stacking import STOPS, why_not_stop
from ardennes.titles.bitter_woods.rules.surprise import held_back
from ardennes.titles.bitter_woods.state import State

D6 = die(6)
#: 15.5, 37.1 Who may not move yet, or never, goes over no bridge either.
_HELD_BACK = held_back("BW-37.1d", "BW-15.5b")


def ends(g: State, bridge: int) -> tuple[int, int]:
    """The hexes on the two banks."""
    found = g.box.map.bridges[bridge]
    return found.cell, found.other


# ---- 13.1 demolition ---------------------------------------------------------------------------------------


def needed(g: State, side: Side, bridge: int) -> int:
    """13.1 The highest die that blows a bridge: less with the enemy at its far end."""
    numbers = g.box.tables.bridges
    across = board_of(ends(g, bridge)) & g.occupied[side.enemy]
    return numbers.enemy_across if across else numbers.enemy_near


def _nobody_near(g: State, side: Side, left: int) -> int:
    """13.1 The bridges with no enemy on, or next to, one of the two banks."""
    near, bridges = g.box.map.grid.within(g.occupied[side.enemy], 1), g.box.map.bridges
    return board_of([n for n in cells(left) if not (near >> bridges[n].cell | near >> bridges[n].other) & 1])


def _there(g: State, side: Side, bridge: int) -> list[int]:
    """A side's units on the banks."""
    return [unit for cell in ends(g, bridge) if g.holds(side, cell) for unit in g.units_at(cell)]


def _sappers(g: State, side: Side, bridge: int) -> list[int]:
    """13.1 Those of them that are neither artillery nor leaders."""
    return [unit for unit in _there(g, side, bridge) if g.box.units.fights[unit]]


#: 13.1, 15.4 What keeps a side from blowing a bridge.
BLASTS = Rungs(
    lambda g, side, bridge: {"where": g.box.bridge_name(bridge)},
    Rung(
        "BW-15.4",
        "the Allies blow no bridges on 16AM and 16PM",
        lambda g, side, left: left if side is Side.ALLIED and g.turn <= g.box.no_allied_demolition_until else 0,
    ),
    *fortunes.HELD_BRIDGES,
    Rung("BW-13.2a", "the bridge {where} is blown already", lambda g, side, left: left & g.blown),
    Rung("BW-13.1a", "the bridge {where} was tried in this phase", lambda g, side, left: left & g.tried),
    Rung("BW-13.1b", "no enemy unit is near the bridge {where}", _nobody_near),
    Rung(
        "BW-13.1b",
        "no friendly unit stands at the bridge {where}",
        each(lambda g, side, bridge: not _there(g, side, bridge)),
    ),
    Rung(
        "BW-13.1c",
        "artillery and leaders blow no bridges",
        each(lambda g, side, bridge: not _sappers(g, side, bridge)),
    ),
    Rung(
        "BW-12.4g",
        "units out of supply blow no bridges",
        each(lambda g, side, bridge: not board_of(_sappers(g, side, bridge)) & ~g.unsupplied),
    ),
)


def _every_bridge(step: object, g: State) -> int:
    return (1 << len(g.box.map.bridges)) - 1


def targets(g: State, side: Side) -> int:
    """13.1 The bridges a side may try to blow now, as a set."""
    return BLASTS.free(g, side, _every_bridge(None, g))


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


class Demolition(Question[State], frozen=True):
    """13.1 The player tries to blow bridges, each once."""

    rule: ClassVar[str] = "BW-13.1a"
    phase: ClassVar[str] = "bridge demolition"
    asks: ClassVar[str] = "Combat is over: try to blow a bridge, or go on"
    otherwise: ClassVar[tuple[str, str]] = ("BW-4i", "all combat is over: bridges may be blown now")

    @pick(_every_bridge, by=BLASTS, about=lambda step, g: step.side, stays=True)
    def bridge(self, g: State, bridge: int) -> None:
        """13.1 It is tried."""
        g.tried |= 1 << bridge
        g.push(Charge(self.side, bridge))

    @button(
        why=("BW-38.1g", "nobody blows a bridge without a die but the Allied engineers, once, by event 8"),
        when=lambda step, g: fortunes.engineers(g, step.side) and targets(g, step.side),
        stays=True,
    )
    def engineers(self, g: State) -> None:
        """38.1 The engineers are sent: which bridge is said next."""
        g.push(Engineers(self.side))

    @button("No more demolitions")
    def done(self, g: State) -> None:
        """4 A.5 The phase is over."""


class Engineers(Question[State], frozen=True):
    """38.1 Once in the game the Allies blow a bridge without a die."""

    rule: ClassVar[str] = "BW-38.1g"
    phase: ClassVar[str] = "bridge demolition"
    asks: ClassVar[str] = "Engineers: choose the bridge they blow without a die, or call them back"
    otherwise: ClassVar[tuple[str, str]] = ("BW-38.1g", "the engineers are on their way: name the bridge they blow")

    @pick(_every_bridge, by=BLASTS, about=lambda step, g: step.side)
    def bridge(self, g: State, bridge: int) -> None:
        """38.1 It is blown."""
        g.engineers_used = True
        g.blown |= 1 << bridge
        g.tell(BlownAtOnce, bridge)

    @button("Call the engineers back")
    def done(self, g: State) -> None:
        """38.1 They may still be sent."""


class Charge(Chance[State], frozen=True):
    """13.1 The roll on the Bridge Demolition Table."""

    rule: ClassVar[str] = "BW-13.1d"
    side: Side
    bridge: Bridge

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


def free_sites(g: State, unit: int) -> list[int]:
    """13.3 The blown bridges at a unit's hex that nobody rebuilds yet."""
    begun = {bridge for _, bridge in g.builders}
    return [bridge for bridge in sites(g, g.place[unit]) if bridge not in begun]


def limit_reached(g: State, side: Side) -> bool:
    """13.4 The Germans rebuild eight bridges at most; those under construction count."""
    return side is Side.GERMAN and g.rebuilt + len(g.builders) >= g.box.tables.bridges.german_limit


def bound(g: State, unit: int) -> bool:
    """9.5 Whether a unit is bound to fight."""
    if not g.duties:
        return False
    duty = duties.counter_duty(g, g.box.units.side(unit), g.place[unit])
    return duty is not None or bool(duties.engaged(g) >> unit & 1)


#: 13.3 What keeps a unit from beginning to rebuild a bridge; asked about a step of movement.
REPAIRERS = Rungs(
    lambda g, step, unit: {"who": g.name(unit)},
    BEFORE_COMBAT,
    OWN_BUILDERS,
    Rung("BW-13.3b", "{who} is not on the map", off_map),
    Rung(
        "BW-13.3b",
        "{who} is {what} and builds no bridges",
        each(lambda g, step, unit: not g.box.units.fights[unit]),
        no_fighter,
    ),
    *occupied_elsewhere("BW-13.3b"),
    Rung("BW-12.4g", "{who} is out of supply and builds no bridges", lambda g, step, left: left & g.unsupplied),
    *_HELD_BACK,
    Rung(
        "BW-13.3a",
        "no blown bridge is at {unit}",
        each_there(lambda g, step, unit: not sites(g, g.place[unit])),
        lambda g, step, unit: {"unit": g.hex_name(g.place[unit])},
    ),
    Rung(
        "BW-13.3b",
        "another unit rebuilds that bridge already",
        each_there(lambda g, step, unit: not free_sites(g, unit)),
    ),
    Rung(
        "BW-13.4",
        "the Germans rebuild no more than {german_limit} bridges",
        lambda g, step, left: left if limit_reached(g, step.side) else 0,
        lambda g, step, unit: {"german_limit": g.box.tables.bridges.german_limit},
    ),
    Rung(
        "BW-13.3c",
        "{who} is bound to fight, and builders do not",
        each_there(lambda g, step, unit: bound(g, unit)),
    ),
)


class ChooseSite(Question[State], frozen=True):
    """13.3 The bridge a unit begins to rebuild, where there are several."""

    rule: ClassVar[str] = "BW-13.3a"
    phase: ClassVar[str] = "movement"
    asks: ClassVar[str] = "{builder}: choose the bridge to rebuild"
    otherwise: ClassVar[tuple[str, str]] = ("BW-13.3a", "choose the bridge to rebuild")
    builder: Unit

    def taken_up(self, g: State) -> Sequence[int]:
        return [self.builder]

    def focus(self, g: State) -> int | None:
        return g.stands(self.builder)

    @pick(
        lambda step, g: free_sites(g, step.builder),
        ("BW-13.3a", "that is no blown bridge at the hex of the unit"),
        alone=True,
    )
    def bridge(self, g: State, bridge: int) -> None:
        """13.3 The unit works on it and stays."""
        g.builders = (*g.builders, (self.builder, bridge))
        g.tell(BridgeBegun, self.builder, bridge)


def far_bank(g: State, unit: int, bridge: int) -> int:
    """The hex on the other side of a bridge, or -1 if the unit is not at it."""
    near, far = ends(g, bridge)
    return {near: far, far: near}.get(g.place[unit], -1)


def _no_room(g: State, far: int, unit: int) -> Reason:
    reason = why_not_stop(g, unit, far)
    assert reason is not None
    return Reason("BW-13.3e", reason.text)


#: 13.3, 6.1, 5.4, 8.1 What keeps a unit from going over to the far bank, whoever builds.
_ACROSS = (
    *_HELD_BACK,
    Rung("BW-8.1d", "{name} has built and stays where it is this turn", lambda g, far, left: left & g.dug),
    Rung(
        "BW-13.3e",
        "",
        each(lambda g, far, unit: not STOPS.free(g, unit, 1 << far)),
        reason=_no_room,
    ),
    told_by("BW-9.5k", lambda g, far, unit: entering.why_not(g, unit, g.place[unit], far, CROSS)),
    Rung("BW-9.5s", "{name} is engaged and must stay in place", lambda g, far, left: left & duties.engaged(g)),
)


#: The same asked of a unit.
ACROSS = Rungs(lambda g, far, unit: {"name": g.name(unit)}, *_ACROSS)


def _builder(g: State, bridge: int) -> int:
    return next(unit for unit, site in g.builders if site == bridge)


def _far(g: State, bridge: int) -> int:
    """The hex into which the builder of a bridge would cross, or -1."""
    return far_bank(g, _builder(g, bridge), bridge)


def _why_not_over(g: State, side: Side, bridge: int) -> Reason:
    reason = ACROSS.why_not(g, _far(g, bridge), _builder(g, bridge))
    assert reason is not None
    return reason


#: 13.3 What keeps a bridge that was begun from being completed by a side.
COMPLETIONS = Rungs(
    lambda g, side, bridge: {"unit": g.name(_builder(g, bridge))},
    Rung("BW-13.3d", "{unit} is no longer at the bridge", each(lambda g, side, bridge: _far(g, bridge) < 0)),
    Rung(
        "BW-13.3d",
        "an enemy unit is in {far} on the other bank",
        each(lambda g, side, bridge: _far(g, bridge) >= 0 and g.holds(side.enemy, _far(g, bridge))),
        lambda g, side, bridge: {"far": g.hex_name(_far(g, bridge))},
    ),
    Rung(
        "BW-13.3e",
        "",
        each(
            lambda g, side, bridge: (
                _far(g, bridge) >= 0 and not ACROSS.free(g, _far(g, bridge), 1 << _builder(g, bridge))
            )
        ),
        reason=_why_not_over,
    ),
)


class ConstructionBegins(Automatic[State], frozen=True):
    """4 A.7 Bridges begun in this turn may be completed."""

    rule: ClassVar[str] = "BW-13.3d"
    side: Side

    def run(self, g: State) -> None:
        g.pop()
        if self.side is Side.GERMAN:
            random_events.end_german_turn(g)
        if COMPLETIONS.free(g, self.side, board_of([bridge for _, bridge in g.builders])):
            g.push(Construction(self.side))


class Construction(Question[State], frozen=True):
    """13.3 The player completes bridges, or leaves them."""

    rule: ClassVar[str] = "BW-13.3d"
    phase: ClassVar[str] = "bridge construction"
    asks: ClassVar[str] = "Bridge construction: complete a bridge by crossing it, or end the turn"
    otherwise: ClassVar[tuple[str, str]] = ("BW-4d", "this is the bridge construction phase")

    @pick(
        lambda step, g: [bridge for _, bridge in g.builders],
        ("BW-13.3b", "nobody has begun to rebuild that bridge"),
        by=COMPLETIONS,
        about=lambda step, g: step.side,
        stays=True,
    )
    def bridge(self, g: State, bridge: int) -> None:
        """13.3 The builder crosses, and the bridge stands; others may follow."""
        unit = _builder(g, bridge)
        near, far = g.place[unit], _far(g, bridge)
        g.builders = tuple(pair for pair in g.builders if pair[1] != bridge)
        g.blown &= ~(1 << bridge)
        g.rebuilt += self.side is Side.GERMAN
        g.tell(BridgeRebuilt, unit, bridge, g.rebuilt)
        _cross(g, unit, far)
        if g.result is None and COMPANIONS.free(g, far, board_of(g.units_at(near))):
            g.push(Crossing(self.side, near, far))

    @button("End the turn")
    def done(self, g: State) -> None:
        """4 A.7 The rest stays as it is."""


def _cross(g: State, unit: int, far: int) -> None:
    before = g.place[unit]
    g.moved |= 1 << unit
    g.reserve &= ~(1 << unit)
    travel.go(g, unit, (before, far))


#: 13.3 What keeps a unit in the construction hex from crossing along.
COMPANIONS = Rungs(
    lambda g, far, unit: {"name": g.name(unit)},
    Rung(
        "BW-13.3c",
        "{target} is building another bridge",
        lambda g, far, left: left & board_of([unit for unit, _ in g.builders]),
        lambda g, far, unit: {"target": g.name(unit)},
    ),
    *_ACROSS,
)


class Crossing(Question[State], frozen=True):
    """13.3 Other units in the construction hex may cross with the builder."""

    rule: ClassVar[str] = "BW-13.3e"
    phase: ClassVar[str] = "bridge construction"
    asks: ClassVar[str] = "Choose units in {near} to cross to {far} with the builder"
    otherwise: ClassVar[tuple[str, str]] = ("BW-13.3e", "choose units to cross with the builder, or go on")
    parting: ClassVar[bool] = True
    near: Hex
    far: Hex

    def focus(self, g: State) -> int:
        return self.near

    @pick(
        lambda step, g: g.units_at(step.near),
        ("BW-13.3e", "only units in the construction hex may cross"),
        by=COMPANIONS,
        about=lambda step, g: step.far,
        stays=True,
    )
    def unit(self, g: State, unit: int) -> None:
        """13.3 It crosses."""
        g.tell(Crossed, unit, self.far)
        _cross(g, unit, self.far)

    @button("Nobody else crosses")
    def done(self, g: State) -> None:
        """13.3 The rest stays."""
