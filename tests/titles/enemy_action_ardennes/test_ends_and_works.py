"""Two tables written from the rulebook: where a unit may end by each way of coming, and where engineers may work.

`+7.4a` is allowed and `-7.4a` forbidden, by that rule; where a cell is empty the two never meet.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.titles.enemy_action_ardennes.rules import paths, supply
from ardennes.titles.enemy_action_ardennes.rules.advances import Advance, AdvanceOn
from ardennes.titles.enemy_action_ardennes.rules.combat import Combat
from ardennes.titles.enemy_action_ardennes.rules.engineers import BridgeWork
from ardennes.titles.enemy_action_ardennes.rules.joining import Reinforce
from ardennes.titles.enemy_action_ardennes.rules.reserves import Deployment, Placement
from ardennes.titles.enemy_action_ardennes.rules.retreats import RetreatTo
from tests.titles.enemy_action_ardennes.combats import proposed, table
from tests.titles.enemy_action_ardennes.table import ALLIED, GERMAN, Table
from tests.titles.enemy_action_ardennes.test_entering import ask, cells_of

# ---- where it may end --------------------------------------------------------------------------------------------

END = "0327"


def crowd(hindrance: str, at: str = END) -> str:
    """Whoever is there, written as units of a position."""
    if hindrance == "room":
        return ""
    if hindrance == "six steps":
        return f"; s: 2.1SS.ISS at {at}; t: Peiper.1SS.ISS at {at}"
    return f"; s: 18.LXVI at {at}, reduced; t: 39.26.XLVII at {at}, reduced; u: 77.26.XLVII at {at}, reduced"


def marching(hindrance: str, start: str, end: str) -> Table:
    """`a` is picked up; those at the end may move after it, or are not activated."""
    active = None if "still move" in hindrance else ["a"]
    t = Table(
        "D21 German activate", f"a: 62.LXVI at {start}; w: 244.LXVI at 1328{crowd(hindrance, end)}", activated=active
    )
    t.do("unit", "a")
    return t


def march(hindrance: str) -> str:
    return marching(hindrance, "0326", END).refused("hex", END)


def march_in_parts(hindrance: str) -> str:
    t = marching(hindrance, "0326", "0328")
    t.do("via", END)
    return t.refused("hex", "0328")


def strategic_move(hindrance: str) -> str:
    bare = marching("room", "0304", END)
    unit = bare.unit("a")
    plain = paths.reachable(bare.g, unit, strategic=False).board
    far = bare.box.grid.number(cells(paths.reachable(bare.g, unit).board & ~plain)[0])
    return marching(hindrance, "0304", far).refused("hex", far)


def retreat(hindrance: str, hexes: int = 1) -> str:
    """`d` is driven from 0325; in two hexes it has gone to 0326 already."""
    t = table(
        f"a: Allied infantry at 0324; d: 62.LXVI at {'0325' if hexes > 1 else '0326'}{crowd(hindrance)}",
        "D21 Allied combat",
    )
    here = t.box.grid.number(t.g.place[t.unit("d")])
    t.g.push(Combat(proposed(t, here, "a"), 6))
    path = (t.hex("0326"),) if hexes > 1 else ()
    return ask(t, RetreatTo(GERMAN, (t.unit("d"),), 1, path)).refused("hex", END)


def advance(hindrance: str, onward: bool = False) -> str:
    t = table(f"a: 1.1SS.ISS at 0325; d: Allied infantry at 0326{crowd(hindrance, END if onward else '0425')}")
    attack = proposed(t, "0326", "a")
    t.g.eliminate(t.unit("d"), "EA-9.6")
    t.g.push(Combat(attack, 9))
    ask(t, Advance(GERMAN, True))
    if not onward:
        for name in "stu":
            if name in t.names:
                t.g.put(t.unit(name), t.hex("0326"))
        return t.refused("unit", "a")
    t.g.put(t.unit("a"), t.hex("0326"))
    return ask(t, AdvanceOn(GERMAN, t.unit("a"))).refused("hex", END)


def deploy(hindrance: str) -> str:
    t = Table("D21 German command", f"f: 18.LXVI at 1207; a: 62.LXVI at reserve{crowd(hindrance, '1306')}")
    if hindrance == "three units":
        t.g.put(t.unit("18.LXVI"), t.hex("1306"))
    t.g.active = 1 << t.unit("a")
    t.g.push(Deployment(GERMAN))
    return ask(t, Placement(GERMAN, t.unit("a"))).refused("hex", "1306")


def brought(hindrance: str) -> str:
    units = f"x: 1.1SS.ISS at 0225; a: 62.LXVI at 0328; d: Allied infantry at 0326{crowd(hindrance, '0427')}"
    t = table(units, activated=["x"])
    for name in "stu":
        if name in t.names:
            t.g.put(t.unit(name), t.hex("0426"))
    t.g.push(Combat(proposed(t, "0326", "x"), 1))
    return ask(t, Reinforce(GERMAN, True, t.unit("a"))).refused("hex", "0426")


WAYS: dict[str, Callable[[str], str]] = {
    "march": march,
    "march in parts": march_in_parts,
    "strategic move": strategic_move,
    "retreat": retreat,
    "second hex of a retreat": lambda hindrance: retreat(hindrance, 2),
    "advance": advance,
    "second hex of an advance": lambda hindrance: advance(hindrance, onward=True),
    "deploy": deploy,
    "be brought into an attack": brought,
}
ENDS = cells_of("ends.csv", 1)


@pytest.mark.parametrize(("row", "way", "cell"), ENDS, ids=lambda word: "-".join(word) if word != "" else "")
def test_a_unit_ends_where_there_is_room(row, way, cell):
    assert WAYS[way](row[0]) == ("" if cell[0] == "+" else f"EA-{cell[1:]}")


# ---- engineers ---------------------------------------------------------------------------------------------------


def bare(side: Side, when: str = "D21") -> Table:
    """The map with a unit of each side far from everything."""
    return Table(f"{when} {side.name} activate", "z: 43.XXX at 2229; y: 62.LXVI at 0101", dice=None)


def somewhere(t: Table, side: Side, road: bool, fed: bool) -> int:
    """A river hexside, with or without road, that is in a side's supply or not; neither end is a town."""
    ground = t.box.ground
    there, towns = supply.traceable(t.g, side), ground.towns
    for river in cells(ground.rivers_on_road if road else ground.all_rivers & ~ground.rivers_on_road):
        ends = ground.river_ends[river]
        if ends & towns or bool(ends & there) is not fed or (fed and ends & ~there):
            continue
        around = t.box.grid.around(ends) & ~ends & ~t.box.grid.around(t.g.occupied[0] | t.g.occupied[1])
        if around & ~towns & ~ground.westwall:
            return river
    raise AssertionError("no such river")


