"""Enemy Action: Ardennes: every map fact of the rulebook stands on our map."""

import itertools

import pytest

from ardennes.board.cells import board_of, cells
from ardennes.board.hexes import less
from ardennes.board.reach import Way, reach
from tests.map_words import Words, words


@pytest.fixture(scope="module")
def ea() -> Words:
    return words("enemy_action_ardennes")


@pytest.mark.rule("EA-2.1a")
def test_numbers_grow_west_and_south(ea):
    assert ea.compass("1316")["W"] == "1317"
    assert ea.compass("1316")["SW"].startswith("14")
    assert ea.grid.edges["north"] >> ea.grid.cell("0116") & 1
    assert ea.grid.edges["south"] >> ea.grid.cell("2605") & 1
    assert ea.grid.cell("1729")


@pytest.mark.rule("EA-2.1b")
def test_one_terrain_per_hex_and_rivers_on_hexsides(ea):
    assert sorted(ea.map.terrain) == ["broken", "city", "clear", "forest", "woods"]
    assert sum(board.bit_count() for board in ea.map.terrain.values()) == ea.grid.board.bit_count()
    assert set(ea.map.features) == {"town", "westwall"}
    assert not ea.map.terrain["city"] & ea.map.features["town"]


@pytest.mark.rule("EA-2.1c")
def test_the_meuse(ea):
    """Unbroken from the north edge to the west edge, by the stated hexsides, each town on its bank."""
    for hexside in ("0116/0117", "0625/0626", "1728/1729"):
        assert ea.side("meuse", hexside)
    (row,) = [row for row in ea.map.rows.sides if row.kind == "meuse"]
    path = ea.map.hexsides(row.path)
    for (a, b), (c, d) in itertools.pairwise(path):
        assert {a, b} & {c, d}, "the hexsides hang together"
    assert ea.grid.edges["west"] >> path[0][0] & 1 or ea.grid.edges["west"] >> path[0][1] & 1
    assert set(path[-1]) == {ea.grid.cell("0116"), ea.grid.cell("0117")}
    for name, beyond in {"Dinant": False, "Huy": False, "Namur": True, "Givet": True, "Liège": True}.items():
        assert ea.in_area("west", ea.hex_of(name)) == beyond, name
    assert ea.in_area("west", "0117")
    assert not ea.in_area("west", "0116")
    assert ea.hex_of("Dinant") == "1126"
    assert ea.side("meuse", "1126/1127"), "just west of Dinant"
    assert ea.side("meuse", "1426/1427"), "just east of Givet"
    assert ea.side("meuse", "0321/0421"), "just north of Huy"
    assert any(ea.side("meuse", f"0526/{other}") for other in ("0525", "0625")), "just east of Namur"


@pytest.mark.rule("EA-2.1d")
def test_areas_may_overlap(ea):
    armies, corps = ("6PA", "5PA", "7A"), ("V", "XVIII", "VII", "VIII", "III", "XII")
    assert set(armies) | set(corps) < set(ea.map.areas)
    assert ea.map.areas["5PA"] & ea.map.areas["6PA"]
    assert ea.map.areas["5PA"] & ea.map.areas["7A"]
    assert not ea.map.areas["6PA"] & ea.map.areas["7A"]
    assert ea.map.areas["6PA"] | ea.map.areas["5PA"] | ea.map.areas["7A"] == ea.grid.board
    for name in ("Spa", "Stavelot"):
        assert ea.in_area("V", ea.hex_of(name)), "11.2"
    assert ea.in_area("XII", "2413"), "7.5 D"
    assert not ea.in_area("XII", ea.hex_of("Bastogne")), "7.5 D"


