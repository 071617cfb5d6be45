"""5.1 Of ways of equal price it is no matter to a player which one the program takes: none disturbs what is his own."""

import random

import pytest

from ardennes.titles.bitter_woods.rules.movement import travel
from ardennes.titles.bitter_woods.rules.movement.phase import Moving
from ardennes.titles.bitter_woods.state import own
from tests.titles.bitter_woods.record import bold_game, with_preset

#: What lies on units, as sets of them.
MARKERS = (
    *("reserve", "released", "moved", "attacked", "dug", "shocked", "reduced", "fired", "unsupplied", "stayed"),
    *("parted", "remade", "challenged", "freed"),
)


def belongings(g, side):
    """What a side has in a position, but for what it has of the enemy's: forts, Liège, dumps."""
    units = g.box.units.all_of[side]
    found = {marker: getattr(g, marker) & units for marker in MARKERS}
    found["places"] = [g.place[unit] for unit in g.box.players[side]]
    found["improved"] = g.improved & g.occupied[side]
    found["builders"] = [pair for pair in g.builders if units >> pair[0] & 1]
    found["duties"] = g.duties
    found["blown"] = g.blown
    found["full"] = g.full[side]
    return found


@pytest.mark.rule("BW-5.1b")
@pytest.mark.parametrize("seed", [21, 22])
def test_a_way_changes_nothing_that_is_the_movers_own(seed):
    """The same move along its way, and as if it led nowhere between: only boundaries may be left behind by the way."""
    rng, compared = random.Random(seed), []

    def check(match):
        if not match.state.stack or not isinstance(match.state.stack[-1], Moving):
            return
        g = own(match.state)
        step = g.stack[-1]
        for cell in rng.sample(ends := [*g.choices().get("hex", ())], min(3, len(ends))):
            path = step.found(g).path(cell)
            if len(path) < 3:
                continue
            along, straight = g.copy(), g.copy()
            travel.go(along, step.mover, path)
            travel.go(straight, step.mover, (path[0], path[-1]))
            by_way, at_once = belongings(along, step.side), belongings(straight, step.side)
            assert by_way.pop("freed") & at_once["freed"] == at_once.pop("freed")
            assert by_way == at_once, (g.name(step.mover), g.box.map.grid.numbers(sum({1 << c for c in path})))
            compared.append(travel.notable(g, step.mover) & sum({1 << c for c in path}) > 0)

    bold_game(with_preset("campaign", "everything"), seed, check)
    assert len(compared) > 500
    assert any(compared)
