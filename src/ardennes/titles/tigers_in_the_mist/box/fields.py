"""What the fields of steps hold: units, places, bridges, shots and dice, and what players call them."""

from __future__ import annotations

from typing import Annotated

from ardennes.kernel.fields import Field
from ardennes.kernel.shapes import Listed, Number, Row
from ardennes.titles.tigers_in_the_mist.box.components import Box


def _unit(box: Box) -> Number:
    return Number(0, len(box.units) - 1)


def _units(least: int) -> Field:
    return Field(lambda box: Listed(_unit(box), least, len(box.units), distinct=True))


def _place(box: Box) -> Number:
    return Number(1, box.map.places - 1)


def _aims(least: int) -> Field:
    return Field(lambda box: Listed(Row((_unit(box), _unit(box))), least, len(box.units)))


Unit = Annotated[int, Field(_unit, lambda g, unit: g.name(unit))]
#: A stack, or whoever else is never nobody.
Units = Annotated[tuple[int, ...], _units(1)]
UnitsIfAny = Annotated[tuple[int, ...], _units(0)]
#: A unit, or -1 where none is picked yet.
Picked = Annotated[int, Field(lambda box: Number(-1, len(box.units) - 1))]
#: An area or a perimeter zone.
Area = Annotated[int, Field(_place, lambda g, place: g.box.map.names[place])]
Path = Annotated[tuple[int, ...], Field(lambda box: Listed(_place(box), 1, box.map.places))]
Bridge = Annotated[int, Field(lambda box: Number(0, len(box.map.crossings) - 1), lambda g, n: g.box.map.bridge_name(n))]

Day = Annotated[int, Field(lambda box: Number(16, box.last_day))]
#: How far a turn has come.
Done = Annotated[int, Number(0, 60)]
Impulse = Annotated[int, Number(1, 3)]

# ---- 9.0 what is called for, aimed and rolled in a battle ----------------------------------------------------

#: No battle comes near so many.
MOST_SHOTS = 100
Shots = Annotated[int, Number(0, MOST_SHOTS)]
Calls = Annotated[int, Number(1, MOST_SHOTS)]
Dice = Annotated[tuple[int, ...], Listed(Number(1, 10), 0, MOST_SHOTS)]
#: The units that artillery shots are aimed at, a shot after the other.
Shelled = Annotated[tuple[int, ...], Field(lambda box: Listed(_unit(box), 1, MOST_SHOTS))]
ShelledIfAny = Annotated[tuple[int, ...], Field(lambda box: Listed(_unit(box), 0, MOST_SHOTS))]
#: Who fires at whom.
Aims = Annotated[tuple[tuple[int, int], ...], _aims(1)]
AimsIfAny = Annotated[tuple[tuple[int, int], ...], _aims(0)]
