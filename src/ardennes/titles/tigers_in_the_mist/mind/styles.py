"""How staffs like to fight: the common doctrine, and what was found by studying each scenario."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from ardennes.kernel import Side
from ardennes.parts.data.tables import DataError, DataFolder
from ardennes.titles.tigers_in_the_mist.box.components import DATA
from ardennes.titles.tigers_in_the_mist.mind import valuation


class Style(NamedTuple):
    """A staff's thresholds and prices, in the measure of `valuation.worth`."""

    #: The least payoff for which an attack, and a move, is made in each impulse of a day.
    attack_at: tuple[float, float, float] = (0.10, 0.08, 0.05)
    move_at: tuple[float, float, float] = (0.60, 0.40, 0.02)
    #: What a strength point kept in hand is worth in each impulse: mobile troops, then others.
    mobile_in_hand: tuple[float, float, float] = (0.07, 0.035, 0.0)
    others_in_hand: tuple[float, float, float] = (0.02, 0.01, 0.0)
    #: What a strength point likely to be lost to the enemy's reply costs.
    exposure: float = 0.12
    #: What a strength point more destroyed than lost is worth beyond itself.
    trade: float = 0.06
    #: What being a day nearer to the front is worth to a strength point.
    closing_up: float = 0.15
    #: Features of a position that count for more or less than the common weights say, with the factor.
    tastes: tuple[tuple[str, float], ...] = ()


STYLE = Style()


class Study(msgspec.Struct, frozen=True):
    """A row of `studies.csv`: one number of a style, or the factor of one feature, that won more games."""

    scenario: str
    side: str
    what: str
    #: The impulse it holds for, where the style has a number for each.
    impulse: int = 0
    value: float = 1.0
    source: str = ""


def style(name: str, scenario: str, side: Side) -> Style:
    """The common style, or `studied`, which is another one for each side of each scenario."""
    return studied(scenario, side) if name == "studied" else STYLE


@lru_cache(maxsize=16)
def studied(scenario: str, side: Side) -> Style:
    """What self-play found to be better than the common doctrine, in one scenario and on one side."""
    found = STYLE
    for line, row in enumerate(DataFolder(DATA).rows("studies.csv", Study), start=2):
        if (row.scenario, row.side) == (scenario, side.name.lower()):
            if row.what not in (*Style._fields, *valuation.GROUPS, *valuation.NAMES):
                raise DataError(f"studies.csv row {line}: expected a number of a style or a feature, got '{row.what}'")
            found = _with(found, row)
    return found


def _with(style: Style, row: Study) -> Style:
    if row.what not in Style._fields:
        return style._replace(tastes=(*style.tastes, (row.what, row.value)))
    changed: Any = row.value
    if row.impulse:
        changed = list(getattr(style, row.what))
        changed[row.impulse - 1] = row.value
        changed = tuple(changed)
    fields: dict[str, Any] = {row.what: changed}
    return style._replace(**fields)
