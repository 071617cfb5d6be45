"""24.6 Attachment: a German mechanized reinforcement belongs to one of the three armies from its arrival on."""

from __future__ import annotations

from ardennes.titles.bitter_woods.box import WAITING
from ardennes.titles.bitter_woods.box.counters import GERMAN_ARMIES
from ardennes.titles.bitter_woods.events import Attached
from ardennes.titles.bitter_woods.rules import reinforcements
from ardennes.titles.bitter_woods.state import State


def asked(g: State, unit: int) -> bool:
    """24.6 Whether a unit that is about to enter has to be declared attached to an army first."""
    return g.place[unit] == WAITING and bool(g.box.attachable >> unit & 1) and not g.attached[unit]


def armies(g: State, unit: int) -> list[int]:
    """5.4, 24.6 The armies in whose sector an entry hex of a unit lies, or all once the boundaries are lifted."""
    every = range(len(GERMAN_ARMIES))
    if g.turn > g.box.boundaries_until:
        return list(every)
    entry = reinforcements.designated(g, unit)
    return [army for army in every if entry & g.box.sectors[GERMAN_ARMIES[army]]]


def declare(g: State, unit: int, army: int | None) -> None:
    """24.6 A unit belongs to an army from now on; None takes it back before the unit has entered."""
    number = 0 if army is None else army + 1
    g.attached = g.attached[:unit] + bytes([number]) + g.attached[unit + 1 :]
    if army is not None:
        g.tell(Attached, unit, GERMAN_ARMIES[army])
