"""23 "Angriff aus der Bewegung": mechanized units pass a defender by while infantry ties him down."""

from __future__ import annotations

from typing import ClassVar

from ardennes.board.cells import board_of, cells
from ardennes.board.walk import Hop, hops
from ardennes.kernel import Reason
from ardennes.kernel.rungs import Rung, Rungs, each
from ardennes.kernel.words import several
from ardennes.titles.bitter_woods.box.counters import Kind
from ardennes.titles.bitter_woods.box.fields import Units
from ardennes.titles.bitter_woods.box.tables import ANGRIFF_FIRST
from ardennes.titles.bitter_woods.rules import entering
from ardennes.titles.bitter_woods.rules.combat import strengths
from ardennes.titles.bitter_woods.rules.combat.advance import Advance, reached, roomy
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.rules.combat.ways import Going, Path
from ardennes.titles.bitter_woods.rules.manners import PASS, PASS_ON, WATER
from ardennes.titles.bitter_woods.rules.options import NO_ADVANCE, NO_ADVANCE_TO
from ardennes.titles.bitter_woods.rules.points import advancing
from ardennes.titles.bitter_woods.rules.quick.steps import open_hexes
from ardennes.titles.bitter_woods.rules.stacking import no_room
from ardennes.titles.bitter_woods.rules.zones import zone
from ardennes.titles.bitter_woods.state import State


def _chosen(g: State, attack: Attack, those: int) -> int | None:
    """The first of the units and guns chosen that is one of some."""
    return next((unit for unit in (*attack.units, *attack.guns) if those >> unit & 1), None)


def _spearhead(g: State, attack: Attack) -> bool:
    """23.1 Whether an armor unit that is good enough attacks."""
    kind, least = g.box.units.kind, g.box.tables.angriff.rating
    return any(kind[unit] is Kind.ARMOR and g.rating(unit) >= least for unit in attack.units)


def _outnumbers(g: State, attack: Attack) -> bool:
    """23.1 Whether the odds are good enough, before any shift."""
    return bool(attack.units) and strengths.odds(g, attack).base >= ANGRIFF_FIRST


def _engaged(g: State, attack: Attack) -> bool:
    """9.5, 23.1 Whether the battle is one that has to be fought again."""
    return any(d.kind == "ENG" and d.active and d.side is attack.side and d.hex == attack.hex for d in g.duties)


#: 23.1, 23.2 What keeps an attack as it is put together from being an Angriff.
TERMS = Rungs(
    lambda g, attack, one: {"where": g.hex_name(attack.hex)},
    Rung(
        "BW-23.1a",
        "the Angriff is not played in this game",
        lambda g, attack, left: 0 if g.box.angriff else left,
    ),
    Rung("BW-23.1d", "there is no Angriff on 16AM", lambda g, attack, left: left if g.surprised else 0),
    Rung(
        "BW-23.2c",
        "{where} has been bombarded in this phase",
        lambda g, attack, left: left if g.bombarded >> attack.hex & 1 else 0,
    ),
    Rung(
        "BW-23.1c",
        "the battle for {where} is engaged and is fought again as it was",
        lambda g, attack, left: left if _engaged(g, attack) else 0,
    ),
    Rung("BW-23.2d", "no aircraft takes part in an Angriff", lambda g, attack, left: left if attack.air else 0),
    Rung(
        "BW-23.1a",
        "{unit} is out of supply",
        lambda g, attack, left: left if _chosen(g, attack, g.unsupplied) is not None else 0,
        facts=lambda g, attack, one: {"unit": g.name(_chosen(g, attack, g.unsupplied))},
    ),
    Rung(
        "BW-21.3b",
        "{unit} is shocked and takes part in no Angriff",
        lambda g, attack, left: left if _chosen(g, attack, g.shocked) is not None else 0,
        facts=lambda g, attack, one: {"unit": g.name(_chosen(g, attack, g.shocked))},
    ),
    Rung(
        "BW-23.1a",
        "an Angriff needs an armor unit with an ER of {least}",
        lambda g, attack, left: 0 if _spearhead(g, attack) else left,
        facts=lambda g, attack, one: {"least": g.box.tables.angriff.rating},
    ),
    Rung(
        "BW-23.1a",
        "an Angriff needs odds of 2-1",
        lambda g, attack, left: 0 if _outnumbers(g, attack) else left,
    ),
)


def closed(g: State, step: Advance) -> int:
    """23.3 The defender's hex, and his zone of control."""
    here, ground = 1 << step.first[0], g.box.ground
    return here | (ground.grid.stepped(here, ground.zoned) if g.exerting[step.side.enemy] & here else 0)


def _tied_down(g: State, step: AngriffAdvance, leaving: int) -> bool:
    """23.3 Whether attacking infantry stays next to the defender when a unit leaves."""
    kind = g.box.units.kind
    return any(
        kind[unit].wades
        and unit != leaving
        and g.on_map(unit)
        and g.box.map.grid.adjacent(g.place[unit], step.first[0])
        for unit in step.attackers
    )


