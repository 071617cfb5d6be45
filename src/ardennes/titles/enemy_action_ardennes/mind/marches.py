"""Orders for an activation: attacks are massed for on paper, and everybody else goes where the front is best for it."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.kernel import Action, Side
from ardennes.kernel.words import phrase
from ardennes.parts.mind.mind import Misjudge
from ardennes.parts.mind.sketch import LEAST, Proposal, Sketch
from ardennes.parts.rules.reaction import Window
from ardennes.titles.enemy_action_ardennes.mind import exits
from ardennes.titles.enemy_action_ardennes.mind.front import outlook
from ardennes.titles.enemy_action_ardennes.rules import supply
from ardennes.titles.enemy_action_ardennes.rules.movement import Movement, Moving
from ardennes.titles.enemy_action_ardennes.state import State

#: Places looked at for one unit, and how much the paper's pull and fears count beside the front.
PLACES, PAPER = 12, 0.5
#: Up to this budget only half as many places are looked at.
GLANCED = 3000
#: Enemy towns on the way that are looked at for one unit, places to go on to from each; what strength is worth.
THROUGH, ONWARD, PRICE = 2, 4, 0.05
#: Exits that are looked at beside the other places of a unit, to leave by or to guard.
GUARDED = 2
#: 10.2 What it costs to be one state of supply worse off, by the state that a unit is in, for a point of strength.
HUNGER = (0.03, 0.06, 0.1, 0.1)
#: What a position looked at on the map costs of the budget, which counts positions on paper.
DEAR = 12


def orders(g: State, sketch: Sketch, misjudge: Misjudge | None, budget: int) -> Iterator[Proposal]:
    """Attacks first, then unit by unit, the strongest first, each on the map as those before have left it."""
    step = g.stack[-1]
    if not isinstance(step, Movement):
        return
    paper = _Paper(g.copy(), sketch, step.side, misjudge, PLACES if budget > GLANCED else PLACES // 2)
    refused: set[int] = set()
    while sketch.evaluated < budget:
        attack = _likeliest([order for t in sketch.targets if t not in refused and (order := sketch.mass(t))], misjudge)
        if attack is None:
            break
        if not paper.prefers(attack):
            refused.add(attack.place)
            continue
        paper.commit(attack)
        yield attack
    for unit in sorted(sketch.free, key=lambda u: (-sketch.own[u].attack, u)):
        if sketch.evaluated >= budget:
            return
        found = paper.best(unit)
        if found is not None:
            paper.commit(found)
            yield found


def _likeliest(attacks: list[Proposal], misjudge: Misjudge | None) -> Proposal | None:
    seen = [(order.payoff + (misjudge() if misjudge else 0.0), -order.place, order) for order in attacks]
    best = max(seen, default=None, key=lambda row: row[:2])
    return best[2] if best is not None and best[0] > LEAST else None


class _Paper:
    """Orders as they are made: the paper, and the map as it would look."""

    def __init__(self, trial: State, sketch: Sketch, side: Side, misjudge: Misjudge | None, places: int) -> None:
        self.trial, self.sketch, self.side, self.misjudge, self.places = trial, sketch, side, misjudge, places
        self.sign = 1.0 if side is Side.GERMAN else -1.0
        #: The best move of each unit as long as nothing is committed, and what was looked at to find it.
        self._known: dict[int, tuple[Proposal | None, int]] = {}
        #: How the front looks as things are.
        self._now = _seen(trial)

    def commit(self, order: Proposal) -> None:
        """Take an order into the paper and carry it out on the map."""
        self._known.clear()
        self.sketch.commit(order)
        if order.actions:
            self.trial = carried_out(self.trial, order.actions)
            self._now = _seen(self.trial)

    def front(self, begun: State, actions: tuple[Action, ...]) -> float:
        """What some moves make of the front, the first of them perhaps begun."""
        self.sketch.evaluated += DEAR
        return self.sign * (_seen(carried_out(begun, actions)) - self._now)

    def prefers(self, attack: Proposal) -> bool:
        """Whether an attack is worth more than what those who would make it could do by themselves."""
        fight = sum(worth for why, worth in attack.reasons if why == "the attack")
        rest = PAPER * (attack.payoff - fight) + (self.front(self.trial, attack.actions) if attack.actions else 0.0)
        others = [self.best(unit) for unit, to in attack.moves if to != self.sketch.own[unit].place]
        return fight + rest >= sum(order.payoff for order in others if order is not None)

    def best(self, unit: int) -> Proposal | None:
        """The best move of one unit; looked at once, counted every time it is asked for."""
        if unit not in self._known or self.misjudge:
            before = self.sketch.evaluated
            found = self._best(unit)
            self._known[unit] = found, self.sketch.evaluated - before
            return found
        self.sketch.evaluated += self._known[unit][1]
        return self._known[unit][0]

    def _best(self, unit: int) -> Proposal | None:
        """The best move of one unit: how the front would look, with what the paper says of it."""
        best: Proposal | None = None
        pick = Action("unit", unit)
        if not self.trial.allows(pick):
            return None
        begun = carried_out(self.trial, (pick,))
        begun.choices()
        here, hunger = self.trial.place[unit], _hunger(self.trial, unit, self.side)
        fed = supply.traceable(self.trial, self.side) if hunger else 0
        for told in self._ways(unit, begun):
            front = self.front(begun, told.actions[1:])
            reasons = [("the front", front), *[(why, PAPER * worth) for why, worth in told.reasons]]
            if hunger and told.name == "Move":
                reasons.append(("supply", hunger * ((fed >> told.place & 1) - (fed >> here & 1))))
            payoff = sum(worth for _, worth in reasons) + (self.misjudge() if self.misjudge else 0.0)
            if payoff > LEAST and (best is None or payoff > best.payoff):
                best = told._replace(payoff=payoff, reasons=tuple(reasons))
        return best

    def _ways(self, unit: int, begun: State) -> Iterator[Proposal]:
        """What a unit that was picked up might do: go somewhere, through a town on the way, or leave the map."""
        places = _places(self.trial, self.sketch, self.side, unit, self.places)
        for place in places:
            yield self.sketch.told("Move", unit, place)
        choices = begun.choices()
        for cell in choices.get("exit", ()):
            assert cell is not None
            yield self._leaving(unit, cell)
        wanted = self.trial.box.prized & self.trial.towns_of(self.side.enemy)
        through = [town for town in choices.get("via", ()) if town is not None and wanted >> town & 1]
        for town in sorted(through, key=lambda cell: (-begun.box.worth[cell], cell))[:THROUGH]:
            yield from self._through(unit, begun, town, places)

    def _leaving(self, unit: int, cell: int) -> Proposal:
        """7.8 A unit leaves the map: what it did where it stands, nobody does."""
        here = self.sketch.own[unit]
        stays = self.sketch.pull(unit, here.place) + PRICE * here.defence
        actions = (Action("unit", unit), Action("exit", cell))
        return Proposal(
            phrase("Leave the map"), 0.0, ((unit, cell),), cell, actions, ((phrase("leaves the front"), -stays),)
        )

    def _through(self, unit: int, begun: State, town: int, places: list[int]) -> Iterator[Proposal]:
        """12.1 Through an enemy town, which is taken that way, and on to another place."""
        passed = carried_out(begun, (Action("via", town),))
        if not passed.stack or not isinstance(passed.stack[-1], Moving):
            return
        on = set(passed.choices().get("hex", ()))
        worth = self.trial.box.worth[town]
        for place in [place for place in places if place in on and place != town][:ONWARD]:
            told = self.sketch.told("Move", unit, place)
            actions = (told.actions[0], Action("via", town), *told.actions[1:])
            yield told._replace(actions=actions, reasons=(*told.reasons, ("takes it", float(worth))))


def _hunger(g: State, unit: int, side: Side) -> float:
    """10.2 What it costs a unit to be without supply when that is looked at next; nothing on the last day, and for the
    Germans in the first days (10.12)."""
    checked = g.box.numbers.dates.german_supply_from if side is Side.GERMAN else 0
    if g.day >= g.box.last_day or g.day + 1 < checked:
        return 0.0
    return HUNGER[g.supply[unit]] * g.face(unit).strength


def _seen(g: State) -> float:
    """The points to be expected of places, and those of units that have left."""
    return outlook(g) + g.exit_points


def _places(trial: State, sketch: Sketch, side: Side, unit: int, most: int) -> list[int]:
    """The places of a unit worth a look: towns, the Westwall, exits, hexes next to the enemy, and those that pull."""
    box = trial.box
    open_to = [place for place in sketch.reach[unit] if len(sketch.here[place]) < 3 and place not in sketch.there]
    prized = box.ground.towns & (trial.towns_of(side.enemy) | box.grid.around(trial.occupied[side.enemy]))
    prized |= box.ground.westwall if trial.box.last_day >= box.numbers.dates.westwall_points_from else 0
    near = box.grid.around(trial.occupied[side.enemy])

    def pull(place: int) -> tuple[float, int]:
        return -sketch.pull(unit, place), place

    first = sorted([place for place in open_to if prized >> place & 1], key=pull)[: most // 2]
    contact = sorted([place for place in open_to if near >> place & 1 and place not in first], key=pull)
    rest = sorted([place for place in open_to if not near >> place & 1 and place not in first], key=pull)
    room = most - len(first)
    edge = [place for place in _edges(trial, side, open_to) if place not in first]
    return [*first, *edge, *contact[: room // 2], *rest[: room - min(room // 2, len(contact))]]


def _edges(trial: State, side: Side, open_to: list[int]) -> list[int]:
    """The exits to leave by, or the hexes that guard most of those by which somebody could leave."""
    ways = exits.contested(trial)
    if not ways or side is Side.GERMAN:
        return [place for place in open_to if ways >> place & 1][:GUARDED]
    near = trial.box.grid.neighbours
    guards = {place: (ways & (near[place] | 1 << place)).bit_count() for place in open_to}
    return sorted([place for place in open_to if guards[place]], key=lambda place: (-guards[place], place))[:GUARDED]


def carried_out(g: State, actions: tuple[Action, ...]) -> State:
    """The position after some answers; nobody reacts to them."""
    after = g.copy()
    if g.memo is not None:  # the same position: what was worked out for it holds until the first answer
        after.memo = dict(g.memo)
    for action in actions:
        if not after.stack or not after.allows(action):
            break
        after.act(action)
        after.advance()
        while after.stack and isinstance(after.stack[-1], Window):
            after.act(Action("decline"))
            after.advance()
    return after
