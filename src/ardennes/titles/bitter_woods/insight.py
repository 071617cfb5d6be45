"""What a player sees in a position: what each side is after, and how a drive for it would go.

The value of a position is the German score to be expected: victory points in the tournament games, levels of victory
in the campaign. Most of it comes from `Drive`: turn by turn, where the Germans can be if the Allies stand still and
give way under attack. A line without a gap, a blown bridge or a strong garrison shows there as time lost.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from ardennes.board.cells import cells, union
from ardennes.board.hexes import Sides
from ardennes.board.reach import Way, reach
from ardennes.kernel import Side
from ardennes.parts.advice import chance
from ardennes.parts.tables import DataError, DataFolder
from ardennes.titles.bitter_woods import strengths, turns, victory
from ardennes.titles.bitter_woods.equipment import Box
from ardennes.titles.bitter_woods.scenarios import DATA
from ardennes.titles.bitter_woods.state import OFF_MAP, State
from ardennes.titles.bitter_woods.surprise import held
from ardennes.titles.bitter_woods.victory import banks

#: Turns ahead that a plan looks, at most.
HORIZON = 8
#: Objectives that are a stretch of country, by the name in `objectives.csv`.
STRETCHES = ("the near bank", "beyond the Meuse")


class ObjectiveRow(msgspec.Struct, frozen=True):
    """A row of `objectives.csv`: what the Germans are after, what it is worth, and which armies go for it."""

    scenario: str
    place: str
    worth: float
    armies: str
    source: str


class Objective(NamedTuple):
    """Something the Germans want: any hex of a board."""

    name: str
    board: int
    worth: float
    armies: frozenset[str]


_OBJECTIVES: dict[str, tuple[Objective, ...]] = {}


def objectives(box: Box) -> tuple[Objective, ...]:
    """What a scenario is about."""
    known = _OBJECTIVES.get(box.key)
    if known is None:
        rows = DataFolder(DATA).rows("objectives.csv", ObjectiveRow)
        known = _OBJECTIVES[box.key] = tuple(_objective(box, row) for row in rows if row.scenario == box.key)
        if not known:
            raise DataError(f"objectives.csv: expected at least one row for the scenario {box.key}")
    return known


def _objective(box: Box, row: ObjectiveRow) -> Objective:
    shore = banks(box.map)
    if row.place in STRETCHES:
        board = shore.near | shore.across if row.place == STRETCHES[0] else shore.across
    else:
        board = 1 << box.map.place(row.place)
    return Objective(row.place, board, row.worth, frozenset(row.armies.split()))


@lru_cache(maxsize=32)
def prizes(box: Box) -> dict[int, float]:
    """The objectives that are single hexes, with their worth: what a garrison holds."""
    return {cells(o.board)[0]: o.worth for o in objectives(box) if o.board.bit_count() == 1}


def turns_left(g: State) -> int:
    """German movement phases still to come, one under way included."""
    return g.box.last_turn - g.turn + (g.mover is Side.GERMAN)


# ---- how long a stack holds --------------------------------------------------------------------------------


def defense(g: State, cell: int) -> float:
    """9.4 What the units in a hex defend with; ground that shifts columns counts as a third more."""
    ground = g.box.ground
    doubled = bool(ground.doubled >> cell & 1)
    total = float(sum([strengths.defense_strength(g, unit, doubled) for unit in g.units_at(cell)]))
    if ground.shifted >> cell & 1:
        total *= 1.33
    if (g.improved | g.forts | g.box.permanent) >> cell & 1:
        total *= 1.2
    return total


def holding_time(points: float) -> float:
    """Turns of attack that so much defence stands, as a rule of thumb from the results table."""
    return 0.3 + float((points / 8.0) ** 1.5)


# ---- a drive -----------------------------------------------------------------------------------------------


class Terrain(NamedTuple):
    """The ground as a drive sees it, for one state of ground and bridges: ways by road and across, and fords."""

    mechanized: tuple[Way, ...]
    foot: tuple[Way, ...]
    dry: Sides
    fords: Sides


@lru_cache(maxsize=64)
def _terrain(box: Box, state: str, blown: int, interdicted: int, allied: bool) -> Terrain:
    units, ground = box.units, box.ground
    rows = box.players[allied]
    mechanized = next(units.profile[u] for u in rows if units.mechanized[u] and (allied or units.kind[u].wades))
    foot = next(units.profile[u] for u in rows if units.kind[u].foot)
    ways = ground.ways(mechanized, state, blown, interdicted)
    dry = ways[1].sorted_sides
    assert dry is not None
    fords = ground.grid.by_step(box.map.unbridged(blown, "river"))
    return Terrain(ways, ground.ways(foot, state, blown, interdicted), dry, fords)


class Drive:
    """Where a side's units can be after each of the next turns, its enemy standing still and giving way under attack.

    `without` are enemy hexes taken to be empty. Time is counted in turns; `time` of a hex is when it can be entered.
    """

    __slots__ = ("_goals", "_reached", "_seen", "first", "g", "side", "when")

    def __init__(self, g: State, side: Side, turns: int, goals: int, without: int = 0) -> None:
        self.g = g
        self.side = side
        #: The game-turn in which the side moves next.
        self.first = g.turn + (side is Side.GERMAN and g.mover is Side.ALLIED)
        self._goals = goals
        #: When each hex of the goals can be entered; goals out of reach are missing.
        self.when: dict[int, float] = {}
        self._seen = 0
        self._reached: list[int] = []
        self._run(turns, without)

    def _run(self, turns: int, without: int) -> None:
        g, side, grid, ground = self.g, self.side, self.g.box.map.grid, self.g.box.ground
        occupied = g.occupied[side.enemy] & ~without
        exerting = g.exerting[side.enemy] & ~without
        left: dict[int, float] = {}
        terrain = _terrain(g.box, g.ground, g.blown, g.interdicted, side is Side.ALLIED)
        mechanized, foot, late = self._starts()
        for turn in range(turns):
            mechanized |= late.get(turn, 0)
            zone = grid.stepped(exerting, ground.zoned)
            free = grid.board & ~occupied
            jam = side is Side.GERMAN and self.first + turn <= g.box.surprise_until
            mechanized |= self._march(mechanized, terrain, terrain.mechanized, 12 if jam else 16, free, zone, turn)
            foot |= self._march(foot, terrain, terrain.foot, 9, free, zone, turn)
            both = mechanized | foot
            self._reached.append(both)
            for cell in cells(grid.stepped(both, ground.open_to_attack) & occupied):
                if cell not in left:
                    left[cell] = holding_time(defense(g, cell))
                left[cell] -= 1
                if left[cell] <= 0:
                    bit = 1 << cell
                    occupied ^= bit
                    exerting &= ~bit
                    if grid.neighbours[cell] & mechanized:
                        mechanized |= bit
                    foot |= bit
                    self._see(bit, turn + 1.0 + left[cell])

    def _starts(self) -> tuple[int, int, dict[int, int]]:
        """Hexes with mechanized units and with others, and those where units wait for their date."""
        g = self.g
        mechanized = foot = 0
        late: dict[int, int] = {}
        for cell, stack in g.stacks.items():
            if not g.occupied[self.side] >> cell & 1:
                continue
            for unit in stack:
                kind = g.box.units.kind[unit]
                if kind.mechanized:
                    if held(g, unit):
                        wait = max(g.box.held[unit] - self.first, 0)
                        late[wait] = late.get(wait, 0) | 1 << cell
                    else:
                        mechanized |= 1 << cell
                elif not kind.artillery and not held(g, unit):
                    foot |= 1 << cell
        self._see(mechanized | foot, 0.0)
        return mechanized, foot, late

    def _march(
        self, start: int, terrain: Terrain, ways: tuple[Way, ...], budget: int, free: int, zone: int, turn: int
    ) -> int:
        """One turn's march from anywhere in a set. Rivers are forded, and zones left, with the first step."""
        grid = self.g.box.map.grid
        parts = 4 if budget > 9 else 3
        layers = [start & ~zone] + [0] * (2 * parts)
        layers[parts] = grid.stepped(start & zone, terrain.dry) & free & ~zone & ~start
        forded = grid.stepped(start, terrain.fords) & free & ~start
        layers[2 * parts] = forded & ~zone
        found = reach(grid, layers, ways, budget, free, zone)
        self._see(forded, turn + 0.6)
        for spent, board in enumerate(found.layers):
            if board & self._goals & ~self._seen:
                self._see(board, turn + spent / (budget + 1))
        return union(found.layers) | forded

    def _see(self, board: int, time: float) -> None:
        for cell in cells(board & self._goals & ~self._seen):
            self.when[cell] = time
        self._seen |= board & self._goals

    def time(self, board: int) -> float:
        """When the first hex of some goals can be entered; far beyond the horizon if none can."""
        return min([self.when[cell] for cell in cells(board & self._seen)], default=float(2 * HORIZON))

    def turn_of(self, cell: int) -> int:
        """The turn, from 0, at whose end a hex can have been entered; the number of turns if it cannot."""
        return next((n for n, board in enumerate(self._reached) if board >> cell & 1), len(self._reached))