def _loose(g: State, going: Going, left: int) -> int:
    """23.3 Hexes away from the defender, while nobody would stay next to him but the unit itself."""
    step = going.step
    assert isinstance(step, AngriffAdvance)
    return 0 if _tied_down(g, step, going.unit) else left & ~g.box.map.grid.neighbours[step.first[0]]


def _farther(g: State, going: Going, left: int) -> int:
    """23.3 Hexes that are farther than a unit may advance."""
    return left & ~g.box.map.grid.within(1 << g.place[going.unit], going.step.hexes)


def _too_far(g: State, going: Going, cell: int) -> Reason:
    """23.3 How far it may advance."""
    text = several(
        "{name} may advance a hex, and {where} is farther",
        "{name} may advance {number} hexes, and {where} is farther",
        going.step.hexes,
        name=g.name(going.unit),
        where=g.hex_name(cell),
    )
    return Reason("BW-23.3b", text)


def _across(g: State, going: Going, left: int) -> int:
    """23.2 Hexes beyond a river, for a unit that has moved."""
    around = g.box.ground.around(g.place[going.unit], g.blown)
    return left & (around.river | around.meuse) if g.moved >> going.unit & 1 else 0


_STAYS = "an attacking infantry or armored infantry unit must stay next to the defender"

#: 23.3 What keeps an advance past the defender from ending in a hex.
PAST = Rungs(
    lambda g, going, cell: {"unit": g.name(going.unit), "name": g.name(going.unit), "where": g.hex_name(cell)},
    Rung(
        "BW-23.3b",
        "{where} is held or controlled by the defender",
        lambda g, going, left: left & closed(g, going.step),
    ),
    Rung(
        "BW-23.3c",
        "an enemy unit is in {where}",
        lambda g, going, left: left & g.occupied[going.step.side.enemy],
    ),
    Rung("BW-23.3b", "", _farther, finer=True, reason=_too_far),
    Rung(
        "BW-23.2e",
        "{name} has moved and crosses no river without a bridge",
        lambda g, going, left: _across(g, going, left) & ~board_of(reached(g, going)),
        finer=True,
    ),
    Rung("BW-9.8t", "there is no room in {where}", lambda g, going, left: left & no_room(g, going.unit)),
    Rung(
        "BW-23.3c",
        "{name} cannot get as far as {where}",
        lambda g, going, left: left & ~board_of(reached(g, going)),
    ),
    Rung("BW-23.3d", _STAYS, _loose),
    *NO_ADVANCE_TO,
)

#: 23.3 What keeps an attacker from advancing past the defender.
PASSING = Rungs(
    lambda g, step, unit: {"unit": g.name(unit), "name": g.name(unit)},
    Rung(
        "BW-23.3d",
        "{name} is not mechanized and does not advance after an Angriff",
        lambda g, step, left: left & ~(g.box.units.all_mechanized | g.box.leader_units),
    ),
    Rung(
        "BW-23.3d",
        _STAYS,
        each(lambda g, step, unit: not _tied_down(g, step, unit) and not step.fit(g, unit)),
        finer=True,
    ),
    Rung(
        "BW-23.3b",
        "{name} has nowhere to advance but at the defender",
        each(lambda g, step, unit: not step.fit(g, unit)),
    ),
    *NO_ADVANCE,
)


class AngriffAdvance(Advance, frozen=True):
    """23.3 Mechanized attackers advance past the defender; `first` is his hex, closed to them like his zone.

    `attackers` are all who attacked: an infantry or armored infantry unit among them has to stay next to him.
    """

    rule: ClassVar[str] = "BW-23.3b"
    asks: ClassVar[str] = "Angriff: choose a mechanized unit to advance up to {hexes}, or go on"
    movers: ClassVar[Rungs] = PASSING
    ends: ClassVar[Rungs] = PAST
    attackers: Units = ()

    def ways(self, g: State, unit: int) -> dict[int, Path]:
        return _spread(g, self, unit)

    def fit(self, g: State, unit: int) -> int:
        going = Going(self, unit)
        found = roomy(g, going)
        return found & ~_loose(g, going, found)


def _spread(g: State, step: Advance, unit: int) -> dict[int, Path]:
    """23.3 Where a unit can advance by the rules of movement: rivers first or never, to the first enemy zone."""
    start = g.place[unit]
    budget = advancing(g, unit) * entering.profile_of(g, unit).road
    free = open_hexes(g, unit, PASS) & ~closed(g, step) & ~(1 << start)
    watched = zone(g, step.side.enemy)
    found: dict[int, Hop] = {}
    front: dict[int, Hop] = {}
    dry = PASS.binding(WATER) if g.moved >> unit & 1 else PASS  # 23.2
    for cost, board, halt in entering.steps(g, unit, start, free, dry):
        for cell in cells(board):
            if cell not in found or cost < found[cell].spent:
                found[cell] = way = Hop(cost, (start, cell))
                if not halt and cost < budget and not watched >> cell & 1:
                    front[cell] = way
    found = hops(
        front,
        step.hexes - 1,
        budget,
        watched,
        lambda cell: entering.prices(g, unit, cell, free, PASS_ON),
        found,
    )
    return {cell: path for cell, (_, path) in found.items()}
