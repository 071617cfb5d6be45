"""What a unit in some state may do, and where it gets in spite of what: two tables, written from the rulebook.

`states_and_acts.csv` crosses what may be the matter with a unit with what it may want to do; `hindrances_and_ways.csv`
what may be in its way with the ways of entering a hex. Every cell names the rule that allows or forbids it, and is
tried on a position of its own. Who finds a cell that the rulebook contradicts corrects the row, and then the program.
"""

import csv
from functools import cache
from pathlib import Path

import pytest

import ardennes
from ardennes.kernel import Side
from ardennes.lab import coverage
from ardennes.titles.bitter_woods.rules import bridges, entering
from ardennes.titles.bitter_woods.rules.combat import participants
from ardennes.titles.bitter_woods.rules.combat.results import Aftermath
from ardennes.titles.bitter_woods.rules.combat.retreat import RetreatTo
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.rules.movement import waiting
from ardennes.titles.bitter_woods.rules.movement.phase import Movement
from ardennes.titles.bitter_woods.rules.reserves import Reserves
from ardennes.titles.bitter_woods.state import Duty
from tests.titles.bitter_woods.table import Table

HERE = Path(__file__).parent
#: 9.7 says which of several hexes a retreat goes to; that is no hindrance.
PREFERENCES = {"", "BW-9.7b", "BW-9.7d", "BW-9.7f"}


def rows(name: str) -> list[dict[str, str]]:
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


STATES, WAYS = rows("states_and_acts.csv"), rows("hindrances_and_ways.csv")


# ---- states and acts -----------------------------------------------------------------------------------------

UNIT = "12SS/26"
BRIDGE = "1912/1913"


def in_state(t: Table, state: str, act: str) -> None:
    """Put the unit of a table into a state."""
    unit = t.unit(UNIT)
    sets = ("unsupplied", "reserve", "moved", "attacked", "dug", "shocked", "reduced")
    if state in sets:
        setattr(t.g, state, getattr(t.g, state) | 1 << unit)
    elif state == "building":
        t.g.builders = (*t.g.builders, (unit, t.bridge("1324/1424")))
    elif state == "engaged":
        enemy = t.unit("d")
        defenders, attackers = ((unit,), (enemy,)) if act == "retreat" else ((enemy,), (unit,))
        side = t.box.units.side(attackers[0])
        t.g.duties = (*t.g.duties, Duty("ENG", side, t.g.place[defenders[0]], attackers, defenders, act == "angriff"))
    t.g.memo = t.g.ready = t.g._choices = None


def position(state: str, units: str, phase: str = "movement", **more) -> Table:
    date = "16AM German" if state == "held" else "19AM German"
    return Table(date, units, phase=phase, air=(0, 0), **more)


def act(state: str, wanted: str) -> str:
    """The rule by which a unit in a state may not do something; empty if it may."""
    away, near = f"{UNIT} at 3420; d: Allied infantry at 3424", f"{UNIT} at 3813; d: Allied infantry 5-4-4 at 3814"
    if wanted in ("march", "dig"):
        t = position(state, near if state == "engaged" else away)
        in_state(t, state, wanted)
        return t.refused("unit" if wanted == "march" else "improve", UNIT)
    if wanted in ("repair", "cross"):
        beside = "d: Allied infantry at 1811" if state == "engaged" else "d: Allied infantry at 3801"
        t = position(state, f"{UNIT} at 1912; a: German infantry at 1912; {beside}", blown=[BRIDGE])
        if wanted == "repair":
            in_state(t, state, wanted)
            return t.refused("repair", UNIT)
        t.do("repair", "a")
        in_state(t, state, wanted)
        while t.step != "Construction":
            t.do("done")
        t.do("bridge", BRIDGE)
        if t.step != "Crossing":
            if any(unit == t.unit(UNIT) for unit, _ in t.g.builders):
                return "BW-13.3c"
            reason = bridges.ACROSS.why_not(t.g, t.hex("1913"), t.unit(UNIT))
            return "" if reason is None else reason.rule
        return t.refused("unit", UNIT)
    if wanted == "wait":
        other = "" if state == "held" else "; b: German armor at 3422"
        t = position(state, (near if state == "engaged" else away) + other, "supply")
        in_state(t, state, wanted)
        while t.step == "AirDrops":
            t.do("done")
        if t.step != "Reserves":
            reason = waiting.WAITERS.why_not(t.g, Reserves(Side.GERMAN), t.unit(UNIT))
            return "" if reason is None else reason.rule
        return t.refused("unit", UNIT)
    if wanted in ("attack", "angriff"):
        t = position(state, f"{near}; 12SS/12 at 3813; b: German infantry at 3714", "combat", options=("angriff",))
        in_state(t, state, wanted)
        if state == "held":
            reason = participants.ATTACKERS.why_not(t.g, Attack(Side.GERMAN, t.hex("3814"), ()), t.unit(UNIT))
            return "" if reason is None else reason.rule
        t.do("hex", "3814")
        joins = t.refused("unit", UNIT)
        if wanted == "attack" or joins:
            return joins
        t.do("unit", UNIT)
        t.do("unit", "12SS/12")
        return t.refused("angriff")
    return later_act(state, wanted, away, near)


