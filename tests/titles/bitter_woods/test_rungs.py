"""Lists and reasons come from one set of rungs: each is left out in turn; those of combat are in `test_09_rungs`.

What is kept for speed (`rules/quick`) is compared with them: lists by conformance, the rest here.
"""

import random

import pytest

import ardennes
from ardennes.board.cells import cells, union
from ardennes.titles.bitter_woods.rules import combat
from ardennes.titles.bitter_woods.rules.entering import Stepping, ladder, next_to
from ardennes.titles.bitter_woods.rules.manners import (
    ADVANCE,
    ADVANCE_ON,
    MARCH,
    ONWARD,
    PASS,
    PASS_ON,
    PEIPER,
    RETREAT,
)
from ardennes.titles.bitter_woods.rules.movement import activation, hindrances, sneak
from ardennes.titles.bitter_woods.rules.movement.paths import Move, Range
from ardennes.titles.bitter_woods.rules.movement.phase import Movement
from ardennes.titles.bitter_woods.rules.quick import movers
from ardennes.titles.bitter_woods.rules.quick.steps import open_hexes
from ardennes.titles.bitter_woods.rules.stacking import STOPS, no_room
from tests.titles.bitter_woods.record import bold_game, with_preset
from tests.titles.rungs import bites_of, spread

GAMES = {
    ("six_turn", "basic"): lambda: ardennes.game("bitter_woods", "six_turn"),
    ("eight_turn", "everything"): lambda: with_preset("eight_turn", "everything"),
}
#: The questions that rungs decide in both games.
QUESTIONS = {
    *("Movement.unit", "Movement.improve", "Movement.fortify", "Movement.repair", "Reserves.unit"),
    *("Moving.hex", "Moving.via", "Moving.exit", "Moving.sneak", "Moving.challenge"),
    *("Demolition.bridge", "Interdiction.hex", "AirDrops.hex"),
}


@pytest.mark.parametrize(("scenario", "preset", "seed"), [("six_turn", "basic", 4), ("eight_turn", "everything", 5)])
def test_each_rung_bites(scenario, preset, seed):
    bites = bites_of("bitter_woods")
    check = spread(bites, 6)

    def out_of_combat(match):
        if match.state.stack and not type(match.state.stack[-1]).__module__.startswith(combat.__name__):
            check(match)

    bold_game(GAMES[scenario, preset](), seed, out_of_combat)
    assert {rung.question for rung in bites.met} >= QUESTIONS
    assert sum(count > 0 for count in bites.met.values()) > len(bites.met) / 4


@pytest.mark.parametrize(("scenario", "preset", "seed"), [("six_turn", "basic", 6), ("eight_turn", "everything", 7)])
def test_what_is_kept_for_speed_says_what_the_rungs_say(scenario, preset, seed):
    rng = random.Random(seed)
    compared = []

    def check(match):
        g = match.state
        if g.stack and isinstance(g.stack[-1], Movement) and rng.random() < 0.3:
            compare(g, g.stack[-1], rng)
            compared.append(g.turn)

    bold_game(GAMES[scenario, preset](), seed, check)
    assert len(compared) > 40


def compare(g, step, rng):
    """Whether the phase may end; where there is no room for a unit, and what it may step into."""
    assert movers.may_end(g, step.side, step.exploiting) is (activation.why_not_end(g, step) is None)
    grid = g.box.map.grid
    for unit in rng.sample([unit for unit in g.box.players[step.side] if g.on_map(unit)], 10):
        elsewhere = grid.board & ~(1 << g.place[unit])
        assert elsewhere & ~no_room(g, unit) == STOPS.free(g, unit, elsewhere), g.name(unit)
        near = grid.neighbours[g.place[unit]] & open_hexes(g, unit)
        move = Move(unit, Range(g.place[unit], 0, None, []), 0, sneak.may_try(g, unit))
        shut = union(rung.keeps_out(g, move, near) for rung in hindrances.STEPS)
        assert near & ~shut == hindrances.can_step(g, unit) & near, g.name(unit)
        for manner in (MARCH, ONWARD, PEIPER, PASS, PASS_ON, RETREAT, ADVANCE, ADVANCE_ON):
            here = rng.choice([g.place[unit], *cells(near)])
            may = next_to(g, unit, here, open_hexes(g, unit, manner), manner)
            free = ladder(manner).free(g, Stepping(unit, here, manner), grid.neighbours[here])
            assert may == free, (g.name(unit), manner.name, grid.numbers(may ^ free))
