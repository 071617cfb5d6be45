"""Rows of optional rules that have a clause of their own: what is allowed and what is not, side by side."""

import pytest

from ardennes.board.cells import board_of
from ardennes.kernel import Side
from ardennes.titles.bitter_woods import BitterWoods
from ardennes.titles.bitter_woods.box.counters import GERMAN_ARMIES
from ardennes.titles.bitter_woods.box.scenarios import DATA
from ardennes.titles.bitter_woods.events import (
    DumpCaptured,
    DumpFound,
    EventMissed,
    EventRolled,
    SurrenderRolled,
)
from ardennes.titles.bitter_woods.rules import garrison, reinforcements, supply, surrender
from ardennes.titles.bitter_woods.rules import points as movement_points
from ardennes.titles.bitter_woods.rules.combat.results import Aftermath
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.rules.movement import attachment
from tests.titles.bitter_woods.table import Table

LED = ("leaders",)


def fought(t: Table, result: str, target: str, *names: str) -> Table:
    """A combat result, as if the die had fallen so."""
    side = t.box.units.side(t.unit(names[0]))
    t.g.push(
        Aftermath(Attack(side, t.hex(target), tuple(sorted(map(t.unit, names)))), result, t.g.units_at(t.hex(target)))
    )
    t.g.events = t.events
    t.g.settle([])
    t.g.events = None
    return t


# ---- 18 divisional integrity ---------------------------------------------------------------------------------

SS = ("12SS/12", "12SS/25", "12SS/26")
TARGET = "x: Allied infantry 5-4-4 at {}"


def bonus(units: str, target: str, *names: str, when: str = "20AM German", **more) -> int:
    """What rule 18 does to the die, as the odds show it."""
    on, off = (Table(when, units, options=o, **more).odds(target, *names) for o in (("divisional_integrity",), ()))
    rest = [line.value for line in off.modifiers]
    return sum(line.value for line in on.modifiers) - sum(rest)


def placed(names, *hexes):
    return "; ".join(f"{name} at {place}" for name, place in zip(names, hexes, strict=True))


@pytest.mark.rule("BW-18.1d")
def test_guns_open_no_flank_and_are_no_unit_of_a_division():
    near = placed(SS, "3714", "3714", "3715")
    assert bonus(f"{near}; r: German rocket at 3915; {TARGET.format('3814')}", "3814", *SS, "r") == 0
    assert bonus(f"{near}; r: German infantry at 3915; {TARGET.format('3814')}", "3814", *SS, "r") == -1


@pytest.mark.rule("BW-18.1e")
def test_armored_infantry_of_a_german_division_counts_whatever_its_rating():
    names = ("9Pz/33", "9Pz/10", "9Pz/11")
    t = Table("20AM German", placed(names, "3714", "3815", "3914"))
    assert [t.box.units.rows[t.unit(name)].er for name in names][1:] == [4, 4]
    assert bonus(placed(names, "3714", "3815", "3914") + "; " + TARGET.format("3814"), "3814", *names) == -1
    assert bonus(placed(names[1:], "3714", "3815") + "; " + TARGET.format("3814"), "3814", *names[1:]) == 0


@pytest.mark.rule("BW-18.2a")
def test_the_neighbour_need_not_be_a_good_unit(tmp_path):
    """No division of ours has four units of mixed quality, so an owner's counters say that the 327th has an ER of 4."""
    text = (DATA / "units.csv").read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if line.startswith("101/327G,"))
    fields = row.split(",")
    er = text.splitlines()[0].split(",").index("er")
    weak = ",".join([*fields[:er], "4", *fields[er + 1 :]])
    (tmp_path / "units.csv").write_text(text.replace(row, weak), encoding="utf-8")
    owned = BitterWoods()
    owned.pack = tmp_path
    names, hexes = ("101/501", "101/502", "101/506", "101/327G"), ("3814", "3814", "3817", "3816")
    linked = placed(names, *hexes) + "; a: German infantry at 3813"
    apart = placed(names[:3], *hexes[:3]) + "; a: German infantry at 3813; 101/327G at 4101"
    t = Table("20AM German", linked, title=owned)
    assert t.g.rating(t.unit("101/327G")) == 4
    assert bonus(linked, "3814", "a", title=owned) == 1
    assert bonus(apart, "3814", "a", title=owned) == 0
    alone = placed(("101/501", "101/502", "101/327G"), "3814", "3814", "3815") + "; a: German infantry at 3813"
    assert bonus(alone, "3814", "a", title=owned) == 0  # it is a neighbour, and no third good unit


