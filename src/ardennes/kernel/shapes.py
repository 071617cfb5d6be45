"""What a value of a stored position may be, checked before anything is built from it.

A table comes from a file that anybody may have written. Columns and steps name the kinds of their values; `check`
raises a ValueError that names the field, what was expected there and what was found, however strange it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from ardennes.kernel.decisions import shown
from ardennes.kernel.steps import Step


class Kind(Protocol):
    """What a value may be."""

    def check(self, where: str, value: Any) -> None:
        """ValueError, with `where` and what was expected, unless the value will do."""


def is_number(value: Any) -> bool:
    """Whether a value is a whole number; sides are, true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def bad(where: str, expected: str, value: Any) -> ValueError:
    """The error for a value that will not do."""
    return ValueError(f"{where}: expected {expected}, got {shown(value)}")


class Number(NamedTuple):
    """A whole number from `low` to `high`, or one of `also`."""

    low: int
    high: int
    also: tuple[int, ...] = ()

    def check(self, where: str, value: Any) -> None:
        if is_number(value) and (self.low <= value <= self.high or value in self.also):
            return
        others = "".join(f" or {number}" for number in self.also)
        raise bad(where, f"a whole number from {self.low} to {self.high}{others}", value)


class Cell(NamedTuple):
    """A number that is in a set of bits: a hex of the map, or one of `also`."""

    board: int
    also: tuple[int, ...] = ()
    what: str = "a hex of the map"

    def check(self, where: str, value: Any) -> None:
        if is_number(value) and ((0 <= value < 1 << 20 and self.board >> value & 1) or value in self.also):
            return
        raise bad(where, self.what, value)


class Flag(NamedTuple):
    """True or false."""

    def check(self, where: str, value: Any) -> None:
        if type(value) is not bool:
            raise bad(where, "true or false", value)


class Word(NamedTuple):
    """One of some words; without any, a text of at most `most` characters."""

    words: frozenset[str] = frozenset()
    most: int = 100

    def check(self, where: str, value: Any) -> None:
        if type(value) is str and (value in self.words or (not self.words and len(value) <= self.most)):
            return
        raise bad(where, " or ".join(sorted(self.words)) or f"at most {self.most} characters", value)


class Listed(NamedTuple):
    """A list of `least` to `most` values of a kind, `distinct` where none comes twice."""

    kind: Kind
    least: int
    most: int
    distinct: bool = False

    def check(self, where: str, value: Any) -> None:
        if not isinstance(value, list | tuple) or not self.least <= len(value) <= self.most:
            length = str(self.most) if self.least == self.most else f"{self.least} to {self.most}"
            raise bad(where, f"a list of {length}", value)
        kind = self.kind
        if not isinstance(kind, Number) or not all([type(n) is int and kind.low <= n <= kind.high for n in value]):
            for number, item in enumerate(value):
                kind.check(f"{where}[{number}]", item)
        if self.distinct and len(set(value)) < len(value):
            raise ValueError(f"{where}: expected no value twice")


class Row(NamedTuple):
    """A list with a kind for each of its places."""

    kinds: tuple[Kind, ...]

    def check(self, where: str, value: Any) -> None:
        if not isinstance(value, list | tuple) or len(value) != len(self.kinds):
            raise bad(where, f"a list of {len(self.kinds)}", value)
        for number, (kind, item) in enumerate(zip(self.kinds, value, strict=True)):
            kind.check(f"{where}[{number}]", item)


class Fields(NamedTuple):
    """A record: a kind for every field it may have."""

    kinds: Mapping[str, Kind]

    def check(self, where: str, value: Any) -> None:
        if not isinstance(value, Mapping):
            raise bad(where, "fields by name", value)
        for name, item in value.items():
            if name not in self.kinds:
                raise bad(where, f"one of {', '.join(self.kinds) or 'no fields'}", name)
            self.kinds[name].check(f"{where}.{name}", item)


class Perhaps(NamedTuple):
    """Nothing, or a value of a kind."""

    kind: Kind

    def check(self, where: str, value: Any) -> None:
        if value is not None:
            self.kind.check(where, value)


class Stack(NamedTuple):
    """The steps a game is in the middle of, as `encode_stack` writes them.

    Fields have their kind by step (`kernel.fields`), or by name, or by step and name where one name means different
    things. The step `bottom`, where there is one, comes first and nowhere else.
    """

    steps: Mapping[str, type[Step]]
    kinds: Mapping[str, Kind] | Callable[[type[Step]], Mapping[str, Kind]]
    bottom: str
    deepest: int = 16

    def check(self, where: str, value: Any) -> None:
        if not isinstance(value, list | tuple) or len(value) > self.deepest:
            raise bad(where, f"at most {self.deepest} steps", value)
        for number, item in enumerate(value):
            here = f"{where}[{number}]"
            if not isinstance(item, list | tuple) or len(item) != 2 or not isinstance(item[0], str):
                raise bad(here, "the name of a step and its fields", item)
            name, fields = item
            if name not in self.steps:
                raise bad(here, f"a step: {', '.join(sorted(self.steps))}", name)
            if self.bottom and (name == self.bottom) is not (number == 0):
                raise bad(here, f"{self.bottom} below all other steps", name)
            Fields(self.of(name)).check(f"{here} {name}", fields)

    def of(self, name: str) -> Mapping[str, Kind]:
        """The kinds of a step's fields."""
        kinds = self.kinds
        if callable(kinds):
            return kinds(self.steps[name])
        fields = self.steps[name].__struct_encode_fields__
        return {field: kinds.get(f"{name}.{field}") or kinds[field] for field in fields}


#: Who decides, moves or has won.
SIDE = Number(0, 1)
#: How a game ended: winner, level and score.
RESULT = Perhaps(Row((Perhaps(SIDE), Word(), Number(-100_000, 100_000))))
