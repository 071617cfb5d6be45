"""11.3.3 - 11.5 Losses, retreat, the airborne stand, bridges in combat, advance."""

from types import SimpleNamespace

import pytest

from ardennes.board.cells import cells
from ardennes.kernel import Side, conformance
from ardennes.titles.deadly_woods.events import BlowRolled, Retreated, StepLost
from ardennes.titles.deadly_woods.rules.bridges import BlowBehind
from ardennes.titles.deadly_woods.rules.retreat import routes
from tests.titles.deadly_woods.battle import suffer
from tests.titles.deadly_woods.table import Table

#: Germans east of 1411.
STRONG = "a: G-2Pz-a at 1511; b: G-2Pz-b at 1511; c: G-26-a at 1512; f: G-26-b at 1512"
FOUR = ("a", "b", "c", "f")
DR, DR_STAR = "DR", "DR*"


def battle(more: str, when: str = "T4 German combat", **kwargs: object) -> Table:
    return Table(when, f"{STRONG}; {more}", **kwargs)


def struck(more: str, result: str = DR, cell: str = "1411", **kwargs: object) -> Table:
    """The position after a fight for 1411 with that result."""
    t = battle(more, **kwargs)
    suffer(t, cell, *FOUR, result=result)
    return t


def ends(t: Table, name: str) -> set[str]:
    return {t.box.grid.number(cell) for cell in routes(t.g, t.unit(name)).ways}


# ---- retreat -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-11.3.3f", "DW-11.4a", "DW-11.4b", "DW-11.4k")
def test_dr_is_a_retreat_of_two_hexes():
    t = struck("d: A-28-110 at 1411; e: A-28-109 at 1411")
    assert (t.step, t.g.side) == ("Retreat", Side.ALLIED)
    grid = t.box.grid
    assert t.offers("hex")
    assert all(grid.distance(grid.cell(n), t.hex("1411")) == 2 for n in t.offers("hex"))
    assert t.refused("hex", "1311") in ("DW-11.4k", "DW-11.4h")
    assert t.refused("hex", "1410") in ("DW-11.4k", "DW-11.4h")
    t.do("hex", "1211")
    t.do("hex", "1211")
    assert (t.where("d"), t.where("e")) == ("1211", "1211")
    assert len(t.told(Retreated)[0].path) == 3
    assert not t.told(StepLost)
    assert (t.where("a"), t.where("c")) == ("1511", "1512")  # attackers never go back


@pytest.mark.rule("DW-11.3.3g")
def test_dr_star_costs_a_step_first():
    t = struck("d: A-28-110 at 1411; e: A-28-109 at 1209", DR_STAR)
    assert t.g.lost[t.unit("d")] == 1
    t.do("hex", "1211")
    assert t.where("d") == "1211"


@pytest.mark.rule("DW-11.4c")
def test_no_retreat_through_terrain_closed_to_the_unit():
    """From 1312 the way south leads through a forest without a road, and 0102 lies at the edge of the map."""
    t = Table("T4 German combat", "a: G-26-a at 1411; d: A-9AD-A at 1312; i: A-28-110 at 1312")
    assert "1314" in ends(t, "i")
    assert "1314" not in ends(t, "d")
    assert not any(t.hex("1313") in path for path in routes(t.g, t.unit("d")).ways.values())
    edge = Table("T4 German combat", "a: G-26-a at 0202; d: A-28-110 at 0102")
    assert all(
        edge.box.grid.board >> cell & 1 for path in routes(edge.g, edge.unit("d")).ways.values() for cell in path
    )


@pytest.mark.rule("DW-11.4d")
def test_a_way_clear_of_zones_comes_first():
    """A German in 1210 controls a part of the hexes behind 1411."""
    t = struck("d: A-28-110 at 1411; e: A-4-12 at 1109; x: G-18-a at 1210")
    assert t.refused("hex", "1210") == "DW-11.4d"
    shut = t.zone(Side.GERMAN)
    for path in routes(t.g, t.unit("d")).ways.values():
        assert not shut & {t.box.grid.number(cell) for cell in path[1:]}
    assert not routes(t.g, t.unit("d")).zones


