"""The box of The Deadly Woods: counts and facts of the rulebook, references that hold, and mistakes told in words."""

import csv
from collections import Counter
from pathlib import Path

import pytest

from ardennes.board.cells import cells
from ardennes.kernel import Side, Unknown
from ardennes.parts.data.tables import DataError
from ardennes.titles.deadly_woods.box import NEVER, Box, open_box
from ardennes.titles.deadly_woods.box.counters import Class, Kind
from ardennes.titles.deadly_woods.box.numbers import DATA, menu
from ardennes.titles.deadly_woods.box.tables import COLUMNS, AssetKind, Chit, Round

GERMAN, ALLIED = Side.GERMAN, Side.ALLIED


@pytest.fixture(scope="module")
def box() -> Box:
    return open_box("campaign", {})


def formation(box: Box, name: str):
    return box.units.formations[box.units.formation_of(name)]


# -- counters ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-2.3.1a")
def test_the_units_are_of_the_four_types(box):
    """175 combat units and the Delay asset, which acts as one."""
    assert len(box.units) == 176
    assert Counter(box.units.side(u) for u in range(176)) == {GERMAN: 66, ALLIED: 110}
    for kind in box.units.kind:
        assert kind.infantry != kind.motorized
    assert {kind for kind in Kind if kind.infantry} == {Kind.INFANTRY, Kind.PARATROOP, Kind.GLIDER}


@pytest.mark.rule("DW-2.3.1.1a", "DW-2.3.1.1b", "DW-2.3.1.1c", "DW-2.3.1.1d")
def test_steps(box):
    units = box.units
    for unit, row in enumerate(units.rows):
        heavy = row.id in ("G-301", "G-506")
        three = row.side == "German" and units.kind[unit].motorized and not heavy
        one = unit in (box.vdh, box.delay)
        assert units.steps[unit] == (3 if three else 1 if one else 2), row.id
        if three:
            assert not units.faces[unit][2].zoc
            assert units.faces[unit][2].kind is Kind.MECHANIZED
        strengths = [face.attack + face.defense for face in units.faces[unit]]
        assert strengths == sorted(strengths, reverse=True), row.id
    assert sum(steps == 3 for steps in units.steps) == 27


@pytest.mark.rule("DW-7.1b")
def test_circled_strengths_have_no_zone(box):
    assert not box.units.faces[box.vdh][0].zoc
    assert not box.units.faces[box.delay][0].zoc
    assert box.units.faces[box.peiper][0].zoc


@pytest.mark.rule("DW-11.2.1e")
def test_units_outside_all_divisions(box):
    alone = {f.name for f in box.units.formations if not f.integrity}
    assert alone == {
        "301 Hvy Pz Bn", "506 Hvy Pz Bn", "VdH", "150 Pz Bde", "Führer Grenadier Bde", "Führer Begleit Bde",
        "29 Arm Bde", "33 Arm Bde", "517 PIR", "4 Cav", "6 Cav", "14 Cav", "102 Cav", "Delay",
    }  # fmt: skip
    assert all(len(f.members) == 1 for f in box.units.formations if not f.integrity)


@pytest.mark.rule("DW-14.7c")
def test_classes_of_formations_follow_their_units(box):
    for f in box.units.formations:
        kinds = {box.units.kind[unit] for unit in f.members}
        wanted = Class.ARMORED if kinds == {Kind.ARMOR} else Class.MECHANIZED
        if any(kind.infantry for kind in kinds):
            wanted = Class.INFANTRY
        assert f.kind is wanted, f.name


def test_formations_hold_every_unit_once(box):
    members = [unit for f in box.units.formations for unit in f.members]
    assert sorted(members) == list(range(len(box.units)))
    assert all(box.formation_of(unit).board >> unit & 1 for unit in members)
    assert formation(box, "82 Abn").board.bit_count() == 4
    assert box.units.name(box.peiper) == "1 SS Pz KG Peiper"
    assert box.units.name(box.units.unit("A-4Cav")) == "4 Cav"


