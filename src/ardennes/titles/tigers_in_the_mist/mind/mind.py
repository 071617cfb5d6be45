"""What agents may ask of this title, in one place."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ardennes.kernel import Action, Choice, Event, Side, State
from ardennes.parts.mind.advice import Comparison, Course, Posture
from ardennes.parts.mind.land import Aim, Land, Piece
from ardennes.parts.mind.mind import Mind, Papers, Temper, Worlds
from ardennes.parts.mind.mind import Order as AnyOrder
from ardennes.titles.tigers_in_the_mist.box.components import DATA, Box
from ardennes.titles.tigers_in_the_mist.events import BattleJoined, ConstructionRolled, DemolitionRolled
from ardennes.titles.tigers_in_the_mist.mind import (
    briefing,
    distances,
    features,
    judgement,
    styles,
    valuation,
)
from ardennes.titles.tigers_in_the_mist.mind.node_value import NodeValue, needed
from ardennes.titles.tigers_in_the_mist.mind.staffwork import Staffwork
from ardennes.titles.tigers_in_the_mist.mind.tactics import Order
from ardennes.titles.tigers_in_the_mist.positions import Position
from ardennes.titles.tigers_in_the_mist.rules import supply
from ardennes.titles.tigers_in_the_mist.rules.combat.phase import Battles, ChooseAttackers
from ardennes.titles.tigers_in_the_mist.rules.movement.phase import Marching, Movement
from ardennes.titles.tigers_in_the_mist.state import State as TigersState
from ardennes.titles.tigers_in_the_mist.state import own

#: What a way off the map is worth to those who run for it, for each point of its multiplier.
EXIT = 2.0
#: The part of the usual plans and futures that a general looks at on the whole map.
WHOLE_MAP = 0.6


class TigersMind(Mind[TigersState]):
    """The title's knowledge for agents: values, orders, judgements."""

    state = TigersState
    can_learn = True
    own_value_compares = True
    data = DATA
    position = Position
    go = "area"
    attacks = (Battles,)
    strike = "area"
    commits = ("fight",)

    def value(self, state: State) -> float:
        """German victory points to be expected."""
        return valuation.value(own(state))

    def features(self, state: State) -> NDArray[np.float32]:
        """A position as the learned value sees it."""
        return features.features(own(state))

    def chance_names(self) -> tuple[str, ...]:
        """What the win chance is fitted on."""
        return valuation.CHANCE_NAMES

    def chance_features(self, state: State) -> list[float]:
        """A position as the win chance sees it."""
        return valuation.chance_features(own(state))

    def is_planned(self, state: State) -> bool:
        """Whether orders are made for the pending decision."""
        return judgement.is_planned(own(state))

    def phase(self, state: State) -> tuple[int, int, Side | None]:
        """What orders are made for: one side's impulse, whoever is asked in the middle of it."""
        g = own(state)
        return (g.day, g.impulse, next((step.side for step in g.stack if isinstance(step, Choice)), None))

    def node_value(self) -> Callable[[State], float]:
        """Values along one game, at dice as well as at decisions."""
        values = NodeValue()
        return lambda state: values(own(state))

    def needed(self, state: State) -> int | None:
        """The number that decides the pending die."""
        return needed(own(state))

    def is_headline(self, event: Event) -> bool:
        """Whether an event says what an action with dice was about."""
        return isinstance(event, (BattleJoined, DemolitionRolled, ConstructionRolled))

    def courses(self, state: State) -> list[Course]:
        """Up to three courses of action for the pending decision."""
        return briefing.courses(own(state))

    def why_not_mine(self, state: State, actions: Sequence[Action]) -> Comparison | None:
        """A player's own idea beside the staff's."""
        return briefing.why_not_mine(own(state), actions)

    def names(self) -> tuple[str, ...]:
        """The features of a position."""
        return valuation.NAMES

    def vector(self, state: State) -> list[float]:
        """The features of a position as numbers."""
        return valuation.vector(own(state))

    def days_left(self, state: State) -> int:
        """Weights are fitted for each number of days left."""
        return distances.days_left(own(state))

    def outcome(self, state: State) -> float:
        """A finished game in the measure of values."""
        return valuation.outcome_value(own(state))

    def formations(self, state: State, side: Side) -> dict[str, tuple[int, ...]]:
        """All units on the map in one."""
        return {"all": tuple(_pieces(own(state), side))}

    def papers(self, worlds: Worlds, side: Side, plan: Mapping[str, str], temper: Temper) -> Papers:
        """The orders of a movement phase, and the order in writing; a plan only says who holds."""
        g = own(worlds[0])
        told = [units for name, units in self.formations(g, side).items() if plan.get(name) == Posture.HOLD.value]
        held = frozenset(unit for units in told for unit in units)
        work = Staffwork(g, side, held, styles.style(temper.style, g.box.key, side))
        orders = judgement.orders(work, temper.misjudge)
        return Papers(orders, work.evaluated, lambda: briefing.operation_order(g, side, orders))

    def written(self, worlds: Worlds, side: Side, orders: Sequence[AnyOrder]) -> list[str]:
        """Any orders in writing; those that no tactic thought of are read as attacks and moves.

        8.25 A unit acts once: what is ordered of it a second time will not be done and is not written.
        """
        g = own(worlds[0])
        work = Staffwork(g, side)
        read: list[Order] = []
        busy: set[int | None] = set()
        for order in orders:
            acting = {action.target for action in order.actions if action.verb in (self.pick, "entrench")}
            known = order if isinstance(order, Order) else briefing.read(work, order.actions)
            if known is not None and not (acting and acting <= busy):
                read.append(known)
            busy |= acting
        return briefing.operation_order(g, side, read)

    def breadth(self, state: State) -> float:
        """A phase on the whole map takes longer."""
        return WHOLE_MAP if state.game.data.scenario.map == "all" else 1.0

    def land(self, state: State, side: Side) -> Land:
        """The units and the places that count; an attack is made by going in."""
        g = own(state)
        return Land(
            _pieces(g, side),
            _pieces(g, side.enemy),
            _aims(g, side),
            lambda place: (place,),
            lambda place: _turns_to(g.box, place),
        )

    def fed(self, state: State, side: Side) -> int:
        """13.11 The places where infantry types can trace supply."""
        return supply.supplied_places(own(state), side)[1]

    def answer(self, state: State) -> Action:
        """An answer to any other decision."""
        return judgement.answer(own(state))

    def naive(self, state: State, rng: random.Random) -> Action:
        """The rule of thumb: pick units near the enemy, attack at two to one, else close up."""
        g = own(state)
        top = g.stack[-1]
        if isinstance(top, Movement):
            units = [unit for unit in g.choices().get("unit", ()) if unit is not None]
            return Action("unit", rng.choice(units)) if units and rng.random() < 0.93 else Action("done")
        if isinstance(top, Marching):
            return _naive_march(g, top, rng)
        if isinstance(top, ChooseAttackers) and "unit" in g.choices():
            left = [u for u in g.choices()["unit"] if u not in top.attackers]
            return Action("unit", left[0]) if left else Action("fight")
        if isinstance(top, Battles) and "area" in g.choices():
            return Action("area", rng.choice(g.choices()["area"]))
        return rng.choice(g.actions())


