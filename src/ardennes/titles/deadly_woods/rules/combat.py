"""11.0 Combat.

`rounds.ActionRound` pushes `AttackPhase(side)` after movement and its stacking check, if the round lets anybody
attack. By then `g.active` holds just the units that may attack (by round: all, the activated, armor that did not move
and so on), `g.attacked` and `g.defended` are empty, and supply is as `supply.in_supply` says. The phase pops itself on
`done`; the round then ends, which makes Allied artillery available again and clears the flags.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.kernel import Reason
from ardennes.parts.phases import OneByOne
from ardennes.titles.deadly_woods.state import State


class AttackPhase(OneByOne[State], frozen=True):
    """11.1 The attacker declares and resolves one combat after the other, or none (7.3k)."""

    rule: ClassVar[str] = "DW-11.1a"
    phase: ClassVar[str] = "Combat"
    verb: ClassVar[str] = "hex"
    otherwise: ClassVar[Reason] = Reason("DW-11.1a", "declare an attack, or end combat")

    def prompt(self, g: State) -> str:
        return "Choose a hex to attack, or end combat"

    def offered(self, g: State) -> Sequence[int]:
        return ()
