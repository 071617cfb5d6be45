"""Lists and reasons come from one set of rungs: each is left out in turn, in positions of games with much fighting."""

import random

import pytest

from ardennes.kernel import Game, conformance
from ardennes.parts.rules.questions import Question
from ardennes.titles.tigers_in_the_mist import TITLE
from ardennes.titles.tigers_in_the_mist.rules.movement.phase import Marching, Movement
from tests.titles.rungs import bites_of
from tests.titles.tigers_in_the_mist.record import bold_game
from tests.titles.tigers_in_the_mist.table import Table

#: The questions that rungs decide, and one on which others are built.
QUESTIONS = {
    *("Movement.unit", "Movement.entrench", "Movement.special", "Marching.unit", "Marching.area", "Marching.via"),
    *("Marching.wade", "Marching.shift", "Marching.special", "Marching.step", "PlaceSpecialForces.area"),
    *("Battles.area", "ChooseAttackers.unit", "AimArtillery.unit", "AimFire.unit", "Demolition.unit"),
    *("BridgeBuilding.unit", "ChooseSite.bridge"),
}
#: Marches are looked at once in so many.
MARCHES = 100

WORKERS = "e: German engineer 1 in Irrel; f: German foot 1 in Echternach; o: German engineer 1 in Bitburg"
BETWEEN = "e: German engineer 1 in Winterspelt; x: German foot 1 in St. Vith; y: German foot 1 in Schonberg"
BLOWERS = "a: German armor 2 in Waimes; d: Allied engineer 1 in Malmedy; t: Allied armor 1 in Malmedy"
WADERS = "e: German engineer 1 in Irrel; t: German armor 1 in Irrel"
#: Positions that play rarely leads to: when, units, bridges down, what is done, and the rules that keep somebody out.
RARE = [
    ("17-1 German", WORKERS, "10-11", "done", "6.0f 10.11 10.15b"),
    ("17-1 German", BETWEEN, "10-11 73-75 73-74", "done, unit e", "10.12a 10.15b"),
    ("17-1 German", BLOWERS, "", "unit a, area Malmedy", "10.21 10.22a"),
    ("17-1 German", "a: German foot 1 in Prum", "", "special confusion", "14.12b2"),
    ("18-3 German", "a: German foot 1 in Prum", "", "", "14.22b"),
    ("18-1 German", "a: German foot 1 in Prum", "", "special confusion, area Waimes", "14.11"),
    ("17-1 Allied", "u: Allied infantry 3 in E, waiting", "", "unit u", "11.14a 8.38"),
    ("17-1 Allied", "u: Allied infantry 3 in E, waiting", "", "unit u, shift F", "11.14a"),
    ("18-1 Allied", "u: Allied infantry 3 in H, waiting; g: German armor 1 in H", "", "unit u", "11.21a"),
    ("18-1 German", "u: German armor 1 in H", "", "", "12.25"),
    ("17-1 German", WADERS, "10-11", "unit e", "8.35a"),
    ("17-1 German", WADERS, "10-11", "unit t", "8.33c"),
    ("17-1 German", "e: German engineer 1 in Bitburg", "19-20", "unit e, via Nusbaum", "8.34a 8.21a"),
]


@pytest.mark.parametrize(("scenario", "seed"), [("seventh_army", 1), ("campaign", 4)])
def test_each_rung_bites(scenario, seed):
    bites = bites_of("tigers_in_the_mist")
    rng = random.Random(seed)

    def check(match):
        marches = match.state.stack and isinstance(match.state.stack[-1], Movement | Marching)
        if not marches or rng.random() * MARCHES < 1:
            conformance.rungs_bite(match, bites)

    bold_game(Game.of(TITLE, scenario), seed, check)
    assert {rung.question for rung in bites.met} <= QUESTIONS


@pytest.mark.parametrize(("when", "units", "blown", "acts", "rules"), RARE)
def test_rungs_that_play_rarely_meets_bite_here(when, units, blown, acts, rules):
    t = Table(when, units, blown=blown.split())
    for act in filter(None, acts.split(", ")):
        verb, _, name = act.partition(" ")
        t.do(verb, name or None)
    bites = bites_of("tigers_in_the_mist")
    assert bites.faults(t.g) == []
    assert {f"TM-{rule}" for rule in rules.split()} <= {rung.rule for rung, count in bites.met.items() if count}


def test_these_are_the_questions_of_the_title():
    steps = [step for step in TITLE.steps.values() if issubclass(step, Question)]
    ruled = {f"{step.__name__}.{verb}" for step in steps for verb, answer in step.answers.items() if answer.ruled}
    assert ruled == QUESTIONS - {"Marching.step"}
