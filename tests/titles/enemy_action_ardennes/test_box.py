"""The box of Enemy Action: Ardennes: counts and facts of the rulebook, references that hold, mistakes told in words."""

import csv
from collections import Counter
from pathlib import Path

import pytest

from ardennes.board.cells import cells
from ardennes.kernel import Side, Unknown
from ardennes.parts.data.tables import DataError
from ardennes.titles.enemy_action_ardennes.box import ELIMINATED, OKW_BOX, OUT, RESERVE, VDH_BOX, Box, open_box
from ardennes.titles.enemy_action_ardennes.box.cards import CardKind, Event, EventLine, Tactic, TacticLine
from ardennes.titles.enemy_action_ardennes.box.chits import Situation
from ardennes.titles.enemy_action_ardennes.box.counters import ARMIES, CORPS, CORPS_OF, FIELD_COLORS, Kind, Quality
from ardennes.titles.enemy_action_ardennes.box.dates import ALL, days
from ardennes.titles.enemy_action_ardennes.box.numbers import DATA, menu

GERMAN, ALLIED = Side.GERMAN, Side.ALLIED
SCENARIOS = ("initial_assault", "allies_surprised", "german_breakout", "battle_of_the_bulge", "crisis_at_the_meuse")


@pytest.fixture(scope="module")
def box() -> Box:
    return open_box("battle_of_the_bulge", {})


@pytest.fixture(scope="module")
def crisis() -> Box:
    return open_box("crisis_at_the_meuse", {})


def formation(box: Box, name: str):
    return box.units.formations[box.units.formation_of(name)]


# -- dates ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-2.0b")
def test_dates():
    """A day, a day and all later ones, or from day to day with both ends."""
    for text, legal in (
        ("18", {18}),
        ("18+", set(range(18, 30))),
        ("18-23", set(range(18, 24))),
        ("17 23-24", {17, 23, 24}),
    ):
        assert {day for day in range(16, 30) if days(text) >> day & 1} == legal
    assert days("") == ALL
    for wrong in ("15", "30", "23-18", "soon"):
        with pytest.raises(ValueError, match="expected days"):
            days(wrong)


# -- units ------------------------------------------------------------------------------------------------------------


def test_180_units(box):
    assert len(box.units) == 180
    assert Counter(map(box.units.side, range(180))) == {GERMAN: 77, ALLIED: 103}
    assert len({row.id for row in box.units.rows}) == 180


@pytest.mark.rule("EA-2.21b", "EA-2.21c")
def test_corps_and_armies(box):
    parents = {corps: army for army, found in CORPS_OF.items() for corps in found}
    assert (parents["VIII"], parents["LXVII"], parents["LXVI"], parents["LIII"]) == ("3A", "6PA", "5PA", "7A")
    for unit, row in enumerate(box.units.rows):
        assert CORPS[box.units.corps[unit]] == row.corps
        assert ARMIES[box.units.army[unit]] == parents[row.corps]
    assert sum(board.bit_count() for board in box.units.in_corps) == 180
    assert box.okw.bit_count() == 8
    assert box.british & 1 << box.dinant_unit


@pytest.mark.rule("EA-2.21d")
def test_mechanized(box):
    recon, glider = box.units.unit("14Cav.XVIII"), box.units.unit("325.82.XVIII")
    assert box.units.mechanized >> recon & 1
    assert not box.units.mechanized >> glider & 1
    assert {kind for kind in Kind if not kind.mechanized} == {Kind.INFANTRY, Kind.AIRBORNE}


@pytest.mark.rule("EA-2.21e", "EA-2.21f")
def test_designations(box):
    """Three parts name a division, two parts the corps alone."""
    paratroops, cavalry = box.units.unit("501.101.VIII"), box.units.unit("14Cav.XVIII")
    assert box.units.formations[box.units.formation[paratroops]].name == "101 Abn"
    assert CORPS[box.units.corps[paratroops]] == "VIII"
    assert CORPS[box.units.corps[cavalry]] == "XVIII"
    assert box.units.name(cavalry) == "14 Cav.XVIII"
    on_cards = {f for card in box.cards for f in card.formations}
    assert box.units.formation[paratroops] in on_cards
    assert box.units.formation[cavalry] not in on_cards
    assert sum(card.kind is CardKind.CORPS and CORPS[card.corps] == "XVIII" for card in box.cards) == 2


