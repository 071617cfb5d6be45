"""The staff's working papers for one impulse: who can go where, who could hit whom, and what an attack would bring.

Made once when a side begins its movement and used by every tactic.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist.box.pieces import UnitType
from ardennes.titles.tigers_in_the_mist.mind import distances, valuation
from ardennes.titles.tigers_in_the_mist.mind.styles import STYLE, Style
from ardennes.titles.tigers_in_the_mist.odds import aiming, exact
from ardennes.titles.tigers_in_the_mist.odds.exact import Result
from ardennes.titles.tigers_in_the_mist.rules.combat.circumstances import Circumstances, confused
from ardennes.titles.tigers_in_the_mist.rules.quick.readiness import may_dig, may_pick
from ardennes.titles.tigers_in_the_mist.rules.quick.roads import reach
from ardennes.titles.tigers_in_the_mist.rules.quick.ways import destinations
from ardennes.titles.tigers_in_the_mist.state import DONE, ENTERED, ENTRENCHED, MOVED, State

#: Attackers weaker than this part of the defenders never clear an area.
HOPELESS = 0.75
#: For so many mobile strength points beside it, and with so many days left to use it, a bridge is worth more than an
#: engineer's die in the attack.
VEHICLES, DAYS = 3, 3


class Attack(NamedTuple):
    """An attack that could be made this impulse, and what it is worth to the side that makes it."""

    area: int
    units: tuple[int, ...]
    cleared: float
    own_loss: float
    enemy_loss: float
    #: Victory points gained if it succeeds, if it does not, and weighed together.
    success: float
    failure: float
    worth: float


class Staffwork:
    """Everything the tactics ask about a position at the start of a side's movement."""

    def __init__(
        self,
        g: State,
        side: Side,
        held: Collection[int] = (),
        style: Style = STYLE,
    ) -> None:
        self.g = g
        #: Where the movement starts: what can be reached is judged from here, whatever orders are on paper already.
        self.begun = g
        #: Where everybody stands when the orders so far are marched and none of their battles is fought yet.
        self.marched = g.copy()
        self.side = side
        self.held = held
        self.style = style
        self.weights = valuation.weights_of(g.box, "worth.csv", style.tastes)
        self.enemy = side.enemy
        #: Victory points count for the German and against the Allies.
        self.sign = 1.0 if side is Side.GERMAN else -1.0
        self.evaluated = 0
        self.fields = distances.Fields(g)
        self.base = self.worth(g, self.fields)
        self.used: set[int] = set()
        #: Areas that orders given so far attack.
        self.ordered_attacks = 0
        self._leaving: dict[int, float] = {}
        self._over_river: dict[tuple[int, int], bool] = {}
        self._weak: dict[int, float] | None = None

    def worth(self, g: State, fields: distances.Fields | None = None) -> float:
        """The value of a position for this side, supply left out."""
        self.evaluated += 1
        return self.sign * valuation.worth(g, fields, self.weights)

    @cached_property
    def ready(self) -> list[int]:
        """The units that may still be picked up."""
        g = self.begun
        return [unit for unit in g.box.units.of[self.side] if g.on_map(unit) and may_pick(g, unit, self.side)]

    @cached_property
    def can_reach(self) -> dict[int, int]:
        """Where each of them may go."""
        return {unit: destinations(self.begun, (unit,), self.side) for unit in self.ready}

    @property
    def attack_at(self) -> float:
        """The least payoff for which an attack is made this impulse."""
        return self.style.attack_at[self.g.impulse - 1]

    @property
    def move_at(self) -> float:
        """The least payoff for which a move is made this impulse: reserves are kept while they still matter."""
        return self.style.move_at[self.g.impulse - 1]

    def free(self) -> list[int]:
        """The ready units no order has claimed and that were not told to hold."""
        return [u for u in self.ready if u not in self.used and u not in self.held]

    @cached_property
    def diggers(self) -> list[int]:
        """Units that could dig in where they are."""
        g = self.g
        return [unit for unit in g.box.units.of[self.side] if g.on_map(unit) and may_dig(g, unit, self.side)]

    @cached_property
    def threat(self) -> list[float]:
        """Enemy strength that could enter each place in his next impulse, at most what may stack there."""
        return self.strength_within_reach(self.enemy)

    def strength_within_reach(self, side: Side) -> list[float]:
        """Strength of a side that could be brought into each place by units that have not acted today."""
        g = self.g
        total = [0.0] * g.box.map.places
        new_day = g.impulse == 3 and side is Side.GERMAN
        seen: dict[tuple[int, bool, bool], int] = {}
        for unit in g.box.units.of[side]:
            if not g.on_map(unit) or (g.status[unit] & DONE and not new_day):
                continue
            foot = g.box.units.type[unit] is UnitType.FOOT
            key = (g.place[unit], g.box.units.infantry[unit], foot)
            if key not in seen:
                seen[key] = reach(g, (unit,), side).places()
            for place in cells(seen[key]):
                total[place] += g.strength[unit]
        return [min(points, 10.0) for points in total]

    # ---- attacks -------------------------------------------------------------------------------------------

    def targets(self) -> list[int]:
        """Enemy-occupied areas that free units can enter or stand in already."""
        g = self.g
        within = 0
        for unit in self.free():
            within |= self.can_reach[unit]
        both = g.occupied[0] & g.occupied[1]
        return cells((within | both) & g.occupied[self.enemy] & g.box.map.all_areas)

    def force(self, area: int, among: Iterable[int] | None = None) -> tuple[int, ...]:
        """The strongest stack that can be brought against an area: armor and infantry together, at most 4 and 10."""
        g = self.g
        joining = [u for u in g.units_at(area, self.side) if not g.status[u] & DONE or g.status[u] & ENTERED]
        ready = among if among is not None else self.free()
        pool = [u for u in ready if self.can_reach[u] >> area & 1 and not self._awaited(u)]
        chosen = self._pick(pool, *self._room(area), {g.box.units.infantry[u] for u in joining})
        return tuple(sorted((*joining, *chosen)))

    def _pick(self, pool: Sequence[int], room: int, points: int, have: set[bool]) -> list[int]:
        """Fill a stack: first what combined arms lack, then the strongest that still fit."""
        g = self.g
        infantry = g.box.units.infantry
        left = sorted(pool, key=lambda u: (-g.strength[u], self.price(u), u))
        chosen: list[int] = []
        have = set(have)
        while len(chosen) < room:
            fitting = [u for u in left if g.strength[u] <= points]
            if not fitting:
                break
            missing = [u for u in fitting if infantry[u] not in have]
            unit = missing[0] if missing and have and room - len(chosen) <= 2 else fitting[0]
            chosen.append(unit)
            left.remove(unit)
            have.add(infantry[unit])
            points -= g.strength[unit]
        return chosen

    def builds(self, unit: int) -> bool:
        """10.12 A German engineer beside a blown bridge is better left where it is."""
        g = self.g
        place = g.place[unit]
        return (
            self.side is Side.GERMAN
            and g.box.units.type[unit] is UnitType.ENGINEER
            and bool(g.box.map.crossings_at[place] & g.blown)
            and not g.occupied[self.enemy] >> place & 1
        )

    def _awaited(self, unit: int) -> bool:
        """Whether vehicles wait for the bridge that an engineer could build; those on foot wade, and may use him."""
        if distances.days_left(self.g) < DAYS or not self.builds(unit):
            return False
        g, units = self.begun, self.g.box.units
        near = 1 << g.place[unit] | g.box.map.neighbours[g.place[unit]]
        waiting = [u for u in units.of[self.side] if near >> g.place[u] & 1 and units.mobile[u] and u != unit]
        return sum([g.strength[u] for u in waiting]) >= VEHICLES

    def price(self, unit: int) -> int:
        """Which of equal units to spend first: armor is worth most, then mobile troops; engineers are kept back."""
        return (0, 1, 1, 2, 4)[self.g.box.units.type[unit]]

    def odds(self, area: int, units: Sequence[int]) -> Result:
        """The exact odds of these units attacking an area this impulse."""
        g = self.g
        river = not g.began >> area & 1 and all(self.comes_over_river(unit, area) for unit in units)
        facts = Circumstances(self.side, area, tuple(units), river, confused(g, area))
        attackers = [aiming.fighter(g, unit)._replace(entrenched=False) for unit in units]
        supplied = [bool(g.supply[2 * self.side + g.box.units.infantry[u]] >> area & 1) for u in units]
        force = [f._replace(supplied=s) for f, s in zip(attackers, supplied, strict=True)]
        defenders = [aiming.fighter(g, unit) for unit in g.units_at(area, self.enemy)]
        return exact.resolve_alike(exact.setting(g, facts, force, defenders))

    def comes_over_river(self, unit: int, area: int) -> bool:
        """Whether the last step of a unit into an area crosses a river."""
        g = self.g
        if g.place[unit] == area:
            return False
        known = self._over_river.get((unit, area))
        if known is None:
            path = (g.place[unit], *reach(self.begun, (unit,), self.side).path(area))
            known = self._over_river[unit, area] = g.box.map.crossing(path[-2], area) >= 0
        return known

    def attack(self, area: int, units: tuple[int, ...] | None = None) -> Attack | None:
        """What an attack on an area would bring; None if nobody can make it, or nobody asked and it is hopeless."""
        g = self.g
        asked = units is not None
        if units is None:
            units = self.force(area)
            if self.abandoned(units):  # others may do as well
                units = self.force(area, [u for u in self.free() if not self.abandoned((u,))]) or units
        defenders = g.units_at(area, self.enemy)
        start = sum(g.strength[u] for u in units)
        theirs = sum(g.strength[u] for u in defenders)
        if not units or not defenders or (not asked and start < HOPELESS * theirs):
            return None
        found = self.odds(area, units)
        own_loss = start - _mean(found.attackers_left)
        enemy_loss = theirs - _mean(found.defenders_left)
        success = self.worth(self.after(area, units, own_loss, theirs)) - self.base if found.cleared > 0.02 else 0.0
        left = max(1.0, theirs - enemy_loss if found.cleared < 0.98 else 1.0)
        failure = self.worth(self.after(area, units, own_loss * 1.15, theirs - left)) - self.base
        worth = found.cleared * success + (1.0 - found.cleared) * failure
        return Attack(area, units, found.cleared, own_loss, enemy_loss, success, failure, worth)

    def after(self, area: int, units: Sequence[int], own_loss: float, enemy_loss: float) -> State:
        """The position after an attack with these losses, as far as value is concerned."""
        g = self.g.copy()
        fight(g, self.side, area, units, own_loss, enemy_loss)
        return g

    # ---- moves ---------------------------------------------------------------------------------------------

    def moved(self, units: Sequence[int], place: int) -> State:
        """The position with units moved to a place nobody else holds."""
        g = self.g.copy()
        move(g, self.side, units, place)
        return g

    def fill(self, pool: Sequence[int], place: int) -> tuple[int, ...]:
        """As many of the pool as may stack in a place, the strongest first."""
        return tuple(self._pick(pool, *self._room(place), set()))

    def _room(self, place: int) -> tuple[int, int]:
        """7.1 The units and strength points that may still be sent to a place: battles are fought after the limits."""
        there = self.marched.units_at(place, self.side)
        limits = self.g.box.tables.limits
        return limits.units - len(there), limits.strength - sum(self.marched.strength[u] for u in there)

    def take(self, units: Sequence[int], g: State) -> None:
        """An order is given: its units are used, and the papers show the position to be expected after it."""
        self.used.update(units)
        self.g = g
        self.fields = distances.Fields(g)
        self.base = self.worth(g, self.fields)
        if self._weak is not None:
            self._weak = {place: behind for place, behind in self._weak.items() if g.occupied[Side.ALLIED] >> place & 1}

    def abandoned(self, units: Sequence[int]) -> float:
        """12.22 The points that the Germans leave to be walked into when these units go, for the days that are left."""
        g = self.marched
        if self.side is Side.ALLIED or g.box.scenario.victory != "points":
            return 0.0
        lost = 0.0
        for place in {g.place[unit] for unit in units}:
            points = g.box.map.vp.get(place, 0)
            if not points or not g.control >> place & 1:
                continue
            wanted = self.threat[place] > 0 or g.occupied[Side.ALLIED] >> place & 1
            if wanted and all(unit in units for unit in g.units_at(place, Side.GERMAN)):
                lost += points * (distances.days_left(g) + 1)
        return lost

    # ---- the Allied line -----------------------------------------------------------------------------------

    def weak_places(self) -> dict[int, float]:
        """Allied-held or reachable places the Germans can hit next, with what they would gain by breaking through."""
        if self._weak is None:
            g = self.g
            found: dict[int, float] = {}
            for place in cells(g.occupied[Side.ALLIED] & ~g.occupied[Side.GERMAN] & g.box.map.all_areas & g.box.inside):
                if self.threat[place] > 0:
                    broken = distances.Fields(g, {place: -99.0})
                    found[place] = self.base - self.worth(g, broken)
            self._weak = {place: behind for place, behind in found.items() if behind > 0.02}
        return self._weak

    def leaving_cost(self, unit: int) -> float:
        """What the Allies lose if a unit leaves its place."""
        if unit not in self._leaving:
            g = self.g
            place = g.place[unit]
            if g.box.map.is_zone(place) or self.fields.arrival[place] > 64:
                self._leaving[unit] = 0.0
            else:
                thinner = distances.Fields(g, {place: -float(g.strength[unit])})
                self._leaving[unit] = self.base - self.worth(g, thinner)
        return self._leaving[unit]

    def has_room(self, place: int, units: Sequence[int]) -> bool:
        """7.1 Whether units fit into a place together with what is there and what was ordered there."""
        return _fit(self.marched, units, place, self.side)

    def march(self, moves: Sequence[tuple[int, int]]) -> bool:
        """Let units go one after another, past those whom earlier orders moved; False if one of them cannot.

        8.37 Every friend in the way costs a movement point. Whoever cannot get somewhere is not sent there again.
        """
        marched = self.marched.copy()
        for unit, place in moves:
            fresh = marched.occupied[self.side] & ~self.begun.occupied[self.side]
            barred = fresh and not destinations(marched, (unit,), self.side) >> place & 1
            if barred or not _fit(marched, (unit,), place, self.side):
                self._bar(unit, place)
                return False
            marched.put(unit, place)
            marched.memo = None
        self.marched = marched
        return True

    def _bar(self, unit: int, place: int) -> None:
        self.can_reach[unit] &= destinations(self.marched, (unit,), self.side) & ~(1 << place)
        kept: dict[int, Attack | None] = self.__dict__.get("_attacks", {})
        for area in [area for area, attack in kept.items() if attack is not None and unit in attack.units]:
            del kept[area]
        for papers in ("_blocks", "_lined"):
            self.__dict__.pop(papers, None)


