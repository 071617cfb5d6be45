"""What the shared staff says of its orders: courses of action, comparisons, the order of a phase in writing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ardennes.kernel import Side, State
from ardennes.kernel.words import decimal, listed, say
from ardennes.parts.mind import marches
from ardennes.parts.mind.advice import Comparison, Course, Reason
from ardennes.parts.mind.sketch import Proposal
from ardennes.parts.mind.weighing import Weighed
from ardennes.parts.title import title_of

#: Courses that are offered.
OFFERED = 3

#: What speaks against an order, in words of its own.
AGAINST = {"safer": "less safe", "nearer to what matters": "farther from what matters"}


def offered(orders: Iterable[Proposal]) -> list[Proposal]:
    """The best orders, of as many kinds as there are: three marches are one course."""
    found = sorted([order for order in orders if order.actions], key=lambda order: -order.payoff)
    kinds: dict[str, Proposal] = {}
    for order in found:
        kinds.setdefault(order.name, order)
    others = [order for order in found if order is not kinds[order.name]]
    return sorted([*kinds.values(), *others][:OFFERED], key=lambda order: -order.payoff)


def course(g: State, order: Proposal) -> Course:
    """An order as a course of action."""
    text = sentence(g, order)
    reasons = [
        Reason(AGAINST.get(text, text) if points < 0 else text, round(points, 3))
        for text, points in order.reasons
        if abs(points) >= 0.001
    ]
    return Course(order.name, text, list(order.actions), round(order.payoff, 3), reasons)


def sentence(g: State, order: Proposal) -> str:
    """An order in a sentence."""
    title, (pick, go) = title_of(g.game), _verbs(g)
    place = title.name_of(g.game, go, order.place)
    units = listed([title.name_of(g.game, pick, unit) for unit, _ in order.moves])
    if not any(action.verb == go for action in order.actions) and order.expected is None:
        return say("{name} at {place}: {units}.", name=order.name, place=place, units=units)
    if order.expected is None:
        return say("{units} to {place}.", units=units, place=place)
    return say(
        "Attack {place} with {units} at {odds} to 1: {cleared} to clear it.",
        place=place,
        units=units,
        odds=decimal(order.odds, ".1f"),
        cleared=f"{order.expected.cleared:.0%}",
    )


def answers(g: State, weighed: Sequence[Weighed], now: float) -> list[Course]:
    """The best answers to a small decision."""
    title, side = title_of(g.game), g.side
    sign = 1.0 if side is Side.GERMAN else -1.0
    best = sorted(weighed, key=lambda found: -sign * found.value)[:OFFERED]
    told = []
    for action, value in best:
        text = title.label(g.sight(side), *action)
        told.append(Course("answer", text, [action], round(sign * (value - now), 3), []))
    return told


def comparison(mine: Course, best: Course) -> Comparison:
    """A player's idea beside the staff's."""
    theirs = {reason.text: reason.points for reason in best.reasons}
    own = {reason.text: reason.points for reason in mine.reasons}
    apart = [Reason(text, round(own.get(text, 0.0) - theirs.get(text, 0.0), 3)) for text in {**own, **theirs}]
    return Comparison(mine, best, round(mine.points - best.points, 3), [reason for reason in apart if reason.points])


def written(g: State, side: Side, orders: Sequence[Proposal], plan: Mapping[str, str]) -> list[str]:
    """The order of a phase in writing."""
    lines = [say("{side} order for {date}.", side=side, date=title_of(g.game).date(g.sight(side)))]
    main = next((order for order in orders if order.expected is not None), None)
    if main is None:
        lines.append("Intent: no attack promises enough; close up and hold." if orders else "Intent: stand fast.")
    lines += [f"{name}: {told}." for name, told in sorted(plan.items())]
    for order in orders:  # in this sequence: who makes room goes first
        text = _task(g, order)
        lines.append(say("Main effort: {task}.", task=text) if order is main else f"{text[:1].upper()}{text[1:]}.")
    return lines


def _task(g: State, order: Proposal) -> str:
    """An order as its units carry it out; the chance of a battle is said with the battle, when it is known."""
    title, (pick, go) = title_of(g.game), _verbs(g)
    moved = list(marches.read(order.actions, pick, go))
    there = [move for move in order.moves if move not in moved]
    ways = [(title.name_of(g.game, pick, unit), title.name_of(g.game, go, place)) for unit, place in (*moved, *there)]
    if not any(action.verb == go for action in order.actions) and order.expected is None:
        return sentence(g, order)[:-1]
    if order.expected is None:
        return "; ".join(say("{unit} to {place}", unit=unit, place=place) for unit, place in ways)
    target = title.name_of(g.game, go, order.place)
    return say(
        "attack {target} with {units}",
        target=target,
        units=listed([say("{unit} from {place}", unit=unit, place=place) for unit, place in ways]),
    )


def _verbs(g: State) -> tuple[str, str]:
    """The verbs that pick a unit up and say where it goes: what units and places are called by."""
    mind = title_of(g.game).mind
    return mind.pick, mind.go
