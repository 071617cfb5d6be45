"""A bot that knows of a general only what he writes: it reads the order of a phase and carries it out to the letter.

What the order does not say is left undone, and small decisions are the staff's, as the general's are. How much of the
general's margin over the staff is kept says how much of his mind is in his words. The control reads the orders of
another game, of the same phase: if it did as well, the words would not matter.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence

from ardennes import agents
from ardennes.agents import AgentOptions, Staff
from ardennes.agents.plans import March, Reach, reach
from ardennes.kernel import Action, Game, Side, State
from ardennes.parts.mind.mind import Order, Papers, Worlds
from ardennes.parts.title import title_of

#: Whose orders are taken.
GENERAL = "general"

_ATTACK = re.compile(r"\battack (?P<place>.+?) with (?P<units>.+)$", re.IGNORECASE)
_MARCH = re.compile(r"^(?P<units>.+?) to (?P<place>[^;]+)$")
_WORK = re.compile(r"^(?P<units>.+?) (?:digs in|fortifies)\b")
_WORK_AT = re.compile(r"^[^:]+ at [^:]+: (?P<units>.+)$")
#: Lines that tell of something else than who does what.
_TOLD = ("Battle of ", "Most in danger", "No place is", "Intent:")


def read(state: State, lines: Sequence[str]) -> list[Order]:
    """The orders that lines of writing stand for, in their sequence; what cannot be understood is left out."""
    reader = _Reader(state)
    found: list[Order] = []
    for line in lines[1:]:
        if not line.startswith(_TOLD):
            for task in line.rstrip(".").split("; "):
                found += reader.task(task)
    return found


class _Reader:
    """Knows the units that may be given orders by their names; each is given one."""

    def __init__(self, state: State) -> None:
        self._state = state
        title, game = title_of(state.game), state.game
        self._within: Reach = reach(state)
        self._places = {
            place: title.name_of(game, self._within.go, place)
            for places in self._within.places.values()
            for place in places
        }
        choices = state.choices()
        works = [verb for verb in choices if verb != self._within.pick and title.verbs.by_key[verb].kind is not None]
        self._works = {
            (verb, unit): title.name_of(game, self._within.pick, unit)
            for verb in works
            if title.verbs.by_key[verb].kind is title.verbs.by_key[self._within.pick].kind
            for unit in choices[verb]
            if unit is not None
        }
        self._names = {unit: title.name_of(game, self._within.pick, unit) for unit in self._within.places}
        self._busy: set[int] = set()
        land = None if state.side is None else title.mind.land(state, state.side)
        own = {} if land is None else land.own
        self._strength = {unit: f"{piece.defence:g}" for unit, piece in own.items()}
        self._stands = {unit: title.name_of(game, self._within.go, piece.place) for unit, piece in own.items()}

    def task(self, text: str) -> list[Order]:
        """One task of an order."""
        for said in (text.partition(": ")[2], text, text.partition(", ")[2]):
            if (attack := _ATTACK.search(said)) is not None:
                return self._attack(attack["place"], attack["units"])
            if (work := _WORK.match(said)) is not None and (found := self._work(work["units"])):
                return found
            if (march := _MARCH.match(said)) is not None:
                orders = [self._march(name, march["place"]) for name in _split(march["units"])]
                if any(orders):
                    return [order for order in orders if order is not None]
        work = _WORK_AT.match(text)
        return [] if work is None else self._work(work["units"])

    def _attack(self, target: str, units: str) -> list[Order]:
        """Everybody to where he attacks from; into the place itself where no other is named."""
        actions: list[Action] = []
        for said in _split(units):
            name, _, place = said.partition(" from ")
            march = self._march(name, place or target)
            actions += march.actions if march is not None else ()
        return [March(tuple(actions))] if actions else []

    def _march(self, name: str, place: str) -> March | None:
        for unit in self._called(name, self._names):
            for to in self._within.places[unit]:
                if self._places[to] == place:
                    self._busy.add(unit)
                    return March((Action(self._within.pick, unit), Action(self._within.go, to)))
        return None

    def _called(self, name: str, names: Mapping[int, str]) -> list[int]:
        """The units that a name may mean: in the place that is said, if one is; of the strength that is said first."""
        bare, _, place = name.removesuffix(")").partition(" (")
        plain, _, strength = bare.rpartition(" ")
        found = [unit for unit, called in names.items() if called in (name, bare, plain) and unit not in self._busy]
        if place in self._stands.values():
            found = [unit for unit in found if self._stands.get(unit) == place]
        return sorted(found, key=lambda unit: self._strength.get(unit) != strength)

    def _work(self, units: str) -> list[Order]:
        found: list[Order] = []
        for name in _split(units):
            for unit in self._called(name, {unit: called for (_, unit), called in self._works.items()})[:1]:
                verb = next(verb for verb, able in self._works if able == unit)
                self._busy.add(unit)
                found.append(March((Action(verb, unit),)))
        return found


def _split(units: str) -> list[str]:
    return re.split(r", | and ", units)


class OrderTaker(Staff):
    """Follows the order in writing of a general who sees what it sees."""

    def __init__(self, options: AgentOptions) -> None:
        super().__init__(options)
        self._general = agents.find(GENERAL, options.seed)

    def papers(self, worlds: Worlds, side: Side) -> Papers:
        """What the written order says, as far as it can be read."""
        lines = self.lines(worlds, side)
        return Papers(read(worlds[0], lines), 0, lambda: lines)

    def lines(self, worlds: Worlds, side: Side) -> list[str]:
        """The general's order for the phase that begins."""
        assert isinstance(self._general, Staff)
        self._general.act(worlds)
        return self._general.written_order()


class SwappedOrders(OrderTaker):
    """The control: follows what the general wrote for the same phase of another game."""

    def __init__(self, options: AgentOptions) -> None:
        super().__init__(options)
        self._other: Iterator[tuple[Hashable, list[str]]] | None = None
        self._read: dict[Hashable, list[str]] = {}

    def lines(self, worlds: Worlds, side: Side) -> list[str]:
        """The order for the phase of the same name; empty where the other game had none."""
        game = worlds[0].game
        wanted = title_of(game).mind.phase(worlds[0])
        if self._other is None:
            self._other = self._written_elsewhere(game, side)
        while wanted not in self._read:
            phase, lines = next(self._other, (wanted, []))
            self._read[phase] = lines
        return self._read[wanted]

    def _written_elsewhere(self, game: Game, side: Side) -> Iterator[tuple[Hashable, list[str]]]:
        """Another game of the general against the staff: every phase of his with its order."""
        state = game.start(f"elsewhere {self.options.seed}")
        mind = title_of(game).mind
        players = {side: self._general, side.enemy: Staff(AgentOptions(seed=self.options.seed + 1))}
        seen: object = None
        while (mover := state.side) is not None:
            player, phase = players[mover], mind.phase(state)
            action = player.choose(state.sight(mover))
            if mover is side and isinstance(player, Staff) and player.planned is not seen:
                seen = player.planned
                yield phase, player.written_order()
            state.play(action)
