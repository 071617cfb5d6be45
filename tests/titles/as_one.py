"""Recorded games as they are played today: what is taken up is one move with what is done with it.

    python -m tests.titles.as_one FILE …

rewrites saves in which taking something up is a move of its own. After each act the position is compared with that of
the game as it was.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ardennes.kernel import Action, Match, saves
from ardennes.titles import find


def as_one(match: Match) -> Match:
    """The same game with what was only taken up as part of the move it was taken up for."""
    was, now = _begun(match), _begun(match)
    led: list[Action] = []
    for number, move in enumerate(match.moves, 1):
        lifts = was.state.only_lifts(move.action)
        for action in move.led:
            lifts = lifts and was.state.only_lifts(action)
        was.play(move.action, move.chance, move.led)
        if lifts and number < len(match.moves):
            led += move.answers
            continue
        now.play(move.action, move.chance, [*led, *move.led])
        assert saves.position(now.state) == saves.position(was.state), f"move {number}"
        led = []
    return now


def _begun(match: Match) -> Match:
    begun = Match(match.game, match.seed, match.opening.chance)
    if match.base is not None:
        begun.begin_at(match.base)
    return begun


def main() -> None:
    """The command."""
    for name in sys.argv[1:]:
        path = Path(name)
        match = saves.load(path.read_text(encoding="utf-8"), find)
        now = as_one(match)
        path.write_text(saves.dump(now), encoding="utf-8")
        print(f"{path}: {len(match.moves)} moves, now {len(now.moves)}")


if __name__ == "__main__":
    main()
