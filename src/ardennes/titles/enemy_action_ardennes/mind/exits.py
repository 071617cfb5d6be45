"""Leaving the map for points: who may, by which edge, and what it brings (7.8, 7.81, 14.1c, 14.1d)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Side
from ardennes.titles.enemy_action_ardennes.box import Box, Exit
from ardennes.titles.enemy_action_ardennes.mind.distances import turns_to
from ardennes.titles.enemy_action_ardennes.rules import exits
from ardennes.titles.enemy_action_ardennes.rules.victory import exit_points
from ardennes.titles.enemy_action_ardennes.state import SUPPLIED, State

#: How sure a side is of exits: units leave one by one, and the enemy is warned by the first.
SURE = 0.45
#: Units so near are thought of: in activations by empty roads, and in movement points past the enemy.
NEAR, HORIZON = 1.6, 10
#: 7.81 The flanks: only one of the two is left by, elsewhere the map stays open.
FLANKS, ELSEWHERE = ("north", "south"), ""


#: What units on foot and mechanized ones would bring, by place.
Leavers = dict[int, tuple[int, int]]


class Edge(NamedTuple):
    """Exits that are open to the same armies until the same day and count the same, and the hexes near them."""

    flank: str
    armies: frozenset[int]
    until: int
    across: bool
    board: int
    near: int


@lru_cache(maxsize=8)
def _edges(box: Box) -> tuple[Edge, ...]:
    groups: dict[tuple[str, frozenset[int], int, bool], list[Exit]] = {}
    for way in box.exits:
        flank = way.edge if way.edge in FLANKS else ELSEWHERE
        key = (flank, way.armies, min(way.until, box.last_day), way.across)
        groups.setdefault(key, []).append(way)
    found = []
    for key, ways in groups.items():
        near = [place for way in ways for place, turns in enumerate(turns_to(box, way.cell)) if turns <= NEAR]
        found.append(Edge(*key, board_of([way.cell for way in ways]), board_of(near)))
    return tuple(found)


@lru_cache(maxsize=200)
def open_edges(box: Box, day: int, used: int) -> tuple[Edge, ...]:
    """7.8a, 7.81 The edges by which somebody may leave on a day, by the flanks that were used."""
    return tuple([edge for edge in _edges(box) if day <= edge.until and not exits.closed(edge.flank, used)])


@lru_cache(maxsize=32)
def _worth(box: Box, edge: Edge) -> dict[int, tuple[tuple[int, int], ...]]:
    """14.1c, 14.1d What each unit that may leave by an edge would bring with the steps it may have lost, on foot and
    mechanized."""
    found = {}
    for army in edge.armies:
        for unit in cells(box.units.in_army[army]):
            faces = box.units.faces[unit]
            brought = [exit_points(box, face, len(faces) - lost, edge.across) for lost, face in enumerate(faces)]
            driving = [face.kind.mechanized for face in faces]
            found[unit] = tuple([(0, it) if on else (it, 0) for it, on in zip(brought, driving, strict=True)])
    return found


def leavers(g: State, edge: Edge) -> Leavers:
    """7.8c, 7.8d What the units near an edge would bring that may leave by it, by place: on foot, and mechanized."""
    found: Leavers = {}
    near = edge.near & g.occupied[Side.GERMAN]
    if not near:
        return found
    worth, stacks, supplied, lost = _worth(g.box, edge), g.stacks, g.supply, g.lost
    for place in cells(near):
        walking = driving = 0
        for unit in stacks[place]:
            if unit in worth and supplied[unit] == SUPPLIED:
                foot, wheels = worth[unit][lost[unit]]
                walking += foot
                driving += wheels
        if walking or driving:
            found[place] = (walking, driving)
    return found


def contested(g: State) -> int:
    """The exits that somebody could think of leaving by."""
    found = 0
    for edge in open_edges(g.box, g.day, g.exits_used):
        if g.occupied[Side.GERMAN] & edge.near and leavers(g, edge):
            found |= edge.board
    return found
