"""Orders drafted on positions: carried out on a copy, judged by the value of the position that the enemy would find.

Attacks are drafted by their exact odds.

The value is the learned one where a scenario has one, else the title's own, so the same generators serve both: mass on
a target, go somewhere, and whatever else a title lets its units do. The best order is taken into the draft and the
others are weighed again, those first that looked best before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import Generic, NamedTuple, Protocol, TypeVar

from ardennes.kernel import Action, Side, State
from ardennes.parts.advice import Posture
from ardennes.parts.mind import Misjudge

G = TypeVar("G", bound=State)

#: The name of the order to go somewhere.
MOVE = "Move"
#: An order must be worth more than this.
LEAST = 0.02
#: So many of the best orders are weighed again at a time.
AT_A_TIME = 6
#: Attacks that clear a place less often than this are not proposed.
HOPELESS = 0.04
#: Of more places than these a unit looks at the likeliest.
PLACES = 8
#: Fewer attackers will do if they clear a place nearly as often as all of them.
ENOUGH = 0.8


class Fight(NamedTuple):
    """The exact odds of an attack: the chance to clear the place, and the strength each side may expect to lose."""

    cleared: float
    own_loss: float
    enemy_loss: float

    def failed(self, defence: float) -> tuple[float, float]:
        """What both sides lose where the place is not cleared: the attacker more, and somebody is left to defend it."""
        lost = (self.enemy_loss - self.cleared * defence) / (1.0 - self.cleared) if self.cleared < 1.0 else 0.0
        return 1.15 * self.own_loss, max(0.0, min(lost, defence - 1.0))


class Draft(NamedTuple, Generic[G]):
    """An order, the positions it may lead to with their chances, and what they are worth together."""

    name: str
    units: tuple[int, ...]
    place: int
    actions: tuple[Action, ...]
    outcomes: tuple[tuple[float, G], ...]
    #: The position that later orders are drafted on.
    usual: G
    fight: Fight | None = None
    payoff: float = 0.0
    reasons: tuple[tuple[str, float], ...] = ()

    @property
    def key(self) -> tuple[str, tuple[int, ...], int]:
        """What tells an order apart from others."""
        return self.name, self.units, self.place


class Desk(Protocol[G]):
    """What drafts ask of a title."""

    pick: str
    go: str

    def ready(self, g: G, side: Side) -> Mapping[int, Sequence[int]]:
        """The units that may move now, and where each may go."""
        ...

    def stands(self, g: G, side: Side, place: int) -> Sequence[int]:
        """The units of a side in a place."""
        ...

    def joins(self, g: G, side: Side, place: int) -> Sequence[int]:
        """The units already in a place that would take part in an attack there."""
        ...

    def power(self, g: G, unit: int) -> float:
        """The strength of a unit."""
        ...

    def fits(self, g: G, place: int, there: Sequence[int], unit: int) -> bool:
        """Whether a unit may stand in a place with those who are there."""
        ...

    def worth_a_look(self, g: G, side: Side, unit: int, places: Sequence[int], most: int) -> Sequence[int]:
        """Of many places a unit could go to, those that are most likely worth it."""
        ...

    def odds(self, g: G, side: Side, place: int, units: Sequence[int]) -> Fight:
        """The exact odds of an attack on a place."""
        ...

    def marched(self, g: G, side: Side, units: Sequence[int], place: int) -> G:
        """The position with units in a place that nobody defends."""
        ...

    def fought(self, g: G, side: Side, units: Sequence[int], place: int, own_loss: float, enemy_loss: float) -> G:
        """The position after an attack with these losses."""
        ...

    def asides(self, g: G, side: Side) -> Iterator[tuple[str, tuple[int, ...], int, tuple[Action, ...], G]]:
        """What else units may do: its name, who, where, the answers, and the position after it."""
        ...

    def handed_over(self, g: G, side: Side) -> G:
        """The position as the enemy will find it when the phase is over."""
        ...

    def worths(self, states: Sequence[G]) -> list[float]:
        """The German score to be expected of positions."""
        ...


class Drafting(Generic[G]):
    """The orders of one phase."""

    def __init__(self, desk: Desk[G], g: G, side: Side, postures: Mapping[int, Posture], moving: bool = True) -> None:
        self.desk, self.g, self.side = desk, g, side
        self.sign = 1.0 if side is Side.GERMAN else -1.0
        self.free = {
            unit: frozenset(places)
            for unit, places in (desk.ready(g, side) if moving else {}).items()
            if postures.get(unit) not in (Posture.HOLD, Posture.RESERVE)
        }
        self.busy: set[int] = set()
        self.evaluated = 0
        self.base = self._worth([g])[0]

    def _worth(self, states: Sequence[G]) -> list[float]:
        self.evaluated += len(states)
        return [self.sign * v for v in self.desk.worths([self.desk.handed_over(g, self.side) for g in states])]

    # ---- what could be ordered ---------------------------------------------------------------------------------

    def moves(self) -> Iterator[Draft[G]]:
        """Every unit to every place that nobody defends and that has room for it."""
        for unit, places in self.free.items():
            empty = [place for place in sorted(places) if not self.desk.stands(self.g, self.side.enemy, place)]
            if len(empty) > PLACES:
                empty = list(self.desk.worth_a_look(self.g, self.side, unit, empty, PLACES))
            yield from filter(None, [self._move(unit, place) for place in empty])

    def _move(self, unit: int, place: int) -> Draft[G] | None:
        there = self.desk.stands(self.g, self.side, place)
        if there and not self.desk.fits(self.g, place, there, unit):
            return None
        after = self.desk.marched(self.g, self.side, (unit,), place)
        return Draft(MOVE, (unit,), place, self._sent((unit,), place), ((1.0, after),), after)

    def attacks(self) -> Iterator[Draft[G]]:
        """An attack on every place of the enemy's that somebody can get at."""
        targets = {place for places in self.free.values() for place in places}
        for place in sorted(targets):
            if self.desk.stands(self.g, self.side.enemy, place):
                yield from self.attacks_on(place)

    def attacks_on(self, place: int) -> Iterator[Draft[G]]:
        """The attacks on a place: with all that fit in, and with as few as do nearly as well."""
        forces = list(self._forces(place))
        if not forces:
            return
        most = self.desk.odds(self.g, self.side, place, forces[-1])
        if most.cleared < HOPELESS:
            return
        yield self.attack(place, forces[-1], most)
        fewer: tuple[tuple[int, ...], Fight] | None = None
        for units in reversed(forces[:-1]):
            fight = self.desk.odds(self.g, self.side, place, units)
            if fight.cleared < ENOUGH * most.cleared:
                break
            fewer = units, fight
        if fewer is not None:
            yield self.attack(place, *fewer)

    def _forces(self, place: int) -> Iterator[tuple[int, ...]]:
        """Those who could attack a place together, more and more of them, the strongest first."""
        desk, g = self.desk, self.g
        here = tuple(desk.joins(g, self.side, place))
        there = list(desk.stands(g, self.side, place))
        if here:
            yield here
        able = [unit for unit, places in self.free.items() if place in places and unit not in there]
        force = list(here)
        for unit in sorted(able, key=lambda u: (-desk.power(g, u), u)):
            if not there or desk.fits(g, place, there, unit):
                there.append(unit)
                force.append(unit)
                yield tuple(sorted(force))

    def attack(self, place: int, units: tuple[int, ...], fight: Fight) -> Draft[G]:
        """An attack by its odds: what comes of it if the place is cleared, and if not."""
        desk, g, side = self.desk, self.g, self.side
        theirs = sum(desk.power(g, unit) for unit in desk.stands(g, side.enemy, place))
        usual = desk.fought(g, side, units, place, fight.own_loss, fight.enemy_loss)
        outcomes = []
        if fight.cleared > 0.02:
            outcomes.append((fight.cleared, desk.fought(g, side, units, place, fight.own_loss, theirs)))
        if fight.cleared < 0.98:
            outcomes.append((1.0 - fight.cleared, desk.fought(g, side, units, place, *fight.failed(theirs))))
        total = sum(chance for chance, _ in outcomes)
        told = tuple([(chance / total, after) for chance, after in outcomes])
        going = [unit for unit in units if unit in self.free and unit not in desk.stands(g, side, place)]
        return Draft("Attack", units, place, self._sent(going, place), told, usual, fight)

    def own_idea(self, units: tuple[int, ...], place: int) -> Draft[G]:
        """Units to a place, whatever it is worth: a march where nobody defends it, else an attack."""
        if self.desk.stands(self.g, self.side.enemy, place):
            force = tuple(sorted({*units, *self.desk.joins(self.g, self.side, place)}))
            found = self.attack(place, force, self.desk.odds(self.g, self.side, place, force))
        else:
            after = self.desk.marched(self.g, self.side, units, place)
            found = Draft(MOVE, units, place, self._sent(units, place), ((1.0, after),), after)
        return self.weighed([found])[0]

    def others(self) -> Iterator[Draft[G]]:
        """What else units may do."""
        for name, units, place, actions, after in self.desk.asides(self.g, self.side):
            if not self.busy.intersection(units):
                yield Draft(name, units, place, actions, ((1.0, after),), after)

    def _sent(self, units: Sequence[int], place: int) -> tuple[Action, ...]:
        pick, go = self.desk.pick, self.desk.go
        return tuple([action for unit in units for action in (Action(pick, unit), Action(go, place))])

    # ---- weighing ----------------------------------------------------------------------------------------------

    def weighed(self, drafts: Sequence[Draft[G]]) -> list[Draft[G]]:
        """Drafts with what they are worth as things stand."""
        values = iter(self._worth([after for draft in drafts for _, after in draft.outcomes]))
        found = []
        for draft in drafts:
            parts = [(chance, next(values)) for chance, _ in draft.outcomes]
            payoff = sum(chance * value for chance, value in parts) - self.base
            found.append(draft._replace(payoff=payoff))
        return found

    def again(self, draft: Draft[G]) -> Draft[G] | None:
        """The same order as things stand now; None if it is no longer to be had."""
        if self.busy.intersection(draft.units):
            if draft.fight is None:
                return None
            return next(iter(self.attacks_on(draft.place)), None)
        if draft.fight is not None:
            fight = self.desk.odds(self.g, self.side, draft.place, draft.units)
            return self.attack(draft.place, draft.units, fight)
        if draft.name == MOVE:
            return self._move(draft.units[0], draft.place)
        return next((found for found in self.others() if found.key == draft.key), None)

    @cached_property
    def opening(self) -> list[Draft[G]]:
        """Everything that could be ordered first, weighed."""
        return self.weighed([*self.attacks(), *self.moves(), *self.others()])

    def anew(self) -> Drafting[G]:
        """The same phase before any order, for another plan of it; `opening` is found once for all of them."""
        found = copy(self)
        found.free, found.busy, found.evaluated = dict(self.free), set(), 0
        return found

    def orders(self, misjudge: Misjudge | None, budget: int) -> Iterator[Draft[G]]:
        """The orders of the phase, best first and the others weighed again after each."""
        found = self.opening
        whims = {draft.key: misjudge() if misjudge is not None else 0.0 for draft in found}
        known = [_seen(draft, whims) for draft in found]
        fresh: set[tuple[str, tuple[int, ...], int]] = {draft.key for draft in known}
        while known and self.evaluated < budget:
            known.sort(key=lambda draft: (-draft.payoff, draft.key))
            if known[0].payoff <= LEAST:
                return
            if known[0].key in fresh:
                best = known.pop(0)
                self._take(best)
                known = [draft for draft in known if draft.fight is not None or not self.busy.intersection(draft.units)]
                fresh = set()
                yield best
                continue
            stale = [draft for draft in known[:AT_A_TIME] if draft.key not in fresh]
            gone = {draft.key for draft in stale}
            now = [draft for draft in map(self.again, stale) if draft is not None]
            known = [draft for draft in known if draft.key not in gone]
            have = {draft.key for draft in known}
            for draft in self.weighed([draft for draft in now if draft.key not in have]):
                known.append(_seen(draft, whims))
                fresh.add(draft.key)

    def _take(self, draft: Draft[G]) -> None:
        """Go on from the position that an order leads to."""
        self.g = draft.usual
        self.busy.update(draft.units)
        for unit in draft.units:
            self.free.pop(unit, None)
        self.base = self._worth([self.g])[0]


def _seen(draft: Draft[G], whims: Mapping[tuple[str, tuple[int, ...], int], float]) -> Draft[G]:
    """An order as somebody in a mood sees it; a whim makes no order of what is worth nothing."""
    if draft.payoff <= LEAST:
        return draft
    return draft._replace(payoff=draft.payoff + whims.get(draft.key, 0.0))
