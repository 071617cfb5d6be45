"""9.8 Advance After Combat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec

from ardennes.board.cells import board_of, cells
from ardennes.kernel import Action, Choice, Choices, Reason, Side, Way
from ardennes.kernel.words import say, several
from ardennes.titles.bitter_woods.events import Advanced
from ardennes.titles.bitter_woods.rules import allies, fortunes, kampfgruppe, leaders, surprise
from ardennes.titles.bitter_woods.rules.kampfgruppe import Regrouping
from ardennes.titles.bitter_woods.rules.movement import boundaries, travel
from ardennes.titles.bitter_woods.rules.stacking import no_room
from ardennes.titles.bitter_woods.rules.zones import zone
from ardennes.titles.bitter_woods.state import State

Path = tuple[int, ...]


class Advance(Regrouping, frozen=True):
    """9.8 Units of the winner may advance, as many and in whatever order their owner likes.

    `first` are the hexes an advance may begin with: the defender's, or those the attackers left.
    """

    rule: ClassVar[str] = "BW-9.8a"
    phase: ClassVar[str] = "combat"
    buttons: ClassVar[Mapping[str, str]] = {"done": "End the advance"}
    taken_alone: ClassVar[frozenset[str]] = frozenset({"done"})
    parting: ClassVar[bool] = True
    units: tuple[int, ...]
    first: tuple[int, ...]
    hexes: int
    bonus: bool
    #: 27.1 Unused hexes may become movement points for roads.
    marches: bool = False

    def _able(self, g: State) -> list[int]:
        return [unit for unit in self.units if advances(g, self, unit)]

    def prompt(self, g: State) -> str:
        return "Advance after combat: choose a unit, or go on"

    def choices(self, g: State) -> Choices:
        found: dict[str, Sequence[int | None]] = {}
        if units := self._able(g):
            found["unit"] = units
        found["done"] = [None]
        return found | kampfgruppe.offers(g, self.side) if g.box.thirds else found

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, unit = action
        if verb == "done" and unit is None:
            return None
        if verb in ("breakdown", "combine"):
            return kampfgruppe.why_not_regroup(g, self.side, verb)
        if verb != "unit" or unit is None:
            return Reason("BW-9.2i", "the advance comes first: choose a unit, or go on")
        return why_not_advance(g, self, unit)

    def unit(self, g: State, unit: int) -> None:
        g.push(AdvanceTo(self.side, unit))

    def done(self, g: State) -> None:
        g.pop()

    # -- how far, and why not; an Angriff has answers of its own ------------------------------------------------------

    def ways(self, g: State, unit: int) -> dict[int, Path]:
        """Where a unit may advance to, each hex with its route."""
        return _advances(g, self, unit)

    def why_not_go(self, g: State, unit: int) -> Reason:
        """Why a unit that took part may not advance at all."""
        if g.box.units.artillery[unit]:
            return Reason("BW-9.8j", say("{unit} is artillery and does not advance", unit=g.name(unit)))
        if (reason := _why_stays(g, unit)) is not None:
            return reason
        return _why_not_first(g, unit, self)

    def why_not_reach(self, g: State, unit: int, cell: int) -> Reason:
        """Why an advance may not end in a hex of the map."""
        return _why_not_reach(g, self, unit, cell)


class AdvanceTo(Choice[State], frozen=True):
    """9.8 Where a unit's advance ends. The step below on the stack says how far it may go."""

    rule: ClassVar[str] = "BW-9.8b"
    phase: ClassVar[str] = "combat"
    parting: ClassVar[bool] = True
    advancing: int

    def prompt(self, g: State) -> str:
        return say("{advancing} advances: choose where it ends", advancing=g.name(self.advancing))

    def taken_up(self, g: State) -> Sequence[int]:
        return [self.advancing]

    def focus(self, g: State) -> int | None:
        return g.stands(self.advancing)

    def way(self, g: State, verb: str, target: int) -> Way | None:
        return Way(None, advances(g, terms(g), self.advancing)[target]) if verb == "hex" else None

    def choices(self, g: State) -> Choices:
        return {"hex": sorted(advances(g, terms(g), self.advancing)), "unit": [self.advancing]}

    def why_not(self, g: State, action: Action) -> Reason | None:
        verb, target = action
        if verb == "unit" and target == self.advancing:
            return None
        if verb == "sneak":
            return Reason("BW-27.2b", "nobody slips through zones of control in an advance")
        if verb != "hex" or target is None:
            return Reason(
                "BW-9.2i", say("{advancing} advances: say where, or put it back", advancing=g.name(self.advancing))
            )
        return why_not_advance_to(g, terms(g), self.advancing, target)

    def unit(self, g: State, unit: int) -> None:
        g.pop()

    def hex(self, g: State, cell: int) -> None:
        step = terms(g)
        unit = self.advancing
        path = advances(g, step, unit)[cell]
        g.pop()
        rest = tuple(other for other in step.units if other != unit)
        g.replace(msgspec.structs.replace(step, units=rest))
        g.tell(Advanced, unit, path)
        travel.go(g, unit, path)


