"""4.0 Sequence of Play."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.bitter_woods.events import PlayerTurnBegan, TurnEnded
from ardennes.titles.bitter_woods.rules.sequence import OUTLINE
from tests.titles.bitter_woods.table import Table


def phases(side: Side) -> list[str]:
    names = [type(step).__name__ for step in OUTLINE]
    at = names.index("PlayerTurnBegins", 1)
    mine = names[:at] if side is Side.GERMAN else names[at : names.index("RecordKeeping")]
    return [name for name in mine if name not in ("PlayerTurnBegins", "MovementEnds")]


@pytest.mark.rule("BW-4a")
def test_a_game_turn_is_a_german_then_an_allied_player_turn():
    names = [type(step).__name__ for step in OUTLINE]
    assert names.count("PlayerTurnBegins") == 2
    assert names[-1] == "RecordKeeping"
    t = Table("19AM German", "a: German infantry at 1324; d: Allied infantry at 3814")
    t.end_turn()
    assert (t.g.date, t.side) == ("19AM", Side.ALLIED)
    t.end_turn()
    assert (t.g.date, t.side) == ("19PM", Side.GERMAN)
    assert [event.turn for event in t.told(TurnEnded)] == [6]


@pytest.mark.rule("BW-4b", "BW-11.3a")
def test_the_german_player_turn():
    assert phases(Side.GERMAN) == [
        "SupplyPhase",
        "InterdictionPhase",
        "ReservePhase",
        "Movement",
        "CombatBegins",
        "DemolitionBegins",
        "Exploitation",
        "ConstructionBegins",
    ]


EVERYTHING = """
    a: German infantry at 1324; b: German armor at 1223; c: German infantry at 3714; d: Allied infantry at 3814;
    e: German infantry at Dinant; f: Allied infantry at 4817; h: Allied armor at 5104; i: Allied infantry at Huy;
    j: German infantry at 3808