@pytest.mark.rule("EA-2.21h", "EA-2.21i")
def test_steps(box):
    assert set(box.units.steps) == {1, 2, 3, 4}
    for unit, faces in enumerate(box.units.faces):
        strengths = [face.strength for face in faces]
        assert strengths == sorted(strengths, reverse=True), box.units.name(unit)
    peiper = box.units.faces[box.peiper]
    assert [face.quality for face in peiper] == [Quality.ELITE, Quality.ELITE, Quality.REGULAR]
    assert [face.kind for face in peiper] == [Kind.COMBINED_ARMS, Kind.ARMOR, Kind.ARMOR]
    assert box.units.faces[box.vdh][0].bracketed


def test_formations(box):
    members = [unit for f in box.units.formations for unit in f.members if f.name != "KG Peiper"]
    assert sorted(members) == list(range(180))
    assert formation(box, "KG Peiper").members == (box.peiper,)
    assert formation(box, "1 SS Pz").board >> box.peiper & 1
    for name in ("82 Abn", "101 Abn", "17 Abn"):
        assert len(formation(box, name).members) == 4, "11.2"
    assert formation(box, "Führer Begleit Bde").corps == CORPS.index("XLVII")
    for f in box.units.formations:
        coming = [unit for unit in f.members if box.waits[unit] > 0]
        assert sum(box.units.steps[unit] for unit in coming) <= 6 or len(coming) == 4, "11.2: it deploys in one hex"


# -- set-up -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-3.0d", "EA-3.0e", "EA-11.1k")
def test_setup_of_december_16(box):
    assert sum(cell >= 0 for cell in box.start) == 57
    assert box.improved.bit_count() == 6
    for cell in cells(box.improved):
        units = [unit for unit, start in enumerate(box.start) if start == cell]
        assert all(box.units.side(unit) is ALLIED for unit in units)
        assert not box.ground.towns >> cell & 1, "12.32"
    waiting = {box.units.rows[unit].formation for unit in box.units.of[1] if box.waits[unit] == 16}
    assert sum(box.waits[unit] == 16 for unit in box.units.of[1]) == 5
    assert waiting == {"4 Inf", "1 Inf", "9 Arm"}
    assert box.waits[box.vdh] == VDH_BOX
    assert all(box.waits[unit] == OKW_BOX for unit in cells(box.okw))
    assert box.start[box.units.unit("CCA.9A.VIII")] == box.grid.cell("2205")
    assert box.start[box.units.unit("12.4.XII")] == box.grid.cell("2403")


@pytest.mark.parametrize("key", SCENARIOS)
def test_every_start_hex_is_legal(key):
    """7.4 and one side to a hex."""
    box = open_box(key, {})
    stacks: dict[int, list[int]] = {}
    for unit, cell in enumerate(box.start):
        assert (cell >= 0) <= (box.waits[unit] == OUT)
        if cell >= 0:
            assert box.grid.board >> cell & 1
            stacks.setdefault(cell, []).append(unit)
    for units in stacks.values():
        assert len({box.units.side(unit) for unit in units}) == 1
        assert len(units) <= box.numbers.stacking.units
        assert sum(box.units.steps[unit] - box.lost[unit] for unit in units) <= box.numbers.stacking.steps


def test_germans_start_in_their_army_areas(box):
    for unit in box.units.of[0]:
        if box.start[unit] >= 0:
            assert box.army_areas[box.units.army[unit]] >> box.start[unit] & 1, box.units.name(unit)


