"""What a unit in some state may do: a table written from the rulebook; `test_table_of_ways` has the other.

`states_and_acts.csv` crosses what may be the matter with a unit with what it may want to do. Every cell names the rule
that allows or forbids it, and is tried on a position of its own. Who finds a cell that the rulebook contradicts
corrects the row, and then the program.
"""

import pytest

from ardennes.kernel import Side
from ardennes.lab import coverage
from ardennes.titles.bitter_woods.box import AWAY, EXITED, turns
from ardennes.titles.bitter_woods.rules import artillery, bridges, reinforcements
from ardennes.titles.bitter_woods.rules.combat import participants
from ardennes.titles.bitter_woods.rules.combat.results import Aftermath
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.rules.movement import waiting
from ardennes.titles.bitter_woods.rules.movement.phase import Movement
from ardennes.titles.bitter_woods.rules.reserves import Reserves
from ardennes.titles.bitter_woods.state import Duty
from tests.titles.bitter_woods.cells_of_tables import BRIDGE, STATES, WAYS, forget, rule_of
from tests.titles.bitter_woods.table import Table

UNIT = "12SS/26"
AWAY_FROM_ALL = f"{UNIT} at 3420; d: Allied infantry at 3424"
NEXT_TO_D = f"{UNIT} at 3813; d: Allied infantry 5-4-4 at 3814"
BATTALIONS = ("PA/1SSPz", "PA/501", "PA/3-2")
SETS = ("unsupplied", "reserve", "moved", "attacked", "dug", "shocked", "reduced", "fired")


def in_state(t: Table, state: str, act: str, name: str = UNIT) -> None:
    """Put a unit of a table into a state."""
    unit = t.unit(name)
    if state in SETS:
        setattr(t.g, state, getattr(t.g, state) | 1 << unit)
    elif state == "building":
        t.g.builders = (*t.g.builders, (unit, t.bridge("1324/1424")))
    elif state == "engaged":
        enemy = t.unit("d")
        defenders, attackers = ((unit,), (enemy,)) if act.startswith("retreat") else ((enemy,), (unit,))
        side = t.box.units.side(attackers[0])
        t.g.duties = (*t.g.duties, Duty("ENG", side, t.g.place[defenders[0]], attackers, defenders, act == "angriff"))
    forget(t)


def position(state: str, units: str, phase: str = "movement", **more) -> Table:
    return Table(when(state, "German"), units, phase=phase, **{"air": (0, 0)} | more)


def when(state: str, side: str) -> str:
    """15.5 Units are held back on 16AM; 5.3 on 20AM there is no mud."""
    return f"16AM {side}" if state == "held" else f"20AM {side}"


# ---- movement ------------------------------------------------------------------------------------------------


def march(state: str, wanted: str) -> str:
    if state == "conditional":
        return Table("17AM Allied", "1/16 at 2202; a: German infantry at 1010").refused("unit", "1/16")
    t = position(state, NEXT_TO_D if state == "engaged" else NEXT_TO_D.replace("3814", "3424"))
    in_state(t, state, wanted)
    rule = t.refused("unit", UNIT)
    if rule or wanted == "march":
        return rule
    t.do("unit", UNIT)
    step = t.g.stack[-1]
    first = next(number for number in sorted(t.offers("hex")) if not t.refused("via", number))
    spent = step.found(t.g).cost(t.hex(first))
    t.do("via", first)
    rest = t.g.stack[-1].found(t.g)
    assert rest.spent == spent < rest.budget == step.found(t.g).budget
    assert t.offers("hex")
    return t.refused("hex", sorted(t.offers("hex"))[-1])


def dig(state: str, wanted: str) -> str:
    t = position(state, NEXT_TO_D if state == "engaged" else AWAY_FROM_ALL)
    in_state(t, state, wanted)
    return t.refused("improve", UNIT)


def exploit(state: str, wanted: str) -> str:
    t = position(state, (NEXT_TO_D if state == "engaged" else AWAY_FROM_ALL) + "; r: German armor at 4020")
    t.g.reserve |= 1 << t.unit("r")
    t.g.push(Movement(Side.GERMAN, True))
    in_state(t, state, wanted)
    return t.refused("unit", UNIT)


