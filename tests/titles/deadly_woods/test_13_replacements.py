"""13.0 Replacements."""

import pytest

from ardennes.titles.deadly_woods.state import ELIMINATED
from tests.titles.deadly_woods.table import ALLIED, GERMAN, Table

#: Something for each side to spend a point on.
BOTH = (
    "u: A-28-110 at 2319, reduced; c: A-14Cav at 2318, reduced; g: G-26-a at 3909, reduced; m: G-3PG-8 at 3808, third"
)


#: German remnants, which have no zone, in all hexes two from Bastogne.
RING = "; ".join(
    f"G-{unit} at {number}, third"
    for unit, number in zip(
        ["2Pz-a", "2Pz-b", "Lehr-a", "Lehr-b", "116-a", "116-b", "9Pz-a", "9Pz-b", "1SS-b", "2SS-a", "2SS-b", "12SS-a"],
        ["2217", "2218", "2219", "2317", "2320", "2416", "2420", "2517", "2520", "2617", "2618", "2619"],
        strict=True,
    )
)


def phase(turn: int, units: str, side=ALLIED, **more) -> Table:
    t = Table(f"T{turn} replacements", units, **more)
    while t.step == "Replacements" and t.g.side is not side:
        t.end()
    return t


@pytest.mark.rule("DW-13.2a", "DW-13.2b")
def test_points_come_from_the_track_the_player_without_initiative_first():
    t = Table("T4 replacements", BOTH)
    assert (t.step, t.g.side) == ("Replacements", ALLIED)
    assert t.g.stack[-1].infantry, t.g.stack[-1].armor == (1, 1)
    t.end()
    assert (t.step, t.g.side) == ("Replacements", GERMAN)
    t.end()
    assert t.step != "Replacements"
    allied = Table("T8 replacements", BOTH)
    assert allied.g.side is GERMAN


@pytest.mark.rule("DW-13.1", "DW-13.2c")
def test_a_point_restores_a_step():
    t = phase(4, f"{BOTH}; f: A-28-109 at 2320")
    assert t.refused("unit", "f") == "DW-13.1"
    t.do("unit", "u")
    assert t.g.lost[t.unit("u")] == 0
    assert t.refused("unit", "u") in ("DW-13.1", "DW-13.2.2a")
    t.do("unit", "c")
    assert t.g.side is GERMAN  # both points are spent


@pytest.mark.rule("DW-13.2.1a", "DW-13.2.1b")
def test_german_points():
    t = phase(4, BOTH, GERMAN)
    t.do("unit", "m")  # armor points serve mechanized units; from the third step to the second
    assert t.g.steps_left(t.unit("m")) == 2
    assert t.refused("unit", "m") == "DW-13.2.1a"
    t.do("unit", "g")
    assert t.g.steps_left(t.unit("g")) == 2
    infantry_only = phase(3, BOTH, GERMAN)
    assert infantry_only.refused("unit", "m") == "DW-13.2.1a"


@pytest.mark.rule("DW-13.2.1c")
def test_eliminated_germans_stay_eliminated():
    t = Table("T4 German move", f"{BOTH}; x: G-26-b at 3909")
    t.g.eliminate(t.unit("x"), "DW-11.3.3")
    t = phase(4, BOTH, GERMAN)
    t.g.place[t.box.units.unit("G-26-b")] = ELIMINATED
    assert t.refused("unit", "G-26-b") == "DW-13.2.1c"


@pytest.mark.rule("DW-13.2.2a")
def test_allied_points():
    t = phase(4, BOTH)
    t.do("unit", "c")  # cavalry takes the armor point
    assert t.g.steps_left(t.unit("c")) == 2
    assert t.refused("unit", "u") == ""
    early = phase(3, BOTH)
    assert early.refused("unit", "c") == "DW-13.2.2a"