@pytest.mark.rule("EA-15.5a", "EA-15.5p", "EA-15.5q", "EA-15.5r", "EA-15.5s", "EA-15.5u")
def test_setup_of_the_crisis(crisis):
    """The list of 15.5, as the map's own test keeps it."""
    with Path(__file__).with_name("crisis.csv").open(encoding="utf-8", newline="") as file:
        listed = {row["unit"].replace(" ", ""): row for row in csv.DictReader(file)}
    on_map = {crisis.units.rows[u].id: u for u, cell in enumerate(crisis.start) if cell >= 0}
    assert set(on_map) == set(listed)
    for word, unit in on_map.items():
        assert crisis.grid.number(crisis.start[unit]) == listed[word]["hex"]
        assert crisis.units.steps[unit] - crisis.lost[unit] == int(listed[word]["steps"]), word
        assert bool(crisis.low_supply >> unit & 1) == ("low" in listed[word]["marker"]), word
    gone = [unit for unit, where in enumerate(crisis.waits) if where == ELIMINATED]
    assert Counter(map(crisis.units.side, gone)) == {ALLIED: 7, GERMAN: 1}
    assert crisis.grid.numbers(crisis.roadblocks) == ["1014", "2410", "2413"]
    assert crisis.grid.numbers(crisis.improved) == ["1212", "1915", "2213", "2215"]
    assert crisis.blown.bit_count() == 5
    towns = sum(crisis.worth[cell] for cell in cells(crisis.german_towns))
    assert towns + 7 // crisis.numbers.victory.allied_units_per_point == crisis.start_points == 11
    assert {crisis.date[unit] for unit, where in enumerate(crisis.waits) if where == RESERVE} == {22}
    assert all(where > 22 for where in crisis.waits if where > 0)


@pytest.mark.rule("EA-15.5t")
def test_owners_in_the_crisis(box, crisis):
    assert crisis.german_towns >> crisis.map.place("St. Hubert") & 1
    assert not box.german_towns >> box.map.place("St. Hubert") & 1
    for unit in crisis.units.of[0]:
        if crisis.start[unit] >= 0 and crisis.ground.towns >> crisis.start[unit] & 1:
            assert crisis.german_towns >> crisis.start[unit] & 1, crisis.units.name(unit)
    for unit in crisis.units.of[1]:
        if crisis.start[unit] >= 0:
            assert not crisis.german_towns >> crisis.start[unit] & 1, crisis.units.name(unit)
    assert not crisis.blown & crisis.map.blown_at_start


@pytest.mark.rule("EA-12.1a", "EA-15.1b")
def test_towns(box):
    """63 towns and cities, six of them German; in The Initial Assault each other one without a value counts 1."""
    assert box.ground.towns.bit_count() == 63
    assert {box.map.name(cell) for cell in cells(box.german_at_start)} == {
        "Schleiden", "Hellenthal", "Stadtkyll", "Prüm", "Neuerburg", "Bitburg"
    }  # fmt: skip
    assert sum(box.worth.values()) == sum(box.vp.values()) == 99
    first = open_box("initial_assault", {})
    assert first.worth[first.map.place("Clervaux")] == 1
    assert first.worth[first.map.place("Bitburg")] == 0
    assert first.worth[first.map.place("Bastogne")] == 5
    assert sum(first.worth.values()) == 99 + 63 - 6 - len(box.vp)


# -- cards ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-2.3a", "EA-3.0b")
def test_decks(box):
    assert (len(box.cards_of[GERMAN]), len(box.cards_of[ALLIED])) == (37, 34)
    for side, wanted in ((GERMAN, (7, 18, 12)), (ALLIED, (3, 9, 22))):
        cards = [box.cards[n] for n in box.cards_of[side]]
        first = [card for card in cards if card.entry == 16]
        assert (sum(c.primary for c in first), sum(not c.primary for c in first), len(cards) - len(first)) == wanted


