"""Games of the staff against itself as positions with what they led to: `calibrate` fits the win chance on them."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator
from pathlib import Path

import msgspec

from ardennes.agents import AGENTS, AgentOptions
from ardennes.kernel import Side, conformance
from ardennes.lab.crew import Crew
from ardennes.lab.games import Setting
from ardennes.lab.kept import Kept
from ardennes.parts.mind.win_chance import came_to
from ardennes.parts.title import title_of

#: Where no net is asked, one in so many positions that dice have just left is kept beside the starts of phases.
AFTER_DICE = 4


class Sample(msgspec.Struct, frozen=True, array_like=True):
    """A position: its game, turns left, features, and what the game came to (1 is a German victory)."""

    game: int
    days: int
    #: Whether it is the start of a phase, as values are fitted on; else dice have just been rolled.
    begins: bool
    features: list[float]
    #: What the win chance is fitted on.
    chances: list[float]
    score: float
    won: float
    #: The victory points of its game.
    points: int = 0


def play(setting: Setting, seed: int) -> list[Sample]:
    """One game of the staff against itself, with some errors of judgement and, in one game of three, a few slips.

    Positions off the beaten track are seen too that way. Where a net is asked it is the starts of phases alone, which
    it knows: what is said in between is the mean of what would be said at the next ones (`Mind.win_chance`), so it is
    as true as they are, and to find it costs more than the game.
    """
    game = setting.game()
    rng = random.Random(f"values {seed}")
    mind = title_of(game).mind
    state = game.start(f"values {seed}")
    players = {side: AGENTS["staff"](AgentOptions(seed=seed, noise=rng.choice((0.0, 0.0, 0.2, 0.5)))) for side in Side}
    slips = rng.choice((0.0, 0.0, 0.01))
    between = mind.chance_net(game) is None
    seen: list[tuple[int, bool, list[float], list[float]]] = []
    phase: Hashable = None
    drawn = state.drawn
    while (side := state.side) is not None:
        begins = mind.is_planned(state) and mind.phase(state) != phase
        if begins:
            phase = mind.phase(state)
        if begins or (between and state.drawn != drawn and not rng.randrange(AFTER_DICE)):
            seen.append((mind.days_left(state), begins, mind.vector(state), mind.chance_told(state)))
        drawn = state.drawn
        if rng.random() < slips:
            state.play(conformance.random_action(state, rng))
        else:
            state.play(players[side].choose(state.sight(side)))
    score, outcome = mind.outcome(state), state.outcome()
    assert outcome is not None
    won, points = came_to(outcome), outcome.score
    return [Sample(seed, days, begins, vector, chances, score, won, points) for days, begins, vector, chances in seen]


def gather(crew: Crew, setting: Setting, seeds: range, keep: Path | None = None) -> Iterator[tuple[int, list[Sample]]]:
    """Many games, as they are done; those kept in a folder come at once."""
    kept = Kept(keep, "values", setting.title, setting.scenario, list[Sample])
    options = "".join([f" {name}={value}" for name, value in sorted(setting.options.items())])
    known = [seed for seed in seeds if f"{seed}{options}" in kept.found]
    yield from [(seed, kept.found[f"{seed}{options}"]) for seed in known]
    for seed, samples in crew.each(play, setting, [seed for seed in seeds if seed not in known]):
        kept.add(f"{seed}{options}", samples)
        yield seed, samples
