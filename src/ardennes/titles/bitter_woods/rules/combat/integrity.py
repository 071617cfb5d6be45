"""18 Flanking attack and coordinated defence: a division that fights together moves the die by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ardennes.kernel.words import say
from ardennes.parts.odds import ModifierLine
from ardennes.titles.bitter_woods.rules.improved_positions import fortified
from ardennes.titles.bitter_woods.state import State

#: Units of one division that make it act as a division, and the rating of its good ones.
ENOUGH, GOOD = 3, 5


def modifiers(g: State, cell: int, units: Sequence[int]) -> tuple[ModifierLine, ...]:
    """18.1 - 18.3 What divisional integrity does to the die of a combat: -1, +1 or nothing."""
    flanked = _flanking(g, units)
    defended = _coordinated(g, cell)
    if flanked and defended:
        return (
            ModifierLine(
                "BW-18.3d",
                say("{flanked} and {defended} both fight as a division", flanked=flanked, defended=defended),
                0,
            ),
        )
    if defended:
        return (ModifierLine("BW-18.2", say("coordinated defence of {defended}", defended=defended), 1),)
    if not flanked:
        return ()
    if fortified(g, cell):
        return (
            ModifierLine(
                "BW-18.3c", say("flanking attack of {flanked}, cancelled by a fortification", flanked=flanked), 0
            ),
        )
    if _over_meuse(g, cell, units):
        return (
            ModifierLine("BW-18.3c", say("flanking attack of {flanked}, cancelled by the Meuse", flanked=flanked), 0),
        )
    return (ModifierLine("BW-18.1a", say("flanking attack of {flanked}", flanked=flanked), -1),)


def _flanking(g: State, units: Sequence[int]) -> str:
    """18.1 The division that attacks from the flanks, or nothing."""
    gun = g.box.units.artillery
    if not _from_flanks(g, {g.place[unit] for unit in units if not gun[unit]}):
        return ""
    for division, theirs in _by_division(g, units).items():
        german = theirs[0] < g.box.units.first_allied
        fit = theirs if german else [unit for unit in theirs if _rating(g, unit) >= GOOD]
        if _enough(g, division, fit) and _unshaken(g, division):
            return division
    return ""


def _enough(g: State, division: str, units: Sequence[int]) -> bool:
    """18, 36.4 Three units of a division; with battalions of Peiper's all that belong to it."""
    if any(g.box.thirds >> unit & 1 for unit in units):
        return all(unit in units for unit in g.box.divisions[division] if unit != g.box.whole)
    return len(units) >= ENOUGH


def _from_flanks(g: State, places: set[int]) -> bool:
    """18.1 From three hexes, or from two that are not adjacent."""
    if len(places) != 2:
        return len(places) > 2
    return not g.box.map.grid.adjacent(*places)


def _coordinated(g: State, cell: int) -> str:
    """18.2 The division that defends together, or nothing: three good units, each beside another of the division."""
    grid = g.box.map.grid
    for division in _by_division(g, g.units_at(cell)):
        there = [unit for unit in g.box.divisions[division] if g.on_map(unit)]
        good = [unit for unit in there if _rating(g, unit) >= GOOD]
        place = g.place
        linked = [u for u in good if any(v != u and grid.distance(place[u], place[v]) <= 1 for v in there)]
        if _enough(g, division, linked) and any(place[u] == cell for u in linked) and _unshaken(g, division):
            return division
    return ""


def _by_division(g: State, units: Iterable[int]) -> dict[str, list[int]]:
    """Units by their division, as far as 18 knows it: German mechanized divisions and all Allied ones."""
    found: dict[str, list[int]] = {}
    for unit in units:
        division = g.box.units.rows[unit].division
        if division in g.box.divisions and not g.box.units.artillery[unit]:
            found.setdefault(division, []).append(unit)
    return found


def _rating(g: State, unit: int) -> int:
    """The endurance rating on the side of the counter that is up."""
    return g.box.units.ratings[unit][g.reduced >> unit & 1]


def _unshaken(g: State, division: str) -> bool:
    """18.3 Whether every unit of a division on the map is in supply and none is shocked."""
    return not any((g.unsupplied | g.shocked) >> unit & 1 for unit in g.box.divisions[division] if g.on_map(unit))


def _over_meuse(g: State, cell: int, units: Sequence[int]) -> bool:
    """18.3 Whether all attackers next to the hex strike across the Meuse."""
    grid, meuse = g.box.map.grid, g.box.map.sides["meuse"]
    return all(grid.has_side(meuse, g.place[unit], cell) for unit in units)
