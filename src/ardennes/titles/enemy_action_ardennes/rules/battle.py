"""9.2 - 9.5 A battle: who fights, the tactics played, how many chits may be drawn, what counts, and the hits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

import msgspec

from ardennes.kernel import Automatic, Side
from ardennes.kernel.rungs import Rung, Rungs
from ardennes.parts.eye.scenery import Battle as Panel
from ardennes.parts.eye.sideboard import Draw
from ardennes.titles.enemy_action_ardennes.box.cards import Event, Tactic
from ardennes.titles.enemy_action_ardennes.box.chits import Situation
from ardennes.titles.enemy_action_ardennes.box.counters import ARMIES, Kind, Quality
from ardennes.titles.enemy_action_ardennes.box.fields import (
    BothHits,
    ChitCount,
    Chits,
    Hex,
    Hexes,
    Stage,
    Tactics,
    Units,
)
from ardennes.titles.enemy_action_ardennes.rules import supply
from ardennes.titles.enemy_action_ardennes.state import ISOLATED, LOW, OUT_OF_SUPPLY, SUPPLIED, State

ARTILLERY = (Tactic.ARTILLERY, Tactic.CORPS_ARTILLERY)
ARMOR = (Tactic.TANK_BATTALION, Tactic.PANZER_BATTALION)
PIONEERS = (Tactic.ENGINEERS, Tactic.COMBAT_ENGINEERS)
#: More hits than chits can give.
_ALL = 1000
_FIFTH = ARMIES.index("5PA")
_NATURAL = {
    "clear": Situation.CLEAR,
    "broken": Situation.BROKEN,
    "woods": Situation.WOODS,
    "forest": Situation.FOREST,
}


class Attack(msgspec.Struct, frozen=True):
    """9.0 One combat: the attackers with the hexes they fight from, the defenders, tactics of both, chits drawn."""

    side: Side
    hex: Hex
    units: Units
    hexes: Hexes = ()
    defenders: Units = ()
    tactics: Tactics = ()
    defence: Tactics = ()
    #: 9.23 Whether a bonus tactic is still to be named.
    bonus: bool = False
    drawn: Chits = ()
    #: 9.3c How many chits are drawn in all; 0 before that is known.
    total: ChitCount = 0
    #: 9.5 Hits of attacker and defender; 9.7 the hexes of a retreat.
    hits: BothHits = (0, 0)
    retreat: Hexes = ()


class Battle(Automatic[State], frozen=True):
    """The combat under way, below whatever is being asked about it."""

    common: ClassVar[bool] = True
    attack: Attack
    stage: Stage = 0

    def battle(self, g: State) -> Panel:
        """The combat with the chits drawn so far."""
        attack = self.attack
        ours = [unit for unit in attack.units if g.on_map(unit)]
        theirs = [unit for unit in attack.defenders if g.on_map(unit)]
        return Panel(attack.hex, attack.side, ours, theirs, -1, [], [], None, 0, [], _drawn(g, attack))


def _drawn(g: State, attack: Attack) -> list[Draw]:
    """9.4 The chits of this combat, each with the situation that makes it count or none."""
    applying = situations(g, attack) if any(g.on_map(unit) for unit in attack.defenders) else 0
    found = []
    for number, chit in enumerate(attack.drawn, 1):
        side = g.box.chits.all[chit].counted(applying)
        found.append(Draw(chit, str(number), side is not None, note=side.text if side is not None else "no situation"))
    return found


def under_way(g: State) -> Battle:
    """The combat that is going on."""
    return next(step for step in reversed(g.stack) if isinstance(step, Battle))


def change(g: State, **facts: object) -> None:
    """Change what is known of the combat that is going on."""
    at = max(number for number, step in enumerate(g.stack) if isinstance(step, Battle))
    old = g.stack[at]
    assert isinstance(old, Battle)
    new = msgspec.structs.replace(old, attack=msgspec.structs.replace(old.attack, **facts))
    g.stack = (*g.stack[:at], new, *g.stack[at + 1 :])


# ---- who may take part -------------------------------------------------------------------------------------


#: 9.1 What keeps a unit from attacking anything.
UNFIT = (
    Rung("EA-9.1c", "{unit} has attacked in this activation", lambda g, about, left: left & g.attacked),
    Rung("EA-9.1e", "{unit} is dispersed", lambda g, about, left: left & g.dispersed),
    Rung("EA-9.1e", "{unit} is out of fuel", lambda g, about, left: left & g.unfuelled),
    Rung("EA-9.1e", "{unit} is out of supply", lambda g, about, left: supply.short(g, left)),
)
_UNFIT = Rungs(lambda g, about, unit: {"unit": g.name(unit)}, *UNFIT)


def able(g: State, unit: int) -> bool:
    """9.1c, 9.1e Whether a unit could attack."""
    return g.on_map(unit) and bool(_UNFIT.free(g, None, 1 << unit))


def fresh(g: State, cell: int) -> tuple[int, ...]:
    """9.1d, 9.74a The units in a hex that have not been attacked in this activation."""
    return tuple([unit for unit in g.units_at(cell) if not g.defended >> unit & 1])


def beside(g: State, cell: int, side: Side) -> list[int]:
    """A side's units next to a hex."""
    near = g.box.grid.neighbours[cell] & g.occupied[side]
    found: list[int] = []
    while near:
        low = near & -near
        found += g.units_at(low.bit_length() - 1)
        near ^= low
    return sorted(found)