@pytest.mark.rule("EA-15.5v", "EA-11.4a")
def test_cards_in_play_on_december_22(crisis):
    for side, wanted in ((GERMAN, (9, 23, 5)), (ALLIED, (7, 24, 3))):
        cards = [crisis.cards[n] for n in crisis.cards_of[side]]
        here = [card for card in cards if 0 < card.entry <= 22]
        assert (sum(c.primary for c in here), sum(not c.primary for c in here), len(cards) - len(here)) == wanted
    okw = [card for card in crisis.cards if not card.entry]
    assert [card.primary for card in okw] == [True, False, False, False]


@pytest.mark.rule("EA-2.3d", "EA-2.3e", "EA-5.21a", "EA-6.2")
def test_cards_the_rulebook_shows(box):
    names = lambda card: {box.units.formations[f].name for f in card.formations}  # noqa: E731
    assert names(box.card(46)) == {"2 Pz", "Pz Lehr"}
    assert CORPS[box.card(46).corps] == "XLVII"
    assert names(box.card(28)) == {"90 Inf", "6 Arm", "35 Inf"}
    assert box.card(4).kind is CardKind.ARMY
    assert (box.card(4).entry, ARMIES[box.card(4).army], box.card(4).wild) == (18, "1A", True)
    fuel = {box.units.formations[f].name: when for f, when in box.card(50).no_fuel}
    assert fuel == {"1 SS Pz": days("22 26"), "12 SS Pz": days("23 29")}
    zoc = {box.units.formations[f].name: when for f, when in box.card(51).ignores_zoc}
    assert zoc == {"KG Peiper": days("17"), "150 Pz Bde": days("18")}
    (v_corps,) = [card for card in box.cards if card.name == "V Corps" and card.primary]
    assert v_corps.replacements == 2, "13.1"
    assert v_corps.special == (EventLine(Event.ALLIES_ALERT, days("16")),)


@pytest.mark.rule("EA-5.6")
def test_no_command_cards(box):
    idle = [card for card in box.cards if card.kind is CardKind.NO_COMMAND]
    assert len(idle) == 5
    assert box.card(13) in idle
    for card in idle:
        assert not card.formations
        assert not card.deploys
        assert not card.one_unit
        assert card.corps == card.army == -1
        assert card.events == (EventLine(Event.ENGINEERS, days("16-20")), EventLine(Event.AIRPOWER, days("21+")))
        assert card.tactics == (TacticLine(Tactic.ENGINEERS, days("16-20")), TacticLine(Tactic.AIRPOWER, days("21+")))
        assert card.reactions == (EventLine(Event.ENGINEERS_REACTION, days("16-20")),)


@pytest.mark.rule("EA-2.3c")
def test_solitaire_lines_are_no_events(box):
    rows = (DATA / "cards.csv").read_text(encoding="utf-8")
    assert "Artillery Barrage" in rows.splitlines()[19]
    assert not box.card(19).events
    assert not box.card(19).special
    assert "ARTILLERY_BARRAGE" not in Event.__members__


def test_every_corps_has_a_primary_card(box):
    primary = {CORPS[card.corps] for card in box.cards if card.primary}
    assert primary == set(CORPS)
    for card in box.cards:
        if card.kind is CardKind.DIVISION:
            assert {box.units.formations[f].corps for f in card.formations} == {card.corps}, card.name
        if card.kind is CardKind.CORPS:
            assert card.replacements > 0


def test_enough_supplementals_every_day(box):
    """4.0: cards set aside the day before rest a day, and the calendar's number can still be drawn."""
    for side in (GERMAN, ALLIED):
        cards = [box.cards[n] for n in box.cards_of[side] if not box.cards[n].primary and box.cards[n].entry]
        for day in range(17, 30):
            here = sum(card.entry <= day for card in cards)
            rest = box.calendar[day - 1].supplementals[side]
            assert here - rest >= box.calendar[day].supplementals[side], (side, day)


@pytest.mark.rule("EA-2.3f")
def test_every_event_stands_on_a_card(box):
    named = {line.event for card in box.cards for line in (*card.events, *card.special, *card.reactions)}
    assert named == set(Event)
    assert {line.tactic for card in box.cards for line in card.tactics} == set(Tactic)


