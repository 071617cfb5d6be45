"""3.0 Prepare for Play, and 2.8: the order of appearance cards."""

import pytest

import ardennes
from ardennes.kernel import Side
from ardennes.titles.bitter_woods.box import WAITING


@pytest.fixture(scope="module")
def g():
    game = ardennes.game("bitter_woods", "campaign")
    return game.title.set_up(game)


@pytest.mark.rule("BW-3a")
def test_every_unit_has_one_owner(g):
    german, allied = g.box.players
    assert not set(german) & set(allied)
    services = {unit: g.box.units.rows[unit].service for unit in (*german, *allied)}
    assert {services[unit] for unit in german} == {"Wehrmacht", "SS", "Luftwaffe"}
    assert {services[unit] for unit in allied} == {"American", "British"}
    assert [g.box.units.side(unit) for unit in (german[0], allied[0])] == [Side.GERMAN, Side.ALLIED]


@pytest.mark.rule("BW-3b", "BW-2.8")
def test_units_at_start_are_on_the_map_and_all_others_wait(g):
    for unit in (*g.box.players[0], *g.box.players[1]):
        if g.box.start[unit] >= 0:
            assert g.place[unit] == g.box.start[unit]
        else:
            assert g.place[unit] == WAITING
            assert g.due[unit] < 22
            assert g.box.entry[unit]
    on_map = [unit for unit in range(len(g.place)) if g.on_map(unit)]
    assert len(on_map) == 90
    number = g.box.map.grid.number
    for name, where in {"28/110": "1424", "2Pz/2": "1324", "26VG/78": "1324", "2Pz/3": "1324"}.items():
        assert number(g.place[g.box.units.unit(name)]) == where


def test_the_set_up_is_a_legal_position(g):
    assert g.game.title.broken(g) == []


def test_everybody_begins_in_supply():
    """The set-up is ours, so it must not cut anybody off before the first move."""
    g = ardennes.game("bitter_woods", "campaign").start(1)
    assert g.unsupplied == 0


def test_germans_begin_on_their_own_bank_of_the_our_and_the_sauer(g):
    """Places the first proposals put on the wrong bank."""
    starts = {"26VG/39": "1226", "352VG/915": "0930", "212VG/320": "0432", "212VG/423": "0631", "8R": "0631"}
    for name, number in starts.items():
        assert g.box.map.grid.number(g.place[g.box.units.unit(name)]) == number


def test_armor_can_move_from_where_it_starts():
    """No armor begins in roadless forest."""
    game = ardennes.game("bitter_woods", "campaign")
    g = game.start(1)
    for unit in (*g.box.players[0], *g.box.players[1]):
        if g.on_map(unit) and g.box.armor >> unit & 1:
            around = g.box.ground.around(g.place[unit], g.blown)
            assert around.road or not g.box.ground.forest >> g.place[unit] & 1, g.name(unit)


@pytest.mark.rule("BW-13.2b")
def test_three_bridges_begin_blown(g):
    bridges = [g.box.map.bridges[n] for n in range(len(g.box.map.bridges)) if g.blown >> n & 1]
    assert sorted(g.box.map.grid.number(bridge.other) for bridge in bridges) == ["0533", "1129", "1424"]


def test_improved_positions_at_start(g):
    """Example 5 has 28/110 in one; the others are ours."""
    assert g.improved >> g.box.map.grid.cell("1424") & 1
    assert g.improved & ~g.occupied[Side.ALLIED] == 0


@pytest.mark.rule("BW-1.1")
@pytest.mark.parametrize("scenario", ["six_turn", "eight_turn", "campaign"])
def test_every_scenario_begins_with_the_german_movement_of_16am(scenario):
    g = ardennes.game("bitter_woods", scenario).start(1)
    assert (g.date, g.side) == ("16AM", Side.GERMAN)
    assert type(g.stack[-1]).__name__ == "Movement"
