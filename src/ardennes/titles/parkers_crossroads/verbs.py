"""The words of all answers, each declared once."""

from ardennes.kernel import Unknown, Verb, Verbs, kind_of
from ardennes.kernel.verbs import Kind
from ardennes.titles.parkers_crossroads.box import Box


def _find_hex(box: Box, text: str) -> int:
    try:
        return box.map.cell(text)
    except ValueError as error:
        raise Unknown("hex", text, (str(error),)) from None


UNIT = kind_of("unit", "piece", lambda box: [row.id for row in box.units.rows])
HEX = Kind("hex", "place", lambda b: b.grid.cells, lambda b, cell: b.grid.number(cell), _find_hex, Box.hex_name)
VERBS = Verbs(
    Verb("unit", "Unit", UNIT, "click"),
    Verb("hex", "Hex", HEX, "click"),
    Verb("attack", "Attack"),
    Verb("back", "Another hex"),
    Verb("done", "Done"),
)
