"""What agents may ask of this title: aims, strengths, odds and distances, declared for the shared staff."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import fsum

from ardennes import kernel
from ardennes.board.cells import cells
from ardennes.kernel import Action, Event, Side
from ardennes.kernel.recent import Recent
from ardennes.parts.mind.declared import Declared
from ardennes.parts.mind.ground import Expected, between
from ardennes.parts.mind.land import Aim, Piece
from ardennes.parts.odds import Forecast
from ardennes.titles.deadly_woods import odds
from ardennes.titles.deadly_woods.box import Box
from ardennes.titles.deadly_woods.box.numbers import DATA
from ardennes.titles.deadly_woods.box.tables import LADDER, Chit
from ardennes.titles.deadly_woods.events import ChitPlayed, Fought
from ardennes.titles.deadly_woods.mind import chances
from ardennes.titles.deadly_woods.mind.chits import CHITS, later, promised
from ardennes.titles.deadly_woods.mind.distances import turns_past, turns_to
from ardennes.titles.deadly_woods.mind.lines import blockers
from ardennes.titles.deadly_woods.mind.naive import naive
from ardennes.titles.deadly_woods.mind.wasted import WASTEFUL, wasted
from ardennes.titles.deadly_woods.positions import Position
from ardennes.titles.deadly_woods.rules import stacking, supply
from ardennes.titles.deadly_woods.rules.action_rounds import PanzerChit, Swap
from ardennes.titles.deadly_woods.rules.advance import Advance
from ardennes.titles.deadly_woods.rules.bridges import BlowBehind, BlowInFront
from ardennes.titles.deadly_woods.rules.combat import AttackerSupport, AttackPhase, ChooseAttackers, DefenderSupport
from ardennes.titles.deadly_woods.rules.movement import Movement
from ardennes.titles.deadly_woods.rules.reinforcements import Entry
from ardennes.titles.deadly_woods.rules.results import Exchange, Losses, Retreat, Stand
from ardennes.titles.deadly_woods.rules.rounds import ActionRound
from ardennes.titles.deadly_woods.rules.victory import SSWithdrawal, needed
from ardennes.titles.deadly_woods.state import State

#: What victory counts beside the hexes: a game won with fewer is still won.
VICTORY = 4.0
#: Strength that is enough for a VP hex.
NEEDS = 24.0
#: How much a VP hex that the attacker holds still draws him: those who stand there drive on.
KEPT = 0.2
#: How much the worth of a VP hex fades for its defenders with every turn the Germans are away from it.
FADING = 0.75
#: How much of an attack counts in a movement phase, by who may attack after it.
PROMPT = {"none": 0.5, "unmoved_armor": 0.5, "started_armor": 0.8, "entering_armor": 0.8, "picked_armor": 0.6}
#: What an over-stacked hex costs.
CROWDED = 0.2
#: What Engineers right before the Germans are worth.
ENGINEERS = 0.05
#: What a round is worth before it is played: the Germans take about four hexes in forty.
ROUND = 0.1
#: What it is worth to drive off those who alone cut a VP hex from supply.
REOPENED = 0.5
#: What a bridge, a round of some units or a chit before another is worth.
WASTED = 0.05
#: Steps that an attack and a defence have, as the paper sees them.
STEPS = 6.0


#: What positions are worth, by all that counts: markers, support and chits are weighed on the same map again and again.
_values: Recent[Hashable, float] = Recent(8000)


@lru_cache(maxsize=8)
def _table(box: Box) -> tuple[Expected, ...]:
    """11.3.3 What each column brings on average: retreats, and steps as shares of those there."""
    found = []
    for column in range(len(LADDER.columns)):
        rows = [box.results.result(column, die) for die in range(1, 7)]
        retreat = sum(row.retreat > 0 for row in rows) / 6
        theirs, ours = (
            sum(steps) / 6 for steps in zip(*[(r.defender_steps, r.attacker_steps) for r in rows], strict=True)
        )
        found.append(Expected(retreat, (theirs + retreat / 2) / STEPS * 2, ours / STEPS))
    return tuple(found)


def _attacker(box: Box, turn: int) -> Side:
    """3.1, 5.2 Who attacks: the Germans, until the initiative is the Allies' whatever happens."""
    return Side.ALLIED if box.turn(turn).initiative == "Allied" else Side.GERMAN


@lru_cache(maxsize=4000)
def _aims(box: Box, side: Side, german: int, occupied: int, left: int) -> tuple[Aim, ...]:
    """The VP hexes as a side sees them, by who controls them, where the Germans stand and the turns left."""
    germans, attacker = cells(occupied), _attacker(box, box.last_turn + 1 - left)
    found = []
    for cell in box.vp_hexes:
        field = turns_to(box, cell)
        away = min([field[place] for place in germans], default=9.0)
        if side is Side.GERMAN:
            worth = 1.0 if away <= left else 0.2
        else:
            worth = round(FADING ** round(away), 2) if away <= left else 0.1
        held = bool(german >> cell & 1) is (side is Side.GERMAN)
        draw = KEPT if held and side is attacker else 1.0
        found.append(Aim(box.map.name(cell), cell, worth, held, left, NEEDS, draw))
    return tuple(found)


