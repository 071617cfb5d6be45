"""10.6 Bridges: blown by Engineers; what crossing one that is down brings about stands in `travel`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.kernel import Reason, Side
from ardennes.parts.phases import OneByOne
from ardennes.titles.deadly_woods import events
from ardennes.titles.deadly_woods.box.tables import AssetKind
from ardennes.titles.deadly_woods.state import OFF_MAP, State


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
        return Reason("DW-10.6.1c", f"{g.box.assets[asset].name} have blown a bridge this round")
    return Reason("DW-10.6.1a", "no intact bridge within three hexes has an Allied unit next to it")


class Demolition(OneByOne[State], frozen=True):
    """10.6.1a An Engineer is picked: say which bridge goes."""

    rule: ClassVar[str] = "DW-10.6.1a"
    phase: ClassVar[str] = "Movement"
    verb: ClassVar[str] = "bridge"
    otherwise: ClassVar[Reason] = Reason("DW-10.6.1a", "choose a bridge within three hexes, or leave it")
    engineer: int

    def prompt(self, g: State) -> str:
        return f"{g.box.assets[self.engineer].name}: choose a bridge to blow"

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
