"""Whole games for the test suite, played by a player who likes a fight: he activates much, closes up and attacks.

    python -m tests.titles.enemy_action_ardennes.record

plays a game of each scenario and writes it to `recorded/` as an ordinary save. They are replayed by
`test_recorded.py`. Record them anew when a change of rules or data (chits, cards, strengths) is meant to change how
games go, and say so in the commit; raise the title's rules version if such games are already in players' hands.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from ardennes.board.cells import cells
from ardennes.kernel import Action, Game, Match, Side, saves
from ardennes.kernel.conformance import Check
from ardennes.titles.enemy_action_ardennes import TITLE
from ardennes.titles.enemy_action_ardennes.rules.combat import ChooseAttackers
from ardennes.titles.enemy_action_ardennes.rules.movement import Moving
from ardennes.titles.enemy_action_ardennes.state import State
from tests.titles.as_one import as_one

RECORDED = Path(__file__).parent / "recorded"
#: The games that are recorded, by scenario; the long ones with a handicap, so that they are played to the last day.
SEEDS = {
    "initial_assault": 1944,
    "allies_surprised": 1950,
    "german_breakout": 1952,
    "battle_of_the_bulge": 1946,
    "crisis_at_the_meuse": 1944,
}

#: How much the player likes each verb, whatever the number of its targets; others count 1.
LIKES = {"hex": 8.0, "unit": 6.0, "via": 0.5, "exit": 30.0, "card": 6.0, "back": 0.1, "done": 0.6, "standing": 0.02}
#: The Allies let him through: so that rare things behind their front come up too.
SHY = {"unit": 1.0, "formation": 1.0, "corps": 0.5, "done": 6.0, "retreat": 3.0, "skip": 20.0}
LIKES |= {"formation": 4.0, "corps": 4.0, "event": 4.0, "stop": 0.3}


def bold_action(g: State, rng: random.Random) -> Action:
    """One of the choices: a verb by how much it is liked, then a target."""
    choices = g.choices()
    verbs = list(choices)
    verb = rng.choices(verbs, [_liking(g, verb) for verb in verbs])[0]
    targets = choices[verb]
    return Action(verb, rng.choices(targets, _weights(g, verb, targets))[0])


def _liking(g: State, verb: str) -> float:
    top = g.stack[-1]
    if g.side is Side.ALLIED and verb in SHY:
        return SHY[verb]
    if verb == "unit" and isinstance(top, Moving):
        return 0.2  # put it back
    if isinstance(top, ChooseAttackers):
        return {"unit": 2.0, "done": 4.0}.get(verb, 0.1)
    return LIKES.get(verb, 1.0)


def _weights(g: State, verb: str, targets: Sequence[int | None]) -> list[float]:
    top = g.stack[-1]
    if isinstance(top, Moving) and verb == "hex":
        return [_march(g, top, cell) for cell in targets if cell is not None]
    return [1.0] * len(targets)


def _march(g: State, move: Moving, cell: int) -> float:
    """Germans go west and for towns, Allies for Germans; both like to stop next to an enemy."""
    grid, here = g.box.grid, g.place[move.mover]
    bit = 1 << cell
    weight = 8.0 if grid.around(g.occupied[move.side.enemy]) & bit else 0.3
    if move.side is Side.GERMAN:
        if any(g.box.depots[depot] == cell for depot in cells(g.covered)):
            return 200.0
        ahead = grid.line_and_place(cell)[1] - grid.line_and_place(here)[1]
        return weight + max(0, ahead) * 3 + (20.0 if g.towns_of(Side.ALLIED) & bit else 0.0)
    enemies = cells(g.occupied[Side.GERMAN])
    nearer = min((grid.distance(here, e) - grid.distance(cell, e) for e in enemies), default=0)
    return weight + max(0, nearer)


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


def long_game(game: Game, seed: int, check: Check | None = None) -> Match:
    """The same with a handicap for the Allies, so that a game is not over before fuel and the way out matter."""
    return bold_game(Game.of(game.title, game.scenario, {"handicap": -20}), seed, check)


def recorded(scenario: str) -> Match:
    """The game of a scenario that is recorded."""
    play = long_game if scenario in ("battle_of_the_bulge", "crisis_at_the_meuse") else bold_game
    return play(Game.of(TITLE, scenario), SEEDS[scenario])


def main() -> None:
    """Write the recorded games."""
    RECORDED.mkdir(exist_ok=True)
    for scenario, seed in SEEDS.items():
        match = recorded(scenario)
        (RECORDED / f"{scenario}-{seed}.txt").write_text(saves.dump(as_one(match)), encoding="utf-8")
        print(f"{scenario}-{seed}: {len(match.moves)} moves, day {match.state.day}, {match.state.outcome()}")


if __name__ == "__main__":
    main()
