"""1.0 Introduction and 2.9: turns, scenarios, and what the basic game leaves out."""

import pytest

import ardennes
from ardennes.kernel import Side, Unknown
from ardennes.titles.bitter_woods.box import scenarios, turns
from ardennes.titles.bitter_woods.box.optional import EXTRAS, Extras
from tests.titles.bitter_woods.table import Table


@pytest.mark.rule("BW-1.1")
def test_turns_alternate_between_morning_and_afternoon():
    assert turns.NAMES[:4] == ("16AM", "16PM", "17AM", "17PM")
    assert turns.NAMES[-1] == "26PM"
    assert all(name.endswith("AM" if n % 2 == 0 else "PM") for n, name in enumerate(turns.NAMES))
    assert [int(name[:2]) for name in turns.NAMES] == [16 + n // 2 for n in range(22)]
    assert [row.turn for row in ardennes.game("bitter_woods", "campaign").data.track] == list(turns.NAMES)


@pytest.mark.rule("BW-1.2")
def test_nothing_beyond_the_basic_game_can_be_done():
    """Every option is off unless it is asked for, and no verb of one is offered."""
    t = Table("17AM German", "a: German 5PA armor at 1324; d: Allied infantry at 1424", phase="combat")
    assert set(t.g.choices()) == {"hex", "done"}
    for verb in ("bombard", "angriff", "leader"):
        assert t.why(verb, 0) is not None
    assert not any(t.game.options.values())
    assert not any(getattr(t.box, extra.key) for extra in EXTRAS)


@pytest.mark.rule("BW-1.3", "BW-1.4a")
@pytest.mark.parametrize("extra", EXTRAS, ids=lambda extra: extra.key)
def test_every_extra_is_switched_on_by_its_name(extra):
    """One by one, with nothing but what it needs."""
    game = ardennes.game("bitter_woods", "six_turn", options=dict.fromkeys((extra.key, *extra.needs), True))
    assert {key for key in Extras.__annotations__ if getattr(game.data, key)} == {extra.key, *extra.needs}
    assert game.start(1).choices()
    for needed in extra.needs:
        with pytest.raises(ValueError, match=f"option {extra.key} needs option {needed}"):
            ardennes.game("bitter_woods", "six_turn", options={extra.key: True, needed: False})


@pytest.mark.rule("BW-1.3", "BW-1.4a")
@pytest.mark.parametrize("scenario", ["six_turn", "eight_turn", "campaign"])
def test_all_extras_go_together(scenario):
    title = ardennes.game("bitter_woods").title
    values = title.preset("everything", scenario)
    assert {extra.key for extra in EXTRAS} - {*values} == (
        {"events_19am_if_equal", "reserves_any_time"} | ({"peiper_alternative"} if scenario == "eight_turn" else set())
    )
    assert ardennes.game("bitter_woods", scenario, options=values).start(1).choices()


def test_options_permit_what_the_scenarios_say():
    by_key = {extra.key: extra.scenarios for extra in EXTRAS}
    playable = {key: s for key, s in scenarios.registry().items() if s.playable}
    assert {*by_key["peiper_alternative"]} == {key for key, s in playable.items() if s.peiper_alternative}
    assert by_key["army_artillery"] == ()
    assert all(s.army_artillery for s in playable.values())
    assert by_key["events_17am"] == ()
    assert all(s.additional_events for s in playable.values())


def test_every_scenario_names_the_preset_it_was_made_for():
    title = ardennes.game("bitter_woods").title
    keys = [preset.key for preset in title.presets]
    assert keys == ["basic", "tournament", "everything", "own"]
    assert {s.key: s.made_for for s in title.scenarios} == {
        "six_turn": "tournament",
        "eight_turn": "tournament",
        "campaign": "basic",
    }
    tournament = next(preset for preset in title.presets if preset.key == "tournament").values
    assert {*tournament["six_turn"]} - {*tournament["eight_turn"]} == {"peiper_alternative"}
    assert "artillery_command" not in tournament["six_turn"]


@pytest.mark.rule("BW-1.2")
def test_counters_of_optional_rules_stay_in_the_box():
    g = Table("16AM German", reserves=True).g
    unused = {row.id for n, row in enumerate(g.box.units.rows) if not g.box.playing >> n & 1}
    assert {"Dietrich", "Patton", "653JPZ", "VdH/1", "PA/501", "ArmyArt/A6"} <= unused
    assert all(g.box.units.rows[n].needs == "" for side in Side if side < 2 for n in g.box.players[side])


@pytest.mark.rule("BW-2.9")
def test_all_nine_scenarios_are_known_and_three_can_be_played():
    names = {scenario.name: scenario.playable for scenario in scenarios.registry().values()}
    assert names == {
        "Campaign": True,
        "Six-Turn Tournament": True,
        "Eight-Turn Tournament": True,
        "Extended Campaign": False,
        "Plan Martin": False,
        "Patton's Relief of Bastogne": False,
        "Erasing the Bulge": False,
        "Southern Shoulder": False,
        "Early Ardennes Offensive": False,
    }
    assert [s.key for s in ardennes.game("bitter_woods").title.scenarios] == ["six_turn", "eight_turn", "campaign"]
    with pytest.raises(Unknown, match="patton"):
        ardennes.game("bitter_woods", "patton")
    assert all(bool(scenario.missing) is not scenario.playable for scenario in scenarios.registry().values())


@pytest.mark.rule("BW-1.4b", "BW-36b")
def test_where_the_peiper_alternative_may_be_used():
    allowed = {key for key, s in scenarios.registry().items() if s.peiper_alternative}
    assert allowed == {"campaign", "extended_campaign", "six_turn", "southern_shoulder", "early_offensive"}
    # In tournaments it is used in the six-turn and not in the eight-turn game.
    assert not scenarios.registry()["eight_turn"].peiper_alternative


@pytest.mark.rule("BW-1.4c")
def test_army_artillery_may_be_used_everywhere():
    assert all(s.army_artillery for s in scenarios.registry().values())


@pytest.mark.rule("BW-1.5")
def test_where_the_additional_events_may_be_used():
    allowed = {key for key, s in scenarios.registry().items() if s.additional_events}
    assert allowed == {"campaign", "extended_campaign", "six_turn", "eight_turn", "southern_shoulder"}


def test_every_scenario_says_where_its_facts_come_from():
    for scenario in scenarios.registry().values():
        assert scenario.source.startswith("rulebook §")
    points = scenarios.registry()["six_turn"].points
    assert points.needed == 3
    assert points.towns_source.startswith("published: WBC Scenario page")
    assert points.allied_source.startswith("reconstructed")
