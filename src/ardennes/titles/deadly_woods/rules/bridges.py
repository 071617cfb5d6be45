"""10.6 Bridges: blown by Engineers, behind a retreat or in front of an attack.

What crossing one that is down brings about stands in `travel`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Chance, Chances, Reason, Side, die
from ardennes.kernel.words import say
from ardennes.parts.phases import OneByOne
from ardennes.titles.deadly_woods import events
from ardennes.titles.deadly_woods.box.tables import AssetKind
from ardennes.titles.deadly_woods.state import OFF_MAP, State

D6 = die(6)


def blow(g: State, bridge: int, rule: str) -> None:
    """10.6.1 Destroy a bridge."""
    if not g.blown >> bridge & 1:
        g.blown |= 1 << bridge
        g.tell(events.BridgeBlown, bridge, rule)


def targets(g: State, asset: int) -> list[int]:
    """10.6.1a The bridges an Engineer may blow: intact, within reach, with an Allied combat unit on one side."""
    cell = g.asset[asset]
    if cell >= OFF_MAP:
        return []
    held = g.occupied[Side.ALLIED]
    near = g.box.bridges_near(cell)
    return [bridge.number for bridge, ends in near if held & ends and not g.blown >> bridge.number & 1]


def ready(g: State, side: Side) -> list[int]:
    """10.6.1c The Engineers that may blow a bridge this round."""
    if side is Side.GERMAN:
        return []
    return [asset for asset in g.box.engineers if not g.blasted >> asset & 1 and targets(g, asset)]


def why_not_ready(g: State, asset: int, side: Side) -> Reason:
    """Why an asset may not blow a bridge now."""
    if side is Side.GERMAN or not g.box.rounds[g.round].blows:
        return Reason("DW-10.6.1b", "Engineers blow bridges in Allied Move rounds only")
    if g.box.assets[asset].kind is not AssetKind.ENGINEER or g.asset[asset] >= OFF_MAP:
        return Reason("DW-10.6.1a", "only Engineers on the map blow bridges")
    if g.blasted >> asset & 1:
        return Reason("DW-10.6.1c", say("{asset} have blown a bridge this round", asset=g.box.assets[asset].name))
    return Reason("DW-10.6.1a", "no intact bridge within three hexes has an Allied unit next to it")


class Demolition(OneByOne[State], frozen=True):
    """10.6.1a An Engineer is picked: say which bridge goes."""

    rule: ClassVar[str] = "DW-10.6.1a"
    phase: ClassVar[str] = "Movement"
    verb: ClassVar[str] = "bridge"
    otherwise: ClassVar[Reason] = Reason("DW-10.6.1a", "choose a bridge within three hexes, or leave it")
    engineer: int

    def prompt(self, g: State) -> str:
        return say("{engineer}: choose a bridge to blow", engineer=g.box.assets[self.engineer].name)

    def focus(self, g: State) -> int:
        return g.asset[self.engineer]

    def offered(self, g: State) -> Sequence[int]:
        return targets(g, self.engineer)

    def why_not_pick(self, g: State, target: int) -> Reason:
        if g.blown >> target & 1:
            return Reason("DW-10.6.1a", "this bridge is down already")
        return self.otherwise

    def bridge(self, g: State, bridge: int) -> None:
        g.pop()
        g.blasted |= 1 << self.engineer
        blow(g, bridge, "DW-10.6.1a")


# ---- in combat ---------------------------------------------------------------------------------------------


class BlowBehind(OneByOne[State], frozen=True):
    """10.6.1d After a retreat over bridges their owner may try to blow them."""

    rule: ClassVar[str] = "DW-10.6.1d"
    phase: ClassVar[str] = "Retreat"
    verb: ClassVar[str] = "bridge"
    buttons: ClassVar[Mapping[str, str]] = {"done": "Leave it"}
    otherwise: ClassVar[Reason] = Reason("DW-10.6.1d", "choose a bridge the retreat went over, or leave it")
    bridges: int

    def prompt(self, g: State) -> str:
        return "Try to blow the bridge behind you? It goes on 1-3"

    def offered(self, g: State) -> Sequence[int]:
        return cells(self.bridges)

    def bridge(self, g: State, bridge: int) -> None:
        g.pop()
        rest = self.bridges & ~(1 << bridge)
        if rest:
            g.push(BlowBehind(self.side, rest))
        g.push(BlowRoll(bridge))


class BlowRoll(Chance[State], frozen=True):
    """10.6.1d One die: the bridge goes on 1-3."""

    rule: ClassVar[str] = "DW-10.6.1d"
    bridge: int

    def chances(self, g: State) -> Chances:
        return D6

    def resolve(self, g: State, outcome: int) -> None:
        g.pop()
        gone = outcome <= g.box.numbers.bridges.retreat_blows_on
        g.tell(events.BlowRolled, self.bridge, outcome, gone)
        if gone:
            blow(g, self.bridge, "DW-10.6.1d")


class BlowInFront(OneByOne[State], frozen=True):
    """10.6.1f An attack over a bridge did not take the hex: it is blown, unless the defender leaves it."""

    rule: ClassVar[str] = "DW-10.6.1f"
    phase: ClassVar[str] = "Combat"
    verb: ClassVar[str] = "bridge"
    buttons: ClassVar[Mapping[str, str]] = {"done": "Blow it"}
    otherwise: ClassVar[Reason] = Reason("DW-10.6.1f", "choose a bridge to leave standing; the others are blown")
    bridges: int

    def prompt(self, g: State) -> str:
        return "The bridge attacked over is blown: choose it to leave it standing"

    def label(self, g: State, verb: str, target: int) -> str:
        return "leave it standing" if verb == "bridge" else ""

    def offered(self, g: State) -> Sequence[int]:
        return cells(self.bridges)

    def bridge(self, g: State, bridge: int) -> None:
        g.tell(events.BridgeSpared, bridge)
        g.pop()
        rest = self.bridges & ~(1 << bridge)
        if rest:
            g.push(BlowInFront(self.side, rest))

    def done(self, g: State) -> None:
        g.pop()
        for bridge in cells(self.bridges):
            blow(g, bridge, "DW-10.6.1f")
