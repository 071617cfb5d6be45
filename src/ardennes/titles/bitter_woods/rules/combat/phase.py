"""9.1 Combat: the combat phase, and what has to be fought before it ends."""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel import Automatic, Side
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.kernel.words import phrase, say
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.bitter_woods.rules.combat import duties, participants
from ardennes.titles.bitter_woods.rules.combat.declaring import ChooseAttackers
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.rules.options import AT_ANY_TIME
from ardennes.titles.bitter_woods.rules.quick.targets import targets
from ardennes.titles.bitter_woods.state import Duty, State


class CombatBegins(Automatic[State], frozen=True):
    """4 A.5 The combat phase opens; artillery left alone under a CA result is lost at once (9.5)."""

    rule: ClassVar[str] = "BW-9.5n"
    side: Side

    def run(self, g: State) -> None:
        g.pop()
        g.attacked = g.bombarded = 0
        g.flown = [0, 0]
        for duty in duties.counters(g, self.side):
            stack = g.fighters_at(duty.hex)
            if stack and all(g.box.units.artillery[unit] for unit in stack):
                for unit in stack:
                    g.eliminate(unit, "BW-9.5m")
        duties.review(g)
        if targets(g, self.side):
            g.push(Combat(self.side))
        else:
            duties.end_phase(g, self.side)


def feasible(g: State, duty: Duty) -> int:
    """The hexes by attacking which a duty can be met now; 0 if it asks nothing any more."""
    if duty.kind == "CA":
        return participants.counter_targets(g, duty)
    fresh = [unit for unit in duties.still_beside(g, duty) if g.box.engages[unit]]
    met = any(participants.may_strike(g, unit, duty.hex, duty.side) for unit in fresh)
    return (1 << duty.hex) & g.occupied[duty.side.enemy] if met else 0


def open_duties(g: State, side: Side) -> list[Duty]:
    """9.5 What the side still has to attack before its combat phase may end."""
    if not g.duties:
        return []
    return [duty for duty in (*duties.counters(g, side), *duties.repeats(g, side)) if feasible(g, duty)]


def _ordered(g: State, side: Side, kind: str) -> bool:
    """9.5 Whether the first order to fight that is open is of a kind."""
    return any(duty.kind == kind for duty in open_duties(g, side)[:1])


#: 9.5 What keeps a side from ending combat.
ORDERS = Rungs(
    lambda g, side, one: {"hex": g.hex_name(open_duties(g, side)[0].hex)},
    Rung(
        "BW-9.5g",
        "the units at {hex} must {text}",
        lambda g, side, left: left if _ordered(g, side, "CA") else 0,
        facts=lambda g, side, one: {"text": phrase("counterattack")},
    ),
    Rung(
        "BW-9.5t",
        "the units at {hex} must {text}",
        lambda g, side, left: left if _ordered(g, side, "ENG") else 0,
        facts=lambda g, side, one: {"text": phrase("fight again")},
    ),
)


class Combat(Question[State], frozen=True):
    """9.1 The phasing player attacks in any order, as often as he has units."""

    rule: ClassVar[str] = "BW-9.1b"
    phase: ClassVar[str] = "combat"
    otherwise: ClassVar[tuple[str, str]] = ("BW-4d", "this is the combat phase: attack a hex, or end combat")
    asides = AT_ANY_TIME

    def prompt(self, g: State) -> str:
        """Two sentences: 9.5 what must be fought, or 9.1 what may be."""
        must = open_duties(g, self.side)
        if must:
            return say(
                "Choose a hex to attack; {hex} has an order to fight from {kind}",
                hex=g.hex_name(must[0].hex),
                kind=must[0].kind,
            )
        return "Choose a hex to attack, or end combat"

    @pick(
        lambda step, g: g.box.map.grid.board,
        ("BW-9.1b", "there is no such hex"),
        by=participants.TARGETS,
        about=lambda step, g: step.side,
        quick=lambda step, g: targets(g, step.side),
        stays=True,
    )
    def hex(self, g: State, cell: int) -> None:
        """9.2 It is asked who attacks."""
        g.push(ChooseAttackers(self.side, Attack(self.side, cell, ())))

    @button("End combat", by=ORDERS, about=lambda step, g: step.side)
    def done(self, g: State) -> None:
        """9.5 The phase is over, and with it what was due in it."""
        duties.end_phase(g, self.side)
