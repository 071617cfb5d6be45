"""Rows of the basic game that have a clause of their own: what is allowed and what is not, side by side."""

import pytest

import ardennes
from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.titles.bitter_woods.box import turns
from ardennes.titles.bitter_woods.events import Harassed
from ardennes.titles.bitter_woods.rules import reinforcements, supply, victory
from ardennes.titles.bitter_woods.rules.combat import nerve
from ardennes.titles.bitter_woods.rules.combat.results import Aftermath
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.rules.movement import destinations
from tests.titles.bitter_woods.table import Table


def carried_out(t: Table, result: str, target: str, *names: str) -> Table:
    """A combat result, as if the die had fallen so."""
    side = t.box.units.side(t.unit(names[0]))
    attack = Attack(side, t.hex(target), tuple(sorted(map(t.unit, names))))
    t.g.push(Aftermath(attack, result, t.g.units_at(t.hex(target))))
    t.g.events = t.events
    t.g.settle([])
    t.g.events = None
    return t


# ---- 5 movement ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-5.4j")
def test_boundaries_run_on_beyond_their_ends():
    """West of 2417 too the 5th Panzer Army keeps to its side, unless it has been there, and the 6th to its own."""
    box = ardennes.game("bitter_woods", "campaign").data
    grid, west = box.map.grid, box.west_of_ends["5PA"]
    for unit, army, rule in (("2Pz/3", "5PA", "BW-5.4c"), ("12SS/12", "6PA", "BW-5.4b")):
        own = box.sectors[army] & west & ~box.ground.forest
        other = grid.board & ~box.sectors[army] & west & box.map.areas["6PA" if army == "5PA" else "5PA"]
        pairs = [
            (a, b) for a in grid.cells if own >> a & 1 for b in grid.cells if other >> b & 1 and grid.adjacent(a, b)
        ]
        tried = 0
        for here, beyond in pairs:
            units, to = f"{unit} at {grid.number(here)}", grid.number(beyond)
            if Table("19AM German", units).why_move(unit, to):
                continue
            t = Table("18AM German", units)
            assert t.why_move(unit, to) == rule
            t.g.freed |= 1 << t.unit(unit)
            t.g.memo = t.g.ready = None
            assert t.why_move(unit, to) == ""
            tried += 1
            if tried == 3:
                break
        assert tried


@pytest.mark.rule("BW-5.5i2", "BW-5.5i3")
def test_an_allied_unit_steps_off_from_where_it_begins_and_not_from_a_zone_it_came_into():
    begins = "d: Allied infantry at 3801, unsupplied; a: German infantry at 3803"
    t = Table("19AM Allied", begins)
    t.do("unit", "d")
    assert t.refused("exit", "north") == ""
    comes = "d: Allied infantry at 3802, unsupplied; a: German infantry at {}"
    for enemy, rule in (("3601", "BW-5.5e"), ("3501", "")):
        t = Table("19AM Allied", comes.format(enemy) + "; b: German infantry at 4001; c: German infantry at 3701")
        if not rule:
            t = Table("19AM Allied", comes.format(enemy))
        t.do("unit", "d")
        assert t.refused("exit", "north") == rule


@pytest.mark.rule("BW-5.5i1")
def test_leaving_costs_the_road_rate_by_road_and_a_point_elsewhere():
    """Eight quarters of a point get a unit to the edge and off it, or not."""
    box = ardennes.game("bitter_woods", "campaign").data
    grid, edge = box.map.grid, box.map.grid.edges["north"]
    seen = set()
    for cell in grid.cells:
        if edge >> cell & 1 or not grid.within(edge, 8) >> cell & 1 or int(grid.number(cell)[:2]) % 3:
            continue
        t = Table("19AM Allied", f"d: Allied infantry at {grid.number(cell)}, unsupplied")
        found = destinations.reachable(t.g, t.unit("d"))
        there = list(cells(found.board & edge))
        enough = [found.cost(c) + (1 if box.edge_roads[0] >> c & 1 else 4) <= 8 for c in there]
        t.do("unit", "d")
        assert (t.refused("exit", "north") == "") is any(enough), grid.number(cell)
        seen |= {(bool(box.edge_roads[0] >> c & 1), ok) for c, ok in zip(there, enough, strict=True)}
    assert seen == {(True, True), (False, True), (False, False)} | ({(True, False)} & seen)