class DeadlyWoodsMind(Declared[State]):
    """The Germans want victory point hexes in supply; the Allies want them not to have them."""

    state = State
    can_learn = True
    own_value_compares = True
    whim = 0.15
    data = DATA
    position = Position
    planned = (Movement,)
    attacks = (AttackPhase,)
    commits = ("attack",)
    battle = (ChooseAttackers, AttackerSupport, DefenderSupport)
    opening = (*CHITS, *WASTEFUL)
    aftermath = (Exchange, Losses, Stand, Retreat, Advance, BlowBehind, BlowInFront, stacking.Overstack)
    price = 0.02
    breach = 0.08

    def score(self, g: State) -> float:
        """3.4 The VP hexes the Germans control."""
        return float((g.box.vp & g.german).bit_count())

    def value(self, state: kernel.State, /) -> float:
        """Hexes that are over-stacked will cost a unit each (6.2)."""
        g = self.own(state)
        if g.result is not None:
            return self.outcome(g)
        key = g.box, g.place.tobytes(), bytes(g.lost), g.german, g.turn, g.engineer_hexes()
        known = _values.get(key)
        if known is None:
            crowded = [len(stacking.overstacked(g, side)) for side in (Side.GERMAN, Side.ALLIED)]
            known = super().value(g) - CROWDED * (crowded[0] - crowded[1]) - self._obstacles(g)
            _values.keep(key, known)
        return known

    def _obstacles(self, g: State) -> float:
        """12.4.4 What Engineers on the map cost the Germans: the nearer they are, the more."""
        germans = cells(g.occupied[Side.GERMAN])
        away = [min([turns_to(g.box, cell)[p] for p in germans], default=9.0) for cell in cells(g.engineer_hexes())]
        return ENGINEERS * fsum([0.6**turns for turns in away])

    def tempo(self, g: State) -> float:
        """A round is worth something to whoever plays it; what it brought stands on the map when it is over."""
        begun = next((step.side for step in g.stack if isinstance(step, (*CHITS, Swap, ActionRound, Entry))), None)
        return 0.0 if begun is None else ROUND if begun is Side.GERMAN else -ROUND

    def outcome(self, state: kernel.State, /) -> float:
        """The VP hexes, and what victory counts beside them."""
        result = state.result
        assert result is not None
        return result.score + (VICTORY if result.winner is Side.GERMAN else 0.0)

    def breadth(self, state: kernel.State, /) -> float:
        """Ten plans, six futures, five finalists with the answer: 1.5 s for a phase, 4 s at the 95th percentile."""
        return 0.4

    def chance_names(self) -> tuple[str, ...]:
        """What the win chance is fitted on."""
        return chances.NAMES

    def chance_features(self, state: kernel.State, /) -> list[float]:
        """A position as the win chance sees it."""
        return chances.features(self.own(state))

    def pieces(self, g: State, side: Side) -> Mapping[int, Piece]:
        """The units on the map with the strengths that are up."""
        faces, lost, first = g.box.units.faces, g.lost, g.box.units.first_allied
        german = side is Side.GERMAN
        found = {}
        for place, stack in g.stacks.items():
            if (stack[0] < first) is german:
                for unit in stack:
                    face = faces[unit][lost[unit]]
                    found[unit] = Piece(place, face.attack, face.defense)
        return found

    def strengths(self, g: State, side: Side) -> Iterable[tuple[int, float]]:
        """The same as numbers alone: values are asked for more often than anything else."""
        both, lost, first = g.box.units.strength, g.lost, g.box.units.first_allied
        german = side is Side.GERMAN
        found: list[tuple[int, float]] = []
        for place, stack in g.stacks.items():
            if (stack[0] < first) is german:
                found += [(place, both[unit][lost[unit]]) for unit in stack]
        return found

    def prizes(self, g: State) -> Mapping[int, bool]:
        """3.4 The VP hexes."""
        return {cell: bool(g.german >> cell & 1) for cell in g.box.vp_hexes}

    def aims(self, g: State, side: Side) -> Sequence[Aim]:
        """The VP hexes, to the Allies those most that the Germans are near to; to the Germans also whoever cuts one."""
        found, left = self._hexes(g, side), self.turns_left(g) + 1
        if side is Side.ALLIED or not (cutting := blockers(g)):
            return found
        return (*found, *[Aim(g.hex_name(cell), cell, REOPENED, False, left, NEEDS) for cell in cutting])

    def pull(self, g: State, side: Side) -> Sequence[float]:
        """What draws strength in every position that is valued: the VP hexes alone, since lines are dear to follow."""
        return self._pull_tables.table(g.game.data, side, self._hexes(g, side), lambda place: turns_to(g.box, place))

    def _hexes(self, g: State, side: Side) -> tuple[Aim, ...]:
        return _aims(g.box, side, g.box.vp & g.german, g.occupied[Side.GERMAN], self.turns_left(g) + 1)

    def distance(self, g: State, side: Side, place: int) -> Sequence[float]:
        """Turns along the roads."""
        return turns_to(g.box, place)

    def approach(self, g: State, side: Side, place: int) -> Sequence[float]:
        """Turns along the roads past enemies and their zones; army boundaries bind the Germans (9.2)."""
        return turns_past(g, side, place)

    def neighbours(self, g: State, place: int) -> Sequence[int]:
        """The hexes around one."""
        return cells(g.box.grid.neighbours[place])

    def cover(self, g: State, place: int) -> float:
        """11.3.2 A shift is worth about a third of the strength there."""
        ground = g.box.ground
        return 1.35 if (ground.shift_infantry | ground.shift_any) >> place & 1 else 1.0

    def fits(self, g: State, place: int, there: Sequence[int], unit: int) -> bool:
        """6.0, 6.1 A division and one other unit; no mixed corps and nations among the Allies."""
        units = (*there, unit)
        allied = unit >= g.box.units.first_allied
        return not stacking.too_many(g, units) and not (allied and stacking.mixed(g, units, place))

    def expects(self, g: State, odds: float) -> Expected:
        """11.3.3 The results of the column, read between columns as the odds lie between them."""
        column = LADDER.even + odds - 1 if odds >= 1 else LADDER.even + 1 - 1 / max(odds, 0.2)
        return between(_table(g.box), min(max(column, 0.0), LADDER.last - 0.001))

    def prompt(self, g: State) -> float:
        """14.4 - 14.8 In some rounds nobody attacks after moving, in others only armor."""
        if not isinstance(g.stack[-1], Movement):
            return 1.0
        return PROMPT.get(g.box.rounds[g.round].attacks, 1.0)

    def foreseen(self, g: State, action: Action | None) -> Forecast | None:
        """11.3 The numbers alone, with the support that both sides will announce: nothing is hidden."""
        return odds.supported(g, action)

    def spends(self, action: Action) -> int:
        """12.2h A Nebelwerfer that fires at double strength is missed next turn."""
        return 2 if action.verb == "double" else 1

    def joining(self, g: State) -> Sequence[int] | None:
        """11.3.1 Everybody takes part from the start."""
        return () if isinstance(g.stack[-1], ChooseAttackers) else None

    def opens(self, g: State, action: Action) -> float:
        """17.0 A panzer army's chit is put into the cup for later; others open something at once, or waste it."""
        top = g.stack[-1]
        if isinstance(top, Exchange):
            return self._exchanged(action)
        if isinstance(top, SSWithdrawal) and action.verb == "cancel":
            return float(needed(g.box, cancelled=False) - needed(g.box, cancelled=True))  # 3.4g, 3.4h so many are lost
        if wasted(top, action):
            return -WASTED if g.side is Side.GERMAN else WASTED
        if isinstance(top, PanzerChit) and action.target is not None:
            return later(g, top, Chit(action.target), super().promise)
        return super().opens(g, action)

    def _exchanged(self, action: Action) -> float:
        """11.3.3c A retreat opens a hex; exchanged for steps it does not."""
        return self.breach if action.verb == "keep" else 0.0

    def promise(self, g: State) -> float:
        """14.1 What a chit opens: the phase, or the best of what its owner may still say about it."""
        return promised(g, super().promise)

    def turns_left(self, g: State) -> int:
        """Turns after this one."""
        return g.box.last_turn - g.turn

    def turn(self, g: State) -> tuple[int, int]:
        """A round is a player turn."""
        return g.turn, len(g.rounds)

    def formations(self, state: kernel.State, side: Side, /) -> Mapping[str, tuple[int, ...]]:
        """The formations as the box tells them apart."""
        g = self.own(state)
        on_map = self.pieces(g, side)
        found = {f.name: tuple([u for u in f.members if u in on_map]) for f in g.box.units.formations if f.side is side}
        return {name: units for name, units in found.items() if units}

    def fed(self, state: kernel.State, side: Side, /) -> int:
        """8.2 The hexes from which a line leads to a friendly entry hex."""
        return supply.traceable(self.own(state), side)

    def is_headline(self, event: Event, /) -> bool:
        """A combat is what its die was about, a chit what the cup was about."""
        return isinstance(event, (Fought, ChitPlayed))

    def naive(self, state: kernel.State, rng: random.Random, /) -> Action:
        """Close up to the enemy, attack at two to one."""
        return naive(self.own(state), rng)


MIND = DeadlyWoodsMind()
