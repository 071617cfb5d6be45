"""What the staff officer says: courses of action with odds and reasons, what is wrong with another idea, an order.

Nothing is said that was not computed, and no number that would have to be taken on trust: what an order is worth is the
staff's own measure and only ranks courses, and the column of a combat is known when it is fought.
"""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.kernel import Action, Side
from ardennes.kernel.words import listed, say
from ardennes.parts.advice import Comparison, Course, Reason
from ardennes.parts.title import title_of
from ardennes.titles.bitter_woods.box import OFF_MAP
from ardennes.titles.bitter_woods.mind import combat_judgement, drives, judgement, planning, valuation
from ardennes.titles.bitter_woods.mind.appraisal import Appraisal
from ardennes.titles.bitter_woods.mind.staffwork import Order, Staffwork
from ardennes.titles.bitter_woods.rules.combat.phase import Combat
from ardennes.titles.bitter_woods.state import State


def courses(g: State, most: int = 3) -> list[Course]:
    """Up to three courses for the pending decision, best first."""
    side = g.side
    if side is None:
        return []
    if judgement.is_planned(g):
        return _movement(g, side, most)
    if isinstance(g.stack[-1], Combat):
        return _combat(g, side, most)
    action = judgement.answer(g)
    text = title_of(g.game).label(g.sight(g.side), action.verb, action.target)
    return [Course("as the doctrine has it", text, [action], 0.0, [])]


def _movement(g: State, side: Side, most: int) -> list[Course]:
    work = Staffwork(g, side)
    found = sorted((order for order in judgement.orders(work) if order.actions), key=lambda order: -order.payoff)
    # The best order of each tactic: three marches of one kind are one course.
    best: dict[str, Order] = {}
    for order in found:
        best.setdefault(order.tactic, order)
    chosen = [_course(g, work, order) for order in list(best.values())[:most]]
    if len(chosen) < most:
        chosen.append(Course("end movement", "end movement and keep the rest in hand", [Action("done")], 0.0, []))
    return chosen


def _combat(g: State, side: Side, most: int) -> list[Course]:
    found = []
    for cell in g.choices().get("hex", ()):
        assert cell is not None
        attack = combat_judgement.wanted_attack(g, side, cell)
        if attack is not None:
            found.append(_attack_course(g, "attack", attack, [Action("hex", cell)], attack.worth, []))
    if "done" in g.choices():
        found.append(Course("end combat", "fight no more this turn", [Action("done")], 0.0, []))
    return sorted(found, key=lambda course: -course.points)[:most]


def _course(g: State, work: Staffwork, order: Order) -> Course:
    """An order in words."""
    reasons = [Reason(text, round(points, 2)) for text, points in order.reasons]
    if order.attack is not None:
        return _attack_course(g, order.tactic, order.attack, list(order.actions), order.payoff, reasons)
    return Course(
        order.tactic, sentence(g, order), list(order.actions), round(order.payoff, 2), reasons, risk=_risk(work, order)
    )


def _attack_course(
    g: State, name: str, found: Appraisal, actions: list[Action], points: float, reasons: list[Reason]
) -> Course:
    who = listed([f"{g.name(unit)} {g.strength(unit)}" for unit in (*found.attack.units, *found.attack.guns)])
    return Course(
        name,
        say("attack {hex} with {who}", hex=g.hex_name(found.attack.hex), who=who),
        actions,
        round(points, 2),
        reasons,
    )


def sentence(g: State, order: Order) -> str:
    """An order as a sentence."""
    if order.work is not None:
        verb, unit, _ = order.work
        what = {"improve": "digs in", "fortify": "fortifies the town", "repair": "rebuilds the bridge"}[verb]
        return say("{unit} {what} at {hex}", unit=g.name(unit), what=what, hex=g.hex_name(g.place[unit]))
    if order.attack is not None:
        ways = {unit: say(" from {cell}", cell=g.hex_name(cell)) for unit, cell in order.moves}
        who = listed([g.name(unit) + ways.get(unit, "") for unit in order.units])
        return say("attack {place} with {who}", place=g.hex_name(order.place), who=who)
    return "; ".join(say("{unit} to {cell}", unit=g.name(unit), cell=g.hex_name(cell)) for unit, cell in order.moves)


