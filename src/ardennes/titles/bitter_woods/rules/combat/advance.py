"""9.8 Advance After Combat: who advances, and where he may end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Reason, Side, Way
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.words import say, several
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.bitter_woods.box.fields import FirstHexes, Length, Unit, Units
from ardennes.titles.bitter_woods.events import Advanced
from ardennes.titles.bitter_woods.rules import allies, entering, leaders, surprise
from ardennes.titles.bitter_woods.rules.combat import ways
from ardennes.titles.bitter_woods.rules.combat.ways import FIRST, Going, Path, first_hexes, limit
from ardennes.titles.bitter_woods.rules.entering import Stepping
from ardennes.titles.bitter_woods.rules.manners import ADVANCE, ADVANCE_ON
from ardennes.titles.bitter_woods.rules.movement import travel
from ardennes.titles.bitter_woods.rules.options import AT_ANY_TIME, NO_ADVANCE, NO_ADVANCE_TO
from ardennes.titles.bitter_woods.rules.stacking import no_room
from ardennes.titles.bitter_woods.state import State

# ---- where an advance may end ------------------------------------------------------------------------------


def reached(g: State, going: Going) -> dict[int, Path]:
    """9.8 The hexes that a unit gets to, each with its route, whether it may end there or not."""
    memo = g.remember()
    key = ("advance", going)
    if key not in memo:
        memo[key] = going.step.ways(g, going.unit)
    found = memo[key]
    assert isinstance(found, dict)
    return found


def roomy(g: State, going: Going) -> int:
    """6.1, 9.8 Those of them where there is room for it."""
    return board_of(reached(g, going)) & ~no_room(g, going.unit)


def _ends(g: State, going: Going) -> int:
    return going.step.ends.free(g, going, board_of(reached(g, going)))


def advances(g: State, step: Advance, unit: int) -> dict[int, Path]:
    """9.8 Where a unit may advance to, each hex with its route."""
    if not step.movers.free(g, step, 1 << unit):
        return {}
    going = Going(step, unit)
    found = reached(g, going)
    return {cell: found[cell] for cell in cells(_ends(g, going))}


def _no_room(g: State, going: Going, cell: int) -> Reason:
    """6.1, 24.3, 28.2 Who is in the way."""
    if allies.strangers(g, going.unit) >> cell & 1:
        return Reason("BW-28.2", say("Americans and British do not share {cell}", cell=g.hex_name(cell)))
    reason = leaders.why_not_stop(g, going.unit, cell) if leaders.is_leader(g, going.unit) else None
    return reason or Reason("BW-9.8t", say("there is no room in {cell}", cell=g.hex_name(cell)))


def _beyond(g: State, going: Going, left: int) -> int:
    """9.8 Hexes that a unit does not get to."""
    return left & ~board_of(reached(g, going))


def _not_first(g: State, going: Going, left: int) -> int:
    """9.8 Hexes next to a unit with which it cannot begin, if one hex is all that it may advance."""
    step, unit = going
    beside = g.box.map.grid.neighbours[g.place[unit]] & ~board_of(step.first)
    return _beyond(g, going, left & beside) if limit(g, step, unit)[0] == 1 else 0


def _farther(g: State, going: Going, left: int) -> int:
    """9.8 Hexes that are farther than a unit may advance."""
    step = going.step
    near = g.box.map.grid.within(board_of(step.first), max(limit(g, *going)) - 1)
    return 0 if step.marches else left & ~near


def _too_far(g: State, going: Going, cell: int) -> Reason:
    """8.3, 9.5, 9.8, 15.7 How far a unit may advance, and by which rule."""
    step, unit = going
    hexes, by_road = limit(g, step, unit)
    rule = "BW-9.8b"
    if step.side is Side.GERMAN and g.surprised and g.box.units.mechanized[unit]:
        rule = "BW-15.7c"
    if g.box.clervaux >> step.first[0] & 1:
        rule = "BW-8.3a"
    elif not step.bonus:
        rule = "BW-9.8c" if step.side is not g.mover else "BW-9.5z"
    text = (
        several("one hex", "{number} hexes", hexes)
        if by_road == hexes
        else several("one hex, or {by_road} by road", "{number} hexes, or {by_road} by road", hexes, by_road=by_road)
    )
    return Reason(
        rule,
        say("{unit} may advance {text}, and {cell} is farther", unit=g.name(unit), text=text, cell=g.hex_name(cell)),
    )


def _stopped(g: State, going: Going, left: int, meuse: bool) -> int:
    """9.8 Hexes beyond the first, for a unit that has to stop there because of the Meuse, or of a river."""
    step, unit = going
    first = step.first[0]
    if not first_hexes(g, going) >> first & 1 or not ways.stops_at(g, unit, first):
        return 0
    over = g.box.ground.around(g.place[unit], g.blown).meuse >> first & 1
    return _beyond(g, going, left) if bool(over) is meuse else 0


def _second_step(g: State, going: Going, left: int) -> Stepping:
    """9.8 The second step of an advance, from the vacated hex into hexes next to it that a unit does not get to."""
    step, unit = going
    first = step.first[0]
    goes_on = limit(g, step, unit)[0] > 1 and first_hexes(g, going) >> first & 1 and not ways.stops_at(g, unit, first)
    near = left & g.box.map.grid.neighbours[first] & ~(1 << g.place[unit]) if goes_on else 0
    return Stepping(unit, first, ADVANCE_ON, _beyond(g, going, near))


#: 9.8 What keeps an advance from ending in a hex.
ENDS = Rungs(
    lambda g, going, cell: {
        "unit": g.name(going.unit),
        "name": g.name(going.unit),
        "where": g.hex_name(cell),
        "first": g.hex_name(going.step.first[0]),
    },
    *entering.closed(ADVANCE),
    Rung("BW-9.8t", "", lambda g, going, left: left & no_room(g, going.unit), reason=_no_room),
    *NO_ADVANCE_TO,
    Rung("BW-9.8k", "an advance begins with {first}", _not_first, finer=True),
    Rung("BW-9.8b", "", _farther, finer=True, reason=_too_far),
    Rung(
        "BW-9.8p",
        "{name} attacked across water and stops in {first}",
        lambda g, going, left: _stopped(g, going, left, meuse=True),
        finer=True,
    ),
    Rung(
        "BW-9.8n",
        "{name} attacked across water and stops in {first}",
        lambda g, going, left: _stopped(g, going, left, meuse=False),
        finer=True,
    ),
    *entering.barred(ADVANCE_ON, _second_step, finer=True),
    Rung("BW-9.8d", "{name} cannot advance as far as {where}", _beyond),
)

# ---- who advances ------------------------------------------------------------------------------------------


def _not_begun(g: State, step: Advance, unit: int) -> Reason:
    """9.8 Why the nearest of the hexes an advance may begin with is closed to a unit."""
    near = [cell for cell in step.first if g.box.map.grid.adjacent(g.place[unit], cell)]
    reason = FIRST.why_not(g, Going(step, unit), (*near, *step.first)[0])
    assert reason is not None
    return reason


def _crowded_out(g: State, step: Advance, unit: int) -> Reason:
    """9.8 There is no room where a unit could go."""
    going = Going(step, unit)
    return _no_room(g, going, (*cells(first_hexes(g, going)), *step.first)[0])


#: 9.8 What keeps a unit that took part in the combat from advancing.
MOVERS = Rungs(
    lambda g, step, unit: {"unit": g.name(unit), "name": g.name(unit)},
    Rung(
        "BW-9.8j",
        "{unit} is artillery and does not advance",
        lambda g, step, left: left & g.box.units.all_artillery,
    ),
    Rung(
        "BW-8.1d",
        "{name} has built and stays where it is this turn",
        lambda g, step, left: left & g.dug & g.box.units.all_of[g.mover],
    ),
    *surprise.HELD,
    Rung(
        "BW-9.8k",
        "",
        each(lambda g, step, unit: not first_hexes(g, Going(step, unit))),
        finer=True,
        reason=_not_begun,
    ),
    Rung("BW-9.8t", "", each(lambda g, step, unit: not roomy(g, Going(step, unit))), reason=_crowded_out),
    *NO_ADVANCE,
)


class Advance(Question[State], frozen=True):
    """9.8 Units of the winner may advance, as many and in whatever order their owner likes.

    `first` are the hexes an advance may begin with: the defender's, or those the attackers left. An Angriff has other
    rungs and ways.
    """

    rule: ClassVar[str] = "BW-9.8a"
    phase: ClassVar[str] = "combat"
    parting: ClassVar[bool] = True
    asks: ClassVar[str] = "Advance after combat: choose a unit, or go on"
    otherwise: ClassVar[tuple[str, str]] = ("BW-9.2i", "the advance comes first: choose a unit, or go on")
    asides = AT_ANY_TIME
    movers: ClassVar[Rungs] = MOVERS
    ends: ClassVar[Rungs] = ENDS
    units: Units
    first: FirstHexes
    hexes: Length
    bonus: bool
    #: 27.1 Unused hexes may become movement points for roads.
    marches: bool = False

    def ways(self, g: State, unit: int) -> dict[int, Path]:
        """The hexes that a unit gets to, each with its route, whether it may end there or not."""
        return ways.ways(g, Going(self, unit))

    def fit(self, g: State, unit: int) -> int:
        """Where a unit may end, but for what optional rules say."""
        return roomy(g, Going(self, unit))

    @pick(
        lambda step, g: step.units,
        ("BW-9.8a", "only units that took part in the combat advance, each once"),
        by=lambda step, g: step.movers,
        stays=True,
        lifts=True,
    )
    def unit(self, g: State, unit: int) -> None:
        """9.8 It is asked where the unit goes."""
        g.push(AdvanceTo(self.side, unit))

    @button("End the advance", alone=True)
    def done(self, g: State) -> None:
        """9.8 Nobody else advances."""


def terms(g: State) -> Advance:
    """The advance under way."""
    return next(step for step in reversed(g.stack) if isinstance(step, Advance))


class AdvanceTo(Question[State], frozen=True):
    """9.8 Where a unit's advance ends. The step below on the stack says how far it may go."""

    rule: ClassVar[str] = "BW-9.8b"
    phase: ClassVar[str] = "combat"
    parting: ClassVar[bool] = True
    asks: ClassVar[str] = "{advancing} advances: choose where it ends"
    otherwise: ClassVar[tuple[str, str]] = ("BW-9.2i", "{advancing} advances: say where, or put it back")
    elsewhere: ClassVar[Mapping[str, tuple[str, str]]] = {
        "sneak": ("BW-27.2b", "nobody slips through zones of control in an advance")
    }
    advancing: Unit

    def taken_up(self, g: State) -> Sequence[int]:
        return [self.advancing]

    def focus(self, g: State) -> int | None:
        return g.stands(self.advancing)

    def way(self, g: State, verb: str, target: int) -> Way | None:
        return Way(None, advances(g, terms(g), self.advancing)[target]) if verb == "hex" else None

    @pick(
        lambda step, g: g.box.map.grid.board,
        ("BW-9.8k", "there is no such hex"),
        by=lambda step, g: terms(g).ends,
        about=lambda step, g: Going(terms(g), step.advancing),
    )
    def hex(self, g: State, cell: int) -> None:
        """9.8 It goes there, and does not advance again."""
        step, unit = terms(g), self.advancing
        path = advances(g, step, unit)[cell]
        g.replace(msgspec.structs.replace(step, units=tuple(other for other in step.units if other != unit)))
        g.tell(Advanced, unit, path)
        travel.go(g, unit, path)

    @pick(lambda step, g: [step.advancing])
    def unit(self, g: State, unit: int) -> None:
        """9.8 It is put back."""
