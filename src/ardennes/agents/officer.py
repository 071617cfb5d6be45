"""The staff officer at a player's elbow: what he would do next, whole courses only, and what he thinks of an idea.

He is the staff: his first course is what the staff would carry out from here, so following him plays as the staff plays
and never leads round in circles. What else a title has to offer comes after it, if it leads anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import structs

from ardennes.agents.contract import AgentOptions
from ardennes.agents.staff import Staff
from ardennes.kernel import Action, IllegalAction, State, saves
from ardennes.kernel.words import fixed
from ardennes.parts.mind.advice import Comparison, Course
from ardennes.parts.title import title_of

#: Courses that are offered, and the longest of them in actions.
OFFERED, LONGEST = 3, 40
#: Kinds of targets that are places.
PLACES = ("area", "hex")


def courses(state: State) -> list[Course]:
    """Up to three courses for the pending decision, his own first. `state` is imagined from a side's sight."""
    if state.side is None:
        return []
    proposed = title_of(state.game).mind.courses(state)
    own = _told(state, carried_out(state), proposed)
    others = [course for course in proposed if not _same(course.actions, own.actions) and _leads_on(state, course)]
    return [own, *others][:OFFERED]


def carried_out(state: State) -> list[Action]:
    """What the staff would do from here: one order to its end, or one matter, up to the first die."""
    staff, trial = Staff(AgentOptions()), state.copy()
    mind, side, depth, dice = title_of(state.game).mind, state.side, len(state.stack), state.drawn
    actions: list[Action] = []
    while trial.side is side and trial.drawn == dice and len(actions) < LONGEST:
        actions.append(staff.act((trial,)))
        trial.play(actions[-1])
        settled = trial.side is None or mind.is_planned(trial) or len(trial.stack) <= depth
        if settled and not staff.amid_order:
            break
    return actions


def _told(state: State, actions: list[Action], proposed: Sequence[Course]) -> Course:
    """A course in words: the title's own where it proposes the same, else those of its answers."""
    for course in proposed:
        if _same(course.actions, actions):
            return structs.replace(course, actions=actions)
        if [*course.actions[: len(actions)]] == actions:
            return course  # the title says what comes after it as well
    text = _in_words(state, actions)
    return Course("what the staff would do", text[:1].upper() + text[1:], actions, 0.0, [])


def _in_words(state: State, actions: Sequence[Action]) -> str:
    """Answers one after another: units by name, where they go behind an arrow, the rest as buttons say it."""
    title, trial = title_of(state.game), state.copy()
    verbs = title.verbs
    words: list[str] = []
    for number, (verb, target) in enumerate(actions):
        kind = next((name for name, known in verbs.kinds.items() if known is verbs.by_key[verb].kind), "")
        if kind == "unit" and target is not None:
            words.append(title.name_of(state.game, kind, target))
        elif kind in PLACES and words:
            assert target is not None
            words[-1] += f" → {title.name_of(state.game, kind, target)}"
        else:
            words.append(fixed(title.label(trial.sight(trial.side), verb, target)))
        if number + 1 < len(actions):
            trial.play(Action(verb, target))
    first, *rest = dict.fromkeys(words)
    named = verbs.by_key[actions[0].verb].kind in _places(state)
    return f"{first}: {', '.join(rest)}" if named and rest else ", ".join([first, *rest])


def _same(one: Sequence[Action], other: Sequence[Action]) -> bool:
    """Whether two courses give the same answers, in whatever order."""
    return sorted(map(repr, one)) == sorted(map(repr, other))


def _leads_on(state: State, course: Course) -> bool:
    """Whether a course can be carried out and leaves the position other than it was."""
    trial, side = state.copy(), state.side
    try:
        for action in course.actions:
            if trial.side is not side:
                break
            trial.play(action)
    except IllegalAction:
        return False
    return bool(course.actions) and saves.position(trial) != saves.position(state)


def opinion(earlier: Sequence[State], actions: Sequence[Action]) -> Comparison | None:
    """The last order that can still be taken back, beside what he would have done then.

    `earlier` are the positions it may be taken back to, `actions` those that were made from each of them on. Units
    that went to the same place one after another are one order.
    """
    planned = [number for number, state in enumerate(earlier) if title_of(state.game).mind.is_planned(state)]
    goals = [_goal(earlier[0], actions[one:two]) for one, two in pairwise([*planned, len(actions)])]
    for last in range(len(planned) - 1, -1, -1):
        first = last
        while first and goals[last] is not None and goals[first - 1] == goals[last]:
            first -= 1
        state, made = earlier[planned[first]], list(actions[planned[first] :])
        found = title_of(state.game).mind.why_not_mine(state, made)
        if found is None:
            continue
        own = carried_out(state)
        if _same(made[: len(own)], own):  # his own advice, taken
            return Comparison(found.mine, found.mine, 0.0, [])
        return found
    return None


def _goal(state: State, actions: Sequence[Action]) -> int | None:
    """Where some answers lead to."""
    verbs, places = title_of(state.game).verbs, _places(state)
    return next((target for verb, target in reversed(actions) if verbs.by_key[verb].kind in places), None)


def _places(state: State) -> list[object]:
    kinds = title_of(state.game).verbs.kinds
    return [kinds[kind] for kind in PLACES if kind in kinds]
