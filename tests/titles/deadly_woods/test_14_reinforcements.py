"""14.8 Reinforcement chits."""

import pytest

from ardennes.titles.deadly_woods.events import Arrived, NeverCame
from ardennes.titles.deadly_woods.rules import paces, paths, reinforcements
from tests.titles.deadly_woods.table import ALLIED, GERMAN, Table

#: A quiet unit of each side, and something that keeps every round open.
QUIET = "g: G-26-a at 3909; u: A-28-110 at 1410"
FIRST = ("allied_reinforcement", "reinforcement")
GERMAN_FIRST = ("german_reinforcement", "reinforcement")


def drawn(turn: int, side=ALLIED, second: bool = False, units: str = QUIET, **more) -> Table:
    """A Reinforcement chit of a side is drawn."""
    word, number = ("allied_reinforcement", 10) if side is ALLIED else ("german_reinforcement", 6)
    track = [FIRST if side is ALLIED else GERMAN_FIRST] if second else []
    return Table(f"T{turn} draw", units, cup={word: 1}, track=track, reserves=True, dice=[number], **more)


def placed(t: Table) -> Table:
    """Every unit on the first hex offered, none diverted."""
    while t.step in ("Divert", "AirDrop"):
        t.end()
    while t.step == "Entry":
        t.do("hex", t.g.choices()["hex"][0])
    return t


@pytest.mark.rule("DW-14.8a")
def test_the_first_chit_brings_the_first_box():
    first = placed(drawn(2))
    assert first.where("A-82-504") != "track"
    assert first.where("A-3Arm-A") == "track"
    second = placed(drawn(2, second=True))
    assert second.where("A-3Arm-A") != "track"


@pytest.mark.rule("DW-14.8b")
def test_turns_with_one_chit_bring_the_first_box_only():
    for turn in (7, 10):
        t = placed(drawn(turn))
        assert {t.box.due_box[t.unit(t.box.units.rows[e.unit].id)] for e in t.told(Arrived)} <= {0}
        assert (ALLIED, turn, 0) in t.box.arrivals
        assert (ALLIED, turn, 1) not in t.box.arrivals


@pytest.mark.rule("DW-14.8c")
def test_no_stacking_limit_until_the_round_ends():
    t = placed(drawn(2))
    crowded = [cell for cell, units in t.g.stacks.items() if len(units) > 3]
    assert crowded
    assert t.step == "Movement"
    t.end()
    assert t.step == "Overstack"


@pytest.mark.rule("DW-14.8d", "DW-14.8e")
def test_blocked_areas_send_allies_further_west():
    t = drawn(4, units=f"{QUIET}; G-18-a at 3230; G-18-b at 2730")
    while t.step == "Divert":
        t.end()
    infantry = t.box.units.unit("A-5-10")
    letter = t.box.entry_areas[t.box.entry[infantry]].letter
    assert letter in "BC"
    found = {t.box.grid.number(cell) for cell in reinforcements.open_entries(t.g, infantry)}
    assert found == {"1830", "1930"}  # D, without delay


@pytest.mark.rule("DW-14.8f")
def test_blocked_germans_never_come():
    t = drawn(4, GERMAN, units="g: G-26-a at 3909; u: A-28-110 at 4219")
    assert t.where("G-79-a") == "out"
    assert t.where("G-79-b") == "out"


@pytest.mark.rule("DW-14.8g1", "DW-14.8g2", "DW-14.8g3", "DW-14.8j")
def test_only_entering_units_act_and_all_of_them_enter():
    t = placed(drawn(2, GERMAN))
    assert not [unit for unit in t.box.arrivals[GERMAN, 2, 0] if not t.g.on_map(unit)]
    assert t.refused("unit", "g") == "DW-14.8g1"
    assert t.offers("unit") == {"G-9SS-a", "G-9SS-b", "G-FB"}
    near = Table(
        "T4 Allied reinforcement",
        "a: A-2Arm-A at 1410; i: A-1-16 at 1311; o: A-7Arm-A at 1312; g: G-26-a at 1411",
        activated=["a", "i"],
    )
    near.end()
    assert near.step == "AttackPhase"
    assert near.g.active == 1 << near.unit("a")


