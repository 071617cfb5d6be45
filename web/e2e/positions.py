"""Positions for the browser tests, found by playing: `python positions.py demolition` prints a save and the next action.

Found with the rules as they are, so a change of rules needs no new files.
"""

from __future__ import annotations

import json
import random
import sys
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from itertools import combinations, permutations
from typing import NamedTuple

import ardennes
from ardennes.agents import find
from ardennes.kernel import Action, Match, Side, State, saves
from ardennes.titles import KEYS


class Played(NamedTuple):
    """What browser tests play of a title: its shortest scenario, one in which units march, and the campaign."""

    shortest: str
    #: So many decisions before the end of the shortest an evening in the browser begins.
    left: int
    marching: str
    campaign: str


#: The titles themselves are `KEYS`; whoever adds one says here what is played of it, and all browser tests have it.
PLAYED = {
    "tigers_in_the_mist": Played("seventh_army", 90, "seventh_army", "campaign"),
    "bitter_woods": Played("six_turn", 120, "six_turn", "campaign"),
    "deadly_woods": Played("german_attack", 90, "german_attack", "campaign"),
    "enemy_action_ardennes": Played("initial_assault", 110, "allies_surprised", "battle_of_the_bulge"),
}


def titles() -> dict[str, dict[str, str | int]]:
    """Every title, and what is played of it."""
    if lacking := set(KEYS) ^ set(PLAYED):
        raise SystemExit(f"positions.py says what is played of every title and of no other; not so of {lacking}")
    return {key: PLAYED[key]._asdict() for key in KEYS}


def aiming(state: State) -> bool:
    """The German spreads his fire over several defenders."""
    choices = state.choices()
    return type(state.stack[-1]).__name__ in ("AimFire", "AimArtillery") and state.side is Side.GERMAN and len(choices.get("unit", ())) > 1


def demolition(state: State) -> bool:
    """The Allied player is asked whether to blow a bridge in the German's path."""
    return type(state.stack[-1]).__name__ == "Demolition" and state.side is Side.ALLIED


#: For every title a scenario that begins with attacks.
ASSAULTS = {"bitter_woods": "six_turn", "deadly_woods": "german_attack", "enemy_action_ardennes": "allies_surprised"}


def assault(title: str) -> tuple[Match, list[int | str | None]]:
    """The German has named the hex that most of his units can attack, and chooses who takes part."""
    match, player = Match(ardennes.game(title, scenario=ASSAULTS[title]), 1944), find("naive", 1)
    while not (crowds := _crowds(match.state)):
        idle = "done" in match.state.choices()
        match.play(Action("done", None) if idle else player.choose(match.state.sight(match.state.side)))
    match.play(Action("hex", max(crowds, key=lambda target: crowds[target])))
    return match, ["unit", None]


def _crowds(state: State) -> dict[int | None, int]:
    """Hexes that can be attacked, with how many units could take part."""
    crowds = {}
    for target in state.choices().get("hex", ()):
        after = state.copy()
        after.play(Action("hex", target))
        if type(after.stack[-1]).__name__ == "ChooseAttackers":
            crowds[target] = len(after.choices().get("unit", ()))
    return crowds


def stack() -> tuple[Match, list[int | str | None]]:
    """Bitter Woods: the units of a stack, and a hex that all of them can march to one after the other, whoever leads."""
    match = Match(ardennes.game("bitter_woods", scenario="six_turn"), 1944)
    movable = [unit for unit in match.state.choices()["unit"] if unit is not None]
    for place in sorted({match.state.place[unit] for unit in movable}):
        units = [unit for unit in movable if match.state.place[unit] == place]
        if len(units) < 3 or len(units) != len(match.state.units_at(place)):
            continue
        for goal in _goals(match.state, units[0]):
            if goal != place and all(_marched(match.state, order, goal) for order in permutations(units)):
                return match, [" ".join(map(str, units)), goal]
    raise SystemExit("no stack can go anywhere as one")


def _goals(state: State, unit: int) -> tuple[int, ...]:
    """Where a unit can go."""
    after = state.copy()
    after.play(Action("unit", unit))
    choices = after.choices()
    return tuple(goal for goal in choices.get("hex", choices.get("area", ())) if goal is not None)


def _marched(state: State, units: Iterable[int], goal: int) -> bool:
    """Whether all of some units can go to a place and are asked nothing on the way, the first of them first."""
    after, kind = state.copy(), type(state.stack[-1])
    for unit in units:
        if unit not in after.choices().get("unit", ()):
            return False
        after.play(Action("unit", unit))
        verb = "hex" if "hex" in after.choices() else "area"
        if goal not in after.choices().get(verb, ()):
            return False
        after.play(Action(verb, goal))
        if after.side is not state.side or type(after.stack[-1]) is not kind:
            return False
    return True


