"""A gesture as the browser makes it: what only takes something up is looked at, and goes with what follows it."""

from __future__ import annotations

import random
from collections.abc import Container, Mapping, Sequence
from typing import Any

#: An answer on the wire.
Answer = tuple[str, int | None]
#: With so many things in hand a player goes somewhere, if he can.
ENOUGH = 3


def drawn(rng: random.Random, choices: Mapping[str, Sequence[int | None]], lifts: Container[str], held: int) -> Answer:
    """One of the choices, verbs that name many things a little ahead of those that end something."""
    going = [verb for verb in choices if verb not in lifts]
    verbs = going if going and held >= ENOUGH else list(choices)
    verb = rng.choices(verbs, [min(len(choices[verb]), 2) for verb in verbs])[0]
    return verb, rng.choice(choices[verb])


def message(at: int, hand: Sequence[Answer], answer: Answer, lifts: Container[str]) -> dict[str, Any]:
    """What the browser sends when this is clicked with that in hand.

    >>> message(3, [], ("unit", 7), ["unit"])
    {'t': 'peek', 'at': 3, 'hand': [('unit', 7)]}
    >>> message(3, [("unit", 7)], ("hex", 2), ["unit"])
    {'t': 'acts', 'at': 3, 'answers': [('unit', 7), ('hex', 2)]}
    >>> message(3, [], ("done", None), ["unit"])
    {'t': 'act', 'at': 3, 'verb': 'done', 'target': None}
    """
    if answer[0] in lifts:
        return {"t": "peek", "at": at, "hand": [*hand, answer]}
    if hand:
        return {"t": "acts", "at": at, "answers": [*hand, answer]}
    return {"t": "act", "at": at, "verb": answer[0], "target": answer[1]}
