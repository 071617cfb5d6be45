"""Bitter Woods: every map fact of the rulebook stands on our map."""

import itertools

import pytest

from tests.map_words import Words, words


@pytest.fixture(scope="module")
def bw() -> Words:
    return words("bitter_woods")


# -- places -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-17b")
def test_objectives(bw):
    assert bw.hex_of("Vireux") == "5223"
    assert bw.hex_of("Ramet") == "3204"
    for town in ("Bastogne", "St. Vith", "Marche", "Houffalize"):
        assert bw.has("town", bw.hex_of(town))
        assert bw.hex_of(town) in bw.special("objective")
    for place in ("5223", "3204"):
        assert any(bw.side("meuse", f"{place}/{other}") for other in bw.neighbours(place))


@pytest.mark.rule("BW-ESCa")
def test_special_hexes_are_tagged(bw):
    assert set(bw.special("dump")) == {"1809", "2719"}
    assert {"1134", "0335"} < set(bw.special("garrison"))
    assert "1630" in bw.special("event_bridge")
    assert {number for number in ("1424", "1129", "0533") if any(b.blown for b in bw.bridges_of(number))} == {
        "1424", "1129", "0533",
    }  # fmt: skip


def test_fuel_dump_reference_hexes(bw):
    """25.1: the dumps are near Francorchamps and Samrée; 1909 is the north-west neighbour of 1809."""
    assert bw.hex_of("Francorchamps") == "1809"
    assert bw.hex_of("Samrée") == "2719"
    assert bw.compass("1809")["NW"] == "1909"


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("Eupen", "1503"), ("Baugnez", "1511"), ("Ligneuville", "1512"), ("Redange", "2035"), ("Malmédy", "1610"),
        ("Clervaux", "1624"), ("St. Vith", "1316"), ("Marche", "3518"), ("Dinant", "4717"), ("Namur", "4809"),
        ("Monschau", "1005"), ("Mersch", "1435"), ("Andler", "0915"), ("Losheim", "0613"), ("Honsfeld", "0912"),
        ("Buchholz", "0812"), ("Faymonville", "1311"), ("Wanne", "1913"), ("Lullange", "1824"), ("Vianden", "1129"),
        ("Echternach", "0533"), ("Heiderscheidergrund", "1730"), ("Larochette", "1134"), ("Rambrouch", "2133"),
        ("Baraque de Fraiture", "2417"), ("La Gleize", "2111"), ("Hotton", "3216"), ("Trois-Ponts", "2012"),
        ("Bihain", "2217"), ("Bovigny", "1918"), ("Reuland", "1319"), ("Berdorf", "0733"), ("Libramont", "3429"),
        ("Bastogne", "2526"),
    ],
)  # fmt: skip
def test_inferred_places(bw, name, number):
    """Places whose hex follows from a rule, an example or the fit of the grid."""
    assert bw.hex_of(name) == number
    assert bw.map.name(bw.map.cell(number)), "the name is printed"


@pytest.mark.parametrize(
    "name",
    [
        "St. Vith", "Bastogne", "Marche", "Clervaux", "Dinant", "Namur", "Liège", "Houffalize", "Malmédy", "Eupen",
        "Monschau", "Mersch", "Consdorf", "Neufchâteau", "Spa", "Stoumont", "Stavelot", "Trois-Ponts", "Herve",
        "Martelange", "La Roche", "Hotton", "St. Hubert", "Manhay", "Vireux",
    ],
)  # fmt: skip
def test_towns_named_in_the_rules_are_towns(bw, name):
    assert bw.has("town", bw.hex_of(name))


@pytest.mark.rule("BW-8.2c")
def test_permanent_fortifications(bw):
    forts = set(bw.numbers(bw.map.features["fortification"]))
    assert {bw.hex_of(name) for name in ("Clervaux", "Dinant", "Namur", "Liège")} <= forts
    cities = {row.hex for row in bw.map.rows.places if row.name.startswith(("Liège", "Clervaux", "Dinant", "Namur"))}
    assert forts == cities
    assert len([number for number in forts if bw.name(number).startswith("Liège")]) == 3