def test_sets_of_units(box):
    units = box.units
    assert units.airborne == sum(
        formation(box, n).board for n in ("82 Abn", "101 Abn", "17 Abn", "6 Abn Br", "517 PIR")
    )
    assert units.british.bit_count() == 14
    assert units.corps["XXX"] == units.british
    assert {name: board.bit_count() for name, board in units.corps.items()} == {
        "III": 22, "V": 19, "VII": 16, "VIII": 25, "XXX": 14
    }  # fmt: skip
    assert not units.replaceable & (units.british | units.airborne | 1 << box.vdh | 1 << box.delay)
    assert sum(box.units.steps[u] for u in cells(units.withdrawing)) == 27


# -- set-up -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-3.2a", "DW-3.2b", "DW-3.2c")
def test_setup_numbers_stand_for_one_hex_each(box):
    numbers: dict[tuple[Side, int], set[int]] = {}
    for unit, row in enumerate(box.units.rows):
        assert bool(row.setup_number) == (box.start[unit] >= 0), row.id
        if row.setup_number:
            numbers.setdefault((box.units.side(unit), row.setup_number), set()).add(box.start[unit])
    assert all(len(hexes) == 1 for hexes in numbers.values())
    assert box.units.rows[box.units.unit("G-2Pz-a")].setup_number == 11
    assert box.start[box.units.unit("G-2Pz-a")] == box.grid.cell("3317")


def test_every_start_hex_is_legal(box):
    """6.0, 6.1, 10.4.1: on the map, one side only, stacked as the rules allow, motorized units not in the woods."""
    stacks: dict[int, list[int]] = {}
    for unit, cell in enumerate(box.start):
        if cell >= 0:
            assert box.grid.board >> cell & 1
            stacks.setdefault(cell, []).append(unit)
    assert sum(map(len, stacks.values())) == 57
    roadless = box.ground.road_only & ~box.map.road_hexes
    for cell, units in stacks.items():
        assert len({box.units.side(unit) for unit in units}) == 1
        largest = max(Counter(box.units.formation[unit] for unit in units).values())
        assert len(units) - largest <= box.numbers.stacking.others
        assert len({box.units.rows[u].corps for u in units if box.units.side(u) is ALLIED} - {""}) <= 1
        assert not (roadless >> cell & 1 and any(box.units.kind[unit].motorized for unit in units))


def test_germans_start_in_their_army_area_behind_the_westwall(box):
    """9.4: all but the 14th Regiment of the 5th FJ, which begins two hexes or less from its own area."""
    east = box.behind_westwall
    for unit in box.units.of[0]:
        cell = box.start[unit]
        if cell >= 0:
            assert east >> cell & 1, box.units.rows[unit].id
            own = ("6PA", "5PA", "7A").index(box.units.rows[unit].army)
            assert box.army_of(cell) == own or box.units.rows[unit].id == "G-5FJ-14"
    stray = box.units.unit("G-5FJ-14")
    assert box.army_of(box.start[stray]) == 1
    (leash,) = [leash for leash in box.leashes if leash.units == 1 << stray]
    assert leash.board >> box.start[stray] & 1
    assert leash.free_from == 4


@pytest.mark.rule("DW-3.5a")
def test_control_at_start(box):
    assert not box.german_at_start & box.vp
    for name in ("St. Vith", "Bastogne", "Büllingen", "Vianden", "Echternach", "Clervaux"):
        assert box.controllable & ~box.german_at_start & 1 << box.map.place(name)
    for name in ("Dasburg", "Roth an der Our", "Bitburg", "Irrel"):
        assert box.german_at_start >> box.map.place(name) & 1, name


@pytest.mark.rule("DW-3.2d", "DW-14.8h")
def test_arrivals(box):
    units = box.units
    fast = (*formation(box, "82 Abn").members, *formation(box, "101 Abn").members)
    assert set(fast) <= set(box.arrivals[ALLIED, 2, 0])
    assert sum(1 << unit for unit in fast) == box.fast_airborne
    for name, town in (("10 SS Pz", "St. Vith"), ("11 Pz", "Bastogne")):
        for unit in formation(box, name).members:
            assert unit in box.arrivals[GERMAN, 3, 1]
            assert box.entry_needs[unit] == box.map.place(town)
    letters = {box.entry_areas[box.entry[unit]].letter for unit in formation(box, "5 Arm").members}
    assert letters == {"J"}
    assert formation(box, "26 Inf").members[0] in box.arrivals[ALLIED, 3, 1]
    due_on_4 = {box.entry_areas[box.entry[u]].letter for u in box.arrivals[ALLIED, 4, 0] if units.corps["III"] >> u & 1}
    assert due_on_4 == {"B", "C"}
    assert sum(needs >= 0 for needs in box.entry_needs) == 4


