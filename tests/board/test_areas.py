"""Area maps: links and crossings, floods, disjoint routes, distances – each against a plain way to the same answer."""

from itertools import combinations, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.board.areas import AreaMap
from ardennes.board.cells import board_of, cells

LINKS = [(0, 1, 0, False), (1, 2, 1, True), (2, 3, 0, True), (3, 0, 1, False), (1, 3, 1, True)]


@st.composite
def maps(draw, most: int = 8):
    """A random map: places, and links as (place, place, kind, has a crossing)."""
    places = draw(st.integers(2, most))
    pairs = draw(st.lists(st.sampled_from(list(combinations(range(places), 2))), unique=True, max_size=14))
    links = [(a, b, draw(st.integers(0, 1)), draw(st.booleans())) for a, b in pairs]
    return places, links


def subset(draw, places: int) -> set[int]:
    return draw(st.sets(st.integers(0, places - 1)))


# ---- links and crossings -------------------------------------------------------------------------------------


def test_links_run_both_ways():
    area_map = AreaMap(4, LINKS)
    assert area_map.link(1, 2).kind == area_map.link(2, 1).kind == 1
    assert area_map.link(0, 2) is None
    assert [link.to for link in area_map.links[1]] == [0, 2, 3]
    assert [cells(board) for board in area_map.neighbours] == [[1, 3], [0, 2, 3], [1, 3], [0, 1, 2]]


def test_crossings_are_numbered_in_order_and_known_from_both_sides():
    area_map = AreaMap(4, LINKS)
    assert area_map.crossings == [(1, 2), (2, 3), (1, 3)]
    assert [area_map.crossing(*pair) for pair in ((1, 2), (2, 1), (3, 2), (1, 3), (0, 1), (0, 2))] == [
        0,
        0,
        1,
        2,
        -1,
        -1,
    ]
    assert area_map.link(3, 1).crossing_bit == 1 << 2
    assert area_map.link(0, 1).crossing_bit == 0


def test_neighbours_by_kind_and_over_rivers():
    area_map = AreaMap(4, LINKS)
    kinds = [[cells(board) for board in boards] for boards in area_map.by_kind]
    assert kinds == [[[1], [0], [3], [2]], [[3], [2, 3], [1], [0, 1]]]
    assert [cells(board) for board in area_map.over_river] == [[], [2, 3], [1, 3], [1, 2]]


def test_a_map_without_links():
    area_map = AreaMap(2, [])
    assert area_map.neighbours == (0, 0)
    assert area_map.flood(1, 3) == 1


@given(st.data())
def test_a_net_is_the_links_without_those_over_broken_crossings(data):
    places, links = data.draw(maps())
    area_map = AreaMap(places, links)
    crossings = len(area_map.crossings)
    broken = data.draw(st.sets(st.integers(0, crossings - 1))) if crossings else set()
    net = area_map.net(board_of(broken))
    for place, ways in enumerate(area_map.links):
        holding = [link for link in ways if link.crossing not in broken]
        assert cells(net.neighbours[place]) == sorted(link.to for link in holding)
        assert cells(net.cut[place]) == sorted(link.to for link in ways if link.crossing in broken)
        for kind, near in enumerate(net.by_kind):
            assert cells(near[place]) == sorted(link.to for link in holding if link.kind == kind)


def test_a_map_keeps_only_so_many_nets():
    many = 9
    area_map = AreaMap(many + 1, [(0, place, 0, True) for place in range(1, many + 1)])
    first = area_map.net(1)
    assert area_map.net(1) is first
    for broken in range(1 << many):
        assert cells(area_map.net(broken).cut[0]) == [place + 1 for place in cells(broken)]
    assert area_map.net(1) is not first


# ---- flood ---------------------------------------------------------------------------------------------------


def plain_flood(links, seeds: set[int], free: set[int], broken: set[int]) -> set[int]:
    """Breadth-first search with sets."""
    crossings = [pair for *pair, _, crossed in links if crossed]
    roads = [set(pair) for *pair, _, _ in links if pair not in [crossings[number] for number in broken]]
    found, todo = set(seeds), list(seeds)
    while todo:
        here = todo.pop(0)
        for road in roads:
            if here in road:
                [there] = road - {here}
                if there in free and there not in found:
                    found.add(there)
                    todo.append(there)
    return found


