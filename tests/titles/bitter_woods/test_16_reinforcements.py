"""16.0 Reinforcements."""

import pytest

from ardennes.titles.bitter_woods import BitterWoods
from ardennes.titles.bitter_woods.box.scenarios import DATA
from ardennes.titles.bitter_woods.events import Entered
from ardennes.titles.bitter_woods.rules import reinforcements
from ardennes.titles.bitter_woods.rules.points import allowance
from tests.titles.bitter_woods.table import Table


def coming(date: str, units: str = "", **more: object) -> Table:
    """A movement phase in which reinforcements may arrive."""
    return Table(date, units, reserves=True, **more)  # type: ignore[arg-type]


def entries(t: Table, name: str) -> set[str]:
    """The hexes where a unit may come onto the map."""
    return set(t.grid.numbers(reinforcements.entries(t.g, t.unit(name))))


@pytest.mark.rule("BW-16.1a")
def test_reinforcements_come_on_their_turn_by_their_road():
    """7A/CCR is due on 17PM at Q, which is 1401."""
    assert coming("17AM Allied").refused("unit", "7A/CCR") == "BW-16.1a"
    t = coming("17PM Allied")
    assert t.refused("unit", "7A/CCR") == ""
    assert entries(t, "7A/CCR") == {"1401"}
    t.do("unit", "7A/CCR")
    assert "1401" in t.offers("hex")
    assert t.refused("hex", "4601") == "BW-16.1a"
    t.do("hex", "1401")
    assert t.where("7A/CCR") == "1401"
    assert t.told(Entered)


@pytest.mark.rule("BW-16.1a")
def test_a_reinforcement_that_came_and_was_lost_is_not_expected_again():
    t = coming("17PM Allied")
    unit = t.unit("7A/CCR")
    assert unit in reinforcements.off_map(t.g, t.side)
    t.do("unit", "7A/CCR")
    t.do("hex", "1401")
    t.g.eliminate(unit, "BW-9.7o")
    assert not reinforcements.expected(t.g, unit)
    assert unit not in reinforcements.off_map(t.g, t.side)


@pytest.mark.rule("BW-16.1a")
def test_some_groups_have_a_choice_of_roads():
    assert entries(coming("17PM Allied"), "4/8-22") == {"0835", "1035", "1435"}
    assert entries(coming("17PM German"), "560VG/1129") == {"0124"}


@pytest.mark.rule("BW-16.1a")
@pytest.mark.parametrize(
    ("unit", "when", "before"),
    [
        ("1/26", "16PM", "16AM"),
        ("1/18", "17AM", "16PM"),
        ("9/47", "17AM", "16PM"),
        ("7A/CCA", "17AM", "16PM"),
        ("7A/CCB", "17AM", "16PM"),
        ("82/504", "18PM", "18AM"),
    ],
)
def test_who_was_where_by_the_record_comes_in_time_for_it(unit, when, before):
    """Our card is reconstructed; where no sentence of the rulebook bounds an arrival, the record does."""
    assert coming(f"{before} Allied").refused("unit", unit) == "BW-16.1a"
    assert coming(f"{when} Allied").refused("unit", unit) == ""


@pytest.mark.rule("BW-16.1b")
def test_a_condition_on_the_card_holds_a_unit_back():
    """1/16 stays at Herve until 17PM or until Germans are within four hexes of Eupen, Spa or Malmédy."""
    t = Table("17AM Allied", "1/16 at 2202; a: German infantry at 1010")
    assert t.refused("unit", "1/16") == "BW-16.1b"
    t = Table("17AM Allied", "1/16 at 2202; a: German infantry at 1505")
    assert t.refused("unit", "1/16") == ""
    t = Table("17PM Allied", "1/16 at 2202; a: German infantry at 1010")
    assert t.refused("unit", "1/16") == ""