# ---- chits -------------------------------------------------------------------------------------------------


def minimum(g: State, attack: Attack) -> int:
    """9.3a The steps of the defending units."""
    return sum(g.steps_left(unit) for unit in attack.defenders)


def maximum(g: State, attack: Attack) -> int:
    """9.3d - 9.3i The most chits that may be drawn, never fewer than the least."""
    numbers = g.box.numbers.combat
    faces = [g.face(unit) for unit in attack.units]
    found = sum(not face.bracketed for face in faces)
    found += numbers.per_tactic * len(attack.tactics)
    found += numbers.elite * any(face.quality is Quality.ELITE for face in faces)
    found += numbers.large_unit * sum(g.steps_left(unit) >= numbers.large_unit_steps for unit in attack.units)
    worst = min(g.supply[unit] for unit in attack.defenders)
    found += numbers.isolated if worst == ISOLATED else numbers.out_of_supply if worst == OUT_OF_SUPPLY else 0
    found -= numbers.screen * (Tactic.SCREEN in attack.defence)
    if attack.side is Side.GERMAN and g.played(Event.FURY_OF_BASTOGNE):  # EA-ET.5
        found += numbers.fury if g.box.vp_hexes >> attack.hex & 1 else -numbers.fury
    return max(found, minimum(g, attack))


def strengths(g: State, attack: Attack) -> tuple[int, int]:
    """9.4c - 9.4g What attackers and defenders compare: halved over rivers, doubled in cities and the Westwall."""
    over = dry = 0
    for unit, here in zip(attack.units, attack.hexes, strict=True):
        if g.box.ground.river_side(here, attack.hex) >= 0:
            over += g.face(unit).strength
        else:
            dry += g.face(unit).strength
    defence = sum(g.face(unit).strength for unit in attack.defenders)
    if g.box.ground.doubled[attack.side.enemy] >> attack.hex & 1:
        defence *= 2
    return dry + over // 2, defence


# ---- situations --------------------------------------------------------------------------------------------


def situations(g: State, attack: Attack) -> int:
    """9.4 Every situation that applies, ratios included, as a set; Large Attack by the chits drawn in all (9.4v)."""
    found = _ground(g, attack) | _tactics(g, attack) | _forces(g, attack)
    return found | g.box.chits.ratio_situations(*strengths(g, attack))


def _set(applying: Iterable[tuple[Situation, bool]]) -> int:
    return sum(1 << situation for situation, applies in applying if applies)


