"""12.0 Supply."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.bitter_woods.events import ShortageRolled, SupplyChecked
from ardennes.titles.bitter_woods.rules import supply
from ardennes.titles.bitter_woods.rules.points import allowance
from tests.titles.bitter_woods.table import Table

#: 3814 between two enemies, all hexes around it in their zones of control.
POCKET = "x: German infantry 5-4-3 at 3813; y: German infantry 5-4-3 at 3815; d: Allied infantry 5-4-4 at 3814"
KESSEL = "x: Allied infantry 5-4-4 at 3813; y: Allied infantry 5-4-4 at 3815; d: German infantry 5-4-3 at 3814"


def roads(t: Table, side: Side) -> set[str]:
    return set(t.grid.numbers(supply.roads(t.g, side)))


def strength(t: Table, target: str, name: str) -> int:
    return t.odds(target, name).attack


# ---- 12.1, 12.2 --------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-12.1")
def test_both_sides_check_all_units_in_both_player_turns():
    other = "a: German infantry at 4218; p: Allied infantry at 4217; q: Allied infantry at 4219"
    both = f"{POCKET}; {other}; e: Allied infantry at 4501"
    for side in ("German", "Allied"):
        t = Table(f"20AM {side}", both, phase="supply", dice=[1] if side == "German" else ())
        checked = t.told(SupplyChecked)[-1].units
        assert {t.name(unit) for unit in checked} == {"d", "a"}
        assert [t.has(name, "unsupplied") for name in "daxe"] == [True, True, False, False]


@pytest.mark.rule("BW-12.2a")
def test_an_open_chain_of_hexes_to_a_road_that_leads_off_the_map():
    t = Table("20AM German", POCKET)
    assert t.supplied("x")
    assert not t.supplied("d")
    t = Table("20AM German", POCKET.replace("3815", "3617"))
    assert t.supplied("d")


@pytest.mark.rule("BW-12.2b")
def test_the_road_may_be_four_hexes_away():
    """In the north-western corner 5202 is four hexes from the nearest road, 5201 five."""
    t = Table("20AM German", "d: Allied infantry at 5202; e: Allied infantry at 5201")
    near = roads(t, Side.ALLIED)
    assert [min(t.grid.distance(t.hex(place), t.hex(n)) for n in near) for place in ("5202", "5201")] == [4, 5]
    assert t.supplied("d")
    assert not t.supplied("e")
    t = Table("20AM German", "a: German infantry at 5115")  # some fifty hexes of road from the eastern edge
    assert t.supplied("a")


@pytest.mark.rule("BW-12.2c")
def test_a_friend_opens_a_zone_of_control():
    assert not Table("20AM German", POCKET).supplied("d")
    assert Table("20AM German", f"{POCKET}; f: Allied infantry at 3714").supplied("d")


@pytest.mark.rule("BW-12.2d")
def test_supply_roads_cross_rivers_on_intact_bridges():
    """With three Allied units about, the only road near 4935 comes over the bridge 5131/5231."""
    units = (
        "a: German infantry at 4935; x: Allied infantry at 5033; y: Allied infantry at 4435; z: Allied infantry at 4733"
    )
    assert Table("20AM German", units).supplied("a")
    assert not Table("20AM German", units, blown=["5131/5231"]).supplied("a")


#: The only way from 0301 to a road is four hexes long and crosses a river; a friend stands in an Allied zone on it.
FIGURE = (
    "p: German armor 9-5-4 at 0301; f: German infantry at 0601; x1: Allied infantry at 0404; "
    "x2: Allied infantry at 0602; x3: Allied infantry at 0604; x4: Allied infantry at 0503"
)


@pytest.mark.rule("BW-12.2e", "BW-12.6d")
def test_the_rulebooks_example():
    t = Table("20AM German", f"{FIGURE}; h: Allied artillery at 0402")
    assert t.supplied("p")
    assert min(t.grid.distance(t.hex("0301"), t.hex(number)) for number in roads(t, Side.GERMAN)) <= 4
    t = Table("20AM German", FIGURE, interdicted=Table("20AM German").grid.board)
    assert t.supplied("p")
    t = Table("20AM German", FIGURE.replace("f: German infantry at 0601; ", ""))
    assert not t.supplied("p")  # the friend was needed
    t = Table("20AM German", f"{FIGURE}; h: Allied infantry at 0402")
    assert not t.supplied("p")  # artillery has no zone of control, infantry has


# ---- 12.3 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-12.3a")
def test_german_sources_are_the_eastern_edge_and_liege():
    t = Table("20AM German", "a: German infantry at 2903")
    edge = set(t.grid.numbers(t.box.sources[Side.GERMAN]))
    assert edge
    assert {number[:2] for number in edge} == {"01"}
    ring = "; ".join(
        f"x{n}: Allied infantry at {number}"
        for n, number in enumerate(("2902", "2904", "2802", "2803", "3002", "3003"))
    )
    assert Table("20AM German", f"a: German infantry at 2903; {ring}").supplied("a")
    assert not Table("20AM German", KESSEL).supplied("d")


@pytest.mark.rule("BW-12.3b")
def test_allied_sources_are_the_other_edges_and_liege():
    t = Table("20AM German", "d: Allied infantry at 2903")
    sources = set(t.grid.numbers(supply.sources(t.g, Side.ALLIED)))
    assert {"1401", "2035", "5318", "2803", "2902", "2903"} <= sources
    assert "1101" not in sources  # a road leaves the map there, but too far east
    assert all(int(number[:2]) > 13 for number in sources if number.endswith("01"))
    assert "0106" not in sources
    t.g.liege |= 1 << t.hex("2803")  # the Germans were the last to hold it
    assert "2803" not in set(t.grid.numbers(supply.sources(t.g, Side.ALLIED)))


@pytest.mark.rule("BW-12.3b")
def test_liege_belongs_to_whoever_came_through_last():
    t = Table("20AM German", "a: German infantry 5-4-3 at 2804; d: Allied infantry at 3814")
    events = t.move("a", "2903")
    assert {"2803", "2903"} <= {t.grid.number(cell) for cell in events[0].path}
    assert (t.marked("liege", "2803"), t.marked("liege", "2903"), t.marked("liege", "2902")) == (True, True, False)
    sources = set(t.grid.numbers(supply.sources(t.g, Side.ALLIED)))
    assert sources & {"2803", "2902", "2903"} == {"2902"}
    t = Table("20AM Allied", "d: Allied infantry at 2804", liege=t.g.liege)
    t.move("d", "2803")
    assert (t.marked("liege", "2803"), t.marked("liege", "2903")) == (False, True)
    assert "2803" in set(t.grid.numbers(supply.sources(t.g, Side.ALLIED)))


# ---- 12.4 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-12.4a")
def test_the_status_lasts_until_the_next_supply_phase():
    t = Table("20AM German", f"{KESSEL}; b: German infantry at 4218", phase="supply", dice=[1])
    assert t.has("d", "unsupplied")
    while t.step != "Movement":
        t.do("done")
    t.g.put(t.unit("y"), t.hex("4501"))  # the way is open again
    assert t.supplied("d")
    assert t.has("d", "unsupplied")
    t.do("done")
    assert strength(t, "3813", "d") == 3
    while not (t.g.mover is Side.ALLIED and t.step == "Movement"):
        t.do("done")
    assert not t.has("d", "unsupplied")


@pytest.mark.rule("BW-12.4b", "BW-12.4d")
def test_attack_is_halved_and_defence_is_not():
    fed = Table("20AM German", "d: German infantry 5-4-3 at 3813; x: Allied infantry 5-4-4 at 3814")
    hungry = Table("20AM German", "d: German infantry 5-4-3 at 3813, unsupplied; x: Allied infantry 5-4-4 at 3814")
    assert (strength(fed, "3814", "d"), strength(hungry, "3814", "d")) == (5, 3)
    assert fed.odds("3813", "x").defense == hungry.odds("3813", "x").defense == 5
    assert (fed.odds("3814", "d").modifier, hungry.odds("3814", "d").modifier) == (0, 1)
    assert (fed.g.rating(fed.unit("d")), hungry.g.rating(hungry.unit("d"))) == (4, 3)


@pytest.mark.rule("BW-12.4c")
def test_the_movement_allowance_is_halved():
    """About 3814 all is clear: 1 MP a hex. 5 MP become 3, 3 become 2."""
    for kind, hexes in (("Allied cavalry 3-4-5", 3), ("Allied infantry 5-4-4", 2), ("German infantry 5-4-3", 2)):
        side = kind.split()[0]
        t = Table(f"20AM {side}", f"d: {kind} at 3814, unsupplied")
        assert allowance(t.g, t.unit("d")) == hexes
        off_road = [number for number in t.reach("d") if not t.box.map.road_hexes >> t.hex(number) & 1]
        assert max(t.grid.distance(t.hex("3814"), t.hex(number)) for number in off_road) == hexes


@pytest.mark.rule("BW-12.4e")
def test_hungry_artillery_supports_no_attack_but_defences():
    units = "a: {0} infantry at 3813; g: {0} artillery at 3811, unsupplied; x: {1} infantry at 3814"
    t = Table("20AM German", units.format("German", "Allied"), phase="combat")
    t.do("hex", "3814")
    assert t.refused("unit", "g") == "BW-12.4e"
    t = Table("20AM Allied", units.format("German", "Allied"), phase="combat")
    t.plan("3813", "x")
    t.do("fight")
    assert t.refused("unit", "g") == ""


@pytest.mark.rule("BW-12.4f")
def test_hungry_units_build_nothing():
    t = Table(
        "20AM Allied",
        "d: Allied infantry at 3814, unsupplied; e: Allied infantry at Bastogne, unsupplied",
    )
    assert t.refused("improve", "d") == "BW-12.4f"
    assert t.refused("fortify", "e") == "BW-12.4f"
    t = Table("20AM Allied", "d: Allied infantry at 3814; e: Allied infantry at Bastogne")
    assert t.refused("improve", "d") == t.refused("fortify", "e") == ""


@pytest.mark.rule("BW-12.4g")
def test_hungry_units_neither_blow_nor_build_bridges():
    units = "d: Allied infantry at 1912{}; x: German infantry at 1913; e: Allied infantry at 3814"
    t = Table(
        "20AM Allied", f"{units.format('')}; p: Allied infantry at 2311; q: German infantry at 2411", phase="demolition"
    )
    assert t.refused("bridge", "1912/1913") == ""
    t = Table(
        "20AM Allied",
        f"{units.format(', unsupplied')}; p: Allied infantry at 2311; q: German infantry at 2411",
        phase="demolition",
    )
    assert t.refused("bridge", "1912/1913") == "BW-12.4g"
    t = Table("20AM Allied", "d: Allied infantry at 1912, unsupplied", blown=["1912/1913"])
    assert t.refused("repair", "d") == "BW-12.4g"


# ---- 12.5 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-12.5a")
def test_each_aircraft_makes_one_air_drop():
    units = f"{POCKET}; e: Allied infantry at 4001; f: Allied infantry at 4101"
    t = Table("23AM German", units, phase="supply", air=(0, 2), dice=[1])
    assert t.step == "AirDrops"
    t.do("hex", "3814")
    assert not t.has("d", "unsupplied")
    assert t.refused("hex", "3814") == "BW-12.5a"
    t.do("hex", "4001")
    assert t.g.air == [0, 0]
    assert t.refused("hex", "4101") == "BW-12.5a"


@pytest.mark.rule("BW-12.5c")
def test_an_air_drop_on_an_empty_hex_feeds_who_comes_there():
    """A unit that comes into the hex is in supply when supply is next checked."""
    t = Table("23AM German", POCKET.replace("5-4-4 at 3814", "5-4-4 at 3818"), phase="supply", air=(0, 2), dice=[1])
    assert t.refused("hex", "3814") == t.refused("hex", "3813") == ""
    t.do("hex", "3814")
    t.do("hex", "3813")  # of no use to anybody, and no help to the Germans there
    t.g.put(t.unit("d"), t.hex("3814"))
    assert t.supplied("d")
    t.g.dropped = 0
    assert not t.supplied("d")


@pytest.mark.rule("BW-12.3c")
def test_a_leader_alone_makes_no_source_of_liege():
    for units, source in (
        ("Manteuffel at 2803", False),
        ("Manteuffel at 2803; a: German infantry at 2803", True),
        ("a: German infantry at 2803", True),
    ):
        t = Table("20AM German", units, options=("leaders",), phase="movement")
        assert bool(supply.sources(t.g, Side.GERMAN) >> t.hex("2803") & 1) is source, units


@pytest.mark.rule("BW-12.5a")
def test_no_aircraft_no_air_drop():
    t = Table("21AM German", POCKET, phase="supply", dice=[1])
    assert t.step != "AirDrops"


@pytest.mark.rule("BW-12.5b")
def test_an_air_drop_lasts_until_the_next_german_turn():
    t = Table("23AM German", f"{POCKET}; b: German infantry at 4218", phase="supply", air=(0, 1), dice=[1])
    t.do("hex", "3814")
    while not (t.step == "Movement" and t.g.mover is Side.ALLIED):
        t.do("done")
    assert not t.has("d", "unsupplied")
    while t.g.mover is Side.ALLIED:
        t.do("done", None, [1] if t._rolls_next() else ())
    assert t.has("d", "unsupplied")


# ---- 12.6 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-12.6a")
def test_the_shortage_roll_begins_on_20am():
    t = Table("19PM German", "a: German infantry at 4218", phase="supply")  # no die is rolled
    assert not t.told(ShortageRolled)
    t = Table("20AM German", "a: German infantry at 4218", phase="supply", dice=[2])
    assert [(event.die, event.units) for event in t.told(ShortageRolled)] == [(2, ())]
    t = Table("20AM German", "2Pz/3 at 4218; 12SS/12 at 4219", phase="supply", dice=[3, 4])
    (event,) = t.told(ShortageRolled)
    assert (event.die, event.second) == (3, 4)
    assert {t.g.name(unit) for unit in event.units} == {"2Pz/3"}


@pytest.mark.rule("BW-12.6b")
def test_the_shortage_lasts_for_the_game_turn():
    t = Table("20AM German", "2Pz/3 at 4218; 12SS/12 at 4219; x: Allied infantry at 3814", phase="supply", dice=[6, 4])
    assert t.has("2Pz/3", "unsupplied")
    assert t.supplied("12SS/12")
    assert not t.has("12SS/12", "unsupplied")
    while not (t.step == "Movement" and t.g.mover is Side.ALLIED):
        t.do("done")
    assert t.has("2Pz/3", "unsupplied")
    while not (t.step == "Movement" and t.g.mover is Side.GERMAN):
        t.do("done", None, [1] if t._rolls_next() else ())
    assert not t.has("2Pz/3", "unsupplied")


@pytest.mark.rule("BW-12.6c")
def test_the_table_names_mechanized_units_of_two_armies():
    box = Table("20AM German").box
    assert len(box.short) == 6
    for units in box.short:
        names = [unit for unit in range(len(box.units)) if units >> unit & 1]
        assert names
        assert all(box.units.mechanized[unit] for unit in names)
        assert {box.units.rows[unit].army for unit in names} <= {"5PA", "6PA"}
    assert {box.units.name(unit) for unit in range(len(box.units)) if box.short[0] >> unit & 1} >= {
        "1SS/1",
        "12SS/12",
        "PzB150",
    }