def leave(state: str, wanted: str) -> str:
    """5.5 Over the road that leaves the map by the northern edge, beyond the Meuse."""
    t = position(state, f"{UNIT} at 4601; d: Allied infantry at {'4602' if state == 'engaged' else '3424'}")
    in_state(t, state, wanted)
    rule = t.refused("unit", UNIT)
    if rule:
        return rule
    t.do("unit", UNIT)
    return t.refused("exit", "north")


def wait(state: str, wanted: str) -> str:
    other = "" if state == "held" else "; b: German armor at 3422"
    units = (NEXT_TO_D if state == "engaged" else AWAY_FROM_ALL) + other
    t = Table("16AM German" if state == "held" else "19AM German", units, phase="supply", air=(0, 0))
    in_state(t, state, wanted)
    while t.step == "AirDrops":
        t.do("done")
    if t.step != "Reserves":
        return rule_of(waiting.WAITERS.why_not(t.g, Reserves(Side.GERMAN), t.unit(UNIT)))
    return t.refused("unit", UNIT)


def arrive(state: str, wanted: str) -> str:
    """16 7A/CCR is due on 17PM at 1401; 5.5 28/110 has left over the southern edge."""
    if state in ("just left", "left long ago"):
        t = Table("19AM Allied", "x: Allied infantry at 3814")
        unit = t.box.units.unit("28/110")
        t.g.put(unit, AWAY + 2)
        due = t.g.turn + (state == "just left")
        t.g.due = t.g.due[:unit] + bytes([due]) + t.g.due[unit + 1 :]
        return t.refused("unit", "28/110")
    if state == "left for good":
        t = Table("19AM German", AWAY_FROM_ALL)
        t.g.put(t.unit(UNIT), EXITED)
        return t.refused("unit", UNIT)
    if state == "cancelled":
        box = Table("22PM German").box
        unit = next(unit for unit in box.players[0] if turns.number("22AM") < box.due[unit] < 255)
        t = Table(f"{turns.name(box.due[unit])} German", options=("events_19am",), reserves=True, event19=4)
        return rule_of(reinforcements.DUE.why_not(t.g, None, unit))
    t = Table({"early": "17AM", "late": "18AM"}.get(state, "17PM") + " Allied", reserves=True)
    if state == "exploiting":
        t.g.push(Movement(Side.ALLIED, True))
    rule = t.refused("unit", "7A/CCR")
    if rule:
        return rule
    entries = {*t.grid.numbers(reinforcements.entries(t.g, t.unit("7A/CCR")))}
    assert (entries == {"1401"}) is (state == "due")
    t.do("unit", "7A/CCR")
    return t.refused("hex", max(entries))


# ---- bridges -------------------------------------------------------------------------------------------------


def repair(state: str, wanted: str) -> str:
    t = bridgehead(state)
    in_state(t, state, wanted)
    return t.refused("repair", UNIT)


def bridgehead(state: str) -> Table:
    beside = "d: Allied infantry at 1811" if state == "engaged" else "d: Allied infantry at 3801"
    return position(state, f"{UNIT} at 1912; a: German infantry at 1912; {beside}", blown=[BRIDGE])


def cross(state: str, wanted: str) -> str:
    t = bridgehead(state)
    t.do("repair", "a")
    in_state(t, state, wanted)
    while t.step != "Construction":
        t.do("done")
    t.do("bridge", BRIDGE)
    if t.step != "Crossing":
        if any(unit == t.unit(UNIT) for unit, _ in t.g.builders):
            return "BW-13.3c"
        return rule_of(bridges.ACROSS.why_not(t.g, t.hex("1913"), t.unit(UNIT)))
    return t.refused("unit", UNIT)


def demolish(state: str, wanted: str) -> str:
    others = "d: Allied infantry at 1914; b: German infantry at 1610; c: Allied infantry at 1609"
    t = position(state, f"{UNIT} at 1912; {others}")
    in_state(t, state, wanted)
    return rule_of(bridges.BLASTS.why_not(t.g, Side.GERMAN, t.bridge(BRIDGE)))


# ---- combat --------------------------------------------------------------------------------------------------


def attack(state: str, wanted: str) -> str:
    more = "12SS/12 at 3813; b: German infantry at 3714"
    t = position(state, f"{NEXT_TO_D}; {more}", "combat", options=("angriff",))
    if wanted == "join":  # 9.5 b has to counterattack
        t.g.duties = (Duty("CA", Side.GERMAN, t.hex("3714"), (t.unit("d"),), (t.unit("b"),), True, 2),)
    in_state(t, state, wanted)
    if state == "held":
        return rule_of(participants.ATTACKERS.why_not(t.g, Attack(Side.GERMAN, t.hex("3814"), ()), t.unit(UNIT)))
    t.do("hex", "3814")
    if wanted == "join":
        t.do("unit", "b")
    joins = t.refused("unit", UNIT)
    if wanted != "angriff" or joins:
        return joins
    t.do("unit", UNIT)
    t.do("unit", "12SS/12")
    return t.refused("angriff")


