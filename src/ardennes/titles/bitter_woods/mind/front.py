"""The line: where units stand so that a German drive takes longest, one unit after the other.

A hex matters if roads to prizes lead over it or close by (`importance`). Each unit tries the hexes that matter most
among those it can reach, and takes the one after which the Germans can expect least, danger to itself counted.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

import numpy as np

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.titles.bitter_woods.box import OFF_MAP
from ardennes.titles.bitter_woods.mind import drives, valuation
from ardennes.titles.bitter_woods.mind.staffwork import MARCH, Draw, Staffwork

#: Hexes a unit tries, and how far apart they are at least.
TRIED, APART = 6, 1
#: Hexes it tries beside them because they are on the way to where it will be needed.
RELIEVED = 3


class Post(NamedTuple):
    """Where a unit is best placed, and what is better there than where it is."""

    unit: int
    cell: int
    payoff: float
    delays: float
    danger: float


def importance(work: Staffwork) -> list[float]:
    """Per hex how much of the Germans' hopes leads by it: prizes times how little of a detour it is."""
    found: list[float] | None = work.g.remember().get("importance")
    if found is not None:
        return found
    g = work.g
    size = g.box.map.grid.size
    start = g.occupied[Side.GERMAN]
    if not start:
        return [0.0] * size
    total = np.zeros(size)
    coming = drives.ticks_to(g, (start,), Side.GERMAN)[0]
    begin = cells(start)
    left = valuation.time_left(g)
    for objective, going in zip(work.objectives, work.ticks, strict=True):
        if valuation.held_by_germans(g, objective):
            continue
        best = int(going[begin].min())
        worth = objective.worth * (0.2 + valuation.in_time(left + 1, best / drives.TURN))
        slack = np.array([*[worth * exp(-detour / 14) for detour in range(100)], 0.0])
        total += slack[np.clip(coming + going - best, 0, 100)]
    found = g.remember()["importance"] = total.tolist()
    return found


def posts(work: Staffwork, most: int = 80) -> list[Post]:
    """Where everybody goes. The papers are brought up to date with each."""
    g = work.g
    weight = importance(work)
    found = []
    units = [u for u in work.free() if not g.box.units.artillery[u]]
    units.sort(key=lambda u: (-_here(work, u, weight), u))
    for unit in units[:most]:
        post = best_post(work, unit, weight)
        if post is not None:
            work.send(unit, post.cell)
            found.append(post)
        work.claim(unit)
    return found


def _here(work: Staffwork, unit: int, weight: list[float]) -> float:
    place = work.g.place[unit]
    return weight[place] if place < OFF_MAP else 0.0


def best_post(work: Staffwork, unit: int, weight: list[float]) -> Post | None:
    """Where a unit is best placed; None if that is where it is."""
    here = work.g.place[unit]
    options = work.options(unit)
    if not options:
        return None
    able = cells(options)
    relief = work.relief(unit)
    tried = _pick(work, able, weight)
    drawn = dict(zip(able, relief.at(able), strict=True))
    tried += sorted((c for c in able if c not in tried), key=lambda c: (-drawn[c], c))[:RELIEVED]
    best = best_of(work, unit, tried, relief)
    if best is None or (here < OFF_MAP and best.payoff <= 0.015):
        return None
    return best


def best_of(work: Staffwork, unit: int, tried: list[int], relief: Draw) -> Post | None:
    """The best of some hexes for a unit."""
    here = work.g.place[unit]
    before = _hopes(work, unit, here)
    stay = before
    if here < OFF_MAP:
        stay += work.danger(here, unit) - relief(here)
    best: Post | None = None
    for cell in tried:
        after = _hopes(work, unit, cell)
        danger = work.danger(cell, unit)
        payoff = stay - after - danger + relief(cell) + work.whim(MARCH)
        if best is None or payoff > best.payoff:
            best = Post(unit, cell, payoff, before - after, danger)
    return best


def _pick(work: Staffwork, able: list[int], weight: list[float]) -> list[int]:
    """The hexes worth trying: those that matter most, good ground first, not all in one place."""
    g, grid = work.g, work.g.box.map.grid
    ground = g.box.ground
    ranked = sorted(
        able,
        key=lambda c: (
            -weight[c] * (1.3 if (ground.doubled | ground.shifted) >> c & 1 else 1.0) + 0.004 * work.threat[c],
            c,
        ),
    )
    found: list[int] = []
    near = 0
    for cell in ranked:
        if not near >> cell & 1:
            found.append(cell)
            near |= grid.within(1 << cell, APART)
            if len(found) >= TRIED:
                break
    return found


def _hopes(work: Staffwork, unit: int, cell: int) -> float:
    """What the Germans can expect with a unit in a hex."""
    work.evaluated += 1
    g = work.g
    if g.place[unit] == cell:
        return work.outlook
    other = g.copy()
    other.put(unit, cell)
    return valuation.outlook(other)
