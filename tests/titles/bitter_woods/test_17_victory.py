"""17.0 Victory conditions, and the points of the tournament games."""

from pathlib import Path

import pytest

import ardennes
from ardennes.kernel import Game, Outcome, Side
from ardennes.titles.bitter_woods import TITLE
from ardennes.titles.bitter_woods.box.scenarios import registry
from ardennes.titles.bitter_woods.events import LevelShifted, PointsCounted
from ardennes.titles.bitter_woods.rules import victory
from ardennes.titles.bitter_woods.table import scene
from tests.titles.bitter_woods.table import Table

TOWNS = "b: German infantry at Bastogne; s: German infantry at St. Vith; m: German infantry at Marche"
TWO = "b: German infantry at Bastogne; m: German infantry at Marche"
CORPS = "2Pz/3 at 4913; 2Pz/2 at 4914; 2Pz/304 at 4914"


def end(units: str, scenario: str = "campaign", date: str = "26PM", **columns: object) -> Table:
    """The game with this position at its end."""
    t = Table(f"{date} Allied", units, phase="construction", scenario=scenario, **columns)  # type: ignore[arg-type]
    assert not t.g.stack
    return t


def level(units: str, **columns: object) -> str:
    outcome = end(units, **columns).g.outcome()
    assert outcome is not None
    return outcome.level


@pytest.mark.rule("BW-17a")
def test_the_campaign_has_22_game_turns():
    box = ardennes.game("bitter_woods", "campaign").data
    assert box.last_turn - box.first_turn + 1 == 22
    t = Table("26AM Allied", "d: Allied infantry at 3814", phase="construction", dice=[1])
    assert t.g.outcome() is None
    assert t.g.date == "26PM"
    assert end("d: Allied infantry at 3814").g.outcome() is not None


# ---- 17.1 --------------------------------------------------------------------------------------------------

#: A panzer regiment in the north-western corner, ready to drive off the map.
LAST = "2Pz/3 at 4601"


@pytest.mark.rule("BW-17.1a")
def test_six_units_off_the_map_and_three_towns_end_the_game_at_once():
    t = Table("23AM German", f"{TOWNS}; {LAST}", exits=(5, 1))
    t.do("unit", "2Pz/3")
    t.do("exit", "north")
    assert t.g.outcome() == Outcome(Side.GERMAN, "German strategic victory", 2)
    assert not t.g.stack


@pytest.mark.rule("BW-17.1a")
def test_two_of_the_six_must_be_armor_and_all_towns_held_in_supply():
    for units, exits in (
        (f"{TOWNS}; {LAST}", (5, 0)),
        (f"{TWO}; {LAST}", (5, 1)),
        (f"{TOWNS}, unsupplied; {LAST}", (5, 1)),
    ):
        t = Table("23AM German", units, exits=exits)
        t.do("unit", "2Pz/3")
        t.do("exit", "north")
        assert t.g.outcome() is None


@pytest.mark.rule("BW-17.1a")
def test_the_last_town_can_come_after_the_exits():
    t = Table(
        "23AM German",
        "b: German infantry at Bastogne; s: German infantry at St. Vith; m: German infantry at 3519",
        exits=(6, 2),
    )
    assert t.g.outcome() is None
    t.move("m", "3518")
    assert t.g.outcome() == Outcome(Side.GERMAN, "German strategic victory", 2)


@pytest.mark.rule("BW-17.1a")
def test_only_supplied_mechanized_units_count():
    t = Table("23AM German", f"{TOWNS}; {LAST}, unsupplied", exits=(5, 1))
    t.do("unit", "2Pz/3")
    t.do("exit", "north")
    assert t.g.exits == (5, 1)
    assert t.g.outcome() is None


@pytest.mark.rule("BW-17.1b")
def test_fewer_exits_win_nothing():
    assert level("d: Allied infantry at 3814", exits=(5, 3)) == "Allied strategic victory"
    assert level(TOWNS, exits=(5, 3)) == "Allied tactical victory"


# ---- 17.2 - 17.5 -------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-17.2")
def test_a_panzer_division_across_the_meuse_and_two_towns():
    assert level(f"{TWO}; {CORPS}") == "German tactical victory"
    assert level(f"{TWO}; {CORPS.replace('2Pz/304 at 4914', '2Pz/304 at 4914, unsupplied')}") == "Draw"
    assert level(f"{TWO.replace('Bastogne', 'Bastogne, unsupplied')}; {CORPS}") == "Allied tactical victory"
    assert level(f"{TWO}; {CORPS.replace('2Pz/3 ', 'Lehr/901 ')}") == "Draw"  # no armor among them
    south = CORPS.replace("4913", "5325").replace("4914", "5326")
    assert level(f"{TWO}; {south}") == "Allied tactical victory"  # south of Vireux


@pytest.mark.rule("BW-17.3")
def test_a_draw():
    assert level(f"{TWO}; 2Pz/2 at 4913") == "Draw"  # across
    assert level(f"{TWO}; 2Pz/2 at 4617") == "Draw"  # one hex from the river near Dinant
    assert level(f"{TWO}; 2Pz/2 at 4517") == "Allied tactical victory"  # two hexes
    assert level(f"{TWO}; 2Pz/2 at 4617, unsupplied") == "Allied tactical victory"
    assert level(f"{TWO}; i: German infantry 5-4-3 at 4617") == "Allied tactical victory"
    assert level(f"{TWO}; 2Pz/2 at 2904") == "Allied tactical victory"  # on the Meuse, but downstream of Ramet
    assert level("b: German infantry at Bastogne; 2Pz/2 at 4913") == "Allied tactical victory"


