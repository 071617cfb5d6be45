"""What lies beside the map travels sparsely: what a title does not use is not told."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from ardennes.parts.eye.scenery import Battle, Look, Verb
from ardennes.parts.eye.sideboard import (
    Card,
    CardLine,
    Chits,
    Cup,
    Draw,
    Held,
    Marker,
    Pile,
    Standing,
    StandingOption,
    Tray,
    Use,
)
from ardennes.parts.odds import Chance


def bare() -> dict[str, Any]:
    """A look of a title that has a map and nothing beside it."""
    empty = ("place", "strength", "marks", "spent", "control", "down", "tokens", "freed", "picked")
    nobody = dict.fromkeys(("side", "focus", "battle", "ending"))
    words = {"prompt": "", "rule": "", "phase": "", "turn": 0, "score": 0, "choices": {}, "labels": {}}
    return {**{name: [] for name in empty}, **nobody, **words}


def told(thing: msgspec.Struct) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(msgspec.json.encode(thing))
    return found


def test_a_title_without_cards_or_cups_tells_nothing_of_them() -> None:
    assert set(told(msgspec.convert(bare(), Look))) == set(bare())
    assert "drawn" not in told(Battle(1, 0, [], [], -1, [], [], None, 0))


def test_what_lies_beside_the_map_is_told_whole() -> None:
    beside = {
        "hand": [Held(0, [Use(0, "use", 3), Use(1, why="no battle yet", rule="T-1")], picked=True)],
        "piles": [Pile("Enemy hand", 5, side=1)],
        "cup": Cup("The cup", [Chits(0, 2)], [Draw(1, "1"), Draw(2, "2", counts=False)], odds=[Chance("mine", 0.5)]),
        "trays": [Tray("Assets", [4, 5])],
        "standing": [Standing("habit", "Blow it?", [StandingOption(0, "ask me"), StandingOption(1, "never")], 0)],
        "markers": [Marker(0, 6, side=0)],
    }
    plain = json.loads(msgspec.json.encode({**bare(), **beside}))
    again = msgspec.convert(plain, Look)
    assert {name: getattr(again, name) for name in beside} == beside
    assert plain["hand"][0]["uses"] == [
        {"line": 0, "verb": "use", "target": 3},
        {"line": 1, "why": "no battle yet", "rule": "T-1"},
    ]
    assert plain["cup"]["drawn"] == [{"chit": 1, "when": "1"}, {"chit": 2, "when": "2", "counts": False}]


def test_a_card_is_printed_with_its_lines() -> None:
    card = Card(0, "Engineers", [CardLine("Throw a bridge", "T-9")], kind="Tactic", corner="2")
    assert told(card)["lines"] == [{"text": "Throw a bridge", "rule": "T-9"}]


def test_a_gesture_that_no_client_knows_is_refused() -> None:
    verb = {"key": "use", "target": "number", "name": "Use"}
    assert msgspec.convert({**verb, "gesture": "panel"}, Verb).gesture == "panel"
    with pytest.raises(msgspec.ValidationError, match="gesture"):
        msgspec.convert({**verb, "gesture": "shout"}, Verb)
