"""Positions from which what whole evenings seldom or never meet is a few answers away, by title.

Each is written as for a rule test. What it leads to stands beside it; the way there is found by `Sought`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ardennes.kernel import Side, State
from ardennes.titles.enemy_action_ardennes.box.cards import Event
from tests.titles.bitter_woods import table as bw
from tests.titles.deadly_woods import table as dw
from tests.titles.enemy_action_ardennes import table as ea
from tests.titles.tigers_in_the_mist import table as tm

AIR = {"air": (0, 0)}
ALLIED, GERMAN = Side.ALLIED, Side.GERMAN


def after(table: Any, *answers: tuple[Any, ...]) -> State:
    """The position after some answers of a written one; (verb, target, dice), or ("move", unit, to)."""
    for answer in answers:
        if answer[0] == "move":
            table.move(*answer[1:])
        else:
            table.do(*answer)
    state: State = table.g
    return state


# ---- Tigers in the Mist --------------------------------------------------------------------------------------


def bridges_down() -> State:
    """An engineer between two blown bridges, with friends across both."""
    units = "e: German engineer 1 in Beaufort; f: German foot 1 in Nusbaum; g: German foot 1 in Wallendorf"
    t = tm.Table("17-1 German", units, blown=["Nusbaum-Beaufort", "Beaufort-Wallendorf"])
    t.end_movement()
    return t.g


# ---- Bitter Woods --------------------------------------------------------------------------------------------

NOBODY_NEAR = "a: German 6PA infantry at 0612; d: Allied infantry at 3001"
FIGHT = "t: German armor 9-5-4 at 3813; i: German armored infantry 6-5-4 at 3813; d: Allied infantry 5-4-4 at 3814"
TIRED = "a: German armor 9-5-4 at 3813; b: German armored infantry 6-5-4 at 3813; d: Allied infantry 5-4-4 at 3814"


def event_18am() -> State:
    """The last decision before the random event of 18AM."""
    return bw.Table("18AM German", NOBODY_NEAR, phase="interdiction", options=("random_events",), air=(0, 1)).g


def planned(units: str, date: str, option: str, *names: str) -> bw.Table:
    t = bw.Table(date, units, phase="combat", options=(option,), **AIR)
    t.plan("3814", *names)
    return t


def dumps_found(*answers: tuple[Any, ...]) -> State:
    units = "a: 1SS/1 at 1711; d: Allied infantry at 1809; e: Allied infantry at 3001"
    t = bw.Table("18AM German", units, options=("fuel_dumps",), **AIR)
    t.g.dumps = [(), (t.hex("1809"), t.hex("2719"))]
    return after(t, *answers)


def paratroopers() -> State:
    units = "d: Allied infantry at 1511; a: German infantry at 0133"
    t = bw.Table("18AM Allied", units, options=("random_events",), event18=1, **AIR)
    t.g.companies = (t.hex("1610"),)
    t.g.memo = t.g._choices = None
    return after(t, ("unit", "d"))


def interdicted() -> State:
    t = bw.Table("20AM German", "a: German armor 9-5-4 at 2012", options=("interdiction_challenge",))
    t.g.interdicted = 1 << t.hex("2113")
    t.g.memo = t.g._choices = None
    return after(t, ("unit", "a"))


def peiper_strikes() -> State:
    units = (
        "p: 1SS/Peiper at 1110, reserve; q: 1SS/1 at 1210, moved; g: German 6PA artillery at 1110;"
        "d: Allied infantry 5-4-4 at 1311, reduced"
    )
    t = bw.Table("17AM German", units, phase="exploitation", options=("peiper_and_skorzeny",), air=(2, 0))
    return after(t, ("move", "p", "1211"))


def peiper_sneaks() -> State:
    units = "p: 1SS/Peiper at 1110, reserve; b: Allied infantry at 1310; c: Allied infantry at 1509"
    t = bw.Table("17AM German", units, phase="exploitation", options=("peiper_and_skorzeny",), **AIR)
    return after(t, ("unit", "p"))


def cut_off() -> State:
    """An Allied unit cut off before its own supply phase."""
    units = "d: 106/422 at 3814; a: German infantry at 3714; b: German infantry at 3915"
    return bw.Table("18AM German", units, phase="movement", options=("surrender",), **AIR).g


def engineers() -> State:
    units = (
        "a: German infantry at 1530; d: Allied infantry at 1630; b: German infantry at 1609; e: Allied infantry at 1610"
    )
    return bw.Table("18AM Allied", units, phase="demolition", options=("events_17am",), event17=8, **AIR).g


def commandos() -> State:
    units = "a: German 6PA infantry at 1609; d: Allied infantry at 1610"
    return bw.Table("18AM German", units, phase="construction", options=("random_events",), event18=3, **AIR).g


def panzer_scare() -> State:
    t = bw.Table("17AM German", "a: 12SS/12 at 3813; d: 2/9 at 3814", phase="combat", options=("panzer_scare",))
    t.plan("3814", "a")
    return t.g


def two_bridges_down() -> State:
    """A unit at a hex with two blown bridges begins to rebuild one."""
    t = bw.Table("20AM German", "a: German infantry at 1610", blown=["1610/1710", "1610/1711"], **AIR)
    return after(t, ("repair", "a"))


def bombs_to_fall() -> State:
    """The event of 19AM sends bombers where two units stand."""
    units = "a: German 6PA infantry at 0612; d: 1/26 at 1610; e: 30/117 at 1610"
    return bw.Table("19AM German", units, phase="turn", options=("events_17am", "events_19am"), dice=[9]).g


def eve_of(date: str) -> State:
    """A player turn before the German one that begins with a random event."""
    return bw.Table(f"{date} Allied", NOBODY_NEAR, options=("events_17am", "events_19am"), **AIR).g


# ---- The Deadly Woods ----------------------------------------------------------------------------------------


def reaction() -> State:
    units = "a: A-7Arm-A at 1410; b: A-7Arm-B at 1311; c: A-7Arm-R at 1312; i: A-28-110 at 1109; g: G-26-a at 1411"
    return after(dw.Table("T1 Allied second_reaction", units), ("move", "i", "1110"))


def ss_withdrawal() -> State:
    units = "a: G-1SS-Peiper at 3808; b: G-1SS-b at 3809; c: G-FB at 3909, reduced"
    return dw.Table("T11 assets", units, columns={"vp": 3}).g


def pinned() -> State:
    units = "u: A-28-110 at 1410; k: A-28-109 at 1510; a: G-26-a at 1409; b: G-26-b at 1411; c: G-18-a at 1312"
    return after(dw.Table("T4 Allied move", units), ("unit", "u"))


def airborne() -> State:
    units = "a: G-2Pz-a at 1713; b: G-2Pz-b at 1713; c: G-26-a at 1714; f: G-26-b at 1714; d: A-101-501 at 1613"
    return after(dw.Table("T4 German combat", units), ("hex", "1613"))


def river_behind() -> State:
    units = "a: G-2Pz-a at 1416; b: G-2Pz-b at 1416; c: G-26-a at 1417; f: G-26-b at 1417; d: A-28-110 at 1316"
    return after(dw.Table("T4 German combat", f"{units}; e: A-28-109 at 1213", blown=[]), ("hex", "1316"))


# ---- Enemy Action --------------------------------------------------------------------------------------------


def greif() -> State:
    t = ea.Table("D18 German activate", "a: 1.1SS.ISS at 0710", hands={ALLIED: [11], GERMAN: [56, 53]})
    if t.step == "Roadblocks":
        t.do("decline")
    return after(t, ("move", "a", "0812"))


def overfull() -> State:
    units = "x: 18.LXVI at 1208; y: 2.2P.XLVII at 1208; z: 243.XLVII at 1208, reduced"
    return ea.Table("D21 German activate", units).g


def isolated() -> State:
    """The end of a day before the supply check that finds a unit isolated."""
    units = "a: 422.106.XVIII at 1212, isolated; g: 2.2P.XLVII at 1012; h: 304.2P.XLVII at 1311; i: 244.LXVI at 1314"
    return ea.Table("D19 German command", units, german=["1311"]).g


def hesitant() -> State:
    """Before the 82nd and the 101st come, the German holds the card by which one of them comes later."""
    panzers = "a: German armor at 1108; d: Allied infantry at 1814"
    written = ea.Table("D17 German command", panzers, waiting=True)
    [card] = [
        card.number
        for card in written.box.cards
        if any(line.event is Event.EISENHOWER_HESITATES for line in card.special)
    ]
    return ea.Table("D17 German command", panzers, waiting=True, hands={GERMAN: [card, 53]}, german=["1108"]).g


def bridge_ahead_goes() -> State:
    """A unit is brought up over a bridge that the Allied engineers may blow."""
    units = "a: German armor at 1013; r: German armor at 0810; d: Allied infantry at 0913"
    t = ea.Table("D18 German combat", units, hands={GERMAN: [57], ALLIED: [11]}, activated=["a"])
    if t.step == "Roadblocks":
        t.do("decline")
    after(t, ("hex", "0913"), ("unit", "a"), ("done",), ("card", 57), ("unit", "r"))
    if t.step == "Reinforce":
        t.do("hex", "0812")
    return t.g


def late_cards() -> State:
    """Cards of the last days, and those that come with the reserve of the high command, are in the hands."""
    hands = {GERMAN: [66, 67, 68, 69, 70, 71], ALLIED: [*range(28, 35)]}
    return ea.Table(
        "D25 German command", "a: German armor at 1108; d: Allied infantry at 1814", hands=hands, german=["1108"]
    ).g


RARE: dict[str, list[tuple[tuple[str, ...], Callable[[], State]]]] = {
    "tigers_in_the_mist": [(("BridgeBuilding", "ChooseSite", "ConstructionRoll"), bridges_down)],
    "bitter_woods": [
        (("DropZone", "Drop", "Deception", "AircraftRoll", "EventRoll", "card"), event_18am),
        (("card",), lambda: eve_of("16PM")),
        (("card",), lambda: eve_of("18PM")),
        (("AngriffAdvance",), lambda: after(planned(FIGHT, "20AM German", "angriff", "t", "i"), ("angriff",))),
        (("Attrition",), lambda: planned(TIRED, "21AM German", "attrition", "a", "b").g),
        (("Burn", "Burning"), lambda: dumps_found(("move", "a", "1810"))),
        (("Encounter",), paratroopers),
        (("Challenge",), interdicted),
        (("Lunge",), peiper_strikes),
        (("Sneak",), peiper_sneaks),
        (("Surrender",), cut_off),
        (("Engineers",), engineers),
        (("Commandos",), commandos),
        (("NerveRoll",), panzer_scare),
        (("ChooseSite",), two_bridges_down),
        (("Bombed",), bombs_to_fall),
    ],
    "deadly_woods": [
        (("PickArmor",), reaction),
        (("SSWithdrawal",), ss_withdrawal),
        (("EmergencyWithdrawal",), pinned),
        (("Stand",), airborne),
        (("BlowBehind", "BlowRoll"), river_behind),
    ],
    "enemy_action_ardennes": [
        (("Greif",), greif),
        (("Overstack",), overfull),
        (("Surrender",), isolated),
        (("card",), late_cards),
        (("Hesitation",), hesitant),
        (("Detour",), bridge_ahead_goes),
    ],
}
