"""Facts that happened, each with the rule it happened under. Prose and animation are made from them."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag=True):
    """Base of a title's events. Subclasses add fields and name their rule in `cites`.

    `reveals` marks events that show a player something he could not see before; they close the way back. Events live as
    long as their match, by the thousand, and never hold each other: nothing for the collector of cycles (`gc=False`).
    """

    cites: ClassVar[str] = ""
    reveals: ClassVar[bool] = False

    @property
    def rule(self) -> str:
        """The ledger id of the rule at work; events with several causes override this."""
        return self.cites
