"""11.0 Reserves: who may come, and the phase in which they do without a card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.enemy_action_ardennes import events
from ardennes.titles.enemy_action_ardennes.box.cards import Card
from ardennes.titles.enemy_action_ardennes.box.fields import Left, Unit
from ardennes.titles.enemy_action_ardennes.rules import supply, travel
from ardennes.titles.enemy_action_ardennes.rules.placing import PLACES, placed, placements, waiting
from ardennes.titles.enemy_action_ardennes.state import OFF_MAP, OKW_BOX, OUT, RESERVE, State

#: As many units as there are.
ANY = 99


def of_card(g: State, card: Card, line: str) -> int:
    """5.2b - 5.5b, 11.1, 11.41a The reserves a line of a card may deploy."""
    units, box = 0, g.box.units
    if line == "formations":
        for number in card.formations:
            units |= box.formations[number].board
    elif line in ("one_of_corps", "corps"):
        units = box.in_corps[card.corps]
    elif line == "army":
        units = box.in_army[card.army]
    else:
        units = box.all_of[card.side]
    return waiting(g, units)


# ---- steps ------------------------------------------------------------------------------------------------


def _split(g: State, unit: int) -> bool:
    """11.2f Whether a unit is the last of a division of which some have been placed in two hexes."""
    return len({g.place[mate] for mate in placed(g, unit)}) > 1


#: 11.1a What keeps a unit from being deployed.
DEPLOYED = Rungs(
    lambda g, step, unit: {"target": g.name(unit)},
    Rung(
        "EA-11.1a",
        "{target} is not in the Reserve Units box",
        lambda g, step, left: left & ~waiting(g, g.box.units.all),
    ),
    Rung("EA-11.1a", "{target} is not among those who may come now", lambda g, step, left: left & ~g.active),
    Rung("EA-5.2c", "only one unit may be deployed", lambda g, step, left: 0 if step.left else left),
    Rung(
        "EA-11.1l",
        "no hex satisfies the rules of placement for {target}",
        each(lambda g, step, unit: not placements(g, unit)),
    ),
)


class Deployment(Question[State], frozen=True):
    """11.1a The player places any of the reserves a card, or two days' waiting, lets him place."""

    rule: ClassVar[str] = "EA-11.1a"
    phase: ClassVar[str] = "reserves"
    asks: ClassVar[str] = "Choose a reserve unit to deploy, or go on"
    otherwise: ClassVar[tuple[str, str]] = ("EA-11.1a", "place reserves, or go on")
    #: How many more units may come: one where the card says so (5.2c).
    left: Left = ANY

    @pick(lambda step, g: g.box.units.all, by=DEPLOYED, stays=True)
    def unit(self, g: State, unit: int) -> None:
        """11.1a It is picked: its hex comes next."""
        g.push(Placement(self.side, unit))

    @button(
        why=("EA-11.2f", "a division that is placed in two hexes is placed as a whole"),
        when=lambda step, g: not step.split(g),
    )
    def done(self, g: State) -> None:
        """11.1a The others are held back."""
        g.active = g.moved = 0

    def split(self, g: State) -> bool:
        """11.2f Whether a division has been placed in two hexes and the rest of it can follow."""
        if not (self.left and g.moved):
            return False
        return any(_split(g, unit) and placements(g, unit) for unit in cells(waiting(g, g.active)))


class Placement(Question[State], frozen=True):
    """11.1 A reserve unit is picked: say where it comes."""

    rule: ClassVar[str] = "EA-11.1a"
    phase: ClassVar[str] = "reserves"
    asks: ClassVar[str] = "Choose a hex for {reserve}"
    otherwise: ClassVar[tuple[str, str]] = ("EA-11.1a", "choose a hex for the unit, or put it back")
    reserve: Unit

    def taken_up(self, g: State) -> Sequence[int]:
        return (self.reserve,)

    @pick(
        lambda step, g: g.box.grid.board,
        by=PLACES,
        about=lambda step, g: step.reserve,
        quick=lambda step, g: placements(g, step.reserve),
    )
    def hex(self, g: State, cell: int) -> None:
        """11.1 It is placed."""
        unit, below = self.reserve, g.stack[-1]
        if isinstance(below, Deployment):
            g.replace(Deployment(below.side, below.left - 1))
        g.moved |= 1 << unit
        g.put(unit, cell)
        travel.enter(g, unit, self.side, cell)
        if unit == g.box.dinant_unit and cell == g.box.dinant:
            g.dinant = True
        g.tell(events.Placed, unit, cell)

    @pick(lambda step, g: (step.reserve,), ("EA-11.1a", "{reserve} is being placed: that comes first"))
    def unit(self, g: State, unit: int) -> None:
        """11.1a It is put back."""


# ---- the Reserve Phase ------------------------------------------------------------------------------------


def arrive(g: State) -> None:
    """4.0b The units of today's calendar space go to the Reserve Units boxes."""
    found = [unit for unit, place in enumerate(g.place) if place == OFF_MAP + g.day]
    for unit in found:
        g.put(unit, RESERVE)
    if found:
        g.tell(events.InReserve, tuple(found))


def delayed(side: Side) -> Callable[[State], None]:
    """11.3 A phase: units two days late or more may be deployed without a card."""

    def phase(g: State) -> None:
        if g.day < g.box.numbers.dates.delayed_reserves_from:
            return
        late = g.day - g.box.numbers.reserves.delayed_days
        units = 0
        for unit in cells(waiting(g, g.box.units.all_of[side])):
            units |= (0 < g.box.date[unit] <= late) << unit
        g.moved, g.active = 0, units
        if units and any(placements(g, unit) for unit in cells(units)):
            g.push(Deployment(side))
        else:
            g.active = 0

    return phase


def release_okw(g: State) -> None:
    """11.4b A German unit in supply beside or beyond the Meuse brings the OKW Reserve to the next day's space."""
    box = g.box
    if not any(g.place[unit] == OKW_BOX for unit in cells(box.okw)):
        return
    at_meuse = g.occupied[Side.GERMAN] & (box.ground.beside_meuse | box.ground.across_meuse)
    if at_meuse & supply.traceable(g, Side.GERMAN):
        for unit in cells(box.okw):
            g.put(unit, OFF_MAP + g.day + 1 if g.day < box.last_day else OUT)
        g.tell(events.OkwReleased)
