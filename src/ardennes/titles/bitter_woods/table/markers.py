"""Markers: those that units carry, each in one line with its words, its rule and who carries it, and those in hexes.

A client colours them by their key: `web/src/style/map.css`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Side
from ardennes.kernel.words import phrase, say
from ardennes.parts.eye.scenery import Mark, Token
from ardennes.titles.bitter_woods.rules import dumps, leaders
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


def _used_up(g: State) -> int:
    """24.1 Leaders without influence left."""
    return board_of(leader for leader in cells(g.box.leader_units) if leaders.influence_left(g, leader) <= 0)


def _mugshot(g: State) -> int:
    """36.L5 Peiper, if event 2 of 18AM has come up."""
    rolled = g.box.peiper >= 0 and any(fate.key == "atrocities" for fate in g.box.fates["18AM"][g.event18])
    return 1 << g.box.peiper if rolled else 0


_ON_UNITS = (
    _Carried("reduced", "reduced", "BW-9.6a", lambda g: g.reduced),
    _Carried("moved", "has moved", "BW-5.1a", lambda g: g.moved),
    _Carried("attacked", "has attacked", "BW-9.1b", lambda g: g.attacked),
    _Carried("fired", "has fired", "BW-10.1a", lambda g: g.fired),
    _Carried("reserve", "in reserve", "BW-14.1a", lambda g: g.reserve),
    _Carried("unsupplied", "out of supply", "BW-12.4a", lambda g: g.unsupplied),
    _Carried("alternate", "after the atrocities, with his other face up", "BW-36.L5", _mugshot),
    _Carried("shocked", "shocked: half its strength, one less ER", "BW-21.3a", lambda g: g.shocked),
    _Carried("held", "is building and stays", "BW-8.1d", lambda g: g.dug),
    _Carried("released", "may move in exploitation", "BW-24.5e", lambda g: g.released & ~g.moved),
    _Carried("influenced", "can affect no more battles this player turn", "BW-24.1", _used_up),
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


def _dumps(g: State) -> list[Token]:
    """25 Fuel dumps as the side knows them: its own secret, those in the open, and where one may lie."""
    own = {cell for cell in g.dumps[Side.ALLIED] if cell >= 0}
    found = [Token(cell, "dump", "your fuel dump, not yet found", "FUEL") for cell in sorted(own)]
    for cell in cells(g.open_dumps):
        if g.burnt_dumps >> cell & 1:
            found.append(Token(cell, "dump", "a burnt fuel dump", "BURNT"))
        else:
            whose = phrase("captured by the Germans") if g.taken_dumps >> cell & 1 else phrase("in Allied hands")
            found.append(Token(cell, "dump", say("a fuel dump, {whose}", whose=whose), "FUEL"))
    rest = cells(dumps.suspected(g) & ~board_of(own))
    return [*found, *[Token(cell, "dump", "a fuel dump may lie here", "?") for cell in rest]]


def tokens(g: State) -> list[Token]:
    """Markers that lie in hexes."""
    found = [Token(cell, "position", "improved position", "IP") for cell in cells(g.improved)]
    found += [Token(cell, "fort", "fortified", "FORT") for cell in cells(g.forts)]
    found += [Token(cell, "interdiction", "interdicted from the air", "AIR") for cell in cells(g.interdicted)]
    found += [Token(cell, "drop", "supplied from the air", "DROP") for cell in cells(g.dropped)]
    found += [Token(cell, "paratroopers", "parachute company", "PARA") for cell in sorted(set(g.companies))]
    found += [Token(cell, "commandos", "German commandos are here", "CMDO") for cell in cells(g.deceived)]
    if g.box.fuel_dumps:
        found += _dumps(g)
    for duty in g.duties:
        found.append(
            Token(
                duty.hex,
                duty.kind,
                say("{kind}: the {side} side must fight here", kind=duty.kind, side=duty.side),
                duty.kind,
            )
        )
    return found
