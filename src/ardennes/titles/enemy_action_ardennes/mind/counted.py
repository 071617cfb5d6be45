"""A position as the learned value sees it: strength around the towns, how near both sides are to them past each other,
and what each side has in hand. Of hands and piles only the numbers are seen, as everybody knows them."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.parts.mind import prizes
from ardennes.parts.mind.prizes import STRENGTH, Force
from ardennes.titles.enemy_action_ardennes.box import Box
from ardennes.titles.enemy_action_ardennes.mind import front
from ardennes.titles.enemy_action_ardennes.mind.distances import turns_to
from ardennes.titles.enemy_action_ardennes.rules.victory import eliminated, points
from ardennes.titles.enemy_action_ardennes.state import SUPPLIED, State

#: Towns are near within so many activations; what cards, impulses, points of the map's edge and the Westwall's hexes
#: are divided by.
NEAR, CARDS, IMPULSES, EXITS, WALLS = 4.0, 10.0, 10.0, 5.0, 10.0


@lru_cache(maxsize=8)
def _towns(box: Box) -> tuple[tuple[int, ...], NDArray[np.float32]]:
    """The towns that count, and the activations from every hex to each."""
    towns = tuple(cell for cell, worth in box.worth.items() if worth)
    return towns, np.array([turns_to(box, cell) for cell in towns], dtype=np.float32)


def features(g: State, left: int) -> NDArray[np.float32]:
    """Raw columns, nothing judged; `left` are the days after this one."""
    towns, turns = _towns(g.box)
    forces, sums = [], []
    for side in (Side.GERMAN, Side.ALLIED):
        paces, lots = _strengths(g, side)
        forces += paces
        sums += lots
    held = [bool(g.german_towns >> cell & 1) for cell in towns]
    around = prizes.features(turns, held, forces, left, g.side is Side.GERMAN, float(points(g)))
    return np.concatenate([around, _near(g, towns), sums, _counts(g)], dtype=np.float32)


def _strengths(g: State, side: Side) -> tuple[list[Force], list[float]]:
    """Where the strength of a side stands, on foot and mechanized; and how much of it is active, has yet to move, is
    dispersed, and is short of supply."""
    places: list[list[int]] = [[], []]
    strengths: list[list[float]] = [[], []]
    active = waiting = dispersed = hungry = 0
    for unit in cells(g.box.units.all_of[side] & g.mapped):
        face = g.face(unit)
        places[face.kind.mechanized].append(g.place[unit])
        strengths[face.kind.mechanized].append(face.strength)
        active += face.strength if g.active >> unit & 1 else 0
        waiting += face.strength if (g.active & ~g.moved) >> unit & 1 else 0
        dispersed += face.strength if g.dispersed >> unit & 1 else 0
        hungry += face.strength if g.supply[unit] != SUPPLIED else 0
    paces = [Force(*both) for both in zip(places, strengths, strict=True)]
    return paces, [each / STRENGTH for each in (active, waiting, dispersed, hungry)]


def _near(g: State, towns: tuple[int, ...]) -> list[float]:
    """How near each side's nearest units are to every town past the enemy: 1 in it, 0 too far away."""
    found = []
    for side in (Side.GERMAN, Side.ALLIED):
        away = front.turns(g, side, NEAR, g.box.prized)
        found += [max(0.0, 1.0 - away[cell] / NEAR) if cell in away else 0.0 for cell in towns]
    return found


def _counts(g: State) -> list[float]:
    """Cards in both hands and draw piles, impulses taken today, units lost, points that stay, the Westwall, fuel."""
    found = [len(cards) / CARDS for cards in (*g.hands, *g.piles)]
    found += [count / IMPULSES for count in g.impulses]
    found += [eliminated(g) / STRENGTH, g.exit_points / EXITS, g.allied_wall.bit_count() / WALLS]
    return [*found, float(g.meuse_points), float(g.fuel)]
