"""What happens: each event with its rule, its sentence and its picture."""

from typing import ClassVar

from ardennes.parts.rules import events
from ardennes.parts.rules.events import Names


class Event(events.Event, frozen=True):
    """What fields of this title's events name."""

    names: ClassVar[Names] = {"unit": "unit", "units": "unit", "hex": "hex"}


class Moved(Event, frozen=True):
    """P-3 A unit moved."""

    cites: ClassVar[str] = "P-3a"
    shows: ClassVar[str] = "move"
    says: ClassVar[str] = "{unit} goes to {hex}."
    draws: ClassVar[tuple[str, ...]] = ("unit", "path")
    unit: int
    hex: int
    path: tuple[int, ...]


class WentBack(Moved, frozen=True):
    """P-7 It retreated."""

    cites: ClassVar[str] = "P-7a"
    says: ClassVar[str] = "{unit} retreats to {hex}."


class Advanced(Moved, frozen=True):
    """P-8 It followed the enemy."""

    cites: ClassVar[str] = "P-8a"
    says: ClassVar[str] = "{unit} advances to {hex}."


class Fought(Event, frozen=True):
    """P-6 A die decided an attack, so there is no way back."""

    cites: ClassVar[str] = "P-6b"
    shows: ClassVar[str] = "battle"
    reveals: ClassVar[bool] = True
    says: ClassVar[str] = "Attack on {hex} by {units} at {column}, die {die}: {result}."
    draws: ClassVar[tuple[str, ...]] = ("units", "hex", "die")
    units: tuple[int, ...]
    hex: int
    column: str
    die: int
    result: str


class Suffered(Event, frozen=True):
    """P-6, P-7 A unit lost a step, or is gone."""

    because: ClassVar[str] = "why"
    shows: ClassVar[str] = "loss"
    draws: ClassVar[tuple[str, ...]] = ("unit",)
    unit: int
    gone: bool
    why: str

    def words(self) -> str:
        return "{unit} is lost." if self.gone else "{unit} loses a step."
