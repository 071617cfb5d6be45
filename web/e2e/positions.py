"""Positions for the browser tests, found by playing: `python positions.py demolition` prints a save and the next action.

Found with the rules as they are, so a change of rules needs no new files.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable

import ardennes
from ardennes.kernel import Match, Side, State, saves


def aiming(state: State) -> bool:
    """The German spreads his fire over several defenders."""
    choices = state.choices()
    return type(state.stack[-1]).__name__ in ("AimFire", "AimArtillery") and state.side is Side.GERMAN and len(choices.get("unit", ())) > 1


def demolition(state: State) -> bool:
    """The Allied player is asked whether to blow a bridge in the German's path."""
    return type(state.stack[-1]).__name__ == "Demolition" and state.side is Side.ALLIED


WANTED: dict[str, Callable[[State], bool]] = {"aiming": aiming, "demolition": demolition}


def find(wanted: Callable[[State], bool]) -> tuple[Match, list[int | str | None]]:
    """A game up to the German action that leads to what is wanted, and that action."""
    game = ardennes.game("tigers_in_the_mist", scenario="seventh_army")
    for seed in range(400):
        rng = random.Random(seed)
        match = Match(game, seed)
        while match.state.result is None and len(match.moves) < 120:
            move = match.play(rng.choice(list(match.state.actions())))
            if match.state.result is None and move.side is Side.GERMAN and wanted(match.state):
                *before, last = match.moves
                again = Match(game, seed)
                for move in before:
                    again.play(move.action)
                return again, [last.action.verb, last.action.target]
    raise SystemExit("no such position in 400 games")


if __name__ == "__main__":
    match, action = find(WANTED[sys.argv[1]])
    print(json.dumps({"save": saves.dump(match), "verb": action[0], "target": action[1]}))
