"""Answers in combat: what to attack and with what, support, losses, retreats and advances.

Like those of `judgement`, they are quick judgements on the position as it stands.
"""

from __future__ import annotations

from collections.abc import Callable

from ardennes.board.cells import cells
from ardennes.kernel import Action, Side
from ardennes.titles.bitter_woods.mind import appraisal, command, desk, tactics
from ardennes.titles.bitter_woods.mind.appraisal import Appraisal
from ardennes.titles.bitter_woods.mind.staffwork import ATTACK_AT
from ardennes.titles.bitter_woods.rules import leaders
from ardennes.titles.bitter_woods.rules.combat import duties, participants
from ardennes.titles.bitter_woods.rules.combat.advance import Advance, AdvanceTo, advances, terms
from ardennes.titles.bitter_woods.rules.combat.angriff import AngriffAdvance
from ardennes.titles.bitter_woods.rules.combat.declaring import ChooseAttackers, ChooseSupport
from ardennes.titles.bitter_woods.rules.combat.lunge import Lunge
from ardennes.titles.bitter_woods.rules.combat.phase import Combat
from ardennes.titles.bitter_woods.rules.combat.stand import Stand
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.rules.quick.targets import targets
from ardennes.titles.bitter_woods.state import State


def wanted_attack(g: State, side: Side, cell: int) -> Appraisal | None:
    """The attack on a hex the staff would make from the position as it stands."""
    work = desk.papers(g, side)
    if cell not in work.wanted:
        strikers = participants.strikers(g, cell, side)
        guns = participants.supporters(g, cell, side)
        bound: frozenset[int] = frozenset()
        for duty in duties.counters(g, side) if g.duties else ():
            if participants.counter_targets(g, duty) >> cell & 1:
                bound |= frozenset(participants.bound_to_counter(g, duty))
        near = [u for u in strikers if g.box.units.fights[u]]
        found = appraisal.best_attack(
            g, side, cell, near, guns, bool(g.air[side]), work.gain(cell), bound & frozenset(near)
        )
        work.wanted[cell] = found
    return work.wanted[cell]


def _combat(g: State, top: Combat) -> Action:
    """The attack that pays best, as long as one pays; what has to be attacked is attacked."""
    choices = g.choices()
    best: tuple[float, int] | None = None
    for cell in choices.get("hex", ()):
        assert cell is not None
        found = wanted_attack(g, top.side, cell)
        if found is not None and (best is None or found.worth > best[0]):
            best = (found.worth, cell)
    if "done" in choices and (best is None or best[0] <= ATTACK_AT):
        return Action("done")
    if "done" not in choices:
        forced = _forced(g, top.side)
        ranked = [(a.worth, c) for c in forced if (a := wanted_attack(g, top.side, c)) is not None]
        if ranked and (best is None or best[0] <= ATTACK_AT):
            return Action("hex", max(ranked)[1])
    return Action("hex", best[1]) if best is not None else g.actions()[0]


def _forced(g: State, side: Side) -> list[int]:
    """9.5 The hexes that duties ask to be attacked."""
    found = 0
    for duty in duties.counters(g, side):
        found |= participants.counter_targets(g, duty)
    for duty in duties.repeats(g, side):
        found |= 1 << duty.hex
    return cells(found & targets(g, side))


def _attackers(g: State, top: ChooseAttackers) -> Action:
    """Put the attack together as it was weighed, then fight."""
    attack = top.attack
    want = wanted_attack(g, top.side, attack.hex)
    choices = g.choices()
    if want is not None:
        chosen, wish = {*attack.units, *attack.guns}, {*want.attack.units, *want.attack.guns}
        # Units are only ever added: whoever is bound to fight stays in, wanted or not.
        for unit in sorted(wish - chosen):
            if unit in choices.get("unit", ()):
                return Action("unit", unit)
        if attack.air != want.attack.air and "air" in choices:
            return Action("air")
    if "fight" in choices:
        return Action("fight")
    # Whoever is bound to fight is missing: guns that are in already must not be taken out again.
    missing = [u for u in choices["unit"] if u not in {*attack.units, *attack.guns} and u is not None]
    missing.sort(key=lambda u: (g.box.units.artillery[u], u))
    return Action("unit", missing[0]) if missing else g.actions()[0]


def _support(g: State, top: ChooseSupport) -> Action:
    """10.2, 11.2 Guns and aircraft that spoil the attack; what is already enough gets no more."""
    attack = top.attack
    work = desk.papers(g, top.side.enemy)
    gain = work.gain(attack.hex)
    now = appraisal.appraise(g, attack, gain).worth
    choices = g.choices()
    best: tuple[float, Action] | None = None
    for gun in choices.get("unit", ()):
        assert gun is not None
        if gun in attack.support:
            continue
        more = Attack(
            attack.side, attack.hex, attack.units, attack.guns, attack.air, (*attack.support, gun), attack.cover
        )
        saved = now - appraisal.appraise(g, more, gain).worth
        if saved > 0.01 and (best is None or saved > best[0]):
            best = (saved, Action("unit", gun))
    if "air" in choices and not attack.cover:
        more = Attack(attack.side, attack.hex, attack.units, attack.guns, attack.air, attack.support, True)
        saved = now - appraisal.appraise(g, more, gain).worth
        if saved > 0.03 and (best is None or saved > 1.5 * best[0]):
            best = (saved, Action("air"))
    return best[1] if best is not None else Action("fight")


def _stand(g: State, top: Stand) -> Action:
    leader = command.stands(desk.papers(g, top.side), top)
    return Action("done") if leader is None else Action("stand", leader)


def _advance(g: State, top: Advance) -> Action:
    units = [u for u in g.choices().get("unit", ()) if u is not None]
    for unit in sorted(units, key=lambda u: (-g.strength(u), u)):
        if _advance_target(g, top, unit) is not None:
            return Action("unit", unit)
    return Action("done")


def _advance_to(g: State, top: AdvanceTo) -> Action:
    cell = _advance_target(g, terms(g), top.advancing)
    return Action("hex", cell) if cell is not None else Action("unit", top.advancing)


def _advance_target(g: State, step: Advance, unit: int) -> int | None:
    """9.8 Where a unit advances to, or None to stay."""
    able = sorted(advances(g, step, unit))
    if not able:
        return None
    work = desk.papers(g, step.side)
    if leaders.is_leader(g, unit):
        return command.best_post(work, unit, able)[0]
    return tactics.best_advance(work, unit, able)


def _lunge(g: State, top: Lunge) -> Action:
    """27.1 Kampfgruppe Peiper attacks once more if that pays."""
    work = desk.papers(g, top.side)
    best: tuple[float, int] | None = None
    for cell in g.choices()["hex"]:
        assert cell is not None
        gain, alone = work.gain(cell), frozenset({top.mover})
        found = appraisal.best_attack(g, top.side, cell, [top.mover], [], False, gain, alone)
        if found is not None and (best is None or found.worth > best[0]):
            best = (found.worth, cell)
    return Action("hex", best[1]) if best is not None and best[0] > ATTACK_AT else Action("done")


JUDGES: dict[type, Callable[..., Action]] = {
    Combat: _combat,
    ChooseAttackers: _attackers,
    ChooseSupport: _support,
    Stand: _stand,
    Advance: _advance,
    AngriffAdvance: _advance,
    AdvanceTo: _advance_to,
    Lunge: _lunge,
}
