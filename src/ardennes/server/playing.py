"""Answers of a side played on a match: one after the other, or in parts that are played whole or not at all."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from ardennes.kernel import NO_SUCH_THING, Action, Game, IllegalAction, Match, Move, Reason, Side, State, notes, saves
from ardennes.kernel.words import phrase
from ardennes.server.messages import Left

log = logging.getLogger("ardennes.server")

#: A refusal whose reason broke down.
UNTOLD = Reason("", "this is refused, and why cannot be told: that is our fault; the server's log says more")

#: Something was taken up, and nothing was done with it.
HOVERING = Reason("", phrase("what is taken up has to go somewhere: taking it up alone is no move"))

Knows = Callable[[Action], bool]


def row_of(game: Game, move: Move) -> tuple[str, str]:
    """A move as it is written down: its answers in words, and its dice."""
    return saves.move_words(game, move.answers), " ".join(map(str, move.chance))


class Hand:
    """One who plays for a side."""

    def __init__(self, match: Match, side: Side, knows: Knows) -> None:
        """`knows` says whether the title has an answer at all."""
        self.match = match
        self.side = side
        self.knows = knows

    def row(self, actions: Sequence[Action], skip: bool = False) -> Reason | None:
        """Play actions until one is refused, which is told, or another side has to decide.

        What only takes something up is one move with what follows, and none without it: a hand that hovers is nobody's
        business. With `skip` answers that are no choice are passed over.
        """
        held, led = self.match.state, list[Action]()
        for action in actions:
            if held.side is not self.side:
                return None
            if not self.knows(action):
                return NO_SUCH_THING
            if skip and not held.allows(action):
                continue
            if held.only_lifts(action):
                held = held.copy()
                held.play(action)
                led.append(action)
                continue
            if (reason := self._play(action, led, held)) is not None:
                return reason
            held, led = self.match.state, []
        return HOVERING if led else None

    def _play(self, action: Action, led: Sequence[Action], held: State) -> Reason | None:
        """One move; `held` is the position when all that leads up to it has been taken up."""
        try:
            with notes.noting():  # what happens is told to everybody, each in his own language
                self.match.play(action, led=led, held=held if led else None)
        except IllegalAction as error:
            return self._refusal(held, action, error.reason)
        return None

    def _refusal(self, state: State, action: Action, reason: Reason) -> Reason:
        """Why an answer is refused, as far as the side may know. A reason that breaks takes back nothing."""
        try:
            told = reason._replace(text=notes.read(reason.text))
            if not state.secretive:
                return told  # there is nothing that could be given away, and reasons take a while to find
            return state.sight(self.side).why_not(action) or told
        except Exception:
            log.exception("why %s of the %s player is refused cannot be told", action, self.side)
            return UNTOLD

    def parts(self, parts: Sequence[Sequence[Action]]) -> list[Left]:
        """Play each part whole or not at all, and say which were not played and why.

        Once dice have fallen in a part it stays as it is, and no other is begun; nor while another side decides.
        """
        left: list[Left] = []
        for number, part in enumerate(parts):
            if self.match.state.side is not self.side:
                return left + [Left(rest, "", "", waits=True) for rest in range(number, len(parts))]
            mark, played = self.match.mark(), len(self.match.moves)
            reason = self.row(part)
            if reason is None:
                continue
            left.append(Left(number, reason.rule, reason.text))
            if self.match.can_undo < len(self.match.moves) - played:
                return left + [Left(rest, "", "", waits=True) for rest in range(number + 1, len(parts))]
            self.match.put_back(mark)
        return left
