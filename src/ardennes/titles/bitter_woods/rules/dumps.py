"""25.0 Fuel Dumps: hidden at the start, found and captured by Germans, burned by the Allies.

Where a hidden dump lies only its owner knows. Whatever the Germans can see - what they are offered, whether the Allies
are asked, how long it takes - depends on the hexes where a dump *may* lie, never on where it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from ardennes.board import trace
from ardennes.board.cells import board_of, cells
from ardennes.kernel import Chance, Chances, Choice, Reason, Side, die
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.kernel.words import say
from ardennes.parts.rules.questions import pick
from ardennes.parts.rules.reaction import Window, set_standing, standing_choices
from ardennes.titles.bitter_woods.box.fates import TWO_DICE
from ardennes.titles.bitter_woods.box.fields import Dump, DumpHexes, Hex
from ardennes.titles.bitter_woods.events import (
    DumpBurned,
    DumpCaptured,
    DumpFound,
    DumpHidden,
    DumpRetaken,
    DumpSought,
)
from ardennes.titles.bitter_woods.rules import supply
from ardennes.titles.bitter_woods.state import State

D6 = die(6)
#: 25.1 The two dumps in the order of the map's features.
FRANCORCHAMPS, SAMREE = 0, 1


class HideDump(Chance[State], frozen=True):
    """25.1 The Allied player rolls in secret where a dump lies."""

    rule: ClassVar[str] = "BW-25.1a"
    dump: Dump

    def chances(self, g: State) -> Chances:
        return TWO_DICE

    def shown_to(self, g: State, side: Side | None) -> bool:
        return side is Side.ALLIED

    def resolve(self, g: State, outcome: int) -> None:
        matrix = g.box.matrix
        cell = matrix.hex(matrix.centres[self.dump], outcome)
        g.pop()
        g.dumps[Side.ALLIED] = (*g.dumps[Side.ALLIED], cell)
        g.tell(DumpHidden, matrix.names[self.dump], cell)


def set_up(g: State) -> None:
    """25.1 Both dumps are hidden before the first turn."""
    for dump in reversed(range(len(g.box.matrix.centres))):
        g.push(HideDump(dump))


# ---- where they may be -------------------------------------------------------------------------------------


def suspected(g: State) -> int:
    """The hexes where a dump may lie that was not found yet, as far as everybody knows."""
    opened, searched, found = g.suspects
    if opened != g.open_dumps or searched != g.searched:
        found = 0
        for board in g.box.matrix.boards:
            if not board & g.open_dumps:
                found |= board & ~g.searched
        g.suspects = (g.open_dumps, g.searched, found)
    return found


def lies_in(g: State, cell: int) -> bool:
    """Whether a hidden dump lies in a hex; nobody but the Allies may ask that."""
    return cell in g.dumps[Side.ALLIED]


def which(g: State, cell: int) -> int:
    """The dump that a hex belongs to."""
    return next(dump for dump, board in enumerate(g.box.matrix.boards) if board >> cell & 1)


def notable(g: State, german: bool) -> int:
    """The hexes where it matters for dumps that a unit comes through."""
    return suspected(g) | g.open_dumps & ~g.taken_dumps & ~g.burnt_dumps if german else g.taken_dumps


# ---- 25.2 found, captured, retaken -------------------------------------------------------------------------


def reveal(g: State, cell: int) -> None:
    """25.2, 25.3 The Allies declare where a dump lies."""
    hidden = g.dumps[Side.ALLIED]
    g.dumps[Side.ALLIED] = tuple([-1 if place == cell else place for place in hidden])
    g.open_dumps |= 1 << cell
    g.tell(DumpFound, cell, g.box.matrix.names[which(g, cell)])


def come_through(g: State, cell: int, german: bool) -> None:
    """25.2 A unit enters a hex: Germans find what is there and capture it, Allied units take it back."""
    bit = 1 << cell
    if not german:
        if g.taken_dumps & bit:
            g.taken_dumps ^= bit
            g.tell(DumpRetaken, cell)
        return
    if suspected(g) & bit:
        if lies_in(g, cell):
            reveal(g, cell)
        else:
            g.searched |= bit
            g.tell(DumpSought, cell)
    capture(g, bit)


def capture(g: State, here: int = 0) -> None:
    """25.2 Open dumps are captured where Germans are, or come through, and can trace a line to the eastern edge."""
    for cell in cells(g.open_dumps & ~g.taken_dumps & ~g.burnt_dumps & (g.occupied[Side.GERMAN] | here)):
        if linked(g, cell):
            g.taken_dumps |= 1 << cell
            g.tell(DumpCaptured, cell)
            g.fuelled |= g.has_dump(FRANCORCHAMPS) and g.has_dump(SAMREE)  # 25.2 for the rest of the game


def linked(g: State, cell: int) -> bool:
    """25.2 Whether a German line of supply leads from a hex to the eastern edge of the map."""
    grid = g.box.map.grid
    free = supply.clear(g, Side.GERMAN) | 1 << cell
    board = trace.along(grid, g.box.sources[Side.GERMAN], free, g.box.roads(g.blown))
    for _ in range(g.box.tables.supply.hexes_to_road):
        board |= grid.around(board) & free
    return bool(board >> cell & 1)


# ---- 25.3 destruction --------------------------------------------------------------------------------------


def held(g: State) -> int:
    """25.3 The hexes, held by any Allied ground unit, where a dump that may be tried could lie."""
    known = g.open_dumps & ~g.burnt_dumps & ~g.burn_tried
    return (suspected(g) | known) & g.occupied[Side.ALLIED]


def exposed(g: State, by: int) -> int:
    """25.3 Those of them that are next to some German hexes."""
    board = held(g)
    return board & g.box.map.grid.around(by) if board else 0


def germans_moved(g: State, path: Iterable[int]) -> None:
    """25.3 The Allies have their chance the moment Germans come up to a dump they hold, once in a German turn."""
    new = exposed(g, g.occupied[Side.GERMAN] | board_of(path)) & ~g.burn_asked
    if new and g.result is None:
        g.burn_asked |= new
        Burn(Side.ALLIED, tuple(cells(new))).ask(g)


def allied_combat_over(g: State) -> None:
    """25.3 The next chance comes at the end of the Allied combat phase."""
    if hexes := exposed(g, g.occupied[Side.GERMAN]):
        Burn(Side.ALLIED, tuple(cells(hexes))).ask(g)


def begin_game_turn(g: State) -> None:
    """25.3 One attempt per dump and turn; where Germans are still next to a dump no new chance comes by itself."""
    g.burn_tried = 0
    g.burn_asked = exposed(g, g.occupied[Side.GERMAN])


#: 25.3 What keeps the Allies from burning a dump in a hex; asked about the step.
FIRES = Rungs(
    lambda g, step, cell: {"cell": g.hex_name(cell)},
    Rung(
        "BW-25.3a",
        "you have no fuel dump in {cell}",
        lambda g, step, left: left & ~(g.open_dumps | board_of([cell for cell in g.dumps[Side.ALLIED] if cell >= 0])),
    ),
    Rung(
        "BW-25.3b",
        "the next chance for {cell} comes after the next Allied combat",
        lambda g, step, left: left & ~board_of(step.hexes) & (g.burn_tried | g.burn_asked),
        finer=True,
    ),
    Rung(
        "BW-25.3a",
        "{cell} is not held by the Allies with Germans next to it",
        lambda g, step, left: left & ~board_of(step.hexes),
    ),
)


class Burn(Window[State], frozen=True):
    """25.3 The Allied player may declare a dump and try to destroy it.

    He is asked wherever a dump may lie as far as the Germans know, so that being asked tells nothing.
    """

    rule: ClassVar[str] = "BW-25.3a"
    phase: ClassVar[str] = "fuel dumps"
    asks: ClassVar[str] = "Germans are next to {places}: burn a fuel dump there, or let it be"
    question: ClassVar[int] = 0
    buttons: ClassVar[Mapping[str, str]] = {"decline": "Burn nothing"}
    hexes: DumpHexes

    def possible(self, g: State) -> bool:
        return bool(self.hexes)

    def facts(self, g: State) -> dict[str, object]:
        return {"places": ", ".join(g.hex_name(cell) for cell in self.hexes)}

    def focus(self, g: State) -> int:
        return self.hexes[0]

    @pick(
        lambda step, g: g.box.map.grid.board,
        by=FIRES,
        label=lambda step, g, cell: say("set fire to the fuel dump in {target}", target=g.hex_name(cell)),
    )
    def burn(self, g: State, cell: int) -> None:
        """25.3 It is declared, and the die is rolled."""
        if not g.open_dumps >> cell & 1:
            reveal(g, cell)
        g.burn_tried |= 1 << cell
        g.push(Burning(cell))

    def out_of_place(self, g: State) -> Reason:
        return Reason(self.rule, "this is the time to burn a fuel dump or to let it be")


def answers(g: State, side: Side) -> list[int]:
    """25.3 The standing answers a side may set: the Allies about burning, as long as there may be a dump to burn."""
    if side is not Side.ALLIED or not g.box.fuel_dumps or not (suspected(g) | g.open_dumps & ~g.burnt_dumps):
        return []
    return standing_choices(g, side, 1)


@pick(
    lambda step, g: answers(g, step.side) if g.box.fuel_dumps else (),
    ("BW-25.3a", "only the Allies say in advance that they burn no fuel dump, while there is one"),
    stays=True,
    only=lambda box: box.fuel_dumps,
)
def standing(step: Choice[State], g: State, target: int) -> None:
    """25.3 Beside the question: what the Allies answer in advance."""
    set_standing(g, step.side, target)


def needed(g: State, cell: int) -> int:
    """25.3, 38.1 The highest die that destroys a dump."""
    fate = g.fate("samree") if g.event17 and which(g, cell) == SAMREE else None
    return fate.number if fate is not None else g.box.tables.dumps.destroyed


class Burning(Chance[State], frozen=True):
    """25.3 The die for a dump's destruction."""

    rule: ClassVar[str] = "BW-25.3a"
    hex: Hex

    def chances(self, g: State) -> Chances:
        return D6

    def resolve(self, g: State, outcome: int) -> None:
        g.pop()
        least = needed(g, self.hex)
        g.tell(DumpBurned, self.hex, outcome, least)
        if outcome <= least:
            g.burnt_dumps |= 1 << self.hex
