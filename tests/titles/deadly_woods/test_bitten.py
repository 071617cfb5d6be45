"""Positions that games rarely lead to, each for a rung that would not be needed elsewhere (`tests.titles.test_bitten`).

Where a question is not asked at all when a rule forbids all its answers, it is put here as if it were.
"""

import pytest

from ardennes.kernel import Side
from ardennes.titles.deadly_woods.rules.advance import Advance
from ardennes.titles.deadly_woods.rules.assets import Delay
from ardennes.titles.deadly_woods.rules.combat import AttackerSupport, DefenderSupport
from ardennes.titles.deadly_woods.rules.movement import EmergencyWithdrawal
from ardennes.titles.deadly_woods.rules.reinforcements import Entry
from ardennes.titles.deadly_woods.rules.strengths import Attack
from ardennes.titles.deadly_woods.state import TRACK
from tests.titles.deadly_woods.table import Table
from tests.titles.deadly_woods.test_12_support import RING
from tests.titles.deadly_woods.test_13_replacements import BOTH, with_lost

ALLIED, GERMAN = Side.ALLIED, Side.GERMAN
#: How far off a ring of enemies stands.
RADIUS = 3


def asked(t: Table, step) -> Table:
    """The question that the rules would not ask."""
    t.g.push(step)
    t.g._choices = t.g.memo = None
    return t


def told(t: Table, verb: str) -> set[str]:
    """The rules by which something is refused with a verb."""
    found = {t.refused(verb, target) for target in t.game.title.domain(t.game)[verb]}
    return found - {""}


def fought(t: Table, side: Side, target: str, *names: str) -> Attack:
    return Attack(side, t.hex(target), tuple(sorted(t.unit(name) for name in names)))


@pytest.mark.rule("DW-12.7d", "DW-8.3k")
@pytest.mark.parametrize(
    ("units", "at", "rule"),
    [
        ("a: A-2-9 at 2906; b: A-2-38 at 2906; g: G-VdH at 3006", "3006", "DW-12.7d"),
        ("a: A-28-110 at 1411; b: A-28-109 at 1411; g: G-26-a at 1511, hungry", "1511", "DW-8.3k"),
    ],
)
def test_germans_whom_no_gun_helps(units, at, rule):
    t = Table("T4 Allied combat", units)
    asked(t, DefenderSupport(GERMAN, fought(t, ALLIED, at, "a", "b")))
    assert rule in told(t, "asset")


@pytest.mark.rule("DW-8.6e2")
def test_attackers_fed_from_the_air_have_no_guns():
    units = f"{RING}; d: A-28-110 at 1411; s: A-28-109 at 1411; n: A-4-12 at 1413"
    t = Table("T6 Allied combat", units, assets={"A-AIR": "1411"})
    asked(t, AttackerSupport(ALLIED, fought(t, ALLIED, "1410", "d", "s")))
    assert "DW-8.6e2" in told(t, "asset")


@pytest.mark.rule("DW-9.2b", "DW-11.5b2", "DW-11.5c")
@pytest.mark.parametrize(
    ("when", "units", "at", "rule"),
    [
        ("T2", "g: G-26-a at 2220; h: G-26-b at 2220", "2221", "DW-9.2b"),
        ("T4", "g: G-26-a at 2220; h: G-26-b at 2220", "2221", ""),
        ("T4", "g: G-VdH at 2220; h: G-26-b at 2220", "2221", "DW-11.5b2"),
        ("T4", "g: G-26-a at 2220; h: G-18-a at 2221; i: G-18-b at 2221; j: G-62-a at 2221", "2221", "DW-11.5c"),
    ],
)
def test_who_does_not_advance(when, units, at, rule):
    t = Table(f"{when} German combat", units)
    asked(t, Advance(GERMAN, fought(t, GERMAN, at, "g", "h")))
    assert t.refused("unit", "g") == rule


@pytest.mark.rule("DW-12.9.1b1")
def test_the_delay_asset_is_not_there_yet():
    t = Table("T3 assets", "g: G-26-a at 3909; u: A-28-110 at 1410")
    t.g.place[t.box.delay] = TRACK
    assert told(asked(t, Delay(ALLIED)), "hex") == {"DW-12.9.1b1"}


@pytest.mark.rule("DW-13.2.2d1")
def test_no_town_takes_a_unit_back():
    t = with_lost("A-106-424", units=BOTH)
    t.g.german |= t.box.ground.town
    t.g._choices = t.g.memo = None
    assert t.refused("unit", "A-106-424") == "DW-13.2.2d1"


@pytest.mark.rule("DW-14.8d")
def test_another_entry_area_comes_first():
    t = Table("T2 Allied move", "G-18-a at 1029; G-26-a at 0121; u: A-28-110 at 1410")
    asked(t, Entry(ALLIED, (t.unit("A-82-504"),)))
    assert t.refused("hex", "2001") == "DW-14.8d"


@pytest.mark.rule("DW-10.3c")
def test_what_lies_beyond_a_door_is_fed():
    units = "u: G-18-a at 1410; k: G-12-a at 1510; a: A-28-109 at 1409; b: A-28-112 at 1411"
    far = Table("T4 German move", f"{units}; c: A-4-12 at 1710; e: A-4-8 at 1708; f: A-4-22 at 1613; h: A-2-9 at 1607")
    far.do("unit", "u")
    assert far.refused("door", "1510") == "DW-10.3c"
    open_ = Table("T4 German move", units)
    grid, door = open_.box.grid, open_.hex("1510")
    ring = [cell for cell in grid.cells if grid.distance(cell, door) == RADIUS]
    others = [unit for unit in open_.box.units.of[ALLIED] if open_.g.face(unit).attack and not open_.g.on_map(unit)]
    enemies = "; ".join(
        f"{open_.box.units.rows[unit].id} at {grid.number(cell)}" for unit, cell in zip(others, ring, strict=False)
    )
    cut = Table("T4 German move", f"{units}; {enemies}")
    cut.g.hungry = 0
    asked(cut, EmergencyWithdrawal(GERMAN, cut.unit("u"), door))
    reasons = {cut.why("hex", cell) for cell in range(len(grid.cells))}
    assert "is not in supply" in " ".join(reason.text for reason in reasons if reason)
