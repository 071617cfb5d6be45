"""Two tables written from the rulebook, each cell tried on a position: states against acts, and hindrances against ways
of entering. `+7.1a` is allowed and `-7.1a` forbidden, by that rule; where a cell is empty the two never meet."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ardennes.kernel import Choice, Reason, Side
from ardennes.titles.enemy_action_ardennes.rules import (
    advances,
    engineers,
    entering,
    improved,
    joining,
    paths,
    replacements,
    retreats,
    tactics,
)
from ardennes.titles.enemy_action_ardennes.rules.combat import Combat
from tests.titles.enemy_action_ardennes.combats import proposed, table
from tests.titles.enemy_action_ardennes.table import ALLIED, GERMAN, Table

TABLES = Path(__file__).parent / "entering"
Cell = tuple[str, str, str]


def cells_of(name: str, keys: int) -> list[tuple[tuple[str, ...], str, str]]:
    """The filled cells of a table: what stands at the left, the column, the cell."""
    with (TABLES / name).open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    return [
        (tuple(row[:keys]), column, cell)
        for row in rows
        for column, cell in zip(head[keys:], row[keys:], strict=True)
        if cell
    ]


# ---- states and acts ---------------------------------------------------------------------------------------------

UNITS = {"armor": "2.2P.XLVII", "foot": "62.LXVI", "Allied armor": "CCA.5A.V", "Allied foot": "9.2.V"}
#: Of each side: somebody else on foot and on wheels, a hex in supply, and a card that activates any one unit.
OTHERS = {GERMAN: ("18.LXVI", "1.1SS.ISS", "1306", 53), ALLIED: ("23.2.V", "CCB.5A.V", "0112", 19)}


def side_of(unit: str) -> Side:
    return ALLIED if unit.endswith(".V") else GERMAN


def ask(t: Table, step: Choice) -> Table:
    """The decision that somebody has to take."""
    t.g.push(step)
    t.g._choices = t.g.memo = None
    return t


def enemy_of(unit: str) -> str:
    """Somebody of the other side, on foot."""
    return "Allied infantry" if side_of(unit) is GERMAN else "German infantry"


def mark(state: str) -> str:
    return "" if state in ("supplied", *USED) else f", {state}"


#: States that an activation begins without.
USED = ("moved", "attacked")


def used(t: Table, state: str, name: str = "a") -> Table:
    """The unit has moved or attacked in this activation."""
    if state in USED:
        setattr(t.g, state, getattr(t.g, state) | 1 << t.unit(name))
        t.g._choices = t.g.memo = None
    return t


def activated(unit: str, at: str, state: str, more: str = "") -> Table:
    foot = OTHERS[side_of(unit)][0]
    when = f"D21 {side_of(unit).name} activate"
    return used(Table(when, f"a: {unit} at {at}{mark(state)}; f: {foot} at 1229{more}", dice=None), state)


def march(unit: str, state: str, at: str, to: str, more: str = "") -> str:
    return activated(unit, at, state, more).why_move("a", to)


def march_in_parts(unit: str, state: str, at: str, through: str, to: str) -> str:
    """Two hexes, one by one."""
    t = activated(unit, at, state)
    if rule := t.refused("unit", "a"):
        return rule
    t.do("unit", "a")
    if rule := t.refused("via", through):
        return rule
    t.do("via", through)
    return t.refused("hex", to)


def by_strategic_movement(unit: str, state: str) -> str:
    """Somewhere that a supplied unit of this kind reaches by strategic movement only; another leads the way west."""
    lead = "; w: 3.2P.XLVII at 1228; v: 244.LXVI at 1328" if side_of(unit) is GERMAN else ""
    start = "0304" if side_of(unit) is GERMAN else "0512"
    fresh = activated(unit, start, "supplied", lead)
    number = fresh.unit("a")
    plain = paths.reachable(fresh.g, number, strategic=False).board
    far = next(cell for cell in _bits(paths.reachable(fresh.g, number).board & ~plain))
    return march(unit, state, start, fresh.box.grid.number(far), lead)


def _bits(board: int) -> list[int]:
    return [cell for cell in range(board.bit_length()) if board >> cell & 1]


def fight(units: str, of: str, **more: Any) -> Table:
    """A combat phase of a unit's side."""
    return table(units, f"D21 {side_of(of).name} combat", **more)


