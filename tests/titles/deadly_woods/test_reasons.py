"""What is refused within reach names the fact that forbids it, and lists and steps agree."""

import random
from collections import Counter

from ardennes.board.cells import cells
from ardennes.kernel import Action
from ardennes.titles.deadly_woods.rules import entering, paths
from ardennes.titles.deadly_woods.rules.entering import MARCH, THROUGH_ZONES
from tests.titles import reasons
from tests.titles.deadly_woods.parts import positions, survey

#: Words of the reason that says no more than that it cannot be done.
CATCH_ALL = "no way that"
POSITIONS = 60


def test_refused_neighbours_are_told_the_fact():
    rng, told = random.Random(3), Counter[str]()
    for g in positions(POSITIONS, 3):
        for unit in rng.sample(list(g.choices()["unit"]), 1):
            trial = g.copy()
            trial.play(Action("unit", unit))
            for cell in cells(g.box.grid.within(1 << g.place[unit], 2) & ~(1 << g.place[unit])):
                reason = trial.why_not(Action("hex", cell))
                if reason is not None:
                    told["catch-all" if CATCH_ALL in reason.text else reason.rule] += 1
    assert sum(told.values()) > 200
    assert len(told) >= 5
    assert told["catch-all"] < reasons.BOUND * sum(told.values()), told


def test_a_price_that_is_too_dear_is_the_price():
    """Where a neighbouring hex is refused for its price, that price is more than is left."""
    rng = random.Random(5)
    for g in positions(30, 5):
        unit = rng.choice(list(g.choices()["unit"]))
        place = g.place[unit]
        for cell in cells(g.box.grid.neighbours[place] & entering.ground(g, unit, place)):
            cost, left = entering.step_price(g, unit, place, cell)
            free = not g.occupied[g.side_of(unit)] >> cell & 1
            if free:
                assert (cost <= left) is bool(entering.affordable(g, unit) >> cell & 1)


def test_first_steps_and_ranges_agree():
    """Every neighbour one may step to is in the range of the move, and every range begins with such a step."""
    rng = random.Random(7)
    for g in positions(40, 7):
        unit = rng.choice(list(g.choices()["unit"]))
        place, found = g.place[unit], paths.reachable(g, unit)
        if unit == g.box.brigade_150 and paths.may_slip(g):
            continue
        steps = entering.steps(g, unit, place, MARCH)
        assert not steps & ~found.board
        assert bool(steps) is bool(found.board & ~found.halts) or found.halts
        assert not steps & ~entering.steps(g, unit, place, THROUGH_ZONES)
        for cell in rng.sample(cells(found.board), min(5, found.board.bit_count())):
            path = paths.way_to(g, unit, found, cell)
            assert (steps | found.halts) >> path[1] & 1


def test_moves_in_parts_are_moves_at_once():
    tried, _, breaches = survey(60, 11)
    assert tried > 150
    assert breaches == []
