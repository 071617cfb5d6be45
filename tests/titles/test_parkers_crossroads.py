"""Parker's Crossroads, the hex example: its rules one by one, and that the whole house plays it."""

from __future__ import annotations

import pytest

from ardennes import agents
from ardennes.board.cells import cells
from ardennes.kernel import Action, Game, Match, Side, conformance
from ardennes.parts.rules.roster import ELIMINATED
from ardennes.titles import find
from ardennes.titles.parkers_crossroads import odds
from ardennes.titles.parkers_crossroads.rules import combat, movement
from ardennes.titles.parkers_crossroads.rules.sequence import Turn
from ardennes.titles.parkers_crossroads.state import State
from tests.titles.rungs import bites_of, idle

GERMAN, ALLIED = Side.GERMAN, Side.ALLIED
GAME = Game.of(find("parkers_crossroads"))
DONE = Action("done")


def posed(side: Side, phase: type, turn: int = 1, **where: str) -> State:
    """A position with the named units where they stand, and nobody else."""
    g = GAME.start(1)
    assert isinstance(g, State)
    for unit in range(len(g.place)):
        g.put(unit, ELIMINATED)
    for name, number in where.items():
        g.put(unit_of(g, name), cell(g, number))
    g.turn = turn
    g.stack = (Turn(1 if phase is movement.Movement else 2), phase(side))
    return g


#: Infantry and tanks of the Germans, gliders, paratroopers and tanks of the Allies.
NAMES = {"g1": "I-4SS", "g2": "II-4SS", "g3": "III-4SS", "t": "2SSPz", "a1": "325Gl", "a2": "509Para", "a3": "3AD"}


def unit_of(g: State, name: str) -> int:
    return g.box.units.unit(NAMES[name])


def cell(g: State, number: str) -> int:
    return g.box.grid.cell(number)


def hexes(g: State) -> set[str]:
    return {g.box.grid.number(place) for place in g.choices().get("hex", ()) if place is not None}


def where(g: State, name: str) -> str:
    place = g.place[unit_of(g, name)]
    return "lost" if place == ELIMINATED else g.box.grid.number(place)


def take(g: State, name: str) -> State:
    g.play(Action("unit", unit_of(g, name)))
    return g


def to(g: State, number: str) -> Action:
    return Action("hex", cell(g, number))


def refused(g: State, action: Action) -> str:
    reason = g.why_not(action)
    assert reason is not None
    return reason.rule


def fight(g: State, number: str, face: int) -> State:
    """All who can attack a hex, with this die."""
    g.play(to(g, number))
    g.play(Action("attack"), [face])
    return g


# ---- P-1 to P-5 --------------------------------------------------------------------------------------------


@pytest.mark.rule("P-1a")
def test_every_unit_begins_in_its_hex():
    g = GAME.start(1)
    assert isinstance(g, State)
    assert [g.box.grid.number(place) for place in g.place] == [row.hex for row in g.box.units.rows]


@pytest.mark.rule("P-2a")
def test_the_allies_follow_the_germans():
    g = posed(GERMAN, movement.Movement, t="0703", a1="0303")
    g.play(DONE)  # with nobody to attack combat is over at once
    assert (g.side, type(g.stack[-1]), g.turn) == (ALLIED, movement.Movement, 1)
    g.play(DONE)
    assert (g.side, g.turn) == (GERMAN, 2)


@pytest.mark.rule("P-2b")
@pytest.mark.parametrize(("tanks", "winner"), [("0303", GERMAN), ("0403", ALLIED)])
def test_the_crossroads_decide(tanks, winner):
    g = posed(GERMAN, movement.Movement, 6, t=tanks, a1="0101")
    g.play(DONE)
    g.play(DONE)
    assert g.result is not None
    assert g.result.winner is winner


@pytest.mark.rule("P-3a")
def test_roads_are_quick_woods_slow_and_the_stream_slower():
    g = posed(GERMAN, movement.Movement, g1="0703", g2="0605", a1="0101")
    first, second = (movement.march(g, unit_of(g, name)) for name in ("g1", "g2"))
    assert [first.way(cell(g, number)).cost for number in ("0603", "0503", "0303", "0502")] == [1, 2, 4, 4]
    assert second.way(cell(g, "0505")).cost == 3


@pytest.mark.rule("P-3b")
def test_a_unit_moves_once():
    g = take(posed(GERMAN, movement.Movement, t="0703", a1="0101"), "t")
    g.play(to(g, "0603"))
    assert refused(g, Action("unit", unit_of(g, "t"))) == "P-3b"
    assert refused(g, Action("unit", unit_of(g, "a1"))) == "P-2a"
    assert refused(g, Action("unit", unit_of(g, "g1"))) == "P-6c"


@pytest.mark.rule("P-4a")
def test_no_zone_reaches_over_the_stream_but_by_the_bridge():
    g = posed(GERMAN, movement.Movement, a1="0503")
    assert not movement.zone(g, ALLIED) >> cell(g, "0602") & 1
    assert movement.zone(g, ALLIED) >> cell(g, "0603") & 1


@pytest.mark.rule("P-4b")
def test_a_unit_stops_next_to_the_enemy():
    g = take(posed(GERMAN, movement.Movement, g1="0503", a1="0303"), "g1")
    assert {"0403", "0402"} <= hexes(g)
    assert hexes(g).isdisjoint({"0302", "0203"})
    assert refused(g, to(g, "0302")) == "P-4b"


@pytest.mark.rule("P-4b")
def test_a_unit_leaves_an_enemy_zone_first():
    g = posed(GERMAN, movement.Movement, t="0403", a1="0303")
    march, held = movement.march(g, unit_of(g, "t")), movement.zone(g, ALLIED)
    assert {held >> march.way(place).path[1] & 1 for place in cells(march.board)} == {0}


