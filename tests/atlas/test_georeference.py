"""Each title's grid lies on the country where its rulebook says."""

from math import hypot

import pytest

from ardennes.atlas.georeference import Georeference, solved
from ardennes.atlas.plan import TITLES, brief
from ardennes.board.hexes import HexGrid
from ardennes.board.layout import HexLayout
from ardennes.board.numbering import Numbering


def georeference(title: str) -> Georeference:
    plan = brief(title).plan
    grid = HexGrid(plan.columns, plan.rows, Numbering(plan.numbering))
    return Georeference(HexLayout(grid), plan.fit)


@pytest.mark.parametrize("title", TITLES)
def test_anchors_come_to_lie_where_they_belong(title):
    geo = georeference(title)
    misses = [hypot(*geo.residual(anchor)) for anchor in geo.fit.anchors]
    assert max(misses) < 0.75
    assert sum(misses) / len(misses) < 0.3


@pytest.mark.parametrize("title", TITLES)
def test_the_warp_never_folds_the_paper(title):
    geo = georeference(title)
    base = abs(geo.fit.east[0] * geo.fit.north[1] - geo.fit.east[1] * geo.fit.north[0])
    step = 0.01
    for row in range(60):
        for column in range(62):
            where = (49.6 + 0.02 * row, 4.7 + 0.03 * column)
            here = geo.point(where)
            if geo.layout.hex_at(here) < 0:
                continue
            east, north = geo.point((where[0], where[1] + step)), geo.point((where[0] + step, where[1]))
            area = (east[0] - here[0]) * (north[1] - here[1]) - (east[1] - here[1]) * (north[0] - here[0])
            ratio = -area / (step * geo.fit.kx * step * geo.fit.ky) / base
            assert 0.45 < ratio < 1.9, where


@pytest.mark.parametrize("title", TITLES)
def test_north_is_up_and_east_is_right(title):
    geo = georeference(title)
    namur, bitburg, liege, arlon = (geo.point(w) for w in ((50.47, 4.87), (49.97, 6.52), (50.64, 5.57), (49.68, 5.81)))
    assert namur[0] < liege[0] < bitburg[0]
    assert liege[1] < namur[1] < arlon[1]


def test_scales_agree_with_the_rulebooks():
    """About 2 miles, 4 km and 3 miles per hex are stated; the fits give 3.0, 4.8 and 4.2 km."""
    for title, kilometres in {"bitter_woods": 2.97, "enemy_action_ardennes": 4.81, "deadly_woods": 4.21}.items():
        plan = brief(title).plan
        east = hypot(*plan.fit.east)
        assert 1 / east == pytest.approx(kilometres, rel=0.02)
        assert plan.km_per_hex == kilometres


def test_solved():
    assert solved([[0.0, 2.0], [1.0, 1.0]], [4.0, 5.0]) == [3.0, 2.0]
