"""3.0, 15.0 Victory, control, and the end of a turn."""

import pytest

from ardennes.kernel import Chance, Side
from ardennes.kernel.columns import BadTable
from ardennes.kernel.languages import speaking
from ardennes.kernel.words import say
from ardennes.titles.deadly_woods import TITLE
from ardennes.titles.deadly_woods.events import Ended, Scored
from ardennes.titles.deadly_woods.rules import victory
from ardennes.titles.deadly_woods.state import NOBODY
from tests.titles.deadly_woods.table import ALLIED, GERMAN, Table

QUIET = "u: A-28-110 at 1410; g: G-26-a at 3909"
FIVE = ["St. Vith", "Bastogne", "Houffalize", "Malmédy", "Arlon"]
CUT = "A-1-16 at 4207; A-1-18 at 4212; A-1-26 at 4219"


def winner(t: Table) -> Side | None:
    return None if t.g.result is None else t.g.result.winner


@pytest.mark.rule("DW-3.2f", "DW-3.2g", "DW-1.1")
def test_a_new_game():
    game = Table("T4 German move", QUIET).game
    state = game.start(3)
    assert (state.turn, state.initiative, state.vp) == (1, GERMAN, 0)
    assert {Side.GERMAN, Side.ALLIED} == {state.side_of(unit) for unit in range(len(state.place))}


@pytest.mark.rule("DW-3.4a", "DW-2.2.2b")
def test_vp_are_counted_afresh_and_need_supply():
    t = Table("T4 end", QUIET, german=FIVE[:2], columns={"vp": 2})
    assert t.g.vp == 2
    pocket = f"{QUIET}; A-2-9 at 2417; A-2-38 at 2419; A-2-23 at 2318; A-99-393 at 2519; A-99-394 at 2518"
    cut = Table("T4 end", pocket, german=["Bastogne", "St. Vith"])
    assert cut.g.vp == 1
    assert not hasattr(t.g, "allied_vp")


def test_a_result_is_the_same_in_every_language():
    """It stands in the state, whose hash is in every save."""
    with speaking("de"):
        ended = Table("T6 end", QUIET, german=FIVE[:3], scenario="german_attack").g.result
        assert say(ended.level) == "3 von 4 Siegfeldern"
    assert ended.level == "3 of 4 VP hexes"


@pytest.mark.rule("DW-3.4b", "DW-3.4c")
def test_nine_motorized_steps_over_the_meuse():
    three = "G-2Pz-a at 0403; G-2Pz-b at 0404; G-Lehr-a at 0405{}"
    assert winner(Table("T5 end", three.format(""))) is GERMAN
    assert winner(Table("T5 end", three.format(", reduced"))) is None
    assert winner(Table("T5 end", three.format(", hungry"))) is None
    trucked = Table("T5 German move", three.format(", reduced") + "; i: G-26-a at 0406")
    trucked.g.trucks = trucked.unit("i")
    assert victory.steps_over_meuse(trucked.g) == 8
    south = Table("T5 German move", "G-2Pz-a at 0228; G-2Pz-b at 0229")  # over the Meuse, not in the British area
    assert victory.steps_over_meuse(south.g) == 0


@pytest.mark.rule("DW-3.4d", "DW-3.4e")
def test_five_supplied_vp_hexes_at_the_end_of_a_turn():
    t = Table("T3 end", QUIET, german=FIVE)
    assert winner(t) is GERMAN
    assert winner(Table("T3 end", QUIET, german=FIVE[:4])) is None
    assert winner(Table("T3 end", f"g: G-26-a at 3909; {CUT}", german=FIVE)) is None
    during = Table(
        "T4 German move",
        "g: G-26-a at 2319; u: A-28-110 at 0911",
        german=["St. Vith", "Houffalize", "Malmédy", "Arlon"],
    )
    during.move("g", "2418")
    assert winner(during) is None
    assert during.step == "Movement"


@pytest.mark.rule("DW-3.3a", "DW-3.4f")
def test_the_attack_scenario_ends_with_turn_6():
    for hexes, side in ((4, GERMAN), (3, ALLIED)):
        t = Table("T6 end", QUIET, german=FIVE[:hexes], scenario="german_attack")
        assert winner(t) is side
        assert t.g.turn == 6


@pytest.mark.rule("DW-3.3b", "DW-3.4g", "DW-3.4h", "DW-3.4i")
@pytest.mark.parametrize(
    ("withdrawal", "hexes", "side"),
    [(2, 2, ALLIED), (2, 3, GERMAN), (1, 2, GERMAN), (1, 1, ALLIED), (1, 0, ALLIED)],
)
def test_the_campaign_ends_with_turn_12(withdrawal, hexes, side):
    t = Table("T12 end", QUIET, german=FIVE[:hexes], columns={"withdrawal": withdrawal})
    assert winner(t) is side
    assert t.g.turn == 12


