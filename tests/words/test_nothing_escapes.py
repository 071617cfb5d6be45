"""A game told in a language of circled letters: whatever is left in plain ones, names apart, was not marked."""

from __future__ import annotations

from collections import Counter

import pytest

from ardennes.kernel.languages import LOCALE
from ardennes.lab import catalogues, unmarked
from ardennes.titles import KEYS, find

#: The share of texts that may escape, title by title; nothing does.
MOST = {"tigers_in_the_mist": 0.0, "bitter_woods": 0.0, "deadly_woods": 0.0, "enemy_action_ardennes": 0.0}


def marked() -> set[str]:
    found: set[str] = set()
    for file in LOCALE.glob("*.pot"):
        for message in catalogues.read(file):
            found.update(message.id if isinstance(message.id, list | tuple) else [message.id])
    return found - {""}


@pytest.mark.parametrize("key", [key for key in KEYS if key in MOST])
def test_what_a_random_game_tells_is_marked(key: str) -> None:
    title = find(key)
    scenario = title.scenarios[0].key
    names = unmarked.names_of(title, scenario)
    told: Counter[str] = Counter()
    escapes: dict[str, list[str]] = {}
    for outlet, text in unmarked.told(title, scenario, marked(), seed=1, moves=60):
        told[outlet] += 1
        if words := unmarked.escaped(text, names):
            escapes.setdefault(text, words)
    assert {"scene", "look", "hints", "log", "advice"} <= {*told}
    share = len(escapes) / told.total()
    assert share <= MOST[key], f"{share:.1%} escape: {list(escapes.items())[:10]}"


def test_what_the_optional_rules_of_bitter_woods_lay_out_is_marked() -> None:
    """Events are cards only where they are played, and no game of the test above does."""
    title = find("bitter_woods")
    everything = next(preset for preset in title.presets if preset.key == "everything").values["campaign"]
    names = unmarked.names_of(title, "campaign")
    told = [*unmarked.told(title, "campaign", marked(), seed=1, moves=0, options=everything)]
    assert any("Ⓑⓞⓓⓔⓝⓟⓛⓐⓣⓣⓔ" in text for _, text in told)
    assert [text for _, text in told if unmarked.escaped(text, names)] == []


def test_what_is_not_marked_is_seen() -> None:
    speaker = unmarked.Marked({"{unit} moves.", "combat"})
    assert unmarked.escaped(speaker.say("{unit} moves.", {"unit": "2 Pz"}), {"Pz"}) == []
    assert unmarked.escaped(speaker.say("{unit} rests.", {"unit": "2 Pz"}), {"Pz"}) == ["rests"]
    assert unmarked.escaped(speaker.say("{unit} moves.", {"unit": "nobody"}), {"Pz"}) == ["nobody"]
