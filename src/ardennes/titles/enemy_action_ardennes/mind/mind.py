"""What agents may ask of this title: aims, strengths and distances, declared for the shared staff."""

from __future__ import annotations

import random
from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache

from ardennes import kernel
from ardennes.board.cells import cells
from ardennes.kernel import Action, Event, Side
from ardennes.parts.declared import Declared
from ardennes.parts.mind import Temper, Worlds
from ardennes.parts.odds import Forecast, mean
from ardennes.parts.reaction import Window
from ardennes.parts.sketch import Aim, Piece
from ardennes.titles.enemy_action_ardennes.box import Box
from ardennes.titles.enemy_action_ardennes.box.numbers import DATA
from ardennes.titles.enemy_action_ardennes.events import AttackDeclared
from ardennes.titles.enemy_action_ardennes.mind import cards
from ardennes.titles.enemy_action_ardennes.mind.distances import turns_to
from ardennes.titles.enemy_action_ardennes.mind.naive import joined, naive
from ardennes.titles.enemy_action_ardennes.odds import forecast
from ardennes.titles.enemy_action_ardennes.rules.combat import Announce, AttackPhase, ChooseAttackers
from ardennes.titles.enemy_action_ardennes.rules.commands import Command, PlayCard
from ardennes.titles.enemy_action_ardennes.rules.movement import Movement
from ardennes.titles.enemy_action_ardennes.rules.tactics import AttackerTactics, DefenderTactics, NameTactic
from ardennes.titles.enemy_action_ardennes.rules.victory import points
from ardennes.titles.enemy_action_ardennes.state import State

#: What victory counts beside the points.
VICTORY = 10.0
#: Strength that is enough for a town.
NEEDS = 8.0
#: How much the worth of a town fades for its defenders with every activation the Germans are away from it.
FADING = 0.75
#: Towns that a side thinks of at a time.
TOWNS = 16
#: What a step is worth in points, and a hex that the enemy gives up.
STEP, GROUND = 0.15, 0.35
#: Positions looked at on paper to see what an activation would bring.
GLANCE = 300


@lru_cache(maxsize=4000)
def _aims(box: Box, side: Side, german: int, left: int) -> tuple[Aim, ...]:
    """The towns as a side sees them, by who owns them and the days left: the likeliest only."""
    owned = cells(german)
    found = []
    for cell, worth in box.worth.items():
        if worth:
            field = turns_to(box, cell)
            away = min([field[place] for place in owned], default=9.0)
            held = bool(german >> cell & 1) is (side is Side.GERMAN)
            faded = worth * FADING ** round(away)
            found.append(Aim(box.map.name(cell), cell, round(faded, 2), held, 2 * left, NEEDS))
    return tuple(sorted(found, key=lambda aim: (-aim.worth, aim.place))[:TOWNS])


