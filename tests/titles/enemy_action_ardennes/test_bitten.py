"""Positions in which rungs bite that hardly any game needs; `tests.titles.test_bitten` leaves each out there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from ardennes.kernel import Choice, Side
from ardennes.titles.enemy_action_ardennes.box.cards import Event
from ardennes.titles.enemy_action_ardennes.rules.advances import Advance, AdvanceOn
from ardennes.titles.enemy_action_ardennes.rules.combat import Combat
from ardennes.titles.enemy_action_ardennes.rules.command_events import Drop, Interdiction, RaiseTheAlarm, Resupply
from ardennes.titles.enemy_action_ardennes.rules.commands import PlayCard
from ardennes.titles.enemy_action_ardennes.rules.engineers import BridgeWork, SupplyEngineers
from ardennes.titles.enemy_action_ardennes.rules.joining import Coordinate, Reinforce
from ardennes.titles.enemy_action_ardennes.rules.losses import MeetHits
from ardennes.titles.enemy_action_ardennes.rules.movement import Movement, Moving
from ardennes.titles.enemy_action_ardennes.rules.reactions import Demolition, Greif, LayRoadblocks, Roadblocks
from ardennes.titles.enemy_action_ardennes.rules.retreats import RetreatTo
from ardennes.titles.enemy_action_ardennes.state import VDH_BOX
from tests.titles.enemy_action_ardennes.combats import PLAIN, proposed, table, won
from tests.titles.enemy_action_ardennes.table import ALLIED, GERMAN, Table


def surrounded() -> Table:
    ring = ("0225", "0226", "0325", "0327", "0425", "0426")
    enemies = "; ".join(f"d{n}: Allied infantry at {cell}" for n, cell in enumerate(ring))
    return Table("D21 German activate", f"a: 62.LXVI at 0326; b: 18.LXVI at 1328; {enemies}")


def stopped() -> Table:
    t = Table("D21 German activate", "a: 62.LXVI at 0326; d: Allied infantry at 0325; w: 3.2P.XLVII at 1229")
    t.do("unit", "a")
    t.g.replace(Moving(GERMAN, t.unit("a"), 1, 0))
    return t


def crowded() -> Table:
    """Five steps have advanced: there is room for one more, and not for two."""
    units = "a: 1.1SS.ISS at 0325; b: 2.1SS.ISS at 0325, reduced; c: Peiper.1SS.ISS at 0325; e: 12.12SS.ISS at 0226"
    t = won(table(f"{units}; d: Allied infantry at 0326"), "0326", "abce", gone="d")
    for name in "ac":
        t.do("unit", name)
        if t.step == "AdvanceOn":
            t.do("stop")
    return t


def at_a_roadblock() -> Table:
    t = won(table(PLAIN, roadblocks=["0426"]), "0326", "a", gone="d")
    t.g.push(AdvanceOn(GERMAN, t.unit("a")))
    return t


def advancing(when: str, who: str, where: str, target: str, on: bool = False) -> Callable[[], Table]:
    """A unit has won a combat; `on` if it has advanced and may go on."""

    def asked() -> Table:
        enemy = "German" if "Allied" in when else "Allied"
        t = table(f"a: {who} at {where}; d: {enemy} infantry at {target}", when)
        attack = proposed(t, target, "a")
        t.g.eliminate(t.unit("d"), "EA-9.6")
        t.g.push(Combat(attack, 9))
        t.g.push(Advance(attack.side, True))
        return gone_on(t) if on else t

    return asked


def gone_on(t: Table) -> Table:
    """The attacker has advanced, and may go on."""
    below = t.g.stack[-1]
    t.g.put(t.unit("a"), below.focus(t.g))
    t.g.push(AdvanceOn(below.side, t.unit("a")))
    return t


def over_the_boundary(where: str, target: str, on: bool = False) -> Callable[[], Table]:
    """A unit of 6th Panzer Army on Dec 18."""
    return advancing("D18 German combat", "1.1SS.ISS", where, target, on)


def leashed(where: str, target: str, on: bool = False) -> Callable[[], Table]:
    """Armor of XXX Corps behind the Meuse."""
    return advancing("D21 Allied combat", "5.GA.XXX", where, target, on)


BRIDGE = "0712/0812"


def bridge_used() -> Table:
    """One of two attackers has gone over the bridge into enemy control."""
    units = "a: 1.1SS.ISS at 0812; b: 2.1SS.ISS at 0812; d: Allied infantry at 0712; e: Allied infantry at 0612"
    t = won(table(units, german_bridges=[BRIDGE]), "0712", "ab", gone="d")
    t.g.replace(replace(t.g.stack[-1], used=(t.river(BRIDGE),)))
    return t


def bridge_used_ahead() -> Table:
    units = "a: 1.1SS.ISS at 0913; d: Allied infantry at 0812; e: Allied infantry at 0612"
    t = won(table(units, german_bridges=[BRIDGE]), "0812", "a", gone="d")
    t.g.replace(replace(t.g.stack[-1], used=(t.river(BRIDGE),)))
    return gone_on(t)


def one_fell() -> Table:
    units = "a: 1.1SS.ISS at 0325; b: 2.1SS.ISS at 0325; d: Allied infantry at 0326"
    return won(table(units), "0326", "ab", gone="db")


def one_went() -> Table:
    t = crowded()
    assert t.step == "Advance"
    return t


def attacking(card: int, side: Side = GERMAN, units: str = PLAIN, day: int = 21, **how: bool) -> Callable[[], Table]:
    """An attack in which a card is held, or a tactic is free."""

    def tactics() -> Table:
        whole = units if side is GERMAN else "a: Allied infantry at 0325; d: German infantry at 0326"
        hands = {side: [card], side.enemy: []}
        t = table(whole, f"D{day} {side.name} combat", hands=hands, activation=how)
        while t.step in ("Roadblocks", "Demolition"):
            t.do("decline")
        t.do("hex", "0326")
        t.do("unit", "a")
        t.do("done")
        assert t.step == "AttackerTactics"
        return t

    return tactics


def naming(card: int, side: Side) -> Callable[[], Table]:
    """A wild card has been picked."""

    def named() -> Table:
        t = attacking(card, side)()
        t.do("card", card)
        assert t.step == "NameTactic"
        return t

    return named


def defending(card: int) -> Callable[[], Table]:
    """The Germans are attacked and hold a card."""

    def asked() -> Table:
        t = table("a: Allied infantry at 0325; d: German infantry at 0326", "D21 Allied combat", hands={GERMAN: [card]})
        t.do("hex", "0326")
        t.do("unit", "a")
        t.do("done")
        while t.step == "AttackerTactics":
            t.do("done")
        assert t.step == "DefenderTactics"
        return t

    return asked


def naming_in_defence() -> Table:
    t = defending(37)()
    t.do("card", 37)
    return t


def pushed(step: Choice, units: str = PLAIN, when: str = "D21 German combat", **more: Any) -> Callable[[], Table]:
    """A decision somebody is asked at once."""

    def asked() -> Table:
        t = table(units, when, **more)
        t.g.push(step)
        return t

    return asked


def in_combat(step: Choice, units: str, **columns: str) -> Callable[[], Table]:
    """The same while `x` attacks 0326; in columns are the units named."""

    def asked() -> Table:
        t = table(f"x: 1.1SS.ISS at 0225; d: Allied infantry at 0326; {units}", activated=["x"])
        t.g.push(Combat(proposed(t, "0326", "x"), 1))
        for column, names in columns.items():
            setattr(t.g, column, getattr(t.g, column) | sum(1 << t.unit(name) for name in names))
        t.g.push(step)
        return t

    return asked


def coming(units: str, attacking: bool = True, name: str = "", **columns: str) -> Callable[[], Table]:
    """Reinforce Battle: who comes, or from where the unit takes part; in defence the Allies are asked."""

    def asked() -> Table:
        t = in_combat(Movement(GERMAN), units, **columns)()
        side = GERMAN if attacking else ALLIED
        t.g.replace(Reinforce(side, attacking, t.unit(name) if name else -1))
        return t

    return asked


def directed() -> Table:
    t = pushed(LayRoadblocks(ALLIED, 2), "a: 2.2P.XLVII at 1015; b: 3.2P.XLVII at 1016", "D18 German combat")()
    t.g.special |= 1 << Event.MANTEUFFEL_DIRECTS_TRAFFIC
    return t


def alarmed(marks: str = "", moved: str = "") -> Callable[[], Table]:
    def asked() -> Table:
        units = f"a: 9.2.V at 0705{marks}; b: 23.2.V at 0706; c: 38.2.V at 0607; g: 62.LXVI at 1328"
        t = table(units, "D16 Allied combat")
        t.g.moved = sum(1 << t.unit(name) for name in moved)
        t.g.push(RaiseTheAlarm(ALLIED))
        return t

    return asked


def marching(
    units: str, pick: str = "a", spent: int = 0, german: Sequence[str] = (), **columns: str
) -> Callable[[], Table]:
    """A unit is picked up; `jammed` and the like name river hexsides."""

    def asked() -> Table:
        day = "D16" if "jammed" in columns else "D21"
        t = Table(f"{day} German activate", units + "; w: 244.LXVI at 1328", dice=None, german=german)
        t.g.german_bridges = 1 << t.box.ground.bridge_of_side[t.river(BRIDGE)]
        if t.step != "Movement":
            t.g.push(Movement(GERMAN))
        for column, river in columns.items():
            setattr(t.g, column, 1 << t.river(river))
        t.g.push(Moving(GERMAN, t.unit(pick), spent, 0 if spent else -1))
        return t

    return asked


def retreating(units: str, hexes: int = 1, side: Side = ALLIED, **more: Any) -> Callable[[], Table]:
    """`d` is asked where it goes."""

    def asked() -> Table:
        t = table(units, f"D21 {side.enemy.name} combat", **more)
        t.g.push(Combat(proposed(t, t.box.grid.number(t.g.place[t.unit("d")]), "a"), 6))
        t.g.push(RetreatTo(side, (t.unit("d"),), hexes))
        return t

    return asked


def playing(card: int, units: str = PLAIN, day: int = 21, **more: Any) -> Callable[[], Table]:
    """A card is picked, whatever it can be played for."""

    def picked() -> Table:
        hands = {_side(card): [card], **more.get("others", {})}
        t = Table(f"D{day} {_side(card).name} command", units, hands=hands)
        t.g.push(PlayCard(_side(card), card - 1))
        return t

    return picked


def _side(card: int) -> Side:
    return ALLIED if card <= 34 else GERMAN


def used_before() -> Table:
    t = playing(51, "p: Peiper.1SS.ISS at 0803; q: 1.1SS.ISS at 0903", 16)()
    t.g.impulses[GERMAN] = 1
    t.g.barred[GERMAN] |= 1 << t.box.units.corps[t.unit("p")]
    return t


def all_bridged() -> Table:
    """Nothing is left to build or repair."""
    t = playing(47)()
    t.g.blown, t.g.built = 0, t.box.ground.all_rivers & ~t.box.ground.rivers_on_road
    return t


def choosing(mark: str) -> Callable[[], Table]:
    """Two units are next to 0326, and one of them may not attack."""

    def asked() -> Table:
        t = table(f"a: 2.1SS.ISS at 0325, {mark}; d: Allied infantry at 0326; b: 1.1SS.ISS at 0225")
        t.do("hex", "0326")
        return t

    return asked


def dispersed() -> Table:
    return Table("D21 German activate", "a: 62.LXVI at 0326, dispersed; b: 18.LXVI at 1328")


def nothing_to_do() -> Table:
    """Dec 16: every bridge stands, none is blown that day, and nobody is there to be dug in."""
    t = playing(11, "y: 62.LXVI at 0326", 16)()
    t.g.blown, t.g.built = 0, t.box.ground.all_rivers & ~t.box.ground.rivers_on_road
    return t


def no_place_to_drop() -> Table:
    t = playing(53, day=17)()
    t.g.place[t.box.vdh] = VDH_BOX
    t.g.roadblocks = t.box.grid.board
    return t


def dropping() -> Table:
    t = pushed(Drop(GERMAN), "a: 62.LXVI at 0326; d: Allied infantry at 2020", "D17 German combat")()
    t.g.roadblocks = 1 << t.hex("1013")
    return t


def hit(units: str, hits: int = 1) -> Callable[[], Table]:
    """The defenders of 0326 are hit, and say how far they retreat."""

    def asked() -> Table:
        t = table(units, "D21 Allied combat")
        t.g.push(Combat(proposed(t, "0326", "a", hits=(0, hits)), 6))
        t.g.push(MeetHits(GERMAN, hits))
        return t

    return asked


UP = "r: 2.1SS.ISS at 0323"
POSITIONS: list[tuple[Callable[[], Table], str, str | int, str, str]] = [
    (surrounded, "unit", "a", "EA-7.0a", "nowhere to go"),
    (stopped, "hex", "0327", "EA-7.1c", "had to stop"),
    (crowded, "unit", "e", "EA-9.8a", "no room"),
    (at_a_roadblock, "hex", "0226", "EA-7.9c", "stops the advance"),
    # -- advances
    (over_the_boundary("1013", "1113"), "unit", "a", "EA-7.61b", "outside the area"),
    (over_the_boundary("1012", "1013", on=True), "hex", "1113", "EA-7.61b", "outside the area"),
    (over_the_boundary("1113", "1213"), "unit", "a", "EA-7.61d", "come nearer"),
    (over_the_boundary("1112", "1113", on=True), "hex", "1213", "EA-7.61d", "come nearer"),
    (leashed("1127", "1126"), "unit", "a", "EA-7.72a", "behind the Meuse"),
    (leashed("1128", "1127", on=True), "hex", "1126", "EA-7.72a", "behind the Meuse"),
    (bridge_used, "unit", "b", "EA-9.82b", "by a bridge"),
    (bridge_used_ahead, "hex", "0712", "EA-9.82b", "by a bridge"),
    (one_fell, "unit", "b", "EA-9.8a", "is eliminated"),
    (one_went, "unit", "a", "EA-9.8a", "has advanced"),
    # -- tactics
    (attacking(24, ALLIED), "card", 24, "EA-9.2b", "no tactic for an attack"),
    (attacking(19, ALLIED, bonus=True), "tactic", "screen", "EA-9.2b", "no tactic for an attack"),
    (attacking(19, ALLIED, day=18, bonus=True), "tactic", "airpower", "EA-9.2b", "not for today"),
    (naming(4, ALLIED), "tactic", "screen", "EA-9.2b", "no tactic for an attack"),
    (defending(46), "card", 46, "EA-9.2b", "no tactic for a defence"),
    (naming_in_defence, "tactic", "assault_coordination", "EA-9.2b", "no tactic for defence"),
    # -- who attacks, joins, comes
    (in_combat(Coordinate(GERMAN, 2), "j: 2.1SS.ISS at 0325, dispersed"), "unit", "j", "EA-9.1e", "dispersed"),
    (in_combat(Coordinate(GERMAN, 2), "j: 2.1SS.ISS at 0325, unfuelled"), "unit", "j", "EA-9.1e", "out of fuel"),
    (in_combat(Coordinate(GERMAN, 2), "j: 2.1SS.ISS at 0325, oos"), "unit", "j", "EA-9.1e", "out of supply"),
    (in_combat(Coordinate(GERMAN, 2), "j: 2.1SS.ISS at 0325, low"), "unit", "j", "EA-ET.14", "not in supply"),
    (in_combat(Coordinate(GERMAN, 2), "j: 2.1SS.ISS at 0325", active="j"), "unit", "j", "EA-ET.14", "is active"),
    (coming(f"{UP}, dispersed"), "unit", "r", "EA-ET.12", "dispersed"),
    (coming(f"{UP}, unfuelled"), "unit", "r", "EA-ET.12", "out of fuel"),
    (coming(UP, defended="r"), "unit", "r", "EA-ET.12", "has been attacked"),
    (coming("r: 9.2.V at 0328", attacking=False, moved="r"), "unit", "r", "EA-ET.13", "has moved"),
    (coming("r: 9.2.V at 0328", attacking=False, attacked="r"), "unit", "r", "EA-ET.13", "has attacked"),
    (coming("r: 9.2.V at 0328, dispersed", attacking=False), "unit", "r", "EA-ET.13", "dispersed"),
    (coming("r: 9.2.V at 0328", attacking=False, name="r"), "hex", "0327", "EA-ET.13", "nobody takes part"),
    (coming("r: 9.2.V at 0510", attacking=False, name="r"), "hex", "0326", "EA-ET.13", "cannot come"),
    (
        coming("r: 9.2.V at 0328; s: 23.2.V at 0326; u: 38.2.V at 0326", attacking=False, name="r"),
        "hex",
        "0326",
        "EA-ET.13",
        "no room",
    ),
    (
        coming(f"{UP}; s: Peiper.1SS.ISS at 0225; u: 12.12SS.ISS at 0225", name="r"),
        "hex",
        "0225",
        "EA-ET.12",
        "no room",
    ),
    (choosing("dispersed"), "unit", "a", "EA-9.1e", "dispersed"),
    (choosing("oos"), "unit", "a", "EA-9.1e", "out of supply"),
    (coming("r: 9.2.V at 0510", attacking=False), "unit", "r", "EA-ET.13", "within its allowance"),
    (coming("r: 9.2.V at 0226", attacking=False), "unit", "r", "EA-ET.13", "enemy-controlled"),
    # -- movement
    (dispersed, "unit", "a", "EA-9.9a", "dispersed"),
    (marching("a: 62.LXVI at 0524", "a", 1), "hex", "0424", "EA-7.31a", "beginning"),
    (marching("a: 62.LXVI at 0811, isolated", german=["0812"]), "hex", "0812", "EA-10.23d", "enemy bridge"),
    (marching("a: 1.1SS.ISS at 0812", "a", 1, jammed=BRIDGE), "hex", "0712", "EA-4.12", "another unit has used"),
    # -- retreats
    (hit("a: Allied infantry at 0325; d: German armor at 0326, unfuelled"), "retreat", 1, "EA-9.7b", "may not retreat"),
    (hit("a: Allied infantry at 0325; d: German armor at 0326, isolated"), "retreat", 1, "EA-10.23b", "isolated"),
    (hit("a: Allied infantry at 0325; d: 62.LXVI at 0326, isolated", 2), "retreat", 2, "EA-10.23a", "one hex"),
    (hit("a: Allied infantry at 0325; d: 62.LXVI at 0326, dispersed", 2), "retreat", 2, "EA-9.9b", "one hex"),
    (
        retreating(
            "a: German armor at 0325; d: 9.2.V at 0326; "
            "e: German infantry at 0227; f: German infantry at 0328; h: German infantry at 0427",
            2,
        ),
        "hex",
        "0327",
        "EA-9.75a",
        "could not go on",
    ),
    (
        retreating("a: 62.LXVI at 0812; d: 9.2.V at 0712; e: 18.LXVI at 0811", german=["0812"]),
        "hex",
        "0812",
        "EA-9.7m",
        "enemy units",
    ),
    (retreating("a: 9.2.V at 0810; d: 62.LXVI at 0811", side=GERMAN), "hex", "0812", "EA-9.71a", "enemy town"),
    (
        retreating("a: 9.2.V at 0810; d: 62.LXVI at 0811, isolated", side=GERMAN),
        "hex",
        "0812",
        "EA-10.23d",
        "enemy town",
    ),
    (
        retreating("a: 9.2.V at 0810; d: 62.LXVI at 0811, isolated", side=GERMAN, german=["0812"]),
        "hex",
        "0812",
        "EA-10.23d",
        "enemy bridge",
    ),
    (retreating("a: 62.LXVI at 0906; d: 9.2.V at 0905, isolated"), "hex", "0804", "EA-10.23f", "Westwall"),
    # -- engineers, reactions
    (pushed(Greif(GERMAN, 0), hands={GERMAN: [39]}), "card", 39, "EA-7.33c", "as a reaction today"),
    (pushed(Roadblocks(ALLIED), hands={ALLIED: [11]}), "card", 11, "EA-7.9a", "as a reaction today"),
    (pushed(SupplyEngineers(ALLIED), hands={ALLIED: [11]}), "card", 11, "EA-4.0i", "played today"),
    (pushed(Interdiction(ALLIED), when="D20 Allied combat", hands={ALLIED: [4]}), "card", 4, "EA-5.1b", "played today"),
    (pushed(Demolition(ALLIED, 0), hands={ALLIED: [11]}), "card", 11, "EA-7.33a", "as a reaction today"),
    (directed, "hex", "1017", "EA-7.9k", "Manteuffel"),
    (pushed(BridgeWork(ALLIED, True)), "blow", "0524/0424", "EA-12.2a", "no bridge"),
    # -- the alarm
    (alarmed(moved="a"), "unit", "a", "EA-7.0a", "has moved"),
    (alarmed(moved="ab"), "unit", "c", "EA-ET.10", "no more units"),
    (alarmed(", dispersed"), "unit", "a", "EA-9.9a", "dispersed"),
    # -- cards
    (used_before, "formation", "KG_Peiper", "EA-4.11b", "in an impulse before"),
    (playing(51, "a: 62.LXVI at 0326"), "formation", "KG_Peiper", "EA-6.0", "on the map"),
    (playing(35, "a: 62.LXVI at 0326"), "corps", "i_ss", "EA-6.0", "on the map"),
    (playing(35, "a: 62.LXVI at 0326"), "hex", "2520", "EA-6.4b", "within two hexes"),
    (playing(57), "event", "fuel_priority", "EA-5.2d", "answers a shortage"),
    (playing(49, day=18, others={ALLIED: []}), "event", "commandos", "EA-5.2d", "hand is empty"),
    (playing(42, day=17), "event", "eisenhower_hesitates", "EA-5.2d", "still expected"),
    (playing(53, day=17), "event", "von_der_heydte", "EA-5.2d", "has dropped"),
    (playing(11), "event", "airpower", "EA-5.2d", "supplied by air"),
    (playing(2, "a: 62.LXVI at 0326", 16), "event", "raise_the_alarm", "EA-5.2d", "could be raised"),
    (nothing_to_do, "event", "engineers", "EA-5.2d", "nothing to work at"),
    (no_place_to_drop, "event", "von_der_heydte", "EA-5.2d", "no hex to drop"),
    (dropping, "hex", "1013", "EA-ET.9", "roadblock"),
    (pushed(Resupply(ALLIED)), "hex", "0326", "EA-10.3", "are in supply"),
    (all_bridged, "event", "bridge_engineers", "EA-5.2d", "no river hexside"),
]


@pytest.mark.parametrize(
    ("position", "verb", "target", "rule", "words"),
    [pytest.param(*row, marks=pytest.mark.rule(row[3])) for row in POSITIONS],
    ids=lambda value: getattr(value, "__qualname__", str(value)).split(".")[0],
)
def test_a_rung_bites(position, verb, target, rule, words):
    t = position()
    t.g._choices = t.g.memo = None
    reason = t.why(verb, target)
    assert reason is not None
    assert (reason.rule, words in reason.text) == (rule, True), reason
