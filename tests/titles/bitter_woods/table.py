"""Positions for rule tests, set up in a line or two as a player would describe them.

    t = Table("17AM German", "a: German armor 9-5-4 at 1324; d: Allied infantry at 1424, improved")
    t.move("a", "1323")
    t.end_movement()
    t.attack("1424", "a", dice=[3])
    assert t.where("d") == "1824"

A unit is any counter of the wanted side and kind (with the wanted values, if some are given), or a counter by its id:
"28/110 at 1424". All others are out of the game, so nothing arrives unasked unless `reserves=True`. Everybody is in
supply unless marked otherwise. Play begins with the movement phase of the player turn, or with the phase that is named.
Dice are scripted; where none are given the game must not roll any.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ardennes.board.cells import cells
from ardennes.kernel import Action, Choice, Event, Reason, Side, Title
from ardennes.titles.bitter_woods import TITLE
from ardennes.titles.bitter_woods.box import AWAY, EDGES, EXITED, GONE, OFF_MAP, WAITING
from ardennes.titles.bitter_woods.box.tables import COLUMNS
from ardennes.titles.bitter_woods.positions import SETS, UNIT_VERBS, Position
from ardennes.titles.bitter_woods.rules import entering, supply, zones
from ardennes.titles.bitter_woods.rules.combat import routes, strengths
from ardennes.titles.bitter_woods.rules.combat.advance import Advance
from ardennes.titles.bitter_woods.rules.combat.retreat import Retreat, RetreatTo
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack, Odds
from ardennes.titles.bitter_woods.rules.manners import usual
from ardennes.titles.bitter_woods.rules.movement import destinations
from ardennes.titles.bitter_woods.rules.quick.steps import open_hexes
from tests.titles.agreeing import agree


class Table(Position):
    """A position and short ways to play on it."""

    def __init__(
        self,
        when: str,
        units: str = "",
        *,
        phase: str = "movement",
        scenario: str = "campaign",
        blown: Sequence[str] = (),
        forts: Sequence[str] = (),
        air: tuple[int, int] | None = None,
        reserves: bool = False,
        dice: Iterable[int] = (),
        title: Title = TITLE,
        options: Sequence[str] = (),
        **columns: Any,
    ) -> None:
        super().__init__(
            title,
            when,
            units,
            phase=phase,
            scenario=scenario,
            blown=blown,
            forts=forts,
            air=air,
            reserves=reserves,
            dice=dice,
            columns=columns,
            options=options,
        )

    def name(self, unit: int) -> str:
        """A unit by its name in this test, or by its id."""
        return next((name for name, number in self.names.items() if number == unit), self.g.name(unit))

    # ---- play ----------------------------------------------------------------------------------------------

    def do(self, verb: str, target: str | int | None = None, dice: Iterable[int] = ()) -> list[Event]:
        """Answer the pending decision; whatever else could have been answered, lists and reasons agree on it."""
        agree(self.g)
        events = self.g.apply(Action(verb, self.target(verb, target)), list(dice))
        self.events += events
        return events

    def why(self, verb: str, target: str | int | None = None) -> Reason | None:
        """Why an answer is refused, or None."""
        return self.g.why_not(Action(verb, self.target(verb, target)))

    def refused(self, verb: str, target: str | int | None = None) -> str:
        """The rule an answer is refused by; empty if it is allowed. The list of choices must say the same."""
        action = Action(verb, self.target(verb, target))
        reason = self.g.why_not(action)
        listed = action.target in self.g.choices().get(verb, ())
        assert (reason is None) == (listed or self.g.stack[-1].unlisted(self.g, action)), (action, reason)
        return "" if reason is None else reason.rule

    def offers(self, verb: str) -> set[Any]:
        """What the pending decision offers for a verb, in the words of this test."""
        return {self._word(verb, target) for target in self.g.choices().get(verb, ())}

    def _word(self, verb: str, target: int | None) -> str | None:
        if target is None:
            return None
        if verb in UNIT_VERBS:
            return self.name(target)
        return self.game.title.word(self.game, verb, target)

    def move(self, name: str, to: str) -> list[Event]:
        """Pick a unit up and move it."""
        return self.do("unit", name) + self.do("hex", to)

    def trial(self) -> Table:
        """A copy of the position to try something on."""
        other = object.__new__(Table)
        other.__dict__ = dict(self.__dict__)
        other.g, other.events = self.g.copy(), []
        return other

    def why_move(self, name: str, to: str) -> str:
        """The rule by which a unit may not be picked up and moved somewhere; empty if it may."""
        rule = self.refused("unit", name)
        if rule:
            return rule
        other = self.trial()
        other.do("unit", name)
        return other.refused("hex", to)

    def reach(self, name: str) -> set[str]:
        """Where a unit's move may end."""
        other = self.trial()
        other.do("unit", name)
        return other.offers("hex")

    def cost(self, name: str, to: str) -> str:
        """What it costs a unit to go somewhere, in movement points."""
        unit, cell = self.unit(name), self.hex(to)
        found = destinations.reachable(self.g, unit)
        assert found.board >> cell & 1, f"{to} is out of reach"
        return self.box.ground.shown_cost(self.box.units.profile[unit], found.cost(cell))

    def step_cost(self, name: str, to: str) -> str:
        """What it costs a unit to step straight into a neighbouring hex; empty if it may not."""
        unit, cell = self.unit(name), self.hex(to)
        start = self.g.place[unit]
        free = open_hexes(self.g, unit)
        first = entering.steps(self.g, unit, start, free, usual(self.g, unit))
        costs = [cost for cost, board, _ in first if board >> cell & 1]
        return self.box.ground.shown_cost(self.box.units.profile[unit], min(costs)) if costs else ""

    def end_movement(self, dice: Iterable[int] = ()) -> list[Event]:
        return self.do("done", None, dice)

    def plan(self, target: str, *names: str, air: bool = False) -> None:
        """Declare an attack and choose who takes part, without fighting yet."""
        self.do("hex", target)
        for name in names:
            self.do("unit", name)
        if air:
            self.do("air")

    def odds(
        self,
        target: str,
        *names: str,
        guns: Sequence[str] = (),
        air: bool = False,
        support: Sequence[str] = (),
        cover: bool = False,
    ) -> Odds:
        """The odds of an attack, whoever may make it."""
        units, far, near = (tuple(sorted(map(self.unit, group))) for group in (names, guns, support))
        side = self.box.units.side(units[0])
        return strengths.odds(self.g, Attack(side, self.hex(target), units, far, air, near, cover))

    def column(self, target: str, *names: str, **more: Any) -> str:
        """The column of an attack."""
        return COLUMNS[self.odds(target, *names, **more).column]

    def attack(self, target: str, *names: str, dice: Iterable[int] = (), air: bool = False) -> list[Event]:
        """Attack a hex with units and artillery; the defender adds nothing."""
        self.plan(target, *names, air=air)
        if "fight" in self.g.choices() and self._defender_asked():
            return self.do("fight") + self.do("fight", None, dice)
        return self.do("fight", None, dice)

    def fall_back(self) -> None:
        """Carry out retreats by the first choice offered."""
        while self.g.stack and self.step in ("Retreat", "RetreatTo"):
            verb, targets = next(iter(self.g.choices().items()))
            self.do(verb, targets[0])

    def must_retreat(self, hexes: int, *names: str) -> None:
        """Units have to retreat, as after a combat."""
        units = tuple(self.unit(name) for name in names)
        self.g.push(Retreat(self.box.units.side(units[0]), units, hexes))
        self.g.events = self.events
        self.g.settle([])
        self.g.events = None

    def retreating(self, hexes: int, name: str) -> None:
        """A unit retreats, and its owner is asked where even if there is only one way."""
        unit = self.unit(name)
        self.g.push(RetreatTo(self.box.units.side(unit), unit, hexes))

    def may_advance(self, first: str, hexes: int, *names: str, bonus: bool = True) -> None:
        """Units may advance into a vacated hex and beyond, as after a combat."""
        units = tuple(self.unit(name) for name in names)
        self.g.push(Advance(self.box.units.side(units[0]), units, (self.hex(first),), hexes, bonus))

    def _defender_asked(self) -> bool:
        """Whether the defender has something to commit."""
        other = self.g.copy()
        other.act(Action("fight"))
        return len(other.choices()) > 1

    def end_turn(self, dice: Iterable[int] = ()) -> None:
        """Pass everything that is left of the player turn."""
        left = list(dice)
        mover = self.g.mover
        while self.g.stack and self.g.mover is mover:
            self.do("done", None, left if self._rolls_next() else ())

    def _rolls_next(self) -> bool:
        other = self.g.copy()
        other.act(Action("done"))
        return other.advance() is not None

    # ---- questions -----------------------------------------------------------------------------------------

    @property
    def step(self) -> str:
        """The name of the pending step."""
        top = self.g.stack[-1]
        assert isinstance(top, Choice)
        return type(top).__name__

    @property
    def side(self) -> Side:
        side = self.g.side
        assert side is not None
        return side

    def where(self, name: str) -> str:
        place = self.g.place[self.unit(name)]
        special = {GONE: "gone", WAITING: "waiting", EXITED: "exited"}
        if place >= OFF_MAP:
            return special.get(place) or EDGES[place - AWAY]
        return self.grid.number(place)

    def has(self, name: str, mark: str) -> bool:
        return bool(getattr(self.g, SETS.get(mark, mark)) >> self.unit(name) & 1)

    def marked(self, column: str, place: str) -> bool:
        """Whether a set of hexes such as `improved` or `forts` holds a hex."""
        return bool(getattr(self.g, column) >> self.hex(place) & 1)

    def zone(self, side: Side) -> set[str]:
        """The hexes in a side's zone of control."""
        return set(self.grid.numbers(zones.zone(self.g, side)))

    def supplied(self, name: str) -> bool:
        """Whether a unit is in supply on the position as it stands."""
        trial = self.g.copy()
        supply.determine(trial)
        return trial.in_supply(self.unit(name))

    def advances(self, name: str) -> set[str]:
        """Where a unit may advance to in the advance under way."""
        other = self.trial()
        if other.refused("unit", name):
            return set()
        other.do("unit", name)
        return other.offers("hex")

    def why_advance(self, name: str, to: str) -> str:
        """The rule by which a unit may not advance somewhere; empty if it may."""
        rule = self.refused("unit", name)
        if rule:
            return rule
        other = self.trial()
        other.do("unit", name)
        return other.refused("hex", to)

    def retreats(self, name: str, hexes: int) -> set[str]:
        """Where a retreat of a unit may end."""
        found = routes.find_routes(self.g.copy(), self.unit(name), hexes)
        assert routes.lost(self.g.copy(), self.unit(name), hexes) is found.none
        return {self.grid.number(cell) for cell in found.paths} | {EDGES[edge] for edge in found.off}

    def blown(self) -> set[str]:
        """The bridges that are down."""
        return {self.game.title.word(self.game, "bridge", n) for n in cells(self.g.blown)}

    def told(self, kind: type[Event]) -> list[Any]:
        """The events of one kind so far."""
        return [event for event in self.events if isinstance(event, kind)]
