"""No outlet tells a side what it may not know: two hundred positions a title, shuffled where it cannot see."""

import pytest

from ardennes.lab import sights
from ardennes.titles import EXAMPLES, KEYS, find


@pytest.mark.parametrize("key", [*KEYS, *EXAMPLES])
def test_nothing_hidden_shows_in_any_outlet(key):
    assert len(list(sights.looked_at(find(key), 200, seed=1))) == 200