@pytest.mark.rule("BW-18.3a1")
@pytest.mark.parametrize("trouble", ["unsupplied", "shocked"])
def test_a_unit_in_trouble_far_away_spoils_it(trouble):
    units = placed(("12SS/12", "12SS/25", "12SS/26"), "3714", "3815", "3914") + "; " + TARGET.format("3814")
    names = ("101/501", "101/502", "101/506")
    attack = placed(names, "3714", "3815", "3914") + "; x: German infantry 5-4-3 at 3814; 101/327G at 4101"
    assert bonus(units, "3814", *SS) == -1
    assert bonus(attack, "3814", *names, when="20AM Allied") == -1
    assert bonus(f"{attack}, {trouble}", "3814", *names, when="20AM Allied") == 0


@pytest.mark.rule("BW-18.3c1")
def test_a_fortification_cancels_a_flanking_attack():
    units = placed(SS, "2425", "2625", "2527") + "; " + TARGET.format("2526")
    assert bonus(units, "2526", *SS) == -1
    assert bonus(units, "2526", *SS, forts=("2526",)) == 0


@pytest.mark.rule("BW-18.3c2", "BW-18.3c")
def test_an_attack_wholly_over_the_meuse_cancels_it():
    """A hex with two neighbours on the other bank that are not adjacent, or three."""
    t = Table("20AM German")
    grid, meuse = t.grid, t.box.map.sides["meuse"]
    tried = 0
    for cell in grid.cells:
        over = [c for c in grid.cells if grid.adjacent(c, cell) and grid.has_side(meuse, c, cell)]
        dry = [c for c in grid.cells if grid.adjacent(c, cell) and c not in over]
        if len(over) < 3 or not dry or t.box.permanent >> cell & 1:
            continue
        target = grid.number(cell)
        three = [grid.number(c) for c in over[:3]]
        assert bonus(placed(SS, *three) + "; " + TARGET.format(target), target, *SS) == 0
        assert bonus(placed(SS, *three[:2], grid.number(dry[0])) + "; " + TARGET.format(target), target, *SS) == -1
        tried += 1
        if tried == 2:
            break
    assert tried


# ---- 22, 23 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-22.1a")
def test_only_forest_roads_stop_columns():
    """2012 is no forest, 2113 is; an aircraft over either costs a panzer two points and more only there."""
    for struck, on, rule in (("2012", "2113", ""), ("2113", "2213", "BW-22.1")):
        t = Table("20AM German", "a: German armor 9-5-4 at 2011", options=("interdiction_challenge",))
        t.g.interdicted = board_of([t.hex(struck)])
        assert bool(t.box.ground.forest >> t.hex(struck) & 1) is bool(rule)
        assert t.why_move("a", on) == rule


@pytest.mark.rule("BW-23.3e", "BW-23.3d")
def test_armored_infantry_rides_on_while_other_infantry_stays():
    units = "t: German armor 9-5-4 at 3813; i: German armored infantry 6-5-4 at 3813; j: German infantry 5-4-3 at 3813"
    t = Table(
        "20AM German", f"{units}; d: Allied infantry 5-4-4 at 3814", phase="combat", air=(0, 0), options=("angriff",)
    )
    t.plan("3814", "t", "i", "j")
    t.do("angriff")
    t.do("fight", dice=[2])
    assert t.refused("unit", "i") == ""
    assert t.refused("unit", "j") == "BW-23.3d"
    t.do("unit", "i")
    t.do("hex", sorted(t.offers("hex"))[0])
    assert t.refused("unit", "t") == ""
    t = Table(
        "20AM German",
        f"{units.replace('j: German infantry 5-4-3', 'j: German armor 9-5-4')}; d: Allied infantry 5-4-4 at 3814",
        phase="combat",
        air=(0, 0),
        options=("angriff",),
    )
    t.plan("3814", "t", "i", "j")
    t.do("angriff")
    t.do("fight", dice=[2])
    assert t.refused("unit", "i") == "BW-23.3d"


