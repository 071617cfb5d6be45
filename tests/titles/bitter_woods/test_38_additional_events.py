"""38 The additional events of 17AM and 19AM."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.bitter_woods.box import EDGES, turns
from ardennes.titles.bitter_woods.events import BlownAtOnce, EventMissed, EventRolled
from ardennes.titles.bitter_woods.rules import artillery, dumps, fortunes, reinforcements
from ardennes.titles.bitter_woods.rules import points as movement_points
from ardennes.titles.bitter_woods.rules.sequence import PlayerTurnBegins
from tests.titles.bitter_woods.table import Table

FIRST, SECOND = ("events_17am",), ("events_19am",)
UNITS = "a: German 6PA infantry at 0612; d: Allied infantry at 3001"


def on(when: str, units: str = UNITS, **more) -> Table:
    """A position in which an event was rolled before: `event17=4` and the like."""
    return Table(when, units, options=(*FIRST, *SECOND), **({"air": (0, 0)} | more))


def began(when: str, dice: list[int], options=(*FIRST, *SECOND), units: str = UNITS, **more) -> Table:
    """A German player turn that has just begun, with the dice for its event."""
    return Table(f"{when} German", units, phase="turn", options=options, dice=dice, **more)


@pytest.mark.rule("BW-38")
def test_each_set_by_itself_or_both():
    assert not began("17AM", [], SECOND).told(EventRolled)
    assert not began("19AM", [], FIRST).told(EventRolled)
    assert began("17AM", [8], FIRST).told(EventRolled)[0].total == 8
    assert began("19AM", [3], SECOND).told(EventRolled)[0].total == 3
    assert not began("18AM", []).told(EventRolled)


def test_in_a_tournament_the_19am_event_needs_equal_totals():
    options = (*SECOND, "events_19am_if_equal")
    t = began("19AM", [3, 4], options)
    assert [(event.german, event.allied) for event in t.told(EventMissed)] == [(3, 4)]
    assert t.g.event19 == 0
    assert began("19AM", [3, 3], options).g.event19 == 3


# ---- 38.1 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-38.1a")
@pytest.mark.parametrize("total", range(2, 13))
def test_every_total_of_17am_is_one_event(total):
    t = began("17AM", [total])
    assert [event.total for event in t.told(EventRolled)] == [total]
    assert t.told(EventRolled)[0].rule.startswith("BW-38.1")
    assert t.g.event17 == total


@pytest.mark.rule("BW-38.1b")
@pytest.mark.parametrize("total", [2, 3])
def test_night_sights_in_the_dark(total):
    for when, rating in (("17AM", 5), ("17PM", 6), ("18AM", 5), ("18PM", 6)):
        t = on(f"{when} German", "p: 2Pz/3 at 0622; q: 2Pz/2 at 0622; d: Allied infantry at 3001", event17=total)
        assert t.g.rating(t.unit("p")) == rating, when
        assert t.g.rating(t.unit("q")) != 6
    t = on("18PM German", "p: 2Pz/3 at 0622, unsupplied", event17=total)
    assert t.g.rating(t.unit("p")) == 5


@pytest.mark.rule("BW-38.1c")
def test_panzer_lehr_moves_two_points_on_17am():
    units = "l: Lehr/130 at 0622; p: 2Pz/3 at 0622; d: Allied infantry at 3001"
    for when, points in (("17AM", 2), ("17PM", 4)):
        t = on(f"{when} German", units, event17=4)
        assert movement_points.allowance(t.g, t.unit("l")) == points
        assert movement_points.advancing(t.g, t.unit("l")) == points
        assert movement_points.allowance(t.g, t.unit("p")) == 4


@pytest.mark.rule("BW-38.1d")
def test_dietrich_releases_nobody_until_18pm():
    for when, may in (("17AM", False), ("18PM", False), ("19AM", True)):
        t = on(f"{when} German", event17=5)
        assert fortunes.may_release(t.g, t.box.units.unit("Dietrich")) is may
        assert fortunes.may_release(t.g, t.box.units.unit("Manteuffel"))


BANK = "a: German infantry at 1530; d: Allied infantry at 1630"


#: Another bridge that may be blown, so that the Allies are asked at all.
ELSEWHERE = "b: German infantry at 1609; e: Allied infantry at 1610"


@pytest.mark.rule("BW-38.1e")
def test_the_heiderscheid_bridge_stands_on_the_17th():
    for when, refused in (("17AM", "BW-38.1e"), ("17PM", "BW-38.1e"), ("18AM", "")):
        t = on(f"{when} Allied", f"{BANK}; {ELSEWHERE}", phase="demolition", event17=6)
        assert t.refused("bridge", "1630/1730") == refused, when


@pytest.mark.rule("BW-38.1f")
def test_samree_burns_on_a_one_only():
    options = ("fuel_dumps", *FIRST)
    units = "a: German 5PA infantry at 2620; d: Allied infantry at 2719; e: Allied infantry at 3001"
    for total, least in ((7, 1), (8, 3)):
        t = Table("18AM German", units, options=options, air=(0, 0), event17=total)
        t.g.dumps[1] = (t.hex("1809"), t.hex("2719"))
        assert dumps.needed(t.g, t.hex("2719")) == least
        assert dumps.needed(t.g, t.hex("1809")) == 3
        t.move("a", "2720")
        t.do("burn", "2719", dice=[2])
        assert bool(t.g.burnt_dumps) is (least == 3)


@pytest.mark.rule("BW-38.1g")
def test_the_engineers_blow_one_bridge_without_a_die():
    units = f"{BANK}; {ELSEWHERE}"
    t = on("18AM Allied", units, phase="demolition", event17=8)
    offered = t.offers("bridge")
    t.do("engineers")
    assert t.offers("bridge") == offered
    t.do("done")  # called back
    t.do("engineers")
    t.do("bridge", "1630/1730")
    assert "1630/1730" in t.blown()
    assert t.told(BlownAtOnce)
    assert t.g.engineers_used
    again = on("18AM Allied", units, phase="demolition", event17=8, engineers_used=True)
    assert again.refused("engineers") == "BW-38.1g"
    other = on("18AM Allied", units, phase="demolition", event17=7)
    assert other.refused("engineers") == "BW-38.1g"
    held = on("18AM Allied", units, phase="demolition", event17=8, guarded=1 << t.bridge("1630/1730"))
    held.do("engineers")
    assert held.refused("bridge", "1630/1730") == "BW-29.3"


@pytest.mark.rule("BW-38.1h")
def test_two_generals_move_at_half_speed_until_18pm():
    for when, halved in (("17AM", True), ("18PM", True), ("19AM", False)):
        t = on(f"{when} Allied", event17=9)
        for name, slow in (("Hodges", halved), ("Middleton", halved), ("Patton", False)):
            points = t.box.units.rows[t.box.units.unit(name)].ma
            found = fortunes.allowance(t.g, t.box.units.unit(name), points)
            assert found == ((points + 1) // 2 if slow else points), (when, name)


@pytest.mark.rule("BW-38.1i")
def test_the_106th_is_supplied_from_the_air_east_of_the_our():
    ring = "; ".join(f"b{n}: German infantry at {cell}" for n, cell in enumerate(("0715", "0816", "0616", "0717")))
    units = f"d: 106/422 at 0716; {ring}"
    for when, fed in (("17AM", True), ("18PM", True), ("19AM", False)):
        t = on(f"{when} Allied", units, event17=10)
        assert t.supplied("d") is fed, when
        assert not on(f"{when} Allied", units, event17=9).supplied("d")
    assert not on("18PM Allied", units.replace("106/422", "28/112"), event17=10).supplied("d")
    east = t.box.east_of_our
    assert [bool(east >> t.hex(cell) & 1) for cell in ("0716", "0817", "1018", "1316", "1424", "1824")] == [
        True,
        True,
        True,
        False,
        False,
        False,
    ]


@pytest.mark.rule("BW-38.1j")
@pytest.mark.parametrize("total", [11, 12])
def test_the_fuehrer_grenadiers_come_to_the_7th_army(total):
    t = began("17AM", [total], reserves=True)
    while t.step != "Movement":
        t.do("done")
    assert t.refused("unit", "FuhGd") == ""
    assert t.reach("FuhGd") & {"0127", "0133"}
    assert t.g.army(t.unit("FuhGd")) == "7A"
    t = began("17AM", [10], reserves=True)
    while t.step != "Movement":
        t.do("done")
    assert t.refused("unit", "FuhGd") == "BW-16.1a"


# ---- 38.2 --------------------------------------------------------------------------------------------------

#: A full-strength American regiment in the north, so that total 9 finds one.
NORTH = "a: German 6PA infantry at 0612; d: 1/26 at 1610; e: 30/117 at 2101; f: 30/119 at 2202"


@pytest.mark.rule("BW-38.2a")
@pytest.mark.parametrize("total", range(2, 13))
def test_every_total_of_19am_is_one_event(total):
    t = began("19AM", [total], units=NORTH)
    assert [event.total for event in t.told(EventRolled)] == [total]
    assert t.told(EventRolled)[0].rule.startswith("BW-38.2")
    assert t.g.event19 == total


@pytest.mark.rule("BW-38.2b")
def test_prepared_logistics_know_no_shortage():
    t = on("20AM German", phase="supply", event19=2)
    assert not t.g.short
    assert fortunes.reloaded(t.g, Side.ALLIED) & t.box.units.all_of[Side.GERMAN]  # and the event of 3


@pytest.mark.rule("BW-38.2c")
def test_german_artillery_fires_in_each_player_turn():
    units = "g: German 6PA artillery at 0612; d: Allied infantry at 3001"
    for total, again in ((3, True), (7, False)):
        t = on("19AM Allied", units, event19=total)
        t.g.fired = 1 << t.unit("g")
        PlayerTurnBegins(Side.ALLIED).run(t.g)
        assert artillery.may_fire(t.g, t.unit("g")) is again


def coming(event: int, when: str, unit: str) -> bool:
    """Whether a unit may still come on a turn."""
    t = on(f"{when} German", reserves=True, event19=event)
    return reinforcements.due(t.g, t.box.units.unit(unit))


@pytest.mark.rule("BW-38.2d")
def test_spaetlese_stops_arrivals_after_22am_and_grounds_two_aircraft():
    box = on("22PM German").box
    german = next(u for u in box.players[0] if turns.number("22AM") < box.due[u] < 255)
    north = next(u for u in box.players[1] if turns.number("22AM") < box.due[u] < 255 and box.entry_edge[u] == 0)
    south = next(u for u in box.players[1] if turns.number("22AM") < box.due[u] < 255 and box.entry_edge[u] == 2)
    for unit, comes in ((german, False), (north, box.units.rows[north].service != "American"), (south, True)):
        name = box.units.rows[unit].id
        when = turns.name(box.due[unit])
        assert coming(3, when, name)
        assert coming(4, when, name) is comes, name
        if not comes:
            t = on(f"{when} German", reserves=True, event19=4)
            assert reinforcements.DUE.why_not(t.g, None, unit).rule == "BW-38.2d"
    assert coming(4, "22AM", "407")
    assert air("24AM", 4)[1] == air("24AM", 3)[1] - 2
    assert air("26PM", 4)[1] == air("26PM", 3)[1] - 2
    assert air("23PM", 4) == air("23PM", 3)


@pytest.mark.rule("BW-38.2h1", "BW-38.2h3")
def test_the_delayed_spaetlese_stops_them_after_23am():
    assert coming(8, "23AM", "9Pz/33")
    assert not coming(8, "23PM", "15PG/115Pz")
    assert air("24AM", 8)[1] == air("24AM", 3)[1] - 1
    assert air("26PM", 8)[1] == air("26PM", 3)[1] - 1
    assert air("23PM", 8) == air("23PM", 3)


@pytest.mark.rule("BW-38.2h2")
def test_the_delayed_spaetlese_stops_americans_by_the_northern_edge_only():
    box = on("23PM German", reserves=True, event19=8).box
    late = [
        unit
        for unit in box.players[Side.ALLIED]
        if turns.number("23AM") < box.due[unit] < turns.COUNT and box.playing >> unit & 1
    ]
    came = {}
    for unit in late:
        t = on("23PM German", reserves=True, event19=8)
        t.g.turn = box.due[unit]
        kind = (EDGES[box.entry_edge[unit]] == "north", box.units.rows[unit].service == "American")
        came.setdefault(kind, set()).add(reinforcements.due(t.g, unit))
    assert came.pop((True, True)) == {False}
    assert came
    assert set.union(*came.values()) == {True}


def air(when: str, event: int) -> list[int]:
    """The aircraft of a turn under an event."""
    t = on(f"{when} German", event19=event)
    PlayerTurnBegins(Side.GERMAN).run(t.g)
    return t.g.air


@pytest.mark.rule("BW-38.2e")
def test_the_9th_panzer_division_joins_the_7th_army():
    joins(5, "9Pz/33", "9Pz/10", "9Pz/11")


@pytest.mark.rule("BW-38.2f")
def test_the_15th_panzer_grenadier_division_joins_the_7th_army():
    joins(6, "15PG/115Pz", "15PG/104", "15PG/115")


def joins(total: int, *names: str) -> None:
    t = began("19AM", [total], reserves=True)
    while t.step != "Movement":
        t.do("done")
    for name in names:
        assert t.refused("unit", name) == ""
        assert t.g.army(t.unit(name)) == "7A"
        assert reinforcements.designated(t.g, t.unit(name)) == t.grid.cells_of("0127", "0133")
    t.move(names[0], "0127")
    assert t.where(names[0]) == "0127"


@pytest.mark.rule("BW-38.2g")
def test_peiper_lives_from_the_air_until_21pm():
    ring = "; ".join(f"b{n}: Allied infantry at {cell}" for n, cell in enumerate(("2007", "2009", "1908", "2108")))
    units = f"p: 1SS/Peiper at 2008; {ring}"
    for when, fed in (("19AM", True), ("21PM", True), ("22AM", False)):
        assert on(f"{when} German", units, event19=7).supplied("p") is fed, when
    assert not on("21PM German", units, event19=6).supplied("p")


@pytest.mark.rule("BW-38.2c")
@pytest.mark.parametrize(("total", "once"), [(0, True), (2, False), (3, False), (10, True)])
def test_german_guns_fire_once_in_a_game_turn_but_for_two_events(total, once):
    t = on("20AM German", "g: German artillery at 0612; d: Allied infantry at 3001", event19=total)
    assert fortunes.fires_once(t.g, t.unit("g")) is once


@pytest.mark.rule("BW-38.2i")
def test_bombs_fall_on_malmedy_first_then_on_towns():
    t = began("19AM", [9], units=NORTH)
    assert t.has("d", "reduced")
    assert not t.has("e", "reduced")
    t = began("19AM", [9], units=NORTH.replace("d: 1/26 at 1610", "d: 1/26 at 1810"))
    towns = [name for name in ("e", "f") if t.box.ground.town >> t.hex(t.where(name)) & 1]
    if len(towns) == 1:
        assert t.has(towns[0], "reduced")
    else:
        assert t.step == "Bombed"
        assert t.side is Side.ALLIED
        assert t.offers("unit") == ({*towns} or {"d", "e", "f"})
        t.do("unit", sorted(t.offers("unit"))[0])
    assert t.g.reduced.bit_count() == 1
    t = began("19AM", [9, 3], units="a: German 6PA infantry at 0612; d: 1/26 at 1610, reduced; e: 28/112 at 2526")
    assert t.g.event19 == 3  # nobody to hit: the event is rolled again
    assert t.g.reduced.bit_count() == 1


@pytest.mark.rule("BW-38.2i")
@pytest.mark.parametrize(("cell", "hit"), [("2015", True), ("2016", False)])
def test_bombs_fall_up_to_the_boundary_road(cell, hit):
    """2015 is the last hex of its column on the northern side, 2016 the first beyond."""
    dice = [9] if hit else [9, 3]
    t = began("19AM", dice, units=f"a: German 6PA infantry at 0612; d: 1/26 at {cell}")
    assert t.has("d", "reduced") is hit


@pytest.mark.rule("BW-38.2j")
def test_the_russians_take_aircraft_and_arrivals_of_the_25th():
    assert air("24PM", 10)[0] == air("24PM", 3)[0] > 0
    assert air("25AM", 3)[0] > 0
    assert air("25AM", 10)[0] == 0
    assert not coming(10, "25AM", "167VG/331")
    assert not coming(10, "25PM", "9VG/36")
    assert coming(3, "25AM", "167VG/331")
    assert coming(10, "23AM", "9Pz/33")


@pytest.mark.rule("BW-38.2k")
@pytest.mark.parametrize("total", [11, 12])
def test_most_allied_mechanized_units_move_three_points(total):
    units = "m: 2A/CCA at 2526; n: 4A/CCR at 2526; o: 6Cav at 2524; i: Allied infantry at 2522; p: 2Pz/3 at 0622"
    for when, points in (("22PM", 4), ("23AM", 3), ("26PM", 3)):
        t = on(f"{when} Allied", units, event19=total)
        assert t.box.units.rows[t.unit("m")].ma == 4
        assert movement_points.allowance(t.g, t.unit("m")) == points, when
        assert movement_points.allowance(t.g, t.unit("n")) == 5
        assert movement_points.allowance(t.g, t.unit("o")) == 5
        assert movement_points.allowance(t.g, t.unit("i")) == 4
        assert movement_points.allowance(t.g, t.unit("p")) == 4


@pytest.mark.rule("BW-38.2l")
def test_most_allied_artillery_fires_once_in_a_game_turn():
    units = "g: 190 at 2526; h: 193 at 2526; a: German infantry at 0133"
    t = on("22PM Allied", units, event19=12)
    fired = 1 << t.unit("g") | 1 << t.unit("h")
    for when, again in (("22PM", {"g", "h"}), ("23AM", {"h"}), ("26PM", {"h"})):
        t = on(f"{when} Allied", units, event19=12)
        left = fired & ~fortunes.reloaded(t.g, Side.ALLIED)
        assert {name for name in ("g", "h") if not left >> t.unit(name) & 1} == again, when
        t.g.fired = left
        if left:
            assert artillery.FIRE.why_not(t.g, None, t.unit("g")).rule == "BW-38.2l"
