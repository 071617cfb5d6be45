"""11.5 Advance after combat."""

from __future__ import annotations

from typing import ClassVar

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Reason, Side
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.words import say
from ardennes.parts.rules.questions import Question, button, pick
from ardennes.titles.deadly_woods import events
from ardennes.titles.deadly_woods.rules import areas, entering, obstacles, stacking, travel
from ardennes.titles.deadly_woods.rules.strengths import Attack
from ardennes.titles.deadly_woods.state import State


def _too_far(g: State, attack: Attack, unit: int) -> Reason:
    """9.2b, 9.3, 10.6.4 Which boundary or leash holds it."""
    rule = "DW-9.2b" if attack.side is Side.GERMAN else areas.why_not(g, unit, attack.hex).rule
    return Reason(rule, say("{name} may not go as far as {cell}", name=g.name(unit), cell=g.hex_name(attack.hex)))


def _cut_off(g: State, attack: Attack, unit: int) -> Reason:
    reason = obstacles.why_not_cross(g, unit, g.place[unit], attack.hex)
    return Reason("DW-10.6.3c2" if reason.rule == "DW-10.6.3a" else "DW-11.5b2", reason.text)


def _left(g: State, attack: Attack) -> int:
    """The attackers that are still on the map."""
    return board_of(unit for unit in attack.units if g.on_map(unit))


#: 11.5 Which attackers may not advance: asked about the attack.
ADVANCERS = Rungs(
    lambda g, attack, unit: {"name": g.name(unit), "cell": g.hex_name(attack.hex)},
    Rung(
        "DW-11.5a", "{name} has advanced; it goes no farther", each(lambda g, attack, unit: g.place[unit] == attack.hex)
    ),
    Rung("DW-11.5b2", "{name} cannot move", each(lambda g, attack, unit: not g.face(unit).movement)),
    Rung(
        "DW-11.5b2",
        "",
        each(lambda g, attack, unit: not entering.ground(g, unit, g.place[unit]) >> attack.hex & 1),
        reason=_cut_off,
    ),
    Rung(
        "DW-9.2b",
        "",
        each(lambda g, attack, unit: not areas.allowed(g, unit, g.place[unit]) >> attack.hex & 1),
        reason=_too_far,
    ),
    Rung(
        "DW-11.5c",
        "there is no more room in {cell}",
        each(lambda g, attack, unit: stacking.too_many(g, (*g.units_at(attack.hex), unit))),
    ),
    Rung(
        "DW-6.1b",
        "",
        each(lambda g, attack, unit: stacking.barred(g, unit, 1 << attack.hex)),
        reason=lambda g, attack, unit: stacking.bad_company(g, unit, attack.hex),
    ),
)


def advancing(g: State, attack: Attack) -> list[int]:
    """11.5 The attackers that may still advance into the vacated hex."""
    return cells(ADVANCERS.free(g, attack, _left(g, attack)))


class Advance(Question[State], frozen=True):
    """11.5 Attackers may enter the hex that was given up, as many as stacking allows."""

    rule: ClassVar[str] = "DW-11.5a"
    phase: ClassVar[str] = "Advance"
    otherwise: ClassVar[tuple[str, str]] = ("DW-11.5a", "choose attackers that advance, or no more")
    asks: ClassVar[str] = "Choose units that advance to {hex}"
    attack: Attack

    def facts(self, g: State) -> dict[str, object]:
        return {"hex": g.hex_name(self.attack.hex)}

    def focus(self, g: State) -> int:
        return self.attack.hex

    @pick(
        lambda step, g: _left(g, step.attack),
        ("DW-11.5a", "only units that attacked may advance"),
        by=ADVANCERS,
        about=lambda step, g: step.attack,
        stays=True,
    )
    def unit(self, g: State, unit: int) -> None:
        """11.5 It enters; when nobody else may the advance is over."""
        path = (g.place[unit], self.attack.hex)
        g.tell(events.Advanced, unit, path)
        travel.go(g, unit, path)
        if not advancing(g, self.attack):
            g.pop()

    @button("No more advance")
    def done(self, g: State) -> None:
        """11.5 The others stay."""