@pytest.mark.rule("EA-2.1e")
def test_victory_point_hexes(ea):
    points = {number: int(value) for number, value in ea.special("vp").items()}
    assert all(value > 0 for value in points.values())
    towns = ea.map.features["town"] | ea.map.terrain["city"]
    assert all(towns >> ea.grid.cell(number) & 1 for number in points)
    four = [ea.hex_of(name) for name in ("St. Vith", "Ettelbruck", "La Roche", "St. Hubert")]
    assert sum(points[number] for number in four) == 8, "15.5: eleven less three for eliminated units"
    for name in ("Clervaux", "Wiltz", "Houffalize", "Echternach", "Diekirch", "Martelange"):
        assert ea.hex_of(name) not in points


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("Dinant", "1126"), ("Trois-Ponts", "0812"), ("St. Hubert", "1719"), ("Namur", "0526"), ("Liège", "0117"),
        ("Liège (east bank)", "0116"), ("St. Vith", "1108"), ("Bastogne", "1814"), ("La Roche", "1316"),
        ("Ettelbruck", "2208"), ("Marche", "1219"), ("Hotton", "1118"), ("Stavelot", "0711"), ("Malmédy", "0709"),
        ("Echternach", "2403"), ("Martelange", "2314"), ("Manhay", "1014"), ("Bütgenbach", "0707"),
        ("Vielsalm", "1111"), ("Spa", "0512"), ("Wiltz", "1911"), ("Houffalize", "1513"), ("Huy", "0421"),
        ("Givet", "1427"), ("Monschau", "0306"), ("Eupen", "0110"), ("Verviers", "0212"), ("Elsenborn", "0606"),
        ("Büllingen", "0706"), ("Krinkelt", "0605"), ("Ligneuville", "0809"), ("Recht", "0909"),
        ("Schönberg", "1006"), ("Gouvy", "1311"), ("Troisvierges", "1510"), ("Clervaux", "1710"),
        ("Vianden", "2007"), ("Esch-sur-Sûre", "2111"), ("Larochette", "2406"), ("Mersch", "2508"),
        ("Arlon", "2612"), ("Neufchâteau", "2218"), ("Libramont", "2019"), ("Bertrix", "2220"),
        ("Bouillon", "2423"), ("Florenville", "2619"), ("Werbomont", "0814"), ("Aywaille", "0515"),
        ("Barvaux", "0817"), ("Rochefort", "1421"), ("Ciney", "1023"), ("Beauraing", "1525"), ("Andenne", "0523"),
        ("Havelange", "0721"), ("Samrée", "1215"), ("Champlon", "1517"), ("Prüm", "1304"), ("Bitburg", "1902"),
        ("Neuerburg", "1805"), ("Schleiden", "0403"), ("Stadtkyll", "0902"), ("Hellenthal", "0504"),
    ],
)  # fmt: skip
def test_towns_and_cities(ea, name, number):
    """Places with a hex stated, inferred from the set-up of 15.5, or given by the fit of the grid."""
    assert ea.hex_of(name) == number
    board = ea.map.features["town"] | ea.map.terrain["city"]
    assert board >> ea.grid.cell(number) & 1
    assert ea.on_road(number), "7.2: every town lies on a road"


def test_diekirch_keeps_its_bank(ea):
    """The fit alone would put it into 2207, south of the Sauer; the town stands north of it, at the bridge of 15.5."""
    assert ea.hex_of("Diekirch") == "2107"
    assert ea.bridge("2107/2207").river == "Sauer"


def test_trois_ponts_is_a_town_in_forest(ea):
    """9.4"""
    assert ea.terrain("0812") == "forest"
    assert ea.has("town", "0812")


def test_hexes_with_improved_positions_are_no_towns(ea):
    """15.5 with 12.32"""
    for number in ("1212", "1915", "2213", "2215"):
        assert not ea.has("town", number)
        assert ea.terrain(number) != "city"


# -- bridges ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-3.0g")
def test_four_bridges_begin_blown(ea):
    assert ea.blown() == {"1707/1708", "1907/1908", "2106/2107", "2303/2304"}


@pytest.mark.rule("EA-12.2b")
def test_seven_german_bridges(ea):
    german = {ea.hexside(bridge): bridge for bridge in ea.map.bridges if bridge.owner == "German"}
    assert set(german) == {
        "1707/1708", "1907/1908", "2106/2107", "2303/2304", "1802/1803", "1903/1904", "2202/2203",
    }  # fmt: skip
    assert {german[side].river for side in ("1707/1708", "1907/1908", "2106/2107")} == {"Our"}
    assert {german[side].river for side in ("1802/1803", "1903/1904", "2202/2203")} == {"Prüm"}
    assert all(bridge.owner in ("German", "Allied") for bridge in ea.map.bridges)
    assert all(bridge.owner == "German" for bridge in ea.map.bridges if bridge.river == "Prüm")
    for hexside in german:
        assert ea.compass(hexside[:4])["W"] == hexside[5:], "going west"


