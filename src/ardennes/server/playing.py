"""Answers of a side played on a match: one after the other, or in parts that are played whole or not at all."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from ardennes.kernel import NO_SUCH_THING, Action, IllegalAction, Match, Reason, Side, State, notes, saves
from ardennes.server.chronicle import Chronicle
from ardennes.server.messages import Left

log = logging.getLogger("ardennes.server")

#: A refusal whose reason broke down.
UNTOLD = Reason("", "this is refused, and why cannot be told: that is our fault; the server's log says more")

#: What was played, as it is written down: the action in words, and its dice.
Rows = list[tuple[str, str]]
Knows = Callable[[Action], bool]


class Hand:
    """One who plays for a side, and what he has played so far."""

    def __init__(self, match: Match, chronicle: Chronicle, side: Side, knows: Knows, rows: Rows) -> None:
        """`knows` says whether the title has an answer at all; `rows` holds what is taken back first."""
        self.match = match
        self.chronicle = chronicle
        self.side = side
        self.knows = knows
        self.rows = rows

    def row(self, actions: Sequence[Action], skip: bool = False) -> Reason | None:
        """Play actions until one is refused, which is told, or another side has to decide.

        What only takes something up is one move with what follows. With `skip` answers that are no choice are passed
        over.
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
        return self._play(led.pop(), led, held) if led else None

    def _play(self, action: Action, led: Sequence[Action], held: State) -> Reason | None:
        """One move; `held` is the position when all that leads up to it has been taken up."""
        try:
            with notes.noting():  # what happens is told to everybody, each in his own language
                move = self.match.play(action, led=led)
        except IllegalAction as error:
            return self._refusal(held, action, error.reason)
        self.chronicle.write(move)
        self.rows.append((saves.move_words(self.match.game, move.answers), " ".join(map(str, move.chance))))
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
            mark, written, played = self.match.mark(), self.chronicle.moves, len(self.rows)
            reason = self.row(part)
            if reason is None:
                continue
            left.append(Left(number, reason.rule, reason.text))
            if self.match.can_undo < len(self.rows) - played:
                return left + [Left(rest, "", "", waits=True) for rest in range(number + 1, len(parts))]
            self.match.put_back(mark)
            self.chronicle.cut(self.chronicle.moves - written)
            del self.rows[played:]
        return left