def _fit(g: State, units: Sequence[int], place: int, side: Side) -> bool:
    if g.box.map.is_zone(place):
        return True
    there = [u for u in g.units_at(place, side) if u not in units]
    limits = g.box.tables.limits
    points = sum(g.strength[u] for u in (*there, *units))
    return len(there) + len(units) <= limits.units and points <= limits.strength


def move(g: State, side: Side, units: Sequence[int], place: int) -> None:
    """Units go to a place nobody else holds, on paper."""
    _set_out(g, side, units, place)
    if place < g.box.map.first_zone:
        _take_over(g, side, place)


def fight(g: State, side: Side, area: int, units: Sequence[int], own_loss: float, enemy_loss: float) -> None:
    """Units attack an area with these losses, on paper."""
    _set_out(g, side, units, area)
    _take_losses(g, list(units), own_loss)
    _take_losses(g, g.units_at(area, side.enemy), enemy_loss)
    _take_over(g, side, area)


def _set_out(g: State, side: Side, units: Sequence[int], place: int) -> None:
    """Units leave for a place; where they leave enemies behind, the area is theirs (12.22)."""
    left = {g.place[unit] for unit in units}
    for unit in units:
        g.put(unit, place)
        g.status[unit] = g.status[unit] & ~ENTRENCHED | MOVED
    for area in left:
        if g.occupied[side.enemy] >> area & 1 and area < g.box.map.first_zone:
            _take_over(g, side.enemy, area)


def _take_over(g: State, side: Side, area: int) -> None:
    """12.1 An area without enemies, with one's own units in it, changes hands."""
    if g.occupied[side] >> area & 1 and not g.occupied[side.enemy] >> area & 1:
        g.control = g.control | 1 << area if side is Side.GERMAN else g.control & ~(1 << area)


def _mean(distribution: Sequence[float]) -> float:
    return sum(k * p for k, p in enumerate(distribution))


def _take_losses(g: State, units: list[int], loss: float) -> None:
    """Take whole strength points off the strongest units until the loss is made up; a rest of half a point counts."""
    points = int(loss + 0.5)
    while points > 0 and units:
        unit = max(units, key=lambda u: g.strength[u])
        if g.strength[unit] > 1:
            g.strength[unit] -= 1
        else:
            g.eliminate(unit, "")
            units.remove(unit)
        points -= 1