@pytest.mark.rule("DW-11.4e")
def test_zones_on_the_way_cost_the_stack_a_step():
    ring = "x: G-18-a at 1310; y: G-18-b at 1312"
    t = struck(f"d: A-28-110 at 1411; e: A-28-109 at 1411; {ring}")
    found = routes(t.g, t.unit("d"))
    assert found.zones
    end = t.box.grid.number(next(iter(found.ways)))
    t.do("hex", end)
    t.do("hex", t.g.choices()["hex"][0])
    assert (t.step, t.g.side) == ("Losses", Side.ALLIED)
    assert t.offers("unit") == {"d", "e"}
    t.do("unit", "e")
    assert (t.g.lost[t.unit("d")], t.g.lost[t.unit("e")]) == (0, 1)  # one step for both
    assert t.step != "Losses"
    assert len(t.told(StepLost)) == 1


@pytest.mark.rule("DW-7.3f", "DW-7.3i", "DW-7.3j")
def test_what_cancels_zones_for_a_retreat():
    ring = "y: G-18-b at 1312"
    assert routes(battle(f"d: A-28-110 at 1411; {ring}").g, battle("d: A-28-110 at 1411").unit("d")).zones
    friend = battle(f"d: A-28-110 at 1411; k: A-28-109 at 1311; {ring}")
    assert not routes(friend.g, friend.unit("d")).zones
    delay = battle(f"d: A-28-110 at 1411; k: A-DELAY at 1311; {ring}")
    assert not routes(delay.g, delay.unit("d")).zones
    engineers = battle(f"d: A-28-110 at 1411; {ring}", assets={"A-ENG-VIII-1": "1311"})
    assert routes(engineers.g, engineers.unit("d")).zones


@pytest.mark.rule("DW-11.4f")
def test_germans_do_not_retreat_west():
    t = Table("T4 Allied combat", "a: A-28-110 at 1510; b: A-28-109 at 1510; g: G-26-a at 1511")
    assert ends(t, "g")
    assert not {number for number in ends(t, "g") if number < "15"}
    suffer(t, "1511", "a", "b", result=DR)
    assert t.refused("hex", "1312") == "DW-11.4f"
    # With zones north, east and south only the west is left.
    shut = Table("T4 Allied combat", "a: A-28-110 at 1510; b: A-28-109 at 1513; g: G-26-a at 1411")
    assert not routes(shut.g, shut.unit("g")).zones
    assert ends(shut, "g")
    assert {number for number in ends(shut, "g") if number < "14"} == ends(shut, "g")


@pytest.mark.rule("DW-11.4g")
def test_allies_do_not_retreat_east():
    t = Table("T4 German combat", "a: G-26-a at 1311; d: A-28-110 at 1411")
    assert ends(t, "d")
    assert not {number for number in ends(t, "d") if number > "1499"}
    shut = Table("T4 German combat", "a: G-26-a at 1311; b: G-26-b at 1409; c: G-18-a at 1413; d: A-28-110 at 1411")
    assert not routes(shut.g, shut.unit("d")).zones
    assert {number for number in ends(shut, "d") if number > "1499"}


@pytest.mark.rule("DW-11.4h")
def test_a_retreat_goes_on_until_no_enemy_is_adjacent():
    """Most hexes two west of 1411 are next to one of these, who have no zone of control."""
    lone = "x: G-2Pz-a at 1111, third; y: G-Lehr-a at 1113, third; w: G-9Pz-a at 1109, third"
    t = Table("T4 German combat", f"a: G-26-a at 1511; d: A-28-110 at 1411; {lone}")
    found = routes(t.g, t.unit("d")).ways
    for cell in found:
        assert not t.g.next_to(Side.GERMAN, cell)
    assert any(len(path) > 3 for path in found.values())
    engineers = Table("T4 Allied combat", "a: A-28-110 at 1411; g: G-26-a at 1511", assets={"A-ENG-VIII-1": "1711"})
    assert "1710" in ends(engineers, "g")  # Engineers are no units


