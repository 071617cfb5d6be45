"""A player's own data files: used instead of ours, checked in words, remembered by saves."""

import shutil
from pathlib import Path

import pytest

from ardennes import titles
from ardennes.kernel import Action, BadSave, Game, Match, saves
from ardennes.parts.data.map_files import map_of
from ardennes.parts.data.tables import DataError
from ardennes.titles import find, pack_of, use_data

OURS = Path(titles.__file__).parent


@pytest.fixture
def pack(tmp_path):
    """An empty pack for Bitter Woods; our own data is back in use afterwards."""
    (tmp_path / "bitter_woods").mkdir()
    yield tmp_path
    use_data(None)


def change(pack: Path, name: str, old: str, new: str, title: str = "bitter_woods") -> Path:
    """A copy of one of our files with something else in it."""
    text = (OURS / title / "data" / name).read_text(encoding="utf-8")
    assert old in text
    target = pack / title / name
    target.parent.mkdir(exist_ok=True)
    target.write_text(text.replace(old, new, 1), encoding="utf-8")
    return target


def test_a_file_of_the_pack_is_used_instead_of_ours(pack):
    change(pack, "map_hexes.csv", "0101,clear,,6PA,reconstructed", "0101,broken,,6PA,own map")
    ours = map_of("bitter_woods")
    use_data(pack)
    mine = Game.of(find("bitter_woods")).data.map
    cell = mine.grid.cell("0101")
    assert (ours.terrain_at(cell), mine.terrain_at(cell)) == ("clear", "broken")
    assert mine.source(cell) == "own map"
    use_data(None)
    assert Game.of(find("bitter_woods")).data.map.terrain_at(cell) == "clear"


def test_a_unit_of_the_pack_is_used(pack):
    target = change(pack, "units.csv", ",", ",", "tigers_in_the_mist")
    lines = target.read_text(encoding="utf-8").splitlines()
    column = lines[0].split(",").index("name")
    cells = lines[1].split(",")
    cells[column] = "Ours"
    target.write_text("\n".join([lines[0], ",".join(cells), *lines[2:]]) + "\n", encoding="utf-8")
    use_data(pack)
    assert Game.of(find("tigers_in_the_mist")).data.units.rows[0].name == "Ours"


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("map_hexes.csv", "0101,clear", "0101,mud", "map_hexes.csv row 2: unknown terrain 'mud'; there are: clear"),
        ("map_roads.csv", "0613 0714", "0613 0914", "map_roads.csv row 2: hexes 0613 and 0914 are not adjacent"),
        ("map_bridges.csv", "0113/0213,", "2020/2021,", "map_bridges.csv row 2: there is no river along 2020/2021"),
        ("map.toml", "columns = 53", 'columns = "many"', "map.toml: Expected `int`, got `str` - at `$.columns`"),
        ("units.csv", "id,", "name_of,", "units.csv row 1: the header lacks the column id"),
    ],
)
def test_a_mistake_is_told_with_file_row_and_what_was_expected(pack, name, old, new, message):
    change(pack, name, old, new)
    with pytest.raises(DataError) as error:
        use_data(pack)
    assert message in str(error.value)
    assert pack_of("bitter_woods") is None


def test_a_folder_that_is_no_pack_is_refused(pack):
    with pytest.raises(DataError, match="there is no such folder"):
        use_data(pack / "nowhere")
    shutil.rmtree(pack / "bitter_woods")
    with pytest.raises(DataError, match="expected a folder for at least one of tigers_in_the_mist"):
        use_data(pack)


def test_a_file_that_replaces_nothing_is_refused(pack):
    (pack / "bitter_woods" / "maphexes.csv").write_text("hex\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"maphexes\.csv replaces no file of ours; there are: .*map_hexes\.csv"):
        use_data(pack)
    (pack / "bitter_woods" / "maphexes.csv").unlink()
    change(pack, "ledger.csv", "id,", "id,")
    with pytest.raises(DataError, match=r"ledger\.csv replaces no file of ours"):
        use_data(pack)


def test_the_map_of_a_title_not_yet_played_can_be_replaced(pack):
    key = "enemy_action_ardennes"
    change(pack, "map_places.csv", "Bastogne", "Nuts City", key)
    use_data(pack)
    assert map_of(key, pack_of(key)).place("Nuts City") == map_of(key).place("Bastogne")


def test_a_map_without_a_place_the_rules_name_is_refused(pack):
    change(pack, "map_places.csv", "Bastogne", "Nuts City", "deadly_woods")
    with pytest.raises(DataError, match=r"map_places\.csv: expected a place called Bastogne"):
        use_data(pack)


def first_move(match: Match) -> None:
    verb, targets = next(iter(match.state.choices().items()))
    match.play(Action(verb, targets[0]))


def test_a_save_knows_its_data_pack(pack):
    ours = Match(Game.of(find("bitter_woods"), "six_turn"), 7)
    first_move(ours)
    plain = saves.dump(ours)
    assert "\ndata " not in plain
    change(pack, "map_hexes.csv", "light_woods", "forest")
    use_data(pack)
    mine = Match(Game.of(find("bitter_woods"), "six_turn"), 7)
    first_move(mine)
    text = saves.dump(mine)
    assert f"\ndata {find('bitter_woods').data_key}\n" in text
    assert saves.position(saves.load(text, find).state) == saves.position(mine.state)
    with pytest.raises(BadSave, match="played with the title's own data: open it without the data pack"):
        saves.load(plain, find)
    key = find("bitter_woods").data_key
    change(pack, "map_hexes.csv", "light_woods", "broken")
    use_data(pack)
    assert find("bitter_woods").data_key != key
    with pytest.raises(BadSave, match=f"played with the data pack {key}, the one in use is"):
        saves.load(text, find)
    use_data(None)
    with pytest.raises(BadSave, match="none is in use: give its folder with --data"):
        saves.load(text, find)
