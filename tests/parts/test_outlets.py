"""Every outlet is compared, and a leak is found and named."""

import inspect

import pytest

from ardennes.kernel import Game, Match, Side, Sight, conformance
from ardennes.parts.eye import outlets
from ardennes.parts.eye.outlets import Outlets
from ardennes.parts.title import Title
from ardennes.titles import find
from ardennes.titles.crossroads import Crossroads
from ardennes.titles.crossroads.state import State
from tests.titles.whole_games import every

#: What outlets are made of, and what reads what a player typed.
WITHIN = {"label", "describe", "phase", "laid", "date", "show", "verdict", "read_order"}


def test_whatever_a_title_tells_of_a_sight_is_compared():
    methods = {name: getattr(method, "__annotations__", {}) for name, method in vars(Title).items()}
    asked = {name for name, given in methods.items() if "sight" in given and not name.startswith("_")}
    text = inspect.getsource(outlets)
    assert {name for name in asked - WITHIN if f"title.{name}(" not in text} == set()


@pytest.mark.parametrize("outlet", ["clock", "headline", "survey", "completions"])
def test_an_outlet_that_looks_at_the_truth_is_named(monkeypatch, outlet):
    """A title that kept the true state somewhere, as a careless cache would."""
    match = Match(Game.of(find("crossroads"), "long"), 3)
    truth: dict[str, State] = {}

    def spied(title: Crossroads, sight: object, *more: object) -> str:
        return str(truth["now"].hands)

    made = State.sight

    def sight(state: State, side: object) -> object:
        truth["now"] = state
        return made(state, side)

    monkeypatch.setattr(State, "sight", sight)
    monkeypatch.setattr(Crossroads, outlet, spied)
    with pytest.raises(conformance.Broken, match=f"tells something it may not know: .*{outlet}"):
        Outlets(match.game).check(match, None)


@pytest.mark.parametrize("side", [Side.GERMAN, Side.ALLIED, None])
def test_a_look_that_cannot_go_over_the_wire_is_found(monkeypatch, side):
    match = Match(Game.of(find("crossroads"), "long"), 3)
    outlets = Outlets(match.game)
    outlets.can_be_told(match)
    look = Crossroads.look

    def ranged(title: Crossroads, sight: Sight) -> object:
        return look(title, sight) if sight.side is not side else {**look(title, sight), "tokens": range(3)}

    monkeypatch.setattr(Crossroads, "look", ranged)
    with pytest.raises(conformance.Broken, match=r"cannot be told of it: .*type range is unsupported"):
        outlets.can_be_told(match)


@pytest.mark.parametrize("outlet", ["hint", "forecast", "inspect"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_an_answer_that_cannot_go_over_the_wire_is_found(monkeypatch, outlet, language):
    match = Match(Game.of(find("crossroads"), "long"), 3)
    outlets = Outlets(match.game)
    outlets.all_can_be_told(match, language)
    monkeypatch.setattr(Crossroads, outlet, lambda *_: range(3))
    with pytest.raises(conformance.Broken, match=r"cannot be told of it: .*type range is unsupported"):
        outlets.all_can_be_told(match, language)


@pytest.mark.parametrize("outlet", ["look", "picture"])
def test_what_cannot_go_over_the_wire_is_found_wherever_it_comes(monkeypatch, outlet):
    """Also when it comes once, late in a game, at a kind of decision that was met before."""
    game, check, now = Game.of(find("crossroads"), "long"), every(1, invariants=0.0), [0]
    late = len(conformance.random_game(game, 7).moves) - 3
    told = getattr(Crossroads, outlet)

    def once(title: Crossroads, *about: object) -> object:
        return range(3) if now[0] == late else told(title, *about)

    def heard(match: Match) -> None:
        now[0] = len(match.moves)
        check(match)

    monkeypatch.setattr(Crossroads, outlet, once)
    with pytest.raises(conformance.Broken, match=r"cannot be told of it: .*type range is unsupported"):
        conformance.random_game(game, 7, heard)
