"""What the fields of steps hold, said where they are declared.

    Unit = Annotated[int, Field(lambda box: Number(0, len(box.units) - 1), lambda g, unit: g.name(unit))]

    class Retreat(Question[State], frozen=True):
        mover: Unit
        hexes: Annotated[int, Number(0, 4)]
        halted: bool = False

A stored position is held to it before any step is made, and a question that speaks of a field has its words for it.
Sides, flags and enumerations need nothing, nor do records (structs, named tuples) whose fields say it for themselves.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from enum import IntEnum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

import msgspec

from ardennes.kernel.decisions import Side
from ardennes.kernel.shapes import SIDE, Fields, Flag, Kind, Number, Perhaps, Row, Stack
from ardennes.kernel.steps import Step

#: What a value may be in a box.
Fits = Callable[[Any], Kind]


class Field(NamedTuple):
    """What a field holds: what it may be in a box, and what a player calls it."""

    fits: Kind | Fits
    called: Callable[[Any, Any], object] | None = None


@cache
def declared(step: type[Step]) -> Mapping[str, Fits | None]:
    """What every field of a step may be; None where that is left to its type."""
    return {name: _fits(kind) for name, kind in _types(step).items()}


@cache
def called(step: type[Step]) -> Mapping[str, Callable[[Any, Any], object]]:
    """The fields that a player has words for."""
    found = {}
    for name, kind in _types(step).items():
        for note in _notes(kind):
            if isinstance(note, Field) and note.called is not None:
                found[name] = note.called
    return found


def stack_shape(steps: Mapping[str, type[Step]], box: Any) -> Stack:
    """What a stored stack may be: steps with fields as they are declared."""
    bottom = next((name for name, step in steps.items() if step.bottom), "")
    return Stack(steps, lambda step: kinds(step, box), bottom)


def kinds(step: type[Step], box: Any) -> dict[str, Kind]:
    """What the fields of a step may be in a box, by the names they are stored under."""
    stored = dict(zip(step.__struct_fields__, step.__struct_encode_fields__, strict=True))
    return {stored[name]: _ANYTHING if fits is None else fits(box) for name, fits in declared(step).items()}


class _Anything(NamedTuple):
    """Whatever the type of the field allows."""

    def check(self, where: str, value: Any) -> None:
        """All will do."""


_ANYTHING = _Anything()


def _types(record: Any) -> dict[str, Any]:
    """The fields with their types as they are written, notes and all.

    `typing.get_type_hints` would read a function within a note without the names of its module.
    """
    fields = record._fields if issubclass(record, tuple) else record.__struct_fields__
    found: dict[str, Any] = {}
    for kind in reversed(record.__mro__):
        names = vars(sys.modules[kind.__module__])
        for name, written in vars(kind).get("__annotations__", {}).items():
            if name in fields:
                text = getattr(written, "__forward_arg__", written)
                found[name] = eval(text, names) if isinstance(text, str) else written
    return {name: found[name] for name in fields}


def _notes(kind: Any) -> tuple[Any, ...]:
    return tuple(kind.__metadata__) if get_origin(kind) is Annotated else ()


def _fits(kind: Any) -> Fits | None:
    for note in _notes(kind):
        fits = note.fits if isinstance(note, Field) else note
        if hasattr(fits, "check"):
            return _always(fits)
        if callable(fits):
            found: Fits = fits
            return found
    if get_origin(kind) is Annotated:
        return _fits(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return _perhaps(kind)
    return _row(kind) if get_origin(kind) is tuple else _of_type(kind) if isinstance(kind, type) else None


def _of_type(kind: type) -> Fits | None:
    if kind is bool:
        return _always(Flag())
    if kind is Side:
        return _always(SIDE)
    if issubclass(kind, IntEnum):
        return _always(Number(0, len(kind) - 1))
    if issubclass(kind, msgspec.Struct):
        return _record({name: _fits(part) for name, part in _types(kind).items()})
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return _listed([_fits(part) for part in _types(kind).values()])
    return None


def _always(kind: Any) -> Fits:
    return lambda box: kind


def _record(parts: Mapping[str, Fits | None]) -> Fits | None:
    found = {name: fits for name, fits in parts.items() if fits is not None}
    return None if len(found) < len(parts) else lambda box: Fields({name: fits(box) for name, fits in found.items()})


def _row(kind: Any) -> Fits | None:
    """A tuple with a kind for each place; how long one of many may be has to be said."""
    return None if Ellipsis in get_args(kind) else _listed([_fits(part) for part in get_args(kind)])


def _listed(parts: list[Fits | None]) -> Fits | None:
    found = [fits for fits in parts if fits is not None]
    return None if len(found) < len(parts) else lambda box: Row(tuple([fits(box) for fits in found]))


def _perhaps(kind: Any) -> Fits | None:
    parts = [part for part in get_args(kind) if part is not NoneType]
    fits = _fits(parts[0]) if len(parts) == 1 else None
    return None if fits is None else lambda box: Perhaps(fits(box))
