"""Data files: a row that cannot be used is refused with its file, its row and what was expected there."""

import shutil
from pathlib import Path

import pytest

from ardennes.parts.data.tables import DataError, DataFolder
from ardennes.titles.tigers_in_the_mist.box.components import DATA, Box, open_box


def pack(folder: Path, name: str, old: str, new: str) -> Path:
    """A data pack with one file of ours in which the first `old` became `new`."""
    text = (DATA / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


def error(folder: Path, scenario: str = "campaign") -> str:
    with pytest.raises(DataError) as caught:
        open_box(scenario, {}, folder)
    return str(caught.value)


def test_our_own_data_is_sound():
    for scenario in ("seventh_army", "fifth_panzer", "first_three_days", "campaign"):
        box = open_box(scenario, {})
        assert len(box.map.areas) == 143
        assert len(box.units) == 199


def test_a_pack_replaces_only_the_files_it_has(tmp_path):
    box = open_box("campaign", {}, pack(tmp_path, "units.csv", "G001,272 VG", "G001,My own VG"))
    assert box.units.rows[0].name == "My own VG"
    assert box.map.names[102] == "Bastogne"


def test_a_word_where_a_number_belongs(tmp_path):
    message = error(pack(tmp_path, "areas.csv", "7,Schonecken,Eifel Centre", "seven,Schonecken,Eifel Centre"))
    assert message.startswith("areas.csv row 8 (seven): Expected `int`")
    assert "number" in message


def test_a_number_out_of_order(tmp_path):
    message = error(pack(tmp_path, "areas.csv", "7,Schonecken,Eifel Centre", "77,Schonecken,Eifel Centre"))
    assert message == "areas.csv row 8: expected area number 7, got 77"


def test_a_road_to_an_area_that_does_not_exist(tmp_path):
    message = error(pack(tmp_path, "roads.csv", "1,34,Schleiden,Hellenthal", "1,340,Schleiden,Hellenthal"))
    assert message == "roads.csv row 3: there is no area or zone '340'"


def test_a_road_of_an_unknown_grade(tmp_path):
    message = error(
        pack(tmp_path, "roads.csv", "1,34,Schleiden,Hellenthal,major", "1,34,Schleiden,Hellenthal,motorway")
    )
    assert message.startswith("roads.csv row 3 (1): Invalid enum value 'motorway'")
    assert "grade" in message


def test_an_unknown_column(tmp_path):
    message = error(pack(tmp_path, "zones.csv", "letter,side,edge", "letter,side,edgy,edge"))
    assert message.startswith("zones.csv row 1: unknown column edgy; there are: letter, side, edge")


def test_a_missing_column(tmp_path):
    message = error(pack(tmp_path, "units.csv", ",strength,airborne", ",might,airborne"))
    assert message == "units.csv row 1: the header lacks the column strength"


def test_a_row_with_too_many_cells(tmp_path):
    message = error(pack(tmp_path, "releases.csv", "FBB,75 96,", "FBB,75,96,"))
    assert message == "releases.csv row 2: more cells than the header has columns"


@pytest.mark.parametrize(
    "name", ["areas.csv", "roads.csv", "zones.csv", "units.csv", "releases.csv", "tables.toml", "scenarios.toml"]
)
def test_a_missing_file(tmp_path, name):
    shutil.copytree(DATA, tmp_path / "data")
    (tmp_path / "data" / name).unlink()
    with pytest.raises(DataError, match=f"^{name}: the file is missing$"):
        Box("campaign", DataFolder(tmp_path / "data"), {})


def test_a_missing_pack(tmp_path):
    message = error(tmp_path / "nowhere")
    assert message.endswith("nowhere: there is no such folder")


def test_a_file_that_is_no_text(tmp_path):
    (tmp_path / "units.csv").write_bytes(b"\xff\xfe\x00")
    assert error(tmp_path).startswith("units.csv: cannot be read")


G001 = "G001,272 VG,German,Wehrmacht,foot,3,,37,,,,,"


@pytest.mark.parametrize("strength", ["0", "11", "-1"])
def test_a_strength_no_counter_has(tmp_path, strength):
    message = error(pack(tmp_path, "units.csv", G001, G001.replace(",3,", f",{strength},")))
    assert message == f"units.csv row 2 (G001 272 VG): expected a strength from 1 to 10, got {strength}"


def test_a_strength_that_is_no_number(tmp_path):
    message = error(pack(tmp_path, "units.csv", G001, G001.replace(",3,", ",three,")))
    assert message.startswith("units.csv row 2 (G001): Expected `int`")
    assert "strength" in message


def test_a_unit_of_an_unknown_type(tmp_path):
    message = error(pack(tmp_path, "units.csv", G001, G001.replace(",foot,", ",cavalry,")))
    assert message.startswith("units.csv row 2 (G001): Invalid enum value 'cavalry'")


def test_a_unit_that_starts_on_the_map_and_arrives_later(tmp_path):
    message = error(pack(tmp_path, "units.csv", G001, G001.replace(",37,,,", ",37,17-1,A,")))
    assert message == "units.csv row 2 (G001 272 VG): expected exactly one of setup, arrives and release"


def test_a_unit_that_never_comes(tmp_path):
    message = error(pack(tmp_path, "units.csv", G001, G001.replace(",37,", ",,")))
    assert message == "units.csv row 2 (G001 272 VG): expected exactly one of setup, arrives and release"


def test_an_arrival_that_is_no_impulse(tmp_path):
    message = error(pack(tmp_path, "units.csv", G001, G001.replace(",37,,,", ",,23-1,A,")))
    assert message == "units.csv row 2 (G001 272 VG): expected an impulse such as 17-2 in arrives, got '23-1'"


def test_a_reinforcement_without_a_zone(tmp_path):
    message = error(pack(tmp_path, "units.csv", G001, G001.replace(",37,,,", ",,17-1,,")))
    assert message == "units.csv row 2 (G001 272 VG): expected an entry zone for a unit that does not start on the map"


def test_an_unknown_entry_zone(tmp_path):
    message = error(pack(tmp_path, "units.csv", G001, G001.replace(",37,,,", ",,17-1,O,")))
    assert message.startswith("units.csv row 2 (G001): unknown area or zone 'O'; there are: 1-143, A, B")


def test_an_unknown_set_up_area(tmp_path):
    message = error(pack(tmp_path, "units.csv", G001, G001.replace(",37,", ",144,")))
    assert message == "units.csv row 2 (G001): expected a setup area from 1 to 143, got 144"


def test_an_unknown_release(tmp_path):
    message = error(pack(tmp_path, "units.csv", "campaign,FBB,", "campaign,FGB,"))
    assert message.startswith("units.csv row 84 (G083): no release 'FGB' in releases.csv; there are: FBB, 2SS Pz")


def test_an_unknown_release_area(tmp_path):
    message = error(pack(tmp_path, "releases.csv", "FBB,75 96", "FBB,75 196"))
    assert message.startswith("releases.csv row 2 (FBB): unknown area or zone '196'")


def test_two_units_with_one_id(tmp_path):
    message = error(pack(tmp_path, "units.csv", "G002,272 VG", "G001,272 VG"))
    assert message == "units.csv row 3 (G001 272 VG): expected an id of its own, but row 2 has it too"


def test_a_german_among_the_allies(tmp_path):
    message = error(pack(tmp_path, "units.csv", "G001,272 VG,German", "G001,272 VG,Allied"))
    assert "expected all German units before the Allied ones" in message


def test_an_unknown_supply_zone(tmp_path):
    message = error(pack(tmp_path, "scenarios.toml", 'german_supply = ["C"]', 'german_supply = ["Q"]'), "seventh_army")
    assert message.startswith("scenarios.toml [seventh_army] german_supply: unknown area or zone 'Q'")


def test_a_table_that_is_no_toml(tmp_path):
    (tmp_path / "tables.toml").write_text("[components\n", encoding="utf-8")
    assert error(tmp_path).startswith("tables.toml: ")


def test_a_table_with_a_wrong_value(tmp_path):
    message = error(pack(tmp_path, "tables.toml", "construction = 4", 'construction = "four"'))
    assert message.startswith("tables.toml: Expected `int`, got `str`")
    assert "bridges.construction" in message


def test_a_table_without_a_value(tmp_path):
    message = error(pack(tmp_path, "tables.toml", "construction = 4\n", ""))
    assert message.startswith("tables.toml: Object missing required field `construction`")