"""


@pytest.mark.rule("BW-4b", "BW-4c", "BW-4f")
def test_play_goes_through_the_phases_in_order():
    t = Table("19AM German", EVERYTHING, phase="turn", blown=["1324/1424", "3806/3807"])
    seen = []
    while t.g.date == "19AM":
        seen.append((str(t.g.mover), t.step))
        if t.step == "Reserves":
            t.do("unit", sorted(t.offers("unit"))[0])
        elif t.step == "Movement" and "repair" in t.g.choices():
            t.do("repair", sorted(t.offers("repair"))[0])
        t.do("done")
    assert seen == [
        ("German", "AirDrops"), ("German", "Interdiction"), ("German", "Reserves"), ("German", "Movement"),
        ("German", "Combat"), ("German", "Demolition"), ("German", "Movement"), ("German", "Construction"),
        ("Allied", "Reserves"), ("Allied", "Movement"), ("Allied", "Combat"), ("Allied", "Demolition"),
        ("Allied", "Movement"), ("Allied", "Construction"),
    ]  # fmt: skip


@pytest.mark.rule("BW-4c")
def test_the_allied_player_turn_has_no_interdiction():
    assert phases(Side.ALLIED) == [
        "SupplyPhase",
        "ReservePhase",
        "Movement",
        "CombatBegins",
        "DemolitionBegins",
        "Exploitation",
        "ConstructionBegins",
    ]
    t = Table("17AM Allied", "a: German infantry at 1324; d: Allied infantry at 3814", phase="turn")
    assert t.step == "Movement"
    assert t.g.air[Side.ALLIED] == 2


@pytest.mark.rule("BW-4d")
def test_what_belongs_to_another_phase_is_refused():
    t = Table("17AM German", "a: German infantry at 1324; d: Allied infantry at 1424")
    assert t.refused("hex", "1424") == "BW-4d"
    assert t.refused("bridge", "1324/1424") == "BW-4d"
    t.end_movement()
    assert t.step == "Combat"
    assert t.refused("unit", "a") == "BW-4d"
    assert t.refused("improve", "a") == "BW-4d"


@pytest.mark.rule("BW-4e")
def test_the_supply_phase_of_either_player_checks_both_sides():
    ring = "r: German infantry at 3813; s: German infantry at 3715; t: German infantry at 3915"
    other = "x: Allied infantry at 4404; y: Allied infantry at 4306; z: Allied infantry at 4506"
    units = f"d: Allied infantry at 3814; {ring}; a: German infantry at 4405; {other}"
    for side in ("German", "Allied"):
        t = Table(f"19PM {side}", units, phase="supply", air=(0, 0))
        assert t.has("d", "unsupplied")
        assert t.has("a", "unsupplied")
        assert not t.has("r", "unsupplied")


@pytest.mark.rule("BW-4f")
def test_air_drops_only_in_the_german_supply_phase():
    t = Table("19AM German", "d: Allied infantry at 3814; a: German infantry at 0909", phase="supply", air=(0, 2))
    assert t.step == "AirDrops"
    assert t.side is Side.ALLIED
    t = Table("19AM Allied", "d: Allied infantry at 3814; a: German infantry at 0909", phase="supply", air=(0, 2))
    assert t.step == "Movement"
    assert t.refused("hex", "3814") == "BW-4d"


@pytest.mark.rule("BW-4g")
def test_the_movement_phase_moves_builds_repairs_and_brings_in_reinforcements():
    t = Table("17PM German", "a: German infantry at 3814; b: German infantry at 1324; c: German infantry at 3714",
              blown=["1324/1424"], reserves=True)  # fmt: skip
    t.move("a", "3813")
    t.do("improve", "c")
    t.do("repair", "b")
    assert "FuhEs" in t.offers("unit")
    t.move("FuhEs", "0118")
    assert (t.where("FuhEs"), t.where("a")) == ("0118", "3813")
    assert t.marked("improved", "3714")
    assert t.g.builders == ((t.unit("b"), t.bridge("1324/1424")),)


@pytest.mark.rule("BW-4h")
def test_only_the_allies_build_fortifications():
    t = Table("17AM German", "a: German infantry at Bastogne")
    assert t.refused("fortify", "a") == "BW-4h"
    t = Table("17AM Allied", "d: Allied infantry at Bastogne")
    assert t.refused("fortify", "d") == ""


@pytest.mark.rule("BW-4i")
def test_demolition_closes_the_combats():
    t = Table("17AM Allied", "a: German infantry at 1323; d: Allied infantry at 1324; e: Allied infantry at 1424",
              phase="combat")  # fmt: skip
    assert t.step == "Combat"
    t.do("done")
    assert t.step == "Demolition"
    assert t.refused("hex", "1323") == "BW-4i"
    t.do("bridge", "1324/1424", dice=[6])
    assert t.refused("hex", "1323") == "BW-4i"


@pytest.mark.rule("BW-4j")
def test_only_reserves_move_in_the_exploitation_phase():
    t = Table("17AM German", "a: German armor at 3814, reserve; b: German armor at 3714", phase="exploitation")
    assert t.step == "Movement"
    assert t.offers("unit") == {"a"}
    assert t.refused("unit", "b") == "BW-4j"


@pytest.mark.rule("BW-4k")
def test_the_marker_moves_one_box_and_the_game_ends_after_26pm():
    t = Table("26AM Allied", "d: Allied infantry at 3814")
    t.end_turn(dice=[1])
    assert t.g.date == "26PM"
    t.end_turn()
    t.end_turn()
    assert t.g.outcome().level == "Allied strategic victory"


@pytest.mark.rule("BW-4a")
def test_each_player_turn_is_announced():
    t = Table("19PM German", "a: German infantry at 1324", phase="turn")
    assert [(event.turn, event.side) for event in t.told(PlayerTurnBegan)][-1] == (7, Side.GERMAN)
