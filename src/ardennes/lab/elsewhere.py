"""An agent from another checkout: `planner@../old` is the planner as the code in that folder has it.

So a row of the ladder can be repeated against an opponent that is no longer here. The other code runs in a process of
its own and gets what an agent gets: a sight, as a table. Both must know the same rules.

Run as a program it is the far end: it uses only what every checkout has, and whatever `ardennes` is on the path.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ardennes.kernel import Action, Game, Sight


class Elsewhere:
    """The near end: asks the other process."""

    def __init__(self, name: str, seed: int, game: Game) -> None:
        agent, _, folder = name.partition("@")
        source = Path(folder).resolve() / "src"
        if not (source / "ardennes").is_dir():
            raise ValueError(f"agent {name}: expected a checkout with src/ardennes in {folder}")
        chosen = json.dumps([game.title.key, game.scenario, dict(game.options), agent, seed])
        command = [sys.executable, str(Path(__file__).resolve()), chosen]
        #: Its own `ardennes` comes first, and nothing is written into the other checkout.
        room = {**os.environ, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}
        self._name = name
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=room, text=True)

    def choose(self, sight: Sight) -> Action:
        """What it answers; `ValueError` if it cannot."""
        from ardennes.kernel import Action  # noqa: PLC0415 - the far end brings its own

        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"side": sight.side, "table": sight.table()}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise ValueError(f"agent {self._name}: the other checkout gave no answer; does it have the same rules?")
        verb, target = json.loads(line)
        return Action(verb, target)

    def close(self) -> None:
        """The game is over."""
        self._process.communicate()


def answer(title: str, scenario: str, options: dict[str, Any], name: str, seed: int) -> None:
    """The far end: answer every sight that comes in, until no more do."""
    from ardennes import agents  # noqa: PLC0415 - of the checkout on the path
    from ardennes.kernel import Game, Side, Sight  # noqa: PLC0415
    from ardennes.titles import find  # noqa: PLC0415

    game = Game.of(find(title), scenario, options)
    agent = agents.find(name, seed)
    for line in sys.stdin:
        asked: dict[str, Any] = json.loads(line)
        found = agent.choose(Sight.of_table(game, Side(asked["side"]), asked["table"]))
        sys.stdout.write(json.dumps([found.verb, found.target]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    # the folder of this file must not stand in for the standard library or the other checkout
    sys.path[:] = [place for place in sys.path if Path(place).resolve() != Path(__file__).resolve().parent]
    answer(*json.loads(sys.argv[1]))
