"""The staff's working papers for one player turn: who can go where, who could hit whom, what attacks would bring."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ardennes.board.cells import board_of, cells
from ardennes.board.times import Times
from ardennes.kernel import Action, Side
from ardennes.parts.mind.ground import Expected
from ardennes.parts.mind.mind import Misjudge
from ardennes.parts.mind.sketch import Proposal
from ardennes.titles.bitter_woods.box import OFF_MAP
from ardennes.titles.bitter_woods.box.tables import LADDER
from ardennes.titles.bitter_woods.mind import appraisal, drives, threats, valuation
from ardennes.titles.bitter_woods.mind.appraisal import Appraisal
from ardennes.titles.bitter_woods.mind.valuation import Objective
from ardennes.titles.bitter_woods.rules import artillery, points, surprise, victory
from ardennes.titles.bitter_woods.rules.combat import strengths
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.rules.movement import boundaries, destinations
from ardennes.titles.bitter_woods.rules.quick import movers
from ardennes.titles.bitter_woods.rules.stacking import no_room
from ardennes.titles.bitter_woods.rules.zones import armed
from ardennes.titles.bitter_woods.state import State

#: The least worth for which an attack is made, in the measure of `valuation.value`.
ATTACK_AT = 0.02
#: What being a turn nearer to an objective is worth to a unit.
CLOSING_UP = 0.03
#: How much of the danger of a hex counts for a German unit on its way.
CAUTION = 0.5
#: 17.1 What it is worth to a mechanized unit to get to a road off the map while the three towns are held, in levels.
CORPS = 1.5
#: What being able to come to the relief of an objective counts, beside standing there.
RELIEF = 0.3
#: The part of an error of judgement that goes into a march: where a unit goes is worth less than an attack.
MARCH = 0.1


def lost_share(ratio: float) -> float:
    """How likely units are lost that may be attacked at such odds."""
    return min(max(ratio - 1.0, 0.0) * 0.15, 0.75)


class Order(NamedTuple):
    """One order: the tactic behind it, what it is worth to its side, who does what, and why."""

    tactic: str
    payoff: float
    moves: tuple[tuple[int, int], ...]
    place: int
    reasons: tuple[tuple[str, float], ...]
    #: The attack it prepares, if any.
    attack: Appraisal | None = None
    #: What is built instead of a move: (verb, unit, bridge or None).
    work: tuple[str, int, int | None] | None = None
    #: 24.6 The army that each reinforcement among the moves is attached to.
    attached: tuple[tuple[int, int], ...] = ()
    #: 5.5 Who leaves the map, and over which edge.
    leaves: tuple[tuple[int, int], ...] = ()

    @property
    def units(self) -> tuple[int, ...]:
        """Everybody the order concerns."""
        if self.work is not None:
            return (self.work[1],)
        if self.attack is not None:
            return self.attack.attack.units
        return tuple(unit for unit, _ in (*self.moves, *self.leaves))

    @property
    def actions(self) -> tuple[Action, ...]:
        """The order as answers to decisions."""
        if self.work is not None:
            verb, unit, bridge = self.work
            return (Action(verb, unit),) if bridge is None else (Action(verb, unit), Action("bridge", bridge))
        armies = dict(self.attached)
        found: list[Action] = []
        for unit, cell in self.moves:
            joins = [Action("attach", armies[unit])] if unit in armies else []
            found += [Action("unit", unit), *joins, Action("hex", cell)]
        for unit, edge in self.leaves:
            found += [Action("unit", unit), Action("exit", edge)]
        return tuple(found)

    def told(self, g: State) -> Proposal:
        """The order in the form that words are made from; `g` is the position it was made for."""
        going = dict(self.moves)
        moves = tuple([(unit, going.get(unit, g.place[unit])) for unit in self.units])
        found = Proposal(self.tactic, self.payoff, moves, self.place, self.actions, self.reasons)
        if self.attack is None:
            return found
        theirs = max(valuation.strength_at(g, self.place), 1)
        ours = max(sum([g.strength(unit) for unit in self.units]), 1)
        lost = Expected(self.attack.cleared, self.attack.enemy_loss / theirs, self.attack.own_loss / ours)
        more = self.attack.column - LADDER.even
        return found._replace(expected=lost, odds=1.0 + more if more >= 0 else 1.0 / (1.0 - more))


@lru_cache(maxsize=64)
def _fading(left: int, speed: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """By ticks away: the chance to be there in time at a speed, and what being closer is worth whatever the date."""
    times = [ticks / drives.TURN / speed for ticks in range(drives.FAR + 1)]
    in_time = [valuation.in_time(left, time) for time in times]
    return np.array(in_time), np.array([4.0 * CLOSING_UP / (1.0 + time) for time in times])


class Draw(NamedTuple):
    """What objectives at so many ticks are worth to a unit: the best it can be at in time, and being closer."""

    ticks: Times
    worth: NDArray[np.float64]
    soon: NDArray[np.float64]
    some_day: NDArray[np.float64]
    share: float = 1.0

    def at(self, hexes: list[int]) -> list[float]:
        """What it is worth to be in each of some hexes."""
        ticks, worth = self.ticks[:, hexes], self.worth[:, None]
        best = (worth * self.soon[ticks]).max(axis=0)
        found: list[float] = (self.share * best + (worth * self.some_day[ticks]).max(axis=0)).tolist()
        return found

    def __call__(self, cell: int) -> float:
        return self.at([cell])[0]


class Staffwork:
    """Everything the tactics ask. `g` is the position with the orders given so far carried out."""

    def __init__(self, g: State, side: Side, misjudge: Misjudge | None = None) -> None:
        self.g = g.copy()
        self.side = side
        self._misjudge = misjudge
        self.left = valuation.time_left(g)
        self.used: set[int] = set()
        self.guns_used: set[int] = set()
        self.attacked: dict[int, Appraisal] = {}
        #: The attack on a hex that the staff would make from here; None where it would not.
        self.wanted: dict[int, Appraisal | None] = {}
        self.moves: list[tuple[int, int]] = []
        self.evaluated = 0
        self._gain: dict[int, float] = {}
        self._reach: dict[int, int] = {}
        self.asked = g
        self._prospects: tuple[int, float] | None = None
        self._outlook: tuple[int, float] | None = None
        #: How much of each objective is spoken for by units on their way to it.
        self.claims = [0.0] * len(valuation.objectives(g.box))

    def whim(self, part: float = 1.0) -> float:
        """An error of judgement, or a part of one; none where nobody errs."""
        return part * self._misjudge() if self._misjudge is not None else 0.0

    @cached_property
    def movers(self) -> list[int]:
        """The units that may move."""
        return sorted(movers.movers(self.asked, self.side, points.exploiting(self.asked)))

    def reach(self, unit: int) -> int:
        """Where a unit can end that may move; its own hex is not among them."""
        found = self._reach.get(unit)
        if found is None:
            g = self.asked
            able = unit in self.movers
            found = destinations.ends(g, unit, destinations.reachable(g, unit)) if able else 0
            self._reach[unit] = found
        return found

    # ---- objectives ----------------------------------------------------------------------------------------

    @cached_property
    def objectives(self) -> tuple[Objective, ...]:
        """What the Germans are after."""
        return valuation.objectives(self.g.box)

    @cached_property
    def ticks(self) -> Times:
        """Per objective the time from every hex, as the Germans would drive."""
        return drives.ticks_to(self.g, tuple([objective.board for objective in self.objectives]), Side.GERMAN)

    @property
    def prospects(self) -> float:
        """What the Germans can expect of their objectives with the orders given so far."""
        if self._prospects is None or self._prospects[0] != len(self.moves):
            self._prospects = (len(self.moves), valuation.prospects(self.g))
        return self._prospects[1]

    @property
    def outlook(self) -> float:
        """What the Allies want to keep small, with the orders given so far."""
        if self._outlook is None or self._outlook[0] != len(self.moves):
            self._outlook = (len(self.moves), valuation.outlook(self.g))
        return self._outlook[1]

    def gain(self, cell: int) -> float:
        """What the side has of an enemy stack gone from a hex: Germans a way opened, Allies one closed."""
        found = self._gain.get(cell)
        if found is None:
            found = self._gain[cell] = self._find_gain(cell)
            self.evaluated += 1
        return found

    def _find_gain(self, cell: int) -> float:
        g = self.g
        if self.side is Side.GERMAN:
            after = valuation.prospects(g, valuation.german_drive(g, 1 << cell))
            return max(after - self.prospects, 0.0) + 0.01
        other = g.copy()
        for unit in g.units_at(cell):
            other.put(unit, OFF_MAP)
        return max(self.prospects - valuation.prospects(other), 0.0) * 0.7 + 0.01

    # ---- who is free ---------------------------------------------------------------------------------------

    def free(self) -> list[int]:
        """The units that may move and have no order yet; leaders are a matter of `command`."""
        commanders = self.g.box.leader_units
        return [unit for unit in self.movers if unit not in self.used and not commanders >> unit & 1]

    def options(self, unit: int) -> int:
        """The hexes where a unit can end its move now, its own left out."""
        return self.reach(unit) & ~no_room(self.g, unit)

    def send(self, unit: int, cell: int) -> None:
        """Take a move into the papers."""
        self.used.add(unit)
        if self.g.place[unit] != cell:
            self.g.put(unit, cell)
            self.g.moved |= 1 << unit
            self.g.memo = None
            self.moves.append((unit, cell))

    # ---- danger --------------------------------------------------------------------------------------------

    @cached_property
    def threat(self) -> list[float]:
        """Per hex the enemy strength that could attack it in his next turn."""
        return threats.threat(self.g, self.side.enemy)

    def danger(self, cell: int, unit: int) -> float:
        """What a unit in a hex stands to lose to the enemy's reply."""
        g = self.g
        threat = self.threat[cell] * 0.55
        if not threat:
            return 0.0
        here = drives.defense(g, cell)
        if g.place[unit] != cell:
            doubled = bool(g.box.ground.doubled >> cell & 1)
            here += strengths.defense_strength(g, unit, doubled) * (1.33 if g.box.ground.shifted >> cell & 1 else 1.0)
        ratio = threat / max(here, 1.0)
        return lost_share(ratio) * appraisal.loss(g, unit)

    # ---- attacks -------------------------------------------------------------------------------------------

    def may_strike(self, unit: int, cell: int) -> bool:
        """Whether a unit may attack a hex once it stands beside it."""
        g = self.g
        if not g.box.units.fights[unit] or g.reserve >> unit & 1 or surprise.held(g, unit):
            return False
        if unit >= g.box.units.first_allied or g.turn > g.box.boundaries_until:
            return True
        return boundaries.may_attack(g, unit, cell) and surprise.may_attack(g, unit, cell)

    def strikers(self, cell: int) -> dict[int, int]:
        """The units that could attack a hex this turn, each with the hexes beside it that it can attack from."""
        g, grid = self.g, self.g.box.map.grid
        near = grid.stepped(1 << cell, g.box.ground.open_to_attack)
        found: dict[int, int] = {}
        for place in cells(near & armed(g, self.side)):
            for unit in g.units_at(place):
                if unit not in self.used and self.may_strike(unit, cell):
                    found[unit] = 1 << place
        for unit in self.free():
            board = self.reach(unit) & near
            if board and unit not in found and self.may_strike(unit, cell):
                found[unit] = board
        return found

    def plan_attack(self, cell: int) -> tuple[Appraisal, tuple[tuple[int, int], ...]] | None:
        """The best attack on a hex that can be put together, and who goes where for it.

        Units that stand there come first, then the strongest; each takes the hex that hems the defender in most.
        """
        able = self.strikers(cell)
        if not able:
            return None
        trial = self.g.copy()
        unused = artillery.guns(trial, self.side) & ~board_of(self.guns_used)
        guns = cells(artillery.SUPPORT.free(trial, Attack(self.side, cell, ()), unused))
        support = appraisal.likely_support(trial, cell, self.side.enemy)
        gain = self.gain(cell)
        best: tuple[Appraisal, tuple[tuple[int, int], ...]] | None = None
        units: list[int] = []
        placed: list[tuple[int, int]] = []
        for unit in sorted(able, key=lambda u: self._rank(u, able[u])):
            where = self._beside(trial, unit, cell, able[unit])
            if where is None:
                continue
            units.append(unit)
            if trial.place[unit] != where:
                trial.put(unit, where)
                placed.append((unit, where))
            trial.memo = None
            attack = Attack(self.side, cell, tuple(sorted(units)), self._guns(trial, guns, cell, units), False, support)
            found = appraisal.appraise(trial, attack, gain)
            self.evaluated += 1
            if best is None or found.worth > best[0].worth + 0.01:
                best = (found, tuple(placed))
            if found.column >= 11:
                break
        return best

    def _rank(self, unit: int, board: int) -> tuple[bool, int, int]:
        """Those already there first, then the strongest."""
        g = self.g
        there = g.place[unit] < OFF_MAP and bool(board >> g.place[unit] & 1)
        return (not there, -strengths.attack_strength(g, unit), unit)

    def _guns(self, g: State, guns: list[int], cell: int, units: list[int]) -> tuple[int, ...]:
        """10.2 The guns that would join: two at most, so that other attacks have theirs."""
        return tuple(sorted(sorted(guns, key=lambda gun: (-g.strength(gun), gun))[:2]))

    def _beside(self, trial: State, unit: int, cell: int, board: int) -> int | None:
        """Where a unit goes to attack a hex."""
        here = trial.place[unit]
        if here < OFF_MAP and board >> here & 1:
            return here
        board &= ~no_room(trial, unit)
        if not board:
            return None
        grid, ground = trial.box.map.grid, trial.box.ground
        dry = [c for c in cells(board) if not grid.has_side(ground.wet, c, cell)] or cells(board)
        taken = trial.occupied[self.side]
        return min(dry, key=lambda c: (bool(taken >> c & 1), self.threat[c] - 3 * (ground.doubled >> c & 1), c))

    # ---- what draws the Germans ----------------------------------------------------------------------------

    def worth(self, n: int) -> float:
        """What an objective still is worth to one more unit."""
        objective = self.objectives[n]
        if objective.dump >= 0 and valuation.settled(self.g, objective):
            return 0.0
        if valuation.sated(self.g, objective):
            return 0.08 * objective.worth
        return float(objective.worth * 0.75 ** self.claims[n])

    def prize_at(self, cell: int) -> float:
        """What it is worth to the Germans to have a hex, if it is an objective by itself."""
        return valuation.prizes(self.g.box).get(cell, 0.0)

    def prize(self, cell: int) -> float:
        """What entering a hex brings at once."""
        if self.g.box.fuel_dumps and (found := valuation.dump_at(self.g, cell)):
            return 0.6 * found
        return 0.3 * self.prize_at(cell) if not self.g.holds(Side.GERMAN, cell) else 0.0

    def pull(self, unit: int) -> Draw:
        """What it is worth to a German unit to be in hexes: what it can still get to from there, and by when."""
        g = self.g
        army = g.army(unit)
        speed = g.printed_allowance(unit) / 4.0 * (1.0 if g.box.units.mechanized[unit] else 0.7)
        soon, some_day = _fading(self.left - 1, max(speed, 0.2))
        worth = [
            self.worth(n) * (1.0 if army in o.armies or army == "any" else 0.5) for n, o in enumerate(self.objectives)
        ]
        if g.box.units.mechanized[unit] and self.towns_held:
            return Draw(np.vstack([self.ticks, self.ticks_out]), np.array([*worth, CORPS]), soon, some_day)
        return Draw(self.ticks, np.array(worth), soon, some_day)

    @cached_property
    def towns_held(self) -> bool:
        """17.1 Whether all that is missing for a strategic victory is a panzer corps off the map."""
        g = self.asked
        return g.box.scenario.victory == "levels" and victory.towns_held(g) == len(victory.towns(g.box))

    @cached_property
    def ticks_out(self) -> Times:
        """5.5 The time from every hex to a road off the map."""
        return drives.ticks_to(self.g, (self.g.box.all_ways_out,), Side.GERMAN)

    @cached_property
    def marches(self) -> Times:
        """Per objective the time from every hex, as the Allies would come to its relief."""
        return drives.ticks_to(self.g, tuple([objective.board for objective in self.objectives]), Side.ALLIED)

    def need(self, n: int) -> float:
        """What one more Allied unit at an objective is worth: an open one most, one well held or lost least."""
        objective = self.objectives[n]
        if objective.board.bit_count() > 1:
            return 0.0
        cell = cells(objective.board)[0]
        if self.g.holds(Side.GERMAN, cell):
            wanted = 0.5
        else:
            wanted = 1.0 / (1.0 + drives.defense(self.g, cell) / 10.0)
        return float(objective.worth * wanted * 0.75 ** self.claims[n])

    def relief(self, unit: int) -> Draw:
        """What it is worth to an Allied unit to be in hexes for where it can be in time from there."""
        g = self.g
        left = min(g.box.last_turn - g.turn, valuation.patience(g.box))
        soon, some_day = _fading(left, max(g.printed_allowance(unit) / 4.0, 0.2))
        needs = np.array([self.need(n) for n in range(len(self.objectives))])
        return Draw(self.marches, needs, soon, some_day, RELIEF)

    def claim(self, unit: int) -> None:
        """Count an Allied unit where it is for what it can relieve next."""
        place = self.g.place[unit]
        if place < OFF_MAP:
            ticks = self.marches[:, place].tolist()
            n = max(range(len(self.objectives)), key=lambda n: (self.need(n) / (12.0 + ticks[n]), -n))
            self.claims[n] += 0.6

    def home(self, cell: int) -> float:
        """What it is worth to an Allied unit to be close to what the Germans want, and so to be there in time."""
        ticks = self.ticks[:, cell].tolist()
        nearest = min([time / o.worth for time, o in zip(ticks, self.objectives, strict=True)], default=0)
        return -CLOSING_UP * nearest / drives.TURN