@pytest.mark.rule("DW-11.4i")
def test_without_a_way_every_unit_loses_a_step():
    ring = "; ".join(f"{name}: A-{unit} at {cell}" for name, unit, cell in (
        ("a", "2Arm-A", "1410"), ("b", "2Arm-B", "1410"), ("c", "3Arm-A", "1412"), ("e", "3Arm-B", "1412"),
        ("f", "28-110", "1311"), ("h", "28-109", "1312"), ("i", "28-112", "1511"), ("j", "4-12", "1512"),
    ))  # fmt: skip
    stack = "one: G-VdH at 1411"
    units = f"{ring}; two: G-26-a at 1411; three: G-2Pz-a at 1411"
    t = Table("T4 Allied combat", units)
    assert not routes(t.g, t.unit("two")).ways
    suffer(t, "1411", "a", "b", "c", "e", "h", result="DR")
    assert t.where("two") == t.where("three") == "1411"
    assert (t.g.steps_left(t.unit("two")), t.g.steps_left(t.unit("three"))) == (1, 2)
    weak = Table("T4 Allied combat", f"{ring}; two: G-26-a at 1411, reduced; {stack}")
    suffer(weak, "1411", "a", "b", "c", "e", "h", result="DR")
    assert weak.where("two") == weak.where("one") == "eliminated"


@pytest.mark.rule("DW-11.4j")
def test_units_of_a_hex_may_part():
    t = struck("d: A-28-110 at 1411; e: A-28-109 at 1411")
    t.do("hex", "1211")
    assert t.refused("hex", "1210") == ""
    t.do("hex", "1210")
    assert (t.where("d"), t.where("e")) == ("1211", "1210")
    other = struck("d: A-28-110 at 1411; e: A-28-109 at 1411")
    other.do("unit", "e")
    other.do("hex", "1211")
    assert (other.where("d"), other.where("e")) == ("1411", "1211")


@pytest.mark.rule("DW-11.4.2", "DW-12.9.1g")
def test_units_that_cannot_move_are_lost():
    t = Table("T4 German combat", f"{STRONG}; d: A-DELAY at 1411")
    suffer(t, "1411", *FOUR, result=DR)
    assert t.where("d") == "box"
    hit = Table("T3 German combat", f"{STRONG}; d: A-DELAY at 1411")
    suffer(hit, "1411", *FOUR, result="BL1")
    hit.do("unit", "a")
    assert hit.where("d") == "box"
    jump = Table("T4 Allied combat", "a: A-2Arm-A at 1410; b: A-2Arm-B at 1410; g: G-VdH at 1411")
    suffer(jump, "1411", "a", "b", result=DR)
    assert jump.where("g") == "eliminated"


@pytest.mark.rule("DW-6.2d", "DW-6.2e", "DW-6.2f")
def test_room_at_the_end_of_a_retreat():
    full = "k: A-4-12 at 1211; l: A-4-8 at 1211; m: A-106-422 at 1211"
    t = struck(f"d: A-28-110 at 1411; {full}")
    assert t.refused("hex", "1211") == "DW-6.2d"
    assert any(len(path) == 4 for path in routes(t.g, t.unit("d")).ways.values())  # beyond the full hex
    other = struck("d: A-28-110 at 1411; k: A-84-333 at 1211")
    assert other.refused("hex", "1211") == "DW-6.2f"  # VII Corps is there
    walled = struck("d: A-28-110 at 1411; e: A-28-109 at 1211", assets={"A-ENG-V-1": "1210"})
    assert walled.refused("hex", "1210") == "DW-6.2f"


