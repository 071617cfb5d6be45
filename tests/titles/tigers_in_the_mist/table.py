"""Positions for rule tests, set up as `Position` describes and played with short words.

    t = Table("17-1 German", "a: German armor 3 in Dasburg; d: Allied infantry 2 in Marnach, entrenched")
    t.move("a", "Marnach")
    t.end_movement()
    t.fight("Marnach", rolls(calls=[9], attacker_calls=[9], fire=[5, 10], attacker_fire=[1, 1, 8]))
    assert t.strength("d") == 0

Dice are scripted: a list says what comes up, a single number shows on every die, and where nothing is given the game
must not roll.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ardennes.board.cells import cells
from ardennes.kernel import Action, Choice, Event, Reason, ScriptedChance, Side
from ardennes.titles.tigers_in_the_mist import TITLE
from ardennes.titles.tigers_in_the_mist import state as s
from ardennes.titles.tigers_in_the_mist.events import Fired, ShellFell
from ardennes.titles.tigers_in_the_mist.positions import EFFECTS, FLAGS, Position
from ardennes.titles.tigers_in_the_mist.rules import supply
from ardennes.titles.tigers_in_the_mist.rules.combat import phase
from tests.titles.agreeing import agree

Dice = Iterable[int] | int


def rolls(
    *,
    calls: Sequence[int] = (),
    attacker_calls: Sequence[int] = (),
    guns: Sequence[int] = (),
    fire: Sequence[int] = (),
    attacker_guns: Sequence[int] = (),
    attacker_fire: Sequence[int] = (),
) -> list[int]:
    """The dice of a battle in the order of 9.3: what is not marked as the attacker's is the defender's."""
    return [*calls, *attacker_calls, *guns, *fire, *attacker_guns, *attacker_fire]


class Table(Position):
    """A position and short ways to play on it."""

    def __init__(
        self,
        when: str,
        units: str = "",
        *,
        scenario: str = "campaign",
        blown: Sequence[str] = (),
        german_control: Sequence[str] = (),
        reserves: bool = False,
        set_up: bool = False,
        options: dict[str, object] | None = None,
    ) -> None:
        super().__init__(
            TITLE,
            when,
            units,
            scenario=scenario,
            blown=blown,
            german_control=german_control,
            reserves=reserves,
            set_up=set_up,
            options=options,
        )
        self.events: list[Event] = []

    # ---- play ----------------------------------------------------------------------------------------------

    def do(self, verb: str, target: str | int | None = None, dice: Dice = ()) -> list[Event]:
        """Answer the pending decision."""
        action = Action(verb, self.target(verb, target))
        assert self.why(verb, target) is None, self.why(verb, target)
        agree(self.g)
        events = self.g.apply(action, self._all(dice, action) if isinstance(dice, int) else list(dice))
        self.events += events
        return events

    def _all(self, face: int, action: Action) -> list[int]:
        """As many dice as an action needs, all showing the same face."""
        dice: list[int] = []
        while True:
            try:
                self.g.copy().apply(action, dice)
            except ScriptedChance:
                dice.append(face)
            else:
                return dice

    def why(self, verb: str, target: str | int | None = None) -> Reason | None:
        """Why an answer is refused, or None. The list of choices and the quick answer must say the same."""
        action = Action(verb, self.target(verb, target))
        reason = self.g.why_not(action)
        listed = action.target in self.g.copy().choices().get(verb, ())
        assert (reason is None) == listed, f"choices and reasons disagree about {action}: {reason}"
        top = self.g.stack[-1] if self.g.stack else None
        if isinstance(top, Choice):
            assert top.allows(self.g.copy(), action) == listed, f"the quick answer about {action} is wrong"
        return reason

    def offers(self, verb: str) -> set[str]:
        """What the pending decision offers for a verb, by the names of this test where there are any."""
        for target in self.g.choices().get(verb, ()):
            assert self.g.why_not(Action(verb, target)) is None, f"{verb} {target} is offered and refused"
        return {self._name(verb, target) for target in self.g.choices().get(verb, ())}

    def _name(self, verb: str, target: int | None) -> str:
        if target is None:
            return ""
        if verb in ("unit", "entrench", "firer"):
            return self.unit_name(target)
        if verb == "special":
            return next(name for name, effect in EFFECTS.items() if effect == target)
        return self.g.box.map.bridge_name(target) if verb == "bridge" else self.g.box.map.names[target]

    def pick(self, *names: str) -> None:
        """Pick up a stack."""
        for name in names:
            self.do("unit", name)

    def move(self, names: str | Sequence[str], to: str, dice: Dice = ()) -> list[Event]:
        """Pick up units and move them."""
        self.pick(*([names] if isinstance(names, str) else names))
        return self.do("area", to, dice)

    def why_move(self, names: str | Sequence[str], to: str) -> Reason | None:
        """Why units may not be picked up and moved somewhere; the position is as before afterwards."""
        kept = self.g
        self.g = kept.copy()
        try:
            for name in [names] if isinstance(names, str) else names:
                if (reason := self.why("unit", name)) is not None:
                    return reason
                self.g.apply(Action("unit", self.unit(name)), [])
            return self.why("area", to)
        finally:
            self.g = kept

    def destinations(self, *names: str) -> set[str]:
        """Where a stack may go, by name; the position is as before afterwards."""
        kept = self.g
        self.g = kept.copy()
        try:
            for name in names:
                self.g.apply(Action("unit", self.unit(name)), [])
            return self.offers("area")
        finally:
            self.g = kept

    def take_off(self, name: str) -> None:
        """Take a unit off the map by hand: what was found out about who may move holds no longer."""
        self.g.eliminate(self.unit(name), "TM-9.21c")
        self.g.ready = None

    def end_movement(self, dice: Dice = ()) -> list[Event]:
        """End the movement part of the impulse."""
        assert self.step == "Movement"
        return self.do("done", None, dice)

    def fight(self, area: str, dice: Dice = (), also: Sequence[str] = ()) -> list[Event]:
        """Fight the battle of an area with everybody who must, and `also` units already there.

        Goes on through forced choices; stops where somebody must choose a target.
        """
        if not phase.residents(self.g, self.place(area), self.side):
            return self.do("area", area, dice)
        events = self.do("area", area)
        for name in also:
            events += self.do("unit", name)
        return events + self.do("fight", None, dice)

    def end_impulse(self) -> None:
        """Pass everything that is left of the player impulse; no dice may be needed."""
        side, at = self.side, self.clock
        while self.g.stack and (self.side, self.clock) == (side, at):
            self.do("done")

    def wait_until(self, when: str) -> None:
        """Pass until the movement of a player impulse such as "18-1 German"; no dice may be needed.

        Reinforcements with a choice of zones go to the first.
        """
        while (self.clock, str(self.side), self.step) != (*when.split(), "Movement"):
            self._pass()

    def wait_for_the_end(self) -> None:
        """Pass until the game is over."""
        while self.g.stack:
            self._pass()

    def _pass(self) -> None:
        if self.step == "ChooseZone":
            self.do("area", self.g.choices()["area"][0])
        else:
            self.do("done")

    # ---- questions -----------------------------------------------------------------------------------------

    @property
    def side(self) -> Side:
        """Who decides."""
        side = self.g.side
        assert side is not None, "the game is over"
        return side

    @property
    def clock(self) -> str:
        """The turn marker, such as "17-2"."""
        return self.game.title.clock(self.g.sight(self.g.side))

    @property
    def step(self) -> str:
        """The name of the pending step."""
        top = self.g.stack[-1]
        assert isinstance(top, Choice)
        return type(top).__name__

    def strength(self, name: str) -> int:
        """A unit's strength points."""
        return self.g.strength[self.unit(name)]

    def where(self, name: str) -> str:
        """The place of a unit, "gone" if it is out of the game, "nowhere" if it has not arrived."""
        place = self.g.place[self.unit(name)]
        return "gone" if place == s.GONE else self.g.box.map.names[place]

    def has(self, name: str, flag: str) -> bool:
        """Whether a unit bears a marker."""
        return bool(self.g.status[self.unit(name)] & FLAGS[flag])

    def spent(self, name: str) -> int:
        """MP a unit has spent today."""
        return self.g.spent[self.unit(name)]

    def mp_left(self, name: str) -> int:
        """MP a unit has left today."""
        return self.g.allowance(self.unit(name)) - self.spent(name)

    def supplied(self, name: str) -> bool:
        """Whether a unit is in supply on the position as it stands, whatever was determined for the impulse."""
        now = self.g.copy()
        supply.determine(now)
        return supply.in_supply(now, self.unit(name))

    def blown(self) -> set[str]:
        """The bridges that are down, by name."""
        return {self.g.box.map.bridge_name(bridge) for bridge in cells(self.g.blown)}

    def controlled_by_germans(self, area: str) -> bool:
        """Whether the Germans control an area."""
        return bool(self.g.control >> self.place(area) & 1)

    def hit_number(self, name: str) -> int:
        """The highest roll with which a unit hit when it last fired."""
        return [event.needed for event in self.events if isinstance(event, Fired) and event.unit == self.unit(name)][-1]

    def gun_number(self, side: str) -> int:
        """The highest roll with which a side's artillery hit when it last fired."""
        shells = [event for event in self.events if isinstance(event, ShellFell) and str(event.side) == side]
        return shells[-1].needed

    def told(self, kind: type[Event]) -> list[Event]:
        """The events of one kind so far."""
        return [event for event in self.events if isinstance(event, kind)]