class EnemyActionMind(Declared[State]):
    """The Germans want towns that count and the Meuse; the Allies want them not to have them."""

    state = State
    data = DATA
    planned = (Movement,)
    attacks = (AttackPhase,)
    price = 0.06

    def score(self, g: State) -> float:
        """14.1 The German victory points."""
        return float(points(g))

    def outcome(self, state: kernel.State, /) -> float:
        """The points, and what victory counts beside them."""
        result = state.result
        assert result is not None
        won = 0 if result.winner is None else 1 if result.winner is Side.GERMAN else -1
        return result.score + VICTORY * won

    def pieces(self, g: State, side: Side) -> Mapping[int, Piece]:
        """The units on the map; those dispersed only defend."""
        found = {}
        for unit in g.box.units.of[side]:
            if g.mapped >> unit & 1:
                strength = float(g.face(unit).strength)
                found[unit] = Piece(g.place[unit], 0.0 if g.dispersed >> unit & 1 else strength, strength)
        return found

    def aims(self, g: State, side: Side) -> Sequence[Aim]:
        """The towns near what the Germans own."""
        return _aims(g.box, side, g.german_towns, self.turns_left(g) + 1)

    def distance(self, g: State, side: Side, place: int) -> Sequence[float]:
        """Activations along the roads."""
        return turns_to(g.box, place)

    def neighbours(self, g: State, place: int) -> Sequence[int]:
        """The hexes around one."""
        return cells(g.box.grid.neighbours[place])

    def cover(self, g: State, place: int) -> float:
        """9.4, 12.34 Ground that doubles the defence, and improved positions."""
        doubled = 1.6 if g.box.ground.doubled[Side.ALLIED] >> place & 1 else 1.0
        return doubled * (1.3 if g.improved >> place & 1 else 1.0)

    def room(self, g: State, place: int) -> int:
        """7.4 Units in a hex."""
        return g.box.numbers.stacking.units

    def turns_left(self, g: State) -> int:
        """Days after this one."""
        return max(g.box.last_day - g.day, 0)

    def turn(self, g: State) -> tuple[int, ...]:
        """An impulse is a player turn."""
        return g.day, *g.impulses

    def phase(self, state: kernel.State, /) -> Hashable:
        """One activation: units that move by an event or a tactic have papers of their own."""
        g = self.own(state)
        return self.turn(g), g.side, g.active

    def formations(self, state: kernel.State, side: Side, /) -> Mapping[str, tuple[int, ...]]:
        """Divisions and brigades as the box tells them apart."""
        g = self.own(state)
        on_map = self.pieces(g, side)
        found = {f.name: tuple([u for u in f.members if u in on_map]) for f in g.box.units.formations if f.side is side}
        return {name: units for name, units in found.items() if units}

    def is_headline(self, event: Event, /) -> bool:
        """An attack is what its chits were about."""
        return isinstance(event, AttackDeclared)

    def worth_of(self, forecast: Forecast, aims: Sequence[Aim]) -> float:
        """9.5 Steps hit on both sides, and the chance that the defender gives way."""
        own = len(forecast.attackers_left) - 1 - mean(forecast.attackers_left)
        theirs = len(forecast.defenders_left) - 1 - mean(forecast.defenders_left)
        gives_way = (forecast.headlines[0].chance + forecast.headlines[1].chance) / 2
        aim = next((aim for aim in aims if aim.place == forecast.place), None)
        return STEP * (theirs - own) + gives_way * (GROUND + (aim.worth if aim else 0.0))

    def decide(self, worlds: Worlds, temper: Temper, /) -> Action:
        """Cards by what they open, tactics and reactions by rule, everything else by one ply."""
        g = self.own(worlds[0])
        top = g.stack[-1]
        if isinstance(top, Command | PlayCard):
            return self._command(g, top)
        if isinstance(top, ChooseAttackers):
            return joined(top, g.choices().get("unit", ()))
        if isinstance(top, Announce):
            return cards.announced(g, top)
        if isinstance(top, AttackerTactics | DefenderTactics | NameTactic):
            return cards.tactic(g)
        if isinstance(top, Window):
            return cards.reaction(g)
        return super().decide(worlds, temper)

    def _command(self, g: State, top: Command | PlayCard) -> Action:
        """4.0m The card whose use opens most; passing where that is nothing."""
        choices = g.choices()
        hand = choices.get("card", ()) if isinstance(top, Command) else (top.picked,)
        best = cards.best_use(g, hand, self._promise)
        if isinstance(top, PlayCard):
            return Action("back") if best is None else best[2]
        if best is None or ("skip" in choices and best[0] < cards.NOTHING):
            return Action("skip") if "skip" in choices else Action("discard", choices["discard"][0])
        return Action("card", best[1])

    def _promise(self, after: State) -> float:
        """What an activation promises to the side that makes it: its orders on paper, or attacks without moving."""
        top = after.stack[-1] if after.stack else None
        if isinstance(top, Movement):
            return sum(order.payoff for order in self.sketch(after, top.side).orders(None, GLANCE))
        if not isinstance(top, AttackPhase):
            return 0.0
        aims, sight = self.aims(after, top.side), after.sight(top.side)
        told = [forecast(sight, Action("hex", cell)) for cell in after.choices().get("hex", ())]
        return sum(max(0.0, self.worth_of(found, aims)) for found in told if found is not None)

    def naive(self, state: kernel.State, rng: random.Random, /) -> Action:
        """Close up to the enemy, attack at two to one."""
        return naive(self.own(state), rng)


MIND = EnemyActionMind()