@pytest.mark.rule("BW-17.3")
def test_the_stretch_of_the_meuse_that_counts():
    near = victory.banks(Table("20AM German").box.map).near
    t = Table("20AM German")
    assert all(near >> t.hex(number) & 1 for number in ("5223", "3204", "4718", "4809", "3807"))
    assert not any(near >> t.hex(number) & 1 for number in ("5327", "2904", "2803", "4514"))


@pytest.mark.rule("BW-17.4")
def test_else_the_allies_win():
    assert level("b: German infantry at Bastogne") == "Allied tactical victory"
    outcome = end("b: German infantry at Bastogne").g.outcome()
    assert outcome == Outcome(Side.ALLIED, "Allied tactical victory", -1)


@pytest.mark.rule("BW-17.5")
def test_an_allied_strategic_victory():
    assert level("s: German infantry at St. Vith") == "Allied strategic victory"
    for town in ("Bastogne", "Marche", "Houffalize"):
        assert level(f"s: German infantry at {town}") == "Allied tactical victory"
        assert level(f"s: German infantry at {town}, unsupplied") == "Allied tactical victory"


# ---- 17.6 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-17.6a")
def test_48_allied_units_lost_shift_the_level():
    assert level("b: German infantry at Bastogne", lost=[0, 48]) == "Draw"
    assert level("b: German infantry at Bastogne", lost=[0, 47]) == "Allied tactical victory"
    t = end("b: German infantry at Bastogne", lost=[0, 48])
    assert t.told(LevelShifted)[-1].shift == -1


@pytest.mark.rule("BW-17.6b")
def test_12_german_mechanized_units_lost_shift_it_the_other_way():
    assert level(f"{TWO}; 2Pz/2 at 4913", lost=[12, 0]) == "Allied tactical victory"
    assert level(f"{TWO}; 2Pz/2 at 4913", lost=[11, 0]) == "Draw"


@pytest.mark.rule("BW-17.6c")
def test_panzer_units_count_twice():
    allied = "d: Allied infantry at 3816; g: Allied artillery at 3817"
    t = Table("20AM German", f"2Pz/3 at 3813; 2Pz/2 at 3814; i: German infantry at 3815; {allied}")
    for name, german, ours in (("2Pz/3", 2, 0), ("2Pz/2", 3, 0), ("i", 3, 0), ("d", 3, 1), ("g", 3, 2)):
        t.g.eliminate(t.unit(name), "BW-9.5a")
        assert t.g.lost == [german, ours]


@pytest.mark.rule("BW-17.6d")
def test_shifts_cancel_and_stop_at_the_ends():
    assert level("b: German infantry at Bastogne", lost=[12, 48]) == "Allied tactical victory"
    assert level("d: Allied infantry at 3814", lost=[12, 0]) == "Allied strategic victory"
    assert victory.LEVELS == (
        "German strategic victory",
        "German tactical victory",
        "Draw",
        "Allied tactical victory",
        "Allied strategic victory",
    )


@pytest.mark.rule("BW-17.6d")
def test_a_strategic_victory_can_be_spoilt_by_losses():
    t = Table("23AM German", f"{TOWNS}; {LAST}", exits=(5, 1), lost=[12, 0])
    t.do("unit", "2Pz/3")
    t.do("exit", "north")
    assert t.g.outcome() == Outcome(Side.GERMAN, "German tactical victory", 1)


# ---- the tournament games ----------------------------------------------------------------------------------


def test_the_six_turn_game_ends_on_18pm_by_points():
    none = end("d: Allied infantry at 3814", "six_turn", "18PM", lost=[4, 0])
    assert none.g.outcome() == Outcome(Side.ALLIED, "Allied victory", 0)
    two = "a: German infantry at Stavelot; b: German infantry at Bastogne"
    t = end(two, "six_turn", "18PM", lost=[3, 0])
    assert t.g.outcome() == Outcome(Side.GERMAN, "German victory", 3)
    assert len(t.told(PointsCounted)[-1].points) == 3
    assert end(two, "six_turn", "18PM", lost=[4, 13]).g.outcome() == Outcome(Side.ALLIED, "Allied victory", 2)
    assert end(two, "six_turn", "18PM", lost=[4, 14]).g.outcome() == Outcome(Side.GERMAN, "German victory", 3)


def test_the_eight_turn_game_ends_on_19pm_and_needs_four_points():
    three = "a: German infantry at Stavelot; b: German infantry at Bastogne; c: German infantry at Spa"
    assert end(three, "eight_turn", "19PM", lost=[4, 0]).g.outcome() == Outcome(Side.ALLIED, "Allied victory", 3)
    assert end(three, "eight_turn", "19PM", lost=[0, 0]).g.outcome() == Outcome(Side.GERMAN, "German victory", 4)


def test_a_handicap_raises_what_the_germans_need():
    game = Game.of(TITLE, "six_turn", {"handicap": 4})
    assert victory.needed(game.data) == victory.needed(Game.of(TITLE, "six_turn").data) + 4 == 7
    state = game.start("handicap")
    state.lost = [0, 14]
    victory.end_game(state)
    assert state.outcome() == Outcome(Side.ALLIED, "Allied victory", 2)
    assert any("needs 7 points" in fact.text for fact in scene.victory_facts(game.data))


def test_scenarios_that_cannot_be_played_are_listed_with_what_an_owner_would_have_to_enter():
    listed = (Path(__file__).parents[3] / "docs" / "maps.md").read_text(encoding="utf-8")
    waiting = [scenario for scenario in registry().values() if not scenario.playable]
    assert waiting
    for scenario in waiting:
        assert f"| {scenario.name} | {scenario.missing} |" in listed
