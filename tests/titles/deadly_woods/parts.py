"""Moves in parts against moves at once, over random positions (10.2.1e).

    python -m tests.titles.deadly_woods.parts --positions 2000 --seed 1

halts units of random positions in hexes on their way and compares what they reach then with what the whole move
reaches through that hex: the same hexes for the same price, never more. Halts that change something (a bridge rebuilt,
a marker that comes off, a hex taken) are counted by what they change; they are no breaches.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import pairwise

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Action, Game, Side, conformance
from ardennes.titles.deadly_woods import TITLE
from ardennes.titles.deadly_woods.rules import entering, paces, paths, travel
from ardennes.titles.deadly_woods.rules.movement import Movement, Moving
from ardennes.titles.deadly_woods.state import State
from tests.titles.deadly_woods.record import bold_action

#: Units of a position that are tried, and hexes on the way of each.
UNITS, HALTS = 3, 4


def positions(count: int, seed: int, least: int = 15) -> Iterator[State]:
    """Positions in which somebody may move, each from another moment of a random or bold game."""
    rng = random.Random(f"parts {seed}")
    found = 0
    while found < count:
        game = Game.of(TITLE, rng.choice(("german_attack", "campaign")))
        g = game.start(rng.getrandbits(32))
        assert isinstance(g, State)
        bold, wait = rng.random() < 0.5, rng.randrange(least)
        while g.stack and found < count:
            if isinstance(g.stack[-1], Movement) and g.choices().get("unit"):
                wait -= 1
                if wait < 0:
                    wait, found = rng.randrange(10, 60), found + 1
                    yield g.copy()
            g.play(bold_action(g, rng) if bold else conformance.random_action(g, rng))


def compared(g: State, unit: int, halt: int) -> tuple[str, list[str]]:
    """What halting in a hex changes, if anything, and the hexes reached otherwise than at once."""
    g = g.copy()
    g.play(Action("unit", unit))
    top = g.stack[-1]
    assert isinstance(top, Moving)
    if g.why_not(Action("via", halt)) is not None:
        return "", []
    start, name, hexes = g.place[unit], g.name(unit), g.box.grid.number
    changes = _changes(g, unit, paths.way_to(g, unit, top.range(g), halt))
    at_once = by_way_of(g, unit, halt)
    g.play(Action("via", halt))
    if not isinstance(g.stack[-1], Moving):
        return changes, []
    parts = g.stack[-1].range(g)
    found = []
    for cell in cells((parts.board | board_of(at_once)) & ~(1 << start | 1 << halt)):
        whole, later = at_once.get(cell), parts.cost(cell) if parts.board >> cell & 1 else None
        if later != whole:
            found.append(f"{name} {hexes(start)} by {hexes(halt)} to {hexes(cell)}: {whole} at once, {later} in parts")
    return changes, found


def by_way_of(g: State, unit: int, halt: int) -> dict[int, int]:
    """What a whole move pays for each hex by way of another, step by step, without the walk that the game uses.

    The way to the halt changes nothing.
    """
    start, grid = g.place[unit], g.box.grid
    steps = entering.Steps(g, unit, start)
    marked = travel.marked(g, g.side_of(unit)) | (grid.around(g.occupied[Side.ALLIED]) if unit == g.trucks else 0)
    found: dict[int, int] = {}
    for begun, _, allowance in paces.modes(g, unit):
        todo, known = [(0, begun, start, False)], set()
        while todo:
            spent, mode, cell, passed = heappop(todo)
            if (mode, cell, passed) in known:
                continue
            known.add((mode, cell, passed))
            if passed and cell != halt:
                found[cell] = min(spent, found.get(cell, spent))
            ways, free, stop = steps.pace(mode)
            if spent and stop >> cell & 1:
                continue
            then = steps.after(mode)
            if then is not None and steps.turning(mode, [1 << cell], [1 << cell])[0]:
                heappush(todo, (spent, then, cell, passed))
            if not spent and steps.held >> start & 1:
                free &= ~steps.held
            for way in ways:
                for other in cells(grid.neighbours[cell] & free):
                    if way.sides is not None and not grid.has_side(way.sides, cell, other):
                        continue
                    if not passed and (marked >> other & 1 or travel.down(g, cell, other) is not None):
                        continue
                    price = next((cost for cost, board in way.entry if board >> other & 1), allowance + 1)
                    if spent + price <= allowance:
                        heappush(todo, (spent + price, mode, other, passed or other == halt))
    return found


def _changes(g: State, unit: int, path: list[int]) -> str:
    """What the way to a halt changes."""
    if any(travel.down(g, a, b) is not None for a, b in pairwise(path)):
        return "a bridge is rebuilt"
    if unit == g.trucks and any(g.next_to(Side.ALLIED, cell) for cell in path):
        return "the Motorized marker comes off"
    if any(travel.marked(g, g.side_of(unit)) >> cell & 1 for cell in path[1:]):
        return "a hex is taken, or something marked is passed"
    return ""


def survey(count: int, seed: int) -> tuple[int, Counter[str], list[str]]:
    """Halts tried, those that change something by what they change, and the breaches of the others."""
    rng, tried, named, found = random.Random(seed), 0, Counter[str](), list[str]()
    for g in positions(count, seed):
        units = [unit for unit in g.choices()["unit"] if unit is not None]
        units = [unit for unit in units if unit != g.box.brigade_150 or not paths.may_slip(g)]
        for unit in rng.sample(units, min(UNITS, len(units))):
            board = paths.reachable(g.copy(), unit).board
            for halt in rng.sample(cells(board), min(HALTS, board.bit_count())):
                changes, breaches = compared(g, unit, halt)
                tried += 1
                if changes and breaches:
                    named[changes] += 1
                else:
                    found += breaches
    return tried, named, found


def main() -> None:
    """Say how many halts were tried and which breach the rule."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    tried, named, found = survey(options.positions, options.seed)
    print(f"{options.positions} positions, {tried} halts, {len(found)} breaches")
    for what, count in named.most_common():
        print(f"  {count} halts reach otherwise because {what}")
    for line in found[:40]:
        print(" ", line)


if __name__ == "__main__":
    main()
