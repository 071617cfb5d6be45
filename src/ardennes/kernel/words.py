"""Sentences: English beside the code that needs them, other languages from catalogues keyed on the English.

`say` and `several` speak the language of whoever is being told something (`languages.speaking`); without more that is
English. Two sorts of texts need no `say`: fixed ones that stand where texts always stand (reasons, prompts, the names
of verbs), which are looked up when they leave the house (`parts.eye.spoken`), and names, which are the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from enum import Enum
from functools import lru_cache, wraps
from typing import ParamSpec, Protocol, TypeVar

Facts = Mapping[str, object]
P = ParamSpec("P")
T = TypeVar("T")


class Speaker(Protocol):
    """Whoever puts things into words."""

    def say(self, english: str, facts: Facts) -> str:
        """A sentence with its facts filled in."""

    def several(self, one: str, many: str, number: int, facts: Facts) -> str:
        """One of two sentences, by a number; other languages may have more than two, or one."""

    def fixed(self, english: str) -> str:
        """A text without facts. What is in no catalogue, such as a name, stays as it is."""


#: Who speaks now; nobody where it is plain English.
SPEAKER: ContextVar[Speaker | None] = ContextVar("speaker", default=None)


def say(english: str, /, **facts: object) -> str:
    """A sentence with its facts filled in, in the language of whoever is told it.

    >>> say("{who} goes into reserve.", who="2Pz")
    '2Pz goes into reserve.'
    """
    speaker = SPEAKER.get()
    return english.format_map(facts) if speaker is None else speaker.say(english, facts)


def several(one: str, many: str, number: int, /, **facts: object) -> str:
    """One of two sentences by a number, which both may name as `{number}`.

    >>> several("{number} shot", "{number} shots", 2)
    '2 shots'
    """
    facts["number"] = number
    speaker = SPEAKER.get()
    if speaker is None:
        return (one if number == 1 else many).format_map(facts)
    return speaker.several(one, many, number, facts)


def phrase(english: str, /) -> str:
    """Mark a fixed text that stands where catalogues would not look for one. It stays English here.

    >>> phrase("as seen fit")
    'as seen fit'
    """
    return english


def fixed(english: str) -> str:
    """A fixed text in the language of whoever is told it; a name, or what is in no catalogue, stays as it is."""
    speaker = SPEAKER.get()
    return english if speaker is None else speaker.fixed(english)


def decimal(value: float, form: str, /) -> str:
    """A number in the writing of whoever is told it: some languages have a comma where English has a point.

    >>> decimal(1.5, "+.2f")
    '+1.50'
    """
    return format(value, form).replace(".", fixed(phrase("0.5 points"))[1])


def kept_by_language(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Like `lru_cache`, for what has sentences in it: each language has its own."""

    def keeping(made: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(maxsize=most)
        def kept(_speaker: Hashable, *args: Hashable) -> T:
            return made(*args)  # type: ignore[arg-type, call-arg]

        @wraps(made)
        def asked(*args: P.args, **_none: P.kwargs) -> T:
            return kept(id(SPEAKER.get()), *args)

        return asked

    return keeping


def filled(template: str, facts: Facts, speaker: Speaker) -> str:
    """A translated sentence with its facts; one that is a fixed text itself, such as a side, is looked up too."""
    told = {key: speaker.fixed(str(fact)) if isinstance(fact, str | Enum) else fact for key, fact in facts.items()}
    return template.format_map(told)


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
        return say("nobody")
    return found[0] if len(found) == 1 else say("{some} and {last}", some=", ".join(found[:-1]), last=found[-1])


def either(words: Sequence[str]) -> str:
    """Words of which one will do; nothing where there are none.

    >>> either(["2Pz", "116Pz", "Lehr"])
    '2Pz or 116Pz or Lehr'
    """
    if len(words) < 2:
        return "".join(words)
    return say("{one} or {other}", one=either(words[:-1]), other=words[-1])
