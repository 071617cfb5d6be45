"""What agents may ask of this title, in one place."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ardennes import kernel
from ardennes.board.cells import cells
from ardennes.kernel import Action, Event, Side
from ardennes.kernel.words import say
from ardennes.parts.mind.advice import Posture
from ardennes.parts.mind.declared import Declared
from ardennes.parts.mind.land import Aim, Piece
from ardennes.parts.mind.mind import Temper, Worlds
from ardennes.parts.mind.sketch import Proposal
from ardennes.parts.mind.thumb import close_up
from ardennes.parts.mind.weighing import Weighed
from ardennes.titles.bitter_woods.box import Box
from ardennes.titles.bitter_woods.box.scenarios import DATA
from ardennes.titles.bitter_woods.events import (
    AttackDeclared,
    DemolitionRolled,
    DumpBurned,
    EventRolled,
    ShortageRolled,
    Sneaked,
)
from ardennes.titles.bitter_woods.mind import (
    combat_judgement,
    desk,
    drives,
    features,
    judgement,
    valuation,
)
from ardennes.titles.bitter_woods.mind.staffwork import Order, Staffwork
from ardennes.titles.bitter_woods.positions import Position
from ardennes.titles.bitter_woods.rules import bridges, dumps, supply
from ardennes.titles.bitter_woods.rules.bridges import Charge
from ardennes.titles.bitter_woods.rules.combat import participants, strengths
from ardennes.titles.bitter_woods.rules.combat.declaring import ChooseAttackers
from ardennes.titles.bitter_woods.rules.combat.phase import Combat
from ardennes.titles.bitter_woods.rules.combat.results import Loss
from ardennes.titles.bitter_woods.rules.combat.retreat import Retreat, RetreatTo
from ardennes.titles.bitter_woods.rules.combat.stand import Stand, StandLoss
from ardennes.titles.bitter_woods.rules.dumps import Burning
from ardennes.titles.bitter_woods.rules.movement.phase import Movement, Moving
from ardennes.titles.bitter_woods.rules.movement.sneak import Sneak
from ardennes.titles.bitter_woods.state import State

#: The game-turns of the short tournament game.
SHORT = 6


class WoodsMind(Declared[State]):
    """Orders and answers come from the title's own doctrine; what is said of them is the shared staff's."""

    state = State
    whim = 0.1  # a staff whose attacks erred by 0.3 points lost 12.5 pairs of 14
    worlds = 1  # 25 of dumps that lie hidden no value knows more than everybody does
    can_learn = True
    own_value_compares = True
    data = DATA
    position = Position
    attacks = (Combat,)
    commits = ("fight",)
    aftermath = (Loss, Stand, StandLoss, Retreat, RetreatTo)

    # ---- what a position is worth ----------------------------------------------------------------------------------

    def value(self, state: kernel.State, /) -> float:
        """The German score to be expected."""
        return valuation.value(self.own(state))

    def outcome(self, state: kernel.State, /) -> float:
        """A finished game in the measure of values."""
        return valuation.outcome_value(self.own(state))

    def features(self, state: kernel.State, /) -> NDArray[np.float32]:
        """A position as the learned value sees it."""
        return features.features(self.own(state))

    def breadth(self, state: kernel.State, /) -> float:
        """A whole player turn is planned at once; an Allied one takes less time for as many plans.

        After the three days of the short game more units are on the map than one has time to think about.
        """
        part = 0.33 if state.side is Side.GERMAN else 0.4
        return part if self.own(state).turn < SHORT else part * 2 / 3

    def chance_names(self) -> tuple[str, ...]:
        """What the win chance is fitted on."""
        return valuation.CHANCE_NAMES

    def chance_features(self, state: kernel.State, /) -> list[float]:
        """A position as the win chance sees it."""
        return valuation.chance_features(self.own(state), self.node_value()(state))

    def names(self) -> tuple[str, ...]:
        """The features of a position."""
        return valuation.NAMES

    def vector(self, state: kernel.State, /) -> list[float]:
        """The features of a position as numbers."""
        return valuation.vector(self.own(state))

    def days_left(self, state: kernel.State, /) -> int:
        """Weights are fitted for each number of game-turns left."""
        return valuation.steps_left(self.own(state))

    def needed(self, state: kernel.State, /) -> int | None:
        """The number that decides the pending die: that or less, or more."""
        g = self.own(state)
        top = g.stack[-1]
        if isinstance(top, Charge):
            return bridges.needed(g, top.side, top.bridge)
        if isinstance(top, Burning):
            return dumps.needed(g, top.hex)
        return g.box.tables.peiper.succeeds if isinstance(top, Sneak) else None

    def is_headline(self, event: Event, /) -> bool:
        """Whether an event says what an action with dice was about."""
        return isinstance(event, (AttackDeclared, DemolitionRolled, ShortageRolled, DumpBurned, EventRolled, Sneaked))

    # ---- how the land lies -----------------------------------------------------------------------------------------

    def pieces(self, g: State, side: Side) -> Mapping[int, Piece]:
        """The units on the map."""
        guns, found = g.box.units.artillery, {}
        for unit in valuation.on_map(g, side):
            strength = float(g.strength(unit))
            found[unit] = Piece(g.place[unit], 0.0 if guns[unit] else strength, strength, guns[unit])
        return found

    def aims(self, g: State, side: Side) -> Sequence[Aim]:
        """The middle of everything the Germans are after."""
        found = []
        for objective in valuation.objectives(g.box):
            board = cells(objective.board)
            held = valuation.held_by_germans(g, objective) is (side is Side.GERMAN)
            if objective.dump < 0:
                found.append(Aim(objective.name, board[len(board) // 2], objective.worth, held))
        return found

    def neighbours(self, g: State, place: int) -> Sequence[int]:
        """The hexes around one."""
        return cells(g.box.map.grid.neighbours[place])

    def distance(self, g: State, side: Side, place: int) -> Sequence[float]:
        """Turns along open roads."""
        return _turns_to(g.box, place)

    def fed(self, state: kernel.State, side: Side, /) -> int:
        """12.2 The hexes where a unit would be in supply."""
        return supply.supplied(self.own(state), side)

    # ---- orders and answers ----------------------------------------------------------------------------------------

    def is_planned(self, state: kernel.State, /) -> bool:
        """Whether orders are made for the pending decision."""
        return judgement.is_planned(self.own(state))

    def is_prelude(self, state: kernel.State, /) -> bool:
        """14.1 Who goes into reserve stays where he is; to find out takes as long as planning the movement."""
        return judgement.is_prelude(self.own(state))

    def phase(self, state: kernel.State, /) -> tuple[int, Side]:
        """What orders are made for: one player turn."""
        g = self.own(state)
        return (g.turn, g.mover)

    def ordered(
        self, g: State, side: Side, postures: Mapping[int, Posture], temper: Temper
    ) -> tuple[Sequence[Proposal], int]:
        """The orders of the doctrine; whoever is told to hold has his."""
        if not postures and temper.misjudge is None:
            found, evaluated = judgement.given(g, side)
        else:
            work = Staffwork(g, side, temper.misjudge)
            work.used.update([unit for unit, told in postures.items() if told is Posture.HOLD])
            found = judgement.orders(work)
            evaluated = work.evaluated
        return [order.told(g) for order in judgement.in_sequence(g, found)], evaluated

    def answer(self, state: kernel.State, /) -> Action:
        """An answer to any other decision."""
        return judgement.answer(self.own(state))

    def decide(self, worlds: Worlds, temper: Temper, /) -> Action:
        """The same: nothing that is hidden matters."""
        return self.answer(worlds[0])

    # ---- words -----------------------------------------------------------------------------------------------------

    def weighed(self, worlds: Worlds, temper: Temper) -> list[Weighed]:
        """The attacks that could be made by what each is worth; of everything else the answer."""
        g = self.own(worlds[0])
        now = self.value(g)
        if not isinstance(g.stack[-1], Combat) or g.side is None:
            return [Weighed(self.answer(g), now)]
        sign = 1.0 if g.side is Side.GERMAN else -1.0
        found = [Weighed(Action(verb), now) for verb in self.ends if verb in g.choices()]
        for cell in g.choices().get(self.strike, ()):
            assert cell is not None
            attack = combat_judgement.wanted_attack(g, g.side, cell)
            if attack is not None:
                found.append(Weighed(Action(self.strike, cell), now + sign * attack.worth))
        return found

    def own_idea(self, g: State, side: Side, moves: Sequence[tuple[int, int]]) -> Proposal | None:
        """Moves by what they do to the German prospects, and the danger the units go into."""
        work = desk.papers(g, side)
        if any(not work.reach(unit) >> place & 1 for unit, place in moves):
            return None
        after, danger = g.copy(), 0.0
        for unit, place in moves:
            danger += work.danger(place, unit) - (work.danger(g.place[unit], unit) if g.on_map(unit) else 0.0)
            after.put(unit, place)
        sign = 1.0 if side is Side.GERMAN else -1.0
        hopes = sign * (valuation.prospects(after) - valuation.prospects(g))
        reasons = (("objectives", hopes), ("danger", -danger))
        return Order("your move", hopes - danger, tuple(moves), moves[-1][1], reasons).told(g)

    def risk(self, g: State, side: Side, order: Proposal) -> str:
        """The strength that can come up to where an order leads."""
        threat = desk.papers(g, side).threat[order.place]
        if order.expected is not None:
            return ""
        if not threat:
            return say("out of the enemy's reach next turn")
        after = g.copy()
        for unit, place in order.moves:
            after.put(unit, place)
        return say(
            "units of up to {threat} strength points can come up to it next turn, against a defence of {here}",
            threat=f"{threat:.0f}",
            here=f"{drives.defense(after, order.place):.0f}",
        )

    def naive(self, state: kernel.State, rng: random.Random, /) -> Action:
        """The rule of thumb: close up to the enemy, attack at two to one."""
        g = self.own(state)
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


@lru_cache(maxsize=512)
def _turns_to(box: Box, cell: int) -> tuple[float, ...]:
    return tuple([ticks / drives.TURN for ticks in drives.open_ticks(box, 1 << cell)])


def _naive_move(g: State, top: Moving, rng: random.Random) -> Action:
    enemies = [cell for cell, stack in g.stacks.items() if g.box.units.side(stack[0]) is not top.side]
    return close_up(g.box.map.grid, g.choices(), enemies, rng) or rng.choice(g.actions())


def _naive_combat(g: State, top: Combat, rng: random.Random) -> Action:
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
