"""A position on paper: where strength stands, what pulls it, what it could hit and what could hit it.

The shared staff makes its orders here, without playing them: propose, commit the best, weigh the rest again. What an
order is worth is told in parts, for those who ask why, in the measure of the scenario's score.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ardennes.kernel import Action
from ardennes.parts.mind.advice import Posture
from ardennes.parts.mind.ground import Expected, Ground
from ardennes.parts.mind.land import Aim, Piece
from ardennes.parts.mind.mind import Misjudge
from ardennes.parts.mind.pull import FADING, LATE

#: An order must be worth more than this.
LEAST = 0.004
#: How much of an aim is left for others when as much as it needs is on its way there.
SATED = 0.35
#: The best places of each unit by what pulls it; those in contact and those worth holding are always looked at.
BEST_PLACES = 6
#: Places looked at from which a unit could join an attack.
SPOTS = 6


class Proposal(NamedTuple):
    """An order: what for, what it is worth, who goes where, and why."""

    name: str
    payoff: float
    moves: tuple[tuple[int, int], ...]
    place: int
    actions: tuple[Action, ...]
    reasons: tuple[tuple[str, float], ...]
    expected: Expected | None = None
    odds: float = 0.0


class Sketch:
    """The paper of one side's turn."""

    def __init__(
        self,
        ground: Ground,
        own: Mapping[int, Piece],
        enemy: Iterable[Piece],
        aims: Sequence[Aim],
        fields: Sequence[Sequence[float]],
        reach: Mapping[int, Sequence[int]],
        postures: Mapping[int, Posture],
    ) -> None:
        self.ground, self.aims, self.fields = ground, aims, fields
        self.own = dict(own)
        self.reach, self.postures = reach, postures
        self.free = set(reach)
        self.evaluated = 0
        #: Own defence and units by place; enemy defence by place; enemy attack that threatens a place.
        self.stands: dict[int, float] = defaultdict(float)
        self.here: dict[int, list[int]] = defaultdict(list)
        self.there: dict[int, float] = defaultdict(float)
        self.threat: dict[int, float] = defaultdict(float)
        #: Own attack strength that is in contact with each enemy place and stays there.
        self.massed: dict[int, float] = defaultdict(float)
        self._enter(enemy)
        self.sent = [0.0] * len(aims)
        #: What a point of strength is worth in each place that was asked for, as long as nobody is sent anywhere.
        self._pulls: dict[int, float] = {}
        self._drawing: list[tuple[float, float, int, Sequence[float]]] = []
        #: What is lost in a place held with so much, as far as it was asked for: the enemy does not move meanwhile.
        self._losses: dict[tuple[int, float], float] = {}
        #: Attacks as they were weighed last, with what that took; those that an order may change are forgotten.
        self._massable: dict[int, tuple[Proposal | None, int]] = {}
        self._concern: dict[int, frozenset[int]] = {}
        self._within = {unit: frozenset(places) for unit, places in reach.items()}
        self._able = self._attackers()
        self._held = {aim.place: aim for aim in aims if aim.held}
        #: Places to be had for the asking: nobody defends them, and nobody is on his way there yet.
        self._open = {aim.place: aim for aim in aims if not aim.held and aim.place not in self.there}

    def _enter(self, enemy: Iterable[Piece]) -> None:
        """Both sides as they stand when the turn begins."""
        for unit, piece in self.own.items():
            self.stands[piece.place] += piece.defence
            self.here[piece.place].append(unit)
        for piece in enemy:
            self.there[piece.place] += piece.defence
            for place in self.ground.within(piece.place):
                self.threat[place] += piece.attack
        for place in self.there:
            self.there[place] *= self.ground.cover(place)
        for unit, piece in self.own.items():
            if unit not in self.free:
                self._mass(piece.place, piece.attack)

    def _attackers(self) -> dict[int, dict[int, list[int]]]:
        """For each enemy place the units that can get at it this turn, with the places to do it from."""
        found: dict[int, dict[int, list[int]]] = {}
        for unit, places in self.reach.items():
            piece = self.own[unit]
            if not piece.attack or piece.behind or self.postures.get(unit) is Posture.HOLD:
                continue
            for place in {*places, piece.place}:
                for target in self.ground.near(place):
                    if target in self.there and (place not in self.there or place == target):
                        found.setdefault(target, {}).setdefault(unit, []).append(place)
        return found

    def _fits(self, place: int, unit: int, coming: Sequence[int] = ()) -> bool:
        there = self.here[place]
        return not (there or coming) or self.ground.fits(place, (*there, *coming), unit)

    def _has_room(self, unit: int) -> bool:
        """Whether a unit may stay with those it stands with."""
        place = self.own[unit].place
        others = [other for other in self.here[place] if other != unit]
        return not others or self.ground.fits(place, others, unit)

    def _mass(self, place: int, attack: float) -> None:
        for target in self.ground.near(place):
            if target in self.there:
                self.massed[target] += attack

    # ---- what things are worth ---------------------------------------------------------------------------------

    def pull(self, unit: int, place: int) -> float:
        """What it is worth to have a unit so near to the aims."""
        if place not in self._pulls:
            self._pulls[place] = self._pulled(place)
        return self._pulls[place] * (self.own[unit].attack + self.own[unit].defence)

    def _pulled(self, place: int) -> float:
        rows = self._drawing or self._draw()
        seen = [(late if field[place] > last else worth) * FADING ** field[place] for worth, late, last, field in rows]
        return max(seen, default=0.0)

    def _draw(self) -> list[tuple[float, float, int, Sequence[float]]]:
        """What each aim draws with now: in time and too late, its last turn and its field."""
        found = []
        for aim, sent, field in zip(self.aims, self.sent, self.fields, strict=True):
            left = SATED if sent >= aim.needs else 1.0
            worth, late = (left * time * aim.draw * aim.worth / (2 * aim.needs) for time in (1.0, LATE))
            found.append((worth, late, aim.deadline, field))
        self._drawing = found
        return found

    def loss(self, place: int, defence: float) -> float:
        """What a side must fear to lose in a place it holds with so much: men, and the place itself."""
        found = self._losses.get((place, defence))
        if found is None:
            found = self._losses[place, defence] = self._lost(place, defence)
        return found

    def _lost(self, place: int, defence: float) -> float:
        threat = self.threat.get(place, 0.0)
        aim = self._held.get(place)
        if defence <= 0 and aim is not None:
            return aim.worth * (0.8 if threat else 0.4 if place in self.ground.raided else 0.0)
        if not threat or defence <= 0:
            return 0.0
        found = self.ground.expects(threat * 0.6 / (defence * self.ground.cover(place)))
        lost = self.ground.price * defence * found.enemy_loss
        return lost if aim is None else lost + aim.worth * found.cleared

    def fears(self, unit: int, place: int) -> float:
        """By how much a move makes things safer (or not) where the unit is and where it goes."""
        piece = self.own[unit]
        if place == piece.place:
            return 0.0
        here, there = self.stands[piece.place], self.stands[place]
        left = self.loss(piece.place, here) - self.loss(piece.place, here - piece.defence)
        return left + self.loss(place, there) - self.loss(place, there + piece.defence)

    def gain(self, target: int, attack: float) -> tuple[float, Expected | None, float]:
        """What an attack on a place with so much would bring, what comes of it, and its odds."""
        defence = self.there[target]
        odds = attack / max(defence, 0.5)
        found = self.ground.expects(odds)
        aim = next((aim for aim in self.aims if aim.place == target), None)
        worth = found.cleared * (self.ground.breach + (aim.worth if aim else 0.0))
        men = self.ground.price * (found.enemy_loss * defence - found.own_loss * attack)
        return self.ground.prompt * max(worth + men, 0.0), found, odds

    def at_hand(self, target: int) -> float:
        """What an attack would bring by those alone who are in contact with a place."""
        return self.gain(target, self.massed[target])[0]

    def alone(self, unit: int, place: int) -> list[tuple[str, float]]:
        """What a unit brings to a place by itself."""
        self.evaluated += 1
        piece = self.own[unit]
        closer = self.pull(unit, place) - self.pull(unit, piece.place)
        found = [("nearer to what matters", closer), ("safer", self.fears(unit, place))]
        if place != piece.place and not self._has_room(unit):
            found.append(("makes room", self.ground.price * (piece.attack + piece.defence)))
        if place in self._open:
            found.append(("takes it", self._open[place].worth))
        if piece.behind and any(near in self.there for near in self.ground.near(place)):
            found.append(("guns in contact", -10 * self.ground.price * piece.defence))
        return found

    def _joins(self, unit: int, place: int) -> float:
        """What a unit adds to attacks on what is near a place, beside those already there."""
        attack = self.own[unit].attack
        best = 0.0
        for target in self.ground.near(place):
            if target in self.there:
                massed = self.massed[target]
                best = max(best, self.gain(target, massed + attack)[0] - self.gain(target, massed)[0])
        return best

    # ---- proposals ---------------------------------------------------------------------------------------------

    def places(self, unit: int) -> list[int]:
        """Where a unit might go: into contact, to places worth holding, nearer to the aims."""
        open_to = [place for place in self.reach[unit] if self._fits(place, unit)]
        if self.postures.get(unit) is Posture.HOLD:
            return []
        wanted = {place for place in open_to if place in self._held or place in self._open}
        wanted |= {p for p in open_to if any(near in self.there for near in self.ground.near(p))}
        best = sorted(open_to, key=lambda place: (-self.pull(unit, place), place))[:BEST_PLACES]
        return sorted({*wanted, *best})

    def single(self, unit: int) -> Proposal | None:
        """The best move of one unit."""
        best: Proposal | None = None
        for place in self.places(unit):
            if place in self.there:
                continue  # going in alone is for those who mass
            found = self.told("Move", unit, place)
            if best is None or found.payoff > best.payoff:
                best = found
        return best

    def told(self, name: str, unit: int, place: int) -> Proposal:
        """One unit's move to a place, whatever it is worth."""
        reasons = [*self.alone(unit, place), ("joins an attack", self._joins(unit, place))]
        return self._proposal(name, [(unit, place)], place, reasons)

    def together(self, moves: Sequence[tuple[int, int]]) -> Proposal:
        """Moves of several units as one order."""
        reasons: list[tuple[str, float]] = []
        for unit, place in moves:
            reasons = _summed(reasons, self.told("Move", unit, place).reasons)
        return self._proposal("Move", moves, moves[-1][1], reasons)

    def takes(self) -> Iterator[Proposal]:
        """The moves into places that nobody defends."""
        for place in sorted(self._open):
            for unit in sorted(self.free):
                able = place in self._within[unit] and self.postures.get(unit) is not Posture.HOLD
                if able and self._fits(place, unit):
                    yield self.told("Take", unit, place)

    def mass(self, target: int) -> Proposal | None:
        """The best attack on a place that those within reach could make together."""
        known = self._massable.get(target)
        if known is None:
            before = self.evaluated
            found = self._massed_for(target)
            self._massable[target] = found, self.evaluated - before
            return found
        self.evaluated += known[1]
        return known[0]

    def _forget(self, changed: Collection[int]) -> None:
        """An order changed who stands in some places: attacks from there and on what is near are weighed anew."""
        near = {target for place in changed for target in self.ground.near(place)}
        for target in list(self._massable):
            if target in near or not self._concerned(target).isdisjoint(changed):
                del self._massable[target]

    def _concerned(self, target: int) -> frozenset[int]:
        """The places of those who could attack a place, and those they could do it from."""
        found = self._concern.get(target)
        if found is None:
            able = self._able[target]
            places = [place for spots in able.values() for place in spots]
            found = self._concern[target] = frozenset([*places, *[self.own[unit].place for unit in able]])
        return found

    def _massed_for(self, target: int) -> Proposal | None:
        able: list[tuple[float, int, int, list[tuple[str, float]]]] = []
        for unit, places in sorted(self._able[target].items()):
            here = self.own[unit].place
            if unit in self.free:
                spots = [p for p in places if p == here or self._fits(p, unit)]
                told = {place: self.alone(unit, place) for place in sorted(spots)[:SPOTS]}
                if told:
                    place = max(told, key=lambda p: (sum(points for _, points in told[p]), p))
                    able.append((sum(points for _, points in told[place]), unit, place, told[place]))
        able.sort(key=lambda row: (-row[0] / self.own[row[1]].attack, row[1]))
        return self._gathered(target, able)

    def _gathered(
        self, target: int, able: Sequence[tuple[float, int, int, list[tuple[str, float]]]]
    ) -> Proposal | None:
        best: Proposal | None = None
        attack, moves, base = self.massed[target], [], 0.0
        reasons: list[tuple[str, float]] = []
        coming: dict[int, list[int]] = {}
        before = self.gain(target, attack)[0]
        for payoff, unit, place, told in able:
            if place != self.own[unit].place:
                if not self._fits(place, unit, coming.get(place, ())):
                    continue
                coming.setdefault(place, []).append(unit)
            attack += self.own[unit].attack
            moves.append((unit, place))
            base += payoff
            reasons = _summed(reasons, told)
            gain, expected, odds = self.gain(target, attack)
            if best is None or base + gain - before > best.payoff:
                told_all = [("the attack", gain - before), *reasons]
                best = self._proposal("Attack", moves, target, told_all)._replace(expected=expected, odds=odds)
        return best if best is not None and best.expected is not None and best.odds >= 1.0 else None

    def _proposal(
        self, name: str, moves: Sequence[tuple[int, int]], place: int, reasons: Sequence[tuple[str, float]]
    ) -> Proposal:
        going = [(unit, to) for unit, to in moves if to != self.own[unit].place]
        actions = tuple([action for unit, to in going for action in self.ground.moved(unit, to)])
        return Proposal(name, sum(p for _, p in reasons), tuple(moves), place, actions, tuple(reasons))

    # ---- the loop ----------------------------------------------------------------------------------------------

    def commit(self, order: Proposal) -> None:
        """Take an order into the paper."""
        changed = set()
        for unit, place in order.moves:
            piece = self.own[unit]
            changed |= {piece.place, place}
            self.stands[piece.place] -= piece.defence
            self.here[piece.place].remove(unit)
            self.own[unit] = piece = piece._replace(place=place)
            self.stands[place] += piece.defence
            self.here[place].append(unit)
            self._mass(place, piece.attack)
            self.free.discard(unit)
            self._open.pop(place, None)
            self._send(unit, place)
        self._forget(changed)

    def _send(self, unit: int, place: int) -> None:
        """Count a unit's strength to the aim it is nearest to, for its worth."""
        piece = self.own[unit]
        if self.aims:
            aims, fields = self.aims, self.fields
            number = max(range(len(aims)), key=lambda n: aims[n].draw * aims[n].worth * FADING ** fields[n][place])
            before, needs = self.sent[number], aims[number].needs
            self.sent[number] = after = before + (piece.attack + piece.defence) / 2
            if before < needs <= after:  # an aim that is sated from now on; what others draw stays the same
                self._pulls.clear()
                self._drawing = []
                self._massable.clear()

    def orders(self, misjudge: Misjudge | None, budget: int) -> Iterator[Proposal]:
        """What stands open and attacks that are massed for, best first, weighed again after each; then unit by unit."""
        yield from self.massing(misjudge, budget)
        # The strongest go first: what they do decides what is left for the others.
        for unit in sorted(self.free, key=lambda u: (-self.own[u].attack, u)):
            if self.evaluated >= budget:
                break
            found = self._best(filter(None, [self.single(unit)]), misjudge)
            if found is not None:
                self.commit(found)
                yield found

    @property
    def targets(self) -> list[int]:
        """The enemy places that somebody can get at this turn."""
        return sorted(self._able)

    def massing(self, misjudge: Misjudge | None, budget: int) -> Iterator[Proposal]:
        """What stands open and attacks that are massed for, best first and weighed again after each."""
        while self.evaluated < budget:
            found = self._best([*self.takes(), *filter(None, map(self.mass, sorted(self._able)))], misjudge)
            if found is None:
                break
            self.commit(found)
            yield found

    def _best(self, proposals: Iterable[Proposal], misjudge: Misjudge | None) -> Proposal | None:
        best: Proposal | None = None
        for order in proposals:
            seen = order if misjudge is None else order._replace(payoff=order.payoff + misjudge())
            if seen.payoff > LEAST and (best is None or seen.payoff > best.payoff):
                best = seen
        return best


def _summed(first: Sequence[tuple[str, float]], second: Sequence[tuple[str, float]]) -> list[tuple[str, float]]:
    total: dict[str, float] = defaultdict(float)
    for text, points in (*first, *second):
        total[text] += points
    return list(total.items())
