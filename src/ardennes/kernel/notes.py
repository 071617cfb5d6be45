"""Sentences kept for later, in no language: what is written down once and read by many.

A note is the English sentence with its facts beside it, between control characters that no text has. Logs are kept as
notes, and put into words for whoever reads them.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ardennes.kernel.words import SPEAKER, Facts, say, several

if TYPE_CHECKING:
    from collections.abc import Iterator

_BEGIN, _NEXT, _IS, _END = "\x1e", "\x1f", "\x1d", "\x1c"
#: A note with no other inside it.
_NOTE = re.compile(f"{_BEGIN}([^{_BEGIN}{_END}]*){_END}")
#: The names of facts that are no facts of the sentence: its plural and the number that decides.
_MANY, _NUMBER = "*many", "*number"


class _Noting:
    """Speaks no language."""

    def say(self, english: str, facts: Facts) -> str:
        return _note(english, facts)

    def several(self, one: str, many: str, number: int, facts: Facts) -> str:
        return _note(one, {**facts, _MANY: many, _NUMBER: number})

    def fixed(self, english: str) -> str:
        return english


_NOTING = _Noting()


@contextmanager
def noting() -> Iterator[None]:
    """Within this, sentences are notes."""
    token = SPEAKER.set(_NOTING)
    try:
        yield
    finally:
        SPEAKER.reset(token)


def _note(english: str, facts: Facts) -> str:
    told = [f"{key}{_IS}{fact}" for key, fact in facts.items()]
    return _BEGIN + _NEXT.join([english, *told]) + _END


def read(text: str) -> str:
    """A text in the language of whoever is told it, the notes in it put into words.

    >>> with noting():
    ...     kept = say("{units} and {who}", units=several("{number} unit", "{number} units", 2), who="2Pz")
    >>> read(kept)
    '2 units and 2Pz'
    """
    while _BEGIN in text:
        text, found = _NOTE.subn(_in_words, text)
        if not found:
            break
    return text


def _in_words(found: re.Match[str]) -> str:
    english, *rest = found[1].split(_NEXT)
    facts = {key: fact for key, _, fact in (one.partition(_IS) for one in rest)}
    if _MANY in facts:
        many, number = facts.pop(_MANY), int(facts.pop(_NUMBER))
        facts.pop("number")
        return several(english, many, number, **facts)
    return say(english, **facts)
