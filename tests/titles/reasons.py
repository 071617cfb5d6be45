"""Why not: what players are told of answers within reach, and how often that is no more than "not possible".

    python -m tests.titles.reasons deadly_woods --positions 1000 --seed 1

plays games, by dice and by a player who likes a fight, and asks in their positions why every answer within reach is
refused: of a unit in hand the neighbouring hexes, else whatever a verb of the decision can name on the map. A sentence
counts once in a position for each verb. General are what a question says to any answer that has no place in it, and the
sentences in `GENERAL`: they name several facts of which one holds, or none.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any, NamedTuple

from ardennes.board.cells import board_of
from ardennes.kernel import Action, Choice, Game, State, conformance
from ardennes.kernel.words import SPEAKER, Facts
from ardennes.titles import find

#: The share of refusals that may be general.
BOUND = 0.02
#: Sentences that say no more than that something cannot be done.
GENERAL: dict[str, frozenset[str]] = {
    "deadly_woods": frozenset(
        {
            "no way that {name} could go leads to {where}",
            "clear or light woods in the 6th Panzer area, no village or town, away from the Allies and their zone",
        }
    ),
    "enemy_action_ardennes": frozenset(
        {
            "{name} cannot reach {where}",
            "this is the time to react or to let it pass",
            "von der Heydte has dropped, or has nowhere to",
        }
    ),
    "bitter_woods": frozenset(
        {
            "{cell} is out of reach on the turn of entry",
            "{name} has moved or worked this turn",
            "{who} has moved or worked this turn",
        }
    ),
}
#: What questions say to any answer, and is the very fact that forbids it.
FACTS = frozenset({"{name} is picked up: its move comes first", "{mover} is picked up: its move comes first"})
#: Verbs that take a hex next to a unit that is in hand.
STEPS = {"hex", "via", "door", "sneak", "challenge", "exit"}


class Told(NamedTuple):
    """A refusal: the kind of decision, the verb, the rule, the sentence without its facts, whether that is general."""

    step: str
    verb: str
    rule: str
    says: str
    general: bool


class _Bare:
    """Says sentences without their facts, so that they can be counted."""

    def say(self, english: str, facts: Facts) -> str:
        return english

    def several(self, one: str, many: str, number: int, facts: Facts) -> str:
        return one

    def fixed(self, english: str) -> str:
        return english


def refusals(title: str, g: State) -> set[Told]:
    """What is said of the answers within reach of a decision that are refused."""
    step = g.stack[-1]
    assert isinstance(step, Choice)
    choices, found = g.choices(), set[Told]()
    token = SPEAKER.set(_Bare())
    try:
        for verb, targets in choices.items():
            for target in _within_reach(g, step, verb):
                if target in targets or (reason := g.why_not(Action(verb, target))) is None:
                    continue
                general = reason.text in GENERAL[title] or reason.text == _otherwise(step)
                general &= reason.text not in FACTS
                found.add(Told(type(step).__name__, verb, reason.rule, reason.text, general))
    finally:
        SPEAKER.reset(token)
    return found


def _within_reach(g: Any, step: Choice[Any], verb: str) -> Iterable[int]:
    targets = [target for target in g.game.title.domain(g.game).get(verb, ()) if target is not None]
    on_map = getattr(g, "on_map", None)
    if verb == "unit" and on_map is not None:
        return [unit for unit in targets if on_map(unit)]
    held = [unit for unit in step.taken_up(g) if on_map is not None and on_map(unit)]
    if verb not in STEPS or not held:
        return targets
    grid = getattr(g.box, "grid", None) or g.box.map.grid
    here = board_of(g.place[unit] for unit in held)
    return [target for target in targets if grid.around(here) & ~here & board_of([target])]


def _otherwise(step: Choice[Any]) -> str:
    """What a question says to any answer that has no place in it."""
    said = getattr(step, "otherwise", None) or getattr(step, "asks", "")
    if isinstance(said, str):
        return said
    return str(said[1] if isinstance(said, tuple) else said.text)


def positions(title: str, count: int, seed: int) -> Iterator[State]:
    """Decisions of games of every scenario, each from another moment."""
    record = import_module(f"tests.titles.{title}.record")
    rng, found = random.Random(f"reasons {seed}"), 0
    scenarios = sorted(getattr(record, "SCENARIOS", None) or record.SEEDS)
    while found < count:
        scenario = rng.choice(scenarios)
        options = hasattr(record, "with_preset") and rng.random() < 0.5
        game = record.with_preset(scenario, "everything") if options else Game.of(find(title), scenario)
        g, bold, wait = game.start(rng.getrandbits(30)), rng.random() < 0.7, rng.randrange(30)
        while g.stack and found < count:
            wait -= 1
            if wait < 0:
                wait, found = rng.randrange(3, 40), found + 1
                yield g
            g.play(record.bold_action(g, rng) if bold else conformance.random_action(g, rng))


def survey(title: str, count: int, seed: int) -> Counter[Told]:
    """How often what is said in so many positions."""
    said: Counter[Told] = Counter()
    for g in positions(title, count, seed):
        said.update(refusals(title, g))
    return said


def share(said: Counter[Told]) -> float:
    """The part of refusals that is general."""
    return sum(number for told, number in said.items() if told.general) / max(1, said.total())


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", choices=sorted(GENERAL))
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="print every sentence and not the general ones only")
    asked = parser.parse_args()
    said = survey(asked.title, asked.positions, asked.seed)
    print(f"{asked.title}: {said.total()} refusals in {asked.positions} positions, {share(said):.2%} general")
    for told, number in said.most_common():
        if told.general or asked.all:
            print(f"{number:6} {'*' if told.general else ' '} {told.step}.{told.verb}: {told.says} ({told.rule})")


if __name__ == "__main__":
    main()
