"""Bots with one idea each, to find what stronger players fail to answer; for any title that says how its land lies.

Each moves by its idea and leaves everything else to the title's staff; in a title without land they are the staff.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

from ardennes import agents
from ardennes.agents import Agent, AgentOptions, Staff
from ardennes.agents.plans import Reach
from ardennes.kernel import Action, Side, State, Unknown
from ardennes.lab import ideas
from ardennes.lab.ideas import Moves, nearest, occupied
from ardennes.lab.order_taker import OrderTaker, SwappedOrders
from ardennes.parts.mind.advice import Posture
from ardennes.parts.mind.land import Land
from ardennes.parts.mind.mind import Papers, Worlds
from ardennes.parts.title import title_of

#: The odds up to which those who rush mass on a place.
ODDS = 2.0
#: Units that sit in a place.
SEATS = 2


def find(name: str, seed: int = 0) -> Agent:
    """A bot, or any other agent by name; `Unknown` lists all there are."""
    if name in BOTS:
        return BOTS[name](AgentOptions(seed=seed))
    if name.partition(":")[0] not in (*agents.AGENTS, *agents.RANKS):
        raise Unknown("agent", name, (*agents.AGENTS, *agents.RANKS, *BOTS))
    return agents.find(name, seed)


class Bot(Staff):
    """Moves by an idea, and attacks as the staff does unless it has an idea about that too."""

    def papers(self, worlds: Worlds, side: Side) -> Papers:
        """Where the idea sends units, then what the staff has for the others."""
        mind = title_of(worlds[0].game).mind
        if mind.land(worlds[0], side) is None:
            return super().papers(worlds, side)
        orders = ideas.marches(self.moves, worlds[0], side)
        return Papers(orders, 0, lambda: mind.written(worlds, side, orders))

    def moves(self, state: State, side: Side, land: Land, within: Reach) -> Moves:
        """Who goes where."""
        raise NotImplementedError

    def attack(self, state: State, strikes: Sequence[Action]) -> Action | None:
        """An attack, the end of all attacks, or None for what the staff thinks of it."""
        return None

    def _answer(self, worlds: Worlds) -> Action:
        state = worlds[0]
        mind = title_of(state.game).mind
        if isinstance(state.stack[-1], mind.attacks):
            targets = state.choices().get(mind.strike, ())
            found = self.attack(state, [Action(mind.strike, target) for target in targets])
            if found is not None:
                return found
        return super()._answer(worlds)


def no_attack(state: State) -> Action | None:
    """The end of an attack phase, where nothing has to be attacked."""
    verbs = [verb for verb in title_of(state.game).mind.ends if verb in state.choices()]
    return Action(verbs[0]) if verbs else None


class Turtle(Bot):
    """Stays where it is, digs in where that can be done, and attacks nobody."""

    def papers(self, worlds: Worlds, side: Side) -> Papers:
        """The staff's orders if every formation is told to hold; nobody marches."""
        mind = title_of(worlds[0].game).mind
        plan = dict.fromkeys(mind.formations(worlds[0], side), Posture.HOLD.value)
        found = mind.papers(worlds, side, plan, self.temper(None))
        kept = [order for order in found.orders if mind.go not in [action.verb for action in order.actions]]
        return found._replace(orders=kept)

    def attack(self, state: State, strikes: Sequence[Action]) -> Action | None:
        """None that can be helped."""
        return no_attack(state)


