"""P-1, P-2 The set-up, the turn on one screen, and how it ends."""

from collections.abc import Sequence
from typing import Annotated

from ardennes import kernel
from ardennes.kernel import Game, Outcome, Side
from ardennes.kernel.shapes import Number
from ardennes.parts.rules.phases import Outline, Phase
from ardennes.parts.rules.roster import ELIMINATED
from ardennes.titles.parkers_crossroads.box import ROOM, TURNS
from ardennes.titles.parkers_crossroads.rules.combat import Combat
from ardennes.titles.parkers_crossroads.rules.movement import Movement
from ardennes.titles.parkers_crossroads.state import State


def set_up(game: Game) -> State:
    """P-1 Every unit in the hex of its row."""
    g = State(game)
    for unit, row in enumerate(g.box.units.rows):
        g.put(unit, g.box.grid.cell(row.hex))
    g.push(Turn())
    return g


def _end(g: State) -> None:
    """P-2 The next turn, or the end."""
    if g.turn < TURNS:
        g.turn += 1
        return
    winner = Side.GERMAN if g.score() > 0 else Side.ALLIED
    g.finish(Outcome(winner, "the crossroads", g.score()))


class Turn(Outline[State], frozen=True):
    """P-2 One phase after the other."""

    stage: Annotated[int, Number(0, 4)] = 0

    def phases(self, g: State) -> Sequence[Phase]:
        german, allied = Side.GERMAN, Side.ALLIED
        return (Movement(german), Combat(german), Movement(allied), Combat(allied), _end)


def broken(state: kernel.State) -> list[str]:
    """What no position may be like: for whoever checks games and reads saves."""
    assert isinstance(state, State)
    g = state
    crowded = [f"{g.box.hex_name(cell)} is too full" for cell, stack in g.stacks.items() if len(stack) > ROOM]
    astray = [f"{g.name(n)} is nowhere" for n, p in enumerate(g.place) if not g.on_map(n) and p != ELIMINATED]
    return [*g.misplaced(), *crowded, *astray]
