"""Every rung of every title bites: in the position of a rule test, or in a game; and is left out there.

A rung that no position needs is no rule that is proven, whichever test carries its id. What games rarely lead to is set
up in rule tests: `test_bitten` of a title has those that serve nothing else.
"""

import pytest

from tests.titles import reasons
from tests.titles.rungs import bitten_in_games, bitten_in_rule_tests, idle, ruled

#: Positions of games that are looked at.
POSITIONS = 200


@pytest.mark.parametrize("title", sorted(reasons.GENERAL))
def test_every_rung_bites(title, tmp_path):
    bites, faults = bitten_in_rule_tests(title, tmp_path / "bitten.json")
    assert not faults
    assert bitten_in_games(title, bites, POSITIONS, 7) == []
    met = {rung.question for rung, count in bites.met.items() if count}
    assert [names for names in ruled(title) if met.isdisjoint(names)] == []
    assert idle(bites) == []