def test_allied_artillery_waits_a_day(box):
    assert not box.tactics[ALLIED, Tactic.ARTILLERY].days >> 16 & 1
    assert box.tactics[GERMAN, Tactic.ARTILLERY].days >> 16 & 1
    assert box.tactics[ALLIED, Tactic.CORPS_ARTILLERY].days >> 16 & 1


# -- chits ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EA-2.22a", "EA-2.22b")
def test_60_chits(box):
    assert len(box.chits.all) == 60
    assert sum(chit.blue for chit in box.chits.all) == 4
    used = 0
    for chit in box.chits.all:
        for side in (chit.front, chit.back):
            assert side.situations
            assert (side.attacker, side.defender, side.german, side.allied) != (0, 0, 0, 0)
            used |= side.situations
    assert used == (1 << len(Situation) + len(box.chits.ratios)) - 1


@pytest.mark.rule("EA-2.22c")
def test_the_sample_chit(box):
    """Woods, forest, city on the front, clear on the back, nothing in broken ground."""
    chit = box.chits.all[12]
    for ground, side in (
        (Situation.WOODS, chit.front), (Situation.FOREST, chit.front), (Situation.CITY, chit.front),
        (Situation.CLEAR, chit.back), (Situation.BROKEN, None),
    ):  # fmt: skip
        assert chit.counted(1 << ground) == side


@pytest.mark.rule("EA-9.4b")
def test_of_two_sides_the_one_with_priority_counts(box):
    chit = next(chit for chit in box.chits.all if chit.back.priority)
    assert chit.counted(chit.front.situations | chit.back.situations) == chit.back
    assert chit.counted(chit.front.situations & ~chit.back.situations) == chit.front


def test_sides_that_can_both_apply_have_a_priority(box):
    """9.4: terrain, quality and dates may meet; opposites may not."""
    never = [
        {"Flank Attack", "One-Hex Attack"}, {"Only Attacker Armor", "Only Defender Armor"},
        {"Only Attacker Combined Arms", "Only Defender Combined Arms"}, {"Town; City", "Flank Attack"},
        {"IP Crossfire", "Combat Engineers"}, {"5 PZ Army Attack", "Allied Attack"},
    ]  # fmt: skip
    for chit in box.chits.all:
        sides = {chit.front.text, chit.back.text}
        if sides in never or all(text.startswith("Ratio") for text in sides):
            continue
        assert chit.front.priority or chit.back.priority, chit


@pytest.mark.rule("EA-9.4d")
def test_ratios(box):
    def met(attack: int, defence: int) -> set[str]:
        bits = box.chits.ratio_situations(attack, defence) >> len(Situation)
        return {ratio.text.removeprefix("Ratio ") for n, ratio in enumerate(box.chits.ratios) if bits >> n & 1}

    assert ">=3:1" in met(9, 3)
    assert ">1:1" in met(5, 4)
    assert "<2:1" in met(5, 3)
    assert ">=8:1" in met(16, 2)
    assert "<1.5:1" in met(7, 5)
    assert ">1:1" not in met(4, 4)
    assert "<1.5:1" not in met(6, 4)


# -- calendar, map, scenarios -----------------------------------------------------------------------------------------


