"""23 "Angriff aus der Bewegung": mechanized units pass a defender by while infantry ties him down."""

from __future__ import annotations

from typing import ClassVar

from ardennes.board.cells import cells
from ardennes.kernel import Reason
from ardennes.kernel.words import say, several
from ardennes.titles.bitter_woods.box.counters import Kind
from ardennes.titles.bitter_woods.box.tables import ANGRIFF_FIRST
from ardennes.titles.bitter_woods.rules.combat import strengths
from ardennes.titles.bitter_woods.rules.combat.advance import Advance, Path, allowance
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.rules.movement.paths import Leave, first_steps, open_hexes
from ardennes.titles.bitter_woods.rules.stacking import no_room
from ardennes.titles.bitter_woods.rules.zones import zone
from ardennes.titles.bitter_woods.state import State

#: 9.8 An advance may step from zone to zone; where it has to stop is seen to here.
_FIRST = Leave(zones=True)


def why_not_angriff(g: State, attack: Attack) -> Reason | None:
    """23.1, 23.2 Why an attack as it is put together may not be an Angriff."""
    if not g.box.angriff:
        return Reason("BW-23.1a", "the Angriff is not played in this game")
    if g.surprised:
        return Reason("BW-23.1d", "there is no Angriff on 16AM")
    where = attack.hex
    if g.bombarded >> where & 1:
        return Reason("BW-23.2c", say("{where} has been bombarded in this phase", where=g.hex_name(where)))
    if any(d.kind == "ENG" and d.active and d.side is attack.side and d.hex == where for d in g.duties):
        return Reason(
            "BW-23.1c", say("the battle for {where} is engaged and is fought again as it was", where=g.hex_name(where))
        )
    if attack.air:
        return Reason("BW-23.2d", "no aircraft takes part in an Angriff")
    return _why_not_these(g, attack)


def _why_not_these(g: State, attack: Attack) -> Reason | None:
    """Why the units chosen may not make an Angriff."""
    kind, least = g.box.units.kind, g.box.tables.angriff.rating
    for unit in (*attack.units, *attack.guns):
        if g.unsupplied >> unit & 1:
            return Reason("BW-23.1a", say("{unit} is out of supply", unit=g.name(unit)))
        if g.shocked >> unit & 1:
            return Reason("BW-21.3b", say("{unit} is shocked and takes part in no Angriff", unit=g.name(unit)))
    if not any(kind[unit] is Kind.ARMOR and g.rating(unit) >= least for unit in attack.units):
        return Reason("BW-23.1a", say("an Angriff needs an armor unit with an ER of {least}", least=least))
    if strengths.odds(g, attack).base < ANGRIFF_FIRST:
        return Reason("BW-23.1a", "an Angriff needs odds of 2-1")
    return None


class AngriffAdvance(Advance, frozen=True):
    """23.3 Mechanized attackers advance past the defender; `first` is his hex, closed to them like his zone.

    `attackers` are all who attacked: an infantry or armored infantry unit among them has to stay next to him.
    """

    rule: ClassVar[str] = "BW-23.3b"
    attackers: tuple[int, ...] = ()

    def prompt(self, g: State) -> str:
        return say("Angriff: choose a mechanized unit to advance up to {hexes}, or go on", hexes=self.hexes)

    def ways(self, g: State, unit: int) -> dict[int, Path]:
        if not _rides(g, unit):
            return {}
        found = _spread(g, self, unit)
        full = no_room(g, unit)
        tied = _tied_down(g, self, unit)
        return {cell: path for cell, path in found.items() if not full >> cell & 1 and (tied or _beside(g, self, cell))}

    def why_not_go(self, g: State, unit: int) -> Reason:
        name = g.name(unit)
        if not _rides(g, unit):
            return Reason("BW-23.3d", say("{name} is not mechanized and does not advance after an Angriff", name=name))
        if not _tied_down(g, self, unit):
            return Reason("BW-23.3d", "an attacking infantry or armored infantry unit must stay next to the defender")
        return Reason("BW-23.3b", say("{name} has nowhere to advance but at the defender", name=name))

    def why_not_reach(self, g: State, unit: int, cell: int) -> Reason:
        name, where, side = g.name(unit), g.hex_name(cell), self.side
        if closed(g, self) >> cell & 1:
            return Reason("BW-23.3b", say("{where} is held or controlled by the defender", where=where))
        if g.holds(side.enemy, cell):
            return Reason("BW-23.3c", say("an enemy unit is in {where}", where=where))
        if g.box.map.grid.distance(g.place[unit], cell) > self.hexes:
            return Reason(
                "BW-23.3b",
                several(
                    "{name} may advance a hex, and {where} is farther",
                    "{name} may advance {number} hexes, and {where} is farther",
                    self.hexes,
                    name=name,
                    where=where,
                ),
            )
        around = g.box.ground.around(g.place[unit], g.blown)
        if (around.river | around.meuse) >> cell & 1 and g.moved >> unit & 1:
            return Reason("BW-23.2e", say("{name} has moved and crosses no river without a bridge", name=name))
        if no_room(g, unit) >> cell & 1:
            return Reason("BW-9.8t", say("there is no room in {where}", where=where))
        if cell in _spread(g, self, unit):
            return Reason("BW-23.3d", "an attacking infantry or armored infantry unit must stay next to the defender")
        return Reason("BW-23.3c", say("{name} cannot get as far as {where}", name=name, where=where))


