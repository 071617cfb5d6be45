"""What an inspector says of a hex in any title: its ground, the rivers and bridges around it, whose zone it is in."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import atan2, pi

from ardennes.board.cells import cells
from ardennes.board.hexmap import Bridge, HexMap
from ardennes.kernel import Choice, Sight
from ardennes.kernel.words import listed, say
from ardennes.parts.eye.scenery import Fact

_COMPASS_NAMES = ("east", "south-east", "south", "south-west", "west", "north-west", "north", "north-east")


def picked(sight: Sight) -> list[int]:
    """The units taken up for the pending decision."""
    step = sight.state.stack[-1] if sight.state.stack else None
    return [*step.taken_up(sight.state)] if isinstance(step, Choice) else []


def ground(hexmap: HexMap, cell: int) -> str:
    """Terrain and what stands in a hex, in words."""
    head = hexmap.rows.head
    words = [head.terrain[hexmap.terrain_at(cell)]]
    words += [head.features[feature] for feature, board in hexmap.features.items() if board >> cell & 1]
    return ", ".join(say(word) for word in words)


def toward(hexmap: HexMap, cell: int, other: int) -> str:
    """Where a neighbour lies, as a point of the compass."""
    (x, y), (there_x, there_y) = hexmap.layout.centre(cell), hexmap.layout.centre(other)
    return _COMPASS_NAMES[round(atan2(there_y - y, there_x - x) / (pi / 4)) % 8]


@lru_cache(maxsize=16)
def _rivers(hexmap: HexMap) -> dict[frozenset[int], str]:
    """The river along every hexside that has one, by its name or its kind."""
    found: dict[frozenset[int], str] = {}
    for row in hexmap.rows.sides:
        for pair in hexmap.hexsides(row.path):
            found[frozenset(pair)] = row.name or hexmap.rows.head.sides[row.kind]
    return found


def rivers(hexmap: HexMap, cell: int, standing: Callable[[int, int], bool]) -> list[Fact]:
    """The rivers around a hex and where they can be crossed; `standing` says whether a bridge joins two hexes."""
    wet: dict[str, list[str]] = {}
    for other in cells(hexmap.grid.neighbours[cell]):
        name = _rivers(hexmap).get(frozenset((cell, other)))
        if name is not None:
            wet.setdefault(name, []).append(toward(hexmap, cell, other))
    found = [Fact(say("{river}: to the {where}", river=name, where=listed(ways))) for name, ways in wet.items()]
    for bridge in hexmap.bridges:
        if cell in (bridge.cell, bridge.other):
            found.append(_bridge(hexmap, cell, bridge, standing(bridge.cell, bridge.other)))
    return found


def _bridge(hexmap: HexMap, cell: int, bridge: Bridge, intact: bool) -> Fact:
    other = bridge.other if bridge.cell == cell else bridge.cell
    name = hexmap.name(other) or hexmap.grid.number(other)
    where = toward(hexmap, cell, other)
    if intact:
        return Fact(say("Bridge to {name} in the {where}: intact", name=name, where=where))
    return Fact(say("Bridge to {name} in the {where}: blown", name=name, where=where))


def zones(german: int, allied: int, cell: int, rule: str) -> list[Fact]:
    """Whose zones of control a hex lies in."""
    have = (german >> cell & 1, allied >> cell & 1)
    if have == (1, 1):
        return [Fact(say("In the zones of control of both sides"), rule=rule)]
    if have[0]:
        return [Fact(say("In a German zone of control"), rule=rule)]
    return [Fact(say("In an Allied zone of control"), rule=rule)] if have[1] else []


def supply(german: int, allied: int, cell: int, rule: str) -> Fact:
    """Who would be in supply in a hex, on the position as it stands."""
    have = (german >> cell & 1, allied >> cell & 1)
    if have == (1, 1):
        return Fact(say("Both sides trace supply here"), rule=rule)
    if have[0]:
        return Fact(say("Germans trace supply here"), rule=rule)
    return Fact(say("Allies trace supply here") if have[1] else say("Nobody traces supply here"), rule=rule)
