"""What lies on the staff's desk: papers made for a table hold as long as nothing on it changes.

Many decisions in a row are about one table (which hex to attack, with whom, whether to fight; who advances, and
where), and each asks for the same papers.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable
from operator import attrgetter

from ardennes.kernel import Side
from ardennes.kernel.recent import Recent
from ardennes.titles.bitter_woods.mind.staffwork import Staffwork
from ardennes.titles.bitter_woods.rules.points import exploiting
from ardennes.titles.bitter_woods.state import State

#: The columns that papers depend on. 25 Where dumps lie hidden no paper of the attacks knows.
_COLUMNS = attrgetter(*[name for name, column in State.columns.items() if column.on_table and name != "dumps"])
#: Papers made lately.
_PAPERS: Recent[Hashable, Staffwork] = Recent(64)


def table(g: State) -> Hashable:
    """All that lies on the table and everybody knows, however far the player turn has got."""
    found = [
        value.tobytes() if isinstance(value, array) else tuple(value) if isinstance(value, list) else value
        for value in _COLUMNS(g)
    ]
    return (g.box, exploiting(g), *found)


def papers(g: State, side: Side) -> Staffwork:
    """The papers of a side for a table, made once. They are for looking at: whoever gives orders makes his own."""
    key = (side, table(g))
    return _PAPERS.get(key) or _PAPERS.keep(key, Staffwork(g.copy(), side))  # the game goes on in place
