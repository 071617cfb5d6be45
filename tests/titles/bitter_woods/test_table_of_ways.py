"""Where a unit gets in spite of what: a table written from the rulebook; `test_table_of_states` has the other.

`hindrances_and_ways.csv` crosses what may be in a unit's way with the ways of entering a hex, and of leaving the map.
Every cell names the rule that allows or forbids it, and is tried on a position of its own; a refusal has to name that
rule. Who finds a cell that the rulebook contradicts corrects the row, and then the program.
"""

from functools import cache
from typing import NamedTuple

import pytest

import ardennes
from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.titles.bitter_woods.rules import bridges, entering
from ardennes.titles.bitter_woods.rules.combat.retreat import RetreatTo
from ardennes.titles.bitter_woods.rules.combat.routes import Search
from ardennes.titles.bitter_woods.rules.manners import RETREAT
from ardennes.titles.bitter_woods.rules.movement.phase import Movement
from tests.titles.bitter_woods.cells_of_tables import BRIDGE, WAYS, forget, rule_of
from tests.titles.bitter_woods.table import Table

#: 9.7 says which of several hexes a retreat goes to; that is no hindrance.
PREFERENCES = {"BW-9.7b", "BW-9.7d", "BW-9.7f"}
#: The units of the cells; "u" is who goes.
KINDS = {
    "armored infantry": "u: German 6PA armored infantry",
    "infantry": "u: German 6PA infantry",
    "light armor": "u: German light armor",
    "heavy armor": "u: German heavy armor",
    "artillery": "u: German artillery",
    "british": "u: Gds/5",
    "leader": "u: Dietrich",
    "battalion": "u: PA/1SSPz",
    "armor": "",
    "allied infantry": "u: Allied infantry",
    "unsupplied allied infantry": "u: Allied infantry",
}
OPTIONS = {"british": ("inter_allied",), "leader": ("leaders",), "battalion": ("peiper_alternative",)}
WATERS = ("river", "meuse", "cliff", "woods")
#: The hindrances of which a row of hexes on a road over open ground has none: 3812, 3813, 3814, 3815.
UNITS_IN_THE_WAY = {
    "same zone": "x: Allied infantry at 3914",
    "other zone": "x: Allied infantry at 3815; y: Allied infantry at 3712",
    "full hex": "; ".join(f"f{n}: German infantry at 3814" for n in range(3)),
    "enemy": "x: Allied artillery at 3814",
    "other nation": "y: Allied US1 infantry at 3814",
    "other leader": "Manteuffel at 3814; f: German infantry at 3814; g: German infantry at 3813",
    "alone beside the enemy": "x: Allied infantry at 3815; g: German infantry at 3813",
    "company beside the enemy": "x: Allied infantry at 3815; g: German infantry at 3813; f: German infantry at 3814",
}


class Spot(NamedTuple):
    """Where a cell is tried: from where a unit steps, into which hex, when, and who else is there."""

    here: str
    there: str
    date: str = "20AM German"
    others: str = ""


@cache
def side_with(kind: str) -> tuple[str, str]:
    """Two hexes on land with a hexside of a kind between them, without a bridge, away from the edge."""
    box = ardennes.game("bitter_woods", "campaign").data
    grid, ground = box.map.grid, box.ground
    inner = grid.board & ~grid.within(grid.edge, 3)
    for a in grid.cells:
        around = ground.around(a, 0)
        for b in grid.cells:
            if not (inner >> a & 1 and inner >> b & 1 and grid.adjacent(a, b)) or ground.forest >> b & 1 != (
                kind == "woods"
            ):
                continue
            if ground.forest >> a & 1 or around.road >> b & 1 or (kind == "woods" and box.map.road_hexes >> b & 1):
                continue
            if not around.dry & ~ground.forest & ~grid.around(1 << b):
                continue
            fits = {
                "river": around.river >> b & 1,
                "meuse": around.meuse >> b & 1,
                "cliff": grid.has_side(ground.cliff, a, b),
                "woods": around.dry >> b & 1,
            }
            if fits[kind]:
                return grid.number(a), grid.number(b)
    raise AssertionError(kind)


def spot_of(hindrance: str, way: str) -> Spot:
    """Where a hindrance is."""
    if hindrance in WATERS:
        return Spot(*side_with(hindrance))
    if hindrance == "boundary":
        return Spot(*(("3717", "3718") if way.endswith("2") else ("1014", "1015")), "18PM German")
    if hindrance == "british bank":
        return Spot("3806", "3807", "22AM Allied")
    if "bridge" in hindrance:
        return Spot("1912", "1913")
    others = UNITS_IN_THE_WAY.get(hindrance, "")
    if way == "cross":  # 1812 and 2012 lie beside the bridge
        others = others.replace("3814", "1913").replace("3813", "1912").replace("3914", "2012")
        return Spot("1912", "1913", others=others)
    return Spot("3813", "3814", "22AM Allied" if hindrance == "other nation" else "20AM German", others)


