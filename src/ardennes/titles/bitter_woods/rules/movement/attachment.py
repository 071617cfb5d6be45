"""24.6 Attachment: a German mechanized reinforcement belongs to one of the three armies from its arrival on."""

from __future__ import annotations

from ardennes.titles.bitter_woods.box import WAITING
from ardennes.titles.bitter_woods.box.counters import GERMAN_ARMIES
from ardennes.titles.bitter_woods.events import Attached
from ardennes.titles.bitter_woods.rules.movement import destinations
from ardennes.titles.bitter_woods.state import State


def asked(g: State, unit: int) -> bool:
    """24.6 Whether a unit that is about to enter has to be declared attached to an army first."""
    return g.place[unit] == WAITING and bool(g.box.attachable >> unit & 1) and not g.attached[unit]


def armies(g: State, unit: int) -> list[int]:
    """The armies in whose sector a unit can come onto the map."""
    every = range(len(GERMAN_ARMIES))
    if g.turn > g.box.boundaries_until:
        return list(every)
    return [army for army in every if _has_way(g, unit, army)]


def _has_way(g: State, unit: int, army: int) -> bool:
    after = g.copy()
    declare(after, unit, army)
    return bool(destinations.ends(after, unit, destinations.reachable(after, unit)))


def declare(g: State, unit: int, army: int | None) -> None:
    """24.6 A unit belongs to an army from now on; None takes it back before the unit has entered."""
    number = 0 if army is None else army + 1
    g.attached = g.attached[:unit] + bytes([number]) + g.attached[unit + 1 :]
    if army is not None:
        g.tell(Attached, unit, army)
