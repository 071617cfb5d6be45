"""Whole games for the test suite, played by dice and by a player who likes a fight.

    python -m tests.titles.tigers_in_the_mist.record

plays five games of each scenario and writes them to `recorded/` as ordinary saves. They are replayed by
`test_recorded.py`. Record them anew when a change of rules or data is meant to change how games go, and say so in the
commit; raise the title's rules version if such games are already in players' hands.

Purely random play rarely brings the sides together, so the player here prefers roads that lead into the enemy, tries
bridges, joins attacks, and otherwise heads for the other side's edge of the map.
"""

from __future__ import annotations

import random
from pathlib import Path

import ardennes
from ardennes.kernel import Action, Game, Match, Side, saves
from ardennes.kernel.conformance import Check
from ardennes.titles.tigers_in_the_mist.rules.combat.phase import ChooseAttackers
from ardennes.titles.tigers_in_the_mist.rules.movement.phase import Marching, Movement
from ardennes.titles.tigers_in_the_mist.state import State
from tests.titles.as_one import as_one

RECORDED = Path(__file__).parent / "recorded"
SCENARIOS = ("seventh_army", "fifth_panzer", "first_three_days", "campaign")
SEEDS = (1944, 1945, 1946, 1947, 1948)

#: How much the player likes each verb, where the step makes no difference.
LIKES = {
    "area": 8.0,
    "via": 0.1,
    "wade": 3.0,
    "shift": 0.3,
    "unit": 5.0,
    "firer": 1.0,
    "entrench": 0.3,
    "bridge": 1.0,
    "special": 1.0,
    "fight": 4.0,
    "decline": 2.0,
    "stop": 1.0,
    "done": 1.0,
}


def bold_action(g: State, rng: random.Random) -> Action:
    """One of the choices, those that lead to a fight more often than others."""
    actions = g.actions()
    weights = [appetite(g, action) for action in actions]
    if isinstance(g.stack[-1], Movement):  # about ten moves an impulse, whatever there is to move
        weights[-1] = sum(weights[:-1]) / 10 + 0.1
    return rng.choices(actions, weights)[0]


def appetite(g: State, action: Action) -> float:
    """How much the player likes a choice."""
    verb, target = action
    top = g.stack[-1]
    if isinstance(top, Marching) and target is not None:
        if verb == "area":
            return _march(g, top, target)
        if verb == "unit":
            return 0.2 if target in top.units else 2.0
    if isinstance(top, ChooseAttackers) and verb == "unit" and target in top.attackers:
        return 0.1
    return LIKES[verb]


def _march(g: State, march: Marching, place: int) -> float:
    """Enemies attract most; else the further towards the enemy's edge, the better."""
    board = g.box.map
    if board.is_zone(place):
        return 2.0 if march.side is Side.GERMAN and place in board.multiplier else 0.01
    if g.holds(march.side.enemy, place):
        return 40.0
    here = g.place[march.units[0]]
    if board.is_zone(here):
        return 1.0
    gain = board.areas[here - 1].x - board.areas[place - 1].x
    return 0.3 + max(0.0, gain if march.side is Side.GERMAN else -gain) / 10


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
    for scenario in SCENARIOS:
        game = ardennes.game("tigers_in_the_mist", scenario)
        for seed in SEEDS:
            match = bold_game(game, seed)
            (RECORDED / f"{scenario}-{seed}.txt").write_text(saves.dump(as_one(match)), encoding="utf-8")
            print(scenario, seed, len(match.moves), "actions:", match.state.outcome())


if __name__ == "__main__":
    main()
