"""How staffs like to fight: the common doctrine, one-sided bots, and what was found by studying each scenario."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from ardennes.kernel import Side
from ardennes.parts.tables import DataError, DataFolder
from ardennes.titles.tigers_in_the_mist import insight
from ardennes.titles.tigers_in_the_mist.components import DATA


class Style(NamedTuple):
    """A staff's thresholds and prices, in the measure of `insight.worth`."""

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
    #: What an enemy strength point cut off by standing on its supply road is worth to a raider.
    raiding: float = 0.0
    #: Features of a position that count for more or less than the common weights say, with the factor.
    tastes: tuple[tuple[str, float], ...] = ()


STYLE = Style()
#: One-sided ways to fight, to test players who should not be beaten by them.
BOTS: dict[str, Style] = {
    "": STYLE,
    "turtle": Style(attack_at=(9.0, 9.0, 9.0), move_at=(9.0, 9.0, 0.5), closing_up=0.0),
    "rush": Style(
        attack_at=(-1.0, -1.0, -1.0),
        move_at=(0.01, 0.01, 0.01),
        mobile_in_hand=(0.0, 0.0, 0.0),
        others_in_hand=(0.0, 0.0, 0.0),
        exposure=0.0,
        closing_up=0.4,
    ),
    "raider": Style(raiding=0.15, move_at=(0.3, 0.2, 0.02)),
}


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
    """A style by name. That of the planner, `studied`, is a different one for each side of each scenario."""
    return studied(scenario, side) if name == "studied" else BOTS[name]


@lru_cache(maxsize=16)
def studied(scenario: str, side: Side) -> Style:
    """What self-play found to be better than the common doctrine, in one scenario and on one side."""
    numbers: dict[str, Any] = {}
    tastes = []
    for line, row in enumerate(DataFolder(DATA).rows("studies.csv", Study), start=2):
        if (row.scenario, row.side) != (scenario, side.name.lower()):
            continue
        if row.what in insight.NAMES or row.what in insight.GROUPS:
            tastes.append((row.what, row.value))
        elif row.what not in Style._fields:
            raise DataError(f"studies.csv row {line}: expected a number of a style or a feature, got {row.what!r}")
        elif row.impulse:
            by_impulse = list(numbers.get(row.what, getattr(STYLE, row.what)))
            by_impulse[row.impulse - 1] = row.value
            numbers[row.what] = tuple(by_impulse)
        else:
            numbers[row.what] = row.value
    return Style(**numbers, tastes=tuple(tastes))