def terms(g: State) -> Advance:
    """The advance under way."""
    step = g.stack[-2]
    assert isinstance(step, Advance)
    return step


# ---- how far -----------------------------------------------------------------------------------------------


def allowance(g: State, unit: int) -> int:
    """9.8, 15.2, 15.7 Movement points that limit an advance: on 16AM less for German mechanized units only."""
    points = g.printed_allowance(unit)
    if g.surprised and unit < g.box.units.first_allied and g.box.units.mechanized[unit]:
        points -= g.box.tables.surprise.traffic_jam
    if g.event17 or g.event19:
        points = fortunes.allowance(g, unit, points)
    return (points + 1) // 2 if g.unsupplied >> unit & 1 else points


def limit(g: State, step: Advance, unit: int) -> tuple[int, int]:
    """8.3, 9.8, 15.7 How many hexes a unit may advance, and how many if it keeps to the road."""
    hexes = step.hexes
    if g.box.clervaux >> step.first[0] & 1:
        hexes = (hexes + 1) // 2
        return hexes, hexes
    jammed = g.surprised and unit < g.box.units.first_allied
    if not step.bonus or jammed or not (g.box.units.mechanized[unit] or leaders.is_leader(g, unit)):
        return hexes, hexes
    times, per = g.box.tables.combat.road_bonus
    return hexes, -(-hexes * times // per)


def advances(g: State, step: Advance, unit: int) -> dict[int, Path]:
    """9.8 Where a unit may advance to, each hex with its route."""
    memo = g.remember()
    key = ("advance", unit, step)
    if key not in memo:
        ways = step.ways(g, unit)
        memo[key] = _in_touch(g, step, unit, ways) if g.box.thirds >> unit & 1 else ways
    found = memo[key]
    assert isinstance(found, dict)
    return found


def _in_touch(g: State, step: Advance, unit: int, ways: dict[int, Path]) -> dict[int, Path]:
    """36.1 The ways of a battalion after which all can be within two hexes of another when the advance is over."""
    others = []
    for other in kampfgruppe.battalions(g):
        if other != unit:
            follows = step.ways(g, other) if other in step.units else {}
            others.append(board_of((g.place[other], *follows)))
    fit = kampfgruppe.in_touch(g, board_of(ways), others)
    if not fit and not kampfgruppe.in_touch(g, 1 << g.place[unit], others):
        return ways
    return {cell: path for cell, path in ways.items() if fit >> cell & 1}


def _advances(g: State, step: Advance, unit: int) -> dict[int, Path]:
    if g.box.units.artillery[unit] or _why_stays(g, unit) is not None:
        return {}
    hexes, by_road = limit(g, step, unit)
    found: dict[int, tuple[int, Path]] = {}
    for first in step.first:
        entered = _first_hex(g, unit, first)
        if entered is None:
            continue
        cost, goes_on = entered
        begun: dict[int, tuple[int, Path]] = {first: (cost, (g.place[unit], first))}
        found |= begun
        if goes_on and hexes > 1:
            found |= _spread(g, unit, begun, hexes - 1, False)
        if goes_on and by_road > 1 and g.box.ground.around(g.place[unit], g.blown).road >> first & 1:
            more = _spread(g, unit, {first: (1, begun[first][1])}, by_road - 1, True)
            found |= {cell: way for cell, way in more.items() if cell not in found}
        if goes_on and step.marches:
            more = _march(g, unit, begun, hexes)
            found |= {cell: way for cell, way in more.items() if cell not in found}
    full = no_room(g, unit)
    return {cell: path for cell, (_, path) in found.items() if not full >> cell & 1}


def _why_stays(g: State, unit: int) -> Reason | None:
    """8.1, 15.5 Why a unit stays where it is in this player turn, whoever gives way."""
    if g.dug >> unit & 1 and g.box.units.side(unit) is g.mover:
        return Reason("BW-8.1d", say("{name} has built and stays where it is this turn", name=g.name(unit)))
    return surprise.why_held(g, unit)


def _first_hex(g: State, unit: int, cell: int) -> tuple[int, bool] | None:
    """9.8 What the first hex costs, and whether the advance may go on from there; None if it is closed to the unit."""
    units, ground = g.box.units, g.box.ground
    profile = units.profiles[units.profile[unit]]
    start, parts = g.place[unit], profile.road
    side = units.side(unit)
    if not g.box.map.grid.adjacent(start, cell) or not boundaries.sector(g, unit) >> cell & 1:
        return None
    if g.vacated[side] >> cell & 1 or g.occupied[side.enemy] >> cell & 1 or not allies.bank(g, unit) >> cell & 1:
        return None
    around = ground.around(start, g.blown)
    if around.road >> cell & 1:
        return 1, True
    price = ground.price(cell, profile.foot, g.ground) * parts
    woods = profile.silhouette and (ground.forest >> start | ground.forest >> cell) & 1
    if around.dry >> cell & 1:
        return None if woods else (price, True)
    if around.river >> cell & 1:
        if profile.heavy or woods:
            return None
        if not profile.wades:
            return price, False
        rough = ground.rough >> cell & 1
        return price + rough * g.box.tables.rivers.into_rough * parts, not g.moved >> unit & 1
    if around.meuse >> cell & 1 and profile.wades:
        return price, False
    return None


def _spread(
    g: State, unit: int, begun: dict[int, tuple[int, Path]], hexes: int, road: bool
) -> dict[int, tuple[int, Path]]:
    """The hexes beyond the first: no river without a bridge, within the allowance, no farther than a second zone."""
    units, ground = g.box.units, g.box.ground
    profile = units.profiles[units.profile[unit]]
    side = units.side(unit)
    budget = allowance(g, unit) * profile.road
    free = boundaries.sector(g, unit) & ~g.occupied[side.enemy] & ~g.vacated[side] & ~(1 << g.place[unit])
    free &= allies.bank(g, unit)
    watched = zone(g, side.enemy)
    front = {cell: way for cell, way in begun.items() if way[0] < budget}
    found: dict[int, tuple[int, Path]] = {}
    for _ in range(hexes):
        nearer: dict[int, tuple[int, Path]] = {}
        for cell, (spent, path) in front.items():
            around = ground.around(cell, g.blown)
            for there in cells((around.road | (0 if road else around.dry)) & free):
                cost = spent + _price(g, unit, cell, there, around.road)
                before = min((way[0] for way in (nearer.get(there), found.get(there)) if way), default=budget + 1)
                if spent < cost < before and there not in path:
                    nearer[there] = (cost, (*path, there))
        found |= nearer
        front = {cell: way for cell, way in nearer.items() if not watched >> cell & 1 and way[0] < budget}
    return found


def _march(g: State, unit: int, begun: dict[int, tuple[int, Path]], hexes: int) -> dict[int, tuple[int, Path]]:
    """27.1 After each hex of an advance those that are left may be turned into movement points for roads."""
    rate = g.box.units.profiles[g.box.units.profile[unit]].road
    watched = zone(g, g.box.units.side(unit).enemy)
    found: dict[int, tuple[int, Path]] = {}
    for used in range(1, hexes):
        on_foot = begun if used == 1 else _spread(g, unit, begun, used - 1, False)
        ends = {cell: way for cell, way in on_foot.items() if used == 1 or not watched >> cell & 1}
        found |= {c: way for c, way in _spread(g, unit, ends, (hexes - used) * rate, True).items() if c not in found}
    return found


def _price(g: State, unit: int, cell: int, there: int, road: int) -> int:
    """What a step of an advance costs; 0 if woods close it to the unit. Interdiction does not count (11.3)."""
    units, ground = g.box.units, g.box.ground
    profile = units.profiles[units.profile[unit]]
    if road >> there & 1:
        return 1
    if profile.silhouette and (ground.forest >> cell | ground.forest >> there) & 1:
        return 0
    return ground.price(there, profile.foot, g.ground) * profile.road


# ---- why not -----------------------------------------------------------------------------------------------


def why_not_advance(g: State, step: Advance, unit: int) -> Reason | None:
    """9.8 Why a unit may not advance."""
    if not 0 <= unit < len(g.place) or unit not in step.units:
        return Reason("BW-9.8a", "only units that took part in the combat advance, each once")
    if advances(g, step, unit):
        return None
    if g.box.thirds >> unit & 1 and step.ways(g, unit):
        return _apart(g, unit)
    return step.why_not_go(g, unit)


def _apart(g: State, unit: int) -> Reason:
    return Reason(
        "BW-36.1a", say("{unit} would be too far from the other battalions of Kampfgruppe Peiper", unit=g.name(unit))
    )


def _why_not_first(g: State, unit: int, step: Advance) -> Reason:
    """Why none of the hexes an advance may begin with is open to a unit."""
    name, grid, ground = g.name(unit), g.box.map.grid, g.box.ground
    profile = g.box.units.profiles[g.box.units.profile[unit]]
    start = g.place[unit]
    near = [cell for cell in step.first if grid.adjacent(start, cell)]
    if not near:
        return Reason("BW-9.8k", say("{name} is not next to a vacated hex", name=name))
    cell = near[0]
    where = g.hex_name(cell)
    if not boundaries.sector(g, unit) >> cell & 1:
        return Reason("BW-9.8t", say("{where} lies beyond the boundary of {name}'s army", where=where, name=name))
    if g.vacated[g.box.units.side(unit)] >> cell & 1:
        return Reason("BW-9.5k", say("{where} was given up under a counterattack result this turn", where=where))
    if not allies.bank(g, unit) >> cell & 1:
        return Reason("BW-28.1", say("{name} is British and does not cross the Meuse", name=name))
    around = ground.around(start, g.blown)
    if around.meuse >> cell & 1 and not profile.wades:
        return Reason("BW-9.8r", say("{name} crosses the Meuse only over an intact bridge", name=name))
    if around.river >> cell & 1 and profile.heavy:
        return Reason("BW-9.8q", say("{name} never crosses a river without a bridge", name=name))
    if _first_hex(g, unit, cell) is None:
        return Reason("BW-9.8i", say("{where} is closed to {name}", where=where, name=name))
    return _why_no_room(g, unit, cell)


def _why_no_room(g: State, unit: int, cell: int) -> Reason:
    if allies.strangers(g, unit) >> cell & 1:
        return Reason("BW-28.2", say("Americans and British do not share {cell}", cell=g.hex_name(cell)))
    reason = leaders.why_not_stop(g, unit, cell) if leaders.is_leader(g, unit) else None
    return reason or Reason("BW-9.8t", say("there is no room in {cell}", cell=g.hex_name(cell)))


def why_not_advance_to(g: State, step: Advance, unit: int, cell: int) -> Reason | None:
    """9.8 Why a unit's advance may not end in a hex."""
    found = advances(g, step, unit)
    if cell in found:
        return None
    grid = g.box.map.grid
    if not 0 <= cell < grid.size or not grid.board >> cell & 1:
        return Reason("BW-9.8k", "there is no such hex")
    if g.box.thirds >> unit & 1 and cell in step.ways(g, unit):
        return _apart(g, unit)
    return step.why_not_reach(g, unit, cell)


def _why_not_reach(g: State, step: Advance, unit: int, cell: int) -> Reason:
    name, where, grid = g.name(unit), g.hex_name(cell), g.box.map.grid
    side = g.box.units.side(unit)
    if g.holds(side.enemy, cell):
        return Reason("BW-9.8i", say("an enemy unit is in {where}", where=where))
    if no_room(g, unit) >> cell & 1:
        return _why_no_room(g, unit, cell)
    if not allies.bank(g, unit) >> cell & 1:
        return Reason("BW-28.1", say("{name} is British and does not cross the Meuse", name=name))
    if not boundaries.sector(g, unit) >> cell & 1:
        return Reason("BW-9.8t", say("{where} lies beyond the boundary of {name}'s army", where=where, name=name))
    hexes, by_road = limit(g, step, unit)
    if cell not in step.first and grid.adjacent(g.place[unit], cell) and hexes == 1:
        return Reason("BW-9.8k", say("an advance begins with {first}", first=g.hex_name(step.first[0])))
    if min(grid.distance(first, cell) for first in step.first) >= max(hexes, by_road) and not step.marches:
        return _too_far(g, step, unit, cell)
    entered = _first_hex(g, unit, step.first[0])
    if entered is not None and not entered[1]:
        rule = "BW-9.8p" if g.box.ground.around(g.place[unit], g.blown).meuse >> step.first[0] & 1 else "BW-9.8n"
        return Reason(
            rule, say("{name} attacked across water and stops in {first}", name=name, first=g.hex_name(step.first[0]))
        )
    return Reason("BW-9.8d", say("{name} cannot advance as far as {where}", name=name, where=where))


def _too_far(g: State, step: Advance, unit: int, cell: int) -> Reason:
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
