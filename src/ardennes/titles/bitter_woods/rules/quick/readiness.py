"""5.1 What is found out about the moving side once for many positions, and mended where they differ."""

from __future__ import annotations

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Side
from ardennes.titles.bitter_woods.box import OFF_MAP
from ardennes.titles.bitter_woods.rules import allies, garrison, reinforcements
from ardennes.titles.bitter_woods.rules.combat import duties
from ardennes.titles.bitter_woods.rules.movement import boundaries, exits, hindrances
from ardennes.titles.bitter_woods.rules.surprise import held
from ardennes.titles.bitter_woods.state import Footing, Ready, State


def known(g: State, side: Side, exploiting: bool) -> Ready:
    """What has been found out about the units of the moving side and still holds.

    While a side moves, the enemy and his zones stay as they are; only its own stacks change.
    """
    memo = g.memo if g.memo is not None else g.remember()
    kept: Ready | None = g.ready
    same = kept is memo.get("known")
    if kept is not None and same and kept.decides[0] is side and kept.exploiting is exploiting:
        return kept  # asked for another answer of the same decision
    enemy = side.enemy
    # 24.5 Reserves are stood down in the middle of movement when their leader is lost.
    waiting = 0 if exploiting else g.reserve
    there, watched = g.occupied[enemy], g.exerting[enemy]
    decides = (side, exploiting, g.turn, g.blown, there, watched, g.vacated[side], g.unsupplied, waiting)
    if kept is None or kept.decides != decides:
        kept = g.ready = _find_out(g, side, exploiting, decides)
    memo["known"] = kept
    return kept


def _find_out(g: State, side: Side, exploiting: bool, decides: tuple[int, ...]) -> Ready:
    near = _exploiters(g, side) if exploiting else _near(g, side)
    able = board_of(near)
    if exploiting:
        return Ready(decides, near, able, (), 0, 0, (), (), {})
    idle, place = [u for u in g.box.players[side] if g.place[u] < OFF_MAP and not g.unsupplied >> u & 1], g.place
    diggers = _diggers(g, idle, side)
    town, fortifiable = g.box.ground.town, g.box.fortifiable if side is Side.ALLIED else 0
    return Ready(
        decides,
        near,
        able,
        tuple([u for u in near if place[u] >= OFF_MAP]),
        board_of([u for u in diggers if not town >> place[u] & 1]),
        board_of([u for u in diggers if fortifiable >> place[u] & 1]),
        tuple(_repairers(g, idle)),
        tuple(boundaries.strays(g)) if side is Side.GERMAN else (),
        {},
    )


def _near(g: State, side: Side) -> dict[int, int]:
    """The units that could move or enter in the movement phase, each with the hexes it may step to."""
    bound, near = duties.engaged(g) | g.reserve & ~g.remade, {}
    place, due, turn, free_from = g.place, g.due, g.turn, g.box.held
    for unit in g.box.players[side]:
        if place[unit] < OFF_MAP:
            if bound >> unit & 1 or (turn < free_from[unit] and held(g, unit)):
                continue
            step = hindrances.can_step(g, unit)
            if step or exits.may_exit(g, unit):
                near[unit] = step
        elif due[unit] <= turn and _arrives(g, unit) and (entry := reinforcements.entries(g, unit)):
            near[unit] = entry
    return near


def _arrives(g: State, unit: int) -> bool:
    """16.1, 5.5 Whether a unit off the map may enter; of most it is enough to know that they never will."""
    return reinforcements.expected(g, unit) and reinforcements.due(g, unit)


def _diggers(g: State, units: list[int], side: Side) -> list[int]:
    """8.1 Of supplied units on the map those that may dig: no guns, no leaders, nobody next to the enemy."""
    beside, fights, place = g.box.map.grid.around(g.occupied[side.enemy]), g.box.units.fights, g.place
    return [unit for unit in units if fights[unit] and not beside >> place[unit] & 1]


def _repairers(g: State, units: list[int]) -> list[int]:
    """13.3 Of supplied units on the map those at a blown bridge that are neither artillery nor leaders."""
    if not g.blown:
        return []
    at, fights, place = g.box.ground.bridges_at, g.box.units.fights, g.place
    return [unit for unit in units if fights[unit] and at(place[unit]) & g.blown]


def _exploiters(g: State, side: Side) -> dict[int, int]:
    """14.2, 24.5 The same in the exploitation phase: reserves, with leaders those released, and who was exchanged."""
    near = {}
    units = (g.released if g.box.leaders else g.reserve) | g.remade
    for unit in cells(units & g.box.units.all_of[side] & g.box.playing & ~duties.engaged(g)):
        if g.place[unit] < OFF_MAP and not held(g, unit) and not garrison.slows(g, unit):
            step = hindrances.can_step(g, unit)
            if step or exits.may_exit(g, unit):
                near[unit] = step
    return near


def footing(g: State, side: Side, ready: Ready) -> Footing:
    """What has been found out about the hexes of the moving side, mended where they have changed since."""
    shut, improved = closed(g, side), g.improved
    last = g.footing
    if last is None or last.ready is not ready:
        free = board_of([u for u, step in ready.near.items() if step & ~shut])
        last = g.footing = Footing(ready, shut, free, improved, _dug_in(g, ready, improved & g.occupied[side]))
    elif last.closed != shut or last.improved != improved:
        free = last.free
        if changed := last.closed ^ shut:
            for u in _beside(g, side, ready, changed):
                if (step := ready.near.get(u, 0)) & changed:
                    free = free | 1 << u if step & ~shut else free & ~(1 << u)
        dug_in = last.dug_in | _dug_in(g, ready, improved & ~last.improved)  # who left his position has moved
        last = g.footing = Footing(ready, shut, free, improved, dug_in)
    return last


def _beside(g: State, side: Side, ready: Ready, changed: int) -> list[int]:
    """The units next to some hexes, and those that may still enter the map; who has moved since is no matter."""
    near = cells(g.box.map.grid.around(changed) & g.occupied[side])
    return [*ready.entering, *[unit for cell in near for unit in g.stacks[cell]]]


def _dug_in(g: State, ready: Ready, improved: int) -> int:
    """The units that may dig and stand in some improved positions."""
    return board_of([unit for cell in cells(improved) for unit in g.units_at(cell)]) & ready.diggers


def closed(g: State, side: Side, british: bool = False) -> int:
    """6.1, 28.2 Where there is no room for one more unit of a side."""
    full = g.full[side]
    return full | allies.strange_to(g, british) if g.box.inter_allied and side is Side.ALLIED else full
