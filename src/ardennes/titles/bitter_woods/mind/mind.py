"""What agents may ask of this title, in one place."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ardennes.board.cells import cells
from ardennes.kernel import Action, Event, Game, Side, State, Title
from ardennes.parts.advice import Comparison, Course
from ardennes.parts.land import Aim, Land, Piece
from ardennes.parts.mind import Mind, Papers, Temper, Worlds
from ardennes.titles.bitter_woods.box import Box
from ardennes.titles.bitter_woods.box.scenarios import DATA
from ardennes.titles.bitter_woods.events import AttackDeclared, DemolitionRolled, ShortageRolled
from ardennes.titles.bitter_woods.mind import briefing, drives, features, judgement, planning, valuation
from ardennes.titles.bitter_woods.mind.node_value import NodeValue, needed
from ardennes.titles.bitter_woods.positions import Position
from ardennes.titles.bitter_woods.rules import supply
from ardennes.titles.bitter_woods.rules.combat import participants, strengths
from ardennes.titles.bitter_woods.rules.combat.phase import ChooseAttackers, Combat
from ardennes.titles.bitter_woods.rules.movement.phase import Movement, Moving
from ardennes.titles.bitter_woods.rules.option_events import DumpBurned, EventRolled, Sneaked
from ardennes.titles.bitter_woods.state import State as WoodsState
from ardennes.titles.bitter_woods.state import own


class WoodsMind(Mind[WoodsState]):
    """The title's knowledge for agents: values, orders, judgements."""

    state = WoodsState
    worlds = 1  # 25 of dumps that lie hidden no value knows more than everybody does
    can_learn = True
    data = DATA
    attacks = (Combat,)
    commits = ("fight",)

    def value(self, state: State) -> float:
        """The German score to be expected."""
        return valuation.value(own(state))

    def features(self, state: State) -> NDArray[np.float32]:
        """A position as the learned value sees it."""
        return features.features(own(state))

    def breadth(self, game: Game) -> float:
        """A whole player turn is planned at once: six plans in four futures take 3 to 5 s of a processor."""
        return 0.25

    def chance_names(self) -> tuple[str, ...]:
        """What the win chance is fitted on."""
        return valuation.CHANCE_NAMES

    def chance_features(self, state: State) -> list[float]:
        """A position as the win chance sees it."""
        g = own(state)
        return valuation.chance_features(g, NodeValue()(g))

    def outcome(self, state: State) -> float:
        """A finished game in the measure of values."""
        return valuation.outcome_value(own(state))

    def is_planned(self, state: State) -> bool:
        """Whether orders are made for the pending decision."""
        return judgement.is_planned(own(state))

    def phase(self, state: State) -> tuple[int, Side]:
        """What orders are made for: one player turn."""
        g = own(state)
        return (g.turn, g.mover)

    def node_value(self) -> Callable[[State], float]:
        """Values along one game, at dice as well as at decisions."""
        values = NodeValue()
        return lambda state: values(own(state))

    def needed(self, state: State) -> int | None:
        """The number that decides the pending die."""
        return needed(own(state))

    def is_headline(self, event: Event) -> bool:
        """Whether an event says what an action with dice was about."""
        return isinstance(event, (AttackDeclared, DemolitionRolled, ShortageRolled, DumpBurned, EventRolled, Sneaked))

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
        """Weights are fitted for each number of game-turns left."""
        return valuation.steps_left(own(state))

    def formations(self, state: State, side: Side) -> dict[str, tuple[int, ...]]:
        """The forces a plan gives orders to."""
        return planning.formations(own(state), side)

    def papers(self, worlds: Worlds, side: Side, plan: Mapping[str, str], temper: Temper) -> Papers:
        """The orders of a movement phase by a plan, and the order in writing."""
        g = own(worlds[0])
        found = planning.decode(g, side, plan, temper.misjudge)
        return Papers(
            found.orders, found.evaluated, lambda: briefing.operation_order(g, side, found.orders, dict(plan))
        )

    def land(self, state: State, side: Side) -> Land:
        """The units, and the middle of everything the Germans are after."""
        g = own(state)
        aims = []
        for objective in valuation.objectives(g.box):
            board = cells(objective.board)
            held = valuation.held_by_germans(g, objective) is (side is Side.GERMAN)
            if objective.dump < 0:
                aims.append(Aim(objective.name, board[len(board) // 2], objective.worth, held))
        return Land(
            _pieces(g, side),
            _pieces(g, side.enemy),
            aims,
            lambda cell: cells(g.box.map.grid.neighbours[cell]),
            lambda cell: _turns_to(g.box, cell),
        )

    def fed(self, state: State, side: Side) -> int:
        """12.2 The hexes where a unit would be in supply."""
        return supply.supplied(own(state), side)

    def pose(self, title: Title, described: Mapping[str, object]) -> Position:
        """A position of the tactical suite."""
        given: dict[str, Any] = dict(described)  # as it stands in the suite; Position says what does not fit
        return Position(title, **given)

    def answer(self, state: State) -> Action:
        """An answer to any other decision."""
        return judgement.answer(own(state))

    def naive(self, state: State, rng: random.Random) -> Action:
        """The rule of thumb: close up to the enemy, attack at two to one."""
        g = own(state)
        top = g.stack[-1]
        choices = g.choices()
        if isinstance(top, Movement):
            units = [unit for unit in choices.get("unit", ()) if unit is not None]
            if units and ("done" not in choices or rng.random() < 0.98):
                return Action("unit", rng.choice(units))
            return Action("done") if "done" in choices else rng.choice(g.actions())
        if isinstance(top, Moving):
            return _naive_move(g, top, rng)
        if isinstance(top, Combat):
            return _naive_combat(g, top, rng)
        if isinstance(top, ChooseAttackers):
            left = [u for u in choices["unit"] if u not in top.attack.units and u not in top.attack.guns]
            return Action("unit", left[0]) if left else Action("fight")
        return rng.choice(g.actions())


def _pieces(g: WoodsState, side: Side) -> dict[int, Piece]:
    guns, found = g.box.units.artillery, {}
    for unit in valuation.on_map(g, side):
        strength = float(g.strength(unit))
        found[unit] = Piece(g.place[unit], 0.0 if guns[unit] else strength, strength, guns[unit])
    return found


@lru_cache(maxsize=512)
def _turns_to(box: Box, cell: int) -> tuple[float, ...]:
    return tuple([ticks / drives.TURN for ticks in drives.open_ticks(box, 1 << cell)])


def _naive_move(g: WoodsState, top: Moving, rng: random.Random) -> Action:
    hexes = [cell for cell in g.choices().get("hex", ()) if cell is not None]
    if not hexes:
        return rng.choice(g.actions())
    grid = g.box.map.grid
    enemies = [cell for cell, stack in g.stacks.items() if g.box.units.side(stack[0]) is not top.side]
    if not enemies:
        return Action("hex", rng.choice(hexes))
    return Action("hex", min(hexes, key=lambda cell: (min(grid.distance(cell, e) for e in enemies), rng.random())))


def _naive_combat(g: WoodsState, top: Combat, rng: random.Random) -> Action:
    choices = g.choices()
    able = []
    for cell in choices.get("hex", ()):
        assert cell is not None
        own_strength = sum(strengths.attack_strength(g, unit) for unit in participants.strikers(g, cell, top.side))
        if own_strength >= 2 * drives.defense(g, cell):
            able.append(cell)
    if able:
        return Action("hex", rng.choice(able))
    return Action("done") if "done" in choices else rng.choice(g.actions())


MIND = WoodsMind()
