"""How staffs like to fight: the common doctrine, and what was found by studying each scenario."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from ardennes.kernel import Side, Unknown
from ardennes.parts.tables import DataError, DataFolder
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
    """The common style, `studied`, which is another one for each side of each scenario, or one spelled out."""
    if name == "studied":
        return studied(scenario, side)
    return _spelled(name) if name else STYLE


@lru_cache(maxsize=16)
def studied(scenario: str, side: Side) -> Style:
    """What self-play found to be better than the common doctrine, in one scenario and on one side."""
    found = STYLE
    for line, row in enumerate(DataFolder(DATA).rows("studies.csv", Study), start=2):
        if (row.scenario, row.side) == (scenario, side.name.lower()):
            number = Number(row.what, row.impulse)
            if number not in NUMBERS:
                raise DataError(f"studies.csv row {line}: expected a number of a style or a feature, got '{number}'")
            found = _with(found, number, row.value)
    return found


# ---- numbers that can be studied ---------------------------------------------------------------------------


class Number(NamedTuple):
    """A number of a style, or the factor on a feature's weight, and the impulse it holds for where there are three."""

    what: str
    impulse: int = 0

    def __str__(self) -> str:
        return f"{self.what} {self.impulse}" if self.impulse else self.what


NUMBERS: tuple[Number, ...] = (
    *(Number(name, impulse) for name in ("attack_at", "move_at") for impulse in (1, 2, 3)),
    *(Number(name, impulse) for name in ("mobile_in_hand", "others_in_hand") for impulse in (1, 2)),
    *(Number(name) for name in ("exposure", "trade", "closing_up")),
    *(Number(name) for name in (*valuation.GROUPS, *valuation.NAMES)),
)
_BY_NAME = {str(number): number for number in NUMBERS}
#: By how much a number is moved at a time: thresholds of attacks, which may be below zero, by so many points, all
#: others by a factor.
STEP_UP, STEP = 0.15, 1.65


def drawn(rng: random.Random, scenario: str, side: Side) -> tuple[str, dict[str, float]]:
    """The studied style of a side with its numbers moved at random, spelled out; and each number's steps up."""
    style = studied(scenario, side)
    words, steps = [], {}
    for name, number in _BY_NAME.items():
        if name in valuation.GROUPS or name in valuation.NOT_DECIDING:
            continue
        steps[name] = rng.gauss(0.0, 1.0)
        old = _get(style, number)
        new = old + STEP_UP * steps[name] if number.what == "attack_at" else old * STEP ** steps[name]
        words.append(f"{name}={new:.4g}")
    return ";".join(words), steps


@lru_cache(maxsize=64)
def _spelled(text: str) -> Style:
    """A style from the numbers that are not as usual: `held=1.5;attack_at 3=0.2`."""
    found = STYLE
    for word in text.split(";"):
        name, _, value = word.partition("=")
        if name not in _BY_NAME:
            raise Unknown("number of a style", name, tuple(_BY_NAME))
        found = _with(found, _BY_NAME[name], float(value))
    return found


def _get(style: Style, number: Number) -> float:
    if number.what not in Style._fields:
        return dict(style.tastes).get(number.what, 1.0)
    found: Any = getattr(style, number.what)
    return float(found[number.impulse - 1] if number.impulse else found)


def _with(style: Style, number: Number, value: float) -> Style:
    if number.what not in Style._fields:
        return style._replace(tastes=(*style.tastes, (number.what, value)))
    changed: Any = value
    if number.impulse:
        changed = list(getattr(style, number.what))
        changed[number.impulse - 1] = value
        changed = tuple(changed)
    fields: dict[str, Any] = {number.what: changed}
    return style._replace(**fields)
