"""What the staff sees in a position: drives, attacks over the table, lines, garrisons, and what they are worth."""

from __future__ import annotations

import random

import pytest

import ardennes
from ardennes import agents
from ardennes.board.cells import cells
from ardennes.kernel import Action, Outcome, Side
from ardennes.kernel.recent import Recent
from ardennes.parts.mind.mind import Misjudge
from ardennes.titles.bitter_woods.mind import (
    appraisal,
    combat_judgement,
    desk,
    drives,
    front,
    judgement,
    tactics,
    threats,
    valuation,
)
from ardennes.titles.bitter_woods.mind.staffwork import Order, Staffwork
from ardennes.titles.bitter_woods.rules.combat import strengths
from ardennes.titles.bitter_woods.rules.combat.strengths import Attack
from ardennes.titles.bitter_woods.rules.movement import paths
from ardennes.titles.bitter_woods.rules.quick.targets import targets
from ardennes.titles.bitter_woods.state import Duty, State

from .table import Table


def drive_time(t: Table, place: str) -> float:
    cell = t.hex(place)
    return drives.Drive(t.g, Side.GERMAN, 6, 1 << cell).time(1 << cell)


def test_objectives_of_every_scenario_are_on_the_map() -> None:
    for scenario, count in (("six_turn", 9), ("eight_turn", 9), ("campaign", 6)):
        found = valuation.objectives(Table("16AM German", scenario=scenario).box)
        assert len(found) == count
        assert all(objective.board and objective.worth > 0 and objective.armies for objective in found)


def test_a_unit_on_the_road_is_a_turn_from_the_next_town_and_a_defender_costs_time() -> None:
    alone = Table("17AM German", "a: German armored infantry at Wiltz")
    held = Table("17AM German", "a: German armored infantry at Wiltz; d: Allied infantry at Bastogne")
    strong = Table(
        "17AM German",
        "a: German armored infantry at Wiltz; d: Allied infantry at Bastogne; e: Allied infantry at Bastogne",
    )
    assert 0 < drive_time(alone, "Bastogne") < 1
    assert drive_time(alone, "Bastogne") < drive_time(held, "Bastogne") < drive_time(strong, "Bastogne")


def test_zones_of_control_across_the_road_hold_up_a_drive() -> None:
    open_road = Table("17AM German", "a: German armored infantry at Wiltz")
    path = drives.ticks_to(open_road.g, (1 << open_road.hex("Bastogne"),), Side.GERMAN)[0].tolist()
    half = path[open_road.hex("Wiltz")] // 2
    between = min(
        (c for c in open_road.grid.cells if abs(path[c] - half) < 4),
        key=lambda c: open_road.grid.distance(c, open_road.hex("Wiltz")),
    )
    number = open_road.grid.number(between)
    blocked = Table("17AM German", f"a: German armored infantry at Wiltz; d: Allied infantry at {number}")
    assert drive_time(blocked, "Bastogne") > drive_time(open_road, "Bastogne")


def test_units_held_back_join_the_drive_on_their_date() -> None:
    now = Table("16AM German", "1SS/Peiper at 0413", scenario="six_turn")
    later = Table("16PM German", "1SS/Peiper at 0413", scenario="six_turn")
    assert drive_time(now, "Trois-Ponts") == pytest.approx(drive_time(later, "Trois-Ponts") + 1, abs=0.2)


def test_papers_are_made_once_for_a_table_and_anew_when_somebody_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "_PAPERS", Recent(8))  # one that other tests have filled would be replaced on the way
    t = Table("17AM German", "a: German armored infantry at Wiltz; d: Allied infantry at Bastogne")
    papers = desk.papers(t.g, Side.GERMAN)
    later = t.g.copy()
    later.stack = later.stack[:-1]
    assert desk.papers(later, Side.GERMAN) is papers
    assert desk.papers(later, Side.ALLIED) is not papers
    later.put(t.unit("d"), t.hex("1424"))
    assert desk.papers(later, Side.GERMAN) is not papers
    assert desk.papers(t.g, Side.GERMAN) is papers


