"""8.2 Where a stack may go and stop, and why not elsewhere."""

from __future__ import annotations

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.titles.tigers_in_the_mist.rules import occupation, supply
from ardennes.titles.tigers_in_the_mist.rules.movement.roads import (
    CLOSED,
    OUTSIDE,
    ROADS,
    Group,
    Leg,
    Ways,
    may_leave,
    on_foot,
    out_of_supply,
    slack,
    ways,
)
from ardennes.titles.tigers_in_the_mist.state import State

#: More MP than any way costs.
RICH = 99


def named(g: State, group: Group, place: int) -> dict[str, object]:
    """What all sentences about a place may name."""
    names = g.box.map.names
    return {"name": names[place], "place": names[place], "start": names[g.place[group.units[0]]], "side": group.side}


# ---- getting there -----------------------------------------------------------------------------------------


def reached(g: State, group: Group) -> Ways:
    """8.2, 8.3 Where a stack can pay its way to."""
    return ways(g, group, *slack(g, group.units))


def _is_shut_out(g: State, group: Group) -> bool:
    return not may_leave(g, g.place[group.units[0]], group.side)


def _beyond(g: State, group: Group, left: int) -> int:
    """Those of a set that no road leads to for the MP the stack has."""
    return left & ~reached(g, group).places


def _for_more(g: State, group: Group) -> Ways:
    """Where roads lead if MP are no matter."""
    return ways(g, group, RICH, RICH if on_foot(g, group) else -1)


def _too_dear(g: State, group: Group, left: int) -> int:
    """8.38 Those of a set to which roads lead for more MP than the stack has."""
    return _beyond(g, group, left) & _for_more(g, group).places


def _at_foot_pace(g: State, group: Group, left: int) -> int:
    """8.34 Those of a set that only wading makes too dear."""
    own, _ = slack(g, group.units)
    dear = {place: _for_more(g, group).cheapest(place) for place in cells(_too_dear(g, group, left))}
    return board_of(place for place, (cost, waded) in dear.items() if waded and cost <= own)


def _price(g: State, group: Group, place: int) -> dict[str, object]:
    """8.34, 8.38 What a place costs, what the stack has as foot, and what it has for that way."""
    (need, waded), (own, foot) = _for_more(g, group).cheapest(place), slack(g, group.units)
    return {"need": need, "foot": foot, "left": max(foot if waded else own, 0)}


def _only_borders(g: State, group: Group, place: int) -> bool:
    """Whether a place lies beside the stack's without a road between them: numbers run along the map."""
    start, board = g.place[group.units[0]], g.box.map
    both_areas = not board.is_zone(start) and not board.is_zone(place)
    return both_areas and abs(start - place) == 1 and board.link(start, place) is None


def _over_bridges(g: State, group: Group, left: int) -> int:
    """8.33 Those of a set to which roads would lead if no bridge were down."""
    if on_foot(g, group):
        return 0
    repaired = g.copy()
    repaired.blown = 0
    return _beyond(g, group, left) & ways(repaired, group, RICH, -1).places


def _next_door(road: Rung) -> Rung:
    """What bars the road to a place next door, where no other way leads there either."""

    def keeps_out(g: State, group: Group, left: int) -> int:
        leg = Leg(group.units, group.side, g.place[group.units[0]])
        return road.keeps_out(g, leg, _beyond(g, group, left) & g.box.map.neighbours[leg.here])

    return road._replace(keeps_out=keeps_out, finer=True)


#: 11.21, 12.25 What keeps those in a zone from coming onto the map.
SHUT = (
    Rung(
        "TM-12.25",
        "units that left the map may not come back",
        lambda g, group, left: left if group.side is Side.GERMAN and _is_shut_out(g, group) else 0,
    ),
    Rung(
        "TM-11.21a",
        "German units hold {start}: no Allied unit may enter the map there",
        lambda g, group, left: left if group.side is Side.ALLIED and _is_shut_out(g, group) else 0,
    ),
)
#: 8.2, 8.3 What keeps a stack from getting to a place, whether or not it may stop there.
GETTING = (
    Rung("TM-8.2", "the stack is in {name} already", lambda g, group, left: left & 1 << g.place[group.units[0]]),
    *[rung._replace(finer=True) for rung in (OUTSIDE, *CLOSED)],
    *SHUT,
    Rung(
        "TM-8.29a",
        "a stack out of supply moves one area only, and {place} is further",
        lambda g, group, left: left & ~g.box.map.neighbours[g.place[group.units[0]]] if out_of_supply(g, group) else 0,
        finer=True,
    ),
    *map(_next_door, ROADS),
    Rung(
        "TM-8.34a",
        "{place} costs {need} MP over a blown bridge; as foot the stack has {foot}",
        _at_foot_pace,
        _price,
        finer=True,
    ),
    Rung(
        "TM-8.38",
        "{place} costs {need} MP, and the stack has {left}",
        _too_dear,
        _price,
        finer=True,
    ),
    Rung(
        "TM-8.2",
        "{start} borders {place}, but no road joins them",
        lambda g, group, left: each(_only_borders)(g, group, _beyond(g, group, left)),
        finer=True,
    ),
    Rung(
        "TM-8.33c",
        "only blown bridges lead to {place}, and armor cannot cross",
        _over_bridges,
        finer=True,
    ),
    Rung("TM-8.22", "every road from {start} to {place} runs into enemy units first", _beyond),
)


# ---- staying there -----------------------------------------------------------------------------------------


def _supplied(g: State, group: Group, unit: int) -> int:
    """8.28 The places where a unit may be if it was in supply before it moved."""
    return g.supply[2 * group.side + g.box.units.infantry[unit]] if supply.for_movement(g, unit) else -1


def _all_supplied(g: State, group: Group) -> int:
    places = -1
    for unit in group.units:
        places &= _supplied(g, group, unit)
    return places


def _hungry(g: State, group: Group, place: int) -> dict[str, object]:
    """The first unit that would be out of supply in a place."""
    return {"unit": next(g.name(unit) for unit in group.units if not _supplied(g, group, unit) >> place & 1)}


def _overfills(g: State, group: Group, place: int) -> bool:
    """7.1 Whether a place refuses those of a stack that are not there yet."""
    return occupation.refuses(g, place, group.side, [unit for unit in group.units if g.place[unit] != place])


#: 7.1, 8.28 What keeps a stack from ending its move in a place it can get to.
STAYS = Rungs(
    named,
    Rung(
        "TM-8.28",
        "{unit} would be out of supply in {name}",
        lambda g, group, left: left & ~_all_supplied(g, group),
        _hungry,
    ),
    Rung(
        "TM-7.1g",
        "{name} would hold more than 4 units or 10 strength points, refused on December 16",
        each(_overfills),
    ),
)

#: What keeps a stack from moving to a place and stopping there.
DESTINATIONS = Rungs(named, *GETTING, *STAYS)
