"""25 Fuel dumps: hidden, found, captured, burned; and that nobody learns more than he may."""

import random

import pytest

import ardennes
from ardennes import agents
from ardennes.kernel import Action, Match, Side, conformance
from ardennes.lab import sights
from ardennes.parts.eye.outlets import Outlets
from ardennes.titles.bitter_woods.events import (
    DumpBurned,
    DumpCaptured,
    DumpFound,
    DumpHidden,
    DumpRetaken,
    DumpSomewhere,
    DumpSought,
    ShortageIgnored,
    ShortageRolled,
)
from ardennes.titles.bitter_woods.mind import valuation
from ardennes.titles.bitter_woods.rules import dumps, supply, victory
from ardennes.titles.bitter_woods.table.look import laid
from tests.titles.bitter_woods.table import Table

ON = ("fuel_dumps",)


def table(when: str, units: str, at: str = "1809", other: str = "2719", **more) -> Table:
    """A position with the dumps in two hexes."""
    grid = ardennes.game("bitter_woods", "campaign").data.map.grid
    hidden = [(), (grid.cell(at), grid.cell(other))]
    return Table(when, units, options=ON, **({"dumps": hidden, "air": (0, 0)} | more))


# ---- 25.1 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-25.1a")
def test_two_hidden_dumps_that_only_the_allies_know():
    game = ardennes.game("bitter_woods", "campaign", {"fuel_dumps": True})
    match = Match(game, 1, opening=[7, 2])
    grid = game.data.map.grid
    assert match.state.dumps[Side.ALLIED] == (grid.cell("1809"), grid.cell("2818"))
    assert match.state.sight(Side.ALLIED).state.dumps == match.state.dumps
    for side in (Side.GERMAN, None):
        assert match.state.sight(side).state.dumps[Side.ALLIED] == (-1, -1)
    rolls = dumps.HideDump(0)
    assert [rolls.shown_to(match.state, side) for side in (Side.ALLIED, Side.GERMAN, None)] == [True, False, False]
    hidden = [event for event in match.opening.events if isinstance(event, DumpHidden)]
    assert [event.seen_by(Side.ALLIED) for event in hidden] == hidden
    assert {type(event.seen_by(side)) for event in hidden for side in (Side.GERMAN, None)} == {DumpSomewhere}
    assert "1809" not in hidden[0].seen_by(Side.GERMAN).sentence()


def test_without_the_option_there_are_none():
    state = ardennes.game("bitter_woods", "campaign").start(1)
    assert state.dumps == [(), ()]
    assert not state.secretive
    assert state.sight(Side.GERMAN).state is state.sight(Side.ALLIED).state


@pytest.mark.rule("BW-25.1b")
@pytest.mark.parametrize("total", [2, 6])
def test_two_and_six_put_the_dump_of_francorchamps_in_1909(total):
    game = ardennes.game("bitter_woods", "campaign", {"fuel_dumps": True})
    state = Match(game, 1, opening=[total, 7]).state
    assert game.data.map.grid.number(state.dumps[Side.ALLIED][0]) == "1909"


@pytest.mark.rule("BW-25.1c")
def test_every_sum_puts_a_dump_in_or_next_to_its_place():
    box = ardennes.game("bitter_woods", "campaign").data
    grid, matrix = box.map.grid, box.matrix
    assert [grid.number(centre) for centre in matrix.centres] == ["1809", "2719"]
    for centre, sites in zip(matrix.centres, matrix.sites, strict=True):
        assert {matrix.hex(centre, total) for total in range(2, 13)} == {*sites}
        assert all(grid.distance(cell, centre) <= 1 for cell in sites)
        assert sum(sites.values()) == 36


def test_what_is_imagined_follows_the_dice_and_what_was_searched():
    t = table("17AM German", "a: German 6PA infantry at 1610; d: Allied infantry at 3001")
    t.g.searched = t.grid.cells_of("1909", "1709", "1710", "1910")
    sight = t.g.sight(Side.GERMAN)
    found = [sight.imagine(seed).dumps[Side.ALLIED] for seed in range(300)]
    north = [t.grid.number(pair[0]) for pair in found]
    assert {*north} == {"1809", "1808", "1810"}
    assert 110 < north.count("1809") < 190  # six chances against three and three
    assert len({pair[1] for pair in found}) == 7


