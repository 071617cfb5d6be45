"""24.4 Stand or retreat: in a leader's range units may lose steps instead of retreating."""

from __future__ import annotations

from typing import ClassVar

from ardennes.board.cells import board_of
from ardennes.kernel import Reason, Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.words import several
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.bitter_woods.box.fields import Length, SomeUnits
from ardennes.titles.bitter_woods.events import Stood
from ardennes.titles.bitter_woods.rules import leaders
from ardennes.titles.bitter_woods.rules.combat.retreat import Retreat
from ardennes.titles.bitter_woods.rules.improved_positions import fortified
from ardennes.titles.bitter_woods.rules.judging import every_unit
from ardennes.titles.bitter_woods.rules.options import AT_ANY_TIME
from ardennes.titles.bitter_woods.state import State


def fall_back(g: State, side: Side, units: tuple[int, ...], hexes: int) -> None:
    """9.7, 24.4 Units have to retreat, unless a leader lets them stand."""
    asked = Stand(side, units, hexes)
    g.push(asked if with_whom(g, asked) else Retreat(side, units, hexes))


def with_whom(g: State, asked: Stand) -> int:
    """24.4 The leaders of a side who can let some of its units stand."""
    return STANDS.free(g, asked, board_of(g.box.commanders[asked.side]))


def steps_left(g: State, unit: int) -> int:
    """9.6 How many steps a unit can lose; a leader, like artillery, is lost with the first (24.3)."""
    return 1 if g.reduced >> unit & 1 or not g.box.units.strengths[unit][1] else 2


def may_stand(g: State, unit: int) -> bool:
    """24.4 Whether a unit is steady enough: not shocked, or in a fortification."""
    return not g.shocked >> unit & 1 or fortified(g, g.place[unit])


def near(g: State, leader: int, units: tuple[int, ...]) -> list[int]:
    """24.2 Of some units those in a leader's range."""
    board = leaders.reach(g, leader)
    return [unit for unit in units if board >> g.place[unit] & 1 and not leaders.is_leader(g, unit)]


def commanded(g: State, leader: int, units: tuple[int, ...]) -> list[int]:
    """24.5 Those of them whose battles he affects."""
    return [unit for unit in near(g, leader, units) if leaders.commands(g, leader, unit)]


def standing(g: State, leader: int, units: tuple[int, ...]) -> tuple[int, ...]:
    """24.4 The units that would stand with a leader: those in his range that he commands, and leaders with them."""
    fighters = [unit for unit in commanded(g, leader, units) if may_stand(g, unit)]
    hexes = {g.place[unit] for unit in fighters}
    beside = [u for u in units if leaders.is_leader(g, u) and g.place[u] in hexes and leaders.expendable(g, u)]
    return tuple(u for u in units if u in fighters or u in beside)


def _too_few(g: State, asked: Stand, leader: int) -> Reason:
    """24.4 There are fewer steps than hexes."""
    steps = _steps_with(g, asked, leader)
    text = several(
        "to stand costs a step, and there is none",
        "to stand costs {number} steps, and only {steps} are there",
        asked.hexes,
        steps=steps,
    )
    return Reason("BW-24.4b", text)


def _steps_with(g: State, asked: Stand, leader: int) -> int:
    """24.4 The steps that are there to be lost with a leader."""
    return sum(steps_left(g, unit) for unit in standing(g, leader, asked.units))