def test_marches_are_found_anew_where_somebody_came_or_went() -> None:
    t = Table(
        "17AM German", "a: German armored infantry at Wiltz; b: German infantry at 0413; d: Allied infantry at 1424"
    )
    grid, unit = t.grid, t.unit("a")
    met = 0
    for cell in cells(grid.within(1 << t.hex("Wiltz"), 9) & ~grid.within(t.g.occupied[Side.GERMAN], 0)):
        t.g.put(t.unit("d"), cell)
        board = paths.march(t.g.copy(), unit).board | 1 << t.hex("Wiltz")
        met |= board | grid.around(board)
        assert threats.near(t.g.copy(), unit) == board | grid.around(board)
        assert threats.threat(t.g, Side.GERMAN)[cell] == sum(
            [strengths.attack_strength(t.g, u) for u in (unit, t.unit("b")) if threats.near(t.g, u) >> cell & 1]
        )
    assert met.bit_count() > 50


def test_a_drive_looked_up_is_the_drive_found_anew() -> None:
    """Drives and marches are kept by all they depend on: ground, bridges, aircraft, and who stands where and how."""
    t = Table(
        "17AM German", "a: German armored infantry at Wiltz; b: German infantry at 1323; d: Allied infantry at 1424"
    )
    positions = [t.g.copy() for _ in range(8)]
    positions[1].blown = (1 << len(t.g.box.map.bridges)) - 1
    positions[2].interdicted = t.g.box.map.road_hexes & t.grid.within(1 << t.hex("Wiltz"), 2)
    positions[3].put(t.unit("d"), t.hex("Bastogne"))
    positions[4].turn = 4  # mud
    positions[5].reduced |= 1 << t.unit("d")
    positions[6].improved |= 1 << t.hex("1424")
    positions[7].put(t.unit("a"), t.hex("1323"))
    goal = t.grid.board

    def told(g: State) -> tuple[object, ...]:
        drive = drives.Drive(g, Side.GERMAN, 4, goal)
        return drive.when, drive.reached

    together = [told(g) for g in positions]
    alone = []
    for g in positions:
        for known in (drives._DRIVES, drives._HELD, drives._MARCHES):
            known._known.clear()
        alone.append(told(g))
    assert together == alone
    assert len({repr(each) for each in alone}) == len(positions)


def test_a_future_that_ends_where_reserves_are_chosen_is_valued_like_the_planning_after_it() -> None:
    game = ardennes.game("bitter_woods", "six_turn", {})
    mind, g, staff = game.title.mind, game.start("prelude"), agents.find("staff", 1)
    met = 0
    while g.turn < 3:
        began = mind.features(g) if mind.is_prelude(g) else None
        while mind.is_prelude(g):
            g.play(staff.choose(g.sight(g.side)))
        if began is not None:
            assert mind.is_planned(g)
            assert (mind.features(g) == began).all()
            met += g.side is Side.GERMAN
        g.play(staff.choose(g.sight(g.side)))
    assert met


def test_appraisal_follows_the_results_table() -> None:
    t = Table("17AM German", "a: German armor 12-5-4 at 1323; b: German infantry at 1323; d: Allied cavalry at 1423")
    attack = Attack(Side.GERMAN, t.hex("1423"), (t.unit("a"), t.unit("b")))
    found = appraisal.appraise(t.g, attack, 0.5)
    odds = strengths.odds(t.g, attack)
    cleared = sum(strengths.result(t.g, odds, die).kind in ("D", "DE") for die in range(1, 7))
    assert cleared >= 2
    assert found.cleared == pytest.approx(cleared / 6)
    assert appraisal.appraise(t.g, attack, 2.0).worth > found.worth + found.cleared


