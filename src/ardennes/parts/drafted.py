"""A mind that declares how its orders come out on paper: the shared staff drafts them on positions (`parts.drafts`).

`Declared` weighs orders by strength, distance and aims; this one carries them out on copies and asks the value, learned
or the title's own. It costs the title a few functions more (`marched`, `fought`, `handed_over`) and suits those whose
phases are short.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Generic, TypeVar

from msgspec import structs

from ardennes.kernel import Action, Side, State
from ardennes.parts import briefing
from ardennes.parts.advice import Comparison, Course
from ardennes.parts.declared import SMALL, Declared
from ardennes.parts.drafts import LEAST, MOVE, Draft, Drafting, Fight
from ardennes.parts.mind import Misjudge, Papers, Temper, Worlds
from ardennes.parts.sketch import Expected, Proposal
from ardennes.parts.weighing import Scales, Weighed

G = TypeVar("G", bound=State)


#: Whims, in points, that make other plans of the same phase.
WHIMS = (0.1, 0.3, 0.6)
#: With so much luck every plan is tried at first, good and bad.
LUCKS = 2


def _mood(rng: random.Random, number: int) -> Misjudge | None:
    """No whim for the first plan, a small or a larger one for the others."""
    size = WHIMS[number % len(WHIMS)]
    return (lambda: rng.gauss(0.0, size)) if number else None


@dataclass
class _Plan(Generic[G]):
    """Orders of a phase, and what they were worth with some luck after the enemy's answer."""

    orders: Sequence[Draft[G]]
    error: float
    evaluated: int
    values: list[float] = field(default_factory=list)

    @property
    def worth(self) -> float:
        """The mean, as this judge sees it."""
        return fmean(self.values) + self.error