@pytest.mark.rule("EA-12.2a")
def test_a_road_over_a_river_is_a_bridge(ea):
    wet = ea.grid.pairs(ea.map.sides["river"]) + ea.grid.pairs(ea.map.sides["meuse"])
    crossed = {ea.map.hexside(a, b) for a, b in wet if ea.grid.has_side(ea.map.road, a, b)}
    assert crossed == {ea.hexside(bridge) for bridge in ea.map.bridges}


def test_the_bridge_of_schoenberg(ea):
    """10.1: the regiments in 1105 and 1205 have one road to St. Vith that keeps off the enemy, by this bridge."""
    bridge = ea.bridge("1105/1106")
    assert (bridge.name, bridge.river, bridge.owner, bridge.blown) == ("Schönberg", "Our", "Allied", False)
    front = ea.grid.around(ea.map.features["westwall"]) & ~ea.grid.cells_of("1105", "1205")
    for start in ("1105", "1205"):
        way = ea.road_way(start, ea.hex_of("St. Vith"), free=ea.grid.board & ~front)
        assert "1106" in way, start
    shut = ea.roads_without("1105/1106")
    assert not ea.road_way("1105", ea.hex_of("St. Vith"), shut, ea.grid.board & ~front)


def test_bridges_of_the_crisis(ea):
    """15.5: 1118, 1515 and 2107 each border one such bridge, 0812 two."""
    assert len(ea.bridges_of("1118")) == 1
    assert len(ea.bridges_of("1515")) == 1
    assert len(ea.bridges_of("0812")) == 2
    assert {bridge.river for bridge in ea.bridges_of("0812")} == {"Amblève", "Salm"}
    assert [bridge.river for bridge in ea.bridges_of("2107") if bridge.owner == "Allied"] == ["Sauer"]


# -- roads ------------------------------------------------------------------------------------------------------------


def test_strategic_movement_a(ea):
    """7.5: from 1708 four road hexes, the fifth is 1713; Wiltz would be in reach; no Allied bridge on the way."""
    assert ea.road_way("1708", "1713") == ["1708", "1709", "1710", "1711", "1712", "1713"]
    assert ea.road_steps("1708", ea.hex_of("Wiltz")) <= 5
    assert all(not ea.wet(f"{a}/{b}") for a, b in (("1708", "1709"), ("1709", "1710"), ("1711", "1712")))


def test_strategic_movement_b(ea):
    """7.5: armor in 1906 stops after seven road hexes before an Allied bridge."""
    allied = less(ea.map.road, ea.grid.sides((b.cell, b.other) for b in ea.map.bridges if b.owner == "Allied"))
    towns = ea.map.features["town"] & ~ea.map.areas["7A"] | ea.grid.cells_of(ea.hex_of("Diekirch"), ea.hex_of("Wiltz"))
    way = Way(ea.grid, [(1, ea.grid.board)], allied)
    found = reach(ea.grid, 1 << ea.grid.cell("1906"), [way], 10, ea.grid.board & ~towns)
    stops = {ea.grid.number(cell) for b in ea.map.bridges if b.owner == "Allied" for cell in (b.cell, b.other)
             if found.cost(cell) == 7}  # fmt: skip
    assert stops


def test_strategic_movement_c(ea):
    """7.5: with the crossroads south-west of St. Vith held, nine road hexes from 1607 lead next to Vielsalm."""
    crossroads = ea.grid.cell("1209")
    assert ea.grid.distance(crossroads, ea.map.place("St. Vith")) <= 2
    assert len(ea.roads_of("1209")) >= 3
    shut = 1 << crossroads | ea.grid.neighbours[crossroads] | 1 << ea.map.place("Vielsalm")
    way = Way(ea.grid, [(1, ea.grid.board)], ea.map.road)
    found = reach(ea.grid, 1 << ea.grid.cell("1607"), [way], 12, ea.grid.board & ~shut)
    near = [found.cost(cell) for cell in cells(ea.grid.neighbours[ea.map.place("Vielsalm")]) if found.cost(cell) > 0]
    assert min(near) == 9


def test_strategic_movement_d(ea):
    """7.5: from 2413 a dead end in 2312, ways to Martelange and Bastogne, eight hexes to Ettelbruck's bridge."""
    assert len(ea.roads_of("2312")) == 1
    assert 0 < ea.road_steps("2413", "2312") <= 9
    assert 0 < ea.road_steps("2413", ea.hex_of("Bastogne")) <= 9
    assert 0 < ea.road_steps("2413", "2313") <= 9, "east of Martelange"
    way = ea.road_way("2413", ea.hex_of("Ettelbruck"))
    assert len(way) - 1 == 9
    assert ea.bridge(f"{way[-2]}/{way[-1]}") is not None
    assert "2410" in way