def group(title: str) -> tuple[Match, list[int | str | None]]:
    """Two units from different places that can march to the same one, and a third that cannot reach it."""
    match, players = Match(ardennes.game(title, scenario=PLAYED[title].marching), 1944), [find("staff", 1), find("staff", 2)]
    while len(match.moves) < 400:
        state = match.state
        if type(state.stack[-1]).__name__ == "Movement" and (found := _company(state)):
            *units, goal = found
            return match, [" ".join(map(str, units)), goal]
        match.play(players[state.side].choose(state.sight(state.side)))
    raise SystemExit(f"no two units of {title} can go to the same place")


def turn() -> dict[str, object]:
    """Bitter Woods: what the staff orders in the first German turn of the tournament: who marches where, and attack by attack.

    Those with the same goal go one after the other, as a player sends them.
    """
    game = ardennes.game("bitter_woods", scenario="six_turn")
    match, players = Match(game, 1944), [find("staff", 1), find("staff", 2)]
    marches: dict[int | None, list[int | None]] = {}
    attacks: list[int | None] = []
    unit: int | None = None
    while not (match.state.side is Side.ALLIED and type(match.state.stack[-1]).__name__ in ("Reserves", "Movement")):
        step, action = type(match.state.stack[-1]).__name__, players[match.state.side].choose(match.state.sight(match.state.side))
        if step == "Movement" and action.verb == "unit":
            unit = action.target
        elif step == "Moving" and action.verb == "hex":
            marches.setdefault(action.target, []).append(unit)
        elif step == "Combat" and action.verb == "hex":
            attacks.append(action.target)
        match.play(action)
    return {"marches": [(units, goal) for goal, units in marches.items()], "attacks": attacks}


def _company(state: State) -> tuple[int, int, int, int] | None:
    goals = {unit: set(_goals(state, unit)) for unit in state.choices().get("unit", ()) if unit is not None}
    for one, two in combinations(goals, 2):
        if state.place[one] == state.place[two]:
            continue
        for goal in sorted(goals[one] & goals[two] - {state.place[one], state.place[two]}):
            far = next((unit for unit in goals if goal not in goals[unit] and state.place[unit] != goal), None)
            if far is not None and _marched(state, (one, two), goal):
                return one, two, far, goal
    return None


def stand() -> tuple[Match, list[int | str | None]]:
    """Bitter Woods with leaders: the Allied player is asked whether units in a leader's range stand or retreat."""
    game = ardennes.game("bitter_woods", "six_turn", {"leaders": True, "leader_reaction": True})
    for seed in range(60):
        rng = random.Random(seed)
        match = Match(game, seed)
        while match.state.result is None and len(match.moves) < 1500:
            state = match.state
            if type(state.stack[-1]).__name__ == "Stand" and state.side is Side.ALLIED:
                return match, ["done", None]
            match.play(_leading(state, rng))
    raise SystemExit("nobody was asked to stand in 60 games")


def _leading(state: State, rng: random.Random) -> Action:
    """Leaders go to the front, the Germans attack with all they have, and nobody else does much."""
    choices, top = state.choices(), state.stack[-1]
    commanders = state.box.leader_units
    leading = [unit for unit in choices.get("unit", ()) if unit is not None and commanders >> unit & 1]
    if type(top).__name__ == "Movement":
        return Action("unit", leading[0]) if leading else Action("done", None)
    if type(top).__name__ == "Moving" and "hex" in choices:
        front = state.exerting[1 - state.side]
        return Action("hex", min(choices["hex"], key=lambda cell: min(state.box.map.grid.distance(cell, c) for c in _set(front))))
    if type(top).__name__ == "Combat" and "hex" in choices and state.side is Side.GERMAN:
        return Action("hex", rng.choice(choices["hex"]))
    if type(top).__name__ == "ChooseAttackers":
        left = [unit for unit in choices["unit"] if unit not in (*top.attack.units, *top.attack.guns)]
        return Action("unit", left[0]) if left else Action("fight", None)
    return Action("done", None) if "done" in choices else rng.choice(list(state.actions()))


def _set(board: int) -> list[int]:
    return [number for number in range(board.bit_length()) if board >> number & 1]


#: Enemy Action: which answers of a German impulse are tried on the way to a bridge.
ON_THE_WAY = {"Command": ("card",), "PlayCard": ("formation", "corps"), "Movement": ("unit",), "Moving": ("hex",)}


def in_the_way(state: State) -> bool:
    """Enemy Action: the Allies hold Engineers, and the bridge lies ahead, so that without it the move is not over."""
    after = state.copy()
    for card in after.choices().get("card", ())[:1]:
        after.play(Action("card", card))
        if type(after.stack[-1]).__name__ == "Greif":
            after.play(Action("decline", None))
        return type(after.stack[-1]).__name__ == "Moving"
    return False


