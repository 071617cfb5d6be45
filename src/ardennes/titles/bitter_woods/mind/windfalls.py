"""What the staff makes of aircraft over the roads, fuel dumps, sneaks and events (22, 25, 27, 29, 38).

The German staff knows of dumps what everybody knows: where one may lie, how likely, and which were found.
"""

from __future__ import annotations

from collections.abc import Callable

from ardennes.board.cells import cells
from ardennes.kernel import Action, Side
from ardennes.titles.bitter_woods.mind import appraisal, desk, tactics, valuation
from ardennes.titles.bitter_woods.mind.staffwork import ATTACK_AT, Order, Staffwork
from ardennes.titles.bitter_woods.rules import bridges
from ardennes.titles.bitter_woods.rules.combat.lunge import Lunge
from ardennes.titles.bitter_woods.rules.dumps import Burn
from ardennes.titles.bitter_woods.rules.movement import challenge, destinations, sneak
from ardennes.titles.bitter_woods.rules.movement.paths import march_on
from ardennes.titles.bitter_woods.rules.movement.phase import Moving
from ardennes.titles.bitter_woods.rules.random_events import Bombed, Commandos, Deception, DropZone
from ardennes.titles.bitter_woods.rules.stacking import no_room
from ardennes.titles.bitter_woods.state import State


def _burn(g: State, top: Burn) -> Action:
    """25.3 A dump with Germans next to it is burned: it will hardly be held."""
    dumps = [cell for cell in g.choices().get("burn", ()) if cell is not None]
    return Action("burn", dumps[0]) if dumps else Action("decline")


def guard_dumps(work: Staffwork) -> list[Order]:
    """25.3 A dump that Germans can reach gets a guard who burns it: half of it is better than nothing."""
    g, found = work.g, []
    open_ones = g.open_dumps & ~g.taken_dumps & ~g.burnt_dumps
    for cell in (*[cell for cell in g.dumps[Side.ALLIED] if cell >= 0], *cells(open_ones)):
        if g.holds(Side.ALLIED, cell):
            work.used.add(min(g.units_at(cell), key=lambda u: (g.strength(u), u)))
            continue
        able = [unit for unit in work.free() if work.options(unit) >> cell & 1]
        if not able or not work.threat[cell]:
            continue
        unit = min(able, key=lambda u: (work.danger(cell, u) + 0.01 * g.strength(u), u))
        payoff = 0.5 * valuation.dump_worth(g.box) - work.danger(cell, unit)
        if payoff > 0.0:
            work.send(unit, cell)
            reasons = (("the fuel dump there can be burned when Germans come", payoff),)
            found.append(Order("guard the fuel dump", payoff, ((unit, cell),), cell, reasons))
    return found


# ---- 27 ----------------------------------------------------------------------------------------------------


def slips(g: State, order: Order) -> Order:
    """27 Who would end his move in a zone of control, and may try to slip through, loses nothing by trying."""
    if order.attack is not None:
        return order
    trying = []
    for unit, cell in order.moves:
        if g.on_map(unit) and sneak.may_try(g, unit):
            found = destinations.reachable(g, unit)
            if sneak.hexes(g, unit, found, destinations.ends(g, unit, found), False) >> cell & 1:
                trying.append(unit)
    return order._replace(sneaks=tuple(trying)) if trying else order


def go_on(g: State, top: Moving) -> Action:
    """27 A unit that has slipped through goes where it can get to most, or stops."""
    hexes = [cell for cell in g.choices().get("hex", ()) if cell is not None]
    cell = tactics.best_hex(desk.papers(g, top.side), top.mover, hexes)
    if cell is None and "stop" not in g.choices():  # 22.2 there is no room to stay
        cell = hexes[0]
    return Action("stop") if cell is None else Action("hex", cell)


# ---- 22 ----------------------------------------------------------------------------------------------------


def dares(work: Staffwork, order: Order) -> Order:
    """22 A column drives on under the aircraft where that is better than where its order ends, over the faces of a die.

    It may lose a step and stop, stop, or go on with what is left of its move.
    """
    if order.tactic != "drive":
        return order
    g = work.asked
    [(unit, goal)] = order.moves
    if not g.on_map(unit) or not g.box.columns >> unit & 1 or sneak.may_try(g, unit):
        return order
    best, there = dare(work, unit)
    return (
        order._replace(moves=((unit, there),), place=there, dares=(unit,)) if best > work.drawn(unit, goal) else order
    )