def _surrounded_by(t: Table, units: list[int], keep: int = 0) -> None:
    """Put units, one each, wherever the 5th Armored's retreat from 3303 could end, but in the hexes to be kept."""
    filled, others = keep, iter(units)
    while free := [cell for cell in routes(t.g, t.unit("c")).ways if not filled >> cell & 1]:
        for cell in free:
            t.g.put(next(others), cell)
            filled |= 1 << cell
        t.g._choices = t.g.memo = None


@pytest.mark.rule("DW-6.2f", "DW-11.4i")
@pytest.mark.parametrize("reduced", [False, True])
def test_a_retreat_never_ends_with_another_corps(reduced):
    """The 5th Armored may not leave the hexes near entry area J; here all it could reach hold another corps."""
    mark = ", reduced" if reduced else ""
    t = Table("T6 German combat", f"c: A-5Arm-A at 3303{mark}; a: G-26-a at 3403")
    assert routes(t.g, t.unit("c")).ways
    _surrounded_by(t, cells(t.box.units.corps["VII"] | t.box.units.corps["III"]))
    assert not routes(t.g, t.unit("c")).ways
    suffer(t, "3303", "a", result=DR)
    assert t.where("c") == ("eliminated" if reduced else "3303")
    assert t.step != "Overstack"
    assert reduced or t.g.lost[t.unit("c")] == 1


@pytest.mark.rule("DW-6.2d")
def test_a_retreat_with_no_room_left_ends_in_elimination():
    """The same with hexes of its own corps that are full."""
    t = Table("T6 German combat", "c: A-5Arm-A at 3303; a: G-26-a at 3403")
    full = next(iter(routes(t.g, t.unit("c")).ways))
    for name in ("A-99-393", "A-2-9"):
        t.g.put(t.unit(name), full)
    t.g._choices = t.g.memo = None
    _surrounded_by(t, cells(t.box.units.corps["VII"] | t.box.units.corps["III"]), 1 << full)
    suffer(t, "3303", "a", result=DR)
    assert t.g.choices()["hex"] == [full]
    t.do("hex", full)
    assert t.step == "Overstack"
    t.do("unit", "c")
    assert t.where("c") == "eliminated"


@pytest.mark.rule("DW-9.2b")
def test_germans_do_not_advance_over_an_army_boundary():
    for turn, advances in ((2, False), (4, True)):
        t = Table(f"T{turn} German combat", "g: G-26-a at 2220; h: G-26-b at 2220; d: A-14Cav at 2221, reduced")
        suffer(t, "2221", "g", "h", result=DR_STAR)
        assert t.where("d") == "eliminated"
        assert bool(t.g.stack and t.step == "Advance") is advances


def _bound(turn: int) -> Table:
    """A German of the 7th Army with nothing but the boundary north of it behind its back."""
    ring = "a: A-28-110 at 2222; b: A-28-109 at 2222; c: A-4-12 at 2322; d: A-4-8 at 2122; e: A-4-22 at 2321"
    return Table(f"T{turn} Allied combat", f"g: G-5FJ-13 at 2221; h: G-5FJ-15 at 2221; {ring}")


@pytest.mark.rule("DW-9.2c")
def test_a_boundary_behind_costs_a_step_for_each_hex():
    t = _bound(3)
    found = routes(t.g, t.unit("g"))
    assert (dict(found.ways), found.short) == ({}, 2)
    free = routes(_bound(4).g, t.unit("g"))
    assert free.ways
    assert not free.short
    suffer(t, "2221", "a", "b", "c", "d", "e", result="DR")
    assert (t.step, t.g.side) == ("Losses", Side.GERMAN)
    t.do("unit", "g")
    t.do("unit", "g")
    assert (t.where("g"), t.g.lost[t.unit("h")], t.where("h")) == ("eliminated", 0, "2221")


