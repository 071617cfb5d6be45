"""What no catalogue would catch: a game told in a language in which every marked letter is another one.

Whatever still has plain letters, names apart, was not marked. `Marked` speaks that language; `told` collects what a
title tells of a game.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec

from ardennes.agents import officer
from ardennes.board.hexmap import HexMap
from ardennes.kernel import Action, Game, Match, Sight
from ardennes.kernel.words import SPEAKER, Facts, filled, fixed
from ardennes.parts.eye.outlets import some
from ardennes.parts.eye.spoken import ONLY_IN, TEXTS, spoken
from ardennes.parts.title import Title, title_of

#: A plain letter and what stands for it: the same one in a circle.
CIRCLED = {**{97 + n: chr(0x24D0 + n) for n in range(26)}, **{65 + n: chr(0x24B6 + n) for n in range(26)}}
#: The staff officer is asked at each so many-th decision.
ADVISED = 8
_FACT = re.compile(r"(\{\w*\})")
_WORD = re.compile(r"[^\W\d_]{2,}")


class Marked:
    """Speaks a language in which the letters of marked texts are circled, and those of others are not."""

    def __init__(self, texts: Collection[str]) -> None:
        self.texts = frozenset(texts)

    def say(self, english: str, facts: Facts) -> str:
        return filled(self.fixed(english), facts, self)

    def several(self, one: str, many: str, number: int, facts: Facts) -> str:
        return filled(self.fixed(one if number == 1 or many not in self.texts else many), facts, self)

    def fixed(self, english: str) -> str:
        if english not in self.texts:
            return english
        return "".join(part if _FACT.fullmatch(part) else part.translate(CIRCLED) for part in _FACT.split(english))


def told(
    title: Title,
    scenario: str,
    texts: Collection[str],
    seed: int,
    moves: int,
    options: Mapping[str, object] | None = None,
) -> Iterator[tuple[str, str]]:
    """All that both sides are told in a game played at random, in the marked language: the outlet and the text."""
    game = Game.of(title, scenario, options)
    match = Match(game, seed)
    dice = random.Random(seed)
    token = SPEAKER.set(Marked(texts))
    try:
        yield from _texts("scene", spoken(title.scene(game)))
        for number in range(moves):
            state = match.state
            if state.side is None:
                break
            yield from _position(state.sight(state.side), dice)
            if number % ADVISED == 0:
                courses = officer.courses(state.sight(state.side).imagine(0))
                yield from _texts("advice", [spoken(course) for course in courses])
            move = match.play(dice.choice(state.answers()))
            yield from _texts("log", [spoken(title.picture(game, event)) for event in move.events])
    finally:
        SPEAKER.reset(token)


def _position(sight: Sight, dice: random.Random) -> Iterator[tuple[str, str]]:
    title = title_of(sight.game)
    yield from _texts("look", spoken(title.look(sight)))
    actions = sight.answers()
    yield from _texts("hints", [spoken(title.hint(sight, action)) for action in some(actions, 6)])
    domain = title.domain(sight.game)
    verb = dice.choice([verb for verb, targets in domain.items() if targets])
    asked = [Action(verb, target) for target in some(domain[verb], 4)]
    reasons = [sight.why_not(action) for action in asked]
    yield from (("reasons", fixed(reason.text)) for reason in reasons if reason is not None)
    odds = [title.forecast(sight), *(title.forecast(sight, action) for action in some(actions, 2))]
    yield from _texts("odds", [spoken(forecast) for forecast in odds if forecast is not None])


def _texts(outlet: str, thing: Any) -> Iterator[tuple[str, str]]:
    """The texts for people in what is told."""
    if isinstance(thing, msgspec.Struct):
        own = ONLY_IN.get(type(thing).__name__, ())
        for field in thing.__struct_fields__:
            yield from _field(outlet, field in TEXTS or field in own, getattr(thing, field))
    elif isinstance(thing, dict):
        for key, value in thing.items():
            yield from _field(outlet, key in TEXTS, value)
    elif isinstance(thing, list | tuple):
        for one in thing:
            if not isinstance(one, str | int | float | None):
                yield from _texts(outlet, one)


def _field(outlet: str, words: bool, value: Any) -> Iterator[tuple[str, str]]:
    if not words or isinstance(value, msgspec.Struct):
        yield from _texts(outlet, value)
    elif isinstance(value, str):
        yield outlet, value
    elif isinstance(value, list | tuple | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _field(outlet, True, one)


def names_of(title: Title, scenario: str) -> set[str]:
    """The plain words of names, which are the same in every language."""
    game = Game.of(title, scenario)
    scene = title.scene(game)
    found = [title.name, *(piece.name for piece in scene.pieces), *(place.name for place in scene.places)]
    found += [text for crossing in scene.crossings for text in (crossing.name, crossing.river)]
    found += [text for piece in scene.pieces for text in (piece.word, piece.release, piece.factors, *piece.faces)]
    found += [text for place in scene.places for text in (place.word, *(badge.text for badge in place.badges))]
    found += [text for chit in scene.chits for text in (chit.letters,)] + [reserve.name for reserve in scene.reserves]
    kinds = [kind for kind in title.verbs.kinds.values() if kind.drawn in ("piece", "place", "crossing")]
    kinds += [kind for kind in title.verbs.kinds.values() if kind.name == "formation"]
    found += [kind.called(game.data, number) for kind in kinds for number in kind.every(game.data)]
    found += [fact.text for place in scene.places for fact in place.facts if fact.text.startswith("today ")]
    board = getattr(game.data, "map", None)
    if isinstance(board, HexMap):
        rows = board.rows
        found += [row.name for table in (rows.places, rows.sides, rows.roads, rows.bridges) for row in table]
    return {word for name in found for word in _WORD.findall(name)}


def escaped(text: str, names: Collection[str]) -> list[str]:
    """The words of a text that were not marked: no names, no codes in capitals such as AE, no marks."""
    plain = re.sub(r"\{\w+:\d+\}", "", text)
    return [word for word in _WORD.findall(plain) if word not in names and not word.isupper()]
