"""Games begun by a title's former rules open, from their moves or from their table, and are played on."""

import random
import re

import pytest

from ardennes.kernel import conformance, saves
from ardennes.titles import find
from tests.titles.former import GAMES, former, version

ON = 60
SAVES = [path for title in GAMES for path in former(title)]


def played_on(text: str) -> None:
    """The game opens, nothing is wrong with it, and it goes on and is kept like any other."""
    match = saves.load(text, find)
    assert match.state.stack
    rng = random.Random(text)
    conformance.invariants(match)
    for _ in range(ON):
        if match.state.stack:
            match.play(conformance.random_action(match.state, rng))
            conformance.invariants(match)
    conformance.save_round_trip(match, find)


@pytest.mark.parametrize("title", sorted(GAMES))
def test_a_game_of_the_version_before_is_kept(title):
    assert max(map(version, former(title))) == find(title).rules_version - 1


@pytest.mark.parametrize("path", SAVES, ids=lambda path: f"{path.parent.parent.name} {path.stem}")
def test_a_game_of_former_rules_is_played_on(path):
    text = path.read_text(encoding="utf-8")
    assert f"\nrules {version(path)}\n" in text
    assert len(re.findall("^position", text, flags=re.MULTILINE)) == 1
    played_on(text)


@pytest.mark.parametrize("path", SAVES, ids=lambda path: f"{path.parent.parent.name} {path.stem}")
def test_one_whose_moves_do_not_replay_is_played_on_from_its_table(path):
    text = path.read_text(encoding="utf-8")
    head, moves, rest = re.split(r"^(moves.*\n)", text, maxsplit=1, flags=re.MULTILINE)
    at = rest.index("position ")
    table = f"{head}moves\nno such move\n{rest[at:]}"
    assert saves.load(table, find).moves == []
    assert moves
    played_on(table)
