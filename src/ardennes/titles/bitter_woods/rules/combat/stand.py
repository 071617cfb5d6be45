"""24.4 Stand or retreat: in a leader's range units may lose steps instead of retreating."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ardennes.kernel import Action, Choices, Reason, Side
from ardennes.kernel.words import say, several
from ardennes.titles.bitter_woods.events import Stood
from ardennes.titles.bitter_woods.rules import kampfgruppe, leaders
from ardennes.titles.bitter_woods.rules.combat.retreat import Retreat
from ardennes.titles.bitter_woods.rules.improved_positions import fortified
from ardennes.titles.bitter_woods.rules.kampfgruppe import OneUnitAtATime, Regrouping
from ardennes.titles.bitter_woods.state import State


def fall_back(g: State, side: Side, units: tuple[int, ...], hexes: int) -> None:
    """9.7, 24.4 Units have to retreat, unless a leader lets them stand."""
    if g.box.leaders and any(why_not_stand(g, leader, units, hexes) is None for leader in g.box.commanders[side]):
        g.push(Stand(side, units, hexes))
    else:
        g.push(Retreat(side, units, hexes))


def steps_left(g: State, unit: int) -> int:
    """9.6 How many steps a unit can lose; a leader, like artillery, is lost with the first (24.3)."""
    return 1 if g.reduced >> unit & 1 or not g.box.units.strengths[unit][1] else 2


def may_stand(g: State, unit: int) -> bool:
    """24.4 Whether a unit is steady enough: not shocked, or in a fortification."""
    return not g.shocked >> unit & 1 or fortified(g, g.place[unit])


def standing(g: State, leader: int, units: tuple[int, ...]) -> tuple[int, ...]:
    """24.4 The units that would stand with a leader: those in his range that he commands, and leaders with them."""
    if not g.on_map(leader):
        return ()
    board = leaders.reach(g, leader)
    fighters = [
        unit
        for unit in units
        if not leaders.is_leader(g, unit)
        and board >> g.place[unit] & 1
        and leaders.commands(g, leader, unit)
        and may_stand(g, unit)
    ]
    hexes = {g.place[unit] for unit in fighters}
    beside = [u for u in units if leaders.is_leader(g, u) and g.place[u] in hexes and leaders.expendable(g, u)]
    return tuple(u for u in units if u in fighters or u in beside)


def why_not_stand(g: State, leader: int, units: tuple[int, ...], hexes: int) -> Reason | None:
    """24.1, 24.2, 24.4 Why a leader cannot let anybody stand."""
    name = g.name(leader)
    if not g.on_map(leader):
        return Reason("BW-24.4a", say("{name} is not on the map", name=name))
    if leaders.influence_left(g, leader) <= 0:
        return Reason("BW-24.1", say("{name} has affected as many battles as he may in this player turn", name=name))
    board = leaders.reach(g, leader)
    near = [unit for unit in units if board >> g.place[unit] & 1 and not leaders.is_leader(g, unit)]
    if not near:
        return Reason("BW-24.2", say("no unit that has to retreat is in the range of {name}", name=name))
    own = [unit for unit in near if leaders.commands(g, leader, unit)]
    if not own:
        return Reason("BW-24.5g", say("{name} commands units of his own nationality only", name=name))
    if not any(may_stand(g, unit) for unit in own):
        return Reason("BW-24.4c", "shocked units outside a fortification have to retreat")
    steps = sum(steps_left(g, unit) for unit in standing(g, leader, units))
    if steps < hexes:
        return Reason(
            "BW-24.4b",
            several(
                "to stand costs a step, and there is none",
                "to stand costs {number} steps, and only {steps} are there",
                hexes,
                steps=steps,
            ),
        )
    return None


def _steps(count: int) -> str:
    return several("a step", "{number} steps", count)


class Stand(Regrouping, frozen=True):
    """24.4 The loser calls on a leader, so that the units in his range stand and lose steps, or retreats."""

    rule: ClassVar[str] = "BW-24.4a"
    phase: ClassVar[str] = "combat"
    buttons: ClassVar[Mapping[str, str]] = {"done": "Retreat"}
    units: tuple[int, ...]
    hexes: int

    def _leaders(self, g: State) -> list[int]:
        every = g.box.commanders[self.side]
        return [leader for leader in every if why_not_stand(g, leader, self.units, self.hexes) is None]

    def prompt(self, g: State) -> str:
        return say(
            "Stand or retreat: with a leader units stand for {steps}, or all retreat {hexes}",
            steps=_steps(self.hexes),
            hexes=self.hexes,
        )

    def label(self, g: State, verb: str, target: int) -> str:
        if verb != "stand":
            return ""
        units = [g.name(unit) for unit in standing(g, target, self.units) if not leaders.is_leader(g, unit)]
        return several(
            "stand with {leader}: {names} loses {steps} and stays",
            "stand with {leader}: {names} lose {steps} and stay",
            len(units),
            leader=g.name(target),
            names=", ".join(units),
            steps=_steps(self.hexes),
        )

    def focus(self, g: State) -> int | None:
        return g.stands(self.units[0])

    def choices(self, g: State) -> Choices:
        found: dict[str, Sequence[int | None]] = {"stand": self._leaders(g), "done": [None]}
        return found | kampfgruppe.offers(g, self.side) if g.box.thirds else found

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, leader = action
        if verb == "done" and leader is None:
            return None
        if verb in ("breakdown", "combine"):
            return kampfgruppe.why_not_regroup(g, self.side, verb)
        if verb != "stand" or leader is None:
            return Reason("BW-9.2i", "the combat result comes first: stand with a leader, or retreat")
        if leader not in g.box.commanders[self.side]:
            return Reason("BW-24.4a", "only a leader of your own lets units stand")
        return why_not_stand(g, leader, self.units, self.hexes)

    def stand(self, g: State, leader: int) -> None:
        stay = standing(g, leader, self.units)
        leaders.use(g, leader)
        g.tell(Stood, leader, tuple(unit for unit in stay if not leaders.is_leader(g, unit)), self.hexes)
        g.pop()
        if rest := tuple(unit for unit in self.units if unit not in stay):
            fall_back(g, self.side, rest, self.hexes)
        g.push(StandLoss(self.side, stay, self.hexes))

    def done(self, g: State) -> None:
        g.replace(Retreat(self.side, self.units, self.hexes))


class StandLoss(OneUnitAtATime, frozen=True):
    """24.4 The steps that units lose because they stand, one after another."""

    rule: ClassVar[str] = "BW-24.4b"
    parting: ClassVar[bool] = True
    hexes: int

    def prompt(self, g: State) -> str:
        return say("To stand costs {steps}: choose the unit that takes the next loss", steps=_steps(self.hexes))

    def why_not_unit(self, g: State, unit: int | None) -> Reason | None:
        if unit is None:
            return Reason("BW-24.4b", "whoever stands pays for the whole retreat: choose the unit that takes the loss")
        return None if unit in self.units else Reason("BW-24.4b", "only units that stand can take the loss")

    def unit(self, g: State, unit: int) -> None:
        g.lose_step(unit, "BW-24.4a")
        left = tuple(other for other in self.units if g.on_map(other))
        if self.hexes > 1 and left:
            g.replace(StandLoss(self.side, left, self.hexes - 1))
        else:
            g.pop()
