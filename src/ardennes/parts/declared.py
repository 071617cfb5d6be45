"""A mind that only declares: the shared staff does the rest.

A title says where its units stand and how strong they are, what it is about (`aims`), how far things are (`distance`)
and which answers move and attack; `score` alone is enough to play by one ply over the choices. Planned movement is
worked out on paper (`sketch`), everything else is weighed with the exact chances (`weighing`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from math import fsum
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from ardennes.kernel import Action, Choices, Side, State, Step
from ardennes.kernel.recent import Recent
from ardennes.parts import briefing, prizes
from ardennes.parts.advice import Comparison, Course, Posture
from ardennes.parts.footing import Footing, Places
from ardennes.parts.land import Aim, Land, Piece
from ardennes.parts.mind import Mind, Misjudge, Order, Papers, Temper, Worlds
from ardennes.parts.odds import Forecast, mean
from ardennes.parts.sketch import LEAST, Expected, Proposal, Sketch
from ardennes.parts.title import title_of
from ardennes.parts.weighing import DEEPEST, Scales, Weighed

G = TypeVar("G", bound=State)

#: Positions looked at for a small decision, and attacks looked at closely in one.
SMALL, ATTACKS = 600, 5
#: Positions looked at on paper to see what a phase would bring.
OPENED = 1500
#: Of so few answers it is worth while to see what the phase would bring that each of them opens.
FEW = 4
#: An enemy so many turns away drives into a place that is left empty.
RAID = 0.7
#: What attacks at odds of 0, 1, 2 ... to one bring, where a title does not say: cleared, enemy's loss, own loss.
USUAL = (
    Expected(0.0, 0.0, 0.3),
    Expected(0.1, 0.1, 0.3),
    Expected(0.35, 0.25, 0.2),
    Expected(0.55, 0.4, 0.15),
    Expected(0.7, 0.5, 0.1),
    Expected(0.8, 0.6, 0.08),
    Expected(0.9, 0.7, 0.05),
)


class _Nearness(NamedTuple):
    """A field of distances, as numbers to reckon with, and how strongly a place that far away pulls."""

    field: Sequence[float]
    turns: NDArray[np.float64]
    faded: NDArray[np.float64]


class Declared(Mind[G]):
    """Fill in what the title is about; what is left out is done without."""

    #: The steps in which units are moved, and the verbs to pick one up and to say where it goes.
    planned: tuple[type[Step], ...] = ()
    pick: str = "unit"
    go: str = "hex"
    backs: tuple[str, ...] = ("back",)
    #: The steps of a battle that take each other's place on the stack: who takes part, support.
    battle: tuple[type[Step], ...] = ()
    #: The steps that carry out what a die decided: who is lost, who retreats, who advances.
    aftermath: tuple[type[Step], ...] = ()
    #: The steps whose answers are told apart by what they open, however many there are.
    opening: tuple[type[Step], ...] = ()
    #: What a point of strength is worth in the measure of the score.
    price: float = 0.02
    #: What it is worth to drive the enemy out of any place at all.
    breach: float = 0.0
    #: Where a fitted win chance would lie.
    data: Path | None = None

    # ---- what a title declares --------------------------------------------------------------------------------------

    def score(self, g: G) -> float:
        """The German score as it stands."""
        raise NotImplementedError

    def pieces(self, g: G, side: Side) -> Mapping[int, Piece]:
        """The units of a side on the map, in contact or out of it."""
        return {}

    def aims(self, g: G, side: Side) -> Sequence[Aim]:
        """What a side is after: places to take and places to keep."""
        return ()

    def prizes(self, g: G) -> Mapping[int, bool]:
        """The places a scenario is about, always the same ones, and whether the German has each; for learned values."""
        return {}

    def distance(self, g: G, side: Side, place: int) -> Sequence[float]:
        """The turns a side needs from each place to one."""
        raise NotImplementedError

    def approach(self, g: G, side: Side, place: int) -> Sequence[float]:
        """The same past the enemy as he stands, for those who plan a movement."""
        return self.distance(g, side, place)

    def neighbours(self, g: G, place: int) -> Sequence[int]:
        """The places next to one; the same ones all through a game."""
        return ()

    def near(self, g: G, place: int) -> Sequence[int]:
        """The places that can be attacked from one; the same ones all through a game."""
        return self.neighbours(g, place)

    def cover(self, g: G, place: int) -> float:
        """By how much a place multiplies the defence of those in it."""
        return 1.0

    def room(self, g: G, place: int) -> int:
        """How many units may stand in a place."""
        return 3

    def fits(self, g: G, place: int, there: Sequence[int], unit: int) -> bool:
        """Whether a unit may stand in a place with those who are there."""
        return len(there) < self.room(g, place)

    def expects(self, g: G, odds: float) -> Expected:
        """What an attack at some odds brings."""
        low = min(int(odds), len(USUAL) - 2)
        part = min(odds - low, 1.0)
        return Expected(*[a + part * (b - a) for a, b in zip(USUAL[low], USUAL[low + 1], strict=True)])

    def prompt(self, g: G) -> float:
        """How much of an attack counts in a movement phase: less where those who move do not attack afterwards."""
        return 1.0

    def joining(self, g: G) -> Sequence[int] | None:
        """The units that could still be added to the attack being made; None where that is not the question."""
        return None

    def turns_left(self, g: G) -> int:
        """The turns to come after this one."""
        return 0

    def turn(self, g: G) -> Hashable:
        """What tells one player turn from the next; papers are made anew with each."""
        return None

    def reach(self, g: G, unit: int) -> Sequence[int]:
        """Where a unit may go now, as the rules offer it."""
        trial = g.copy()
        trial.act(Action(self.pick, unit))
        return [place for place in trial.choices().get(self.go, ()) if place is not None]

    # ---- values -----------------------------------------------------------------------------------------------------

    def value(self, state: State, /) -> float:
        """The score, the strength of both sides, and how near it stands to what each is after."""
        g = self.own(state)
        if g.result is not None:
            return self.outcome(g)
        total = self.score(g)
        price = self.price / 2
        for side, sign in ((Side.GERMAN, 1.0), (Side.ALLIED, -1.0)):
            table = self._pull(g, side)
            # Added up without rounding: what a position is worth must not depend on how it came about.
            total += sign * fsum(
                [strength * (price + (table[place] if table else 0.0)) for place, strength in self.strengths(g, side)]
            )
        return total

    def features(self, state: State, /) -> NDArray[np.float32]:
        """What a learned value sees: attack and defence of both sides around every prize."""
        g = self.own(state)
        wanted = self.prizes(g)
        key = ("turns to prizes", g.game.data)
        if key not in self._fields:
            self._fields[key] = np.array([self.distance(g, Side.GERMAN, place) for place in wanted], dtype=np.float32)
        forces = []
        for side in (Side.GERMAN, Side.ALLIED):
            pieces = self._pieces(g, side)
            places = [piece.place for piece in pieces]
            forces += [
                prizes.Force(places, [p.attack for p in pieces]),
                prizes.Force(places, [p.defence for p in pieces]),
            ]
        held = list(wanted.values())
        moves = g.side is Side.GERMAN
        return prizes.features(self._fields[key], held, forces, self.turns_left(g), moves, self.score(g))

    @cached_property
    def _fields(self) -> dict[Hashable, NDArray[np.float32]]:
        return {}

    def strengths(self, g: G, side: Side) -> Iterable[tuple[int, float]]:
        """The place of every unit with its attack and defence together."""
        return [(piece.place, piece.attack + piece.defence) for piece in self._pieces(g, side)]

    def tempo(self, g: G) -> float:
        """What it is worth to the German that this side and not the other has the move."""
        return 0.0

    def node_value(self) -> Callable[[State], float]:
        """Values along one game: what a die decided counts with the die, though it is carried out only afterwards."""
        return self._at_node

    def _at_node(self, state: State) -> float:
        if state.result is not None:
            return self.outcome(state)
        g = self.own(state)
        tempo = self.tempo(g)
        scales, left = Scales(self.value, self.commits, self.ends), DEEPEST
        while left and g.stack and isinstance(g.stack[-1], self.aftermath):
            g, left = g.copy(), left - 1
            g.act(scales.follow(g))
            if g.advance() is not None:
                break
        return self.outcome(g) if g.result is not None else self.value(g) + tempo

    def _pieces(self, g: G, side: Side) -> Sequence[Piece]:
        return tuple(self.pieces(g, side).values())

    @cached_property
    def _known(self) -> dict[Hashable, Sequence[float]]:
        return {}

    def _pull(self, g: G, side: Side) -> Sequence[float]:
        """What a point of strength is worth in each place for the aims of a side."""
        aims = tuple(self.aims(g, side))
        if not aims:
            return ()
        key = (id(g.game.data), side, aims)
        if key not in self._known:
            if len(self._known) > 200:
                self._known.clear()
            best = np.zeros(0)
            for aim in aims:
                near = self._nearness(g, side, aim.place)
                worth = aim.draw * aim.worth / (2 * aim.needs)
                pulled = np.where(near.turns > aim.deadline, worth * 0.3, worth * 1.0) * near.faded
                best = np.maximum(best, pulled) if len(best) else pulled
            self._known[key] = best.tolist()
        return self._known[key]

    def _nearness(self, g: G, side: Side, place: int) -> _Nearness:
        """How near every place is to one, made once for each field of distances."""
        field = self.distance(g, side, place)
        key = g.game.data, side, place
        known = self._near.get(key)
        if known is None or known.field is not field:
            turns = np.array(field)
            known = self._near.keep(key, _Nearness(field, turns, np.array([0.6**far for far in field])))
        return known

    @cached_property
    def _near(self) -> Recent[Hashable, _Nearness]:
        return Recent(400)

    def names(self) -> tuple[str, ...]:
        """The features that every declared title has."""
        return ("constant", "score", "German strength", "Allied strength", "German reach", "Allied reach")

    def vector(self, state: State, /) -> list[float]:
        """The features as numbers."""
        g = self.own(state)
        found = [1.0, self.score(g)]
        both = [self._pieces(g, side) for side in (Side.GERMAN, Side.ALLIED)]
        found += [sum(p.attack + p.defence for p in pieces) / 2 for pieces in both]
        for side, pieces in zip((Side.GERMAN, Side.ALLIED), both, strict=True):
            table = self._pull(g, side)
            found.append(sum((p.attack + p.defence) * table[p.place] for p in pieces) if table else 0.0)
        return found

    def days_left(self, state: State, /) -> int:
        """The turns left."""
        return self.turns_left(self.own(state))

    # ---- orders -----------------------------------------------------------------------------------------------------

    def is_planned(self, state: State, /) -> bool:
        """Whether units are moved now."""
        return bool(state.stack) and isinstance(state.stack[-1], self.planned)

    def phase(self, state: State, /) -> Hashable:
        """One side's movement in one player turn."""
        return (self.turn(self.own(state)), state.side)

    def formations(self, state: State, side: Side, /) -> Mapping[str, tuple[int, ...]]:
        """All in one, where a title does not tell them apart."""
        return {"all": tuple(self.pieces(self.own(state), side))}

    def papers(self, worlds: Worlds, side: Side, plan: Mapping[str, str], temper: Temper, /) -> Papers:
        """The orders of a movement phase, made on paper."""
        g = self.own(worlds[0])
        orders, evaluated = self.ordered(g, side, self._postures(g, side, plan), temper)
        given = [order for order in orders if order.actions]
        return Papers(given, evaluated, lambda: briefing.written(g, side, orders, plan, self.pick, self.go))

    def written(self, worlds: Worlds, side: Side, orders: Sequence[Order], /) -> list[str]:
        """Any orders in writing: the staff's in its own words, others as marches."""
        told = [order if isinstance(order, Proposal) else self._march(order) for order in orders]
        return briefing.written(self.own(worlds[0]), side, told, {}, self.pick, self.go)

    def _march(self, order: Order) -> Proposal:
        """An order that no staff thought of, as the moves it makes."""
        moves, unit = [], -1
        for verb, target in order.actions:
            if verb == self.pick and target is not None:
                unit = target
            elif verb == self.go and target is not None:
                moves.append((unit, target))
        return Proposal("Move", order.payoff, tuple(moves), moves[-1][1], order.actions, ())

    def ordered(
        self, g: G, side: Side, postures: Mapping[int, Posture], temper: Temper
    ) -> tuple[Sequence[Proposal], int]:
        """The orders of a movement phase, and the positions evaluated to find them."""
        sketch = self.sketch(g, side, postures)
        return list(self.orders(g, sketch, temper.misjudge, temper.budget)), sketch.evaluated

    def orders(self, g: G, sketch: Sketch, misjudge: Misjudge | None, budget: int) -> Iterable[Proposal]:
        """The orders on a paper, best first; a title with more to go by than paper may add its own."""
        return sketch.orders(misjudge, budget)

    def foreseen(self, g: G, action: Action | None) -> Forecast | None:
        """The exact forecast of an attack; a title may leave out what only players read."""
        return title_of(g.game).forecast(g.sight(g.side), action)

    def _postures(self, g: G, side: Side, plan: Mapping[str, str]) -> dict[int, Posture]:
        found: dict[int, Posture] = {}
        for name, units in self.formations(g, side).items() if plan else ():
            if name in plan:
                found.update(dict.fromkeys(units, Posture(plan[name])))
        return found

    def places_of(self, g: G) -> Places:
        """The ground of the game that a position is of."""
        key = g.game.data
        return self._places.get(key) or self._places.keep(key, Places())

    @cached_property
    def _places(self) -> Recent[object, Places]:
        return Recent(8)

    def sketch(self, g: G, side: Side, postures: Mapping[int, Posture] | None = None) -> Sketch:
        """The paper of a side's turn."""
        movers = g.choices().get(self.pick, ()) if self.is_planned(g) else ()
        own = self.pieces(g, side)
        reach = {unit: self.reach(g, unit) for unit in movers if unit is not None and unit in own}
        return self._paper(g, side, reach, postures)

    def _paper(
        self, g: G, side: Side, reach: Mapping[int, Sequence[int]], postures: Mapping[int, Posture] | None = None
    ) -> Sketch:
        aims = list(self.aims(g, side))
        own = self.pieces(g, side)
        fields = [self.approach(g, side, aim.place) for aim in aims]
        enemies = self._pieces(g, side.enemy)
        raided = {aim.place for aim in aims if aim.held and self._is_near(g, side.enemy, aim.place, enemies)}
        return Sketch(Footing(self, g, raided), own, enemies, aims, fields, reach, postures or {})

    def land(self, state: State, side: Side, /) -> Land:
        """What is declared of a position."""
        g = self.own(state)
        return Land(
            self.pieces(g, side),
            self.pieces(g, side.enemy),
            self.aims(g, side),
            lambda place: self.near(g, place),
            lambda place: self.distance(g, side, place),
        )

    def _is_near(self, g: G, side: Side, place: int, pieces: Sequence[Piece]) -> bool:
        """Whether somebody could drive into a place if nobody stood there."""
        field = self.distance(g, side, place)
        return any(piece.attack and field[piece.place] <= RAID for piece in pieces)

    # ---- answers ----------------------------------------------------------------------------------------------------

    def answer(self, state: State, /) -> Action:
        """The best answer with an ordinary temper."""
        return self.decide([state], Temper())

    def decide(self, worlds: Worlds, temper: Temper, /) -> Action:
        """The best answer by one ply; a planned phase whose orders are carried out is ended."""
        g = self.own(worlds[0])
        choices = g.choices()
        if self.is_planned(g):
            for verb in self.ends:
                if verb in choices:
                    return Action(verb)
        joining = self.joining(g)
        if joining:
            return Action(self.pick, joining[0])
        if (going := self._picked_up(g, choices)) is not None:
            return going
        found = self.weighed(worlds, temper)
        assert g.side is not None
        sign = 1.0 if g.side is Side.GERMAN else -1.0
        error: Callable[[], float] = temper.misjudge or (lambda: 0.0)
        seen = [(sign * value + error(), action) for action, value in found]
        top = max(value for value, _ in seen)
        best = [action for value, action in seen if value >= top - 1e-9]
        return best[0] if len(best) == 1 else random.Random(f"tie {temper.seed}").choice(best)

    def _picked_up(self, g: G, choices: Choices) -> Action | None:
        """Where a unit goes whose order no longer stands, or back where it was; None where that is not the question."""
        places = [place for place in choices.get(self.go, ()) if place is not None]
        units = [unit for unit in choices.get(self.pick, ()) if unit is not None]
        below = g.stack[-2] if len(g.stack) > 1 else None
        if len(units) != 1 or not isinstance(below, self.planned) or g.side is None:
            return None
        found = self._paper(g, g.side, {units[0]: places}).single(units[0])
        return Action(self.pick, units[0]) if found is None or found.payoff <= LEAST else Action(self.go, found.place)

    def weighed(self, worlds: Worlds, temper: Temper) -> list[Weighed]:
        """The answers worth a look, each with the German score to be expected."""
        g = self.own(worlds[0])
        actions = g.answers()
        phases = (*self.planned, *self.attacks)
        scales = Scales(self.value, self.commits, self.ends, self.battle, phases, min(temper.budget, SMALL))
        top = g.stack[-1]
        if isinstance(top, self.attacks):
            return self._attacks_weighed(worlds, actions, scales)
        if self.joining(g) is not None:
            # Everybody takes part by now: go through with it, or go back.
            wanted = (*self.commits, *self.backs)
            actions = [action for action in actions if action.verb in wanted] or actions
        if isinstance(top, self.battle) and (told := self._battle_weighed(g, actions)):
            return told
        found = scales.all(worlds, actions)
        if (1 < len(found) <= FEW or isinstance(top, self.opening)) and not isinstance(top, self.planned):
            found = [Weighed(action, value + self.opens(g, action)) for action, value in found]
        return found

    def opens(self, g: G, action: Action) -> float:
        """What an answer opens to the German, if it opens something to the same side."""
        after = g.copy()
        after.act(action)
        if after.advance() is not None or after.side is not g.side or not after.stack:
            return 0.0
        return self.promise(after) if g.side is Side.GERMAN else -self.promise(after)

    def promise(self, g: G) -> float:
        """What the phase that begins promises to the side that plays it, by its paper."""
        if not isinstance(g.stack[-1], (*self.planned, *self.attacks)):
            return 0.0
        key = g.game.data, g.fingerprint()
        found = self._promises.get(key)
        return self._promises.keep(key, self._promised(g)) if found is None else found

    @cached_property
    def _promises(self) -> Recent[Hashable, float]:
        return Recent(4000)

    def _promised(self, g: G) -> float:
        assert g.side is not None
        if isinstance(g.stack[-1], self.planned):
            return sum(order.payoff for order in self.orders(g, self.sketch(g, g.side), None, OPENED))
        sketch = self.sketch(g, g.side)
        targets = [place for place in g.choices().get(self.strike, ()) if place in sketch.there]
        return sum(sketch.gain(place, sketch.massed[place])[0] for place in targets if place is not None)

    def _battle_weighed(self, g: G, actions: Sequence[Action]) -> list[Weighed]:
        """Support and the like by the exact forecast with it and without; empty where the title has none."""
        assert g.side is not None
        now, germans = self.value(g), self.pieces(g, Side.GERMAN)
        found = []
        for action in actions:
            if action.verb in self.backs:
                found.append(Weighed(action, now))
            elif action.target is not None or action.verb in (*self.commits, *self.ends):
                forecast = self.foreseen(g, None if action.target is None else action)
                if forecast is None:
                    return []
                german = any(line.unit in germans for line in forecast.attackers)
                side, sign = (Side.GERMAN, 1.0) if german else (Side.ALLIED, -1.0)
                spent = LEAST if action.target is not None else 0.0
                spent = spent if g.side is Side.GERMAN else -spent
                found.append(Weighed(action, now + sign * self.worth_of(forecast, self.aims(g, side)) - spent))
        return found

    def _attacks_weighed(self, worlds: Worlds, actions: Sequence[Action], scales: Scales) -> list[Weighed]:
        """Attacks by the exact forecast where the title has one, else by their chances; and what else could be done."""
        g = self.own(worlds[0])
        assert g.side is not None
        sign = 1.0 if g.side is Side.GERMAN else -1.0
        begun = [action for action in actions if action.verb == self.strike and action.target is not None]
        others = [action for action in actions if action not in begun]
        aims = self.aims(g, g.side)
        now = self.value(g)
        found = scales.all(worlds, others) if others else []
        told = [(action, self.foreseen(g, action)) for action in begun]
        unknown = []
        for action, forecast in told:
            if forecast is None:
                unknown.append(action)
            else:
                found.append(Weighed(action, now + sign * (self.worth_of(forecast, aims) - LEAST)))
        return found + scales.all(worlds, self._likeliest(g, unknown))

    def worth_of(self, forecast: Forecast, aims: Sequence[Aim]) -> float:
        """What an attack is worth to the side that makes it, from its exact odds."""
        own = sum(unit.strength - mean(unit.left) for unit in forecast.attackers)
        theirs = sum(unit.strength - mean(unit.left) for unit in forecast.defenders)
        cleared = forecast.headlines[0].chance if forecast.headlines else forecast.defenders_left[0]
        aim = next((aim for aim in aims if aim.place == forecast.place), None)
        return self.price * (theirs - own) + cleared * (self.breach + (aim.worth if aim else 0.0))

    def _likeliest(self, g: G, actions: Sequence[Action]) -> Sequence[Action]:
        """The few attacks with the best odds as the paper sees them."""
        if len(actions) <= ATTACKS:
            return actions
        assert g.side is not None
        sketch = self.sketch(g, g.side)
        gain = {a: sketch.gain(a.target, sketch.massed[a.target])[0] for a in actions if a.target in sketch.there}
        return sorted(gain, key=lambda action: (-gain[action], action.target or 0))[:ATTACKS]

    # ---- words ------------------------------------------------------------------------------------------------------

    def courses(self, state: State, /) -> list[Course]:
        """Up to three courses: the best orders of a movement phase, else the best answers."""
        g = self.own(state)
        if g.side is None:
            return []
        if not self.is_planned(g):
            return briefing.answers(g, self.weighed([g], Temper()), self.value(g))
        told, _ = self.ordered(g, g.side, {}, Temper())
        return [
            structs.replace(briefing.course(g, order, self.pick, self.go), risk=self.risk(g, g.side, order))
            for order in briefing.offered(told)
        ]

    def risk(self, g: G, side: Side, order: Proposal) -> str:
        """What those who carry out an order have to fear, in words."""
        return ""

    def why_not_mine(self, state: State, actions: Sequence[Action], /) -> Comparison | None:
        """A move of the player's own beside the best one of the staff."""
        g = self.own(state)
        best = self.courses(g)
        if g.side is None or not best or not self.is_planned(g) or len(actions) < 2:
            return None
        units = [target for verb, target in actions if verb == self.pick and target is not None]
        places = [target for verb, target in actions if verb == self.go and target is not None]
        if not units or len(units) != len(places):
            return None
        mine = self.own_idea(g, g.side, list(zip(units, places, strict=True)))
        return mine and briefing.comparison(briefing.course(g, mine, self.pick, self.go), best[0])

    def own_idea(self, g: G, side: Side, moves: Sequence[tuple[int, int]]) -> Proposal | None:
        """A player's own moves, whatever they are worth; None where a unit may not move."""
        sketch = self.sketch(g, side)
        return sketch.together(moves) if all(unit in sketch.free for unit, _ in moves) else None
