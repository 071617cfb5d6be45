"""The drawn area map: what `ardennes map chart` would draw is what the title has."""

import pytest

from ardennes.atlas.area_chart.ink import line
from ardennes.atlas.area_chart.plane import lay_out
from ardennes.atlas.area_chart.roads import draw_roads
from ardennes.parts.data.tables import DataFolder
from ardennes.titles.tigers_in_the_mist.box import DATA
from ardennes.titles.tigers_in_the_mist.box.map import read_map
from ardennes.titles.tigers_in_the_mist.table.chart import chart


@pytest.fixture(scope="module")
def board():
    return read_map(DataFolder(DATA))


@pytest.fixture(scope="module")
def plane(board):
    return lay_out(board)


def test_every_place_lies_where_the_plane_puts_it(board, plane):
    drawn = {shape.word: shape.at for shape in chart().places}
    for place in range(1, board.places):
        assert drawn[board.words[place]] == pytest.approx(plane.at[place], abs=0.06)


def test_the_roads_are_drawn_as_the_chart_has_them(board, plane):
    drawn = {(shape.a, shape.b): shape.path for shape in chart().roads}
    for road in draw_roads(board, plane):
        a, b = board.words[road.a], board.words[road.b]
        courses = (line(road.course), line(road.course.reverse()))
        assert drawn.get((a, b)) in courses or drawn.get((b, a)) in courses