def horizon(g: State) -> int:
    """Turns a drive is followed."""
    return max(1, min(turns_left(g) + 1, HORIZON))


def goals(box: Box) -> int:
    """Every hex of every objective."""
    return union(objective.board for objective in objectives(box))


def german_drive(g: State, without: int = 0) -> Drive:
    """The drive for all objectives."""
    return Drive(g, Side.GERMAN, horizon(g), goals(g.box), without)


def held_by_germans(g: State, objective: Objective) -> bool:
    """Whether an objective is in German hands."""
    return bool(objective.board & g.occupied[Side.GERMAN])


def in_time(left: float, time: float) -> float:
    """The rough chance to have something in time that is so many turns away."""
    return 0.95 * chance(0.9 * (left - 0.4 - time))


def prospects(g: State, drive: Drive | None = None) -> float:
    """What the Germans can expect of their objectives."""
    drive = drive or german_drive(g)
    left = turns_left(g)
    total = 0.0
    for objective in objectives(g.box):
        if held_by_germans(g, objective):
            total += objective.worth * keeping(g, objective)
        elif left > 0:
            total += objective.worth * in_time(left, drive.time(objective.board))
    return total


def keeping(g: State, objective: Objective) -> float:
    """How safe an objective is in German hands: by what stands there, and by the Allied strength near it."""
    if g.result is not None or (g.turn >= g.box.last_turn and not g.stack):
        return 1.0
    grid = g.box.map.grid
    best = 0.0
    for cell in cells(objective.board & g.occupied[Side.GERMAN])[:6]:
        near = grid.within(1 << cell, 4) & g.occupied[Side.ALLIED]
        enemy = sum([g.strength(u) for c in cells(near) for u in g.units_at(c)])
        best = max(best, 1.0 - 0.3 * chance(0.25 * enemy - 1.1 * defense(g, cell) / 3.0) - 0.02)
    return best


