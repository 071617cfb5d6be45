"""What a player sees in a position: what each side is after, and how a drive for it would go.

The value of a position is the German score to be expected: victory points in the tournament games, levels of victory
in the campaign. Most of it comes from the drive for the objectives (`drives`).
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import NamedTuple

import msgspec

from ardennes.board.cells import cells, union
from ardennes.kernel import Side
from ardennes.kernel.words import say
from ardennes.parts.data.tables import DataError
from ardennes.parts.mind.advice import chance
from ardennes.titles.bitter_woods.box import OFF_MAP, Box, turns
from ardennes.titles.bitter_woods.mind import drives
from ardennes.titles.bitter_woods.mind.drives import Drive, defense
from ardennes.titles.bitter_woods.rules import victory
from ardennes.titles.bitter_woods.rules.victory import banks
from ardennes.titles.bitter_woods.state import State

#: Turns ahead that a plan looks, at most.
HORIZON = 8
#: Turns that a plan may take. In the campaign the Allies grow by the day: what can still be had in a week is lost.
PATIENCE = {"points": HORIZON, "levels": 4}
#: Rings around an objective: how many, and how wide in ticks.
RINGS, RING = 12, 6
#: How much the next German turns count for how open the country lies, and that against what they expect.
NEXT_TURNS, OPEN = (0.6, 0.4), 1.5
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
    dump: int = -1  # 25 which of the fuel dumps it is


#: What a captured fuel dump is worth beyond its point, and which army lives on it (25.2).
DUMP_WORTH, DUMP_ARMIES = 0.1, ("6PA", "5PA")


@lru_cache(maxsize=32)
def objectives(box: Box) -> tuple[Objective, ...]:
    """What a scenario is about."""
    rows = box.folder.rows("objectives.csv", ObjectiveRow)
    found = tuple(_objective(box, row) for row in rows if row.scenario == box.key)
    if not found:
        raise DataError(f"objectives.csv: expected at least one row for the scenario {box.key}")
    return (*found, *_dumps(box)) if box.fuel_dumps else found


def _dumps(box: Box) -> list[Objective]:
    """25 The fuel dumps: somewhere around their places. One of them is worth a point in the tournament games."""
    matrix, worth = box.matrix, dump_worth(box)
    return [
        Objective(say("the dump near {name}", name=name), board, worth, frozenset({army}), number)
        for number, (name, board, army) in enumerate(zip(matrix.names, matrix.boards, DUMP_ARMIES, strict=True))
    ]


def dump_worth(box: Box) -> float:
    """25 What a captured dump is worth to the Germans."""
    scoring = box.scenario.points
    return DUMP_WORTH + (0.4 if scoring is not None and scoring.fuel_dump else 0.0)


def dump_at(g: State, cell: int) -> float:
    """25 What entering a hex is worth for the dump that is or may be there, by what everybody knows."""
    for objective in objectives(g.box):
        if objective.dump >= 0 and objective.board >> cell & 1 and not settled(g, objective):
            if g.open_dumps & objective.board:
                return objective.worth if g.open_dumps >> cell & 1 else 0.0
            left = {place: n for place, n in g.box.matrix.sites[objective.dump].items() if not g.searched >> place & 1}
            return objective.worth * left.get(cell, 0) / max(sum(left.values()), 1)
    return 0.0


def settled(g: State, objective: Objective) -> bool:
    """25 Whether a dump is captured or burnt."""
    return bool((g.taken_dumps | g.burnt_dumps) & objective.board)


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


def time_left(g: State) -> int:
    """The German turns in which a plan should come off."""
    return min(turns_left(g), patience(g.box))


def patience(box: Box) -> int:
    """The turns in which a plan should come off, however long the game."""
    return PATIENCE[box.scenario.victory]


def horizon(g: State) -> int:
    """Turns a drive is followed."""
    return max(1, min(turns_left(g) + 1, HORIZON))


@lru_cache(maxsize=32)
def goals(box: Box) -> int:
    """Every hex of every objective."""
    return union(objective.board for objective in objectives(box))


def german_drive(g: State, without: int = 0) -> Drive:
    """The drive for all objectives."""
    each = tuple([o.board for o in objectives(g.box) if not held_by_germans(g, o) and not g.burnt_dumps & o.board])
    return Drive(g, Side.GERMAN, horizon(g), goals(g.box), without, each)


def held_by_germans(g: State, objective: Objective) -> bool:
    """Whether an objective is in German hands."""
    if objective.dump >= 0:
        return g.has_dump(objective.dump)
    return bool(objective.board & g.occupied[Side.GERMAN])


def sated(g: State, objective: Objective) -> bool:
    """Whether an objective needs no more units: a hex that is held, or 17.2 a panzer division along the Meuse."""
    if objective.board.bit_count() == 1:
        return held_by_germans(g, objective)
    return len(victory.supplied_mechanized(g, objective.board)) >= g.box.tables.victory.across


def in_time(left: float, time: float) -> float:
    """The rough chance to have something in time that is so many turns away."""
    return 0.95 * chance(0.9 * (left - 0.4 - time))


def prospects(g: State, drive: Drive | None = None) -> float:
    """What the Germans can expect of their objectives."""
    drive = drive or german_drive(g)
    left = time_left(g)
    total = 0.0
    for objective in objectives(g.box):
        if objective.dump >= 0 and g.burnt_dumps & objective.board:
            continue
        if held_by_germans(g, objective):
            total += objective.worth * keeping(g, objective)
        elif left > 0:
            total += objective.worth * in_time(left, drive.time(objective.board))
    return total


@lru_cache(maxsize=32)
def _rings(box: Box) -> tuple[tuple[tuple[int, float], ...], ...]:
    """Per objective the rings of hexes around it by the time from there, each with what a hex of it counts."""
    found = []
    for objective in objectives(box):
        ticks = drives.open_ticks(box, objective.board)
        boards = [0] * RINGS
        for cell in box.map.grid.cells:
            ring = ticks[cell] // RING
            if ticks[cell] > 0 and ring < RINGS:
                boards[ring] |= 1 << cell
        weights = [exp(-ring / 4) for ring in range(RINGS)]
        whole = sum(weights)
        found.append(
            tuple(
                (board, weight / whole / board.bit_count())
                for board, weight in zip(boards, weights, strict=True)
                if board
            )
        )
    return tuple(found)


@lru_cache(maxsize=1024)
def _around(box: Box, board: int) -> list[float]:
    """Per objective how much of the country around it a set of hexes is."""
    return [sum([per * (board & ring).bit_count() for ring, per in rings]) for rings in _rings(box)]


def openness(g: State, drive: Drive, ahead: int) -> float:
    """How open the country around objectives lies in the next turns: a road closed tells even if another is open."""
    total = 0.0
    ways = [(share, _around(g.box, board)) for share, board in zip(NEXT_TURNS[:ahead], drive.reached, strict=False)]
    for number, objective in enumerate(objectives(g.box)):
        if held_by_germans(g, objective) or (objective.dump >= 0 and settled(g, objective)):
            continue
        for share, around in ways:
            total += share * objective.worth * around[number]
    return total


def outlook(g: State) -> float:
    """What the Allies want to keep small: what the Germans can expect, and how open the country lies to them."""
    drive = german_drive(g)
    later = min(turns_left(g), len(NEXT_TURNS))
    return prospects(g, drive) + (OPEN * openness(g, drive, later) if later > 0 else 0.0)


def keeping(g: State, objective: Objective) -> float:
    """How safe an objective is in German hands: by what stands there, and by the Allied strength near it."""
    if g.result is not None or (g.turn >= g.box.last_turn and not g.stack):
        return 1.0
    grid = g.box.map.grid
    best = 0.8 if objective.dump >= 0 else 0.0  # a dump is kept without a garrison until somebody comes
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


@lru_cache(maxsize=32)
def weights_of(box: Box) -> list[list[float]]:
    """The weights of a scenario's features, by game-turns left."""
    found = [[0.0] * len(NAMES) for _ in range(turns.COUNT)]
    for number, row in enumerate(box.folder.rows("values.csv", WeightRow), 2):
        if row.feature not in NAMES:
            known = ", ".join(NAMES)
            raise DataError(f"values.csv row {number}: unknown feature {row.feature!r}; there are: {known}")
        if row.scenario == box.key:
            found[row.left][NAMES.index(row.feature)] = row.weight
    return found