@pytest.mark.rule(
    "EA-2.0c", "EA-CAL16", "EA-CAL17", "EA-CAL18", "EA-CAL19", "EA-CAL20", "EA-CAL21", "EA-CAL22", "EA-CAL23",
    "EA-CAL24", "EA-CAL25", "EA-CAL26", "EA-CAL27", "EA-CAL28", "EA-CAL29",
)  # fmt: skip
def test_calendar(box):
    read = [(row.fixed_artillery_range, *row.supplementals, row.allied_hand) for row in box.calendar.values()]
    assert read == [
        (3, 9, 4, 4), (3, 7, 5, 5), (4, 7, 6, 5), (4, 7, 7, 6), (4, 8, 7, 6), (5, 8, 8, 6), (5, 8, 8, 7),
        (6, 8, 9, 7), (6, 8, 9, 7), (6, 8, 9, 7), (7, 8, 9, 7), (7, 8, 9, 7), (7, 7, 9, 7), (8, 7, 9, 7),
    ]  # fmt: skip
    assert {row.german_hand for row in box.calendar.values()} == {7}
    levels = [row.level for row in box.calendar.values()]
    assert levels == [""] * 4 + ["Strategic"] * 5 + ["Operational"] * 3 + ["Tactical"] * 2
    dates = box.numbers.dates
    assert (dates.supply_from, dates.german_supply_from, dates.delayed_reserves_from) == (17, 19, 18)
    assert (dates.westwall_points_from, dates.boundaries_until, dates.fuel_from) == (18, 19, 20)
    assert (dates.replacements_from, dates.interdiction_from, dates.british_free_from) == (20, 21, 26)
    wins = [(row.allied_wins, row.german_wins) for row in box.calendar.values() if row.level]
    assert wins == [
        (11, 40), (11, 45), (15, 50), (20, 55), (25, 60), (27, 55), (29, 50), (31, 45), (33, 40), (34, 35)
    ]  # fmt: skip


@pytest.mark.rule("EA-7.8a", "EA-7.8d")
def test_exits(box):
    exits = {box.grid.number(way.cell): way for way in box.exits}
    assert len(exits) == 16
    assert "0107" not in exits
    assert "0109" not in exits
    armies = lambda number: {ARMIES[army] for army in exits[number].armies}  # noqa: E731
    assert exits["2605"].until == 18
    assert (armies("2605"), armies("0113"), armies("0117")) == ({"7A"}, {"6PA"}, {"6PA", "OKW"})
    assert armies("1229") == {"6PA", "5PA", "OKW"}
    assert [exits[number].across for number in ("0116", "0117", "1429", "1929")] == [False, True, True, False]


def test_costs(box):
    """7.2: infantry 1 but 2 in forest; mechanized 5 for woods and broken ground."""
    ground = box.ground
    price = lambda classes, board: next(cost for cost, found in classes if found & board == board)  # noqa: E731
    terrain = box.map.terrain
    assert price(ground.infantry_entry, terrain["forest"]) == 2
    assert price(ground.infantry_entry, terrain["clear"] | terrain["broken"] | terrain["woods"]) == 1
    assert price(ground.mechanized_entry, terrain["woods"]) + price(ground.mechanized_entry, terrain["broken"]) == 5
    assert price(ground.frozen_entry, terrain["forest"]) == 3


@pytest.mark.rule("EA-12.23")
def test_hexsides_with_bridges_blown_and_built(box):
    ground, has = box.ground, box.grid.has_side
    bridge = box.map.bridge(*box.map.hexsides("1105/1106")[0])
    whole, blown = ground.between(0), ground.between(1 << bridge.number)
    assert has(whole.open, bridge.cell, bridge.other)
    assert has(whole.road, bridge.cell, bridge.other)
    assert has(blown.river, bridge.cell, bridge.other)
    assert not has(blown.road, bridge.cell, bridge.other)
    number = next(n for n, (a, b) in enumerate(ground.river_sides) if box.map.bridge(a, b) is None)
    cell, other = ground.river_sides[number]
    assert ground.river_side(other, cell) == number
    built = ground.between(0, 1 << number)
    assert has(whole.river, cell, other)
    assert has(built.open, cell, other)
    assert not has(built.road, cell, other)


def test_ground_of_defence(box):
    """9.4, 9.5: cities double everyone, the Westwall only Germans; towns spare a hit and have no flank."""
    ground = box.ground
    assert ground.doubled == (ground.city | ground.westwall, ground.city)
    assert ground.fewer_hits == (ground.towns | ground.westwall, ground.towns)
    assert ground.no_flank == ground.towns
    assert not ground.supply_edges[GERMAN] & ground.supply_edges[ALLIED]
    assert ground.beside_meuse >> box.dinant & 1