def test_a_defender_with_no_way_out_is_worth_more() -> None:
    attackers = "a: German armor 12-5-4 at 1323; b: German infantry at 1323; d: Allied cavalry at 1423"
    free = Table("17AM German", attackers)
    shut = Table("17AM German", f"{attackers}; c: German infantry at 1522; e: German infantry at 1524")
    found = [
        appraisal.appraise(t.g, Attack(Side.GERMAN, t.hex("1423"), (t.unit("a"), t.unit("b"))), 0.0).enemy_loss
        for t in (free, shut)
    ]
    assert found[1] > found[0]


def test_losses_count_as_the_victory_conditions_do() -> None:
    t = Table(
        "17AM German",
        "p: German armor 9-5-4 at 1324; g: German armored infantry at 1325; f: German infantry at 1326; "
        "d: Allied infantry at 1424",
        scenario="six_turn",
    )
    per = valuation.per_strength(t.box)

    def counted(name: str) -> float:
        return appraisal.loss(t.g, t.unit(name)) - per * t.g.strength(t.unit(name))

    assert counted("p") == pytest.approx(2 * counted("g"))
    assert counted("f") == pytest.approx(0.0)
    assert counted("d") == pytest.approx(1 / 14)
    assert appraisal.loss(t.g, t.unit("d"), 1) < appraisal.loss(t.g, t.unit("d"))


def test_attackers_are_combined_until_the_odds_pay() -> None:
    t = Table(
        "17AM German",
        "a: German armor 9-5-4 at 1324; b: German infantry 5-4-3 at 1324; c: German infantry 5-4-3 at 1325; "
        "d: Allied infantry at 1424",
        phase="combat",
    )
    found = combat_judgement.wanted_attack(t.g, Side.GERMAN, t.hex("1424"))
    assert found is not None
    assert {t.name(unit) for unit in found.attack.units} >= {"a"}
    alone = appraisal.appraise(t.g, Attack(Side.GERMAN, t.hex("1424"), (t.unit("c"),)), 0.01)
    assert found.worth > alone.worth


def test_nobody_attacks_at_hopeless_odds() -> None:
    t = Table(
        "17AM Allied",
        "a: Allied cavalry at 1424; d: German armor 12-5-4 at 1324; e: German armor 9-5-4 at 1324",
        phase="combat",
    )
    assert judgement.answer(t.g).verb == "done"


def test_an_open_prize_is_seized() -> None:
    t = Table("17AM German", "a: German 5PA armored infantry at Wiltz", scenario="six_turn")
    work = Staffwork(t.g, Side.GERMAN)
    found = judgement.orders(work)
    assert (t.unit("a"), t.hex("Bastogne")) in [move for order in found for move in order.moves]
    assert found[0].tactic == "seize prize"


@pytest.mark.parametrize("side", [Side.GERMAN, Side.ALLIED])
def test_whoever_errs_marches_elsewhere(side: Side, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tactics, "attacks", lambda work: [])
    g = ardennes.game("bitter_woods", "six_turn").start(1)
    rng = random.Random(1)

    def marches(misjudge: Misjudge | None) -> list[tuple[tuple[int, int], ...]]:
        return [order.moves for order in judgement.orders(Staffwork(g, side, misjudge))]

    assert marches(None) == marches(None)
    assert marches(lambda: rng.gauss(0.0, 0.5)) != marches(None)


def test_somebody_stays_in_a_prize() -> None:
    t = Table("17AM German", "a: German armor 9-5-4 at Bastogne; b: German infantry at Bastogne", scenario="six_turn")
    work = Staffwork(t.g, Side.GERMAN)
    judgement.orders(work)
    assert work.g.holds(Side.GERMAN, t.hex("Bastogne"))


TOWNS = "b: German infantry at Bastogne; s: German infantry at St. Vith; m: German infantry at Marche"


