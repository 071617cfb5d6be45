"""11.0 Aircraft support."""

import pytest

from ardennes.kernel import Side
from tests.titles.bitter_woods.table import Table

FIGHT = "a: German infantry 5-4-3 at 3813; d: Allied infantry 5-4-4 at 3814"


@pytest.mark.rule("BW-11.1a")
def test_aircraft_come_from_the_turn_track():
    for date, german, allied in (("17AM", 2, 2), ("18PM", 2, 1), ("23PM", 2, 5)):
        t = Table(f"{date} German", "a: German infantry at 3813", phase="turn", dice=[1] if date == "23PM" else [])
        assert (t.box.track[t.g.turn].german_air, t.box.track[t.g.turn].allied_air) == (german, allied)
        assert t.g.air == [german, allied]


@pytest.mark.rule("BW-11.1b")
def test_an_aircraft_flies_once_a_game_turn():
    t = Table("17AM German", FIGHT, phase="interdiction", air=(0, 2))
    t.do("hex", "3810")
    t.do("hex", "3811")
    assert t.g.air == [0, 0]
    while t.step != "Combat":
        t.do("done")
    t.plan("3814", "a")
    t.do("fight", None, dice=[5])  # SU; the Allies have nothing left to choose
    assert t.step == "Combat"
    while t.g.mover is Side.GERMAN:
        t.do("done")
    assert t.g.air == [0, 0]  # nor in their own player turn


@pytest.mark.rule("BW-11.1b")
def test_a_side_without_aircraft_cannot_commit_one():
    t = Table("17AM German", FIGHT, phase="combat", air=(0, 1))
    t.do("hex", "3814")
    assert t.refused("air") == "BW-11.1b"


@pytest.mark.rule("BW-11.2a")
def test_ground_support_shifts_one_column():
    t = Table("19AM German", FIGHT, phase="combat")
    assert t.column("3814", "a") == "1-1"
    assert t.column("3814", "a", air=True) == "2-1"
    assert t.column("3814", "a", cover=True) == "1-2"
    assert t.column("3814", "a", air=True, cover=True) == "1-1"


@pytest.mark.rule("BW-11.2b")
def test_one_aircraft_a_side_and_combat():
    t = Table("19AM German", FIGHT, phase="combat", air=(2, 2))
    t.do("hex", "3814")
    t.do("unit", "a")
    t.do("air")
    t.do("air")  # a second order takes it back
    t.do("air")
    t.do("fight")
    assert t.g.air == [1, 2]
    t.do("air")
    t.do("fight", None, dice=[6])
    assert t.g.air == [1, 1]


@pytest.mark.rule("BW-11.2c")
def test_aircraft_do_not_attack_alone():
    t = Table("19AM German", FIGHT, phase="combat", air=(2, 0))
    t.do("hex", "3814")
    t.do("air")
    assert t.refused("fight") == "BW-11.2c"
    t = Table(
        "19AM German",
        "d: Allied infantry at 3814; a: German infantry at 3813; e: Allied infantry at 4020",
        phase="combat",
    )
    assert t.refused("hex", "4020") == "BW-9.1b"


@pytest.mark.rule("BW-11.3b")
def test_interdiction_hits_any_hex_once():
    t = Table("17AM German", FIGHT, phase="interdiction", air=(0, 3))
    for number in ("3810", "3813", "0101"):  # empty, occupied, far away
        assert t.refused("hex", number) == ""
    t.do("hex", "3810")
    assert t.refused("hex", "3810") == "BW-11.3b"
    assert t.marked("interdicted", "3810")


@pytest.mark.rule("BW-11.3c")
def test_interdiction_costs_mechanized_units_two_and_others_one():
    """3812 is a clear road hex, 3811 leads to it by road."""
    units = "p: German armor 9-5-4 at 3811; i: German infantry at 3811; g: German artillery at 3811"
    t = Table("21AM German", units)
    assert (t.step_cost("p", "3812"), t.step_cost("i", "3812"), t.step_cost("g", "3812")) == ("1/4", "1/3", "1/2")
    t = Table("21AM German", units, interdicted=1 << t.hex("3812"))
    assert (t.step_cost("p", "3812"), t.step_cost("i", "3812")) == ("2 1/4", "1 1/3")
    assert t.step_cost("g", "3812") == "1 1/2"
    assert t.cost("p", "3812") == "2 1/4"


@pytest.mark.rule("BW-11.3d")
def test_interdiction_lasts_for_the_german_player_turn():
    units = "p: German armor 9-5-4 at 3811, reserve; x: Allied infantry at 3820; v: German infantry at 4010"
    t = Table("21AM German", units, phase="exploitation", interdicted=1 << Table("21AM German").hex("3812"))
    assert t.step == "Movement"
    assert t.cost("p", "3812") == "2 1/4"
    while t.g.mover is Side.GERMAN:
        t.do("done")
    assert t.g.interdicted == 0


@pytest.mark.rule("BW-11.3e")
def test_interdiction_touches_neither_advance_nor_retreat_nor_supply():
    hexes = 0
    free = Table("21AM German", "a: German infantry 5-4-3 at 3411; d: Allied infantry at 3412")
    for number in ("3410", "3409", "3408", "3413", "3414", "3512"):
        hexes |= 1 << free.hex(number)
    struck = Table("21AM German", "a: German infantry 5-4-3 at 3411; d: Allied infantry at 3412", interdicted=hexes)
    assert free.retreats("a", 2) == struck.retreats("a", 2) != set()
    assert free.supplied("a") == struck.supplied("a") is True
    for t in (free, struck):
        t.g.put(t.unit("d"), t.hex("4020"))
        t.may_advance("3412", 3, "a")
    assert free.advances("a") == struck.advances("a") != set()


@pytest.mark.rule("BW-11.3c")
def test_interdiction_counts_on_the_way_and_not_only_on_the_first_hex():
    """1116 - 1215 - 1316 is a road, and St. Vith is struck."""
    units = "p: German 5PA armor 9-5-4 at 1116; i: German infantry 5-4-3 at 1116"
    free = Table("21AM German", units)
    struck = Table("21AM German", units, interdicted=1 << free.hex("1316"))
    assert (free.cost("p", "1316"), free.cost("i", "1316")) == ("1/2", "2/3")
    assert (struck.cost("p", "1316"), struck.cost("i", "1316")) == ("2 1/2", "1 2/3")