# ---- 24 leaders ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-24.3g")
def test_a_leader_fords_like_infantry_and_suffers_aircraft_like_it():
    """Over a river, and over the Meuse with all his points; armor may not."""
    t = Table(
        "20AM German", "Manteuffel at 2601; i: German infantry 5-4-3 at 2601; p: German armor at 2601", options=LED
    )
    assert t.grid.has_side(t.box.map.sides["meuse"], t.hex("2601"), t.hex("2701"))
    assert t.step_cost("p", "2701") == ""
    assert t.step_cost("Manteuffel", "2701") == str(t.box.units.rows[t.unit("Manteuffel")].ma)
    assert t.step_cost("i", "2701") == "3"
    river = Table("20AM German", "Manteuffel at 1812; i: German infantry 5-4-3 at 1812", options=LED)
    assert river.step_cost("Manteuffel", "1912") == river.step_cost("i", "1912") != ""
    struck = Table(
        "20AM German", "Manteuffel at 3812; i: German infantry 5-4-3 at 3812; p: German armor at 3812", options=LED
    )
    before = {name: struck.step_cost(name, "3813") for name in ("Manteuffel", "i", "p")}
    struck.g.interdicted = 1 << struck.hex("3813")
    after = {name: struck.step_cost(name, "3813") for name in ("Manteuffel", "i", "p")}
    assert before["Manteuffel"] == before["i"] == "1"
    assert after["Manteuffel"] == after["i"] == "2"
    assert before["p"] != after["p"] == "3"


@pytest.mark.rule("BW-24.3h", "BW-24.3c")
def test_a_leader_with_the_defenders_does_not_advance():
    units = "a: German infantry 5-4-3 at 3813; b: Allied infantry 5-5-4 at 3814; Middleton at 3814"
    t = fought(Table("20AM German", units, phase="combat", options=LED, air=(0, 0)), "A1", "3814", "a")
    t.fall_back()
    assert (t.step, t.side) == ("Advance", Side.ALLIED)
    assert t.refused("unit", "b") == ""
    assert t.refused("unit", "Middleton") == "BW-9.8a"


@pytest.mark.rule("BW-24.4g", "BW-24.4b")
@pytest.mark.parametrize(
    ("units", "result", "stands"),
    [
        ("d: Allied infantry 5-4-4 at 3814", "D2", True),
        ("d: Allied infantry 5-4-4 at 3814, reduced", "D2", False),  # a reduced unit has one step
        ("d: Allied infantry 5-4-4 at 3814, reduced", "D1", True),
        ("d: Allied infantry 5-4-4 at 3814", "D3", False),  # a step short
        ("d: Allied infantry 5-4-4 at 3814; e: Allied infantry 5-4-4 at 3814, reduced", "D3", True),
        ("d: Allied infantry 5-4-4 at 3814; e: Allied infantry 5-4-4 at 3814, reduced", "D4", False),
        ("d: Allied infantry 5-4-4 at 3814; g: Allied artillery at 3814", "D3", True),  # artillery has one
        ("d: Allied infantry 5-4-4 at 3814; g: Allied artillery at 3814", "D4", False),
    ],
)
def test_who_has_not_steps_enough_cannot_stand(units, result, stands):
    t = Table(
        "20AM German",
        f"a: German armor 9-5-4 at 3813; {units}; Hodges at 3818",
        phase="combat",
        options=LED,
        air=(0, 0),
    )
    fought(t, result, "3814", "a")
    assert (t.step == "Stand") is stands
    if stands:
        assert t.offers("stand") == {"Hodges"}


