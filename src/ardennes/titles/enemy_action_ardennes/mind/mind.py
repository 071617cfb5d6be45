"""What agents may ask of this title: aims, strengths and distances, declared for the shared staff."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ardennes import kernel
from ardennes.board.cells import cells
from ardennes.kernel import Action, Event, Side
from ardennes.kernel.recent import Recent
from ardennes.parts.mind.advice import Course
from ardennes.parts.mind.declared import Declared
from ardennes.parts.mind.ground import Expected
from ardennes.parts.mind.land import Aim, Piece
from ardennes.parts.mind.mind import Misjudge, Temper, Worlds
from ardennes.parts.mind.sketch import LEAST, Proposal, Sketch
from ardennes.parts.rules.reaction import Window
from ardennes.titles.enemy_action_ardennes.box import Box
from ardennes.titles.enemy_action_ardennes.box.numbers import DATA
from ardennes.titles.enemy_action_ardennes.events import AttackDeclared
from ardennes.titles.enemy_action_ardennes.mind import (
    arrivals,
    cards,
    counsel,
    counted,
    fights,
    front,
    luck,
    marches,
    standing,
)
from ardennes.titles.enemy_action_ardennes.mind.distances import turns_to
from ardennes.titles.enemy_action_ardennes.mind.naive import joined, naive
from ardennes.titles.enemy_action_ardennes.mind.posed import Posed, posed
from ardennes.titles.enemy_action_ardennes.rules import supply
from ardennes.titles.enemy_action_ardennes.rules.combat import Announce, AttackPhase, ChooseAttackers
from ardennes.titles.enemy_action_ardennes.rules.commands import Command, PlayCard
from ardennes.titles.enemy_action_ardennes.rules.losses import MeetHits, Scatter
from ardennes.titles.enemy_action_ardennes.rules.movement import Movement
from ardennes.titles.enemy_action_ardennes.rules.reactions import LayRoadblocks
from ardennes.titles.enemy_action_ardennes.rules.reserves import Deployment
from ardennes.titles.enemy_action_ardennes.rules.retreats import RetreatTo
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
#: How much being near to what matters counts in a position, beside the outlook of the front.
PULLED = 0.08
#: How broadly generals search, and the last day of the short scenarios, where they do.
BREADTH, SHORT = 0.33, 18
#: Positions looked at on paper to see what an activation would bring.
GLANCE = 1500
#: 9.4, 9.5 What attacks at odds of 0, 1, 2 ... to one bring with a tactic or two.
BRINGS = (
    Expected(0.0, 0.0, 0.3),
    Expected(0.1, 0.1, 0.3),
    Expected(0.35, 0.3, 0.22),
    Expected(0.55, 0.45, 0.16),
    Expected(0.7, 0.55, 0.12),
    Expected(0.8, 0.65, 0.1),
)


_PROMISES: Recent[Hashable, float] = Recent(400)
_PULLS: Recent[tuple[Box, Side, int, int], Sequence[float]] = Recent(200)


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


def _open_table(g: State) -> Hashable:
    """All that both sides see, for a key; of hidden cards their number."""
    known = [repr(getattr(g, name)) for name in State.laid if name not in State.secrets]
    return (*known, *[len(cards) for cards in (*g.hands, *g.piles)])


@lru_cache(maxsize=8)
def _around(box: Box) -> Sequence[Sequence[int]]:
    """The hexes around each."""
    return [cells(board) for board in box.grid.neighbours]


class EnemyActionMind(Declared[State]):
    """The Germans want towns that count and the Meuse; the Allies want them not to have them."""

    state = State
    can_learn = True
    own_value_compares = True
    whim = 0.3
    data = DATA
    ahead = marches.GLANCED  # in futures cards are chosen by the paper, which takes a quarter of the time
    worlds = 1  # of what is hidden only numbers count, of cards in a hand or a pile
    planned = (Movement,)
    attacks = (AttackPhase,)
    price = 0.1
    breach = 0.3
    brings = BRINGS

    def breadth(self, state: kernel.State, /) -> float:
        """Eight plans, five futures, four of them with the enemy's answer: some 2 s for an activation, seldom 5.

        Two thirds of that in the long scenarios, where more of both armies stands about.
        """
        return BREADTH if self.own(state).box.last_day <= SHORT else BREADTH * 2 / 3

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

    def features(self, state: kernel.State, /) -> NDArray[np.float32]:
        """Strength around the towns, who is near them, and the cards that everybody can count."""
        g = self.own(state)
        return counted.features(g, self.turns_left(g))

    def aims(self, g: State, side: Side) -> Sequence[Aim]:
        """The towns near what the Germans own."""
        return _aims(g.box, side, g.german_towns, self.turns_left(g) + 1)

    def distance(self, g: State, side: Side, place: int) -> Sequence[float]:
        """Activations along the roads."""
        return turns_to(g.box, place)

    def neighbours(self, g: State, place: int) -> Sequence[int]:
        """The hexes around one."""
        return _around(g.box)[place]

    def cover(self, g: State, place: int) -> float:
        """9.4, 9.5, 12.34 Ground that doubles the defence, and towns and improved positions that take a hit."""
        doubled = 1.6 if g.box.ground.doubled[Side.ALLIED] >> place & 1 else 1.0
        return doubled * (1.5 if (g.improved | g.box.ground.fewer_hits[Side.ALLIED]) >> place & 1 else 1.0)

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

    def fed(self, state: kernel.State, side: Side, /) -> int:
        """10.1a The hexes from which a side can trace supply."""
        return supply.traceable(self.own(state), side)

    def is_headline(self, event: Event, /) -> bool:
        """An attack is what its chits were about."""
        return isinstance(event, AttackDeclared)

    def value(self, state: kernel.State, /) -> float:
        """The points to be expected: places by the outlook of the front, what is scored for good, and strength."""
        g = self.own(state)
        if g.result is not None:
            return self.outcome(g)
        numbers = g.box.numbers.victory
        total = front.outlook(g) + g.exit_points + numbers.meuse * g.meuse_points + numbers.vdh * g.relieved
        total += fights.lost_units(g)
        faces, lost, places, dispersed = g.box.units.faces, g.lost, g.place, g.dispersed
        counts = front.counts(g)
        for side, sign in ((Side.GERMAN, 1.0), (Side.ALLIED, -1.0)):
            table, price = self._pulls(g, side), fights.STRENGTH[side] * counts
            part = 0.0
            for unit in cells(g.box.units.all_of[side] & g.mapped):
                strength = float(faces[unit][lost[unit]].strength)
                both = strength if dispersed >> unit & 1 else strength + strength
                part += strength * price + PULLED * both * table[places[unit]]
            total += sign * part
        return total

    def _pulls(self, g: State, side: Side) -> Sequence[float]:
        """What a point of strength is worth in each place, by who owns the towns and the days left."""
        key = (g.box, side, g.german_towns, g.day)
        return _PULLS.get(key) or _PULLS.keep(key, self.pull(g, side))

    def node_value(self) -> Callable[[kernel.State], float]:
        """Values along one game: chits count by what they promise as they are drawn."""
        return luck.node_value(self.value)

    def orders(self, g: State, sketch: Sketch, misjudge: Misjudge | None, budget: int) -> Iterable[Proposal]:
        """Attacks on paper, the other moves by the front."""
        return marches.orders(g, sketch, misjudge, budget)

    def decide(self, worlds: Worlds, temper: Temper, /) -> Action:
        """Cards by what they open, battles by their chances, everything else by one ply."""
        g = self.own(worlds[0])
        top = g.stack[-1]
        if isinstance(top, Command | PlayCard):
            return self._command(g, top, temper.budget > marches.GLANCED)
        if isinstance(top, AttackPhase):
            return self._attack(g, top.side)
        if isinstance(top, ChooseAttackers):
            return joined(top, g.choices().get("unit", ()))
        if isinstance(top, MeetHits | RetreatTo | Scatter):
            return standing.answer(g, self.value)
        if isinstance(top, Announce):
            return fights.announced(g, top.least, top.most)
        if isinstance(top, AttackerTactics | DefenderTactics):
            return fights.tactic(g, isinstance(top, AttackerTactics))
        if isinstance(top, NameTactic):
            return fights.named(g, top.attacking)
        if isinstance(top, LayRoadblocks):
            return cards.roadblock(g)
        if isinstance(top, Window):
            return cards.reaction(g)
        return super().decide(worlds, temper)

    def _attack(self, g: State, side: Side) -> Action:
        """9.0a The attack that is worth most, if any is worth it."""
        worth = {cell: fights.attack_worth(g, side, cell) for cell in g.choices().get("hex", ()) if cell is not None}
        best = max(worth, key=lambda cell: (worth[cell], cell), default=-1)
        return Action("hex", best) if best >= 0 and worth[best] > LEAST else Action("done")

    def _command(self, g: State, top: Command | PlayCard, closely: bool) -> Action:
        """4.0m The card whose use opens most; passing where that is nothing."""
        choices = g.choices()
        hand = choices.get("card", ()) if isinstance(top, Command) else (top.picked,)
        best = cards.best_use(g, hand, lambda after: self._looked_up(after, top.side, closely))
        if isinstance(top, PlayCard):
            return Action("back") if best is None else best.line
        if best is None or ("skip" in choices and best.worth < cards.NOTHING):
            return Action("skip") if "skip" in choices else Action("discard", choices["discard"][0])
        return Action("card", best.card)

    def _looked_up(self, after: State, side: Side, closely: bool) -> float:
        """What a use of a card promises, looked at once: after the card was chosen its lines are asked for again."""
        key = (after.box, side, closely, after.stack, after.hands[side], _open_table(after))
        found = _PROMISES.get(key)
        return _PROMISES.keep(key, self._promise(after, side, closely)) if found is None else found

    def _promise(self, after: State, side: Side, closely: bool) -> float:
        """What a use of a card promises to the side that makes it: its orders, on the map or on paper only, or attacks
        without moving."""
        top = after.stack[-1] if after.stack else None
        if isinstance(top, Movement):
            sketch = self.sketch(after, side)
            orders = self.orders(after, sketch, None, GLANCE) if closely else sketch.orders(None, GLANCE)
            return sum(order.payoff for order in orders)
        if isinstance(top, AttackPhase):
            hexes = [cell for cell in after.choices().get("hex", ()) if cell is not None]
            return sum(max(0.0, fights.attack_worth(after, side, cell, closely)) for cell in hexes)
        if isinstance(top, Deployment):
            return arrivals.promise(after, side)
        return 0.0

    def courses(self, state: kernel.State, /) -> list[Course]:
        """Of cards those that open most, with what they open; else as everywhere."""
        g = self.own(state)
        top = g.stack[-1] if g.stack else None
        if not isinstance(top, Command | PlayCard):
            return super().courses(state)
        hand, side = g.choices().get("card", ()) if isinstance(top, Command) else (top.picked,), top.side
        found = counsel.courses(
            g,
            side,
            hand,
            lambda after: self._looked_up(after, side, True),
            lambda after: self.orders(after, self.sketch(after, side), None, GLANCE),
        )
        return found or super().courses(state)

    def pose(self, title: kernel.Title, described: Mapping[str, object], /) -> Posed:
        """A position of the tactical suite."""
        return posed(title, described)

    def naive(self, state: kernel.State, rng: random.Random, /) -> Action:
        """Close up to the enemy, attack at two to one."""
        return naive(self.own(state), rng)


MIND = EnemyActionMind()