@pytest.mark.rule("DW-9.2c")
def test_a_boundary_one_hex_behind_costs_one_step():
    """Behind a wall of Americans the 7th Army area has but 2620 left, one hex north of 2621."""
    wall = ("2122", "2222", "2322", "2422", "2522", "2622", "2722", "2821", "2921")
    allies = "; ".join(f"w{cell}: Allied infantry VIII at {cell}" for cell in wall)
    t = Table("T3 Allied combat", f"g: G-5FJ-13 at 2621; h: G-5FJ-15 at 2621; {allies}")
    found = routes(t.g, t.unit("g"))
    assert (ends(t, "g"), found.short) == ({"2620"}, 1)
    suffer(t, "2621", "w2622", result=DR)
    t.do("hex", "2620")
    t.do("hex", "2620")
    assert (t.step, t.offers("unit")) == ("Losses", {"g", "h"})
    t.do("unit", "h")
    assert (t.where("g"), t.where("h")) == ("2620", "2620")
    assert (t.g.lost[t.unit("g")], t.g.lost[t.unit("h")]) == (0, 1)


# ---- airborne ----------------------------------------------------------------------------------------------------

MARCHE = "a: G-2Pz-a at 1713; b: G-2Pz-b at 1713; c: G-26-a at 1714; f: G-26-b at 1714"


def stand(more: str, result: str, cell: str = "1613", germans: str = MARCHE) -> Table:
    t = Table("T4 German combat", f"{germans}; {more}")
    suffer(t, cell, *FOUR, result=result)
    return t


@pytest.mark.rule("DW-11.4.1a", "DW-11.4.1d")
def test_airborne_troops_stand():
    t = stand("d: A-101-501 at 1613; e: A-10Arm-B at 1613; k: A-101-502 at 1512; l: A-10Arm-A at 1512", DR_STAR)
    while t.step == "Losses":
        t.do("unit", "e")
    assert (t.step, t.g.side) == ("Stand", Side.ALLIED)
    assert t.offers("unit") == {"d"}
    assert t.refused("unit", "e") == "DW-11.4.1b"
    gone = t.trial()
    gone.do("done")
    assert gone.step == "Retreat"
    t.do("unit", "d")
    assert (t.where("d"), t.where("e")) == ("1613", "1613")
    assert t.step != "Retreat"
    assert t.g.lost[t.unit("d")] == 1
    last = stand("d: A-101-501 at 1409, reduced; e: A-28-110 at 1409", DR, "1409", (
        "a: G-2Pz-a at 1510; b: G-2Pz-b at 1510; c: G-26-a at 1410; f: G-26-b at 1410"))  # fmt: skip
    last.do("unit", "d")
    assert (last.where("d"), last.where("e")) == ("eliminated", "1409")


@pytest.mark.rule("DW-11.4.1b")
def test_who_is_airborne():
    for unit in ("A-6Abn-5Para", "A-6Abn-6AL", "A-517", "A-82-325"):
        t = Table("T4 German combat", f"{MARCHE}; d: {unit} at 1613")
        suffer(t, "1613", *FOUR, result="DR*")
        while t.step == "Losses":
            t.do("unit", "d")
        assert t.step == "Stand"
    plain = Table("T4 German combat", f"{MARCHE}; d: A-28-110 at 1613")
    suffer(plain, "1613", *FOUR, result="DR*")
    assert plain.step == "Retreat"


@pytest.mark.rule("DW-11.4.1c", "DW-11.4.1f")
def test_the_example_of_the_town():
    t = stand("d: A-101-501 at 1613; e: A-10Arm-B at 1613; k: A-101-502 at 1513; l: A-10Arm-A at 1513", DR_STAR)
    t.do("unit", "d")  # the step of the asterisk
    t.do("unit", "d")  # the step of the stand
    assert t.where("d") == "eliminated"
    assert (t.where("e"), t.g.steps_left(t.unit("e"))) == ("1613", 2)
    assert t.step not in ("Advance", "Retreat")


