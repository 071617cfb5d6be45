"""Templates and catalogues are up to date, and translations keep what they must."""

from __future__ import annotations

import string
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from ardennes.kernel import BadSave, saves
from ardennes.kernel.languages import LOCALE, catalogue, client_words, languages, preferred, speaking
from ardennes.kernel.notes import noting, read
from ardennes.kernel.words import decimal, say, several
from ardennes.lab import catalogues, phrases
from ardennes.server import recovery
from ardennes.titles import find

pytestmark = pytest.mark.xdist_group("words")  # the sources are read once
CLIENT = Path(__file__).parents[2] / "web" / "src"
LANGUAGES = languages()[1:]
DOMAINS = sorted(file.stem for file in LOCALE.glob("*.pot") if not file.stem.endswith("_rules"))
FILES = [(language, file) for language in LANGUAGES for file in sorted((LOCALE / language).rglob("*.po"))]


@cache
def texts() -> dict[str, list[phrases.Phrase]]:
    return phrases.domains(CLIENT)


def named(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}


def strings(catalog: Catalog) -> dict[str | tuple[str, ...], tuple[str, ...]]:
    """What is translated, by the English."""
    found = {}
    for message in catalog:
        said = message.string if isinstance(message.string, tuple) else (message.string,)
        if message.id and any(said):
            found[tuple(message.id) if isinstance(message.id, list | tuple) else message.id] = said
    return found


def test_every_domain_has_its_template() -> None:
    assert sorted(domain for domain in texts() if not domain.endswith("_rules")) == DOMAINS, "run `make words`"


@pytest.mark.parametrize("domain", DOMAINS)
def test_templates_have_every_text(domain: str) -> None:
    """`make words` writes them; those of the rules help are long and written on demand."""
    kept = (LOCALE / f"{domain}.pot").read_bytes()
    assert kept == catalogues.written(catalogues.template(domain, texts()[domain])), "run `make words`"


@pytest.mark.parametrize(("language", "file"), FILES, ids=[f"{language}-{file.stem}" for language, file in FILES])
def test_catalogues_are_compiled_and_have_no_text_that_is_gone(language: str, file: Path) -> None:
    catalog = catalogues.read(file, language)
    client = file.stem == phrases.CLIENT
    beside = file.with_suffix(".json" if client else ".mo").read_bytes()
    assert beside == (catalogues.as_json if client else catalogues.compiled)(catalog), "run `make words`"
    known = {phrase.text for phrase in texts()[file.stem]}
    gone = [
        english for english in strings(catalog) if (english[0] if isinstance(english, tuple) else english) not in known
    ]
    assert gone == [], "run `make words`"


@pytest.mark.parametrize(("language", "file"), FILES, ids=[f"{language}-{file.stem}" for language, file in FILES])
def test_translations_name_the_same_facts(language: str, file: Path) -> None:
    assert mistakes(catalogues.read(file, language)) == []


def mistakes(catalog: Catalog) -> list[tuple[str, str]]:
    """Translations that name other facts than the English, lack a plural, or begin or end with other spaces."""
    wrong = []
    for english, said in strings(catalog).items():
        for number, text in enumerate(said):
            one = english if isinstance(english, str) else english[min(number, 1)]
            if named(text) != named(one):
                wrong.append((one, text))
            if one[:1].isspace() != text[:1].isspace() or one[-1:].isspace() != text[-1:].isspace():
                wrong.append((one, text))
    return wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_two_parts_say_is_said_alike(language: str) -> None:
    """A language is spoken from one catalogue: of two translations the later part would have its way."""
    said: dict[str | tuple[str, ...], set[tuple[str, ...]]] = {}
    for file in sorted((LOCALE / language).rglob("*.po")):
        if file.stem != phrases.CLIENT:
            for english, text in strings(catalogues.read(file, language)).items():
                said.setdefault(english, set()).add(text)
    assert {english: texts for english, texts in said.items() if len(texts) > 1} == {}


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("{unit} digs in.", "{einheit} gräbt sich ein."),
        ("{unit} digs in.", "Gräbt sich ein."),
        ("{unit} digs in.", "{unit} gräbt sich in {area} ein."),
        ("Undo", "{undo}"),
        (" – begin here", "– hier anfangen"),
        (("{number} unit", "{number} units"), ("{number} Einheit", "{zahl} Einheiten")),
        (("{number} unit", "{number} units"), ("{number} Einheit", "")),
    ],
)
def test_a_translation_with_other_facts_is_found(english: str | tuple[str, str], german: str | tuple[str, str]) -> None:
    catalog = Catalog(locale="de")
    catalog.add(english, german)
    assert len(mistakes(catalog)) == 1


def test_a_language_is_spoken_within_and_english_outside() -> None:
    with speaking("de"):
        assert say("Battle of {area}: choose who joins the attack, then fight", area="Wiltz").startswith(
            "Gefecht um Wiltz:"
        )
        assert several("a step", "{number} steps", 3) == "3 Stufen"
        assert say("") == ""  # gettext keeps the notes of a catalogue under the empty text
        assert (decimal(-1.25, "+.2f"), decimal(3, ".1f")) == ("-1,25", "3,0")
        assert say("{side} movement: choose a unit to move, or end movement", side="German").startswith(
            "Deutsche, Bewegung"
        )
    assert say("nobody") == "nobody"
    with speaking("tlh"):
        assert say("nobody") == "nobody"


def test_a_note_is_read_in_every_language() -> None:
    with noting():
        kept = say("{some} and {last}", some=several("a step", "{number} steps", 2), last=say("nobody"))
    assert read(kept) == "2 steps and nobody"
    with speaking("de"):
        assert read(kept) == "2 Stufen und niemand"


def test_what_is_wrong_with_a_kept_game_is_a_note() -> None:
    """It stands in the store, and each player reads it in his own language."""
    kept = recovery._missing(17, 17)
    assert read(kept) == "row 17 is missing"
    with speaking("de"):
        assert read(kept) == "Zeile 17 fehlt"
        with pytest.raises(BadSave, match="Zeile 1: kein Spielstand"):
            saves.load("nothing\n", find)


def test_the_language_of_a_request() -> None:
    assert preferred("de-AT, en;q=0.5") == "de"
    assert preferred("en, de;q=0.9") == "en"
    assert preferred("fr, de;q=0.4, en;q=0.3") == "de"
    assert preferred("") == preferred("x;q=nothing") == "en"
    assert catalogue("../../etc") is None


def test_the_client_gets_its_own_words_with_plurals() -> None:
    assert client_words("de")["Start"] == "Beginnen"
    assert client_words("en") == {}
    assert "Choose the next battle" not in client_words("de")