def later_act(state: str, wanted: str, away: str, near: str) -> str:
    """The same for what comes with combat and after it."""
    if wanted == "retreat":
        t = Table("16AM Allied" if state == "held" else "19AM Allied", near, phase="combat", air=(0, 0))
        in_state(t, state, wanted)
        return "" if t.retreats(UNIT, 1) else "BW-9.7o"
    if wanted == "advance":
        t = position(state, f"{UNIT} at 3813; d: Allied infantry at 3914", "combat")
        t.may_advance("3814", 1, UNIT)
        in_state(t, state, wanted)
        return t.why_advance(UNIT, "3814")
    if wanted == "exploit":
        t = position(state, (near if state == "engaged" else away) + "; r: German armor at 4020", "movement")
        t.g.reserve |= 1 << t.unit("r")
        t.g.push(Movement(Side.GERMAN, True))
        in_state(t, state, wanted)
        return t.refused("unit", UNIT)
    if wanted == "demolish":
        t = position(
            state, f"{UNIT} at 1912; d: Allied infantry at 1914; b: German infantry at 1610; c: Allied infantry at 1609"
        )
        in_state(t, state, wanted)
        reason = bridges.BLASTS.why_not(t.g, Side.GERMAN, t.bridge(BRIDGE))
        return "" if reason is None else reason.rule
    assert wanted == "stand"
    t = Table(
        "16AM Allied" if state == "held" else "19AM Allied",
        f"{near}; Dietrich at 3811; r: German infantry at 3811",
        phase="combat",
        options=("leaders",),
        air=(0, 0),
    )
    in_state(t, state, "retreat")
    t.g.push(Aftermath(Attack(Side.ALLIED, t.hex("3813"), (t.unit("d"),)), "D1", (t.unit(UNIT),)))
    t.g.settle([])
    return "" if t.step == "Stand" else "BW-24.4c"


@pytest.mark.rule()  # every cell names its row
@pytest.mark.parametrize("row", STATES, ids=lambda row: f"{row['state']}-{row['act']}")
def test_a_unit_in_a_state_may_do_what_the_rulebook_says(row):
    rule = act(row["state"], row["act"])
    assert rule == ("" if row["allowed"] == "yes" else row["rule"])


# ---- hindrances and ways -------------------------------------------------------------------------------------

KINDS = {
    "armored infantry": "u: German 6PA armored infantry",
    "infantry": "u: German 6PA infantry",
    "light armor": "u: German light armor",
    "heavy armor": "u: German heavy armor",
    "artillery": "u: German artillery",
    "british": "u: Gds/5",
    "leader": "u: Dietrich",
}
OPTIONS = {"british": ("inter_allied",), "leader": ("leaders",)}


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
            if ground.forest >> a & 1 or around.road >> b & 1:
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


