"""What one side may know, as an agent gets it: a view, never the state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ardennes.kernel.chance import Seed, key_of
from ardennes.kernel.decisions import Decision, Side
from ardennes.kernel.state import State
from ardennes.kernel.title import Game


class View:
    """A position as one side sees it.

    `table` is plain data; `determinize` makes a full state that agrees with it, with everything hidden (dice to come,
    and in titles that have them hands and decks) drawn anew from a seed of the caller's.
    """

    __slots__ = ("_seen", "game", "side")

    def __init__(self, game: Game, side: Side, seen: State) -> None:
        self.game = game
        self.side = side
        self._seen = seen

    @classmethod
    def of(cls, state: State, side: Side) -> View:
        """The view of a side. What it may not know is removed here, before an agent can look."""
        return cls(state.game, side, state.veiled(side))

    @classmethod
    def from_table(cls, game: Game, side: Side, table: Mapping[str, Any]) -> View:
        """A view that came as data, from a server or a file."""
        return cls(game, side, game.restore(table).veiled(side))

    @property
    def table(self) -> dict[str, Any]:
        """All that the side may know, as data."""
        return self._seen.view(self.side)

    def decision(self) -> Decision:
        """The pending decision."""
        decision = self._seen.decision()
        assert decision is not None
        return decision

    def determinize(self, seed: Seed) -> State:
        """A full state that agrees with the view; the hidden part is drawn from `seed`."""
        state = self._seen.imagined(self.side, seed)
        state.key = key_of(seed)
        state.drawn = 0
        return state
