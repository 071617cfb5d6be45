"""Which battle to forecast: the one in progress, or the one an answer to the pending decision would lead to."""

from __future__ import annotations

from ardennes.kernel import Action, Side
from ardennes.parts.odds import Distribution, Forecast, ModifierLine, binomial
from ardennes.titles.tigers_in_the_mist.odds import aiming, exact
from ardennes.titles.tigers_in_the_mist.odds.aiming import Fighter
from ardennes.titles.tigers_in_the_mist.odds.exact import Point, Setting
from ardennes.titles.tigers_in_the_mist.rules.combat.artillery import AimArtillery, ArtilleryCalls, Shells, availability
from ardennes.titles.tigers_in_the_mist.rules.combat.circumstances import (
    Circumstances,
    attackers_of,
    confused,
    defenders_of,
    fighters,
    fire_number,
    over_river,
)
from ardennes.titles.tigers_in_the_mist.rules.combat.fire import AimFire, Volleys
from ardennes.titles.tigers_in_the_mist.rules.combat.phase import Battle, Battles, ChooseAttackers, entered, residents
from ardennes.titles.tigers_in_the_mist.rules.movement.phase import Marching
from ardennes.titles.tigers_in_the_mist.rules.quick.roads import reach
from ardennes.titles.tigers_in_the_mist.state import State


def forecast(g: State, action: Action | None = None) -> Forecast | None:
    """The exact odds of the battle in progress, or of the battle an action leads to; None where there is none."""
    found = battle(g, action)
    if found is None:
        return None
    setting, point = found
    return exact.forecast(setting, point, notes(setting))


def battle(g: State, action: Action | None = None) -> tuple[Setting, Point] | None:
    """The battle in progress or proposed, ready to be computed."""
    if not g.stack:
        return None
    top = g.stack[-1]
    if isinstance(top, Marching) and action is not None and action.verb == "area" and action.target is not None:
        return _march_into(g, top, action.target)
    if isinstance(top, Battles) and action is not None and action.verb == "area" and action.target is not None:
        units = entered(g, action.target, top.side) or residents(g, action.target, top.side)
        return proposed(g, top.side, action.target, units)
    if isinstance(top, ChooseAttackers):
        units = top.attackers
        if action is not None and action.verb == "unit" and action.target is not None:
            units = tuple(sorted({*units} ^ {action.target}))
        return proposed(g, top.side, top.area, units)
    return in_progress(g)


# ---- proposed ----------------------------------------------------------------------------------------------


def proposed(g: State, side: Side, area: int, attackers: tuple[int, ...]) -> tuple[Setting, Point] | None:
    """An attack by units that stand in the area now."""
    defenders = g.units_at(area, side.enemy) if 0 < area < g.box.map.first_zone else []
    if not attackers or not defenders:
        return None
    facts = Circumstances(side, area, attackers, over_river(g, area, attackers), confused(g, area))
    return _fresh(g, facts, [_in_the_open(aiming.fighter(g, unit)) for unit in attackers], defenders)


def _march_into(g: State, step: Marching, area: int) -> tuple[Setting, Point] | None:
    """An attack by a stack about to enter, together with those that entered before it."""
    side = step.side
    defenders = g.units_at(area, side.enemy) if 0 < area < g.box.map.first_zone else []
    if not defenders or not reach(g, step.units, side).places() >> area & 1:
        return None
    path = (g.place[step.units[0]], *reach(g, step.units, side).path(area))
    wet = g.box.map.crossing(path[-2], area) >= 0
    before = entered(g, area, side)
    facts = Circumstances(side, area, (*before, *step.units), wet and over_river(g, area, before), confused(g, area))
    force = [_in_the_open(aiming.fighter(g, unit)) for unit in facts.attackers]
    for position, unit in enumerate(facts.attackers):
        supplied = g.supply[2 * side + g.box.units.infantry[unit]] >> area & 1
        force[position] = force[position]._replace(supplied=bool(supplied))
    return _fresh(g, facts, force, defenders)


def _in_the_open(unit: Fighter) -> Fighter:
    """8.59 Attackers give up their entrenchments."""
    return unit._replace(entrenched=False)


def _fresh(g: State, facts: Circumstances, attackers: list[Fighter], defenders: list[int]) -> tuple[Setting, Point]:
    setting = exact.setting(g, facts, attackers, [aiming.fighter(g, unit) for unit in defenders])
    return setting, exact.calls_to_come(setting)


# ---- in progress -------------------------------------------------------------------------------------------