def hindered(row: dict[str, str]) -> tuple[str, str, dict[str, object], str]:
    """Units, the hex that is entered, columns, and the date of a cell."""
    hindrance, who = row["hindrance"], KINDS[row["who"]].replace("u: Gds/5", "Gds/5").replace("u: Dietrich", "Dietrich")
    here, there = "3813", "3814"
    more, date = "", "20AM German"
    if hindrance in ("river", "meuse", "cliff", "woods"):
        here, there = side_with(hindrance)
    elif hindrance == "same zone":
        more = "; x: Allied infantry at 3914"
    elif hindrance == "other zone":
        more = "; x: Allied infantry at 3815; y: Allied infantry at 3712"
    elif hindrance == "full hex":
        more = "; " + "; ".join(f"f{n}: German infantry at 3814" for n in range(3))
    elif hindrance == "enemy":
        more = "; x: Allied artillery at 3814"
    elif hindrance == "boundary":
        here, there, date = "1014", "1015", "18PM German"
    elif hindrance == "british bank":
        here, there, date = "3806", "3807", "22AM Allied"
    elif hindrance == "other nation":
        more, date = "; y: Allied US1 infantry at 3814", "22AM Allied"
    elif hindrance == "other leader":
        more = "; Manteuffel at 3814; f: German infantry at 3814; g: German infantry at 3813"
    if row["way"] == "cross":
        here, there = "1912", "1913"
        more = more.replace("3814", "1913")
    columns: dict[str, object] = {}
    return f"{who} at {here}{more}", there, columns, date


def why_no_step(t: Table, unit: int, cell: int) -> str:
    """The rule by which a unit may not step straight into a hex."""
    reason = entering.why_not(t.g, unit, t.g.place[unit], cell)
    return "" if reason is None else reason.rule


def entered(row: dict[str, str]) -> str:
    """The rule by which the hex of a cell may not be entered that way; empty if it may."""
    units, there, columns, date = hindered(row)
    name = "Gds/5" if row["who"] == "british" else "Dietrich" if row["who"] == "leader" else "u"
    options = OPTIONS.get(row["who"], ())
    way = row["way"]
    if way == "cross":
        t = Table(date, f"{units}; a: German infantry at 1912", blown=[BRIDGE], air=(0, 0))
        given_up(t, row, there)
        reason = bridges.ACROSS.why_not(t.g, t.hex(there), t.unit(name))
        return "" if reason is None else reason.rule
    if way == "retreat":
        date = date.replace("German", "X").replace("Allied", "German").replace("X", "Allied")
    t = Table(date, units, options=options, air=(0, 0), blown=(), **columns)
    given_up(t, row, there)
    if row["hindrance"] == "interdiction":
        t.g.interdicted |= 1 << t.hex(there)
    t.g.memo = t.g.ready = t.g._choices = None
    unit = t.unit(name)
    if way in ("march", "exploit"):
        if way == "exploit":
            t.g.reserve |= 1 << unit
            t.g.push(Movement(Side.GERMAN, True))
        rule = t.why_move(name, there)
        if rule or t.step_cost(name, there):
            return rule
        # It gets there by a detour; this is about the step.
        return why_no_step(t, unit, t.hex(there))
    if way == "advance":
        t.may_advance(there, 1, name)
        return t.why_advance(name, there)
    t.g.push(RetreatTo(t.box.units.side(unit), unit, 1))
    reason = t.g.why_not(t.action(f"hex {there}"))
    rule = "" if reason is None else reason.rule
    return "" if rule in PREFERENCES else rule


def given_up(t: Table, row: dict[str, str], there: str) -> None:
    if row["hindrance"] == "given up":
        t.g.vacated[t.box.units.side(t.unit("u"))] |= 1 << t.hex(there)


@pytest.mark.rule()  # every cell names its row
@pytest.mark.parametrize("row", WAYS, ids=lambda row: f"{row['hindrance']}-{row['who']}-{row['way']}")
def test_a_hex_is_entered_or_not_as_the_rulebook_says(row):
    rule = entered(row)
    assert (rule == "") is (row["allowed"] == "yes"), rule
    if row["allowed"] == "no" and row["way"] != "retreat":
        assert rule == row["rule"]


def test_there_are_cells_enough_and_every_one_names_a_rule_of_the_ledger():
    known = {row.id for row in coverage.ledger("bitter_woods")}
    assert len(STATES) + len(WAYS) >= 150
    assert {row["rule"] for row in (*STATES, *WAYS)} <= known
    for table, keys in ((STATES, ("state", "act")), (WAYS, ("hindrance", "who", "way"))):
        assert len({tuple(row[key] for key in keys) for row in table}) == len(table)