def test_a_panzer_corps_leaves_the_map_when_that_wins_and_no_sooner() -> None:
    for units, exits, leaves in (
        (TOWNS, (5, 1), True),
        (TOWNS, (4, 1), False),
        (TOWNS.replace("Marche", "3321"), (5, 1), False),
    ):
        t = Table("23AM German", f"{units}; 2Pz/3 at 4601", exits=exits)
        found = judgement.orders(Staffwork(t.g, Side.GERMAN))
        assert [order.units for order in found if order.leaves] == ([(t.unit("2Pz/3"),)] if leaves else [])
    t = Table("23AM German", f"{TOWNS}; 2Pz/3 at 4601", exits=(5, 1))
    staff = agents.find("staff", 1)
    for _ in range(2):
        t.g.play(staff.choose(t.g.sight(Side.GERMAN)))
    assert t.g.outcome() == Outcome(Side.GERMAN, "German strategic victory", 2)


def test_units_gather_where_they_leave_the_map_while_the_towns_are_held() -> None:
    held = Table("23AM German", f"{TOWNS}; a: German armored infantry at 4913")
    found = Staffwork(held.g, Side.GERMAN)
    away = [int(ticks) for ticks in found.ticks_out[0]]
    goes = dict(move for order in judgement.orders(found) for move in order.moves)
    assert away[goes[held.unit("a")]] < away[held.hex("4913")]


def test_in_the_campaign_time_presses() -> None:
    held = "; d: Allied infantry at Bastogne; e: Allied infantry at Bastogne"
    free, late = (Table("17AM German", f"a: German armored infantry at Wiltz{more}") for more in ("", held))
    assert valuation.prospects(free.g) > valuation.prospects(late.g) + 0.1


def test_nobody_leaves_a_prize_that_he_alone_holds_to_exploit() -> None:
    alone = "a: German 5PA armored infantry at St. Vith, reserve"
    assert judgement.answer(Table("18AM German", alone, phase="exploitation").g) == Action("done")
    two = Table("18AM German", f"{alone}; b: German infantry at St. Vith", phase="exploitation")
    assert judgement.answer(two.g) == Action("unit", two.unit("a"))


def test_weak_garrisons_are_reinforced_where_towns_have_to_be_held_for_days() -> None:
    units = (
        "a: German infantry at Bastogne; b: German infantry at 2425; "
        "c: Allied armor at 2730; d: Allied armor at 2730; e: Allied armor at 2730; f: Allied armor at 2731; "
        "g: Allied armor at 2731; h: Allied armor at 2731"
    )
    t = Table("23AM German", units)
    work = Staffwork(t.g, Side.GERMAN)
    judgement.orders(work)
    assert len(work.g.units_at(t.hex("Bastogne"))) == 2


def test_a_panzer_division_along_the_meuse_is_enough() -> None:
    across = next(o for o in valuation.objectives(Table("20AM German").box) if o.name == "beyond the Meuse")
    some = Table("20AM German", "2Pz/3 at 4913; 2Pz/2 at 4914")
    enough = Table("20AM German", "2Pz/3 at 4913; 2Pz/2 at 4914; 2Pz/304 at 4914")
    assert [valuation.sated(t.g, across) for t in (some, enough)] == [False, True]


def test_allies_garrison_what_the_germans_want() -> None:
    t = Table(
        "16PM Allied",
        "a: German 5PA armor at Wiltz; b: German 5PA armored infantry at Wiltz; c: German 5PA infantry at Wiltz; "
        "d: Allied infantry at 2426; e: Allied infantry at 2427",
        scenario="six_turn",
    )
    work = Staffwork(t.g, Side.ALLIED)
    before = valuation.prospects(t.g)
    judgement.orders(work)
    assert any(work.g.holds(Side.ALLIED, cell) for cell in valuation.prizes(t.box))
    assert valuation.prospects(work.g) < before


def test_roads_to_prizes_matter_most_to_a_line() -> None:
    t = Table("16PM Allied", "a: German armored infantry at Wiltz; d: Allied infantry at 2426", scenario="six_turn")
    weight = front.importance(Staffwork(t.g, Side.ALLIED))
    corner = min(t.grid.cells)
    assert weight[t.hex("Bastogne")] > weight[corner]


