"""7.0 A move in parts is the move at once; `parts_of_moves` is the command for many positions."""

import pytest

from ardennes.board.cells import cells
from ardennes.titles.enemy_action_ardennes.rules import paths
from ardennes.titles.enemy_action_ardennes.rules.paths import Pace
from tests.titles.enemy_action_ardennes.parts_of_moves import in_parts, survey
from tests.titles.enemy_action_ardennes.table import ALLIED, Table

#: Others of its army lead the way west, so that strategic movement is not held back.
ARMY = "a: 2.2P.XLVII at 0304; w: 3.2P.XLVII at 1228; v: 18.LXVI at 1328"


def test_what_is_reached_at_once_is_reached_in_parts_for_the_same_price():
    tried, _, breaches = survey(25, 11)
    assert tried > 100
    assert breaches == []


@pytest.mark.rule("EA-7.0d", "EA-7.5a")
def test_a_halt_keeps_both_paces():
    t = Table("D21 German activate", ARMY)
    whole = paths.reachable(t.g, t.unit("a"))
    plain = paths.reachable(t.g, t.unit("a"), strategic=False).board
    road = next(leg for leg in whole.legs if leg.pace is Pace.STRATEGIC)
    far = max(cells(whole.board & ~plain), key=road.cost)
    halt = next(cell for cell in road.path(far)[1:] if plain >> cell & 1)
    number = t.box.grid.number
    t.do("unit", "a")
    t.do("via", number(halt))
    assert in_parts(t.g.stack[-1].range(t.g))[far, Pace.STRATEGIC] == road.cost(far)
    assert number(far) in t.offers("hex")


@pytest.mark.rule("EA-7.0d")
def test_any_hex_on_the_way_may_be_named_though_it_is_not_listed():
    t = Table("D21 German activate", "a: 62.LXVI at 0326; w: 3.2P.XLVII at 1229")
    t.do("unit", "a")
    assert "0327" not in t.offers("via")
    assert t.refused("via", "0327") == ""
    t.do("via", "0327")
    assert (t.where("a"), t.refused("stop")) == ("0327", "")
    assert "0328" in t.offers("hex")


@pytest.mark.rule("EA-7.0d", "EA-7.5a")
def test_where_something_happens_is_listed_at_either_pace():
    t = Table("D21 German activate", ARMY)
    plain = paths.reachable(t.g, t.unit("a"), strategic=False).board
    road = next(leg for leg in paths.reachable(t.g, t.unit("a")).legs if leg.pace is Pace.STRATEGIC)
    beyond = cells(road.found.onward & ~plain & ~(1 << t.hex("0304")))[0]
    t.g.allied_wall |= 1 << beyond
    t.do("unit", "a")
    assert t.box.grid.number(beyond) in t.offers("via")


@pytest.mark.rule("EA-7.0d", "EA-7.1c", "EA-7.0b")
def test_nobody_goes_on_from_where_he_has_to_stop_or_has_nothing_left():
    t = Table("D21 German activate", "a: 62.LXVI at 0327; d: Allied infantry at 0325; w: 3.2P.XLVII at 1229")
    t.do("unit", "a")
    assert t.refused("hex", "0326") == ""
    assert t.refused("via", "0326") == "EA-7.1c"
    assert t.refused("via", "0325") == "EA-7.1d"
    found = t.g.stack[-1].range(t.g)
    last = [number for number in t.offers("hex") - t.zone(ALLIED) if not found.halt(t.hex(number))]
    assert {t.refused("via", number) for number in last} == {"EA-7.0b"}
    crowd = "; ".join(f"f{n}: {unit} at 0328" for n, unit in enumerate(("18.LXVI", "2.2P.XLVII", "244.LXVI")))
    full = Table("D21 German activate", f"a: 62.LXVI at 0326; {crowd}; w: 3.2P.XLVII at 1229", activated=["a"])
    full.do("unit", "a")
    assert full.refused("via", "0328") == "EA-7.4a"


# ---- of equal ways -------------------------------------------------------------------------------------------------


def way(t: Table, name: str, to: str) -> tuple[int, list[str]]:
    """The way a unit would take, and what it costs."""
    picked = t.trial()
    picked.do("unit", name)
    found = picked.g.stack[-1].way(picked.g, "hex", t.hex(to))
    return found.cost, [t.box.grid.number(cell) for cell in found.path]


@pytest.mark.rule("EA-7.0e")
def test_of_equal_ways_an_ally_takes_one_that_spares_his_roadblocks():
    units = "u: 9.2.V at 0326; g: 62.LXVI at 2020"
    bare = Table("D21 Allied activate", units)
    cost, path = way(bare, "u", "0526")
    t = Table("D21 Allied activate", units, roadblocks=[path[1]])
    spared, other = way(t, "u", "0526")
    assert spared == cost
    assert path[1] not in other
    straight = t.trial()
    straight.move("u", "0526")
    assert straight.g.roadblocks == t.g.roadblocks
    t.move("u", path[1], "0525")  # named, it is entered
    assert t.g.roadblocks == 0
    both = Table("D21 Allied activate", units, roadblocks=["0425", "0426"])
    assert way(both, "u", "0526")[0] == cost


@pytest.mark.rule("EA-7.0e", "EA-4.12")
def test_of_equal_ways_one_spares_the_bridge_of_the_activation_on_dec_16():
    units = "a: 2.2P.XLVII at 1110; w: 3.2P.XLVII at 1229"
    t, later = (Table(f"{day} German activate", units, dice=None) for day in ("D16", "D17"))
    cost, path = way(t, "a", "1311")
    straight = way(later, "a", "1311")
    assert (cost, path) == (straight[0], ["1110", "1109", "1209", "1310", "1311"])
    named = t.trial()
    t.move("a", "1311")
    assert t.g.jammed == 0
    named.move("a", *straight[1][1:])
    assert named.g.jammed


@pytest.mark.rule("EA-7.0e", "EA-7.32b")
def test_of_equal_ways_one_spares_the_crossing_into_enemy_control():
    units = "a: 2.2P.XLVII at 1227; w: 3.2P.XLVII at 1229; d: Allied infantry at 0927"
    t = Table("D21 German activate", units, dice=None)
    assert way(t, "a", "1026") == (3, ["1227", "1127", "1026"])
    named = t.trial()
    t.move("a", "1026")
    assert t.g.squeezed == 0
    named.move("a", "1127", "1126", "1026")
    assert named.g.squeezed
