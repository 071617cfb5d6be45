"""9.7 Retreat after combat."""

import itertools

import pytest

from ardennes.kernel import Side
from ardennes.titles.bitter_woods.events import CombatRolled, Eliminated, LeftMap, Retreated
from ardennes.titles.bitter_woods.rules import supply
from ardennes.titles.bitter_woods.rules.combat.routes import find_routes
from tests.titles.bitter_woods.table import Table

#: An attacker north of 3814. South of it lies clear ground without a road, and then the road 3716 - 3816 - 3916.
OPEN = "a: German infantry 5-4-3 at 3813; d: Allied infantry 5-4-4 at 3814"


def table(units: str, **more: object) -> Table:
    return Table("20AM German", units, phase="combat", air=(0, 0), **more)  # type: ignore[arg-type]


def supply_roads(t: Table, side: Side) -> set[str]:
    return set(t.grid.numbers(supply.roads(t.g, side)))


def path(t: Table) -> list[str]:
    """The route of the last retreat."""
    return [t.grid.number(cell) for cell in t.told(Retreated)[-1].path]


@pytest.mark.rule("BW-9.7a", "BW-9.7h")
def test_a_retreat_costs_no_movement_points():
    """From 4733 two broken hexes without a road lead to 4631: 4 MP for German infantry with an allowance of 3."""
    t = table("a: German infantry 5-4-3 at 4733; d: Allied infantry at 4633")
    t.must_retreat(2, "a")
    t.do("hex", "4631")
    assert path(t) == ["4733", "4732", "4631"]
    assert [t.box.map.terrain["broken"] >> t.hex(number) & 1 for number in path(t)[1:]] == [1, 1]
    assert t.box.units.rows[t.unit("a")].ma == 3


@pytest.mark.rule("BW-9.7a")
def test_the_owner_says_who_goes_first():
    t = table(f"{OPEN}; e: Allied infantry 5-4-4 at 3814")
    t.must_retreat(1, "d", "e")
    assert t.side is Side.ALLIED
    assert t.offers("unit") == {"d", "e"}
    t.do("unit", "e")
    t.do("hex", "3815")
    assert t.step == "RetreatTo"  # d is the last, so nobody is asked
    t.do("hex", "3715")
    assert (t.where("d"), t.where("e")) == ("3715", "3815")


@pytest.mark.rule("BW-9.7b")
def test_the_route_takes_the_fewest_hexes_to_a_supply_road():
    """3914 has a road one hex to the north and one two hexes to the south."""
    t = table("a: German infantry at 3814; d: Allied infantry at 3914")
    assert {"3913", "4013", "3916", "4015"} <= supply_roads(t, Side.ALLIED)
    t.must_retreat(2, "d")
    assert t.refused("hex", "4015") == "BW-9.7b"
    t.do("hex", "4114")
    assert path(t)[1] in ("3913", "4013")


@pytest.mark.rule("BW-9.7c")
def test_a_road_cut_by_a_zone_of_control_is_no_goal():
    """The road through 2613 and 2614 is cut at 2615, next to the second German."""
    units = "a: German infantry at 2413; e: German infantry at 2516; d: Allied infantry at 2513"
    t = table(units)
    assert {"2613", "2614"} & t.retreats("d", 2) == set()
    t = table(f"{units}; f: Allied infantry at 2615")
    assert {"2613", "2614"} <= t.retreats("d", 2)


@pytest.mark.rule("BW-9.7d")
def test_the_rest_follows_the_road_towards_a_source():
    """The road is reached at the second hex; the others lie along it."""
    t = table(OPEN)
    roads = supply_roads(t, Side.ALLIED)
    assert t.retreats("d", 2) <= roads
    t.retreating(4, "d")
    assert len(t.offers("hex")) > 3
    for number in t.offers("hex"):
        other = t.trial()
        other.do("hex", number)
        route = path(other)
        assert [cell in roads for cell in route] == [False, False, True, True, True]
        assert all(t.grid.has_side(t.box.map.road, t.hex(a), t.hex(b)) for a, b in itertools.pairwise(route[2:]))
    assert t.refused("hex", "3818") == "BW-9.7b"


