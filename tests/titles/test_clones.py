"""Copies by Python's own protocols take the position and never the box: `copy`, `deepcopy` and `pickle`."""

from __future__ import annotations

import copy
import pickle
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

import ardennes
from ardennes import titles
from ardennes.kernel import Match, Side, State, conformance, saves
from ardennes.titles import EXAMPLES, KEYS, find, use_data

ALL = [*KEYS, *EXAMPLES]
#: What a pickle of a position may weigh.
HEAVIEST = 10_000


def under_way(key: str, moves: int = 150) -> Match:
    """A game of the title's first scenario in its middle; an example is over sooner."""
    match, rng = Match(ardennes.game(key), 1944), random.Random(key)
    for _ in range(moves if key in KEYS else moves // 10):
        if match.state.side is None:
            break
        match.play(conformance.random_action(match.state, rng))
    return match


def pickled(what: Any) -> Any:
    return pickle.loads(pickle.dumps(what))


@pytest.mark.parametrize("key", ALL)
@pytest.mark.parametrize("clone", [copy.copy, copy.deepcopy, pickled])
def test_a_clone_is_the_same_position_with_the_same_luck_and_goes_its_own_way(key, clone):
    state = under_way(key, 40).state
    table = saves.position(state)
    twin = clone(state)
    assert (saves.position(twin), twin.key, twin.drawn) == (table, state.key, state.drawn)
    assert twin.actions() == state.actions()
    assert twin.box == state.box
    other = state.copy()
    for _ in range(3):
        action = other.actions()[-1]
        twin.play(action)
        other.play(action)
        assert saves.position(twin) == saves.position(other)
    assert saves.position(state) == table


@pytest.mark.parametrize("key", ALL)
def test_a_pickle_carries_nothing_of_the_box(key):
    for moves in (0, 40, 400):
        assert len(pickle.dumps(under_way(key, moves).state)) < HEAVIEST


@pytest.mark.parametrize("key", ALL)
@pytest.mark.parametrize("clone", [copy.copy, copy.deepcopy, pickled])
def test_a_sight_stays_veiled_in_its_clone(key, clone):
    state = under_way(key).state
    for side in (Side.GERMAN, Side.ALLIED, None):
        seen = state.sight(side)
        twin = clone(seen)
        assert (twin.side, twin.state.key) == (side, bytes(32))
        assert twin.table() == seen.table()
        assert twin.actions() == seen.actions()
        assert twin.state.choices() == seen.state.choices()


@pytest.mark.parametrize("key", ALL)
@pytest.mark.parametrize("clone", [copy.copy, copy.deepcopy, pickled])
def test_a_match_is_cloned_with_its_moves_and_its_way_back(key, clone):
    match = under_way(key)
    rng = random.Random(7)
    while not match.can_undo:
        if match.state.side is None:
            match = Match(match.game, rng.random().hex())
        match.play(conformance.random_action(match.state, rng))
    text, moves = saves.dump(match), len(match.moves)
    twin = clone(match)
    assert saves.dump(twin) == text
    assert [saves.position(state) for state in twin.earlier] == [saves.position(state) for state in match.earlier]
    twin.undo()
    twin.play(twin.state.actions()[-1])
    assert (saves.dump(match), len(match.moves)) == (text, moves)


@pytest.mark.parametrize("key", ALL)
def test_a_pickled_match_adds_its_moves_only(key):
    """With many moves that can be taken back, too, only one position is in it."""
    match = under_way(key)
    bare = len(pickle.dumps((match.moves, match.opening)))
    assert len(pickle.dumps(match)) < bare + HEAVIEST


def test_a_game_comes_back_as_one_for_all_its_positions():
    state = ardennes.game("tigers_in_the_mist", "seventh_army", {"handicap": 3}).start(1)
    twins = [pickled(state) for _ in range(2)]
    assert twins[0].game is twins[1].game
    assert dict(twins[0].game.options) == dict(state.game.options)
    assert copy.deepcopy(state.game) is state.game


def test_a_game_on_a_data_pack_comes_back_with_it_or_not_at_all(tmp_path: Path):
    ours = Path(titles.__file__).parent / "tigers_in_the_mist" / "data" / "units.csv"
    folder = tmp_path / "tigers_in_the_mist"
    folder.mkdir()
    shutil.copy(ours, folder)
    use_data(tmp_path)
    try:
        state: State = ardennes.game("tigers_in_the_mist").start(1)
    finally:
        use_data(None)
    twin = pickled(state)
    assert (twin.game.title.pack, twin.game.title.data_key) == (folder, state.game.title.data_key)
    assert find("tigers_in_the_mist").pack is None
    kept = pickle.dumps(ardennes_game_elsewhere(tmp_path))
    (tmp_path / "other" / "tigers_in_the_mist" / "units.csv").write_text(ours.read_text("utf-8") + "\n", "utf-8")
    with pytest.raises(ValueError, match="the game was played with the data pack"):
        pickle.loads(kept)


def ardennes_game_elsewhere(tmp_path: Path) -> State:
    """A game on a pack that no pickle has been read of yet."""
    shutil.copytree(tmp_path / "tigers_in_the_mist", tmp_path / "other" / "tigers_in_the_mist")
    use_data(tmp_path / "other")
    try:
        return ardennes.game("tigers_in_the_mist").start(1)
    finally:
        use_data(None)