def in_progress(g: State) -> tuple[Setting, Point] | None:
    """The battle under way, at any decision or die of it."""
    under_way = [step for step in g.stack if isinstance(step, Battle)]
    if not under_way:
        return None
    step = under_way[-1]
    facts = step.circumstances
    setting = exact.setting(
        g,
        facts,
        [aiming.fighter(g, unit) for unit in attackers_of(g, facts)],
        [aiming.fighter(g, unit) for unit in defenders_of(g, facts)],
    )
    return setting, _point(g, step, setting)


def _point(g: State, step: Battle, setting: Setting) -> Point:
    """Where the battle stands. A battle counts its step before it pushes it, so the pending one is the one before."""
    top = g.stack[-1]
    fresh = exact.calls_to_come(setting)
    stage = step.stage if top is step else step.stage - 1
    point = Point(_exactly(step.attacker_shots), _exactly(step.defender_shots), stage)
    if isinstance(top, ArtilleryCalls):
        return _while_calling(g, top, point, fresh)
    if stage < 2:
        return fresh if stage == 0 else point._replace(attacker_shots=fresh.attacker_shots)
    enemy = fighters(g, step.circumstances, top.side.enemy) if isinstance(top, (AimArtillery, Shells)) else []
    if isinstance(top, AimArtillery):
        return point._replace(aimed=tuple(enemy.index(unit) for unit in top.aimed))
    if isinstance(top, Shells):
        shot_at = [unit for unit in top.targets if g.strength[unit]]  # 9.49 shots at one already destroyed are lost
        point = point._replace(aimed=tuple(enemy.index(unit) for unit in shot_at))
        left = _exactly(len(shot_at))
        attacking = top.side is step.circumstances.attacker
        return point._replace(attacker_shots=left) if attacking else point._replace(defender_shots=left)
    if isinstance(top, AimFire):
        return point._replace(aims=top.aims, picked=top.picked)
    if isinstance(top, Volleys):
        needed = fire_number(g, top.circumstances, *top.aims[0])
        hits = sum(roll <= needed for roll in top.dice)
        living = tuple((firer, target) for firer, target in top.aims if g.strength[target])
        return point._replace(aims=living, resolving=True, rolled=len(top.dice), scored=hits)
    return point


def _while_calling(g: State, top: ArtilleryCalls, point: Point, fresh: Point) -> Point:
    needed = availability(g, top.circumstances.area, top.side)
    known = sum(roll <= needed for roll in top.dice)
    to_come = (0.0,) * known + binomial(top.calls - len(top.dice), needed / 10)
    if top.side is top.circumstances.attacker:
        return point._replace(attacker_shots=to_come, stage=0)
    return fresh._replace(defender_shots=to_come)


def _exactly(number: int) -> Distribution:
    return (0.0,) * number + (1.0,)


# ---- what counts -------------------------------------------------------------------------------------------


def notes(setting: Setting) -> list[ModifierLine]:
    """9.6, 9.7 The circumstances that change the dice, one line each, and whom they help: low dice hit."""
    facts = setting.facts
    found = []
    if facts.river:
        text = "the attack comes over a river: all defending fire"
        found.append(ModifierLine("TM-9.71c", text, -1, "defender"))
    kinds = {f.kind == 3 for f in setting.attackers}
    if kinds == {True}:
        text = "no infantry in the attack, so no combined arms: all defending fire"
        found.append(ModifierLine("TM-9.6b", text, -1, "defender"))
    elif kinds == {False}:
        text = "no armor in the attack, so no combined arms: all defending fire"
        found.append(ModifierLine("TM-9.6b", text, -1, "defender"))
    elif not facts.combined:
        text = "unless artillery answers, no combined arms: all defending fire"
        found.append(ModifierLine("TM-9.6c", text, -1, "defender"))
    if any(f.entrenched for f in setting.defenders):
        found.append(ModifierLine("TM-9.71a", "entrenched defenders: fire at them", 1, "defender"))
    weak = [not all(f.supplied for f in force) for force in (setting.attackers, setting.defenders)]
    if any(weak):
        text = "units out of supply: their fire, and no artillery for them"
        found.append(ModifierLine("TM-9.71b", text, 1, "" if all(weak) else "defender" if weak[0] else "attacker"))
    if facts.confusion:
        german = facts.attacker is Side.GERMAN
        text = "battlefield confusion: all Allied fire"
        found.append(ModifierLine("TM-14.24a", text, 1, "attacker" if german else "defender"))
    return found
