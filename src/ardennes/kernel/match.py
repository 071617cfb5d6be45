"""A game being played: the position, how it came about, and the way back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from ardennes.kernel.chance import Seed, commitment
from ardennes.kernel.decisions import Action, IllegalAction, Reason, Side
from ardennes.kernel.events import Event
from ardennes.kernel.state import State
from ardennes.kernel.title import Game
from ardennes.kernel.words import say


class Move(msgspec.Struct, frozen=True, gc=False):
    """One action as it was played: who, what, what chance answered, and what happened.

    What was only taken up for it (`Choice.lifts`) is part of it: who picks a counter up and puts it down has made one
    move.
    """

    side: Side
    action: Action
    chance: tuple[int, ...]
    events: tuple[Event, ...]
    #: The answers that led up to it.
    led: tuple[Action, ...] = ()

    @property
    def answers(self) -> tuple[Action, ...]:
        """Every answer of the move, in order."""
        return (*self.led, self.action)


class NoWayBack(ValueError):
    """There is nothing to undo since the last die, reveal or change of player."""


class Mark(NamedTuple):
    """Where a match stood: the position, how many moves could not be taken back, and those that could."""

    state: State
    firm: int
    moves: list[Move]
    back: list[State]


class Match:
    """State plus history. `play` either succeeds whole or leaves everything as it was."""

    def __init__(self, game: Game, seed: Seed = 0, opening: Iterable[int] | None = None) -> None:
        """Start a game. `opening` scripts what chance does before the first decision."""
        self.game = game
        self.seed = seed
        self.state: State = game.unstarted(seed)
        self.moves: list[Move] = []
        rolled: list[int] = []
        events: list[Event] = []
        self.state.events = events
        self.state.settle(opening, rolled)
        self.state.events = None
        self.opening = Move(Side.CHANCE, Action("start"), tuple(rolled), tuple(events))
        #: What computers drew from, if that was a secret of its own; told with the seed when the game is over.
        self.computers = ""
        #: Where the moves begin, if that is not the set-up: a game of older rules goes on from its table.
        self.base: State | None = None
        self._back: list[State] = []

    def copy(self) -> Match:
        """An independent match at the same place. Positions are shared: they are replaced and never changed."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__, moves=self.moves[:], _back=self._back[:])
        return new

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """For pickle: of the positions one can go back to only the oldest; the moves lead from it to the others."""
        oldest = self._back[0] if self._back else self.state
        return {**self.__dict__, "state": oldest, "_back": len(self._back)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept, _back=[])
        for move in self.moves[len(self.moves) - kept["_back"] :]:
            self._back.append(self.state)
            self.state = self.state.copy()
            for action in move.led:
                self.state.play(action)
            self.state.play(move.action, move.chance)

    @property
    def commitment(self) -> str:
        """The hash of the seed, safe to show before the game."""
        return commitment(self.seed)

    def play(
        self,
        action: Action,
        dice: Iterable[int] | None = None,
        led: Iterable[Action] = (),
        held: State | None = None,
    ) -> Move:
        """Play one action for the side whose decision is pending, and what is taken up for it before (`led`).

        `held` is this position with that taken up, from one who has worked it out already.
        """
        before = self.state
        side = before.side
        if side is None:
            raise IllegalAction(Action(*action), Reason("over", "the game is over"))
        begun = held or before
        after = begun.copy()
        if begun.memo is not None:
            after.memo = begun.memo.copy()  # still the same position: what was worked out to list the choices holds
        rolled: list[int] = []
        events: list[Event] = []
        before_it = tuple([Action(*one) for one in led])
        for one in before_it if held is None else ():
            if not after.only_lifts(one):
                text = say("{action} takes nothing up here", action=str(one))
                raise IllegalAction(one, after.why_not(one) or Reason("", text))
            events += after.apply(one)
        events += after.apply(action, dice, rolled)
        move = Move(side, Action(*action), tuple(rolled), tuple(events), before_it)
        self.state = after
        self.moves.append(move)
        if rolled or after.side is not side or any([event.reveals for event in events]):
            self._back.clear()
        else:
            self._back.append(before)
        return move

    @property
    def can_undo(self) -> int:
        """How many actions can be taken back now."""
        return len(self._back)

    @property
    def earlier(self) -> Sequence[State]:
        """The positions that can be gone back to, the oldest first."""
        return tuple(self._back)

    def undo(self) -> Move:
        """Take back the last action. Free until chance, a reveal or the other player comes in between."""
        if not self._back:
            raise NoWayBack(say("nothing can be taken back: dice were rolled or the other side came in since"))
        self.state = self._back.pop()
        return self.moves.pop()

    def begin_at(self, state: State) -> None:
        """Let the moves begin at a position instead of the set-up."""
        self.state = self.base = state
        self.moves = []
        self._back = []

    def resume(self, moves: list[Move], state: State) -> None:
        """Go on where these moves led, without playing them again. None of them can be taken back."""
        self.moves = moves
        self.state = state
        self._back = []

    def mark(self) -> Mark:
        """Where the match stands, for `put_back`. Positions are replaced and never changed, so this costs nothing."""
        firm = len(self.moves) - len(self._back)
        return Mark(self.state, firm, self.moves[firm:], self._back[:])

    def put_back(self, mark: Mark) -> None:
        """Stand as at a mark: as if nothing had been tried since, and nothing taken back."""
        self.state, firm, moves, back = mark
        self.moves[firm:] = moves
        self._back = back[:]

    def undo_all(self) -> int:
        """Take back everything that can be; returns how many actions that was."""
        count = len(self._back)
        for _ in range(count):
            self.undo()
        return count
