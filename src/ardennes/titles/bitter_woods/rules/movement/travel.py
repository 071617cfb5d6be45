"""What happens on the way: a unit that comes through a hex, by movement, retreat or advance."""

from __future__ import annotations

from ardennes.board.cells import board_of
from ardennes.kernel import Side
from ardennes.titles.bitter_woods.events import FortLost
from ardennes.titles.bitter_woods.rules import dumps, leaders, victory
from ardennes.titles.bitter_woods.rules.combat import duties
from ardennes.titles.bitter_woods.rules.movement import boundaries
from ardennes.titles.bitter_woods.state import State, laws


def notable(g: State, unit: int) -> int:
    """The hexes where it matters that a unit comes through: ends of boundaries, built fortifications, Liège.

    With rule 24 also those next to enemy leaders who are alone, with rule 25 those where a fuel dump may be, and with
    rule 29 those of paratroopers and commandos.

    All of them belong to the enemy, or are for the taking; what is the mover's own - positions, reserves, bridges,
    builders - changes where he leaves and where he arrives, never on his way. So of ways of equal price it is no matter
    which one is taken, and whoever wants to come through a hex, or not next to a dump (25.3), names his way.
    """
    more = leaders.exposed_to(g, unit) if g.box.leaders else 0
    if unit >= g.box.units.first_allied:
        found = g.liege | more
        if g.event18:
            found |= board_of(g.companies) | g.deceived
        return found | dumps.notable(g, False) if g.box.fuel_dumps else found
    found = g.forts | g.box.liege & ~g.liege | more
    if g.box.fuel_dumps:
        found |= dumps.notable(g, True)
    return found | boundaries.ends(g, unit)


def matters(g: State, unit: int, board: int) -> bool:
    """Whether it makes a difference by which way a unit that is picked up goes, which can reach some hexes."""
    marked: int | None = g.remember().get("notable")  # by `destinations.notable`, where they were asked for
    if (notable(g, unit) if marked is None else marked) & board:
        return True
    if g.reserve and laws.beside_reserves(g, unit < g.box.units.first_allied) & board:  # 14.3
        return True
    if not g.box.fuel_dumps or unit >= g.box.units.first_allied or not g.box.matrix.near & board:
        return False
    return bool(dumps.held(g))  # 25.3 it may come up to a dump that is held


def go(g: State, unit: int, path: tuple[int, ...], straight: bool = False) -> None:
    """Move a unit along a path of hexes, of which it may stand in the first; `straight` where its way is no matter."""
    before = g.place[unit]
    german = unit < g.box.units.first_allied
    marked = 0 if straight else notable(g, unit)
    for cell in path if marked else ():
        if marked >> cell & 1 and cell != before:
            _come_through(g, unit, cell, german)
    g.put(unit, path[-1])
    if german:
        boundaries.come_to(g, unit, path[-1])
    if g.reserve:
        laws.pass_by(g, unit, path)
    if g.box.leaders:
        g.stayed &= ~(1 << unit)
        leaders.surprise(g, unit, path)
    if g.duties:
        duties.review(g)
    if german and g.exits[0]:
        victory.check_strategic(g)
    if german and g.box.fuel_dumps and dumps.held(g):
        dumps.germans_moved(g, [cell for cell in path if cell != before])


def _come_through(g: State, unit: int, cell: int, german: bool) -> None:
    bit = 1 << cell
    if german:
        boundaries.pass_through(g, unit, cell)
        if g.forts & bit:  # 8.2
            g.forts ^= bit
            g.tell(FortLost, cell)
        g.liege |= bit & g.box.liege
    else:
        g.liege &= ~bit
        g.met |= bit & board_of(g.companies)
    if g.box.fuel_dumps:
        dumps.come_through(g, cell, german)


def side_of(g: State, unit: int) -> Side:
    """Whose unit it is."""
    return g.box.units.side(unit)