def _risk(work: Staffwork, order: Order) -> str:
    threat = work.threat[order.place]
    if not threat:
        return say("out of the enemy's reach next turn")
    here = drives.defense(work.g, order.place)
    return say(
        "units of up to {threat} strength points can come up to it next turn, against a defence of {here}",
        threat=f"{threat:.0f}",
        here=f"{here:.0f}",
    )


# ---- "why not mine?" ---------------------------------------------------------------------------------------


def why_not_mine(g: State, actions: Sequence[Action]) -> Comparison | None:
    """What speaks for and against a player's own move; None if it moves nobody."""
    side = g.side
    if side is None or not judgement.is_planned(g):
        return None
    units = [a.target for a in actions if a.verb == "unit" and a.target is not None]
    hexes = [a.target for a in actions if a.verb == "hex" and a.target is not None]
    if not units or len(units) != len(hexes):
        return None
    work = Staffwork(g, side)
    mine = _weighed(g, work, "your move", list(zip(units, hexes, strict=True)))
    moved = [order for order in judgement.orders(Staffwork(g, side)) if order.moves and set(units) & set(order.units)]
    theirs = [(u, c) for order in moved for u, c in order.moves if u in units]
    best = _weighed(g, work, moved[0].tactic if moved else "stand fast", theirs)
    reasons = [
        Reason(a.text, round(a.points - b.points, 2))
        for a, b in zip(mine.reasons, best.reasons, strict=True)
        if a.points != b.points
    ]
    return Comparison(mine, best, round(mine.points - best.points, 2), sorted(reasons, key=lambda r: r.points))


def _weighed(g: State, work: Staffwork, name: str, moves: list[tuple[int, int]]) -> Course:
    """Some moves as a course: what they do to the German prospects, and the danger the units go into."""
    after = g.copy()
    danger = 0.0
    for unit, cell in moves:
        here = g.place[unit]
        danger += work.danger(cell, unit) - (work.danger(here, unit) if here < OFF_MAP else 0.0)
        after.put(unit, cell)
    sign = 1.0 if work.side is Side.GERMAN else -1.0
    hopes = sign * (valuation.prospects(after) - valuation.prospects(g))
    reasons = [Reason("objectives", round(hopes, 2)), Reason("danger", round(-danger, 2))]
    text = (
        ", ".join(say("{unit} to {hex}", unit=g.name(u), hex=g.hex_name(c)) for u, c in moves) or "stay where they are"
    )
    actions = [action for u, c in moves for action in (Action("unit", u), Action("hex", c))]
    return Course(name, text, actions, round(hopes - danger, 2), reasons)


# ---- the written order -------------------------------------------------------------------------------------


def operation_order(g: State, side: Side, orders: Sequence[Order], postures: dict[str, str]) -> list[str]:
    """The order of a player turn in writing: intent, main effort, tasks, and what the commander fears."""
    if not orders:
        return [say("{side} order for {date}: stand fast, keep everything in hand.", side=side, date=g.date)]
    main = max(orders, key=lambda order: order.payoff)
    lines = [
        say("{side} order for {date}.", side=side, date=g.date),
        say("Main effort: {tactic}, {sentence}.", tactic=main.tactic, sentence=sentence(g, main)),
    ]
    for order in orders:
        if order.attack is not None and order is not main:
            lines.append(f"A{sentence(g, order)[1:]}.")
    by_tactic: dict[str, list[str]] = {}
    for order in orders:
        if order.attack is None and order is not main:
            by_tactic.setdefault(order.tactic, []).append(sentence(g, order))
    lines += [f"{name.capitalize()}: {'; '.join(tasks)}." for name, tasks in by_tactic.items()]
    lines += [f"{name}: {told}." for name, told in postures.items()]
    lines.append(_fear(g, side))
    return lines


def _fear(g: State, side: Side) -> str:
    """The place where the enemy's answer would hurt most."""
    work = Staffwork(g, side)
    worst = planning.in_danger(work)
    if not worst:
        return "No place is in serious danger."
    where, threat = g.hex_name(worst[0]), work.threat[worst[0]]
    return say(
        "Most in danger: {where}, which enemy units of up to {threat} strength points can come up to.",
        where=where,
        threat=f"{threat:.0f}",
    )
