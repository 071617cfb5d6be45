"""The cup of chits: what may come next, and how likely."""

from fractions import Fraction

from ardennes.kernel import Side
from ardennes.parts.rules.cup import Cup

G, A = Side.GERMAN, Side.ALLIED
OWNERS = (G, G, A, None)


def test_a_draw_weighs_every_chit_alike():
    cup = Cup((2, 1, 1, 1), OWNERS)
    assert cup.drawable() == ((2, 0), (1, 1), (1, 2), (1, 3))
    assert cup.chance_of(0) == Fraction(2, 5)
    assert cup.chances().total == 5


def test_no_third_round_in_a_row_while_the_other_side_has_chits():
    cup = Cup((2, 1, 1, 1), OWNERS, last=G, run=2)
    assert cup.barred is G
    assert cup.drawable() == ((1, 2), (1, 3))
    alone = Cup((2, 1, 0, 1), OWNERS, last=G, run=2)
    assert alone.barred is None
    assert alone.drawable() == ((2, 0), (1, 1), (1, 3))


def test_a_chit_of_neither_side_neither_counts_nor_breaks_a_run():
    cup = Cup((2, 1, 1, 1), OWNERS, last=G, run=1)
    after = cup.drawn(3)
    assert (after.last, after.run, after.left(None)) == (G, 1, 0)
    assert after.drawn(0).run == 2
    assert after.drawn(2)[2:4] == (A, 1)


def _brute(cup: Cup, sides: tuple[Side, ...]) -> Fraction:
    """The same chance by walking every draw."""
    if not sides:
        return Fraction(1)
    total, found = sum(count for count, _ in cup.drawable()), Fraction(0)
    for count, kind in cup.drawable():
        owner = cup.owners[kind]
        if owner is None:
            found += Fraction(count, total) * _brute(cup.drawn(kind), sides)
        elif owner is sides[0]:
            found += Fraction(count, total) * _brute(cup.drawn(kind), sides[1:])
    return found


def test_who_comes_next_agrees_with_every_draw_walked():
    for counts in ((2, 1, 1, 1), (1, 0, 3, 2), (0, 1, 1, 0), (3, 0, 0, 2)):
        for last, run in ((None, 0), (G, 1), (G, 2), (A, 2)):
            cup = Cup(counts, OWNERS, last, run)
            for side in (G, A):
                assert cup.next_round(side) == _brute(cup, (side,))
                assert cup.twice_before(side) == _brute(cup, (side.enemy, side.enemy))