#: Places where a road is in the question whatever the work is.
ON_ROADS = {"blown bridge", "standing bridge"}
#: Units by place: of which side (of the engineers, or of the enemy), at how many ends, or beside one.
STANDING = {
    "enemy unit at an end": ("enemy", 1),
    "own units at both ends": ("own", 2),
    "German units at both ends": ("German", 2),
}


def work(place: str, side: Side, verb: str) -> str:
    if place == "surprise impulses":
        return surprised()
    day = "D16" if place == "Dec 16 after the surprise" else "D21"
    t = bare(side, day)
    road = place in ON_ROADS or (verb == "repair" and place not in ("river without road", "bridge built in play"))
    road = road or (verb == "blow" and place not in ("river without road", "bridge built in play"))
    river = somewhere(t, side, road, place != "both ends out of supply")
    lay_out(t, place, side, verb, river, road)
    return ask(t, BridgeWork(side, side is ALLIED)).refused(verb, t.box.map.hexside(*t.box.ground.river_sides[river]))


def lay_out(t: Table, place: str, side: Side, verb: str, river: int, road: bool) -> None:
    """The bridge, and who stands near it."""
    one, other = t.box.ground.river_sides[river]
    stands = (verb == "blow" and place != "blown bridge") or place == "standing bridge"
    if road:
        bit = 1 << t.box.ground.bridge_of_side[river]
        t.g.blown = t.g.blown & ~bit | (0 if stands else bit)
    t.g.built |= (place == "bridge built in play") << river
    who, ends = STANDING.get(place, ("", 0))
    of = {"enemy": side.enemy, "own": side, "German": GERMAN}.get(who, side)
    for cell in (one, other)[:ends]:
        stand(t, of, cell)
    if place.startswith("enemy control"):
        near = t.box.grid.neighbours[one] & ~t.box.grid.neighbours[other] & ~(1 << other) & ~t.box.ground.towns
        stand(t, side.enemy, cells(near)[0])
    if place.endswith("with a unit"):
        stand(t, side, one)


def stand(t: Table, side: Side, cell: int) -> None:
    """Another unit of a side, with control."""
    free = [unit for unit in t.box.units.of[side] if not t.g.on_map(unit) and not t.g.face(unit).bracketed]
    t.g.put(free[0], cell)


def surprised() -> str:
    """The card that engineers would come from, in a surprise impulse."""
    early = Table("D16 German command", "y: 62.LXVI at 0101", hands={GERMAN: [35]})
    early.g.impulses[GERMAN] = 0
    early.g._choices = early.g.memo = None
    return early.why_play(35, "event", "bridge_engineers")


WORKS = cells_of("works.csv", 1)


@pytest.mark.parametrize(("row", "work_of", "cell"), WORKS, ids=lambda word: "-".join(word) if word != "" else "")
def test_engineers_work_where_they_may(row, work_of, cell):
    who, verb = work_of.split()
    assert work(row[0], Side[who.upper()], verb) == ("" if cell[0] == "+" else f"EA-{cell[1:]}")