@pytest.mark.rule("BW-24.4g")
def test_the_losses_of_standing_are_shared_by_all_who_stand():
    """Two hexes of attackers are thrown back two hexes; the two losses may both fall on one of them."""
    units = "a: German infantry 5-4-3 at 3813; b: German infantry 5-4-3 at 3915; d: Allied armor 9-5-4 at 3814"
    t = Table("20AM German", f"{units}; Manteuffel at 3913", phase="combat", options=LED, air=(0, 0))
    fought(t, "A2", "3814", "a", "b")
    t.do("stand", "Manteuffel")
    assert t.offers("unit") == {"a", "b"}
    t.do("unit", "a")
    t.do("unit", "a")
    assert (t.where("a"), t.where("b"), t.has("b", "reduced")) == ("gone", "3915", False)


@pytest.mark.rule("BW-24.4h")
def test_a_second_leader_may_hold_whom_the_first_does_not_reach():
    units = "a: German infantry 5-4-3 at 3813; b: German infantry 5-4-3 at 3915; d: Allied armor 9-5-4 at 3814"
    t = Table("20AM German", f"{units}; Dietrich at 3809; Manteuffel at 4119", phase="combat", options=LED, air=(0, 0))
    fought(t, "A1", "3814", "a", "b")
    assert t.offers("stand") == {"Dietrich", "Manteuffel"}
    t.do("stand", "Dietrich")
    assert t.has("a", "reduced")
    assert t.step == "Stand"
    assert t.offers("stand") == {"Manteuffel"}
    t.do("stand", "Manteuffel")
    assert t.has("b", "reduced")
    assert (t.where("a"), t.where("b")) == ("3813", "3915")


@pytest.mark.rule("BW-24.5h", "BW-24.5f")
def test_reserves_attached_to_a_lost_leader_s_army_stand_down():
    """9th Panzer has the colour of the 5th Panzer Army and is attached to the 6th."""
    for leader, kept in (("Dietrich", False), ("Manteuffel", True)):
        t = Table(
            "23AM Allied",
            f"9Pz/33 at 3420, reserve; {leader} at 3815; a: Allied armor at 3812",
            options=LED,
            air=(0, 0),
        )
        attachment.declare(t.g, t.unit("9Pz/33"), GERMAN_ARMIES.index("6PA"))
        t.move("a", "3814")
        assert t.where(leader) == "gone"
        assert t.has("9Pz/33", "reserve") is kept


@pytest.mark.rule("BW-24.6d")
def test_a_reinforcement_is_attached_where_it_can_come_in():
    """The choice is made before it enters; entry R is north of every boundary."""
    t = Table("19AM German", reserves=True, options=LED)
    unit = t.unit("3PG/8")
    entry = t.box.entry[unit]
    t.g.turn -= 1  # 18PM, as if it came a turn early
    due = bytearray(t.g.due)
    due[unit] = t.g.turn
    t.g.due = bytes(due)
    t.g.memo = t.g.ready = t.g._choices = None
    fit = {GERMAN_ARMIES[army] for army in attachment.armies(t.g, unit)}
    assert fit == {a for a in GERMAN_ARMIES if any(t.box.sectors[a] >> cell & 1 for cell in entry)}
    assert fit == {"6PA"} or "7A" not in fit
    t.do("unit", "3PG/8")
    assert t.step == "Attach"
    assert t.offers("attach") == fit
    assert t.refused("attach", "7A") == "BW-24.6b"
    t.do("attach", "6PA")
    t.do("hex", sorted(t.offers("hex"))[0])
    assert t.g.army(unit) == "6PA"
    assert not attachment.asked(t.g, unit)


# ---- 25 fuel dumps -------------------------------------------------------------------------------------------


def dumps_at(units: str, when: str = "18AM German", options: tuple[str, ...] = ("fuel_dumps",), **more) -> Table:
    t = Table(when, units, options=options, air=(0, 0), **more)
    t.g.dumps = [(), (t.hex("1809"), t.hex("2719"))]
    return t


