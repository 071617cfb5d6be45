"""9.0 Army boundaries, and the other leashes of 10.6.4: where a unit may be."""

from __future__ import annotations

from ardennes.kernel import Reason, Side
from ardennes.kernel.words import say
from ardennes.titles.deadly_woods.box import Leash
from ardennes.titles.deadly_woods.state import State


def divided(g: State) -> bool:
    """9.2 Whether army boundaries still bind the Germans."""
    return g.turn <= g.box.numbers.areas.until


def northern_line_gone(g: State) -> bool:
    """9.2.1 Whether the line between the 5th and 6th Panzer Armies is lifted: the turn after St. Vith was entered."""
    return bool(g.st_vith) and g.turn >= g.st_vith + g.box.numbers.areas.st_vith_after


def army_area(g: State, cell: int) -> int:
    """9.2 The hexes a German unit in a hex may go to while boundaries bind: its army's area (9.2e)."""
    sixth, fifth, seventh = g.box.areas
    if seventh >> cell & 1:
        return seventh
    if northern_line_gone(g):
        return sixth | fifth
    return sixth if sixth >> cell & 1 else fifth


def leash_of(g: State, unit: int) -> Leash | None:
    """9.4, 10.6.4 The leash that binds a unit now."""
    leash = g.box.leash.get(unit)
    if leash is None or g.unleashed >> unit & 1:
        return None
    if leash.free_from and g.turn >= leash.free_from:
        return None
    if leash.limit == "west_of_meuse" and g.meuse:
        return None
    return leash


def allowed(g: State, unit: int, cell: int) -> int:
    """The hexes a unit that stands in `cell` may move, advance or retreat to, as far as areas and leashes go."""
    box = g.box
    leash = leash_of(g, unit)
    if unit < box.units.first_allied:
        if not divided(g):
            return box.grid.board
        if leash is not None:  # 9.4 the 14th Parachute Regiment stands between two armies
            return (box.areas[1] | box.areas[2]) & leash.board
        return army_area(g, cell)
    board = box.british_area if box.units.british >> unit & 1 else box.grid.board
    if leash is not None and leash.board >> cell & 1:
        board &= leash.board
    return board


def home(g: State, unit: int, leashed: bool = True) -> int:
    """9.3, 10.6.4j The hexes a unit that is not on the map may be put in, as far as areas and leashes go.

    Leashes do not hold whoever enters as a reinforcement: where its own area is blocked it comes by another (10.6.4h).
    """
    leash = leash_of(g, unit) if leashed else None
    board = g.box.british_area if g.box.units.british >> unit & 1 else g.box.grid.board
    return board if leash is None else board & leash.board


def why_not(g: State, unit: int, cell: int) -> Reason:
    """Which of these rules keeps a unit from a hex."""
    name, where = g.name(unit), g.hex_name(cell)
    if g.side_of(unit) is Side.GERMAN:
        leash = leash_of(g, unit)
        if leash is not None:
            return Reason("DW-9.4b", say("{name} must stay within two hexes of the 7th Army area", name=name))
        return Reason(
            "DW-9.2a", say("{name} may not cross an army boundary to {where} before turn 4", name=name, where=where)
        )
    if g.box.units.british >> unit & 1 and not g.box.british_area >> cell & 1:
        return Reason("DW-9.3a", say("{name} may not leave the British area", name=name))
    leash = leash_of(g, unit)
    if leash is not None and leash.limit == "near_entry_j":
        return Reason("DW-10.6.4g", say("{name} must stay within three hexes of entry area J", name=name))
    return Reason("DW-10.6.4a", say("{name} must stay west of the Meuse until it is released", name=name))
