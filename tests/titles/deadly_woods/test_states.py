"""What a unit in some state may do: every cell of `states.csv` tried on a position of its own.

The cells were written from the rulebook: `+10.1a` is allowed and `-10.2.1d` forbidden, by that rule; where a cell is
empty state and act do not meet. Who finds a cell that the rulebook contradicts corrects it, and then the program.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from ardennes.kernel import Reason
from ardennes.lab import coverage
from ardennes.titles.deadly_woods.rules import supply, support, victory
from ardennes.titles.deadly_woods.rules.advance import ADVANCERS
from ardennes.titles.deadly_woods.rules.assets import Trucks
from ardennes.titles.deadly_woods.rules.combat import STRIKERS
from ardennes.titles.deadly_woods.rules.replacements import Replacements
from tests.titles.deadly_woods.battle import attack_of, shifts, suffer
from tests.titles.deadly_woods.table import ALLIED, GERMAN, Table
from tests.titles.deadly_woods.test_08_supply import NOTHING

with Path(__file__).with_name("states.csv").open(encoding="utf-8", newline="") as file:
    HEAD, *ROWS = csv.reader(file)
CELLS = [(row[0], row[1], state, cell) for row in ROWS for state, cell in zip(HEAD[2:], row[2:], strict=True) if cell]
UNITS = {
    "German armor": "G-2Pz-a",
    "German infantry": "G-18-a",
    "Allied armor": "A-7Arm-A",
    "Allied infantry": "A-28-110",
}
#: Where nobody is in the way, and an enemy far from it, so that a side is never alone on the map.
FAR = {"German": "A-28-109 at 0710", "Allied": "G-26-a at 3909"}
MARKS = ("moved", "attacked", "defended", "holding", "returned")


class Case:
    """A unit of a kind in a state."""

    def __init__(self, kind: str, state: str) -> None:
        self.kind, self.state, self.side = kind, state, kind.split(maxsplit=1)[0]
        self.german, self.foe = self.side == "German", "Allied" if self.side == "German" else "German"

    def seat(self, units: str, round_: str = "move", turn: int = 4, unit: str = "", **more: object) -> Table:
        """A position of the unit, called u where {u} stands; of the one who acts if no side is named."""
        mark = {"reduced": ", reduced", "third": ", third"}.get(self.state, "")
        if self.state == "out":
            mark = ", hungry" if self.german else ""
            units = units if self.german else f"{NOTHING}; {units}"
        if round_ == "move" and self.state == "entering":
            round_, more = "reinforcement", {"activated": ["u"], **more}
        if round_ == "move" and self.state == "idle":
            round_ = "sixth_panzer" if self.german else "patton"
        when = round_ if " " in round_ else f"{self.side} {round_}"
        text = units.replace("{u}", f"u: {unit or UNITS[self.kind]}").replace("{m}", mark)
        t = Table(f"T{turn} {when.strip()}", text, **more)
        if self.state in MARKS:
            setattr(t.g, self.state, getattr(t.g, self.state) | 1 << t.unit("u"))
        if self.state == "motorized":
            t.g.trucks = t.unit("u")
        t.g._choices = t.g.memo = None
        return t


def rule_of(reason: Reason | None) -> str:
    return "" if reason is None else reason.rule


# ---- movement ------------------------------------------------------------------------------------------------


def march(case: Case) -> str:
    return case.seat(f"{{u}} at 1410{{m}}; {FAR[case.side]}").why_move("u", "1310")


def in_parts(case: Case) -> str:
    t = case.seat(f"{{u}} at 1410{{m}}; {FAR[case.side]}")
    if rule := t.refused("unit", "u"):
        return rule
    t.do("unit", "u")
    if rule := t.refused("via", "1310"):
        return rule
    t.do("via", "1310")
    return "" if t.offers("hex") - {"1410"} else "nowhere to go on to"


#: The rule that keeps a unit from the road's rate, by kind and state: a price has no refusal of its own.
NO_RATE = {
    ("German armor", "out"): "DW-8.3h",
    ("German infantry", "out"): "DW-8.3i",
    ("Allied armor", "out"): "DW-8.3b",
    ("Allied infantry", "out"): "DW-8.3e",
}


def by_road(case: Case) -> str:
    """From 1009 a road leads to 1109."""
    t = case.seat(f"{{u}} at 1009{{m}}; {FAR[case.side].replace('0710', '0316')}")
    if t.cost("u", "1109") == "½":
        return ""
    return NO_RATE.get((case.kind, case.state), "DW-10.5d")


def six_hexes(case: Case) -> str:
    t = case.seat(f"{{u}} at 1410{{m}}; {FAR[case.side].replace('0710', '0316')}")
    found = {t.box.grid.distance(t.hex("1410"), t.hex(to)) for to in t.reach("u")}
    short = t.box.numbers.supply.allowance
    return "" if max(found) > short else "DW-8.3h" if case.german else "DW-8.3a"


#: Enemies on both sides of 1410; 1510 is the door, 1610 beyond it.
HELD = {"German": "a: A-28-109 at 1409; b: A-28-112 at 1411", "Allied": "a: G-26-a at 1409; b: G-26-b at 1411"}
KEEPERS = {"German": "G-12-a", "Allied": "A-106-422"}


def withdraw(case: Case) -> str:
    t = case.seat(f"{{u}} at 1410{{m}}; k: {KEEPERS[case.side]} at 1510; {HELD[case.side]}")
    if rule := t.refused("unit", "u"):
        return rule
    t.do("unit", "u")
    assert not t.offers("hex")
    if rule := t.refused("door", "1510"):
        return rule
    t.do("door", "1510")
    t.do("hex", "1610")
    return "" if t.where("u") == "1610" else "it stayed"


def hold_a_door(case: Case) -> str:
    t = case.seat(f"k: {KEEPERS[case.side]} at 1410; {{u}} at 1510{{m}}; {HELD[case.side]}", f"{case.side} move")
    if case.state == "idle":
        t.g.active &= ~(1 << t.unit("u"))
        t.g._choices = t.g.memo = None
    t.do("unit", "k")
    return t.refused("door", "1510")


def one_hex(case: Case) -> str:
    """Another, which is armor, keeps the phase open for all."""
    other = "o: G-Lehr-a at 1008" if case.german else "o: A-9AD-A at 1008"
    enemy = FAR[case.side].replace("0710", "0316")
    if case.state == "out" and not case.german:
        t = case.seat(f"{{u}} at 1410{{m}}; {enemy}", "combat")
        return "" if t.step == "Movement" and not t.refused("unit", "u") else "DW-14.4g"  # nobody may at all
    return case.seat(f"{{u}} at 1410{{m}}; {other}; {enemy}", "combat").why_move("u", "1310")


# ---- combat --------------------------------------------------------------------------------------------------

#: Somebody in 1411 for the other side to fight with, from 1410 and 1511.
FOES = {"German": "d: A-28-112 at 1411", "Allied": "d: G-26-a at 1411"}


#: Another of its side, armor that may, keeps the phase open.
OTHERS = {"German": "o: G-Lehr-a at 1511", "Allied": "o: A-9AD-A at 1511"}


def strike(case: Case, round_: str, **more: object) -> str:
    """Why the unit may not attack 1411, once it is settled who may: what it did before is marked then."""
    late = case.state in MARKS or (case.state == "out" and not case.german)
    early = Case(case.kind, "supplied" if late else case.state)
    t = early.seat(f"{{u}} at 1410{{m}}; {FOES[case.side]}; {OTHERS[case.side]}", round_, **more)
    if case.state == "moved":
        t.g.moved |= 1 << t.unit("u")
        t.g._choices = t.g.memo = None
    while t.step == "Movement":
        t.end()
    if case.state in MARKS:
        setattr(t.g, case.state, getattr(t.g, case.state) | 1 << t.unit("u"))
    elif late:
        for text in NOTHING.split("; "):
            name, number = text.removesuffix(", third").split(" at ")
            t.g.lost[t.unit(name)] = 2
            t.g.put(t.unit(name), t.hex(number))
    t.g._choices = t.g.memo = None
    assert t.step == "AttackPhase"
    if t.refused("hex", "1411"):  # nobody may, for reasons of their own
        return rule_of(STRIKERS.why_not(t.g, (t.g.side_of(t.unit("u")), t.hex("1411")), t.unit("u")))
    t.do("hex", "1411")
    return t.refused("unit", "u")


def attack_in_combat(case: Case) -> str:
    return strike(case, "combat")


def attack_after_moves(case: Case) -> str:
    return strike(case, f"{case.side} move")


def attack_after_army(case: Case) -> str:
    """1410 and 3010 are in the 5th Panzer Army's area, 3009 in the 6th's."""
    if case.state != "idle":
        return strike(case, "fifth_panzer")
    t = case.seat(f"{{u}} at 3010; d: A-28-112 at 3110; o: G-Lehr-a at 3009; {FAR['German']}", "sixth_panzer")
    while t.step == "Movement":
        t.end()
    t.do("hex", "3110")
    return t.refused("unit", "u")


def attack_after_entry(case: Case) -> str:
    return strike(case, "reinforcement", activated=["u", "o"] if case.state == "entering" else ["o"])


def be_attacked(case: Case) -> str:
    attackers = (
        "a: G-26-a at 1410; b: G-26-b at 1410" if not case.german else "a: A-28-112 at 1410; b: A-28-109 at 1410"
    )
    return case.seat(f"{{u}} at 1411{{m}}; {attackers}", f"{case.foe} combat").refused("hex", "1411")


def guns(case: Case) -> str:
    return "G-ART-5Pz-1" if case.german else "A-ART-VIII-1"


def artillery_in_attack(case: Case) -> str:
    units = f"{{u}} at 1410{{m}}; {FOES[case.side]}"
    t = case.seat(units, "combat", assets={guns(case): "box"})
    return rule_of(
        support.ATTACKERS.why_not(
            t.g, support.Call(t.g.side_of(t.unit("u")), attack_of(t, "1411", "u")), t.asset(guns(case))
        )
    )


def artillery_in_defence(case: Case) -> str:
    units = f"{{u}} at 1411{{m}}; a: {'A-99-393' if case.german else 'G-26-a'} at 1410"
    t = case.seat(units, f"{case.foe} combat", assets={guns(case): "box"})
    return rule_of(
        support.DEFENDERS.why_not(
            t.g, support.Call(t.g.side_of(t.unit("u")), attack_of(t, "1411", "a")), t.asset(guns(case))
        )
    )


def _shifts(case: Case) -> dict[str, int]:
    """What shifts in an attack by infantry on the unit in a clear hex."""
    units = f"{{u}} at 1411{{m}}; a: {'A-28-112' if case.german else 'G-26-a'} at 1410"
    return shifts(case.seat(units, f"{case.foe} combat"), "1411", "a")


def armor_column(case: Case) -> str:
    if "DW-11.3.2p" in _shifts(case):
        return ""
    if case.state != "out" or "armor" not in case.kind:
        return "DW-11.3.2p"
    return "DW-8.3c1" if case.german else "DW-8.3c2"


def attackers_column(case: Case) -> str:
    return "" if "DW-11.3.2s" in _shifts(case) else "DW-11.3.2s"


def retreat(case: Case) -> str:
    attackers = (
        "a: G-26-a at 1511; b: G-26-b at 1511" if not case.german else "a: A-28-112 at 1311; b: A-28-109 at 1311"
    )
    t = case.seat(f"{{u}} at 1411{{m}}; {attackers}", f"{case.foe} combat")
    suffer(t, "1411", "a", "b", result="DR")
    if t.step != "Retreat":
        return "it stayed"
    t.do("hex", next(iter(sorted(t.offers("hex")))))
    return "" if t.box.grid.distance(t.hex("1411"), t.g.place[t.unit("u")]) >= 2 else "it stayed"


def advance(case: Case) -> str:
    t = case.seat(f"{{u}} at 1410{{m}}; {FAR[case.side]}", "combat")
    return rule_of(ADVANCERS.why_not(t.g, attack_of(t, "1411", "u"), t.unit("u")))


def zone(case: Case) -> str:
    t = case.seat(f"{{u}} at 1410{{m}}; {FAR[case.side]}", f"{case.side} move")
    return "" if "1411" in t.zone(GERMAN if case.german else ALLIED) else "DW-2.3.1.1d"


def cancel_zone(case: Case) -> str:
    enemy = "x: A-28-112 at 1411" if case.german else "x: G-26-b at 1411"
    t = case.seat(f"{{u}} at 1410{{m}}; {enemy}", f"{case.side} move")
    side = GERMAN if case.german else ALLIED
    without = Table(f"T4 {case.side} move", f"{enemy}; {FAR[case.side]}")
    assert not supply.clear(without.g, side) >> without.hex("1410") & 1
    return "" if supply.clear(t.g, side) >> t.hex("1410") & 1 else "DW-7.3f"


# ---- between rounds --------------------------------------------------------------------------------------------


def step_back(case: Case) -> str:
    """Whoever is out of supply is reduced too; a German traces now, whatever his marker says."""
    place = "3909" if case.german else "1410"
    reduced = ", reduced" if case.state in ("out", "returned") else ""
    t = case.seat(f"{{u}} at {place}{{m}}{reduced}; {'A-28-109 at 0710' if case.german else 'G-26-b at 4209'}")
    t.g.push(Replacements(GERMAN if case.german else ALLIED, 1, 1))
    t.g._choices = t.g.memo = None
    rule = t.refused("unit", "u")
    if not rule:
        t.do("unit", "u")
        assert not t.has("u", "hungry")
    return rule


def be_motorized(case: Case) -> str:
    t = case.seat(
        f"{{u}} at {'3909' if case.german else '1009'}{{m}}; x: G-26-b at 4209; y: A-28-109 at 0710", "German move"
    )
    t.g.push(Trucks(GERMAN))
    t.g._choices = t.g.memo = None
    return t.refused("unit", "u")


def leave_with_the_ss(case: Case) -> str:
    t = case.seat("{u} at 3808{m}; G-1SS-b at 3809; G-12SS-a at 3908; G-12SS-b at 3907; G-FB at 3909; A-28-109 at 0710",
                  turn=11, unit="G-1SS-Peiper")  # fmt: skip
    victory.withdraw(t.g)
    return "" if t.where("u") == "out" else "DW-12.10e"


def beyond_the_meuse(case: Case) -> str:
    t = case.seat("{u} at 0607{m}; A-28-109 at 0122")
    return "" if victory.steps_over_meuse(t.g) == t.g.steps_left(t.unit("u")) else "DW-3.4c"


def surrender(case: Case) -> str:
    t = case.seat("{u} at 1410{m}; G-26-a at 3909", turn=2, unit="A-106-422")
    victory.check(t.g)
    return "" if not t.g.on_map(t.unit("u")) else "DW-8.3j"


ACTS: dict[str, Callable[[Case], str]] = {
    "march": march,
    "march in parts": in_parts,
    "half a point by road": by_road,
    "six hexes on foot or wheels": six_hexes,
    "withdraw through a door": withdraw,
    "hold a door": hold_a_door,
    "go one hex before combat": one_hex,
    "attack in a Combat round": attack_in_combat,
    "attack after a Move round": attack_after_moves,
    "attack after its army's movement": attack_after_army,
    "attack after entering": attack_after_entry,
    "be attacked": be_attacked,
    "have artillery in its attack": artillery_in_attack,
    "have artillery in its defence": artillery_in_defence,
    "shift a column as armor in defence": armor_column,
    "give its attacker a column": attackers_column,
    "retreat": retreat,
    "advance": advance,
    "exert a zone of control": zone,
    "cancel an enemy zone for supply": cancel_zone,
    "get a step back": step_back,
    "be motorized": be_motorized,
    "leave with the SS": leave_with_the_ss,
    "count beyond the Meuse": beyond_the_meuse,
    "surrender after turn 2": surrender,
}


@pytest.mark.rule  # every cell names its row
@pytest.mark.parametrize(("act", "kind", "state", "cell"), CELLS, ids=lambda word: word)
def test_a_state_allows_or_forbids_an_act(act, kind, state, cell):
    found = ACTS[act](Case(kind, state))
    assert found == ("" if cell[0] == "+" else f"DW-{cell[1:]}")


def test_the_table_is_whole_and_names_rules_of_the_ledger():
    assert len(CELLS) >= 150
    assert {act for act, *_ in CELLS} == set(ACTS)
    assert {f"DW-{cell[1:]}" for *_, cell in CELLS} <= {row.id for row in coverage.ledger("deadly_woods")}
