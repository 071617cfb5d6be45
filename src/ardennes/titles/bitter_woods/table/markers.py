"""Markers: those that units carry, each in one line with its words, its rule and who carries it, and those in hexes.

A client colours them by their key: `web/src/style/map.css`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ardennes.board.cells import board_of, cells
from ardennes.parts.scenery import Mark, Token
from ardennes.titles.bitter_woods.rules.combat import duties
from ardennes.titles.bitter_woods.state import State


class _Carried(NamedTuple):
    """A marker on units."""

    key: str
    words: str
    rule: str
    units: Callable[[State], int]


def _bound(g: State) -> int:
    """9.5 Units that are engaged, or have to counterattack."""
    found = duties.engaged(g) if g.duties else 0
    for duty in g.duties:
        if duty.kind == "CA":
            found |= board_of(duty.defenders)
    return found


_ON_UNITS = (
    _Carried("reduced", "reduced", "BW-9.6a", lambda g: g.reduced),
    _Carried("moved", "has moved", "BW-5.1a", lambda g: g.moved),
    _Carried("attacked", "has attacked", "BW-9.1b", lambda g: g.attacked),
    _Carried("fired", "has fired", "BW-10.1a", lambda g: g.fired),
    _Carried("reserve", "in reserve", "BW-14.1a", lambda g: g.reserve),
    _Carried("unsupplied", "out of supply", "BW-12.4a", lambda g: g.unsupplied),
    _Carried("shocked", "shocked", "BW-21.3a", lambda g: g.shocked),
    _Carried("held", "is building and stays", "BW-8.1d", lambda g: g.dug),
    _Carried("fight", "is bound to fight", "BW-9.5g", _bound),
)

#: What a client needs to know of them once.
MARKS = [Mark(1 << number, mark.key, mark.words, mark.rule) for number, mark in enumerate(_ON_UNITS)]


def marks(g: State) -> list[int]:
    """The marks of every unit, one bit each."""
    found = [0] * len(g.place)
    for number, mark in enumerate(_ON_UNITS):
        for unit in cells(mark.units(g)):
            found[unit] |= 1 << number
    return found


def tokens(g: State) -> list[Token]:
    """Markers that lie in hexes."""
    found = [Token(cell, "position", "improved position", "IP") for cell in cells(g.improved)]
    found += [Token(cell, "fort", "fortified", "FORT") for cell in cells(g.forts)]
    found += [Token(cell, "interdiction", "interdicted from the air", "AIR") for cell in cells(g.interdicted)]
    found += [Token(cell, "drop", "supplied from the air", "DROP") for cell in cells(g.dropped)]
    for duty in g.duties:
        found.append(Token(duty.hex, duty.kind, f"{duty.kind}: the {duty.side} side must fight here", duty.kind))
    return found