def test_every_unit_starts_arrives_or_is_special(box):
    for unit, row in enumerate(box.units.rows):
        special = unit in (box.vdh, box.delay)
        assert (box.start[unit] >= 0) + (box.due[unit] != NEVER) + special == 1, row.id


def test_every_arrival_has_its_chit(box):
    """14.8: a box is brought by a Reinforcement chit of the turn."""
    chits = {GERMAN: Chit.GERMAN_REINFORCEMENT, ALLIED: Chit.ALLIED_REINFORCEMENT}
    for side, number, part in box.arrivals:
        turn = box.turn(number)
        assert turn.cup[chits[Side(side)]] + turn.hand[chits[Side(side)]] >= part + 1


# -- track, chits, assets, charts -------------------------------------------------------------------------------------


@pytest.mark.rule("DW-1.2")
def test_dates(box):
    assert [turn.number for turn in box.turns] == list(range(1, 13))
    assert (box.turn(1).dates, box.turn(9).days, box.turn(10).days) == ("Dec 16-17", 3, 4)
    assert sum(turn.days for turn in box.turns) == 31


@pytest.mark.rule("DW-5.2a", "DW-5.2c")
def test_initiative(box):
    assert [turn.initiative for turn in box.turns] == (
        ["German"] * 5 + ["German with three VP hexes"] + ["Allied"] * 6
    )  # fmt: skip


CHITS = {
    1: "5th 6th AR AR",
    2: "All 3F GR GR GM GM SC SC 5th 6th AM AM AR",
    3: "One 3F GR GR GM GM SC SC 5th 6th AM AM AR",
    **dict.fromkeys((4, 5), "3F GR GR GM GM SC SC AM AM AR"),
    6: "3F GR GR GM GM SC SC PM AM AM AR",
    **dict.fromkeys((7, 8, 9), "3F GM GM SC SC PM AM AM"),
    10: "GM GM SC SC PM AM AM AR",
    **dict.fromkeys((11, 12), "GM GM SC SC PM AM AM"),
}
WORDS = ("GM", "5th", "6th", "All", "One", "3F", "GR", "SC", "AM", "Reaction", "AR", "PM")


@pytest.mark.rule(
    "DW-17.0a", "DW-17.0b", "DW-17.0c", "DW-17.0d", "DW-17.0e", "DW-17.0f", "DW-17.0h", "DW-17.0j", "DW-17.0l",
    "DW-17.0m", "DW-17.0n", "DW-17.0o", "DW-17.0p", "DW-17.0q", "DW-17.0r", "DW-17.0s", "DW-17.0t", "DW-17.0u",
    "DW-17.0v", "DW-17.0w", "DW-17.0x",
)  # fmt: skip
def test_chits_of_every_turn(box):
    """17.0: what is in the cup, held in hand, and played in turn 1's own sequence."""
    for turn in box.turns:
        cup = Counter(dict(zip(WORDS, turn.cup, strict=True)))
        assert +cup == Counter(CHITS[turn.number].split()), turn.number
        held = {1: {"Reaction": 1}, **{n: {"AR": 1} for n in range(2, 8)}}.get(turn.number, {})
        assert +Counter(dict(zip(WORDS, turn.hand, strict=True))) == held
    assert +Counter(dict(zip(WORDS, box.turn(1).sequence, strict=True))) == {"GM": 2, "Reaction": 1}
    assert not any(sum(turn.sequence) for turn in box.turns[1:])