@pytest.mark.rule("BW-16.1b")
def test_a_condition_on_the_card_keeps_a_reinforcement_off_the_map(tmp_path):
    """Our cards have no such group, so an owner's card says that 7A/CCR waits for Germans near Eupen."""
    name = "order_of_appearance_allied.csv"
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    row = next(n for n, line in enumerate(lines) if line.startswith("7A/CCR,"))
    lines[row] = "7A/CCR,,17PM,Q,,German within 4 of Eupen,,,,our own,"
    (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    title = BitterWoods()
    title.pack = tmp_path
    t = coming("17PM Allied", "x: German infantry at 1010", title=title)
    assert not reinforcements.due(t.g, t.unit("7A/CCR"))
    assert t.refused("unit", "7A/CCR") == "BW-16.1b"
    t = coming("17PM Allied", "x: German infantry at 1505", title=title)
    assert t.refused("unit", "7A/CCR") == ""


@pytest.mark.rule("BW-16.2a")
def test_blocked_entries_open_the_nearest_free_hex_of_the_edge():
    """Germans in 1401 and next to it; the nearest hexes of the northern edge out of their reach are allowed."""
    t = coming("17PM Allied", "x: German infantry at 1401")
    assert "1401" not in entries(t, "7A/CCR")
    near = entries(t, "7A/CCR")
    away = {t.grid.distance(t.hex("1401"), t.hex(number)) for number in near}
    assert len(away) == 1
    assert near & t.zone(t.side.enemy) == set()
    assert near <= set(t.grid.numbers(t.grid.edges["north"]))
    t.do("unit", "7A/CCR")
    assert t.refused("hex", sorted(near)[0]) == ""
    assert t.refused("hex", "4601") == "BW-16.2a"


@pytest.mark.rule("BW-16.2a")
def test_an_entry_hex_in_a_zone_of_control_is_blocked_too():
    """1402 controls 1401, the only entry of 7A/CCR: it may enter there and stop, or at the nearest hex out of reach."""
    t = coming("17PM Allied", "x: German infantry at 1402")
    assert entries(t, "7A/CCR") == {"1301", "1401", "1501"}


@pytest.mark.rule("BW-16.2c")
def test_the_nearest_hex_may_lie_on_another_edge():
    """2Cav is due at A, 0335 in the south-eastern corner: the eastern edge is as near as the southern one."""
    t = coming("22AM Allied", "x: German infantry at 0335")
    assert entries(t, "2Cav") == {"0134", "0135", "0535"}
    t.do("unit", "2Cav")
    assert t.refused("hex", "0134") == ""
    assert t.refused("hex", "2035") == "BW-16.2a"
    t.do("hex", "0134")
    assert t.where("2Cav") == "0134"


@pytest.mark.rule("BW-16.2a")
def test_armor_comes_into_a_forest_of_the_edge_by_road_only():
    """F is 2335, with 2135 and the forest 2535 on either side."""
    blocked = "x: German infantry at 2335"
    assert entries(coming("23AM Allied", blocked), "6Cav") == {"2135", "2535"}
    assert entries(coming("18AM Allied", blocked), "10A/CCB") == {"2135"}


@pytest.mark.rule("BW-16.2a")
def test_a_blocked_group_may_wait():
    t = coming("17PM Allied", "x: German infantry at 1401; d: Allied infantry at 3814")
    assert t.refused("done") == ""
    t.end_turn()
    assert t.where("7A/CCR") == "waiting"


@pytest.mark.rule("BW-16.2b")
def test_a_unit_that_enters_in_a_zone_of_control_stops():
    """1402 controls 1401, one of the two hexes where 30/117 may enter."""
    free, watched = coming("17PM Allied"), coming("17PM Allied", "x: German infantry at 1402")
    for t in (free, watched):
        assert entries(t, "30/117") == {"1401", "2101"}
        t.do("unit", "30/117")
        assert t.refused("hex", "1401") == ""
    assert free.refused("hex", "1501") == ""
    assert watched.refused("hex", "1501") != ""


@pytest.mark.rule("BW-16.3")
def test_a_delayed_unit_may_take_any_lettered_road_of_its_edge():
    t = coming("18AM Allied")
    assert entries(t, "7A/CCR") == {"1401", "2101", "2701", "3001", "3501", "4201", "4601"}
    t.do("unit", "7A/CCR")
    assert t.refused("hex", "2035") == "BW-16.3"
    assert t.refused("hex", "4601") == ""
    assert entries(coming("18AM German"), "560VG/1129") == {"0106", "0113", "0118", "0124", "0127", "0133"}


@pytest.mark.rule("BW-16.4")
def test_the_first_hex_costs_a_whole_movement_point():
    t = coming("17PM Allied")
    assert t.cost("7A/CCR", "1401") == "1"
    assert t.cost("7A/CCR", "1402") == "1 1/4"
    assert allowance(t.g, t.unit("7A/CCR")) == 5
    assert coming("17PM German").cost("560VG/1129", "0124") == "1"


@pytest.mark.rule("BW-16.4", "BW-11.3c")
def test_an_interdicted_entry_hex_costs_more():
    """0124 and 0118 are roads: a third and a quarter, and more than the one point that entry costs at least."""
    free = coming("17PM German")
    struck = coming("17PM German", interdicted=1 << free.hex("0124") | 1 << free.hex("0118"))
    assert (free.cost("560VG/1129", "0124"), free.cost("FuhEs", "0118")) == ("1", "1")
    assert (struck.cost("560VG/1129", "0124"), struck.cost("FuhEs", "0118")) == ("1 1/3", "2 1/4")
