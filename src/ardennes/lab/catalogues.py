"""Catalogues kept up to date: `make words` writes the templates, updates every language and compiles it.

A template (`locale/<domain>.pot`) has all texts of one part of the house; `locale/<language>/LC_MESSAGES/<domain>.po`
has them in a language, and the `.mo` beside it (the client's: `.json`) is what the program reads. Babel, a tool for
developers, does the work.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from ardennes.kernel.languages import CLIENT, LOCALE, languages
from ardennes.lab.phrases import Phrase, domains

CLIENT_SOURCES = Path(__file__).parents[3] / "web" / "src"


def template(domain: str, phrases: Iterable[Phrase]) -> Catalog:
    """The template of a part of the house."""
    found = Catalog(domain=domain, project="Ardennes", charset="utf-8", fuzzy=False, header_comment=f"# {domain}")
    for text, plural, where in phrases:
        found.add((text, plural) if plural else text, locations=[(where, 0)], flags=())
    return found


def written(catalog: Catalog) -> bytes:
    """A catalogue as it stands in its file: without dates and lines, so that it changes only when a text does."""
    out = io.BytesIO()
    write_po(out, catalog, width=120, omit_header=catalog.locale is None, include_lineno=False, sort_by_file=False)
    return out.getvalue()


def compiled(catalog: Catalog) -> bytes:
    """A catalogue as the program reads it."""
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def as_json(catalog: Catalog) -> bytes:
    """A catalogue as the browser client reads it: by the English text one text, or one for each plural."""
    said: dict[str, str | list[str]] = {}
    for message in catalog:
        if not message.id or not message.string:
            continue
        if isinstance(message.id, str):
            said[message.id] = str(message.string)
        elif all(message.string):
            said[message.id[0]] = [*message.string]
    return (json.dumps(said, ensure_ascii=False, indent=0) + "\n").encode()


def compile_beside(file: Path, catalog: Catalog) -> None:
    """Write what is read of a catalogue beside it."""
    if file.stem == CLIENT:
        file.with_suffix(".json").write_bytes(as_json(catalog))
    else:
        file.with_suffix(".mo").write_bytes(compiled(catalog))


def read(file: Path, language: str = "") -> Catalog:
    """A catalogue from its file."""
    with file.open("rb") as opened:
        return read_po(opened, locale=language or None)


def update(client: Path = CLIENT_SOURCES) -> None:
    """Bring templates and catalogues up to date. Texts that are gone are dropped, new ones come in untranslated."""
    for domain, phrases in domains(client).items():
        now = template(domain, phrases)
        (LOCALE / f"{domain}.pot").write_bytes(written(now))
        for language in languages()[1:]:
            file = LOCALE / language / "LC_MESSAGES" / f"{domain}.po"
            if file.is_file():
                catalog = read(file, language)
                made = catalog.creation_date
                catalog.update(now, no_fuzzy_matching=True)
                catalog.creation_date = made  # a date that changes each time would be all that differs
                catalog.obsolete.clear()
                file.write_bytes(written(catalog))
                compile_beside(file, catalog)


if __name__ == "__main__":
    update()
