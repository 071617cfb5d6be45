"""A move in parts is the move at once.

    python -m tests.titles.bitter_woods.parts_of_moves --positions 2000

plays games, and in positions of them asks of every unit that may be moved by way of a hex: what it reaches at once by a
way that leads through that hex it must also reach in two parts, for the same price, and nothing else, and nothing for
less. Where coming through the hex changes something that decides where the unit may go - a boundary whose end was
reached, a leader who was lost and whose hex lies open, commandos or paratroopers with a die - the two are named
instead. Back to where it began a unit goes in two parts only.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ardennes.board.cells import cells
from ardennes.kernel import Action, Match
from ardennes.titles.bitter_woods.rules.movement import destinations
from ardennes.titles.bitter_woods.rules.movement.phase import Movement, Moving
from ardennes.titles.bitter_woods.state import State, own
from tests.titles.bitter_woods.record import SCENARIOS, bold_action, with_preset


class Breach(NamedTuple):
    """A unit, the hex it goes by way of, the hex it goes to, and what that costs at once and in parts (-1: nothing)."""

    unit: str
    by_way_of: str
    to: str
    at_once: int
    in_parts: int


#: So many units and, for each, ways are tried in a position: of those that are listed and of all others.
UNITS, WAYS = 6, 2


def parts(g: State, found: Counter[str], rng: random.Random) -> Iterator[Breach]:
    """The breaches of some units in a position in which a side moves; what was compared, and has a name, is counted."""
    units = [*g.choices().get("unit", ())]
    for unit in rng.sample(units, min(UNITS, len(units))):
        picked = g.copy()
        picked.play(Action("unit", unit))
        if not isinstance(picked.stack[-1], Moving):
            continue
        listed = [*picked.choices().get("via", ())]
        others = [end for end in picked.choices().get("hex", ()) if end not in listed]
        ways = rng.sample(listed, min(WAYS, len(listed))) + rng.sample(others, min(WAYS, len(others)))
        for by_way_of in ways:
            if picked.why_not(Action("via", by_way_of)) is None:
                yield from _by_way_of(picked, int(unit or 0), int(by_way_of or 0), found)


def _by_way_of(picked: State, unit: int, by_way_of: int, found: Counter[str]) -> Iterator[Breach]:
    step = picked.stack[-1]
    assert isinstance(step, Moving)
    once = step.found(picked)
    ends = destinations.ends(picked, unit, once)
    after = picked.copy()
    after.act(Action("via", by_way_of))
    after.advance()
    name = changed(picked, after, unit)
    if name:
        found[name] += 1
        return
    then = after.stack[-1]
    assert isinstance(then, Moving)
    rest = then.found(after)
    reached = destinations.ends(after, unit, rest)
    grid = picked.box.map.grid
    for cell in cells((ends | reached) & ~(1 << by_way_of)):
        price = once.cost(cell) if ends >> cell & 1 else -1
        in_parts = rest.cost(cell) if reached >> cell & 1 else -1
        if cell == once.start:
            found["back to where it began"] += 1
            continue
        found["compared"] += 1
        # A way is looked up only where the prices differ, and then for every fifth hex: that takes long.
        through = price >= 0 and in_parts != price and cell % 5 == 0 and by_way_of in once.path(cell)
        if through or (in_parts >= 0 and not 0 <= price <= in_parts):
            names = (grid.number(by_way_of), grid.number(cell))
            yield Breach(picked.name(unit), *names, price, in_parts)


def changed(before: State, after: State, unit: int) -> str:
    """What the first part of a move changed, of all that decides where its second part may lead."""
    if not isinstance(after.stack[-1], Moving):
        return "a die, or somebody is asked"
    if before.freed != after.freed:
        return "came free of boundaries"
    if before.occupied[1 - after.stack[-1].side] != after.occupied[1 - after.stack[-1].side]:
        return "a leader was lost"
    return ""


def positions(seed: int) -> Iterator[State]:
    """Positions in which a side moves, from games with every option."""
    rng = random.Random(f"parts {seed}")
    while True:
        match = Match(with_preset(rng.choice(SCENARIOS), "everything"), rng.getrandbits(30))
        while match.state.stack:
            g = own(match.state)
            if isinstance(g.stack[-1], Movement) and rng.random() < 0.1:
                yield g
            match.play(bold_action(g, rng))


def breaches(number: int, seed: int) -> tuple[list[Breach], Counter[str]]:
    """What is found in so many positions that have a move in parts."""
    bad: list[Breach] = []
    found: Counter[str] = Counter()
    rng = random.Random(f"ways {seed}")
    for g in positions(seed):
        before = found.total()
        bad += parts(g, found, rng)
        found["positions"] += found.total() > before
        if found["positions"] >= number:
            break
    return bad, found


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--positions", type=int, default=2000)
    asked.add_argument("--seed", type=int, default=1)
    args = asked.parse_args()
    bad, found = breaches(args.positions, args.seed)
    for name, number in found.most_common():
        print(f"{number:8} {name}")
    print(f"{len(bad):8} breaches")
    for breach in bad[:30]:
        print(breach)


if __name__ == "__main__":
    main()