# ---- positions -----------------------------------------------------------------------------------------------


def set_up(row: dict[str, str], spot: Spot, **more) -> Table:
    """The position of a cell, with the unit where it steps from."""
    units = f"{KINDS[row['who']]} at {spot.here}"
    date = spot.date
    if row["way"].startswith("retreat"):
        date = date.replace("German", "X").replace("Allied", "German").replace("X", "Allied")
    if row["who"] == "battalion":
        marker = ", moved" if row["way"].startswith("march") else ""
        units += f"; PA/501 at 3812{marker}; PA/3-2 at 3812{marker}"
    blown = [BRIDGE] if row["hindrance"] == "blown bridge" else []
    units += f"; {spot.others}" if spot.others else ""
    t = Table(date, units, options=OPTIONS.get(row["who"], ()), **{"air": (0, 0), "blown": blown} | more)
    if row["hindrance"] == "given up":
        t.g.vacated[t.box.units.side(t.unit("u"))] |= 1 << t.hex(spot.there)
    if row["hindrance"] == "interdiction":
        t.g.interdicted |= 1 << t.hex(spot.there)
    if row["hindrance"] == "meuse":  # no way round
        t.g.blown = (1 << len(t.box.map.bridges)) - 1
    forget(t)
    return t


def name_of(row: dict[str, str]) -> str:
    return KINDS[row["who"]].partition(": ")[2] if row["who"] in ("british", "leader", "battalion") else "u"


def behind(t: Table, unit: int, spot: Spot) -> str:
    """A hex from which a unit steps over open ground into the one where the hindrance begins."""
    grid, ground = t.grid, t.box.ground
    here, there = t.hex(spot.here), t.hex(spot.there)
    road, dry, _, _ = ground.around(here, 0)
    free = (road | dry & ~ground.forest) & ~grid.around(1 << there) & ~t.g.occupied[0] & ~t.g.occupied[1]
    if spot.date.startswith("18PM"):
        free &= t.box.sectors["6PA"]
    return grid.number(cells(free)[0])


# ---- ways ----------------------------------------------------------------------------------------------------


def march(row: dict[str, str], spot: Spot) -> str:
    t = set_up(row, spot)
    name, unit, there = name_of(row), t.unit(name_of(row)), t.hex(spot.there)
    if row["way"] == "exploit":
        t.g.reserve |= 1 << unit
        t.g.released |= 1 << unit
        t.g.push(Movement(Side.GERMAN, True))
        forget(t)
    if row["way"] == "march in parts":
        rule = t.refused("unit", name)
        assert rule == ""
        t.do("unit", name)
        rule = t.refused("via", spot.there)
    else:
        rule = t.why_move(name, spot.there)
    if rule or t.grid.distance(t.hex(spot.here), there) > 1 or row["who"] == "battalion":
        return rule
    # Where it gets by a detour too, this is about the step.
    return rule_of(entering.why_not(t.g, unit, t.hex(spot.here), there))


def just_blown(row: dict[str, str], spot: Spot) -> str:
    """13.1 The bridge is blown when combat is over; then comes exploitation."""
    units = "; x: Allied infantry at 1914; p: German infantry at 1912"
    t = set_up(row, spot._replace(others=units.removeprefix("; ")), phase="demolition")
    t.g.reserve |= 1 << t.unit("u")
    forget(t)
    t.do("bridge", BRIDGE, dice=[1])
    while t.step != "Movement":
        t.do("done")
    assert t.blown() == {BRIDGE}
    return t.why_move("u", spot.there)


def advance(row: dict[str, str], spot: Spot) -> str:
    far = row["way"] == "advance 2"
    t = set_up(row, spot)
    if far and row["who"] != "battalion":
        t.g.put(t.unit("u"), t.hex(behind(t, t.unit("u"), spot)))
    t.may_advance("3814" if row["who"] == "battalion" else spot.here if far else spot.there, 1 + far, name_of(row))
    return t.why_advance(name_of(row), spot.there)


def retreat(row: dict[str, str], spot: Spot) -> str:
    t = set_up(row, spot)
    unit = t.unit(name_of(row))
    if row["way"] == "retreat 2" and row["who"] != "battalion":
        return second_step(t, unit, spot)
    t.g.push(RetreatTo(t.box.units.side(unit), unit, int(row["way"][-1])))
    rule = rule_of(t.g.why_not(t.action(f"hex {spot.there}")))
    return "" if rule in PREFERENCES else rule