def steps_left(g: State) -> int:
    """Game-turns after this one."""
    return g.box.last_turn - g.turn


def value(g: State) -> float:
    """The German score to be expected, as games of the staff turned out."""
    if g.result is not None:
        return outcome_value(g)
    weights = weights_of(g.box)[steps_left(g)]
    return sum([w * x for w, x in zip(weights, vector(g), strict=True)])


def plain(g: State) -> float:
    """The German score to be expected as it looks: what can be had, strength, and what losses count."""
    if g.result is not None:
        return outcome_value(g)
    _, hopes, _, german, allied, few, many = vector(g)
    return hopes + 100 * per_strength(g.box) * (german - allied) + few + many


#: How near the next level was counts in a campaign that is over, all of it less than a level: each of the three towns
#: held, each unit across the Meuse that 17.2 asks for, and losses as parts of those that shift the level (17.6).
TOWN_HELD, UNIT_ACROSS, LOSSES = 0.12, 0.08, 0.15


def outcome_value(g: State) -> float:
    """A finished game in the measure of values: its points, or its level with draws at 0 and how near the next was."""
    assert g.result is not None
    return float(g.result.score) + (nearness(g) if g.box.scenario.victory == "levels" else 0.0)


def nearness(g: State) -> float:
    """17.2, 17.3, 17.6 What there is of the conditions for a better level."""
    numbers = g.box.tables.victory
    german, allied = g.lost
    across = min(len(victory.supplied_mechanized(g, victory.banks(g.box.map).across)), numbers.across)
    losses = min(allied / numbers.allied_losses, 1.0) - min(german / numbers.german_losses, 1.0)
    return TOWN_HELD * victory.towns_held(g) + UNIT_ACROSS * across + LOSSES * losses


#: What the win chance is fitted on: the score to be expected less what victory takes, and what it was made from.
CHANCE_NAMES = ("always", "expected", *NAMES[1:])


def chance_features(g: State, expected: float) -> list[float]:
    """A position in the order of `CHANCE_NAMES`; `expected` counts results that are known and not carried out yet."""
    scoring = g.box.scenario.points
    line = 0.0 if scoring is None else victory.needed(g.box) - 0.5
    return [1.0, expected - line, *vector(g)[1:]]


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