# ---- 25.2 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BW-25.2a")
def test_a_dump_is_revealed_when_germans_enter_and_captured_with_a_line_of_supply():
    t = table("18AM German", "a: 1SS/1 at 1610; d: Allied infantry at 3001")
    t.move("a", "1809")
    assert [type(event) for event in t.events if "Dump" in type(event).__name__] == [
        DumpSought,
        DumpFound,
        DumpCaptured,
    ]
    assert t.told(DumpSought)[0].hex == t.hex("1710")  # it came through there, and nothing was there
    assert t.g.has_dump(dumps.FRANCORCHAMPS)
    assert not t.g.has_dump(dumps.SAMREE)


RING = "b: Allied infantry at 1608; c: Allied infantry at 1711; d: Allied infantry at 1908; e: Allied infantry at 2010"


@pytest.mark.rule("BW-25.2a")
def test_without_a_line_of_supply_it_is_revealed_and_not_captured():
    t = table("18AM German", f"a: 1SS/1 at 1810; {RING}")
    t.move("a", "1809")
    assert t.told(DumpFound)
    assert not t.told(DumpCaptured)
    assert not t.g.has_dump(dumps.FRANCORCHAMPS)


def test_a_line_that_opens_later_captures_it():
    t = table("18AM German", "a: 1SS/1 at 1809; d: Allied infantry at 3001", open_dumps=1 << 1080)
    assert t.hex("1809") == 1080
    t.g.dumps[1] = (-1, t.hex("2719"))
    assert not t.g.taken_dumps
    t.end_turn()
    assert t.g.has_dump(dumps.FRANCORCHAMPS)


@pytest.mark.rule("BW-25.2e")
def test_the_allies_take_a_captured_dump_back():
    t = table("20AM Allied", "d: Allied infantry at 1810; a: German infantry at 3033")
    bit = 1 << t.hex("1809")
    t.g.dumps[1] = (-1, t.hex("2719"))
    t.g.open_dumps = t.g.taken_dumps = bit
    assert t.g.has_dump(dumps.FRANCORCHAMPS)
    t.move("d", "1809")
    assert t.told(DumpRetaken)
    assert not t.g.has_dump(dumps.FRANCORCHAMPS)
    assert t.g.open_dumps == bit


def shortage(when: str, dice: list[int], taken: tuple[str, ...], **more: object) -> Table:
    grid = ardennes.game("bitter_woods", "campaign").data.map.grid
    board = grid.cells_of(*taken) if taken else 0
    units = "a: 1SS/1 at 0612; b: 2Pz/3 at 0622; d: Allied infantry at 3001"
    return table(when, units, phase="supply", dice=dice, open_dumps=board, taken_dumps=board, **more)


@pytest.mark.rule("BW-25.2b")
def test_francorchamps_feeds_the_6th_panzer_army():
    army = [row.army for row in shortage("20AM German", [1], ()).box.shortage]
    six, five = army.index("6PA") + 1, army.index("5PA") + 1
    assert shortage("20AM German", [6, six], ()).g.short
    t = shortage("20AM German", [6, six], ("1809",))
    assert not t.g.short
    assert t.told(ShortageIgnored)
    assert shortage("20AM German", [6, five], ("1809",)).g.short


@pytest.mark.rule("BW-25.2c")
def test_samree_feeds_the_5th_panzer_army():
    army = [row.army for row in shortage("20AM German", [1], ()).box.shortage]
    six, five = army.index("6PA") + 1, army.index("5PA") + 1
    assert not shortage("20AM German", [6, five], ("2719",)).g.short
    assert shortage("20AM German", [6, six], ("2719",)).g.short


@pytest.mark.rule("BW-25.2d")
def test_with_both_dumps_no_shortage_is_rolled():
    t = shortage("20AM German", [], ("1809", "2719"), fuelled=True)
    assert not t.told(ShortageRolled)
    assert not t.g.short


