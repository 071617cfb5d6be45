"""1.0 - 4.0 What is in the box: map, counters, tables and scenarios, read once and never changed during play.

`components` (1) opens the box of a scenario; `map` (3) has areas, zones, roads and bridges, `pieces` (4) the units.
"""

from ardennes.titles.tigers_in_the_mist.box.components import DATA, Box, open_box, scenario_menu

__all__ = ["DATA", "Box", "open_box", "scenario_menu"]
