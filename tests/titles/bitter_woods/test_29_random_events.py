"""29 The random event of 18AM."""

import pytest

import ardennes
from ardennes import agents
from ardennes.kernel import Side
from ardennes.titles.bitter_woods.events import AircraftLost, EventRolled, Harassed, Landed, Misled
from tests.titles.bitter_woods.table import Table

ON = ("random_events",)
UNITS = "a: German 6PA infantry at 0612; d: Allied infantry at 3001"


def rolled(die: int, *more: int, units: str = UNITS, **columns) -> Table:
    """18AM at the end of interdiction, with the event rolled."""
    return Table(
        "18AM German", units, phase="interdiction", options=ON, dice=[die, *more], **({"air": (0, 0)} | columns)
    )


@pytest.mark.rule("BW-29")
def test_one_die_on_18am_after_interdiction_and_never_again():
    t = Table("18AM German", UNITS, phase="interdiction", options=ON, air=(0, 1))
    assert t.step == "Interdiction"
    assert not t.told(EventRolled)
    t.do("done", None, dice=[2])
    assert [(event.table, event.total) for event in t.told(EventRolled)] == [("18AM", 2)]
    assert t.g.event18 == 2
    for when in ("17AM", "17PM", "18PM", "19AM"):
        t = Table(f"{when} German", UNITS, phase="interdiction", options=ON, air=(0, 0))
        assert not t.told(EventRolled)
    assert not Table("18AM German", UNITS, phase="interdiction", air=(0, 0)).told(EventRolled)


# ---- 29.1 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-29.1a")
def test_the_german_names_a_drop_zone_and_four_companies_land_around_it():
    t = rolled(1)
    assert (t.step, t.side) == ("DropZone", Side.GERMAN)
    zone = t.offers("hex")
    for refused in ("1610", "1809", "2526"):  # a town, forest, south of the boundary
        assert refused not in zone
        assert t.refused("hex", refused) == "BW-29.1a"
    assert "1808" in zone
    t.do("hex", "1808", dice=[7, 2, 10, 7])
    assert [t.grid.number(event.hex) for event in t.told(Landed)] == ["1808", "1908", "1809", "1808"]
    assert sorted(map(t.grid.number, t.g.companies)) == ["1808", "1808", "1809", "1908"]


def test_a_company_beyond_the_edge_is_lost():
    t = rolled(1)
    edge = next(cell for cell in sorted(t.offers("hex")) if cell.endswith("01"))
    t.do("hex", edge, dice=[4, 4, 4, 7])
    assert [event.hex for event in t.told(Landed)][:3] == [-1, -1, -1]
    assert [t.grid.number(cell) for cell in t.g.companies] == [edge]


def dropped(*hexes: str, units: str, when: str = "18AM Allied", **more) -> Table:
    """Paratroopers in some hexes in an Allied movement phase."""
    grid = ardennes.game("bitter_woods", "campaign").data.map.grid
    companies = tuple(sorted(grid.cell(cell) for cell in hexes))
    return Table(when, units, options=ON, **({"air": (0, 0), "event18": 1, "companies": companies} | more))


ROAD = "d: Allied infantry at 1511; a: German infantry at 0133"


@pytest.mark.rule("BW-29.1b")
@pytest.mark.parametrize(("die", "cost"), [(3, 0), (4, 1)])
def test_one_company_costs_a_point_on_four_to_six(die, cost):
    t = dropped("1610", units=ROAD)
    before = t.box.ground.shown_cost
    assert t.cost("d", "1610") == "1 1/4"
    assert "1710" not in t.reach("d")  # not without the die
    t.do("unit", "d")
    t.do("via", "1610", dice=[die])
    assert [(event.die, event.cost) for event in t.told(Harassed)] == [(die, cost)]
    moving = t.g.stack[-1]
    assert before(t.box.units.profile[t.unit("d")], moving.spent) == ("1 1/4" if cost else "1/4")
    assert "1710" in t.offers("hex")


@pytest.mark.rule("BW-29.1b")
def test_the_point_must_be_in_hand():
    t = dropped("1609", units="d: Allied infantry at 1709, unsupplied; a: German infantry at 0133")
    points = t.box.units.rows[t.unit("d")].ma
    assert points == 4  # halved to 2: light woods for 1, and 1 more
    assert "1609" in t.reach("d")
    t = dropped("1608", units="d: Allied infantry at 1709, unsupplied; a: German infantry at 0133")
    assert "1608" not in t.reach("d")  # forest for 2 leaves nothing
    assert t.why_move("d", "1608") == "BW-29.1b"


