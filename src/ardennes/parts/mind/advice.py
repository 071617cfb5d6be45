"""What a staff officer says: courses of action, comparisons with a player's idea, and the postures a plan gives."""

from __future__ import annotations

from enum import Enum
from math import exp

import msgspec

from ardennes.kernel import Action


class Posture(Enum):
    """What a formation is told to do; without one the staff does as it sees fit."""

    HOLD = "hold"


class Reason(msgspec.Struct, frozen=True):
    """One part of a judgement, in points for the side that asks."""

    text: str
    points: float


class Course(msgspec.Struct, frozen=True):
    """A course of action: what to do, what it is worth, and why."""

    name: str
    text: str
    actions: list[Action]
    points: float
    reasons: list[Reason]
    #: The chance to clear the place, and the strength expected to be lost and destroyed; attacks only.
    cleared: float | None = None
    own_loss: float | None = None
    enemy_loss: float | None = None
    risk: str = ""


class Comparison(msgspec.Struct, frozen=True):
    """A player's idea beside the staff's: points, and where the difference comes from."""

    mine: Course
    best: Course
    difference: float
    reasons: list[Reason]


def chance(x: float) -> float:
    """The logistic curve: 0.5 at 0."""
    return 1.0 / (1.0 + exp(-x)) if x > -30 else 0.0