class Rush(Bot):
    """Goes for the nearest enemy and attacks whatever can be attacked."""

    def moves(self, state: State, side: Side, land: Land, within: Reach) -> Moves:
        """Two to one on every place within reach, the weakest first; the others close up."""
        there = occupied(land)
        able: dict[int, dict[int, int]] = defaultdict(dict)
        for unit, places in within.places.items():
            if unit in land.own and land.own[unit].attack:
                for place in places:
                    for target in land.near(place):
                        if target in there and (place not in there or place == target):
                            able[target].setdefault(unit, place)
        found: dict[int, int] = {}
        for target in sorted(able, key=lambda place: (there[place], place)):
            massed = 0.0
            for unit in sorted(able[target], key=lambda u: (-land.own[u].attack, u)):
                if unit not in found and massed < ODDS * there[target]:
                    found[unit] = able[target][unit]
                    massed += land.own[unit].attack
        return [*found.items(), *self._closing_up(land, within, found, there)]

    def _closing_up(self, land: Land, within: Reach, sent: Mapping[int, int], there: Mapping[int, float]) -> Moves:
        found: Moves = []
        for unit, places in within.places.items():
            if unit in sent or unit not in land.own or not there:
                continue
            here = land.own[unit].place
            away = land.turns(here)
            enemy = min(there, key=lambda place: (away[place], place))
            to = nearest([place for place in places if place not in there], land.turns(enemy), here)
            if to != here:
                found.append((unit, to))
        return found

    def attack(self, state: State, strikes: Sequence[Action]) -> Action | None:
        """The one at the best odds, until there are none left."""
        side = state.side
        assert side is not None
        land = title_of(state.game).mind.land(state, side)
        if land is None or not strikes:
            return None
        there = occupied(land)
        massed: Counter[int] = Counter()
        for piece in land.own.values():
            for target in land.near(piece.place):
                massed[target] += round(10 * piece.attack)
        odds = {strike: massed[strike.target or 0] / max(there[strike.target or 0], 0.5) for strike in strikes}
        return max(odds, key=lambda strike: odds[strike])

    def _answer(self, worlds: Worlds) -> Action:
        """What is begun is gone through with."""
        found = super()._answer(worlds)
        commits = title_of(worlds[0].game).mind.commits
        if found.target is None and found.verb not in commits:
            for verb in commits:
                if verb in worlds[0].choices():
                    return Action(verb)
        return found


class Runner(Bot):
    """Runs the roads for the points, past whoever stands there."""

    def moves(self, state: State, side: Side, land: Land, within: Reach) -> Moves:
        """Everybody to what is worth most so near."""
        return ideas.run(state, side, land, within)


class Sitter(Bot):
    """Fills the places that count, and stays there."""

    def moves(self, state: State, side: Side, land: Land, within: Reach) -> Moves:
        """The nearest units to every place that has too few, those of the greatest worth first."""
        there = occupied(land)
        free = {unit for unit in within.places if unit in land.own}
        found: Moves = []
        for aim in sorted(land.aims, key=lambda aim: (-aim.worth, aim.place)):
            field = land.turns(aim.place)
            seated = [unit for unit, piece in land.own.items() if piece.place == aim.place]
            free.difference_update(seated)
            coming = sorted(free, key=lambda unit: (field[land.own[unit].place], unit))
            for unit in coming[: max(SEATS - len(seated), 0)]:
                free.discard(unit)
                here = land.own[unit].place
                to = nearest([place for place in within.places[unit] if place not in there], field, here)
                if to != here:
                    found.append((unit, to))
        return found

    def attack(self, state: State, strikes: Sequence[Action]) -> Action | None:
        """None that can be helped."""
        return no_attack(state)


class Raider(Bot):
    """Goes behind the enemy and cuts him off; those who cannot do as the staff says."""

    def papers(self, worlds: Worlds, side: Side) -> Papers:
        """The raids first, then the staff's orders for everybody else."""
        mind = title_of(worlds[0].game).mind
        found = ideas.before(ideas.marches(ideas.raid, worlds[0], side), super(Bot, self).papers(worlds, side))
        return found._replace(words=lambda: mind.written(worlds, side, found.orders))


BOTS: dict[str, Callable[[AgentOptions], Agent]] = {
    "turtle": Turtle,
    "rush": Rush,
    "raider": Raider,
    "runner": Runner,
    "sitter": Sitter,
    "order-taker": OrderTaker,
    "order-taker-swapped": SwappedOrders,
}