@pytest.mark.rule("DW-17.0g", "DW-17.0i", "DW-17.0k")
def test_panzer_chits_of_turns_4_to_6(box):
    """17.0: how many of the 5th and 6th Panzer chits the German adds, without and with St. Vith and Bastogne."""
    choices = {t.number: (t.panzer_choice, t.panzer_choice_with_towns) for t in box.turns}
    assert choices == {**dict.fromkeys(range(1, 13), (0, 0)), 4: (1, 2), 5: (0, 1), 6: (0, 1)}


def test_sides_of_chits():
    assert [chit.side for chit in (Chit.ONE_ARMY, Chit.SUPPLY_CHECK, Chit.PATTON_MONTY)] == [GERMAN, None, ALLIED]


def test_rounds_say_what_they_permit(box):
    assert box.rounds[Round.MOVE].blows
    assert sum(row.blows for row in box.rounds) == 1
    assert box.rounds[Round.FIFTH_PANZER].permission.startswith("Units in the 5th Panzer Army area")
    assert box.rounds[Round.FIRST_REACTION].attacks == "none"


def test_meanings_of_results(box):
    read = {row.result: (row.attacker_steps, row.defender_steps, row.retreat) for row in box.results.meanings}
    assert read == {"AL1": (1, 0, 0), "BL1": (1, 1, 0), "DR": (0, 0, 2), "DR*": (0, 1, 2)}


@pytest.mark.rule(
    "DW-11.3.3h", "DW-11.3.3i", "DW-11.3.3j", "DW-11.3.3k", "DW-11.3.3l", "DW-11.3.3m", "DW-11.3.3n", "DW-11.3.3o"
)
def test_combat_results_table(box):
    columns = {
        name: " ".join(box.results.result(n, die).result for die in range(1, 7)) for n, name in enumerate(COLUMNS)
    }
    assert columns == {
        "1-3": "AL1 AL1 AL1 AL1 AL1 BL1",
        "1-2": "AL1 AL1 AL1 AL1 BL1 BL1",
        "1-1": "AL1 AL1 AL1 BL1 BL1 DR",
        "2-1": "AL1 AL1 BL1 BL1 DR DR*",
        "3-1": "AL1 BL1 BL1 DR DR DR*",
        "4-1": "AL1 BL1 DR DR DR* DR*",
        "5-1": "BL1 BL1 DR DR DR* DR*",
        "6-1": "BL1 DR DR DR* DR* DR*",
    }
    assert box.results.result(COLUMNS.index("3-1"), 7).result == "DR*"


@pytest.mark.rule("DW-3.2h")
def test_assets(box):
    kinds = Counter((asset.side, asset.kind) for asset in box.assets)
    assert kinds[GERMAN, AssetKind.ARTILLERY] == kinds[GERMAN, AssetKind.NEBELWERFER] == 5
    assert kinds[ALLIED, AssetKind.ARTILLERY] == 10
    assert kinds[ALLIED, AssetKind.ENGINEER] == 5
    on_map = [asset for asset in box.assets if asset.start >= 0]
    assert [(asset.id, box.map.name(asset.start)) for asset in on_map] == [("A-ENG-V-1", "Elsenborn")]
    for number in box.assets_of(GERMAN, AssetKind.ARTILLERY, AssetKind.NEBELWERFER):
        assert box.assets[number].turn == 1
        assert box.assets[number].withdrawal == (box.assets[number].owner == "6PA")
    (greif,) = box.assets_of(GERMAN, AssetKind.GREIF)
    (traffic,) = box.assets_of(ALLIED, AssetKind.TRAFFIC)
    assert (box.assets[greif].turn, box.assets[greif].last) == (2, 4)
    assert (box.assets[traffic].turn, box.assets[traffic].last) == (1, 3)


# -- map --------------------------------------------------------------------------------------------------------------


def test_entry_areas_fall_back_away_from_the_east(box):
    """14.8: B and C blocked go to D; British units only to areas with a hex of theirs (9.3)."""
    areas = {area.letter: area for area in box.entry_areas}
    assert [box.entry_areas[n].letter for n in areas["B"].american][:2] == ["C", "D"]
    for area in box.entry_areas:
        for other in area.british:
            assert box.entry_areas[other].board & box.british_area
    for unit in cells(box.units.british):
        assert box.entry_areas[box.entry[unit]].board & ~box.british_area == 0
    assert box.sources[GERMAN].bit_count() == 3
    assert not box.sources[GERMAN] & box.sources[ALLIED]


