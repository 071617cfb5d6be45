"""The shared staff: values, orders, answers and words from what a title declares (`declaration`).

`score` alone is enough to play by one ply over the choices. Planned movement is worked out on paper (`sketch`), battles
by their exact forecasts (`battles`), everything else is weighed with the chances it has (`weighing`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from math import fsum

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from ardennes.kernel import Action, Chance, Choice, Choices, Side, State
from ardennes.kernel.recent import Recent
from ardennes.parts.mind import battles, briefing, footing, marches, prizes
from ardennes.parts.mind.advice import Comparison, Course, Posture
from ardennes.parts.mind.declaration import Declaration, G
from ardennes.parts.mind.footing import Places
from ardennes.parts.mind.mind import Misjudge, Order, Papers, Temper, Worlds
from ardennes.parts.mind.pull import Pull
from ardennes.parts.mind.sketch import LEAST, Proposal, Sketch
from ardennes.parts.mind.weighing import DEEPEST, Scales, Weighed

#: Positions looked at for a small decision, and attacks looked at closely in one.
SMALL, ATTACKS = 600, 5
#: Positions looked at on paper to see what a phase would bring.
OPENED = 1500
#: Of so few answers it is worth while to see what the phase would bring that each of them opens.
FEW = 4


class Declared(Declaration[G]):
    """A mind that only declares; a title may do any of this in its own way."""

    def __init__(self) -> None:
        #: What is the same all through a game, and what was looked at lately.
        self._pull_tables = Pull()
        self._places: Recent[object, Places] = Recent(8)
        self._turns_to_prizes: Recent[object, NDArray[np.float32]] = Recent(8)
        self._promises: Recent[Hashable, float] = Recent(4000)

    # ---- values -----------------------------------------------------------------------------------------------------

    def value(self, state: State, /) -> float:
        """The score, the strength of both sides, and how near it stands to what each is after."""
        g = self.own(state)
        if g.result is not None:
            return self.outcome(g)
        total = self.score(g)
        price = self.price / 2
        for side, sign in ((Side.GERMAN, 1.0), (Side.ALLIED, -1.0)):
            table = self.pull(g, side)
            # Added up without rounding: what a position is worth must not depend on how it came about.
            total += sign * fsum(
                [strength * (price + (table[place] if table else 0.0)) for place, strength in self.strengths(g, side)]
            )
        return total

    def pull(self, g: G, side: Side) -> Sequence[float]:
        """What a point of strength is worth in each place for the aims of a side."""
        aims = tuple(self.aims(g, side))
        return self._pull_tables.table(g.game.data, side, aims, lambda place: self.distance(g, side, place))

    def features(self, state: State, /) -> NDArray[np.float32]:
        """What a learned value sees: attack and defence of both sides around every prize."""
        g = self.own(state)
        wanted, forces = self.prizes(g), []
        for side in (Side.GERMAN, Side.ALLIED):
            pieces = self.pieces(g, side).values()
            places = [piece.place for piece in pieces]
            forces += [
                prizes.Force(places, [p.attack for p in pieces]),
                prizes.Force(places, [p.defence for p in pieces]),
            ]
        turns, held, moves = self._turns(g, wanted), list(wanted.values()), g.side is Side.GERMAN
        return prizes.features(turns, held, forces, self.turns_left(g), moves, self.score(g))

    def _turns(self, g: G, wanted: Iterable[int]) -> NDArray[np.float32]:
        """The turns from every place to each prize, looked up once a game."""
        found = self._turns_to_prizes.get(g.game.data)
        if found is None:
            fields = [self.distance(g, Side.GERMAN, place) for place in wanted]
            found = self._turns_to_prizes.keep(g.game.data, np.array(fields, dtype=np.float32))
        return found

    def node_value(self) -> Callable[[State], float]:
        """Values along one game: what a die decided counts with the die, though it is carried out only afterwards."""
        return self._at_node

    def _at_node(self, state: State) -> float:
        g = self.own(state)
        if g.result is None and not isinstance(g.stack[-1], Choice | Chance):
            g = g.copy()
            g.advance()  # what follows of itself
        if g.result is not None:
            return self.outcome(g)
        tempo = self.tempo(g)
        scales, left = Scales(self.value, self.commits, self.ends), DEEPEST
        while left and g.stack and isinstance(g.stack[-1], self.aftermath):
            g, left = g.copy(), left - 1
            g.act(scales.follow(g))
            if g.advance() is not None:
                break
        return self.outcome(g) if g.result is not None else self.value(g) + tempo

    def names(self) -> tuple[str, ...]:
        """The features that every declared title has."""
        return ("constant", "score", "German strength", "Allied strength", "German reach", "Allied reach")

    def vector(self, state: State, /) -> list[float]:
        """The features as numbers."""
        g = self.own(state)
        found = [1.0, self.score(g)]
        both = [self.pieces(g, side).values() for side in (Side.GERMAN, Side.ALLIED)]
        found += [sum(p.attack + p.defence for p in pieces) / 2 for pieces in both]
        for side, pieces in zip((Side.GERMAN, Side.ALLIED), both, strict=True):
            table = self.pull(g, side)
            found.append(sum((p.attack + p.defence) * table[p.place] for p in pieces) if table else 0.0)
        return found

    # ---- orders -----------------------------------------------------------------------------------------------------

    def papers(self, worlds: Worlds, side: Side, plan: Mapping[str, str], temper: Temper, /) -> Papers:
        """The orders of a movement phase, made on paper."""
        g = self.own(worlds[0])
        orders, evaluated = self.ordered(g, side, self._postures(g, side, plan), temper)
        given = [order for order in orders if order.actions]
        return Papers(given, evaluated, lambda: briefing.written(g, side, orders, plan))

    def written(self, worlds: Worlds, side: Side, orders: Sequence[Order], /) -> list[str]:
        """Any orders in writing: the staff's in its own words, others as marches."""
        told = [order if isinstance(order, Proposal) else self._marched(order) for order in orders]
        return briefing.written(self.own(worlds[0]), side, told, {})

    def _marched(self, order: Order) -> Proposal:
        """An order that no staff thought of, as the moves it makes."""
        moves = tuple(marches.read(order.actions, self.pick, self.go))
        return Proposal("Move", order.payoff, moves, moves[-1][1], order.actions, ())

    def ordered(
        self, g: G, side: Side, postures: Mapping[int, Posture], temper: Temper
    ) -> tuple[Sequence[Proposal], int]:
        """The orders of a movement phase, and the positions evaluated to find them."""
        sketch = self.sketch(g, side, postures)
        return list(self.orders(g, sketch, temper.misjudge, temper.budget)), sketch.evaluated

    def orders(self, g: G, sketch: Sketch, misjudge: Misjudge | None, budget: int) -> Iterable[Proposal]:
        """The orders on a paper, best first; a title with more to go by than paper may add its own."""
        return sketch.orders(misjudge, budget)

    def _postures(self, g: G, side: Side, plan: Mapping[str, str]) -> dict[int, Posture]:
        found: dict[int, Posture] = {}
        for name, units in self.formations(g, side).items() if plan else ():
            if name in plan:
                found.update(dict.fromkeys(units, Posture(plan[name])))
        return found

    def sketch(self, g: G, side: Side, postures: Mapping[int, Posture] | None = None) -> Sketch:
        """The paper of a side's turn."""
        movers = g.choices().get(self.pick, ()) if self.is_planned(g) else ()
        own = self.pieces(g, side)
        reach = {unit: self.reach(g, unit) for unit in movers if unit is not None and unit in own}
        return self._paper(g, side, reach, postures)

    def _paper(
        self, g: G, side: Side, reach: Mapping[int, Sequence[int]], postures: Mapping[int, Posture] | None = None
    ) -> Sketch:
        places = self._places.get(g.game.data) or self._places.keep(g.game.data, Places())
        return footing.paper(self, g, side, places, reach, postures or {})

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
        if isinstance(top, self.aftermath) and any(action.verb == self.go for action in actions):
            # Somebody is to go: to take another in hand instead would only raise the same question again.
            actions = [action for action in actions if action.verb != self.pick]
        if self.joining(g) is not None:
            # Everybody takes part by now: go through with it, or go back.
            wanted = (*self.commits, *self.backs)
            actions = [action for action in actions if action.verb in wanted] or actions
        if isinstance(top, self.battle) and (told := battles.support(self, g, actions)):
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

    def _promised(self, g: G) -> float:
        assert g.side is not None
        if isinstance(g.stack[-1], self.planned):
            sketch = self.sketch(g, g.side)
            return sum(order.payoff for order in self.orders(g, sketch, None, OPENED))
        targets = [place for place in g.choices().get(self.strike, ()) if place is not None]
        return battles.promise(self, g, [Action(self.strike, place) for place in targets])

    def _attacks_weighed(self, worlds: Worlds, actions: Sequence[Action], scales: Scales) -> list[Weighed]:
        """Attacks by the exact forecast where the title has one, else by their chances; and what else could be done."""
        g = self.own(worlds[0])
        begun = [action for action in actions if action.verb == self.strike and action.target is not None]
        others = [action for action in actions if action not in begun]
        found = scales.all(worlds, others) if others else []
        told, unknown = battles.attacks(self, g, begun)
        return [*found, *told, *scales.all(worlds, self._likeliest(g, unknown))]

    def _likeliest(self, g: G, actions: Sequence[Action]) -> Sequence[Action]:
        """The few attacks with the best odds as the paper sees them."""
        if len(actions) <= ATTACKS:
            return actions
        assert g.side is not None
        sketch = self.sketch(g, g.side)
        gain = {action: sketch.at_hand(action.target) for action in actions if action.target in sketch.there}
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
            structs.replace(briefing.course(g, order), risk=self.risk(g, g.side, order))
            for order in briefing.offered(told)
        ]

    def risk(self, g: G, side: Side, order: Proposal) -> str:
        """What those who carry out an order have to fear, in words."""
        return ""

    def why_not_mine(self, state: State, actions: Sequence[Action], /) -> Comparison | None:
        """A move of the player's own beside the best one of the staff."""
        g = self.own(state)
        best = self.courses(g)
        moves = marches.read(actions, self.pick, self.go)
        if g.side is None or not best or not self.is_planned(g) or not moves:
            return None
        mine = self.own_idea(g, g.side, moves)
        return mine and briefing.comparison(briefing.course(g, mine), best[0])

    def own_idea(self, g: G, side: Side, moves: Sequence[tuple[int, int]]) -> Proposal | None:
        """A player's own moves, whatever they are worth; None where a unit may not move."""
        sketch = self.sketch(g, side)
        return sketch.together(moves) if all(unit in sketch.free for unit, _ in moves) else None
