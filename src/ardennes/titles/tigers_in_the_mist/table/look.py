"""What lies on the table, as a client draws it."""

from __future__ import annotations

from functools import lru_cache

from ardennes.board.cells import cells
from ardennes.kernel import Side, Sight
from ardennes.kernel.words import phrase, say
from ardennes.parts.eye.scenery import Token
from ardennes.parts.title import Looks
from ardennes.titles.tigers_in_the_mist.rules import special_forces, supply
from ardennes.titles.tigers_in_the_mist.state import State, own
from ardennes.titles.tigers_in_the_mist.table.scene import OUT_OF_SUPPLY


def laid(sight: Sight) -> Looks:
    """Units, markers, bridges and tracks; the same for everybody."""
    g = own(sight.state)
    return {
        "turn": 3 * (g.day - 16) + g.impulse - 1,
        "score": g.vp,
        "place": _column(bytes(g.place)),
        "strength": _column(bytes(g.strength)),
        "marks": _marks(g),
        "spent": _column(bytes(g.spent)),
        "control": _members(g.control),
        "down": _down(g.blown, g.repair),
        "tokens": _tokens(g),
        "freed": _members(g.released),
    }


# Most positions differ from the one before in a unit or two, or only in what is asked: the rest is shown again.
_members = lru_cache(maxsize=1024)(cells)


@lru_cache(maxsize=4096)
def _column(column: bytes) -> list[int]:
    return list(column)


@lru_cache(maxsize=1024)
def _down(blown: int, repair: bytes) -> list[tuple[int, int]]:
    return [(bridge, repair[bridge]) for bridge in cells(blown)]


def _marks(g: State) -> list[int]:
    hungry = supply.out_of_supply(g, Side.GERMAN) + supply.out_of_supply(g, Side.ALLIED)
    return _marked(bytes(g.status), tuple(hungry))


@lru_cache(maxsize=1024)
def _marked(status: bytes, hungry: tuple[int, ...]) -> list[int]:
    marks = list(status)
    for unit in hungry:
        marks[unit] |= OUT_OF_SUPPLY
    return marks


def _tokens(g: State) -> list[Token]:
    if not g.special.area:
        return []
    effect = special_forces.EFFECTS.get(g.special.effect, phrase("spent"))
    return [Token(g.special.area, "special", say("Special Forces: {effect}", effect=effect), "GREIF")]
