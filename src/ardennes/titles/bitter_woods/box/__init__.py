"""2.0 What is in the box: map, counters, tables and scenarios, read once and never changed during play.

`equipment` opens the box of a scenario; `counters` are the units, `tables` what is printed on the charts, `turns` the
turn record, `ground` the map as movement sees it, `scenarios` the list of them, `places` where units are that
are off the map, `fields` what the fields of steps hold.
"""

from ardennes.titles.bitter_woods.box.equipment import NEVER, Box, open_box
from ardennes.titles.bitter_woods.box.places import AWAY, EDGES, EXITED, GONE, OFF, OFF_MAP, UNUSED, WAITING

__all__ = [
    "AWAY",
    "EDGES",
    "EXITED",
    "GONE",
    "NEVER",
    "OFF",
    "OFF_MAP",
    "UNUSED",
    "WAITING",
    "Box",
    "open_box",
]