@pytest.mark.rule("DW-14.8i")
def test_free_hexes_of_the_area_and_no_cost_to_enter():
    t = drawn(2)
    unit = t.box.units.unit("A-82-504")
    assert t.box.entry_areas[t.box.entry[unit]].letter == "E"

    def entries(units: str) -> list[str]:
        other = Table("T2 Allied move", f"{units}; u: A-28-110 at 1410")
        return other.box.grid.numbers(sum(1 << c for c in reinforcements.open_entries(other.g, unit)))

    assert entries("G-18-a at 3909") == ["0830", "0930"]
    assert entries("G-18-a at 1029") == ["0830"]  # the other one is in its zone
    assert entries("G-18-a at 0830") == ["0121", "0122"]  # held and watched: the next area


@pytest.mark.rule("DW-14.8i", "DW-14.8d", "DW-14.8k")
def test_a_refused_entry_hex_says_what_is_there():
    t = Table("T2 Allied move", "G-18-a at 1029; G-26-a at 0121; u: A-28-110 at 1410")

    def why(unit: str, cell: str) -> str:
        return reinforcements.ENTRIES.why_not(t.g, t.unit(unit), t.hex(cell)).rule

    reasons = [
        reinforcements.ENTRIES.why_not(t.g, t.unit("A-82-504"), t.hex(cell)).text for cell in ("1410", "0121", "0930")
    ]
    assert ["no entry hex" in reasons[0], "enemy units" in reasons[1], "zone of control" in reasons[2]] == [True] * 3
    assert why("A-82-504", "1410") == why("A-82-504", "0121") == why("A-82-504", "0930") == "DW-14.8i"
    assert why("A-82-504", "2001") == "DW-14.8d"  # another area is open, and comes first
    assert why("A-43-129", "3230") == "DW-14.8k"
    step = reinforcements.Entry(ALLIED, (t.unit("A-82-504"),))
    t.g.push(step)
    t.g._choices = None
    assert t.offers("hex") == {"0830"}
    assert t.refused("hex", "0930") == "DW-14.8i"


@pytest.mark.rule("DW-14.8i")
def test_entering_costs_nothing():
    german = placed(drawn(4, GERMAN))
    moved = german.cost("G-79-a", german.box.grid.number(next(iter(_next(german, "G-79-a")))))
    assert moved == "½"


def _next(t: Table, unit: str) -> list[int]:
    """The road hexes next to a unit."""
    cell = t.g.place[t.unit(unit)]
    return [c for c in range(t.box.grid.size) if t.box.grid.has_side(t.box.map.road, cell, c)]


@pytest.mark.rule("DW-14.8k", "DW-9.3a")
def test_british_units_enter_in_the_british_area():
    unit = "A-43-129"
    t = Table("T3 Allied move", "u: A-28-110 at 1410")
    area = t.box.entry_areas[t.box.entry[t.unit(unit)]]
    assert area.letter in "GHI"
    blocked = Table(
        "T3 Allied move", f"G-18-a at {t.box.grid.number(area.cells[0])}; G-18-b at {t.box.grid.number(area.cells[1])}"
    )
    found = reinforcements.open_entries(blocked.g, t.unit(unit))
    assert found
    for cell in found:
        assert t.box.british_area >> cell & 1
        assert cell not in area.cells


@pytest.mark.rule("DW-14.8k")
def test_british_units_use_only_the_british_hex_of_area_i():
    blocked = "G-2Pz-a at 0110; G-2Pz-b at 0111; G-Lehr-a at 0401; G-Lehr-b at 0501"
    t = Table("T3 Allied move", f"{blocked}; u: A-28-110 at 1410")
    found = reinforcements.open_entries(t.g, t.box.units.unit("A-43-129"))
    assert t.box.grid.numbers(sum(1 << cell for cell in found)) == ["2001"]


@pytest.mark.rule("DW-3.5b")
def test_entering_a_hex_takes_it():
    t = placed(drawn(5, german=["3101"]))
    assert t.where("A-5Arm-A") == "3101"
    assert t.g.controls(ALLIED, t.hex("3101"))


