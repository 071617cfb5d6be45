"""Leaving the map for points: who may, by which edge, and what it brings (7.8, 7.81, 14.1c, 14.1d)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Side
from ardennes.titles.enemy_action_ardennes.box import Box, Exit
from ardennes.titles.enemy_action_ardennes.mind.distances import turns_to
from ardennes.titles.enemy_action_ardennes.rules import paths
from ardennes.titles.enemy_action_ardennes.rules.victory import exit_value
from ardennes.titles.enemy_action_ardennes.state import SUPPLIED, State

#: How sure a side is of exits: units leave one by one, and the enemy is warned by the first.
SURE = 0.45
#: Units so near are thought of: in activations by empty roads, and in movement points past the enemy.
NEAR, HORIZON = 1.6, 10
#: 7.81 The flanks: of the first two only one is left by, the others stay open.
NORTH, SOUTH, ELSEWHERE = range(3)
_FLANKS = {"north": NORTH, "south": SOUTH}


#: What units on foot and mechanized ones would bring, by place.
Leavers = dict[int, tuple[int, int]]


class Edge(NamedTuple):
    """Exits that are open to the same armies until the same day and count the same, and the hexes near them."""

    flank: int
    armies: frozenset[int]
    until: int
    across: bool
    board: int
    near: int


@lru_cache(maxsize=8)
def _edges(box: Box) -> tuple[Edge, ...]:
    groups: dict[tuple[int, frozenset[int], int, bool], list[Exit]] = {}
    for way in box.exits:
        key = (_FLANKS.get(way.edge, ELSEWHERE), way.armies, min(way.until, box.last_day), way.across)
        groups.setdefault(key, []).append(way)
    found = []
    for key, ways in groups.items():
        near = [place for way in ways for place, turns in enumerate(turns_to(box, way.cell)) if turns <= NEAR]
        found.append(Edge(*key, board_of([way.cell for way in ways]), board_of(near)))
    return tuple(found)


@lru_cache(maxsize=200)
def open_edges(box: Box, day: int, used: int) -> tuple[Edge, ...]:
    """7.8a, 7.81 The edges by which somebody may leave on a day, by the flanks that were used."""
    closed = SOUTH if used & paths.NORTH_EAST else NORTH if used & paths.SOUTH else -1
    return tuple([edge for edge in _edges(box) if edge.flank != closed and day <= edge.until])


def leavers(g: State, edge: Edge) -> Leavers:
    """7.8c, 7.8d What the units near an edge would bring that may leave by it, by place: on foot, and mechanized."""
    found: Leavers = {}
    army, supplied = g.box.units.army, g.supply
    for place in cells(edge.near & g.occupied[Side.GERMAN]):
        walking = driving = 0
        for unit in g.stacks[place]:
            if army[unit] in edge.armies and supplied[unit] == SUPPLIED:
                worth = exit_value(g, unit, edge.across)
                if g.face(unit).kind.mechanized:
                    driving += worth
                else:
                    walking += worth
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