def _ground(g: State, attack: Attack) -> int:
    ground, bit = g.box.ground, 1 << attack.hex
    found = sum(1 << s for name, s in _NATURAL.items() if g.box.map.terrain.get(name, 0) & bit)
    return found | _set(
        (
            (Situation.TOWN, bool(ground.towns & ~ground.city & bit)),
            (Situation.CITY, bool(ground.city & bit)),
            (Situation.DEC_16, g.day == 16),
            (Situation.DEC_17, g.day == 17),
            (Situation.IP_CROSSFIRE, bool(g.improved & bit)),
            (Situation.ALLIED_ATTACK, attack.side is Side.ALLIED),
            (Situation.LARGE_ATTACK, len(attack.drawn) >= g.box.numbers.combat.large_attack),
        )
    )


def _tactics(g: State, attack: Attack) -> int:
    german = attack.tactics if attack.side is Side.GERMAN else attack.defence
    allied = attack.defence if attack.side is Side.GERMAN else attack.tactics
    return _set(
        (
            (Situation.ALLIED_AIRPOWER, Tactic.AIRPOWER in allied),
            (Situation.GERMAN_AIRPOWER, Tactic.AIRPOWER in german),
            (Situation.ATTACKER_ARTILLERY, has_artillery(g, attack.tactics, attack.hex)),
            (Situation.DEFENDER_ARTILLERY, has_artillery(g, attack.defence, attack.hex)),
            (Situation.COMBAT_ENGINEERS, Tactic.COMBAT_ENGINEERS in attack.tactics),
        )
    )


def has_artillery(g: State, tactics: Sequence[int], cell: int) -> bool:
    """9.4m, EA-ET.16, EA-ET.17 An artillery tactic; the fixed guns only within the day's range of the Westwall."""
    if any(tactic in ARTILLERY for tactic in tactics):
        return True
    if Tactic.FIXED_ARTILLERY not in tactics:
        return False
    wall = g.box.ground.westwall & ~g.allied_wall
    reach = g.box.calendar[g.day].fixed_artillery_range
    return bool(g.box.ground.within(cell, reach) & wall)


def _forces(g: State, attack: Attack) -> int:
    ours, theirs = attack.units, attack.defenders
    own_armor, enemy_armor = armored(g, ours, attack.tactics), armored(g, theirs, attack.defence)
    own_arms, enemy_arms = combined(g, ours, attack.tactics), combined(g, theirs, attack.defence)
    german = attack.side is Side.GERMAN
    recon = any(g.face(unit).kind is Kind.RECON for unit in theirs)
    fifth = sum(g.box.units.army[unit] == _FIFTH for unit in ours)
    infiltrated = Tactic.INFANTRY_INFILTRATION in attack.tactics
    return _set(
        (
            (Situation.ATTACKER_ELITE, _quality(g, ours, Quality.ELITE)),
            (Situation.DEFENDER_ELITE, _quality(g, theirs, Quality.ELITE)),
            (Situation.ATTACKER_GREEN, _quality(g, ours, Quality.GREEN)),
            (Situation.DEFENDER_GREEN, _quality(g, theirs, Quality.GREEN)),
            (Situation.DEFENDER_ADJACENT, _has_neighbour(g, attack)),
            (Situation.DEFENDER_RECON, german and recon),
            (Situation.DISPERSED_OR_UNSUPPLIED, all(_weak(g, unit, LOW) for unit in theirs)),
            (Situation.FLANK_ATTACK, flanked(g, attack)),
            (Situation.FIFTH_PANZER_ARMY_ATTACK, german and 2 * fifth >= len(ours)),
            (Situation.ONE_HEX_ATTACK, len({*attack.hexes}) == 1 and not infiltrated),
            (Situation.ONLY_ATTACKER_ARMOR, own_armor and not enemy_armor),
            (Situation.ONLY_DEFENDER_ARMOR, enemy_armor and not own_armor),
            (Situation.ONLY_ATTACKER_COMBINED_ARMS, own_arms and not enemy_arms),
            (Situation.ONLY_DEFENDER_COMBINED_ARMS, enemy_arms and not own_arms),
        )
    )