def _pieces(g: TigersState, side: Side) -> dict[int, Piece]:
    units = [unit for unit in g.box.units.of[side] if g.on_map(unit)]
    return {unit: Piece(g.place[unit], float(g.strength[unit]), float(g.strength[unit])) for unit in units}


def _aims(g: TigersState, side: Side) -> list[Aim]:
    """The areas that score or decide, and for the Germans the ways off the map."""
    board, scenario = g.box.map, g.box.scenario
    points = scenario.victory == "points"
    worth = dict(board.vp) if points else dict.fromkeys(scenario.towns, 1)
    found = [
        Aim(board.areas[place - 1].name, place, float(points), bool(g.control >> place & 1) is (side is Side.GERMAN))
        for place, points in worth.items()
        if g.box.inside >> place & 1
    ]
    if points and side is Side.GERMAN:
        exits = [zone for zone in board.multiplier if g.box.inside >> zone & 1]
        found += [Aim("the way off the map", zone, EXIT * board.multiplier[zone], held=False) for zone in exits]
    return found


@lru_cache(maxsize=512)
def _turns_to(box: Box, place: int) -> tuple[float, ...]:
    return tuple([ticks / distances.DAY for ticks in distances.distance_to(box, 1 << place)])


def _naive_march(g: TigersState, top: Marching, rng: random.Random) -> Action:
    side = top.side
    choices = g.choices()
    places = [place for place in choices.get("area", ()) if place is not None]
    friends = [u for u in choices.get("unit", ()) if u is not None and u not in top.units]
    strength = sum(g.strength[u] for u in top.units)
    if friends and strength + g.strength[friends[0]] <= 10 and len(top.units) < 4 and rng.random() < 0.8:
        return Action("unit", friends[0])
    if not places:
        return Action("stop") if "stop" in choices else Action("unit", top.units[0])
    weak = [p for p in places if 0 < 2 * g.strength_at(p, side.enemy) <= strength]
    if weak:
        return Action("area", rng.choice(weak))
    open_places = [p for p in places if not g.holds(side.enemy, p)]
    if not open_places:
        if top.halted:
            return Action("stop") if "stop" in choices else Action("area", places[0])
        return Action("unit", top.units[0])
    front = distances.distance_to(g.box, g.occupied[side.enemy])
    return Action("area", min(open_places, key=lambda p: (front[p], rng.random())))


MIND = TigersMind()
