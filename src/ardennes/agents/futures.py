"""Futures: a plan is carried out in the engine with dice of the searcher's own, staffs acting for both sides."""

from __future__ import annotations

from collections.abc import Hashable

from ardennes.agents.contract import AgentOptions
from ardennes.agents.staff import Staff
from ardennes.kernel import Side, State
from ardennes.parts.mind.mind import Mind, Papers, Worlds
from ardennes.parts.title import title_of


def to_next_phase(played: State, staffs: tuple[Staff, Staff], begun: Hashable) -> State:
    """Let staffs play on to the position in which the phase after one is planned, or to one valued the same."""
    mind = title_of(played.game).mind
    while (mover := played.side) is not None and not _begins(mind, played, begun):
        played.play(staffs[mover].act((played,)))
    return played


def _begins(mind: Mind[State], state: State, before: Hashable) -> bool:
    """Whether a phase after one is about to be planned."""
    return (mind.is_planned(state) or mind.is_prelude(state)) and mind.phase(state) != before


def before_dice(state: State, staffs: tuple[Staff, Staff], side: Side) -> tuple[State, Staff]:
    """Let staffs play as far as no dice are rolled: what all futures have in common is played once."""
    mind = title_of(state.game).mind
    begun = mind.phase(state)
    start, left = state.copy(), Staff(staffs[side].options)
    left.go_on_with(staffs[side])
    while (mover := state.side) is not None and not _begins(mind, state, begun):
        state.play(staffs[mover].act((state,)))
        if state.drawn:
            break
        start = state.copy()
        left.go_on_with(staffs[side])
    return start, left


class Remembering(Staff):
    """A staff in a future: what it would order in a position it has seen before it need not think out again."""

    def __init__(self, options: AgentOptions, memory: dict[Hashable, Papers]) -> None:
        super().__init__(options)
        self._memory = memory

    def papers(self, worlds: Worlds, side: Side) -> Papers:
        """The doctrine's orders, from memory if the position is known."""
        if len(worlds) > 1 or type(worlds[0]).secrets:
            return super().papers(worlds, side)
        key = side, worlds[0].fingerprint()
        if key not in self._memory:
            self._memory[key] = super().papers(worlds, side)
        return self._memory[key]