def attack(unit: str, state: str) -> str:
    wheels = OTHERS[side_of(unit)][1]
    t = used(fight(f"a: {unit} at 0325{mark(state)}; d: {enemy_of(unit)} at 0326; b: {wheels} at 0225", unit), state)
    t.do("hex", "0326")
    return t.refused("unit", "a")


def retreat(unit: str, state: str, hexes: int) -> str:
    when = f"D21 {side_of(unit).enemy.name} combat"
    t = table(f"a: {enemy_of(unit)} at 0325; d: {unit} at 0326{mark(state)}", when)
    found = retreats.RETREATS.why_not(t.g, (t.unit("d"),), hexes)
    return found.rule if found else ""


def advance(unit: str, state: str, hexes: int) -> str:
    wheels = OTHERS[side_of(unit)][1]
    t = fight(f"a: {unit} at 0325{mark(state)}; d: {enemy_of(unit)} at 0326; b: {wheels} at 0225", unit)
    t.g.push(Combat(proposed(t, "0326", "a"), 9))
    t.g.eliminate(t.unit("d"), "EA-9.6")
    found = advances.ENTRANTS.why_not(t.g, advances.Crossed(), t.unit("a"))
    if found is not None:
        return found.rule
    ask(t, advances.Advance(side_of(unit), True))
    t.do("unit", "a")
    if hexes == 1:
        return "" if t.where("a") == "0326" else "nowhere"
    if t.step != "AdvanceOn":
        return "EA-9.81a"  # nobody is asked where a second hex would be
    return t.refused("hex", "0327")


def join(unit: str, state: str) -> str:
    wheels = OTHERS[side_of(unit)][1]
    units = f"x: {wheels} at 0225; a: {unit} at 0325{mark(state)}; d: {enemy_of(unit)} at 0326"
    t = used(fight(units, unit, activated=["x"]), state)
    t.g.push(Combat(proposed(t, "0326", "x"), 1))
    return ask(t, joining.Coordinate(side_of(unit), 2)).refused("unit", "a")


def brought(unit: str, state: str, attacking: bool = True) -> str:
    """Up to a combat at 0326, from 0323; in defence the enemy attacks it."""
    wheels, side = OTHERS[side_of(unit)][1], side_of(unit)
    theirs, ours = f"x: {wheels} at 0225", f"d: {enemy_of(unit)} at 0326"
    if not attacking:
        theirs, ours = f"x: {enemy_of(unit)} at 0225", f"d: {wheels} at 0326"
        side = side.enemy
    t = table(f"{theirs}; a: {unit} at 0328{mark(state)}; {ours}", f"D21 {side.name} combat", activated=["x"])
    used(t, state)
    t.g.push(Combat(proposed(t, "0326", "x"), 1))
    return ask(t, joining.Reinforce(side_of(unit), attacking)).refused("unit", "a")


def dig(unit: str, state: str) -> str:
    t = activated(unit, "0325", state)
    return ask(t, improved.BuildPositions(side_of(unit))).refused("unit", "a")


def be_dug_in(unit: str, state: str) -> str:
    """By engineers; German ones only build and repair bridges."""
    t = activated(unit, "0325", state)
    return ask(t, engineers.BridgeWork(side_of(unit), side_of(unit) is ALLIED)).refused("unit", "a")


def leave(unit: str, state: str) -> str:
    t = activated(unit, "1227", state)
    if rule := t.refused("unit", "a"):
        return rule
    t.do("unit", "a")
    cell = next((way.cell for way in t.box.exits if way.edge == "west"), 0)
    t.g.put(t.unit("a"), cell)
    t.g._choices = t.g.memo = None
    return t.refused("exit", t.box.grid.number(cell))


def regain(unit: str, state: str) -> str:
    where = OTHERS[side_of(unit)][2]
    t = Table(f"D21 {side_of(unit).name} command", f"a: {unit} at {where}, reduced{mark(state)}")
    corps = t.box.units.corps[t.unit("a")]
    return used(ask(t, replacements.Replacements(side_of(unit), corps, 2)), state).refused("unit", "a")


def alone(unit: str, state: str) -> str:
    where, card = OTHERS[side_of(unit)][2:]
    side = side_of(unit)
    t = Table(f"D21 {side.name} command", f"a: {unit} at {where}{mark(state)}", hands={side: [card]})
    return t.why_play(card, "unit", "a")


def control(unit: str, state: str) -> str:
    t = activated(unit, "0326", state)
    return "" if "0325" in t.zone(side_of(unit)) else "EA-8.0d"