@pytest.mark.rule("EA-15.1d", "EA-15.2b", "EA-15.3c", "EA-15.5ab")
def test_levels():
    for key, points in (
        ("initial_assault", {8: "German Tactical", 7: "Allied Tactical"}),
        ("allies_surprised", {26: "German Operational", 25: "German Tactical", 18: "German Tactical",
                              17: "Allied Tactical", 11: "Allied Tactical", 10: "Allied Operational"}),
        ("german_breakout", {50: "German Strategic", 43: "German Operational", 36: "German Tactical", 33: "Draw",
                             32: "Allied Tactical", 25: "Allied Operational", 20: "Allied Strategic"}),
        ("crisis_at_the_meuse", {25: "German Tactical", 24: "Draw", 21: "Draw", 20: "Allied Tactical"}),
        ("battle_of_the_bulge", {35: ""}),
    ):  # fmt: skip
        box = open_box(key, {})
        assert {least: box.level(least) for least in points} == points


@pytest.mark.rule("EA-15.1a", "EA-15.2a", "EA-15.3a", "EA-15.4a")
def test_scenarios():
    assert tuple(info.key for info in menu()) == SCENARIOS
    spans = {key: (open_box(key, {}).first_day, open_box(key, {}).last_day) for key in SCENARIOS}
    assert spans == dict(zip(SCENARIOS, ((16, 16), (16, 18), (16, 21), (16, 29), (22, 28)), strict=True))
    for key in SCENARIOS[:3]:
        box = open_box(key, {})
        assert all(0 < box.cards[n].entry <= box.last_day for side in box.cards_of for n in side)
        assert max(box.waits) == box.last_day
        assert not any(where == OKW_BOX for where in box.waits)
    assert [open_box(key, {}).scenario.depots for key in SCENARIOS] == [False, False, True, True, False]
    assert [open_box(key, {}).scenario.replacements for key in SCENARIOS] == [False, False, True, True, True]
    with pytest.raises(Unknown, match="initial_assault"):
        open_box("bulge", {})