# ---- 9, 10 combat --------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-9.7t")
def test_of_two_equal_routes_the_one_that_ends_on_a_supply_road_is_taken():
    """No supply road is a step away, so both hexes would do; the one on it comes first."""
    t = Table("20AM German", "d: Allied infantry at 3520; a: German infantry at 3619")
    ends = t.retreats("d", 2)
    roads = {number for number in ends if routes_on_road(t, number)}
    free = {c for c in t.grid.numbers(t.grid.within(1 << t.hex("3520"), 2)) if c not in ends}
    assert ends == roads
    assert free


def routes_on_road(t: Table, number: str) -> bool:
    return bool(supply.roads(t.g, Side.ALLIED) >> t.hex(number) & 1)


@pytest.mark.rule("BW-10.3e")
@pytest.mark.parametrize(("gun", "enemy", "value"), [("Allied artillery 6-4-4", "German", 3), ("388", "Allied", 3)])
def test_artillery_defends_its_hex_whether_it_has_fired_or_not(gun, enemy, value):
    for fired in ("", ", fired"):
        name = "g" if " " in gun else gun
        unit = f"g: {gun}" if " " in gun else gun
        t = Table(f"19AM {enemy}", f"a: {enemy} armor 9-5-4 at 3813; {unit} at 3814{fired}", phase="combat", air=(0, 0))
        assert t.odds("3814", "a").defense == value
        t.attack("3814", "a", dice=[6])
        assert t.has(name, "fired") is bool(fired)


#: Dinant lies on both banks of the Meuse, with a bridge between.
@pytest.mark.rule("BW-10.3f")
def test_artillery_attacked_over_the_meuse_is_hit():
    t = Table("20AM German", "g: Allied artillery at 4816; a: German infantry at 4717; d: Allied infantry at 3801")
    assert t.grid.has_side(t.box.map.sides["meuse"], t.hex("4717"), t.hex("4816"))
    assert "4816" not in t.zone(Side.GERMAN)
    carried_out(t, "D2", "4816", "a")
    t.fall_back()
    assert t.where("g") != "gone"
    assert t.grid.distance(t.hex("4816"), t.hex(t.where("g"))) == 2
    t = Table("20AM German", "g: Allied artillery at 4816; a: German infantry at 4717; d: Allied infantry at 3801")
    carried_out(t, "DE", "4816", "a")
    assert t.where("g") == "gone"


@pytest.mark.rule("BW-15.7h")
def test_on_16am_guns_of_another_army_support_what_its_own_units_may_not_attack():
    units = "2Pz/3 at 1324; 388 at 1222; 12SS/12 at 1325; 28/110 at 1424"
    t = Table("16AM German", units, phase="combat")
    t.do("hex", "1424")
    assert t.box.units.rows[t.unit("388")].army == "6PA"
    assert t.grid.distance(t.hex("1222"), t.hex("1424")) <= 4
    assert t.refused("unit", "388") == ""
    assert t.refused("unit", "2Pz/3") == ""
    t = Table("16AM German", "2Pz/3 at 1324; 9SS/9 at 1325; 28/110 at 1424", phase="combat")
    t.do("hex", "1424")
    assert t.refused("unit", "9SS/9") in ("BW-15.7d1", "BW-5.4b")