@pytest.mark.rule("BW-25.2f", "BW-25.2d")
def test_once_both_dumps_were_german_no_shortage_is_rolled_any_more():
    """Not even when one of them has been retaken since; one after the other helps as long as each is held."""
    t = table("20AM German", "a: German 6PA infantry at 1610; b: German infantry at 2520; d: Allied infantry at 3001")
    t.move("a", "1710")
    for cell in ("1809", "2719"):
        t.g.open_dumps |= 1 << t.hex(cell)
        t.g.dumps[Side.ALLIED] = tuple(-1 if place == t.hex(cell) else place for place in t.g.dumps[Side.ALLIED])
        t.g.put(t.unit("ab"[cell != "1809"]), t.hex(cell))
        dumps.capture(t.g)
        assert t.g.fuelled is (cell == "2719")
    dumps.come_through(t.g, t.hex("2719"), False)
    assert not t.g.has_dump(dumps.SAMREE)
    assert supply.never_short(t.g)
    t.g.fuelled = False
    assert not supply.never_short(t.g)


# ---- 25.3 --------------------------------------------------------------------------------------------------

#: 25.3 The targets of the standing answer.
ASK, NEVER = 0, 1
NEXT_TO = "a: 1SS/1 at 1711; d: Allied infantry at 1809; e: Allied infantry at 3001"


@pytest.mark.rule("BW-25.3a")
@pytest.mark.parametrize(("die", "burns"), [(3, True), (4, False)])
def test_the_allies_may_burn_a_dump_when_germans_come_up(die, burns):
    t = table("18AM German", NEXT_TO)
    t.move("a", "1810")
    assert (t.step, t.side) == ("Burn", Side.ALLIED)
    assert t.offers("burn") == {"1809"}
    t.do("burn", "1809", dice=[die])
    assert t.told(DumpFound)
    assert t.told(DumpBurned)[0].die == die
    assert t.marked("burnt_dumps", "1809") is burns
    assert t.marked("open_dumps", "1809")
    assert (t.step, t.side) == ("Movement", Side.GERMAN)


@pytest.mark.rule("BW-25.3b")
def test_a_chance_declined_comes_again_after_allied_combat():
    t = table("18AM German", NEXT_TO.replace("d:", "b: 1SS/2 at 1711; d:"))
    t.move("a", "1810")
    t.do("decline")
    t.move("b", "1810")
    assert t.step == "Movement"  # not asked again in this turn
    t.end_turn()
    while t.step != "Burn":
        assert t.side is Side.ALLIED
        t.do("done")
    assert t.g.mover is Side.ALLIED
    t.do("burn", "1809", dice=[6])
    assert t.g.turn == 5  # 18PM: Germans are still next to it, and no new chance comes before Allied combat
    t.end_turn()
    while t.step != "Burn":
        assert t.side is Side.ALLIED
        t.do("done")


@pytest.mark.rule("BW-25.3a")
def test_who_never_burns_is_not_asked_until_he_wants_to_be():
    t = table("18AM German", NEXT_TO.replace("d:", "b: 1SS/2 at 1711; d:"))
    t.move("a", "1810")
    t.g.apply(Action("standing", NEVER))
    assert (t.step, t.side) == ("Movement", Side.GERMAN)
    assert "standing" not in t.g.choices()  # the Germans have nothing to say here
    t.end_turn()
    while t.step != "Movement":
        t.do("done")
    assert (t.side, t.g.choices()["standing"]) == (Side.ALLIED, [ASK])
    assert [row.now for row in laid(t.g.sight(Side.ALLIED))["standing"]] == [NEVER]
    assert laid(t.g.sight(Side.GERMAN))["standing"] == []
    t.g.apply(Action("standing", ASK))
    while t.step != "Burn":  # at the end of Allied combat
        t.do("done")
    assert t.side is Side.ALLIED


@pytest.mark.rule("BW-25.3b")
def test_one_attempt_in_a_game_turn():
    t = table("18AM German", NEXT_TO)
    t.move("a", "1810")
    t.do("burn", "1809", dice=[6])
    t.end_turn()
    while t.g.turn == 4:
        assert t.step != "Burn"
        t.do("done")
    assert not t.g.burn_tried


