"""21, 23, 36 What the staff makes of bombardments, of attacks on the move, and of Kampfgruppe Peiper's battalions."""

from __future__ import annotations

from itertools import product

import msgspec

from ardennes.board.cells import board_of
from ardennes.kernel import Action, Side
from ardennes.titles.bitter_woods.box.counters import Kind
from ardennes.titles.bitter_woods.mind import appraisal, valuation
from ardennes.titles.bitter_woods.mind.appraisal import Appraisal, Passing
from ardennes.titles.bitter_woods.mind.staffwork import Staffwork
from ardennes.titles.bitter_woods.rules import kampfgruppe
from ardennes.titles.bitter_woods.rules.combat import angriff, bombardment, participants
from ardennes.titles.bitter_woods.rules.combat.angriff import AngriffAdvance
from ardennes.titles.bitter_woods.rules.combat.phase import ChooseAttackers
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.state import State

#: How much better another way of attacking must be, in the measure of values.
BETTER = 0.01


# ---- 21 bombardments ---------------------------------------------------------------------------------------


def bombard(g: State, top: ChooseAttackers, want: Attack, gain: float) -> Action | None:
    """21 The next answer of an attack that is to be bombarded first; None if the guns are better used in it."""
    if not g.box.bombardments or g.bombarded >> want.hex & 1:
        return None
    guns = _battery(g, top, want)
    if bombardment.why_not_bombard(g, msgspec.structs.replace(top.attack, units=(), guns=guns)) is not None:
        return None
    if shelled(g, want, guns, gain) <= appraisal.appraise(g, want, gain).worth + BETTER:
        return None
    chosen = {unit for unit in (*top.attack.units, *top.attack.guns) if g.box.units.artillery[unit]}
    for gun in sorted(chosen ^ set(guns)):
        return Action("unit", gun)
    return Action("bombard")


def _battery(g: State, top: ChooseAttackers, want: Attack) -> tuple[int, ...]:
    """The weakest guns of one kind that are enough to bombard with."""
    able = participants.supporters(g, want.hex, top.side)
    least = g.box.tables.bombardment.least
    for rockets in (True, False):
        group = [gun for gun in able if (g.box.units.kind[gun] is Kind.ROCKET) is rockets]
        if len(group) >= least:
            return tuple(sorted(group, key=lambda gun: (g.strength(gun), gun))[:least])
    return ()


def shelled(g: State, attack: Attack, guns: tuple[int, ...], gain: float) -> float:
    """What an attack is worth that some guns prepare instead of joining in, over all the dice they throw."""
    near = tuple(unit for unit in attack.units if unit not in guns)
    after = msgspec.structs.replace(attack, units=near, guns=tuple(gun for gun in attack.guns if gun not in guns))
    more = sum(line.value for line in bombardment.modifiers(g, attack.hex, len(guns)))
    units = bombardment.targets(g, attack.hex)
    chances = [sum(die + more > g.rating(unit) for die in appraisal.DICE) / 6 for unit in units]
    total = 0.0
    for hit in product((False, True), repeat=len(units)):
        weight = 1.0
        for yes, chance in zip(hit, chances, strict=True):
            weight *= chance if yes else 1.0 - chance
        if weight:
            trial = g.copy()
            trial.memo = None
            trial.shocked |= board_of(unit for unit, yes in zip(units, hit, strict=True) if yes)
            total += weight * appraisal.appraise(trial, after, gain).worth
    return total


# ---- 23 attacks on the move --------------------------------------------------------------------------------


def on_the_move(work: Staffwork, plain: Appraisal, units: list[int]) -> Appraisal | None:
    """23 The attack of some units as an Angriff, to get past and not to win the hex; None where that is no better.

    Whoever clears the hex gets past as well, so that counts for the ordinary attack too.
    """
    g, cell = work.g, plain.attack.hex
    if not g.box.angriff or work.side is not Side.GERMAN:
        return None
    attack = Attack(work.side, cell, tuple(sorted(units)), support=plain.attack.support)
    if angriff.why_not_angriff(g, attack) is not None or not _ties_down(g, attack):
        return None
    gain, past = work.gain(cell), passing(work, attack)
    if not any(past):
        return None
    found = appraisal.appraise(g, msgspec.structs.replace(attack, angriff=True), gain, past)
    return found if found.worth > plain.worth + plain.cleared * max(past[2] - gain, 0.0) + BETTER else None


def passing(work: Staffwork, attack: Attack) -> Passing:
    """23.3 What the Germans have of the hex a mechanized attacker would get to past the defender, by hexes advanced."""
    g, found = work.g, [0.0]
    for hexes in range(1, len(appraisal.PASSED)):
        step = AngriffAdvance(attack.side, attack.units, (attack.hex,), hexes, False, attackers=attack.units)
        best: tuple[float, int, int] | None = None
        for unit in attack.units:
            if g.box.units.mechanized[unit] and (ways := step.ways(g, unit)):
                pull = work.pull(unit)
                score, cell = max((pull(cell) + work.prize(cell) - work.danger(cell, unit), cell) for cell in ways)
                best = max(best or (score, unit, cell), (score, unit, cell))
        if best is None:
            found.append(0.0)
            continue
        after = g.copy()
        after.put(best[1], best[2])
        found.append(max(valuation.prospects(after) - work.prospects, found[-1]))
        work.evaluated += 1
    return tuple(found)


def _ties_down(g: State, attack: Attack) -> bool:
    """23.3 Whether somebody can stay with the defender while mechanized units go on."""
    kinds = g.box.units.kind
    stays = [unit for unit in attack.units if kinds[unit].wades]
    return bool(stays) and any(kinds[unit].mechanized and unit != stays[0] for unit in attack.units)


# ---- 36 Kampfgruppe Peiper ---------------------------------------------------------------------------------


def regrouping(g: State, side: Side) -> str:
    """36.11 Break down where the group would be tied to a town it holds alone; combine where it holds none."""
    if not g.box.thirds or side is not Side.GERMAN:
        return ""
    prizes = valuation.prizes(g.box)
    whole, three = g.box.whole, g.box.battalions
    if g.on_map(whole) and not g.moved >> whole & 1 and not g.reserve >> whole & 1:
        alone = [unit for unit in g.fighters_at(g.place[whole]) if g.box.units.fights[unit]] == [whole]
        if g.place[whole] in prizes and alone and kampfgruppe.why_not_regroup(g, side, "breakdown") is None:
            return "breakdown"
    together = [unit for unit in three if g.on_map(unit) and not g.moved >> unit & 1]
    if len(together) == len(three) and g.place[three[0]] not in prizes:
        return "combine" if kampfgruppe.why_not_regroup(g, side, "combine") is None else ""
    return ""
