"""The invariants find what they are for."""

import pytest

from ardennes.titles.enemy_action_ardennes.rules import invariants
from tests.titles.enemy_action_ardennes.table import GERMAN, Table

UNITS = "a: 2.2P.XLVII at 1606; d: 110.28.VIII at 2015"


def full(t: Table) -> None:
    for unit in ("3.2P.XLVII", "304.2P.XLVII", "62.LXVI"):
        t.g.put(t.unit(unit), t.hex("1606"))


def town(t: Table) -> None:
    t.g.put(t.unit("a"), t.hex("0812"))


def wall(t: Table) -> None:
    t.g.put(t.unit("d"), t.hex("0804"))


def judged(t: Table) -> None:
    t.g.day = 18
    t.g.set_supply(t.unit("a"), 1)


def moved(t: Table) -> None:
    t.g.moved = 1 << t.unit("a")


def jammed(t: Table) -> None:
    t.g.jammed = 1


def marker(t: Table) -> None:
    t.g.kampfgruppe = t.hex("1606")


@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        (full, "overfull"),
        (town, "german_towns"),
        (wall, "allied_wall"),
        (judged, "judged before its day"),
        (moved, "moved: nobody is activated"),
        (jammed, "jammed"),
        (marker, "kampfgruppe"),
    ],
)
def test_a_spoilt_position_is_broken(spoil, found):
    t = Table("D21 German command", UNITS)
    assert invariants.broken(t.g) == []
    spoil(t)
    assert any(found in fault for fault in invariants.broken(t.g))


def test_a_hex_may_be_overfull_while_units_move():
    t = Table("D21 German activate", UNITS)
    full(t)
    assert t.g.stack[-1].side is GERMAN
    assert invariants.broken(t.g) == []
