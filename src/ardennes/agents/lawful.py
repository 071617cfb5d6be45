"""A computer's fault must not stop a person's game: whoever plays against people is asked through here."""

from __future__ import annotations

import logging
import random

from ardennes.agents.contract import Agent
from ardennes.kernel import Action, Sight

log = logging.getLogger("ardennes.agents")


def answer(agent: Agent, sight: Sight) -> Action:
    """The agent's answer; any legal one, and a line in the log, where it breaks or answers what the rules refuse.

    Ladders and training ask agents directly, so there a fault is an error.
    """
    try:
        action = agent.choose(sight)
    except Exception:
        log.exception("%s broke; a random answer was taken", type(agent).__name__)
    else:
        if sight.state.allows(action):
            return action
        refused = sight.why_not(action)
        log.error("%s answered %s, refused: %s; a random answer was taken", type(agent).__name__, action, refused)
    return random.choice(sight.answers())  # a seed would choose alike again and again, and might go in circles
