"""What the board must stay fast at, measured beside a plain dict-and-heap map in alternating slices of one run."""

from __future__ import annotations

import random
from collections.abc import Callable

from ardennes.board.cells import board_of
from ardennes.board.hexes import HexGrid, Sides, less
from ardennes.board.numbering import Numbering, join, split
from ardennes.board.reach import Way, reach
from ardennes.lab.bench import BenchRow, compare, repeat
from ardennes.lab.plain_hexes import Hex, adjacency, flood, movement


class Scene:
    """A front line with breakthroughs on a map of 53 by 35 hexes, the same for both sides of the comparison."""

    def __init__(self, columns: int = 53, rows: int = 35, seed: int = 1944) -> None:
        dice = random.Random(seed)
        self.grid = HexGrid(columns, rows, Numbering.COLUMNS_WEST)
        self.around = adjacency(columns, rows)
        every = list(self.around)
        front = int(columns * 0.6)
        band = [(c, r) for c, r in every if front <= c < front + columns // 6]
        enemies = dice.sample(band, 60)
        enemies += dice.sample([h for h in every if h[0] > columns * 0.15 and h not in set(enemies)], 40)
        self.enemy = set(enemies)
        mine = [h for h in every if columns * 0.2 < h[0] < front and h not in self.enemy]
        self.friends = dice.sample(mine, 100)
        self.zone = {there for here in enemies for there in self.around[here]}
        self.terrain = dict(zip(every, dice.choices((1, 2, 3, 4), (60, 25, 10, 5), k=len(every)), strict=True))
        self.roads = self._walks(dice, 30)
        self.rivers = {side for side in self._walks(dice, 15) if side not in self.roads}
        self.sources = [(1, rows // 6), (1, rows // 2), (1, rows - 3)]
        self.supply = (set(every) - self.enemy - (self.zone - set(self.friends))) | set(self.sources)
        self.movers = self.friends[:12]

    def _walks(self, dice: random.Random, count: int) -> set[tuple[Hex, Hex]]:
        found = set()
        for _ in range(count):
            here = dice.choice(list(self.around))
            for _ in range(30):
                there = dice.choice(self.around[here])
                found |= {(here, there), (there, here)}
                here = there
        return found

    def board(self, hexes: object) -> int:
        """A set of hexes as an integer."""
        assert isinstance(hexes, (set, list))
        return board_of(self.grid.cell(join(*here)) for here in hexes)

    def sides(self, pairs: set[tuple[Hex, Hex]]) -> Sides:
        """Hexsides as six integers."""
        cell = self.grid.cell
        return self.grid.sides((cell(join(*a)), cell(join(*b))) for a, b in pairs)

    def hexes(self, board: int) -> set[Hex]:
        """An integer as a set of hexes."""
        return {split(number) for number in self.grid.numbers(board)}


Task = tuple[str, Callable[[], object], Callable[[], object]]


def tasks(scene: Scene) -> list[Task]:
    """(name, ours, the plain way) for each thing measured; both answers are compared before anything is timed."""
    return [_supply(scene), _control(scene), _range(scene), _range_with_sides(scene)]


def _supply(scene: Scene) -> Task:
    grid, seeds, free = scene.grid, scene.board(scene.sources), scene.board(scene.supply)

    def ours() -> int:
        return grid.flood(seeds, free)

    def plain() -> set[Hex]:
        return flood(scene.around, scene.sources, scene.supply)

    assert scene.hexes(ours()) == plain()
    return "supply flood", ours, plain


def _control(scene: Scene) -> Task:
    grid, enemy = scene.grid, scene.board(scene.enemy)

    def ours() -> int:
        return grid.around(enemy)

    def plain() -> set[Hex]:
        return {there for here in scene.enemy for there in scene.around[here]}

    assert scene.hexes(ours()) == plain()
    return "zone of control", ours, plain


def _range(scene: Scene) -> Task:
    exits = {here: [(there, scene.terrain[there]) for there in near] for here, near in scene.around.items()}
    return _movement(scene, "movement range, 12 points", [Way(scene.grid, _entry(scene))], exits)


def _range_with_sides(scene: Scene) -> Task:
    entry = _entry(scene)
    ways = [
        Way(scene.grid, ((1, scene.grid.board),), scene.sides(scene.roads)),
        Way(scene.grid, entry, less(scene.grid.every_side, scene.sides(scene.rivers))),
    ]
    exits = {
        here: [
            (there, 1 if (here, there) in scene.roads else scene.terrain[there])
            for there in near
            if (here, there) not in scene.rivers
        ]
        for here, near in scene.around.items()
    }
    return _movement(scene, "movement range with roads and rivers", ways, exits)


def _entry(scene: Scene) -> tuple[tuple[int, int], ...]:
    return tuple((cost, scene.board({h for h, c in scene.terrain.items() if c == cost})) for cost in (1, 2, 3, 4))


def _movement(scene: Scene, name: str, ways: list[Way], exits: dict[Hex, list[tuple[Hex, int]]]) -> Task:
    free_hexes = set(scene.around) - scene.enemy
    free, zone = scene.board(free_hexes), scene.board(scene.zone)
    starts = [scene.board([here]) for here in scene.movers]

    def ours() -> list[list[int]]:
        return [reach(scene.grid, start, ways, 12, free, zone).layers for start in starts]

    def plain() -> list[dict[Hex, int]]:
        return [movement(exits, {here: 0}, 12, free_hexes, scene.zone) for here in scene.movers]

    for layers, best in zip(ours(), plain(), strict=True):
        assert {here: cost for cost, layer in enumerate(layers) for here in scene.hexes(layer)} == best
    return name, ours, plain


def bench_board(rounds: int = 7) -> list[BenchRow]:
    """Microseconds per call of ours and of the plain map, in alternating slices; `ratio` is how much faster we are."""
    return [
        compare(name, "us", repeat(_once(ours)), ("dict and heap", repeat(_once(plain))), rounds)
        for name, ours, plain in tasks(Scene())
    ]


def _once(task: Callable[[], object]) -> Callable[[], int]:
    def call() -> int:
        task()
        return 1

    return call