def test_danger_grows_with_the_enemy_and_shrinks_with_friends() -> None:
    def danger(extra: str) -> float:
        t = Table("17AM Allied", f"d: Allied cavalry at 1424; a: German armor 12-5-4 at 1324{extra}")
        return Staffwork(t.g, Side.ALLIED).danger(t.hex("1424"), t.unit("d"))

    assert danger("; b: German armor 9-5-4 at 1324") > danger("") > danger("; e: Allied infantry at 1424")


def test_orders_make_room_before_they_need_it() -> None:
    t = Table(
        "17AM German",
        "a: German infantry at 1324; b: German infantry at 1324; c: German infantry at 1324; "
        "n: German infantry at 1225",
    )
    go = Order("drive", 0.1, ((t.unit("n"), t.hex("1324")),), t.hex("1324"), ())
    leave = Order("drive", 0.1, ((t.unit("a"), t.hex("1323")),), t.hex("1323"), ())
    assert judgement.in_sequence(t.g, [go, leave]) == [leave, go]


def test_bridges_the_germans_need_are_blown() -> None:
    t = Table("17AM Allied", "a: German armored infantry at 1324; d: Allied infantry at 1424", phase="demolition")
    bridges = t.g.choices()["bridge"]
    assert bridges
    assert judgement.answer(t.g).verb == "bridge"


def test_germans_keep_their_bridges() -> None:
    t = Table("17AM German", "a: German armored infantry at 1324; d: Allied infantry at 1424", phase="demolition")
    assert judgement.answer(t.g).verb == "done"


def test_the_cheapest_step_is_lost_first() -> None:
    t = Table(
        "17AM German",
        "a: German armor 9-5-4 at 1324; b: German infantry 4-3-3 at 1324; d: Allied infantry at 1424",
        scenario="six_turn",
    )
    assert appraisal.cheapest(t.g, (t.unit("a"), t.unit("b"))) == t.unit("b")
    units = "a: 2Pz/3 at 2425; b: 26VG/77 at 2425; d: 2/9 at Bastogne; e: 2/23 at Bastogne; f: 2/38 at Bastogne"
    t = Table("17AM German", units, scenario="six_turn", phase="combat", air=(0, 0))
    t.attack("Bastogne", "a", "b", dice=[4])
    assert t.step == "Loss"
    assert judgement.answer(t.g) == Action("unit", t.unit("b"))


def test_value_rises_with_prizes_held() -> None:
    poor = Table("18PM German", "a: German infantry at 1324; d: Allied infantry at Bastogne", scenario="six_turn")
    rich = Table(
        "18PM German",
        "a: German infantry at Bastogne; b: German infantry at Spa; c: German infantry at Eupen",
        scenario="six_turn",
    )
    assert valuation.score_now(rich.g) == 4
    assert valuation.value(rich.g) > valuation.value(poor.g) + 1
    officer = rich.game.title.mind
    expected = officer.chance_names().index("expected")
    assert officer.chance_features(rich.g)[expected] > 0 > officer.chance_features(poor.g)[expected]


def test_a_campaign_that_is_over_is_worth_its_level_and_how_near_the_next_was() -> None:
    def worth(units: str, lost: tuple[int, int] = (0, 0)) -> float:
        g = Table("26PM Allied", units, phase="construction", lost=lost).g
        assert g.result is not None
        return valuation.outcome_value(g) - g.result.score

    one = "b: German infantry at Bastogne"
    assert worth(f"{one}; m: German infantry at Marche") > worth(one) > worth("d: Allied infantry at 3814") == 0.0
    assert worth(one, (0, 20)) > worth(one) > worth(one, (6, 0))
    best = "s: German infantry at St. Vith; m: German infantry at Marche; 2Pz/3 at 4913; 2Pz/2 at 4914; 2Pz/304 at 4914"
    assert worth(f"{one}; {best}", (0, 48)) - worth("d: Allied infantry at 3814", (12, 0)) < 1.0


