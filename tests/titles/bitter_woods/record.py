"""Whole games for the test suite, played by dice and by a player who likes a fight.

    python -m tests.titles.bitter_woods.record

plays a few games of each scenario and writes them to `recorded/` as ordinary saves. They are replayed by
`test_recorded.py`. Record them anew when a change of rules or data is meant to change how games go, and say so in the
commit; raise the title's rules version if such games are already in players' hands.

Purely random play wanders about and seldom attacks, so the player here moves units next to the enemy, joins attacks
until they look good, tries bridges, and otherwise heads for the other side's edge of the map.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import ardennes
from ardennes.kernel import Action, Game, Match, Side, saves
from ardennes.kernel.conformance import Check
from ardennes.titles.bitter_woods import TITLE
from ardennes.titles.bitter_woods.box import OFF_MAP
from ardennes.titles.bitter_woods.rules.combat.declaring import ChooseAttackers, ChooseSupport
from ardennes.titles.bitter_woods.rules.movement.phase import Movement, Moving
from ardennes.titles.bitter_woods.state import State
from tests.titles.as_one import as_one

RECORDED = Path(__file__).parent / "recorded"
SCENARIOS = ("six_turn", "eight_turn", "campaign")
#: Games that are recorded, by scenario.
SEEDS = {"six_turn": (1944, 1945, 1946), "eight_turn": (1944, 1945), "campaign": (1945,)}
#: The same with the options of a preset.
PRESET_SEEDS = {("six_turn", "tournament"): (1944,), ("campaign", "everything"): (1954,)}

#: How much the player likes each verb, whatever the number of its targets.
LIKES = {
    "hex": 8.0,
    "unit": 6.0,
    "via": 0.3,
    "exit": 1.0,
    "bridge": 4.0,
    "improve": 0.6,
    "fortify": 0.6,
    "repair": 3.0,
    "reserve": 0.6,
    "attach": 4.0,
    "stand": 2.0,
    "air": 0.6,
    "bombard": 1.0,
    "angriff": 1.0,
    "breakdown": 0.3,
    "combine": 0.3,
    "fight": 3.0,
    "stop": 1.0,
    "sneak": 6.0,
    "challenge": 4.0,
    "burn": 3.0,
    "decline": 1.0,
    "standing": 0.05,
    "engineers": 3.0,
    "done": 0.5,
}


def bold_action(g: State, rng: random.Random) -> Action:
    """One of the choices: a verb by how much it is liked, then a target."""
    choices = g.choices()
    verbs = list(choices)
    verb = rng.choices(verbs, [_liking(g, verb) for verb in verbs])[0]
    targets = choices[verb]
    if targets[0] is None:
        return Action(verb)
    return Action(verb, rng.choices(targets, _weights(g, verb, targets))[0])


def _liking(g: State, verb: str) -> float:
    top = g.stack[-1]
    if verb == "unit" and isinstance(top, Moving):
        return 0.2  # put it back
    if verb == "done" and isinstance(top, Movement):
        return 0.3  # about twenty moves a phase
    if verb == "fight" and isinstance(top, ChooseAttackers):
        return 1.0 + 2 * len(top.attack.units)
    return LIKES[verb]


def _weights(g: State, verb: str, targets: Sequence[int | None]) -> list[float]:
    top = g.stack[-1]
    if isinstance(top, Moving) and verb == "hex":
        return [_march(g, top, cell) for cell in targets if cell is not None]
    if isinstance(top, ChooseAttackers | ChooseSupport) and verb == "unit":
        chosen = {*top.attack.units, *top.attack.guns, *top.attack.support}
        return [0.05 if unit in chosen else 1.0 for unit in targets]
    return [1.0] * len(targets)


def _march(g: State, move: Moving, cell: int) -> float:
    """Enemies attract most; else the further towards the enemy's edge, the better."""
    if g.next_to(move.side.enemy, cell):
        return 30.0
    here = g.place[move.mover]
    if here >= OFF_MAP:
        return 1.0
    layout = g.box.map.layout
    gain = layout.centre(here)[0] - layout.centre(cell)[0]
    return 0.3 + max(0.0, gain if move.side is Side.GERMAN else -gain)


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


def with_preset(scenario: str, preset: str) -> Game:
    """A scenario with the options of a preset."""
    return ardennes.game("bitter_woods", scenario, options=TITLE.preset(preset, scenario))


def main() -> None:
    """Write the recorded games."""
    RECORDED.mkdir(exist_ok=True)
    for name, game, seed in recorded_games():
        match = bold_game(game, seed)
        (RECORDED / f"{name}.txt").write_text(saves.dump(as_one(match)), encoding="utf-8")
        print(name, len(match.moves), "actions:", match.state.outcome())


def recorded_games() -> Iterator[tuple[str, Game, int]]:
    """Every game that is recorded: its name, its scenario with its options, and its seed."""
    for scenario, seeds in SEEDS.items():
        for seed in seeds:
            yield f"{scenario}-{seed}", ardennes.game("bitter_woods", scenario), seed
    for (scenario, preset), seeds in PRESET_SEEDS.items():
        for seed in seeds:
            yield f"{scenario}-{preset}-{seed}", with_preset(scenario, preset), seed


if __name__ == "__main__":
    main()
