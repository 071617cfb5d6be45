"""How a computer at a table is asked.

For every move it draws from a seed of its own, which comes from the secret of the game and the number of the move. So
all it carries from one move to the next is its orders, and these can be found again: one whose game was put away, or
whose server died, goes on as if nothing had happened.
"""

from __future__ import annotations

import pickle
from collections.abc import Hashable
from typing import Any

import msgspec

from ardennes import agents
from ardennes.agents import lawful
from ardennes.kernel import Action, Match, Seed, Side, Sight
from ardennes.kernel.chance import offshoot
from ardennes.kernel.notes import noting
from ardennes.parts.title import title_of
from ardennes.server.records import Played, Record

#: A computer takes up no more than this for one move.
MOST_HELD = 64


def seed_at(secret: Seed, side: Side, number: int) -> int:
    """What a side's computer draws from for the move after so many."""
    return offshoot(secret, f"computer {int(side)} {number}")


def remembers(name: str) -> bool:
    """Whether a computer bears anything in mind between its moves."""
    return isinstance(agents.find(name), agents.Staff)


def awake(name: str, seed: int, mind: bytes) -> agents.Agent:
    """A computer that draws from a seed, with what it bore in mind, if anything."""
    if not mind:
        return agents.find(name, seed)
    staff: agents.Staff = pickle.loads(mind)
    staff.draw_from(seed)
    return staff


def asleep(agent: agents.Agent) -> bytes:
    """What a computer bears in mind until it is asked again."""
    return pickle.dumps(agent) if isinstance(agent, agents.Staff) else b""


def is_quick(agent: agents.Agent) -> bool:
    """Whether its next answer is likely to come at once."""
    return not isinstance(agent, agents.Staff) or agent.under_way


def decide(agent: agents.Agent, sight: Sight) -> tuple[list[Action], list[str]]:
    """A computer's move: what it takes up and what it does with it, and orders in writing that it has just made."""
    actions: list[Action] = []
    orders: list[str] = []
    while len(actions) < MOST_HELD:
        action, order = _answered(agent, sight)
        actions.append(action)
        orders += order
        if not sight.state.only_lifts(action):
            return actions, orders
        sight = sight.holding([action])
    ends = next((action for action in sight.actions() if not sight.state.only_lifts(action)), None)
    return [*actions, *filter(None, [ends])], orders  # one who only ever takes things up is helped on


def _answered(agent: agents.Agent, sight: Sight) -> tuple[Action, list[str]]:
    """A computer's answer, and its order in writing, as notes, where it has just made a new one."""
    before = agent.planned if isinstance(agent, agents.Staff) else None
    action = lawful.answer(agent, sight)
    if isinstance(agent, agents.Staff) and agent.planned is not before:
        with noting():
            return action, agent.written_order()
    return action, []


# ---- after a break -----------------------------------------------------------------------------------------


def recalled(record: Record, side: Side, name: str, secret: str) -> agents.Agent | None:
    """The computer of a side as it was after its last move in a game; None where nothing is to be remembered.

    Orders are made anew where a phase is planned, so it is enough to ask it again from the last such phase on. If it
    does not answer as it did then (it was told to hurry, or another sat there), it does not go on with what it says
    now: it knows nothing and plans afresh.
    """
    match = record.begun()
    since = _since_it_planned(match, record.moves, side)
    agent: agents.Agent | None = None
    has_planned = False
    for number, table, move in since:
        sight = Sight.of_table(match.game, side, msgspec.json.decode(table, type=dict[str, Any]))
        seed = seed_at(secret, side, number)
        if agent is None:
            agent = agents.find(name, seed)
        if isinstance(agent, agents.Staff):
            agent.draw_from(seed)
        has_planned = has_planned or title_of(match.game).mind.is_planned(sight.state)
        if decide(agent, sight)[0] != [*move.led, move.action] and has_planned:
            return None
    return agent


#: A move of a computer: how many were made before, what its side saw, and what it did.
Asked = tuple[int, bytes, Played]


def _since_it_planned(match: Match, moves: list[Played], side: Side) -> list[Asked]:
    """The moves of a side from the beginning of the last phase that it planned; the match is played to its end."""
    mind = title_of(match.game).mind
    kept: list[Asked] = []
    now: list[Asked] = []
    phase: Hashable = None
    planned: Hashable = None
    for number, move in enumerate(moves):
        if move.side is side:
            sight = match.state.sight(side)
            if mind.phase(sight.state) != phase:
                phase, now = mind.phase(sight.state), []
            asked = (number, msgspec.json.encode(sight.table()), move)
            now.append(asked)
            if mind.is_planned(sight.state) and phase != planned:
                planned, kept = phase, now
            elif kept is not now:
                kept.append(asked)
        match.play(move.action, move.chance, move.led)
    if match.state.side is side:
        state = match.state.sight(side).state
        if mind.is_planned(state) and mind.phase(state) != planned:  # a new plan: the one before is of no use any more
            return now if mind.phase(state) == phase else []
    return kept if planned is not None else now