@pytest.mark.rule("BW-25.2g")
def test_a_burnt_dump_is_not_captured_later():
    for burnt in (True, False):
        t = dumps_at("a: 1SS/1 at 1610; d: Allied infantry at 3001")
        t.g.dumps = [(), (-1, t.hex("2719"))]
        t.g.open_dumps = 1 << t.hex("1809")
        t.g.burnt_dumps = t.g.open_dumps if burnt else 0
        t.move("a", "1809")
        assert bool(t.told(DumpCaptured)) is not burnt
        t.end_turn()
        assert bool(t.g.taken_dumps) is not burnt


@pytest.mark.rule("BW-25.2h")
def test_liege_is_no_end_of_the_line_that_captures_a_dump():
    """A ring around the dump leaves the road to Liège open, where Germans are, and none to the east."""
    ring = ("1608", "1711", "1908", "2010")
    around = "; ".join(f"b{n}: Allied infantry at {cell}" for n, cell in enumerate(ring))
    t = dumps_at(f"a: 1SS/1 at 1810; l: German infantry at 2803; {around}")
    assert supply.sources(t.g, Side.GERMAN) >> t.hex("2803") & 1
    t.move("a", "1809")
    assert t.told(DumpFound)
    assert not t.told(DumpCaptured)
    t = dumps_at("a: 1SS/1 at 1810; l: German infantry at 2803")
    t.move("a", "1809")
    assert t.told(DumpCaptured)


@pytest.mark.rule("BW-25.3e")
def test_nobody_is_asked_where_no_ally_stands():
    for ally, asked in (("1809", True), ("3001", False)):
        t = dumps_at(f"a: 1SS/1 at 1711; d: Allied infantry at {ally}")
        t.move("a", "1810")
        assert (t.step == "Burn") is asked


@pytest.mark.rule("BW-25.3f")
def test_coming_past_is_coming_up():
    """The dump is held by artillery, whose zone stops nobody, so the Germans come by and go on."""
    t = dumps_at("a: German armored infantry at 1711; g: Allied artillery at 1809; d: Allied infantry at 3801")
    t.do("unit", "a")
    past = []
    for cell in sorted(t.offers("hex")):
        way = t.g.stack[-1].way(t.g, "hex", t.hex(cell)).path
        beside = [step for step in way if t.grid.distance(step, t.hex("1809")) == 1]
        if beside and t.grid.distance(t.hex(cell), t.hex("1809")) > 1:
            past.append(cell)
    assert past
    t.do("hex", past[0])
    assert (t.step, t.side) == ("Burn", Side.ALLIED)


# ---- 26, 27, 28, 29 ------------------------------------------------------------------------------------------

CUT_OFF = "d: 106/422 at 3814; {}a: German infantry at 3714; b: German infantry at 3915"


@pytest.mark.rule("BW-26d")
def test_a_leader_neither_surrenders_nor_saves_anybody():
    t = Table(
        "18AM Allied",
        CUT_OFF.format("Middleton at 3814; "),
        phase="supply",
        options=("surrender", "leaders"),
        dice=[6],
        air=(0, 0),
    )
    assert t.told(SurrenderRolled)[0].units == (t.unit("d"),)
    assert t.has("d", "reduced")
    assert t.where("Middleton") == "3814"


@pytest.mark.rule("BW-26c")
def test_off_map_sides_and_friends_in_a_zone_count_as_closed():
    edge = "d: 106/422 at 3801; a: German infantry at 3702; b: German infantry at 3902"
    t = Table("18AM Allied", edge, phase="supply", options=("surrender",), dice=[3], air=(0, 0))
    assert [event.units for event in t.told(SurrenderRolled)] == [(t.unit("d"),)]
    t = Table("18AM Allied", CUT_OFF.format("e: 106/423 at 3813; "), options=("surrender",))
    t.g.unsupplied = 1 << t.unit("d")
    assert "3813" in t.zone(Side.GERMAN)
    assert t.hex("3814") in surrender.cut_off(t.g, Side.ALLIED)
    t.g.put(t.unit("a"), t.hex("3715"))
    assert "3813" not in t.zone(Side.GERMAN)
    assert t.hex("3814") not in surrender.cut_off(t.g, Side.ALLIED)
    t = Table(
        "18AM Allied",
        "d: 106/422 at 3814; a: German infantry at 3714",
        phase="supply",
        options=("surrender",),
        air=(0, 0),
    )
    assert not t.told(SurrenderRolled)


