"""P-6 Combat, P-7 retreats, P-8 advances."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ardennes.board.cells import board_of, cells
from ardennes.board.retreats import Path, ways_back
from ardennes.kernel import Chance, Chances, Side, die
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.parts.eye.scenery import Battle
from ardennes.parts.odds import ModifierLine
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.parts.rules.roster import ELIMINATED
from ardennes.titles.parkers_crossroads.box import LADDER, RESULTS, RETREAT, TABLE, Hex, Several
from ardennes.titles.parkers_crossroads.events import Advanced, Fought, Suffered, WentBack
from ardennes.titles.parkers_crossroads.rules.movement import full, zone
from ardennes.titles.parkers_crossroads.state import State

# ---- odds --------------------------------------------------------------------------------------------------


def odds(g: State, units: Sequence[int], cell: int) -> tuple[int, list[ModifierLine]]:
    """P-6b The column that an attack is rolled in, and each shift with its rule."""
    shifts = []
    if g.box.cover >> cell & 1:
        shifts.append(ModifierLine("P-6b", "cover: a column left", -1, "defender"))
    if not any(g.box.grid.stepped(1 << g.place[unit], g.box.open_sides) >> cell & 1 for unit in units):
        shifts.append(ModifierLine("P-6b", "over the stream: a column left", -1, "defender"))
    column = LADDER.column(sum(map(g.attack, units)), sum(map(g.defense, g.units_at(cell))))
    return LADDER.held(LADDER.capped(column) - len(shifts)), shifts


# ---- attacks -----------------------------------------------------------------------------------------------

#: P-6 Who may not attack a hex: asked about the side and the hex.
STRIKERS = Rungs(
    lambda g, about, unit: {"name": g.name(unit), "hex": g.box.hex_name(about[1])},
    Rung("P-2a", "it is the other side's turn", lambda g, about, left: left & ~g.box.units.all_of[about[0]]),
    Rung(
        "P-6a",
        "{name} is not next to {hex}",
        each(lambda g, about, unit: not (g.on_map(unit) and g.box.grid.adjacent(g.place[unit], about[1]))),
    ),
    Rung("P-6a", "{name} has attacked", lambda g, about, left: left & g.acted),
)
#: P-6 Which hexes may not be attacked: asked about the side.
TARGETS = Rungs(
    lambda g, side, cell: {"hex": g.box.hex_name(cell)},
    Rung("P-6a", "no enemy is in {hex}", lambda g, side, left: left & ~g.occupied[side.enemy]),
    Rung("P-6a", "{hex} has been attacked", each(lambda g, side, cell: g.acted & board_of(g.units_at(cell)))),
    Rung("P-6a", "nobody can attack {hex}", each(lambda g, side, cell: not strikers(g, side, cell))),
)


def strikers(g: State, side: Side, cell: int) -> tuple[int, ...]:
    """P-6 The units that may attack a hex."""
    return tuple(cells(STRIKERS.free(g, (side, cell), (1 << len(g.box.units)) - 1)))


class Combat(Question[State], frozen=True):
    """P-6 One attack after the other."""

    rule: ClassVar[str] = "P-6a"
    phase: ClassVar[str] = "combat"
    asks: ClassVar[str] = "Choose a hex to attack, or end combat"

    @pick(lambda step, g: g.box.grid.board, by=TARGETS, about=lambda step, g: step.side, stays=True)
    def hex(self, g: State, cell: int) -> None:
        """P-6 It is asked who takes part; at first all who can do."""
        g.push(Attack(self.side, cell, strikers(g, self.side, cell)))

    @button("End combat", alone=True)
    def done(self, g: State) -> None:
        """P-6 Nobody has to attack."""
        g.acted = 0


class Attack(Question[State], frozen=True):
    """P-6 Who takes part: units are left out and taken in again with a click."""

    rule: ClassVar[str] = "P-6a"
    phase: ClassVar[str] = "combat"
    asks: ClassVar[str] = "Attack on {cell}: who takes part?"
    cell: Hex
    units: Several

    def focus(self, g: State) -> int:
        return self.cell

    def taken_up(self, g: State) -> Sequence[int]:
        return self.units

    def battle(self, g: State) -> Battle:
        """The battle as it would be fought."""
        able = [unit for unit in strikers(g, self.side, self.cell) if unit not in self.units]
        return Battle(self.cell, self.side, [*self.units], [*g.units_at(self.cell)], -1, [], [], None, 0, able)

    @pick(lambda step, g: (1 << len(g.box.units)) - 1, by=STRIKERS, about=lambda step, g: (step.side, step.cell))
    def unit(self, g: State, unit: int) -> None:
        """P-6 It takes part, or stays out after all."""
        g.push(Attack(self.side, self.cell, tuple(sorted({*self.units} ^ {unit}))))

    @button("Attack", ("P-6a", "nobody takes part"), when=lambda step, g: step.units)
    def attack(self, g: State) -> None:
        """P-6 The die is rolled."""
        g.acted |= board_of(self.units) | board_of(g.units_at(self.cell))
        g.push(Roll(self.side, self.cell, self.units))

    @button("Another hex")
    def back(self, g: State) -> None:
        """P-6 Nothing has happened yet."""


class Roll(Chance[State], frozen=True):
    """P-6 One die, and what it brings."""

    side: Side
    cell: Hex
    units: Several

    def chances(self, g: State) -> Chances:
        return die(6)

    def resolve(self, g: State, outcome: int) -> None:
        column, _ = odds(g, self.units, self.cell)
        name = TABLE[column][outcome - 1]
        result = RESULTS[name]
        g.pop()
        g.tell(Fought, self.units, self.cell, LADDER.columns[column], outcome, name)
        for steps, units in ((result.attacker, self.units), (result.defender, g.units_at(self.cell))):
            if steps:
                suffer(g, max(units, key=g.defense), "P-6c")
        if result.retreat or not g.units_at(self.cell):
            g.push(Advance(self.side, self.cell, self.units))
            fall_back(g, self.side.enemy, self.cell)


def suffer(g: State, unit: int, why: str, steps: int = 1) -> None:
    """P-6c Steps are lost, and with the last one the unit."""
    gone = g.lost[unit] + steps > 1
    g.tell(Suffered, unit, gone, why)
    if gone:
        g.put(unit, ELIMINATED)
    else:
        g.set_lost(unit, 1)


# ---- retreats and advances ---------------------------------------------------------------------------------


def routes(g: State, side: Side, cell: int) -> Mapping[int, Path]:
    """P-7 Where a retreat from a hex may end, each with its way."""
    grid = g.box.grid
    closed = g.occupied[side.enemy] | zone(g, side.enemy)
    return ways_back(grid, cell, RETREAT, lambda here: grid.neighbours[here] & ~closed, ~full(g, side))


def fall_back(g: State, side: Side, cell: int) -> None:
    """P-7 Whoever is left in a hex is asked where he goes, or is lost if he has no way."""
    for unit in g.units_at(cell):
        if routes(g, side, cell):
            g.push(Retreat(side, cell))
            return
        suffer(g, unit, "P-7b", 2)


#: P-7 Where a retreat may not end: asked about the step.
REFUGES = Rungs(
    lambda g, step, cell: {"hex": g.box.hex_name(cell)},
    Rung("P-7a", "the enemy controls {hex}", lambda g, step, left: left & zone(g, step.side.enemy)),
    Rung("P-5a", "{hex} is full", lambda g, step, left: left & full(g, step.side)),
    Rung("P-7a", "no way back ends in {hex}", lambda g, step, left: left & ~board_of(routes(g, step.side, step.cell))),
)


class Retreat(Question[State], frozen=True):
    """P-7 The owner says where the first unit of the hex goes, then the next."""

    rule: ClassVar[str] = "P-7a"
    phase: ClassVar[str] = "retreat"
    asks: ClassVar[str] = "Where does {name} retreat to?"
    cell: Hex

    def facts(self, g: State) -> Mapping[str, object]:
        return {"name": g.name(g.units_at(self.cell)[0])}

    def taken_up(self, g: State) -> Sequence[int]:
        return g.units_at(self.cell)[:1]

    @pick(lambda step, g: g.box.grid.board, by=REFUGES, alone=True)
    def hex(self, g: State, cell: int) -> None:
        """P-7 It goes there."""
        unit = g.units_at(self.cell)[0]
        g.tell(WentBack, unit, cell, routes(g, self.side, self.cell)[cell])
        g.put(unit, cell)
        fall_back(g, self.side, self.cell)


class Advance(Question[State], frozen=True):
    """P-8 One attacker may enter the hex that is empty now."""

    rule: ClassVar[str] = "P-8a"
    phase: ClassVar[str] = "advance"
    asks: ClassVar[str] = "Who advances to {cell}?"
    cell: Hex
    units: Several

    @pick(lambda step, g: [u for u in step.units if g.on_map(u)], ("P-8a", "only a unit that attacked advances"))
    def unit(self, g: State, unit: int) -> None:
        """P-8 It enters."""
        g.tell(Advanced, unit, self.cell, (g.place[unit], self.cell))
        g.put(unit, self.cell)

    @button("Nobody advances", alone=True)
    def done(self, g: State) -> None:
        """P-8 They stay."""
