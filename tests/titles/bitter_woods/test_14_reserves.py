"""14.0 Reserves."""

import pytest

from ardennes.kernel import Action, Side
from ardennes.titles.bitter_woods.events import ReserveLost
from ardennes.titles.bitter_woods.rules.points import allowance
from tests.titles.bitter_woods.table import Table

#: A panzer regiment far from the enemy, and an attack elsewhere.
UNITS = "p: German armor 9-5-4 at 3420; a: German infantry 5-4-3 at 3813; d: Allied infantry 5-4-4 at 3814"


@pytest.mark.rule("BW-14.1a")
def test_supplied_mechanized_units_on_the_map_go_into_reserve():
    units = "p: German armor 9-5-4 at 3420; q: German armor 8-5-4 at 3421, unsupplied; i: German infantry at 3422"
    t = Table("20AM German", f"{units}; Lehr/Recon at 3423; 2Pz/2 at 3424", phase="reserve", reserves=True)
    assert t.refused("unit", "p") == ""
    assert t.refused("unit", "q") == "BW-14.1a"
    assert t.refused("unit", "i") == "BW-14.1a"
    assert t.refused("unit", "Lehr/Recon") == t.refused("unit", "2Pz/2") == ""
    assert t.refused("unit", "9Pz/33") == "BW-14.1a"  # still to come
    t.do("unit", "p")
    assert t.has("p", "reserve")
    assert t.refused("unit", "p") == "BW-14.1a"


@pytest.mark.rule("BW-14.1a")
def test_both_sides_have_reserves():
    t = Table("20AM Allied", "p: Allied armor at 3420; x: German infantry at 1010", phase="reserve")
    assert t.side is Side.ALLIED
    t.do("unit", "p")
    assert t.has("p", "reserve")


@pytest.mark.rule("BW-14.1b")
def test_a_reserve_unit_neither_moves_nor_attacks_but_defends():
    t = Table("20AM German", UNITS.replace("p: German armor 9-5-4 at 3420", "p: German armor 9-5-4 at 3420, reserve"))
    assert t.refused("unit", "p") == "BW-14.1b"
    t = Table("20AM German", UNITS, phase="combat")
    t.do("hex", "3814")
    t.g.put(t.unit("p"), t.hex("3813"))
    t.g.reserve |= 1 << t.unit("p")  # nobody can be there and in reserve but by an error
    assert t.refused("unit", "p") == "BW-14.1b"
    t = Table("20AM Allied", "p: German armor 9-5-4 at 3813, reserve; d: Allied infantry at 3814")
    assert t.odds("3813", "d").defense == 9


@pytest.mark.rule("BW-14.2")
def test_reserves_move_with_their_full_allowance_after_combat():
    t = Table("20AM German", UNITS, phase="reserve")
    t.do("unit", "p")
    t.do("done")
    t.do("done")  # movement
    t.do("done")  # combat
    assert (t.step, t.g.stack[-1].exploiting) == ("Movement", True)  # type: ignore[attr-defined]
    assert t.offers("unit") == {"p"}
    assert t.refused("unit", "a") == "BW-4j"
    assert allowance(t.g, t.unit("p")) == 4
    normal = Table("20AM German", UNITS)
    assert t.reach("p") == normal.reach("p")
    t.move("p", "3518")
    t.do("done")
    assert t.g.mover is Side.ALLIED  # no combat comes after it


@pytest.mark.rule("BW-14.3a")
def test_the_marker_comes_off_with_the_move():
    t = Table(
        "20AM German",
        "p: German armor 9-5-4 at 3420, reserve; q: German armor 8-5-4 at 3423, reserve",
        phase="exploitation",
    )
    t.move("p", "3518")
    assert not t.has("p", "reserve")
    assert t.has("q", "reserve")
    assert t.refused("unit", "p") == "BW-14.3a"


@pytest.mark.rule("BW-14.3b")
def test_an_enemy_next_to_it_takes_a_unit_out_of_reserve():
    """The Allied defender wins and advances next to the reserve."""
    allies = "d: Allied armor 9-5-4 at 3814; e: Allied armor 9-5-4 at 3814"
    units = f"a: German infantry 3-3-3 at 3813; p: German armor 9-5-4 at 3812; {allies}"
    t = Table("20AM German", units, phase="reserve", air=(0, 0))
    t.do("unit", "p")
    t.do("done")
    t.do("done")
    t.attack("3814", "a", dice=[3])  # 3 against 18: AE
    assert t.has("p", "reserve")
    t.do("unit", "d")
    t.do("hex", "3813")
    t.do("done")
    assert not t.has("p", "reserve")
    assert t.told(ReserveLost)[-1].units == (t.unit("p"),)
    while t.g.mover is Side.GERMAN:
        assert t.step != "Movement"  # there is nothing left to exploit with
        t.do("done")