@pytest.mark.rule("BW-27.1g")
def test_on_17am_peiper_slips_through_without_a_die_in_movement():
    t = Table("17AM German", "1SS/Peiper at 1210; d: Allied infantry at 1310", options=("peiper_and_skorzeny",))
    assert "1210" in t.zone(Side.ALLIED)
    t.do("unit", "1SS/Peiper")
    assert not t.offers("sneak")
    assert t.refused("sneak", "1210") == "BW-27.1b"
    assert {cell for cell in t.offers("hex") if cell not in t.zone(Side.ALLIED)}


@pytest.mark.rule("BW-27.1f")
def test_every_battalion_in_reserve_attacks_by_itself():
    three = ("PA/1SSPz", "PA/501", "PA/3-2")
    units = "; ".join(f"{name} at 1211, reserve" for name in three)
    t = Table(
        "17AM German",
        f"{units}; d: Allied infantry at 1411; e: Allied infantry at 1412",
        phase="exploitation",
        options=("peiper_and_skorzeny", "peiper_alternative"),
        air=(0, 0),
    )
    assert t.offers("unit") == {*three}
    for name in three:
        t.move(name, "1311")
    t.do("done")
    asked = []
    while t.step == "Lunge":
        asked.append(t.name(t.g.stack[-1].mover))
        assert t.offers("hex")
        t.do("done")
    assert sorted(asked) == sorted(three)


@pytest.mark.rule("BW-28.3a")
def test_guns_of_the_other_nation_make_a_mixed_combat():
    """The British attack alone but for American guns, which are there for an American unit beside them."""
    units = "11/29 at 3813; g: Allied US1 artillery at 3810; x: German infantry 5-4-3 at 3814"
    on, off = (Table("22AM Allied", units, options=o) for o in (("inter_allied",), ()))
    lines = [line.rule for line in on.odds("3814", "11/29", guns=("g",)).shifts]
    assert "BW-28.3" in lines
    assert "BW-28.3" not in [line.rule for line in on.odds("3814", "11/29").shifts]
    assert on.odds("3814", "11/29", guns=("g",)).column == off.odds("3814", "11/29", guns=("g",)).column - 1


@pytest.mark.rule("BW-28.3b", "BW-28.2a")
def test_leaders_make_no_mixed_combat_and_montgomery_stands_with_anybody():
    on = ("inter_allied", "leaders")
    units = "a: German armor 9-5-4 at 3813; 11/29 at 3814; {} at 3814"
    for name, mixed in (("Patton", False), ("u: Allied infantry 5-4-4", True)):
        t = Table("22AM German", units.format(name), options=on)
        assert ("BW-28.3" in [line.rule for line in t.odds("3814", "a").shifts]) is mixed
    t = Table(
        "22AM Allied", "Montgomery at 3812; Patton at 3811; u: Allied infantry at 3813; 11/29 at 3912", options=on
    )
    assert t.why_move("Montgomery", "3813") == ""
    assert t.why_move("Montgomery", "3912") == ""
    assert t.why_move("Patton", "3912") == "BW-28.2"


@pytest.mark.rule("BW-29.3a", "BW-29.4a")
def test_the_commandos_are_gone_after_18am():
    units = "d: Allied infantry at 1511; a: German infantry at 1609; e: Allied infantry at 3801"
    t = Table("18AM Allied", units, options=("random_events",), event18=4, air=(0, 0))
    t.g.deceived, t.g.guarded = 1 << t.hex("1610"), 1
    t.end_turn()
    assert t.g.turn == 5
    assert (t.g.deceived, t.g.guarded) == (0, 0)


