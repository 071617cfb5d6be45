"""4.0 Sequence of Play, in the rulebook's order, on one screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

from ardennes.board.cells import board_of
from ardennes.kernel import Automatic, Side, Step
from ardennes.kernel.shapes import Number
from ardennes.parts.rules.phases import Outline
from ardennes.titles.bitter_woods.events import PlayerTurnBegan, TurnEnded
from ardennes.titles.bitter_woods.rules import (
    dumps,
    fortunes,
    garrison,
    kampfgruppe,
    leaders,
    random_events,
    victory,
)
from ardennes.titles.bitter_woods.rules.aircraft import InterdictionPhase
from ardennes.titles.bitter_woods.rules.bridges import ConstructionBegins, DemolitionBegins
from ardennes.titles.bitter_woods.rules.combat import bombardment, duties
from ardennes.titles.bitter_woods.rules.combat.lunge import Exploitation
from ardennes.titles.bitter_woods.rules.combat.phase import CombatBegins
from ardennes.titles.bitter_woods.rules.movement.phase import Movement
from ardennes.titles.bitter_woods.rules.reserves import ReservePhase
from ardennes.titles.bitter_woods.rules.supply import SupplyPhase
from ardennes.titles.bitter_woods.state import State


class PlayerTurnBegins(Automatic[State], frozen=True):
    """4 What lasts for one player turn is forgotten, and what lasts for a game-turn when it begins."""

    rule: ClassVar[str] = "BW-4a"
    side: Side

    def run(self, g: State) -> None:
        g.pop()
        g.mover = self.side
        own = g.box.units.all_of[self.side]
        if self.side is Side.GERMAN:
            track = g.box.track[g.turn]
            g.air = [track.german_air, track.allied_air]  # 11.1
            if g.event18 or g.event19:
                fortunes.limit_aircraft(g)
            if g.box.fuel_dumps:
                dumps.begin_game_turn(g)
            g.vacated = [0, 0]
            g.fired = 0  # 10.1 German artillery once per game-turn …
        else:
            g.fired &= ~fortunes.reloaded(g, self.side)  # … and Allied artillery once per player turn
        if g.box.leaders:
            _begin_with_leaders(g, self.side)
        g.moved &= ~own
        g.dug &= ~own
        g.attacked = g.interdicted = 0
        g.builders = ()
        if g.box.garrison:
            garrison.check(g, self.side)
        if g.shocked:
            bombardment.recover(g)
        if g.box.thirds:
            kampfgruppe.phase_over(g)
        duties.begin_turn(g, self.side)
        g.tell(PlayerTurnBegan, g.turn, self.side, g.ground, *g.air)
        if g.box.fuel_dumps:
            dumps.capture(g)
        if self.side is Side.GERMAN:
            random_events.begin_game_turn(g)


def _begin_with_leaders(g: State, side: Side) -> None:
    """24.1, 24.5 Every leader has his influence again, and is where the player turn finds him."""
    g.influenced = bytes(len(g.place))
    g.stayed = board_of(leaders.on_map(g, side))
    g.released = 0


class MovementEnds(Automatic[State], frozen=True):
    """36.11 What battalions have left of their movement is of no use in the next phase."""

    rule: ClassVar[str] = "BW-36.11b"

    def run(self, g: State) -> None:
        g.pop()
        if g.box.thirds:
            kampfgruppe.phase_over(g)


class RecordKeeping(Automatic[State], frozen=True):
    """4 C The turn marker moves one box on; after the last turn the game is over."""

    rule: ClassVar[str] = "BW-4k"

    def run(self, g: State) -> None:
        g.pop()
        g.tell(TurnEnded, g.turn)
        if g.event18:
            random_events.end_game_turn(g)
        if g.turn >= g.box.last_turn:
            victory.end_game(g)
        else:
            g.turn += 1


def _player_turn(side: Side) -> tuple[Step, ...]:
    """4 A and B: the same for both players, but only the Allies interdict."""
    return (
        PlayerTurnBegins(side),
        SupplyPhase(side),
        *((InterdictionPhase(),) if side is Side.GERMAN else ()),
        ReservePhase(side),
        Movement(side),
        MovementEnds(),
        CombatBegins(side),
        DemolitionBegins(side),
        Exploitation(side),
        ConstructionBegins(side),
    )


#: 4 A game-turn: the German player turn, the Allied player turn, the record keeping phase.
OUTLINE: tuple[Step, ...] = (*_player_turn(Side.GERMAN), *_player_turn(Side.ALLIED), RecordKeeping())


class Turn(Outline[State], frozen=True):
    """4 A game-turn: the phases one after the other, again and again until the game is over."""

    rule: ClassVar[str] = "BW-4a"
    counter: ClassVar[str] = "done"
    done: Annotated[int, Number(0, len(OUTLINE) - 1)] = 0

    def phases(self, g: State) -> Sequence[Step]:
        return OUTLINE
