"""10.6 Bridges: blown by Engineers, behind a retreat or in front of an attack.

What crossing one that is down brings about stands in `travel`.
"""

from __future__ import annotations

from typing import ClassVar

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Chance, Chances, Side, die
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.words import phrase
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.deadly_woods import events
from ardennes.titles.deadly_woods.box.fields import Asset, Bridge, Bridges
from ardennes.titles.deadly_woods.state import OFF_MAP, State

D6 = die(6)


def blow(g: State, bridge: int, rule: str) -> None:
    """10.6.1 Destroy a bridge."""
    if not g.blown >> bridge & 1:
        g.blown |= 1 << bridge
        g.tell(events.BridgeBlown, bridge, rule)


# ---- by Engineers ------------------------------------------------------------------------------------------


def _within_reach(g: State, asset: int) -> int:
    """10.6.1a The bridges within reach of an Engineer that have an Allied combat unit on one side."""
    cell, held = g.asset[asset], g.occupied[Side.ALLIED]
    near = g.box.bridges_near(cell) if cell < OFF_MAP else ()
    return board_of(bridge.number for bridge, ends in near if held & ends)


#: 10.6.1a Which bridges an Engineer may not blow: asked about it.
BLOWN = Rungs(
    lambda g, asset, bridge: {},
    Rung("DW-10.6.1a", "this bridge is down already", lambda g, asset, left: left & g.blown),
    Rung(
        "DW-10.6.1a",
        "choose a bridge within three hexes, or leave it",
        lambda g, asset, left: left & ~_within_reach(g, asset),
    ),
)


def _deployed(g: State) -> int:
    """12.4 The Engineers on the map."""
    return board_of(asset for asset in g.box.engineers if g.asset[asset] < OFF_MAP)


#: 10.6.1 Which assets may not blow a bridge now: asked about the side whose round it is.
SAPPERS = Rungs(
    lambda g, side, asset: {"asset": g.box.assets[asset].name},
    Rung(
        "DW-10.6.1b",
        "Engineers blow bridges in Allied Move rounds only",
        lambda g, side, left: left if side is Side.GERMAN or not g.box.rounds[g.rounds[-1][1]].blows else 0,
    ),
    Rung("DW-10.6.1a", "only Engineers on the map blow bridges", lambda g, side, left: left & ~_deployed(g)),
    Rung("DW-10.6.1c", "{asset} have blown a bridge this round", lambda g, side, left: left & g.blasted),
    Rung(
        "DW-10.6.1a",
        "no intact bridge within three hexes has an Allied unit next to it",
        each(lambda g, side, asset: not BLOWN.free(g, asset, (1 << len(g.box.map.bridges)) - 1)),
    ),
)


class Demolition(Question[State], frozen=True):
    """10.6.1a An Engineer is picked: say which bridge goes."""

    rule: ClassVar[str] = "DW-10.6.1a"
    phase: ClassVar[str] = "Movement"
    asks: ClassVar[str] = "{engineer}: choose a bridge to blow"
    engineer: Asset

    def focus(self, g: State) -> int:
        return g.asset[self.engineer]

    @pick(lambda step, g: range(len(g.box.map.bridges)), by=BLOWN, about=lambda step, g: step.engineer)
    def bridge(self, g: State, bridge: int) -> None:
        """10.6.1c It is the only one of this Engineer this round."""
        g.blasted |= 1 << self.engineer
        blow(g, bridge, "DW-10.6.1a")

    @button()
    def done(self, g: State) -> None:
        """10.6.1a None goes."""


# ---- in combat ---------------------------------------------------------------------------------------------


def _of_the_step(g: State, step: BlowBehind | BlowInFront, left: int) -> int:
    """The bridges that are not those of the question."""
    return left & ~step.bridges


#: 10.6.1d Which bridges are not blown behind a retreat.
BEHIND = Rungs(
    lambda g, step, bridge: {},
    Rung("DW-10.6.1d", "this bridge is down already", lambda g, step, left: left & g.blown, finer=True),
    Rung("DW-10.6.1d", "the retreat did not go over this bridge", _of_the_step),
)

#: 10.6.1f Which bridges are not left standing after an attack.
IN_FRONT = Rungs(
    lambda g, step, bridge: {},
    Rung("DW-10.6.1f", "this bridge is down already", lambda g, step, left: left & g.blown, finer=True),
    Rung("DW-10.6.1f", "the attack did not come over this bridge", _of_the_step),
)


def _every_bridge(step: BlowBehind | BlowInFront, g: State) -> range:
    return range(len(g.box.map.bridges))


class BlowBehind(Question[State], frozen=True):
    """10.6.1d After a retreat over bridges their owner may try to blow them."""

    rule: ClassVar[str] = "DW-10.6.1d"
    phase: ClassVar[str] = "Retreat"
    asks: ClassVar[str] = "Try to blow the bridge behind you? It goes on 1-3"
    otherwise: ClassVar[tuple[str, str]] = ("DW-10.6.1d", "choose a bridge the retreat went over, or leave it")
    bridges: Bridges

    @pick(_every_bridge, by=BEHIND)
    def bridge(self, g: State, bridge: int) -> None:
        """10.6.1d A die is rolled for it; the others are asked about next."""
        if rest := self.bridges & ~(1 << bridge):
            g.push(BlowBehind(self.side, rest))
        g.push(BlowRoll(bridge))

    @button("Leave it")
    def done(self, g: State) -> None:
        """10.6.1d They stand."""


class BlowRoll(Chance[State], frozen=True):
    """10.6.1d One die: the bridge goes on 1-3."""

    rule: ClassVar[str] = "DW-10.6.1d"
    bridge: Bridge

    def chances(self, g: State) -> Chances:
        return D6

    def resolve(self, g: State, outcome: int) -> None:
        g.pop()
        gone = outcome <= g.box.numbers.bridges.retreat_blows_on
        g.tell(events.BlowRolled, self.bridge, outcome, gone)
        if gone:
            blow(g, self.bridge, "DW-10.6.1d")


class BlowInFront(Question[State], frozen=True):
    """10.6.1f An attack over a bridge did not take the hex: it is blown, unless the defender leaves it."""

    rule: ClassVar[str] = "DW-10.6.1f"
    phase: ClassVar[str] = "Combat"
    asks: ClassVar[str] = "The bridge attacked over is blown: choose it to leave it standing"
    otherwise: ClassVar[tuple[str, str]] = ("DW-10.6.1f", "choose a bridge to leave standing; the others are blown")
    bridges: Bridges

    @pick(_every_bridge, by=IN_FRONT, label=lambda step, g, bridge: phrase("leave it standing"))
    def bridge(self, g: State, bridge: int) -> None:
        """10.6.1f It stands; the others are asked about next."""
        g.tell(events.BridgeSpared, bridge)
        if rest := self.bridges & ~(1 << bridge):
            g.push(BlowInFront(self.side, rest))

    @button("Blow it")
    def done(self, g: State) -> None:
        """10.6.1f All that are left go."""
        for bridge in cells(self.bridges):
            blow(g, bridge, "DW-10.6.1f")