@pytest.mark.rule("DW-11.4.1e")
def test_no_stand_in_the_open():
    t = stand("d: A-101-501 at 1411; k: A-101-502 at 1209", DR, "1411", STRONG)
    assert t.step == "Retreat"
    rough = "a: G-2Pz-a at 1608; b: G-2Pz-b at 1608; c: G-26-a at 1609; f: G-26-b at 1609"
    t = stand("d: A-101-501 at 1508; k: A-101-502 at 1308", DR_STAR, "1508", rough)
    assert t.step == "Retreat"


# ---- bridges -----------------------------------------------------------------------------------------------------

#: 1315 and 1316 with the bridge of the Lesse between them.
BRIDGE = "1315/1316"


@pytest.mark.rule("DW-10.6.1d", "DW-10.6.1e")
def test_a_bridge_behind_a_retreat():
    units = "a: G-2Pz-a at 1416; b: G-2Pz-b at 1416; c: G-26-a at 1417; f: G-26-b at 1417; d: A-28-110 at 1316"
    for die, blown in ((3, True), (4, False)):
        t = Table("T4 German combat", units + "; e: A-28-109 at 1213", blown=[])
        suffer(t, "1316", *FOUR, result=DR)
        over = [cell for cell, path in routes(t.g, t.unit("d")).ways.items() if t.hex("1315") in path]
        t.do("hex", over[0])
        assert (t.step, t.g.side) == ("BlowBehind", Side.ALLIED)
        assert t.offers("bridge") == {BRIDGE}
        elsewhere = next(n for n in range(len(t.box.map.bridges)) if not t.g.stack[-1].bridges >> n & 1)
        assert t.why("bridge", elsewhere) == ("DW-10.6.1d", "the retreat did not go over this bridge")
        declined = t.trial()
        declined.do("done")
        assert not declined.blown()
        t.do("bridge", BRIDGE, [die])
        assert (BRIDGE in t.blown()) is blown
        assert len(t.told(BlowRolled)) == 1
    german = Table("T4 Allied combat", "a: A-2Arm-A at 1216; b: A-2Arm-B at 1216; g: G-26-a at 1316", blown=[])
    over = [c for c, path in routes(german.g, german.unit("g")).ways.items() if german.hex("1315") in path]
    suffer(german, "1316", "a", "b", result="DR*")
    while german.step == "Losses":
        german.do("unit", "g")
    if over:
        german.do("hex", over[0])
        assert (german.step, german.g.side) == ("BlowBehind", Side.GERMAN)


@pytest.mark.rule("DW-10.6.1f")
def test_a_bridge_attacked_over_in_vain():
    units = "a: G-26-a at 1315; b: G-26-b at 1315; d: A-28-110 at 1316; e: A-28-109 at 1216"
    t = Table("T4 German combat", units, blown=[])
    suffer(t, "1316", "a", "b", result="AL1")
    t.do("unit", "a")
    assert (t.step, t.g.side) == ("BlowInFront", Side.ALLIED)
    elsewhere = next(n for n in range(len(t.box.map.bridges)) if not t.g.stack[-1].bridges >> n & 1)
    assert t.why("bridge", elsewhere) == ("DW-10.6.1f", "the attack did not come over this bridge")
    spared = t.trial()
    spared.do("bridge", BRIDGE)
    assert not spared.blown()
    t.do("done")
    assert t.blown() == {BRIDGE}
    # Though nobody of the attackers is left.
    last = Table("T4 German combat", "a: G-301 at 1315, reduced; d: A-28-110 at 1316; x: G-18-a at 1313", blown=[])
    suffer(last, "1316", "a", result="AL1")
    assert last.where("a") == "eliminated"
    assert last.step == "BlowInFront"


@pytest.mark.rule("DW-10.6.1g")
def test_no_bridge_goes_with_a_hex_that_is_lost():
    units = (
        "a: G-2Pz-a at 1315; b: G-2Pz-b at 1315; c: G-26-a at 1315; d: A-14Cav at 1316, reduced; e: A-28-109 at 1216"
    )
    t = Table("T4 German combat", units, blown=[])
    suffer(t, "1316", "a", "b", "c", result="DR*")
    while t.step == "Retreat":
        t.do("hex", t.g.choices()["hex"][0])
    assert t.step == "Advance"
    assert not t.blown()


