"""Games in the middle, played by the rules of a version: kept when the next one comes, since they must still open.

    python -m tests.titles.former bitter_woods

plays a while by today's rules and writes the saves to `former/` of the title. Run it, and commit what it writes, before
a title's rules version is raised; `test_former_games` opens and plays on what is there.
"""

from __future__ import annotations

import argparse
import random
from importlib import import_module
from pathlib import Path

from ardennes.kernel import Game, Match, saves
from ardennes.titles import KEYS, find

#: Scenario, set of options, and how many moves are played.
GAMES = {
    "tigers_in_the_mist": (("campaign", "", 220),),
    "bitter_woods": (("campaign", "everything", 330), ("eight_turn", "", 220)),
    "deadly_woods": (("campaign", "", 220),),
    "enemy_action_ardennes": (("battle_of_the_bulge", "", 220),),
}
SEED = 1944


def folder(title: str) -> Path:
    """Where a title's former games are."""
    return Path(__file__).parent / title / "former"


def former(title: str) -> list[Path]:
    """The saves of former rules, those of the oldest version first."""
    return sorted(folder(title).glob("rules-*.txt"), key=lambda path: (version(path), path.name))


def version(path: Path) -> int:
    """The rules version a save is of, by its name."""
    return int(path.stem.split("-")[1])


def played(title: str, scenario: str, preset: str, moves: int) -> Match:
    """A game that has come so far."""
    record, rng = import_module(f"tests.titles.{title}.record"), random.Random(str(SEED))
    game = record.with_preset(scenario, preset) if preset else Game.of(find(title), scenario)
    match = Match(game, SEED)
    while len(match.moves) < moves:
        match.play(record.bold_action(match.state, rng))
    return match


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", choices=sorted(set(KEYS) & set(GAMES)))
    title = parser.parse_args().title
    folder(title).mkdir(exist_ok=True)
    for scenario, preset, moves in GAMES[title]:
        match = played(title, scenario, preset, moves)
        name = "-".join(filter(None, ("rules", str(match.game.title.rules_version), scenario, preset)))
        path = folder(title) / f"{name}.txt"
        path.write_text(saves.dump(match, reveal_seed=True), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