# ---- value -------------------------------------------------------------------------------------------------


#: The features of a position, each plain to look up on the map; `values.csv` says what one of each is worth.
NAMES = (
    "always",
    "prospects",
    "scored",
    "german strength",
    "allied strength",
    "few german losses",
    "allied losses",
)


def vector(g: State, drive: Drive | None = None) -> list[float]:
    """The features of a position in the order of `NAMES`; strength in hundreds."""
    german = allied = 0
    first = g.box.units.first_allied
    for stack in g.stacks.values():
        strength = sum([g.strength(unit) for unit in stack])
        if stack[0] < first:
            german += strength
        else:
            allied += strength
    return [
        1.0,
        prospects(g, drive),
        float(score_now(g)),
        german / 100,
        allied / 100,
        _german_losses(g),
        _allied_losses(g),
    ]


#: What a strength point is worth, in points of a tournament game and in levels of the campaign.
PER_STRENGTH = {"points": 0.02, "levels": 0.008}


def per_strength(box: Box) -> float:
    """What a strength point is worth beyond what its loss counts."""
    return PER_STRENGTH[box.scenario.victory]


def mechanized_loss(g: State) -> float:
    """What the loss of one mechanized unit counts against the Germans now (17.6, and the point for few losses)."""
    scoring = g.box.scenario.points
    if scoring is not None:
        short = scoring.mechanized_losses_below - g.lost[0]
        return 0.0 if short <= 0 else (0.6 if short <= 2 else 0.35) / max(short, 1)
    return 1.0 / g.box.tables.victory.german_losses


def allied_loss(g: State) -> float:
    """What the loss of one Allied unit counts for the Germans now."""
    scoring = g.box.scenario.points
    most = scoring.allied_losses_from if scoring is not None else g.box.tables.victory.allied_losses
    return 0.0 if g.lost[1] >= most else 1.0 / most


def _german_losses(g: State) -> float:
    """The chance to keep the point for few mechanized losses, or the level that losses may cost."""
    scoring = g.box.scenario.points
    if scoring is None:
        return -chance(0.9 * (g.lost[0] - g.box.tables.victory.german_losses))
    short = scoring.mechanized_losses_below - g.lost[0]
    if short <= 0:
        return 0.0
    left = max(turns_left(g), 0) + (g.mover is Side.ALLIED)
    return chance(1.1 * short - 0.5 * left) if left else 1.0


def _allied_losses(g: State) -> float:
    """The chance to get what Allied losses bring the Germans: at the rate of the game so far."""
    scoring = g.box.scenario.points
    most = scoring.allied_losses_from if scoring is not None else g.box.tables.victory.allied_losses
    short = most - g.lost[1]
    if short <= 0:
        return 1.0
    left = g.box.last_turn - g.turn + 1
    rate = (g.lost[1] + 1.0) / (g.turn - g.box.first_turn + 1)
    return chance(0.6 * (min(rate, 3.0) * left - short))


class WeightRow(msgspec.Struct, frozen=True):
    """A row of `values.csv`: what one of a feature counts with so many game-turns left."""

    scenario: str
    left: int
    feature: str
    weight: float


_WEIGHTS: dict[str, list[list[float]]] = {}