# ---- 17 victory ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-17.3a")
@pytest.mark.parametrize(("away", "near"), [(0, True), (1, True), (2, False)])
def test_within_one_hex_of_the_meuse_on_either_bank(away, near):
    """Beside the hexside, or one hex farther off."""
    t = Table("26PM German", "2Pz/2 at 0133; b: German infantry at Bastogne; s: German infantry at St. Vith")
    box, grid = t.box, t.box.map.grid
    banks = victory.banks(box.map)
    beside = {
        a for a in grid.cells for b in grid.cells if grid.adjacent(a, b) and grid.has_side(box.map.sides["meuse"], a, b)
    }
    line = [c for c in beside if grid.number(c) in ("4717", "4616", "4516", "4715")]
    assert line
    west = box.map.areas["west"]
    ring, done = 1 << line[0], 0
    for _ in range(away):
        ring = grid.around(ring) | ring
    for cell in grid.cells:
        distance = min(grid.distance(cell, other) for other in beside)
        if distance != away or not ring >> cell & 1 or west >> cell & 1 or box.ground.town >> cell & 1:
            continue
        t.g.put(t.unit("2Pz/2"), cell)
        assert bool(banks.near >> cell & 1) is near
        assert (victory.LEVELS[victory.level(t.g)] == "Draw") is near
        done += 1
    assert done or away == 0
    if not away:
        assert banks.near >> line[0] & 1


# ---- 19, 29, 38 ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-19d")
def test_guns_in_support_steady_the_defence_against_a_scare():
    t = Table(
        "17AM German",
        "t: 12SS/12 at 3813; d: 106/422 at 3814; g: Allied artillery 6-4-4 at 3817",
        options=("panzer_scare",),
    )
    attack = Attack(Side.GERMAN, t.hex("3814"), (t.unit("t"),))
    assert nerve.needed(t.g, attack) == 3
    assert nerve.needed(t.g, Attack(Side.GERMAN, t.hex("3814"), (t.unit("t"),), support=(t.unit("g"),))) == 4
    first = Table(
        "16AM German",
        "Lehr/130 at 3813; d: 106/422 at 3814; g: Allied artillery 6-4-4 at 3817",
        options=("variable_surprise",),
    )
    attack = Attack(Side.GERMAN, first.hex("3814"), (first.unit("Lehr/130"),))
    assert nerve.needed(first.g, attack) == 4
    held = Attack(Side.GERMAN, first.hex("3814"), (first.unit("Lehr/130"),), support=(first.unit("g"),))
    assert nerve.needed(first.g, held) == 5


@pytest.mark.rule("BW-29.1f")
def test_an_advance_into_the_hex_of_a_company_takes_no_die():
    grid = ardennes.game("bitter_woods", "campaign").data.map.grid
    companies = (grid.cell("1610"),)
    for hexes in (companies, companies * 2):
        t = Table(
            "18AM Allied",
            "d: Allied infantry at 1511; a: German infantry at 0133",
            options=("random_events",),
            event18=1,
            companies=hexes,
        )
        t.may_advance("1610", 2, "d")
        free = Table("18AM Allied", "d: Allied infantry at 1511; a: German infantry at 0133")
        free.may_advance("1610", 2, "d")
        assert t.advances("d") == free.advances("d")
        t.do("unit", "d")
        t.do("hex", "1610")
        assert not t.told(Harassed)
        assert t.marked("met", "1610")  # its hex was entered, and it leaves


@pytest.mark.rule("BW-38.2m")
def test_what_was_due_before_the_cut_off_comes_however_late():
    t = Table("24AM German", "a: German 6PA infantry at 0612", reserves=True, options=("events_19am",), event19=4)
    for unit in t.box.players[Side.GERMAN]:
        due = t.box.due[unit]
        if 0 < due <= turns.number("24AM"):
            assert reinforcements.due(t.g, unit) is (due <= turns.number("22AM")), t.g.name(unit)


@pytest.mark.rule("BW-38.2m", "BW-38.2i")
def test_the_allied_player_chooses_among_regiments_that_come_alike():
    units = "a: German 6PA infantry at 0612; e: 30/117 at Spa; f: 30/119 at Stavelot; h: 1/26 at 1808"
    t = Table("19AM German", units, phase="turn", options=("events_19am",), dice=[9])
    assert (t.step, t.side) == ("Bombed", Side.ALLIED)
    towns = {name for name in "efh" if t.box.ground.town >> t.hex(t.where(name)) & 1}
    assert t.offers("unit") == (towns or {"e", "f", "h"})
    assert len(t.offers("unit")) > 1
    t.do("unit", sorted(t.offers("unit"))[1])
    assert t.has(sorted(towns or {"e", "f", "h"})[1], "reduced")