@pytest.mark.rule("DW-3.5b", "DW-2.6c")
def test_control_changes_on_entry_and_stays():
    t = Table("T4 German move", "g: G-26-a at 1312; u: A-28-110 at 0202")
    ciney = t.hex("1211")
    assert t.g.controls(ALLIED, ciney)
    t.move("g", "1211", "1210")
    assert t.g.controls(GERMAN, ciney)
    back = Table("T4 Allied move", "u: A-28-110 at 1312", german=["Ciney"])
    assert back.g.controls(GERMAN, ciney)
    back.move("u", "1211")
    assert back.g.controls(ALLIED, ciney)


@pytest.mark.rule("DW-15.0a")
def test_points_come_before_the_surrender():
    t = Table("T2 German move", "g: G-26-a at 3909; a: A-106-422 at 3612")
    told = t.end()
    names = [type(event).__name__ for event in told]
    assert names.index("Scored") < names.index("TurnBegan")
    assert t.told(Scored)
    assert not t.told(Ended)


@pytest.mark.rule("DW-15.0b", "DW-15.0c", "DW-15.0d", "DW-12.1a")
def test_clean_up():
    t = Table(
        "T3 German move",
        f"{QUIET}; A-DELAY at 2317",
        assets={"G-GREIF": "3110", "A-ENG-VIII-1": "2320", "A-AIR": "2418"},
        columns={"built": 0b111, "used": 0b11},
    )
    t.g.trucks = t.unit("g")
    t.end()
    assert (t.asset_at("G-GREIF"), t.asset_at("A-ENG-VIII-1"), t.asset_at("A-AIR")) == ("box", "2320", "2418")
    assert t.g.trucks == NOBODY
    assert t.where("A-DELAY") == "2317"
    assert (t.g.built, t.g.used) == (0, 0)


@pytest.mark.rule("DW-2.2.2c", "DW-2.3.1.1e")
def test_lost_steps():
    t = Table("T4 German combat", "p: G-2Pz-a at 1410, attacked; q: G-2Pz-b at 1410; d: A-28-110 at 1411")
    for left in (2, 1):
        t.g.lose_step(t.unit("p"), "DW-11.3.3a")
        assert t.g.steps_left(t.unit("p")) == left
        assert t.where("p") == "1410"
        assert t.has("p", "attacked")
    t.g.lose_step(t.unit("p"), "DW-11.3.3a")
    assert t.where("p") == "eliminated"
    t.g.lose_step(t.unit("d"), "DW-11.3.3a")
    t.g.lose_step(t.unit("d"), "DW-11.3.3a")
    assert t.where("d") == "eliminated"


@pytest.mark.rule("DW-2.6b")
def test_every_marker_is_in_the_table():
    t = Table(
        "T3 German move",
        f"{QUIET}; p: G-2Pz-a at 3808, hungry",
        german=["Bastogne"],
        blown=["3419/3320"],
        columns={"built": 0b010, "fuel": 1, "vp": 2},
    )
    again = t.game.restore(t.g.table())
    assert again.table() == t.g.table()
    for column in ("turn", "initiative", "vp", "blown", "built", "german", "fuel", "hungry"):
        assert getattr(again, column) == getattr(t.g, column)
    broken = t.g.table() | {"place": [9999] * 176}
    with pytest.raises(BadTable, match="place"):
        t.game.restore(broken)


@pytest.mark.rule("DW-2.7")
def test_rounds_follow_the_rules_of_section_14():
    """What a round permits is data with its source; each names section 14 or what it refers to."""
    box = TITLE.load("campaign", {"plus_two": False})
    for row in box.rounds:
        assert "§14" in row.source or "§8.1" in row.source


@pytest.mark.rule("DW-2.1b")
def test_dice_are_d6():
    from ardennes.titles.deadly_woods.rules.heydte import D6

    assert [outcome for _, outcome in D6.pairs] == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("DW-2.1a")
def test_the_counters_fit_the_sheets_and_one_die_is_rolled():
    box = TITLE.load("campaign", {"plus_two": False, "handicap": 0})
    thirds = sum(len(faces) == 3 for faces in box.units.faces)
    chits = max(sum(t.cup) + sum(t.hand) + sum(t.sequence) for t in box.turns)
    markers = sum(count for count in box.numbers.markers.values() if isinstance(count, int))
    assert len(box.units) + thirds + len(box.assets) + chits + markers <= 264
    chances = {name for name, step in TITLE.steps.items() if issubclass(step, Chance)}
    assert chances == {"Draw", "Landing", "CombatRoll", "BlowRoll"}  # the cup, and three rolls of one d6
    t = Table("T4 German move", QUIET)
    for name in ("Landing", "CombatRoll", "BlowRoll"):
        step = TITLE.steps[name]
        pairs = step.chances(None, t.g).pairs  # type: ignore[attr-defined]
        assert [outcome for _, outcome in pairs] == [1, 2, 3, 4, 5, 6]
