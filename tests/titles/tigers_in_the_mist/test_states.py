"""What a unit in some state may do, and where it gets in spite of what: `states.csv` and `hindrances.csv`.

Every cell is tried on a position. The cells were written from the rulebook: `+8.21a` is allowed and `-8.25a` forbidden,
by that rule; where a cell is empty the two do not meet. Who finds a cell that the rulebook contradicts corrects it, and
then the program.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from ardennes.kernel import Reason, Side
from ardennes.lab import coverage
from ardennes.titles.tigers_in_the_mist import state as s
from ardennes.titles.tigers_in_the_mist.rules.bridges import BLOWERS, BUILDERS, BridgeBuilding, Demolition
from tests.titles.tigers_in_the_mist.table import Table
from tests.titles.tigers_in_the_mist.test_10_bridges import WORKER

HERE = Path(__file__).parent


def cells_of(name: str, keys: int) -> list[tuple[str, ...]]:
    """The filled cells of a table: what stands at the left, the column, the cell."""
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    return [
        (*row[:keys], column, cell)
        for row in rows
        for column, cell in zip(head[keys:], row[keys:], strict=True)
        if cell
    ]


STATES, HINDRANCES = cells_of("states.csv", 2), cells_of("hindrances.csv", 1)
MARKS = {
    "moved": s.MOVED,
    "attacked": s.ATTACKED,
    "dug in today": s.ENTRENCHED | s.HELD,
    "stood by": s.HELD,
    "worked": s.HELD,
    "entrenched": s.ENTRENCHED,
}
#: Enemies in every zone that a side is supplied from.
CUT_OFF = {
    "German": "; ".join(f"z{zone}: Allied infantry 1 in {zone}" for zone in "ABC"),
    "Allied": "; ".join(f"z{zone}: German foot 1 in {zone}" for zone in "DEFGHIJKLMNP"),
}


def rule_of(reason: Reason | None) -> str:
    return "" if reason is None else reason.rule


def seat(
    kind: str, state: str, at: str, more: str = "", side: str = "German", when: str = "17-2", **how: object
) -> Table:
    """A unit, u, of a kind in a state."""
    enemy = "Allied infantry 1" if side == "German" else "German foot 1"
    units = [f"u: {side} {'motorized' if (side, kind) == ('Allied', 'foot') else kind} 2 in {at}"]
    units += [more] if more else []
    units += [f"d: {enemy} in {at}"] if state == "beside enemies" else []
    units += [CUT_OFF[side]] if state == "out of supply" else []
    t = Table(f"{when} {how.pop('mover', side)}", "; ".join(units), **how)  # type: ignore[arg-type]
    mark(t, state)
    return t


def mark(t: Table, state: str) -> None:
    """What the unit has done today."""
    g, unit = t.g, t.unit("u")
    g.status[unit] |= MARKS.get(state, 0)
    if state == "moved":
        g.spent[unit] = 2
    elif state == "dug in today":
        g.spent[unit] = 4 if g.box.units.type[unit].name == "ENGINEER" else g.allowance(unit)
    elif state == "worked":
        g.spent[unit] = g.allowance(unit)
        g.builders |= 1 << unit
    g._choices = g.memo = None
    g.ready = None


# ---- states and acts -----------------------------------------------------------------------------------------------


def march(kind: str, state: str) -> str:
    return rule_of(seat(kind, state, "Prum").why_move("u", "Pronsfeld"))


def two_areas(kind: str, state: str) -> str:
    return rule_of(seat(kind, state, "Prum").why_move("u", "Lichtenborn"))


def wade(kind: str, state: str) -> str:
    """From Dasburg to Marnach, whose bridge is down; on foot the area is named, whoever has wheels names the wading."""
    t = seat(kind, state, "Dasburg", blown=["51-70"])
    if reason := t.why("unit", "u"):
        return reason.rule
    t.pick("u")
    return _waded(t, kind)


def _waded(t: Table, kind: str) -> str:
    """Where no dry road leads there whoever may wade does so when the area is named."""
    if kind == "armor":
        return rule_of(t.why("wade", "Marnach"))
    by_area, by_choice = t.why("area", "Marnach"), None if kind == "foot" else t.why("wade", "Marnach")
    if kind == "foot" or (by_area is None and by_choice is not None and by_choice.rule == "TM-8.35a"):
        return rule_of(by_area)
    return rule_of(by_choice)


def attack(kind: str, state: str) -> str:
    """Beside enemies that came before; another, who may, keeps the battle open."""
    t = seat(
        kind,
        "fresh" if state == "beside enemies" else state,
        "Prum",
        "d: Allied infantry 1 in Prum; o: German foot 1 in Prum",
    )
    t.end_movement()
    t.do("area", "Prum")
    return rule_of(t.why("unit", "u"))


def dig(kind: str, state: str) -> str:
    return rule_of(seat(kind, state, "Prum").why("entrench", "u"))


def build(kind: str, state: str) -> str:
    more = f"{WORKER.rstrip(';')}; friend: German foot 1 in Marnach"
    t = seat(kind, state, "Dasburg", more, blown=["10-11", "51-70"])
    t.end_movement()
    if state == "beside enemies":
        while t.step != "BridgeBuilding":
            t.do("done")
    if state == "out of supply":
        assert t.step != "BridgeBuilding"  # nobody may
        return rule_of(BUILDERS.why_not(t.g, BridgeBuilding(Side.GERMAN), t.unit("u")))
    return rule_of(t.why("unit", "u"))


def blow(kind: str, state: str) -> str:
    """A German comes over the bridge to Marnach; another unit there, who may try, keeps the question open."""
    t = seat(
        kind,
        state,
        "Marnach",
        "a: German armor 2 in Dasburg; o: Allied engineer 1 in Dasburg",
        "Allied",
        mover="German",
    )
    if state == "beside enemies":
        t.g.began |= 1 << t.place("Marnach")
    t.g.put(t.unit("o"), t.place("Marnach"))
    t.g._choices = t.g.memo = t.g.ready = None
    t.pick("a")
    if "area" not in t.g.choices():
        return "nobody crosses"
    t.do("area", "Marnach")
    step = t.g.stack[-1]
    if not isinstance(step, Demolition):
        return rule_of(BLOWERS.why_not(t.g, Demolition(Side.ALLIED, t.bridge("51-70")), t.unit("u")))
    return rule_of(t.why("unit", "u"))


ACTS: dict[str, Callable[[str, str], str]] = {
    "march": march,
    "march two areas": two_areas,
    "wade at a blown bridge": wade,
    "attack in place": attack,
    "dig in": dig,
    "build a bridge": build,
    "blow a bridge": blow,
}


@pytest.mark.rule  # every cell names its row
@pytest.mark.parametrize(("act", "kind", "state", "cell"), STATES, ids=lambda word: word)
def test_a_state_allows_or_forbids_an_act(act, kind, state, cell):
    assert ACTS[act](kind, state) == ("" if cell[0] == "+" else f"TM-{cell[1:]}")


# ---- hindrances ----------------------------------------------------------------------------------------------------

#: Where the unit stands and where it goes if not from Dasburg over the Our to Marnach, who else is there, what is down.
PLACES = {
    "a zone of exit": ("Liege", "F"),
    "a zone of exit with enemies": ("Liege", "F"),
    "a zone closed to the Germans": ("Habay", "L"),
    "back from a zone of exit": ("F", "Liege"),
    "a German zone for an Ally": ("Schleiden", "A"),
    "out of a zone with Germans for an Ally": ("P", "Luxembourg"),
}
OTHERS = {
    "enemies beyond": "d: Allied infantry 1 in Marnach",
    "enemies here": "d: Allied infantry 1 in Dasburg",
    "enemies here and all around": "; ".join(
        f"d{n}: Allied infantry 1 in {area}"
        for n, area in enumerate(("Dasburg", "Marnach", "Lutzkampen", "Daleiden", "Gemund"))
    ),
    "friends beyond": "f: German foot 1 in Marnach",
    "a full area beyond": "; ".join(f"f{n}: German foot 1 in Marnach" for n in range(4)),
    "an enemy who may blow the bridge": "d: Allied infantry 1 in Marnach",
    "supply ends beyond and it is cut off": CUT_OFF["German"],
    "a zone of exit with enemies": "d: Allied infantry 1 in F",
    "out of a zone with Germans for an Ally": "d: German foot 1 in P",
}


def hindered(hindrance: str, kind: str) -> str:
    start, to = PLACES.get(hindrance, ("Dasburg", "Marnach"))
    side = "Allied" if hindrance.endswith("for an Ally") else "German"
    down = ["51-70"] if hindrance == "the bridge is down" else []
    t = seat(kind, "fresh", start, OTHERS.get(hindrance, ""), side, blown=down)
    if hindrance == "supply ends beyond":
        t.g.supply = type(t.g.supply)(reach & ~(1 << t.place(to)) for reach in t.g.supply)
        t.g._choices = t.g.memo = t.g.ready = None
    if reason := t.why("unit", "u"):
        return reason.rule
    t.pick("u")
    return _waded(t, kind) if down else rule_of(t.why("area", to))


@pytest.mark.rule  # every cell names its row
@pytest.mark.parametrize(("hindrance", "kind", "cell"), HINDRANCES, ids=lambda word: word)
def test_a_hindrance_bars_the_way_or_not(hindrance, kind, cell):
    assert hindered(hindrance, kind) == ("" if cell[0] == "+" else f"TM-{cell[1:]}")


def test_the_tables_name_rules_of_the_ledger():
    known = {row.id for row in coverage.ledger("tigers_in_the_mist")}
    assert {f"TM-{cell[1:]}" for *_, cell in (*STATES, *HINDRANCES)} <= known
    assert {act for act, *_ in STATES} == set(ACTS)
    assert len(STATES) + len(HINDRANCES) >= 150
