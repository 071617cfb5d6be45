"""The invariants find what they are for."""

import pytest

from ardennes.kernel import Side
from ardennes.titles.tigers_in_the_mist import TITLE
from ardennes.titles.tigers_in_the_mist import state as s
from ardennes.titles.tigers_in_the_mist.rules.combat.phase import Battles
from ardennes.titles.tigers_in_the_mist.rules.invariants import broken
from tests.titles.tigers_in_the_mist.table import Table

UNITS = "a: German armor in Prum; f: German foot in Prum; d: Allied infantry in Bastogne; r: Allied armor in E"


def strength(t: Table) -> None:
    t.g.strength[t.unit("a")] = 9


def ghost(t: Table) -> None:
    unit = t.unit("f")
    t.g.put(unit, s.GONE)
    t.g.strength[unit] = 1


def dug_in(t: Table) -> None:
    t.g.status[t.unit("a")] |= s.ENTRENCHED


def spent(t: Table) -> None:
    t.g.spent[t.unit("a")] = 40


def occupied(t: Table) -> None:
    t.g.occupied[Side.ALLIED] |= 1 << t.place("Spa")


def crowd(t: Table) -> None:
    t.g.put(t.unit("f"), t.place("Bitburg"))
    t.g.stack = ()
    t.g.push(Battles(Side.GERMAN))
    for unit in list(t.g.box.units.of[Side.GERMAN])[:5]:
        t.g.put(unit, t.place("Prum"))
        t.g.strength[unit] = 3


def forces(t: Table) -> None:
    t.g.special = s.Special(0, 1, 1, 17)


def nothing(t: Table) -> None:
    t.g.stack = ()


def cut(t: Table) -> None:
    t.g.supply = (0, 0, 0, 0)


def cut_before_battles(t: Table) -> None:
    t.g.stack = ()
    t.g.push(Battles(Side.GERMAN))
    cut(t)


def zone(t: Table) -> None:
    t.g.control |= 1 << t.place("E")


def alone(t: Table) -> None:
    t.g.control &= ~(1 << t.place("Prum"))


def both(t: Table) -> None:
    t.g.control |= 1 << t.place("Bastogne")


def left(t: Table) -> None:
    t.g.put(t.unit("a"), t.place("Bitburg"))


def came(t: Table) -> None:
    t.g.status[t.unit("a")] |= s.ENTERED


def waits(t: Table) -> None:
    t.g.status[t.unit("d")] |= s.WAITING


@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        (strength, "has strength 9"),
        (ghost, "is eliminated but has strength 1"),
        (dug_in, "is entrenched and may not be"),
        (spent, "has spent 40 MP"),
        (occupied, "are recorded wrongly"),
        (crowd, "Prum holds too many"),
        (forces, "Special Forces are not in an area"),
        (nothing, "nothing is pending"),
        (cut, "supply is not what it would be found to be"),
        (cut_before_battles, "supply is not what it would be found to be"),
        (zone, "a place that is no area is controlled"),
        (alone, "Prum is not controlled by the side that is alone there"),
        (both, "Bastogne is not controlled by the side that is alone there"),
        (left, "is not where it was at dawn and has not moved"),
        (came, "came in and has not moved"),
        (waits, "waits to enter and has moved"),
    ],
)
def test_a_spoilt_position_is_broken(spoil, found):
    t = Table("17-1 German", UNITS, german_control=["Prum"])
    assert broken(t.g) == []
    spoil(t)
    assert any(found in fault for fault in broken(t.g)), broken(t.g)


def test_a_unit_that_does_not_play_is_found():
    t = Table("17-1 German", "a: German armor in Bitburg", scenario="seventh_army", german_control=["Bitburg"])
    assert broken(t.g) == []
    outside = next(unit for unit, playing in enumerate(t.g.box.playing) if not playing)
    t.g.put(outside, t.place("Bitburg"))
    t.g.strength[outside] = 1
    assert any("is not in this scenario" in fault for fault in broken(t.g))


def test_control_may_change_and_bridges_fall_while_units_move():
    """Only when nobody has moved yet must control and supply be what a look at the map finds."""
    t = Table("17-1 German", UNITS, german_control=["Prum"])
    t.move("a", "Bitburg")
    assert TITLE.broken(t.g) == []
    t.move("f", "Bitburg")
    assert TITLE.broken(t.g) == []
