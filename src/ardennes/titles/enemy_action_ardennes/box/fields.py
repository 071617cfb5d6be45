"""What the fields of steps hold: units, hexes, rivers, cards and chits, and what players call them."""

from __future__ import annotations

from typing import Annotated

from ardennes.kernel.fields import Field
from ardennes.kernel.shapes import Cell, Listed, Number, Row, Word
from ardennes.titles.enemy_action_ardennes.box.cards import Tactic
from ardennes.titles.enemy_action_ardennes.box.counters import CORPS

_UNITS = Field(lambda box: Listed(Number(0, len(box.units) - 1), 0, len(box.units)))
_HITS = Number(-99, 99)

# -- units
Unit = Annotated[int, Field(lambda box: Number(0, len(box.units) - 1), lambda g, unit: g.name(unit))]
#: A unit, or nobody yet.
Somebody = Annotated[int, Field(lambda box: Number(-1, len(box.units) - 1), lambda g, unit: g.name(unit))]
Units = Annotated[tuple[int, ...], _UNITS]
Formation = Annotated[
    int,
    Field(lambda box: Number(0, len(box.units.formations) - 1), lambda g, number: g.box.units.formations[number].name),
]
Corps = Annotated[int, Field(Number(0, len(CORPS) - 1), lambda g, corps: CORPS[corps])]

# -- the map
Hex = Annotated[int, Field(lambda box: Cell(box.grid.board), lambda g, cell: g.hex_name(cell))]
Hexes = Annotated[tuple[int, ...], Field(lambda box: Listed(Cell(box.grid.board), 0, 99))]
#: A river hexside, and several.
River = Annotated[
    int,
    Field(
        lambda box: Number(0, len(box.ground.river_sides) - 1),
        lambda g, river: g.box.map.hexside(*g.box.ground.river_sides[river]),
    ),
]
Rivers = Annotated[
    tuple[int, ...],
    Field(lambda box: Listed(Number(0, len(box.ground.river_sides) - 1), 0, len(box.ground.river_sides))),
]
#: Movement points, or -1 where they do not matter, and those of each hex of a way.
Points = Annotated[int, Number(0, 99)]
PointsIfAny = Annotated[int, Number(-1, 99)]
Costs = Annotated[tuple[int, ...], Listed(Number(0, 99), 0, 99)]

# -- cards and chits
Card = Annotated[int, Field(lambda box: Number(0, len(box.cards) - 1), lambda g, card: g.box.cards[card].name)]
Tactics = Annotated[tuple[int, ...], Listed(Number(0, len(Tactic) - 1), 0, 99)]
#: Chits that lie on the table, and how many there are.
Chits = Annotated[
    tuple[int, ...],
    Field(lambda box: Listed(Number(0, len(box.chits.all) - 1), 0, len(box.chits.all), distinct=True)),
]
ChitCount = Annotated[int, Field(lambda box: Number(0, len(box.chits.all)))]

# -- counts
#: How many more may be chosen.
Left = Annotated[int, Number(0, 999)]
#: How far a sequence has come.
Stage = Annotated[int, Number(0, 20)]
#: 9.5 Hits of one side, and of attacker and defender.
Hits = Annotated[int, Number(0, 99)]
BothHits = Annotated[tuple[int, int], Row((_HITS, _HITS))]
#: 9.7 How many hexes a retreat goes.
RetreatHexes = Annotated[int, Number(0, 2)]
#: The rule under which something is done.
RuleId = Annotated[str, Word()]
