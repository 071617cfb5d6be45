"""Tigers in the Mist for the shared staff: what it is about, and how its orders come out on paper."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from ardennes.kernel import Action, Side
from ardennes.kernel import State as AnyState
from ardennes.parts.drafted import Drafted
from ardennes.parts.drafts import Fight
from ardennes.parts.land import Aim, Piece
from ardennes.parts.mind import Mind, Temper, Worlds
from ardennes.titles.tigers_in_the_mist.box.components import DATA
from ardennes.titles.tigers_in_the_mist.mind import distances, drafting, prospects
from ardennes.titles.tigers_in_the_mist.mind.mind import MIND as DOCTRINE
from ardennes.titles.tigers_in_the_mist.mind.mind import TigersMind, _aims, _pieces, _turns_to
from ardennes.titles.tigers_in_the_mist.odds import aiming
from ardennes.titles.tigers_in_the_mist.rules.combat.artillery import AimArtillery
from ardennes.titles.tigers_in_the_mist.rules.combat.fire import AimFire
from ardennes.titles.tigers_in_the_mist.rules.combat.phase import ChooseAttackers, residents
from ardennes.titles.tigers_in_the_mist.rules.movement.phase import Marching, Movement
from ardennes.titles.tigers_in_the_mist.state import State


class TigersDeclared(Drafted[State], TigersMind):
    """The Germans want the areas that pay and the roads beyond; the Allies want them not to have them."""

    planned = (Movement,)
    under_way = (Marching,)
    go = "area"
    commits = ("fight",)
    data = DATA
    features, phase, formations = TigersMind.features, TigersMind.phase, TigersMind.formations
    names, vector, days_left, node_value = (
        TigersMind.names,
        TigersMind.vector,
        TigersMind.days_left,
        TigersMind.node_value,
    )

    def value(self, state: AnyState, /) -> float:
        """German points to be expected, where none were learned."""
        g = self.own(state)
        return self.outcome(g) if g.result is not None else prospects.value(g)

    def pieces(self, g: State, side: Side) -> Mapping[int, Piece]:
        """The units on the map."""
        return _pieces(g, side)

    def aims(self, g: State, side: Side) -> Sequence[Aim]:
        """The areas that score or decide, and the ways off the map."""
        return _aims(g, side)

    def distance(self, g: State, side: Side, place: int) -> Sequence[float]:
        """Days along open roads."""
        return _turns_to(g.box, place)

    def turns_left(self, g: State) -> int:
        """Days after today."""
        return distances.days_left(g)

    def joining(self, g: State) -> Sequence[int] | None:
        """9.13 Everybody who stands there takes part: he would lose his day by standing by."""
        top = g.stack[-1]
        if not isinstance(top, ChooseAttackers):
            return None
        return [unit for unit in residents(g, top.area, top.side) if unit not in top.attackers]

    def decide(self, worlds: Worlds, temper: Temper, /) -> Action:
        """9.46, 9.5 Targets are chosen as the exact odds assume; a stack halted under way stays where it may."""
        g = self.own(worlds[0])
        top = g.stack[-1]
        if isinstance(top, (AimArtillery, AimFire)) and (aimed := aiming.doctrine(g)) is not None:
            return aimed
        if isinstance(top, Marching):
            if "stop" in g.choices():
                return Action("stop")
            if not top.halted:
                return Action("unit", top.units[0])
        return super().decide(worlds, temper)

    # ---- on paper --------------------------------------------------------------------------------------------------

    def ready(self, g: State, side: Side) -> Mapping[int, Sequence[int]]:
        """8.1, 8.2 The units that may move, and where to."""
        return drafting.ready(g, side)

    def stands(self, g: State, side: Side, place: int) -> Sequence[int]:
        """The units of a side in a place."""
        return g.units_at(place, side) if g.occupied[side] >> place & 1 else ()

    def joins(self, g: State, side: Side, place: int) -> Sequence[int]:
        """9.12, 9.13 Those who stand there and have not acted, and those who went in this impulse."""
        return drafting.joins(g, side, place)

    def power(self, g: State, unit: int) -> float:
        """Strength points."""
        return float(g.strength[unit])

    def fits(self, g: State, place: int, there: Sequence[int], unit: int) -> bool:
        """7.1 Four units and ten strength points in an area."""
        limits = g.box.tables.limits
        points = sum([g.strength[other] for other in there]) + g.strength[unit]
        return g.box.map.is_zone(place) or (len(there) < limits.units and points <= limits.strength)

    def odds(self, g: State, side: Side, place: int, units: Sequence[int]) -> Fight:
        """9.0 The exact odds."""
        return drafting.odds(g, side, place, units)

    def marched(self, g: State, side: Side, units: Sequence[int], place: int) -> State:
        """8.2 A march."""
        return drafting.marched(g, side, units, place)

    def fought(
        self, g: State, side: Side, units: Sequence[int], place: int, own_loss: float, enemy_loss: float
    ) -> State:
        """9.0 A battle."""
        return drafting.fought(g, side, units, place, own_loss, enemy_loss)

    def asides(self, g: State, side: Side) -> Iterator[tuple[str, tuple[int, ...], int, tuple[Action, ...], State]]:
        """8.5 Digging in."""
        return drafting.asides(g, side)

    def handed_over(self, g: State, side: Side) -> State:
        """6.0 The next impulse."""
        return drafting.handed_over(g, side)


DECLARED = TigersDeclared()
#: On trial until it takes the doctrine's place: ARDENNES_TIGERS=declared plays by it.
MIND: Mind[State] = DECLARED if os.environ.get("ARDENNES_TIGERS") == "declared" else DOCTRINE
