"""Sentences: English beside the code that needs them, other languages later from catalogues keyed on the English."""

from __future__ import annotations

from collections.abc import Iterable


def say(english: str, **facts: object) -> str:
    """A sentence with its facts filled in. The one place where a catalogue of another language will be asked.

    >>> say("{who} goes into reserve.", who="2Pz")
    '2Pz goes into reserve.'
    """
    return english.format(**facts)


def mark(kind: str, number: int) -> str:
    """Something a client may link and name: `{unit:17}`."""
    return f"{{{kind}:{number}}}"


def marks(kind: str, numbers: Iterable[int]) -> str:
    """Several things as a list in a sentence.

    >>> marks("unit", (3, 5, 8))
    '{unit:3}, {unit:5} and {unit:8}'
    """
    return listed([mark(kind, number) for number in numbers])


def listed(words: Iterable[str]) -> str:
    """Words as a list in a sentence; "nobody" where there are none."""
    found = [*words]
    if not found:
        return "nobody"
    return found[0] if len(found) == 1 else ", ".join(found[:-1]) + " and " + found[-1]