def test_targets_are_those_units_can_get_to() -> None:
    t = Table("17AM German", "a: German infantry 5-4-3 at 1226; d: Allied cavalry at 1424")
    work = Staffwork(t.g, Side.GERMAN)
    able = work.strikers(t.hex("1424"))
    assert able
    beside = t.grid.neighbours[t.hex("1424")]
    assert all(not board & ~beside for board in able.values())
    assert not targets(t.g, Side.GERMAN) >> t.hex("1424") & 1
    assert cells(able[t.unit("a")])


def test_a_die_is_worth_what_it_did_and_not_what_follows() -> None:
    """What a die decided counts with the die, though losses and retreats are carried out only afterwards."""
    t = Table(
        "17AM German",
        "a: German 5PA armor at 2425; b: German 5PA armored infantry at 2425; c: German 5PA infantry at 2425; "
        "d: Allied cavalry at 2525; e: Allied cavalry at 2525",
        phase="combat",
        air=(0, 0),
    )
    measure = t.game.title.mind.node_value()
    before = measure(t.g)
    t.attack("2525", "a", "b", "c", dice=[1])
    assert t.step in ("Loss", "Retreat", "RetreatTo")
    known = measure(t.g)
    assert known > before
    t.fall_back()
    assert measure(t.g) == pytest.approx(known)


def test_a_rocket_bound_to_counterattack_joins_and_guns_stay_in() -> None:
    """Else the staff puts a gun in and takes it out for ever, as the attack cannot be made without the rocket."""
    t = Table(
        "17AM German",
        "a: German infantry 5-4-3 at 1324; r: German rocket at 1324; g: 388 at 1123; d: Allied infantry at 1424",
        phase="combat",
    )
    stack = (t.unit("a"), t.unit("r"))
    t.g.duties = (Duty("CA", Side.GERMAN, t.hex("1324"), (t.unit("d"),), stack, True, 2),)
    t.g.memo = None
    t.do("hex", "1424")
    t.do("unit", "g")
    asked = 0
    while t.step == "ChooseAttackers":
        asked += 1
        assert asked < 6
        t.g.apply(judgement.answer(t.g))
    assert t.g.attacked >> t.unit("r") & t.g.attacked >> t.unit("g") & 1


def test_a_road_closed_tells_even_if_another_leads_to_the_prize() -> None:
    units = "a: German 5PA armor 9-5-4 at 1424; e: German 6PA armor 9-5-4 at 1316"
    open_country = Table("17AM Allied", f"{units}; d: Allied infantry at 4725", scenario="six_turn")
    closed = Table("17AM Allied", f"{units}; d: Allied infantry at Clervaux", scenario="six_turn")
    assert valuation.outlook(closed.g) < valuation.outlook(open_country.g) - 0.1
    last = Table("18PM Allied", f"{units}; d: Allied infantry at Clervaux", scenario="six_turn")
    assert valuation.outlook(last.g) == valuation.prospects(last.g)


def test_reinforcements_go_where_they_are_needed() -> None:
    """Spa is well held and Stoumont open, so a regiment between them is worth more near Stoumont."""
    units = (
        "d: Allied infantry at Spa; e: Allied infantry at Spa; f: Allied infantry at Spa; h: Allied infantry at 2406"
    )
    t = Table("17AM Allied", f"{units}; a: German 6PA armor 9-5-4 at 1316", scenario="six_turn")
    work = Staffwork(t.g, Side.ALLIED)
    need = {objective.name: work.need(n) for n, objective in enumerate(work.objectives)}
    assert need["Stoumont"] > 2 * need["Spa"]
    relief = work.relief(t.unit("h"))
    assert relief(t.hex("Stoumont")) > relief(t.hex("2202"))
    before = work.need([o.name for o in work.objectives].index("Stoumont"))
    work.send(t.unit("h"), t.hex("Stoumont"))
    work.claim(t.unit("h"))
    assert work.need([o.name for o in work.objectives].index("Stoumont")) < before