def support(state: str, wanted: str) -> str:
    """10.2 - 10.4 A German gun, for an attack on d or for the defence of a."""
    near = state == "beside the enemy"
    here = "3813" if near else "3711"
    units = f"g: German artillery at {here}; a: German infantry at 3813; d: Allied infantry at 3814"
    t = Table("19AM German" if wanted == "support" else "19AM Allied", units, phase="combat", air=(0, 0))
    in_state(t, state, wanted, "g")
    if wanted == "support":
        t.do("hex", "3814")
        return t.refused("unit", "g")
    attack = Attack(Side.ALLIED, t.hex("3813"), (t.unit("d"),))
    return rule_of(artillery.COVER.why_not(t.g, attack, t.unit("g")))


def retreat(state: str, wanted: str) -> str:
    t = Table(when(state, "Allied"), NEXT_TO_D, phase="combat", air=(0, 0))
    in_state(t, state, wanted)
    return "" if t.retreats(UNIT, int(wanted[-1])) else "BW-9.7o"


def advance(state: str, wanted: str) -> str:
    t = position(state, f"{UNIT} at 3813; d: Allied infantry at 3914", "combat")
    t.may_advance("3814", int(wanted[-1]), UNIT)
    in_state(t, state, wanted)
    return t.why_advance(UNIT, "3814" if wanted[-1] == "1" else "3815")


def stand(state: str, wanted: str) -> str:
    t = Table(
        when(state, "Allied"),
        f"{NEXT_TO_D}; Dietrich at 3811; r: German infantry at 3811",
        phase="combat",
        options=("leaders",),
        air=(0, 0),
    )
    in_state(t, state, "retreat")
    t.g.push(Aftermath(Attack(Side.ALLIED, t.hex("3813"), (t.unit("d"),)), "D1", (t.unit(UNIT),)))
    t.g.settle([])
    return "" if t.step == "Stand" else "BW-24.4c"


def replace(state: str, wanted: str) -> str:
    """36.11, 36.12 Kampfgruppe Peiper is broken down, or its battalions are combined."""
    whole = wanted == "replace"
    here = "3813" if state in ("engaged", "attacked") else "3420"
    units = f"1SS/Peiper at {here}" if whole else "; ".join(f"{name} at {here}" for name in BATTALIONS)
    phase = "combat" if state == "attacked" else "movement"
    t = position(state, f"{units}; d: Allied infantry at 3814", phase, options=("peiper_alternative",))
    in_state(t, state, wanted, "1SS/Peiper" if whole else BATTALIONS[0])
    return t.refused("breakdown" if whole else "combine")


ACTS = {
    "march": march, "march in parts": march, "dig": dig, "exploit": exploit, "exit": leave, "wait": wait,
    "arrive": arrive, "repair": repair, "cross": cross, "demolish": demolish, "attack": attack, "angriff": attack,
    "join": attack, "support": support, "cover": support, "retreat 1": retreat, "retreat 2": retreat,
    "advance 1": advance, "advance 2": advance, "stand": stand, "replace": replace, "replace by the whole": replace,
}  # fmt: skip


@pytest.mark.rule  # every cell names its row
@pytest.mark.parametrize("row", STATES, ids=lambda row: f"{row['state']}-{row['act']}")
def test_a_unit_in_a_state_may_do_what_the_rulebook_says(row):
    rule = ACTS[row["act"]](row["state"], row["act"])
    assert rule == ("" if row["allowed"] == "yes" else row["rule"])


def test_there_are_cells_enough_and_every_one_names_a_rule_of_the_ledger():
    known = {row.id for row in coverage.ledger("bitter_woods")}
    assert len(STATES) + len(WAYS) >= 350
    assert {row["rule"] for row in (*STATES, *WAYS)} <= known
    assert {row["act"] for row in STATES} == {*ACTS}
    for table, keys in ((STATES, ("state", "act")), (WAYS, ("hindrance", "who", "way"))):
        assert len({tuple(row[key] for key in keys) for row in table}) == len(table)
