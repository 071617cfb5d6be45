"""The invariants find what they are for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ardennes.kernel import Side
from ardennes.titles.bitter_woods.box import OFF_MAP
from ardennes.titles.bitter_woods.rules.invariants import broken
from ardennes.titles.bitter_woods.rules.supply import AirDrops
from ardennes.titles.bitter_woods.state import Duty
from tests.titles.bitter_woods.table import Table

UNITS = "a: German armor at 3813; b: German infantry at 3711; d: Allied infantry at 3816; g: Allied artillery at 3916"
LEADERS = "Dietrich at 3813; Manteuffel at 3711; Middleton at 3816"
OPTIONS = ("leaders", "fuel_dumps")

Spoil = Callable[[Table], None]


def stacked(t: Table) -> None:
    t.g.stacks[10**4] = (t.unit("a"),)


def elsewhere(t: Table) -> None:
    t.g.place[t.unit("a")] = t.hex("3812")


def lost_track(t: Table) -> None:
    del t.g.stacks[t.hex("3813")]


def no_part(t: Table) -> None:
    t.g.put(next(unit for unit in range(len(t.box.units)) if not t.box.playing >> unit & 1), t.hex("1910"))


def disorder(t: Table) -> None:
    cell = t.hex("3813")
    t.g.stacks[cell] = tuple(reversed(t.g.stacks[cell]))


def both(t: Table) -> None:
    t.g.put(t.unit("d"), t.hex("3813"))


def crowd(t: Table) -> None:
    for unit in [unit for unit in t.box.players[Side.GERMAN] if t.box.units.fights[unit]][20:26]:
        t.g.put(unit, t.hex("3711"))


def zone(t: Table) -> None:
    t.g.exerting[Side.GERMAN] = 0


def company(t: Table) -> None:
    t.g.led[Side.GERMAN] = 0


def marked(column: str, name: str) -> Spoil:
    return lambda t: setattr(t.g, column, getattr(t.g, column) | 1 << t.unit(name))


def placed(column: str, hexes: str) -> Spoil:
    return lambda t: setattr(t.g, column, getattr(t.g, column) | 1 << t.hex(hexes))


def absent(t: Table) -> None:
    t.g.shocked |= 1 << next(unit for unit in t.box.players[Side.ALLIED] if t.g.place[unit] >= OFF_MAP)


def reserve_moved(t: Table) -> None:
    t.g.reserve = t.g.moved = 1 << t.unit("a")


def reserve_met(t: Table) -> None:
    t.g.reserve = 1 << t.unit("a")
    t.g.put(t.unit("d"), t.hex("3814"))


def hungry_early(t: Table) -> None:
    t.g.turn, t.g.unsupplied = 1, 1 << t.unit("a")


def hungry(t: Table) -> None:
    t.g.stack = (*t.g.stack, AirDrops(Side.ALLIED))
    t.g.unsupplied ^= 1 << t.unit("d")


def liege(t: Table) -> None:
    t.g.liege = t.box.liege
    t.g.put(t.unit("d"), (t.box.liege & -t.box.liege).bit_length() - 1)


def freed(t: Table) -> None:
    t.g.freed |= 1 << t.unit("d")


def losses(t: Table) -> None:
    t.g.lost[Side.ALLIED] = 1000


def rebuilt(t: Table) -> None:
    t.g.rebuilt = 100


def two_leaders(t: Table) -> None:
    t.g.put(t.unit("Manteuffel"), t.hex("3813"))


def lone_leader(t: Table) -> None:
    t.g.put(t.unit("Manteuffel"), t.hex("3815"))


def dump_nowhere(t: Table) -> None:
    t.g.dumps[Side.ALLIED] = (-1, *t.g.dumps[Side.ALLIED][1:])


def dump_astray(t: Table) -> None:
    t.g.dumps[Side.ALLIED] = (t.hex("3711"), *t.g.dumps[Side.ALLIED][1:])


def dump_unfound(t: Table) -> None:
    t.g.searched |= 1 << t.g.dumps[Side.ALLIED][0]


def dump_missing(t: Table) -> None:
    t.g.dumps[Side.ALLIED] = t.g.dumps[Side.ALLIED][1:]


def dump_twice(t: Table) -> None:
    t.g.open_dumps = t.box.matrix.boards[0]


def burnt(t: Table) -> None:
    t.g.burnt_dumps |= 1 << t.hex("3711")


def late_duty(t: Table) -> None:
    t.g.duties = (Duty("CA", Side.ALLIED, t.hex("3816"), (t.unit("a"),), (t.unit("d"),), active=True),)


def nothing(t: Table) -> None:
    t.g.stack = ()


SPOILT: list[tuple[Spoil, str]] = [
    (stacked, "which is no hex"),
    (elsewhere, "the stacks do not agree with the place"),
    (lost_track, "a unit on the map is in no stack"),
    (no_part, "is not in this game"),
    (disorder, "is out of order"),
    (both, "both sides are in"),
    (crowd, "units are in"),
    (zone, "the sets of hexes do not agree with the stacks"),
    (company, "where leaders, nations or battalions are does not agree"),
    (absent, "has a marker but is not on the map"),
    (marked("reserve", "b"), "a unit in reserve is not mechanized"),
    (marked("reduced", "g"), "artillery is reduced"),
    (placed("improved", "1910"), "an improved position stands empty"),
    (placed("improved", "Bastogne"), "an improved position is in a town"),
    (reserve_moved, "a unit in reserve has moved"),
    (reserve_met, "is in reserve with an enemy next to it"),
    (hungry_early, "a German unit is out of supply before"),
    (hungry, "supply is not what it would be found to be"),
    (placed("forts", "3711"), "a fortification is where none may be"),
    (liege, "the control of Liège is kept wrongly"),
    (freed, "came free of them"),
    (losses, "more Allied units are counted as lost"),
    (rebuilt, "rebuilt too many bridges"),
    (two_leaders, "two leaders are in one hex"),
    (lone_leader, "a leader is alone next to the enemy"),
    (dump_nowhere, "lies nowhere, or in two places"),
    (dump_astray, "where none may be"),
    (dump_unfound, "should have been found"),
    (dump_missing, "a fuel dump was never hidden"),
    (dump_twice, "a fuel dump lies in two hexes"),
    (burnt, "what became of fuel dumps is kept wrongly"),
    (late_duty, "a duty is due in the wrong player turn"),
    (nothing, "nothing is pending"),
]


def table(units: str = f"{UNITS}; {LEADERS}") -> Table:
    t = Table("20AM German", units, options=OPTIONS)
    sites = t.box.matrix.sites
    t.g.dumps[Side.ALLIED] = tuple([next(iter(found)) for found in sites])
    return t


@pytest.mark.parametrize(("spoil", "found"), SPOILT, ids=lambda value: value if isinstance(value, str) else "")
def test_a_spoilt_position_is_broken(spoil, found):
    t = table()
    assert broken(t.g) == []
    spoil(t)
    assert any(found in fault for fault in broken(t.g)), broken(t.g)


def test_a_crowd_of_battalions_is_found():
    units = "; ".join(f"{name} at 3813" for name in ("PA/1SSPz", "PA/501", "PA/3-2"))
    t = Table("20AM German", units, options=("peiper_alternative",))
    assert broken(t.g) == []
    for unit in [unit for unit in t.box.players[Side.GERMAN] if t.box.units.fights[unit] and not t.g.on_map(unit)][:3]:
        t.g.put(unit, t.hex("3813"))
    assert any("too many units are in" in fault for fault in broken(t.g)), broken(t.g)