@pytest.mark.rule("DW-10.6.4i")
def test_leashes(box):
    west = {leash.name: leash.free_from for leash in box.leashes if leash.limit == "west_of_meuse"}
    assert west == {
        "29 Arm Bde": 5, "43 Br": 8, "6 Abn Br": 8, "11 Arm": 8, "51 Br": 9, "53 Br": 9, "33 Arm Bde": 9, "17 Abn": 9
    }  # fmt: skip
    (fifth,) = [leash for leash in box.leashes if leash.limit == "near_entry_j"]
    assert fifth.units == formation(box, "5 Arm").board
    assert box.grid.cell("3104") in cells(fifth.board)
    assert box.grid.cell("3105") not in cells(fifth.board)
    for leash in box.leashes:
        for unit in cells(leash.units):
            if box.entry[unit] >= 0:
                assert box.entry_areas[box.entry[unit]].board & ~leash.board == 0


def test_hexsides_follow_the_bridges(box):
    ground, has = box.ground, box.grid.has_side
    here, there = box.grid.cell("3419"), box.grid.cell("3320")
    at_start, whole = ground.between(box.destroyed_at_start), ground.between(0)
    assert box.destroyed_at_start.bit_count() == 4
    assert has(at_start.destroyed, here, there)
    assert not has(at_start.open, here, there)
    assert not has(at_start.road, here, there)
    assert has(whole.bridge, here, there)
    assert has(whole.open, here, there)
    assert ground.crosses_river(here, there)
    ouren = box.map.bridges[box.ouren]
    assert {box.grid.number(ouren.cell), box.grid.number(ouren.other)} == {"3215", "3315"}


@pytest.mark.rule("DW-7.2b", "DW-7.2c", "DW-7.2d")
def test_zones_of_control_by_terrain(box):
    """Armor enters woods by road only, others freely; the Westwall can be left out."""
    ground, has = box.ground, box.grid.has_side
    roadless = joined_by_road = 0
    for cell in cells(ground.armor_shy):
        for other in cells(box.grid.neighbours[cell]):
            if ground.crosses_river(cell, other):
                continue
            road = has(box.map.road, cell, other)
            assert has(ground.zoc_sides(0, armor=True, westwall=True), other, cell) == road
            assert has(ground.zoc_sides(0, armor=False, westwall=True), other, cell)
            joined_by_road, roadless = joined_by_road + road, roadless + (not road)
    assert joined_by_road > 100
    assert roadless > 100
    wall, before = box.grid.cell("3709"), box.grid.cell("3609")
    assert has(ground.zoc_sides(0, armor=False, westwall=True), before, wall)
    assert not has(ground.zoc_sides(0, armor=False, westwall=False), before, wall)
    assert has(ground.zoc_sides(0, armor=False, westwall=False), wall, before)


@pytest.mark.rule("DW-12.2f", "DW-12.2g")
def test_nebelwerfer_by_terrain(box):
    """Clear +1, forest or village -1, rough or town -2, the worst of them only."""
    ground = box.ground
    plain = ~(ground.town | ground.village)
    for board, value in (
        (ground.clear & plain, 1), (ground.light_woods & plain, 0), (ground.forest & plain, -1),
        (ground.clear & ground.village, -1), (ground.rough & ground.village, -2), (ground.town, -2),
    ):  # fmt: skip
        assert {ground.nebelwerfer[cell] for cell in cells(board)} == {value}


def test_costs_in_half_points(box):
    costs = dict(box.ground.motorized_entry)
    assert not any(board & box.ground.forest for board in costs.values())
    assert box.ground.clear == costs[2]
    assert box.ground.road_only == box.ground.forest
    assert sum(board.bit_count() for _, board in box.ground.infantry_entry) == len(box.grid.cells)
    assert box.ground.near[box.bastogne].bit_count() == 37


# -- scenarios and packs ----------------------------------------------------------------------------------------------