def to_a_bridge(state: State) -> list[tuple[int, Action]] | None:
    """Enemy Action: answers of an impulse after which Engineers really may blow a bridge in mid-move, with who gives them."""
    queue: deque[tuple[State, list[tuple[int, Action]]]] = deque([(state, [])])
    for _ in range(6000):
        if not queue:
            return None
        now, done = queue.popleft()
        top = type(now.stack[-1]).__name__
        if top == "Demolition":
            if in_the_way(now):
                return done
            continue
        found = [Action("decline", None)] if top == "Roadblocks" else []
        found += [Action(verb, target) for verb in ON_THE_WAY.get(top, ()) for target in now.choices().get(verb, ())]
        if top == "Movement" and any(action.verb == "unit" for _, action in done):
            continue
        for action in found:
            after = now.copy()
            after.play(action)
            if after.stack and (top != "Moving" or type(after.stack[-1]).__name__ == "Demolition"):
                queue.append((after, [*done, (int(now.side), action)]))
    return None


def bridge() -> tuple[Match, list[tuple[int, Action]]]:
    """Enemy Action: the morning of December 17, and the answers that lead to a bridge which Engineers may blow."""
    game = ardennes.game("enemy_action_ardennes", scenario="allies_surprised")
    for seed in range(200):
        match, players = Match(game, seed), [find("naive", seed), find("naive", seed + 1)]
        while match.state.day == 16 or type(match.state.stack[-1]).__name__ != "Command":
            match.play(players[match.state.side].choose(match.state.sight(match.state.side)))
        if match.state.side is Side.GERMAN and (way := to_a_bridge(match.state.copy())):
            return match, way
    raise SystemExit("no bridge in 200 games")


def evening(scenario: tuple[str, str], seed: int) -> list[tuple[Action, State]]:
    """A whole game between two computers that think little: every answer, and the position it led to."""
    title, key = scenario
    match, players = Match(ardennes.game(title, scenario=key), seed), [find("naive", seed), find("naive", seed + 1)]
    played = []
    while match.state.result is None:
        move = match.play(players[match.state.side].choose(match.state.sight(match.state.side)))
        played.append((move.action, match.state))
    return played


def late(title: str) -> tuple[Match, list[int | str | None]]:
    """The last hour of an evening."""
    scenario = title, PLAYED[title].shortest
    played = evening(scenario, 1944)
    return _again(scenario, 1944, played, len(played) - PLAYED[title].left)


def one_army() -> tuple[Match, list[int | str | None]]:
    """The Deadly Woods: the answer after which the One Army chit is drawn."""
    scenario = ("deadly_woods", "german_attack")
    for seed in range(40):
        played = evening(scenario, seed)
        for number, (_, state) in enumerate(played):
            if state.stack and type(state.stack[-1]).__name__ == "OneArmy":
                return _again(scenario, seed, played, number)
    raise SystemExit("the One Army chit was drawn in none of 40 games")


def _again(
    scenario: tuple[str, str], seed: int, played: list[tuple[Action, State]], moves: int
) -> tuple[Match, list[int | str | None]]:
    """A game played again up to a decision, and the answer it was given."""
    title, key = scenario
    match = Match(ardennes.game(title, scenario=key), seed)
    for action, _ in played[:moves]:
        match.play(action)
    action = played[moves][0]
    return match, [action.verb, action.target]


WANTED: dict[str, Callable[[State], bool]] = {"aiming": aiming, "demolition": demolition}


def played_to(wanted: Callable[[State], bool]) -> tuple[Match, list[int | str | None]]:
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
    if sys.argv[1] == "bridge":
        match, way = bridge()
        actions = [{"side": side, "verb": action.verb, "target": action.target} for side, action in way]
        print(json.dumps({"save": saves.dump(match), "actions": actions}))
        sys.exit()
    if sys.argv[1] in ("turn", "titles"):
        print(json.dumps(turn() if sys.argv[1] == "turn" else titles()))
        sys.exit()
    made: dict[str, Callable[[], tuple[Match, list[int | str | None]]]]
    made = {f"group {title}": partial(group, title) for title in PLAYED}
    made |= {f"assault {title}": partial(assault, title) for title in ASSAULTS}
    made |= {f"late {title}": partial(late, title) for title in PLAYED}
    made |= {"stack": stack, "stand": stand, "one_army": one_army}
    match, action = made[sys.argv[1]]() if sys.argv[1] in made else played_to(WANTED[sys.argv[1]])
    print(json.dumps({"save": saves.dump(match), "verb": action[0], "target": action[1]}))