@pytest.mark.rule("BW-25.3c")
def test_artillery_out_of_supply_burns_a_dump_as_well_as_anybody_and_no_better_the_second_time():
    t = table("18AM German", NEXT_TO.replace("Allied infantry at 1809", "Allied artillery at 1809, unsupplied"))
    t.move("a", "1810")
    t.do("burn", "1809", dice=[4])
    assert not t.g.burnt_dumps
    assert dumps.needed(t.g, t.hex("1809")) == 3
    t.end_turn()
    while t.g.turn == 4:
        t.do("done")
    t.end_turn()
    while t.step != "Burn":
        t.do("done")
    t.do("burn", "1809", dice=[4])
    assert not t.g.burnt_dumps


def test_a_burnt_dump_is_no_prize():
    t = table("18AM German", "a: 1SS/1 at 1810; d: Allied infantry at 3001")
    t.g.dumps[1] = (-1, t.hex("2719"))
    t.g.open_dumps = t.g.burnt_dumps = 1 << t.hex("1809")
    t.move("a", "1809")
    assert not t.g.taken_dumps


@pytest.mark.rule("BW-25.3a")
def test_nothing_is_left_to_answer_once_both_dumps_have_burnt():
    t = table("18AM German", "a: 1SS/1 at 1810; d: Allied infantry at 3001")
    assert dumps.answers(t.g, Side.ALLIED)
    t.g.open_dumps = t.g.burnt_dumps = 1 << t.hex("1809") | 1 << t.hex("2719")
    t.g.dumps = tuple((-1, t.hex(cell)) for cell in ("1809", "2719"))
    t.g.memo = None
    assert not dumps.suspected(t.g)
    assert dumps.answers(t.g, Side.ALLIED) == []


# ---- the tournament's point --------------------------------------------------------------------------------


@pytest.mark.rule("BW-2.9")
def test_a_captured_dump_is_worth_a_point_in_the_tournament_games():
    t = table("18AM German", "a: German 6PA infantry at 1610; d: Allied infantry at 3001", scenario="six_turn")
    before = victory.points(t.g)
    t.g.open_dumps = t.g.taken_dumps = 1 << t.hex("1809")
    assert victory.points(t.g) == [*before, "a fuel dump captured"]


# ---- nothing is given away ---------------------------------------------------------------------------------


@pytest.mark.parametrize("at", ["1809", "1808", "1709", "1909"])
def test_the_allies_are_asked_wherever_a_dump_may_lie(at):
    """Being asked tells nothing, and what the German sees of it is the same whatever lies there."""
    t = table("18AM German", NEXT_TO, at)
    t.move("a", "1810")
    assert (t.step, t.side) == ("Burn", Side.ALLIED)
    assert t.offers("burn") == ({"1809"} if at == "1809" else set())
    other = table("18AM German", NEXT_TO, "1910")
    other.move("a", "1810")
    assert t.g.sight(Side.GERMAN).table() == other.g.sight(Side.GERMAN).table()
    assert t.g.sight(Side.GERMAN).choices() == {}


@pytest.mark.parametrize("at", ["1809", "1808", "1710", "1910"])
def test_what_a_german_is_offered_is_the_same_wherever_the_dumps_lie(at):
    units = "a: 1SS/1 at 1511; p: 1SS/Peiper at 1411; d: Allied infantry at 2009; e: Allied infantry at 3001"
    here, there = table("18AM German", units, at), table("18AM German", units, "1909")
    for t in (here, there):
        t.do("unit", "a")
    assert here.g.choices() == there.g.choices()
    assert here.offers("via")
    game = here.game
    sights = [t.g.sight(Side.GERMAN) for t in (here, there)]
    assert game.title.laid(sights[0]) == game.title.laid(sights[1])
    for name in ("naive", "staff"):
        assert agents.find(name, 3).choose(sights[0]) == agents.find(name, 3).choose(sights[1])


def test_a_search_closes_the_way_back():
    """Coming through a hex where a dump may lie tells something, found or not."""
    assert DumpSought.reveals
    assert DumpFound.reveals


def test_whole_games_tell_nothing_hidden():
    """Sights, log, odds, choices and staffs on tables with the dumps elsewhere, in a game that drives for them."""
    game = ardennes.game("bitter_woods", "six_turn", {"fuel_dumps": True})
    outlets, rng = Outlets(game), random.Random("dumps")
    match = Match(game, 4)
    looked, asked = 0, set()
    while match.state.stack and match.state.turn < 5:
        state = match.state
        action = toward_dumps(state, rng)
        step = type(state.stack[-1]).__name__
        if rng.random() < 0.06 or step == "Burn":
            looked += 1
            asked.add(step)
            outlets.check(match, action)
            conformance.choices_need_no_secret(match)
            if looked % 25 == 0:
                sights.minds_need_no_secret(match)
        match.play(action)
    assert looked > 30
    assert "Burn" in asked
    assert match.state.searched | match.state.open_dumps