def test_every_row_has_a_source():
    for path in DATA.glob("*.csv"):
        if path.name == "ledger.csv":
            continue
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                assert row["source"], (path.name, row)


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("units.csv", ",0205,,", ",9905,,", "units.csv row 2 (272.LXVII): hex 9905 is not on the map"),
        ("units.csv", ",LXVII,272 VG", ",LXXVII,272 VG", "units.csv row 2 (272.LXVII): unknown corps 'LXXVII'"),
        (
            "units.csv",
            ",LXVII,272 VG",
            ",VII,272 VG",
            "units.csv row 2 (272.LXVII): VII is no corps of the German side",
        ),
        ("units.csv", ",272 VG,3", ",272 VG,fast", "units.csv row 2 (272.LXVII): Expected `int`"),
        ("units.csv", ",272 VG,", ",270 VG,", "units.csv row 2 (272.LXVII): formations.csv has no '270 VG'"),
        ("units.csv", ",5,19,", ",5,39,", "setup: day 39: expected 16 to 29"),
        ("unit_steps.csv", "272.LXVII,3", "273.LXVII,3", "unit_steps.csv row 2: units.csv has no '273.LXVII'"),
        ("unit_steps.csv", "272.LXVII,3", "272.LXVII,4", "unit_steps.csv: 272.LXVII: expected one row per step"),
        ("unit_steps.csv", "regular", "brave", "unit_steps.csv row 2 (272.LXVII): Invalid enum value 'brave'"),
        (
            "formations.csv",
            "2 Inf,2,Allied,1A,V",
            "2 Inf,2,Allied,1A,III",
            "formations.csv row 2 (2 Inf): 'III' is no corps",
        ),
        ("cards.csv", "allies_alert 16", "allies_alert 32", "cards.csv row 2 (card 1): '32': expected days from 16"),
        ("cards.csv", "allies_alert 16", "allies_asleep", "row 2 (card 1): unknown event 'allies_asleep'"),
        ("cards.csv", "allies_alert 16", "ground_freeze 23", "ground_freeze is no special event of the Allied side"),
        ("cards.csv", "reinforce_battle", "panzer_battalion", "panzer_battalion is no tactic of the"),
        ("cards.csv", "2 Inf; 99 Inf", "2 Inf; 98 Inf", "cards.csv row 20 (card 19): "),
        ("cards.csv", "\n2,Allied", "\n3,Allied", "cards.csv row 3 (card 3): number: expected 2"),
        ("chits.csv", "Ratio >=3:1", "Ratio about 3:1", "chits.csv row 2: unknown situation 'Ratio about 3:1'"),
        ("calendar.csv", "\n17,", "\n18,", "calendar.csv: expected the days 16 to 29 in order"),
        ("calendar.csv", ",11,40,Strategic", ",,40,Strategic", "calendar.csv row 6 (20): expected a level with"),
        ("events.csv", "commandos,", "cowboys,", "events.csv: expected the rows bridge_engineers, commandos"),
        ("tactics.csv", "screen,", "smoke,", "tactics.csv row 14: unknown tactic 'smoke'"),
        ("terrain_effects.csv", "broken,", "marsh,", "terrain_effects.csv: expected a row for broken"),
        ("crisis_ownership.csv", "town,0605", "town,0603", "crisis_ownership.csv row 2: 0603: expected a town or city"),
        (
            "scenarios.toml",
            '"1017/1118"',
            '"1017/1018"',
            "scenarios.toml crisis_at_the_meuse.setup: 1017/1018: expected",
        ),
        ("tables.toml", '"29A.XXX"', '"30A.XXX"', "30A.XXX"),
        ("tables.toml", "depots_with_fuel = 3", "depots_with_fuel = 4", "expected as many depots"),
    ],
)
def test_a_mistake_names_the_place(tmp_path: Path, name, old, new, message):
    text = (DATA / name).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as error:
        open_box("crisis_at_the_meuse", {}, tmp_path)
    assert message in str(error.value)


def test_a_pack_replaces_a_file(tmp_path: Path):
    text = (DATA / "unit_steps.csv").read_text(encoding="utf-8")
    (tmp_path / "unit_steps.csv").write_text(text.replace("272.LXVII,3,6", "272.LXVII,3,7", 1), encoding="utf-8")
    mine, ours = open_box("initial_assault", {}, tmp_path), open_box("initial_assault", {})
    assert (mine.units.faces[0][0].strength, ours.units.faces[0][0].strength) == (7, 6)
    assert ours is open_box("initial_assault", {})


@pytest.mark.rule("EA-2.0a")
def test_two_players_use_one_map_and_71_cards():
    box = open_box("battle_of_the_bulge", {})
    assert len(box.cards) == 37 + 34
    assert len(box.map.grid.cells) == 754


@pytest.mark.rule("EA-2.21a")
def test_a_colour_for_every_army():
    assert list(FIELD_COLORS) == list(ARMIES)
    by_colour = {colour: army for army, colour in FIELD_COLORS.items()}
    assert by_colour["dark gray"] == "5PA"
    assert len(by_colour) == 7


@pytest.mark.rule("EA-2.21j")
def test_what_a_placement_code_means():
    box = open_box("battle_of_the_bulge", {})
    rows = box.units.rows
    for unit, row in enumerate(rows):
        if len(row.setup) == 4 and row.setup.isdigit():
            assert box.grid.number(box.start[unit]) == row.setup
            assert bool(box.improved >> box.start[unit] & 1) or not row.ip
        elif row.setup.isdigit():
            assert box.waits[unit] == box.date[unit] == int(row.setup)
        else:
            assert row.setup in ("OKW", "VDH")
            assert box.start[unit] == -1
    assert sum(row.ip for row in rows) == 6
    assert box.strategic >> box.units.unit("CCB.9A.VIII") & 1