def _quality(g: State, units: Iterable[int], quality: Quality) -> bool:
    return any(g.face(unit).quality is quality for unit in units)


def _weak(g: State, unit: int, state: int) -> bool:
    """Whether a unit is dispersed, out of fuel, or at least as badly supplied."""
    return bool((g.dispersed | g.unfuelled) >> unit & 1) or g.supply[unit] >= state


def _has_neighbour(g: State, attack: Attack) -> bool:
    """9.4q A friend next to the defender, undispersed, in supply and not attacked yet."""
    gone = g.dispersed | g.defended
    others = beside(g, attack.hex, attack.side.enemy)
    return any(g.supply[unit] == SUPPLIED and not gone >> unit & 1 for unit in others)


def armored(g: State, units: Iterable[int], tactics: Sequence[int]) -> bool:
    """9.4aa Armor, units with both symbols, or a battalion of tanks by tactic."""
    tanks = any(g.face(unit).kind in (Kind.ARMOR, Kind.COMBINED_ARMS) for unit in units)
    return tanks or any(tactic in ARMOR for tactic in tactics)


def combined(g: State, units: Iterable[int], tactics: Sequence[int]) -> bool:
    """9.4ab Armor together with infantry; a unit with both symbols suffices."""
    kinds = {g.face(unit).kind for unit in units}
    if Kind.COMBINED_ARMS in kinds:
        return True
    foot = kinds & {Kind.INFANTRY, Kind.AIRBORNE, Kind.MECHANIZED_INFANTRY}
    return bool(foot) and armored(g, units, tactics)


def flanked(g: State, attack: Attack) -> bool:
    """9.4t, 9.4u From three hexes, or two that are not next to each other, or by infiltration; never in towns."""
    if g.box.ground.no_flank >> attack.hex & 1:
        return False
    hexes = sorted({*attack.hexes})
    if len(hexes) >= g.box.numbers.combat.flank_hexes or Tactic.INFANTRY_INFILTRATION in attack.tactics:
        return True
    return len(hexes) == 2 and not g.box.grid.adjacent(hexes[0], hexes[1])


# ---- hits --------------------------------------------------------------------------------------------------


def chit_hits(g: State, attack: Attack) -> tuple[int, int]:
    """9.5a What the chits that count give the attacker and the defender, before adjustments."""
    applying = situations(g, attack)
    ours = theirs = 0
    for number in attack.drawn:
        side = g.box.chits.all[number].counted(applying)
        if side is None:
            continue
        ours += side.attacker
        theirs += side.defender
        german, allied = side.german, side.allied
        ours += german if attack.side is Side.GERMAN else allied
        theirs += allied if attack.side is Side.GERMAN else german
    return ours, theirs


def hits(g: State, attack: Attack) -> tuple[int, int]:
    """9.5 The hits of attacker and defender as they are applied."""
    return adjusted(g, attack, *chit_hits(g, attack))


def adjusted(g: State, attack: Attack, ours: int, theirs: int) -> tuple[int, int]:
    """9.5e - 9.5h Totals of the chits with what place and state of the defenders make of them."""
    spared = fewer(g, attack)
    return max(ours - spared[0], 0), max(theirs - spared[1], 0)


def fewer(g: State, attack: Attack) -> tuple[int, int]:
    """9.5e - 9.5h How many hits attacker and defender are spared; the attacker of isolated units all of them."""
    shelter = g.box.ground.fewer_hits[attack.side.enemy] | g.improved
    sheltered = shelter >> attack.hex & 1
    if all(g.supply[unit] == ISOLATED for unit in attack.defenders):
        return _ALL, sheltered
    return int(all(_weak(g, unit, OUT_OF_SUPPLY) for unit in attack.defenders)), sheltered


def shelters(g: State, attack: Attack) -> bool:
    """12.34a Whether an improved position takes a hit and is gone: not if there was none to take."""
    return bool(g.improved >> attack.hex & 1) and chit_hits(g, attack)[1] > 0
