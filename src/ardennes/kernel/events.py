"""Facts that happened, each with the rule it happened under. Prose and animation are made from them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import msgspec

from ardennes.kernel.decisions import Side


def told(events: Iterable[Event], side: Side | None) -> list[Event]:
    """What a side (None: a spectator) is told of events, those in one that go on with each other."""
    found: list[Event] = []
    for event in events:
        seen = event.seen_by(side)
        if seen is None:
            continue
        both = found[-1].joined(seen) if found else None
        if both is None:
            found.append(seen)
        else:
            found[-1] = both
    return found


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

    def joined(self, later: Event) -> Event | None:
        """Both in one, where the next event goes on with this one; None where each is told by itself."""
        return None

    @property
    def rule(self) -> str:
        """The ledger id of the rule at work; events with several causes override this."""
        return self.cites