def tactic(unit: str, state: str) -> str:
    when = f"D21 {side_of(unit).enemy.name} combat"
    t = table(f"x: {enemy_of(unit)} at 0325; a: {unit} at 0326{mark(state)}", when)
    t.g.push(Combat(proposed(t, "0326", "x"), 1))
    found = tactics.why_not(t.g, side_of(unit), False)
    return found.rule if found else ""


ACTS: dict[str, Callable[[str, str], str]] = {
    "march one hex": lambda unit, state: march(unit, state, "0326", "0327"),
    "march two hexes": lambda unit, state: march(unit, state, "0326", "0328"),
    "march two hexes in parts": lambda unit, state: march_in_parts(unit, state, "0326", "0327", "0328"),
    "leave enemy control": lambda unit, state: march(unit, state, "0326", "0327", f"; d: {enemy_of(unit)} at 0325"),
    "march by strategic movement": by_strategic_movement,
    "attack": attack,
    "retreat one hex": lambda unit, state: retreat(unit, state, 1),
    "retreat two hexes": lambda unit, state: retreat(unit, state, 2),
    "advance one hex": lambda unit, state: advance(unit, state, 1),
    "advance two hexes": lambda unit, state: advance(unit, state, 2),
    "join by assault coordination": join,
    "be brought into an attack": brought,
    "be brought into a defence": lambda unit, state: brought(unit, state, attacking=False),
    "dig in when idle": dig,
    "be dug in by engineers": be_dug_in,
    "leave the map": leave,
    "get a step back": regain,
    "be activated alone": alone,
    "exert control": control,
    "have a tactic in defence": tactic,
}
STATES = cells_of("states.csv", 2)


@pytest.mark.rule  # every cell names its row
@pytest.mark.parametrize(("row", "state", "cell"), STATES, ids=lambda word: "-".join(word) if word != "" else "")
def test_a_state_allows_or_forbids_an_act(row, state, cell):
    act, kind = row
    found = ACTS[act](UNITS[kind], state)
    assert found == ("" if cell[0] == "+" else f"EA-{cell[1:]}")


# ---- hindrances and ways of entering -----------------------------------------------------------------------------

WAYS = {
    "march": entering.MARCH,
    "march on": entering.ONWARD,
    "march through control": entering.THROUGH,
    "strategic move": entering.STRATEGIC,
    "retreat": entering.RETREAT,
    "advance": entering.ADVANCE,
    "advance along the retreat": entering.FOLLOW,
    "advance off the path": entering.OFF_PATH,
    "placement": entering.PLACE,
}
FAR_WEST = "; w: 3.2P.XLVII at 1229; v: 244.LXVI at 1328"
#: The map far west, so that nothing but the hindrance is in the way; `a` stands beside the hex that is asked about.
SETTINGS: dict[str, tuple[str, str, str, dict]] = {
    "enemy unit": ("a: 62.LXVI at 0326", "0326", "0327", {"units": "; d: Allied infantry at 0327"}),
    "roadblock": ("a: 62.LXVI at 0326", "0326", "0426", {"roadblocks": ["0426"]}),
    "roadblock for an Ally": ("a: 9.2.V at 0326", "0326", "0426", {"roadblocks": ["0426"]}),
    "beside a roadblock off the road": ("a: 62.LXVI at 0326", "0326", "0426", {"roadblocks": ["0427"]}),
    "army boundary on Dec 18": ("a: 1.1SS.ISS at 1013", "1013", "1113", {"day": 18}),
    "army boundary on Dec 21": ("a: 1.1SS.ISS at 1013", "1013", "1113", {"road": True}),
    "leash of XXX Corps": ("a: 43.XXX at 1127", "1127", "1126", {}),
    "empty enemy town": ("a: 62.LXVI at 0811", "0811", "0812", {"german_bridges": ["0811/0812"]}),
    "empty Westwall hex for an Ally": ("a: 9.2.V at 0905", "0905", "0804", {}),
    "Westwall hex with a friend for an Ally": ("a: 9.2.V at 0905", "0905", "0804", {"units": "; b: 23.2.V at 0804"}),
    "river without bridge": ("a: 62.LXVI at 0524", "0524", "0424", {}),
    "river crossed before": ("a: 62.LXVI at 0524", "0524", "0424", {"forded": "0524/0424"}),
    "standing enemy bridge": ("a: 62.LXVI at 0812", "0812", "0712", {"german": ["0812"]}),
    "own bridge": ("a: 62.LXVI at 0812", "0812", "0712", {"german": ["0812"], "german_bridges": ["0712/0812"]}),
    "bridge blown just now": ("a: 62.LXVI at 0812", "0812", "0712", {"shut": "0712/0812", "blown": ["0712/0812"]}),
    "bridge jammed on Dec 16": (
        "a: 1.1SS.ISS at 0812",
        "0812",
        "0712",
        {"day": 16, "jammed": "0712/0812", "german_bridges": ["0712/0812"]},
    ),
    "bridge used into enemy control": (
        "a: 62.LXVI at 0812",
        "0812",
        "0712",
        {"units": "; d: Allied infantry at 0612", "squeezed": "0712/0812", "german_bridges": ["0712/0812"]},
    ),
    "enemy control out of none": ("a: 62.LXVI at 0327", "0327", "0326", {"units": "; d: Allied infantry at 0325"}),
    "enemy control out of control": (
        "a: 62.LXVI at 0326",
        "0326",
        "0425",
        {"units": "; d: Allied infantry at 0325"},
    ),
    "forest off the road": ("a: 62.LXVI at 1115", "1115", "1015", {}),
    "forest by road": ("a: 62.LXVI at 0812", "0812", "0913", {}),
    "edge of the map": ("a: 62.LXVI at 0226", "0226", "0126", {}),
    "exit hex": ("a: 62.LXVI at 0628", "0628", "0629", {}),
    "full hex, to pass through": (
        "a: 62.LXVI at 0812",
        "0812",
        "0913",
        {"units": "; s: 18.LXVI at 0913; t: 39.26.XLVII at 0913; u: 77.26.XLVII at 0913"},
    ),
    "isolated into an empty enemy town": (
        "a: 62.LXVI at 0811, isolated",
        "0811",
        "0812",
        {"german_bridges": ["0811/0812"]},
    ),
    "isolated over an enemy bridge": ("a: 62.LXVI at 0812, isolated", "0812", "0712", {}),
    "isolated Ally into the empty Westwall": ("a: 9.2.V at 0905, isolated", "0905", "0804", {}),
    "isolated out of enemy control": (
        "a: 62.LXVI at 0326, isolated",
        "0326",
        "0327",
        {"units": "; d: Allied infantry at 0325"},
    ),
}