@pytest.mark.rule("P-4c", "P-5a")
def test_two_units_in_a_hex_and_no_enemy():
    g = take(posed(GERMAN, movement.Movement, g1="0704", g2="0704", t="0703", a1="0603"), "t")
    assert refused(g, to(g, "0704")) == "P-5a"
    assert refused(g, to(g, "0603")) == "P-4c"
    assert refused(g, to(g, "0101")) == "P-3a"


# ---- P-6 to P-8 --------------------------------------------------------------------------------------------


@pytest.mark.rule("P-6b")
def test_odds_in_cover_and_over_the_stream():
    g = posed(GERMAN, combat.Combat, t="0602", g1="0603", a1="0503", g2="0404", a2="0303")
    there = cell(g, "0503")
    assert combat.odds(g, [unit_of(g, "t")], there)[0] == 0, "1-1, less two"
    assert combat.odds(g, [unit_of(g, "t"), unit_of(g, "g1")], there)[0] == 1, "2-1, less the village"
    assert [line.rule for line in combat.odds(g, [unit_of(g, "t")], there)[1]] == ["P-6b", "P-6b"]


def attacked() -> State:
    """The tanks have attacked one hex, and are next to another that is attacked now."""
    g = fight(posed(GERMAN, combat.Combat, t="0403", g1="0304", a1="0303", a2="0402"), "0402", 4)
    g.play(to(g, "0303"))
    return g


@pytest.mark.rule("P-6a")
def test_each_unit_and_each_hex_once():
    g = attacked()
    assert g.stack[-1] == combat.Attack(GERMAN, cell(g, "0303"), (unit_of(g, "g1"),))
    assert refused(g, Action("unit", unit_of(g, "t"))) == "P-6a"
    g.play(Action("unit", unit_of(g, "g1")))
    assert refused(g, Action("attack")) == "P-6a"
    g.play(Action("back"))
    assert isinstance(g.stack[-1], combat.Combat)
    assert refused(g, to(g, "0402")) == "P-6a"


@pytest.mark.rule("P-6c")
def test_the_strongest_loses_a_step_and_is_half_as_strong():
    g = fight(posed(GERMAN, combat.Combat, t="0403", g1="0403", a1="0303", a2="0101"), "0303", 1)
    tanks = unit_of(g, "t")
    assert (g.lost[tanks], g.attack(tanks), g.defense(tanks)) == (1, 3, 3)
    assert g.lost[unit_of(g, "a1")] == 0


@pytest.mark.rule("P-7a")
def test_a_retreat_goes_two_hexes_out_of_the_enemy_s_zones():
    g = fight(posed(GERMAN, combat.Combat, t="0403", g1="0403", a1="0303", a2="0101"), "0303", 4)
    assert g.side is ALLIED
    zone = movement.zone(g, GERMAN)
    assert {g.box.grid.distance(cell(g, "0303"), cell(g, number)) for number in hexes(g)} == {2}
    assert not any(zone >> cell(g, number) & 1 for number in hexes(g))
    assert refused(g, to(g, "0402")) == "P-7a"
    g.play(to(g, "0103"))
    assert where(g, "a1") == "0103"
    assert g.side is GERMAN, "and somebody may follow"


@pytest.mark.rule("P-7b")
def test_who_has_no_way_back_is_lost():
    g = posed(GERMAN, combat.Combat, t="0201", g1="0102", a1="0101")
    fight(g, "0101", 6)
    assert where(g, "a1") == "lost"


@pytest.mark.rule("P-8a")
def test_one_attacker_advances():
    g = fight(posed(GERMAN, combat.Combat, t="0201", g1="0102", a1="0101", a2="0606"), "0101", 6)
    assert refused(g, Action("unit", unit_of(g, "g2"))) == "P-8a"
    g.play(Action("unit", unit_of(g, "t")))
    assert where(g, "t") == "0101"
    assert not isinstance(g.stack[-1], combat.Advance)


def test_the_forecast_is_what_the_die_brings():
    g = posed(GERMAN, combat.Combat, t="0403", g1="0403", a1="0303", a2="0101")
    told = odds.forecast(g.sight(GERMAN), to(g, "0303"))
    assert told is not None
    assert told.column == "2-1"
    assert [(line.text, line.dice) for line in told.outcomes] == [
        ("AL", (1,)),
        ("EX", (2, 3)),
        ("DR", (4, 5)),
        ("DL", (6,)),
    ]
    assert told.headlines[0].chance == pytest.approx(3 / 6)
    assert told.headlines[1].chance == pytest.approx(3 / 6)
    assert told.defenders[0].left == pytest.approx((0, 0, 3 / 6, 0, 3 / 6))


# ---- the house ---------------------------------------------------------------------------------------------


def test_random_games_keep_every_rule_of_the_house_and_every_rung_is_needed():
    bites = bites_of("parkers_crossroads")

    def check(match: Match) -> None:
        conformance.invariants(match)
        often = 1 if match.state.stack and isinstance(match.state.stack[-1], combat.Combat | combat.Attack) else 9
        if not len(match.moves) % often:
            conformance.rungs_bite(match, bites)
        if not len(match.moves) % 9:
            for thorough in conformance.THOROUGH:
                thorough(match)

    for seed in range(6):
        conformance.random_game(GAME, seed, check, limit=2000)
    assert bites.faults(attacked()) == []
    assert idle(bites) == []


def test_the_staff_plays_it_from_its_declarations():
    match = Match(GAME, 5)
    players = {GERMAN: agents.find("staff", 1), ALLIED: agents.find("random", 1)}
    while (side := match.state.side) is not None:
        match.play(players[side].choose(match.state.sight(side)))
    assert match.state.result is not None
    assert match.state.result.winner is GERMAN