def toward_dumps(state, rng) -> Action:
    """A move as near to a place of a dump as may be, where something moves; else anything."""
    choices = state.choices()
    hexes = [cell for cell in choices.get("hex", ()) if cell is not None]
    if hexes:
        grid, centres = state.box.map.grid, state.box.matrix.centres
        return Action("hex", min(hexes, key=lambda c: (min(grid.distance(c, to) for to in centres), rng.random())))
    return conformance.random_action(state, rng)


# ---- on the table, and in the hands of staffs --------------------------------------------------------------


def shown(t: Table, side: Side | None) -> dict[str, str]:
    """What a side's map shows of dumps, by hex."""
    tokens = t.game.title.laid(t.g.sight(side))["tokens"]
    return {t.grid.number(token.place): token.label for token in tokens if token.kind == "dump"}


def test_each_side_sees_of_dumps_what_it_may_know():
    t = table("18AM German", "a: 1SS/1 at 1610; d: Allied infantry at 3001", at="1808")
    t.g.searched = 1 << t.hex("1710")
    german, allied = shown(t, Side.GERMAN), shown(t, Side.ALLIED)
    assert german == shown(t, None)
    assert {*german.values()} == {"?"}
    assert "1710" not in german
    assert len(german) == 13
    assert {cell for cell, label in allied.items() if label == "FUEL"} == {"1808", "2719"}
    survey = str(t.game.title.survey(t.g.sight(Side.GERMAN)).sectors)
    assert "may lie in" in survey
    assert "hidden" not in survey
    t.g.open_dumps = t.g.taken_dumps = 1 << t.hex("1808")
    t.g.dumps[1] = (-1, t.hex("2719"))
    assert shown(t, Side.GERMAN)["1808"] == "FUEL"
    assert "1809" not in shown(t, Side.GERMAN)


def answer(t: Table) -> Action:
    return agents.find("staff", 1).choose(t.g.sight(t.g.side))


def test_the_staff_burns_a_dump_and_lets_other_places_be():
    t = table("18AM German", NEXT_TO)
    t.move("a", "1810")
    assert answer(t) == Action("burn", t.hex("1809"))
    t = table("18AM German", NEXT_TO, "1808")
    t.move("a", "1810")
    assert answer(t) == Action("decline")


def test_a_german_staff_goes_where_a_dump_is_likely():
    """By what everybody knows: a searched hex draws nobody, an open dump most of all."""
    t = table("18AM German", "a: 1SS/1 at 1711; d: Allied infantry at 3001", "1808", scenario="six_turn")
    assert valuation.dump_at(t.g, t.hex("1809")) > valuation.dump_at(t.g, t.hex("1810")) > 0
    assert valuation.dump_at(t.g, t.hex("1909")) == valuation.dump_at(t.g, t.hex("1809"))
    t.g.searched = 1 << t.hex("1809")
    assert valuation.dump_at(t.g, t.hex("1809")) == 0
    t.g.open_dumps = 1 << t.hex("1808")
    assert valuation.dump_at(t.g, t.hex("1808")) == valuation.dump_worth(t.box)
    t.g.burnt_dumps = t.g.open_dumps
    assert valuation.dump_at(t.g, t.hex("1808")) == 0


def test_a_game_nobody_listens_to_goes_the_same_way():
    """Ways are worked out in full only where they matter, and must then matter in the same way."""
    game = ardennes.game("bitter_woods", "six_turn", {"fuel_dumps": True})
    loud, quiet = game.start(9), game.start(9)
    rng = random.Random(9)
    while loud.stack and loud.turn < 5:
        action = toward_dumps(loud, rng)
        loud.apply(action)
        quiet.play(action)
        assert quiet.stack == loud.stack
    assert quiet.table() == loud.table()
    assert loud.searched | loud.open_dumps