@pytest.mark.rule("BW-29.1c")
def test_two_companies_cost_a_point_without_a_die():
    t = dropped("1610", "1610", units=ROAD)
    assert t.cost("d", "1610") == "1 1/4"
    assert t.cost("d", "1710") == "1 1/2"
    t.move("d", "1710")
    assert not t.told(Harassed)


@pytest.mark.rule("BW-29.1d")
def test_retreats_are_not_held_up():
    units = "d: Allied infantry at 1410; a: German infantry at 1311"
    free = Table("18AM German", units, phase="combat", air=(0, 0))
    hexes = free.retreats("d", 2)
    t = dropped(*sorted(hexes)[:1], "1511", units=units, when="18AM German", phase="combat")
    assert t.retreats("d", 2) == hexes


@pytest.mark.rule("BW-29.1e")
def test_companies_go_when_they_were_met_and_before_19am():
    t = dropped("1610", "2101", units=ROAD)
    t.move("d", "1610")
    t.end_turn()
    assert t.g.turn == 5
    assert [t.grid.number(cell) for cell in t.g.companies] == ["2101"]
    t.end_turn()
    t.end_turn()
    assert t.g.turn == 6
    assert t.g.companies == ()


# ---- 29.2 - 29.6 -------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-29.2")
def test_attacks_with_ss_units_are_one_worse_on_18am_and_18pm():
    units = "s: 1SS/1 at 1311; a: German 6PA infantry at 1311; d: Allied infantry 5-4-4 at 1410"
    for when, more in (("18AM", 1), ("18PM", 1), ("19AM", 0)):
        t = Table(f"{when} German", units, phase="combat", options=ON, event18=2, air=(0, 0))
        base = Table(f"{when} German", units, phase="combat", options=ON, air=(0, 0))
        assert t.odds("1410", "s", "a").modifier == base.odds("1410", "s", "a").modifier + more
        assert t.odds("1410", "a").modifier == base.odds("1410", "a").modifier
    rules = [line.rule for line in Table("18AM German", units, phase="combat", event18=2).odds("1410", "s").modifiers]
    assert "BW-29.2" in rules


@pytest.mark.rule("BW-29.3")
def test_commandos_hold_a_bridge_for_the_allied_18am_turn():
    units = "a: German 6PA infantry at 1609; d: Allied infantry at 1610"
    t = Table("18AM German", units, phase="construction", options=ON, event18=3, air=(0, 0))
    assert (t.step, t.side) == ("Commandos", Side.GERMAN)
    bridge = next(bridge for bridge in t.offers("bridge") if "1610" in bridge)
    assert all(all(t.box.north >> t.hex(end) & 1 for end in name.split("/")) for name in t.offers("bridge"))
    assert t.refused("bridge", "1630/1730") == "BW-29.3"
    t.do("bridge", bridge)
    guarded = t.g.guarded
    assert guarded == 1 << t.bridge(bridge)
    for when, held, rule in (("18AM Allied", guarded, "BW-29.3"), ("18PM Allied", 0, "")):
        t = Table(
            when, f"{units}; e: Allied infantry at 1630; b: German infantry at 1530", phase="demolition", options=ON
        )
        t.g.guarded = held
        t.g.memo = t.g._choices = None
        assert t.refused("bridge", bridge) == rule


def test_the_commandos_leave_with_the_turn():
    t = Table("18AM Allied", UNITS, options=ON, event18=3, air=(0, 0), guarded=1, deceived=0)
    t.end_turn()
    assert t.g.guarded == 0


def deceived(die: int | None = None) -> Table:
    t = Table("18AM Allied", ROAD, options=ON, event18=4, air=(0, 0))
    t.g.deceived = 1 << t.hex("1610")
    if die is not None:
        t.do("unit", "d")
        t.do("via", "1610", dice=[die])
    return t


@pytest.mark.rule("BW-29.4")
def test_the_german_names_a_town_in_the_north():
    t = rolled(4)
    assert (t.step, t.side) == ("Deception", Side.GERMAN)
    assert "1610" in t.offers("hex")
    assert t.refused("hex", "1808") == "BW-29.4"
    assert t.refused("hex", "2526") == "BW-29.4"
    t.do("hex", "1610")
    assert t.marked("deceived", "1610")