# ---- advance -----------------------------------------------------------------------------------------------------


def cleared(more: str = "", when: str = "T4 German combat", germans: str = STRONG, **kwargs: object) -> Table:
    """The advance after a fight for 1411 that eliminated a lone cavalry unit."""
    t = Table(when, f"{germans}; d: A-14Cav at 1411, reduced; {more}", **kwargs)
    suffer(t, "1411", *FOUR, result="DR*")
    assert t.where("d") == "eliminated"
    assert t.step == "Advance"
    return t


@pytest.mark.rule("DW-11.5a", "DW-11.5c")
def test_attackers_advance_into_the_hex_given_up():
    t = cleared("x: G-18-a at 1412")
    assert t.offers("unit") == set(FOUR)
    assert t.refused("unit", "x") == "DW-11.5a"
    t.do("unit", "a")
    assert t.where("a") == "1411"
    assert t.refused("unit", "a") == "DW-11.5a"
    t.do("done")
    assert t.where("b") == "1511"
    declined = cleared()
    declined.do("done")
    assert not declined.g.units_at(declined.hex("1411"))


@pytest.mark.rule("DW-7.3c", "DW-11.5b1")
def test_an_advance_ignores_zones():
    t = cleared("y: A-28-110 at 1312; z: A-28-109 at 1209")
    assert "1411" in t.zone(Side.ALLIED)
    t.do("unit", "a")
    assert t.where("a") == "1411"


@pytest.mark.rule("DW-11.5b2")
def test_no_advance_into_terrain_closed_to_the_unit():
    units = (
        "a: G-2Pz-a at 1412; b: G-2Pz-b at 1412; c: G-26-a at 1412; d: A-14Cav at 1313, reduced; y: A-28-110 at 1213"
    )
    t = Table("T4 German combat", units)
    suffer(t, "1313", "a", "b", "c", result="DR*")
    assert t.step == "Advance"
    assert t.offers("unit") == {"c"}
    assert t.refused("unit", "a") == "DW-11.5b2"


@pytest.mark.rule("DW-6.2c", "DW-11.5c")
def test_an_advance_respects_stacking():
    germans = "a: G-2Pz-a at 1511; b: G-2Pz-b at 1511; c: G-26-a at 1512; f: G-18-a at 1410"
    t = cleared(germans=germans)
    t.do("unit", "c")
    t.do("unit", "f")
    assert t.refused("unit", "a") == "DW-11.5c" or t.step != "Advance"
    two = cleared(germans=germans)
    two.do("unit", "a")
    two.do("unit", "b")
    two.do("unit", "c")
    assert two.where("f") == "1410"
    assert two.step != "Advance"  # no room for another


@pytest.mark.rule("DW-11.5d")
def test_an_advance_over_a_destroyed_bridge_rebuilds_it():
    units = (
        "a: G-2Pz-a at 1315; b: G-2Pz-b at 1315; c: G-26-a at 1315; d: A-14Cav at 1316, reduced; e: A-28-109 at 1217"
    )
    t = Table("T4 German combat", units, blown=[BRIDGE])
    suffer(t, "1316", "a", "b", "c", result="DR*")
    while t.step == "Retreat":
        t.do("hex", t.g.choices()["hex"][0])
    t.do("unit", "c")
    assert not t.blown()
    assert t.g.built == 1 << t.box.army_of(t.hex("1316"))


@pytest.mark.rule("DW-12.4.4c")
def test_an_advance_sends_engineers_away():
    t = cleared(when="T3 German combat", assets={"A-ENG-VIII-1": "1411"})
    t.do("unit", "a")
    number = t.asset("A-ENG-VIII-1")
    assert (t.asset_at("A-ENG-VIII-1"), t.g.back[number]) == ("track", 5)