def _rides(g: State, unit: int) -> bool:
    """23.3, 24.3 Mechanized units advance, and leaders, who may move as such."""
    return g.box.units.mechanized[unit] or bool(g.box.leader_units >> unit & 1)


def closed(g: State, step: Advance) -> int:
    """23.3 The defender's hex, and his zone of control."""
    here, ground = 1 << step.first[0], g.box.ground
    return here | (ground.grid.stepped(here, ground.zoned) if g.exerting[step.side.enemy] & here else 0)


def _beside(g: State, step: Advance, cell: int) -> bool:
    return g.box.map.grid.adjacent(cell, step.first[0])


def _tied_down(g: State, step: AngriffAdvance, leaving: int) -> bool:
    """23.3 Whether attacking infantry stays next to the defender when a unit leaves."""
    kind = g.box.units.kind
    return any(
        kind[unit].wades and unit != leaving and g.on_map(unit) and _beside(g, step, g.place[unit])
        for unit in step.attackers
    )


def _spread(g: State, step: Advance, unit: int) -> dict[int, Path]:
    """23.3 Where a unit can advance by the rules of movement: rivers first or never, to the first enemy zone."""
    start = g.place[unit]
    budget = allowance(g, unit) * g.box.units.profiles[g.box.units.profile[unit]].road
    free = open_hexes(g, unit) & ~closed(g, step) & ~(1 << start)
    watched = zone(g, step.side.enemy)
    around = g.box.ground.around(start, g.blown)
    barred = around.river | around.meuse if g.moved >> unit & 1 else 0  # 23.2
    found: dict[int, tuple[int, Path]] = {}
    front: dict[int, tuple[int, Path]] = {}
    for cost, board, halt in first_steps(g, unit, start, free & ~(barred & ~around.road), _FIRST):
        for cell in cells(board):
            if cell not in found or cost < found[cell][0]:
                found[cell] = way = (cost, (start, cell))
                if not halt and cost < budget and not watched >> cell & 1:
                    front[cell] = way
    for _ in range(step.hexes - 1):
        front = _step_on(g, unit, front, found, free, budget)
        found |= front
        front = {cell: way for cell, way in front.items() if not watched >> cell & 1 and way[0] < budget}
    return {cell: path for cell, (_, path) in found.items()}


def _step_on(
    g: State,
    unit: int,
    front: dict[int, tuple[int, Path]],
    found: dict[int, tuple[int, Path]],
    free: int,
    budget: int,
) -> dict[int, tuple[int, Path]]:
    """One hex farther: no river without a bridge, interdiction and the allowance counted (23.3)."""
    ground, profile = g.box.ground, g.box.units.profiles[g.box.units.profile[unit]]
    nearer: dict[int, tuple[int, Path]] = {}
    for cell, (spent, path) in front.items():
        road, dry, _, _ = ground.around(cell, g.blown)
        for there in cells((road | dry) & free):
            if road >> there & 1:
                price = 1
            elif profile.silhouette and (ground.forest >> cell | ground.forest >> there) & 1:
                continue
            else:
                price = ground.price(there, profile.foot, g.ground) * profile.road
            cost = spent + price + (g.interdicted >> there & 1) * ground.harm(profile) * profile.road
            known = min((way[0] for way in (nearer.get(there), found.get(there)) if way), default=budget + 1)
            if cost < known:
                nearer[there] = (cost, (*path, there))
    return nearer
