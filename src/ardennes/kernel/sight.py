"""What one side may know: the only thing that leaves the table.

Clients, logs, forecasts, hints, overlays, saves of running games, replays, advice and agents get a sight, never a
state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ardennes.kernel.chance import Seed
from ardennes.kernel.decisions import Action, Choices, Decision, Reason, Side, flat

if TYPE_CHECKING:
    from ardennes.kernel.state import State
    from ardennes.kernel.title import Game


class Sight:
    """A position as one side (None: a spectator) sees it.

    `state` is a state like any other, so every question of the rules can be asked of it; what the side may not know is
    not in it: hidden tokens are `HIDDEN`, and dice to come are nobody's.
    """

    __slots__ = ("side", "state")

    def __init__(self, veiled: State, side: Side | None) -> None:
        self.state = veiled
        self.side = side

    @classmethod
    def of_table(cls, game: Game, side: Side | None, table: Mapping[str, Any]) -> Sight:
        """A sight that came as data, from a server or a file."""
        return game.restore(table).sight(side)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.state.game

    @property
    def asked(self) -> bool:
        """Whether it is this side that decides now."""
        return self.side is not None and self.state.side is self.side

    def choices(self) -> Choices:
        """The legal answers, if it is this side that is asked."""
        return self.state.choices() if self.asked else {}

    def actions(self) -> list[Action]:
        """The choices as a flat list."""
        return flat(self.choices())

    def answers(self) -> list[Action]:
        """The choices that answer the question, if it is this side that is asked: what a program weighs."""
        return self.state.answers() if self.asked else []

    def decision(self) -> Decision:
        """The pending decision; without choices where another side decides."""
        decision = self.state.decision()
        assert decision is not None
        return decision if self.asked else decision._replace(choices={})

    def holding(self, answers: Iterable[Action]) -> Sight:
        """The same with something taken up, as its owner would see it; answers that would do more are passed over."""
        held = self.state
        for action in answers:
            if self.side is not None and held.side is self.side and held.only_lifts(action):
                held = held.copy()
                held.play(action)
        return self if held is self.state else Sight(held, self.side)

    def why_not(self, action: Action) -> Reason | None:
        """Why an answer is refused, or None if it is legal."""
        return self.state.why_not(action)

    def table(self) -> dict[str, Any]:
        """All that the side may know, as data."""
        return self.state.table()

    def imagine(self, seed: Seed) -> State:
        """A full position that agrees with all the side knows; the rest is made up from `seed`."""
        return self.state.imagined(seed)