def test_garrison_hexes(bw):
    """35: Mersch and Consdorf are towns, 1134 and 0335 are hexes and no towns; all four lie on roads."""
    assert set(bw.special("garrison")) == {bw.hex_of("Mersch"), bw.hex_of("Consdorf"), "1134", "0335"}
    assert bw.hex_of("Consdorf") == "0734"
    assert all(bw.on_road(number) for number in bw.special("garrison"))
    assert {number for number in bw.special("garrison") if bw.has("town", number)} == {
        bw.hex_of("Mersch"), bw.hex_of("Consdorf"),
    }  # fmt: skip
    assert bw.terrain("1134") == "broken"


# -- roads and boundaries ---------------------------------------------------------------------------------------------


def test_armor_leaves_0812_only_for_0912(bw):
    """5.3: forest, with one road, to 0912."""
    assert bw.terrain("0812") == "forest"
    assert bw.roads_of("0812") == {"0912"}


@pytest.mark.rule("BW-5.4i")
def test_boundary_hexes(bw):
    assert set(bw.special("boundary_start")) == {"0915", "1129"}
    assert set(bw.special("boundary_end")) == {"2417", "1730"}
    shared = bw.road_way("0613", "0914")
    assert set(shared) == set(bw.special("shared_road"))
    assert (shared[0], shared[-1]) == ("0613", "0914")


def test_boundaries_are_roads_from_end_to_end(bw):
    north, south = (
        [bw.grid.number(cell) for cell in bw.map.boundaries[name]]
        for name in ("6th/5th Panzer Army", "5th Panzer/7th Army")
    )
    assert (north[0], north[-1]) == ("0613", "2417")
    assert "0915" in north
    assert north[north.index("0915") - 1] == "0914"
    assert (south[0], south[-1]) == ("1129", "1730")
    for path in (north, south):
        assert all(bw.road(f"{a}/{b}") for a, b in itertools.pairwise(path))


def test_army_areas(bw):
    """5.4: who may use the roads, and who is north or south of them."""
    assert bw.in_area("5PA", "0915")
    assert not bw.in_area("6PA", "0915")
    for number in ("0613", "0714", "0814", "0914"):
        assert bw.in_area("5PA", number)
        assert bw.in_area("6PA", number)
    assert bw.in_area("5PA", "1129")
    assert bw.in_area("7A", "1129")
    assert bw.in_area("6PA", bw.hex_of("Malmédy"))
    assert bw.in_area("5PA", bw.hex_of("Bastogne"))
    assert bw.in_area("7A", bw.hex_of("Echternach"))
    union = bw.map.areas["6PA"] | bw.map.areas["5PA"] | bw.map.areas["7A"]
    assert union == bw.grid.board


def test_peiper_example_road(bw):
    """27.1: from 1211 to 1311, and a road runs on at least eight hexes."""
    assert bw.adjacent("1211", "1311")
    assert bw.road("1211/1311")
    without = bw.roads_without("1211/1311")
    reached = [number for number in bw.numbers(bw.map.road_hexes) if len(bw.road_way("1311", number, without)) == 9]
    assert reached


def test_supply_roads_leave_the_right_edges(bw):
    """12.3: the Germans' in the east; the Allies' in the west, the south, and the north beyond column 13."""
    assert bw.map.off_map["east"]
    assert bw.map.off_map["west"]
    assert bw.map.off_map["south"]
    north = [number for number in bw.numbers(bw.map.off_map["north"]) if int(number[:2]) > 13]
    assert min(north) == "1401"


def test_every_road_is_one_network(bw):
    assert len(bw.grid.networks(bw.map.road)) == 1


# -- edges ------------------------------------------------------------------------------------------------------------


def test_entry_letters(bw):
    """16, 38.2: K to Q on the north edge; every letter at a road that leaves the map there."""
    letters = {special.value: special for special in bw.map.special["entry"]}
    assert sorted(letters) == list("ABCDEFGHIJKLMNOPQRSTUVW")
    edges = {"south": "ABCDEFGH", "west": "IJ", "north": "KLMNOPQ", "east": "RSTUVW"}
    for edge, names in edges.items():
        for letter in names:
            (number,) = bw.numbers(letters[letter].board)
            assert bw.leaves(number, edge), f"{letter} at {number}"
    assert letters["Q"].board == 1 << bw.grid.cell("1401")
    assert all(letters[letter].side == ("German" if letter in "RSTUVW" else "Allied") for letter in letters)


def test_germans_can_exit_west_of_the_meuse(bw):
    """5.5: road hexes beyond the Meuse on the western and northern edges."""
    west = bw.map.areas["west"]
    assert bw.map.off_map["west"] & west
    assert bw.map.off_map["north"] & west


