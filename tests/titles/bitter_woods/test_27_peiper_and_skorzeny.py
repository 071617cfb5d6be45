"""27 Peiper and Skorzeny: through zones of control, and the attack after exploitation."""

import pytest

from ardennes import agents
from ardennes.kernel import Action, Side
from ardennes.titles.bitter_woods.events import Sneaked
from ardennes.titles.bitter_woods.rules.combat.advance import Advance
from tests.titles.bitter_woods.table import Table

ON = ("peiper_and_skorzeny",)


def table(when: str, units: str, **more) -> Table:
    return Table(when, units, options=ON, **({"air": (0, 0)} | more))


#: A road from 1211 west with Allied units beside it.
GAUNTLET = "p: 1SS/Peiper at 1211; b: Allied infantry at 1310; c: Allied infantry at 1412"


# ---- 27.1 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-27.1a")
def test_on_17am_peiper_ignores_zones_of_control():
    assert "1610" in table("17AM German", GAUNTLET).reach("p")
    assert "1610" not in table("17PM German", GAUNTLET).reach("p")
    assert "1610" not in Table("17AM German", GAUNTLET, air=(0, 0)).reach("p")


@pytest.mark.rule("BW-27.1a")
def test_on_17am_peiper_ignores_interdiction():
    units = "p: 1SS/Peiper at 1211; b: Allied infantry at 3001"
    for when, cost in (("17AM German", "1/2"), ("17PM German", "2 1/2")):
        t = table(when, units)
        t.g.interdicted = 1 << t.hex("1311")
        assert t.cost("p", "1410") == cost


def passes_zones(t: Table, cell: str) -> set[str]:
    """The hexes in Allied zones of control that a unit would come through on its way to a hex."""
    path = t.g.stack[-1].way(t.g, "hex", t.hex(cell)).path[1:-1]
    return t.zone(Side.ALLIED) & {t.grid.number(place) for place in path}


def released() -> Table:
    """Peiper in reserve in the exploitation phase of 17AM."""
    units = "p: 1SS/Peiper at 1110, reserve; b: Allied infantry at 1310; c: Allied infantry at 1509"
    return table("17AM German", units, phase="exploitation")


@pytest.mark.rule("BW-27.1b")
def test_in_exploitation_peiper_rolls_for_each_zone():
    t = released()
    t.do("unit", "p")
    for cell in t.offers("hex"):
        assert not passes_zones(t, cell), cell  # none without a die
    assert "1311" in t.offers("sneak")
    t.do("sneak", "1311", dice=[3])
    assert t.where("p") == "1311"
    assert t.step == "Moving"
    t.do("sneak", "1410", dice=[5])
    assert [event.die for event in t.told(Sneaked)] == [3, 5]
    assert t.where("p") == "1410"
    assert t.step != "Moving"
    assert t.has("p", "moved")


@pytest.mark.rule("BW-27.1b")
def test_the_way_to_a_zone_is_paid_before_the_die():
    t = released()
    t.do("unit", "p")
    price = t.g.stack[-1].found(t.g).through().cost(t.hex("1311"))  # type: ignore[attr-defined]
    t.do("sneak", "1311", dice=[3])
    assert t.g.stack[-1].spent == price > 0  # type: ignore[attr-defined]


@pytest.mark.rule("BW-27.1b")
def test_in_exploitation_peiper_ignores_interdiction():
    t = released()
    t.g.interdicted = 1 << t.hex("1210")
    assert t.cost("p", "1210") == "1/4"
    t.g.turn += 1
    t.g.memo = None
    assert t.cost("p", "1210") == "2 1/4"


def ready_to_strike(**more) -> Table:
    """Peiper in reserve next to nobody, who moves up to 1311 in exploitation."""
    units = (
        "p: 1SS/Peiper at 1110, reserve; q: 1SS/1 at 1210, moved; g: German 6PA artillery at 1110;"
        "d: Allied infantry 5-4-4 at 1311, reduced"
    )
    t = table("17AM German", units, phase="exploitation", **({"air": (2, 0)} | more))
    t.move("p", "1211")
    t.do("done")
    return t


@pytest.mark.rule("BW-27.1c")
def test_peiper_may_attack_alone_after_exploitation():
    t = ready_to_strike()
    assert (t.step, t.side) == ("Lunge", Side.GERMAN)
    assert t.offers("hex") == {"1311"}
    t.do("hex", "1311")
    assert t.offers("unit") == set()
    for verb, target in (("unit", "q"), ("unit", "g"), ("air", None)):
        assert t.refused(verb, target) == "BW-27.1c"
    found = t.odds("1311", "p")
    assert [line.rule for line in found.modifiers] == ["BW-9.3b"]  # the usual modifiers
    t.do("fight", None, dice=[1])
    assert t.where("d") != "1311"


@pytest.mark.rule("BW-27.1c")
def test_no_attack_for_peiper_without_reserve_or_on_another_turn():
    t = table("17AM German", "p: 1SS/Peiper at 1211; d: Allied infantry at 1311", phase="exploitation")
    assert t.step != "Lunge"
    units = "p: 1SS/Peiper at 1110, reserve; d: Allied infantry at 1311"
    t = table("17PM German", units, phase="exploitation")
    t.move("p", "1211")
    t.do("done")
    assert t.step != "Lunge"


