"""2.0 What is in the box: map, counters, tables and scenarios, read once and never changed during play.

`equipment` opens the box of a scenario; `counters` are the units, `tables` what is printed on the charts, `turns` the
turn record, `ground` the map as movement sees it, `scenarios` the list of them.
"""

from ardennes.titles.bitter_woods.box.equipment import EDGES, NEVER, Box, open_box

__all__ = ["EDGES", "NEVER", "Box", "open_box"]