# ---- 35, 38 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-35c")
def test_an_open_flank_slows_who_is_attached_to_the_7th_army():
    t = Table("19AM German", "9SS/9 at 2025; FuhGd at 2027", options=("garrison", "leaders"), phase="turn")
    attachment.declare(t.g, t.unit("9SS/9"), GERMAN_ARMIES.index("7A"))
    attachment.declare(t.g, t.unit("FuhGd"), GERMAN_ARMIES.index("5PA"))
    assert t.g.ungarrisoned
    for name, slow in (("9SS/9", 1), ("FuhGd", 0)):
        assert movement_points.allowance(t.g, t.unit(name)) == t.g.printed_allowance(t.unit(name)) - slow
        assert garrison.slows(t.g, t.unit(name)) is bool(slow)


@pytest.mark.rule("BW-38.1k")
def test_the_106th_lives_from_the_air_only_east_of_the_our():
    ring = "; ".join(f"b{n}: German infantry at {cell}" for n, cell in enumerate(("0715", "0816", "0616", "0717")))
    west = "; ".join(f"c{n}: German infantry at {cell}" for n, cell in enumerate(("3813", "3815")))
    t = Table("18PM Allied", f"106/422 at 0716; {ring}; 106/424 at 3814; {west}", options=("events_17am",), event17=10)
    assert t.supplied("106/422")
    assert not t.supplied("106/424")


@pytest.mark.rule("BW-38.2n")
def test_who_was_called_up_is_neither_cancelled_nor_short():
    options = ("events_17am", "events_19am")
    t = Table("23AM German", reserves=True, options=options, event17=11, event19=4)
    unit = t.unit("9Pz/33")
    assert not reinforcements.due(t.g, unit)
    t.g.called |= 1 << unit
    assert reinforcements.due(t.g, unit)
    whole = next(row for row in t.box.shortage if row.army == "5PA" and not row.divisions)
    for called, short in ((False, True), (True, False)):
        t = Table("23AM German", "9Pz/33 at 3420; d: Allied infantry at 3801", options=options)
        t.g.called = called << unit
        t.g.push(supply.Shortage(6))
        t.g.settle([whole.die])
        assert bool(t.g.short >> unit & 1) is short


@pytest.mark.rule("BW-38.2o")
def test_the_british_come_by_the_north_all_the_same():
    t = Table("20AM Allied", reserves=True, options=("events_19am",))
    north = [u for u in t.box.players[1] if t.box.entry_edge[u] == 0 and 0 < t.box.due[u] < 255]
    for event in (4, 8):
        t.g.event19 = event
        for unit in north:
            due = bytearray(t.g.due)
            due[unit] = 17  # 24PM, after the cut-off
            t.g.due, t.g.turn = bytes(due), 17
            british = t.box.units.rows[unit].service == "British"
            assert reinforcements.due(t.g, unit) is british, t.g.name(unit)
    assert {t.box.units.rows[unit].service for unit in north} == {"American", "British"}


@pytest.mark.rule("BW-38.2p")
def test_an_event_rolled_again_needs_no_equal_totals():
    t = Table(
        "19AM German",
        "a: German 6PA infantry at 0612; d: 28/112 at 2526",
        phase="turn",
        options=("events_19am", "events_19am_if_equal"),
        dice=[9, 9, 3],
    )
    assert [event.total for event in t.told(EventRolled)] == [9, 3]
    assert not t.told(EventMissed)
    assert t.g.event19 == 3


@pytest.mark.rule("BW-38.2q")
def test_the_fuel_shortage_comes_before_the_halving():
    units = "m: 3A/CCA at 2526{}; g: German infantry at 0133"
    for fed, points in (("", 3), (", unsupplied", 2)):
        t = Table("23AM Allied", units.format(fed), options=("events_19am",), event19=11, air=(0, 0))
        assert t.g.printed_allowance(t.unit("m")) in (4, 5)
        assert movement_points.allowance(t.g, t.unit("m")) == points
