"""What agents may ask: what a position is worth, and an answer to everything."""

from ardennes import kernel
from ardennes.kernel import Action
from ardennes.parts.mind.mind import Mind
from ardennes.titles.crossroads.state import State


class CrossroadsMind(Mind[State]):
    """Play what you hold, and go on towards the enemy."""

    state = State

    def value(self, state: kernel.State, /) -> float:
        """The hamlets held."""
        return float(self.own(state).score())

    def answer(self, state: kernel.State, /) -> Action:
        """A card if there is one to play, else forward, else whatever ends the turn."""
        wanted = {"card": 0, "go": 1, "stay": 2, "decline": 2, "standing": 3}
        forward = 1 if state.side == 0 else -1
        return min(state.actions(), key=lambda a: (wanted[a.verb], -forward * (a.target or 0)))