# ---- 14.8.1 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-14.8.1a", "DW-14.8.1b")
def test_third_corps_may_wait_for_d():
    t = drawn(3, second=True)
    assert t.step == "Divert"
    assert t.refused("unit", "A-43-129") == "DW-14.8.1a"
    t.do("unit", "A-26-101")
    placed(t)
    assert t.where("A-26-101") == "track"
    assert t.where("A-26-104") != "track"
    assert reinforcements.due(t.g, t.unit("A-26-101")) == (4, 0)
    next_turn = drawn(4, columns={"diverted": t.g.diverted})
    placed(next_turn)
    assert next_turn.where("A-26-101") in ("1830", "1930")


@pytest.mark.rule("DW-14.8.1a")
def test_when_the_last_of_them_waits_nothing_is_asked_any_more():
    t = drawn(3, second=True)
    while t.step == "Divert":
        t.do("unit", t.g.choices()["unit"][0])
    assert t.step != "Divert"
    assert "done" in t.g.choices() or t.step == "Entry"


@pytest.mark.rule("DW-14.8.1c")
def test_due_with_the_first_chit_they_come_with_the_second():
    t = drawn(4)
    t.do("unit", "A-5-10")
    assert reinforcements.due(t.g, t.unit("A-5-10")) == (4, 1)
    second = drawn(4, second=True, columns={"diverted": t.g.diverted})
    placed(second)
    assert second.where("A-5-10") in ("1830", "1930")


@pytest.mark.rule("DW-14.8.1a")
def test_only_if_a_later_chit_exists():
    t = drawn(7)
    assert t.step == "Divert"
    t.do("unit", "A-6Arm-A")
    assert reinforcements.due(t.g, t.unit("A-6Arm-A")) == (10, 0)
    assert drawn(10).step != "Divert"


# ---- 14.8.3, 14.8.4 ----------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-14.8.3a", "DW-14.8.3b")
def test_tenth_ss_and_eleventh_panzer_need_their_towns():
    both = placed(drawn(3, GERMAN, second=True, german=["St. Vith", "Bastogne"]))
    assert {both.where(u) for u in ("G-10SS-a", "G-10SS-b", "G-11Pz-a", "G-11Pz-b")} <= {"4207", "4212", "4219"}
    one = placed(drawn(3, GERMAN, second=True, german=["Bastogne"]))
    assert one.where("G-10SS-a") == "out"
    assert one.where("G-11Pz-a") != "out"
    none = drawn(3, GERMAN, second=True)
    assert none.where("G-11Pz-a") == "out"
    assert NeverCame is not None


@pytest.mark.rule("DW-14.8.4a", "DW-14.8.4b")
def test_the_82nd_and_101st_race_in():
    t = placed(drawn(2))
    unit = t.unit("A-82-504")
    assert t.where("A-82-504") in ("0830", "0930")
    riders = [t.unit(f"A-82-{n}") for n in (504, 505, 508, 325)]
    best = 0
    for rider in riders:
        if paces.may_ride(t.g, rider):
            found = paths.reachable(t.g.copy(), rider)
            longest = max(found.cost(c) for c in range(t.box.grid.size) if found.board >> c & 1)
            best = max(best, longest)
            near = t.box.grid.within(1 << t.hex("Bastogne"), 1)
            assert found.board & near
            off = t.box.grid.board & ~t.box.ground.road_hexes
            assert (
                max(t.box.grid.distance(c, found.start) for c in range(t.box.grid.size) if found.board & off & 1 << c)
                <= 3
            )
    assert best == 24  # half points: 24 road hexes, 12 movement points
    later = Table("T2 Allied move", "u: A-82-504 at 0830")
    assert paces.modes(later.g, unit)[-1].allowance == 12


@pytest.mark.rule("DW-10.6.4h")
def test_the_5th_armored_is_free_if_j_is_blocked():
    t = placed(drawn(5, units=f"{QUIET}; G-18-a at 3101"))
    assert t.where("A-5Arm-A") not in ("3101", "3201")
    assert t.has("A-5Arm-A", "unleashed")
    open_ = placed(drawn(5))
    assert open_.where("A-5Arm-A") in ("3101", "3201")
    assert not open_.has("A-5Arm-A", "unleashed")
