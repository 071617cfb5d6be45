"""What a staff officer says: courses of action with odds and reasons, what is wrong with another idea, a written order.

Nothing is said that was not computed, and no number that would have to be taken on trust: what an order is worth is the
staff's own measure and only ranks courses.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from ardennes.board.cells import cells
from ardennes.kernel import Action, Side
from ardennes.kernel.words import listed, say
from ardennes.parts.mind import marches
from ardennes.parts.mind.advice import Comparison, Course, Reason
from ardennes.parts.title import title_of
from ardennes.titles.tigers_in_the_mist.mind import distances, judgement, valuation
from ardennes.titles.tigers_in_the_mist.mind.judgement import DOCTRINE
from ardennes.titles.tigers_in_the_mist.mind.staffwork import Staffwork
from ardennes.titles.tigers_in_the_mist.mind.tactics import Order, attack_order, move_order
from ardennes.titles.tigers_in_the_mist.odds import forecasts
from ardennes.titles.tigers_in_the_mist.rules.combat.phase import Battles, entered, residents
from ardennes.titles.tigers_in_the_mist.rules.movement.phase import Movement
from ardennes.titles.tigers_in_the_mist.state import State


def courses(g: State, most: int = 3) -> list[Course]:
    """Up to three courses for the pending decision, best first."""
    side = g.side
    if side is None:
        return []
    if isinstance(g.stack[-1], Movement):
        return _movement(g, side, most)
    if isinstance(g.stack[-1], Battles):
        return _battles(g, side, most)
    action = judgement.answer(g)
    text = title_of(g.game).label(g.sight(g.side), action.verb, action.target)
    return [Course("as the doctrine has it", text, [action], 0.0, [])]


def _movement(g: State, side: Side, most: int) -> list[Course]:
    work = Staffwork(g, side)
    found: list[Order] = []
    for tactic in DOCTRINE[side]:
        found += tactic.propose(work)
    found.sort(key=lambda order: -order.payoff)
    chosen: list[Order] = []
    for order in found:
        apart = all(not set(order.units) & set(other.units) or order.place != other.place for other in chosen)
        if order.payoff > 0 and apart and len(chosen) < most:
            chosen.append(order)
    if len(chosen) < most:
        chosen.append(
            Order("end movement", 0.0, (Action("done"),), (), 0, (("nothing more is worth committing", 0.0),))
        )
    return [_course(work, order) for order in chosen]


def _battles(g: State, side: Side, most: int) -> list[Course]:
    work = Staffwork(g, side)
    found = []
    for area in g.choices().get("area", ()):
        assert area is not None
        units = entered(g, area, side) or residents(g, area, side)
        attack = work.attack(area, units)
        if attack is not None:
            order = attack_order(work, "attack", attack)._replace(actions=(Action("area", area),))
            found.append(_with_odds(g, _course(work, order), area))
    if "done" in g.choices():
        found.append(Course("end combat", "fight no more this impulse", [Action("done")], 0.0, []))
    return sorted(found, key=lambda course: -course.points)[:most]


def _course(work: Staffwork, order: Order) -> Course:
    """An order in words. What its battle would come to is said when it is about to be fought, and exactly."""
    return Course(
        order.tactic,
        sentence(work.g, order),
        list(order.actions),
        round(order.payoff, 2),
        [Reason(text, round(points, 2)) for text, points in order.reasons],
        risk=_risk(work, order),
    )


def _with_odds(g: State, course: Course, area: int) -> Course:
    """A battle that can begin at once, with the odds that the map shows for it too."""
    found = forecasts.forecast(g, Action("area", area))
    if found is None:
        return course
    lost = [
        round(sum(row.strength for row in rows) - sum(k * chance for k, chance in enumerate(left)), 2)
        for rows, left in ((found.attackers, found.attackers_left), (found.defenders, found.defenders_left))
    ]
    cleared = round(found.headlines[0].chance, 4)
    return structs.replace(course, cleared=cleared, own_loss=lost[0], enemy_loss=lost[1])


def sentence(g: State, order: Order) -> str:
    """An order as a sentence."""
    names = g.box.map.names
    if order.moves:
        ways = [(_called(g, unit), names[place]) for unit, place in order.moves]
        return "; ".join(say("{unit} to {place}", unit=unit, place=place) for unit, place in ways)
    if order.tactic == "end movement":
        return "end movement and keep the rest in hand"
    who = _names(g, order.units)
    if order.cleared is not None:
        return say("attack {place} with {who}", place=names[order.place], who=who)
    if order.actions and order.actions[0].verb == "entrench":
        return say("{who} digs in at {place}", who=who, place=names[order.place])
    if order.actions and order.actions[0].verb == "special":
        return say("Special Forces to {place}", place=names[order.place])
    return say("{who} to {place}", who=who, place=names[order.place])


def _names(g: State, units: Sequence[int]) -> str:
    return listed([_called(g, unit) for unit in units])


def _called(g: State, unit: int) -> str:
    """A unit with its strength, and with the place it stands in where others are called the same."""
    name, place = f"{g.name(unit)} {g.strength[unit]}", g.place[unit]
    side = Side.GERMAN if unit < g.box.units.first_allied else Side.ALLIED
    others = [u for u in g.box.units.of[side] if g.on_map(u) and g.name(u) == g.name(unit) and g.place[u] != place]
    return f"{name} ({g.box.map.names[place]})" if others else name


def _risk(work: Staffwork, order: Order) -> str:
    """What the enemy could do about it, in a few words."""
    g = work.g
    if not order.units or g.box.map.is_zone(order.place):
        return ""
    own = sum(g.strength[unit] for unit in order.units)
    threat = work.threat[order.place]
    if threat <= 0:
        return say("out of the enemy's reach next impulse")
    return say(
        "the enemy can bring up to {threat} strength points against these {own} next impulse",
        threat=f"{threat:.0f}",
        own=own,
    )


# ---- "why not mine?" ---------------------------------------------------------------------------------------


def why_not_mine(g: State, actions: Sequence[Action]) -> Comparison | None:
    """What speaks for and against a player's own order of movement; None if it moves nobody."""
    side = g.side
    if side is None or not isinstance(g.stack[-1], Movement):
        return None
    march = _march(actions)
    digging = tuple(a.target for a in actions if a.verb == "entrench" and a.target is not None)
    if march is None and not digging:
        return None  # taken up is not moved
    work = Staffwork(g, side)
    units, place = march or (digging, g.place[digging[0]])
    mine, after = _judge(work, units, place)
    if march is None:
        text = say("{who} digs in at {place}", who=_names(g, units), place=g.box.map.names[place])
        mine = structs.replace(mine, text=text)
    best = _movement(g, side, 1)[0]
    rival = _after(work, best)
    ours, theirs = valuation.features(after).groups, valuation.features(rival).groups
    reasons = []
    for group, points in ours.items():
        if abs(points - theirs[group]) >= 0.02:
            reasons.append(Reason(group, round(work.sign * (points - theirs[group]), 2)))
    reasons.sort(key=lambda reason: reason.points)
    return Comparison(mine, best, round(mine.points - best.points, 2), reasons)


