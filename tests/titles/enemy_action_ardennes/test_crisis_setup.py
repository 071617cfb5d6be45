"""Enemy Action 15.5: the set-up of Crisis at the Meuse on our map. A map that is wrong would show here first."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

import pytest

from ardennes.board.cells import board_of, cells
from ardennes.board.hexes import less
from tests.map_words import Words, words

FILE = Path(__file__).with_name("crisis.csv")
BLOWN = ("1017/1118", "1515/1516", "0712/0812", "0811/0812", "2107/2207")


class Unit(NamedTuple):
    name: str
    side: str
    hex: str
    steps: int
    marker: str


def read() -> list[Unit]:
    with FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [Unit(r["unit"], r["side"], r["hex"], int(r["steps"]), r["marker"]) for r in rows]


UNITS = read()


@pytest.fixture(scope="module")
def ea() -> Words:
    return words("enemy_action_ardennes")


def board(ea: Words, side: str) -> int:
    return board_of(ea.grid.cell(unit.hex) for unit in UNITS if unit.side == side)


def test_everyone_is_here():
    assert Counter(unit.side for unit in UNITS) == {"German": 61, "Allied": 43}


def test_every_unit_stands_on_the_map_and_alone_of_its_side(ea):
    assert not board(ea, "German") & board(ea, "Allied")


def test_stacking():
    """7.4: three units or six steps."""
    stacks = defaultdict(list)
    for unit in UNITS:
        stacks[unit.hex].append(unit)
    for stack in stacks.values():
        assert len(stack) <= 3
        assert sum(unit.steps for unit in stack) <= 6


def test_improved_positions_stand_in_the_open(ea):
    """12.32"""
    for unit in UNITS:
        if "IP" in unit.marker:
            assert not ea.has("town", unit.hex)


def test_nobody_is_beyond_the_meuse_or_in_the_westwall_of_the_other_side(ea):
    for unit in UNITS:
        assert not ea.in_area("west", unit.hex)
        assert not (unit.side == "Allied" and ea.has("westwall", unit.hex))


def supplied(ea: Words, side: str) -> int:
    """10.1 in short: four hexes to a road that leads to a friendly edge, past no enemy unit and no enemy zone of
    control where no friend stands; rivers only by bridges (one hex across, if the road is there)."""
    grid = ea.grid
    mine, theirs = board(ea, side), board(ea, "Allied" if side == "German" else "German")
    free = grid.board & ~theirs & (~grid.around(theirs) | mine)
    gone = [(b.cell, b.other) for b in ea.map.bridges if ea.hexside(b) in BLOWN]
    roads = less(ea.map.road, grid.sides(gone))
    wall = ea.map.features["westwall"]
    column = {number[:2]: int(number[2:]) for number in ea.numbers(wall)}
    off = ea.map.off_map
    north_south = cells(off["north"] | off["south"])
    east_of_wall = board_of(c for c in north_south if int(grid.number(c)[2:]) <= column[grid.number(c)[:2]])
    if side == "German":
        edge = off["east"] | east_of_wall
    else:
        edge = off["west"] | (off["north"] | off["south"]) & ~east_of_wall
        free &= ~wall
    heads = grid.flood(edge & free, free & ea.map.road_hexes, roads) & free
    rivers = less(less(grid.every_side, ea.map.sides["river"]), ea.map.sides["meuse"])
    bridges = grid.sides((b.cell, b.other) for b in ea.map.bridges if ea.hexside(b) not in BLOWN)
    dry = tuple(a | b for a, b in zip(rivers, bridges, strict=True))
    reached = heads
    for _ in range(4):
        # A unit may begin in an enemy zone of control, so the last hex need not be free.
        reached |= grid.through(reached & free | heads, dry)
    return reached | grid.around(heads)


def test_who_is_in_supply(ea):
    """Only Peiper on the one side, and Bastogne on the other, are cut off, as their markers say. Four lesser roads
    were added to the map for this (see docs/maps.md), so the test guards a fit, it is no independent proof."""
    for side in ("German", "Allied"):
        good = supplied(ea, side)
        cut_off = {unit.name for unit in UNITS if unit.side == side and not good >> ea.grid.cell(unit.hex) & 1}
        marked = {unit.name for unit in UNITS if unit.side == side and "low" in unit.marker}
        assert cut_off == marked


def test_the_front_makes_sense(ea):
    """Sixty miles of front without a gap a division would walk through: nearly every Allied unit faces a German."""
    grid, german, allied = ea.grid, board(ea, "German"), board(ea, "Allied")
    facing = allied & grid.within(german, 2)
    assert facing.bit_count() >= 0.75 * allied.bit_count()
    assert (german & grid.within(allied, 3)).bit_count() >= 0.8 * german.bit_count()
    for number, across in {"0810": "0711", "1010": "1111", "0806": "0707", "1008": "1109", "2014": "1915"}.items():
        assert ea.adjacent(number, across), "contacts of that day"
    assert ea.adjacent("1207", "1208")
