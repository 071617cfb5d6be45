"""Facts that happened, each with the rule it happened under. Prose and animation are made from them."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from ardennes.kernel.decisions import Side


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag=True):
    """Base of a title's events. Subclasses add fields and name their rule in `cites`.

    `reveals` marks events that show a player something he could not see before; they close the way back. Events live as
    long as their match, by the thousand, and never hold each other: nothing for the collector of cycles (`gc=False`).
    """

    cites: ClassVar[str] = ""
    reveals: ClassVar[bool] = False

    def sentence(self) -> str:
        """The event in plain English. `{unit:17}` marks what a client may link; see `words.say`."""
        raise NotImplementedError(type(self).__name__)

    def seen_by(self, side: Side | None) -> Event | None:
        """What a side (None: a spectator) is told of it: all, something else, or nothing."""
        return self

    @property
    def rule(self) -> str:
        """The ledger id of the rule at work; events with several causes override this."""
        return self.cites
