"""Why not: what players are told of answers within reach, and how often that is no more than "not possible".

    python -m tests.titles.reasons deadly_woods --positions 1000 --seed 1

plays games, by dice and by a player who likes a fight, and asks in their positions why every answer within reach is
refused: of a unit in hand the neighbouring places, else every piece on the map, and every place where one stands or
that is next to one of the side that decides. Verbs count that the question itself has, be there an answer or none.
General are what a question says to any answer that has no place in it, and the sentences in `GENERAL`: they name
several facts of which one holds, or none.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any, NamedTuple

from ardennes.board.cells import board_of, cells, union
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
        }
    ),
    "tigers_in_the_mist": frozenset(),
    "bitter_woods": frozenset(),
}
#: What questions say to any answer, and is the very fact that forbids it.
FACTS = frozenset(
    {
        "{name} is picked up: its move comes first",
        "{mover} is picked up: its move comes first",
        "{advancing} advances: say where, or put it back",
        "{entering} arrives: say first to which army it belongs",
        "{unit} arrives in {names}",
    }
)


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


def refusals(title: str, g: State) -> Counter[Told]:
    """What is said of the answers within reach of a decision that are refused, and to how many of them."""
    return Counter(told for told, _ in refused(title, g))


def refused(title: str, g: State, anywhere: bool = False) -> Iterator[tuple[Told, Action]]:
    """The answers within reach of a decision that are refused, or `anywhere`, and what is said of them."""
    step = g.stack[-1]
    assert isinstance(step, Choice)
    choices = g.choices()
    beside = {deed.__name__ for deed in getattr(step, "asides", ())}
    for verb in sorted({**choices, **getattr(step, "answers", {})}.keys() - beside):
        for target in g.game.title.domain(g.game)[verb] if anywhere else _within_reach(g, step, verb):
            if target in choices.get(verb, ()):
                continue
            token = SPEAKER.set(_Bare())
            reason = g.why_not(Action(verb, target))
            SPEAKER.reset(token)
            if reason is not None:
                general = reason.text in GENERAL[title] or reason.text == _otherwise(step)
                general &= reason.text not in FACTS
                yield Told(type(step).__name__, verb, reason.rule, reason.text, general), Action(verb, target)


def _within_reach(g: Any, step: Choice[Any], verb: str) -> Iterable[int]:
    kind = g.game.title.verbs.by_key[verb].kind
    if kind is None:
        return []
    targets = kind.every(g.box)
    if kind.name == "unit":
        return [unit for unit in targets if g.on_map(unit)]
    return cells(_near(g, step)) if kind.drawn == "place" else targets


def _near(g: Any, step: Choice[Any]) -> int:
    """The places next to what is in hand; without that all where somebody stands or could go to."""
    box = g.box
    around = (
        box.map.neighbours
        if hasattr(box.map, "neighbours")
        else (getattr(box, "grid", None) or box.map.grid).neighbours
    )
    held = [unit for unit in step.taken_up(g) if g.on_map(unit)]
    if held:
        return union(around[g.place[unit]] for unit in held) & ~board_of(g.place[unit] for unit in held)
    there = [unit for unit in range(len(box.units)) if g.on_map(unit)]
    own = [unit for unit in there if box.units.side(unit) is step.side]
    return board_of(g.place[unit] for unit in there) | union(around[g.place[unit]] for unit in own)


def _otherwise(step: Choice[Any]) -> str:
    """What a question says to any answer that has no place in it."""
    said: Any = getattr(step, "otherwise", None) or getattr(step, "asks", "")
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