def _judge(work: Staffwork, units: tuple[int, ...], place: int) -> tuple[Course, State]:
    g = work.g
    if g.occupied[work.enemy] >> place & 1 and place < g.box.map.first_zone:
        attack = work.attack(place, units)
        if attack is not None:
            after = work.after(place, units, attack.own_loss, attack.enemy_loss)
            return _course(work, attack_order(work, "your attack", attack)), after
    after = work.moved(units, place)
    gain = work.worth(after) - work.base
    return _course(work, move_order(work, "your move", units, place, [("position", gain)])), after


def _after(work: Staffwork, course: Course) -> State:
    march = _march(course.actions)
    return work.g if march is None else _judge(work, *march)[1]


def _march(actions: Sequence[Action]) -> tuple[tuple[int, ...], int] | None:
    """The units that some answers move, and where the last of them goes; None if they move nobody."""
    moves = marches.read(actions, "unit", "area")
    return (tuple([unit for unit, _ in moves]), moves[-1][1]) if moves else None


# ---- the written order -------------------------------------------------------------------------------------


def operation_order(g: State, side: Side, orders: Sequence[Order]) -> list[str]:
    """The order of an impulse in writing: intent, main effort, tasks, and what the commander fears."""
    if not orders:
        return [
            say(
                "{side} order for {day}-{impulse}: stand fast, keep everything in hand.",
                side=side,
                day=g.day,
                impulse=g.impulse,
            )
        ]
    names = g.box.map.names
    main = max(orders, key=lambda order: order.payoff)
    lines = [
        say("{side} order for {day}-{impulse}.", side=side, day=g.day, impulse=g.impulse),
        say("Intent: {intent}.", intent=_intent(side, orders)),
    ]
    lines.append(say("Main effort: {tactic}, {sentence}.", tactic=main.tactic, sentence=sentence(g, main)))
    for order in orders:
        if order.cleared is not None and order is not main:
            lines.append(say("Attack {place} with {names}.", place=names[order.place], names=_names(g, order.units)))
    by_tactic: dict[str, list[str]] = {}
    for order in orders:
        if order.cleared is None and order is not main:
            by_tactic.setdefault(order.tactic, []).append(sentence(g, order))
    for name, tasks in by_tactic.items():
        lines.append(say("{name}: {tasks}.", name=name[:1].upper() + name[1:], tasks="; ".join(tasks)))
    lines.append(_fear(g, side, orders))
    return lines