@pytest.mark.rule("BW-29.4")
def test_commandos_in_a_town_let_pass_turn_off_the_road_or_stop():
    assert "1710" not in deceived().reach("d")
    free, off, stopped = deceived(3), deceived(5), deceived(6)
    assert [t.told(Misled)[0].effect for t in (free, off, stopped)] == [0, 1, 2]
    cost = {t: t.g.stack[-1].way(t.g, "hex", t.hex("1711")).cost for t in (free, off)}
    assert [cost[free], cost[off]] == ["1/2", "2 1/4"]  # by road, and over broken ground
    assert stopped.step == "Movement"
    assert stopped.where("d") == "1610"


@pytest.mark.rule("BW-29.5")
def test_bodenplatte_takes_aircraft_now_and_as_they_come():
    t = Table("18AM German", UNITS, phase="interdiction", options=ON, air=(3, 2))
    t.do("done", None, dice=[5, 1, 5])
    assert t.g.air == [2, 0]
    assert t.g.air_debt == [0, 3]
    assert [(event.side, event.lost, event.owed) for event in t.told(AircraftLost)] == [
        (Side.GERMAN, 1, 0),
        (Side.ALLIED, 2, 3),
    ]
    track = t.box.track[5]
    t.end_turn()
    t.end_turn()
    assert t.g.turn == 5
    assert t.g.air == [track.german_air, max(track.allied_air - 3, 0)]
    assert t.g.air_debt[Side.ALLIED] == max(3 - track.allied_air, 0)


@pytest.mark.rule("BW-29.6")
def test_the_jagdtigers_enter_by_any_eastern_road_and_only_with_the_event():
    t = rolled(6, reserves=True)
    while t.step != "Movement":
        t.do("done")
    assert t.refused("unit", "653JPZ") == ""
    assert {"0106", "0113", "0118", "0124", "0127", "0133"} <= t.reach("653JPZ")
    assert t.box.stack_free >> t.unit("653JPZ") & 1
    t = rolled(2, reserves=True)
    while t.step != "Movement":
        t.do("done")
    assert t.refused("unit", "653JPZ") == "BW-29.6"


# ---- on the table, and in the hands of staffs --------------------------------------------------------------


def test_an_event_lies_open_as_a_card_as_long_as_it_matters():
    t = Table("18AM German", UNITS, options=ON, event18=2, air=(0, 0))
    title = t.game.title
    cards = title.scene(t.game).cards
    assert [card.kind for card in cards] == ["Event of 18AM"] * 6
    [laid] = title.laid(t.g.sight(None))["laid"]
    assert cards[laid.card].title == "SS atrocities"
    assert laid.note.endswith("until the evening (until 18PM)")
    [(heading, [(name, effect, until)])] = [one for one in title.survey(t.g.sight(None)).sectors if one[0] == "Events"]
    assert (heading, name, until) == ("Events", "SS atrocities", "until 18PM")
    assert "one worse on the die" in effect
    t.g.turn, t.g.memo = 6, None
    assert title.laid(t.g.sight(None))["laid"] == []
    assert title.scene(ardennes.game("bitter_woods", "six_turn")).cards == []


def test_markers_for_paratroopers_and_commandos():
    t = dropped("1610", "1610", "2101", units=ROAD)
    t.g.deceived = 1 << t.hex("1410")
    tokens = {(token.kind, t.grid.number(token.place)) for token in t.game.title.laid(t.g.sight(None))["tokens"]}
    assert {("paratroopers", "1610"), ("paratroopers", "2101"), ("commandos", "1410")} <= tokens


@pytest.mark.parametrize(("die", "verb"), [(1, "hex"), (4, "hex")])
def test_the_staff_names_a_place_for_its_event(die, verb):
    t = rolled(die, units="a: 1SS/1 at 1211; d: Allied infantry at 1610; e: Allied infantry at 1809")
    action = agents.find("staff", 1).choose(t.g.sight(Side.GERMAN))
    assert action.verb == verb
    assert t.grid.distance(action.target, t.hex("1610")) <= 6


@pytest.mark.rule("BW-29.1c")
def test_reinforcements_pay_for_paratroopers_at_their_entry_hex():
    free = dropped(units=ROAD, when="18AM Allied", reserves=True)
    t = dropped("1401", "1401", units=ROAD, when="18AM Allied", reserves=True)
    assert [table.cost("9/39", "1401") for table in (free, t)] == ["1", "1 1/4"]  # 16.4: a point at least
