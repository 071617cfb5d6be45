"""The languages there are catalogues for, and speaking one of them.

`locale/<language>/LC_MESSAGES` has a GNU catalogue for each part of the house, and all of them are read as one. The
browser client has its words as JSON, beside the catalogue they were made from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from ardennes.kernel.words import SPEAKER, Facts, filled

LOCALE = Path(__file__).parent.parent / "locale"
#: The language that everything is written in.
ENGLISH = "en"
#: The catalogue of the browser client.
CLIENT = "client"


class Catalogue:
    """A language as its catalogues have it; what they lack is said in English."""

    def __init__(self, language: str, files: list[Path]) -> None:
        self.language = language
        self.translations = NullTranslations()
        for file in files:
            with file.open("rb") as opened:
                found = GNUTranslations(opened)
            found.add_fallback(self.translations)
            self.translations = found

    def say(self, english: str, facts: Facts) -> str:
        return filled(self.fixed(english), facts, self)

    def several(self, one: str, many: str, number: int, facts: Facts) -> str:
        return filled(self.translations.ngettext(one, many, number), facts, self)

    def fixed(self, english: str) -> str:
        # Under the empty text a catalogue keeps notes of its own.
        return self.translations.gettext(english) if english else english


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """The languages one can choose, English first."""
    return (ENGLISH, *sorted(folder.name for folder in LOCALE.glob("*") if (folder / "LC_MESSAGES").is_dir()))


@lru_cache(maxsize=16)
def catalogue(language: str) -> Catalogue | None:
    """The catalogue of a language; None for English and for one there is nothing of."""
    if language not in languages()[1:]:
        return None
    folder = LOCALE / language / "LC_MESSAGES"
    return Catalogue(language, sorted(folder.glob("*.mo")))


def client_words(language: str) -> dict[str, str | list[str]]:
    """What the browser client says in a language: a text, or one for each plural, by the English one."""
    file = LOCALE / language / "LC_MESSAGES" / f"{CLIENT}.json"
    if language not in languages() or not file.is_file():
        return {}
    said: dict[str, str | list[str]] = json.loads(file.read_bytes())
    return said


def spoken_now() -> str:
    """The language that is spoken now."""
    speaker = SPEAKER.get()
    return speaker.language if isinstance(speaker, Catalogue) else ENGLISH


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Within this, sentences are in a language; in English where there is no catalogue of it."""
    token = SPEAKER.set(catalogue(language))
    try:
        yield
    finally:
        SPEAKER.reset(token)


def of_environment(environment: Mapping[str, str]) -> str:
    """The language that a terminal speaks: LANGUAGE may list several, else the locale for messages says it.

    >>> of_environment({"LANGUAGE": "fr:en", "LANG": "de_DE.UTF-8"})
    'en'
    """
    locale = next((environment[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(key)), "")
    for wish in (*environment.get("LANGUAGE", "").split(":"), locale):
        if (code := re.split(r"[_.@]", wish)[0].lower()) in languages():
            return code
    return ENGLISH


def preferred(accepted: str) -> str:
    """The first language of an Accept-Language header that there is a catalogue of.

    >>> preferred("fr-CH, en;q=0.9")
    'en'
    """
    known = languages()
    wished: list[tuple[float, str]] = []
    for entry in accepted.split(",")[:20]:
        word, _, quality = entry.strip().partition(";q=")
        try:
            wished.append((-float(quality or 1), word.partition("-")[0].lower()))
        except ValueError:
            continue
    return next((word for _, word in sorted(wished, key=lambda wish: wish[0]) if word in known), ENGLISH)