class Drafted(Declared[G]):
    """Fill in how orders come out on paper."""

    compares = True
    #: The steps of a march that was stopped on its way: it goes on to a place, or stays.
    under_way: tuple[type, ...] = ()

    # ---- what a title declares -------------------------------------------------------------------------------------

    def ready(self, g: G, side: Side) -> Mapping[int, Sequence[int]]:
        """The units that may move now, and where each may go."""
        return {unit: self.reach(g, unit) for unit in g.choices().get(self.pick, ()) if unit is not None}

    def stands(self, g: G, side: Side, place: int) -> Sequence[int]:
        """The units of a side in a place."""
        raise NotImplementedError

    def joins(self, g: G, side: Side, place: int) -> Sequence[int]:
        """The units already in a place that would take part in an attack there."""
        return ()

    def power(self, g: G, unit: int) -> float:
        """The strength of a unit."""
        raise NotImplementedError

    def odds(self, g: G, side: Side, place: int, units: Sequence[int]) -> Fight:
        """The exact odds of an attack on a place."""
        raise NotImplementedError

    def marched(self, g: G, side: Side, units: Sequence[int], place: int) -> G:
        """The position with units in a place that nobody defends."""
        raise NotImplementedError

    def fought(self, g: G, side: Side, units: Sequence[int], place: int, own_loss: float, enemy_loss: float) -> G:
        """The position after an attack with these losses."""
        raise NotImplementedError

    def worth_a_look(self, g: G, side: Side, unit: int, places: Sequence[int], most: int) -> Sequence[int]:
        """Half of them the nearest to what the side is after, half in the enemy's way to what he wants."""
        own, his = self._pull(g, side), self._pull(g, side.enemy)
        wanted = sorted(places, key=lambda place: (-own[place] if own else 0.0, place))[: most // 2]
        barring = sorted(places, key=lambda place: (-his[place] if his else 0.0, place))
        return [*wanted, *[place for place in barring if place not in wanted][: most - len(wanted)]]

    def asides(self, g: G, side: Side) -> Iterator[tuple[str, tuple[int, ...], int, tuple[Action, ...], G]]:
        """What else units may do: its name, who, where, the answers, and the position after it."""
        yield from ()

    def handed_over(self, g: G, side: Side) -> G:
        """The position as the enemy will find it when the phase is over."""
        raise NotImplementedError

    def worths(self, states: Sequence[G]) -> list[float]:
        """The German score to be expected of positions."""
        return self.estimates(states)

    # ---- orders ----------------------------------------------------------------------------------------------------

    def papers(self, worlds: Worlds, side: Side, plan: Mapping[str, str], temper: Temper, /) -> Papers:
        """The orders of a movement phase, drafted on positions."""
        g = self.own(worlds[0])
        drafting = Drafting(self, g, side, self._postures(g, side, plan))
        orders = list(drafting.orders(temper.misjudge, temper.budget))
        return self._papers(g, side, plan, orders, drafting.evaluated)

    def _papers(self, g: G, side: Side, plan: Mapping[str, str], orders: Sequence[Draft[G]], evaluated: int) -> Papers:
        told = [self._told(g, order) for order in orders]
        given = [order for order in told if order.actions]
        return Papers(given, evaluated, lambda: briefing.written(g, side, told, plan, self.pick, self.go))

    def considered(self, worlds: Worlds, side: Side, temper: Temper, plans: int, /) -> Papers:
        """The best of some plans by what the enemy's staff would make of them, all of it on paper.

        The luck of battles is the same for all; the worse half is dropped and the others are tried with twice as much.
        """
        g = self.own(worlds[0])
        begun = Drafting(self, g, side, {})
        pool = self._plans(begun, temper, plans)
        looked_at, lucks = len(begun.opening) + sum(plan.evaluated for plan in pool), LUCKS
        while len(pool) > 1:
            for plan in pool:
                for number in range(len(plan.values), lucks):
                    worth, evaluated = self._answered(begun, plan.orders, f"{temper.seed} {number // 2}", number % 2)
                    plan.values.append(worth)
                    looked_at += evaluated
            pool.sort(key=lambda plan: -plan.worth)
            pool, lucks = pool[: len(pool) // 2], 2 * lucks
        return self._papers(g, side, {}, pool[0].orders, looked_at)

    def _plans(self, begun: Drafting[G], temper: Temper, count: int) -> list[_Plan[G]]:
        """Different plans of a phase: the staff's, and those of other moods."""
        rng = random.Random(f"considered {temper.seed}")
        found: dict[tuple[tuple[Action, ...], ...], _Plan[G]] = {}
        for number in range(count):
            drafting = begun.anew()
            orders = list(drafting.orders(_mood(rng, number), temper.budget))
            error = temper.misjudge() if temper.misjudge is not None else 0.0
            plan = _Plan(orders, error, drafting.evaluated)
            found.setdefault(tuple([order.actions for order in orders]), plan)
        return list(found.values())

    def _answered(self, begun: Drafting[G], orders: Sequence[Draft[G]], luck: str, turned: int) -> tuple[float, int]:
        """What a plan is worth to its side with some luck in its battles, after the enemy's drafted answer."""
        side, g = begun.side, begun.g
        for order in orders:
            g = self._carried_out(g, side, order, luck, turned)
        found = self.handed_over(g, side)
        if found.result is not None or found.side is not side.enemy or not self.is_planned(found):
            return begun.sign * self._worth(found), 1
        answer = Drafting(self, found, side.enemy, {})
        for _ in answer.orders(None, Temper().budget):
            pass
        return -answer.base, answer.evaluated

    def _carried_out(self, g: G, side: Side, order: Draft[G], luck: str, turned: int) -> G:
        """The position after an order; good luck in every second try is bad luck in the other."""
        if order.fight is None:
            if order.name == MOVE:
                return self.marched(g, side, order.units, order.place)
            told = [after for name, units, place, _, after in self.asides(g, side) if order.key == (name, units, place)]
            return told[0] if told else g
        chance = random.Random(f"{luck} {order.place}").random()
        cleared, own_loss, enemy_loss = order.fight
        theirs = sum(self.power(g, unit) for unit in self.stands(g, side.enemy, order.place))
        if (1.0 - chance if turned else chance) < cleared:
            return self.fought(g, side, order.units, order.place, own_loss, theirs)
        own_loss, enemy_loss = order.fight.failed(theirs)
        return self.fought(g, side, order.units, order.place, own_loss, enemy_loss)

    def _told(self, g: G, order: Draft[G]) -> Proposal:
        """An order in the form that words are made from."""
        moves = tuple([(unit, order.place) for unit in order.units])
        if order.fight is None:
            return Proposal(order.name, order.payoff, moves, order.place, order.actions, order.reasons)
        side = g.side or Side.GERMAN
        attack = sum(self.power(g, unit) for unit in order.units)
        defence = sum(self.power(g, unit) for unit in self.stands(g, side.enemy, order.place)) or 1.0
        cleared, own_loss, enemy_loss = order.fight
        expected = Expected(cleared, enemy_loss / defence, own_loss / attack)
        odds = attack / defence
        return Proposal(order.name, order.payoff, moves, order.place, order.actions, order.reasons, expected, odds)

    # ---- answers ---------------------------------------------------------------------------------------------------

    def weighed(self, worlds: Worlds, temper: Temper) -> list[Weighed]:
        """The answers worth a look: attacks by their exact odds, everything else by one ply."""
        g = self.own(worlds[0])
        top = g.stack[-1]
        if isinstance(top, self.attacks):
            return self._in_place(g)
        actions = g.answers()
        if isinstance(top, self.under_way):
            actions = [action for action in actions if action.verb != self.pick] or actions
        if self.joining(g) is not None:
            wanted = (*self.commits, *self.backs)
            actions = [action for action in actions if action.verb in wanted] or actions
        if len(actions) == 1:
            return [Weighed(actions[0], 0.0)]  # nothing to compare it with
        phases = (*self.planned, *self.attacks)
        budget = min(temper.budget, SMALL)
        scales = Scales(self._worth, self.commits, self.ends, self.battle, phases, budget)
        return scales.all(worlds, actions)

    def _worth(self, state: State) -> float:
        return self.estimates([state])[0]

    def _in_place(self, g: G) -> list[Weighed]:
        """Attacks where units stand; those that have to be made come first, and an attack must be worth something."""
        assert g.side is not None
        drafting = Drafting(self, g, g.side, {}, moving=False)
        found = [Weighed(Action(verb), drafting.sign * drafting.base) for verb in self.ends if verb in g.choices()]
        places = [place for place in g.choices().get(self.strike, ()) if place is not None]
        drafts = []
        for place in places:
            units = tuple(self.joins(g, g.side, place))
            drafts.append(drafting.attack(place, units, self.odds(g, g.side, place, units)))
        for draft in drafting.weighed(drafts):
            worth = drafting.base + draft.payoff - LEAST
            found.append(Weighed(Action(self.strike, draft.place), drafting.sign * worth))
        return found

    # ---- words -----------------------------------------------------------------------------------------------------

    def courses(self, state: State, /) -> list[Course]:
        """Up to three courses: the best orders of a movement phase, else the best answers."""
        g = self.own(state)
        if g.side is None:
            return []
        if not self.is_planned(g):
            return briefing.answers(g, self.weighed([g], Temper()), self._worth(g))
        drafting = Drafting(self, g, g.side, {})
        orders = [order for order in drafting.orders(None, Temper().budget) if order.actions]
        orders.sort(key=lambda order: -order.payoff)
        return [self._course(g, order) for order in orders[:3]]

    def _course(self, g: G, order: Draft[G]) -> Course:
        found = briefing.course(g, self._told(g, order), self.pick, self.go)
        if order.fight is None:
            return found
        cleared, own_loss, enemy_loss = [round(x, 3) for x in order.fight]
        return structs.replace(found, cleared=cleared, own_loss=own_loss, enemy_loss=enemy_loss)

    def why_not_mine(self, state: State, actions: Sequence[Action], /) -> Comparison | None:
        """A move or an attack of the player's own beside the best one of the staff."""
        g = self.own(state)
        best = self.courses(g)
        if g.side is None or not best or not self.is_planned(g) or len(actions) < 2:
            return None
        picked = [target for verb, target in actions if verb == self.pick and target is not None]
        places = {target for verb, target in actions if verb == self.go and target is not None}
        drafting = Drafting(self, g, g.side, {})
        if len(places) != 1 or not picked or any(not places <= drafting.free.get(u, frozenset()) for u in picked):
            return None
        mine = drafting.own_idea(tuple(sorted(set(picked))), places.pop())
        return briefing.comparison(self._course(g, mine), best[0])
