"""Where a unit may be that is in no hex: numbers beyond every hex."""

from __future__ import annotations

#: The map's edges in the order of the kernel's targets for `exit`.
EDGES = ("north", "east", "south", "west")

OFF_MAP = 0xFF00
GONE = 0xFFFF  # eliminated
WAITING = 0xFFFE  # a reinforcement to come (16)
EXITED = 0xFFFD  # a German unit that left for good (5.5)
AWAY = 0xFFF0  # an Allied unit off the map that may return; the edge is added (5.5)
UNUSED = 0xFFFC  # a counter of a rule not in use
#: All of them.
OFF = (GONE, WAITING, EXITED, UNUSED, *(AWAY + edge for edge in range(len(EDGES))))