@pytest.mark.rule("BW-27.1d")
def test_unused_hexes_of_the_advance_become_points_for_roads():
    """Of an advance of two hexes one is used: four road hexes are left."""
    t = ready_to_strike()
    t.do("hex", "1311")
    t.g.put(t.unit("d"), t.hex("3001"))
    step = t.g.stack[-1]
    assert step.attack.alone
    t.g.replace(Advance(Side.GERMAN, (t.unit("p"),), (t.hex("1311"),), 2, True, True))
    along = ["1311", "1410", "1511", "1610", "1710"]
    assert {*along} <= t.advances("p")
    assert "1809" not in t.advances("p")
    t.g.replace(Advance(Side.GERMAN, (t.unit("p"),), (t.hex("1311"),), 2, True))
    assert "1610" not in t.advances("p")


@pytest.mark.rule("BW-27.1e")
def test_example_peiper_goes_eight_road_hexes_beyond_the_vacated_one():
    t = ready_to_strike()
    t.do("hex", "1311")
    row = t.odds("1311", "p")
    die = next(die for die in range(1, 7) if t.box.results.result(row.column, row.row(die)).text == "1D3")
    t.do("fight", None, dice=[die])
    assert t.step == "Advance"
    reached = t.advances("p")
    t.do("unit", "p")
    paths = {cell: t.g.stack[-1].way(t.g, "hex", t.hex(cell)).path for cell in reached}
    assert max(len(path) for path in paths.values()) == 1 + 1 + 8  # where it stood, 1311, and eight along the road
    far = max(paths, key=lambda cell: len(paths[cell]))
    t.do("hex", far)
    assert t.where("p") == far


# ---- 27.2 --------------------------------------------------------------------------------------------------

SNEAK = "s: PzB150 at 1210; d: 2/23 at 1410; e: Allied infantry at 3001"


@pytest.mark.rule("BW-27.2a")
def test_the_brigade_may_try_once_between_16pm_and_18pm():
    for when, may in (("16PM", True), ("18PM", True), ("19AM", False)):
        t = table(f"{when} German", SNEAK)
        t.do("unit", "s")
        assert ("1311" in t.offers("sneak")) is may, when
        if not may:
            assert t.refused("sneak", "1311") == "BW-27.2a"
    t = table("17AM German", SNEAK)
    t.do("unit", "s")
    t.do("sneak", "1311", dice=[4])
    assert t.where("s") == "1311"
    assert t.step == "Movement"
    assert t.g.sneaked
    t.end_turn()
    while t.side is Side.ALLIED:
        t.do("done")
    while t.step != "Movement":
        t.do("done")
    t.do("unit", "s")
    assert t.offers("sneak") == set()
    assert t.refused("sneak", "1311") == "BW-27.2a"


@pytest.mark.rule("BW-27.2a")
def test_nobody_else_sneaks():
    t = table("17AM German", "a: 1SS/1 at 1210; d: 2/23 at 1410")
    t.do("unit", "a")
    assert t.offers("sneak") == set()
    assert t.refused("sneak", "1311") == "BW-27.2a"


@pytest.mark.rule("BW-27.2b")
def test_the_sneak_is_made_in_movement_or_exploitation_and_not_in_an_advance():
    units = "s: PzB150 at 1110, reserve; d: 2/23 at 1410; e: Allied infantry at 3001"
    t = table("17AM German", units, phase="exploitation")
    t.do("unit", "s")
    t.do("sneak", "1311", dice=[1])
    assert "1411" in t.offers("hex")
    t = table("17AM German", "s: PzB150 at 1211; d: 2/23 at 1410; e: Allied infantry at 3001", phase="combat")
    t.may_advance("1311", 3, "s")
    t.do("unit", "s")
    assert t.refused("sneak", "1311") == "BW-27.2b"


@pytest.mark.rule("BW-27.2b")
def test_the_brigade_stops_in_the_first_zone_it_enters_afterwards():
    t = table("17AM German", SNEAK)
    t.do("unit", "s")
    t.do("sneak", "1311", dice=[3])
    assert "1411" in t.offers("hex")
    for cell in t.offers("hex"):
        assert not passes_zones(t, cell), cell
    assert t.offers("sneak") == set()
    t.do("hex", "1411")
    assert t.step == "Movement"


@pytest.mark.rule("BW-EX.2")
def test_example_2_the_skorzeny_sneak():
    """From 1311, beside 2/23, a 2 lets the brigade step to 1411 beside the same regiment, and no farther."""
    t = table("17AM German", "s: PzB150 at 1311; d: 2/23 at 1410; e: Allied infantry at 1412; f: 14Cav at 1609")
    assert t.why_move("s", "1411") == "BW-7.4c"
    t.do("unit", "s")
    t.do("sneak", "1311", dice=[2])
    assert t.refused("hex", "1511")  # Baugnez
    t.do("hex", "1411")
    assert t.where("s") == "1411"
    assert t.has("s", "moved")
    assert t.step == "Movement"


def test_a_brigade_hemmed_in_can_still_be_picked_up():
    ring = "b: Allied infantry at 1410; c: Allied infantry at 1312; d: Allied infantry at 1210"
    t = table("17AM German", f"s: PzB150 at 1311; {ring}")
    assert t.refused("unit", "s") == ""
    t.do("unit", "s")
    t.do("sneak", "1311", dice=[6])
    assert t.where("s") == "1311"
    assert t.step == "Movement"


# ---- in the hands of staffs --------------------------------------------------------------------------------


def test_the_staff_attacks_with_peiper_where_it_pays():
    t = ready_to_strike()
    assert agents.find("staff", 1).choose(t.g.sight(Side.GERMAN)) == Action("hex", t.hex("1311"))
    t.do("hex", "1311")
    assert agents.find("staff", 1).choose(t.g.sight(Side.GERMAN)) == Action("fight")