def weights_of(box: Box) -> list[list[float]]:
    """The weights of a scenario's features, by game-turns left."""
    known = _WEIGHTS.get(box.key)
    if known is None:
        known = [[0.0] * len(NAMES) for _ in range(turns.COUNT)]
        for number, row in enumerate(DataFolder(DATA).rows("values.csv", WeightRow), 2):
            if row.feature not in NAMES:
                raise DataError(
                    f"values.csv row {number}: unknown feature {row.feature!r}; there are: {', '.join(NAMES)}"
                )
            if row.scenario == box.key:
                known[row.left][NAMES.index(row.feature)] = row.weight
        _WEIGHTS[box.key] = known
    return known


def steps_left(g: State) -> int:
    """Game-turns after this one."""
    return g.box.last_turn - g.turn


def value(g: State) -> float:
    """The German score to be expected, as games of the staff turned out."""
    if g.result is not None:
        return outcome_value(g)
    weights = weights_of(g.box)[steps_left(g)]
    return sum([w * x for w, x in zip(weights, vector(g), strict=True)])


def outcome_value(g: State) -> float:
    """A finished game in the measure of values: its points, or its level with draws at 0."""
    assert g.result is not None
    return float(g.result.score)


def win_chance(g: State) -> float:
    """The chance of a German victory; a draw counts half."""
    if g.result is not None:
        return 0.5 if g.result.winner is None else float(g.result.winner is Side.GERMAN)
    scoring = g.box.scenario.points
    line = 0.0 if scoring is None else scoring.needed - 0.5
    left = max(g.box.last_turn - g.turn, 0)
    return chance((value(g) - line) * (1.2 + 2.0 / (1.0 + left)))


# ---- distances ---------------------------------------------------------------------------------------------

#: A turn's march in ticks: a road hex takes a mechanized unit three, a movement point twelve.
TURN = 48
FAR = 12 * TURN


@lru_cache(maxsize=16)
def _links(box: Box, state: str, blown: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Per hex the neighbours one can come from, and the ticks it takes to enter from there."""
    ground, grid = box.ground, box.map.grid
    found: list[tuple[tuple[int, int], ...]] = [()] * grid.size
    for cell in grid.cells:
        around = ground.around(cell, blown)
        price = 12 * ground.price(cell, False, state)
        ways = [(other, 3) for other in cells(around.road)]
        ways += [(other, price) for other in cells(around.dry & ~around.road)]
        ways += [(other, price + 16) for other in cells(around.river)]
        ways += [(other, price + TURN) for other in cells(around.meuse)]
        found[cell] = tuple(ways)
    return tuple(found)


#: Times asked for lately, by all they depend on.
_TIMES: dict[tuple[object, ...], list[int]] = {}
_KEPT = 256


def ticks_to(g: State, board: int, side: Side) -> list[int]:
    """From every hex, the ticks a mechanized unit of a side needs to some hexes; enemies on the way take time."""
    first = g.box.units.first_allied
    enemies = g.place[first:] if side is Side.GERMAN else g.place[:first]
    works = (g.improved | g.forts) & g.occupied[side.enemy]
    key = (g.box, g.ground, g.blown, enemies.tobytes(), g.reduced, works, board, side)
    found = _TIMES.get(key)
    if found is None:
        if len(_TIMES) >= _KEPT:
            _TIMES.clear()
        found = _TIMES[key] = _find_ticks(g, board, side)
    return found


def _find_ticks(g: State, board: int, side: Side) -> list[int]:
    grid = g.box.map.grid
    links = _links(g.box, g.ground, g.blown)
    enemy = g.occupied[side.enemy]
    zone = grid.stepped(g.exerting[side.enemy], g.box.ground.zoned)
    more = [0] * grid.size
    for cell in cells(zone):
        more[cell] = 16
    for cell in cells(enemy):
        more[cell] = round(TURN * holding_time(defense(g, cell)))
    time = [FAR] * grid.size
    buckets: list[list[int]] = [[] for _ in range(FAR + 1)]
    for cell in cells(board):
        time[cell] = 0
        buckets[0].append(cell)
    for spent, bucket in enumerate(buckets):
        for cell in bucket:
            if time[cell] != spent:
                continue
            here = spent + more[cell]
            for other, cost in links[cell]:
                total = here + cost
                if total < time[other]:
                    time[other] = total
                    buckets[total].append(other)
    return time


def on_map(g: State, side: Side) -> list[int]:
    """The units of a side on the map."""
    place = g.place
    return [unit for unit in g.box.players[side] if place[unit] < OFF_MAP]


def strength_at(g: State, cell: int) -> int:
    """The strength in a hex."""
    return sum([g.strength(unit) for unit in g.units_at(cell)])


def score_now(g: State) -> int:
    """What the Germans would score if the game ended here."""
    if g.box.scenario.victory == "points":
        return len(victory.points(g))
    return victory.DRAW - victory.level(g)
