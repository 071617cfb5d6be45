"""A move in parts is the move at once (7.0).

    python -m tests.titles.enemy_action_ardennes.parts_of_moves --positions 2000 --seed 1

plays games, halts units of their positions in hexes on their way and compares what they reach then, at either pace,
with what the whole move reaches through that hex: the same hexes for the same price, never more. The whole move is
walked step by step here, without the searches that the game uses. Halts that change something (a town taken, a bridge
used, Engineers who are asked) are counted by what they change; they are no breaches.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from heapq import heappop, heappush

from ardennes.board.cells import cells
from ardennes.kernel import Action, Game
from ardennes.titles.enemy_action_ardennes import TITLE
from ardennes.titles.enemy_action_ardennes.rules import barriers, entering, paths
from ardennes.titles.enemy_action_ardennes.rules.movement import Movement, Moving
from ardennes.titles.enemy_action_ardennes.rules.paths import Pace, Range
from ardennes.titles.enemy_action_ardennes.state import State
from tests.titles.enemy_action_ardennes.record import SEEDS, bold_action

#: Units of a position that are tried, and hexes on the way of each.
UNITS, HALTS = 3, 4
#: What every move changes; nothing of it decides where a unit may go.
OWN = {"stack", "place", "moved"}

Prices = dict[tuple[int, Pace], int]


def positions(seed: int) -> Iterator[State]:
    """Positions in which somebody may move, each from another moment of a game with much fighting."""
    rng = random.Random(f"parts {seed}")
    while True:
        g = Game.of(TITLE, rng.choice(sorted(SEEDS))).start(rng.getrandbits(32))
        assert isinstance(g, State)
        while g.stack:
            if isinstance(g.stack[-1], Movement) and g.choices().get("unit") and rng.random() < 0.2:
                yield g.copy()
            g.play(bold_action(g, rng))


def in_parts(found: Range) -> Prices:
    """What a range costs at each pace; the first leg that reaches a hex counts."""
    prices: Prices = {}
    for leg in reversed(found.legs):
        prices |= {(cell, leg.pace): leg.found.cost(cell) for cell in cells(leg.found.board)}
    return prices


def at_once(g: State, moving: Moving, halt: int) -> Prices:
    """What a whole move pays for each hex by way of another, at each pace, step by step."""
    unit, start = moving.mover, g.place[moving.mover]
    prices: Prices = {}
    paces = [Pace.ORDINARY] + [Pace.STRATEGIC] * paths.may_go_strategic(g, unit)
    for pace in paces:
        strategic = pace is Pace.STRATEGIC
        allowance = paths.strategic_allowance(g, unit) if strategic else g.box.units.movement[unit]
        todo, known = [(0, start, False)], set()
        while todo:
            spent, here, passed = heappop(todo)
            if (here, passed) in known:
                continue
            known.add((here, passed))
            if passed and here != halt:
                prices[here, pace] = min(spent, prices.get((here, pace), spent))
            manner = entering.STRATEGIC if strategic else paths.manner(moving.zones, begun=bool(spent))
            who = entering.going(g, unit, manner)
            if spent and entering.stops(g, who) >> here & 1:
                continue
            for cell in cells(entering.ahead(g, who, here)):
                if entering.wades(g, who, here, cell):
                    continue  # the move ends there
                price = g.box.numbers.movement.road if strategic else entering.price(g, who, here, cell)
                if spent + price <= allowance:
                    heappush(todo, (spent + price, cell, passed or cell == halt))
    return prices


def compared(picked: State, halt: int) -> tuple[str, list[str]]:
    """What halting in a hex changes, if anything, and the hexes reached otherwise than at once."""
    moving = picked.stack[-1]
    assert isinstance(moving, Moving)
    unit, hexes = moving.mover, picked.box.grid.number
    whole = at_once(picked, moving, halt)
    after = picked.copy()
    after.play(Action("via", halt))
    then = after.stack[-1] if after.stack else None
    before, now = picked.table(), after.table()
    changed = sorted(key for key in now if key not in OWN and now[key] != before[key])
    if not isinstance(then, Moving):  # nothing is left to compare
        return "somebody is asked", []
    if _west(after, unit) != _west(picked, unit):
        changed.append("the army's westernmost unit")
    parts, start = in_parts(then.range(after)), picked.place[unit]
    places = {key for key in (*whole, *parts) if key[0] not in (start, halt)}
    return ", ".join(changed), [
        f"{picked.name(unit)} {hexes(start)} by {hexes(halt)} to {hexes(cell)}, {pace.name.lower()}: "
        f"{whole.get((cell, pace))} at once, {parts.get((cell, pace))} in parts"
        for cell, pace in sorted(places)
        if whole.get((cell, pace)) != parts.get((cell, pace))
    ]


def _west(g: State, unit: int) -> int:
    """7.5g What lies too far west for strategic movement."""
    return barriers.HEXES[barriers.Bar.TOO_FAR_WEST](g, entering.going(g, unit, entering.STRATEGIC))


def survey(count: int, seed: int) -> tuple[int, Counter[str], list[str]]:
    """Halts tried, those that change something by what they change, and the breaches of the others."""
    rng, tried, named, found = random.Random(seed), 0, Counter[str](), list[str]()
    for number, g in enumerate(positions(seed), 1):
        units = list(g.choices()["unit"])
        for unit in rng.sample(units, min(UNITS, len(units))):
            picked = g.copy()
            picked.play(Action("unit", unit))
            moving = picked.stack[-1]
            if not isinstance(moving, Moving):
                continue
            board = [cell for cell in cells(moving.range(picked).board) if picked.allows(Action("via", cell))]
            for halt in rng.sample(board, min(HALTS, len(board))):
                changes, breaches = compared(picked, halt)
                tried += 1
                if changes and breaches:
                    named[changes] += 1
                else:
                    found += breaches
        if number == count:
            break
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
        print(f"  {count} halts reach otherwise because this changes: {what}")
    for line in found[:40]:
        print(" ", line)


if __name__ == "__main__":
    main()