@pytest.mark.rule("BW-9.7d")
def test_a_unit_on_a_supply_road_stays_on_it():
    t = table("a: German infantry at 3915; d: Allied infantry at 3916")
    t.retreating(1, "d")
    assert t.offers("hex") == {"3816"}
    assert t.refused("hex", "3917") == "BW-9.7d"


@pytest.mark.rule("BW-9.7e")
def test_a_unit_may_change_roads_and_end_nearer():
    """4815 - 4816 - 4717 - 4616: three hexes by road that end two hexes away."""
    t = table("a: German infantry at 4715; d: Allied infantry at 4815")
    t.must_retreat(3, "d")
    assert t.refused("hex", "4616") == ""
    t.do("hex", "4616")
    assert len(path(t)) == 4
    assert t.grid.distance(t.hex("4815"), t.hex("4616")) == 2


@pytest.mark.rule("BW-9.7f")
def test_a_branch_that_must_be_left_later_is_refused():
    """From St. Vith one road leads to 1414 and into a German zone of control, another to 1516 and on."""
    units = "a: German infantry at 1216; e: German infantry at 1313; d: Allied infantry at 1316"
    t = table(units)
    t.retreating(2, "d")
    assert t.refused("hex", "1414") == "BW-9.7f"
    assert t.refused("hex", "1516") == ""
    t = table(units.replace("1313", "0105"))
    assert "1414" in t.retreats("d", 2)


@pytest.mark.rule("BW-9.7g1", "BW-9.7g2")
def test_another_way_is_open_only_if_the_supply_route_means_elimination():
    """From 3916 the road leads to 4016 and 3816. Next to a German each, both are closed."""
    units = "a: German infantry at 3915; d: Allied infantry at 3916"
    t = table(units)
    t.retreating(1, "d")
    assert t.refused("hex", "3917") == "BW-9.7d"
    t = table(f"{units}; b: German infantry at 4117; c: German infantry at 3716")
    assert t.retreats("d", 1) == {"3917"}


@pytest.mark.rule("BW-9.7i", "BW-9.7p")
def test_light_armor_falls_back_over_a_blown_bridge_into_forest():
    """Stavelot, with Allied units north-east and north-west of it: only the way over the bridge to 1913 is left."""
    ring = "x: Allied infantry at 1811; y: Allied infantry at 2011"
    light = table(f"PzB150 at 1912; {ring}", blown=["1912/1913"])
    assert light.retreats("PzB150", 1) == {"1913"}
    heavy = table(f"a: German heavy armor at 1912; {ring}", blown=["1912/1913"])
    assert heavy.retreats("a", 1) == set()
    heavy.must_retreat(1, "a")
    assert heavy.where("a") == "gone"
    assert table(f"a: German heavy armor at 1912; {ring}").retreats("a", 1) == {"1913"}


@pytest.mark.rule("BW-9.7i")
def test_the_road_must_lead_to_that_very_bridge():
    """Trois-Ponts and 1913 are parted by a river without a bridge between them, and 1913 is forest."""
    t = table("PzB150 at 2012; d: Allied infantry at 1811")
    around = t.box.ground.around(t.hex("2012"), t.g.blown)
    assert around.river & t.box.ground.forest & ~around.road == 1 << t.hex("1913")
    assert "1913" not in t.retreats("PzB150", 1)
    t.retreating(1, "PzB150")
    assert t.refused("hex", "1913") == "BW-5.3g"


@pytest.mark.rule("BW-9.7j")
def test_allied_units_leave_the_map_only_when_no_way_is_left_on_it():
    """3035 is in the middle of the southern edge."""
    t = table("a: German infantry at 2935; d: Allied infantry at 3035")
    t.retreating(1, "d")
    assert t.offers("hex")
    assert t.refused("exit", "south") == "BW-9.7j"
    t = table("a: German infantry at 3034; d: Allied infantry at 3035")
    t.must_retreat(2, "d")
    assert t.where("d") == "south"
    assert t.told(LeftMap)


