"""25.0 Fuel Dumps: hidden at the start, found and captured by Germans, burned by the Allies.

Where a hidden dump lies only its owner knows. Whatever the Germans can see - what they are offered, whether the Allies
are asked, how long it takes - depends on the hexes where a dump *may* lie, never on where it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from ardennes.board import trace
from ardennes.board.cells import board_of, cells
from ardennes.kernel import Action, Chance, Chances, Reason, Side, die
from ardennes.kernel.words import say
from ardennes.parts.reaction import Window, standing_choices
from ardennes.titles.bitter_woods.box.fates import TWO_DICE
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
    dump: int

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


class Burn(Window[State], frozen=True):
    """25.3 The Allied player may declare a dump and try to destroy it.

    He is asked wherever a dump may lie as far as the Germans know, so that being asked tells nothing.
    """

    rule: ClassVar[str] = "BW-25.3a"
    phase: ClassVar[str] = "fuel dumps"
    question: ClassVar[int] = 0
    buttons: ClassVar[Mapping[str, str]] = {"decline": "Burn nothing"}
    hexes: tuple[int, ...]

    def possible(self, g: State) -> bool:
        return bool(self.hexes)

    def reactions(self, g: State) -> dict[str, Sequence[int | None]]:
        return {"burn": [cell for cell in self.hexes if g.open_dumps >> cell & 1 or lies_in(g, cell)]}

    def prompt(self, g: State) -> str:
        places = ", ".join(g.hex_name(cell) for cell in self.hexes)
        return say("Germans are next to {places}: burn a fuel dump there, or let it be", places=places)

    def label(self, g: State, verb: str, target: int) -> str:
        return say("set fire to the fuel dump in {target}", target=g.hex_name(target)) if verb == "burn" else ""

    def focus(self, g: State) -> int:
        return self.hexes[0]

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, cell = action
        if (verb == "decline" and cell is None) or (verb == "standing" and cell == 1):
            return None
        if verb != "burn" or cell is None:
            return Reason(self.rule, "this is the time to burn a fuel dump or to let it be")
        if cell in self.reactions(g)["burn"]:
            return None
        if not 0 <= cell < g.box.map.grid.size or not g.box.map.grid.board >> cell & 1:
            return Reason(self.rule, "there is no such hex")
        if g.open_dumps >> cell & 1 or lies_in(g, cell):
            if g.burn_tried >> cell & 1 or g.burn_asked >> cell & 1:
                return Reason(
                    "BW-25.3b",
                    say("the next chance for {cell} comes after the next Allied combat", cell=g.hex_name(cell)),
                )
            return Reason(
                self.rule, say("{cell} is not held by the Allies with Germans next to it", cell=g.hex_name(cell))
            )
        return Reason(self.rule, say("you have no fuel dump in {cell}", cell=g.hex_name(cell)))

    def burn(self, g: State, cell: int) -> None:
        if not g.open_dumps >> cell & 1:
            reveal(g, cell)
        g.burn_tried |= 1 << cell
        g.replace(Burning(cell))


def answers(g: State, side: Side) -> list[int]:
    """25.3 The standing answers a side may set: the Allies about burning, as long as there may be a dump to burn."""
    if side is not Side.ALLIED or not g.box.fuel_dumps or not (suspected(g) | g.open_dumps & ~g.burnt_dumps):
        return []
    return standing_choices(g, side, 1)


def needed(g: State, cell: int) -> int:
    """25.3, 38.1 The highest die that destroys a dump."""
    fate = g.fate("samree") if g.event17 and which(g, cell) == SAMREE else None
    return fate.number if fate is not None else g.box.tables.dumps.destroyed


class Burning(Chance[State], frozen=True):
    """25.3 The die for a dump's destruction."""

    rule: ClassVar[str] = "BW-25.3a"
    hex: int

    def chances(self, g: State) -> Chances:
        return D6

    def resolve(self, g: State, outcome: int) -> None:
        g.pop()
        least = needed(g, self.hex)
        g.tell(DumpBurned, self.hex, outcome, least)
        if outcome <= least:
            g.burnt_dumps |= 1 << self.hex
