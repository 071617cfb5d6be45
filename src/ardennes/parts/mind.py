"""What agents may ask of a title: the only part of it they know.

A title declares its mind; the agents (`ardennes.agents`) and the laboratory use these questions and no others. States
here are always imagined from a sight, so an answer cannot depend on what a side may not know.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from ardennes.kernel import Action, Event, Side, State, Title
from ardennes.parts.advice import Comparison, Course

#: An error of judgement, drawn anew for every order weighed.
Misjudge = Callable[[], float]


class Order(Protocol):
    """Something a staff orders for a phase: what to do, and what it is worth."""

    @property
    def actions(self) -> tuple[Action, ...]: ...
    @property
    def payoff(self) -> float: ...


class Decoded(NamedTuple):
    """What a plan comes to: its orders, and the positions evaluated to find them."""

    orders: Sequence[Any]
    evaluated: int


class Posed(Protocol):
    """A position of the tactical suite: the state, and whether an answer is good."""

    g: Any


class Mind(Protocol):
    """The title's knowledge for agents: values, orders, judgements, words."""

    #: Sides of the die that everything is rolled with.
    die: int

    # ---- what a position is worth, in the measure of the scenario's score, for the German

    def value(self, state: State, /) -> float:
        """The German score to be expected."""
        ...

    def win_chance(self, state: State, /) -> float | None:
        """The chance of a German victory; None where nothing better than the base rate is known."""
        ...

    def chance_names(self) -> tuple[str, ...]:
        """The features that the win chance is fitted on."""
        ...

    def chance_features(self, state: State, /) -> list[float]:
        """These features of a position as numbers."""
        ...

    def outcome(self, state: State, /) -> float:
        """A finished game in the measure of values."""
        ...

    def node_value(self) -> Callable[[Any], float]:
        """Values along one game, at dice as well as at decisions."""
        ...

    def needed(self, state: State, /) -> int | None:
        """The number that decides the pending die."""
        ...

    def names(self) -> tuple[str, ...]:
        """The features of a position."""
        ...

    def vector(self, state: State, /) -> list[float]:
        """The features of a position as numbers."""
        ...

    def days_left(self, state: State, /) -> int:
        """The time left, in the units that weights are fitted for."""
        ...

    # ---- orders and judgements

    def is_planned(self, state: State, /) -> bool:
        """Whether orders are made for the pending decision."""
        ...

    def phase(self, state: State, /) -> Hashable:
        """What orders are made for: they are made anew when this changes."""
        ...

    def orders(
        self, state: State, side: Side, misjudge: Misjudge | None = None, style: str = "", /
    ) -> tuple[Sequence[Any], int]:
        """Orders for a phase, and the positions evaluated to find them."""
        ...

    def answer(self, state: State, /) -> Action:
        """An answer to a decision that no order was made for."""
        ...

    def naive(self, state: State, rng: random.Random, /) -> Action:
        """A rule of thumb for a player without a plan."""
        ...

    # ---- plans

    def formations(self, state: State, side: Side, /) -> Mapping[str, tuple[int, ...]]:
        """The forces a plan gives orders to."""
        ...

    def postures(self) -> tuple[str, ...]:
        """The postures a plan may give a formation; the first leaves it to the doctrine."""
        ...

    def decode(
        self, state: State, side: Side, plan: Mapping[str, str], misjudge: Misjudge | None, style: str, /
    ) -> Any:
        """A plan (a posture for each formation) as orders."""
        ...

    def rehearses(self, state: State, /) -> bool:
        """Whether plans for a position are rehearsed."""
        ...

    def far_enough(self, begun: State, now: State, /) -> bool:
        """Whether a rehearsal may stop here."""
        ...

    def outlook(self, state: State, /) -> float:
        """What the German has at the end of a rehearsal."""
        ...

    # ---- words

    def is_headline(self, event: Event, /) -> bool:
        """Whether an event says what an action with dice was about."""
        ...

    def courses(self, state: State, /) -> list[Course]:
        """Up to three courses of action for the pending decision."""
        ...

    def why_not_mine(self, state: State, actions: Sequence[Action], /) -> Comparison | None:
        """A player's own idea beside the staff's."""
        ...

    def operation_order(
        self, state: State, side: Side, orders: Sequence[Any], postures: dict[str, str], /
    ) -> list[str]:
        """The order of a phase in writing."""
        ...

    def pose(self, title: Title, described: Mapping[str, Any], /) -> Any:
        """A position of the tactical suite."""
        ...