@pytest.mark.rule("DW-3.1")
def test_two_scenarios():
    assert [info.key for info in menu()] == ["german_attack", "campaign"]
    assert (open_box("german_attack", {}).last_turn, open_box("campaign", {}).last_turn) == (6, 12)
    short, long = (open_box(key, {}).scenario for key in ("german_attack", "campaign"))
    assert (short.needed, long.needed, long.needed_if_cancelled) == (4, 2, 3)
    with pytest.raises(Unknown, match="german_attack"):
        open_box("bulge", {})


def test_a_box_is_read_once():
    assert open_box("campaign", {"plus_two": True}) is open_box("campaign", {"plus_two": True})


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
        ("units.csv", ",3504,", ",9904,", "units.csv row 2 (G-326-a): start: hex 9904 is not on the map"),
        ("units.csv", ",326 VG,", ",327 VG,", "units.csv row 2 (G-326-a): formations.csv has no '327 VG'"),
        ("units.csv", ",6PA,", ",8PA,", "row 2 (G-326-a): unknown army '8PA'; expected one of 6PA, 5PA, 7A"),
        ("units.csv", ",infantry,3,", ",infantry,many,", "units.csv row 2 (G-326-a): Expected `int`"),
        ("units.csv", "infantry,", "cyclists,", "units.csv row 2 (G-326-a): Invalid enum value 'cyclists'"),
        ("units.csv", "2,first,K", "2,first,Z", "unknown entry area 'Z'; expected one of A, B"),
        ("units.csv", "2,first,K", "2,first,A", "entry area A is not of the German side"),
        ("units.csv", "3,second,K,St. Vith", "3,second,K,Paris", "needs 'Paris': expected the name of a place"),
        ("formations.csv", "armored", "flying", "formations.csv row 5 (1 SS Pz): Invalid enum value 'flying'"),
        ("assets.csv", "6PA,6PA", "V,6PA", "assets.csv row 2 (G-ART-6Pz-1): owner 'V': expected one of 6PA, 5PA, 7A"),
        ("chits.csv", "fifth_panzer", "third_panzer", "chits.csv row 3: unknown chit 'third_panzer'"),
        ("chits.csv", "German,fifth", "Allied,fifth", "chits.csv row 3: fifth_panzer is no chit of the Allied side"),
        ("combat_results.csv", "1,AL1", "1,AL9", "combat_results.csv row 2 column 1-3: unknown result 'AL9'"),
        ("turn_track.csv", "\n2,", "\n3,", "turn_track.csv: expected the turns 1 to 12 in order"),
        ("leashes.csv", "29 Arm Bde", "30 Arm Bde", "leashes.csv row 2 (30 Arm Bde)"),
        ("terrain_effects.csv", "rough,", "marsh,", "terrain_effects.csv: expected a row for rough"),
        ("hexside_effects.csv", "minor_river", "brook", "hexside_effects.csv row 5 (brook): Invalid enum value"),
        ("entry_areas.csv", "C D E F G", "C Q", "entry_areas.csv row 2 (A): unknown entry area 'Q'"),
        ("rounds.csv", "patton,", "ike,", "rounds.csv: expected the rows move, combat"),
        ("tables.toml", '"G-150"', '"G-151"', "tables.toml: "),
        ("scenarios.toml", "last = 6", "last = 60", "scenarios.toml german_attack: last turn 60: expected 1 to 12"),
    ],
)
def test_a_mistake_names_the_place(tmp_path: Path, name, old, new, message):
    text = (DATA / name).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as error:
        open_box("campaign", {}, tmp_path)
    assert message in str(error.value)


def test_a_pack_replaces_a_file(tmp_path: Path):
    text = (DATA / "units.csv").read_text(encoding="utf-8")
    (tmp_path / "units.csv").write_text(text.replace("KG Peiper,armor,8", "KG Peiper,armor,9"), encoding="utf-8")
    mine = open_box("campaign", {}, tmp_path)
    assert mine.units.faces[mine.peiper][0].attack == 9
    assert open_box("campaign", {}).units.faces[mine.peiper][0].attack == 8