def dare(work: Staffwork, unit: int) -> tuple[float, int]:
    """22.2 What the best challenge of a unit is worth, and its hex; below everything where there is none."""
    g, found = work.asked, (-9.0, -1)
    for cell, dash in challenge.dashes(g, unit, destinations.reachable(g, unit)).items():
        if no_room(g, unit) >> cell & 1:
            continue
        after = g.copy()
        after.put(unit, cell)
        stops = work.drawn(unit, cell)
        farther = march_on(after, unit, dash.cost).board & ~no_room(after, unit)
        goes_on = max([stops, *[work.drawn(unit, far) for far in cells(farther)]])
        faces = challenge.HIT, challenge.STOPPED - challenge.HIT, 6 - challenge.STOPPED
        hit = stops - appraisal.loss(g, unit, 1)
        worth = (faces[0] * hit + faces[1] * stops + faces[2] * goes_on) / 6
        found = max(found, (worth, cell))
    return found


def _lunge(g: State, top: Lunge) -> Action:
    """27.1 Kampfgruppe Peiper attacks once more if that pays."""
    work = desk.papers(g, top.side)
    best: tuple[float, int] | None = None
    for cell in g.choices()["hex"]:
        assert cell is not None
        gain, alone = work.gain(cell), frozenset({top.mover})
        found = appraisal.best_attack(g, top.side, cell, [top.mover], [], False, gain, alone)
        if found is not None and (best is None or found.worth > best[0]):
            best = (found.worth, cell)
    return Action("hex", best[1]) if best is not None and best[0] > ATTACK_AT else Action("done")


# ---- 29, 38 ------------------------------------------------------------------------------------------------


def _near_allies(g: State, cell: int, hexes: int) -> int:
    """The Allied strength within some hexes."""
    near = g.box.map.grid.within(1 << cell, hexes) & g.occupied[Side.ALLIED]
    return sum([g.strength(unit) for place in cells(near) for unit in g.units_at(place)])


def _drop_zone(g: State, top: DropZone) -> Action:
    """29.1 Paratroopers come down on roads that Allied units are near."""
    grid, roads = g.box.map.grid, g.box.map.road_hexes & ~g.occupied[Side.GERMAN]

    def worth(cell: int) -> int:
        return (grid.within(1 << cell, 1) & roads).bit_count() * min(_near_allies(g, cell, 4), 30)

    hexes = [cell for cell in g.choices()["hex"] if cell is not None]
    return Action("hex", max(hexes, key=lambda cell: (worth(cell), -cell)))


def _deception(g: State, top: Deception) -> Action:
    """29.4 Commandos go to the junction that Allied units are most likely to come through."""
    around = g.box.ground.around

    def worth(cell: int) -> int:
        held = g.holds(Side.GERMAN, cell)
        return 0 if held else around(cell, g.blown).road.bit_count() * min(_near_allies(g, cell, 6), 40)

    hexes = [cell for cell in g.choices()["hex"] if cell is not None]
    return Action("hex", max(hexes, key=lambda cell: (worth(cell), -cell)))


def _commandos(g: State, top: Commandos) -> Action:
    """29.3 The bridge that the Allies could blow and the Germans would miss most."""
    likely = set(bridges.targets(g, Side.ALLIED)).intersection(Commandos(top.side).offered(g))
    if not likely:
        return Action("done")

    def missed(bridge: int) -> float:
        other = g.copy()
        other.blown |= 1 << bridge
        return -valuation.prospects(other)

    return Action("bridge", max(sorted(likely), key=missed))


def _bombed(g: State, top: Bombed) -> Action:
    """38.2 The regiment that is worth least."""
    return Action("unit", appraisal.cheapest(g, tuple(u for u in g.choices()["unit"] if u is not None)))


JUDGES: dict[type, Callable[..., Action]] = {
    Burn: _burn,
    Lunge: _lunge,
    DropZone: _drop_zone,
    Deception: _deception,
    Commandos: _commandos,
    Bombed: _bombed,
}