@pytest.mark.rule("DW-13.2.2b")
def test_not_for_british_and_airborne():
    t = phase(4, f"{BOTH}; p: A-101-501 at 2418, reduced; b: A-29AB at 0607, reduced")
    assert t.refused("unit", "p") == "DW-13.2.2b"
    assert t.refused("unit", "b") == "DW-13.2.2b"


@pytest.mark.rule("DW-13.2d")
def test_the_unit_must_trace_supply():
    ring = "; ".join(
        f"{u} at {h}" for u, h in (("G-2Pz-a", "2219"), ("G-2Pz-b", "2419"), ("G-18-a", "2317"), ("G-18-b", "2321"))
    )
    t = phase(4, f"u: A-28-110 at 2319, reduced; v: A-28-109 at 1410, reduced; {ring}")
    assert t.refused("unit", "u") == "DW-13.2d"
    assert t.refused("unit", "v") == ""


# ---- units that come back ----------------------------------------------------------------------------------------


def with_lost(*lost: str, turn: int = 4, units: str = BOTH) -> Table:
    t = phase(turn, units)
    for unit in lost:
        t.g.place[t.box.units.unit(unit)] = ELIMINATED
    t.g._choices = None
    return t


@pytest.mark.rule("DW-13.2.2c")
def test_surrendered_units_never_return():
    t = with_lost("A-106-424")
    assert t.refused("unit", "A-106-424") == ""
    assert t.refused("unit", "A-106-422") == "DW-13.2.2c"  # out of the game


@pytest.mark.rule("DW-13.2.2d1", "DW-13.2.2g")
def test_an_eliminated_unit_comes_back_in_a_town():
    t = with_lost("A-106-424", units=f"{BOTH}; x: G-26-b at 2517", turn=6)
    t.do("unit", "A-106-424")
    assert t.refused("hex", "2320") == "DW-13.2.2d1"  # a village
    assert t.refused("hex", "2418") == ""  # two hexes from the Germans in 2517
    assert t.refused("hex", "2515") == ""
    t.do("hex", "1613")
    assert t.where("A-106-424") == "1613"
    assert t.g.steps_left(t.unit("A-106-424")) == 1
    assert t.refused("unit", "A-106-424") in ("DW-13.2.2g", "DW-13.2.2a")
    again = with_lost(units=f"{BOTH}; r: A-106-424 at 1613, reduced, returned", turn=4)
    again.g.returned |= 1 << again.unit("r")
    again.g._choices = None
    assert again.refused("unit", "r") == "DW-13.2.2g"


@pytest.mark.rule("DW-13.2.2d2", "DW-13.2.2d3")
def test_not_next_to_an_enemy_nor_out_of_supply():
    t = with_lost("A-106-424", units=f"{BOTH}; x: G-26-b at 2417")
    t.do("unit", "A-106-424")
    assert t.refused("hex", "2418") == "DW-13.2.2d3"
    assert t.refused("hex", "2515") == ""
    air = with_lost("A-106-424", units=f"{BOTH}; {RING}; z: A-28-112 at 0607, reduced", turn=6)
    air.g.asset[air.asset("A-AIR")] = air.hex("2418")
    air.do("unit", "A-106-424")
    assert air.refused("hex", "2418") == "DW-13.2.2d2"  # it has but air supply


@pytest.mark.rule("DW-13.2.2e", "DW-13.2.2f1", "DW-13.2.2f2")
def test_luxembourg_and_eupen_are_for_their_corps():
    t = with_lost("A-2-9")
    t.do("unit", "A-2-9")  # V Corps
    assert t.refused("hex", "3329") == "DW-13.2.2e"
    assert t.refused("hex", "2902") == ""
    t = with_lost("A-106-424")
    t.do("unit", "A-106-424")  # VIII Corps
    assert t.refused("hex", "3329") == ""
    assert t.refused("hex", "2902") == "DW-13.2.2f1"
    assert t.refused("hex", "1613") == ""
