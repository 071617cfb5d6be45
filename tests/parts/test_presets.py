"""Presets of options, as a title's `presets.toml` has them."""

import pytest

from ardennes.kernel import Option, Unknown
from ardennes.parts.data.presets import read_presets
from ardennes.parts.data.tables import DataError
from ardennes.titles import KEYS, find

OPTIONS = (
    Option("a", "A", "", False),
    Option("b", "B", "", False, needs=("a",)),
    Option("c", "C", "", False, excludes=("a",)),
    Option("d", "D", "", False, scenarios=("long",)),
    Option("n", "N", "", 0, -1, 3),
)
HEAD = '[one]\nname = "One"\nnote = "Some."\nsource = "ours"\n'


def read(tmp_path, text):
    (tmp_path / "presets.toml").write_text(HEAD + text, encoding="utf-8")
    read_presets.cache_clear()
    (found,) = read_presets(tmp_path, None, OPTIONS, ("short", "long"))
    return found.values


def test_a_preset_sets_values_by_scenario(tmp_path):
    text = 'options.a = { source = "x" }\noptions.n = { source = "x", value = 2, scenarios = ["long"] }\n'
    assert read(tmp_path, text) == {"short": {"a": True}, "long": {"a": True, "n": 2}}


def test_everything_is_what_a_scenario_permits(tmp_path):
    text = "everything = true\n"
    assert read(tmp_path, text) == {"short": {"a": True, "b": True}, "long": {"a": True, "b": True, "d": True}}
    text += 'options.b = { value = false, source = "x" }\n'
    assert read(tmp_path, text)["short"] == {"a": True}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('options.z = { source = "x" }', "presets.toml one: unknown option z; there are: a, b, c, d, n"),
        ('options.b = { source = "x" }', "presets.toml one: scenario short: option b needs option a"),
        ('options.a = { source = "x", scenarios = ["late"] }', "option a: unknown scenario late"),
        ('options.n = { source = "x", value = 9 }', "option n: expected -1 to 3, got 9"),
        ("options.a = { value = true }", "missing required field `source`"),
    ],
)
def test_a_preset_that_makes_no_game_is_refused(tmp_path, text, fault):
    with pytest.raises(DataError, match=fault):
        read(tmp_path, text + "\n")


@pytest.mark.parametrize("key", KEYS)
def test_scenarios_name_presets_of_their_title(key):
    title = find(key)
    known = {preset.key for preset in title.presets} | {""}
    assert {scenario.made_for for scenario in title.scenarios} <= known
    with pytest.raises(Unknown, match="nonesuch"):
        title.preset("nonesuch", title.scenarios[0].key)
