"""Positions of random games, shuffled where a side cannot see: nothing that it is told may change."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from ardennes import agents
from ardennes.agents import officer
from ardennes.kernel import Game, Match, Side, Sight, conformance
from ardennes.parts.eye.outlets import Outlets

#: The share of the positions of a game that are looked at, and of those the share that costs most.
LOOKED_AT = 0.05
DEARLY = 1 / 50
#: Programs whose answers are compared.
PLAYERS = ("random", "naive", "staff")


class Look(NamedTuple):
    """A position that was looked at, and whether the answers of agents were compared too."""

    match: Match
    minds: bool


def looked_at(
    prepared: Sequence[Game],
    positions: int,
    seed: int,
    also: Callable[[Match], None] | None = None,
    choices: int | None = None,
    ways: int = 0,
    share: float = LOOKED_AT,
) -> Iterator[Look]:
    """Check so many positions, spread over the prepared games, and give the match that stands at each.

    In one of fifty, or in so many `choices` of them, advice and the answers of agents are compared, and `also` checks
    what this layer does not know, such as replays. With `ways` the sights themselves are shuffled so often more, which
    costs little. A small `share` of each game spreads them further. Raises `conformance.Broken` with the match that
    broke.
    """
    dearly, compared = DEARLY if choices is None else choices / positions, 0
    outlets = [Outlets(game) for game in prepared]
    rng = random.Random(f"sights {seed}")
    done = 0
    for number in range(positions * 100):
        found = outlets[number % len(outlets)]
        match = Match(found.game, seed + number)
        while match.state.stack and done < positions:
            action = conformance.random_action(match.state, rng)
            if rng.random() < share:
                found.check(match, action)
                if ways:
                    conformance.sights_tell_nothing_hidden(match, ways=ways)
                dear = rng.random() < dearly if choices is None else compared < (done + 1) * dearly
                if dear:
                    compared += 1
                    minds_need_no_secret(match)
                    if also is not None:
                        also(match)
                done += 1
                yield Look(match, dear)
            match.play(action)
        if done >= positions:
            return


def minds_need_no_secret(match: Match) -> None:
    """Agents and the staff officer say the same of two positions that their side cannot tell apart."""
    state, side = match.state, match.state.side
    if side not in (Side.GERMAN, Side.ALLIED):
        return
    here, there = state.sight(side), conformance.shuffled(state, side, "other").sight(side)
    for name in PLAYERS:
        if agents.find(name, 1).choose(here) != agents.find(name, 1).choose(there):
            raise conformance.Broken(match, f"the answer of {name} depends on something {side} may not know")
    if _advice(here) != _advice(there):
        raise conformance.Broken(match, f"the staff officer tells something {side} may not know")


def _advice(sight: Sight) -> bytes:
    return msgspec.json.encode(officer.courses(sight.imagine(0)))
