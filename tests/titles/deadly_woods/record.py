"""Whole games for the test suite, played by dice and by a player who likes a fight.

    python -m tests.titles.deadly_woods.record

plays a game of each scenario and writes it to `recorded/` as an ordinary save. They are replayed by
`test_recorded.py`. Record them anew when a change of rules or data is meant to change how games go, and say so in the
commit; raise the title's rules version if such games are already in players' hands.

The player here moves units next to the enemy, attacks, brings up support, and otherwise heads for VP hexes.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from ardennes.board.cells import cells
from ardennes.kernel import Action, Game, Match, Side, saves
from ardennes.kernel.conformance import Check
from ardennes.titles.deadly_woods import TITLE
from ardennes.titles.deadly_woods.rules.combat import ChooseAttackers
from ardennes.titles.deadly_woods.rules.movement import Movement, Moving
from ardennes.titles.deadly_woods.state import State
from tests.titles.as_one import as_one

RECORDED = Path(__file__).parent / "recorded"
SCENARIOS = ("german_attack", "campaign")
#: Games that are recorded, by scenario.
SEEDS = {"german_attack": (1946,), "campaign": (1947, 1949)}

#: How much the player likes each verb, whatever the number of its targets; others count 1.
LIKES = {"hex": 8.0, "unit": 6.0, "via": 0.2, "asset": 2.0, "attack": 12.0, "back": 0.1, "done": 0.6, "double": 0.3}


def bold_action(g: State, rng: random.Random) -> Action:
    """One of the choices: a verb by how much it is liked, then a target."""
    choices = g.choices()
    verbs = list(choices)
    verb = rng.choices(verbs, [_liking(g, verb) for verb in verbs])[0]
    targets = choices[verb]
    if targets[0] is None:
        return Action(verb)
    return Action(verb, rng.choices(targets, _weights(g, verb, targets))[0])


def _liking(g: State, verb: str) -> float:
    top = g.stack[-1]
    if verb == "unit" and isinstance(top, Moving | ChooseAttackers):
        return 0.2  # put it back, leave it out
    if verb == "done" and isinstance(top, Movement):
        return 0.3
    return LIKES.get(verb, 1.0)


def _weights(g: State, verb: str, targets: Sequence[int | None]) -> list[float]:
    top = g.stack[-1]
    if isinstance(top, Moving) and verb == "hex":
        return [_march(g, top, cell) for cell in targets if cell is not None]
    return [1.0] * len(targets)


def _march(g: State, move: Moving, cell: int) -> float:
    """Germans go for VP hexes the Allies hold, Allies for Germans; both stop next to an enemy rather than elsewhere."""
    grid, here = g.box.grid, g.place[move.mover]
    if g.box.vp >> cell & 1 and move.side is Side.GERMAN and not g.german >> cell & 1:
        return 200.0
    goals = g.box.vp & ~g.german if move.side is Side.GERMAN else g.occupied[Side.GERMAN]
    near = min((grid.distance(here, goal) - grid.distance(cell, goal) for goal in cells(goals)), default=0)
    return 0.3 + max(0, near) + (10.0 if g.next_to(move.side.enemy, cell) else 0.0)


def bold_game(game: Game, seed: int, check: Check | None = None) -> Match:
    """A whole game between two such players."""
    match = Match(game, seed)
    rng = random.Random(f"bold {seed}")
    while match.state.stack:
        assert isinstance(match.state, State)
        match.play(bold_action(match.state, rng))
        if check is not None:
            check(match)
    return match


def main() -> None:
    """Write the recorded games."""
    RECORDED.mkdir(exist_ok=True)
    for scenario, seeds in SEEDS.items():
        game = Game.of(TITLE, scenario)
        for seed in seeds:
            match = bold_game(game, seed)
            (RECORDED / f"{scenario}-{seed}.txt").write_text(saves.dump(as_one(match)), encoding="utf-8")
            print(scenario, seed, len(match.moves), "actions:", match.state.outcome())


if __name__ == "__main__":
    main()