@pytest.mark.rule("DW-9.3b")
def test_the_british_attack_out_of_their_area_but_stay_in_it():
    box = Table("T9 Allied combat", "a: A-14Cav at 1411").box
    grid = box.grid
    inside = next(
        cell
        for cell in grid.cells
        if box.british_area >> cell & 1
        and box.ground.clear >> cell & 1
        and any(box.ground.clear >> n & 1 and not box.ground.crosses_river(cell, n) and not box.british_area >> n & 1
                for n in grid.cells if grid.adjacent(cell, n))
    )  # fmt: skip
    outside = next(
        n
        for n in grid.cells
        if grid.adjacent(inside, n)
        and box.ground.clear >> n & 1
        and not box.ground.crosses_river(inside, n)
        and not box.british_area >> n & 1
    )
    units = (
        f"a: A-43-129 at {grid.number(inside)}; b: A-43-130 at {grid.number(inside)}; "
        f"g: G-301 at {grid.number(outside)}, reduced"
    )
    t = Table("T9 Allied combat", units, columns={"meuse": 1})
    assert t.refused("hex", grid.number(outside)) == ""
    suffer(t, grid.number(outside), "a", "b", result="DR*")
    assert t.where("g") == "eliminated"
    assert not t.g.stack or t.step != "Advance"


# ---- every decision gives reasons that agree with what it offers ---------------------------------------------------


def _decisions() -> list[Table]:
    """One position for each decision of combat."""
    stack = "d: A-101-501 at 1613; e: A-101-502 at 1613"
    found = [battle("d: A-28-110 at 1411; e: A-28-109 at 1209")]
    for verb, word in (("hex", "1411"), ("attack", None), ("done", None)):
        found.append(found[-1].trial())
        found[-1].do(verb, word)
    found.append(struck("d: A-28-110 at 1411; e: A-28-109 at 1411"))
    found.append(struck("d: A-28-110 at 1411; e: A-28-109 at 1411", "BL1"))
    found.append(struck("d: A-28-110 at 1411", when="T1 German combat"))
    found.append(stand(stack, DR))
    found.append(cleared())
    blow = Table("T4 German combat", "a: G-26-a at 1315; d: A-28-110 at 1316", blown=[])
    suffer(blow, "1316", "a", result="AL1")
    back = Table("T4 German combat", "a: G-26-a at 1416; d: A-28-110 at 1316; e: A-28-109 at 1213", blown=[])
    suffer(back, "1316", "a", result=DR)
    back.do("hex", next(c for c, path in routes(back.g, back.unit("d")).ways.items() if back.hex("1315") in path))
    return [*found, blow, back]


def test_reasons_agree_with_choices():
    decisions = _decisions()
    assert {t.step for t in decisions} == {
        "AttackPhase", "ChooseAttackers", "AttackerSupport", "DefenderSupport", "Retreat", "Losses", "Exchange",
        "Stand", "Advance", "BlowInFront", "BlowBehind",
    }  # fmt: skip
    for t in decisions:
        conformance.refusals_agree(SimpleNamespace(state=t.g, game=t.game))


@pytest.mark.rule("DW-10.6.1d", "DW-10.6.1e")
def test_each_bridge_behind_a_retreat_is_asked_about():
    """From 1329 over both bridges of the Sauer at Martelange to 1530; a die is rolled for each."""
    t = Table("T4 German combat", "a: G-2Pz-a at 1229; d: A-28-110 at 1530", blown=[])
    first, second = t.bridge("1329/1429"), t.bridge("1429/1530")
    t.g.push(BlowBehind(Side.ALLIED, 1 << first | 1 << second))
    t.do("bridge", first, [6])
    assert (t.step, t.g.side) == ("BlowBehind", Side.ALLIED)
    assert t.why("bridge", first) == ("DW-10.6.1d", "the retreat did not go over this bridge")
    t.do("bridge", second, [1])
    assert t.blown() == {t.game.title.word(t.game, "bridge", second)}
    assert t.step != "BlowBehind"