def asked(hindrance: str, way: str) -> Reason | None:
    """Why a unit may not step in a setting, and that the fast list says the same."""
    units, here, there, how = SETTINGS[hindrance]
    how = dict(how)
    day = how.pop("day", 21)
    more = how.pop("units", "")
    how.pop("road", None)
    crossed = {word: how.pop(word) for word in ("forded", "squeezed", "shut", "jammed") if word in how}
    side = "Allied" if any(word in units for word in (".V at", ".XXX at")) else "German"
    roadblocks, bridges = how.pop("roadblocks", ()), how.pop("german_bridges", ())
    t = Table(f"D{day} {side} combat", units + more + FAR_WEST, dice=None, **how)
    # What the beginning of an activation would change is laid out afterwards.
    t.g.roadblocks = sum(1 << t.hex(word) for word in roadblocks)
    of_side = t.box.ground.bridge_of_side
    t.g.german_bridges = sum(1 << of_side[t.river(word)] for word in bridges)
    t.g.memo = None
    bits = {word: 1 << t.river(where) for word, where in crossed.items()}
    t.g.jammed |= bits.get("jammed", 0)
    who = entering.going(t.g, t.unit("a"), WAYS[way])._replace(
        forded=bits.get("forded", 0), squeezed=bits.get("squeezed", 0), shut=bits.get("shut", 0)
    )
    found = entering.why_not(t.g, who, t.hex(here), t.hex(there))
    assert (found is None) == bool(entering.ahead(t.g, who, t.hex(here)) >> t.hex(there) & 1)
    return found


HINDRANCES = cells_of("hindrances.csv", 1)


@pytest.mark.rule  # every cell names its row
@pytest.mark.parametrize(("row", "way", "cell"), HINDRANCES, ids=lambda word: "-".join(word) if word != "" else "")
def test_a_hindrance_bars_a_way_of_entering(row, way, cell):
    found = asked(row[0], way)
    assert (found is None) == (cell[0] == "+"), found
    if found is not None:
        assert found.rule == f"EA-{cell[1:]}"


def test_the_tables_have_their_cells():
    assert len(STATES) + len(HINDRANCES) >= 150
    assert {row[0] for row, _, _ in STATES} == set(ACTS)
    assert {row[0] for row, _, _ in HINDRANCES} == set(SETTINGS)
