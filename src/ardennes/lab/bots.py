"""Bots with one idea each, to find what stronger players fail to answer; for any title that says how its land lies.

Each moves by its idea and leaves everything else to the title's staff; in a title without land they are the staff.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

from ardennes import agents
from ardennes.agents import Agent, AgentOptions, Staff
from ardennes.agents.plans import March, Reach, reach
from ardennes.kernel import Action, Side, State, Unknown
from ardennes.lab.order_taker import OrderTaker, SwappedOrders
from ardennes.parts.advice import Posture
from ardennes.parts.land import Land
from ardennes.parts.mind import Papers, Worlds
from ardennes.parts.title import title_of

#: Units that go somewhere, in sequence.
Moves = list[tuple[int, int]]
#: The odds up to which those who rush mass on a place.
ODDS = 2.0
#: By how much a turn away lowers what a place is worth to those who run for it.
FADING = 0.6
#: Units that sit in a place.
SEATS = 2
#: Units that raid in a phase, and the places each looks at: the widest ranging, the deepest.
RAIDERS, DEEPEST = 12, 6


def find(name: str, seed: int = 0) -> Agent:
    """A bot, or any other agent by name; `Unknown` lists all there are."""
    if name in BOTS:
        return BOTS[name](AgentOptions(seed=seed))
    if name.partition(":")[0] not in (*agents.AGENTS, *agents.RANKS):
        raise Unknown("agent", name, (*agents.AGENTS, *agents.RANKS, *BOTS))
    return agents.find(name, seed)


def occupied(land: Land) -> dict[int, float]:
    """The enemy's places, and what defends each."""
    found: dict[int, float] = defaultdict(float)
    for piece in land.enemy.values():
        found[piece.place] += piece.defence
    return found


def nearest(places: Sequence[int], field: Sequence[float], here: int) -> int:
    """The place with the least to go, or where one stands if none is better."""
    best = min(places, key=lambda place: (field[place], place), default=here)
    return best if field[best] < field[here] else here


class Bot(Staff):
    """Moves by an idea, and attacks as the staff does unless it has an idea about that too."""

    def papers(self, worlds: Worlds, side: Side) -> Papers:
        """Where the idea sends units, then what the staff has for the others."""
        state = worlds[0]
        mind = title_of(state.game).mind
        land = mind.land(state, side)
        if land is None:
            return super().papers(worlds, side)
        within = reach(state)
        moves = self.moves(state, side, land, within)
        steps = [(Action(within.pick, unit), Action(within.go, place)) for unit, place in moves]
        orders = [March(both) for both in steps]
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
        """Everybody to what is worth most so near, one after another."""
        wanted = [aim for aim in land.aims if not aim.held] or list(land.aims)
        fields = [land.turns(aim.place) for aim in wanted]
        there = occupied(land)
        sent: Counter[int] = Counter()
        found: Moves = []
        for unit, places in within.places.items():
            if unit not in land.own or not wanted:
                continue
            here = land.own[unit].place
            worth = [
                aim.worth * FADING ** field[here] / (1 + sent[number])
                for number, (aim, field) in enumerate(zip(wanted, fields, strict=True))
            ]
            best = max(range(len(wanted)), key=worth.__getitem__)
            sent[best] += 1
            to = nearest([place for place in places if place not in there], fields[best], here)
            if to != here:
                found.append((unit, to))
        return found


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
        usual = super(Bot, self).papers(worlds, side)
        if mind.land(worlds[0], side) is None:
            return usual
        raids = super().papers(worlds, side).orders
        busy = {order.actions[0] for order in raids}
        orders = [*raids, *[order for order in usual.orders if not busy.intersection(order.actions)]]
        return Papers(orders, usual.evaluated, lambda: mind.written(worlds, side, orders))

    def moves(self, state: State, side: Side, land: Land, within: Reach) -> Moves:
        """The widest ranging units go where they cut off somebody more, one after another."""
        there = occupied(land)
        if not land.own or not there:
            return []
        depth = land.turns(self._rear(land))
        units = sorted(within.places, key=lambda unit: (-len(within.places[unit]), unit))[:RAIDERS]
        found: Moves = []
        trial, cut = state.copy(), self._cut_off(state, side)
        for unit in [unit for unit in units if unit in land.own]:
            places = [place for place in within.places[unit] if place not in there]
            for place in sorted(places, key=lambda place: (-depth[place], place))[:DEEPEST]:
                after = self._moved(trial, within, unit, place)
                if after is not None and (more := self._cut_off(after, side)) > cut:
                    found.append((unit, place))
                    trial, cut = after, more
                    break
        return found

    def _rear(self, land: Land) -> int:
        """Where the side stands farthest from the enemy."""
        enemy = next(iter(land.enemy.values())).place
        away = land.turns(enemy)
        return max({piece.place for piece in land.own.values()}, key=lambda place: (away[place], place))

    def _moved(self, state: State, within: Reach, unit: int, place: int) -> State | None:
        """The position with a unit moved, as far as no die is needed; None where the rules do not have it."""
        after = state.copy()
        for action in (Action(within.pick, unit), Action(within.go, place)):
            if not after.stack or after.drawn != state.drawn or not after.allows(action):
                return None
            after.act(action)
            if after.advance() is not None:
                return None
        return after

    def _cut_off(self, state: State, side: Side) -> float:
        """The enemy's strength that could trace no supply."""
        mind = title_of(state.game).mind
        land, fed = mind.land(state, side), mind.fed(state, side.enemy)
        assert land is not None
        return sum(piece.defence for piece in land.enemy.values() if not fed >> piece.place & 1)


BOTS: dict[str, Callable[[AgentOptions], Agent]] = {
    "turtle": Turtle,
    "rush": Rush,
    "raider": Raider,
    "runner": Runner,
    "sitter": Sitter,
    "order-taker": OrderTaker,
    "order-taker-swapped": SwappedOrders,
}
