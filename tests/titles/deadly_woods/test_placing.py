"""What hinders being put on the map, or the end of a withdrawal: every cell of `placing.csv` tried on a position.

The cells were written from the rulebook: `+14.8i` is allowed and `-14.8i` forbidden, by that rule; where a cell is
empty the two do not meet. `entering.csv` is about stepping from hex to hex.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from ardennes.lab import coverage
from ardennes.titles.deadly_woods.rules import assets, heydte
from ardennes.titles.deadly_woods.rules.reinforcements import Entry
from ardennes.titles.deadly_woods.rules.replacements import Return
from ardennes.titles.deadly_woods.state import BOX as IN_BOX
from tests.titles.deadly_woods.table import ALLIED, GERMAN, Table
from tests.titles.deadly_woods.test_08_supply import NO_GERMAN_SUPPLY
from tests.titles.deadly_woods.test_13_replacements import RING

with Path(__file__).with_name("placing.csv").open(encoding="utf-8", newline="") as file:
    HEAD, *ROWS = csv.reader(file)
CELLS = [(row[0], way, cell) for row in ROWS for way, cell in zip(HEAD[1:], row[1:], strict=True) if cell]

#: Where each is put when nothing hinders: a town that is an entry hex, Bastogne, a clear hex beyond a door, a clear hex
#: in the 6th Panzer Army's area, one far from everybody.
PLACES = {
    "arrive": "3101",
    "return": "2418",
    "withdraw": "1610",
    "Delay": "2418",
    "Engineers": "2418",
    "jump": "3207",
    "Greif": "3207",
    "Traffic": "2418",
    "Air Supply": "2418",
}
#: A place that is no town, one that is a village, one without a road, one of another area.
OTHER_PLACES = {
    "neither town nor village": {"jump": "3207", "Greif": "3207"},
    "a village": {"jump": "3107", "Greif": "3306", "Air Supply": "2309"},
    "no road": {"Greif": "3206"},
    "another area": {"arrive": "0830", "return": "2418", "jump": "2319", "Greif": "2319"},
}
MOVER = {"arrive": "A-1-16", "return": "A-28-112", "withdraw": "A-28-110"}
#: The enemies of whoever is put down, and his friends of the same formation, of another corps, and in number.
GERMANS = {"inf": "G-26-a", "lone": "G-2Pz-a", "friend": "G-12-a", "more": ("G-12-a", "G-12-b", "G-301")}
ALLIES = {"inf": "A-28-109", "lone": "A-DELAY", "friend": "", "more": ()}


def place_of(way: str, hindrance: str) -> str:
    plain = {"neither town nor village": "2318", "a village": "2317", "no road": "2319"}
    return OTHER_PLACES.get(hindrance, {}).get(way) or plain.get(hindrance, PLACES[way])


def beside(t: Table, way: str) -> str:
    """A hex next to the place, away from the door of a withdrawal."""
    return {"arrive": "3102", "withdraw": "1711", "jump": "3208", "Greif": "3208"}.get(way, "2518")


FOUR = ("A-106-422", "A-106-423", "A-106-424", "A-4-12")


def hinder(t: Table, way: str, hindrance: str) -> None:
    """Lay out what is in the way."""
    g, cell = t.g, t.hex(place_of(way, hindrance))
    german = way in ("jump", "Greif")
    enemies = ALLIES if german else GERMANS
    if hindrance == "an enemy in it":
        if way == "withdraw":  # without a zone, which would hold the door too
            put(t, enemies["lone"], cell, 2)
        else:
            put(t, enemies["inf"], cell)
        if not german:
            g.german |= 1 << cell & t.box.controllable
    elif hindrance == "an enemy beside it":
        put(t, enemies["inf"], t.hex(beside(t, way)))
    elif hindrance == "an enemy without a zone beside it":
        put(t, enemies["lone"], t.hex(beside(t, way)), 0 if german else 2)
    elif hindrance == "a friend of its corps":
        put(t, "G-12-a" if german else "A-99-393" if way == "arrive" else "A-106-422", cell)
    elif hindrance == "a friend of another corps":
        put(t, "A-106-422" if way == "arrive" else "A-99-393", cell)
    elif hindrance == "Engineers of another corps":
        g.asset[t.asset("A-ENG-VIII-1" if way == "arrive" else "A-ENG-V-1")] = cell
    elif hindrance == "no room":
        for name in (
            ("G-26-b", "G-18-a", "G-301") if german else ("A-99-393", "A-99-394", "A-2-9") if way == "arrive" else FOUR
        ):
            put(t, name, cell)
    elif hindrance == "the Delay asset":
        put(t, "A-DELAY", cell)
    elif hindrance == "held by the Germans":
        g.german |= 1 << cell & t.box.controllable
    elif hindrance == "no line of supply":
        for text in (NO_GERMAN_SUPPLY if way in ("withdraw", "jump", "Greif") else RING).split("; "):
            name, number = text.removesuffix(", third").split(" at ")
            put(t, name, t.hex(number), 2 if name.startswith("G-") else 0)
    g._choices = g.memo = None


def put(t: Table, name: str, cell: int, lost: int = 0) -> None:
    t.g.lost[t.unit(name)] = lost
    t.g.put(t.unit(name), cell)


def refused(way: str, hindrance: str) -> str:
    """The rule by which somebody or something may not be put there; empty if it may."""
    where = place_of(way, hindrance)
    if way == "withdraw":
        return withdrawn(hindrance, where)
    mover = "A-11Arm-A" if (way, hindrance) == ("return", "another area") else MOVER.get(way, "")
    near = "A-106-423 at 2515" if hindrance == "another area" else "A-28-110 at 2415"  # four and three from Bastogne
    t = Table(
        "T4 Allied move" if way != "Greif" else "T2 Allied move",
        f"{near}; G-26-b at 3909; A-84-333 at 0710",
        assets={"A-ENG-V-1": "out"},
    )
    hinder(t, way, hindrance)
    engineers, greif, traffic = (t.asset(name) for name in ("A-ENG-VIII-2", "G-GREIF", "A-TRAFFIC"))
    t.g.asset[engineers] = IN_BOX
    if way == "Delay":
        t.g.place[t.box.delay] = IN_BOX
    t.g.push(
        {
            "arrive": Entry(ALLIED, (t.unit("A-1-16"),)),
            "return": Return(ALLIED, t.unit(mover or "A-28-112")),
            "Delay": assets.Delay(ALLIED),
            "Engineers": assets.EngineerSite(ALLIED, engineers),
            "jump": heydte.Heydte(GERMAN),
            "Greif": assets.Marker(GERMAN, greif),
            "Traffic": assets.Marker(ALLIED, traffic),
            "Air Supply": assets.AirDrop(ALLIED),
        }[way]
    )
    t.g._choices = t.g.memo = None
    return t.refused("hex", where)


def withdrawn(hindrance: str, where: str) -> str:
    """From 1410 through 1510; where lines are cut it is a German, whose door is in supply by the last check."""
    cut = hindrance == "no line of supply"
    units = (
        f"u: G-18-a at 1410; k: G-12-a at 1510; a: A-28-109 at 1409; b: A-28-112 at 1411; {NO_GERMAN_SUPPLY}"
        if cut
        else "u: A-28-110 at 1410; k: A-28-112 at 1510; a: G-12-a at 1409; b: G-12-b at 1411"
    )
    t = Table(f"T4 {'German' if cut else 'Allied'} move", units)
    if not cut:
        hinder(t, "withdraw", hindrance)
    t.do("unit", "u")
    if rule := t.refused("door", "1510"):
        return rule  # no hex beyond will do
    t.do("door", "1510")
    return t.refused("hex", where)


@pytest.mark.rule  # every cell names its row
@pytest.mark.parametrize(("hindrance", "way", "cell"), CELLS, ids=lambda word: word)
def test_a_place_takes_or_does_not_take_what_is_put_there(hindrance, way, cell):
    assert refused(way, hindrance) == ("" if cell[0] == "+" else f"DW-{cell[1:]}")


def test_the_cells_name_rules_of_the_ledger():
    assert {f"DW-{cell[1:]}" for *_, cell in CELLS} <= {row.id for row in coverage.ledger("deadly_woods")}
    assert set(HEAD[1:]) == set(PLACES)
