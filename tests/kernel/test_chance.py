"""Chance: weights, a generator anybody can check, commitments."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ardennes.kernel import Chances, commitment, die
from ardennes.kernel.chance import draw, key_of


def test_a_die_is_fair_and_numbered_from_one():
    assert die(6).pairs == ((1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6))
    assert die(6).total == 6


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(-3, 9)), min_size=1).filter(
        lambda pairs: any(w for w, _ in pairs)
    )
)
def test_every_number_stands_for_an_outcome_as_often_as_its_weight_says(pairs):
    chances = Chances(pairs)
    picked = Counter(chances.pick(number) for number in range(chances.total))
    wanted: Counter[int] = Counter()
    for weight, outcome in pairs:
        wanted[outcome] += weight
    assert picked == +wanted
    assert all(chances.possible(outcome) for outcome in picked)
    assert not chances.possible(10)


def test_chance_without_an_outcome_is_refused():
    with pytest.raises(ValueError, match="at least one outcome"):
        Chances([(0, 1)])


def test_the_same_seed_draws_the_same_numbers():
    first = [draw(key_of(1944), number, 10) for number in range(50)]
    assert first == [draw(key_of(1944), number, 10) for number in range(50)]
    assert first == [draw(key_of("1944"), number, 10) for number in range(50)], "a seed is what it reads like"
    assert first != [draw(key_of(1945), number, 10) for number in range(50)]


def test_the_generator_has_not_changed():
    # Saves, shared seeds and revealed dice depend on it.
    assert [draw(key_of(1944), number, 10) + 1 for number in range(12)] == [8, 2, 2, 10, 9, 5, 7, 1, 10, 2, 8, 5]


def test_draws_are_about_uniform():
    counts = Counter(draw(key_of("uniform"), number, 10) for number in range(20_000))
    assert set(counts) == set(range(10))
    chi_square = sum((count - 2000) ** 2 / 2000 for count in counts.values())
    assert chi_square < 27.9  # 9 degrees of freedom, one in a thousand


def test_neighbouring_draws_do_not_depend_on_each_other():
    key = key_of("pairs")
    numbers = [draw(key, number, 4) for number in range(16_001)]
    counts = Counter(pairwise(numbers))
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert len(counts) == 16
    assert chi_square < 37.7  # 15 degrees of freedom, one in a thousand


@given(st.integers(0, 2**40), st.integers(1, 1000))
def test_a_draw_is_in_range(number, total):
    assert 0 <= draw(key_of(7), number, total) < total


def test_a_commitment_binds_to_the_seed_without_telling_it():
    assert commitment(1944).startswith("sha256:")
    assert "1944" not in commitment(1944)
    assert commitment(1944) == commitment("1944") != commitment(1945)