def read(work: Staffwork, actions: Sequence[Action]) -> Order | None:
    """A march as an order: an attack where the enemy stands, with its chance; None if it moves nobody."""
    march = _march(actions)
    if march is None:
        return None
    g, (units, place) = work.g, march
    if g.occupied[work.enemy] >> place & 1 and place < g.box.map.first_zone:
        attack = work.attack(place, units)
        if attack is not None:
            return attack_order(work, "attack", attack)
    return move_order(work, "march", units, place, [("position", work.worth(work.moved(units, place)) - work.base)])


def _intent(side: Side, orders: Sequence[Order]) -> str:
    """The idea behind most of what the orders are expected to bring."""
    gains: dict[str, float] = {}
    for order in orders:
        gains[order.tactic] = gains.get(order.tactic, 0.0) + order.payoff
    ideas = {tactic.name: tactic.idea for tactic in DOCTRINE[side]}
    ideas |= {"attack": "attack where it tells most", "march": "be in place for what comes next"}
    return ideas[max(gains, key=lambda name: gains[name])]


def _fear(g: State, side: Side, orders: Sequence[Order]) -> str:
    """The place where the enemy's answer would hurt most once everybody is where he was sent."""
    work = Staffwork(g, side)
    after = g.copy()
    for order in orders:
        for unit, place in marches.read(order.actions, "unit", "area"):
            after.put(unit, place)
    worst: tuple[float, int] | None = None
    for place in cells(after.occupied[side] & ~g.occupied[side.enemy] & g.box.map.all_areas):
        own = after.strength_at(place, side)
        cost = distances.clear_chance(work.threat[place], own) * own
        if worst is None or cost > worst[0]:
            worst = (cost, place)
    if worst is None or worst[0] < 0.3:
        return "No place is in serious danger."
    name = g.box.map.names[worst[1]]
    return say(
        "Most in danger: {name}, where the enemy can bring up to {worst} strength points.",
        name=name,
        worst=f"{work.threat[worst[1]]:.0f}",
    )