#: 24.1, 24.2, 24.4 What keeps a leader from letting anybody stand.
STANDS = Rungs(
    lambda g, asked, leader: {"name": g.name(leader)},
    Rung(
        "BW-24.4a",
        "only a leader of your own lets units stand",
        lambda g, asked, left: left & ~board_of(g.box.commanders[asked.side]),
    ),
    Rung("BW-24.4a", "{name} is not on the map", each(lambda g, asked, leader: not g.on_map(leader))),
    Rung(
        "BW-24.1",
        "{name} has affected as many battles as he may in this player turn",
        each(lambda g, asked, leader: leaders.influence_left(g, leader) <= 0),
    ),
    Rung(
        "BW-24.2",
        "no unit that has to retreat is in the range of {name}",
        each(lambda g, asked, leader: not near(g, leader, asked.units)),
    ),
    Rung(
        "BW-24.5g",
        "{name} commands units of his own nationality only",
        each(lambda g, asked, leader: not commanded(g, leader, asked.units)),
    ),
    Rung(
        "BW-24.4c",
        "shocked units outside a fortification have to retreat",
        each(lambda g, asked, leader: not any(may_stand(g, u) for u in commanded(g, leader, asked.units))),
    ),
    Rung(
        "BW-24.4b",
        "",
        each(lambda g, asked, leader: _steps_with(g, asked, leader) < asked.hexes),
        reason=_too_few,
    ),
)


def _steps(count: int) -> str:
    return several("a step", "{number} steps", count)


def _who_stands(asked: Stand, g: State, leader: int) -> str:
    """24.4 What a leader would let stand, and at what cost, in words."""
    units = [g.name(unit) for unit in standing(g, leader, asked.units) if not leaders.is_leader(g, unit)]
    return several(
        "stand with {leader}: {names} loses {steps} and stays",
        "stand with {leader}: {names} lose {steps} and stay",
        len(units),
        leader=g.name(leader),
        names=", ".join(units),
        steps=_steps(asked.hexes),
    )


class Stand(Question[State], frozen=True):
    """24.4 The loser calls on a leader, so that the units in his range stand and lose steps, or retreats."""

    rule: ClassVar[str] = "BW-24.4a"
    phase: ClassVar[str] = "combat"
    asks: ClassVar[str] = "Stand or retreat: with a leader units stand for {steps}, or all retreat {hexes}"
    otherwise: ClassVar[tuple[str, str]] = (
        "BW-9.2i",
        "the combat result comes first: stand with a leader, or retreat",
    )
    asides = AT_ANY_TIME
    units: SomeUnits
    hexes: Length

    def facts(self, g: State) -> dict[str, object]:
        return {"steps": _steps(self.hexes)}

    def focus(self, g: State) -> int | None:
        return g.stands(self.units[0])

    @pick(every_unit, by=STANDS, label=_who_stands)
    def stand(self, g: State, leader: int) -> None:
        """24.4 Who is in his range stays and pays for it; the others retreat, or stand with another leader."""
        stay = standing(g, leader, self.units)
        leaders.use(g, leader)
        g.tell(Stood, leader, tuple(unit for unit in stay if not leaders.is_leader(g, unit)), self.hexes)
        if rest := tuple(unit for unit in self.units if unit not in stay):
            fall_back(g, self.side, rest, self.hexes)
        g.push(StandLoss(self.side, stay, self.hexes))

    @button("Retreat")
    def done(self, g: State) -> None:
        """9.7 All retreat."""
        g.push(Retreat(self.side, self.units, self.hexes))


class StandLoss(Question[State], frozen=True):
    """24.4 The steps that units lose because they stand, one after another."""

    rule: ClassVar[str] = "BW-24.4b"
    phase: ClassVar[str] = "combat"
    parting: ClassVar[bool] = True
    asks: ClassVar[str] = "To stand costs {steps}: choose the unit that takes the next loss"
    otherwise: ClassVar[tuple[str, str]] = (
        "BW-24.4b",
        "whoever stands pays for the whole retreat: choose the unit that takes the loss",
    )
    asides = AT_ANY_TIME
    units: SomeUnits
    hexes: Length

    def facts(self, g: State) -> dict[str, object]:
        return {"steps": _steps(self.hexes)}

    @pick(lambda step, g: step.units, ("BW-24.4b", "only units that stand can take the loss"), alone=True)
    def unit(self, g: State, unit: int) -> None:
        """24.4 It loses a step; the next one follows."""
        g.lose_step(unit, "BW-24.4a")
        left = tuple(other for other in self.units if g.on_map(other))
        if self.hexes > 1 and left:
            g.push(StandLoss(self.side, left, self.hexes - 1))
