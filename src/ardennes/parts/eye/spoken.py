"""Fixed texts on their way out: names of phases and verbs, reasons, headings, guides, the rules help.

What is composed was put into words by `say` already. What is fixed stands in English where it is declared and is looked
up here, in the fields of a message that are words; keys, kinds and numbers are left alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from ardennes.kernel.words import SPEAKER

T = TypeVar("T")

# fmt: off
#: Fields whose texts are for people, wherever they stand.
TEXTS = frozenset((
    "adjective", "allied", "assumption", "columns", "condition", "corner", "credits", "dice", "example", "factors",
    "german", "group", "hint", "intro", "label", "labels", "legend", "length", "level", "limits", "lines", "name",
    "note", "notes", "phase", "problem", "prompt", "question", "release", "risk", "say", "scenario_name",
    "score_name", "sides", "standing", "steps", "strength_name", "text", "tips", "title_name", "undo_reaches", "when",
    "why", "wins",
))
# fmt: on
#: Fields that are words only in some shapes.
ONLY_IN = {"Piece": {"kind", "arrives"}, "Card": {"kind", "title"}}
#: Fields that players have written, which nobody translates for them.
WRITTEN = {
    "GameInfo": {"name"},
    "Replay": {"name"},
    "Review": {"name"},
    "Said": {"name", "text"},
    "Welcome": {"name"},
}


_json = msgspec.json.Encoder().encode


def encoded(thing: object) -> bytes:
    """A message as it goes over the wire, in the language of whoever gets it.

    Whatever a game tells anybody passes through here, in the server and in the checks of conformance.
    """
    return _json(spoken(thing))


def spoken(thing: T) -> T:
    """A message in the language of whoever gets it; the very same one where that is English."""
    speaker = SPEAKER.get()
    return thing if speaker is None else _spoken(thing, speaker.fixed)


def _spoken(thing: Any, fixed: Callable[[str], str]) -> Any:
    if isinstance(thing, msgspec.Struct):
        own = ONLY_IN.get(type(thing).__name__, ())
        written = WRITTEN.get(type(thing).__name__, ())
        found = {}
        for field in thing.__struct_fields__:
            if field in written:
                continue
            value = getattr(thing, field)
            new = _worded(value, fixed) if field in TEXTS or field in own else _spoken(value, fixed)
            if new is not value:
                found[field] = new
        return msgspec.structs.replace(thing, **found) if found else thing
    if isinstance(thing, dict):
        return {key: (_worded if key in TEXTS else _spoken)(value, fixed) for key, value in thing.items()}
    if isinstance(thing, list | tuple) and thing and not isinstance(thing[0], int | float | str | None):
        told = [_spoken(one, fixed) for one in thing]
        if isinstance(thing, list):
            return told
        return type(thing)(*told) if hasattr(thing, "_fields") else tuple(told)
    return thing


def _worded(value: Any, fixed: Callable[[str], str]) -> Any:
    """The value of a field that is words: a text, several, or texts by key."""
    if isinstance(value, str):
        return fixed(value)
    if isinstance(value, list) and value and isinstance(value[0], str):
        return [fixed(text) for text in value]
    if isinstance(value, dict):
        return {key: fixed(text) if isinstance(text, str) else _spoken(text, fixed) for key, text in value.items()}
    return _spoken(value, fixed)
