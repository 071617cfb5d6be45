"""The Deadly Woods: every map fact of the rulebook stands on our map."""

import csv
from pathlib import Path

import pytest

from ardennes.board.cells import cells
from ardennes.board.hexes import less
from ardennes.board.reach import Way, reach
from tests.map_words import Words, words

PLACES = Path(__file__).with_name("places.csv")


@pytest.fixture(scope="module")
def dw() -> Words:
    return words("deadly_woods")


@pytest.mark.rule("DW-2.2a")
def test_numbers_and_neighbours(dw):
    assert "3926" in dw.neighbours("4025")
    assert "3823" in dw.neighbours("3923")
    assert "3623" in dw.neighbours("3622")
    assert "3320" in dw.neighbours("3419")
    assert "3215" in dw.neighbours("3315")
    assert dw.compass("2010")["SE"] == "2111"


@pytest.mark.rule("DW-2.2.1a")
def test_entry_areas(dw):
    areas = {special.value: special for special in dw.map.special["entry"]}
    assert sorted(areas) == list("ABCDEFGHIJKLM")
    assert {letter for letter, area in areas.items() if area.side == "German"} == set("KLM")
    edges = {"south": "ABCDE", "west": "FG", "north": "HIJ", "east": "KLM"}
    for edge, letters in edges.items():
        for letter in letters:
            assert areas[letter].board & ~dw.grid.edges[edge] == 0, letter
            assert areas[letter].board & dw.map.off_map[edge], f"no road enters by {letter}"


@pytest.mark.rule("DW-3.2i")
def test_bridges_at_start(dw):
    assert dw.blown() == {"3926/4025", "3823/3923", "3622/3623", "3320/3419"}
    assert not dw.bridge("3315/3215").blown


@pytest.mark.rule("DW-3.2j")
def test_bullingen(dw):
    """8.5 prints 5407, which no grid that fits the other hexes can hold; both numbers find the village."""
    assert dw.hex_of("Büllingen") == "3407"
    assert dw.map.cell("5407") == dw.map.cell("3407")
    assert "3407" in dw.special("peiper_fuel")
    assert dw.has("village", "3407")


@pytest.mark.rule("DW-9.1")
def test_army_areas(dw):
    """Each hex in exactly one army's area, from north to south; the British in the north-west corner."""
    areas = [dw.map.areas[key] for key in ("6PA", "5PA", "7A")]
    assert areas[0] | areas[1] | areas[2] == dw.grid.board
    assert sum(area.bit_count() for area in areas) == dw.grid.board.bit_count()
    for column in range(1, 43):
        order = "".join(
            str(next(n for n, area in enumerate(areas) if area >> dw.grid.cell(column * 100 + row) & 1))
            for row in range(1, 31)
        )
        assert order == "".join(sorted(order))
    british = dw.map.areas["British"]
    assert british >> dw.grid.cell("0101") & 1
    assert not british >> dw.map.place("Bastogne") & 1
    for name in ("Namur", "Dinant", "Huy", "Marche"):
        assert british >> dw.map.place(name) & 1


@pytest.mark.rule("DW-10.6a")
def test_bridges_are_hexside_objects(dw):
    assert dw.map.bridges
    for bridge in dw.map.bridges:
        assert dw.grid.adjacent(bridge.cell, bridge.other)
        assert dw.wet(dw.hexside(bridge))
        assert isinstance(bridge.road, bool)


def test_river_banks_of_the_stated_bridges(dw):
    """3.2, 10.6.3: the Our and the Sauer pass between the pairs of hexes."""
    for hexside in ("3315/3215", "3419/3320", "3622/3623", "3923/3823", "4025/3926"):
        assert dw.side("minor", hexside)
        assert dw.road(hexside)
    assert dw.bridge("3315/3215").name == "Ouren"
    assert dw.bridge("3315/3215").river == dw.bridge("3419/3320").river == "Our"
    assert dw.bridge("3622/3623").river == dw.bridge("3823/3923").river == dw.bridge("3926/4025").river == "Sauer"


def test_start_hex_of_2_panzer(dw):
    """3.2: 3317, on the German bank at Dasburg."""
    assert dw.name("3317") == "Dasburg"
    assert dw.wet("3217/3317")
    assert "3317" in dw.special("setup_example")


def test_rivers_are_minor_or_major(dw):
    major = {row.name for row in dw.map.rows.sides if row.kind == "major"}
    assert major == {"Meuse", "Moselle"}