@pytest.mark.rule("BW-14.3b")
def test_a_unit_next_to_the_enemy_does_not_go_into_reserve():
    t = Table(
        "20AM German",
        "p: German armor 9-5-4 at 3813; q: German armor 8-5-4 at 3423; d: Allied artillery at 3814",
        phase="reserve",
    )
    assert t.refused("unit", "p") == "BW-14.3b"
    assert t.refused("unit", "q") == ""


@pytest.mark.rule("BW-14.3c")
@pytest.mark.parametrize("fed", ["", ", unsupplied"])
def test_a_unit_that_was_not_released_stays_in_reserve(fed):
    """Also into its next turn, and out of supply; then it waits for that turn's exploitation."""
    units = f"p: German armor 9-5-4 at 3420, reserve{fed}; q: German armor 8-5-4 at 3423; d: Allied infantry at 3814"
    t = Table("20AM German", units, phase="reserve")
    t.do("done")
    assert t.has("p", "reserve")
    assert t.refused("unit", "p") == "BW-14.1b"
    t.do("done")
    assert t.g.stack[-1].exploiting  # type: ignore[attr-defined]
    assert t.refused("unit", "p") == ""
    t.end_turn()
    assert t.has("p", "reserve")


@pytest.mark.rule("BW-14.3c", "BW-14.3b")
@pytest.mark.parametrize(("side", "enemy"), [("German", "Allied"), ("Allied", "German")])
def test_an_enemy_that_passes_by_takes_a_unit_out_of_reserve(side, enemy):
    """Over the Meuse no zone stops him: he comes along the other bank and goes on."""
    units = f"p: {enemy} armor at 2702, reserve; a: {side} armor at 2501"
    t = Table(f"20AM {side}", units, air=(0, 0))
    near = {cell for cell in t.reach("a") if t.grid.distance(t.hex(cell), t.hex("2702")) == 1}
    far = sorted(cell for cell in t.reach("a") if t.grid.distance(t.hex(cell), t.hex("2702")) > 1)
    assert near
    met = []
    for cell in far:
        trial = t.trial()
        trial.do("unit", "a")
        way = trial.g.stack[-1].way(trial.g, "hex", trial.hex(cell))  # type: ignore[attr-defined]
        beside = any(trial.grid.distance(step, trial.hex("2702")) == 1 for step in way.path)
        untold = trial.g.copy()  # a look ahead that nobody is told of walks the same way
        untold.act(Action("hex", trial.hex(cell)))
        trial.do("hex", cell)
        assert trial.has("p", "reserve") is not beside, cell
        assert untold.reserve == trial.g.reserve, cell
        met.append(beside)
    assert {*met} == {True, False}


@pytest.mark.rule("BW-14.3b", "BW-9.8a")
def test_once_met_in_combat_a_reserve_may_fight_in_the_same_phase():
    allies = "d: Allied armor 9-5-4 at 3814; e: Allied armor 9-5-4 at 3814"
    units = f"a: German infantry 3-3-3 at 3813; p: German armor 9-5-4 at 3812; {allies}"
    t = Table("20AM German", units, phase="reserve", air=(0, 0))
    t.do("unit", "p")
    t.do("done")
    t.do("done")
    t.attack("3814", "a", dice=[3])
    t.do("unit", "d")
    t.do("hex", "3813")
    t.do("done")
    t.do("hex", "3813")
    assert t.refused("unit", "p") == ""


@pytest.mark.rule("BW-14.1c")
def test_by_a_setting_units_that_did_nothing_go_into_reserve_while_others_move():
    units = "p: German armor 9-5-4 at 3420; q: German armor 8-5-4 at 3516; d: Allied infantry at 3814"
    for options, rule in (((), "BW-14.1c"), (("reserves_any_time",), "")):
        t = Table("20AM German", units, options=options)
        assert t.refused("reserve", "p") == rule
    t.move("q", "3517")
    assert t.refused("reserve", "q") == "BW-14.1c"
    t.do("reserve", "p")
    assert t.has("p", "reserve")
    assert t.refused("unit", "p") == "BW-14.1b"
    assert t.refused("reserve", "p") == "BW-14.1a"
    t.do("done")
    assert t.g.stack[-1].exploiting  # type: ignore[attr-defined]
    assert t.refused("unit", "p") == ""