# -- rivers and bridges -----------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-13.2b")
def test_bridges_blown_at_start(bw):
    assert bw.blown() == {"1324/1424", "1029/1129", "0432/0533"}


def test_the_heiderscheid_bridge(bw):
    """38.1: a bridge at 1630; the boundary road to 1730 uses it."""
    assert [bridge.name for bridge in bw.bridges_of("1630")] == ["Heiderscheid"]
    assert bw.bridge("1630/1730") is not None


def test_meuse(bw):
    """The Meuse cuts the map in two; towns stand on their banks; Vireux to Ramet it has a hexside to count."""
    west = bw.map.areas["west"]
    for name, beyond in {"Namur": True, "Dinant": False, "Givet": True, "Huy": False, "Liège": True, "Andenne": False,
                         "Seraing": False, "Ramet": False, "Vireux": True}.items():  # fmt: skip
        assert bool(west >> bw.map.place(name) & 1) == beyond, name
    assert any(b.river == "Meuse" for b in bw.bridges_of(bw.hex_of("Dinant")))
    names = {b.name for b in bw.map.bridges if b.river == "Meuse"}
    assert {"Dinant", "Huy", "Liège", "Givet"} <= names


def test_cliffs_carry_no_road(bw):
    cliffs = bw.grid.pairs(bw.map.sides["cliff"])
    assert cliffs
    assert not any(bw.grid.has_side(bw.map.road, a, b) for a, b in cliffs)


# -- the examples of play ---------------------------------------------------------------------------------------------


def test_example_1_eupen(bw):
    """Eupen is a town behind a river; 1501 and 1601 are two hexes off; the supply road is in 1401, on the edge."""
    assert bw.hex_of("Eupen") == "1503"
    assert any(bw.wet(f"1503/{other}") for other in bw.neighbours("1503"))
    eupen = bw.grid.cell("1503")
    assert bw.grid.distance(eupen, bw.grid.cell("1501")) == bw.grid.distance(eupen, bw.grid.cell("1601")) == 2
    assert bw.adjacent("1501", "1401")
    assert bw.leaves("1401", "north")
    assert not bw.on_road("1501")
    assert not bw.on_road("1601")


def test_example_2_the_sneak(bw):
    """1411 is next to 1311, and Ligneuville and Baugnez are next to 1411."""
    assert bw.adjacent("1311", "1411")
    assert {bw.hex_of("Ligneuville"), bw.hex_of("Baugnez")} <= bw.neighbours("1411")
    assert bw.neighbours("1311") & bw.neighbours("1411") == {"1410", "1312"}


def test_example_3_a_retreat_to_the_south_edge(bw):
    """Two hexes along a supply road end in 2035; then 2034 or 2135; the other hexes lie within one hex of a road."""
    assert bw.leaves("2035", "south")
    assert {"2034", "2135"} <= bw.neighbours("2035")
    assert bw.adjacent("2034", "2135")
    assert any(bw.road_steps(number, "2035") == 2 for number in bw.numbers(bw.map.road_hexes))
    for number in ("2033", "2034", "2134", "2135", "2234", "2235"):
        assert bw.on_road(number) or any(bw.on_road(other) for other in bw.neighbours(number))
    for number in ("2032", "2133", "2233"):
        assert bw.on_road(number)
        assert bw.road_steps(number, "2035") >= 2


def test_example_4_angriff(bw):
    """1812: a river without bridge towards 1912, no way for armor into 1913; 1809 is reached by 1810."""
    assert bw.wet("1812/1912")
    assert bw.bridge("1812/1912") is None
    assert bw.terrain("1913") == "forest"
    assert not bw.road("1812/1913")
    assert bw.adjacent("1810", "1809")
    attacked = {
        number for number in bw.neighbours("1812") if not bw.neighbours(number) & {"1912", "1913", "1810", "1809"}
    }
    assert {"1712", "1713"} & attacked


def test_example_5_dasburg(bw):
    """1424 is broken, no town, behind a river with a (blown) bridge; a road leads four hexes to 1824."""
    assert bw.terrain("1424") == "broken"
    assert not bw.has("town", "1424")
    assert bw.wet("1324/1424")
    assert bw.bridge("1324/1424").blown
    assert bw.road_way("1424", "1824") == ["1424", "1524", "1624", "1724", "1824"]