def test_named_towns(dw):
    """13.2.2, 9.2.1, 14.8.3, 12.4.1: towns and villages the rules name."""
    for town in ("Eupen", "Luxembourg", "St. Vith", "Bastogne", "Namur", "Liège", "Marche"):
        assert dw.has("town", dw.hex_of(town)), town
    assert dw.has("village", dw.hex_of("Elsenborn")) or dw.has("town", dw.hex_of("Elsenborn"))
    assert dw.hex_of("Lützkampen") in dw.neighbours("3315") | {"3315"}


def test_no_hex_is_town_and_village(dw):
    assert not dw.map.features["town"] & dw.map.features["village"]


def test_airborne_reach_bastogne_from_e(dw):
    """14.8.4: 24 road hexes from entry area E are enough for a hex just outside Bastogne."""
    (area,) = [special for special in dw.map.special["entry"] if special.value == "E"]
    start = area.board & dw.map.road_hexes
    way = Way(dw.grid, [(1, dw.grid.board)], dw.map.road)
    found = reach(dw.grid, start, [way], 24, dw.grid.board & ~(1 << dw.map.place("Bastogne")))
    assert found.board & dw.grid.neighbours[dw.map.place("Bastogne")]


def test_supply_roads_reach_their_entry_areas(dw):
    """8.2: from St. Vith the Allied roads lead to every Allied area; the German areas are joined to the front."""
    reached = dw.grid.flood(1 << dw.map.place("St. Vith"), dw.grid.board, dw.map.road)
    for special in dw.map.special["entry"]:
        assert special.board & reached, special.value


def test_every_road_is_one_network(dw):
    assert len(dw.grid.networks(dw.map.road)) == 1


def test_the_meuse_divides_the_map(dw):
    west = dw.map.areas["west"]
    for name, beyond in {"Namur": True, "Dinant": False, "Huy": False, "Liège": True, "Bastogne": False}.items():
        assert bool(west >> dw.map.place(name) & 1) == beyond, name


def german_bank(dw) -> int:
    """What lies on Bitburg's side of Our and Sauer. North of row 12, above the source of the Our, the front is open
    country, so the flood stays south of it or it would run round the source and cover the whole map."""
    front = [row.path for row in dw.map.rows.sides if row.name in ("Our", "Sauer", "Moselle")]
    dry = less(dw.grid.every_side, dw.grid.sides(dw.map.hexsides(" ".join(front))))
    south = dw.grid.cells_of(*(f"{column:02}{row:02}" for column in range(1, 43) for row in range(12, 31)))
    return dw.grid.flood(1 << dw.map.place("Bitburg"), south, dry)


def test_westwall_runs_behind_the_front(dw):
    """3.5: a line of hexes on the German bank of Our and Sauer; what lies west of it begins Allied."""
    wall, bank = dw.map.features["westwall"], german_bank(dw)
    for name in ("Vianden", "Echternach", "Clervaux", "Bastogne", "Fouhren"):
        assert not bank >> dw.map.place(name) & 1, name
    for number in dw.numbers(wall):
        assert int(number[2:]) < 12 or bank >> dw.grid.cell(number) & 1, number
    for name in ("St. Vith", "Büllingen", "Echternach", "Vianden", "Clervaux"):
        assert not dw.has("westwall", dw.hex_of(name))
    for column in range(36, 43):
        assert not wall >> dw.grid.cell(column * 100 + 30) & 1


def test_westwall_has_one_gap(dw):
    """3.5, 7.3: hex by hex from Monschau to the Moselle, but for the Schnee Eifel, where the Americans held it."""
    wall = dw.map.features["westwall"]
    sides = dw.grid.sides((a, b) for a in cells(wall) for b in cells(dw.grid.neighbours[a] & wall))
    pieces = [dw.numbers(piece) for piece in dw.grid.networks(sides)]
    assert sum(map(len, pieces)) == wall.bit_count() == 30
    assert sorted((min(p), max(p)) for p in pieces) == [("3315", "4025"), ("3503", "3711")]
    assert dw.grid.distance(dw.grid.cell("3711"), dw.grid.cell("3612")) == 2


def placed() -> list[tuple[str, str]]:
    with PLACES.open(encoding="utf-8", newline="") as file:
        return [(row["name"], row["hex"]) for row in csv.DictReader(file)]


@pytest.mark.parametrize(("name", "number"), placed())
def test_places_by_the_georeference(dw, name, number):
    """Towns and villages in the hexes the georeference gives them."""
    assert dw.hex_of(name) == number
    assert dw.name(number) == name