def test_movement_example(ea):
    """7.2: St. Vith is five road hexes from a German start hex, and a main road leaves it to the south-west."""
    assert ea.road_steps("1507", ea.hex_of("St. Vith")) == 5
    assert ea.has("westwall", "1507")


def test_roadblock_hexes_have_roads(ea):
    """15.5"""
    assert all(ea.on_road(number) for number in ("1014", "2410", "2413"))
    assert all(ea.on_road(number) for number in ("1607", "1708", "1713", "1906", "2312"))


def test_retreat_example(ea):
    """9.7 C: one hex touches 1220, 1320 and 1420."""
    common = ea.neighbours("1220") & ea.neighbours("1320") & ea.neighbours("1420")
    assert "1321" in common


def test_advance_example(ea):
    """9.8 A: a mechanized unit may enter 1509 as its second hex."""
    assert ea.terrain("1509") != "forest" or ea.on_road("1509")


def test_kampfgruppe_example_hex(ea):
    """6.4: 0804 is on the map, in the area of both northern armies' corps."""
    assert ea.in_area("6PA", "0804")
    assert ea.in_area("5PA", "0804")


def test_every_road_is_one_network(ea):
    assert len(ea.grid.networks(ea.map.road)) == 1


# -- edges ------------------------------------------------------------------------------------------------------------


def test_exits(ea):
    """7.8: every road that leaves by north, south or west is an exit unless marked; 2605 only through the 18th."""
    exits = {number: special for special in ea.map.special["exit"] for number in ea.numbers(special.board)}
    roads = ea.map.off_map["north"] | ea.map.off_map["south"] | ea.map.off_map["west"]
    assert set(exits) == set(ea.numbers(roads))
    assert exits["2605"].until == "18"
    assert {special.value for special in exits.values()} == {"", "No Exit"}


def test_no_exit_behind_the_northern_shoulder(ea):
    """7.8, 15.1: the roads to Aachen are shut; a division from 0205 would walk out of them in two activations."""
    shut = {number for number, value in ea.special("exit").items() if value == "No Exit"}
    assert shut == {"0107", "0109"}
    open_ = board_of(ea.grid.cell(number) for number, value in ea.special("exit").items() if not value)
    assert not ea.grid.within(1 << ea.grid.cell("0205"), 6) & open_


def test_friendly_edges(ea):
    """10: the Westwall touches the north and the south edge, so both are shared; roads leave on either side."""
    wall = ea.map.features["westwall"]
    assert wall & ea.grid.edges["north"]
    assert wall & ea.grid.edges["south"]
    assert ea.map.off_map["east"]
    assert ea.map.off_map["west"]


def test_fuel_depots(ea):
    """3, 10.42: five hexes."""
    assert len(ea.special("depot")) == 5


def test_westwall_is_a_line(ea):
    wall = ea.map.features["westwall"]
    sides = ea.grid.sides((a, b) for a in cells(wall) for b in cells(ea.grid.neighbours[a] & wall))
    assert ea.grid.networks(sides)[0].bit_count() >= 15
    for name in ("Monschau", "Vianden", "Echternach", "Elsenborn", "St. Vith"):
        assert not ea.has("westwall", ea.hex_of(name))


def test_the_westwall_decides_who_owns_a_town(ea):
    """12.1: every row has a Westwall hex, so a town lies east or west of it."""
    wall = {int(number[:2]): int(number[2:]) for number in ea.numbers(ea.map.features["westwall"])}
    assert sorted(wall) == list(range(1, 27))
    german = {
        ea.name(number) for number in ea.numbers(ea.map.features["town"]) if int(number[2:]) <= wall[int(number[:2])]
    }
    assert german == {"Schleiden", "Hellenthal", "Stadtkyll", "Prüm", "Neuerburg", "Bitburg"}


def test_start_hexes_lie_on_their_banks(ea):
    """11.1: the 9th Armored begins in 2205 and the 4th Division in 2403, both south of the Sauer."""
    for number in ("2205", "2403"):
        assert any(ea.wet(f"{number}/{other}") for other in ea.neighbours(number))
        assert not ea.has("westwall", number)
    assert ea.wet("2204/2205")
    assert ea.wet("2303/2403")