@given(st.data())
def test_a_flood_finds_what_a_plain_search_finds(data):
    places, links = data.draw(maps())
    area_map = AreaMap(places, links)
    seeds, free = subset(data.draw, places), subset(data.draw, places)
    crossings = len(area_map.crossings)
    broken = data.draw(st.sets(st.integers(0, crossings - 1))) if crossings else set()
    flooded = area_map.flood(board_of(seeds), board_of(free), board_of(broken))
    # Places that are free but not reached are no part of a flood, nor are neighbours that are not free.
    assert set(cells(flooded)) == plain_flood(links, seeds, free, broken)


def test_a_flood_stops_at_broken_crossings_and_taken_places():
    area_map = AreaMap(4, LINKS)
    everywhere = 0b1111
    assert cells(area_map.flood(1 << 2, everywhere)) == [0, 1, 2, 3]
    assert cells(area_map.flood(1 << 2, everywhere, 0b011)) == [2]
    assert cells(area_map.flood(1 << 2, 0b1101)) == [0, 2, 3]
    assert cells(area_map.flood(1 << 2, 0)) == [2], "a seed need not be free itself"


# ---- disjoint routes -----------------------------------------------------------------------------------------


def plain_routes(links, sources: set[int], goals: set[int], free: set[int]) -> int:
    """Try all sets of simple routes: from a source through free places to the first goal met."""
    near = {frozenset(pair) for *pair, _, _ in links}
    routes: list[frozenset[int]] = []

    def extend(path: list[int]) -> None:
        for place in (free | goals) - sources:
            if place not in path and frozenset((path[-1], place)) in near:
                if place in goals:
                    routes.append(frozenset([*path[1:], place]))
                else:
                    extend([*path, place])

    for source in sources:
        extend([source])
    routes = list(set(routes))
    shortest = [route for route in routes if not any(other < route for other in routes)]

    def most(chosen: frozenset[int], left: list[frozenset[int]]) -> int:
        best = 0
        for number, route in enumerate(left):
            if not route & chosen:
                best = max(best, 1 + most(chosen | route, left[number + 1 :]))
        return best

    return most(frozenset(), shortest)


@settings(max_examples=200)
@given(st.data())
def test_disjoint_routes_are_as_many_as_trying_everything_finds(data):
    places, links = data.draw(maps(7))
    sources, goals, free = (subset(data.draw, places) for _ in range(3))
    goals -= sources
    count = AreaMap(places, links).disjoint_routes(board_of(sources), board_of(goals), board_of(free))
    assert count == plain_routes(links, sources, goals, free)


def road(*path: int) -> list[tuple[int, int, int, bool]]:
    return [(a, b, 0, False) for a, b in pairwise(path)]


def test_two_routes_from_one_source():
    ladder = road(0, 1, 2, 5) + road(0, 3, 4, 6) + road(1, 4)
    area_map = AreaMap(7, ladder)
    assert area_map.disjoint_routes(1, 1 << 5 | 1 << 6, board_of(range(7))) == 2


def test_a_first_route_that_stands_in_the_way_is_given_up():
    # The shortest route 0-1-4-9 blocks both others; the second search has to undo it.
    tangle = road(0, 1, 4, 9) + road(0, 3, 4) + road(1, 2, 8)
    area_map = AreaMap(10, tangle)
    assert area_map.disjoint_routes(1, 1 << 8 | 1 << 9, board_of(range(10))) == 2


def test_routes_share_no_goal_and_no_bottleneck():
    area_map = AreaMap(5, road(0, 1, 3) + road(0, 2, 3) + road(3, 4))
    assert area_map.disjoint_routes(1, 1 << 3, board_of(range(5))) == 1
    assert area_map.disjoint_routes(1, 1 << 4, board_of(range(5))) == 1
    assert area_map.disjoint_routes(1, 1 << 4, board_of({1, 2, 4})) == 0