@pytest.mark.rule("BW-9.7k")
def test_a_retreat_has_exactly_as_many_hexes_as_the_result():
    t = table(OPEN)
    t.retreating(3, "d")
    assert t.refused("hex", "3818") == "BW-9.7k"  # four hexes away
    assert t.refused("hex", "3814") == "BW-9.7k"
    routes = find_routes(t.g, t.unit("d"), 3).paths.values()
    assert {len(route) for route in routes} == {4}


@pytest.mark.rule("BW-9.7l")
def test_no_hex_is_entered_twice():
    """A pocket of one hex: two hexes of retreat could only go there and back."""
    ring = (
        "a: German infantry at 3813; b: German infantry at 3615; c: German infantry at 4015; e: German infantry at 3817"
    )
    t = table(f"{ring}; d: Allied infantry at 3814")
    assert t.retreats("d", 1) == {"3815"}
    assert t.retreats("d", 2) == set()


@pytest.mark.rule("BW-9.7m")
def test_the_last_hex_must_have_room_but_others_need_not():
    full = "; ".join(f"f{n}: Allied infantry at 3815" for n in range(3))
    t = table(f"{OPEN}; {full}")
    t.must_retreat(1, "d")
    assert t.refused("hex", "3815") == "BW-9.7m"
    t = table(f"{OPEN}; {full}; b: German infantry at 3614; c: German infantry at 4013")
    t.must_retreat(2, "d")
    t.do("hex", "3816")
    assert path(t) == ["3814", "3815", "3816"]


@pytest.mark.rule("BW-9.7o")
def test_a_unit_that_cannot_go_the_whole_way_is_lost():
    ring = "b: German infantry at 3715; c: German infantry at 3915"
    t = table(f"{OPEN}; {ring}")
    t.must_retreat(1, "d")
    assert t.where("d") == "gone"
    assert t.told(Eliminated)[-1].rule == "BW-9.7o"


@pytest.mark.rule("BW-9.7q")
def test_the_meuse_is_closed_to_armor_cavalry_and_artillery():
    """3807 lies at a blown bridge of the Meuse, with Germans on both sides along the southern bank."""
    ring = "a: German infantry at 3708; b: German infantry at 3908"
    for kind in ("cavalry", "armor", "artillery"):
        t = table(f"{ring}; d: Allied {kind} at 3807", blown=["3807/3806"])
        t.must_retreat(1, "d")
        assert t.where("d") == "gone"
    t = table(f"{ring}; d: Allied infantry at 3807", blown=["3807/3806"])
    t.must_retreat(1, "d")
    t.fall_back()
    assert t.where("d") in ("3806", "3907")
    t = table(f"{ring}; d: Allied armor at 3807")
    assert "3806" in t.retreats("d", 1)


@pytest.mark.rule("BW-9.7r")
def test_nobody_retreats_over_a_cliff_of_the_meuse():
    """4709 and 4609 are parted by the Meuse and a cliff; over the Meuse alone infantry could go (see above)."""
    t = table("a: German infantry at 4708; b: German infantry at 4809; d: Allied infantry at 4709")
    t.must_retreat(1, "d")
    assert t.where("d") == "gone"
    sides = t.box.map.sides
    assert all(t.grid.has_side(sides[kind], t.hex("4709"), t.hex("4609")) for kind in ("meuse", "cliff"))


@pytest.mark.rule("BW-9.7d")
def test_a_retreat_after_a_fight():
    """5 against 5 at equal ER: a 1 is D1."""
    t = table(OPEN)
    t.attack("3814", "a", dice=[1])
    assert t.told(CombatRolled)[-1].result == "D1*"
    assert t.side is Side.ALLIED
    assert t.offers("hex") == {"3715", "3815", "3915"}


@pytest.mark.rule("BW-9.5k")
def test_no_retreat_into_a_hex_given_up_under_a_counterattack_result():
    free = table(OPEN)
    assert free.retreats("d", 1) == {"3715", "3815", "3915"}
    t = table(OPEN, vacated=[0, 1 << free.hex("3815")])
    t.retreating(1, "d")
    assert t.offers("hex") == {"3715", "3915"}
    assert t.refused("hex", "3815") == "BW-9.5k"
    assert table(OPEN, vacated=[1 << free.hex("3815"), 0]).retreats("d", 1) == {"3715", "3815", "3915"}