def second_step(t: Table, unit: int, spot: Spot) -> str:
    """The second hex of a retreat; all routes there are say the same of the step as is said of it alone."""
    here, there = t.hex(spot.here), t.hex(spot.there)
    start = t.hex(behind(t, unit, spot))
    reason = entering.why_not(t.g, unit, here, there, RETREAT)
    t.g.put(unit, start)
    forget(t)
    routes = Search(t.g, unit, 2).lengths()
    assert reason is None or (start, here, there) not in routes
    if reason is not None:
        return reason.rule
    assert (start, here, there) in routes
    t.g.push(RetreatTo(t.box.units.side(unit), unit, 2))
    rule = rule_of(t.g.why_not(t.action(f"hex {spot.there}")))
    return "" if rule in PREFERENCES else rule


def cross(row: dict[str, str], spot: Spot) -> str:
    """13.3 With whoever rebuilds the bridge."""
    others = "; ".join(filter(None, (spot.others, "a: German infantry at 1912")))
    t = set_up(row, spot._replace(others=others), blown=[BRIDGE])
    if row["hindrance"] == "enemy":
        t.g.builders = ((t.unit("a"), t.bridge(BRIDGE)),)
        return rule_of(bridges.COMPLETIONS.why_not(t.g, Side.GERMAN, t.bridge(BRIDGE)))
    if row["hindrance"] == "same zone":
        assert {"1912", "1913"} <= t.zone(Side.ALLIED)
    return rule_of(bridges.ACROSS.why_not(t.g, t.hex(spot.there), t.unit(name_of(row))))


def arrive(row: dict[str, str], spot: Spot) -> str:
    """16 7A/CCR is due on 17PM at 1401; on 18AM any lettered hex of the northern edge will do."""
    others = {
        "other zone": "x: German infantry at 1502",
        "enemy": "x: German artillery at 1401",
        "full hex": "; ".join(f"f{n}: Allied infantry at 1401" for n in range(3)),
    }.get(row["hindrance"], "")
    t = Table("17PM Allied", others, reserves=True, air=(0, 0))
    if row["hindrance"] == "given up":
        t.g.vacated[Side.ALLIED] |= 1 << t.hex("1401")
        forget(t)
    t.do("unit", "7A/CCR")
    rule = t.refused("hex", {"another edge": "1435", "no entry hex": "4601"}.get(row["hindrance"], "1401"))
    if row["hindrance"] == "other zone":
        assert "1401" in t.zone(Side.GERMAN)
        assert t.refused("via", "1401") == "BW-7.4a"
    return rule


def leave(row: dict[str, str], spot: Spot) -> str:
    """5.5 At 4601 a road leaves the map beyond the Meuse; 2101 is on the other side."""
    here = "2101" if row["hindrance"] == "no exit hex" else "4601"
    date = "20AM Allied" if "allied" in row["who"] else "20AM German"
    enemy = f"x: {'German' if 'allied' in row['who'] else 'Allied'} infantry at 4602"
    t = set_up(row, Spot(here, "", date, enemy if row["hindrance"] == "other zone" else ""))
    if row["who"].startswith("unsupplied") or row["hindrance"] == "no exit hex":
        t.g.unsupplied |= 1 << t.unit("u")
        forget(t)
    t.do("unit", name_of(row))
    return t.refused("exit", "north")


def retreat_off(row: dict[str, str], spot: Spot) -> str:
    """5.5, 9.7 By the northern edge, from 3801."""
    ring = {
        "only way out": ("3802", "3601", "4001"),
        "watched edge": ("3802", "3701", "3901"),
    }.get(row["hindrance"], ())
    date = "20AM German" if "allied" in row["who"] else "20AM Allied"
    others = "; ".join(f"r{n}: German infantry at {number}" for n, number in enumerate(ring))
    t = Table(date, "; ".join(filter(None, (f"{KINDS[row['who']]} at 3801", others))), air=(0, 0))
    unit = t.unit("u")
    t.g.push(RetreatTo(t.box.units.side(unit), unit, 1))
    return rule_of(t.g.why_not(t.action("exit north")))


def tried(row: dict[str, str]) -> str:
    """The rule by which a cell's way is closed; empty if it is open."""
    hindrance, way = row["hindrance"], row["way"]
    spot = spot_of(hindrance, way)
    if hindrance == "leash":
        spot = Spot("3813", "3816" if way.startswith("march") else "3815")
    if way == "exit":
        return leave(row, spot)
    if way == "arrive":
        return arrive(row, spot)
    if hindrance in ("exit hex", "only way out", "watched edge"):
        return retreat_off(row, spot)
    if hindrance == "bridge just blown":
        return just_blown(row, spot)
    doer = {"march": march, "exploit": march, "advance": advance, "retreat": retreat, "cross": cross}
    return doer[way.split()[0]](row, spot)


@pytest.mark.rule  # every cell names its row
@pytest.mark.parametrize("row", WAYS, ids=lambda row: f"{row['hindrance']}-{row['who']}-{row['way']}")
def test_a_hex_is_entered_or_not_as_the_rulebook_says(row):
    assert tried(row) == ("" if row["allowed"] == "yes" else row["rule"])
