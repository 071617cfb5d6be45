"""12.7 Von der Heydte's battalion jumps, and is there or a rumor."""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel import Chance, Chances, Side, die
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.deadly_woods import events
from ardennes.titles.deadly_woods.box.fields import Hex
from ardennes.titles.deadly_woods.rules import entering, stacking
from ardennes.titles.deadly_woods.rules.zones import zone
from ardennes.titles.deadly_woods.state import OUT, State

D6 = die(6)


def _drop_zone(g: State) -> int:
    """12.7b Clear or light woods in the 6th Panzer Army area without village or town, free of Allies and their zone."""
    ground = g.box.ground
    board = (ground.clear | ground.light_woods) & g.box.areas[0] & ~ground.lived_in
    return board & entering.put_down(g, g.box.vdh) & ~zone(g, Side.ALLIED)


#: 12.7 Where von der Heydte may not jump.
JUMPS = Rungs(
    lambda g, step, cell: {"where": g.hex_name(cell)},
    Rung("DW-12.7g", "there is no room in {where}", lambda g, step, left: stacking.full(g, g.box.vdh, left)),
    Rung(
        "DW-12.7b",
        "clear or light woods in the 6th Panzer area, no village or town, away from the Allies and their zone",
        lambda g, step, left: left & ~_drop_zone(g),
    ),
)


class Heydte(Question[State], frozen=True):
    """12.7 Von der Heydte's battalion jumps."""

    rule: ClassVar[str] = "DW-12.7a"
    phase: ClassVar[str] = "Von der Heydte"
    asks: ClassVar[str] = "Choose where von der Heydte's battalion jumps"
    otherwise: ClassVar[tuple[str, str]] = ("DW-12.7a", "choose where von der Heydte jumps")

    @pick(lambda step, g: g.box.grid.board, by=JUMPS)
    def hex(self, g: State, cell: int) -> None:
        """12.7c A die says whether it is there."""
        g.push(Landing(cell))

    @button(when=lambda step, g: not JUMPS.free(g, step, _drop_zone(g)))
    def done(self, g: State) -> None:
        """12.7b There is no such hex."""
        g.put(g.box.vdh, OUT)


class Landing(Chance[State], frozen=True):
    """12.7c, 12.7e On 1-2 the battalion is there; else it is a rumor that slows the Allies."""

    rule: ClassVar[str] = "DW-12.7c"
    cell: Hex

    def chances(self, g: State) -> Chances:
        return D6

    def resolve(self, g: State, outcome: int) -> None:
        g.pop()
        real = outcome <= g.box.numbers.assets.vdh_real_on
        g.tell(events.Jumped, self.cell, outcome, real)
        if real:
            g.put(g.box.vdh, self.cell)
        else:
            g.put(g.box.vdh, OUT)
            g.rumor = self.cell
