"""The invariants find what they are for."""

from collections.abc import Callable

import pytest

from ardennes.board.cells import cells
from ardennes.kernel import Game, conformance
from ardennes.titles.enemy_action_ardennes import TITLE
from ardennes.titles.enemy_action_ardennes.rules import invariants, sequence, supply
from ardennes.titles.enemy_action_ardennes.rules.command_events import Interdiction
from ardennes.titles.enemy_action_ardennes.state import ISOLATED, LOW, OFF_MAP, SUPPLIED, State
from tests.titles.enemy_action_ardennes.record import bold_game
from tests.titles.enemy_action_ardennes.table import ALLIED, GERMAN, Table

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


def lost(t: Table) -> None:
    t.g.place[t.unit("a")] = OFF_MAP + 31


def off_the_map(t: Table) -> None:
    t.g.supply[t.unit("62.LXVI")] = LOW


def dead(t: Table) -> None:
    t.g.lost[t.unit("a")] = 9


def strayed(column: str) -> Callable[[Table], None]:
    """A marker on a unit that is not on the map."""

    def spoilt(t: Table) -> None:
        setattr(t.g, column, 1 << t.unit("62.LXVI"))

    return spoilt


def thirsty(t: Table) -> None:
    t.g.unfuelled = 1 << t.unit("d")


def unmapped(t: Table) -> None:
    t.g.mapped = 0


def together(t: Table) -> None:
    t.g.put(t.unit("d"), t.hex("1606"))


def dug_in(t: Table) -> None:
    t.g.improved = 1 << t.hex("1607")


def dug_in_town(t: Table) -> None:
    t.g.improved = 1 << t.hex("0812")


def blocked(t: Table) -> None:
    t.g.roadblocks = 1 << t.hex("2015")


def off_road(t: Table) -> None:
    t.g.roadblocks = t.box.grid.board & ~t.box.map.road_hexes & ~(1 << t.hex("1606"))


def nobodys(t: Table) -> None:
    t.g.german_towns |= 1 << t.hex("1606")


def bridge(t: Table) -> None:
    t.g.german_built = 1


def covered(t: Table) -> None:
    t.g.covered = 1


def control(t: Table) -> None:
    t.g.exerting[GERMAN] |= 1 << t.hex("1608")


def no_control(t: Table) -> None:
    t.g.exerting[GERMAN] = 0


def dealt_twice(t: Table) -> None:
    t.g.hands[GERMAN] = (*t.g.hands[GERMAN], *t.g.hands[GERMAN])


def chits(t: Table) -> None:
    t.g.aside |= 1


def forded(t: Table) -> None:
    t.g.forded = 1
    t.g.stack = (*t.g.stack[:-2], t.g.stack[-1])


def edge(t: Table) -> None:
    """A unit at its own edge of the map, right after it was judged."""
    at = cells(t.box.ground.friendly_edges[ALLIED] & ~t.box.ground.towns)[0]
    t.g.put(t.unit("d"), at)
    t.g.set_supply(t.unit("d"), LOW)
    t.g.push(Interdiction(ALLIED))


def fed(t: Table) -> None:
    """A unit marked though its line is open, before anybody has moved."""
    t.g.put(t.unit("d"), cells(t.box.ground.friendly_edges[ALLIED] & ~t.box.ground.towns)[0])
    t.g.set_supply(t.unit("d"), LOW)


def cut_off(t: Table) -> None:
    """A unit in supply that has no line, before anybody has moved."""
    for number, cell in enumerate(cells(t.box.grid.around(1 << t.hex("2015")) & ~(1 << t.hex("2015")))):
        t.g.put([unit for unit in t.box.units.of[GERMAN] if not t.g.on_map(unit)][number], cell)


#: What spoils a position, and the words of the invariant that finds it.
SPOILT = [
    (lost, "is nowhere"),
    (off_the_map, "off the map, but not in supply"),
    (dead, "has lost more steps"),
    (strayed("dispersed"), "dispersed: units that are not on the map"),
    (strayed("recovering"), "recovering: units that are not on the map"),
    (strayed("unfuelled"), "unfuelled: units that are not on the map"),
    (thirsty, "only Germans lack fuel"),
    (unmapped, "mapped"),
    (together, "both sides share a hex"),
    (dug_in, "improved"),
    (dug_in_town, "improved"),
    (blocked, "roadblocks: in a hex with units"),
    (off_road, "roadblocks: off the road"),
    (nobodys, "hexes that nobody owns"),
    (bridge, "built"),
    (covered, "covered"),
    (control, "exerting: control without a unit"),
    (no_control, "is not as its units make it"),
    (no_control, "exerting, stacks"),
    (dealt_twice, "cards"),
    (chits, "a chit in both"),
    (full, "overfull"),
    (town, "german_towns"),
    (wall, "allied_wall"),
    (judged, "judged before its day"),
    (edge, "at its own edge"),
    (fed, "judged otherwise"),
    (cut_off, "judged otherwise"),
    (moved, "moved: nobody is activated"),
    (forded, "forded"),
    (jammed, "jammed"),
    (marker, "kampfgruppe"),
]


@pytest.mark.parametrize(("spoil", "found"), SPOILT)
def test_a_spoilt_position_is_broken(spoil, found):
    t = Table("D21 German command", UNITS)
    assert invariants.broken(t.g) == []
    spoil(t)
    t.g.memo = None
    assert any(found in fault for fault in invariants.broken(t.g))


def test_a_hex_may_be_overfull_while_units_move():
    t = Table("D21 German activate", UNITS)
    full(t)
    assert t.g.stack[-1].side is GERMAN
    assert invariants.broken(t.g) == []


# ---- supply, judged again ------------------------------------------------------------------------------------------


def anew(g: State) -> State:
    """The same position with nothing worked out before."""
    return g.game.restore(g.table(), 0, 0)


def differences(before: State, after: State) -> list[str]:
    """4.0j, 4.0k Units whose state after the check is not what a fresh look at the position before it says."""
    fresh, found = anew(before), []
    for unit in cells(before.mapped):
        was, supplied = before.supply[unit], supply.traces(fresh, unit)
        wanted = SUPPLIED if supplied else min(was + 1, ISOLATED)
        if after.supply[unit] != wanted:
            found.append(f"{before.name(unit)}: {was} became {after.supply[unit]}, not {wanted}")
    return found


@pytest.mark.rule("EA-4.0j", "EA-4.0k")
def test_states_of_supply_are_what_a_fresh_judgement_says(monkeypatch):
    judged = []

    def check(g):
        before = g.copy()
        supply.check(g)
        judged.append(before.mapped.bit_count())
        assert differences(before, g) == []

    phases = tuple(check if phase is supply.check else phase for phase in sequence.DAY)
    monkeypatch.setattr(sequence, "DAY", phases)
    bold_game(Game.of(TITLE, "battle_of_the_bulge"), 11, conformance.invariants)
    assert len(judged) >= 4
    assert max(judged) > 60


def test_a_false_judgement_is_found():
    t = Table("D21 German command", UNITS)
    after = t.g.copy()
    after.set_supply(t.unit("d"), LOW if supply.traces(t.g, t.unit("d")) else SUPPLIED)
    assert differences(t.g, after) != []
