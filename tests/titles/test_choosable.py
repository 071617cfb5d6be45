"""Whatever the rules of a title offer can be chosen: in the browser, from the terminal's menu and as a typed order."""

from collections import Counter
from itertools import product

import pytest
from rich.console import Console

from ardennes.cli import screen
from ardennes.kernel import Action, Game, Match, State, conformance, saves
from ardennes.parts.eye.scenery import Scene, Verb
from ardennes.titles import EXAMPLES, KEYS, find
from tests.titles.bitter_woods.record import bold_game as bold_bitter_woods
from tests.titles.deadly_woods.record import bold_game as bold_deadly_woods
from tests.titles.enemy_action_ardennes.record import long_game as bold_enemy_action
from tests.titles.tigers_in_the_mist.record import bold_game as bold_tigers

#: A scenario played at random, one played boldly, by whom, and with which seeds: together they have the rare verbs.
GAMES = {
    "tigers_in_the_mist": ("seventh_army", "campaign", bold_tigers, (9, 168)),
    "bitter_woods": ("six_turn", "campaign", bold_bitter_woods, (9, 14)),
    "crossroads": ("night", "long", conformance.random_game, (1,)),
    "parkers_crossroads": ("crossroads", "crossroads", conformance.random_game, (1,)),
    "deadly_woods": ("german_attack", "campaign", bold_deadly_woods, (39,)),
    "enemy_action_ardennes": ("initial_assault", "battle_of_the_bulge", bold_enemy_action, (4,)),
}

EVERYTHING = find("bitter_woods").preset("everything", "campaign")

#: Options under which all verbs come up sooner: with few hexes to take, the SS are asked whether they stay.
OPTIONS = {
    "deadly_woods": ({"handicap": -3},),
    "bitter_woods": (EVERYTHING, {**EVERYTHING, "reserves_any_time": True}),
}


def verbs_of(scene: Scene) -> dict[str, Verb]:
    """How the client lets a player give each verb."""
    return {verb.key: verb for verb in scene.verbs}


def targets_of(scene: Scene, verb: Verb) -> set[int | None]:
    """Everything the client can show as the target of a verb; empty where any number will do."""
    if verb.target == "none":
        return {None}
    if verb.target == "number":
        return set()
    shown = {"piece": scene.pieces, "place": scene.places, "crossing": scene.crossings}[verb.target]
    return {thing.id - verb.first for thing in shown if not verb.count or 0 <= thing.id - verb.first < verb.count}


def in_browser(scene: Scene, state: State, action: Action) -> bool:
    """Whether a gesture of the client gives this answer, and not that of another verb that takes the same click."""
    verbs = verbs_of(scene)
    if action.verb not in verbs:
        return False
    verb = verbs[action.verb]
    known = targets_of(scene, verb)
    if known and action.target not in known:
        return False
    if verb.gesture in ("button", "panel"):
        return True
    rivals = [v for v in scene.verbs if (v.target, v.gesture) == (verb.target, verb.gesture)]
    taken = [v.key for v in rivals if action.target in state.choices().get(v.key, ())]
    return taken[0] == action.verb


@pytest.mark.parametrize("key", [*KEYS, *EXAMPLES])
def test_the_client_has_a_gesture_for_every_verb(key):
    title = find(key)
    for scenario in title.scenarios:
        game = Game.of(title, scenario.key)
        scene = title.scene(game)
        verbs = verbs_of(scene)
        assert len(verbs) == len(scene.verbs), "a verb is declared once"
        for verb, targets in title.domain(game).items():
            assert verb in verbs, f"{verb} cannot be chosen in the browser"
            assert (verbs[verb].target == "none") is (None in targets)
            known = targets_of(scene, verbs[verb])
            playing = set(targets) if verbs[verb].target == "crossing" or None in targets else set()
            assert playing <= known, f"the client cannot show a target of {verb}"


@pytest.mark.parametrize("key", [*KEYS, *EXAMPLES])
def test_every_choice_of_whole_games_can_be_given_in_every_way(key):
    """Games by dice and by a player who likes a fight, until every verb was offered; some positions of each."""
    title = find(key)
    seen: Counter[str] = Counter()
    scenes: dict[str, Scene] = {}

    def check(match: Match) -> None:
        state = match.state
        if len(match.moves) % 90 and not any(seen[verb] < 9 for verb in state.choices()):
            return
        if match.game.scenario not in scenes:
            scenes[match.game.scenario] = title.scene(match.game)
        scene = scenes[match.game.scenario]
        sight = state.sight(state.side)
        for action in state.actions():
            seen[action.verb] += 1
            words = saves.action_words(match.game, action)
            assert in_browser(scene, state, action), f"{words}: not in the browser"
            assert title.label(sight, *action).strip(), f"{words}: no words for a menu"
            assert title.read_order(sight, words) == [action], f"{words}: not as a typed order"

    scenario, bold_scenario, bold, seeds = GAMES[key]
    game = Game.of(title, scenario)
    verbs = set(title.domain(game))
    conformance.random_game(game, 1, check)
    for seed, options in product((*seeds, *range(100, 130)), OPTIONS.get(key, (None,))):
        bold(Game.of(title, bold_scenario, options), seed, check)
        if set(seen) == verbs:
            break  # the other seeds are for rules that have changed the games
    assert verbs - set(seen) == set(), "these verbs were never offered"


@pytest.mark.parametrize("key", [*KEYS, *EXAMPLES])
def test_the_terminal_numbers_every_choice(key):
    title = find(key)
    match = Match(Game.of(title, title.scenarios[0].key), 1)
    console = Console(quiet=True, width=100)
    for _ in range(40):
        assert screen.draw(console, match, False, lambda: None) == match.state.actions()
        match.play(match.state.actions()[0])
        if not match.state.stack:
            return
